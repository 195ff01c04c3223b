/* id_text.h - how ids of objects are written: in hex, or in decimal where the tools of the dump's
 * own world write them so. Every report and every option comes here.
 */
#ifndef GCV_HEAP_ID_TEXT_H
#define GCV_HEAP_ID_TEXT_H

#include "base/number.h"
#include "base/text.h"
#include "heap/heap.h"

/* Writes an id with a NUL behind it into `room`, which holds GCV_NUMBER_MAX bytes; returns it. */
const char *gcv_id_write(const gcv_heap *heap, uint64_t id, char *room);

const char *gcv_object_id_text(const gcv_heap *heap, uint32_t object, char *room);

/* The id that a text means in this heap: hex with or without `0x`, or decimal with or without `@`
 * in front, as DevTools shows it. False: it is none. */
bool gcv_id_read(const gcv_heap *heap, gcv_slice text, uint64_t *id);

/* Whether it could be an id in some heap: for what is checked before there is one. */
bool gcv_id_may_be(gcv_slice text);

#endif
