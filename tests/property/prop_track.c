/* Objects followed through collections must be those that the collector knows to be the same. */
#include "support/check.h"
#include "support/effort.h"
#include "support/followed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 6000 };

static void check_pairs(followed *f, uint64_t seed)
{
    for (size_t i = 0; i < f->s->n_dumps; i++) {
        for (size_t k = i; k < f->s->n_dumps; k++) {
            char why[GRAPH_WHY_MAX];
            if (followed_track(f, i, k, false, why) != FOLLOWED_RIGHT) {
                fail_msg("seed %" PRIu64 ", dumps %zu to %zu: %s", seed, i, k, why);
            }
        }
    }
}

/* The first dump may follow some collections, which are never sorted. */
static void check_fates(followed *f, uint64_t seed)
{
    for (size_t i = 0; i < f->s->n_collections; i++) {
        const sim_collection *c = &f->s->collections[i];
        if (!f->moves->collections.data[i].verified) {
            continue;
        }
        for (size_t k = 0; k < c->n_events; k++) {
            const sim_event *e = &c->events[k];
            uint64_t address = e->old;
            gcv_fate fate = gcv_collection_fate(&f->moves->collections.data[i], &address);
            if (fate != e->fate || (fate != GCV_FATE_DIED && address != e->fresh)) {
                fail_msg("seed %" PRIu64 ", collection %zu: %" PRIx64 " has fate %d at %" PRIx64
                         ", not %d at %" PRIx64,
                         seed, i, e->old, (int)fate, address, (int)e->fate, e->fresh);
            }
        }
    }
}

static void check_one(uint64_t seed, uint32_t objects, uint32_t collections)
{
    sim s;
    followed f;
    sim_random(&s, seed, objects, collections);
    followed_init(&f, &s, SIZE_MAX);
    check_pairs(&f, seed);
    check_fates(&f, seed);
    followed_release(&f);
    sim_release(&s);
}

static void random_heaps(NO_STATE)
{
    for (uint64_t seed = 1; seed <= effort_rounds(ROUNDS); seed++) {
        uint64_t random = seed * 77;
        uint32_t objects = 1 + graph_below(&random, seed % 10 == 0 ? 200 : 30);
        check_one(seed, objects, 1 + graph_below(&random, 8));
    }
}

/* So many objects that a collection that touches few of them differs from one that touches all. */
static void middling_heaps(NO_STATE)
{
    for (uint64_t seed = 1; seed <= effort_rounds(20); seed++) {
        check_one(seed, 3000, 24);
    }
}

static void large_heap(NO_STATE)
{
    check_one(1, effort_is_reduced() ? 10000 : 50000, 12);
    if (effort_is_full()) {
        check_one(2, 50000, 12);
    }
}

/* The later dump lacks objects: exactly these are reported as unseen. */
static void incomplete(NO_STATE)
{
    const uint32_t rounds = effort_rounds(500);
    uint64_t unseen = 0;
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        sim s;
        followed f;
        char why[GRAPH_WHY_MAX];
        sim_random(&s, seed, 40, 5);
        followed_init(&f, &s, s.n_dumps - 1);
        for (size_t i = 0; i + 1 < s.n_dumps; i++) {
            gcv_track track;
            if (followed_track(&f, i, s.n_dumps - 1, false, why) != FOLLOWED_RIGHT) {
                fail_msg("seed %" PRIu64 ", dump %zu: %s", seed, i, why);
            }
            assert_int_equal(gcv_track_find(f.ctx, f.heaps[i], f.heaps[s.n_dumps - 1], f.moves,
                                            (uint32_t)i + 1, (uint32_t)s.n_dumps, &track, NULL),
                             GCV_OK);
            unseen += track.unseen;
            gcv_track_release(f.ctx, &track);
        }
        followed_release(&f);
        sim_release(&s);
    }
    assert_true(unseen > 2 * rounds);
}

/* ---- all small cases ----------------------------------------------------------------------- */

enum { SMALL = 4, PLACES = 6, BASE = 0x1000, STEP = 8 };

/* Objects of one type and size at places 0, 1 … n - 1. Those with bits in `dead` die, the others go
 * to `place`; those below `old` are not condemned. Newborn objects take all free places.
 */
