/* Retained bytes of sets of objects, by each method, compared with the oracle: one closure without
 * each set.
 */
#include "support/check.h"
#include "support/property.h"
#include "support/tried.h"

#include "analysis/analyses.h"
#include "analysis/sets/retained_sets.h"
#include "analysis/chain_order.h"
#include "base/context.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A choice of sets: classes of objects, and for each group the sets that it belongs to. */
typedef struct choice {
    uint32_t n_classes, n_sets;
    uint32_t *class_of;
    uint32_t *first, *sets; /* NULL: each group is a set of its own */
} choice;

static void choice_release(choice *c)
{
    free(c->class_of);
    free(c->first);
    free(c->sets);
}

static bool in_set(const choice *c, uint32_t object, uint32_t set)
{
    const uint32_t group = c->class_of[object];
    if (group == GCV_NONE || c->first == NULL) {
        return group == set;
    }
    for (uint32_t i = c->first[group]; i < c->first[group + 1]; i++) {
        if (c->sets[i] == set) {
            return true;
        }
    }
    return false;
}

static uint64_t expected_for(const oracle *o, bool weak, const choice *c, uint32_t set,
                             const bool *reached, bool *member)
{
    bool any = false;
    for (uint32_t v = 0; v < o->n; v++) {
        member[v] = in_set(c, v, set);
        any = any || (member[v] && reached[v]);
    }
    return any ? oracle_retained(o, weak, member) : GCV_NOT_REACHABLE;
}

static bool same_retained(const subject *s, bool weak, const choice *c, const uint64_t *retained,
                          char why[GRAPH_WHY_MAX])
{
    bool *member = graph_alloc(s->o.n, sizeof(bool));
    bool *reached = graph_alloc(s->o.n, sizeof(bool));
    bool good = true;
    oracle_reach(&s->o, weak, NULL, reached);
    for (uint32_t set = 0; good && set < c->n_sets; set++) {
        const uint64_t expected = expected_for(&s->o, weak, c, set, reached, member);
        good = retained[set] == expected ||
               graph_fails(why,
                           "set %" PRIu32 " of %" PRIu32 " (%" PRIu32 " classes) retains %" PRIu64
                           ", must be %" PRIu64,
                           set, c->n_sets, c->n_classes, retained[set], expected);
    }
    free(member);
    free(reached);
    return good;
}

typedef enum way {
    AS_ALWAYS,
    BY_TRIES,
    BY_PASSES,
    BY_BOTH,
    BY_TOPS,
    ON_CHAINS,
    BY_MASKS,
    BY_PARENTS,
    WAYS
} way;

typedef void (*find_by_chains)(gcv_context *, const gcv_set_query *, uint64_t *);

static find_by_chains chain_way(way how)
{
    return how == ON_CHAINS ? gcv_retained_on_chains : gcv_retained_by_masks;
}

/* The retained bytes of sets do not depend on the roots at which chains begin. If some roots come
 * first, other objects are on the chains. */
static void find_on_chains(const subject *s, const gcv_set_classes *classes, way how,
                           uint64_t *retained)
{
    gcv_root_set set = s->roots;
    gcv_paths paths;
    gcv_chain_order order;
    set.n_first = set.n_next = how == ON_CHAINS ? set.n_first : (set.n + 1) / 2;
    gcv_paths_find_in_order(s->ctx, s->heap, &set, &paths, &order);
    {
        const gcv_set_query query = {s->heap, &set, classes, &paths,
                                     how == BY_PARENTS ? NULL : &order};
        chain_way(how)(s->ctx, &query, retained);
    }
    gcv_chain_order_release(s->ctx, &order);
    gcv_paths_release(s->ctx, &paths);
}

