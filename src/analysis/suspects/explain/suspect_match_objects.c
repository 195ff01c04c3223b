/* suspect_match_objects.c - objects of an older dump that match suspects; see suspect_matcher.h. */
#include "analysis/suspects/explain/suspect_matcher.h"

#include "analysis/suspects/find/fingerprint.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/sort.h"

static uint64_t like_key(uint64_t fingerprint, uint32_t repeat)
{
    return gcv_hash_u64(fingerprint, gcv_hash_u64(repeat, 0));
}

static void add_rows(gcv_matcher *matcher)
{
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        uint64_t key = like_key(row->fingerprint, row->repeat);
        gcv_like like;
        if (row->crowd != GCV_NONE &&
            gcv_id_map_get(matcher->ctx, &matcher->crowds, row->fingerprint) == GCV_NONE) {
            gcv_id_map_set(matcher->ctx, &matcher->crowds, row->fingerprint, i);
        }
        if (row->object == GCV_NONE || !gcv_selection_has_place(matcher->selection, row->object)) {
            continue;
        }
        like.key = gcv_id_map_get(matcher->ctx, &matcher->keys, key);
        like.row = i;
        like.retained = row->retained;
        if (like.key == GCV_NONE) {
            like.key = i;
            gcv_id_map_set(matcher->ctx, &matcher->keys, key, i);
        }
        gcv_like_column_push(matcher->ctx, &matcher->likes, like);
    }
}

/* Adds the fingerprint of each type that rows of objects and crowds have, only once per type: names
 * may be long. */
static void add_type_names(gcv_matcher *matcher, gcv_id_map *names)
{
    gcv_context *ctx = matcher->ctx;
    gcv_id_map seen = {NULL, 0, 0};
    uint64_t fingerprint = 0;
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        if (gcv_is_group(row) || gcv_id_map_get(ctx, &seen, row->type) != GCV_NONE) {
            continue;
        }
        gcv_id_map_set(ctx, &seen, row->type, i);
        fingerprint = gcv_fingerprint_of_group(ctx, row->name, false);
        gcv_id_map_set(ctx, names, fingerprint, i);
    }
    gcv_id_map_release(ctx, &seen);
}

/* Finds the types whose objects need fingerprints. The last type of a chain is a part of its
 * fingerprint, so these are only the types that rows have. */
static void find_likely(gcv_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    gcv_id_map names = {NULL, 0, 0};
    uint64_t fingerprint = 0;
    matcher->likely = gcv_alloc(ctx, matcher->old->n_types, sizeof *matcher->likely);
    add_type_names(matcher, &names);
    for (uint32_t t = 0; t < matcher->old->n_types; t++) {
        fingerprint = gcv_fingerprint_of_group(ctx, matcher->old->types.name[t], false);
        matcher->likely[t] = gcv_id_map_get(ctx, &names, fingerprint) != GCV_NONE;
    }
    gcv_id_map_release(ctx, &names);
}

/* Records an object of the older dump if it matches a row, or is in the crowd of a row. */
static void add_old_object(gcv_matcher *matcher, uint32_t object, uint64_t retained,
                           const gcv_fingerprints *fingerprints)
{
    uint64_t fingerprint = gcv_fingerprint_of_hash(fingerprints->hash[object]);
    uint32_t row = gcv_id_map_get(matcher->ctx, &matcher->crowds, fingerprint);
    gcv_like like;
    if (row != GCV_NONE) {
        gcv_u64_column_push(matcher->ctx, &matcher->crowds_of, (uint64_t)row << 32 | object);
    }
    like.key = gcv_id_map_get(matcher->ctx, &matcher->keys,
                              like_key(fingerprint, fingerprints->repeat[object]));
    like.row = GCV_NONE;
    like.retained = retained;
    if (like.key != GCV_NONE) {
        gcv_like_column_push(matcher->ctx, &matcher->likes, like);
    }
}

static void add_old(gcv_matcher *matcher, const gcv_dominators *d, gcv_fingerprints *fingerprints)
{
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        uint32_t object = d->object[w];
        if (!matcher->likely[matcher->old->type.data[object]] ||
            !gcv_selection_has_place(matcher->past_selection, object)) {
            continue;
        }
        gcv_fingerprint_of_chain(matcher->ctx, fingerprints, object);
        add_old_object(matcher, object, d->retained[w], fingerprints);
    }
}

/* Orders by key; of equals, rows before objects of the older dump, then by retained bytes, most
 * first; of equal rows, the first by domain and id. */
static bool like_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_matcher *matcher = payload;
    const gcv_like *x = &matcher->likes.data[a], *y = &matcher->likes.data[b];
    if (x->key != y->key) {
        return x->key < y->key;
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
    uint32_t n = (uint32_t)matcher->likes.n, i, row = 0, old;
    uint32_t *order = gcv_alloc(matcher->ctx, n, sizeof *order);
    for (i = 0; i < n; i++) {
        order[i] = i;
    }
    gcv_sort(matcher->ctx, order, n, like_before, matcher);
    while (row < n) {
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
    gcv_free(matcher->ctx, order);
}

void gcv_match_objects(gcv_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    add_rows(matcher);
    if (matcher->likes.n == 0 && matcher->crowds.n == 0) {
        return;
    }
    find_likely(matcher);
    gcv_fingerprints fingerprints = {0};
    gcv_basis *basis = matcher->past;
    const gcv_dominators *dominators = gcv_basis_rest_dominators(basis);
    gcv_fingerprints_init(ctx, &fingerprints, matcher->old, gcv_basis_roots(basis),
                          gcv_basis_paths(basis));
    add_old(matcher, dominators, &fingerprints);
    gcv_fingerprints_release(ctx, &fingerprints);
    pair(matcher);
}
