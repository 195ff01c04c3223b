/* gcdump_roots.c - a .gcdump has no root records: below its root node stands a tree of pseudo nodes
 * (`[static vars]`, `[local vars]` …), and what these refer to is rooted. See gcdump.h.
 *
 * A pseudo node has no size and no address and is reached from the root through such nodes only.
 * Brackets around a name tell nothing: `[]c` is an object, and some writers leave them out.
 */
#include "input/gcdump.h"

#include "base/error.h"
#include "base/id_map.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

enum { INTERNAL = 0, LOCAL = 1, FINALIZER = 2, HANDLE = 3, STATIC = 4 };

/* What a pseudo node makes of the objects below it. */
typedef struct gcv_gcdump_group {
    uint32_t node;
    uint8_t kind, flags;
    bool inner;  /* below a group that has a meaning of its own */
    bool thread; /* statics of a thread */
} gcv_gcdump_group;

GCV_COLUMN(gcv_gcdump_group_column, gcv_gcdump_group);

typedef struct gcv_gcdump_rule {
    const char *name; /* in lower case, without brackets */
    uint8_t kind, flags;
    const char *label; /* NULL: none */
} gcv_gcdump_rule;

static const gcv_gcdump_rule rules[] = {
    {".net roots", INTERNAL, 0, NULL},
    {"gc heaps", INTERNAL, 0, NULL},
    {"js roots", INTERNAL, 0, "JavaScript"},
    {"static vars", STATIC, 0, NULL},
    {"thread static vars", STATIC, 0, NULL},
    {"local vars", LOCAL, 0, NULL},
    {"pinned local vars", LOCAL, GCV_ROOT_PINNED, NULL},
    {"com/winrt objects", HANDLE, 0, "COM/WinRT"},
    {"other roots", INTERNAL, 0, NULL},
    {"none", INTERNAL, 0, NULL},
    {"strong handles", HANDLE, 0, "strong"},
    {"stronghandle", HANDLE, 0, "strong"},
    {"pinning handles", HANDLE, GCV_ROOT_PINNED, NULL},
    {"pinned handles", HANDLE, GCV_ROOT_PINNED, NULL},
    {"pinnedhandle", HANDLE, GCV_ROOT_PINNED, NULL},
    {"asyncpinnedhandle", HANDLE, GCV_ROOT_PINNED, "async"},
    {"sizedrefhandle", HANDLE, 0, "sized reference"},
    {"finalizer handles", FINALIZER, 0, NULL},
    {"finalizerqueue", FINALIZER, 0, NULL},
    {"other handles", HANDLE, 0, "other"},
    {"dependent handles", HANDLE, 0, "dependent"},
};

/* Words that tell the kind of a group no rule knows; the first that is found counts. */
static const gcv_gcdump_rule words[] = {
    {"static", STATIC, 0, NULL},
    {"finaliz", FINALIZER, 0, NULL},
    {"weak", HANDLE, GCV_ROOT_WEAK, NULL},
    {"pin", HANDLE, GCV_ROOT_PINNED, NULL},
    {"handle", HANDLE, 0, NULL},
    {"stack", LOCAL, 0, NULL},
    {"local", LOCAL, 0, NULL},
    {"thread", LOCAL, 0, NULL},
};

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool matches(gcv_slice text, const char *name)
{
    size_t i, size = strlen(name);
    for (i = 0; i < size && i < text.size && lower(text.data[i]) == name[i]; i++) {
    }
    return i == size;
}

static bool contains(gcv_slice text, const char *word)
{
    size_t i;
    for (i = 0; i < text.size; i++) {
        if (matches(gcv_slice_of(text.data + i, text.size - i), word)) {
            return true;
        }
    }
    return false;
}

static gcv_slice without_brackets(gcv_slice name)
{
    return name.size >= 2 && name.data[0] == '[' && name.data[name.size - 1] == ']'
               ? gcv_slice_of(name.data + 1, name.size - 2)
               : name;
}

/* `Acme.Cache.items` out of `static var Acme.Cache.items`, or `TypeID(0x1) (static var)`. */
static bool static_name(gcv_slice name, gcv_slice *out)
{
    static const char before[] = "static var ", after[] = " (static var)";
    const size_t n_before = sizeof before - 1, n_after = sizeof after - 1;
    if (matches(name, before)) {
        *out = gcv_slice_of(name.data + n_before, name.size - n_before);
        return true;
    }
    if (name.size > n_after && memcmp(name.data + name.size - n_after, after, n_after) == 0) {
        *out = gcv_slice_of(name.data, name.size - n_after);
        return true;
    }
    return false;
}

/* Kind, flags and label of what a pseudo node refers to, from its name and the group above. */
static void classify(gcv_slice name, gcv_gcdump_group *group, gcv_slice *label)
{
    size_t i;
    name = without_brackets(name);
    *label = gcv_slice_of(NULL, 0);
    for (i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (strlen(rules[i].name) == name.size && matches(name, rules[i].name)) {
            group->kind = rules[i].kind;
            group->flags = rules[i].flags;
            group->inner = rules[i].kind != INTERNAL;
            group->thread = matches(name, "thread ");
            if (rules[i].label != NULL) {
                *label = gcv_slice_str(rules[i].label);
            }
            return;
        }
    }
    if (static_name(name, label)) {
        group->kind = STATIC;
        return;
    }
    *label = name;
    for (i = 0; !group->inner && i < sizeof words / sizeof words[0]; i++) {
        if (contains(name, words[i].name)) {
            group->kind = words[i].kind;
            group->flags = words[i].flags;
            return;
        }
    }
}

