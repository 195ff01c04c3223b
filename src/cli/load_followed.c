/* load_followed.c - the heaps that objects are followed through; see inputs.h.
 *
 * The first reading of a trace loads its first snapshot, and tells which others exist. A second
 * reading loads either the last snapshot alone, or all others at once. In the latter case each
 * snapshot is kept in the form of the trace until it is turned into a heap.
 */
#include "cli/inputs.h"

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

/* Loads the next heap from a source. Closes the source. */
static void load_one(loader *l, gcv_source *source, uint32_t number)
{
    gcv_context *ctx = l->io->ctx;
    gcv_followed *followed = l->followed;
    const bool same_file =
        l->line->report.follow.moves == NULL && l->line->more_files.n == 0 && followed->heaps.n > 0;
    gcv_heap *heap;
    gcv_u32_column_push(ctx, &followed->numbers, number);
    if (followed->heaps.n > 0) {
        l->options.costs = l->needs->last_costs;
        l->options.shapes_of = followed->heaps.data[0];
        l->options.with_fields = l->needs->fields;
        l->options.with_places = l->needs->places;
    }
    gcv_heap_column_reserve(ctx, &followed->heaps, 1);
    gcv_heap_load_source(ctx, source, &l->options, &heap);
    followed->heaps.data[followed->heaps.n++] = heap;
    gcv_diagnostics_end(l->diagnostics);
    if (!same_file || !gcv_have_same_notes(followed->heaps.data[0], heap)) {
        gcv_print_notes(l->diagnostics, heap, false);
    }
}

/* ---- snapshots of a trace ----------------------------------------------------------------- */

static void load_snapshot(loader *l, uint32_t number)
{
    gcv_source source;
    gcv_kept_input_open(&l->followed->kept, l->io, l->line->file, l->options.format, &source);
    l->options.snapshot = number;
    l->options.with_moves =
        l->followed->heaps.n == 0; /* the first heap has the moves of the whole trace */
    load_one(l, &source, number);
}

/* Loads all snapshots after the first one in one reading. */
static void load_rest(loader *l)
{
    gcv_context *ctx = l->io->ctx;
    gcv_followed *followed = l->followed;
    const size_t n = l->to - l->from;
    size_t loaded = 0;
    gcv_source source;
    gcv_heap_column_reserve(ctx, &followed->heaps, n);
    for (size_t i = 1; i <= n; i++) {
        gcv_u32_column_push(ctx, &followed->numbers, l->from + (uint32_t)i);
    }
    gcv_kept_input_open(&followed->kept, l->io, l->line->file, l->options.format, &source);
    l->options.snapshot = l->from + 1;
    l->options.with_moves = false;
    l->options.costs = l->needs->last_costs;
    loaded = gcv_heap_load_snapshots(ctx, &source, &l->options, l->to,
                                     followed->heaps.data + followed->heaps.n);
    followed->heaps.n += loaded;
    gcv_diagnostics_end(l->diagnostics);
    for (size_t i = followed->heaps.n - loaded; i < followed->heaps.n; i++) {
        if (!gcv_have_same_notes(followed->heaps.data[0], followed->heaps.data[i])) {
            gcv_print_notes(l->diagnostics, followed->heaps.data[i], false);
        }
    }
}

static void check_order(const loader *l, const char *file)
{
    if (l->from >= l->to) {
        gcv_fail_line(l->io->ctx, GCV_ERR_USAGE, file, 0,
                      "--from must be before --to: %" PRIu32 " is not before %" PRIu32, l->from,
                      l->to);
    }
}

GCV_NORETURN static void fail_without_snapshots(const loader *l, const gcv_heap *heap)
{
    gcv_fail_line(l->io->ctx, GCV_ERR_USAGE, gcv_heap_name(heap), 0,
                  "%s; '%s' wants a trace with several ('gcview help track' shows how to "
                  "take one), a file for each dump of a --moves FILE, or two V8 snapshots",
                  gcv_heap_n_snapshots(heap) == 0 ? "this is no trace with snapshots"
                                                  : "the file has 1 snapshot",
                  l->line->command->name);
}

/* Resolves the defaults of --from and --to, once the snapshots are known. */
static void choose_snapshots(loader *l, const gcv_heap *heap)
{
    const size_t n = gcv_heap_n_snapshots(heap);
    const bool asked = l->to != GCV_SNAPSHOT_LAST;
    if (n < 2) {
        fail_without_snapshots(l, heap);
    }
    l->from = gcv_heap_chosen_snapshot(heap);
    l->to = gcv_heap_snapshot_number(heap, l->to);
    if (l->to > n) {
        gcv_fail_line(l->io->ctx, GCV_ERR_USAGE, gcv_heap_name(heap), 0,
                      "there is no snapshot %" PRIu32 "; the file has %zu", l->to, n);
    }
    if (!asked && (l->to <= l->from || !gcv_heap_snapshot(heap, l->to - 1)->complete)) {
        gcv_fail_line(l->io->ctx, l->line->report.follow.from.given ? GCV_ERR_USAGE : GCV_ERR_INPUT,
                      gcv_heap_name(heap), 0,
                      "no complete snapshot comes after snapshot %" PRIu32
                      " of %zu; --from and --to choose others",
                      l->from, n);
    }
    check_order(l, gcv_heap_name(heap));
}

