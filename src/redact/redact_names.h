/* redact_names.h - which words of a name are the platform's and stay, and which get made-up ones.
 */
#ifndef GCV_REDACT_REDACT_NAMES_H
#define GCV_REDACT_REDACT_NAMES_H

#include "heap/rename.h"
#include "redact/name_map.h"

/* Where a heap comes from decides how its names are read. */
typedef enum gcv_name_world { GCV_WORLD_DOTNET, GCV_WORLD_V8, GCV_WORLD_RUBY } gcv_name_world;

/* Appends the new name: punctuation, numbers and what compilers add stay, so that arrays, generic
 * and nested types can still be told. A word stays only if a table knows it. */
GCV_CHECKED gcv_status gcv_redact_name(gcv_name_map *map, gcv_name_world world, gcv_name_kind kind,
                                       gcv_slice name, gcv_slice module, gcv_buffer *out,
                                       gcv_error *err);

#endif
