/* step_paths.c - chains of the fewest steps, where a list is one step.
 *
 * Shortest chains cut a list that two objects reach in halves: each node has its chain from the
 * nearer end, and one that a timer's owner or a bounded map holds begins a third part. Here the
 * objects of one type that hold one another stay together. A type is linked if at least half of
 * its objects are referred to by others of it, as nodes of a list are, but few parents in a tree;
 * garbage does not count. Types of which any heap is made (arrays, strings, plain objects, scopes,
 * functions) never are. Two rules follow.
 *
 * The search goes by levels. What a level refers to is the next level: first the objects of other
 * types, in the order of paths.c; then those of linked types, in that order, each at once with all
 * that references within its type lead to. So a list belongs to the first object at which a chain
 * enters it.
 *
 * References from the objects of another type, no collection, that hold at least half of a linked
 * type are held back until all that is reachable without them is discovered: each timer's owner
 * holds a node of the list of timers, but the list does not belong to any of them. In the chains of
 * a page that are shown, so are all references from objects that draw it: they lead to its nodes,
 * which lead to them.
 *
 * Where no object refers to another of its type, these are the shortest chains. O(objects +
 * references), plus sorting as in paths.c. 8 bytes and a bit per object, 4 more with the order; 8
 * per reference of one level to linked types. 9 per type and 16 per pair of types; before the
 * search up to 64 per pair; after it, if there is garbage, 8 per type and up to 64 per pair of its
 * own more. */
#include "analysis/analyses.h"
#include "analysis/heap_kinds.h"
#include "analysis/path_queue.h"
#include "analysis/type_kinds.h"
#include "base/id_map.h"
#include "base/sort.h"

#include <string.h>

/* Flags of a row. */
enum {
    MAY_LINK = 1,
    MAY_HOLD = 2, /* references to linked types may be held back */
    LINKED = 4,
    HOLDS = 8, /* some references of its objects are held back */
    LATE = 16  /* all are; only together with HOLDS */
};

/* References between objects of two types. */
typedef struct type_pair {
    uint32_t from, to;
    uint64_t n;
} type_pair;

GCV_COLUMN(type_pair_column, type_pair);

/* What the rules are made of. */
typedef struct step_counts {
    uint32_t *objects, *within; /* by row of the types; those referred to by others of their type */
    type_pair_column pairs;     /* references that may be held back */
} step_counts;

/* Which types are linked. */
typedef struct step_rules {
    uint8_t *flags;     /* by row of the types */
    gcv_bitset linked;  /* objects of linked types */
    gcv_id_map held;    /* pairs of rows */
    step_counts counts; /* of all objects, or of those that are no garbage */
    bool any;           /* objects of some refer to one another … */
    bool late;          /* … or lead on last */
} step_rules;

typedef struct step_search {
    gcv_context *ctx;
    const gcv_heap *heap;
    const uint32_t *row; /* per type */
    step_rules rules;
    bool shown;   /* objects that draw a page lead on last */
    bool all;     /* no reference is held back */
    bool garbage; /* objects that are not settled count, no others */
    gcv_path_queue queue;
    gcv_u32_column lists, lists_at; /* where the next level enters lists; the referrers there, as
                                       positions in the queue */
} step_search;

/* ---- linked types --------------------------------------------------------------------------- */

static uint32_t row_of(const step_search *search, uint32_t object)
{
    const uint32_t type = search->heap->type.data[object];
    return search->row != NULL ? search->row[type] : type;
}

static bool is_linked(const step_search *search, uint32_t object)
{
    return gcv_bitset_has(&search->rules.linked, object);
}

/* Before a search, all objects count. */
static bool is_counted(const step_search *search, uint32_t object)
{
    return search->queue.n == 0 ||
           gcv_bitset_has(&search->queue.settled, object) != search->garbage;
}