static void load_trace(loader *l)
{
    load_snapshot(l, l->from);
    choose_snapshots(l, l->followed->heaps.data[0]);
    l->followed->numbers.data[0] = l->from;
    l->followed->moves = gcv_heap_moves(l->followed->heaps.data[0]);
    gcv_print_snapshots(l->diagnostics, l->followed->heaps.data[0], l->from, l->to);
    if (l->needs->every_heap) {
        load_rest(l);
    } else {
        load_snapshot(l, l->to);
    }
}

/* ---- files of a moves log ----------------------------------------------------------------- */

static void read_log(loader *l)
{
    gcv_source source;
    gcv_open_text(l->io, l->line->report.follow.moves, "moves log", &source);
    l->followed->log = gcv_moves_load_source(l->io->ctx, &source, l->options.strict);
    l->followed->moves = l->followed->log;
    gcv_diagnostics_end(l->diagnostics);
    gcv_print_moves_notes(l->diagnostics, l->followed->log);
}

static void check_dump(const gcv_moves *moves, uint32_t number)
{
    if (gcv_moves_dump(moves, number) == NULL) {
        gcv_fail_line(moves->ctx, GCV_ERR_USAGE, moves->name, 0,
                      "there is no dump %" PRIu32 "; the file has %zu", number, moves->dumps.n);
    }
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
static size_t choose_dumps(loader *l)
{
    const gcv_moves *moves = l->followed->moves;
    const gcv_dump_mark *marks = moves->dumps.data;
    size_t files = 1 + l->line->more_files.n;
    if (moves->dumps.n < 2) {
        gcv_fail_line(l->io->ctx, GCV_ERR_USAGE, moves->name, 0,
                      "it is about %zu dump%s; '%s' wants two or more", moves->dumps.n,
                      moves->dumps.n == 1 ? "" : "s", l->line->command->name);
    }
    l->from = number_of_mark(moves, l->from);
    l->to = number_of_mark(moves, l->to);
    check_dump(moves, l->from);
    check_dump(moves, l->to);
    check_order(l, moves->name);
    size_t first = (size_t)(gcv_moves_dump(moves, l->from) - marks);
    size_t n = (size_t)(gcv_moves_dump(moves, l->to) - marks) - first + 1;
    if (!(files == n || (files == 2 && !l->needs->every_heap))) {
        gcv_fail_line(l->io->ctx, GCV_ERR_USAGE, moves->name, 0,
                      "%zu dumps from %" PRIu32 " to %" PRIu32 ", but %zu files; %s", n, l->from,
                      l->to, files,
                      l->needs->every_heap
                          ? "--ages wants one for each dump"
                          : "give one for each dump, or the first and the last only");
    }
    return first;
}

static void load_file(loader *l, size_t at, uint32_t number)
{
    gcv_source source;
    gcv_open_input(l->io, gcv_input_path(l->line, at), &source);
    load_one(l, &source, number);
    gcv_print_snapshot(l->diagnostics, l->followed->heaps.data[l->followed->heaps.n - 1],
                       l->options.snapshot, false);
}

static void load_files(loader *l)
{
    size_t files = 1 + l->line->more_files.n, first = 0;
    bool all = l->needs->every_heap;
    read_log(l);
    first = choose_dumps(l);
    for (size_t i = 0; i < files; i++) {
        bool last = i + 1 == files;
        if (all || i == 0 || last) {
            load_file(l, i, last ? l->to : l->followed->moves->dumps.data[first + i].number);
        }
    }
}

/* ---- files whose ids are stable ----------------------------------------------------------- */

/* Checks that objects of this input keep their ids, which its format, recognised by its first
 * bytes, decides. */
static void check_ids(const loader *l, gcv_source *source)
{
    const char *command = l->line->command->name;
    const gcv_format *format = gcv_heap_format_of(source, l->options.format);
    if (format->stable_ids) {
        return;
    }
    if (format->why_not_followed != NULL) {
        gcv_fail_line(l->io->ctx, GCV_ERR_USAGE, source->name, 0,
                      "'%s' cannot tell which object is which in two dumps of this format: "
                      "%s; 'gcview diff' compares them by type",
                      command, format->why_not_followed);
    }
    gcv_fail(l->io->ctx, GCV_ERR_USAGE,
             "'%s' of several files wants --moves FILE, which says what collections moved "
             "between them",
             command);
}

static void load_stable(loader *l, size_t at)
{
    gcv_source source;
    gcv_open_input(l->io, gcv_input_path(l->line, at), &source);
    check_ids(l, &source);
    load_one(l, &source, (uint32_t)at + 1);
}

static void load_all_stable(loader *l)
{
    size_t files = 1 + l->line->more_files.n;
    l->options.with_marks = true;
    for (size_t i = 0; i < files; i++) {
        if (l->needs->every_heap || i == 0 || i + 1 == files) {
            load_stable(l, i);
        }
    }
}

/* ---- trace or files ----------------------------------------------------------------------- */

void gcv_followed_load(const gcv_command_line *line, const gcv_cli_io *io, const gcv_needs *needs,
                       const gcv_load_options *options, gcv_diagnostics *diagnostics,
                       gcv_followed *followed)
{
    const gcv_follow_options *follow = &line->report.follow;
    loader l = {.line = line,
                .io = io,
                .needs = needs,
                .options = *options,
                .diagnostics = diagnostics,
                .followed = followed,
                .from = follow->from.given ? (uint32_t)follow->from.value : GCV_SNAPSHOT_FIRST,
                .to = follow->to.given ? (uint32_t)follow->to.value : GCV_SNAPSHOT_LAST};
    if (follow->moves != NULL) {
        load_files(&l);
    } else if (line->more_files.n > 0) {
        load_all_stable(&l);
    } else {
        load_trace(&l);
    }
}
