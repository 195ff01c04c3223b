/* Commands that answer one question in two ways must agree, on every sample. */
#include "whole/samples.h"
#include "whole/whole.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define OLD "samples/azmcp-1.log"
#define LATE "samples/azmcp-2.log"
#define BEFORE_GC "samples/kysel-preAlloc.gcdump"
#define AFTER_GC "samples/kysel-post1GC.gcdump"

/* The sample of each format, and more. */
static const char *dump_at(size_t at)
{
    static const char *const more[] = {"samples/leak-story.log", "samples/kysel-preAlloc.gcdump"};
    const size_t n = n_format_samples();
    return at < n ? format_samples[at].path : at - n < CHECK_COUNT(more) ? more[at - n] : NULL;
}

/* Returns a number in a table; lines and columns count from 0. */
static uint64_t number_at(const char *table, size_t line, size_t column)
{
    for (; line > 0; line--) {
        table = strchr(table, '\n');
        assert_non_null(table);
        table++;
    }
    for (; column > 0; column--) {
        table = strchr(table, '\t');
        assert_non_null(table);
        table++;
    }
    return strtoull(table, NULL, 10); /* `-` is 0 */
}

/* A value may have blanks. */
static uint64_t freed_by(const char *option, const char *value, const char *file)
{
    const char *const args[] = {"what-if", "--quiet", "--format", "tsv", option, value, file, NULL};
    whole w;
    whole_open(&w);
    whole_run(&w, args);
    if (w.status != DONE) {
        fail_msg("what-if %s %s: status %d: %s", option, value, w.status, w.err_text);
    }
    uint64_t bytes = number_at(w.out_text, 1, 0);
    whole_close(&w);
    return bytes;
}

/* Without a type, what it retains is freed. */
static void test_types(NO_STATE)
{
    for (size_t i = 0; dump_at(i) != NULL; i++) {
        char *out = whole_output_of("stats -q --retained --top 0 --format tsv", dump_at(i));
        const char *line = strchr(out, '\n') + 1;
        size_t n = 0;
        for (; *line != '\0'; line = strchr(line, '\n') + 1) {
            char type[512];
            const char *name = line;
            for (size_t tab = 0; tab < 3; tab++) {
                name = strchr(name, '\t') + 1;
            }
            size_t size = (size_t)(strchr(name, '\n') - name);
            assert_true(size > 0 && size < sizeof type);
            memcpy(type, name, size);
            type[size] = '\0';
            if (freed_by("--drop-type", type, dump_at(i)) != number_at(line, 0, 2)) {
                fail_msg("%s: without %s it is not what that retains", dump_at(i), type);
            }
            n++;
        }
        assert_true(n > 0);
        free(out);
    }
}

