/* escape.h - text from a dump made safe to print, piece by piece and without allocating.
 *
 * A text is split into a sequence of pieces: harmless stretches, borrowed from the text, and short
 * replacements for all other characters. Concatenated, the pieces are valid UTF-8 without invisible
 * characters (gcv_is_unseen()), and contain no command to a build server, neither at the start of a
 * line nor inside it.
 *
 * In formats for people, a replaced character is \xNN (below 80), \uNNNN or \UNNNNNNNN in
 * lower-case digits; a backslash stays as it is unless it would read as one of these: then it is
 * \x5c. So different texts look different.
 */
#ifndef GCV_OUTPUT_ESCAPE_H
#define GCV_OUTPUT_ESCAPE_H

#include "base/text.h"

typedef enum gcv_escape_style {
    GCV_ESCAPE_TEXT, /* as described above */
    GCV_ESCAPE_TSV,  /* like text, and \t \n \r \\; \xNN below 100 */
    GCV_ESCAPE_CSV,  /* like text, and quotes doubled */
    GCV_ESCAPE_MD,   /* like text, with a backslash before anything that markdown reads as markup */
    GCV_ESCAPE_XML,  /* attributes and content: & < > " as entities, the rest like text */
    GCV_ESCAPE_TAP,  /* like text, and \# and \\ */
    GCV_ESCAPE_GITHUB, /* message of a workflow command: like text, and %25 */
    GCV_ESCAPE_JSON,   /* the inside of a string of RFC 8259 */
    GCV_ESCAPE_STYLES
} gcv_escape_style;

typedef struct gcv_escape {
    gcv_slice rest;
    gcv_escape_style style;
    uint32_t before; /* the character before the rest; a blank at the start */
    char piece[16];  /* the last replacement */
} gcv_escape;

gcv_escape gcv_escape_start(gcv_escape_style style, gcv_slice text);

/* Returns the next piece, never empty, valid until the next call; false at the end. */
bool gcv_escape_next(gcv_escape *escape, gcv_slice *piece);

/* Returns the entity of & < > "; NULL for any other character. */
const char *gcv_entity_of(uint32_t code);

/* Copies a text that is harmless as a whole, as nearly all texts are. `out` has room for the text.
 * Returns false if the text may not be harmless; the contents of `out` are then undefined. */
bool gcv_escape_copy(gcv_escape_style style, gcv_slice text, char *out);

#endif
