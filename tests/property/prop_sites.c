/* Sites of allocation in V8 snapshots, in several orders of sections and fields, and in dumps of
 * Ruby, against sums over the objects of a model; trees of stacks that are damaged or deep. */
#include "support/check.h"
#include "support/effort.h"
#include "support/loaded.h"

#include "analysis/groups.h"
#include "base/attr.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SITES = 7, STACKS = 12, OBJECTS = 30, WORDS = 200, ROOM = 1 << 16 };
enum { NO_SITE = 99, TOP_STACK = 98, UNKNOWN_STACK = 97 };

/* The function of a V8 snapshot, or the line of a Ruby program. */
typedef struct some_site {
    unsigned name, script, line; /* indexes in `names` and `scripts` */
} some_site;

typedef struct some_stack {
    unsigned parent, site; /* `parent`: an earlier stack, or TOP_STACK */
} some_stack;

typedef struct some_program {
    some_site sites[SITES];
    some_stack stacks[STACKS];
    unsigned stack_of[OBJECTS]; /* or NO_SITE, TOP_STACK, UNKNOWN_STACK */
    unsigned size[OBJECTS], n;
    unsigned order; /* of sections, and of fields */
} some_program;

static const char *const names[] = {"", "load", "get (all)", "load"};
static const char *const scripts[] = {"", "/app/src/a.js", "/app/src/b.js", "/app/src/a.js"};

/* ---- a text ------------------------------------------------------------------------------- */

static char *text;
static size_t n_text, room;

static void put(const char *format, ...) GCV_PRINTF(1, 2);
static void put(const char *format, ...)
{
    va_list args;
    if (room - n_text < 1000) {
        room = 2 * room + ROOM;
        text = realloc(text, room);
        assert_non_null(text);
    }
    va_start(args, format);
    n_text += (size_t)vsnprintf(text + n_text, room - n_text, format, args);
    va_end(args);
}

/* ---- V8 ----------------------------------------------------------------------------------- */

static void put_nodes(const some_program *p)
{
    put("\"nodes\":[0,0,1,0,%u,0", p->n);
    for (unsigned i = 0; i < p->n; i++) {
        const unsigned stack = p->stack_of[i];
        put(",1,1,%u,%u,0,%u", 3 + 2 * i, p->size[i],
            stack == NO_SITE         ? 0
            : stack == TOP_STACK     ? 1
            : stack == UNKNOWN_STACK ? 4000
                                     : 5 + 3 * stack);
    }
    put("]");
}

static void put_edges(const some_program *p)
{
    put("\"edges\":[");
    for (unsigned i = 0; i < p->n; i++) {
        put("%s0,0,%u", i > 0 ? "," : "", 6 * (i + 1));
    }
    put("]");
}

static void put_functions(const some_program *p)
{
    put("\"trace_function_infos\":[0,2,2,0,0,0");
    for (unsigned i = 0; i < SITES; i++) {
        const some_site *site = &p->sites[i];
        put(",%u,%u,%u,7,%u,%u", i, 2 + site->name, 6 + site->script, site->line, site->line);
    }
    put("]");
}

/* Writes the stacks below one; the depth is that of the tree. */
static void put_stacks(const some_program *p, unsigned parent)
{
    bool first = true;
    put("[");
    for (unsigned i = 0; i < STACKS; i++) {
        if (p->stacks[i].parent == parent) {
            const unsigned id = 5 + 3 * i, function = p->stacks[i].site + 1;
            if (p->order % 2 == 0) {
                put("%s%u,%u,1,1,", first ? "" : ",", id, function);
                put_stacks(p, i);
            } else {
                put("%s1,%u,%u,", first ? "" : ",", function, id);
                put_stacks(p, i);
                put(",1");
            }
            first = false;
        }
    }
    put("]");
}

static void put_tree(const some_program *p)
{
    put("\"trace_tree\":[%s", p->order % 2 == 0 ? "1,0,0,0," : "0,0,1,");
    put_stacks(p, TOP_STACK);
    put("%s]", p->order % 2 == 0 ? "" : ",0");
}

static void put_strings(void)
{
    put("\"strings\":[\"\",\"Thing\"");
    for (unsigned i = 0; i < 4; i++) {
        put(",\"%s\"", names[i]);
    }
    for (unsigned i = 0; i < 4; i++) {
        put(",\"%s\"", scripts[i]);
    }
    put("]");
}

static void put_meta(const some_program *p)
{
    put("{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\","
        "\"edge_count\",\"trace_node_id\"],\"node_types\":[[\"synthetic\",\"object\"]],"
        "\"edge_fields\":[\"type\",\"name_or_index\",\"to_node\"],\"edge_types\":[[\"element\"]],"
        "\"trace_function_info_fields\":[\"function_id\",\"name\",\"script_name\",\"script_id\","
        "\"line\",\"column\"],\"trace_node_fields\":[%s]},",
        p->order % 2 == 0 ? "\"id\",\"function_info_index\",\"count\",\"size\",\"children\""
                          : "\"count\",\"function_info_index\",\"id\",\"children\",\"size\"");
    put("\"node_count\":%u,\"edge_count\":%u,\"root_index\":0}", p->n + 1, p->n);
}

