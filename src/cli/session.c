/* session.c - runs one command line from parsed options to exit status; see session.h. */
#include "cli/session.h"

#include "base/shell.h"
#include "heap/builder.h"
#include "redact/redact.h"

#include <string.h>

static int exit_status(gcv_status status)
{
    return status == GCV_OK                ? GCV_EXIT_OK
           : status == GCV_ERR_OUTPUT_PIPE ? GCV_EXIT_OK /* the reader has seen enough */
           : status == GCV_ERR_USAGE       ? GCV_EXIT_USAGE
           : status == GCV_ERR_INPUT       ? GCV_EXIT_INPUT
           : status == GCV_ERR_MEMORY || status == GCV_ERR_LIMIT ? GCV_EXIT_MEMORY
                                                                 : GCV_EXIT_OUTPUT;
}

/* ---- --redact -------------------------------------------------------------------------------- */

/* Reads the map. An empty file was created beforehand to choose its owner and permissions: it gets
 * a new key. */
static void read_map(gcv_session *s, const char *path, gcv_name_map *map)
{
    gcv_text_file file = {path, NULL, {NULL, 0}};
    gcv_text_file_read(s, &file, "map of names");
    if (file.text.size == 0) {
        gcv_name_map_make_key(map);
    } else {
        gcv_name_map_read(map, file.text, file.name);
    }
}

/* Reports have names in place of paths. */
static void redact_heaps(const gcv_session *s, gcv_name_map *map)
{
    for (size_t i = 0; i < s->inputs.heaps.n; i++) {
        gcv_redact_heap(s->inputs.heaps.data[i], map,
                        i > s->line->more_files.n ? "baseline" : "heap");
    }
}

/* Redacts all heaps if the command line asks for it, and saves the map before any report. */
static void redact_inputs(gcv_session *s)
{
    const gcv_redact_choice *choice = &s->line->report.redact;
    gcv_name_map map;
    if (!gcv_redacts(choice)) {
        return;
    }
    gcv_name_map_init(&map, s->ctx);
    if (choice->map != NULL && gcv_file_exists(choice->map)) {
        read_map(s, choice->map, &map);
    } else {
        gcv_name_map_make_key(&map);
    }
    redact_heaps(s, &map);
    if (choice->map != NULL) {
        gcv_name_map_save(&map, choice->map);
    }
    gcv_name_map_release(&map);
}

/* ---- the run ------------------------------------------------------------------------------ */

static void load_and_report(gcv_session *s)
{
    gcv_guard guard;
    gcv_error err;
    if ((s->line->command->inputs & GCV_INPUT_WORDS) != 0) {
        gcv_write_report(s);
        return;
    }
    s->needs = gcv_command_needs(s->line->command, &s->line->report);
    gcv_inputs_load(s);
    redact_inputs(s);
    const gcv_heap *const *heaps = (const gcv_heap *const *)s->inputs.heaps.data;
    const size_t n = s->inputs.heaps.n;
    gcv_filter_prepare(s->ctx, &s->line->report.select, heaps, n);
    gcv_guard_begin(s->ctx, &guard);
    if (setjmp(guard.jump) == 0) {
        gcv_write_report(s);
    }
    if (gcv_guard_keep(s->ctx, &guard, &err) != GCV_OK) {
        gcv_memory_fail_analysis(heaps, n, s->needs.costs, &err);
    }
}

/* Whether the path names standard output. Opening such a path would truncate what is there. */
static bool is_standard_output(const char *path)
{
    return gcv_slice_is_listed(gcv_slice_str(path), "-|/dev/stdout|/dev/fd/1|/proc/self/fd/1");
}

