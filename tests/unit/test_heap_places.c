/* Scripts by their paths, places in words, and locations in V8 snapshots that are damaged or odd.
 * tests/property/prop_places.c tests what a whole snapshot tells. */
#include "support/check.h"
#include "support/loaded.h"

#include "heap/script_path.h"

#include <stdio.h>
#include <string.h>

/* ---- paths --------------------------------------------------------------------------------- */

static void test_scripts(NO_STATE)
{
    static const struct {
        const char *path, *module, *shown; /* with the folder /home/me/app/ */
        gcv_script_owner owner;
    } cases[] = {
        {"/home/me/app/src/cache.js", "/home/me/app/src/cache.js", "src/cache.js",
         GCV_SCRIPT_PROGRAM},
        {"file:///home/me/app/a.mjs", "file:///home/me/app/a.mjs", "a.mjs", GCV_SCRIPT_PROGRAM},
        {"/home/me/appendix/a.js", "/home/me/appendix/a.js", "/home/me/appendix/a.js",
         GCV_SCRIPT_PROGRAM},
        {"C:\\app\\a.js", "C:\\app\\a.js", "C:\\app\\a.js", GCV_SCRIPT_PROGRAM},
        {"file:///C:/app/a.mjs", "file:///C:/app/a.mjs", "C:/app/a.mjs", GCV_SCRIPT_PROGRAM},
        {"file://", "file://", "", GCV_SCRIPT_PROGRAM},
        {"https://host/a.js", "https://host/a.js", "https://host/a.js", GCV_SCRIPT_PROGRAM},
        {"webpack-internal:///./a.js", "webpack-internal:///./a.js", "webpack-internal:///./a.js",
         GCV_SCRIPT_PROGRAM},
        {"/home/me/app/node_modules/lru/lib/index.js", "node_modules/lru",
         "node_modules/lru/lib/index.js", GCV_SCRIPT_PACKAGE},
        {"/x/node_modules/a/node_modules/@acme/lru/i.js", "node_modules/@acme/lru",
         "node_modules/@acme/lru/i.js", GCV_SCRIPT_PACKAGE},
        {"C:\\x\\node_modules\\@acme\\lru\\i.js", "node_modules\\@acme\\lru",
         "node_modules\\@acme\\lru\\i.js", GCV_SCRIPT_PACKAGE},
        {"/x/node_modules/lru.js", "node_modules/lru.js", "node_modules/lru.js",
         GCV_SCRIPT_PACKAGE},
        {"/x/node_modules/@acme", "node_modules/@acme", "node_modules/@acme", GCV_SCRIPT_PACKAGE},
        {"/x/node_modules/", "node_modules/", "node_modules/", GCV_SCRIPT_PACKAGE},
        {"/home/me/app/old_node_modules/a.js", "/home/me/app/old_node_modules/a.js",
         "old_node_modules/a.js", GCV_SCRIPT_PROGRAM},
        {"https://host/a.js?v=3", "https://host/a.js?v=3", "https://host/a.js", GCV_SCRIPT_PROGRAM},
        {"file:///home/me/app/b.mjs?v=3", "file:///home/me/app/b.mjs?v=3", "b.mjs",
         GCV_SCRIPT_PROGRAM},
        {"http://host/a.js#x?y", "http://host/a.js#x?y", "http://host/a.js", GCV_SCRIPT_PROGRAM},
        {"https://host/a.js?of=/node_modules/lru/i.js",
         "https://host/a.js?of=/node_modules/lru/i.js", "https://host/a.js", GCV_SCRIPT_PROGRAM},
        {"https://host/node_modules/lru/i.js?of=/node_modules/x/", "node_modules/lru",
         "node_modules/lru/i.js", GCV_SCRIPT_PACKAGE},
        {"https://host/node_modules/lru?v=3", "node_modules/lru", "node_modules/lru",
         GCV_SCRIPT_PACKAGE},
        {"/home/me/app/why?.js", "/home/me/app/why?.js", "why?.js", GCV_SCRIPT_PROGRAM},
        {"node:internal/util", "<platform>", "node:internal/util", GCV_SCRIPT_PLATFORM},
        {"internal/errors.js", "<platform>", "internal/errors.js", GCV_SCRIPT_PLATFORM},
        {"fs.js", "<platform>", "fs.js", GCV_SCRIPT_PLATFORM},
        {"ext:core/01_core.js", "<platform>", "ext:core/01_core.js", GCV_SCRIPT_PLATFORM},
        {"extensions::SafeBuiltins", "<platform>", "extensions::SafeBuiltins", GCV_SCRIPT_PLATFORM},
        {"wasm://wasm/0001787e", "<platform>", "wasm://wasm/0001787e", GCV_SCRIPT_PLATFORM},
        {"evalmachine.<anonymous>", "<platform>", "evalmachine.<anonymous>", GCV_SCRIPT_PLATFORM},
        {"", "<platform>", "", GCV_SCRIPT_PLATFORM},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const gcv_slice path = gcv_slice_str(cases[i].path), module = gcv_script_module(path);
        const gcv_slice shown = gcv_script_short(path, gcv_slice_str("/home/me/app/"));
        if (!gcv_slice_is(module, cases[i].module) || !gcv_slice_is(shown, cases[i].shown) ||
            gcv_script_owner_of(path) != cases[i].owner ||
            gcv_script_module_owner(module) != cases[i].owner) {
            fail_msg("%s: %.*s, %.*s, %d", cases[i].path, (int)module.size, module.data,
                     (int)shown.size, shown.data, gcv_script_owner_of(path));
        }
    }
}

