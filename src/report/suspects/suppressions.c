/* suppressions.c - suspects that are known and left out; see suppressions.h. */
#include "report/suspects/suppressions.h"

#include "analysis/suspects/fingerprint.h"
#include "base/error.h"
#include "base/glob.h"
#include "base/number.h"
#include "base/text_lines.h"

enum { LINE_MAX_BYTES = 65536 };

void gcv_suppressions_release(gcv_context *ctx, gcv_suppressions *known)
{
    gcv_u64_column_release(ctx, &known->fingerprints);
    gcv_suppression_globs_release(ctx, &known->globs);
}

/* Whether a line is meant as a fingerprint: hex digits only, and either a decimal digit among them
 * or the length of a fingerprint. A type with such a name needs a glob: `deadbee1*`. */
static bool is_fingerprint(gcv_slice text, uint64_t *value)
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

/* Why a line is neither a fingerprint nor a glob; NULL: it is one of them. */
static const char *fault_of(gcv_slice text)
{
    size_t i;
    if (text.size > LINE_MAX_BYTES) {
        return "a line of more than 65536 bytes";
    }
    for (i = 0; i < text.size; i++) {
        if ((unsigned char)text.data[i] < ' ') {
            return "a control character: not a fingerprint and not the glob of a type";
        }
    }
    return gcv_glob_fault(text);
}

gcv_status gcv_suppressions_add_text(gcv_context *ctx, gcv_suppressions *known, const char *file,
                                     gcv_slice text, gcv_error *err)
{
    gcv_text_lines lines;
    gcv_status status = GCV_OK;
    gcv_slice line;
    if (!gcv_text_lines_begin(&lines, text)) {
        return gcv_fail_line(err, GCV_ERR_USAGE, file, 1,
                             "this is UTF-16, and suppressions are UTF-8");
    }
    while (status == GCV_OK && gcv_text_lines_next(&lines, &line)) {
        gcv_slice content = gcv_slice_trim(line);
        const char *fault = fault_of(content);
        uint64_t fingerprint;
        bool is_glob = fault == NULL && !is_fingerprint(content, &fingerprint);
        if (fault == NULL && !is_glob && content.size != GCV_FINGERPRINT_DIGITS) {
            fault = "a fingerprint has 12 hex digits";
        }
        if (fault != NULL) {
            status = gcv_fail_line(err, GCV_ERR_USAGE, file, lines.number, "%s", fault);
        } else if (is_glob) {
            status = gcv_suppression_globs_push(ctx, &known->globs, content, err);
        } else {
            status = gcv_u64_column_push(ctx, &known->fingerprints, fingerprint, err);
        }
    }
    return status;
}

bool gcv_is_suppressed(const gcv_suppressions *known, uint64_t fingerprint, gcv_slice name,
                       bool ignore_case)
{
    size_t i;
    for (i = 0; i < known->fingerprints.n; i++) {
        if (known->fingerprints.data[i] == fingerprint) {
            return true;
        }
    }
    for (i = 0; i < known->globs.n; i++) {
        if (gcv_glob_slice(known->globs.data[i], name, ignore_case)) {
            return true;
        }
    }
    return false;
}
