/* suspect_past.c - suspects in an older dump; see suspect_past.h.
 *
 * Only objects of types that a row has need fingerprints: the last type of a chain is a part of its
 * fingerprint. */
#include "analysis/suspects/explain/suspect_past.h"

#include "analysis/groups.h"
#include "analysis/set_members.h"
#include "analysis/suspects/find/fingerprint.h"
#include "analysis/suspects/find/parts.h"
#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/sort.h"
#include "heap/shapes.h"

/* Why objects of a type of the older dump need fingerprints, as flags: a row of an object or crowd
 * has a type of that normalised name; a group has, and chains were asked for. */
enum { LIKELY = 1, GROUPED = 2 };

/* In keys of rows, instead of the repeat of an object. */
#define OF_CROWD GCV_NONE
#define OF_GROUP (GCV_NONE - 1)

/* An object of either dump with the fingerprint and the repeat of a row. */
typedef struct gcv_like {
    uint32_t first; /* the first row with both */
    uint32_t row;   /* row of the object; GCV_NONE: an object of the older dump */
    uint64_t retained;
} gcv_like;

GCV_COLUMN(gcv_like_column, gcv_like);

/* An object of the older dump that a row may have, but in no crowd. */
typedef struct gcv_loose {
    uint32_t object, slot;
} gcv_loose;

GCV_COLUMN(gcv_loose_column, gcv_loose);

typedef struct gcv_matcher {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const gcv_suspects *found;
    const gcv_suspect_column *rows; /* of `found` */
    const gcv_heap *old;
    gcv_basis *past;
    gcv_suspect_past *out;
    gcv_id_map keyed;          /* first row by like_key(), or a group by exact_key() */
    uint32_t *set;             /* per row of a group or crowd: the row whose set it has; GCV_NONE */
    bool any_group, any_print; /* fingerprints are needed */
    uint8_t *needs;            /* per type of the older dump */
    uint32_t *group;           /* per type of the older dump: the row of its group; GCV_NONE */
    uint32_t *members;         /* per set: its reachable objects */
    gcv_like_column likes;
    gcv_u64_column crowded; /* objects of the older dump in crowds, as row << 32 | object */
    gcv_loose_column loose;
} gcv_matcher;

uint64_t gcv_suspect_weight(const gcv_heap *heap, const gcv_dominators *dominators, uint32_t object)
{
    const uint32_t number = dominators->number[object], over = dominators->dominator[number];
    const bool nested = over != 0 && gcv_heap_object_row(heap, dominators->object[over]) ==
                                         gcv_heap_object_row(heap, object);
    return nested ? 0 : dominators->retained[number];
}

/* ---- rows --------------------------------------------------------------------------------- */

static uint64_t like_key(uint64_t fingerprint, uint32_t slot, uint32_t repeat)
{
    return gcv_hash_u64(fingerprint, gcv_hash_u64(repeat, slot));
}

/* Returns a hash of the exact name of a group, unlike its fingerprint. */
static uint64_t exact_key(const gcv_matcher *matcher, gcv_slice name, bool is_type)
{
    return gcv_hash_bytes(name.data, name.size, matcher->ctx->seed + is_type);
}

static uint32_t row_keyed(const gcv_matcher *matcher, uint64_t key)
{
    return gcv_id_map_get(matcher->ctx, &matcher->keyed, key);
}

/* Returns the first row with a key: that one, if there was none. */
static uint32_t add_key(gcv_matcher *matcher, uint64_t key, uint32_t row)
{
    return gcv_id_map_enter(matcher->ctx, &matcher->keyed, key, row);
}

static void add_like(gcv_matcher *matcher, uint32_t first, uint32_t row, uint64_t retained)
{
    const gcv_like like = {first, row, retained};
    gcv_like_column_push(matcher->ctx, &matcher->likes, like);
}

