/* Broken evidence is refused, with its line, where it matters, and changes nothing elsewhere. */
#include "support/check.h"
#include "support/effort.h"
#include "support/followed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t rounds(void) { return effort_rounds(300); }

/* A simulation, with an interval of at least one collection that is damaged. */
typedef struct broken {
    sim s;
    followed f;
    uint64_t seed, random;
    size_t from, to; /* dumps */
    size_t at;       /* collection between them */
    const char *what;
    char why[GRAPH_WHY_MAX];
} broken;

typedef bool (*damage)(broken *b); /* false: not possible here */

static gcv_collection *collection_at(broken *b) { return &b->f.moves->collections.data[b->at]; }

static bool begin(broken *b, uint64_t seed)
{
    b->seed = seed;
    b->random = seed * 31;
    sim_random(&b->s, seed, 30 + (seed % 20 == 0 ? 400 : 0), 6);
    followed_init(&b->f, &b->s, SIZE_MAX);
    b->from = graph_below(&b->random, (uint32_t)b->s.n_dumps - 1);
    b->to = b->from + 1 + graph_below(&b->random, (uint32_t)(b->s.n_dumps - 1 - b->from));
    b->at = b->s.dumps[b->from].n_collections;
    if (b->s.dumps[b->to].n_collections == b->at) {
        return false;
    }
    b->at += graph_below(&b->random, (uint32_t)(b->s.dumps[b->to].n_collections - b->at));
    return true;
}

static void end(broken *b)
{
    followed_release(&b->f);
    sim_release(&b->s);
}

static bool has_fault(const broken *b, size_t from, size_t to)
{
    return b->s.dumps[from].n_collections <= b->at && b->s.dumps[to].n_collections > b->at;
}

/* Checks that each interval with the fault is refused, and the others are unchanged. `line`: that
 * of the error; 0: any. */
static void check_intervals(broken *b, uint64_t line)
{
    for (size_t i = 0; i < b->s.n_dumps; i++) {
        for (size_t k = i; k < b->s.n_dumps; k++) {
            followed_result must = has_fault(b, i, k) ? FOLLOWED_REFUSED : FOLLOWED_RIGHT;
            if (followed_track(&b->f, i, k, false, b->why) != must) {
                fail_msg("%s, seed %" PRIu64 ", collection %zu, dumps %zu to %zu: %s", b->what,
                         b->seed, b->at, i, k, b->why);
            }
            if (must == FOLLOWED_REFUSED && line != 0) {
                assert_int_equal(b->f.err.line, line);
                assert_string_equal(b->f.err.file, "moves");
            }
        }
    }
}

/* ---- one collection ----------------------------------------------------------------------- */

static gcv_move *some_move(broken *b)
{
    gcv_move_column *moves = &collection_at(b)->moves;
    return moves->n == 0 ? NULL : &moves->data[graph_below(&b->random, (uint32_t)moves->n)];
}

static bool empty_range(broken *b)
{
    gcv_move *move = some_move(b);
    if (move != NULL) {
        move->length = 0;
    }
    return move != NULL;
}

static bool endless_range(broken *b)
{
    gcv_move *move = some_move(b);
    if (move != NULL) {
        move->length = UINT64_MAX - move->old + 1 + graph_below(&b->random, 2);
    }
    return move != NULL;
}

static bool endless_target(broken *b)
{
    gcv_move *move = some_move(b);
    if (move != NULL) {
        move->fresh = UINT64_MAX - move->length + 1;
    }
    return move != NULL;
}

static bool same_range_twice(broken *b)
{
    gcv_move *move = some_move(b);
    if (move == NULL) {
        return false;
    }
    gcv_move copy = *move;
    copy.fresh = graph_chance(&b->random, 50) ? copy.fresh : copy.fresh + 8;
    gcv_move_column_push(b->f.ctx, &collection_at(b)->moves, copy);
    return true;
}

/* Extends a range by one byte into the next one. */
static bool overlapping_range(broken *b)
{
    gcv_move *move = some_move(b), *next = NULL;
    gcv_move_column *moves = &collection_at(b)->moves;
    for (size_t i = 0; move != NULL && i < moves->n; i++) {
        if (moves->data[i].old > move->old && (next == NULL || moves->data[i].old < next->old)) {
            next = &moves->data[i];
        }
    }
    if (next != NULL) {
        move->length = next->old - move->old + 1;
    }
    return next != NULL;
}

static bool nothing_condemned(broken *b)
{
    collection_at(b)->condemned.n = 0;
    return true;
}

static bool endless_condemned(broken *b)
{
    gcv_span *span = &collection_at(b)->condemned.data[0];
    span->end = span->start - 1;
    return true;
}

