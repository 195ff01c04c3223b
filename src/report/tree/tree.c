/* tree.c - the dominator tree from the top. */
#include "report/tree/tree.h"

#include "analysis/garbage.h"
#include "heap/memory.h"
#include "report/commands.h"
#include "report/select.h"

static const gcv_cost gcv_cost_of_tree = {"`tree`", GCV_COST_PARTS(4, 0, 1, 0, 0),
                                          GCV_COST_PARTS(67, 0, 1, 10, 0), 4000, NULL};

typedef struct gcv_tree_options {
    gcv_optional depth;
    const char *by; /* NULL: one row per object */
    bool fold;
} gcv_tree_options;

static const gcv_tree_options *own(const gcv_report_options *options) { return options->own; }

enum { IS_MATCH = 1, IS_BELOW_MATCH = 2 };

/* Marks `objects`, those that match --object, and the objects below any of them: objects of several
 * sections can have the same id, and can refer to each other. One byte per number. A dominator has
 * a lower number than the objects that it dominates, so one ascending pass suffices. */
static uint8_t *mark_matches(gcv_context *ctx, const gcv_dominators *d,
                             const gcv_u32_column *objects)
{
    uint8_t *marks = gcv_alloc_zeroed(ctx, (size_t)d->n_reached + 1, 1);
    for (size_t i = 0; i < objects->n; i++) {
        marks[d->number[objects->data[i]]] = IS_MATCH;
    }
    marks[0] = 0; /* objects outside this part have number 0, like the virtual root */
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        if (marks[d->dominator[w]] != 0) {
            marks[w] |= IS_BELOW_MATCH;
        }
    }
    return marks;
}

/* Makes the selected objects with the id of --object tops of the tree, except those below another
 * one. Warns of those outside the part that the tree shows. */
static void find_tops_of_id(gcv_tree_query *query, const gcv_selection *selection)
{
    gcv_report *report = query->report;
    const uint32_t *number = query->dominators->number;
    gcv_u32_column objects = {0}, others = {0};
    char room[GCV_NUMBER_MAX];
    gcv_report_find_objects(report, selection, report->options->object, &objects);
    uint8_t *marks = mark_matches(report->ctx, query->dominators, &objects);
    for (size_t i = 0; i < objects.n; i++) {
        const uint32_t object = objects.data[i];
        if (gcv_selection_has(selection, object) && number[object] == 0) {
            gcv_u32_column_push(report->ctx, &others, object);
        } else if (gcv_selection_has(selection, object) &&
                   (marks[number[object]] & IS_BELOW_MATCH) == 0) {
            gcv_u32_column_push(report->ctx, &query->tops, object);
        }
    }
    gcv_free(report->ctx, marks);
    if (!report->options->groups.unreachable) {
        gcv_report_warn_garbage_objects(report, &others);
    } else if (others.n > 0) {
        GCV_WARN(report, "object %s is reachable; `tree` without --unreachable has it",
                 gcv_object_id_text(report->in.heap, others.data[0], room));
    }
}

/* The tree begins with the objects of --object, or with all objects that only the virtual root
 * dominates. */
static void find_tops(gcv_tree_query *query, const gcv_selection *selection)
{
    const gcv_dominators *d = query->dominators;
    if (query->report->options->object.data != NULL) {
        find_tops_of_id(query, selection);
        return;
    }
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        uint32_t object = d->object[w];
        if (d->dominator[w] == 0 && gcv_selection_has(selection, object)) {
            gcv_u32_column_push(query->report->ctx, &query->tops, object);
        }
    }
}

static void run(gcv_report *report)
{
    const gcv_report_options *options = report->options;
    const gcv_optional *depth = &own(options)->depth;
    const bool draws = gcv_output_format_draws(options->format);
    gcv_picture picture = {0};
    gcv_selection selection = gcv_report_select(report);
    gcv_tree_query query = {
        .report = report,
        .top = gcv_optional_or(options->top, draws ? GCV_TOP_DRAWN : GCV_TOP_OBJECTS),
        .deepest = depth->given && depth->value > 0 ? depth->value : UINT64_MAX,
        .folds = own(options)->fold,
        .picture = draws ? &picture : NULL};
    gcv_basis basis = gcv_basis_of_part(report);
    query.dominators = &basis.dominators;
    find_tops(&query, &selection);
    (own(options)->by != NULL ? gcv_tree_by_type : gcv_tree_by_object)(&query);
    if (draws) {
        gcv_picture_end(&picture);
    }
}

static const gcv_option option_rows[] = {
    {"by", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_tree_options, by), "type", NULL,
     "fold the tree: one row for the objects of one type below a row"},
    GCV_FLAG("fold", GCV_OWN(gcv_tree_options, fold),
             "with --by type: a list, or a recursion of several types, is one row, too"),
    {"depth", '\0', GCV_OPTION_NUMBER, GCV_OWN(gcv_tree_options, depth), "N", NULL,
     "only rows down to depth N; 0 is any depth (0)"},
};

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    gcv_refuse_if(ctx, own(options)->fold && own(options)->by == NULL,
                  "--fold is for --by type: only types are folded");
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
        "bytes and retained bytes added up; with --fold a list or a recursion is one\n"
        "row, too, as in the picture of `report`. --unreachable: the tree of the objects\n"
        "that no strong root reaches, below those that no other one of them refers to,\n"
        "and one object of each circle.\n"
        "--format dot and mermaid draw the tree, " GCV_TEXT_OF(GCV_TOP_DRAWN) " rows of it unless --top says\n"
        "otherwise (docs/pictures.md).",
    .examples = "  gcview tree --top 8 samples/leak-story.log\n"
                "  gcview tree --by type --top 5 samples/azmcp-1.log",
    .columns = "depth retained bytes object type (--by type: depth retained bytes count type)",
    .draws = true,
    GCV_OWN_OPTIONS(option_rows, gcv_tree_options),
    .shared = GCV_SET_OBJECT | GCV_SET_TOP | GCV_SET_TYPE | GCV_SET_GENERATION | GCV_SET_MIN | GCV_SET_PART | GCV_SET_ROOT,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_tree)},
    .costs_if = {gcv_shows_garbage, GCV_COSTS(&gcv_cost_of_garbage, &gcv_cost_of_tree)},
    .check = check,
    .run = run,
};
