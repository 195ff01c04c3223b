/* report.h - what every report gets: options, heaps and a writer; and what reports share.
 *
 * A report chooses rows from a heap and its analyses, sorts them and passes them to a writer. It
 * neither loads nor prints. docs/CONTRIBUTING.md has how to add one.
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
    gcv_slice text;   /* the content; empty until it is read */
} gcv_text_file;

/* What objects are added up by, and which totals are shown beside counts and bytes. */
typedef struct gcv_group_choice {
    const char *by; /* NULL: type */
    bool retained, unreachable;
} gcv_group_choice;

/* Rules on the command line and in a file. */
typedef struct gcv_rule_options {
    gcv_words words;
    gcv_text_file file;
    gcv_rules rules;    /* those of the file, then `words`: see rule_options.h */
    bool require_match; /* a rule that matches no type fails */
} gcv_rule_options;

/* The dumps that objects are followed through. */
typedef struct gcv_follow_options {
    const char *moves;     /* path of a moves log; NULL: FILE is a trace */
    gcv_optional from, to; /* numbers of dumps */
} gcv_follow_options;

/* Names that are the program's are not shown: redact/redact.h. */
typedef struct gcv_redact_choice {
    bool names;
    const char *map; /* path of the file that tells what they were; NULL: nobody will know */
} gcv_redact_choice;

/* The options of a report. Zeroed: none is given. */
typedef struct gcv_report_options {
    const char *format; /* of the output; NULL: text */
    gcv_filter select;
    bool include_weak;
    gcv_group_choice groups;
    const char *sort;
    bool reverse;
    bool share, total, fields;
    gcv_optional top, limit;
    gcv_slice object;     /* an id; data NULL: not given */
    const char *baseline; /* path; report.baseline is the heap in it */
    gcv_rule_options rules;
    gcv_follow_options follow;
    gcv_redact_choice redact;
    gcv_words operands; /* where a command takes words and no file */
    void *own;          /* the struct of the command's own options */
} gcv_report_options;

/* Whether two dumps are one. */
typedef enum gcv_likeness {
    GCV_OTHER_DUMP,
    GCV_LIKE_DUMP, /* all counts are equal; what came through a pipe cannot be looked at again */
    GCV_SAME_DUMP  /* the files are equal, byte for byte */
} gcv_likeness;

typedef struct gcv_report {
    gcv_context *ctx;
    const char *command;
    unsigned schema;              /* of its json; 0: 1 */
    const gcv_heap *heap;         /* of the (first) file */
    const gcv_heap *const *heaps; /* of all files, in the order of the command line */
    size_t n_heaps;
    const gcv_heap *baseline; /* of --baseline; NULL: none */
    gcv_moves *moves;         /* moves between the heaps; NULL: objects are followed by ids */
    const uint32_t
        *dumps; /* if objects are followed, the number of the dump of each heap, ascending */
    const gcv_report_options *options;
    gcv_writer *writer;
    gcv_out_file *files; /* of a command with several (gcv_command.files), in their order */
    gcv_optional width;  /* of lines of text, if the user asks for one; 0: any. The writer has it */
    /* Prints one line about a file (NULL: about none); the message has no newline. */
    void (*print_warning)(void *payload, const char *file, const char *message);
    /* The same for a rule that is broken; --quiet does not suppress it. */
    void (*print_message)(void *payload, const char *file, const char *message);
    void *print_payload;
    gcv_optional unreachable_bytes; /* for the head of the table; see unreachable.h */
    bool strict;                    /* faults of the input are errors */
    bool salvage;                   /* how the input was read, for lines that read it again */
    bool keep_size_classes;
    const char *input_format; /* NULL: was recognised */
    bool to_terminal;         /* what is written is seen by someone, not kept or piped */
    gcv_likeness baseline_likeness;
    gcv_gate_counts gate; /* for the head of the table of a gate */
    bool gate_failed;     /* set by the report: decides the exit status */
} gcv_report;

/* ---- shared by the reports ---------------------------------------------------------------- */

/* Begins the table. The head in json describes the heap and the baseline, or the first and the last
 * of several heaps (its keys then end in _a and _b). The verdict is that of the first incomplete
 * heap, if there is one. */
GCV_CHECKED gcv_status gcv_report_begin(gcv_report *report, const gcv_table_column *columns,
                                        size_t n_columns, gcv_error *err);
/* Prints a warning about report->heap, or about another heap. */
void gcv_report_warn(const gcv_report *report, const char *format, ...) GCV_PRINTF(2, 3);
void gcv_report_warn_of(const gcv_report *report, const gcv_heap *heap, const char *format, ...)
    GCV_PRINTF(3, 4);

/* What retained sizes come from. */
typedef struct gcv_retention {
    gcv_root_set roots;
    gcv_dominators dominators;
} gcv_retention;

GCV_CHECKED gcv_status gcv_retention_find(gcv_report *report, gcv_retention *out, gcv_error *err);
void gcv_retention_release(gcv_report *report, gcv_retention *retention);
/* Retained bytes of an object, `-` if it is not reachable. */
gcv_cell gcv_retained_cell(const gcv_dominators *dominators, uint32_t object);
/* Those of a set, which may be GCV_NOT_REACHABLE. */
gcv_cell gcv_set_retained_cell(uint64_t retained);

gcv_cell gcv_cell_of_id(const gcv_heap *heap, uint64_t id);
gcv_cell gcv_object_id_cell(const gcv_heap *heap, uint32_t object);
/* Those of up to GCV_ID_BATCH objects, `step` apart. */
void gcv_object_id_cells(const gcv_heap *heap, const uint32_t *objects, size_t n, gcv_cell *cells,
                         size_t step);
gcv_cell gcv_type_cell(const gcv_heap *heap, uint32_t type);

#endif
