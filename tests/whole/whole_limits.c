/* Options that leave rows out, at each value where a row appears or disappears: exactly the rows of
 * the whole table whose column passes are left. */
#include "support/effort.h"
#include "whole/cells.h"

#include "cli/command_line.h"

#include <stdlib.h>
#include <string.h>

#define LEAK " samples/leak-story.log"
#define BEFORE " samples/sessions-1.log"
#define AFTER " samples/sessions-3.log"
#define SESSIONS " --moves samples/sessions.moves" BEFORE " samples/sessions-2.log" AFTER

/* All objects of one dump die, and all objects of the other are born. */
static const char all_die[] = "v 1 gcview-moves\nd 1\ng 1 2\nr 0 ffffffff\ne 1\nd 2\n";

typedef struct limit {
    const char *line, *all;          /* replaces the option to show all rows */
    const char *option, *columns[3]; /* one of them has to pass */
    bool most;                       /* the option is an upper limit */
} limit;

static const limit limits[] = {
    {"stats" LEAK, "", " --min", {"bytes"}, false},
    {"stats --retained" LEAK, "", " --min", {"retained"}, false},
    {"stats --by namespace" LEAK, "", " --min", {"bytes"}, false},
    {"roots --top 0" LEAK, "", " --min", {"retained"}, false},
    {"roots --by kind" LEAK, "", " --min", {"retained"}, false},
    {"retained --top 0" LEAK, "", " --min", {"retained"}, false},
    {"tree --top 0" LEAK, "", " --min", {"retained"}, false},
    {"tree --top 0 --by type" LEAK, "", " --min", {"retained"}, false},
    {"tree --top 0 --by type --fold" LEAK, "", " --min", {"retained"}, false},
    {"tree --top 0" LEAK, "", " --depth", {"depth"}, true},
    {"tree --top 0 --by type" LEAK, "", " --depth", {"depth"}, true},
    {"objects --top 0" LEAK, "", " --min", {"bytes"}, false},
    {"objects --top 0" LEAK, "", " --max", {"bytes"}, true},
    {"objects --top 0" LEAK, "", " --min-retained", {"retained"}, false},
    {"objects --top 0" LEAK, "", " --min-referrers", {"referrers"}, false},
    {"objects --top 0" LEAK, "", " --max-referrers", {"referrers"}, true},
    {"what-if --drop-root static" LEAK, "", " --min", {"bytes"}, false},
    {"diff --unchanged" BEFORE AFTER, "", " --min", {"bytes_delta"}, false},
    {"diff --unchanged" AFTER BEFORE, "", " --min", {"bytes_delta"}, false},
    {"diff --unchanged --retained" BEFORE AFTER, "", " --min", {"bytes_delta"}, false},
    {"track" SESSIONS, "", " --min", {"bytes_survived", "bytes_died", "bytes_born"}, false},
    {"track --moves -" LEAK BEFORE, "", " --min", {"bytes_died", "bytes_born"}, false},
    {"track --ages" SESSIONS, "", " --min", {"bytes"}, false},
    {"track --growing --top 0" SESSIONS, "", " --min", {"retained_delta"}, false},
    {"chains --object 24b19e0" LEAK, " --limit 0", " --limit", {"chain"}, true},
    {"chains --type System.*" LEAK, " --limit 0", " --limit", {"chain"}, true},
    {"chains --type System.*" LEAK, " --limit 0", " --top", {"chain"}, true},
    {"track --chains" SESSIONS, " --limit 0", " --limit", {"chain"}, true},
    {"track --chains" SESSIONS, " --limit 0", " --top", {"chain"}, true},
    {"diff --cause" BEFORE AFTER, " --top 0", " --top", {"cause"}, true},
    {"suspects --chains --min-share 1" LEAK, " --top 0", " --top", {"rank"}, true},
};

/* Commands that show the first rows by default, and their number; 0: all. */
static const struct {
    const char *line;
    size_t rows;
    bool heaviest; /* those that retain most, which need not be first */
} tops[] = {
    {"stats" LEAK, 0, false},
    {"stats --retained" LEAK, 0, false},
    {"roots samples/kysel-post1GC.gcdump", 20, false},
    {"roots --by kind" LEAK, 0, false},
    {"retained" LEAK, 20, false},
    {"tree" LEAK, 20, true},
    {"tree --by type" LEAK, 20, true},
    {"objects" LEAK, 20, false},
    {"what-if --drop-root static" LEAK, 0, false},
    {"diff" BEFORE AFTER, 0, false},
    {"track" SESSIONS, 0, false},
    {"track --ages" SESSIONS, 0, false},
    {"track --growing --moves samples/azmcp.moves samples/azmcp-1.log samples/azmcp-2.log", 20,
     false},
    {"suspects --min 1 samples/kysel-post1GC.gcdump", 20, false},
};

