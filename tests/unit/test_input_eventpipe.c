/* The container of traces: every variety gives the same rows, in true order, and reports losses;
 * cut-off or damaged traces give an offset. */
#include "support/check.h"
#include "support/nettrace_writer.h"
#include "support/tried.h"

#include "base/text.h"
#include "input/eventpipe/eventpipe.h"

#include <stdio.h>
#include <string.h>

static const char provider[] = "Some-Provider";

enum { HEAD_AT = 53 }; /* bytes of the head of a version 4 trace */

/* ---- the result ------------------------------------------------------------------------------ */

typedef struct taken {
    gcv_eventpipe pipe;
    gcv_eventpipe_order order;
    char text[8192]; /* one line for each row: event, time, payload */
    size_t n;
    uint64_t process; /* of the last row */
    gcv_error err;
    gcv_status status;
} taken;

static taken result;
static trace_writer w;
static trace_bytes payload;

static uint32_t classify(void *self, const gcv_eventpipe_definition *definition)
{
    (void)self;
    return gcv_slice_is(definition->provider, provider) ? definition->id * 10 + definition->version
                                                        : 0;
}

static void take(void *self, const gcv_eventpipe_row *row)
{
    taken *t = self;
    t->process = row->process;
    t->n += (size_t)snprintf(t->text + t->n, sizeof t->text - t->n, "%u@%u:%.*s\n",
                             (unsigned)row->event, (unsigned)row->time, (int)row->size,
                             (const char *)row->payload);
    assert_true(t->n < sizeof t->text);
}

static void on_row(void *self, const gcv_eventpipe_row *row)
{
    gcv_eventpipe_order_row(&((taken *)self)->order, row);
}

static void on_point(void *self) { gcv_eventpipe_order_point(&((taken *)self)->order); }

static void on_mark(void *self, uint64_t thread, uint32_t sequence, bool ended)
{
    gcv_eventpipe_order_mark(&((taken *)self)->order, thread, sequence, ended);
}

static void on_forget(void *self) { gcv_eventpipe_order_forget(&((taken *)self)->order); }

static void on_look(void *self, bool *ends)
{
    (void)self;
    *ends = false;
}

static void read_bytes(const unsigned char *bytes, size_t size, size_t chunk, size_t limit)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_eventpipe_sink sink = {&result,  false,   classify,  on_row,
                               on_point, on_mark, on_forget, on_look};
    gcv_source source;
    memset(&result, 0, sizeof result);
    gcv_source_memory(ctx, &source, "trace", bytes, size);
    gcv_eventpipe_order_init(ctx, &result.order, limit, take, &result);
    result.status = tried_keeping(ctx, &result.err, /* the rows before damage */
                                  gcv_eventpipe_read(ctx, &result.pipe, &source, chunk, &sink));
    gcv_eventpipe_order_point(&result.order);
    gcv_eventpipe_order_release(&result.order);
    gcv_eventpipe_release(&result.pipe);
    assert_int_equal(gcv_context_used(ctx), 0);
    assert_true(gcv_context_peak(ctx) <= 64 * size + 256 * 1024);
    gcv_context_free(ctx);
}

static void read_trace(void) { read_bytes(w.out.data, w.out.n, 0, 0); }

/* Ends the trace and reads it. */
static void finish(void)
{
    trace_end(&w);
    read_trace();
    assert_int_equal(result.status, GCV_OK);
}

/* The same; the trace must have these rows. */
static void finish_with(const char *rows)
{
    finish();
    assert_string_equal(result.text, rows);
}

static void check_refused(const char *message)
{
    assert_int_equal(result.status, GCV_ERR_INPUT);
    assert_non_null(strstr(result.err.message, message));
}

static void row(uint32_t id, unsigned thread, uint64_t time, const char *text)
{
    payload.n = 0;
    put_bytes(&payload, text, strlen(text));
    trace_row(&w, id, thread, time, &payload);
}

