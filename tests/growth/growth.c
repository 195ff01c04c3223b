/* growth.c - checks that no command takes more than n log n steps, or 64 bytes of memory for each
 * byte of its input, on any shape.
 *
 *   growth SCRATCH [SHAPE [COMMAND]]
 *   growth --list
 *
 * Each command runs on each shape in the sizes n, 2n, 4n and 8n. A step is a basic block (steps.c).
 * Output counts as input: a table of all objects is as long as the heap. A baseline has half the
 * size, and a third of its objects is smaller than in the dump, a third is larger: so some types
 * grow and others shrink, are new or stay the same. Comparisons run both ways.
 *
 * SHAPE and COMMAND are prefixes of names that --list prints; with a COMMAND the figures of all
 * pairs are printed, and the files of the last size stay in SCRATCH. Under sanitizers, whose
 * purpose is to find other faults, all run in the smallest size only, and steps are not counted.
 */
#include "growth/growth.h"
#include "whole/whole.h"

#include "support/effort.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 4, PATH_SIZE = 300 };

/* The smallest size is a part of that of the shape, except with full effort. */
enum { PARTS = 8, SMALL_PARTS = 16 };

/* The placeholders in command lines. */
enum { FILE_NAME, OTHER_NAME, TEXT_NAME, GLOB, OBJECT, FOLDER, PLACES };
static const char *const places[PLACES] = {"FILE", "OTHER", "TEXT", "GLOB", "OBJECT", "FOLDER"};

typedef struct growth_line {
    unsigned needs;
    const char *words;
} growth_line;

