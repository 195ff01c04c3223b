/* trace_emit.c - gives the kept dump of a trace to the builder, objects joined with their
 * references.
 *
 * A dependent handle keeps its value alive as long as its key lives, so it becomes a reference of
 * the key, behind the references that the key has.
 *
 * O(objects + references + dependents log dependents).
 */
#include "input/nettrace/trace.h"

#include "base/error.h"
#include "base/sort.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* What emit_object() needs. */
typedef struct emitter {
    gcv_trace *trace;
    gcv_context *ctx;
    gcv_builder *builder;
    gcv_trace_heap *heap;
    uint32_t *order;       /* dependents by key */
    gcv_id_map keys;       /* to the first place in `order` */
    gcv_id_map size_types; /* type and size class to a place in `size_ids` */
    gcv_u64_column size_ids;
    uint64_t free_id; /* from here downwards ids for such types are looked for */
    size_t next_big;
} emitter;

/* ---- types ----------------------------------------------------------------------------------- */

/* The path of the module of a type; its first use shares it with the builder. */
static gcv_status keep_module(emitter *e, uint32_t at, gcv_slice *out, gcv_error *err)
{
    gcv_trace_module *module = gcv_trace_types_module(e->ctx, &e->trace->types, at);
    gcv_status status = GCV_OK;
    if (module != NULL && module->kept_for != e->trace->emitted) {
        status = gcv_builder_share(e->builder, module->path, &module->kept, err);
        module->kept_for = e->trace->emitted;
    }
    *out = module != NULL ? module->kept : gcv_slice_of(NULL, 0);
    return status;
}

static gcv_status add_type(emitter *e, uint32_t at, uint64_t id, const char *suffix, gcv_error *err)
{
    gcv_trace_types *types = &e->trace->types;
    gcv_slice name, module;
    bool own;
    gcv_status status = gcv_trace_types_name(e->ctx, types, at, &name, &own, err);
    if (status == GCV_OK) {
        status = keep_module(e, at, &module, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    if (*suffix != '\0') {
        if (own) {
            gcv_buffer_clear(&types->scratch);
            gcv_buffer_append(e->ctx, &types->scratch, name, err);
        }
        gcv_buffer_append_str(e->ctx, &types->scratch, suffix, err);
        if (types->scratch.status != GCV_OK) {
            return types->scratch.status;
        }
        name = gcv_buffer_slice(&types->scratch);
    }
    return gcv_builder_add_type(e->builder, 0, id, name, module, err);
}

/* The first object of a type adds the type to the builder. */
static gcv_status use_type(emitter *e, uint32_t at, gcv_error *err)
{
    gcv_trace_type *type = &e->trace->types.types.data[at];
    if (type->used == e->trace->emitted) {
        return GCV_OK;
    }
    type->used = e->trace->emitted;
    e->trace->nameless += !type->known || type->name.size == 0;
    return type->known ? add_type(e, at, type->id, "", err) : GCV_OK;
}

/* Other tools split types by the magnitude of the sizes of objects above 1000 bytes. */
static unsigned size_class(uint64_t size)
{
    unsigned class = 0;
    uint64_t limit;
    for (limit = 1000; class < 6 && size > limit; limit *= 10) {
        class ++;
    }
    return class;
}

/* The id of a type for a size class of another type: one that no type of the trace has. */
static gcv_status type_by_size(emitter *e, uint32_t at, unsigned class, uint64_t *id,
                               gcv_error *err)
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
    uint64_t key = (uint64_t)at * 8 + class;
    uint32_t known = gcv_id_map_get(e->ctx, &e->size_types, key);
    gcv_trace_types *types = &e->trace->types;
    gcv_status status;
    uint32_t unused;
    size_t before;
    if (known != GCV_NONE) {
        *id = e->size_ids.data[known];
        return GCV_OK;
    }
    do {
        before = types->types.n;
        *id = e->free_id--;
        status = gcv_trace_types_enter(e->ctx, types, e->heap->process, *id, &unused, err);
    } while (status == GCV_OK && types->types.n == before);
    if (status == GCV_OK) {
        status = gcv_u64_column_push(e->ctx, &e->size_ids, *id, err);
    }
    if (status == GCV_OK) {
        status = gcv_id_map_set(e->ctx, &e->size_types, key, (uint32_t)(e->size_ids.n - 1), err);
    }
    return status == GCV_OK ? add_type(e, at, *id, suffixes[class], err) : status;
}

/* ---- objects --------------------------------------------------------------------------------- */

static bool by_key(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_trace_dependent *rows = payload;
    return rows[a].key != rows[b].key ? rows[a].key < rows[b].key : rows[a].value < rows[b].value;
}

static gcv_status index_dependents(emitter *e, gcv_error *err)
{
    const gcv_trace_dependent_column *rows = &e->heap->dependents;
    size_t i;
    gcv_status status;
    e->order = gcv_alloc(e->ctx, rows->n, sizeof *e->order, err);
    if (e->order == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < rows->n; i++) {
        e->order[i] = (uint32_t)i;
    }
    status = gcv_sort(e->ctx, e->order, rows->n, by_key, rows->data, err);
    for (i = 0; i < rows->n && status == GCV_OK; i++) {
        uint64_t key = rows->data[e->order[i]].key;
        if (i == 0 || rows->data[e->order[i - 1]].key != key) {
            status = gcv_id_map_set(e->ctx, &e->keys, key, (uint32_t)i, err);
        }
    }
    return status;
}

/* The first node record of an address gets its dependents: later ones are duplicates, which count
 * for nothing. */
static gcv_status push_dependents(emitter *e, uint64_t address, gcv_error *err)
{
    const gcv_trace_dependent_column *rows = &e->heap->dependents;
    uint32_t at = gcv_id_map_get(e->ctx, &e->keys, address);
    gcv_status status = GCV_OK;
    if (at >= rows->n) {
        return GCV_OK;
    }
    for (; at < rows->n && rows->data[e->order[at]].key == address && status == GCV_OK; at++) {
        status = gcv_builder_push_reference(e->builder, rows->data[e->order[at]].value, err);
    }
    return status == GCV_OK ? gcv_id_map_set(e->ctx, &e->keys, address, (uint32_t)rows->n, err)
                            : status;
}

static gcv_status push_references(emitter *e, uint64_t address, size_t first, uint32_t n,
                                  gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; i < n && status == GCV_OK; i++) {
        status = gcv_builder_push_reference(e->builder,
                                            gcv_id_column_get(&e->heap->targets, first + i), err);
    }
    return status == GCV_OK && e->heap->dependents.n > 0 ? push_dependents(e, address, err)
                                                         : status;
}

