/* group_choice.c - the options of groups; see select.h. */
#include "report/select.h"

#include "heap/script_path.h"

gcv_totals_query gcv_report_totals_query(const gcv_report_options *options,
                                         const gcv_heap *const *heaps, size_t n_heaps)
{
    gcv_totals_query query = {.by = gcv_group_by_named(options->groups.by),
                              .include_weak = options->include_weak,
                              .unreachable = options->groups.unreachable,
                              .retained = options->groups.retained};
    query.latest = heaps[n_heaps - 1]; /* its words are those of all */
    if (query.by == GCV_BY_SITE && gcv_report_is_text(options)) {
        gcv_slice folder = {NULL, 0}; /* of the scripts of all heaps; text leaves it out */
        for (size_t i = 0; i < n_heaps; i++) {
            if (heaps[i]->places.folder.data != NULL) {
                gcv_script_join_folder(&folder, heaps[i]->places.folder);
            }
        }
        query.folder = folder.data != NULL ? folder : gcv_slice_of("", 0);
    }
    return query;
}

void gcv_group_check(gcv_context *ctx, const gcv_report_options *options)
{
    gcv_refuse_if(ctx, options->groups.retained && options->groups.unreachable,
                  "--retained and --unreachable exclude each other");
}

void gcv_group_needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const retained[] = {&gcv_cost_of_dominators, &gcv_cost_of_sets, NULL};
    static const gcv_cost *const paths[] = {&gcv_cost_of_path_totals, NULL};
    static const gcv_cost *const objects[] = {&gcv_cost_of_totals, NULL};
    const gcv_group_choice *groups = &options->groups;
    gcv_group_by by = gcv_group_by_named(groups->by);
    needs->costs = groups->retained                                                       ? retained
                   : groups->unreachable || by == GCV_BY_ROOT_KIND                        ? paths
                   : gcv_group_by_needs_objects(by) || options->select.generation != NULL ? objects
                                                                                          : NULL;
    needs->modules = by == GCV_BY_MODULE;
    needs->sites = by == GCV_BY_SITE;
    needs->level = needs->costs != NULL ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
}
