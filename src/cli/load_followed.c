/* load_followed.c - the heaps that objects are followed through; see session.h.
 *
 * The first reading of a trace loads its first snapshot, and tells which others exist. A second
 * reading loads either the last snapshot alone, or all others at once. In the latter case each
 * snapshot is kept in the form of the trace until it is turned into a heap.
 */
#include "cli/session.h"

#include "input/load/load_heap.h"

#include <inttypes.h>

/* Loads the next heap from a source. Closes the source. */
static void load_one(gcv_session *s, gcv_source *source, uint32_t number)
{
    gcv_context *ctx = s->ctx;
    gcv_heap_column *heaps = &s->inputs.heaps;
    const bool same_file =
        s->line->report.follow.moves == NULL && s->line->more_files.n == 0 && heaps->n > 0;
    gcv_heap *heap;
    gcv_u32_column_push(ctx, &s->followed.numbers, number);
    if (heaps->n > 0) {
        s->load.costs = s->needs.last_costs;
        s->load.shapes_of = heaps->data[0];
        s->load.with_fields = s->needs.fields;
        s->load.with_places = s->needs.places;
    }
    gcv_heap_load_source(ctx, source, &s->load, &heap);
    gcv_heap_column_push(ctx, heaps, heap);
    gcv_diagnostics_end(s->diagnostics);
    if (!same_file || !gcv_have_same_notes(heaps->data[0], heap)) {
        gcv_print_notes(s->diagnostics, heap, false);
    }
}

/* ---- snapshots of a trace ----------------------------------------------------------------- */

static void load_snapshot(gcv_session *s, uint32_t number)
{
    gcv_source source;
    gcv_open_kept(s, s->line->file, &source);
    s->load.snapshot = number;
    s->load.with_moves =
        s->inputs.heaps.n == 0; /* the first heap has the moves of the whole trace */
    load_one(s, &source, number);
}

/* Loads all snapshots after the first one in one reading. */
static void load_rest(gcv_session *s)
{
    gcv_context *ctx = s->ctx;
    gcv_heap_column *heaps = &s->inputs.heaps;
    const size_t n = s->followed.to - s->followed.from;
    gcv_source source;
    gcv_heap_column_reserve(ctx, heaps, n);
    for (size_t i = 1; i <= n; i++) {
        gcv_u32_column_push(ctx, &s->followed.numbers, s->followed.from + (uint32_t)i);
    }
    gcv_open_kept(s, s->line->file, &source);
    s->load.snapshot = s->followed.from + 1;
    s->load.with_moves = false;
    s->load.costs = s->needs.last_costs;
    const size_t loaded =
        gcv_heap_load_snapshots(ctx, &source, &s->load, s->followed.to, heaps->data + heaps->n);
    heaps->n += loaded;
    gcv_diagnostics_end(s->diagnostics);
    for (size_t i = heaps->n - loaded; i < heaps->n; i++) {
        if (!gcv_have_same_notes(heaps->data[0], heaps->data[i])) {
            gcv_print_notes(s->diagnostics, heaps->data[i], false);
        }
    }
}

static void check_order(const gcv_session *s, const char *file)
{
    if (s->followed.from >= s->followed.to) {
        gcv_fail_line(s->ctx, GCV_ERR_USAGE, file, 0,
                      "--from must be before --to: %" PRIu32 " is not before %" PRIu32,
                      s->followed.from, s->followed.to);
    }
}

GCV_NORETURN static void fail_without_snapshots(const gcv_session *s, const gcv_heap *heap)
{
    gcv_fail_line(s->ctx, GCV_ERR_USAGE, gcv_heap_name(heap), 0,
                  "%s; '%s' wants a trace with several ('gcview help track' shows how to "
                  "take one), a file for each dump of a --moves FILE, or two V8 snapshots",
                  gcv_heap_n_snapshots(heap) == 0 ? "this is no trace with snapshots"
                                                  : "the file has 1 snapshot",
                  s->line->command->name);
}

/* Resolves the defaults of --from and --to, once the snapshots are known. */
static void choose_snapshots(gcv_session *s, const gcv_heap *heap)
{
    const size_t n = gcv_heap_n_snapshots(heap);
    const bool asked = s->followed.to != GCV_SNAPSHOT_LAST;
    if (n < 2) {
        fail_without_snapshots(s, heap);
    }
    s->followed.from = gcv_heap_chosen_snapshot(heap);
    s->followed.to = gcv_heap_snapshot_number(heap, s->followed.to);
    if (s->followed.to > n) {
        gcv_fail_line(s->ctx, GCV_ERR_USAGE, gcv_heap_name(heap), 0,
                      "there is no snapshot %" PRIu32 "; the file has %zu", s->followed.to, n);
    }
    if (!asked && (s->followed.to <= s->followed.from ||
                   !gcv_heap_snapshot(heap, s->followed.to - 1)->complete)) {
        gcv_fail_line(s->ctx, s->line->report.follow.from.given ? GCV_ERR_USAGE : GCV_ERR_INPUT,
                      gcv_heap_name(heap), 0,
                      "no complete snapshot comes after snapshot %" PRIu32
                      " of %zu; --from and --to choose others",
                      s->followed.from, n);
    }
    check_order(s, gcv_heap_name(heap));
}

