/* load_heap.c - recognises the format of an input and runs its reader, more than once if needed. */
#include "input/load/load_heap.h"

#include "base/file.h"

#include <inttypes.h>

const gcv_format *gcv_heap_format_if_known(gcv_source *source, const char *name)
{
    if (name != NULL) {
        return gcv_format_named(name);
    }
    const gcv_slice head = gcv_source_peek(source);
    return head.size == 0 || gcv_foreign_of(head) != NULL ? NULL : gcv_format_of(head);
}

const gcv_format *gcv_heap_format_of(gcv_source *source, const char *name)
{
    const gcv_format *format = gcv_heap_format_if_known(source, name);
    if (format != NULL) {
        return format;
    }
    if (name != NULL) {
        gcv_fail(source->ctx, GCV_ERR_USAGE, "no input format '%s'", name);
    }
    const gcv_slice head = gcv_source_peek(source);
    if (head.size == 0) {
        gcv_fail_line(source->ctx, GCV_ERR_INPUT, source->name, 0, "the file is empty");
    }
    if (gcv_foreign_of(head) != NULL) {
        gcv_foreign_fail(source->ctx, gcv_foreign_of(head), source->name, NULL);
    }
    gcv_fail_line(source->ctx, GCV_ERR_INPUT, source->name, 0,
                  "not a heap dump gcview knows (--input-format reads it as one all the same)");
}

/* Fails if there is no snapshot with the wanted number. A file in a format without snapshots counts
 * as one snapshot. */
static void check_snapshot(const gcv_builder *builder)
{
    uint32_t wanted = gcv_builder_options(builder)->snapshot;
    size_t n = builder->heap->snapshots.n > 0 ? builder->heap->snapshots.n : 1;
    if (!(wanted <= n || wanted == GCV_SNAPSHOT_FIRST)) {
        gcv_fail_line(builder->ctx, GCV_ERR_USAGE, builder->name, 0,
                      "there is no snapshot %" PRIu32 "; the file has %zu", wanted, n);
    }
}

typedef struct reading {
    gcv_context *ctx;
    gcv_source *source;
    const gcv_format *format;
    const gcv_load_options *options;
} reading;

static void begin(const reading *r, gcv_keep keep, gcv_builder *builder)
{
    r->ctx->input_size = gcv_source_size(r->source);
    const gcv_builder_input input = {r->source->name, r->format->name, r->options,
                                     r->format->binary, keep};
    gcv_builder_init(builder, r->ctx, &input);
    builder->input_taken = &r->source->taken;
    builder->input_size = r->ctx->input_size;
    builder->beside = r->ctx->used - sizeof *builder;
}

/* Calls `run`. If it fails at the memory limit, says how much would be needed. */
static void run_explained(const reading *r, gcv_builder *builder,
                          void (*run)(const reading *r, gcv_builder *builder, void *to), void *to)
{
    gcv_guard guard;
    gcv_error err;
    gcv_guard_begin(r->ctx, &guard);
    if (setjmp(guard.jump) == 0) {
        run(r, builder, to);
    }
    if (gcv_guard_keep(r->ctx, &guard, &err) != GCV_OK) {
        gcv_memory_fail_again(builder, &err);
    }
}

static void read_and_freeze(const reading *r, gcv_builder *builder, void *to)
{
    gcv_heap **out = to;
    r->format->read(r->source, r->options->chunk_size, builder);
    if (!gcv_builder_wants_more(builder)) {
        check_snapshot(builder);
    }
    if (!gcv_builder_wants_more(builder)) {
        gcv_builder_freeze(builder, out);
        if (!gcv_builder_wants_more(builder)) {
            (*out)->stable_ids = r->format->stable_ids;
        }
    }
}

/* Runs the reader once. `*again`: in, this is a repeated run; out, the reader must run once more
 * and keep more. */
static void run(const reading *r, gcv_keep keep, gcv_builder *builder, bool *again, gcv_heap **out)
{
    gcv_phase(r->ctx, *again ? "read again" : "read");
    begin(r, keep, builder);
    run_explained(r, builder, read_and_freeze, out);
    *again = gcv_builder_wants_more(builder);
    gcv_builder_release(builder);
}

static void load(reading *r, gcv_builder *builder, gcv_heap **out)
{
    bool stream = r->options->level == GCV_LOAD_TALLY && gcv_source_can_rewind(r->source);
    bool again = false;
    gcv_keep keep = stream ? GCV_KEEP_NOTHING : GCV_KEEP_ROWS;
    r->format = gcv_heap_format_of(r->source, r->options->format);
    run(r, keep, builder, &again, out);
    /* GCV_KEEP_IDS: ids do not ascend, so duplicates can only be found among kept ids.
     * GCV_KEEP_ROWS: there are duplicates, so only rows allow leaving them out. */
    while (again) {
        if (!gcv_source_rewind(r->source)) {
            gcv_fail_line(r->ctx, GCV_ERR_INPUT, r->source->name, 0,
                          "cannot be read a second time");
        }
        keep = keep == GCV_KEEP_NOTHING ? GCV_KEEP_IDS : GCV_KEEP_ROWS;
        run(r, keep, builder, &again, out);
    }
}

void gcv_heap_load_source(gcv_context *ctx, gcv_source *source, const gcv_load_options *options,
                          gcv_heap **out)
{
    static const gcv_load_options zeroed;
    gcv_builder *builder = gcv_alloc(ctx, 1, sizeof *builder); /* too large for the stack */
    const uint64_t before = ctx->used - sizeof *builder;
    reading r = {ctx, source, NULL, options != NULL ? options : &zeroed};
    load(&r, builder, out);
    gcv_free(ctx, builder);
    (*out)->taken = ctx->used - before;
    gcv_source_close(source);
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

static void end_one(series *s, gcv_builder *builder)
{
    gcv_builder_freeze(builder, &s->out[s->n]);
    s->n++;
}

static void next_one(void *self, gcv_builder *builder)
{
    series *s = self;
    end_one(s, builder);
    gcv_builder_release(builder);
    begin_one(s, builder);
}

static void read_series(const reading *r, gcv_builder *builder, void *to)
{
    r->format->read(r->source, r->options->chunk_size, builder);
    end_one(to, builder);
}

static void load_series(series *s)
{
    const reading *r = &s->reading;
    gcv_builder *builder = gcv_alloc(r->ctx, 1, sizeof *builder);
    gcv_phase(r->ctx, "read");
    begin_one(s, builder);
    run_explained(r, builder, read_series, s);
    gcv_builder_release(builder);
    gcv_free(r->ctx, builder);
    for (size_t i = 0; i < s->n; i++) { /* equal shares, as the trace was in memory with each */
        s->out[i]->taken = (r->ctx->used - s->before) / s->n;
    }
}

size_t gcv_heap_load_snapshots(gcv_context *ctx, gcv_source *source,
                               const gcv_load_options *options, uint32_t last, gcv_heap **out)
{
    series s = {.reading.ctx = ctx,
                .reading.source = source,
                .reading.options = options,
                .before = ctx->used,
                .relay.last_snapshot = last,
                .relay.next = next_one};
    s.relay.self = &s;
    s.out = out;
    s.reading.format = gcv_heap_format_of(source, options->format);
    load_series(&s);
    gcv_source_close(source);
    return s.n;
}

void gcv_heap_load_file(gcv_context *ctx, const char *path, const gcv_load_options *options,
                        gcv_heap **out)
{
    gcv_source source;
    gcv_source_open(ctx, &source, path, gcv_standard_input());
    gcv_heap_load_source(ctx, &source, options, out);
}
