/* shared.c - see shared.h. */
#include "analysis/suspects/find/shared.h"

#include "analysis/set_members.h"
#include "analysis/suspects/find/suspect_steps.h"
#include "analysis/type_kinds.h"
#include "base/hash.h"
#include "base/sort.h"

/* What objects of a type may be, as flags: shared by a crowd; what holds these. The last two types
 * of a chain are parts of its fingerprint. */
enum { MEMBER = 1, KEEPER = 2 };

typedef struct sharer {
    gcv_context *ctx;
    const gcv_shared_query *query;
    const gcv_heap *heap;
    uint8_t *may;            /* per type */
    uint64_t *name;          /* per type: hash of its normalised name */
    gcv_id_map rows;         /* by key */
    gcv_dominator_tree tree; /* of an older heap: laid out when it is needed */
    gcv_u64_column *out;
} sharer;

/* Types with equal normalised names can have equal chains, but each makes crowds of its own. */
static uint64_t key_of(const sharer *s, uint64_t fingerprint, uint32_t slot, uint32_t type)
{
    const bool is_own = s->heap == s->query->input->heap;
    return gcv_hash_u64(fingerprint, (uint64_t)slot << 32 | (is_own ? type : 0));
}

/* Returns the keeper of the first member of a crowd, which no other one is between. GCV_NONE: a
 * root, or it is not known. `name`: per type of the crowd's heap. */
static uint32_t keeper_of(const sharer *s, const uint64_t *name, const gcv_crowd *crowd)
{
    enum { MOST = 64 }; /* objects of types of one normalised name, above the member */
    const uint32_t *type = s->query->input->heap->type.data;
    const uint32_t *parent = s->query->input->paths->parent;
    uint32_t over = parent[gcv_crowd_members(&s->query->found->crowds, crowd)[0]];
    for (int i = 0; i < MOST && over < GCV_ROOTED; i++, over = parent[over]) {
        if (name[type[over]] != name[crowd->type]) {
            return over;
        }
    }
    return GCV_NONE;
}

static void add_name(sharer *s, gcv_id_map *names, uint64_t hash, uint32_t flag)
{
    const uint32_t known = gcv_id_map_get(s->ctx, names, hash);
    gcv_id_map_set(s->ctx, names, hash, flag | (known != GCV_NONE ? known : 0));
}

/* Enters the rows of crowds, and finds which types matter. */
static void begin(sharer *s)
{
    const gcv_heap *heap = s->query->input->heap;
    const gcv_suspects *found = s->query->found;
    gcv_id_map names = {NULL, 0, 0};
    uint64_t *of_crowds = gcv_fingerprints_of_types(s->ctx, heap);
    s->name = heap == s->heap ? of_crowds : gcv_fingerprints_of_types(s->ctx, s->heap);
    for (uint32_t i = 0; i < found->rows.n; i++) {
        const gcv_suspect *row = &found->rows.data[i];
        const gcv_crowd *crowd = gcv_crowd_of(found, row);
        const uint32_t over = crowd != NULL ? keeper_of(s, of_crowds, crowd) : GCV_NONE;
        if (over != GCV_NONE) {
            gcv_id_map_set(s->ctx, &s->rows, key_of(s, row->fingerprint, row->slot, row->type), i);
            add_name(s, &names, of_crowds[row->type], MEMBER);
            add_name(s, &names, of_crowds[heap->type.data[over]], KEEPER);
        }
    }
    s->may = gcv_alloc_zeroed(s->ctx, s->heap->n_types, 1);
    for (uint32_t t = 0; t < s->heap->n_types; t++) {
        const uint32_t flags = gcv_id_map_get(s->ctx, &names, s->name[t]);
        const bool keeps = (s->query->kinds[t] & GCV_KEEPS_ANY) != 0;
        s->may[t] = (uint8_t)(flags != GCV_NONE ? flags & (keeps ? MEMBER | KEEPER : MEMBER) : 0);
    }
    if (of_crowds != s->name) {
        gcv_free(s->ctx, of_crowds);
    }
    gcv_id_map_release(s->ctx, &names);
}

static bool dominates(sharer *s, uint32_t object, uint32_t keeper)
{
    const gcv_dominators *d = s->query->dominators;
    const bool is_own = s->heap == s->query->input->heap;
    if (!is_own && s->tree.at == NULL) {
        gcv_dominator_tree_init(s->ctx, &s->tree, d, false);
    }
    return gcv_dominator_tree_dominates(is_own ? &s->query->found->tree : &s->tree,
                                        d->number[object], d->number[keeper]);
}

