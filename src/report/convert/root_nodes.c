/* root_nodes.c - the nodes that stand for roots in a .gcdump.
 *
 * The tree is the one that dotnet-gcdump writes: a root node, below it a group for each kind, below
 * a group a node for each label. Root records are the leaves. All links are strong, so weak roots
 * are omitted. */
#include "report/convert/convert.h"

#include "heap/root_label.h"
#include "heap/vocabulary.h"

#include <inttypes.h>

enum {
    TOP,
    STATICS,
    THREAD_STATICS,
    LOCALS,
    PINNED_LOCALS,
    OTHERS,
    FIRST_INNER, /* from here on: groups below OTHERS */
    DEPENDENT = FIRST_INNER,
    OTHER_HANDLES,
    COM,
    STRONG,
    PINNING,
    FINALIZERS,
    RUNTIME,
    INTERNAL, /* also for kinds without a word */
    GROUPS
};

static const struct {
    const char *name;
    const char *label; /* label of the handles in this group */
} groups[GROUPS] = {
    [TOP] = {"[.NET Roots]", NULL},
    [STATICS] = {"[static vars]", NULL},
    [THREAD_STATICS] = {"[thread static vars]", NULL},
    [LOCALS] = {"[local vars]", NULL},
    [PINNED_LOCALS] = {"[Pinned local vars]", NULL},
    [OTHERS] = {"[other roots]", NULL},
    [DEPENDENT] = {"[Dependent Handles]", GCV_DEPENDENT_HANDLE},
    [OTHER_HANDLES] = {"[other Handles]", "other"},
    [COM] = {"[COM/WinRT Objects]", "COM/WinRT"},
    [STRONG] = {"[strong Handles]", "strong"},
    [PINNING] = {"[pinning Handles]", NULL},
    [FINALIZERS] = {"[finalizer Handles]", NULL},
    [RUNTIME] = {"[runtime roots]", NULL},
    [INTERNAL] = {"[internal roots]", NULL},
};

static const char thread_mark[] = " [thread]"; /* ends the label of a thread static */

/* ---- where a root belongs ----------------------------------------------------------------- */

static uint32_t group_of_handle(const gcv_root *root)
{
    if ((root->flags & GCV_ROOT_PINNED) != 0) {
        return PINNING;
    }
    for (uint32_t i = DEPENDENT; i < STRONG; i++) {
        if (gcv_slice_is(root->label, groups[i].label)) {
            return i;
        }
    }
    return STRONG;
}

static uint32_t group_of(const gcv_root *root)
{
    return root->kind == GCV_ROOT_KIND_HANDLE ? group_of_handle(root)
           : root->kind == GCV_ROOT_KIND_STATIC
               ? (gcv_slice_ends(root->label, thread_mark) ? THREAD_STATICS : STATICS)
           : root->kind == GCV_ROOT_KIND_LOCAL
               ? ((root->flags & GCV_ROOT_PINNED) != 0 ? PINNED_LOCALS : LOCALS)
           : root->kind == GCV_ROOT_KIND_FINALIZER ? FINALIZERS
           : root->kind == GCV_ROOT_KIND_RUNTIME   ? RUNTIME
                                                   : INTERNAL;
}

/* Name of the node that a root has below its group; data NULL: none. */
static gcv_slice label_of(const gcv_heap *heap, const gcv_root *root, uint32_t group)
{
    gcv_slice label = gcv_root_owner(heap, root);
    return group == THREAD_STATICS ? gcv_slice_of(label.data, label.size - (sizeof thread_mark - 1))
           : groups[group].label != NULL && gcv_slice_is(label, groups[group].label)
               ? gcv_slice_of(NULL, 0)
               : label;
}

static bool has_node(const gcv_heap *heap, const gcv_root *root, uint32_t group)
{
    return gcv_root_kind_word(root->kind) == NULL || label_of(heap, root, group).data != NULL;
}

/* Orders roots; 0: they share a node. */
static int compare(const gcv_heap *heap, uint32_t a, uint32_t b)
{
    const gcv_root *x = &heap->roots.data[a], *y = &heap->roots.data[b];
    uint32_t of_x = group_of(x), of_y = group_of(y);
    if (of_x != of_y) {
        return of_x < of_y ? -1 : 1;
    }
    bool has_x = has_node(heap, x, of_x);
    bool has_y = has_node(heap, y, of_y);
    return has_x != has_y ? (has_y ? -1 : 1)
           : x->kind != y->kind
               ? (x->kind < y->kind ? -1 : 1)
               : gcv_slice_compare(label_of(heap, x, of_x), label_of(heap, y, of_y));
}

