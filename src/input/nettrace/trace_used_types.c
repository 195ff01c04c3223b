/* trace_used_types.c - gives types of the kept dump of a trace to the builder at their first use;
 * see trace.h. */
#include "input/nettrace/trace.h"

#include "base/text.h"

/* Gives the path of the module of a type. Its first use shares the path with the builder. */
static gcv_status keep_module(gcv_trace_emitter *e, uint32_t at, gcv_slice *out, gcv_error *err)
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

static gcv_status add_type(gcv_trace_emitter *e, uint32_t at, uint64_t id, const char *suffix,
                           gcv_error *err)
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

gcv_status gcv_trace_use_type(gcv_trace_emitter *e, uint32_t at, gcv_error *err)
{
    gcv_trace *trace = e->trace;
    gcv_trace_type *type = &trace->types.types.data[at];
    bool named = type->known && type->name.size > 0;
    if (type->used == trace->emitted) {
        return GCV_OK;
    }
    type->used = trace->emitted;
    trace->named += named;
    trace->nameless += !named;
    trace->unrecorded += !type->known;
    return type->known ? add_type(e, at, type->id, "", err) : GCV_OK;
}

/* Gives the id of a type that represents a size class of another type. No type of the trace has
 * this id. */
static gcv_status type_by_size(gcv_trace_emitter *e, uint32_t at, unsigned size_class, uint64_t *id,
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
    uint64_t key = (uint64_t)at * 8 + size_class;
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
    return status == GCV_OK ? add_type(e, at, *id, suffixes[size_class], err) : status;
}

gcv_status gcv_trace_slot_of(gcv_trace_emitter *e, uint32_t at, unsigned size_class, uint32_t *slot,
                             gcv_error *err)
{
    gcv_status status = gcv_trace_use_type(e, at, err);
    uint64_t id = e->trace->types.types.data[at].id;
    if (status == GCV_OK && size_class > 0) {
        status = type_by_size(e, at, size_class, &id, err);
    }
    return status == GCV_OK ? gcv_builder_slot_of(e->builder, id, slot, err) : status;
}
