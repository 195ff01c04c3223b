/* The rows of the dominator tree folded by type, compared with their definition
 * (analysis/type_fold.h), applied literally to each object. */
#include "support/check.h"
#include "support/property.h"

#include "analysis/analyses.h"
#include "analysis/type_fold.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of the oracle, which searches through all rows. */
typedef struct naive_row {
    uint32_t parent, type, depth, lowest;
    bool folded;
    uint64_t objects, bytes;             /* of its own */
    uint64_t objects_below, bytes_below; /* with those of all rows below */
} naive_row;

typedef struct naive {
    bool lists_too;
    naive_row *rows;
    uint32_t n;
    uint32_t *rank; /* per row: number of rows that are chosen before it; GCV_NONE: never chosen */
} naive;

static uint32_t child_of(naive *all, uint32_t parent, uint32_t type)
{
    for (uint32_t i = 0; i < all->n; i++) {
        if (all->rows[i].parent == parent && all->rows[i].type == type) {
            return i;
        }
    }
    naive_row *row = &all->rows[all->n];
    memset(row, 0, sizeof *row);
    row->parent = parent;
    row->type = type;
    row->lowest = GCV_NONE;
    row->depth = parent == GCV_NONE ? 1 : all->rows[parent].depth + 1;
    return all->n++;
}

