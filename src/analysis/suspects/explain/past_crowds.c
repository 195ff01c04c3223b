/* past_crowds.c - crowds whose chains or elements are others in an older dump, and lists whose
 * heads are; see past_matcher.h. */
#include "analysis/suspects/explain/past_matcher.h"

#include "analysis/suspects/find/parts.h"
#include "analysis/type_kinds.h"
#include "base/sort.h"

/* ---- crowds whose chains begin otherwise -------------------------------------------------- */

/* Whether a plain object of V8 has so many members of a crowd that their names are keys. If it had
 * few in the older dump, they were slots there, each below the name of this object. */
static bool is_in_table(const gcv_past_matcher *matcher, const gcv_crowd *crowd)
{
    const gcv_heap *heap = matcher->input->heap;
    const uint32_t *parent = matcher->input->paths->parent;
    const uint32_t *members = gcv_crowd_members(&matcher->found->crowds, crowd);
    const uint32_t over = parent[members[0]];
    uint32_t n = 0;
    for (uint32_t i = 0; i < crowd->n; i++) {
        n += parent[members[i]] == over;
    }
    return over < GCV_ROOTED && n > GCV_SLOTS_ALIKE &&
           gcv_is_plain_object(heap->types.name[gcv_heap_object_row(heap, over)]);
}

/* Maximum number of runs of objects of one type from a member of a crowd to its holder. */
enum { LONGEST_TAIL = 64 };

/* The slot of an object and the types of its chain upwards, as a hash; consecutive objects of one
 * type count once. */
typedef struct gcv_tail {
    uint64_t hash, last;
} gcv_tail;

static void extend_tail(gcv_tail *tail, uint64_t type)
{
    tail->hash = type != tail->last ? gcv_hash_u64(type, tail->hash) : tail->hash;
    tail->last = type;
}

/* Hashes a slot and the chain of a crowd from its first member to its holder. False: it is too
 * long, or has no holder. */
static bool find_tail(const gcv_past_matcher *matcher, const uint64_t *type_hash,
                      const gcv_crowd *crowd, uint32_t slot, gcv_tail *tail)
{
    const gcv_suspect_input *input = matcher->input;
    uint32_t at = gcv_crowd_members(&matcher->found->crowds, crowd)[0];
    *tail = (gcv_tail){slot, 0};
    for (int i = 0; i < LONGEST_TAIL && at < GCV_ROOTED; i++, at = input->paths->parent[at]) {
        extend_tail(tail, type_hash[input->heap->type.data[at]]);
        if (at == crowd->kept.holder) {
            return true;
        }
    }
    return false;
}

/* Returns the first object of another type on the chain upwards from one, as parents have it.
 * `above`, per object: the answer; GCV_NONE: not known. All nodes of a list get it at once. */
static uint32_t above_run(const gcv_heap *heap, const uint32_t *parent, uint32_t *above,
                          uint32_t object)
{
    const uint32_t *type = heap->type.data;
    uint32_t at = object;
    while (above[at] == GCV_NONE && parent[at] < GCV_ROOTED && type[parent[at]] == type[at]) {
        at = parent[at];
    }
    uint32_t end = above[at] != GCV_NONE ? above[at] : parent[at];
    for (at = object; at < GCV_ROOTED && type[at] == type[object] && above[at] == GCV_NONE;
         at = parent[at]) {
        above[at] = end;
    }
    return end;
}

/* Returns the row of the nearest holder of an object of the older dump in a slot; GCV_NONE: there
 * is none. */
static uint32_t row_of_tail(const gcv_past_matcher *matcher, const gcv_id_map *tails,
                            const uint64_t *type_hash, uint32_t *above, gcv_loose from)
{
    const uint32_t *parent = matcher->parent;
    uint32_t at = from.object, row = GCV_NONE;
    gcv_tail tail = {from.slot, 0};
    for (int i = 0; i < LONGEST_TAIL && at < GCV_ROOTED && row == GCV_NONE; i++) {
        extend_tail(&tail, type_hash[matcher->old->type.data[at]]);
        row = gcv_id_map_get(matcher->ctx, tails, tail.hash);
        at = above_run(matcher->old, parent, above, at);
    }
    return row;
}

/* An object that both dumps have may be held by another root, or by way of another object, in each.
 * So crowds that the older dump lacks are looked for below their holders, among what is in no other
 * crowd. */
