/* diff --cause and the first look, compared with the oracle: the reported cause of a growth is on
 * the chains that grew, found object by object. In heaps of V8, objects have the bytes of their
 * parts. */
#include "support/check.h"
#include "support/owned.h"
#include "support/property.h"
#include "support/reported.h"

#include "analysis/type_kinds.h"
#include "figures/look.h"
#include "heap/root_label.h"
#include "rules/rule.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The way to an object as names: the label of the root, then the types, equal types in a row once.
 */
typedef struct way {
    char text[600];
    uint32_t depth;
} way;

static void add_name(way *w, const oracle *o, uint32_t v)
{
    const oracle_name name = oracle_name_across_dumps(o, v);
    size_t n = strlen(w->text);
    (void)snprintf(w->text + n, sizeof w->text - n, "\n%.*s", (int)name.size, name.text);
    w->depth++;
}

static bool same_name(const oracle *o, uint32_t v, uint32_t w)
{
    const oracle_name a = oracle_name_across_dumps(o, v), b = oracle_name_across_dumps(o, w);
    return oracle_same_name(&a, &b);
}

/* Finds the ways of all objects; an empty text for unreachable objects. */
static way *find_ways(const subject *s)
{
    const oracle *o = &s->o;
    uint32_t *object = graph_alloc(o->n, sizeof *object), *root = graph_alloc(o->n, sizeof *root);
    uint32_t n = oracle_root_set(o, false, object, root), v, i;
    way *ways = graph_zeroed(o->n, sizeof *ways);
    gcv_buffer label = {{NULL, 0, 0}};
    oracle_chains chains;
    oracle_chains_find(o, false, NULL, &chains);
    for (v = 0; v < o->n; v++) {
        const uint32_t *chain = chains.object + (size_t)v * o->n;
        for (i = 0; chains.length[v] > 0 && i < n; i++) {
            if (object[i] == chain[0]) {
                gcv_root_label(s->ctx, s->heap, gcv_heap_root(s->heap, root[i]), &label);
                (void)snprintf(ways[v].text, sizeof ways[v].text, "%.*s", (int)label.text.n,
                               label.text.data);
            }
        }
        for (i = 0; i < chains.length[v]; i++) {
            if (i == 0 || !same_name(o, chain[i], chain[i - 1])) {
                add_name(&ways[v], o, chain[i]);
            }
        }
    }
    gcv_buffer_release(s->ctx, &label);
    oracle_chains_release(&chains);
    free(object);
    free(root);
    return ways;
}

/* One of the two heaps. */
typedef struct compared {
    const subject *s;
    owned w; /* by which types and bytes are compared */
    way *ways;
} compared;

static void open_both(const heap_pair *p, compared both[2])
{
    const subject *const subjects[2] = {&p->a, &p->b};
    const gcv_heap *const heaps[2] = {p->a.heap, p->heap_b};
    bool v8 = true;
    for (size_t at = 0; at < 2; at++) {
        v8 = v8 && gcv_heap_is_v8(heaps[at]);
    }
    for (size_t at = 0; at < 2; at++) {
        both[at].s = subjects[at];
        both[at].ways = find_ways(subjects[at]);
        owned_init(&both[at].w, &subjects[at]->o, false, v8);
    }
}

static void close_both(compared both[2])
{
    for (size_t at = 0; at < 2; at++) {
        free(both[at].ways);
        owned_release(&both[at].w);
    }
}

static bool is_type(const oracle *o, uint32_t v, const oracle_name *name)
{
    const oracle_name own = oracle_name_across_dumps(o, v);
    return oracle_same_name(&own, name);
}

/* Returns the bytes of the type's objects with this way. */
static int64_t bytes_on(const compared *of, const oracle_name *type, const char *text)
{
    const oracle *o = &of->w.o;
    int64_t bytes = 0;
    uint32_t v;
    for (v = 0; v < o->n; v++) {
        bytes +=
            is_type(o, v, type) && strcmp(of->ways[v].text, text) == 0 ? (int64_t)o->size[v] : 0;
    }
    return bytes;
}

