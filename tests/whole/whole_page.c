/* Pages of `report`: well formed for any content, and every level of the tree adds up. Figures of
 * the commands are in whole_page_figures.c; tests/golden/pages has some whole pages; GCVIEW_BLESS=1
 * rewrites them. */
#include "report/page/page.h" /* before `whole` of whole.h, which its members would shadow */

#include "whole/page_reader.h"
#include "whole/whole.h"

#include <stdlib.h>
#include <string.h>

#define LEAK "samples/leak-story.log"
#define INPUTS "tests/golden/inputs/"
#define TRACE "samples/two-snapshots.nettrace"
#define AGES INPUTS "generations.nettrace"

/* ---- pages -------------------------------------------------------------------------------- */

static const char *const files[] = {
    LEAK,
    "samples/leak-story.log --baseline samples/sessions-1.log",
    "samples/kysel-post2GC.gcdump --baseline samples/kysel-preAlloc.gcdump",
    "samples/kysel-preAlloc.gcdump --rows 7",
    "samples/kysel-preAlloc.gcdump --include-weak --min-share 1",
    "samples/varied.gcdump",
    TRACE,
    TRACE " --baseline " TRACE,
    AGES,
    AGES " --generation gen2",
    "samples/published-example.log",
    INPUTS "empty-heap.log",
    INPUTS "incomplete.log",
    INPUTS "garbage.log",
    INPUTS "linked-list.log",
    INPUTS "long-names.log",
    INPUTS "names-of-bytes.log",
    INPUTS "control-characters.log",
    INPUTS "cycles.log",
    INPUTS "many-bad-lines.log",
    INPUTS "root-of-many-kinds.log",
    INPUTS "two-domains.log",
    INPUTS "sixty-four-bits.log",
    INPUTS "hostile-names.log",
    INPUTS "size-0.log",
};

static void test_well_formed(NO_STATE)
{
    for (size_t i = 0; i < CHECK_COUNT(files); i++) {
        char *page = whole_output_of("report --quiet", files[i]);
        size_t sections = 0;
        page_reader reader;
        page_token token;
        page_start(&reader, page);
        while ((token = page_next(&reader)) != PAGE_END) {
            sections += token == PAGE_OPEN && strcmp(reader.name, "section") == 0;
        }
        if (sections < (strstr(files[i], "empty") != NULL ? 2 : 7)) { /* or too few for a heap */
            fail_msg("%s: %zu sections", files[i], sections);
        }
        free(page);
    }
}

/* ---- the tree ----------------------------------------------------------------------------- */

/* Returns the text of the element that was just opened. */
static const char *text_in(page_reader *reader)
{
    const page_token token = page_next(reader);
    if (token == PAGE_CLOSE) {
        reader->text[0] = '\0';
    } else {
        assert_int_equal(token, PAGE_TEXT);
    }
    return reader->text;
}

/* Returns the number in the element that was just opened; its minus is U+2212. */
static int64_t growth_in(page_reader *reader)
{
    const char *text = text_in(reader);
    const int64_t distance = (int64_t)page_digits(text);
    return strncmp(text, "\xe2\x88\x92", 3) == 0 ? -distance : distance;
}

/* An open list of the tree: the sums of its rows, and the figures of its parent row. */
typedef struct tree_level {
    uint64_t sum, below, own;
    int64_t grown; /* meaningless without a baseline */
} tree_level;

static void check_level(const tree_level *above, uint64_t sum, const char *file)
{
    if (above->below != above->own + sum) {
        fail_msg("%s: a row has %llu and %llu of %llu", file, (unsigned long long)above->own,
                 (unsigned long long)sum, (unsigned long long)above->below);
    }
}

/* The bytes of the rows of the list that was read last, and those of the rows alone. */
static uint64_t bytes_of_rows[10000], own_of_rows[10000];

