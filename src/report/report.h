/* report.h - what every report gets: options, heaps and a writer; and what reports share.
 *
 * A report chooses rows from a heap and its analyses, sorts them and passes them to a writer. It
 * neither loads nor prints. docs/dev/CONTRIBUTING.md says how to add one. */
#ifndef GCV_REPORT_REPORT_H
#define GCV_REPORT_REPORT_H

#include "analysis/basis.h"
#include "figures/heap_summary.h"
#include "figures/suppressions.h"
#include "output/writer.h"
#include "rules/rule.h"

/* A small text file that an option names. */
typedef struct gcv_text_file {
    const char *path; /* NULL: not given */
    const char *name; /* name of the file in messages */
    gcv_slice text;   /* its content; empty until it is read */
} gcv_text_file;

/* How objects are grouped, and which totals are shown besides counts and bytes. */
typedef struct gcv_group_choice {
    const char *by; /* NULL: type */
    bool retained, unreachable;
} gcv_group_choice;

/* Rules from the command line and from a file. */
typedef struct gcv_rule_options {
    gcv_words words;
    gcv_text_file file;
    gcv_rules rules;    /* of the file, then of `words` */
    bool require_match; /* a rule that matches no type fails */
} gcv_rule_options;

/* Which suspects are shown. */
typedef struct gcv_suspect_choice {
    gcv_optional min_share; /* thousandths of a percent */
    gcv_text_file file;     /* of --suppressions */
    gcv_suppressions known; /* its content */
} gcv_suspect_choice;

/* The dumps through which objects are followed. */
typedef struct gcv_follow_options {
    const char *moves;     /* path of a moves log; NULL: FILE is a trace */
    gcv_optional from, to; /* numbers of dumps */
} gcv_follow_options;

/* Whether the program's names are hidden: redact/redact.h. */
typedef struct gcv_redact_choice {
    bool names;
    const char *map; /* path of the file that maps them back; NULL: no file is kept */
} gcv_redact_choice;

static inline bool gcv_redacts(const gcv_redact_choice *redact)
{
    return redact->names || redact->map != NULL;
}

/* The options of a report. Zeroed: none is given. */
typedef struct gcv_report_options {
    const char *format; /* output format; NULL: text */
    gcv_filter select;
    bool include_weak;
    bool include_capture; /* what taking the dump made is like all else */
    gcv_group_choice groups;
    const char *sort;
    bool reverse;
    bool share, total, fields;
    const char *names;  /* of references: yes or no; NULL: yes */
    const char *shapes; /* of plain objects, in the same way */
    gcv_optional top, limit;
    gcv_slice object;     /* the id of --object; data NULL: not given */
    const char *baseline; /* path of the file of report.in.baseline */
    gcv_rule_options rules;
    gcv_suspect_choice suspects;
    gcv_follow_options follow;
    gcv_redact_choice redact;
    gcv_words operands; /* of a command that takes words instead of a file */
    bool strict;        /* faults of the input are errors */
    bool salvage, keep_size_classes;
    const char *input_format; /* NULL: it is recognised */
    void *own;                /* the struct of the command's own options */
} gcv_report_options;

/* Whether two dumps may be the same dump. */
typedef enum gcv_likeness {
    GCV_OTHER_DUMP,
    GCV_LIKE_DUMP, /* all counts are equal; the input was a pipe, so bytes cannot be compared */
    GCV_SAME_DUMP  /* the files are equal, byte for byte */
} gcv_likeness;

/* What is loaded. */
typedef struct gcv_report_input {
    const gcv_heap *heap;         /* of the (first) file */
    const gcv_heap *const *heaps; /* of all files, in the order of the command line */
    size_t n_heaps;
    const gcv_heap *baseline;       /* of --baseline; NULL: none */
    gcv_likeness likeness;          /* of the baseline and the heap */
    const gcv_heap *const *between; /* dumps between the baseline and the heap: tallies only */
    size_t n_between;
    gcv_moves *moves;      /* moves between the heaps; NULL: objects are followed by ids */
    const uint32_t *dumps; /* numbers of the dumps, ascending; NULL: objects are not followed */
} gcv_report_input;

