/* chain_line.h - the chain that holds a suspect, in one line. */
#ifndef GCV_REPORT_CHAIN_LINE_H
#define GCV_REPORT_CHAIN_LINE_H

#include "figures/suspect_list.h"

/* Width of a type name, in columns, where names are shortened. */
enum { GCV_CHAIN_NAME_COLUMNS = 40 };

typedef enum gcv_chain_names {
    GCV_CHAIN_WHOLE, /* names as they are */
    GCV_CHAIN_SHORT, /* short type names */
    GCV_CHAIN_WORDS  /* the same, and the root in words (root_words.h) */
} gcv_chain_names;

/* Appends the root of a chain, whose first step is given: its label, or nothing for a chain without
 * a root record. */
void gcv_chain_root(const gcv_suspect_list *list, const gcv_suspect_step *step, bool is_last,
                    gcv_chain_names names, gcv_buffer *text);

/* Writes the chain of the suspect at a rank (from 0) into `text`: the label of its root, then
 * types, with ` > ` between them: `static Acme.Cache > Acme.Cache > 3*Acme.View`. Names of
 * references stand before the types (report/field_cell.h). Of a long chain, the middle is left out.
 * A step has no blank at which the line could be broken. */
void gcv_chain_line(const gcv_suspect_list *list, const gcv_suspect_chains *chains, size_t rank,
                    gcv_chain_names names, gcv_buffer *text);

#endif
