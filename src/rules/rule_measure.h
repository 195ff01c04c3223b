/* rule_measure.h - the figures that rules ask of one heap. */
#ifndef GCV_RULES_RULE_MEASURE_H
#define GCV_RULES_RULE_MEASURE_H

#include "rules/rule_request.h"

/* Fills `out`, one figure a rule; for rules that are not requested zeros and
 * `matched`. GCV_ERR_USAGE if a rule
 * asks for modules that the dump does not know.
 *
 * For all rules together one pass over the objects and at most one search for paths and one run of
 * gcv_retained_of_sets(). Beside those two, 5 bytes an object: traits and classes. */
GCV_CHECKED gcv_status gcv_rules_measure(gcv_context *ctx, const gcv_rule_request *request,
                                         gcv_rule_figure *out, gcv_error *err);

#endif
