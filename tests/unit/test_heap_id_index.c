/* The id index, compared with a sorted array: ranks, ids, duplicates, order, for all kinds of ids.
 */
#include "support/check.h"
#include "support/effort.h"
#include "support/tried.h"

#include "heap/ids/id_index.h"

#include <stdlib.h>
#include <string.h>

/* ---- the oracle --------------------------------------------------------------------------- */

typedef struct place {
    uint64_t id;
    uint32_t at;
} place;

static int by_id(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->id != y->id) {
        return x->id < y->id ? -1 : 1;
    }
    return x->at < y->at ? -1 : x->at > y->at;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

typedef struct oracle {
    uint64_t *ids; /* distinct, ascending */
    uint32_t *duplicates;
    size_t n, n_duplicates;
    bool ordered;
} oracle;

static void *room(size_t n, size_t element)
{
    void *block = malloc((n + 1) * element);
    assert_non_null(block);
    return block;
}

static void oracle_init(oracle *o, const uint64_t *ids, size_t begin, size_t end)
{
    place *places = room(end - begin, sizeof *places);
    size_t n = end - begin;
    memset(o, 0, sizeof *o);
    o->ids = room(n, sizeof *o->ids);
    o->duplicates = room(n, sizeof *o->duplicates);
    o->ordered = true;
    for (size_t i = 0; i < n; i++) {
        places[i].id = ids[begin + i];
        places[i].at = (uint32_t)(begin + i);
        o->ordered = o->ordered && (i == 0 || ids[begin + i] > ids[begin + i - 1]);
    }
    qsort(places, n, sizeof *places, by_id);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && places[i].id == places[i - 1].id) {
            o->duplicates[o->n_duplicates++] = places[i].at;
        } else {
            o->ids[o->n++] = places[i].id;
        }
    }
    qsort(o->duplicates, o->n_duplicates, sizeof *o->duplicates, by_number);
    free(places);
}

static void oracle_release(oracle *o)
{
    free(o->ids);
    free(o->duplicates);
}

