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

static void take_address(gcv_json *json, uint64_t *address)
{
    if (quick_address(json, address)) {
        return;
    }
    (void)gcv_json_peek(json);
    if (quick_address(json, address)) {
        return;
    }
    uint64_t offset = gcv_json_offset(json);
    gcv_json_string(json, true);
    gcv_slice text = gcv_json_text(json);
    if (!gcv_slice_begins(text, "0x") || text.size > LONGEST_ADDRESS - 2 ||
        !gcv_parse_hex(text.data + 2, text.size - 2, 64, address)) {
        gcv_json_fail(json, offset, "not an address");
    }
}

static void take_references(gcv_ruby *ruby)
{
    gcv_json *json = &ruby->json;
    gcv_u64_column *refs = &ruby->line.refs;
    bool first = true, more = true;
    uint64_t address = 0;
    gcv_json_take(json, '[', "\"references\" is not a list");
    refs->n = 0;
    ruby->line.n_refs = 0;
    if (ruby->graph) {
        gcv_u64_column_push(ruby->ctx, refs, 0); /* place for the class */
    }
    while (true) {
        more = gcv_json_next(json, ']', first);
        if (more) {
            take_address(json, &address);
        }
        if (!more) {
            break;
        }
        first = false;
        ruby->line.n_refs++;
        if (ruby->graph) {
            gcv_u64_column_push(ruby->ctx, refs, address);
        }
    }
}

/* Takes the size of an object. No object has more than 2^63 bytes. */
static uint64_t take_memsize(gcv_json *json)
{
    (void)gcv_json_peek(json);
    uint64_t offset = gcv_json_offset(json);
    uint64_t memsize = gcv_json_number(json);
    if (memsize > (uint64_t)1 << 63) {
        gcv_json_fail(json, offset, "memsize too large");
    }
    return memsize;
}

/* Keeps the start of a string; skips any other value. */
static void take_text(gcv_ruby *ruby, gcv_char_column *to)
{
    gcv_json *json = &ruby->json;
    char next = 0;
    next = gcv_json_peek(json);
    to->n = 0;
    if (next != '"') {
        gcv_json_skip(json, NULL);
        return;
    }
    gcv_json_string(json, true);
    gcv_slice text = gcv_utf8_first(gcv_json_text(json), GCV_RUBY_LONGEST_TEXT);
    gcv_char_column_reserve(ruby->ctx, to, text.size);
    if (text.size > 0) {
        memcpy(to->data, text.data, text.size);
        to->n = text.size;
    }
}

static void take_if(gcv_ruby *ruby, bool wanted, gcv_char_column *to)
{
    if (wanted) {
        take_text(ruby, to);
    } else {
        gcv_json_skip(&ruby->json, NULL);
    }
}

static void take_kind(gcv_ruby *ruby)
{
    gcv_json_string(&ruby->json, true);
    ruby->line.kind = gcv_ruby_kind_named(gcv_json_text(&ruby->json));
    ruby->line.has_kind = true;
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
    KEY_FILE,
    KEY_LINE,
    KEY_METHOD,
    N_KEYS
} key;

static const char *const keys[N_KEYS] = {
    "address",         "type",       "class",  "references", "memsize", "name", "superclass",
    "real_class_name", "imemo_type", "struct", "root",       "file",    "line", "method"};

static key key_named(gcv_slice text)
{
    key k = 0;
    while (k < N_KEYS && !gcv_slice_is(text, keys[k])) {
        k++;
    }
    return k;
}

static void take_value(gcv_ruby *ruby, key k)
{
    gcv_ruby_line *line = &ruby->line;
    switch (k) {
    case KEY_ADDRESS:
        line->has_address = true;
        take_address(&ruby->json, &line->address);
        return;
    case KEY_CLASS:
        line->has_class = true;
        take_address(&ruby->json, &line->class_address);
        return;
    case KEY_SUPERCLASS:
        line->has_superclass = true;
        take_address(&ruby->json, &line->superclass);
        return;
    case KEY_TYPE:
        take_kind(ruby);
        return;
    case KEY_REFERENCES:
        take_references(ruby);
        return;
    case KEY_MEMSIZE:
        line->memsize = take_memsize(&ruby->json);
        return;
    case KEY_NAME:
        take_text(ruby, &line->name);
        return;
    case KEY_REAL_NAME:
        take_text(ruby, &line->real_name);
        return;
    case KEY_IMEMO_TYPE:
    case KEY_STRUCT:
        take_text(ruby, &line->part);
        return;
    case KEY_ROOT:
        line->has_root = true;
        take_text(ruby, &line->root);
        return;
    case KEY_FILE:
        take_if(ruby, ruby->sites.wanted, &line->file);
        return;
    case KEY_LINE:
        line->line = gcv_json_number(&ruby->json);
        return;
    case KEY_METHOD:
        take_if(ruby, ruby->sites.wanted, &line->method);
        return;
    case N_KEYS:
    default:
        gcv_json_skip(&ruby->json, NULL);
        return;
    }
}

static void take_members(gcv_ruby *ruby)
{
    gcv_json *json = &ruby->json;
    bool first = true, more = true;
    gcv_json_take(json, '{', "not a JSON object");
    for (;; first = false) {
        key k = N_KEYS;
        more = gcv_json_next(json, '}', first);
        if (more) {
            gcv_json_string(json, true);
            k = key_named(gcv_json_text(json));
        }
        if (!more) {
            break;
        }
        gcv_json_take(json, ':', "expected :");
        take_value(ruby, k);
    }
}

static void clear(gcv_ruby_line *line)
{
    line->kind = GCV_RUBY_UNKNOWN;
    line->has_kind = line->has_address = line->has_class = line->has_superclass = false;
    line->has_root = false;
    line->memsize = line->n_refs = line->line = 0;
    line->file.n = line->method.n = 0;
    line->name.n = line->real_name.n = line->part.n = line->root.n = line->refs.n = 0;
}

void gcv_ruby_take_line(gcv_ruby *ruby)
{
    const gcv_ruby_line *line = &ruby->line;
    bool ended = true;
    clear(&ruby->line);
    take_members(ruby);
    ended = gcv_json_at_end(&ruby->json);
    if (!ended) {
        gcv_json_fail(&ruby->json, gcv_json_offset(&ruby->json), "something follows the object");
    }
    if (!line->has_kind) {
        gcv_fail(ruby->ctx, GCV_ERR_INPUT, "no type");
    }
    if (line->kind == GCV_RUBY_ROOT) {
        if (!line->has_root) {
            gcv_fail(ruby->ctx, GCV_ERR_INPUT, "a ROOT without its name");
        }
        return;
    }
    if (!(line->has_address || line->kind == GCV_RUBY_SHAPE)) {
        gcv_fail(ruby->ctx, GCV_ERR_INPUT, "no address");
    }
}
