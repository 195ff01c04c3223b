/* object_form.h - the forms of the output of `object`: rows of a key and a value, where each entry
 * of a list is a row; in formats that nest, one row per object with lists and groups; a picture. */
#ifndef GCV_REPORT_OBJECT_FORM_H
#define GCV_REPORT_OBJECT_FORM_H

#include "report/field_cell.h"

typedef struct gcv_object_form {
    gcv_report *report;
    bool nests;
    gcv_field_cells fields;
    gcv_buffer text; /* of the value that is being written */
} gcv_object_form;

/* The name of a value or an entry: as the key of a row, and as a member in formats that nest (NULL
 * in an open list). */
typedef struct gcv_object_key {
    const char *row, *member;
} gcv_object_key;

void gcv_object_form_begin(gcv_object_form *form, gcv_report *report);

/* Begins an object: one row each, or the columns of its row. `dominators` are those of the heap. */
void gcv_object_form_identity(gcv_object_form *form, const gcv_dominators *dominators,
                              uint32_t object);
void gcv_object_form_value(gcv_object_form *form, gcv_object_key key, gcv_cell value);
/* Writes the number of entries that --top left out; no row if there are none. */
void gcv_object_form_more(gcv_object_form *form, gcv_object_key key, uint64_t n);
/* Writes an entry of `n` parts, of which the last is a type: a row whose value is the parts with
 * blanks between them, or a group. `with_field`: part `n` is the name of a reference. */
void gcv_object_form_entry(gcv_object_form *form, gcv_object_key key, const char *const *parts,
                           const gcv_cell *cells, size_t n, bool with_field);
/* Writes a root: a row with its label, or a group of its parts. */
void gcv_object_form_root(gcv_object_form *form, gcv_object_key key, const gcv_root *root);

/* ---- object_picture.c --------------------------------------------------------------------- */

enum { GCV_HOPS_MAX = 16 };

/* Draws some objects, all objects within `hops` references of them in either direction, the
 * references among all these, and the roots of each. If --top leaves objects out, those with the
 * fewest hops stay, and among equals those that retain most. */
void gcv_object_picture(gcv_report *report, const gcv_dominators *dominators,
                        const gcv_u32_column *objects, uint64_t hops);

#endif