static uint32_t oracle_find(const oracle *o, uint64_t id)
{
    size_t low = 0, high = o->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (o->ids[middle] < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < o->n && o->ids[low] == id ? (uint32_t)low : GCV_NONE;
}

/* ---- the comparison ----------------------------------------------------------------------- */

/* Ids to look up: each one separately, and all together at the end. */
typedef struct search {
    gcv_context *ctx;
    const gcv_id_index *index;
    const oracle *o;
    gcv_id_column wanted;
} search;

static void check_find(search *s, uint64_t id)
{
    if (gcv_id_index_find(s->index, id) != oracle_find(s->o, id)) {
        fail_msg("%u ids, 0x%08x%08x", (unsigned)s->o->n, (unsigned)(id >> 32), (unsigned)id);
    }
    gcv_id_column_append(s->ctx, &s->wanted, &id, 1);
}

static void check_batches(search *s)
{
    static uint32_t ranks[GCV_FIND_BATCH + 1];
    const size_t n = gcv_id_column_n(&s->wanted);
    size_t at = 0, size = 0;
    while (at < n) {
        size = size % 7 == 6 ? GCV_FIND_BATCH : (size * 3 + 1) % GCV_FIND_BATCH;
        size = n - at < size ? n - at : size;
        ranks[size] = 4711;
        gcv_id_index_find_batch(s->index, &s->wanted, at, size, ranks);
        assert_int_equal(ranks[size], 4711);
        for (size_t i = 0; i < size; i++) {
            uint64_t id = gcv_id_column_get(&s->wanted, at + i);
            if (ranks[i] != oracle_find(s->o, id)) {
                fail_msg("batch of %u: 0x%08x%08x", (unsigned)size, (unsigned)(id >> 32),
                         (unsigned)id);
            }
        }
        at += size;
    }
}

/* All ids, ids near them, and ids far away. */
static void check_finds(const gcv_id_index *index, const oracle *o, uint64_t *seed)
{
    static const uint64_t far[] = {
        0, 1, UINT32_MAX, (uint64_t)UINT32_MAX + 1, UINT64_MAX - 1, UINT64_MAX, (uint64_t)1 << 63};
    static search s;
    memset(&s, 0, sizeof s);
    s.ctx = gcv_context_new(0);
    s.index = index;
    s.o = o;
    for (size_t i = 0; i < o->n; i += effort_is_reduced() ? 5 : 1) {
        check_find(&s, o->ids[i] - 1);
        check_find(&s, o->ids[i]);
        check_find(&s, o->ids[i] + 1);
        if (i % 16 == 0) {
            for (unsigned bit = 1; bit < 64; bit++) { /* other granules, cells, pages */
                check_find(&s, o->ids[i] ^ (uint64_t)1 << bit);
            }
        }
    }
    for (size_t i = 0; i < CHECK_COUNT(far); i++) {
        check_find(&s, far[i]);
    }
    for (size_t i = 0; i < 500; i++) { /* in no order */
        check_find(&s, check_random(seed) >> check_below(seed, 64));
        if (o->n > 0) {
            check_find(&s, o->ids[check_below(seed, o->n)]);
        }
    }
    check_batches(&s);
    gcv_id_column_release(s.ctx, &s.wanted);
    gcv_context_free(s.ctx);
}

static void check_ids(const gcv_id_index *index, const oracle *o)
{
    uint64_t *listed = room(o->n, sizeof *listed), found[GCV_ID_BATCH];
    uint32_t ranks[GCV_ID_BATCH];
    size_t n = 0;
    listed[o->n] = 0x5eed;
    gcv_id_index_list(index, listed);
    for (uint32_t i = 0; i < o->n; i++) {
        if (gcv_id_index_id(index, i) != o->ids[i] || listed[i] != o->ids[i]) {
            fail_msg("rank %u of %u", (unsigned)i, (unsigned)o->n);
        }
        ranks[n++] = (uint32_t)((uint64_t)i * 0x9e3779b1u % o->n);
        if (n == GCV_ID_BATCH || i + 1 == o->n) {
            gcv_id_index_ids(index, ranks, n, found);
            for (size_t k = 0; k < n; k++) {
                assert_true(found[k] == o->ids[ranks[k]]);
            }
            n = 0;
        }
    }
    assert_true(listed[o->n] == 0x5eed);
    free(listed);
}

static void check_duplicates(const gcv_u32_column *duplicates, const oracle *o)
{
    assert_int_equal(duplicates->n, 1 + o->n_duplicates);
    assert_int_equal(duplicates->data[0], 4711); /* the entries before */
    assert_memory_equal(duplicates->data + 1, o->duplicates, o->n_duplicates * sizeof(uint32_t));
}

/* Builds over ids [begin, end) of a column and compares everything; returns whether it is hashed.
 */
static bool check_range(const uint64_t *ids, size_t n, size_t begin, size_t end)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_id_column *col = calloc(1, sizeof *col);
    gcv_u32_column duplicates = {NULL, 0, 0};
    gcv_id_index index;
    uint64_t seed = n;
    oracle o;
    bool ordered = false;
    assert_non_null(col);
    oracle_init(&o, ids, begin, end);
    gcv_id_column_append(ctx, col, ids, n);
    gcv_u32_column_push(ctx, &duplicates, 4711);
    ordered = gcv_id_index_build(ctx, &index, col, begin, end, &duplicates);
    assert_int_equal(index.n, o.n);
    assert_int_equal(ordered, o.ordered);
    check_duplicates(&duplicates, &o);
    check_finds(&index, &o, &seed);
    check_ids(&index, &o);
    uint64_t before = gcv_context_used(ctx);
    gcv_id_index_shrink(ctx, &index);
    assert_true(index.hashed ? gcv_context_used(ctx) < before : gcv_context_used(ctx) == before);
    check_finds(&index, &o, &seed);
    check_ids(&index, &o);
    bool hashed = index.hashed;
    gcv_id_index_release(ctx, &index);
    gcv_id_column_release(ctx, col);
    gcv_u32_column_release(ctx, &duplicates);
    assert_true(gcv_context_used(ctx) == 0);
    free(col);
    oracle_release(&o);
    gcv_context_free(ctx);
    return hashed;
}

static bool check(const uint64_t *ids, size_t n) { return check_range(ids, n, 0, n); }

/* ---- kinds of ids ------------------------------------------------------------------------- */

enum { MOST = 5000 };