/* Reads the list up to its end; returns the sums of its tops, and counts the rows. */
static tree_level check_tree(page_reader *reader, const char *file, size_t *rows)
{
    tree_level levels[70];
    size_t depth = 0, figure = 0;
    bool is_sum = false;
    page_token token;
    memset(levels, 0, sizeof levels);
    while ((token = page_next(reader)) != PAGE_END) {
        if (token == PAGE_CLOSE && strcmp(reader->name, "ul") == 0) {
            if (depth == 0) {
                return levels[0];
            }
            depth--;
            check_level(&levels[depth], levels[depth + 1].sum, file);
        }
        if (token != PAGE_OPEN) {
            continue;
        }
        if (strcmp(reader->name, "ul") == 0) {
            levels[++depth].sum = 0;
        } else if (strcmp(reader->name, "li") == 0) {
            figure = 0;
            is_sum = strcmp(reader->kind, "m") == 0;
        } else if (strcmp(reader->name, "b") == 0) {
            levels[depth].below = page_digits(text_in(reader));
            levels[depth].sum += levels[depth].below;
            if (!is_sum) {
                bytes_of_rows[(*rows)++] = levels[depth].below;
            }
        } else if (strcmp(reader->name, "i") == 0) {
            figure++;
            levels[depth].own = figure == 2 ? page_digits(text_in(reader)) : levels[depth].own;
            if (figure == 2 && !is_sum) {
                own_of_rows[*rows - 1] = levels[depth].own;
            }
            levels[depth].grown += figure == 3 ? growth_in(reader) : 0;
        }
    }
    fail_msg("%s: the list has no end", file);
    return levels[0];
}

static tree_level tree_of(const char *page, const char *file, size_t *rows)
{
    page_reader reader;
    page_start(&reader, page);
    do {
        assert_int_not_equal(page_next(&reader), PAGE_END);
    } while (strcmp(reader.id, "tree") != 0);
    *rows = 0;
    return check_tree(&reader, file, rows);
}

static uint64_t summary_value(const char *file, const char *key)
{
    char *summary = whole_output_of("summary --quiet --format tsv", file), name[40];
    (void)snprintf(name, sizeof name, "\n%s\t", key);
    char *at = strstr(summary, name);
    assert_non_null(at);
    uint64_t value = strtoull(at + strlen(name), NULL, 10);
    free(summary);
    return value;
}

static int most_first(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* Whether the rows that were read last are those of the command that the page names. */
static void check_command(const char *page, const char *file, size_t rows)
{
    char words[100];
    (void)snprintf(words, sizeof words, "gcview tree --by type --fold --top %zu ", rows);
    assert_non_null(strstr(page, words));
    (void)snprintf(words, sizeof words, "tree --by type --fold --top %zu --quiet --format tsv",
                   rows);
    char *table = whole_output_of(words, file);
    char *at = strchr(table, '\n') + 1;
    for (size_t i = 0; i < rows; i++) {
        (void)strtoull(at, &at, 10); /* depth */
        assert_int_equal(strtoull(at, &at, 10), bytes_of_rows[i]);
        assert_int_equal(strtoull(at, &at, 10), own_of_rows[i]);
        at = strchr(at, '\n') + 1;
    }
    assert_int_equal(*at, '\0');
    free(table);
}

/* Every level adds up; and a page has as many rows as it may have, the largest ones, which are
 * those of the command. */
static void test_levels_add_up(NO_STATE)
{
    static const char *const heaps[] = {LEAK,
                                        "samples/kysel-post2GC.gcdump",
                                        "samples/kysel-preAlloc.gcdump",
                                        "samples/varied.gcdump",
                                        INPUTS "garbage.log",
                                        INPUTS "linked-list.log"};
    static const struct {
        const char *option;
        size_t most;
    } options[] = {{" --rows 10000", 10000}, {"", 1200}, {" --rows 40", 40}, {" --rows 1", 1}};
    static uint64_t largest[10000];
    size_t all = 0;
    for (size_t i = 0; i < CHECK_COUNT(heaps); i++) {
        const uint64_t reachable = summary_value(heaps[i], "reachable_bytes");
        for (size_t j = 0; j < CHECK_COUNT(options); j++) {
            char words[60];
            size_t rows;
            (void)snprintf(words, sizeof words, "report --quiet%s", options[j].option);
            char *page = whole_output_of(words, heaps[i]);
            assert_int_equal(tree_of(page, heaps[i], &rows).sum, reachable);
            check_command(page, heaps[i], rows);
            qsort(bytes_of_rows, rows, sizeof *bytes_of_rows, most_first);
            if (j == 0) {
                all = rows;
                memcpy(largest, bytes_of_rows, sizeof largest);
            }
            assert_int_equal(rows, all < options[j].most ? all : options[j].most);
            assert_memory_equal(largest, bytes_of_rows, rows * sizeof *largest);
            free(page);
        }
    }
}

/* The smallest rows have a hundred thousandth of all bytes, rounded up. */
static void test_smallest_row(NO_STATE)
{
    static const struct {
        unsigned large, small;
        size_t rows;
    } cases[] = {{999990, 10, 2}, {999991, 10, 1}, {999990, 11, 2}};
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        char log[100];
        size_t rows;
        const int size = snprintf(log, sizeof log,
                                  "a 1 x 1\nt 1 A\nt 2 B\no 10 1 %x\no 20 2 %x\nr 10 1 0\n"
                                  "r 20 1 0\nc x 2\n",
                                  cases[i].large, cases[i].small);
        char *page = whole_filter("report --quiet -", log, (size_t)size, NULL);
        assert_int_equal(tree_of(page, log, &rows).sum, cases[i].large + cases[i].small);
        assert_int_equal(rows, cases[i].rows);
        free(page);
    }
}

