/* past_moved.c - crowds whose objects were elsewhere in an older dump; see past_matcher.h.
 *
 * A constant collection seems to grow where its objects lose a shorter chain, or come from another
 * collection. O(objects + names of types + rows + crowds × NEAREST). */
#include "analysis/suspects/explain/past_matcher.h"

#include "analysis/groups.h"
#include "base/sort.h"

/* ---- their counterparts ------------------------------------------------------------------- */

/* Of a type of the older dump: the crowd into which objects of it came from elsewhere. */
typedef struct moved_type {
    uint32_t row; /* GCV_NONE: none */
    uint32_t n;   /* how many objects */
} moved_type;

/* Counts the reachable objects of each type that are selected. */
static uint32_t *count_types(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *d,
                             const gcv_selection *selection)
{
    uint32_t *n = gcv_alloc_zeroed(ctx, heap->n_types, sizeof *n);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        n[gcv_heap_object_row(heap, i)] +=
            d->number[i] != 0 && gcv_selection_has_place(selection, i);
    }
    return n;
}

/* Finds the crowds that grew by more than twice what their types did: most of what came was
 * elsewhere, as in another collection, or had a shorter chain. `crowded`: by set, its objects
 * so far. Returns the crowd that needs the most, by type. */
static moved_type *find_moved(const gcv_past_matcher *matcher, const uint32_t *crowded)
{
    gcv_context *ctx = matcher->ctx;
    const gcv_heap *now = matcher->input->heap, *old = matcher->old;
    uint32_t *n_now = count_types(ctx, now, matcher->input->dominators, matcher->input->selection);
    uint32_t *n_old = count_types(ctx, old, matcher->d, matcher->selection);
    moved_type *moved = gcv_alloc(ctx, old->n_types, sizeof *moved);
    for (uint32_t i = 0; i < old->n_types; i++) {
        moved[i] = (moved_type){GCV_NONE, 0};
    }
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        const gcv_crowd *crowd = gcv_crowd_of(matcher->found, row);
        const uint32_t there = crowd != NULL ? crowded[matcher->set[i]] : 0,
                       came = crowd != NULL && row->objects > there ? row->objects - there : 0;
        const uint32_t type =
            came > 0 ? gcv_heap_type_named(old, now->types.name[row->type]) : GCV_NONE;
        if (type != GCV_NONE) {
            const uint32_t a = n_old[type], b = n_now[row->type], grew = b > a ? b - a : 0;
            if (grew < came / 2 && came - grew > moved[type].n) {
                moved[type] = (moved_type){matcher->set[i], came - grew};
            }
        }
    }
    GCV_FREE(ctx, n_now, n_old);
    return moved;
}

/* Puts an object into the crowd to which objects of its type came, as long as that needs any. */
static void move(gcv_past_matcher *matcher, moved_type *moved, uint32_t object)
{
    moved_type *to = &moved[matcher->old->type.data[object]];
    if (to->n > 0) {
        gcv_past_add_to_crowd(matcher, to->row, object);
        matcher->moved[to->row] += matcher->d->retained[matcher->d->number[object]];
        to->n--;
    }
}

/* Where ids do not tell which objects those are: objects that are in no crowd come first, then
 * those of crowds that have become smaller. */
void gcv_past_match_moved(gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    const size_t n = matcher->crowded.n;
    uint32_t *crowded = gcv_alloc_zeroed(ctx, matcher->rows->n, sizeof *crowded);
    gcv_bitset in_crowd;
    gcv_bitset_init(ctx, &in_crowd, matcher->old->n_objects);
    gcv_sort_keys(ctx, matcher->crowded.data, n);
    for (size_t i = 0; i < n; i++) {
        crowded[matcher->crowded.data[i] >> 32]++;
        (void)gcv_bitset_add(&in_crowd, (uint32_t)matcher->crowded.data[i]);
    }
    moved_type *moved = find_moved(matcher, crowded);
    for (size_t i = 0; i < matcher->loose.n; i++) {
        if (!gcv_bitset_has(&in_crowd, matcher->loose.data[i].object)) {
            move(matcher, moved, matcher->loose.data[i].object);
        }
    }
    for (size_t i = 0; i < n; i++) {
        const uint32_t set = (uint32_t)(matcher->crowded.data[i] >> 32);
        const uint32_t object = (uint32_t)matcher->crowded.data[i];
        const gcv_crowd *crowd = gcv_crowd_of(matcher->found, &matcher->rows->data[set]);
        if (crowd != NULL && crowded[set] > gcv_crowd_size(crowd) &&
            moved[matcher->old->type.data[object]].row != set) {
            move(matcher, moved, object);
        }
    }
    gcv_sort_keys(ctx, matcher->crowded.data, matcher->crowded.n); /* an object may be in two */
    gcv_bitset_release(ctx, &in_crowd);
    GCV_FREE(ctx, crowded, moved);
}