static const growth_line lines[] = {
    {GROWTH_HEAP, "overview FILE"},
    {GROWTH_HEAP, "overview --baseline OTHER FILE --format json"},
    {GROWTH_HEAP, "overview --baseline FILE OTHER --format json"},
    {GROWTH_HEAP, "report FILE"},
    {GROWTH_HEAP, "report --baseline OTHER FILE"},
    {GROWTH_HEAP, "report --baseline FILE OTHER"},
    {GROWTH_HEAP, "summary FILE"},
    {GROWTH_HEAP, "stats FILE"},
    {GROWTH_HEAP, "stats --by namespace --retained FILE"},
    {GROWTH_HEAP, "stats --by domain --retained FILE"},
    {GROWTH_HEAP, "stats --by root-kind --retained FILE"},
    {GROWTH_HEAP, "stats --unreachable --type *e* --exclude *q*x*z* FILE"},
    {GROWTH_HEAP, "roots FILE"},
    {GROWTH_HEAP, "roots --by kind FILE"},
    {GROWTH_HEAP, "chains --type * --limit 0 FILE"},
    {GROWTH_HEAP, "chains --type * --tree FILE"},
    {GROWTH_HEAP, "chains --type Acme.Other --via * --avoid Nothing.* FILE"},
    {GROWTH_HEAP, "chains --object OBJECT --limit 3 FILE"},
    {GROWTH_HEAP, "chains --object OBJECT --limit 300 FILE"},
    {GROWTH_HEAP, "retained FILE"},
    {GROWTH_HEAP, "retained --top 0 FILE"},
    {GROWTH_HEAP, "retained --unreachable FILE"},
    {GROWTH_HEAP, "tree FILE"},
    {GROWTH_HEAP, "tree --top 0 --format tsv FILE"},
    {GROWTH_HEAP, "tree --by type --top 0 FILE"},
    {GROWTH_HEAP, "tree --by type --fold --top 0 FILE"},
    {GROWTH_HEAP, "tree --object OBJECT FILE"},
    {GROWTH_HEAP, "tree --by type --object OBJECT FILE"},
    {GROWTH_HEAP, "tree --top 0 --format dot FILE"},
    {GROWTH_HEAP, "chains --object OBJECT --limit 300 --format mermaid FILE"},
    {GROWTH_HEAP, "chains --type * --limit 0 --top 0 --format dot FILE"},
    {GROWTH_HEAP, "object OBJECT --hops 16 --top 0 --format dot FILE"},
    {GROWTH_HEAP, "objects --top 0 FILE"},
    {GROWTH_HEAP, "objects --roots --top 0 FILE"},
    {GROWTH_HEAP, "objects --root static --refers-to * --referenced-by * --min-retained 1 FILE"},
    {GROWTH_HEAP, "object OBJECT FILE"},
    {GROWTH_HEAP, "object OBJECT FILE --top 0 --format json"},
    {GROWTH_HEAP, "what-if --drop-root static --cut *:* --drop-type *q* FILE"},
    {GROWTH_HEAP, "diff OTHER FILE"},
    {GROWTH_HEAP, "diff FILE OTHER"},
    {GROWTH_HEAP, "diff --retained --by namespace OTHER FILE"},
    {GROWTH_HEAP, "diff --retained --by namespace FILE OTHER"},
    {GROWTH_HEAP, "diff --cause --top 0 OTHER FILE"},
    {GROWTH_HEAP, "diff --cause --top 0 FILE OTHER"},
    {GROWTH_HEAP, "suspects FILE"},
    {GROWTH_HEAP, "suspects --min 1 --top 0 --chains FILE"},
    {GROWTH_HEAP, "suspects --min-share 0 --baseline OTHER FILE"},
    {GROWTH_HEAP, "suspects --min-share 0 --baseline FILE OTHER"},
    {GROWTH_HEAP, "check FILE bytes(*)<1 retained(*)<1 forbid\tN7.*"},
    {GROWTH_HEAP, "check --baseline OTHER FILE bytes(*)<1 retained(*)<=+5%"},
    {GROWTH_HEAP, "check --baseline FILE OTHER bytes(*)<1 retained(*)<=+5%"},
    {GROWTH_HEAP, "check --baseline FILE OTHER retained(mine)<1 new\tsuspects<1"},
    {GROWTH_HEAP, "profile FILE"},
    {GROWTH_HEAP, "profile --paths FILE"},
    {GROWTH_HEAP, "profile --baseline OTHER FILE"},
    {GROWTH_HEAP, "profile --baseline FILE OTHER"},
    {GROWTH_HEAP, "profile --to pprof -o - FILE"},
    {GROWTH_HEAP, "profile --to speedscope FILE"},
    {GROWTH_HEAP, "profile --to ncdu --paths FILE"},
    {GROWTH_HEAP, "convert FILE"},
    {GROWTH_HEAP, "convert --redact FILE"},
    {GROWTH_HEAP, "convert --to gcdump -o - FILE"},
    {GROWTH_HEAP, "convert --to hprof -o - FILE"},
    {GROWTH_HEAP, "convert --to heapsnapshot FILE"},
    {GROWTH_HEAP, "convert --to tables -o FOLDER FILE"},
    {GROWTH_HEAP | GROWTH_RULES, "check FILE --rules TEXT"},
    {GROWTH_HEAP | GROWTH_SUPPRESSIONS, "suspects --min 1 --suppressions TEXT FILE"},
    {GROWTH_HEAP | GROWTH_GLOB, "stats --type GLOB FILE"},
    {GROWTH_HEAP | GROWTH_GLOB, "stats --ignore-case --exclude GLOB FILE"},
    {GROWTH_HEAP | GROWTH_GLOB, "chains --type GLOB FILE"},
    {GROWTH_AGES, "stats --by generation FILE"},
    {GROWTH_AGES, "objects --generation 2 --top 0 FILE"},
    {GROWTH_AGES, "suspects --generation 2 FILE"},
    {GROWTH_AGES, "check FILE count(gen2\t*)<1 bytes(large)<1"},
    {GROWTH_TRACE, "track FILE"},
    {GROWTH_TRACE, "track --ages FILE"},
    {GROWTH_TRACE, "track --growing FILE"},
    {GROWTH_TRACE, "map OBJECT FILE"},
    {GROWTH_TRACE, "convert --to moves FILE"},
    {GROWTH_MOVES, "track --moves TEXT OTHER FILE"},
    {GROWTH_MOVES, "track --growing --moves TEXT OTHER FILE"},
    {GROWTH_MOVES, "track --chains --born --moves TEXT OTHER FILE"},
    {GROWTH_MOVES, "track --ages --moves TEXT OTHER FILE"},
    {GROWTH_MOVES, "map OBJECT --moves TEXT OTHER FILE"},
    {GROWTH_V8, "chains --type * --limit 0 --fields FILE"},
    {GROWTH_V8, "chains --type * --tree --fields FILE"},
    {GROWTH_V8, "object OBJECT --top 0 --fields FILE"},
    {GROWTH_V8, "object OBJECT --hops 3 --top 0 --fields --format dot FILE"},
    {GROWTH_V8, "convert --to tables --fields -o FOLDER FILE"},
    {GROWTH_V8, "track OTHER FILE"},
    {GROWTH_V8, "track FILE OTHER"},
    {GROWTH_V8, "track --growing OTHER FILE"},
    {GROWTH_V8, "track --growing FILE OTHER"},
    {GROWTH_V8, "track --ages OTHER FILE OTHER"},
    {GROWTH_V8, "map OBJECT OTHER FILE"},
};

