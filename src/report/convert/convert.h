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

/* ---- types whose names a format merges ---------------------------------------------------- */

/* Appends a name as a format writes it. Errors are in `out->status`. */
typedef void (*gcv_name_form)(gcv_context *ctx, gcv_slice name, gcv_buffer *out);

/* Appends the name as UTF-8; bytes that are not UTF-8 become U+FFFD. */
void gcv_utf8_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out);

/* Warns if types with different names have the same form. The form of a printable ASCII name has to
 * be the name itself. O(bytes of names). */
void gcv_warn_of_merged_names(const gcv_report *report, gcv_name_form form);

/* ---- log_fields.c: fields of the line-based formats --------------------------------------- */

/* Writes a blank and the number in hex. */
void gcv_log_put_hex(gcv_writer *writer, uint64_t value);
/* Writes a blank and a name, so that the name reads back as one field up to the end of the line.
 * Control characters are replaced by their pictures (U+2400 to U+2421). Those without a picture,
 * blanks at either end and an empty name become U+FFFD. Bytes that are not UTF-8 stay, except those
 * that some terminals take for control characters. */
void gcv_log_put_name(gcv_writer *writer, gcv_slice name);
/* Appends only the name, in the same form. Errors are in `out->status`. */
void gcv_log_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out);

/* ---- losses.c: messages about what other formats cannot hold ------------------------------ */

/* The number of some things, and the maximum that a format can hold. */
typedef struct gcv_format_limit {
    const char *what;
    uint64_t n, most;
} gcv_format_limit;

/* GCV_ERR_LIMIT: a number is above its limit. `format`: such as `a .gcdump`. */
void gcv_check_format_limits(gcv_context *ctx, const gcv_format_limit *limits, size_t n,
                             const char *format);

/* Print a warning if the number is not 0. */
void gcv_warn_of_left_out(const gcv_report *report, uint64_t n_unreachable);
/* `viewers_take`: such as `VisualVM takes`. */
void gcv_warn_of_unreachable(const gcv_report *report, uint64_t n, const char *viewers_take);
void gcv_warn_of_weak_roots(const gcv_report *report, uint64_t n, const char *format);
void gcv_warn_of_fresh_ids(const gcv_report *report, size_t n, const char *ids);

#endif
