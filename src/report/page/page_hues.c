/* page_hues.c - the colours of the picture; see page.h.
 *
 * Types are in byte order of their names, so those of a family are contiguous. The script finds the
 * family of a name in the same way (page.js).
 */
#include "report/page/page.h"

#include <string.h>

/* Whether a character ends a namespace; NUL does. */
static bool ends_names(char c) { return strchr("<>[](),+/` ", c) != NULL; }

/* The end of the first name from `at` on, its dot included; 0: there is none. */
static size_t first_name(gcv_slice type, size_t at)
{
    for (; at < type.size && !ends_names(type.data[at]); at++) {
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

static bool is_before(const family *a, const family *b)
{
    return a->bytes != b->bytes ? a->bytes > b->bytes : gcv_slice_compare(a->name, b->name) < 0;
}

/* Adds a family to the `n` largest, if it is one of them. */
static void offer(family *best, size_t n, family offered)
{
    size_t at = n;
    if (offered.name.size == 0 || offered.bytes == 0) {
        return;
    }
    for (; at > 0 && (best[at - 1].name.data == NULL || is_before(&offered, &best[at - 1])); at--) {
        if (at < n) {
            best[at] = best[at - 1];
        }
    }
    if (at < n) {
        best[at] = offered;
    }
}

static gcv_slice name_of(gcv_slice type, bool by_type) { return by_type ? type : family_of(type); }

/* Whether types without a namespace have most bytes. */
static bool lacks_namespaces(const gcv_group_totals *types)
{
    uint64_t with = 0, without = 0;
    for (uint32_t i = 0; i < types->groups.n; i++) {
        if (family_of(types->groups.names[i]).size > 0) {
            with += types->bytes[i];
        } else {
            without += types->bytes[i];
        }
    }
    return without > with;
}

gcv_page_hues gcv_page_hues_of(const gcv_group_totals *types)
{
    const bool by_type = lacks_namespaces(types);
    const gcv_slice platform = gcv_slice_str("System");
    family best[GCV_HUE_OTHER - 1], running = {{NULL, 0}, 0};
    memset(best, 0, sizeof best);
    gcv_page_hues hues = {0};
    for (uint32_t i = 0; i < types->groups.n; i++) {
        const gcv_slice name = name_of(types->groups.names[i], by_type);
        if (!gcv_slice_equal(name, running.name)) {
            offer(best, GCV_HUE_OTHER - 1, running);
            running.name = name;
            running.bytes = 0;
        }
        running.bytes += types->bytes[i];
        if (gcv_slice_equal(name, platform)) {
            hues.families[GCV_HUE_SYSTEM] = platform;
            running.bytes = 0; /* has a colour already */
        }
    }
    offer(best, GCV_HUE_OTHER - 1, running);
    for (uint32_t i = 1; i < GCV_HUE_OTHER; i++) {
        hues.families[i] = best[i - 1].name;
    }
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
