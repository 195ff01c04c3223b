/* retained_sets.c - exact retained bytes of sets of objects, all sets at once.
 *
 * An object is retained by a set S if every path from a root to it passes a member of S. For each
 * object x let D(x) be the sets that every path to x passes, those of x itself included. Then
 *     D(x) = own sets of x + (intersection of D(p) over all referrers p of x),
 * where objects of the root set have the empty set instead of the intersection. The greatest
 * solution is the right one: on a cycle, a set that is on all paths into the cycle must stay. So
 * every object starts with "all sets", and objects pass their D on to their referents until nothing
 * changes. retained(S) is the sum of the bytes of the objects x with S in D(x).
 *
 * On real heaps D has few members, so most sets are short lists of consed_sets.h, and most
 * intersections are of two such lists.
 *
 * Objects are taken from a worklist (worklist.h): O(references) intersections where referrers come
 * first; on cycles an object may be taken once for each set that its D loses. An intersection costs
 * as much as its two sets differ, which can be thousands of members on a heap whose types meet in
 * wide sets. Marking passes over 256 sets each (retained_passes.c) always cost the same, but more
 * than tries on ordinary heaps. So the tries have a budget: as many steps as the passes would take,
 * and a number of nodes that bounds their memory. If they exceed it, their results are dropped and
 * the passes handle all sets. The total is at most about twice the cheaper way; with few sets, it
 * may be several times a pass or two, which take little time.
 *
 * Where chains are known, a bit per set replaces the tries for few sets (chain_masks.c).
 *
 * Bytes per object: 4, those of worklist.h, and the sets: about 60 for each node, up to
 * NODES_AN_OBJECT nodes.
 */
#include "analysis/sets/retained_sets.h"

#include "analysis/analyses.h"
#include "analysis/sets/consed_sets.h"
#include "analysis/sets/worklist.h"
#include "heap/memory.h"

#include <string.h>

const gcv_cost gcv_cost_of_sets = {"retained bytes of sets", GCV_COST_PARTS(12.125, 0, 0, 0, 0),
                                   GCV_COST_PARTS(60, 0, GCV_COST_TYPE_ROW, 50, 1.5), 6000, NULL};

#define ALL_SETS UINT32_MAX /* no referrer has passed anything to the object yet */

typedef struct gcv_flow {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_set_classes *classes;
    gcv_consed_sets sets;
    uint32_t *inherited;        /* per object: intersection over its referrers so far */
    gcv_worklist worklist;      /* objects whose `inherited` has changed */
    struct gcv_addition *cache; /* of add_own_sets(); a new entry replaces the old one */
    size_t n_cache;             /* a power of two */
    const gcv_set_budget *budget;
    uint64_t steps; /* references followed; the steps of `sets` are counted there */
} gcv_flow;

/* With fewer objects per set on average, dominators are likely to resolve most sets. They cost less
 * than half of what tries take on ordinary heaps. */
enum { FEW_OBJECTS_A_SET = 16 };

/* Adding a set creates at most one node for each bit of a set's number. Even heaps whose types form
 * a sequence, each in the D of all that follow it, stay below this limit. */
enum { NODES_AN_OBJECT = 24 };
#define MOST_NODES UINT64_C(0xc0000000) /* indexes and hashes of nodes have 32 bits */

/* Up to about this many sets, masks on chains are faster than tries: 0.5 instead of 0.7 seconds for
 * 95 sets at 3 million objects. */
enum { MASKED_SETS = 4 * GCV_SETS_PER_MASK };

/* A cached result of add_own_sets(); class is GCV_NONE in a free entry. */
struct gcv_addition {
    uint32_t before, class, after;
};

/* Most objects and references that are read ahead at a time. */
enum { BATCH_OBJECTS = 64, BATCH_REFS = 1024 };

