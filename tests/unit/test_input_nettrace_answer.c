/* Traces as a runtime sends them: with its answer in front, and without an end. */
#include "support/check.h"
#include "support/nettrace_sample.h"
#include "support/trace_heaps.h"
#include "support/tried.h"

#include "base/ipc.h"
#include "base/text.h"
#include "input/load/load_heap.h"

#include <stdio.h>
#include <string.h>

#define SESSION UINT64_C(0x7f03a400b2c0)

static trace_bytes input; /* the answer, then a trace */

static void put_message(unsigned set, unsigned command, const void *payload, size_t size)
{
    input.n = 0;
    put_bytes(&input, GCV_IPC_MAGIC, GCV_IPC_MAGIC_SIZE);
    put_u16(&input, (unsigned)(GCV_IPC_HEAD_SIZE + size));
    put_u8(&input, set);
    put_u8(&input, command);
    put_u16(&input, 0);
    put_bytes(&input, payload, size);
}

/* An answer with `more` unknown bytes, followed by the contents of `trace`. */
static void put_answered_trace(size_t more)
{
    static trace_bytes payload;
    payload.n = 0;
    put_u64(&payload, SESSION);
    put_bytes(&payload, "????????", more);
    put_message(GCV_IPC_SET_ANSWER, GCV_IPC_OK, payload.data, payload.n);
    put_bytes(&input, trace.out.data, trace.out.n);
}

static trace_heap load(size_t size) { return trace_load_bytes(input.data, size, NULL); }

/* Loads the contents of `trace` behind an answer; the verdict must be this one. */
static trace_heap load_answered(const char *verdict)
{
    put_answered_trace(0);
    trace_heap l = load(input.n);
    if (l.status != GCV_OK) {
        fail_msg("%s", l.err.message);
    }
    assert_string_equal(gcv_heap_verdict(l.heap), verdict);
    return l;
}

/* ---- whole traces --------------------------------------------------------------------------- */

static void test_same_heap(NO_STATE)
{
    for (unsigned variety = TRACE_V4; variety < TRACE_VARIETIES; variety++) {
        for (size_t more = 0; more < 4; more++) { /* blocks begin at multiples of 4 in the trace */
            sample_trace(&trace, (trace_variety)variety, 8, LOSE_NOTHING);
            put_answered_trace(more);
            trace_heap l = load(input.n);
            if (l.status != GCV_OK) {
                fail_msg("variety %u, %zu more: %s", variety, more, l.err.message);
            }
            assert_string_equal(gcv_heap_verdict(l.heap), "complete");
            assert_string_equal(trace_property(l.heap, "session"), "0x7f03a400b2c0");
            trace_check_same(l.heap, sample_log);
            trace_unload(&l);
        }
    }
    sample_trace(&trace, TRACE_V4, 8, LOSE_NOTHING);
    trace_heap l = trace_load(0, false);
    assert_null(trace_property(l.heap, "session"));
    trace_unload(&l);
}

/* ---- traces that stop anywhere --------------------------------------------------------------- */

/* One type, one object and one root: everything that a session for a dump sends. */
static void put_small_type(uint64_t time)
{
    sample_type(&trace, time, 1, 0xaa, 0, "Acme.Cache", 0);
}

static void put_small_dump(uint64_t time, uint32_t count)
{
    sample_open(0, 1);
    sample_node(8, 0x1000, 24, 1, 1);
    sample_send(&trace, ID_NODES, 1, time + 1);
    sample_open(0, 1);
    sample_edge(8, 0x1000);
    sample_send(&trace, ID_EDGES, 1, time + 2);
    sample_end(&trace, time + 3, count);
}

/* Makes a trace of one dump, and finds the end of the block with the end of the dump. */
static size_t put_small_trace(trace_variety variety)
{
    sample_begin(&trace, variety, 8);
    put_small_type(1900);
    sample_start(&trace, 2000, 5);
    put_small_dump(2000, 5);
    trace_close_block(&trace);
    return trace.out.n;
}

static size_t garbage(void)
{
    put_bytes(&trace.out, "no block of a trace begins like this", 36);
    return trace.out.n;
}

/* Nothing is read after the dump, not even damage: from a pipe, it might never arrive. */
static void test_end_of_dump(NO_STATE)
{
    for (unsigned variety = TRACE_V4; variety < TRACE_VARIETIES; variety++) {
        gcv_load_options options = {0};
        gcv_source source;
        size_t whole = put_small_trace((trace_variety)variety);
        (void)garbage();
        trace_heap l = trace_load(0, false); /* as a trace of its own */
        assert_true(l.status == GCV_ERR_INPUT || !gcv_heap_is_complete(l.heap));
        trace_unload(&l);
        l = load_answered("complete");
        assert_int_equal(gcv_heap_n_objects(l.heap), 1);
        gcv_heap_free(l.heap);
        gcv_source_memory(l.ctx, &source, "trace", input.data, input.n);
        gcv_heap_load_source(l.ctx, &source, &options, &l.heap);
        assert_true(source.taken <= input.n - trace.out.n + whole);
        trace_unload(&l);
    }
}