static gcv_status emit_object(emitter *e, size_t i, size_t first_edge, gcv_error *err)
{
    gcv_trace_heap *heap = e->heap;
    uint64_t size = heap->size.data[i], address = gcv_id_column_get(&heap->address, i), type;
    uint32_t at = heap->type.data[i];
    unsigned class = 0;
    gcv_status status;
    if (size == GCV_BIG_SIZE) {
        size = heap->big.data[e->next_big++].bytes;
    }
    status = use_type(e, at, err);
    type = e->trace->types.types.data[at].id;
    if (gcv_builder_options(e->builder)->keep_size_classes) {
        class = size_class(size);
    }
    if (status == GCV_OK && class > 0) {
        status = type_by_size(e, at, class, &type, err);
    }
    if (status == GCV_OK && gcv_builder_keeps_references(e->builder)) {
        status = push_references(e, address, first_edge, heap->n_edges.data[i], err);
    }
    if (status != GCV_OK || gcv_builder_add_quickly(e->builder, 0, address, type, size)) {
        return status;
    }
    return gcv_builder_add_pending(e->builder, 0, address, type, size, err);
}

/* Objects, up to the first that lacks references: those behind it would get wrong ones. */
static gcv_status emit_objects(emitter *e, gcv_error *err)
{
    gcv_trace_heap *heap = e->heap;
    size_t n_edges = gcv_id_column_n(&heap->targets), edge = 0, i;
    gcv_status status = GCV_OK;
    for (i = 0; i < heap->size.n && heap->n_edges.data[i] <= n_edges - edge; i++) {
        status = emit_object(e, i, edge, err);
        if (status != GCV_OK || gcv_builder_wants_more(e->builder)) {
            return status;
        }
        edge += heap->n_edges.data[i];
    }
    e->trace->left_out = heap->about.objects - i;
    return status;
}

static gcv_status use_container_types(emitter *e, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; i < e->heap->roots.n && status == GCV_OK; i++) {
        if (e->heap->roots.data[i].type != GCV_NONE) {
            status = use_type(e, e->heap->roots.data[i].type, err);
        }
    }
    return status;
}