/* The next objects, and those of their referents that can still lose sets. */
typedef struct gcv_batch {
    uint32_t n;
    uint32_t class[BATCH_OBJECTS];
    uint32_t passed_marks[BATCH_OBJECTS]; /* of the sets that it passes on, or of more */
    uint32_t end[BATCH_OBJECTS]; /* end of its referents in `to`; they begin at the previous end */
    const uint32_t *to;          /* `copied`, or all referents of the only object */
    uint32_t copied[BATCH_REFS];
    uint32_t inherited_marks[BATCH_REFS]; /* of what those in `copied` inherited when read */
} gcv_batch;

/* Adds the sets of a class to the set that an object inherits; the result is the D of the
 * object. */
static void add_own_sets(gcv_flow *flow, uint32_t class, uint32_t *set)
{
    uint32_t i, end;
    if (class == GCV_NONE) {
        return;
    }
    struct gcv_addition *entry =
        &flow->cache[gcv_hash_u64((uint64_t)*set << 32 | class, 0) & (flow->n_cache - 1)];
    if (entry->before == *set && entry->class == class) {
        *set = entry->after;
        return;
    }
    entry->before = *set;
    entry->class = class;
    gcv_own_sets(flow->classes, class, &i, &end);
    for (; i < end; i++) {
        gcv_consed_sets_add(&flow->sets, set, gcv_own_set(flow->classes, i));
    }
    entry->after = *set;
}

/* Marks of the sets of a class. */
static inline uint32_t own_marks(const gcv_flow *flow, uint32_t class)
{
    uint32_t marks = 0, i, end;
    if (class != GCV_NONE) {
        gcv_own_sets(flow->classes, class, &i, &end);
        for (; i < end; i++) {
            marks |= gcv_set_mark(gcv_own_set(flow->classes, i));
        }
    }
    return marks;
}

static inline uint32_t marks_of(const gcv_flow *flow, uint32_t set)
{
    return set == ALL_SETS ? UINT32_MAX : flow->sets.nodes.data[set].marks;
}

/* Fills the batch with the next objects, as many as have room for their referents; false: the
 * worklist is empty. Leaves out referents that already inherit the empty set, which are half of all
 * on ordinary heaps: the empty set stays empty. They are settled, and the byte per object that says
 * so stays in the cache. Marks reveal most referents that will inherit the empty set from now on.
 * Reading in bulk lets cache misses overlap; the sets that the objects themselves inherit are read
 * for the same reason. */
static bool read_ahead(gcv_flow *flow, gcv_batch *batch)
{
    const uint32_t *first_ref = flow->heap->first_ref.data, *refs = flow->heap->refs.data;
    uint32_t object[BATCH_OBJECTS], begin[BATCH_OBJECTS], left = BATCH_REFS, n = 0, i;
    uint32_t ahead = gcv_worklist_peek(&flow->worklist, object, BATCH_OBJECTS);
    batch->to = batch->copied;
    for (i = 0; i < ahead; i++) {
        begin[i] = first_ref[object[i]];
        batch->end[i] = first_ref[object[i] + 1];
        batch->class[i] = flow->classes->class_of[object[i]];
        batch->passed_marks[i] = flow->inherited[object[i]]; /* a set, replaced by marks below */
    }
    for (i = 0; i < ahead; i++) {
        batch->passed_marks[i] =
            marks_of(flow, batch->passed_marks[i]) | own_marks(flow, batch->class[i]);
    }
    for (i = 0; i < ahead && batch->end[i] - begin[i] <= left; i++) {
        left -= batch->end[i] - begin[i];
        flow->steps += batch->end[i] - begin[i];
        for (uint32_t k = begin[i]; k < batch->end[i]; k++) {
            batch->copied[n] = refs[k];
            n += !gcv_worklist_is_settled(&flow->worklist, refs[k]);
        }
        batch->end[i] = n;
    }
    for (uint32_t k = 0; k < n; k++) { /* sets, replaced by their marks below */
        batch->inherited_marks[k] = flow->inherited[batch->copied[k]];
    }
    for (uint32_t k = 0; k < n; k++) {
        batch->inherited_marks[k] = marks_of(flow, batch->inherited_marks[k]);
    }
    batch->n = i;
    if (i == 0 && ahead > 0) {
        batch->n = 1;
        batch->to = &refs[begin[0]];
        batch->end[0] -= begin[0];
        flow->steps += batch->end[0];
    }
    return ahead > 0;
}

