/* id_pages.c - ids with structure: one bit a granule; see id_pages.h.
 *
 * One pass finds the lowest id, the granule (the low bits in which all ids agree) and whether the
 * ids ascend. One pass sets the bits, and gives up once the pages take more memory than a table
 * would (id_table.c). Then the pages are sorted and the ranks counted. O(n). Lookups are in
 * id_pages_find.c.
 */
#include "heap/ids/id_pages.h"

#include "base/error.h"
#include "base/sort.h"

#include <string.h>

/* Cells per sample, on average: a cache line. */
enum { CELLS_A_SAMPLE = 8, LEAST_SHIFT = 5 };
enum { PAGE_BYTES = GCV_PAGE_CELLS * (int)sizeof(gcv_id_cell), BYTES_PER_ID = 8 };
/* Memory that pages may take in addition, for a few segments that are far apart. */
#define FREE_PAGE_BYTES ((size_t)16 * PAGE_BYTES)
/* Cell numbers have 32 bits (`sample`). */
#define MOST_PAGES ((size_t)UINT32_MAX / GCV_PAGE_CELLS)

void gcv_id_survey_find(gcv_id_survey *out, const gcv_id_column *ids, size_t begin, size_t end)
{
    uint64_t first = begin < end ? gcv_id_column_get(ids, begin) : 0;
    uint64_t before = first, differ = 0;
    size_t i;
    out->ids = ids;
    out->begin = begin;
    out->end = end;
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

static gcv_status add_block(gcv_context *ctx, gcv_id_pages *pages, gcv_error *err)
{
    gcv_status status = gcv_u32_column_reserve(ctx, &pages->blocks, GCV_BLOCK_KEYS, err);
    if (status == GCV_OK) {
        memset(pages->blocks.data + pages->blocks.n, 0,
               GCV_BLOCK_KEYS * sizeof *pages->blocks.data);
        pages->blocks.n += GCV_BLOCK_KEYS;
    }
    return status;
}

/* Makes a directory unless it would be too long for the number of ids: it takes 4 bytes for every
 * 256 keys, and needs no search. */
static gcv_status make_directory(gcv_context *ctx, gcv_id_pages *pages, const gcv_id_survey *found,
                                 gcv_error *err)
{
    uint64_t last_key = (found->highest - found->lowest) >> pages->shift >> GCV_PAGE_BITS;
    uint64_t n = (last_key >> GCV_BLOCK_BITS) + 1;
    if (n > (found->end - found->begin) / 8 + 1024) {
        return GCV_OK;
    }
    pages->n_directory = (size_t)n;
    pages->directory = gcv_alloc_zeroed(ctx, pages->n_directory, sizeof *pages->directory, err);
    return pages->directory != NULL ? add_block(ctx, pages, err) : gcv_failed(err);
}

static gcv_status enter_key(gcv_context *ctx, gcv_id_pages *pages, uint64_t key, gcv_error *err)
{
    uint32_t *block = &pages->directory[key >> GCV_BLOCK_BITS];
    if (*block == 0) {
        gcv_status status = add_block(ctx, pages, err);
        if (status != GCV_OK) {
            return status;
        }
        *block = (uint32_t)(pages->blocks.n / GCV_BLOCK_KEYS - 1);
    }
    pages->blocks.data[((size_t)*block << GCV_BLOCK_BITS) + (key & (GCV_BLOCK_KEYS - 1))] =
        (uint32_t)pages->page_keys.n;
    return GCV_OK;
}

static void enter_page(gcv_context *ctx, gcv_id_pages *pages, uint32_t page)
{
    size_t mask = pages->n_slots - 1;
    size_t at = gcv_id_pages_first_slot(pages, pages->page_keys.data[page]);
    while (pages->slots[at].page != 0) {
        at = (at + 1) & mask;
        ctx->steps++;
    }
    pages->slots[at].key = pages->page_keys.data[page];
    pages->slots[at].page = page + 1;
}

static gcv_status grow_hash(gcv_context *ctx, gcv_id_pages *pages, gcv_error *err)
{
    size_t n = pages->n_slots == 0 ? 16 : pages->n_slots * 2;
    gcv_page_slot *slots = gcv_alloc_zeroed(ctx, n, sizeof *slots, err);
    uint32_t page;
    if (slots == NULL) {
        return gcv_failed(err);
    }
    gcv_free(ctx, pages->slots, pages->n_slots, sizeof *slots);
    pages->slots = slots;
    pages->n_slots = n;
    for (page = 0; page < pages->page_keys.n; page++) {
        enter_page(ctx, pages, page);
    }
    return GCV_OK;
}

static gcv_status add_page(gcv_context *ctx, gcv_id_pages *pages, uint64_t key, gcv_error *err)
{
    gcv_status status = GCV_OK;
    if (pages->directory == NULL && pages->page_keys.n >= pages->n_slots / 2) {
        status = grow_hash(ctx, pages, err);
    }
    if (status == GCV_OK) {
        status = gcv_id_cell_column_reserve(ctx, &pages->cells, GCV_PAGE_CELLS, err);
    }
    if (status == GCV_OK) {
        status = gcv_u64_column_push(ctx, &pages->page_keys, key, err);
    }
    if (status == GCV_OK) {
        memset(pages->cells.data + pages->cells.n, 0, (size_t)PAGE_BYTES);
        pages->cells.n += GCV_PAGE_CELLS;
        if (pages->directory != NULL) {
            status = enter_key(ctx, pages, key, err);
        } else {
            enter_page(ctx, pages, (uint32_t)(pages->page_keys.n - 1));
        }
    }
    return status;
}

/* The position of a granule's bit. */
typedef struct gcv_bit_place {
    size_t cell;
    uint32_t bit;
} gcv_bit_place;

/* Returns the maximum number of pages for this number of ids. */
static size_t most_pages(size_t n_ids)
{
    size_t room = n_ids * BYTES_PER_ID + FREE_PAGE_BYTES;
    return room / PAGE_BYTES < MOST_PAGES ? room / PAGE_BYTES : MOST_PAGES;
}

/* Pages that are being filled. */
typedef struct gcv_page_filling {
    gcv_context *ctx;
    gcv_id_pages *pages;
    size_t most; /* pages */
    bool fits;   /* there are no more than that */
    gcv_bit_place places[GCV_FIND_BATCH];
} gcv_page_filling;

/* Finds the places of `n` ids, and makes pages for them if they fit. */
static gcv_status place_bits(gcv_page_filling *filling, const gcv_id_column *ids, size_t begin,
                             size_t n, gcv_error *err)
{
    gcv_id_pages *pages = filling->pages;
    size_t i;
    for (i = 0; i < n; i++) {
        uint64_t granule = (gcv_id_column_get(ids, begin + i) - pages->base) >> pages->shift;
        uint64_t key = granule >> GCV_PAGE_BITS;
        uint32_t page = gcv_id_pages_page(pages, key);
        if (page == 0) {
            gcv_status status;
            filling->fits = pages->page_keys.n < filling->most;
            status = filling->fits ? add_page(filling->ctx, pages, key, err) : GCV_OK;
            if (status != GCV_OK || !filling->fits) {
                return status;
            }
            page = (uint32_t)pages->page_keys.n;
        }
        filling->places[i].cell = gcv_id_pages_cell(page, granule);
        filling->places[i].bit = (uint32_t)1 << (granule & 31);
    }
    return GCV_OK;
}

/* Sets the bits. A batch of cells is read before any of it is written, so that cache misses
 * overlap: 0.17 instead of 0.33 seconds for 10 M shuffled ids. */
static gcv_status set_bits(gcv_page_filling *filling, const gcv_id_survey *found,
                           gcv_u32_column *duplicates, gcv_error *err)
{
    const gcv_bit_place *places = filling->places;
    uint32_t before[GCV_FIND_BATCH];
    size_t begin, n, i;
    gcv_status status = GCV_OK;
    for (begin = found->begin; status == GCV_OK && begin < found->end; begin += n) {
        gcv_id_cell *cells;
        n = found->end - begin < GCV_FIND_BATCH ? found->end - begin : GCV_FIND_BATCH;
        status = place_bits(filling, found->ids, begin, n, err);
        if (status != GCV_OK || !filling->fits) {
            return status;
        }
        cells = filling->pages->cells.data;
        for (i = 0; i < n; i++) {
            before[i] = cells[places[i].cell].bits & places[i].bit;
        }
        for (i = 0; status == GCV_OK && i < n; i++) {
            uint32_t *bits = &cells[places[i].cell].bits;
            if (before[i] != 0 || (*bits & places[i].bit) != 0) {
                status = gcv_u32_column_push(filling->ctx, duplicates, (uint32_t)(begin + i), err);
            }
            *bits |= places[i].bit;
        }
    }
    return status;
}

static bool key_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_id_pages *pages = payload;
    return pages->page_keys.data[a] < pages->page_keys.data[b];
}

