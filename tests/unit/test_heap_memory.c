/* The memory formula, and its agreement with docs/limits.md. */
#include "support/check.h"
#include "support/document.h"

#include "base/number.h"
#include "heap/heap.h"
#include "heap/builder.h"
#include "support/parsed.h"
#include "support/tried.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "16 to 26.25", "4" or "-". */
static void put_part(char out[48], unsigned least, unsigned most)
{
    double from = (double)least / GCV_MEMORY_SCALE, to = (double)most / GCV_MEMORY_SCALE;
    if (most == 0) {
        (void)snprintf(out, 48, "-");
    } else if (least == most) {
        (void)snprintf(out, 48, "%g", to);
    } else {
        (void)snprintf(out, 48, "%g to %g", from, to);
    }
}

/* Command lines that together have every cost. */
static const char *const lines[] = {
    "summary f",
    "stats f",
    "stats --retained f",
    "stats --unreachable f",
    "stats --by generation f",
    "roots --by kind f",
    "chains --object 1 f",
    "chains --type x f",
    "chains --via x --type x f",
    "retained f",
    "retained --unreachable f",
    "tree f",
    "objects f",
    "objects --roots f",
    "what-if --drop-root static f",
    "check f pinned\tbytes>0",
    "check f retained(x)>0",
    "check f count(gen2\tx)>0",
    "diff --cause f f",
    "suspects f",
    "track f",
    "track --growing f",
    "track --chains f",
    "profile f",
    "profile --paths f",
    "convert f",
    "convert --to gcdump -o - f",
    "convert --to hprof -o - f",
    "convert --to tables -o d f",
    "convert --to heapsnapshot f",
};

/* Finds the line of docs/limits.md for a stage. */
static void put_row(char *line, size_t size, const gcv_cost *cost)
{
    size_t n = (size_t)snprintf(line, size, "| %s |", cost->stage);
    for (int k = 0; k < GCV_MEMORY_PARTS; k++) {
        char part[48];
        assert_true(cost->least[k] <= cost->most[k]);
        put_part(part, cost->least[k], cost->most[k]);
        n += (size_t)snprintf(line + n, size - n, " %s |", part);
    }
    (void)snprintf(line + n, size - n, " %u |\n", (unsigned)cost->once);
}

/* Removes the row from the document; a row that no stage removes is stale. */
static bool check_row(char *text, const gcv_cost *cost)
{
    char line[400];
    put_row(line, sizeof line, cost);
    char *at = strstr(text, line);
    if (at == NULL) {
        fputs(line, stderr);
        return false;
    }
    memset(at, '#', strlen(line) - 1);
    return true;
}

/* Whether an earlier command line than the `n`th has this cost, too. */
static bool is_known(const gcv_cost *cost, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        gcv_needs needs;
        parsed_needs(lines[i], &needs);
        for (size_t k = 0; needs.costs != NULL && needs.costs[k] != NULL; k++) {
            if (needs.costs[k] == cost) {
                return true;
            }
        }
        for (size_t k = 0; needs.last_costs != NULL && needs.last_costs[k] != NULL; k++) {
            if (needs.last_costs[k] == cost) {
                return true;
            }
        }
    }
    return false;
}

static bool check_costs(char *text, const gcv_cost *const *costs, size_t line)
{
    bool all = true;
    for (; costs != NULL && *costs != NULL; costs++) {
        for (const gcv_cost *stage = *costs; stage != NULL && !is_known(*costs, line);
             stage = stage->next) {
            all = check_row(text, stage) && all;
        }
    }
    return all;
}

/* The document has the figures of 64-bit systems. */
static void need_64_bits(void)
{
    if (sizeof(void *) != 8) {
        check_skip("pointers have not 64 bits");
    }
}

static void test_table(NO_STATE)
{
    bool all = true;
    need_64_bits();
    char *text = read_document("docs/limits.md");
    for (size_t i = 0; gcv_memory_stage_at(i) != NULL; i++) {
        all = check_row(text, gcv_memory_stage_at(i)) && all;
    }
    for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
        gcv_needs needs;
        parsed_needs(lines[i], &needs);
        all = check_costs(text, needs.costs, i) && all;
        if (needs.last_costs != needs.costs) {
            all = check_costs(text, needs.last_costs, i) && all;
        }
    }
    if (!all) {
        fail_msg("docs/limits.md lacks these rows");
    }
    assert_null(strstr(text, "000 |\n")); /* a row that no stage has */
    free(text);
}

/* The examples under the table. */
static void test_examples(NO_STATE)
{
    static const struct {
        const char *command, *line;
    } examples[] = {{"`summary`", "summary f"},
                    {"`retained`", "retained f"},
                    {"`stats --retained`", "stats --retained f"},
                    {"`suspects`", "suspects f"},
                    {"`stats`", "stats f"}};
    gcv_memory_counts counts = {.objects = 10000000,
                                .references = 26000000,
                                .types = 3000,
                                .roots = 10000,
                                .name_bytes = 150000};
    need_64_bits();
    char *text = read_document("docs/limits.md");
    for (size_t i = 0; i < CHECK_COUNT(examples); i++) {
        gcv_needs needs;
        char line[200];
        parsed_needs(examples[i].line, &needs);
        gcv_memory_need need = gcv_memory_of(needs.level, needs.costs, &counts);
        (void)snprintf(line, sizeof line, "| %s | %" PRIu64 " | %" PRIu64 " |", examples[i].command,
                       (need.least + 500000) / 1000000, (need.most + 500000) / 1000000);
        if (strstr(text, line) == NULL) {
            fail_msg("docs/limits.md lacks: %s", line);
        }
    }
    free(text);
}

