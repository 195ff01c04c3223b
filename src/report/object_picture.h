/* object_picture.h - a picture of an object and its neighbours (report/picture.h). */
#ifndef GCV_REPORT_OBJECT_PICTURE_H
#define GCV_REPORT_OBJECT_PICTURE_H

#include "report/picture.h"

enum { GCV_HOPS_MAX = 16 };

/* Draws some objects, all objects within `hops` references of them in either direction, the
 * references among all these, and the roots of each. If --top leaves objects out, those with the
 * fewest hops stay, and among equals those that retain most. */
GCV_CHECKED gcv_status gcv_object_picture(gcv_report *report, const gcv_dominators *dominators,
                                          const gcv_u32_column *objects, uint64_t hops,
                                          gcv_error *err);

#endif
