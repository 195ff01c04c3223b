/* report.h - what every report is given: options, heaps, a writer; and what reports share.
 *
 * A report picks rows out of a heap and its analyses, sorts them and hands them to a writer. It
 * neither loads nor prints. To add one: docs/CONTRIBUTING.md.
 */
#ifndef GCV_REPORT_REPORT_H
#define GCV_REPORT_REPORT_H

#include "analysis/group_totals.h"
#include "analysis/selection.h"
#include "output/writer.h"
#include "rules/rule.h"

/* A small text file that an option names. */
typedef struct gcv_text_file {
    const char *path; /* NULL: not given */
    const char *name; /* for messages */
    gcv_slice text;   /* all of it, once it was read */
} gcv_text_file;

/* What objects are added up by, and which figures beside counts and bytes. */
typedef struct gcv_group_choice {
    const char *by; /* NULL: type */
    bool retained, unreachable;
} gcv_group_choice;

/* Rules on the command line and in a file. */
typedef struct gcv_rule_options {
    gcv_globs words;
    gcv_text_file file;
    gcv_rules rules; /* of both, those of the file first: see rule_options.h */
} gcv_rule_options;

/* Which dumps objects are followed through. */
typedef struct gcv_follow_options {
    const char *moves;     /* path of a moves log; NULL: FILE is a trace */
    gcv_optional from, to; /* numbers of dumps */
} gcv_follow_options;

/* What the command line says to a report. Zeroed: nothing. */
typedef struct gcv_report_options {
    gcv_filter select;
    bool include_weak;
    gcv_group_choice groups;
    const char *sort;
    bool reverse;
    gcv_optional top, limit, object;
    const char *baseline; /* path; report.baseline is the heap in it */
    gcv_rule_options rules;
    gcv_follow_options follow;
    void *own; /* the struct of the command's own options */
} gcv_report_options;

typedef struct gcv_report {
    gcv_context *ctx;
    const char *command;
    const gcv_heap *heap;         /* of the file; of several the first */
    const gcv_heap *const *heaps; /* of all files, in the order of the command line */
    size_t n_heaps;
    const gcv_heap *baseline; /* of --baseline; NULL: none */
    gcv_moves *moves;         /* what happened between the heaps; NULL: they are not followed … */
    const uint32_t *dumps;    /* … and the number of the dump that each of them is, ascending */
    const gcv_report_options *options;
    gcv_writer *writer;
    /* Prints one line about a file (NULL: about none); the message has no newline. */
    void (*print_warning)(void *payload, const char *file, const char *message);
    /* The same for a rule that is broken; --quiet does not suppress it. */
    void (*print_message)(void *payload, const char *file, const char *message);
    void *print_payload;
    bool strict;          /* of the input: what is wrong with it is an error */
    gcv_gate_counts gate; /* for the head of a table that tells what passed */
    bool gate_failed; /* set by the report: the exit status is to be that of a gate that failed */
} gcv_report;

/* ---- shared by the reports ---------------------------------------------------------------- */

/* Begins the table with json's head filled in from the heap and the baseline, or from the first and
 * the last of several heaps (then its keys end in _a and _b). The verdict is that of the first heap
 * that is incomplete, if one is. */
GCV_CHECKED gcv_status gcv_report_begin(gcv_report *report, const gcv_table_column *columns,
                                        size_t n_columns, gcv_error *err);
/* A warning about report->heap, or about another heap. */
void gcv_report_warn(const gcv_report *report, const char *format, ...) GCV_PRINTF(2, 3);
void gcv_report_warn_of(const gcv_report *report, const gcv_heap *heap, const char *format, ...)
    GCV_PRINTF(3, 4);

/* Root set, dominators: what tables of retained sizes stand on. */
typedef struct gcv_retention {
    gcv_root_set roots;
    gcv_dominators dominators;
} gcv_retention;

GCV_CHECKED gcv_status gcv_retention_find(gcv_report *report, gcv_retention *out, gcv_error *err);
void gcv_retention_release(gcv_report *report, gcv_retention *retention);
/* Retained bytes of an object, `-` if it is not reachable. */
gcv_cell gcv_retained_cell(const gcv_dominators *dominators, uint32_t object);

/* Cells of an object and of a type. */
gcv_cell gcv_object_id_cell(const gcv_heap *heap, uint32_t object);
gcv_cell gcv_type_cell(const gcv_heap *heap, uint32_t type);

#endif
