/* overview_find.h - what the overview shows: a first look (figures/look.h). */
#ifndef GCV_REPORT_OVERVIEW_OVERVIEW_FIND_H
#define GCV_REPORT_OVERVIEW_OVERVIEW_FIND_H

#include "base/buffer.h"
#include "figures/look.h"
#include "report/select.h"

/* Lengths of the lists: together they fit one screen. Some more suspects are looked for than are
 * shown, because several can be one finding. */
enum {
    GCV_OVERVIEW_TYPES = 6,
    GCV_OVERVIEW_SUSPECTS = 8,
    GCV_OVERVIEW_FINDINGS = 3,
    GCV_OVERVIEW_CAUSES = 4
};

typedef struct gcv_overview {
    gcv_report *report;
    gcv_sides sides;
    gcv_look look;
    gcv_buffer text; /* the line that is being written */
} gcv_overview;

/* Computes all figures. */
void gcv_overview_find(gcv_report *report, gcv_overview *out);

/* Whether the heap and the baseline are snapshots of one file. */
bool gcv_overview_is_of_one_file(const gcv_overview *overview);

#endif
