/* Thousands of objects through collections of all sizes, in one domain and in many, compared with
 * each object separately. In heaps of this size both methods of live_objects.h are used,
 * alternately.
 */
#include "support/check.h"

#include "base/context.h"
#include "heap/moves.h"
#include "support/effort.h"
#include "support/graphs.h"
#include "support/tried.h"

#include <stdlib.h>
#include <string.h>

enum { OBJECTS = 2000, SIZE = 16, ROUNDS = 300, COLLECTIONS = 12 };

#define BASE UINT64_C(0x10000)
#define ROOM ((uint64_t)(4 * OBJECTS * SIZE))

typedef struct world {
    uint64_t rng;
    uint32_t domains;
    gcv_context *ctx;
    gcv_moves *moves;
    uint64_t address[OBJECTS]; /* the current address; 0: dead */
} world;

static uint32_t below(world *w, uint32_t n)
{
    w->rng = w->rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(w->rng >> 33) % n;
}

/* ---- dumps -------------------------------------------------------------------------------- */

static gcv_heap *dump(world *w)
{
    graph_text text;
    gcv_heap *heap;
    memset(&text, 0, sizeof text);
    for (uint32_t domain = 0; domain < w->domains; domain++) {
        graph_puts(&text, "a 2 D");
        graph_put_hex(&text, domain);
        graph_puts(&text, " 1\nt 1 Acme.T\n");
        for (uint32_t i = domain; i < OBJECTS; i += w->domains) {
            if (w->address[i] != 0) {
                graph_puts(&text, "o ");
                graph_put_hex(&text, w->address[i]);
                graph_puts(&text, " 1 10\n");
            }
        }
        graph_puts(&text, "c D");
        graph_put_hex(&text, domain);
        graph_puts(&text, " 2\n");
    }
    assert_int_equal(gcv_heap_load_memory(w->ctx, "dump", text.data, text.size, NULL, &heap, NULL),
                     GCV_OK);
    graph_text_release(&text);
    return heap;
}

static void mark_dump(world *w, uint32_t number)
{
    gcv_dump_mark mark;
    memset(&mark, 0, sizeof mark);
    mark.number = number;
    mark.n_collections = w->moves->collections.n;
    gcv_moves_add_dump(w->moves, &mark);
}

/* ---- collections -------------------------------------------------------------------------- */

static void add_move(world *w, gcv_collection *c, uint64_t old, uint64_t fresh, uint64_t length)
{
    gcv_move move;
    move.old = old;
    move.fresh = fresh;
    move.length = length;
    gcv_move_column_push(w->ctx, &c->moves, move);
}

/* Condemns a range of memory, and reports it in parts of `each` bytes: some are dead, some stay,
 * the others move by one distance, which is not a multiple of the size of objects. */
static void add_stretch(world *w, gcv_collection *c, uint64_t start, uint64_t length, uint64_t each)
{
    const uint64_t distance = below(w, (uint32_t)ROOM) / 4 * 4;
    gcv_span span;
    span.start = start;
    span.end = start + length;
    gcv_span_column_push(w->ctx, &c->condemned, span);
    for (uint64_t at = start; at < span.end; at += each) {
        const uint64_t n = span.end - at < each ? span.end - at : each;
        switch (below(w, 16)) {
        case 0:
            break;
        case 1:
        case 2:
            add_move(w, c, at, at, n);
            break;
        default:
            add_move(w, c, at, (start + distance) % ROOM / 4 * 4 + BASE + (at - start), n);
            break;
        }
    }
}

static void collect(world *w, bool small)
{
    gcv_collection c;
    uint64_t start = BASE + below(w, (uint32_t)ROOM), each;
    memset(&c, 0, sizeof c);
    c.number = w->moves->collections.n;
    if (small) {
        each = 64 + below(w, (uint32_t)ROOM / 2);
        add_stretch(w, &c, start, each, each);
    } else {
        each = SIZE * (1 + (uint64_t)below(w, 4));
        add_stretch(w, &c, start, 64 + below(w, (uint32_t)ROOM), each);
    }
    gcv_moves_add(w->moves, &c);
}

