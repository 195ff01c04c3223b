/* Each `--sort` key of each command: rows are in the order of the column of that name, and of no
 * other column that has a key. The argument is a folder for heaps. */
#include "support/effort.h"
#include "support/scratch.h"
#include "whole/cells.h"

#include "cli/command_line.h"
#include "support/tried.h"

#include <stdlib.h>
#include <string.h>

#define SITES " tests/fuzz/corpus/ruby/sites.json"
#define LEAK " samples/leak-story.log"
#define BEFORE " samples/kysel-preAlloc.gcdump"
#define AFTER " samples/kysel-post1GC.gcdump"
#define DOMAINS " tests/golden/inputs/sections.log"
#define GENERATIONS " tests/golden/inputs/generations.nettrace"
#define FOLLOWED " --moves samples/azmcp.moves samples/azmcp-1.log samples/azmcp-2.log"
#define SESSIONS                                                                                   \
    " --moves samples/sessions.moves samples/sessions-1.log samples/sessions-2.log"                \
    " samples/sessions-3.log"

enum { KEYS_MAX = 9 };

/* Objects for kinds of roots, so that each figure has an order of its own. */
static const char kinds_log[] =
    "a 2 x 1\nt 1 T\no 10 1 20 40\no 40 1 100\no 140 1 20\no 160 1 20\no 180 1 8\no 188 1 8\n"
    "o 190 1 8 1000\no 1000 1 1000\nr 10 4 0 1\nr 10 4 0 2\nr 10 4 0 3\nr 10 4 0 4\nr 140 3 0\n"
    "r 160 3 0\nr 180 1 0\nr 188 1 0\nr 190 1 0\nc x 1\n";

/* A command with its keys, the default one first. The rows of these files distinguish the keys. */
static const struct {
    const char *line, *keys[KEYS_MAX];
} commands[] = {
    {"stats" LEAK, {"bytes", "count", "type"}},
    {"stats --retained" LEAK, {"retained", "bytes", "count", "type"}},
    {"stats --by namespace" AFTER, {"bytes", "count", "namespace"}},
    {"stats --by root-kind" LEAK, {"bytes", "count", "root-kind"}},
    {"stats --by module" AFTER, {"bytes", "module"}},
    {"stats --by domain" DOMAINS, {"bytes", "domain"}},
    {"stats --by generation" GENERATIONS, {"bytes", "generation"}},
    {"stats --by site" SITES, {"bytes", "site"}},
    {"roots" LEAK, {"retained", "bytes", "kind", "object", "type"}},
    {"roots --by kind -", {"retained", "bytes", "objects", "roots", "kind"}},
    {"retained" LEAK, {"retained", "bytes", "object", "type"}},
    {"objects" LEAK, {"bytes", "retained", "references", "referrers", "object", "type"}},
    {"strings tests/fuzz/corpus/heapsnapshot/strings.heapsnapshot",
     {"wasted", "count", "bytes", "length"}},
    {"what-if --drop-root static" LEAK, {"bytes", "objects", "what"}},
    {"diff" BEFORE AFTER,
     {"bytes_delta", "count_delta", "count_a", "count_b", "bytes_a", "bytes_b", "type"}},
    {"diff --retained" BEFORE AFTER,
     {"bytes_delta", "retained_delta", "count_delta", "count_a", "count_b", "bytes_a", "bytes_b",
      "type"}},
    {"diff --by namespace" BEFORE AFTER, {"bytes_delta", "namespace"}},
    {"diff --by module" BEFORE AFTER, {"bytes_delta", "module"}},
    {"diff --by root-kind" BEFORE AFTER, {"bytes_delta", "root-kind"}},
    {"diff --by domain" DOMAINS " tests/golden/inputs/domain-names.log", {"bytes_delta", "domain"}},
    {"diff --by generation samples/varied.gcdump" GENERATIONS, {"bytes_delta", "generation"}},
    {"diff --by site" SITES " tests/fuzz/corpus/heapsnapshot/sites.heapsnapshot",
     {"bytes_delta", "site"}},
    {"track" FOLLOWED,
     {"bytes_born", "survived", "died", "born", "bytes_survived", "bytes_died", "type"}},
    {"track --ages" SESSIONS, {"bytes", "count", "age", "type"}},
};

static const char *const growing_keys[KEYS_MAX] = {
    "retained_delta", "retained_a", "retained_b", "references_gained",
    "object_a",       "object_b",   "type"};

/* Four objects, each with a child, that a collection reorders. Each retains more in the second
 * heap: two have new references, and the child of the third has one. */
static const char growing_a[] =
    "a 2 x 1\nt 1 C\nt 2 D\nt 3 A\nt 4 B\nt 5 Child\n"
    "o 100 1 8 108\no 108 5 8\no 200 2 8 208\no 208 5 38\n"
    "o 300 3 8 308\no 308 5 20\no 400 4 8 408\no 408 5 28\n"
    "r 100 3 0\nr 200 3 0\nr 300 3 0\nr 400 3 0\nc x 1\n";