static void begin(trace_variety variety)
{
    trace_begin(&w, variety, 8);
    trace_define(&w, 1, provider, 5, 1);
    trace_define(&w, 2, provider, 6, 0);
    trace_define(&w, 3, "Another-Provider", 5, 1);
}

static bool has_points(trace_variety variety) { return variety >= TRACE_V4; }

/* ---- varieties ------------------------------------------------------------------------------- */

static void sample(trace_variety variety)
{
    begin(variety);
    row(1, 1, 2000, "first");
    row(1, 1, 2010, "");
    row(3, 1, 2011, "not wanted");
    trace_stacks(&w);
    row(2, 2, 2020, "second thread");
    row(2, 2, 2021, "second thread");
    trace_point(&w, 2);
    row(1, 2, 2035, "after the point");
    trace_end(&w);
}

static const char sample_text[] =
    "51@2000:first\n51@2010:\n60@2020:second thread\n"
    "60@2021:second thread\n51@2035:after the point\n";

static void test_varieties(NO_STATE)
{
    static const unsigned versions[] = {2, 3, 4, 4, 6, 6};
    static const size_t chunks[] = {0, 1, 7, 4096};
    for (unsigned variety = 0; variety < TRACE_VARIETIES; variety++) {
        sample((trace_variety)variety);
        assert_true(
            gcv_eventpipe_recognise(gcv_slice_of((const char *)w.out.data, GCV_SOURCE_HEAD)));
        for (size_t i = 0; i < CHECK_COUNT(chunks); i++) {
            read_bytes(w.out.data, w.out.n, chunks[i], 0);
            assert_int_equal(result.status, GCV_OK);
            assert_string_equal(result.text, sample_text);
            assert_false(result.pipe.truncated);
            assert_int_equal(result.order.lost, 0);
            assert_int_equal(result.pipe.info.version, versions[variety]);
            assert_int_equal(result.pipe.info.pointer_size, 8);
            assert_int_equal(result.pipe.info.frequency, 1000000);
            assert_int_equal(result.pipe.info.first_tick, 1000);
            assert_int_equal(result.pipe.info.utc[0], 2026);
            assert_int_equal(result.pipe.info.process, variety == 0 ? 0 : 4321);
            assert_int_equal(result.pipe.info.has_processors, variety != 0);
            assert_int_equal(result.pipe.info.processors, variety == 0 ? 0 : 2);
        }
    }
}

static void test_not_a_trace(NO_STATE)
{
    static const char *const others[] = {"", "Nettrac", "a 2 name 1\n", "\x14\0\0\0!Fast"};
    for (size_t i = 0; i < CHECK_COUNT(others); i++) {
        assert_false(gcv_eventpipe_recognise(gcv_slice_str(others[i])));
    }
    /* The same header, but another type of object, as in a .gcdump. */
    sample(TRACE_NETPERF3);
    memcpy(w.out.data + 39, "Grapf", 5);
    assert_false(gcv_eventpipe_recognise(gcv_slice_of((const char *)w.out.data, 512)));
}

static void test_newer_version(NO_STATE)
{
    sample(TRACE_V6);
    w.out.data[16] = 9; /* a minor version does not matter */
    read_trace();
    assert_int_equal(result.status, GCV_OK);
    w.out.data[12] = 7;
    read_trace();
    check_refused("version 7");
    assert_int_equal(result.err.line, 12);
}

/* ---- order ----------------------------------------------------------------------------------- */

static void test_merge(NO_STATE)
{
    for (unsigned variety = 0; variety < TRACE_VARIETIES; variety++) {
        begin((trace_variety)variety);
        row(1, 1, 10, "a");
        row(1, 1, 30, "b");
        row(1, 1, 25, "c"); /* an earlier time: stays after its predecessor */
        row(2, 2, 20, "d");
        row(2, 2, 30, "e"); /* equal times: order of the file */
        row(2, 3, 5, "f");
        row(2, 2, 40, "g");
        finish_with("60@5:f\n51@10:a\n60@20:d\n51@30:b\n51@25:c\n60@30:e\n60@40:g\n");
    }
}