static bool duplicate_number(broken *b)
{
    size_t n = b->s.n_collections, other = graph_below(&b->random, (uint32_t)n);
    if (other >= b->at || b->s.collections[other].number > b->s.collections[b->at].number) {
        return false;
    }
    /* all numbers after the second one of these continue from it */
    for (n = 0; n < b->s.n_collections; n++) {
        uint64_t own = b->s.collections[n].number, first = b->s.collections[other].number;
        b->f.moves->collections.data[n].number = own > first ? own - 1 : own;
    }
    collection_at(b)->number = b->s.collections[other].number;
    return b->s.collections[b->at].number == b->s.collections[other].number + 1;
}

static void each_collection(NO_STATE)
{
    static const struct {
        const char *what;
        damage damage;
    } rows[] = {{"empty range", empty_range},
                {"endless range", endless_range},
                {"endless target", endless_target},
                {"same range twice", same_range_twice},
                {"overlapping range", overlapping_range},
                {"nothing condemned", nothing_condemned},
                {"endless condemned range", endless_condemned},
                {"duplicate number", duplicate_number}};
    for (size_t row = 0; row < CHECK_COUNT(rows); row++) {
        uint32_t done = 0;
        for (uint64_t seed = 1; seed <= rounds(); seed++) {
            broken b;
            if (begin(&b, seed) && rows[row].damage(&b)) {
                b.what = rows[row].what;
                check_intervals(&b, 1000 + b.at);
                done++;
            }
            end(&b);
        }
        assert_true(done > rounds() / (effort_is_reduced() ? 20 : 10));
    }
}

/* ---- gaps --------------------------------------------------------------------------------- */

/* The order in which gaps and dumps were added gives their order at the same time, unless a
 * collection took the dump. */
static void gaps(NO_STATE)
{
    for (uint64_t seed = 1; seed <= rounds(); seed++) {
        gcv_moves_gap gap = {0, 0, "events were lost", {77, true}, 0, false};
        broken b;
        begin(&b, seed);
        gap.first = graph_below(&b.random, (uint32_t)b.s.n_collections + 1);
        gap.last =
            gap.first + graph_below(&b.random, (uint32_t)(b.s.n_collections - gap.first + 1));
        gcv_moves_add_gap(b.f.moves, &gap);
        b.f.moves->gaps.data[0].dump = 1 + graph_below(&b.random, (uint32_t)b.s.n_dumps + 1);
        for (size_t i = 0; i < b.s.n_dumps; i++) {
            for (size_t k = i; k < b.s.n_dumps; k++) {
                const sim_dump *from = &b.s.dumps[i], *to = &b.s.dumps[k];
                size_t dumps = b.f.moves->gaps.data[0].dump - 1;
                /* twice the time plus one: after everything at that time */
                size_t begins = 2 * gap.first, ends = 2 * gap.last;
                bool hit = ends + (from->by_collection || dumps > i) > 2 * from->n_collections &&
                           begins + (to->by_collection || dumps > k) <= 2 * to->n_collections;
                followed_result result = followed_track(&b.f, i, k, false, b.why);
                assert_int_equal(result, hit ? FOLLOWED_REFUSED : FOLLOWED_RIGHT);
                if (hit) {
                    assert_string_equal(b.f.err.message, "events were lost");
                    assert_true(b.f.err.at_offset && b.f.err.line == 77);
                }
            }
        }
        end(&b);
    }
}

/* ---- missing collections ------------------------------------------------------------------ */

static void drop_collection(broken *b)
{
    gcv_moves *moves = b->f.moves;
    gcv_collection_release(b->f.ctx, &moves->collections.data[b->at]);
    moves->collections.n--;
    memmove(&moves->collections.data[b->at], &moves->collections.data[b->at + 1],
            (moves->collections.n - b->at) * sizeof *moves->collections.data);
    for (size_t i = 0; i < moves->dumps.n; i++) {
        gcv_dump_mark *dump = &moves->dumps.data[i];
        if (dump->n_collections == b->at + 1) {
            dump->by_collection = false; /* it went with the collection */
        }
        dump->n_collections -= dump->n_collections > b->at;
    }
}

/* Nothing shows that the lowest or the highest number is missing. */
static bool is_inner(const broken *b)
{
    uint64_t number = b->s.collections[b->at].number;
    bool lower = false, higher = false;
    for (size_t i = 0; i < b->s.n_collections; i++) {
        lower = lower || b->s.collections[i].number < number;
        higher = higher || b->s.collections[i].number > number;
    }
    return lower && higher;
}

/* The numbers do not show a missing collection that began before another that ended before the
 * first dump. */