/* More of anything never takes less memory, and analyses never less than the heap alone. */
static void check_order(const gcv_cost *const *costs, const gcv_memory_counts *few,
                        const gcv_memory_counts *many)
{
    gcv_memory_need a = gcv_memory_of(GCV_LOAD_GRAPH, costs, few);
    gcv_memory_need b = gcv_memory_of(GCV_LOAD_GRAPH, costs, many);
    gcv_memory_need c = gcv_memory_of(GCV_LOAD_GRAPH, NULL, few);
    gcv_memory_need d = gcv_memory_of(GCV_LOAD_TALLY, NULL, few);
    assert_true(a.least <= a.most && a.least <= b.least && a.most <= b.most);
    assert_true(c.least <= a.least && c.most <= a.most);
    assert_true(d.least <= d.most);
}

static void test_order(NO_STATE)
{
    gcv_needs needs[CHECK_COUNT(lines)];
    uint64_t random = 1;
    for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
        parsed_needs(lines[i], &needs[i]);
    }
    for (int round = 0; round < 1000; round++) {
        gcv_memory_counts few = {0};
        few.objects = check_random(&random) >> (check_below(&random, 40) + 24);
        few.references = check_random(&random) >> (check_below(&random, 40) + 24);
        few.types = check_random(&random) >> (check_below(&random, 40) + 24);
        few.roots = check_below(&random, 1000);
        gcv_memory_counts many = few;
        many.objects += check_below(&random, 3) * 1000;
        many.references += check_below(&random, 3) * 1000;
        many.unordered = check_below(&random, 2) == 1;
        many.scattered = check_below(&random, 2) == 1;
        for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
            check_order(needs[i].costs, &few, &many);
        }
    }
}

static void test_counts_beyond_the_world(NO_STATE)
{
    static const gcv_cost *const costs[] = {&gcv_cost_of_sets, NULL};
    gcv_memory_counts counts = {.objects = UINT64_MAX, .references = UINT64_MAX};
    gcv_memory_need need = gcv_memory_of(GCV_LOAD_GRAPH, costs, &counts);
    assert_true(need.least == UINT64_C(1) << 60 && need.most == need.least);
}

/* An empty heap has a lower bound of 0, whatever the command. */
static void test_nothing(NO_STATE)
{
    gcv_memory_counts none = {0};
    for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
        gcv_needs needs;
        parsed_needs(lines[i], &needs);
        assert_int_equal(gcv_memory_of(GCV_LOAD_GRAPH, needs.costs, &none).least, 0);
        assert_int_equal(gcv_memory_of(GCV_LOAD_TALLY, needs.costs, &none).least, 0);
    }
}

static void test_about(NO_STATE)
{
    gcv_memory_need need = {100, 300};
    assert_true(gcv_memory_about(&need, 0) == 200);
    assert_true(gcv_memory_about(&need, 199) == 200);
    assert_true(gcv_memory_about(&need, 200) == 250);
    assert_true(gcv_memory_about(&need, 298) == 299);
    assert_true(gcv_memory_about(&need, 300) == 0);
}

/* What an analysis needs is on top of all memory in use, other heaps among it. */
static void test_beside_others(NO_STATE)
{
    enum { OTHERS = 8000000 };
    const gcv_error refused = {.status = GCV_ERR_LIMIT};
    gcv_context *ctx = gcv_context_new(0);
    void *others = gcv_alloc(ctx, OTHERS, 1);
    gcv_memory_counts counts = {0};
    gcv_needs needs;
    gcv_heap *heap;
    gcv_error err = {0};
    char about[GCV_NUMBER_MAX], message[100];
    assert_int_equal(gcv_heap_load(ctx, "samples/azmcp-1.log", NULL, &heap, NULL), GCV_OK);
    parsed_needs("retained f", &needs);
    counts.objects = heap->n_objects;
    counts.references = heap->refs.n;
    counts.types = heap->n_types;
    counts.roots = heap->roots.n;
    gcv_memory_need need = gcv_memory_of(GCV_LOAD_GRAPH, needs.costs, &counts);
    (void)gcv_format_human(about, OTHERS + need.least + (need.most - need.least) / 2);
    (void)snprintf(message, sizeof message, "needs about %s of memory; the limit is 1", about);
    ctx->limit = 1;
    ctx->over_limit = true;
    (void)tried(ctx, &err,
                gcv_memory_fail_analysis((const gcv_heap *const *)&heap, 1, needs.costs, &refused));
    assert_string_equal(err.message, message);
    gcv_heap_free(heap);
    gcv_free(ctx, others);
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),         cmocka_unit_test(test_examples),
        cmocka_unit_test(test_order),         cmocka_unit_test(test_counts_beyond_the_world),
        cmocka_unit_test(test_nothing),       cmocka_unit_test(test_about),
        cmocka_unit_test(test_beside_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