/* ---- where a type grew most --------------------------------------------------------------- */

static bool is_on(const compared *of, const oracle_name *type, const char *text)
{
    bool any = false;
    for (uint32_t v = 0; v < of->w.o.n; v++) {
        any = any || (is_type(&of->w.o, v, type) && strcmp(of->ways[v].text, text) == 0);
    }
    return any;
}

static uint32_t depth_of(const char *text)
{
    uint32_t depth = 0;
    for (; *text != '\0'; text++) {
        depth += *text == '\n';
    }
    return depth;
}

static bool way_before(const char *a, const char *b)
{
    const uint32_t x = depth_of(a), y = depth_of(b);
    return x != y ? x < y : strcmp(a, b) < 0;
}

/* Returns the names from step `depth` on, with the line break before them. */
static const char *from_step(const char *text, uint32_t depth)
{
    for (uint32_t i = 0; i < depth; i++) {
        text = strchr(text, '\n') + 1;
    }
    return text - 1;
}

static bool is_tail(const char *a, const char *b)
{
    const uint32_t x = depth_of(a), y = depth_of(b), n = x < y ? x : y;
    return n > 1 && strcmp(from_step(a, x - n + 1), from_step(b, y - n + 1)) == 0;
}

/* The way on which a type grew most, empty: its objects that are unreachable; and the way on which
 * the objects were before; NULL: on none that is gone. */
typedef struct verdict {
    const char *way, *gone;
    int64_t bytes;
} verdict;

static verdict most_grown(const compared *both, const oracle_name *type, const char *but)
{
    verdict most = {"", NULL, bytes_on(&both[1], type, "") - bytes_on(&both[0], type, "")};
    most.bytes = most.bytes > 0 ? most.bytes : 0;
    for (uint32_t v = 0; v < both[1].w.o.n; v++) {
        const char *text = both[1].ways[v].text;
        if (*text == '\0' || !is_type(&both[1].w.o, v, type) ||
            (but != NULL && strcmp(text, but) == 0)) {
            continue;
        }
        const int64_t grown = bytes_on(&both[1], type, text) - bytes_on(&both[0], type, text);
        if (grown > most.bytes || (grown == most.bytes && grown > 0 &&
                                   (*most.way == '\0' || way_before(text, most.way)))) {
            most.way = text;
            most.bytes = grown;
        }
    }
    return most;
}

static const char *most_gone(const compared *both, const oracle_name *type)
{
    const char *most = NULL;
    for (uint32_t v = 0; v < both[0].w.o.n; v++) {
        const char *text = both[0].ways[v].text;
        if (*text == '\0' || !is_type(&both[0].w.o, v, type) || is_on(&both[1], type, text)) {
            continue;
        }
        const int64_t bytes = bytes_on(&both[0], type, text);
        const int64_t best = most != NULL ? bytes_on(&both[0], type, most) : -1;
        if (bytes > best || (bytes == best && way_before(text, most))) {
            most = text;
        }
    }
    return most;
}

static verdict verdict_of(const compared *both, const oracle_name *type)
{
    const verdict most = most_grown(both, type, NULL);
    const char *gone = most_gone(both, type);
    if (*most.way == '\0' || is_on(&both[0], type, most.way) || gone == NULL ||
        !is_tail(most.way, gone)) {
        return most;
    }
    const verdict moved = {most.way, gone, most.bytes - bytes_on(&both[0], type, gone)};
    const verdict other = most_grown(both, type, most.way);
    return moved.bytes > 0 && moved.bytes >= other.bytes ? moved : other;
}

enum { MOST_TYPES = 64 };

/* The types of a cause. */
typedef struct types {
    oracle_name name[MOST_TYPES];
    verdict grew[MOST_TYPES];
    bool ends[MOST_TYPES]; /* the chain on which it grew most has been seen */
    size_t n;
} types;

