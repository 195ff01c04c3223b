/* id_runs.h - proving that no id came twice, without keeping the ids.
 *
 * Ids of a heap come in ascending runs, one a segment. As long as no id lies within the span of an
 * earlier run, none can be a repeat; only the spans are kept. The first id that does lie within one
 * ends the proof: then it may be a repeat or not, and the ids must be kept to tell.
 */
#ifndef GCV_HEAP_IDS_ID_RUNS_H
#define GCV_HEAP_IDS_ID_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GCV_ASCENT_RUNS = 1024 };

typedef struct gcv_ascent {
    uint64_t high;    /* highest id of the open run */
    uint64_t ceiling; /* lowest id above `high` that an earlier run holds, UINT64_MAX if none */
    uint64_t low;     /* lowest id of the open run */
    bool open;
    size_t n;
    struct gcv_ascent_run {
        uint64_t low, high;
    } runs[GCV_ASCENT_RUNS]; /* earlier runs, ascending, apart from each other */
} gcv_ascent;

void gcv_ascent_init(gcv_ascent *ascent);

/* False if the id may have been there before. */
bool gcv_ascent_start_run(gcv_ascent *ascent, uint64_t id);

/* Whether the id goes on with the open run. */
static inline bool gcv_ascent_continues(const gcv_ascent *ascent, uint64_t id)
{
    return id > ascent->high && id < ascent->ceiling;
}

static inline bool gcv_ascent_add(gcv_ascent *ascent, uint64_t id)
{
    if (gcv_ascent_continues(ascent, id)) {
        ascent->high = id;
        return true;
    }
    return gcv_ascent_start_run(ascent, id);
}

#endif