/* The order of rows does not depend on which of them are wanted. */
static void test_unwanted_rows_count(NO_STATE)
{
    begin(TRACE_V4);
    row(3, 1, 50, "a"); /* not wanted, and later than its successors */
    row(1, 1, 20, "b");
    row(1, 2, 30, "c");
    finish_with("51@30:c\n51@20:b\n");
}

/* No row moves across a sequence point, whatever the times are. */
static void test_points(NO_STATE)
{
    for (unsigned variety = TRACE_V4; variety < TRACE_VARIETIES; variety++) {
        begin((trace_variety)variety);
        row(1, 1, 50, "a");
        row(1, 2, 40, "b");
        trace_point(&w, 2);
        row(1, 1, 30, "c");
        row(1, 2, 20, "d");
        finish_with("51@40:b\n51@50:a\n51@20:d\n51@30:c\n");
    }
}

/* After a sequence point, only later rows determine the time of a thread. */
static void test_time_goes_back(NO_STATE)
{
    begin(TRACE_V4);
    row(1, 1, 50, "a");
    row(1, 2, 40, "b");
    trace_point(&w, 2);
    row(1, 1, 20, "c");
    row(1, 2, 30, "d");
    finish_with("51@40:b\n51@50:a\n51@20:c\n51@30:d\n");
}

/* Memory is bounded even without sequence points. */
static void test_limit(NO_STATE)
{
    begin(TRACE_NETPERF3);
    for (unsigned i = 0; i < 40; i++) {
        row(1, 1 + i % 2, 100 + i + (i % 2) * 3, "0123456789");
    }
    trace_end(&w);
    read_bytes(w.out.data, w.out.n, 0, 400);
    assert_int_equal(result.status, GCV_OK);
    {
        const char *at = result.text;
        unsigned last = 0, n = 0, time;
        for (; sscanf(at, "51@%u", &time) == 1; at = strchr(at, '\n') + 1) {
            assert_true(time >= last);
            last = time;
            n++;
        }
        assert_int_equal(n, 40);
    }
}

/* ---- loss ------------------------------------------------------------------------------------ */

static void test_lost(NO_STATE)
{
    for (unsigned variety = 0; variety < TRACE_VARIETIES; variety++) {
        bool points = has_points((trace_variety)variety);
        begin((trace_variety)variety);
        w.sequence[1] =
            0xfffffffe; /* numbers wrap, and a thread may begin high: 2^32 - 2 are lost */
        w.sequence[1] = 0;
        row(1, 1, 10, "a");
        w.sequence[1] += 3; /* three are missing */
        row(1, 1, 20, "b");
        row(3, 2, 21, "not wanted, but it counts");
        w.sequence[2] += 2;
        row(3, 2, 22, "");
        trace_point(&w, 2);
        w.sequence[2] += 4; /* at the end */
        trace_point(&w, 3);
        w.sequence[2] = 0; /* another thread with the same id */
        row(1, 2, 30, "c");
        trace_point(&w, 3);
        finish_with("51@10:a\n51@20:b\n51@30:c\n");
        assert_int_equal(result.order.lost, points ? 3 + 2 + 4 : 0);
    }
}

static void test_numbers_wrap(NO_STATE)
{
    begin(TRACE_V4_PLAIN);
    w.sequence[1] = 0x7ffffff0;
    row(1, 1, 10, "a");
    w.sequence[1] = 0xeffffff1;
    row(1, 1, 11, "b");
    w.sequence[1] = 0xffffffff;
    row(1, 1, 12, "c");
    finish();
    /* Before the first, then 7ffffff1 to effffff2, then to 0. */
    assert_int_equal(result.order.lost, UINT64_C(0x7ffffff0) + 0x70000000 + 0x1000000d);
}