static void put_v8(const some_program *p)
{
    static const char *const orders[] = {"neftS", "tfneS", "Sftne", "nSfte", "nftSe", "neftS"};
    n_text = 0;
    put_meta(p);
    for (const char *section = orders[p->order]; *section != '\0'; section++) {
        put(",");
        switch (*section) {
        case 'n':
            put_nodes(p);
            break;
        case 'e':
            put_edges(p);
            break;
        case 'f':
            put_functions(p);
            break;
        case 't':
            put_tree(p);
            break;
        default:
            put_strings();
        }
    }
    put("}");
}

/* ---- Ruby --------------------------------------------------------------------------------- */

/* Addresses do not ascend. The line of an object comes again with another site, which does not
 * count. */
static void put_ruby(const some_program *p)
{
    n_text = 0;
    put("{\"type\":\"ROOT\", \"root\":\"vm\", \"references\":[\"0x1000\"]}\n");
    for (unsigned i = 0; i < p->n + p->n / 2; i++) {
        const unsigned at = i < p->n ? i : i - p->n, stack = p->stack_of[at];
        put("{\"address\":\"0x%x\", \"type\":\"OBJECT\", \"memsize\":%u",
            0x1000 + at * 7 % OBJECTS * 8, p->size[at]);
        if (i >= p->n) {
            put(", \"file\":\"other.rb\", \"line\":1");
        } else if (stack < STACKS) {
            const some_site *site = &p->sites[p->stacks[stack].site];
            put(", \"file\":\"%s\", \"line\":%u", scripts[site->script], site->line);
            if (names[site->name][0] != '\0') {
                put(", \"method\":\"%s\", \"generation\":3", names[site->name]);
            }
        }
        put("}\n");
    }
}

/* ---- the oracle --------------------------------------------------------------------------- */

static void words_of(const some_program *p, unsigned object, bool ruby, char *out)
{
    const unsigned stack = p->stack_of[object];
    const some_site *site = stack < STACKS ? &p->sites[p->stacks[stack].site] : NULL;
    const char *name = site != NULL ? names[site->name] : "";
    const char *script = site != NULL ? scripts[site->script] : "";
    char line[20] = "";
    if (site != NULL && site->line > 0) {
        (void)snprintf(line, sizeof line, ":%u", site->line);
    }
    if (site == NULL || (ruby && script[0] == '\0')) {
        strcpy(out, "<no site>");
    } else if (name[0] != '\0' && script[0] == '\0' && line[0] == '\0') {
        strcpy(out, name);
    } else {
        (void)snprintf(out, WORDS, "%s%s%s%s%s", name, name[0] != '\0' ? " (" : "",
                       script[0] != '\0' ? script : "<eval>", line, name[0] != '\0' ? ")" : "");
    }
}

/* Compares the sums of the objects of each site. */
static void check_sums(const some_program *p, bool ruby, const gcv_heap *heap,
                       const gcv_groups *groups)
{
    uint64_t all = 0;
    assert_int_equal(heap->n_objects, p->n);
    for (uint32_t i = 0; i < groups->n; i++) {
        uint64_t count = 0, bytes = 0, wanted_count = 0, wanted_bytes = 0;
        char words[WORDS];
        for (uint32_t k = 0; k < heap->n_objects; k++) {
            count += groups->of[k] == i;
            bytes += groups->of[k] == i ? gcv_heap_size(heap, k) : 0;
        }
        for (uint32_t k = 0; k < p->n; k++) {
            words_of(p, k, ruby, words);
            wanted_count += gcv_slice_is(groups->names[i], words);
            wanted_bytes += gcv_slice_is(groups->names[i], words) ? p->size[k] : 0;
        }
        if (count != wanted_count || bytes != wanted_bytes) {
            fail_msg("%.*s: %u objects, not %u, in\n%s", (int)groups->names[i].size,
                     groups->names[i].data, (unsigned)count, (unsigned)wanted_count, text);
        }
        assert_true(i == 0 || gcv_slice_compare(groups->names[i - 1], groups->names[i]) < 0);
        all += wanted_count;
    }
    assert_int_equal(all, p->n);
}

static void check_program(const some_program *p, bool ruby)
{
    gcv_load_options options = {.with_sites = true};
    gcv_groups groups;
    loaded l;
    options.chunk_size = p->order == 0 ? 0 : p->order;
    load_with(&l, text, n_text, options);
    assert_int_equal(l.status, GCV_OK);
    gcv_groups_by_site(l.ctx, &groups, l.heap, gcv_slice_of(NULL, 0), NULL);
    check_sums(p, ruby, l.heap, &groups);
    gcv_groups_release(l.ctx, &groups);
    unload(&l);
}