/* ---- what dominates them ------------------------------------------------------------------ */

/* The rows that are about an object of the later dump, its type or its namespace; GCV_NONE. */
typedef struct row_finder {
    gcv_id_map of_object;
    uint32_t *of_type, *of_space; /* per type */
} row_finder;

static uint64_t hash_name(const gcv_past_matcher *matcher, gcv_slice name)
{
    return gcv_hash_bytes(name.data, name.size, matcher->ctx->seed);
}

static row_finder find_rows(const gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    const gcv_heap *heap = matcher->input->heap;
    row_finder rows = {.of_type = gcv_alloc_none(ctx, heap->n_types),
                       .of_space = gcv_alloc_none(ctx, heap->n_types)};
    gcv_id_map spaces = {NULL, 0, 0};
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        if (row->object != GCV_NONE) {
            gcv_id_map_set(ctx, &rows.of_object, row->object, i);
        } else if (gcv_is_group(row) && row->type != GCV_NONE) {
            rows.of_type[gcv_heap_type_row(heap, row->type)] = i;
        } else if (gcv_is_group(row)) {
            gcv_id_map_set(ctx, &spaces, hash_name(matcher, row->name), i);
        }
    }
    for (uint32_t t = 0; t < heap->n_types && spaces.n > 0; t++) {
        const gcv_slice space = gcv_namespace_of(heap->types.name[t]);
        rows.of_space[t] = gcv_id_map_get(ctx, &spaces, hash_name(matcher, space));
    }
    gcv_id_map_release(ctx, &spaces);
    return rows;
}

/* Adds the bytes of a set to a row, once. `last`: per row, the set that was added last, plus one.
 */
static void add_once(gcv_past_matcher *matcher, uint32_t *last, uint32_t row, uint32_t set)
{
    if (row != GCV_NONE && last[row] != set + 1 && matcher->retained[row] != GCV_NOT_REACHABLE) {
        last[row] = set + 1;
        matcher->retained[row] += matcher->moved[set];
    }
}

void gcv_past_add_moved(gcv_past_matcher *matcher)
{
    enum { NEAREST = 64 }; /* dominators that are looked at */
    gcv_context *ctx = matcher->ctx;
    const gcv_heap *heap = matcher->input->heap;
    const gcv_dominators *d = matcher->input->dominators;
    row_finder rows = find_rows(matcher);
    uint32_t *last = gcv_alloc_zeroed(ctx, matcher->rows->n, sizeof *last);
    for (uint32_t set = 0; set < matcher->rows->n; set++) {
        const gcv_crowd *crowd = gcv_crowd_of(matcher->found, &matcher->rows->data[set]);
        uint32_t w = matcher->moved[set] > 0 && crowd != NULL
                         ? d->number[gcv_crowd_members(&matcher->found->crowds, crowd)[0]]
                         : 0;
        w = d->dominator[w];
        for (int i = 0; i < NEAREST && w != 0; i++, w = d->dominator[w]) {
            const uint32_t object = d->object[w], type = heap->type.data[object];
            add_once(matcher, last, gcv_id_map_get(ctx, &rows.of_object, object), set);
            add_once(matcher, last, rows.of_type[gcv_heap_type_row(heap, type)], set);
            add_once(matcher, last, rows.of_space[type], set);
        }
    }
    gcv_id_map_release(ctx, &rows.of_object);
    GCV_FREE(ctx, rows.of_type, rows.of_space, last);
}
