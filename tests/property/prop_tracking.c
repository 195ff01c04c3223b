/* The tables of `track` and `map`, compared with a heap whose objects are known by name: they must
 * show what really happened. */
#include "support/check.h"
#include "support/effort.h"

#include "report/track/track.h"
#include "report/track/track.h"
#include "support/reported.h"
#include "support/known_heap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const known_object *first_of(const known_heap *f) { return f->at[0]; }

static const known_object *last_of(const known_heap *f) { return f->at[f->n_dumps - 1]; }

/* Returns the number of an object in a heap. */
static uint32_t number_of(const known_heap *f, uint32_t dump, uint32_t i)
{
    uint32_t object = gcv_heap_find(f->heaps[dump], 0, f->at[dump][i].id);
    assert_true(object != GCV_NONE);
    return object;
}

/* ---- running a report --------------------------------------------------------------------- */

/* Returns the output of the command line as tsv, without the header; the caller frees it. */
static char *run(known_heap *f, const char *words, void (*function)(gcv_report *))
{
    const reported input = {
        f->ctx, (const gcv_heap *const *)f->heaps, f->n_dumps, f->moves, f->numbers, function};
    char *text = reported_text(&input, words, NULL), *rows = strchr(text, '\n');
    assert_non_null(rows);
    memmove(text, rows + 1, strlen(rows));
    return text;
}

static void check_text(uint64_t seed, const char *what, const char *is, const char *wanted)
{
    if (strcmp(is, wanted) != 0) {
        fail_msg("seed %" PRIu64 ": %s:\n%sinstead of:\n%s", seed, what, is, wanted);
    }
}

/* ---- the expected tables ------------------------------------------------------------------ */

typedef struct line {
    uint64_t key; /* highest first, then … */
    char text[160];
    uint64_t place; /* … in this order */
} line;

static int compare_lines(const void *a, const void *b)
{
    const line *x = a, *y = b;
    if (x->key != y->key) {
        return x->key > y->key ? -1 : 1;
    }
    return x->place < y->place ? -1 : x->place > y->place;
}

/* Compares the output of a command line with the lines in their order. */
static void check_lines(known_heap *f, uint64_t seed, const char *words, line *lines, size_t n)
{
    graph_text wanted = {NULL, 0, 0};
    char *is = run(f, words, NULL);
    qsort(lines, n, sizeof *lines, compare_lines);
    for (size_t i = 0; i < n; i++) {
        graph_puts(&wanted, lines[i].text);
    }
    graph_put(&wanted, "", 1);
    check_text(seed, words, is, wanted.data);
    free(is);
    graph_text_release(&wanted);
}

static void check_types(known_heap *f, uint64_t seed)
{
    const known_object *a = first_of(f), *b = last_of(f);
    line lines[KNOWN_TYPES];
    size_t n = 0;
    for (uint32_t t = 0; t < KNOWN_TYPES; t++) {
        uint64_t count[3] = {0, 0, 0}, bytes[3] = {0, 0, 0};
        for (uint32_t i = 0; i < f->n; i++) {
            if (f->type[i] == t && (a[i].present || b[i].present)) {
                uint32_t column = a[i].present && b[i].present ? 0 : a[i].present ? 1 : 2;
                count[column]++;
                bytes[column] += f->size[i];
            }
        }
        if (count[0] + count[1] + count[2] > 0) {
            lines[n].key = bytes[2];
            lines[n].place = t;
            (void)snprintf(lines[n].text, sizeof lines[n].text,
                           "%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
                           "\t%" PRIu64 "\tT%" PRIu32 "\n",
                           count[0], count[1], count[2], bytes[0], bytes[1], bytes[2], t);
            n++;
        }
    }
    check_lines(f, seed, "track", lines, n);
}

static void check_ages(known_heap *f, uint64_t seed)
{
    line lines[KNOWN_TYPES * KNOWN_DUMPS];
    size_t n = 0;
    for (uint32_t t = 0; t < KNOWN_TYPES; t++) {
        for (uint32_t age = 0; age < f->n_dumps; age++) {
            uint64_t count = 0, bytes = 0;
            for (uint32_t i = 0; i < f->n; i++) {
                uint32_t held = 0;
                for (uint32_t d = 0; d + 1 < f->n_dumps; d++) {
                    held += f->at[d][i].present;
                }
                if (f->type[i] == t && last_of(f)[i].present && held == age) {
                    count++;
                    bytes += f->size[i];
                }
            }
            if (count > 0) {
                lines[n].key = bytes;
                lines[n].place = t * KNOWN_DUMPS + age;
                (void)snprintf(lines[n].text, sizeof lines[n].text,
                               "%" PRIu64 "\t%" PRIu64 "\t%" PRIu32 "\tT%" PRIu32 "\n", count,
                               bytes, age, t);
                n++;
            }
        }
    }
    check_lines(f, seed, "track --ages", lines, n);
}

/* Marks the objects that the roots reach without `out`. */
static void reach(const known_heap *f, const known_object *at, uint32_t out, bool *reached)
{
    bool again = true;
    for (uint32_t i = 0; i < f->n; i++) {
        reached[i] = at[i].root && i != out;
    }
    while (again) {
        again = false;
        for (uint32_t i = 0; i < f->n; i++) {
            for (uint32_t k = 0; reached[i] && k < at[i].n; k++) {
                uint32_t target = at[i].references[k];
                if (target != out && !reached[target]) {
                    reached[target] = again = true;
                }
            }
        }
    }
}