void gcv_past_match_tails(gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    gcv_id_map tails = {NULL, 0, 0};
    uint64_t *now = gcv_fingerprints_of_types(ctx, matcher->input->heap),
             *old = gcv_fingerprints_of_types(ctx, matcher->old);
    for (uint32_t i = 0; i < matcher->found->rows.n; i++) {
        const gcv_crowd *crowd = gcv_past_lacking(matcher, i);
        gcv_tail tail;
        if (crowd != NULL && find_tail(matcher, now, crowd, crowd->slot, &tail)) {
            matcher->set[i] = gcv_id_map_enter(ctx, &tails, tail.hash, i);
            if (is_in_table(matcher, crowd)) {
                (void)find_tail(matcher, now, crowd, gcv_slot_name(crowd->slot), &tail);
                (void)gcv_id_map_enter(ctx, &tails, tail.hash, matcher->set[i]);
            }
        }
    }
    uint32_t *above = tails.n > 0 ? gcv_alloc_none(ctx, matcher->old->n_objects) : NULL;
    for (size_t i = 0; i < matcher->loose.n && tails.n > 0; i++) {
        const gcv_loose *loose = &matcher->loose.data[i];
        const gcv_loose outer = {loose->object, gcv_slot_above(loose->slot)};
        uint32_t row = row_of_tail(matcher, &tails, old, above, *loose);
        if (row == GCV_NONE && outer.slot != GCV_NO_SLOT) {
            row = row_of_tail(matcher, &tails, old, above, outer);
        }
        if (row != GCV_NONE) {
            gcv_past_add_to_crowd(matcher, row, loose->object);
        }
    }
    gcv_id_map_release(ctx, &tails);
    GCV_FREE(ctx, now, old, above);
}

/* ---- lists that begin with another type --------------------------------------------------- */

enum { LONGEST_CHAIN = 64 }; /* objects of a list, and above it, that are looked at */

/* Returns the child of an object in the dominator tree that retains the most, of the first ones; 0:
 * there is none. */
static uint32_t next_on_list(const gcv_past_matcher *matcher, uint32_t number)
{
    const gcv_dominator_tree *tree = &matcher->found->tree;
    const uint64_t *retained = matcher->input->dominators->retained;
    const uint32_t end = gcv_dominator_tree_end(tree, number);
    uint32_t next = 0, at = tree->at[number] + 1;
    for (int i = 0; i < LONGEST_CHAIN && at < end; i++, at += tree->size[tree->order[at]]) {
        const uint32_t w = tree->order[at];
        next = next == 0 || retained[w] > retained[next] ? w : next;
    }
    return next;
}

/* Hashes the types of a chain from an object up to the root, with the class at which it begins.
 * False: it is too long. */
static bool find_place(const gcv_heap *heap, const uint32_t *parent, const uint64_t *type_hash,
                       uint32_t at, uint64_t *place)
{
    gcv_tail tail = {0, 0};
    for (int i = 0; i < LONGEST_CHAIN && at < GCV_ROOTED; i++, at = parent[at]) {
        const gcv_slice class_ = gcv_java_class_name(heap, at);
        extend_tail(&tail, type_hash[heap->type.data[at]]);
        extend_tail(&tail,
                    class_.data != NULL ? gcv_hash_bytes(class_.data, class_.size, 0) : tail.last);
    }
    *place = tail.hash;
    return at == GCV_ROOTED;
}

/* Enters the types of a list, at the place of what holds it. `types`: those of all lists. */
static void add_list(const gcv_past_matcher *matcher, const uint64_t *type_hash, uint32_t row,
                     gcv_id_map *heads, gcv_id_map *types)
{
    const gcv_suspect_input *input = matcher->input;
    const uint32_t *type = input->heap->type.data, object = matcher->found->rows.data[row].object;
    gcv_id_map own = {NULL, 0, 0};
    uint64_t place, list[LONGEST_CHAIN];
    uint32_t over = object;
    int n = 0;
    for (uint32_t w = input->dominators->number[object]; n < LONGEST_CHAIN && w != 0;
         w = next_on_list(matcher, w)) {
        list[n] = type_hash[type[input->dominators->object[w]]];
        gcv_id_map_set(matcher->ctx, &own, list[n++], 0);
    }
    for (int i = 0; i < LONGEST_CHAIN && over < GCV_ROOTED &&
                    gcv_id_map_get(matcher->ctx, &own, type_hash[type[over]]) != GCV_NONE;
         i++) {
        over = input->paths->parent[over];
    }
    if (over < GCV_ROOTED &&
        find_place(input->heap, input->paths->parent, type_hash, over, &place)) {
        for (int i = 0; i < n; i++) {
            (void)gcv_id_map_enter(matcher->ctx, heads, gcv_hash_u64(list[i], place), row);
            gcv_id_map_set(matcher->ctx, types, list[i], 0);
        }
    }
    gcv_id_map_release(matcher->ctx, &own);
}

