/* followed.h - the dumps of a simulated collector as loaded heaps, and tracking between them
 * compared with what the collector knows. */
#ifndef GCV_TEST_FOLLOWED_H
#define GCV_TEST_FOLLOWED_H

#include "support/collector.h"

typedef struct followed {
    gcv_context *ctx;
    const sim *s;
    gcv_moves *moves;
    gcv_heap **heaps;      /* by dump */
    bool *complete;        /* by dump */
    uint32_t *of_identity; /* scratch: index in a dump + 1; 0: none */
    gcv_error err;
} followed;

/* Loads all dumps; all are complete except number `incomplete` (from 0). */
void followed_init(followed *f, const sim *s, size_t incomplete);
void followed_release(followed *f);

/* Replaces the heap of a dump by the heap that the text has. */
void followed_reload(followed *f, size_t dump, const graph_text *text);

/* Checks tracking from one dump to another (numbers from 0): right, refused or wrong. With `some`,
 * a result that takes some survivors for dead or born is right, too. */
typedef enum followed_result { FOLLOWED_RIGHT, FOLLOWED_REFUSED, FOLLOWED_WRONG } followed_result;

followed_result followed_track(followed *f, size_t from, size_t to, bool some,
                               char why[GRAPH_WHY_MAX]);

#endif