static gcv_status emit_rest(emitter *e, gcv_error *err)
{
    gcv_trace_heap *heap = e->heap;
    gcv_status status = use_container_types(e, err);
    size_t i;
    if (status == GCV_OK) {
        status = gcv_trace_emit_roots(e->trace, err);
    }
    for (i = 0; i < heap->ranges.n && status == GCV_OK; i++) {
        status =
            gcv_builder_add_range(e->builder, heap->ranges.data[i].start, heap->ranges.data[i].end,
                                  heap->ranges.data[i].generation, err);
    }
    for (i = 0; e->trace->lists_snapshots && i < e->trace->snapshots.n && status == GCV_OK; i++) {
        gcv_snapshot snapshot = e->trace->snapshots.data[i];
        snapshot.chosen = snapshot.number == heap->about.number;
        status = gcv_builder_add_snapshot(e->builder, &snapshot, err);
    }
    return status;
}

/* ---- dumps that are refused ------------------------------------------------------------------ */

static gcv_status fail_without_dump(const gcv_trace *trace, gcv_error *err)
{
    const char *name = trace->builder->name;
    if (trace->snapshots.n > 0) {
        return gcv_fail_line(err, GCV_ERR_USAGE, name, 0,
                             "there is no snapshot %lu; the file has %lu",
                             (unsigned long)trace->wanted, (unsigned long)trace->snapshots.n);
    }
    return gcv_fail_line(err, GCV_ERR_INPUT, name, 0,
                         "the trace holds no heap dump (keywords 0x1980001 of the runtime's events "
                         "take one)");
}

/* A dump that lacks events would be wrong, so only --salvage gets it. */
static gcv_status refuse(const gcv_trace *trace, gcv_error *err)
{
    static const char *const names[] = {"node", "edge"};
    const gcv_trace_heap *heap = trace->kept;
    const char *name = trace->builder->name;
    unsigned s;
    for (s = GCV_STREAM_NODES; s <= GCV_STREAM_EDGES; s++) {
        if (heap->streams[s].broken) {
            return gcv_fail_offset(
                err, GCV_ERR_INPUT, name, heap->streams[s].broken_at,
                "lost events: %s event %lu of snapshot %lu is missing (--salvage keeps what comes "
                "before it)",
                names[s], (unsigned long)heap->streams[s].next, (unsigned long)heap->about.number);
        }
    }
    return gcv_fail_line(err, GCV_ERR_INPUT, name, 0,
                         "lost events: the objects of snapshot %lu have %llu references, %llu came "
                         "(--salvage keeps what goes together)",
                         (unsigned long)heap->about.number, (unsigned long long)heap->promised,
                         (unsigned long long)heap->edges);
}

static bool must_refuse(const gcv_trace *trace)
{
    const gcv_trace_heap *heap = trace->kept;
    bool broken = heap->streams[GCV_STREAM_NODES].broken || heap->streams[GCV_STREAM_EDGES].broken;
    return !gcv_builder_options(trace->builder)->salvage &&
           (broken || (heap->ended && !gcv_trace_heap_balanced(heap)));
}

gcv_status gcv_trace_emit(gcv_trace *trace, gcv_error *err)
{
    emitter e;
    gcv_status status;
    if (trace->kept == NULL) {
        return fail_without_dump(trace, err);
    }
    if (must_refuse(trace)) {
        return refuse(trace, err);
    }
    trace->emitted++;
    trace->left_out = 0;
    trace->nameless = 0;
    memset(&e, 0, sizeof e);
    e.trace = trace;
    e.ctx = trace->ctx;
    e.builder = trace->builder;
    e.heap = trace->kept;
    e.free_id = UINT64_MAX;
    status = index_dependents(&e, err);
    if (status == GCV_OK) {
        status = emit_objects(&e, err);
    }
    if (status == GCV_OK && !gcv_builder_wants_more(e.builder)) {
        status = emit_rest(&e, err);
    }
    gcv_free(e.ctx, e.order, e.heap->dependents.n, sizeof *e.order);
    gcv_id_map_release(e.ctx, &e.keys);
    gcv_id_map_release(e.ctx, &e.size_types);
    gcv_u64_column_release(e.ctx, &e.size_ids);
    return status;
}