static bool is_hidden(const broken *b, size_t from)
{
    for (size_t i = 0; i < b->s.dumps[from].n_collections; i++) {
        if (i != b->at && b->s.collections[i].number > b->s.collections[b->at].number) {
            return true;
        }
    }
    return false;
}

/* Intervals that cannot contain the missing collection are unchanged; some of those next to it are
 * refused, too. */
static void missing_collections(NO_STATE)
{
    uint32_t refused = 0, right = 0;
    for (uint64_t seed = 1; seed <= 3 * rounds(); seed++) {
        broken b;
        b.what = "missing collection";
        if (begin(&b, seed) && is_inner(&b)) {
            drop_collection(&b);
            for (size_t i = 0; i < b.s.n_dumps; i++) {
                for (size_t k = i; k < b.s.n_dumps; k++) {
                    followed_result result = followed_track(&b.f, i, k, false, b.why);
                    bool in = has_fault(&b, i, k);
                    bool far = b.s.dumps[k].n_collections + 4 < b.at ||
                               b.s.dumps[i].n_collections > b.at + 5;
                    if (in && is_hidden(&b, i)) {
                        continue;
                    }
                    if (result == FOLLOWED_WRONG || (in && result != FOLLOWED_REFUSED) ||
                        (far && result != FOLLOWED_RIGHT)) {
                        fail_msg("seed %" PRIu64 ", without collection %zu, dumps %zu to %zu: %s",
                                 seed, b.at, i, k, b.why);
                    }
                    refused += result == FOLLOWED_REFUSED;
                    right += !in && result == FOLLOWED_RIGHT;
                }
            }
        }
        end(&b);
    }
    assert_true(refused > 100 && right > 100);
}

/* ---- missing ranges ----------------------------------------------------------------------- */

static bool is_condemned(broken *b, uint64_t address)
{
    const gcv_span_column *spans = &collection_at(b)->condemned;
    for (size_t i = 0; i < spans->n; i++) {
        if (address >= spans->data[i].start && address < spans->data[i].end) {
            return true;
        }
    }
    return false;
}

/* No dead object is reported as a survivor, nor as another object: not even where equal objects
 * replaced the dead. */
static void missing_ranges(NO_STATE)
{
    uint32_t told = 0;
    for (uint64_t seed = 1; seed <= 5 * rounds(); seed++) {
        broken b;
        gcv_move *move = begin(&b, seed) ? some_move(&b) : NULL;
        if (move != NULL && is_condemned(&b, move->old)) {
            gcv_move_column *moves = &collection_at(&b)->moves;
            *move = moves->data[--moves->n];
            for (size_t i = 0; i < b.s.n_dumps; i++) {
                for (size_t k = i; k < b.s.n_dumps; k++) {
                    followed_result result = followed_track(&b.f, i, k, has_fault(&b, i, k), b.why);
                    if (result == FOLLOWED_WRONG ||
                        (result == FOLLOWED_REFUSED && !has_fault(&b, i, k))) {
                        fail_msg("seed %" PRIu64
                                 ", collection %zu without a range, dumps %zu to "
                                 "%zu: %s",
                                 seed, b.at, i, k, b.why);
                    }
                    told += has_fault(&b, i, k) && result == FOLLOWED_RIGHT;
                }
            }
        }
        end(&b);
    }
    assert_true(told > 100);
}

/* ---- objects that cannot be the same ------------------------------------------------------ */

static const sim_object *object_of(const sim_dump *dump, uint32_t identity)
{
    for (size_t i = 0; i < dump->n; i++) {
        if (dump->objects[i].identity == identity) {
            return &dump->objects[i];
        }
    }
    return NULL;
}

/* Finds two objects of the first dump, in one section, and sends one to where the other goes or is.
 * Uses the events of the collection. */
static bool send_to_another(broken *b)
{
    const sim_collection *c = &b->s.collections[b->at];
    gcv_move *move = some_move(b);
    for (size_t i = 0; move != NULL && i < c->n_events; i++) {
        const sim_object *x = object_of(&b->s.dumps[b->from], c->events[i].identity);
        if (x == NULL || c->events[i].fate == GCV_FATE_DIED || c->events[i].old != move->old) {
            continue;
        }
        for (size_t k = 0; k < c->n_events; k++) {
            const sim_object *y = object_of(&b->s.dumps[b->from], c->events[k].identity);
            if (y != NULL && c->events[k].fate != GCV_FATE_DIED && (x->domains & y->domains) != 0 &&
                c->events[k].old - move->old >= move->length) {
                move->fresh = c->events[k].fresh;
                return true;
            }
        }
    }
    return false;
}

