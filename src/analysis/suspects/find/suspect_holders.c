/* suspect_holders.c - finds how the objects of crowds are kept; see suspects.h.
 *
 * One pass in the order of the chains: how an object is kept follows from how its referrer on the
 * chain is kept. O(objects); 12 bytes per object.
 */
#include "analysis/suspects/find/suspect_steps.h"

#include "base/text.h"
#include "heap/java_class.h"
#include "heap/root_label.h"

/* How an object is kept, besides its holder. */
typedef struct gcv_kept_object {
    uint32_t around; /* nearest object on the chain that is in another crowd; GCV_NONE */
    uint8_t keepers;
} gcv_kept_object;

/* Objects are positions in the order of the chains, unless stated otherwise. */
typedef struct gcv_holders {
    const gcv_search *search;
    const gcv_heap *heap;
    const gcv_chain_order *order;
    const uint32_t *type;     /* row of the type of each object */
    const uint32_t *root;     /* per object: root record at which its chain begins */
    const uint32_t *crowd_of; /* per object: its crowd; GCV_NONE */
    uint32_t *holder;         /* per object; GCV_NONE: the root */
    gcv_kept_object *kept;    /* per object */
} gcv_holders;

/* Whether an object is an array at a pinned handle. The runtime keeps static fields in such arrays,
 * so they are no collections. */
static bool is_array_of_statics(const gcv_holders *holders, uint32_t object)
{
    const gcv_heap *heap = holders->heap;
    return holders->order->referrer_at[object] == GCV_NONE &&
           (heap->roots.data[holders->root[object]].flags & GCV_ROOT_PINNED) != 0 &&
           gcv_slice_is(heap->types.name[holders->type[object]], "System.Object[]");
}

/* Whether an object is a keeper in a variable. Variables are keepers of what a function has
 * captured, but the holder of a collection in one of them, unless it is a function in a crowd. */
static bool is_variable(const gcv_holders *holders, uint32_t object, uint32_t referrer)
{
    const uint32_t function = holders->order->referrer_at[referrer];
    return (holders->search->kinds[holders->type[referrer]] & GCV_TYPE_SCOPE) != 0 &&
           (holders->search->kinds[holders->type[object]] & GCV_KEEPS_ANY) != 0 &&
           (function == GCV_NONE || holders->crowd_of[function] == GCV_NONE);
}

/* Between two members of a crowd on one chain there can be objects of a type whose name is alike.
 * Then what is around the upper member is around the lower one, too. */
static void skip_own_crowd(const gcv_holders *holders, uint32_t object)
{
    const uint32_t own = holders->crowd_of[object], around = holders->kept[object].around;
    if (own != GCV_NONE && around != GCV_NONE && holders->crowd_of[around] == own) {
        holders->kept[object].around = holders->kept[around].around;
    }
}

/* Finds how an object is kept from how its referrer on the chain is kept, which is already known.
 * Masks select the values, since branches would often be mispredicted. */
static void visit(gcv_holders *holders, uint32_t object)
{
    const uint32_t *referrer_at = holders->order->referrer_at;
    const uint32_t referrer = referrer_at[object], type = holders->type[object];
    if (referrer == GCV_NONE) {
        holders->holder[object] = holders->kept[object].around = GCV_NONE;
        holders->kept[object].keepers = 0;
        return;
    }
    uint32_t kinds = holders->search->kinds[holders->type[referrer]];
    uint32_t crowd = holders->crowd_of[referrer];
    uint32_t same = holders->type[referrer] == type;
    uint32_t keeps = (kinds & GCV_KEEPS_ANY) | (same != 0 ? GCV_KEEPS_COLLECTION : 0);
    if ((((kinds & GCV_TYPE_SCOPE) != 0) | (referrer_at[referrer] == GCV_NONE)) != 0 &&
        (is_array_of_statics(holders, referrer) || is_variable(holders, object, referrer))) {
        keeps = 0; /* its holder, although of a keeper's type or of the same type */
    }
    /* Masks: the referrer is of another crowd; it is the holder. */
    uint32_t other = 0 - (uint32_t)((crowd != GCV_NONE) & (crowd != holders->crowd_of[object]));
    uint32_t direct = 0 - (uint32_t)(keeps == 0);
    holders->kept[object].around = (referrer & other) | (holders->kept[referrer].around & ~other);
    skip_own_crowd(holders, object);
    holders->holder[object] = (referrer & direct) | (holders->holder[referrer] & ~direct);
    holders->kept[object].keepers = (uint8_t)((holders->kept[referrer].keepers | keeps) & ~direct);
}

