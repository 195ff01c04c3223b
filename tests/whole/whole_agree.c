/* Commands that answer one question in two ways must agree, on every sample. */
#include "whole/whole.h"

#include <stdlib.h>
#include <string.h>

static const char *const samples[] = {
    "samples/leak-story.log",
    "samples/kysel-preAlloc.gcdump",
    "samples/published-example.log",
    "samples/two-snapshots.nettrace",
};

/* Returns the output of a command, in its own memory. */
static char *output_of(const char *const *args)
{
    whole w;
    char *out;
    whole_open(&w);
    whole_run(&w, args);
    if (w.status != DONE) {
        fail_msg("%s: status %d: %s", args[0], w.status, w.err_text);
    }
    out = malloc(w.out_size + 1);
    assert_non_null(out);
    memcpy(out, w.out_text, w.out_size + 1);
    whole_close(&w);
    return out;
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

static uint64_t freed_by(const char *option, const char *value, const char *file)
{
    const char *const args[] = {"what-if", "--quiet", "--format", "tsv", option, value, file, NULL};
    char *out = output_of(args);
    const uint64_t bytes = number_at(out, 1, 0);
    free(out);
    return bytes;
}

/* Without a type, what it retains is freed. */
static void test_types(void **state)
{
    (void)state;
    for (size_t i = 0; i < CHECK_COUNT(samples); i++) {
        const char *const args[] = {"stats",    "--quiet", "--retained", "--top", "0",
                                    "--format", "tsv",     samples[i],   NULL};
        char *out = output_of(args), *line = strchr(out, '\n') + 1;
        size_t n = 0;
        for (; *line != '\0'; line = strchr(line, '\n') + 1) {
            char type[512];
            const char *name = line;
            size_t size;
            for (size_t tab = 0; tab < 3; tab++) {
                name = strchr(name, '\t') + 1;
            }
            size = (size_t)(strchr(name, '\n') - name);
            assert_true(size > 0 && size < sizeof type);
            memcpy(type, name, size);
            type[size] = '\0';
            if (freed_by("--drop-type", type, samples[i]) != number_at(line, 0, 2)) {
                fail_msg("%s: without %s it is not what that retains", samples[i], type);
            }
            n++;
        }
        assert_true(n > 0);
        free(out);
    }
}

/* Without any root, without any object: all that is reachable is freed. */
static void test_everything(void **state)
{
    (void)state;
    for (size_t i = 0; i < CHECK_COUNT(samples); i++) {
        const char *const args[] = {"tree", "--quiet",  "--by", "type",     "--top",
                                    "0",    "--format", "tsv",  samples[i], NULL};
        char *out = output_of(args);
        uint64_t bytes = 0;
        size_t n = 0;
        for (const char *line = strchr(out, '\n') + 1; *line != '\0';
             line = strchr(line, '\n') + 1) {
            bytes += number_at(line, 0, 2);
            n++;
        }
        assert_true(n > 0);
        assert_true(freed_by("--drop-type", "*", samples[i]) == bytes);
        assert_true(freed_by("--drop-root", "* *", samples[i]) <= bytes);
        assert_true(freed_by("--drop-root", "*", samples[i]) == bytes);
        free(out);
    }
}

/* Returns the value of a key in `summary`. */
static uint64_t summary_of(const char *key, const char *file)
{
    const char *const args[] = {"summary", "--quiet", "--format", "tsv", file, NULL};
    char *out = output_of(args), *at = strstr(out, key);
    uint64_t value;
    assert_non_null(at);
    value = number_at(at, 0, 1);
    free(out);
    return value;
}

/* Returns the sum of a column. */
static uint64_t total_of(const char *const *args, size_t column)
{
    char *out = output_of(args);
    uint64_t sum = 0;
    for (const char *line = strchr(out, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
        sum += number_at(line, 0, column);
    }
    free(out);
    return sum;
}

/* The tops of the tree of garbage retain all unreachable bytes. */
static void test_garbage(void **state)
{
    static const char *const files[] = {"tests/golden/inputs/garbage.log",
                                        "samples/published-example.log", "samples/leak-story.log",
                                        "samples/varied.gcdump", "samples/azmcp-1.log"};
    (void)state;
    for (size_t i = 0; i < CHECK_COUNT(files); i++) {
        const char *const tree[] = {"tree", "-q",       "--unreachable", "--depth", "1", "--top",
                                    "0",    "--format", "tsv",           files[i],  NULL};
        const char *const types[] = {
            "tree", "-q", "--unreachable", "--by", "type",   "--depth", "1",
            "-n",   "0",  "--format",      "tsv",  files[i], NULL};
        const char *const stats[] = {"stats",  "-q", "--unreachable", "--format", "tsv",
                                     files[i], NULL};
        const char *const all[] = {"retained", "-q",  "--unreachable", "--top", "0",
                                   "--format", "tsv", files[i],        NULL};
        const uint64_t bytes = summary_of("unreachable_bytes", files[i]);
        assert_true(total_of(tree, 1) == bytes);
        assert_true(total_of(types, 1) == bytes);
        assert_true(total_of(stats, 1) == bytes);
        assert_true(total_of(all, 1) == bytes); /* shallow: each object once */
    }
}

/* Nothing is new or grew since the same dump, even in another format. */
static void test_suspects(void **state)
{
    static const char *const dumps[] = {
        "samples/leak-story.log", "samples/azmcp-1.log", "samples/kysel-preAlloc.gcdump",
        "samples/kysel-post1GC.gcdump", "samples/kysel-post2GC.gcdump"};
    static const char header[] = "rank\tretained\tshare\tobjects\tobject\ttype\troot\treason\n";
    (void)state;
    for (size_t i = 0; i < CHECK_COUNT(dumps); i++) {
        const char *const convert[] = {"convert", "--quiet", dumps[i], NULL};
        const char *const args[] = {"suspects", "--quiet", "--min-share", "0.01", "--top",  "0",
                                    "--format", "tsv",     "--baseline",  "-",    dumps[i], NULL};
        size_t size;
        char *log = output_of(convert), *same = whole_read_file(dumps[i], &size);
        whole w;
        whole_open(&w);
        whole_give(&w, log, strlen(log));
        whole_run(&w, args);
        assert_int_equal(w.status, DONE);
        assert_string_equal(w.out_text, header);
        whole_give(&w, same, size);
        whole_run(&w, args);
        assert_int_equal(w.status, DONE);
        assert_string_equal(w.out_text, header);
        whole_close(&w);
        free(same);
        free(log);
    }
}

/* Returns the output of commands for a text on standard input. */
static char *output_from(const char *line, const char *input, size_t size, size_t *out_size)
{
    whole w;
    char *out;
    whole_open(&w);
    whole_give(&w, input, size);
    whole_call(&w, line);
    if (w.status != DONE) {
        fail_msg("%s: status %d: %s", line, w.status, w.err_text);
    }
    out = malloc(w.out_size + 1);
    assert_non_null(out);
    memcpy(out, w.out_text, w.out_size + 1);
    *out_size = w.out_size;
    whole_close(&w);
    return out;
}

/* A dump goes through all formats of `convert`: the figures of types stay.
 */
static void test_conversions(void **state)
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
    (void)state;
    for (size_t i = 0; i < CHECK_COUNT(dumps); i++) {
        size_t size, table_size;
        char *dump = whole_read_file(dumps[i], &size);
        char *before = output_from(types, dump, size, &table_size);
        for (size_t k = 0; k < CHECK_COUNT(steps); k++) {
            char *next = output_from(steps[k], dump, size, &size);
            char *after = output_from(types, next, size, &table_size);
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
        output_from("objects -q --top 0 --sort references --format tsv -", dump, size, &n);
    char *roots = output_from("roots -q --by kind --format tsv -", dump, size, &m);
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
static void test_there_and_back(void **state)
{
    static const char *const dumps[] = {
        "tests/fuzz/corpus/heapsnapshot/julia-like.heapsnapshot", "samples/shop-2.heapsnapshot",
        "tests/fuzz/corpus/ruby/tiny.json", "tests/fuzz/corpus/heapsnapshot/tiny.heapsnapshot",
        "tests/fuzz/corpus/heapsnapshot/tiny-other-order.heapsnapshot"};
    static const char *const steps[] = {
        "convert -q --to gcdump -o - -", "convert -q --to heapsnapshot --unreachable -",
        "convert -q -", "convert -q --to heapsnapshot --unreachable -"};
    const size_t huge = 3; /* from here on there is an object of 5 GB */
    (void)state;
    for (size_t i = 0; i < CHECK_COUNT(dumps); i++) {
        size_t size;
        char *first = whole_read_file(dumps[i], &size);
        size_t log_size, dump_size;
        char *log = output_from("convert -q -", first, size, &log_size);
        char *dump = output_from(steps[0], first, size, &dump_size);
        char *all = tables_of(first, size), *in_log = tables_of(log, log_size);
        char *before = tables_of(dump, dump_size);
        check_same(dumps[i], all, in_log);
        if (i < huge) {
            *strstr(all, "\nkind\t") = '\0';
            assert_int_equal(strncmp(all, before, strlen(all)), 0);
        }
        for (size_t k = 1; k < CHECK_COUNT(steps); k++) {
            char *next = output_from(steps[k], dump, dump_size, &dump_size);
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
static void test_gcdump(void **state)
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
    (void)state;
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        char line[100];
        size_t size, copy_size, n;
        char *dump = whole_read_file(cases[i].dump, &size), *copy, *before, *after;
        copy = output_from("convert -q --keep-size-classes --to gcdump -o - -", dump, size,
                           &copy_size);
        (void)snprintf(line, sizeof line, "%s -q --top 0 --format tsv -", cases[i].table);
        before = output_from(line, dump, size, &n);
        after = output_from(line, copy, copy_size, &n);
        assert_string_equal(before, after);
        free(dump);
        free(copy);
        free(before);
        free(after);
    }
}

/* Returns the sum of a column of `track`. */
static uint64_t sum_of(const char *table, size_t column)
{
    uint64_t sum = 0;
    const char *line;
    for (line = strchr(table, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
        sum += number_at(line, 0, column);
    }
    return sum;
}

/* Finds the objects and bytes of a snapshot in `summary`. */
static void summed_up(const char *file, const char *snapshot, uint64_t *objects, uint64_t *bytes)
{
    const char *const args[] = {"summary",    "--quiet", "--format", "tsv",
                                "--snapshot", snapshot,  file,       NULL};
    char *out = output_of(args);
    *objects = strtoull(strstr(out, "\nobjects\t") + 9, NULL, 10);
    *bytes = strtoull(strstr(out, "\nbytes\t") + 7, NULL, 10);
    free(out);
}

/* Survivors and dead objects make up the first dump, survivors and newborn ones the last dump.
 * 71324 of the 71342 objects of the real program are found again. */
static void test_track(void **state)
{
    static const struct {
        const char *files[2], *snapshots[2], *moves;
        uint64_t survived, died, born;
    } cases[] = {
        {{"samples/azmcp-1.log", "samples/azmcp-2.log"},
         {"1", "1"},
         "--moves=samples/azmcp.moves",
         71324,
         18,
         3967},
        {{"samples/sessions-1.log", "samples/sessions-3.log"},
         {"1", "1"},
         "--moves=samples/sessions.moves",
         10,
         3,
         15},
        {{"samples/two-snapshots.nettrace", NULL}, {"1", "2"}, "--to=2", 7, 3, 0},
    };
    (void)state;
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const char *const args[] = {"track",        "--quiet",         "--format",        "tsv",
                                    cases[i].moves, cases[i].files[0], cases[i].files[1], NULL};
        const char *last = cases[i].files[1] != NULL ? cases[i].files[1] : cases[i].files[0];
        char *out = output_of(args);
        uint64_t objects, bytes;
        assert_true(sum_of(out, 0) == cases[i].survived);
        assert_true(sum_of(out, 1) == cases[i].died);
        assert_true(sum_of(out, 2) == cases[i].born);
        summed_up(cases[i].files[0], cases[i].snapshots[0], &objects, &bytes);
        assert_true(sum_of(out, 0) + sum_of(out, 1) == objects);
        assert_true(sum_of(out, 3) + sum_of(out, 4) == bytes);
        summed_up(last, cases[i].snapshots[1], &objects, &bytes);
        assert_true(sum_of(out, 0) + sum_of(out, 2) == objects);
        assert_true(sum_of(out, 3) + sum_of(out, 5) == bytes);
        free(out);
    }
}

/* ---- overview ----------------------------------------------------------------------------- */

/* Returns the number after a key of `summary`. */
static uint64_t value_of(const char *summary, const char *key)
{
    char line[64];
    const char *at;
    (void)snprintf(line, sizeof line, "\n%s\t", key);
    at = strstr(summary, line);
    assert_non_null(at);
    return strtoull(at + strlen(line), NULL, 10);
}

/* Row `n` from 0 of a section. */
static const char *row_of(const char *overview, const char *section, size_t n)
{
    size_t size = strlen(section);
    const char *line;
    for (line = overview; *line != '\0'; line = strchr(line, '\n') + 1) {
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
    const char *const args[] = {"summary", "--quiet", "--format", "tsv", file, NULL};
    char *out = output_of(args);
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
    const char *const args[] = {"stats", "--quiet",  "--retained", "--sort", "bytes", "--top",
                                "6",     "--format", "tsv",        file,     NULL};
    char *out = output_of(args), *line = strchr(out, '\n') + 1;
    const char *row;
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

/* The first three rows of `suspects`. */
static void check_suspects(const char *overview, const char *file)
{
    const char *const args[] = {"suspects", "--quiet", "--top", "3", "--format", "tsv", file, NULL};
    char *out = output_of(args), *line = strchr(out, '\n') + 1;
    size_t n = 0;
    for (; *line != '\0'; line = strchr(line, '\n') + 1, n++) {
        const char *row = row_of(overview, "suspect", n);
        assert_non_null(row);
        assert_non_null(row_of(overview, "chain", n));
        assert_true(number_at(row, 0, 1) == number_at(line, 0, 3));
        assert_true(number_at(row, 0, 3) == number_at(line, 0, 2));
        assert_true(number_at(row, 0, 4) == number_at(line, 0, 1));
    }
    assert_true(n > 0);
    assert_null(row_of(overview, "suspect", n));
    free(out);
}

static void test_overview(void **state)
{
    (void)state;
    for (size_t i = 0; i < CHECK_COUNT(samples); i++) {
        const char *const args[] = {"overview", "--quiet", "--format", "tsv", samples[i], NULL};
        char *out = output_of(args);
        check_heap(out, samples[i]);
        check_types(out, samples[i]);
        if (strstr(samples[i], ".nettrace") ==
            NULL) { /* which is compared with its first snapshot */
            check_suspects(out, samples[i]);
        }
        free(out);
    }
}

/* Compares the growth of all types, and that of the types that grew most. */
static void test_overview_growth(void **state)
{
    static const char old[] = "samples/azmcp-1.log", file[] = "samples/azmcp-2.log";
    const char *const args[] = {"overview",   "--quiet", "--format", "tsv",
                                "--baseline", old,       file,       NULL};
    const char *const diff[] = {"diff", "--quiet", "--format", "tsv", old, file, NULL};
    char *out = output_of(args), *changes = output_of(diff), *line = strchr(changes, '\n') + 1;
    uint64_t objects[2], bytes[2];
    size_t n = 0;
    (void)state;
    summed_up(old, "1", &objects[0], &bytes[0]);
    summed_up(file, "1", &objects[1], &bytes[1]);
    check_row(row_of(out, "growth", 0), objects[1] - objects[0], bytes[1] - bytes[0]);
    for (; n < 4; line = strchr(line, '\n') + 1) {
        assert_true(*line != '\0');
        if (strchr(line, '\t')[1] != '-') { /* it grew */
            const char *row = row_of(out, "grown", n++);
            assert_non_null(row);
            assert_true(number_at(row, 0, 2) == number_at(line, 0, 1));
            assert_true(same_name(row, line));
        }
    }
    assert_null(row_of(out, "grown", n));
    free(changes);
    free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overview),       cmocka_unit_test(test_overview_growth),
        cmocka_unit_test(test_types),          cmocka_unit_test(test_everything),
        cmocka_unit_test(test_garbage),        cmocka_unit_test(test_suspects),
        cmocka_unit_test(test_track),          cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_gcdump),
    };
    return cmocka_run_group_tests_name("whole.agree", tests, NULL, NULL);
}
