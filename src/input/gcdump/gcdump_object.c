/* gcdump_object.c - strings, classes and references of the serializer; see gcdump_reader.h. */
#include "input/gcdump/gcdump_reader.h"

#include "base/error.h"
#include "base/search.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NESTING_MAX = 64 };

bool gcv_gcdump_wrong(gcv_gcdump *dump, uint64_t offset, const char *format, ...)
{
    va_list args;
    if (!dump->wrong) {
        dump->wrong = true;
        dump->wrong_at = offset;
        va_start(args, format);
        (void)vsnprintf(dump->reason, sizeof dump->reason, format, args);
        va_end(args);
    }
    return false;
}

/* Notes that the next item is not wholly in the file. Must be called before gcv_gcdump_wrong(). */
static void note_beyond(gcv_gcdump *dump)
{
    dump->wrong_beyond = dump->wrong_beyond || !dump->wrong;
}

bool gcv_gcdump_in_bounds(gcv_gcdump *dump, const char *what)
{
    if (dump->at.failed) {
        note_beyond(dump);
        return gcv_gcdump_wrong(dump, gcv_cursor_offset(&dump->at), "the file ends within %s",
                                what);
    }
    return true;
}

void gcv_gcdump_fail(const gcv_gcdump *dump)
{
    gcv_fail_offset(dump->ctx, GCV_ERR_INPUT, dump->builder->name, dump->wrong_at, "%s",
                    dump->reason);
}

int32_t gcv_gcdump_take_i32(gcv_gcdump *dump)
{
    uint32_t value = gcv_cursor_u32(&dump->at);
    return value <= INT32_MAX ? (int32_t)value : -(int32_t)(UINT32_MAX - value) - 1;
}

uint64_t gcv_gcdump_take_label(gcv_gcdump *dump)
{
    return gcv_cursor_pointer(&dump->at, dump->label_size);
}

/* Takes a string. Its length is a number of UTF-16 units. Each unit takes one to three bytes, as
 * its first byte tells. */
bool gcv_gcdump_take_string(gcv_gcdump *dump, gcv_gcdump_string *out)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    int32_t units = gcv_gcdump_take_i32(dump);
    const unsigned char *at = dump->at.at, *end = dump->at.end;
    out->bytes = NULL;
    out->size = 0;
    out->ascii = true;
    if (!gcv_gcdump_in_bounds(dump, "a string") || units == -1) {
        return !dump->at.failed;
    }
    if (units < -1) {
        return gcv_gcdump_wrong(dump, offset, "the length of a string is %" PRId32, units);
    }
    if ((uint64_t)units > gcv_cursor_left(&dump->at)) {
        note_beyond(dump);
        return gcv_gcdump_wrong(dump, offset,
                                "a string of %" PRId32 " characters goes beyond the end", units);
    }
    out->bytes = at;
    for (int32_t i = 0; i < units; i++) {
        size_t width = at >= end ? 1 : *at < 0x80 ? 1 : *at < 0xe0 ? 2 : 3;
        if ((size_t)(end - at) < width) {
            note_beyond(dump);
            return gcv_gcdump_wrong(
                dump, offset, "a string of %" PRId32 " characters goes beyond the end", units);
        }
        out->ascii = out->ascii && width == 1;
        at += width;
    }
    out->size = (size_t)(at - out->bytes);
    dump->at.at = at;
    return true;
}

bool gcv_gcdump_take_count(gcv_gcdump *dump, const char *what, uint64_t row, bool wide,
                           uint32_t *out)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    int64_t n = wide ? (int64_t)gcv_cursor_u64(&dump->at) : gcv_gcdump_take_i32(dump);
    *out = 0;
    if (!gcv_gcdump_in_bounds(dump, what)) {
        return false;
    }
    if (n < 0) {
        return gcv_gcdump_wrong(dump, offset, "the number of %s is %" PRId64, what, n);
    }
    if (n > INT32_MAX || (uint64_t)n * row > gcv_cursor_left(&dump->at)) {
        note_beyond(dump);
        return gcv_gcdump_wrong(dump, offset, "%" PRId64 " %s do not fit into the rest of the file",
                                n, what);
    }
    *out = (uint32_t)n;
    return true;
}

bool gcv_gcdump_take_tag(gcv_gcdump *dump, uint8_t tag, const char *what)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    uint8_t found = gcv_cursor_u8(&dump->at);
    return gcv_gcdump_in_bounds(dump, what) &&
           (found == tag || gcv_gcdump_wrong(dump, offset, "%s: tag %u is expected, not %u", what,
                                             (unsigned)tag, (unsigned)found));
}

bool gcv_gcdump_take_optional(gcv_gcdump *dump, uint8_t tag)
{
    if (gcv_cursor_left(&dump->at) > 0 && dump->at.at[0] == tag) {
        dump->at.at++;
        return true;
    }
    return false;
}

