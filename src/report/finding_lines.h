/* finding_lines.h - a finding, and what holds a cause, in one line each. */
#ifndef GCV_REPORT_FINDING_LINES_H
#define GCV_REPORT_FINDING_LINES_H

#include "figures/look.h"
#include "report/report.h"

/* Appends the sentence about a finding, with its subject. */
void gcv_finding_line(gcv_look *look, size_t at, gcv_buffer *text);

/* Appends what holds the growth of a cause, the root and the holder: `static Acme.Cache.items >
 * Entry[]`. */
void gcv_holder_line(const gcv_report *report, const gcv_causes *causes, const gcv_cause *cause,
                     gcv_buffer *text);

#endif
