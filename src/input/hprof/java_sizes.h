/* java_sizes.h - the sizes of objects, measured from their addresses.
 *
 * A dump has neither sizes nor the layout of objects, but its ids are addresses. So the sizes are
 * computed under every layout that a JVM may use, and the layout wins under which most objects end
 * where the next one begins. java_gaps.c finds the distances to the next objects, java_layout.c
 * places fields, java_known.c knows the classes to which the JVM adds fields, and java_measure.c
 * chooses, judges and says in words how sure it is. docs/formats/hprof.md explains the rules.
 *
 * O(objects × candidates for the size of a class, which are 2 to 6); 12 to 16 bytes an object while
 * it runs, some 200 a class.
 */
#ifndef GCV_INPUT_HPROF_JAVA_SIZES_H
#define GCV_INPUT_HPROF_JAVA_SIZES_H

#include "input/hprof/java_reader.h"

/* ---- distances ---------------------------------------------------------------------------- */

/* Objects that end where the next one begins, and objects that would reach into it. */
typedef struct gcv_hprof_fit {
    uint64_t tight, over;
} gcv_hprof_fit;

/* Distances, by groups: instances of each class, then arrays of each type of elements. A distance
 * above 32 bits is UINT32_MAX. */
typedef struct gcv_hprof_gaps {
    uint32_t n_classes;
    uint32_t *start; /* per group: its first distance; one more than groups */
    uint32_t *gap;
    uint32_t *length; /* of arrays: of those at `start[n_classes]` and after it */
    uint32_t *mirror; /* per class: the distance of its class object; 0: not in the dump */
    uint64_t divisor; /* of all distances */
    bool has_repeats; /* two objects have the same id */
} gcv_hprof_gaps;

void gcv_hprof_gaps_find(gcv_hprof *hprof, gcv_hprof_gaps *out);

static inline uint32_t gcv_hprof_gaps_count(const gcv_hprof_gaps *gaps, uint32_t group)
{
    return gaps->start[group + 1] - gaps->start[group];
}

gcv_hprof_fit gcv_hprof_fit_of(const gcv_hprof_gaps *gaps, uint32_t group, uint64_t size);
/* Returns the smallest distance of a group that is not empty; `*count`: how often it occurs. */
uint32_t gcv_hprof_least_gap(const gcv_hprof_gaps *gaps, uint32_t group, uint32_t *count);

/* ---- layouts ------------------------------------------------------------------------------ */

/* JDK 15 and later; JDK 7 to 14; JDK 5 and 6. */
typedef enum gcv_hprof_packing {
    GCV_HPROF_PACKS_NEW,
    GCV_HPROF_PACKS_OLD,
    GCV_HPROF_PACKS_WORDS,
    GCV_HPROF_PACKINGS
} gcv_hprof_packing;

typedef struct gcv_hprof_layout {
    unsigned word; /* size of an id */
    unsigned header, length_at, reference, alignment;
    bool is_packed; /* the elements of an array follow its length at once */
    gcv_hprof_packing packing;
    bool statics_inside; /* statics are fields of the class object */
    uint32_t fixed;      /* size of a class object without statics */
} gcv_hprof_layout;

static inline uint64_t gcv_hprof_up(uint64_t n, uint64_t unit)
{
    return (n + unit - 1) / unit * unit;
}

uint64_t gcv_hprof_array_size(const gcv_hprof_layout *layout, unsigned type, uint64_t n);
uint64_t gcv_hprof_mirror_size(const gcv_hprof_layout *layout, const gcv_hprof_class *class_);

/* What the JVM adds to the fields of a class that are in the dump. */
typedef struct gcv_hprof_extra {
    gcv_hprof_counts hidden;
    uint32_t padding;      /* around contended fields; 0: none are */
    const char *contended; /* names; a `*` before them: all others, too */
} gcv_hprof_extra;

typedef struct gcv_hprof_hole {
    uint64_t at;
    uint32_t size;
} gcv_hprof_hole;

enum { GCV_HPROF_MOST_HOLES = 6 };

/* Where the fields of a class end. */
typedef struct gcv_hprof_end {
    uint64_t end;     /* of the fields, where those of a subclass may begin */
    uint64_t size;    /* of an instance, before it is rounded */
    uint32_t padding; /* before the fields of a subclass */
    uint32_t n_holes;
    gcv_hprof_hole holes[GCV_HPROF_MOST_HOLES];
} gcv_hprof_end;

static inline uint64_t gcv_hprof_instance_size(const gcv_hprof_layout *layout,
                                               const gcv_hprof_end *end)
{
    return gcv_hprof_up(gcv_hprof_up(end->size, layout->word), layout->alignment);
}

/* ---- classes in order --------------------------------------------------------------------- */

/* The classes, superclasses first, and what is known of each. */
typedef struct gcv_hprof_measure {
    gcv_hprof *hprof;
    gcv_hprof_gaps gaps;
    gcv_hprof_layout layout;
    uint32_t *order;        /* classes */
    uint32_t *first, *next; /* per class: its first subclass, and the next one of its superclass */
    const gcv_hprof_extra **extra; /* per class; NULL: nothing is added */
    gcv_hprof_extra *extras;
    gcv_hprof_end *ends; /* per class */
    gcv_bitset left_out; /* classes that the JVM adds something to, and their subclasses */
    bool is_measured;    /* the ids are addresses */
    gcv_hprof_fit fit;   /* of the layout, … */
    uint64_t pool;       /* … among so many objects */
} gcv_hprof_measure;

/* java_layout.c: places the fields of a class, whose superclass has been placed, under the layout
 * of the measure. */
void gcv_hprof_place(gcv_hprof_measure *m, uint32_t class_);

/* java_known.c: marks the classes that the scoring of layouts leaves out; then chooses what the
 * JVM adds to each, by the distances or, if `by_default`, as in most versions. */
void gcv_hprof_known_find(gcv_hprof_measure *m);
void gcv_hprof_known_choose(gcv_hprof_measure *m, bool by_default);

/* java_measure.c: turns the lengths of all objects of the heap into sizes. */
void gcv_hprof_measure_sizes(gcv_hprof *hprof);

#endif