/* A log with many types with long names and many kinds of roots. */
static char *wide_log(size_t *size)
{
    enum { TYPES = 9000, ROOM = 400 };
    char *log = malloc((size_t)TYPES * ROOM), padding[200];
    assert_non_null(log);
    memset(padding, 'x', sizeof padding);
    *size = (size_t)sprintf(log, "a 1 app 1\n");
    for (unsigned i = 1; i <= TYPES; i++) {
        *size +=
            (size_t)sprintf(log + *size, "t %x Acme.Kind%u.%.*s\no %x %x %x\nr %x %x 0\n", i, i,
                            (int)sizeof padding, padding, 16 * i, i, 1000 + i, 16 * i, i % 80);
    }
    *size += (size_t)sprintf(log + *size, "c 1 2\n");
    return log;
}

/* The tree becomes smaller where a page would have more than two million bytes. */
static void test_bounded(NO_STATE)
{
    uint64_t reachable = 0;
    size_t size, rows;
    char *log = wide_log(&size);
    char *page = whole_filter("report --quiet --rows 10000 -", log, size, &size);
    assert_in_range(size, 1900000, 2000000);
    assert_non_null(strstr(page, "(30 more kinds)"));
    for (size_t i = 1; i <= 9000; i++) {
        reachable += 1000 + i;
    }
    assert_int_equal(tree_of(page, "wide.log", &rows).sum, reachable);
    assert_in_range(rows, 1000, 8999);
    free(page);
    free(log);
}

/* The picture's figure for all reachable objects includes types that only the baseline has. Here
 * are none, so the rows of the list add up to it. */
static void test_growth(NO_STATE)
{
    static const char *const pairs[][2] = {{"samples/sessions-1.log", "samples/sessions-3.log"},
                                           {"samples/sessions-3.log", "samples/sessions-1.log"}};
    static const char name[] = "data-grown=\"";
    size_t rows;
    for (size_t i = 0; i < 4; i++) {
        const char *old = pairs[i % 2][0], *late = pairs[i % 2][1];
        const int64_t grown = (int64_t)summary_value(late, "reachable_bytes") -
                              (int64_t)summary_value(old, "reachable_bytes");
        char words[100];
        (void)snprintf(words, sizeof words, "report --quiet%s --baseline %s",
                       i < 2 ? "" : " --rows 1", old);
        char *page = whole_output_of(words, late);
        char *at = strstr(page, name);
        assert_non_null(at);
        assert_int_equal(strtoll(at + strlen(name), NULL, 10), grown);
        assert_int_equal(tree_of(page, late, &rows).grown, grown);
        free(page);
    }
}