/* Before the dump has ended, the input is incomplete or has no dump; from then on it is complete.
 */
static void test_cut(NO_STATE)
{
    for (unsigned variety = TRACE_V4; variety < TRACE_VARIETIES; variety++) {
        size_t whole = put_small_trace((trace_variety)variety), incomplete = 0;
        trace_end(&trace);
        put_answered_trace(0);
        whole += input.n - trace.out.n;
        for (size_t size = 0; size <= input.n; size++) {
            trace_heap l = load(size);
            assert_true(gcv_context_peak(l.ctx) <= 64 * size + 16 * 1024 * 1024);
            if (l.status != GCV_OK) {
                assert_int_equal(l.status, GCV_ERR_INPUT);
                assert_true(size < whole);
            } else if (size < whole && !gcv_heap_is_complete(l.heap)) {
                assert_non_null(strstr(gcv_heap_verdict(l.heap), "truncated at byte"));
                incomplete++;
            } else { /* the row that ends the dump may arrive before its block does */
                assert_string_equal(gcv_heap_verdict(l.heap), "complete");
                assert_true(size + 8 >= whole);
            }
            trace_unload(&l);
        }
        assert_true(incomplete > 20);
    }
}

/* ---- what comes in another order --------------------------------------------------------------
 */

/* The beginning or a name comes from another thread, after the end. */
static void test_late_rows(NO_STATE)
{
    for (unsigned late = 0; late < 2; late++) {
        sample_begin(&trace, TRACE_V4, 8);
        if (late == 1) {
            sample_start(&trace, 2000, 5);
        } else {
            put_small_type(1900);
        }
        put_small_dump(2000, 5);
        trace_close_block(&trace);
        if (late == 1) {
            put_small_type(1900);
        } else {
            sample_start(&trace, 2000, 5);
        }
        trace_close_block(&trace);
        (void)garbage();
        trace_heap l = load_answered("complete");
        assert_true(gcv_slice_is(gcv_heap_type_name(l.heap, gcv_heap_object_type(l.heap, 0)),
                                 "Acme.Cache"));
        trace_unload(&l);
    }
}

/* Other collections before and after do not end it; a session for one dump has only one dump. */
static void test_other_collections(NO_STATE)
{
    sample_begin(&trace, TRACE_V4, 8);
    put_small_type(1900);
    sample_start(&trace, 1950, 4);
    sample_end(&trace, 1960, 4);
    trace_close_block(&trace);
    sample_start(&trace, 2000, 5);
    put_small_dump(2000, 5);
    trace_close_block(&trace);
    sample_start(&trace, 3000, 6);
    put_small_dump(3000, 6);
    trace_end(&trace);
    trace_heap l = load_answered("complete");
    assert_int_equal(gcv_heap_n_snapshots(l.heap), 1);
    assert_int_equal(gcv_heap_snapshot(l.heap, 0)->collection, 5);
    trace_unload(&l);
}

/* The file of a session that reports moves has all dumps that were taken during it. */
static void test_session_goes_on(NO_STATE)
{
    sample_begin(&trace, TRACE_V4, 8);
    put_small_type(1900);
    sample_start(&trace, 2000, 5);
    sample_range(&trace, 2000, 2, 0x1000, 0x100);
    put_small_dump(2000, 5);
    trace_close_block(&trace);
    sample_start(&trace, 3000, 6);
    put_small_dump(3000, 6);
    trace_close_block(&trace);
    trace_heap l = load_answered("complete");
    assert_int_equal(gcv_heap_n_snapshots(l.heap), 2);
    trace_unload(&l);
}

/* A dump with the memory of its object before and after the collection. */
static void put_aged_dump(uint64_t time, uint32_t count)
{
    sample_start(&trace, time, count);
    sample_range(&trace, time + 1, 0, 0x1000, 0x100);
    sample_open(0, 1);
    sample_node(8, 0x1000, 24, 1, 0);
    sample_send(&trace, ID_NODES, 1, time + 2);
    sample_range(&trace, time + 3, 2, 0x1000, 0x100);
    sample_end(&trace, time + 4, count);
    trace_close_block(&trace);
}

