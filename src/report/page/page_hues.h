/* page_hues.h - the colours of the picture: one for each of the families of types that take most
 * bytes. A family is the first name of a namespace, the first two for `Microsoft.`; where most
 * bytes are of types without a namespace, it is a type. */
#ifndef GCV_REPORT_PAGE_PAGE_HUES_H
#define GCV_REPORT_PAGE_PAGE_HUES_H

#include "analysis/group_totals.h"

enum {
    GCV_HUE_SYSTEM = 0, /* the platform's: grey */
    GCV_HUE_OTHER = 8,  /* of all families without a colour */
    GCV_HUES = 9
};

typedef struct gcv_page_hues {
    gcv_slice families[GCV_HUE_OTHER]; /* per hue; data NULL: none */
} gcv_page_hues;

/* Of the types with their bytes. O(types). */
gcv_page_hues gcv_page_hues_of(const gcv_group_totals *types);
/* The hue of a type. */
unsigned gcv_page_hue(const gcv_page_hues *hues, gcv_slice type);
/* Its colour on a light ground: #rrggbb. */
const char *gcv_page_hue_colour(unsigned hue);

#endif
