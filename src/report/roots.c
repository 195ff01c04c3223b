/* roots.c - which roots are there? */
#include "analysis/analyses.h"
#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "report/commands.h"
#include "report/select.h"

typedef struct roots_options {
    const char *by; /* NULL: one row per root record */
} roots_options;

static bool by_kind(const gcv_report_options *options)
{
    return ((const roots_options *)options->own)->by != NULL;
}

/* ---- one row per root record --------------------------------------------------------------- */

typedef struct root_records {
    gcv_report *report;
    const gcv_selection *selection;
    gcv_object_rows objects;
    gcv_buffer kind, flags, label; /* of the row that is being written */
} root_records;

static const gcv_root *root_at(const void *payload, uint32_t item)
{
    return &((const root_records *)payload)->report->in.heap->roots.data[item];
}

/* A key of the object that a record holds; `none` for a record without one. */
static uint64_t of_object(const void *payload, uint32_t item, gcv_key_fn key, uint64_t none)
{
    const uint32_t object = root_at(payload, item)->object;
    return object != GCV_NONE ? key(&((const root_records *)payload)->objects, object) : none;
}

GCV_KEY(key_retained, of_object(payload, row, gcv_object_key_retained, 0));
GCV_KEY(key_bytes, of_object(payload, row, gcv_object_key_bytes, 0));
GCV_KEY(key_kind, gcv_root_kind_rank(root_at(payload, row)->kind));
GCV_KEY(key_object, root_at(payload, row)->id);
GCV_KEY(key_type, of_object(payload, row, gcv_object_key_type, GCV_NONE));

/* Orders records by type, dangling roots last, then by id, then by number. */
static const gcv_key_fn tie_keys[] = {key_object, key_type, NULL};

static void prepare(void *payload, uint32_t item)
{
    root_records *table = payload;
    const gcv_report *report = table->report;
    const gcv_root *root = root_at(payload, item);
    gcv_root_kind_name(report->ctx, root->kind, &table->kind);
    gcv_root_flag_names(report->ctx, root->flags, &table->flags);
    gcv_report_root_label(report, root, &table->label);
}

GCV_CELL(cell_kind, gcv_cell_text(gcv_buffer_slice(&((const root_records *)payload)->kind)));
GCV_CELL(cell_flags, root_at(payload, row)->flags != 0
                         ? gcv_cell_text(gcv_buffer_slice(&((const root_records *)payload)->flags))
                         : gcv_cell_none());
GCV_CELL(cell_bytes, root_at(payload, row)->object != GCV_NONE
                         ? gcv_cell_bytes(key_bytes(payload, row))
                         : gcv_cell_none());
GCV_CELL(cell_label, gcv_cell_text(gcv_buffer_slice(&((const root_records *)payload)->label)));

static const gcv_report_column columns[] = {{"kind", GCV_LABEL, key_kind, cell_kind, NULL},
                                            {"flags", GCV_LABEL, NULL, cell_flags, NULL},
                                            {"object", GCV_ID, key_object, NULL, NULL},
                                            {"bytes", GCV_FIGURE, key_bytes, cell_bytes, NULL},
                                            {"retained", GCV_RETAINED, key_retained, NULL, NULL},
                                            {"type", GCV_NAME, key_type, NULL, NULL},
                                            {"label", GCV_LABEL, NULL, cell_label, NULL}};
static const gcv_table record_table = {GCV_COLUMNS(columns), .noun = "root",
                                       .sort = {"retained"}, .top = GCV_TOP_OBJECTS,
                                       .tie_keys = tie_keys, .prepare = prepare};

/* The retained bytes of a key, which is one more; 0 if they are not known. */
static uint64_t bytes_of_key(uint64_t key) { return key > 0 ? key - 1 : 0; }

GCV_ROW_TEST(is_shown, gcv_selection_has_root(((const root_records *)payload)->selection,
                                              root_at(payload, row)) &&
                           gcv_filter_bytes(((const root_records *)payload)->selection->filter,
                                            bytes_of_key(key_retained(payload, row))));

static void write_records(gcv_report *report, const gcv_selection *selection)
{
    gcv_basis basis = gcv_report_basis(report);
    root_records roots = {.report = report,
                          .selection = selection,
                          .objects.heap = report->in.heap,
                          .objects.dominators = gcv_basis_dominators(&basis)};
    gcv_table_show(&record_table, report, &roots, report->in.heap->roots.n, is_shown);
}

/* ---- one row per kind -------------------------------------------------------------------- */

typedef struct kind_table {
    gcv_report *report;
    const gcv_selection *selection;
    gcv_root_kind_column kinds; /* in the canonical order of kinds */
    gcv_root_kind_row total;    /* of all kinds that are shown; an object counts once */
    gcv_reach_totals reach;     /* only with --share */
    gcv_buffer kind;            /* of the row that is being written */
} kind_table;

static uint64_t *retained_of(const gcv_report *report, gcv_set_members *members, uint32_t n)
{
    gcv_root_set roots =
        gcv_root_set_of(report->ctx, report->in.heap, report->options->include_weak, NULL);
    uint64_t *retained = gcv_set_members_retained(report->ctx, members, &roots, NULL, n);
    gcv_root_set_release(report->ctx, &roots);
    return retained;
}

