/* name_parts.h - the parts of a type name: texts, namespaces and lists of type arguments. */
#ifndef GCV_OUTPUT_NAME_PARTS_H
#define GCV_OUTPUT_NAME_PARTS_H

#include "base/text.h"

/* Lists nested deeper are text of the argument that contains them. */
enum { GCV_NAME_DEPTH_MAX = 32 };

typedef enum gcv_name_part_kind {
    GCV_NAME_END,
    GCV_NAME_TEXT,
    GCV_NAME_NAMESPACE, /* including its dot */
    GCV_NAME_ARITY,     /* the argument count after a name: `2 */
    GCV_NAME_OPEN,
    GCV_NAME_CLOSE,
    GCV_NAME_SEPARATOR /* including the blanks after it */
} gcv_name_part_kind;

typedef struct gcv_name_part {
    gcv_name_part_kind kind;
    size_t at, end;
    size_t depth; /* number of enclosing lists; brackets are outside of their own list */
} gcv_name_part;

typedef struct gcv_name_scan {
    gcv_slice name; /* borrowed */
    size_t at;
    size_t depth, deeper; /* lists that are open, and brackets open beyond GCV_NAME_DEPTH_MAX */
    char closer[GCV_NAME_DEPTH_MAX]; /* of each open list */
    bool type_begins;
} gcv_name_scan;

/* Starts a scan at the beginning of a type, inside `depth` lists. */
gcv_name_scan gcv_name_scan_from(gcv_slice name, size_t at, size_t depth);

/* Takes the next part; GCV_NAME_END after the last. */
gcv_name_part gcv_name_scan_next(gcv_name_scan *scan);

#endif