static bool passes(const limit *of, const cells *table, size_t row, uint64_t value)
{
    uint64_t number;
    for (size_t i = 0; i < CHECK_COUNT(of->columns) && of->columns[i] != NULL; i++) {
        if (cells_number(table, row, cells_column(table, of->columns[i]), &number) &&
            (of->most ? number <= value : number >= value)) {
            return true;
        }
    }
    return false;
}

static void check_same_row(const char *line, const cells *all, size_t from, const cells *some,
                           size_t to)
{
    for (size_t i = 0; i < all->n_columns; i++) {
        if (to >= some->n_rows || strcmp(cells_at(all, from, i), cells_at(some, to, i)) != 0) {
            fail_msg("%s: row %zu is not row %zu of all", line, to + 1, from + 1);
        }
    }
}

static void check_value(whole *w, const limit *of, const cells *all, uint64_t value)
{
    char line[400];
    cells some;
    size_t n = 0;
    (void)snprintf(line, sizeof line, "%s%s %llu", of->line, of->option, (unsigned long long)value);
    cells_open(&some, w, line);
    for (size_t i = 0; i < all->n_rows; i++) {
        if (passes(of, all, i, value)) {
            check_same_row(line, all, i, &some, n++);
        }
    }
    if (n != some.n_rows) {
        fail_msg("%s: %zu rows, not %zu", line, some.n_rows, n);
    }
    cells_close(&some);
}

static void check_limit(whole *w, const limit *of)
{
    char line[400];
    cells all;
    (void)snprintf(line, sizeof line, "%s%s", of->line, of->all);
    cells_open(&all, w, line);
    assert_true(all.n_rows > 1);
    for (size_t k = 0; k < CHECK_COUNT(of->columns) && of->columns[k] != NULL; k++) {
        size_t column = cells_column(&all, of->columns[k]);
        for (size_t i = 0; i < all.n_rows; i += effort_is_reduced() ? 9 : 1) {
            uint64_t value;
            if (!cells_number(&all, i, column, &value)) {
                continue;
            }
            check_value(w, of, &all, value);
            if (!of->most) {
                check_value(w, of, &all, value + 1);
            } else if (value > 1) { /* for some commands 0 is no limit */
                check_value(w, of, &all, value - 1);
            }
        }
    }
    cells_close(&all);
}

static void test_limits(NO_STATE)
{
    whole w;
    whole_open(&w);
    whole_give(&w, all_die, sizeof all_die - 1);
    for (size_t i = 0; i < CHECK_COUNT(limits); i++) {
        check_limit(&w, &limits[i]);
    }
    whole_close(&w);
}

/* The first `n` rows of all; if they are the heaviest ones, `n` rows. */
static void check_first(whole *w, const char *line, const cells *all, size_t n, bool heaviest)
{
    cells some;
    cells_open(&some, w, line);
    for (size_t i = 0; i < some.n_rows && !heaviest; i++) {
        check_same_row(line, all, i, &some, i);
    }
    if (some.n_rows != n) {
        fail_msg("%s: %zu rows, not %zu", line, some.n_rows, n);
    }
    cells_close(&some);
}

static void test_tops(NO_STATE)
{
    const size_t few = effort_is_reduced() ? 1 : 5;
    whole w;
    whole_open(&w);
    for (size_t i = 0; i < CHECK_COUNT(tops); i++) {
        char line[400];
        cells all;
        (void)snprintf(line, sizeof line, "%s --top 0", tops[i].line);
        cells_open(&all, &w, line);
        assert_true(all.n_rows > tops[i].rows);
        check_first(&w, tops[i].line, &all, tops[i].rows > 0 ? tops[i].rows : all.n_rows,
                    tops[i].heaviest);
        for (size_t n = 1; n <= all.n_rows + 1;
             n += n < all.n_rows - 1 && n > few ? all.n_rows - 1 - n : 1) {
            (void)snprintf(line, sizeof line, "%s --top %zu", tops[i].line, n);
            check_first(&w, line, &all, n < all.n_rows ? n : all.n_rows, tops[i].heaviest);
        }
        cells_close(&all);
    }
    whole_close(&w);
}

