/* id_index.c - ids to ranks; see id_index.h.
 *
 * Building: one pass finds the lowest id, the granule (the low bits in which all ids agree) and
 * whether the ids ascend; one pass sets the bits, giving up for the hash once the pages hold too
 * little (id_table.c); then the pages are put in order and ranks are counted. O(n).
 */
#include "heap/ids/id_table.h"

#include "base/error.h"
#include "base/sort.h"

#include <string.h>

enum { PAGE_BYTES = GCV_PAGE_CELLS * (int)sizeof(gcv_id_cell), BYTES_PER_ID = 8 };
/* Below this number of ids pages are not worth their room: a file may hold a million tiny sections.
 */
enum { FEW_IDS = 2048 };
/* A few far-apart segments may cost this much in pages beyond what their ids are worth. */
#define FREE_PAGE_BYTES ((size_t)16 * PAGE_BYTES)

typedef struct gcv_id_survey {
    uint64_t lowest, highest;
    unsigned shift; /* the granule in which all ids agree */
    bool ordered;
} gcv_id_survey;

static void survey(gcv_id_survey *out, const gcv_id_column *ids, size_t begin, size_t end)
{
    uint64_t first = begin < end ? gcv_id_column_get(ids, begin) : 0;
    uint64_t before = first, differ = 0;
    size_t i;
    out->lowest = out->highest = first;
    out->ordered = true;
    out->shift = 0;
    for (i = begin + 1; i < end; i++) {
        uint64_t id = gcv_id_column_get(ids, i);
        differ |= id ^ first;
        out->ordered = out->ordered && id > before;
        out->lowest = id < out->lowest ? id : out->lowest;
        out->highest = id > out->highest ? id : out->highest;
        before = id;
    }
    while (differ != 0 && (differ & 1) == 0) {
        differ >>= 1;
        out->shift++;
    }
}

/* ---- directory of pages ------------------------------------------------------------------- */

/* A directory by key costs 4 bytes a key and no search; it is taken if that is little for so many
 * ids. */
static gcv_status make_directory(gcv_context *ctx, gcv_id_index *index, const gcv_id_survey *found,
                                 size_t n_ids, gcv_error *err)
{
    uint64_t keys = ((found->highest - found->lowest) >> index->shift >> GCV_PAGE_BITS) + 1;
    if (keys > n_ids / 8 + 1024) {
        return GCV_OK;
    }
    index->n_directory = (size_t)keys;
    index->directory = gcv_alloc_zeroed(ctx, index->n_directory, sizeof *index->directory, err);
    return index->directory != NULL ? GCV_OK : gcv_failed(err);
}

static void enter_page(gcv_context *ctx, gcv_id_index *index, uint32_t page)
{
    size_t mask = index->n_page_slots - 1;
    size_t at = gcv_id_index_page_place(index, index->page_keys.data[page]);
    while (index->page_slots[at].page != 0) {
        at = (at + 1) & mask;
        ctx->steps++;
    }
    index->page_slots[at].key = index->page_keys.data[page];
    index->page_slots[at].page = page + 1;
}

static gcv_status grow_hash(gcv_context *ctx, gcv_id_index *index, gcv_error *err)
{
    size_t n = index->n_page_slots == 0 ? 16 : index->n_page_slots * 2;
    gcv_page_slot *slots = gcv_alloc_zeroed(ctx, n, sizeof *slots, err);
    uint32_t page;
    if (slots == NULL) {
        return gcv_failed(err);
    }
    gcv_free(ctx, index->page_slots, index->n_page_slots, sizeof *slots);
    index->page_slots = slots;
    index->n_page_slots = n;
    for (page = 0; page < index->page_keys.n; page++) {
        enter_page(ctx, index, page);
    }
    return GCV_OK;
}

static gcv_status add_page(gcv_context *ctx, gcv_id_index *index, uint64_t key, gcv_error *err)
{
    gcv_status status = GCV_OK;
    if (index->directory == NULL && index->page_keys.n >= index->n_page_slots / 2) {
        status = grow_hash(ctx, index, err);
    }
    if (status == GCV_OK) {
        status = gcv_id_cell_column_reserve(ctx, &index->cells, GCV_PAGE_CELLS, err);
    }
    if (status == GCV_OK) {
        status = gcv_u64_column_push(ctx, &index->page_keys, key, err);
    }
    if (status == GCV_OK) {
        memset(index->cells.data + index->cells.n, 0, (size_t)PAGE_BYTES);
        index->cells.n += GCV_PAGE_CELLS;
        if (index->directory != NULL) {
            index->directory[key] = (uint32_t)index->page_keys.n;
        } else {
            enter_page(ctx, index, (uint32_t)(index->page_keys.n - 1));
        }
    }
    return status;
}

/* Where the bit of a granule is. */
typedef struct gcv_bit_place {
    size_t cell;
    uint32_t bit;
} gcv_bit_place;

/* Finds the places of some ids, making the pages that are not there yet. `*fits` becomes false if
 * the pages hold too few ids to be worth their `room`. */
