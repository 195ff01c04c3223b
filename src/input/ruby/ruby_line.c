/* ruby_line.c - one line of a dump, which is a JSON object; see ruby_reader.h. Keys may have any
 * order. Values that are not needed are skipped, including the text of strings. */
#include "input/ruby/ruby_reader.h"

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

static uint64_t take_address(gcv_json *json)
{
    uint64_t address;
    if (quick_address(json, &address)) {
        return address;
    }
    (void)gcv_json_peek(json);
    if (quick_address(json, &address)) {
        return address;
    }
    const uint64_t offset = gcv_json_offset(json);
    gcv_json_string(json, true);
    const gcv_slice text = gcv_json_text(json);
    if (!gcv_slice_begins(text, "0x") || text.size > LONGEST_ADDRESS - 2 ||
        !gcv_parse_hex(text.data + 2, text.size - 2, 64, &address)) {
        gcv_json_fail(json, offset, "not an address");
    }
    return address;
}

static void take_references(gcv_ruby *ruby)
{
    gcv_u64_column *refs = &ruby->line.refs;
    gcv_json_open(&ruby->json, '[', "\"references\" is not a list");
    refs->n = 0;
    ruby->line.n_refs = 0;
    if (ruby->graph) {
        gcv_u64_column_push(ruby->ctx, refs, 0); /* place for the class */
    }
    while (gcv_json_next(&ruby->json, ']')) {
        const uint64_t address = take_address(&ruby->json);
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
static void take_text(gcv_ruby *ruby, gcv_buffer *to)
{
    gcv_buffer_clear(to);
    if (gcv_json_peek(&ruby->json) != '"') {
        gcv_json_skip(&ruby->json, NULL);
        return;
    }
    gcv_json_string(&ruby->json, true);
    gcv_buffer_append(ruby->ctx, to,
                      gcv_utf8_first(gcv_json_text(&ruby->json), GCV_RUBY_LONGEST_TEXT));
}

static uint32_t take_kind(gcv_json *json)
{
    gcv_json_string(json, true);
    uint32_t kind = 1;
    while (kind < GCV_RUBY_KINDS && !gcv_slice_is(gcv_json_text(json), gcv_ruby_kinds[kind].word)) {
        kind++;
    }
    return kind % GCV_RUBY_KINDS;
}

/* ---- the line ----------------------------------------------------------------------------- */

enum { ADDRESS, KIND, REFERENCES, MEMSIZE, TEXT, SITE_TEXT, LINE, N_KEYS = 14 };

static const struct {
    const char *name;
    unsigned form, which; /* of the value; gcv_ruby_address or gcv_ruby_text */
} keys[N_KEYS] = {
    {"address", ADDRESS, GCV_RUBY_SELF},
    {"type", KIND, 0},
    {"class", ADDRESS, GCV_RUBY_CLASS},
    {"references", REFERENCES, 0},
    {"memsize", MEMSIZE, 0},
    {"name", TEXT, GCV_RUBY_NAME},
    {"superclass", ADDRESS, GCV_RUBY_SUPERCLASS},
    {"real_class_name", TEXT, GCV_RUBY_REAL_NAME},
    {"imemo_type", TEXT, GCV_RUBY_PART},
    {"struct", TEXT, GCV_RUBY_PART},
    {"root", TEXT, GCV_RUBY_ROOT},
    {"file", SITE_TEXT, GCV_RUBY_FILE},
    {"line", LINE, 0},
    {"method", SITE_TEXT, GCV_RUBY_METHOD},
};

static void take_value(gcv_ruby *ruby, unsigned form, unsigned which)
{
    gcv_ruby_line *line = &ruby->line;
    if (form == ADDRESS) {
        line->address[which].given = true;
        line->address[which].value = take_address(&ruby->json);
    } else if (form == KIND) {
        line->kind = take_kind(&ruby->json);
        line->has_kind = true;
    } else if (form == REFERENCES) {
        take_references(ruby);
    } else if (form == MEMSIZE) {
        line->memsize = take_memsize(&ruby->json);
    } else if (form == LINE) {
        line->line = gcv_json_number(&ruby->json);
    } else if (form == TEXT || ruby->sites.wanted) {
        line->has_root = line->has_root || which == GCV_RUBY_ROOT;
        take_text(ruby, &line->text[which]);
    } else {
        gcv_json_skip(&ruby->json, NULL);
    }
}

static void take_members(gcv_ruby *ruby)
{
    gcv_json *json = &ruby->json;
    uint64_t offset;
    gcv_json_open(json, '{', "not a JSON object");
    while (gcv_json_next_key(json, &offset)) {
        size_t at = 0;
        while (at < N_KEYS && !gcv_slice_is(gcv_json_text(json), keys[at].name)) {
            at++;
        }
        gcv_json_take(json, ':', "expected :");
        if (at < N_KEYS) {
            take_value(ruby, keys[at].form, keys[at].which);
        } else {
            gcv_json_skip(json, NULL);
        }
    }
}

static void clear(gcv_ruby_line *line)
{
    line->kind = 0;
    line->has_kind = line->has_root = false;
    line->memsize = line->n_refs = line->line = 0;
    line->refs.n = 0;
    memset(line->address, 0, sizeof line->address);
    for (size_t i = 0; i < GCV_RUBY_TEXTS; i++) {
        gcv_buffer_clear(&line->text[i]);
    }
}

void gcv_ruby_take_line(gcv_ruby *ruby)
{
    const gcv_ruby_line *line = &ruby->line;
    clear(&ruby->line);
    take_members(ruby);
    if (!gcv_json_at_end(&ruby->json)) {
        gcv_json_fail(&ruby->json, gcv_json_offset(&ruby->json), "something follows the object");
    }
    const unsigned flags = gcv_ruby_kinds[line->kind].flags;
    const bool is_root = (flags & GCV_RUBY_IS_ROOT) != 0;
    const char *missing = !line->has_kind ? "no type"
                          : is_root       ? (line->has_root ? NULL : "a ROOT without its name")
                          : line->address[GCV_RUBY_SELF].given || (flags & GCV_RUBY_IS_SHAPE) != 0
                              ? NULL
                              : "no address";
    if (missing != NULL) {
        gcv_fail(ruby->ctx, GCV_ERR_INPUT, "%s", missing);
    }
}
