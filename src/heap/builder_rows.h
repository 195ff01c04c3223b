/* builder_rows.h - all objects of a dump at once, for a reader that has them as columns already:
 * the builder takes these over and copies nothing. A tally takes sums of objects, too.
 */
#ifndef GCV_HEAP_BUILDER_ROWS_H
#define GCV_HEAP_BUILDER_ROWS_H

#include "base/bitset.h"
#include "heap/builder.h"

/* Columns as the builder itself fills them, in order of arrival. What the builder does not keep is
 * left empty. */
typedef struct gcv_builder_columns {
    gcv_id_column ids, refs;
    gcv_u32_column size, slot, first_ref; /* slots of types; the latter is one longer */
    gcv_big_size_column big;
} gcv_builder_columns;

/* Takes the columns over, which are empty afterwards; after a failure the caller releases them. The
 * section must be the only one, and have no objects. */
GCV_CHECKED gcv_status gcv_builder_take_columns(gcv_builder *builder, gcv_builder_columns *columns,
                                                gcv_error *err);
void gcv_builder_columns_release(gcv_context *ctx, gcv_builder_columns *columns);

/* For a tally that keeps no rows: adds objects of one type. Their ids are proved unique, or are
 * taken as a column. */
GCV_CHECKED gcv_status gcv_builder_add_sum(gcv_builder *builder, uint32_t slot, uint64_t count,
                                           uint64_t bytes, gcv_error *err);
/* An id may be a repeat, and the builder keeps too little to tell. */
static inline void gcv_builder_want_more(gcv_builder *builder) { builder->wants_more = true; }

/* One row a number, in step; the references of row i are refs[first_ref[i] …), each a number or
 * GCV_NONE, which is left out. */
typedef struct gcv_builder_rows {
    gcv_id_column ids; /* may repeat: later ones are replaced, and counted as duplicates */
    gcv_u32_column size, type, first_ref, refs; /* `first_ref` is one longer */
    gcv_big_size_column big;
    gcv_u32_column mark;        /* in step, or empty: gcv_heap.mark */
    gcv_fields fields;          /* in step with `refs` but for `first`, or empty */
    const gcv_bitset *left_out; /* numbers that are no objects; references to them go, too */
} gcv_builder_rows;

/* Takes the rows over, which are empty afterwards; after a failure the caller releases them. The
 * section must be the only one, and have no objects. */
GCV_CHECKED gcv_status gcv_builder_take_rows(gcv_builder *builder, gcv_builder_rows *rows,
                                             gcv_error *err);
void gcv_builder_rows_release(gcv_context *ctx, gcv_builder_rows *rows);

/* The id of an object that was taken, by its number. */
static inline uint64_t gcv_builder_id_of_number(const gcv_builder *builder, uint32_t number)
{
    return gcv_id_column_get(&builder->ids, builder->numbers.data[number]);
}

#endif
