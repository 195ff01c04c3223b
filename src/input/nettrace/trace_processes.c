/* trace_processes.c - the processes of a trace; see trace.h. */
#include "input/nettrace/trace.h"

void gcv_trace_processes_release(gcv_context *ctx, gcv_trace_processes *processes)
{
    for (size_t i = 0; i < processes->rows.n; i++) {
        gcv_moves_free(processes->rows.data[i].moves);
        gcv_trace_time_column_release(ctx, &processes->rows.data[i].points);
    }
    gcv_trace_process_column_release(ctx, &processes->rows);
}

size_t gcv_trace_processes_find(const gcv_trace_processes *processes, uint64_t id)
{
    size_t at = 0;
    while (at < processes->rows.n && processes->rows.data[at].id != id) {
        at++;
    }
    return at;
}

size_t gcv_trace_processes_enter(gcv_context *ctx, gcv_trace_processes *processes, uint64_t id)
{
    size_t at = gcv_trace_processes_find(processes, id);
    if (at == processes->rows.n) {
        gcv_trace_process_column_push(ctx, &processes->rows, (gcv_trace_process){.id = id});
    }
    return at;
}

const gcv_trace_process *gcv_trace_processes_described(const gcv_trace_processes *processes,
                                                       uint64_t id)
{
    size_t at = gcv_trace_processes_find(processes, id);
    return at < processes->rows.n && processes->rows.data[at].described ? &processes->rows.data[at]
                                                                        : NULL;
}
