/* gcdump_object.c - strings, classes and references of the serializer; see gcdump_reader.h. */
#include "input/gcdump/gcdump_reader.h"

#include <inttypes.h>
#include <string.h>

enum { NESTING_MAX = 64, REASON_MAX = 160 };

void gcv_gcdump_wrong(const gcv_gcdump *dump, uint64_t offset, const char *format, ...)
{
    char reason[REASON_MAX];
    GCV_PRINT_ARGS(reason, format);
    gcv_fail_offset(dump->ctx, GCV_ERR_INPUT, dump->builder->name, offset, "%s", reason);
}

bool gcv_gcdump_try(gcv_gcdump *dump, void (*step)(gcv_gcdump *dump))
{
    gcv_guard guard;
    dump->beyond = false;
    gcv_guard_begin(dump->ctx, &guard);
    if (setjmp(guard.jump) == 0) {
        step(dump);
    }
    gcv_status status = gcv_guard_keep(dump->ctx, &guard, &dump->fault);
    gcv_fail_if(dump->ctx, status == GCV_ERR_INPUT ? GCV_OK : status, &dump->fault);
    return status == GCV_OK;
}

void gcv_gcdump_bounds(gcv_gcdump *dump, const char *what)
{
    if (dump->at.failed) {
        dump->beyond = true;
        gcv_gcdump_wrong(dump, gcv_cursor_offset(&dump->at), "the file ends within %s", what);
    }
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
gcv_gcdump_string gcv_gcdump_take_string(gcv_gcdump *dump)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    int32_t units = gcv_gcdump_take_i32(dump);
    gcv_gcdump_string out = {NULL, 0, true};
    gcv_gcdump_bounds(dump, "a string");
    if (units == -1) {
        return out;
    }
    if (units < -1) {
        gcv_gcdump_wrong(dump, offset, "the length of a string is %" PRId32, units);
    }
    out.bytes = dump->at.at;
    dump->at.failed = (uint64_t)units > gcv_cursor_left(&dump->at);
    for (int32_t i = 0; i < units && !dump->at.failed; i++) {
        uint8_t first = gcv_cursor_u8(&dump->at);
        gcv_cursor_skip(&dump->at, first < 0x80 ? 0 : first < 0xe0 ? 1 : 2);
        out.ascii = out.ascii && first < 0x80;
    }
    if (dump->at.failed) {
        dump->beyond = true;
        gcv_gcdump_wrong(dump, offset, "a string of %" PRId32 " characters goes beyond the end",
                         units);
    }
    out.size = (size_t)(dump->at.at - out.bytes);
    return out;
}

bool gcv_gcdump_string_is(const gcv_gcdump_string *string, const char *text)
{
    size_t size = strlen(text);
    return string->size == size && memcmp(string->bytes, text, size) == 0;
}

uint32_t gcv_gcdump_take_count(gcv_gcdump *dump, const char *what, uint64_t row, bool wide)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    int64_t n = wide ? (int64_t)gcv_cursor_u64(&dump->at) : gcv_gcdump_take_i32(dump);
    gcv_gcdump_bounds(dump, what);
    if (n < 0) {
        gcv_gcdump_wrong(dump, offset, "the number of %s is %" PRId64, what, n);
    }
    if (n > INT32_MAX || (uint64_t)n * row > gcv_cursor_left(&dump->at)) {
        dump->beyond = true;
        gcv_gcdump_wrong(dump, offset, "%" PRId64 " %s do not fit into the rest of the file", n,
                         what);
    }
    return (uint32_t)n;
}

void gcv_gcdump_take_tag(gcv_gcdump *dump, uint8_t tag, const char *what)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    uint8_t found = gcv_cursor_u8(&dump->at);
    gcv_gcdump_bounds(dump, what);
    if (found != tag) {
        gcv_gcdump_wrong(dump, offset, "%s: tag %u is expected, not %u", what, (unsigned)tag,
                         (unsigned)found);
    }
}

bool gcv_gcdump_take_optional(gcv_gcdump *dump, uint8_t tag)
{
    bool there = gcv_cursor_left(&dump->at) > 0 && dump->at.at[0] == tag;
    dump->at.at += there;
    return there;
}

