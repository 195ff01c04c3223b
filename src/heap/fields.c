/* fields.c - lists of names of references; see fields.h. */
#include "heap/fields.h"

#include "base/error.h"

#include <string.h>

static uint64_t hash_list(const gcv_context *ctx, const gcv_fields *fields)
{
    uint64_t hash = ctx->seed;
    for (size_t i = fields->open; i < fields->kind.n; i++) {
        hash = (hash ^ ((uint64_t)fields->name.data[i] << 8 | fields->kind.data[i])) *
               UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
}

/* Whether the open list, which ends the columns, is equal to the one at `at`. */
static bool is_open_list(const gcv_fields *fields, size_t at)
{
    const size_t n = fields->kind.n - fields->open;
    return memcmp(fields->kind.data + at, fields->kind.data + fields->open, n) == 0 &&
           memcmp(fields->name.data + at, fields->name.data + fields->open,
                  n * sizeof *fields->name.data) == 0;
}

static void check_room(gcv_context *ctx, const gcv_fields *fields)
{
    if (fields->kind.n >= GCV_NONE) {
        gcv_fail(ctx, GCV_ERR_LIMIT, "more than 4294967295 names of references");
    }
}

uint32_t gcv_fields_end_list(gcv_context *ctx, gcv_fields *fields)
{
    if (fields->kind.n == fields->open) {
        return GCV_NONE;
    }
    check_room(ctx, fields);
    gcv_fields_push(ctx, fields, GCV_FIELD_KINDS, 0);
    const uint64_t hash = hash_list(ctx, fields);
    const uint32_t known = gcv_id_map_get(ctx, &fields->list_of, hash);
    if (known != GCV_NONE && is_open_list(fields, known)) {
        gcv_fields_drop_list(fields);
        return known;
    }
    const uint32_t first = (uint32_t)fields->open;
    gcv_id_map_set(ctx, &fields->list_of, hash, first);
    fields->open = fields->kind.n;
    return first;
}

void gcv_fields_drop_list(gcv_fields *fields) { fields->kind.n = fields->name.n = fields->open; }

void gcv_fields_merge_lists(gcv_context *ctx, gcv_fields *fields)
{
    const size_t n = fields->kind.n;
    uint32_t *moved = gcv_alloc(ctx, n, sizeof *moved);
    gcv_id_map_release(ctx, &fields->list_of);
    fields->kind.n = fields->name.n = fields->open = 0;
    for (size_t at = 0, start; at < n; at++) { /* in place: no list moves up */
        for (start = at; fields->kind.data[at] != GCV_FIELD_KINDS; at++) {
            gcv_fields_push(ctx, fields, fields->kind.data[at], fields->name.data[at]);
        }
        moved[start] = gcv_fields_end_list(ctx, fields);
    }
    for (size_t i = 0; i < fields->first.n; i++) {
        uint32_t *first = &fields->first.data[i];
        *first = *first != GCV_NONE ? moved[*first] : GCV_NONE;
    }
    gcv_free(ctx, moved);
}

void gcv_fields_close(gcv_context *ctx, gcv_fields *fields)
{
    gcv_id_map_release(ctx, &fields->list_of);
}

/* Finds the list that more than half of the objects of a type have; if none is, any list of one. */
static uint32_t *find_usual(gcv_context *ctx, const gcv_u32_column *first, const uint32_t *type,
                            size_t n_types)
{
    uint32_t *usual = gcv_alloc_none(ctx, n_types);
    uint32_t *votes = gcv_alloc_zeroed(ctx, n_types, sizeof *votes);
    for (size_t i = 0; i < first->n; i++) {
        const uint32_t t = type[i], list = first->data[i];
        if (list != GCV_NONE) {
            usual[t] = votes[t] == 0 ? list : usual[t];
            votes[t] += usual[t] == list ? 1 : UINT32_MAX;
        }
    }
    gcv_free(ctx, votes);
    return usual;
}

void gcv_fields_pack(gcv_context *ctx, gcv_fields *fields, const uint32_t *type, size_t n_types)
{
    gcv_u32_column *first = &fields->first;
    const size_t n = first->n;
    if (n == 0) {
        return;
    }
    fields->of_type = find_usual(ctx, first, type, n_types);
    fields->cells = gcv_alloc_zeroed(ctx, n / 32 + 1, sizeof *fields->cells);
    first->n = 0;
    for (size_t i = 0; i < n; i++) {
        gcv_odd_lists *cell = &fields->cells[i / 32];
        const uint32_t list = first->data[i];
        const bool odd = list != GCV_NONE && list != fields->of_type[type[i]];
        cell->rank = i % 32 == 0 ? (uint32_t)first->n : cell->rank;
        cell->odd |= (uint32_t)odd << i % 32;
        first->data[first->n] = list;
        first->n += odd;
    }
    gcv_u32_column_shrink(ctx, first);
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
    gcv_u32_column_release(ctx, &fields->first);
    fields->first = first;
    gcv_free(ctx, fields->of_type);
    gcv_free(ctx, fields->cells);
    fields->of_type = NULL;
    fields->cells = NULL;
}

static void copy_name(gcv_context *ctx, gcv_fields *fields, size_t at)
{
    gcv_fields_push(ctx, fields, fields->kind.data[at], fields->name.data[at]);
}

void gcv_fields_cut(gcv_context *ctx, gcv_fields *fields, gcv_field_cut *cut, bool keep)
{
    uint32_t *first = &fields->first.data[cut->object];
    if (*first == GCV_NONE) { /* the first name that is removed */
        check_room(ctx, fields);
        *first = (uint32_t)fields->kind.n;
        for (size_t i = 0; i < cut->at; i++) {
            copy_name(ctx, fields, cut->from + i);
        }
    }
    if (keep) {
        copy_name(ctx, fields, cut->from + cut->at);
    }
    cut->at++;
}

void gcv_fields_release(gcv_context *ctx, gcv_fields *fields)
{
    GCV_RELEASE(ctx, &fields->first, &fields->kind, &fields->name, &fields->names,
                &fields->list_of);
    gcv_free(ctx, fields->of_type);
    gcv_free(ctx, fields->cells);
    fields->of_type = NULL;
    fields->cells = NULL;
}
