/* The rows of the picture, compared with their definition (analysis/type_fold.h), applied literally
 * to each object; and the rows with the most bytes, compared with all rows. */
#include "support/check.h"
#include "support/property.h"

#include "analysis/analyses.h"
#include "analysis/largest_type_rows.h"
#include "analysis/type_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of the oracle, which searches through all rows. */
typedef struct naive_row {
    uint32_t parent, type, depth;
    bool folded;
    uint64_t objects, bytes;             /* of its own */
    uint64_t objects_below, bytes_below; /* with those of all rows below */
} naive_row;

typedef struct naive {
    naive_row *rows;
    uint32_t n;
} naive;

static uint32_t child_of(naive *all, uint32_t parent, uint32_t type)
{
    naive_row *row;
    uint32_t i;
    for (i = 0; i < all->n; i++) {
        if (all->rows[i].parent == parent && all->rows[i].type == type) {
            return i;
        }
    }
    row = &all->rows[all->n];
    memset(row, 0, sizeof *row);
    row->parent = parent;
    row->type = type;
    row->depth = parent == GCV_NONE ? 1 : all->rows[parent].depth + 1;
    return all->n++;
}

static uint32_t target(naive *all, uint32_t parent, uint32_t type)
{
    uint32_t at, lowest = GCV_NONE, n = 0;
    if (parent == GCV_NONE) {
        return child_of(all, parent, type);
    }
    if (all->rows[parent].type == type || all->rows[parent].type == GCV_NONE) {
        all->rows[parent].folded = all->rows[parent].type != GCV_NONE;
        return parent;
    }
    if (all->rows[parent].depth == GCV_FOLD_DEPTH) {
        return child_of(all, parent, GCV_NONE);
    }
    for (at = parent; at != GCV_NONE; at = all->rows[at].parent) {
        if (all->rows[at].type == type) {
            lowest = lowest == GCV_NONE ? at : lowest;
            n++;
        }
    }
    if (n >= GCV_FOLD_RUN) {
        all->rows[lowest].folded = true;
        return lowest;
    }
    return child_of(all, parent, type);
}

/* Adds each row to all rows above it. */
static void add_up(naive *all)
{
    uint32_t i, at;
    for (i = 0; i < all->n; i++) {
        for (at = i; at != GCV_NONE; at = all->rows[at].parent) {
            all->rows[at].objects_below += all->rows[i].objects;
            all->rows[at].bytes_below += all->rows[i].bytes;
        }
    }
}

/* Whether the topmost object above an object, or the object itself, counts. */
static bool is_inside(const gcv_dominators *d, const gcv_selection *tops, uint32_t number)
{
    while (d->dominator[number] != 0) {
        number = d->dominator[number];
    }
    return tops == NULL || gcv_selection_has(tops, d->object[number]);
}

static void fold(naive *all, const gcv_heap *heap, const gcv_dominators *d,
                 const gcv_selection *tops)
{
    uint32_t *row_of = graph_alloc(d->n_reached + 1, sizeof *row_of), number;
    all->rows = graph_alloc(d->n_reached + 1, sizeof *all->rows);
    all->n = 0;
    row_of[0] = GCV_NONE;
    for (number = 1; number <= d->n_reached; number++) {
        const uint32_t object = d->object[number];
        const uint32_t type = gcv_heap_type_row(heap, heap->type.data[object]);
        uint32_t row;
        if (!is_inside(d, tops, number)) {
            continue;
        }
        row = target(all, row_of[d->dominator[number]], type);
        row_of[number] = row;
        all->rows[row].objects++;
        all->rows[row].bytes += gcv_heap_object_bytes(heap, object);
    }
    free(row_of);
    add_up(all);
}

/* Both make rows in the order in which objects need them, so they have the same numbers. */
static bool rows_are_right(const gcv_type_row_column *rows, const naive *all,
                           char why[GRAPH_WHY_MAX])
{
    uint32_t i;
    if (rows->n != all->n) {
        return graph_fails(why, "%zu rows, must be %" PRIu32, rows->n, all->n);
    }
    for (i = 0; i < all->n; i++) {
        const gcv_type_row *row = &rows->data[i];
        const naive_row *expected = &all->rows[i];
        if (row->parent != expected->parent || row->type != expected->type ||
            row->depth != expected->depth || row->folded != expected->folded ||
            row->objects != expected->objects || row->bytes != expected->bytes ||
            row->below != expected->bytes_below) {
            return graph_fails(why, "row %" PRIu32 " is not right", i);
        }
    }
    return true;
}

/* ---- the rows with the most bytes --------------------------------------------------------- */

/* Whether row `a` is before row `b`: more bytes, nearer the top, larger parent, lower type. */
static bool is_before(const naive *all, uint32_t a, uint32_t b)
{
    const naive_row *x = &all->rows[a], *y = &all->rows[b];
    return x->bytes_below != y->bytes_below ? x->bytes_below > y->bytes_below
           : x->depth != y->depth           ? x->depth < y->depth
           : x->parent != y->parent         ? is_before(all, x->parent, y->parent)
                                            : x->type < y->type;
}