static void find_flags(step_search *search)
{
    const gcv_heap *heap = search->heap;
    search->rules.flags = gcv_alloc_zeroed(search->ctx, heap->n_types, 1);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        const gcv_slice name = heap->types.name[gcv_heap_type_row(heap, t)];
        const uint32_t kinds = gcv_kinds_of_name(heap, name, gcv_slice_of(NULL, 0));
        const bool stuff = gcv_is_array(name) || (kinds & GCV_TYPE_STUFF) != 0 ||
                           gcv_slice_is(name, GCV_PLAIN_OBJECT);
        uint8_t *flags = &search->rules.flags[gcv_heap_type_row(heap, t)];
        *flags = stuff || (kinds & (GCV_TYPE_SCOPE | GCV_TYPE_CLOSURE)) != 0 ? 0 : MAY_LINK;
        *flags |= stuff || (kinds & GCV_KEEPS_COLLECTION) != 0 ? 0 : MAY_HOLD;
        *flags |= search->shown && gcv_slice_head(name, "blink::Layout|blink::Paint") > 0
                      ? HOLDS | LATE
                      : 0;
        search->rules.late = search->rules.late || (*flags & LATE) != 0;
    }
}

/* As in paths.c, cache misses of a batch of objects overlap. */
enum { BATCH = 128 };

/* References from objects of types that may be linked. */
typedef struct reference_batch {
    uint32_t row[BATCH], to[BATCH];
    size_t n;
} reference_batch;

/* Counts the objects that are referred to by others of their type. */
static void count_within(const step_search *search, reference_batch *batch, gcv_bitset *targets,
                         uint32_t *within)
{
    uint32_t row[BATCH];
    for (size_t i = 0; i < batch->n; i++) {
        row[i] = row_of(search, batch->to[i]);
    }
    for (size_t i = 0; i < batch->n; i++) {
        if (row[i] == batch->row[i]) {
            within[row[i]] += gcv_bitset_add(targets, batch->to[i]);
        }
    }
    batch->n = 0;
}

static void count_objects(step_search *search, step_counts *counts)
{
    const gcv_heap *heap = search->heap;
    counts->objects = gcv_alloc_zeroed(search->ctx, heap->n_types, sizeof *counts->objects);
    counts->within = gcv_alloc_zeroed(search->ctx, heap->n_types, sizeof *counts->within);
    gcv_bitset targets;
    reference_batch batch = {.n = 0};
    gcv_bitset_init(search->ctx, &targets, heap->n_objects);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (!is_counted(search, i)) {
            continue;
        }
        const uint32_t row = row_of(search, i);
        uint32_t n;
        const uint32_t *to = gcv_heap_references(heap, i, &n);
        counts->objects[row]++;
        for (uint32_t k = 0; (search->rules.flags[row] & MAY_LINK) != 0 && k < n; k++) {
            batch.row[batch.n] = row;
            batch.to[batch.n] = to[k];
            batch.n += to[k] != i;
            if (batch.n == BATCH) {
                count_within(search, &batch, &targets, counts->within);
            }
        }
    }
    count_within(search, &batch, &targets, counts->within);
    gcv_bitset_release(search->ctx, &targets);
}

/* Whether a type is linked if `within` of `objects` are referred to by others of it. */
static bool links(uint32_t within, uint32_t objects) { return within > 0 && within >= objects / 2; }

/* Finds linked types and their objects. */
static void find_linked(step_search *search)
{
    const gcv_heap *heap = search->heap;
    step_rules *rules = &search->rules;
    rules->any = rules->late;
    for (uint32_t row = 0; row < heap->n_types; row++) {
        rules->any = rules->any || rules->counts.within[row] > 0;
        if (links(rules->counts.within[row], rules->counts.objects[row])) {
            rules->flags[row] |= LINKED;
        }
    }
    gcv_bitset_init(search->ctx, &rules->linked, heap->n_objects);
    for (uint32_t i = 0; rules->any && i < heap->n_objects; i++) {
        if ((rules->flags[row_of(search, i)] & LINKED) != 0) {
            (void)gcv_bitset_add(&rules->linked, i);
        }
    }
}

