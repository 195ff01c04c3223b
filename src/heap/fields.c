/* fields.c - lists of names of references; see fields.h. */
#include "heap/fields.h"

#include "base/error.h"

#include <string.h>

static uint32_t hash_list(const gcv_context *ctx, const gcv_fields *fields, size_t at, size_t n)
{
    uint64_t hash = ctx->seed;
    for (size_t i = at; i < at + n; i++) {
        hash = (hash ^ ((uint64_t)fields->name.data[i] << 8 | fields->kind.data[i])) *
               UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

/* Whether the list at `list` has the `n` names at `at`, which are after it. */
static bool is_list(const gcv_fields *fields, size_t list, size_t at, size_t n)
{
    return fields->kind.data[list + n] == GCV_FIELD_KINDS &&
           memcmp(fields->kind.data + list, fields->kind.data + at, n) == 0 &&
           memcmp(fields->name.data + list, fields->name.data + at,
                  n * sizeof *fields->name.data) == 0;
}

/* Returns the bucket of the list with the `n` names at `at`, or the free one where it belongs. */
static gcv_list_bucket *find_bucket(const gcv_fields *fields, uint32_t hash, size_t at, size_t n)
{
    const size_t mask = fields->n_buckets - 1;
    const gcv_list_bucket *buckets = fields->buckets;
    size_t i = hash & mask;
    while (buckets[i].list != 0 &&
           (buckets[i].hash != hash || !is_list(fields, buckets[i].list - 1, at, n))) {
        i = (i + 1) & mask;
    }
    return &fields->buckets[i];
}

/* Keeps the table at most three quarters full. */
static void grow(gcv_context *ctx, gcv_fields *fields)
{
    gcv_list_bucket *old = fields->buckets;
    const size_t n = fields->n_buckets, mask = n == 0 ? 15 : 2 * n - 1;
    fields->buckets = gcv_alloc_zeroed(ctx, mask + 1, sizeof *fields->buckets);
    fields->n_buckets = mask + 1;
    for (size_t at = 0; at < n; at++) {
        size_t i = old[at].hash & mask;
        while (old[at].list != 0 && fields->buckets[i].list != 0) {
            i = (i + 1) & mask;
        }
        if (old[at].list != 0) {
            fields->buckets[i] = old[at];
        }
    }
    gcv_free(ctx, old);
}

static void check_room(gcv_context *ctx, const gcv_fields *fields)
{
    if (fields->kind.n >= GCV_NONE) {
        gcv_fail(ctx, GCV_ERR_LIMIT, "more than 4294967295 names of references");
    }
}

void gcv_fields_diverge(gcv_context *ctx, gcv_fields *fields)
{
    const size_t end = fields->at - 1;
    fields->at = 0;
    for (size_t i = fields->expected; i < end; i++) {
        gcv_fields_push(ctx, fields, fields->kind.data[i], fields->name.data[i]);
    }
}

uint32_t gcv_fields_end_list(gcv_context *ctx, gcv_fields *fields)
{
    if (gcv_fields_end_expected(fields)) {
        return (uint32_t)fields->expected;
    }
    if (fields->at > 0) {
        gcv_fields_diverge(ctx, fields);
    }
    if (fields->kind.n == fields->open) {
        return GCV_NONE;
    }
    check_room(ctx, fields);
    if (fields->n_lists >= fields->n_buckets / 4 * 3) {
        grow(ctx, fields);
    }
    const size_t n = fields->kind.n - fields->open;
    const uint32_t hash = hash_list(ctx, fields, fields->open, n);
    gcv_list_bucket *bucket = find_bucket(fields, hash, fields->open, n);
    if (bucket->list != 0) {
        gcv_fields_drop_list(fields);
    } else {
        *bucket = (gcv_list_bucket){(uint32_t)fields->open + 1, hash};
        gcv_fields_push(ctx, fields, GCV_FIELD_KINDS, 0);
        fields->n_lists++;
        fields->open = fields->kind.n;
    }
    return bucket->list - 1;
}

void gcv_fields_drop_list(gcv_fields *fields)
{
    fields->kind.n = fields->name.n = fields->open;
    fields->at = 0;
}

void gcv_fields_close(gcv_context *ctx, gcv_fields *fields)
{
    gcv_free(ctx, fields->buckets);
    fields->buckets = NULL;
    fields->n_buckets = 0;
}

/* Returns the next object that has a vote for the list of its type: reading them all would miss the
 * cache as often as packing them does. */
static size_t next_vote(size_t object)
{
    enum { EVERY = 8, RUN = 32 };
    return object + (object % RUN < RUN - 1 ? 1 : (EVERY - 1) * RUN + 1);
}

/* Finds the list that more than half of the objects of a type have; if none is, any list of one. */
static uint32_t *find_usual(gcv_context *ctx, const gcv_u32_column *first, const uint32_t *type,
                            size_t n_types)
{
    uint32_t *usual = gcv_alloc_none(ctx, n_types);
    uint32_t *votes = gcv_alloc_zeroed(ctx, n_types, sizeof *votes);
    for (size_t i = 0; i < first->n; i = next_vote(i)) {
        const uint32_t t = type[i], list = first->data[i];
        if (list == GCV_NONE) {
            continue;
        }
        if (list == usual[t]) {
            votes[t]++;
        } else if (votes[t] > 0) {
            votes[t]--;
        } else {
            usual[t] = list;
            votes[t] = 1;
        }
    }
    gcv_free(ctx, votes);
    return usual;
}

static inline void pack_one(gcv_context *ctx, gcv_fields *fields, size_t object, uint32_t type,
                            uint32_t list)
{
    uint32_t *usual = &fields->of_type[type];
    *usual = *usual != GCV_NONE ? *usual : list;
    if (list != *usual && list != GCV_NONE) {
        gcv_sparse_append(ctx, &fields->odd, (uint32_t)object, list);
    }
}

void gcv_fields_pack(gcv_context *ctx, gcv_fields *fields, const uint32_t *type, size_t n_types)
{
    const size_t n = fields->first.n;
    if (n == 0) {
        return;
    }
    fields->of_type = find_usual(ctx, &fields->first, type, n_types);
    gcv_sparse_begin(ctx, &fields->odd, n);
    fields->odd.value = (gcv_u32_column){fields->first.data, 0, fields->first.cap}; /* in place */
    fields->first = (gcv_u32_column){NULL, 0, 0};
    for (size_t i = 0; i < n; i++) {
        pack_one(ctx, fields, i, type[i], fields->odd.value.data[i]);
    }
    gcv_sparse_narrow(ctx, &fields->odd);
}

/* The same by groups: the list that most of them have. */
static uint32_t *find_most(gcv_context *ctx, const gcv_fields *fields, const gcv_u32_column *slot,
                           size_t n_types)
{
    const gcv_field_group *groups = fields->groups.data;
    uint32_t *count = gcv_alloc_zeroed(ctx, fields->groups.n, sizeof *count);
    uint32_t *most = gcv_alloc_none(ctx, n_types); /* a group per type */
    for (size_t i = 0; i < slot->n; i = next_vote(i)) {
        const uint32_t group = slot->data[i];
        uint32_t *best = &most[groups[group].type];
        count[group] += groups[group].list != GCV_NONE;
        *best = *best == GCV_NONE || count[group] > count[*best] ? group : *best;
    }
    for (size_t i = 0; i < n_types; i++) {
        most[i] = most[i] != GCV_NONE ? groups[most[i]].list : GCV_NONE;
    }
    gcv_free(ctx, count);
    return most;
}

void gcv_fields_pack_groups(gcv_context *ctx, gcv_fields *fields, gcv_u32_column *slot,
                            size_t n_types, bool keep)
{
    const gcv_field_group *groups = fields->groups.data;
    if (groups != NULL && keep && slot->n > 0) {
        fields->of_type = find_most(ctx, fields, slot, n_types);
        gcv_sparse_begin(ctx, &fields->odd, slot->n);
    }
    for (size_t i = 0; i < slot->n && groups != NULL; i++) {
        const gcv_field_group *group = &groups[slot->data[i]];
        if (keep) {
            pack_one(ctx, fields, i, group->type, group->list);
        }
        slot->data[i] = group->slot;
    }
    gcv_sparse_narrow(ctx, &fields->odd);
    gcv_field_group_column_release(ctx, &fields->groups);
}

void gcv_fields_unpack(gcv_context *ctx, gcv_fields *fields, const gcv_u32_column *type)
{
    gcv_u32_column first = {0};
    if (fields->of_type == NULL) {
        return;
    }
    gcv_u32_column_reserve(ctx, &first, type->n);
    for (; first.n < type->n; first.n++) {
        first.data[first.n] = gcv_fields_first(fields, (uint32_t)first.n, type->data[first.n]);
    }
    gcv_sparse_release(ctx, &fields->odd);
    fields->first = first;
    gcv_free(ctx, fields->of_type);
    fields->of_type = NULL;
}

void gcv_fields_copy(gcv_context *ctx, gcv_fields *fields, size_t at)
{
    gcv_fields_push(ctx, fields, fields->kind.data[at], fields->name.data[at]);
}

/* Begins the list of an object when its first name is removed, with those before it. */
void gcv_fields_cut(gcv_context *ctx, gcv_fields *fields, uint32_t *group, gcv_field_cut *cut,
                    size_t object, size_t kept)
{
    uint32_t *first;
    check_room(ctx, fields);
    if (fields->groups.n > 0) {
        gcv_field_group_column_push(ctx, &fields->groups, fields->groups.data[*group]);
        *group = (uint32_t)(fields->groups.n - 1);
        first = &fields->groups.data[*group].list;
    } else {
        first = &fields->first.data[object];
    }
    cut->object = object;
    cut->at = *first;
    *first = (uint32_t)fields->kind.n;
    for (size_t i = 0; i < kept; i++) {
        gcv_fields_copy(ctx, fields, cut->at++);
    }
}

void gcv_fields_release(gcv_context *ctx, gcv_fields *fields)
{
    GCV_RELEASE(ctx, &fields->first, &fields->groups, &fields->kind, &fields->name, &fields->runs,
                &fields->cells);
    gcv_fields_close(ctx, fields);
    gcv_sparse_release(ctx, &fields->odd);
    gcv_free(ctx, fields->of_type);
    fields->of_type = NULL;
}
