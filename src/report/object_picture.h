/* object_picture.h - an object and what is near it, drawn (report/picture.h). */
#ifndef GCV_REPORT_OBJECT_PICTURE_H
#define GCV_REPORT_OBJECT_PICTURE_H

#include "report/picture.h"

enum { GCV_HOPS_MAX = 16 };

/* Draws some objects, those within `hops` references of them in either direction, all references
 * among these, and the roots of each. What has least hops comes first, then what retains most. */
GCV_CHECKED gcv_status gcv_object_picture(gcv_report *report, const gcv_dominators *dominators,
                                          const gcv_u32_column *objects, uint64_t hops,
                                          gcv_error *err);

#endif