static int by_address(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Finds the place of each object after the last collection; returns false if two are at one place.
 */
static bool follow_last(world *w)
{
    static uint64_t sorted[OBJECTS];
    const gcv_collection *c = &w->moves->collections.data[w->moves->collections.n - 1];
    uint32_t n = 0;
    for (uint32_t i = 0; i < OBJECTS; i++) {
        if (w->address[i] != 0) {
            if (gcv_collection_fate(c, &w->address[i]) == GCV_FATE_DIED) {
                w->address[i] = 0;
            } else {
                sorted[n++] = w->address[i];
            }
        }
    }
    qsort(sorted, n, sizeof sorted[0], by_address);
    for (uint32_t i = 1; i < n; i++) {
        if (sorted[i] == sorted[i - 1]) {
            return false;
        }
    }
    return true;
}

/* ---- rounds ------------------------------------------------------------------------------- */

static void check_track(const world *w, const gcv_track *track, const gcv_heap *from,
                        const gcv_heap *to, const uint64_t *before)
{
    uint32_t died = 0;
    for (uint32_t i = 0; i < OBJECTS; i++) {
        const uint32_t section = i % w->domains;
        const uint32_t a = gcv_heap_find(from, section, before[i]);
        died += w->address[i] == 0;
        assert_int_equal(track->to[a],
                         w->address[i] == 0 ? GCV_NONE : gcv_heap_find(to, section, w->address[i]));
    }
    assert_int_equal(track->died, died);
    assert_int_equal(track->born, 0);
}

static bool verify_last(world *w)
{
    gcv_dump_mark from, to;
    memset(&from, 0, sizeof from);
    memset(&to, 0, sizeof to);
    from.n_collections = w->moves->collections.n - 1;
    to.n_collections = w->moves->collections.n;
    return tried(w->ctx, NULL, gcv_moves_verify(w->moves, &from, &to)) == GCV_OK;
}

/* Whether no collection puts two objects at one place. */
static bool run_round(uint64_t seed, uint32_t domains)
{
    static uint64_t before[OBJECTS];
    static world w; /* too large for the stack */
    gcv_track track;
    bool good = true;
    memset(&w, 0, sizeof w);
    w.rng = seed;
    w.domains = domains;
    w.ctx = gcv_context_new(0);
    w.moves = gcv_moves_new(w.ctx, "moves");
    for (uint32_t i = 0; i < OBJECTS; i++) {
        before[i] = w.address[i] = BASE + (uint64_t)i * SIZE * (1 + seed % 3);
    }
    gcv_heap *from = dump(&w);
    mark_dump(&w, 1);
    for (uint32_t i = 0; good && i < COLLECTIONS; i++) {
        collect(&w, below(&w, 4) != 0);
        good = verify_last(&w) && follow_last(&w);
    }
    mark_dump(&w, 2);
    gcv_heap *to = dump(&w);
    assert_int_equal(gcv_track_find(w.ctx, from, to, w.moves, 1, 2, &track, NULL),
                     good ? GCV_OK : GCV_ERR_INPUT);
    if (good) {
        check_track(&w, &track, from, to, before);
        gcv_track_release(w.ctx, &track);
    }
    gcv_heap_free(from);
    gcv_heap_free(to);
    gcv_moves_free(w.moves);
    gcv_context_free(w.ctx);
    return good;
}

static void against_each_object(NO_STATE)
{
    static const uint32_t domains[] = {1, 3, 700};
    const uint32_t rounds = effort_rounds(ROUNDS);
    uint32_t good = 0;
    for (uint32_t seed = 0; seed < rounds; seed++) {
        good += run_round(seed, domains[seed % CHECK_COUNT(domains)]);
    }
    assert_true(good > 0 && (good < rounds || effort_is_reduced()));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(against_each_object)};
    return cmocka_run_group_tests_name("property.follow", tests, NULL, NULL);
}