/* Intersects what `to` inherits with `set`. `share` false: the two have no set in common, unless
 * `to` inherits all sets. */
static void pass_on(gcv_flow *flow, uint32_t set, uint32_t to, bool share)
{
    uint32_t before = flow->inherited[to], inherited = before;
    if (before == ALL_SETS) {
        inherited = set;
    } else if (!share) {
        inherited = GCV_EMPTY_SET;
    } else {
        gcv_consed_sets_intersect(&flow->sets, &inherited, set);
    }
    flow->inherited[to] = inherited;
    if (before == GCV_EMPTY_SET) {
        return;
    }
    if (inherited == GCV_EMPTY_SET) {
        gcv_worklist_settle(&flow->worklist, to);
    } else if (gcv_worklist_is_waiting(&flow->worklist, to)) {
        gcv_worklist_reach(&flow->worklist, to, before == ALL_SETS);
        return;
    } else if (inherited != before) {
        gcv_worklist_add(&flow->worklist, to);
    }
}

static uint64_t steps_of(const gcv_flow *flow) { return flow->steps + flow->sets.steps; }

static bool is_over_budget(const gcv_flow *flow)
{
    return steps_of(flow) > flow->budget->steps || flow->sets.nodes.n > flow->budget->nodes;
}

/* Passes on the sets of the objects in the batch; stops in the middle when over budget. */
static void run_batch(gcv_flow *flow, const gcv_batch *batch)
{
    uint32_t object, set, k = 0;
    for (uint32_t i = 0;
         !is_over_budget(flow) && i < batch->n && gcv_worklist_next(&flow->worklist, &object);
         i++) {
        set = flow->inherited[object];
        if (k < batch->end[i]) { /* it has referents to pass the set on to */
            add_own_sets(flow, batch->class[i], &set);
        }
        for (; k < batch->end[i]; k++) {
            /* both sides may have lost sets since they were read ahead, but gained none */
            bool share = batch->to != batch->copied ||
                         (batch->passed_marks[i] & batch->inherited_marks[k]) != 0;
            pass_on(flow, set, batch->to[k], share);
        }
    }
}

/* Passes sets on until nothing changes; false if that exceeds the budget. */
static bool solve(gcv_flow *flow, const gcv_root_set *roots)
{
    gcv_batch batch;
    for (uint32_t i = 0; i < roots->n; i++) {
        flow->inherited[roots->object[i]] = GCV_EMPTY_SET;
    }
    while (!is_over_budget(flow) && read_ahead(flow, &batch)) {
        run_batch(flow, &batch);
    }
    return !is_over_budget(flow);
}

/* Adds the bytes of one object to its own sets directly, and to the sets that it inherits through
 * `weights`. */
static void add_object(gcv_flow *flow, uint32_t object, uint64_t *weights, uint64_t *retained)
{
    uint32_t class = flow->classes->class_of[object];
    uint32_t inherited = flow->inherited[object], i, end;
    uint64_t bytes = gcv_heap_size(flow->heap, object);
    weights[inherited] += bytes;
    if (class == GCV_NONE) {
        return;
    }
    gcv_own_sets(flow->classes, class, &i, &end);
    for (; i < end; i++) {
        uint32_t set = gcv_own_set(flow->classes, i);
        if (retained[set] == GCV_NOT_REACHABLE) {
            retained[set] = 0;
        }
        if (!gcv_consed_sets_contain(&flow->sets, inherited, set)) {
            retained[set] += bytes;
        }
    }
}

