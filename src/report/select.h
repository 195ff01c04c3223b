/* select.h - what the filters of the command line select, with a message if they match nothing. */
#ifndef GCV_REPORT_SELECT_H
#define GCV_REPORT_SELECT_H

#include "report/captures.h"

/* Applies the filters to report->in.heap. Warns of a --type or --exclude without a match;
 * GCV_ERR_USAGE if no section passes --domain. */
void gcv_report_select(gcv_report *report, gcv_selection *out);

/* A heap and its baseline, each with what the filters select of it. */
typedef struct gcv_sides {
    gcv_selection selections[2];
    gcv_basis now, past;   /* past: without a baseline, zeroed */
    gcv_captures captures; /* what taking the dumps made */
} gcv_sides;

/* The same for report->in.heap and report->in.baseline, for reports whose rows can be namespaces,
 * too: a glob that matches a namespace has a match. */
void gcv_sides_find(gcv_report *report, gcv_sides *out);

/* Whether a glob matches any type of a heap. */
bool gcv_report_matches_type(const gcv_report *report, const gcv_heap *heap, const char *glob);
/* Returns a byte per type: 1 if a glob matches it. Warns of a glob without a
 * match. */
uint8_t *gcv_report_match_types(gcv_report *report, const gcv_words *globs);

/* Sets the byte of each object whose type a glob matches in `*marks`, which has a byte per object
 * and is allocated if it is NULL. */
void gcv_report_mark_objects(gcv_report *report, const gcv_words *globs, uint8_t **marks);

/* For reports about several heaps: warn of a --type or --exclude that matches in none of them; fail
 * for a --domain that none of them has. */
void gcv_report_warn_idle_types(const gcv_report *report);
GCV_NORETURN void gcv_report_no_such_domain(const gcv_report *report, const gcv_heap *heap);

#endif
