/* load_inputs.c - the heaps of one command line; see session.h. */
#include "cli/session.h"

#include "analysis/heap_kinds.h"
#include "input/load/load_heap.h"
#include "report/field_cell.h"

#include <string.h>

/* Whether an input is of a series, between the baseline and the file. */
static bool is_of_series(const gcv_command_line *line, size_t at)
{
    return (line->command->inputs & GCV_INPUT_SERIES) != 0 && at > 0 && at <= line->more_files.n;
}

/* The memory that an input is certain to need. Files between the first and the last may only be
 * counted, and a baseline may turn out not to be needed: NULL. */
static const gcv_cost *const *costs_of(const gcv_command_line *line, const gcv_needs *needs,
                                       size_t at)
{
    bool between = at > 0 && at < line->more_files.n && !needs->every_heap;
    return between || is_of_series(line, at) || at > line->more_files.n ? NULL : needs->costs;
}

static bool is_on_both_sides(const gcv_command_line *line, size_t at)
{
    size_t i = 0;
    while (i < gcv_n_inputs(line) && (i == at || !gcv_is_same_input(line, i, at))) {
        i++;
    }
    return i < gcv_n_inputs(line);
}

static void open_input(gcv_session *s, size_t at, gcv_source *source)
{
    const char *path = gcv_input_path(s->line, at);
    const bool may_be_baseline = (s->line->command->inputs & GCV_INPUT_EARLIER) != 0;
    (may_be_baseline || is_on_both_sides(s->line, at) ? gcv_open_kept : gcv_open_input)(s, path,
                                                                                        source);
}

/* A file that is on both sides must be of a format with snapshots. Checked before reading, because
 * the file may be large.
 */
static void check_format(const gcv_command_line *line, size_t at, gcv_source *source)
{
    if (!is_on_both_sides(line, at)) {
        return;
    }
    if (!gcv_heap_format_of(source, line->report.input_format)->has_snapshots) {
        gcv_fail_one_dump_twice(source->ctx, line, source->name);
    }
}

/* Loads an input from its source. The shapes of the first heap name the plain objects of all. */
static gcv_heap *load_source(gcv_session *s, size_t at, gcv_source *source)
{
    gcv_heap *heap;
    s->load.snapshot = gcv_snapshot_beside(s->line, at, s->inputs.heaps.data);
    s->load.costs = costs_of(s->line, &s->needs, at);
    s->load.with_fields = s->needs.fields;
    s->load.level = is_of_series(s->line, at) ? GCV_LOAD_TALLY : s->needs.level;
    s->load.with_places = s->needs.places; /* also of a heap to compare: cells get names by them */
    s->load.with_modules = s->needs.modules && !is_of_series(s->line, at);
    source->live = source->live && !is_on_both_sides(s->line, at); /* else later ones are needed */
    s->inputs.size[at] =
        (strcmp(gcv_input_path(s->line, at), "-") == 0) ? 0 : gcv_source_size(source);
    gcv_heap_load_source(s->ctx, source, &s->load, &heap);
    s->load.shapes_of = s->load.shapes_of != NULL ? s->load.shapes_of : heap;
    return heap;
}

/* Whether the last of several files must be loaded before the first one, whose source this is: the
 * shapes of the latest dump name the plain objects of all. */
static bool wants_last_first(gcv_session *s, gcv_source *first)
{
    return (s->line->command->inputs & GCV_INPUT_SEVERAL) != 0 && s->load.with_shapes &&
           gcv_heap_format_of(first, s->line->report.input_format)->has_shapes &&
           !is_on_both_sides(s->line, s->line->more_files.n);
}

/* Loads the next input, unless that has been done. */
static void load_heap(gcv_session *s)
{
    gcv_inputs *inputs = &s->inputs;
    const size_t at = inputs->heaps.n, last = s->line->more_files.n;
    gcv_heap *heap = at == last ? inputs->ahead : NULL;
    gcv_source source, last_source;
    if (heap == NULL) {
        open_input(s, at, &source);
        check_format(s->line, at, &source);
        if (at == 0 && last > 0 && wants_last_first(s, &source)) {
            open_input(s, last, &last_source);
            inputs->ahead = load_source(s, last, &last_source);
        }
        heap = load_source(s, at, &source);
    }
    gcv_heap_column_push(s->ctx, &inputs->heaps, heap);
}

static bool have_equal_counts(const gcv_heap *a, const gcv_heap *b)
{
    const gcv_counts *x = gcv_heap_counts(a), *y = gcv_heap_counts(b);
    return x->objects == y->objects && x->bytes == y->bytes && x->types == y->types &&
           x->references == y->references && x->roots == y->roots &&
           gcv_heap_chosen_snapshot(a) == gcv_heap_chosen_snapshot(b);
}

/* How an input's dump compares with an earlier one. Only if the counts are equal are the files
 * compared byte by byte; a pipe cannot be read again. */
static gcv_likeness likeness(const gcv_command_line *line, const gcv_inputs *inputs, size_t at,
                             size_t of)
{
    const bool piped = inputs->size[at] == 0 || inputs->size[of] == 0;
    if (!have_equal_counts(inputs->heaps.data[at], inputs->heaps.data[of])) {
        return GCV_OTHER_DUMP;
    }
    if (piped) {
        return gcv_heap_counts(inputs->heaps.data[at])->objects > 0 ? GCV_LIKE_DUMP
                                                                    : GCV_OTHER_DUMP;
    }
    return inputs->size[at] == inputs->size[of] &&
                   gcv_files_are_equal(gcv_input_path(line, at), gcv_input_path(line, of))
               ? GCV_SAME_DUMP
               : GCV_OTHER_DUMP;
}

