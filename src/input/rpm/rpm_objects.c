/* rpm_objects.c - object records in their usual form; see rpm_record.h.
 *
 * The most expensive step is the branch after the last reference of a line, which no processor
 * predicts: 8 ns. Only the byte where a reference would begin decides this branch, so the outcome
 * is known early. If the condition includes the digits of the reference, `stats` takes 15 % longer.
 * Two alternatives were 8 to 20 % slower: four or six references at a time without a branch, since
 * the next line then waits for their number; and adding objects in batches, separately from parsing
 * lines.
 */
#include "input/rpm/rpm_record.h"

enum { FIELDS_MAX = 3 * GCV_HEX_FIELD_MAX };

enum { TYPE_WIDTH_MIN = 7, TYPE_WIDTH_MAX = 12, BITS_MIN = 7, BITS_MAX = 12 };

/* ---- the cache of type ids ---------------------------------------------------------------- */

static void expect_width(gcv_type_texts *texts, unsigned width)
{
    unsigned char mask[sizeof texts->first_mask];
    for (unsigned i = 0; i < sizeof mask; i++) {
        mask[i] = width + i + 1 >= TYPE_WIDTH_MAX ? 0xff : 0;
    }
    memcpy(&texts->first_mask, mask, sizeof mask);
    texts->first_from = width < sizeof(uint64_t) ? sizeof(uint64_t) : TYPE_WIDTH_MAX;
    texts->width = width;
}

/* Makes room for the texts of `n_types` types; may empty the cache. */
static void fit_texts(gcv_context *ctx, gcv_type_texts *texts, size_t n_types)
{
    unsigned bits = texts->bits < BITS_MIN ? BITS_MIN : texts->bits;
    while (bits < BITS_MAX && n_types > (size_t)1 << bits) {
        bits++;
    }
    if (bits != texts->bits) {
        gcv_type_text *place = gcv_alloc_zeroed(ctx, (size_t)2 << bits, sizeof *place);
        gcv_free(ctx, texts->place);
        texts->place = place;
        texts->bits = bits;
    }
}

/* Returns the key of a text of the expected width. Also reads up to 3 bytes before the text; an
 * object record has at least as many before the type id. */
static GCV_INLINE gcv_type_text text_of(const gcv_type_texts *texts, const unsigned char *at,
                                        uint32_t slot)
{
    const unsigned char *end = at + 1 + texts->width;
    gcv_type_text text;
    memcpy(&text.last, end - 8, sizeof text.last);
    memcpy(&text.first, end - texts->first_from, sizeof text.first);
    text.first &= texts->first_mask;
    text.slot = slot;
    return text;
}

static GCV_INLINE bool are_equal(const gcv_type_text *a, const gcv_type_text *b)
{
    return ((a->last ^ b->last) | (a->first ^ b->first)) == 0;
}

/* Returns the first of the two places of a text. The factor is that of Fibonacci hashing. */
static GCV_INLINE gcv_type_text *places_of(const gcv_type_texts *texts, const gcv_type_text *text)
{
    return &texts->place[2 * (text->last * 0x9e3779b97f4a7c15u >> (64 - texts->bits))];
}

/* Returns the slot of the text at `at`, a blank and as many digits as expected; GCV_NONE: it is not
 * in the cache. `lowest`: the lowest slot of the section. */
static GCV_INLINE uint32_t find_text(const gcv_type_texts *texts, const unsigned char *at,
                                     uint32_t lowest)
{
    const gcv_type_text text = text_of(texts, at, GCV_NONE);
    const gcv_type_text *known = places_of(texts, &text);
    known += !are_equal(known, &text);
    return are_equal(known, &text) && known->slot >= lowest ? known->slot : GCV_NONE;
}

/* Adds the text at `at`, a blank and `width` digits. Later texts are expected to have the same
 * width. */
static void add_text(gcv_type_texts *texts, const unsigned char *at, unsigned width, uint32_t slot)
{
    if (width != texts->width) {
        expect_width(texts, width);
    }
    gcv_type_text text = text_of(texts, at, slot);
    gcv_type_text *place = places_of(texts, &text);
    place[1] = place[0];
    place[0] = text;
}

/* ---- records ------------------------------------------------------------------------------ */

void gcv_rpm_objects_init(gcv_context *ctx, gcv_rpm_objects *objects)
{
    objects->types = (gcv_type_texts){0};
    expect_width(&objects->types, TYPE_WIDTH_MIN);
    objects->id_width = objects->reference_width = GCV_HEX_WIDTH_MIN;
    fit_texts(ctx, &objects->types, 0);
}

void gcv_rpm_objects_release(gcv_context *ctx, gcv_rpm_objects *objects)
{
    gcv_free(ctx, objects->types.place);
    objects->types.place = NULL;
    objects->types.bits = 0;
}

