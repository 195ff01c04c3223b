/* Collections are sorted and checked; the fate of one object. */
#include "support/check.h"
#include "support/tried.h"

#include "heap/moves.h"

#include <inttypes.h>
#include <string.h>

typedef struct log {
    gcv_context *ctx;
    gcv_moves *moves;
    gcv_collection next;
    gcv_error err;
} log;

static void log_open(log *l)
{
    memset(l, 0, sizeof *l);
    l->ctx = gcv_context_new(0);
    l->moves = gcv_moves_new(l->ctx, "the moves");
}

static void log_close(log *l)
{
    gcv_moves_free(l->moves);
    check_context_free(l->ctx);
}

static void move(log *l, uint64_t old, uint64_t fresh, uint64_t length)
{
    gcv_move range = {old, fresh, length};
    gcv_move_column_push(l->ctx, &l->next.moves, range);
}

static void condemn(log *l, uint64_t start, uint64_t end)
{
    gcv_span span = {start, end};
    gcv_span_column_push(l->ctx, &l->next.condemned, span);
}

static void collection(log *l, uint64_t number)
{
    l->next.number = number;
    l->next.place.line = 10 * number;
    gcv_moves_add(l->moves, &l->next);
    memset(&l->next, 0, sizeof l->next);
}

static void dump(log *l, uint32_t number)
{
    gcv_dump_mark mark = {0, 0, false, false, 0, 0, {0, false}};
    mark.number = number;
    mark.n_collections = l->moves->collections.n;
    gcv_moves_add_dump(l->moves, &mark);
}

static gcv_status verify(log *l, uint32_t from, uint32_t to)
{
    const gcv_dump_mark *a = gcv_moves_dump(l->moves, from), *b = gcv_moves_dump(l->moves, to);
    assert_non_null(a);
    assert_non_null(b);
    return tried(l->ctx, &l->err, gcv_moves_verify(l->moves, a, b));
}

static void refused(log *l, uint64_t line, const char *message)
{
    dump(l, 2);
    assert_int_equal(verify(l, 1, 2), GCV_ERR_INPUT);
    assert_string_equal(l->err.message, message);
    assert_string_equal(l->err.file, "the moves");
    assert_int_equal(l->err.line, line);
    log_close(l);
}

static void test_order(NO_STATE)
{
    log l;
    log_open(&l);
    dump(&l, 1);
    move(&l, 0x300, 0x100, 0x20);
    move(&l, 0x100, 0x900, 0x10);
    move(&l, 0x200, 0x200, 0x100); /* up to the next one */
    condemn(&l, 0x300, 0x400);
    condemn(&l, 0x500, 0x500);
    condemn(&l, 0x200, 0x280);
    condemn(&l, 0x100, 0x200);
    condemn(&l, 0x600, 0x601);
    collection(&l, 1);
    dump(&l, 2);
    assert_int_equal(verify(&l, 1, 2), GCV_OK);
    assert_int_equal(verify(&l, 1, 2), GCV_OK);
    assert_int_equal(verify(&l, 2, 2), GCV_OK);
    const gcv_collection *c = &l.moves->collections.data[0];
    assert_true(c->verified);
    assert_int_equal(c->moves.n, 3);
    assert_int_equal(c->moves.data[0].old, 0x100);
    assert_int_equal(c->moves.data[1].length, 0x100);
    assert_int_equal(c->moves.data[2].fresh, 0x100);
    assert_int_equal(c->condemned.n, 2); /* moved objects were condemned */
    assert_int_equal(c->condemned.data[0].start, 0x100);
    assert_int_equal(c->condemned.data[0].end, 0x400);
    assert_int_equal(c->condemned.data[1].start, 0x600);
    log_close(&l);
}

static void test_nothing_lives(NO_STATE)
{
    log l;
    uint64_t address = 0x1ff;
    log_open(&l);
    dump(&l, 1);
    condemn(&l, 0x100, 0x200);
    collection(&l, 1);
    dump(&l, 2);
    assert_int_equal(verify(&l, 1, 2), GCV_OK);
    assert_int_equal(gcv_collection_fate(&l.moves->collections.data[0], &address), GCV_FATE_DIED);
    log_close(&l);
}

