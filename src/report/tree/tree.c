/* tree.c - the dominator tree from the top. */
#include "report/tree/tree.h"

#include "analysis/garbage.h"
#include "base/error.h"
#include "heap/memory.h"
#include "report/commands.h"
#include "report/find_id.h"
#include "report/option.h"
#include "report/select.h"
#include "report/unreachable.h"

#include <inttypes.h>
#include <string.h>

static const gcv_cost gcv_cost_of_tree = {"`tree`", GCV_COST_PARTS(4, 0, 1, 0, 0),
                                          GCV_COST_PARTS(67, 0, 1, 10, 0), 4000, NULL};

typedef struct gcv_tree_options {
    gcv_optional depth;
    const char *by; /* NULL: a row an object */
} gcv_tree_options;

static const gcv_tree_options *own(const gcv_report_options *options) { return options->own; }

/* Whether one of `objects` dominates `object`, another one. Objects of several sections can have
 * one id, and can refer to each other. */
static bool is_dominated_by_any(const gcv_dominators *d, const gcv_u32_column *objects,
                                uint32_t object)
{
    uint32_t w = d->number[object];
    size_t i;
    for (w = d->dominator[w]; w != 0; w = d->dominator[w]) {
        for (i = 0; i < objects->n; i++) {
            if (objects->data[i] == d->object[w]) {
                return true;
            }
        }
    }
    return false;
}

/* An object that is not in the part that the tree is about. */
static gcv_status warn_of_other_part(gcv_report *report, uint32_t object, gcv_error *err)
{
    if (!report->options->groups.unreachable) {
        return gcv_report_warn_garbage_object(report, object, err);
    }
    gcv_report_warn(report, "object %" PRIx64 " is reachable; `tree` without --unreachable has it",
                    gcv_heap_object_id(report->heap, object));
    return GCV_OK;
}

/* Adds those of `objects` that the tree can begin with. */
static gcv_status add_tops(gcv_tree_query *query, const gcv_selection *selection,
                           const gcv_u32_column *objects, gcv_error *err)
{
    gcv_report *report = query->report;
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < objects->n; i++) {
        uint32_t object = objects->data[i];
        if (!selection->types[report->heap->type.data[object]]) {
            continue;
        }
        if (query->dominators->number[object] == 0) {
            status = warn_of_other_part(report, object, err);
        } else if (!is_dominated_by_any(query->dominators, objects, object)) {
            status = gcv_u32_column_push(report->ctx, &query->tops, object, err);
        }
    }
    return status;
}

/* The tree begins with the objects of --object, or with all that only the virtual root dominates.
 */
static gcv_status find_tops(gcv_tree_query *query, const gcv_selection *selection, gcv_error *err)
{
    gcv_report *report = query->report;
    const gcv_dominators *d = query->dominators;
    gcv_u32_column objects = {NULL, 0, 0};
    gcv_status status = GCV_OK;
    uint32_t w;
    if (report->options->object.given) {
        status = gcv_report_find_objects(report, selection, &objects, err);
        status = status == GCV_OK ? add_tops(query, selection, &objects, err) : status;
        gcv_u32_column_release(report->ctx, &objects);
        return status;
    }
    for (w = 1; status == GCV_OK && w <= d->n_reached; w++) {
        uint32_t object = d->object[w];
        if (d->dominator[w] == 0 && gcv_selection_has(selection, object)) {
            status = gcv_u32_column_push(report->ctx, &query->tops, object, err);
        }
    }
    return status;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    const gcv_report_options *options = report->options;
    const gcv_optional *depth = &own(options)->depth;
    gcv_retention retention;
    gcv_selection selection;
    gcv_tree_query query;
    gcv_status status = gcv_report_select(report, &selection, err);
    memset(&query, 0, sizeof query);
    query.report = report;
    query.top = options->top.given ? options->top.value : GCV_TOP_OBJECTS;
    query.deepest = depth->given && depth->value > 0 ? depth->value : UINT64_MAX;
    if (status == GCV_OK) {
        status = gcv_retention_of_part(report, &retention, err);
    }
    if (status == GCV_OK) {
        query.dominators = &retention.dominators;
        status = find_tops(&query, &selection, err);
        if (status == GCV_OK) {
            status = own(options)->by != NULL ? gcv_tree_by_type(&query, err)
                                              : gcv_tree_by_object(&query, err);
        }
        gcv_retention_release(report, &retention);
    }
    gcv_u32_column_release(report->ctx, &query.tops);
    gcv_selection_release(report->ctx, &selection);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"by", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_tree_options, by), "type", NULL,
     "fold the tree: one row for the objects of one type below a row"},
    {"depth", '\0', GCV_OPTION_NUMBER, GCV_OWN(gcv_tree_options, depth), "N", NULL,
     "only rows down to depth N; 0 is any depth (0)"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const costs[] = {&gcv_cost_of_dominators, &gcv_cost_of_tree, NULL};
    static const gcv_cost *const of_garbage[] = {&gcv_cost_of_garbage, &gcv_cost_of_tree, NULL};
    needs->costs = options->groups.unreachable ? of_garbage : costs;
}

const gcv_command gcv_command_tree = {
    .name = "tree",
    .summary = "the dominator tree from the top",
    .description =
        "The objects that retain the most, below the objects that dominate them; "
        GCV_TEXT_OF(GCV_TOP_OBJECTS) "\n"
        "unless --top says otherwise. An object retains everything that is shown below\n"
        "it. --object makes one object the top; --type and --exclude filter the objects\n"
        "at the top. --by type folds the tree: the objects of one type that the objects\n"
        "of a row immediately dominate are one row, with their `count`, and with their\n"
        "bytes and retained bytes added up. --unreachable: the tree of the objects that\n"
        "no strong root reaches, below those of them that nothing else of them refers\n"
        "to, and one of each circle of such objects.",
    .columns = "depth retained bytes object type (--by type: depth retained bytes count type)",
    .output = GCV_OUTPUT_TABLE,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_tree_options),
    .shared = {&gcv_object_options, &gcv_top_options, &gcv_type_options, &gcv_min_options,
               &gcv_part_options, &gcv_root_options},
    .needs = needs,
    .run = run,
};
