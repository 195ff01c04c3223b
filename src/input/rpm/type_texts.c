/* type_texts.c - allocates the cache of type id texts and adds entries; see type_texts.h. */
#include "input/rpm/type_texts.h"

#include "base/error.h"

enum { BITS_MIN = 7, BITS_MAX = 12 };

static void expect_width(gcv_type_texts *texts, unsigned width)
{
    unsigned char mask[sizeof texts->first_mask];
    for (unsigned i = 0; i < sizeof mask; i++) {
        mask[i] = width + i + 1 >= GCV_TYPE_WIDTH_MAX ? 0xff : 0;
    }
    memcpy(&texts->first_mask, mask, sizeof mask);
    texts->first_from = width < sizeof(uint64_t) ? sizeof(uint64_t) : GCV_TYPE_WIDTH_MAX;
    texts->width = width;
}

void gcv_type_texts_init(gcv_type_texts *texts)
{
    memset(texts, 0, sizeof *texts);
    expect_width(texts, GCV_TYPE_WIDTH_MIN);
}

static size_t n_places(unsigned bits) { return bits > 0 ? (size_t)2 << bits : 0; }

void gcv_type_texts_release(gcv_context *ctx, gcv_type_texts *texts)
{
    gcv_free(ctx, texts->place);
    texts->place = NULL;
    texts->bits = 0;
}

void gcv_type_texts_fit(gcv_context *ctx, gcv_type_texts *texts, size_t n_types)
{
    unsigned bits = texts->bits < BITS_MIN ? BITS_MIN : texts->bits;
    while (bits < BITS_MAX && n_types > (size_t)1 << bits) {
        bits++;
    }
    if (bits != texts->bits) {
        gcv_type_text *place = gcv_alloc_zeroed(ctx, n_places(bits), sizeof *place);
        gcv_type_texts_release(ctx, texts);
        texts->place = place;
        texts->bits = bits;
    }
}

void gcv_type_texts_add(gcv_type_texts *texts, const unsigned char *at, unsigned width,
                        uint32_t slot)
{
    if (width != texts->width) {
        expect_width(texts, width);
    }
    gcv_type_text text = gcv_type_text_of(texts, at, slot);
    gcv_type_text *place = gcv_type_text_places(texts, &text);
    place[1] = place[0];
    place[0] = text;
}
