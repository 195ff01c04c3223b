/* trace_tally.c - objects and bytes by type of a heap dump while it is read; see trace.h. */
#include "input/nettrace/trace.h"

#include <string.h>

unsigned gcv_trace_size_class(uint64_t size)
{
    unsigned class = 0;
    for (uint64_t limit = 1000; class < 6 && size > limit; limit *= 10) {
        class ++;
    }
    return class;
}

gcv_trace_tally *gcv_trace_tally_new(const gcv_builder *builder)
{
    gcv_trace_tally *tally = gcv_alloc_zeroed(builder->ctx, 1, sizeof *tally);
    tally->keep = builder->keep;
    tally->by_size_class = builder->options.keep_size_classes;
    return tally;
}

void gcv_trace_tally_free(gcv_context *ctx, gcv_trace_tally *tally)
{
    if (tally == NULL) {
        return;
    }
    GCV_RELEASE(ctx, &tally->sums, &tally->sum_of, &tally->classes, &tally->waiting);
    gcv_builder_columns_release(ctx, &tally->columns);
    GCV_FREE(ctx, tally->runs, tally);
}

/* ---- sums --------------------------------------------------------------------------------- */

/* Makes the entry for a type in `sum_of`. */
static void reserve_type(gcv_context *ctx, gcv_trace_tally *tally, uint32_t type)
{
    size_t n = tally->sum_of.n;
    gcv_u32_column_reserve(ctx, &tally->sum_of, type + (size_t)1 - n);
    memset(tally->sum_of.data + n, 0, (tally->sum_of.cap - n) * sizeof *tally->sum_of.data);
    tally->sum_of.n = tally->sum_of.cap;
}

static void add_sum(gcv_context *ctx, gcv_trace_tally *tally, uint32_t type, unsigned size_class)
{
    const gcv_trace_sum sum = {.type = type, .size_class = size_class};
    gcv_trace_sum_column_push(ctx, &tally->sums, sum);
}

/* Finds or adds the sum of a type, for its objects below the size classes. */
static uint32_t find_sum(gcv_context *ctx, gcv_trace_tally *tally, uint32_t type)
{
    if (type >= tally->sum_of.n) {
        reserve_type(ctx, tally, type);
    }
    if (tally->sum_of.data[type] == 0) {
        add_sum(ctx, tally, type, 0);
        tally->sum_of.data[type] = (uint32_t)tally->sums.n;
    }
    return tally->sum_of.data[type] - 1;
}

static uint32_t find_class_sum(gcv_context *ctx, gcv_trace_tally *tally, uint32_t type,
                               unsigned size_class)
{
    const uint64_t key = (uint64_t)type * 8 + size_class;
    const uint32_t at = gcv_id_map_enter(ctx, &tally->classes, key, tally->sums.n);
    if (at == tally->sums.n) {
        add_sum(ctx, tally, type, size_class);
    }
    return at;
}

/* ---- objects ------------------------------------------------------------------------------ */

static void prove(gcv_context *ctx, gcv_trace_tally *tally, uint64_t address)
{
    if (tally->runs == NULL) {
        tally->runs = gcv_alloc(ctx, 1, sizeof *tally->runs);
        gcv_id_runs_init(tally->runs);
    }
    tally->repeats = tally->repeats || !gcv_id_runs_add(tally->runs, address);
}

static void keep_row(gcv_context *ctx, gcv_builder_columns *columns, uint32_t sum, uint64_t size)
{
    gcv_u32_column_push(ctx, &columns->slot, sum);
    gcv_u32_column_push(ctx, &columns->size,
                        gcv_big_size_fit(ctx, &columns->big, columns->size.n, size));
}

static void count_object(gcv_context *ctx, gcv_trace_tally *tally, const gcv_trace_waiting *node)
{
    unsigned size_class = tally->by_size_class ? gcv_trace_size_class(node->size) : 0;
    const uint32_t at = size_class == 0 ? find_sum(ctx, tally, node->type)
                                        : find_class_sum(ctx, tally, node->type, size_class);
    gcv_trace_sum *sum = &tally->sums.data[at];
    sum->count++;
    sum->bytes = gcv_add_capped(sum->bytes, node->size);
    tally->objects++;
    tally->edges += node->edges;
    if (tally->keep == GCV_KEEP_NOTHING) {
        prove(ctx, tally, node->address);
        return;
    }
    if (tally->keep == GCV_KEEP_ROWS) {
        keep_row(ctx, &tally->columns, at, node->size);
    }
    gcv_id_column_push(ctx, &tally->columns.ids, node->address);
}

/* ---- the queue ---------------------------------------------------------------------------- */

void gcv_trace_tally_extend(gcv_trace_tally *tally, uint32_t edges)
{
    if (tally->queue_start < tally->waiting.n) {
        uint32_t *sum = &tally->waiting.data[tally->waiting.n - 1].edges;
        *sum = *sum > UINT32_MAX - edges ? UINT32_MAX : *sum + edges;
    }
}

/* Removes the unused places before the queue, once they are as many as the nodes to be moved. */
static void close_gap(gcv_trace_tally *tally)
{
    size_t left = tally->waiting.n - tally->queue_start;
    if (tally->queue_start >= left) {
        memmove(tally->waiting.data, tally->waiting.data + tally->queue_start,
                left * sizeof *tally->waiting.data);
        tally->waiting.n = left;
        tally->queue_start = 0;
    }
}

/* Keeps the last node in the queue until another one comes, as it may get more edges. */
void gcv_trace_tally_count(gcv_context *ctx, gcv_trace_tally *tally, uint64_t edges, bool last)
{
    while (tally->queue_start + !last < tally->waiting.n &&
           tally->waiting.data[tally->queue_start].edges <= edges - tally->edges) {
        count_object(ctx, tally, &tally->waiting.data[tally->queue_start]);
        tally->queue_start++;
    }
    if (tally->queue_start > 0) {
        close_gap(tally);
    }
}