static void load_trace(gcv_session *s)
{
    load_snapshot(s, s->followed.from);
    choose_snapshots(s, s->inputs.heaps.data[0]);
    s->followed.numbers.data[0] = s->followed.from;
    s->followed.moves = gcv_heap_moves(s->inputs.heaps.data[0]);
    gcv_print_snapshots(s->diagnostics, s->inputs.heaps.data[0], s->followed.from, s->followed.to);
    if (s->needs.every_heap) {
        load_rest(s);
    } else {
        load_snapshot(s, s->followed.to);
    }
}

/* ---- files of a moves log ----------------------------------------------------------------- */

static void read_log(gcv_session *s)
{
    gcv_source source;
    gcv_open_text(s, s->line->report.follow.moves, "moves log", &source);
    s->followed.moves = gcv_moves_load_source(s->ctx, &source, s->load.strict);
    gcv_diagnostics_end(s->diagnostics);
    gcv_print_moves_notes(s->diagnostics, s->followed.moves);
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
static size_t choose_dumps(gcv_session *s)
{
    const gcv_moves *moves = s->followed.moves;
    const gcv_dump_mark *marks = moves->dumps.data;
    size_t files = 1 + s->line->more_files.n;
    if (moves->dumps.n < 2) {
        gcv_fail_line(s->ctx, GCV_ERR_USAGE, moves->name, 0,
                      "it is about %zu dump%s; '%s' wants two or more", moves->dumps.n,
                      moves->dumps.n == 1 ? "" : "s", s->line->command->name);
    }
    s->followed.from = number_of_mark(moves, s->followed.from);
    s->followed.to = number_of_mark(moves, s->followed.to);
    check_dump(moves, s->followed.from);
    check_dump(moves, s->followed.to);
    check_order(s, moves->name);
    size_t first = (size_t)(gcv_moves_dump(moves, s->followed.from) - marks);
    size_t n = (size_t)(gcv_moves_dump(moves, s->followed.to) - marks) - first + 1;
    if (!(files == n || (files == 2 && !s->needs.every_heap))) {
        gcv_fail_line(s->ctx, GCV_ERR_USAGE, moves->name, 0,
                      "%zu dumps from %" PRIu32 " to %" PRIu32 ", but %zu files; %s", n,
                      s->followed.from, s->followed.to, files,
                      s->needs.every_heap
                          ? "--ages wants one for each dump"
                          : "give one for each dump, or the first and the last only");
    }
    return first;
}

/* ---- files whose ids are stable ----------------------------------------------------------- */

/* Checks that objects of this input keep their ids, which its format, recognised by its first
 * bytes, decides. */
static void check_ids(const gcv_session *s, gcv_source *source)
{
    const char *command = s->line->command->name;
    const gcv_format *format = gcv_heap_format_of(source, s->load.format);
    if (format->stable_ids) {
        return;
    }
    if (format->why_not_followed != NULL) {
        gcv_fail_line(s->ctx, GCV_ERR_USAGE, source->name, 0,
                      "'%s' cannot tell which object is which in two dumps of this format: "
                      "%s; 'gcview diff' compares them by type",
                      command, format->why_not_followed);
    }
    gcv_fail(s->ctx, GCV_ERR_USAGE,
             "'%s' of several files wants --moves FILE, which says what collections moved "
             "between them",
             command);
}

/* ---- trace or files ----------------------------------------------------------------------- */

/* Loads a file for each dump of a log, or files whose ids are stable; of several, the first and the
 * last one if no others are needed. */
static void load_files(gcv_session *s)
{
    const bool has_log = s->line->report.follow.moves != NULL;
    const size_t last = s->line->more_files.n;
    s->load.with_marks = !has_log;
    if (has_log) {
        read_log(s);
    }
    const size_t first = has_log ? choose_dumps(s) : 0;
    for (size_t i = 0; i <= last; i += s->needs.every_heap || i == last ? 1 : last) {
        gcv_source source;
        gcv_open_input(s, gcv_input_path(s->line, i), &source);
        if (!has_log) {
            check_ids(s, &source);
        }
        load_one(s, &source,
                 !has_log    ? (uint32_t)i + 1
                 : i == last ? s->followed.to
                             : s->followed.moves->dumps.data[first + i].number);
        gcv_print_snapshot(s->diagnostics, s->inputs.heaps.data[s->inputs.heaps.n - 1],
                           s->load.snapshot, false);
    }
}

void gcv_followed_load(gcv_session *s)
{
    const gcv_follow_options *follow = &s->line->report.follow;
    gcv_followed *followed = &s->followed;
    followed->from = follow->from.given ? (uint32_t)follow->from.value : GCV_SNAPSHOT_FIRST;
    followed->to = follow->to.given ? (uint32_t)follow->to.value : GCV_SNAPSHOT_LAST;
    (follow->moves != NULL || s->line->more_files.n > 0 ? load_files : load_trace)(s);
}
