/* type_texts.c - the size of the table of type id texts; see type_texts.h. */
#include "input/rpm/type_texts.h"

#include "base/error.h"

enum { BITS_MIN = 8, BITS_MAX = 13 };

gcv_status gcv_type_texts_fit(gcv_context *ctx, gcv_type_texts *texts, size_t n_types,
                              gcv_error *err)
{
    unsigned bits = texts->bits < BITS_MIN ? BITS_MIN : texts->bits;
    while (bits < BITS_MAX && n_types > ((size_t)1 << bits) / 2) {
        bits++;
    }
    if (bits != texts->bits) {
        gcv_type_text *place = gcv_alloc_zeroed(ctx, (size_t)1 << bits, sizeof *place, err);
        if (place == NULL) {
            return gcv_failed(err);
        }
        gcv_type_texts_release(ctx, texts);
        texts->place = place;
        texts->bits = bits;
    }
    return GCV_OK;
}

void gcv_type_texts_release(gcv_context *ctx, gcv_type_texts *texts)
{
    if (texts->bits > 0) {
        gcv_free(ctx, texts->place, (size_t)1 << texts->bits, sizeof *texts->place);
    }
    texts->place = NULL;
    texts->bits = 0;
}
