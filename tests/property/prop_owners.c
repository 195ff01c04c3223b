/* The owners of parts in heaps of V8, compared with going up the dominators of each part; the
 * groups of owners, by name. */
#include "support/check.h"
#include "support/owned.h"
#include "support/property.h"

#include "analysis/basis.h"
#include "analysis/groups.h"
#include "analysis/type_kinds.h"
#include "base/text.h"

#include <inttypes.h>

static bool same_object(const gcv_heap *heap, const owned *must, uint32_t v,
                        char why[GRAPH_WHY_MAX])
{
    return (gcv_heap_leaves_out(heap, v) == owned_has(must, v) &&
            gcv_heap_size(heap, v) == must->o.size[v]) ||
           graph_fails(why, "object %" PRIu32 " has %" PRIu64 " bytes, must have %" PRIu64, v,
                       gcv_heap_size(heap, v), must->o.size[v]);
}

/* Compares the name of the group of an object that is no part of another one. */
static bool same_group(const subject *s, const gcv_groups *groups, const owned *must, uint32_t v,
                       char why[GRAPH_WHY_MAX])
{
    const oracle_name name = oracle_name_across_dumps(&must->o, v);
    const gcv_slice group = groups->names[groups->of[gcv_heap_object_type(s->heap, v)]];
    return owned_has(must, v) || gcv_slice_equal(group, gcv_slice_of(name.text, name.size)) ||
           graph_fails(why, "object %" PRIu32 " is in the group %.*s", v, (int)group.size,
                       group.data);
}

static bool owners_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_basis basis = gcv_basis_of(s->ctx, s->heap, weak);
    const bool v8 = gcv_heap_has_type(s->heap, "(array)") || gcv_heap_has_type(s->heap, "(string)");
    const gcv_heap *heap = gcv_basis_owned(&basis);
    gcv_groups groups = {0};
    owned must;
    bool good = (heap != NULL) == v8 || graph_fails(why, "%s of V8", v8 ? "is" : "is none");
    owned_init(&must, &s->o, weak, v8);
    gcv_groups_across_dumps(s->ctx, &groups, s->heap, true);
    for (uint32_t v = 0; good && v8 && v < s->o.n; v++) {
        good = same_object(heap, &must, v, why) && same_group(s, &groups, &must, v, why);
    }
    owned_release(&must);
    gcv_groups_release(s->ctx, &groups);
    gcv_basis_release(&basis);
    return good;
}

static const property laws[] = {
    {.of_subject = owners_hold, .script = true, .all_small = true},
    {.of_subject = owners_hold, .script = true, .seed = 0x6f776e, .cases = 3000, .n = {0, 12}},
    {.of_subject = owners_hold, .script = true, .seed = 0x6f776f, .cases = 300, .n = {20, 60}},
    {.of_subject = owners_hold, .seed = 0x6f7770, .cases = 100, .n = {0, 12}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