/* Where the report goes. */
typedef struct gcv_report_output {
    gcv_writer *writer;
    gcv_out_file *files; /* of a command with several outputs, in the order of gcv_command.files */
    gcv_optional width;  /* of text lines, if given; 0: no limit. The writer has it */
    bool to_terminal;    /* to a terminal, not to a file or a pipe */
    /* Prints a one-line warning about a file (NULL: about no file); the message has no line end. */
    void (*print_warning)(void *payload, const char *file, const char *message);
    /* Prints a message about a broken rule in the same way; --quiet does not suppress it. */
    void (*print_message)(void *payload, const char *file, const char *message);
    void *print_payload;
} gcv_report_output;

/* What came of it, for the head of the table and the exit status. */
typedef struct gcv_report_result {
    gcv_optional unreachable_bytes; /* see select.h */
    gcv_optional capture_bytes[2];  /* of the (first) heap and the other; see select.h */
    gcv_gate_counts gate;
    bool *gate_failed; /* decides the exit status, whatever follows */
} gcv_report_result;

typedef struct gcv_report {
    gcv_context *ctx;
    const char *command;
    unsigned schema; /* number of the json schema; 0: 1 */
    const gcv_report_options *options;
    gcv_report_input in;
    gcv_report_output out;
    gcv_report_result result;
} gcv_report;

/* ---- shared by the reports ---------------------------------------------------------------- */

/* Begins the table. The head in json describes the heap and the baseline, or the first and the last
 * of several heaps (its keys then end in _a and _b). The verdict is that of the first incomplete
 * heap, if there is one; with several heaps or a baseline it names the file. */
void gcv_report_begin(gcv_report *report, const gcv_table_column *columns, size_t n_columns);
/* Print a warning about report->in.heap, perhaps under a condition, or about any heap. */
#define GCV_WARN(report, ...) gcv_report_warn_of(report, (report)->in.heap, __VA_ARGS__)
#define GCV_WARN_IF(report, applies, ...) ((applies) ? GCV_WARN(report, __VA_ARGS__) : (void)0)
void gcv_report_warn_of(const gcv_report *report, const gcv_heap *heap, const char *format, ...)
    GCV_PRINTF(3, 4);
/* The same, with commas in its numbers if they are for a screen: none may be an id. */
void gcv_report_warn_of_figures(const gcv_report *report, const gcv_heap *heap, const char *format,
                                ...) GCV_PRINTF(3, 4);

/* Parses the suppressions of the options. */
void gcv_suspect_choice_prepare(gcv_context *ctx, gcv_report_options *options);

bool gcv_report_is_text(const gcv_report_options *options);
/* Whether the report is a text on a terminal. */
bool gcv_report_is_on_screen(const gcv_report *report);
/* The head of a column: its name, but on a terminal `own_bytes` where nobody is to take them for
 * what is retained. */
const char *gcv_report_head(const gcv_report *report, const char *column);

/* The basis of the figures of report->in.heap. */
gcv_basis gcv_report_basis(const gcv_report *report);
/* Makes a cell with the retained bytes of an object; `-` if it is not reachable. */
gcv_cell gcv_retained_cell(const gcv_dominators *dominators, uint32_t object);
/* Makes a cell with the retained bytes of a set, which may be GCV_NOT_REACHABLE. */
gcv_cell gcv_set_retained_cell(uint64_t retained);

gcv_cell gcv_cell_of_id(const gcv_heap *heap, uint64_t id);
gcv_cell gcv_object_id_cell(const gcv_heap *heap, uint32_t object); /* GCV_NONE: of none */
/* Makes the id cells of up to GCV_ID_BATCH objects, `step` cells apart. */
void gcv_object_id_cells(const gcv_heap *heap, const uint32_t *objects, size_t n, gcv_cell *cells,
                         size_t step);
gcv_cell gcv_type_cell(const gcv_heap *heap, uint32_t type); /* GCV_NONE: of none */
/* The name of a type of a step or row; GCV_NONE: words for those too deep to have one. */
gcv_slice gcv_type_or_deeper(const gcv_heap *heap, uint32_t type);