typedef struct work {
    uint64_t steps, peak, input, output;
} work;

typedef struct growth {
    const char *scratch, *only_shape, *only_command;
    whole w;
    char name[PLACES][PATH_SIZE];
    uint64_t bytes[PLACES];
    char *glob; /* its length is bytes[GLOB] */
    size_t failures, pairs;
} growth;

/* ---- files -------------------------------------------------------------------------------- */

bool growth_baseline;
static uint32_t n_varied;

uint32_t growth_bytes(uint32_t usual)
{
    return growth_baseline ? usual / 2 * (1 + n_varied++ % 3) : usual;
}

/* Varies the sizes in an RPM log: those of objects that end with the digit 8. */
static void vary(char *text)
{
    for (; text != NULL; text = strchr(text, '\n')) {
        text += *text == '\n';
        if (strncmp(text, "o ", 2) == 0) {
            text += 2 + strcspn(text + 2, " \n");
            text += strcspn(text + 1, " \n") + 1;
            text += strcspn(text + 1, " \n");
            *text = *text == '8' ? "0123456789abcdef"[growth_bytes(8)] : *text;
        }
    }
}

static uint64_t write_file(const char *name, void (*write)(FILE *, uint32_t), uint32_t n)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    write(file, n);
    long size = ftell(file);
    assert_true(size >= 0);
    assert_int_equal(fclose(file), 0);
    return (uint64_t)size;
}

/* Writes OTHER. In a log of moves, most objects of both dumps must be the same. */
static uint64_t write_baseline(const char *name, const growth_shape *shape, uint32_t n)
{
    const bool same = (shape->has & GROWTH_MOVES) != 0;
    size_t size;
    FILE *file;
    growth_baseline = true;
    n_varied = 0;
    (void)write_file(name, shape->write, same ? n : n / 2);
    char *text = whole_read_file(name, &size);
    vary(text[0] == 'a' && !same ? text : NULL);
    file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    free(text);
    growth_baseline = false;
    return size;
}

/* Returns a glob of n characters, which matches the names of types except near its end. */
static char *make_glob(unsigned has, uint32_t n)
{
    const char *piece = (has & GROWTH_SINGLES) != 0 ? "?"
                        : (has & GROWTH_TRIED) != 0 ? "ab"
                                                    : "a*b*";
    const size_t size = strlen(piece);
    char *glob = malloc((size_t)n + 1);
    assert_non_null(glob);
    for (uint32_t i = 0; i < n; i++) {
        glob[i] = i == 0 ? '*' : piece[(i - 1) % size];
    }
    glob[n - 3] = (has & GROWTH_TRIED) != 0 ? '?' : glob[n - 3];
    glob[n - 2] = 'x';
    glob[n - 1] = '*'; /* a wrong last character would fail at once */
    glob[n] = '\0';
    return glob;
}

