/* gcdump_bytes.h - numbers, strings and objects in the encoding of the .gcdump serializer. */
#ifndef GCV_REPORT_CONVERT_GCDUMP_BYTES_H
#define GCV_REPORT_CONVERT_GCDUMP_BYTES_H

#include "report/convert/byte_sink.h"

#include <string.h>

/* Tags of the serializer. */
enum {
    GCV_GCDUMP_NO_OBJECT = 1,
    GCV_GCDUMP_REFERENCE = 2,
    GCV_GCDUMP_OBJECT = 4,
    GCV_GCDUMP_END = 6,
    GCV_GCDUMP_BYTE = 8,
    GCV_GCDUMP_SKIP_REGION = 12,
    GCV_GCDUMP_STRING = 13
};

/* ---- numbers ------------------------------------------------------------------------------ */

/* Writes the low `size` bytes of a number, little-endian. */
static inline void gcv_gcdump_put(gcv_byte_sink *to, uint64_t value, size_t size)
{
    size_t i;
    if (gcv_byte_sink_count(to, size)) {
        return;
    }
    unsigned char *room = gcv_byte_sink_room(to, size);
    for (i = 0; i < size; i++) {
        room[i] = (unsigned char)(value >> (8 * i));
    }
}

static inline void gcv_gcdump_put_u8(gcv_byte_sink *to, unsigned value)
{
    gcv_gcdump_put(to, value, 1);
}

static inline void gcv_gcdump_put_u32(gcv_byte_sink *to, uint32_t value)
{
    gcv_gcdump_put(to, value, 4);
}

static inline void gcv_gcdump_put_u64(gcv_byte_sink *to, uint64_t value)
{
    gcv_gcdump_put(to, value, 8);
}

static inline void gcv_gcdump_put_f32(gcv_byte_sink *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    gcv_gcdump_put_u32(to, bits);
}

/* ---- packed numbers ----------------------------------------------------------------------- */

/* Number of groups of 7 bits that hold a signed number. */
static inline unsigned gcv_gcdump_packed_size(int32_t value)
{
    uint32_t magnitude = (uint32_t)(value < 0 ? ~value : value);
    return magnitude < 1u << 6    ? 1
           : magnitude < 1u << 13 ? 2
           : magnitude < 1u << 20 ? 3
           : magnitude < 1u << 27 ? 4
                                  : 5;
}

static inline void gcv_gcdump_put_packed(gcv_byte_sink *to, int32_t value)
{
    unsigned size = gcv_gcdump_packed_size(value), i;
    uint64_t bits = (uint64_t)(int64_t)value;
    if (gcv_byte_sink_count(to, size)) {
        return;
    }
    unsigned char *room = gcv_byte_sink_room(to, size);
    for (i = size; i > 0; i--, bits >>= 7) {
        room[i - 1] = (unsigned char)((bits & 0x7f) | (i < size ? 0x80 : 0));
    }
}

/* ---- strings and objects ------------------------------------------------------------------ */

/* Writes a string; a slice without data is the null string. */
void gcv_gcdump_put_string(gcv_byte_sink *to, gcv_slice text);
void gcv_gcdump_put_str(gcv_byte_sink *to, const char *text);
void gcv_gcdump_put_null(gcv_byte_sink *to);

/* Begins an object whose class has not occurred before. */
void gcv_gcdump_begin_object(gcv_byte_sink *to, const char *name, uint32_t version,
                             uint32_t min_reader);

#endif
