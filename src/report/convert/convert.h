/* convert.h - the formats that a heap is converted to; convert.c chooses one.
 *
 * circle: the formats share this header with the command, and do not call it. */
#ifndef GCV_REPORT_CONVERT_CONVERT_H
#define GCV_REPORT_CONVERT_CONVERT_H

#include "report/report.h"

/* `all`: with the objects that no strong root reaches, where the format leaves them out otherwise.
 */

/* A log of the Remote Performance Monitor. */
GCV_CHECKED gcv_status gcv_convert_to_rpm(gcv_report *report, bool all, gcv_error *err);

/* A .gcdump. */
GCV_CHECKED gcv_status gcv_convert_to_gcdump(gcv_report *report, bool all, gcv_error *err);
extern const gcv_cost gcv_cost_of_gcdump;

/* What a .gcdump is to hold. */
typedef struct gcv_gcdump_counts {
    uint64_t nodes, types, record_bytes, file_bytes;
} gcv_gcdump_counts;
/* GCV_ERR_LIMIT if it cannot, with labels of 4 bytes, the only ones that all readers take. */
GCV_CHECKED gcv_status gcv_gcdump_check(const gcv_gcdump_counts *counts, gcv_error *err);

/* A heap dump of Java. */
GCV_CHECKED gcv_status gcv_convert_to_hprof(gcv_report *report, bool all, gcv_error *err);
extern const gcv_cost gcv_cost_of_hprof;

/* A V8 heap snapshot. */
GCV_CHECKED gcv_status gcv_convert_to_heapsnapshot(gcv_report *report, bool all, gcv_error *err);
extern const gcv_cost gcv_cost_of_heapsnapshot;

/* What a V8 heap snapshot is to hold. */
typedef struct gcv_heapsnapshot_counts {
    uint64_t objects; /* that get an id by their number */
    uint64_t nodes, edges, string_bytes;
} gcv_heapsnapshot_counts;
/* GCV_ERR_LIMIT if it cannot: viewers compute ids and places in lists in 32 bits, and take the list
 * of strings as one string. */
GCV_CHECKED gcv_status gcv_heapsnapshot_check(const gcv_heapsnapshot_counts *counts,
                                              gcv_error *err);

/* Files of tsv in a folder: their names, up to NULL. */
GCV_CHECKED gcv_status gcv_convert_to_tables(gcv_report *report, bool all, gcv_error *err);
extern const char *const gcv_table_files[];
extern const gcv_cost gcv_cost_of_tables;

/* A moves log of all collections and snapshots of a trace. */
GCV_CHECKED gcv_status gcv_convert_to_moves(gcv_report *report, bool all, gcv_error *err);

#endif
