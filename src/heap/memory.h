/* memory.h - how much memory a command takes: the one place where the numbers of docs/limits.md
 * stand.
 *
 * A command goes through stages: reading, freezing, and an analysis beside the heap. Each row of
 * the table below is one; the peak of a command is that of its dearest stage. `least` is certain
 * for any heap of such counts, `most` is never passed, but for what docs/limits.md lists as
 * unusual.
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
} gcv_memory_counts;

/* Bytes at the peak. */
typedef struct gcv_memory_need {
    uint64_t least, most;
} gcv_memory_need;

/* What one stage takes: for each object, reference, type, root and byte of names, in eighths of a
 * byte, from and up to; and once, up to. */
typedef enum gcv_memory_part {
    GCV_MEMORY_OBJECT,
    GCV_MEMORY_REFERENCE,
    GCV_MEMORY_TYPE,
    GCV_MEMORY_ROOT,
    GCV_MEMORY_NAME,
    GCV_MEMORY_PARTS
} gcv_memory_part;

enum { GCV_MEMORY_SCALE = 8 };

typedef struct gcv_memory_row {
    const char *stage; /* as docs/limits.md calls it */
    uint16_t least[GCV_MEMORY_PARTS], most[GCV_MEMORY_PARTS];
    uint16_t once; /* kB */
} gcv_memory_row;

size_t gcv_n_memory_rows(void);
const gcv_memory_row *gcv_memory_row_at(size_t at);

gcv_memory_need gcv_memory_of(gcv_load_level level, gcv_purpose purpose,
                              const gcv_memory_counts *counts);

/* The need that a message may give as "about": between the bounds, and above a limit that is known
 * to be too low. 0 if the bounds say otherwise. */
uint64_t gcv_memory_about(const gcv_memory_need *need, uint64_t limit);

#endif
