/* suspect_crowds.c - finds crowds; see crowd.h.
 *
 * Objects are counted by the hash of their chain, in a hash table. Of those that may be suspects,
 * one walk up the chains then finds keepers and holders: each object on a chain is visited once,
 * whatever lists there are. O(objects). While it runs, 16 bytes an object for the hashes, up to 56
 * for each distinct chain of a type that may be heavy enough, and 14 an object for the walk.
 */
#include "analysis/suspects/suspects.h"

#include "analysis/type_kinds.h"
#include "base/bitset.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/id_map.h"
#include "base/text.h"
#include "heap/root_label.h"

#include <string.h>

/* Objects with one chain: first how many they are, then the crowd they make. */
typedef struct gcv_alike {
    uint32_t n, crowd;
} gcv_alike;

GCV_COLUMN(gcv_alike_column, gcv_alike);

typedef struct gcv_gatherer {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const uint64_t *of_type; /* bounds, per type row */
    gcv_suspects *out;
    bool *may;          /* per type row: its objects may be a crowd that is a suspect */
    gcv_bitset objects; /* that may be in crowds */
    gcv_fingerprints fingerprints;
    gcv_id_map by_hash; /* of alikes */
    gcv_alike_column alikes;
    /* Of the walk, per object. */
    uint32_t *crowd_of; /* GCV_NONE: none */
    uint32_t *holder;   /* GCV_NONE: not visited; GCV_ROOTED: the root */
    uint32_t *around;   /* the nearest object on the chain that is of another crowd; GCV_NONE */
    uint8_t *keepers;
    gcv_u32_column pending;
} gcv_gatherer;

static uint32_t type_row(const gcv_gatherer *gatherer, uint32_t object)
{
    const gcv_heap *heap = gatherer->input->heap;
    return gcv_heap_type_row(heap, heap->type.data[object]);
}

/* ---- which types --------------------------------------------------------------------------- */

/* Bytes that a crowd of a type of these kinds retains at least: what says nothing by its name needs
 * ten times as many. */
static uint64_t least_of_kinds(const gcv_suspect_input *input, uint32_t kinds)
{
    bool speaks = (kinds & (GCV_TYPE_MINE | GCV_TYPE_BRIEF)) != 0;
    return speaks || input->small > input->heavy / 10 ? input->small : input->small * 10;
}

static bool is_item(uint32_t kinds)
{
    if ((kinds & GCV_TYPE_STUFF) != 0) {
        return (kinds & GCV_TYPE_RECORD) != 0;
    }
    return (kinds & GCV_KEEPS_ANY) == 0 ||
           ((kinds & GCV_KEEPS_CAPTURE) != 0 && (kinds & GCV_TYPE_MINE) != 0);
}

static void find_candidates(gcv_gatherer *gatherer)
{
    const gcv_heap *heap = gatherer->input->heap;
    uint32_t t;
    for (t = 0; t < heap->n_types; t++) {
        gatherer->may[t] =
            gcv_heap_type_row(heap, t) == t && is_item(gatherer->out->kinds[t]) &&
            gatherer->of_type[t] >= least_of_kinds(gatherer->input, gatherer->out->kinds[t]);
    }
}

/* The most points that `n` objects of a type can have. */
static uint32_t most_points(const gcv_gatherer *gatherer, uint32_t type, uint32_t n)
{
    uint32_t kinds = gatherer->out->kinds[type], points = GCV_POINTS_KEPT;
    points += gcv_points_of_size(gatherer->of_type[type], gatherer->input->whole);
    points += gcv_points_of_repeats(n);
    points += (kinds & GCV_TYPE_MINE) != 0 ? GCV_POINTS_YOURS : GCV_POINTS_HOLDER_YOURS;
    points += (kinds & GCV_TYPE_BRIEF) != 0 ? GCV_POINTS_BRIEF : 0;
    return points;
}

/* ---- objects with one chain ---------------------------------------------------------------- */

