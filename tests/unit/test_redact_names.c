/* Which words of a name are replaced by pseudonyms. */
#include "support/check.h"
#include "support/name_maps.h"

#include "redact/redact.h"

#include <string.h>

/* ---- names -------------------------------------------------------------------------------- */

/* Replaces `{Acme}` in `text` by the pseudonym of Acme. */
static void expand(gcv_siphash_key key, const char *text, gcv_buffer *out)
{
    while (*text != '\0') {
        char pseudonym[GCV_PSEUDONYM_SIZE + 1];
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (end != NULL) {
            gcv_pseudonym(key, gcv_slice_of(text + 1, (size_t)(end - text - 1)), pseudonym);
            gcv_buffer_append_str(name_maps_ctx, out, pseudonym);
            text = end + 1;
        } else {
            gcv_buffer_append(name_maps_ctx, out, gcv_slice_of(text++, 1));
        }
    }
}

typedef struct name_case {
    const char *name, *module, *wanted;
} name_case;

/* Everything that reports read from the name of a type. */
static uint32_t kinds_of(gcv_name_world world, gcv_slice name, gcv_slice module)
{
    const uint32_t brief = gcv_brief_word(name) != NULL ? 1u << 16 : 0;
    return brief | (world == GCV_WORLD_V8     ? gcv_type_kinds_v8(name)
                    : world == GCV_WORLD_RUBY ? gcv_type_kinds_ruby(name)
                                              : gcv_type_kinds(name, module));
}

static void check(gcv_name_world world, gcv_name_kind kind, const name_case *cases, size_t n)
{
    gcv_name_map map = name_map_of(NAME_MAP_KEY);
    gcv_buffer found = {0}, wanted = {0};
    for (size_t i = 0; i < n; i++) {
        const gcv_slice module =
            cases[i].module != NULL ? gcv_slice_str(cases[i].module) : gcv_slice_of(NULL, 0);
        gcv_buffer_clear(&found);
        gcv_buffer_clear(&wanted);
        expand(map.key, cases[i].wanted, &wanted);
        gcv_redact_name(&map, world, kind, gcv_slice_str(cases[i].name), module, &found);
        if (!gcv_slice_equal(gcv_buffer_slice(&found), gcv_buffer_slice(&wanted))) {
            fail_msg("%s becomes %.*s, not %s", cases[i].name, (int)found.text.n, found.text.data,
                     cases[i].wanted);
        }
        if (kind == GCV_NAME_TYPE && kinds_of(world, gcv_slice_str(cases[i].name), module) !=
                                         kinds_of(world, gcv_buffer_slice(&found), module)) {
            fail_msg("%s becomes %.*s, which has other kinds", cases[i].name, (int)found.text.n,
                     found.text.data);
        }
    }
    GCV_RELEASE(name_maps_ctx, &found, &wanted);
    gcv_name_map_release(&map);
}

#define CHECK(world, kind, cases) check(world, kind, cases, sizeof(cases) / sizeof(cases)[0])