static void test_refused(NO_STATE)
{
    static const struct {
        gcv_move a, b;
        gcv_span span;
        const char *message;
    } rows[] = {
        {{0x100, 0x100, 8},
         {0x110, 0x110, 0},
         {0, 0x200},
         "collection 7 has an empty range at 110"},
        {{0x100, 0x100, 8},
         {0x107, 0x200, 8},
         {0, 0x200},
         "collection 7 has ranges at 100 and 107 that overlap"},
        {{0x100, 0x100, 8},
         {0x100, 0x100, 8},
         {0, 0x200},
         "collection 7 has ranges at 100 and 100 that overlap"},
        {{0x110, 0x110, 8},
         {0x100, 0x100, 0x11},
         {0, 0x200},
         "collection 7 has ranges at 100 and 110 that overlap"},
        {{0x100, 0x100, 8},
         {0x200, 0x200, UINT64_MAX - 0x1ff},
         {0, 0x200},
         "collection 7 has a range at 200 that ends behind the last address"},
        {{0x100, 0x100, 8},
         {0x200, UINT64_MAX - 6, 8},
         {0, 0x200},
         "collection 7 has a range at 200 that ends behind the last address"},
        {{0x100, 0x100, 8},
         {0x200, 0x200, 8},
         {0x200, 0x1ff},
         "collection 7 condemns a range at 200 that ends behind the last address"},
    };
    for (size_t i = 0; i < CHECK_COUNT(rows); i++) {
        log l;
        log_open(&l);
        dump(&l, 1);
        move(&l, rows[i].a.old, rows[i].a.fresh, rows[i].a.length);
        move(&l, rows[i].b.old, rows[i].b.fresh, rows[i].b.length);
        condemn(&l, rows[i].span.start, rows[i].span.end);
        collection(&l, 7);
        refused(&l, 70, rows[i].message);
    }
}

static void test_nothing_condemned(NO_STATE)
{
    log l;
    log_open(&l);
    dump(&l, 1);
    move(&l, 0x100, 0x100, 8);
    collection(&l, 7);
    refused(&l, 70, "collection 7 does not say which addresses it condemned");
}

/* Numbers of collections in the order of their ends; dump 1 follows `first` of them, dump 2 `last`.
 */
static void test_numbers(NO_STATE)
{
    static const struct {
        uint64_t numbers[6];
        size_t n, first, last;
        bool by_collection;
        const char *message; /* NULL: none is missing */
    } rows[] = {
        {{5, 6, 7}, 3, 0, 3, false, NULL},
        {{5, 7, 8, 6}, 4, 0, 4, false, NULL},
        {{5, 7, 8, 6}, 4, 1, 3, false, NULL}, /* 6 ends after dump 2 */
        {{5, 7, 8, 6}, 4, 3, 4, false, NULL},
        {{5, 7, 8}, 3, 0, 3, false, "collection 6 is missing"},
        {{5, 7, 8}, 3, 2, 3, false, NULL},                      /* ahead of dump 1 */
        {{5, 7, 8}, 3, 1, 1, false, "collection 6 is missing"}, /* or between the dumps */
        {{5, 7, 8}, 3, 0, 1, false, "collection 6 is missing"},
        {{5, 7, 8}, 3, 0, 1, true, NULL}, /* dump 2 is within 5 */
        {{5, 6, 7, 9}, 4, 0, 1, false, NULL},
        {{5, 6, 6}, 3, 0, 3, false, "collection 6 comes twice"},
        {{5, 6, 6}, 3, 2, 3, false, "collection 6 comes twice"},
        {{5, 6, 6}, 3, 0, 2, false, NULL},
        {{6, 6, 7}, 3, 2, 3, false, NULL},
    };
    for (size_t i = 0; i < CHECK_COUNT(rows); i++) {
        log l;
        log_open(&l);
        for (size_t k = 0; k <= rows[i].n; k++) {
            if (k == rows[i].first) {
                dump(&l, 1);
            }
            if (k == rows[i].last) {
                dump(&l, 2);
            }
            if (k < rows[i].n) {
                condemn(&l, 0x100, 0x200);
                collection(&l, rows[i].numbers[k]);
            }
        }
        l.moves->dumps.data[1].by_collection = rows[i].by_collection;
        gcv_status status = verify(&l, 1, 2);
        if ((status != GCV_OK) != (rows[i].message != NULL)) {
            fail_msg("row %zu: status %d: %s", i, (int)status, l.err.message);
        }
        if (status != GCV_OK) {
            assert_string_equal(l.err.message, rows[i].message);
        }
        log_close(&l);
    }
}

