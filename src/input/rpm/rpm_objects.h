/* rpm_objects.h - object records in their usual form, nearly all of a log, straight into a builder.
 */
#ifndef GCV_INPUT_RPM_RPM_OBJECTS_H
#define GCV_INPUT_RPM_RPM_OBJECTS_H

#include "heap/builder.h"

/* Takes object records from `at` on until `limit` or a line that has any other form, which is left
 * to the line by line way (rpm_record.h); returns where that is. The usual form is `o` and elements
 * of 1 to 16 digits, with one blank before each and nothing behind the last. `limit[-1]` is '\n'.
 * `*line` counts on. */
const unsigned char *gcv_rpm_take_objects(gcv_builder *builder, const unsigned char *at,
                                          const unsigned char *limit, uint64_t *line,
                                          gcv_status *status, gcv_error *err);

#endif
