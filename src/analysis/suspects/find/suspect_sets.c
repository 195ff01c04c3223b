/* suspect_sets.c - what groups and crowds retain, and which groups are heavy; see suspects.h.
 *
 * Only groups whose upper bound is heavy are examined. A group with one top member retains what
 * that member retains. All other groups, types and namespaces alike, go through one run of
 * gcv_retained_on_chains(), because most of its cost is the pass over all references, which all
 * sets share. Crowds that may be suspects, mostly a few, share this run. If there are many, they
 * have a run of their own, because few objects are below crowds, while most are below some group:
 * 0.8 instead of 1.5 seconds for 10 million objects.
 */
#include "analysis/suspects/find/suspect_steps.h"

#include "base/sort.h"

#include <string.h>

/* The members of a group that no other member dominates. */
typedef struct gcv_top_members {
    uint32_t until; /* position after the last object below the last top member */
    uint32_t n;
    uint64_t retained; /* sum of the bytes that each retains */
} gcv_top_members;

/* What is known of the groups of one kind: types or namespaces. */
typedef struct gcv_weighed {
    gcv_top_members *tops;
    uint32_t *set;      /* GCV_NONE: needs no set */
    uint64_t *retained; /* 0: not heavy */
} gcv_weighed;

typedef struct gcv_weigher {
    const gcv_search *search;
    const gcv_groups *namespaces;
    const gcv_upper_bounds *upper;
    gcv_weighed types, spaces; /* per type row; per namespace */
    uint32_t n_sets;           /* number of sets of groups */
    gcv_crowds *all_crowds;
    gcv_u32_column crowds; /* crowds that need a set; their sets follow those of groups */
} gcv_weigher;

/* Whether a namespace is the platform's and so no group: every program is made of such types, so it
 * says nothing that they retain much. The types themselves are groups like any others. */
static bool is_of_platform(gcv_slice name)
{
    static const char platform[] = "System";
    size_t n = sizeof platform - 1;
    return name.size == 0 || name.data[0] == '<' || gcv_slice_is(name, "blink") ||
           (name.size >= n && memcmp(name.data, platform, n) == 0 &&
            (name.size == n || name.data[n] == '.'));
}

/* Returns the number of types of each namespace. */
static uint32_t *count_types(const gcv_weigher *weigher)
{
    const gcv_heap *heap = weigher->search->input->heap;
    uint32_t *n_types = gcv_alloc_zeroed(weigher->search->ctx, heap->n_types, sizeof *n_types);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        if (gcv_heap_type_family(heap, t) == t) {
            n_types[weigher->namespaces->of[t]]++;
        }
    }
    return n_types;
}

/* ---- groups that need sets ----------------------------------------------------------------- */

static void count_top_member(gcv_top_members *members, uint32_t at, uint32_t end, uint64_t retained)
{
    if (at >= members->until) {
        members->until = end;
        members->n++;
        members->retained += retained;
    }
}

static void find_top_members(gcv_weigher *weigher, const gcv_in_tree *objects)
{
    const gcv_search *search = weigher->search;
    const gcv_dominators *d = search->input->dominators;
    const gcv_dominator_tree *tree = objects->tree;
    for (uint32_t at = 1; at < tree->n; at++) {
        const uint32_t w = tree->order[at], type = objects->type[at], end = at + tree->size[w];
        if (gcv_search_selects(search, d->object[w])) {
            const uint32_t space = weigher->namespaces->of[type];
            count_top_member(&weigher->types.tops[type], at, end, d->retained[w]);
            count_top_member(&weigher->spaces.tops[space], at, end, d->retained[w]);
        }
    }
}

/* Decides whether a group needs a set. What it retains is known without one if there is one top
 * member, or if all top members retain, one by one, as much as the upper bound `most` allows. */
static void choose_set(gcv_weigher *weigher, gcv_weighed *groups, uint32_t group, bool may,
                       uint64_t most)
{
    const gcv_top_members *tops = &groups->tops[group];
    const bool known = tops->n <= 1 || tops->retained == most;
    may = may && most >= weigher->search->input->heavy && tops->n > 0;
    groups->retained[group] = may ? tops->retained : 0;
    groups->set[group] = may && !known ? weigher->n_sets++ : GCV_NONE;
}

/* Numbers the sets of types (joined by name) that may be heavy, then those of namespaces. */
static void choose_sets(gcv_weigher *weigher)
{
    const gcv_search *search = weigher->search;
    const gcv_heap *heap = search->input->heap;
    const gcv_groups *spaces = weigher->namespaces;
    uint32_t *n_types = count_types(weigher);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        const uint32_t row = gcv_heap_type_family(heap, i);
        const bool may = row == i && (search->kinds[i] & GCV_TYPE_STUFF) == 0;
        choose_set(weigher, &weigher->types, i, may, weigher->upper->of_type[i]);
        weigher->types.set[i] = weigher->types.set[row];
    }
    for (uint32_t i = 0; i < spaces->n; i++) {
        choose_set(weigher, &weigher->spaces, i,
                   n_types[i] > 1 && !is_of_platform(spaces->names[i]),
                   weigher->upper->of_namespace[i]);
    }
    gcv_free(search->ctx, n_types);
}