/* Counts the references that may be held back, by pairs of types. `number`: from a pair to its
 * index in `pairs`. */
static void count_pairs(step_search *search, type_pair_column *pairs, gcv_id_map *number)
{
    const gcv_heap *heap = search->heap;
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        const uint32_t row = row_of(search, i);
        const bool may = (search->rules.flags[row] & MAY_HOLD) != 0 && is_counted(search, i);
        uint32_t n;
        const uint32_t *to = gcv_heap_references(heap, i, &n);
        for (uint32_t k = 0; may && k < n; k++) {
            const uint32_t other = is_linked(search, to[k]) ? row_of(search, to[k]) : row;
            if (other != row) {
                const uint32_t at =
                    gcv_id_map_enter(search->ctx, number, gcv_pair_key(row, other), pairs->n);
                if (at == pairs->n) {
                    type_pair_column_push(search->ctx, pairs, (type_pair){row, other, 0});
                }
                pairs->data[at].n++;
            }
        }
    }
}

/* Whether references are held back if `n` of them lead to a linked type of `objects`. */
static bool holds(uint64_t n, uint32_t objects) { return n >= objects / 2; }

static void find_rules(step_search *search)
{
    gcv_context *ctx = search->ctx;
    gcv_id_map number = {0};
    search->rules = (step_rules){0};
    step_counts *counts = &search->rules.counts;
    find_flags(search);
    count_objects(search, counts);
    find_linked(search);
    if (search->rules.any) {
        count_pairs(search, &counts->pairs, &number);
    }
    gcv_id_map_release(ctx, &number);
    for (size_t i = 0; i < counts->pairs.n; i++) {
        const type_pair *pair = &counts->pairs.data[i];
        if (holds(pair->n, counts->objects[pair->to])) {
            gcv_id_map_set(ctx, &search->rules.held, gcv_pair_key(pair->from, pair->to), 0);
            search->rules.flags[pair->from] |= HOLDS;
        }
    }
}

/* Whether the same types of which there are objects are linked if garbage does not count. What
 * garbage refers to may be referred to by others of its type, too: false if that matters. */
static bool same_linked(const step_search *search, const step_counts *garbage)
{
    const step_counts *all = &search->rules.counts;
    bool same = true;
    for (uint32_t row = 0; same && row < search->heap->n_types; row++) {
        const bool linked = (search->rules.flags[row] & LINKED) != 0;
        const uint32_t left = all->objects[row] - garbage->objects[row];
        same = left == 0 || (links(all->within[row], left) == linked &&
                             links(all->within[row] - garbage->within[row], left) == linked);
    }
    return same;
}

/* The same for the references that are held back, if the same types are linked. */
static bool same_held(step_search *search, step_counts *garbage)
{
    const step_counts *all = &search->rules.counts;
    gcv_id_map number = {0};
    bool same = true;
    count_pairs(search, &garbage->pairs, &number);
    for (size_t i = 0; same && i < all->pairs.n; i++) {
        const type_pair *pair = &all->pairs.data[i];
        const uint32_t objects = all->objects[pair->to];
        const uint32_t at =
            gcv_id_map_get(search->ctx, &number, gcv_pair_key(pair->from, pair->to));
        const uint64_t left = pair->n - (at != GCV_NONE ? garbage->pairs.data[at].n : 0);
        same = left == 0 ||
               holds(pair->n, objects) == holds(left, objects - garbage->objects[pair->to]);
    }
    gcv_id_map_release(search->ctx, &number);
    return same;
}

static void release_counts(gcv_context *ctx, step_counts *counts)
{
    GCV_FREE(ctx, counts->objects, counts->within);
    type_pair_column_release(ctx, &counts->pairs);
}

/* Whether the rules of the search are certainly the same if garbage does not count. Looks at
 * nothing but garbage, which is little of most heaps. */
static bool same_without_garbage(step_search *search)
{
    step_counts garbage = {0};
    search->garbage = true;
    count_objects(search, &garbage);
    const bool same = same_linked(search, &garbage) && same_held(search, &garbage);
    search->garbage = false;
    release_counts(search->ctx, &garbage);
    return same;
}

