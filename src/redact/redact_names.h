/* redact_names.h - the pseudonym of a name, word by word. */
#ifndef GCV_REDACT_REDACT_NAMES_H
#define GCV_REDACT_REDACT_NAMES_H

#include "redact/name_map.h"
#include "redact/redact_words.h"

/* Appends the new name. Punctuation and what compilers add stay, so that arrays, generic types and
 * nested types can still be recognised. A word stays only if it is the platform's or a table lists
 * it, and so do beginnings and ends that tell the kinds of a type: reports say the same of both
 * names. */
GCV_CHECKED gcv_status gcv_redact_name(gcv_name_map *map, gcv_name_world world, gcv_name_kind kind,
                                       gcv_slice name, gcv_slice module, gcv_buffer *out,
                                       gcv_error *err);

#endif
