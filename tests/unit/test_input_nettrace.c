/* Whole traces: the heap is that of the RPM log written by hand, whatever the container; what is
 * missing is told, and refused where numbers would be wrong. */
#include "support/check.h"
#include "support/nettrace_sample.h"

#include "base/attr.h"
#include "base/context.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static trace_writer w;

typedef struct loaded {
    gcv_context *ctx;
    gcv_heap *heap; /* NULL: it failed */
    gcv_status status;
    gcv_error err;
} loaded;

static loaded load_bytes(const void *bytes, size_t size, const gcv_load_options *options)
{
    loaded l;
    memset(&l, 0, sizeof l);
    l.ctx = gcv_context_new(0);
    l.status = gcv_heap_load_memory(l.ctx, "trace", bytes, size, options, &l.heap, &l.err);
    return l;
}

static loaded load(uint32_t snapshot, bool salvage)
{
    gcv_load_options options;
    memset(&options, 0, sizeof options);
    options.snapshot = snapshot;
    options.salvage = salvage;
    return load_bytes(w.out.data, w.out.n, &options);
}

static void unload(loaded *l)
{
    gcv_heap_free(l->heap);
    assert_int_equal(gcv_context_used(l->ctx), 0);
    gcv_context_free(l->ctx);
}

/* ---- a heap as text ---------------------------------------------------------------------------
 */

typedef struct text {
    char data[8192];
    size_t n;
} text;

static void say(text *out, const char *format, ...) GCV_PRINTF(2, 3);

static void say(text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    out->n += (size_t)vsnprintf(out->data + out->n, sizeof out->data - out->n, format, args);
    va_end(args);
    assert_true(out->n < sizeof out->data);
}

static void tell(const gcv_heap *heap, text *out)
{
    uint32_t i, k, n;
    out->n = 0;
    for (i = 0; i < gcv_heap_n_objects(heap); i++) {
        gcv_slice name = gcv_heap_type_name(heap, gcv_heap_object_type(heap, i));
        const uint32_t *refs = gcv_heap_references(heap, i, &n);
        say(out, "%" PRIx64 " %" PRIu64 " %.*s:", gcv_heap_object_id(heap, i),
            gcv_heap_object_bytes(heap, i), (int)name.size, name.data);
        for (k = 0; k < n; k++) {
            say(out, " %" PRIx64, gcv_heap_object_id(heap, refs[k]));
        }
        say(out, "\n");
    }
    for (i = 0; i < gcv_heap_n_roots(heap); i++) {
        const gcv_root *root = gcv_heap_root(heap, i);
        say(out, "root %u %u %" PRIx64 "\n", (unsigned)root->kind, (unsigned)root->flags, root->id);
    }
}

static void check_same(const gcv_heap *heap, const char *log)
{
    static text one, other;
    loaded l = load_bytes(log, strlen(log), NULL);
    assert_int_equal(l.status, GCV_OK);
    tell(l.heap, &one);
    tell(heap, &other);
    assert_string_equal(other.data, one.data);
    unload(&l);
}

/* ---- varieties --------------------------------------------------------------------------------
 */

static void test_same_heap(void **unused)
{
    unsigned variety, pointer_size;
    (void)unused;
    for (variety = 0; variety < TRACE_VARIETIES; variety++) {
        for (pointer_size = 4; pointer_size <= 8; pointer_size += 4) {
            loaded l;
            if (variety == TRACE_NETPERF2 && pointer_size == 4) {
                continue; /* does not say how wide pointers are */
            }
            sample_trace(&w, (trace_variety)variety, pointer_size, LOSE_NOTHING);
            l = load(0, false);
            if (l.status != GCV_OK) {
                fail_msg("variety %u: %s", variety, l.err.message);
            }
            assert_string_equal(gcv_heap_format(l.heap), "nettrace");
            assert_string_equal(gcv_heap_verdict(l.heap), "complete");
            check_same(l.heap, sample_log);
            assert_int_equal(gcv_heap_facts(l.heap)->references, 7);
            assert_int_equal(gcv_heap_facts(l.heap)->anomalies, 0);
            unload(&l);
        }
    }
}

