/* rename.h - new names for everything that a dump names: types, modules, domains, roots, fields,
 * objects. */
#ifndef GCV_HEAP_RENAME_H
#define GCV_HEAP_RENAME_H

#include "heap/heap.h"

typedef enum gcv_name_kind {
    GCV_NAME_TYPE,
    GCV_NAME_CONTAINER, /* of a static root, without objects: a class, or a class and its field */
    GCV_NAME_MODULE,
    GCV_NAME_DOMAIN,
    GCV_NAME_STATIC, /* of a static root: its label, or a container that also names the field */
    GCV_NAME_ROOT,   /* the label of any other root */
    GCV_NAME_OBJECT, /* of an object itself */
    GCV_NAME_FIELD,  /* a property, or a variable of a closure */
    GCV_NAME_FUNCTION,
    GCV_NAME_SCRIPT, /* a path or an address */
    GCV_NAME_SLOT    /* of the virtual machine: a name that no program gave */
} gcv_name_kind;

/* Supplies the new names. */
typedef struct gcv_renamer {
    void *self;
    /* Appends the new name to `out`, which is empty. `module` is that of a type; data NULL: not
     * known. */
    void (*new_name)(void *self, gcv_name_kind kind, gcv_slice name, gcv_slice module,
                     gcv_buffer *out);
    /* Whether a property of the dump is kept. */
    bool (*keeps_property)(const gcv_property *property);
} gcv_renamer;

/* Renames everything, then renumbers types and reorders roots by their new names; equal names
 * become equal names. O(objects + bytes of names). */
void gcv_heap_rename(gcv_heap *heap, const gcv_renamer *renamer);

#endif
