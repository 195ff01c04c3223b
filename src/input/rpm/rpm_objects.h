/* rpm_objects.h - bulk parsing of object records in their usual form, straight into a builder. */
#ifndef GCV_INPUT_RPM_RPM_OBJECTS_H
#define GCV_INPUT_RPM_RPM_OBJECTS_H

#include "heap/builder.h"
#include "input/rpm/hex_pairs.h"
#include "input/rpm/type_texts.h"

/* State carried from line to line: the known types and the widths of the last fields. All lines
 * must go to the same builder. */
typedef struct gcv_rpm_objects {
    gcv_type_texts types;
    unsigned id_width, reference_width;
} gcv_rpm_objects;

GCV_CHECKED gcv_status gcv_rpm_objects_init(gcv_context *ctx, gcv_rpm_objects *objects,
                                            gcv_error *err);
void gcv_rpm_objects_release(gcv_context *ctx, gcv_rpm_objects *objects);

/* Parses object records from `at` to `limit`, or to the first line in another form, which
 * rpm_record.h parses. Returns where it stopped. In the usual form, a record is `o` and fields of 1
 * to 16 digits, with one blank before each field and nothing after the last. `limit[-1]` must be
 * '\n'. `*line` is incremented for each line. */
const unsigned char *gcv_rpm_take_objects(gcv_rpm_objects *objects, gcv_builder *builder,
                                          const unsigned char *at, const unsigned char *limit,
                                          uint64_t *line, gcv_status *status, gcv_error *err);

#endif
