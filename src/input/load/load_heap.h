/* load_heap.h - loading a heap from any source.
 *
 * circle: formats.c and foreign.c share this header with load_heap.c, which calls them. */
#ifndef GCV_INPUT_LOAD_LOAD_HEAP_H
#define GCV_INPUT_LOAD_LOAD_HEAP_H

#include "input/format.h"

/* Returns the format of a source: the one called `name` or, if that is NULL, the one that the first
 * bytes show. */
const gcv_format *gcv_heap_format_of(gcv_source *source, const char *name);
/* The same; NULL if there is none. */
const gcv_format *gcv_heap_format_if_known(gcv_source *source, const char *name);

/* gcv_heap_load(), but fails by a jump. */
void gcv_heap_load_file(gcv_context *ctx, const char *path, const gcv_load_options *options,
                        gcv_heap **out);
/* The same for any source. Closes the source. `options` may be NULL. */
void gcv_heap_load_source(gcv_context *ctx, gcv_source *source, const gcv_load_options *options,
                          gcv_heap **out);

/* Loads the snapshots from the number in the options to the number `last` in one pass over the
 * source, whose format must allow several snapshots. `out` must have room for all of them. Only the
 * last heap has the list of snapshots. `*n`: their number. Closes the source. */
size_t gcv_heap_load_snapshots(gcv_context *ctx, gcv_source *source,
                               const gcv_load_options *options, uint32_t last, gcv_heap **out);

/* ---- formats.c: the list of input formats ------------------------------------------------- */

size_t gcv_n_formats(void);
const gcv_format *gcv_format_at(size_t at);
const gcv_format *gcv_format_named(const char *name); /* NULL: no such format */
/* Returns the first format that recognises the first bytes of a file; NULL: none does. One that
 * accepts any text (gcv_format.any_text) counts only if no other does. */
const gcv_format *gcv_format_of(gcv_slice head);

/* ---- foreign.c: files of other programs given by mistake, recognised by their first bytes - */

typedef struct gcv_foreign {
    const char *what;    /* follows "this is" */
    const char *no_dump; /* follows `what` if a dump was wanted: why not, what to do */
    /* `unpack`: the command that unpacks a file to standard output, without the file name, which
     * follows; NULL: none. `unpack_input`: the same for standard input; NULL: the same command; "":
     * none. */
    const char *unpack, *unpack_input;
} gcv_foreign;

/* Tells what a file is that begins with `head`; NULL: a heap dump, or not known. */
const gcv_foreign *gcv_foreign_of(gcv_slice head);

/* Fails with GCV_ERR_INPUT and a message about the file `name`. `wanted`: what the file should be,
 * such as "moves log"; NULL: a dump. */
GCV_NORETURN void gcv_foreign_fail(gcv_context *ctx, const gcv_foreign *foreign, const char *name,
                                   const char *wanted);

/* Returns the format of a dump that begins with `head`; NULL: not a dump, or text that does not
 * begin like a record. */
const gcv_format *gcv_dump_format_of(gcv_slice head);

#endif