/* ---- crowds that need sets ----------------------------------------------------------------- */

GCV_BEFORE(crowd_before, gcv_crowd,
           of[a].top_bytes != of[b].top_bytes ? of[a].top_bytes > of[b].top_bytes
                                              : gcv_crowd_before(&of[a], &of[b]));

/* Chooses the crowds that need a set: of the GCV_CROWDS_MOST crowds whose top members retain the
 * most in sum, those that may be suspects and have several top members. */
static void choose_crowds(gcv_weigher *weigher)
{
    gcv_crowd_column *all = &weigher->all_crowds->all;
    gcv_u32_column *crowds = &weigher->crowds;
    size_t n = 0;
    for (uint32_t i = 0; i < all->n; i++) {
        gcv_u32_column_push(weigher->search->ctx, crowds, i);
    }
    crowds->n = gcv_select(crowds->data, crowds->n, GCV_CROWDS_MOST, crowd_before, all->data);
    for (uint32_t i = 0; i < crowds->n; i++) {
        gcv_crowd *crowd = &all->data[crowds->data[i]];
        if (crowd->tops == 1) {
            crowd->retained = crowd->top_bytes;
        } else if (gcv_crowd_is_suspect(weigher->search, crowd, crowd->most)) {
            crowds->data[n++] = crowds->data[i];
        }
    }
    crowds->n = n;
}

/* ---- runs ---------------------------------------------------------------------------------- */

static uint32_t add_sets_of_type(const gcv_weigher *weigher, uint32_t type, uint32_t *sets,
                                 uint32_t n)
{
    uint32_t space = weigher->spaces.set[weigher->namespaces->of[type]];
    if (weigher->types.set[type] != GCV_NONE) {
        sets[n++] = weigher->types.set[type];
    }
    if (space != GCV_NONE) {
        sets[n++] = space;
    }
    return n;
}

/* The classes of one run: types, for groups, and then crowds. Their sets come in the same order. */
typedef struct gcv_run {
    uint32_t n_types, n_crowds; /* each all or none */
    uint32_t n_groups;          /* number of sets of groups */
} gcv_run;

/* Lists the sets of each class, as in gcv_set_classes. */
static void list_sets(const gcv_weigher *weigher, const gcv_run *run, uint32_t *first,
                      uint32_t *sets)
{
    const gcv_crowd *crowds = weigher->all_crowds->all.data;
    uint32_t n = 0;
    for (uint32_t i = 0; i < run->n_types; i++) {
        first[i] = n;
        n = add_sets_of_type(weigher, i, sets, n);
    }
    for (uint32_t i = 0; i < run->n_crowds; i++) {
        first[run->n_types + i] = n;
        if (run->n_types > 0) {
            n = add_sets_of_type(weigher, crowds[weigher->crowds.data[i]].type, sets, n);
        }
        sets[n++] = run->n_groups + i;
    }
    first[run->n_types + run->n_crowds] = n;
}

/* Finds the class of each object. */
static void classify(const gcv_weigher *weigher, const gcv_run *run, uint32_t *class_of)
{
    const gcv_crowds *crowds = weigher->all_crowds;
    const gcv_heap *heap = weigher->search->input->heap;
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        class_of[i] = run->n_types > 0 && gcv_search_selects(weigher->search, i)
                          ? heap->type.data[i]
                          : GCV_NONE;
    }
    for (uint32_t i = 0; i < run->n_crowds; i++) {
        const gcv_crowd *crowd = &crowds->all.data[weigher->crowds.data[i]];
        for (uint32_t m = 0; m < crowd->n; m++) {
            class_of[gcv_crowd_members(crowds, crowd)[m]] = run->n_types + i;
        }
    }
}

