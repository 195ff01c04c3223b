/* load_heap.c - recognises the format of an input and runs its reader, more than once if needed. */
#include "input/load/load_heap.h"

#include "input/load/foreign.h"
#include "input/load/formats.h"

#include "base/error.h"
#include "base/file.h"
#include "heap/builder.h"
#include "heap/memory_check.h"

#include <inttypes.h>
#include <string.h>

gcv_status gcv_heap_format_of(gcv_source *source, const char *name, const gcv_format **out,
                              gcv_error *err)
{
    const gcv_foreign *foreign;
    gcv_slice head;
    gcv_status status;
    if (name != NULL) {
        *out = gcv_format_named(name);
        return *out != NULL ? GCV_OK : gcv_fail(err, GCV_ERR_USAGE, "no input format '%s'", name);
    }
    status = gcv_source_peek(source, &head, err);
    if (status != GCV_OK) {
        return status;
    }
    if (head.size == 0) {
        return gcv_fail_line(err, GCV_ERR_INPUT, source->name, 0, "the file is empty");
    }
    foreign = gcv_foreign_of(head);
    if (foreign != NULL) {
        return gcv_foreign_fail(foreign, source->name, NULL, err);
    }
    *out = gcv_format_of(head);
    return *out != NULL
               ? GCV_OK
               : gcv_fail_line(
                     err, GCV_ERR_INPUT, source->name, 0,
                     "not a heap dump gcview knows (--input-format reads it as one all the same)");
}

/* Fails if there is no snapshot with the wanted number. A file in a format without snapshots counts
 * as one snapshot. */
static gcv_status check_snapshot(const gcv_builder *builder, gcv_error *err)
{
    uint32_t wanted = gcv_builder_options(builder)->snapshot;
    size_t n = builder->heap->snapshots.n > 0 ? builder->heap->snapshots.n : 1;
    return wanted <= n || wanted == GCV_SNAPSHOT_FIRST
               ? GCV_OK
               : gcv_fail_line(err, GCV_ERR_USAGE, builder->name, 0,
                               "there is no snapshot %" PRIu32 "; the file has %zu", wanted, n);
}

/* What is read, and how. */
typedef struct reading {
    gcv_context *ctx;
    gcv_source *source;
    const gcv_format *format;
    const gcv_load_options *options;
} reading;

static void begin(const reading *r, gcv_keep keep, gcv_builder *builder)
{
    r->ctx->input_size = gcv_source_size(r->source);
    gcv_builder_init(builder, r->ctx, r->source->name, r->format->name, r->options,
                     r->format->binary, keep);
    builder->input_taken = &r->source->taken;
    builder->input_size = r->ctx->input_size;
    builder->beside = r->ctx->used - sizeof *builder;
}

/* Runs the reader once. `*again`: in, this is a repeated run; out, the reader must run once more
 * and keep more. */
static gcv_status run(const reading *r, gcv_keep keep, gcv_builder *builder, bool *again,
                      gcv_heap **out, gcv_error *err)
{
    gcv_status status;
    gcv_phase(r->ctx, *again ? "read again" : "read");
    begin(r, keep, builder);
    status = r->format->read(r->source, r->options->chunk_size, builder, err);
    if (status == GCV_OK && !gcv_builder_wants_more(builder)) {
        status = check_snapshot(builder, err);
    }
    if (status == GCV_OK && !gcv_builder_wants_more(builder)) {
        status = gcv_builder_freeze(builder, out, err);
        if (status == GCV_OK && !gcv_builder_wants_more(builder)) {
            (*out)->stable_ids = r->format->stable_ids;
        }
    }
    *again = gcv_builder_wants_more(builder);
    if (status != GCV_OK) {
        gcv_memory_explain(builder, err);
    }
    gcv_builder_release(builder);
    return status;
}

static gcv_status load(reading *r, gcv_builder *builder, gcv_heap **out, gcv_error *err)
{
    bool stream = r->options->level == GCV_LOAD_TALLY && gcv_source_can_rewind(r->source);
    bool again = false;
    gcv_keep keep = stream ? GCV_KEEP_NOTHING : GCV_KEEP_ROWS;
    gcv_status status = gcv_heap_format_of(r->source, r->options->format, &r->format, err);
    if (status == GCV_OK) {
        status = run(r, keep, builder, &again, out, err);
    }
    /* GCV_KEEP_IDS: ids do not ascend, so duplicates can only be found among kept ids.
     * GCV_KEEP_ROWS: there are duplicates, so only rows allow leaving them out. */
    while (status == GCV_OK && again) {
        if (!gcv_source_rewind(r->source)) {
            return gcv_fail_line(err, GCV_ERR_INPUT, r->source->name, 0,
                                 "cannot be read a second time");
        }
        keep = keep == GCV_KEEP_NOTHING ? GCV_KEEP_IDS : GCV_KEEP_ROWS;
        status = run(r, keep, builder, &again, out, err);
    }
    return status;
}

