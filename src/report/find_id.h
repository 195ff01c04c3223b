/* find_id.h - objects by the id that the command line names. An id is unique within a section only,
 * so several objects can have it. */
#ifndef GCV_REPORT_FIND_ID_H
#define GCV_REPORT_FIND_ID_H

#include "report/report.h"

/* The id that a text means in the dump; GCV_ERR_USAGE if it is none there. */
GCV_CHECKED gcv_status gcv_report_read_id(const gcv_report *report, gcv_slice text, uint64_t *id,
                                          gcv_error *err);
/* Adds the objects of --object in the sections that pass. GCV_ERR_USAGE if there is none; the
 * message differs if a root has the id. */
GCV_CHECKED gcv_status gcv_report_find_objects(gcv_report *report, const gcv_selection *selection,
                                               gcv_u32_column *out, gcv_error *err);
/* Most objects of one id that a report of all of each object shows. A process has an object once
 * at most, or once a domain; what is shown of each can be as long as the heap. */
enum { GCV_SHARED_ID_SHOWN = 100 };

/* Leaves the first `most` of some objects with one id, and warns if there are more. */
void gcv_report_keep_first(const gcv_report *report, size_t most, gcv_u32_column *objects);
/* The same as gcv_report_find_objects() for any id. */
GCV_CHECKED gcv_status gcv_report_find_id(gcv_report *report, const gcv_selection *selection,
                                          uint64_t id, gcv_u32_column *out, gcv_error *err);
/* Warns if several objects that pass have the id. */
void gcv_report_warn_shared_id(const gcv_report *report, const gcv_selection *selection,
                               uint64_t id);
void gcv_report_warn_unreachable(const gcv_report *report, uint32_t object);

#endif
