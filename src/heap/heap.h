/* heap.h - the frozen graph, which the builder makes and every analysis reads.
 *
 * Structure of arrays, compressed sparse rows. Objects are numbered by section and, within it, by
 * id; types by name. After gcv_builder_freeze() only gcv_heap_rename() changes anything here.
 *
 * Bytes per object: 4 (first reference) + 4 (size) + 4 (type) + the id index (about 2 on real
 * heaps), and 4 per reference.
 *
 * circle: ranges.c shares this header with heap.c, which calls it. */
#ifndef GCV_HEAP_HEAP_H
#define GCV_HEAP_HEAP_H

#include "base/number.h"
#include "heap/fields.h"
#include "heap/ids/id_index.h"
#include "heap/moves.h"
#include "heap/notes.h"
#include "heap/places.h"
#include "heap/shapes.h"
#include "heap/type_table.h"

#include <gcview/gcview.h>

/* ---- ranges.c ----------------------------------------------------------------------------- */

/* Generations by address: sorted ranges of ids, so that objects need no column for them. */
typedef struct gcv_range {
    uint64_t start, end; /* [start, end) */
    uint32_t generation;
} gcv_range;

GCV_COLUMN(gcv_range_column, gcv_range);

/* Makes ranges ascending and disjoint: where ranges overlap, the first one counts; empty ones are
 * dropped. O(n log n). */
void gcv_ranges_normalize(gcv_context *ctx, gcv_range_column *ranges);

/* Returns the generation of an id in normalized ranges, or GCV_NONE. O(log n). */
uint32_t gcv_ranges_find(const gcv_range_column *ranges, uint64_t id);

/* ---- the heap ----------------------------------------------------------------------------- */

/* Objects larger than 4 GiB: their column entry is GCV_BIG_SIZE, their size is in a sorted table.
 */
#define GCV_BIG_SIZE UINT32_MAX

typedef struct gcv_big_size {
    uint32_t object;
    uint64_t bytes;
} gcv_big_size;

/* Objects and bytes of one type id. A tally has these instead of objects; a sampled dump has them
 * in addition, scaled up to what the sample stands for. */
typedef struct gcv_type_tally {
    uint32_t section, type;
    uint64_t count, bytes;
} gcv_type_tally;

/* How many objects one object of a type stands for in a sampled dump, and how many bytes one byte
 * stands for. */
typedef struct gcv_type_scale {
    double count, bytes;
} gcv_type_scale;

/* How a JVM lays objects out: bytes of what precedes the fields, and of a reference. Zeros: not
 * known. */
typedef struct gcv_object_layout {
    unsigned header, reference;
} gcv_object_layout;

GCV_COLUMN(gcv_big_size_column, gcv_big_size);

/* Returns the column entry of an object; puts its size into the table if it does not fit. Objects
 * come in ascending order. */
static inline uint32_t gcv_big_size_fit(gcv_context *ctx, gcv_big_size_column *big, size_t object,
                                        uint64_t bytes)
{
    if (bytes < GCV_BIG_SIZE) {
        return (uint32_t)bytes;
    }
    const gcv_big_size row = {(uint32_t)object, bytes};
    gcv_big_size_column_push(ctx, big, row);
    return GCV_BIG_SIZE;
}

GCV_COLUMN(gcv_property_column, gcv_property);
GCV_COLUMN(gcv_snapshot_column, gcv_snapshot);
GCV_COLUMN(gcv_section_column, gcv_section);
GCV_COLUMN(gcv_root_column, gcv_root);

/* What is known of each object is a column of its own: an analysis passes over only what it reads.
 */
struct gcv_heap {
    gcv_context *ctx;
    const char *name, *format;
    const char *verdict; /* in the arena or static */
    bool complete;
    bool verdict_is_quoted; /* a reason in it is text of the dump */
    bool decimal_ids;       /* how ids are written: gcv_id_write() */
    bool static_first;      /* chains prefer static roots: others may be of the capture itself */
    bool stable_ids;        /* an object keeps its id while its process lives */
    bool of_v8;             /* a file of V8 says so; types may tell, too: gcv_heap_is_v8() */
    gcv_object_layout layout;
    gcv_load_level level;
    gcv_arena arena; /* names, notes */
    uint64_t taken;  /* bytes of the whole heap */
    gcv_notes notes;
    gcv_counts counts;
    gcv_section_column sections;

    gcv_property_column properties; /* in the order of the dump */
    gcv_snapshot_column snapshots;

    uint32_t n_types; /* types.n */
    gcv_type_names types;
    gcv_type_scale *scales;  /* by type; NULL: not sampled */
    gcv_range_column ranges; /* generations: ascending and disjoint */
    gcv_moves *moves;        /* of the whole trace; NULL: not asked for */

    uint32_t n_objects;
    gcv_id_index *indexes; /* of the sections that have objects; NULL in a tally */
    uint32_t n_indexes;
    uint32_t *index_of;       /* per section; GCV_NONE: it has no objects */
    gcv_u32_column first_ref; /* n_objects + 1; references of i are refs[first_ref[i] …) */
    gcv_u32_column refs;
    gcv_u32_column size;
    gcv_u32_column type;
    gcv_u32_column mark; /* hash of the object's name, 0: not known; empty: not kept */
    gcv_fields fields;   /* names of references; empty: not known, or not kept */
    gcv_shapes shapes;   /* of plain objects of JavaScript */
    gcv_texts texts;     /* of strings; likewise */
    gcv_places places;   /* of functions in source code; likewise */
    gcv_big_size_column big;
    const gcv_bitset *left_out; /* objects without bytes that nothing selects; NULL: none */
    gcv_root_column roots;      /* canonical order */
    gcv_slice_column names;     /* names of objects that have their own, such as classes … */
    gcv_id_map name_of;         /* … and their indices, by id */
    gcv_id_map repeated; /* class objects of Java with a name that others have (java_class.h) */

