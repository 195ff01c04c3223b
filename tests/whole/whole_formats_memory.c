/* What reading a .gcdump, a trace and a Ruby dump takes, as docs/limits.md tells, on files of
 * gcvgcdump, of gcvtrace and of its own. Bytes, never seconds.
 *
 * Arguments: these two programs, and a folder for files.
 */
#include "support/check.h"
#include "support/effort.h"
#include "support/scratch.h"

#include "base/context.h"
#include "input/load/load_heap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *gcdump_writer, *trace_writer;
static char path[SCRATCH_MAX];

static void write_file(const char *writer, unsigned nodes, const char *more)
{
    char line[2048];
    (void)snprintf(line, sizeof line, "\"%s\" %u \"%s\" %s", writer, nodes, path, more);
    if (system(line) != 0) {
        fail_msg("%s", line);
    }
}

/* The peak of reading the file, and what it has. */
static uint64_t peak_of(gcv_load_level level, bool pipe, uint64_t *size, gcv_counts *counts)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options;
    gcv_source source;
    gcv_heap *heap;
    gcv_error err;
    uint64_t peak;
    memset(&options, 0, sizeof options);
    options.level = level;
    assert_int_equal(gcv_source_open(&source, path, stdin, &err), GCV_OK);
    *size = source.size;
    if (pipe) {
        source.size = 0;
        source.rewind = NULL;
    }
    assert_int_equal(gcv_heap_load_source(ctx, &source, &options, &heap, &err), GCV_OK);
    *counts = *gcv_heap_counts(heap);
    gcv_heap_free(heap);
    peak = gcv_context_peak(ctx);
    gcv_context_free(ctx);
    return peak;
}

static void check_peak(const char *what, uint64_t peak, double most)
{
    if ((double)peak > most) {
        fail_msg("%s: peak %" PRIu64 ", not up to %.0f", what, peak, most);
    }
}

/* Two bits a node beside the file; what is constant is types and their names. */
static void test_tally_of_gcdump(void **state)
{
    static const char *const spreads[] = {"", "2000"};
    const unsigned nodes = effort_is_reduced() ? 30000 : 300000;
    size_t i;
    (void)state;
    for (i = 0; i < CHECK_COUNT(spreads); i++) {
        uint64_t size, peak;
        gcv_counts counts;
        write_file(gcdump_writer, nodes, spreads[i]);
        peak = peak_of(GCV_LOAD_TALLY, false, &size, &counts);
        check_peak("tally of a .gcdump", peak, (double)size + nodes * 0.25 + 1e6);
        peak = peak_of(GCV_LOAD_TALLY, true, &size, &counts);
        check_peak("tally of a .gcdump, pipe", peak, (double)size * 1.25 + nodes * 0.25 + 1.5e6);
    }
}

/* The same for any number of objects, once there are rows for more than a sequence point. */
static void test_tally_of_trace(void **state)
{
    uint64_t few, many, size;
    gcv_counts counts;
    (void)state;
    if (effort_is_reduced()) {
        return;
    }
    write_file(trace_writer, 400000, "");
    few = peak_of(GCV_LOAD_TALLY, false, &size, &counts);
    write_file(trace_writer, 1000000, "");
    many = peak_of(GCV_LOAD_TALLY, false, &size, &counts);
    assert_int_equal(counts.objects, 1000000);
    if (many > few + 65536 || few > many + 65536) {
        fail_msg("tally of 400000 objects: %" PRIu64 ", of 1000000: %" PRIu64, few, many);
    }
}

/* A snapshot once, in columns that grow by a quarter, and rows up to a sequence point. */
static void test_graph_of_trace(void **state)
{
    const unsigned nodes = effort_is_reduced() ? 30000 : 300000;
    uint64_t size, peak;
    gcv_counts counts;
    (void)state;
    write_file(trace_writer, nodes, "");
    peak = peak_of(GCV_LOAD_GRAPH, false, &size, &counts);
    check_peak("graph of a trace", peak,
               1.25 * (17.0 * (double)counts.objects + 5.0 * (double)counts.references) + 15e6);
}

/* A dump of Ruby: a class for each thousand objects, each object with a reference and a text. */
static void write_ruby(unsigned objects)
{
    FILE *file = fopen(path, "wb");
    unsigned i;
    assert_non_null(file);
    fputs("{\"type\":\"ROOT\", \"root\":\"vm\", \"references\":[\"0x28\"]}\n", file);
    for (i = 1; i <= objects; i++) {
        fprintf(file, "{\"address\":\"0x%x\", \"type\":", i * 40);
        if (i % 1000 == 0) {
            fprintf(file, "\"CLASS\", \"name\":\"Shop::Name%u\"}\n", i);
        } else {
            fprintf(file,
                    "\"OBJECT\", \"class\":\"0x%x\", \"value\":\"%0100u\", "
                    "\"references\":[\"0x%x\"], \"memsize\":40}\n",
                    (i / 1000 + 1) * 1000 * 40, i, i % objects * 40 + 40);
        }
    }
    assert_int_equal(fclose(file), 0);
}

/* A tally proves ids to be unique in no memory that grows; a graph takes what one of a log takes,
 * and what names types is small. */
static void test_ruby(void **state)
{
    const unsigned objects = effort_is_reduced() ? 30000 : 300000;
    uint64_t size, peak;
    gcv_counts counts;
    (void)state;
    write_ruby(objects);
    peak = peak_of(GCV_LOAD_TALLY, false, &size, &counts);
    check_peak("tally of a Ruby dump", peak, 1e6);
    peak = peak_of(GCV_LOAD_GRAPH, true, &size, &counts);
    assert_int_equal(counts.objects, objects);
    check_peak("graph of a Ruby dump", peak,
               1.25 * (20.0 * (double)counts.objects + 8.0 * (double)counts.references) + 1e6);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ruby),
        cmocka_unit_test(test_tally_of_gcdump),
        cmocka_unit_test(test_tally_of_trace),
        cmocka_unit_test(test_graph_of_trace),
    };
    int failed;
    if (argc != 4) {
        fprintf(stderr, "usage: %s GCVGCDUMP GCVTRACE FOLDER\n", argv[0]);
        return 2;
    }
    gcdump_writer = argv[1];
    trace_writer = argv[2];
    scratch_name(path, argv[3], "formats");
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    (void)remove(path);
    return failed;
}
