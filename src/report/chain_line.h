/* chain_line.h - the chain that holds a suspect, a finding, and what holds a cause, in one line
 * each; and a suspect in json. */
#ifndef GCV_REPORT_CHAIN_LINE_H
#define GCV_REPORT_CHAIN_LINE_H

#include "figures/look.h"
#include "report/report.h"

typedef enum gcv_chain_names {
    GCV_CHAIN_WHOLE, /* names as they are */
    GCV_CHAIN_SHORT, /* short type names */
    GCV_CHAIN_WORDS  /* the same, and the root in words (gcv_root_words()) */
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
/* Returns what a suspect that is one object is called: its type, or its start tag. */
gcv_slice gcv_subject(const gcv_suspect_list *list, const gcv_suspect *row);
/* Appends what such a suspect is called instead, if its type tells little: `Variables of
 * src/app.js`, a function with its place, or `A list`, also if the sentence, which is written
 * before, tells the function. `*many`: of several. */
bool gcv_subject_words(const gcv_suspect_list *list, const gcv_suspect *row, bool *many,
                       gcv_buffer *text);
/* Appends the sentence about a finding, with its subject. Returns how many bytes of the subject
 * come before the sentence. */
size_t gcv_finding_line(gcv_look *look, size_t at, gcv_buffer *text);

/* Appends `688 of them on other chains (4096 bytes)`, if a finding has such objects; with commas,
 * if the numbers are `grouped`. */
void gcv_elsewhere_line(const gcv_look *look, const gcv_finding *finding, bool grouped,
                        gcv_buffer *text);

/* Whether the holder of a cause is an element of a page, which needs no root before it. */
bool gcv_holder_is_element(const gcv_causes *causes, const gcv_cause *cause);
/* Appends what holds the growth of a cause, the root (or the owners) and the holder:
 * `static Acme.Cache.items > Entry[]`, `src/app.js > ->registry Registry > .series Map`. */
void gcv_holder_line(const gcv_report *report, const gcv_causes *causes, const gcv_cause *cause,
                     gcv_buffer *text);
/* Appends why there are no findings, and if a pair grew much all the same, what holds most of that:
 * ` Most of it is held by static Acme.Cache.items > Entry[].`. */
void gcv_calm_line(const gcv_report *report, const gcv_look *look, const char *why,
                   gcv_buffer *text);
/* Appends the function or module whose variable holds what is named first, and which stands for the
 * root: `src/cache.js`. False: it is none, or not known. */
bool gcv_holder_scope(const gcv_report *report, const gcv_causes *causes, const gcv_cause *cause,
                      gcv_buffer *text);
/* Appends the names between that root or owner and the holder, if all steps there are plain objects
 * of V8: `.state.posts`. */
void gcv_holder_path(const gcv_report *report, const gcv_causes *causes, const gcv_cause *cause,
                     gcv_buffer *text);

/* suspects.c: adds what json has for a suspect besides the columns to the row at a rank, which has
 * to be the last row written. `chains` NULL: they are not asked for. `text` is a buffer for the
 * call. */
void gcv_suspect_json(gcv_writer *writer, const gcv_suspect_list *list, size_t rank,
                      const gcv_suspect_chains *chains, gcv_buffer *text);

#endif
