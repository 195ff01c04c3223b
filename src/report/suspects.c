/* suspects.c - where is the leak? analysis/suspects/find/suspects.h defines what a suspect is. */
#include "heap/root_label.h"
#include "report/chain_line.h"
#include "report/commands.h"
#include "report/field_cell.h"
#include "report/select.h"

#include <inttypes.h>

/* ---- json: fields instead of prose -------------------------------------------------------- */

static void put_step(gcv_writer *writer, const gcv_suspect_list *list, const gcv_suspect_step *step,
                     bool is_last, gcv_buffer *text)
{
    const gcv_heap *heap = list->heap;
    gcv_writer_open_group(writer, NULL);
    gcv_writer_value(writer, "object", gcv_object_id_cell(heap, step->object));
    gcv_writer_value(writer, "objects", gcv_cell_count(step->objects));
    gcv_writer_value(writer, "bytes", gcv_cell_bytes(step->bytes));
    gcv_writer_value(writer, "retained", gcv_cell_bytes(step->retained));
    gcv_writer_value(writer, "type", gcv_cell_text(gcv_type_or_deeper(heap, step->type)));
    gcv_suspect_step_root(list->ctx, heap, step, is_last, text);
    gcv_writer_value(writer, "root", gcv_cell_text_or_none(gcv_buffer_slice(text)));
    if (gcv_heap_has_fields(heap)) {
        gcv_writer_value(writer, "field",
                         gcv_step_field_cell(list->ctx, heap, &step->name.into, text));
        gcv_place_members(writer, heap, step->name.place);
    }
    gcv_writer_close_group(writer);
}

void gcv_suspect_json(gcv_writer *writer, const gcv_suspect_list *list, size_t rank,
                      const gcv_suspect_chains *chains, gcv_buffer *text)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    const gcv_points points = gcv_suspect_list_points(list, rank);
    char fingerprint[GCV_FINGERPRINT_DIGITS + 1];
    gcv_fingerprint_text(row->fingerprint, fingerprint);
    gcv_writer_value(writer, "kind",
                     gcv_cell_str(row->object != GCV_NONE  ? "object"
                                  : row->crowd != GCV_NONE ? "crowd"
                                  : row->type != GCV_NONE  ? "type"
                                                           : "namespace"));
    gcv_writer_value(writer, "fingerprint", gcv_cell_str(fingerprint));
    gcv_writer_value(writer, "mine", gcv_cell_flag(row->mine));
    gcv_writer_value(writer, "points", gcv_cell_count(gcv_points_sum(&points)));
    gcv_writer_open_group(writer, "evidence");
    for (int i = 0; i < GCV_N_EVIDENCE; i++) {
        gcv_writer_value(writer, gcv_evidence_word((gcv_evidence)i), gcv_cell_count(points.of[i]));
    }
    gcv_writer_close_group(writer);
    gcv_writer_value(writer, "retained_before",
                     gcv_set_retained_cell(gcv_suspect_list_retained_before(list, rank)));
    gcv_writer_value(writer, "growth",
                     list->past.retained != NULL
                         ? gcv_cell_bytes(gcv_suspect_list_growth(list, rank))
                         : gcv_cell_none());
    if (chains == NULL) {
        return;
    }
    if (rank >= chains->n) {
        gcv_writer_value(writer, "chain", gcv_cell_none());
        return;
    }
    gcv_writer_open_list(writer, "chain");
    const uint32_t end = chains->first.data[rank + 1];
    for (uint32_t i = chains->first.data[rank]; i < end; i++) {
        put_step(writer, list, &chains->steps.data[i], i + 1 == end, text);
    }
    gcv_writer_close_list(writer);
}

/* ---- rows --------------------------------------------------------------------------------- */

enum { SUSPECT_NAMES = 8, SUSPECT_CELLS = SUSPECT_NAMES + GCV_NAME_CELLS };

typedef struct gcv_suspects_options {
    bool chains;
    bool mine;
    const char *sort; /* NULL: by evidence */
} gcv_suspects_options;

static const gcv_suspects_options *own(const gcv_report_options *options) { return options->own; }

typedef struct gcv_suspect_table {
    gcv_report *report;
    gcv_suspect_list list;
    gcv_suspect_chains chains; /* only with --chains */
    size_t n_steps;            /* on the chains written so far */
    gcv_buffer label;
    gcv_field_cells fields;
} gcv_suspect_table;

