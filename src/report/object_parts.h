/* object_parts.h - the parts of the output for one object; see object.c. */
#ifndef GCV_REPORT_OBJECT_PARTS_H
#define GCV_REPORT_OBJECT_PARTS_H

#include "analysis/constrained_paths.h"
#include "analysis/group_totals.h"
#include "report/field_cell.h"
#include "report/object_form.h"
#include "report/picture.h"
#include "report/report.h"

typedef struct gcv_object_writer {
    gcv_report *report;
    gcv_basis *basis; /* with its dominators */
    gcv_object_form form;
    gcv_field_cells fields;
    gcv_histogram histogram;
    gcv_constrained_paths paths; /* to all objects; only if several are shown */
    bool has_paths;
    uint32_t object;
    uint64_t top; /* maximum number of entries of a list; 0: all */
} gcv_object_writer;

/* Returns how many of `n` entries are shown. Without --top, one more than the usual number is: the
 * row that says so would take its place. */
static inline uint64_t gcv_object_shown(const gcv_object_writer *w, uint64_t n)
{
    const bool all =
        w->top == 0 || n <= w->top || (n - 1 == w->top && !w->report->options->top.given);
    return all ? n : w->top;
}

static inline gcv_object_key gcv_object_key_of(const char *row, const char *member)
{
    gcv_object_key key;
    key.row = row;
    key.member = member;
    return key;
}

/* object_entries.c */

/* Writes an object as an entry of a list: `ID BYTES TYPE`, or `ID TIMES BYTES TYPE` if `times` is
 * not 0. */
void gcv_object_entry(gcv_object_writer *w, gcv_object_key key, uint32_t object, uint32_t times);
/* Writes `COUNT BYTES TYPE` for each type of the histogram, most bytes first. Clears the
 * histogram. */
void gcv_object_histogram(gcv_object_writer *w, const char *row, const char *more);
/* Give the next entry the name of a reference: that of an object, by its index, or the one by which
 * an object holds another. GCV_NONE: no name. */
void gcv_object_use_reference(gcv_object_writer *w, uint32_t from, uint32_t reference);
void gcv_object_use_field(gcv_object_writer *w, uint32_t from, uint32_t to);

/* object_holders.c: what holds the object. */

/* Writes all root records of the object, also weak ones, which their labels mark. */
void gcv_object_roots(gcv_object_writer *w);
/* Finds the chains of several objects at once. For a single object it does nothing: the search for
 * one chain can stop when it reaches the object. */
void gcv_object_find_paths(gcv_object_writer *w, size_t n_objects);
void gcv_object_chain(gcv_object_writer *w);
void gcv_object_dominator(gcv_object_writer *w);

/* object_references.c: its references and its referrers. */
void gcv_object_references(gcv_object_writer *w);
void gcv_object_referrers(gcv_object_writer *w);

/* object_picture.c */

enum { GCV_HOPS_MAX = 16 };

/* Draws some objects, all objects within `hops` references of them in either direction, the
 * references among all these, and the roots of each. If --top leaves objects out, those with the
 * fewest hops stay, and among equals those that retain most. */
void gcv_object_picture(gcv_report *report, const gcv_dominators *dominators,
                        const gcv_u32_column *objects, uint64_t hops);

#endif