static void shuffle(uint64_t *ids, size_t n, uint64_t *seed)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = check_below(seed, i);
        uint64_t swap = ids[k];
        ids[k] = ids[i - 1];
        ids[i - 1] = swap;
    }
}

static void reverse(uint64_t *ids, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        uint64_t swap = ids[i];
        ids[i] = ids[n - 1 - i];
        ids[n - 1 - i] = swap;
    }
}

/* The ids in order, in reverse and in random order. */
static bool check_orders(uint64_t *ids, size_t n, uint64_t *seed)
{
    bool hashed = check(ids, n);
    reverse(ids, n);
    assert_int_equal(check(ids, n), hashed);
    shuffle(ids, n, seed);
    assert_int_equal(check(ids, n), hashed);
    return hashed;
}

static const size_t counts[] = {0, 1, 2, 3, 7, 31, 32, 33, 64, 100, 2047, 2048, 2049, 3000, MOST};

static void test_granules(NO_STATE)
{
    static const uint64_t bases[] = {
        0, 1, 12, 0x7c79f, 0x100000000u - 40, UINT64_MAX - 16 * (uint64_t)MOST + 1};
    static uint64_t ids[MOST];
    uint64_t seed = 20;
    for (uint64_t granule = 1; granule <= 16; granule *= 2) {
        for (size_t b = 0; b < CHECK_COUNT(bases); b++) {
            for (size_t k = 0; k < CHECK_COUNT(counts); k++) {
                if (b > 1 && k % 3 != 0) {
                    continue;
                }
                for (size_t i = 0; i < counts[k]; i++) {
                    ids[i] = bases[b] + i * granule;
                }
                assert_int_equal(check(ids, counts[k]), counts[k] < 2048);
            }
        }
        for (size_t i = 0; i < MOST; i++) {
            ids[i] = UINT64_MAX - granule * (MOST - 1 - i); /* up to the highest id */
        }
        assert_false(check_orders(ids, MOST, &seed));
    }
}

/* Objects of several sizes in a row. */
static void test_addresses(NO_STATE)
{
    static uint64_t ids[MOST];
    uint64_t seed = 21;
    for (unsigned round = 0; round < 6; round++) {
        uint64_t at = check_random(&seed) >> (8 + check_below(&seed, 40));
        size_t n = 2048 + check_below(&seed, MOST - 2048);
        for (size_t i = 0; i < n; i++) {
            at += 8 * (1 + check_below(&seed, round < 3 ? 8 : 100));
            ids[i] = at;
        }
        assert_false(check_orders(ids, n, &seed));
    }
}

static void test_far_segments(NO_STATE)
{
    static uint64_t ids[MOST];
    uint64_t seed = 22;
    for (size_t n_segments = 1; n_segments <= 12; n_segments++) {
        for (size_t i = 0; i < MOST; i++) {
            uint64_t segment = i * n_segments / MOST; /* the last one ends at the highest id */
            ids[i] = segment == n_segments - 1 && n_segments > 1 ? UINT64_MAX - 4 * (MOST - 1 - i)
                                                                 : (segment << 60) + 3 + 4 * i;
        }
        assert_false(check_orders(ids, MOST, &seed));
    }
}

/* Pages are found by key where keys are close together, in one block of the directory or in several
 * separate ones; elsewhere they are hashed. */
static void test_both_directories(NO_STATE)
{
    static uint64_t ids[MOST];
    static const uint64_t gaps[] = {0, ((uint64_t)1 << (GCV_PAGE_BITS + GCV_BLOCK_BITS)) - 8 * MOST,
                                    (uint64_t)1 << (GCV_PAGE_BITS + GCV_BLOCK_BITS),
                                    (uint64_t)1 << 32, (uint64_t)1 << 50};
    for (unsigned far = 0; far < CHECK_COUNT(gaps); far++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_id_column *col = calloc(1, sizeof *col);
        gcv_u32_column duplicates = {NULL, 0, 0};
        gcv_id_index index;
        assert_non_null(col);
        for (size_t i = 0; i < MOST; i++) {
            ids[i] = 7 * i + (i > MOST / 2 ? gaps[far] : 0);
        }
        gcv_id_column_append(ctx, col, ids, MOST);
        (void)gcv_id_index_build(ctx, &index, col, 0, MOST, &duplicates);
        assert_false(index.hashed);
        assert_int_equal(index.as.pages.directory == NULL, gaps[far] == (uint64_t)1 << 50);
        gcv_id_index_release(ctx, &index);
        gcv_id_column_release(ctx, col);
        assert_true(gcv_context_used(ctx) == 0);
        free(col);
        gcv_context_free(ctx);
        assert_false(check(ids, MOST));
    }
}