static void test_runtime(NO_STATE)
{
    static const char *const runtime[] = {"node:fs", "internal/errors.js", "ext:core/a.js"};
    static const char *const others[] = {"plugin.js", "[eval]", "", "/node:/a.js", "internals.js"};
    for (size_t i = 0; i < CHECK_COUNT(runtime); i++) {
        assert_true(gcv_script_is_of_runtime(gcv_slice_str(runtime[i])));
    }
    for (size_t i = 0; i < CHECK_COUNT(others); i++) {
        assert_false(gcv_script_is_of_runtime(gcv_slice_str(others[i])));
    }
}

static void test_folder(NO_STATE)
{
    static const struct {
        const char *paths[3], *folder;
    } cases[] = {
        {{"/app/src/a.js", NULL, NULL}, "/app/src/"},
        {{"/app/src/a.js", "/app/main.js", NULL}, "/app/"},
        {{"/app/src/a.js", "file:///app/src/b/c.mjs", "/app/srcs/d.js"}, "/app/"},
        {{"C:\\app\\a.js", "file:///C:/app/b.mjs", NULL}, "C:\\app\\"},
        {{"https://host/a.js", "https://host/js/b.js", NULL}, "https://host/"},
        {{"/a/b.js", "https://host/b.js", NULL}, ""},
        {{"https://host/js/a.js?of=/x/y", NULL, NULL}, "https://host/js/"},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_slice folder = {NULL, 0};
        for (size_t k = 0; k < 3 && cases[i].paths[k] != NULL; k++) {
            gcv_script_join_folder(&folder, gcv_slice_str(cases[i].paths[k]));
        }
        if (!gcv_slice_is(folder, cases[i].folder)) {
            fail_msg("%s: %.*s", cases[i].folder, (int)folder.size, folder.data);
        }
    }
}

/* A page may have the address of the folder of its scripts. */
static void test_script_of_a_page(NO_STATE)
{
    const gcv_slice folder = gcv_slice_str("https://host/");
    assert_true(gcv_slice_is(gcv_script_short(gcv_slice_str("https://host/?v=3"), folder),
                             "https://host/"));
    assert_true(
        gcv_slice_is(gcv_script_short(gcv_slice_str("https://host/a.js?v=3"), folder), "a.js"));
}

typedef struct position {
    uint32_t script, line, column; /* the column from 1 on */
} position;

static void append_words(gcv_context *ctx, gcv_places *places, gcv_buffer *words)
{
    for (size_t i = 0; i < places->all.n; i++) {
        gcv_code_place_append(ctx, words, places, &places->all.data[i]);
        gcv_buffer_append_str(ctx, words, ";");
    }
}

/* Six functions begin in line 9 of b.js, which was loaded twice, and five in line 8 and elsewhere.
 */
