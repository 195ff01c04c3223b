/* trace_emit.c - gives the kept dump of a trace to the builder, unless it is unusable: types at
 * their first use, objects with their references, or the tally; see trace.h.
 *
 * The builder takes over the columns of the dump, after indexes of types were replaced by slots and
 * edge counts by the first reference of each object. For a tally, it takes the sums.
 *
 * Time: O(objects + references), and O(log dependents) for each dependent handle.
 */
#include "input/nettrace/trace.h"

typedef struct emitter {
    gcv_trace *trace;
    gcv_context *ctx;
    gcv_builder *builder;
    gcv_trace_heap *heap;
    gcv_id_map size_types; /* from type and size class to index in `size_ids` */
    gcv_u64_column size_ids;
    uint64_t free_id; /* the search for unused ids for such types goes down from here */
} emitter;

/* ---- types ----------------------------------------------------------------------------------- */

/* Gives the path of the module of a type. Its first use shares the path with the builder. */
static gcv_slice keep_module(emitter *e, uint32_t at)
{
    gcv_trace_module *module = gcv_trace_types_module(e->ctx, &e->trace->types, at);
    if (module != NULL && module->kept_for != e->trace->emitted) {
        module->kept = gcv_builder_share(e->builder, module->path);
        module->kept_for = e->trace->emitted;
    }
    return module != NULL ? module->kept : gcv_slice_of(NULL, 0);
}

static void add_type(emitter *e, uint32_t at, uint64_t id, const char *suffix)
{
    gcv_trace_types *types = &e->trace->types;
    gcv_slice name, module = keep_module(e, at);
    bool own;
    gcv_trace_types_name(e->ctx, types, at, &name, &own);
    if (*suffix != '\0') {
        if (own) {
            gcv_buffer_clear(&types->scratch);
            gcv_buffer_append(e->ctx, &types->scratch, name);
        }
        gcv_buffer_append_str(e->ctx, &types->scratch, suffix);
        name = gcv_buffer_slice(&types->scratch);
    }
    gcv_builder_add_type(e->builder, 0, id, name, module);
}

/* Adds a type to the builder, unless it has been used before. */
static void use_type(emitter *e, uint32_t at)
{
    gcv_trace *trace = e->trace;
    gcv_trace_type *type = &trace->types.types.data[at];
    bool named = type->known && type->name.size > 0;
    if (type->used == trace->emitted) {
        return;
    }
    type->used = trace->emitted;
    trace->named += named;
    trace->nameless += !named;
    trace->unrecorded += !type->known;
    if (type->known) {
        add_type(e, at, type->id, "");
    }
}

/* Gives the id of a type that represents a size class of another type. No type of the trace has
 * this id. */
static uint64_t type_by_size(emitter *e, uint32_t at, unsigned size_class)
{
    static const char *const suffixes[] = {
        "",
        " (Bytes > 1K)",
        " (Bytes > 10K)",
        " (Bytes > 100K)",
        " (Bytes > 1M)",
        " (Bytes > 10M)",
        " (Bytes > 100M)",
    };
    uint64_t key = (uint64_t)at * 8 + size_class, id;
    const uint32_t known = gcv_id_map_enter(e->ctx, &e->size_types, key, e->size_ids.n);
    gcv_trace_types *types = &e->trace->types;
    if (known < e->size_ids.n) {
        return e->size_ids.data[known];
    }
    const size_t before = types->types.n;
    do {
        id = e->free_id--;
        (void)gcv_trace_types_enter(e->ctx, types, e->heap->process, id);
    } while (types->types.n == before);
    gcv_u64_column_push(e->ctx, &e->size_ids, id);
    add_type(e, at, id, suffixes[size_class]);
    return id;
}

/* Uses a type and gives its slot, or that of one of its size classes (0: of the type itself). */
static uint32_t slot_of(emitter *e, uint32_t at, unsigned size_class)
{
    use_type(e, at);
    return gcv_builder_slot_of(e->builder, size_class > 0 ? type_by_size(e, at, size_class)
                                                          : e->trace->types.types.data[at].id);
}

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
static void number_types(emitter *e, uint32_t *known)
{
    const gcv_builder_columns *rows = &e->heap->rows;
    const bool by_size_class = gcv_builder_options(e->builder)->keep_size_classes;
    for (size_t i = 0; i < rows->slot.n; i++) {
        const uint32_t at = rows->slot.data[i];
        unsigned size_class = by_size_class ? gcv_trace_size_class(rows->size.data[i]) : 0;
        if (size_class == 0 && known[at] == 0) {
            known[at] = slot_of(e, at, 0) + 1;
        }
        rows->slot.data[i] = size_class == 0 ? known[at] - 1 : slot_of(e, at, size_class);
    }
}

static void emit_rows(emitter *e)
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

