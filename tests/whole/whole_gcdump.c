/* Commands on .gcdump files that are not in samples/: sampled dumps with different factors, and
 * names that a log cannot hold. */
#include "support/effort.h"
#include "support/gcdump_sample.h"
#include "whole/cells.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static void give(whole *w, gcdump_model *m)
{
    size_t size;
    unsigned char *bytes = gcdump_write(m, &size);
    whole_give(w, bytes, size);
    free(bytes);
}

/* A dump of these types and nodes, of which the first is the root. */
static gcdump_model model_of(const gcdump_type *types, uint32_t n_types, const gcdump_node *nodes,
                             uint32_t n_nodes, const uint32_t *children)
{
    gcdump_model m;
    gcdump_model_init(&m);
    m.types = types;
    m.n_types = n_types;
    m.nodes = nodes;
    m.n_nodes = n_nodes;
    m.children = children;
    return m;
}

/* One row of a table: its objects, their bytes, and their group. */
static void check_group(whole *w, const char *line, const char *group, const char *count,
                        const char *bytes)
{
    cells table;
    size_t i = 0;
    cells_open(&table, w, line);
    while (i < table.n_rows && strcmp(cells_at(&table, i, 2), group) != 0) {
        i++;
    }
    if (i == table.n_rows || strcmp(cells_at(&table, i, 0), count) != 0 ||
        strcmp(cells_at(&table, i, 1), bytes) != 0) {
        fail_msg("%s: not %s %s %s in:\n%s", line, count, bytes, group, w->out_text);
    }
    cells_close(&table);
}

/* Replaces the input by its copy, which must contain these bytes. */
static void copy(whole *w, const char *bytes, size_t size)
{
    whole_call(w, "convert --to gcdump -o - -");
    assert_int_equal(w->status, DONE);
    assert_true(gcv_text_find(gcv_slice_of(w->out_text, w->out_size), gcv_slice_of(bytes, size),
                              false) != SIZE_MAX);
    whole_give(w, w->out_text, w->out_size);
}

/* Two objects of Acme.A, of 24 and 70000 bytes, stand for 5, and one of 5000 for 4: 9 objects of
 * 195060 bytes. So the first two count 2.5 times, and the last one 4 times. If it stands for 3,
 * these are 8 objects of 190060 bytes: groups add up to them, however they are rounded. A copy has
 * the same figures. */
static void test_sampled_groups(NO_STATE)
{
    float factors[] = {0, 2.5f, 0, 1, 1, 1, 1, 1, 4};
    static const uint64_t segments[][7] = {
        {0x5000, 0x5800, 0x5000, 0x5000, 0x5000, 0x5000, 0x5800},  /* pinned */
        {0x6800, 0x9000, 0x9000, 0x6800, 0x6800, 0x6800, 0x6800}}; /* generation 0 */
    static const char segments_begin[] =
        "DotNetHeapInfo\x06\0\x30\0\0\0\0\0\0\2\0\0\0"; /* bytes, n */
    gcdump_model m;
    whole w;
    whole_open(&w);
    gcdump_sample_init(&m);
    m.multipliers = factors;
    m.n_multipliers = CHECK_COUNT(factors);
    m.average = 2;
    m.segments = segments;
    m.n_segments = CHECK_COUNT(segments);
    give(&w, &m);
    for (unsigned copies = 0; copies < 2; copies++) {
        check_group(&w, "stats - --type Acme.A", "Acme.A", "9", "195060");
        check_group(&w, "stats - --type Acme.A --by root-kind", "static", "2", "60");
        check_group(&w, "stats - --type Acme.A --by root-kind", "handle", "4", "20000");
        check_group(&w, "stats - --type Acme.A --by root-kind", "<unreachable>", "3", "175000");
        check_group(&w, "stats - --type Acme.A --by generation", "gen0", "7", "20060");
        check_group(&w, "stats - --type Acme.A --by generation", "pinned", "2", "175000");
        copy(&w, segments_begin, sizeof segments_begin - 1);
    }
    factors[8] = 3;
    give(&w, &m);
    check_group(&w, "stats - --type Acme.A", "Acme.A", "8", "190060");
    check_group(&w, "stats - --type Acme.A --by root-kind", "<unreachable>", "3", "175000");
    check_group(&w, "stats - --type Acme.A --by root-kind", "handle", "3", "15000");
    check_group(&w, "stats - --type Acme.A --by root-kind", "static", "2", "60");
    whole_close(&w);
}

