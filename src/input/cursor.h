/* cursor.h - little-endian values from bytes in memory, never past their end.
 *
 * A read past the end fails the cursor: the value of this read and of all later reads is 0, and
 * `failed` stays set. So a record can be read field by field and checked once before it is used.
 * Positions are offsets in the input, for messages.
 */
#ifndef GCV_INPUT_CURSOR_H
#define GCV_INPUT_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct gcv_cursor {
    const unsigned char *at, *end;
    uint64_t end_offset; /* offset of `end` in the input */
    bool failed;
} gcv_cursor;

/* `offset` is the offset of the first byte in the input. */
static inline gcv_cursor gcv_cursor_of(const void *bytes, size_t size, uint64_t offset)
{
    const unsigned char *at = bytes;
    return (gcv_cursor){at, size > 0 ? at + size : at /* NULL: nothing was read */, offset + size,
                        false};
}

static inline size_t gcv_cursor_left(const gcv_cursor *cursor)
{
    return (size_t)(cursor->end - cursor->at);
}

/* Returns the offset of the next byte in the input. */
static inline uint64_t gcv_cursor_offset(const gcv_cursor *cursor)
{
    return cursor->end_offset - gcv_cursor_left(cursor);
}

/* Takes the next `size` bytes; NULL if there are fewer. */
static inline const unsigned char *gcv_cursor_take(gcv_cursor *cursor, uint64_t size)
{
    const unsigned char *taken = cursor->at;
    if (cursor->failed || size > gcv_cursor_left(cursor)) {
        cursor->failed = true;
        return NULL;
    }
    cursor->at += (size_t)size;
    return taken;
}

static inline void gcv_cursor_skip(gcv_cursor *cursor, uint64_t size)
{
    (void)gcv_cursor_take(cursor, size);
}

/* Takes the next `size` bytes as a cursor of their own, which has failed if there are fewer. */
static inline gcv_cursor gcv_cursor_split(gcv_cursor *cursor, uint64_t size)
{
    uint64_t offset = gcv_cursor_offset(cursor);
    const unsigned char *taken = gcv_cursor_take(cursor, size);
    gcv_cursor part =
        gcv_cursor_of(taken != NULL ? taken : cursor->at, taken != NULL ? (size_t)size : 0, offset);
    part.failed = taken == NULL;
    return part;
}

static inline uint8_t gcv_cursor_u8(gcv_cursor *cursor)
{
    const unsigned char *p = gcv_cursor_take(cursor, 1);
    return p != NULL ? p[0] : 0;
}

static inline uint16_t gcv_cursor_u16(gcv_cursor *cursor)
{
    const unsigned char *p = gcv_cursor_take(cursor, 2);
    return p != NULL ? (uint16_t)(p[0] | (unsigned)p[1] << 8) : 0;
}

static inline uint32_t gcv_load_u32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t gcv_load_u64(const unsigned char *p)
{
    return gcv_load_u32(p) | (uint64_t)gcv_load_u32(p + 4) << 32;
}

static inline uint32_t gcv_cursor_u32(gcv_cursor *cursor)
{
    const unsigned char *p = gcv_cursor_take(cursor, 4);
    return p != NULL ? gcv_load_u32(p) : 0;
}

static inline uint64_t gcv_cursor_u64(gcv_cursor *cursor)
{
    const unsigned char *p = gcv_cursor_take(cursor, 8);
    return p != NULL ? gcv_load_u64(p) : 0;
}

/* Takes a pointer of the traced process; `size` is 4 or 8. */
static inline uint64_t gcv_cursor_pointer(gcv_cursor *cursor, unsigned size)
{
    return size == 4 ? gcv_cursor_u32(cursor) : gcv_cursor_u64(cursor);
}

/* Takes a number in groups of 7 bits, the low group first; the top bit of a byte is set if another
 * byte follows. A number of 32 bits has at most 5 bytes, one of 64 bits at most 10; excess bits are
 * dropped. */
static inline uint64_t gcv_cursor_var(gcv_cursor *cursor, unsigned most)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < most; i++) {
        uint8_t byte = gcv_cursor_u8(cursor);
        value |= (uint64_t)(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            return cursor->failed ? 0 : value;
        }
    }
    cursor->failed = true;
    return 0;
}

static inline uint32_t gcv_cursor_var32(gcv_cursor *cursor)
{
    return (uint32_t)gcv_cursor_var(cursor, 5);
}

static inline uint64_t gcv_cursor_var64(gcv_cursor *cursor) { return gcv_cursor_var(cursor, 10); }

/* Takes UTF-16 text up to and including a zero unit; the result is the text without that unit.
 * Fails if there is no zero unit. */
static inline gcv_cursor gcv_cursor_utf16z(gcv_cursor *cursor)
{
    size_t n = 0, left = gcv_cursor_left(cursor);
    while (n + 2 <= left && (cursor->at[n] != 0 || cursor->at[n + 1] != 0)) {
        n += 2;
    }
    gcv_cursor text = gcv_cursor_split(cursor, n);
    gcv_cursor_skip(cursor, 2);
    return text;
}

#endif
