/* name_map.c - the file of made-up words; see name_map.h. */
#include "redact/name_map.h"

#include "base/buffer.h"
#include "base/error.h"
#include "base/file.h"
#include "base/number.h"
#include "base/out_file.h"
#include "base/text_lines.h"
#include "output/escape.h"
#include "redact/pseudonym.h"

#include <inttypes.h>
#include <string.h>

void gcv_name_map_init(gcv_name_map *map, gcv_context *ctx)
{
    memset(map, 0, sizeof *map);
    map->ctx = ctx;
}

gcv_status gcv_name_map_make_key(gcv_name_map *map, gcv_error *err)
{
    map->is_new = true;
    return gcv_random_bytes(&map->key, sizeof map->key)
               ? GCV_OK
               : gcv_fail(err, GCV_ERR_USAGE,
                          "the system has no random numbers to make a key of; put a line "
                          "key<TAB>32 hex digits into a file for --redact-map");
}

void gcv_name_map_release(gcv_name_map *map)
{
    gcv_arena_release(map->ctx, &map->arena);
    gcv_map_word_column_release(map->ctx, &map->lines);
    gcv_id_map_release(map->ctx, &map->known);
}

/* The letters of a made-up word as a number: 44 bits of it are all that there is. */
static uint64_t number_of(const char *made_up)
{
    uint64_t number = 0;
    size_t i;
    for (i = 0; i < GCV_PSEUDONYM_SIZE; i++) {
        number = number * 31 + ((unsigned char)made_up[i] & 31);
    }
    return number;
}

/* A line of the file. The first one of a made-up word counts. */
static gcv_status add_line(gcv_name_map *map, gcv_slice line, gcv_error *err)
{
    const uint64_t number = number_of(line.data);
    gcv_status status;
    char *copy;
    if (gcv_id_map_get(map->ctx, &map->known, number) != GCV_NONE) {
        return GCV_OK;
    }
    copy = gcv_arena_copy(map->ctx, &map->arena, line.data, line.size, err);
    if (copy == NULL) {
        return gcv_failed(err);
    }
    status = gcv_id_map_set(map->ctx, &map->known, number, (uint32_t)map->lines.n, err);
    return status == GCV_OK
               ? gcv_map_word_column_push(map->ctx, &map->lines, gcv_slice_of(copy, line.size), err)
               : status;
}

gcv_status gcv_name_map_add(gcv_name_map *map, gcv_slice word, char *out, gcv_error *err)
{
    gcv_escape escape = gcv_escape_start(GCV_ESCAPE_TSV, word);
    gcv_buffer line;
    gcv_slice piece;
    gcv_status status;
    memset(&line, 0, sizeof line);
    gcv_pseudonym(map->key, word, out);
    if (gcv_id_map_get(map->ctx, &map->known, number_of(out)) != GCV_NONE) {
        return GCV_OK;
    }
    map->is_new = true;
    gcv_buffer_append_str(map->ctx, &line, out, err);
    gcv_buffer_append_str(map->ctx, &line, "\t", err);
    while (gcv_escape_next(&escape, &piece)) {
        gcv_buffer_append(map->ctx, &line, piece, err);
    }
    status = line.status == GCV_OK ? add_line(map, gcv_buffer_slice(&line), err) : line.status;
    gcv_buffer_release(map->ctx, &line);
    return status;
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

gcv_status gcv_name_map_read(gcv_name_map *map, gcv_slice text, const char *name, gcv_error *err)
{
    gcv_text_lines lines;
    gcv_slice line;
    bool has_key = false;
    gcv_status status = GCV_OK;
    if (!gcv_text_lines_begin(&lines, text)) {
        return gcv_fail_line(err, GCV_ERR_USAGE, name, 1, "this is UTF-16, and maps are UTF-8");
    }
    while (status == GCV_OK && gcv_text_lines_next(&lines, &line)) {
        if (!has_key) {
            has_key = read_key(line, &map->key);
            status = has_key ? GCV_OK
                             : gcv_fail_line(err, GCV_ERR_USAGE, name, lines.number,
                                             "a map of names begins with key<TAB>32 hex digits");
        } else if (line.size > GCV_PSEUDONYM_SIZE && line.data[GCV_PSEUDONYM_SIZE] == '\t') {
            status = add_line(map, line, err);
        } else {
            status = gcv_fail_line(err, GCV_ERR_USAGE, name, lines.number,
                                   "not a made-up word, a tab and a word");
        }
    }
    return status == GCV_OK && !has_key
               ? gcv_fail_line(err, GCV_ERR_USAGE, name, 0, "there is no key in this file")
               : status;
}

static gcv_status write_line(FILE *file, const char *path, gcv_slice line, gcv_error *err)
{
    gcv_status status = gcv_file_write(file, path, line.data, line.size, err);
    return status == GCV_OK ? gcv_file_write(file, path, "\n", 1, err) : status;
}

gcv_status gcv_name_map_write(const gcv_name_map *map, gcv_out_file *out, gcv_error *err)
{
    static const char head[] =
        "# What `gcview --redact` has renamed. Who has this file can read the "
        "names: it stays at home.\n";
    FILE *file = gcv_out_file_begin(out, err);
    char key[sizeof "key\t" + KEY_DIGITS];
    gcv_status status;
    size_t i;
    if (file == NULL) {
        return gcv_failed(err);
    }
    (void)snprintf(key, sizeof key, "key\t%016" PRIx64 "%016" PRIx64, map->key.low, map->key.high);
    status = gcv_file_write(file, out->path, head, sizeof head - 1, err);
    if (status == GCV_OK) {
        status = write_line(file, out->path, gcv_slice_str(key), err);
    }
    for (i = 0; status == GCV_OK && i < map->lines.n; i++) {
        status = write_line(file, out->path, map->lines.data[i], err);
    }
    return status == GCV_OK ? gcv_out_file_finish(out, err) : status;
}
