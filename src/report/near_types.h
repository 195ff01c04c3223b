/* near_types.h - hints for a pattern that matches no name: which name may be meant. */
#ifndef GCV_REPORT_NEAR_TYPES_H
#define GCV_REPORT_NEAR_TYPES_H

#include "base/buffer.h"

/* The names of several heaps, none of which a pattern matches. */
typedef struct gcv_pattern_miss {
    gcv_context *ctx;
    const gcv_heap *const *heaps; /* entries may be NULL */
    size_t n_heaps;
    /* The name of a type that is compared; NULL: the type's own name. */
    gcv_slice (*name_of)(const void *payload, const gcv_heap *heap, uint32_t type);
    const void *payload;
    bool ignore_case;
    bool has_room; /* to add to the names the pattern that matches them */
} gcv_pattern_miss;

/* Appends `; ` and a hint. For a name: "did you mean 'A' or 'B'?" with the nearest names. For a
 * pattern with wildcards: a wider pattern, and how many types it matches. Nothing, if there is
 * nothing to say. A hint is only shown, never acted on: people decide whether they meant the name.
 * O(bytes of all names). */
void gcv_append_hint(const gcv_pattern_miss *miss, gcv_slice pattern, gcv_buffer *out);

#endif
