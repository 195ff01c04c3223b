/* memory.h - the memory formula: what reading, freezing and analyses take at their peaks.
 *
 * A run goes through stages: reading, freezing, and analyses beside the heap. Each gcv_cost is one
 * stage; the peak of a run is that of its dearest stage. The stages of reading and freezing stand
 * in memory.c, those of an analysis beside that analysis. docs/limits.md publishes all of them.
 * `least` is certain for any heap of such counts; `most` is never passed, except for what
 * docs/limits.md lists as unusual.
 */
#ifndef GCV_HEAP_MEMORY_H
#define GCV_HEAP_MEMORY_H

#include <gcview/gcview.h>

typedef struct gcv_memory_counts {
    uint64_t objects, references, types, roots;
    uint64_t name_bytes;
    bool unordered; /* ids do not ascend by segments, so rows have to be put in order */
    bool scattered; /* ids without structure, or several sections: no pages but a hash index */
    bool rows;      /* a tally that keeps rows: of a pipe, or for duplicates */
    bool fields;    /* names of references are kept: heap/fields.h */
    bool marks;     /* so is what an object is called */
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
    uint16_t least[GCV_MEMORY_PARTS], most[GCV_MEMORY_PARTS]; /* eighths of a byte for each */
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

/* What a table with a row for each type takes for a type beside its name: group, filter, sums, the
 * order and a row of text. */
#define GCV_COST_TYPE_ROW (2 * sizeof(gcv_slice) + 24 + 8 + 8 + 8 + 13 + 100)

/* The stages of reading and freezing, as docs/limits.md lists them; NULL behind the last. */
const gcv_cost *gcv_memory_stage_at(size_t at);

/* `costs` NULL: no analysis takes memory by object. */
gcv_memory_need gcv_memory_of(gcv_load_level level, const gcv_cost *const *costs,
                              const gcv_memory_counts *counts);

/* The need that a message may give as "about": between the bounds, and above a limit that is known
 * to be too low. 0 if the bounds say otherwise. */
uint64_t gcv_memory_about(const gcv_memory_need *need, uint64_t limit);

#endif