/* Finds what the sets of a run retain. */
static void find_run(const gcv_weigher *weigher, const gcv_run *run, uint64_t *retained)
{
    const gcv_suspect_input *input = weigher->search->input;
    const gcv_heap *heap = input->heap;
    const bool by_type = weigher->search->selects_all && run->n_crowds == 0;
    const size_t n = (size_t)run->n_types + run->n_crowds;
    gcv_context *ctx = weigher->search->ctx;
    uint32_t *class_of = by_type ? NULL : gcv_alloc(ctx, heap->n_objects, sizeof *class_of);
    uint32_t *first = gcv_alloc(ctx, n + 1, sizeof *first);
    uint32_t *sets = gcv_alloc(ctx, n * 3, sizeof *sets);
    if (!by_type) {
        classify(weigher, run, class_of);
    }
    list_sets(weigher, run, first, sets);
    gcv_set_classes classes = {.class_of = by_type ? heap->type.data : class_of,
                               .n_classes = (uint32_t)n,
                               .n_sets = run->n_groups + run->n_crowds,
                               .first = first,
                               .sets = sets};
    const gcv_set_query query = {heap, input->roots, &classes, input->paths, input->order};
    gcv_retained_on_chains(ctx, &query, retained);
    GCV_FREE(ctx, class_of, first, sets);
}

/* Finds what the sets of groups, and of the crowds after them, retain. */
static void find_sets(const gcv_weigher *weigher, uint64_t *retained)
{
    const uint32_t n = weigher->n_sets, n_crowds = (uint32_t)weigher->crowds.n;
    const uint32_t n_types = weigher->search->input->heap->n_types;
    const bool together = n + n_crowds <= GCV_SETS_PER_MASK;
    if (n > 0 || (together && n_crowds > 0)) {
        const gcv_run groups = {n_types, together ? n_crowds : 0, n};
        find_run(weigher, &groups, retained);
    }
    if (!together && n_crowds > 0) {
        const gcv_run crowds = {0, n_crowds, 0};
        find_run(weigher, &crowds, retained + n);
    }
}

/* ---- groups that are heavy ----------------------------------------------------------------- */

static uint32_t add_group(const gcv_search *search, gcv_suspects *out, gcv_slice name,
                          uint32_t type, uint64_t retained)
{
    gcv_heavy_group group = {.name = name, .type = type, .retained = retained, .row = GCV_NONE};
    gcv_heavy_group_column_push(search->ctx, &out->groups, group);
    return (uint32_t)(out->groups.n - 1);
}

/* Adds a group for each heavy type. `has_heavy`: per namespace, whether it has one. */
static void add_types(const gcv_weigher *weigher, uint32_t *group_of, bool *has_heavy,
                      gcv_suspects *out)
{
    const gcv_search *search = weigher->search;
    const gcv_heap *heap = search->input->heap;
    const uint64_t *retained = weigher->types.retained;
    for (uint32_t i = 0; i < heap->n_types; i++) {
        const uint32_t row = gcv_heap_type_family(heap, i);
        group_of[i] = row != i ? group_of[row]
                      : retained[i] >= search->input->heavy
                          ? add_group(search, out, heap->types.name[i], i, retained[i])
                          : GCV_NONE;
        if (group_of[i] != GCV_NONE) {
            has_heavy[weigher->namespaces->of[i]] = true;
        }
    }
}

/* Adds a group for each heavy namespace without a heavy type. */
static void add_namespaces(const gcv_weigher *weigher, uint32_t *group_of, const bool *has_heavy,
                           gcv_suspects *out)
{
    const gcv_search *search = weigher->search;
    const gcv_groups *spaces = weigher->namespaces;
    const uint64_t *retained = weigher->spaces.retained;
    uint32_t *group = gcv_alloc(search->ctx, spaces->n, sizeof *group);
    for (uint32_t i = 0; i < spaces->n; i++) {
        group[i] = !has_heavy[i] && retained[i] >= search->input->heavy
                       ? add_group(search, out, spaces->names[i], GCV_NONE, retained[i])
                       : GCV_NONE;
    }
    for (uint32_t i = 0; i < search->input->heap->n_types; i++) {
        if (group_of[i] == GCV_NONE) {
            group_of[i] = group[spaces->of[i]];
        }
    }
    gcv_free(search->ctx, group);
}

/* Adds further members, and whether all chains begin at one root, or at roots of one kind. */
static void add_starts(gcv_chain_starts *to, gcv_chain_starts more)
{
    const bool first = to->members == 0;
    to->root = first || to->root == more.root ? more.root : GCV_NONE;
    to->root_kind = first || to->root_kind == more.root_kind ? more.root_kind : GCV_NONE;
    to->members += more.members;
}

/* ---- all of it ----------------------------------------------------------------------------- */

static void init_weighed(const gcv_weigher *weigher, gcv_weighed *groups)
{
    gcv_context *ctx = weigher->search->ctx;
    const uint32_t n_types = weigher->search->input->heap->n_types; /* not fewer than namespaces */
    groups->tops = gcv_alloc_zeroed(ctx, n_types, sizeof *groups->tops);
    groups->set = gcv_alloc(ctx, n_types, sizeof *groups->set);
    groups->retained = gcv_alloc(ctx, n_types, sizeof *groups->retained);
}

