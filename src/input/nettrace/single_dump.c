/* single_dump.c - detects the end of the dump in a session that was opened for one dump.
 *
 * A runtime that was asked for a heap dump sends it and keeps the session open, so a reader that
 * waits for the end of the session waits for nothing. The rows of a dump come from several threads,
 * and their order in the stream is not that of time; so the beginning of the dump may come after
 * its end.
 */
#include "input/nettrace/trace.h"

void gcv_single_dump_row(gcv_single_dump *dump, const gcv_eventpipe_row *row)
{
    const gcv_heap_event event = gcv_heap_event_kind(row->event);
    gcv_cursor payload = gcv_cursor_of(row->payload, row->size, 0);
    if (event == GCV_EV_START || event == GCV_EV_END) {
        bool *has = event == GCV_EV_START ? &dump->has_start : &dump->has_end;
        *(event == GCV_EV_START ? &dump->started : &dump->ended) = gcv_cursor_u32(&payload);
        *has = true;
        dump->may_be_over = !dump->continues && dump->has_nodes && dump->has_start &&
                            dump->has_end && dump->started == dump->ended;
    } else if (event == GCV_EV_NODES) {
        dump->has_nodes = true;
    } else if (event == GCV_EV_RANGE || event == GCV_EV_SURVIVING || event == GCV_EV_MOVED) {
        dump->continues = !dump->takes_first;
    }
}

/* Tells whether all types are known. A record may still be on its way, as threads of the program
 * send records of types, too. */
static bool has_all_types(const gcv_trace_types *types)
{
    size_t i = 0;
    while (i < types->types.n && types->types.data[i].known) {
        i++;
    }
    return i == types->types.n;
}

bool gcv_single_dump_is_over(gcv_single_dump *dump, const gcv_trace *trace)
{
    const gcv_snapshot_column *snapshots = &trace->snapshots;
    dump->may_be_over = snapshots->n > 0 && snapshots->data[snapshots->n - 1].complete;
    return dump->may_be_over && has_all_types(&trace->types);
}
