/* ruby_line.c - one line of a dump, which is a JSON object; see ruby_reader.h. Keys may have any
 * order. Values that are not needed are skipped, including the text of strings. */
#include "input/ruby/ruby_reader.h"

#include "base/error.h"
#include "base/number.h"

#include <string.h>

enum { LONGEST_ADDRESS = 20 }; /* with quotes: 0x and 16 digits */

/* ---- values ------------------------------------------------------------------------------- */

/* Takes an address in the form that Ruby writes, if all of it is in the window; false: another
 * form. */
static inline bool quick_address(gcv_json *json, uint64_t *address)
{
    const unsigned char *at = json->at, *first = at + 3;
    uint64_t value = 0;
    uint8_t digit;
    if (json->end - at < LONGEST_ADDRESS || memcmp(at, "\"0x", 3) != 0) {
        return false;
    }
    for (at = first; at - first < 16 && (digit = gcv_hex_value[*at]) <= 15; at++) {
        value = value << 4 | digit;
    }
    if (*at != '"' || at == first) {
        return false;
    }
    json->at = at + 1;
    *address = value;
    return true;
}

static gcv_status take_address(gcv_json *json, uint64_t *address, gcv_error *err)
{
    uint64_t offset;
    char next = 0;
    gcv_slice text;
    gcv_status status;
    if (quick_address(json, address)) {
        return GCV_OK;
    }
    status = gcv_json_peek(json, &next, err);
    if (status != GCV_OK || quick_address(json, address)) {
        return status;
    }
    offset = gcv_json_offset(json);
    status = gcv_json_string(json, true, err);
    text = gcv_json_text(json);
    if (status == GCV_OK && (!gcv_slice_begins(text, "0x") || text.size > LONGEST_ADDRESS - 2 ||
                             !gcv_parse_hex(text.data + 2, text.size - 2, 64, address))) {
        status = gcv_json_fail(json, offset, err, "not an address");
    }
    return status;
}

static gcv_status take_references(gcv_ruby *ruby, gcv_error *err)
{
    gcv_json *json = &ruby->json;
    gcv_u64_column *refs = &ruby->line.refs;
    bool first = true, more = true;
    uint64_t address = 0;
    gcv_status status = gcv_json_take(json, '[', "\"references\" is not a list", err);
    refs->n = 0;
    ruby->line.n_refs = 0;
    if (status == GCV_OK && ruby->graph) {
        status = gcv_u64_column_push(ruby->ctx, refs, 0, err); /* place for the class */
    }
    while (status == GCV_OK) {
        status = gcv_json_next(json, ']', first, &more, err);
        if (status == GCV_OK && more) {
            status = take_address(json, &address, err);
        }
        if (status != GCV_OK || !more) {
            break;
        }
        first = false;
        ruby->line.n_refs++;
        if (ruby->graph) {
            status = gcv_u64_column_push(ruby->ctx, refs, address, err);
        }
    }
    return status;
}

/* Takes the size of an object. No object has more than 2^63 bytes. */
static gcv_status take_memsize(gcv_json *json, uint64_t *memsize, gcv_error *err)
{
    uint64_t offset;
    char next = 0;
    gcv_status status = gcv_json_peek(json, &next, err);
    offset = gcv_json_offset(json);
    if (status == GCV_OK) {
        status = gcv_json_number(json, memsize, err);
    }
    return status == GCV_OK && *memsize > (uint64_t)1 << 63
               ? gcv_json_fail(json, offset, err, "memsize too large")
               : status;
}

/* Keeps the start of a string; skips any other value. */
static gcv_status take_text(gcv_ruby *ruby, gcv_char_column *to, gcv_error *err)
{
    gcv_json *json = &ruby->json;
    char next = 0;
    gcv_slice text;
    gcv_status status = gcv_json_peek(json, &next, err);
    to->n = 0;
    if (status != GCV_OK || next != '"') {
        return status == GCV_OK ? gcv_json_skip(json, NULL, err) : status;
    }
    status = gcv_json_string(json, true, err);
    text = gcv_utf8_first(gcv_json_text(json), GCV_RUBY_LONGEST_TEXT);
    if (status == GCV_OK) {
        status = gcv_char_column_reserve(ruby->ctx, to, text.size, err);
    }
    if (status == GCV_OK && text.size > 0) {
        memcpy(to->data, text.data, text.size);
        to->n = text.size;
    }
    return status;
}

