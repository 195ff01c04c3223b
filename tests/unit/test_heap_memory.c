/* The memory formula, and that docs/limits.md publishes it as it is. */
#include "support/check.h"

#include "heap/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_document(const char *name)
{
    enum { MOST = 65536 };
    FILE *file = fopen(name, "rb");
    char *text = malloc(MOST);
    size_t n;
    assert_non_null(file); /* the tests run in the source root */
    assert_non_null(text);
    n = fread(text, 1, MOST - 1, file);
    assert_true(n < MOST - 1);
    text[n] = '\0';
    fclose(file);
    return text;
}

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

static void test_table(void **state)
{
    char *text = read_document("docs/limits.md");
    bool all = true;
    size_t i;
    int k;
    (void)state;
    for (i = 0; i < gcv_n_memory_rows(); i++) {
        const gcv_memory_row *row = gcv_memory_row_at(i);
        char line[400];
        int n = snprintf(line, sizeof line, "| %s |", row->stage);
        for (k = 0; k < GCV_MEMORY_PARTS; k++) {
            char part[48];
            assert_true(row->least[k] <= row->most[k]);
            put_part(part, row->least[k], row->most[k]);
            n += snprintf(line + n, sizeof line - (size_t)n, " %s |", part);
        }
        (void)snprintf(line + n, sizeof line - (size_t)n, " %u |\n", (unsigned)row->once);
        if (strstr(text, line) == NULL) {
            fputs(line, stderr);
            all = false;
        }
    }
    free(text);
    if (!all) {
        fail_msg("docs/limits.md lacks these rows");
    }
}

/* The examples under the table. */
static void test_examples(void **state)
{
    static const struct {
        const char *command;
        gcv_load_level level;
        gcv_purpose purpose;
    } examples[] = {{"`summary`", GCV_LOAD_GRAPH, GCV_FOR_PATHS},
                    {"`retained`", GCV_LOAD_GRAPH, GCV_FOR_DOMINATORS},
                    {"`stats --retained`", GCV_LOAD_GRAPH, GCV_FOR_SETS},
                    {"`suspects`", GCV_LOAD_GRAPH, GCV_FOR_SUSPECTS},
                    {"`stats`", GCV_LOAD_TALLY, GCV_FOR_LOOKING}};
    char *text = read_document("docs/limits.md");
    gcv_memory_counts counts;
    size_t i;
    (void)state;
    memset(&counts, 0, sizeof counts);
    counts.objects = 10000000;
    counts.references = 26000000;
    counts.types = 3000;
    counts.roots = 10000;
    counts.name_bytes = 150000;
    for (i = 0; i < CHECK_COUNT(examples); i++) {
        gcv_memory_need need = gcv_memory_of(examples[i].level, examples[i].purpose, &counts);
        char line[200];
        (void)snprintf(line, sizeof line, "| %s | %" PRIu64 " | %" PRIu64 " |", examples[i].command,
                       (need.least + 500000) / 1000000, (need.most + 500000) / 1000000);
        if (strstr(text, line) == NULL) {
            fail_msg("docs/limits.md lacks: %s", line);
        }
    }
    free(text);
}

/* More of anything never takes less, and analyses never less than the heap alone. */
static void test_order(void **state)
{
    uint64_t random = 1;
    int round, purpose;
    (void)state;
    for (round = 0; round < 1000; round++) {
        gcv_memory_counts few, many;
        memset(&few, 0, sizeof few);
        few.objects = check_random(&random) >> (check_below(&random, 40) + 24);
        few.references = check_random(&random) >> (check_below(&random, 40) + 24);
        few.types = check_random(&random) >> (check_below(&random, 40) + 24);
        few.roots = check_below(&random, 1000);
        many = few;
        many.objects += check_below(&random, 3) * 1000;
        many.references += check_below(&random, 3) * 1000;
        many.unordered = check_below(&random, 2) == 1;
        many.scattered = check_below(&random, 2) == 1;
        for (purpose = 0; purpose < GCV_PURPOSES; purpose++) {
            gcv_memory_need a = gcv_memory_of(GCV_LOAD_GRAPH, (gcv_purpose)purpose, &few);
            gcv_memory_need b = gcv_memory_of(GCV_LOAD_GRAPH, (gcv_purpose)purpose, &many);
            gcv_memory_need c = gcv_memory_of(GCV_LOAD_GRAPH, GCV_FOR_LOOKING, &few);
            gcv_memory_need d = gcv_memory_of(GCV_LOAD_TALLY, GCV_FOR_LOOKING, &few);
            assert_true(a.least <= a.most && a.least <= b.least && a.most <= b.most);
            assert_true(c.least <= a.least && c.most <= a.most);
            assert_true(d.least <= d.most);
        }
    }
}

static void test_counts_beyond_the_world(void **state)
{
    gcv_memory_counts counts;
    gcv_memory_need need;
    (void)state;
    memset(&counts, 0, sizeof counts);
    counts.objects = UINT64_MAX;
    counts.references = UINT64_MAX;
    need = gcv_memory_of(GCV_LOAD_GRAPH, GCV_FOR_SETS, &counts);
    assert_true(need.least == UINT64_C(1) << 60 && need.most == need.least);
}

static void test_about(void **state)
{
    gcv_memory_need need = {100, 300};
    (void)state;
    assert_true(gcv_memory_about(&need, 0) == 200);
    assert_true(gcv_memory_about(&need, 199) == 200);
    assert_true(gcv_memory_about(&need, 200) == 250);
    assert_true(gcv_memory_about(&need, 298) == 299);
    assert_true(gcv_memory_about(&need, 300) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table), cmocka_unit_test(test_examples),
        cmocka_unit_test(test_order), cmocka_unit_test(test_counts_beyond_the_world),
        cmocka_unit_test(test_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
