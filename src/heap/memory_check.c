/* memory_check.c - checks against the memory limit; see memory_check.h.
 *
 * First, a few multiplications tell what everything read so far would take if all of it counts.
 * Only if that is over the limit is a closer look worth it: a temporary id index of the objects
 * read so far tells which of them are distinct and which references lead to one of them. That is
 * what freezing does, and costs as much; columns grow by a quarter, so it is not done often.
 */
#include "heap/memory_check.h"

#include "base/error.h"
#include "base/number.h"

#include <inttypes.h>
#include <string.h>

/* Counts references from the objects [begin, end), duplicates left out, to objects of the same
 * section. Returns 0 if references are numbers instead of ids: then none are certain. */
static uint64_t count_live(const gcv_builder *builder, const gcv_id_index *index, size_t begin,
                           size_t end, const gcv_u32_column *duplicates)
{
    const uint32_t *first = builder->first_ref.data;
    uint32_t ranks[GCV_FIND_BATCH];
    size_t at = first[begin], stop = first[end], i;
    uint64_t live = 0, lost = 0;
    if (builder->numbered) {
        return 0;
    }
    while (at < stop) {
        size_t n = stop - at < GCV_FIND_BATCH ? stop - at : GCV_FIND_BATCH;
        gcv_id_index_find_batch(index, &builder->refs, at, n, ranks);
        for (i = 0; i < n; i++) {
            live += ranks[i] != GCV_NONE;
        }
        at += n;
    }
    for (i = 0; i < duplicates->n; i++) {
        lost += first[duplicates->data[i] + 1] - first[duplicates->data[i]];
    }
    return live > lost ? live - lost : 0;
}

/* Counts what is certain to be in the heap: nothing, if there is no memory to find out. */
static void count_certain(gcv_builder *builder, gcv_memory_counts *counts)
{
    gcv_context *ctx = builder->ctx;
    bool over_limit = ctx->over_limit;
    gcv_status status = GCV_OK;
    size_t s;
    for (s = 0; status == GCV_OK && s < builder->section_start.n; s++) {
        size_t begin = builder->section_start.data[s];
        size_t end = s + 1 < builder->section_start.n ? builder->section_start.data[s + 1]
                                                      : gcv_id_column_n(&builder->ids);
        gcv_u32_column duplicates = {NULL, 0, 0};
        gcv_id_index index;
        bool ordered;
        status =
            gcv_id_index_build(ctx, &index, &builder->ids, begin, end, &duplicates, &ordered, NULL);
        if (status == GCV_OK) {
            counts->objects += index.n;
            counts->references += count_live(builder, &index, begin, end, &duplicates);
        }
        gcv_id_index_release(ctx, &index);
        gcv_u32_column_release(ctx, &duplicates);
    }
    ctx->over_limit = over_limit;
}

/* Returns the need, including the memory in use by heaps loaded earlier. */
static gcv_memory_need need_of(const gcv_builder *builder, const gcv_memory_counts *counts)
{
    gcv_memory_counts all = *counts;
    gcv_memory_need need;
    all.fields = builder->keeps_fields;
    all.marks = builder->keeps_marks;
    need = gcv_memory_of(builder->level, builder->options.costs, &all);
    need.least += builder->beside;
    need.most += builder->beside;
    return need;
}

/* Writes the message; `bytes` is what the objects read so far take. */
static gcv_status refuse(const gcv_builder *builder, const char *least_or_more, uint64_t bytes,
                         gcv_error *err)
{
    char about[GCV_NUMBER_MAX], so_far[GCV_NUMBER_MAX], limit[GCV_NUMBER_MAX];
    uint64_t taken = builder->input_taken != NULL ? *builder->input_taken : 0;
    double share =
        taken > 0 && builder->input_size > taken ? (double)builder->input_size / (double)taken : 1;
    size_t n_references = builder->refs.low.n + (builder->heap != NULL ? builder->heap->refs.n : 0);
    gcv_memory_counts counts;
    gcv_memory_need need;
    uint64_t total;
    memset(&counts, 0, sizeof counts);
    counts.objects = (uint64_t)((double)builder->n_objects * share);
    counts.references = (uint64_t)((double)n_references * share);
    counts.roots = builder->roots.n;
    counts.types = builder->types.slots.n;
    counts.unordered = builder->keep == GCV_KEEP_IDS;
    counts.rows = builder->level == GCV_LOAD_TALLY && builder->keep == GCV_KEEP_ROWS;
    need = need_of(builder, &counts);
    total = builder->input_size > 0 ? gcv_memory_about(&need, builder->ctx->limit) : 0;
    (void)gcv_format_human(so_far, bytes);
    (void)gcv_format_human(limit, builder->ctx->limit);
    (void)gcv_format_human(about, total);
    return total > 0 ? gcv_fail_line(err, GCV_ERR_LIMIT, builder->name, 0,
                                     "needs about %s of memory (%s %s for the %" PRIu64
                                     " objects read so far); the limit is %s",
                                     about, least_or_more, so_far, builder->n_objects, limit)
                     : gcv_fail_line(err, GCV_ERR_LIMIT, builder->name, 0,
                                     "needs %s %s of memory for the %" PRIu64
                                     " objects read so far; the limit is %s",
                                     least_or_more, so_far, builder->n_objects, limit);
}

