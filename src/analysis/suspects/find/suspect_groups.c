/* suspect_groups.c - types and namespaces whose objects retain much together; see suspects.h.
 *
 * Only groups whose upper bound is heavy are examined. A group with one top member retains what
 * that member retains. All other groups, types and namespaces alike, go through one run of
 * gcv_retained_on_chains(), because most of its cost is the pass over all references, which all
 * sets share. Crowds that may be suspects, mostly a few, share this run. If there are many, they
 * have a run of their own, because few objects are below crowds, while most are below some group:
 * 0.8 instead of 1.5 seconds for 10 million objects.
 */
#include "analysis/suspects/find/suspects.h"

#include "analysis/groups.h"
#include "analysis/chain_order.h"
#include "analysis/type_kinds.h"
#include "base/error.h"
#include "base/sort.h"

#include <string.h>

/* The members of a group that no other member dominates. */
typedef struct gcv_top_members {
    uint32_t until; /* position after the last object below the last top member */
    uint32_t n;
    uint64_t retained; /* sum of the bytes that each retains */
} gcv_top_members;

typedef struct gcv_grouper {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    gcv_groups namespaces;
    uint64_t *of_type, *of_namespace;   /* upper bounds; later retained bytes, 0: no heavy group */
    uint32_t *type_set, *namespace_set; /* GCV_NONE: needs no set */
    uint32_t *group_of;                 /* per type: its heavy group; GCV_NONE */
    gcv_suspects *out;
    gcv_u32_column crowds; /* crowds that need a set; their sets follow those of groups */
} gcv_grouper;

/* Whether a namespace is the platform's and so no group: every program is made of such types, so it
 * says nothing that they retain much. The types themselves are groups like any others. */
static bool is_of_platform(gcv_slice name)
{
    static const char platform[] = "System";
    size_t n = sizeof platform - 1;
    return name.size == 0 || name.data[0] == '<' ||
           (name.size >= n && memcmp(name.data, platform, n) == 0 &&
            (name.size == n || name.data[n] == '.'));
}

/* Counts the types of each namespace. */
static void count_types(const gcv_grouper *grouper, uint32_t *n_types)
{
    const gcv_heap *heap = grouper->input->heap;
    memset(n_types, 0, grouper->namespaces.n * sizeof *n_types);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        if (gcv_heap_type_row(heap, t) == t) {
            n_types[grouper->namespaces.of[t]]++;
        }
    }
}

static void count_top_member(gcv_top_members *members, uint32_t at, uint32_t end, uint64_t retained)
{
    if (at >= members->until) {
        members->until = end;
        members->n++;
        members->retained += retained;
    }
}

static void find_top_members(const gcv_grouper *grouper, gcv_top_members *types,
                             gcv_top_members *spaces)
{
    const gcv_suspect_input *input = grouper->input;
    const gcv_dominator_tree *tree = &grouper->out->tree;
    for (uint32_t at = 1; at < tree->n; at++) {
        uint32_t w = tree->order[at], type = grouper->out->room.type[at];
        uint32_t end = at + tree->size[w];
        if (gcv_suspects_select(input, grouper->out, input->dominators->object[w])) {
            count_top_member(&types[type], at, end, input->dominators->retained[w]);
            count_top_member(&spaces[grouper->namespaces.of[type]], at, end,
                             input->dominators->retained[w]);
        }
    }
}

/* Keeps bounds for each type (joined by name), from its top members and its upper bound. */
static void keep_bounds(const gcv_grouper *grouper, const gcv_top_members *types)
{
    const uint32_t n = grouper->input->heap->n_types;
    gcv_type_bounds *bounds = gcv_alloc(grouper->ctx, n, sizeof *bounds);
    for (uint32_t i = 0; i < n; i++) {
        bounds[i].least = types[i].retained;
        bounds[i].most = types[i].n == 1 ? types[i].retained : grouper->of_type[i];
    }
    grouper->out->bounds = bounds;
}

/* Returns the number of the set needed to find what a group retains. GCV_NONE: no set is needed;
 * `*bytes`, the upper bound until then, is now what the group retains (0: no heavy group). That is
 * known if there is one top member, or if all top members retain, one by one, as much as the bound
 * allows. */
static uint32_t choose_set(const gcv_grouper *grouper, const gcv_top_members *members, bool may,
                           uint64_t *bytes, uint32_t *n)
{
    const bool known = members->n <= 1 || members->retained == *bytes;
    may = may && *bytes >= grouper->input->heavy && members->n > 0;
    *bytes = may ? members->retained : 0;
    return may && !known ? (*n)++ : GCV_NONE;
}

/* Numbers the sets of types (joined by name) that may be heavy, then those of namespaces; returns
 * their number. */
