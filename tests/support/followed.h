/* followed.h - the dumps of a simulated collector as loaded heaps, and what tracking says of them
 * against what the collector knows. */
#ifndef GCV_TEST_FOLLOWED_H
#define GCV_TEST_FOLLOWED_H

#include "support/collector.h"

typedef struct followed {
    gcv_context *ctx;
    const sim *s;
    gcv_moves *moves;
    gcv_heap **heaps;      /* by dump */
    bool *complete;        /* by dump */
    uint32_t *of_identity; /* scratch: place in a dump + 1 */
    gcv_error err;
} followed;

/* Loads all dumps; those are complete of which `incomplete` is not the number (from 0). */
void followed_init(followed *f, const sim *s, size_t incomplete);
void followed_release(followed *f);

/* Takes a heap's place, read from this text. */
void followed_reload(followed *f, size_t dump, const graph_text *text);

/* What tracking from dump to dump (from 0) comes to: whether it is right; refused; or wrong. With
 * `some` right is also what claims some survivors are dead or others born. */
typedef enum followed_result { FOLLOWED_RIGHT, FOLLOWED_REFUSED, FOLLOWED_WRONG } followed_result;

followed_result followed_track(followed *f, size_t from, size_t to, bool some,
                               char why[GRAPH_WHY_MAX]);

#endif
