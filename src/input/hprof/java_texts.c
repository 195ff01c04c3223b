/* java_texts.c - the strings of a Java heap dump, and Java names made of them; see
 * java_reader.h. */
#include "input/hprof/java_reader.h"

#include <string.h>

/* ---- strings ------------------------------------------------------------------------------ */

/* Returns the surrogate that the first three bytes encode; 0: they do not. */
static uint32_t surrogate_at(const char *text, size_t size)
{
    const unsigned char *s = (const unsigned char *)text;
    const bool is_one = size >= 3 && s[0] == 0xed && (s[1] & 0xe0) == 0xa0 && (s[2] & 0xc0) == 0x80;
    return is_one ? 0xd000 | (uint32_t)(s[1] & 0x3f) << 6 | (s[2] & 0x3f) : 0;
}

/* Turns modified UTF-8, in which a NUL has two bytes and each half of a pair of surrogates three,
 * into UTF-8, in place. Returns the new size. */
static size_t unmodify(char *text, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < size;) {
        const uint32_t high = surrogate_at(text + i, size - i);
        const uint32_t low = high > 0 ? surrogate_at(text + i + 3, size - i - 3) : 0;
        if (gcv_is_high_surrogate(high) && gcv_is_low_surrogate(low)) {
            n += gcv_utf8_put(text + n, gcv_join_surrogates(high, low));
            i += 6;
        } else if (high > 0) {
            n += gcv_utf8_put(text + n, GCV_REPLACEMENT);
            i += 3;
        } else if (size - i >= 2 && memcmp(text + i, "\xc0\x80", 2) == 0) {
            text[n++] = '\0';
            i += 2;
        } else {
            text[n++] = text[i++];
        }
    }
    return n;
}

void gcv_hprof_take_text(gcv_hprof *hprof, uint64_t size)
{
    gcv_context *ctx = hprof->ctx;
    gcv_hprof_text text = {hprof->text.n, 0};
    gcv_cursor bytes = gcv_byte_stream_need(&hprof->stream, hprof->id_size);
    if (size < hprof->id_size || gcv_cursor_left(&bytes) < hprof->id_size) {
        return; /* the caller skips it */
    }
    const uint64_t id = gcv_hprof_id(bytes.at, hprof->id_size);
    bytes = gcv_byte_stream_need(&hprof->stream, (size_t)size);
    if (gcv_cursor_left(&bytes) < size ||
        gcv_id_map_enter(ctx, &hprof->text_of, id, hprof->texts.n) < hprof->texts.n) {
        return;
    }
    text.size = (size_t)size - hprof->id_size;
    gcv_char_column_reserve(ctx, &hprof->text, text.size);
    if (text.size > 0) {
        memcpy(hprof->text.data + text.at, bytes.at + hprof->id_size, text.size);
        text.size = unmodify(hprof->text.data + text.at, text.size);
        hprof->text.n += text.size;
    }
    gcv_hprof_text_column_push(ctx, &hprof->texts, text);
}

gcv_slice gcv_hprof_text_of(const gcv_hprof *hprof, uint64_t id)
{
    const uint32_t at = gcv_id_map_get(hprof->ctx, &hprof->text_of, id);
    if (at == GCV_NONE) {
        return gcv_slice_of(NULL, 0);
    }
    const gcv_hprof_text *text = &hprof->texts.data[at];
    return gcv_slice_of(text->size > 0 ? hprof->text.data + text->at : "", text->size);
}

/* ---- names of classes --------------------------------------------------------------------- */

const char *gcv_hprof_type_word(unsigned type)
{
    static const char *const words[] = {"boolean", "char",  "float", "double",
                                        "byte",    "short", "int",   "long"};
    return type >= 4 && type < 12 ? words[type - 4] : "?";
}

/* Word of a primitive type by its letter in names of arrays; NULL: there is none. */
static const char *word_of_letter(char letter)
{
    static const char letters[] = "ZCFDBSIJ";
    const char *found = letter != '\0' ? strchr(letters, letter) : NULL;
    return found != NULL ? gcv_hprof_type_word((unsigned)(found - letters) + 4) : NULL;
}

/* Size of the address of a hidden class at the beginning of a text: `+0x00007f1d` or, before JDK
 * 12, `/0x`. It differs in every run. */
static size_t address_size(gcv_slice text)
{
    size_t n = 3;
    if (text.size < 4 || (text.data[0] != '+' && text.data[0] != '/') ||
        memcmp(text.data + 1, "0x", 2) != 0) {
        return 0;
    }
    while (n < text.size &&
           (gcv_is_digit(text.data[n]) || (text.data[n] >= 'a' && text.data[n] <= 'f'))) {
        n++;
    }
    return n > 3 ? n : 0;
}

static void append_plain(gcv_context *ctx, gcv_slice name, gcv_buffer *out)
{
    for (size_t i = 0; i < name.size;) {
        const size_t skip = address_size(gcv_slice_from(name, i));
        if (skip == 0) {
            gcv_char_column_push(ctx, &out->text, name.data[i] == '/' ? '.' : name.data[i]);
        }
        i += skip > 0 ? skip : 1;
    }
}

void gcv_hprof_append_java_name(gcv_context *ctx, gcv_slice name, gcv_buffer *out)
{
    size_t depth = 0;
    name = name.data != NULL ? name : gcv_slice_str("?");
    while (depth < name.size && name.data[depth] == '[') {
        depth++;
    }
    name = gcv_slice_from(name, depth);
    const char *word = depth > 0 && name.size == 1 ? word_of_letter(name.data[0]) : NULL;
    if (word != NULL) {
        gcv_buffer_append_str(ctx, out, word);
    } else if (depth > 0 && gcv_slice_begins(name, "L") && gcv_slice_ends(name, ";")) {
        append_plain(ctx, gcv_slice_of(name.data + 1, name.size - 2), out);
    } else {
        append_plain(ctx, name, out);
    }
    for (; depth > 0; depth--) {
        gcv_buffer_append_str(ctx, out, "[]");
    }
}
