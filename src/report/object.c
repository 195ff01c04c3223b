/* object.c - one object in full: what it is, what holds it, what it holds.
 *
 * Beside what `retained` takes: 8 bytes an object while the chain is found, 1 for the dominated
 * set, and the lists. Of several objects of one id, whose number is limited, each takes a pass over
 * the roots, the references and the dominators; the chains come from one search.
 */
#include "report/commands.h"

#include "analysis/constrained_paths.h"
#include "analysis/histogram.h"
#include "analysis/referrers.h"
#include "base/error.h"
#include "base/sort.h"
#include "heap/vocabulary.h"
#include "report/field_cell.h"
#include "report/find_id.h"
#include "report/object_form.h"
#include "report/object_picture.h"
#include "report/select.h"
#include "report/unreachable.h"

#include <string.h>

typedef struct object_options {
    gcv_optional hops; /* of a picture */
} object_options;

static const object_options *own(const gcv_report_options *options) { return options->own; }

typedef struct object_writer {
    gcv_report *report;
    gcv_retention *retention;
    gcv_object_form form;
    gcv_field_finder fields;
    gcv_histogram histogram;
    gcv_constrained_paths paths; /* to all objects, if several are shown */
    bool has_paths;
    uint32_t object;
    uint64_t top; /* entries of a list; 0: all */
} object_writer;

/* ---- entries ------------------------------------------------------------------------------ */

static gcv_object_key key_of(const char *row, const char *member)
{
    gcv_object_key key;
    key.row = row;
    key.member = member;
    return key;
}

/* `ID BYTES TYPE`, an object in a list; `ID TIMES BYTES TYPE` if `times` is not 0. */
static gcv_status write_object_entry(object_writer *w, gcv_object_key key, uint32_t object,
                                     uint32_t times, gcv_error *err)
{
    static const char *const once[] = {"object", "bytes", "type"};
    static const char *const often[] = {"object", "times", "bytes", "type"};
    const gcv_heap *heap = w->report->heap;
    gcv_cell cells[4];
    size_t n = 0;
    cells[n++] = gcv_object_id_cell(heap, object);
    if (times > 0) {
        cells[n++] = gcv_cell_count(times);
    }
    cells[n++] = gcv_cell_bytes(gcv_heap_size(heap, object));
    cells[n++] = gcv_type_cell(heap, heap->type.data[object]);
    return gcv_object_form_entry(&w->form, key, times > 0 ? often : once, cells, n, err);
}

static bool more_bytes(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_histogram *histogram = payload;
    const gcv_histogram_row *x = &histogram->rows.data[a], *y = &histogram->rows.data[b];
    return x->bytes != y->bytes ? x->bytes > y->bytes : x->type < y->type;
}

static gcv_status write_types(object_writer *w, const char *row, const char *more,
                              const uint32_t *order, size_t n, gcv_error *err)
{
    static const char *const parts[] = {"count", "bytes", "type"};
    gcv_status status = GCV_OK;
    size_t i;
    gcv_writer_open_list(w->report->writer, "by_type");
    for (i = 0; status == GCV_OK && i < n && (w->top == 0 || i < w->top); i++) {
        const gcv_histogram_row *count = &w->histogram.rows.data[order[i]];
        gcv_cell cells[3];
        cells[0] = gcv_cell_count(count->objects);
        cells[1] = gcv_cell_bytes(count->bytes);
        cells[2] = gcv_type_cell(w->report->heap, count->type);
        status = gcv_object_form_entry(&w->form, key_of(row, NULL), parts, cells, 3, err);
    }
    gcv_writer_close_list(w->report->writer);
    return status == GCV_OK
               ? gcv_object_form_more(&w->form, key_of(more, "more_by_type"), n - i, err)
               : status;
}

/* `COUNT BYTES TYPE` for each type of the histogram, most bytes first. Clears the histogram. */
static gcv_status write_histogram(object_writer *w, const char *row, const char *more,
                                  gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    size_t n = w->histogram.rows.n, i;
    uint32_t *order = gcv_alloc(ctx, n, sizeof *order, err);
    gcv_status status = order == NULL ? gcv_failed(err) : GCV_OK;
    for (i = 0; status == GCV_OK && i < n; i++) {
        order[i] = (uint32_t)i;
    }
    if (status == GCV_OK) {
        status = gcv_sort(ctx, order, n, more_bytes, &w->histogram, err);
    }
    if (status == GCV_OK) {
        status = write_types(w, row, more, order, n, err);
    }
    gcv_free(ctx, order, n, sizeof *order);
    gcv_histogram_clear(&w->histogram);
    return status;
}