static void test_types_of_dotnet(NO_STATE)
{
    static const name_case cases[] = {
        {"System.String", NULL, "System.String"},
        {"Acme.Shop.Order", NULL, "{Acme}.{Shop}.{Order}"},
        {"Acme.static.queue", NULL, "{Acme}.{static}.{queue}"}, /* words of roots */
        {"Acme.Shop.Order[]", NULL, "{Acme}.{Shop}.{Order}[]"},
        {"Acme.Shop.Order[,]", NULL, "{Acme}.{Shop}.{Order}[,]"},
        {"Acme.Shop+Inner", NULL, "{Acme}.{Shop}+{Inner}"},
        {"System.Collections.Generic.List<Acme.Order>", NULL,
         "System.Collections.Generic.List<{Acme}.{Order}>"},
        {"System.Collections.Generic.List<Acme.Order>.Enumerator", NULL,
         "System.Collections.Generic.List<{Acme}.{Order}>.Enumerator"},
        {"System.Collections.Generic.List<Acme.Order>+Enumerator", NULL,
         "System.Collections.Generic.List<{Acme}.{Order}>+Enumerator"},
        {"Acme.Box<System.String>.Lid", NULL, "{Acme}.{Box}<System.String>.{Lid}"},
        {"System.Collections.Generic.Dictionary`2[[System.String, System.Private.CoreLib],[Acme.A, "
         "Acme]]",
         NULL,
         "System.Collections.Generic.Dictionary`2[[System.String, System.Private.CoreLib],"
         "[{Acme}.{A}, {Acme}]]"},
        /* names without a namespace may be the program's */
        {"Acme.Page+Run|3_0", NULL, "{Acme}.Page+{Run}|{3_0}"},
        {"Dictionary.Entry<String, Price>", NULL, "{Dictionary}.{Entry}<String, {Price}>"},
        {"Enumerator", NULL, "{Enumerator}"},
        {"Enumerator", "/usr/share/dotnet/System.Private.CoreLib.dll", "Enumerator"},
        {"Entry<Acme.Order>[]", "System.Private.CoreLib.dll", "Entry<{Acme}.{Order}>[]"},
        {"System.Acme", "Acme.dll", "{System}.{Acme}"},
        {"System.X|Secret", NULL, "System.{X}|{Secret}"},
        {"System.Func<System.Int32,.Secret>", NULL, "System.Func<System.Int32,.{Secret}>"},
        {"Acme.X<System.Int32>[.Secret]", NULL, "{Acme}.{X}<System.Int32>[.{Secret}]"},
        {"Systematic.Thing", NULL, "{Systematic}.{Thing}"},
        /* parts that compilers add */
        {"Acme.Page.<Load>d__3", NULL, "{Acme}.Page.<{Load}>d__3"},
        {"Acme.Page.<Load>d__Secret", NULL, "{Acme}.Page.<{Load}>{d__Secret}"},
        {"Acme.Page+<>c__DisplayClass3_0", NULL, "{Acme}.Page+<>c__DisplayClass3_0"},
        {"Acme.Page+<>c", NULL, "{Acme}.Page+<>c"},
        {"Acme.Page+c", NULL, "{Acme}.Page+{c}"},
        {"Acme.d__3", NULL, "{Acme}.{d__3}"},
        {"Acme.Page.<Load>d__4915112", NULL, "{Acme}.Page.<{Load}>{d__4915112}"},
        {"Acme.Box`1[[Acme.A]]", NULL, "{Acme}.{Box}`1[[{Acme}.{A}]]"},
        {"Acme.Box`491", NULL, "{Acme}.{Box}`{491}"},
        {"<PrivateImplementationDetails>+__StaticArrayInitTypeSize=24", NULL,
         "<PrivateImplementationDetails>+__StaticArrayInitTypeSize=24"},
        {"System.String (Bytes > 10K)", NULL, "System.String (Bytes > 10K)"},
        {"System.String (Bytes > 4915K)", NULL, "System.String (Bytes > {4915K})"},
        {"Acme.Box`1[[Acme.A, Acme, Version=1.2, Culture=neutral, PublicKeyToken=null]]", NULL,
         "{Acme}.{Box}`1[[{Acme}.{A}, {Acme}, Version={1}.{2}, Culture=neutral, "
         "PublicKeyToken=null]]"},
        {"Acme.Version", NULL, "{Acme}.{Version}"},
        {"Acme.neutral", NULL, "{Acme}.{neutral}"},
        /* numbers: telephones, addresses, keys */
        {"Acme.192.168", NULL, "{Acme}.{192}.{168}"},
        {"Acme.0x0123456789abcdef", NULL, "{Acme}.{0x0123456789abcdef}"},
        {"System.192.T49151", NULL, "System.{192}.{T49151}"},
        {"System.Rfc2898DeriveBytes", NULL, "System.Rfc2898DeriveBytes"},
        /* what tells the kinds of a type */
        {"Acme.Session", NULL, "{Acme}.Session"},
        {"Acme.LoginSession[]", NULL, "{Acme}.{Login}Session[]"},
        {"Acme.SessionCache", NULL, "{Acme}.{SessionCache}"},
        {"Acme.MyHttpContext", NULL, "{Acme}.{My}HttpContext"},
        {"Acme.OrderEventHandler", NULL, "{Acme}.{Order}EventHandler"},
        {"Acme.DoneCallback`1[[System.Int32]]", NULL, "{Acme}.{Done}Callback`1[[System.Int32]]"},
        {"Acme.AsyncStateMachineBox<Acme.A>", NULL, "{Acme}.AsyncStateMachineBox<{Acme}.{A}>"},
        {"List<Order>", NULL, "List<{Order}>"},
        {"Acme.List", NULL, "{Acme}.{List}"},
        {"FrozenPrices", NULL, "Frozen{Prices}"},
        {"LinkedNCancellationTokenSource", NULL, "Linked{N}CancellationTokenSource"},
        {"DelayPromiseWithToken", NULL, "DelayPromise{WithToken}"},
        {"OneAsyncLocalValueMap", NULL, "{One}AsyncLocalValueMap"},
        {"<>f__AnonymousType0<System.Int32, Acme.Secret>", NULL,
         "<>f__AnonymousType0<System.Int32, {Acme}.{Secret}>"},
        {"Acme.Page+<Run>g__Local|3_0", NULL, "{Acme}.Page+<{Run}>{g__Local}|3_0"},
        {"<PrivateImplementationDetails>", NULL, "<PrivateImplementationDetails>"},
        /* names that readers make up */
        {"<unknown type 1234>", NULL, "<unknown type 1234>"},
        {"UNKNOWN 0x7f0a", NULL, "UNKNOWN 0x7f0a"},
        {"<unknown type 1b>", NULL, "<unknown type 1b>"},
        {"<unknown type Secret>", NULL, "<{unknown} {type} {Secret}>"},
        {"<Module>.Secret", NULL, "<Module>.{Secret}"},
        {"<PrivateImplementationDetails>+Secret", NULL, "<PrivateImplementationDetails>+{Secret}"},
        {"0xdeadbeefdeadbeef0", NULL, "{0xdeadbeefdeadbeef0}"}, /* longer than any address */
        {"TypeID(0x2000004)", NULL, "TypeID(0x2000004)"},
        {"TypeID(0x200000412)", NULL, "TypeID({0x200000412})"},
        {"UNKNOWN 0x7f0aSecret", NULL, "UNKNOWN {0x7f0aSecret}"},
        {"Free", NULL, "Free"},
        {"W\xc3\xa4hrung", NULL, "{W\xc3\xa4hrung}"},
        {"", NULL, ""},
    };
    CHECK(GCV_WORLD_DOTNET, GCV_NAME_TYPE, cases);
}

