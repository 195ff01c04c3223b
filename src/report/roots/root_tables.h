/* root_tables.h - the tables of `roots`; roots.c chooses one. */
#ifndef GCV_REPORT_ROOTS_ROOT_TABLES_H
#define GCV_REPORT_ROOTS_ROOT_TABLES_H

#include "analysis/set_members.h"
#include "report/table.h"

/* Whether a root record passes the filters. A record without an object has no type that --type
 * could match, and no generation. */
static inline bool gcv_selection_has_root(const gcv_selection *selection, const gcv_root *root)
{
    return selection->sections[root->section] &&
           (root->object == GCV_NONE
                ? selection->filter->types.n == 0 && selection->generation == GCV_NONE
                : selection->types[selection->heap->type.data[root->object]] &&
                      gcv_selection_has_age(selection, root->object));
}

/* One row per root record. */
void gcv_root_records_columns(gcv_table *table);
void gcv_root_records_write(gcv_report *report, const gcv_selection *selection);

typedef struct gcv_root_kind_row {
    uint32_t kind;
    uint64_t roots, objects, bytes;
    uint64_t retained; /* GCV_NOT_REACHABLE: no object of the kind is reachable */
} gcv_root_kind_row;

GCV_COLUMN(gcv_root_kind_column, gcv_root_kind_row);

/* `--by kind`: one row per kind, in canonical order, without the retained bytes. The objects that
 * roots of a kind hold are added to a set; the kinds have the sets from `first_set` on. */
void gcv_root_kinds_collect(gcv_report *report, const gcv_selection *selection,
                            gcv_set_members *members, uint32_t first_set,
                            gcv_root_kind_column *out);
void gcv_root_kinds_columns(const gcv_report_options *options, gcv_table *table);
void gcv_root_kinds_write(gcv_report *report, const gcv_selection *selection);

#endif
