/* builder_rows.c - taking in all objects at once; see builder_rows.h. O(rows + references), in
 * place; rows by number take another 4 bytes a row and an index of the ids. */
#include "heap/builder_rows.h"

/* ---- columns ------------------------------------------------------------------------------ */

void gcv_builder_columns_shrink(gcv_context *ctx, gcv_builder_columns *columns)
{
    gcv_id_column_shrink(ctx, &columns->ids);
    gcv_id_column_shrink(ctx, &columns->refs);
    gcv_u32_column_shrink(ctx, &columns->size);
    gcv_u32_column_shrink(ctx, &columns->slot);
    gcv_u32_column_shrink(ctx, &columns->first_ref);
    gcv_u32_column_shrink(ctx, &columns->mark);
    gcv_u32_column_shrink(ctx, &columns->fields.first);
    gcv_u8_column_shrink(ctx, &columns->fields.kind);
    gcv_u32_column_shrink(ctx, &columns->fields.name);
}

void gcv_builder_columns_release(gcv_context *ctx, gcv_builder_columns *columns)
{
    gcv_id_column_release(ctx, &columns->ids);
    gcv_id_column_release(ctx, &columns->refs);
    GCV_RELEASE(ctx, &columns->size, &columns->slot, &columns->first_ref, &columns->big,
                &columns->mark);
    gcv_fields_release(ctx, &columns->fields);
}

GCV_NORETURN static void fail_limit(const gcv_builder *builder, const char *message)
{
    gcv_fail_line(builder->ctx, GCV_ERR_LIMIT, builder->name, 0, "%s", message);
}

static void add_bytes(gcv_builder *builder, uint64_t bytes)
{
    if (bytes > UINT64_MAX - 1 - builder->bytes) {
        fail_limit(builder, "sizes add up to more than 64 bits hold");
    }
    builder->bytes += bytes;
}

void gcv_builder_add_sum(gcv_builder *builder, uint32_t slot, uint64_t count, uint64_t bytes)
{
    gcv_type_sum *sum = &builder->types.sums.data[slot];
    add_bytes(builder, bytes);
    sum->count += count;
    sum->bytes += bytes;
    builder->n_objects += count;
}

/* Adds up the sizes of all rows; sizes above 32 bits are in `big`. */
static void add_sizes(gcv_builder *builder, const gcv_builder_columns *columns)
{
    uint64_t small = 0;
    for (size_t i = 0; i < columns->size.n; i++) {
        uint32_t size = columns->size.data[i];
        small += size != GCV_BIG_SIZE ? size : 0;
    }
    for (size_t i = 0; i < columns->big.n; i++) {
        add_bytes(builder, columns->big.data[i].bytes);
    }
    add_bytes(builder, small);
}

void gcv_builder_take_columns(gcv_builder *builder, gcv_builder_columns *columns)
{
    add_sizes(builder, columns);
    if (gcv_id_column_n(&columns->ids) > GCV_MAX_OBJECTS) {
        fail_limit(builder, GCV_TOO_MANY_OBJECTS);
    }
    if (gcv_id_column_n(&columns->refs) > GCV_MAX_REFERENCES) {
        fail_limit(builder, GCV_TOO_MANY_REFERENCES);
    }
    builder->n_objects += columns->size.n;
    builder->rows = *columns;
    *columns = (gcv_builder_columns){0};
    gcv_memory_check_rows(builder);
}

/* ---- numbers ------------------------------------------------------------------------------ */

/* Numbers the objects in order of arrival; rows that are left out get no number. */
static void number_rows(gcv_builder *builder, size_t n, const gcv_bitset *left_out)
{
    uint32_t arrival = 0;
    gcv_u32_column_reserve(builder->ctx, &builder->numbers, n);
    for (size_t i = 0; i < n; i++) {
        builder->numbers.data[i] = gcv_bitset_has(left_out, i) ? GCV_NONE : arrival++;
    }
    builder->numbers.n = n;
}

/* Closes the gaps left by rows that are left out, and by their references. */
static void close_gaps(const gcv_builder *builder, gcv_builder_columns *rows)
{
    const uint32_t *number = builder->numbers.data;
    uint32_t *first = rows->first_ref.data, *refs = rows->refs.low.data;
    size_t n = rows->size.n, kept = 0, kept_refs = 0, at = 0;
    gcv_field_cut cut = GCV_FIELD_CUT_NONE;
    for (size_t i = 0; i < n; i++) {
        size_t end = first[i + 1];
        bool out = number[i] == GCV_NONE;
        if (!out) {
            rows->size.data[kept] = rows->size.data[i];
            rows->slot.data[kept] = rows->slot.data[i];
            gcv_id_column_move(&rows->ids, kept, i);
            if (rows->mark.n > 0) {
                rows->mark.data[kept] = rows->mark.data[i];
            }
            first[kept++] = (uint32_t)kept_refs;
        }
        for (; at < end && !out; at++) {
            const bool keep = refs[at] != GCV_NONE && number[refs[at]] != GCV_NONE;
            gcv_fields_keep(builder->ctx, &rows->fields, rows->slot.data, &cut, kept - 1,
                            kept_refs - first[kept - 1], keep);
            if (keep) {
                refs[kept_refs++] = number[refs[at]];
            }
        }
        at = end;
    }
    first[kept] = (uint32_t)kept_refs;
    rows->first_ref.n = kept + 1;
    rows->refs.low.n = kept_refs;
    rows->size.n = kept;
    rows->slot.n = kept;
    rows->mark.n = rows->mark.n > 0 ? kept : 0;
    gcv_id_column_truncate(&rows->ids, kept);
}

