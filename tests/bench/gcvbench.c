/* gcvbench.c - the cost of gcview's steps on one dump: CPU time by phase, and memory.
 *
 * Each measurement has its own context. In each round, the speed floor (read the file, find every
 * line end) is measured directly before it, because multiples of the floor can be compared between
 * machines and days. The phases are those of --timings, but the peak of a phase covers this phase
 * only, not the phases before it. Freeing the heap at the end is not counted.
 */
#include "analysis/analyses.h"
#include "bench/lines.h"
#include "input/load/load_heap.h"
#include "support/tried.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ROUNDS = 50, MOST_ROWS = 32, BLOCK = 256 * 1024, EXIT_USAGE = 2 };

enum { STEP_PATHS = 1, STEP_DOMINATORS = 2, STEP_SETS = 4 };

typedef struct bench_job {
    const char *name;
    gcv_load_level level;
    unsigned steps;
} bench_job;

static const bench_job jobs[] = {
    {"stats", GCV_LOAD_TALLY, 0},
    {"load", GCV_LOAD_GRAPH, 0},
    {"paths", GCV_LOAD_GRAPH, STEP_PATHS},
    {"retained", GCV_LOAD_GRAPH, STEP_DOMINATORS},
    {"sets", GCV_LOAD_GRAPH, STEP_SETS},
    {"everything", GCV_LOAD_GRAPH, STEP_PATHS | STEP_DOMINATORS | STEP_SETS},
};

enum { N_JOBS = sizeof jobs / sizeof jobs[0] };

/* A row of the table: a phase, or the total of a measurement. */
typedef struct bench_row {
    const char *name;
    double seconds[MOST_ROUNDS];
    uint64_t peak; /* bytes; the maximum over all rounds */
} bench_row;

/* The measurements of one job. Row 0 is the total. */
typedef struct bench_result {
    const bench_job *job;
    double floor[MOST_ROUNDS];
    bench_row rows[MOST_ROWS];
    size_t n_rows;
} bench_result;

typedef struct bench {
    const char *path;
    bool wanted[N_JOBS];
    size_t rounds;
    bool tsv;
    bool help;
    uint64_t bytes, lines, objects, references;
    double floor[MOST_ROUNDS * N_JOBS];
    size_t n_floor;
    bench_result results[N_JOBS];
} bench;

/* The payload of a context's watch: records the phases of one round. */
typedef struct bench_watch {
    gcv_context *ctx;
    bench_result *result;
    size_t round;
    bool loading;
    bench_row *running;
    clock_t began;
} bench_watch;

static double seconds_since(clock_t began) { return (double)(clock() - began) / CLOCKS_PER_SEC; }

/* ---- the floor ---------------------------------------------------------------------------- */

static bool measure_floor(bench *all, double *seconds)
{
    static char block[BLOCK];
    clock_t began = clock();
    FILE *file = fopen(all->path, "rb");
    size_t length;
    bool ok;
    all->bytes = 0;
    all->lines = 0;
    if (file == NULL) {
        perror(all->path);
        return false;
    }
    while ((length = fread(block, 1, sizeof block, file)) > 0) {
        all->lines += bench_lines_in(block, length);
        all->bytes += length;
    }
    ok = !ferror(file);
    if (!ok) {
        perror(all->path);
    }
    fclose(file);
    *seconds = seconds_since(began);
    all->floor[all->n_floor++] = *seconds;
    return ok;
}

/* ---- phases ------------------------------------------------------------------------------- */

static bench_row *row_named(bench_result *result, const char *name)
{
    size_t i;
    for (i = 1; i < result->n_rows; i++) {
        if (strcmp(result->rows[i].name, name) == 0) {
            return &result->rows[i];
        }
    }
    if (result->n_rows == MOST_ROWS) {
        return &result->rows[MOST_ROWS - 1]; /* too many phases: they share the last row */
    }
    result->rows[result->n_rows].name = name;
    return &result->rows[result->n_rows++];
}

static void raise_peak(bench_row *row, uint64_t peak)
{
    row->peak = row->peak < peak ? peak : row->peak;
}

static void end_phase(bench_watch *watch)
{
    raise_peak(&watch->result->rows[0], gcv_context_peak(watch->ctx));
    if (watch->running != NULL) {
        watch->running->seconds[watch->round] += seconds_since(watch->began);
        raise_peak(watch->running, gcv_context_peak(watch->ctx));
    }
    watch->running = NULL;
}

