/* gcdump_roots.c - roots from pseudo nodes; see gcdump_reader.h.
 *
 * A .gcdump has no root records. Below its root node is a tree of pseudo nodes (`[static vars]`,
 * `[local vars]` …), and the objects that they refer to are roots. A pseudo node has no size and no
 * address, and is reached from the root node through pseudo nodes only. Brackets around a name
 * prove nothing: `[]c` is an object, and some writers omit the brackets.
 *
 * Time: O(pseudo nodes and their references).
 */
#include "heap/vocabulary.h"
#include "input/gcdump/gcdump_reader.h"

#include <string.h>

/* A pseudo node, with the kind and flags of the roots below it. */
typedef struct gcv_gcdump_group {
    uint32_t node;
    uint8_t kind, flags;
    bool inner;  /* below a group whose name determines a kind */
    bool thread; /* static variables of a thread */
} gcv_gcdump_group;

GCV_COLUMN(gcv_gcdump_group_column, gcv_gcdump_group);

typedef struct gcv_gcdump_rule {
    const char *name; /* in lower case, without brackets */
    uint8_t kind, flags;
    const char *label; /* NULL: none */
} gcv_gcdump_rule;

/* The group in which gcview writes internal roots. Names below it are labels, whatever they
 * contain. */
static const char closed_group[] = "internal roots";

static const gcv_gcdump_rule rules[] = {
    {".net roots", GCV_ROOT_KIND_INTERNAL, 0, NULL},
    {"gc heaps", GCV_ROOT_KIND_INTERNAL, 0, NULL},
    {"js roots", GCV_ROOT_KIND_INTERNAL, 0, "JavaScript"},
    {"static vars", GCV_ROOT_KIND_STATIC, 0, NULL},
    {"thread static vars", GCV_ROOT_KIND_STATIC, 0, NULL},
    {"local vars", GCV_ROOT_KIND_LOCAL, 0, NULL},
    {"pinned local vars", GCV_ROOT_KIND_LOCAL, GCV_ROOT_PINNED, NULL},
    {"com/winrt objects", GCV_ROOT_KIND_HANDLE, 0, "COM/WinRT"},
    {"other roots", GCV_ROOT_KIND_INTERNAL, 0, NULL},
    {"none", GCV_ROOT_KIND_INTERNAL, 0, NULL},
    {closed_group, GCV_ROOT_KIND_INTERNAL, 0, NULL},
    {"runtime roots", GCV_ROOT_KIND_RUNTIME, 0, NULL}, /* written by gcview, too */
    {"strong handles", GCV_ROOT_KIND_HANDLE, 0, "strong"},
    {"stronghandle", GCV_ROOT_KIND_HANDLE, 0, "strong"},
    {"pinning handles", GCV_ROOT_KIND_HANDLE, GCV_ROOT_PINNED, NULL},
    {"pinned handles", GCV_ROOT_KIND_HANDLE, GCV_ROOT_PINNED, NULL},
    {"pinnedhandle", GCV_ROOT_KIND_HANDLE, GCV_ROOT_PINNED, NULL},
    {"asyncpinnedhandle", GCV_ROOT_KIND_HANDLE, GCV_ROOT_PINNED, "async"},
    {"sizedrefhandle", GCV_ROOT_KIND_HANDLE, 0, "sized reference"},
    {"finalizer handles", GCV_ROOT_KIND_FINALIZER, 0, NULL},
    {"finalizerqueue", GCV_ROOT_KIND_FINALIZER, 0, NULL},
    {"other handles", GCV_ROOT_KIND_HANDLE, 0, "other"},
    {"dependent handles", GCV_ROOT_KIND_HANDLE, 0, GCV_DEPENDENT_HANDLE},
};

/* The meaning of the name of a pseudo node. It is found once for each type, as many nodes may share
 * a long name. */
typedef struct gcv_gcdump_meaning {
    const gcv_gcdump_rule *rule; /* the rule with this name; NULL: none */
    const gcv_gcdump_rule *word; /* the first word that the name contains; NULL: none */
    bool is_static;              /* the name is that of a static variable */
    gcv_slice label, in_thread;  /* as the builder keeps them; data NULL: none, or not made yet */
} gcv_gcdump_meaning;