/* Ids at the edges of cells and pages: 32 granules a cell, 32,768 a page. */
static void test_edges(NO_STATE)
{
    static uint64_t ids[MOST];
    uint64_t seed = 23, page = (uint64_t)1 << GCV_PAGE_BITS;
    size_t n = 0;
    for (size_t i = 0; i < 5; i++) {
        uint64_t start = i * page;
        for (uint64_t k = 0; k < 200; k++) {
            ids[n++] = start + k * 32 + (i + k) % 3 * 31 / 2;
        }
        for (uint64_t k = 0; k < 200; k++) {
            ids[n++] = start + page - 1 - (199 - k) * 7;
        }
    }
    while (n < 2500) {
        ids[n] = ids[n - 1] + 1;
        n++;
    }
    assert_false(check_orders(ids, n, &seed));
}

static void test_random_ids(NO_STATE)
{
    static uint64_t ids[MOST];
    uint64_t seed = 24;
    for (size_t k = 0; k < CHECK_COUNT(counts); k++) {
        for (size_t i = 0; i < counts[k]; i++) {
            ids[i] = check_random(&seed);
        }
        if (counts[k] > 2) {
            ids[counts[k] / 2] = 0;
            ids[counts[k] / 3] = UINT64_MAX;
        }
        assert_true(check(ids, counts[k]));
        reverse(ids, counts[k]);
        assert_true(check(ids, counts[k]));
    }
}

/* Between dense and random ids: the answers are right, whichever method is chosen. */
static void test_sparse_ids(NO_STATE)
{
    static uint64_t ids[MOST];
    uint64_t seed = 25;
    unsigned n_hashed = 0, n_paged = 0;
    for (unsigned bits = 13; bits < 64; bits += 2) {
        for (size_t i = 0; i < MOST; i++) {
            ids[i] = check_random(&seed) >> (64 - bits);
        }
        if (check(ids, MOST)) {
            n_hashed++;
        } else {
            n_paged++;
        }
    }
    assert_true(n_hashed > 5 && n_paged > 2);
}

/* ---- duplicates --------------------------------------------------------------------------- */

static void test_duplicates(NO_STATE)
{
    static uint64_t ids[MOST];
    uint64_t seed = 26;
    for (unsigned round = 0; round < 40; round++) {
        const size_t n =
            round % 2 == 0 ? 2 + check_below(&seed, 2046) : 2048 + check_below(&seed, MOST - 2048);
        const size_t distinct = 1 + check_below(&seed, round % 3 == 0 ? n : 1 + n / 100);
        const bool random = round % 4 < 2;
        for (size_t i = 0; i < n; i++) {
            uint64_t which = i < distinct ? i : check_below(&seed, distinct);
            ids[i] = random ? which * 0x9e3779b97f4a7c15u : 64 + which * 8;
        }
        if (round % 5 != 0) {
            shuffle(ids, n, &seed);
        }
        (void)check(ids, n);
    }
}

static void test_one_duplicate_anywhere(NO_STATE)
{
    static const size_t sizes[] = {3, 100, 2048};
    static uint64_t ids[2048];
    for (size_t s = 0; s < CHECK_COUNT(sizes); s++) {
        const size_t n = sizes[s], step = n / 3;
        for (size_t from = 0; from < n; from += step) {
            for (size_t to = 0; to < n; to += step) {
                for (size_t i = 0; i < n; i++) {
                    ids[i] = 1000 + 12 * i;
                }
                ids[to] = ids[from];
                (void)check(ids, n);
            }
        }
    }
}

static void test_all_the_same(NO_STATE)
{
    static const uint64_t values[] = {0, 1, 0x10000, UINT64_MAX};
    static uint64_t ids[MOST];
    for (size_t k = 0; k < CHECK_COUNT(counts); k++) {
        for (size_t v = 0; v < CHECK_COUNT(values); v++) {
            for (size_t i = 0; i < counts[k]; i++) {
                ids[i] = values[v];
            }
            (void)check(ids, counts[k]);
        }
    }
}

