/* causes.c - what holds growth; see causes.h.
 *
 * For each row that grew, the chains of its objects in both dumps are merged into one tree. The
 * cause is the chain whose targets grew most, step by step, with what each step holds and retains
 * in both dumps. Unreachable objects form a chain of their own: `<unreachable>`.
 *
 * Cost: two searches for paths, two runs of gcv_retained_of_sets() and a counting sort of the
 * objects for all rows; and the objects on the chains of each row, which MOST_WORK bounds. */
#include "figures/causes.h"

#include "base/context.h"
#include "base/error.h"
#include "base/number.h"

#include <string.h>

/* After the first CHAINED_ROWS rows, a row has a chain only as long as all chains together have
 * taken at most MOST_WORK steps for each object of both heaps. An object on a chain is a step; a
 * class of objects (set_members.h), which takes memory, is WORK_A_CLASS. Without limits, the chains
 * to the objects along a long list would have a number of objects quadratic in its length. */
enum { CHAINED_ROWS = 100, MOST_WORK = 32, WORK_A_CLASS = 16 };

/* ---- the objects of the rows -------------------------------------------------------------- */

/* Counts the objects of each row; with `sorted`, also stores them there, each at the position
 * `count` of its row. `row_of` has the row of each group. */
static void visit_targets(const gcv_causes *causes, size_t at, const uint32_t *row_of,
                          uint32_t *count, uint32_t *sorted)
{
    const gcv_changes *changes = causes->changes;
    const size_t list = at == 0 ? 0 : changes->request.n_heaps - 1;
    const gcv_groups *groups = &changes->totals[list].groups;
    const gcv_heap *heap = changes->selections[list].heap;
    gcv_selected objects = gcv_selected_all(&changes->selections[list]);
    uint32_t object, row;
    while ((object = gcv_selected_next(&objects)) != GCV_NONE) {
        row = row_of[gcv_groups_of_object(groups, heap, gcv_selected_section(&objects), object)];
        if (row != GCV_NONE && sorted != NULL) {
            sorted[count[row]] = object;
        }
        if (row != GCV_NONE) {
            count[row]++;
        }
    }
}

static void sort_targets(gcv_causes *causes, size_t at, const uint32_t *row_of)
{
    gcv_cause_targets *targets = &causes->targets[at];
    uint32_t begin = 0, n;
    targets->end = gcv_alloc_zeroed(causes->ctx, causes->n_rows, sizeof(uint32_t));
    visit_targets(causes, at, row_of, targets->end, NULL);
    for (uint32_t row = 0; row < causes->n_rows; row++) {
        n = targets->end[row];
        targets->end[row] = begin;
        begin += n;
    }
    targets->n = begin;
    targets->sorted = gcv_alloc(causes->ctx, targets->n, sizeof(uint32_t));
    visit_targets(causes, at, row_of, targets->end, targets->sorted);
}

/* Sorts the objects of one heap by the row they belong to. One pass for each row would be quadratic
 * where there are as many rows as types. */
static void find_targets(gcv_causes *causes, size_t at, const uint32_t *items)
{
    const gcv_changes *changes = causes->changes;
    const size_t list = at == 0 ? 0 : changes->request.n_heaps - 1;
    const size_t n_groups = changes->totals[list].groups.n;
    uint32_t *row_of = gcv_alloc(causes->ctx, n_groups, sizeof *row_of), row, group;
    memset(row_of, 0xff, n_groups * sizeof *row_of); /* all GCV_NONE */
    for (row = 0; row < causes->n_rows; row++) {
        group = gcv_joined_index(&changes->join, items[row], list);
        if (group != GCV_NONE) {
            row_of[group] = row;
        }
    }
    sort_targets(causes, at, row_of);
    gcv_free(causes->ctx, row_of);
}

/* ---- the chain that grew most ------------------------------------------------------------- */

/* Adds the chain of an object of the row, or counts the object as unreachable. */
static void add_target(gcv_causes *causes, size_t at, uint32_t object)
{
    if (causes->joined.side[at].paths->parent[object] != GCV_NONE) {
        gcv_joined_steps_add(&causes->joined, at, object);
        return;
    }
    causes->unreachable_objects[at]++;
    causes->unreachable_bytes[at] += gcv_heap_size(causes->joined.side[at].heap, object);
}

