/* suppressions.c - known suspects that are left out; see suppressions.h. */
#include "figures/suppressions.h"

#include "analysis/suspects/find/fingerprint.h"
#include "base/error.h"
#include "base/number.h"
#include "base/sort.h"
#include "base/text.h"

enum { LINE_MAX_BYTES = 65536 };

/* Whether a line is meant as a fingerprint: all hex digits, and either at least one of them is
 * decimal or their number is that of a fingerprint. A type with such a name has to be written as a
 * glob: `deadbee1*`. */
static bool is_fingerprint(gcv_slice text, uint64_t *value)
{
    bool decimal = false;
    *value = 0;
    for (size_t i = 0; i < text.size; i++) {
        uint8_t digit = gcv_hex_value[(unsigned char)text.data[i]];
        if (digit > 15) {
            return false;
        }
        decimal = decimal || digit < 10;
        *value = *value << 4 | digit;
    }
    return decimal || text.size == GCV_FINGERPRINT_DIGITS;
}

/* Why a line can be neither a fingerprint nor a glob; NULL: it can. */
static const char *fault_of(gcv_slice text)
{
    if (text.size > LINE_MAX_BYTES) {
        return "a line of more than 65536 bytes";
    }
    for (size_t i = 0; i < text.size; i++) {
        if ((unsigned char)text.data[i] < ' ') {
            return "a control character: not a fingerprint and not the glob of a type";
        }
    }
    return gcv_glob_fault(text);
}

static void read_lines(gcv_context *ctx, gcv_suppressions *known, const char *file,
                       gcv_text_lines *lines)
{
    gcv_slice line;
    while (gcv_text_lines_next(lines, &line)) {
        gcv_slice content = gcv_slice_trim(line);
        const char *fault = fault_of(content);
        uint64_t fingerprint;
        bool is_glob = fault == NULL && !is_fingerprint(content, &fingerprint);
        if (fault == NULL && !is_glob && content.size != GCV_FINGERPRINT_DIGITS) {
            fault = "a fingerprint has 12 hex digits";
        }
        if (fault != NULL) {
            gcv_fail_line(ctx, GCV_ERR_USAGE, file, lines->number, "%s", fault);
        } else if (is_glob) {
            gcv_glob_list_add(ctx, &known->names, content);
        } else {
            gcv_u64_column_push(ctx, &known->fingerprints, fingerprint);
        }
    }
}

void gcv_suppressions_read(gcv_context *ctx, gcv_suppressions *known, const char *file,
                           gcv_slice text, bool ignore_case)
{
    gcv_text_lines lines;
    *known = (gcv_suppressions){0};
    if (!gcv_text_lines_begin(&lines, text)) {
        gcv_fail_line(ctx, GCV_ERR_USAGE, file, 1, "this is UTF-16, and suppressions are UTF-8");
    }
    read_lines(ctx, known, file, &lines);
    gcv_sort_keys(ctx, known->fingerprints.data, known->fingerprints.n);
    gcv_glob_list_sort(ctx, &known->names, file, ignore_case);
}

bool gcv_is_suppressed(gcv_context *ctx, const gcv_suppressions *known, const gcv_glob_list *exact,
                       uint64_t fingerprint, gcv_slice name)
{
    const gcv_u64_column *column = &known->fingerprints;
    return gcv_find_u64(column->data, sizeof *column->data, column->n, fingerprint) != SIZE_MAX ||
           gcv_glob_list_has(ctx, &known->names, exact, name);
}
