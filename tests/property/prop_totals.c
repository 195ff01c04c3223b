/* --share and --total, compared with the oracle: percentages of the figures next to them, and
 * totals over the objects of all rows, found object by object. */
#include "support/check.h"
#include "support/property.h"
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
    for (; at > 0; at--) {
        line = strchr(line, '\t') + 1;
    }
    for (size_t i = 0; i < n; i++) {
        figures[i] = *line == '-' && (line[1] == '\t' || line[1] == '\n')
                         ? NO_FIGURE
                         : strtoull(line, NULL, 10);
        line += strcspn(line, "\t\n");
        line += *line == '\t';
    }
    return strchr(line, '\n') + 1;
}

/* Returns whole percent, half rounded up, for small figures. */
static uint64_t percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (200 * part + whole) / (2 * whole) : 0;
}

/* Returns the bytes of all reachable objects. */
static uint64_t reachable_bytes(const oracle *o)
{
    bool *reached = graph_alloc(o->n, sizeof(bool));
    oracle_reach(o, false, NULL, reached);
    uint64_t bytes = oracle_bytes(o, reached);
    free(reached);
    return bytes;
}

/* Returns what members retain, or NO_FIGURE if none is reachable. */
static uint64_t retained_by(const oracle *o, const bool *member)
{
    bool *reached = graph_alloc(o->n, sizeof(bool)), any = false;
    oracle_reach(o, false, NULL, reached);
    for (uint32_t v = 0; v < o->n; v++) {
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
    memset(member, 0, o->n * sizeof *member);
    for (uint32_t t = 0; t < o->n_types; t++) {
        for (uint32_t v = 0; v < o->n; v++) {
            one[v] = o->type[v] == t;
        }
        uint64_t retained = retained_by(o, one);
        for (uint32_t v = 0; v < o->n; v++) {
            member[v] = member[v] || (one[v] && (retained == NO_FIGURE ? 0 : retained) >= least);
        }
    }
    free(one);
}

static bool stats_hold(const subject *s, uint64_t least, char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    bool *member = graph_alloc(o->n, sizeof(bool));
    uint64_t row[4] = {0, 0, 0, 0}, count = 0, bytes = 0;
    char command[80];
    bool good = true;
    members_of_types(o, least, member);
    for (uint32_t v = 0; v < o->n; v++) {
        count += member[v];
        bytes += member[v] ? o->size[v] : 0;
    }
    uint64_t retained = retained_by(o, member);
    (void)snprintf(command, sizeof command,
                   "stats --retained --share --total --top 3 --min %" PRIu64, least);
    char *text = reported_of(s->ctx, s->heap, command, NULL);
    for (const char *line = strchr(text, '\n') + 1; good && *line != '\0';) {
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
    const uint64_t whole = reachable_bytes(&s->o);
    char *text = reported_of(s->ctx, s->heap, "retained --share --top 0", NULL);
    bool good = true;
    uint64_t row[2];
    for (const char *line = strchr(text, '\n') + 1; good && *line != '\0';) {
        line = read_figures(line, 0, 2, row);
        good = row[1] == percent(row[0], whole) ||
               graph_fails(why, "retained: share %" PRIu64 " of %" PRIu64, row[1], row[0]);
    }
    free(text);
    return good;
}

/* ---- roots -------------------------------------------------------------------------------- */

/* The objects with a root of a kind. */
static void members_of_kind(const oracle *o, uint32_t kind, bool *member)
{
    memset(member, 0, o->n * sizeof *member);
    for (uint32_t i = 0; i < o->n_roots; i++) {
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
    memset(member, 0, o->n * sizeof *member);
    for (uint32_t i = 0; i < o->n_roots; i++) {
        members_of_kind(o, o->roots[i].kind, one);
        uint64_t retained = retained_by(o, one);
        if ((retained == NO_FIGURE ? 0 : retained) >= least) {
            records++;
            for (uint32_t v = 0; v < o->n; v++) {
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
    bool *member = graph_alloc(o->n, sizeof(bool));
    const uint64_t whole = reachable_bytes(o);
    uint64_t row[5] = {0, 0, 0, 0, 0}, objects = 0, bytes = 0;
    char command[80];
    bool good = true;
    uint64_t records = members_of_roots(o, least, member);
    for (uint32_t v = 0; v < o->n; v++) {
        objects += member[v];
        bytes += member[v] ? o->size[v] : 0;
    }
    uint64_t retained = retained_by(o, member);
    (void)snprintf(command, sizeof command,
                   "roots --by kind --share --total --top 1 --min %" PRIu64, least);
    char *text = reported_of(s->ctx, s->heap, command, NULL);
    for (const char *line = strchr(text, '\n') + 1; good && *line != '\0';) {
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
    return good;
}

static bool one_holds(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    const uint64_t seed = s->o.g->seed, least = seed % 3 == 0 ? 0 : graph_mix(seed, 1) % 60;
    return weak ||
           (stats_hold(s, least, why) && retained_holds(s, why) && roots_hold(s, least, why));
}

/* ---- diff --------------------------------------------------------------------------------- */

static bool pair_holds(const heap_pair *p, char why[GRAPH_WHY_MAX])
{
    const gcv_counts *a = gcv_heap_counts(p->a.heap), *b = gcv_heap_counts(p->heap_b);
    const uint64_t old = reachable_bytes(&p->a.o), late = reachable_bytes(&p->b.o);
    const gcv_heap *heaps[2] = {p->a.heap, p->heap_b};
    const reported input = {p->a.ctx, heaps, 2, NULL, NULL, NULL};
    char *text = reported_text(&input, "diff --retained --unchanged --total --top 1", NULL);
    char total[300];
    (void)snprintf(total, sizeof total,
                   "%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
                   "\t%" PRIu64 "\t<total>",
                   (int64_t)(b->objects - a->objects), (int64_t)(b->bytes - a->bytes),
                   (int64_t)(late - old), a->objects, b->objects, a->bytes, b->bytes);
    char *line = strstr(text, "<total>");
    while (line > text && line[-1] != '\n') {
        line--;
    }
    bool good = old + late == 0 || strncmp(line, total, strlen(total)) == 0 ||
                graph_fails(why, "diff: total %.60s", line);
    free(text);
    return good;
}

static const property laws[] = {
    {.of_subject = one_holds, .seed = 0x746f74, .cases = 500, .n = {0, 12}},
    {.of_subject = one_holds, .seed = 0x746f75, .cases = 80, .n = {20, 60}},
    {.of_pair = pair_holds, .seed = 0x746f76, .cases = 300, .n = {0, 14}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