static void add_targets(gcv_causes *causes, size_t at, uint32_t row)
{
    const gcv_cause_targets *targets = &causes->targets[at];
    uint32_t i = row > 0 ? targets->end[row - 1] : 0;
    causes->unreachable_objects[at] = causes->unreachable_bytes[at] = 0;
    for (; i < targets->end[row]; i++) {
        add_target(causes, at, targets->sorted[i]);
    }
    causes->placed += causes->joined.side[at].placed.n;
}

static uint64_t growth(const uint64_t *values)
{
    return values[1] > values[0] ? values[1] - values[0] : 0;
}

/* Returns the step whose targets grew most; GCV_NONE: no step's targets grew more than the
 * unreachable objects. */
static uint32_t most_grown(const gcv_causes *causes)
{
    const gcv_joined_steps *joined = &causes->joined;
    uint64_t most = growth(causes->unreachable_bytes);
    uint32_t best = GCV_NONE;
    for (uint32_t step = 0; step < joined->steps.n; step++) {
        uint64_t grown = growth(joined->steps.data[step].target_bytes);
        if (grown > most || (grown > 0 && grown == most &&
                             (best == GCV_NONE || gcv_joined_step_before(joined, step, best)))) {
            most = grown;
            best = step;
        }
    }
    return best;
}

/* ---- rows --------------------------------------------------------------------------------- */

static gcv_cause_row empty_row(const gcv_causes *causes)
{
    gcv_cause_row row = {0};
    row.cause = causes->n_causes;
    row.item = row.type = row.label = row.set = GCV_NONE;
    return row;
}

static void add_head(gcv_causes *causes, uint32_t item)
{
    const gcv_change *grown = &causes->changes->rows[item];
    gcv_cause_row row = empty_row(causes);
    row.item = item;
    row.objects[0] = grown->count_a;
    row.objects[1] = grown->count_b;
    row.bytes[0] = grown->bytes_a;
    row.bytes[1] = grown->bytes_b;
    gcv_cause_row_column_push(causes->ctx, &causes->rows, row);
}

static void add_unreachable(gcv_causes *causes)
{
    gcv_cause_row row = empty_row(causes);
    row.depth = 1;
    row.unreachable = true;
    memcpy(row.objects, causes->unreachable_objects, sizeof row.objects);
    memcpy(row.bytes, causes->unreachable_bytes, sizeof row.bytes);
    gcv_cause_row_column_push(causes->ctx, &causes->rows, row);
}

/* Adds a row for each step of a chain, in order, and gives each step a set. */
static void add_steps(gcv_causes *causes, uint32_t last, uint32_t *set_of)
{
    const gcv_joined_steps *joined = &causes->joined;
    uint32_t depth = gcv_joined_key(joined, last)->depth;
    size_t begin = causes->rows.n;
    gcv_cause_row_column_reserve(causes->ctx, &causes->rows, depth);
    causes->rows.n += depth;
    for (uint32_t step = last; step != GCV_NONE; step = gcv_joined_key(joined, step)->previous) {
        const gcv_step_key *key = gcv_joined_key(joined, step);
        const gcv_joined_step *sums = &joined->steps.data[step];
        gcv_cause_row row = empty_row(causes);
        row.depth = key->depth;
        row.type = key->type;
        row.label = key->start;
        row.set = causes->n_sets++;
        memcpy(row.objects, sums->objects, sizeof row.objects);
        memcpy(row.bytes, sums->bytes, sizeof row.bytes);
        set_of[step] = row.set;
        causes->rows.data[begin + row.depth - 1] = row;
    }
}

static void add_chain(gcv_causes *causes, uint32_t last)
{
    size_t n = causes->joined.steps.n;
    uint32_t *set_of = gcv_alloc(causes->ctx, n, sizeof *set_of);
    memset(set_of, 0xff, n * sizeof *set_of); /* all GCV_NONE */
    add_steps(causes, last, set_of);
    gcv_joined_steps_collect(&causes->joined, set_of);
    gcv_free(causes->ctx, set_of);
}