/* Fills the cells up to the object, and those that not every row has with none. */
static void begin_cells(const gcv_suspect_table *table, size_t at, uint64_t retained,
                        uint64_t objects, uint32_t object, gcv_cell *cells)
{
    cells[0] = gcv_cell_count(at + 1);
    cells[1] = gcv_cell_bytes(retained);
    cells[2] = gcv_cell_count(gcv_percent_of(retained, table->list.reachable));
    cells[3] = gcv_cell_count(objects);
    cells[4] = gcv_object_id_cell(table->report->in.heap, object);
    for (size_t i = 6; i < SUSPECT_CELLS; i++) {
        cells[i] = gcv_cell_none();
    }
}

/* Makes a cell with the label of the root, or with its kind if the chains of a group begin at
 * several roots of one kind. */
static gcv_cell root_cell(gcv_suspect_table *table, const gcv_suspect *row)
{
    if (row->root_kind == GCV_NONE) {
        return gcv_cell_none();
    }
    if (row->root != GCV_NONE) {
        const gcv_root start = gcv_start_root(table->report->in.heap, row->root);
        gcv_report_root_label(table->report, &start, &table->label);
    } else {
        gcv_root_kind_name(table->report->ctx, row->root_kind, &table->label);
    }
    return gcv_cell_text(gcv_buffer_slice(&table->label));
}

/* Writes a row for each object of the chain to an object; a run of objects is one row. */
static void write_chain(gcv_suspect_table *table, size_t at, gcv_u32_column *chain)
{
    const gcv_suspect *row = gcv_suspect_list_row(&table->list, at);
    const gcv_heap *heap = table->report->in.heap;
    const gcv_suspect_input *input = &table->list.input;
    const gcv_dominators *d = gcv_basis_dominators(table->list.request.now);
    uint32_t depth = 1, run;
    chain->n = 0;
    for (uint32_t up = row->object; up < GCV_ROOTED;) {
        gcv_u32_column_push(table->report->ctx, chain, up);
        up = gcv_java_above(input->heap, input->paths, up);
    }
    gcv_reverse_u32(chain->data, chain->n);
    table->n_steps += chain->n;
    for (uint32_t i = 0; i < chain->n; i += run, depth++) {
        gcv_cell cells[SUSPECT_CELLS];
        const uint32_t object = chain->data[i], number = d->number[object];
        const uint32_t over = i > 0 ? chain->data[i - 1] : GCV_NONE;
        run = gcv_field_run(&table->fields, chain->data + i, (uint32_t)chain->n - i);
        begin_cells(table, at, d->retained[number], table->list.found.tree.size[number], object,
                    cells);
        cells[5] = gcv_type_cell(heap, heap->type.data[object]);
        cells[5].indent = depth;
        if (i == 0) {
            cells[6] = root_cell(table, row);
        }
        gcv_run_name_cells(&table->fields, over, chain->data + i, run, &cells[5],
                           &cells[SUSPECT_NAMES]);
        gcv_writer_row(table->report->out.writer, cells);
    }
}

/* Writes a row for each step of the merged chain to a group. If a step has several objects,
 * `objects` is their number. */
static void write_steps(gcv_suspect_table *table, size_t at)
{
    const gcv_heap *heap = table->report->in.heap;
    const gcv_dominators *d = gcv_basis_dominators(table->list.request.now);
    const uint32_t *first = table->chains.first.data + at;
    table->n_steps += first[1] - first[0];
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const gcv_suspect_step *step = &table->chains.steps.data[i];
        gcv_cell cells[SUSPECT_CELLS];
        begin_cells(table, at, step->retained,
                    step->object != GCV_NONE ? table->list.found.tree.size[d->number[step->object]]
                                             : step->objects,
                    step->object, cells);
        cells[5] = gcv_cell_text(gcv_type_or_deeper(heap, step->type));
        cells[5].indent = i - first[0] + 1;
        gcv_step_name_cells(&table->fields, &step->name, step->objects, &cells[5],
                            &cells[SUSPECT_NAMES]);
        gcv_suspect_step_root(table->report->ctx, heap, step, i + 1 == first[1], &table->label);
        cells[6] = gcv_cell_text_or_none(gcv_buffer_slice(&table->label));
        gcv_writer_row(table->report->out.writer, cells);
    }
}