/* ---- what it is --------------------------------------------------------------------------- */

static gcv_cell generation_cell(const object_writer *w)
{
    const char *word = gcv_generation_word(gcv_heap_object_generation(w->report->heap, w->object));
    return word != NULL ? gcv_cell_str(word) : gcv_cell_none();
}

static gcv_cell name_cell(gcv_slice name)
{
    return name.data != NULL && name.size > 0 ? gcv_cell_text(name) : gcv_cell_none();
}

static gcv_status write_identity(object_writer *w, gcv_error *err)
{
    const gcv_heap *heap = w->report->heap;
    uint32_t type = heap->type.data[w->object];
    const gcv_section *section = &heap->sections.data[gcv_heap_object_section(heap, w->object)];
    const gcv_cell cells[GCV_OBJECT_IDENTITY_CELLS] = {
        gcv_object_id_cell(heap, w->object),
        gcv_type_cell(heap, type),
        name_cell(gcv_heap_type_module(heap, type)),
        name_cell(section->domain),
        generation_cell(w),
        gcv_cell_bytes(gcv_heap_size(heap, w->object)),
        gcv_retained_cell(&w->retention->dominators, w->object),
        gcv_cell_flag(w->retention->dominators.number[w->object] != 0)};
    const gcv_slice name = gcv_heap_object_name(heap, w->object);
    gcv_status status = gcv_object_form_identity(&w->form, cells, err);
    return status == GCV_OK && name.data != NULL
               ? gcv_object_form_value(&w->form, key_of("name", "name"), gcv_cell_text(name), err)
               : status;
}

/* ---- what holds it ------------------------------------------------------------------------ */

/* All root records of the object, also weak ones, which their labels mark. */
static gcv_status write_roots(object_writer *w, gcv_error *err)
{
    const gcv_heap *heap = w->report->heap;
    gcv_status status = GCV_OK;
    uint64_t n = 0, seen = 0;
    uint32_t i;
    for (i = 0; i < heap->roots.n; i++) {
        n += heap->roots.data[i].object == w->object;
    }
    status = gcv_object_form_value(&w->form, key_of("roots", "root_count"), gcv_cell_count(n), err);
    gcv_writer_open_list(w->report->writer, "roots");
    for (i = 0; status == GCV_OK && i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->object == w->object && (seen++ < w->top || w->top == 0)) {
            status = gcv_object_form_root(&w->form, key_of("root", NULL), root, err);
        }
    }
    gcv_writer_close_list(w->report->writer);
    return status == GCV_OK ? gcv_object_form_more(&w->form, key_of("more_roots", "more_roots"),
                                                   w->top != 0 && n > w->top ? n - w->top : 0, err)
                            : status;
}

static gcv_status write_dominator(object_writer *w, gcv_error *err)
{
    const gcv_object_key key = key_of("dominator", "dominator");
    const gcv_dominators *d = &w->retention->dominators;
    uint32_t number = d->number[w->object];
    uint32_t dominator = number != 0 ? d->dominator[number] : 0;
    return dominator == 0 ? gcv_object_form_value(&w->form, key, gcv_cell_none(), err)
                          : write_object_entry(w, key, d->object[dominator], 0, err);
}

static gcv_status write_chain_root(object_writer *w, const gcv_chain *chain, gcv_error *err)
{
    const gcv_root_set *roots = &w->retention->roots;
    uint32_t i = 0;
    while (roots->object[i] != chain->object[0]) {
        i++;
    }
    return gcv_object_form_root(&w->form, key_of("chain_root", "chain_root"),
                                &w->report->heap->roots.data[roots->root[i]], err);
}

/* With --fields: the next entry shows by what one object holds another. GCV_NONE: by nothing. */
static gcv_status use_field_between(object_writer *w, uint32_t from, uint32_t to, gcv_error *err)
{
    w->form.field = gcv_cell_none();
    w->form.has_field = w->report->options->fields;
    return w->form.has_field && from != GCV_NONE
               ? gcv_field_cell_between(&w->fields, from, to, &w->form.field, err)
               : GCV_OK;
}

