/* redact_words.h - which words of a name stay: those in the tables of redact_words.c and of
 * type_kinds.h, and the counters that compilers put into names. */
#ifndef GCV_REDACT_REDACT_WORDS_H
#define GCV_REDACT_REDACT_WORDS_H

#include "analysis/type_kinds.h"
#include "heap/rename.h"

/* The runtime that a heap comes from; it decides how names are read. */
typedef enum gcv_name_world { GCV_WORLD_DOTNET, GCV_WORLD_V8, GCV_WORLD_RUBY } gcv_name_world;

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
