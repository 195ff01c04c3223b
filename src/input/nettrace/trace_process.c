/* trace_process.c - what a trace says of whole processes: types, modules, their names. */
#include "input/nettrace/trace_dumps.h"

#include "base/text.h"

#include <string.h>

static gcv_status on_type(void *self, const gcv_ev_type *type, gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    gcv_trace_type record;
    memset(&record, 0, sizeof record);
    record.process = type->process;
    record.id = type->id;
    record.module = type->module;
    record.token = type->token;
    record.flags = type->flags;
    return gcv_trace_types_add(dumps->ctx, &dumps->types, &record, type->name, type->parameters,
                               err);
}

static gcv_status on_module(void *self, uint64_t process, uint64_t id, gcv_cursor path,
                            gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    return gcv_trace_types_add_module(dumps->ctx, &dumps->types, process, id, path, err);
}

const gcv_trace_process *gcv_trace_dumps_process(const gcv_trace_dumps *dumps, uint64_t id)
{
    size_t i;
    for (i = 0; i < dumps->processes.n; i++) {
        if (dumps->processes.data[i].id == id) {
            return &dumps->processes.data[i];
        }
    }
    return NULL;
}

static gcv_status on_process(void *self, uint64_t id, gcv_cursor command, gcv_cursor os,
                             gcv_cursor architecture, gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    gcv_trace_process process;
    gcv_status status;
    if (dumps->processes.n == GCV_TRACE_PROCESSES || gcv_trace_dumps_process(dumps, id) != NULL) {
        return GCV_OK;
    }
    process.id = id;
    status = gcv_trace_types_text(dumps->ctx, &dumps->types, command, &process.command, err);
    if (status == GCV_OK) {
        status = gcv_trace_types_text(dumps->ctx, &dumps->types, os, &process.os, err);
    }
    if (status == GCV_OK) {
        status = gcv_trace_types_text(dumps->ctx, &dumps->types, architecture,
                                      &process.architecture, err);
    }
    return status == GCV_OK
               ? gcv_trace_process_column_push(dumps->ctx, &dumps->processes, process, err)
               : status;
}

/* That a range holds roots no more does not matter: its roots were told of before. */
static gcv_status on_root_range(void *self, uint64_t start, uint64_t size, gcv_cursor name,
                                gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    gcv_trace_root_range range;
    gcv_status status;
    if (size == 0 || dumps->range_names.n > UINT32_MAX / 2) {
        return GCV_OK;
    }
    range.start = start;
    range.end = start > UINT64_MAX - size ? UINT64_MAX : start + size;
    range.name = (uint32_t)dumps->range_names.n;
    range.kept = gcv_slice_of(NULL, 0);
    status = gcv_append_utf16(dumps->ctx, &dumps->range_names, name, err);
    range.name_size = (uint32_t)dumps->range_names.n - range.name;
    return status == GCV_OK
               ? gcv_trace_root_range_column_push(dumps->ctx, &dumps->root_ranges, range, err)
               : status;
}

void gcv_trace_dumps_process_events(gcv_heap_events *events)
{
    events->type = on_type;
    events->module = on_module;
    events->process = on_process;
    events->root_range = on_root_range;
}
