/* name_map.h - the private file of a redaction: the key, and the word behind each pseudonym.
 *
 *     key<TAB>32 hex digits
 *     Bakimorutezavu<TAB>OrderView
 *
 * Blank lines and lines that begin with # are skipped. Words are escaped as in tsv. */
#ifndef GCV_REDACT_NAME_MAP_H
#define GCV_REDACT_NAME_MAP_H

#include "base/arena.h"
#include "base/column.h"
#include "base/id_map.h"

typedef struct gcv_name_map {
    gcv_context *ctx;
    gcv_siphash_key key;
    gcv_arena arena;
    gcv_slice_column lines; /* lines of the file, in the order in which words were added */
    gcv_id_map known;       /* the index in `lines` of each pseudonym */
    bool has_file;          /* the map was read from a file, which has the key and … */
    size_t n_in_file;       /* … the first n_in_file lines */
    bool is_open;           /* the file's last line has no line end */
} gcv_name_map;

/* Makes an empty map without a key. */
void gcv_name_map_init(gcv_name_map *map, gcv_context *ctx);
/* Makes a new random key. GCV_ERR_USAGE: the system has no random numbers. */
void gcv_name_map_make_key(gcv_name_map *map);
/* Reads the key and the words from the text of a file; messages call the file `name`.
 * GCV_ERR_USAGE: the text is not a map. */
void gcv_name_map_read(gcv_name_map *map, gcv_slice text, const char *name);
/* Writes the file. If the map was read from a file, only appends the lines that the file lacks, so
 * that its owner, its permissions and what people have written into it stay. */
void gcv_name_map_save(const gcv_name_map *map, const char *path);
void gcv_name_map_release(gcv_name_map *map);

/* Writes the pseudonym of a word into `out`, which has room for it, and adds both to
 * the map. */
void gcv_name_map_add(gcv_name_map *map, gcv_slice word, char *out);

/* ---- pseudonyms --------------------------------------------------------------------------- */

/* A pseudonym for a word: always the same under one key. Without the key nobody can tell the
 * word, not even by trying words. */
enum { GCV_PSEUDONYM_SIZE = 14 };

/* Writes 14 letters that can be read aloud: Bakimorutezavu. There are 80^7 such pseudonyms: among
 * 100,000 words there is a collision in one of 4,200 programs. */
void gcv_pseudonym(gcv_siphash_key key, gcv_slice word, char out[GCV_PSEUDONYM_SIZE + 1]);

/* Whether these characters have the form of a pseudonym. */
bool gcv_is_pseudonym(const char text[GCV_PSEUDONYM_SIZE]);

#endif
