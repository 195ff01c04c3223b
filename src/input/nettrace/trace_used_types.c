/* trace_used_types.c - gives types of the kept dump of a trace to the builder at their first use;
 * see trace.h. */
#include "input/nettrace/trace.h"

/* Gives the path of the module of a type. Its first use shares the path with the builder. */
static gcv_slice keep_module(gcv_trace_emitter *e, uint32_t at)
{
    gcv_trace_module *module = gcv_trace_types_module(e->ctx, &e->trace->types, at);
    if (module != NULL && module->kept_for != e->trace->emitted) {
        module->kept = gcv_builder_share(e->builder, module->path);
        module->kept_for = e->trace->emitted;
    }
    return module != NULL ? module->kept : gcv_slice_of(NULL, 0);
}

static void add_type(gcv_trace_emitter *e, uint32_t at, uint64_t id, const char *suffix)
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

void gcv_trace_use_type(gcv_trace_emitter *e, uint32_t at)
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
static uint64_t type_by_size(gcv_trace_emitter *e, uint32_t at, unsigned size_class)
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

uint32_t gcv_trace_slot_of(gcv_trace_emitter *e, uint32_t at, unsigned size_class)
{
    gcv_trace_use_type(e, at);
    return gcv_builder_slot_of(e->builder, size_class > 0 ? type_by_size(e, at, size_class)
                                                          : e->trace->types.types.data[at].id);
}
