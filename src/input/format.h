/* format.h - the interface of an input format; src/input/load/formats.c lists the formats. */
#ifndef GCV_INPUT_FORMAT_H
#define GCV_INPUT_FORMAT_H

#include "heap/builder.h"
#include "input/source.h"

typedef struct gcv_format {
    const char *name;                  /* for --input-format and `summary` */
    const char *summary;               /* one line for `help` */
    const char *endings;               /* usual endings of file names, separated by blanks */
    bool (*recognise)(gcv_slice head); /* by the first bytes of a file; at least one */
    /* Reads the whole source into the builder. Stops early, with GCV_OK, if the builder wants a
     * second run. `chunk`: bytes to read at a time, 0 for the default. */
    void (*read)(gcv_source *source, size_t chunk, gcv_builder *builder);
    bool any_text;                /* `recognise` accepts any text, even of another kind */
    bool binary;                  /* messages give offsets, not line numbers */
    bool has_snapshots;           /* a file can hold several dumps */
    bool stable_ids;              /* an object keeps its id for the lifetime of its process */
    bool has_shapes;              /* plain objects are named by their shapes */
    const char *why_not_followed; /* why a log of moves cannot match objects of two files;
                                   * NULL: it can */
} gcv_format;

/* Each reader has a folder of its own, and a document in docs/formats. */
extern const gcv_format gcv_gcdump_format, gcv_heapsnapshot_format, gcv_hprof_format,
    gcv_nettrace_format, gcv_rpm_format, gcv_ruby_format;

/* A moves log is no heap. gcv_moves_load(), but fails by a jump. */
gcv_moves *gcv_moves_load_file(gcv_context *ctx, const char *path, bool strict);
/* The same for any source. Closes the source. */
gcv_moves *gcv_moves_load_source(gcv_context *ctx, gcv_source *source, bool strict);

#endif