static gcv_slice module_of(const gcv_heap *heap, uint64_t id)
{
    return gcv_heap_type_module(heap, gcv_heap_object_type(heap, gcv_heap_find(heap, 0, id)));
}

static void test_beside_the_graph(void **unused)
{
    static const uint64_t ids[] = {0x1000, 0x1070, 0x1090, 0x10a8, 0x2000};
    static const uint32_t generations[] = {2, 2, 3, 3, GCV_NONE};
    static const char *const labels[] = {
        "Acme.Cache.instance", "strong", NULL, NULL, NULL, "frozen"};
    loaded l;
    size_t i;
    (void)unused;
    sample_trace(&w, TRACE_V4, 8, LOSE_NOTHING);
    l = load(0, false);
    assert_int_equal(l.status, GCV_OK);
    for (i = 0; i < CHECK_COUNT(ids); i++) {
        assert_int_equal(gcv_heap_object_generation(l.heap, gcv_heap_find(l.heap, 0, ids[i])),
                         generations[i]);
    }
    assert_true(gcv_slice_equal(module_of(l.heap, 0x1000), gcv_slice_str("/app/Acme.dll")));
    assert_null(module_of(l.heap, 0x1070).data);
    assert_int_equal(gcv_heap_n_roots(l.heap), CHECK_COUNT(labels));
    for (i = 0; i < CHECK_COUNT(labels); i++) {
        gcv_slice label = gcv_heap_root(l.heap, (uint32_t)i)->label;
        assert_int_equal(label.data != NULL, labels[i] != NULL);
        assert_true(labels[i] == NULL || gcv_slice_equal(label, gcv_slice_str(labels[i])));
    }
    unload(&l);
}

static const char *fact(const gcv_heap *heap, const char *key)
{
    size_t i;
    for (i = 0; i < gcv_heap_n_facts(heap); i++) {
        if (strcmp(gcv_heap_fact(heap, i)->key, key) == 0) {
            return gcv_heap_fact(heap, i)->value.data;
        }
    }
    return NULL;
}

static void test_facts(void **unused)
{
    loaded l;
    (void)unused;
    sample_trace(&w, TRACE_V4, 8, LOSE_NOTHING);
    l = load(0, false);
    assert_string_equal(fact(l.heap, "process"), "/app/acme --fast");
    assert_string_equal(fact(l.heap, "process_id"), "4321");
    assert_string_equal(fact(l.heap, "pointer_size"), "8");
    assert_string_equal(fact(l.heap, "os"), "Linux");
    assert_string_equal(fact(l.heap, "architecture"), "x64");
    assert_string_equal(fact(l.heap, "collection"), "5");
    /* One millisecond behind the beginning, which is 1.5 s before the end of February. */
    assert_string_equal(fact(l.heap, "collected"), "2026-02-28 23:59:58 UTC");
    unload(&l);
    sample_begin(&w, TRACE_V4, 8);
    sample_dump(&w, 1000 + 1500000, 5, LOSE_NOTHING);
    trace_end(&w);
    l = load(0, false);
    assert_string_equal(fact(l.heap, "collected"), "2026-03-01 00:00:00 UTC");
    assert_int_equal(gcv_heap_snapshot(l.heap, 0)->time_ms, 1500);
    unload(&l);
}

/* ---- size classes ------------------------------------------------------------------------------
 */

