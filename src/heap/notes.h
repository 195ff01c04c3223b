/* notes.h - warnings collected while reading: all counted, the first few of each kind kept. If
 * there is just one more, it is kept, too: a line that says so would be no shorter.
 *
 * Ids that are referred to but have no record become a note, too: all counted, the lowest few kept.
 */
#ifndef GCV_HEAP_NOTES_H
#define GCV_HEAP_NOTES_H

#include "base/arena.h"
#include "base/column.h"

enum { GCV_NOTES_KEPT = 10 }; /* of each kind */

GCV_COLUMN(gcv_note_column, gcv_note);

typedef struct gcv_notes {
    gcv_note_column kept;
    uint64_t count[GCV_NOTE_KINDS];
    gcv_arena *arena; /* holds the messages; borrowed */
    bool binary;      /* places are offsets */
} gcv_notes;

/* `place` is a line or an offset, 0 for none. */
void gcv_notes_add(gcv_context *ctx, gcv_notes *notes, gcv_note_kind kind, uint64_t place,
                   const char *format, ...) GCV_PRINTF(5, 6);

/* Sorts by line or offset; notes without one come last. */
void gcv_notes_sort(gcv_notes *notes);

enum { GCV_MISSING_SHOWN = 8 };

typedef struct gcv_missing {
    uint64_t count;                  /* all mentions */
    uint64_t ids[GCV_MISSING_SHOWN]; /* ascending, each once */
    unsigned n;
    bool more; /* there are more ids than these */
} gcv_missing;

void gcv_missing_add(gcv_missing *missing, uint64_t id);

/* The words of a note after the number of mentions. */
typedef struct gcv_missing_words {
    const char *one, *many;
} gcv_missing_words;

/* Adds a note `COUNT WORDS: ID ID ...`, if anything is missing. */
void gcv_missing_note(gcv_context *ctx, gcv_notes *notes, gcv_note_kind kind,
                      const gcv_missing_words *words, const gcv_missing *missing);

#endif