static void release_rules(gcv_context *ctx, step_rules *rules)
{
    gcv_free(ctx, rules->flags);
    gcv_bitset_release(ctx, &rules->linked);
    gcv_id_map_release(ctx, &rules->held);
    release_counts(ctx, &rules->counts);
}

static bool is_held(const step_search *search, uint32_t row, uint32_t to)
{
    return !search->all && (search->rules.flags[row] & HOLDS) != 0 &&
           gcv_id_map_get(search->ctx, &search->rules.held,
                          gcv_pair_key(row, row_of(search, to))) != GCV_NONE;
}

/* Whether no reference of an object is followed yet. */
static bool is_late(const step_search *search, uint32_t object)
{
    return search->rules.late && !search->all &&
           (search->rules.flags[row_of(search, object)] & LATE) != 0;
}

/* ---- the search ----------------------------------------------------------------------------- */

/* Gives what was discovered at the positions [begin, end) its referrer. */
static void hang(gcv_path_queue *queue, size_t begin, size_t end, size_t referrer_at)
{
    gcv_path_hang(queue, begin, end, queue->object[referrer_at], (uint32_t)referrer_at);
    gcv_sort_u32(queue->object + begin, end - begin);
}

/* Discovers what the object at a position refers to, or notes it if it is in a list. */
static void reach(step_search *search, size_t at, uint32_t to)
{
    gcv_path_queue *queue = &search->queue;
    if (!is_linked(search, to)) {
        gcv_path_discover(queue, to);
    } else if (!gcv_bitset_has(&queue->settled, to) &&
               !is_held(search, row_of(search, queue->object[at]), to)) {
        gcv_u32_column_push(search->ctx, &search->lists, to);
        gcv_u32_column_push(search->ctx, &search->lists_at, (uint32_t)at);
    }
}

/* Discovers what the objects at these positions refer to, but for lists, which are noted. */
static void expand(step_search *search, size_t at, size_t n)
{
    gcv_path_queue *queue = &search->queue;
    const uint32_t *from = queue->object + at, *refs = search->heap->refs.data;
    const uint32_t *first_ref = search->heap->first_ref.data;
    uint32_t first[BATCH], stop[BATCH], head[BATCH];
    size_t begin = queue->n, end[BATCH];
    for (size_t i = 0; i < n; i++) {
        first[i] = first_ref[from[i]];
        stop[i] = is_late(search, from[i]) ? first[i] : first_ref[from[i] + 1];
    }
    for (size_t i = 0; i < n; i++) {
        head[i] = first[i] < stop[i] ? refs[first[i]] : from[i]; /* an object that is settled */
    }
    for (size_t i = 0; i < n; i++) {
        const size_t first_list = search->lists.n;
        reach(search, at + i, head[i]);
        for (uint32_t r = first[i] + 1; r < stop[i]; r++) {
            reach(search, at + i, refs[r]);
        }
        if (search->lists.n > first_list) {
            gcv_sort_u32(search->lists.data + first_list, search->lists.n - first_list);
        }
        search->ctx->steps += stop[i] - first[i] + 1;
        end[i] = queue->n;
    }
    for (size_t i = 0; i < n; begin = end[i++]) {
        hang(queue, begin, end[i], at + i);
    }
}

/* Discovers the rest of the list of the object at a position. */
static void follow_list(step_search *search, size_t at)
{
    gcv_path_queue *queue = &search->queue;
    for (size_t next = queue->n;; at = next++) {
        const uint32_t from = queue->object[at], row = row_of(search, from);
        const size_t first = queue->n;
        uint32_t n;
        const uint32_t *to = gcv_heap_references(search->heap, from, &n);
        for (uint32_t i = 0; i < n; i++) {
            if (!gcv_bitset_has(&queue->settled, to[i]) && row_of(search, to[i]) == row) {
                gcv_path_discover(queue, to[i]);
            }
        }
        search->ctx->steps += n + 1;
        hang(queue, first, queue->n, at);
        if (next == queue->n) {
            return;
        }
    }
}