/* What follows a list of arguments belongs to the name before the list, however deep it is; names
 * inside of too many lists are replaced. */
static void test_depth(NO_STATE)
{
    enum { KEPT = 32, DEEPEST = 2 * KEPT };
    for (size_t depth = 0; depth < DEEPEST; depth++) {
        char name[20 * DEEPEST] = "", wanted[20 * DEEPEST] = "";
        const name_case deep = {name, NULL, wanted};
        for (size_t i = 0; i < depth; i++) {
            strcat(name, "System.Func<");
            strcat(wanted, i < KEPT ? "System.Func<" : "{System}.{Func}<");
        }
        strcat(name, "Acme.Box<System.Action>.Secret");
        strcat(wanted, "{Acme}.{Box}<");
        strcat(wanted, depth + 1 < KEPT ? "System.Action" : "{System}.{Action}");
        strcat(wanted, ">.{Secret}");
        check(GCV_WORLD_DOTNET, GCV_NAME_TYPE, &deep, 1);
    }
}

static void test_other_names_of_dotnet(NO_STATE)
{
    static const name_case modules[] = {
        {"C:\\Users\\jo\\Acme.Shop\\bin\\Acme.Shop.dll", NULL, "{Acme}.{Shop}.dll"},
        {"/usr/share/dotnet/shared/System.Private.CoreLib.dll", NULL, "System.Private.CoreLib.dll"},
        {"Acme", NULL, "{Acme}"},
        {"global.dll", NULL, "{global}.dll"},
    };
    static const name_case domains[] = {{"Shop.exe", NULL, "{Shop}.exe"},
                                        {"DefaultDomain", NULL, "DefaultDomain"},
                                        {"49151234567", NULL, "{49151234567}"},
                                        {"queue", NULL, "{queue}"}};
    static const name_case statics[] = {
        {"Acme.Shop.App.s_cache", NULL, "{Acme}.{Shop}.{App}.{s_cache}"},
        {"System.Text.Encoding.s_default", NULL, "System.Text.Encoding.{s_default}"},
        {"System.Object.handle", NULL, "System.Object.{handle}"},
        {"Acme.App.Version", NULL, "{Acme}.{App}.{Version}"},
        {"Acme.App.oldSession", NULL, "{Acme}.{App}.{oldSession}"},
        {"System.Object.<>9__49151_23", NULL, "System.Object.<>{9__49151_23}"},
        {"System.String.AcmePassword", NULL, "System.String.{AcmePassword}"},
        {"System.Int32[].s_prices", NULL, "System.Int32[].{s_prices}"},
        {"System.Lazy<System.String>.Acme", NULL, "System.Lazy<System.String>.{Acme}"},
        {"System.Func<Acme.Order>.<>9__3_0", NULL, "System.Func<{Acme}.{Order}>.<>9__3_0"},
        {"System.Object.<System.IShop.Name>k__BackingField", NULL,
         "System.Object.<{System}.{IShop}.{Name}>{k__BackingField}"},
        {"<System.IShop.Name>k__BackingField", NULL, "<{System}.{IShop}.{Name}>{k__BackingField}"},
        {"s_cache [thread]", NULL, "{s_cache} [thread]"}};
    static const name_case containers[] = {
        {"Acme.App.Version", NULL, "{Acme}.{App}.{Version}"},
        {"Acme.Cache<System.String>", NULL, "{Acme}.{Cache}<System.String>"},
        {"System.StringComparer", NULL, "System.StringComparer"}};
    static const name_case roots[] = {{"ref-counted", NULL, "ref-counted"},
                                      {"COM/WinRT", NULL, "COM/WinRT"},
                                      {"(Acme)", NULL, "({Acme})"},
                                      {"not reported", NULL, "not reported"},
                                      {"worker of Acme", NULL, "{worker} {of} {Acme}"}};
    CHECK(GCV_WORLD_DOTNET, GCV_NAME_MODULE, modules);
    CHECK(GCV_WORLD_DOTNET, GCV_NAME_DOMAIN, domains);
    CHECK(GCV_WORLD_DOTNET, GCV_NAME_STATIC, statics);
    CHECK(GCV_WORLD_DOTNET, GCV_NAME_CONTAINER, containers);
    CHECK(GCV_WORLD_DOTNET, GCV_NAME_ROOT, roots);
}

