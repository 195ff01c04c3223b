/* trace_heap.c - one heap dump of a trace while it is read; see trace.h. */
#include "input/nettrace/trace.h"

#include "heap/vocabulary.h"

void gcv_trace_heap_release(gcv_context *ctx, gcv_trace_heap *heap)
{
    gcv_trace_tally_free(ctx, heap->tally);
    heap->tally = NULL;
    gcv_builder_columns_release(ctx, &heap->rows);
    GCV_RELEASE(ctx, &heap->roots, &heap->names, &heap->dependents, &heap->ranges);
}

/* Returns the stream of an event; GCV_STREAMS: it has none. */
static unsigned stream_of(gcv_heap_event event)
{
    return event == GCV_EV_NODES        ? GCV_STREAM_NODES
           : event == GCV_EV_EDGES      ? GCV_STREAM_EDGES
           : event == GCV_EV_ROOTS      ? GCV_STREAM_ROOTS
           : event == GCV_EV_DEPENDENTS ? GCV_STREAM_DEPENDENTS
                                        : GCV_STREAMS;
}

void gcv_trace_heap_run(gcv_trace_heap *heap, const gcv_ev_run *run)
{
    unsigned stream = stream_of(run->event);
    heap->mono = heap->mono || run->runtime == GCV_EV_RUNTIME_MONO;
    if (stream < GCV_STREAMS && run->numbered && !heap->streams[stream].broken) {
        gcv_trace_stream *s = &heap->streams[stream];
        if (run->index != s->next) {
            s->broken = true;
            s->broken_at = run->offset;
        } else {
            s->next++;
        }
    }
}

static bool keeps(const gcv_trace_heap *heap, unsigned stream)
{
    return heap->wanted && !heap->streams[stream].broken;
}

/* Reserves rows for `n` nodes, except for their ids. */
static void reserve_rows(gcv_context *ctx, gcv_builder_columns *rows, size_t n)
{
    gcv_u32_column_reserve(ctx, &rows->size, n);
    gcv_u32_column_reserve(ctx, &rows->slot, n);
    gcv_u32_column_reserve(ctx, &rows->first_ref, n + 1);
    if (rows->first_ref.n == 0) {
        rows->first_ref.data[rows->first_ref.n++] = 0;
    }
}

/* Adds the row of a node; room for it must be reserved. */
static void add_row(gcv_context *ctx, gcv_trace_heap *heap, const gcv_trace_waiting *node)
{
    gcv_builder_columns *rows = &heap->rows;
    gcv_id_column_push(ctx, &rows->ids, node->address);
    const uint32_t size = gcv_big_size_fit(ctx, &rows->big, rows->size.n, node->size);
    rows->size.data[rows->size.n++] = size;
    rows->slot.data[rows->slot.n++] = node->type;
    rows->first_ref.data[rows->first_ref.n++] = node->edges;
}

/* Adds edges to the last node: Mono sends an object with very many references in parts, of which
 * only the first has a size. */
static void extend_last(gcv_trace_heap *heap, uint32_t edges)
{
    if (heap->tally != NULL) {
        gcv_trace_tally_extend(heap->tally, edges);
    } else if (heap->rows.first_ref.n > 1) {
        uint32_t *sum = &heap->rows.first_ref.data[heap->rows.first_ref.n - 1];
        *sum = *sum > UINT32_MAX - edges ? UINT32_MAX : *sum + edges;
    }
}

static void take_node(gcv_trace *trace, gcv_trace_heap *heap, const gcv_ev_node *node)
{
    gcv_trace_waiting kept;
    const bool keep = keeps(heap, GCV_STREAM_NODES);
    kept.address = node->address;
    kept.size = node->size;
    kept.edges = node->edges < UINT32_MAX ? (uint32_t)node->edges : UINT32_MAX;
    heap->promised = gcv_add_capped(heap->promised, node->edges);
    if (node->size == 0 && node->address == heap->last_address && heap->about.objects > 0) {
        if (keep) {
            extend_last(heap, kept.edges);
        }
        return;
    }
    heap->last_address = node->address;
    heap->about.objects++;
    heap->about.bytes = gcv_add_capped(heap->about.bytes, node->size);
    if (!keep) {
        return;
    }
    kept.type = gcv_trace_types_find(trace->ctx, &trace->types, heap->process, node->type);
    if (kept.type == GCV_NONE) {
        kept.type = gcv_trace_types_enter(trace->ctx, &trace->types, heap->process, node->type);
    }
    if (heap->tally != NULL) {
        gcv_trace_waiting_column_push(trace->ctx, &heap->tally->waiting, kept);
    } else {
        add_row(trace->ctx, heap, &kept);
    }
}

void gcv_trace_heap_nodes(gcv_trace *trace, const gcv_ev_node *nodes, size_t n)
{
    gcv_trace_heap *heap = trace->target;
    if (heap->tally == NULL && keeps(heap, GCV_STREAM_NODES)) {
        reserve_rows(trace->ctx, &heap->rows, n);
    }
    for (size_t i = 0; i < n; i++) {
        take_node(trace, heap, &nodes[i]);
    }
    if (heap->tally != NULL) {
        gcv_trace_tally_count(trace->ctx, heap->tally, heap->edges_kept, false);
    }
}

