/* name_map.c - the file of pseudonyms and their words; see redact.h. */
#include "redact/redact.h"

#include "base/out_file.h"
#include "output/escape.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

void gcv_name_map_init(gcv_name_map *map, gcv_context *ctx) { *map = (gcv_name_map){.ctx = ctx}; }

void gcv_name_map_make_key(gcv_name_map *map)
{
    if (!gcv_random_bytes(&map->key, sizeof map->key)) {
        gcv_fail(map->ctx, GCV_ERR_USAGE,
                 "the system has no random numbers to make a key of; put a line "
                 "key<TAB>32 hex digits into a file for --redact-map");
    }
}

void gcv_name_map_release(gcv_name_map *map)
{
    gcv_arena_release(map->ctx, &map->arena);
    GCV_RELEASE(map->ctx, &map->lines, &map->known);
}

/* Hashes the letters of a pseudonym to 64 bits. A pseudonym has only 44, so that two words with one
 * pseudonym are far more likely than two pseudonyms with one hash. */
static uint64_t number_of(const char *pseudonym)
{
    uint64_t number = 0;
    for (size_t i = 0; i < GCV_PSEUDONYM_SIZE; i++) {
        number = number * 31 + ((unsigned char)pseudonym[i] & 31);
    }
    return number;
}

static void add_line(gcv_name_map *map, gcv_slice line)
{
    gcv_id_map_set(map->ctx, &map->known, number_of(line.data), (uint32_t)map->lines.n);
    gcv_slice_column_push(map->ctx, &map->lines, gcv_arena_slice(map->ctx, &map->arena, line));
}

void gcv_name_map_add(gcv_name_map *map, gcv_slice word, char *out)
{
    gcv_escape escape = gcv_escape_start(GCV_ESCAPE_TSV, word);
    gcv_slice piece;
    gcv_buffer line = {0};
    gcv_pseudonym(map->key, word, out);
    if (gcv_id_map_get(map->ctx, &map->known, number_of(out)) != GCV_NONE) {
        return; /* on a collision the first word keeps the pseudonym */
    }
    gcv_buffer_append_str(map->ctx, &line, out);
    gcv_buffer_append_str(map->ctx, &line, "\t");
    while (gcv_escape_next(&escape, &piece)) {
        gcv_buffer_append(map->ctx, &line, piece);
    }
    add_line(map, gcv_buffer_slice(&line));
    gcv_buffer_release(map->ctx, &line);
}

/* ---- pseudonyms --------------------------------------------------------------------------- */

static const char consonants[] = "bdfgklmnprstvzhj", vowels[] = "aeiou";

void gcv_pseudonym(gcv_siphash_key key, gcv_slice word, char out[GCV_PSEUDONYM_SIZE + 1])
{
    uint64_t rest = gcv_siphash(key, word);
    size_t i;
    for (i = 0; i < GCV_PSEUDONYM_SIZE; i += 2) {
        out[i] = consonants[rest % 16];
        rest /= 16;
        out[i + 1] = vowels[rest % 5];
        rest /= 5;
    }
    out[0] = (char)toupper((unsigned char)out[0]);
    out[i] = '\0';
}

static bool is_pseudonym(const char text[GCV_PSEUDONYM_SIZE])
{
    for (size_t i = 0; i < GCV_PSEUDONYM_SIZE; i++) {
        char c = i == 0 ? (char)tolower((unsigned char)text[i]) : text[i];
        if (memchr(i % 2 == 0 ? consonants : vowels, c, i % 2 == 0 ? 16 : 5) == NULL) {
            return false;
        }
    }
    return isupper((unsigned char)text[0]) != 0;
}

/* ---- the file ----------------------------------------------------------------------------- */

enum { KEY_DIGITS = 32 };

static bool read_key(gcv_slice line, gcv_siphash_key *key)
{
    const size_t at = sizeof "key\t" - 1;
    return gcv_slice_begins(line, "key\t") && line.size == at + KEY_DIGITS &&
           gcv_parse_hex(line.data + at, 16, 64, &key->low) &&
           gcv_parse_hex(line.data + at + 16, 16, 64, &key->high);
}

/* Whether the key turns the word into this pseudonym. True for a word with escapes: its original
 * bytes are not known. */
static bool is_made_of(const gcv_name_map *map, const char *pseudonym, gcv_slice word)
{
    static const char *const of_escapes[] = {"\\", "\xef\xbf\xbd"};
    char own[GCV_PSEUDONYM_SIZE + 1];
    for (size_t i = 0; i < GCV_LENGTH(of_escapes); i++) {
        if (gcv_text_find(word, gcv_slice_str(of_escapes[i]), false) != SIZE_MAX) {
            return true;
        }
    }
    gcv_pseudonym(map->key, word, own);
    return memcmp(own, pseudonym, GCV_PSEUDONYM_SIZE) == 0;
}

