/* The memory for reading a .gcdump, a trace, a V8 snapshot and a Ruby dump, compared with
 * docs/limits.md, for files of gcvgcdump, gcvtrace, gcvv8 and of this test. Bytes, never seconds.
 *
 * Arguments: these three programs, and a folder for files.
 */
#include "support/check.h"
#include "support/effort.h"
#include "support/hprof_file.h"
#include "support/scratch.h"
#include "support/shell.h"

#include "base/context.h"
#include "heap/memory.h"
#include "input/load/load_heap.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *gcdump_program, *trace_program, *v8_program;
static char path[SCRATCH_MAX];

static void write_file(const char *writer, unsigned nodes, const char *more)
{
    char line[2048];
    (void)snprintf(line, sizeof line, "\"%s\" %u \"%s\" %s", writer, nodes, path, more);
    if (shell_run(line) != 0) {
        fail_msg("%s", line);
    }
}

/* Returns the peak of reading the file, and its counts. */
static uint64_t peak_with(const gcv_load_options *options, bool pipe, uint64_t *size,
                          gcv_counts *counts)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_source source;
    gcv_heap *heap;
    gcv_source_open(ctx, &source, path, stdin);
    *size = source.size;
    if (pipe) {
        source.size = 0;
        source.rewind = NULL;
    }
    gcv_heap_load_source(ctx, &source, options, &heap);
    *counts = *gcv_heap_counts(heap);
    gcv_heap_free(heap);
    uint64_t peak = gcv_context_peak(ctx);
    gcv_context_free(ctx);
    return peak;
}

static uint64_t peak_of(gcv_load_level level, bool pipe, uint64_t *size, gcv_counts *counts)
{
    gcv_load_options options;
    memset(&options, 0, sizeof options);
    options.level = level;
    return peak_with(&options, pipe, size, counts);
}

static void check_peak(const char *what, uint64_t peak, double most)
{
    if ((double)peak > most) {
        fail_msg("%s: peak %" PRIu64 ", not up to %.0f", what, peak, most);
    }
}

/* Two bits a node in addition to the file; types and their names are constant. */
static void test_tally_of_gcdump(NO_STATE)
{
    static const char *const spreads[] = {"", "2000"};
    const unsigned nodes = effort_is_reduced() ? 30000 : 300000;
    for (size_t i = 0; i < CHECK_COUNT(spreads); i++) {
        uint64_t size;
        gcv_counts counts;
        write_file(gcdump_program, nodes, spreads[i]);
        uint64_t peak = peak_of(GCV_LOAD_TALLY, false, &size, &counts);
        check_peak("tally of a .gcdump", peak, (double)size + nodes * 0.25 + 1e6);
        peak = peak_of(GCV_LOAD_TALLY, true, &size, &counts);
        check_peak("tally of a .gcdump, pipe", peak, (double)size * 1.25 + nodes * 0.25 + 1.5e6);
    }
}

/* The same for any number of objects, if there are more rows than fit between sequence points. */
static void test_tally_of_trace(NO_STATE)
{
    uint64_t size;
    gcv_counts counts;
    if (effort_is_reduced()) {
        return;
    }
    write_file(trace_program, 400000, "");
    uint64_t few = peak_of(GCV_LOAD_TALLY, false, &size, &counts);
    write_file(trace_program, 1000000, "");
    uint64_t many = peak_of(GCV_LOAD_TALLY, false, &size, &counts);
    assert_int_equal(counts.objects, 1000000);
    if (many > few + 65536 || few > many + 65536) {
        fail_msg("tally of 400000 objects: %" PRIu64 ", of 1000000: %" PRIu64, few, many);
    }
}

/* One snapshot, in columns that grow by a quarter, and rows up to a sequence point. */
static void test_graph_of_trace(NO_STATE)
{
    const unsigned nodes = effort_is_reduced() ? 30000 : 300000;
    uint64_t size;
    gcv_counts counts;
    write_file(trace_program, nodes, "");
    uint64_t peak = peak_of(GCV_LOAD_GRAPH, false, &size, &counts);
    check_peak("graph of a trace", peak,
               1.25 * (17.0 * (double)counts.objects + 5.0 * (double)counts.references) + 15e6);
}

static void write_v8(unsigned nodes)
{
    char line[2048];
    (void)snprintf(line, sizeof line, "\"%s\" %u >\"%s\"", v8_program, nodes, path);
    assert_int_equal(shell_run(line), 0);
}