static void write_files(growth *g, const growth_shape *shape, uint32_t n)
{
    g->bytes[FILE_NAME] = write_file(g->name[FILE_NAME], shape->write, n);
    g->bytes[OTHER_NAME] = write_baseline(g->name[OTHER_NAME], shape, n);
    if (shape->write_text != NULL) {
        g->bytes[TEXT_NAME] = write_file(g->name[TEXT_NAME], shape->write_text, n);
    }
    if ((shape->has & GROWTH_GLOB) != 0) {
        g->bytes[GLOB] = (shape->has & GROWTH_TRIED) != 0 ? 40 : n / 5;
        free(g->glob);
        g->glob = make_glob(shape->has, (uint32_t)g->bytes[GLOB]);
    }
}

/* ---- one run ------------------------------------------------------------------------------ */

/* Splits a line into words, and replaces placeholders; a tab is a blank within a word. Returns the
 * sum of the sizes of the files and the glob that the line names. */
static uint64_t fill_in(const growth *g, const growth_shape *shape, char *words, const char **args)
{
    uint64_t input = 0;
    size_t n = 0, place;
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        assert_true(n < WHOLE_ARGS_MAX);
        args[n] = word;
        for (place = 0; place < PLACES && strcmp(word, places[place]) != 0; place++) {
        }
        if (place < PLACES) {
            args[n] = place == OBJECT   ? shape->object
                      : place == GLOB   ? g->glob
                      : place == FOLDER ? g->scratch
                                        : g->name[place];
            input += g->bytes[place];
        }
        for (; *word != '\0'; word++) {
            *word = *word == '\t' ? ' ' : *word;
        }
        n++;
    }
    args[n] = NULL;
    return input;
}

static work run_line(growth *g, const growth_shape *shape, const char *line)
{
    const char *args[WHOLE_ARGS_MAX + 1];
    char words[256];
    work done;
    (void)snprintf(words, sizeof words, "%s", line);
    done.input = fill_in(g, shape, words, args);
    g->w.ctx = gcv_context_new(0);
    assert_non_null(g->w.ctx);
    g->w.ctx->seed = 1;
    done.steps = growth_steps();
    whole_run(&g->w, args);
    done.steps = growth_steps() - done.steps;
    done.peak = gcv_context_peak(g->w.ctx);
    done.output = g->w.out_size + g->w.err_size;
    gcv_context_free(g->w.ctx);
    if (g->w.status == WRONG_USAGE && (shape->has & GROWTH_RULES) == 0) {
        fail_msg("%s: %s: %s", shape->name, line, g->w.err_text);
    }
    return done;
}

/* ---- growth ------------------------------------------------------------------------------- */

enum {
    BYTES_A_BYTE = 64, /* of memory, as docs/limits.md says, and FIXED_BYTES of the 16 MiB there */
    FIXED_BYTES = 8000000,
    OUTPUT_A_BYTE = 3000,
    STEPS_A_BYTE = 1000, /* for each byte of input and output */
    FIXED_STEPS = 20000000,
    FIXED_OUTPUT = 1000000
};

/* How much may be added regardless of growth, and how many tenths of the previous doubling a
 * doubling may add. Small inputs have tighter limits, because what grows too fast is less of it. */
typedef struct tolerance {
    uint64_t tenths, steps, output, memory;
} tolerance;

static const tolerance tight = {23, 20000, 500000, 1000000}, wide = {25, 200000, 1000000, 2000000};

static uint64_t difference(uint64_t a, uint64_t b) { return a < b ? b - a : a - b; }

/* Whether each of the last two doublings adds more than it may. Only one of them may be a change to
 * another method of storing or sorting. */