static gcv_status write_chain(object_writer *w, const gcv_chain *chain, gcv_error *err)
{
    const gcv_object_key key = key_of("more_chain", "more_chain");
    const bool nests = gcv_writer_nests(w->report->writer);
    /* The last step is always there: it is the object itself. */
    uint64_t left_out = w->top != 0 && chain->length > w->top + 1 ? chain->length - 1 - w->top : 0;
    gcv_status status = GCV_OK;
    uint32_t i;
    gcv_writer_open_list(w->report->writer, "chain");
    for (i = 0; status == GCV_OK && i < chain->length; i++) {
        if (left_out > 0 && i == w->top) {
            status = nests ? GCV_OK : gcv_object_form_more(&w->form, key, left_out, err);
            i = chain->length - 1;
        }
        if (status == GCV_OK) {
            status = use_field_between(w, i > 0 ? chain->object[i - 1] : GCV_NONE, chain->object[i],
                                       err);
        }
        if (status == GCV_OK) {
            status = write_object_entry(w, key_of("chain", NULL), chain->object[i], 0, err);
        }
    }
    gcv_writer_close_list(w->report->writer);
    return status == GCV_OK && nests ? gcv_object_form_more(&w->form, key, left_out, err) : status;
}

static gcv_status write_found_chain(object_writer *w, const gcv_chain *chain, gcv_error *err)
{
    gcv_status status = gcv_object_form_value(&w->form, key_of("chain_length", "chain_length"),
                                              gcv_cell_count(chain->length), err);
    if (status == GCV_OK && chain->length > 0) {
        status = write_chain_root(w, chain, err);
    } else if (status == GCV_OK) {
        gcv_writer_value(w->report->writer, "chain_root", gcv_cell_none());
    }
    return status == GCV_OK ? write_chain(w, chain, err) : status;
}

static gcv_status write_shortest_chain(object_writer *w, gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    gcv_chain chain;
    gcv_status status = w->has_paths
                            ? gcv_constrained_paths_chain(ctx, &w->paths, w->object, &chain, err)
                            : gcv_chain_find(ctx, w->report->heap, &w->retention->roots, w->object,
                                             NULL, &chain, err);
    if (status == GCV_OK) {
        status = write_found_chain(w, &chain, err);
        gcv_chain_release(ctx, &chain);
    }
    return status;
}

/* Finds the chains of several objects at once; the search for one ends where it is found. */
static gcv_status find_paths(object_writer *w, size_t n_objects, gcv_error *err)
{
    gcv_path_constraints none;
    if (n_objects < 2) {
        return GCV_OK;
    }
    memset(&none, 0, sizeof none);
    none.starts = &w->retention->roots;
    none.target = GCV_NONE;
    w->has_paths = true;
    return gcv_constrained_paths_find(w->report->ctx, w->report->heap, &none, &w->paths, err);
}

/* ---- its references ----------------------------------------------------------------------- */

/* Counts each reference, but the bytes of an object only once. */
static gcv_status count_references(object_writer *w, const uint32_t *refs, uint32_t n,
                                   gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    uint32_t *sorted = gcv_alloc(ctx, n, sizeof *sorted, err), i;
    gcv_status status = sorted == NULL ? gcv_failed(err) : GCV_OK;
    if (status == GCV_OK && n > 0) {
        memcpy(sorted, refs, (size_t)n * sizeof *sorted);
        gcv_sort_u32(sorted, n);
    }
    for (i = 0; status == GCV_OK && i < n; i++) {
        status =
            gcv_histogram_add(&w->histogram, sorted[i], i > 0 && sorted[i] == sorted[i - 1], err);
    }
    gcv_free(ctx, sorted, n, sizeof *sorted);
    return status;
}

static gcv_status write_references(object_writer *w, gcv_error *err)
{
    uint32_t n, i;
    const uint32_t *refs = gcv_heap_references(w->report->heap, w->object, &n);
    gcv_status status;
    gcv_writer_open_group(w->report->writer, "references");
    status = gcv_object_form_value(&w->form, key_of("references", "count"), gcv_cell_count(n), err);
    if (status == GCV_OK) {
        status = count_references(w, refs, n, err);
    }
    if (status == GCV_OK) {
        status = write_histogram(w, "references_by_type", "more_references_by_type", err);
    }
    gcv_writer_open_list(w->report->writer, "objects");
    for (i = 0; status == GCV_OK && i < n && (w->top == 0 || i < w->top); i++) {
        w->form.has_field = w->report->options->fields;
        status = w->form.has_field ? gcv_field_cell(&w->fields, w->object, i, &w->form.field, err)
                                   : GCV_OK;
        if (status == GCV_OK) {
            status = write_object_entry(w, key_of("reference", NULL), refs[i], 0, err);
        }
    }
    gcv_writer_close_list(w->report->writer);
    if (status == GCV_OK) {
        status =
            gcv_object_form_more(&w->form, key_of("more_references", "more_objects"), n - i, err);
    }
    gcv_writer_close_group(w->report->writer);
    return status;
}

