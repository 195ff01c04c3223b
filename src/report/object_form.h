/* object_form.h - the two forms of the output of `object`: rows of a key and a value, where each
 * entry of a list is a row; or, in formats that nest, one row per object with lists and groups. */
#ifndef GCV_REPORT_OBJECT_FORM_H
#define GCV_REPORT_OBJECT_FORM_H

#include "base/buffer.h"
#include "report/report.h"

typedef struct gcv_object_form {
    gcv_report *report;
    gcv_buffer text;       /* text of the value that is being written */
    bool column, beside;   /* how names of references are shown: report/field_cell.h */
    gcv_cell field;        /* the name for the next entry … */
    bool next_takes_field; /* … which that entry takes */
} gcv_object_form;

/* The name of a value or an entry: as the key of a row, and as a member in formats that nest. */
typedef struct gcv_object_key {
    const char *row, *member;
} gcv_object_key;

void gcv_object_form_begin(gcv_object_form *form);

/* Begins an object with its GCV_OBJECT_IDENTITY_CELLS cells: one row each, or the columns of its
 * row. */
void gcv_object_form_identity(gcv_object_form *form, const gcv_cell *cells);
/* Number of these cells, in this order: object type module domain generation bytes retained
 * reachable. */
enum { GCV_OBJECT_IDENTITY_CELLS = 8 };

void gcv_object_form_value(gcv_object_form *form, gcv_object_key key, gcv_cell value);
/* Writes an entry of several parts: a row whose value is the parts with blanks between them, or a
 * group. In an open list `key.member` is NULL. */
void gcv_object_form_entry(gcv_object_form *form, gcv_object_key key, const char *const *parts,
                           const gcv_cell *cells, size_t n);
/* Writes the number of entries that --top left out; no row if there are none. */
void gcv_object_form_more(gcv_object_form *form, gcv_object_key key, uint64_t n);
/* Writes a root: a row with its label, or a group of its parts. */
void gcv_object_form_root(gcv_object_form *form, gcv_object_key key, const gcv_root *root);

#endif