static uint32_t target(naive *all, uint32_t parent, uint32_t type)
{
    uint32_t lowest = GCV_NONE, n = 0;
    if (parent == GCV_NONE || !all->lists_too) {
        return child_of(all, parent, type);
    }
    if (all->rows[parent].type == type || all->rows[parent].type == GCV_NONE) {
        all->rows[parent].folded = all->rows[parent].type != GCV_NONE;
        return parent;
    }
    if (all->rows[parent].depth == GCV_FOLD_DEPTH) {
        return child_of(all, parent, GCV_NONE);
    }
    for (uint32_t at = parent; at != GCV_NONE; at = all->rows[at].parent) {
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
    for (uint32_t i = 0; i < all->n; i++) {
        for (uint32_t at = i; at != GCV_NONE; at = all->rows[at].parent) {
            all->rows[at].objects_below += all->rows[i].objects;
            all->rows[at].bytes_below += all->rows[i].bytes;
        }
    }
}

/* Returns whether an object is at the top, and sets `*inside` to whether it is there or below. */
static bool is_top(const gcv_dominators *d, const gcv_u32_column *tops, uint32_t number,
                   bool *inside)
{
    *inside = false;
    for (uint32_t at = number; at != 0 && !*inside; at = d->dominator[at]) {
        for (size_t i = 0; i < tops->n; i++) {
            *inside = *inside || tops->data[i] == at;
        }
        if (*inside) {
            return at == number;
        }
    }
    return false;
}

static void fold(naive *all, const gcv_heap *heap, const gcv_dominators *d,
                 const gcv_u32_column *tops)
{
    uint32_t *row_of = graph_alloc(d->n_reached + 1, sizeof *row_of);
    all->rows = graph_alloc(d->n_reached + 1, sizeof *all->rows);
    all->n = 0;
    for (uint32_t number = 1; number <= d->n_reached; number++) {
        const uint32_t object = d->object[number];
        const uint32_t type = gcv_heap_type_row(heap, heap->type.data[object]);
        bool inside;
        const bool top = is_top(d, tops, number, &inside);
        if (!inside) {
            continue;
        }
        uint32_t above = top ? GCV_NONE : row_of[d->dominator[number]];
        uint32_t row = target(all, above, type);
        row_of[number] = row;
        if (all->rows[row].parent == above && object < all->rows[row].lowest) {
            all->rows[row].lowest = object;
        }
        all->rows[row].objects++;
        all->rows[row].bytes += gcv_heap_object_bytes(heap, object);
    }
    free(row_of);
    add_up(all);
}

/* ---- the rows with the most bytes --------------------------------------------------------- */

static bool is_before(const naive_row *x, const naive_row *y)
{
    return x->bytes_below != y->bytes_below ? x->bytes_below > y->bytes_below
           : x->type != y->type             ? x->type < y->type
                                            : x->lowest < y->lowest;
}

/* Which rows are wanted if `wants` is set. */
static bool is_some_type(uint32_t type) { return type % 3 != 1; }

static bool wants_some(void *payload, uint32_t row)
{
    return is_some_type(((const gcv_type_fold *)payload)->rows.data[row].type);
}

/* Returns the row to choose next; GCV_NONE: there is none. */
static uint32_t next_chosen(const naive *all, const gcv_fold_query *query)
{
    uint32_t best = GCV_NONE;
    for (uint32_t i = 0; i < all->n; i++) {
        const naive_row *row = &all->rows[i];
        if (all->rank[i] == GCV_NONE && row->bytes_below >= query->least &&
            row->depth <= query->deepest && (query->wants == NULL || is_some_type(row->type)) &&
            (row->parent == GCV_NONE || all->rank[row->parent] != GCV_NONE) &&
            (best == GCV_NONE || is_before(row, &all->rows[best]))) {
            best = i;
        }
    }
    return best;
}

/* Chooses rows without an end; returns their number. */
static uint32_t choose(naive *all, const gcv_fold_query *query)
{
    uint32_t i, n = 0;
    memset(all->rank, 0xff, (size_t)all->n * sizeof *all->rank); /* GCV_NONE */
    while ((i = next_chosen(all, query)) != GCV_NONE) {
        all->rank[i] = n++;
    }
    return n;
}

static bool is_wanted(const naive *all, uint32_t row, const gcv_fold_query *query)
{
    return all->rank[row] < query->most && all->rank[row] != GCV_NONE;
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

/* Whether the rows wanted are listed in their order, with the right figures. */
static bool list_is_right(const gcv_type_fold *fold, naive *all, const uint32_t *found,
                          const gcv_fold_query *query, char why[GRAPH_WHY_MAX])
{
    const uint32_t may = choose(all, query);
    uint32_t n = 0;
    bool good = true;
    for (uint32_t k = 0; good && k < all->n; k++) {
        const naive_row *expected = &all->rows[k];
        const gcv_type_row *row = found[k] != GCV_NONE ? &fold->rows.data[found[k]] : NULL;
        if (expected->parent == GCV_NONE || is_wanted(all, expected->parent, query)) {
            good = row != NULL || graph_fails(why, "row %" PRIu32 " is missing", k);
        }
        if (good && is_wanted(all, k, query)) {
            const uint32_t rank = all->rank[k];
            good = (rank < fold->largest.n && fold->largest.data[rank] == found[k] &&
                    row->objects == expected->objects && row->bytes == expected->bytes &&
                    row->folded == expected->folded) ||
                   graph_fails(why, "own objects or rank of row %" PRIu32, k);
            n++;
        }
    }
    return good && ((fold->largest.n == n && (n < may) == (fold->n_left > 0)) ||
                    graph_fails(why, "%zu rows are wanted, must be %" PRIu32, fold->largest.n, n));
}

/* Rows wanted, the rows directly below them, and tops must be there. */
static bool fold_is_right(gcv_context *ctx, gcv_fold_query *query, naive *all,
                          char why[GRAPH_WHY_MAX])
{
    uint32_t *found = graph_alloc(all->n + 1, sizeof *found);
    gcv_type_fold fold;
    query->payload = &fold;
    gcv_type_fold_find(ctx, query, &fold);
    bool good = paths_are_right(&fold.rows, all, found, why) &&
                list_is_right(&fold, all, found, query, why);
    if (query->most == UINT64_MAX && query->least == 0 && query->deepest == UINT64_MAX &&
        query->wants == NULL) {
        good = good && (fold.rows.n == all->n || graph_fails(why, "%zu rows in all", fold.rows.n));
    }
    GCV_RELEASE(ctx, &fold.rows, &fold.largest);
    free(found);
    return good;
}

/* All rows, then the largest ones, those of a size, those down to a depth, those of some types. */
static bool holds_for_tops(gcv_context *ctx, gcv_fold_query *query, char why[GRAPH_WHY_MAX])
{
    naive all;
    bool good = true;
    all.lists_too = query->lists_too;
    fold(&all, query->heap, query->dominators, query->tops);
    all.rank = graph_alloc(all.n + 1, sizeof *all.rank);
    const uint64_t most[] = {UINT64_MAX, 0, 1,         all.n / 2, 5, (uint64_t)all.n * 3 / 4,
                             UINT64_MAX, 9, UINT64_MAX};
    for (size_t i = 0; good && i < sizeof most / sizeof most[0]; i++) {
        query->most = most[i];
        query->least = i % 3 == 0 ? 0 : i % 3 == 1 ? 1 : query->dominators->retained[0] / 7;
        query->deepest = i % 4 == 0 ? UINT64_MAX : i;
        query->wants = i >= 7 ? wants_some : NULL;
        good = fold_is_right(ctx, query, &all, why);
    }
    free(all.rows);
    free(all.rank);
    return good;
}

/* Lists objects at the top: those with a root whose type is among every `step`; or, if `step` is 0,
 * objects somewhere in the tree. */
static void list_tops(const gcv_heap *heap, const gcv_dominators *d, uint32_t step,
                      gcv_context *ctx, gcv_u32_column *tops)
{
    uint32_t end = 0;
    bool inside;
    tops->n = 0;
    for (uint32_t number = 1; number <= d->n_reached; number++) {
        const uint32_t type = heap->type.data[d->object[number]];
        (void)is_top(d, tops, number, &inside);
        if (step > 0 ? d->dominator[number] == 0 && type % step == 0
                     : !inside && number % 3 == 2 && end++ < 4) {
            gcv_u32_column_push(ctx, tops, number);
        }
    }
}

/* ---- heaps -------------------------------------------------------------------------------- */

static bool holds_for(gcv_context *ctx, const gcv_heap *heap, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_u32_column tops = {NULL, 0, 0};
    gcv_dominator_tree tree;
    gcv_dominators d;
    bool good = true;
    gcv_root_set roots = gcv_root_set_of(ctx, heap, weak, NULL);
    gcv_dominators_compute(ctx, heap, &roots, &d);
    gcv_dominator_tree_init(ctx, &tree, &d, true);
    for (uint32_t step = 0; good && step < 3; step++) {
        gcv_fold_query query = {.heap = heap, .dominators = &d, .tree = &tree, .tops = &tops};
        list_tops(heap, &d, step, ctx, &tops);
        good = holds_for_tops(ctx, &query, why);
        query.lists_too = true;
        good = good && holds_for_tops(ctx, &query, why);
    }
    gcv_u32_column_release(ctx, &tops);
    gcv_dominator_tree_release(ctx, &tree);
    gcv_dominators_release(ctx, &d);
    gcv_root_set_release(ctx, &roots);
    return good;
}

static bool subject_rows_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    return holds_for(s->ctx, s->heap, weak, why);
}

/* Returns the number of all rows of a heap. */
static size_t rows_of(gcv_context *ctx, const gcv_heap *heap)
{
    gcv_u32_column tops = {NULL, 0, 0};
    gcv_dominator_tree tree;
    gcv_dominators d;
    gcv_type_fold fold;
    gcv_root_set roots = gcv_root_set_of(ctx, heap, false, NULL);
    gcv_dominators_compute(ctx, heap, &roots, &d);
    gcv_dominator_tree_init(ctx, &tree, &d, true);
    list_tops(heap, &d, 1, ctx, &tops);
    {
        const gcv_fold_query query = {heap,       &d, &tree,      &tops, true,
                                      UINT64_MAX, 0,  UINT64_MAX, NULL,  NULL};
        gcv_type_fold_find(ctx, &query, &fold);
    }
    size_t n = fold.rows.n;
    GCV_RELEASE(ctx, &fold.rows, &fold.largest, &tops);
    gcv_dominator_tree_release(ctx, &tree);
    gcv_dominators_release(ctx, &d);
    gcv_root_set_release(ctx, &roots);
    return n;
}

/* Makes one chain of objects, whose types repeat the letters of `types`; each object has a sibling
 * with a type of its own. `*n_rows`: the number of rows after folding. */
static void check_chain(const char *types, unsigned length, size_t n_rows, bool distinct)
{
    gcv_context *ctx = gcv_context_new(0);
    char *log = graph_alloc(length + 40, 100), why[GRAPH_WHY_MAX] = "";
    size_t size = (size_t)sprintf(log, "a 2 x 1\n");
    const unsigned n_types = distinct ? length : (unsigned)strlen(types);
    gcv_heap *heap;
    for (unsigned i = 0; i < n_types; i++) {
        size += (size_t)sprintf(log + size, "t %x T%u\n", i + 1, distinct ? i : (unsigned)types[i]);
    }
    for (unsigned i = 0; i < length; i++) {
        size += (size_t)sprintf(log + size, "o %x %x 10", (i + 1) * 16, i % n_types + 1);
        size += (size_t)sprintf(log + size, i + 1 < length ? " %x\n" : "\n", (i + 2) * 16);
    }
    size += (size_t)sprintf(log + size, "r 10 4 0\nc x 2\n");
    assert_int_equal(gcv_heap_load_memory(ctx, "chain", log, size, NULL, &heap, NULL), GCV_OK);
    if (!holds_for(ctx, heap, false, why)) {
        fail_msg("%s: %s", types, why);
    }
    assert_int_equal(rows_of(ctx, heap), n_rows);
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
    uint32_t parent[OBJECTS];
    gcv_heap *heap;
    for (uint32_t i = 1; i <= n_types; i++) {
        size += (size_t)sprintf(log + size, "t %x T%c\n", i, (char)('@' + i));
    }
    for (uint32_t i = 0; i < OBJECTS; i++) {
        const bool is_below = i == 0 || graph_below(&state, seed % 2 == 0 ? 8 : 2) != 0;
        parent[i] = is_below ? i - 1 : graph_below(&state, i);
    }
    for (uint32_t i = 0; i < OBJECTS; i++) {
        size +=
            (size_t)sprintf(log + size, "o %x %x", (i + 1) * 16, graph_below(&state, n_types) + 1);
        size += (size_t)sprintf(log + size, " %x", graph_below(&state, 2) * 8 + 16);
        for (uint32_t k = i + 1; k < OBJECTS; k++) {
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
    for (uint64_t seed = 1; seed <= 60; seed++) {
        check_tree(seed);
    }
}

static void random_heaps(NO_STATE)
{
    static const property laws[] = {
        {.of_subject = subject_rows_hold, .all_small = true, .any_number = true},
        {.of_subject = subject_rows_hold, .seed = 0x726f7773, .cases = 1500, .n = {0, 12}},
        {.of_subject = subject_rows_hold, .seed = 0x726f7774, .cases = 300, .n = {8, 60}},
    };
    property_check_all(laws, CHECK_COUNT(laws));
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
