/* chain_picture.h - pictures of chains (report/picture.h). */
#ifndef GCV_REPORT_CHAINS_CHAIN_PICTURE_H
#define GCV_REPORT_CHAINS_CHAIN_PICTURE_H

#include "report/picture.h"

/* Draws a chain whose last object the user named; `root` NULL: it does not begin at a root. If the
 * chain does not fit, its first objects and the last one are drawn, with the node `more` between
 * them. */
GCV_CHECKED gcv_status gcv_chain_picture_add(gcv_picture *picture, const gcv_chain *chain,
                                             const gcv_root *root, gcv_error *err);

#endif
