/* rpm_record.c - parsing of single records; see rpm_record.h. */
#include "input/rpm/rpm_record.h"

#include "base/number.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Takes the next element off the line; its size is 0 at the end of the line. */
static gcv_slice next_element(gcv_slice *line)
{
    gcv_slice element;
    while (line->size > 0 && is_blank(line->data[0])) {
        line->data++;
        line->size--;
    }
    element = gcv_slice_of(line->data, 0);
    while (line->size > 0 && !is_blank(line->data[0])) {
        line->data++;
        line->size--;
        element.size++;
    }
    return element;
}

static gcv_slice trimmed(gcv_slice text)
{
    while (text.size > 0 && is_blank(text.data[0])) {
        text.data++;
        text.size--;
    }
    while (text.size > 0 && is_blank(text.data[text.size - 1])) {
        text.size--;
    }
    return text;
}

/* Puts an element of the input, which may be anything, into a reason, cut short and made printable.
 */
static bool refuse(char *reason, const char *what, gcv_slice element)
{
    char shown[4 * 24 + 4];
    size_t n = 0, taken = 0;
    while (element.size > 0 && taken++ < 24) {
        uint32_t code = gcv_utf8_next(&element);
        n += gcv_utf8_put(shown + n, gcv_is_control(code) ? 0xfffd : code);
    }
    if (element.size > 0) {
        memcpy(shown + n, "...", 3);
        n += 3;
    }
    (void)snprintf(reason, GCV_RPM_REASON_MAX, "%s '%.*s'", what, (int)n, shown);
    return false;
}

static bool refuse_short(char *reason, const char *record, const char *missing)
{
    (void)snprintf(reason, GCV_RPM_REASON_MAX, "%s without %s", record, missing);
    return false;
}

/* A whole element as a number below 2^bits. */
static bool number(gcv_slice element, unsigned bits, uint64_t *out)
{
    uint64_t value = 0;
    size_t i = 0;
    if (element.size > 2 && element.data[0] == '0' && (element.data[1] | 0x20) == 'x') {
        i = 2;
    }
    for (; i < element.size; i++) {
        uint8_t digit = gcv_hex_value[(unsigned char)element.data[i]];
        if (digit > 15 || value >> (bits - 4) != 0) {
            return false;
        }
        value = value << 4 | digit;
    }
    *out = value;
    return true;
}

/* The next element as a number, or a reason why not. `record` and `what` name it. */
static bool take_number(gcv_slice *line, unsigned bits, const char *record, const char *what,
                        uint64_t *out, char *reason)
{
    gcv_slice element = next_element(line);
    char bad[40];
    if (element.size == 0) {
        return refuse_short(reason, record, what);
    }
    if (!number(element, bits, out)) {
        (void)snprintf(bad, sizeof bad, "bad %s", what);
        return refuse(reason, bad, element);
    }
    return true;
}

bool gcv_rpm_parse_object(gcv_context *ctx, gcv_slice line, gcv_rpm_object *out,
                          gcv_u64_column *refs, gcv_status *status, char *reason, gcv_error *err)
{
    static const char record[] = "object record";
    *status = GCV_OK;
    (void)next_element(&line);
    if (!take_number(&line, 64, record, "object id", &out->id, reason) ||
        !take_number(&line, 64, record, "type id", &out->type, reason) ||
        !take_number(&line, 64, record, "size", &out->size, reason)) {
        return false;
    }
    if (refs != NULL) {
        refs->n = 0;
    }
    for (;;) {
        uint64_t id;
        line = trimmed(line);
        if (line.size == 0) {
            return true;
        }
        if (!take_number(&line, 64, record, "reference", &id, reason)) {
            return false;
        }
        if (refs != NULL) {
            *status = gcv_u64_column_push(ctx, refs, id, err);
            if (*status != GCV_OK) {
                return false;
            }
        }
    }
}

bool gcv_rpm_parse_root(gcv_slice line, gcv_rpm_root *out, char *reason)
{
    static const char record[] = "root record";
    uint64_t kind = 0, flags = 0;
    (void)next_element(&line);
    if (!take_number(&line, 64, record, "object id", &out->id, reason) ||
        !take_number(&line, 32, record, "kind", &kind, reason) ||
        !take_number(&line, 32, record, "flags", &flags, reason)) {
        return false;
    }
    out->kind = (uint32_t)kind;
    out->flags = (uint32_t)flags;
    line = trimmed(line);
    out->has_container = line.size > 0;
    out->has_more = false;
    if (out->has_container) {
        if (!take_number(&line, 64, record, "container type id", &out->container, reason)) {
            return false;
        }
        out->has_more = trimmed(line).size > 0;
    }
    return true;
}

bool gcv_rpm_parse_type(gcv_slice line, gcv_rpm_type *out, char *reason)
{
    (void)next_element(&line);
    if (!take_number(&line, 64, "type record", "type id", &out->id, reason)) {
        return false;
    }
    out->name = trimmed(line);
    return out->name.size > 0 || refuse_short(reason, "type record", "name");
}

/* Takes the time stamp off the end of `name` if there is one: the last element, if it is a number
 * without a prefix and leaves something for the name. */
static void split_time(gcv_rpm_bracket *out)
{
    gcv_slice name = out->name, last;
    size_t start = name.size, before;
    while (start > 0 && !is_blank(name.data[start - 1])) {
        start--;
    }
    last = gcv_slice_of(name.data + start, name.size - start);
    before = start;
    while (before > 0 && is_blank(name.data[before - 1])) {
        before--;
    }
    out->has_time = before > 0 && (last.size < 2 || (last.data[1] | 0x20) != 'x') &&
                    number(last, 64, &out->time);
    if (out->has_time) {
        out->name.size = before;
    }
}

bool gcv_rpm_parse_bracket(gcv_slice line, gcv_rpm_bracket *out, char *reason)
{
    gcv_slice letter = next_element(&line);
    bool opens = letter.data[0] == 'a';
    if (opens && !take_number(&line, 64, "section record", "version", &out->version, reason)) {
        return false;
    }
    out->name = trimmed(line);
    if (out->name.size == 0) {
        return refuse_short(reason, opens ? "section record" : "end record", "name");
    }
    split_time(out);
    return true;
}

char gcv_rpm_letter(gcv_slice line, char *reason)
{
    gcv_slice letter = next_element(&line);
    if (letter.size == 0) {
        return '\0';
    }
    if (letter.size == 1 && strchr("atorc", letter.data[0]) != NULL && letter.data[0] != '\0') {
        return letter.data[0];
    }
    (void)refuse(reason, "unknown record", letter);
    return '?';
}