gcv_status gcv_heap_load_source(gcv_context *ctx, gcv_source *source,
                                const gcv_load_options *options, gcv_heap **out, gcv_error *err)
{
    static const gcv_load_options zeroed;
    gcv_builder *builder = gcv_alloc(ctx, 1, sizeof *builder, err); /* too large for the stack */
    const uint64_t before = builder != NULL ? ctx->used - sizeof *builder : ctx->used;
    reading r = {ctx, source, NULL, options != NULL ? options : &zeroed};
    gcv_status status = builder != NULL ? load(&r, builder, out, err) : gcv_failed(err);
    gcv_free(ctx, builder, 1, sizeof *builder);
    if (status == GCV_OK) {
        (*out)->taken = ctx->used - before;
    }
    gcv_source_close(source);
    return status;
}

/* ---- several snapshots ---------------------------------------------------------------------- */

typedef struct series {
    reading reading;
    uint64_t before; /* bytes in use before the first heap is loaded */
    gcv_builder_relay relay;
    gcv_heap **out;
    size_t n;
} series;

static void begin_one(series *s, gcv_builder *builder)
{
    begin(&s->reading, GCV_KEEP_ROWS, builder);
    builder->beside = s->before;
    builder->relay = &s->relay;
}

static gcv_status end_one(series *s, gcv_builder *builder, gcv_error *err)
{
    gcv_status status = gcv_builder_freeze(builder, &s->out[s->n], err);
    s->n += status == GCV_OK;
    return status;
}

static gcv_status next_one(void *self, gcv_builder *builder, gcv_error *err)
{
    series *s = self;
    gcv_status status = end_one(s, builder, err);
    if (status == GCV_OK) {
        gcv_builder_release(builder);
        begin_one(s, builder);
    }
    return status;
}

static gcv_status load_series(series *s, gcv_error *err)
{
    const reading *r = &s->reading;
    gcv_builder *builder = gcv_alloc(r->ctx, 1, sizeof *builder, err);
    gcv_status status;
    size_t i;
    if (builder == NULL) {
        return gcv_failed(err);
    }
    gcv_phase(r->ctx, "read");
    begin_one(s, builder);
    status = r->format->read(r->source, r->options->chunk_size, builder, err);
    if (status == GCV_OK) {
        status = end_one(s, builder, err);
    }
    if (status != GCV_OK) {
        gcv_memory_explain(builder, err);
    }
    gcv_builder_release(builder);
    gcv_free(r->ctx, builder, 1, sizeof *builder);
    for (i = 0; i < s->n; i++) { /* equal shares, as the trace was in memory with each */
        s->out[i]->taken = (r->ctx->used - s->before) / s->n;
    }
    return status;
}

gcv_status gcv_heap_load_snapshots(gcv_context *ctx, gcv_source *source,
                                   const gcv_load_options *options, uint32_t last, gcv_heap **out,
                                   size_t *n, gcv_error *err)
{
    series s;
    gcv_status status;
    memset(&s, 0, sizeof s);
    s.reading.ctx = ctx;
    s.reading.source = source;
    s.reading.options = options;
    s.before = ctx->used;
    s.relay.last_snapshot = last;
    s.relay.next = next_one;
    s.relay.self = &s;
    s.out = out;
    status = gcv_heap_format_of(source, options->format, &s.reading.format, err);
    if (status == GCV_OK) {
        status = load_series(&s, err);
    }
    gcv_source_close(source);
    *n = s.n;
    return status;
}

/* ---- files and memory ----------------------------------------------------------------------- */

gcv_status gcv_heap_load(gcv_context *ctx, const char *path, const gcv_load_options *options,
                         gcv_heap **out, gcv_error *err)
{
    gcv_source source;
    gcv_status status = gcv_source_open(&source, path, gcv_standard_input(), err);
    *out = NULL;
    return status == GCV_OK ? gcv_heap_load_source(ctx, &source, options, out, err) : status;
}

gcv_status gcv_heap_load_memory(gcv_context *ctx, const char *name, const void *bytes, size_t size,
                                const gcv_load_options *options, gcv_heap **out, gcv_error *err)
{
    gcv_source source;
    gcv_source_memory(&source, name, bytes, size);
    *out = NULL;
    return gcv_heap_load_source(ctx, &source, options, out, err);
}