/* Says what to add to the command line, for a file beside which the page belongs. */
static void fail_on_terminal(gcv_context *ctx, const gcv_command_line *line)
{
    const char *slash = strrchr(line->file, '/');
    const char *name = slash != NULL ? slash + 1 : line->file, *dot = strrchr(name, '.');
    const size_t size = dot != NULL ? (size_t)(dot - name) : strlen(name);
    char file[120], word[130];
    (void)snprintf(file, sizeof file, "%.*s%s", size < 100 ? (int)size : 100, name,
                   line->command->suffix);
    gcv_fail(ctx, GCV_ERR_USAGE, "'%s' is not for a terminal; add -o %s ('-o -' shows it)",
             line->command->name,
             gcv_shell_fit(GCV_SHELL_PATH, strcmp(name, "-") != 0 ? file : "heap.html", "heap.html",
                           word, sizeof word));
}

/* Opens the output before anything is read, as a shell does: without an output, reading is
 * pointless. */
static void open_output(gcv_session *s)
{
    const gcv_command_line *line = s->line;
    const gcv_command *command = line->command;
    const char *const *names = command->files != NULL ? command->files(&line->report) : NULL;
    gcv_error err;
    if (line->output == NULL && command->suffix != NULL && s->io->columns > 0) {
        fail_on_terminal(s->ctx, line);
    }
    if (line->output == NULL || (names == NULL && is_standard_output(line->output))) {
        return;
    }
    s->files = &s->outputs;
    gcv_status status = names != NULL
                            ? gcv_out_files_open_in(s->files, s->ctx, line->output, names, &err)
                            : gcv_out_files_open(s->files, s->ctx, line->output, &err);
    gcv_fail_if(s->ctx, status, &err);
    s->files->is_limited = command->output == GCV_OUTPUT_BYTES;
}

static void run(gcv_session *s)
{
    open_output(s);
    gcv_text_files_read(s);
    if (s->line->command->prepare != NULL) {
        s->line->command->prepare(s->ctx, &s->line->report);
    }
    load_and_report(s);
}

/* Whether an input is incomplete. Says so, as the status is not 0 then, if --quiet has suppressed
 * the warning. */
static bool is_incomplete(const gcv_session *s)
{
    bool found = false;
    for (size_t i = 0; i < s->inputs.heaps.n; i++) {
        const gcv_heap *heap = s->inputs.heaps.data[i];
        if (!gcv_heap_is_complete(heap)) {
            found = true;
            if (s->diagnostics->quiet) {
                gcv_print_message(s->diagnostics, gcv_heap_name(heap), gcv_heap_verdict(heap));
            }
        }
    }
    return found;
}

static void report_failure(const gcv_session *s, const gcv_error *err)
{
    gcv_guard guard;
    gcv_print_error(s->diagnostics, err);
    if (err->status == GCV_ERR_INPUT || err->status == GCV_ERR_USAGE) {
        gcv_guard_begin(s->ctx, &guard);
        if (setjmp(guard.jump) == 0) {
            gcv_print_unpack_hint(s);
        }
        (void)gcv_guard_end(s->ctx, &guard, NULL); /* without memory, there is no hint */
    }
}

/* The session is not local to the function that jumps come back to, as it changes between
 * (base/error.h). */
static int run_guarded(gcv_session *s)
{
    gcv_guard guard;
    gcv_guard_begin(s->ctx, &guard);
    if (setjmp(guard.jump) == 0) {
        run(s);
    }
    gcv_error err = guard.error;
    int result = exit_status(err.status);
    if (err.status != GCV_OK && err.status != GCV_ERR_OUTPUT_PIPE) {
        report_failure(s, &err);
    } else if (s->gate_failed) {
        result = GCV_EXIT_GATE;
    } else if (s->line->report.strict && is_incomplete(s)) {
        result = GCV_EXIT_INCOMPLETE;
    }
    if (err.status == GCV_OK) {
        gcv_phase(s->ctx, "release");
    }
    gcv_out_files_release(&s->outputs);
    gcv_blocks_free(s->ctx, &guard.mark);
    (void)gcv_guard_end(s->ctx, &guard, NULL);
    return result;
}

int gcv_session_run(gcv_command_line *line, const gcv_cli_io *io, gcv_diagnostics *diagnostics)
{
    gcv_session s = {.ctx = io->ctx, .line = line, .io = io, .diagnostics = diagnostics};
    int result = run_guarded(&s);
    gcv_diagnostics_end(diagnostics);
    return result;
}
