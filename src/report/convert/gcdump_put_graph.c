/* gcdump_put_graph.c - the graph in a .gcdump: types, records of nodes, their offsets, addresses.
 *
 * Nodes are numbered: first the nodes for roots (root_nodes.c), then the objects in the order of
 * the heap. A record holds type, size and links; a link is the difference of two node numbers. The
 * offsets of all records precede the records, so the records are measured once more to write the
 * offsets. */
#include "report/convert/gcdump_writer.h"

/* ---- sizes -------------------------------------------------------------------------------- */

static uint32_t size_of(const gcv_gcdump_writer *w, uint32_t object)
{
    uint64_t size = gcv_heap_size(w->heap, object);
    return size < INT32_MAX ? (uint32_t)size : INT32_MAX;
}

void gcv_gcdump_find_sizes(gcv_gcdump_writer *w)
{
    const gcv_heap *heap = w->heap;
    w->type_size = gcv_alloc(w->ctx, heap->n_types, sizeof *w->type_size);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        w->type_size[t] = -1;
    }
    for (uint32_t o = 0; o < heap->n_objects; o++) {
        uint32_t size = size_of(w, o);
        int32_t *of_type = &w->type_size[heap->type.data[o]];
        *of_type = *of_type < 0 ? (int32_t)size : *of_type;
        w->total += size;
        w->n_cut += gcv_heap_size(heap, o) > INT32_MAX;
    }
}

/* ---- records ------------------------------------------------------------------------------ */

static uint32_t n_nodes(const gcv_gcdump_writer *w)
{
    return (uint32_t)w->roots.nodes.n + w->heap->n_objects;
}

/* The head of a record: the number of the type, and whether a size follows. Type 0 is UNDEFINED;
 * the types of the heap follow, then one for each root node. */
static int32_t head_of(size_t type, bool sized) { return (int32_t)(2 * (1 + type) + sized); }

/* Writes a link: the difference of the two nodes' numbers. */
static void put_link(gcv_byte_sink *to, uint32_t from, uint64_t node)
{
    gcv_gcdump_put_packed(to, (int32_t)((int64_t)node - from));
}

static void put_object(const gcv_gcdump_writer *w, gcv_byte_sink *to, uint32_t object)
{
    uint32_t type = w->heap->type.data[object], size = size_of(w, object), n;
    const uint32_t *refs = gcv_heap_references(w->heap, object, &n);
    bool sized = size != (uint32_t)w->type_size[type];
    gcv_gcdump_put_packed(to, head_of(type, sized));
    if (sized) {
        gcv_gcdump_put_packed(to, (int32_t)size);
    }
    gcv_gcdump_put_packed(to, (int32_t)n);
    for (uint32_t i = 0; i < n; i++) {
        put_link(to, object, refs[i]);
    }
}

static void put_root_node(const gcv_gcdump_writer *w, gcv_byte_sink *to, uint32_t number)
{
    const gcv_root_nodes *roots = &w->roots;
    const gcv_root_node *node = &roots->nodes.data[number];
    gcv_gcdump_put_packed(to, head_of(w->heap->n_types + (size_t)number, false));
    gcv_gcdump_put_packed(to, (int32_t)(node->n + node->n_roots));
    for (uint32_t i = 0; i < node->n; i++) {
        put_link(to, number, node->first + i);
    }
    for (uint32_t i = 0; i < node->n_roots; i++) {
        uint32_t record = roots->roots.data[node->first_root + i];
        put_link(to, number, (uint64_t)roots->nodes.n + w->heap->roots.data[record].object);
    }
}

static void put_node(const gcv_gcdump_writer *w, gcv_byte_sink *to, uint32_t number)
{
    if (number < w->roots.nodes.n) {
        put_root_node(w, to, number);
    } else {
        put_object(w, to, number - (uint32_t)w->roots.nodes.n);
    }
}

/* Writes the first record, which stands for an undefined node. */
static void put_undefined(gcv_byte_sink *to)
{
    gcv_gcdump_put_packed(to, 0);
    gcv_gcdump_put_packed(to, 0);
}

uint64_t gcv_gcdump_measure_records(gcv_gcdump_writer *w)
{
    w->ruler.n = 0;
    put_undefined(&w->ruler);
    for (uint32_t i = 0; i < n_nodes(w); i++) {
        put_node(w, &w->ruler, i);
    }
    return w->ruler.n;
}

/* ---- the graph ---------------------------------------------------------------------------- */

static void put_type(gcv_byte_sink *to, gcv_slice name, int32_t size, gcv_slice module)
{
    gcv_gcdump_put_string(to, name);
    gcv_gcdump_put(to, (uint32_t)size, 4);
    gcv_gcdump_put_string(to, module);
}

void gcv_gcdump_put_types(gcv_gcdump_writer *w, gcv_byte_sink *to)
{
    const gcv_heap *heap = w->heap;
    const gcv_slice none = gcv_slice_of(NULL, 0);
    gcv_buffer name = {{NULL, 0, 0}};
    put_type(to, gcv_slice_str("UNDEFINED"), 0, none);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        put_type(to, heap->types.name[i], w->type_size[i],
                 heap->types.module != NULL ? heap->types.module[i] : none);
    }
    for (uint32_t i = 0; i < w->roots.nodes.n; i++) {
        gcv_root_node_name(w->ctx, &w->roots, &w->roots.nodes.data[i], &name);
        put_type(to, gcv_buffer_slice(&name), 0, none);
    }
    gcv_buffer_release(w->ctx, &name);
}

void gcv_gcdump_put_graph(gcv_gcdump_writer *w)
{
    gcv_byte_sink *to = &w->file;
    const uint32_t nodes = n_nodes(w);
    gcv_gcdump_begin_object(to, "Graphs.MemoryGraph", 1, 0);
    gcv_gcdump_put(to, w->total, 8);
    gcv_gcdump_put(to, 0, 4); /* the root node */
    gcv_gcdump_put(to, (uint32_t)w->counts.types, 4);
    gcv_gcdump_put_types(w, to);
    gcv_gcdump_put(to, nodes, 4); /* and the offset of each node's record */
    w->ruler.n = 0;
    put_undefined(&w->ruler);
    for (uint32_t i = 0; i < nodes; i++) {
        gcv_gcdump_put(to, (uint32_t)w->ruler.n, 4);
        put_node(w, &w->ruler, i);
    }
    gcv_gcdump_put(to, (uint32_t)w->counts.record_bytes, 4);
    put_undefined(to);
    for (uint32_t i = 0; i < nodes; i++) {
        put_node(w, to, i);
    }
    gcv_gcdump_put(to, nodes, 4); /* and the address of each */
    for (uint32_t i = 0; i < w->roots.nodes.n; i++) {
        gcv_gcdump_put(to, 0, 8);
    }
    for (uint32_t i = 0; i < w->heap->n_objects; i++) {
        gcv_gcdump_put(to, gcv_fresh_id(&w->fresh, i, gcv_heap_object_id(w->heap, i)), 8);
    }
    gcv_gcdump_put(to, GCV_TAG_BYTE, 1);
    gcv_gcdump_put(to, w->is_64_bit, 1);
    gcv_gcdump_put(to, GCV_TAG_END, 1);
}