static void two_at_one_address(NO_STATE)
{
    uint32_t done = 0;
    for (uint64_t seed = 1; seed <= 5 * rounds(); seed++) {
        broken b;
        if (begin(&b, seed) && send_to_another(&b)) {
            /* with several sections, an earlier one may not arrive */
            if (followed_track(&b.f, b.from, b.to, false, b.why) != FOLLOWED_REFUSED ||
                (b.s.n_domains == 1 && (b.f.err.line != 1000 + b.at ||
                                        strstr(b.f.err.message, "moves two objects to") == NULL))) {
                fail_msg("seed %" PRIu64 ", collection %zu: %s", seed, b.at, b.why);
            }
            done++;
        }
        end(&b);
    }
    assert_true(done > rounds() / 10);
}

/* The later dump has a survivor with another type or size, or lacks it. */
static bool change_survivor(broken *b, uint32_t way)
{
    sim_dump *to = &b->s.dumps[b->to];
    graph_text text;
    for (size_t i = 0; i < to->n; i++) {
        sim_object *o = &to->objects[i];
        if (object_of(&b->s.dumps[b->from], o->identity) != NULL) {
            if (way == 0) {
                o->type = (o->type + 1) % b->s.n_types;
            } else if (way == 1) {
                o->size++;
            } else {
                *o = to->objects[--to->n];
            }
            memset(&text, 0, sizeof text);
            sim_print(&b->s, to, b->seed, true, &text);
            followed_reload(&b->f, b->to, &text);
            graph_text_release(&text);
            return way != 0 || b->s.n_types > 1;
        }
    }
    return false;
}

static void other_objects(NO_STATE)
{
    static const char *const says[] = {"now, which is a", "now, which has",
                                       "where the later dump has none"};
    uint32_t done = 0;
    for (uint64_t seed = 1; seed <= 2 * rounds(); seed++) {
        uint32_t way = (uint32_t)(seed % 3);
        broken b;
        if (begin(&b, seed) && change_survivor(&b, way)) {
            if (followed_track(&b.f, b.from, b.to, false, b.why) != FOLLOWED_REFUSED ||
                b.f.err.line != 2000 + b.to || strstr(b.f.err.message, says[way]) == NULL) {
                fail_msg("seed %" PRIu64 ", way %" PRIu32 ": %s", seed, way, b.why);
            }
            done++;
        }
        end(&b);
    }
    assert_true(done > rounds() / 2);
}

/* ---- dumps -------------------------------------------------------------------------------- */

static void wrong_counts(NO_STATE)
{
    for (uint64_t seed = 1; seed <= rounds(); seed++) {
        broken b;
        gcv_dump_mark *mark;
        begin(&b, seed);
        for (size_t i = 0; i < b.s.n_dumps; i++) {
            const gcv_counts *counts = gcv_heap_counts(b.f.heaps[i]);
            mark = &b.f.moves->dumps.data[i];
            mark->counted = true;
            mark->objects = counts->objects;
            mark->bytes = counts->bytes;
        }
        assert_int_equal(followed_track(&b.f, b.from, b.to, false, b.why), FOLLOWED_RIGHT);
        size_t which = seed % 2 == 0 ? b.from : b.to;
        mark = &b.f.moves->dumps.data[which];
        mark->objects += seed / 2 % 2;
        mark->bytes -= 1 - seed / 2 % 2;
        assert_int_equal(followed_track(&b.f, b.from, b.to, false, b.why), FOLLOWED_REFUSED);
        assert_int_equal(b.f.err.line, 2000 + which);
        end(&b);
    }
}

/* The later dump first, and a number without a dump. */
static void wrong_dumps(NO_STATE)
{
    for (uint64_t seed = 1; seed <= rounds(); seed++) {
        broken b;
        if (begin(&b, seed)) {
            assert_int_equal(followed_track(&b.f, b.to, b.from, false, b.why), FOLLOWED_REFUSED);
            gcv_id_map_release(b.f.moves->ctx, &b.f.moves->dump_of);
            assert_int_equal(followed_track(&b.f, b.from, b.to, false, b.why), FOLLOWED_REFUSED);
            assert_non_null(strstr(b.f.err.message, "there is no dump"));
        }
        end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_collection),     cmocka_unit_test(gaps),
        cmocka_unit_test(missing_collections), cmocka_unit_test(missing_ranges),
        cmocka_unit_test(two_at_one_address),  cmocka_unit_test(other_objects),
        cmocka_unit_test(wrong_counts),        cmocka_unit_test(wrong_dumps),
    };
    return cmocka_run_group_tests_name("property.track_broken", tests, NULL, NULL);
}