/* Loads a session that reports moves, with two dumps; `live`: as from a pipe. */
static trace_heap load_session(bool live, gcv_load_options options)
{
    trace_heap l;
    gcv_source source;
    sample_begin(&trace, TRACE_V4, 8);
    put_small_type(1900);
    put_aged_dump(2000, 5);
    put_aged_dump(3000, 6);
    put_answered_trace(0);
    memset(&l, 0, sizeof l);
    l.ctx = gcv_context_new(0);
    gcv_source_memory(l.ctx, &source, "trace", input.data, input.n);
    source.live = live;
    l.status = tried(l.ctx, &l.err, gcv_heap_load_source(l.ctx, &source, &options, &l.heap));
    assert_int_equal(l.status, GCV_OK);
    assert_string_equal(gcv_heap_verdict(l.heap), "complete");
    assert_int_equal(gcv_heap_object_generation(l.heap, 0), 2);
    return l;
}

/* A command that reads the session as it comes, and needs no more than one dump, does not wait for
 * others. */
static void test_live_session(NO_STATE)
{
    static const struct {
        bool live, moves;
        uint32_t snapshot;
        size_t n_snapshots;
    } cases[] = {
        {true, false, GCV_SNAPSHOT_LAST, 1},
        {true, false, GCV_SNAPSHOT_FIRST, 1},
        {true, false, 1, 1},
        {true, false, 2, 2},
        {true, true, GCV_SNAPSHOT_FIRST, 2},
        {false, false, GCV_SNAPSHOT_LAST, 2},
        {false, false, 1, 2},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_load_options options = {0};
        options.snapshot = cases[i].snapshot;
        options.with_moves = cases[i].moves;
        trace_heap l = load_session(cases[i].live, options);
        assert_int_equal(gcv_heap_n_snapshots(l.heap), cases[i].n_snapshots);
        trace_unload(&l);
    }
}

/* The next collection's memory says nothing of a dump whose end is lost. */
static void test_later_generations(NO_STATE)
{
    sample_begin(&trace, TRACE_V4, 8);
    put_small_type(1900);
    sample_start(&trace, 2000, 5);
    sample_lone_node(&trace, 2001, 0x1000);
    sample_start(&trace, 3000, 6);
    sample_range(&trace, 3001, 0, 0x1000, 0x100);
    sample_end(&trace, 3002, 6);
    trace_end(&trace);
    trace_heap l = trace_load(0, false);
    assert_int_equal(l.status, GCV_OK);
    assert_int_equal(gcv_heap_n_objects(l.heap), 1);
    assert_int_equal(gcv_heap_object_generation(l.heap, 0), GCV_NONE);
    trace_unload(&l);
}

/* The records of types show why names are missing: no record, or a record without a name. */
static void test_without_names(NO_STATE)
{
    static const struct {
        const char *names[2]; /* NULL: no record */
        const char *verdict;
    } cases[] = {
        {{"Acme.Cache", "Acme.Item"}, "complete"},
        {{"Acme.Cache", NULL},
         "incomplete: 1 type without a name (was another session open? gcview help capture)"},
        {{"", NULL},
         "incomplete: 2 types without names, 1 of them without a record (was another session open? "
         "gcview help capture)"},
        {{NULL, NULL},
         "incomplete: 2 types without names (was another session open? gcview help capture)"},
        {{"", ""}, "incomplete: 2 types without names (NativeAOT? gcview help capture)"},
        {{"Acme.Cache", ""}, "incomplete: 1 type without a name"},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        sample_begin(&trace, TRACE_V4, 8);
        for (size_t k = 0; k < 2; k++) {
            if (cases[i].names[k] != NULL) {
                sample_type(&trace, 1900 + k, k + 1, 0xaa, 0, cases[i].names[k], 0);
            }
        }
        sample_start(&trace, 2000, 5);
        sample_open(0, 2);
        sample_node(8, 0x1000, 24, 1, 0);
        sample_node(8, 0x1018, 24, 2, 0);
        sample_send(&trace, ID_NODES, 1, 2001);
        sample_end(&trace, 2003, 5);
        trace_close_block(&trace);
        trace_heap l = load_answered(cases[i].verdict);
        trace_unload(&l);
    }
}

/* A dump that is cut off may lack names, too: this is no sign of another session. */
static void test_cut_without_names(NO_STATE)
{
    static const char ending[] = "; 1 type without a name";
    sample_begin(&trace, TRACE_V4, 8);
    sample_start(&trace, 2000, 5);
    sample_lone_node(&trace, 2001, 0x1000);
    trace_close_block(&trace);
    put_answered_trace(0);
    trace_heap l = load(input.n);
    assert_int_equal(l.status, GCV_OK);
    const char *verdict = gcv_heap_verdict(l.heap);
    assert_true(strlen(verdict) > strlen(ending));
    assert_string_equal(verdict + strlen(verdict) - strlen(ending), ending);
    trace_unload(&l);
}