static uint32_t choose_sets(gcv_grouper *grouper, const gcv_top_members *types,
                            const gcv_top_members *spaces)
{
    const gcv_heap *heap = grouper->input->heap;
    uint32_t n = 0;
    for (uint32_t i = 0; i < heap->n_types; i++) {
        uint32_t row = gcv_heap_type_row(heap, i);
        bool may = (grouper->out->kinds[i] & GCV_TYPE_STUFF) == 0;
        grouper->type_set[i] = row != i
                                   ? grouper->type_set[row]
                                   : choose_set(grouper, &types[i], may, &grouper->of_type[i], &n);
    }
    count_types(grouper, grouper->namespace_set);
    for (uint32_t i = 0; i < grouper->namespaces.n; i++) {
        bool may = grouper->namespace_set[i] > 1 && !is_of_platform(grouper->namespaces.names[i]);
        grouper->namespace_set[i] =
            choose_set(grouper, &spaces[i], may, &grouper->of_namespace[i], &n);
    }
    return n;
}

static bool crowd_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_crowd *crowds = payload;
    return crowds[a].top_bytes != crowds[b].top_bytes ? crowds[a].top_bytes > crowds[b].top_bytes
                                                      : gcv_crowd_before(&crowds[a], &crowds[b]);
}

/* Chooses the crowds that need a set: of the GCV_CROWDS_MOST crowds whose top members retain the
 * most in sum, those that may be suspects and have several top members. */
static void choose_crowds(gcv_grouper *grouper)
{
    gcv_crowd_column *all = &grouper->out->crowds.all;
    gcv_u32_column *crowds = &grouper->crowds;
    size_t n = 0;
    for (uint32_t i = 0; i < all->n; i++) {
        gcv_u32_column_push(grouper->ctx, crowds, i);
    }
    crowds->n = gcv_select(crowds->data, crowds->n, GCV_CROWDS_MOST, crowd_before, all->data);
    for (uint32_t i = 0; i < crowds->n; i++) {
        gcv_crowd *crowd = &all->data[crowds->data[i]];
        if (crowd->tops == 1) {
            crowd->retained = crowd->top_bytes;
        } else if (gcv_crowd_is_suspect(grouper->input, grouper->out, crowd, crowd->most)) {
            crowds->data[n++] = crowds->data[i];
        }
    }
    crowds->n = n;
}

static uint32_t add_sets_of_type(const gcv_grouper *grouper, uint32_t type, uint32_t *sets,
                                 uint32_t n)
{
    uint32_t space = grouper->namespace_set[grouper->namespaces.of[type]];
    if (grouper->type_set[type] != GCV_NONE) {
        sets[n++] = grouper->type_set[type];
    }
    if (space != GCV_NONE) {
        sets[n++] = space;
    }
    return n;
}

/* Puts the members of the crowds that need a set into classes from `first` on. */
static void classify_crowds(const gcv_grouper *grouper, uint32_t *class_of, uint32_t first)
{
    const gcv_crowds *crowds = &grouper->out->crowds;
    for (uint32_t i = 0; i < grouper->crowds.n; i++) {
        const gcv_crowd *crowd = &crowds->all.data[grouper->crowds.data[i]];
        for (uint32_t m = 0; m < crowd->n; m++) {
            class_of[crowds->members.data[crowd->first + m]] = first + i;
        }
    }
}

/* Lists the sets of each class in `first` and `sets`, as in gcv_set_classes. Types are the classes
 * of groups; after them come the classes of `n_crowds` crowds, whose sets begin with `set`. */
static void list_sets(const gcv_grouper *grouper, uint32_t set, uint32_t n_crowds, uint32_t *first,
                      uint32_t *sets)
{
    const uint32_t n_types = grouper->input->heap->n_types;
    uint32_t n = 0;
    for (uint32_t i = 0; i < n_types; i++) {
        first[i] = n;
        n = add_sets_of_type(grouper, i, sets, n);
    }
    for (uint32_t i = 0; i < n_crowds; i++) {
        first[n_types + i] = n;
        n = add_sets_of_type(grouper, grouper->out->crowds.all.data[grouper->crowds.data[i]].type,
                             sets, n);
        sets[n++] = set + i;
    }
    first[n_types + n_crowds] = n;
}

/* Finds the class of each object. */
static void classify(const gcv_grouper *grouper, uint32_t n_crowds, uint32_t *class_of)
{
    const gcv_suspect_input *input = grouper->input;
    const gcv_heap *heap = input->heap;
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        class_of[i] = gcv_suspects_select(input, grouper->out, i) ? heap->type.data[i] : GCV_NONE;
    }
    if (n_crowds > 0) {
        classify_crowds(grouper, class_of, heap->n_types);
    }
}

/* Finds what the sets of `n` groups and of `n_crowds` crowds retain; `n_crowds` is 0 or the number
 * of all crowds that need a set. */