/* Whether an object is kept by a keeper, by one of its own type (a list), or by nothing but a
 * handle or the queue of finalizers. */
static bool is_kept(const gcv_gatherer *gatherer, uint32_t object)
{
    uint32_t over = gatherer->input->paths->parent[object], kind;
    if (over == GCV_ROOTED) {
        kind = gatherer->input->heap->roots.data[gatherer->fingerprints.root[object]].kind;
        return kind == GCV_ROOT_KIND_HANDLE || kind == GCV_ROOT_KIND_FINALIZER;
    }
    return (gatherer->out->kinds[type_row(gatherer, over)] & GCV_KEEPS_ANY) != 0 ||
           type_row(gatherer, over) == type_row(gatherer, object);
}

/* Finds the objects that may be in crowds. The first object of a list is one like the others. */
static uint32_t find_objects(gcv_gatherer *gatherer)
{
    const gcv_suspect_input *input = gatherer->input;
    const uint32_t *parent = input->paths->parent;
    uint32_t i, n = 0;
    for (i = 0; i < input->heap->n_objects; i++) {
        if (!gatherer->may[type_row(gatherer, i)] || parent[i] == GCV_NONE ||
            !input->sections[gcv_heap_object_section(input->heap, i)] || !is_kept(gatherer, i)) {
            continue;
        }
        n += gcv_bitset_add(&gatherer->objects, i);
        if (parent[i] < GCV_ROOTED && type_row(gatherer, parent[i]) == type_row(gatherer, i) &&
            input->sections[gcv_heap_object_section(input->heap, parent[i])]) {
            n += gcv_bitset_add(&gatherer->objects, parent[i]);
        }
    }
    return n;
}

/* Types whose names are alike have chains with equal hashes; each is a crowd of its own. */
static uint64_t key_of(const gcv_gatherer *gatherer, uint32_t object)
{
    return gcv_hash_u64(gatherer->fingerprints.hash[object], type_row(gatherer, object));
}

/* Counts an object to those with its chain. */
static gcv_status count_alike(gcv_gatherer *gatherer, uint32_t object, gcv_error *err)
{
    gcv_alike fresh = {0, GCV_NONE};
    uint32_t alike;
    uint64_t hash;
    gcv_status status =
        gcv_fingerprint_of_chain(gatherer->ctx, &gatherer->fingerprints, object, err);
    if (status != GCV_OK) {
        return status;
    }
    hash = key_of(gatherer, object);
    alike = gcv_id_map_get(gatherer->ctx, &gatherer->by_hash, hash);
    if (alike == GCV_NONE) {
        alike = (uint32_t)gatherer->alikes.n;
        status = gcv_alike_column_push(gatherer->ctx, &gatherer->alikes, fresh, err);
        if (status == GCV_OK) {
            status = gcv_id_map_set(gatherer->ctx, &gatherer->by_hash, hash, alike, err);
        }
        if (status != GCV_OK) {
            return status;
        }
    }
    gatherer->alikes.data[alike].n++;
    return GCV_OK;
}

/* Makes a crowd of the objects with the chain of this one, if they may be a suspect. */
static gcv_status open_crowd(gcv_gatherer *gatherer, gcv_alike *alike, uint32_t object,
                             gcv_error *err)
{
    gcv_crowds *crowds = &gatherer->out->crowds;
    gcv_crowd crowd;
    memset(&crowd, 0, sizeof crowd);
    crowd.hash = gatherer->fingerprints.hash[object];
    crowd.type = type_row(gatherer, object);
    crowd.kinds = gatherer->out->kinds[crowd.type];
    crowd.around = crowd.row = GCV_NONE;
    crowd.first = (uint32_t)crowds->members.n;
    if (alike->n < 2 || most_points(gatherer, crowd.type, alike->n) < GCV_POINTS_ENOUGH) {
        return GCV_OK;
    }
    alike->crowd = (uint32_t)crowds->all.n;
    crowds->members.n += alike->n; /* room was reserved for all candidates */
    return gcv_crowd_column_push(gatherer->ctx, &crowds->all, crowd, err);
}

