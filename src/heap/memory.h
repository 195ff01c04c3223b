/* memory.h - the memory formula: the peaks of reading, freezing and analyses.
 *
 * A run goes through stages: reading, freezing, and analyses on top of the heap. Each gcv_cost is
 * one stage; the peak of a run is that of its most expensive stage. The stages of reading and
 * freezing are in memory.c, those of an analysis next to that analysis. docs/limits.md publishes
 * all of them. `least` is certain for any heap with such counts; `most` is never exceeded, except
 * in the unusual cases that docs/limits.md lists.
 */
#ifndef GCV_HEAP_MEMORY_H
#define GCV_HEAP_MEMORY_H

#include <gcview/gcview.h>

typedef struct gcv_memory_counts {
    uint64_t objects, references, types, roots;
    uint64_t name_bytes;
    bool unordered; /* ids do not ascend by segments, so rows must be sorted */
    bool scattered; /* ids without structure, or several sections: a hash index instead of pages */
    bool rows;      /* a tally that keeps rows: from a pipe, or because of duplicates */
    bool fields;    /* names of references are kept: heap/fields.h */
    bool marks;     /* so are hashes of object names: gcv_heap.mark */
    bool places;    /* so are places in source code: heap/places.h */
} gcv_memory_counts;

/* Bytes at the peak. */
typedef struct gcv_memory_need {
    uint64_t least, most;
} gcv_memory_need;

/* What the memory of a stage grows with. */
typedef enum gcv_memory_part {
    GCV_MEMORY_OBJECT,
    GCV_MEMORY_REFERENCE,
    GCV_MEMORY_TYPE,
    GCV_MEMORY_ROOT,
    GCV_MEMORY_NAME,
    GCV_MEMORY_PARTS
} gcv_memory_part;

enum { GCV_MEMORY_SCALE = 8 };

struct gcv_cost {
    const char *stage;                                        /* as docs/limits.md calls it */
    uint16_t least[GCV_MEMORY_PARTS], most[GCV_MEMORY_PARTS]; /* in eighths of a byte each */
    uint16_t once;                                            /* kB on top of `most` */
    const gcv_cost *next; /* another stage of the same analysis; NULL: none */
};

/* Bytes for each object, reference, type, root and byte of names, as parts of a gcv_cost. */
#define GCV_COST_PART(bytes) (uint16_t)((bytes)*GCV_MEMORY_SCALE)
#define GCV_COST_PARTS(objects, references, types, roots, names)                                   \
    {                                                                                              \
        GCV_COST_PART(objects), GCV_COST_PART(references), GCV_COST_PART(types),                   \
            GCV_COST_PART(roots), GCV_COST_PART(names)                                             \
    }

/* Bytes per type of a table with a row for each type, without the name: group, filter, sums, the
 * order and a row of text. */
#define GCV_COST_TYPE_ROW (2 * sizeof(gcv_slice) + 24 + 8 + 8 + 8 + 13 + 100)

/* Returns the stages of reading and freezing, in the order of docs/limits.md; NULL after the last.
 */
const gcv_cost *gcv_memory_stage_at(size_t at);

/* Returns the memory that a run needs. `costs` NULL: no analysis takes memory by object. */
gcv_memory_need gcv_memory_of(gcv_load_level level, const gcv_cost *const *costs,
                              const gcv_memory_counts *counts);

/* Returns the need that a message may give as "about": between the bounds, and above a limit that
 * is known to be too low. 0 if the bounds do not allow that. */
uint64_t gcv_memory_about(const gcv_memory_need *need, uint64_t limit);

#endif
