/* bytes.h - a whole input in memory, for formats that cannot be read from front to back. */
#ifndef GCV_INPUT_BYTES_H
#define GCV_INPUT_BYTES_H

#include "input/source.h"

typedef struct gcv_bytes {
    const unsigned char *data;
    size_t size;
    gcv_u8_column own; /* empty if the source was in memory already */
} gcv_bytes;

/* Reads the whole source, `chunk` bytes at a time (0: the default). Bytes of a source in memory are
 * borrowed. */
void gcv_bytes_read(gcv_context *ctx, gcv_bytes *bytes, gcv_source *source, size_t chunk);

#endif
