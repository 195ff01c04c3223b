/* eventpipe_blocks.c - the contents of the blocks of a trace: rows, sequence points, the head of
 * the trace. */
#include "input/eventpipe/eventpipe_parts.h"

#include <string.h>

void gcv_eventpipe_event_block(gcv_eventpipe *pipe, gcv_cursor *content)
{
    if (pipe->info.version == 3) {
        gcv_eventpipe_rows3(pipe, content);
    } else {
        gcv_eventpipe_rows(pipe, content, false);
    }
}

void gcv_eventpipe_metadata_block(gcv_eventpipe *pipe, gcv_cursor *content)
{
    gcv_eventpipe_rows(pipe, content, true);
}

static void marks(gcv_eventpipe *pipe, gcv_cursor *content, uint32_t n, bool v6)
{
    for (uint32_t i = 0; i < n; i++) {
        uint64_t offset = gcv_cursor_offset(content);
        uint64_t thread = v6 ? gcv_cursor_var64(content) : gcv_cursor_u64(content);
        uint32_t sequence = v6 ? gcv_cursor_var32(content) : gcv_cursor_u32(content);
        if (content->failed) {
            if (!pipe->partial) {
                gcv_eventpipe_damage(pipe, offset, "a sequence point is cut short");
            }
            return;
        }
        pipe->sink.mark(pipe->sink.self, thread, sequence, false);
    }
}

void gcv_eventpipe_point_block(gcv_eventpipe *pipe, gcv_cursor *content)
{
    bool v6 = pipe->info.version >= 6;
    uint64_t offset = gcv_cursor_offset(content);
    gcv_cursor_skip(content, 8); /* time */
    uint32_t flags = v6 ? gcv_cursor_u32(content) : 0;
    uint32_t n = gcv_cursor_u32(content);
    if (content->failed) {
        if (!pipe->partial) {
            gcv_eventpipe_damage(pipe, offset, "a sequence point is cut short");
        }
        return;
    }
    pipe->sink.point(pipe->sink.self);
    marks(pipe, content, n, v6);
    if (flags & 1) {
        gcv_eventpipe_forget_threads(pipe);
        pipe->sink.forget(pipe->sink.self);
    }
    if (flags & 2) {
        gcv_eventpipe_forget_metadata(pipe);
    }
}

void gcv_eventpipe_metadata_block6(gcv_eventpipe *pipe, gcv_cursor *content)
{
    gcv_cursor_skip(content, gcv_cursor_u16(content));
    if (content->failed && !pipe->partial) {
        gcv_eventpipe_damage(pipe, gcv_cursor_offset(content), "the head of a block is wrong");
    } else {
        gcv_eventpipe_meta_rows6(pipe, content);
    }
}

void gcv_eventpipe_gone_block(gcv_eventpipe *pipe, gcv_cursor *content)
{
    while (gcv_cursor_left(content) > 0) {
        uint64_t offset = gcv_cursor_offset(content);
        uint64_t thread = gcv_cursor_var64(content);
        uint32_t sequence = gcv_cursor_var32(content);
        if (content->failed) {
            if (!pipe->partial) {
                gcv_eventpipe_damage(pipe, offset, "a thread's end is cut short");
            }
            return;
        }
        pipe->sink.mark(pipe->sink.self, thread, sequence, true);
    }
}

static bool key_is(gcv_cursor *cursor, const char *key)
{
    uint32_t size = gcv_cursor_var32(cursor);
    const unsigned char *bytes = gcv_cursor_take(cursor, size);
    return bytes != NULL && size == strlen(key) && memcmp(bytes, key, size) == 0;
}

/* Takes a decimal number in text; 0: not a number. */
static uint64_t number_of(gcv_cursor *cursor)
{
    uint32_t size = gcv_cursor_var32(cursor);
    const unsigned char *bytes = gcv_cursor_take(cursor, size);
    uint64_t value = 0;
    for (uint32_t i = 0; bytes != NULL && i < size && bytes[i] >= '0' && bytes[i] <= '9' && i < 18;
         i++) {
        value = value * 10 + (uint64_t)(bytes[i] - '0');
    }
    return value;
}

void gcv_eventpipe_trace_block6(gcv_eventpipe *pipe, gcv_cursor *content)
{
    uint64_t at = gcv_cursor_offset(content);
    if (pipe->has_info) { /* pending rows refer to the first head */
        gcv_eventpipe_damage(pipe, at, "a second head of the trace");
    }
    gcv_eventpipe_take_clock(pipe, content);
    pipe->info.pointer_size = gcv_cursor_u32(content);
    uint32_t n = gcv_cursor_u32(content);
    for (uint32_t i = 0; i < n && !content->failed; i++) {
        gcv_cursor key = *content, again = *content;
        if (key_is(&key, "ProcessId")) {
            pipe->info.process = number_of(&key);
            pipe->info.has_process = pipe->info.process != 0;
        } else if (key = again, key_is(&key, "HardwareThreadCount")) {
            pipe->info.processors = number_of(&key);
            pipe->info.has_processors = pipe->info.processors != 0;
        } else {
            gcv_cursor_skip(&key, gcv_cursor_var32(&key));
        }
        *content = key;
    }
    if (content->failed) {
        if (!pipe->partial) {
            gcv_eventpipe_damage(pipe, at, "its head is cut short");
        }
        return;
    }
    gcv_eventpipe_check_info(pipe, at);
}
