/* field_cell.h - the column `field` (--fields): the property, element or variable by which one
 * object holds the next. */
#ifndef GCV_REPORT_FIELD_CELL_H
#define GCV_REPORT_FIELD_CELL_H

#include "base/buffer.h"
#include "base/id_map.h"
#include "report/report.h"

/* Finds references by their two ends. Empty if zeroed except for `report`. Takes 4 bytes per
 * reference of the objects that were looked up, but nothing for objects with few references. */
typedef struct gcv_field_finder {
    const gcv_report *report;
    gcv_buffer text;      /* text of the last cell */
    gcv_u32_column order; /* sorted references of objects with many, by target */
    gcv_id_map start_of;  /* per such object: where its references begin in `order` */
} gcv_field_finder;

/* Warns if --fields is given and the dump has no names of references. */
void gcv_report_warn_fields(const gcv_report *report);

/* Makes the cell of an object's reference, given by its index; `-` without names. The cell is valid
 * until the next call. */
void gcv_field_cell(gcv_field_finder *finder, uint32_t object, uint32_t reference, gcv_cell *out);

/* Makes the cell of the reference that leads from one object to another. Of several it is the first
 * of the most telling kind (gcv_field_kind). `-` if there is none. O(log references of `from`)
 * after the first call for `from`, which sorts them. */
void gcv_field_cell_between(gcv_field_finder *finder, uint32_t from, uint32_t to, gcv_cell *out);

#endif
