/* redact.h - a heap without the names that tell whose program it was.
 *
 * Names that are not the platform's become pseudonyms. Paths are removed, and so is what a dump
 * says about the process, the machine and the time. Numbers stay: counts, sizes, ids,
 * references.
 *
 * circle: redact.c calls redact_names.c, and this redact_words.c, which decides what stays. */
#ifndef GCV_REDACT_REDACT_H
#define GCV_REDACT_REDACT_H

#include "analysis/type_kinds.h"
#include "heap/rename.h"
#include "redact/name_map.h"

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

/* ---- redact_words.c: which words of a name stay --------------------------------------------- */
/* Those in its tables and in type_kinds.h, and the counters that compilers put into names. */

/* Whether the character parts words. */
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

#endif
