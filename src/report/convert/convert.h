/* convert.h - the formats to which a heap is converted; convert.c chooses one.
 *
 * circle: the formats share this header with the command, and do not call it. */
#ifndef GCV_REPORT_CONVERT_CONVERT_H
#define GCV_REPORT_CONVERT_CONVERT_H

#include "report/report.h"

/* `all`: also write the objects that no strong root reaches, if the format normally omits them. */

/* Writes a log of the Remote Performance Monitor. */
void gcv_convert_to_rpm(gcv_report *report, bool all);

/* Writes a .gcdump. */
void gcv_convert_to_gcdump(gcv_report *report, bool all);
extern const gcv_cost gcv_cost_of_gcdump;

/* The numbers that a .gcdump limits. */
typedef struct gcv_gcdump_counts {
    uint64_t nodes, types, record_bytes, file_bytes;
} gcv_gcdump_counts;
/* GCV_ERR_LIMIT if a .gcdump with labels of 4 bytes cannot hold them; all readers accept such
 * labels, and no others. */
void gcv_gcdump_check(gcv_context *ctx, const gcv_gcdump_counts *counts);

/* Writes a Java heap dump. */
void gcv_convert_to_hprof(gcv_report *report, bool all);
extern const gcv_cost gcv_cost_of_hprof;

/* Writes a V8 heap snapshot. */
void gcv_convert_to_heapsnapshot(gcv_report *report, bool all);
extern const gcv_cost gcv_cost_of_heapsnapshot;

/* The numbers that a V8 heap snapshot limits. */
typedef struct gcv_heapsnapshot_counts {
    uint64_t objects; /* objects whose id is made from their number */
    uint64_t nodes, edges, string_bytes;
} gcv_heapsnapshot_counts;
/* GCV_ERR_LIMIT if a V8 heap snapshot cannot hold them. Viewers compute ids and indices in 32 bits,
 * and read the list of strings as one string. */
void gcv_heapsnapshot_check(gcv_context *ctx, const gcv_heapsnapshot_counts *counts);

/* Writes tsv files into a folder; their names end with NULL. */
void gcv_convert_to_tables(gcv_report *report, bool all);
extern const char *const gcv_table_files[];
extern const gcv_cost gcv_cost_of_tables;

/* Writes a moves log of all collections and snapshots of a trace. */
void gcv_convert_to_moves(gcv_report *report, bool all);

/* ---- merged_names.c ------------------------------------------------------------------------- */

/* Appends a name as a format writes it. Errors are in `out->status`. */
typedef void (*gcv_name_form)(gcv_context *ctx, gcv_slice name, gcv_buffer *out);

/* Appends the name as UTF-8; bytes that are not UTF-8 become U+FFFD. */
void gcv_utf8_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out);

/* Warns if types with different names have the same form. The form of a printable ASCII name has to
 * be the name itself. O(bytes of names). */
void gcv_warn_of_merged_names(const gcv_report *report, gcv_name_form form);

#endif
