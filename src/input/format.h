/* format.h - what an input format is to the rest of the program. Each reader exports one of these
 * from a header in its folder; src/input/load/formats.c lists them.
 */
#ifndef GCV_INPUT_FORMAT_H
#define GCV_INPUT_FORMAT_H

#include "heap/builder.h"
#include "input/source.h"

typedef struct gcv_format {
    const char *name;    /* as --input-format takes it and `summary` prints it */
    const char *summary; /* one line for `help` */
    const char *endings; /* of names that such files often have, blanks between them */
    bool (*recognise)(gcv_slice head); /* by the first bytes of a file, of which there is one */
    /* Reads the whole source into the builder. Stops early, with GCV_OK, if the builder wants a
     * second run. `chunk`: bytes to read at a time, 0 for the default. */
    gcv_status (*read)(gcv_source *source, size_t chunk, gcv_builder *builder, gcv_error *err);
    bool binary;                  /* messages name offsets, not lines */
    bool has_snapshots;           /* a file can hold several dumps */
    bool stable_ids;              /* an object keeps its id while its process lives */
    const char *why_not_followed; /* no log of moves can say which object is which in two files;
                                   * NULL: it can */
} gcv_format;

#endif
