/* Pictures (--format dot, mermaid) of random heaps, read back by our own parsers: nodes and edges
 * equal the rows that the same command writes as tsv, and the neighbourhood that repetition finds;
 * everything that --top leaves out is counted. Both formats have the same graph. */
#include "support/check.h"
#include "support/drawing.h"
#include "support/property.h"
#include "support/reported.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 200, NAME_SIZE = 40, FIELDS = 9 };

/* ---- what is drawn ------------------------------------------------------------------------ */

/* Returns the picture of a command, which must be the same in both formats. */
static void draw(const subject *s, const char *line, drawing *d)
{
    static const char *const formats[] = {"dot", "mermaid"};
    drawing both[2];
    for (size_t i = 0; i < 2; i++) {
        char words[LINE_SIZE];
        size_t size;
        (void)snprintf(words, sizeof words, "%s --format %s", line, formats[i]);
        char *text = reported_of(s->ctx, s->heap, words, &size);
        drawing_read(&both[i], formats[i], text, size);
        free(text);
    }
    drawing_check_equal(&both[0], &both[1]);
    drawing_release(&both[1]);
    *d = both[0];
}

static void name_object(const subject *s, uint32_t object, char *name)
{
    const uint32_t section = s->o.section[object];
    if (section == 0) {
        (void)snprintf(name, NAME_SIZE, "o%" PRIx64, s->o.id[object]);
    } else {
        (void)snprintf(name, NAME_SIZE, "d%" PRIu32 "o%" PRIx64, section + 1, s->o.id[object]);
    }
}

static bool is_drawn(const subject *s, const drawing *d, uint32_t object)
{
    char name[NAME_SIZE];
    name_object(s, object, name);
    return drawing_find(d, name) < d->n_nodes;
}

static size_t count_edges(const subject *s, const drawing *d, uint32_t from, uint32_t to,
                          const char *label)
{
    char a[NAME_SIZE], b[NAME_SIZE];
    name_object(s, from, a);
    name_object(s, to, b);
    return drawing_count(d, a, b, label);
}

/* Returns the number before " more WHAT" in the label of the node `more`; 0 without it. */
static uint64_t more_of(const drawing *d, const char *what)
{
    const size_t at = drawing_find(d, "more");
    const char *label = at < d->n_nodes ? d->nodes[at].label : "", *found = strstr(label, what);
    while (found != NULL && found > label && found[-1] != ',') {
        found--;
    }
    return found != NULL ? strtoull(found, NULL, 10) : 0;
}

/* The shade of a share: a level for each of these thousandths that it reaches. */
static unsigned level_of(uint64_t part, uint64_t whole)
{
    static const double steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500};
    unsigned level = 0;
    for (size_t i = 0; i < CHECK_COUNT(steps) && whole > 0; i++) {
        level += (double)part * 1000 >= (double)whole * steps[i];
    }
    return level;
}

/* Checks that each box has the bytes and the retained bytes of its object. */
static bool labels_are_right(const subject *s, bool weak, const drawing *d, char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    uint32_t *dominator = graph_alloc((size_t)o->n + 1, sizeof *dominator);
    uint64_t *retained = graph_alloc((size_t)o->n + 1, sizeof *retained);
    uint64_t whole = 0;
    bool good = true;
    oracle_dominators(o, weak, dominator, retained);
    for (uint32_t v = 0; v < o->n; v++) {
        whole += dominator[v] != GCV_NONE ? o->size[v] : 0;
    }
    for (uint32_t v = 0; good && v < o->n; v++) {
        char name[NAME_SIZE], end[2 * NAME_SIZE];
        name_object(s, v, name);
        size_t at = drawing_find(d, name);
        if (at == d->n_nodes) {
            continue;
        }
        (void)snprintf(end, sizeof end,
                       dominator[v] == GCV_NONE ? "\n%" PRIx64 "  %" PRIu64 " B  unreachable"
                                                : "\n%" PRIx64 "  %" PRIu64 " B of %" PRIu64 " B",
                       o->id[v], o->size[v], retained[v]);
        size_t length = strlen(d->nodes[at].label);
        good = length > strlen(end) && strcmp(d->nodes[at].label + length - strlen(end), end) == 0;
        good = good || graph_fails(why, "%s is \"%.80s\", not %s", name, d->nodes[at].label, end);
        good = good &&
               (d->nodes[at].level == level_of(dominator[v] != GCV_NONE ? retained[v] : 0, whole) ||
                graph_fails(why, "%s has level %u", name, d->nodes[at].level));
    }
    free(dominator);
    free(retained);
    return good;
}

