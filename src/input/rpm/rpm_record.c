/* rpm_record.c - parsing of single records; see rpm_record.h. */
#include "input/rpm/rpm_record.h"

#include "input/line_records.h"

#include <string.h>

bool gcv_rpm_parse_object(gcv_context *ctx, gcv_slice line, gcv_rpm_object *out,
                          gcv_u64_column *refs, char *reason)
{
    static const char record[] = "object record";
    (void)gcv_slice_take_field(&line);
    if (!gcv_take_hex(&line, 64, record, "object id", &out->id, reason) ||
        !gcv_take_hex(&line, 64, record, "type id", &out->type, reason) ||
        !gcv_take_hex(&line, 64, record, "size", &out->size, reason)) {
        return false;
    }
    if (refs != NULL) {
        refs->n = 0;
    }
    for (;;) {
        uint64_t id;
        line = gcv_slice_trim(line);
        if (line.size == 0) {
            return true;
        }
        if (!gcv_take_hex(&line, 64, record, "reference", &id, reason)) {
            return false;
        }
        if (refs != NULL) {
            gcv_u64_column_push(ctx, refs, id);
        }
    }
}

bool gcv_rpm_parse_root(gcv_slice line, gcv_rpm_root *out, char *reason)
{
    static const char record[] = "root record";
    uint64_t kind = 0, flags = 0;
    (void)gcv_slice_take_field(&line);
    if (!gcv_take_hex(&line, 64, record, "object id", &out->id, reason) ||
        !gcv_take_hex(&line, 32, record, "kind", &kind, reason) ||
        !gcv_take_hex(&line, 32, record, "flags", &flags, reason)) {
        return false;
    }
    out->kind = (uint32_t)kind;
    out->flags = (uint32_t)flags;
    line = gcv_slice_trim(line);
    out->has_container = line.size > 0;
    out->has_more = false;
    if (out->has_container) {
        if (!gcv_take_hex(&line, 64, record, "container type id", &out->container, reason)) {
            return false;
        }
        out->has_more = gcv_slice_trim(line).size > 0;
    }
    return true;
}

bool gcv_rpm_parse_type(gcv_slice line, gcv_rpm_type *out, char *reason)
{
    (void)gcv_slice_take_field(&line);
    if (!gcv_take_hex(&line, 64, "type record", "type id", &out->id, reason)) {
        return false;
    }
    out->name = gcv_slice_trim(line);
    return out->name.size > 0 || gcv_refuse_short(reason, "type record", "name");
}

/* Removes the time stamp from the end of the name if there is one: the last field, if it is a
 * number without a prefix and not the whole name. */
static void split_time(gcv_rpm_bracket *out)
{
    gcv_slice name = out->name;
    size_t start = name.size;
    while (start > 0 && !gcv_is_blank(name.data[start - 1])) {
        start--;
    }
    gcv_slice last = gcv_slice_from(name, start);
    size_t before = start;
    while (before > 0 && gcv_is_blank(name.data[before - 1])) {
        before--;
    }
    out->has_time = before > 0 && gcv_parse_hex(last.data, last.size, 64, &out->time);
    if (out->has_time) {
        out->name.size = before;
    }
}

bool gcv_rpm_parse_bracket(gcv_slice line, gcv_rpm_bracket *out, char *reason)
{
    gcv_slice letter = gcv_slice_take_field(&line);
    bool opens = letter.data[0] == 'a';
    if (opens && !gcv_take_hex(&line, 64, "section record", "version", &out->version, reason)) {
        return false;
    }
    out->name = gcv_slice_trim(line);
    if (out->name.size == 0) {
        return gcv_refuse_short(reason, opens ? "section record" : "end record", "name");
    }
    split_time(out);
    return true;
}

char gcv_rpm_letter(gcv_slice line, char *reason)
{
    gcv_slice letter = gcv_slice_take_field(&line);
    if (letter.size == 0) {
        return '\0';
    }
    if (letter.size == 1 && strchr("atorc", letter.data[0]) != NULL && letter.data[0] != '\0') {
        return letter.data[0];
    }
    (void)gcv_refuse_field(reason, "unknown record", letter);
    return '?';
}