static void test_crowded_lines(NO_STATE)
{
    static const char *const scripts[] = {"/b.js", "/a.js", "/b.js"};
    static const position positions[] = {
        {0, 9, 7}, {1, 9, 7}, {2, 9, 1}, {0, 8, 1}, {0, 9, 4}, {0, 9, 4}, {0, 8, 2},
        {0, 8, 3}, {2, 8, 4}, {2, 8, 5}, {2, 8, 0}, {0, 9, 5}, {2, 9, 6}, {2, 9, 0},
        {2, 9, 8}, {0, 0, 9}, {1, 9, 1}, {1, 9, 2}, {1, 9, 3}, {1, 9, 4}, {1, 9, 4},
    };
    static const char words[] =
        "f (/b.js:9:7);f (/a.js:9);f (/b.js:9:1);f (/b.js:8);f (/b.js:9:4);f (/b.js:9:4);"
        "f (/b.js:8);f (/b.js:8);f (/b.js:8);f (/b.js:8);f (/b.js:8);f (/b.js:9:5);f (/b.js:9:6);"
        "f (/b.js:9);f (/b.js:9:8);f (/b.js);f (/a.js:9);f (/a.js:9);f (/a.js:9);f (/a.js:9);"
        "f (/a.js:9);";
    gcv_context *ctx = gcv_context_new(0);
    gcv_places places;
    gcv_buffer found = {{NULL, 0, 0}};
    memset(&places, 0, sizeof places);
    gcv_places_find_crowded_lines(ctx, &places);
    for (size_t i = 0; i < CHECK_COUNT(scripts); i++) {
        gcv_slice_column_push(ctx, &places.scripts, gcv_slice_str(scripts[i]));
    }
    for (size_t i = 0; i < CHECK_COUNT(positions); i++) {
        const gcv_code_place place = {.function =
                                          gcv_word_list_add(ctx, &places.words, gcv_slice_str("f")),
                                      .script = positions[i].script,
                                      .line = positions[i].line,
                                      .column = positions[i].column & GCV_CODE_COLUMNS};
        gcv_code_place_column_push(ctx, &places.all, place);
    }
    for (unsigned i = 0; i < 9; i++) { /* code without a name is in no script */
        const gcv_code_place place = {
            .function = GCV_NONE, .script = GCV_NONE, .line = 1, .column = (1 + i) & 15};
        gcv_code_place_column_push(ctx, &places.all, place);
    }
    gcv_places_find_crowded_lines(ctx, &places);
    assert_false(places.all.data[places.all.n - 1].in_crowd);
    places.all.n = CHECK_COUNT(positions);
    append_words(ctx, &places, &found);
    assert_true(gcv_slice_is(gcv_buffer_slice(&found), words));
    gcv_buffer_release(ctx, &found);
    gcv_places_release(ctx, &places);
    gcv_context_free(ctx);
}

/* ---- a snapshot ---------------------------------------------------------------------------- */

#define META                                                                                       \
    "{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\","            \
    "\"edge_count\"],\"node_types\":[[\"synthetic\",\"closure\",\"code\",\"object\"]],"            \
    "\"edge_fields\":[\"type\",\"name_or_index\",\"to_node\"],\"edge_types\":[[\"element\","       \
    "\"internal\"]]"
#define FIELDS ",\"location_fields\":[\"object_index\",\"script_id\",\"line\",\"column\"]"
#define GRAPH                                                                                      \
    "},\"node_count\":5,\"edge_count\":6,\"root_index\":0},"                                       \
    "\"nodes\":[0,0,1,0,4,1,1,2,8,1,2,2,3,8,1,2,3,4,8,0,3,6,5,8,0],"                               \
    "\"edges\":[0,0,5,0,1,10,0,2,15,0,3,20,1,4,10,1,5,15],"
#define STRINGS                                                                                    \
    "\"strings\":[\"\",\"getPrice\",\"(shared function info)\",\"/app/cache.js\",\"shared\","      \
    "\"script\",\"Item\"]"
#define GETPRICE "getPrice (cache.js:4)"

static void load_text(loaded *l, const char *text, bool strict)
{
    gcv_load_options options = {.with_places = true, .with_modules = true};
    options.strict = strict;
    load_with(l, text, strlen(text), options);
}

static void append_places(const loaded *l, gcv_buffer *out)
{
    for (uint32_t i = 0; i < l->heap->n_objects; i++) {
        const gcv_code_place *place = gcv_heap_place(l->heap, i);
        if (place != NULL) {
            gcv_code_place_append(l->ctx, out, &l->heap->places, place);
            gcv_buffer_append_str(l->ctx, out, ";");
        }
    }
}

