/* The error value: what each function fills, and messages that are too long for it. */
#include "support/check.h"

#include "base/error.h"

#include <string.h>

static void spoil(gcv_error *err) { memset(err, 0x5a, sizeof *err); }

static void test_every_field_is_filled(NO_STATE)
{
    gcv_error err;
    spoil(&err);
    assert_int_equal(gcv_fail(&err, GCV_ERR_USAGE, "no %s, %d", "such", 42), GCV_ERR_USAGE);
    assert_int_equal(err.status, GCV_ERR_USAGE);
    assert_true(err.sys == 0 && err.file == NULL && err.line == 0);
    assert_string_equal(err.message, "no such, 42");

    spoil(&err);
    assert_int_equal(gcv_fail_system(&err, GCV_ERR_INPUT, "a.log", 13, "cannot open"),
                     GCV_ERR_INPUT);
    assert_int_equal(err.status, GCV_ERR_INPUT);
    assert_true(err.sys == 13 && err.line == 0);
    assert_string_equal(err.file, "a.log");
    assert_string_equal(err.message, "cannot open");

    spoil(&err);
    assert_int_equal(gcv_fail_line(&err, GCV_ERR_INPUT, "b.log", 5000000000u, "bad id '%c'", 'z'),
                     GCV_ERR_INPUT);
    assert_true(err.sys == 0 && err.line == 5000000000u);
    assert_string_equal(err.file, "b.log");
    assert_string_equal(err.message, "bad id 'z'");

    spoil(&err);
    assert_int_equal(gcv_fail_memory(&err, UINT64_MAX), GCV_ERR_MEMORY);
    assert_int_equal(err.status, GCV_ERR_MEMORY);
    assert_true(err.sys == 0 && err.file == NULL && err.line == 0);
    assert_string_equal(err.message, "out of memory (18446744073709551615 more bytes wanted)");

    spoil(&err);
    assert_int_equal(gcv_fail_limit(&err, 4096), GCV_ERR_LIMIT);
    assert_int_equal(err.status, GCV_ERR_LIMIT);
    assert_string_equal(err.message, "memory limit of 4096 bytes reached");
}

static void test_nobody_asks(NO_STATE)
{
    assert_int_equal(gcv_fail(NULL, GCV_ERR_USAGE, "x"), GCV_ERR_USAGE);
    assert_int_equal(gcv_fail_system(NULL, GCV_ERR_OUTPUT, "f", 1, "x"), GCV_ERR_OUTPUT);
    assert_int_equal(gcv_fail_line(NULL, GCV_ERR_INPUT, "f", 1, "x"), GCV_ERR_INPUT);
    assert_int_equal(gcv_fail_memory(NULL, 1), GCV_ERR_MEMORY);
    assert_int_equal(gcv_fail_limit(NULL, 1), GCV_ERR_LIMIT);
}

/* An error between guards, to detect writes out of bounds. */
typedef struct guarded {
    char before[32];
    gcv_error err;
    char after[32];
} guarded;

static void test_long_messages_are_cut(NO_STATE)
{
    enum { MOST = sizeof((gcv_error *)NULL)->message - 1 };
    char name[MOST + 50], guard[32];
    guarded g;
    size_t n;
    memset(guard, 0x33, sizeof guard);
    for (n = MOST - 5; n < MOST + 40; n++) {
        memset(name, 'n', n);
        name[n] = '\0';
        memset(&g, 0x33, sizeof g);
        assert_int_equal(gcv_fail(&g.err, GCV_ERR_USAGE, "%s", name), GCV_ERR_USAGE);
        assert_int_equal(strlen(g.err.message), n < MOST ? n : MOST);
        assert_memory_equal(g.err.message, name, n < MOST ? n : MOST);
        assert_memory_equal(g.before, guard, sizeof guard);
        assert_memory_equal(g.after, guard, sizeof guard);
    }
}

/* A message has whole characters only. */
static void test_cuts_fall_between_characters(NO_STATE)
{
    enum { MOST = sizeof((gcv_error *)NULL)->message - 1 };
    static const char *const characters[] = {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
    char text[MOST + 50];
    gcv_error err;
    size_t c, lead, expected;
    for (c = 0; c < CHECK_COUNT(characters); c++) {
        size_t size = strlen(characters[c]);
        for (lead = 0; lead <= MOST + 1; lead++) {
            memset(text, 'a', lead);
            text[lead] = '\0';
            while (strlen(text) < MOST + 20) {
                strcat(text, characters[c]);
            }
            (void)gcv_fail(&err, GCV_ERR_INPUT, "%s", text);
            expected = lead >= MOST ? MOST : MOST - (MOST - lead) % size;
            assert_int_equal(strlen(err.message), expected);
            assert_memory_equal(err.message, text, expected);
        }
        /* A character that just fits stays. */
        memset(text, 'a', MOST - size);
        text[MOST - size] = '\0';
        strcat(text, characters[c]);
        (void)gcv_fail(&err, GCV_ERR_INPUT, "%s", text);
        assert_string_equal(err.message, text);
    }
    /* Invalid bytes stay; the code that shows the message escapes them. */
    memset(text, 0x80, sizeof text);
    text[sizeof text - 1] = '\0';
    (void)gcv_fail(&err, GCV_ERR_INPUT, "%s", text);
    assert_int_equal(strlen(err.message), MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field_is_filled),
        cmocka_unit_test(test_nobody_asks),
        cmocka_unit_test(test_long_messages_are_cut),
        cmocka_unit_test(test_cuts_fall_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
