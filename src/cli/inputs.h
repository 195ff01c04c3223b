/* inputs.h - the files that a command line reads: dumps, moves logs, rules, suppressions. */
#ifndef GCV_CLI_INPUTS_H
#define GCV_CLI_INPUTS_H

#include "cli/command_line.h"
#include "cli/diagnostics.h"
#include "cli/io.h"
#include "input/source.h"

/* ---- open_input.c --------------------------------------------------------------------------- */

/* Opens a source like gcv_source_open(). GCV_ERR_USAGE if the output would overwrite the input. */
void gcv_open_input(const gcv_cli_io *io, const char *path, gcv_source *source);

/* The same for a text file. `wanted`: what the file should be, such as "moves log". GCV_ERR_INPUT
 * if it is a file of another program. */
void gcv_open_text(const gcv_cli_io *io, const char *path, const char *wanted, gcv_source *source);

/* ---- an input that can be read several times ---------------------------------------------- */

/* The bytes of standard input or another pipe. Zeroed: nothing is kept. */
typedef struct gcv_kept_input {
    const char *path; /* NULL: none */
    gcv_source input;
    gcv_u8_column bytes; /* those read so far */
} gcv_kept_input;

/* Opens a file. Keeps the bytes read from a pipe if its format has snapshots; no other format is
 * ever read again. `format`: its name; NULL: recognised by content. */
void gcv_kept_input_open(gcv_kept_input *kept, const gcv_cli_io *io, const char *path,
                         const char *format, gcv_source *source);

/* ---- text_files.c: the small text files that options name, such as rules -------------------- */

/* Reads the file named `file->path`, which should be a `wanted`, into memory that lasts as long as
 * the run. */
void gcv_text_file_read(const gcv_cli_io *io, gcv_text_file *file, const char *wanted);
/* Reads the text file of each option that has one. */
void gcv_text_files_read(gcv_command_line *line, const gcv_cli_io *io);

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

/* ---- load_followed.c: the heaps that objects are followed through --------------------------- */

GCV_COLUMN(gcv_heap_column, gcv_heap *);

/* Snapshots of one trace, one file per dump of a moves log, or files of a format with stable ids.
 */
typedef struct gcv_followed {
    gcv_heap_column heaps;  /* in chronological order */
    gcv_u32_column numbers; /* their dump numbers */
    gcv_moves *moves;       /* what collections did between the heaps; NULL: ids are stable */
    gcv_moves *log; /* `moves` if read from --moves and so owned here, not by a heap; else NULL */
    gcv_kept_input kept; /* a trace read from a pipe */
} gcv_followed;

/* Loads the first and the last dump that the command line asks for, and those in between if the
 * command needs every heap. `followed` must be zeroed. */
void gcv_followed_load(const gcv_command_line *line, const gcv_cli_io *io, const gcv_needs *needs,
                       const gcv_load_options *options, gcv_diagnostics *diagnostics,
                       gcv_followed *followed);

/* ---- load_inputs.c: the heaps of one command line ------------------------------------------- */

enum { GCV_INPUTS_MAX = GCV_MAX_WORDS + 2 }; /* files and a baseline */

/* Zeroed: nothing is loaded. */
typedef struct gcv_inputs {
    gcv_heap *heap[GCV_INPUTS_MAX]; /* in the order of the command line, the baseline last */
    uint64_t size[GCV_INPUTS_MAX];  /* file size in bytes; 0: not known, as for a pipe */
    size_t n, n_files;
    gcv_likeness likeness; /* of the last input to an earlier one */
    gcv_followed followed; /* used instead of the above by commands that follow objects */
    gcv_kept_input kept;   /* a pipe from which both dumps of a comparison are read */
} gcv_inputs;

/* Loads all inputs and prints their warnings. May choose an earlier snapshot of the file as the
 * baseline (GCV_INPUT_EARLIER), and enters it into `line`. `inputs` must be zeroed. */
void gcv_inputs_load(gcv_command_line *line, const gcv_cli_io *io, const gcv_needs *needs,
                     gcv_diagnostics *diagnostics, gcv_inputs *inputs);

/* The heaps loaded, whether inputs or followed. */
gcv_heap *const *gcv_inputs_heaps(const gcv_inputs *inputs);
size_t gcv_inputs_n_heaps(const gcv_inputs *inputs);
bool gcv_inputs_are_complete(const gcv_inputs *inputs);

#endif
