/* log_fields.c - fields of line-based formats; see convert.h. */
#include "report/convert/convert.h"

void gcv_log_put_hex(gcv_writer *writer, uint64_t value)
{
    char number[GCV_NUMBER_MAX + 1];
    size_t n = gcv_format_hex(number + 1, value);
    number[0] = ' ';
    gcv_writer_put(writer, number, n + 1);
}

/* The character that is written for a character: the same, or its replacement. `outer`: it is the
 * first or last one of the name. */
static uint32_t visible(uint32_t code, bool outer)
{
    enum { DEL = 0x7f, PICTURES = 0x2400, PICTURE_OF_DEL = 0x2421 };
    return code < 0x20            ? PICTURES + code
           : code == DEL          ? PICTURE_OF_DEL
           : code == ' '          ? (outer ? GCV_REPLACEMENT : code)
           : gcv_is_control(code) ? GCV_REPLACEMENT
                                  : code;
}

typedef struct name_walk {
    gcv_slice rest;
    const char *begin;
    char bytes[4]; /* of a replacement */
} name_walk;

/* Finds the next character as it is written; false at the end. */
static bool next_character(name_walk *walk, gcv_slice *out)
{
    const char *at = walk->rest.data, *end = at + walk->rest.size;
    if (walk->rest.size == 0) {
        return false;
    }
    uint32_t code = gcv_utf8_next(&walk->rest);
    if (code == GCV_REPLACEMENT && walk->rest.data == at + 1) { /* not UTF-8 */
        code = (unsigned char)*at;
    }
    uint32_t shown = visible(code, at == walk->begin || walk->rest.data == end);
    *out = shown == code ? gcv_slice_of(at, (size_t)(walk->rest.data - at))
                         : gcv_slice_of(walk->bytes, gcv_utf8_put(walk->bytes, shown));
    return true;
}

static name_walk walk_of(gcv_slice name)
{
    name_walk walk;
    walk.rest = name.size > 0 ? name : gcv_slice_str("\xef\xbf\xbd");
    walk.begin = walk.rest.data;
    return walk;
}

void gcv_log_put_name(gcv_writer *writer, gcv_slice name)
{
    name_walk walk = walk_of(name);
    gcv_slice character;
    gcv_writer_put_str(writer, " ");
    while (next_character(&walk, &character)) {
        gcv_writer_put(writer, character.data, character.size);
    }
}

void gcv_log_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out)
{
    name_walk walk = walk_of(name);
    gcv_slice character;
    while (next_character(&walk, &character)) {
        gcv_buffer_append(ctx, out, character);
    }
}
