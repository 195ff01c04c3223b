/* trace_heap.c - one heap dump of a trace while it is read; see trace_heap.h. */
#include "input/nettrace/trace_heap.h"

#include "base/number.h"
#include "heap/vocabulary.h"

void gcv_trace_heap_release(gcv_context *ctx, gcv_trace_heap *heap)
{
    gcv_id_column_release(ctx, &heap->address);
    gcv_id_column_release(ctx, &heap->targets);
    gcv_u32_column_release(ctx, &heap->size);
    gcv_u32_column_release(ctx, &heap->type);
    gcv_u32_column_release(ctx, &heap->n_edges);
    gcv_big_size_column_release(ctx, &heap->big);
    gcv_trace_root_column_release(ctx, &heap->roots);
    gcv_char_column_release(ctx, &heap->names);
    gcv_trace_dependent_column_release(ctx, &heap->dependents);
    gcv_range_column_release(ctx, &heap->ranges);
}

void gcv_trace_heap_shrink(gcv_context *ctx, gcv_trace_heap *heap)
{
    gcv_id_column_shrink(ctx, &heap->address);
    gcv_id_column_shrink(ctx, &heap->targets);
    gcv_u32_column_shrink(ctx, &heap->size);
    gcv_u32_column_shrink(ctx, &heap->type);
    gcv_u32_column_shrink(ctx, &heap->n_edges);
}

/* The stream that an event is part of; GCV_STREAMS: of none. */
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

static gcv_status reserve_node(gcv_context *ctx, gcv_trace_heap *heap, gcv_error *err)
{
    gcv_status status = gcv_u32_column_reserve(ctx, &heap->size, 1, err);
    if (status == GCV_OK) {
        status = gcv_u32_column_reserve(ctx, &heap->type, 1, err);
    }
    return status == GCV_OK ? gcv_u32_column_reserve(ctx, &heap->n_edges, 1, err) : status;
}

gcv_status gcv_trace_heap_node(gcv_context *ctx, gcv_trace_heap *heap, gcv_trace_types *types,
                               const gcv_ev_node *node, gcv_error *err)
{
    uint32_t edges = node->edges < UINT32_MAX ? (uint32_t)node->edges : UINT32_MAX;
    gcv_big_size big;
    uint32_t type;
    gcv_status status = GCV_OK;
    heap->promised = gcv_add_capped(heap->promised, node->edges);
    /* Mono sends an object of very many references in pieces, of which only the first has a size.
     */
    if (node->size == 0 && node->address == heap->last_address && heap->about.objects > 0) {
        uint32_t *sum = heap->n_edges.n > 0 ? &heap->n_edges.data[heap->n_edges.n - 1] : NULL;
        if (keeps(heap, GCV_STREAM_NODES) && sum != NULL) {
            *sum = *sum > UINT32_MAX - edges ? UINT32_MAX : *sum + edges;
        }
        return GCV_OK;
    }
    heap->last_address = node->address;
    heap->about.objects++;
    heap->about.bytes = gcv_add_capped(heap->about.bytes, node->size);
    if (!keeps(heap, GCV_STREAM_NODES)) {
        return GCV_OK;
    }
    big.object = (uint32_t)heap->size.n;
    big.bytes = node->size;
    if (node->size >= GCV_BIG_SIZE) {
        status = gcv_big_size_column_push(ctx, &heap->big, big, err);
    }
    if (status == GCV_OK) {
        status = gcv_trace_types_enter(ctx, types, heap->process, node->type, &type, err);
    }
    if (status == GCV_OK) {
        status = reserve_node(ctx, heap, err);
    }
    if (status == GCV_OK) {
        status = gcv_id_column_push(ctx, &heap->address, node->address, err);
    }
    if (status == GCV_OK) {
        heap->size.data[heap->size.n++] =
            node->size < GCV_BIG_SIZE ? (uint32_t)node->size : GCV_BIG_SIZE;
        heap->type.data[heap->type.n++] = type;
        heap->n_edges.data[heap->n_edges.n++] = edges;
    }
    return status;
}

gcv_status gcv_trace_heap_edge(gcv_context *ctx, gcv_trace_heap *heap, uint64_t target,
                               gcv_error *err)
{
    heap->about.references++;
    heap->edges++;
    return keeps(heap, GCV_STREAM_EDGES) ? gcv_id_column_push(ctx, &heap->targets, target, err)
                                         : GCV_OK;
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

static gcv_status take_name(gcv_context *ctx, gcv_trace_heap *heap, gcv_cursor name,
                            gcv_trace_root *root, gcv_error *err)
{
    size_t start = heap->names.n;
    gcv_status status;
    root->name = (uint32_t)start;
    root->name_size = 0;
    if (start > UINT32_MAX / 2) {
        return GCV_OK; /* names that do not fit are left out */
    }
    status = gcv_append_utf16(ctx, &heap->names, name, err);
    root->name_size = (uint32_t)(heap->names.n - start);
    return status;
}

gcv_status gcv_trace_heap_root(gcv_context *ctx, gcv_trace_heap *heap, gcv_trace_types *types,
                               gcv_heap_event event, const gcv_ev_root *root, gcv_error *err)
{
    gcv_trace_root row;
    gcv_status status;
    heap->rcws += event == GCV_EV_RCW;
    heap->ccws += event == GCV_EV_CCW;
    if (event == GCV_EV_RCW || root->object == 0) {
        return GCV_OK; /* an object as any other; a root of nothing */
    }
    heap->about.roots++;
    if (!heap->wanted) {
        return GCV_OK;
    }
    row.object = root->object;
    row.type = GCV_NONE;
    put_kind(&row, event, root);
    row.id = root->id;
    status = take_name(ctx, heap, root->name, &row, err);
    if (status == GCV_OK && event == GCV_EV_STATICS) {
        status = gcv_trace_types_enter(ctx, types, heap->process, root->type, &row.type, err);
    }
    return status == GCV_OK ? gcv_trace_root_column_push(ctx, &heap->roots, row, err) : status;
}

gcv_status gcv_trace_heap_dependent(gcv_context *ctx, gcv_trace_heap *heap, uint64_t key,
                                    uint64_t value, gcv_error *err)
{
    gcv_trace_dependent row;
    row.key = key;
    row.value = value;
    /* A handle of Mono with key and value equal is one of its own tables. */
    if (key == 0 || value == 0 || key == value) {
        return GCV_OK;
    }
    heap->about.references++;
    return heap->wanted ? gcv_trace_dependent_column_push(ctx, &heap->dependents, row, err)
                        : GCV_OK;
}

/* Ranges come twice: as they were before the nodes, as they are behind them. The latter count. */
gcv_status gcv_trace_heap_range(gcv_context *ctx, gcv_trace_heap *heap, uint64_t start,
                                uint64_t size, uint32_t generation, gcv_error *err)
{
    gcv_range range;
    range.start = start;
    range.end = gcv_add_capped(start, size);
    range.generation = generation;
    return heap->wanted && heap->about.objects > 0 && gcv_generation_word(generation) != NULL &&
                   size > 0
               ? gcv_range_column_push(ctx, &heap->ranges, range, err)
               : GCV_OK;
}

bool gcv_trace_heap_balanced(const gcv_trace_heap *heap)
{
    return !heap->streams[GCV_STREAM_NODES].broken && !heap->streams[GCV_STREAM_EDGES].broken &&
           heap->promised == heap->edges;
}

void gcv_trace_heap_close(gcv_trace_heap *heap)
{
    heap->about.complete = heap->ended && (heap->begun || heap->mono) && heap->about.objects > 0 &&
                           gcv_trace_heap_balanced(heap);
}