/* ---- rows of tsv -------------------------------------------------------------------------- */

typedef struct rows {
    char *text;
    char *at[600][FIELDS];
    size_t n;
} rows;

static void read_rows(const subject *s, const char *line, rows *r)
{
    r->text = reported_of(s->ctx, s->heap, line, NULL);
    r->n = 0;
    for (char *next = strchr(r->text, '\n') + 1; *next != '\0'; r->n++) {
        char *end = strchr(next, '\n'), *field = next;
        assert_true(r->n < sizeof r->at / sizeof r->at[0]);
        *end = '\0';
        for (size_t k = 0; k < FIELDS; k++) {
            r->at[r->n][k] = field;
            field = field + strcspn(field, "\t");
            if (*field == '\t') {
                *field++ = '\0';
            }
        }
        next = end + 1;
    }
}

/* Nodes n0, n1 … and their edges are the rows of a tree, whose depth is in the first column. */
static bool rows_are_drawn(const drawing *d, const rows *r, char why[GRAPH_WHY_MAX])
{
    size_t above[600];
    bool good = drawing_n_boxes(d) == r->n && d->n_nodes == r->n + drawing_n_roots(d);
    size_t edges = drawing_n_roots(d);
    for (size_t i = 0; good && i < r->n; i++) {
        const size_t depth = (size_t)strtoull(r->at[i][0], NULL, 10);
        char name[NAME_SIZE], over[NAME_SIZE];
        above[depth] = i;
        (void)snprintf(name, sizeof name, "n%u", (unsigned)i);
        good = drawing_find(d, name) < d->n_nodes;
        if (depth > 1) {
            (void)snprintf(over, sizeof over, "n%u", (unsigned)above[depth - 1]);
            good = good && drawing_count(d, over, name, "") == 1;
            edges++;
        }
    }
    return (good && d->n_edges == edges) || graph_fails(why, "rows are not those of the picture");
}

/* ---- tree --------------------------------------------------------------------------------- */

/* Checks that boxes are the rows, and that edges lead from immediate dominators. */
static bool tree_is_right(const subject *s, bool weak, const char *line, size_t all,
                          char why[GRAPH_WHY_MAX])
{
    static rows r;
    uint32_t *dominator = graph_alloc((size_t)s->o.n + 1, sizeof *dominator);
    uint64_t *retained = graph_alloc((size_t)s->o.n + 1, sizeof *retained);
    size_t edges = 0, shown = 0;
    drawing d;
    bool good = true;
    draw(s, line, &d);
    read_rows(s, line, &r);
    oracle_dominators(&s->o, weak, dominator, retained);
    for (uint32_t v = 0; good && v < s->o.n; v++) {
        if (is_drawn(s, &d, v)) {
            shown++;
            if (dominator[v] < GCV_ROOTED) {
                good = count_edges(s, &d, dominator[v], v, "") == 1;
                edges++;
            }
        }
    }
    good = (good && shown == r.n && drawing_n_boxes(&d) == r.n && d.n_edges == edges &&
            more_of(&d, "object") == all - r.n) ||
           graph_fails(why, "%s: not the rows", line);
    good = good && labels_are_right(s, weak, &d, why);
    free(dominator);
    free(retained);
    free(r.text);
    drawing_release(&d);
    return good;
}