/* A number that goes back belongs to another thread, whose earlier rows are lost. */
static void test_thread_id_again(NO_STATE)
{
    begin(TRACE_V4_PLAIN);
    w.sequence[1] = 9;
    row(1, 1, 10, "a");
    w.sequence[1] = 4;
    row(1, 1, 11, "b");
    w.sequence[1] = 4; /* the same one again */
    row(1, 1, 12, "c");
    finish();
    assert_int_equal(result.order.lost, 9 + 4 + 4);
}

static void numbered_row(uint64_t thread, uint32_t sequence)
{
    gcv_eventpipe_row came = {.capture_thread = thread, .numbered = true, .sequence = sequence};
    gcv_eventpipe_order_row(&result.order, &came);
}

/* When the id of an ended thread comes back, its rows count from 1. */
static void test_thread_gone(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    memset(&result, 0, sizeof result);
    gcv_eventpipe_order_init(ctx, &result.order, 0, take, &result);
    for (uint32_t sequence = 1; sequence <= 5; sequence++) {
        numbered_row(7, sequence);
    }
    gcv_eventpipe_order_mark(&result.order, 7, 6, true);
    assert_int_equal(result.order.lost, 1);
    numbered_row(7, 7);
    assert_int_equal(result.order.lost, 1 + 6);
    /* A point with a number below that of the last row shows no loss. */
    gcv_eventpipe_order_mark(&result.order, 7, 3, false);
    assert_int_equal(result.order.lost, 1 + 6);
    gcv_eventpipe_order_release(&result.order);
    check_context_free(ctx);
}

/* Checks that a mark reports `lost` rows of a thread, lost since interval `since`. */
static void check_lost_since(uint64_t thread, uint32_t sequence, bool ended, uint64_t lost,
                             uint32_t since)
{
    result.order.lost = 0;
    result.order.lost_since = UINT32_MAX;
    gcv_eventpipe_order_mark(&result.order, thread, sequence, ended);
    assert_int_equal(result.order.lost, lost);
    assert_int_equal(result.order.lost_since, since);
}

/* Rows that a mark shows to be lost were lost since the last row of the thread, or since the last
 * point if it has none; for a thread that begins and ends between two points, between these. */
static void test_lost_since(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    memset(&result, 0, sizeof result);
    gcv_eventpipe_order_init(ctx, &result.order, 0, take, &result);
    numbered_row(1, 1);
    numbered_row(2, 1);
    gcv_eventpipe_order_point(&result.order);
    gcv_eventpipe_order_point(&result.order);
    numbered_row(1, 2);
    check_lost_since(1, 5, false, 3, 3);
    check_lost_since(1, 5, false, 0, UINT32_MAX);
    check_lost_since(2, 5, false, 4, 1);
    check_lost_since(3, 4, false, 4, 2);
    check_lost_since(4, 4, true, 4, 3);
    gcv_eventpipe_order_release(&result.order);
    gcv_context_free(ctx);
}

/* ---- processes ------------------------------------------------------------------------------- */

static void test_processes(NO_STATE)
{
    begin(TRACE_V6);
    trace_thread(&w, 1, 11);
    trace_thread(&w, 2, 22);
    row(1, 1, 10, "a");
    finish();
    assert_int_equal(result.process, 11);
    begin(TRACE_V6);
    trace_thread(&w, 2, 22);
    row(1, 2, 10, "a");
    finish();
    assert_int_equal(result.process, 22);
    begin(TRACE_V6);
    row(1, 3, 10, "a"); /* an undeclared thread: the process of the trace */
    finish();
    assert_int_equal(result.process, 4321);
}