static void test_v8(NO_STATE)
{
    static const name_case types[] = {
        {"(array)", NULL, "(array)"},
        {"(prototype)", NULL, "(prototype)"},
        {"Map", NULL, "Map"},
        {"system / Context", NULL, "system / Context"},
        {"node:internal/url", NULL, "node:internal/url"},
        {"(Secret object)", NULL, "({Secret} object)"},
        {"std::Secret", NULL, "std::{Secret}"},
        {"C++ Secret", NULL, "C++ {Secret}"},
        {"Map (prototype)", NULL, "Map (prototype)"},
        {"OrderFeed", NULL, "{OrderFeed}"},
        {"OrderFeed (prototype)", NULL, "{OrderFeed} (prototype)"},
        {"Detached OrderPane", NULL, "Detached {OrderPane}"},
        {"Detached Map", NULL, "Detached Map"},
        {"Window / https://acme.example/pay", NULL, "Window / {https}://{acme}.{example}/{pay}"},
        {"<div class=\"customer\">", NULL, "<{div} {class}=\"{customer}\">"},
        {"DOMCart", NULL, "DOM{Cart}"},
        {"HTMLDivElement", NULL, "HTML{DivElement}"},
        {"AcmeHTML", NULL, "{AcmeHTML}"},
        {"10.0.0.5:8080", NULL, "{10}.{0}.{0}.{5}:{8080}"},
        {"system / Map (String)", NULL, "system / Map (String)"},
        {"node:49151", NULL, "node:{49151}"},
        {"LoginSession", NULL, "{Login}Session"},
        {"Channel", NULL, "Channel"},
        {"Channel of Acme", NULL, "{Channel} {of} {Acme}"},
        {"Node / Acme", NULL, "Node / {Acme}"},
        {"UDP", NULL, "UDP"},
        {"PaymentError", NULL, "{PaymentError}"},
    };
    static const name_case roots[] = {{"(Global handles)", NULL, "(Global handles)"},
                                      {"C++ roots", NULL, "C++ roots"},
                                      {"(acme", NULL, "({acme}"},
                                      {"acme)", NULL, "{acme})"},
                                      {"(Acme roots)", NULL, "({Acme} roots)"},
                                      {"Window", NULL, "{Window}"}};
    static const name_case fields[] = {{"customer", NULL, "{customer}"},
                                       {"stack", NULL, "{stack}"},
                                       {"Detached object", NULL, "{Detached} {object}"}};
    static const name_case slots[] = {
        {"elements", NULL, "elements"},
        {"12 / part of key (Acme @5)", NULL, "{12} / part of key ({Acme} @{5})"}};
    static const name_case scripts[] = {
        {"node:internal/util", NULL, "node:internal/util"},
        {"/home/jo/shop/src/price-cache.js", NULL, "/{home}/{jo}/{shop}/{src}/{price}-{cache}.js"},
        {"file:///shop/a_b.mjs", NULL, "file:///{shop}/{a_b}.mjs"},
        {"/shop/node_modules/@acme/lru/index.js", NULL,
         "/{shop}/node_modules/@{acme}/{lru}/{index}.js"},
        {"nodes:x", NULL, "{nodes}:{x}"},
        {"", NULL, ""}};
    static const name_case modules[] = {
        {"<platform>", NULL, "<platform>"},
        {"node_modules/@acme/lru", NULL, "node_modules/@{acme}/{lru}"},
        {"/shop/a.js", NULL, "/{shop}/{a}.js"}};
    static const name_case functions[] = {
        {"getPrice", NULL, "{getPrice}"}, {"get price", NULL, "{get} {price}"}, {"", NULL, ""}};
    CHECK(GCV_WORLD_V8, GCV_NAME_TYPE, types);
    CHECK(GCV_WORLD_V8, GCV_NAME_ROOT, roots);
    CHECK(GCV_WORLD_V8, GCV_NAME_FIELD, fields);
    CHECK(GCV_WORLD_V8, GCV_NAME_SLOT, slots);
    CHECK(GCV_WORLD_V8, GCV_NAME_SCRIPT, scripts);
    CHECK(GCV_WORLD_V8, GCV_NAME_MODULE, modules);
    CHECK(GCV_WORLD_V8, GCV_NAME_FUNCTION, functions);
}

