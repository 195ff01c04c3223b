/* id_pages_find.c - lookups of ids in pages, and of the ids of ranks; see id_pages.h. */
#include "heap/ids/id_pages.h"

/* Works in three loops, so that cache misses overlap: places are computed, cells are read, ranks
 * are computed. */
void gcv_id_pages_find_batch(const gcv_id_pages *pages, const gcv_id_column *ids, size_t begin,
                             size_t n, uint32_t *ranks)
{
    size_t places[GCV_FIND_BATCH]; /* cells */
    uint32_t bits[GCV_FIND_BATCH]; /* bits in these cells; 0: the id is nowhere */
    gcv_id_cell cells[GCV_FIND_BATCH];
    for (size_t i = 0; i < n; i++) {
        uint64_t offset = gcv_id_column_get(ids, begin + i) - pages->base;
        uint64_t granule = offset >> pages->shift;
        uint32_t page = gcv_id_pages_page(pages, granule >> GCV_PAGE_BITS);
        bool nowhere = page == 0 || granule << pages->shift != offset;
        places[i] = nowhere ? 0 : gcv_id_pages_cell(page, granule);
        bits[i] = nowhere ? 0 : (uint32_t)1 << (granule & 31);
    }
    for (size_t i = 0; i < n; i++) {
        cells[i] = pages->cells.data[places[i]];
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t below = gcv_popcount(cells[i].bits & (bits[i] - 1));
        ranks[i] = (cells[i].bits & bits[i]) != 0 ? cells[i].rank + below : GCV_NONE;
    }
}

/* The cells [low, end), one of which holds a rank, and a guess at it. */
typedef struct gcv_cell_range {
    size_t low, end, guess;
} gcv_cell_range;

/* Returns the cells between two samples. The guess would be right if all cells held the same number
 * of ids. */
static gcv_cell_range range_of_rank(const gcv_id_pages *pages, uint32_t rank)
{
    const size_t sample = rank >> pages->sample_shift;
    const uint32_t behind = rank - ((uint32_t)sample << pages->sample_shift);
    gcv_cell_range range = {.low = pages->sample.data[sample],
                            .end = sample + 1 < pages->sample.n
                                       ? pages->sample.data[sample + 1] + (size_t)1
                                       : pages->page_keys.n * GCV_PAGE_CELLS};
    range.guess =
        range.low + (size_t)((uint64_t)(range.end - 1 - range.low) * behind >> pages->sample_shift);
    return range;
}

/* Narrows the range: goes from the guess in doubling steps until the rank is between both ends.
 * `first`: the first rank of the guessed cell. */
static void narrow(const gcv_id_pages *pages, uint32_t rank, gcv_cell_range *range, uint32_t first)
{
    size_t step = 1;
    if (first <= rank) {
        range->low = range->guess;
        for (; step < range->end - range->low; step *= 2) {
            if (gcv_id_pages_cell_at(pages, range->low + step)->rank > rank) {
                range->end = range->low + step;
                return;
            }
            range->low += step;
        }
    } else {
        range->end = range->guess;
        for (; step < range->end - range->low; step *= 2) {
            if (gcv_id_pages_cell_at(pages, range->end - step)->rank <= rank) {
                range->low = range->end - step;
                return;
            }
            range->end -= step;
        }
    }
}

/* Returns the number of the cell that holds a rank: the last one that does not begin above it. */
static size_t cell_of_rank(const gcv_id_pages *pages, uint32_t rank, gcv_cell_range range,
                           uint32_t first)
{
    narrow(pages, rank, &range, first);
    while (range.end - range.low > 1) {
        size_t middle = range.low + (range.end - range.low) / 2;
        if (gcv_id_pages_cell_at(pages, middle)->rank <= rank) {
            range.low = middle;
        } else {
            range.end = middle;
        }
    }
    return range.low;
}

/* Returns the position of the set bit that has `n` set bits below it. Counts bits in halves, then
 * in quarters …, without branches, which would be unpredictable. */
static unsigned nth_bit(uint32_t bits, uint32_t n)
{
    const uint32_t twos = bits - (bits >> 1 & 0x55555555u);
    const uint32_t fours = (twos & 0x33333333u) + (twos >> 2 & 0x33333333u);
    const uint32_t eights = (fours + (fours >> 4)) & 0x0f0f0f0fu;
    unsigned at = 0;
    uint32_t low = (eights + (eights >> 8)) & 0x1f, beyond = n >= low;
    at += beyond << 4;
    n -= low & (0 - beyond);
    low = eights >> at & 0xf;
    beyond = n >= low;
    at += beyond << 3;
    n -= low & (0 - beyond);
    low = fours >> at & 7;
    beyond = n >= low;
    at += beyond << 2;
    n -= low & (0 - beyond);
    low = twos >> at & 3;
    beyond = n >= low;
    at += beyond << 1;
    n -= low & (0 - beyond);
    return at + (n >= (bits >> at & 1));
}

static uint64_t id_in_cell(const gcv_id_pages *pages, size_t number, uint32_t rank)
{
    const gcv_id_cell *cell = gcv_id_pages_cell_at(pages, number);
    uint64_t key = pages->page_keys.data[pages->by_key[number / GCV_PAGE_CELLS]];
    uint64_t granule = (key << GCV_PAGE_BITS) + (uint64_t)(number % GCV_PAGE_CELLS) * 32 +
                       nth_bit(cell->bits, rank - cell->rank);
    return pages->base + (granule << pages->shift);
}

void gcv_id_pages_ids(const gcv_id_pages *pages, const uint32_t *ranks, size_t n, uint64_t *ids)
{
    gcv_cell_range ranges[GCV_ID_BATCH];
    uint32_t firsts[GCV_ID_BATCH];
    for (size_t i = 0; i < n; i++) {
        ranges[i] = range_of_rank(pages, ranks[i]);
    }
    for (size_t i = 0; i < n; i++) {
        firsts[i] = gcv_id_pages_cell_at(pages, ranges[i].guess)->rank;
    }
    for (size_t i = 0; i < n; i++) {
        size_t number = cell_of_rank(pages, ranks[i], ranges[i], firsts[i]);
        ids[i] = id_in_cell(pages, number, ranks[i]);
    }
}

uint64_t gcv_id_pages_id(const gcv_id_pages *pages, uint32_t rank)
{
    uint64_t id;
    gcv_id_pages_ids(pages, &rank, 1, &id);
    return id;
}

void gcv_id_pages_list(const gcv_id_pages *pages, uint64_t *ids)
{
    for (size_t p = 0; p < pages->page_keys.n; p++) {
        uint32_t page = pages->by_key[p];
        const gcv_id_cell *cells = pages->cells.data + (size_t)page * GCV_PAGE_CELLS;
        uint64_t granule = pages->page_keys.data[page] << GCV_PAGE_BITS;
        for (size_t c = 0; c < GCV_PAGE_CELLS; c++, granule += 32) {
            uint32_t bits = cells[c].bits;
            for (; bits != 0; bits &= bits - 1) {
                uint32_t below = gcv_popcount((bits & (0 - bits)) - 1);
                *ids++ = pages->base + ((granule + below) << pages->shift);
            }
        }
    }
}