static void test_size_classes(void **unused)
{
    static const uint64_t sizes[] = {1000,    1001,     10000,     10001,     100001,
                                     1000001, 10000001, 100000001, 5000000000};
    static const char *const names[] = {"T",
                                        "T (Bytes > 1K)",
                                        "T (Bytes > 1K)",
                                        "T (Bytes > 10K)",
                                        "T (Bytes > 100K)",
                                        "T (Bytes > 1M)",
                                        "T (Bytes > 10M)",
                                        "T (Bytes > 100M)",
                                        "T (Bytes > 100M)"};
    gcv_load_options options;
    unsigned keep;
    size_t i;
    (void)unused;
    sample_begin(&w, TRACE_V6, 8);
    sample_start(&w, 2000, 1);
    sample_open(0, CHECK_COUNT(sizes));
    for (i = 0; i < CHECK_COUNT(sizes); i++) {
        sample_node(8, 0x100 * (i + 1), sizes[i], UINT64_MAX, 0); /* an id that might be taken */
    }
    sample_send(&w, ID_NODES, 1, 2001);
    sample_end(&w, 2002, 1);
    sample_type(&w, 2003, UINT64_MAX, 1, 0, "T", 0);
    trace_end(&w);
    memset(&options, 0, sizeof options);
    for (keep = 0; keep < 2; keep++) {
        loaded l;
        options.keep_size_classes = keep == 1;
        l = load_bytes(w.out.data, w.out.n, &options);
        assert_int_equal(l.status, GCV_OK);
        assert_string_equal(gcv_heap_verdict(l.heap), "complete");
        for (i = 0; i < CHECK_COUNT(sizes); i++) {
            uint32_t object = gcv_heap_find(l.heap, 0, 0x100 * (i + 1));
            assert_int_equal(gcv_heap_object_bytes(l.heap, object), sizes[i]);
            assert_true(
                gcv_slice_equal(gcv_heap_type_name(l.heap, gcv_heap_object_type(l.heap, object)),
                                gcv_slice_str(keep ? names[i] : "T")));
        }
        unload(&l);
    }
}

/* ---- snapshots ---------------------------------------------------------------------------------
 */

static void test_snapshots(void **unused)
{
    loaded l;
    uint32_t i;
    (void)unused;
    sample_begin(&w, TRACE_V4, 8);
    sample_types(&w, 1000);
    sample_start(&w, 1500, 4); /* a collection that dumps nothing is no snapshot */
    sample_end(&w, 1600, 4);
    sample_dump(&w, 2000, 5, LOSE_EDGES_1);
    sample_dump(&w, 3000, 6, LOSE_NOTHING);
    sample_dump(&w, 4000, 7, LOSE_NOTHING);
    sample_type(&w, 5000, 5, 0xbb, 8, "System.String[]", 4);
    trace_end(&w);
    for (i = 0; i <= 3; i++) {
        uint32_t chosen = i == 0 ? 2 : i, k; /* without a wish the first complete one */
        l = load(i, i == 1);
        assert_int_equal(l.status, GCV_OK);
        assert_int_equal(gcv_heap_n_snapshots(l.heap), 3);
        for (k = 0; k < 3; k++) {
            const gcv_snapshot *snapshot = gcv_heap_snapshot(l.heap, k);
            assert_int_equal(snapshot->number, k + 1);
            assert_int_equal(snapshot->collection, k + 5);
            assert_int_equal(snapshot->generation, 2);
            assert_int_equal(snapshot->time_ms, k + 1);
            assert_int_equal(snapshot->objects, 7);
            assert_int_equal(snapshot->bytes, 224);
            assert_int_equal(snapshot->references, k == 0 ? 5 : 7);
            assert_int_equal(snapshot->roots, 5);
            assert_int_equal(snapshot->complete, k != 0);
            assert_int_equal(snapshot->chosen, k + 1 == chosen);
        }
        if (chosen > 1) {
            check_same(l.heap, sample_log);
        }
        unload(&l);
    }
    l = load(4, false);
    assert_int_equal(l.status, GCV_ERR_USAGE);
    assert_non_null(strstr(l.err.message, "no snapshot 4; the file has 3"));
    unload(&l);
}

static void test_no_dump(void **unused)
{
    loaded l;
    (void)unused;
    sample_begin(&w, TRACE_V4, 8);
    sample_types(&w, 1000);
    sample_start(&w, 1500, 4);
    sample_end(&w, 1600, 4);
    trace_end(&w);
    l = load(0, false);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    assert_non_null(strstr(l.err.message, "no heap dump"));
    unload(&l);
}