static bool is_one_of(const oracle *o, uint32_t v, const types *t)
{
    size_t i = 0;
    while (i < t->n && !is_type(o, v, &t->name[i])) {
        i++;
    }
    return i < t->n;
}

static bool is_prefix(const char *text, const char *path)
{
    const size_t n = strlen(path);
    return strncmp(text, path, n) == 0 && (text[n] == '\n' || text[n] == '\0');
}

/* Whether objects on one way are counted at a step of another, which is `path` on the chain to
 * where a type grew most, because the type was on a way that is gone. */
static bool is_moved(const types *t, const char *text, const char *path)
{
    bool moved = false, shown = false;
    for (size_t i = 0; i < t->n; i++) {
        shown = shown || is_prefix(t->grew[i].way, text);
    }
    for (size_t i = 0; i < t->n && !shown && *text != '\0'; i++) {
        const verdict *grew = &t->grew[i];
        moved = moved ||
                (grew->gone != NULL && is_prefix(grew->gone, text) && is_prefix(grew->way, path) &&
                 depth_of(grew->gone) - depth_of(text) == depth_of(grew->way) - depth_of(path));
    }
    return moved;
}

/* Finds the objects of a way on chains to objects of the types, and returns their number. */
static uint32_t find_on_chains(const compared *of, const oracle_chains *chains, const types *t,
                               const char *text, bool *member)
{
    const oracle *o = &of->s->o;
    uint32_t n = 0;
    for (uint32_t v = 0; v < o->n; v++) {
        for (uint32_t i = 0; is_one_of(&of->w.o, v, t) && i < chains->length[v]; i++) {
            const uint32_t x = chains->object[(size_t)v * o->n + i];
            const bool is =
                strcmp(of->ways[x].text, text) == 0 || is_moved(t, of->ways[x].text, text);
            n += is && !member[x];
            member[x] = member[x] || is;
        }
    }
    return n;
}

/* Finds how many these are, and what they retain. */
static void on_chains(const compared *of, const types *t, const char *text, int64_t *count,
                      int64_t *retained)
{
    const oracle *o = &of->s->o;
    bool *member = graph_zeroed(o->n, sizeof(bool));
    oracle_chains chains;
    oracle_chains_find(o, false, NULL, &chains);
    *count = find_on_chains(of, &chains, t, text, member);
    *retained = (int64_t)oracle_retained(o, false, member);
    oracle_chains_release(&chains);
    free(member);
}

/* Takes a name from a row; the names of these heaps have nothing to escape. */
static oracle_name name_of(const char *text, size_t size)
{
    oracle_name name = {{0}, size};
    memcpy(name.text, text, size);
    return name;
}

/* A row of the table. */
typedef struct cause_row {
    long long cause, depth, retained, counts[2];
    const char *name, *root, *end; /* the name ends one character before the root */
} cause_row;

static cause_row parse_row(const char *line)
{
    cause_row row = {0};
    long long sizes[2], deltas[2];
    int used = 0;
    row.end = strchr(line, '\n');
    assert_int_equal(sscanf(line, "%lld\t%lld\t%lld\t%lld\t%n", &row.cause, &row.depth, &deltas[0],
                            &deltas[1], &used),
                     4);
    row.name = line + used;
    (void)sscanf(row.name, "%lld", &row.retained);
    row.name = strchr(row.name, '\t') + 1;
    assert_int_equal(sscanf(row.name, "%lld\t%lld\t%lld\t%lld\t%n", &row.counts[0], &row.counts[1],
                            &sizes[0], &sizes[1], &used),
                     4);
    row.name += used;
    row.root = strchr(row.name, '\t') + 1;
    return row;
}