static void find_groups(const gcv_grouper *grouper, uint32_t n, uint32_t n_crowds,
                        uint64_t *retained)
{
    const gcv_suspect_input *input = grouper->input;
    const gcv_heap *heap = input->heap;
    const bool by_type = grouper->out->selects_all && n_crowds == 0;
    const size_t n_classes = (size_t)heap->n_types + n_crowds;
    gcv_context *ctx = grouper->ctx;
    uint32_t *class_of = by_type ? NULL : gcv_alloc(ctx, heap->n_objects, sizeof *class_of);
    uint32_t *first = gcv_alloc(ctx, n_classes + 1, sizeof *first);
    uint32_t *sets = gcv_alloc(ctx, n_classes * 3, sizeof *sets);
    gcv_set_classes classes;
    if (!by_type) {
        classify(grouper, n_crowds, class_of);
    }
    list_sets(grouper, n, n_crowds, first, sets);
    classes.class_of = by_type ? heap->type.data : class_of;
    classes.n_classes = (uint32_t)n_classes;
    classes.n_sets = n + n_crowds;
    classes.first = first;
    classes.sets = sets;
    gcv_retained_on_chains(ctx, heap, input->roots, input->order, &classes, retained);
    gcv_free(ctx, class_of);
    gcv_free(ctx, first);
    gcv_free(ctx, sets);
}

/* Finds what the crowds that need a set retain. */
static void find_crowds(const gcv_grouper *grouper, uint64_t *retained)
{
    const gcv_suspect_input *input = grouper->input;
    const size_t n = input->heap->n_objects;
    uint32_t *class_of = gcv_alloc(grouper->ctx, n, sizeof *class_of);
    gcv_set_classes classes;
    memset(class_of, 0xff, n * sizeof *class_of); /* GCV_NONE */
    classify_crowds(grouper, class_of, 0);
    classes.class_of = class_of;
    classes.n_classes = classes.n_sets = (uint32_t)grouper->crowds.n;
    classes.first = classes.sets = NULL;
    gcv_retained_on_chains(grouper->ctx, input->heap, input->roots, input->order, &classes,
                           retained);
    gcv_free(grouper->ctx, class_of);
}

/* Finds what the sets of `n` groups, and of the crowds after them, retain. */
static void find_sets(const gcv_grouper *grouper, uint32_t n, uint64_t *retained)
{
    const uint32_t n_crowds = (uint32_t)grouper->crowds.n;
    const bool together = n + n_crowds <= GCV_SETS_PER_MASK;
    if (n > 0 || (together && n_crowds > 0)) {
        find_groups(grouper, n, together ? n_crowds : 0, retained);
    }
    if (!together && n_crowds > 0) {
        find_crowds(grouper, retained + n);
    }
}

/* Stores what sets retain. `n`: number of sets of groups. Both bounds of a type with a set are
 * exact from now on. */
static void take_exact(const gcv_grouper *grouper, uint32_t n, const uint64_t *retained)
{
    gcv_type_bounds *bounds = grouper->out->bounds;
    for (uint32_t i = 0; i < grouper->crowds.n; i++) {
        grouper->out->crowds.all.data[grouper->crowds.data[i]].retained = retained[n + i];
    }
    for (uint32_t i = 0; i < grouper->input->heap->n_types; i++) {
        if (grouper->type_set[i] != GCV_NONE) {
            grouper->of_type[i] = retained[grouper->type_set[i]];
            bounds[i].least = bounds[i].most = grouper->of_type[i];
        }
    }
    for (uint32_t i = 0; i < grouper->namespaces.n; i++) {
        if (grouper->namespace_set[i] != GCV_NONE) {
            grouper->of_namespace[i] = retained[grouper->namespace_set[i]];
        }
    }
}

static void add_group(gcv_grouper *grouper, gcv_slice name, uint32_t type, uint64_t retained)
{
    gcv_heavy_group group = {0};
    group.name = name;
    group.type = type;
    group.retained = retained;
    group.held_by_row.choice = group.held_by_group.choice = GCV_NONE;
    gcv_heavy_group_column_push(grouper->ctx, &grouper->out->groups, group);
}

