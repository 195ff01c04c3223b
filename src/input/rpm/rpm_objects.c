/* rpm_objects.c - object records in their usual form; see rpm_objects.h. */
#include "input/rpm/rpm_objects.h"

#include "base/number.h"

/* Takes the references and the end of a line; `keep` false: checks their form only. NULL: another
 * form, or `*status` is set. */
static inline const unsigned char *take_references(gcv_builder *builder, const unsigned char *at,
                                                   bool keep, gcv_status *status, gcv_error *err)
{
    while (*at == ' ') {
        uint64_t id;
        at = gcv_take_hex_field(at, &id);
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

static inline const unsigned char *take_objects(gcv_builder *builder, const unsigned char *at,
                                                const unsigned char *limit, uint64_t *line,
                                                bool keep, gcv_status *status, gcv_error *err)
{
    while (at < limit && at[0] == 'o') {
        uint64_t id = 0, type = 0, size = 0;
        const unsigned char *next = gcv_take_hex_field(at + 1, &id);
        next = next != NULL ? gcv_take_hex_field(next, &type) : NULL;
        next = next != NULL ? gcv_take_hex_field(next, &size) : NULL;
        next = next != NULL ? take_references(builder, next, keep, status, err) : NULL;
        if (next == NULL) {
            gcv_builder_drop_pending(builder);
            return at;
        }
        if (!gcv_builder_add_quickly(builder, *line, id, type, size)) {
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

const unsigned char *gcv_rpm_take_objects(gcv_builder *builder, const unsigned char *at,
                                          const unsigned char *limit, uint64_t *line,
                                          gcv_status *status, gcv_error *err)
{
    *status = GCV_OK;
    return gcv_builder_keeps_references(builder)
               ? take_objects(builder, at, limit, line, true, status, err)
               : take_objects(builder, at, limit, line, false, status, err);
}
