/* object_form.h - the two forms of what `object` shows: rows of a key and a value, where each entry
 * of a list is a row; or, in formats that nest, one row an object with lists and groups. */
#ifndef GCV_REPORT_OBJECT_FORM_H
#define GCV_REPORT_OBJECT_FORM_H

#include "base/buffer.h"
#include "report/report.h"

typedef struct gcv_object_form {
    gcv_report *report;
    gcv_buffer text; /* of the value that is being written */
    gcv_cell field;  /* with --fields: of the next entry … */
    bool has_field;  /* … which uses it up */
} gcv_object_form;

/* What a value or an entry is called: in rows, and as a member where formats nest. */
typedef struct gcv_object_key {
    const char *row, *member;
} gcv_object_key;

GCV_CHECKED gcv_status gcv_object_form_begin(gcv_object_form *form, gcv_error *err);
void gcv_object_form_release(gcv_object_form *form);

/* What begins an object: a row each, or the columns of its row. */
GCV_CHECKED gcv_status gcv_object_form_identity(gcv_object_form *form, const gcv_cell *cells,
                                                gcv_error *err);
/* How many cells those are, in this order: object type module domain generation bytes retained
 * reachable. */
enum { GCV_OBJECT_IDENTITY_CELLS = 8 };

GCV_CHECKED gcv_status gcv_object_form_value(gcv_object_form *form, gcv_object_key key,
                                             gcv_cell value, gcv_error *err);
/* An entry of several parts: a row with one text, the parts with blanks between them; or a group.
 * In an open list `key.member` is NULL. */
GCV_CHECKED gcv_status gcv_object_form_entry(gcv_object_form *form, gcv_object_key key,
                                             const char *const *parts, const gcv_cell *cells,
                                             size_t n, gcv_error *err);
/* How many entries --top left out: no row if there are none. */
GCV_CHECKED gcv_status gcv_object_form_more(gcv_object_form *form, gcv_object_key key, uint64_t n,
                                            gcv_error *err);
/* A root: a row with its label; or a group of its parts. */
GCV_CHECKED gcv_status gcv_object_form_root(gcv_object_form *form, gcv_object_key key,
                                            const gcv_root *root, gcv_error *err);

#endif
