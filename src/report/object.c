/* object.c - one object in full: a row a key, and a row for each entry of its lists.
 *
 * A value that has several parts is one text: numbers and ids first, separated by one blank, the
 * type name last. So a line of tsv splits at blanks up to the type name. Over `retained`: 5 bytes
 * an object while chains are found, 1 for the dominated set, and what the lists take.
 */
#include "report/commands.h"

#include "analysis/referrers.h"
#include "base/error.h"
#include "base/number.h"
#include "base/sort.h"
#include "heap/root_label.h"
#include "analysis/histogram.h"
#include "report/select.h"
#include "report/find_id.h"

#include <string.h>

typedef struct gcv_portrait {
    gcv_report *report;
    gcv_retention *retention;
    gcv_buffer text;
    gcv_histogram histogram;
    uint32_t object;
    uint64_t top; /* entries of a list; 0: all */
} gcv_portrait;

/* ---- rows --------------------------------------------------------------------------------- */

static gcv_status row(gcv_portrait *p, const char *key, gcv_cell value, gcv_error *err)
{
    gcv_cell cells[2];
    cells[0] = gcv_cell_str(key);
    cells[1] = value;
    return gcv_writer_row(p->report->writer, cells, err);
}

/* `KEY NUMBER … TYPE`; the first number is an id if `id_first`. */
static gcv_status typed_row(gcv_portrait *p, const char *key, const uint64_t *numbers, size_t n,
                            bool id_first, uint32_t type, gcv_error *err)
{
    gcv_context *ctx = p->report->ctx;
    size_t i;
    gcv_buffer_clear(&p->text);
    for (i = 0; i < n; i++) {
        if (i == 0 && id_first) {
            gcv_buffer_append_hex(ctx, &p->text, numbers[i], err);
        } else {
            gcv_buffer_append_u64(ctx, &p->text, numbers[i], err);
        }
        gcv_buffer_append_str(ctx, &p->text, " ", err);
    }
    gcv_buffer_append(ctx, &p->text, p->report->heap->types.name[type], err);
    return p->text.status == GCV_OK ? row(p, key, gcv_cell_text(gcv_buffer_slice(&p->text)), err)
                                    : p->text.status;
}

/* `KEY ID BYTES TYPE`, the way an object stands in a list; with `times`, how often, in between. */
static gcv_status object_row(gcv_portrait *p, const char *key, uint32_t object, uint32_t times,
                             gcv_error *err)
{
    const gcv_heap *heap = p->report->heap;
    uint64_t numbers[3];
    size_t n = 0;
    numbers[n++] = gcv_heap_object_id(heap, object);
    if (times > 0) {
        numbers[n++] = times;
    }
    numbers[n++] = gcv_heap_size(heap, object);
    return typed_row(p, key, numbers, n, true, heap->type.data[object], err);
}

static bool by_objects(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_histogram *histogram = payload;
    const gcv_histogram_row *x = &histogram->rows.data[a], *y = &histogram->rows.data[b];
    return x->bytes != y->bytes ? x->bytes > y->bytes : x->type < y->type;
}

/* `KEY COUNT BYTES TYPE` for each type counted, most bytes first; empties the histogram. */
static gcv_status type_rows(gcv_portrait *p, const char *key, const char *more, gcv_error *err)
{
    gcv_context *ctx = p->report->ctx;
    size_t n = p->histogram.rows.n, i;
    uint32_t *order = gcv_alloc(ctx, n, sizeof *order, err);
    gcv_status status = order == NULL ? gcv_failed(err) : GCV_OK;
    for (i = 0; status == GCV_OK && i < n; i++) {
        order[i] = (uint32_t)i;
    }
    if (status == GCV_OK) {
        status = gcv_sort(ctx, order, n, by_objects, &p->histogram, err);
    }
    for (i = 0; status == GCV_OK && i < n && (p->top == 0 || i < p->top); i++) {
        const gcv_histogram_row *count = &p->histogram.rows.data[order[i]];
        uint64_t numbers[2];
        numbers[0] = count->objects;
        numbers[1] = count->bytes;
        status = typed_row(p, key, numbers, 2, false, count->type, err);
    }
    if (status == GCV_OK && i < n) {
        status = row(p, more, gcv_cell_count(n - i), err);
    }
    gcv_free(ctx, order, n, sizeof *order);
    gcv_histogram_clear(&p->histogram);
    return status;
}

/* ---- what it is --------------------------------------------------------------------------- */

static gcv_cell generation_cell(const gcv_portrait *p)
{
    static const char *const names[] = {"gen0", "gen1", "gen2", "large", "pinned"};
    uint32_t generation = gcv_heap_object_generation(p->report->heap, p->object);
    return generation < sizeof names / sizeof names[0] ? gcv_cell_str(names[generation])
                                                       : gcv_cell_none();
}

static gcv_cell name_cell(gcv_slice name)
{
    return name.data != NULL && name.size > 0 ? gcv_cell_text(name) : gcv_cell_none();
}

