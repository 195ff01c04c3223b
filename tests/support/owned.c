/* owned.c - the expected heap with parts in their owners; see owned.h. */
#include "support/owned.h"

#include "support/graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_named(const oracle_name *name, const char *text)
{
    return name->size == strlen(text) && memcmp(name->text, text, name->size) == 0;
}

static bool is_part(const oracle *o, uint32_t v)
{
    const oracle_name *name = &o->names[o->type[v]];
    return (name->text[0] == '(' || strncmp(name->text, "system / ", 9) == 0 ||
            is_named(name, "JSArrayBufferData")) &&
           !is_named(name, "(prototype)") && !is_named(name, "system / Context");
}

static void add_name(owned *w, uint32_t type, const char *text)
{
    (void)snprintf(w->o.names[type].text, GRAPH_NAME_MAX, "%s", text);
    w->o.names[type].size = strlen(text);
}

/* Goes up from a part to the first dominator that is none. */
static uint32_t owner_of(const oracle *o, const uint32_t *dominator, uint32_t v)
{
    while (v < GCV_ROOTED && is_part(o, v)) {
        v = dominator[v];
    }
    return v;
}

static void move(owned *w, const oracle *o, bool weak)
{
    uint32_t *dominator = graph_alloc(o->n, sizeof *dominator);
    uint64_t *retained = graph_alloc(o->n, sizeof *retained);
    oracle_dominators(o, weak, dominator, retained);
    for (uint32_t v = 0; v < o->n; v++) {
        const uint32_t owner = owner_of(o, dominator, v);
        if (owner >= GCV_ROOTED) {
            w->o.type[v] = w->internals;
        } else if (owner != v) {
            w->o.type[v] = w->parts;
            w->o.size[owner] += o->size[v];
            w->o.size[v] -= o->size[v];
        }
    }
    free(dominator);
    free(retained);
}

void owned_init(owned *w, const oracle *o, bool weak, bool is)
{
    w->o = *o;
    w->internals = o->n_types;
    w->parts = o->n_types + 1;
    w->o.n_types = o->n_types + 2;
    w->o.names = graph_alloc(w->o.n_types, sizeof *w->o.names);
    w->o.type = graph_alloc(o->n, sizeof *w->o.type);
    w->o.size = graph_alloc(o->n, sizeof *w->o.size);
    memcpy(w->o.names, o->names, o->n_types * sizeof *o->names);
    memcpy(w->o.type, o->type, o->n * sizeof *o->type);
    memcpy(w->o.size, o->size, o->n * sizeof *o->size);
    add_name(w, w->internals, "<internals>");
    add_name(w, w->parts, "OWNED");
    if (is) {
        move(w, o, weak);
    }
}

void owned_release(owned *w)
{
    free(w->o.names);
    free(w->o.type);
    free(w->o.size);
}