/* A list of objects of several types may have begun with another one of these. Where references
 * have names, there may be several such lists in one place. */
void gcv_past_match_lists(gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    const gcv_heap *old = matcher->old;
    gcv_id_map heads = {NULL, 0, 0}, types = {NULL, 0, 0};
    uint64_t *now = gcv_fingerprints_of_types(ctx, matcher->input->heap),
             *hash = gcv_fingerprints_of_types(ctx, old), place;
    for (uint32_t i = 0; i < matcher->found->rows.n && !matcher->input->slots; i++) {
        if (matcher->found->rows.data[i].run > 0 && matcher->object[i] == GCV_NONE) {
            add_list(matcher, now, i, &heads, &types);
        }
    }
    for (uint32_t i = 0; i < old->n_objects && types.entries != NULL; i++) {
        const uint64_t type = hash[old->type.data[i]];
        const uint32_t over = matcher->parent[i];
        if (over >= GCV_ROOTED || gcv_id_map_get(ctx, &types, type) == GCV_NONE ||
            gcv_id_map_get(ctx, &types, hash[old->type.data[over]]) != GCV_NONE ||
            !gcv_past_counts(matcher, i) || !find_place(old, matcher->parent, hash, over, &place)) {
            continue;
        }
        const uint32_t row = gcv_id_map_get(ctx, &heads, gcv_hash_u64(type, place));
        if (row != GCV_NONE &&
            (matcher->object[row] == GCV_NONE ||
             gcv_past_retained(matcher, matcher->object[row]) < gcv_past_retained(matcher, i))) {
            matcher->object[row] = i;
        }
    }
    GCV_RELEASE(ctx, &heads, &types);
    GCV_FREE(ctx, now, hash);
}

/* ---- elements of a page ------------------------------------------------------------------- */

/* Returns a key of the type of an element and its start tag, if it has one. */
static uint64_t key_of(const gcv_past_matcher *matcher, const gcv_heap *heap, uint32_t object)
{
    const gcv_slice type = heap->types.name[heap->type.data[object]];
    const gcv_slice tag = gcv_heap_element(heap, object);
    const gcv_slice told = tag.data != NULL ? tag : type;
    return gcv_hash_bytes(told.data, told.size, matcher->ctx->seed);
}

/* A row of a crowd that the older dump lacks, of those whose elements have one key. */
typedef struct lacking_row {
    uint32_t next;   /* of this key; GCV_NONE */
    uint32_t wanted; /* objects of it and of those after it */
    uint32_t n;      /* elements of the older dump that it was given */
    uint32_t had;    /* the first: elements of the older dump with this key … */
    uint32_t at;     /* … and the first row that has fewer of them than it has objects now */
} lacking_row;

/* Finds the rows; `first`: by key. */
static void find_rows(const gcv_past_matcher *matcher, lacking_row *rows, gcv_id_map *first)
{
    const gcv_heap *now = matcher->input->heap;
    for (uint32_t i = (uint32_t)matcher->found->rows.n; i-- > 0;) {
        const gcv_crowd *crowd = gcv_past_lacking(matcher, i);
        const uint32_t member =
            crowd != NULL ? gcv_crowd_members(&matcher->found->crowds, crowd)[crowd->n / 2] : 0;
        if (crowd != NULL && gcv_is_element(now->types.name[now->type.data[member]])) {
            const uint64_t key = key_of(matcher, now, member);
            const uint32_t next = gcv_id_map_get(matcher->ctx, first, key);
            rows[i] = (lacking_row){.next = next, .at = i};
            rows[i].wanted = crowd->n + (next != GCV_NONE ? rows[next].wanted : 0);
            gcv_id_map_set(matcher->ctx, first, key, i);
        }
    }
}

/* Gives an element to the first row of its key that is not full; to the last, if all are. */
static void add_element(gcv_past_matcher *matcher, lacking_row *rows, uint32_t first,
                        uint32_t object)
{
    const uint32_t at = rows[first].at;
    const bool full =
        rows[at].n == matcher->found->rows.data[at].objects && rows[at].next != GCV_NONE;
    rows[first].at = full ? rows[at].next : at;
    rows[rows[first].at].n++;
    gcv_past_add_to_crowd(matcher, matcher->set[rows[first].at], object);
}

