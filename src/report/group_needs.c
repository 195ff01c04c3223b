/* group_needs.c - what must be loaded to add objects up by groups; see group_needs.h. */
#include "report/group_needs.h"

void gcv_group_needs(const gcv_report_options *options, gcv_needs *needs)
{
    const gcv_group_choice *groups = &options->groups;
    gcv_group_by by = gcv_group_by_named(groups->by);
    bool graph = groups->retained || groups->unreachable || gcv_group_by_needs_objects(by);
    needs->level = graph ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
    needs->purpose = groups->retained                                ? GCV_FOR_SETS
                     : groups->unreachable || by == GCV_BY_ROOT_KIND ? GCV_FOR_UNREACHABLE
                     : graph                                         ? GCV_FOR_CLASSES
                                                                     : GCV_FOR_LOOKING;
}
