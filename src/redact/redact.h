/* redact.h - a heap without the names that tell whose program it was.
 *
 * Names that are not the platform's become pseudonyms. Paths are removed, and so is what a dump
 * says about the process, the machine and the time. Numbers stay: counts, sizes, ids,
 * references. */
#ifndef GCV_REDACT_REDACT_H
#define GCV_REDACT_REDACT_H

#include "redact/name_map.h"

/* Renames everything in a heap. Two heaps that are redacted with one map can be compared. After a
 * failure the heap can only be freed. O(objects + bytes of names). */
GCV_CHECKED gcv_status gcv_redact_heap(gcv_heap *heap, gcv_name_map *map, const char *called,
                                       gcv_error *err);

#endif
