/* redact.h - a heap without the names that tell whose program it was.
 *
 * Names that are not the platform's become pseudonyms. Paths are removed, and so is what a dump
 * says about the process, the machine and the time. Numbers stay: counts, sizes, ids,
 * references.
 *
 * circle: redact_names.c calls redact_words.c, which decides what stays. */
#ifndef GCV_REDACT_REDACT_H
#define GCV_REDACT_REDACT_H

#include "analysis/type_kinds.h"
#include "heap/rename.h"

/* ---- name_map.c --------------------------------------------------------------------------- */

/* The private file of a redaction: the key, and the word behind each pseudonym.
 *
 *     key<TAB>32 hex digits
 *     Bakimorutezavu<TAB>OrderView
 *
 * Blank lines and lines that begin with # are skipped. Words are escaped as in tsv. */
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

/* ---- redaction ---------------------------------------------------------------------------- */

/* Renames everything in a heap. Two heaps that are redacted with one map can be compared. After a
 * failure the heap can only be freed. O(objects + bytes of names). */
void gcv_redact_heap(gcv_heap *heap, gcv_name_map *map, const char *called);

/* ---- redact_names.c: the pseudonym of a name, word by word ---------------------------------- */

/* The runtime that a heap comes from; it decides how names are read. */
typedef enum gcv_name_world {
    GCV_WORLD_DOTNET,
    GCV_WORLD_V8,
    GCV_WORLD_RUBY,
    GCV_WORLD_JAVA
} gcv_name_world;

/* Appends the new name. Punctuation and what compilers add stay, so that arrays, generic types and
 * nested types can still be recognised. A word stays only if it is the platform's or a table lists
 * it, and so do beginnings and ends that tell the kinds of a type: reports say the same of both
 * names. */
void gcv_redact_name(gcv_name_map *map, gcv_name_world world, gcv_name_kind kind, gcv_slice name,
                     gcv_slice module, gcv_buffer *out);

/* Whether a name is that of a type, or like one. */
static inline bool gcv_names_type(gcv_name_kind kind)
{
    return kind == GCV_NAME_TYPE || kind == GCV_NAME_CONTAINER || kind == GCV_NAME_OBJECT;
}

/* ---- redact_words.c: which words of a name stay --------------------------------------------- */
/* Those in its tables and in type_kinds.h, and the counters that compilers put into names. */

bool gcv_is_between_words(char c);

/* How much of the word at `at` of a name stays; the part in the middle is replaced. */
gcv_telling gcv_words_kept(gcv_name_world world, gcv_name_kind kind, gcv_slice name, size_t at,
                           size_t size);

/* Whether a word of a name that is the platform's is like the names of the platform: it begins with
 * a letter, and has no long number. */
bool gcv_is_platform_word(gcv_slice word);

/* Whether a C# compiler made the word at `at`, for a closure, a state machine or the like, or it is
 * the count of type parameters. It contains no word of the programmer. */
bool gcv_is_compiler_word(gcv_slice name, size_t at, size_t size);

/* ---- pseudonyms --------------------------------------------------------------------------- */

/* A pseudonym for a word: always the same under one key. Without the key nobody can tell the
 * word, not even by trying words. */
enum { GCV_PSEUDONYM_SIZE = 14 };

/* Writes 14 letters that can be read aloud: Bakimorutezavu. There are 80^7 such pseudonyms: among
 * 100,000 words there is a collision in one of 4,200 programs. */
void gcv_pseudonym(gcv_siphash_key key, gcv_slice word, char out[GCV_PSEUDONYM_SIZE + 1]);

#endif
