/* field_cell.h - the column `field` (--fields): by which property, element or variable one object
 * holds the next. */
#ifndef GCV_REPORT_FIELD_CELL_H
#define GCV_REPORT_FIELD_CELL_H

#include "base/buffer.h"
#include "report/report.h"

/* Warns if --fields is given and the dump has no names of references. */
void gcv_report_warn_fields(const gcv_report *report);

/* The cell of a reference of an object, by its place among them; `-` without names. The text is in
 * `room`, which is overwritten. */
GCV_CHECKED gcv_status gcv_field_cell(const gcv_report *report, uint32_t object, uint32_t reference,
                                      gcv_buffer *room, gcv_cell *out, gcv_error *err);

/* The same for the reference that leads from one object to another: of several the first of the
 * kind that says most. `-` if there is none. O(references of `from`). */
GCV_CHECKED gcv_status gcv_field_cell_between(const gcv_report *report, uint32_t from, uint32_t to,
                                              gcv_buffer *room, gcv_cell *out, gcv_error *err);

#endif
