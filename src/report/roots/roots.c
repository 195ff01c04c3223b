/* roots.c - which roots are there? */
#include "base/error.h"
#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "report/commands.h"
#include "report/object_columns.h"
#include "report/root_words.h"
#include "report/roots/root_kinds.h"
#include "report/select.h"

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

static const gcv_object_rows *objects_of(const void *payload)
{
    return &((const root_records *)payload)->objects;
}

GCV_KEY(key_retained,
        root_at(payload, row)->object != GCV_NONE
            ? gcv_object_key_retained(objects_of(payload), root_at(payload, row)->object)
            : 0);
GCV_KEY(key_bytes, root_at(payload, row)->object != GCV_NONE
                       ? gcv_object_key_bytes(objects_of(payload), root_at(payload, row)->object)
                       : 0);
GCV_KEY(key_kind, gcv_root_kind_rank(root_at(payload, row)->kind));
GCV_KEY(key_object, root_at(payload, row)->id);
GCV_KEY(key_type, root_at(payload, row)->object != GCV_NONE
                      ? gcv_object_key_type(objects_of(payload), root_at(payload, row)->object)
                      : GCV_NONE);

/* Orders records by type, dangling roots last, then by id, then by number. */
static bool before(const void *payload, uint32_t a, uint32_t b)
{
    uint64_t x = key_type(payload, a), y = key_type(payload, b);
    if (x != y) {
        return x < y;
    }
    x = key_object(payload, a);
    y = key_object(payload, b);
    return x != y ? x < y : a < b;
}

/* ---- cells -------------------------------------------------------------------------------- */

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
                                       .before = before,     .prepare = prepare};

/* ---- writing ------------------------------------------------------------------------------ */

static bool is_shown(const void *payload, uint32_t item)
{
    const root_records *roots = payload;
    const uint64_t retained = key_retained(payload, item);
    return gcv_selection_has_root(roots->selection, root_at(payload, item)) &&
           gcv_filter_bytes(roots->selection->filter, retained > 0 ? retained - 1 : 0);
}

static void write_records(gcv_report *report, const gcv_selection *selection)
{
    gcv_basis basis = gcv_report_basis(report);
    root_records roots = {.report = report,
                          .selection = selection,
                          .objects.heap = report->in.heap,
                          .objects.dominators = gcv_basis_dominators(&basis)};
    gcv_table_show(&record_table, report, &roots, report->in.heap->roots.n, is_shown);
}

/* ---- the report --------------------------------------------------------------------------- */

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    if ((options->share || options->total) && !gcv_roots_by_kind(options)) {
        gcv_fail(ctx, GCV_ERR_USAGE, "--share and --total want --by kind");
    }
}

static void run(gcv_report *report)
{
    gcv_selection selection;
    gcv_report_select(report, &selection);
    if (gcv_roots_by_kind(report->options)) {
        gcv_root_kinds_write(report, &selection);
    } else {
        write_records(report, &selection);
    }
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"by", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_roots_options, by), "kind", NULL,
     "one row for each kind of root"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const records[] = {&gcv_cost_of_dominators, NULL};
    static const gcv_cost *const kinds[] = {&gcv_cost_of_dominators, &gcv_cost_of_sets, NULL};
    needs->costs = gcv_roots_by_kind(options) ? kinds : records;
}

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
    .output = GCV_OUTPUT_TABLE,
    GCV_OWN_OPTIONS(option_rows, gcv_roots_options),
    .shared = GCV_SET_TOP | GCV_SET_ORDER | GCV_SET_TYPE | GCV_SET_GENERATION | GCV_SET_MIN | GCV_SET_ROOT | GCV_SET_SHARE | GCV_SET_TOTAL,
    .find_needs = needs,
    .tables = {&gcv_root_kinds_table, &record_table},
    .check = check,
    .run = run,
};
