/* missing.c - ids that are referred to but have no record; see missing.h. */
#include "heap/missing.h"

#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

gcv_status gcv_missing_note(gcv_context *ctx, gcv_notes *notes, gcv_note_kind kind,
                            const gcv_missing_words *words, const gcv_missing *missing,
                            gcv_error *err)
{
    char list[GCV_MISSING_SHOWN * (GCV_NUMBER_MAX + 1) + 8];
    size_t n = 0;
    unsigned i;
    if (missing->count == 0) {
        return GCV_OK;
    }
    for (i = 0; i < missing->n; i++) {
        list[n++] = ' ';
        n += gcv_format_hex(list + n, missing->ids[i]);
    }
    (void)snprintf(list + n, sizeof list - n, "%s", missing->more ? " ..." : "");
    return gcv_notes_add(ctx, notes, kind, 0, err, "%" PRIu64 " %s:%s", missing->count,
                         missing->count == 1 ? words->one : words->many, list);
}
