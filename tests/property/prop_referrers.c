/* Referrers of every object, compared with a search through all references. */
#include "support/check.h"
#include "support/property.h"

#include "analysis/analyses.h"
#include "base/context.h"

#include <inttypes.h>
#include <stdlib.h>

static uint32_t times_named(const oracle *o, uint32_t from, uint32_t object)
{
    uint32_t n = 0;
    for (uint32_t at = o->first[from]; at < o->first[from + 1]; at++) {
        n += o->to[at] == object ? 1 : 0;
    }
    return n;
}

static bool same_list(const subject *s, uint32_t object, char why[GRAPH_WHY_MAX])
{
    gcv_u32_column referrers = {NULL, 0, 0}, times = {NULL, 0, 0};
    size_t n = 0;
    bool good = true;
    gcv_referrers_of(s->ctx, s->heap, object, &referrers, &times);
    for (uint32_t v = 0; good && v < s->o.n; v++) {
        const uint32_t named = times_named(&s->o, v, object);
        if (named > 0) {
            good = n < referrers.n && referrers.data[n] == v && times.data[n] == named;
            n++;
        }
    }
    good = good && n == referrers.n && n == times.n;
    GCV_RELEASE(s->ctx, &referrers, &times);
    return good || graph_fails(why, "referrers of object %" PRIu32 " are wrong", object);
}

static bool same_counts(const subject *s, char why[GRAPH_WHY_MAX])
{
    bool good = true;
    uint32_t *count = gcv_referrers_count(s->ctx, s->heap);
    for (uint32_t object = 0; good && object < s->o.n; object++) {
        uint32_t n = 0;
        for (uint32_t v = 0; v < s->o.n; v++) {
            n += times_named(&s->o, v, object) > 0 ? 1 : 0;
        }
        good = n == count[object] ||
               graph_fails(why, "object %" PRIu32 " has %" PRIu32 " referrers, must be %" PRIu32,
                           object, count[object], n);
    }
    gcv_free(s->ctx, count);
    return good;
}

static bool same_marks(const subject *s, char why[GRAPH_WHY_MAX])
{
    uint64_t random = graph_mix(s->o.style->seed, s->o.n);
    const uint32_t n_types = gcv_heap_n_types(s->heap);
    uint8_t *types = graph_zeroed(n_types, 1), *marks = graph_alloc(s->o.n, 1);
    bool good = true;
    for (uint32_t t = 0; t < n_types; t++) {
        types[t] = graph_chance(&random, 40);
    }
    gcv_referrers_mark(s->heap, types, marks);
    for (uint32_t v = 0; good && v < s->o.n; v++) {
        bool named = false;
        for (uint32_t at = 0; at < s->o.n; at++) {
            named = named ||
                    (types[gcv_heap_object_type(s->heap, at)] && times_named(&s->o, at, v) > 0);
        }
        good = marks[v] == (named ? 1 : 0) ||
               graph_fails(why, "mark of object %" PRIu32 " is wrong", v);
    }
    free(types);
    free(marks);
    return good;
}

static bool referrers_are_right(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    bool good = weak || (same_counts(s, why) && same_marks(s, why));
    for (uint32_t v = 0; good && !weak && v < s->o.n; v++) {
        good = same_list(s, v, why);
    }
    return good;
}

static const property laws[] = {
    {.of_subject = referrers_are_right, .all_small = true},
    {.of_subject = referrers_are_right, .seed = 0x726566, .cases = 2000, .n = {0, 12}},
    {.of_subject = referrers_are_right, .seed = 0x726567, .cases = 300, .n = {8, 60}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
