/* type_table.c - types while a file is being read; see type_table.h. O(1) a lookup, O(t log t) for
 * the numbering. */
#include "heap/type_table.h"

#include "base/error.h"
#include "base/number.h"
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

bool gcv_is_unknown_type(gcv_slice name, uint64_t *id)
{
    const size_t n = sizeof GCV_UNKNOWN_TYPE - 1;
    return gcv_slice_begins(name, GCV_UNKNOWN_TYPE) && name.size > n + 1 && name.size <= n + 17 &&
           name.data[name.size - 1] == '>' &&
           gcv_parse_hex(name.data + n, name.size - n - 1, 64, id);
}

static gcv_status name_unknown(gcv_context *ctx, gcv_type_table *table, gcv_arena *arena,
                               gcv_error *err)
{
    static const char before[] = GCV_UNKNOWN_TYPE;
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

/* Whether several types can have the same name: those of different modules or different scales. */
static bool can_share_names(const gcv_type_table *table, bool *modules)
{
    bool scales = false;
    size_t i;
    *modules = false;
    for (i = 0; i < table->slots.n; i++) {
        *modules = *modules || table->slots.data[i].module.data != NULL;
        scales = scales || table->slots.data[i].scale > 0;
    }
    return *modules || scales;
}

/* Joins the slots of each type and numbers the types. `order`: the slots in order. */
static void join(gcv_type_table *table, const uint32_t *order, gcv_type_names *out)
{
    const gcv_type_slot *last = NULL;
    size_t i;
    for (i = 0; i < table->slots.n; i++) {
        gcv_type_slot *slot = &table->slots.data[order[i]];
        if (last == NULL || gcv_compare_type_slots(last, slot) != 0) {
            bool same_name = last != NULL && gcv_slice_equal(last->name, slot->name);
            out->name[out->n] = slot->name;
            if (out->module != NULL) {
                out->module[out->n] = slot->module;
            }
            if (out->row != NULL) {
                out->row[out->n] = same_name ? out->row[out->n - 1] : out->n;
            }
            out->n++;
        }
        slot->type = out->n - 1;
        last = slot;
    }
}

static void *fit(gcv_context *ctx, void *block, size_t n, size_t used, size_t element)
{
    return block != NULL ? gcv_shrink(ctx, block, n, used, element) : NULL;
}

gcv_status gcv_type_table_number(gcv_context *ctx, gcv_type_table *table, gcv_arena *arena,
                                 gcv_type_names *out, gcv_error *err)
{
    size_t n = table->slots.n;
    bool modules, rows = can_share_names(table, &modules);
    uint32_t *order = gcv_alloc(ctx, n, sizeof *order, err);
    gcv_status status;
    memset(out, 0, sizeof *out);
    out->name = gcv_alloc(ctx, n, sizeof *out->name, err);
    status =
        order == NULL || out->name == NULL ? gcv_failed(err) : name_unknown(ctx, table, arena, err);
    if (status == GCV_OK && modules) {
        out->module = gcv_alloc(ctx, n, sizeof *out->module, err);
        status = out->module == NULL ? gcv_failed(err) : GCV_OK;
    }
    if (status == GCV_OK && rows) {
        out->row = gcv_alloc(ctx, n, sizeof *out->row, err);
        status = out->row == NULL ? gcv_failed(err) : GCV_OK;
    }
    if (status == GCV_OK) {
        status = gcv_type_order_find(ctx, table, order, err);
    }
    if (status == GCV_OK) {
        join(table, order, out);
        out->name = fit(ctx, out->name, n, out->n, sizeof *out->name);
        out->module = fit(ctx, out->module, n, out->n, sizeof *out->module);
        out->row = fit(ctx, out->row, n, out->n, sizeof *out->row);
    } else {
        out->n = (uint32_t)n; /* release frees as many as were allocated */
        gcv_type_names_release(ctx, out);
    }
    gcv_free(ctx, order, n, sizeof *order);
    return status;
}

void gcv_type_names_release(gcv_context *ctx, gcv_type_names *names)
{
    gcv_free(ctx, names->name, names->n, sizeof *names->name);
    gcv_free(ctx, names->module, names->n, sizeof *names->module);
    gcv_free(ctx, names->row, names->n, sizeof *names->row);
    memset(names, 0, sizeof *names);
}

void gcv_type_table_release(gcv_context *ctx, gcv_type_table *table)
{
    gcv_type_slot_column_release(ctx, &table->slots);
    gcv_type_sum_column_release(ctx, &table->sums);
    gcv_free(ctx, table->keys, table->n_keys, sizeof *table->keys);
}