static void add_rows(gcv_matcher *matcher, const gcv_selection *selection, bool chains)
{
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        matcher->out->retained[i] = GCV_NOT_REACHABLE;
        matcher->out->objects[i] = row->object != GCV_NONE ? GCV_NONE : 0;
        matcher->set[i] = GCV_NONE;
        matcher->any_group = matcher->any_group || gcv_is_group(row);
        matcher->any_print = matcher->any_print || chains || !gcv_is_group(row);
        if (gcv_is_group(row)) {
            (void)add_key(matcher, exact_key(matcher, row->name, row->type != GCV_NONE), i);
        } else if (row->crowd != GCV_NONE) {
            matcher->set[i] = add_key(matcher, like_key(row->fingerprint, row->slot, OF_CROWD), i);
        } else if (gcv_selection_has_place(selection, row->object)) {
            const uint64_t key = like_key(row->fingerprint, row->slot, row->repeat);
            add_like(matcher, add_key(matcher, key, i), i, row->retained);
        }
    }
}

/* ---- types of the older dump ---------------------------------------------------------------- */

/* Finds which types need fingerprints, from those of their names and namespaces. */
static void find_needs(gcv_matcher *matcher, bool chains)
{
    gcv_context *ctx = matcher->ctx;
    gcv_id_map names = {NULL, 0, 0}, seen = {NULL, 0, 0};
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        uint64_t name = row->fingerprint;
        uint32_t flag = chains ? GROUPED : 0, known;
        if (!gcv_is_group(row)) { /* once per type: names may be long */
            if (gcv_id_map_enter(ctx, &seen, row->type, i) != i) {
                continue;
            }
            name = gcv_fingerprint_of_group(ctx, row->name, false);
            flag = LIKELY;
        }
        known = gcv_id_map_get(ctx, &names, name);
        gcv_id_map_set(ctx, &names, name, flag | (known != GCV_NONE ? known : 0));
    }
    for (uint32_t t = 0; t < matcher->old->n_types; t++) {
        const gcv_slice name = matcher->old->types.name[t], space = gcv_namespace_of(name);
        const uint32_t of_type =
            gcv_id_map_get(ctx, &names, gcv_fingerprint_of_group(ctx, name, false));
        const uint32_t of_space =
            matcher->any_group && chains
                ? gcv_id_map_get(ctx, &names, gcv_fingerprint_of_group(ctx, space, true))
                : GCV_NONE;
        matcher->needs[t] =
            (uint8_t)((of_type != GCV_NONE ? of_type : 0) | (of_space != GCV_NONE ? of_space : 0));
    }
    gcv_id_map_release(ctx, &names);
    gcv_id_map_release(ctx, &seen);
}

/* Returns the row of the group of a type; GCV_NONE: none. */
static uint32_t group_of(const gcv_matcher *matcher, gcv_slice type, bool exactly)
{
    const gcv_slice names[] = {type, gcv_namespace_of(type)};
    uint32_t row = GCV_NONE;
    for (size_t i = 0; row == GCV_NONE && i < 2; i++) {
        row = row_keyed(matcher,
                        exactly ? exact_key(matcher, names[i], i == 0)
                                : like_key(gcv_fingerprint_of_group(matcher->ctx, names[i], i == 1),
                                           GCV_NO_SLOT, OF_GROUP));
    }
    return row;
}

/* Finds the group of each type: by name, then by the fingerprints of groups not found by name.
 * Groups with the same fingerprint (types without names) share one set. */
static void find_groups(gcv_matcher *matcher)
{
    const gcv_heap *old = matcher->old;
    for (uint32_t t = 0; t < old->n_types; t++) {
        matcher->group[t] = group_of(matcher, old->types.name[t], true);
        if (matcher->group[t] != GCV_NONE) {
            matcher->set[matcher->group[t]] = matcher->group[t];
        }
    }
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        if (gcv_is_group(row) && matcher->set[i] == GCV_NONE) {
            matcher->set[i] =
                add_key(matcher, like_key(row->fingerprint, GCV_NO_SLOT, OF_GROUP), i);
        }
    }
    for (uint32_t t = 0; t < old->n_types; t++) {
        if (matcher->group[t] == GCV_NONE) {
            matcher->group[t] = group_of(matcher, old->types.name[t], false);
        }
    }
}

