/* redact_names.h - which words of a name stay because they are the platform's, and which are
 * replaced. */
#ifndef GCV_REDACT_REDACT_NAMES_H
#define GCV_REDACT_REDACT_NAMES_H

#include "heap/rename.h"
#include "redact/name_map.h"

/* The runtime that a heap comes from; it decides how names are read. */
typedef enum gcv_name_world { GCV_WORLD_DOTNET, GCV_WORLD_V8, GCV_WORLD_RUBY } gcv_name_world;

/* Appends the new name. Punctuation, numbers and what compilers add stay, so that arrays, generic
 * types and nested types can still be recognised. A word stays only if a table lists it. */
GCV_CHECKED gcv_status gcv_redact_name(gcv_name_map *map, gcv_name_world world, gcv_name_kind kind,
                                       gcv_slice name, gcv_slice module, gcv_buffer *out,
                                       gcv_error *err);

#endif