static gcv_status identity(gcv_portrait *p, gcv_error *err)
{
    const gcv_heap *heap = p->report->heap;
    uint32_t type = heap->type.data[p->object];
    const gcv_section *section = &heap->sections.data[gcv_heap_object_section(heap, p->object)];
    bool reachable = p->retention->dominators.number[p->object] != 0;
    const struct {
        const char *key;
        gcv_cell value;
    } rows[] = {{"object", gcv_object_id_cell(heap, p->object)},
                {"type", gcv_type_cell(heap, type)},
                {"module", name_cell(gcv_heap_type_module(heap, type))},
                {"domain", name_cell(section->domain)},
                {"generation", generation_cell(p)},
                {"bytes", gcv_cell_bytes(gcv_heap_size(heap, p->object))},
                {"retained", gcv_retained_cell(&p->retention->dominators, p->object)},
                {"reachable", gcv_cell_str(reachable ? "yes" : "no")}};
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < sizeof rows / sizeof rows[0]; i++) {
        status = row(p, rows[i].key, rows[i].value, err);
    }
    return status;
}

/* ---- what holds it ------------------------------------------------------------------------ */

/* All root records of the object, weak ones, too: the label says so. */
static gcv_status roots_of(gcv_portrait *p, gcv_error *err)
{
    const gcv_heap *heap = p->report->heap;
    gcv_status status = GCV_OK;
    uint64_t n = 0;
    uint32_t i;
    for (i = 0; i < heap->roots.n; i++) {
        n += heap->roots.data[i].object == p->object;
    }
    status = row(p, "roots", gcv_cell_count(n), err);
    n = 0;
    for (i = 0; status == GCV_OK && i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->object == p->object && (n++ < p->top || p->top == 0)) {
            status = gcv_root_label(p->report->ctx, heap, root, &p->text, err);
            status = status == GCV_OK
                         ? row(p, "root", gcv_cell_text(gcv_buffer_slice(&p->text)), err)
                         : status;
        }
    }
    if (status == GCV_OK && p->top != 0 && n > p->top) {
        status = row(p, "more_roots", gcv_cell_count(n - p->top), err);
    }
    return status;
}

static gcv_status dominator_of(gcv_portrait *p, gcv_error *err)
{
    const gcv_dominators *d = &p->retention->dominators;
    uint32_t number = d->number[p->object];
    uint32_t dominator = number != 0 ? d->dominator[number] : 0;
    return dominator == 0 ? row(p, "dominator", gcv_cell_none(), err)
                          : object_row(p, "dominator", d->object[dominator], 0, err);
}

static gcv_status write_chain(gcv_portrait *p, const gcv_chain *chain, gcv_error *err)
{
    const gcv_heap *heap = p->report->heap;
    const gcv_root_set *roots = &p->retention->roots;
    gcv_status status;
    uint32_t i = 0;
    status = row(p, "chain_length", gcv_cell_count(chain->length), err);
    if (status != GCV_OK || chain->length == 0) {
        return status;
    }
    while (roots->object[i] != chain->object[0]) {
        i++;
    }
    status = gcv_root_label(p->report->ctx, heap, &heap->roots.data[roots->root[i]], &p->text, err);
    if (status == GCV_OK) {
        status = row(p, "chain_root", gcv_cell_text(gcv_buffer_slice(&p->text)), err);
    }
    for (i = 0; status == GCV_OK && i < chain->length; i++) {
        if (p->top != 0 && i >= p->top && i + 1 < chain->length) {
            status = row(p, "more_chain", gcv_cell_count(chain->length - 1 - i), err);
            i = chain->length - 1; /* the object itself always ends its chain */
        }
        status = status == GCV_OK ? object_row(p, "chain", chain->object[i], 0, err) : status;
    }
    return status;
}

static gcv_status chain_of(gcv_portrait *p, gcv_error *err)
{
    gcv_chain chain;
    gcv_status status = gcv_chain_find(p->report->ctx, p->report->heap, &p->retention->roots,
                                       p->object, NULL, &chain, err);
    if (status == GCV_OK) {
        status = write_chain(p, &chain, err);
        gcv_chain_release(p->report->ctx, &chain);
    }
    return status;
}

/* ---- its references ----------------------------------------------------------------------- */

/* Counts each reference, and the bytes of an object once however many references lead to it. */
static gcv_status count_references(gcv_portrait *p, const uint32_t *refs, uint32_t n,
                                   gcv_error *err)
{
    gcv_context *ctx = p->report->ctx;
    uint32_t *sorted = gcv_alloc(ctx, n, sizeof *sorted, err), i;
    gcv_status status = sorted == NULL ? gcv_failed(err) : GCV_OK;
    if (status == GCV_OK && n > 0) {
        memcpy(sorted, refs, (size_t)n * sizeof *sorted);
        gcv_sort_u32(sorted, n);
    }
    for (i = 0; status == GCV_OK && i < n; i++) {
        status =
            gcv_histogram_add(&p->histogram, sorted[i], i > 0 && sorted[i] == sorted[i - 1], err);
    }
    gcv_free(ctx, sorted, n, sizeof *sorted);
    return status;
}

