/* gcdump_bytes.c - strings and objects in the encoding of the .gcdump serializer. */
#include "report/convert/gcdump_writer.h"

/* Writes a UTF-16 unit encoded like a UTF-8 character. */
static void put_unit(gcv_byte_sink *to, uint32_t unit)
{
    char bytes[4];
    const size_t n = gcv_utf8_put(bytes, unit);
    for (size_t i = 0; i < n; i++) {
        gcv_gcdump_put(to, (unsigned char)bytes[i], 1);
    }
}

void gcv_gcdump_put_string(gcv_byte_sink *to, gcv_slice text)
{
    gcv_slice rest = text;
    const uint32_t units = (uint32_t)gcv_utf16_skip(&rest, SIZE_MAX);
    gcv_gcdump_put(to, text.data != NULL ? units : UINT32_MAX, 4);
    while (text.size > 0) {
        uint32_t code = gcv_utf8_next(&text);
        if (code > 0xffff) {
            put_unit(to, gcv_high_surrogate(code));
            code = gcv_low_surrogate(code);
        }
        put_unit(to, code);
    }
}

void gcv_gcdump_put_str(gcv_byte_sink *to, const char *text)
{
    gcv_gcdump_put_string(to, gcv_slice_str(text));
}

void gcv_gcdump_put_null(gcv_byte_sink *to) { gcv_gcdump_put_string(to, gcv_slice_of(NULL, 0)); }

void gcv_gcdump_begin_object(gcv_byte_sink *to, const char *name, uint32_t version,
                             uint32_t min_reader)
{
    gcv_gcdump_put(to, GCV_TAG_OBJECT, 1);
    gcv_gcdump_put(to, GCV_TAG_OBJECT, 1); /* its class, which is an object without a class */
    gcv_gcdump_put(to, GCV_TAG_NULL, 1);
    gcv_gcdump_put(to, version, 4);
    gcv_gcdump_put(to, min_reader, 4);
    gcv_gcdump_put_str(to, name);
    gcv_gcdump_put(to, GCV_TAG_END, 1);
}
