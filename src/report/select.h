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

/* ---- objects by id: it is unique only within a section, so several objects can have it --------
 */

/* Reads a text as an id in the dump's notation. GCV_ERR_USAGE if it is not one. */
void gcv_report_read_id(const gcv_report *report, gcv_slice text, uint64_t *id);
/* Adds the objects with the id of --object, in the sections that pass the filters. GCV_ERR_USAGE if
 * there is none; the message says if a root has the id. */
void gcv_report_find_objects(gcv_report *report, const gcv_selection *selection,
                             gcv_u32_column *out);
/* Maximum number of objects with one id that are shown in full. A process has an object at most
 * once, or once per domain, and what is shown of each can be as long as the heap. */
enum { GCV_SHARED_ID_SHOWN = 100 };

/* Keeps the first `most` of several objects with one id, and warns if there are more. */
void gcv_report_keep_first(const gcv_report *report, size_t most, gcv_u32_column *objects);
/* Adds the objects with an id, like gcv_report_find_objects(). */
void gcv_report_find_id(gcv_report *report, const gcv_selection *selection, uint64_t id,
                        gcv_u32_column *out);
/* Warns if several objects in the sections that pass the filters have the id. */
void gcv_report_warn_shared_id(const gcv_report *report, const gcv_selection *selection,
                               uint64_t id);
void gcv_report_warn_unreachable(const gcv_report *report, uint32_t object);

#endif
