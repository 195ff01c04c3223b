/* id_runs.h - proof that ids are unique, without keeping them.
 *
 * The ids of a heap arrive in ascending runs, one per segment. An id outside the spans of all
 * earlier runs is new, so only the spans are kept. The first id inside a span ends the proof: it
 * may be a repeat, and only stored ids could tell. If there are more runs than room for spans, the
 * spans are joined in pairs, including the gaps between them: no ids come there later where runs
 * descend, as pages of Ruby do.
 *
 * O(1) an id; O(spans) for each new run, of which there are 34,000 at most; 16 bytes a span.
 */
#ifndef GCV_HEAP_IDS_ID_RUNS_H
#define GCV_HEAP_IDS_ID_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GCV_ID_RUNS_MAX = 1024, GCV_ID_RUNS_JOINS = 64 };

typedef struct gcv_id_runs {
    uint64_t high;    /* highest id of the open run */
    uint64_t ceiling; /* lowest id above `high` in an earlier run; UINT64_MAX: none */
    uint64_t low;     /* lowest id of the open run */
    bool open;
    size_t n, joins; /* spans; how often they were joined */
    struct gcv_id_run {
        uint64_t low, high;
    } runs[GCV_ID_RUNS_MAX]; /* earlier runs: ascending and disjoint */
} gcv_id_runs;

void gcv_id_runs_init(gcv_id_runs *runs);

/* Starts a run with the id. False if the id may be a repeat, or if there are too many runs. */
bool gcv_id_runs_start(gcv_id_runs *runs, uint64_t id);

/* Whether the id continues the open run. */
static inline bool gcv_id_runs_continue(const gcv_id_runs *runs, uint64_t id)
{
    return id > runs->high && id < runs->ceiling;
}

/* False if the id may be a repeat. */
static inline bool gcv_id_runs_add(gcv_id_runs *runs, uint64_t id)
{
    if (gcv_id_runs_continue(runs, id)) {
        runs->high = id;
        return true;
    }
    return gcv_id_runs_start(runs, id);
}

#endif
