/* equal_strings.c - see equal_strings.h. */
#include "analysis/equal_strings.h"

#include "heap/reference_names.h"

/* Besides the number of its text: what is known of an object. */
#define NOT_SEEN GCV_NONE
#define OPEN (GCV_NONE - 1)
#define NOT_KNOWN (GCV_NONE - 2)

typedef struct grouper {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_string_groups *out;
    uint32_t concatenated; /* the type; GCV_NONE: there are none */
    uint32_t *number;      /* per object: of its text; or NOT_SEEN … */
    gcv_u32_column open;   /* concatenated strings, each a part of the one before */
    gcv_buffer text;
} grouper;

static bool is_concatenated(const grouper *g, uint32_t object)
{
    return g->heap->type.data[object] == g->concatenated;
}

/* Returns the part of a concatenated string that the internal reference `name` leads to; GCV_NONE:
 * it has no such part. */
static uint32_t part_of(const grouper *g, uint32_t object, const char *name)
{
    return gcv_field_target(g->heap, object, GCV_FIELD_INTERNAL, name, UINT32_MAX);
}

/* ---- texts -------------------------------------------------------------------------------- */

static uint32_t number_text(grouper *g, gcv_slice text)
{
    gcv_equal_strings_column *all = &g->out->all;
    gcv_slice rest = text;
    const gcv_equal_strings none = {.length = gcv_utf16_skip(&rest, GCV_TEXT_CUT)};
    text.size -= rest.size;
    const uint32_t number = gcv_distinct_texts_number(g->ctx, &g->out->texts, text);
    if (number == all->n) {
        gcv_equal_strings_column_push(g->ctx, all, none);
    }
    return number;
}

/* Numbers the text of a string that is not concatenated. */
static void number_plain(grouper *g, uint32_t object)
{
    const uint32_t at = gcv_sparse_get(&g->heap->texts.text, object);
    const bool known = at != GCV_NONE && g->heap->texts.all.data[at].data != NULL;
    g->number[object] = known ? number_text(g, g->heap->texts.all.data[at]) : NOT_KNOWN;
}

/* Whether the text of the first part is all that counts: a beginning that is long enough is that of
 * all longer strings, too, since programs append to a string again and again. */
static bool suffices(const grouper *g, uint32_t first)
{
    return first >= NOT_KNOWN || g->out->all.data[first].length >= GCV_TEXT_CUT;
}

static uint32_t join(grouper *g, uint32_t first, uint32_t second)
{
    const gcv_slice_column *texts = &g->out->texts.texts;
    if (second >= NOT_KNOWN) {
        return NOT_KNOWN;
    }
    gcv_buffer_clear(&g->text);
    gcv_buffer_append(g->ctx, &g->text, texts->data[first]);
    gcv_buffer_append(g->ctx, &g->text, texts->data[second]);
    return number_text(g, gcv_buffer_slice(&g->text));
}

/* Makes the number of a part known, or opens it and returns true. */
static bool opens(grouper *g, uint32_t part)
{
    if (g->number[part] != NOT_SEEN) {
        return false;
    }
    if (!is_concatenated(g, part)) {
        number_plain(g, part);
        return false;
    }
    g->number[part] = OPEN;
    gcv_u32_column_push(g->ctx, &g->open, part);
    return true;
}

/* Numbers a concatenated string after its parts. A damaged dump may have strings that are made of
 * themselves: no text. */
static void number_concatenated(grouper *g, uint32_t object)
{
    (void)opens(g, object);
    while (g->open.n > 0) {
        const uint32_t top = g->open.data[g->open.n - 1];
        const uint32_t first = part_of(g, top, "first"), second = part_of(g, top, "second");
        if (first == GCV_NONE || second == GCV_NONE) {
            g->number[top] = NOT_KNOWN;
        } else if (opens(g, first)) {
            continue;
        } else if (suffices(g, g->number[first])) {
            g->number[top] = g->number[first] < NOT_KNOWN ? g->number[first] : NOT_KNOWN;
        } else if (opens(g, second)) {
            continue;
        } else {
            g->number[top] = join(g, g->number[first], g->number[second]);
        }
        g->open.n--;
    }
}

/* ---- groups ------------------------------------------------------------------------------- */

static bool is_empty(const grouper *g, uint32_t object)
{
    const uint32_t number = g->number[object];
    return number < NOT_KNOWN && g->out->all.data[number].length == 0;
}

/* Whether a string counts. With an empty part, a concatenated string stands for the other part. */
static bool counts(const grouper *g, uint32_t object)
{
    return g->number[object] < NOT_KNOWN && gcv_heap_size(g->heap, object) > 0 &&
           !(is_concatenated(g, object) && (is_empty(g, part_of(g, object, "first")) ||
                                            is_empty(g, part_of(g, object, "second"))));
}

void gcv_strings_group(gcv_context *ctx, const gcv_heap *heap, gcv_string_groups *out)
{
    grouper g = {.ctx = ctx, .heap = heap, .out = out};
    gcv_phase(ctx, "equal strings");
    *out = (gcv_string_groups){0};
    g.concatenated = gcv_heap_type_named(heap, gcv_slice_str("(concatenated string)"));
    g.number = gcv_alloc_none(ctx, heap->n_objects); /* NOT_SEEN */
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (is_concatenated(&g, i)) {
            number_concatenated(&g, i);
        } else if (g.number[i] == NOT_SEEN) {
            number_plain(&g, i);
        }
    }
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (counts(&g, i)) {
            gcv_equal_strings *group = &out->all.data[g.number[i]];
            group->count++;
            group->bytes += gcv_heap_size(heap, i);
        }
    }
    for (size_t i = 0; i < out->all.n; i++) {
        gcv_equal_strings *group = &out->all.data[i];
        group->wasted = group->count > 1 ? group->bytes - group->bytes / group->count : 0;
    }
    gcv_free(ctx, g.number);
    GCV_RELEASE(ctx, &g.open, &g.text);
}