/* Looks whether an object to which a keeper refers is shared by a crowd. */
static void look_at(sharer *s, uint32_t keeper, uint32_t object)
{
    gcv_fingerprints *prints = s->query->prints;
    gcv_fingerprint_of_chain(s->ctx, prints, keeper);
    const uint64_t print = gcv_fingerprint_of_hash(gcv_fingerprint_below(prints, keeper, object));
    const uint32_t slot = gcv_fingerprint_slot_below(prints, keeper, object);
    const uint32_t row = gcv_id_map_get(
        s->ctx, &s->rows, key_of(s, print, slot, gcv_heap_object_family(s->heap, object)));
    if (row == GCV_NONE) {
        return;
    }
    gcv_fingerprint_of_chain(s->ctx, prints, object);
    const bool is_own = gcv_fingerprint_of_hash(prints->hash[object]) == print &&
                        gcv_fingerprints_slot(prints, object) == slot;
    if (!is_own && !dominates(s, object, keeper)) {
        gcv_u64_column_push(s->ctx, s->out, (uint64_t)row << 32 | object);
    }
}

static void look_below(sharer *s, uint32_t keeper)
{
    const uint32_t *type = s->heap->type.data;
    uint32_t n;
    const uint32_t *to = gcv_heap_references(s->heap, keeper, &n);
    for (uint32_t i = 0; i < n; i++) {
        if ((s->may[type[to[i]]] & MEMBER) != 0 &&
            s->query->prints->paths->parent[to[i]] != keeper &&
            s->name[type[to[i]]] != s->name[type[keeper]] &&
            gcv_selection_has_place(s->query->selection, to[i])) {
            look_at(s, keeper, to[i]);
        }
    }
}

void gcv_shared_find(gcv_context *ctx, const gcv_shared_query *query, gcv_u64_column *out)
{
    sharer s = {.ctx = ctx, .query = query, .heap = query->prints->heap, .out = out};
    const gcv_suspect_column *rows = &query->found->rows;
    size_t n = 0;
    if (rows->n == 0 || rows->data[rows->n - 1].crowd == GCV_NONE) {
        return; /* rows of crowds are the last ones */
    }
    begin(&s);
    for (uint32_t i = 0; i < s.heap->n_objects && s.rows.n > 0; i++) {
        if ((s.may[s.heap->type.data[i]] & KEEPER) != 0 && query->dominators->number[i] != 0) {
            look_below(&s, i);
        }
    }
    gcv_sort_keys(ctx, out->data, out->n);
    for (size_t i = 0; i < out->n; i++) {
        if (n == 0 || out->data[i] != out->data[n - 1]) {
            out->data[n++] = out->data[i];
        }
    }
    out->n = n;
    gcv_dominator_tree_release(ctx, &s.tree);
    gcv_id_map_release(ctx, &s.rows);
    GCV_FREE(ctx, s.may, s.name);
}

/* Puts the members and the shared objects of a crowd one behind the other. */
static void join(const gcv_search *search, gcv_crowds *crowds, gcv_crowd *crowd,
                 const uint64_t *shared, uint32_t n)
{
    gcv_u32_column *members = &crowds->members;
    const uint32_t first = (uint32_t)members->n;
    gcv_u32_column_reserve(search->ctx, members, crowd->n + n);
    for (uint32_t i = 0; i < crowd->n; i++) {
        members->data[members->n++] = members->data[crowd->first + i];
    }
    for (uint32_t i = 0; i < n; i++) {
        members->data[members->n++] = (uint32_t)shared[i];
    }
    crowd->first = first;
    crowd->shared = n;
}

/* A run of gcv_retained_on_chains() if there are any. */
void gcv_suspect_shared(const gcv_search *search, const gcv_u64_column *shared, gcv_suspects *out)
{
    gcv_context *ctx = search->ctx;
    gcv_set_members members;
    gcv_u32_column grown = {NULL, 0, 0};
    size_t end;
    if (shared->n == 0) {
        return;
    }
    gcv_set_members_init(ctx, &members, search->input->heap);
    for (size_t first = 0; first < shared->n; first = end) {
        const uint32_t item = (uint32_t)(shared->data[first] >> 32);
        for (end = first + 1; end < shared->n && shared->data[end] >> 32 == item; end++) {
        }
        gcv_crowd *crowd = &out->crowds.all.data[out->rows.data[item].crowd];
        join(search, &out->crowds, crowd, shared->data + first, (uint32_t)(end - first));
        for (uint32_t i = 0; i < gcv_crowd_size(crowd); i++) {
            gcv_set_members_add(ctx, &members, gcv_crowd_members(&out->crowds, crowd)[i],
                                (uint32_t)grown.n);
        }
        gcv_u32_column_push(ctx, &grown, item);
    }
    uint64_t *retained = gcv_set_members_retained(ctx, &members, search->input->roots,
                                                  search->input->paths, (uint32_t)grown.n);
    for (size_t i = 0; i < grown.n; i++) {
        gcv_suspect *row = &out->rows.data[grown.data[i]];
        row->retained = retained[i];
        row->objects += out->crowds.all.data[row->crowd].shared;
    }
    gcv_free(ctx, retained);
    gcv_u32_column_release(ctx, &grown);
}
