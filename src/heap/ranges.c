/* ranges.c - generations by address; see heap.h.
 *
 * The bounds of all ranges cut the ids into cells. Each range in turn takes those of its cells that
 * no earlier range has taken. Taken cells are skipped by union-find with path halving: `next` leads
 * from a cell towards the next free one. O(n log n), 24 bytes a bound.
 */
#include "heap/heap.h"

static uint32_t next_free(uint32_t *next, uint32_t cell)
{
    while (next[cell] != cell) {
        next[cell] = next[next[cell]];
        cell = next[cell];
    }
    return cell;
}

typedef struct gcv_cuts {
    size_t n;
    uint64_t *cut;
    uint32_t *next, *owner;
} gcv_cuts;

static void find_cuts(gcv_context *ctx, gcv_cuts *cuts, const gcv_range_column *ranges)
{
    size_t n = 0;
    for (size_t i = 0; i < ranges->n; i++) {
        cuts->cut[2 * i] = ranges->data[i].start;
        cuts->cut[2 * i + 1] = ranges->data[i].end;
    }
    gcv_sort_keys(ctx, cuts->cut, cuts->n);
    cuts->next = gcv_alloc(ctx, cuts->n, sizeof *cuts->next);
    cuts->owner = gcv_alloc(ctx, cuts->n, sizeof *cuts->owner);
    for (size_t i = 0; i < cuts->n; i++) {
        if (n == 0 || cuts->cut[i] != cuts->cut[n - 1]) {
            cuts->cut[n++] = cuts->cut[i];
        }
    }
    for (size_t i = 0; i < n; i++) {
        cuts->next[i] = (uint32_t)i;
        cuts->owner[i] = GCV_NONE;
    }
    cuts->n = n;
}

static void take_cells(gcv_cuts *cuts, const gcv_range *range)
{
    if (range->end <= range->start) {
        return;
    }
    uint32_t cell =
        (uint32_t)(gcv_count_up_to_u64(cuts->cut, sizeof *cuts->cut, cuts->n, range->start) - 1);
    uint32_t end =
        (uint32_t)(gcv_count_up_to_u64(cuts->cut, sizeof *cuts->cut, cuts->n, range->end) - 1);
    for (cell = next_free(cuts->next, cell); cell < end; cell = next_free(cuts->next, cell)) {
        cuts->owner[cell] = range->generation;
        cuts->next[cell] = cell + 1; /* no range owns the last cell, so there is a next one */
    }
}

/* There are fewer joined cells than cuts, and the column has room for as many as there are cuts. */
static void join_cells(const gcv_cuts *cuts, gcv_range_column *ranges)
{
    ranges->n = 0;
    for (size_t i = 0; i + 1 < cuts->n; i++) {
        gcv_range *last = ranges->n > 0 ? &ranges->data[ranges->n - 1] : NULL;
        if (cuts->owner[i] == GCV_NONE) {
            continue;
        }
        if (last != NULL && last->end == cuts->cut[i] && last->generation == cuts->owner[i]) {
            last->end = cuts->cut[i + 1];
        } else {
            ranges->data[ranges->n].start = cuts->cut[i];
            ranges->data[ranges->n].end = cuts->cut[i + 1];
            ranges->data[ranges->n++].generation = cuts->owner[i];
        }
    }
}

void gcv_ranges_normalize(gcv_context *ctx, gcv_range_column *ranges)
{
    size_t n = ranges->n * 2;
    gcv_range_column_reserve(ctx, ranges, ranges->n);
    if (n == 0) {
        return;
    }
    if (n >= GCV_NONE) {
        gcv_fail(ctx, GCV_ERR_LIMIT, "more than 2147483646 ranges of addresses");
    }
    gcv_cuts cuts = {.n = n};
    cuts.cut = gcv_alloc(ctx, n, sizeof *cuts.cut);
    find_cuts(ctx, &cuts, ranges);
    for (size_t i = 0; i < ranges->n; i++) {
        take_cells(&cuts, &ranges->data[i]);
    }
    join_cells(&cuts, ranges);
    gcv_range_column_shrink(ctx, ranges);
    GCV_FREE(ctx, cuts.cut, cuts.next, cuts.owner);
}

uint32_t gcv_ranges_find(const gcv_range_column *ranges, uint64_t id)
{
    size_t at = gcv_count_up_to_u64(ranges->data, sizeof *ranges->data, ranges->n, id);
    return at > 0 && id < ranges->data[at - 1].end ? ranges->data[at - 1].generation : GCV_NONE;
}