/* Crowds of elements that the older dump lacks are looked for among all elements there with their
 * start tag; those of a type without one, if there were as many. A page is laid out anew at any
 * time, and elements that no script has seen have other ids in each snapshot. */
void gcv_past_match_elements(gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    lacking_row *rows = gcv_alloc(ctx, matcher->found->rows.n, sizeof *rows);
    gcv_id_map first = {NULL, 0, 0};
    find_rows(matcher, rows, &first);
    for (int pass = 0; pass < 2 && first.entries != NULL; pass++) {
        for (size_t i = 0; i < matcher->loose.n; i++) {
            const uint32_t object = matcher->loose.data[i].object;
            const uint32_t row = gcv_id_map_get(ctx, &first, key_of(matcher, matcher->old, object));
            if (row != GCV_NONE && pass == 0) {
                rows[row].had++;
            } else if (row != GCV_NONE && (gcv_heap_element(matcher->old, object).data != NULL ||
                                           rows[row].had >= rows[row].wanted)) {
                add_element(matcher, rows, row, object);
            }
        }
    }
    gcv_id_map_release(ctx, &first);
    gcv_free(ctx, rows);
}

/* ---- members that are parts of others ----------------------------------------------------- */

/* A table that had few keys held records, as far as the older dump tells. Removes what holds
 * members of a crowd that is in a table now, and lets these be held by nothing else. */
static void remove_tables(gcv_context *ctx, gcv_member_column *members)
{
    gcv_id_map holders = {NULL, 0, 0};
    size_t kept = 0;
    for (size_t i = 0; i < members->n; i++) {
        if (members->data[i].over != GCV_NONE) {
            gcv_id_map_set(ctx, &holders, members->data[i].over, 0);
        }
    }
    for (size_t i = 0; i < members->n; i++) {
        const gcv_member *member = &members->data[i];
        if (member->over == GCV_NONE && gcv_id_map_get(ctx, &holders, member->object) != GCV_NONE) {
            gcv_id_map_set(ctx, &holders, member->object, 1);
        }
    }
    for (size_t i = 0; i < members->n; i++) {
        gcv_member member = members->data[i];
        const bool held = member.over != GCV_NONE;
        if (gcv_id_map_get(ctx, &holders, held ? member.over : member.object) == 1) {
            if (!held) {
                continue;
            }
            member.over = GCV_NONE;
        }
        members->data[kept++] = member;
    }
    members->n = kept;
    gcv_id_map_release(ctx, &holders);
}

void gcv_past_remove_parts(gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    gcv_u64_column *crowded = &matcher->crowded;
    gcv_part_finder finder = {.ctx = ctx, .heap = matcher->old};
    gcv_member_column members = {0};
    size_t end, kept = 0;
    uint32_t *over = gcv_alloc(ctx, crowded->n, sizeof *over);
    for (size_t i = 0; i < crowded->n; i++) {
        over[i] = matcher->parent[(uint32_t)crowded->data[i]];
    }
    gcv_sort_u64(ctx, crowded->data, over, crowded->n);
    for (size_t first = 0; first < crowded->n; first = end) {
        const uint64_t *keys = crowded->data + first, set = keys[0] >> 32 << 32;
        for (end = first; end < crowded->n && crowded->data[end] >> 32 << 32 == set; end++) {
        }
        members.n = 0;
        for (size_t i = first; i < end; i++) {
            const bool holds =
                gcv_find_u64(keys, sizeof *keys, end - first, set | over[i]) != SIZE_MAX;
            const gcv_member member = {(uint32_t)crowded->data[i], holds ? over[i] : GCV_NONE, 0};
            gcv_member_column_push(ctx, &members, member);
        }
        const gcv_suspect *row = &matcher->found->rows.data[set >> 32];
        const gcv_crowd *crowd = gcv_crowd_of(matcher->found, row);
        if (crowd != NULL && gcv_is_plain_object(row->name) && is_in_table(matcher, crowd)) {
            remove_tables(ctx, &members);
        }
        gcv_parts_remove(&finder, &members);
        for (size_t i = 0; i < members.n; i++) {
            crowded->data[kept++] = set | members.data[i].object;
        }
    }
    crowded->n = kept;
    gcv_free(ctx, over);
    gcv_member_column_release(ctx, &members);
    gcv_part_finder_release(&finder);
}
