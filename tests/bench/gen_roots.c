/* gen_roots.c - the roots of the realistic heap; see gen_real.h. */
#include "gen_real.h"

#include <stdlib.h>

enum { ALWAYS_ROOTS = 200, ROOTS_EVERY = 1000, WEAK_EVERY = 10, TRIES = 1000 };

static bool add_root(struct model *model, struct root root)
{
    if (model->root_count == model->root_room) {
        uint32_t room = model->root_room < 512 ? 512 : model->root_room * 2;
        struct root *roots = realloc(model->roots, room * sizeof *roots);

        if (roots == NULL) {
            return false;
        }
        model->roots = roots;
        model->root_room = room;
    }
    model->roots[model->root_count++] = root;
    return true;
}

static struct root draw_root(struct gen *gen, struct rng *rng, uint32_t object)
{
    /* Some kinds are more frequent, but every few dozen roots include every kind. */
    static const uint8_t kinds[] = {
        ROOT_STATIC, ROOT_LOCAL,  ROOT_HANDLE, ROOT_RUNTIME, ROOT_STATIC, ROOT_LOCAL,
        ROOT_STATIC, ROOT_HANDLE, ROOT_LOCAL,  ROOT_STATIC,  ROOT_LOCAL,  ROOT_FINALIZER,
        ROOT_STATIC, ROOT_HANDLE, ROOT_LOCAL,  ROOT_RUNTIME, ROOT_STATIC, ROOT_INTERNAL,
    };
    const struct families *families = &gen->model->families;
    struct root root = {0, NO_CONTAINER, 0, 0};
    uint32_t draw = rng_below(rng, 8);

    root.object = object;
    root.kind = kinds[gen->model->root_count % sizeof kinds];
    if (root.kind == ROOT_STATIC && draw != 0) {
        root.container =
            families->first[FAMILY_PLAIN] + rng_zipf(rng, families->count[FAMILY_PLAIN]);
    } else if ((root.kind == ROOT_LOCAL || root.kind == ROOT_HANDLE) && draw == 0) {
        root.flags = ROOT_PINNED;
    } else if (root.kind == ROOT_LOCAL && draw == 1) {
        root.flags = ROOT_UNSAFE;
    }
    return root;
}

bool model_root(struct gen *gen, struct rng *rng, uint32_t object)
{
    return add_root(gen->model, draw_root(gen, rng, object));
}

/* Draws an object for a root. Never a list node: its list's chain in the dominator tree would end
 * there. Never an object of an island, unless the root is weak: the island would be reachable. */
static uint32_t draw_rooted(const struct gen *gen, struct rng *rng, bool weak)
{
    const struct model *model = gen->model;

    for (int k = 0; k < TRIES; k++) {
        uint32_t object = rng_below(rng, gen->objects);
        bool node = kind_is_node(model_kind(model, object));

        if (!node && (weak || (model->kind[object] & KIND_ISLAND) == 0)) {
            return object;
        }
    }
    return HUB;
}

static bool more_root(struct gen *gen, struct rng *rng, uint32_t number, bool weak)
{
    struct root root = draw_root(gen, rng, draw_rooted(gen, rng, weak));

    if (weak) {
        root.kind = ROOT_HANDLE;
        root.flags = ROOT_WEAK;
        root.container = NO_CONTAINER;
    }
    if (number % 250 == 101) {
        root.object = gen->objects + rng_below(rng, gen->objects);
    }
    return add_root(gen->model, root);
}

static void shuffle(struct model *model, struct rng *rng)
{
    for (uint32_t k = model->root_count; k > 1; k--) {
        uint32_t other = rng_below(rng, k);
        struct root root = model->roots[other];

        model->roots[other] = model->roots[k - 1];
        model->roots[k - 1] = root;
    }
}

/*
 * Makes the head of the long chain the first and the last root, too. A depth-first search that
 * starts there reaches most of the heap from the deep end, which makes dominators expensive.
 */
static bool root_chain(struct gen *gen, struct rng *rng)
{
    struct model *model = gen->model;

    if (model->chain_head == NO_OBJECT) {
        return true;
    }
    if (!model_root(gen, rng, model->chain_head)) {
        return false;
    }
    struct root first = model->roots[model->root_count - 1];
    model->roots[model->root_count - 1] = model->roots[0];
    model->roots[0] = first;
    return model_root(gen, rng, model->chain_head);
}

bool model_more_roots(struct gen *gen)
{
    struct rng rng;
    uint32_t wanted = gen->objects / ROOTS_EVERY + ALWAYS_ROOTS;
    uint32_t weak = 0;

    if (wanted > gen->objects * UINT64_C(2)) {
        wanted = gen->objects * 2;
    }
    rng.state = rng_mix(gen->seed ^ UINT64_C(0xa4093822299f31d0));
    for (uint32_t k = 0; gen->model->root_count < wanted; k++) {
        bool is_weak = weak < gen->model->root_count / WEAK_EVERY;

        if (!more_root(gen, &rng, k, is_weak)) {
            return false;
        }
        weak += is_weak;
    }
    shuffle(gen->model, &rng);
    return root_chain(gen, &rng);
}