static gcv_status write_referrer_list(object_writer *w, const gcv_u32_column *referrers,
                                      const gcv_u32_column *times, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    gcv_writer_open_list(w->report->writer, "objects");
    for (i = 0; status == GCV_OK && i < referrers->n && (w->top == 0 || i < w->top); i++) {
        status = use_field_between(w, referrers->data[i], w->object, err);
        if (status == GCV_OK) {
            status = write_object_entry(w, key_of("referrer", NULL), referrers->data[i],
                                        times->data[i], err);
        }
    }
    gcv_writer_close_list(w->report->writer);
    return status == GCV_OK
               ? gcv_object_form_more(&w->form, key_of("more_referrers", "more_objects"),
                                      referrers->n - i, err)
               : status;
}

static gcv_status write_found_referrers(object_writer *w, const gcv_u32_column *referrers,
                                        const gcv_u32_column *times, gcv_error *err)
{
    gcv_status status;
    size_t i;
    gcv_writer_open_group(w->report->writer, "referrers");
    status = gcv_object_form_value(&w->form, key_of("referrers", "count"),
                                   gcv_cell_count(referrers->n), err);
    for (i = 0; status == GCV_OK && i < referrers->n; i++) {
        status = gcv_histogram_add(&w->histogram, referrers->data[i], false, err);
    }
    if (status == GCV_OK) {
        status = write_histogram(w, "referrers_by_type", "more_referrers_by_type", err);
    }
    if (status == GCV_OK) {
        status = write_referrer_list(w, referrers, times, err);
    }
    gcv_writer_close_group(w->report->writer);
    return status;
}

static gcv_status write_referrers(object_writer *w, gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    gcv_u32_column referrers = {NULL, 0, 0}, times = {NULL, 0, 0};
    gcv_status status = gcv_referrers_of(ctx, w->report->heap, w->object, &referrers, &times, err);
    if (status == GCV_OK) {
        status = write_found_referrers(w, &referrers, &times, err);
    }
    gcv_u32_column_release(ctx, &referrers);
    gcv_u32_column_release(ctx, &times);
    return status;
}

/* ---- what it dominates -------------------------------------------------------------------- */

/* A dominator has a lower number than what it dominates, so one ascending pass finds the set. */
static gcv_status write_dominated(object_writer *w, gcv_error *err)
{
    const gcv_dominators *d = &w->retention->dominators;
    gcv_context *ctx = w->report->ctx;
    size_t numbers = (size_t)d->n_reached + 1;
    uint32_t number = d->number[w->object], v, n = 0;
    uint8_t *in = gcv_alloc_zeroed(ctx, numbers, 1, err);
    gcv_status status = in == NULL ? gcv_failed(err) : GCV_OK;
    for (v = number; status == GCV_OK && number != 0 && v <= d->n_reached; v++) {
        in[v] = v == number || in[d->dominator[v]];
        if (in[v] && v != number) {
            n++;
            status = gcv_histogram_add(&w->histogram, d->object[v], false, err);
        }
    }
    gcv_free(ctx, in, numbers, 1);
    gcv_writer_open_group(w->report->writer, "dominates");
    if (status == GCV_OK) {
        status = gcv_object_form_value(&w->form, key_of("dominates", "count"),
                                       number != 0 ? gcv_cell_count(n) : gcv_cell_none(), err);
    }
    if (status == GCV_OK) {
        status = write_histogram(w, "dominates_by_type", "more_dominates_by_type", err);
    }
    gcv_writer_close_group(w->report->writer);
    return status;
}

/* ---- the report --------------------------------------------------------------------------- */

static gcv_status write_object(object_writer *w, gcv_error *err)
{
    gcv_status (*const parts[])(object_writer *, gcv_error *) = {
        write_identity,   write_roots,     write_shortest_chain, write_dominator,
        write_references, write_referrers, write_dominated};
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < sizeof parts / sizeof parts[0]; i++) {
        status = parts[i](w, err);
    }
    return status;
}

/* Also gathers the objects that are not reachable. */
static gcv_status write_each(object_writer *w, const gcv_u32_column *objects,
                             gcv_u32_column *garbage, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < objects->n; i++) {
        w->object = objects->data[i];
        status = write_object(w, err);
        if (status == GCV_OK && w->retention->dominators.number[w->object] == 0) {
            status = gcv_u32_column_push(w->report->ctx, garbage, w->object, err);
        }
    }
    return status;
}

