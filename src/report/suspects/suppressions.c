/* suppressions.c - suspects that are known; see suppressions.h. */
#include "report/suspects/suppressions.h"

#include "analysis/suspects/fingerprint.h"
#include "base/error.h"
#include "base/number.h"
#include "base/text.h"

#include <string.h>

enum { LINE_MAX_BYTES = 65536 };

void gcv_suppressions_release(gcv_context *ctx, gcv_suppressions *known)
{
    gcv_u64_column_release(ctx, &known->prints);
    gcv_u32_column_release(ctx, &known->globs);
    gcv_bytes_column_release(ctx, &known->text);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* The line without comment and blanks around it. */
static gcv_slice content_of(gcv_slice line)
{
    size_t i;
    for (i = 0; i < line.size; i++) {
        if (line.data[i] == '#' && (i == 0 || is_blank(line.data[i - 1]))) {
            line.size = i;
        }
    }
    while (line.size > 0 && is_blank(line.data[line.size - 1])) {
        line.size--;
    }
    while (line.size > 0 && is_blank(line.data[0])) {
        line.data++;
        line.size--;
    }
    return line;
}

/* Hex digits alone, with a decimal one among them, are meant as a fingerprint; a type of such a
 * name can be had with a `*` behind it. */
static bool is_print(gcv_slice text, uint64_t *value)
{
    bool decimal = false;
    size_t i;
    *value = 0;
    for (i = 0; i < text.size; i++) {
        uint8_t digit = gcv_hex_value[(unsigned char)text.data[i]];
        if (digit > 15) {
            return false;
        }
        decimal = decimal || digit < 10;
        *value = *value << 4 | digit;
    }
    return decimal || text.size == GCV_FINGERPRINT_DIGITS;
}

static gcv_status wrong(const gcv_suppressions *known, uint64_t number, gcv_error *err,
                        const char *what)
{
    return gcv_fail_line(err, GCV_ERR_USAGE, known->file, number, "%s", what);
}

static gcv_status add_glob(gcv_context *ctx, gcv_suppressions *known, gcv_slice text,
                           gcv_error *err)
{
    uint32_t at = (uint32_t)known->text.n;
    gcv_status status;
    if (known->text.n > UINT32_MAX - LINE_MAX_BYTES - 1) {
        return gcv_fail(err, GCV_ERR_LIMIT, "'%.100s' is too long", known->file);
    }
    status = gcv_bytes_column_reserve(ctx, &known->text, text.size + 1, err);
    if (status == GCV_OK) {
        status = gcv_u32_column_push(ctx, &known->globs, at, err);
    }
    if (status == GCV_OK) {
        memcpy(known->text.data + at, text.data, text.size);
        known->text.data[at + text.size] = '\0';
        known->text.n += text.size + 1;
    }
    return status;
}

gcv_status gcv_suppressions_add(gcv_context *ctx, gcv_suppressions *known, gcv_slice line,
                                uint64_t number, gcv_error *err)
{
    gcv_slice text = content_of(line);
    uint64_t print;
    size_t i;
    if (text.size == 0) {
        return GCV_OK;
    }
    if (text.size > LINE_MAX_BYTES) {
        return wrong(known, number, err, "a line of more than 65536 bytes");
    }
    for (i = 0; i < text.size; i++) {
        if ((unsigned char)text.data[i] < ' ') {
            return wrong(known, number, err,
                         "a control character: not a fingerprint and not the glob of a type");
        }
    }
    if (!is_print(text, &print)) {
        return add_glob(ctx, known, text, err);
    }
    if (text.size != GCV_FINGERPRINT_DIGITS) {
        return wrong(known, number, err, "a fingerprint has 12 hex digits");
    }
    return gcv_u64_column_push(ctx, &known->prints, print, err);
}

gcv_status gcv_suppressions_add_text(gcv_context *ctx, gcv_suppressions *known, const char *file,
                                     gcv_slice text, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint64_t number = 1;
    known->file = file;
    while (status == GCV_OK && text.size > 0) {
        const char *end = memchr(text.data, '\n', text.size);
        size_t size = end != NULL ? (size_t)(end - text.data) : text.size;
        size_t taken = size + (end != NULL);
        status = gcv_suppressions_add(ctx, known, gcv_slice_of(text.data, size), number++, err);
        text = gcv_slice_of(text.data + taken, text.size - taken);
    }
    return status;
}

bool gcv_is_suppressed(const gcv_suppressions *known, uint64_t fingerprint, gcv_slice name,
                       bool ignore_case)
{
    size_t i;
    for (i = 0; i < known->prints.n; i++) {
        if (known->prints.data[i] == fingerprint) {
            return true;
        }
    }
    for (i = 0; i < known->globs.n; i++) {
        if (gcv_glob(known->text.data + known->globs.data[i], name, ignore_case)) {
            return true;
        }
    }
    return false;
}
