/* Steps of merged chains as hashes, compared with the lists of steps, written out for each object.
 */
#include "support/check.h"
#include "support/property.h"

#include "analysis/analyses.h"
#include "analysis/chains/chain_steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 3, MOST = DEEPEST + 2 };

/* The steps of the chain to one object; n 0: there is no chain. */
typedef struct step_list {
    uint32_t n, start, type[MOST];
} step_list;

/* Starts are told apart by parity only, so that some are the same, and some are types, too. */
static uint32_t start_of(void *payload, uint32_t start)
{
    (void)payload;
    return start & 1;
}

static step_list list_of(const subject *s, const gcv_paths *paths, uint32_t object)
{
    const uint32_t over = paths->parent[object], type = gcv_heap_object_type(s->heap, object);
    step_list list = {0};
    if (over == GCV_NONE) {
        return list;
    }
    if (over != GCV_ROOTED) {
        list = list_of(s, paths, over);
    }
    for (uint32_t i = 0; over == GCV_ROOTED && i < s->roots.n; i++) {
        list.start = s->roots.object[i] == object ? start_of(NULL, s->roots.root[i]) : list.start;
    }
    if (list.n == 0 || (list.n <= DEEPEST && list.type[list.n - 1] != type)) {
        list.type[list.n] = list.n < DEEPEST ? type : GCV_NONE;
        list.n++;
    }
    return list;
}

static bool same_list(const step_list *a, const step_list *b)
{
    bool same = a->n == b->n && a->start == b->start;
    for (uint32_t i = 0; same && i < a->n; i++) {
        same = a->type[i] == b->type[i];
    }
    return same;
}

typedef struct trial {
    const subject *s;
    const gcv_paths *paths;
    gcv_chain_steps steps;
    step_list *lists; /* per object */
    bool *marked, *on;
} trial;

static bool same_keys(trial *t, uint32_t object)
{
    gcv_step_key_column keys = {NULL, 0, 0};
    const step_list *list = &t->lists[object];
    gcv_chain_steps_of(&t->steps, object, &keys);
    bool good = keys.n == list->n && keys.data[0].label == list->start;
    for (uint32_t i = 0; good && i < keys.n; i++) {
        good = keys.data[i].type == list->type[i] && keys.data[i].depth == i + 1 &&
               keys.data[i].previous == (i > 0 ? i - 1 : GCV_NONE);
    }
    gcv_step_key_column_release(t->s->ctx, &keys);
    return good && t->steps.first[object] == gcv_first_bits(list->start, list->type[0]);
}

/* Objects have one hash if, and only if, they have one list of steps. */
static bool steps_are_right(trial *t, char why[GRAPH_WHY_MAX])
{
    for (uint32_t v = 0; v < t->s->o.n; v++) {
        if (t->lists[v].n > 0 && !same_keys(t, v)) {
            return graph_fails(why, "the steps of object %" PRIu32 " are wrong", v);
        }
        for (uint32_t w = 0; t->lists[v].n > 0 && w < v; w++) {
            if (t->lists[w].n > 0 &&
                (t->steps.step[v] == t->steps.step[w]) != same_list(&t->lists[v], &t->lists[w])) {
                return graph_fails(why, "objects %" PRIu32 " and %" PRIu32 ": hashes", w, v);
            }
        }
    }
    return true;
}

/* Marks objects at random. Returns the number of objects on chains to them, but for those to be
 * left out. */
static uint64_t mark_some(trial *t, uint64_t seed, const gcv_first_steps *firsts)
{
    uint64_t n = 0;
    for (uint32_t v = 0; v < t->s->o.n; v++) {
        t->marked[v] = t->lists[v].n > 0 && graph_chance(&seed, 40);
        t->on[v] = false;
        if (t->marked[v]) {
            gcv_chain_steps_mark(&t->steps, v);
        }
    }
    for (uint32_t v = 0; v < t->s->o.n; v++) {
        const bool on = t->marked[v] && firsts->has[t->steps.first[v]];
        for (uint32_t at = v; on && at < GCV_ROOTED; at = t->paths->parent[at]) {
            n += t->on[at] ? 0 : 1;
            t->on[at] = true;
        }
    }
    return n;
}

static uint64_t bytes_of(const void *heap, uint32_t object) { return gcv_heap_size(heap, object); }

static bool ends_are_right(trial *t, char why[GRAPH_WHY_MAX])
{
    gcv_chain_end_column ends = {NULL, 0, 0};
    gcv_chain_steps_ends(&t->steps, bytes_of, t->s->heap, &ends);
    size_t n = 0;
    bool good = true;
    for (uint32_t v = 0; good && v < t->s->o.n; v++) {
        uint64_t bytes = 0;
        bool first = t->marked[v];
        for (uint32_t w = 0; w < t->s->o.n; w++) {
            const bool same = t->marked[v] && t->marked[w] && same_list(&t->lists[v], &t->lists[w]);
            bytes += same ? bytes_of(t->s->heap, w) : 0;
            first = first && (!same || w >= v);
        }
        for (size_t i = 0; first && i < ends.n; i++) {
            const gcv_chain_end *end = &ends.data[i];
            good =
                good && (end->first != v || (end->bytes == bytes && end->step == t->steps.step[v]));
            good = good && (i == 0 || ends.data[i - 1].step < end->step);
            n += end->first == v ? 1 : 0;
        }
    }
    good = good && n == ends.n;
    gcv_chain_end_column_release(t->s->ctx, &ends);
    return good || graph_fails(why, "the ends are wrong");
}