GCV_COLUMN(gcv_gcdump_meaning_column, gcv_gcdump_meaning);

/* Words that determine the kind of a group without a rule; the first word that its name contains
 * counts. */
static const gcv_gcdump_rule words[] = {
    {"static", GCV_ROOT_KIND_STATIC, 0, NULL},
    {"finaliz", GCV_ROOT_KIND_FINALIZER, 0, NULL},
    {"weak", GCV_ROOT_KIND_HANDLE, GCV_ROOT_WEAK, NULL},
    {"pin", GCV_ROOT_KIND_HANDLE, GCV_ROOT_PINNED, NULL},
    {"handle", GCV_ROOT_KIND_HANDLE, 0, NULL},
    {"stack", GCV_ROOT_KIND_LOCAL, 0, NULL},
    {"local", GCV_ROOT_KIND_LOCAL, 0, NULL},
    {"thread", GCV_ROOT_KIND_LOCAL, 0, NULL},
};

static bool matches(gcv_slice text, const char *name)
{
    size_t i, size = strlen(name);
    for (i = 0; i < size && i < text.size && gcv_folded(text.data[i]) == name[i]; i++) {
    }
    return i == size;
}

static bool contains(gcv_slice text, const char *word)
{
    for (size_t i = 0; i < text.size; i++) {
        if (matches(gcv_slice_from(text, i), word)) {
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

/* Extracts the name of a static variable: `Acme.Cache.items` from `static var Acme.Cache.items`, or
 * `TypeID(0x1)` from `TypeID(0x1) (static var)`. */
static bool static_name(gcv_slice name, gcv_slice *out)
{
    static const char before[] = "static var ", after[] = " (static var)";
    const size_t n_before = sizeof before - 1, n_after = sizeof after - 1;
    if (matches(name, before)) {
        *out = gcv_slice_from(name, n_before);
        return true;
    }
    if (name.size > n_after && memcmp(name.data + name.size - n_after, after, n_after) == 0) {
        *out = gcv_slice_of(name.data, name.size - n_after);
        return true;
    }
    return false;
}

typedef struct gcv_gcdump_walk {
    gcv_gcdump *dump;
    gcv_gcdump_group_column groups; /* worklist of pseudo nodes, breadth first */
    gcv_gcdump_meaning_column meanings;
    gcv_id_map by_type; /* from type to index in `meanings` */
    uint64_t edges;
} gcv_gcdump_walk;

static void interpret(gcv_slice name, gcv_gcdump_meaning *meaning, gcv_slice *label)
{
    name = without_brackets(name);
    memset(meaning, 0, sizeof *meaning);
    *label = gcv_slice_of(NULL, 0);
    for (size_t i = 0; meaning->rule == NULL && i < GCV_LENGTH(rules); i++) {
        if (strlen(rules[i].name) == name.size && matches(name, rules[i].name)) {
            meaning->rule = &rules[i];
            *label = rules[i].label != NULL ? gcv_slice_str(rules[i].label) : *label;
        }
    }
    if (meaning->rule != NULL) {
        return;
    }
    meaning->is_static = static_name(name, label);
    if (!meaning->is_static) {
        *label = name;
        for (size_t i = 0; meaning->word == NULL && i < GCV_LENGTH(words); i++) {
            meaning->word = contains(name, words[i].name) ? &words[i] : NULL;
        }
    }
}

/* Finds the meaning of the name of a type, as an index in `meanings`. */
static uint32_t find_meaning(gcv_gcdump_walk *walk, uint32_t type)
{
    gcv_gcdump *dump = walk->dump;
    gcv_gcdump_meaning meaning;
    gcv_slice label;
    bool unnamed;
    const uint32_t at = gcv_id_map_enter(dump->ctx, &walk->by_type, type, walk->meanings.n);
    if (at < walk->meanings.n) {
        return at;
    }
    gcv_slice name = gcv_gcdump_type_name(dump, type, &unnamed);
    dump->ctx->steps += name.size;
    interpret(name, &meaning, &label);
    meaning.label = gcv_builder_share(dump->builder, label);
    gcv_gcdump_meaning_column_push(dump->ctx, &walk->meanings, meaning);
    return at;
}

/* Sets the kind and flags of the roots of a pseudo node, from its name and the group above it. */
static void classify(const gcv_gcdump_meaning *meaning, gcv_gcdump_group *group)
{
    const gcv_gcdump_rule *rule = meaning->rule;
    if (rule != NULL) {
        group->inner = rule->kind != GCV_ROOT_KIND_INTERNAL || rule->name == closed_group;
        group->thread = strncmp(rule->name, "thread ", 7) == 0;
    } else if (meaning->is_static) {
        group->kind = GCV_ROOT_KIND_STATIC;
    } else if (!group->inner) {
        rule = meaning->word;
    }
    if (rule != NULL) {
        group->kind = rule->kind;
        group->flags = rule->flags;
    }
}

/* Returns the label of the roots of a group; labels of thread statics get a mark. */
static gcv_slice label_of(gcv_gcdump_walk *walk, gcv_gcdump_meaning *meaning,
                          const gcv_gcdump_group *group)
{
    gcv_buffer *text = &walk->dump->text[1];
    if (meaning->label.data == NULL || group->kind != GCV_ROOT_KIND_STATIC || !group->thread) {
        return meaning->label;
    }
    if (meaning->in_thread.data == NULL) {
        gcv_buffer_clear(text);
        gcv_buffer_append(walk->dump->ctx, text, meaning->label);
        gcv_buffer_append_str(walk->dump->ctx, text, " [thread]");
        meaning->in_thread = gcv_builder_share(walk->dump->builder, gcv_buffer_slice(text));
    }
    return meaning->in_thread;
}

static void add_group(gcv_gcdump_walk *walk, const gcv_gcdump_group *group)
{
    (void)gcv_bitset_add(&walk->dump->pseudo, group->node);
    gcv_gcdump_group_column_push(walk->dump->ctx, &walk->groups, *group);
}

static void visit(gcv_gcdump_walk *walk, gcv_gcdump_group group)
{
    gcv_gcdump *dump = walk->dump;
    gcv_gcdump_node node = gcv_gcdump_node_at(dump, group.node);
    if (node.undefined && node.n_children == 0) {
        return; /* the record is cut off, and the graph may have no types */
    }
    gcv_builder_root root = {.label_is_shared = true};
    uint32_t at = find_meaning(walk, node.type);
    classify(&walk->meanings.data[at], &group);
    root.label = label_of(walk, &walk->meanings.data[at], &group);
    walk->edges += node.n_children;
    if (walk->edges > dump->blob_size) {
        gcv_gcdump_wrong(dump, dump->blob_at, "nodes share their records");
    }
    root.kind = group.kind;
    root.flags = group.flags;
    for (uint32_t i = 0; i < node.n_children; i++) {
        uint32_t child = gcv_gcdump_child(dump, group.node, &node.children);
        gcv_gcdump_node child_node = gcv_gcdump_node_at(dump, child);
        if (gcv_bitset_has(&dump->pseudo, child)) {
            continue;
        }
        if (child_node.size == 0 && !child_node.undefined && gcv_gcdump_address(dump, child) == 0) {
            gcv_gcdump_group below = group;
            below.node = child;
            add_group(walk, &below);
        } else {
            bool null = child_node.undefined && gcv_gcdump_address(dump, child) == 0;
            root.id = null ? 0 : gcv_gcdump_id(dump, child);
            gcv_builder_add_root(dump->builder, &root);
        }
    }
}

void gcv_gcdump_roots(gcv_gcdump *dump)
{
    gcv_gcdump_walk walk = {.dump = dump};
    gcv_gcdump_group top = {.node = dump->root};
    add_group(&walk, &top);
    for (size_t i = 0; i < walk.groups.n; i++) {
        visit(&walk, walk.groups.data[i]);
    }
    GCV_RELEASE(dump->ctx, &walk.groups, &walk.meanings, &walk.by_type);
}