GCV_BEFORE(is_before, gcv_heap, compare(of, a, b) < 0);

/* ---- the tree ----------------------------------------------------------------------------- */

static void find_roots(gcv_context *ctx, gcv_root_nodes *out)
{
    const gcv_heap *heap = out->heap;
    gcv_u32_column_reserve(ctx, &out->roots, heap->roots.n);
    for (size_t i = 0; i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        bool is_weak = (root->flags & GCV_ROOT_WEAK) != 0;
        if (root->object != GCV_NONE) {
            out->n_weak += is_weak;
            if (!is_weak) {
                out->roots.data[out->roots.n++] = (uint32_t)i;
            }
        }
    }
    gcv_sort(ctx, out->roots.data, out->roots.n, is_before, heap);
}

static void add_node(gcv_context *ctx, gcv_root_nodes *out, uint32_t group, uint32_t labelled)
{
    gcv_root_node node = {.group = group, .labelled = labelled};
    gcv_root_node_column_push(ctx, &out->nodes, node);
}

/* Adds the root node and all groups in use; `at[group]` becomes the group's index in the nodes. */
static void add_groups(gcv_context *ctx, gcv_root_nodes *out, uint32_t at[GROUPS])
{
    bool used[GROUPS] = {true};
    for (size_t i = 0; i < out->roots.n; i++) {
        uint32_t group = group_of(&out->heap->roots.data[out->roots.data[i]]);
        used[group] = true;
        used[OTHERS] = used[OTHERS] || group >= FIRST_INNER;
    }
    for (uint32_t g = 0; g < GROUPS; g++) {
        at[g] = (uint32_t)out->nodes.n;
        if (used[g]) {
            add_node(ctx, out, g, GCV_NONE);
        }
    }
    out->nodes.data[TOP].first = 1;
    out->nodes.data[TOP].n = (used[OTHERS] ? at[FIRST_INNER] : (uint32_t)out->nodes.n) - 1;
    if (used[OTHERS]) {
        out->nodes.data[at[OTHERS]].first = at[FIRST_INNER];
        out->nodes.data[at[OTHERS]].n = (uint32_t)out->nodes.n - at[FIRST_INNER];
    }
}

/* Adds a node for each distinct label, and assigns each root to its node, or to the group if it has
 * none. */
static void add_labels(gcv_context *ctx, gcv_root_nodes *out, const uint32_t at[GROUPS])
{
    const gcv_heap *heap = out->heap;
    gcv_root_node *group, *node = NULL;
    for (size_t i = 0; i < out->roots.n; i++) {
        uint32_t record = out->roots.data[i];
        const gcv_root *root = &heap->roots.data[record];
        uint32_t g = group_of(root);
        if (i == 0 || compare(heap, out->roots.data[i - 1], record) != 0) {
            bool own = has_node(heap, root, g);
            if (own) {
                add_node(ctx, out, g, record);
            }
            group = &out->nodes.data[at[g]];
            node = own ? &out->nodes.data[out->nodes.n - 1] : group;
            group->first = own && group->n == 0 ? (uint32_t)out->nodes.n - 1 : group->first;
            group->n += own;
            node->first_root = (uint32_t)i;
        }
        node->n_roots++;
    }
}

void gcv_root_nodes_find(gcv_context *ctx, const gcv_heap *heap, gcv_root_nodes *out)
{
    uint32_t at[GROUPS];
    *out = (gcv_root_nodes){.heap = heap};
    find_roots(ctx, out);
    add_groups(ctx, out, at);
    add_labels(ctx, out, at);
}

void gcv_root_node_name(gcv_context *ctx, const gcv_root_nodes *nodes, const gcv_root_node *node,
                        gcv_buffer *out)
{
    gcv_buffer_clear(out);
    if (node->labelled == GCV_NONE) {
        gcv_buffer_append_str(ctx, out, groups[node->group].name);
        return;
    }
    const gcv_root *root = &nodes->heap->roots.data[node->labelled];
    gcv_slice label = label_of(nodes->heap, root, node->group);
    gcv_buffer_append_str(ctx, out, "[");
    if (root->kind == GCV_ROOT_KIND_STATIC) {
        gcv_buffer_append_str(ctx, out, "static var ");
    } else if (gcv_root_kind_word(root->kind) == NULL) {
        gcv_buffer_print(ctx, out, "kind %" PRIx32 "%s", root->kind, label.size > 0 ? " " : "");
    }
    gcv_buffer_append(ctx, out, label);
    gcv_buffer_append_str(ctx, out, "]");
}
