/* rule_measure.h - the figures that rules ask for, for one heap. */
#ifndef GCV_RULES_RULE_MEASURE_H
#define GCV_RULES_RULE_MEASURE_H

#include "rules/rule_request.h"

/* Fills `out`, one figure per rule. Rules that are not requested get zeros and `matched`.
 * GCV_ERR_USAGE: a rule asks for modules, and the dump has none.
 *
 * All rules together take one pass over the objects, and at most one search for paths and one run
 * of gcv_retained_of_sets(). Besides these two: 5 bytes per object, for traits and classes. */
void gcv_rules_measure(gcv_context *ctx, const gcv_rule_request *request, gcv_rule_figure *out);

#endif