static const char growing_b[] =
    "a 2 x 1\nt 1 C\nt 2 D\nt 3 A\nt 4 B\nt 5 Child\n"
    "o 1000 2 8 1008 2000\no 1008 5 38\no 1100 4 8 1108 2010 2020 2030\no 1108 5 28\n"
    "o 1200 1 8 1208 2050 2080\no 1208 5 8\no 1300 3 8 1308\no 1308 5 20 2100\n"
    "o 2000 5 8\no 2010 5 8\no 2020 5 8\no 2030 5 10\no 2050 5 20\no 2080 5 24\no 2100 5 30\n"
    "r 1200 3 0\nr 1000 3 0\nr 1300 3 0\nr 1100 3 0\nc x 1\n";
static const char growing_moves[] =
    "v 1 gcview-moves\nd 1\ng 1 2\nr 100 400\nm 100 1200 10\n"
    "m 200 1000 40\nm 300 1300 28\nm 400 1100 30\ne 1\nd 2\n";

static const char *folder; /* NULL: not given */

/* ---- orders ------------------------------------------------------------------------------- */

/* Kinds of roots have an order of their own. */
static int rank_of(const char *kind)
{
    static const char *const kinds[] = {"static",   "handle",  "local", "finalizer",
                                        "internal", "runtime", "other"};
    int rank = 0;
    while (strcmp(kinds[rank], kind) != 0) {
        rank++;
        assert_true(rank < (int)CHECK_COUNT(kinds));
    }
    return rank;
}

