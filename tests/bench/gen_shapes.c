/* gen_shapes.c - shapes of heaps that are bad cases for the algorithms; see gen.h. */
#include "gen.h"

#include <stddef.h>
#include <string.h>

enum { FEW_TYPES = 16, KINDS = 6, WEAK_EVERY = 16 };

static uint32_t few_types(uint32_t objects)
{
    (void)objects;
    return FEW_TYPES;
}

static uint32_t own_types(uint32_t objects) { return objects; }

static uint32_t half_types(uint32_t objects) { return objects / 2 + objects % 2; }

static uint32_t thousands_of_types(uint32_t objects)
{
    return objects / 8 < 10000 ? objects / 8 + 1 : 10000;
}

static uint32_t long_types(uint32_t objects) { return objects / 1000 + 1; }

static struct object pattern_object(const struct gen *gen, uint32_t index)
{
    struct object object;

    object.type = index % gen->types;
    object.size = index == 0 ? gen->ids.first_size : ids_pattern_size(index);
    return object;
}

/* Sets the size of object 0, an array of all the others. */
static const char *prepare_array(struct gen *gen)
{
    gen->ids.first_size = IDS_HEADER + (uint64_t)IDS_SLOT * (gen->objects - 1);
    return NULL;
}

static void class_name(struct gen *gen, uint32_t type) { names_class(&gen->out, type); }

static void long_name(struct gen *gen, uint32_t type) { names_long(&gen->out, type); }

static uint32_t one_root(const struct gen *gen)
{
    (void)gen;
    return 1;
}

static struct root static_root(uint32_t object)
{
    struct root root = {0, 0, ROOT_STATIC, 0};

    root.object = object;
    return root;
}

static struct root first_root(const struct gen *gen, uint32_t number)
{
    (void)gen;
    return static_root(number);
}

static void reference_below(struct gen *gen, uint32_t target)
{
    if (target < gen->objects) {
        gen_reference(gen, target);
    }
}

static void row_list(struct gen *gen, uint32_t index) { reference_below(gen, index + 1); }

static void row_circle(struct gen *gen, uint32_t index)
{
    gen_reference(gen, index + 1 < gen->objects ? index + 1 : 0);
}

static void row_dlist(struct gen *gen, uint32_t index)
{
    gen_reference(gen, index + 1 < gen->objects ? index + 1 : 0);
    gen_reference(gen, index > 0 ? index - 1 : gen->objects - 1);
}

static void row_both_ways(struct gen *gen, uint32_t index)
{
    reference_below(gen, index + 1);
    if (index > 0) {
        gen_reference(gen, index - 1);
    }
}

static void row_wide(struct gen *gen, uint32_t index)
{
    if (index == 0) {
        for (uint32_t i = 1; i < gen->objects; i++) {
            gen_reference(gen, i);
        }
    }
}

static void row_star(struct gen *gen, uint32_t index)
{
    if (index > 0) {
        gen_reference(gen, 0);
    }
    row_wide(gen, index);
}

static void row_ladder(struct gen *gen, uint32_t index)
{
    reference_below(gen, index + 2);
    reference_below(gen, index ^ 1);
}

static void row_branches(struct gen *gen, uint32_t index)
{
    reference_below(gen, 2 * index + 1);
    reference_below(gen, 2 * index + 2);
}

static void row_tree(struct gen *gen, uint32_t index)
{
    row_branches(gen, index);
    if (index > 0) {
        gen_reference(gen, (index - 1) / 2);
    }
}

/* The other objects form a tree, so the hub is not their only connection. */
static void row_hub(struct gen *gen, uint32_t index)
{
    if (index > 0) {
        gen_reference(gen, 0);
        reference_below(gen, 2 * index);
        reference_below(gen, 2 * index + 1);
    }
}

static uint32_t hub_roots(const struct gen *gen) { return gen->objects < 2 ? 1 : 2; }

/*
 * Plain Semi-NCA walks up the dominator tree from a vertex's parent to its semidominator. Here the
 * dominator tree of a chain is the chain itself. Every vertex beside the chain has one predecessor
 * at the deep end (its parent in the search) and one near the top (its semidominator), so each walk
 * takes half the chain. The heap has two such halves, because a search may take references first to
 * last or last to first: in either case it walks down the chain of one half before it reaches the
 * vertices beside it.
 */
static void row_snca(struct gen *gen, uint32_t index)
{
    uint32_t half = gen->objects / 2;
    bool second = index >= half;
    uint32_t base = second ? half : 0;
    uint32_t size = second ? gen->objects - half : half;
    uint32_t beside = size / 4;
    uint32_t chain = size - beside;
    uint32_t at = index - base;
    uint32_t next = at + 1 < chain ? index + 1 : UINT32_MAX;
    uint32_t side = UINT32_MAX;

    if (at >= chain) {
        gen_reference(gen, base);
        return;
    }
    if (at < beside) {
        side = base + chain + at;
    } else if (at >= chain - beside) {
        side = base + chain + (at - (chain - beside));
    }
    reference_below(gen, second ? side : next);
    reference_below(gen, second ? next : side);
}

