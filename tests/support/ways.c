/* ways.c - see ways.h. */
#include "support/ways.h"

#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "heap/reference_names.h"
#include "heap/root_label.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Types without names are one in comparisons. */
static oracle_name name_of(const compared *c, uint32_t v)
{
    return c->alone ? c->s->o.names[c->s->o.type[v]] : oracle_name_across_dumps(&c->s->o, v);
}

static void add_name(way *w, const compared *c, uint32_t v)
{
    const oracle_name name = name_of(c, v);
    size_t n = strlen(w->text);
    (void)snprintf(w->text + n, sizeof w->text - n, "\n%.*s", (int)name.size, name.text);
    w->depth++;
}

static bool same_name(const compared *c, uint32_t v, uint32_t w)
{
    const oracle_name a = name_of(c, v), b = name_of(c, w);
    return oracle_same_name(&a, &b);
}

/* ---- fields --------------------------------------------------------------------------------- */

enum { FEW = 8 };

typedef struct field_text {
    char text[20];
} field_text;

static bool is_named(const compared *both, size_t at, uint32_t v, const oracle_name *name)
{
    const oracle_name own = name_of(&both[at], v);
    return oracle_same_name(&own, name);
}

static uint32_t kinds_of(const compared *both, const oracle_name *name)
{
    return gcv_kinds_of_name(both[1].heap, gcv_slice_of(name->text, name->size),
                             gcv_slice_of(NULL, 0));
}

/* How many objects of a type an object refers to. */
static uint32_t refers_to(const compared *both, size_t at, uint32_t v, const oracle_name *name)
{
    uint32_t n, same = 0;
    const uint32_t *to = gcv_heap_references(both[at].heap, v, &n);
    for (uint32_t i = 0; i < n; i++) {
        same += is_named(both, at, to[i], name);
    }
    return same;
}

/* Whether objects of a type in either heap are too many, or tables of another type. */
static bool is_common(const compared *both, const oracle_name *over, const oracle_name *name,
                      bool tables)
{
    bool common = false;
    for (size_t at = 0; at < 2; at++) {
        uint32_t n = 0;
        for (uint32_t v = 0; v < both[at].s->o.n; v++) {
            if (is_named(both, at, v, over)) {
                n++;
                common = common || (tables && refers_to(both, at, v, name) > FEW);
            }
        }
        common = common || (!tables && n > FEW);
    }
    return common;
}

/* Whether an object of a type in either heap is the next after another one on a chain. */
static bool is_linked(const compared *both, const oracle_name *name)
{
    bool linked = false;
    for (size_t at = 0; at < 2; at++) {
        const oracle_chains *chains = &both[at].chains;
        for (uint32_t v = 0; v < both[at].s->o.n; v++) {
            const uint32_t n = chains->length[v];
            linked =
                linked ||
                (n > 1 && is_named(both, at, v, name) &&
                 is_named(both, at, chains->object[(size_t)v * both[at].s->o.n + n - 2], name));
        }
    }
    return linked;
}

/* ---- plain objects -------------------------------------------------------------------------- */

static bool is_plain(const compared *both, size_t at, uint32_t v)
{
    const oracle_name plain = {"Object", 6};
    return gcv_heap_is_v8(both[1].heap) && is_named(both, at, v, &plain);
}

/* Whether a plain object in either heap that is held like another one is a table of a type. */
static bool is_table(const compared *both, const plain_path *path, const oracle_name *name)
{
    bool table = false;
    for (size_t at = 0; at < 2; at++) {
        for (uint32_t v = 0; v < both[at].s->o.n; v++) {
            table = table || (strcmp(both[at].paths[v].text, path->text) == 0 &&
                              refers_to(both, at, v, name) > FEW);
        }
    }
    return table;
}

/* Whether the references of an object to objects of a type may name steps. */
static bool has_names(const compared *both, size_t at, uint32_t over, const oracle_name *name)
{
    const oracle_name from = name_of(&both[at], over);
    const uint32_t kinds = kinds_of(both, &from);
    const bool scope = (kinds & (GCV_TYPE_SCOPE | GCV_TYPE_CLOSURE)) != 0;
    const bool variables = (kinds & (GCV_TYPE_SCOPE | GCV_TYPE_CLOSURE)) == GCV_TYPE_SCOPE;
    if (is_plain(both, at, over)) {
        return both[at].paths[over].depth > 0 && !is_table(both, &both[at].paths[over], name);
    }
    return (scope || ((kinds & GCV_KEEPS_ANY) == 0 && !is_common(both, &from, name, false))) &&
           (variables || !is_common(both, &from, name, true));
}

/* Gets the field by which an object holds the next, if it tells steps apart. */
static bool get_field(const compared *both, size_t at, uint32_t over, uint32_t v, field_text *out)
{
    static const char *const marks[] = {"static ", ".", "->"};
    const oracle_name name = name_of(&both[at], v);
    const gcv_slice type = gcv_slice_of(name.text, name.size);
    uint32_t n, kind = GCV_FIELD_ELEMENT;
    const uint32_t *to = gcv_heap_references(both[at].heap, over, &n);
    (void)snprintf(out->text, sizeof out->text, "~");
    if (!gcv_heap_has_fields(both[0].heap) || !gcv_heap_has_fields(both[1].heap) ||
        (kinds_of(both, &name) & GCV_TYPE_CLOSURE) != 0 ||
        (!gcv_is_array(type) && !is_plain(both, at, v) && is_linked(both, &name)) ||
        !has_names(both, at, over, &name)) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        const gcv_field field = gcv_field_of(both[at].heap, over, i);
        if (to[i] == v && field.kind <= kind && field.kind < GCV_FIELD_ELEMENT &&
            (field.kind < kind || field.name.data[0] < out->text[strlen(out->text) - 1])) {
            kind = field.kind;
            (void)snprintf(out->text, sizeof out->text, "\v%s%.*s", marks[kind],
                           (int)field.name.size, field.name.data);
        }
    }
    return kind < GCV_FIELD_ELEMENT;
}