/* A foreground collection within a background one: the dump is its own. */
static void test_nested_collections(void **unused)
{
    loaded l;
    (void)unused;
    sample_begin(&w, TRACE_V4, 8);
    sample_types(&w, 1000);
    sample_event.n = 0;
    put_u32(&sample_event, 8);
    put_u32(&sample_event, 2);
    put_u32(&sample_event, 0);
    put_u32(&sample_event, 1); /* background */
    put_u16(&sample_event, 0);
    put_u64(&sample_event, 0);
    sample_send(&w, ID_START, 2, 1500);
    sample_dump(&w, 2000, 9, LOSE_NOTHING);
    sample_end(&w, 3000, 8);
    sample_type(&w, 5000, 5, 0xbb, 8, "System.String[]", 4);
    trace_end(&w);
    l = load(0, false);
    assert_int_equal(l.status, GCV_OK);
    assert_string_equal(gcv_heap_verdict(l.heap), "complete");
    assert_int_equal(gcv_heap_n_snapshots(l.heap), 1);
    assert_int_equal(gcv_heap_snapshot(l.heap, 0)->collection, 9);
    check_same(l.heap, sample_log);
    unload(&l);
}

/* A collection can take a dump between events of its own; what belongs to it is whole when that
 * ends, even if the collection itself does not. */
static void test_aware(void **unused)
{
    loaded l;
    (void)unused;
    sample_begin(&w, TRACE_V4, 8);
    sample_start(&w, 2000, 3);
    sample_event.n = 0;
    put_u32(&sample_event, 3);
    put_u16(&sample_event, 0);
    sample_send(&w, ID_AWARE_START, 1, 2001);
    sample_open(0, 1);
    sample_node(8, 0x100, 24, 1, 0);
    sample_send(&w, ID_NODES, 1, 2002);
    sample_event.n = 0;
    put_u32(&sample_event, 3);
    put_u16(&sample_event, 0);
    sample_send(&w, ID_AWARE_END, 1, 2003);
    sample_type(&w, 2004, 1, 1, 0, "T", 0);
    trace_end(&w);
    l = load(0, false);
    assert_int_equal(l.status, GCV_OK);
    assert_string_equal(gcv_heap_verdict(l.heap), "complete");
    assert_int_equal(gcv_heap_n_snapshots(l.heap), 1);
    assert_int_equal(gcv_heap_snapshot(l.heap, 0)->collection, 3);
    unload(&l);
}

/* Two processes in one trace, at once: their records do not meet, and neither do types of one id.
 * What one says of itself is not told of the other. */
static void test_processes(void **unused)
{
    static const char *const names[] = {"One", "Two"};
    static const unsigned generations[] = {2, 0};
    unsigned i, k;
    (void)unused;
    sample_begin(&w, TRACE_V6, 8);
    trace_thread(&w, 1, 11);
    trace_thread(&w, 2, 22);
    sample_event.n = 0;
    put_utf16z(&sample_event, "/app/one");
    put_utf16z(&sample_event, "Linux");
    put_utf16z(&sample_event, "x64");
    sample_send(&w, ID_PROCESS, 1, 1000);
    for (k = 0; k < 4; k++) {
        for (i = 0; i < 2 && k == 2; i++) {
            sample_event.n = 0;
            put_u8(&sample_event, generations[i]);
            put_ptr(&sample_event, 0x100, 8);
            put_u64(&sample_event, 0x80);
            put_u64(&sample_event, 0x100);
            put_u16(&sample_event, 0);
            sample_send(&w, ID_RANGE, 1 + i, 2000 + k);
        }
        for (i = 0; i < 2; i++) { /* start, nodes, end, types of both in turn */
            sample_event.n = 0;
            put_u32(&sample_event, k == 1 ? 0 : 1);
            if (k == 0) {
                put_u32(&sample_event, 2);
                put_u32(&sample_event, 1);
                put_u32(&sample_event, 0);
            } else if (k == 1) {
                put_u32(&sample_event, 1);
            } else if (k == 2) {
                put_u32(&sample_event, 2);
            }
            put_u16(&sample_event, 0);
            if (k == 1) {
                sample_node(8, 0x100, 24 + i, 1, 0);
            } else if (k == 3) {
                put_u64(&sample_event, 1);
                put_u64(&sample_event, 0);
                put_u64(&sample_event, 0);
                put_u8(&sample_event, 18);
                put_utf16z(&sample_event, names[i]);
                put_u32(&sample_event, 0);
            }
            sample_send(&w,
                        k == 0   ? ID_START
                        : k == 1 ? ID_NODES
                        : k == 2 ? ID_END
                                 : ID_TYPES,
                        1 + i, 2000 + k);
        }
    }
    trace_end(&w);
    for (i = 0; i < 2; i++) {
        loaded l = load(i + 1, false);
        assert_int_equal(l.status, GCV_OK);
        assert_string_equal(gcv_heap_verdict(l.heap), "complete");
        assert_int_equal(gcv_heap_n_snapshots(l.heap), 2);
        assert_int_equal(gcv_heap_n_objects(l.heap), 1);
        assert_int_equal(gcv_heap_object_bytes(l.heap, 0), 24 + i);
        assert_true(gcv_slice_equal(gcv_heap_type_name(l.heap, 0), gcv_slice_str(names[i])));
        assert_int_equal(gcv_heap_object_generation(l.heap, 0), generations[i]);
        assert_string_equal(fact(l.heap, "process_id"), i == 0 ? "11" : "22");
        assert_true(i == 0 ? strcmp(fact(l.heap, "process"), "/app/one") == 0
                           : fact(l.heap, "process") == NULL && fact(l.heap, "os") == NULL);
        unload(&l);
    }
}