static bool grows_too_fast(const work *runs, size_t value, uint64_t slack, uint64_t tenths)
{
    uint64_t v[SIZES];
    for (size_t i = 0; i < SIZES; i++) {
        memcpy(&v[i], (const char *)&runs[i] + value, sizeof v[i]);
    }
    return v[3] > v[2] && v[3] - v[2] > slack &&
           (v[3] - v[2]) * 10 > difference(v[1], v[2]) * tenths &&
           difference(v[1], v[2]) * 10 > difference(v[0], v[1]) * tenths;
}

/* Returns what is wrong with the figures of a command; NULL: nothing. For memory, only the
 * difference between the largest and the smallest input counts: constant memory does not matter. */
static const char *fault_of(const work *runs)
{
    const work *first = &runs[0], *last = &runs[SIZES - 1];
    const uint64_t input = difference(first->input, last->input);
    const tolerance *t = effort_is_full() ? &wide : &tight;
    const uint64_t chance = first->steps / 128; /* hashes and keys of redaction differ by run */
    return grows_too_fast(runs, offsetof(work, steps), t->steps + chance, t->tenths) ? "steps"
           : grows_too_fast(runs, offsetof(work, output), t->output, t->tenths)      ? "output"
           : grows_too_fast(runs, offsetof(work, peak), t->memory, t->tenths)        ? "memory"
           : last->output > OUTPUT_A_BYTE * last->input + FIXED_OUTPUT               ? "long output"
           : difference(first->peak, last->peak) > BYTES_A_BYTE * input + FIXED_BYTES
               ? "much memory"
           : last->steps > STEPS_A_BYTE * (last->input + last->output) + FIXED_STEPS ? "many steps"
                                                                                     : NULL;
}

static void judge(growth *g, const growth_shape *shape, const char *line, const work *runs)
{
    const char *fault = fault_of(runs);
    g->failures += fault != NULL;
    if (fault != NULL || g->only_command != NULL) {
        print_message("%s: %s: %s:", fault != NULL ? fault : "good", shape->name, line);
        for (size_t i = 0; i < SIZES; i++) {
            print_message(" %" PRIu64 " bytes: %" PRIu64 " steps, %" PRIu64 " of memory, %" PRIu64
                          " printed%s",
                          runs[i].input, runs[i].steps, runs[i].peak, runs[i].output,
                          i + 1 < SIZES ? ";" : "\n");
        }
    }
}

static bool is_wanted(const char *only, const char *words)
{
    return only == NULL || strncmp(only, words, strlen(only)) == 0;
}

static bool applies(const growth *g, const growth_shape *shape, const growth_line *line)
{
    return (line->needs & ~shape->has) == 0 && is_wanted(g->only_command, line->words) &&
           (shape->object != NULL || strstr(line->words, "OBJECT") == NULL);
}

static void check_shape(growth *g, const growth_shape *shape)
{
    static work runs[CHECK_COUNT(lines)][SIZES];
    const size_t sizes = effort_is_reduced() ? 1 : SIZES;
    const uint32_t least = shape->n / (effort_is_full()      ? 1
                                       : effort_is_reduced() ? SMALL_PARTS
                                                             : PARTS);
    for (size_t size = 0; size < sizes; size++) {
        write_files(g, shape, least << size);
        for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
            if (applies(g, shape, &lines[i])) {
                runs[i][size] = run_line(g, shape, lines[i].words);
                g->pairs += size == 0;
            }
        }
    }
    for (size_t i = 0; sizes == SIZES && i < CHECK_COUNT(lines); i++) {
        if (applies(g, shape, &lines[i])) {
            judge(g, shape, lines[i].words, runs[i]);
        }
    }
}

/* ---- all shapes --------------------------------------------------------------------------- */

static const struct {
    const growth_shape *shapes;
    const size_t *n;
} kinds[] = {
    {growth_logs, &growth_n_logs},     {growth_generated, &growth_n_generated},
    {growth_texts, &growth_n_texts},   {growth_gcdumps, &growth_n_gcdumps},
    {growth_traces, &growth_n_traces}, {growth_moves, &growth_n_moves},
    {growth_ruby, &growth_n_ruby},     {growth_v8, &growth_n_v8},
    {growth_hprof, &growth_n_hprof},
};