/* Writes the way of a step: what is above it in `path`, cut to its depth, and its own name. */
static void set_path(char path[600], const cause_row *row)
{
    size_t n = 0;
    if (row->depth == 1) {
        n = (size_t)snprintf(path, 600, "%.*s", (int)(row->end - row->root), row->root);
    } else {
        n = strcspn(path, "\n"); /* behind the label of the root */
    }
    for (long long depth = 1; depth < row->depth; depth++) {
        n += 1 + strcspn(path + n + 1, "\n");
    }
    (void)snprintf(path + n, 600 - n, "\n%.*s", (int)(row->root - 1 - row->name), row->name);
}

/* Marks the types of a cause that grew most at the end of a way. */
static void mark_ends(const char *path, types *t)
{
    for (size_t i = 0; i < t->n; i++) {
        t->ends[i] = t->ends[i] || strcmp(t->grew[i].way, path) == 0;
    }
}

static bool all_end(const types *t, char why[GRAPH_WHY_MAX])
{
    for (size_t i = 0; i < t->n; i++) {
        if (!t->ends[i]) {
            return graph_fails(why, "%.40s grew most on another chain", t->name[i].text);
        }
    }
    return true;
}

/* Compares a step with the objects on chains to all objects of the types of its cause. */
static bool step_right(const compared *both, const cause_row *row, const types *t, const char *path,
                       char why[GRAPH_WHY_MAX])
{
    int64_t have[2], held[2];
    on_chains(&both[0], t, path, &have[0], &held[0]);
    on_chains(&both[1], t, path, &have[1], &held[1]);
    return (row->counts[0] == have[0] && row->counts[1] == have[1] &&
            row->retained == held[1] - held[0]) ||
           graph_fails(why, "%.40s: %lld and %lld objects, %lld more retained", path,
                       row->counts[0], row->counts[1], row->retained);
}

/* Compares the row of parts without an owner with all of them. */
static bool ownerless_right(const compared *both, const cause_row *row, types *t,
                            char why[GRAPH_WHY_MAX])
{
    long long counts[2] = {0, 0};
    for (size_t at = 0; at < 2; at++) {
        for (uint32_t v = 0; v < both[at].s->o.n; v++) {
            counts[at] += both[at].w.o.type[v] == both[at].w.internals;
        }
    }
    t->ends[0] = true;
    return (t->n == 1 && strcmp(t->name[0].text, "<internals>") == 0 &&
            row->counts[0] == counts[0] && row->counts[1] == counts[1]) ||
           graph_fails(why, "%lld and %lld parts have no owner", row->counts[0], row->counts[1]);
}

/* Compares the rows of one table of causes with all ways. */
static bool causes_right(const char *text, const compared *both, char why[GRAPH_WHY_MAX])
{
    types t = {.n = 0};
    char path[600] = "";
    long long depth = 0;
    bool good = true;
    for (const char *line = strchr(text, '\n') + 1; good && *line != '\0';) {
        const cause_row row = parse_row(line);
        if (row.depth == 0 && depth > 0) {
            good = all_end(&t, why);
            t.n = 0;
        }
        if (row.depth == 0) {
            assert_true(t.n < MOST_TYPES);
            t.ends[t.n] = false;
            t.name[t.n] = name_of(row.name, (size_t)(row.root - 1 - row.name));
            t.grew[t.n] = verdict_of(both, &t.name[t.n]);
            t.n++;
        } else if (strncmp(row.name, "<unreachable>", 13) == 0) {
            mark_ends("", &t);
        } else if (strncmp(row.name, "<no owner>", 10) == 0) {
            good = ownerless_right(both, &row, &t, why);
        } else {
            good =
                ((row.depth == 1) <= (depth == 0) && strcmp(t.name[0].text, "<internals>") != 0) ||
                graph_fails(why, "an odd chain of %.20s at %.40s", t.name[0].text, row.name);
            set_path(path, &row);
            good = good && step_right(both, &row, &t, path, why);
            mark_ends(path, &t);
        }
        depth = row.depth;
        line = row.end + 1;
    }
    return good && all_end(&t, why);
}

