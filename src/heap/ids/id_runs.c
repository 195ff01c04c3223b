/* id_runs.c - the spans of earlier runs; see id_runs.h. */
#include "heap/ids/id_runs.h"

#include <string.h>

void gcv_ascent_init(gcv_ascent *ascent)
{
    ascent->n = 0;
    ascent->open = false;
    ascent->high = UINT64_MAX; /* so that the first id starts a run */
    ascent->low = 0;
    ascent->ceiling = 0;
}

/* Number of runs whose low end is not above `id`. */
static size_t runs_from(const gcv_ascent *ascent, uint64_t id)
{
    size_t low = 0, high = ascent->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ascent->runs[middle].low <= id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool gcv_ascent_start_run(gcv_ascent *ascent, uint64_t id)
{
    size_t at;
    if (ascent->open) {
        if (ascent->n == GCV_ASCENT_RUNS) {
            return false;
        }
        at = runs_from(ascent, ascent->low);
        memmove(&ascent->runs[at + 1], &ascent->runs[at],
                (ascent->n - at) * sizeof ascent->runs[0]);
        ascent->runs[at].low = ascent->low;
        ascent->runs[at].high = ascent->high;
        ascent->n++;
    }
    at = runs_from(ascent, id);
    if (at > 0 && id <= ascent->runs[at - 1].high) {
        return false;
    }
    ascent->open = true;
    ascent->low = id;
    ascent->high = id;
    ascent->ceiling = at < ascent->n ? ascent->runs[at].low : UINT64_MAX;
    return true;
}
