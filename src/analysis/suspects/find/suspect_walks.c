/* suspect_walks.c - walks from heavy objects down to where their bytes accumulate; see suspects.h.
 *
 * Few objects are heavy, so the child with which a walk continues is searched for only where a walk
 * passes, among the children in the dominator tree. Each object is on one walk at most. O(objects).
 */
#include "analysis/suspects/find/suspect_steps.h"

#include "base/error.h"
#include "base/number.h"

/* Objects of a type that a walk has met; none yet if `walk` is another walk. A list has the same
 * number of steps from each of its objects to the next. */
typedef struct gcv_met {
    uint32_t walk, times;
    uint32_t first, last; /* preorder numbers */
    uint32_t at;          /* number of steps of the walk to the last one */
    gcv_vote steps;       /* from one to the next */
    uint32_t regular;     /* how often that many */
    uint32_t begin, run;  /* where the list begins, and how many objects are on it */
} gcv_met;

typedef struct gcv_walker {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const gcv_dominator_tree *tree;
    gcv_met *met; /* per type */
    gcv_walks *out;
} gcv_walker;

static uint32_t type_of(const gcv_walker *walker, uint32_t number)
{
    return gcv_heap_object_family(walker->input->heap, walker->input->dominators->object[number]);
}

static bool is_heavy(const gcv_walker *walker, uint32_t number)
{
    return walker->input->dominators->retained[number] >= walker->input->heavy;
}

/* Whether a walk continues from an object to `w`, one of its children in the dominator tree. */
static bool is_step(const gcv_dominators *d, uint32_t over, uint32_t w)
{
    return over != 0 && d->retained[over] > 0 && gcv_keeps(d->retained[w], d->retained[over]);
}

/* Returns the child with which a walk continues; 0: none. At most one child retains 70 % of what
 * its parent retains, and no further child can once too few bytes are left. Steps continue below
 * heavy objects, to tell whether a walk follows a list. */
static uint32_t step_from(const gcv_walker *walker, uint32_t over)
{
    const gcv_dominators *d = walker->input->dominators;
    const gcv_dominator_tree *tree = walker->tree;
    const uint32_t end = gcv_dominator_tree_end(tree, over);
    uint64_t left = d->retained[over];
    uint32_t at = tree->at[over] + 1;
    while (at < end && gcv_keeps(left, d->retained[over])) {
        uint32_t w = tree->order[at];
        if (is_step(d, over, w)) {
            return w;
        }
        left -= d->retained[w];
        at += tree->size[w];
    }
    return 0;
}

/* Records the types on a walk and marks its heavy objects; returns the last of these. */
static uint32_t note_types(gcv_walker *walker, uint32_t top, uint32_t walk)
{
    uint32_t w = top, last = top;
    for (uint32_t at = 0; w != 0; w = step_from(walker, w), at++) {
        gcv_met *met = &walker->met[type_of(walker, w)];
        if (met->walk != walk) {
            *met = (gcv_met){.walk = walk, .first = w};
        } else {
            gcv_vote_for(&met->steps, at - met->at);
        }
        met->times++;
        met->last = w;
        met->at = at;
        if (is_heavy(walker, w)) {
            walker->out->row_of[w] = walk;
            last = w;
        }
    }
    return last;
}

/* Finds where the lists on a walk begin: above a list, too, may be objects of its type. */
static void find_begins(gcv_walker *walker, uint32_t top)
{
    uint32_t w = top;
    for (uint32_t at = 0; w != 0; w = step_from(walker, w), at++) {
        gcv_met *met = &walker->met[type_of(walker, w)];
        const bool regular = w != met->first && at - met->at == met->steps.value;
        met->regular += regular;
        if (!regular && met->run < GCV_RUN_MIN) {
            met->begin = w;
            met->run = 0;
        }
        met->run++;
        met->at = at;
    }
}

/* Finds the accumulation point of the walk from `top`; `*run`: length of the list there, 0: no
 * list. */
static uint32_t end_of_walk(gcv_walker *walker, uint32_t top, uint32_t walk, uint32_t *run)
{
    const uint64_t *retained = walker->input->dominators->retained;
    uint32_t last = note_types(walker, top, walk);
    find_begins(walker, top);
    *run = 0;
    for (uint32_t w = top; w != 0 && is_heavy(walker, w); w = step_from(walker, w)) {
        const gcv_met *met = &walker->met[type_of(walker, w)];
        const bool regular = met->regular > met->times / 2 && met->run >= GCV_RUN_MIN &&
                             is_heavy(walker, met->begin);
        const uint32_t times = regular ? met->run : met->times;
        if ((regular ? met->begin : met->first) == w && times >= GCV_RUN_MIN &&
            !gcv_keeps(retained[met->last], retained[w])) {
            *run = times;
            return w;
        }
    }
    return last;
}

static void add_row(gcv_walker *walker, uint32_t top)
{
    const gcv_dominators *d = walker->input->dominators;
    const gcv_heap *heap = walker->input->heap;
    gcv_walks *out = walker->out;
    gcv_suspect row = {0};
    uint32_t end = end_of_walk(walker, top, (uint32_t)out->rows.n, &row.run);
    row.object = d->object[end];
    row.type = heap->type.data[row.object];
    row.name = heap->types.name[row.type];
    row.retained = d->retained[end];
    row.objects = walker->tree->size[end];
    row.root = row.root_kind = row.crowd = GCV_NONE;
    gcv_suspect_column_push(walker->ctx, &out->rows, row);
}

gcv_walks gcv_suspect_walks(const gcv_search *search, const gcv_dominator_tree *tree)
{
    gcv_context *ctx = search->ctx;
    const gcv_dominators *d = search->input->dominators;
    gcv_walks out = {0};
    gcv_bitset_init(ctx, &out.heavy, tree->n);
    out.row_of = gcv_alloc(ctx, tree->n, sizeof *out.row_of);
    gcv_walker walker = {.ctx = ctx, .input = search->input, .tree = tree};
    walker.met = gcv_alloc(ctx, search->input->heap->n_types, sizeof *walker.met);
    walker.out = &out;
    for (uint32_t t = 0; t < search->input->heap->n_types; t++) {
        walker.met[t].walk = GCV_NONE;
    }
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        if (is_heavy(&walker, w)) {
            (void)gcv_bitset_add(&out.heavy, tree->at[w]);
            if (!is_step(d, d->dominator[w], w)) {
                add_row(&walker, w);
            }
        }
    }
    gcv_free(ctx, walker.met);
    return out;
}