typedef struct gcv_gcdump_walk {
    gcv_gcdump *dump;
    gcv_gcdump_group_column groups; /* pseudo nodes in the order they are met */
    gcv_u8_column text;
    gcv_slice_column labels;
    gcv_id_map by_type; /* type and thread to a place in `labels` */
    uint64_t edges;
} gcv_gcdump_walk;

static gcv_status meet(gcv_gcdump_walk *walk, const gcv_gcdump_group *group, gcv_error *err)
{
    walk->dump->pseudo[group->node >> 5] |= (uint32_t)1 << (group->node & 31);
    return gcv_gcdump_group_column_push(walk->dump->ctx, &walk->groups, *group, err);
}

/* The label in memory that lasts: pseudo nodes of a type share it. Statics of threads say so. */
static gcv_status keep_label(gcv_gcdump_walk *walk, uint32_t type, bool thread, gcv_slice *label,
                             gcv_error *err)
{
    static const char mark[] = " [thread]";
    gcv_context *ctx = walk->dump->ctx;
    uint64_t key = (uint64_t)type * 2 + thread;
    uint32_t known = gcv_id_map_get(ctx, &walk->by_type, key);
    size_t more = thread ? sizeof mark - 1 : 0;
    gcv_status status;
    if (label->data == NULL) {
        return GCV_OK;
    }
    if (known != GCV_NONE) {
        *label = walk->labels.data[known];
        return GCV_OK;
    }
    walk->text.n = 0;
    status = gcv_u8_column_reserve(ctx, &walk->text, label->size + more, err);
    if (status == GCV_OK) {
        memcpy(walk->text.data, label->data, label->size);
        memcpy(walk->text.data + label->size, mark, more);
        *label = gcv_slice_of((const char *)walk->text.data, label->size + more);
        status = gcv_builder_keep(walk->dump->builder, *label, label, err);
    }
    if (status == GCV_OK) {
        status = gcv_slice_column_push(ctx, &walk->labels, *label, err);
    }
    return status == GCV_OK
               ? gcv_id_map_set(ctx, &walk->by_type, key, (uint32_t)(walk->labels.n - 1), err)
               : status;
}

static gcv_status visit(gcv_gcdump_walk *walk, gcv_gcdump_group group, gcv_error *err)
{
    gcv_gcdump *dump = walk->dump;
    gcv_gcdump_group below;
    gcv_gcdump_node node, child_node;
    gcv_builder_root root;
    gcv_slice name;
    gcv_status status;
    uint32_t i, child;
    bool unnamed;
    if (!gcv_gcdump_node_at(dump, group.node, &node)) {
        return gcv_gcdump_fail(dump, err);
    }
    memset(&root, 0, sizeof root);
    status = gcv_gcdump_type_name(dump, node.type, &name, &unnamed, err);
    if (status == GCV_OK) {
        classify(name, &group, &root.label);
        root.kept = true;
        status =
            keep_label(walk, node.type, group.kind == STATIC && group.thread, &root.label, err);
    }
    walk->edges += node.n_children;
    if (walk->edges > dump->blob_size) {
        (void)gcv_gcdump_wrong(dump, dump->blob_at, "nodes share their records");
        return gcv_gcdump_fail(dump, err);
    }
    root.kind = group.kind;
    root.flags = group.flags;
    for (i = 0; status == GCV_OK && i < node.n_children; i++) {
        if (!gcv_gcdump_child(dump, group.node, &node.children, &child) ||
            !gcv_gcdump_node_at(dump, child, &child_node)) {
            return gcv_gcdump_fail(dump, err);
        }
        if (gcv_gcdump_bit(dump->pseudo, child)) {
            continue;
        }
        if (child_node.size == 0 && !child_node.undefined && gcv_gcdump_address(dump, child) == 0) {
            below = group;
            below.node = child;
            status = meet(walk, &below, err);
        } else {
            bool null = child_node.undefined && gcv_gcdump_address(dump, child) == 0;
            root.id = null ? 0 : gcv_gcdump_id(dump, child);
            status = gcv_builder_add_root(dump->builder, &root, err);
        }
    }
    return status;
}

gcv_status gcv_gcdump_roots(gcv_gcdump *dump, gcv_error *err)
{
    gcv_gcdump_walk walk;
    gcv_gcdump_group top;
    gcv_status status;
    size_t i;
    memset(&walk, 0, sizeof walk);
    memset(&top, 0, sizeof top);
    walk.dump = dump;
    top.node = dump->root;
    status = meet(&walk, &top, err);
    for (i = 0; status == GCV_OK && i < walk.groups.n; i++) {
        status = visit(&walk, walk.groups.data[i], err);
    }
    gcv_gcdump_group_column_release(dump->ctx, &walk.groups);
    gcv_u8_column_release(dump->ctx, &walk.text);
    gcv_slice_column_release(dump->ctx, &walk.labels);
    gcv_id_map_release(dump->ctx, &walk.by_type);
    return status;
}