/* ---- whole pages -------------------------------------------------------------------------- */

/* Removes a part of a text, from `begin` to the next `end`. */
static void cut(char *text, const char *begin, const char *end)
{
    char *at = strstr(text, begin);
    assert_non_null(at);
    at += strlen(begin);
    char *to = strstr(at, end);
    assert_non_null(to);
    memmove(at, to, strlen(to) + 1);
}

/* Removes everything that changes with style, script and version. */
static void leave_page(char *page)
{
    cut(page, "<style>", "</style>");
    cut(page, "<script>", "</script>");
    cut(page, "Policy\" content=\"", "\"");
    cut(page, "generator\" content=\"gcview ", "\"");
}

static void check_golden(const char *name, const char *line)
{
    char path[100], *page = whole_output(line);
    size_t size;
    FILE *file;
    (void)snprintf(path, sizeof path, "tests/golden/pages/%s.html", name);
    leave_page(page);
    if (getenv("GCVIEW_BLESS") != NULL) {
        file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(page, 1, strlen(page), file), strlen(page));
        assert_int_equal(fclose(file), 0);
    }
    char *expected = whole_read_file(path, &size);
    if (strcmp(page, expected) != 0) {
        size_t at = strspn(page, ""), line_at = 1;
        for (at = 0; page[at] == expected[at]; at++) {
            line_at += page[at] == '\n';
        }
        fail_msg("%s:%zu: differs; GCVIEW_BLESS=1 rewrites it: %.80s", path, line_at, page + at);
    }
    free(expected);
    free(page);
}

static void test_golden(NO_STATE)
{
    check_golden("leak-story", "report " LEAK);
    check_golden("pair", "report --quiet --baseline samples/sessions-1.log samples/sessions-3.log");
    check_golden("empty", "report --quiet " INPUTS "empty-heap.log");
    check_golden("incomplete", "report --quiet " INPUTS "incomplete.log");
    check_golden("generation", "report --quiet --generation gen2 " AGES);
    check_golden("garbage", "report --quiet " INPUTS "garbage.log");
    check_golden("hostile", "report --quiet " INPUTS "hostile-names.log");
}

/* The page shows growth since an earlier snapshot of the file by default. */
static void test_snapshots(NO_STATE)
{
    char *page = whole_output("report --quiet " TRACE);
    char *named = whole_output("report --quiet --baseline " TRACE " " TRACE);
    char *first = whole_output("report --quiet --snapshot 1 " TRACE);
    assert_string_equal(page, named);
    assert_non_null(strstr(page, "two-snapshots.nettrace, snapshot 2 of 2</b>"));
    assert_non_null(strstr(page, " objects since two-snapshots.nettrace, snapshot 1 of 2."));
    assert_non_null(strstr(first, "two-snapshots.nettrace, snapshot 1 of 2</b>"));
    assert_null(strstr(first, " objects since "));
    free(page);
    free(named);
    free(first);
}

/* Missing parts of a dump may hold objects that look like garbage, so these are not called garbage;
 * nor are they in a dump without strong roots, which may lack them, nor in one of Java, which lacks
 * what native code holds. */
static void test_unreachable_of_incomplete(NO_STATE)
{
    static const char log[] = "a 2 x.exe 1\nt 1 A.B\no 10 1 c\no 20 1 8\n";
    static const char *const places[][2] = {
        {" of it garbage", " of it unreachable"},
        {"The next full collection would free it.", "garbage, or held by what the dump lacks."},
        {">Garbage</a>", ">Unreachable</a>"},
        {"</svg> garbage <b>", "</svg> unreachable <b>"},
        {"garbage bytes <b>", "unreachable bytes <b>"},
        {">Garbage</h2>", ">Unreachable</h2>"}};
    static const char *const ends[] = {"r 10 1 0\nc x.exe 2\n", "r 10 1 0\n", "c x.exe 2\n",
                                       "r 10 3 2\nc x.exe 2\n", NULL};
    for (size_t i = 0; i < CHECK_COUNT(ends); i++) {
        const bool whole_dump = i == 0;
        char text[sizeof log + 20], *page;
        if (ends[i] != NULL) {
            (void)snprintf(text, sizeof text, "%s%s", log, ends[i]);
            page = whole_filter("report --quiet -", text, strlen(text), NULL);
        } else {
            page = whole_output("report --quiet samples/java-leak.hprof");
        }
        for (size_t k = 0; k < CHECK_COUNT(places); k++) {
            assert_true((strstr(page, places[k][0]) != NULL) == whole_dump);
            assert_true((strstr(page, places[k][1]) != NULL) == !whole_dump);
        }
        free(page);
    }
}

