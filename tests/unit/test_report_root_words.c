/* Roots in words. */
#include "support/check.h"

#include "report/report.h"

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
        {"static Acme.Cache<System.Int32>", "Acme.A", "static field of Cache<System.Int32> (Acme)"},
        {"static Acme.Shop.App", "Acme.Shop.App", "static field of App (Acme.Shop)"},
        {"static Acme.Shop.App (pinned,weak)", "A",
         "static field of App (Acme.Shop) (pinned,weak)"},
        {"static Acme.Shop.app", "A", "static app (Acme.Shop)"},
        {"static Acme.App.<Current>k__BackingField", "Acme.App", "static field Current, an App"},
        {"static Acme.App.<Shop>k__BackingField", "Acme.Shop", "static Shop (Acme.App)"},
        {"static Acme.App.<>k__BackingField", "A", "static <>k__BackingField (Acme.App)"},
        {"static Acme.App.<Shop>k__Back", "A", "static <Shop>k__Back (Acme.App)"},
        {"static App", "App", "static field of App"},
        {"static Apps", "App", "static Apps"},
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
    static gcv_slice types[3]; /* of the heap, in their order */
    gcv_heap heap = {.n_types = CHECK_COUNT(types), .types.name = types};
    gcv_context *ctx = gcv_context_new(0);
    gcv_buffer out = {{NULL, 0, 0}};
    types[0] = gcv_slice_str("Acme.Cache<System.Int32>");
    types[1] = gcv_slice_str("Acme.Shop.App");
    types[2] = gcv_slice_str("App");
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_buffer_clear(&out);
        gcv_root_words(ctx, &heap, gcv_slice_str(cases[i].label), gcv_slice_str(cases[i].type),
                       &out);
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
