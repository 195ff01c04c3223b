/* Dominators and retained sizes of every object, compared with the oracle. */
#include "support/check.h"
#include "support/property.h"

#include "report/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Numbers 1 … n_reached and reachable objects are one to one; 0 is the virtual root and all
 * unreachable objects.
 */
static bool numbers_are_right(const oracle *o, const uint32_t *dominator, const gcv_dominators *d,
                              char why[GRAPH_WHY_MAX])
{
    uint32_t n = 0;
    for (uint32_t v = 0; v < o->n; v++) {
        const uint32_t number = d->number[v];
        n += dominator[v] != GCV_NONE ? 1 : 0;
        if ((number != 0) != (dominator[v] != GCV_NONE)) {
            return graph_fails(why, "reachability of object %" PRIu32 " is wrong", v);
        }
        if (number > d->n_reached || (number != 0 && d->object[number] != v)) {
            return graph_fails(why, "number %" PRIu32 " of object %" PRIu32 " leads elsewhere",
                               number, v);
        }
    }
    if (d->n_objects != o->n || d->n_reached != n || d->object[0] != GCV_NONE ||
        d->dominator[0] != 0) {
        return graph_fails(why, "%" PRIu32 " of %" PRIu32 " reached, must be %" PRIu32,
                           d->n_reached, d->n_objects, n);
    }
    return true;
}

static bool dominators_are_right(const oracle *o, const uint32_t *dominator,
                                 const uint64_t *retained, const gcv_dominators *d,
                                 char why[GRAPH_WHY_MAX])
{
    for (uint32_t number = 1; number <= d->n_reached; number++) {
        const uint32_t v = d->object[number], by = d->dominator[number];
        const uint32_t expected = dominator[v] == GCV_ROOTED ? GCV_NONE : dominator[v];
        if (by >= number || d->object[by] != expected) {
            return graph_fails(why,
                               "object %" PRIu32 " is dominated by number %" PRIu32
                               ", must be object %" PRIu32,
                               v, by, expected);
        }
        if (d->retained[number] != retained[v]) {
            return graph_fails(why,
                               "object %" PRIu32 " retains %" PRIu64 ", must be %" PRIu64
                               " of "
                               "%" PRIu32 " objects",
                               v, d->retained[number], retained[v], o->n);
        }
    }
    return true;
}

static bool sums_are_right(const oracle *o, bool weak, const gcv_dominators *d,
                           char why[GRAPH_WHY_MAX])
{
    bool *reached = graph_alloc(o->n, sizeof(bool));
    uint64_t sum = 0;
    oracle_reach(o, weak, NULL, reached);
    uint64_t bytes = oracle_bytes(o, reached);
    free(reached);
    for (uint32_t number = 1; number <= d->n_reached; number++) {
        sum += d->dominator[number] == 0 ? d->retained[number] : 0;
    }
    return (sum == bytes && d->retained[0] == bytes) ||
           graph_fails(why,
                       "the root's children retain %" PRIu64 ", the root %" PRIu64
                       ", must be %" PRIu64,
                       sum, d->retained[0], bytes);
}

/* Checks that the preorder is that of a depth-first search: the next object in preorder has as
 * referrer the last object on the stack that still refers to an object without a number. */
static bool is_preorder(const oracle *o, bool weak, const gcv_dominators *d,
                        char why[GRAPH_WHY_MAX])
{
    uint32_t *object = graph_alloc(o->n, sizeof(uint32_t));
    uint32_t *root = graph_alloc(o->n, sizeof(uint32_t));
    uint32_t *stack = graph_alloc(o->n, sizeof(uint32_t));
    const uint32_t n_roots = oracle_root_set(o, weak, object, root);
    uint32_t number, depth = 0;
    bool found = true;
    for (number = 1; found && number <= d->n_reached; number++) {
        bool pending = false;
        found = false;
        while (depth > 0 && !pending) {
            const uint32_t top = stack[depth - 1];
            for (uint32_t i = o->first[top]; i < o->first[top + 1]; i++) {
                pending = pending || d->number[o->to[i]] >= number;
                found = found || d->number[o->to[i]] == number;
            }
            depth -= pending ? 0 : 1;
        }
        for (uint32_t i = 0; depth == 0 && i < n_roots; i++) {
            found = found || d->number[object[i]] == number;
        }
        stack[depth++] = d->object[number];
    }
    free(object);
    free(root);
    free(stack);
    return found || graph_fails(why, "number %" PRIu32 " is not next in preorder", number - 1);
}

static bool result_is_right(const oracle *o, bool weak, const gcv_dominators *d,
                            char why[GRAPH_WHY_MAX])
{
    uint32_t *dominator = graph_alloc(o->n, sizeof(uint32_t));
    uint64_t *retained = graph_alloc(o->n, sizeof(uint64_t));
    oracle_dominators(o, weak, dominator, retained);
    bool good = numbers_are_right(o, dominator, d, why) &&
                dominators_are_right(o, dominator, retained, d, why) &&
                sums_are_right(o, weak, d, why) && is_preorder(o, weak, d, why);
    free(dominator);
    free(retained);
    return good;
}

/* Whether the objects that `retained --distinct` leaves out, of those of one type and of all, are
 * those that have two thirds of what their dominator has, one of them. */
static bool insides_are_right(const subject *s, const gcv_dominators *d, char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    const gcv_filter filter = {0};
    gcv_selection selection;
    bool good = true;
    gcv_selection_find(s->ctx, s->heap, &filter, &selection);
    for (uint32_t only = 0; only < 2; only++) {
        for (uint32_t type = 0; only > 0 && type < s->heap->n_types; type++) {
            selection.types[type] = type % 2 == 0;
        }
        for (uint32_t v = 0; good && v < o->n; v++) {
            const uint32_t by = d->object[d->dominator[d->number[v]]];
            const bool may = d->number[v] != 0 && by != GCV_NONE;
            const bool chosen = may && (only == 0 || s->heap->type.data[by] % 2 == 0);
            const uint64_t most = may ? d->retained[d->number[by]] : 0;
            const uint64_t rest = may ? most - d->retained[d->number[v]] : 0;
            good =
                !may || gcv_object_is_inside(d, &selection, v) == (chosen && rest <= most / 3) ||
                graph_fails(why, "object %" PRIu32 " is said to be inside another one, or not", v);
        }
    }
    gcv_selection_release(s->ctx, &selection);
    return good;
}

static bool dominators_for(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_dominators d;
    memset(&d, 0, sizeof d);
    if (gcv_dominators_find(s->ctx, s->heap, &s->roots, &d, NULL) != GCV_OK) {
        return graph_fails(why, "gcv_dominators_find failed");
    }
    bool good = result_is_right(&s->o, weak, &d, why) && insides_are_right(s, &d, why);
    gcv_dominators_release(s->ctx, &d);
    return good;
}

static const property laws[] = {
    {.of_subject = dominators_for, .all_small = true},
    {.of_subject = dominators_for, .seed = 0x646f6d, .cases = 4000, .n = {0, 12}},
    {.of_subject = dominators_for, .seed = 0x646f6e, .cases = 3000, .n = {8, 40}},
    {.of_subject = dominators_for, .seed = 0x646f6f, .cases = 200, .n = {80, 300}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
