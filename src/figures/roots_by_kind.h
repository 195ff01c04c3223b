/* roots_by_kind.h - root records by kind, and the objects that they hold. */
#ifndef GCV_FIGURES_ROOTS_BY_KIND_H
#define GCV_FIGURES_ROOTS_BY_KIND_H

#include "analysis/selection.h"
#include "analysis/set_members.h"

typedef struct gcv_root_kind_row {
    uint32_t kind;
    uint64_t roots, objects, bytes;
    uint64_t retained; /* GCV_NOT_REACHABLE: no object of the kind is reachable */
} gcv_root_kind_row;

GCV_COLUMN(gcv_root_kind_column, gcv_root_kind_row);

/* Makes a row per kind, in canonical order, without the retained bytes. The objects that roots of a
 * kind hold are added to a set: an object that roots of several kinds hold is in the sets of all of
 * them. The kinds have the sets from `first_set` on. */
void gcv_root_kinds_collect(gcv_context *ctx, const gcv_selection *selection,
                            gcv_set_members *members, uint32_t first_set,
                            gcv_root_kind_column *out);

#endif
