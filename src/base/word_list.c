/* word_list.c - texts one behind the other; see word_list.h. */
#include "base/word_list.h"

#include "base/error.h"
#include "base/text.h"

uint32_t gcv_word_list_add(gcv_context *ctx, gcv_word_list *list, gcv_slice word)
{
    if (word.size > UINT32_MAX - list->text.n) {
        gcv_fail(ctx, GCV_ERR_LIMIT, "names of more than 4294967295 bytes");
    }
    gcv_char_column_append(ctx, &list->text, word.data, word.size);
    gcv_u32_column_push(ctx, &list->end, (uint32_t)list->text.n);
    return (uint32_t)list->end.n - 1;
}

gcv_slice gcv_word_list_at(const gcv_word_list *list, size_t at)
{
    const size_t first = at > 0 ? list->end.data[at - 1] : 0, size = list->end.data[at] - first;
    return gcv_slice_of(size > 0 ? list->text.data + first : "", size);
}

void gcv_word_list_shrink(gcv_context *ctx, gcv_word_list *list)
{
    gcv_char_column_shrink(ctx, &list->text);
    gcv_u32_column_shrink(ctx, &list->end);
}

void gcv_word_list_release(gcv_context *ctx, gcv_word_list *list)
{
    GCV_RELEASE(ctx, &list->text, &list->end);
}
