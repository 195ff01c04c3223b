/* trace_objects.c - gives the objects of the kept dump of a trace to the builder; see trace.h.
 *
 * The builder takes over the columns of the dump, after indexes of types were replaced by slots and
 * edge counts by the first reference of each object. For a tally, it takes the sums.
 *
 * Time: O(objects + references), and O(log dependents) for each dependent handle.
 */
#include "input/nettrace/trace.h"

/* ---- dependent handles -------------------------------------------------------------------- */

/* Dependent handles. A dependent handle keeps its value alive as long as its key lives, so it
 * becomes a reference of the key, after the key's other references. */
typedef struct dependents {
    const gcv_trace_dependent *rows;
    size_t n;
    uint32_t *order;  /* by key, then value */
    gcv_id_map keys;  /* from key to first index in `order`; `n`: its object has been found */
    uint64_t *values; /* in the order of their objects … */
    size_t *places;   /* … and the index of the reference before which each is inserted */
    size_t n_found;
} dependents;

GCV_BEFORE(by_key, gcv_trace_dependent,
           of[a].key != of[b].key ? of[a].key < of[b].key : of[a].value < of[b].value);

static void index_keys(gcv_context *ctx, dependents *d)
{
    for (size_t i = 0; i < d->n; i++) {
        uint64_t key = d->rows[d->order[i]].key;
        if (i == 0 || d->rows[d->order[i - 1]].key != key) {
            gcv_id_map_set(ctx, &d->keys, key, (uint32_t)i);
        }
    }
}

/* Finds the objects of the keys. The first node record of an address gets the dependents; later
 * records of the address are duplicates, which do not count. Moves the first references of the
 * objects to make room. */
static void find_objects(gcv_context *ctx, dependents *d, gcv_builder_columns *rows)
{
    size_t n = gcv_id_column_n(&rows->ids);
    for (size_t i = 0; i < n; i++) {
        uint64_t address = gcv_id_column_get(&rows->ids, i);
        uint32_t at = gcv_id_map_get(ctx, &d->keys, address), end = rows->first_ref.data[i + 1];
        if (at < d->n) {
            gcv_id_map_set(ctx, &d->keys, address, (uint32_t)d->n);
        }
        for (; at < d->n && d->rows[d->order[at]].key == address; at++) {
            d->values[d->n_found] = d->rows[d->order[at]].value;
            d->places[d->n_found++] = end;
        }
        rows->first_ref.data[i + 1] = end + (uint32_t)d->n_found;
    }
}

static void add_dependents(gcv_context *ctx, const gcv_trace_dependent_column *column,
                           gcv_builder_columns *rows)
{
    if (column->n == 0) {
        return;
    }
    dependents d = {.rows = column->data,
                    .n = column->n,
                    .order = gcv_numbers_sorted(ctx, column->n, by_key, column->data),
                    .values = gcv_alloc(ctx, column->n, sizeof *d.values),
                    .places = gcv_alloc(ctx, column->n, sizeof *d.places)};
    index_keys(ctx, &d);
    find_objects(ctx, &d, rows);
    gcv_id_column_insert(ctx, &rows->refs, d.values, d.places, d.n_found);
    GCV_FREE(ctx, d.order, d.values, d.places);
    gcv_id_map_release(ctx, &d.keys);
}

/* ---- rows --------------------------------------------------------------------------------- */

/* Replaces edge counts by their prefix sums, as far as there are references. Returns the number of
 * objects that have all their references; the objects after them would get wrong references. */
static size_t add_up_edges(gcv_builder_columns *rows)
{
    uint32_t *first = rows->first_ref.data;
    size_t n = rows->size.n, n_refs = gcv_id_column_n(&rows->refs), sum = 0, i;
    for (i = 0; i < n && first[i + 1] <= n_refs - sum; i++) {
        sum += first[i + 1];
        first[i + 1] = (uint32_t)sum;
    }
    gcv_id_column_truncate(&rows->refs, sum);
    return i;
}

static void truncate_rows(gcv_builder_columns *rows, size_t n)
{
    gcv_id_column_truncate(&rows->ids, n);
    rows->size.n = n;
    rows->slot.n = n;
    rows->first_ref.n = rows->first_ref.n > n ? n + 1 : 0;
    while (rows->big.n > 0 && rows->big.data[rows->big.n - 1].object >= n) {
        rows->big.n--;
    }
}

/* Replaces indexes of types by slots. `known`: slots found so far, by index, counted from 1. */
static void number_types(gcv_trace_emitter *e, uint32_t *known)
{
    const gcv_builder_columns *rows = &e->heap->rows;
    const bool by_size_class = gcv_builder_options(e->builder)->keep_size_classes;
    for (size_t i = 0; i < rows->slot.n; i++) {
        const uint32_t at = rows->slot.data[i];
        unsigned size_class = by_size_class ? gcv_trace_size_class(rows->size.data[i]) : 0;
        if (size_class == 0 && known[at] == 0) {
            known[at] = gcv_trace_slot_of(e, at, 0) + 1;
        }
        rows->slot.data[i] = size_class == 0 ? known[at] - 1 : gcv_trace_slot_of(e, at, size_class);
    }
}

static void emit_rows(gcv_trace_emitter *e)
{
    gcv_builder_columns *rows = &e->heap->rows;
    const size_t n_types = e->trace->types.types.n, n = add_up_edges(rows);
    uint32_t *known = gcv_alloc_zeroed(e->ctx, n_types, sizeof *known);
    e->trace->left_out = e->heap->about.objects - n;
    truncate_rows(rows, n);
    number_types(e, known);
    gcv_free(e->ctx, known);
    add_dependents(e->ctx, &e->heap->dependents, rows);
    gcv_builder_take_columns(e->builder, rows);
}

/* ---- sums --------------------------------------------------------------------------------- */

static void emit_sums(gcv_trace_emitter *e, uint32_t *slots)
{
    gcv_trace_tally *tally = e->heap->tally;
    gcv_builder_columns *rows = &tally->columns;
    for (size_t i = 0; i < tally->sums.n; i++) {
        const gcv_trace_sum *sum = &tally->sums.data[i];
        slots[i] = gcv_trace_slot_of(e, sum->type, sum->size_class);
        if (tally->keep != GCV_KEEP_ROWS) {
            gcv_builder_add_sum(e->builder, slots[i], sum->count, sum->bytes);
        }
    }
    for (size_t i = 0; i < rows->slot.n; i++) {
        rows->slot.data[i] = slots[rows->slot.data[i]];
    }
    gcv_builder_take_columns(e->builder, rows);
}

static void emit_tally(gcv_trace_emitter *e)
{
    const gcv_trace_tally *tally = e->heap->tally;
    e->trace->left_out = e->heap->about.objects - tally->objects;
    if (tally->repeats) {
        gcv_builder_want_more(e->builder);
        return;
    }
    uint32_t *slots = gcv_alloc(e->ctx, tally->sums.n, sizeof *slots);
    emit_sums(e, slots);
    gcv_free(e->ctx, slots);
}

void gcv_trace_emit_objects(gcv_trace_emitter *e)
{
    if (e->heap->tally != NULL) {
        emit_tally(e);
    } else {
        emit_rows(e);
    }
}
