/* suspect_points.h - points for the evidence against a suspect, few enough to be added up by hand.
 * docs/definitions.md has the table.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FIND_SUSPECT_POINTS_H
#define GCV_ANALYSIS_SUSPECTS_FIND_SUSPECT_POINTS_H

#include <gcview/gcview.h>

/* Minimum sum of points of a crowd that is a suspect. */
enum { GCV_POINTS_ENOUGH = 8 };

typedef enum gcv_evidence {
    GCV_EVIDENCE_SIZE,
    GCV_EVIDENCE_YOURS,
    GCV_EVIDENCE_REPEATED,
    GCV_EVIDENCE_KEPT,
    GCV_EVIDENCE_BRIEF,
    GCV_EVIDENCE_GREW, /* with a baseline only */
    GCV_N_EVIDENCE
} gcv_evidence;

typedef struct gcv_points {
    uint8_t of[GCV_N_EVIDENCE];
} gcv_points;

const char *gcv_evidence_word(gcv_evidence evidence);
uint32_t gcv_points_sum(const gcv_points *points);

/* Points for `bytes` as a share of `whole`: 4 from 50 % on, 3 from 10 %, 2 from 3 %, 1 from 1 %. */
uint8_t gcv_points_of_size(uint64_t bytes, uint64_t whole);
/* Points for a number of objects kept in the same way: 1 from 3 on, 2 from 10, 3 from 100. */
uint8_t gcv_points_of_repeats(uint32_t objects);
/* Points for how a crowd is kept: 4 if any of its keepers is no collection (delegates, closures,
 * timers, cancellation, tasks, values of threads), if only handles hold it or if it waits for
 * finalizers; 2 if its keepers are collections directly below a static field; 1 for any other
 * collections. */
uint8_t gcv_points_of_keepers(uint32_t keepers, bool at_root, uint32_t root_kind);

enum {
    GCV_POINTS_YOURS = 3,
    GCV_POINTS_HOLDER_YOURS = 2,
    GCV_POINTS_BRIEF = 2,
    GCV_POINTS_KEPT = 4,
    GCV_POINTS_GREW = 2
};

#endif