static bool fold_is_right(const subject *s, const char *weak, char why[GRAPH_WHY_MAX])
{
    static rows r;
    char line[LINE_SIZE];
    drawing d;
    (void)snprintf(line, sizeof line, "tree --by type --top 0%s", weak);
    read_rows(s, line, &r);
    draw(s, line, &d);
    bool good = rows_are_drawn(&d, &r, why);
    drawing_release(&d);
    free(r.text);
    return good;
}

static bool trees_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    const char *option = weak ? " --include-weak" : "";
    uint64_t seed = graph_mix(s->o.g->seed, 1);
    const uint32_t depth = graph_below(&seed, 4), top = 1 + graph_below(&seed, 8);
    static rows r;
    char line[LINE_SIZE];
    (void)snprintf(line, sizeof line, "tree --top 0 --depth %" PRIu32 "%s", depth, option);
    read_rows(s, line, &r);
    size_t all = r.n;
    free(r.text);
    bool good = tree_is_right(s, weak, line, all, why);
    (void)snprintf(line, sizeof line, "tree --top %" PRIu32 " --depth %" PRIu32 "%s", top, depth,
                   option);
    return good && tree_is_right(s, weak, line, all, why) && fold_is_right(s, option, why);
}

/* ---- chains ------------------------------------------------------------------------------- */

/* Returns the object with an id, in a heap of one section. */
static uint32_t object_of(const subject *s, const char *id)
{
    const uint64_t number = strtoull(id, NULL, 16);
    uint32_t v = 0;
    while (s->o.id[v] != number) {
        v++;
    }
    return v;
}

/* Makes `[N]`, the index of the first reference from one object to another. */
static void first_place(const subject *s, uint32_t from, uint32_t to, char *label)
{
    uint32_t i = s->o.first[from];
    while (s->o.to[i] != to) {
        i++;
    }
    (void)snprintf(label, NAME_SIZE, "[%" PRIu32 "]", i - s->o.first[from]);
}

/* Checks the whole picture: one root for each chain, one edge for each step. Counts the objects. */
static bool steps_are_drawn(const subject *s, const drawing *d, const rows *r, size_t *objects)
{
    bool *met = graph_zeroed((size_t)s->o.n + 1, sizeof *met), good = true;
    size_t edges = 0, chains = 0;
    *objects = 0;
    for (size_t i = 0; good && i < r->n; i++) {
        const uint32_t v = object_of(s, r->at[i][2]);
        *objects += !met[v];
        met[v] = true;
        edges++; /* from the root or from the object above */
        chains += strcmp(r->at[i][1], "1") == 0;
        good = is_drawn(s, d, v);
        if (strcmp(r->at[i][1], "1") != 0) {
            const uint32_t above = object_of(s, r->at[i - 1][2]);
            char label[NAME_SIZE];
            first_place(s, above, v, label);
            good = good && count_edges(s, d, above, v, label) >= 1;
        }
    }
    free(met);
    return good && d->n_edges == edges && drawing_n_roots(d) == chains &&
           drawing_n_boxes(d) == *objects;
}

/* Chains to one object of a heap of one section, whole and cut. */
static bool chains_to_hold(const subject *s, uint32_t target, bool weak, uint32_t top,
                           char why[GRAPH_WHY_MAX])
{
    static rows r;
    char line[LINE_SIZE], cut[2 * LINE_SIZE];
    size_t objects;
    drawing d;
    (void)snprintf(line, sizeof line, "chains --object %" PRIx64 " --limit 3%s", s->o.id[target],
                   weak ? " --include-weak" : "");
    read_rows(s, line, &r);
    (void)snprintf(cut, sizeof cut, "%s --top 0", line);
    draw(s, cut, &d);
    bool good = (steps_are_drawn(s, &d, &r, &objects) && more_of(&d, "object") == 0) ||
                graph_fails(why, "%s: not the rows", cut);
    good = good && labels_are_right(s, weak, &d, why);
    drawing_release(&d);
    (void)snprintf(cut, sizeof cut, "%s --top %" PRIu32, line, top);
    draw(s, cut, &d);
    size_t shown = objects < top ? objects : top;
    good = good && ((drawing_n_boxes(&d) == shown && more_of(&d, "object") == objects - shown &&
                     (objects == 0 || is_drawn(s, &d, target))) ||
                    graph_fails(why, "%s: %u of %u objects", cut, (unsigned)drawing_n_boxes(&d),
                                (unsigned)objects));
    drawing_release(&d);
    free(r.text);
    return good;
}