static int compare_numbers(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

/* Returns a value above 0 if row `a` belongs below row `b` in the order of a column. */
static int compare(const cells *table, size_t row_a, size_t row_b, const char *column)
{
    static const char *const names[] = {"type",   "namespace", "root-kind",  "what",
                                        "module", "domain",    "generation", "site"};
    size_t at = cells_column(table, column);
    const char *a = cells_at(table, row_a, at), *b = cells_at(table, row_b, at);
    uint64_t x, y;
    if (strcmp(column, "kind") == 0) {
        return rank_of(a) - rank_of(b);
    }
    if (strncmp(column, "object", 6) == 0 && strcmp(column, "objects") != 0) {
        return compare_numbers(strtoull(a, NULL, 16), strtoull(b, NULL, 16));
    }
    for (size_t i = 0; i < CHECK_COUNT(names); i++) {
        if (strcmp(column, names[i]) == 0) {
            return strcmp(a, b);
        }
    }
    x = cells_number(table, row_a, at, &x) ? x + 1 : 0;
    y = cells_number(table, row_b, at, &y) ? y + 1 : 0;
    return compare_numbers(y, x);
}

static bool is_ordered(const cells *table, const char *column, int direction)
{
    for (size_t i = 1; i < table->n_rows; i++) {
        if (compare(table, i - 1, i, column) * direction > 0) {
            return false;
        }
    }
    return true;
}

/* ---- the test ----------------------------------------------------------------------------- */

static void open_sorted(cells *table, whole *w, const char *line, const char *key,
                        const char *reverse)
{
    char words[500];
    (void)snprintf(words, sizeof words, "%s --top 0 --sort %s%s", line, key, reverse);
    cells_open(table, w, words);
}

static void check_key(whole *w, const char *line, const char *const *keys, const char *key)
{
    cells table;
    open_sorted(&table, w, line, key, "");
    if (!is_ordered(&table, key, 1)) {
        fail_msg("%s --sort %s: rows are not ordered by %s", line, key, key);
    }
    for (size_t i = 0; i < KEYS_MAX && keys[i] != NULL; i++) {
        if (keys[i] != key && is_ordered(&table, keys[i], 1)) {
            fail_msg("%s --sort %s: rows are ordered by %s too", line, key, keys[i]);
        }
    }
    cells_close(&table);
    open_sorted(&table, w, line, key, " --reverse");
    if (!is_ordered(&table, key, -1)) {
        fail_msg("%s --sort %s --reverse: rows are not ordered by %s", line, key, key);
    }
    cells_close(&table);
}

/* Under sanitizers, every third key is enough. */
static void check_keys(whole *w, const char *line, const char *const *keys)
{
    static size_t turn;
    const size_t step = effort_is_reduced() ? 3 : 1;
    cells table;
    cells_open(&table, w, line);
    if (!is_ordered(&table, keys[0], 1)) {
        fail_msg("%s: rows are not ordered by %s", line, keys[0]);
    }
    cells_close(&table);
    for (size_t i = turn++ % step; i < KEYS_MAX && keys[i] != NULL; i += step) {
        check_key(w, line, keys, keys[i]);
    }
}

static void test_keys(NO_STATE)
{
    whole w;
    whole_open(&w);
    whole_give(&w, kinds_log, sizeof kinds_log - 1);
    for (size_t i = 0; i < CHECK_COUNT(commands); i++) {
        check_keys(&w, commands[i].line, commands[i].keys);
    }
    whole_close(&w);
}

/* ---- no key is forgotten ------------------------------------------------------------------ */

/* Keys by which the order is that of another key. */
static const struct {
    const char *line, *key, *same;
} twins[] = {
    {"stats --share" LEAK, "share", "bytes"},
    {"retained --share" LEAK, "share", "retained"},
    {"roots --by kind --share" LEAK, "share", "retained"},
};

static void test_twins(NO_STATE)
{
    whole w;
    whole_open(&w);
    for (size_t i = 0; i < CHECK_COUNT(twins); i++) {
        char line[200];
        (void)snprintf(line, sizeof line, "%s --sort %s", twins[i].line, twins[i].same);
        char *out = whole_output(line);
        (void)snprintf(line, sizeof line, "%s --sort %s", twins[i].line, twins[i].key);
        whole_succeed(&w, line);
        assert_string_equal(w.out_text, out);
        free(out);
    }
    whole_close(&w);
}

static bool is_among(const char *const *keys, const char *key)
{
    size_t i = 0;
    while (i < KEYS_MAX && keys[i] != NULL && strcmp(keys[i], key) != 0) {
        i++;
    }
    return i < KEYS_MAX && keys[i] != NULL;
}

static bool is_listed(const gcv_command *command, const char *key)
{
    for (size_t i = 0; i < CHECK_COUNT(commands); i++) {
        if (whole_is_of(commands[i].line, command->name) && is_among(commands[i].keys, key)) {
            return true;
        }
    }
    for (size_t i = 0; i < CHECK_COUNT(twins); i++) {
        if (whole_is_of(twins[i].line, command->name) && strcmp(twins[i].key, key) == 0) {
            return true;
        }
    }
    return strcmp(command->name, "track") == 0 && is_among(growing_keys, key);
}

/* The keys of the table with one option, which has this value (NULL: it is a flag). */
static bool check_listed(const gcv_command *command, const char *option, const char *value)
{
    const char *const argv[] = {option, value};
    gcv_context *ctx = gcv_context_new(0);
    gcv_command_line *line = gcv_alloc(ctx, 1, sizeof *line);
    gcv_report_column columns[GCV_COLUMNS_MAX];
    bool good = true;
    int at = 0;
    gcv_command_line_init(line, command);
    if (option != NULL) {
        assert_int_equal(
            tried(ctx, NULL, gcv_take_option(ctx, line, value != NULL ? 2 : 1, argv, &at)), GCV_OK);
    }
    const gcv_table *table = gcv_table_of(command->tables, &line->report);
    const size_t n = table != NULL ? gcv_table_columns(table, &line->report, columns) : 0;
    for (size_t i = 0; i < n; i++) {
        if (columns[i].key != NULL && !is_listed(command, columns[i].name)) {
            print_error("add a row for %s --sort %s\n", command->name, columns[i].name);
            good = false;
        }
    }
    gcv_free(ctx, line);
    check_context_free(ctx);
    return good;
}

/* The keys of the tables with each option that needs no value, or one of a few words. */
static bool check_all_listed(const gcv_command *command)
{
    const gcv_option *option;
    bool good = check_listed(command, NULL, NULL);
    for (size_t i = 0; (option = gcv_command_option(command, i)) != NULL; i++) {
        char name[64], text[64];
        const char *word;
        size_t size;
        (void)snprintf(name, sizeof name, "--%s", option->name);
        if (option->kind == GCV_OPTION_FLAG) {
            good = check_listed(command, name, NULL) && good;
        }
        for (size_t k = 0; option->kind == GCV_OPTION_CHOICE &&
                           (word = gcv_option_word(option, k, &size)) != NULL;
             k++) {
            (void)snprintf(text, sizeof text, "%.*s", (int)size, word);
            good = check_listed(command, name, text) && good;
        }
    }
    return good;
}

static void test_every_key_is_here(NO_STATE)
{
    bool good = true;
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        const gcv_command *command = gcv_command_at(i);
        good = (command->tables[0] == NULL || check_all_listed(command)) && good;
    }
    assert_true(good);
}

static void write_heap(const char *name, const char *log)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_true(fputs(log, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void test_growing(NO_STATE)
{
    whole w;
    char a[SCRATCH_MAX], b[SCRATCH_MAX], line[2 * SCRATCH_MAX + 64];
    assert_non_null(folder);
    scratch_name(a, folder, "a.log");
    scratch_name(b, folder, "b.log");
    (void)snprintf(line, sizeof line, "track --growing --moves - %s %s", a, b);
    write_heap(a, growing_a);
    write_heap(b, growing_b);
    whole_open(&w);
    whole_give(&w, growing_moves, sizeof growing_moves - 1);
    check_keys(&w, line, growing_keys);
    whole_close(&w);
    assert_int_equal(remove(a), 0);
    assert_int_equal(remove(b), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_key_is_here),
        cmocka_unit_test(test_twins),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_growing),
    };
    folder = argc == 2 ? argv[1] : NULL;
    return cmocka_run_group_tests_name("whole.sort", tests, NULL, NULL);
}