/* Returns a class defined earlier. Classes are in the order of their labels. */
static gcv_gcdump_class take_known_class(gcv_gcdump *dump, uint64_t offset)
{
    const gcv_gcdump_class *classes = dump->classes.data;
    uint64_t label = gcv_gcdump_take_label(dump);
    gcv_gcdump_bounds(dump, "a reference");
    const size_t at = gcv_find_u64(classes, sizeof *classes, dump->classes.n, label);
    if (at == SIZE_MAX) {
        gcv_gcdump_wrong(dump, offset, "no type has been at offset %" PRIu64, label);
    }
    return classes[at];
}

gcv_gcdump_class gcv_gcdump_take_class(gcv_gcdump *dump)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    uint8_t tag = gcv_cursor_u8(&dump->at);
    gcv_gcdump_class out;
    if (tag == GCV_TAG_REFERENCE) {
        return take_known_class(dump, offset);
    }
    gcv_gcdump_bounds(dump, "a type");
    if (tag != GCV_TAG_OBJECT) {
        gcv_gcdump_wrong(dump, offset, "a type is expected, not tag %u", (unsigned)tag);
    }
    out.label = offset;
    gcv_gcdump_take_tag(dump, GCV_TAG_NULL, "a type");
    out.version = gcv_gcdump_take_i32(dump);
    out.min_reader = gcv_gcdump_take_i32(dump);
    gcv_gcdump_bounds(dump, "a type");
    out.name = gcv_gcdump_take_string(dump);
    if (out.name.bytes == NULL) {
        gcv_gcdump_wrong(dump, offset, "a type without a name");
    }
    gcv_gcdump_take_tag(dump, GCV_TAG_END, "the end of a type");
    gcv_gcdump_class_column_push(dump->ctx, &dump->classes, out);
    return out;
}

gcv_gcdump_class gcv_gcdump_take_object(gcv_gcdump *dump, const char *what)
{
    gcv_gcdump_take_tag(dump, GCV_TAG_OBJECT, what);
    return gcv_gcdump_take_class(dump);
}

/* Skips what follows the tag of a field; returns by how much it changes the number of open
 * objects. */
static int skip_field(gcv_gcdump *dump, uint64_t offset, uint8_t tag)
{
    static const uint8_t sizes[] = {
        [GCV_TAG_DEFINITION] = 4, [GCV_TAG_BYTE] = 1,  [GCV_TAG_INT16] = 2,
        [GCV_TAG_INT32] = 4,      [GCV_TAG_INT64] = 8, [GCV_TAG_SKIP_REGION] = 4,
    };
    switch (tag) {
    case GCV_TAG_NULL:
        return 0;
    case GCV_TAG_REFERENCE:
        (void)gcv_gcdump_take_label(dump);
        gcv_gcdump_bounds(dump, "a reference");
        return 0;
    case GCV_TAG_OBJECT:
    case GCV_TAG_PRIVATE_OBJECT:
        return 1;
    case GCV_TAG_END:
        return -1;
    case GCV_TAG_STRING:
        (void)gcv_gcdump_take_string(dump);
        return 0;
    case GCV_TAG_BLOB:
        gcv_cursor_skip(&dump->at, gcv_gcdump_take_count(dump, "bytes of a field", 1, false));
        return 0;
    default:
        if (tag >= sizeof sizes || sizes[tag] == 0) {
            gcv_gcdump_wrong(dump, offset, "no field begins with tag %u", (unsigned)tag);
        }
        gcv_cursor_skip(&dump->at, sizes[tag]);
        gcv_gcdump_bounds(dump, "a field");
        return 0;
    }
}

void gcv_gcdump_skip_rest(gcv_gcdump *dump)
{
    int depth = 1;
    while (depth > 0) {
        uint64_t offset = gcv_cursor_offset(&dump->at);
        uint8_t tag = gcv_cursor_u8(&dump->at);
        gcv_gcdump_bounds(dump, "an object");
        int step = skip_field(dump, offset, tag);
        depth += step;
        if (depth > NESTING_MAX) {
            gcv_gcdump_wrong(dump, offset, "objects are nested deeper than %d", NESTING_MAX);
        }
        if (step > 0) {
            (void)gcv_gcdump_take_class(dump);
        }
    }
}
