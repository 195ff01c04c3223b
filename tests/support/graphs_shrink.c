/* graphs_shrink.c - shrinks a heap for which a law does not hold; see property.h. */
#include "support/property.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void *copy_of(const void *from, size_t count, size_t element)
{
    void *block = graph_alloc(count, element);
    if (count != 0) {
        memcpy(block, from, count * element);
    }
    return block;
}

graph graph_copy(const graph *g)
{
    graph copy = *g;
    copy.objects = copy_of(g->objects, g->n_objects, sizeof(graph_object));
    copy.references = copy_of(g->references, g->n_references, sizeof(uint32_t));
    copy.roots = copy_of(g->roots, g->n_roots, sizeof(graph_root));
    copy.types = copy_of(g->types, g->n_types, sizeof(graph_type));
    return copy;
}

static void drop_object(graph *g, uint32_t at)
{
    for (uint32_t i = at + 1; i < g->n_objects; i++) {
        g->objects[i - 1] = g->objects[i];
    }
    g->n_objects--;
}

static void drop_root(graph *g, uint32_t at)
{
    for (uint32_t i = at + 1; i < g->n_roots; i++) {
        g->roots[i - 1] = g->roots[i];
    }
    g->n_roots--;
}

/* Removes a type. Its objects and roots get the previous type. */
static bool drop_type(graph *g, uint32_t at)
{
    if (at == 0) {
        return false;
    }
    for (uint32_t i = 0; i < g->n_objects; i++) {
        g->objects[i].type -= g->objects[i].type >= at ? 1 : 0;
    }
    for (uint32_t i = 0; i < g->n_roots; i++) {
        if (g->roots[i].container != GRAPH_NONE && g->roots[i].container >= at) {
            g->roots[i].container--;
        }
    }
    for (uint32_t i = at + 1; i < g->n_types; i++) {
        g->types[i - 1] = g->types[i];
    }
    g->n_types--;
    return true;
}

/* Removes a reference from the range of its record. A duplicate may share the range and then lose
 * another reference, which does no harm. */
static bool drop_reference(graph *g, uint32_t at)
{
    for (uint32_t i = 0; i < g->n_objects; i++) {
        graph_object *object = &g->objects[i];
        const uint32_t end = object->first + object->n_references;
        if (at >= object->first && at < end) {
            for (; at + 1 < end; at++) {
                g->references[at] = g->references[at + 1];
            }
            object->n_references--;
            return true;
        }
    }
    return false;
}

/* Returns the count of numbers for parts; some of them may not be in use. */
static uint32_t parts_of(const graph *g)
{
    return g->n_types + g->n_objects + g->n_roots + g->n_references;
}

/* Removes one part. Parts are numbered types first, then objects, roots and references. */
static bool drop_part(graph *g, uint32_t part)
{
    if (part < g->n_types) {
        return drop_type(g, part);
    }
    part -= g->n_types;
    if (part < g->n_objects) {
        drop_object(g, part);
        return true;
    }
    part -= g->n_objects;
    if (part < g->n_roots) {
        drop_root(g, part);
        return true;
    }
    return drop_reference(g, part - g->n_roots);
}

typedef struct failure {
    graph g;
    graph_style style;
    char why[GRAPH_WHY_MAX];
    clock_t until; /* no more attempts after this */
} failure;

static bool still_fails(failure *f, const property *p, const graph *g, const graph_style *style)
{
    char why[GRAPH_WHY_MAX] = "";
    if (clock() > f->until || property_try(p, g, style, why)) {
        return false;
    }
    memcpy(f->why, why, sizeof why);
    return true;
}

/* Removes parts [part, part + n), the last one first, as the numbers of later parts change. */
static bool drop_parts(graph *g, uint32_t part, uint32_t n)
{
    bool dropped = false;
    while (n-- > 0) {
        dropped = drop_part(g, part + n) || dropped;
    }
    return dropped;
}

/* Tries to remove each run of `n` parts. Returns true if any was removed. */
static bool shrink_graph(failure *f, const property *p, uint32_t n)
{
    uint32_t part = parts_of(&f->g);
    bool shrunk = false;
    while (part > 0) {
        const uint32_t taken = part < n ? part : n;
        graph smaller = graph_copy(&f->g);
        part -= taken;
        if (drop_parts(&smaller, part, taken) && still_fails(f, p, &smaller, &f->style)) {
            graph_release(&f->g);
            f->g = smaller;
            shrunk = true;
        } else {
            graph_release(&smaller);
        }
    }
    return shrunk;
}

/* Tries halves of all parts, then quarters and so on, and single parts until none can be removed.
 */
static void shrink(failure *f, const property *p)
{
    uint32_t n = parts_of(&f->g) / 2;
    for (; n > 1; n /= 2) {
        (void)shrink_graph(f, p, n);
    }
    while (shrink_graph(f, p, 1)) {
    }
}

static void shrink_style(failure *f, const property *p)
{
    for (int knob = 0; knob < 13; knob++) {
        graph_style simpler = f->style;
        simpler.ids = knob == 0 ? GRAPH_IDS_DENSE : simpler.ids;
        simpler.encoding = knob == 1 ? GRAPH_UTF8 : simpler.encoding;
        simpler.shuffled = simpler.shuffled && knob != 2;
        simpler.renumbered = simpler.renumbered && knob != 3;
        simpler.upper = simpler.upper && knob != 4;
        simpler.prefixed = simpler.prefixed && knob != 5;
        simpler.crlf = simpler.crlf && knob != 6;
        simpler.untidy = simpler.untidy && knob != 7;
        simpler.last_cut = simpler.last_cut && knob != 8;
        simpler.garbage = knob == 9 ? 0 : simpler.garbage;
        simpler.early = simpler.early && knob != 10;
        simpler.retyped = simpler.retyped && knob != 11;
        simpler.untimed = simpler.untimed && knob != 12;
        if (still_fails(f, p, &f->g, &simpler)) {
            f->style = simpler;
        }
    }
}

static void print_failure(const failure *f, uint64_t seed)
{
    graph_style shown = f->style;
    graph_text text = {NULL, 0, 0};
    shown.encoding = GRAPH_UTF8;
    graph_print(&f->g, &shown, &text);
    fprintf(stderr, "seed %" PRIx64 ", style seed %" PRIx64 ": %s\n", seed, f->style.seed, f->why);
    fprintf(stderr,
            "ids %d encoding %d shuffled %d renumbered %d untidy %d garbage %" PRIu32
            "\n"
            "---- the log, shrunk ----\n",
            (int)f->style.ids, (int)f->style.encoding, f->style.shuffled, f->style.renumbered,
            f->style.untidy, f->style.garbage);
    fwrite(text.data, 1, text.size, stderr);
    fputs("---- end of the log ----\n", stderr);
    graph_text_release(&text);
}

bool property_holds(const property *p, const graph *g, const graph_style *style)
{
    failure f;
    f.why[0] = '\0';
    if (property_try(p, g, style, f.why)) {
        return true;
    }
    f.g = graph_copy(g);
    f.style = *style;
    f.until = clock() + 5 * CLOCKS_PER_SEC;
    shrink_style(&f, p);
    shrink(&f, p);
    print_failure(&f, g->seed);
    graph_release(&f.g);
    return false;
}
