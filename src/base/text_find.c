/* text_find.c - substring search in linear time and without memory; see text.h.
 *
 * The two-way algorithm of Crochemore and Perrin (Two-way string matching, Journal of the ACM 38,
 * 1991): the part is cut at a position where every repetition across the cut is as long as the
 * period of the part; the right half is compared forwards, then the left half backwards.
 */
#include "base/text.h"

typedef struct needle {
    gcv_slice text;
    bool ignore_case;
    size_t cut;    /* bytes in the left half */
    size_t period; /* shift after a match, or after a match of the right half alone */
    bool periodic; /* the left half repeats one period later: bytes that matched need not be
                      compared again */
} needle;

static unsigned char letter(char c, bool ignore_case)
{
    return ignore_case ? (unsigned char)gcv_folded(c) : (unsigned char)c;
}

/* Returns the start of the greatest suffix, in byte order or its opposite, and its period. */
static size_t greatest_suffix(const needle *part, bool opposite, size_t *period)
{
    const char *s = part->text.data;
    size_t start = 0, candidate = 1, same = 0;
    *period = 1;
    while (candidate + same < part->text.size) {
        unsigned char a = letter(s[candidate + same], part->ignore_case);
        unsigned char b = letter(s[start + same], part->ignore_case);
        if (a == b) {
            same++;
            if (same == *period) {
                candidate += *period;
                same = 0;
            }
        } else if ((a < b) != opposite) {
            candidate += same + 1;
            same = 0;
            *period = candidate - start;
        } else {
            start = candidate++;
            same = 0;
            *period = 1;
        }
    }
    return start;
}

static void prepare(needle *part)
{
    size_t period, opposite_period, i = 0;
    size_t cut = greatest_suffix(part, false, &period);
    size_t opposite_cut = greatest_suffix(part, true, &opposite_period);
    size_t right;
    part->cut = cut > opposite_cut ? cut : opposite_cut;
    part->period = cut > opposite_cut ? period : opposite_period;
    while (i < part->cut && i + part->period < part->text.size &&
           letter(part->text.data[i], part->ignore_case) ==
               letter(part->text.data[i + part->period], part->ignore_case)) {
        i++;
    }
    part->periodic = i == part->cut;
    if (!part->periodic) {
        right = part->text.size - part->cut;
        part->period = (part->cut > right ? part->cut : right) + 1;
    }
}

size_t gcv_text_find(gcv_slice text, gcv_slice part, bool ignore_case)
{
    needle n = {part, ignore_case, 0, 0, false};
    size_t at = 0, known = 0; /* bytes at the start of the part that are known to match at `at` */
    if (part.size == 0) {
        return 0;
    }
    prepare(&n);
    while (text.size >= part.size && at <= text.size - part.size) {
        const char *s = text.data + at;
        size_t i = n.cut > known ? n.cut : known;
        while (i < part.size && letter(part.data[i], ignore_case) == letter(s[i], ignore_case)) {
            i++;
        }
        if (i < part.size) {
            at += i - n.cut + 1;
            known = 0;
            continue;
        }
        i = n.cut;
        while (i > known &&
               letter(part.data[i - 1], ignore_case) == letter(s[i - 1], ignore_case)) {
            i--;
        }
        if (i <= known) {
            return at;
        }
        at += n.period;
        known = n.periodic ? part.size - n.period : 0;
    }
    return SIZE_MAX;
}
