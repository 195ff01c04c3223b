/* formats.h - the list of input formats. */
#ifndef GCV_INPUT_LOAD_FORMATS_H
#define GCV_INPUT_LOAD_FORMATS_H

#include "input/format.h"

size_t gcv_n_formats(void);
const gcv_format *gcv_format_at(size_t at);
const gcv_format *gcv_format_named(const char *name); /* NULL: no such format */
/* Returns the first format that recognises the first bytes of a file; NULL: none does. One that
 * accepts any text (gcv_format.any_text) counts only if no other does. */
const gcv_format *gcv_format_of(gcv_slice head);

#endif
