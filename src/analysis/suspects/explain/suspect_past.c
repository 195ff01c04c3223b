/* suspect_past.c - suspects in an older dump; see suspect_past.h.
 *
 * Only objects of types that a row has need fingerprints: the last type of a chain is a part of its
 * fingerprint. */
#include "analysis/suspects/explain/past_matcher.h"

#include "analysis/groups.h"
#include "analysis/heap_kinds.h"
#include "analysis/set_members.h"
#include "analysis/suspects/find/shared.h"
#include "analysis/type_kinds.h"
#include "base/sort.h"

/* Why objects of a type of the older dump need fingerprints, as flags: a row of an object or crowd
 * has a type of that normalised name; a group has, and chains were asked for. */
enum { LIKELY = 1, GROUPED = 2 };

/* In keys of rows, instead of the repeat of an object. */
#define OF_CROWD GCV_NONE
#define OF_GROUP (GCV_NONE - 1)

/* ---- rows --------------------------------------------------------------------------------- */

static uint64_t like_key(uint64_t fingerprint, uint32_t slot, uint32_t repeat)
{
    return gcv_hash_u64(fingerprint, gcv_hash_u64(repeat, slot));
}

/* Returns a hash of the exact name of a group, unlike its fingerprint. */
static uint64_t exact_key(const gcv_past_matcher *matcher, gcv_slice name, bool is_type)
{
    return gcv_hash_bytes(name.data, name.size, matcher->ctx->seed + is_type);
}

static uint32_t row_keyed(const gcv_past_matcher *matcher, uint64_t key)
{
    return gcv_id_map_get(matcher->ctx, &matcher->keyed, key);
}

/* Returns the first row with a key: that one, if there was none. */
static uint32_t add_key(gcv_past_matcher *matcher, uint64_t key, uint32_t row)
{
    return gcv_id_map_enter(matcher->ctx, &matcher->keyed, key, row);
}

static void add_like(gcv_past_matcher *matcher, uint32_t first, uint32_t row, uint32_t object,
                     uint64_t retained)
{
    const gcv_like like = {first, row, object, retained};
    gcv_like_column_push(matcher->ctx, &matcher->likes, like);
}

static void add_rows(gcv_past_matcher *matcher, bool chains)
{
    for (uint32_t i = 0; i < matcher->found->rows.n; i++) {
        const gcv_suspect *row = &matcher->found->rows.data[i];
        matcher->out->retained[i] = GCV_NOT_REACHABLE;
        matcher->out->objects[i] = row->object != GCV_NONE ? GCV_NONE : 0;
        matcher->set[i] = GCV_NONE;
        matcher->any_group = matcher->any_group || gcv_is_group(row);
        matcher->any_print = matcher->any_print || chains || !gcv_is_group(row);
        if (gcv_is_group(row)) {
            (void)add_key(matcher, exact_key(matcher, row->name, row->type != GCV_NONE), i);
        } else if (row->crowd != GCV_NONE) {
            matcher->set[i] = add_key(matcher, like_key(row->fingerprint, row->slot, OF_CROWD), i);
        } else if (gcv_selection_has_place(matcher->input->selection, row->object)) {
            const uint64_t key = like_key(row->fingerprint, row->slot, row->repeat);
            add_like(matcher, add_key(matcher, key, i), i, row->object, row->retained);
        }
    }
}

/* ---- types of the older dump ---------------------------------------------------------------- */

