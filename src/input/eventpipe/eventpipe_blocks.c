/* eventpipe_blocks.c - the contents of the blocks of a trace: rows in all encodings, sequence
 * points, the head of the trace. */
#include "input/eventpipe/eventpipe_parts.h"

static const char beyond[] = "a row goes beyond its block";

/* ---- rows ----------------------------------------------------------------------------------- */

/* A row before its metadata id is looked up. */
typedef struct raw_row {
    uint64_t metadata, thread;
    uint32_t payload;
    gcv_eventpipe_row row;
} raw_row;

static void deliver(gcv_eventpipe *pipe, raw_row *raw, bool metadata, gcv_cursor payload)
{
    gcv_eventpipe_row *row = &raw->row;
    if (metadata) {
        gcv_eventpipe_meta_record(pipe, payload);
        return;
    }
    gcv_eventpipe_look_up(pipe, raw->metadata, row);
    row->payload = payload.at;
    row->payload_offset = gcv_cursor_offset(&payload);
    row->size = (uint32_t)gcv_cursor_left(&payload);
    row->process = row->event != 0 ? gcv_eventpipe_process_of(pipe, raw->thread) : 0;
    pipe->sink.row(pipe->sink.self, row);
}

/* Takes the head of a compressed row. It contains only what differs from the previous row, whose
 * values are in `raw`. */
static void compressed_head(raw_row *raw, gcv_cursor *content, bool v6)
{
    uint8_t flags = gcv_cursor_u8(content);
    gcv_eventpipe_row *row = &raw->row;
    if (flags & 1) {
        raw->metadata = gcv_cursor_var32(content);
    }
    if (flags & 2) {
        row->sequence += gcv_cursor_var32(content) + 1;
        row->capture_thread = gcv_cursor_var64(content);
        (void)gcv_cursor_var32(content); /* processor */
    } else if (raw->metadata != 0) {
        row->sequence++;
    }
    if (flags & 4) {
        raw->thread = gcv_cursor_var64(content);
    }
    if (flags & 8) {
        (void)gcv_cursor_var32(content); /* stack */
    }
    row->time += gcv_cursor_var64(content);
    if (v6) {
        if (flags & 16) {
            (void)gcv_cursor_var32(content); /* label list */
        }
    } else {
        gcv_cursor_skip(content, (flags & 16 ? 16u : 0u) + (flags & 32 ? 16u : 0u));
    }
    if (flags & 128) {
        raw->payload = gcv_cursor_var32(content);
    }
}

static void compressed_rows(gcv_eventpipe *pipe, gcv_cursor *content, bool metadata)
{
    raw_row raw = {.row.numbered = true};
    while (gcv_cursor_left(content) > 0) {
        raw.row.offset = gcv_cursor_offset(content);
        compressed_head(&raw, content, pipe->info.version >= 6);
        gcv_cursor payload = gcv_cursor_split(content, raw.payload);
        if (content->failed) {
            gcv_eventpipe_short(pipe, content, raw.row.offset, beyond);
        }
        deliver(pipe, &raw, metadata, payload);
    }
}

/* Takes rows that are not compressed. Each states its size; after the payload comes padding. */
static void plain_rows(gcv_eventpipe *pipe, gcv_cursor *content, bool metadata)
{
    bool v6 = pipe->info.version >= 6;
    while (gcv_cursor_left(content) > 0) {
        raw_row raw = {.row.offset = gcv_cursor_offset(content)};
        gcv_cursor fields = gcv_cursor_split(content, gcv_cursor_u32(content));
        if (content->failed) {
            gcv_eventpipe_short(pipe, content, raw.row.offset, beyond);
        }
        raw.metadata = gcv_cursor_u32(&fields) & 0x7fffffffu;
        raw.row.numbered = true;
        raw.row.sequence = gcv_cursor_u32(&fields);
        raw.thread = gcv_cursor_u64(&fields);
        raw.row.capture_thread = gcv_cursor_u64(&fields);
        gcv_cursor_skip(&fields, 8); /* processor, stack */
        raw.row.time = gcv_cursor_u64(&fields);
        gcv_cursor_skip(&fields, v6 ? 4 : 32); /* labels; activity ids */
        gcv_cursor payload = gcv_cursor_split(&fields, gcv_cursor_u32(&fields));
        if (fields.failed) {
            gcv_eventpipe_damage(pipe, raw.row.offset, "a row is too short");
        }
        deliver(pipe, &raw, metadata, payload);
    }
}

static void rows(gcv_eventpipe *pipe, gcv_cursor *content, bool metadata)
{
    uint64_t offset = gcv_cursor_offset(content);
    uint16_t head = gcv_cursor_u16(content);
    bool compressed = (gcv_cursor_u16(content) & 1) != 0;
    gcv_cursor_skip(content, head >= 4 ? head - 4u : UINT64_MAX);
    if (content->failed) {
        gcv_eventpipe_short(pipe, content, offset, "the head of a block is wrong");
    }
    (compressed ? compressed_rows : plain_rows)(pipe, content, metadata);
}

