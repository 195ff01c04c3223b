/* diagnostics.c - what goes to standard error; see diagnostics.h. */
#include "cli/diagnostics.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

static void put_text(FILE *out, const char *text)
{
    gcv_slice rest = gcv_slice_str(text);
    while (rest.size > 0) {
        char bytes[4];
        uint32_t code = gcv_utf8_next(&rest);
        size_t n = gcv_utf8_put(bytes, gcv_is_control(code) ? 0xfffd : code);
        (void)fwrite(bytes, 1, n, out);
    }
}

static void end_line(gcv_diagnostics *diagnostics)
{
    if (diagnostics->line_open) {
        fputs("\n", diagnostics->out);
        diagnostics->line_open = false;
    }
}

static void put_head(gcv_diagnostics *diagnostics, const char *file, uint64_t place, bool at_offset)
{
    end_line(diagnostics);
    fputs("gcview: ", diagnostics->out);
    if (file != NULL) {
        put_text(diagnostics->out, file);
        if (at_offset || place > 0) {
            fprintf(diagnostics->out, at_offset ? ":@%" PRIu64 : ":%" PRIu64, place);
        }
        fputs(": ", diagnostics->out);
    }
}

void gcv_print_error(gcv_diagnostics *diagnostics, const gcv_error *err)
{
    put_head(diagnostics, err->file, err->line, err->at_offset);
    put_text(diagnostics->out, err->message);
    if (err->sys != 0) {
        fputs(": ", diagnostics->out);
        put_text(diagnostics->out, strerror(err->sys));
    }
    fputs("\n", diagnostics->out);
}

static void warn(gcv_diagnostics *diagnostics, const char *file, uint64_t place, bool at_offset,
                 const char *message)
{
    if (!diagnostics->quiet) {
        put_head(diagnostics, file, place, at_offset);
        fputs("warning: ", diagnostics->out);
        put_text(diagnostics->out, message);
        fputs("\n", diagnostics->out);
    }
}

void gcv_print_warning(void *diagnostics, const char *file, const char *message)
{
    warn(diagnostics, file, 0, false, message);
}

void gcv_print_message(void *diagnostics, const char *file, const char *message)
{
    gcv_diagnostics *to = diagnostics;
    put_head(to, file, 0, false);
    put_text(to->out, message);
    fputs("\n", to->out);
}

void gcv_print_notes(gcv_diagnostics *diagnostics, const gcv_heap *heap, bool lacking)
{
    static const char *const more[GCV_NOTE_KINDS] = {
        "more malformed lines", "more duplicate objects", "more anomalies", "", ""};
    const char *file = gcv_heap_name(heap);
    uint64_t shown[GCV_NOTE_KINDS] = {0};
    char message[200];
    int kind;
    size_t i;
    for (i = 0; i < gcv_heap_n_notes(heap); i++) {
        const gcv_note *note = gcv_heap_note(heap, i);
        shown[note->kind]++;
        if (note->kind != GCV_NOTE_LACKING || lacking) {
            warn(diagnostics, file, note->line, note->at_offset, note->message);
        }
    }
    for (kind = 0; kind < GCV_NOTE_KINDS; kind++) {
        uint64_t count = gcv_heap_note_count(heap, (gcv_note_kind)kind);
        if (count > shown[kind]) {
            (void)snprintf(message, sizeof message, "%" PRIu64 " %s", count - shown[kind],
                           more[kind]);
            warn(diagnostics, file, 0, false, message);
        }
    }
    if (!gcv_heap_is_complete(heap)) {
        warn(diagnostics, file, 0, false, gcv_heap_verdict(heap));
    }
}

/* ---- phases ------------------------------------------------------------------------------- */

static double seconds(clock_t from, clock_t to) { return (double)(to - from) / CLOCKS_PER_SEC; }

void gcv_diagnostics_end(gcv_diagnostics *diagnostics)
{
    end_line(diagnostics);
    if (diagnostics->phase != NULL && diagnostics->timings) {
        fprintf(diagnostics->out, "gcview: time: %-20s %8.3f s  peak %" PRIu64 " bytes\n",
                diagnostics->phase, seconds(diagnostics->phase_began, clock()),
                gcv_context_peak(diagnostics->ctx));
    }
    diagnostics->phase = NULL;
}

static void phase(void *payload, const char *name)
{
    gcv_diagnostics *diagnostics = payload;
    gcv_diagnostics_end(diagnostics);
    diagnostics->phase = name;
    diagnostics->phase_began = clock();
    if (diagnostics->progress) {
        fprintf(diagnostics->out, "gcview: %s\n", name);
        fflush(diagnostics->out);
        diagnostics->shown = diagnostics->wall_began = time(NULL);
    }
}

/* Once a second at most, so that it costs nothing; C99 has no finer clock that goes on while
 * waiting. */
static void progress(void *payload, uint64_t bytes_read, uint64_t objects)
{
    gcv_diagnostics *diagnostics = payload;
    time_t now = time(NULL);
    double since = difftime(now, diagnostics->wall_began);
    if (now == diagnostics->shown) {
        return;
    }
    diagnostics->shown = now;
    fprintf(diagnostics->out, "\rgcview: %s: %" PRIu64 " MB, %" PRIu64 " objects, %.0f MB/s ",
            diagnostics->phase, bytes_read / 1000000, objects,
            since > 0 ? (double)bytes_read / 1e6 / since : 0.0);
    fflush(diagnostics->out);
    diagnostics->line_open = true;
}

void gcv_diagnostics_watch(gcv_diagnostics *diagnostics, gcv_context *ctx)
{
    gcv_watch watch;
    diagnostics->ctx = ctx;
    if (diagnostics->progress || diagnostics->timings) {
        watch.phase = phase;
        watch.progress = diagnostics->progress ? progress : NULL;
        watch.payload = diagnostics;
        gcv_context_watch(ctx, &watch);
    }
}