static void write_row(gcv_suspect_table *table, size_t at)
{
    const gcv_suspect *row = gcv_suspect_list_row(&table->list, at);
    gcv_cell cells[SUSPECT_CELLS];
    gcv_suspect_list_describe(&table->list, at);
    if (!gcv_writer_nests(table->report->out.writer)) {
        gcv_reasons_add_fingerprint(&table->list.reasons, row);
    }
    begin_cells(table, at, row->retained, row->objects, row->object, cells);
    cells[5] = gcv_cell_text(row->name);
    cells[6] = root_cell(table, row);
    cells[7] = gcv_cell_text(gcv_buffer_slice(&table->list.reasons.text));
    gcv_writer_row(table->report->out.writer, cells);
}

static void write_details(gcv_suspect_table *table, size_t at, gcv_u32_column *chain)
{
    const gcv_suspects_options *options = own(table->report->options);
    if (gcv_writer_nests(table->report->out.writer)) {
        gcv_suspect_json(table->report->out.writer, &table->list, at,
                         options->chains ? &table->chains : NULL, &table->label);
        return;
    }
    if (table->n_steps >= GCV_SUSPECT_STEPS_MAX && at < table->chains.n) {
        table->chains.n = at;
    }
    if (!options->chains || at >= table->chains.n) {
        return;
    }
    if (gcv_suspect_list_row(&table->list, at)->object != GCV_NONE) {
        write_chain(table, at, chain);
    } else {
        write_steps(table, at);
    }
}

static void write_rows(gcv_suspect_table *table)
{
    static const gcv_table_column columns[SUSPECT_CELLS] = {
        {"rank", GCV_SHAPE_NUMBER},    {"retained", GCV_SHAPE_NUMBER}, {"share", GCV_SHAPE_NUMBER},
        {"objects", GCV_SHAPE_NUMBER}, {"object", GCV_SHAPE_EXTRA},    {"type", GCV_SHAPE_TYPE},
        {"root", GCV_SHAPE_TEXT},      {"reason", GCV_SHAPE_NOTE},     GCV_NAME_COLUMNS};
    gcv_u32_column chain = {NULL, 0, 0};
    const gcv_suspects_options *options = own(table->report->options);
    const gcv_text_file *known = &table->report->options->suspects.file;
    const bool steps_are_rows = options->chains && !gcv_writer_nests(table->report->out.writer);
    gcv_report_begin(table->report, columns,
                     steps_are_rows ? gcv_field_columns(&table->fields, SUSPECT_CELLS)
                                    : SUSPECT_NAMES);
    gcv_writer_more(table->report->out.writer,
                    (gcv_more){.rows = gcv_rows_left_out(&table->list.rows),
                               .noun = "suspect",
                               .option = "--top 0"});
    for (size_t i = 0; i < table->list.rows.items.n; i++) {
        write_row(table, i);
        write_details(table, i, &chain);
    }
    gcv_u32_column_release(table->report->ctx, &chain);
    GCV_WARN_IF(table->report, options->chains && table->chains.n < table->list.rows.items.n,
                "only the chains of the first %zu suspects are shown", table->chains.n);
    GCV_WARN_IF(table->report, known->path != NULL, "suspects silenced by '%.100s': %" PRIu64,
                known->name, table->list.n_suppressed);
}

/* Warns that a suspect is not yet a leak, and says what proves it: an earlier snapshot of the file
 * if there is one, else a later dump. */
static void tell_proof(gcv_report *report, gcv_buffer *text)
{
    const gcv_heap *heap = report->in.heap;
    gcv_buffer_clear(text);
    gcv_next_path(report, heap, "OLD", text);
    if (gcv_heap_snapshot_number(heap, GCV_SNAPSHOT_FIRST) < gcv_heap_chosen_snapshot(heap)) {
        gcv_next_snapshot(report, heap, " --snapshot ", GCV_SNAPSHOT_LAST, text);
        gcv_next_path(report, heap, "OLD", text);
    } else {
        gcv_buffer_append_str(report->ctx, text, " LATER");
    }
    GCV_WARN(report,
             "suspects hold much or repeat; growth proves a leak: gcview suspects "
             "--baseline%.*s",
             (int)text->text.n, text->text.data);
}

/* Warns of what the table does not show: that nothing is reachable, or that much is not. With a
 * baseline also says how much the heap has grown, to compare the growth of rows with. */
static void warn(gcv_report *report, const gcv_suspect_list *list)
{
    uint64_t now = list->reachable, before = list->reachable_before;
    GCV_WARN_IF(report, report->in.heap->n_objects > 0 && list->input.dominators->n_reached == 0,
                "no object is reachable from any %sroot: none can be suspected",
                report->options->include_weak ? "" : "strong ");
    if (report->in.baseline != NULL) {
        gcv_report_warn_of_figures(
            report, report->in.heap,
            "reachable bytes since the baseline: %s%" PRIu64 ", from %" PRIu64 " to %" PRIu64,
            now < before ? "-" : "+", now < before ? before - now : now - before, before, now);
    }
    gcv_report_warn_garbage(report, now);
}

