/* request.c - messages of the .NET diagnostics protocol; other programs send them to a process.
 *
 * A session starts with the oldest request, which all runtimes since .NET Core 3.0 know: there is
 * only one connection, and so no second try. Rundown, the list of all methods at the end of a
 * session, is not requested. */
#include "report/commands.h"

#include "base/ipc.h"

#include <string.h>

enum {
    /* GC, types, heap dump, surviving and moved objects (which bring the ranges of the
     * generations), collect, type names */
    KEYWORDS = 0x1d80001,
    LEVEL = 4,    /* informational: the highest level among the events that are read */
    NETTRACE = 1, /* the stream format */
    MESSAGE_MAX = 256
};

/* The runtime sends nothing while it walks the heap, so its buffer has to hold the whole dump. The
 * runtime allocates the buffer as it fills. */
#define BUFFER_MIB 1024
#define MIB UINT64_C(1048576)

typedef struct gcv_request_options {
    gcv_optional buffer;
} gcv_request_options;

static const char provider[] = "Microsoft-Windows-DotNETRuntime";

/* ---- messages ------------------------------------------------------------------------------- */

typedef struct message {
    unsigned char bytes[MESSAGE_MAX];
    size_t n;
} message;

static void put(message *m, uint64_t value, size_t size)
{
    for (; size > 0; size--, value >>= 8) {
        m->bytes[m->n++] = (unsigned char)(value & 0xff);
    }
}

static void put_start(message *m, uint64_t buffer_mib)
{
    put(m, buffer_mib, 4);
    put(m, NETTRACE, 4);
    put(m, 0, 1); /* no rundown */
    put(m, 1, 4); /* one provider */
    put(m, KEYWORDS, 8);
    put(m, LEVEL, 4);
    put(m, sizeof provider, 4);
    for (size_t i = 0; i < sizeof provider; i++) {
        put(m, (unsigned char)provider[i], 2); /* in UTF-16, with the terminating zero */
    }
    put(m, 0, 4); /* no arguments */
}

/* ---- words ---------------------------------------------------------------------------------- */

static uint64_t take_buffer(gcv_context *ctx, const gcv_report_options *options, bool stops)
{
    const gcv_request_options *own = options->own;
    uint64_t mib = BUFFER_MIB;
    if (!own->buffer.given) {
        return mib;
    }
    mib = own->buffer.value / MIB + (own->buffer.value % MIB > 0);
    gcv_refuse_if(ctx, stops, "'--buffer' is for 'request heap' and 'request moves'");
    gcv_refuse_if(ctx, own->buffer.value < MIB || mib > UINT32_MAX,
                  "'--buffer' wants 1m to 4294967295m; without a unit it is bytes");
    return mib;
}

/* Makes the message for the words `heap`, `moves` or `stop ID`; fails for any others. */
static void make(gcv_context *ctx, const gcv_report_options *options, message *m)
{
    const gcv_words *words = &options->operands;
    const char *what = words->n > 0 ? words->word[0] : "";
    const bool stops = strcmp(what, "stop") == 0;
    uint64_t session = 0;
    gcv_refuse_if(ctx, words->n > (stops ? 2u : 1u), "'%.60s' is one word too many",
                  words->word[stops ? 2 : 1]);
    gcv_refuse_if(ctx,
                  stops && (words->n < 2 ||
                            !gcv_parse_id(words->word[1], strlen(words->word[1]), 64, &session)),
                  "'request stop' wants the session that 'gcview summary' shows of what the "
                  "runtime sent, such as 0x7f03a400b2c0");
    uint64_t buffer_mib = take_buffer(ctx, options, stops);
    gcv_refuse_if(ctx, !stops && strcmp(what, "heap") != 0 && strcmp(what, "moves") != 0,
                  "'request' wants heap, moves or stop%s%.60s%s", *what != '\0' ? ", not '" : "",
                  what, *what != '\0' ? "'" : "");
    memcpy(m->bytes, GCV_IPC_MAGIC, GCV_IPC_MAGIC_SIZE);
    m->n = GCV_IPC_MAGIC_SIZE;
    put(m, 0, 2); /* replaced by the size */
    put(m, GCV_IPC_SET_TRACING, 1);
    put(m, stops ? GCV_IPC_STOP_TRACING : GCV_IPC_COLLECT_TRACING2, 1);
    put(m, 0, 2);
    if (stops) {
        put(m, session, 8);
    } else {
        put_start(m, buffer_mib);
    }
    const size_t size = m->n;
    m->n = GCV_IPC_MAGIC_SIZE;
    put(m, size, 2);
    m->n = size;
}

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    message unsent;
    make(ctx, options, &unsent);
}

static void run(gcv_report *report)
{
    const gcv_words *words = &report->options->operands;
    message m;
    make(report->ctx, report->options, &m);
    gcv_refuse_if(report->ctx, report->out.to_terminal,
                  "a request is bytes for the socket of a process, not for a terminal: "
                  "gcview request %s%s%.40s | socat -t30 - UNIX-CONNECT:SOCKET%s",
                  words->word[0], words->n > 1 ? " " : "", words->n > 1 ? words->word[1] : "",
                  words->n > 1 ? "" : " > dump.nettrace");
    gcv_writer_put(report->out.writer, (const char *)m.bytes, m.n);
}

static const gcv_option option_rows[] = {
    {"buffer", '\0', GCV_OPTION_SIZE, GCV_OWN(gcv_request_options, buffer), "SIZE", NULL,
     "memory of the process, at most, that the dump may take (" GCV_TEXT_OF(BUFFER_MIB) "m)"},
};

const gcv_command gcv_command_request = {
    .name = "request",
    .summary = "ask a running .NET program for its heap, through a pipe",
    .description =
        "Writes a message of the diagnostics protocol of .NET to standard output. A\n"
        "pipe carries it to the process, and brings the answer back:\n"
        "\n"
        "  gcview request heap | socat -t30 - UNIX-CONNECT:SOCKET | gcview -\n"
        "\n"
        "SOCKET is /tmp/dotnet-diagnostic-PID-KEY-socket. No SDK or tool of .NET is\n"
        "needed, so this works in containers (gcview help capture).\n"
        "heap takes one dump, with the generations of its objects. moves is the same\n"
        "request for a session that goes on: it records what collections move, for\n"
        "'track', until it is stopped. stop ends the session whose ID 'gcview summary'\n"
        "shows of what came back.",
    .columns = "none: it writes a message",
    .inputs = GCV_INPUT_WORDS,
    .operands = "heap|moves|stop [ID]",
    .output = GCV_OUTPUT_BYTES,
    GCV_OWN_OPTIONS(option_rows, gcv_request_options),
    .check = check,
    .run = run,
};
