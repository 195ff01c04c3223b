/* memory_check.c - checks against the memory limit; see builder.h.
 *
 * First, a few multiplications tell what everything read so far would take if all of it counts.
 * Only if that is over the limit is a closer look worth it: a temporary id index of the objects
 * read so far tells which of them are distinct and which references lead to one of them. That is
 * what freezing does, and costs as much; columns grow by a quarter, so it is not done often.
 */
#include "heap/builder.h"

#include <inttypes.h>

/* Counts references from the objects [begin, end), duplicates left out, to objects of the same
 * section. Returns 0 if references are numbers instead of ids: then none are certain. */
static uint64_t count_live(const gcv_builder *builder, const gcv_id_index *index, size_t begin,
                           size_t end, const gcv_u32_column *duplicates)
{
    const uint32_t *first = builder->rows.first_ref.data;
    uint32_t ranks[GCV_FIND_BATCH];
    size_t at = first[begin], stop = first[end];
    uint64_t live = 0, lost = 0;
    if (builder->numbered) {
        return 0;
    }
    while (at < stop) {
        size_t n = stop - at < GCV_FIND_BATCH ? stop - at : GCV_FIND_BATCH;
        gcv_id_index_find_batch(index, &builder->rows.refs, at, n, ranks);
        for (size_t i = 0; i < n; i++) {
            live += ranks[i] != GCV_NONE;
        }
        at += n;
    }
    for (size_t i = 0; i < duplicates->n; i++) {
        lost += first[duplicates->data[i] + 1] - first[duplicates->data[i]];
    }
    return live > lost ? live - lost : 0;
}

static void count_distinct(const gcv_builder *builder, gcv_memory_counts *counts)
{
    gcv_context *ctx = builder->ctx;
    for (size_t s = 0; s < builder->section_start.n; s++) {
        size_t begin = builder->section_start.data[s];
        size_t end = s + 1 < builder->section_start.n ? builder->section_start.data[s + 1]
                                                      : gcv_id_column_n(&builder->rows.ids);
        gcv_u32_column duplicates = {0};
        gcv_id_index index;
        (void)gcv_id_index_build(ctx, &index, &builder->rows.ids, begin, end, &duplicates);
        counts->objects += index.n;
        counts->references += count_live(builder, &index, begin, end, &duplicates);
        gcv_id_index_release(ctx, &index);
        gcv_u32_column_release(ctx, &duplicates);
    }
}

/* Counts what is certain to be in the heap: nothing, if there is no memory to find out. */
static void count_certain(const gcv_builder *builder, gcv_memory_counts *counts)
{
    gcv_context *ctx = builder->ctx;
    bool over_limit = ctx->over_limit;
    gcv_guard guard;
    gcv_guard_begin(ctx, &guard);
    if (setjmp(guard.jump) == 0) {
        count_distinct(builder, counts);
    }
    (void)gcv_guard_end(ctx, &guard, NULL);
    ctx->over_limit = over_limit;
}

/* Returns the need, including the memory in use by heaps loaded earlier. */
static gcv_memory_need need_of(const gcv_builder *builder, const gcv_memory_counts *counts)
{
    gcv_memory_counts all = *counts;
    all.fields = builder->keeps_fields;
    all.marks = builder->keeps_marks;
    all.places = builder->keeps_places;
    gcv_memory_need need = gcv_memory_of(builder->level, builder->options.costs, &all);
    need.least += builder->beside;
    need.most += builder->beside;
    return need;
}

/* Writes the message; `bytes` is what the objects read so far take. */
GCV_NORETURN static void refuse(const gcv_builder *builder, const char *least_or_more,
                                uint64_t bytes)
{
    char about[GCV_NUMBER_MAX], so_far[GCV_NUMBER_MAX], limit[GCV_NUMBER_MAX];
    uint64_t taken = builder->input_taken != NULL ? *builder->input_taken : 0;
    double share =
        taken > 0 && builder->input_size > taken ? (double)builder->input_size / (double)taken : 1;
    size_t n_references =
        builder->rows.refs.low.n + (builder->heap != NULL ? builder->heap->refs.n : 0);
    gcv_memory_counts counts = {.objects = (uint64_t)((double)builder->n_objects * share),
                                .references = (uint64_t)((double)n_references * share),
                                .roots = builder->roots.n,
                                .types = builder->types.slots.n,
                                .unordered = builder->keep == GCV_KEEP_IDS,
                                .rows = builder->level == GCV_LOAD_TALLY &&
                                        builder->keep == GCV_KEEP_ROWS};
    gcv_memory_need need = need_of(builder, &counts);
    uint64_t total = builder->input_size > 0 ? gcv_memory_about(&need, builder->ctx->limit) : 0;
    (void)gcv_format_human(so_far, bytes);
    (void)gcv_format_human(limit, builder->ctx->limit);
    (void)gcv_format_human(about, total);
    if (total > 0) {
        gcv_fail_line(builder->ctx, GCV_ERR_LIMIT, builder->name, 0,
                      "needs about %s of memory (%s %s for the %" PRIu64
                      " objects read so far); the limit is %s",
                      about, least_or_more, so_far, builder->n_objects, limit);
    } else {
        gcv_fail_line(builder->ctx, GCV_ERR_LIMIT, builder->name, 0,
                      "needs %s %s of memory for the %" PRIu64
                      " objects read so far; the limit is %s",
                      least_or_more, so_far, builder->n_objects, limit);
    }
}

