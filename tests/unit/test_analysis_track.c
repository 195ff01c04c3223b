/* The published example of moved references: ten objects, three blocks of live objects, with
 * lengths in bytes; compacted and swept. */
#include "support/check.h"

#include "heap/moves.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { OBJECTS = 10, DEAD = 0 };

static const unsigned before[OBJECTS] = {8, 9, 10, 12, 13, 15, 16, 17, 18, 19};
static const unsigned bytes[OBJECTS] = {1, 1, 2, 1, 2, 1, 1, 1, 1, 1};
static const unsigned compacted[OBJECTS] = {7, DEAD, 8, 10, DEAD, 11, 12, 13, 14, DEAD};
static const unsigned swept[OBJECTS] = {8, DEAD, 10, 12, DEAD, 15, 16, 17, 18, DEAD};

/* Makes a dump of the objects that are not dead. `type` and `size` are added to those of the last
 * object. */
static gcv_heap *dump(gcv_context *ctx, const unsigned *where, unsigned type, unsigned size)
{
    char text[1000];
    size_t n = (size_t)snprintf(text, sizeof text, "a 2 Page.exe 1\nt 1 Acme.T\nt 2 Acme.U\n");
    gcv_heap *heap = NULL;
    for (size_t i = 0; i < OBJECTS; i++) {
        if (where[i] != DEAD) {
            bool last = i == 8;
            n += (size_t)snprintf(text + n, sizeof text - n, "o %x %x %x\n", where[i],
                                  1 + (last ? type : 0), bytes[i] + (last ? size : 0));
        }
    }
    n += (size_t)snprintf(text + n, sizeof text - n, "c Page.exe 2\n");
    assert_int_equal(gcv_heap_load_memory(ctx, "the dump", text, n, NULL, &heap, NULL), GCV_OK);
    return heap;
}

/* Ranges without objects. If there are many, each object is looked up separately. */
enum { OTHERS = 400 };

/* One collection with three ranges of objects. */
static gcv_moves *example(gcv_context *ctx, const unsigned *fresh, size_t others)
{
    static const unsigned first[] = {0, 2, 5}, length[] = {1, 3, 4};
    gcv_moves *moves = gcv_moves_new(ctx, "the moves");
    gcv_dump_mark mark = {1, 0, false, false, 0, 0, {1, false}};
    gcv_span all = {8, 20};
    gcv_collection c = {.number = 1};
    assert_non_null(moves);
    for (size_t i = 0; i < 3; i++) {
        gcv_move move = {before[first[i]], fresh[first[i]], length[i]};
        gcv_move_column_push(ctx, &c.moves, move);
    }
    for (size_t i = 0; i < others; i++) {
        gcv_move move = {100 + i * 4, 2000 + i * 4, 2};
        gcv_move_column_push(ctx, &c.moves, move);
    }
    gcv_span_column_push(ctx, &c.condemned, all);
    gcv_moves_add_dump(moves, &mark);
    gcv_moves_add(moves, &c);
    mark.number = 2;
    mark.n_collections = 1;
    mark.place.line = 9;
    gcv_moves_add_dump(moves, &mark);
    return moves;
}

/* A dump before the collection, and one after it. */
typedef struct fixture {
    gcv_context *ctx;
    gcv_heap *from, *to;
    gcv_moves *moves;
    gcv_track track;
    gcv_error err;
} fixture;

/* `type` and `size` as for dump(), `fresh` and `others` as for example(). */
static fixture open_fixture(const unsigned *after, unsigned type, unsigned size,
                            const unsigned *fresh, size_t others)
{
    fixture f;
    f.ctx = gcv_context_new(0);
    f.from = dump(f.ctx, before, 0, 0);
    f.to = dump(f.ctx, after, type, size);
    f.moves = example(f.ctx, fresh, others);
    return f;
}

static gcv_status find(fixture *f)
{
    return gcv_track_find(f->ctx, f->from, f->to, f->moves, 1, 2, &f->track, &f->err);
}

static void close_fixture(fixture *f)
{
    gcv_moves_free(f->moves);
    gcv_heap_free(f->from);
    gcv_heap_free(f->to);
    check_context_free(f->ctx);
}

static void check_ages(const unsigned *after, size_t others)
{
    fixture f = open_fixture(after, 0, 0, after, others);
    assert_int_equal(find(&f), GCV_OK);
    assert_int_equal(f.track.survived, 7);
    assert_int_equal(f.track.died, 3);
    assert_int_equal(f.track.born, 0);
    assert_int_equal(f.track.unseen, 0);
    for (uint32_t i = 0; i < OBJECTS; i++) {
        uint64_t address = before[i];
        gcv_fate fate = gcv_collection_fate(&f.moves->collections.data[0], &address);
        if (after[i] == DEAD) {
            assert_int_equal(f.track.to[i], GCV_NONE);
            assert_int_equal(fate, GCV_FATE_DIED);
        } else {
            assert_int_equal(gcv_heap_object_id(f.to, f.track.to[i]), after[i]);
            assert_int_equal(f.track.from[f.track.to[i]], i);
            assert_int_equal(address, after[i]);
            assert_int_equal(fate, after[i] == before[i] ? GCV_FATE_STAYED : GCV_FATE_MOVED);
        }
    }
    gcv_track_release(f.ctx, &f.track);
    close_fixture(&f);
}