static void find_chain(gcv_causes *causes, uint32_t row)
{
    gcv_joined_steps_clear(&causes->joined);
    for (size_t at = 0; at < 2; at++) {
        add_targets(causes, at, row);
    }
    uint32_t last = most_grown(causes);
    if (last != GCV_NONE) {
        add_chain(causes, last);
        return;
    }
    if (growth(causes->unreachable_bytes) > 0) {
        add_unreachable(causes);
    }
}

static bool has_chain(const gcv_causes *causes, uint32_t row)
{
    const gcv_joined_side *side = causes->joined.side;
    const uint64_t objects = (uint64_t)side[0].heap->n_objects + side[1].heap->n_objects;
    const uint64_t classes = (uint64_t)side[0].members.set.n + side[1].members.set.n;
    return row < CHAINED_ROWS || causes->placed + WORK_A_CLASS * classes <= MOST_WORK * objects;
}

static void find_cause(gcv_causes *causes, uint32_t row, uint32_t item)
{
    causes->n_causes++;
    add_head(causes, item);
    if (row == causes->n_chained && has_chain(causes, row)) {
        causes->n_chained++;
        find_chain(causes, row);
    }
}

static void release_targets(gcv_causes *causes)
{
    for (size_t at = 0; at < 2; at++) {
        gcv_cause_targets *targets = &causes->targets[at];
        gcv_free(causes->ctx, targets->sorted);
        gcv_free(causes->ctx, targets->end);
        memset(targets, 0, sizeof *targets);
    }
}

static void find_retained(gcv_causes *causes)
{
    for (size_t at = 0; at < 2; at++) {
        causes->retained[at] = gcv_alloc(causes->ctx, causes->n_sets, sizeof(uint64_t));
        gcv_joined_steps_retained(&causes->joined, at, causes->n_sets, causes->retained[at]);
    }
}

/* ---- what a row is -------------------------------------------------------------------------- */

bool gcv_cause_retained(const gcv_causes *causes, const gcv_cause_row *row, int64_t *delta)
{
    const gcv_change *head = row->item != GCV_NONE ? &causes->changes->rows[row->item] : NULL;
    if (head != NULL) {
        *delta = gcv_delta(head->retained_a, head->retained_b);
        return head->retains;
    }
    if (row->set == GCV_NONE) {
        return false;
    }
    uint64_t a = causes->retained[0][row->set];
    uint64_t b = causes->retained[1][row->set];
    *delta = gcv_delta(a != GCV_NOT_REACHABLE ? a : 0, b != GCV_NOT_REACHABLE ? b : 0);
    return true;
}

gcv_slice gcv_cause_name(const gcv_causes *causes, const gcv_cause_row *row)
{
    return row->item != GCV_NONE   ? causes->changes->join.names.data[row->item]
           : row->unreachable      ? gcv_slice_str("<unreachable>")
           : row->type == GCV_NONE ? gcv_slice_str("<deeper, any type>")
                                   : causes->joined.types.names.data[row->type];
}

gcv_slice gcv_cause_root(const gcv_causes *causes, const gcv_cause_row *row)
{
    return row->label != GCV_NONE ? causes->joined.labels.texts.data[row->label]
                                  : gcv_slice_of(NULL, 0);
}

/* ---- all of it ---------------------------------------------------------------------------- */

void gcv_causes_find(const gcv_changes *changes, const gcv_u32_column *items,
                     gcv_basis *const basis[2], gcv_causes *out)
{
    memset(out, 0, sizeof *out);
    out->changes = changes;
    out->ctx = changes->ctx;
    gcv_joined_steps_init(out->ctx, &out->joined, basis);
    gcv_phase(out->ctx, "causes");
    out->n_rows = (uint32_t)items->n;
    for (size_t at = 0; at < 2; at++) {
        find_targets(out, at, items->data);
    }
    for (uint32_t i = 0; i < out->n_rows; i++) {
        find_cause(out, i, items->data[i]);
    }
    release_targets(out);
    find_retained(out);
}

void gcv_causes_release(gcv_causes *causes)
{
    if (causes->ctx != NULL) {
        release_targets(causes);
        gcv_free(causes->ctx, causes->retained[0]);
        gcv_free(causes->ctx, causes->retained[1]);
        gcv_cause_row_column_release(causes->ctx, &causes->rows);
        gcv_joined_steps_release(&causes->joined);
    }
}
