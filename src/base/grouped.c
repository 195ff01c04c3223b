/* grouped.c - numbers as people read them; see number.h. */
#include "base/number.h"

size_t gcv_group_digits(char out[GCV_GROUPED_MAX], const char *digits, size_t n)
{
    size_t size = 0;
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0) {
            out[size++] = ',';
        }
        out[size++] = digits[i];
    }
    out[size] = '\0';
    return size;
}

/* Whether this byte may follow a number that stands alone. */
static bool is_gap(char c) { return c == ' ' || c == ',' || c == ';' || c == ':' || c == '.'; }

/* Whether a number may begin here: after a blank, and a sign. */
static bool begins(gcv_slice text, size_t at)
{
    at -= at > 0 && (text.data[at - 1] == '+' || text.data[at - 1] == '-');
    return at == 0 || text.data[at - 1] == ' ';
}

/* Whether a number that ends there, before a blank, begins a remark: `(1008 of 2011 in .rows)`. */
static bool begins_remark(gcv_slice text, size_t at, size_t end)
{
    return at > 1 && text.data[at - 1] == '(' && text.data[at - 2] == ' ' && end < text.size &&
           text.data[end] == ' ';
}

size_t gcv_next_to_group(gcv_slice text, size_t at, size_t *n)
{
    while (at < text.size) {
        size_t end = at;
        while (end < text.size && gcv_is_digit(text.data[end])) {
            end++;
        }
        *n = end - at;
        if (*n > 3 && *n < GCV_NUMBER_MAX &&
            (begins_remark(text, at, end) ||
             (begins(text, at) && (end == text.size || is_gap(text.data[end]))))) {
            return at;
        }
        at = *n > 0 ? end : at + 1;
    }
    *n = 0;
    return text.size;
}
