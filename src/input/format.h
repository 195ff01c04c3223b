/* format.h - the table of input formats. A new format is a reader of its own and one row here. */
#ifndef GCV_INPUT_FORMAT_H
#define GCV_INPUT_FORMAT_H

#include "heap/builder.h"
#include "input/source.h"

typedef struct gcv_format {
    const char *name;                  /* as --input-format takes it and `summary` prints it */
    const char *summary;               /* one line for `help` */
    bool (*recognise)(gcv_slice head); /* by the first bytes of a file */
    /* Reads the whole source into the builder. Stops early, with GCV_OK, if the builder wants a
     * second run. `chunk`: bytes to read at a time, 0 for the default. */
    gcv_status (*read)(gcv_source *source, size_t chunk, gcv_builder *builder, gcv_error *err);
    bool binary; /* messages name offsets, not lines */
} gcv_format;

size_t gcv_n_formats(void);
const gcv_format *gcv_format_at(size_t at);
const gcv_format *gcv_format_named(const char *name); /* NULL: no such format */

/* rpm.c */
bool gcv_rpm_recognise(gcv_slice head);
gcv_status gcv_rpm_read(gcv_source *source, size_t chunk, gcv_builder *builder, gcv_error *err);

/* gcdump.c */
bool gcv_gcdump_recognise(gcv_slice head);
gcv_status gcv_gcdump_read(gcv_source *source, size_t chunk, gcv_builder *builder, gcv_error *err);

/* nettrace.c */
bool gcv_nettrace_recognise(gcv_slice head);
gcv_status gcv_nettrace_read(gcv_source *source, size_t chunk, gcv_builder *builder,
                             gcv_error *err);

/* Loads the heap that `source` holds; it is closed in every case. */
GCV_CHECKED gcv_status gcv_heap_load_source(gcv_context *ctx, gcv_source *source,
                                            const gcv_load_options *options, gcv_heap **out,
                                            gcv_error *err);

#endif