/* ---- root_words.c: a root as people read it: its own name first, the long names last -------- */

/* Appends a label (heap/root_label.h) in words; `type` is the type of the object that the root
 * holds. The label of a static is `TYPE.FIELD`, where the type is that of the object or the one
 * with the field, or, in a text log, the type with the field alone:
 *
 *     static List<Acme.Price>.prices    static field prices, a List<Price>
 *     static Acme.Cache.prices          static prices (Acme.Cache)
 *     static Acme.Cache                 static field of Cache (Acme)
 *
 * A local of which the dump names nothing is a local variable. Any other label stays as it is. */
void gcv_root_words(gcv_context *ctx, const gcv_heap *heap, gcv_slice label, gcv_slice type,
                    gcv_buffer *out);

/* Writes the label of a root in words. */
void gcv_root_in_words(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root,
                       gcv_buffer *out);

/* Writes the label of a root of report->in.heap, in words where the report is a text on a screen.
 */
void gcv_report_root_label(const gcv_report *report, const gcv_root *root, gcv_buffer *out);

/* ---- next_words.c: the end of a suggested command line, ready to paste ---------------------- */

/* Appends the options that choose the heap and the part of it. */
void gcv_next_options(const gcv_report *report, gcv_buffer *out);
/* Appends `option` and the number of the heap's snapshot, unless it is the default of the commands,
 * `usual`: GCV_SNAPSHOT_LAST or GCV_SNAPSHOT_FIRST. */
void gcv_next_snapshot(const gcv_report *report, const gcv_heap *heap, const char *option,
                       uint32_t usual, gcv_buffer *out);
/* Appends the path of a heap. Standard input and pipes cannot be read again, and some paths cannot
 * be pasted: for these it appends `word`, which the reader has to replace. */
void gcv_next_path(const gcv_report *report, const gcv_heap *heap, const char *word,
                   gcv_buffer *out);

/* ---- rule_outcomes.c: rules as options, and what comes of them ------------------------------ */

/* Checks the rules on the command line. `with_baseline`: rules may measure growth. */
void gcv_rule_options_check(gcv_context *ctx, const gcv_rule_options *options, bool with_baseline);
/* Parses the rules of the file, then those of the command line. */
void gcv_rule_options_prepare(gcv_context *ctx, gcv_rule_options *options, bool with_baseline);
/* The costs of all rules, as of gcv_rules_costs(): rules about growth need the graph, too, as they
 * leave out what taking the dump made. */
const gcv_cost *const *gcv_rule_options_costs(const gcv_report_options *options);

/* What came of a rule. */
typedef struct gcv_ruling {
    const gcv_rule *rule;
    gcv_outcome outcome;
    bool fails;       /* it is broken, or idle where rules have to match */
    const char *idle; /* `no type matches`, of the first rules with the nearest names; NULL: it is
                       * not idle */
    const char *why;  /* the reason for a rule that fails: `it is 4, the limit 3` */
} gcv_ruling;

/* Judges each rule of the options. Warns of rules that match no type, unless these fail:
 * --require-match or --strict. GCV_ERR_USAGE if `heap` lacks the domain of --domain; the baseline
 * (NULL: none) may lack it. */
gcv_ruling *gcv_report_judge(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline);

/* Makes a cell with the actual number or the limit of an outcome of this rule. */
gcv_cell gcv_outcome_cell(const gcv_rule *rule, gcv_gate_number number);

/* ---- summary.c: the keys and values of `summary`, in their order ---------------------------- */

/* The key of a number that counts nothing, and so has no commas. */
#define GCV_SUMMARY_PROCESS "process_id"

/* Receives a row of `summary`. `snapshot`: the one that the row is about; else NULL. */
typedef void (*gcv_summary_take)(void *payload, const char *key, gcv_cell value,
                                 const gcv_snapshot *snapshot);

/* Passes all rows to `take`. */
void gcv_summary_each(const gcv_heap *heap, const uint8_t *sections, const gcv_summary *summary,
                      gcv_summary_take take, void *payload);

#endif
