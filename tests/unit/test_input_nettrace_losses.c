/* Incomplete traces: missing parts are reported, and the trace is refused if numbers would be
 * wrong; damage, and lack of memory. */
#include "support/check.h"
#include "support/effort.h"
#include "support/nettrace_sample.h"
#include "support/trace_heaps.h"

#include <stdio.h>
#include <string.h>

typedef struct loss_case {
    sample_loss loss;
    const char *refused; /* part of the message without --salvage; NULL: not refused */
    uint32_t objects;    /* objects that are left with --salvage, or if not refused */
    const char *verdict;
} loss_case;

static const loss_case losses[] = {
    {LOSE_NODES_0, "node event 0 of snapshot 1 is missing", 0,
     "incomplete: 1 event lost; node event 0 is missing; edge count not balanced (objects have 3, "
     "6 came); 4 of 4 objects left out"},
    {LOSE_NODES_1, "the objects of snapshot 1 have 3 references, 6 came", 3,
     "incomplete: 1 event lost; edge count not balanced (objects have 3, 6 came)"},
    {LOSE_EDGES_0, "edge event 0 of snapshot 1 is missing", 0,
     "incomplete: 1 event lost; edge event 0 is missing; edge count not balanced (objects have 6, "
     "2 came); 7 of 7 objects left out"},
    {LOSE_EDGES_1, "the objects of snapshot 1 have 6 references, 4 came", 4,
     "incomplete: 1 event lost; edge count not balanced (objects have 6, 4 came); 3 of 7 objects "
     "left out"},
    {LOSE_ROOTS, NULL, 7,
     "incomplete: 1 event lost (nodes and edges add up); root event 0 is missing"},
    {LOSE_START, NULL, 7,
     "incomplete: no start event of the collection; no end event of the collection"},
    {LOSE_END, NULL, 7, "incomplete: no end event of the collection"},
    {LOSE_TYPES, NULL, 7, "incomplete: 4 types without names"},
    {LOSE_NOISE, NULL, 7, "incomplete: 1 event lost (nodes and edges add up)"},
};

static void test_losses(NO_STATE)
{
    for (size_t i = 0; i < CHECK_COUNT(losses); i++) {
        const loss_case *c = &losses[i];
        sample_trace(&trace, TRACE_V4, 8, c->loss);
        trace_heap l = trace_load(0, false);
        if (c->refused != NULL) {
            assert_int_equal(l.status, GCV_ERR_INPUT);
            if (strstr(l.err.message, c->refused) == NULL) {
                fail_msg("loss %zu: %s", i, l.err.message);
            }
            assert_non_null(strstr(l.err.message, "--salvage"));
            trace_unload(&l);
            l = trace_load(0, true);
        }
        assert_int_equal(l.status, GCV_OK);
        assert_string_equal(gcv_heap_verdict(l.heap), c->verdict);
        assert_int_equal(gcv_heap_n_objects(l.heap), c->objects);
        trace_unload(&l);
    }
}

/* The rest of a cut-off trace is correct: every object has all its references. */
static void test_cut(NO_STATE)
{
    static said_text whole, part;
    const size_t step = effort_is_reduced() ? 4 : 1;
    size_t results = 0;
    trace_heap l;
    for (unsigned variety = TRACE_NETPERF3; variety < TRACE_VARIETIES; variety++) {
        sample_trace(&trace, (trace_variety)variety, 8, LOSE_NOTHING);
        l = trace_load(0, false);
        trace_describe(l.heap, &whole);
        trace_unload(&l);
        for (size_t size = 1; size < trace.out.n; size += step) {
            l = trace_load_bytes(trace.out.data, size, NULL);
            assert_true(gcv_context_peak(l.ctx) <= 64 * size + 16 * 1024 * 1024);
            if (l.status == GCV_OK) {
                char reason[64];
                (void)snprintf(reason, sizeof reason, "incomplete: truncated at byte %zu", size);
                assert_memory_equal(gcv_heap_verdict(l.heap), reason, strlen(reason));
                trace_describe(l.heap, &part);
                results++;
                for (uint32_t i = 0; i < gcv_heap_n_objects(l.heap); i++) {
                    uint32_t n;
                    (void)gcv_heap_references(l.heap, i, &n);
                    assert_true(n <= 3);
                }
            } else {
                assert_int_equal(l.status, GCV_ERR_INPUT);
            }
            trace_unload(&l);
        }
    }
    assert_true(results > 1000 / step);
}

