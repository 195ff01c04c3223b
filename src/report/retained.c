/* retained.c - which single objects retain the most? */
#include "analysis/garbage.h"
#include "report/commands.h"
#include "report/select.h"

typedef struct gcv_retained_options {
    bool distinct;
} gcv_retained_options;

static gcv_cell cell_share(const void *payload, uint32_t object)
{
    const gcv_dominators *dominators = ((const gcv_object_rows *)payload)->dominators;
    return gcv_cell_count(
        gcv_percent_of(gcv_object_retained(dominators, object), dominators->retained[0]));
}

static const gcv_report_column columns[] = {
    {"retained", GCV_RETAINED, gcv_object_key_retained, NULL, NULL},
    {"share", GCV_FIGURE, gcv_object_key_retained, cell_share, gcv_shows_share},
    {"bytes", GCV_BYTES, gcv_object_key_bytes, NULL, NULL},
    {"object", GCV_ID, gcv_object_key_id, NULL, NULL},
    {"type", GCV_NAME, gcv_object_key_type, NULL, NULL}};
static const gcv_table table = {GCV_COLUMNS(columns), .sort = {"retained"}, GCV_OBJECT_TABLE};

/* Only objects of the part that the table is about, reachable or not, have a retained size. */
static bool is_shown(const void *payload, uint32_t object)
{
    const gcv_object_rows *rows = payload;
    const gcv_dominators *dominators = rows->dominators;
    const uint32_t number = dominators->number[object];
    return number != 0 && gcv_filter_bytes(&rows->options->select, dominators->retained[number]) &&
           !(((const gcv_retained_options *)rows->options->own)->distinct &&
             gcv_object_is_inside(dominators, rows->own, object));
}

static void run(gcv_report *report)
{
    gcv_selection selection = gcv_report_select(report);
    gcv_basis basis = gcv_basis_of_part(report);
    gcv_object_rows rows = {report->in.heap, &basis.dominators, report->options, &selection};
    gcv_table_show_objects(&table, report, &rows, &selection, is_shown);
}

static const gcv_option option_rows[] = {
    GCV_FLAG("distinct", GCV_OWN(gcv_retained_options, distinct),
             "leave out objects that have two thirds of what their dominator retains, which is "
             "shown"),
};

const gcv_command gcv_command_retained = {
    .name = "retained",
    .summary = "which single objects hold the most?",
    .description =
        "Reachable objects with the bytes that would be freed if the object were gone,\n"
        "its own included; most first, " GCV_TEXT_OF(
            GCV_TOP_OBJECTS) " rows unless --top says otherwise.\n"
        "--unreachable: the same of the objects that no strong root reaches. These have\n"
        "no roots, but heads: objects that no other unreachable one refers to, and one\n"
        "object of each circle. Together the heads retain all unreachable bytes.\n"
        "--share adds the percentage of all reachable bytes, or else of all unreachable\n"
        "ones.\n"
        "--distinct: one row for an owner and the parts that make it up.",
    .examples = "  gcview retained --top 3 samples/azmcp-1.log\n"
                "  gcview retained --distinct --top 5 samples/azmcp-1.log",
    .columns = "retained bytes object type (--share: share behind retained)",
    GCV_OWN_OPTIONS(option_rows, gcv_retained_options),
    .shared = GCV_SET_TOP | GCV_SET_ORDER | GCV_SET_TYPE | GCV_SET_GENERATION | GCV_SET_MIN |
              GCV_SET_PART | GCV_SET_ROOT | GCV_SET_SHARE,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_dominators)},
    .costs_if = {gcv_shows_garbage, GCV_COSTS(&gcv_cost_of_garbage)},
    .tables = {&table},
    .run = run,
};