static struct root snca_root(const struct gen *gen, uint32_t number)
{
    return static_root(number == 0 ? 0 : gen->objects / 2);
}

/*
 * Returns the length of each of the two lists. Each list has all types, in its own order; each of
 * the many other objects has a referrer in both. The types on all chains to such an object are the
 * intersection of two wide sets, which is hardly ever the same for two objects.
 */
static uint32_t meet_list(const struct gen *gen)
{
    return gen->types < gen->objects / 2 ? gen->types : gen->objects / 2;
}

/* A permutation of the numbers below `n`: the factor is a prime above `n`, so the two are coprime.
 */
static uint32_t spread(uint64_t number, uint64_t shift, uint32_t n)
{
    return (uint32_t)((number * UINT64_C(1073741789) + shift * UINT64_C(40503)) % n);
}

static struct object meet_object(const struct gen *gen, uint32_t index)
{
    struct object object = pattern_object(gen, index);
    uint32_t list = meet_list(gen);

    if (index < list) {
        object.type = spread(index, 0, gen->types);
    } else if (index < 2 * list) {
        object.type = gen->types - 1 - spread(spread(index - list, 7, list), 0, gen->types);
    }
    return object;
}

static void row_meet(struct gen *gen, uint32_t index)
{
    uint32_t list = meet_list(gen);
    uint32_t at = list == 0 ? 0 : index % list;
    uint32_t block = 0;

    if (index >= 2 * list) {
        return;
    }
    if (at + 1 < list) {
        gen_reference(gen, index + 1);
    }
    for (uint32_t first = 2 * list; first < gen->objects; first += list) {
        reference_below(gen, first + (index < list ? at : spread(at, ++block, list)));
    }
}

static struct root meet_root(const struct gen *gen, uint32_t number)
{
    return static_root(number == 0 ? 0 : meet_list(gen));
}

static uint32_t all_roots(const struct gen *gen) { return gen->objects; }

static struct root any_root(const struct gen *gen, uint32_t number)
{
    struct root root = static_root(number);

    root.kind = (uint8_t)(number % KINDS);
    root.container = root.kind == ROOT_STATIC ? number % gen->types : NO_CONTAINER;
    if (root.kind == ROOT_LOCAL) {
        root.flags = (uint8_t)(number / KINDS % 2 != 0 ? ROOT_PINNED : ROOT_UNSAFE);
    } else if (root.kind == ROOT_HANDLE && number / KINDS % WEAK_EVERY == 0) {
        root.flags = ROOT_WEAK;
    }
    return root;
}

#define SHAPE(name, what, types, prepare, row, type_name, roots, root)                             \
    {                                                                                              \
        name, what, types, prepare, pattern_object, row, type_name, roots, root                    \
    }

static const struct shape worst_cases[] = {
    SHAPE("list", "one singly linked list", few_types, NULL, row_list, class_name, one_root,
          first_root),
    SHAPE("circle", "one singly linked list, circular", few_types, NULL, row_circle, class_name,
          one_root, first_root),
    SHAPE("dlist", "one doubly linked list, circular", few_types, NULL, row_dlist, class_name,
          one_root, first_root),
    SHAPE("star", "an array of all others, each referencing it back", few_types, prepare_array,
          row_star, class_name, one_root, first_root),
    SHAPE("ladder", "two lists with rungs in both directions", few_types, NULL, row_ladder,
          class_name, one_root, first_root),
    SHAPE("snca", "quadratic for Semi-NCA without jump pointers", few_types, NULL, row_snca,
          class_name, hub_roots, snca_root),
    SHAPE("hub", "one object with N referrers", few_types, NULL, row_hub, class_name, hub_roots,
          first_root),
    SHAPE("wide", "one object with N references (a line of N ids)", few_types, prepare_array,
          row_wide, class_name, one_root, first_root),
    SHAPE("types", "a tree, one type per object", own_types, NULL, row_branches, class_name,
          one_root, first_root),
    SHAPE("roots", "a list, one root per object", few_types, NULL, row_list, class_name, all_roots,
          any_root),
    SHAPE("names", "a tree, N/1000+1 type names of 60 KB", long_types, NULL, row_branches,
          long_name, one_root, first_root),
    SHAPE("tree", "a balanced binary tree with parent references", few_types, NULL, row_tree,
          class_name, one_root, first_root),
    SHAPE("typelist", "a doubly linked list, two objects per type", half_types, NULL, row_both_ways,
          class_name, one_root, first_root),
    {"meet", "types meet in wide sets, different for each object", thousands_of_types, NULL,
     meet_object, row_meet, class_name, hub_roots, meet_root},
};

const struct shape *shape_at(uint32_t number)
{
    if (number == 0) {
        return &shape_realistic;
    }
    if (number > sizeof worst_cases / sizeof worst_cases[0]) {
        return NULL;
    }
    return &worst_cases[number - 1];
}

const struct shape *shape_find(const char *name)
{
    const struct shape *shape;

    for (uint32_t k = 0; (shape = shape_at(k)) != NULL; k++) {
        if (strcmp(shape->name, name) == 0) {
            break;
        }
    }
    return shape;
}
