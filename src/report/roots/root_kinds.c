/* root_kinds.c - roots added up by kind (`roots --by kind`).
 *
 * Roots of several kinds may hold one object, which then counts for each. So for the retained bytes
 * each rooted object is a class of its own, in the sets of its kinds.
 */
#include "report/roots/root_tables.h"

#include "analysis/reach_totals.h"
#include "base/error.h"
#include "base/number.h"
#include "heap/root_label.h"

#include <string.h>

typedef struct kind_table {
    gcv_report *report;
    const gcv_selection *selection;
    gcv_root_kind_column kinds; /* in canonical order */
    gcv_u64_column objects;     /* rooted objects with … */
    gcv_u32_column kind_of; /* … the kinds (numbers in `kinds`) that root them; each pair once */
    uint32_t *class_of;     /* a class for each rooted object */
    gcv_u32_column first;   /* of each class, in kind_of */
    gcv_reach_totals reach; /* with --share */
    gcv_buffer kind;        /* of the row being written */
} kind_table;

/* Root records are sorted by kind, then object, so equal pairs are neighbours. */
static gcv_status collect_kinds(kind_table *by, gcv_error *err)
{
    gcv_report *report = by->report;
    const gcv_heap *heap = report->heap;
    gcv_status status = GCV_OK;
    uint32_t i, last = GCV_NONE;
    for (i = 0; status == GCV_OK && i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        gcv_root_kind_row *kind;
        if (!gcv_selection_has_root(by->selection, root)) {
            continue;
        }
        if (by->kinds.n == 0 || by->kinds.data[by->kinds.n - 1].kind != root->kind) {
            gcv_root_kind_row fresh = {0, 0, 0, 0, 0};
            fresh.kind = root->kind;
            fresh.retained = GCV_NOT_REACHABLE;
            status = gcv_root_kind_column_push(report->ctx, &by->kinds, fresh, err);
            last = GCV_NONE;
            if (status != GCV_OK) {
                return status;
            }
        }
        kind = &by->kinds.data[by->kinds.n - 1];
        kind->roots++;
        if (root->object == GCV_NONE || root->object == last) {
            continue;
        }
        last = root->object;
        kind->objects++;
        kind->bytes += gcv_heap_size(heap, root->object);
        status = gcv_u64_column_push(report->ctx, &by->objects, root->object, err);
        if (status == GCV_OK) {
            status =
                gcv_u32_column_push(report->ctx, &by->kind_of, (uint32_t)(by->kinds.n - 1), err);
        }
    }
    return status;
}

static gcv_status sort_pairs(kind_table *by, gcv_error *err)
{
    gcv_context *ctx = by->report->ctx;
    size_t n = by->objects.n;
    uint64_t *spare = gcv_alloc(ctx, n, sizeof *spare, err);
    uint32_t *spare_kinds = gcv_alloc(ctx, n, sizeof *spare_kinds, err);
    gcv_status status = spare == NULL || spare_kinds == NULL ? gcv_failed(err) : GCV_OK;
    if (status == GCV_OK) {
        gcv_sort_u64(by->objects.data, by->kind_of.data, spare, spare_kinds, n);
    }
    gcv_free(ctx, spare, n, sizeof *spare);
    gcv_free(ctx, spare_kinds, n, sizeof *spare_kinds);
    return status;
}

static gcv_status make_classes(kind_table *by, gcv_error *err)
{
    gcv_context *ctx = by->report->ctx;
    uint32_t n_objects = by->report->heap->n_objects;
    gcv_status status = sort_pairs(by, err);
    size_t i;
    if (status != GCV_OK) {
        return status;
    }
    by->class_of = gcv_alloc(ctx, n_objects, sizeof *by->class_of, err);
    if (by->class_of == NULL) {
        return gcv_failed(err);
    }
    memset(by->class_of, 0xff, (size_t)n_objects * sizeof *by->class_of); /* GCV_NONE */
    for (i = 0; status == GCV_OK && i < by->objects.n; i++) {
        if (i == 0 || by->objects.data[i] != by->objects.data[i - 1]) {
            by->class_of[by->objects.data[i]] = (uint32_t)by->first.n;
            status = gcv_u32_column_push(ctx, &by->first, (uint32_t)i, err);
        }
    }
    return status == GCV_OK ? gcv_u32_column_push(ctx, &by->first, (uint32_t)i, err) : status;
}

