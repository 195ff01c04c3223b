/* vocabulary.h - the words for root kinds, root flags and generations.
 *
 * They are defined nowhere else: options, help, labels, groups and rules use these functions. A new
 * kind, flag or generation is one row in vocabulary.c (and one constant in gcview.h).
 * gcv_root_kind_word() is in gcview.h, too.
 */
#ifndef GCV_HEAP_VOCABULARY_H
#define GCV_HEAP_VOCABULARY_H

#include <gcview/gcview.h>

/* The word for all root kinds that have no word of their own. */
#define GCV_ROOT_OTHER_WORD "other"

/* Returns the words in order of preference, `other` last, then NULL. */
const char *gcv_root_kind_word_at(size_t at);
/* Returns the groups, one for each kind of root, in a V8 heap snapshot that gcview writes: `(static
 * variables)` and so on, in the same order, then that of kinds without a word, then NULL. */
const char *gcv_root_group_at(size_t at);
/* Returns the index of a kind's group. */
size_t gcv_root_group_of(uint32_t kind);
/* Returns the kind of the group at an index; GCV_NONE: kinds without a word. */
uint32_t gcv_root_kind_of_group(size_t at);
/* The group of roots that refer to unreachable objects. */
#define GCV_ROOT_UNREACHABLE_GROUP "(unreachable objects)"
/* The label of a dependent handle of .NET. */
#define GCV_DEPENDENT_HANDLE "dependent"
/* A key in a snapshot that gcview writes: chains prefer static roots. */
#define GCV_STATIC_FIRST "gcview_static_first"
/* Returns the rank by which root kinds are preferred and listed: lower first, kinds without a word
 * last. */
uint32_t gcv_root_kind_rank(uint32_t kind);
/* Whether a word means a root kind: the kind's own word, or `other` if it has none. */
bool gcv_root_kind_is(uint32_t kind, const char *word);

/* Finds a flag and its word, lowest flag first; false past the last one. */
bool gcv_root_flag_at(size_t at, uint32_t *flag, const char **word);

/* Returns `gen0`, `gen1`, `gen2`, `large`, `pinned`; NULL for any other number. */
const char *gcv_generation_word(uint32_t generation);
/* Returns the words that name a generation on the command line: `0`, `1`, `2`, then the words
 * above; NULL after the last. */
const char *gcv_generation_word_at(size_t at);
/* Returns the generation for a word, with or without `gen` before a digit; GCV_NONE: none. */
uint32_t gcv_generation_named(const char *word);

#endif
