/* group_needs.c - what must be loaded to add objects up by groups; see group_needs.h. */
#include "report/group_needs.h"

void gcv_group_needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const retained[] = {&gcv_cost_of_dominators, &gcv_cost_of_sets, NULL};
    static const gcv_cost *const paths[] = {&gcv_cost_of_path_totals, NULL};
    static const gcv_cost *const objects[] = {&gcv_cost_of_totals, NULL};
    const gcv_group_choice *groups = &options->groups;
    gcv_group_by by = gcv_group_by_named(groups->by);
    needs->costs = groups->retained                                ? retained
                   : groups->unreachable || by == GCV_BY_ROOT_KIND ? paths
                   : gcv_group_by_needs_objects(by)                ? objects
                                                                   : NULL;
    needs->level = needs->costs != NULL ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
}
