/* foreign.h - files of other programs given by mistake, recognised by their first bytes. */
#ifndef GCV_INPUT_LOAD_FOREIGN_H
#define GCV_INPUT_LOAD_FOREIGN_H

#include <gcview/gcview.h>

typedef struct gcv_foreign {
    const char *what; /* follows "this is"; if `unpack` is NULL, may also say what to do */
    /* `unpack`: the command that unpacks a file to standard output, without the file name, which
     * follows; NULL: none. `unpack_input`: the same for standard input; NULL: the same command; "":
     * none. */
    const char *unpack, *unpack_input;
} gcv_foreign;

/* Tells what a file is that begins with `head`; NULL: a heap dump, or not known. */
const gcv_foreign *gcv_foreign_of(gcv_slice head);

/* Fails with GCV_ERR_INPUT and a message about the file `name`. */
gcv_status gcv_foreign_fail(const gcv_foreign *foreign, const char *name, gcv_error *err);

#endif