static void run(gcv_report *report)
{
    const gcv_suspects_options *options = own(report->options);
    const uint64_t top = gcv_optional_or(report->options->top, GCV_TOP_OBJECTS);
    const bool told = report->in.baseline != NULL && options->sort == NULL;
    gcv_sides sides;
    gcv_suspect_table table = {.report = report,
                               .fields = gcv_field_cells_of(report, report->in.heap)};
    gcv_suspect_request request = {
        .now = &sides.now,
        .past = report->in.baseline != NULL ? &sides.past : NULL,
        .min_share = report->options->suspects.min_share,
        .mine = options->mine,
        .by_bytes = options->sort != NULL,
        .known = &report->options->suspects.known,
        .chains = options->chains,
        .top = told && top > 0 && top < GCV_OVERLAPS_MAX ? GCV_OVERLAPS_MAX : top};
    gcv_sides_find(report, &sides);
    gcv_suspect_list_find(report->ctx, &request, &table.list);
    gcv_basis_release(&sides.past);
    if (told) {
        gcv_findings_order(&table.list, top);
    }
    warn(report, &table.list);
    gcv_captures_warn(&sides.captures);
    if (report->in.baseline == NULL && table.list.rows.items.n > 0) {
        tell_proof(report, &table.label);
    }
    if (options->chains) {
        gcv_suspect_list_chains(&table.list, &table.chains);
    }
    write_rows(&table);
}

static const gcv_option option_rows[] = {
    {"min-share", '\0', GCV_OPTION_PERCENT, GCV_SHARED(suspects.min_share), "PERCENT", NULL,
     "only what retains at least this percentage of the reachable bytes (" GCV_TEXT_OF(
         GCV_SUSPECT_PERCENT) ")"},
    {"chains", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_suspects_options, chains), NULL, NULL,
     "below each suspect its chain, indented, with its rank; of a group merged, as chains does"},
    {"mine", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_suspects_options, mine), NULL, NULL,
     "only types of yours, or what keeps objects of yours: not System, Microsoft, Mono, Android …"},
    {"sort", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_suspects_options, sort), "retained", NULL,
     "by bytes instead of by evidence"},
    {"suppressions", '\0', GCV_OPTION_TEXT_FILE, GCV_SHARED(suspects.file), "FILE", NULL,
     "leave out what FILE lists: a fingerprint or a GLOB of types per line"},
};

const gcv_command gcv_command_suspects = {
    .name = "suspects",
    .schema = 2,
    .summary = "where is the leak?",
    .description =
        "What holds much, and what repeats where it should not. Three things are\n"
        "suspects: an object, or all objects of a type or namespace, that retain at least\n"
        "10 % of the reachable bytes (--min-share; --min BYTES instead, or both); and, of\n"
        "any size, several objects of one type that are kept in the same way: by event\n"
        "handlers, timers, tasks, collections. Types of yours come first, then what is\n"
        "kept by what should let go of it, then size; gcview help definitions has the\n"
        "points. `objects` is the number that an object dominates, itself included, or of\n"
        "the objects of a group, which has no `object`. `reason` ends in a [fingerprint]\n"
        "that stays the same in other runs and builds: see --suppressions. A suspect is\n"
        "not yet a leak. What proves one is growth: --baseline OLD shows only what\n"
        "retains more than its counterpart in OLD, in the order of the first look, and\n"
        "--min-share is of the total growth; `share` is of the reachable bytes in any\n"
        "case. " GCV_TEXT_OF(GCV_TOP_OBJECTS) " rows unless --top says otherwise. Suspects do not change the exit\n"
        "status.",
    .examples = "  gcview suspects --mine --width 100 --baseline samples/sessions-1.log "
                "samples/sessions-3.log",
    .columns = "rank retained share objects object type root reason",
    .inputs = GCV_INPUT_BASELINE,
    GCV_OWN_OPTIONS(option_rows, gcv_suspects_options),
    .shared = GCV_SET_TOP | GCV_SET_TYPE | GCV_SET_GENERATION | GCV_SET_MIN | GCV_SET_ROOT |
              GCV_SET_CAPTURE,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_suspects), .names = true,
              .modules = true, .sites = true},
    .prepare = gcv_suspect_choice_prepare,
    .run = run,
};
