/* rule_measure.h - what rules ask of one heap: how many, how much. */
#ifndef GCV_REPORT_RULE_MEASURE_H
#define GCV_REPORT_RULE_MEASURE_H

#include "report/report.h"
#include "report/rule.h"

typedef struct gcv_rule_figure {
    uint64_t value; /* what the rule counts */
    uint64_t whole; /* the same of the whole heap: what a percentage is of */
    bool matched;   /* a type has the name that the rule asks for, if it asks for one */
} gcv_rule_figure;

/* Fills `out` for the rules that need it: all, or those about growth. Of report->heap, and of its
 * sections that pass the filter. GCV_ERR_USAGE if a rule asks for what the dump does not know.
 *
 * One pass over the objects for all rules, one search for paths if one of them needs it, one run of
 * gcv_retained_of_sets() if one of them does. At most 13 bytes an object beside those. */
GCV_CHECKED gcv_status gcv_rules_measure(gcv_report *report, const gcv_rules *rules,
                                         bool growth_only, const uint8_t *sections,
                                         gcv_rule_figure *out, gcv_error *err);

#endif
