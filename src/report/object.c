/* object.c - one object in full: a row a key, and a row for each entry of its lists.
 *
 * A value of several parts is one text: ids and numbers separated by blanks, then the type name, so
 * that a line of tsv splits at blanks up to that name. Beside what `retained` takes: 5 bytes an
 * object while the chain is found, 1 for the dominated set, and the lists.
 */
#include "report/commands.h"

#include "analysis/histogram.h"
#include "analysis/referrers.h"
#include "base/error.h"
#include "base/number.h"
#include "base/sort.h"
#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "report/find_id.h"
#include "report/key_value.h"
#include "report/select.h"

#include <string.h>

typedef struct object_writer {
    gcv_report *report;
    gcv_retention *retention;
    gcv_buffer text;
    gcv_histogram histogram;
    uint32_t object;
    uint64_t top; /* entries of a list; 0: all */
} object_writer;

/* ---- rows --------------------------------------------------------------------------------- */

/* `KEY NUMBER … TYPE`; with `id_first` the first number is an id. */
static gcv_status write_typed_row(object_writer *w, const char *key, const uint64_t *numbers,
                                  size_t n, bool id_first, uint32_t type, gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    size_t i;
    gcv_buffer_clear(&w->text);
    for (i = 0; i < n; i++) {
        if (i == 0 && id_first) {
            gcv_buffer_append_hex(ctx, &w->text, numbers[i], err);
        } else {
            gcv_buffer_append_u64(ctx, &w->text, numbers[i], err);
        }
        gcv_buffer_append_str(ctx, &w->text, " ", err);
    }
    gcv_buffer_append(ctx, &w->text, w->report->heap->types.name[type], err);
    return w->text.status == GCV_OK
               ? gcv_key_value_row(w->report, key, gcv_cell_text(gcv_buffer_slice(&w->text)), err)
               : w->text.status;
}

/* `KEY ID BYTES TYPE`, an object in a list; `KEY ID TIMES BYTES TYPE` if `times` is not 0. */
static gcv_status write_object_row(object_writer *w, const char *key, uint32_t object,
                                   uint32_t times, gcv_error *err)
{
    const gcv_heap *heap = w->report->heap;
    uint64_t numbers[3];
    size_t n = 0;
    numbers[n++] = gcv_heap_object_id(heap, object);
    if (times > 0) {
        numbers[n++] = times;
    }
    numbers[n++] = gcv_heap_size(heap, object);
    return write_typed_row(w, key, numbers, n, true, heap->type.data[object], err);
}

static bool more_bytes(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_histogram *histogram = payload;
    const gcv_histogram_row *x = &histogram->rows.data[a], *y = &histogram->rows.data[b];
    return x->bytes != y->bytes ? x->bytes > y->bytes : x->type < y->type;
}

/* `KEY COUNT BYTES TYPE` for each type of the histogram, most bytes first. Clears the histogram. */
static gcv_status write_type_rows(object_writer *w, const char *key, const char *more,
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
    for (i = 0; status == GCV_OK && i < n && (w->top == 0 || i < w->top); i++) {
        const gcv_histogram_row *count = &w->histogram.rows.data[order[i]];
        uint64_t numbers[2];
        numbers[0] = count->objects;
        numbers[1] = count->bytes;
        status = write_typed_row(w, key, numbers, 2, false, count->type, err);
    }
    if (status == GCV_OK && i < n) {
        status = gcv_key_value_row(w->report, more, gcv_cell_count(n - i), err);
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
    bool reachable = w->retention->dominators.number[w->object] != 0;
    const struct {
        const char *key;
        gcv_cell value;
    } rows[] = {{"object", gcv_object_id_cell(heap, w->object)},
                {"type", gcv_type_cell(heap, type)},
                {"module", name_cell(gcv_heap_type_module(heap, type))},
                {"domain", name_cell(section->domain)},
                {"generation", generation_cell(w)},
                {"bytes", gcv_cell_bytes(gcv_heap_size(heap, w->object))},
                {"retained", gcv_retained_cell(&w->retention->dominators, w->object)},
                {"reachable", gcv_cell_str(reachable ? "yes" : "no")}};
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < sizeof rows / sizeof rows[0]; i++) {
        status = gcv_key_value_row(w->report, rows[i].key, rows[i].value, err);
    }
    return status;
}