/* Fails if two inputs are links to one file, a mistake on the command line. Warns of a copy, which
 * `check` counts as a failed rule. */
static void check_copies(const gcv_command_line *line, gcv_inputs *inputs,
                         gcv_diagnostics *diagnostics)
{
    const size_t last = inputs->heaps.n - 1;
    const char *path = gcv_input_path(line, last);
    for (size_t i = 0; i < last; i++) {
        const gcv_likeness like = likeness(line, inputs, last, i);
        if (like == GCV_OTHER_DUMP) {
            continue;
        }
        if (like == GCV_SAME_DUMP && gcv_is_one_file(gcv_input_path(line, i), path)) {
            gcv_fail_same_dump_twice(line, inputs->heaps.data[last]);
        }
        gcv_tell(diagnostics, true, gcv_heap_name(inputs->heaps.data[last]),
                 like == GCV_SAME_DUMP
                     ? "this is a copy of '%.120s': the same dump is compared with itself"
                     : "all counts are those of '%.120s': is it the same dump?",
                 gcv_heap_name(inputs->heaps.data[i]));
        inputs->likeness = like > inputs->likeness ? like : inputs->likeness;
    }
}

/* Whether an input is of another runtime than the first one. */
static bool is_of_another(const gcv_inputs *inputs, size_t at)
{
    const char *first = gcv_heap_runtime(inputs->heaps.data[0]);
    const char *runtime = gcv_heap_runtime(inputs->heaps.data[at]);
    return first != NULL && runtime != NULL && strcmp(first, runtime) != 0;
}

/* Warns if the input loaded last is the first one of another runtime. */
static void check_runtime(const gcv_inputs *inputs, gcv_diagnostics *diagnostics)
{
    const gcv_heap *first = inputs->heaps.data[0], *last = inputs->heaps.data[inputs->heaps.n - 1];
    for (size_t i = 0; i + 1 < inputs->heaps.n; i++) {
        if (is_of_another(inputs, i)) {
            return;
        }
    }
    if (is_of_another(inputs, inputs->heaps.n - 1)) {
        gcv_tell(diagnostics, true, gcv_heap_name(last),
                 "this is a dump of %s, and '%.100s' is one of %s: growth between them means "
                 "nothing",
                 gcv_heap_runtime(last), gcv_heap_name(first), gcv_heap_runtime(first));
    }
}

/* Prints the warnings of the load, unless another snapshot of the same file had the same ones. */
static void print_notes(const gcv_command_line *line, const gcv_inputs *inputs,
                        gcv_diagnostics *diagnostics)
{
    const size_t last = inputs->heaps.n - 1;
    const gcv_heap *heap = inputs->heaps.data[last];
    size_t i = 0;
    while (i < last && !(gcv_is_same_input(line, i, last) &&
                         gcv_have_same_notes(inputs->heaps.data[i], heap))) {
        i++;
    }
    if (i == last) {
        gcv_print_notes(diagnostics, heap, line->command->warns_of_lacks);
    }
}

/* Prints all notes on the input loaded last. */
static void introduce(gcv_session *s)
{
    const gcv_command_line *line = s->line;
    gcv_inputs *inputs = &s->inputs;
    const size_t last = inputs->heaps.n - 1;
    if (!s->needs.moves) { /* moves cover all snapshots */
        gcv_print_snapshot(s->diagnostics, inputs->heaps.data[last],
                           gcv_snapshot_of_input(line, last), last > line->more_files.n);
    }
    print_notes(line, inputs, s->diagnostics);
    check_copies(line, inputs, s->diagnostics);
    check_runtime(inputs, s->diagnostics);
}

static gcv_load_options load_options(const gcv_command_line *line, const gcv_needs *needs)
{
    return (gcv_load_options){
        .level = needs->level,
        .costs = needs->costs,
        .with_moves = needs->moves,
        .with_texts = needs->texts,
        .with_sites = needs->sites,
        .with_shapes = gcv_report_wants_names(&line->report) && gcv_is_yes(line->report.shapes),
        .with_modules = needs->modules,
        .strict = line->report.strict,
        .format = line->report.input_format,
        .salvage = line->report.salvage,
        .keep_size_classes = line->report.keep_size_classes,
    };
}

/* Chooses a baseline for a command about growth if none is named: an earlier snapshot of the file,
 * if its format usually has several, or the snapshot asked for.
 */
static void choose_baseline(gcv_command_line *line, const gcv_heap *heap)
{
    const uint32_t asked = gcv_snapshot_of_input(line, gcv_n_inputs(line));
    if ((line->command->inputs & GCV_INPUT_EARLIER) != 0 && line->report.baseline == NULL &&
        (line->baseline_snapshot.given ||
         (gcv_format_named(gcv_heap_format(heap))->has_snapshots &&
          gcv_heap_snapshot_number(heap, asked) < gcv_heap_chosen_snapshot(heap)))) {
        line->report.baseline = line->file;
    }
}

void gcv_inputs_load(gcv_session *s)
{
    const gcv_command_line *line = s->line;
    s->load = load_options(line, &s->needs);
    if ((line->command->inputs & GCV_INPUT_FOLLOWED) != 0) {
        s->load.snapshot = gcv_snapshot_of_input(line, 0);
        gcv_followed_load(s);
        return;
    }
    while (s->inputs.heaps.n < gcv_n_inputs(line)) {
        load_heap(s);
        gcv_diagnostics_end(s->diagnostics);
        introduce(s);
        choose_baseline(s->line, s->inputs.heaps.data[0]);
    }
}