static void test_gaps(NO_STATE)
{
    gcv_moves_gap gap = {1, 1, NULL, {123, true}, 3, false};
    char reason[] = "events were lost";
    log l;
    log_open(&l);
    dump(&l, 1);
    condemn(&l, 0x100, 0x200);
    collection(&l, 1);
    dump(&l, 2);
    gap.reason = reason;
    gcv_moves_add_gap(l.moves, &gap);
    memset(reason, 'x', sizeof reason - 1);
    dump(&l, 3);
    condemn(&l, 0x100, 0x200);
    collection(&l, 2);
    dump(&l, 4);
    assert_int_equal(verify(&l, 1, 2), GCV_OK);
    assert_int_equal(verify(&l, 3, 4), GCV_OK);
    assert_int_equal(verify(&l, 2, 2), GCV_OK);
    assert_int_equal(verify(&l, 2, 3), GCV_ERR_INPUT);
    assert_int_equal(verify(&l, 1, 3), GCV_ERR_INPUT);
    assert_int_equal(verify(&l, 2, 4), GCV_ERR_INPUT);
    assert_string_equal(l.err.message, "events were lost");
    assert_true(l.err.at_offset);
    assert_int_equal(l.err.line, 123);
    l.moves->dumps.data[2].by_collection = true; /* then it is after dump 3 */
    assert_int_equal(verify(&l, 1, 3), GCV_OK);
    assert_int_equal(verify(&l, 3, 4), GCV_ERR_INPUT);
    log_close(&l);
}

/* Whether a gap leaves a hole between dump 1, after one collection, and dump 2, after two. */
static void test_places_of_gaps(NO_STATE)
{
    static const struct {
        size_t first, last, dump;
        bool hole;
    } gaps[] = {
        {0, 0, 1, false}, {0, 1, 1, false}, {1, 1, 1, false}, /* ahead of dump 1 */
        {1, 1, 2, true},                                      /* behind it */
        {0, 2, 1, true},  {1, 2, 2, true},  {1, 3, 2, true},  /* over the collection */
        {2, 2, 2, true},                                      /* ahead of dump 2 */
        {2, 2, 3, false}, {2, 3, 3, false}, {3, 3, 3, false}, /* behind it */
    };
    for (size_t i = 0; i < CHECK_COUNT(gaps); i++) {
        gcv_moves_gap gap = {0, 0, "events were lost", {1, false}, 0, false};
        log l;
        log_open(&l);
        for (unsigned number = 1; number <= 3; number++) {
            condemn(&l, 0x100, 0x200);
            collection(&l, number);
            if (number < 3) {
                dump(&l, number);
            }
        }
        gap.first = gaps[i].first;
        gap.last = gaps[i].last;
        gap.dump = gaps[i].dump;
        gcv_moves_add_gap(l.moves, &gap);
        if ((verify(&l, 1, 2) != GCV_OK) != gaps[i].hole) {
            fail_msg("gap %zu", i);
        }
        log_close(&l);
    }
}

