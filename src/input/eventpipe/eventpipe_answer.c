/* eventpipe_answer.c - the message with which a runtime precedes a trace that it was asked for.
 *
 * docs/formats/nettrace.md has its layout. After it, the trace arrives while events happen; so from
 * here on the reader never waits for a byte that may not arrive yet.
 */
#include "input/eventpipe/eventpipe_parts.h"

#include "base/error.h"
#include "base/ipc.h"

#include <inttypes.h>
#include <string.h>

/* The meaning of the runtime's error codes. */
static const struct {
    uint32_t code;
    const char *words;
} refusals[] = {
    {0x80131384u, "it cannot read the request"},
    {0x80131385u, "it does not know this request; .NET Core 3.0 is the oldest that does"},
    {0x80131386u, "it does not know this version of the protocol"},
    {0x80131515u, "it does not support the request"},
    {0x8013135bu, "the session cannot be had yet"},
    {0x80131371u, "it has not started yet"},
    {0x80070057u, "an argument is wrong; a session may have ended already"},
    {0x80004005u, "it failed"},
};

static gcv_status refused(const gcv_eventpipe *pipe, uint32_t code, gcv_error *err)
{
    const char *words = "for a reason of its own";
    size_t i;
    for (i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        if (refusals[i].code == code) {
            words = refusals[i].words;
        }
    }
    return gcv_fail_line(err, GCV_ERR_INPUT, pipe->name, 0,
                         "the runtime refuses: %s (0x%08" PRIx32 ")", words, code);
}

static gcv_status cut_off(const gcv_eventpipe *pipe, gcv_error *err)
{
    return gcv_fail_line(err, GCV_ERR_INPUT, pipe->name, 0,
                         "the answer of the runtime is cut off, before any heap dump");
}

static bool is_answer(gcv_cursor head)
{
    const unsigned char *magic = gcv_cursor_take(&head, GCV_IPC_MAGIC_SIZE);
    return magic != NULL && memcmp(magic, GCV_IPC_MAGIC, GCV_IPC_MAGIC_SIZE) == 0;
}

/* `payload`: the message after its head. */
static gcv_status take_payload(gcv_eventpipe *pipe, unsigned set, unsigned command,
                               gcv_cursor payload, gcv_error *err)
{
    if (set != GCV_IPC_SET_ANSWER) {
        return gcv_fail_line(err, GCV_ERR_INPUT, pipe->name, 0,
                             "this is a request to a runtime, not the answer; a pipe such as socat "
                             "carries it to the process ('gcview help request')");
    }
    if (command == GCV_IPC_ERROR && gcv_cursor_left(&payload) >= 4) {
        return refused(pipe, gcv_cursor_u32(&payload), err);
    }
    if (command != GCV_IPC_OK || gcv_cursor_left(&payload) < 8) {
        return gcv_eventpipe_damage(pipe, err, 0, "an answer of the runtime that nobody knows");
    }
    pipe->info.session = gcv_cursor_u64(&payload);
    pipe->starts_at = pipe->stream.offset;
    return GCV_OK;
}

gcv_status gcv_eventpipe_take_answer(gcv_eventpipe *pipe, gcv_error *err)
{
    gcv_cursor message, next;
    unsigned set, command;
    uint16_t size;
    gcv_status status = gcv_byte_stream_need(&pipe->stream, GCV_IPC_HEAD_SIZE, &message, err);
    if (status != GCV_OK || !is_answer(message)) {
        return status;
    }
    pipe->stream.waits = true;
    pipe->answered = true;
    gcv_cursor_skip(&message, GCV_IPC_MAGIC_SIZE);
    size = gcv_cursor_u16(&message);
    set = gcv_cursor_u8(&message);
    command = gcv_cursor_u8(&message);
    gcv_cursor_skip(&message, 2);
    if (message.failed) {
        return cut_off(pipe, err);
    }
    if (size < GCV_IPC_HEAD_SIZE) {
        return gcv_eventpipe_damage(pipe, err, 0, "an answer of the runtime of %u bytes", size);
    }
    status = gcv_byte_stream_need(&pipe->stream, size, &message, err);
    if (status != GCV_OK) {
        return status;
    }
    if (gcv_cursor_left(&message) < size) {
        return cut_off(pipe, err);
    }
    gcv_byte_stream_use(&pipe->stream, size);
    gcv_cursor_skip(&message, GCV_IPC_HEAD_SIZE);
    status = take_payload(pipe, set, command, message, err);
    if (status == GCV_OK) {
        status = gcv_byte_stream_need(&pipe->stream, 1, &next, err);
    }
    return status == GCV_OK && gcv_cursor_left(&next) == 0
               ? gcv_fail_line(err, GCV_ERR_INPUT, pipe->name, 0,
                               "the runtime has answered, but no trace follows")
               : status;
}
