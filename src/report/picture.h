/* picture.h - what a report draws in formats of graphs (--format dot, mermaid): objects and their
 * references, roots, or rows of a tree.
 *
 * A picture holds --top nodes, GCV_TOP_DRAWN by default: laying out a thousand takes minutes, and
 * nobody can read the result. A node `more` says what was left out. Nodes and edges are written at
 * once, not collected. */
#ifndef GCV_REPORT_PICTURE_H
#define GCV_REPORT_PICTURE_H

#include "report/field_cell.h"

typedef struct gcv_picture {
    gcv_report *report;
    const gcv_dominators *dominators;
    uint64_t top;                  /* maximum number of objects, and of roots; 0: no limit */
    gcv_bitset drawn, left_out;    /* per object */
    uint64_t objects, rows, roots; /* drawn */
    uint64_t more_objects, more_rows, more_branches, more_roots, more_references; /* left out */
    gcv_u32_column path; /* the last row of each depth */
    gcv_field_cells fields;
    uint64_t whole;     /* bytes that the shades of nodes are shares of; 0: there are no shades */
    gcv_buffer title;   /* title of the node that is being written */
    gcv_buffer brief;   /* its short form */
    gcv_buffer details; /* details of that node; for rows the caller fills them in */
} gcv_picture;

/* Begins a picture. `dominators` NULL: the picture has rows only. */
void gcv_picture_begin(gcv_picture *picture, gcv_report *report, const gcv_dominators *dominators);
/* Draws the node `more` if anything was left out, and warns of it. */
void gcv_picture_end(gcv_picture *picture);

/* Appends `  40 B of 80 B` to picture->details: its own bytes, of those that it retains. */
void gcv_picture_append_sizes(gcv_picture *picture, uint64_t bytes, uint64_t retained);

/* ---- objects ------------------------------------------------------------------------------ */

/* Number of objects that can still be drawn. */
uint64_t gcv_picture_room(const gcv_picture *picture);
/* Draws an object, unless it is drawn already. `asked`: the user named the object. */
void gcv_picture_object(gcv_picture *picture, uint32_t object, bool asked);
/* Counts an object as left out, once, unless it is drawn. */
void gcv_picture_leave_out(gcv_picture *picture, uint32_t object);

/* Draws an edge for an object's reference, given by its index. Its label is its name, where it is
 * known, else the index. */
void gcv_picture_reference(gcv_picture *picture, uint32_t from, uint32_t reference, uint32_t to);
/* Draws an edge for the first reference from one object to another. O(references of `from`). */
void gcv_picture_step(gcv_picture *picture, uint32_t from, uint32_t to);
/* Draws an edge without a label; GCV_NONE is the node `more`. */
void gcv_picture_edge(gcv_picture *picture, uint32_t from, uint32_t to);
/* Draws a root record and its edge to the object. */
void gcv_picture_root(gcv_picture *picture, const gcv_root *root, uint32_t object);

/* ---- rows --------------------------------------------------------------------------------- */

/* A row of a tree. Its parts are borrowed only for the call. */
typedef struct gcv_picture_row {
    uint32_t depth;       /* 1 for rows at the top */
    gcv_slice title;      /* name of a type; picture->details has what is below it */
    uint64_t part;        /* of picture->whole */
    gcv_slice edge;       /* label of the edge from the row above; may be empty */
    const gcv_root *root; /* of a root object; NULL: there is none */
} gcv_picture_row;

/* Draws a row below the last row of the depth above it. Parents have to come before their
 * children. */
void gcv_picture_add_row(gcv_picture *picture, const gcv_picture_row *row);

/* ---- an object and its neighbours --------------------------------------------------------- */

enum { GCV_HOPS_MAX = 16 };

/* Draws some objects, all objects within `hops` references of them in either direction, the
 * references among all these, and the roots of each. If --top leaves objects out, those with the
 * fewest hops stay, and among equals those that retain most. */
void gcv_object_picture(gcv_report *report, const gcv_dominators *dominators,
                        const gcv_u32_column *objects, uint64_t hops);

#endif
