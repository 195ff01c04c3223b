/* suspect_match.c - what suspects retained in an older dump; see suspect_match.h. */
#include "analysis/suspects/suspect_match.h"

#include "analysis/suspects/fingerprint.h"
#include "analysis/groups.h"
#include "analysis/set_members.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/id_map.h"
#include "base/sort.h"

#include <string.h>

/* An object of either dump with the fingerprint and the repeat of a row. */
typedef struct gcv_like {
    uint32_t key; /* equal for objects that have both in common */
    uint32_t row; /* GCV_NONE: it is in the old dump */
    uint64_t retained;
} gcv_like;

GCV_COLUMN(gcv_like_column, gcv_like);

typedef struct gcv_matcher {
    gcv_context *ctx;
    const gcv_suspect_column *rows;
    const gcv_suspect_past *past;
    const gcv_heap *old;
    gcv_id_map keys;   /* of likes, by like_key() */
    gcv_id_map crowds; /* rows of crowds, by fingerprint */
    gcv_u64_column
        crowds_of; /* old objects and rows of crowds they are in, as row << 32 | object */
    gcv_like_column likes;
    bool *likely; /* per type of the old heap: the object of a row has a type of that name */
    uint64_t *retained;
} gcv_matcher;

/* ---- objects ------------------------------------------------------------------------------ */

static uint64_t like_key(uint64_t fingerprint, uint32_t repeat)
{
    return gcv_hash_u64(fingerprint, gcv_hash_u64(repeat, 0));
}

static gcv_status add_rows(gcv_matcher *matcher, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        uint64_t key = like_key(row->fingerprint, row->repeat);
        gcv_like like;
        if (row->crowd != GCV_NONE &&
            gcv_id_map_get(matcher->ctx, &matcher->crowds, row->fingerprint) == GCV_NONE) {
            status = gcv_id_map_set(matcher->ctx, &matcher->crowds, row->fingerprint, i, err);
        }
        if (row->object == GCV_NONE) {
            continue;
        }
        like.key = gcv_id_map_get(matcher->ctx, &matcher->keys, key);
        like.row = i;
        like.retained = row->retained;
        if (like.key == GCV_NONE) {
            like.key = i;
            status = gcv_id_map_set(matcher->ctx, &matcher->keys, key, i, err);
        }
        if (status == GCV_OK) {
            status = gcv_like_column_push(matcher->ctx, &matcher->likes, like, err);
        }
    }
    return status;
}

static bool is_group(const gcv_suspect *row)
{
    return row->object == GCV_NONE && row->crowd == GCV_NONE;
}

/* Adds the fingerprints of the types of objects and crowds among the rows, each type once: names
 * may be long. */
static gcv_status add_type_names(gcv_matcher *matcher, gcv_id_map *names, gcv_error *err)
{
    gcv_context *ctx = matcher->ctx;
    gcv_id_map seen = {NULL, 0, 0};
    gcv_status status = GCV_OK;
    uint64_t fingerprint = 0;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        if (is_group(row) || gcv_id_map_get(ctx, &seen, row->type) != GCV_NONE) {
            continue;
        }
        status = gcv_id_map_set(ctx, &seen, row->type, i, err);
        if (status == GCV_OK) {
            status = gcv_fingerprint_of_group(ctx, row->name, false, &fingerprint, err);
        }
        if (status == GCV_OK) {
            status = gcv_id_map_set(ctx, names, fingerprint, i, err);
        }
    }
    gcv_id_map_release(ctx, &seen);
    return status;
}

/* The last type of a chain is a part of its fingerprint, so only objects of types that rows have
 * need fingerprints. */
static gcv_status find_likely(gcv_matcher *matcher, gcv_error *err)
{
    gcv_context *ctx = matcher->ctx;
    gcv_id_map names = {NULL, 0, 0};
    gcv_status status;
    uint64_t fingerprint = 0;
    uint32_t t;
    matcher->likely = gcv_alloc(ctx, matcher->old->n_types, sizeof *matcher->likely, err);
    if (matcher->likely == NULL) {
        return gcv_failed(err);
    }
    status = add_type_names(matcher, &names, err);
    for (t = 0; status == GCV_OK && t < matcher->old->n_types; t++) {
        status =
            gcv_fingerprint_of_group(ctx, matcher->old->types.name[t], false, &fingerprint, err);
        matcher->likely[t] = gcv_id_map_get(ctx, &names, fingerprint) != GCV_NONE;
    }
    gcv_id_map_release(ctx, &names);
    return status;
}

