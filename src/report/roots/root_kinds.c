/* root_kinds.c - root records grouped by kind (`roots --by kind`). */
#include "analysis/analyses.h"
#include "analysis/reach_totals.h"
#include "heap/root_label.h"
#include "report/roots/root_kinds.h"

typedef struct kind_table {
    gcv_report *report;
    const gcv_selection *selection;
    gcv_root_kind_column kinds; /* in the canonical order of kinds */
    gcv_root_kind_row total;    /* of all kinds that are shown; an object counts once */
    gcv_reach_totals reach;     /* only with --share */
    gcv_buffer kind;            /* of the row that is being written */
} kind_table;

/* ---- kinds --------------------------------------------------------------------------------- */

/* Finds the retained bytes of `n` sets. */
static void retained_of(const gcv_report *report, const gcv_set_members *members, uint32_t n,
                        uint64_t *retained)
{
    gcv_root_set roots;
    gcv_root_set_compute(report->ctx, report->in.heap, report->options->include_weak, &roots);
    gcv_set_members_retained(report->ctx, members, &roots, NULL, n, retained);
    gcv_root_set_release(report->ctx, &roots);
}

static void find_retained(kind_table *by, const gcv_set_members *members)
{
    gcv_context *ctx = by->report->ctx;
    uint64_t *retained = gcv_alloc(ctx, by->kinds.n, sizeof *retained);
    retained_of(by->report, members, (uint32_t)by->kinds.n, retained);
    for (size_t i = 0; i < by->kinds.n; i++) {
        by->kinds.data[i].retained = retained[i];
    }
    gcv_free(ctx, retained);
}

static void find_kinds(kind_table *by)
{
    gcv_report *report = by->report;
    gcv_set_members members;
    gcv_set_members_init(report->ctx, &members, report->in.heap);
    gcv_root_kinds_collect(report->ctx, by->selection, &members, 0, &by->kinds);
    find_retained(by, &members);
    gcv_set_members_release(report->ctx, &members);
}

/* ---- rows ---------------------------------------------------------------------------------- */

static const gcv_root_kind_row *kind_at(const void *payload, uint32_t item)
{
    const kind_table *by = payload;
    return item != GCV_TOTAL_ROW ? &by->kinds.data[item] : &by->total;
}

/* GCV_NOT_REACHABLE becomes 0 and sorts last */
GCV_KEY(key_retained, kind_at(payload, row)->retained + 1);
GCV_KEY(key_bytes, kind_at(payload, row)->bytes);
GCV_KEY(key_objects, kind_at(payload, row)->objects);
GCV_KEY(key_roots, kind_at(payload, row)->roots);

static void prepare(void *payload, uint32_t item)
{
    kind_table *by = payload;
    gcv_root_kind_name(by->report->ctx, kind_at(by, item)->kind, &by->kind);
}

GCV_CELL(cell_kind, gcv_cell_text(gcv_buffer_slice(&((const kind_table *)payload)->kind)));
GCV_CELL(cell_share,
         key_retained(payload, row) > 0
             ? gcv_cell_count(gcv_percent_of(kind_at(payload, row)->retained,
                                             ((const kind_table *)payload)->reach.reachable_bytes))
             : gcv_cell_none());

static const gcv_report_column columns[] = {
    {"kind", GCV_LABEL, gcv_number_key, cell_kind, NULL},
    {"roots", GCV_COUNT, key_roots, NULL, NULL},
    {"objects", GCV_COUNT, key_objects, NULL, NULL},
    {"bytes", GCV_BYTES, key_bytes, NULL, NULL},
    {"retained", GCV_RETAINED, key_retained, NULL, NULL},
    {"share", GCV_FIGURE, key_retained, cell_share, gcv_shows_share}};
const gcv_table gcv_root_kinds_table = {GCV_COLUMNS(columns), .applies = gcv_roots_by_kind,
                                        .sort = {"retained"}, .before = gcv_number_before,
                                        .prepare = prepare};

/* ---- the total ----------------------------------------------------------------------------- */

static bool is_shown(const void *payload, uint32_t item)
{
    const uint64_t retained = key_retained(payload, item);
    return gcv_filter_bytes(((const kind_table *)payload)->selection->filter,
                            retained > 0 ? retained - 1 : 0);
}

/* Adds up the objects of the shown kinds, and collects them in one set, each object once. */
static void collect_shown(kind_table *by, gcv_set_members *members)
{
    const gcv_heap *heap = by->report->in.heap;
    uint32_t kind = 0;
    for (uint32_t i = 0; i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->object == GCV_NONE || !gcv_selection_has_root(by->selection, root) ||
            members->class_of[root->object] != GCV_NONE) {
            continue;
        }
        while (by->kinds.data[kind].kind != root->kind) {
            kind++; /* both lists are sorted by kind */
        }
        if (is_shown(by, kind)) {
            by->total.objects++;
            by->total.bytes += gcv_heap_size(heap, root->object);
            gcv_set_members_add(by->report->ctx, members, root->object, 0);
        }
    }
}

static void find_total(kind_table *by)
{
    gcv_context *ctx = by->report->ctx;
    gcv_set_members members;
    for (uint32_t kind = 0; kind < by->kinds.n; kind++) {
        by->total.roots += is_shown(by, kind) ? by->kinds.data[kind].roots : 0;
    }
    gcv_set_members_init(ctx, &members, by->report->in.heap);
    collect_shown(by, &members);
    by->total.retained = GCV_NOT_REACHABLE;
    retained_of(by->report, &members, 1, &by->total.retained);
    gcv_set_members_release(ctx, &members);
}

/* ---- writing ------------------------------------------------------------------------------- */

void gcv_root_kinds_write(gcv_report *report, const gcv_selection *selection)
{
    kind_table by = {.report = report, .selection = selection};
    find_kinds(&by);
    if (report->options->share) {
        gcv_reach_totals_find(report->ctx, report->in.heap, report->options->include_weak, NULL,
                              &by.reach);
    }
    if (report->options->total) {
        find_total(&by);
    }
    gcv_table_show(&gcv_root_kinds_table, report, &by, by.kinds.n, is_shown);
}