/* The formula includes names of references and marks; gcvv8 gives no figures for edges. */
static void test_graph_of_v8(NO_STATE)
{
    write_v8(effort_is_reduced() ? 30000 : 300000);
    for (unsigned asked = 0; asked < 4; asked++) {
        gcv_load_options options;
        gcv_memory_counts has;
        gcv_counts counts;
        uint64_t size;
        memset(&options, 0, sizeof options);
        memset(&has, 0, sizeof has);
        options.level = GCV_LOAD_GRAPH;
        options.with_fields = has.fields = (asked & 1) != 0;
        options.with_marks = has.marks = (asked & 2) != 0;
        uint64_t peak = peak_with(&options, false, &size, &counts);
        has.objects = counts.objects;
        has.references = counts.references;
        has.types = counts.types;
        has.roots = counts.roots;
        gcv_memory_need need = gcv_memory_of(options.level, NULL, &has);
        if (peak < need.least || peak > need.most) {
            fail_msg("V8 (%u): peak %" PRIu64 " is not from %" PRIu64 " to %" PRIu64, asked, peak,
                     need.least, need.most);
        }
    }
}

/* Objects of which as much as possible is kept to find their places: functions, each with code and
 * variables of its own. */
static void write_v8_functions(unsigned n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    (void)fprintf(
        file,
        "{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\","
        "\"edge_count\"],\"node_types\":[[\"synthetic\",\"closure\",\"code\",\"object\"]],"
        "\"edge_fields\":[\"type\",\"name_or_index\",\"to_node\"],"
        "\"edge_types\":[[\"internal\"]],\"location_fields\":[\"object_index\",\"script_id\","
        "\"line\",\"column\"]},\"root_index\":0},\"nodes\":[0,0,1,0,%u",
        n);
    for (unsigned i = 0; i < n; i++) {
        (void)fprintf(file, ",1,1,%u,64,2,2,1,%u,56,2,3,2,%u,40,1", 3 * i + 2, 3 * i + 3,
                      3 * i + 4);
    }
    (void)fprintf(file, "],\"edges\":[0,0,5");
    for (unsigned i = 1; i < n; i++) {
        (void)fprintf(file, ",0,0,%u", 15 * i + 5);
    }
    for (unsigned i = 0; i < n; i++) {
        (void)fprintf(file, ",0,3,%u,0,4,%u,0,5,10,0,6,%u,0,7,%u", 15 * i + 10, 15 * i + 15,
                      15 * i + 10, 15 * i + 10);
    }
    (void)fprintf(file, "],\"locations\":[5,1,1,1");
    for (unsigned i = 1; i < n; i++) {
        (void)fprintf(file, ",%u,1,%u,1", 15 * i + 5, i);
    }
    (void)fprintf(file,
                  "],\"strings\":[\"\",\"load\",\"system / Context\",\"shared\",\"context\","
                  "\"script\",\"name_or_scope_info\",\"scope_info\"]}");
    assert_int_equal(fclose(file), 0);
}

static void test_places_of_v8(NO_STATE)
{
    const unsigned n = effort_is_reduced() ? 10000 : 100000;
    gcv_load_options options = {.level = GCV_LOAD_GRAPH, .with_places = true};
    gcv_memory_counts has = {.places = true};
    gcv_counts counts;
    uint64_t size;
    write_v8_functions(n);
    uint64_t peak = peak_with(&options, false, &size, &counts);
    assert_int_equal(counts.objects, 3 * n);
    has.objects = counts.objects;
    has.references = counts.references;
    has.types = counts.types;
    has.roots = counts.roots;
    gcv_memory_need need = gcv_memory_of(options.level, NULL, &has);
    if (peak < need.least || peak > need.most) {
        fail_msg("places of V8: peak %" PRIu64 " is not from %" PRIu64 " to %" PRIu64, peak,
                 need.least, need.most);
    }
}

/* A node takes 4 bytes, whatever its type; names and forms are few. */
static void test_tally_of_v8(NO_STATE)
{
    const unsigned nodes = effort_is_reduced() ? 30000 : 1000000;
    uint64_t size;
    gcv_counts counts;
    write_v8(nodes);
    check_peak("tally of V8", peak_of(GCV_LOAD_TALLY, true, &size, &counts), 5.0 * nodes + 2.5e6);
}

/* Returns the need in MiB that a limit far too low reports. */
static double need_told(const gcv_load_options *options)
{
    gcv_context *ctx = gcv_context_new(1 << 20);
    gcv_heap *heap;
    gcv_error err;
    double told = 0;
    assert_int_equal(gcv_heap_load(ctx, path, options, &heap, &err), GCV_ERR_LIMIT);
    gcv_context_free(ctx);
    const char *about = strstr(err.message, "needs about ");
    assert_non_null(about);
    assert_int_equal(sscanf(about, "needs about %lfMiB", &told), 1);
    return told;
}