/* ---- objects of the older dump -------------------------------------------------------------- */

static void add_chain(gcv_matcher *matcher, uint64_t hash, uint64_t bytes)
{
    gcv_suspect_past *out = matcher->out;
    const uint32_t at = gcv_id_map_enter(matcher->ctx, &out->chains, hash, out->held.n);
    if (at == out->held.n) {
        gcv_u64_column_push(matcher->ctx, &out->held, bytes);
    } else {
        out->held.data[at] += bytes;
    }
}

/* Looks at the chains of the objects that need fingerprints. */
static void add_chained(gcv_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    const gcv_heap *old = matcher->old;
    const gcv_dominators *d = gcv_basis_rest_dominators(matcher->past);
    const gcv_selection *selection = gcv_basis_rest_selection(matcher->past);
    gcv_fingerprints prints = {0};
    uint16_t *kinds = matcher->input->slots ? gcv_heap_kinds(ctx, old) : NULL;
    gcv_fingerprints_init(ctx, &prints, old, gcv_basis_roots(matcher->past),
                          gcv_basis_paths(matcher->past), kinds);
    for (uint32_t i = 0; i < old->n_objects; i++) {
        const uint32_t needs = matcher->needs[old->type.data[i]];
        if (needs == 0 || d->number[i] == 0 || !gcv_selection_has_place(selection, i)) {
            continue;
        }
        gcv_fingerprint_of_chain(ctx, &prints, i);
        if ((needs & GROUPED) != 0) {
            add_chain(matcher, prints.hash[i], gcv_suspect_weight(old, d, i));
        }
        if ((needs & LIKELY) != 0) {
            const uint64_t print = gcv_fingerprint_of_hash(prints.hash[i]);
            const uint32_t slot = gcv_fingerprints_slot(&prints, i);
            const uint32_t crowd = row_keyed(matcher, like_key(print, slot, OF_CROWD));
            const uint32_t first = row_keyed(matcher, like_key(print, slot, prints.repeat[i]));
            if (crowd != GCV_NONE) {
                gcv_u64_column_push(ctx, &matcher->crowded, (uint64_t)crowd << 32 | i);
            } else {
                const gcv_loose loose = {i, slot};
                gcv_loose_column_push(ctx, &matcher->loose, loose);
            }
            if (first != GCV_NONE) {
                add_like(matcher, first, GCV_NONE, d->retained[d->number[i]]);
            }
        }
    }
    gcv_fingerprints_release(ctx, &prints);
    gcv_free(ctx, kinds);
}

/* ---- crowds whose chains begin otherwise --------------------------------------------------- */

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

/* Hashes each name once: names may be long. */
static uint64_t *hash_types(gcv_context *ctx, const gcv_heap *heap)
{
    uint64_t *hash = gcv_alloc(ctx, heap->n_types, sizeof *hash);
    for (size_t i = 0; i < heap->n_types; i++) {
        hash[i] = gcv_fingerprint_of_group(ctx, heap->types.name[i], false);
    }
    return hash;
}

/* Whether a plain object of V8 has so many members of a crowd that their names are keys. If it had
 * few in the older dump, they were slots there, each below the name of this object. */
static bool is_in_table(const gcv_matcher *matcher, const gcv_crowd *crowd)
{
    const gcv_heap *heap = matcher->input->heap;
    const uint32_t *parent = matcher->input->paths->parent;
    const uint32_t *members = matcher->found->crowds.members.data + crowd->first;
    const uint32_t over = parent[members[0]];
    uint32_t n = 0;
    for (uint32_t i = 0; i < crowd->n; i++) {
        n += parent[members[i]] == over;
    }
    return over < GCV_ROOTED && n > GCV_SLOTS_ALIKE &&
           gcv_is_plain_object(heap->types.name[gcv_heap_object_row(heap, over)]);
}

/* Hashes a slot and the chain of a crowd from its first member to its holder. False: it is too
 * long, or has no holder. */