static bool merged_hold(const subject *s, const char *weak, uint32_t top, char why[GRAPH_WHY_MAX])
{
    static rows r;
    char line[LINE_SIZE], cut[2 * LINE_SIZE];
    drawing d;
    (void)snprintf(line, sizeof line, "chains --tree --type * --limit 0%s", weak);
    read_rows(s, line, &r);
    (void)snprintf(cut, sizeof cut, "%s --top 0", line);
    draw(s, cut, &d);
    bool good = rows_are_drawn(&d, &r, why);
    drawing_release(&d);
    (void)snprintf(cut, sizeof cut, "%s --top %" PRIu32, line, top);
    draw(s, cut, &d);
    size_t shown = r.n < top ? r.n : top;
    good = good && ((drawing_n_boxes(&d) == shown && more_of(&d, "row") == r.n - shown) ||
                    graph_fails(why, "%s: %u of %u rows", cut, (unsigned)drawing_n_boxes(&d),
                                (unsigned)r.n));
    drawing_release(&d);
    free(r.text);
    return good;
}

static bool chains_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    uint64_t seed = graph_mix(s->o.g->seed, 2);
    const uint32_t top = 1 + graph_below(&seed, 8);
    bool good = s->o.n == 0 || merged_hold(s, weak ? " --include-weak" : "", top, why);
    for (uint32_t round = 0; good && s->o.n > 0 && s->o.g->n_sections == 1 && round < 3; round++) {
        good = chains_to_hold(s, graph_below(&seed, s->o.n), weak, top, why);
    }
    return good;
}

/* ---- neighbourhoods ----------------------------------------------------------------------- */

/* Finds the objects with an id and those within some hops of them, by repetition; returns their
 * number. */
static size_t find_near(const oracle *o, uint64_t id, uint32_t hops, uint32_t *near)
{
    size_t n = 0;
    for (uint32_t v = 0; v < o->n; v++) {
        near[v] = o->id[v] == id ? 1 : 0;
    }
    for (uint32_t round = 1; round <= hops; round++) {
        for (uint32_t v = 0; v < o->n; v++) {
            for (uint32_t i = o->first[v]; i < o->first[v + 1]; i++) {
                if (near[v] == round && near[o->to[i]] == 0) {
                    near[o->to[i]] = round + 1;
                } else if (near[o->to[i]] == round && near[v] == 0) {
                    near[v] = round + 1;
                }
            }
        }
    }
    for (uint32_t v = 0; v < o->n; v++) {
        n += near[v] != 0;
    }
    return n;
}

/* Checks references and roots of drawn objects; those beyond the limit must be counted. */
static bool edges_are_right(const subject *s, const drawing *d, uint32_t top,
                            char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    size_t references = 0, roots = 0, drawn = d->n_edges - drawing_n_roots(d);
    bool good = true;
    for (uint32_t v = 0; v < o->n; v++) {
        for (uint32_t i = o->first[v]; i < o->first[v + 1] && is_drawn(s, d, v); i++) {
            char label[NAME_SIZE];
            (void)snprintf(label, sizeof label, "[%" PRIu32 "]", i - o->first[v]);
            if (is_drawn(s, d, o->to[i])) {
                good = good && (references >= drawn || count_edges(s, d, v, o->to[i], label) == 1);
                references++;
            }
        }
    }
    for (uint32_t i = 0; i < o->n_roots; i++) {
        roots += o->roots[i].object != GCV_NONE && is_drawn(s, d, o->roots[i].object);
    }
    return (good && references == drawn + more_of(d, "reference") &&
            (top == 0 || drawn <= 10 * (size_t)top) &&
            roots == drawing_n_roots(d) + more_of(d, "root") &&
            (top == 0 || drawing_n_roots(d) <= top)) ||
           graph_fails(why, "%u edges, %u references, %u roots", (unsigned)d->n_edges,
                       (unsigned)references, (unsigned)roots);
}

