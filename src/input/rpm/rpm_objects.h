/* rpm_objects.h - object records in their usual form, nearly all of a log, straight into a builder.
 */
#ifndef GCV_INPUT_RPM_RPM_OBJECTS_H
#define GCV_INPUT_RPM_RPM_OBJECTS_H

#include "heap/builder.h"
#include "input/rpm/hex_pairs.h"
#include "input/rpm/type_texts.h"

/* What the lines before looked like: what their types were, how many digits their fields had. All
 * lines are for one builder. */
typedef struct gcv_rpm_objects {
    gcv_hex_pairs *pairs;
    gcv_type_texts types;
    unsigned id_width, type_width, reference_width;
} gcv_rpm_objects;

GCV_CHECKED gcv_status gcv_rpm_objects_init(gcv_context *ctx, gcv_rpm_objects *objects,
                                            gcv_error *err);
void gcv_rpm_objects_release(gcv_context *ctx, gcv_rpm_objects *objects);

/* Takes object records from `at` up to `limit`, or up to the first line of another form, which is
 * for rpm_record.h; returns where it stopped. The usual form is `o` and fields of 1 to 16 digits,
 * with one blank before each and nothing behind the last. `limit[-1]` is '\n'. `*line` counts the
 * lines. */
const unsigned char *gcv_rpm_take_objects(gcv_rpm_objects *objects, gcv_builder *builder,
                                          const unsigned char *at, const unsigned char *limit,
                                          uint64_t *line, gcv_status *status, gcv_error *err);

#endif