/* Types share a module with a very long path: no more memory is taken than for a trace of that
 * size.
 */
static void test_shared_module(void **unused)
{
    enum { N = 1500, LONG = 40000 };
    static char path[LONG + 1];
    loaded l;
    uint32_t i;
    (void)unused;
    memset(path, 'm', LONG);
    sample_begin(&w, TRACE_V4, 8);
    sample_start(&w, 2000, 1);
    for (i = 1; i <= N; i++) {
        sample_type(&w, 2001, i, 0xaa, 0, "T", 0);
    }
    sample_open(0, N);
    for (i = 1; i <= N; i++) {
        sample_node(8, 0x1000 + 8 * i, 8, i, 0);
    }
    sample_send(&w, ID_NODES, 1, 2002);
    sample_end(&w, 2003, 1);
    sample_event.n = 0;
    put_u64(&sample_event, 0xaa);
    put_u64(&sample_event, 1);
    put_u64(&sample_event, 0);
    put_utf16z(&sample_event, path);
    sample_send(&w, ID_MODULE, 3, 3000);
    trace_end(&w);
    l = load(0, false);
    assert_int_equal(l.status, GCV_OK);
    assert_int_equal(gcv_heap_n_objects(l.heap), N);
    assert_int_equal(gcv_heap_type_module(l.heap, 0).size, 4096);
    assert_true(gcv_context_peak(l.ctx) < 64 * w.out.n + (16u << 20));
    unload(&l);
}

/* ---- what is missing ---------------------------------------------------------------------------
 */

typedef struct loss_case {
    sample_loss loss;
    const char *refused; /* part of the message without --salvage; NULL: not refused */
    uint32_t objects;    /* that are left then, or in any case */
    const char *verdict;
} loss_case;

static const loss_case losses[] = {
    {LOSE_NODES_0, "node event 0 of snapshot 1 is missing", 0,
     "incomplete: 1 events lost; node event 0 is missing; edge count not balanced (objects have 3, "
     "6 came); 4 of 4 objects left out"},
    {LOSE_NODES_1, "the objects of snapshot 1 have 3 references, 6 came", 3,
     "incomplete: 1 events lost; edge count not balanced (objects have 3, 6 came)"},
    {LOSE_EDGES_0, "edge event 0 of snapshot 1 is missing", 0,
     "incomplete: 1 events lost; edge event 0 is missing; edge count not balanced (objects have 6, "
     "2 came); 7 of 7 objects left out"},
    {LOSE_EDGES_1, "the objects of snapshot 1 have 6 references, 4 came", 4,
     "incomplete: 1 events lost; edge count not balanced (objects have 6, 4 came); 3 of 7 objects "
     "left out"},
    {LOSE_ROOTS, NULL, 7,
     "incomplete: 1 events lost (nodes and edges add up); root event 0 is missing"},
    {LOSE_START, NULL, 7,
     "incomplete: no start event of the collection; no end event of the collection"},
    {LOSE_END, NULL, 7, "incomplete: no end event of the collection"},
    {LOSE_TYPES, NULL, 7, "incomplete: 4 types without names"},
    {LOSE_NOISE, NULL, 7, "incomplete: 1 events lost (nodes and edges add up)"},
};