/* Of two objects at the same distance, the one that retains more is drawn first. */
static bool largest_are_drawn(const subject *s, bool weak, const drawing *d, const uint32_t *near,
                              char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    uint32_t *dominator = graph_alloc((size_t)o->n + 1, sizeof *dominator);
    uint64_t *retained = graph_alloc((size_t)o->n + 1, sizeof *retained);
    bool good = true;
    oracle_dominators(o, weak, dominator, retained);
    for (uint32_t v = 0; v < o->n; v++) {
        for (uint32_t w = 0; w < o->n && is_drawn(s, d, v); w++) {
            const uint64_t x = dominator[v] != GCV_NONE ? retained[v] : 0,
                           y = dominator[w] != GCV_NONE ? retained[w] : 0;
            good = good && (near[v] != near[w] || x >= y || is_drawn(s, d, w));
        }
    }
    free(dominator);
    free(retained);
    return good || graph_fails(why, "smaller objects are drawn");
}

static bool near_holds(const subject *s, uint64_t id, uint32_t hops, uint32_t top, bool weak,
                       char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    uint32_t *near = graph_alloc((size_t)o->n + 1, sizeof *near), farthest = 0, nearest = 99;
    const size_t n = find_near(o, id, hops, near), shown = top == 0 || n < top ? n : top;
    char line[LINE_SIZE];
    drawing d;
    (void)snprintf(line, sizeof line,
                   "object --object %" PRIx64 " --hops %" PRIu32 " --top %" PRIu32 "%s", id, hops,
                   top, weak ? " --include-weak" : "");
    draw(s, line, &d);
    for (uint32_t v = 0; v < o->n; v++) {
        if (is_drawn(s, &d, v)) {
            char name[NAME_SIZE];
            name_object(s, v, name);
            assert_int_equal(d.nodes[drawing_find(&d, name)].thick, near[v] == 1);
            farthest = near[v] > farthest ? near[v] : farthest;
        } else if (near[v] != 0) {
            nearest = near[v] < nearest ? near[v] : nearest;
        }
        assert_true(near[v] != 0 || !is_drawn(s, &d, v));
    }
    bool good = (drawing_n_boxes(&d) == shown && more_of(&d, "object") == n - shown &&
                 farthest <= nearest) ||
                graph_fails(why, "%s: not the objects", line);
    good = good && largest_are_drawn(s, weak, &d, near, why) && edges_are_right(s, &d, top, why) &&
           labels_are_right(s, weak, &d, why);
    drawing_release(&d);
    free(near);
    return good;
}

static bool neighbourhoods_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    uint64_t seed = graph_mix(s->o.g->seed, 3);
    bool good = true;
    for (uint32_t round = 0; good && s->o.n > 0 && round < 4; round++) {
        const uint64_t id = s->o.id[graph_below(&seed, s->o.n)];
        good = near_holds(s, id, graph_below(&seed, 4),
                          round % 2 == 0 ? 0 : 1 + graph_below(&seed, 6), weak, why);
    }
    return good;
}

/* ---- properties --------------------------------------------------------------------------- */

static bool pictures_of(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    return trees_hold(s, weak, why) && chains_hold(s, weak, why) &&
           neighbourhoods_hold(s, weak, why);
}

static const property laws[] = {
    {.of_subject = pictures_of, .seed = 0x70696374, .cases = 300, .n = {0, 12}},
    {.of_subject = pictures_of, .seed = 0x70696375, .cases = 60, .n = {10, 40}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