/* Returns bounds for each type (joined by name), from its top members and its upper bound. */
static gcv_type_bounds *find_bounds(const gcv_weigher *weigher)
{
    const uint32_t n = weigher->search->input->heap->n_types;
    gcv_type_bounds *bounds = gcv_alloc(weigher->search->ctx, n, sizeof *bounds);
    for (uint32_t i = 0; i < n; i++) {
        const gcv_top_members *tops = &weigher->types.tops[i];
        bounds[i].least = tops->retained;
        bounds[i].most = tops->n == 1 ? tops->retained : weigher->upper->of_type[i];
    }
    return bounds;
}

/* Takes over what the sets of types or of namespaces retain. */
static void take_exact(const gcv_weighed *groups, uint32_t n, const uint64_t *retained)
{
    for (uint32_t i = 0; i < n; i++) {
        groups->retained[i] =
            groups->set[i] != GCV_NONE ? retained[groups->set[i]] : groups->retained[i];
    }
}

/* Runs the sets. Both bounds of a type with a set are exact from now on. */
static void weigh(gcv_weigher *weigher, gcv_type_bounds *bounds)
{
    gcv_context *ctx = weigher->search->ctx;
    const uint32_t n_types = weigher->search->input->heap->n_types;
    const size_t n = weigher->n_sets + weigher->crowds.n;
    uint64_t *retained = gcv_alloc(ctx, n, sizeof *retained);
    find_sets(weigher, retained);
    take_exact(&weigher->types, n_types, retained);
    take_exact(&weigher->spaces, weigher->namespaces->n, retained);
    for (uint32_t i = 0; i < n_types; i++) {
        if (weigher->types.set[i] != GCV_NONE) {
            bounds[i].least = bounds[i].most = weigher->types.retained[i];
        }
    }
    for (uint32_t i = 0; i < weigher->crowds.n; i++) {
        weigher->all_crowds->all.data[weigher->crowds.data[i]].retained =
            retained[weigher->n_sets + i];
    }
    gcv_free(ctx, retained);
}

bool gcv_is_in_group(const gcv_heap *heap, const gcv_suspect *row, uint32_t type)
{
    return row->type != GCV_NONE
               ? gcv_heap_type_row(heap, type) == gcv_heap_type_row(heap, row->type)
               : gcv_slice_equal(gcv_namespace_of(heap->types.name[type]), row->name);
}

gcv_chain_starts *gcv_suspect_starts(const gcv_search *search, const gcv_chained *chained)
{
    const gcv_heap *heap = search->input->heap;
    const gcv_chain_order *order = search->input->order;
    gcv_chain_starts *starts = gcv_alloc_zeroed(search->ctx, heap->n_types, sizeof *starts);
    for (uint32_t i = 0; i < order->n; i++) {
        const uint32_t root = chained->root[i];
        if (gcv_search_selects(search, order->object[i])) {
            const gcv_chain_starts one = {
                .root = root, .root_kind = gcv_start_root(heap, root).kind, .members = 1};
            add_starts(&starts[chained->type[i]], one);
        }
    }
    return starts;
}

uint32_t *gcv_suspect_sets(const gcv_search *search, const gcv_groups *namespaces,
                           const gcv_upper_bounds *upper, const gcv_chain_starts *starts,
                           const gcv_in_tree *objects, gcv_suspects *out)
{
    gcv_context *ctx = search->ctx;
    const uint32_t n_types = search->input->heap->n_types;
    gcv_weigher weigher = {
        .search = search, .namespaces = namespaces, .upper = upper, .all_crowds = &out->crowds};
    init_weighed(&weigher, &weigher.types);
    init_weighed(&weigher, &weigher.spaces);
    choose_crowds(&weigher);
    find_top_members(&weigher, objects);
    choose_sets(&weigher);
    out->bounds = find_bounds(&weigher);
    weigh(&weigher, out->bounds);
    GCV_FREE(ctx, weigher.types.tops, weigher.types.set, weigher.spaces.tops, weigher.spaces.set);
    gcv_u32_column_release(ctx, &weigher.crowds);
    uint32_t *group_of = gcv_alloc(ctx, n_types, sizeof *group_of);
    bool *has_heavy = gcv_alloc_zeroed(ctx, n_types, sizeof *has_heavy);
    add_types(&weigher, group_of, has_heavy, out);
    add_namespaces(&weigher, group_of, has_heavy, out);
    for (uint32_t t = 0; t < n_types; t++) {
        if (group_of[t] != GCV_NONE && starts[t].members > 0) {
            add_starts(&out->groups.data[group_of[t]].starts, starts[t]);
        }
    }
    GCV_FREE(ctx, has_heavy, weigher.types.retained, weigher.spaces.retained);
    return group_of;
}