GCV_NORETURN static void say_about(gcv_context *ctx, const char *file, uint64_t total)
{
    char about[GCV_NUMBER_MAX], limit[GCV_NUMBER_MAX];
    (void)gcv_format_human(about, total);
    (void)gcv_format_human(limit, ctx->limit);
    gcv_fail_line(ctx, GCV_ERR_LIMIT, file, 0, "needs about %s of memory; the limit is %s", about,
                  limit);
}

/* For a builder that has no object yet: how many there are is known only from the file's own
 * statement. */
static void refuse_by_word(const gcv_builder *builder)
{
    gcv_memory_counts counts = {.objects = builder->said_objects,
                                .references = builder->said_references};
    gcv_memory_need need = need_of(builder, &counts);
    uint64_t total = gcv_memory_about(&need, builder->ctx->limit);
    if (total > 0) {
        say_about(builder->ctx, builder->name, total);
    }
}

void gcv_memory_check_heap(gcv_builder *builder, const gcv_memory_counts *counts)
{
    if (builder->ctx->limit == 0 || builder->level == GCV_LOAD_TALLY) {
        return;
    }
    uint64_t bytes = need_of(builder, counts).least;
    if (bytes > builder->ctx->limit) {
        refuse(builder, "at least", bytes);
    }
}

void gcv_memory_check_rows(gcv_builder *builder)
{
    if (builder->ctx->limit == 0 || builder->level == GCV_LOAD_TALLY) {
        return;
    }
    gcv_memory_counts counts = {.roots = builder->roots.n,
                                .objects = gcv_id_column_n(&builder->rows.ids),
                                .references = builder->rows.refs.low.n};
    if (need_of(builder, &counts).least <= builder->ctx->limit) {
        return;
    }
    counts.objects = 0;
    counts.references = 0;
    count_certain(builder, &counts);
    gcv_memory_check_heap(builder, &counts);
}

/* Whether the error is that of the memory limit, and nothing has been added to it yet. */
static bool is_bare(const gcv_context *ctx, const gcv_error *err)
{
    return err->status == GCV_ERR_LIMIT && err->file == NULL && ctx->over_limit;
}

void gcv_memory_fail_again(const gcv_builder *builder, const gcv_error *err)
{
    if (is_bare(builder->ctx, err) && builder->n_objects > 0) {
        refuse(builder, "more than", builder->ctx->limit);
    } else if (is_bare(builder->ctx, err) && builder->said_objects > 0) {
        refuse_by_word(builder);
    }
    gcv_fail_again(builder->ctx, err);
}

/* Estimates what a heap and its analysis take, with all other memory in use; `*total` 0: not known.
 */
static uint64_t expect(const gcv_heap *heap, const gcv_cost *const *costs)
{
    gcv_memory_counts counts = {.objects = heap->n_objects,
                                .references = heap->refs.n,
                                .types = heap->n_types,
                                .roots = heap->roots.n,
                                .fields = heap->fields.of_type != NULL,
                                .marks = heap->mark.n > 0,
                                .places = heap->places.all.n > 0};
    gcv_memory_need need = gcv_memory_of(heap->level, costs, &counts);
    need.least += heap->ctx->used - heap->taken;
    need.most += heap->ctx->used - heap->taken;
    return gcv_memory_about(&need, heap->ctx->limit);
}

void gcv_memory_fail_analysis(const gcv_heap *const *heaps, size_t n, const gcv_cost *const *costs,
                              const gcv_error *err)
{
    gcv_context *ctx = heaps[0]->ctx;
    uint64_t most = 0, total;
    size_t at = 0;
    for (size_t i = 0; i < n && is_bare(ctx, err); i++) {
        total = expect(heaps[i], costs);
        if (total > most) {
            most = total;
            at = i;
        }
    }
    if (most > 0) {
        say_about(ctx, heaps[at]->name, most);
    }
    gcv_fail_again(ctx, err);
}