static void say_about(const gcv_context *ctx, const char *file, uint64_t total, gcv_error *err)
{
    char about[GCV_NUMBER_MAX], limit[GCV_NUMBER_MAX];
    (void)gcv_format_human(about, total);
    (void)gcv_format_human(limit, ctx->limit);
    (void)gcv_fail_line(err, GCV_ERR_LIMIT, file, 0, "needs about %s of memory; the limit is %s",
                        about, limit);
}

/* For a builder that has no object yet: how many there are is known only from the file's own
 * statement. */
static void refuse_by_word(const gcv_builder *builder, gcv_error *err)
{
    gcv_memory_counts counts;
    gcv_memory_need need;
    uint64_t total;
    memset(&counts, 0, sizeof counts);
    counts.objects = builder->said_objects;
    counts.references = builder->said_references;
    need = need_of(builder, &counts);
    total = gcv_memory_about(&need, builder->ctx->limit);
    if (total > 0) {
        say_about(builder->ctx, builder->name, total, err);
    }
}

gcv_status gcv_memory_check_heap(gcv_builder *builder, const gcv_memory_counts *counts,
                                 gcv_error *err)
{
    uint64_t bytes;
    if (builder->ctx->limit == 0 || builder->level == GCV_LOAD_TALLY) {
        return GCV_OK;
    }
    bytes = need_of(builder, counts).least;
    return bytes > builder->ctx->limit ? refuse(builder, "at least", bytes, err) : GCV_OK;
}

gcv_status gcv_memory_check_rows(gcv_builder *builder, gcv_error *err)
{
    gcv_memory_counts counts;
    if (builder->ctx->limit == 0 || builder->level == GCV_LOAD_TALLY) {
        return GCV_OK;
    }
    memset(&counts, 0, sizeof counts);
    counts.roots = builder->roots.n;
    counts.objects = gcv_id_column_n(&builder->ids);
    counts.references = builder->refs.low.n;
    if (need_of(builder, &counts).least <= builder->ctx->limit) {
        return GCV_OK;
    }
    counts.objects = 0;
    counts.references = 0;
    count_certain(builder, &counts);
    return gcv_memory_check_heap(builder, &counts, err);
}

/* Whether the error is that of the memory limit, and nothing has been added to it yet. */
static bool is_bare(const gcv_context *ctx, const gcv_error *err)
{
    return err != NULL && err->status == GCV_ERR_LIMIT && err->file == NULL && ctx->over_limit;
}

void gcv_memory_explain(const gcv_builder *builder, gcv_error *err)
{
    if (!is_bare(builder->ctx, err)) {
        return;
    }
    if (builder->n_objects > 0) {
        (void)refuse(builder, "more than", builder->ctx->limit, err);
    } else if (builder->said_objects > 0) {
        refuse_by_word(builder, err);
    }
}

/* Estimates what a heap and its analysis take, with all other memory in use; `*total` 0: not known.
 */
static void expect(const gcv_heap *heap, const gcv_cost *const *costs, uint64_t *total)
{
    gcv_memory_counts counts;
    gcv_memory_need need;
    memset(&counts, 0, sizeof counts);
    counts.objects = heap->n_objects;
    counts.references = heap->refs.n;
    counts.types = heap->n_types;
    counts.roots = heap->roots.n;
    counts.fields = heap->fields.kind.n > 0;
    counts.marks = heap->mark.n > 0;
    need = gcv_memory_of(heap->level, costs, &counts);
    need.least += heap->ctx->used - heap->taken;
    need.most += heap->ctx->used - heap->taken;
    *total = gcv_memory_about(&need, heap->ctx->limit);
}

void gcv_memory_explain_analysis(const gcv_heap *const *heaps, size_t n,
                                 const gcv_cost *const *costs, gcv_error *err)
{
    uint64_t most = 0, total;
    size_t at = 0, i;
    if (!is_bare(heaps[0]->ctx, err)) {
        return;
    }
    for (i = 0; i < n; i++) {
        expect(heaps[i], costs, &total);
        if (total > most) {
            most = total;
            at = i;
        }
    }
    if (most > 0) {
        say_about(heaps[0]->ctx, heaps[at]->name, most, err);
    }
}
