/* v8_roots.c - the nodes that are roots, and the root records made from them; see v8_reader.h.
 *
 * The root node represents a kind of roots and is not an object. The same holds for each synthetic
 * node without a size that the root node reaches through such nodes only. The objects to which
 * these nodes refer are rooted.
 */
#include "input/heapsnapshot/v8_reader.h"

#include "heap/root_label.h"
#include "heap/vocabulary.h"

/* Tells whether an edge counts. A shortcut counts from the root only; elsewhere it repeats another
 * path. */
static bool counts(const gcv_v8 *v8, const gcv_v8_root_edge *edge)
{
    return (edge->kind & GCV_V8_WEAK) == 0 &&
           ((edge->kind & GCV_V8_SHORTCUT) == 0 || edge->source == v8->root);
}

void gcv_v8_find_pseudo(gcv_v8 *v8)
{
    gcv_u32_column queue = {NULL, 0, 0};
    gcv_bitset_init(v8->ctx, &v8->pseudo, (size_t)v8->n_nodes);
    (void)gcv_bitset_add(&v8->pseudo, v8->root);
    gcv_u32_column_push(v8->ctx, &queue, v8->root);
    for (size_t at = 0; at < queue.n; at++) {
        uint32_t source = queue.data[at];
        for (size_t i = gcv_v8_first_edge(v8->root_edges.data, sizeof(gcv_v8_root_edge),
                                          v8->root_edges.n, source);
             i < v8->root_edges.n && v8->root_edges.data[i].source == source; i++) {
            const gcv_v8_root_edge *edge = &v8->root_edges.data[i];
            if (counts(v8, edge) && gcv_v8_group_of(v8, edge->to) != NULL &&
                gcv_bitset_add(&v8->pseudo, edge->to)) {
                gcv_u32_column_push(v8->ctx, &queue, edge->to);
            }
        }
    }
    gcv_u32_column_release(v8->ctx, &queue);
}

/* ---- records ------------------------------------------------------------------------------ */

/* Tells whether an edge becomes a root record: it leads from a root to an object. Weak edges count,
 * too. */
static bool is_record(const gcv_v8 *v8, const gcv_v8_root_edge *edge)
{
    return gcv_bitset_has(&v8->pseudo, edge->source) && !gcv_bitset_has(&v8->pseudo, edge->to) &&
           ((edge->kind & GCV_V8_WEAK) != 0 || counts(v8, edge));
}

/* Returns the string that labels a record; GCV_NONE: there is none. */
static uint32_t label_of(const gcv_v8 *v8, const gcv_v8_root_edge *edge)
{
    if (edge->source != v8->root && !v8->converted) {
        return v8->keys.data[gcv_v8_group_of(v8, edge->source)->is].name;
    }
    return (edge->kind & (GCV_V8_SHORTCUT | GCV_V8_INDEXED)) == 0 ? edge->name : GCV_NONE;
}

void gcv_v8_need_labels(gcv_v8 *v8)
{
    for (size_t i = 0; i < v8->root_edges.n; i++) {
        gcv_v8_root_edge *edge = &v8->root_edges.data[i];
        edge->name = label_of(v8, edge);
        edge->to_synthetic = (gcv_v8_node_flags(v8, edge->to) & GCV_V8_SYNTHETIC) != 0;
        if (is_record(v8, edge)) {
            gcv_v8_need_text(v8, edge->name);
            if ((edge->kind & (GCV_V8_SHORTCUT | GCV_V8_INDEXED)) == 0) {
                gcv_v8_need(v8, edge->own, GCV_V8_LOOK);
            }
        }
    }
}

static const gcv_named_value known_labels[] = {
    {"(Stack roots)|(Handle scope)|C++ native stack roots|(Registers)|(GCScopes)",
     GCV_ROOT_KIND_LOCAL},
    {"(Global handles)|(Eternal handles)|(Traced handles)|C++ Persistent roots|"
     "C++ CrossThreadPersistent roots|C++ roots|C++ cross-thread roots|(Document DOM trees)|"
     "Pending activities|(Client heap)",
     GCV_ROOT_KIND_HANDLE},
    {"GC finalizer list roots", GCV_ROOT_KIND_FINALIZER},
};