static void test_losses(void **unused)
{
    size_t i;
    (void)unused;
    for (i = 0; i < CHECK_COUNT(losses); i++) {
        const loss_case *c = &losses[i];
        loaded l;
        sample_trace(&w, TRACE_V4, 8, c->loss);
        l = load(0, false);
        if (c->refused != NULL) {
            assert_int_equal(l.status, GCV_ERR_INPUT);
            if (strstr(l.err.message, c->refused) == NULL) {
                fail_msg("loss %zu: %s", i, l.err.message);
            }
            assert_non_null(strstr(l.err.message, "--salvage"));
            unload(&l);
            l = load(0, true);
        }
        assert_int_equal(l.status, GCV_OK);
        assert_string_equal(gcv_heap_verdict(l.heap), c->verdict);
        assert_int_equal(gcv_heap_n_objects(l.heap), c->objects);
        unload(&l);
    }
}

/* What a cut leaves is right as far as it goes: every object has all its references. */
static void test_cut(void **unused)
{
    static text whole, part;
    unsigned variety;
    size_t size, results = 0;
    loaded l;
    (void)unused;
    for (variety = TRACE_NETPERF3; variety < TRACE_VARIETIES; variety++) {
        sample_trace(&w, (trace_variety)variety, 8, LOSE_NOTHING);
        l = load(0, false);
        tell(l.heap, &whole);
        unload(&l);
        for (size = 1; size < w.out.n; size++) {
            l = load_bytes(w.out.data, size, NULL);
            assert_true(gcv_context_peak(l.ctx) <= 64 * size + 16 * 1024 * 1024);
            if (l.status == GCV_OK) {
                char reason[64];
                uint32_t i;
                (void)snprintf(reason, sizeof reason, "incomplete: truncated at byte %zu", size);
                assert_memory_equal(gcv_heap_verdict(l.heap), reason, strlen(reason));
                tell(l.heap, &part);
                results++;
                for (i = 0; i < gcv_heap_n_objects(l.heap); i++) {
                    uint32_t n;
                    (void)gcv_heap_references(l.heap, i, &n);
                    assert_true(n <= 3);
                }
            } else {
                assert_int_equal(l.status, GCV_ERR_INPUT);
            }
            unload(&l);
        }
    }
    assert_true(results > 1000);
}

/* Any bytes: a heap or an error, in bounded memory, whichever way it is read. */
static void test_mutations(void **unused)
{
    static unsigned char bytes[TRACE_MAX];
    gcv_load_options options;
    uint64_t seed = 5;
    unsigned round;
    (void)unused;
    memset(&options, 0, sizeof options);
    for (round = 0; round < 5000; round++) {
        unsigned n = 1 + round % 4;
        loaded l;
        sample_trace(&w, (trace_variety)(round % TRACE_VARIETIES), 8, LOSE_NOTHING);
        memcpy(bytes, w.out.data, w.out.n);
        while (n-- > 0) {
            bytes[check_below(&seed, w.out.n)] = (unsigned char)check_random(&seed);
        }
        options.salvage = round % 2 == 0;
        options.keep_size_classes = round % 3 == 0;
        options.level = round % 5 == 0 ? GCV_LOAD_TALLY : GCV_LOAD_GRAPH;
        l = load_bytes(bytes, w.out.n, &options);
        assert_true(l.status == GCV_OK || l.status == GCV_ERR_INPUT || l.status == GCV_ERR_LIMIT);
        assert_true(gcv_context_peak(l.ctx) <= 64 * w.out.n + 16 * 1024 * 1024);
        unload(&l);
    }
}

