/* buffer.h - a text assembled from pieces. A zeroed struct is an empty text. */
#ifndef GCV_BASE_BUFFER_H
#define GCV_BASE_BUFFER_H

#include "base/column.h"
#include "base/text.h"

#include <stdarg.h>

typedef struct gcv_buffer {
    gcv_char_column text; /* without a terminator */
} gcv_buffer;

/* Empties the text; keeps the memory. */
static inline void gcv_buffer_clear(gcv_buffer *buffer) { buffer->text.n = 0; }

void gcv_buffer_append(gcv_context *ctx, gcv_buffer *buffer, gcv_slice text);
void gcv_buffer_append_str(gcv_context *ctx, gcv_buffer *buffer, const char *text);
/* Appends at most `most` characters of a text, then `…` if there are more. */
void gcv_buffer_append_cut(gcv_context *ctx, gcv_buffer *buffer, gcv_slice text, size_t most);
void gcv_buffer_append_u64(gcv_context *ctx, gcv_buffer *buffer, uint64_t value);
/* Appends a sentence, with commas in its numbers; gcv_next_to_group() says in which. */
void gcv_buffer_append_grouped(gcv_context *ctx, gcv_buffer *buffer, gcv_slice sentence);
/* Appends what printf() prints, and a terminator that is no part of the text. Names, in which a NUL
 * may be, go through the functions above. */
void gcv_buffer_print(gcv_context *ctx, gcv_buffer *buffer, const char *format, ...)
    GCV_PRINTF(3, 4);
void gcv_buffer_print_list(gcv_context *ctx, gcv_buffer *buffer, const char *format, va_list args)
    GCV_PRINTF(3, 0);

/* Returns the text, valid until the next append. */
static inline gcv_slice gcv_buffer_slice(const gcv_buffer *buffer)
{
    return gcv_slice_of(buffer->text.data, buffer->text.n);
}

/* The same with a terminator. */
const char *gcv_buffer_str(gcv_context *ctx, gcv_buffer *buffer);

static inline void gcv_buffer_release(gcv_context *ctx, gcv_buffer *buffer)
{
    gcv_char_column_release(ctx, &buffer->text);
}

#endif