/* A dump of two objects, which stand for 2.25 and 3. The second one has no bytes. */
static void give_sampled(whole *w)
{
    static const float factors[] = {0, 2.25f, 3};
    static const gcdump_type types[] = {{"UNDEFINED", 0, NULL, 0, 0, NULL},
                                        {"Acme.A", 24, NULL, 0, 0, NULL},
                                        {"Acme.Empty", 0, NULL, 0, 0, NULL}};
    static const gcdump_node nodes[] = {
        {0, 0, 0, 0, 2}, {1, -1, 0x1000, 0, 0}, {2, -1, 0x2000, 0, 0}};
    static const uint32_t children[] = {1, 2};
    gcdump_model m = model_of(types, CHECK_COUNT(types), nodes, CHECK_COUNT(nodes), children);
    m.multipliers = factors;
    m.n_multipliers = CHECK_COUNT(factors);
    give(w, &m);
}

/* A copy has the same factors, although 2.25 objects are counted as 2, and some have no bytes. */
static void test_sampled_copy(NO_STATE)
{
    static const char written[] = "\0\0\0\0\0\0\x10@\0\0@@\0\0\x80?"; /* 1 for a root node */
    whole w;
    whole_open(&w);
    give_sampled(&w);
    for (unsigned copies = 0; copies < 3; copies++) {
        check_group(&w, "stats -", "Acme.A", "2", "54");
        check_group(&w, "stats -", "Acme.Empty", "3", "0");
        copy(&w, written, sizeof written - 1);
    }
    whole_close(&w);
}

/* Scaled bytes are shares of scaled bytes. The script does not add garbage, which is scaled, to the
 * tree, which is not. */
static void test_sampled_page(NO_STATE)
{
    static const float factors[] = {0, 2.5f};
    gcdump_model m;
    whole w;
    whole_open(&w);
    give_sampled(&w);
    whole_call(&w, "report --quiet -");
    assert_int_equal(w.status, DONE);
    assert_non_null(strstr(w.out_text, " <b>100.0\xc2\xa0%</b></span>"));
    gcdump_sample_init(&m);
    m.multipliers = factors;
    m.n_multipliers = CHECK_COUNT(factors);
    give(&w, &m);
    whole_call(&w, "report --quiet -");
    assert_non_null(strstr(w.out_text, " data-sampled="));
    whole_close(&w);
}

/* Whether the process was a 64-bit one is decided by the ids, if the input does not say. */
static void test_pointer_size(NO_STATE)
{
    static const char *const cases[][2] = {{"ffffffff", "pointer_size\t4\n"},
                                           {"100000000", "pointer_size\t8\n"}};
    whole w;
    whole_open(&w);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        char log[80];
        const int n = sprintf(log, "a 2 x\nt 1 A\no %s 1 8\no 10 1 8\nc x\n", cases[i][0]);
        whole_give(&w, log, (size_t)n);
        for (size_t copies = 0; copies < 2; copies++) {
            copy(&w, "", 0);
            whole_call(&w, "summary --format tsv -");
            assert_non_null(strstr(w.out_text, cases[i][1]));
        }
    }
    whole_close(&w);
}