static void test_salvage_of_damage(void **unused)
{
    char reason[64];
    size_t at;
    loaded l;
    (void)unused;
    sample_begin(&w, TRACE_V4, 8);
    sample_types(&w, 1000);
    sample_dump(&w, 2000, 5, LOSE_NOTHING);
    sample_type(&w, 2100, 5, 0xbb, 8, "System.String[]", 4);
    trace_close_block(&w);
    at = w.out.n;
    put_bytes(&w.out, "nonsense", 8);
    l = load(0, false);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    assert_true(l.err.at_offset);
    assert_int_equal(l.err.line, at);
    unload(&l);
    l = load(0, true);
    assert_int_equal(l.status, GCV_OK);
    (void)snprintf(reason, sizeof reason, "incomplete: damaged at byte %zu", at);
    assert_string_equal(gcv_heap_verdict(l.heap), reason);
    check_same(l.heap, sample_log);
    unload(&l);
}

/* Sums of claims wrap, counts are absurd: nothing is allocated for them. */
static void test_absurd_counts(void **unused)
{
    loaded l;
    (void)unused;
    sample_begin(&w, TRACE_V4, 8);
    sample_start(&w, 2000, 1);
    sample_open(0, 3);
    sample_node(8, 0x100, 24, 1, UINT64_MAX);
    sample_node(8, 0x200, 24, 1, UINT64_MAX);
    sample_node(8, 0x300, UINT64_MAX, 1, 2);
    sample_send(&w, ID_NODES, 1, 2001);
    sample_open(0, UINT32_MAX);
    sample_send(&w, ID_EDGES, 1, 2002);
    sample_end(&w, 2003, 1);
    trace_end(&w);
    l = load(0, false);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    unload(&l);
    l = load(0, true);
    assert_int_equal(l.status, GCV_OK);
    assert_int_equal(gcv_heap_n_objects(l.heap), 0);
    assert_int_equal(gcv_heap_facts(l.heap)->malformed_lines, 1);
    unload(&l);
}

static void test_failing_allocations(void **unused)
{
    uint64_t n;
    (void)unused;
    sample_trace(&w, TRACE_V6, 8, LOSE_NOTHING);
    for (n = 1;; n++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_heap *heap = NULL;
        gcv_error err;
        gcv_status status;
        bool failed;
        memset(&err, 0, sizeof err);
        ctx->fail_at = n;
        status = gcv_heap_load_memory(ctx, "trace", w.out.data, w.out.n, NULL, &heap, &err);
        failed = ctx->allocations >= n;
        assert_int_equal(status, failed ? GCV_ERR_MEMORY : GCV_OK);
        assert_int_equal(err.status, failed ? GCV_ERR_MEMORY : GCV_OK);
        gcv_heap_free(heap);
        assert_int_equal(gcv_context_used(ctx), 0);
        gcv_context_free(ctx);
        if (!failed) {
            break;
        }
    }
    assert_true(n > 50);
}

/* ---- COM and Mono ------------------------------------------------------------------------------
 */

static void put_zeroes(size_t n)
{
    while (n-- > 0) {
        put_u8(&sample_event, 0);
    }
}

static void test_com(void **unused)
{
    static const char log[] =
        "a 2 x 1\nt 1 T\no 100 1 18\no 200 1 18\no 300 1 18\n"
        "r 100 3 0\nr 200 3 2\nr 200 5 0\nr 300 5 0\nc x 2\n";
    loaded l;
    (void)unused;
    sample_begin(&w, TRACE_V4, 8);
    sample_start(&w, 2000, 1);
    sample_open(0, 3);
    sample_node(8, 0x100, 24, 1, 0);
    sample_node(8, 0x200, 24, 1, 0);
    sample_node(8, 0x300, 24, 1, 0);
    sample_send(&w, ID_NODES, 1, 2001);
    sample_event.n = 0;
    put_u32(&sample_event, 2);
    put_u16(&sample_event, 0);
    put_u64(&sample_event, 0x77);
    put_u64(&sample_event, 0x100);
    put_zeroes(16);
    put_u32(&sample_event, 3); /* held three times */
    put_zeroes(8);
    put_u64(&sample_event, 0x77);
    put_u64(&sample_event, 0x200);
    put_zeroes(28); /* held by nobody now */
    sample_send(&w, ID_CCW, 1, 2002);
    sample_event.n = 0;
    put_u32(&sample_event, 1);
    put_u16(&sample_event, 0);
    put_u64(&sample_event, 0x300);
    put_zeroes(32);
    sample_send(&w, ID_RCW, 1, 2003);
    sample_end(&w, 2004, 1);
    sample_type(&w, 2005, 1, 1, 0, "T", 0);
    trace_end(&w);
    l = load(0, false);
    assert_int_equal(l.status, GCV_OK);
    check_same(l.heap, log);
    assert_true(gcv_slice_equal(gcv_heap_root(l.heap, 0)->label, gcv_slice_str("COM")));
    assert_string_equal(fact(l.heap, "com_callable_wrappers"), "2");
    assert_string_equal(fact(l.heap, "runtime_callable_wrappers"), "1");
    unload(&l);
}