static gcv_status place_bits(gcv_context *ctx, gcv_id_index *index, const gcv_id_column *ids,
                             size_t begin, size_t n, gcv_bit_place *places, size_t room, bool *fits,
                             gcv_error *err)
{
    size_t i;
    for (i = 0; i < n; i++) {
        uint64_t granule = (gcv_id_column_get(ids, begin + i) - index->base) >> index->shift;
        uint64_t key = granule >> GCV_PAGE_BITS;
        uint32_t page = gcv_id_index_page(index, key);
        if (page == 0) {
            gcv_status status;
            *fits = (index->page_keys.n + 1) * (size_t)PAGE_BYTES <= room;
            status = *fits ? add_page(ctx, index, key, err) : GCV_OK;
            if (status != GCV_OK || !*fits) {
                return status;
            }
            page = (uint32_t)index->page_keys.n;
        }
        places[i].cell =
            (size_t)(page - 1) * GCV_PAGE_CELLS + (size_t)(granule >> 5 & (GCV_PAGE_CELLS - 1));
        places[i].bit = (uint32_t)1 << (granule & 31);
    }
    return GCV_OK;
}

/* Sets the bits. A batch of cells is read before any of it is written, so that cache misses
 * overlap: 0.17 instead of 0.33 seconds for 10 M shuffled ids. */
static gcv_status set_bits(gcv_context *ctx, gcv_id_index *index, const gcv_id_column *ids,
                           size_t begin, size_t end, gcv_u32_column *duplicates, bool *fits,
                           gcv_error *err)
{
    gcv_bit_place places[GCV_FIND_BATCH];
    uint32_t before[GCV_FIND_BATCH];
    size_t room = (end - begin) * BYTES_PER_ID + FREE_PAGE_BYTES, i;
    gcv_status status = GCV_OK;
    *fits = true;
    while (status == GCV_OK && begin < end) {
        size_t n = end - begin < GCV_FIND_BATCH ? end - begin : GCV_FIND_BATCH;
        status = place_bits(ctx, index, ids, begin, n, places, room, fits, err);
        if (status != GCV_OK || !*fits) {
            return status;
        }
        for (i = 0; i < n; i++) {
            before[i] = index->cells.data[places[i].cell].bits & places[i].bit;
        }
        for (i = 0; status == GCV_OK && i < n; i++) {
            uint32_t *bits = &index->cells.data[places[i].cell].bits;
            if (before[i] != 0 || (*bits & places[i].bit) != 0) {
                status = gcv_u32_column_push(ctx, duplicates, (uint32_t)(begin + i), err);
            }
            *bits |= places[i].bit;
        }
        begin += n;
    }
    return status;
}

static bool by_key(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_id_index *index = payload;
    return index->page_keys.data[a] < index->page_keys.data[b];
}

static gcv_status rank_pages(gcv_context *ctx, gcv_id_index *index, gcv_error *err)
{
    size_t n = index->page_keys.n, i, c;
    uint32_t rank = 0;
    gcv_status status = gcv_u32_column_reserve(ctx, &index->in_order, n, err);
    if (status != GCV_OK) {
        return status;
    }
    for (i = 0; i < n; i++) {
        index->in_order.data[i] = (uint32_t)i;
    }
    index->in_order.n = n;
    status = gcv_sort(ctx, index->in_order.data, n, by_key, index, err);
    for (i = 0; status == GCV_OK && i < n; i++) {
        gcv_id_cell *cells = index->cells.data + (size_t)index->in_order.data[i] * GCV_PAGE_CELLS;
        for (c = 0; c < GCV_PAGE_CELLS; c++) {
            cells[c].rank = rank;
            rank += gcv_popcount(cells[c].bits);
        }
    }
    index->n = rank;
    gcv_id_cell_column_shrink(ctx, &index->cells);
    return status;
}

/* ---- both --------------------------------------------------------------------------------- */

gcv_status gcv_id_index_build(gcv_context *ctx, gcv_id_index *index, const gcv_id_column *ids,
                              size_t begin, size_t end, gcv_u32_column *duplicates, bool *ordered,
                              gcv_error *err)
{
    size_t first_duplicate = duplicates->n;
    gcv_status status = GCV_OK;
    gcv_id_survey found;
    bool fits = false;
    survey(&found, ids, begin, end);
    *ordered = found.ordered;
    memset(index, 0, sizeof *index);
    index->seed = ctx->seed;
    index->base = found.lowest;
    index->shift = found.shift;
    if (end - begin >= FEW_IDS) {
        status = make_directory(ctx, index, &found, end - begin, err);
        if (status == GCV_OK) {
            status = set_bits(ctx, index, ids, begin, end, duplicates, &fits, err);
        }
    }
    if (status == GCV_OK && fits) {
        return rank_pages(ctx, index, err);
    }
    if (status == GCV_OK) {
        gcv_id_index_release(ctx, index);
        index->seed = ctx->seed;
        duplicates->n = first_duplicate;
        status = gcv_id_table_build(ctx, index, ids, begin, end - begin, duplicates, err);
    }
    return status;
}

/* In three goes, so that nothing waits for a cell but the next cells: where to look, all the
 * looking, then what was found there. */
