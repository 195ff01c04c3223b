/* What taking the dump made, compared with removing the keeper and finding what is cut off; and
 * what objects retain without it, by removing one object at a time. */
#include "support/check.h"
#include "support/property.h"

#include "analysis/analyses.h"
#include "analysis/capture.h"
#include "analysis/dominators.h"
#include "heap/rename.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char keeper[] = "System.Diagnostics.Tracing.NativeRuntimeEventSource";

/* Gives the keeper's name to a type. */
static void new_name(void *self, gcv_name_kind kind, gcv_slice name, gcv_slice module,
                     gcv_buffer *out)
{
    const subject *s = *(const subject *const *)self;
    const oracle_name *chosen = &s->o.names[graph_mix(s->o.g->seed, 5) % s->o.n_types];
    (void)module;
    if (kind == GCV_NAME_TYPE && gcv_slice_equal(name, gcv_slice_of(chosen->text, chosen->size))) {
        gcv_buffer_append_str(s->ctx, out, keeper);
    } else {
        gcv_buffer_append(s->ctx, out, name);
    }
}

static bool keeps_property(const gcv_property *fact)
{
    (void)fact;
    return true;
}

static bool is_keeper(const subject *s, uint32_t v)
{
    return gcv_slice_is(gcv_heap_type_name(s->heap, gcv_heap_object_type(s->heap, v)), keeper);
}

/* Marks what is reachable, but not without the removed objects. */
static void cut_off(const subject *s, bool weak, const bool *removed, bool *out)
{
    bool *after = graph_alloc(s->o.n, sizeof(bool));
    oracle_reach(&s->o, weak, NULL, out);
    oracle_reach(&s->o, weak, removed, after);
    for (uint32_t v = 0; v < s->o.n; v++) {
        out[v] = out[v] && !after[v];
    }
    free(after);
}

static bool same_rest(const subject *s, const gcv_capture *capture, const bool *made,
                      char why[GRAPH_WHY_MAX])
{
    const gcv_heap *rest = gcv_capture_rest(capture);
    uint64_t objects = 0, bytes = 0;
    for (uint32_t v = 0; v < s->o.n; v++) {
        objects += made[v];
        bytes += made[v] ? s->o.size[v] : 0;
        if (gcv_heap_leaves_out(rest, v) != made[v] ||
            gcv_heap_size(rest, v) != (made[v] ? 0 : s->o.size[v])) {
            return graph_fails(why, "object %" PRIu32 " of %" PRIu64 " bytes: left out: %d", v,
                               gcv_heap_size(rest, v), gcv_heap_leaves_out(rest, v));
        }
    }
    return (capture->objects == objects && capture->bytes == bytes &&
            (rest == s->heap) == (objects == 0)) ||
           graph_fails(why, "%" PRIu32 " objects of %" PRIu64 " bytes are left out",
                       capture->objects, capture->bytes);
}

static bool same_retained(const subject *s, bool weak, const gcv_capture *capture, const bool *made,
                          char why[GRAPH_WHY_MAX])
{
    gcv_dominators d;
    gcv_dominators_compute(s->ctx, s->heap, &s->roots, &d);
    uint64_t *retained = graph_alloc(d.n_reached + 1, sizeof *retained);
    bool *removed = graph_zeroed(s->o.n, sizeof(bool)), *cut = graph_alloc(s->o.n, sizeof(bool));
    bool good = true;
    gcv_retained_without(gcv_capture_rest(capture), &d, retained);
    for (uint32_t v = 0; good && v < s->o.n; v++) {
        uint64_t bytes = 0;
        removed[v] = true;
        cut_off(s, weak, removed, cut);
        removed[v] = false;
        for (uint32_t w = 0; w < s->o.n; w++) {
            bytes += cut[w] && !made[w] ? s->o.size[w] : 0;
        }
        good = d.number[v] == 0 || retained[d.number[v]] == bytes ||
               graph_fails(why, "object %" PRIu32 " must retain %" PRIu64, v, bytes);
    }
    free(removed);
    free(cut);
    free(retained);
    gcv_dominators_release(s->ctx, &d);
    return good;
}

static bool capture_holds(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    const gcv_renamer renamer = {&s, new_name, keeps_property};
    bool *keepers = graph_zeroed(s->o.n, sizeof(bool)), *made = graph_alloc(s->o.n, sizeof(bool));
    gcv_capture capture;
    if (s->o.n_types > 0) {
        gcv_heap_rename(s->heap, &renamer);
    }
    for (uint32_t v = 0; v < s->o.n; v++) {
        keepers[v] = is_keeper(s, v);
    }
    cut_off(s, weak, keepers, made);
    gcv_capture_find(s->ctx, s->heap, weak, &capture);
    bool good = same_rest(s, &capture, made, why) && same_retained(s, weak, &capture, made, why);
    gcv_capture_release(s->ctx, &capture);
    free(keepers);
    free(made);
    return good;
}

static const property laws[] = {
    {.of_subject = capture_holds, .seed = 0x636170, .cases = 600, .n = {0, 12}},
    {.of_subject = capture_holds, .seed = 0x636171, .cases = 60, .n = {20, 50}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
