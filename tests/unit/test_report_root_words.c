/* Roots in words. */
#include "support/check.h"

#include "report/root_words.h"

static void test_words(NO_STATE)
{
    static const struct {
        const char *label, *type, *words;
    } cases[] = {
        {"static System.Collections.Concurrent.ConcurrentDictionary<System.Guid,Bakery.Customer>."
         "ByGuid",
         "System.Collections.Concurrent.ConcurrentDictionary<System.Guid,Bakery.Customer>",
         "static field ByGuid, a ConcurrentDictionary<Guid, Customer>"},
        {"static System.Object[].items (pinned)", "System.Object[]",
         "static field items, an Object[] (pinned)"},
        {"static Acme.Node.cache [thread]", "Acme.Node", "static field cache, a Node [thread]"},
        {"static Acme.Node.cache [thread] (0x8)", "Acme.Node",
         "static field cache, a Node [thread] (0x8)"},
        {"static List`1[Acme.Price].prices", "List`1[Acme.Price]",
         "static field prices, a List[Price]"},
        {"static Acme.Node.cache", "Acme.Other", "static cache (Acme.Node)"},
        {"static Acme.Cache<System.Int32>.items", "", "static items (Acme.Cache<System.Int32>)"},
        {"static Acme.Cache<System.Int32>", "Acme.A", "static Cache<System.Int32> (Acme)"},
        {"static Acme.Shop.App", "Acme.Shop.App", "static App (Acme.Shop)"},
        {"static Acme.Shop.App (pinned,weak)", "A", "static App (Acme.Shop) (pinned,weak)"},
        {"static Acme.App.<Current>k__BackingField", "Acme.App", "static field Current, an App"},
        {"static Acme.App.<Shop>k__BackingField", "Acme.Shop", "static Shop (Acme.App)"},
        {"static Acme.App.<>k__BackingField", "A", "static <>k__BackingField (Acme.App)"},
        {"static Acme.App.<Shop>k__Back", "A", "static <Shop>k__Back (Acme.App)"},
        {"static App", "App", "static App"},
        {"static native context / https://example.com/a.js", "A",
         "static native context / https://example.com/a.js"},
        {"static", "A", "static"},
        {"static ", "A", "static "},
        {"static .", "A", "static ."},
        {"static a.", "A", "static a."},
        {"static )", "A", "static )"},
        {"static  ()", "A", "static  ()"},
        {"handle (pinned)", "A.B", "handle (pinned)"},
        {"local", "A.B", "a local variable"},
        {"local thread 7", "A.B", "local thread 7"},
        {"", "A.B", ""},
    };
    gcv_context *ctx = gcv_context_new(0);
    gcv_buffer out = {{NULL, 0, 0}};
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_buffer_clear(&out);
        gcv_root_words(ctx, gcv_slice_str(cases[i].label), gcv_slice_str(cases[i].type), &out);
        if (!gcv_slice_is(gcv_buffer_slice(&out), cases[i].words)) {
            fail_msg("%s: '%.*s'", cases[i].label, (int)out.text.n, out.text.data);
        }
    }
    gcv_buffer_release(ctx, &out);
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
