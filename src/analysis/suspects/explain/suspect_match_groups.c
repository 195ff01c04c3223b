/* suspect_match_groups.c - counterparts of groups and crowds; see suspect_matcher.h. */
#include "analysis/suspects/explain/suspect_matcher.h"

#include "analysis/groups.h"
#include "analysis/set_members.h"
#include "analysis/suspects/find/fingerprint.h"
#include "base/error.h"
#include "base/hash.h"

static bool is_type(const gcv_suspect *row) { return row->type != GCV_NONE; }

/* Returns a hash of the exact name of a group, unlike its fingerprint. */
static uint64_t exact_key(const gcv_matcher *matcher, gcv_slice name, bool type)
{
    return gcv_hash_bytes(name.data, name.size, matcher->ctx->seed + type);
}

typedef struct gcv_group_keys {
    gcv_id_map exact;          /* rows by exact_key() */
    gcv_id_map by_fingerprint; /* first row with each fingerprint, of rows not found by name */
    uint32_t *set_of;          /* per type of the older dump: its row; GCV_NONE */
    bool *found;               /* per row: found by its exact name */
} gcv_group_keys;

static uint32_t add_groups(gcv_matcher *matcher, gcv_group_keys *keys)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        if (!gcv_is_group(row)) {
            continue;
        }
        gcv_id_map_set(matcher->ctx, &keys->exact, exact_key(matcher, row->name, is_type(row)), i);
        ++n;
    }
    return n;
}

static bool needs_fingerprint(const gcv_matcher *matcher, const gcv_group_keys *keys, uint32_t row)
{
    return gcv_is_group(&matcher->rows->data[row]) && !keys->found[row];
}

/* Adds the fingerprints of groups not found by name. Groups with the same fingerprint (types
 * without names) share one set. */
static void add_fingerprints(const gcv_matcher *matcher, gcv_group_keys *keys)
{
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        uint64_t fingerprint = matcher->rows->data[i].fingerprint;
        if (needs_fingerprint(matcher, keys, i) &&
            gcv_id_map_get(matcher->ctx, &keys->by_fingerprint, fingerprint) == GCV_NONE) {
            gcv_id_map_set(matcher->ctx, &keys->by_fingerprint, fingerprint, i);
        }
    }
}

static uint32_t exact_row(const gcv_matcher *matcher, const gcv_group_keys *keys, gcv_slice name)
{
    uint32_t row = gcv_id_map_get(matcher->ctx, &keys->exact, exact_key(matcher, name, true));
    return row != GCV_NONE ? row
                           : gcv_id_map_get(matcher->ctx, &keys->exact,
                                            exact_key(matcher, gcv_namespace_of(name), false));
}

static uint32_t fingerprint_row(const gcv_matcher *matcher, const gcv_group_keys *keys,
                                gcv_slice name)
{
    uint64_t fingerprint = gcv_fingerprint_of_group(matcher->ctx, name, false);
    uint32_t row = gcv_id_map_get(matcher->ctx, &keys->by_fingerprint, fingerprint);
    if (row == GCV_NONE) {
        fingerprint = gcv_fingerprint_of_group(matcher->ctx, gcv_namespace_of(name), true);
        row = gcv_id_map_get(matcher->ctx, &keys->by_fingerprint, fingerprint);
    }
    return row;
}

static void assign_types(const gcv_matcher *matcher, gcv_group_keys *keys)
{
    const gcv_heap *old = matcher->old;
    uint32_t row = GCV_NONE;
    for (uint32_t t = 0; t < old->n_types; t++) {
        keys->set_of[t] = exact_row(matcher, keys, old->types.name[t]);
        if (keys->set_of[t] != GCV_NONE) {
            keys->found[keys->set_of[t]] = true;
        }
    }
    add_fingerprints(matcher, keys);
    for (uint32_t t = 0; t < old->n_types; t++) {
        if (keys->set_of[t] == GCV_NONE) {
            row = fingerprint_row(matcher, keys, old->types.name[t]);
            keys->set_of[t] = row;
        }
    }
}

/* Puts objects of the older dump into the sets of their groups and crowds, and counts those that
 * are reachable; a set has the number of its row. Rows of crowds follow those of groups, so that
 * the sets of each object ascend. */
static void fill_sets(gcv_matcher *matcher, const gcv_group_keys *keys, gcv_set_members *members,
                      uint32_t *objects)
{
    const gcv_heap *old = matcher->old;
    const uint32_t *parent = gcv_basis_paths(matcher->past)->parent;
    for (uint32_t i = 0; i < old->n_objects; i++) {
        uint32_t set = keys->set_of[old->type.data[i]];
        if (set != GCV_NONE && gcv_selection_has_place(matcher->past_selection, i)) {
            gcv_set_members_add(matcher->ctx, members, i, set);
            objects[set] += parent[i] != GCV_NONE;
        }
    }
    for (uint32_t i = 0; i < matcher->crowds_of.n; i++) {
        const uint64_t pair = matcher->crowds_of.data[i];
        const uint32_t set = (uint32_t)(pair >> 32);
        gcv_set_members_add(matcher->ctx, members, (uint32_t)pair, set);
        objects[set]++;
    }
}

/* Returns the set of a row of a group or crowd. */
static uint32_t set_of(const gcv_matcher *matcher, const gcv_group_keys *keys, uint32_t item)
{
    const gcv_suspect *row = &matcher->rows->data[item];
    if (row->crowd != GCV_NONE) {
        return gcv_id_map_get(matcher->ctx, &matcher->crowds, row->fingerprint);
    }
    return needs_fingerprint(matcher, keys, item)
               ? gcv_id_map_get(matcher->ctx, &keys->by_fingerprint, row->fingerprint)
               : item;
}

static void retained_of_groups(gcv_matcher *matcher, const gcv_group_keys *keys)
{
    gcv_context *ctx = matcher->ctx;
    uint32_t n = (uint32_t)matcher->rows->n;
    uint64_t *retained = gcv_alloc(ctx, n, sizeof *retained);
    uint32_t *objects = gcv_alloc_zeroed(ctx, n, sizeof *objects);
    gcv_set_members members = {0};
    gcv_set_members_init(ctx, &members, matcher->old);
    fill_sets(matcher, keys, &members, objects);
    gcv_set_members_retained(ctx, &members, gcv_basis_roots(matcher->past), NULL, n, retained);
    for (uint32_t i = 0; i < n; i++) {
        if (matcher->rows->data[i].object == GCV_NONE) {
            matcher->retained[i] = retained[set_of(matcher, keys, i)];
            matcher->objects[i] = objects[set_of(matcher, keys, i)];
        }
    }
    gcv_set_members_release(ctx, &members);
    gcv_free(ctx, objects);
    gcv_free(ctx, retained);
}

void gcv_match_groups(gcv_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    uint32_t n_types = matcher->old->n_types, n = 0;
    gcv_group_keys keys = {0};
    n = add_groups(matcher, &keys);
    if (n > 0 || matcher->crowds_of.n > 0) {
        keys.set_of = gcv_alloc(ctx, n_types, sizeof *keys.set_of);
        keys.found = gcv_alloc_zeroed(ctx, matcher->rows->n, sizeof *keys.found);
        assign_types(matcher, &keys);
        retained_of_groups(matcher, &keys);
        gcv_free(ctx, keys.set_of);
        gcv_free(ctx, keys.found);
    }
    gcv_id_map_release(ctx, &keys.exact);
    gcv_id_map_release(ctx, &keys.by_fingerprint);
}