/* What is called new may have been in the missing part of a baseline: this precedes the sentences.
 */
static void test_incomplete_baseline(NO_STATE)
{
    static const char says[] =
        "<p>The baseline is incomplete (no end record): what is called new "
        "or grown may have been there.</p>";
    char *page = whole_output("report --quiet --baseline " INPUTS
                              "session-2-cut.log samples/sessions-3.log");
    const char *first = strstr(page, says), *answer = strstr(page, "class=\"answer\""),
               *suspects = strstr(page, ">Suspects</h2>");
    assert_true(first != NULL && first < answer && suspects != NULL);
    assert_non_null(strstr(suspects, says));
    free(page);
}

/* The same heap from records in another order. */
static void test_order(NO_STATE)
{
    char *pages[2];
    for (size_t i = 0; i < 2; i++) {
        size_t size;
        char *log = whole_read_file(i == 0 ? LEAK : INPUTS "shuffled-story.log", &size);
        pages[i] = whole_filter("report --quiet -", log, size, NULL);
        free(log);
    }
    assert_string_equal(pages[0], pages[1]);
    free(pages[0]);
    free(pages[1]);
}

/* ---- style and script --------------------------------------------------------------------- */

static bool has(const gcv_page_file *file, const char *part)
{
    const size_t n = strlen(part);
    for (size_t i = 0; i + n <= file->size; i++) {
        if (memcmp(file->bytes + i, part, n) == 0) {
            return true;
        }
    }
    return false;
}

/* Nothing in style and script ends their element or loads anything; and they are small. */
static void test_files(NO_STATE)
{
    static const char *const banned[] = {"</script", "</style", "<!--", "http:",     "https:",
                                         "@import",  "url(",    "eval", "innerHTML", "\r"};
    for (size_t i = 0; i < CHECK_COUNT(banned); i++) {
        if (has(&gcv_page_css, banned[i]) || has(&gcv_page_js, banned[i])) {
            fail_msg("page.css or page.js has %s", banned[i]);
        }
    }
    assert_true(gcv_page_js.size <= 25 * 1024);
    assert_true(gcv_page_css.size + gcv_page_js.size <= 42000);
}

/* ---- --redact ----------------------------------------------------------------------------- */

/* No word of the program, no file name and no object id is left. */
static void test_redacted(NO_STATE)
{
    static const char *const words[] = {"Acme",  "OrderView", "Shop",      "leak-story",  "samples",
                                        "24b14", "2a00fa",    "names.map", "id=\"objects"};
    char *page = whole_output("report --quiet --redact-map " INPUTS "names.map " LEAK);
    char *plain = whole_output("report --quiet " LEAK);
    const char *script = strstr(page, "<script");
    assert_non_null(script);
    page[script - page] = '\0';
    for (size_t i = 0; i < CHECK_COUNT(words); i++) {
        if (strstr(page, words[i]) != NULL) {
            fail_msg("%.60s", strstr(page, words[i]));
        }
    }
    assert_non_null(strstr(plain, "24b14"));
    assert_non_null(strstr(plain, "id=\"objects"));
    free(page);
    free(plain);
}

int main(int argc GCV_UNUSED, char **argv GCV_UNUSED)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_well_formed),
        cmocka_unit_test(test_levels_add_up),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_snapshots),
        cmocka_unit_test(test_unreachable_of_incomplete),
        cmocka_unit_test(test_incomplete_baseline),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_redacted),
        cmocka_unit_test(test_bounded),
        cmocka_unit_test(test_smallest_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