/* Any bytes give a heap or an error, in bounded memory, however they are read. */
static void test_mutations(NO_STATE)
{
    static unsigned char bytes[TRACE_MAX];
    gcv_load_options options = {0};
    uint64_t seed = 5;
    for (unsigned round = 0; round < effort_rounds(5000); round++) {
        unsigned n = 1 + round % 4;
        sample_trace(&trace, (trace_variety)(round % TRACE_VARIETIES), 8, LOSE_NOTHING);
        memcpy(bytes, trace.out.data, trace.out.n);
        while (n-- > 0) {
            bytes[check_below(&seed, trace.out.n)] = (unsigned char)check_random(&seed);
        }
        options.salvage = round % 2 == 0;
        options.keep_size_classes = round % 3 == 0;
        options.level = round % 5 == 0 ? GCV_LOAD_TALLY : GCV_LOAD_GRAPH;
        trace_heap l = trace_load_bytes(bytes, trace.out.n, &options);
        assert_true(l.status == GCV_OK || l.status == GCV_ERR_INPUT || l.status == GCV_ERR_LIMIT);
        assert_true(gcv_context_peak(l.ctx) <= 64 * trace.out.n + 16 * 1024 * 1024);
        trace_unload(&l);
    }
}

static void test_salvage_of_damage(NO_STATE)
{
    char reason[64];
    sample_begin(&trace, TRACE_V4, 8);
    sample_types(&trace, 1000);
    sample_dump(&trace, 2000, 5, LOSE_NOTHING);
    sample_type(&trace, 2100, 5, 0xbb, 8, "System.String[]", 4);
    trace_close_block(&trace);
    size_t at = trace.out.n;
    put_bytes(&trace.out, "nonsense", 8);
    trace_heap l = trace_load(0, false);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    assert_true(l.err.at_offset);
    assert_int_equal(l.err.line, at);
    trace_unload(&l);
    l = trace_load(0, true);
    assert_int_equal(l.status, GCV_OK);
    (void)snprintf(reason, sizeof reason, "incomplete: damaged at byte %zu", at);
    assert_string_equal(gcv_heap_verdict(l.heap), reason);
    trace_check_same(l.heap, sample_log);
    trace_unload(&l);
}

/* Sums of claimed counts overflow, counts are absurd: nothing is allocated for them. */
static void test_absurd_counts(NO_STATE)
{
    sample_begin(&trace, TRACE_V4, 8);
    sample_start(&trace, 2000, 1);
    sample_open(0, 3);
    sample_node(8, 0x100, 24, 1, UINT64_MAX);
    sample_node(8, 0x200, 24, 1, UINT64_MAX);
    sample_node(8, 0x300, UINT64_MAX, 1, 2);
    sample_send(&trace, ID_NODES, 1, 2001);
    sample_open(0, UINT32_MAX);
    sample_send(&trace, ID_EDGES, 1, 2002);
    sample_end(&trace, 2003, 1);
    trace_end(&trace);
    trace_heap l = trace_load(0, false);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    trace_unload(&l);
    l = trace_load(0, true);
    assert_int_equal(l.status, GCV_OK);
    assert_int_equal(gcv_heap_n_objects(l.heap), 0);
    assert_int_equal(gcv_heap_counts(l.heap)->malformed_lines, 1);
    trace_unload(&l);
}

static void test_failing_allocations(NO_STATE)
{
    uint64_t n;
    sample_trace(&trace, TRACE_V6, 8, LOSE_NOTHING);
    for (n = 1;; n++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_heap *heap = NULL;
        gcv_error err = {0};
        ctx->fail_at = n;
        gcv_status status =
            gcv_heap_load_memory(ctx, "trace", trace.out.data, trace.out.n, NULL, &heap, &err);
        bool failed = ctx->allocations >= n;
        assert_int_equal(status, failed ? GCV_ERR_MEMORY : GCV_OK);
        assert_int_equal(err.status, failed ? GCV_ERR_MEMORY : GCV_OK);
        gcv_heap_free(heap);
        check_context_free(ctx);
        if (!failed) {
            break;
        }
    }
    assert_true(n > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_losses),        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_mutations),     cmocka_unit_test(test_salvage_of_damage),
        cmocka_unit_test(test_absurd_counts), cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