/* Accepts only lines that gcview wrote: any other would translate an answer into a wrong name. */
static void read_word(gcv_name_map *map, gcv_slice line, const char *name, uint64_t number)
{
    const size_t at = GCV_PSEUDONYM_SIZE + 1;
    char excerpt[96];
    if (line.size <= at || !is_pseudonym(line.data) || line.data[at - 1] != '\t') {
        gcv_fail_line(map->ctx, GCV_ERR_USAGE, name, number, "not a pseudonym, a tab and a word");
    }
    gcv_slice word = gcv_slice_from(line, at);
    if (!is_made_of(map, line.data, word)) {
        gcv_fail_line(map->ctx, GCV_ERR_USAGE, name, number,
                      "the key of this map makes another word of '%s'",
                      gcv_slice_excerpt(word, SIZE_MAX, excerpt, sizeof excerpt));
    }
    uint32_t known = gcv_id_map_get(map->ctx, &map->known, number_of(line.data));
    if (known == GCV_NONE) {
        add_line(map, line);
        return;
    }
    if (!gcv_slice_equal(map->lines.data[known], line)) {
        gcv_fail_line(map->ctx, GCV_ERR_USAGE, name, number, "'%.*s' stands for another word",
                      GCV_PSEUDONYM_SIZE, line.data);
    }
}

void gcv_name_map_read(gcv_name_map *map, gcv_slice text, const char *name)
{
    gcv_text_lines lines;
    gcv_slice line;
    bool has_key = false;
    if (!gcv_text_lines_begin(&lines, text)) {
        gcv_fail_line(map->ctx, GCV_ERR_USAGE, name, 1, "this is UTF-16, and maps are UTF-8");
    }
    while (gcv_text_lines_next(&lines, &line)) {
        if (!has_key) {
            has_key = read_key(line, &map->key);
            if (!has_key) {
                gcv_fail_line(map->ctx, GCV_ERR_USAGE, name, lines.number,
                              "a map of names begins with key<TAB>32 hex digits");
            }
        } else {
            read_word(map, line, name, lines.number);
        }
    }
    map->has_file = has_key;
    map->n_in_file = map->lines.n;
    map->is_open = text.size > 0 && text.data[text.size - 1] != '\n';
    if (!has_key) {
        gcv_fail_line(map->ctx, GCV_ERR_USAGE, name, 0, "there is no key in this file");
    }
}

/* ---- saving ------------------------------------------------------------------------------- */

static void append_lines(const gcv_name_map *map, gcv_buffer *out)
{
    for (size_t i = map->n_in_file; i < map->lines.n; i++) {
        gcv_buffer_append(map->ctx, out, map->lines.data[i]);
        gcv_buffer_append_str(map->ctx, out, "\n");
    }
}

static void append_head(const gcv_name_map *map, gcv_buffer *out)
{
    char key[sizeof "key\t\n" + KEY_DIGITS];
    (void)snprintf(key, sizeof key, "key\t%016" PRIx64 "%016" PRIx64 "\n", map->key.low,
                   map->key.high);
    gcv_buffer_append_str(map->ctx, out,
                          "# What `gcview --redact` has renamed. Who has this file can read the "
                          "names: it stays at home.\n");
    gcv_buffer_append_str(map->ctx, out, key);
}

static void make_file(const gcv_name_map *map, const char *path, gcv_slice text)
{
    gcv_out_file out;
    gcv_error err;
    FILE *file = NULL;
    gcv_status status = gcv_out_file_open(&out, map->ctx, path, &err);
    if (status == GCV_OK) {
        gcv_out_file_hide(&out);
        file = gcv_out_file_begin(&out, &err);
        status = file == NULL ? err.status : gcv_file_write(file, path, text.data, text.size, &err);
    }
    if (status == GCV_OK) {
        status = gcv_out_file_finish(&out, &err);
    }
    gcv_out_file_release(&out);
    gcv_fail_if(map->ctx, status, &err);
}

/* Interrupts are held back, because half a line would have to be removed by hand. */
static void add_to_file(gcv_context *ctx, const char *path, gcv_slice text)
{
    gcv_interrupts before;
    gcv_error err;
    FILE *file = gcv_file_append(path, &err);
    gcv_fail_if(ctx, file == NULL ? err.status : GCV_OK, &err);
    gcv_interrupts_hold(&before);
    gcv_status status = gcv_file_write(file, path, text.data, text.size, &err);
    gcv_status closed = gcv_file_finish(file, path, status == GCV_OK ? &err : NULL);
    gcv_interrupts_release(&before);
    gcv_fail_if(ctx, status == GCV_OK ? closed : status, &err);
}

void gcv_name_map_save(const gcv_name_map *map, const char *path)
{
    if (map->has_file && map->n_in_file == map->lines.n) {
        return;
    }
    gcv_buffer text = {0};
    if (!map->has_file) {
        append_head(map, &text);
    } else if (map->is_open) {
        gcv_buffer_append_str(map->ctx, &text, "\n");
    }
    append_lines(map, &text);
    gcv_slice added = gcv_buffer_slice(&text);
    if (map->has_file) {
        add_to_file(map->ctx, path, added);
    } else {
        make_file(map, path, added);
    }
    gcv_buffer_release(map->ctx, &text);
}