static void begin_phase(void *payload, const char *name)
{
    bench_watch *watch = payload;
    if (watch->loading && watch->result->job->steps != 0) {
        name = "load"; /* only the job `load` shows the phases of loading */
    }
    end_phase(watch);
    watch->ctx->peak = watch->ctx->used;
    watch->running = row_named(watch->result, name);
    watch->began = clock();
}

/* ---- one measurement ---------------------------------------------------------------------- */

static void find_sets(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots)
{
    uint32_t n = gcv_heap_n_objects(heap), n_types = gcv_heap_n_types(heap), i;
    gcv_set_classes classes = {NULL, n_types, n_types, NULL, NULL};
    uint32_t *class_of;
    uint64_t *retained;
    gcv_phase(ctx, "prepare");
    class_of = gcv_alloc(ctx, n, sizeof *class_of);
    retained = gcv_alloc(ctx, n_types, sizeof *retained);
    for (i = 0; i < n; i++) {
        class_of[i] = gcv_heap_object_type(heap, i);
    }
    classes.class_of = class_of;
    gcv_retained_compute(ctx, heap, roots, &classes, retained);
    gcv_free(ctx, class_of);
    gcv_free(ctx, retained);
}

/* Runs the analyses in turn. Each is freed before the next one, which can reuse its memory. */
static void analyse(gcv_context *ctx, const gcv_heap *heap, unsigned steps)
{
    gcv_root_set roots;
    gcv_paths paths;
    gcv_dominators dominators;
    gcv_phase(ctx, "prepare");
    gcv_root_set_compute(ctx, heap, false, &roots);
    if ((steps & STEP_PATHS) != 0) {
        gcv_paths_compute(ctx, heap, &roots, &paths);
        gcv_paths_release(ctx, &paths);
    }
    if ((steps & STEP_DOMINATORS) != 0) {
        gcv_phase(ctx, "prepare");
        gcv_dominators_compute(ctx, heap, &roots, &dominators);
        gcv_dominators_release(ctx, &dominators);
    }
    if ((steps & STEP_SETS) != 0) {
        find_sets(ctx, heap, &roots);
    }
    gcv_root_set_release(ctx, &roots);
}

static void load_and_analyse(bench *all, const bench_job *job, bench_watch *watch)
{
    gcv_load_options options;
    gcv_heap *heap = NULL;
    clock_t began = clock();
    memset(&options, 0, sizeof options);
    options.level = job->level;
    gcv_heap_load_file(watch->ctx, all->path, &options, &heap);
    watch->loading = false;
    if (job->steps != 0) {
        analyse(watch->ctx, heap, job->steps);
    }
    end_phase(watch);
    watch->result->rows[0].seconds[watch->round] = seconds_since(began);
    all->objects = gcv_heap_counts(heap)->objects;
    if (job->level == GCV_LOAD_GRAPH) {
        all->references = gcv_heap_counts(heap)->references;
    }
    gcv_heap_free(heap);
}

static bool measure(bench *all, size_t at, size_t round)
{
    bench_result *result = &all->results[at];
    bench_watch watch = {NULL, NULL, 0, true, NULL, 0};
    gcv_watch told = {begin_phase, NULL, NULL};
    gcv_error err;
    gcv_status status;
    if (!measure_floor(all, &result->floor[round])) {
        return false;
    }
    watch.ctx = gcv_context_new(0);
    watch.result = result;
    watch.round = round;
    if (watch.ctx == NULL) {
        fputs("gcvbench: out of memory\n", stderr);
        return false;
    }
    told.payload = &watch;
    gcv_context_watch(watch.ctx, &told);
    status = tried(watch.ctx, &err, load_and_analyse(all, result->job, &watch));
    gcv_context_free(watch.ctx);
    if (status != GCV_OK) {
        fprintf(stderr, "gcvbench: %s: %s: %s\n", all->path, result->job->name, err.message);
    }
    return status == GCV_OK;
}

