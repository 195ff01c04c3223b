/* rpm_objects.c - object records in their usual form; see rpm_objects.h. */
#include "input/rpm/rpm_objects.h"

#include "base/error.h"

gcv_status gcv_rpm_objects_init(gcv_context *ctx, gcv_rpm_objects *objects, gcv_error *err)
{
    objects->pairs = gcv_hex_pairs_new(ctx, err);
    objects->id_width = objects->type_width = objects->reference_width = GCV_HEX_WIDTH_MIN;
    return objects->pairs != NULL ? GCV_OK : gcv_failed(err);
}

void gcv_rpm_objects_release(gcv_context *ctx, gcv_rpm_objects *objects)
{
    gcv_hex_pairs_free(ctx, objects->pairs);
}

/* Takes the references and the end of a line; `keep` false: checks their form only. NULL: another
 * form, or `*status` is set. */
static GCV_INLINE const unsigned char *
take_references(gcv_rpm_objects *objects, gcv_builder *builder, const unsigned char *at,
                const unsigned char *safe, bool keep, gcv_status *status, gcv_error *err)
{
    while (*at == ' ') {
        uint64_t id;
        at = gcv_take_hex_like(objects->pairs, at, at < safe, &objects->reference_width, &id);
        if (at == NULL) {
            return NULL;
        }
        if (keep) {
            *status = gcv_builder_push_reference(builder, id, err);
            if (*status != GCV_OK) {
                return NULL;
            }
        }
    }
    if (*at == '\r') {
        at++;
    }
    return *at == '\n' ? at + 1 : NULL;
}

/* Below `safe` a whole field can be read. */
static GCV_INLINE const unsigned char *take_objects(gcv_rpm_objects *objects, gcv_builder *builder,
                                                    const unsigned char *at,
                                                    const unsigned char *limit, uint64_t *line,
                                                    bool keep, gcv_status *status, gcv_error *err)
{
    const unsigned char *safe = limit - at > GCV_HEX_FIELD_MAX ? limit - GCV_HEX_FIELD_MAX : at;
    while (at < limit && at[0] == 'o') {
        uint64_t id, type, size;
        uint32_t slot = GCV_NONE;
        const unsigned char *next =
            gcv_take_hex_like(objects->pairs, at + 1, at + 1 < safe, &objects->id_width, &id);
        if (next != NULL) {
            next =
                gcv_take_hex_like(objects->pairs, next, next < safe, &objects->type_width, &type);
        }
        if (next != NULL) {
            slot = gcv_builder_find_slot(builder, type);
            next = gcv_take_hex_field(next, &size);
        }
        if (next != NULL) {
            next = take_references(objects, builder, next, safe, keep, status, err);
        }
        if (next == NULL) {
            gcv_builder_drop_pending(builder);
            return at;
        }
        if (slot == GCV_NONE || !gcv_builder_add_to_slot(builder, *line, id, slot, size)) {
            *status = gcv_builder_add_pending(builder, *line, id, type, size, err);
            if (*status != GCV_OK) {
                return at;
            }
        }
        at = next;
        ++*line;
    }
    return at;
}

const unsigned char *gcv_rpm_take_objects(gcv_rpm_objects *objects, gcv_builder *builder,
                                          const unsigned char *at, const unsigned char *limit,
                                          uint64_t *line, gcv_status *status, gcv_error *err)
{
    *status = GCV_OK;
    return gcv_builder_keeps_references(builder)
               ? take_objects(objects, builder, at, limit, line, true, status, err)
               : take_objects(objects, builder, at, limit, line, false, status, err);
}