/* BY_BOTH: half of the work is done by tries, then passes take over. */
static void find_retained(const subject *s, const gcv_set_classes *classes, way how,
                          uint64_t *retained)
{
    const gcv_set_query query = {s->heap, &s->roots, classes, NULL, NULL};
    gcv_set_budget budget = {UINT64_MAX, UINT64_MAX};
    if (how >= ON_CHAINS) {
        find_on_chains(s, classes, how, retained);
    } else if (how == BY_TOPS) {
        gcv_retained_by_dominators(s->ctx, &query, retained);
    } else if (how == AS_ALWAYS) {
        gcv_retained_compute(s->ctx, s->heap, &s->roots, classes, retained);
    } else if (how == BY_PASSES) {
        gcv_retained_by_passes(s->ctx, &query, retained);
    } else {
        if (how == BY_BOTH) {
            budget.steps = gcv_heap_counts(s->heap)->references / 2;
        }
        gcv_retained_within_budget(s->ctx, &query, &budget, retained);
    }
}

/* The result array has other numbers at first. */
static bool choice_holds(const subject *s, bool weak, const choice *c, char why[GRAPH_WHY_MAX])
{
    uint64_t *retained = graph_alloc(c->n_sets, sizeof(uint64_t));
    uint64_t *first = graph_alloc(c->n_sets, sizeof(uint64_t));
    gcv_set_classes classes;
    bool good = true;
    classes.class_of = c->class_of;
    classes.n_classes = c->n_classes;
    classes.n_sets = c->n_sets;
    classes.first = c->first;
    classes.sets = c->sets;
    for (uint32_t how = 0; good && how < WAYS; how++) {
        memset(retained, 0xa5, c->n_sets * sizeof(uint64_t));
        find_retained(s, &classes, (way)how, retained);
        if (how == 0) {
            good = same_retained(s, weak, c, retained, why);
            memcpy(first, retained, c->n_sets * sizeof(uint64_t));
        } else if (memcmp(first, retained, c->n_sets * sizeof(uint64_t)) != 0) {
            good =
                same_retained(s, weak, c, retained, why) && graph_fails(why, "the oracle wavers");
        }
    }
    free(retained);
    free(first);
    return good;
}

static choice by_type(const subject *s)
{
    choice c;
    memset(&c, 0, sizeof c);
    c.n_classes = c.n_sets = gcv_heap_n_types(s->heap);
    c.class_of = graph_alloc(s->o.n, sizeof(uint32_t));
    for (uint32_t v = 0; v < s->o.n; v++) {
        c.class_of[v] = gcv_heap_object_type(s->heap, v);
    }
    return c;
}

static choice one_each(const subject *s)
{
    choice c;
    memset(&c, 0, sizeof c);
    c.n_classes = c.n_sets = s->o.n;
    c.class_of = graph_alloc(s->o.n, sizeof(uint32_t));
    for (uint32_t v = 0; v < s->o.n; v++) {
        c.class_of[v] = s->o.n - 1 - v;
    }
    return c;
}

/* Members of any of `n` classes; a share of the objects in none. */
static choice by_chance(const subject *s, uint64_t *random, uint32_t n)
{
    const uint32_t none = graph_chance(random, 50) ? 0 : graph_below(random, 90);
    choice c;
    memset(&c, 0, sizeof c);
    c.n_classes = c.n_sets = n;
    c.class_of = graph_alloc(s->o.n, sizeof(uint32_t));
    for (uint32_t v = 0; v < s->o.n; v++) {
        c.class_of[v] = graph_chance(random, none) ? GCV_NONE : graph_below(random, n);
    }
    return c;
}

