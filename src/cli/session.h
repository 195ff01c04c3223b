/* session.h - one run of a command, from parsed options to exit status: loads what the command
 * needs, warns, runs the report, finishes the output.
 *
 * circle: the steps share this header with session.c, which calls them. */
#ifndef GCV_CLI_SESSION_H
#define GCV_CLI_SESSION_H

#include "cli/command_line.h"
#include "cli/diagnostics.h"
#include "cli/io.h"
#include "input/source.h"

GCV_COLUMN(gcv_heap_column, gcv_heap *);

/* What objects are followed through: snapshots of one trace, one file per dump of a moves log, or
 * files of a format with stable ids. */
typedef struct gcv_followed {
    gcv_u32_column numbers; /* of the dumps */
    uint32_t from, to;      /* the first and the last; GCV_SNAPSHOT_… until resolved */
    gcv_moves *moves;       /* what collections did between the heaps; NULL: ids are stable */
} gcv_followed;

enum { GCV_INPUTS_MAX = GCV_MAX_WORDS + 2 }; /* files and a baseline */

typedef struct gcv_inputs {
    /* In the order of the command line, the baseline last; those followed in that of time. */
    gcv_heap_column heaps;
    gcv_heap *ahead;               /* of the last file, if it is read before the others; or NULL */
    uint64_t size[GCV_INPUTS_MAX]; /* file size in bytes; 0: not known, as for a pipe */
    gcv_likeness likeness;         /* of the last input to an earlier one */
} gcv_inputs;

/* The bytes of standard input or another pipe from which several dumps are read. */
typedef struct gcv_kept_input {
    const char *path; /* NULL: none */
    gcv_source input;
    gcv_u8_column bytes; /* those read so far */
} gcv_kept_input;

typedef struct gcv_session {
    gcv_context *ctx;
    gcv_command_line *line;
    const gcv_cli_io *io;
    gcv_diagnostics *diagnostics;
    gcv_needs needs;
    gcv_load_options load; /* for the next input */
    gcv_inputs inputs;
    gcv_followed followed; /* of commands that follow objects */
    gcv_kept_input kept;
    /* The input opened last: if a run fails because of an input, it is this one. */
    const char *last_path;             /* as on the command line; NULL: no input was opened */
    const struct gcv_foreign *foreign; /* NULL: it is not recognised as one of another program */
    gcv_out_files *files;              /* written instead of standard output: `outputs`; or NULL */
    gcv_out_files outputs;
    bool gate_failed; /* the report is that of a gate, and the gate failed */
} gcv_session;

/* Returns the exit status. */
int gcv_session_run(gcv_command_line *line, const gcv_cli_io *io, gcv_diagnostics *diagnostics);

/* ---- open_input.c --------------------------------------------------------------------------- */

/* Opens a source like gcv_source_open(). GCV_ERR_USAGE if the output would overwrite the input. */
void gcv_open_input(gcv_session *s, const char *path, gcv_source *source);

/* The same for a text file. `wanted`: what the file should be, such as "moves log". GCV_ERR_INPUT
 * if it is a file of another program. */
void gcv_open_text(gcv_session *s, const char *path, const char *wanted, gcv_source *source);

/* The same for a file that may be read several times. Keeps the bytes read from a pipe if its
 * format has snapshots; no other format is ever read again. */
void gcv_open_kept(gcv_session *s, const char *path, gcv_source *source);

/* Reads the file named `file->path`, which should be a `wanted`, into memory that lasts as long as
 * the run. */
void gcv_text_file_read(gcv_session *s, gcv_text_file *file, const char *wanted);
/* Reads the text file of each option that has one. */
void gcv_text_files_read(gcv_session *s);

/* ---- choose_snapshot.c: which snapshot of each input is read -------------------------------- */

/* Dumps are compared from older to newer. The default is the first complete snapshot for a baseline
 * and for all files of `diff` but the last, and the last complete snapshot for any other file. */

/* Whether two paths, or the paths of two inputs, name the same file, judged by their text alone. */
bool gcv_is_same_path(const char *a, const char *b);
bool gcv_is_same_input(const gcv_command_line *line, size_t a, size_t b);

/* Returns the snapshot that the command line asks for in an input: a number, or GCV_SNAPSHOT_…. */
uint32_t gcv_snapshot_of_input(const gcv_command_line *line, size_t at);

/* The same for input `at`, where `heaps` are those of all inputs before it. If an earlier input is
 * the same file, its heap turns the answer into a number; if that is the snapshot already chosen
 * there: GCV_ERR_USAGE. */
uint32_t gcv_snapshot_beside(const gcv_command_line *line, size_t at, gcv_heap *const *heaps);

/* Fails because a file with one dump is on both sides: GCV_ERR_USAGE, with what to type instead. */
void gcv_fail_one_dump_twice(gcv_context *ctx, const gcv_command_line *line, const char *name);
/* The same for a dump that is on both sides and may be one snapshot of several. */
void gcv_fail_same_dump_twice(const gcv_command_line *line, const gcv_heap *heap);

/* ---- load_followed.c, load_inputs.c: the heaps of one command line --------------------------- */

/* Loads the first and the last dump that the command line asks for, and those in between if the
 * command needs every heap. */
void gcv_followed_load(gcv_session *s);

/* Loads all inputs and prints their warnings. May choose an earlier snapshot of the file as the
 * baseline (GCV_INPUT_EARLIER), and enters it into `line`. */
void gcv_inputs_load(gcv_session *s);

/* ---- write_report.c ------------------------------------------------------------------------- */

void gcv_write_report(gcv_session *s);

/* ---- unpack_hint.c: the command that reads what is in a packed file, to paste --------------- */

/* Prints nothing if the last input is not packed. */
void gcv_print_unpack_hint(const gcv_session *s);

#endif