/* ---- what holds it ------------------------------------------------------------------------ */

/* All root records of the object, also weak ones, which their labels mark. */
static gcv_status write_roots(object_writer *w, gcv_error *err)
{
    const gcv_heap *heap = w->report->heap;
    gcv_status status = GCV_OK;
    uint64_t n = 0;
    uint32_t i;
    for (i = 0; i < heap->roots.n; i++) {
        n += heap->roots.data[i].object == w->object;
    }
    status = gcv_key_value_row(w->report, "roots", gcv_cell_count(n), err);
    n = 0;
    for (i = 0; status == GCV_OK && i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->object == w->object && (n++ < w->top || w->top == 0)) {
            status = gcv_root_label(w->report->ctx, heap, root, &w->text, err);
            status = status == GCV_OK
                         ? gcv_key_value_row(w->report, "root",
                                             gcv_cell_text(gcv_buffer_slice(&w->text)), err)
                         : status;
        }
    }
    if (status == GCV_OK && w->top != 0 && n > w->top) {
        status = gcv_key_value_row(w->report, "more_roots", gcv_cell_count(n - w->top), err);
    }
    return status;
}

static gcv_status write_dominator(object_writer *w, gcv_error *err)
{
    const gcv_dominators *d = &w->retention->dominators;
    uint32_t number = d->number[w->object];
    uint32_t dominator = number != 0 ? d->dominator[number] : 0;
    return dominator == 0 ? gcv_key_value_row(w->report, "dominator", gcv_cell_none(), err)
                          : write_object_row(w, "dominator", d->object[dominator], 0, err);
}

static gcv_status write_chain(object_writer *w, const gcv_chain *chain, gcv_error *err)
{
    const gcv_heap *heap = w->report->heap;
    const gcv_root_set *roots = &w->retention->roots;
    gcv_status status;
    uint32_t i = 0;
    status = gcv_key_value_row(w->report, "chain_length", gcv_cell_count(chain->length), err);
    if (status != GCV_OK || chain->length == 0) {
        return status;
    }
    while (roots->object[i] != chain->object[0]) {
        i++;
    }
    status = gcv_root_label(w->report->ctx, heap, &heap->roots.data[roots->root[i]], &w->text, err);
    if (status == GCV_OK) {
        status = gcv_key_value_row(w->report, "chain_root",
                                   gcv_cell_text(gcv_buffer_slice(&w->text)), err);
    }
    for (i = 0; status == GCV_OK && i < chain->length; i++) {
        if (w->top != 0 && i >= w->top && i + 1 < chain->length) {
            status = gcv_key_value_row(w->report, "more_chain",
                                       gcv_cell_count(chain->length - 1 - i), err);
            i = chain->length - 1; /* the last row is always the object itself */
        }
        status = status == GCV_OK ? write_object_row(w, "chain", chain->object[i], 0, err) : status;
    }
    return status;
}

static gcv_status write_shortest_chain(object_writer *w, gcv_error *err)
{
    gcv_chain chain;
    gcv_status status = gcv_chain_find(w->report->ctx, w->report->heap, &w->retention->roots,
                                       w->object, NULL, &chain, err);
    if (status == GCV_OK) {
        status = write_chain(w, &chain, err);
        gcv_chain_release(w->report->ctx, &chain);
    }
    return status;
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
    const gcv_heap *heap = w->report->heap;
    uint32_t n, i;
    const uint32_t *refs = gcv_heap_references(heap, w->object, &n);
    gcv_status status = gcv_key_value_row(w->report, "references", gcv_cell_count(n), err);
    if (status == GCV_OK) {
        status = count_references(w, refs, n, err);
    }
    if (status == GCV_OK) {
        status = write_type_rows(w, "references_by_type", "more_references_by_type", err);
    }
    for (i = 0; status == GCV_OK && i < n && (w->top == 0 || i < w->top); i++) {
        status = write_object_row(w, "reference", refs[i], 0, err);
    }
    return status == GCV_OK && i < n
               ? gcv_key_value_row(w->report, "more_references", gcv_cell_count(n - i), err)
               : status;
}