/* Notes an old object if it is like a row, or in the crowd of a row. */
static gcv_status add_old_object(gcv_matcher *matcher, uint32_t object, uint64_t retained,
                                 const gcv_fingerprints *fingerprints, gcv_error *err)
{
    uint64_t fingerprint = gcv_fingerprint_of_hash(fingerprints->hash[object]);
    uint32_t row = gcv_id_map_get(matcher->ctx, &matcher->crowds, fingerprint);
    gcv_status status = GCV_OK;
    gcv_like like;
    if (row != GCV_NONE) {
        status = gcv_u64_column_push(matcher->ctx, &matcher->crowds_of,
                                     (uint64_t)row << 32 | object, err);
    }
    like.key = gcv_id_map_get(matcher->ctx, &matcher->keys,
                              like_key(fingerprint, fingerprints->repeat[object]));
    like.row = GCV_NONE;
    like.retained = retained;
    return status == GCV_OK && like.key != GCV_NONE
               ? gcv_like_column_push(matcher->ctx, &matcher->likes, like, err)
               : status;
}

static gcv_status add_old(gcv_matcher *matcher, const gcv_dominators *d,
                          gcv_fingerprints *fingerprints, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t w;
    for (w = 1; status == GCV_OK && w <= d->n_reached; w++) {
        uint32_t object = d->object[w];
        if (!matcher->likely[matcher->old->type.data[object]] ||
            !matcher->past->sections[gcv_heap_object_section(matcher->old, object)]) {
            continue;
        }
        status = gcv_fingerprint_of_chain(matcher->ctx, fingerprints, object, err);
        if (status == GCV_OK) {
            status = add_old_object(matcher, object, d->retained[w], fingerprints, err);
        }
    }
    return status;
}

/* Rows before old objects, each the largest first. */
static bool like_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_like *x = (const gcv_like *)payload + a, *y = (const gcv_like *)payload + b;
    if (x->key != y->key) {
        return x->key < y->key;
    }
    if ((x->row == GCV_NONE) != (y->row == GCV_NONE)) {
        return y->row == GCV_NONE;
    }
    return x->retained > y->retained;
}

static gcv_status pair(gcv_matcher *matcher, gcv_error *err)
{
    const gcv_like *likes = matcher->likes.data;
    uint32_t n = (uint32_t)matcher->likes.n, i, row = 0, old;
    uint32_t *order = gcv_alloc(matcher->ctx, n, sizeof *order, err);
    gcv_status status;
    if (order == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < n; i++) {
        order[i] = i;
    }
    status = gcv_sort(matcher->ctx, order, n, like_before, likes, err);
    while (status == GCV_OK && row < n) {
        uint32_t key = likes[order[row]].key;
        for (old = row;
             old < n && likes[order[old]].key == key && likes[order[old]].row != GCV_NONE; old++) {
        }
        for (i = old; row < i && old < n && likes[order[old]].key == key; row++, old++) {
            matcher->retained[likes[order[row]].row] = likes[order[old]].retained;
        }
        for (row = i; row < n && likes[order[row]].key == key; row++) {
        }
    }
    gcv_free(matcher->ctx, order, n, sizeof *order);
    return status;
}

static gcv_status match_objects(gcv_matcher *matcher, gcv_error *err)
{
    gcv_context *ctx = matcher->ctx;
    gcv_dominators dominators;
    gcv_fingerprints fingerprints;
    gcv_status status = add_rows(matcher, err);
    if (status != GCV_OK || (matcher->likes.n == 0 && matcher->crowds.n == 0)) {
        return status;
    }
    status = find_likely(matcher, err);
    if (status != GCV_OK) {
        return status;
    }
    memset(&fingerprints, 0, sizeof fingerprints);
    memset(&dominators, 0, sizeof dominators);
    status = gcv_dominators_find(ctx, matcher->old, &matcher->past->roots, &dominators, err);
    if (status == GCV_OK) {
        status = gcv_fingerprints_init(ctx, &fingerprints, matcher->old, &matcher->past->roots,
                                       &matcher->past->paths, err);
    }
    if (status == GCV_OK) {
        status = add_old(matcher, &dominators, &fingerprints, err);
    }
    gcv_dominators_release(ctx, &dominators);
    gcv_fingerprints_release(ctx, &fingerprints);
    return status == GCV_OK ? pair(matcher, err) : status;
}

/* ---- groups ------------------------------------------------------------------------------- */

static bool is_type(const gcv_suspect *row) { return row->type != GCV_NONE; }

