/* Figures of the pages of `report`: those of the commands, digit by digit. */
#include "whole/page_reader.h"
#include "whole/whole.h"

#include <stdlib.h>
#include <string.h>

#define LEAK "samples/leak-story.log"
#define INPUTS "tests/golden/inputs/"
#define AGES INPUTS "generations.nettrace"

/* Reads the rows of the first table of a section as tsv: digits without commas, no shares. Without
 * retained bytes there is no share of them. */
static char *table_of(const char *html, const char *section)
{
    page_reader reader;
    size_t used = 0, room = strlen(html) + 1;
    char *out = malloc(room);
    bool in_section = false, in_cell = false, first = true;
    page_token token;
    assert_non_null(out);
    page_start(&reader, html);
    while ((token = page_next(&reader)) != PAGE_END) {
        if (token == PAGE_OPEN && strcmp(reader.id, section) == 0) {
            in_section = true;
        }
        if (in_section && token == PAGE_CLOSE && strcmp(reader.name, "table") == 0) {
            break;
        }
        if (!in_section || !page_is_in(&reader, "tbody")) {
            continue;
        }
        if (token == PAGE_OPEN && strcmp(reader.name, "tr") == 0) {
            used += (size_t)sprintf(out + used, used > 0 ? "\n" : "");
            first = true;
        } else if (token == PAGE_OPEN && strcmp(reader.name, "td") == 0) {
            in_cell = true;
        } else if (token == PAGE_TEXT && page_is_in(&reader, "td") &&
                   strcmp(reader.text, "\n") != 0) {
            const size_t n = strcspn(reader.text, "\n"); /* of the markup, behind the last cell */
            const bool in_share = (n > 1 && reader.text[n - 1] == '%') ||
                                  (strcmp(reader.text, "-") == 0 && out[used - 1] == '-');
            if (in_share) {
                continue;
            }
            used += (size_t)sprintf(out + used, in_cell && !first ? "\t" : "");
            if (strspn(reader.text, "0123456789,") == n) {
                used += (size_t)sprintf(out + used, "%llu",
                                        (unsigned long long)page_digits(reader.text));
            } else {
                used += (size_t)sprintf(out + used, "%.*s", (int)n, reader.text);
            }
            in_cell = first = false;
        }
    }
    out[used] = '\0';
    return out;
}

/* Whether a text has a line. */
static bool has_line(const char *text, const char *line, size_t size)
{
    const char *at = text;
    while ((at = strstr(at, "\n")) != NULL) {
        at++;
        if (strncmp(at, line, size) == 0 && (at[size] == '\n' || at[size] == '\0')) {
            return true;
        }
    }
    return strncmp(text, line, size) == 0;
}

/* Takes the column `inside` out of the table of objects, in place; see check_inside(). */
static void without_inside(char *table)
{
    char *out = table;
    size_t tabs = 0;
    for (const char *at = table; *at != '\0'; at++) {
        tabs = *at == '\n' ? 0 : tabs + (*at == '\t');
        if (tabs != 3) {
            *out++ = *at;
        }
    }
    *out = '\0';
}

/* Checks that each row of a section, except sums, is one that the command prints, and checks their
 * number. */
static void check_rows(const char *html, const char *section, const char *words, const char *file,
                       bool is_all)
{
    char *table = table_of(html, section), *printed = whole_output_of(words, file), *end;
    size_t n = 0, lines = 0;
    if (strcmp(section, "objects") == 0) {
        without_inside(table);
    }
    for (char *at = table; *at != '\0'; at = end + (*end == '\n')) {
        end = at + strcspn(at, "\n");
        if (memchr(at, '(', (size_t)(end - at)) != NULL && strstr(at, " more type") != NULL) {
            continue;
        }
        if (end - at > 5 && strncmp(end - 5, "(all)", 5) == 0) {
            continue;
        }
        if (!has_line(printed, at, (size_t)(end - at))) {
            fail_msg("%s, %s: `%s` does not print: %.*s", file, section, words, (int)(end - at),
                     at);
        }
        n++;
    }
    for (char *at = strchr(printed, '\n'); at != NULL && at[1] != '\0'; at = strchr(at + 1, '\n')) {
        lines++;
    }
    if (is_all && n != lines) {
        fail_msg("%s, %s: %zu rows, `%s` prints %zu", file, section, n, words, lines);
    }
    free(printed);
    free(table);
}