static growth *the_growth;

static void every_shape(NO_STATE)
{
    static const char *const files[] = {"dump", "other", "text"};
    growth *g = the_growth;
    whole_open(&g->w);
    for (size_t i = 0; i < CHECK_COUNT(files); i++) {
        (void)snprintf(g->name[i], PATH_SIZE, "%s/growth.%s", g->scratch, files[i]);
    }
    for (size_t kind = 0; kind < CHECK_COUNT(kinds); kind++) {
        for (size_t i = 0; i < *kinds[kind].n; i++) {
            if (is_wanted(g->only_shape, kinds[kind].shapes[i].name)) {
                check_shape(g, &kinds[kind].shapes[i]);
            }
        }
    }
    whole_close(&g->w);
    free(g->glob);
    print_message("%zu pairs of a shape and a command, %zu grow too fast\n", g->pairs, g->failures);
    if (g->pairs == 0) {
        fail_msg("no line of --list begins like that");
    }
    assert_int_equal(g->failures, 0);
}

/* ---- a budget ----------------------------------------------------------------------------- */

/* The cost of thousands of types in wide sets grows with both objects and types, but is at most
 * twice that of marking passes for 256 types each. The context counts these steps. */
static void types_that_meet(NO_STATE)
{
    enum { FEW = 8000 };
    static const struct {
        uint32_t objects, types;
    } heaps[] = {{FEW, FEW / 8}, {FEW, FEW / 3}, {4 * FEW, FEW}, {4 * FEW, FEW + FEW / 2}};
    const size_t n = effort_is_reduced() ? 1 : CHECK_COUNT(heaps);
    whole w;
    if (!is_wanted(the_growth->only_shape, "generated meet")) {
        return;
    }
    whole_open(&w);
    for (size_t i = 0; i < n; i++) {
        uint64_t once;
        whole_give(&w, "", 0);
        once =
            growth_generate(w.in, "meet", heaps[i].objects, heaps[i].types, IDS_64, ORDER_ADDRESS);
        uint64_t most = once * (heaps[i].types / 256 + 4) * 2;
        w.ctx = gcv_context_new(0);
        assert_non_null(w.ctx);
        whole_call(&w, "stats --quiet --retained -");
        assert_int_equal(w.status, DONE);
        if (w.ctx->steps > most) {
            fail_msg("%" PRIu32 " objects of %" PRIu32 " types: %" PRIu64 " steps, not %" PRIu64,
                     heaps[i].objects, heaps[i].types, w.ctx->steps, most);
        }
        gcv_context_free(w.ctx);
    }
    whole_close(&w);
}

static void list(void)
{
    growth all;
    memset(&all, 0, sizeof all);
    for (size_t kind = 0; kind < CHECK_COUNT(kinds); kind++) {
        for (size_t i = 0; i < *kinds[kind].n; i++) {
            const growth_shape *shape = &kinds[kind].shapes[i];
            for (size_t k = 0; k < CHECK_COUNT(lines); k++) {
                if (applies(&all, shape, &lines[k])) {
                    printf("%s: %s\n", shape->name, lines[k].words);
                }
            }
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_shape),
                                       cmocka_unit_test(types_that_meet)};
    growth g;
    if (argc < 2) {
        return 2;
    }
    if (strcmp(argv[1], "--list") == 0) {
        list();
        return 0;
    }
    memset(&g, 0, sizeof g);
    g.scratch = argv[1];
    g.only_shape = argc > 2 && argv[2][0] != '\0' ? argv[2] : NULL;
    g.only_command = argc > 3 ? argv[3] : NULL;
    the_growth = &g;
    return cmocka_run_group_tests_name("growth", tests, NULL, NULL);
}