/* Puts the member whose chain comes first in front, and returns it. */
static uint32_t lead_members(uint32_t *members, uint32_t n)
{
    uint32_t first = members[0], at = 0;
    for (uint32_t i = 1; i < n; i++) {
        at = members[i] < members[at] ? i : at;
    }
    members[0] = members[at];
    members[at] = first;
    return members[0];
}

/* Returns how a member is kept. */
static gcv_keeping keeping_of(const gcv_holders *holders, uint32_t object)
{
    const uint32_t holder = holders->holder[object], around = holders->kept[object].around;
    return (gcv_keeping){
        .keepers = holders->kept[object].keepers,
        .holder = holder != GCV_NONE ? holders->order->object[holder] : GCV_NONE,
        .one_holder = true,
        .behind_one = true,
        .around = around != GCV_NONE ? holders->crowd_of[around] : GCV_NONE,
        .root = holders->root[object],
        .root_kind = gcv_start_root(holders->heap, holders->root[object]).kind,
    };
}

/* Combines how the members of a crowd are kept. */
static void look_at_members(const gcv_holders *holders, gcv_crowd *crowd, uint32_t *members)
{
    const uint32_t first = lead_members(members, crowd->n);
    gcv_keeping *kept = &crowd->kept;
    *kept = keeping_of(holders, first);
    for (uint32_t i = 1; i < crowd->n; i++) {
        const uint32_t object = members[i], root = holders->root[object];
        if (kept->root != GCV_NONE && kept->root != root) {
            const gcv_root one = gcv_start_root(holders->heap, kept->root),
                           other = gcv_start_root(holders->heap, root);
            const bool same = gcv_same_root_label(holders->heap, &one, &other);
            kept->root = same ? kept->root : GCV_NONE;
        }
        kept->keepers |= holders->kept[object].keepers;
        kept->one_holder = kept->one_holder && holders->holder[object] == holders->holder[first];
        kept->behind_one =
            kept->behind_one && holders->kept[object].around == holders->kept[first].around;
    }
    kept->literals = kept->holder == GCV_NONE && kept->root_kind == GCV_ROOT_KIND_HANDLE &&
                     (kept->keepers & ~(uint32_t)GCV_KEEPS_COLLECTION) == 0 &&
                     gcv_slice_is(holders->heap->types.name[crowd->type], "System.String");
}

gcv_crowds gcv_suspect_holders(gcv_search *search, const gcv_chained *chained, gcv_placed *placed)
{
    const gcv_chain_order *order = search->input->order;
    if (placed->crowds.n > 0) {
        gcv_holders holders = {.search = search,
                               .heap = search->input->heap,
                               .order = order,
                               .type = chained->type,
                               .root = chained->root,
                               .crowd_of = placed->crowd_of};
        holders.holder = gcv_suspect_memory_take(&search->memory, sizeof *holders.holder);
        holders.kept = gcv_suspect_memory_take(&search->memory, sizeof *holders.kept);
        for (uint32_t i = 0; i < order->n; i++) {
            visit(&holders, i);
        }
        for (uint32_t i = 0; i < placed->crowds.n; i++) {
            gcv_crowd *crowd = &placed->crowds.data[i];
            look_at_members(&holders, crowd, placed->positions.data + crowd->first);
        }
        gcv_suspect_memory_give(&search->memory, holders.holder, sizeof *holders.holder);
        gcv_suspect_memory_give(&search->memory, holders.kept, sizeof *holders.kept);
    }
    gcv_crowds out = {.all = placed->crowds, .members = placed->positions};
    for (size_t i = 0; i < out.members.n; i++) {
        out.members.data[i] = order->object[out.members.data[i]];
    }
    return out;
}
