/* That --timings covers a command by the phases of docs/performance.md.
 *
 * Arguments: the generator, and a folder for heaps.
 */
#include "support/effort.h"
#include "whole/dump.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES = 600 };

/* Returns the names of the phases in the output of --timings, joined by ", ". */
static void phases_of(const char *text, char names[NAMES])
{
    static const char head[] = "gcview: time: ";
    size_t n = 0;
    names[0] = '\0';
    for (; (text = strstr(text, head)) != NULL; text++) {
        const char *name = text + sizeof head - 1, *end = strstr(name, "  ");
        assert_non_null(end);
        n += (size_t)snprintf(names + n, NAMES - n, "%s%.*s", n > 0 ? ", " : "", (int)(end - name),
                              name);
        assert_true(n < NAMES);
    }
}

/* Takes the next cell of a table, between `|` and `|`. */
static bool next_cell(char **at, char **cell)
{
    char *end = strchr(*at, '|');
    if (end == NULL) {
        return false;
    }
    *cell = *at;
    *at = end + 1;
    while (**cell == ' ') {
        (*cell)++;
    }
    while (end > *cell && end[-1] == ' ') {
        end--;
    }
    *end = '\0';
    return true;
}

static void check_phases(whole *w, const dump *d, const char *command, const char *reading,
                         const char *rest)
{
    char line[400], wanted[NAMES], found[NAMES];
    (void)snprintf(line, sizeof line, "%s --timings", command);
    (void)dump_run_freely(w, d, line);
    phases_of(w->err_text, found);
    (void)snprintf(wanted, sizeof wanted, "%s, %s, release, total", reading, rest);
    if (strcmp(found, wanted) != 0) {
        fail_msg("%s has the phases %s, not %s", command, found, wanted);
    }
    (void)dump_run_freely(w, d, command);
    assert_int_equal(w->err_size, 0); /* not shown without the option */
}

/* Each row of the last table of docs/performance.md: | `stats` | phases |. */
static void test_phases(NO_STATE)
{
    static const char *const orders[] = {"--order address", "--order shuffled"};
    static const char *const graph[] = {"read, index, references, roots",
                                        "read, index, references, order, roots"};
    static const char *const tally[] = {"read", "read, read again, index"};
    size_t size, rows = 0;
    char *text = whole_read_file("docs/performance.md", &size), *at, *cell, *rest;
    whole w;
    dump d;
    whole_open(&w);
    for (size_t i = 0; i < CHECK_COUNT(orders); i++) {
        char *copy = malloc(size + 1), *next;
        assert_non_null(copy);
        memcpy(copy, text, size + 1);
        dump_read(&d, effort_is_reduced() ? 3000 : 30000, orders[i]);
        at = strstr(copy, "\n| command | phases |");
        assert_non_null(at);
        for (; (at = strstr(at, "\n| `")) != NULL; at = next) {
            at += 2;
            assert_true(next_cell(&at, &cell) && next_cell(&at, &rest));
            next = at;
            cell[strlen(cell) - 1] = '\0';
            check_phases(&w, &d, cell + 1, strcmp(cell, "`stats") == 0 ? tally[i] : graph[i], rest);
            rows++;
        }
        free(copy);
    }
    assert_true(rows >= 2 * 20);
    free(text);
    whole_close(&w);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_phases),
    };
    return dump_arguments(argc, argv)
               ? cmocka_run_group_tests_name("whole.phases", tests, NULL, NULL)
               : 2;
}