static void test_ruby(NO_STATE)
{
    static const name_case types[] = {
        {"String", NULL, "String"},
        {"Thread::Mutex", NULL, "Thread::Mutex"},
        {"Acme::Cart", NULL, "{Acme}::{Cart}"},
        {"PaymentError", NULL, "{Payment}Error"},
        {"Tenant::T4711::49151", NULL, "{Tenant}::{T4711}::{49151}"},
        {"Shop::LoginSession", NULL, "{Shop}::{Login}Session"},
        {"Net::49151", NULL, "Net::{49151}"},
        {"Interrupt", NULL, "Interrupt"},
        {"(data acme)", NULL, "(data {acme})"},
        {"#<Class < Acme::Cart>", NULL, "#<Class < {Acme}::{Cart}>"},
        {"(imemo ment)", NULL, "(imemo ment)"},
    };
    static const name_case roots[] = {{"machine_context", NULL, "machine_context"},
                                      {"acme", NULL, "{acme}"}};
    CHECK(GCV_WORLD_RUBY, GCV_NAME_TYPE, types);
    CHECK(GCV_WORLD_RUBY, GCV_NAME_ROOT, roots);
}

/* ---- a heap -------------------------------------------------------------------------------- */

static gcv_heap *heap_with_fields(void)
{
    gcv_load_options options = {.level = GCV_LOAD_GRAPH, .with_fields = true};
    gcv_heap *heap = NULL;
    assert_int_equal(
        gcv_heap_load(name_maps_ctx, "samples/shop-2.heapsnapshot", &options, &heap, NULL), GCV_OK);
    return heap;
}

/* Names of the program become their pseudonyms; names of the virtual machine, and numbers, stay.
 */
static void test_fields(NO_STATE)
{
    gcv_heap *plain = heap_with_fields(), *redacted = heap_with_fields();
    gcv_name_map map = name_map_of(NAME_MAP_KEY);
    gcv_buffer wanted = {0};
    size_t n_given = 0, n_internal = 0;
    gcv_redact_heap(redacted, &map, "heap");
    for (size_t i = 0; i < plain->fields.kind.n; i++) {
        const uint8_t kind = plain->fields.kind.data[i];
        const bool is_internal = kind == GCV_FIELD_INTERNAL;
        assert_int_equal(redacted->fields.kind.data[i], kind);
        if (gcv_field_has_number(kind) || kind >= GCV_FIELD_KINDS) {
            assert_int_equal(redacted->fields.name.data[i], plain->fields.name.data[i]);
            continue;
        }
        gcv_slice name = gcv_word_list_at(&plain->places.words, plain->fields.name.data[i]);
        gcv_slice found = gcv_word_list_at(&redacted->places.words, redacted->fields.name.data[i]);
        gcv_buffer_clear(&wanted);
        gcv_redact_name(&map, GCV_WORLD_V8, is_internal ? GCV_NAME_SLOT : GCV_NAME_FIELD, name,
                        gcv_slice_of(NULL, 0), &wanted);
        assert_true(gcv_slice_equal(found, gcv_buffer_slice(&wanted)));
        assert_true(gcv_slice_equal(found, name) == is_internal);
        n_given += !is_internal;
        n_internal += is_internal;
    }
    assert_true(n_given > 2 && n_internal > 0);
    gcv_buffer_release(name_maps_ctx, &wanted);
    gcv_name_map_release(&map);
    gcv_heap_free(plain);
    gcv_heap_free(redacted);
}