/* Events beyond the buffer of the runtime are lost; a request can allow a larger buffer. */
static void test_lost_events(NO_STATE)
{
    static const sample_loss losses[] = {LOSE_EDGES_0, LOSE_EDGES_1};
    for (size_t i = 0; i < CHECK_COUNT(losses); i++) {
        sample_trace(&trace, TRACE_V4, 8, losses[i]);
        trace_heap l = trace_load(0, false); /* taken by another tool */
        assert_int_equal(l.status, GCV_ERR_INPUT);
        assert_null(strstr(l.err.message, "--buffer"));
        trace_unload(&l);
        put_answered_trace(0);
        l = load(input.n);
        assert_int_equal(l.status, GCV_ERR_INPUT);
        assert_non_null(strstr(l.err.message, "; 'gcview request --buffer' makes room for all)"));
        trace_unload(&l);
    }
}

/* ---- no trace ------------------------------------------------------------------------------- */

typedef struct bad_answer {
    unsigned set, command;
    const char *payload;
    size_t size;
    const char *says;
} bad_answer;

static void test_no_trace(NO_STATE)
{
    static const bad_answer answers[] = {
        {0xff, 0xff, "\x84\x13\x13\x80", 4, "it cannot read the request (0x80131384)"},
        {0xff, 0xff, "\x85\x13\x13\x80", 4, "it does not know this request"},
        {0xff, 0xff, "\x86\x13\x13\x80", 4, "this version of the protocol"},
        {0xff, 0xff, "\x15\x15\x13\x80", 4, "it does not support the request"},
        {0xff, 0xff, "\x5b\x13\x13\x80", 4, "cannot be had yet"},
        {0xff, 0xff, "\x71\x13\x13\x80", 4, "has not started yet"},
        {0xff, 0xff, "\x57\x00\x07\x80", 4, "a session may have ended already"},
        {0xff, 0xff, "\x05\x40\x00\x80", 4, "it failed (0x80004005)"},
        {0xff, 0xff, "\x78\x56\x34\x12", 4, "for a reason of its own (0x12345678)"},
        {0xff, 0xff, "\x78\x56\x34", 3, "an answer of the runtime that nobody knows"},
        {0xff, 0x00, "1234567", 7, "an answer of the runtime that nobody knows"},
        {0xff, 0x01, "12345678", 8, "an answer of the runtime that nobody knows"},
        {0xff, 0x00, "12345678", 8, "the runtime has answered, but no trace follows"},
        {0x02, 0x03, "12345678", 8, "this is a request to a runtime, not the answer"},
        {0xff, 0x00, "12345678, no trace", 18, "the runtime has answered, but no trace follows"},
    };
    for (size_t i = 0; i < CHECK_COUNT(answers); i++) {
        put_message(answers[i].set, answers[i].command, answers[i].payload, answers[i].size);
        trace_heap l = load(input.n);
        assert_int_equal(l.status, GCV_ERR_INPUT);
        if (strstr(l.err.message, answers[i].says) == NULL) {
            fail_msg("no \"%s\" in: %s", answers[i].says, l.err.message);
        }
        trace_unload(&l);
    }
    put_message(0xff, 0, "12345678", 8);
    put_bytes(&input, "Nothing of a trace, however long", 32);
    trace_heap l = load(input.n);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    assert_non_null(strstr(l.err.message, "damaged trace"));
    trace_unload(&l);
}

/* A size below that of the head. */
static void test_wrong_size(NO_STATE)
{
    put_message(0xff, 0, "12345678", 8);
    input.data[GCV_IPC_MAGIC_SIZE] = GCV_IPC_HEAD_SIZE - 1;
    trace_heap l = load(input.n);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    assert_non_null(strstr(l.err.message, "an answer of the runtime of 19 bytes"));
    trace_unload(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_heap),
        cmocka_unit_test(test_end_of_dump),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_late_rows),
        cmocka_unit_test(test_other_collections),
        cmocka_unit_test(test_session_goes_on),
        cmocka_unit_test(test_live_session),
        cmocka_unit_test(test_later_generations),
        cmocka_unit_test(test_without_names),
        cmocka_unit_test(test_cut_without_names),
        cmocka_unit_test(test_lost_events),
        cmocka_unit_test(test_no_trace),
        cmocka_unit_test(test_wrong_size),
    };
    return cmocka_run_group_tests_name("input.nettrace_answer", tests, NULL, NULL);
}