void gcv_trace_heap_edges(gcv_trace *trace, const uint64_t *targets, size_t n)
{
    gcv_trace_heap *heap = trace->target;
    heap->about.references += n;
    heap->edges += n;
    if (!keeps(heap, GCV_STREAM_EDGES)) {
        return;
    }
    heap->edges_kept += n;
    if (heap->tally != NULL) {
        gcv_trace_tally_count(trace->ctx, heap->tally, heap->edges_kept, false);
    } else {
        gcv_id_column_append(trace->ctx, &heap->rows.refs, targets, n);
    }
}

/* Sets kind, flags and label of a root. */
static void put_kind(gcv_trace_root *row, gcv_heap_event event, const gcv_ev_root *root)
{
    static const uint8_t kinds[] = {
        [GCV_EV_LOCAL] = GCV_ROOT_KIND_LOCAL,
        [GCV_EV_FINALIZER] = GCV_ROOT_KIND_FINALIZER,
        [GCV_EV_HANDLE] = GCV_ROOT_KIND_HANDLE,
    };
    row->kind = root->kind < sizeof kinds ? kinds[root->kind] : GCV_ROOT_KIND_HANDLE;
    row->flags = (uint8_t)(root->flags & (GCV_ROOT_PINNED | GCV_ROOT_WEAK | GCV_ROOT_INTERIOR));
    row->label = GCV_LABEL_NONE;
    if (event == GCV_EV_STATICS) {
        row->kind = GCV_ROOT_KIND_STATIC;
        row->flags = 0;
        row->label = root->flags & 1 ? GCV_LABEL_THREAD : GCV_LABEL_NONE;
    } else if (event == GCV_EV_CCW) {
        row->label = GCV_LABEL_COM;
    } else if (root->flags & 8) {
        row->label = GCV_LABEL_COUNTED;
    } else if (root->kind >= GCV_EV_OTHER) {
        row->label = GCV_LABEL_OTHER;
    } else if (root->kind == GCV_EV_HANDLE && row->flags == 0) {
        row->label = GCV_LABEL_STRONG;
    }
}

static void take_name(gcv_context *ctx, gcv_trace_heap *heap, gcv_cursor name, gcv_trace_root *root)
{
    size_t start = heap->names.n;
    root->name = (uint32_t)start;
    root->name_size = 0;
    if (start > UINT32_MAX / 2) {
        return; /* a name that does not fit is dropped */
    }
    gcv_append_utf16(ctx, &heap->names, name);
    root->name_size = (uint32_t)(heap->names.n - start);
}

void gcv_trace_heap_root(gcv_trace *trace, gcv_heap_event event, const gcv_ev_root *root)
{
    gcv_trace_heap *heap = trace->target;
    heap->rcws += event == GCV_EV_RCW;
    heap->ccws += event == GCV_EV_CCW;
    if (root->object == 0) {
        return;
    }
    heap->about.roots++;
    if (!heap->wanted) {
        return;
    }
    gcv_trace_root row = {.object = root->object, .id = root->id, .type = GCV_NONE};
    put_kind(&row, event, root);
    take_name(trace->ctx, heap, root->name, &row);
    if (event == GCV_EV_STATICS) {
        row.type = gcv_trace_types_enter(trace->ctx, &trace->types, heap->process, root->type);
    }
    gcv_trace_root_column_push(trace->ctx, &heap->roots, row);
}

void gcv_trace_heap_dependent(gcv_trace *trace, uint64_t key, uint64_t value)
{
    gcv_trace_heap *heap = trace->target;
    const gcv_trace_dependent row = {key, value};
    /* If key and value are equal, it is a handle of a table of Mono's own. */
    if (key == 0 || value == 0 || key == value) {
        return;
    }
    heap->about.references++;
    if (heap->wanted && heap->tally == NULL) {
        gcv_trace_dependent_column_push(trace->ctx, &heap->dependents, row);
    }
}

/* Adds a range. Ranges come twice: before the nodes, as they were, and after the nodes, as they
 * are. The latter count. */
void gcv_trace_heap_range(gcv_context *ctx, gcv_trace_heap *heap, const gcv_ev_range *range)
{
    const gcv_range row = {range->start, gcv_add_capped(range->start, range->size),
                           range->generation};
    if (heap->wanted && heap->about.objects > 0 && gcv_generation_word(range->generation) != NULL &&
        range->size > 0) {
        gcv_range_column_push(ctx, &heap->ranges, row);
    }
}

bool gcv_trace_heap_balanced(const gcv_trace_heap *heap)
{
    return !heap->streams[GCV_STREAM_NODES].broken && !heap->streams[GCV_STREAM_EDGES].broken &&
           heap->promised == heap->edges;
}

void gcv_trace_heap_close(gcv_context *ctx, gcv_trace_heap *heap)
{
    heap->about.complete = heap->ended && (heap->begun || heap->mono) && heap->about.objects > 0 &&
                           gcv_trace_heap_balanced(heap);
    if (heap->tally != NULL) {
        gcv_trace_tally_count(ctx, heap->tally, heap->edges_kept, true);
    }
}
