/* type_table.c - types while a file is being read; see type_table.h. O(1) a lookup, O(t log t) for
 * the numbering. */
#include "heap/type_table.h"

#include "heap/shapes.h"

#include "base/error.h"
#include "base/number.h"

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

static void grow(gcv_context *ctx, gcv_type_table *table)
{
    size_t n = table->n_keys == 0 ? 64 : table->n_keys * 2;
    gcv_type_key *keys = gcv_alloc_zeroed(ctx, n, sizeof *keys);
    gcv_free(ctx, table->keys);
    table->keys = keys;
    table->n_keys = n;
    table->seed = ctx->seed;
    table->section_factor = gcv_hash_u64(1, ctx->seed) | 1;
    for (uint32_t slot = 0; slot < table->slots.n; slot++) {
        enter(ctx, table, slot);
    }
}

uint32_t gcv_type_table_enter(gcv_context *ctx, gcv_type_table *table, uint32_t section,
                              uint64_t id)
{
    gcv_type_sum sum = {0, 0};
    if (table->slots.n >= GCV_NONE - 2) {
        gcv_fail(ctx, GCV_ERR_LIMIT, "more than 4294967293 types");
    }
    if (table->slots.n >= table->n_keys / 2) {
        grow(ctx, table);
    }
    const gcv_type_slot fresh = {.id = id, .section = section};
    gcv_type_sum_column_reserve(ctx, &table->sums, 1);
    gcv_type_slot_column_push(ctx, &table->slots, fresh);
    table->sums.data[table->sums.n++] = sum;
    uint32_t slot = (uint32_t)(table->slots.n - 1);
    enter(ctx, table, slot);
    return slot;
}

bool gcv_is_unknown_type(gcv_slice name, uint64_t *id)
{
    const size_t n = sizeof GCV_UNKNOWN_TYPE - 1;
    return gcv_slice_begins(name, GCV_UNKNOWN_TYPE) && name.size > n + 1 && name.size <= n + 17 &&
           name.data[name.size - 1] == '>' &&
           gcv_parse_hex(name.data + n, name.size - n - 1, 64, id);
}

bool gcv_module_is_named(gcv_slice module)
{
    return module.size > 0 && !gcv_slice_begins(module, GCV_NAMELESS_MODULE);
}

bool gcv_type_is_nameless(gcv_slice name)
{
    return gcv_slice_head(name, GCV_UNKNOWN_TYPE "|UNKNOWN 0x|TypeID(0x") > 0;
}

gcv_slice gcv_type_name_across_dumps(gcv_slice name)
{
    return gcv_type_is_nameless(name) ? gcv_slice_str(GCV_NAMELESS_TYPES) : name;
}

gcv_slice gcv_type_name_of_many(gcv_slice name)
{
    return gcv_type_name_across_dumps(gcv_without_shape(name));
}

static void name_unknown(gcv_context *ctx, gcv_type_table *table, gcv_arena *arena)
{
    static const char before[] = GCV_UNKNOWN_TYPE;
    for (size_t i = 0; i < table->slots.n; i++) {
        gcv_type_slot *slot = &table->slots.data[i];
        char name[sizeof before + GCV_NUMBER_MAX];
        size_t n = sizeof before - 1;
        if (slot->name.data != NULL) {
            continue;
        }
        memcpy(name, before, n);
        n += gcv_format_hex(name + n, slot->id);
        name[n++] = '>';
        slot->unknown = true;
        slot->name = gcv_arena_slice(ctx, arena, gcv_slice_of(name, n));
    }
}

/* Finds the family of each type. */
static void join_families(gcv_type_names *out)
{
    uint32_t plain = GCV_NONE;
    for (uint32_t t = 0; t < out->n; t++) {
        out->family[t] = out->row != NULL ? out->row[t] : t;
        if (gcv_is_plain_object(out->name[t])) {
            plain = plain != GCV_NONE ? plain : t;
            out->family[t] = plain;
        }
    }
}

/* Joins the slots of each type and numbers the types. `order`: the slots in order. */
static void join(gcv_type_table *table, const uint32_t *order, gcv_type_names *out)
{
    const gcv_type_slot *last = NULL;
    for (size_t i = 0; i < table->slots.n; i++) {
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

static void *fit(gcv_context *ctx, void *block, size_t used, size_t element)
{
    return block != NULL ? gcv_shrink(ctx, block, used, element) : NULL;
}

void gcv_type_table_number(gcv_context *ctx, gcv_type_table *table, gcv_arena *arena,
                           gcv_type_names *out)
{
    size_t n = table->slots.n;
    bool modules = false, scales = false, shapes = false;
    memset(out, 0, sizeof *out);
    out->name = gcv_alloc(ctx, n, sizeof *out->name);
    name_unknown(ctx, table, arena);
    for (size_t i = 0; i < n; i++) {
        const gcv_type_slot *slot = &table->slots.data[i];
        modules = modules || slot->module.data != NULL;
        scales = scales || slot->scale > 0;
        shapes = shapes || gcv_is_shape(slot->name);
    }
    if (modules) {
        out->module = gcv_alloc(ctx, n, sizeof *out->module);
    }
    if (modules || scales) { /* several types can have the same name */
        out->row = gcv_alloc(ctx, n, sizeof *out->row);
    }
    uint32_t *order = gcv_type_order_find(ctx, table);
    join(table, order, out);
    out->name = fit(ctx, out->name, out->n, sizeof *out->name);
    out->module = fit(ctx, out->module, out->n, sizeof *out->module);
    out->row = fit(ctx, out->row, out->n, sizeof *out->row);
    if (shapes) {
        out->family = gcv_alloc(ctx, out->n, sizeof *out->family);
        join_families(out);
    }
    gcv_free(ctx, order);
}

void gcv_type_names_release(gcv_context *ctx, gcv_type_names *names)
{
    GCV_FREE(ctx, names->name, names->module, names->row, names->family);
    memset(names, 0, sizeof *names);
}

void gcv_type_table_release(gcv_context *ctx, gcv_type_table *table)
{
    GCV_RELEASE(ctx, &table->slots, &table->sums);
    gcv_free(ctx, table->keys);
}