static void test_compacted(NO_STATE)
{
    check_ages(compacted, 0);
    check_ages(compacted, OTHERS);
}

static void test_swept(NO_STATE)
{
    check_ages(swept, 0);
    check_ages(swept, OTHERS);
}

#define DOUBT "; are these the dumps of the log, in their order?"

/* The last survivor arrives at an object that it cannot be. */
static void check_refused(unsigned type, unsigned size, const unsigned *at, const char *message)
{
    fixture f = open_fixture(at, type, size, compacted, 0);
    assert_int_equal(find(&f), GCV_ERR_INPUT);
    assert_string_equal(f.err.message, message);
    assert_string_equal(f.err.file, "the moves");
    assert_int_equal(f.err.line, 9);
    close_fixture(&f);
}

/* During a background collection the memory of the last survivor was used again: another object is
 * there now, or none begins there. */
static void check_replaced(unsigned type, unsigned size, const unsigned *at, unsigned born)
{
    fixture f = open_fixture(at, type, size, compacted, 0);
    f.moves->collections.data[0].background = true;
    assert_int_equal(find(&f), GCV_OK);
    assert_int_equal(f.track.background, 1);
    assert_int_equal(f.track.survived, 6);
    assert_int_equal(f.track.died, 4);
    assert_int_equal(f.track.born, born);
    assert_int_equal(f.track.to[8], GCV_NONE);
    gcv_track_release(f.ctx, &f.track);
    close_fixture(&f);
}

static void test_background(NO_STATE)
{
    static const unsigned fewer[OBJECTS] = {7, DEAD, 8, 10, DEAD, 11, 12, 13, DEAD, DEAD};
    check_replaced(1, 0, compacted, 1);
    check_replaced(0, 1, compacted, 1);
    check_replaced(0, 0, fewer, 0);
}

static void test_refused(NO_STATE)
{
    static const unsigned fewer[OBJECTS] = {7, DEAD, 8, 10, DEAD, 11, 12, 13, DEAD, DEAD};
    check_refused(1, 0, compacted, "object 12, a Acme.T, would be e now, which is a Acme.U" DOUBT);
    check_refused(0, 4, compacted, "object 12 of 1 bytes would be e now, which has 5" DOUBT);
    check_refused(0, 0, fewer, "object 12 lives on at e, where the later dump has none" DOUBT);
}

/* A collection puts two objects at one address. */
static void test_clash(NO_STATE)
{
    static const unsigned upon[OBJECTS] = {10, DEAD, 8, 10, DEAD, 15, 16, 17, 18, DEAD};
    for (size_t others = 0; others <= OTHERS; others += OTHERS) {
        fixture f = open_fixture(compacted, 0, 0, upon, others);
        assert_int_equal(find(&f), GCV_ERR_INPUT);
        assert_string_equal(f.err.message,
                            "collection 1 moves two objects to a (they were 8 and c)");
        close_fixture(&f);
    }
}

/* Of the allocations in one of the contexts, each fails in turn; the moves may have another context
 * than the heaps. */
static void fail_each(gcv_context *ctx, gcv_context *of_moves, gcv_context *failing, uint64_t least)
{
    gcv_heap *from = dump(ctx, before, 0, 0), *to = dump(ctx, swept, 0, 0);
    gcv_status status = GCV_ERR_MEMORY;
    uint64_t n;
    for (n = 0; status != GCV_OK; n++) {
        gcv_moves *moves = example(of_moves, swept, 0);
        uint64_t used = ctx->used, used_by_moves = of_moves->used;
        gcv_track track;
        failing->fail_at = failing->allocations + n + 1;
        status = gcv_track_find(ctx, from, to, moves, 1, 2, &track, NULL);
        assert_true(status == GCV_OK || status == GCV_ERR_MEMORY);
        assert_true(status == GCV_OK || ctx->used == used);
        failing->fail_at = 0;
        gcv_track_release(ctx, &track);
        assert_true(ctx->used == used && of_moves->used == used_by_moves);
        gcv_moves_free(moves);
    }
    assert_true(n > least);
    gcv_heap_free(from);
    gcv_heap_free(to);
}

static void test_every_allocation_fails_once(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0), *of_moves = gcv_context_new(0);
    fail_each(ctx, ctx, ctx, 9);
    fail_each(ctx, of_moves, ctx, 9);
    fail_each(ctx, of_moves, of_moves, 3);
    check_context_free(ctx);
    check_context_free(of_moves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compacted),  cmocka_unit_test(test_swept),
        cmocka_unit_test(test_background), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_clash),      cmocka_unit_test(test_every_allocation_fails_once),
    };
    return cmocka_run_group_tests_name("analysis.track", tests, NULL, NULL);
}
