/* buffer.c - a text assembled from pieces; see buffer.h. */
#include "base/buffer.h"

#include "base/number.h"

#include <stdio.h>

void gcv_buffer_append(gcv_context *ctx, gcv_buffer *buffer, gcv_slice text)
{
    gcv_char_column_append(ctx, &buffer->text, text.data, text.size);
}

void gcv_buffer_append_str(gcv_context *ctx, gcv_buffer *buffer, const char *text)
{
    gcv_buffer_append(ctx, buffer, gcv_slice_str(text));
}

void gcv_buffer_append_cut(gcv_context *ctx, gcv_buffer *buffer, gcv_slice text, size_t most)
{
    gcv_slice shown = gcv_utf8_first(text, most);
    gcv_buffer_append(ctx, buffer, shown);
    gcv_buffer_append_str(ctx, buffer, shown.size < text.size ? "\xe2\x80\xa6" : "");
}

void gcv_buffer_append_u64(gcv_context *ctx, gcv_buffer *buffer, uint64_t value)
{
    char digits[GCV_NUMBER_MAX];
    gcv_buffer_append(ctx, buffer, gcv_slice_of(digits, gcv_format_u64(digits, value)));
}

void gcv_buffer_append_grouped(gcv_context *ctx, gcv_buffer *buffer, gcv_slice sentence)
{
    char number[GCV_GROUPED_MAX];
    size_t begin = 0, n;
    while (begin < sentence.size) {
        const size_t at = gcv_next_to_group(sentence, begin, &n);
        gcv_buffer_append(ctx, buffer, gcv_slice_of(sentence.data + begin, at - begin));
        if (n > 0) {
            const size_t size = gcv_group_digits(number, sentence.data + at, n);
            gcv_buffer_append(ctx, buffer, gcv_slice_of(number, size));
        }
        begin = at + n;
    }
}

void gcv_buffer_print_list(gcv_context *ctx, gcv_buffer *buffer, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const size_t size = (size_t)vsnprintf(NULL, 0, format, again);
    va_end(again);
    gcv_char_column_reserve(ctx, &buffer->text, size + 1);
    (void)vsnprintf(buffer->text.data + buffer->text.n, size + 1, format, args);
    buffer->text.n += size;
}

void gcv_buffer_print(gcv_context *ctx, gcv_buffer *buffer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gcv_buffer_print_list(ctx, buffer, format, args);
    va_end(args);
}

const char *gcv_buffer_str(gcv_context *ctx, gcv_buffer *buffer)
{
    gcv_char_column_reserve(ctx, &buffer->text, 1);
    buffer->text.data[buffer->text.n] = '\0';
    return buffer->text.data;
}
