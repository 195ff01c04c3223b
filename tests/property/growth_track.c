/* Tracking is linear in objects and ranges: its steps, counted by the context, on large heaps. */
#include "support/check.h"

#include "base/context.h"
#include "heap/moves.h"
#include "support/graphs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 20000, SIZE = 16, SMALL_COLLECTIONS = 1000 };

#define BASE UINT64_C(0x10000)
#define YOUNG UINT64_C(0x40000000) /* where small collections take place */

typedef struct stage {
    gcv_context *ctx;
    gcv_heap *heap; /* before and after: whoever lives goes home in the end */
    gcv_moves *moves;
    uint32_t n, young;
} stage;

/* `n` objects of which the last `young` are among the young, in domains of `each`. */
static void stage_open_domains(stage *s, uint32_t n, uint32_t young, uint32_t each)
{
    graph_text text;
    gcv_dump_mark mark;
    uint32_t i;
    memset(&text, 0, sizeof text);
    memset(&mark, 0, sizeof mark);
    s->ctx = gcv_context_new(0);
    s->n = n;
    s->young = young;
    graph_puts(&text, "a 2 Growth.exe 1\nt 1 Acme.T\n");
    for (i = 0; i < n; i++) {
        if (i > 0 && i % each == 0) {
            graph_puts(&text, "c Growth.exe 2\na 2 Growth");
            graph_put_hex(&text, i);
            graph_puts(&text, ".exe 1\nt 1 Acme.T\n");
        }
        graph_puts(&text, "o ");
        graph_put_hex(&text, i < n - young ? BASE + i * SIZE : YOUNG + (i - (n - young)) * SIZE);
        graph_puts(&text, " 1 10\n");
    }
    graph_puts(&text, "c Growth.exe 2\n");
    assert_int_equal(
        gcv_heap_load_memory(s->ctx, "growth", text.data, text.size, NULL, &s->heap, NULL), GCV_OK);
    graph_text_release(&text);
    s->moves = gcv_moves_new(s->ctx, "moves", NULL);
    mark.number = 1;
    assert_int_equal(gcv_moves_add_dump(s->moves, &mark, NULL), GCV_OK);
}

static void stage_open(stage *s, uint32_t n, uint32_t young) { stage_open_domains(s, n, young, n); }

static void range(stage *s, gcv_collection *c, uint64_t old, uint64_t fresh)
{
    gcv_move move;
    move.old = old;
    move.fresh = fresh;
    move.length = SIZE;
    assert_int_equal(gcv_move_column_push(s->ctx, &c->moves, move, NULL), GCV_OK);
}

static void collect(stage *s, gcv_collection *c, uint64_t start, uint64_t end)
{
    gcv_span span;
    span.start = start;
    span.end = end;
    c->number = s->moves->collections.n;
    assert_int_equal(gcv_span_column_push(s->ctx, &c->condemned, span, NULL), GCV_OK);
    assert_int_equal(gcv_moves_add(s->moves, c, NULL), GCV_OK);
    memset(c, 0, sizeof *c);
}

/* Steps of tracking all objects; each must be where it was. */
static uint64_t stage_close(stage *s)
{
    gcv_dump_mark mark;
    gcv_track track;
    uint64_t steps;
    uint32_t i;
    memset(&mark, 0, sizeof mark);
    mark.number = 2;
    mark.after = s->moves->collections.n;
    assert_int_equal(gcv_moves_add_dump(s->moves, &mark, NULL), GCV_OK);
    s->ctx->steps = 0;
    assert_int_equal(gcv_track_find(s->ctx, s->heap, s->heap, s->moves, 1, 2, &track, NULL),
                     GCV_OK);
    steps = s->ctx->steps;
    for (i = 0; i < s->n; i++) {
        assert_int_equal(track.to[i], i);
    }
    gcv_track_release(s->ctx, &track);
    gcv_moves_free(s->moves);
    gcv_heap_free(s->heap);
    gcv_context_free(s->ctx);
    return steps;
}