/* Options with a number that are no row of the tables above. */
static const struct {
    const char *command, *option; /* command NULL: any */
} others[] = {
    {NULL, "width"},           {NULL, "max-memory"},    {"suspects", "min"}, /* below */
    {"suspects", "min-share"}, {"chains", "min"},                            /* golden/chains */
    {"strings", "top"},                                                      /* golden/strings */
    {"object", "top"}, /* golden/object: no rows, but entries of lists and pictures */
    {"object", "hops"},        {"report", "rows"},      /* whole_page */
    {"report", "min-share"},   {"convert", "max-size"}, /* golden/convert */
    {"request", "buffer"},                              /* golden/request */
};

static bool is_listed(const gcv_command *command, const char *option)
{
    for (size_t i = 0; i < CHECK_COUNT(limits); i++) {
        if (whole_is_of(limits[i].line, command->name) &&
            strcmp(limits[i].option + strlen(" --"), option) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < CHECK_COUNT(tops) && strcmp(option, "top") == 0; i++) {
        if (whole_is_of(tops[i].line, command->name)) {
            return true;
        }
    }
    for (size_t i = 0; i < CHECK_COUNT(others); i++) {
        if ((others[i].command == NULL || strcmp(others[i].command, command->name) == 0) &&
            strcmp(others[i].option, option) == 0) {
            return true;
        }
    }
    return false;
}

static void test_every_limit_is_here(NO_STATE)
{
    bool good = true;
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        const gcv_command *command = gcv_command_at(i);
        const gcv_option *option;
        for (size_t k = 0; (option = gcv_command_option(command, k)) != NULL; k++) {
            const bool limits_rows = option->kind == GCV_OPTION_NUMBER ||
                                     option->kind == GCV_OPTION_SIZE ||
                                     option->kind == GCV_OPTION_PERCENT;
            if (limits_rows && !is_listed(command, option->name)) {
                print_error("add a row for %s --%s\n", command->name, option->name);
                good = false;
            }
        }
    }
    assert_true(good);
}

static bool is_suspect(whole *w, const char *line, const char *type)
{
    cells table;
    bool found = false;
    cells_open(&table, w, line);
    for (size_t i = 0; i < table.n_rows; i++) {
        found = found || strcmp(cells_at(&table, i, cells_column(&table, "type")), type) == 0;
    }
    cells_close(&table);
    return found;
}

/* Shares are compared exactly: A retains 100 bytes of 1000, B 99. */
static void test_suspects(NO_STATE)
{
    static const char log[] =
        "a 2 x 1\nt 1 A\nt 2 B\nt 3 C\no 100 1 64\no 200 2 63\no 300 3 321\n"
        "r 100 3 0\nr 200 3 0\nr 300 3 0\nc x 1\n";
    static const char tiny[] =
        "a 2 x 1\nt 1 A\nt 2 B\no 100 1 1\no 200 2 186a0\n"
        "r 100 3 0\nr 200 3 0\nc x 1\n";
    static const struct {
        const char *line;
        bool a, b;
    } runs[] = {
        {"suspects -", false, false},
        {"suspects - --min-share 10", true, false},
        {"suspects - --min-share 10.001", false, false},
        {"suspects - --min-share 9.9", true, true},
        {"suspects - --min-share 9.901", true, false},
        {"suspects - --min 99", true, true},
        {"suspects - --min 100", true, false},
        {"suspects - --min 101", false, false},
        {"suspects - --min 100 --min-share 1", true, false},
        {"suspects - --min 1 --min-share 10", true, false},
    };
    whole w;
    whole_open(&w);
    whole_give(&w, log, sizeof log - 1);
    for (size_t i = 0; i < CHECK_COUNT(runs); i++) {
        if (is_suspect(&w, runs[i].line, "A") != runs[i].a ||
            is_suspect(&w, runs[i].line, "B") != runs[i].b) {
            fail_msg("%s: not what it is for 99 and for 100 bytes", runs[i].line);
        }
    }
    whole_give(&w, tiny, sizeof tiny - 1); /* 1 byte of 100001 is less than 0.001 % */
    assert_false(is_suspect(&w, "suspects - --min-share 0.001", "A"));
    assert_true(is_suspect(&w, "suspects - --min-share 0", "A"));
    whole_close(&w);
}