/* 0: unreachable. */
static uint64_t retained(const known_heap *f, const known_object *at, uint32_t object)
{
    bool with[KNOWN_OBJECTS], without[KNOWN_OBJECTS];
    uint64_t bytes = 0;
    reach(f, at, GCV_NONE, with);
    reach(f, at, object, without);
    for (uint32_t i = 0; i < f->n; i++) {
        bytes += with[object] && with[i] && !without[i] ? f->size[i] : 0;
    }
    return bytes;
}

/* Counts references to each object beyond those that existed before. */
static uint32_t gained(const known_heap *f, const known_object *before, const known_object *now)
{
    uint32_t sum = 0;
    for (uint32_t target = 0; target < f->n; target++) {
        uint32_t was = 0, is = 0;
        for (uint32_t k = 0; k < before->n; k++) {
            was += before->references[k] == target;
        }
        for (uint32_t k = 0; k < now->n; k++) {
            is += now->references[k] == target;
        }
        sum += is > was ? is - was : 0;
    }
    return sum;
}

static void check_growing(known_heap *f, uint64_t seed)
{
    const known_object *a = first_of(f), *b = last_of(f);
    line lines[KNOWN_OBJECTS];
    size_t n = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        uint64_t before = a[i].present && b[i].present ? retained(f, a, i) : 0;
        uint64_t now = before > 0 ? retained(f, b, i) : 0;
        if (now > before) {
            lines[n].key = now - before;
            lines[n].place =
                (uint64_t)f->type[i] << 32 | number_of(f, f->n_dumps - 1, i); /* ids ascend */
            (void)snprintf(lines[n].text, sizeof lines[n].text,
                           "%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu32 "\t%" PRIx64
                           "\t%" PRIx64 "\tT%" PRIu32 "\n",
                           now - before, before, now, gained(f, &a[i], &b[i]), a[i].id, b[i].id,
                           f->type[i]);
            n++;
        }
    }
    check_lines(f, seed, "track --growing --top 0", lines, n);
}

static void check_maps(known_heap *f, uint64_t seed)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (first_of(f)[i].present) {
            char words[40];
            (void)snprintf(words, sizeof words, "map --object %" PRIx64, first_of(f)[i].id);
            char *is = run(f, words, NULL);
            graph_put(&f->map_rows[i], "", 1);
            check_text(seed, "map", is, f->map_rows[i].data);
            free(is);
        }
    }
}

static void chains_as_tree(gcv_report *report)
{
    static const gcv_chain_options as_tree = {{{NULL}, 0}, {{NULL}, 0}, NULL, {{false, 0}}, true};
    const gcv_track_options *options = report->options->own;
    gcv_track track = gcv_follow_objects(report);
    gcv_track_write_chains(report, &track, options->born, &as_tree);
    gcv_track_release(report->ctx, &track);
}

/* Checks which objects are targets: the tops of the tree of chains add up to them. The chains
 * themselves are those of `chains`, which has its own tests. */
static void check_targets(known_heap *f, uint64_t seed, bool born)
{
    const known_object *a = first_of(f), *b = last_of(f);
    bool reached[KNOWN_OBJECTS];
    uint64_t wanted = 0, count = 0, bytes = 0, sum_count = 0, sum_bytes = 0;
    uint64_t wanted_bytes = 0;
    reach(f, b, GCV_NONE, reached);
    for (uint32_t i = 0; i < f->n; i++) {
        if (b[i].present && reached[i] && a[i].present != born) {
            wanted++;
            wanted_bytes += f->size[i];
        }
    }
    char *is = run(f,
                   born ? "track --chains --born --type T* --limit 0"
                        : "track --chains --type T* --limit 0",
                   chains_as_tree);
    for (char *row = is; *row != '\0'; row = strchr(row, '\n') + 1) {
        uint64_t depth;
        unsigned share;
        assert_int_equal(
            sscanf(row, "%" SCNu64 "\t%" SCNu64 "\t%u\t%" SCNu64, &depth, &bytes, &share, &count),
            4);
        sum_count += depth == 1 ? count : 0;
        sum_bytes += depth == 1 ? bytes : 0;
    }
    if (sum_count != wanted || sum_bytes != wanted_bytes) {
        fail_msg("seed %" PRIu64 ": chains of %" PRIu64 " objects, not %" PRIu64 ":\n%s", seed,
                 sum_count, wanted, is);
    }
    free(is);
}

/* ---- the tests ---------------------------------------------------------------------------- */

static void test_tables(NO_STATE)
{
    for (uint64_t seed = 1; seed <= effort_rounds(400); seed++) {
        static known_heap f; /* too large for the stack */
        known_heap_open(&f, seed);
        check_types(&f, seed);
        check_ages(&f, seed);
        check_growing(&f, seed);
        check_maps(&f, seed);
        check_targets(&f, seed, false);
        check_targets(&f, seed, true);
        known_heap_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests_name("property.tracking", tests, NULL, NULL);
}
