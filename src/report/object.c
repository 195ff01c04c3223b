/* object.c - one object in full: what it is, what holds it, what it holds.
 *
 * Besides what `retained` takes: 8 bytes per object while the chain is found, 1 for the dominated
 * set, and the lists. Several objects with one id, whose number is limited, take a pass over the
 * roots, the references and the dominators each; their chains come from one search. object_parts.h
 * lists the parts of the output. */
#include "report/commands.h"

#include "base/error.h"
#include "heap/vocabulary.h"
#include "report/find_id.h"
#include "report/object_parts.h"
#include "report/select.h"
#include "report/unreachable.h"

typedef struct object_options {
    gcv_optional hops; /* --hops, for a picture */
} object_options;

static const object_options *own(const gcv_report_options *options) { return options->own; }

/* ---- what it is --------------------------------------------------------------------------- */

static gcv_cell generation_cell(const gcv_object_writer *w)
{
    const char *word =
        gcv_generation_word(gcv_heap_object_generation(w->report->in.heap, w->object));
    return word != NULL ? gcv_cell_str(word) : gcv_cell_none();
}

static gcv_cell name_cell(gcv_slice name)
{
    return name.data != NULL && name.size > 0 ? gcv_cell_text(name) : gcv_cell_none();
}

static void write_identity(gcv_object_writer *w)
{
    const gcv_heap *heap = w->report->in.heap;
    uint32_t type = heap->type.data[w->object];
    const gcv_section *section = &heap->sections.data[gcv_heap_object_section(heap, w->object)];
    const gcv_cell cells[GCV_OBJECT_IDENTITY_CELLS] = {
        gcv_object_id_cell(heap, w->object),
        gcv_type_cell(heap, type),
        name_cell(gcv_heap_type_module(heap, type)),
        name_cell(section->domain),
        generation_cell(w),
        gcv_cell_bytes(gcv_heap_size(heap, w->object)),
        gcv_retained_cell(&w->basis->dominators, w->object),
        gcv_cell_flag(w->basis->dominators.number[w->object] != 0)};
    const gcv_slice name = gcv_heap_object_name(heap, w->object);
    gcv_object_form_identity(&w->form, cells);
    if (name.data != NULL) {
        gcv_object_form_value(&w->form, gcv_object_key_of("name", "name"), gcv_cell_text(name));
    }
}

/* ---- what it dominates -------------------------------------------------------------------- */

/* Writes the objects that the object dominates. A dominator has a lower number than what it
 * dominates, so one ascending pass finds the set. */
static void write_dominated(gcv_object_writer *w)
{
    const gcv_dominators *d = &w->basis->dominators;
    gcv_context *ctx = w->report->ctx;
    size_t numbers = (size_t)d->n_reached + 1;
    uint32_t number = d->number[w->object], n = 0;
    uint8_t *in = gcv_alloc_zeroed(ctx, numbers, 1);
    for (uint32_t v = number; number != 0 && v <= d->n_reached; v++) {
        in[v] = v == number || in[d->dominator[v]];
        if (in[v] && v != number) {
            n++;
            gcv_histogram_add(&w->histogram, d->object[v], false);
        }
    }
    gcv_free(ctx, in);
    gcv_writer_open_group(w->report->out.writer, "dominates");
    gcv_object_form_value(&w->form, gcv_object_key_of("dominates", "count"),
                          number != 0 ? gcv_cell_count(n) : gcv_cell_none());
    gcv_object_histogram(w, "dominates_by_type", "more_dominates_by_type");
    gcv_writer_close_group(w->report->out.writer);
}

/* ---- the report --------------------------------------------------------------------------- */

static void write_object(gcv_object_writer *w)
{
    void (*const parts[])(gcv_object_writer *) = {
        write_identity,        gcv_object_roots,     gcv_object_chain, gcv_object_dominator,
        gcv_object_references, gcv_object_referrers, write_dominated};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        parts[i](w);
    }
}

/* Writes the objects, and adds the unreachable ones to `garbage`. */
static void write_each(gcv_object_writer *w, const gcv_u32_column *objects, gcv_u32_column *garbage)
{
    for (size_t i = 0; i < objects->n; i++) {
        w->object = objects->data[i];
        write_object(w);
        if (w->basis->dominators.number[w->object] == 0) {
            gcv_u32_column_push(w->report->ctx, garbage, w->object);
        }
    }
}