/* Adds a version 6 block without changes. */
static void raw_block(unsigned kind, const void *bytes, size_t n)
{
    trace_close_block(&w);
    put_u32(&w.out, (uint32_t)n | (uint32_t)kind << 24);
    put_bytes(&w.out, bytes, n);
}

enum { BLOCK_METADATA = 3, BLOCK_THREADS = 6, BLOCK_GONE = 7 };

/* All fields of a row about a thread, the process last. */
static void test_thread_items(NO_STATE)
{
    static const char threads[] =
        "\x12\0"
        "\x01"
        "\x01\x04main"
        "\x03\x88\x27"
        "\x04\x01k\x02vv"
        "\x02\x21";
    begin(TRACE_V6);
    raw_block(BLOCK_THREADS, threads, sizeof threads - 1);
    row(1, 1, 10, "a");
    finish();
    assert_int_equal(result.process, 33);
    begin(TRACE_V6);
    raw_block(BLOCK_THREADS, "\x02\0\x01\x05", 4); /* an unknown field: the process of the trace */
    row(1, 1, 10, "a");
    finish();
    assert_int_equal(result.process, 4321);
}

/* A thread has ended and its last rows are lost; its id comes back. */
static void test_thread_ends(NO_STATE)
{
    begin(TRACE_V6);
    row(1, 1, 10, "a");
    raw_block(BLOCK_GONE, "\x01\x03", 2);
    w.sequence[1] = 3;
    row(1, 1, 20, "b");
    finish_with("51@10:a\n51@20:b\n");
    assert_int_equal(result.order.lost, 2 + 3);
}

/* ---- damage ---------------------------------------------------------------------------------- */

static void test_cut(NO_STATE)
{
    for (unsigned variety = 0; variety < TRACE_VARIETIES; variety++) {
        size_t rows = 0;
        sample((trace_variety)variety);
        for (size_t size = 1; size < w.out.n; size++) {
            read_bytes(w.out.data, size, 0, 0);
            if (result.status != GCV_OK) {
                fail_msg("variety %u cut at %zu: %s", variety, size, result.err.message);
            }
            /* Rows come one after the other, and all have come at the end. */
            assert_memory_equal(result.text, sample_text, result.n);
            assert_true(result.n >= rows);
            rows = result.n;
            if (variety == TRACE_NETPERF2) {
                continue; /* the bytes after the rows mean nothing */
            }
            assert_true(result.pipe.truncated);
            assert_int_equal(result.pipe.stopped_at, size);
        }
        assert_int_equal(rows, strlen(sample_text));
    }
}

/* No byte is trusted: none may cause reads out of bounds, or the use of much memory. */
static void test_mutations(NO_STATE)
{
    static unsigned char bytes[TRACE_MAX];
    uint64_t seed = 11;
    for (unsigned round = 0; round < 6000; round++) {
        unsigned n = 1 + round % 3;
        sample((trace_variety)(round % TRACE_VARIETIES));
        memcpy(bytes, w.out.data, w.out.n);
        while (n-- > 0) {
            bytes[check_below(&seed, w.out.n)] = (unsigned char)check_random(&seed);
        }
        read_bytes(bytes, w.out.n, 0, 0);
        assert_true(result.status == GCV_OK || result.status == GCV_ERR_INPUT);
        assert_int_equal(result.pipe.damaged, result.status != GCV_OK);
        assert_true(result.pipe.stopped_at <= w.out.n);
    }
}

/* Checks that the damage by `break_it` is reported at `offset`. */
static void check_damage(uint64_t offset, const char *message)
{
    read_trace();
    check_refused(message);
    assert_true(result.pipe.damaged);
    assert_true(result.err.at_offset);
    assert_int_equal(result.err.line, offset);
}

