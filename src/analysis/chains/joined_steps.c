/* joined_steps.c - the chains of two heaps merged into one tree of steps; see joined_steps.h. */
#include "analysis/chains/joined_steps.h"

#include "heap/java_class.h"
#include "heap/memory.h"
#include "heap/root_label.h"

#include <string.h>

const gcv_cost gcv_cost_of_joined_chains = {
    "chains of two heaps joined", GCV_COST_PARTS(20, 0, 1, 0, 0),
    GCV_COST_PARTS(120, 5, GCV_COST_TYPE_ROW + 60, 200, 1.5), 10000, NULL};

/* ---- the two sides --------------------------------------------------------------------------- */

/* Roots come in an order in which those of one label are neighbours. */
typedef struct gcv_labeller {
    gcv_joined_steps *joined;
    const gcv_heap *heap;
    gcv_root last; /* the last root, if `any` */
    bool any;
    uint32_t number; /* of its label */
    gcv_buffer text;
} gcv_labeller;

static uint32_t number_of_label(void *payload, uint32_t start)
{
    gcv_labeller *labeller = payload;
    gcv_joined_steps *joined = labeller->joined;
    const gcv_root root = gcv_start_root(labeller->heap, start);
    if (!labeller->any || !gcv_same_root_label(labeller->heap, &labeller->last, &root)) {
        gcv_root_label_across_dumps(joined->ctx, labeller->heap, &root, &labeller->text);
        labeller->number = gcv_distinct_texts_number(joined->ctx, &joined->labels,
                                                     gcv_buffer_slice(&labeller->text));
        labeller->last = root;
        labeller->any = true;
    }
    return labeller->number;
}

static void find_steps(gcv_joined_steps *joined, size_t at, gcv_step_fields *fields)
{
    gcv_joined_side *side = &joined->side[at];
    gcv_labeller labeller = {.joined = joined, .heap = side->heap};
    const gcv_chain_step_query query = {.heap = side->heap,
                                        .roots = side->roots,
                                        .paths = side->shown,
                                        .type_of = side->types.of,
                                        .deepest = GCV_MERGED_DEPTH,
                                        .at_statics = true,
                                        .start_of = number_of_label,
                                        .payload = &labeller,
                                        .fields = fields,
                                        .side = at};
    gcv_chain_steps_init(joined->ctx, &query, &side->steps);
    gcv_buffer_release(joined->ctx, &labeller.text);
}

void gcv_joined_steps_init(gcv_context *ctx, gcv_joined_steps *joined, gcv_basis *const basis[2],
                           bool owned)
{
    gcv_groups *const types[] = {&joined->side[0].types, &joined->side[1].types};
    *joined = (gcv_joined_steps){.ctx = ctx};
    for (size_t at = 0; at < 2; at++) {
        gcv_joined_side *side = &joined->side[at];
        side->heap = owned ? gcv_basis_owned(basis[at]) : basis[at]->heap;
        side->roots = gcv_basis_roots(basis[at]);
        gcv_groups_across_dumps(ctx, &side->types, basis[at]->heap, false);
    }
    gcv_groups_join_rows(ctx, types, &joined->types);
    gcv_step_fields_side sides[2];
    for (size_t at = 0; at < 2; at++) {
        gcv_joined_side *side = &joined->side[at];
        side->paths = gcv_basis_paths(basis[at]);
        side->shown = gcv_basis_shown_paths(basis[at]);
        sides[at] = (gcv_step_fields_side){side->heap, side->types.of, side->shown};
    }
    gcv_step_fields fields;
    gcv_step_fields_init(ctx, sides, 2, &joined->types.names, &joined->labels, &fields);
    find_steps(joined, 0, &fields);
    find_steps(joined, 1, &fields);
    gcv_step_fields_release(&fields);
}

static void release_side(gcv_context *ctx, gcv_joined_side *side)
{
    if (side->heap != NULL) {
        gcv_groups_release(ctx, &side->types);
    }
    gcv_chain_steps_release(&side->steps);
    gcv_set_members_release(ctx, &side->members);
    memset(side, 0, sizeof *side);
}

void gcv_joined_steps_close(gcv_joined_steps *joined)
{
    release_side(joined->ctx, &joined->side[0]);
    release_side(joined->ctx, &joined->side[1]);
}

/* ---- steps -------------------------------------------------------------------------------- */

/* Orders labels by their texts, none first. */
static int compare_labels(const gcv_joined_steps *joined, uint32_t a, uint32_t b)
{
    const gcv_slice *texts = joined->labels.texts.data;
    return a == b          ? 0
           : a == GCV_NONE ? -1
           : b == GCV_NONE ? 1
                           : gcv_slice_compare(texts[a], texts[b]);
}

bool gcv_joined_step_before(const gcv_joined_steps *joined, const gcv_step_key_column *a,
                            const gcv_step_key_column *b)
{
    if (a->n != b->n) {
        return a->n < b->n;
    }
    for (size_t i = 0; i < a->n; i++) {
        const gcv_step_key *x = &a->data[i], *y = &b->data[i];
        const int labels = compare_labels(joined, x->label, y->label);
        if (i == 0 && labels != 0) {
            return labels < 0;
        }
        if (x->type != y->type || labels != 0) {
            return x->type != y->type ? x->type < y->type : labels < 0;
        }
    }
    return false;
}

uint64_t *gcv_joined_steps_retained(gcv_joined_steps *joined, size_t at, uint32_t n)
{
    gcv_joined_side *side = &joined->side[at];
    return gcv_set_members_retained(joined->ctx, &side->members, side->roots, side->paths, n);
}