/* Control characters become pictures; blanks at the ends and an empty name become U+FFFD. */
static void test_names_for_a_log(NO_STATE)
{
    static const struct {
        const char *name, *written;
    } names[] = {
        {"A B", "A B"},
        {"", "\xef\xbf\xbd"},
        {" A",
         "\xef\xbf\xbd"
         "A"},
        {"\tA",
         "\xe2\x90\x89"
         "A"},
        {"A ", "A\xef\xbf\xbd"},
        {"A\t", "A\xe2\x90\x89"},
        {"A\tB",
         "A\xe2\x90\x89"
         "B"},
        {"A\nB\rC",
         "A\xe2\x90\x8a"
         "B\xe2\x90\x8d"
         "C"},
        {"\n", "\xe2\x90\x8a"},
        {"\x1b[1m\x7f", "\xe2\x90\x9b[1m\xe2\x90\xa1"},
        {"A\xc2\x9b\xe2\x80\xae", "A\xef\xbf\xbd\xef\xbf\xbd"},
        {"  ", "\xef\xbf\xbd\xef\xbf\xbd"},
    };
    gcdump_type types[2] = {{"UNDEFINED", 0, NULL, 0, 0, NULL}, {NULL, 16, NULL, 0, 0, NULL}};
    static const gcdump_node nodes[] = {{0, 0, 0, 0, 1}, {1, -1, 0x1000, 0, 0}};
    static const uint32_t children[] = {1};
    whole w;
    whole_open(&w);
    for (size_t i = 0; i < CHECK_COUNT(names); i++) {
        char expected[64];
        types[1].name = names[i].name;
        gcdump_model m = model_of(types, 2, nodes, 2, children);
        give(&w, &m);
        whole_call(&w, "convert -");
        assert_int_equal(w.status, DONE);
        (void)snprintf(expected, sizeof expected, "\nt 1 %s\no 1000 1 10\n", names[i].written);
        if (strstr(w.out_text, expected) == NULL) {
            fail_msg("'%s': no%s in:\n%s", names[i].name, expected, w.out_text);
        }
    }
    whole_close(&w);
}

/* An object that refers n times to one with an id of 16 digits: the last n whose record is a line
 * that readers take is 15,790,320, which makes 268,435,448 bytes. */
static void test_longest_line_of_a_log(NO_STATE)
{
    enum { LINE_MAX_BYTES = 256 * 1024 * 1024, N = (LINE_MAX_BYTES - 8) / 17 };
    static const gcdump_type types[] = {{"UNDEFINED", 0, NULL, 0, 0, NULL},
                                        {"Acme.List", 16, NULL, 0, 0, NULL}};
    gcdump_node nodes[] = {
        {0, 0, 0, 0, 1}, {1, -1, 1, 0, 0}, {1, -1, UINT64_C(0xfedcba9876543210), 0, 0}};
    uint32_t *children = malloc((N + 2) * sizeof *children);
    whole w;
    if (!effort_is_full()) { /* takes a gigabyte */
        free(children);
        skip();
    }
    assert_non_null(children);
    children[0] = 1;
    for (uint32_t i = 0; i <= N; i++) {
        children[i + 1] = 2;
    }
    whole_open(&w);
    for (uint32_t more = 0; more < 2; more++) {
        nodes[1].first = 1;
        nodes[1].n = N + more;
        gcdump_model m = model_of(types, CHECK_COUNT(types), nodes, CHECK_COUNT(nodes), children);
        give(&w, &m);
        whole_call(&w, "convert --to rpm -");
        if (more == 0) {
            const char *line = strstr(w.out_text, "\no 1 1 10 ");
            assert_int_equal(w.status, DONE);
            assert_non_null(line);
            assert_int_equal(strcspn(line + 1, "\n"), 8 + N * 17);
        } else {
            assert_int_equal(w.status, OUT_OF_MEMORY);
            assert_string_equal(w.err_text,
                                "gcview: object 1 has 15790321 references: its line "
                                "would be longer than 256 MiB\n");
        }
    }
    whole_close(&w);
    free(children);
}

int main(int argc GCV_UNUSED, char **argv GCV_UNUSED)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sampled_groups),  cmocka_unit_test(test_sampled_copy),
        cmocka_unit_test(test_sampled_page),    cmocka_unit_test(test_pointer_size),
        cmocka_unit_test(test_names_for_a_log), cmocka_unit_test(test_longest_line_of_a_log),
    };
    return cmocka_run_group_tests_name("whole.gcdump", tests, NULL, NULL);
}