static void test_damage(NO_STATE)
{
    sample(TRACE_V4);
    w.out.data[HEAD_AT + 24] = 0; /* frequency: 8 bytes after 16 of time and 8 of ticks */
    w.out.data[HEAD_AT + 25] = 0;
    w.out.data[HEAD_AT + 26] = 0;
    check_damage(HEAD_AT, "clock");
    sample(TRACE_V4);
    w.out.data[HEAD_AT + 32] = 5;
    check_damage(HEAD_AT, "pointers of 5 bytes");
    begin(TRACE_V4);
    size_t at = w.out.n;
    trace_end(&w);
    w.out.data[at] = 7;
    check_damage(at, "no object begins here");
    for (unsigned variety = TRACE_V4; variety <= TRACE_V4_PLAIN; variety++) {
        begin((trace_variety)variety);
        row(1, 1, 10, "");
        at = w.block.n;
        row(9, 1, 11, "");
        at = w.block.n - at + 1; /* bytes of the row and of the end of its block */
        trace_close_block(&w);
        check_damage(w.out.n - at, "no metadata record has id 9");
    }
    begin(TRACE_V4);
    trace_define(&w, 1, provider, 5, 1); /* the same again */
    finish();
    begin(TRACE_V6);
    trace_define(&w, 1, provider, 5, 2);
    trace_end(&w);
    read_trace();
    check_refused("second meaning");
    begin(TRACE_V6); /* a second head must not change how rows of the first are read */
    row(1, 1, 10, "a");
    trace_close_block(&w);
    at = w.out.n;
    put_bytes(&w.out, w.out.data + 20, 4 + (w.out.data[20] | (size_t)w.out.data[21] << 8));
    trace_end(&w);
    check_damage(at + 4, "second head");
    assert_int_equal(result.pipe.info.pointer_size, 8);
}

/* The head of the first object: 32 bytes in, tags, versions, and its name. */
static void test_damaged_object(NO_STATE)
{
    static const struct {
        size_t at;
        unsigned char byte;
        uint64_t place;
        const char *message;
    } rows[] = {
        {34, 2, 32, "an object without a type"},
        {43, 65, 32, "a type name of 65 bytes"},
        {47, 't', 32, "it does not begin with a trace"},
        {52, 7, 32, "a type description without an end"},
        {HEAD_AT + 48, 7, HEAD_AT + 48, "an object does not end here"},
    };
    for (size_t i = 0; i < CHECK_COUNT(rows); i++) {
        sample(TRACE_V4);
        w.out.data[rows[i].at] = rows[i].byte;
        check_damage(rows[i].place, rows[i].message);
    }
}

static void test_damaged_blocks(NO_STATE)
{
    begin(TRACE_V6);
    trace_close_block(&w);
    size_t at = w.out.n;
    raw_block(BLOCK_METADATA, "\0\0\x05", 3); /* an empty head, and half of a size */
    trace_end(&w);
    check_damage(at + 4 + 2, "a metadata row is cut short");
    begin(TRACE_V6);
    trace_close_block(&w);
    at = w.out.n;
    raw_block(BLOCK_THREADS, "\x01\0\x01\x05\0\x02",
              6); /* a row that is too long, after another one */
    trace_end(&w);
    check_damage(at + 4 + 3, "a thread row is cut short");
    begin(TRACE_V6);
    trace_close_block(&w);
    at = w.out.n;
    raw_block(BLOCK_GONE, "\x01\x03\x02", 3);
    trace_end(&w);
    check_damage(at + 4 + 2, "a thread's end is cut short");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_varieties),
        cmocka_unit_test(test_not_a_trace),
        cmocka_unit_test(test_newer_version),
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_unwanted_rows_count),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_time_goes_back),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_numbers_wrap),
        cmocka_unit_test(test_thread_id_again),
        cmocka_unit_test(test_thread_gone),
        cmocka_unit_test(test_lost_since),
        cmocka_unit_test(test_processes),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_mutations),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_thread_items),
        cmocka_unit_test(test_thread_ends),
        cmocka_unit_test(test_damaged_object),
        cmocka_unit_test(test_damaged_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