static bool causes_hold(const heap_pair *p, char why[GRAPH_WHY_MAX])
{
    const gcv_heap *heaps[2] = {p->a.heap, p->heap_b};
    compared both[2];
    const reported input = {p->a.ctx, heaps, 2, NULL, NULL, NULL};
    char *text = reported_text(&input, "diff --cause --top 0", NULL);
    open_both(p, both);
    const bool good = causes_right(text, both, why);
    close_both(both);
    free(text);
    return good;
}

/* ---- the first look ----------------------------------------------------------------------- */

/* A row `section count bytes share retained name` of the first look. */
typedef struct look_row {
    char section[12];
    long long bytes;
    const char *name;
    size_t size; /* of the name */
} look_row;

static look_row parse_look_row(const char *line)
{
    look_row row = {{0}, 0, NULL, 0};
    int used = 0;
    assert_int_equal(sscanf(line, "%11[^\t]\t%*[^\t]\t%n", row.section, &used), 1);
    (void)sscanf(line + used, "%lld", &row.bytes);
    for (size_t column = 2; column < 5; column++) {
        used += (int)strcspn(line + used, "\t") + 1;
    }
    row.name = line + used;
    row.size = strcspn(row.name, "\n");
    return row;
}

/* The bytes of what is told of a cause add up to its own, and those of a type that grew among the
 * unreachable objects are of these only. */
static bool told_right(const char *text, const compared *both, char why[GRAPH_WHY_MAX])
{
    long long rest = 0;
    bool unreachable = false, good = true;
    for (const char *line = text; good && *line != '\0'; line = strchr(line, '\n') + 1) {
        const look_row row = parse_look_row(line);
        if (strcmp(row.section, "grown") == 0) {
            const oracle_name type = name_of(row.name, row.size);
            rest -= row.bytes;
            good = !unreachable ||
                   row.bytes == bytes_on(&both[1], &type, "") - bytes_on(&both[0], &type, "") ||
                   graph_fails(why, "%.40s: %lld more unreachable", type.text, row.bytes);
        } else {
            good = rest == 0 || graph_fails(why, "%lld bytes before: %.20s", rest, line);
            rest = strcmp(row.section, "held_by") == 0 ? row.bytes : 0;
            unreachable = row.size == 13 && memcmp(row.name, "<unreachable>", 13) == 0;
        }
    }
    return good;
}

static bool look_holds(const heap_pair *p, char why[GRAPH_WHY_MAX])
{
    const gcv_heap *heaps[2] = {p->heap_b, p->a.heap};
    compared both[2];
    const reported input = {p->a.ctx, heaps, 2, NULL, NULL, NULL};
    char *text = reported_text(&input, "overview --baseline x", NULL);
    open_both(p, both);
    const bool good = told_right(text, both, why);
    close_both(both);
    free(text);
    return good;
}

/* ---- what is told of causes --------------------------------------------------------------- */

/* A way that belongs to a cause, in one heap or both, or an object. */
typedef struct place {
    char path[600];
    uint32_t object; /* GCV_NONE: all on the way */
    uint32_t cause;
} place;

enum { MOST_PLACES = 256 };

/* All causes of a growth. */
typedef struct told_causes {
    const gcv_causes *causes;
    const compared *both;
    oracle_chains chains[2];
    place places[2][MOST_PLACES]; /* per heap */
    size_t n[2];
    uint32_t unreachable, ownerless; /* numbers of causes; GCV_NONE */
} told_causes;

static void add_place(told_causes *t, size_t at, const char *path, uint32_t object, uint32_t cause)
{
    for (size_t i = 0; i < t->n[at]; i++) {
        const place *p = &t->places[at][i];
        if (object != GCV_NONE ? p->object == object
                               : p->object == GCV_NONE && strcmp(p->path, path) == 0) {
            return;
        }
    }
    assert_true(t->n[at] < MOST_PLACES);
    place *added = &t->places[at][t->n[at]++];
    (void)snprintf(added->path, sizeof added->path, "%s", path);
    added->object = object;
    added->cause = cause;
}