static void renumber_sizes(const gcv_builder *builder, gcv_big_size_column *big)
{
    size_t kept = 0;
    for (size_t i = 0; i < big->n; i++) {
        uint32_t object = builder->numbers.data[big->data[i].object];
        if (object != GCV_NONE) {
            big->data[kept] = big->data[i];
            big->data[kept++].object = object;
        }
    }
    big->n = kept;
}

/* ---- ids ---------------------------------------------------------------------------------- */

/* Returns the first id from `*next` on, wrapping at 2^64, that no object has. */
static uint64_t free_id(const gcv_id_index *index, uint64_t *next)
{
    while (gcv_id_index_find(index, *next) != GCV_NONE) {
        ++*next;
    }
    return (*next)++;
}

/* Gives the objects at the indices `repeats` ids of their own, above all others. */
static void replace(gcv_context *ctx, gcv_id_column *ids, const gcv_id_index *index,
                    const gcv_u32_column *repeats)
{
    uint64_t next = 0;
    size_t at = 0, n = gcv_id_column_n(ids);
    gcv_id_column fresh = {0};
    for (size_t i = 0; i < n; i++) {
        uint64_t id = gcv_id_column_get(ids, i);
        next = id >= next ? id + 1 : next;
    }
    for (size_t i = 0; i < n; i++) {
        bool repeat = at < repeats->n && repeats->data[at] == i;
        uint64_t id = repeat ? free_id(index, &next) : gcv_id_column_get(ids, i);
        at += repeat;
        gcv_id_column_push(ctx, &fresh, id);
    }
    gcv_id_column_release(ctx, ids);
    *ids = fresh;
}

static void make_unique(gcv_builder *builder, gcv_id_column *ids)
{
    gcv_context *ctx = builder->ctx;
    gcv_u32_column repeats = {NULL, 0, 0};
    gcv_id_index index;
    (void)gcv_id_index_build(ctx, &index, ids, 0, gcv_id_column_n(ids), &repeats);
    if (repeats.n > 0) {
        gcv_builder_section(builder)->counts.duplicate_objects += repeats.n;
        replace(ctx, ids, &index, &repeats);
    }
    gcv_id_index_release(ctx, &index);
    gcv_u32_column_release(ctx, &repeats);
}

void gcv_builder_take_rows(gcv_builder *builder, gcv_builder_columns *rows,
                           const gcv_bitset *left_out)
{
    number_rows(builder, rows->size.n, left_out);
    renumber_sizes(builder, &rows->big);
    close_gaps(builder, rows);
    gcv_fields_fold(builder->ctx, &rows->fields, &rows->slot, rows->first_ref.data);
    make_unique(builder, &rows->ids);
    builder->numbered = true;
    builder->unique = true;
    gcv_builder_take_columns(builder, rows);
}

/* ---- places and texts --------------------------------------------------------------------- */

static void add_value(gcv_builder *builder, uint32_t number, uint32_t value, gcv_sparse *values)
{
    const gcv_sparse_pair pair = {builder->numbers.data[number], value};
    if (pair.object != GCV_NONE) {
        gcv_sparse_pair_column_push(builder->ctx, &values->pairs, pair);
    }
}

void gcv_builder_place_numbers(gcv_builder *builder, gcv_sparse_pair_column *placed)
{
    gcv_sparse_pair_column *pairs = &builder->heap->places.place.pairs;
    *pairs = *placed;
    *placed = (gcv_sparse_pair_column){NULL, 0, 0};
    const size_t n = pairs->n;
    pairs->n = 0;
    for (size_t i = 0; i < n; i++) {
        add_value(builder, pairs->data[i].object, pairs->data[i].value,
                  &builder->heap->places.place);
    }
}

void gcv_builder_site_number(gcv_builder *builder, uint32_t number, uint32_t site)
{
    add_value(builder, number, site, &builder->heap->places.site);
}

void gcv_builder_text_number(gcv_builder *builder, uint32_t number, uint32_t text)
{
    add_value(builder, number, text, &builder->heap->texts.text);
}