static bool measure_all(bench *all)
{
    size_t round, i;
    for (i = 0; i < N_JOBS; i++) {
        all->results[i].job = &jobs[i];
        all->results[i].rows[0].name = "total";
        all->results[i].n_rows = 1;
    }
    for (round = 0; round < all->rounds; round++) {
        for (i = 0; i < N_JOBS; i++) {
            if (all->wanted[i] && !measure(all, i, round)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- the table ---------------------------------------------------------------------------- */

enum { SECONDS, BEST, PER_OBJECT, SPEED, PEAK, PEAK_PER_OBJECT, FLOORS, OBJECTS, BYTES, N_COLUMNS };

/* The columns of numbers, after two columns of text. Only tsv has the last two. */
static const struct {
    const char *name;
    int width, decimals;
} columns[N_COLUMNS] = {
    {"seconds", 9, 5}, {"best", 9, 5},    {"ns/object", 10, 1},
    {"MB/s", 7, 0},    {"peak MB", 9, 2}, {"bytes/object", 13, 1},
    {"x floor", 8, 2}, {"objects", 0, 0}, {"file bytes", 0, 0},
};

static const double unknown = -1;

static int compare_doubles(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Returns the median of the values, and sorts them; n is at least 1. */
static double median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, compare_doubles);
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

static double per(double amount, double count) { return count > 0 ? amount / count : 0; }

static void print_names(const bench *all)
{
    size_t i, end = all->tsv ? N_COLUMNS : OBJECTS;
    printf(all->tsv ? "%s\t%s" : "%-10s  %-20s", "what", "phase");
    for (i = 0; i < end; i++) {
        printf("%s%*s", all->tsv ? "\t" : " ", all->tsv ? 0 : columns[i].width, columns[i].name);
    }
    puts("");
}

static void print_cells(const bench *all, const char *what, const char *phase,
                        const double cells[N_COLUMNS])
{
    size_t i, end = all->tsv ? N_COLUMNS : OBJECTS;
    printf(all->tsv ? "%s\t%s" : "%-10s  %-20s", what, phase);
    for (i = 0; i < end; i++) {
        int width = all->tsv ? 0 : columns[i].width;
        fputs(all->tsv ? "\t" : " ", stdout);
        if (cells[i] < 0) {
            printf("%*s", width, "-");
        } else {
            printf("%*.*f", width, columns[i].decimals, cells[i]);
        }
    }
    puts("");
}

static void fill_cells(const bench *all, double cells[N_COLUMNS])
{
    size_t i;
    for (i = 0; i < N_COLUMNS; i++) {
        cells[i] = unknown;
    }
    cells[OBJECTS] = (double)all->objects;
    cells[BYTES] = (double)all->bytes;
}

/* Fills in the times, and sorts `seconds`. */
static void fill_times(double cells[N_COLUMNS], double *seconds, size_t n)
{
    cells[SECONDS] = median(seconds, n);
    cells[BEST] = seconds[0];
    cells[PER_OBJECT] = per(cells[SECONDS] * 1e9, cells[OBJECTS]);
}

/* Fills in MB/s, which has a meaning only for phases that read the file. */
static void fill_speed(double cells[N_COLUMNS])
{
    cells[SPEED] = per(cells[BYTES] / 1e6, cells[SECONDS]);
}

static bool reads_file(const char *phase)
{
    return strcmp(phase, "read") == 0 || strcmp(phase, "load") == 0 || strcmp(phase, "total") == 0;
}

static void fill_peak(double cells[N_COLUMNS], double bytes)
{
    cells[PEAK] = bytes / 1e6;
    cells[PEAK_PER_OBJECT] = per(bytes, cells[OBJECTS]);
}

static void print_floor(bench *all)
{
    double cells[N_COLUMNS];
    fill_cells(all, cells);
    fill_times(cells, all->floor, all->n_floor);
    fill_speed(cells);
    cells[FLOORS] = 1;
    print_cells(all, "floor", "read, find newlines", cells);
}

/* Prints a row for each phase, then the total. */
static void print_result(const bench *all, bench_result *result)
{
    size_t i, round;
    for (i = 1; i <= result->n_rows; i++) {
        bench_row *row = &result->rows[i % result->n_rows];
        double cells[N_COLUMNS], ratios[MOST_ROUNDS];
        for (round = 0; round < all->rounds; round++) {
            ratios[round] = per(row->seconds[round], result->floor[round]);
        }
        fill_cells(all, cells);
        fill_times(cells, row->seconds, all->rounds);
        if (reads_file(row->name)) {
            fill_speed(cells);
        }
        fill_peak(cells, (double)row->peak);
        cells[FLOORS] = median(ratios, all->rounds);
        print_cells(all, result->job->name, row->name, cells);
    }
}

/* Prints the peak resident size of the process, if the system reports it. */
static void print_resident(const bench *all)
{
    FILE *file = fopen("/proc/self/status", "r");
    double cells[N_COLUMNS];
    char line[256];
    if (file == NULL) {
        return;
    }
    fill_cells(all, cells);
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmHWM:", 6) == 0) {
            fill_peak(cells, strtod(line + 6, NULL) * 1024);
            print_cells(all, "process", "resident", cells);
        }
    }
    fclose(file);
}

static void print_table(bench *all)
{
    size_t i;
    if (!all->tsv) {
        printf("%s: %.1f MB, %" PRIu64 " lines, %" PRIu64 " objects", all->path,
               (double)all->bytes / 1e6, all->lines, all->objects);
        if (all->references > 0) {
            printf(", %" PRIu64 " references", all->references);
        }
        printf("; CPU time, median of %zu\n\n", all->rounds);
    }
    print_names(all);
    print_floor(all);
    for (i = 0; i < N_JOBS; i++) {
        if (all->wanted[i]) {
            print_result(all, &all->results[i]);
        }
    }
    print_resident(all);
}

/* ---- command line ------------------------------------------------------------------------- */

static const char usage[] =
    "Usage: gcvbench [OPTION]... FILE\n"
    "Measures gcview on a heap dump, in process, and prints a table.\n\n"
    "  --what LIST    what to measure, separated by commas (default all):\n"
    "                 stats       tallies by type, no graph\n"
    "                 load        the graph\n"
    "                 paths       load, and the shortest chain to every object\n"
    "                 retained    load, dominators, retained bytes of every object\n"
    "                 sets        load, retained bytes of every type\n"
    "                 everything  load, paths, retained and sets on one heap\n"
    "                 all         each of these\n"
    "  --rounds N     rounds, 1 to 50 (default 5); the median is shown, and the best\n"
    "  --format F     text (default) or tsv\n"
    "  --help         this text\n\n"
    "Exit status: 0 done, 1 failed, 2 wrong usage.\n";

static bool choose_one(bench *all, const char *name, size_t length)
{
    bool known = false;
    size_t i;
    for (i = 0; i < N_JOBS; i++) {
        if ((strlen(jobs[i].name) == length && memcmp(jobs[i].name, name, length) == 0) ||
            (length == 3 && memcmp(name, "all", 3) == 0)) {
            all->wanted[i] = true;
            known = true;
        }
    }
    return known;
}

static bool choose(bench *all, const char *list)
{
    size_t length = strcspn(list, ",");
    while (list[length] == ',') {
        if (!choose_one(all, list, length)) {
            return false;
        }
        list += length + 1;
        length = strcspn(list, ",");
    }
    return choose_one(all, list, length);
}

static bool parse_option(bench *all, const char *name, const char *value)
{
    if (strcmp(name, "--what") == 0) {
        return choose(all, value);
    }
    if (strcmp(name, "--rounds") == 0) {
        char *end;
        unsigned long rounds = strtoul(value, &end, 10);
        all->rounds = rounds;
        return *end == '\0' && rounds >= 1 && rounds <= MOST_ROUNDS;
    }
    if (strcmp(name, "--format") == 0) {
        all->tsv = strcmp(value, "tsv") == 0;
        return all->tsv || strcmp(value, "text") == 0;
    }
    return false;
}

static bool parse(bench *all, int argc, char **argv)
{
    bool chosen = false;
    int i;
    all->rounds = 5;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            all->help = true;
            return true;
        }
        if (strncmp(argv[i], "--", 2) != 0 && all->path == NULL) {
            all->path = argv[i];
        } else if (i + 1 < argc && parse_option(all, argv[i], argv[i + 1])) {
            chosen = chosen || strcmp(argv[i], "--what") == 0;
            i++;
        } else {
            fprintf(stderr, "gcvbench: wrong option or value: %s (see gcvbench --help)\n", argv[i]);
            return false;
        }
    }
    if (all->path == NULL) {
        fputs("gcvbench: a FILE is missing (see gcvbench --help)\n", stderr);
    }
    return all->path != NULL && (chosen || choose(all, "all"));
}

int main(int argc, char **argv)
{
    bench *all = calloc(1, sizeof *all);
    int status = EXIT_USAGE;
    if (all == NULL) {
        fputs("gcvbench: out of memory\n", stderr);
        return EXIT_FAILURE;
    }
    if (parse(all, argc, argv)) {
        status = EXIT_FAILURE;
        if (all->help) {
            fputs(usage, stdout);
            status = EXIT_SUCCESS;
        } else if (measure_all(all)) {
            print_table(all);
            status = EXIT_SUCCESS;
        }
    }
    free(all);
    return fflush(stdout) == 0 && !ferror(stdout) ? status : EXIT_FAILURE;
}
