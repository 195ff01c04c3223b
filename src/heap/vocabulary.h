/* vocabulary.h - the words for what dumps tell apart: kinds of roots, flags of roots, generations.
 *
 * This is their only home: options, help, labels, groups and rules ask here. A new kind, flag or
 * generation is one row in vocabulary.c (and one constant in gcview.h). gcv_root_kind_word() is in
 * gcview.h, too.
 */
#ifndef GCV_HEAP_VOCABULARY_H
#define GCV_HEAP_VOCABULARY_H

#include <gcview/gcview.h>

/* What stands for every root kind that has no word of its own. */
#define GCV_ROOT_OTHER_WORD "other"

/* The words in the order of preference, `other` last, then NULL. */
const char *gcv_root_kind_word_at(size_t at);
/* The groups that roots are in by their kinds in a V8 heap snapshot that gcview writes: `(static
 * variables)` and so on, in the same order, at the end that of kinds without a word, then NULL. */
const char *gcv_root_group_at(size_t at);
/* The place of the group of a kind. */
size_t gcv_root_group_of(uint32_t kind);
/* The kind of a group by its place; GCV_NONE: those without a word. */
uint32_t gcv_root_kind_of_group(size_t at);
/* The group of roots that refer to unreachable objects. */
#define GCV_ROOT_UNREACHABLE_GROUP "(unreachable objects)"
/* The key in a snapshot that gcview writes: chains begin at static roots first. */
#define GCV_STATIC_FIRST "gcview_static_first"
/* Order in which root kinds are preferred and listed: lower first, those without a word last. */
uint32_t gcv_root_kind_rank(uint32_t kind);
/* Whether a root of this kind is meant by a word: its own, or `other` if it has none. */
bool gcv_root_kind_is(uint32_t kind, const char *word);

/* A flag and its word, lowest flag first; false behind the last one. */
bool gcv_root_flag_at(size_t at, uint32_t *flag, const char **word);

/* `gen0`, `gen1`, `gen2`, `large`, `pinned`; NULL for any other number. */
const char *gcv_generation_word(uint32_t generation);
/* The words that name a generation on the command line: `0`, `1`, `2`, then those above; NULL
 * behind the last. */
const char *gcv_generation_word_at(size_t at);
/* The number for a word, with or without `gen` in front of a digit; GCV_NONE: there is none. */
uint32_t gcv_generation_named(const char *word);

#endif