static gcv_status draw_objects(gcv_report *report, const gcv_u32_column *objects, gcv_error *err)
{
    const gcv_optional *hops = &own(report->options)->hops;
    gcv_retention retention;
    gcv_status status = gcv_retention_find(report, &retention, err);
    if (status == GCV_OK) {
        status = gcv_object_picture(report, &retention.dominators, objects,
                                    hops->given ? hops->value : 1, err);
        gcv_retention_release(report, &retention);
    }
    return status;
}

static gcv_status write_objects(gcv_report *report, const gcv_u32_column *objects, gcv_error *err)
{
    const gcv_optional *top = &report->options->top;
    gcv_u32_column garbage = {NULL, 0, 0};
    gcv_retention retention;
    object_writer w;
    gcv_status status = gcv_retention_find(report, &retention, err);
    if (status != GCV_OK) {
        return status;
    }
    memset(&w, 0, sizeof w);
    w.report = report;
    w.form.report = report;
    w.fields.report = report;
    w.retention = &retention;
    w.top = top->given ? top->value : GCV_TOP_OBJECTS;
    status = gcv_histogram_init(report->ctx, &w.histogram, report->heap, err);
    if (status == GCV_OK) {
        status = find_paths(&w, objects->n, err);
    }
    if (status == GCV_OK) {
        status = gcv_object_form_begin(&w.form, err);
    }
    if (status == GCV_OK) {
        status = write_each(&w, objects, &garbage, err);
    }
    gcv_constrained_paths_release(report->ctx, &w.paths);
    if (status == GCV_OK) {
        status = gcv_report_warn_garbage_objects(report, &garbage, err);
    }
    gcv_u32_column_release(report->ctx, &garbage);
    gcv_histogram_release(&w.histogram);
    gcv_object_form_release(&w.form);
    gcv_field_finder_release(&w.fields);
    gcv_retention_release(report, &retention);
    return status;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_u32_column objects = {NULL, 0, 0};
    gcv_selection selection;
    gcv_status status = gcv_report_select(report, &selection, err);
    if (status == GCV_OK) {
        status = gcv_report_find_objects(report, &selection, &objects, err);
    }
    if (status == GCV_OK) {
        gcv_report_warn_fields(report);
        gcv_report_keep_first(report, GCV_SHARED_ID_SHOWN, &objects);
        status = gcv_report_draws(report->options) ? draw_objects(report, &objects, err)
                                                   : write_objects(report, &objects, err);
    }
    gcv_u32_column_release(report->ctx, &objects);
    gcv_selection_release(report->ctx, &selection);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static gcv_status check(const gcv_report_options *options, gcv_error *err)
{
    const gcv_optional *hops = &own(options)->hops;
    if (hops->given && !gcv_report_draws(options)) {
        return gcv_fail(err, GCV_ERR_USAGE, "--hops goes with --format dot or mermaid");
    }
    return !hops->given || hops->value <= GCV_HOPS_MAX
               ? GCV_OK
               : gcv_fail(err, GCV_ERR_USAGE, "--hops wants a number up to %d", GCV_HOPS_MAX);
}

static const gcv_option option_rows[] = {
    {"top", 'n', GCV_OPTION_NUMBER, GCV_SHARED(top), "N", NULL,
     "only the first N entries of each list, or N nodes of a picture; 0 is all"},
    {"hops", '\0', GCV_OPTION_NUMBER, GCV_OWN(object_options, hops), "N", NULL,
     "of a picture: what is up to N references away, in either direction (1)"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const costs[] = {&gcv_cost_of_dominators, &gcv_cost_of_chain, NULL};
    needs->fields = options->fields;
    needs->costs = costs;
}

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
        "that repeat (docs/output.md). --fields adds the column `field`: by which\n"
        "property, element or variable an object of a chain is held by the one above it,\n"
        "a reference by this object, this object by a referrer.\n"
        "--format dot and mermaid draw the object and what is --hops references from it\n"
        "or less, " GCV_TEXT_OF(
            GCV_TOP_DRAWN) " objects unless --top says otherwise (docs/pictures.md).",
    .columns = "key value",
    .schema = 2,
    .inputs = GCV_INPUT_ID,
    .output = GCV_OUTPUT_TABLE,
    .draws = true,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(object_options),
    .shared = {&gcv_root_options, &gcv_field_options},
    .needs = needs,
    .check = check,
    .run = run,
};
