/* escape.h - text from a dump made safe to print, piece by piece and without memory.
 *
 * A text is handed out as a sequence of pieces: stretches that are harmless as they are (borrowed
 * from the text) and short replacements for characters that are not. The pieces together are valid
 * UTF-8 without characters that cannot be seen (gcv_is_unseen()), and no command to a build server,
 * neither at the start of a line nor inside.
 *
 * Where people read, a character that is replaced is \xNN (below 80), \uNNNN or \UNNNNNNNN in
 * lower-case digits; a backslash stays as it is unless it would read as one of these: then it is
 * \x5c. So different texts look different.
 */
#ifndef GCV_OUTPUT_ESCAPE_H
#define GCV_OUTPUT_ESCAPE_H

#include "base/text.h"

typedef enum gcv_escape_style {
    GCV_ESCAPE_TEXT,   /* as above */
    GCV_ESCAPE_TSV,    /* like text, and \t \n \r \\; \xNN below 100 */
    GCV_ESCAPE_CSV,    /* like text, and quotes doubled */
    GCV_ESCAPE_MD,     /* like text, and all that markdown would read as markup gets a backslash */
    GCV_ESCAPE_XML,    /* attributes and text: & < > " as entities, the rest as for text */
    GCV_ESCAPE_TAP,    /* like text, and \# and \\ */
    GCV_ESCAPE_GITHUB, /* message of a workflow command: like text, and %25 */
    GCV_ESCAPE_JSON,   /* what stands between the quotes of a string of RFC 8259 */
    GCV_ESCAPE_STYLES
} gcv_escape_style;

typedef struct gcv_escape {
    gcv_slice rest;
    gcv_escape_style style;
    uint32_t before; /* the character in front of the rest; a blank at the start */
    char piece[16];  /* the last replacement */
} gcv_escape;

gcv_escape gcv_escape_start(gcv_escape_style style, gcv_slice text);

/* The next piece, never empty, valid until the next call; false at the end. */
bool gcv_escape_next(gcv_escape *escape, gcv_slice *piece);

/* Copies a text that is harmless as a whole, as nearly all are. False if it may not be one: then
 * what stands in `out`, which has room for the text, means nothing. */
bool gcv_escape_copy(gcv_escape_style style, gcv_slice text, char *out);

#endif
