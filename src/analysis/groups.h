/* groups.h - which group of a table an object counts to: by type, namespace or domain. */
#ifndef GCV_ANALYSIS_GROUPS_H
#define GCV_ANALYSIS_GROUPS_H

#include "heap/heap.h"

typedef enum gcv_group_by { GCV_BY_TYPE, GCV_BY_NAMESPACE, GCV_BY_DOMAIN } gcv_group_by;

typedef struct gcv_groups {
    gcv_group_by by;
    uint32_t n;
    gcv_slice *names; /* ascending, distinct; borrowed from the heap or static */
    uint32_t *of;     /* group of each type, or of each section if by domain */
    uint32_t n_of;
} gcv_groups;

GCV_CHECKED gcv_status gcv_groups_init(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap,
                                       gcv_group_by by, gcv_error *err);
void gcv_groups_release(gcv_context *ctx, gcv_groups *groups);

static inline uint32_t gcv_groups_of(const gcv_groups *groups, uint32_t section, uint32_t type)
{
    return groups->of[groups->by == GCV_BY_DOMAIN ? section : type];
}

/* The namespace of a type: what stands before the last dot outside of type arguments, array
 * brackets and compiler-made names; `<global>` if nothing does, `<unknown>` for a type without a
 * record. */
gcv_slice gcv_namespace_of(gcv_slice type);

/* The name of a section's domain as tables show it: `<no domain>` if it has none. */
gcv_slice gcv_domain_of(const gcv_section *section);

#endif
