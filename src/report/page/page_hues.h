/* page_hues.h - the colours of the picture: one for each of the largest families of types. A family
 * is the first name of a namespace, or the first two for `Microsoft.`; if types without a namespace
 * have most bytes, each type is a family. */
#ifndef GCV_REPORT_PAGE_PAGE_HUES_H
#define GCV_REPORT_PAGE_PAGE_HUES_H

#include "analysis/group_totals.h"

enum {
    GCV_HUE_SYSTEM = 0, /* the family `System`: grey */
    GCV_HUE_OTHER = 8,  /* all families without a colour of their own */
    GCV_HUES = 9
};

typedef struct gcv_page_hues {
    gcv_slice families[GCV_HUE_OTHER]; /* per hue; data NULL: none */
} gcv_page_hues;

/* Chooses families by the bytes of their types. O(types). */
gcv_page_hues gcv_page_hues_of(const gcv_group_totals *types);
/* The hue of a type. */
unsigned gcv_page_hue(const gcv_page_hues *hues, gcv_slice type);
/* The colour of a hue on a light background: #rrggbb. */
const char *gcv_page_hue_colour(unsigned hue);

#endif