/* Locations that can be read, and what they tell of the function and the instance. */
static void test_odd_locations(NO_STATE)
{
    static const struct {
        const char *locations, *words, *module;
        uint64_t anomalies;
    } cases[] = {
        {"[5,9,3,1]", GETPRICE ";", NULL, 0},
        {"[5,9,3,1,20,9,1,1]", GETPRICE ";", "/app/cache.js", 0},
        {"[]", "", NULL, 0},
        {"[ 5 , 9 ,\n3 , 1 ]", GETPRICE ";", NULL, 0},
        {"[5,9,3,1,5,9,7,1]", GETPRICE ";", NULL, 0},     /* the first counts */
        {"[5,9,3,1,5,9]", GETPRICE ";", NULL, 0},         /* a rest */
        {"[5,-1,3,1]", GETPRICE ";", NULL, 0},            /* any number is an id */
        {"[5,9,-1,-1]", "getPrice (cache.js);", NULL, 0}, /* lines unknown */
        {"[5,9,4294967295,0]", "getPrice (cache.js);", NULL, 0},
        {"[5,9,99999999999,0]", "getPrice (cache.js);", NULL, 0},
        {"[7,9,3,1,5,9,3,1]", GETPRICE ";", NULL, 1}, /* not the start of a node */
        {"[25,9,3,1,-5,9,3,1]", "", NULL, 1},         /* past the nodes */
        {"[10,9,3,1,0,9,3,1]", "", NULL, 0},          /* neither function nor object */
        {"[20,9,1,1]", "", "<platform>", 0},          /* no function tells the path */
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        char text[2000];
        loaded l;
        gcv_buffer words = {{NULL, 0, 0}};
        (void)snprintf(text, sizeof text, META FIELDS GRAPH "\"locations\":%s," STRINGS "}",
                       cases[i].locations);
        load_text(&l, text, false);
        assert_int_equal(l.status, GCV_OK);
        append_places(&l, &words);
        uint32_t item = gcv_heap_type_named(l.heap, gcv_slice_str("Item"));
        gcv_slice module = gcv_heap_type_module(l.heap, item);
        if (!gcv_slice_is(gcv_buffer_slice(&words), cases[i].words) ||
            !gcv_slice_is(gcv_slice_of(module.data != NULL ? module.data : "", module.size),
                          cases[i].module != NULL ? cases[i].module : "") ||
            gcv_heap_counts(l.heap)->anomalies != cases[i].anomalies) {
            fail_msg("%s: %.*s, %.*s", cases[i].locations, (int)words.text.n, words.text.data,
                     (int)module.size, module.data);
        }
        gcv_buffer_release(l.ctx, &words);
        unload(&l);
    }
}

/* Whole files: what the header says, and damage. */
static void test_files(NO_STATE)
{
    static const struct {
        const char *text, *words; /* or the message, after ! */
    } cases[] = {
        {META GRAPH "\"locations\":[1,\"x\"]," STRINGS "}", ""},
        {META ",\"location_fields\":[]" GRAPH "\"locations\":[1,\"x\"]," STRINGS "}", ""},
        {META ",\"location_fields\":7" GRAPH "\"locations\":[5,9,3,1]," STRINGS "}", ""},
        {META ",\"location_fields\":[\"line\",\"column\",\"object_index\"]" GRAPH
              "\"locations\":[3,1,5]," STRINGS "}",
         ""},
        {META
         ",\"location_fields\":[\"x\",\"column\",\"line\",\"script_id\",\"object_index\"]" GRAPH
         "\"locations\":[7,1,3,9,5]," STRINGS "}",
         GETPRICE ";"},
        {META FIELDS GRAPH STRINGS ",\"locations\":[5,9,3,1]}", GETPRICE ";"},
        {META FIELDS GRAPH STRINGS ",\"locations\":[5,9,3,1],\"locations\":[5,9,7,7]}",
         GETPRICE ";"},
        {META FIELDS GRAPH STRINGS ",\"locations\":[5,9,3,1,", GETPRICE ";"},
        {META FIELDS GRAPH STRINGS, ""},
        {META FIELDS GRAPH "\"locations\":[5,9,3,1],\"strings\":[\"\",\"getPrice\"]}",
         "getPrice (<eval>:4);"},
        {META FIELDS GRAPH "\"locations\":[5,9,3,1],\"strings\":[]}", "function (<eval>:4);"},
        {META FIELDS GRAPH "\"locations\":[5,9,3,1",
         "!file ends before \"strings\", without the names of everything: take the snapshot again"},
        {META FIELDS GRAPH "\"locations\":[5,9,\"x\",1]," STRINGS "}", "!not a number"},
        {META FIELDS GRAPH "\"locations\":{}," STRINGS "}", "!\"locations\" is not a list"},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        loaded l;
        gcv_buffer words = {{NULL, 0, 0}};
        load_text(&l, cases[i].text, false);
        if (l.status == GCV_OK) {
            append_places(&l, &words);
        } else {
            gcv_buffer_append_str(l.ctx, &words, "!");
            gcv_buffer_append_str(l.ctx, &words, l.err.message);
            assert_true(l.err.at_offset && l.err.line > 0);
        }
        if (!gcv_slice_is(gcv_buffer_slice(&words), cases[i].words)) {
            fail_msg("%s: %.*s", cases[i].text, (int)words.text.n, words.text.data);
        }
        gcv_buffer_release(l.ctx, &words);
        unload(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scripts),       cmocka_unit_test(test_runtime),
        cmocka_unit_test(test_folder),        cmocka_unit_test(test_script_of_a_page),
        cmocka_unit_test(test_crowded_lines), cmocka_unit_test(test_odd_locations),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