/* Parses a type id, finds the type's slot (GCV_NONE if it has none) and caches the text. */
static const unsigned char *take_other_type(gcv_rpm_objects *objects, const gcv_builder *builder,
                                            const unsigned char *at, uint64_t *id, uint32_t *slot)
{
    const unsigned char *end = gcv_take_hex_field(at, id);
    if (end == NULL) {
        return NULL;
    }
    *slot = gcv_builder_find_slot(builder, *id);
    unsigned width = (unsigned)(end - at) - 1;
    if (*slot != GCV_NONE && width >= TYPE_WIDTH_MIN && width <= TYPE_WIDTH_MAX) {
        add_text(&objects->types, at, width, *slot);
    }
    return end;
}

/* The same, fastest if the text is cached. Sets `*id` only if the text is not cached. */
static GCV_INLINE const unsigned char *take_type(gcv_rpm_objects *objects,
                                                 const gcv_builder *builder,
                                                 const unsigned char *at, bool room, uint64_t *id,
                                                 uint32_t *slot)
{
    const unsigned width = objects->types.width;
    uint64_t other_id; /* see gcv_take_hex_expected_width() */
    uint32_t other_slot = GCV_NONE;
    if (room && at[1 + width] <= ' ') {
        *slot = find_text(&objects->types, at, builder->section_slot);
        if (*slot != GCV_NONE) {
            return at + 1 + width;
        }
    }
    at = take_other_type(objects, builder, at, &other_id, &other_slot);
    *id = other_id;
    *slot = other_slot;
    return at;
}

static GCV_INLINE const unsigned char *
skip_of_width(const unsigned char *at, const unsigned char *safe, unsigned width, bool of_9_to_12)
{
    const unsigned char *start = at;
    uint64_t ignored;
    while (at < safe && *at == ' ' &&
           (of_9_to_12 ? gcv_hex_of_9_to_12(at + 1, width, &ignored)
                       : gcv_hex_of_width(at + 1, width, &ignored))) {
        at += 1 + width;
    }
    return at > start && *at > ' ' ? at - 1 - width : at; /* the last reference may be wider */
}

/* Skips references of the same width as the references before, after checking their form. Widths of
 * 9 to 12 digits, which nearly all 64-bit ids have, get a loop of their own without a choice. */
static GCV_INLINE const unsigned char *
skip_references(const gcv_rpm_objects *objects, const unsigned char *at, const unsigned char *safe)
{
    const unsigned width = objects->reference_width;
    return width > 8 && width <= 12 ? skip_of_width(at, safe, width, true)
                                    : skip_of_width(at, safe, width, false);
}

/* Parses the references and the end of a line. `keep` false: only checks their form. Returns NULL
 * if the line has another form. */
static GCV_INLINE const unsigned char *take_references(gcv_rpm_objects *objects,
                                                       gcv_builder *builder,
                                                       const unsigned char *at,
                                                       const unsigned char *safe, bool keep)
{
    if (!keep) {
        at = skip_references(objects, at, safe);
    }
    while (*at == ' ') {
        uint64_t id;
        at = gcv_take_hex_expected_width(at, at < safe, &objects->reference_width, &id);
        if (at == NULL) {
            return NULL;
        }
        if (keep) {
            gcv_builder_push_reference(builder, id);
        }
    }
    at += *at == '\r';
    return *at == '\n' ? at + 1 : NULL;
}

/* Three whole fields can be read from any position below `safe`. */
static GCV_INLINE const unsigned char *take_objects(gcv_rpm_objects *objects, gcv_builder *builder,
                                                    const unsigned char *at,
                                                    const unsigned char *limit, uint64_t *line,
                                                    bool keep)
{
    const unsigned char *safe = limit - at > FIELDS_MAX ? limit - FIELDS_MAX : at;
    while (at < limit && at[0] == 'o') {
        uint64_t id, type = 0, size;
        uint32_t slot = GCV_NONE;
        bool room = at + 1 < safe;
        const unsigned char *next =
            gcv_take_hex_expected_width(at + 1, room, &objects->id_width, &id);
        if (next != NULL) {
            next = take_type(objects, builder, next, room, &type, &slot);
        }
        if (next != NULL) {
            next = gcv_take_hex_pair(next, room, &size);
        }
        if (next != NULL) {
            next = take_references(objects, builder, next, safe, keep);
        }
        if (next == NULL) {
            gcv_builder_drop_pending(builder);
            return at;
        }
        if (slot == GCV_NONE || !gcv_builder_add_to_slot(builder, *line, id, slot, size)) {
            type = slot == GCV_NONE ? type : gcv_builder_type_of_slot(builder, slot);
            gcv_builder_add_pending(builder, *line, id, type, size);
        }
        at = next;
        ++*line;
    }
    return at;
}

const unsigned char *gcv_rpm_take_objects(gcv_rpm_objects *objects, gcv_builder *builder,
                                          const unsigned char *at, const unsigned char *limit,
                                          uint64_t *line)
{
    fit_texts(gcv_builder_context(builder), &objects->types, gcv_builder_n_types(builder));
    return gcv_builder_keeps_references(builder)
               ? take_objects(objects, builder, at, limit, line, true)
               : take_objects(objects, builder, at, limit, line, false);
}
