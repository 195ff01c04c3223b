/* texts.h - the contents of strings. Only V8 snapshots tell, and they are kept on request only:
 * they are data of the program. 8 bytes a string, 16 a distinct text, and the text. */
#ifndef GCV_HEAP_TEXTS_H
#define GCV_HEAP_TEXTS_H

#include "base/column.h"
#include "base/search.h"

/* The least length, in UTF-16 units, of a text that the writer may have cut. */
enum { GCV_TEXT_CUT = 1024 };

typedef struct gcv_texts {
    bool known;                  /* the dump has them, and they were asked for */
    gcv_slice_column all;        /* data NULL: not in the file */
    gcv_u32_column object, text; /* in step, by object; `text` is an index in `all` */
} gcv_texts;

/* Returns the index of an object's text; GCV_NONE: it has none. O(log texts). */
static inline uint32_t gcv_texts_find(const gcv_texts *texts, uint32_t object)
{
    const uint32_t *objects = texts->object.data;
    const size_t at = gcv_find_u32(objects, sizeof *objects, texts->object.n, object);
    return at != SIZE_MAX ? texts->text.data[at] : GCV_NONE;
}

static inline void gcv_texts_release(gcv_context *ctx, gcv_texts *texts)
{
    gcv_slice_column_release(ctx, &texts->all);
    gcv_u32_column_release(ctx, &texts->object);
    gcv_u32_column_release(ctx, &texts->text);
}

#endif