static gcv_status place(gcv_gatherer *gatherer, uint32_t object, gcv_error *err)
{
    gcv_crowds *crowds = &gatherer->out->crowds;
    uint64_t hash = key_of(gatherer, object);
    gcv_alike *alike =
        &gatherer->alikes.data[gcv_id_map_get(gatherer->ctx, &gatherer->by_hash, hash)];
    gcv_status status =
        alike->crowd == GCV_NONE ? open_crowd(gatherer, alike, object, err) : GCV_OK;
    if (status == GCV_OK && alike->crowd != GCV_NONE) {
        gcv_crowd *crowd = &crowds->all.data[alike->crowd];
        crowds->members.data[crowd->first + crowd->n++] = object;
    }
    return status;
}

/* Lists the objects in the order of the dominator tree. */
static gcv_status list_objects(gcv_gatherer *gatherer, uint32_t n, gcv_error *err)
{
    const gcv_dominator_tree *tree = &gatherer->out->tree;
    const uint32_t *object = gatherer->input->dominators->object;
    gcv_status status = gcv_u32_column_reserve(gatherer->ctx, &gatherer->pending, n, err);
    uint32_t at;
    for (at = 1; status == GCV_OK && at < tree->n && gatherer->pending.n < n; at++) {
        uint32_t next = object[tree->order[at]];
        if (gcv_bitset_has(&gatherer->objects, next)) {
            gatherer->pending.data[gatherer->pending.n++] = next;
        }
    }
    return status;
}

/* Gathers them into crowds. */
static gcv_status gather(gcv_gatherer *gatherer, gcv_error *err)
{
    uint32_t n = find_objects(gatherer), i;
    gcv_status status = list_objects(gatherer, n, err);
    for (i = 0; status == GCV_OK && i < n; i++) {
        status = count_alike(gatherer, gatherer->pending.data[i], err);
    }
    if (status == GCV_OK) {
        status = gcv_u32_column_reserve(gatherer->ctx, &gatherer->out->crowds.members, n, err);
    }
    for (i = 0; status == GCV_OK && i < n; i++) {
        status = place(gatherer, gatherer->pending.data[i], err);
    }
    gcv_u32_column_release(gatherer->ctx, &gatherer->pending);
    return status;
}

/* ---- how they are kept --------------------------------------------------------------------- */

/* An array at a pinned handle is where the runtime keeps static fields: no collection. */
static bool is_array_of_statics(const gcv_gatherer *gatherer, uint32_t object)
{
    const gcv_suspect_input *input = gatherer->input;
    uint32_t root = gatherer->fingerprints.root[object];
    return input->paths->parent[object] == GCV_ROOTED && root != GCV_NONE &&
           (input->heap->roots.data[root].flags & GCV_ROOT_PINNED) != 0 &&
           gcv_slice_equal(input->heap->types.name[type_row(gatherer, object)],
                           gcv_slice_str("System.Object[]"));
}

/* Variables keep what a function has captured; a collection in a variable is held by it. */
static bool is_variable(const gcv_gatherer *gatherer, uint32_t type, uint32_t over)
{
    return (gatherer->out->kinds[type_row(gatherer, over)] & GCV_TYPE_SCOPE) != 0 &&
           (gatherer->out->kinds[type] & GCV_KEEPS_ANY) != 0;
}

