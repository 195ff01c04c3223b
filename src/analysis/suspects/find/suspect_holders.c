/* suspect_holders.c - finds how the objects of crowds are kept; see crowd.h.
 *
 * One pass in the order of the chains: how an object is kept follows from how its referrer on the
 * chain is kept. O(objects); needs no memory of its own.
 */
#include "analysis/suspects/find/suspects.h"

#include "analysis/type_kinds.h"
#include "base/text.h"
#include "heap/root_label.h"

/* Objects are positions in the order of the chains, unless stated otherwise. */
typedef struct gcv_holders {
    const gcv_suspect_input *input;
    const gcv_chain_order *order;
    gcv_suspects *out;
    const uint32_t *type;     /* row of the type of each object */
    const uint32_t *root;     /* per object: root record at which its chain begins */
    const uint32_t *crowd_of; /* per object: its crowd; GCV_NONE */
    /* How an object is kept. */
    uint32_t *holder; /* GCV_NONE: the root */
    uint32_t *around; /* nearest object on the chain that is in another crowd; GCV_NONE */
    uint8_t *keepers;
} gcv_holders;

/* Whether an object is an array at a pinned handle. The runtime keeps static fields in such arrays,
 * so they are no collections. */
static bool is_array_of_statics(const gcv_holders *holders, uint32_t object)
{
    const gcv_heap *heap = holders->input->heap;
    return holders->order->referrer_at[object] == GCV_NONE &&
           (heap->roots.data[holders->root[object]].flags & GCV_ROOT_PINNED) != 0 &&
           gcv_slice_is(heap->types.name[holders->type[object]], "System.Object[]");
}

/* Whether an object is a keeper in a variable. Variables are keepers of what a function has
 * captured, but the holder of a collection in one of them. */
static bool is_variable(const gcv_holders *holders, uint32_t object, uint32_t referrer)
{
    return (holders->out->kinds[holders->type[referrer]] & GCV_TYPE_SCOPE) != 0 &&
           (holders->out->kinds[holders->type[object]] & GCV_KEEPS_ANY) != 0;
}

/* Whether the referrer of an object on the chain is its holder, although its type is a keeper's or
 * the same as that of the object. */
static bool is_odd_holder(const gcv_holders *holders, uint32_t object, uint32_t referrer)
{
    return is_array_of_statics(holders, referrer) || is_variable(holders, object, referrer);
}

/* Between two members of a crowd on one chain there can be objects of a type whose name is alike.
 * Then what is around the upper member is around the lower one, too. */
static void skip_own_crowd(const gcv_holders *holders, uint32_t object)
{
    const uint32_t own = holders->crowd_of[object], around = holders->around[object];
    if (own != GCV_NONE && around != GCV_NONE && holders->crowd_of[around] == own) {
        holders->around[object] = holders->around[around];
    }
}

/* Finds how an object is kept from how its referrer on the chain is kept, which is already known.
 * Masks select the values, since branches would often be mispredicted. */
static void visit(gcv_holders *holders, uint32_t object)
{
    const uint32_t *referrer_at = holders->order->referrer_at;
    const uint32_t referrer = referrer_at[object], type = holders->type[object];
    /* masks: the referrer is of another crowd; it is the holder */
    if (referrer == GCV_NONE) {
        holders->holder[object] = holders->around[object] = GCV_NONE;
        holders->keepers[object] = 0;
        return;
    }
    uint32_t kinds = holders->out->kinds[holders->type[referrer]];
    uint32_t crowd = holders->crowd_of[referrer];
    uint32_t same = holders->type[referrer] == type;
    uint32_t keeps = (kinds & GCV_KEEPS_ANY) | (same != 0 ? GCV_KEEPS_COLLECTION : 0);
    if ((((kinds & GCV_TYPE_SCOPE) != 0) | (referrer_at[referrer] == GCV_NONE)) != 0 &&
        is_odd_holder(holders, object, referrer)) {
        keeps = 0;
    }
    uint32_t other = 0 - (uint32_t)((crowd != GCV_NONE) & (crowd != holders->crowd_of[object]));
    uint32_t direct = 0 - (uint32_t)(keeps == 0);
    holders->around[object] = (referrer & other) | (holders->around[referrer] & ~other);
    skip_own_crowd(holders, object);
    holders->holder[object] = (referrer & direct) | (holders->holder[referrer] & ~direct);
    holders->keepers[object] = (uint8_t)((holders->keepers[referrer] | keeps) & ~direct);
}

static bool is_table_of_literals(const gcv_holders *holders, const gcv_crowd *crowd)
{
    return crowd->holder == GCV_NONE && crowd->root_kind == GCV_ROOT_KIND_HANDLE &&
           (crowd->keepers & ~(uint32_t)GCV_KEEPS_COLLECTION) == 0 &&
           gcv_slice_is(holders->input->heap->types.name[crowd->type], "System.String");
}

/* Starts with how the first member is kept. */
static void begin_crowd(const gcv_holders *holders, gcv_crowd *crowd, uint32_t object)
{
    uint32_t holder = holders->holder[object];
    crowd->holder = holder != GCV_NONE ? holders->order->object[holder] : GCV_NONE;
    crowd->one_holder = crowd->behind_one = true;
    crowd->root = holders->root[object];
    crowd->root_kind = holders->input->heap->roots.data[crowd->root].kind;
}

static void compare_roots(const gcv_heap *heap, gcv_crowd *crowd, uint32_t root)
{
    if (crowd->root != GCV_NONE && crowd->root != root &&
        !gcv_same_root_label(heap, &heap->roots.data[crowd->root], &heap->roots.data[root])) {
        crowd->root = GCV_NONE;
    }
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

/* Combines how the members of a crowd are kept, and turns them from positions into objects. */
static void look_at_members(const gcv_holders *holders, gcv_crowd *crowd)
{
    uint32_t *members = holders->out->crowds.members.data + crowd->first;
    uint32_t first = lead_members(members, crowd->n);
    begin_crowd(holders, crowd, first);
    for (uint32_t i = 0; i < crowd->n; i++) {
        uint32_t object = members[i];
        compare_roots(holders->input->heap, crowd, holders->root[object]);
        crowd->keepers |= holders->keepers[object];
        crowd->one_holder = crowd->one_holder && holders->holder[object] == holders->holder[first];
        crowd->behind_one = crowd->behind_one && holders->around[object] == holders->around[first];
        members[i] = holders->order->object[object];
    }
    crowd->literals = is_table_of_literals(holders, crowd);
    crowd->around =
        holders->around[first] != GCV_NONE ? holders->crowd_of[holders->around[first]] : GCV_NONE;
}

void gcv_suspect_holders(const gcv_suspect_input *input, gcv_suspects *out)
{
    const uint32_t n = input->order->n;
    gcv_holders holders;
    if (out->crowds.all.n == 0) {
        return;
    }
    holders.input = input;
    holders.order = input->order;
    holders.out = out;
    holders.type = out->room.type;
    holders.root = out->room.root;
    holders.crowd_of = out->room.column[0];
    holders.holder = out->room.column[1];
    holders.around = out->room.wide;
    holders.keepers = (uint8_t *)(holders.around + n);
    for (uint32_t i = 0; i < n; i++) {
        visit(&holders, i);
    }
    for (uint32_t i = 0; i < out->crowds.all.n; i++) {
        look_at_members(&holders, &out->crowds.all.data[i]);
    }
}