/* Returns the sum of a column. */
static uint64_t sum_of(const char *table, size_t column)
{
    uint64_t sum = 0;
    for (const char *line = strchr(table, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
        sum += number_at(line, 0, column);
    }
    return sum;
}

static uint64_t total_of(const char *words, const char *file, size_t column)
{
    char *out = whole_output_of(words, file);
    const uint64_t sum = sum_of(out, column);
    free(out);
    return sum;
}

/* Without any root, without any object: all that is reachable is freed. */
static void test_everything(NO_STATE)
{
    for (size_t i = 0; dump_at(i) != NULL; i++) {
        const uint64_t bytes =
            total_of("tree --quiet --by type --top 0 --format tsv", dump_at(i), 2);
        assert_true(bytes > 0);
        assert_true(freed_by("--drop-type", "*", dump_at(i)) == bytes);
        assert_true(freed_by("--drop-root", "* *", dump_at(i)) <= bytes);
        assert_true(freed_by("--drop-root", "*", dump_at(i)) == bytes);
    }
}

/* Returns the number after a key of `summary`. */
static uint64_t value_of(const char *summary, const char *key)
{
    char line[64];
    (void)snprintf(line, sizeof line, "\n%s\t", key);
    const char *at = strstr(summary, line);
    assert_non_null(at);
    return strtoull(at + strlen(line), NULL, 10);
}

/* The tops of the tree of garbage retain all unreachable bytes. */
static void test_garbage(NO_STATE)
{
    static const char *const files[] = {"tests/golden/inputs/garbage.log",
                                        "samples/published-example.log", "samples/leak-story.log",
                                        "samples/varied.gcdump", "samples/azmcp-1.log"};
    static const struct {
        const char *words;
        size_t column;
    } tables[] = {
        {"tree -q --unreachable --depth 1 --top 0 --format tsv", 1},
        {"tree -q --unreachable --by type --depth 1 -n 0 --format tsv", 1},
        {"stats -q --unreachable --format tsv", 1},
        {"retained -q --unreachable --top 0 --format tsv", 1}, /* shallow: each object once */
    };
    for (size_t i = 0; i < CHECK_COUNT(files); i++) {
        char *summary = whole_output_of("summary -q --format tsv", files[i]);
        const uint64_t bytes = value_of(summary, "unreachable_bytes");
        for (size_t k = 0; k < CHECK_COUNT(tables); k++) {
            if (total_of(tables[k].words, files[i], tables[k].column) != bytes) {
                fail_msg("%s %s: not all unreachable bytes", tables[k].words, files[i]);
            }
        }
        free(summary);
    }
}

/* Nothing is new or grew since the same dump, even in another format. */
static void test_suspects(NO_STATE)
{
    static const char *const dumps[] = {
        "samples/leak-story.log", "samples/azmcp-1.log", "samples/kysel-preAlloc.gcdump",
        "samples/kysel-post1GC.gcdump", "samples/kysel-post2GC.gcdump"};
    static const char header[] = "rank\tretained\tshare\tobjects\tobject\ttype\troot\treason\n";
    for (size_t i = 0; i < CHECK_COUNT(dumps); i++) {
        char line[100], *inputs[2];
        size_t sizes[2];
        (void)snprintf(line, sizeof line,
                       "suspects -q --min-share 0.01 --top 0 --format tsv --baseline - %s",
                       dumps[i]);
        inputs[0] = whole_read_file(dumps[i], &sizes[0]);
        inputs[1] = whole_filter("convert -q -", inputs[0], sizes[0], &sizes[1]);
        for (size_t k = 0; k < 2; k++) {
            char *out = whole_filter(line, inputs[k], sizes[k], NULL);
            assert_string_equal(out, header);
            free(out);
            free(inputs[k]);
        }
    }
}

/* A dump goes through all formats of `convert`: the figures of types stay.
 */
static void test_conversions(NO_STATE)
{
    static const char *const dumps[] = {"samples/leak-story.log",
                                        "samples/kysel-preAlloc.gcdump",
                                        "samples/two-snapshots.nettrace",
                                        "samples/azmcp-1.log",
                                        "tests/fuzz/corpus/heapsnapshot/tiny.heapsnapshot",
                                        "tests/fuzz/corpus/heapsnapshot/julia-like.heapsnapshot",
                                        "tests/fuzz/corpus/ruby/tiny.json"};
    static const char *const steps[] = {"convert -q --to gcdump -o - -",
                                        "convert -q --to heapsnapshot --unreachable -",
                                        "convert -q -",
                                        "convert -q --to gcdump -o - -",
                                        "convert -q -",
                                        "convert -q --to heapsnapshot --unreachable -"};
    static const char types[] = "stats -q --retained --top 0 --format tsv -";
    for (size_t i = 0; i < CHECK_COUNT(dumps); i++) {
        size_t size;
        char *dump = whole_read_file(dumps[i], &size);
        char *before = whole_filter(types, dump, size, NULL);
        for (size_t k = 0; k < CHECK_COUNT(steps); k++) {
            char *next = whole_filter(steps[k], dump, size, &size);
            char *after = whole_filter(types, next, size, NULL);
            if (i != 4 || k > 0) { /* which has an object of 5 GB */
                assert_string_equal(before, after);
            }
            free(dump);
            free(before);
            dump = next;
            before = after;
        }
        free(dump);
        free(before);
    }
}

/* Joins tables of a dump, without the ids of objects, which some formats renumber in order. */
static char *tables_of(const char *dump, size_t size)
{
    size_t n, m;
    char *objects =
        whole_filter("objects -q --top 0 --sort references --format tsv -", dump, size, &n);
    char *roots = whole_filter("roots -q --by kind --format tsv -", dump, size, &m);
    char *all = malloc(n + m + 1), *to = all;
    const char *at = objects;
    assert_non_null(all);
    while (at[0] != '\0') {
        const char *tab = strchr(at, '\t'), *end = strchr(at, '\n') + 1;
        memcpy(to, tab, (size_t)(end - tab));
        to += end - tab;
        at = end;
    }
    memcpy(to, roots, m + 1);
    free(objects);
    free(roots);
    return all;
}

static void check_same(const char *what, const char *before, const char *after)
{
    if (strcmp(before, after) != 0) {
        fail_msg("%s:\n%s\nmust be:\n%s", what, after, before);
    }
}

/* V8 snapshots and Ruby dumps keep each object with its bytes and references, and the roots, in a
 * log, and then through a .gcdump and back. Only weak roots are lost, which a .gcdump cannot hold.
 */
static void test_there_and_back(NO_STATE)
{
    static const char *const dumps[] = {
        "tests/fuzz/corpus/heapsnapshot/julia-like.heapsnapshot", "samples/shop-2.heapsnapshot",
        "tests/fuzz/corpus/ruby/tiny.json", "tests/fuzz/corpus/heapsnapshot/tiny.heapsnapshot",
        "tests/fuzz/corpus/heapsnapshot/tiny-other-order.heapsnapshot"};
    static const char *const steps[] = {
        "convert -q --to gcdump -o - -", "convert -q --to heapsnapshot --unreachable -",
        "convert -q -", "convert -q --to heapsnapshot --unreachable -"};
    const size_t huge = 3; /* from here on there is an object of 5 GB */
    for (size_t i = 0; i < CHECK_COUNT(dumps); i++) {
        size_t size;
        char *first = whole_read_file(dumps[i], &size);
        size_t log_size, dump_size;
        char *log = whole_filter("convert -q -", first, size, &log_size);
        char *dump = whole_filter(steps[0], first, size, &dump_size);
        char *all = tables_of(first, size), *in_log = tables_of(log, log_size);
        char *before = tables_of(dump, dump_size);
        check_same(dumps[i], all, in_log);
        if (i < huge) {
            *strstr(all, "\nkind\t") = '\0';
            assert_int_equal(strncmp(all, before, strlen(all)), 0);
        }
        for (size_t k = 1; k < CHECK_COUNT(steps); k++) {
            char *next = whole_filter(steps[k], dump, dump_size, &dump_size);
            char *after = tables_of(next, dump_size);
            check_same(dumps[i], before, after);
            free(dump);
            free(after);
            dump = next;
        }
        free(first);
        free(log);
        free(all);
        free(in_log);
        free(dump);
        free(before);
    }
}

/* A .gcdump has everything that its source has. */
static void test_gcdump(NO_STATE)
{
    static const struct {
        const char *dump, *table;
    } cases[] = {
        {"samples/azmcp-1.log", "retained"},
        {"samples/azmcp-1.log", "objects"},
        {"samples/azmcp-1.log", "tree"},
        {"samples/kysel-preAlloc.gcdump", "tree"},
        {"samples/kysel-preAlloc.gcdump", "stats --by module"},
        {"samples/kysel-preAlloc.gcdump", "chains --type System.String"},
        {"samples/two-snapshots.nettrace", "objects"},
        {"samples/two-snapshots.nettrace", "stats --by module"},
        {"samples/varied.gcdump", "stats --by generation"},
        {"samples/varied.gcdump", "stats --unreachable --keep-size-classes"},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        char line[100];
        size_t size, copy_size;
        char *dump = whole_read_file(cases[i].dump, &size);
        char *copy = whole_filter("convert -q --keep-size-classes --to gcdump -o - -", dump, size,
                                  &copy_size);
        (void)snprintf(line, sizeof line, "%s -q --top 0 --format tsv -", cases[i].table);
        char *before = whole_filter(line, dump, size, NULL);
        char *after = whole_filter(line, copy, copy_size, NULL);
        assert_string_equal(before, after);
        free(dump);
        free(copy);
        free(before);
        free(after);
    }
}

/* Checks the objects and bytes of a snapshot in `summary`. */
static void check_sums(const char *words, const char *file, uint64_t objects, uint64_t bytes)
{
    char *out = whole_output_of(words, file);
    assert_true(value_of(out, "objects") == objects);
    assert_true(value_of(out, "bytes") == bytes);
    free(out);
}

/* Survivors and dead objects make up the first dump, survivors and newborn ones the last dump.
 * 71324 of the 71342 objects of the real program are found again. */
static void test_track(NO_STATE)
{
    static const char first[] = "summary -q --format tsv --snapshot 1";
    static const struct {
        const char *line, *old, *last, *words; /* `words`: the summary of the last one */
        uint64_t survived, died, born;
    } cases[] = {
        {"--moves samples/azmcp.moves samples/azmcp-1.log samples/azmcp-2.log",
         "samples/azmcp-1.log", "samples/azmcp-2.log", first, 71324, 18, 3967},
        {"--moves samples/sessions.moves samples/sessions-1.log samples/sessions-3.log",
         "samples/sessions-1.log", "samples/sessions-3.log", first, 10, 3, 15},
        {"--to 2 samples/two-snapshots.nettrace", "samples/two-snapshots.nettrace",
         "samples/two-snapshots.nettrace", "summary -q --format tsv --snapshot 2", 7, 3, 0},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        char *out = whole_output_of("track --quiet --format tsv", cases[i].line);
        const uint64_t survived = sum_of(out, 0), died = sum_of(out, 1), born = sum_of(out, 2);
        assert_true(survived == cases[i].survived);
        assert_true(died == cases[i].died);
        assert_true(born == cases[i].born);
        check_sums(first, cases[i].old, survived + died, sum_of(out, 3) + sum_of(out, 4));
        check_sums(cases[i].words, cases[i].last, survived + born, sum_of(out, 3) + sum_of(out, 5));
        free(out);
    }
}

/* ---- rules about suspects ------------------------------------------------------------------- */

/* Counts the suspects of a list whose fingerprint another list (NULL: none) does not have. */
static uint64_t suspects_beside(const char *list, const char *known)
{
    uint64_t n = 0;
    for (const char *line = strchr(list, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
        char fingerprint[15] = "";
        memcpy(fingerprint, strchr(line, '\n') - 14, 14);
        assert_true(fingerprint[0] == '[' && fingerprint[13] == ']');
        n += known == NULL || strstr(known, fingerprint) == NULL;
    }
    return n;
}

/* `suspects` is the number of rows of the command; new ones have a fingerprint that the baseline
 * lacks. */
static void test_suspect_rules(NO_STATE)
{
    static const char *const pairs[][2] = {
        {OLD, LATE},
        {LATE, OLD},
        {"samples/sessions-1.log", "samples/sessions-3.log"},
        {"samples/shop-1.heapsnapshot", "samples/java-leak.hprof"}};
    uint64_t n_new = 0;
    for (size_t i = 0; i < CHECK_COUNT(pairs); i++) {
        char *old = whole_output_of("suspects -q --top 0 --format tsv", pairs[i][0]);
        char *late = whole_output_of("suspects -q --top 0 --format tsv", pairs[i][1]);
        char *mine = whole_output_of("suspects -q --top 0 --mine --format tsv", pairs[i][1]);
        char line[200];
        (void)snprintf(line, sizeof line,
                       "check -q --format tsv --baseline %s %s suspects>=0 suspects(mine)>=0 "
                       "new\tsuspects>=0 new\tsuspects(mine)>=0",
                       pairs[i][0], pairs[i][1]);
        char *out = whole_output(line);
        assert_int_equal(number_at(out, 1, 2), suspects_beside(late, NULL));
        assert_int_equal(number_at(out, 2, 2), suspects_beside(mine, NULL));
        assert_int_equal(number_at(out, 3, 2), suspects_beside(late, old));
        assert_int_equal(number_at(out, 4, 2), suspects_beside(mine, old));
        n_new += suspects_beside(late, old);
        free(old);
        free(late);
        free(mine);
        free(out);
    }
    assert_true(n_new > 2);
}

/* ---- overview ----------------------------------------------------------------------------- */

/* Row `n` from 0 of a section. */
static const char *row_of(const char *overview, const char *section, size_t n)
{
    size_t size = strlen(section);
    for (const char *line = overview; *line != '\0'; line = strchr(line, '\n') + 1) {
        if (strncmp(line, section, size) == 0 && line[size] == '\t' && n-- == 0) {
            return line;
        }
    }
    return NULL;
}

static void check_row(const char *row, uint64_t count, uint64_t bytes)
{
    assert_non_null(row);
    assert_true(number_at(row, 0, 1) == count);
    assert_true(number_at(row, 0, 2) == bytes);
}

static void check_heap(const char *overview, const char *file)
{
    char *out = whole_output_of("summary --quiet --format tsv", file);
    check_row(row_of(overview, "heap", 0), value_of(out, "objects"), value_of(out, "bytes"));
    check_row(row_of(overview, "heap", 1), value_of(out, "reachable_objects"),
              value_of(out, "reachable_bytes"));
    check_row(row_of(overview, "heap", 2), value_of(out, "unreachable_objects"),
              value_of(out, "unreachable_bytes"));
    free(out);
}

/* Whether the last cells of two rows are equal. */
static bool same_name(const char *a, const char *b)
{
    size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
    while (n > 0 && m > 0 && a[n - 1] == b[m - 1] && a[n - 1] != '\t') {
        n--;
        m--;
    }
    return n > 0 && m > 0 && a[n - 1] == '\t' && b[m - 1] == '\t';
}

static void check_types(const char *overview, const char *file)
{
    char *out = whole_output_of("stats -q --retained --sort bytes --top 6 --format tsv", file);
    const char *line = strchr(out, '\n') + 1, *row;
    size_t n = 0;
    for (; *line != '\0'; line = strchr(line, '\n') + 1, n++) {
        row = row_of(overview, "type", n);
        check_row(row, number_at(line, 0, 0), number_at(line, 0, 1));
        assert_true(number_at(row, 0, 4) == number_at(line, 0, 2));
        assert_true(same_name(row, line));
    }
    assert_true(n > 0);
    assert_null(row_of(overview, "type", n));
    free(out);
}

static bool is_finding(const char *row, const char *line)
{
    return number_at(row, 0, 1) == number_at(line, 0, 3) &&
           number_at(row, 0, 3) == number_at(line, 0, 2) &&
           number_at(row, 0, 4) == number_at(line, 0, 1);
}

/* The first rows of `suspects`, in its order, but for those on the chains of others; returns their
 * number, 0 for a tiny heap. Frees the output. */
static size_t check_suspects(const char *overview, char *out)
{
    const char *line = strchr(out, '\n') + 1, *row;
    size_t n = 0;
    for (; (row = row_of(overview, "suspect", n)) != NULL; n++) {
        assert_non_null(row_of(overview, "chain", n));
        while (*line != '\0' && !is_finding(row, line)) {
            line = strchr(line, '\n') + 1;
        }
        assert_true(*line != '\0');
    }
    assert_true(n <= 3 && (n > 0) == (strchr(out, '\n')[1] != '\0'));
    free(out);
    return n;
}

static void test_overview(NO_STATE)
{
    size_t n_suspects = 0;
    for (size_t i = 0; dump_at(i) != NULL; i++) {
        char *out = whole_output_of("overview --quiet --format tsv", dump_at(i));
        check_heap(out, dump_at(i));
        if (strstr(dump_at(i), ".heapsnapshot") == NULL) { /* which has owners: prop_owners.c */
            check_types(out, dump_at(i));
        }
        if (strstr(dump_at(i), ".nettrace") ==
            NULL) { /* which is compared with its first snapshot */
            n_suspects += check_suspects(
                out, whole_output_of("suspects --quiet --top 0 --format tsv", dump_at(i)));
        }
        free(out);
    }
    assert_true(n_suspects > 3);
}

static const char *cell_at(const char *line, size_t column)
{
    for (; column > 0; column--) {
        line = strchr(line, '\t') + 1;
    }
    return line;
}

/* Whether a row of growth is of a type of a cause of `diff --cause`, and no more than all of that.
 */
static bool is_caused(const char *row, const char *causes)
{
    const char *name = cell_at(row, 5), *line = strchr(causes, '\n') + 1;
    const size_t size = strcspn(name, "\n");
    for (; *line != '\0'; line = strchr(line, '\n') + 1) {
        const char *type = cell_at(line, 9);
        if (number_at(line, 0, 1) == 0 && strncmp(type, name, size) == 0 && type[size] == '\t' &&
            strtoll(cell_at(row, 2), NULL, 10) <= (long long)number_at(line, 0, 8)) {
            return true;
        }
    }
    return false;
}

/* Compares the growth of all types, and that of the types that grew most. */
static void test_overview_growth(NO_STATE)
{
    char *out = whole_output("overview -q --format tsv --baseline " OLD " " LATE);
    char *causes = whole_output("diff -q --cause --top 0 --format tsv " OLD " " LATE);
    char *old = whole_output("summary -q --format tsv " OLD);
    char *late = whole_output("summary -q --format tsv " LATE);
    const char *row;
    size_t n = 0;
    check_row(row_of(out, "growth", 0), value_of(late, "objects") - value_of(old, "objects"),
              value_of(late, "bytes") - value_of(old, "bytes"));
    for (; (row = row_of(out, "grown", n)) != NULL; n++) {
        assert_true(is_caused(row, causes));
    }
    assert_true(n > 3);
    free(late);
    free(old);
    free(causes);
    free(out);
}

/* With a baseline, `suspects` has the order of the first look. */
static void test_overview_order(NO_STATE)
{
    char *out = whole_output("overview -q --format tsv --baseline " BEFORE_GC " " AFTER_GC);
    assert_true(
        check_suspects(out, whole_output("suspects -q --top 0 --format tsv --baseline " BEFORE_GC
                                         " " AFTER_GC)) > 1);
    free(out);
}

/* Compares the row of each of several dumps with its summary. */
static void test_overview_series(NO_STATE)
{
    static const char *const files[] = {OLD, "samples/leak-story.log", LATE};
    char *out = whole_output("overview -q --format tsv " OLD " samples/leak-story.log " LATE);
    for (size_t i = 0; i < CHECK_COUNT(files); i++) {
        char *summary = whole_output_of("summary -q --format tsv", files[i]);
        const char *row = row_of(out, "dump", i);
        check_row(row, value_of(summary, "objects"), value_of(summary, "bytes"));
        assert_non_null(strstr(row, files[i]));
        free(summary);
    }
    assert_null(row_of(out, "dump", CHECK_COUNT(files)));
    free(out);
}

static const char keeper[] = "System.Diagnostics.Tracing.NativeRuntimeEventSource";

/* What taking the dump made is what would be freed without its keeper, in every format. */
static void test_capture(NO_STATE)
{
    static const char *const steps[] = {"convert -q -", "convert -q --to gcdump -o - -",
                                        "convert -q --to heapsnapshot -"};
    char wanted[60];
    size_t size;
    char *dump = whole_read_file(LATE, &size);
    const uint64_t bytes = freed_by("--drop-type", keeper, LATE);
    assert_true(bytes > 100000);
    (void)snprintf(wanted, sizeof wanted, "\"capture_bytes\":%" PRIu64 "}", bytes);
    for (size_t i = 0; i < CHECK_COUNT(steps); i++) {
        size_t n;
        char *next = whole_filter(steps[i], dump, size, &n);
        char *out = whole_filter("suspects -q --top 1 --format json -", next, n, NULL);
        if (strstr(out, wanted) == NULL) {
            fail_msg("%s: not %s but %.300s", steps[i], wanted, out);
        }
        free(out);
        free(next);
    }
    free(dump);
}

/* Rules about growth count all but what taking the dumps made; with --include-capture, all. */
static void test_growth_without_capture(NO_STATE)
{
    const uint64_t before = freed_by("--drop-type", keeper, OLD);
    const uint64_t after = freed_by("--drop-type", keeper, LATE);
    char *old = whole_output("summary -q --format tsv " OLD);
    char *late = whole_output("summary -q --format tsv " LATE);
    const uint64_t growth = value_of(late, "bytes") - value_of(old, "bytes");
    char *rest = whole_output("check -q --format tsv --baseline " OLD " " LATE " bytes<=+1GB");
    char *all = whole_output("check -q --format tsv --include-capture --baseline " OLD " " LATE
                             " bytes<=+1GB");
    assert_true(number_at(rest, 1, 2) == growth - (after - before));
    assert_true(number_at(all, 1, 2) == growth);
    free(all);
    free(rest);
    free(late);
    free(old);
}

/* Whether the column of a row of `suspects --chains` is `-`. */
static bool is_none(const char *row, size_t column)
{
    for (; column > 0; column--) {
        row = strchr(row, '\t') + 1;
    }
    return row[0] == '-' && row[1] == '\t';
}

/* If the chain of a suspect ends at all of its objects, these retain what the suspect does. */
static void test_chain_ends(NO_STATE)
{
    static const char *const dumps[] = {"tests/golden/inputs/dictionary.heapsnapshot",
                                        "tests/golden/inputs/state-2.heapsnapshot",
                                        "samples/shop-2.heapsnapshot", LATE, AFTER_GC};
    enum { RETAINED = 1, OBJECTS = 3, OBJECT, REASON = 7 };
    for (size_t i = 0; i < CHECK_COUNT(dumps); i++) {
        char *out = whole_output_of("suspects -q --chains --include-capture --min 1 --format tsv",
                                    dumps[i]);
        const char *suspect = NULL, *row = strchr(out, '\n') + 1, *next;
        size_t n = 0;
        for (; *row != '\0'; row = next) {
            next = strchr(row, '\n') + 1;
            suspect = is_none(row, REASON) ? suspect : row;
            if ((*next == '\0' || !is_none(next, REASON)) && is_none(suspect, OBJECT) &&
                number_at(row, 0, OBJECTS) == number_at(suspect, 0, OBJECTS)) {
                n++;
                if (number_at(row, 0, RETAINED) != number_at(suspect, 0, RETAINED)) {
                    fail_msg("%s: the chain of %.100s ends elsewhere", dumps[i], suspect);
                }
            }
        }
        assert_true(n > 0);
        free(out);
    }
}

int main(int argc GCV_UNUSED, char **argv GCV_UNUSED)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_suspect_rules),
        cmocka_unit_test(test_overview),
        cmocka_unit_test(test_overview_growth),
        cmocka_unit_test(test_overview_order),
        cmocka_unit_test(test_overview_series),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_everything),
        cmocka_unit_test(test_capture),
        cmocka_unit_test(test_growth_without_capture),
        cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_suspects),
        cmocka_unit_test(test_chain_ends),
        cmocka_unit_test(test_track),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_gcdump),
    };
    return cmocka_run_group_tests_name("whole.agree", tests, NULL, NULL);
}