bool gcv_gcdump_is_class(const gcv_gcdump_class *class_, const char *name)
{
    size_t size = strlen(name);
    return class_->name.size == size && memcmp(class_->name.bytes, name, size) == 0;
}

/* Finds a class defined earlier. Classes are in the order of their labels. */
static bool find_class(gcv_gcdump *dump, uint64_t offset, uint64_t label, gcv_gcdump_class *out)
{
    const gcv_gcdump_class *classes = dump->classes.data;
    const size_t n = gcv_count_up_to_u64(classes, sizeof *classes, dump->classes.n, label);
    if (n == 0 || classes[n - 1].label != label) {
        return gcv_gcdump_wrong(dump, offset, "no type has been at offset %" PRIu64, label);
    }
    *out = classes[n - 1];
    return true;
}

bool gcv_gcdump_take_class(gcv_gcdump *dump, gcv_gcdump_class *out)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    uint8_t tag = gcv_cursor_u8(&dump->at);
    memset(out, 0, sizeof *out);
    if (tag == GCV_GCDUMP_REFERENCE) {
        uint64_t label = gcv_gcdump_take_label(dump);
        return gcv_gcdump_in_bounds(dump, "a reference") && find_class(dump, offset, label, out);
    }
    if (gcv_gcdump_in_bounds(dump, "a type") && tag != GCV_GCDUMP_OBJECT) {
        return gcv_gcdump_wrong(dump, offset, "a type is expected, not tag %u", (unsigned)tag);
    }
    out->label = offset;
    if (!gcv_gcdump_take_tag(dump, GCV_GCDUMP_NULL, "a type")) {
        return false;
    }
    out->version = gcv_gcdump_take_i32(dump);
    out->min_reader = gcv_gcdump_take_i32(dump);
    if (!gcv_gcdump_in_bounds(dump, "a type") || !gcv_gcdump_take_string(dump, &out->name)) {
        return false;
    }
    if (out->name.bytes == NULL) {
        return gcv_gcdump_wrong(dump, offset, "a type without a name");
    }
    if (!gcv_gcdump_take_tag(dump, GCV_GCDUMP_END, "the end of a type")) {
        return false;
    }
    gcv_gcdump_class_column_push(dump->ctx, &dump->classes, *out);
    return true;
}

/* Skips what follows the tag of a field; `*depth` counts open objects. */
static bool skip_field(gcv_gcdump *dump, uint64_t offset, uint8_t tag, unsigned *depth)
{
    gcv_gcdump_class class_;
    gcv_gcdump_string text;
    uint32_t n;
    switch (tag) {
    case GCV_GCDUMP_NULL:
        return true;
    case GCV_GCDUMP_REFERENCE:
        (void)gcv_gcdump_take_label(dump);
        return gcv_gcdump_in_bounds(dump, "a reference");
    case GCV_GCDUMP_OBJECT:
    case GCV_GCDUMP_PRIVATE_OBJECT:
        if (++*depth > NESTING_MAX) {
            return gcv_gcdump_wrong(dump, offset, "objects are nested deeper than %d", NESTING_MAX);
        }
        return gcv_gcdump_take_class(dump, &class_);
    case GCV_GCDUMP_END:
        --*depth;
        return true;
    case GCV_GCDUMP_DEFINITION:
    case GCV_GCDUMP_SKIP_REGION:
    case GCV_GCDUMP_INT32:
        gcv_cursor_skip(&dump->at, 4);
        return gcv_gcdump_in_bounds(dump, "a field");
    case GCV_GCDUMP_BYTE:
    case GCV_GCDUMP_INT16:
    case GCV_GCDUMP_INT64:
        gcv_cursor_skip(&dump->at, tag == GCV_GCDUMP_BYTE ? 1 : tag == GCV_GCDUMP_INT16 ? 2 : 8);
        return gcv_gcdump_in_bounds(dump, "a field");
    case GCV_GCDUMP_STRING:
        return gcv_gcdump_take_string(dump, &text);
    case GCV_GCDUMP_BLOB:
        if (!gcv_gcdump_take_count(dump, "bytes of a field", 1, false, &n)) {
            return false;
        }
        gcv_cursor_skip(&dump->at, n);
        return true;
    default:
        return gcv_gcdump_wrong(dump, offset, "no field begins with tag %u", (unsigned)tag);
    }
}

bool gcv_gcdump_skip_rest(gcv_gcdump *dump)
{
    unsigned depth = 1;
    while (depth > 0) {
        uint64_t offset = gcv_cursor_offset(&dump->at);
        uint8_t tag = gcv_cursor_u8(&dump->at);
        if (!gcv_gcdump_in_bounds(dump, "an object") || !skip_field(dump, offset, tag, &depth)) {
            return false;
        }
    }
    return true;
}