static bool find_tail(const gcv_matcher *matcher, const uint64_t *type_hash, const gcv_crowd *crowd,
                      uint32_t slot, gcv_tail *tail)
{
    const gcv_suspect_input *input = matcher->input;
    uint32_t at = matcher->found->crowds.members.data[crowd->first];
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
    uint32_t at = object, end;
    while (above[at] == GCV_NONE && parent[at] < GCV_ROOTED && type[parent[at]] == type[at]) {
        at = parent[at];
    }
    end = above[at] != GCV_NONE ? above[at] : parent[at];
    for (at = object; at < GCV_ROOTED && type[at] == type[object] && above[at] == GCV_NONE;
         at = parent[at]) {
        above[at] = end;
    }
    return end;
}

/* Returns the row of the nearest holder of an object of the older dump in a slot; GCV_NONE: there
 * is none. */
static uint32_t row_of_tail(const gcv_matcher *matcher, const gcv_id_map *tails,
                            const uint64_t *type_hash, uint32_t *above, gcv_loose from)
{
    const uint32_t *parent = gcv_basis_paths(matcher->past)->parent;
    uint32_t at = from.object, row = GCV_NONE;
    gcv_tail tail = {from.slot, 0};
    for (int i = 0; i < LONGEST_TAIL && at < GCV_ROOTED && row == GCV_NONE; i++) {
        extend_tail(&tail, type_hash[matcher->old->type.data[at]]);
        row = gcv_id_map_get(matcher->ctx, tails, tail.hash);
        at = above_run(matcher->old, parent, above, at);
    }
    return row;
}

/* Returns, per set, whether it has a crowd's objects of the older dump. */
static bool *find_crowded(const gcv_matcher *matcher)
{
    bool *has = gcv_alloc_zeroed(matcher->ctx, matcher->rows->n, sizeof *has);
    for (size_t i = 0; i < matcher->crowded.n; i++) {
        has[matcher->crowded.data[i] >> 32] = true;
    }
    return has;
}

/* An object that both dumps have may be held by another root, or by way of another object, in each.
 * So crowds that the older dump lacks are looked for below their holders, among what is in no other
 * crowd. */
static void match_tails(gcv_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    gcv_id_map tails = {NULL, 0, 0};
    bool *has = find_crowded(matcher);
    uint64_t *now = hash_types(ctx, matcher->input->heap), *old = hash_types(ctx, matcher->old);
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const uint32_t crowd = matcher->rows->data[i].crowd;
        const gcv_crowd *all = matcher->found->crowds.all.data;
        gcv_tail tail;
        if (crowd != GCV_NONE && !has[matcher->set[i]] &&
            find_tail(matcher, now, &all[crowd], all[crowd].slot, &tail)) {
            matcher->set[i] = gcv_id_map_enter(ctx, &tails, tail.hash, i);
            if (is_in_table(matcher, &all[crowd])) {
                (void)find_tail(matcher, now, &all[crowd], gcv_slot_name(all[crowd].slot), &tail);
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
            gcv_u64_column_push(ctx, &matcher->crowded, (uint64_t)row << 32 | loose->object);
        }
    }
    gcv_id_map_release(ctx, &tails);
    GCV_FREE(ctx, has, now, old, above);
}

/* ---- objects that snapshots of one process know by id ---------------------------------------- */

static bool is_counted(const gcv_matcher *matcher, uint32_t object)
{
    return gcv_basis_rest_dominators(matcher->past)->number[object] != 0 &&
           gcv_selection_has_place(gcv_basis_rest_selection(matcher->past), object);
}

/* Returns the object of the older dump with the id and type of another one; GCV_NONE: there is
 * none. */
static uint32_t same_object(const gcv_matcher *matcher, uint32_t object)
{
    const gcv_heap *now = matcher->input->heap, *old = matcher->old;
    const uint32_t same = gcv_heap_find(old, 0, gcv_heap_object_id(now, object));
    return same != GCV_NONE &&
                   gcv_slice_equal(
                       gcv_type_name_across_dumps(gcv_heap_type_name(old, old->type.data[same])),
                       gcv_type_name_across_dumps(gcv_heap_type_name(now, now->type.data[object])))
               ? same
               : GCV_NONE;
}

