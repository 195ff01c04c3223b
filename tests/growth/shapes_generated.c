/* shapes_generated.c - heaps of the generator that are bad cases for single algorithms.
 *
 * Each is used with ids in order, and again out of order with one of the id schemes: in segments,
 * one to three bytes apart, or random. Long names only in order: they cost the same in any.
 */
#include "growth/growth.h"

#include "bench/gen.h"
#include "bench/gen_real.h"
#include "support/check.h"
#include "support/effort.h"

#include <string.h>

/* In shapes whose cost depends on the number of types, this number is the same in all sizes: the
 * default for so many objects. */
enum { OBJECTS_OF_TYPES = 8000, FEWER_OBJECTS = 800 };

static uint32_t types_of(const struct shape *shape, uint32_t objects)
{
    const bool same = strcmp(shape->name, "meet") == 0 || strcmp(shape->name, "names") == 0;
    return shape->default_types(!same              ? objects
                                : effort_is_full() ? OBJECTS_OF_TYPES
                                                   : FEWER_OBJECTS);
}

uint64_t growth_generate(FILE *file, const char *name, uint32_t objects, uint32_t types,
                         enum id_scheme scheme, enum record_order order)
{
    struct gen gen = {0};
    gen.shape = shape_find(name);
    gen.objects = objects;
    gen.types = types != 0 ? types : types_of(gen.shape, objects);
    gen.seed = growth_baseline ? 2 : 1;
    ids_init(&gen.ids, scheme, objects, gen.seed);
    order_init(&gen.order, order, objects, gen.seed);
    assert_true(out_open(&gen.out, file));
    assert_true(gen.shape->prepare == NULL || gen.shape->prepare(&gen) == NULL);
    assert_null(gen_write(&gen));
    assert_true(out_close(&gen.out));
    ids_free(&gen.ids);
    model_free(gen.model);
    return gen.tally.objects + gen.tally.references;
}

#define IN_ORDER(shape)                                                                            \
    static void shape(FILE *file, uint32_t n)                                                      \
    {                                                                                              \
        (void)growth_generate(file, #shape, n, 0, IDS_64, ORDER_ADDRESS);                          \
    }
#define OUT_OF_ORDER(shape, ids, order)                                                            \
    static void shape##_##ids##_##order(FILE *file, uint32_t n)                                    \
    {                                                                                              \
        (void)growth_generate(file, #shape, n, 0, IDS_##ids, ORDER_##order);                       \
    }
#define BOTH(shape, ids, order) IN_ORDER(shape) OUT_OF_ORDER(shape, ids, order)

BOTH(list, 64, SHUFFLED)
BOTH(circle, ODD, DESCENDING)
BOTH(dlist, RANDOM, SHUFFLED)
BOTH(star, 64, SHUFFLED)
BOTH(ladder, ODD, DESCENDING)
BOTH(snca, RANDOM, SHUFFLED)
BOTH(hub, 64, SHUFFLED)
BOTH(wide, ODD, DESCENDING)
BOTH(types, RANDOM, SHUFFLED)
BOTH(roots, 64, SHUFFLED)
IN_ORDER(names)
BOTH(tree, RANDOM, SHUFFLED)
BOTH(typelist, 64, SHUFFLED)
BOTH(meet, ODD, DESCENDING)

/* The id of the first object; NULL: it depends on the size. */
#define FIRST_64 "7f3285e00008"
#define FIRST_ODD "1ce004"
#define FIRST_RANDOM NULL

#define SHAPE(shape, size)                                                                         \
    {                                                                                              \
        "generated " #shape, GROWTH_HEAP, size, FIRST_64, shape, NULL                              \
    }
#define SHAPES(shape, ids, order, size)                                                            \
    SHAPE(shape, size),                                                                            \
    {                                                                                              \
        "generated " #shape " " #ids " " #order, GROWTH_HEAP, size, FIRST_##ids,                   \
            shape##_##ids##_##order, NULL                                                          \
    }

const growth_shape growth_generated[] = {
    SHAPES(list, 64, SHUFFLED, 500),
    SHAPES(circle, ODD, DESCENDING, 500),
    SHAPES(dlist, RANDOM, SHUFFLED, 500),
    SHAPES(star, 64, SHUFFLED, 500),
    SHAPES(ladder, ODD, DESCENDING, 500),
    SHAPES(snca, RANDOM, SHUFFLED, 800),
    SHAPES(hub, 64, SHUFFLED, 500),
    SHAPES(wide, ODD, DESCENDING, 1000),
    SHAPES(types, RANDOM, SHUFFLED, 500),
    SHAPES(roots, 64, SHUFFLED, 500),
    SHAPE(names, 30),
    SHAPES(tree, RANDOM, SHUFFLED, 500),
    SHAPES(typelist, 64, SHUFFLED, 500),
    SHAPES(meet, ODD, DESCENDING, 2000),
};

const size_t growth_n_generated = sizeof growth_generated / sizeof growth_generated[0];
