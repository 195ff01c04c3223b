/* notes.c - warnings and missing ids, collected while reading; see notes.h. */
#include "heap/notes.h"

#include "base/error.h"
#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Drops the last note of a kind that is kept. */
static void drop_last(gcv_notes *notes, gcv_note_kind kind)
{
    gcv_note *all = notes->kept.data;
    size_t at = notes->kept.n - 1;
    while (all[at].kind != kind) {
        at--;
    }
    for (notes->kept.n--; at < notes->kept.n; at++) {
        all[at] = all[at + 1];
    }
}

void gcv_notes_add(gcv_context *ctx, gcv_notes *notes, gcv_note_kind kind, uint64_t place,
                   const char *format, ...)
{
    char message[240];
    if (++notes->count[kind] > GCV_NOTES_KEPT + 1) {
        if (notes->count[kind] == GCV_NOTES_KEPT + 2) {
            drop_last(notes, kind);
        }
        return;
    }
    GCV_PRINT_ARGS(message, format);
    const gcv_note note = {.kind = kind,
                           .line = place,
                           .at_offset = notes->binary && place != 0,
                           .message = gcv_arena_copy(ctx, notes->arena, message, strlen(message))};
    gcv_note_column_push(ctx, &notes->kept, note);
}

/* An insertion sort: there are a few dozen notes at most. */
void gcv_notes_sort(gcv_notes *notes)
{
    size_t at;
    for (size_t i = 1; i < notes->kept.n; i++) {
        gcv_note note = notes->kept.data[i];
        for (at = i; at > 0 && note.line - 1 < notes->kept.data[at - 1].line - 1; at--) {
            notes->kept.data[at] = notes->kept.data[at - 1];
        }
        notes->kept.data[at] = note;
    }
}

void gcv_missing_add(gcv_missing *missing, uint64_t id)
{
    unsigned at = missing->n;
    missing->count++;
    while (at > 0 && missing->ids[at - 1] > id) {
        at--;
    }
    if (at > 0 && missing->ids[at - 1] == id) {
        return;
    }
    if (missing->n == GCV_MISSING_SHOWN) {
        missing->more = true;
        if (at == GCV_MISSING_SHOWN) {
            return;
        }
        missing->n--;
    }
    memmove(&missing->ids[at + 1], &missing->ids[at], (missing->n - at) * sizeof missing->ids[0]);
    missing->ids[at] = id;
    missing->n++;
}

void gcv_missing_note(gcv_context *ctx, gcv_notes *notes, gcv_note_kind kind,
                      const gcv_missing_words *words, const gcv_missing *missing)
{
    char list[GCV_MISSING_SHOWN * (GCV_NUMBER_MAX + 1) + 8];
    size_t n = 0;
    if (missing->count == 0) {
        return;
    }
    for (unsigned i = 0; i < missing->n; i++) {
        list[n++] = ' ';
        n += gcv_format_hex(list + n, missing->ids[i]);
    }
    (void)snprintf(list + n, sizeof list - n, "%s", missing->more ? " ..." : "");
    gcv_notes_add(ctx, notes, kind, 0, "%" PRIu64 " %s:%s", missing->count,
                  missing->count == 1 ? words->one : words->many, list);
}