/* Finds which types need fingerprints, from those of their names and namespaces. */
static void find_needs(gcv_past_matcher *matcher, bool chains)
{
    gcv_context *ctx = matcher->ctx;
    gcv_id_map names = {NULL, 0, 0}, seen = {NULL, 0, 0};
    for (uint32_t i = 0; i < matcher->found->rows.n; i++) {
        const gcv_suspect *row = &matcher->found->rows.data[i];
        uint64_t name = row->fingerprint;
        uint32_t flag = chains ? GROUPED : 0;
        if (!gcv_is_group(row)) { /* once per type: names may be long */
            if (gcv_id_map_enter(ctx, &seen, row->type, i) != i) {
                continue;
            }
            name = gcv_fingerprint_of_group(ctx, row->name, false);
            flag = LIKELY;
        }
        uint32_t known = gcv_id_map_get(ctx, &names, name);
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
    GCV_RELEASE(ctx, &names, &seen);
}

/* Returns the row of the group of a type; GCV_NONE: none. */
static uint32_t group_of(const gcv_past_matcher *matcher, gcv_slice type, bool exactly)
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
static void find_groups(gcv_past_matcher *matcher)
{
    const gcv_heap *old = matcher->old;
    for (uint32_t t = 0; t < old->n_types; t++) {
        matcher->group[t] = group_of(matcher, old->types.name[t], true);
        if (matcher->group[t] != GCV_NONE) {
            matcher->set[matcher->group[t]] = matcher->group[t];
        }
    }
    for (uint32_t i = 0; i < matcher->found->rows.n; i++) {
        const gcv_suspect *row = &matcher->found->rows.data[i];
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
    for (uint32_t t = 0; t < matcher->input->heap->n_types; t++) {
        matcher->group_now[t] = group_of(matcher, matcher->input->heap->types.name[t], true);
    }
}

/* ---- objects of the older dump -------------------------------------------------------------- */

/* Puts the objects that crowds share (shared.h) into these, too. */
static void add_shared(gcv_past_matcher *matcher, gcv_fingerprints *prints, const uint16_t *kinds)
{
    const gcv_shared_query query = {matcher->input, matcher->found,     prints,
                                    matcher->d,     matcher->selection, kinds};
    gcv_u64_column shared = {NULL, 0, 0};
    gcv_shared_find(matcher->ctx, &query, &shared);
    for (size_t i = 0; i < shared.n; i++) {
        gcv_past_add_to_crowd(matcher, matcher->set[shared.data[i] >> 32],
                              (uint32_t)shared.data[i]);
    }
    gcv_u64_column_release(matcher->ctx, &shared);
}

/* Looks at the chains of the objects that need fingerprints. */
static void add_chained(gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    const gcv_heap *old = matcher->old;
    const gcv_dominators *d = matcher->d;
    gcv_fingerprints prints = {0};
    uint16_t *kinds = gcv_heap_kinds(ctx, old);
    gcv_fingerprints_init(ctx, &prints, old, gcv_basis_roots(matcher->past),
                          gcv_basis_paths(matcher->past), matcher->input->slots ? kinds : NULL);
    for (uint32_t i = 0; i < old->n_objects; i++) {
        const uint32_t needs = matcher->needs[old->type.data[i]];
        if (needs == 0 || !gcv_past_counts(matcher, i)) {
            continue;
        }
        gcv_fingerprint_of_chain(ctx, &prints, i);
        if ((needs & GROUPED) != 0) {
            gcv_u64_column *held = &matcher->out->held;
            const uint32_t at =
                gcv_id_map_enter(ctx, &matcher->out->chains, prints.hash[i], held->n);
            if (at == held->n) {
                gcv_u64_column_push(ctx, held, 0);
            }
            held->data[at] += gcv_suspect_weight(old, d, i);
        }
        if ((needs & LIKELY) != 0) {
            const uint64_t print = gcv_fingerprint_of_hash(prints.hash[i]);
            const uint32_t slot = gcv_fingerprints_slot(&prints, i);
            const uint32_t crowd = row_keyed(matcher, like_key(print, slot, OF_CROWD));
            const uint32_t first = row_keyed(matcher, like_key(print, slot, prints.repeat[i]));
            if (crowd != GCV_NONE) {
                gcv_past_add_to_crowd(matcher, crowd, i);
            } else {
                const gcv_loose loose = {i, slot};
                gcv_loose_column_push(ctx, &matcher->loose, loose);
            }
            if (first != GCV_NONE && !(matcher->by_id && gcv_past_is_kept(matcher, i))) {
                add_like(matcher, first, GCV_NONE, i, gcv_past_retained(matcher, i));
            }
        }
    }
    add_shared(matcher, &prints, kinds);
    gcv_fingerprints_release(ctx, &prints);
    gcv_free(ctx, kinds);
}

/* Looks which sets have objects of the older dump in a crowd. */
static void find_crowded(gcv_past_matcher *matcher)
{
    for (size_t i = 0; i < matcher->crowded.n; i++) {
        matcher->has[matcher->crowded.data[i] >> 32] = true;
    }
}

/* ---- results ------------------------------------------------------------------------------ */

/* Puts objects into the sets of their groups and crowds, and counts those that are reachable; a set
 * has the number of its row. Rows of crowds follow those of groups, so that the sets of each object
 * ascend. */
static void fill_sets(gcv_past_matcher *matcher, gcv_set_members *members)
{
    const gcv_heap *old = matcher->old;
    for (uint32_t i = 0; i < old->n_objects; i++) {
        const uint32_t set = matcher->group[old->type.data[i]];
        if (set != GCV_NONE && gcv_selection_has_place(matcher->selection, i)) {
            gcv_set_members_add(matcher->ctx, members, i, set);
            matcher->members[set] += matcher->parent[i] != GCV_NONE;
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
    const gcv_past_matcher *matcher = payload;
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
    return x->object < y->object;
}

static void pair(gcv_past_matcher *matcher)
{
    const gcv_like *likes = matcher->likes.data;
    const uint32_t n = (uint32_t)matcher->likes.n;
    uint32_t *order = gcv_numbers_sorted(matcher->ctx, n, like_before, matcher), next = 0;
    for (uint32_t i = 0; i < n; i++) {
        const gcv_like *like = &likes[order[i]];
        if (i > 0 && like->first != likes[order[i - 1]].first) {
            next = i;
        }
        if (like->row != GCV_NONE) {
            continue;
        }
        uint32_t row;
        while ((row = likes[order[next]].row) != GCV_NONE && matcher->object[row] != GCV_NONE) {
            next++;
        }
        if (row != GCV_NONE) {
            matcher->object[row] = like->object;
        }
    }
    gcv_free(matcher->ctx, order);
}

static void find_retained(gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    const uint32_t n = (uint32_t)matcher->found->rows.n;
    for (uint32_t i = 0; i < n; i++) {
        if (matcher->object[i] != GCV_NONE) {
            matcher->out->retained[i] = gcv_past_retained(matcher, matcher->object[i]);
        }
    }
    if (!matcher->any_group && matcher->crowded.n == 0) {
        return;
    }
    gcv_set_members members;
    gcv_sort_keys(ctx, matcher->crowded.data, matcher->crowded.n);
    gcv_set_members_init(ctx, &members, matcher->old);
    fill_sets(matcher, &members);
    uint64_t *retained =
        gcv_set_members_retained(ctx, &members, gcv_basis_roots(matcher->past), NULL, n);
    for (uint32_t i = 0; i < n; i++) {
        if (matcher->set[i] != GCV_NONE) {
            matcher->out->retained[i] = retained[matcher->set[i]];
            matcher->out->objects[i] = matcher->members[matcher->set[i]];
        }
    }
    gcv_free(ctx, retained);
}

void gcv_suspect_past_find(gcv_context *ctx, const gcv_suspect_input *input,
                           const gcv_suspects *found, gcv_basis *past, bool chains,
                           gcv_suspect_past *out)
{
    const size_t n = found->rows.n;
    gcv_past_matcher matcher = {
        .ctx = ctx, .input = input, .found = found, .past = past, .out = out};
    matcher.old = gcv_basis_rest(past);
    out->retained = gcv_alloc(ctx, n, sizeof *out->retained);
    out->objects = gcv_alloc(ctx, n, sizeof *out->objects);
    out->elsewhere = gcv_alloc_zeroed(ctx, n, sizeof *out->elsewhere);
    matcher.set = gcv_alloc(ctx, n, sizeof *matcher.set);
    if (gcv_heap_is_v8(input->heap) && gcv_heap_is_v8(matcher.old) &&
        gcv_heap_n_sections(input->heap) == 1 && gcv_heap_n_sections(matcher.old) == 1) {
        gcv_suspect_born_find(ctx, input, found, matcher.old, &out->born);
        matcher.by_id = out->born.bytes != NULL;
    }
    add_rows(&matcher, chains);
    if (n > 0) {
        const size_t n_types = matcher.old->n_types;
        matcher.selection = gcv_basis_rest_selection(past);
        matcher.parent = gcv_basis_paths(past)->parent;
        matcher.needs = gcv_alloc(ctx, n_types, sizeof *matcher.needs);
        matcher.group = gcv_alloc(ctx, n_types, sizeof *matcher.group);
        matcher.group_now = gcv_alloc(ctx, input->heap->n_types, sizeof *matcher.group_now);
        matcher.members = gcv_alloc_zeroed(ctx, n, sizeof *matcher.members);
        matcher.has = gcv_alloc_zeroed(ctx, n, sizeof *matcher.has);
        matcher.object = gcv_alloc_none(ctx, n);
        find_needs(&matcher, chains);
        find_groups(&matcher);
        if (matcher.any_print) {
            matcher.d = gcv_basis_rest_dominators(past);
            if (matcher.by_id) {
                gcv_past_match_objects(&matcher);
            }
            add_chained(&matcher);
            find_crowded(&matcher);
            gcv_past_match_tails(&matcher);
            pair(&matcher);
            gcv_past_match_lists(&matcher);
            if (matcher.by_id) {
                find_crowded(&matcher);
                gcv_past_match_members(&matcher);
            }
            if (gcv_heap_is_v8(matcher.old)) {
                find_crowded(&matcher);
                gcv_past_match_elements(&matcher);
                gcv_past_remove_parts(&matcher);
            }
            if (out->born.room == NULL) {
                const gcv_suspect_like like = {matcher.old, matcher.object, matcher.parent};
                gcv_suspect_room_find(ctx, input, found, &like, &out->born);
            }
        }
        find_retained(&matcher);
        if (matcher.any_print) {
            gcv_past_add_elsewhere(&matcher);
        }
        GCV_FREE(ctx, matcher.needs, matcher.group, matcher.group_now, matcher.members, matcher.has,
                 matcher.object);
    }
    gcv_free(ctx, matcher.set);
    GCV_RELEASE(ctx, &matcher.likes, &matcher.crowded, &matcher.loose, &matcher.keyed);
}
