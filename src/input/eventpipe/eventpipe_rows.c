/* eventpipe_rows.c - the rows of a block, in all encodings. */
#include "input/eventpipe/eventpipe_parts.h"

/* A row before its metadata id is looked up. */
typedef struct raw_row {
    uint64_t metadata, thread;
    uint32_t payload;
    gcv_eventpipe_row row;
} raw_row;

/* Handles a row that goes beyond the content. At the end of a truncated block this is not damage,
 * and the rows before count. */
static void cut_row(gcv_eventpipe *pipe, uint64_t offset, const gcv_cursor *content)
{
    if (!(pipe->partial && content->failed)) {
        gcv_eventpipe_damage(pipe, offset, "a row goes beyond its block");
    }
}

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
    row->process =
        pipe->info.version < 6 ? pipe->info.process : gcv_eventpipe_process_of(pipe, raw->thread);
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
    raw_row raw = {0};
    raw.row.numbered = true;
    while (gcv_cursor_left(content) > 0) {
        raw.row.offset = gcv_cursor_offset(content);
        compressed_head(&raw, content, pipe->info.version >= 6);
        gcv_cursor payload = gcv_cursor_split(content, raw.payload);
        if (content->failed) {
            cut_row(pipe, raw.row.offset, content);
            return;
        }
        deliver(pipe, &raw, metadata, payload);
    }
}

/* Takes rows that are not compressed. Each states its size; after the payload comes padding. */
static void plain_rows(gcv_eventpipe *pipe, gcv_cursor *content, bool metadata)
{
    bool v6 = pipe->info.version >= 6;
    while (gcv_cursor_left(content) > 0) {
        raw_row raw = {0};
        raw.row.offset = gcv_cursor_offset(content);
        gcv_cursor fields = gcv_cursor_split(content, gcv_cursor_u32(content));
        if (content->failed) {
            cut_row(pipe, raw.row.offset, content);
            return;
        }
        uint32_t id = gcv_cursor_u32(&fields);
        raw.metadata = id & 0x7fffffffu;
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

void gcv_eventpipe_rows(gcv_eventpipe *pipe, gcv_cursor *content, bool metadata)
{
    uint64_t offset = gcv_cursor_offset(content);
    uint16_t head = gcv_cursor_u16(content);
    bool compressed = (gcv_cursor_u16(content) & 1) != 0;
    if (head < 4) {
        content->failed = true;
    } else {
        gcv_cursor_skip(content, head - 4u);
    }
    if (content->failed) {
        if (!pipe->partial) {
            gcv_eventpipe_damage(pipe, offset, "the head of a block is wrong");
        }
        return;
    }
    if (compressed) {
        compressed_rows(pipe, content, metadata);
    } else {
        plain_rows(pipe, content, metadata);
    }
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

void gcv_eventpipe_rows3(gcv_eventpipe *pipe, gcv_cursor *content)
{
    while (gcv_cursor_left(content) > 0) {
        uint64_t offset = gcv_cursor_offset(content);
        gcv_cursor row = gcv_cursor_split(content, gcv_cursor_u32(content));
        if (content->failed) {
            cut_row(pipe, offset, content);
            return;
        }
        gcv_eventpipe_netperf_row(pipe, offset, row, false);
    }
}