/* Discovers the lists that were noted. */
static void follow_lists(step_search *search)
{
    gcv_path_queue *queue = &search->queue;
    for (size_t i = 0; i < search->lists.n; i++) {
        const size_t at = queue->n;
        gcv_path_discover(queue, search->lists.data[i]);
        if (queue->n > at) {
            const uint32_t referrer_at = search->lists_at.data[i];
            hang(queue, at, at + 1, referrer_at);
            follow_list(search, at);
        }
    }
    search->lists.n = search->lists_at.n = 0;
}

/* Discovers all that the objects from position `at` on lead to, level by level. */
static void run(step_search *search, size_t at)
{
    const gcv_path_queue *queue = &search->queue;
    while (at < queue->n) {
        for (const size_t end = queue->n; at < end;) {
            const size_t n = end - at < BATCH ? end - at : BATCH;
            expand(search, at, n);
            at += n;
        }
        follow_lists(search);
    }
}

static void run_from(step_search *search, const gcv_root_set *roots, uint32_t first, uint32_t end)
{
    gcv_path_queue *queue = &search->queue;
    const size_t at = queue->n;
    for (uint32_t i = first; i < end; i++) {
        gcv_path_discover(queue, roots->object[i]);
    }
    for (size_t k = at, rooted = queue->n; k < rooted; k++) {
        gcv_path_hang(queue, k, k + 1, GCV_ROOTED, GCV_NONE);
        if (is_linked(search, queue->object[k])) {
            follow_list(search, k);
        }
    }
    run(search, at);
}

/* Discovers what only references that are held back lead to. */
static void run_held(step_search *search)
{
    const gcv_path_queue *queue = &search->queue;
    const size_t end = queue->n;
    search->all = true;
    for (size_t at = 0; at < end; at++) {
        if ((search->rules.flags[row_of(search, queue->object[at])] & HOLDS) != 0) {
            expand(search, at, 1);
        }
    }
    follow_lists(search);
    run(search, end);
}

/* Searches by the rules. */
static void search_once(step_search *search, const gcv_root_set *roots)
{
    search->all = false;
    for (uint32_t first, end = 0; gcv_root_set_level(roots, &first, &end);) {
        run_from(search, roots, first, end);
    }
    run_held(search);
}

/* Searches by rules in which garbage counts, then again if it may make a difference. */
static void find_paths(step_search *search, const gcv_root_set *roots, gcv_paths *out,
                       gcv_chain_order *order)
{
    gcv_context *ctx = search->ctx;
    gcv_phase(ctx, "paths");
    find_rules(search);
    if (search->rules.any) {
        gcv_path_queue_init(ctx, &search->queue, search->heap, order != NULL);
        search_once(search, roots);
        const size_t n = search->queue.n;
        if (n > 0 && n < search->heap->n_objects && !same_without_garbage(search)) {
            release_rules(ctx, &search->rules);
            find_rules(search);
            gcv_path_queue_clear(&search->queue);
            search_once(search, roots);
        }
        gcv_path_queue_finish(ctx, &search->queue, out, order);
        GCV_RELEASE(ctx, &search->lists, &search->lists_at);
    } else {
        gcv_paths_find_in_order(ctx, search->heap, roots, out, order);
    }
    release_rules(ctx, &search->rules);
}

void gcv_step_paths_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                         gcv_paths *out, gcv_chain_order *order)
{
    step_search search = {.ctx = ctx, .heap = heap, .row = heap->types.row};
    find_paths(&search, roots, out, order);
}

void gcv_shown_paths_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                          gcv_paths *out)
{
    step_search search = {.ctx = ctx, .heap = heap, .row = heap->types.row, .shown = true};
    gcv_chain_order order;
    find_paths(&search, roots, out, &order);
    gcv_hang_elements(ctx, heap, &order, out->parent);
    gcv_chain_order_release(ctx, &order);
}
