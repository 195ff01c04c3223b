/* The bytes that changes to a heap would free, compared with making the changes and finding what is
 * cut off. */
#include "support/check.h"
#include "support/property.h"

#include "analysis/analyses.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct change {
    uint8_t *keep, *out; /* per root, per object */
    uint32_t *from, *to; /* per object */
} change;

static bool counts(const gcv_root *root, bool weak)
{
    return root->object != GCV_NONE && (weak || (root->flags & GCV_ROOT_WEAK) == 0);
}

/* A closure, repeated until nothing changes; `c` NULL: of the unchanged heap. */
static void close_over(const oracle *o, bool weak, const change *c, bool *reached)
{
    bool more = true;
    memset(reached, 0, o->n * sizeof *reached);
    for (uint32_t i = 0; i < o->n_roots; i++) {
        const gcv_root *root = &o->roots[i];
        if (counts(root, weak) && (c == NULL || (c->keep[i] && !c->out[root->object]))) {
            reached[root->object] = true;
        }
    }
    while (more) {
        more = false;
        for (uint32_t i = 0; i < o->n; i++) {
            for (uint32_t at = o->first[i]; reached[i] && at < o->first[i + 1]; at++) {
                const uint32_t to = o->to[at];
                if (!reached[to] && (c == NULL || (!c->out[to] && (c->from[i] & c->to[to]) == 0))) {
                    reached[to] = more = true;
                }
            }
        }
    }
}

static bool same_freed(const subject *s, bool weak, const change *c, const uint8_t *freed,
                       char why[GRAPH_WHY_MAX])
{
    bool *before = graph_alloc(s->o.n, sizeof(bool)), *after = graph_alloc(s->o.n, sizeof(bool));
    bool good = true;
    close_over(&s->o, weak, NULL, before);
    close_over(&s->o, weak, c, after);
    for (uint32_t v = 0; good && v < s->o.n; v++) {
        good = freed[v] == (before[v] && !after[v] ? 1 : 0) ||
               graph_fails(why, "object %" PRIu32 ": freed %d, reached %d and %d", v, freed[v],
                           before[v], after[v]);
    }
    free(before);
    free(after);
    return good;
}

/* Makes the change in the heap under test. */
static void find_freed(const subject *s, bool weak, const change *c, uint8_t *freed)
{
    gcv_removal removal;
    gcv_root_set after = gcv_root_set_of(s->ctx, s->heap, weak, c->keep);
    removal.remaining_roots = &after;
    removal.objects = c->out;
    removal.cut_from = c->from;
    removal.cut_to = c->to;
    gcv_removal_find(s->ctx, s->heap, &s->roots, &removal, freed);
    gcv_root_set_release(s->ctx, &after);
}

static bool same_met(const subject *s, const change *c, char why[GRAPH_WHY_MAX])
{
    uint32_t met = 0;
    for (uint32_t i = 0; i < s->o.n_references; i++) {
        met |= c->from[s->o.from[i]] & c->to[s->o.to[i]];
    }
    return gcv_removal_effective_cuts(s->heap, c->from, c->to) == met ||
           graph_fails(why, "the cuts that meet must be %" PRIx32, met);
}

/* Removes random roots and objects; cuts some references, each cut with several ends. */
static void choose(const subject *s, uint64_t *random, change *c)
{
    const uint32_t roots = graph_below(random, 3) * 30, objects = graph_below(random, 3) * 10;
    const uint32_t ends = graph_below(random, 3) * 25, n_cuts = 1 + graph_below(random, 4);
    for (uint32_t i = 0; i < s->o.n_roots; i++) {
        c->keep[i] = !graph_chance(random, roots);
    }
    for (uint32_t i = 0; i < s->o.n; i++) {
        c->out[i] = graph_chance(random, objects);
        c->from[i] = c->to[i] = 0;
        for (uint32_t bit = 0; bit < n_cuts; bit++) {
            c->from[i] |= (uint32_t)graph_chance(random, ends) << (bit * 10);
            c->to[i] |= (uint32_t)graph_chance(random, ends) << (bit * 10);
        }
    }
}

/* Any single object: what it retains. */
static bool one_out(const subject *s, bool weak, change *c, uint8_t *freed, char why[GRAPH_WHY_MAX])
{
    bool *member = graph_zeroed(s->o.n, sizeof(bool)), good = true;
    memset(c->keep, 1, s->o.n_roots);
    memset(c->from, 0, s->o.n * sizeof *c->from);
    memset(c->out, 0, s->o.n);
    for (uint32_t v = 0; good && v < s->o.n; v++) {
        uint64_t bytes = 0;
        c->out[v] = 1;
        member[v] = true;
        find_freed(s, weak, c, freed);
        for (uint32_t w = 0; w < s->o.n; w++) {
            bytes += freed[w] ? s->o.size[w] : 0;
        }
        good = bytes == oracle_retained(&s->o, weak, member) ||
               graph_fails(why, "without object %" PRIu32 " %" PRIu64 " bytes are freed", v, bytes);
        c->out[v] = 0;
        member[v] = false;
    }
    free(member);
    return good;
}

static bool what_if_for(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    uint64_t random = graph_mix(s->o.style->seed, s->o.n);
    change c;
    uint8_t *freed = graph_alloc(s->o.n, 1);
    bool good = true;
    c.keep = graph_alloc(s->o.n_roots, 1);
    c.out = graph_alloc(s->o.n, 1);
    c.from = graph_alloc(s->o.n, sizeof *c.from);
    c.to = graph_zeroed(s->o.n, sizeof *c.to);
    for (uint32_t round = 0; good && round < 2; round++) {
        choose(s, &random, &c);
        find_freed(s, weak, &c, freed);
        good = same_freed(s, weak, &c, freed, why) && same_met(s, &c, why);
    }
    good = good && (s->o.n > 40 || one_out(s, weak, &c, freed, why));
    free(freed);
    free(c.keep);
    free(c.out);
    free(c.from);
    free(c.to);
    return good;
}

static const property laws[] = {
    {.of_subject = what_if_for, .all_small = true},
    {.of_subject = what_if_for, .seed = 0x776966, .cases = 2000, .n = {0, 12}},
    {.of_subject = what_if_for, .seed = 0x776967, .cases = 500, .n = {8, 80}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