static void test_tables(NO_STATE)
{
    static const char *const heaps[] = {LEAK, "samples/varied.gcdump", INPUTS "garbage.log",
                                        "samples/kysel-post2GC.gcdump"};
    for (size_t i = 0; i < CHECK_COUNT(heaps); i++) {
        const bool is_large = strstr(heaps[i], "post2GC") != NULL;
        char *page = whole_output_of("report --quiet", heaps[i]);
        check_rows(page, "types", "stats --retained --quiet --format tsv", heaps[i], !is_large);
        check_rows(page, "objects", "retained --distinct --top 30 --quiet --format tsv", heaps[i],
                   true);
        if (strstr(page, "id=\"garbage\"") != NULL) {
            check_rows(page, "garbage", "stats --unreachable --quiet --format tsv", heaps[i], true);
        }
        free(page);
    }
}

/* Reads the ids of the listed objects, and those of what they are inside of. Returns how many. */
static size_t read_inside(const char *table, char ids[][20], char inside[][20], size_t most)
{
    size_t n = 0;
    for (const char *at = table; *at != '\0' && n < most; n++) {
        assert_int_equal(sscanf(at, "%*s %*s %19s %19s", ids[n], inside[n]), 2);
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return n;
}

/* Replaces an id by that of its dominator, as `object` prints it, or by `-`. */
static void go_up(char id[20])
{
    static const char key[] = "\"dominator\":{\"object\":\"";
    char words[100];
    (void)snprintf(words, sizeof words, "object --object %s --quiet --format json", id);
    char *printed = whole_output_of(words, LEAK);
    const char *at = strstr(printed, key);
    (void)snprintf(id, 20, "%.*s", at != NULL ? (int)strcspn(at + sizeof key - 1, "\"") : 1,
                   at != NULL ? at + sizeof key - 1 : "-");
    free(printed);
}

static void test_inside(NO_STATE)
{
    enum { MOST = 20 }; /* two of the others have the same id */
    char ids[MOST][20], inside[MOST][20], *page = whole_output_of("report --quiet", LEAK);
    char *table = table_of(page, "objects");
    const size_t n = read_inside(table, ids, inside, MOST);
    assert_int_equal(n, MOST);
    for (size_t i = 0; i < n; i++) {
        char up[20];
        size_t k = n;
        (void)snprintf(up, sizeof up, "%s", ids[i]);
        while (k == n && strcmp(up, "-") != 0) {
            go_up(up);
            for (k = 0; k < n && strcmp(ids[k], up) != 0; k++) {
            }
        }
        assert_string_equal(inside[i], up);
    }
    free(table);
    free(page);
}

/* Tables are of one generation, but that of all generations. */
static void test_generations(NO_STATE)
{
    char *page = whole_output_of("report --quiet --generation gen2", AGES);
    check_rows(page, "types", "stats --retained --generation gen2 --quiet --format tsv", AGES,
               true);
    check_rows(page, "objects", "retained --distinct --generation gen2 --quiet --format tsv", AGES,
               true);
    check_rows(page, "generations", "stats --by generation --quiet --format tsv", AGES, true);
    free(page);
    page = whole_output_of("report --quiet", LEAK);
    assert_null(strstr(page, "#generations"));
    free(page);
}

/* Returns the text of a section, without commas in numbers. */
static char *text_of(const char *page, const char *id)
{
    char *text = malloc(strlen(page) + 1);
    size_t used = 0;
    bool within = false;
    page_reader reader;
    page_token token;
    assert_non_null(text);
    page_start(&reader, page);
    while ((token = page_next(&reader)) != PAGE_END) {
        if (token == PAGE_OPEN && strcmp(reader.name, "section") == 0) {
            within = strcmp(reader.id, id) == 0;
        }
        for (const char *c = reader.text; within && token == PAGE_TEXT && *c != '\0'; c++) {
            const bool groups = *c == ',' && c > reader.text && c[-1] >= '0' && c[-1] <= '9' &&
                                c[1] >= '0' && c[1] <= '9';
            text[used] = *c;
            used += !groups;
        }
    }
    text[used] = '\0';
    return text;
}

/* The sentences are those of the command, except for commas in numbers. */
static void test_suspects(NO_STATE)
{
    static const char *const heaps[] = {LEAK, "samples/kysel-post2GC.gcdump"};
    for (size_t i = 0; i < CHECK_COUNT(heaps); i++) {
        char *page = whole_output_of("report --quiet", heaps[i]);
        char *text = text_of(page, "suspects");
        char *rows = whole_output_of("suspects --quiet --format tsv", heaps[i]);
        for (char *line = strchr(rows, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
            char reason[600];
            const char *at = line;
            for (size_t tabs = 0; tabs < 7; tabs++) {
                at = strchr(at, '\t') + 1;
            }
            size_t size = strcspn(at, "\n") - strlen(" [000000000000]");
            assert_true(size < sizeof reason);
            memcpy(reason, at, size);
            reason[size] = '\0';
            if (strstr(text, reason) == NULL) {
                fail_msg("%s: the page lacks `%s`", heaps[i], reason);
            }
        }
        free(text);
        free(rows);
        free(page);
    }
}

/* Suspects beyond the usual number are closed, unless there is only one of them. */
static void test_more_suspects(NO_STATE)
{
    static const struct {
        const char *line;
        unsigned suspects;
        const char *more;
    } pages[] = {{"report --quiet -", 6, NULL},
                 {"report --quiet -", 7, ">2 more suspects<"},
                 {"report --quiet - --baseline " INPUTS "empty-heap.log", 4, NULL},
                 {"report --quiet - --baseline " INPUTS "empty-heap.log", 5, ">2 more suspects<"}};
    for (size_t i = 0; i < CHECK_COUNT(pages); i++) {
        char log[500];
        int size = snprintf(log, sizeof log, "a 1 x 1\n");
        for (unsigned k = 1; k <= pages[i].suspects; k++) {
            size += snprintf(log + size, sizeof log - (size_t)size,
                             "t %x N%u.T\no %x %x 800\nr %x 1 0\n", k, k, 16 * k, k, 16 * k);
        }
        size += snprintf(log + size, sizeof log - (size_t)size, "c x 2\n");
        char *page = whole_filter(pages[i].line, log, (size_t)size, NULL);
        assert_true((strstr(page, " more suspects<") != NULL) == (pages[i].more != NULL));
        assert_true(pages[i].more == NULL || strstr(page, pages[i].more) != NULL);
        free(page);
    }
}

/* ---- one row more than usual -------------------------------------------------------------- */

/* A log of objects of as many types, each rooted with a kind of its own; types of garbage; a chain
 * of as many steps, of types of its own; and lines that cannot be read. */
static char *log_of(unsigned types, unsigned garbage, unsigned steps, unsigned bad, size_t *size)
{
    const unsigned first = types + 1, end = first + steps;
    char *log = malloc(100 * (size_t)(end + garbage + bad) + 100);
    assert_non_null(log);
    *size = (size_t)sprintf(log, "a 2 app 1\n");
    for (unsigned i = 1; i < end + garbage; i++) {
        *size += (size_t)sprintf(log + *size, "t %x T%u\no %x %x %x", i, i, 16 * i, i,
                                 i + 1 == end ? 100000 : 8);
        *size +=
            (size_t)sprintf(log + *size, i >= first && i + 1 < end ? " %x\n" : "\n", 16 * (i + 1));
        *size += i <= first ? (size_t)sprintf(log + *size, "r %x %x 0\n", 16 * i, i) : 0;
    }
    for (unsigned i = 0; i < bad; i++) {
        *size += (size_t)sprintf(log + *size, i % 2 == 0 ? "bad\n" : "r 10 1 40\n");
    }
    *size += (size_t)sprintf(log + *size, "c app 2\n");
    return log;
}

/* One row more than usual is shown; only more are counted. */
static void test_one_more(NO_STATE)
{
    static const struct {
        unsigned types, garbage, steps, bad;
        const char *what;
        bool is_there;
    } pages[] = {
        {0, 0, 15, 0, " more step", false},
        {0, 0, 16, 0, "(2 more steps)", true},
        {49, 0, 2, 0, " more kind", false}, /* with that of the chain: 50 */
        {50, 0, 2, 0, " more kind", false},
        {51, 0, 2, 0, "(2 more kinds)", true},
        {0, 101, 2, 0, " more type", false},
        {0, 102, 2, 0, "(2 more types)", true},
        {48, 101, 2, 0, " more type", false}, /* 151 types */
        {49, 101, 2, 0, "(2 more types)", true},
        {0, 0, 2, 21, "<li>and ", false},
        {0, 0, 2, 22, "<li>and 2 more<", true},
        {0, 0, 2, 24, "<li>and 4 more<", true}, /* of 12 of a kind, 10 are kept */
    };
    for (size_t i = 0; i < CHECK_COUNT(pages); i++) {
        size_t size;
        char *log = log_of(pages[i].types, pages[i].garbage, pages[i].steps, pages[i].bad, &size);
        char *page = whole_filter("report --quiet -", log, size, NULL);
        if ((strstr(page, pages[i].what) != NULL) != pages[i].is_there) {
            fail_msg("page %zu: %s", i, pages[i].what);
        }
        free(page);
        free(log);
    }
}

/* So it is with types that have changed. */
static void test_one_more_change(NO_STATE)
{
    for (unsigned types = 199; types < 202; types++) {
        size_t size;
        char *log = log_of(types, 0, 1, 0, &size);
        char *page =
            whole_filter("report --quiet --baseline " INPUTS "empty-heap.log -", log, size, NULL);
        assert_true((strstr(page, "(2 more types)") != NULL) == (types == 201));
        assert_true((strstr(page, "The first 200 of 202 types that changed") != NULL) ==
                    (types == 201));
        assert_null(strstr(page, "(1 more type"));
        free(page);
        free(log);
    }
}

/* ---- one domain --------------------------------------------------------------------------- */

#define DOMAIN_ONE                                                                                 \
    "a 2 one 1\nt 1 A\nt 2 B\nt 3 C\no 10 1 100 20 30\no 20 2 50\no 30 2 30\no 40 3 20\n"          \
    "o 50 3 8\nr 10 4 0 3\nr 40 1 0\nc one 2\n"
#define DOMAIN_TWO                                                                                 \
    "a 2 two 1\nt 4 A\nt 5 D\no 110 4 1000 120\no 120 5 800\no 130 5 300\nr 110 3 0\nc two 2\n"

/* Copies what a page says from the picture to the facts about the dump, without the command lines.
 */
static char *tables_of_log(const char *line, const char *log)
{
    char *page = whole_filter(line, log, strlen(log), NULL), *at = strstr(page, "id=\"picture\"");
    char *end = strstr(page, "id=\"about\""), *out = malloc(strlen(page) + 1), *to = out;
    assert_true(at != NULL && end != NULL && out != NULL);
    while (at < end) {
        char *code = strstr(at, "<code>");
        code = code == NULL || code > end ? end : code;
        memcpy(to, at, (size_t)(code - at));
        to += code - at;
        at = code < end ? strstr(code, "</code>") : end;
    }
    *to = '\0';
    free(page);
    return out;
}

/* With --domain, the figures and their shares are those of a dump that has nothing else. */
static void test_domain(NO_STATE)
{
    static const char *const logs[][2] = {{"report --quiet --domain one -", DOMAIN_ONE},
                                          {"report --quiet --domain two -", DOMAIN_TWO}};
    for (size_t i = 0; i < CHECK_COUNT(logs); i++) {
        char *part = tables_of_log(logs[i][0], DOMAIN_ONE DOMAIN_TWO);
        char *alone = tables_of_log("report --quiet -", logs[i][1]);
        assert_string_equal(part, alone);
        free(part);
        free(alone);
    }
}

int main(int argc GCV_UNUSED, char **argv GCV_UNUSED)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),          cmocka_unit_test(test_inside),
        cmocka_unit_test(test_generations),     cmocka_unit_test(test_suspects),
        cmocka_unit_test(test_more_suspects),   cmocka_unit_test(test_one_more),
        cmocka_unit_test(test_one_more_change), cmocka_unit_test(test_domain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