static uint32_t holder_depth(const gcv_cause *cause)
{
    return cause->holder > 0 ? cause->holder : 1;
}

static void holder_path(const gcv_causes *causes, const gcv_cause *cause, char path[600])
{
    const gcv_cause_row *rows = &causes->rows.data[cause->first + cause->n_types];
    const gcv_slice root = gcv_cause_root(causes, rows);
    size_t n = (size_t)snprintf(path, 600, "%.*s", (int)root.size, root.data);
    for (uint32_t i = 0; i < holder_depth(cause); i++) {
        const gcv_slice name = gcv_cause_name(causes, &rows[i]);
        n += (size_t)snprintf(path + n, 600 - n, "\n%.*s", (int)name.size, name.data);
    }
}

/* Whether a heap has an object at a step. */
static bool has_step(const compared *of, const char *path)
{
    bool any = false;
    for (uint32_t v = 0; v < of->w.o.n; v++) {
        any = any || is_prefix(of->ways[v].text, path);
    }
    return any;
}

/* Adds what only the older heap has and is compared with the holder of a cause. */
static void add_gone(told_causes *t, uint32_t cause_at, const verdict *grew)
{
    const uint32_t all = depth_of(grew->gone), below = depth_of(grew->way);
    const uint32_t depth = all + holder_depth(&t->causes->all.data[cause_at]);
    char path[600];
    (void)snprintf(path, sizeof path, "%s", grew->gone);
    for (uint32_t i = all; i > 1 && i + below > depth; i--) {
        *strrchr(path, '\n') = '\0';
    }
    if (!has_step(&t->both[1], path)) {
        add_place(t, 0, path, GCV_NONE, cause_at);
    }
}

static uint32_t cause_of_row(const told_causes *t, uint32_t row)
{
    for (uint32_t i = 0; i < t->causes->all.n; i++) {
        const gcv_cause *cause = &t->causes->all.data[i];
        for (uint32_t k = 0; k < cause->n_types; k++) {
            if (t->causes->rows.data[cause->first + k].item == row) {
                return i;
            }
        }
    }
    return GCV_NONE;
}

static oracle_name name_of_row(const told_causes *t, uint32_t row)
{
    const gcv_slice name = t->causes->changes->join.names.data[row];
    return name_of(name.data, name.size);
}

/* The only object of a heap on chains to a type at the holder of its cause; GCV_NONE: it is not
 * one. */
static uint32_t holder_of(const told_causes *t, size_t at, const oracle_name *name,
                          const verdict *grew, const char *path)
{
    const uint32_t n = t->both[at].s->o.n;
    bool *member = graph_zeroed(n, sizeof(bool));
    static types one;
    uint32_t found = GCV_NONE;
    one.n = 1;
    one.name[0] = *name;
    one.grew[0] = *grew;
    if (find_on_chains(&t->both[at], &t->chains[at], &one, path, member) == 1) {
        for (found = 0; !member[found]; found++) {
        }
    }
    free(member);
    return found;
}

/* Adds what a type is told by: its holder, where that is one object; else the way to it. */
static void add_told(told_causes *t, uint32_t row)
{
    const oracle_name name = name_of_row(t, row);
    const verdict grew = verdict_of(t->both, &name);
    const uint32_t cause_at = cause_of_row(t, row);
    char path[600];
    if (cause_at == GCV_NONE || cause_at == t->ownerless || cause_at == t->unreachable) {
        return;
    }
    const gcv_cause *cause = &t->causes->all.data[cause_at];
    holder_path(t->causes, cause, path);
    const uint32_t one =
        cause->holder > 0 ? holder_of(t, 1, &name, &grew, path) : (uint32_t)GCV_NONE;
    if (one == GCV_NONE) {
        add_place(t, 0, path, GCV_NONE, cause_at);
        add_place(t, 1, path, GCV_NONE, cause_at);
        if (grew.gone != NULL) {
            add_gone(t, cause_at, &grew);
        }
        return;
    }
    const uint32_t was = holder_of(t, 0, &name, &grew, path);
    add_place(t, 1, path, one, cause_at);
    if (was != GCV_NONE) {
        add_place(t, 0, t->both[0].ways[was].text, was, cause_at);
    }
}

