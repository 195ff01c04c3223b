/* word_list.h - texts by number, one behind the other: 4 bytes each beside the text. */
#ifndef GCV_BASE_WORD_LIST_H
#define GCV_BASE_WORD_LIST_H

#include "base/column.h"

typedef struct gcv_word_list {
    gcv_char_column text;
    gcv_u32_column end; /* per word, in `text` */
} gcv_word_list;

/* Adds a word, which may be equal to another one, and returns its number. GCV_ERR_LIMIT if all
 * words together have 4 GiB. Words that were returned may move. */
uint32_t gcv_word_list_add(gcv_context *ctx, gcv_word_list *list, gcv_slice word);
gcv_slice gcv_word_list_at(const gcv_word_list *list, size_t at);
void gcv_word_list_shrink(gcv_context *ctx, gcv_word_list *list);
void gcv_word_list_release(gcv_context *ctx, gcv_word_list *list);

#endif