static gcv_status order_pages(gcv_context *ctx, gcv_id_pages *pages, gcv_error *err)
{
    size_t n = pages->page_keys.n, i;
    gcv_status status = gcv_u32_column_reserve(ctx, &pages->by_key, n, err);
    if (status != GCV_OK) {
        return status;
    }
    for (i = 0; i < n; i++) {
        pages->by_key.data[i] = (uint32_t)i;
    }
    pages->by_key.n = n;
    return gcv_sort(ctx, pages->by_key.data, n, key_before, pages, err);
}

/* Counts the ids below each cell, and takes the samples. A cell has no more ids than a sample
 * stands for. `all`: number of ids, duplicates included. */
static gcv_status rank_pages(gcv_context *ctx, gcv_id_pages *pages, size_t all, gcv_error *err)
{
    const size_t n = pages->page_keys.n * GCV_PAGE_CELLS;
    size_t number;
    uint32_t rank = 0;
    uint64_t sampled = 0; /* next rank to be sampled */
    gcv_status status = order_pages(ctx, pages, err);
    pages->sample_shift = LEAST_SHIFT;
    while (all >> pages->sample_shift > n / CELLS_A_SAMPLE) {
        pages->sample_shift++;
    }
    for (number = 0; status == GCV_OK && number < n; number++) {
        gcv_id_cell *cell = gcv_id_pages_cell_at(pages, number);
        cell->rank = rank;
        rank += gcv_popcount(cell->bits);
        if (rank > sampled) {
            status = gcv_u32_column_push(ctx, &pages->sample, (uint32_t)number, err);
            sampled += (uint64_t)1 << pages->sample_shift;
        }
    }
    gcv_id_cell_column_shrink(ctx, &pages->cells);
    gcv_u32_column_shrink(ctx, &pages->sample);
    return status;
}