static void find_told_places(told_causes *t, const gcv_u32_column *items)
{
    const gcv_causes *causes = t->causes;
    for (uint32_t i = 0; i < causes->all.n; i++) {
        const gcv_cause *cause = &causes->all.data[i];
        const char *nowhere = causes->rows.data[cause->first + cause->n_types].nowhere;
        if (nowhere != NULL) {
            *(strcmp(nowhere, "<unreachable>") == 0 ? &t->unreachable : &t->ownerless) = i;
        }
    }
    for (size_t i = 0; i < items->n; i++) {
        add_told(t, items->data[i]);
    }
}

/* Whether each cause has one holder at most that is one object. */
static bool holders_right(const told_causes *t, char why[GRAPH_WHY_MAX])
{
    for (size_t i = 0; i < t->n[1]; i++) {
        for (size_t k = 0; k < i; k++) {
            const place *p = &t->places[1][i], *q = &t->places[1][k];
            if (p->object != GCV_NONE && q->object != GCV_NONE && p->cause == q->cause) {
                return graph_fails(why, "cause %" PRIu32 " has two holders", p->cause);
            }
        }
    }
    return true;
}

/* Whether an object is the last of a step on the chain to another one, or that one. */
static bool is_above(const told_causes *t, size_t at, uint32_t object, uint32_t v)
{
    const oracle_chains *chains = &t->chains[at];
    const way *ways = t->both[at].ways;
    const uint32_t *chain = chains->object + (size_t)v * chains->n;
    uint32_t i = 0;
    while (i < chains->length[v] && chain[i] != object) {
        i++;
    }
    return i < chains->length[v] &&
           (i + 1 == chains->length[v] || strcmp(ways[object].text, ways[chain[i + 1]].text) != 0);
}

/* The cause to which an object of a type belongs; GCV_NONE: none. `own`: that of the type. */
static uint32_t cause_of_object(const told_causes *t, size_t at, uint32_t v, const verdict *grew,
                                uint32_t own)
{
    const char *text = t->both[at].ways[v].text;
    uint32_t found = GCV_NONE, deepest = 0;
    if (own != GCV_NONE &&
        (own == t->ownerless || (at == 0 && grew->gone != NULL && strcmp(text, grew->gone) == 0))) {
        return own;
    }
    for (size_t i = 0; i < t->n[at]; i++) {
        const place *p = &t->places[at][i];
        const uint32_t depth = 2 * depth_of(p->path) + (p->object != GCV_NONE);
        if (depth > deepest &&
            (p->object != GCV_NONE ? is_above(t, at, p->object, v) : is_prefix(text, p->path))) {
            deepest = depth;
            found = p->cause;
        }
    }
    return *text == '\0' ? t->unreachable : found;
}

/* Compares what is told of a type in a cause. */
static bool type_told_right(const told_causes *t, uint32_t row, uint32_t cause_at,
                            char why[GRAPH_WHY_MAX])
{
    const gcv_cause *cause = &t->causes->all.data[cause_at];
    const oracle_name name = name_of_row(t, row);
    const verdict grew = verdict_of(t->both, &name);
    const uint32_t own = cause_of_row(t, row);
    const gcv_cause_told *told = NULL;
    uint64_t objects[2] = {0, 0}, bytes[2] = {0, 0};
    for (size_t at = 0; at < 2; at++) {
        const oracle *o = &t->both[at].w.o;
        for (uint32_t v = 0; v < o->n; v++) {
            const bool is = is_type(o, v, &name);
            const bool here = is && cause_of_object(t, at, v, &grew, own) == cause_at;
            objects[at] += here;
            bytes[at] += here ? o->size[v] : 0;
        }
    }
    for (uint32_t i = cause->told; i < cause->told + cause->n_told; i++) {
        told = t->causes->told.data[i].item == row ? &t->causes->told.data[i] : told;
    }
    const bool must = own == cause_at ? objects[0] + objects[1] > 0 : bytes[0] != bytes[1];
    const bool right = told == NULL || (memcmp(told->objects, objects, sizeof objects) == 0 &&
                                        memcmp(told->bytes, bytes, sizeof bytes) == 0);
    return ((told != NULL) == must && right) ||
           graph_fails(why, "%.40s in cause %" PRIu32 ": %" PRIu64 " and %" PRIu64 " objects%s",
                       name.text, cause_at, objects[0], objects[1], must ? "" : ", not told");
}

