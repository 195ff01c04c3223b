/* foreign.h - files of other programs that people give by mistake, recognised by their first bytes.
 */
#ifndef GCV_INPUT_LOAD_FOREIGN_H
#define GCV_INPUT_LOAD_FOREIGN_H

#include <gcview/gcview.h>

typedef struct gcv_foreign {
    const char *what; /* follows "this is"; where nothing can be unpacked, with what to do */
    /* The command that writes to standard output what is in a file, whose name follows; NULL: none.
     * The same of its standard input; NULL: that command, "": none. */
    const char *unpack, *unpack_input;
} gcv_foreign;

/* What a file is that begins like this; NULL: a heap dump or not known. */
const gcv_foreign *gcv_foreign_of(gcv_slice head);

/* GCV_ERR_INPUT, about a file of this name. */
gcv_status gcv_foreign_fail(const gcv_foreign *foreign, const char *name, gcv_error *err);

#endif