/* Returns the path of a plain object that is the `depth`th one of it; an empty one: it has none. */
static plain_path path_to(const compared *both, size_t at, uint32_t v, uint32_t depth)
{
    const oracle_chains *chains = &both[at].chains;
    const uint32_t length = chains->length[v];
    plain_path path = {"", 0};
    field_text field;
    if (length == 1 && depth == 1) {
        path = (plain_path){"root", 1};
    } else if (length > 1) {
        const uint32_t over = chains->object[(size_t)v * both[at].s->o.n + length - 2];
        const plain_path *above = &both[at].paths[over];
        const oracle_name from = name_of(&both[at], over);
        if ((is_plain(both, at, over) ? above->depth > 0 && depth == above->depth + 1
                                      : depth == 1) &&
            get_field(both, at, over, v, &field) && strstr(above->text, field.text) == NULL) {
            (void)snprintf(path.text, sizeof path.text, "%.*s%s", depth == 1 ? (int)from.size : 200,
                           depth == 1 ? from.text : above->text, field.text);
            path.depth = depth;
        }
    }
    return path;
}

static void find_paths(compared both[2])
{
    for (size_t at = 0; at < 2; at++) {
        both[at].paths = graph_zeroed(both[at].s->o.n, sizeof *both[at].paths);
    }
    for (uint32_t depth = 1; depth <= 4; depth++) {
        for (size_t at = 0; at < 2; at++) {
            for (uint32_t v = 0; v < both[at].s->o.n; v++) {
                if (is_plain(both, at, v) && both[at].paths[v].depth == 0) {
                    both[at].paths[v] = path_to(both, at, v, depth);
                }
            }
        }
    }
}

/* ---- ways ----------------------------------------------------------------------------------- */

/* Adds a step, unless an object is one with its referrer. */
static void add_step(way *w, const compared *both, size_t at, uint32_t over, uint32_t v)
{
    field_text field;
    const bool named = (!is_plain(both, at, v) || both[at].paths[v].depth > 0) &&
                       get_field(both, at, over, v, &field);
    if (named || !same_name(&both[at], v, over)) {
        add_name(w, &both[at], v);
    }
    if (named) {
        const size_t end = strlen(w->text);
        (void)snprintf(w->text + end, sizeof w->text - end, "%s", field.text);
    }
}

/* Finds the ways of all objects; an empty text for unreachable objects. */
static way *find_ways(const compared *both, size_t at)
{
    const subject *s = both[at].s;
    const oracle *o = &s->o;
    uint32_t *object = graph_alloc(o->n, sizeof *object), *root = graph_alloc(o->n, sizeof *root);
    uint32_t n = oracle_root_set(o, both[at].weak, object, root);
    way *ways = graph_zeroed(o->n, sizeof *ways);
    gcv_buffer label = {{NULL, 0, 0}};
    const oracle_chains chains = both[at].chains;
    for (uint32_t v = 0; v < o->n; v++) {
        const uint32_t *chain = chains.object + (size_t)v * o->n;
        for (uint32_t i = 0; chains.length[v] > 0 && i < n; i++) {
            if (object[i] == chain[0]) {
                gcv_root_label(s->ctx, s->heap, gcv_heap_root(s->heap, root[i]), &label);
                (void)snprintf(ways[v].text, sizeof ways[v].text, "%.*s", (int)label.text.n,
                               label.text.data);
            }
        }
        for (uint32_t i = 0; i < chains.length[v]; i++) {
            if (i == 0) {
                add_name(&ways[v], &both[at], chain[i]);
            } else {
                add_step(&ways[v], both, at, chain[i - 1], chain[i]);
            }
        }
    }
    gcv_buffer_release(s->ctx, &label);
    free(object);
    free(root);
    return ways;
}

void ways_find(compared both[2])
{
    for (size_t at = 0; at < 2; at++) {
        oracle_step_chains_find(&both[at].s->o, both[at].heap, both[at].weak, &both[at].chains);
    }
    find_paths(both);
    both[0].ways = find_ways(both, 0);
    both[1].ways = find_ways(both, 1);
}

void ways_release(compared both[2])
{
    for (size_t at = 0; at < 2; at++) {
        free(both[at].ways);
        free(both[at].paths);
        oracle_chains_release(&both[at].chains);
    }
}

void ways_open(const heap_pair *p, compared both[2])
{
    const bool v8 = gcv_heap_is_v8(p->a.heap) && gcv_heap_is_v8(p->heap_b);
    both[0] = (compared){.s = &p->a, .heap = p->a.heap};
    both[1] = (compared){.s = &p->b, .heap = p->heap_b};
    for (size_t at = 0; at < 2; at++) {
        owned_init(&both[at].w, &both[at].s->o, false, v8);
    }
    ways_find(both);
}

void ways_close(compared both[2])
{
    ways_release(both);
    owned_release(&both[0].w);
    owned_release(&both[1].w);
}
