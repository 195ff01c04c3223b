/* merged_tree.h - merged chains as one tree (`chains --tree`). */
#ifndef GCV_REPORT_CHAINS_MERGED_TREE_H
#define GCV_REPORT_CHAINS_MERGED_TREE_H

#include "report/chains/merged_table.h"

/* Writes the steps whose retained bytes are known. */
GCV_CHECKED gcv_status gcv_merged_tree_write(gcv_merged_table *table, gcv_error *err);

#endif
