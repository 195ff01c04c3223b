/* id_text.h - how object ids are written: in hex, or in decimal where the dump's own tools do.
 * Every report and every option uses these functions. */
#ifndef GCV_HEAP_ID_TEXT_H
#define GCV_HEAP_ID_TEXT_H

#include "base/number.h"

#include <gcview/gcview.h>

/* Writes an id and a NUL to `room`, which holds GCV_NUMBER_MAX bytes; returns `room`. */
const char *gcv_id_write(const gcv_heap *heap, uint64_t id, char *room);

const char *gcv_object_id_text(const gcv_heap *heap, uint32_t object, char *room);

/* Reads an id as this heap writes it: hex with or without `0x`, or decimal with or without a
 * leading `@`, as in DevTools. False: not an id. */
bool gcv_id_read(const gcv_heap *heap, gcv_slice text, uint64_t *id);

/* Whether a text could be an id in some heap: for checks before a heap is loaded. */
bool gcv_id_may_be(gcv_slice text);

#endif
