/* load_followed.c - the heaps that objects are followed through; see inputs.h.
 *
 * The first reading of a trace loads its first snapshot, and tells which others exist. A second
 * reading loads either the last snapshot alone, or all others at once. In the latter case each
 * snapshot is kept in the form of the trace until it is turned into a heap.
 */
#include "cli/inputs.h"

#include "base/error.h"
#include "heap/heap.h"
#include "input/format.h"
#include "input/load/load_heap.h"

#include <inttypes.h>

typedef struct loader {
    const gcv_command_line *line;
    const gcv_cli_io *io;
    const gcv_needs *needs;
    gcv_load_options options;
    gcv_diagnostics *diagnostics;
    gcv_followed *followed;
    uint32_t from, to; /* dump numbers; GCV_SNAPSHOT_… until resolved */
} loader;

/* ---- one dump ----------------------------------------------------------------------------- */

/* Loads the next heap from a source. Closes the source, even after a failure. */
static gcv_status load_one(loader *l, gcv_source *source, uint32_t number, gcv_error *err)
{
    gcv_context *ctx = l->io->ctx;
    gcv_followed *followed = l->followed;
    const bool same_file =
        l->line->report.follow.moves == NULL && l->line->more_files.n == 0 && followed->heaps.n > 0;
    gcv_heap *heap;
    gcv_status status = gcv_u32_column_push(ctx, &followed->numbers, number, err);
    if (followed->heaps.n > 0) {
        l->options.costs = l->needs->last_costs;
    }
    if (status == GCV_OK) {
        status = gcv_heap_column_reserve(ctx, &followed->heaps, 1, err);
    }
    if (status != GCV_OK) {
        gcv_source_close(source);
        return status;
    }
    status = gcv_heap_load_source(ctx, source, &l->options, &heap, err);
    if (status != GCV_OK) {
        return status;
    }
    followed->heaps.data[followed->heaps.n++] = heap;
    gcv_diagnostics_end(l->diagnostics);
    if (!same_file || !gcv_have_same_notes(followed->heaps.data[0], heap)) {
        gcv_print_notes(l->diagnostics, heap, false);
    }
    return GCV_OK;
}

/* ---- snapshots of a trace ----------------------------------------------------------------- */

static gcv_status load_snapshot(loader *l, uint32_t number, gcv_error *err)
{
    gcv_source source;
    gcv_status status = gcv_kept_input_open(&l->followed->kept, l->io, l->line->file,
                                            l->options.format, &source, err);
    l->options.snapshot = number;
    l->options.with_moves =
        l->followed->heaps.n == 0; /* the first heap has the moves of the whole trace */
    return status == GCV_OK ? load_one(l, &source, number, err) : status;
}

