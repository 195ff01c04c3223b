/* --share and --total, compared with the oracle: percentages of the figures next to them, and
 * totals over the objects of all rows, found object by object. */
#include "support/check.h"
#include "support/heap_pair.h"
#include "support/reported.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value of a dash. */
#define NO_FIGURE UINT64_MAX

/* Reads `n` cells of a line from cell `at` on, all of them figures; returns the next line. */
static const char *read_figures(const char *line, size_t at, size_t n, uint64_t *figures)
{
    size_t i;
    for (; at > 0; at--) {
        line = strchr(line, '\t') + 1;
    }
    for (i = 0; i < n; i++) {
        figures[i] = *line == '-' && (line[1] == '\t' || line[1] == '\n')
                         ? NO_FIGURE
                         : strtoull(line, NULL, 10);
        line += strcspn(line, "\t\n");
        line += *line == '\t';
    }
    return strchr(line, '\n') + 1;
}

static char *text_of(const subject *s, const char *command)
{
    const gcv_heap *heaps[1] = {s->heap};
    const reported input = {s->ctx, heaps, 1, NULL, NULL, NULL};
    return reported_text(&input, command, NULL);
}

/* Returns whole percent, half rounded up, for small figures. */
static uint64_t percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (200 * part + whole) / (2 * whole) : 0;
}

/* Returns what members retain, or NO_FIGURE if none is reachable. */
static uint64_t retained_by(const oracle *o, const bool *member)
{
    bool *reached = graph_alloc(o->n, sizeof(bool)), any = false;
    uint32_t v;
    oracle_reach(o, false, NULL, reached);
    for (v = 0; v < o->n; v++) {
        any = any || (member[v] && reached[v]);
    }
    free(reached);
    return any ? oracle_retained(o, false, member) : NO_FIGURE;
}

/* ---- stats -------------------------------------------------------------------------------- */

/* Finds the objects of the types whose rows --min keeps. */
static void members_of_types(const oracle *o, uint64_t least, bool *member)
{
    bool *one = graph_alloc(o->n, sizeof(bool));
    uint32_t t, v;
    memset(member, 0, o->n * sizeof *member);
    for (t = 0; t < o->n_types; t++) {
        uint64_t retained;
        for (v = 0; v < o->n; v++) {
            one[v] = o->type[v] == t;
        }
        retained = retained_by(o, one);
        for (v = 0; v < o->n; v++) {
            member[v] = member[v] || (one[v] && (retained == NO_FIGURE ? 0 : retained) >= least);
        }
    }
    free(one);
}

static bool stats_hold(const subject *s, uint64_t least, char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    bool *member = graph_alloc(o->n, sizeof(bool));
    uint64_t row[4] = {0, 0, 0, 0}, count = 0, bytes = 0, retained;
    char command[80], *text;
    const char *line;
    bool good = true;
    uint32_t v;
    members_of_types(o, least, member);
    for (v = 0; v < o->n; v++) {
        count += member[v];
        bytes += member[v] ? o->size[v] : 0;
    }
    retained = retained_by(o, member);
    (void)snprintf(command, sizeof command,
                   "stats --retained --share --total --top 3 --min %" PRIu64, least);
    text = text_of(s, command);
    for (line = strchr(text, '\n') + 1; good && *line != '\0';) {
        line = read_figures(line, 0, 4, row);
        good = row[2] == percent(row[1], o->all.bytes) ||
               graph_fails(why, "stats: share %" PRIu64 " of %" PRIu64, row[2], row[1]);
    }
    good = good && ((row[0] == count && row[1] == bytes && row[3] == retained) ||
                    graph_fails(why, "stats: total %" PRIu64 " %" PRIu64 " %" PRIu64, row[0],
                                row[1], row[3]));
    free(text);
    free(member);
    return good;
}

/* ---- retained ----------------------------------------------------------------------------- */

static bool retained_holds(const subject *s, char why[GRAPH_WHY_MAX])
{
    bool *reached = graph_alloc(s->o.n, sizeof(bool)), good = true;
    char *text = text_of(s, "retained --share --top 0");
    uint64_t row[2], whole;
    const char *line;
    oracle_reach(&s->o, false, NULL, reached);
    whole = oracle_bytes(&s->o, reached);
    for (line = strchr(text, '\n') + 1; good && *line != '\0';) {
        line = read_figures(line, 0, 2, row);
        good = row[1] == percent(row[0], whole) ||
               graph_fails(why, "retained: share %" PRIu64 " of %" PRIu64, row[1], row[0]);
    }
    free(text);
    free(reached);
    return good;
}

/* ---- roots -------------------------------------------------------------------------------- */

/* The objects with a root of a kind. */
static void members_of_kind(const oracle *o, uint32_t kind, bool *member)
{
    uint32_t i;
    memset(member, 0, o->n * sizeof *member);
    for (i = 0; i < o->n_roots; i++) {
        if (o->roots[i].kind == kind && o->roots[i].object != GCV_NONE) {
            member[o->roots[i].object] = true;
        }
    }
}

