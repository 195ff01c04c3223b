/* missing.h - ids that are referred to but have no record: all counted, the lowest few kept. */
#ifndef GCV_HEAP_MISSING_H
#define GCV_HEAP_MISSING_H

#include "heap/notes.h"

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
GCV_CHECKED gcv_status gcv_missing_note(gcv_context *ctx, gcv_notes *notes, gcv_note_kind kind,
                                        const gcv_missing_words *words, const gcv_missing *missing,
                                        gcv_error *err);

#endif