/* ---- parts of a column -------------------------------------------------------------------- */

static void test_ranges(NO_STATE)
{
    static uint64_t ids[MOST];
    uint64_t seed = 27;
    for (size_t i = 0; i < MOST; i++) {
        ids[i] = i < MOST / 2 ? 16 * i : check_random(&seed);
    }
    assert_true(check_range(ids, MOST, 0, 0) && check_range(ids, MOST, MOST, MOST));
    assert_false(check_range(ids, MOST, 3, MOST / 2));
    assert_true(check_range(ids, MOST, MOST / 2, MOST));
    for (unsigned round = 0; round < 20; round++) {
        size_t begin = check_below(&seed, MOST + 1);
        ids[check_below(&seed, MOST)] = ids[check_below(&seed, MOST)];
        (void)check_range(ids, MOST, begin, begin + check_below(&seed, MOST + 1 - begin));
    }
}

/* ---- memory ------------------------------------------------------------------------------- */

static uint64_t memory_of(const uint64_t *ids, size_t n)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_id_column *col = calloc(1, sizeof *col);
    gcv_u32_column duplicates = {NULL, 0, 0};
    gcv_id_index index;
    assert_non_null(col);
    gcv_id_column_append(ctx, col, ids, n);
    uint64_t used = gcv_context_used(ctx);
    (void)gcv_id_index_build(ctx, &index, col, 0, n, &duplicates);
    gcv_id_index_shrink(ctx, &index);
    used = gcv_context_used(ctx) - used;
    gcv_id_index_release(ctx, &index);
    gcv_u32_column_release(ctx, &duplicates);
    gcv_id_column_release(ctx, col);
    free(col);
    gcv_context_free(ctx);
    return used;
}

/* The figures in the header: 0.27 bytes an id for dense ids, plus the last page; never more than
 * about 8. */
static void test_memory(NO_STATE)
{
    enum { MANY = 300000 };
    static uint64_t ids[MANY];
    uint64_t seed = 28;
    for (size_t i = 0; i < MANY; i++) {
        ids[i] = 1 + i;
    }
    assert_true(memory_of(ids, MANY) < MANY * 3 / 10);
    for (size_t i = 0; i < MANY; i++) {
        ids[i] = 0x7f0000000000u + 40 * i; /* a multiple of 8 */
    }
    assert_true(memory_of(ids, MANY) < MANY * 3);
    for (size_t i = 0; i < MANY; i++) {
        ids[i] = check_random(&seed);
    }
    assert_true(memory_of(ids, MANY) <= MANY * 8);
    assert_true(memory_of(ids, 1) <= 16 && memory_of(ids, 0) <= 16);
}

static void build(gcv_context *ctx, const uint64_t *ids, size_t n)
{
    gcv_id_column *col = gcv_alloc_zeroed(ctx, 1, sizeof *col);
    gcv_u32_column duplicates = {NULL, 0, 0};
    gcv_id_index index;
    gcv_id_column_append(ctx, col, ids, n);
    (void)gcv_id_index_build(ctx, &index, col, 0, n, &duplicates);
    gcv_id_index_release(ctx, &index);
    gcv_u32_column_release(ctx, &duplicates);
    gcv_id_column_release(ctx, col);
    gcv_free(ctx, col);
}

static void test_every_allocation_fails_once(NO_STATE)
{
    static uint64_t ids[MOST];
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 29;
    size_t n;
    for (unsigned kind = 0; kind < 4; kind++) {
        n = kind == 0 ? 0 : kind == 1 ? 100 : MOST;
        for (size_t i = 0; i < n;
             i++) { /* small, random, far segments in no order; with duplicates */
            ids[i] = kind == 2 ? check_random(&seed) : ((uint64_t)i % 9 << 40) + i / 10 * 8;
            ids[i] = i > 0 && i % 50 == 0 ? ids[i - 1] : ids[i];
        }
        check_allocations(ctx, 4, build(ctx, ids, n));
    }
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_granules),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_far_segments),
        cmocka_unit_test(test_both_directories),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_random_ids),
        cmocka_unit_test(test_sparse_ids),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_one_duplicate_anywhere),
        cmocka_unit_test(test_all_the_same),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_every_allocation_fails_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
