/* rpm_record.h - parsers that turn one line of a Remote Performance Monitor log into a record.
 *
 * The parsers have no state and know no heap. Format: docs/formats/rpm-log.md. Every number is
 * hexadecimal. For a malformed record, a parser gives a reason worded for a warning: `bad size
 * '12g'`.
 */
#ifndef GCV_INPUT_RPM_RPM_RECORD_H
#define GCV_INPUT_RPM_RPM_RECORD_H

#include "base/column.h"

enum { GCV_RPM_REASON_MAX = 160 };

typedef struct gcv_rpm_object {
    uint64_t id, type, size;
} gcv_rpm_object;

typedef struct gcv_rpm_root {
    uint64_t id, container;
    uint32_t kind, flags;
    bool has_container;
    bool has_more; /* there are more fields than the format defines */
} gcv_rpm_root;

/* Records `a` and `c`. The name is borrowed from the line. */
typedef struct gcv_rpm_bracket {
    uint64_t version; /* `a` only */
    gcv_slice name;
    uint64_t time;
    bool has_time;
} gcv_rpm_bracket;

typedef struct gcv_rpm_type {
    uint64_t id;
    gcv_slice name;
} gcv_rpm_type;

/* The parsers below take a whole line without its '\n'. They return false and fill `reason`
 * (GCV_RPM_REASON_MAX bytes) if the record is malformed. */
bool gcv_rpm_parse_object(gcv_context *ctx, gcv_slice line, gcv_rpm_object *out,
                          gcv_u64_column *refs, gcv_status *status, char *reason, gcv_error *err);
bool gcv_rpm_parse_root(gcv_slice line, gcv_rpm_root *out, char *reason);
bool gcv_rpm_parse_type(gcv_slice line, gcv_rpm_type *out, char *reason);
bool gcv_rpm_parse_bracket(gcv_slice line, gcv_rpm_bracket *out, char *reason);

/* Returns the letter of the record in this line. '\0': the line is blank. '?': no record has this
 * letter; see `reason`. */
char gcv_rpm_letter(gcv_slice line, char *reason);

#endif