static void emit_sums(emitter *e, uint32_t *slots)
{
    gcv_trace_tally *tally = e->heap->tally;
    gcv_builder_columns *rows = &tally->columns;
    for (size_t i = 0; i < tally->sums.n; i++) {
        const gcv_trace_sum *sum = &tally->sums.data[i];
        slots[i] = slot_of(e, sum->type, sum->size_class);
        if (tally->keep != GCV_KEEP_ROWS) {
            gcv_builder_add_sum(e->builder, slots[i], sum->count, sum->bytes);
        }
    }
    for (size_t i = 0; i < rows->slot.n; i++) {
        rows->slot.data[i] = slots[rows->slot.data[i]];
    }
    gcv_builder_take_columns(e->builder, rows);
}

static void emit_tally(emitter *e)
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

/* ---- the dump ----------------------------------------------------------------------------- */

static void emit_rest(emitter *e)
{
    gcv_trace_heap *heap = e->heap;
    for (size_t i = 0; i < heap->roots.n; i++) {
        if (heap->roots.data[i].type != GCV_NONE) {
            use_type(e, heap->roots.data[i].type);
        }
    }
    gcv_trace_emit_roots(e->trace);
    for (size_t i = 0; i < heap->ranges.n; i++) {
        gcv_builder_add_range(e->builder, heap->ranges.data[i].start, heap->ranges.data[i].end,
                              heap->ranges.data[i].generation);
    }
    for (size_t i = 0; e->trace->lists_snapshots && i < e->trace->snapshots.n; i++) {
        gcv_snapshot snapshot = e->trace->snapshots.data[i];
        snapshot.chosen = snapshot.number == heap->about.number;
        gcv_builder_add_snapshot(e->builder, &snapshot);
    }
}

/* ---- dumps that are refused --------------------------------------------------------------- */

GCV_NORETURN static void fail_without_dump(const gcv_trace *trace)
{
    const char *name = trace->builder->name;
    if (trace->snapshots.n > 0) {
        gcv_fail_line(trace->ctx, GCV_ERR_USAGE, name, 0,
                      "there is no snapshot %lu; the file has %lu", (unsigned long)trace->wanted,
                      (unsigned long)trace->snapshots.n);
    }
    gcv_fail_line(trace->ctx, GCV_ERR_INPUT, name, 0,
                  "the trace holds no heap dump (keywords 0x1980001 of the runtime's events "
                  "take one)");
}

/* Fails for a dump that lacks events: it would be wrong, so only --salvage accepts it. */
GCV_NORETURN static void refuse(const gcv_trace *trace)
{
    static const char *const names[] = {"node", "edge"};
    const gcv_trace_heap *heap = trace->kept;
    const char *name = trace->builder->name;
    const char *more_room =
        trace->info->session != 0 ? "; 'gcview request --buffer' makes room for all" : "";
    for (unsigned s = GCV_STREAM_NODES; s <= GCV_STREAM_EDGES; s++) {
        if (heap->streams[s].broken) {
            gcv_fail_offset(
                trace->ctx, GCV_ERR_INPUT, name, heap->streams[s].broken_at,
                "lost events: %s event %lu of snapshot %lu is missing (--salvage keeps what comes "
                "before it%s)",
                names[s], (unsigned long)heap->streams[s].next, (unsigned long)heap->about.number,
                more_room);
        }
    }
    gcv_fail_line(trace->ctx, GCV_ERR_INPUT, name, 0,
                  "lost events: the objects of snapshot %lu have %llu references, %llu came "
                  "(--salvage keeps what goes together%s)",
                  (unsigned long)heap->about.number, (unsigned long long)heap->promised,
                  (unsigned long long)heap->edges, more_room);
}

static bool must_refuse(const gcv_trace *trace)
{
    const gcv_trace_heap *heap = trace->kept;
    bool broken = heap->streams[GCV_STREAM_NODES].broken || heap->streams[GCV_STREAM_EDGES].broken;
    return !gcv_builder_options(trace->builder)->salvage &&
           (broken || (heap->ended && !gcv_trace_heap_balanced(heap)));
}

void gcv_trace_emit(gcv_trace *trace)
{
    if (trace->kept == NULL) {
        fail_without_dump(trace);
    }
    if (must_refuse(trace)) {
        refuse(trace);
    }
    trace->emitted++;
    trace->left_out = 0;
    trace->named = trace->nameless = trace->unrecorded = 0;
    emitter e = {.trace = trace,
                 .ctx = trace->ctx,
                 .builder = trace->builder,
                 .heap = trace->kept,
                 .free_id = UINT64_MAX};
    (e.heap->tally != NULL ? emit_tally : emit_rows)(&e);
    if (!gcv_builder_wants_more(e.builder)) {
        emit_rest(&e);
    }
    GCV_RELEASE(e.ctx, &e.size_types, &e.size_ids);
}