static gcv_status take_kind(gcv_ruby *ruby, gcv_error *err)
{
    gcv_status status = gcv_json_string(&ruby->json, true, err);
    if (status == GCV_OK) {
        ruby->line.kind = gcv_ruby_kind_named(gcv_json_text(&ruby->json));
        ruby->line.has_kind = true;
    }
    return status;
}

/* ---- the line ----------------------------------------------------------------------------- */

typedef enum key {
    KEY_ADDRESS,
    KEY_TYPE,
    KEY_CLASS,
    KEY_REFERENCES,
    KEY_MEMSIZE,
    KEY_NAME,
    KEY_SUPERCLASS,
    KEY_REAL_NAME,
    KEY_IMEMO_TYPE,
    KEY_STRUCT,
    KEY_ROOT,
    N_KEYS
} key;

static const char *const keys[N_KEYS] = {"address",    "type",   "class",      "references",
                                         "memsize",    "name",   "superclass", "real_class_name",
                                         "imemo_type", "struct", "root"};

static key key_named(gcv_slice text)
{
    key k = 0;
    while (k < N_KEYS && !gcv_slice_is(text, keys[k])) {
        k++;
    }
    return k;
}

static gcv_status take_value(gcv_ruby *ruby, key k, gcv_error *err)
{
    gcv_ruby_line *line = &ruby->line;
    switch (k) {
    case KEY_ADDRESS:
        line->has_address = true;
        return take_address(&ruby->json, &line->address, err);
    case KEY_CLASS:
        line->has_class = true;
        return take_address(&ruby->json, &line->class_address, err);
    case KEY_SUPERCLASS:
        line->has_superclass = true;
        return take_address(&ruby->json, &line->superclass, err);
    case KEY_TYPE:
        return take_kind(ruby, err);
    case KEY_REFERENCES:
        return take_references(ruby, err);
    case KEY_MEMSIZE:
        return take_memsize(&ruby->json, &line->memsize, err);
    case KEY_NAME:
        return take_text(ruby, &line->name, err);
    case KEY_REAL_NAME:
        return take_text(ruby, &line->real_name, err);
    case KEY_IMEMO_TYPE:
    case KEY_STRUCT:
        return take_text(ruby, &line->part, err);
    case KEY_ROOT:
        line->has_root = true;
        return take_text(ruby, &line->root, err);
    case N_KEYS:
    default:
        return gcv_json_skip(&ruby->json, NULL, err);
    }
}

static gcv_status take_members(gcv_ruby *ruby, gcv_error *err)
{
    gcv_json *json = &ruby->json;
    bool first = true, more = true;
    gcv_status status = gcv_json_take(json, '{', "not a JSON object", err);
    for (; status == GCV_OK; first = false) {
        key k = N_KEYS;
        status = gcv_json_next(json, '}', first, &more, err);
        if (status == GCV_OK && more) {
            status = gcv_json_string(json, true, err);
            k = key_named(gcv_json_text(json));
        }
        if (status != GCV_OK || !more) {
            break;
        }
        status = gcv_json_take(json, ':', "expected :", err);
        if (status == GCV_OK) {
            status = take_value(ruby, k, err);
        }
    }
    return status;
}

static void clear(gcv_ruby_line *line)
{
    line->kind = GCV_RUBY_UNKNOWN;
    line->has_kind = line->has_address = line->has_class = line->has_superclass = false;
    line->has_root = false;
    line->memsize = line->n_refs = 0;
    line->name.n = line->real_name.n = line->part.n = line->root.n = line->refs.n = 0;
}

gcv_status gcv_ruby_take_line(gcv_ruby *ruby, gcv_error *err)
{
    const gcv_ruby_line *line = &ruby->line;
    bool ended = true;
    gcv_status status;
    clear(&ruby->line);
    status = take_members(ruby, err);
    if (status == GCV_OK) {
        status = gcv_json_at_end(&ruby->json, &ended, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    if (!ended) {
        return gcv_json_fail(&ruby->json, gcv_json_offset(&ruby->json), err,
                             "something follows the object");
    }
    if (!line->has_kind) {
        return gcv_fail(err, GCV_ERR_INPUT, "no type");
    }
    if (line->kind == GCV_RUBY_ROOT) {
        return line->has_root ? GCV_OK : gcv_fail(err, GCV_ERR_INPUT, "a ROOT without its name");
    }
    return line->has_address || line->kind == GCV_RUBY_SHAPE
               ? GCV_OK
               : gcv_fail(err, GCV_ERR_INPUT, "no address");
}
