/* type_table.c - types while a file is being read; see type_table.h. O(1) a look-up, O(t log t) for
 * the numbering. */
#include "heap/type_table.h"

#include "base/error.h"
#include "base/number.h"
#include "base/sort.h"
#include "base/text.h"

#include <string.h>

static void enter(gcv_context *ctx, gcv_type_table *table, uint32_t slot)
{
    const gcv_type_slot *s = &table->slots.data[slot];
    size_t at = gcv_type_table_place(table, s->section, s->id), mask = table->n_keys - 1;
    while (table->keys[at].slot != 0) {
        at = (at + 1) & mask;
        ctx->steps++;
    }
    table->keys[at].id = s->id;
    table->keys[at].section = s->section;
    table->keys[at].slot = slot + 1;
}

static gcv_status grow(gcv_context *ctx, gcv_type_table *table, gcv_error *err)
{
    size_t n = table->n_keys == 0 ? 64 : table->n_keys * 2;
    gcv_type_key *keys = gcv_alloc_zeroed(ctx, n, sizeof *keys, err);
    uint32_t slot;
    if (keys == NULL) {
        return gcv_failed(err);
    }
    gcv_free(ctx, table->keys, table->n_keys, sizeof *keys);
    table->keys = keys;
    table->n_keys = n;
    table->seed = ctx->seed;
    table->section_factor = gcv_hash_u64(1, ctx->seed) | 1;
    for (slot = 0; slot < table->slots.n; slot++) {
        enter(ctx, table, slot);
    }
    return GCV_OK;
}

gcv_status gcv_type_table_enter(gcv_context *ctx, gcv_type_table *table, uint32_t section,
                                uint64_t id, uint32_t *slot, gcv_error *err)
{
    gcv_type_slot fresh;
    gcv_type_sum sum = {0, 0};
    gcv_status status = GCV_OK;
    if (table->slots.n >= GCV_NONE - 2) {
        return gcv_fail(err, GCV_ERR_LIMIT, "more than 4294967293 types");
    }
    if (table->slots.n >= table->n_keys / 2) {
        status = grow(ctx, table, err);
    }
    memset(&fresh, 0, sizeof fresh);
    fresh.id = id;
    fresh.section = section;
    if (status == GCV_OK) {
        status = gcv_type_sum_column_reserve(ctx, &table->sums, 1, err);
    }
    if (status == GCV_OK) {
        status = gcv_type_slot_column_push(ctx, &table->slots, fresh, err);
    }
    if (status == GCV_OK) {
        table->sums.data[table->sums.n++] = sum;
        *slot = (uint32_t)(table->slots.n - 1);
        enter(ctx, table, *slot);
    }
    return status;
}

static gcv_status name_unknown(gcv_context *ctx, gcv_type_table *table, gcv_arena *arena,
                               gcv_error *err)
{
    static const char before[] = "<unknown type ";
    size_t i;
    for (i = 0; i < table->slots.n; i++) {
        gcv_type_slot *slot = &table->slots.data[i];
        char name[sizeof before + GCV_NUMBER_MAX];
        size_t n = sizeof before - 1;
        const char *copy;
        if (slot->name.data != NULL) {
            continue;
        }
        memcpy(name, before, n);
        n += gcv_format_hex(name + n, slot->id);
        name[n++] = '>';
        copy = gcv_arena_copy(ctx, arena, name, n, err);
        if (copy == NULL) {
            return gcv_failed(err);
        }
        slot->unknown = true;
        slot->name = gcv_slice_of(copy, n);
    }
    return GCV_OK;
}

static bool by_name(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_type_slot *slots = payload;
    return gcv_slice_compare(slots[a].name, slots[b].name) < 0;
}

gcv_status gcv_type_table_number(gcv_context *ctx, gcv_type_table *table, gcv_arena *arena,
                                 gcv_slice **names, uint32_t *n_types, gcv_error *err)
{
    size_t n = table->slots.n, i;
    uint32_t types = 0;
    uint32_t *order = gcv_alloc(ctx, n, sizeof *order, err);
    gcv_slice *out = gcv_alloc(ctx, n, sizeof *out, err);
    gcv_status status =
        order == NULL || out == NULL ? gcv_failed(err) : name_unknown(ctx, table, arena, err);
    for (i = 0; status == GCV_OK && i < n; i++) {
        order[i] = (uint32_t)i;
    }
    if (status == GCV_OK) {
        status = gcv_sort(ctx, order, n, by_name, table->slots.data, err);
    }
    if (status != GCV_OK) {
        gcv_free(ctx, order, n, sizeof *order);
        gcv_free(ctx, out, n, sizeof *out);
        return status;
    }
    for (i = 0; i < n; i++) {
        gcv_type_slot *slot = &table->slots.data[order[i]];
        if (types == 0 || !gcv_slice_equal(out[types - 1], slot->name)) {
            out[types++] = slot->name;
        }
        slot->type = types - 1;
    }
    gcv_free(ctx, order, n, sizeof *order);
    *names = gcv_resize(ctx, out, (n == 0 ? 1 : n) * sizeof *out,
                        (types == 0 ? 1 : types) * sizeof *out, NULL);
    *n_types = types;
    return GCV_OK;
}

void gcv_type_table_release(gcv_context *ctx, gcv_type_table *table)
{
    gcv_type_slot_column_release(ctx, &table->slots);
    gcv_type_sum_column_release(ctx, &table->sums);
    gcv_free(ctx, table->keys, table->n_keys, sizeof *table->keys);
    table->keys = NULL;
    table->n_keys = 0;
}