/* Stands for the name of a group itself, not for its fingerprint. */
static uint64_t exact_key(const gcv_matcher *matcher, gcv_slice name, bool type)
{
    return gcv_hash_bytes(name.data, name.size, matcher->ctx->seed + type);
}

typedef struct gcv_group_keys {
    gcv_id_map exact;          /* rows by exact_key() */
    gcv_id_map by_fingerprint; /* the first row of each, of the rows not found by name */
    uint32_t *set_of;          /* per type of the old dump: row; GCV_NONE */
    bool *found;               /* per row: by its exact name */
} gcv_group_keys;

static gcv_status add_groups(gcv_matcher *matcher, gcv_group_keys *keys, uint32_t *n,
                             gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    *n = 0;
    for (i = 0; status == GCV_OK && i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        if (!is_group(row)) {
            continue;
        }
        status = gcv_id_map_set(matcher->ctx, &keys->exact,
                                exact_key(matcher, row->name, is_type(row)), i, err);
        ++*n;
    }
    return status;
}

static bool needs_fingerprint(const gcv_matcher *matcher, const gcv_group_keys *keys, uint32_t row)
{
    return is_group(&matcher->rows->data[row]) && !keys->found[row];
}

/* Groups with the same fingerprint (types without names) share one set. */
static gcv_status add_fingerprints(const gcv_matcher *matcher, gcv_group_keys *keys, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < matcher->rows->n; i++) {
        uint64_t fingerprint = matcher->rows->data[i].fingerprint;
        if (needs_fingerprint(matcher, keys, i) &&
            gcv_id_map_get(matcher->ctx, &keys->by_fingerprint, fingerprint) == GCV_NONE) {
            status = gcv_id_map_set(matcher->ctx, &keys->by_fingerprint, fingerprint, i, err);
        }
    }
    return status;
}

static uint32_t exact_row(const gcv_matcher *matcher, const gcv_group_keys *keys, gcv_slice name)
{
    uint32_t row = gcv_id_map_get(matcher->ctx, &keys->exact, exact_key(matcher, name, true));
    return row != GCV_NONE ? row
                           : gcv_id_map_get(matcher->ctx, &keys->exact,
                                            exact_key(matcher, gcv_namespace_of(name), false));
}

static gcv_status fingerprint_row(const gcv_matcher *matcher, const gcv_group_keys *keys,
                                  gcv_slice name, uint32_t *row, gcv_error *err)
{
    uint64_t fingerprint = 0;
    gcv_status status = gcv_fingerprint_of_group(matcher->ctx, name, false, &fingerprint, err);
    *row = gcv_id_map_get(matcher->ctx, &keys->by_fingerprint, fingerprint);
    if (status == GCV_OK && *row == GCV_NONE) {
        status =
            gcv_fingerprint_of_group(matcher->ctx, gcv_namespace_of(name), true, &fingerprint, err);
        *row = gcv_id_map_get(matcher->ctx, &keys->by_fingerprint, fingerprint);
    }
    return status;
}

static gcv_status assign_types(const gcv_matcher *matcher, gcv_group_keys *keys, gcv_error *err)
{
    const gcv_heap *old = matcher->old;
    gcv_status status = GCV_OK;
    uint32_t t, row = GCV_NONE;
    for (t = 0; t < old->n_types; t++) {
        keys->set_of[t] = exact_row(matcher, keys, old->types.name[t]);
        if (keys->set_of[t] != GCV_NONE) {
            keys->found[keys->set_of[t]] = true;
        }
    }
    status = add_fingerprints(matcher, keys, err);
    for (t = 0; status == GCV_OK && t < old->n_types; t++) {
        if (keys->set_of[t] == GCV_NONE) {
            status = fingerprint_row(matcher, keys, old->types.name[t], &row, err);
            keys->set_of[t] = row;
        }
    }
    return status;
}

/* Puts old objects into the sets of their groups and crowds; a set is numbered as its row. Rows of
 * crowds come behind those of groups. */
static gcv_status fill_sets(gcv_matcher *matcher, const gcv_group_keys *keys,
                            gcv_set_members *members, gcv_error *err)
{
    const gcv_heap *old = matcher->old;
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < old->n_objects; i++) {
        uint32_t set = keys->set_of[old->type.data[i]];
        if (set != GCV_NONE && matcher->past->sections[gcv_heap_object_section(old, i)]) {
            status = gcv_set_members_add(matcher->ctx, members, i, set, err);
        }
    }
    for (i = 0; status == GCV_OK && i < matcher->crowds_of.n; i++) {
        uint64_t pair = matcher->crowds_of.data[i];
        status =
            gcv_set_members_add(matcher->ctx, members, (uint32_t)pair, (uint32_t)(pair >> 32), err);
    }
    return status;
}