static bool all_told_right(const gcv_look *look, const compared *both, char why[GRAPH_WHY_MAX])
{
    static told_causes told; /* large: only what is counted is set */
    told_causes *t = &told;
    bool good = true;
    t->causes = &look->causes;
    t->both = both;
    t->n[0] = t->n[1] = 0;
    t->unreachable = t->ownerless = GCV_NONE;
    for (size_t at = 0; at < 2; at++) {
        oracle_chains_find(&both[at].s->o, false, NULL, &t->chains[at]);
    }
    find_told_places(t, &look->grown.items);
    good = holders_right(t, why);
    for (uint32_t i = 0; good && i < look->causes.all.n; i++) {
        for (size_t k = 0; good && k < look->grown.items.n; k++) {
            good = type_told_right(t, look->grown.items.data[k], i, why);
        }
    }
    for (size_t at = 0; at < 2; at++) {
        oracle_chains_release(&t->chains[at]);
    }
    return good;
}

static bool told_hold(const heap_pair *p, char why[GRAPH_WHY_MAX])
{
    const gcv_filter filter = {0};
    const gcv_heap *heaps[2] = {p->a.heap, p->heap_b};
    gcv_selection selections[2];
    gcv_basis bases[2];
    gcv_look_request request = {0};
    gcv_look look;
    gcv_block mark;
    compared both[2];
    gcv_block_link(p->a.ctx, &mark);
    for (size_t at = 0; at < 2; at++) {
        gcv_selection_find(p->a.ctx, heaps[at], &filter, &selections[at]);
        bases[at] = gcv_basis_of(p->a.ctx, heaps[at], false);
        bases[at].selection = &selections[at];
    }
    request.suspects.past = &bases[0];
    request.suspects.now = &bases[1];
    request.suspects.top = 2;
    gcv_look_find(p->a.ctx, &request, &look);
    open_both(p, both);
    const bool good = all_told_right(&look, both, why);
    close_both(both);
    gcv_blocks_free(p->a.ctx, &mark);
    gcv_block_unlink(p->a.ctx, &mark);
    return good;
}

static const property properties[] = {
    {.of_pair = causes_hold, .seed = 0x636175, .cases = 600, .n = {0, 12}},
    {.of_pair = causes_hold, .seed = 0x636176, .cases = 60, .n = {15, 30}},
    {.of_pair = told_hold, .seed = 0x21617b, .cases = 20000, .n = {0, 8}},
    {.of_pair = told_hold, .seed = 0x63617c, .cases = 100, .n = {12, 24}},
    {.of_pair = told_hold, .script = true, .seed = 0x63617d, .cases = 300, .n = {2, 12}},
    {.of_pair = look_holds, .seed = 0x636177, .cases = 300, .n = {0, 12}},
    {.of_pair = causes_hold, .script = true, .seed = 0x636178, .cases = 1000, .n = {2, 12}},
    {.of_pair = causes_hold, .script = true, .seed = 0x636179, .cases = 100, .n = {15, 30}},
    {.of_pair = look_holds, .script = true, .seed = 0x63617a, .cases = 300, .n = {2, 12}},
};

int main(void) { return property_main(properties, CHECK_COUNT(properties)); }