void gcv_eventpipe_netperf_row(gcv_eventpipe *pipe, uint64_t at, gcv_cursor row, bool old)
{
    raw_row raw = {0};
    raw.row.offset = at;
    raw.metadata = gcv_cursor_u32(&row);
    raw.row.capture_thread = gcv_cursor_u32(&row);
    raw.row.time = gcv_cursor_u64(&row);
    gcv_cursor_skip(&row, 32); /* activity ids */
    gcv_cursor payload = gcv_cursor_split(&row, gcv_cursor_u32(&row));
    if (row.failed) {
        gcv_eventpipe_damage(pipe, at, "a row is too short");
    }
    if (raw.metadata == 0 && old) {
        gcv_eventpipe_meta_old(pipe, at, payload);
        return;
    }
    deliver(pipe, &raw, raw.metadata == 0, payload);
}

static void rows3(gcv_eventpipe *pipe, gcv_cursor *content)
{
    while (gcv_cursor_left(content) > 0) {
        uint64_t offset = gcv_cursor_offset(content);
        gcv_cursor row = gcv_cursor_split(content, gcv_cursor_u32(content));
        if (content->failed) {
            gcv_eventpipe_short(pipe, content, offset, beyond);
        }
        gcv_eventpipe_netperf_row(pipe, offset, row, false);
    }
}

void gcv_eventpipe_event_block(gcv_eventpipe *pipe, gcv_cursor *content)
{
    if (pipe->info.version == 3) {
        rows3(pipe, content);
    } else {
        rows(pipe, content, false);
    }
}

void gcv_eventpipe_metadata_block(gcv_eventpipe *pipe, gcv_cursor *content)
{
    rows(pipe, content, true);
}

/* ---- sequence points ------------------------------------------------------------------------ */

/* Takes the last number of a thread, from a sequence point or, if `ended`, from its end. */
static void take_mark(gcv_eventpipe *pipe, gcv_cursor *content, bool ended)
{
    bool v6 = pipe->info.version >= 6;
    uint64_t offset = gcv_cursor_offset(content);
    uint64_t thread = v6 ? gcv_cursor_var64(content) : gcv_cursor_u64(content);
    uint32_t sequence = v6 ? gcv_cursor_var32(content) : gcv_cursor_u32(content);
    if (content->failed) {
        gcv_eventpipe_short(pipe, content, offset,
                            ended ? "a thread's end is cut short"
                                  : "a sequence point is cut short");
    }
    pipe->sink.mark(pipe->sink.self, thread, sequence, ended);
}

void gcv_eventpipe_point_block(gcv_eventpipe *pipe, gcv_cursor *content)
{
    uint64_t offset = gcv_cursor_offset(content);
    gcv_cursor_skip(content, 8); /* time */
    uint32_t flags = pipe->info.version >= 6 ? gcv_cursor_u32(content) : 0;
    uint32_t n = gcv_cursor_u32(content);
    if (content->failed) {
        gcv_eventpipe_short(pipe, content, offset, "a sequence point is cut short");
    }
    pipe->sink.point(pipe->sink.self);
    while (n-- > 0) {
        take_mark(pipe, content, false);
    }
    if (flags & 1) {
        gcv_eventpipe_forget_threads(pipe);
        pipe->sink.forget(pipe->sink.self);
    }
    if (flags & 2) {
        gcv_eventpipe_forget_metadata(pipe);
    }
}

void gcv_eventpipe_gone_block(gcv_eventpipe *pipe, gcv_cursor *content)
{
    while (gcv_cursor_left(content) > 0) {
        take_mark(pipe, content, true);
    }
}

/* ---- the head of the trace ------------------------------------------------------------------ */

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

/* Returns a decimal number in text; 0: not a number. */
static uint64_t number_of(gcv_slice text)
{
    uint64_t value = 0;
    for (size_t i = 0; i < text.size && gcv_is_digit(text.data[i]) && i < 18; i++) {
        value = value * 10 + (uint64_t)(text.data[i] - '0');
    }
    return value;
}

void gcv_eventpipe_trace_block6(gcv_eventpipe *pipe, gcv_cursor *content)
{
    gcv_eventpipe_info *info = &pipe->info;
    uint64_t at = gcv_cursor_offset(content);
    if (pipe->has_info) { /* pending rows refer to the first head */
        gcv_eventpipe_damage(pipe, at, "a second head of the trace");
    }
    gcv_eventpipe_take_clock(pipe, content);
    info->pointer_size = gcv_cursor_u32(content);
    uint32_t n = gcv_cursor_u32(content);
    for (uint32_t i = 0; i < n && !content->failed; i++) {
        gcv_slice key = gcv_eventpipe_string6(content), value = gcv_eventpipe_string6(content);
        if (gcv_slice_is(key, "ProcessId")) {
            info->process = number_of(value);
        } else if (gcv_slice_is(key, "HardwareThreadCount")) {
            info->processors = number_of(value);
            info->has_processors = info->processors != 0;
        }
    }
    if (content->failed) {
        gcv_eventpipe_short(pipe, content, at, "its head is cut short");
    }
    gcv_eventpipe_check_info(pipe, at);
}
