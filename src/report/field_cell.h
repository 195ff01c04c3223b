/* field_cell.h - by which property, element or variable one object holds the next, in reports.
 *
 * Where the names of references are known, text and md show them before the types of a chain, and
 * formats for programs in the column `field`. --fields shows that column in every format. */
#ifndef GCV_REPORT_FIELD_CELL_H
#define GCV_REPORT_FIELD_CELL_H

#include "heap/reference_names.h"
#include "report/command.h"

/* Makes cells and words of names. Set up by gcv_field_cells_of(). */
typedef struct gcv_field_cells {
    gcv_field_finder finder;
    gcv_buffer text, after, type; /* of the last cell */
    gcv_cell_words words;
    bool column; /* the table has the column `field` … */
    bool places; /* … and those for places */
    bool beside; /* names are shown beside types */
} gcv_field_cells;

/* Whether names that the program gives to properties, variables and functions may be shown. */
bool gcv_report_wants_names(const gcv_report_options *options);

/* Fails if --fields comes with --names no. */
void gcv_report_check_names(gcv_context *ctx, const gcv_report_options *options);

gcv_field_cells gcv_field_cells_of(const gcv_report *report, const gcv_heap *heap);

/* Warns if --fields is given and the dump has no names of references. */
void gcv_report_warn_fields(const gcv_report *report);

/* Makes the cell of an object's reference, given by its index; `-` without names. The cell is valid
 * until the next call. */
gcv_cell gcv_field_cell(gcv_field_cells *cells, uint32_t object, uint32_t reference);
/* The same of the references to a step; `*` if they differ. Uses `text`. */
gcv_cell gcv_step_field_cell(gcv_context *ctx, const gcv_heap *heap, const gcv_common_name *name,
                             gcv_buffer *text);

/* The last columns of a table whose rows are steps: the name, and in formats for programs the place
 * of a function. */
enum { GCV_NAME_CELLS = 5 };
#define GCV_NAME_COLUMNS                                                                           \
    {"field", GCV_SHAPE_TEXT}, {"function", GCV_SHAPE_TEXT}, {"script", GCV_SHAPE_TEXT},           \
        {"line", GCV_SHAPE_NUMBER},                                                                \
    {                                                                                              \
        "column", GCV_SHAPE_NUMBER                                                                 \
    }

/* How many columns are shown of a table of `n`, whose last ones these are. */
size_t gcv_field_columns(const gcv_field_cells *cells, size_t n);
/* Make what is known of the names of a step of `objects` objects, or of the first of a run of
 * objects that `from` holds (GCV_NONE: a root): words beside the cell of its type (NULL: there is
 * none), and those cells. Valid until the next call. */
void gcv_step_name_cells(gcv_field_cells *cells, const gcv_step_name *name, uint64_t objects,
                         gcv_cell *type, gcv_cell names[GCV_NAME_CELLS]);
void gcv_run_name_cells(gcv_field_cells *cells, uint32_t from, const uint32_t *run, uint32_t n,
                        gcv_cell *type, gcv_cell names[GCV_NAME_CELLS]);
/* Writes the members of a group for a place; NULL: not known. */
void gcv_place_members(gcv_writer *writer, const gcv_heap *heap, const gcv_code_place *place);

/* The number of objects at the beginning of a chain, or of the rest of one, that one row stands
 * for: where names are beside types, a run of GCV_RUN_FOLDED objects or more of one type, each held
 * by the one before through a reference of the same name. The last object of the chain always has
 * its own row. */
enum { GCV_RUN_FOLDED = 3 };
uint32_t gcv_field_run(gcv_field_cells *cells, const uint32_t *chain, uint32_t n);

/* Gives a cell with a type the words beside it, where they are shown: the name by which the first
 * of a run of objects is held. Valid until the next call. */
void gcv_field_beside(gcv_field_cells *cells, uint32_t from, const uint32_t *run, uint32_t n,
                      gcv_cell *type);

/* The label of a reference in a picture: its name, which the virtual machine must not have given,
 * unless --fields asks for all. */
gcv_slice gcv_field_label(gcv_field_cells *cells, uint32_t object, uint32_t reference);

/* ---- words for people, one by one ----------------------------------------------------------- */

/* Appends the name that stands before a type: `.sessions`. Nothing if there is none, or the virtual
 * machine gave it. */
void gcv_step_words_before(gcv_context *ctx, const gcv_heap *heap, const gcv_common_name *name,
                           gcv_buffer *out);
/* Appends what stands after the type of a step that is a run (gcv_step_is_run()): `.next x173`. */
void gcv_step_words_after(gcv_context *ctx, const gcv_heap *heap, const gcv_step_name *name,
                          uint64_t objects, gcv_buffer *out);
/* What a type is called on a chain: a function by its place, `onReload (src/bus.js:4)`, if all
 * objects of the step have it; the variables of a function or module `scope`, with its place where
 * the chain begins. Uses `text`. */
gcv_slice gcv_step_type_words(gcv_context *ctx, const gcv_heap *heap, const gcv_step_name *name,
                              gcv_slice type, gcv_buffer *text);

#endif