/* Without an option, suspects have at least 1000 bytes, crowds 100. */
static void test_small_suspects(NO_STATE)
{
    static const char large[] =
        "a 2 x 1\nt 1 A\nt 2 B\nt 3 C\no 100 1 3e8\no 800 2 3e7\no 1000 3 bb9\n"
        "r 100 3 0\nr 800 3 0\nr 1000 3 0\nc x 1\n";
    static const char crowd[] =
        "a 2 x 1\nt 1 Acme.Cache\nt 2 Acme.View[]\nt 3 Acme.View\nt 4 Acme.Page[]\nt 5 Acme.Page\n"
        "o 100 1 18 200 300\no 200 2 28 400 500\no 300 4 28 600 700\n"
        "o 400 3 32\no 500 3 32\no 600 5 32\no 700 5 31\nr 100 4 0 1\nc x 1\n";
    whole w;
    whole_open(&w);
    whole_give(&w, large, sizeof large - 1);
    assert_true(is_suspect(&w, "suspects -", "A"));
    assert_false(is_suspect(&w, "suspects -", "B"));
    assert_true(is_suspect(&w, "suspects - --min-share 10", "B"));
    assert_true(is_suspect(&w, "suspects - --min 1", "B"));
    whole_give(&w, crowd, sizeof crowd - 1);
    assert_true(is_suspect(&w, "suspects -", "Acme.View"));
    assert_false(is_suspect(&w, "suspects -", "Acme.Page"));
    assert_true(is_suspect(&w, "suspects - --min 99", "Acme.Page"));
    whole_close(&w);
}

/* A ladder of two objects for each rung, perhaps without the last one: all are suspects, the first
 * 100 have chains. */
static void test_chains_of_suspects(NO_STATE)
{
    static const char warning[] = "only the chains of the first 100 suspects are shown";
    static char text[20000];
    whole w;
    whole_open(&w);
    for (uint32_t objects = 97; objects <= 102; objects++) {
        size_t size = (size_t)snprintf(text, sizeof text, "a 2 d\nt 1 T\n"), n = 0;
        uint64_t rank, most = 0;
        cells table;
        for (uint32_t i = 1; i <= objects; i++) {
            uint32_t next = (i + 1) / 2 * 2 + 1;
            size += (size_t)snprintf(text + size, sizeof text - size, "o %x 1 8", 16 * i);
            for (uint32_t k = next; k < next + 2 && k <= objects; k++) {
                size += (size_t)snprintf(text + size, sizeof text - size, " %x", 16 * k);
            }
            size += (size_t)snprintf(text + size, sizeof text - size, "\n");
        }
        size += (size_t)snprintf(text + size, sizeof text - size, "r 10 4 0 1\nr 20 4 0 1\nc d\n");
        whole_give(&w, text, size);
        cells_open(&table, &w, "suspects --min 1 --top 0 --chains -");
        for (size_t row = 0; row < table.n_rows; row++) {
            assert_true(cells_number(&table, row, cells_column(&table, "rank"), &rank));
            if (rank == most) { /* a row of the chain */
                n += row > 0 &&
                     strcmp(cells_at(&table, row - 1, cells_column(&table, "reason")), "-") != 0;
            }
            most = rank;
        }
        assert_true(most >= objects);
        assert_int_equal(n, most < 100 ? most : 100);
        assert_int_equal(strstr(w.err_text, warning) != NULL, most > 100);
        cells_close(&table);
    }
    whole_close(&w);
}

/* A list of 3000 objects; the last one holds 100 leaves, each with a chain of 3001 objects. The
 * chain of the first leaf is the third of all, and the 34th reaches 100000 steps. */
static void test_long_chains_of_suspects(NO_STATE)
{
    enum { LIST = 3000, LEAVES = 100 };
    static char text[20 * (LIST + 2 * LEAVES) + 60];
    size_t size = (size_t)snprintf(text, sizeof text, "a 2 d\nt 1 T\nt 2 U\nr 1 4 0 1");
    whole w;
    whole_open(&w);
    for (unsigned i = 1; i <= LIST; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size, "\no %x 1 8 %x", i, i + 1);
    }
    for (unsigned i = 2; i <= LEAVES; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size, " %x", LIST + i);
    }
    for (unsigned i = 1; i <= LEAVES; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size, "\no %x 2 8", LIST + i);
    }
    whole_give(&w, text, size);
    whole_call(&w, "suspects --min 1 --top 0 --chains -");
    assert_non_null(strstr(w.err_text, "only the chains of the first 36 suspects are shown"));
    whole_close(&w);
}