static uint32_t kind_of_label(gcv_slice label)
{
    return GCV_VALUE_NAMED(label, known_labels, GCV_ROOT_KIND_INTERNAL);
}

static uint32_t kind_of(const gcv_v8 *v8, const gcv_v8_root_edge *edge, gcv_slice label)
{
    if (edge->source != v8->root) {
        return kind_of_label(label);
    }
    if ((edge->kind & GCV_V8_SHORTCUT) != 0) {
        return GCV_ROOT_KIND_STATIC;
    }
    return edge->to_synthetic ? GCV_ROOT_KIND_RUNTIME : GCV_ROOT_KIND_INTERNAL;
}

/* ---- records that gcview wrote ------------------------------------------------------------ */

/* Returns the index of the group of roots with this name; for any other name, that of the last
 * group. */
static size_t group_named(gcv_slice name)
{
    size_t at = 0;
    while (gcv_root_group_at(at + 1) != NULL && !gcv_slice_is(name, gcv_root_group_at(at))) {
        at++;
    }
    return at;
}

/* Returns the name of the node at which an edge starts; empty if it has no name. */
static gcv_slice source_name(gcv_v8 *v8, const gcv_v8_root_edge *edge)
{
    uint32_t index = v8->keys.data[gcv_v8_group_of(v8, edge->source)->is].name;
    const gcv_v8_name *name = index != GCV_NONE ? gcv_v8_find_name(v8, index) : NULL;
    return gcv_v8_name_text(name);
}

/* Fills a root record. The kind comes from the group, all other data from the name of the edge. */
static void fill_converted(gcv_v8 *v8, const gcv_v8_root_edge *edge, gcv_builder_root *root)
{
    const gcv_slice label =
        edge->name != GCV_NONE ? gcv_v8_share_string(v8, edge->name) : gcv_slice_of(NULL, 0);
    const gcv_root read = gcv_root_label_read(group_named(source_name(v8, edge)), label);
    root->kind = read.kind;
    root->flags |= read.flags;
    root->label = read.label;
}

/* ---- records of any writer ---------------------------------------------------------------- */

/* Whether a handle is that of an object that a message of the console of DevTools shows. */
static bool is_of_console(gcv_v8 *v8, const gcv_v8_root_edge *edge)
{
    const gcv_v8_name *own = (edge->kind & (GCV_V8_SHORTCUT | GCV_V8_INDEXED)) == 0
                                 ? gcv_v8_find_name(v8, edge->own)
                                 : NULL;
    return own != NULL && own->is_console;
}

static void fill(gcv_v8 *v8, const gcv_v8_root_edge *edge, gcv_builder_root *root)
{
    root->label = edge->name != GCV_NONE
                      ? gcv_v8_share_string(v8, edge->name)
                      : gcv_slice_str((edge->kind & GCV_V8_SHORTCUT) != 0 ? "global" : "(root)");
    root->kind = kind_of(v8, edge, root->label);
    if (root->kind == GCV_ROOT_KIND_HANDLE && is_of_console(v8, edge)) {
        root->label = gcv_slice_str(GCV_CONSOLE_LABEL);
    }
}

/* Adds a root record. Unreachable objects of a snapshot that gcview wrote have no root. */
static void add_root(gcv_v8 *v8, const gcv_v8_root_edge *edge)
{
    gcv_builder_root root = {.label_is_shared = true};
    if (v8->converted && gcv_slice_is(source_name(v8, edge), GCV_ROOT_UNREACHABLE_GROUP)) {
        return;
    }
    root.id = v8->graph ? gcv_builder_id_of_number(v8->builder, edge->to) : 0;
    root.flags = (edge->kind & GCV_V8_WEAK) != 0 ? GCV_ROOT_WEAK : 0;
    (v8->converted ? fill_converted : fill)(v8, edge, &root);
    gcv_builder_add_root(v8->builder, &root);
}

void gcv_v8_add_roots(gcv_v8 *v8)
{
    for (size_t i = 0; i < v8->root_edges.n; i++) {
        if (is_record(v8, &v8->root_edges.data[i])) {
            add_root(v8, &v8->root_edges.data[i]);
        }
    }
}