/* Sets that overlap: a group belongs to none, some or all of them. */
static choice overlapping(const subject *s, uint64_t *random, uint32_t n_classes, uint32_t n_sets)
{
    const uint32_t share = n_sets > 100 ? 2 : 5 + graph_below(random, 60);
    choice c = by_chance(s, random, n_classes);
    uint32_t at = 0;
    c.n_sets = n_sets;
    c.first = graph_alloc(n_classes + 1u, sizeof(uint32_t));
    c.sets = graph_alloc((size_t)n_classes * n_sets, sizeof(uint32_t));
    for (uint32_t group = 0; group < n_classes; group++) {
        const uint32_t percent = graph_chance(random, 10) ? 100 : share;
        c.first[group] = at;
        for (uint32_t set = 0; set < n_sets; set++) {
            if (graph_chance(random, percent)) {
                c.sets[at++] = set;
            }
        }
    }
    c.first[n_classes] = at;
    return c;
}

/* The same classes as lists of one set each, in another order. */
static choice renamed(const subject *s, uint64_t *random, uint32_t n)
{
    choice c = by_chance(s, random, n);
    c.first = graph_alloc(n + 1u, sizeof(uint32_t));
    c.sets = graph_alloc(n, sizeof(uint32_t));
    for (uint32_t group = 0; group < n; group++) {
        c.first[group] = group;
        c.sets[group] = n - 1 - group;
    }
    c.first[n] = n;
    return c;
}

/* All sets of very few objects: object v belongs to the sets whose number has bit v. */
static choice all_sets(const subject *s)
{
    choice c = one_each(s);
    uint32_t at = 0;
    c.n_sets = UINT32_C(1) << s->o.n;
    c.first = graph_alloc(c.n_classes + 1u, sizeof(uint32_t));
    c.sets = graph_alloc((size_t)c.n_classes * c.n_sets, sizeof(uint32_t));
    for (uint32_t group = 0; group < c.n_classes; group++) {
        c.first[group] = at;
        for (uint32_t set = 0; set < c.n_sets; set++) {
            if ((set >> group & 1) != 0) {
                c.sets[at++] = set;
            }
        }
    }
    c.first[c.n_classes] = at;
    return c;
}

static bool sets_for(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    static const uint32_t many[] = {1, 2, 3, 5, 63, 64, 65, 255, 256, 257, 300, 1001, 1500};
    const uint32_t n = s->o.n;
    uint64_t random = graph_mix(s->o.style->seed, n);
    choice choices[5];
    uint32_t n_choices = 0;
    bool good = true;
    if (n <= 4) {
        choices[n_choices++] = all_sets(s);
    } else {
        choices[n_choices++] = by_type(s);
        choices[n_choices++] = one_each(s);
        choices[n_choices++] = by_chance(s, &random, many[graph_below(&random, 13)]);
        choices[n_choices++] = overlapping(s, &random, 1 + graph_below(&random, n + 2),
                                           many[graph_below(&random, n < 50 ? 10 : 8)]);
        choices[n_choices++] = renamed(s, &random, many[graph_below(&random, 13)]);
    }
    for (uint32_t i = 0; i < n_choices; i++) {
        good = good && choice_holds(s, weak, &choices[i], why);
        choice_release(&choices[i]);
    }
    return good;
}

static bool sets_hold(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    return subject_holds(g, style, sets_for, why);
}

/* No set has members: not even the array of results is needed. */
static bool no_sets_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    choice c = one_each(s);
    c.n_classes = c.n_sets = 0;
    memset(c.class_of, 0xff, s->o.n * sizeof(uint32_t));
    bool good = choice_holds(s, weak, &c, why);
    choice_release(&c);
    return good;
}

/* Whichever allocation fails, the method reports it and frees everything. */
static bool fails_cleanly(const subject *s, const choice *c, way how, char why[GRAPH_WHY_MAX])
{
    uint64_t *retained = graph_alloc(c->n_sets, sizeof(uint64_t));
    const uint64_t used = gcv_context_used(s->ctx);
    gcv_set_classes classes = {NULL, 0, 0, NULL, NULL};
    gcv_status status = GCV_ERR_MEMORY;
    uint64_t n;
    bool good = true;
    classes.class_of = c->class_of;
    classes.n_classes = c->n_classes;
    classes.n_sets = c->n_sets;
    classes.first = c->first;
    classes.sets = c->sets;
    for (n = 1; good && status == GCV_ERR_MEMORY; n++) {
        s->ctx->fail_at = s->ctx->allocations + n;
        status = tried(s->ctx, NULL, find_retained(s, &classes, how, retained));
        good = gcv_context_used(s->ctx) == used ||
               graph_fails(why, "memory is lost when allocation %" PRIu64 " fails", n);
    }
    s->ctx->fail_at = 0;
    free(retained);
    return good && ((status == GCV_OK && n > 6) || graph_fails(why, "status %d", (int)status));
}