gcv_status gcv_id_pages_build(gcv_context *ctx, gcv_id_pages *pages, const gcv_id_survey *found,
                              gcv_u32_column *duplicates, bool *fits, gcv_error *err)
{
    const size_t n = found->end - found->begin;
    gcv_page_filling filling;
    gcv_status status;
    memset(pages, 0, sizeof *pages);
    pages->seed = ctx->seed;
    pages->base = found->lowest;
    pages->shift = found->shift;
    filling.ctx = ctx;
    filling.pages = pages;
    filling.most = most_pages(n);
    filling.fits = true;
    status = make_directory(ctx, pages, found, err);
    if (status == GCV_OK) {
        status = set_bits(&filling, found, duplicates, err);
    }
    *fits = filling.fits;
    return status == GCV_OK && *fits ? rank_pages(ctx, pages, n, err) : status;
}

void gcv_id_pages_release(gcv_context *ctx, gcv_id_pages *pages)
{
    gcv_id_cell_column_release(ctx, &pages->cells);
    gcv_u64_column_release(ctx, &pages->page_keys);
    gcv_u32_column_release(ctx, &pages->by_key);
    gcv_u32_column_release(ctx, &pages->sample);
    gcv_free(ctx, pages->directory, pages->n_directory, sizeof *pages->directory);
    gcv_u32_column_release(ctx, &pages->blocks);
    gcv_free(ctx, pages->slots, pages->n_slots, sizeof *pages->slots);
    memset(pages, 0, sizeof *pages);
}
