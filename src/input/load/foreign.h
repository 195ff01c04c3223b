/* foreign.h - files of other programs given by mistake, recognised by their first bytes. */
#ifndef GCV_INPUT_LOAD_FOREIGN_H
#define GCV_INPUT_LOAD_FOREIGN_H

#include "input/format.h"

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
