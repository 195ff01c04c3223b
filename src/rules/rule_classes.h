/* rule_classes.h - the objects of a heap in classes by everything that rules can ask about.
 *
 * This is the type and the traits of an object: the kind of root that its chain begins with, its
 * generation, whether it is pinned, whether it is in the finalizer queue. A class is a type with
 * one combination of traits. Few combinations occur, so rules add up classes instead of objects. */
#ifndef GCV_RULES_RULE_CLASSES_H
#define GCV_RULES_RULE_CLASSES_H

#include "rules/rule_match.h"

typedef struct gcv_rule_classes {
    const gcv_heap *heap;
    uint8_t *traits;                    /* per object; NULL: no rule asks for traits */
    uint8_t combination_of[GCV_TRAITS]; /* per value of the traits byte that occurs: number of the
                                           combination */
    uint8_t traits_of[GCV_TRAITS];      /* per combination: its traits byte */
    uint32_t n_combinations;
    uint32_t n; /* classes: types × combinations */
} gcv_rule_classes;

/* Finds the classes. Takes one byte per object if a rule asks for traits, and a search for paths if
 * one asks for root kinds. */
void gcv_rule_classes_find(gcv_context *ctx, const gcv_rule_request *request,
                           const gcv_root_set *roots, gcv_rule_classes *out);
void gcv_rule_classes_release(gcv_context *ctx, gcv_rule_classes *classes);

static inline uint32_t gcv_rule_class_of(const gcv_rule_classes *classes, uint32_t object)
{
    uint8_t traits = classes->traits != NULL ? classes->traits[object] : 0;
    return classes->heap->type.data[object] * classes->n_combinations +
           classes->combination_of[traits];
}

#endif
