/* type_texts.h - a cache from the text of a type id to the type's slot, so that few ids are parsed.
 *
 * A log writes the type ids of its objects with the same digits again and again. A text is a blank
 * and an id of 7 to 15 digits. Its key identifies it fully: the first 8 bytes, the last 8 bytes
 * (the two may overlap) and the number of digits. If a text with the same key was read before, its
 * slot is known. Each text has a single place, given by the hash of its last 8 bytes; a new text
 * overwrites the text in its place.
 *
 * With the cache, `stats` takes 10 % less time for 3000 types; with half as many places 5 % less,
 * with four times as many no less. Two places for each text gain nothing. Memory: 64 bytes a type,
 * at most 256 KB.
 */
#ifndef GCV_INPUT_RPM_TYPE_TEXTS_H
#define GCV_INPUT_RPM_TYPE_TEXTS_H

#include "base/attr.h"
#include "base/context.h"

#include <string.h>

typedef struct gcv_type_text {
    uint64_t first, last;
    uint32_t width;   /* 0: the place is empty */
    uint32_t section; /* in another section the same id may be another type */
    uint32_t slot;
} gcv_type_text;

enum { GCV_TYPE_WIDTH_MIN = 7, GCV_TYPE_WIDTH_MAX = 15 };

typedef struct gcv_type_texts {
    gcv_type_text *place;
    unsigned bits; /* there are 2^bits places; 0: none yet */
} gcv_type_texts;

/* Makes room for the texts of `n_types` types; may empty the cache. */
GCV_CHECKED gcv_status gcv_type_texts_fit(gcv_context *ctx, gcv_type_texts *texts, size_t n_types,
                                          gcv_error *err);
void gcv_type_texts_release(gcv_context *ctx, gcv_type_texts *texts);

/* Returns the key of a text of a blank and `width` digits. */
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

/* Returns the place of a text, which may hold another text. The factor is the one of Fibonacci
 * hashing. */
static GCV_INLINE gcv_type_text *gcv_type_text_place(const gcv_type_texts *texts,
                                                     const gcv_type_text *text)
{
    return &texts->place[text->last * 0x9e3779b97f4a7c15u >> (64 - texts->bits)];
}

#endif