/* A list; each of its objects holds an object of its own type. All types are new. */
static void test_chains_of_causes(NO_STATE)
{
    enum { FEW = 100, MANY = 1000 };
    static const char warning[] = "only the first ";
    static char text[60 * MANY];
    uint32_t shown;
    const char *said;
    cells table;
    whole w;
    whole_open(&w);
    for (uint32_t n = FEW; n <= MANY; n += MANY - FEW) {
        size_t size = (size_t)snprintf(text, sizeof text, "a 2 d\nt 1 T\nr 2 4 0 1");
        for (unsigned i = 2; i < n + 2; i++) {
            size += (size_t)snprintf(text + size, sizeof text - size,
                                     "\no %x 1 0 %x %x\nt %x U%u\no %x %x 8", 2 * i - 2, 2 * i - 1,
                                     2 * i, i, i, 2 * i - 1, i);
        }
        whole_give(&w, text, size);
        cells_open(&table, &w, "diff --cause --top 0 samples/leak-story.log -");
        for (uint32_t row = shown = 0; row < table.n_rows; row++) {
            shown += strcmp(cells_at(&table, row, cells_column(&table, "depth")), "1") == 0;
        }
        said = strstr(w.err_text, warning);
        assert_int_equal(said != NULL, n == MANY);
        assert_int_equal(shown, said != NULL ? strtoul(said + sizeof warning - 1, NULL, 10) : FEW);
        assert_in_range(shown, FEW, MANY / 2);
        cells_close(&table);
    }
    whole_close(&w);
}

/* 1001 roots hold an object, each with its own chain. The references of an object that nothing
 * holds use up the budget of all searches; without these, all chains are shown. */
static void test_chains_of_one_object(NO_STATE)
{
    enum { CHAINS = 1001, SHOWN = 1000, REFERENCES = 4400000 };
    static const char warning[] = "there are more chains than these first 1000\n";
    const size_t cap = 2 * (size_t)REFERENCES + 64 * (size_t)CHAINS;
    char *text = malloc(cap);
    size_t size;
    whole w;
    assert_non_null(text);
    whole_open(&w);
    for (size_t idle = 0; idle < 2; idle++) {
        cells table;
        size = (size_t)snprintf(text, cap, "a 2 d\nt 1 Holder\nt 2 Held\no 1 2 8\no 2 2 8");
        for (size_t i = 0; idle > 0 && i < REFERENCES; i++) {
            text[size++] = ' ';
            text[size++] = '1';
        }
        text[size++] = '\n';
        for (size_t i = 0; i < CHAINS; i++) {
            size += (size_t)snprintf(text + size, cap - size, "o %zx 1 8 1\nr %zx 0 0\n", i + 16,
                                     i + 16);
        }
        size += (size_t)snprintf(text + size, cap - size, "c d\n");
        whole_give(&w, text, size);
        cells_open(&table, &w, "chains --object 1 --limit 0 -");
        assert_int_equal(table.n_rows, 2 * (idle > 0 ? SHOWN : CHAINS));
        assert_int_equal(strstr(w.err_text, warning) != NULL, idle > 0);
        cells_close(&table);
    }
    whole_close(&w);
    free(text);
}

/* Chains of as many steps as are shown: none of them is left out. */
static void test_longest_whole_chains(NO_STATE)
{
    static const struct {
        const char *line;
        unsigned steps;
        const char *left_out;
    } cases[] = {{"overview -", 8, " more …"}, {"report -", 14, " more step"}};
    whole w;
    whole_open(&w);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const unsigned n = cases[i].steps;
        char text[1000], last[20];
        size_t size = (size_t)snprintf(text, sizeof text, "a 2 d\n");
        for (unsigned k = 1; k <= n; k++) {
            size +=
                (size_t)snprintf(text + size, sizeof text - size, "t %x T%u\no %x %x %s %x\n", k, k,
                                 16 * k, k, k < n ? "8" : "ffff", 16 * (k < n ? k + 1 : k));
        }
        size += (size_t)snprintf(text + size, sizeof text - size, "r 10 4 0\nc d\n");
        whole_give(&w, text, size);
        whole_call(&w, cases[i].line);
        assert_int_equal(w.status, DONE);
        (void)snprintf(last, sizeof last, "T%u", n);
        assert_non_null(strstr(w.out_text, last));
        assert_null(strstr(w.out_text, cases[i].left_out));
    }
    whole_close(&w);
}

int main(int argc GCV_UNUSED, char **argv GCV_UNUSED)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_limit_is_here),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_chains_of_suspects),
        cmocka_unit_test(test_longest_whole_chains),
        cmocka_unit_test(test_long_chains_of_suspects),
        cmocka_unit_test(test_chains_of_causes),
        cmocka_unit_test(test_chains_of_one_object),
        cmocka_unit_test(test_tops),
        cmocka_unit_test(test_suspects),
        cmocka_unit_test(test_small_suspects),
    };
    return cmocka_run_group_tests_name("whole.limits", tests, NULL, NULL);
}
