/* builder_rows.h - takes in all objects of a dump at once, from a reader that already has them as
 * columns: the builder takes the columns over and copies nothing. A tally takes sums of objects,
 * too. */
#ifndef GCV_HEAP_BUILDER_ROWS_H
#define GCV_HEAP_BUILDER_ROWS_H

#include "heap/builder.h"

/* Takes over the columns, which are empty afterwards.
 * There must be one section only, without objects. */
void gcv_builder_take_columns(gcv_builder *builder, gcv_builder_columns *columns);

/* For a tally that keeps no rows: adds objects of one type. Their ids must be proved unique, or be
 * taken over as a column. */
void gcv_builder_add_sum(gcv_builder *builder, uint32_t slot, uint64_t count, uint64_t bytes);
/* Reports that an id may be a repeat, and the builder keeps too little to tell. */
static inline void gcv_builder_want_more(gcv_builder *builder) { builder->wants_more = true; }

/* The same for one row per number. `slot` has indexes in `fields.groups`. The references of row i
 * are refs.low[first_ref[i] …), each a number or GCV_NONE, which is dropped. Ids may repeat: later
 * ones are replaced and counted as duplicates. `left_out`: numbers without an object; references to
 * them are dropped, too. */
void gcv_builder_take_rows(gcv_builder *builder, gcv_builder_columns *rows,
                           const gcv_bitset *left_out);

/* Gives objects taken over places in source code, which are indexes in gcv_places.all. Empties
 * `placed`, whose objects are numbers. */
void gcv_builder_place_numbers(gcv_builder *builder, gcv_sparse_pair_column *placed);
/* Gives an object taken over the site where it was allocated, likewise. */
void gcv_builder_site_number(gcv_builder *builder, uint32_t number, uint32_t site);
/* Gives a string taken over its text, which is an index in gcv_texts.all. */
void gcv_builder_text_number(gcv_builder *builder, uint32_t number, uint32_t text);

/* Returns the id of an object taken over, by its number. */
static inline uint64_t gcv_builder_id_of_number(const gcv_builder *builder, uint32_t number)
{
    return gcv_id_column_get(&builder->rows.ids, builder->numbers.data[number]);
}

#endif
