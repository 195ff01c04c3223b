/* eventpipe_answer.c - failures of a trace that stops or is damaged, and the message with which a
 * runtime precedes a trace that it was asked for.
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

GCV_NORETURN static void refused(const gcv_eventpipe *pipe, uint32_t code)
{
    const char *words = "for a reason of its own";
    for (size_t i = 0; i < GCV_LENGTH(refusals); i++) {
        if (refusals[i].code == code) {
            words = refusals[i].words;
        }
    }
    gcv_fail_line(pipe->ctx, GCV_ERR_INPUT, pipe->name, 0,
                  "the runtime refuses: %s (0x%08" PRIx32 ")", words, code);
}

GCV_NORETURN static void cut_off(const gcv_eventpipe *pipe)
{
    gcv_fail_line(pipe->ctx, GCV_ERR_INPUT, pipe->name, 0,
                  "the answer of the runtime is cut off, before any heap dump");
}

static bool is_answer(gcv_cursor head)
{
    const unsigned char *magic = gcv_cursor_take(&head, GCV_IPC_MAGIC_SIZE);
    return magic != NULL && memcmp(magic, GCV_IPC_MAGIC, GCV_IPC_MAGIC_SIZE) == 0;
}

/* `payload`: the message after its head. */
static void take_payload(gcv_eventpipe *pipe, unsigned set, unsigned command, gcv_cursor payload)
{
    if (set != GCV_IPC_SET_ANSWER) {
        gcv_fail_line(pipe->ctx, GCV_ERR_INPUT, pipe->name, 0,
                      "this is a request to a runtime, not the answer; a pipe such as socat "
                      "carries it to the process ('gcview help request')");
    }
    if (command == GCV_IPC_ERROR && gcv_cursor_left(&payload) >= 4) {
        refused(pipe, gcv_cursor_u32(&payload));
    }
    if (command != GCV_IPC_OK || gcv_cursor_left(&payload) < 8) {
        gcv_eventpipe_damage(pipe, 0, "an answer of the runtime that nobody knows");
    }
    pipe->info.session = gcv_cursor_u64(&payload);
    pipe->starts_at = pipe->stream.offset;
}

void gcv_eventpipe_take_answer(gcv_eventpipe *pipe)
{
    gcv_cursor message = gcv_byte_stream_need(&pipe->stream, GCV_IPC_HEAD_SIZE);
    if (!is_answer(message)) {
        return;
    }
    pipe->stream.waits = true;
    pipe->answered = true;
    gcv_cursor_skip(&message, GCV_IPC_MAGIC_SIZE);
    uint16_t size = gcv_cursor_u16(&message);
    unsigned set = gcv_cursor_u8(&message);
    unsigned command = gcv_cursor_u8(&message);
    gcv_cursor_skip(&message, 2);
    if (message.failed) {
        cut_off(pipe);
    }
    if (size < GCV_IPC_HEAD_SIZE) {
        gcv_eventpipe_damage(pipe, 0, "an answer of the runtime of %u bytes", size);
    }
    message = gcv_byte_stream_need(&pipe->stream, size);
    if (gcv_cursor_left(&message) < size) {
        cut_off(pipe);
    }
    gcv_byte_stream_use(&pipe->stream, size);
    gcv_cursor_skip(&message, GCV_IPC_HEAD_SIZE);
    take_payload(pipe, set, command, message);
    const gcv_cursor next = gcv_byte_stream_need(&pipe->stream, 1);
    if (gcv_cursor_left(&next) == 0) {
        gcv_fail_line(pipe->ctx, GCV_ERR_INPUT, pipe->name, 0,
                      "the runtime has answered, but no trace follows");
    }
}
void gcv_eventpipe_damage(gcv_eventpipe *pipe, uint64_t offset, const char *format, ...)
{
    char message[160];
    GCV_PRINT_ARGS(message, format);
    pipe->damaged = true;
    pipe->stopped_at = offset;
    gcv_fail_offset(pipe->ctx, GCV_ERR_INPUT, pipe->name, offset, "damaged trace: %s", message);
}

void gcv_eventpipe_stop(gcv_eventpipe *pipe)
{
    pipe->truncated = true;
    pipe->stopped_at = pipe->stream.offset;
    gcv_fail_offset(pipe->ctx, GCV_ERR_INPUT, pipe->name, pipe->stopped_at, "the trace ends here");
}

void gcv_eventpipe_short(gcv_eventpipe *pipe, const gcv_cursor *content, uint64_t offset,
                         const char *reason)
{
    if (pipe->partial && content->failed) {
        gcv_eventpipe_stop(pipe);
    }
    gcv_eventpipe_damage(pipe, offset, "%s", reason);
}