/* Loads all snapshots after the first one in one reading. */
static gcv_status load_rest(loader *l, gcv_error *err)
{
    gcv_context *ctx = l->io->ctx;
    gcv_followed *followed = l->followed;
    const size_t n = l->to - l->from;
    size_t loaded = 0, i;
    gcv_source source;
    gcv_status status = gcv_heap_column_reserve(ctx, &followed->heaps, n, err);
    for (i = 1; status == GCV_OK && i <= n; i++) {
        status = gcv_u32_column_push(ctx, &followed->numbers, l->from + (uint32_t)i, err);
    }
    if (status == GCV_OK) {
        status = gcv_kept_input_open(&followed->kept, l->io, l->line->file, l->options.format,
                                     &source, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    l->options.snapshot = l->from + 1;
    l->options.with_moves = false;
    l->options.costs = l->needs->last_costs;
    status = gcv_heap_load_snapshots(ctx, &source, &l->options, l->to,
                                     followed->heaps.data + followed->heaps.n, &loaded, err);
    followed->heaps.n += loaded;
    gcv_diagnostics_end(l->diagnostics);
    for (i = followed->heaps.n - loaded; status == GCV_OK && i < followed->heaps.n; i++) {
        if (!gcv_have_same_notes(followed->heaps.data[0], followed->heaps.data[i])) {
            gcv_print_notes(l->diagnostics, followed->heaps.data[i], false);
        }
    }
    return status;
}

static gcv_status check_order(const loader *l, const char *file, gcv_error *err)
{
    return l->from < l->to
               ? GCV_OK
               : gcv_fail_line(err, GCV_ERR_USAGE, file, 0,
                               "--from must be before --to: %" PRIu32 " is not before %" PRIu32,
                               l->from, l->to);
}

static gcv_status fail_without_snapshots(const loader *l, const gcv_heap *heap, gcv_error *err)
{
    return gcv_fail_line(err, GCV_ERR_USAGE, gcv_heap_name(heap), 0,
                         "%s; '%s' wants a trace with several ('gcview help track' shows how to "
                         "take one), a file for each dump of a --moves FILE, or two V8 snapshots",
                         gcv_heap_n_snapshots(heap) == 0 ? "this is no trace with snapshots"
                                                         : "the file has 1 snapshot",
                         l->line->command->name);
}

/* Resolves the defaults of --from and --to, once the snapshots are known. */
static gcv_status choose_snapshots(loader *l, const gcv_heap *heap, gcv_error *err)
{
    const size_t n = gcv_heap_n_snapshots(heap);
    const bool asked = l->to != GCV_SNAPSHOT_LAST;
    if (n < 2) {
        return fail_without_snapshots(l, heap, err);
    }
    l->from = gcv_heap_chosen_snapshot(heap);
    l->to = gcv_heap_snapshot_number(heap, l->to);
    if (l->to > n) {
        return gcv_fail_line(err, GCV_ERR_USAGE, gcv_heap_name(heap), 0,
                             "there is no snapshot %" PRIu32 "; the file has %zu", l->to, n);
    }
    if (!asked && (l->to <= l->from || !gcv_heap_snapshot(heap, l->to - 1)->complete)) {
        return gcv_fail_line(err, l->line->report.follow.from.given ? GCV_ERR_USAGE : GCV_ERR_INPUT,
                             gcv_heap_name(heap), 0,
                             "no complete snapshot comes after snapshot %" PRIu32
                             " of %zu; --from and --to choose others",
                             l->from, n);
    }
    return check_order(l, gcv_heap_name(heap), err);
}

static gcv_status load_trace(loader *l, gcv_error *err)
{
    gcv_status status = load_snapshot(l, l->from, err);
    if (status == GCV_OK) {
        status = choose_snapshots(l, l->followed->heaps.data[0], err);
    }
    if (status != GCV_OK) {
        return status;
    }
    l->followed->numbers.data[0] = l->from;
    l->followed->moves = gcv_heap_moves(l->followed->heaps.data[0]);
    gcv_print_snapshots(l->diagnostics, l->followed->heaps.data[0], l->from, l->to);
    return l->needs->every_heap ? load_rest(l, err) : load_snapshot(l, l->to, err);
}

/* ---- files of a moves log ----------------------------------------------------------------- */

static gcv_status read_log(loader *l, gcv_error *err)
{
    gcv_source source;
    gcv_status status =
        gcv_open_text(l->io, l->line->report.follow.moves, "moves log", &source, err);
    if (status == GCV_OK) {
        status =
            gcv_moves_load_source(l->io->ctx, &source, l->options.strict, &l->followed->log, err);
    }
    l->followed->moves = l->followed->log;
    gcv_diagnostics_end(l->diagnostics);
    if (status == GCV_OK) {
        gcv_print_moves_notes(l->diagnostics, l->followed->log);
    }
    return status;
}

static gcv_status check_dump(const gcv_moves *moves, uint32_t number, gcv_error *err)
{
    return gcv_moves_dump(moves, number) != NULL
               ? GCV_OK
               : gcv_fail_line(err, GCV_ERR_USAGE, moves->name, 0,
                               "there is no dump %" PRIu32 "; the file has %zu", number,
                               moves->dumps.n);
}

static uint32_t number_of_mark(const gcv_moves *moves, uint32_t asked)
{
    const gcv_dump_mark *marks = moves->dumps.data;
    return asked == GCV_SNAPSHOT_FIRST  ? marks[0].number
           : asked == GCV_SNAPSHOT_LAST ? marks[moves->dumps.n - 1].number
                                        : asked;
}

/* Resolves the defaults of --from and --to, and compares the number of files with the number of
 * dumps from --from to --to. Sets `*first` to the index of the first of these dumps. */
static gcv_status choose_dumps(loader *l, size_t *first, gcv_error *err)
{
    const gcv_moves *moves = l->followed->moves;
    const gcv_dump_mark *marks = moves->dumps.data;
    size_t n, files = 1 + l->line->more_files.n;
    gcv_status status;
    if (moves->dumps.n < 2) {
        return gcv_fail_line(err, GCV_ERR_USAGE, moves->name, 0,
                             "it is about %zu dump%s; '%s' wants two or more", moves->dumps.n,
                             moves->dumps.n == 1 ? "" : "s", l->line->command->name);
    }
    l->from = number_of_mark(moves, l->from);
    l->to = number_of_mark(moves, l->to);
    status = check_dump(moves, l->from, err);
    if (status == GCV_OK) {
        status = check_dump(moves, l->to, err);
    }
    if (status == GCV_OK) {
        status = check_order(l, moves->name, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    *first = (size_t)(gcv_moves_dump(moves, l->from) - marks);
    n = (size_t)(gcv_moves_dump(moves, l->to) - marks) - *first + 1;
    return files == n || (files == 2 && !l->needs->every_heap)
               ? GCV_OK
               : gcv_fail_line(err, GCV_ERR_USAGE, moves->name, 0,
                               "%zu dumps from %" PRIu32 " to %" PRIu32 ", but %zu files; %s", n,
                               l->from, l->to, files,
                               l->needs->every_heap
                                   ? "--ages wants one for each dump"
                                   : "give one for each dump, or the first and the last only");
}

static gcv_status load_file(loader *l, size_t at, uint32_t number, gcv_error *err)
{
    gcv_source source;
    gcv_status status = gcv_open_input(l->io, gcv_input_path(l->line, at), &source, err);
    if (status == GCV_OK) {
        status = load_one(l, &source, number, err);
    }
    if (status == GCV_OK) {
        gcv_print_snapshot(l->diagnostics, l->followed->heaps.data[l->followed->heaps.n - 1],
                           l->options.snapshot, false);
    }
    return status;
}

static gcv_status load_files(loader *l, gcv_error *err)
{
    size_t files = 1 + l->line->more_files.n, first = 0, i;
    bool all = l->needs->every_heap;
    gcv_status status = read_log(l, err);
    if (status == GCV_OK) {
        status = choose_dumps(l, &first, err);
    }
    for (i = 0; status == GCV_OK && i < files; i++) {
        bool last = i + 1 == files;
        if (all || i == 0 || last) {
            status = load_file(
                l, i, last ? l->to : l->followed->moves->dumps.data[first + i].number, err);
        }
    }
    return status;
}

/* ---- files whose ids are stable ----------------------------------------------------------- */

/* Checks that objects of this input keep their ids, which its format, recognised by its first
 * bytes, decides. */
static gcv_status check_ids(const loader *l, gcv_source *source, gcv_error *err)
{
    const gcv_format *format;
    const char *command = l->line->command->name;
    gcv_status status = gcv_heap_format_of(source, l->options.format, &format, err);
    if (status != GCV_OK || format->stable_ids) {
        return status;
    }
    if (format->why_not_followed != NULL) {
        return gcv_fail_line(err, GCV_ERR_USAGE, source->name, 0,
                             "'%s' cannot tell which object is which in two dumps of this format: "
                             "%s; 'gcview diff' compares them by type",
                             command, format->why_not_followed);
    }
    return gcv_fail(err, GCV_ERR_USAGE,
                    "'%s' of several files wants --moves FILE, which says what collections moved "
                    "between them",
                    command);
}

static gcv_status load_stable(loader *l, size_t at, gcv_error *err)
{
    gcv_source source;
    gcv_status status = gcv_open_input(l->io, gcv_input_path(l->line, at), &source, err);
    if (status != GCV_OK) {
        return status;
    }
    status = check_ids(l, &source, err);
    if (status != GCV_OK) {
        gcv_source_close(&source);
        return status;
    }
    return load_one(l, &source, (uint32_t)at + 1, err);
}

static gcv_status load_all_stable(loader *l, gcv_error *err)
{
    size_t files = 1 + l->line->more_files.n, i;
    gcv_status status = GCV_OK;
    l->options.with_marks = true;
    for (i = 0; status == GCV_OK && i < files; i++) {
        if (l->needs->every_heap || i == 0 || i + 1 == files) {
            status = load_stable(l, i, err);
        }
    }
    return status;
}

/* ---- trace or files ----------------------------------------------------------------------- */

gcv_status gcv_followed_load(const gcv_command_line *line, const gcv_cli_io *io,
                             const gcv_needs *needs, const gcv_load_options *options,
                             gcv_diagnostics *diagnostics, gcv_followed *followed, gcv_error *err)
{
    const gcv_follow_options *follow = &line->report.follow;
    loader l;
    l.line = line;
    l.io = io;
    l.needs = needs;
    l.options = *options;
    l.diagnostics = diagnostics;
    l.followed = followed;
    l.from = follow->from.given ? (uint32_t)follow->from.value : GCV_SNAPSHOT_FIRST;
    l.to = follow->to.given ? (uint32_t)follow->to.value : GCV_SNAPSHOT_LAST;
    return follow->moves != NULL    ? load_files(&l, err)
           : line->more_files.n > 0 ? load_all_stable(&l, err)
                                    : load_trace(&l, err);
}

void gcv_followed_release(gcv_context *ctx, gcv_followed *followed)
{
    size_t i;
    for (i = 0; i < followed->heaps.n; i++) {
        gcv_heap_free(followed->heaps.data[i]);
    }
    gcv_heap_column_release(ctx, &followed->heaps);
    gcv_u32_column_release(ctx, &followed->numbers);
    gcv_moves_free(followed->log);
    gcv_kept_input_release(ctx, &followed->kept);
}