static gcv_status write_referrer_rows(object_writer *w, const gcv_u32_column *referrers,
                                      const gcv_u32_column *times, gcv_error *err)
{
    gcv_status status =
        gcv_key_value_row(w->report, "referrers", gcv_cell_count(referrers->n), err);
    size_t i;
    for (i = 0; status == GCV_OK && i < referrers->n; i++) {
        status = gcv_histogram_add(&w->histogram, referrers->data[i], false, err);
    }
    if (status == GCV_OK) {
        status = write_type_rows(w, "referrers_by_type", "more_referrers_by_type", err);
    }
    for (i = 0; status == GCV_OK && i < referrers->n && (w->top == 0 || i < w->top); i++) {
        status = write_object_row(w, "referrer", referrers->data[i], times->data[i], err);
    }
    return status == GCV_OK && i < referrers->n
               ? gcv_key_value_row(w->report, "more_referrers", gcv_cell_count(referrers->n - i),
                                   err)
               : status;
}

static gcv_status write_referrers(object_writer *w, gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    gcv_u32_column referrers = {NULL, 0, 0}, times = {NULL, 0, 0};
    gcv_status status = gcv_referrers_of(ctx, w->report->heap, w->object, &referrers, &times, err);
    if (status == GCV_OK) {
        status = write_referrer_rows(w, &referrers, &times, err);
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
    if (status == GCV_OK) {
        status = gcv_key_value_row(w->report, "dominates",
                                   number != 0 ? gcv_cell_count(n) : gcv_cell_none(), err);
    }
    return status == GCV_OK ? write_type_rows(w, "dominates_by_type", "more_dominates_by_type", err)
                            : status;
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

static gcv_status write_objects(gcv_report *report, const gcv_u32_column *objects, gcv_error *err)
{
    const gcv_optional *top = &report->options->top;
    gcv_retention retention;
    object_writer w;
    size_t i;
    gcv_status status = gcv_retention_find(report, &retention, err);
    if (status != GCV_OK) {
        return status;
    }
    memset(&w, 0, sizeof w);
    w.report = report;
    w.retention = &retention;
    w.top = top->given ? top->value : GCV_TOP_OBJECTS;
    status = gcv_histogram_init(report->ctx, &w.histogram, report->heap, err);
    if (status == GCV_OK) {
        status = gcv_key_value_begin(report, err);
    }
    for (i = 0; status == GCV_OK && i < objects->n; i++) {
        w.object = objects->data[i];
        status = write_object(&w, err);
    }
    gcv_histogram_release(&w.histogram);
    gcv_buffer_release(report->ctx, &w.text);
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
        status = write_objects(report, &objects, err);
    }
    gcv_u32_column_release(report->ctx, &objects);
    gcv_selection_release(report->ctx, &selection);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"top", 'n', GCV_OPTION_NUMBER, GCV_SHARED(top), "N", NULL,
     "only the first N entries of each list; 0 is all"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const costs[] = {&gcv_cost_of_dominators, &gcv_cost_of_chain, NULL};
    (void)options;
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
        "selects one.",
    .columns = "key value",
    .inputs = GCV_INPUT_ID,
    .output = GCV_OUTPUT_TABLE,
    .options = GCV_OPTION_SET(option_rows),
    .shared = {&gcv_root_options},
    .needs = needs,
    .run = run,
};