/* Whether the row is one of the `most` rows with the most bytes. */
static bool is_large(const naive *all, uint32_t row, size_t most, uint64_t least)
{
    size_t n = 0;
    uint32_t i;
    for (i = 0; i < all->n; i++) {
        n += is_before(all, i, row);
    }
    return n < most && all->rows[row].bytes_below >= least;
}

/* Finds the row of the oracle at the path of each found row; `found` is by row of the oracle. */
static bool paths_are_right(const gcv_type_row_column *rows, const naive *all, uint32_t *found,
                            char why[GRAPH_WHY_MAX])
{
    uint32_t *at = graph_alloc(rows->n + 1, sizeof *at), i, k;
    bool good = true;
    for (k = 0; k < all->n; k++) {
        found[k] = GCV_NONE;
    }
    for (i = 0; good && i < rows->n; i++) {
        const gcv_type_row *row = &rows->data[i];
        const uint32_t parent = row->parent != GCV_NONE ? at[row->parent] : GCV_NONE;
        for (k = 0; k < all->n && (all->rows[k].parent != parent || all->rows[k].type != row->type);
             k++) {
        }
        good = k < all->n && found[k] == GCV_NONE && row->depth == all->rows[k].depth &&
               row->below == all->rows[k].bytes_below &&
               row->objects_below == all->rows[k].objects_below;
        at[i] = k;
        if (good) {
            found[k] = i;
        }
    }
    free(at);
    return good || graph_fails(why, "large row %" PRIu32 " is not right", i - 1);
}

/* Large rows, the rows directly below them, and tops must be there. */
static bool largest_are_right(const gcv_type_row_column *rows, const naive *all, size_t most,
                              uint64_t least, char why[GRAPH_WHY_MAX])
{
    uint32_t *found = graph_alloc(all->n + 1, sizeof *found), k;
    bool good = paths_are_right(rows, all, found, why);
    for (k = 0; good && k < all->n; k++) {
        const naive_row *expected = &all->rows[k];
        const gcv_type_row *row = found[k] != GCV_NONE ? &rows->data[found[k]] : NULL;
        if (expected->parent == GCV_NONE || is_large(all, expected->parent, most, least)) {
            good = row != NULL || graph_fails(why, "a row is missing of %zu", most);
        }
        if (good && is_large(all, k, most, least)) {
            good = (row->objects == expected->objects && row->bytes == expected->bytes &&
                    row->folded == expected->folded) ||
                   graph_fails(why, "own objects of %" PRIu32 " of %zu", k, most);
        }
    }
    free(found);
    return good;
}

static bool largest_hold(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *d,
                         const gcv_selection *tops, const naive *all, char why[GRAPH_WHY_MAX])
{
    const size_t most[] = {0, 1, all->n / 2, 5, (size_t)all->n * 3 / 4, 100};
    gcv_dominator_tree tree;
    bool good = true;
    size_t i;
    gcv_dominator_tree_init(ctx, &tree, d, true);
    for (i = 0; good && i < sizeof most / sizeof most[0]; i++) {
        const uint64_t least = i % 2 == 0 ? 1 : d->retained[0] / 7;
        gcv_type_row_column rows;
        gcv_largest_type_rows_find(ctx, heap, d, &tree, tops, most[i], least, &rows);
        good = largest_are_right(&rows, all, most[i], least, why);
        gcv_type_row_column_release(ctx, &rows);
    }
    gcv_dominator_tree_release(ctx, &tree);
    return good;
}

/* ---- heaps -------------------------------------------------------------------------------- */

static bool holds_for_tops(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *d,
                           const gcv_selection *tops, char why[GRAPH_WHY_MAX])
{
    gcv_type_row_column rows;
    naive all;
    bool good;
    gcv_type_rows_find(ctx, heap, d, tops, &rows);
    fold(&all, heap, d, tops);
    good = rows_are_right(&rows, &all, why) && largest_hold(ctx, heap, d, tops, &all, why);
    free(all.rows);
    gcv_type_row_column_release(ctx, &rows);
    return good;
}

/* All tops count, then those of every other type. */
static bool holds_for(gcv_context *ctx, const gcv_heap *heap, bool weak, char why[GRAPH_WHY_MAX])
{
    static const gcv_filter all = {0};
    gcv_root_set roots;
    gcv_dominators d;
    gcv_selection tops;
    uint32_t i;
    bool good;
    gcv_root_set_compute(ctx, heap, weak, &roots);
    gcv_dominators_compute(ctx, heap, &roots, &d);
    gcv_selection_find(ctx, heap, &all, &tops);
    for (i = 0; i < heap->n_types; i++) {
        tops.types[i] = i % 2 == 0;
    }
    good = holds_for_tops(ctx, heap, &d, NULL, why) && holds_for_tops(ctx, heap, &d, &tops, why);
    gcv_selection_release(ctx, &tops);
    gcv_dominators_release(ctx, &d);
    gcv_root_set_release(ctx, &roots);
    return good;
}

static bool subject_rows_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    return holds_for(s->ctx, s->heap, weak, why);
}