typedef struct small {
    uint32_t n, dead, old;
    uint32_t place[SMALL];
} small;

static gcv_heap *small_heap(gcv_context *ctx, uint32_t places)
{
    graph_text text;
    gcv_heap *heap;
    memset(&text, 0, sizeof text);
    graph_puts(&text, "a 2 Small.exe 1\nt 1 Acme.T\n");
    for (uint32_t i = 0; i < PLACES; i++) {
        if ((places >> i & 1) != 0) {
            graph_puts(&text, "o ");
            graph_put_hex(&text, BASE + i * STEP);
            graph_puts(&text, " 1 8\n");
        }
    }
    graph_puts(&text, "c Small.exe 2\n");
    assert_int_equal(gcv_heap_load_memory(ctx, "small", text.data, text.size, NULL, &heap, NULL),
                     GCV_OK);
    graph_text_release(&text);
    return heap;
}

static gcv_moves *small_moves(gcv_context *ctx, const small *c)
{
    gcv_moves *moves = gcv_moves_new(ctx, "small");
    gcv_span span = {BASE + c->old * STEP, BASE + c->n * STEP};
    gcv_collection collection;
    gcv_dump_mark mark;
    assert_non_null(moves);
    memset(&collection, 0, sizeof collection);
    memset(&mark, 0, sizeof mark);
    for (uint32_t i = c->n; i-- > c->old;) {
        if ((c->dead >> i & 1) == 0) {
            gcv_move move = {BASE + i * STEP, BASE + c->place[i] * STEP, STEP};
            gcv_move_column_push(ctx, &collection.moves, move);
        }
    }
    gcv_span_column_push(ctx, &collection.condemned, span);
    mark.number = 1;
    gcv_moves_add_dump(moves, &mark);
    gcv_moves_add(moves, &collection);
    mark.number = 2;
    mark.n_collections = 1;
    gcv_moves_add_dump(moves, &mark);
    return moves;
}

/* Two objects at one place are refused. Otherwise each is where it was sent, as all places are
 * taken. */
static void check_small(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to, const small *c)
{
    gcv_moves *moves = small_moves(ctx, c);
    gcv_track track;
    uint32_t used = 0;
    bool clash = false;
    gcv_status status = gcv_track_find(ctx, from, to, moves, 1, 2, &track, NULL);
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t place = i < c->old ? i : c->place[i];
        if (i < c->old || (c->dead >> i & 1) == 0) {
            clash = clash || (used >> place & 1) != 0;
            used |= 1u << place;
        }
    }
    assert_int_equal(status, clash ? GCV_ERR_INPUT : GCV_OK);
    for (uint32_t i = 0; status == GCV_OK && i < c->n; i++) {
        uint32_t place = i < c->old ? i : (c->dead >> i & 1) != 0 ? GCV_NONE : c->place[i];
        assert_int_equal(track.to[i], place);
        assert_true(place == GCV_NONE || track.from[place] == i);
    }
    gcv_track_release(ctx, &track);
    gcv_moves_free(moves);
}

static void all_places(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to, small *c)
{
    uint32_t ways = 1, rest, i;
    for (i = c->old; i < c->n; i++) {
        ways *= PLACES;
    }
    for (uint32_t way = 0; way < ways; way++) {
        for (i = c->old, rest = way; i < c->n; i++, rest /= PLACES) {
            c->place[i] = rest % PLACES;
        }
        check_small(ctx, from, to, c);
    }
}

static void small_heaps(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *to = small_heap(ctx, (1u << PLACES) - 1);
    small c;
    for (c.n = 1; c.n <= SMALL; c.n++) {
        gcv_heap *from = small_heap(ctx, (1u << c.n) - 1);
        for (c.old = 0; c.old < c.n; c.old++) {
            for (c.dead = 0; c.dead < 1u << c.n; c.dead += 1u << c.old) {
                all_places(ctx, from, to, &c);
            }
        }
        gcv_heap_free(from);
    }
    gcv_heap_free(to);
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_heaps),    cmocka_unit_test(random_heaps),
        cmocka_unit_test(middling_heaps), cmocka_unit_test(large_heap),
        cmocka_unit_test(incomplete),
    };
    return cmocka_run_group_tests_name("property.track", tests, NULL, NULL);
}
