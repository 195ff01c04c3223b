/* eventpipe_container.c - the outer structure of a trace: headers, tagged objects, blocks.
 *
 * Versions 4 and below wrap blocks in objects with type descriptions; their content is aligned to 4
 * by its offset in the file. Version 6 has only blocks. A trace may stop anywhere: everything
 * before that point is used.
 */
#include "input/eventpipe/eventpipe_parts.h"

#include "base/error.h"
#include "base/ipc.h"
#include "base/object_tags.h"

#include <string.h>

enum { MAX_BLOCK = 64 * 1024 * 1024, MAX_NAME = 64, TRACE_SIZE = 48 };

static const char magic[] = "Nettrace", serial[] = "!FastSerialization.1";

bool gcv_eventpipe_recognise(gcv_slice head)
{
    /* Other kinds of files may begin with the serialization header, too; the first object decides.
     */
    static const char types[][48] = {"\x05\0\0\0Trace",
                                     "\x27\0\0\0Microsoft.DotNet.Runtime.EventPipeFile"};
    static const size_t sizes[] = {9, 43};
    size_t at = 24 + 3 + 8;
    if (head.size >= 8 && memcmp(head.data, magic, 8) == 0) {
        return true;
    }
    if (head.size >= GCV_IPC_MAGIC_SIZE &&
        memcmp(head.data, GCV_IPC_MAGIC, GCV_IPC_MAGIC_SIZE) == 0) {
        return true;
    }
    if (head.size < 24 || memcmp(head.data, "\x14\0\0\0", 4) != 0 ||
        memcmp(head.data + 4, serial, 20) != 0) {
        return false;
    }
    for (size_t i = 0; i < 2; i++) {
        if (head.size >= at + sizes[i] && memcmp(head.data + at, types[i], sizes[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Takes the next `size` bytes, or those that there are. */
static gcv_cursor take_some(gcv_eventpipe *pipe, size_t size)
{
    gcv_cursor out = gcv_byte_stream_need(&pipe->stream, size);
    gcv_byte_stream_use(&pipe->stream, gcv_cursor_left(&out));
    return out;
}

/* Takes the next `size` bytes. If there are fewer, the trace stops here. */
static gcv_cursor take(gcv_eventpipe *pipe, size_t size)
{
    gcv_cursor out = take_some(pipe, size);
    if (gcv_cursor_left(&out) < size) {
        gcv_eventpipe_stop(pipe);
    }
    return out;
}

/* ---- tagged objects ------------------------------------------------------------------------ */

typedef struct object_head {
    uint64_t offset;
    uint32_t version;
    gcv_slice name; /* in `text` */
    char text[MAX_NAME];
} object_head;

/* Takes the part of an object's head after its tag: the type description. */
static void take_object_head(gcv_eventpipe *pipe, object_head *head)
{
    gcv_cursor cursor = take(pipe, 14);
    gcv_cursor_skip(&cursor, 1);
    if (gcv_cursor_u8(&cursor) != GCV_TAG_NULL) {
        gcv_eventpipe_damage(pipe, head->offset, "an object without a type");
    }
    head->version = gcv_cursor_u32(&cursor);
    gcv_cursor_skip(&cursor, 4);
    uint32_t size = gcv_cursor_u32(&cursor);
    if (size > MAX_NAME) {
        gcv_eventpipe_damage(pipe, head->offset, "a type name of %lu bytes", (unsigned long)size);
    }
    cursor = take(pipe, size + 1u);
    head->name = gcv_slice_of(head->text, size);
    memcpy(head->text, gcv_cursor_take(&cursor, size), size);
    if (gcv_cursor_u8(&cursor) != GCV_TAG_END) {
        gcv_eventpipe_damage(pipe, head->offset, "a type description without an end");
    }
}

static void take_trace(gcv_eventpipe *pipe, uint32_t version)
{
    uint64_t at = pipe->stream.offset;
    gcv_cursor cursor = take(pipe, TRACE_SIZE);
    if (version != 3 && version != 4) {
        gcv_eventpipe_damage(pipe, at, "version %lu is not known", (unsigned long)version);
    }
    pipe->info.version = version;
    gcv_eventpipe_take_clock(pipe, &cursor);
    pipe->info.pointer_size = gcv_cursor_u32(&cursor);
    pipe->info.process = gcv_cursor_u32(&cursor);
    pipe->info.processors = gcv_cursor_u32(&cursor);
    pipe->info.has_processors = true;
    gcv_eventpipe_check_info(pipe, at);
}

/* ---- blocks -------------------------------------------------------------------------------- */

/* Takes a block and passes the part of its content that is present to `read`; NULL: skips the
 * block. */
static void take_block(gcv_eventpipe *pipe, uint32_t size, gcv_eventpipe_block_fn read)
{
    if (read == NULL) {
        pipe->partial = gcv_byte_stream_skip(&pipe->stream, size) < size;
    } else {
        gcv_cursor content = take_some(pipe, size);
        pipe->partial = gcv_cursor_left(&content) < size;
        read(pipe, &content);
    }
    gcv_progress(pipe->ctx, pipe->stream.offset, 0);
    if (pipe->partial) {
        gcv_eventpipe_stop(pipe);
    }
    if (pipe->answered) {
        pipe->sink.look(pipe->sink.self, &pipe->ends);
    }
}

/* ---- version 4 and netperf 3 --------------------------------------------------------------- */

/* The function that reads an object, by the name of the object's type; NULL: the object is
 * skipped. */
typedef struct block_kind {
    const char *name;
    gcv_eventpipe_block_fn read;
} block_kind;

static const block_kind block_kinds[] = {{"EventBlock", gcv_eventpipe_event_block},
                                         {"MetadataBlock", gcv_eventpipe_metadata_block},
                                         {"StackBlock", NULL},
                                         {"SPBlock", gcv_eventpipe_point_block}};

static void take_block_object(gcv_eventpipe *pipe, const object_head *head)
{
    size_t i;
    for (i = 0; !gcv_slice_is(head->name, block_kinds[i].name); i++) {
        if (i == 3) {
            gcv_eventpipe_damage(pipe, head->offset, "an object of an unknown type");
        }
    }
    gcv_cursor cursor = take(pipe, 4);
    uint32_t size = gcv_cursor_u32(&cursor);
    if (size > MAX_BLOCK) {
        gcv_eventpipe_damage(pipe, head->offset, "a block of %lu bytes", (unsigned long)size);
    }
    (void)take(pipe, (size_t)((pipe->starts_at - pipe->stream.offset) & 3));
    take_block(pipe, size, block_kinds[i].read);
}

/* Takes the rows of netperf 1 and 2, which have no blocks, until a size is impossible for a row. */
static void take_old_rows(gcv_eventpipe *pipe)
{
    uint64_t at = pipe->stream.offset;
    gcv_cursor cursor = take(pipe, 4 + 16 + 16);
    gcv_cursor_skip(&cursor, 4);
    gcv_eventpipe_take_clock(pipe, &cursor);
    pipe->info.pointer_size = 8;
    gcv_eventpipe_check_info(pipe, at);
    for (;;) {
        at = pipe->stream.offset;
        cursor = gcv_byte_stream_need(&pipe->stream, 4);
        uint32_t size = gcv_cursor_u32(&cursor);
        if (size < 56 || size > MAX_BLOCK) { /* 0 if fewer than 4 bytes are left */
            return;
        }
        gcv_byte_stream_use(&pipe->stream, 4);
        gcv_eventpipe_netperf_row(pipe, at, take(pipe, size), true);
    }
}

/* Returns whether the trace is an old one, which is then read to its end. */
static bool take_object(gcv_eventpipe *pipe)
{
    object_head head;
    head.offset = pipe->stream.offset - 1;
    take_object_head(pipe, &head);
    if (pipe->has_info) {
        take_block_object(pipe, &head);
        return false;
    }
    bool oldest = gcv_slice_is(head.name, "Microsoft.DotNet.Runtime.EventPipeFile");
    if (!oldest && !gcv_slice_is(head.name, "Trace")) {
        gcv_eventpipe_damage(pipe, head.offset, "it does not begin with a trace");
    }
    pipe->info.version = oldest ? 1 : head.version;
    if (pipe->info.version < 3) {
        take_old_rows(pipe);
        return true;
    }
    take_trace(pipe, head.version);
    return false;
}

static void take_objects(gcv_eventpipe *pipe)
{
    for (;;) {
        gcv_cursor cursor = take(pipe, 1);
        uint8_t tag = gcv_cursor_u8(&cursor);
        if (tag == GCV_TAG_NULL) {
            return;
        }
        if (tag != GCV_TAG_OBJECT && tag != GCV_TAG_PRIVATE_OBJECT) {
            gcv_eventpipe_damage(pipe, pipe->stream.offset - 1, "no object begins here");
        }
        if (take_object(pipe) || pipe->ends) {
            return;
        }
        cursor = take(pipe, 1);
        if (gcv_cursor_u8(&cursor) != GCV_TAG_END) {
            gcv_eventpipe_damage(pipe, pipe->stream.offset - 1, "an object does not end here");
        }
    }
}

/* ---- version 6 ----------------------------------------------------------------------------- */

static void take_blocks6(gcv_eventpipe *pipe)
{
    static const gcv_eventpipe_block_fn kinds[] = {NULL,
                                                   gcv_eventpipe_trace_block6,
                                                   gcv_eventpipe_event_block,
                                                   gcv_eventpipe_metadata_block6,
                                                   gcv_eventpipe_point_block,
                                                   NULL,
                                                   gcv_eventpipe_threads6,
                                                   gcv_eventpipe_gone_block};
    pipe->info.version = 6;
    for (;;) {
        gcv_cursor cursor = take(pipe, 4);
        uint32_t word = gcv_cursor_u32(&cursor);
        uint32_t kind = word >> 24;
        if (kind == 0) {
            return;
        }
        if (kind == 2 && !pipe->has_info) {
            gcv_eventpipe_damage(pipe, pipe->stream.offset - 4,
                                 "events before the head of the trace");
        }
        take_block(pipe, word & 0xffffffu, kind < GCV_LENGTH(kinds) ? kinds[kind] : NULL);
        if (pipe->ends) {
            return;
        }
    }
}

static void read_all(gcv_eventpipe *pipe)
{
    gcv_eventpipe_take_answer(pipe);
    gcv_cursor cursor = gcv_byte_stream_need(&pipe->stream, 8);
    if (gcv_cursor_left(&cursor) == 8 && memcmp(cursor.at, magic, 8) == 0) {
        gcv_byte_stream_use(&pipe->stream, 8);
    }
    cursor = take(pipe, 4);
    uint32_t word = gcv_cursor_u32(&cursor);
    if (word == 0 && pipe->stream.offset - pipe->starts_at == 12) {
        cursor = take(pipe, 8);
        word = gcv_cursor_u32(&cursor);
        if (word != 6) {
            gcv_eventpipe_damage(pipe, pipe->starts_at + 12, "version %lu is not known",
                                 (unsigned long)word);
        }
        take_blocks6(pipe);
        return;
    }
    cursor = take(pipe, 20);
    if (word != 20 || memcmp(cursor.at, serial, 20) != 0) {
        gcv_eventpipe_damage(pipe, pipe->starts_at, "it has no header");
    }
    take_objects(pipe);
}

void gcv_eventpipe_read(gcv_context *ctx, gcv_eventpipe *pipe, gcv_source *source, size_t chunk,
                        const gcv_eventpipe_sink *sink)
{
    gcv_guard guard;
    gcv_error err;
    *pipe = (gcv_eventpipe){.ctx = ctx, .name = source->name, .sink = *sink};
    gcv_byte_stream_init(ctx, &pipe->stream, source, chunk);
    gcv_guard_begin(ctx, &guard);
    if (setjmp(guard.jump) == 0) {
        read_all(pipe);
    }
    gcv_status status = gcv_guard_keep(ctx, &guard, &err);
    bool usable = pipe->truncated || (pipe->damaged && pipe->has_info && sink->salvage);
    gcv_fail_if(ctx, status == GCV_ERR_INPUT && usable ? GCV_OK : status, &err);
}

void gcv_eventpipe_release(gcv_eventpipe *pipe)
{
    gcv_byte_stream_release(&pipe->stream);
    GCV_RELEASE(pipe->ctx, &pipe->meta_index, &pipe->metas, &pipe->thread_index, &pipe->processes);
}