/* Adds a group for each heavy type, then for each heavy namespace without a heavy type. */
static void keep_heavy(gcv_grouper *grouper)
{
    const gcv_heap *heap = grouper->input->heap;
    const gcv_groups *spaces = &grouper->namespaces;
    uint32_t *group = grouper->namespace_set; /* per namespace, in the memory of the sets */
    for (uint32_t i = 0; i < heap->n_types; i++) {
        uint32_t row = gcv_heap_type_row(heap, i);
        grouper->group_of[i] = row != i ? grouper->group_of[row] : GCV_NONE;
        if (row == i && grouper->of_type[i] >= grouper->input->heavy) {
            grouper->group_of[i] = (uint32_t)grouper->out->groups.n;
            add_group(grouper, heap->types.name[i], i, grouper->of_type[i]);
        }
        if (grouper->group_of[i] != GCV_NONE) {
            grouper->of_namespace[spaces->of[i]] = 0;
        }
    }
    for (uint32_t i = 0; i < spaces->n; i++) {
        group[i] = GCV_NONE;
        if (grouper->of_namespace[i] >= grouper->input->heavy) {
            group[i] = (uint32_t)grouper->out->groups.n;
            add_group(grouper, spaces->names[i], GCV_NONE, grouper->of_namespace[i]);
        }
    }
    for (uint32_t i = 0; i < heap->n_types; i++) {
        if (grouper->group_of[i] == GCV_NONE) {
            grouper->group_of[i] = group[spaces->of[i]];
        }
    }
}

static void find_exact(gcv_grouper *grouper)
{
    uint32_t n_types = grouper->input->heap->n_types, n = 0;
    gcv_top_members *types = gcv_alloc_zeroed(grouper->ctx, n_types, sizeof *types);
    gcv_top_members *spaces = gcv_alloc_zeroed(grouper->ctx, n_types, sizeof *spaces);
    uint64_t *retained = NULL;
    size_t n_sets = 0;
    choose_crowds(grouper);
    find_top_members(grouper, types, spaces);
    keep_bounds(grouper, types);
    n = choose_sets(grouper, types, spaces);
    n_sets = n + grouper->crowds.n;
    retained = gcv_alloc(grouper->ctx, n_sets, sizeof *retained);
    find_sets(grouper, n, retained);
    take_exact(grouper, n, retained);
    gcv_free(grouper->ctx, types);
    gcv_free(grouper->ctx, spaces);
    gcv_free(grouper->ctx, retained);
}

/* Finds the bounds of groups, and the crowds. */
static void find_candidates(gcv_grouper *grouper)
{
    gcv_suspect_bounds(grouper->ctx, grouper->input, grouper->out, grouper->namespaces.of,
                       grouper->of_type, grouper->of_namespace);
    gcv_suspect_crowds(grouper->ctx, grouper->input, grouper->of_type, grouper->out);
}

static void add_start(gcv_chain_starts *starts, uint32_t root, uint32_t kind)
{
    if (starts->members++ == 0) {
        starts->root = root;
        starts->root_kind = kind;
    } else if (starts->root != root) {
        starts->root = GCV_NONE;
        starts->root_kind = starts->root_kind == kind ? kind : GCV_NONE;
    }
}

/* Finds for each type where the chains of its objects begin. */
static void find_starts(const gcv_grouper *grouper)
{
    const gcv_chain_order *order = grouper->input->order;
    const gcv_root *roots = grouper->input->heap->roots.data;
    gcv_suspects *out = grouper->out;
    out->starts = gcv_alloc_zeroed(grouper->ctx, out->n_types, sizeof *out->starts);
    for (uint32_t i = 0; i < order->n; i++) {
        const uint32_t root = out->room.root[i];
        if (gcv_suspects_select(grouper->input, out, order->object[i])) {
            add_start(&out->starts[out->room.type[i]], root, roots[root].kind);
        }
    }
}

static void find_all(gcv_grouper *grouper)
{
    find_candidates(grouper);
    find_starts(grouper);
    gcv_suspect_room_narrow(grouper->ctx, grouper->input, &grouper->out->tree, &grouper->out->room);
    find_exact(grouper);
    keep_heavy(grouper);
}

void gcv_suspect_groups(gcv_context *ctx, const gcv_suspect_input *input, uint32_t *group_of,
                        gcv_suspects *out)
{
    uint32_t n_types = input->heap->n_types;
    gcv_grouper grouper = {0};
    grouper.ctx = ctx;
    grouper.input = input;
    grouper.group_of = group_of;
    grouper.out = out;
    gcv_groups_init(ctx, &grouper.namespaces, input->heap, GCV_BY_NAMESPACE);
    grouper.of_type = gcv_alloc(ctx, n_types, sizeof *grouper.of_type);
    grouper.of_namespace = gcv_alloc(ctx, n_types, sizeof *grouper.of_namespace);
    grouper.type_set = gcv_alloc(ctx, n_types, sizeof *grouper.type_set);
    grouper.namespace_set = gcv_alloc(ctx, n_types, sizeof *grouper.namespace_set);
    find_all(&grouper);
    gcv_free(ctx, grouper.of_type);
    gcv_free(ctx, grouper.of_namespace);
    gcv_free(ctx, grouper.type_set);
    gcv_free(ctx, grouper.namespace_set);
    gcv_u32_column_release(ctx, &grouper.crowds);
    gcv_groups_release(ctx, &grouper.namespaces);
}