/* Functions and scripts get their pseudonyms; positions stay, and so does what is known to be of
 * the same script or package. */
static void test_places(NO_STATE)
{
    static const char path[] = "tests/fuzz/corpus/heapsnapshot/places.heapsnapshot";
    gcv_load_options options = {.with_places = true, .with_modules = true};
    gcv_heap *plain = NULL, *redacted = NULL;
    gcv_name_map map = name_map_of(NAME_MAP_KEY);
    gcv_buffer wanted = {0};
    assert_int_equal(gcv_heap_load(name_maps_ctx, path, &options, &plain, NULL), GCV_OK);
    assert_int_equal(gcv_heap_load(name_maps_ctx, path, &options, &redacted, NULL), GCV_OK);
    gcv_redact_heap(redacted, &map, "heap");
    assert_true(plain->places.all.n > 2);
    for (size_t i = 0; i < plain->places.all.n; i++) {
        const gcv_code_place *old = &plain->places.all.data[i];
        const gcv_code_place *now = &redacted->places.all.data[i];
        gcv_buffer_clear(&wanted);
        gcv_redact_name(&map, GCV_WORLD_V8, GCV_NAME_FUNCTION,
                        gcv_code_place_function(&plain->places, old), gcv_slice_of(NULL, 0),
                        &wanted);
        assert_true(gcv_slice_equal(gcv_code_place_function(&redacted->places, now),
                                    gcv_buffer_slice(&wanted)));
        gcv_buffer_clear(&wanted);
        gcv_redact_name(&map, GCV_WORLD_V8, GCV_NAME_SCRIPT,
                        gcv_code_place_script(&plain->places, old), gcv_slice_of(NULL, 0), &wanted);
        assert_true(gcv_slice_equal(gcv_code_place_script(&redacted->places, now),
                                    gcv_buffer_slice(&wanted)));
        assert_int_equal(now->line, old->line);
        assert_int_equal(now->column, old->column);
    }
    assert_int_equal(redacted->n_types, plain->n_types);
    assert_true(redacted->places.folder.size > 2);
    gcv_buffer_release(name_maps_ctx, &wanted);
    gcv_name_map_release(&map);
    gcv_heap_free(plain);
    gcv_heap_free(redacted);
}

/* No name of a site of allocation is left, in neither format. */
static void test_sites(NO_STATE)
{
    static const char *const paths[] = {"tests/fuzz/corpus/heapsnapshot/sites.heapsnapshot",
                                        "tests/fuzz/corpus/ruby/sites.json"};
    static const char *const secrets[] = {"shop", "load", "getAll", "cache", "acme"};
    gcv_load_options options = {.with_sites = true};
    for (size_t i = 0; i < CHECK_COUNT(paths); i++) {
        gcv_heap *heap = NULL;
        gcv_name_map map = name_map_of(NAME_MAP_KEY);
        assert_int_equal(gcv_heap_load(name_maps_ctx, paths[i], &options, &heap, NULL), GCV_OK);
        assert_true(heap->places.site.value.n > 3);
        gcv_redact_heap(heap, &map, "heap");
        for (size_t k = 0; k < heap->places.site.value.n; k++) {
            const gcv_code_place *site = &heap->places.all.data[heap->places.site.value.data[k]];
            gcv_buffer words = {0};
            gcv_site_append(name_maps_ctx, &words, &heap->places, site, gcv_slice_of(NULL, 0));
            gcv_buffer_append(name_maps_ctx, &words, gcv_slice_of("", 1)); /* a terminator */
            for (size_t m = 0; m < CHECK_COUNT(secrets); m++) {
                assert_null(strstr(words.text.data, secrets[m]));
            }
            gcv_buffer_release(name_maps_ctx, &words);
        }
        gcv_name_map_release(&map);
        gcv_heap_free(heap);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types_of_dotnet),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_other_names_of_dotnet),
        cmocka_unit_test(test_v8),
        cmocka_unit_test(test_ruby),
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_sites),
    };
    return cmocka_run_group_tests(tests, name_maps_set_up, name_maps_tear_down);
}