/* While nodes are read, the header gives their number. Names take 0 to 5 bytes, marks 4 to 5. */
static void test_need_of_v8(NO_STATE)
{
    const unsigned nodes = 100000;
    gcv_load_options plain;
    write_v8(nodes);
    memset(&plain, 0, sizeof plain);
    plain.level = GCV_LOAD_GRAPH;
    gcv_load_options all = plain;
    all.with_fields = all.with_marks = true;
    double least = need_told(&plain);
    assert_true(least * (1 << 20) > nodes * 16.0);
    assert_true((need_told(&all) - least + 0.1) * (1 << 20) > nodes * 6.0);
}

/* A dump of Ruby: a class for each thousand objects, each object with a reference and a text. */
static void write_ruby(unsigned objects)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs("{\"type\":\"ROOT\", \"root\":\"vm\", \"references\":[\"0x28\"]}\n", file);
    for (unsigned i = 1; i <= objects; i++) {
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

/* A tally checks ids in constant memory; a graph takes as much as that of a log, and names of types
 * take little. */
static void test_ruby(NO_STATE)
{
    const unsigned objects = effort_is_reduced() ? 30000 : 300000;
    uint64_t size;
    gcv_counts counts;
    write_ruby(objects);
    uint64_t peak = peak_of(GCV_LOAD_TALLY, false, &size, &counts);
    check_peak("tally of a Ruby dump", peak, 1e6);
    peak = peak_of(GCV_LOAD_GRAPH, true, &size, &counts);
    assert_int_equal(counts.objects, objects);
    check_peak("graph of a Ruby dump", peak,
               1.25 * (20.0 * (double)counts.objects + 8.0 * (double)counts.references) + 1e6);
}

/* A dump of Java: lists of objects with two references each, and short arrays, which may be names
 * of threads. */
static void write_hprof(unsigned objects)
{
    static const hprof_field fields[] = {{2, 2, 0}, {3, 2, 0}};
    hprof_file f = {0};
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    hprof_begin(&f, 8);
    hprof_text(&f, 1, "acme/Node");
    hprof_load(&f, 0x1000, 1);
    hprof_open(&f, 0x1c);
    hprof_class(&f, 0x1000, 0, 0, NULL, 0);
    hprof_fields(&f, fields, 2);
    for (unsigned i = 0; i < objects / 2; i++) {
        const uint64_t id = 0x2000 + 48 * (uint64_t)i;
        hprof_instance(&f, id, 0x1000, 16);
        hprof_id(&f, id + 24);
        hprof_id(&f, id + 48);
        hprof_values(&f, id + 24, 8, 8);
        hprof_number(&f, 0, 8);
    }
    hprof_root(&f, 0x07, 0x2000);
    hprof_close(&f);
    hprof_end(&f);
    assert_int_equal(fwrite(f.bytes, 1, f.n, file), f.n);
    assert_int_equal(fclose(file), 0);
    hprof_free(&f);
}

/* Sizes are measured from all objects, so a tally takes as much as 30 bytes each. */
static void test_hprof(NO_STATE)
{
    const unsigned objects = effort_is_reduced() ? 30000 : 300000;
    uint64_t size;
    gcv_counts counts;
    write_hprof(objects);
    uint64_t peak = peak_of(GCV_LOAD_TALLY, false, &size, &counts);
    check_peak("tally of a Java dump", peak, 30.0 * objects + 1e6);
    peak = peak_of(GCV_LOAD_GRAPH, true, &size, &counts);
    assert_int_equal(counts.objects, objects + 1);
    check_peak("graph of a Java dump", peak,
               1.25 * (28.0 * (double)counts.objects + 5.0 * (double)counts.references) + 1e6);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hprof),          cmocka_unit_test(test_ruby),
        cmocka_unit_test(test_places_of_v8),   cmocka_unit_test(test_graph_of_v8),
        cmocka_unit_test(test_need_of_v8),     cmocka_unit_test(test_tally_of_gcdump),
        cmocka_unit_test(test_tally_of_trace), cmocka_unit_test(test_graph_of_trace),
        cmocka_unit_test(test_tally_of_v8),
    };
    if (argc != 5) {
        fprintf(stderr, "usage: %s GCVGCDUMP GCVTRACE GCVV8 FOLDER\n", argv[0]);
        return 2;
    }
    gcdump_program = argv[1];
    trace_program = argv[2];
    v8_program = argv[3];
    scratch_name(path, argv[4], "formats");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    (void)remove(path);
    return failed;
}