/* Finds how an object is kept, from how its referrer on the chain is, which is known. */
static void visit(gcv_gatherer *gatherer, uint32_t object)
{
    uint32_t over = gatherer->input->paths->parent[object], crowd = gatherer->crowd_of[object];
    uint32_t kinds, type = type_row(gatherer, object);
    bool same;
    gatherer->holder[object] = GCV_ROOTED;
    gatherer->around[object] = GCV_NONE;
    gatherer->keepers[object] = 0;
    if (over >= GCV_ROOTED) {
        return;
    }
    same = type_row(gatherer, over) == type;
    kinds = gatherer->out->kinds[type_row(gatherer, over)] & GCV_KEEPS_ANY;
    gatherer->around[object] =
        gatherer->crowd_of[over] != GCV_NONE && gatherer->crowd_of[over] != crowd
            ? over
            : gatherer->around[over];
    if ((kinds == 0 && !same) || is_array_of_statics(gatherer, over) ||
        is_variable(gatherer, type, over)) {
        gatherer->holder[object] = over;
        return;
    }
    gatherer->holder[object] = gatherer->holder[over];
    gatherer->keepers[object] =
        (uint8_t)(gatherer->keepers[over] | kinds | (same ? GCV_KEEPS_COLLECTION : 0));
}

static gcv_status visit_chain(gcv_gatherer *gatherer, uint32_t object, gcv_error *err)
{
    gcv_u32_column *pending = &gatherer->pending;
    gcv_status status = GCV_OK;
    pending->n = 0;
    for (; status == GCV_OK && object < GCV_ROOTED && gatherer->holder[object] == GCV_NONE;
         object = gatherer->input->paths->parent[object]) {
        status = gcv_u32_column_push(gatherer->ctx, pending, object, err);
    }
    while (status == GCV_OK && pending->n > 0) {
        visit(gatherer, pending->data[--pending->n]);
    }
    return status;
}

static bool is_table_of_literals(const gcv_gatherer *gatherer, const gcv_crowd *crowd)
{
    return crowd->holder == GCV_NONE && crowd->root_kind == GCV_ROOT_KIND_HANDLE &&
           (crowd->keepers & ~(uint32_t)GCV_KEEPS_COLLECTION) == 0 &&
           gcv_slice_equal(gatherer->input->heap->types.name[crowd->type],
                           gcv_slice_str("System.String"));
}

static gcv_status look_at_members(gcv_gatherer *gatherer, gcv_crowd *crowd, gcv_error *err)
{
    const gcv_dominators *d = gatherer->input->dominators;
    const gcv_dominator_tree *tree = &gatherer->out->tree;
    const uint32_t *members = gatherer->out->crowds.members.data + crowd->first;
    const gcv_heap *heap = gatherer->input->heap;
    uint32_t until = 0, around = GCV_NONE, holder = GCV_NONE, i;
    gcv_status status;
    for (i = 0; i < crowd->n; i++) {
        uint32_t object = members[i], w = d->number[object];
        if (tree->at[w] >= until) {
            until = gcv_dominator_tree_end(tree, w);
            crowd->tops++;
            crowd->top_bytes += d->retained[w];
        }
        status = visit_chain(gatherer, object, err);
        if (status != GCV_OK) {
            return status;
        }
        if (i == 0) {
            around = gatherer->around[object];
            holder = gatherer->holder[object];
            crowd->holder = holder < GCV_ROOTED ? holder : GCV_NONE;
            crowd->one_holder = crowd->behind_one = true;
            crowd->root = gatherer->fingerprints.root[object];
            crowd->root_kind = heap->roots.data[crowd->root].kind;
        }
        if (crowd->root != GCV_NONE &&
            !gcv_same_root_label(heap, &heap->roots.data[crowd->root],
                                 &heap->roots.data[gatherer->fingerprints.root[object]])) {
            crowd->root = GCV_NONE;
        }
        crowd->keepers |= gatherer->keepers[object];
        crowd->one_holder = crowd->one_holder && gatherer->holder[object] == holder;
        crowd->behind_one = crowd->behind_one && gatherer->around[object] == around;
    }
    crowd->literals = is_table_of_literals(gatherer, crowd);
    crowd->around = around != GCV_NONE ? gatherer->crowd_of[around] : GCV_NONE;
    return GCV_OK;
}

