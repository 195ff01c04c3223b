/* Names near a wanted name: which count as near, their order, and how they are cut. */
#include "support/check.h"

#include "base/near_names.h"

#include <stdio.h>
#include <string.h>

static const char *const types[] = {
    "hellomauileak.LeakyPage",
    "hellomauileak.LeakyPage+<>c__DisplayClass1_0",
    "System.EventHandler<hellomauileak.LeakyPage>",
    "hellomauileak.App",
    "Other.App",
    "System.Collections.Generic.List<System.String>",
    "System.Collections.Generic.List<System.Int32>",
    "System.Collections.Generic.List<System.Int32>", /* of another module */
    "System.Collections.Generic.List<A>[]",
    "System.Collections.Generic.List<System.Collections.Generic.List<System.String>>",
    "Acme.Outer+Inner",
    "Acme.Tax",
    "",
    ".",
};

static const struct {
    const char *wanted, *text;
    gcv_nearness nearness;
} cases[] = {
    {"LeakyPage", "'hellomauileak.LeakyPage'", GCV_NEAR_LAST_PART},
    {"Wrong.Space.LeakyPage", "'hellomauileak.LeakyPage'", GCV_NEAR_LAST_PART},
    {"leakypage", "'hellomauileak.LeakyPage'", GCV_NEAR_LAST_PART_OTHER_CASE},
    {"hellomauileak.leakypage", "'hellomauileak.LeakyPage'", GCV_NEAR_OTHER_CASE},
    {"Leaky",
     "'hellomauileak.LeakyPage', 'System.EventHandler<hellomauileak.LeakyPage>' or "
     "'hellomauileak.LeakyPage+<>c__DisplayClass1_0'",
     GCV_NEAR_WITHIN},
    {"PAGE>", "'System.EventHandler<hellomauileak.LeakyPage>'", GCV_NEAR_WITHIN},
    {"LeakyPagee", "'hellomauileak.LeakyPage'", GCV_NEAR_SPELLING},
    {"X.LaekyPgae", "'hellomauileak.LeakyPage'", GCV_NEAR_SPELLING},
    {"App", "'Other.App' or 'hellomauileak.App'", GCV_NEAR_LAST_PART},
    {"hellomauileek.App", "'hellomauileak.App' or 'Other.App'", GCV_NEAR_LAST_PART},
    {"List",
     "'System.Collections.Generic.List<A>[]', 'System.Collections.Generic.List<System.Int32>' or "
     "'System.Collections.Generic.List<System.String>'",
     GCV_NEAR_LAST_PART},
    {"List`1[System.String]",
     "'System.Collections.Generic.List<A>[]', 'System.Collections.Generic.List<System.Int32>' or "
     "'System.Collections.Generic.List<System.String>'",
     GCV_NEAR_LAST_PART},
    {"Inner", "'Acme.Outer+Inner'", GCV_NEAR_LAST_PART},
    {"Tex", "'Acme.Tax'", GCV_NEAR_SPELLING},
    {"<>c__DisplayClass1_0", "'hellomauileak.LeakyPage+<>c__DisplayClass1_0'", GCV_NEAR_LAST_PART},
    {"Te", "", GCV_NOT_NEAR}, /* too short to be misspelt */
    {"x", "", GCV_NOT_NEAR},
    {"Nothing.Like.It", "", GCV_NOT_NEAR},
    {"", "''", GCV_NEAR_OTHER_CASE},
};

static void check_case(size_t i, bool backwards)
{
    gcv_near_names near;
    char text[400];
    gcv_near_names_init(&near, gcv_slice_str(cases[i].wanted));
    for (size_t k = 0; k < CHECK_COUNT(types); k++) {
        gcv_near_names_offer(&near,
                             gcv_slice_str(types[backwards ? CHECK_COUNT(types) - 1 - k : k]));
    }
    assert_string_equal(gcv_near_names_text(&near, text, sizeof text), cases[i].text);
    assert_int_equal(near.nearness, cases[i].nearness);
}

static void test_examples_in_any_order(NO_STATE)
{
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        check_case(i, false);
        check_case(i, true);
    }
}

/* Long names are cut to fit any room. */
static void test_long_names(NO_STATE)
{
    static char name[100000];
    char text[600];
    gcv_near_names near;
    memset(name, 'a', sizeof name);
    memcpy(name, "x.Y<", 4);
    gcv_near_names_init(&near, gcv_slice_str("Y"));
    for (unsigned i = 0; i < 3; i++) {
        gcv_near_names_offer(&near, gcv_slice_of(name, sizeof name - i));
    }
    assert_int_equal(near.n, 3);
    (void)gcv_near_names_text(&near, text, sizeof text);
    assert_true(strlen(text) > 360 && strlen(text) < 400);
    assert_int_equal(strncmp(text, "'x.Y<aaa", 8), 0);
    (void)gcv_near_names_text(&near, text, 20);
    assert_int_equal(strlen(text), 19);
}

/* A long wanted name costs no more than the names that it is compared with. */
static void test_nothing_takes_long(NO_STATE)
{
    static char wanted[100000], name[60000];
    gcv_near_names near;
    memset(wanted, 'a', sizeof wanted);
    memset(name, 'a', sizeof name);
    wanted[40000] = 'b';
    gcv_near_names_init(&near, gcv_slice_of(wanted, sizeof wanted));
    for (unsigned i = 0; i < 300000; i++) {
        gcv_near_names_offer(&near, gcv_slice_str("Acme.Shop.OrderView"));
    }
    gcv_near_names_init(&near, gcv_slice_of(wanted, 50000));
    for (unsigned i = 0; i < 100; i++) {
        gcv_near_names_offer(&near, gcv_slice_of(name, sizeof name));
    }
    assert_int_equal(near.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples_in_any_order),
        cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_nothing_takes_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