/* `retained`: of each set. */
static gcv_status retained_of(const gcv_report *report, const gcv_set_classes *classes,
                              uint64_t *retained, gcv_error *err)
{
    gcv_root_set roots;
    gcv_status status =
        gcv_root_set_find(report->ctx, report->heap, report->options->include_weak, &roots, err);
    if (status == GCV_OK) {
        status = gcv_retained_of_sets(report->ctx, report->heap, &roots, classes, retained, err);
        gcv_root_set_release(report->ctx, &roots);
    }
    return status;
}

/* Of the objects of class 0, as one set. */
static gcv_status retained_of_first_class(const kind_table *by, uint64_t *retained, gcv_error *err)
{
    gcv_set_classes classes;
    memset(&classes, 0, sizeof classes);
    classes.class_of = by->class_of;
    classes.n_classes = 1;
    classes.n_sets = 1;
    return retained_of(by->report, &classes, retained, err);
}

static gcv_status find_retained(kind_table *by, gcv_error *err)
{
    gcv_report *report = by->report;
    gcv_set_classes classes;
    uint64_t *retained = gcv_alloc(report->ctx, by->kinds.n, sizeof *retained, err);
    gcv_status status = retained == NULL ? gcv_failed(err) : make_classes(by, err);
    size_t i;
    if (status == GCV_OK) {
        classes.class_of = by->class_of;
        classes.n_classes = (uint32_t)(by->first.n - 1);
        classes.n_sets = (uint32_t)by->kinds.n;
        classes.first = by->first.data;
        classes.sets = by->kind_of.data;
        status = retained_of(report, &classes, retained, err);
    }
    for (i = 0; status == GCV_OK && i < by->kinds.n; i++) {
        by->kinds.data[i].retained = retained[i];
    }
    gcv_free(report->ctx, retained, by->kinds.n, sizeof *retained);
    return status;
}

static const gcv_root_kind_row *kind_at(const void *payload, uint32_t item)
{
    return &((const kind_table *)payload)->kinds.data[item];
}

static uint64_t key_retained(const void *payload, uint32_t item)
{
    return kind_at(payload, item)->retained + 1; /* GCV_NOT_REACHABLE becomes 0 */
}

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    return kind_at(payload, item)->bytes;
}

static uint64_t key_objects(const void *payload, uint32_t item)
{
    return kind_at(payload, item)->objects;
}

static uint64_t key_roots(const void *payload, uint32_t item)
{
    return kind_at(payload, item)->roots;
}

static gcv_status prepare(void *payload, uint32_t item, gcv_error *err)
{
    kind_table *by = payload;
    return gcv_root_kind_name(by->report->ctx, kind_at(by, item)->kind, &by->kind, err);
}

static gcv_cell cell_kind(const void *payload, uint32_t item)
{
    (void)item;
    return gcv_cell_text(gcv_buffer_slice(&((const kind_table *)payload)->kind));
}

static gcv_cell cell_roots(const void *payload, uint32_t item)
{
    return gcv_cell_count(key_roots(payload, item));
}

static gcv_cell cell_objects(const void *payload, uint32_t item)
{
    return gcv_cell_count(key_objects(payload, item));
}

static gcv_cell cell_bytes(const void *payload, uint32_t item)
{
    return gcv_cell_bytes(key_bytes(payload, item));
}

static gcv_cell cell_retained(const void *payload, uint32_t item)
{
    uint64_t retained = kind_at(payload, item)->retained;
    return retained != GCV_NOT_REACHABLE ? gcv_cell_bytes(retained) : gcv_cell_none();
}

static gcv_cell share_of(const kind_table *by, uint64_t retained)
{
    return retained != GCV_NOT_REACHABLE
               ? gcv_cell_count(gcv_percent_of(retained, by->reach.reachable_bytes))
               : gcv_cell_none();
}

static gcv_cell cell_share(const void *payload, uint32_t item)
{
    return share_of(payload, kind_at(payload, item)->retained);
}

static bool is_shown(const void *payload, uint32_t item)
{
    const kind_table *by = payload;
    uint64_t retained = kind_at(by, item)->retained;
    return gcv_filter_bytes(by->selection->filter, retained != GCV_NOT_REACHABLE ? retained : 0);
}

