/* property.c - laws checked on all small heaps and on random heaps; see property.h. */
#include "support/property.h"

#include "support/check.h"
#include "support/effort.h"

#include <inttypes.h>
#include <stdio.h>

static bool pair_holds(const property *p, const graph *g, const graph_style *style,
                       char why[GRAPH_WHY_MAX])
{
    heap_pair pair;
    return heap_pair_open(&pair, g, style, why) &&
           heap_pair_close(&pair, p->of_pair(&pair, why), why);
}

bool property_try(const property *p, const graph *g, const graph_style *style,
                  char why[GRAPH_WHY_MAX])
{
    return p->of_graph != NULL     ? p->of_graph(g, style, why)
           : p->of_subject != NULL ? subject_holds(g, style, p->of_subject, why)
           : p->of_log != NULL     ? heap_law_of_log(p->of_log, g, style, why)
                                   : pair_holds(p, g, style, why);
}

static bool holds_in_style(const property *p, const graph *g, graph_style style)
{
    style.telling = style.telling || p->telling;
    style.script = style.script || p->script;
    style.static_first = style.static_first || p->static_first || p->script;
    style.dependent = p->dependent;
    style.aged = p->aged;
    return property_holds(p, g, &style);
}

/* Whether none of the heaps that differ only in the numbers of their four objects comes first: has
 * fewer edges or, with the same edges, fewer roots, taken as numbers. */
static bool is_first(uint32_t edges_set, uint32_t rooted)
{
    for (uint32_t code = 0; code < 256; code++) {
        const uint32_t to[] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        uint32_t numbers = 0, edges = 0, roots = 0, bit = 0;
        for (uint32_t i = 0; i < 4; i++) {
            numbers |= 1u << to[i];
            roots |= (rooted >> i & 1) << to[i];
            for (uint32_t j = 0; j < 4; j++) {
                if (i != j) {
                    edges |= (edges_set >> bit++ & 1) << (3 * to[i] + to[j] - (to[j] > to[i]));
                }
            }
        }
        if (numbers == 15 && (edges < edges_set || (edges == edges_set && roots < rooted))) {
            return false;
        }
    }
    return true;
}

static bool leaves_out(const property *p, uint32_t n, uint32_t edges_set, uint32_t rooted)
{
    const uint64_t hash = graph_mix(edges_set, rooted);
    return (n >= 3 && effort_leaves_out(hash)) || (n == 4 && p->any_number && !effort_is_full() &&
                                                   hash % 5 != 0 && !is_first(edges_set, rooted));
}

static bool holds_for_size(const property *p, uint32_t n, bool loops)
{
    const uint32_t bits = loops ? n * n : n * (n - 1);
    for (uint32_t edges_set = 0; edges_set < UINT32_C(1) << bits; edges_set++) {
        for (uint32_t rooted = 0; rooted < UINT32_C(1) << n; rooted++) {
            graph_style style = graph_style_plain();
            graph g;
            if (leaves_out(p, n, edges_set, rooted)) {
                continue;
            }
            graph_small(&g, n, loops, edges_set, rooted);
            style.seed = g.seed;
            style.ids = (graph_ids)((g.seed >> 40) % GRAPH_IDS_KINDS);
            style.shuffled = (g.seed >> 43 & 1) != 0;
            bool good = holds_in_style(p, &g, style);
            graph_release(&g);
            if (!good) {
                return false;
            }
        }
    }
    return true;
}

static bool holds_for_small(const property *p)
{
    for (uint32_t n = 0; n <= 3; n++) {
        if (!holds_for_size(p, n, true)) {
            return false;
        }
    }
    return holds_for_size(p, 4, false);
}

static bool holds_for_random(const property *p)
{
    const uint32_t rounds = effort_rounds(p->cases);
    uint64_t random = p->seed;
    for (uint32_t i = 0; i < rounds; i++) {
        const uint32_t n = p->n[0] + graph_below(&random, p->n[1] - p->n[0] + 1);
        const graph_style style = graph_style_random(graph_next(&random));
        graph g;
        (p->shelves ? graph_shelves : graph_random)(&g, graph_next(&random), n);
        bool good = holds_in_style(p, &g, style);
        graph_release(&g);
        if (!good) {
            return false;
        }
    }
    return true;
}

void property_check_all(const property *properties, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const property *p = &properties[i];
        if (!(p->all_small ? holds_for_small(p) : holds_for_random(p))) {
            fail_msg("property %zu, seed %" PRIx64 ", does not hold", i, p->seed);
        }
    }
}

typedef struct group {
    const property *properties;
    size_t n;
} group;

static void all_hold(void **state)
{
    const group *all = *state;
    property_check_all(all->properties, all->n);
}

int property_main(const property *properties, size_t n)
{
    group all = {properties, n};
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(all_hold, &all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