    gcv_type_tally *tallies; /* in a tally, or of a sampled dump */
    size_t n_tallies;
};

/* Returns the id index of a section. A heap may have a million sections without ids, so these share
 * one index. */
const gcv_id_index *gcv_heap_ids(const gcv_heap *heap, size_t section);
void gcv_heap_release_ids(gcv_heap *heap);

/* Returns the size of an object that is in the table. */
uint64_t gcv_big_size_of(const gcv_big_size_column *big, uint32_t object);

static inline uint64_t gcv_heap_size(const gcv_heap *heap, uint32_t object)
{
    uint32_t size = heap->size.data[object];
    return size != GCV_BIG_SIZE ? size : gcv_big_size_of(&heap->big, object);
}

static inline bool gcv_heap_leaves_out(const gcv_heap *heap, uint32_t object)
{
    return heap->left_out != NULL && gcv_bitset_has(heap->left_out, object);
}

/* GCV_ERR_USAGE if the heap does not know the generations of its objects. */
void gcv_heap_need_generations(const gcv_heap *heap);

/* Returns the name of the object itself, not of its type; data NULL: it has none. Or the index of
 * that name in `names`, where equal names may have one; GCV_NONE. */
uint32_t gcv_heap_name_of(const gcv_heap *heap, uint32_t object);
gcv_slice gcv_heap_object_name(const gcv_heap *heap, uint32_t object);

/* Returns the name of a class or module of Ruby, given by its object; data NULL: it is none. */
gcv_slice gcv_ruby_class_name(const gcv_heap *heap, uint32_t object);

/* Returns the start tag of an element of a page, with id and class; data NULL: it is none, or has
 * neither. */
gcv_slice gcv_heap_element(const gcv_heap *heap, uint32_t object);

/* Returns where the function of an object is in source code; NULL: not known. */
static inline const gcv_code_place *gcv_heap_place(const gcv_heap *heap, uint32_t object)
{
    return gcv_places_find(&heap->places, object);
}

/* Finds the ids of `n` objects, faster than one by one. */
void gcv_heap_object_ids(const gcv_heap *heap, const uint32_t *objects, size_t n, uint64_t *ids);

/* Returns a property that is a number; 0: not in the dump. */
uint64_t gcv_heap_number(const gcv_heap *heap, const char *key);

/* Returns the name of the heap without the folder, if it is a path. */
gcv_slice gcv_heap_file(const gcv_heap *heap);

/* Returns the number of the snapshot loaded; 1 if the format has one per file. */
uint32_t gcv_heap_chosen_snapshot(const gcv_heap *heap);
/* Returns the number of the snapshot that GCV_SNAPSHOT_… selects in the heap's file; returns any
 * other number unchanged. */
uint32_t gcv_heap_snapshot_number(const gcv_heap *heap, uint32_t asked);

/* Sorts roots by kind, then object, then all other fields, so that equal sets of records are equal
 * tables. O(n log n); 28 bytes a root, 8 where there are more roots than objects. */
void gcv_roots_sort(gcv_context *ctx, gcv_root_column *roots, uint32_t n_objects);

void gcv_counts_add(gcv_counts *to, const gcv_counts *from);

/* Returns the first type with a name; GCV_NONE: none. Types are in the order of their names. */
uint32_t gcv_heap_type_named(const gcv_heap *heap, gcv_slice name);
/* Whether the module of any type has a name. O(types). */
bool gcv_heap_names_modules(const gcv_heap *heap);

/* Returns the first type of the same name: tables by type name have one row for all types of a
 * name. */
static inline uint32_t gcv_heap_type_row(const gcv_heap *heap, uint32_t type)
{
    return heap->types.row != NULL ? heap->types.row[type] : type;
}

/* Whether an object refers to another one, among its first `most` references. */
bool gcv_heap_refers_to(const gcv_heap *heap, uint32_t object, uint32_t other, uint32_t most);

static inline uint32_t gcv_heap_n_references(const gcv_heap *heap, uint32_t object)
{
    return heap->first_ref.data[object + 1] - heap->first_ref.data[object];
}

static inline uint32_t gcv_heap_object_row(const gcv_heap *heap, uint32_t object)
{
    return gcv_heap_type_row(heap, heap->type.data[object]);
}

/* The row of a type, but of all plain objects of JavaScript whatever their shapes: objects that are
 * kept in one way are told together. */
static inline uint32_t gcv_heap_type_family(const gcv_heap *heap, uint32_t type)
{
    return heap->types.family != NULL ? heap->types.family[type] : gcv_heap_type_row(heap, type);
}

static inline uint32_t gcv_heap_object_family(const gcv_heap *heap, uint32_t object)
{
    return gcv_heap_type_family(heap, heap->type.data[object]);
}

/* ---- how object ids are written: in hex, or in decimal where the dump's own tools do ------ */

/* Every report and every option uses these functions. */

/* Writes an id and a NUL to `room`, which holds GCV_NUMBER_MAX bytes; returns `room`. */
const char *gcv_id_write(const gcv_heap *heap, uint64_t id, char *room);

const char *gcv_object_id_text(const gcv_heap *heap, uint32_t object, char *room);

/* Reads an id as this heap writes it: hex with or without `0x`, or decimal with or without a
 * leading `@`, as in DevTools. False: not an id. */
bool gcv_id_read(const gcv_heap *heap, gcv_slice text, uint64_t *id);

/* Whether a text could be an id in some heap: for checks before a heap is loaded. */
bool gcv_id_may_be(gcv_slice text);

#endif
