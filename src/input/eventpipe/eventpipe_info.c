/* eventpipe_info.c - the head of a trace, and failures of a damaged trace; see
 * eventpipe_parts.h. */
#include "input/eventpipe/eventpipe_parts.h"

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

void gcv_eventpipe_damage(gcv_eventpipe *pipe, uint64_t offset, const char *format, ...)
{
    char message[160];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    pipe->damaged = true;
    pipe->stopped_at = offset;
    gcv_fail_offset(pipe->ctx, GCV_ERR_INPUT, pipe->name, offset, "damaged trace: %s", message);
}

void gcv_eventpipe_check_info(gcv_eventpipe *pipe, uint64_t at)
{
    gcv_eventpipe_info *info = &pipe->info;
    if (info->pointer_size != 4 && info->pointer_size != 8) {
        gcv_eventpipe_damage(pipe, at, "pointers of %u bytes", info->pointer_size);
    }
    if (info->frequency == 0 || info->frequency > INT64_MAX) {
        gcv_eventpipe_damage(pipe, at, "a clock that does not tick");
    }
    pipe->has_info = true;
}

void gcv_eventpipe_take_clock(gcv_eventpipe *pipe, gcv_cursor *cursor)
{
    for (unsigned i = 0; i < 8; i++) {
        pipe->info.utc[i] = gcv_cursor_u16(cursor);
    }
    pipe->info.first_tick = gcv_cursor_u64(cursor);
    pipe->info.frequency = gcv_cursor_u64(cursor);
}