static void add_up(gcv_flow *flow, uint64_t *retained)
{
    const gcv_heap *heap = flow->heap;
    size_t n = flow->sets.nodes.n;
    uint64_t *weights = gcv_alloc_zeroed(flow->ctx, n, sizeof *weights);
    for (uint32_t set = 0; set < flow->classes->n_sets; set++) {
        retained[set] = GCV_NOT_REACHABLE;
    }
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (flow->inherited[i] != ALL_SETS) {
            add_object(flow, i, weights, retained);
        }
    }
    gcv_consed_sets_spread(&flow->sets, weights, retained);
    gcv_free(flow->ctx, weights);
}

/* ---- all of it ----------------------------------------------------------------------------- */

static void prepare(gcv_flow *flow, const gcv_root_set *roots)
{
    uint32_t n = flow->heap->n_objects;
    gcv_consed_sets_init(flow->ctx, &flow->sets, n);
    gcv_worklist_init(flow->ctx, &flow->worklist, flow->heap, roots);
    flow->inherited = gcv_alloc_none(flow->ctx, n); /* ALL_SETS */
    flow->n_cache = gcv_set_cache_size(n);
    flow->cache = gcv_alloc(flow->ctx, flow->n_cache, sizeof *flow->cache);
    memset(flow->cache, 0xff, flow->n_cache * sizeof *flow->cache); /* no class is GCV_NONE */
}

void gcv_retained_within_budget(gcv_context *ctx, const gcv_set_query *query,
                                const gcv_set_budget *budget, uint64_t *retained)
{
    gcv_flow flow = {.ctx = ctx, .heap = query->heap, .classes = query->classes, .budget = budget};
    gcv_phase(ctx, "retained sets");
    prepare(&flow, query->roots);
    const bool solved = solve(&flow, query->roots);
    if (solved) {
        add_up(&flow, retained);
    }
    ctx->steps += steps_of(&flow);
    GCV_FREE(ctx, flow.inherited, flow.cache);
    gcv_worklist_release(&flow.worklist);
    gcv_consed_sets_release(&flow.sets);
    if (!solved) {
        gcv_retained_by_passes(ctx, query, retained);
    }
}

/* The budget covers at least this many passes. For few sets, passes would be about as fast as
 * tries, but take four times the memory, so they are only the fallback. */
enum { FEWEST_PASSES = 10 };

/* One step of the tries costs as much as two of a pass. The four extra passes cover the set-up. */
void gcv_retained_by_tries(gcv_context *ctx, const gcv_set_query *query, uint64_t *retained)
{
    const gcv_heap *heap = query->heap;
    uint64_t passes = (uint64_t)query->classes->n_sets / GCV_SETS_A_PASS + 4;
    passes = passes < FEWEST_PASSES ? FEWEST_PASSES : passes;
    gcv_set_budget budget = {.steps = passes * ((uint64_t)heap->n_objects + heap->refs.n) / 2,
                             .nodes = (uint64_t)NODES_AN_OBJECT * heap->n_objects};
    budget.nodes = budget.nodes < MOST_NODES ? budget.nodes : MOST_NODES;
    gcv_retained_within_budget(ctx, query, &budget, retained);
}

void gcv_retained_compute(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                          const gcv_set_classes *classes, uint64_t *retained)
{
    const gcv_set_query query = {heap, roots, classes, NULL, NULL};
    if (classes->n_sets > heap->n_objects / FEW_OBJECTS_A_SET) {
        gcv_retained_by_dominators(ctx, &query, retained);
    } else {
        gcv_retained_by_tries(ctx, &query, retained);
    }
}

void gcv_retained_on_chains(gcv_context *ctx, const gcv_set_query *query, uint64_t *retained)
{
    if (query->classes->n_sets <= MASKED_SETS) {
        gcv_retained_by_masks(ctx, query, retained);
    } else {
        gcv_retained_compute(ctx, query->heap, query->roots, query->classes, retained);
    }
}