static bool failures_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    static const way ways[] = {BY_PASSES, BY_BOTH, BY_MASKS};
    uint64_t random = graph_mix(s->o.style->seed, s->o.g->n_objects);
    choice c = overlapping(s, &random, 10, 300);
    bool good = true;
    (void)weak;
    for (size_t i = 0; good && i < CHECK_COUNT(ways); i++) {
        good = fails_cleanly(s, &c, ways[i], why);
    }
    choice_release(&c);
    c = by_chance(s, &random, 10);
    good = good && fails_cleanly(s, &c, BY_TOPS, why);
    choice_release(&c);
    return good;
}

/* The retained bytes of a set do not depend on the numbering of objects, so of heaps that differ
 * only in that some are enough: those in which the first objects are rooted. */
static bool small_sets_hold(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    for (uint32_t i = 0; i < g->n_roots; i++) {
        if (g->roots[i].label != i) {
            return true;
        }
    }
    return sets_hold(g, style, why);
}

/* Some objects refer to hundreds and some to thousands of others, so that some rows of references
 * fit what is read ahead, and others do not. */
static bool wide_sets_hold(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    enum { WIDE = 10, WIDEST = 2500 };
    uint64_t random = graph_mix(style->seed, 0x77696465);
    graph wide = *g;
    wide.objects = graph_alloc(g->n_objects, sizeof *wide.objects);
    wide.references =
        graph_alloc((size_t)g->n_references + (size_t)WIDE * WIDEST, sizeof(uint32_t));
    memcpy(wide.objects, g->objects, g->n_objects * sizeof *wide.objects);
    memcpy(wide.references, g->references, g->n_references * sizeof(uint32_t));
    for (uint32_t i = 0; i < WIDE && g->n_objects > 0; i++) {
        graph_object *object = &wide.objects[graph_below(&random, g->n_objects)];
        object->first = wide.n_references;
        object->n_references = graph_below(&random, graph_chance(&random, 70) ? 600 : WIDEST);
        for (uint32_t k = 0; k < object->n_references; k++) {
            uint32_t label = graph_below(&random, g->n_labels);
            bool again = k > 0 && k + 1 < object->n_references && graph_chance(&random, 99);
            wide.references[wide.n_references] = again ? wide.references[object->first] : label;
            wide.n_references++;
        }
    }
    bool good = sets_hold(&wide, style, why);
    free(wide.objects);
    free(wide.references);
    return good;
}

static const property laws[] = {
    {.of_graph = small_sets_hold, .all_small = true},
    {.of_subject = sets_for, .seed = 0x736574, .cases = 2500, .n = {0, 12}},
    {.of_subject = sets_for, .seed = 0x736575, .cases = 1500, .n = {8, 40}},
    {.of_subject = no_sets_hold, .seed = 0x736576, .cases = 50, .n = {0, 12}},
    {.of_subject = sets_for, .seed = 0x736577, .cases = 150, .n = {80, 300}},
    {.of_graph = wide_sets_hold, .seed = 0x736580, .cases = 60, .n = {40, 250}},
    /* More sets than any likely number of bits that are processed at once, each with a member. */
    {.of_subject = sets_for, .seed = 0x736578, .cases = 2, .n = {1030, 1100}},
    {.of_subject = failures_hold, .seed = 0x736579, .cases = 20, .n = {30, 60}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
