/* merged_rows.h - the rows of merged chains: one for each step of each chain. */
#ifndef GCV_REPORT_CHAINS_MERGED_ROWS_H
#define GCV_REPORT_CHAINS_MERGED_ROWS_H

#include "report/chains/merged_table.h"

/* Writes the rows of the chains that end at some steps. Their retained bytes have to be known. */
GCV_CHECKED gcv_status gcv_merged_rows_write(gcv_merged_table *table, const uint32_t *ends,
                                             size_t n, gcv_error *err);

#endif
