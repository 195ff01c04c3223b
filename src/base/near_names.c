/* near_names.c - the names nearest to one that does not exist; see near_names.h. */
#include "base/near_names.h"

#include <stdio.h>
#include <string.h>

gcv_slice gcv_last_part_of(gcv_slice name)
{
    size_t first = 0, at;
    for (at = 0; at < name.size; at++) {
        char c = name.data[at];
        if (c == '.' || c == '+' || c == '/' || c == ':') {
            first = at + 1;
        } else if (at > first && (c == '<' || c == '[' || c == '(' || c == '`')) {
            break; /* at the start, `<` begins a compiler-generated name */
        }
    }
    return gcv_slice_of(name.data + first, at - first);
}

static bool is_same(gcv_slice a, gcv_slice b, bool ignore_case)
{
    return gcv_slice_compare_letters(a, b, ignore_case) == 0;
}

void gcv_near_names_init(gcv_near_names *near, gcv_slice wanted)
{
    *near = (gcv_near_names){
        .wanted = wanted, .last_part = gcv_last_part_of(wanted), .nearness = GCV_NOT_NEAR};
}

/* Returns how many letters may differ: one in four, from 1 to 3; none in a part of one or two. */
static unsigned tolerance(gcv_slice part)
{
    size_t letters = part.size / 4;
    return part.size < 3 ? 0 : letters < 1 ? 1 : letters > 3 ? 3 : (unsigned)letters;
}

/* Classifies a name. Kinds farther than the nearest found so far are not tried. */
static gcv_nearness nearness_of(const gcv_near_names *near, gcv_slice name, uint64_t *distance)
{
    const gcv_slice wanted = near->wanted, part = near->last_part,
                    its_part = gcv_last_part_of(name);
    unsigned most = tolerance(part);
    *distance = name.size > wanted.size ? name.size - wanted.size : wanted.size - name.size;
    if (is_same(name, wanted, true)) {
        return GCV_NEAR_OTHER_CASE;
    }
    if (part.size > 0 && is_same(its_part, part, true)) {
        return is_same(its_part, part, false) ? GCV_NEAR_LAST_PART : GCV_NEAR_LAST_PART_OTHER_CASE;
    }
    if (near->nearness >= GCV_NEAR_WITHIN && wanted.size > 2 && wanted.size < name.size &&
        gcv_text_find(name, wanted, true) != SIZE_MAX) {
        return GCV_NEAR_WITHIN;
    }
    if (near->nearness < GCV_NEAR_SPELLING || most == 0) {
        return GCV_NOT_NEAR;
    }
    unsigned letters = gcv_slice_distance(part, its_part, true, most);
    *distance += (uint64_t)letters << 32;
    return letters <= most ? GCV_NEAR_SPELLING : GCV_NOT_NEAR;
}

static int compare(const gcv_near_name *a, const gcv_near_name *b)
{
    return a->distance != b->distance ? (a->distance < b->distance ? -1 : 1)
                                      : gcv_slice_compare(a->name, b->name);
}

void gcv_near_names_offer(gcv_near_names *near, gcv_slice name)
{
    gcv_near_name one = {name, 0};
    gcv_nearness nearness = nearness_of(near, name, &one.distance);
    size_t at = 0;
    if (nearness == GCV_NOT_NEAR || nearness > near->nearness) {
        return;
    }
    if (nearness < near->nearness) {
        near->nearness = nearness;
        near->n = 0;
    }
    while (at < near->n && compare(&near->found[at], &one) < 0) {
        at++;
    }
    if (at == GCV_NEAR_NAMES || (at < near->n && compare(&near->found[at], &one) == 0)) {
        return;
    }
    near->n += near->n < GCV_NEAR_NAMES;
    memmove(&near->found[at + 1], &near->found[at], (near->n - at - 1) * sizeof near->found[0]);
    near->found[at] = one;
}

const char *gcv_near_names_text(const gcv_near_names *near, char *out, size_t size)
{
    enum { CHARACTERS = 120 };
    char name[4 * CHARACTERS + 8];
    size_t n = 0;
    out[0] = '\0';
    for (size_t i = 0; i < near->n && n < size; i++) {
        n +=
            (size_t)snprintf(out + n, size - n, "%s'%s'",
                             i == 0             ? ""
                             : i + 1 == near->n ? " or "
                                                : ", ",
                             gcv_slice_excerpt(near->found[i].name, CHARACTERS, name, sizeof name));
    }
    return out;
}
