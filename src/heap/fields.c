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

void gcv_fields_close(gcv_context *ctx, gcv_fields *fields)
{
    gcv_id_map_release(ctx, &fields->list_of);
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
}