/* The set of a row that is no object. */
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

static gcv_status retained_of_groups(gcv_matcher *matcher, const gcv_group_keys *keys,
                                     gcv_error *err)
{
    gcv_context *ctx = matcher->ctx;
    uint32_t n = (uint32_t)matcher->rows->n, i;
    uint64_t *retained = gcv_alloc(ctx, n, sizeof *retained, err);
    gcv_set_members members;
    gcv_status status = retained == NULL ? gcv_failed(err) : GCV_OK;
    memset(&members, 0, sizeof members);
    if (status == GCV_OK) {
        status = gcv_set_members_init(ctx, &members, matcher->old, err);
    }
    if (status == GCV_OK) {
        status = fill_sets(matcher, keys, &members, err);
    }
    if (status == GCV_OK) {
        status = gcv_set_members_retained(ctx, &members, &matcher->past->roots, n, retained, err);
    }
    for (i = 0; status == GCV_OK && i < n; i++) {
        if (matcher->rows->data[i].object == GCV_NONE) {
            matcher->retained[i] = retained[set_of(matcher, keys, i)];
        }
    }
    gcv_set_members_release(ctx, &members);
    gcv_free(ctx, retained, n, sizeof *retained);
    return status;
}

static gcv_status match_groups(gcv_matcher *matcher, gcv_error *err)
{
    gcv_context *ctx = matcher->ctx;
    uint32_t n_types = matcher->old->n_types, n = 0;
    gcv_group_keys keys;
    gcv_status status;
    memset(&keys, 0, sizeof keys);
    status = add_groups(matcher, &keys, &n, err);
    if (status == GCV_OK && (n > 0 || matcher->crowds_of.n > 0)) {
        keys.set_of = gcv_alloc(ctx, n_types, sizeof *keys.set_of, err);
        keys.found = gcv_alloc_zeroed(ctx, matcher->rows->n, sizeof *keys.found, err);
        status = keys.set_of == NULL || keys.found == NULL ? gcv_failed(err)
                                                           : assign_types(matcher, &keys, err);
        if (status == GCV_OK) {
            status = retained_of_groups(matcher, &keys, err);
        }
        gcv_free(ctx, keys.set_of, n_types, sizeof *keys.set_of);
        gcv_free(ctx, keys.found, matcher->rows->n, sizeof *keys.found);
    }
    gcv_id_map_release(ctx, &keys.exact);
    gcv_id_map_release(ctx, &keys.by_fingerprint);
    return status;
}

gcv_status gcv_suspect_past_find(gcv_context *ctx, gcv_suspect_past *past, const gcv_heap *heap,
                                 const uint8_t *sections, bool include_weak, gcv_error *err)
{
    gcv_status status;
    memset(past, 0, sizeof *past);
    past->heap = heap;
    past->sections = sections;
    status = gcv_root_set_find(ctx, heap, include_weak, &past->roots, err);
    return status == GCV_OK ? gcv_paths_find(ctx, heap, &past->roots, &past->paths, err) : status;
}

void gcv_suspect_past_release(gcv_context *ctx, gcv_suspect_past *past)
{
    gcv_paths_release(ctx, &past->paths);
    gcv_root_set_release(ctx, &past->roots);
    memset(past, 0, sizeof *past);
}

gcv_status gcv_suspects_match(gcv_context *ctx, const gcv_suspect_column *rows,
                              const gcv_suspect_past *past, uint64_t *retained, gcv_error *err)
{
    gcv_matcher matcher;
    gcv_status status;
    size_t i;
    memset(&matcher, 0, sizeof matcher);
    matcher.ctx = ctx;
    matcher.rows = rows;
    matcher.past = past;
    matcher.old = past->heap;
    matcher.retained = retained;
    for (i = 0; i < rows->n; i++) {
        retained[i] = GCV_NOT_REACHABLE;
    }
    status = match_objects(&matcher, err);
    if (status == GCV_OK) {
        status = match_groups(&matcher, err);
    }
    gcv_free(ctx, matcher.likely, matcher.old->n_types, sizeof *matcher.likely);
    gcv_like_column_release(ctx, &matcher.likes);
    gcv_id_map_release(ctx, &matcher.keys);
    gcv_id_map_release(ctx, &matcher.crowds);
    gcv_u64_column_release(ctx, &matcher.crowds_of);
    return status;
}