static void make_program(some_program *p, uint64_t *seed)
{
    for (unsigned i = 0; i < SITES; i++) {
        p->sites[i].name = (unsigned)check_below(seed, 4);
        p->sites[i].script = (unsigned)check_below(seed, 4);
        p->sites[i].line = (unsigned)check_below(seed, 3);
    }
    p->sites[0] = (some_site){1, 1, 4};
    for (unsigned i = 0; i < STACKS; i++) {
        p->stacks[i].parent = i > 0 && check_below(seed, 3) > 0 ? (unsigned)check_below(seed, i)
                                                                : (unsigned)TOP_STACK;
        p->stacks[i].site = i > 0 ? (unsigned)check_below(seed, SITES) : 0;
    }
    p->n = 1 + (unsigned)check_below(seed, OBJECTS);
    for (unsigned i = 0; i < p->n; i++) {
        static const unsigned others[3] = {NO_SITE, TOP_STACK, UNKNOWN_STACK};
        p->size[i] = 8 * (unsigned)check_below(seed, 9);
        p->stack_of[i] = check_below(seed, 4) == 0 ? others[check_below(seed, 3)]
                                                   : (unsigned)check_below(seed, STACKS);
    }
    p->stack_of[0] = 0;
    p->order = (unsigned)check_below(seed, 6);
}

static void test_random(NO_STATE)
{
    uint64_t seed = 35;
    for (uint32_t i = 0; i < effort_rounds(1000); i++) {
        some_program p;
        make_program(&p, &seed);
        put_v8(&p);
        check_program(&p, false);
        put_ruby(&p);
        check_program(&p, true);
    }
}

/* ---- trees -------------------------------------------------------------------------------- */

static void start_small(void)
{
    some_program p = {.n = 1, .size = {8}};
    n_text = 0;
    put_meta(&p);
    put(",");
    put_nodes(&p);
    put(",");
    put_edges(&p);
    put(",");
    put_functions(&p);
    put(",");
}

static void end_small(void)
{
    put(",");
    put_strings();
    put("}");
}

static void test_damaged(NO_STATE)
{
    static const struct {
        const char *section, *message;
    } cases[] = {
        {"\"trace_tree\":{}", "\"trace_tree\" is not a list"},
        {"\"trace_tree\":[1,0,0]", "a node of \"trace_tree\" ends after 3 fields of 5"},
        {"\"trace_tree\":[1,0,0,0]", "a node of \"trace_tree\" ends after 4 fields of 5"},
        {"\"trace_tree\":[1,0,0,0,[5,1,1,1,[]],6]", "ends after 1 fields of 5"},
        {"\"trace_tree\":[1,0,0,0,7]", "the children of a node of \"trace_tree\" are not a list"},
        {"\"trace_tree\":[1,0,0,0,[5,1,1,1,{}]]", "are not a list"},
        {"\"trace_tree\":[1,0,0,0,[5,1,[]]]", "not a number"},
        {"\"trace_tree\":[1,0,0,0,[5,-1,1,1,[]]]", "-1 is not a plain unsigned integer"},
        {"\"trace_tree\":[1,0,0,0,[5,1,1,1,[]", NULL},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_load_options options = {.with_sites = true};
        loaded l;
        start_small();
        const size_t at = n_text;
        put("%s", cases[i].section);
        end_small();
        load_with(&l, text, n_text, options);
        assert_int_equal(l.status, GCV_ERR_INPUT);
        assert_true(l.err.at_offset && l.err.line > at && l.err.line < n_text);
        if (cases[i].message != NULL && strstr(l.err.message, cases[i].message) == NULL) {
            fail_msg("%s: %s", cases[i].section, l.err.message);
        }
        unload(&l);
        options.with_sites = false; /* then skipped, if it is JSON at all */
        load_with(&l, text, n_text, options);
        assert_int_equal(l.status, cases[i].message != NULL ? GCV_OK : GCV_ERR_INPUT);
        unload(&l);
    }
}

static void test_short_functions(NO_STATE)
{
    gcv_load_options options = {.with_sites = true};
    some_program p = {.n = 1, .size = {8}};
    loaded l;
    n_text = 0;
    put_meta(&p);
    put(",\"trace_function_infos\":[0,2,2,0,0,0,1],\"trace_tree\":[]}");
    load_with(&l, text, n_text, options);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    assert_non_null(strstr(l.err.message, "\"trace_function_infos\" ends in 1 numbers of 6"));
    unload(&l);
}

/* The stack of the object is the innermost of many. */
static void test_deep(NO_STATE)
{
    const unsigned depth = effort_is_reduced() ? 20000 : 300000;
    gcv_load_options options = {.with_sites = true};
    loaded l;
    start_small();
    put("\"trace_tree\":[1,0,0,0,[");
    for (unsigned i = 0; i < depth; i++) {
        put("%u,%u,1,1,[", i + 1 < depth ? i + 100 : 5, i + 1 < depth ? 1 : 2);
    }
    for (unsigned i = 0; i < depth; i++) {
        put("]");
    }
    put("]]");
    end_small();
    load_with(&l, text, n_text, options);
    assert_int_equal(l.status, GCV_OK);
    assert_int_equal(l.heap->places.site.value.n, 1);
    assert_int_equal(l.heap->places.all.n, 1);
    unload(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_short_functions),
        cmocka_unit_test(test_deep),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(text);
    return failed;
}