static gcv_status look_at_all(gcv_gatherer *gatherer, gcv_error *err)
{
    gcv_crowds *crowds = &gatherer->out->crowds;
    uint32_t n = gatherer->input->heap->n_objects, i, m;
    gcv_status status = GCV_OK;
    memset(gatherer->crowd_of, 0xff, (size_t)n * sizeof *gatherer->crowd_of); /* GCV_NONE */
    memset(gatherer->holder, 0xff, (size_t)n * sizeof *gatherer->holder);
    for (i = 0; i < crowds->all.n; i++) {
        for (m = 0; m < crowds->all.data[i].n; m++) {
            gatherer->crowd_of[crowds->members.data[crowds->all.data[i].first + m]] = i;
        }
    }
    for (i = 0; status == GCV_OK && i < crowds->all.n; i++) {
        status = look_at_members(gatherer, &crowds->all.data[i], err);
    }
    return status;
}

static gcv_status look(gcv_gatherer *gatherer, gcv_error *err)
{
    gcv_context *ctx = gatherer->ctx;
    uint32_t n = gatherer->input->heap->n_objects;
    gcv_status status;
    if (gatherer->out->crowds.all.n == 0) {
        return GCV_OK;
    }
    gatherer->crowd_of = gcv_alloc(ctx, n, sizeof *gatherer->crowd_of, err);
    gatherer->holder = gcv_alloc(ctx, n, sizeof *gatherer->holder, err);
    gatherer->around = gcv_alloc(ctx, n, sizeof *gatherer->around, err);
    gatherer->keepers = gcv_alloc(ctx, n, sizeof *gatherer->keepers, err);
    status = gatherer->crowd_of == NULL || gatherer->holder == NULL || gatherer->around == NULL ||
                     gatherer->keepers == NULL
                 ? gcv_failed(err)
                 : look_at_all(gatherer, err);
    gcv_free(ctx, gatherer->crowd_of, n, sizeof *gatherer->crowd_of);
    gcv_free(ctx, gatherer->holder, n, sizeof *gatherer->holder);
    gcv_free(ctx, gatherer->around, n, sizeof *gatherer->around);
    gcv_free(ctx, gatherer->keepers, n, sizeof *gatherer->keepers);
    return status;
}

gcv_status gcv_suspect_crowds(gcv_context *ctx, const gcv_suspect_input *input,
                              const uint64_t *of_type, gcv_suspects *out, gcv_error *err)
{
    uint32_t n_types = input->heap->n_types;
    gcv_gatherer gatherer;
    gcv_status status;
    memset(&gatherer, 0, sizeof gatherer);
    gcv_phase(ctx, "crowds");
    gatherer.ctx = ctx;
    gatherer.input = input;
    gatherer.of_type = of_type;
    gatherer.out = out;
    gatherer.may = gcv_alloc(ctx, n_types, sizeof *gatherer.may, err);
    status = gatherer.may == NULL ? gcv_failed(err)
                                  : gcv_fingerprints_init(ctx, &gatherer.fingerprints, input->heap,
                                                          input->roots, input->paths, err);
    if (status == GCV_OK) {
        status = gcv_bitset_init(ctx, &gatherer.objects, input->heap->n_objects, err);
    }
    if (status == GCV_OK) {
        find_candidates(&gatherer);
        status = gather(&gatherer, err);
    }
    gcv_bitset_release(ctx, &gatherer.objects);
    gcv_id_map_release(ctx, &gatherer.by_hash);
    gcv_alike_column_release(ctx, &gatherer.alikes);
    gcv_u32_column_shrink(ctx, &out->crowds.members);
    if (status == GCV_OK) {
        status = look(&gatherer, err);
    }
    gcv_u32_column_release(ctx, &gatherer.pending);
    gcv_fingerprints_release(ctx, &gatherer.fingerprints);
    gcv_free(ctx, gatherer.may, n_types, sizeof *gatherer.may);
    return status;
}
