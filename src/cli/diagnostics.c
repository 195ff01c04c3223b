/* diagnostics.c - output to standard error; see diagnostics.h. */
#include "cli/diagnostics.h"

#include "base/file.h"
#include "heap/heap.h"
#include "output/escape.h"

#include <inttypes.h>
#include <string.h>

static void put_text(FILE *out, const char *text)
{
    gcv_escape escape = gcv_escape_start(GCV_ESCAPE_TEXT, gcv_slice_str(text));
    gcv_slice piece;
    while (gcv_escape_next(&escape, &piece)) {
        (void)fwrite(piece.data, 1, piece.size, out);
    }
}

/* Whether a long run has a line of progress that it was not asked for. */
static bool is_live(const gcv_diagnostics *diagnostics)
{
    return diagnostics->columns > 0 && !diagnostics->progress && !diagnostics->quiet;
}

/* Overwrites the open line; the cursor stays at its end, or goes to its start. */
static void put_live(gcv_diagnostics *diagnostics, const char *text, bool stay)
{
    const int width = (int)diagnostics->columns - 1;
    fprintf(diagnostics->out, "\r%-*.*s%s", width, width, text, stay ? "" : "\r");
    fflush(diagnostics->out);
    diagnostics->line_open = stay;
}

static void end_line(gcv_diagnostics *diagnostics)
{
    if (diagnostics->line_open && is_live(diagnostics)) {
        put_live(diagnostics, "", false);
    } else if (diagnostics->line_open) {
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
        put_text(diagnostics->out, gcv_system_message(err->sys));
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

void gcv_tell(gcv_diagnostics *diagnostics, bool is_warning, const char *file, const char *format,
              ...)
{
    char message[300];
    GCV_PRINT_ARGS(message, format);
    (is_warning ? gcv_print_warning : gcv_print_message)(diagnostics, file, message);
}

void gcv_print_notes(gcv_diagnostics *diagnostics, const gcv_heap *heap, bool lacking)
{
    static const char *const more[GCV_NOTE_KINDS] = {
        "more malformed lines", "more duplicate objects", "more anomalies", "", ""};
    const char *file = gcv_heap_name(heap);
    uint64_t shown[GCV_NOTE_KINDS] = {0};
    for (size_t i = 0; i < gcv_heap_n_notes(heap); i++) {
        const gcv_note *note = gcv_heap_note(heap, i);
        shown[note->kind]++;
        if (note->kind != GCV_NOTE_LACKING || lacking) {
            warn(diagnostics, file, note->line, note->at_offset, note->message);
        }
    }
    for (int kind = 0; kind < GCV_NOTE_KINDS; kind++) {
        uint64_t count = gcv_heap_note_count(heap, (gcv_note_kind)kind);
        if (count > shown[kind]) {
            gcv_tell(diagnostics, true, file, "%" PRIu64 " %s", count - shown[kind], more[kind]);
        }
    }
    if (!gcv_heap_is_complete(heap)) {
        gcv_print_warning(diagnostics, file, gcv_heap_verdict(heap));
    }
}

bool gcv_have_same_notes(const gcv_heap *a, const gcv_heap *b)
{
    size_t n = gcv_heap_n_notes(a);
    if (n != gcv_heap_n_notes(b) || strcmp(gcv_heap_verdict(a), gcv_heap_verdict(b)) != 0) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        const gcv_note *x = gcv_heap_note(a, i), *y = gcv_heap_note(b, i);
        if (x->kind != y->kind || x->line != y->line || strcmp(x->message, y->message) != 0) {
            return false;
        }
    }
    return true;
}

/* Why this snapshot was chosen, if its number does not make that plain. */
static const char *reason_of(const gcv_heap *heap, uint32_t number, uint32_t asked)
{
    const bool is_last = asked == GCV_SNAPSHOT_LAST, is_first = asked == GCV_SNAPSHOT_FIRST;
    if (!is_last && !is_first) {
        return "";
    }
    if (!gcv_heap_snapshot(heap, number - 1)->complete) {
        return "; none is complete";
    }
    return is_last && number < gcv_heap_n_snapshots(heap) ? ", the last complete one"
           : is_first && number > 1                       ? ", the first complete one"
                                                          : "";
}

void gcv_print_snapshot(gcv_diagnostics *diagnostics, const gcv_heap *heap, uint32_t asked,
                        bool is_baseline)
{
    const size_t n = gcv_heap_n_snapshots(heap);
    const uint32_t number = gcv_heap_chosen_snapshot(heap);
    if (n > 1 && !diagnostics->quiet) {
        gcv_tell(diagnostics, false, gcv_heap_name(heap), "%ssnapshot %" PRIu32 " of %zu%s",
                 is_baseline ? "the baseline is " : "", number, n, reason_of(heap, number, asked));
    }
}

void gcv_print_snapshots(gcv_diagnostics *diagnostics, const gcv_heap *heap, uint32_t from,
                         uint32_t to)
{
    if (!diagnostics->quiet) {
        gcv_tell(diagnostics, false, gcv_heap_name(heap),
                 "snapshots %" PRIu32 " to %" PRIu32 " of %zu", from, to,
                 gcv_heap_n_snapshots(heap));
    }
}

void gcv_print_moves_notes(gcv_diagnostics *diagnostics, const gcv_moves *moves)
{
    const uint64_t shown = moves->malformed <= 2 ? moves->malformed : 1;
    for (size_t i = 0; i < shown; i++) {
        warn(diagnostics, moves->name, moves->malformed_place[i].line, false,
             moves->malformed_reason[i]);
    }
    if (moves->malformed > shown) {
        gcv_tell(diagnostics, true, moves->name, "%" PRIu64 " more malformed lines",
                 moves->malformed - shown);
    }
}

/* ---- phases ------------------------------------------------------------------------------- */

static gcv_timing *timing_of(gcv_diagnostics *diagnostics, const char *name)
{
    size_t i = 0;
    while (i < diagnostics->n_timings && strcmp(diagnostics->timing[i].name, name) != 0) {
        i++;
    }
    if (i == GCV_TIMINGS_MAX) {
        return &diagnostics->timing[i - 1]; /* counted with the last one */
    }
    if (i == diagnostics->n_timings) {
        memset(&diagnostics->timing[i], 0, sizeof diagnostics->timing[i]);
        diagnostics->timing[i].name = name;
        diagnostics->n_timings++;
    }
    return &diagnostics->timing[i];
}

void gcv_diagnostics_end(gcv_diagnostics *diagnostics)
{
    end_line(diagnostics);
    if (diagnostics->phase != NULL && diagnostics->timings) {
        gcv_timing *timing = timing_of(diagnostics, diagnostics->phase);
        uint64_t peak = gcv_context_peak(diagnostics->ctx);
        timing->spent += clock() - diagnostics->phase_began;
        timing->peak = peak > timing->peak ? peak : timing->peak;
        diagnostics->peak = peak > diagnostics->peak ? peak : diagnostics->peak;
    }
    diagnostics->phase = NULL;
}

/* Shows a line after more than a second; time() counts whole ones. `text`: how far the phase is.
 * In some phases results may be on their way to the same terminal. */
static void show_live(gcv_diagnostics *diagnostics, const char *text)
{
    char line[GCV_PROGRESS_TEXT + 60];
    if (difftime(time(NULL), diagnostics->run_began) > 1 &&
        !gcv_slice_is_listed(gcv_slice_str(diagnostics->phase), "report|convert|prepare|release")) {
        (void)snprintf(line, sizeof line, "gcview: %s%s%s", diagnostics->phase,
                       *text != '\0' ? ": " : " ...", text);
        put_live(diagnostics, line, true);
    }
}

/* Begins a phase. Resets the peak of the context, so that each phase shows its own peak. */
static void phase(void *payload, const char *name)
{
    gcv_diagnostics *diagnostics = payload;
    if (diagnostics->phase != NULL && strcmp(diagnostics->phase, name) == 0) {
        return;
    }
    gcv_diagnostics_end(diagnostics);
    diagnostics->phase = name;
    if (diagnostics->timings) {
        diagnostics->ctx->peak = diagnostics->ctx->used;
        diagnostics->phase_began = clock();
    }
    if (diagnostics->progress) {
        fprintf(diagnostics->out, "gcview: %s\n", name);
        fflush(diagnostics->out);
        diagnostics->shown = diagnostics->wall_began = time(NULL);
    } else if (is_live(diagnostics)) {
        diagnostics->wall_began = time(NULL);
        show_live(diagnostics, "");
    }
}

void gcv_progress_text(char out[GCV_PROGRESS_TEXT], uint64_t bytes_read, uint64_t bytes_total,
                       uint64_t objects, double seconds)
{
    int n;
    if (bytes_total > 0) {
        double share = (double)bytes_read / (double)bytes_total;
        n = snprintf(out, GCV_PROGRESS_TEXT, "%d %% of %" PRIu64 " MB, ",
                     share < 1 ? (int)(share * 100) : 100, bytes_total / 1000000);
    } else {
        n = snprintf(out, GCV_PROGRESS_TEXT, "%" PRIu64 " MB, ", bytes_read / 1000000);
    }
    n += snprintf(out + n, GCV_PROGRESS_TEXT - (size_t)n, "%" PRIu64 " objects", objects);
    if (seconds > 0) {
        (void)snprintf(out + n, GCV_PROGRESS_TEXT - (size_t)n, ", %.0f objects/s",
                       (double)objects / seconds);
    }
}

void gcv_progress_left(char out[GCV_PROGRESS_TEXT], uint64_t bytes_read, uint64_t bytes_total,
                       double seconds)
{
    if (bytes_total == 0) {
        (void)snprintf(out, GCV_PROGRESS_TEXT, "%" PRIu64 " MB", bytes_read / 1000000);
        return;
    }
    const double share = (double)bytes_read / (double)bytes_total;
    int n = snprintf(out, GCV_PROGRESS_TEXT, "%d %%", share < 1 ? (int)(share * 100) : 100);
    const double left = share > 0 && share < 1 ? seconds / share * (1 - share) : 0;
    if (seconds > 0 && share > 0) {
        const bool minutes = left >= 120;
        (void)snprintf(out + n, GCV_PROGRESS_TEXT - (size_t)n, ", %.0f %s left",
                       minutes ? left / 60 : left, minutes ? "min" : "s");
    }
}

/* Prints at most once a second, since C99 has no finer wall clock. */
static void progress(void *payload, uint64_t bytes_read, uint64_t bytes_total, uint64_t objects)
{
    gcv_diagnostics *diagnostics = payload;
    char text[GCV_PROGRESS_TEXT];
    time_t now = time(NULL);
    if (diagnostics->phase == NULL || now == diagnostics->shown) {
        return; /* small text files are read before the first phase */
    }
    diagnostics->shown = now;
    if (is_live(diagnostics)) {
        gcv_progress_left(text, bytes_read, bytes_total, difftime(now, diagnostics->wall_began));
        show_live(diagnostics, text);
        return;
    }
    gcv_progress_text(text, bytes_read, bytes_total, objects,
                      difftime(now, diagnostics->wall_began));
    /* Padding overwrites the rest of a longer line. */
    fprintf(diagnostics->out, "\rgcview: %s: %-60s", diagnostics->phase, text);
    fflush(diagnostics->out);
    diagnostics->line_open = true;
}

void gcv_diagnostics_watch(gcv_diagnostics *diagnostics, gcv_context *ctx)
{
    gcv_watch watch;
    diagnostics->ctx = ctx;
    diagnostics->began = clock();
    diagnostics->run_began = time(NULL);
    if (diagnostics->progress || diagnostics->timings || is_live(diagnostics)) {
        watch.phase = phase;
        watch.progress = diagnostics->progress || is_live(diagnostics) ? progress : NULL;
        watch.payload = diagnostics;
        gcv_context_watch(ctx, &watch);
    }
}

static void print_timing(const gcv_diagnostics *diagnostics, const char *name, clock_t spent,
                         uint64_t peak)
{
    fprintf(diagnostics->out, "gcview: time: %-20s %8.3f s  peak %11" PRIu64 " bytes\n", name,
            (double)spent / CLOCKS_PER_SEC, peak);
}

void gcv_diagnostics_finish(gcv_diagnostics *diagnostics)
{
    gcv_diagnostics_end(diagnostics);
    if (!diagnostics->timings) {
        return;
    }
    if (diagnostics->ctx->peak < diagnostics->peak) {
        diagnostics->ctx->peak = diagnostics->peak;
    }
    for (size_t i = 0; i < diagnostics->n_timings; i++) {
        const gcv_timing *timing = &diagnostics->timing[i];
        print_timing(diagnostics, timing->name, timing->spent, timing->peak);
    }
    print_timing(diagnostics, "total", clock() - diagnostics->began, diagnostics->ctx->peak);
}
