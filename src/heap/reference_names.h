/* reference_names.h - names of references (heap/fields.h), by the objects at their ends; and the
 * name that all references have which lead to one step of merged chains. */
#ifndef GCV_HEAP_REFERENCE_NAMES_H
#define GCV_HEAP_REFERENCE_NAMES_H

#include "heap/heap.h"

typedef struct gcv_field {
    gcv_field_kind kind;
    uint32_t number; /* if gcv_field_has_number(kind) … */
    gcv_slice name;  /* … else its name */
} gcv_field;

/* Whether the names of references are known, and were loaded. */
static inline bool gcv_heap_has_fields(const gcv_heap *heap)
{
    return heap->fields.of_type != NULL;
}

/* The name of an object's reference, given by its index. The heap must have names. */
gcv_field gcv_field_of(const gcv_heap *heap, uint32_t object, uint32_t reference);

/* Returns what the first reference with a name, of the first `most`, leads to; GCV_NONE: there is
 * none. */
uint32_t gcv_field_target(const gcv_heap *heap, uint32_t object, gcv_field_kind kind,
                          const char *name, uint32_t most);

/* Whether the virtual machine made the reference: its name says nothing to the program's author. */
static inline bool gcv_field_is_internal(const gcv_field *field)
{
    return field->kind >= GCV_FIELD_INTERNAL;
}

/* Appends a name as DevTools writes it: `.name` or `["any text"]`, `->name`, `[3]`, `{name}`,
 * `{3}`; of Java also `static name`. */
void gcv_field_append(gcv_context *ctx, const gcv_field *field, gcv_buffer *out);

/* ---- references by their ends ------------------------------------------------------------- */

/* Empty if zeroed except for `ctx` and `heap`. Takes 4 bytes per reference of the objects that were
 * looked up, but nothing for objects with few references. */
typedef struct gcv_field_finder {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_u32_column order; /* sorted references of objects with many, by target */
    gcv_id_map start_of;  /* per such object: where its references begin in `order` */
} gcv_field_finder;

void gcv_field_finder_release(gcv_field_finder *finder);

/* The index of the reference that leads from one object to another. Of several it is the first by
 * kind (gcv_field_kind), then by name. GCV_NONE if there is none. O(log references of `from`)
 * after the first call for `from`, which sorts them. */
uint32_t gcv_reference_between(gcv_field_finder *finder, uint32_t from, uint32_t to);
/* Gets its name; false: there is none. */
bool gcv_field_between(gcv_field_finder *finder, uint32_t from, uint32_t to, gcv_field *out);

/* ---- steps of merged chains ---------------------------------------------------------------- */

/* The name that some references have in common. Zeroed: there are none. */
typedef struct gcv_common_name {
    uint32_t from, reference; /* one of the references */
    uint32_t n;               /* number of the references; not counted further once they differ */
    bool differs;
} gcv_common_name;

/* The names on a step. Zeroed: it has no objects. */
typedef struct gcv_step_name {
    gcv_common_name into;        /* of references from the step before */
    gcv_common_name along;       /* of references within the step, from one object to the next */
    const gcv_code_place *place; /* of all its objects; NULL: not known, or they differ */
    gcv_slice element;           /* likewise, their start tag */
    bool placed;                 /* an object was added */
} gcv_step_name;

/* Adds an object to a step. `over`: the object before it on its chain, which is in the same step
 * (`along`) or in the step before; GCV_NONE: the chain begins here. */
void gcv_step_name_add(gcv_field_finder *finder, gcv_step_name *name, uint32_t object,
                       uint32_t over, bool along);

/* Adds the reference that leads from one object on a chain to the next. */
void gcv_common_name_add(gcv_field_finder *finder, gcv_common_name *name, uint32_t from,
                         uint32_t to);

/* Gets the name; false if there is none, or the references differ. */
bool gcv_common_name_get(const gcv_heap *heap, const gcv_common_name *name, gcv_field *out);
/* Whether the objects of a step, `objects` in number, are one behind the other: each but one is
 * held by another one through a reference of the same name, and not of the virtual machine. */
bool gcv_step_is_run(const gcv_heap *heap, const gcv_step_name *name, uint64_t objects);

#endif
