/* find_id.h - lookup of objects by an id from the command line. An id is unique only within a
 * section, so several objects can have it. */
#ifndef GCV_REPORT_FIND_ID_H
#define GCV_REPORT_FIND_ID_H

#include "report/report.h"

/* Reads a text as an id in the dump's notation. GCV_ERR_USAGE if it is not one. */
void gcv_report_read_id(const gcv_report *report, gcv_slice text, uint64_t *id);
/* Adds the objects with the id of --object, in the sections that pass the filters. GCV_ERR_USAGE if
 * there is none; the message says if a root has the id. */
void gcv_report_find_objects(gcv_report *report, const gcv_selection *selection,
                             gcv_u32_column *out);
/* Maximum number of objects with one id that are shown in full. A process has an object at most
 * once, or once per domain, and what is shown of each can be as long as the heap. */
enum { GCV_SHARED_ID_SHOWN = 100 };

/* Keeps the first `most` of several objects with one id, and warns if there are more. */
void gcv_report_keep_first(const gcv_report *report, size_t most, gcv_u32_column *objects);
/* Adds the objects with an id, like gcv_report_find_objects(). */
void gcv_report_find_id(gcv_report *report, const gcv_selection *selection, uint64_t id,
                        gcv_u32_column *out);
/* Warns if several objects in the sections that pass the filters have the id. */
void gcv_report_warn_shared_id(const gcv_report *report, const gcv_selection *selection,
                               uint64_t id);
void gcv_report_warn_unreachable(const gcv_report *report, uint32_t object);

#endif
