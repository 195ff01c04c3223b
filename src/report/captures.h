/* captures.h - the heaps of a report without what taking the dumps made (analysis/capture.h), and
 * the line that says how much that is. */
#ifndef GCV_REPORT_CAPTURES_H
#define GCV_REPORT_CAPTURES_H

#include "analysis/capture.h"
#include "report/report.h"

typedef struct gcv_captures {
    gcv_report *report;
    size_t n;              /* number of heaps */
    gcv_capture *of;       /* per heap; all zeroed: nothing is left out */
    const gcv_heap **rest; /* per heap: the heap without it */
} gcv_captures;

/* Finds them for `n` heaps. Nothing is left out with --include-capture, if it is little in all of
 * them, or if one of them lacks names, so that they could not be compared. */
void gcv_captures_find(gcv_report *report, const gcv_heap *const *heaps, size_t n,
                       gcv_captures *out);
/* The same for all heaps of the report, or for its baseline, if there is one, and its heap; for the
 * head of the table, too. */
void gcv_captures_of_heaps(gcv_report *report, gcv_captures *out);
void gcv_captures_of_report(gcv_report *report, gcv_captures *out);
void gcv_captures_release(gcv_captures *captures);

/* A heap without what taking its dump made; NULL: nothing is left out of it. */
static inline const gcv_heap *gcv_captures_rest(const gcv_captures *captures, size_t at)
{
    return captures->of[at].objects > 0 ? captures->rest[at] : NULL;
}

/* Whether anything is left out of the first or the last heap. */
static inline bool gcv_captures_leave_out(const gcv_captures *captures)
{
    return captures->of[0].objects > 0 || captures->of[captures->n - 1].objects > 0;
}

/* Appends how much is left out of the last heap and, if there are several, of the first: `193890
 * bytes in 2449 objects that taking the dump made`. `growth`: of the reachable bytes without them;
 * 0: not known, or none. False: nothing is left out. */
bool gcv_captures_describe(const gcv_captures *captures, uint64_t growth, gcv_buffer *out);
/* Warns of it. */
void gcv_captures_warn(const gcv_captures *captures);

#endif