static void find_in_pages(const gcv_id_index *index, const gcv_id_column *ids, size_t begin,
                          size_t n, uint32_t *ranks)
{
    size_t places[GCV_FIND_BATCH]; /* cells */
    uint32_t bits[GCV_FIND_BATCH]; /* in them; 0: the id is nowhere */
    gcv_id_cell cells[GCV_FIND_BATCH];
    size_t i;
    for (i = 0; i < n; i++) {
        uint64_t offset = gcv_id_column_get(ids, begin + i) - index->base;
        uint64_t granule = offset >> index->shift;
        uint32_t page = gcv_id_index_page(index, granule >> GCV_PAGE_BITS);
        bool nowhere = page == 0 || granule << index->shift != offset;
        places[i] = nowhere ? 0
                            : (size_t)(page - 1) * GCV_PAGE_CELLS +
                                  (size_t)(granule >> 5 & (GCV_PAGE_CELLS - 1));
        bits[i] = nowhere ? 0 : (uint32_t)1 << (granule & 31);
    }
    for (i = 0; i < n; i++) {
        cells[i] = index->cells.data[places[i]];
    }
    for (i = 0; i < n; i++) {
        uint32_t below = gcv_popcount(cells[i].bits & (bits[i] - 1));
        ranks[i] = (cells[i].bits & bits[i]) != 0 ? cells[i].rank + below : GCV_NONE;
    }
}

void gcv_id_index_find_batch(const gcv_id_index *index, const gcv_id_column *ids, size_t begin,
                             size_t n, uint32_t *ranks)
{
    size_t i;
    if (!index->hashed) {
        find_in_pages(index, ids, begin, n, ranks);
        return;
    }
    if (index->n_slots > 0) {
        gcv_id_table_find_batch(index, ids, begin, n, ranks);
        return;
    }
    for (i = 0; i < n; i++) {
        ranks[i] = gcv_id_index_find_hashed(index, gcv_id_column_get(ids, begin + i));
    }
}

void gcv_id_index_shrink(gcv_context *ctx, gcv_id_index *index)
{
    if (index->hashed) {
        gcv_free(ctx, index->slots, index->n_slots, sizeof *index->slots);
        index->slots = NULL;
        index->n_slots = 0;
    }
}

void gcv_id_index_release(gcv_context *ctx, gcv_id_index *index)
{
    gcv_id_cell_column_release(ctx, &index->cells);
    gcv_u64_column_release(ctx, &index->page_keys);
    gcv_u32_column_release(ctx, &index->in_order);
    gcv_free(ctx, index->directory, index->n_directory, sizeof *index->directory);
    gcv_free(ctx, index->page_slots, index->n_page_slots, sizeof *index->page_slots);
    gcv_free(ctx, index->slots, index->n_slots, sizeof *index->slots);
    gcv_free(ctx, index->ids, index->n, sizeof *index->ids);
    memset(index, 0, sizeof *index);
}

/* The last of n entries whose rank is not above `rank`; entry i is `stride` cells from `cells`. */
static size_t last_not_above(const gcv_id_index *index, uint32_t rank)
{
    size_t low = 0, high = index->in_order.n;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        size_t page = index->in_order.data[middle];
        if (index->cells.data[page * GCV_PAGE_CELLS].rank <= rank) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return index->in_order.data[low];
}

uint64_t gcv_id_index_id(const gcv_id_index *index, uint32_t rank)
{
    const gcv_id_cell *cells;
    size_t page, low = 0, high = GCV_PAGE_CELLS;
    uint32_t bits, left;
    uint64_t granule;
    if (index->hashed) {
        return index->ids[rank];
    }
    page = last_not_above(index, rank);
    cells = index->cells.data + page * GCV_PAGE_CELLS;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (cells[middle].rank <= rank) {
            low = middle;
        } else {
            high = middle;
        }
    }
    bits = cells[low].bits;
    for (left = rank - cells[low].rank; left > 0; left--) {
        bits &= bits - 1;
    }
    granule = (index->page_keys.data[page] << GCV_PAGE_BITS) + (uint64_t)low * 32 +
              gcv_popcount((bits & (0 - bits)) - 1);
    return index->base + (granule << index->shift);
}

void gcv_id_index_list(const gcv_id_index *index, uint64_t *ids)
{
    size_t p, c;
    if (index->hashed && index->n > 0) {
        memcpy(ids, index->ids, index->n * sizeof *ids);
        return;
    }
    for (p = 0; p < index->in_order.n; p++) {
        uint32_t page = index->in_order.data[p];
        const gcv_id_cell *cells = index->cells.data + (size_t)page * GCV_PAGE_CELLS;
        uint64_t granule = index->page_keys.data[page] << GCV_PAGE_BITS;
        for (c = 0; c < GCV_PAGE_CELLS; c++, granule += 32) {
            uint32_t bits = cells[c].bits;
            for (; bits != 0; bits &= bits - 1) {
                uint32_t below = gcv_popcount((bits & (0 - bits)) - 1);
                *ids++ = index->base + ((granule + below) << index->shift);
            }
        }
    }
}