/* All go elsewhere, and back. `stride`: 1: in order; else no factor of `n`. */
static uint64_t full_collections(uint32_t n, uint32_t stride)
{
    gcv_collection c;
    stage s;
    uint32_t i, round;
    memset(&c, 0, sizeof c);
    stage_open(&s, n, 0);
    for (round = 0; round < 2; round++) {
        for (i = 0; i < n; i++) {
            uint64_t k = (uint64_t)i * stride % n;
            uint64_t home = BASE + k * SIZE, away = YOUNG + (n - k) * SIZE;
            range(&s, &c, round == 0 ? home : away, round == 0 ? away : home);
        }
        collect(&s, &c, BASE, YOUNG + (n + 1) * SIZE);
    }
    return stage_close(&s);
}

static void objects_and_ranges(void **state)
{
    static const uint32_t strides[] = {1, 7919};
    size_t i;
    (void)state;
    for (i = 0; i < 2; i++) {
        uint64_t few = full_collections(FEW, strides[i]);
        uint64_t many = full_collections(2 * FEW, strides[i]);
        assert_true(few >= 4 * FEW && many * 10 < few * 22);
    }
}

/* Many small ones; `young` objects take part in each, and stay. */
static uint64_t small_collections(uint32_t n, uint32_t young)
{
    gcv_collection c;
    stage s;
    uint32_t i, k;
    memset(&c, 0, sizeof c);
    stage_open(&s, n, young);
    for (i = 0; i < SMALL_COLLECTIONS; i++) {
        for (k = 0; k < young; k++) {
            uint64_t at = YOUNG + k * SIZE;
            range(&s, &c, at, at);
        }
        range(&s, &c, YOUNG + 0x10000, YOUNG + 0x8000);
        collect(&s, &c, YOUNG, YOUNG + 0x100000);
    }
    return stage_close(&s);
}

static void many_small_collections(void **state)
{
    static const uint32_t young[] = {0, 3, 40};
    size_t i;
    (void)state;
    for (i = 0; i < CHECK_COUNT(young); i++) {
        uint64_t ranges = SMALL_COLLECTIONS * (uint64_t)(young[i] + 2);
        uint64_t steps = small_collections(2 * FEW, young[i]);
        if (steps > 4 * 2 * FEW + 8 * ranges) {
            fail_msg("%" PRIu64 " steps with %u young", steps, (unsigned)young[i]);
        }
    }
}

/* Each touches others than those before it, all of them in the end. */
static uint64_t windows(uint32_t n)
{
    gcv_collection c;
    stage s;
    uint32_t i, k, each = n / SMALL_COLLECTIONS;
    memset(&c, 0, sizeof c);
    stage_open(&s, n, 0);
    for (i = 0; i < SMALL_COLLECTIONS; i++) {
        uint64_t first = BASE + (uint64_t)i * each * SIZE;
        for (k = 0; k < each; k++) {
            range(&s, &c, first + k * SIZE, first + k * SIZE);
        }
        collect(&s, &c, first, first + each * SIZE);
    }
    return stage_close(&s);
}

static void moving_windows(void **state)
{
    uint64_t many = windows(2 * FEW);
    (void)state;
    if (many > UINT64_C(160) * 2 * FEW) {
        fail_msg("%" PRIu64 " steps", many);
    }
}

/* Each domain is followed by itself, but does not look at all ranges. */
static uint64_t many_domains(uint32_t n)
{
    gcv_collection c;
    stage s;
    uint32_t i;
    memset(&c, 0, sizeof c);
    stage_open_domains(&s, n, 0, 20);
    for (i = 0; i < n; i++) {
        range(&s, &c, BASE + i * SIZE, BASE + i * SIZE);
    }
    collect(&s, &c, BASE, BASE + n * SIZE);
    return stage_close(&s);
}

static void domains(void **state)
{
    uint64_t few = many_domains(FEW), many = many_domains(2 * FEW);
    (void)state;
    if (many * 10 > few * 22) {
        fail_msg("%" PRIu64 " steps, %" PRIu64 " with twice as many", few, many);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_and_ranges),
        cmocka_unit_test(many_small_collections),
        cmocka_unit_test(moving_windows),
        cmocka_unit_test(domains),
    };
    return cmocka_run_group_tests_name("property.growth_track", tests, NULL, NULL);
}