/* Makes one chain of objects, whose types repeat the letters of `types`; each object has a sibling
 * with a type of its own. `*n_rows`: the number of rows after folding. */
static void check_chain(const char *types, unsigned length, size_t n_rows, bool distinct)
{
    gcv_context *ctx = gcv_context_new(0);
    char *log = graph_alloc(length + 40, 100), why[GRAPH_WHY_MAX] = "";
    size_t size = (size_t)sprintf(log, "a 2 x 1\n");
    const unsigned n_types = distinct ? length : (unsigned)strlen(types);
    gcv_type_row_column rows;
    gcv_root_set roots;
    gcv_dominators d;
    gcv_heap *heap;
    unsigned i;
    for (i = 0; i < n_types; i++) {
        size += (size_t)sprintf(log + size, "t %x T%u\n", i + 1, distinct ? i : (unsigned)types[i]);
    }
    for (i = 0; i < length; i++) {
        size += (size_t)sprintf(log + size, "o %x %x 10", (i + 1) * 16, i % n_types + 1);
        size += (size_t)sprintf(log + size, i + 1 < length ? " %x\n" : "\n", (i + 2) * 16);
    }
    size += (size_t)sprintf(log + size, "r 10 4 0\nc x 2\n");
    assert_int_equal(gcv_heap_load_memory(ctx, "chain", log, size, NULL, &heap, NULL), GCV_OK);
    if (!holds_for(ctx, heap, false, why)) {
        fail_msg("%s: %s", types, why);
    }
    gcv_root_set_compute(ctx, heap, false, &roots);
    gcv_dominators_compute(ctx, heap, &roots, &d);
    gcv_type_rows_find(ctx, heap, &d, NULL, &rows);
    assert_int_equal(rows.n, n_rows);
    gcv_type_row_column_release(ctx, &rows);
    gcv_dominators_release(ctx, &d);
    gcv_root_set_release(ctx, &roots);
    gcv_heap_free(heap);
    free(log);
    gcv_context_free(ctx);
}

static void chains(NO_STATE)
{
    check_chain("A", 1000, 1, false);
    check_chain("AB", 1000, 16, false);
    check_chain("ABC", 1000, 24, false);
    check_chain("AAB", 1000, 16, false);
    check_chain("", 64, 64, true);
    check_chain("", 65, 65, true);
    check_chain("", 500, 65, true);
}

/* A tree of objects, of which many rows tie: with an even seed of three types, and so deep that
 * these recur many times on one path; else wide. */
static void check_tree(uint64_t seed)
{
    enum { OBJECTS = 120 };
    gcv_context *ctx = gcv_context_new(0);
    char *log = graph_alloc(OBJECTS, 400), why[GRAPH_WHY_MAX] = "";
    size_t size = (size_t)sprintf(log, "a 2 x 1\n");
    const uint32_t n_types = seed % 2 == 0 ? 3 : 20;
    uint64_t state = seed;
    uint32_t parent[OBJECTS], i, k;
    gcv_heap *heap;
    for (i = 1; i <= n_types; i++) {
        size += (size_t)sprintf(log + size, "t %x T%c\n", i, (char)('@' + i));
    }
    for (i = 0; i < OBJECTS; i++) {
        const bool is_below = i == 0 || graph_below(&state, seed % 2 == 0 ? 8 : 2) != 0;
        parent[i] = is_below ? i - 1 : graph_below(&state, i);
    }
    for (i = 0; i < OBJECTS; i++) {
        size +=
            (size_t)sprintf(log + size, "o %x %x", (i + 1) * 16, graph_below(&state, n_types) + 1);
        size += (size_t)sprintf(log + size, " %x", graph_below(&state, 2) * 8 + 16);
        for (k = i + 1; k < OBJECTS; k++) {
            if (parent[k] == i) {
                size += (size_t)sprintf(log + size, " %x", (k + 1) * 16);
            }
        }
        size += (size_t)sprintf(log + size, "\n");
    }
    size += (size_t)sprintf(log + size, "r 10 4 0\nc x 2\n");
    assert_int_equal(gcv_heap_load_memory(ctx, "tree", log, size, NULL, &heap, NULL), GCV_OK);
    if (!holds_for(ctx, heap, false, why)) {
        fail_msg("tree %" PRIu64 ": %s", seed, why);
    }
    gcv_heap_free(heap);
    free(log);
    gcv_context_free(ctx);
}

static void deep_trees(NO_STATE)
{
    uint64_t seed;
    for (seed = 1; seed <= 60; seed++) {
        check_tree(seed);
    }
}

static void random_heaps(NO_STATE)
{
    static const property properties[] = {
        {.of_subject = subject_rows_hold, .all_small = true},
        {.of_subject = subject_rows_hold, .seed = 0x726f7773, .cases = 1500, .n = {0, 12}},
        {.of_subject = subject_rows_hold, .seed = 0x726f7774, .cases = 300, .n = {8, 60}},
    };
    property_check_all(properties, CHECK_COUNT(properties));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_heaps),
        cmocka_unit_test(chains),
        cmocka_unit_test(deep_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