/* The reason is the place of the loss, even if it is reported last. */
static void test_lost_gap(NO_STATE)
{
    gcv_moves_gap gap = {1, 1, "a collection ends here that did not begin", {40, true}, 2, false};
    log l;
    log_open(&l);
    dump(&l, 1);
    condemn(&l, 0x100, 0x200);
    collection(&l, 1);
    gcv_moves_add_gap(l.moves, &gap);
    condemn(&l, 0x100, 0x200);
    collection(&l, 2);
    dump(&l, 2);
    assert_int_equal(verify(&l, 1, 2), GCV_ERR_INPUT);
    assert_int_equal(l.err.line, 40);
    gap.lost = true;
    gap.reason = "the trace is cut off";
    gap.place.line = 47;
    gcv_moves_add_gap(l.moves, &gap);
    assert_int_equal(verify(&l, 1, 2), GCV_ERR_INPUT);
    assert_string_equal(l.err.message, "the trace is cut off");
    assert_int_equal(l.err.line, 47);
    log_close(&l);
}

static void test_fate(NO_STATE)
{
    static const struct {
        uint64_t address, fresh;
        gcv_fate fate;
    } rows[] = {
        {0, 0, GCV_FATE_UNTOUCHED},         {0xff, 0xff, GCV_FATE_UNTOUCHED},
        {0x100, 0x100, GCV_FATE_DIED},      {0x10f, 0x10f, GCV_FATE_DIED},
        {0x110, 0x810, GCV_FATE_MOVED},     {0x11f, 0x81f, GCV_FATE_MOVED},
        {0x120, 0x100, GCV_FATE_MOVED},     {0x128, 0x128, GCV_FATE_DIED},
        {0x130, 0x130, GCV_FATE_STAYED},    {0x137, 0x137, GCV_FATE_STAYED},
        {0x138, 0x138, GCV_FATE_DIED},      {0x1ff, 0x1ff, GCV_FATE_DIED},
        {0x200, 0x200, GCV_FATE_UNTOUCHED}, {UINT64_MAX, UINT64_MAX, GCV_FATE_UNTOUCHED},
    };
    log l;
    log_open(&l);
    dump(&l, 1);
    move(&l, 0x110, 0x810, 0x10);
    move(&l, 0x130, 0x130, 8);
    move(&l, 0x120, 0x100, 8);
    condemn(&l, 0x100, 0x200);
    collection(&l, 1);
    dump(&l, 2);
    assert_int_equal(verify(&l, 1, 2), GCV_OK);
    for (size_t i = 0; i < CHECK_COUNT(rows); i++) {
        uint64_t address = rows[i].address;
        gcv_fate fate = gcv_collection_fate(&l.moves->collections.data[0], &address);
        if (fate != rows[i].fate || address != rows[i].fresh) {
            fail_msg("row %zu: %d, %" PRIx64, i, (int)fate, address);
        }
    }
    log_close(&l);
}

/* A lack of memory loses nothing: the next attempt succeeds. */
static void test_every_allocation_fails_once(NO_STATE)
{
    uint64_t n;
    gcv_status status = GCV_ERR_MEMORY;
    for (n = 1; status != GCV_OK; n++) {
        log l;
        log_open(&l);
        dump(&l, 1);
        move(&l, 0x300, 0x300, 8);
        move(&l, 0x100, 0x100, 8);
        condemn(&l, 0x300, 0x308);
        condemn(&l, 0x200, 0x300);
        collection(&l, 2);
        condemn(&l, 0x300, 0x308);
        collection(&l, 1);
        dump(&l, 2);
        l.ctx->fail_at = l.ctx->allocations + n;
        status = verify(&l, 1, 2);
        assert_true(status == GCV_OK || status == GCV_ERR_MEMORY);
        l.ctx->fail_at = 0;
        assert_int_equal(verify(&l, 1, 2), GCV_OK);
        assert_int_equal(l.moves->collections.data[0].moves.data[1].old, 0x300);
        assert_int_equal(l.moves->collections.data[0].condemned.n, 2);
        log_close(&l);
    }
    assert_true(n > 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),          cmocka_unit_test(test_nothing_lives),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_nothing_condemned),
        cmocka_unit_test(test_numbers),        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_places_of_gaps), cmocka_unit_test(test_lost_gap),
        cmocka_unit_test(test_fate),           cmocka_unit_test(test_every_allocation_fails_once),
    };
    return cmocka_run_group_tests_name("heap.moves", tests, NULL, NULL);
}