/* Returns the most bytes that an object of the older dump with this name, to which `over` refers,
 * retains; GCV_NOT_REACHABLE: there is none. */
static uint64_t retained_below(const gcv_matcher *matcher, uint32_t over, gcv_slice name)
{
    const gcv_dominators *d = gcv_basis_rest_dominators(matcher->past);
    const gcv_heap *old = matcher->old;
    uint64_t most = GCV_NOT_REACHABLE;
    uint32_t n;
    const uint32_t *to = gcv_heap_references(old, over, &n);
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t retained = d->retained[d->number[to[i]]];
        if (is_counted(matcher, to[i]) && (most == GCV_NOT_REACHABLE || retained > most) &&
            gcv_slice_equal(gcv_heap_type_name(old, old->type.data[to[i]]), name)) {
            most = retained;
        }
    }
    return most;
}

/* Finds objects that have another chain in the older dump, and the array of a Map, which is another
 * one when the Map has grown. */
static void match_objects_by_id(gcv_matcher *matcher)
{
    const gcv_dominators *d = gcv_basis_rest_dominators(matcher->past);
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        uint64_t *retained = &matcher->out->retained[i];
        if (row->object == GCV_NONE || *retained != GCV_NOT_REACHABLE ||
            !gcv_selection_has_place(matcher->input->selection, row->object)) {
            continue;
        }
        const uint32_t same = same_object(matcher, row->object);
        const uint32_t over = matcher->input->paths->parent[row->object];
        const bool is_part = over < GCV_ROOTED && gcv_is_part_v8(row->name);
        const uint32_t owner = same == GCV_NONE && is_part ? same_object(matcher, over) : GCV_NONE;
        if (same != GCV_NONE && is_counted(matcher, same)) {
            *retained = d->retained[d->number[same]];
        } else if (owner != GCV_NONE) {
            *retained = retained_below(matcher, owner, row->name);
        }
    }
}

/* Finds the members of crowds that have nothing alike in the older dump. */
static void match_members_by_id(gcv_matcher *matcher)
{
    bool *has = find_crowded(matcher);
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const uint32_t number = matcher->rows->data[i].crowd;
        if (number == GCV_NONE || has[matcher->set[i]]) {
            continue;
        }
        const gcv_crowd *crowd = &matcher->found->crowds.all.data[number];
        const uint32_t *members = matcher->found->crowds.members.data + crowd->first;
        matcher->set[i] = i;
        for (uint32_t k = 0; k < crowd->n; k++) {
            const uint32_t same = same_object(matcher, members[k]);
            if (same != GCV_NONE && is_counted(matcher, same)) {
                gcv_u64_column_push(matcher->ctx, &matcher->crowded, (uint64_t)i << 32 | same);
            }
        }
    }
    gcv_free(matcher->ctx, has);
}

/* ---- parts of others ------------------------------------------------------------------------ */

static bool has_key(const uint64_t *keys, size_t n, uint64_t key)
{
    const size_t up_to = gcv_count_up_to_u64(keys, sizeof *keys, n, key);
    return up_to > 0 && keys[up_to - 1] == key;
}

/* A table that had few keys held records, as far as the older dump tells. Removes what holds
 * members of a crowd that is in a table now, and lets these be held by nothing else. */
