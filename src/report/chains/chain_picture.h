/* chain_picture.h - chains drawn (report/picture.h). */
#ifndef GCV_REPORT_CHAINS_CHAIN_PICTURE_H
#define GCV_REPORT_CHAINS_CHAIN_PICTURE_H

#include "report/picture.h"

/* Draws a chain, whose last object the user asked for; `root` NULL: it begins at no root. Of a
 * chain that does not fit the first objects are drawn and the last one, with the node `more`
 * between. */
GCV_CHECKED gcv_status gcv_chain_picture_add(gcv_picture *picture, const gcv_chain *chain,
                                             const gcv_root *root, gcv_error *err);

#endif