/* The objects on chains that are at the step of one object. */
static bool members_are_right(trial *t, uint32_t of, char why[GRAPH_WHY_MAX])
{
    gcv_id_map wanted = {NULL, 0, 0};
    gcv_step_member member;
    uint32_t n = 0;
    bool good = true;
    gcv_id_map_set(t->s->ctx, &wanted, t->steps.step[of], 7);
    for (size_t at = 0; gcv_chain_steps_next(&t->steps, &wanted, &at, &member); n++) {
        good = good && t->on[member.object] && member.step == 7 &&
               same_list(&t->lists[member.object], &t->lists[of]);
    }
    for (uint32_t v = 0; v < t->s->o.n; v++) {
        n -= t->on[v] && same_list(&t->lists[v], &t->lists[of]) ? 1 : 0;
    }
    gcv_id_map_release(t->s->ctx, &wanted);
    return (good && n == 0) || graph_fails(why, "members at the step of object %" PRIu32, of);
}

/* Marked objects that are deeper than all steps have one step more, if `more`. */
static void part_ends(trial *t, bool more)
{
    for (uint32_t v = 0; v < t->s->o.n; v++) {
        step_list *list = &t->lists[v];
        if (t->marked[v] && list->n > DEEPEST) {
            list->n = more ? MOST : DEEPEST + 1;
            list->type[DEEPEST + 1] = gcv_heap_object_type(t->s->heap, v);
        }
    }
}

/* `of`: only the chains that begin as its own does need to be on; GCV_NONE: all. */
static bool marks_are_right(trial *t, uint64_t seed, uint32_t of, bool parts,
                            char why[GRAPH_WHY_MAX])
{
    gcv_first_steps firsts;
    memset(&firsts, of == GCV_NONE, sizeof firsts);
    if (of != GCV_NONE) {
        gcv_first_steps_add(&firsts, t->lists[of].start, t->lists[of].type[0]);
    }
    const uint64_t on = mark_some(t, seed, &firsts);
    if (parts) {
        gcv_chain_steps_part_ends(&t->steps);
        part_ends(t, true);
    }
    bool good = steps_are_right(t, why) && ends_are_right(t, why) &&
                (gcv_chain_steps_mark_chains(&t->steps, &firsts) == on ||
                 graph_fails(why, "objects on chains"));
    for (uint32_t v = 0; good && v < t->s->o.n; v++) {
        good = t->lists[v].n == 0 || members_are_right(t, v, why);
    }
    gcv_chain_steps_clear(&t->steps);
    part_ends(t, false);
    return good && steps_are_right(t, why);
}

static bool chain_steps_are_right(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_paths paths = {0};
    trial t = {.s = s, .paths = &paths};
    uint32_t *type_of = graph_alloc(gcv_heap_n_types(s->heap), sizeof *type_of);
    uint32_t reached = GCV_NONE; /* an object with a chain */
    (void)weak;
    for (uint32_t i = 0; i < gcv_heap_n_types(s->heap); i++) {
        type_of[i] = i;
    }
    gcv_paths_compute(s->ctx, s->heap, &s->roots, &paths);
    t.lists = graph_alloc(s->o.n, sizeof *t.lists);
    t.marked = graph_alloc(s->o.n, sizeof *t.marked);
    t.on = graph_alloc(s->o.n, sizeof *t.on);
    for (uint32_t v = 0; v < s->o.n; v++) {
        t.lists[v] = list_of(s, &paths, v);
        reached = t.lists[v].n > 0 ? v : reached;
    }
    const gcv_chain_step_query query = {.heap = s->heap,
                                        .roots = &s->roots,
                                        .paths = &paths,
                                        .type_of = type_of,
                                        .deepest = DEEPEST,
                                        .start_of = start_of};
    gcv_chain_steps_init(s->ctx, &query, &t.steps);
    const bool good = steps_are_right(&t, why) &&
                      marks_are_right(&t, s->o.style->seed, GCV_NONE, false, why) &&
                      marks_are_right(&t, s->o.style->seed + 1, reached, false, why) &&
                      marks_are_right(&t, s->o.style->seed + 2, GCV_NONE, true, why);
    gcv_chain_steps_release(&t.steps);
    gcv_paths_release(s->ctx, &paths);
    free(t.on);
    free(t.marked);
    free(t.lists);
    free(type_of);
    return good;
}

static const property laws[] = {
    {.of_subject = chain_steps_are_right, .all_small = true},
    {.of_subject = chain_steps_are_right, .seed = 0x737465, .cases = 2000, .n = {0, 12}},
    {.of_subject = chain_steps_are_right, .seed = 0x737466, .cases = 300, .n = {8, 80}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
