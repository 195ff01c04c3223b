/* graphs.c - memory and random numbers, and all small heaps; see graphs.h. */
#include "support/graphs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory and random numbers ------------------------------------------------------------ */

void *graph_alloc(size_t count, size_t element)
{
    void *block = malloc(count == 0 ? element : count * element);
    if (block == NULL) {
        fputs("out of memory in a test\n", stderr);
        exit(EXIT_FAILURE);
    }
    return block;
}

void *graph_zeroed(size_t count, size_t element)
{
    void *block = graph_alloc(count, element);
    memset(block, 0, count == 0 ? element : count * element);
    return block;
}

/* The finaliser of splitmix64. It is a bijection, so different keys stay different. */
uint64_t graph_scramble(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t graph_next(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return graph_scramble(*state);
}

uint32_t graph_below(uint64_t *state, uint32_t bound)
{
    return bound == 0 ? 0 : (uint32_t)((graph_next(state) >> 11) % bound);
}

bool graph_chance(uint64_t *state, uint32_t percent) { return graph_below(state, 100) < percent; }

uint64_t graph_mix(uint64_t a, uint64_t b)
{
    return graph_scramble(graph_scramble(a + UINT64_C(0x9e3779b97f4a7c15)) ^ b);
}

bool graph_fails(char why[GRAPH_WHY_MAX], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, GRAPH_WHY_MAX, format, args);
    va_end(args);
    return false;
}

void graph_release(graph *g)
{
    free(g->objects);
    free(g->references);
    free(g->roots);
    free(g->types);
    memset(g, 0, sizeof *g);
}

/* ---- all small heaps ---------------------------------------------------------------------- */

static void small_references(graph *g, bool loops, uint32_t edges_set)
{
    uint32_t bit = 0;
    for (uint32_t i = 0; i < g->n_objects; i++) {
        g->objects[i].first = g->n_references;
        for (uint32_t j = 0; j < g->n_objects; j++) {
            if ((loops || i != j) && (edges_set >> bit++ & 1) != 0) {
                g->references[g->n_references++] = j;
            }
        }
        g->objects[i].n_references = g->n_references - g->objects[i].first;
    }
}

void graph_small(graph *g, uint32_t n, bool loops, uint32_t edges_set, uint32_t rooted)
{
    static const uint32_t kinds[] = {4, 3, 1, 2, 0, 5, 6, 4};
    memset(g, 0, sizeof *g);
    g->seed = graph_mix(edges_set, rooted * 8u + n);
    g->n_labels = g->n_plain = n + 1;
    g->n_objects = n;
    g->n_sections = n == 4 && g->seed % 5 == 0 ? 2 : 1;
    g->n_types = 3;
    g->types = graph_zeroed(g->n_types, sizeof(graph_type));
    g->objects = graph_zeroed(n, sizeof(graph_object));
    g->references = graph_alloc((size_t)n * n, sizeof(uint32_t));
    g->roots = graph_zeroed(n, sizeof(graph_root));
    g->ends = g->closes = g->ends_as_open = true;
    for (uint32_t i = 0; i < g->n_types; i++) {
        g->types[i].name = i;
        g->types[i].recorded = true;
    }
    for (uint32_t i = 0; i < n; i++) {
        g->objects[i].section = i * g->n_sections / 4;
        g->objects[i].label = i;
        g->objects[i].type = (uint32_t)(g->seed >> (8 + 2 * i) & 3) % g->n_types;
        g->objects[i].size = UINT64_C(1) << i;
        if ((rooted >> i & 1) != 0) {
            g->roots[g->n_roots].section = g->objects[i].section;
            g->roots[g->n_roots].label = i;
            g->roots[g->n_roots].kind = kinds[g->seed >> (20 + 3 * i) & 7];
            g->roots[g->n_roots++].container = GRAPH_NONE;
        }
    }
    small_references(g, loops, edges_set);
}