static void remove_tables(gcv_matcher *matcher, gcv_member_column *members)
{
    gcv_id_map holders = {NULL, 0, 0};
    size_t kept = 0;
    for (size_t i = 0; i < members->n; i++) {
        if (members->data[i].over != GCV_NONE) {
            gcv_id_map_set(matcher->ctx, &holders, members->data[i].over, 0);
        }
    }
    for (size_t i = 0; i < members->n; i++) {
        const gcv_member member = members->data[i];
        if (member.over == GCV_NONE &&
            gcv_id_map_get(matcher->ctx, &holders, member.object) != GCV_NONE) {
            gcv_id_map_set(matcher->ctx, &holders, member.object, 1);
        }
    }
    for (size_t i = 0; i < members->n; i++) {
        gcv_member member = members->data[i];
        if (member.over == GCV_NONE && gcv_id_map_get(matcher->ctx, &holders, member.object) == 1) {
            continue;
        }
        if (member.over != GCV_NONE && gcv_id_map_get(matcher->ctx, &holders, member.over) == 1) {
            member.over = GCV_NONE;
        }
        members->data[kept++] = member;
    }
    members->n = kept;
    gcv_id_map_release(matcher->ctx, &holders);
}

/* Removes the members of crowds of V8 that are parts of others. */
static void remove_parts(gcv_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    gcv_u64_column *crowded = &matcher->crowded;
    const uint32_t *parent = gcv_basis_paths(matcher->past)->parent;
    gcv_part_finder finder = {.ctx = ctx, .heap = matcher->old};
    gcv_member_column members = {0};
    size_t end, kept = 0;
    uint32_t *over = gcv_alloc(ctx, crowded->n, sizeof *over);
    for (size_t i = 0; i < crowded->n; i++) {
        over[i] = parent[(uint32_t)crowded->data[i]];
    }
    gcv_sort_u64(ctx, crowded->data, over, crowded->n);
    for (size_t first = 0; first < crowded->n; first = end) {
        const uint64_t *keys = crowded->data + first, set = keys[0] >> 32 << 32;
        for (end = first; end < crowded->n && crowded->data[end] >> 32 << 32 == set; end++) {
        }
        members.n = 0;
        for (size_t i = first; i < end; i++) {
            const bool holds = has_key(keys, end - first, set | over[i]);
            const gcv_member member = {(uint32_t)crowded->data[i], holds ? over[i] : GCV_NONE, 0};
            gcv_member_column_push(ctx, &members, member);
        }
        const uint32_t crowd = matcher->rows->data[set >> 32].crowd;
        if (is_in_table(matcher, &matcher->found->crowds.all.data[crowd])) {
            remove_tables(matcher, &members);
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

/* ---- results ------------------------------------------------------------------------------ */

/* Puts objects into the sets of their groups and crowds, and counts those that are reachable; a set
 * has the number of its row. Rows of crowds follow those of groups, so that the sets of each object
 * ascend. */
static void fill_sets(gcv_matcher *matcher, gcv_set_members *members)
{
    const gcv_heap *old = matcher->old;
    const uint32_t *parent = gcv_basis_paths(matcher->past)->parent;
    const gcv_selection *selection = gcv_basis_rest_selection(matcher->past);
    for (uint32_t i = 0; i < old->n_objects; i++) {
        const uint32_t set = matcher->group[old->type.data[i]];
        if (set != GCV_NONE && gcv_selection_has_place(selection, i)) {
            gcv_set_members_add(matcher->ctx, members, i, set);
            matcher->members[set] += parent[i] != GCV_NONE;
        }
    }
    for (size_t i = 0; i < matcher->crowded.n; i++) {
        const uint32_t set = (uint32_t)(matcher->crowded.data[i] >> 32);
        gcv_set_members_add(matcher->ctx, members, (uint32_t)matcher->crowded.data[i], set);
        matcher->members[set]++;
    }
}

/* Orders by fingerprint and repeat; of equals, rows before objects of the older dump, then by
 * retained bytes, most first; of equal rows, the first by domain and id. */
static bool like_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_matcher *matcher = payload;
    const gcv_like *x = &matcher->likes.data[a], *y = &matcher->likes.data[b];
    if (x->first != y->first) {
        return x->first < y->first;
    }
    if ((x->row == GCV_NONE) != (y->row == GCV_NONE)) {
        return y->row == GCV_NONE;
    }
    if (x->retained != y->retained || x->row == GCV_NONE) {
        return x->retained > y->retained;
    }
    return matcher->rows->data[x->row].object < matcher->rows->data[y->row].object;
}

static void pair(gcv_matcher *matcher)
{
    const gcv_like *likes = matcher->likes.data;
    const uint32_t n = (uint32_t)matcher->likes.n;
    uint32_t *order = gcv_numbers_sorted(matcher->ctx, n, like_before, matcher), next = 0;
    for (uint32_t i = 0; i < n; i++) {
        const gcv_like *like = &likes[order[i]];
        if (i > 0 && like->first != likes[order[i - 1]].first) {
            next = i;
        }
        if (like->row == GCV_NONE && likes[order[next]].row != GCV_NONE) {
            matcher->out->retained[likes[order[next++]].row] = like->retained;
        }
    }
    gcv_free(matcher->ctx, order);
}

static void find_retained(gcv_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    const uint32_t n = (uint32_t)matcher->rows->n;
    uint64_t *retained = gcv_alloc(ctx, n, sizeof *retained);
    gcv_set_members members;
    gcv_set_members_init(ctx, &members, matcher->old);
    fill_sets(matcher, &members);
    gcv_set_members_retained(ctx, &members, gcv_basis_roots(matcher->past), NULL, n, retained);
    for (uint32_t i = 0; i < n; i++) {
        if (matcher->set[i] != GCV_NONE) {
            matcher->out->retained[i] = retained[matcher->set[i]];
            matcher->out->objects[i] = matcher->members[matcher->set[i]];
        }
    }
    gcv_set_members_release(ctx, &members);
    gcv_free(ctx, retained);
}

void gcv_suspect_past_find(gcv_context *ctx, const gcv_suspect_input *input,
                           const gcv_suspects *found, gcv_basis *past, bool chains,
                           gcv_suspect_past *out)
{
    const gcv_suspect_column *rows = &found->rows;
    gcv_matcher matcher = {.ctx = ctx,
                           .input = input,
                           .found = found,
                           .rows = rows,
                           .old = gcv_basis_rest(past),
                           .past = past,
                           .out = out};
    out->retained = gcv_alloc(ctx, rows->n, sizeof *out->retained);
    out->objects = gcv_alloc(ctx, rows->n, sizeof *out->objects);
    matcher.set = gcv_alloc(ctx, rows->n, sizeof *matcher.set);
    if (gcv_heap_is_v8(input->heap) && gcv_heap_is_v8(matcher.old) &&
        gcv_heap_n_sections(input->heap) == 1 && gcv_heap_n_sections(matcher.old) == 1) {
        gcv_suspect_born_find(ctx, input, found, matcher.old, &out->born);
    }
    add_rows(&matcher, input->selection, chains);
    if (rows->n > 0) {
        const size_t n_types = matcher.old->n_types;
        matcher.needs = gcv_alloc(ctx, n_types, sizeof *matcher.needs);
        matcher.group = gcv_alloc(ctx, n_types, sizeof *matcher.group);
        matcher.members = gcv_alloc_zeroed(ctx, rows->n, sizeof *matcher.members);
        find_needs(&matcher, chains);
        find_groups(&matcher);
        if (matcher.any_print) {
            add_chained(&matcher);
            match_tails(&matcher);
            pair(&matcher);
            if (out->born.bytes != NULL) {
                match_objects_by_id(&matcher);
                match_members_by_id(&matcher);
            }
            if (gcv_heap_is_v8(matcher.old)) {
                remove_parts(&matcher);
            }
        }
        if (matcher.any_group || matcher.crowded.n > 0) {
            find_retained(&matcher);
        }
        gcv_free(ctx, matcher.needs);
        gcv_free(ctx, matcher.group);
        gcv_free(ctx, matcher.members);
    }
    gcv_free(ctx, matcher.set);
    gcv_like_column_release(ctx, &matcher.likes);
    gcv_u64_column_release(ctx, &matcher.crowded);
    gcv_loose_column_release(ctx, &matcher.loose);
    gcv_id_map_release(ctx, &matcher.keyed);
}
