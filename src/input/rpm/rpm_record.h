/* rpm_record.h - parsers that turn one line of a Remote Performance Monitor log into a record.
 *
 * The parsers have no state and know no heap. Format: docs/formats/rpm-log.md. Every number is
 * hexadecimal. For a malformed record, a parser gives a reason worded for a warning: `bad size
 * '12g'`.
 */
#ifndef GCV_INPUT_RPM_RPM_RECORD_H
#define GCV_INPUT_RPM_RPM_RECORD_H

#include "heap/builder.h"
#include "input/rpm/hex_pairs.h"

typedef struct gcv_rpm_object {
    uint64_t id, type, size;
} gcv_rpm_object;

typedef struct gcv_rpm_root {
    uint64_t id, container;
    uint32_t kind, flags;
    bool has_container;
    bool has_more; /* there are more fields than the format defines */
} gcv_rpm_root;

/* Records `a` and `c`. The name is borrowed from the line. */
typedef struct gcv_rpm_bracket {
    uint64_t version; /* `a` only */
    gcv_slice name;
    uint64_t time;
    bool has_time;
} gcv_rpm_bracket;

typedef struct gcv_rpm_type {
    uint64_t id;
    gcv_slice name;
} gcv_rpm_type;

/* The parsers below take a whole line without its '\n'. They return false and fill `reason`
 * (GCV_REASON_MAX bytes) if the record is malformed. */
bool gcv_rpm_parse_object(gcv_context *ctx, gcv_slice line, gcv_rpm_object *out,
                          gcv_u64_column *refs, char *reason);
bool gcv_rpm_parse_root(gcv_slice line, gcv_rpm_root *out, char *reason);
bool gcv_rpm_parse_type(gcv_slice line, gcv_rpm_type *out, char *reason);
bool gcv_rpm_parse_bracket(gcv_slice line, gcv_rpm_bracket *out, char *reason);

/* Returns the letter of the record in this line. '\0': the line is blank. '?': no record has this
 * letter; see `reason`. */
char gcv_rpm_letter(gcv_slice line, char *reason);

/* ---- rpm_objects.c: bulk parsing of object records, straight into a builder ----------------- */

/* A cache from the text of a type id to the type's slot, so that few ids are parsed.
 *
 * A log writes the type ids of its objects with the same digits again and again. A text is a blank
 * and an id of 7 to 12 digits. Its key identifies it fully: the last 8 bytes, and those of the 4
 * bytes before them that belong to the text. If a text with the same key was read before, its slot
 * is known, unless another section has begun since: there, the same id may identify another type.
 * All slots of a section are higher than those of earlier sections.
 *
 * The hash of the last 8 bytes selects the pair of places where a text can be; a new text replaces
 * the older of the two. The place is chosen without a branch, which would often be mispredicted.
 *
 * With the cache, `stats` takes 15 % less time for 3000 types. A single place per text, or places
 * of 32 bytes with room for longer ids, take 2 to 4 % more time than pairs of 16 bytes; twice as
 * many pairs take no less. Memory: 32 to 64 bytes per type, but at least 4 KB and at most 128 KB.
 */
typedef struct gcv_type_text {
    uint64_t last;  /* 0: the place is empty */
    uint32_t first; /* the 4 bytes before `last`; each that does not belong to the text is 0 */
    uint32_t slot;
} gcv_type_text;

typedef struct gcv_type_texts {
    gcv_type_text *place;
    unsigned bits;       /* there are 2^bits pairs of places; 0: none yet */
    unsigned width;      /* digits of the last id that was added */
    unsigned first_from; /* distance of `first` from the end of a text of this width */
    uint32_t first_mask; /* selects the bytes of `first` that belong to the text */
} gcv_type_texts;

/* State carried from line to line: the known types and the widths of the last fields. All lines
 * must go to the same builder. */
typedef struct gcv_rpm_objects {
    gcv_type_texts types;
    unsigned id_width, reference_width;
} gcv_rpm_objects;

void gcv_rpm_objects_init(gcv_context *ctx, gcv_rpm_objects *objects);
void gcv_rpm_objects_release(gcv_context *ctx, gcv_rpm_objects *objects);

/* Parses object records from `at` to `limit`, or to the first line in another form, which
 * rpm_record.c parses. Returns where it stopped. In the usual form, a record is `o` and fields of 1
 * to 16 digits, with one blank before each field and nothing after the last. `limit[-1]` must be
 * '\n'. `*line` is incremented for each line. */
const unsigned char *gcv_rpm_take_objects(gcv_rpm_objects *objects, gcv_builder *builder,
                                          const unsigned char *at, const unsigned char *limit,
                                          uint64_t *line);

#endif
