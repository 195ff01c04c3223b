/* name_map.h - the file that stays at home: the key, and the word that each made-up one stands for.
 *
 *     key<TAB>32 hex digits
 *     Bakimorutezavu<TAB>OrderView
 *
 * Blank lines and lines that begin with # say nothing. Words are escaped as in tsv. */
#ifndef GCV_REDACT_NAME_MAP_H
#define GCV_REDACT_NAME_MAP_H

#include "base/arena.h"
#include "base/column.h"
#include "base/id_map.h"
#include "base/siphash.h"

GCV_COLUMN(gcv_map_word_column, gcv_slice);

typedef struct gcv_name_map {
    gcv_context *ctx;
    gcv_siphash_key key;
    gcv_arena arena;
    gcv_map_word_column lines; /* of the file, in the order in which words came */
    gcv_id_map known;          /* where the line of a made-up word is */
    bool has_file;             /* with the key and … */
    size_t n_in_file;          /* … the first of the lines */
    bool is_open;              /* its last line does not end */
} gcv_name_map;

/* An empty map, which needs a key. */
void gcv_name_map_init(gcv_name_map *map, gcv_context *ctx);
/* A new one. GCV_ERR_USAGE: the system has no random numbers. */
GCV_CHECKED gcv_status gcv_name_map_make_key(gcv_name_map *map, gcv_error *err);
/* Takes the key and the words of a file; `name` stands for it in messages. GCV_ERR_USAGE: it is no
 * such file. */
GCV_CHECKED gcv_status gcv_name_map_read(gcv_name_map *map, gcv_slice text, const char *name,
                                         gcv_error *err);
/* Makes the file, or adds to the one that was read what it lacks: then its owner, its rights and
 * what people have written into it stay. */
GCV_CHECKED gcv_status gcv_name_map_save(const gcv_name_map *map, const char *path, gcv_error *err);
void gcv_name_map_release(gcv_name_map *map);

/* The made-up word for a word, which is now in the map. `out` has room for it (pseudonym.h). */
GCV_CHECKED gcv_status gcv_name_map_add(gcv_name_map *map, gcv_slice word, char *out,
                                        gcv_error *err);

#endif