static void find_kinds(kind_table *by)
{
    gcv_context *ctx = by->report->ctx;
    gcv_set_members members;
    gcv_set_members_init(ctx, &members, by->report->in.heap);
    gcv_root_kinds_collect(ctx, by->selection, &members, 0, &by->kinds);
    uint64_t *retained = retained_of(by->report, &members, (uint32_t)by->kinds.n);
    for (size_t i = 0; i < by->kinds.n; i++) {
        by->kinds.data[i].retained = retained[i];
    }
    gcv_free(ctx, retained);
}

/* ---- rows of kinds ------------------------------------------------------------------------ */

static const gcv_root_kind_row *kind_at(const void *payload, uint32_t item)
{
    const kind_table *by = payload;
    return item != GCV_TOTAL_ROW ? &by->kinds.data[item] : &by->total;
}

/* GCV_NOT_REACHABLE becomes 0 and sorts last */
GCV_KEY(kinds_key_retained, kind_at(payload, row)->retained + 1);
GCV_KEY(kinds_key_bytes, kind_at(payload, row)->bytes);
GCV_KEY(kinds_key_objects, kind_at(payload, row)->objects);
GCV_KEY(kinds_key_roots, kind_at(payload, row)->roots);

static void prepare_kind(void *payload, uint32_t item)
{
    kind_table *by = payload;
    gcv_root_kind_name(by->report->ctx, kind_at(by, item)->kind, &by->kind);
}

GCV_CELL(kinds_cell_kind, gcv_cell_text(gcv_buffer_slice(&((const kind_table *)payload)->kind)));
GCV_CELL(kinds_cell_share,
         kinds_key_retained(payload, row) > 0
             ? gcv_cell_count(gcv_percent_of(kind_at(payload, row)->retained,
                                             ((const kind_table *)payload)->reach.reachable_bytes))
             : gcv_cell_none());

static const gcv_report_column kinds_columns[] = {
    {"kind", GCV_LABEL, gcv_number_key, kinds_cell_kind, NULL},
    {"roots", GCV_COUNT, kinds_key_roots, NULL, NULL},
    {"objects", GCV_COUNT, kinds_key_objects, NULL, NULL},
    {"bytes", GCV_BYTES, kinds_key_bytes, NULL, NULL},
    {"retained", GCV_RETAINED, kinds_key_retained, NULL, NULL},
    {"share", GCV_FIGURE, kinds_key_retained, kinds_cell_share, gcv_shows_share}};
static const gcv_table kinds_table = {GCV_COLUMNS(kinds_columns), .applies = by_kind,
                                      .sort = {"retained"}, .prepare = prepare_kind};

/* ---- the total ----------------------------------------------------------------------------- */

GCV_ROW_TEST(is_kind_shown, gcv_filter_bytes(((const kind_table *)payload)->selection->filter,
                                             bytes_of_key(kinds_key_retained(payload, row))));

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
        if (is_kind_shown(by, kind)) {
            by->total.objects++;
            by->total.bytes += gcv_heap_size(heap, root->object);
            gcv_set_members_add(by->report->ctx, members, root->object, 0);
        }
    }
}

static void find_total(kind_table *by)
{
    gcv_set_members members;
    for (uint32_t kind = 0; kind < by->kinds.n; kind++) {
        by->total.roots += is_kind_shown(by, kind) ? by->kinds.data[kind].roots : 0;
    }
    gcv_set_members_init(by->report->ctx, &members, by->report->in.heap);
    collect_shown(by, &members);
    uint64_t *retained = retained_of(by->report, &members, 1);
    by->total.retained = *retained;
    gcv_free(by->report->ctx, retained);
}

static void write_kinds(gcv_report *report, const gcv_selection *selection)
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
    gcv_table_show(&kinds_table, report, &by, by.kinds.n, is_kind_shown);
}

/* ---- the report --------------------------------------------------------------------------- */

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    gcv_refuse_if(ctx, (options->share || options->total) && !by_kind(options),
                  "--share and --total want --by kind");
}

static void run(gcv_report *report)
{
    gcv_selection selection = gcv_report_select(report);
    (by_kind(report->options) ? write_kinds : write_records)(report, &selection);
}

static const gcv_option option_rows[] = {
    {"by", '\0', GCV_OPTION_CHOICE, GCV_OWN(roots_options, by), "kind", NULL,
     "one row for each kind of root"},
};

const gcv_command gcv_command_roots = {
    .name = "roots",
    .summary = "what roots are there?",
    .description =
        "One row per root record, with the bytes and retained bytes of its object, most\n"
        "retained first; "
        GCV_TEXT_OF(GCV_TOP_OBJECTS) " rows unless --top says otherwise. --by kind adds them up\n"
        "and shows all kinds: an object counts once for each kind that roots it, and\n"
        "`retained` is that of all these objects as a set. --share adds the percentage\n"
        "that `retained` is of all reachable bytes. In the row <total> each object counts\n"
        "once, whatever the number of its kinds.",
    .examples = "  gcview roots --by kind samples/azmcp-1.log",
    .columns =
        "kind flags object bytes retained type label (--by kind: kind roots objects bytes "
        "retained; --share: share behind retained)",
    GCV_OWN_OPTIONS(option_rows, roots_options),
    .shared = GCV_SET_TOP | GCV_SET_ORDER | GCV_SET_TYPE | GCV_SET_GENERATION | GCV_SET_MIN |
              GCV_SET_ROOT | GCV_SET_SHARE | GCV_SET_TOTAL,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_dominators)},
    .costs_if = {by_kind, GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_sets)},
    .tables = {&kinds_table, &record_table},
    .check = check,
    .run = run,
};
