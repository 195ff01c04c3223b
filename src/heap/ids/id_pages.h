/* id_pages.h - the half of id_index.h for ids with structure: one bit a granule.
 *
 * Ids of a heap are addresses: multiples of a granule, close together. A bitmap has one bit a
 * granule, in pages of 32,768 granules that exist only where there are ids. The number of ids below
 * is stored next to each 32 bits, so a lookup is one access: rank = that number + bits set below.
 * To go from a rank to its id, a sample gives a cell that is only a few cells away. About 2 bits a
 * granule: 1 to 3 bytes an object on real heaps, 0.27 for ids 1, 2, 3 …
 */
#ifndef GCV_HEAP_IDS_ID_PAGES_H
#define GCV_HEAP_IDS_ID_PAGES_H

#include "base/bitset.h"
#include "base/id_map.h"
#include "heap/ids/id_column.h"

enum { GCV_PAGE_BITS = 15, GCV_PAGE_CELLS = 1 << (GCV_PAGE_BITS - 5) };

/* Number of ids found at a time. */
enum { GCV_ID_BATCH = 64 };

/* Number of page keys in one block of the directory. The pages of a heap are close together in a
 * few areas, so that a few blocks hold them all. */
enum { GCV_BLOCK_BITS = 8, GCV_BLOCK_KEYS = 1 << GCV_BLOCK_BITS };

typedef struct gcv_id_cell {
    uint32_t bits;
    uint32_t rank; /* ids below this cell */
} gcv_id_cell;

GCV_COLUMN(gcv_id_cell_column, gcv_id_cell);

typedef struct gcv_id_pages {
    const gcv_context *ctx;   /* its seed hashes keys */
    uint64_t base;            /* lowest id */
    unsigned shift;           /* granule is 1 << shift */
    gcv_id_cell_column cells; /* GCV_PAGE_CELLS a page, in order of creation */
    gcv_u64_column page_keys; /* per page: (id - base) >> shift >> GCV_PAGE_BITS */
    uint32_t *by_key;         /* pages by ascending key; made last */
    gcv_u32_column sample;    /* for every 2^sample_shift ids: number of the cell of the first */
    unsigned sample_shift;
    uint32_t *directory; /* block by key / GCV_BLOCK_KEYS; 0: the empty block, no page has such a
                            key. NULL: keys are too far apart … */
    size_t n_directory;
    gcv_u32_column blocks; /* GCV_BLOCK_KEYS a block: page + 1, 0: none */
    gcv_id_map page_of;    /* … and pages are found by hash */
} gcv_id_pages;

/* Ids [begin, end) of a column, and facts about them, found before pages are made for them. */
typedef struct gcv_id_survey {
    const gcv_id_column *ids;
    size_t begin, end;
    uint64_t lowest, highest;
    unsigned shift; /* the granule in which all ids agree */
    bool ordered;   /* the ids ascend strictly */
} gcv_id_survey;

void gcv_id_survey_find(gcv_id_survey *out, const gcv_id_column *ids, size_t begin, size_t end);

/* Sets a bit for each of these ids. Appends the indices of duplicates in the column to
 * `duplicates`, in ascending order. `*fits` becomes false, and the pages unusable, if they would
 * take more memory than a table. */
bool gcv_id_pages_build(gcv_context *ctx, gcv_id_pages *pages, const gcv_id_survey *found,
                        gcv_u32_column *duplicates);
void gcv_id_pages_release(gcv_context *ctx, gcv_id_pages *pages);

/* Returns a cell by its number: the cells of all pages are numbered in the order of page keys. */
static inline gcv_id_cell *gcv_id_pages_cell_at(const gcv_id_pages *pages, size_t number)
{
    size_t page = pages->by_key[number / GCV_PAGE_CELLS];
    return &pages->cells.data[page * GCV_PAGE_CELLS + number % GCV_PAGE_CELLS];
}

/* Returns the id of a rank. O(log n), mostly O(1). */
uint64_t gcv_id_pages_id(const gcv_id_pages *pages, uint32_t rank);

/* Finds the ids of up to GCV_ID_BATCH ranks. Cells are read before any is examined, so that cache
 * misses overlap: a million rows of `retained` take 0.08 seconds less. */
void gcv_id_pages_ids(const gcv_id_pages *pages, const uint32_t *ranks, size_t n, uint64_t *ids);

/* Lists the ids of all ranks in order. O(n + pages). */
void gcv_id_pages_list(const gcv_id_pages *pages, uint64_t *ids);

/* Returns the page of a key, counted from 1; 0: none. */
static inline uint32_t gcv_id_pages_page(const gcv_id_pages *pages, uint64_t key)
{
    if (pages->directory != NULL) {
        uint64_t entry = key >> GCV_BLOCK_BITS;
        size_t block = entry < pages->n_directory ? pages->directory[entry] : 0;
        return pages->blocks.data[block << GCV_BLOCK_BITS | (key & (GCV_BLOCK_KEYS - 1))];
    }
    return gcv_id_map_get(pages->ctx, &pages->page_of, key) + 1; /* GCV_NONE + 1 is 0 */
}

/* Returns the index in `cells` of the cell with the bit of a granule. */
static inline size_t gcv_id_pages_cell(uint32_t page, uint64_t granule)
{
    return (size_t)(page - 1) * GCV_PAGE_CELLS + (size_t)(granule >> 5 & (GCV_PAGE_CELLS - 1));
}

/* Returns the rank of an id, or GCV_NONE. */
static inline uint32_t gcv_id_pages_find(const gcv_id_pages *pages, uint64_t id)
{
    uint64_t offset = id - pages->base, granule = offset >> pages->shift;
    if (granule << pages->shift != offset) {
        return GCV_NONE;
    }
    uint32_t page = gcv_id_pages_page(pages, granule >> GCV_PAGE_BITS);
    if (page == 0) {
        return GCV_NONE;
    }
    const gcv_id_cell *cell = &pages->cells.data[gcv_id_pages_cell(page, granule)];
    uint32_t bit = (uint32_t)1 << (granule & 31);
    return (cell->bits & bit) != 0 ? cell->rank + gcv_popcount(cell->bits & (bit - 1)) : GCV_NONE;
}

/* Finds the ranks of the ids [begin, begin + n) of a column, n up to GCV_FIND_BATCH. */
void gcv_id_pages_find_batch(const gcv_id_pages *pages, const gcv_id_column *ids, size_t begin,
                             size_t n, uint32_t *ranks);

#endif
