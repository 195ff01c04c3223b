/* page_hues.c - the colours of the picture; see page.h.
 *
 * Types are in byte order of their names, so those of a family are contiguous. The script finds the
 * family of a name in the same way (page.js).
 */
#include "report/page/page.h"

#include <string.h>

/* The end of the first name from `at` on, its dot included; 0: there is none. NUL ends names. */
static size_t first_name(gcv_slice type, size_t at)
{
    for (; at < type.size && strchr("<>[](),+/` ", type.data[at]) == NULL; at++) {
        if (type.data[at] == '.' && at > 0 && at + 1 < type.size) {
            return at + 1;
        }
    }
    return 0;
}

/* The family by namespace; empty: none. */
static gcv_slice family_of(gcv_slice type)
{
    static const char vendor[] = "Microsoft.";
    size_t end = first_name(type, 0);
    if (end == strlen(vendor) && memcmp(type.data, vendor, end) == 0) {
        end = first_name(type, end);
    }
    return gcv_slice_of(type.data, end > 0 ? end - 1 : 0);
}

typedef struct family {
    gcv_slice name;
    uint64_t bytes;
} family;

GCV_COLUMN(family_column, family);

GCV_BEFORE(is_larger, family,
           of[a].bytes != of[b].bytes ? of[a].bytes > of[b].bytes
                                      : gcv_slice_compare(of[a].name, of[b].name) < 0);

/* Whether types without a namespace have most bytes. */
static bool lacks_namespaces(const gcv_group_totals *types)
{
    uint64_t with = 0, without = 0;
    for (uint32_t i = 0; i < types->groups.n; i++) {
        *(family_of(types->groups.names[i]).size > 0 ? &with : &without) += types->bytes[i];
    }
    return without > with;
}

gcv_page_hues gcv_page_hues_of(const gcv_group_totals *types)
{
    const bool by_type = lacks_namespaces(types);
    family_column all = {0};
    gcv_page_hues hues = {0};
    for (uint32_t i = 0; i < types->groups.n; i++) {
        const family added = {by_type ? types->groups.names[i] : family_of(types->groups.names[i]),
                              0};
        if (all.n == 0 || !gcv_slice_equal(all.data[all.n - 1].name, added.name)) {
            family_column_push(types->ctx, &all, added);
        }
        all.data[all.n - 1].bytes += types->bytes[i];
    }
    uint32_t *order = gcv_numbers_sorted(types->ctx, all.n, is_larger, all.data), hue = 1;
    for (size_t i = 0; i < all.n; i++) {
        const family *next = &all.data[order[i]];
        if (gcv_slice_is(next->name, "System")) {
            hues.families[GCV_HUE_SYSTEM] = next->name;
        } else if (hue < GCV_HUE_OTHER && next->name.size > 0 && next->bytes > 0) {
            hues.families[hue++] = next->name;
        }
    }
    gcv_free(types->ctx, order);
    family_column_release(types->ctx, &all);
    return hues;
}

static unsigned hue_named(const gcv_page_hues *hues, gcv_slice name)
{
    unsigned hue = 0;
    while (hue < GCV_HUE_OTHER && (name.size == 0 || hues->families[hue].data == NULL ||
                                   !gcv_slice_equal(hues->families[hue], name))) {
        hue++;
    }
    return hue;
}

unsigned gcv_page_hue(const gcv_page_hues *hues, gcv_slice type)
{
    const unsigned hue = hue_named(hues, family_of(type));
    return hue != GCV_HUE_OTHER ? hue : hue_named(hues, type);
}

const char *gcv_page_hue_colour(unsigned hue)
{
    static const char *const colours[GCV_HUES] = {"#d5dbe6", "#f6cf8f", "#a9d7f5",
                                                  "#bfe3b4", "#f3bcd6", "#d3c6f5",
                                                  "#f2e08a", "#a6e0d5", "#e6e1da"};
    return colours[hue];
}
