/* picture.h - what a report draws where the format is one for graphs (--format dot, mermaid):
 * objects and their references, roots, or rows of a tree.
 *
 * A picture holds --top nodes, GCV_TOP_DRAWN by default: laying out a thousand takes minutes, and
 * nobody reads them. A node `more` says what was left out. Nodes and edges are written as they
 * come.
 */
#ifndef GCV_REPORT_PICTURE_H
#define GCV_REPORT_PICTURE_H

#include "base/bitset.h"
#include "report/field_cell.h"
#include "report/option.h"

typedef struct gcv_picture {
    gcv_report *report;
    const gcv_dominators *dominators;
    uint64_t top;                  /* most objects, and most roots; 0: any number */
    gcv_bitset drawn, left_out;    /* objects */
    uint64_t objects, rows, roots; /* drawn */
    uint64_t more_objects, more_rows, more_branches, more_roots, more_references; /* left out */
    gcv_u32_column path; /* of rows: the last one of each depth */
    gcv_field_finder fields;
    gcv_buffer title;   /* of the node that is being put */
    gcv_buffer details; /* the same; for rows whoever draws them makes these */
} gcv_picture;

/* Whether the format is one for graphs. */
bool gcv_report_draws(const gcv_report_options *options);
/* Most nodes of a picture. */
uint64_t gcv_picture_top(const gcv_report_options *options);

/* Begins a picture; `dominators` NULL: there are rows only. To be released even if it fails; to
 * release a zeroed one is fine. */
GCV_CHECKED gcv_status gcv_picture_begin(gcv_picture *picture, gcv_report *report,
                                         const gcv_dominators *dominators, gcv_error *err);
void gcv_picture_release(gcv_picture *picture);
/* Draws the node `more` if it is wanted, and warns of what was left out. */
GCV_CHECKED gcv_status gcv_picture_end(gcv_picture *picture, gcv_error *err);

/* Appends `  40 B  retained 80 B` to picture->details. */
void gcv_picture_append_sizes(gcv_picture *picture, uint64_t bytes, uint64_t retained,
                              gcv_error *err);

/* ---- objects ------------------------------------------------------------------------------ */

/* How many objects there is room for beside those that are drawn. */
uint64_t gcv_picture_room(const gcv_picture *picture);
/* Draws an object, unless it is drawn already; `asked`: the user has named it. */
GCV_CHECKED gcv_status gcv_picture_object(gcv_picture *picture, uint32_t object, bool asked,
                                          gcv_error *err);
/* Counts an object that is not to be drawn, once. */
void gcv_picture_leave_out(gcv_picture *picture, uint32_t object);

/* An edge for one reference of an object, by its place among them. With --fields its label is the
 * field. */
GCV_CHECKED gcv_status gcv_picture_reference(gcv_picture *picture, uint32_t from,
                                             uint32_t reference, uint32_t to, gcv_error *err);
/* The same for the first reference that leads from one object to another. O(references of `from`).
 */
GCV_CHECKED gcv_status gcv_picture_step(gcv_picture *picture, uint32_t from, uint32_t to,
                                        gcv_error *err);
/* An edge without a label; GCV_NONE: from, or to, the node `more`. */
GCV_CHECKED gcv_status gcv_picture_edge(gcv_picture *picture, uint32_t from, uint32_t to,
                                        gcv_error *err);
/* A root record and its edge to the object. */
GCV_CHECKED gcv_status gcv_picture_root(gcv_picture *picture, const gcv_root *root, uint32_t object,
                                        gcv_error *err);

/* ---- rows --------------------------------------------------------------------------------- */

/* A row of a tree. Its parts are borrowed until the call returns. */
typedef struct gcv_picture_row {
    uint32_t depth; /* 1 at the top */
    gcv_slice title, details;
    gcv_slice edge;       /* the label of the edge from the row above; may be empty */
    const gcv_root *root; /* of a root object; NULL */
} gcv_picture_row;

/* Draws a row below the last one of the depth above: rows come with parents before children. */
GCV_CHECKED gcv_status gcv_picture_add_row(gcv_picture *picture, const gcv_picture_row *row,
                                           gcv_error *err);

#endif
