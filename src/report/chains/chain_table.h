/* chain_table.h - the table of chains: one row per object, or per step of a merged chain. */
#ifndef GCV_REPORT_CHAINS_CHAIN_TABLE_H
#define GCV_REPORT_CHAINS_CHAIN_TABLE_H

#include "report/picture.h"

/* Indices of cells. The last ones are for names (report/field_cell.h); some tables lack them. */
enum { GCV_CHAIN_OBJECT = 2, GCV_CHAIN_FIELD = 7, GCV_CHAIN_PLACE, GCV_CHAIN_CELLS = 12 };

/* The value of --limit or --top, whichever is given, else `otherwise`; 0: all. For a picture --top
 * limits the nodes, not the chains. */
uint64_t gcv_chain_limit(const gcv_report_options *options, uint64_t otherwise);

void gcv_chain_table_begin(gcv_report *report, const gcv_field_cells *fields);
/* Writes a row. In formats that nest, a row of several objects has an absent object cell; the
 * member `objects` is their number. */
void gcv_chain_table_row(gcv_report *report, gcv_cell *cells, uint64_t objects);

/* ---- chain_picture.c: chains in formats of graphs ------------------------------------------- */

/* Draws a chain whose last object the user named; `root` NULL: it does not begin at a root. If the
 * chain does not fit, its first objects and the last one are drawn, with the node `more` between
 * them. */
void gcv_chain_picture_add(gcv_picture *picture, const gcv_chain *chain, const gcv_root *root);

#endif
