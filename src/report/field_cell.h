/* field_cell.h - the column `field` (--fields): by which property, element or variable one object
 * holds the next. */
#ifndef GCV_REPORT_FIELD_CELL_H
#define GCV_REPORT_FIELD_CELL_H

#include "base/buffer.h"
#include "base/id_map.h"
#include "report/report.h"

/* Finds references by their ends. Zeroed but for the report: fresh. 4 bytes for each reference of
 * an object with many that was asked about. */
typedef struct gcv_field_finder {
    const gcv_report *report;
    gcv_buffer text;      /* of the last cell */
    gcv_u32_column order; /* references of objects with many, by target */
    gcv_id_map start_of;  /* of such an object: where its references begin in `order` */
} gcv_field_finder;

void gcv_field_finder_release(gcv_field_finder *finder);

/* Warns if --fields is given and the dump has no names of references. */
void gcv_report_warn_fields(const gcv_report *report);

/* The cell of a reference of an object, by its place among them; `-` without names. It is valid
 * until the next call. */
GCV_CHECKED gcv_status gcv_field_cell(gcv_field_finder *finder, uint32_t object, uint32_t reference,
                                      gcv_cell *out, gcv_error *err);

/* The same for the reference that leads from one object to another: of several the first of the
 * kind that says most. `-` if there is none. O(log references of `from`) after the first call for
 * `from`, which sorts them. */
GCV_CHECKED gcv_status gcv_field_cell_between(gcv_field_finder *finder, uint32_t from, uint32_t to,
                                              gcv_cell *out, gcv_error *err);

#endif