/* Finds the records of the kinds that --min keeps, and their objects. */
static uint64_t members_of_roots(const oracle *o, uint64_t least, bool *member)
{
    bool *one = graph_alloc(o->n, sizeof(bool));
    uint64_t records = 0;
    uint32_t i, v;
    memset(member, 0, o->n * sizeof *member);
    for (i = 0; i < o->n_roots; i++) {
        uint64_t retained;
        members_of_kind(o, o->roots[i].kind, one);
        retained = retained_by(o, one);
        if ((retained == NO_FIGURE ? 0 : retained) >= least) {
            records++;
            for (v = 0; v < o->n; v++) {
                member[v] = member[v] || one[v];
            }
        }
    }
    free(one);
    return records;
}

static bool roots_hold(const subject *s, uint64_t least, char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    bool *member = graph_alloc(o->n, sizeof(bool)), *reached = graph_alloc(o->n, sizeof(bool));
    uint64_t row[5] = {0, 0, 0, 0, 0}, records, objects = 0, bytes = 0, retained, whole;
    char command[80], *text;
    const char *line;
    bool good = true;
    uint32_t v;
    oracle_reach(o, false, NULL, reached);
    whole = oracle_bytes(o, reached);
    records = members_of_roots(o, least, member);
    for (v = 0; v < o->n; v++) {
        objects += member[v];
        bytes += member[v] ? o->size[v] : 0;
    }
    retained = retained_by(o, member);
    (void)snprintf(command, sizeof command,
                   "roots --by kind --share --total --top 1 --min %" PRIu64, least);
    text = text_of(s, command);
    for (line = strchr(text, '\n') + 1; good && *line != '\0';) {
        line = read_figures(line, 1, 5, row);
        good = row[4] == (row[3] == NO_FIGURE ? NO_FIGURE : percent(row[3], whole)) ||
               graph_fails(why, "roots: share %" PRIu64 " of %" PRIu64, row[4], row[3]);
    }
    good = good &&
           ((row[0] == records && row[1] == objects && row[2] == bytes && row[3] == retained) ||
            graph_fails(why, "roots: total %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, row[0],
                        row[1], row[2], row[3]));
    free(text);
    free(member);
    free(reached);
    return good;
}

static bool one_holds(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    uint64_t least = g->seed % 3 == 0 ? 0 : graph_mix(g->seed, 1) % 60;
    subject s;
    bool good;
    if (!subject_open(&s, g, style, NULL, why)) {
        return false;
    }
    good = stats_hold(&s, least, why) && retained_holds(&s, why) && roots_hold(&s, least, why);
    return subject_close(&s, good, why);
}

static void test_one_heap(void **state)
{
    (void)state;
    assert_true(graph_holds_random(one_holds, 0x746f74, 500, 0, 12));
    assert_true(graph_holds_random(one_holds, 0x746f75, 80, 20, 60));
}

/* ---- diff --------------------------------------------------------------------------------- */

/* Returns what all objects of a heap retain. */
static uint64_t reachable_bytes(const oracle *o)
{
    bool *reached = graph_alloc(o->n, sizeof(bool));
    uint64_t bytes;
    oracle_reach(o, false, NULL, reached);
    bytes = oracle_bytes(o, reached);
    free(reached);
    return bytes;
}

static bool pair_holds(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    heap_pair p;
    const gcv_counts *a, *b;
    long long row[7] = {0};
    char *text, *line;
    bool good;
    if (!heap_pair_open(&p, g, style, why)) {
        return false;
    }
    a = gcv_heap_counts(p.a.heap);
    b = gcv_heap_counts(p.heap_b);
    {
        const gcv_heap *heaps[2] = {p.a.heap, p.heap_b};
        const reported input = {p.a.ctx, heaps, 2, NULL, NULL, NULL};
        text = reported_text(&input, "diff --retained --unchanged --total --top 1", NULL);
    }
    line = strstr(text, "<total>");
    while (line > text && line[-1] != '\n') {
        line--;
    }
    good = reachable_bytes(&p.a.o) + reachable_bytes(&p.b.o) == 0 ||
           (sscanf(line, "%lld\t%lld\t%lld\t%lld\t%lld\t%lld\t%lld\t<total>", &row[0], &row[1],
                   &row[2], &row[3], &row[4], &row[5], &row[6]) == 7 &&
            row[0] == (long long)(b->objects - a->objects) &&
            row[1] == (long long)(b->bytes - a->bytes) &&
            row[2] == (long long)(reachable_bytes(&p.b.o) - reachable_bytes(&p.a.o)) &&
            row[3] == (long long)a->objects && row[4] == (long long)b->objects &&
            row[5] == (long long)a->bytes && row[6] == (long long)b->bytes) ||
           graph_fails(why, "diff: total %.60s", line);
    free(text);
    return heap_pair_close(&p, good, why);
}

static void test_diff(void **state)
{
    (void)state;
    assert_true(graph_holds_random(pair_holds, 0x746f76, 300, 0, 14));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_heap),
        cmocka_unit_test(test_diff),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