static void mono_object(uint64_t id, uint64_t size, unsigned n, uint64_t a, uint64_t b)
{
    sample_event.n = 0;
    put_u64(&sample_event, id);
    put_u64(&sample_event, 0x50); /* of its class */
    put_u64(&sample_event, size);
    put_u8(&sample_event, 1);
    put_u32(&sample_event, n);
    put_u32(&sample_event, 8);
    put_u64(&sample_event, a);
    if (n > 1) {
        put_u32(&sample_event, 16);
        put_u64(&sample_event, b);
    }
    sample_send(&w, ID_MONO_OBJECT, 1, 2001);
}

static void test_mono(void **unused)
{
    static const char log[] =
        "a 2 x 1\nt 1 Mono.Thing\no 100 1 20 200 100 200\no 200 1 20 100\n"
        "r 100 3 0\nc x 2\n";
    loaded l;
    (void)unused;
    sample_begin(&w, TRACE_V4, 8);
    sample_event.n = 0;
    put_u64(&sample_event, 0x9000);
    put_u64(&sample_event, 0x100);
    put_u8(&sample_event, 3);
    put_u64(&sample_event, 0);
    put_utf16z(&sample_event, "Static Fields");
    sample_send(&w, ID_MONO_RANGE, 1, 1000);
    sample_event.n = 0;
    sample_send(&w, ID_MONO_START, 1, 2000);
    mono_object(0x100, 32, 2, 0x200, 0x100);
    mono_object(0x100, 0, 1, 0x200, 0); /* more of it */
    mono_object(0x200, 32, 1, 0x100, 0);
    sample_event.n = 0;
    put_u32(&sample_event, 1);
    put_u64(&sample_event, 0x100);
    put_u64(&sample_event, 0x9010);
    sample_send(&w, ID_MONO_ROOTS, 1, 2002);
    sample_event.n = 0;
    put_u64(&sample_event, 0x50);
    put_u64(&sample_event, 0x51);
    put_u64(&sample_event, 0x52);
    put_utf16z(&sample_event, "Mono.Thing");
    sample_send(&w, ID_MONO_CLASS, 1, 2003);
    sample_event.n = 0;
    sample_send(&w, ID_MONO_END, 1, 2004);
    trace_end(&w);
    l = load(0, false);
    assert_int_equal(l.status, GCV_OK);
    assert_string_equal(gcv_heap_verdict(l.heap), "complete");
    check_same(l.heap, log);
    assert_true(gcv_slice_equal(gcv_heap_root(l.heap, 0)->label, gcv_slice_str("Static Fields")));
    unload(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_heap),
        cmocka_unit_test(test_beside_the_graph),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_size_classes),
        cmocka_unit_test(test_snapshots),
        cmocka_unit_test(test_no_dump),
        cmocka_unit_test(test_nested_collections),
        cmocka_unit_test(test_aware),
        cmocka_unit_test(test_processes),
        cmocka_unit_test(test_shared_module),
        cmocka_unit_test(test_losses),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_mutations),
        cmocka_unit_test(test_salvage_of_damage),
        cmocka_unit_test(test_absurd_counts),
        cmocka_unit_test(test_failing_allocations),
        cmocka_unit_test(test_com),
        cmocka_unit_test(test_mono),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