static gcv_status references_of(gcv_portrait *p, gcv_error *err)
{
    const gcv_heap *heap = p->report->heap;
    uint32_t n, i;
    const uint32_t *refs = gcv_heap_references(heap, p->object, &n);
    gcv_status status = row(p, "references", gcv_cell_count(n), err);
    if (status == GCV_OK) {
        status = count_references(p, refs, n, err);
    }
    if (status == GCV_OK) {
        status = type_rows(p, "references_by_type", "more_references_by_type", err);
    }
    for (i = 0; status == GCV_OK && i < n && (p->top == 0 || i < p->top); i++) {
        status = object_row(p, "reference", refs[i], 0, err);
    }
    return status == GCV_OK && i < n ? row(p, "more_references", gcv_cell_count(n - i), err)
                                     : status;
}

static gcv_status write_referrers(gcv_portrait *p, const gcv_u32_column *referrers,
                                  const gcv_u32_column *times, gcv_error *err)
{
    gcv_status status = row(p, "referrers", gcv_cell_count(referrers->n), err);
    size_t i;
    for (i = 0; status == GCV_OK && i < referrers->n; i++) {
        status = gcv_histogram_add(&p->histogram, referrers->data[i], false, err);
    }
    if (status == GCV_OK) {
        status = type_rows(p, "referrers_by_type", "more_referrers_by_type", err);
    }
    for (i = 0; status == GCV_OK && i < referrers->n && (p->top == 0 || i < p->top); i++) {
        status = object_row(p, "referrer", referrers->data[i], times->data[i], err);
    }
    return status == GCV_OK && i < referrers->n
               ? row(p, "more_referrers", gcv_cell_count(referrers->n - i), err)
               : status;
}

static gcv_status referrers_of(gcv_portrait *p, gcv_error *err)
{
    gcv_context *ctx = p->report->ctx;
    gcv_u32_column referrers = {NULL, 0, 0}, times = {NULL, 0, 0};
    gcv_status status = gcv_referrers_of(ctx, p->report->heap, p->object, &referrers, &times, err);
    if (status == GCV_OK) {
        status = write_referrers(p, &referrers, &times, err);
    }
    gcv_u32_column_release(ctx, &referrers);
    gcv_u32_column_release(ctx, &times);
    return status;
}

/* ---- what it dominates -------------------------------------------------------------------- */

/* A dominator has a lower number than what it dominates, so one pass upwards knows the set. */
static gcv_status dominated_by(gcv_portrait *p, gcv_error *err)
{
    const gcv_dominators *d = &p->retention->dominators;
    gcv_context *ctx = p->report->ctx;
    size_t numbers = (size_t)d->n_reached + 1;
    uint32_t number = d->number[p->object], w, n = 0;
    uint8_t *in = gcv_alloc_zeroed(ctx, numbers, 1, err);
    gcv_status status = in == NULL ? gcv_failed(err) : GCV_OK;
    for (w = number; status == GCV_OK && number != 0 && w <= d->n_reached; w++) {
        in[w] = w == number || in[d->dominator[w]];
        if (in[w] && w != number) {
            n++;
            status = gcv_histogram_add(&p->histogram, d->object[w], false, err);
        }
    }
    gcv_free(ctx, in, numbers, 1);
    if (status == GCV_OK) {
        status = row(p, "dominates", number != 0 ? gcv_cell_count(n) : gcv_cell_none(), err);
    }
    return status == GCV_OK ? type_rows(p, "dominates_by_type", "more_dominates_by_type", err)
                            : status;
}

/* ---- the report --------------------------------------------------------------------------- */

static gcv_status write_object(gcv_portrait *p, gcv_error *err)
{
    gcv_status (*const parts[])(gcv_portrait *, gcv_error *) = {
        identity, roots_of, chain_of, dominator_of, references_of, referrers_of, dominated_by};
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < sizeof parts / sizeof parts[0]; i++) {
        status = parts[i](p, err);
    }
    return status;
}

static gcv_status write_objects(gcv_report *report, const gcv_u32_column *objects, gcv_error *err)
{
    static const gcv_table_column columns[] = {{"key", false}, {"value", false}};
    const gcv_optional *top = &report->options->top;
    gcv_retention retention;
    gcv_portrait p;
    size_t i;
    gcv_status status = gcv_retention_find(report, &retention, err);
    if (status != GCV_OK) {
        return status;
    }
    memset(&p, 0, sizeof p);
    p.report = report;
    p.retention = &retention;
    p.top = top->given ? top->value : GCV_TOP_OBJECTS;
    status = gcv_histogram_init(report->ctx, &p.histogram, report->heap, err);
    if (status == GCV_OK) {
        status = gcv_report_begin(report, columns, sizeof columns / sizeof columns[0], err);
    }
    for (i = 0; status == GCV_OK && i < objects->n; i++) {
        p.object = objects->data[i];
        status = write_object(&p, err);
    }
    gcv_histogram_release(&p.histogram);
    gcv_buffer_release(report->ctx, &p.text);
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
