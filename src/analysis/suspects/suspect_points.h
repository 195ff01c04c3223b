/* suspect_points.h - how much speaks for a suspect: points for each piece of evidence, which can be
 * added up by hand. docs/definitions.md has the table. */
#ifndef GCV_ANALYSIS_SUSPECTS_SUSPECT_POINTS_H
#define GCV_ANALYSIS_SUSPECTS_SUSPECT_POINTS_H

#include <gcview/gcview.h>

/* What a crowd needs to be a suspect that is not heavy. */
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

/* For `bytes` of `whole`: 4 from a half on, 3 from 10 %, 2 from 3 %, 1 from 1 %. */
uint8_t gcv_points_of_size(uint64_t bytes, uint64_t whole);
/* For objects kept in the same way: 1 from 3 on, 2 from 10, 3 from 100. */
uint8_t gcv_points_of_repeats(uint32_t objects);
/* How a crowd is kept: 4 by what should let go of it (delegates, timers, cancellation, tasks,
 * values of threads, or nothing but handles and finalizers), 2 by a collection in a static field, 1
 * by any other collection. */
uint8_t gcv_points_of_keepers(uint32_t keepers, bool at_root, uint32_t root_kind);

enum {
    GCV_POINTS_YOURS = 3,
    GCV_POINTS_HOLDER_YOURS = 2,
    GCV_POINTS_BRIEF = 2,
    GCV_POINTS_KEPT = 4,
    GCV_POINTS_GREW = 2
};

#endif
