/* gen_real.c - the realistic shape: its objects, and the references that are drawn; see gen_real.h.
 */
#include "gen_real.h"

#include <stddef.h>
#include <stdlib.h>

enum { MOST_TYPES = 3000, SCAN = 4096 };

void model_free(struct model *model)
{
    if (model != NULL) {
        free(model->owner);
        free(model->type);
        free(model->size);
        free(model->first);
        free(model->next);
        free(model->kind);
        free(model->extra);
        free(model->roots);
        free(model);
    }
}

static uint32_t realistic_types(uint32_t objects)
{
    uint32_t types = 12 + objects / 50;

    return types < MOST_TYPES ? types : MOST_TYPES;
}

static bool model_alloc(struct gen *gen)
{
    size_t objects = gen->objects;
    struct model *model = calloc(1, sizeof *model);

    gen->model = model;
    if (model == NULL || objects > SIZE_MAX / sizeof(uint32_t)) {
        return false;
    }
    model->chain_head = NO_OBJECT;
    model->ring_head = model->ring_first = model->ring_last = NO_OBJECT;
    model->owner = malloc(objects * sizeof *model->owner);
    model->type = malloc(objects * sizeof *model->type);
    model->size = malloc(objects * sizeof *model->size);
    model->first = malloc(objects * sizeof *model->first);
    model->next = malloc(objects * sizeof *model->next);
    model->kind = malloc(objects);
    model->extra = malloc(objects);
    return model->owner != NULL && model->type != NULL && model->size != NULL &&
           model->first != NULL && model->next != NULL && model->kind != NULL &&
           model->extra != NULL;
}

static const char *realistic_prepare(struct gen *gen)
{
    if (!model_alloc(gen)) {
        return "out of memory";
    }
    families_init(&gen->model->families, gen->types);
    if (!model_grow(gen) || !model_more_roots(gen)) {
        return "out of memory";
    }
    return ids_follow(&gen->ids, gen->model->size);
}

static struct object realistic_object(const struct gen *gen, uint32_t index)
{
    struct object object;

    object.type = gen->model->type[index];
    object.size = gen->model->size[index];
    return object;
}

static void realistic_type_name(struct gen *gen, uint32_t type)
{
    names_realistic(&gen->out, &gen->model->families, type);
}

static uint32_t realistic_roots(const struct gen *gen) { return gen->model->root_count; }

static struct root realistic_root(const struct gen *gen, uint32_t number)
{
    return gen->model->roots[number];
}

/* Draws the target of a reference: mostly an object made just before, else any object, by far most
 * often one of the oldest. */
static uint32_t draw_target(const struct gen *gen, struct rng *rng, uint32_t index)
{
    uint32_t objects = gen->objects;
    uint32_t draw = rng_below(rng, 16);
    uint32_t distance;

    if (draw < 7) {
        distance = rng_pareto(rng, 1, 170, objects);
        return distance <= index ? index - distance : rng_below(rng, objects);
    }
    if (draw == 7) {
        distance = rng_pareto(rng, 1, 150, objects);
        return distance < objects - index ? index + distance : rng_below(rng, objects);
    }
    if (draw < 13) {
        uint32_t range = objects;

        while (range > 1 && rng_below(rng, 10) < 7) {
            range /= 2;
        }
        return rng_below(rng, range);
    }
    return rng_below(rng, objects);
}

static uint32_t shared_target(const struct gen *gen, struct rng *rng, uint32_t index)
{
    const struct model *model = gen->model;
    /* Only an island may reference islands. */
    unsigned unwanted = ~(unsigned)model->kind[index] & KIND_ISLAND;
    uint32_t target = draw_target(gen, rng, index);

    for (int k = 0; k < SCAN; k++) {
        if ((model->kind[target] & (KIND_SHARED | unwanted)) == KIND_SHARED) {
            return target;
        }
        target = target + 1 < gen->objects ? target + 1 : 0;
    }
    return HUB;
}

/*
 * Returns the target of an object's parent reference, or NO_OBJECT: the owner, or the collection
 * if the owner is the array inside it. Never a list node, which must be reachable only along its
 * list.
 */
static uint32_t parent_of(const struct model *model, uint32_t index)
{
    uint32_t parent = model->owner[index];

    if (parent != NO_OBJECT && model_kind(model, parent) == KIND_ITEMS) {
        parent = model->owner[parent];
    }
    if (parent != NO_OBJECT && kind_is_node(model_kind(model, parent))) {
        return NO_OBJECT;
    }
    return parent;
}

/* Writes the references that the kind of the object determines, except to owned objects. Returns
 * the number of references that are still to be drawn. */
static uint32_t fixed_references(struct gen *gen, struct rng *rng, uint32_t index)
{
    const struct model *model = gen->model;
    uint32_t owner = model->owner[index];
    uint32_t others = model->extra[index];

    switch (model_kind(model, index)) {
    case KIND_RING:
        gen_reference(gen, model->ring_head);
        gen_reference(gen, index == model->ring_first ? model->ring_last : owner);
        if (index == model->ring_last) {
            gen_reference(gen, model->ring_first);
        }
        break;
    case KIND_DOUBLE_LINK:
        if (owner != NO_OBJECT && model_kind(model, owner) == KIND_DOUBLE_LINK) {
            gen_reference(gen, owner);
        }
        break;
    case KIND_PLAIN:
        if (others > 0 && rng_below(rng, 42) == 0) {
            gen_reference(gen, HUB);
            others--;
        }
        if (others > 0 && model->type[index] % 6 == 1 && parent_of(model, index) != NO_OBJECT) {
            gen_reference(gen, parent_of(model, index));
            others--;
        }
        break;
    default:
        break;
    }
    return others;
}

static void realistic_row(struct gen *gen, uint32_t index)
{
    const struct model *model = gen->model;
    struct rng rng;
    uint32_t owned = model->first[index];

    rng.state = rng_mix(gen->seed ^ UINT64_C(0x13198a2e03707344)) + rng_mix(index);
    uint32_t others = fixed_references(gen, &rng, index);
    while (owned != NO_OBJECT || others > 0) {
        if (owned != NO_OBJECT && (others == 0 || rng_below(&rng, 2) == 0)) {
            gen_reference(gen, owned);
            owned = model->next[owned];
            continue;
        }
        others--;
        if (rng_below(&rng, 10000) < 17) {
            gen_dangling(gen, rng_below(&rng, gen->objects));
        } else {
            gen_reference(gen, shared_target(gen, &rng, index));
        }
    }
}

const struct shape shape_realistic = {
    "realistic",         "a heap like those of real programs (default)",
    realistic_types,     realistic_prepare,
    realistic_object,    realistic_row,
    realistic_type_name, realistic_roots,
    realistic_root,
};
