/* id_runs.c - the spans of earlier runs; see id_runs.h. */
#include "heap/ids/id_runs.h"

#include "base/sort.h"

#include <string.h>

/* Closes the open run: the next id starts another. */
static void close_run(gcv_id_runs *runs)
{
    runs->open = false;
    runs->high = UINT64_MAX;
    runs->low = 0;
    runs->ceiling = 0;
}

void gcv_id_runs_init(gcv_id_runs *runs)
{
    runs->n = runs->joins = 0;
    close_run(runs);
}

/* Counts the earlier runs that begin at `id` or below. */
static size_t count_below(const gcv_id_runs *runs, uint64_t id)
{
    return gcv_count_up_to_u64(runs->runs, sizeof runs->runs[0], runs->n, id);
}

static void insert_open_run(gcv_id_runs *runs)
{
    size_t at = count_below(runs, runs->low);
    memmove(&runs->runs[at + 1], &runs->runs[at], (runs->n - at) * sizeof runs->runs[0]);
    runs->runs[at].low = runs->low;
    runs->runs[at].high = runs->high;
    runs->n++;
}

/* Joins the spans in pairs, which halves their number. */
static void join_spans(gcv_id_runs *runs)
{
    for (size_t i = 0; i < runs->n / 2; i++) {
        runs->runs[i].low = runs->runs[2 * i].low;
        runs->runs[i].high = runs->runs[2 * i + 1].high;
    }
    runs->n /= 2; /* `n` was even */
    runs->joins++;
}

bool gcv_id_runs_start(gcv_id_runs *runs, uint64_t id)
{
    if (runs->open) {
        if (runs->n == GCV_ID_RUNS_MAX) {
            return false;
        }
        insert_open_run(runs);
        if (runs->n == GCV_ID_RUNS_MAX && runs->joins < GCV_ID_RUNS_JOINS) {
            join_spans(runs); /* after the open run was inserted, as it may be in a gap */
        }
    }
    size_t at = count_below(runs, id);
    if (at > 0 && id <= runs->runs[at - 1].high) {
        close_run(runs); /* its span is among the others now */
        return false;
    }
    runs->open = true;
    runs->low = id;
    runs->high = id;
    runs->ceiling = at < runs->n ? runs->runs[at].low : UINT64_MAX;
    return true;
}
