/* trace_heaps.h - traces written by nettrace_writer.h, loaded and compared with logs written by
 * hand. */
#ifndef GCV_TEST_TRACE_HEAPS_H
#define GCV_TEST_TRACE_HEAPS_H

#include "support/nettrace_writer.h"
#include "support/said.h"

#include <gcview/gcview.h>

/* The trace that a test writes. */
extern trace_writer trace;

typedef struct trace_heap {
    gcv_context *ctx;
    gcv_heap *heap; /* NULL: it failed */
    gcv_status status;
    gcv_error err;
} trace_heap;

trace_heap trace_load_bytes(const void *bytes, size_t size, const gcv_load_options *options);
/* Loads `trace`. */
trace_heap trace_load(uint32_t snapshot, bool salvage);
void trace_unload(trace_heap *l);

void trace_describe(const gcv_heap *heap, said_text *out);
/* Checks that the heap equals that of an RPM log. */
void trace_check_same(const gcv_heap *heap, const char *log);
/* Returns the value of a property of the heap; NULL: it has none. */
const char *trace_property(const gcv_heap *heap, const char *key);

#endif
