/* type_texts.h - slots of types by the text of their ids, so that few of these ids are read.
 *
 * A log names the types of its objects by the same digits again and again. The first and the last 8
 * bytes of a blank and an id of 7 to 15 digits, which overlap, and the number of digits are the
 * whole text; if they are those of a text that was read before, its slot is known. A text has one
 * place, by its last 8 bytes, and takes it from the one that was there.
 *
 * `stats` takes 10 % less with it, for 3000 types: with half as many places 5 %, with four times as
 * many no less; two places for each text gain nothing. Memory: 64 bytes a type, at most 256 KB.
 */
#ifndef GCV_INPUT_RPM_TYPE_TEXTS_H
#define GCV_INPUT_RPM_TYPE_TEXTS_H

#include "base/attr.h"
#include "base/context.h"

#include <string.h>

typedef struct gcv_type_text {
    uint64_t first, last;
    uint32_t width;   /* 0: none */
    uint32_t section; /* an id may be another type's in another section */
    uint32_t slot;
} gcv_type_text;

enum { GCV_TYPE_WIDTH_MIN = 7, GCV_TYPE_WIDTH_MAX = 15 };

typedef struct gcv_type_texts {
    gcv_type_text *place;
    unsigned bits; /* there are 2^bits places; 0: none so far */
} gcv_type_texts;

/* Makes room for the texts of `n_types`; those that are known may be forgotten. */
GCV_CHECKED gcv_status gcv_type_texts_fit(gcv_context *ctx, gcv_type_texts *texts, size_t n_types,
                                          gcv_error *err);
void gcv_type_texts_release(gcv_context *ctx, gcv_type_texts *texts);

/* The text of a blank and `width` digits. */
static GCV_INLINE gcv_type_text gcv_type_text_of(const unsigned char *at, unsigned width,
                                                 uint32_t section, uint32_t slot)
{
    gcv_type_text text;
    memcpy(&text.first, at, sizeof text.first);
    memcpy(&text.last, at + 1 + width - sizeof text.last, sizeof text.last);
    text.width = width;
    text.section = section;
    text.slot = slot;
    return text;
}

static GCV_INLINE bool gcv_type_text_equal(const gcv_type_text *a, const gcv_type_text *b)
{
    return a->first == b->first && a->last == b->last && a->width == b->width &&
           a->section == b->section;
}

/* Where a text is, if it is known. The factor is that of Fibonacci hashing. */
static GCV_INLINE gcv_type_text *gcv_type_text_place(const gcv_type_texts *texts,
                                                     const gcv_type_text *text)
{
    return &texts->place[text->last * 0x9e3779b97f4a7c15u >> (64 - texts->bits)];
}

#endif