static bool has_shown_kind(const kind_table *by, size_t class)
{
    uint32_t i;
    for (i = by->first.data[class]; i < by->first.data[class + 1]; i++) {
        if (is_shown(by, by->kind_of.data[i])) {
            return true;
        }
    }
    return false;
}

/* All rows together: an object that roots of several kinds hold counts once. Uses up the classes.
 */
static gcv_status finish_total(void *payload, gcv_cell *cells, gcv_error *err)
{
    kind_table *by = payload;
    const gcv_heap *heap = by->report->heap;
    uint64_t objects = 0, bytes = 0, retained = GCV_NOT_REACHABLE;
    gcv_status status;
    size_t class;
    memset(by->class_of, 0xff, (size_t)heap->n_objects * sizeof *by->class_of); /* GCV_NONE */
    for (class = 0; class + 1 < by->first.n; class ++) {
        uint32_t object = (uint32_t)by->objects.data[by->first.data[class]];
        if (has_shown_kind(by, class)) {
            by->class_of[object] = 0;
            objects++;
            bytes += gcv_heap_size(heap, object);
        }
    }
    status = retained_of_first_class(by, &retained, err);
    cells[2] = gcv_cell_count(objects);
    cells[3] = gcv_cell_bytes(bytes);
    cells[4] = retained != GCV_NOT_REACHABLE ? gcv_cell_bytes(retained) : gcv_cell_none();
    cells[5] = share_of(by, retained);
    return status;
}

void gcv_root_kinds_columns(const gcv_report_options *options, gcv_table *table)
{
    static const gcv_report_column columns[] = {
        {"kind", GCV_LABEL, gcv_number_key, cell_kind},
        {"roots", GCV_FIGURE, key_roots, cell_roots},
        {"objects", GCV_FIGURE, key_objects, cell_objects},
        {"bytes", GCV_FIGURE, key_bytes, cell_bytes},
        {"retained", GCV_FIGURE, key_retained, cell_retained}};
    static const gcv_report_column share = {"share", GCV_FIGURE, key_retained, cell_share};
    gcv_table_init(table, "retained", 0, gcv_number_before);
    gcv_table_add(table, columns, sizeof columns / sizeof columns[0]);
    if (options->share) {
        gcv_table_add(table, &share, 1);
    }
    table->prepare = prepare;
    table->total = finish_total;
}

/* All but the rows. */
static void release_objects(kind_table *by)
{
    gcv_context *ctx = by->report->ctx;
    gcv_free(ctx, by->class_of, by->report->heap->n_objects, sizeof *by->class_of);
    gcv_u64_column_release(ctx, &by->objects);
    gcv_u32_column_release(ctx, &by->kind_of);
    gcv_u32_column_release(ctx, &by->first);
    gcv_buffer_release(ctx, &by->kind);
}

static gcv_status find_kinds(gcv_report *report, const gcv_selection *selection, kind_table *by,
                             gcv_error *err)
{
    gcv_status status;
    memset(by, 0, sizeof *by);
    by->report = report;
    by->selection = selection;
    status = collect_kinds(by, err);
    return status == GCV_OK ? find_retained(by, err) : status;
}

gcv_status gcv_root_kinds_find(gcv_report *report, const gcv_selection *selection,
                               gcv_root_kind_column *out, gcv_error *err)
{
    kind_table by;
    gcv_status status = find_kinds(report, selection, &by, err);
    release_objects(&by);
    *out = by.kinds;
    return status;
}

gcv_status gcv_root_kinds_write(gcv_report *report, const gcv_selection *selection, gcv_error *err)
{
    kind_table by;
    gcv_table table;
    gcv_status status = find_kinds(report, selection, &by, err);
    gcv_root_kinds_columns(report->options, &table);
    if (status == GCV_OK && report->options->share) {
        status = gcv_reach_totals_find(report->ctx, report->heap, report->options->include_weak,
                                       NULL, &by.reach, err);
    }
    if (status == GCV_OK) {
        status = gcv_table_show(&table, report, &by, by.kinds.n, is_shown, err);
    }
    release_objects(&by);
    gcv_root_kind_column_release(report->ctx, &by.kinds);
    return status;
}