static void draw_objects(gcv_report *report, const gcv_u32_column *objects)
{
    const gcv_optional *hops = &own(report->options)->hops;
    gcv_basis basis = gcv_report_basis(report);
    gcv_object_picture(report, gcv_basis_dominators(&basis), objects,
                       hops->given ? hops->value : 1);
}

static void write_objects(gcv_report *report, const gcv_u32_column *objects)
{
    const gcv_optional *top = &report->options->top;
    gcv_u32_column garbage = {NULL, 0, 0};
    gcv_basis basis = gcv_report_basis(report);
    gcv_object_writer w = {0};
    w.report = report;
    w.form.report = report;
    w.fields = gcv_field_cells_of(report, report->in.heap);
    w.form.column = w.fields.column;
    w.form.beside = w.fields.beside;
    gcv_basis_dominators(&basis);
    w.basis = &basis;
    w.top = top->given ? top->value : GCV_TOP_OBJECTS;
    gcv_histogram_init(report->ctx, &w.histogram, report->in.heap);
    gcv_object_find_paths(&w, objects->n);
    gcv_object_form_begin(&w.form);
    write_each(&w, objects, &garbage);
    gcv_constrained_paths_release(report->ctx, &w.paths); /* the garbage takes as much */
    gcv_report_warn_garbage_objects(report, &garbage);
}

static void run(gcv_report *report)
{
    gcv_u32_column objects = {NULL, 0, 0};
    gcv_selection selection;
    gcv_report_select(report, &selection);
    gcv_report_find_objects(report, &selection, &objects);
    gcv_report_warn_fields(report);
    gcv_report_keep_first(report, GCV_SHARED_ID_SHOWN, &objects);
    if (gcv_report_draws(report->options)) {
        draw_objects(report, &objects);
    } else {
        write_objects(report, &objects);
    }
}

/* ---- the command -------------------------------------------------------------------------- */

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    const gcv_optional *hops = &own(options)->hops;
    gcv_report_check_names(ctx, options);
    if (hops->given && !gcv_report_draws(options)) {
        gcv_fail(ctx, GCV_ERR_USAGE, "--hops goes with --format dot or mermaid");
    }
    if (!(!hops->given || hops->value <= GCV_HOPS_MAX)) {
        gcv_fail(ctx, GCV_ERR_USAGE, "--hops wants a number up to %d", GCV_HOPS_MAX);
    }
}

static const gcv_option option_rows[] = {
    {"top", 'n', GCV_OPTION_NUMBER, GCV_SHARED(top), "N", NULL,
     "only the first N entries of each list, or N nodes of a picture; 0 is all"},
    {"hops", '\0', GCV_OPTION_NUMBER, GCV_OWN(object_options, hops), "N", NULL,
     "of a picture: what is up to N references away, in either direction (1)"},
};

const gcv_command gcv_command_object = {
    .name = "object",
    .summary = "one object in full",
    .description =
        "What the object is, the roots that hold it, a shortest chain to it, its\n"
        "immediate dominator, its references, its referrers, and what it dominates\n"
        "apart from itself; the last three also by type. The id stands in front of\n"
        "FILE, or in --object ID. Keys repeat: each entry of a list is a row of its\n"
        "own, and more_KEY tells how many entries --top left out. In a value of several\n"
        "parts ids and numbers come first and the type last: `chain`, `dominator`,\n"
        "`reference` ID BYTES TYPE; `referrer` ID TIMES BYTES TYPE; KEY_by_type COUNT\n"
        "BYTES TYPE. An id that several domains have is shown once for each; --domain\n"
        "selects one. json has one row an object, with lists and groups instead of rows\n"
        "that repeat (docs/output.md). Dumps of V8 and Java know by which property,\n"
        "element or variable an object of a chain is held by the one above it, a\n"
        "reference by this object, this object by a referrer: text shows it before the\n"
        "type, or with --fields, like tsv and json, as `field`.\n"
        "--format dot and mermaid draw the object and what is --hops references from it\n"
        "or less, " GCV_TEXT_OF(
            GCV_TOP_DRAWN) " objects unless --top says otherwise (docs/pictures.md).",
    .examples = "  gcview object 24b18a0 samples/leak-story.log",
    .columns = "key value",
    .schema = 2,
    .inputs = GCV_INPUT_ID,
    .output = GCV_OUTPUT_TABLE,
    .draws = true,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(object_options),
    .shared = GCV_SET_ROOT | GCV_SET_FIELD | GCV_SET_NAME,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_chain), .names = true},
    .check = check,
    .run = run,
};
