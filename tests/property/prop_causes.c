/* Causes of growth (figures/causes.h), compared with causes that are found object by object. In
 * heaps of V8, objects have the bytes of their parts. */
#include "support/check.h"
#include "support/property.h"
#include "support/side.h"
#include "support/ways.h"

#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "figures/look.h"
#include "rules/rule.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- some objects of a type ---------------------------------------------------------------- */

enum { MOST_OBJECTS = 64, MOST_TYPES = 64 };

/* Objects of both heaps. */
typedef struct some {
    bool in[2][MOST_OBJECTS];
} some;

static some of_type(const compared *both, const oracle_name *name)
{
    some objects = {.in = {{false}}};
    for (size_t at = 0; at < 2; at++) {
        const oracle *o = &both[at].w.o;
        assert_true(o->n <= MOST_OBJECTS);
        for (uint32_t v = 0; v < o->n; v++) {
            const oracle_name own = oracle_name_across_dumps(o, v);
            objects.in[at][v] = oracle_same_name(&own, name);
        }
    }
    return objects;
}

static int64_t bytes_of(const compared *both, const some *objects, size_t at)
{
    int64_t bytes = 0;
    for (uint32_t v = 0; v < both[at].w.o.n; v++) {
        bytes += objects->in[at][v] ? (int64_t)both[at].w.o.size[v] : 0;
    }
    return bytes;
}

/* Those of them that have this way. */
static some on_way(const compared *both, const some *objects, const char *text)
{
    some on = *objects;
    for (size_t at = 0; at < 2; at++) {
        for (uint32_t v = 0; v < both[at].w.o.n; v++) {
            on.in[at][v] = on.in[at][v] && strcmp(both[at].ways[v].text, text) == 0;
        }
    }
    return on;
}

static bool has_any(const compared *both, const some *objects, size_t at)
{
    bool any = false;
    for (uint32_t v = 0; v < both[at].w.o.n; v++) {
        any = any || objects->in[at][v];
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

static const char *without_field(const char *text)
{
    return *text == '\v' ? text + strcspn(text, "\n") : text;
}

/* Compares types, not fields. */
static bool is_tail(const char *a, const char *b)
{
    const uint32_t x = depth_of(a), y = depth_of(b), n = x < y ? x : y;
    a = n > 1 ? from_step(a, x - n + 1) : "a";
    b = n > 1 ? from_step(b, y - n + 1) : "b";
    while (*a != '\0' && *a == *b) {
        a = without_field(a + 1);
        b = without_field(b + 1);
    }
    return *a == *b;
}

static bool is_prefix(const char *text, const char *path)
{
    const size_t n = strlen(path);
    return strncmp(text, path, n) == 0 && (text[n] == '\n' || text[n] == '\0');
}

/* ---- where they grew most ------------------------------------------------------------------ */

/* The way on which objects grew most; NULL: on none; and the way on which they were before; NULL:
 * on none that is gone. */
typedef struct verdict {
    const char *way, *gone;
    int64_t bytes;
} verdict;

/* Ways that count no more. */
typedef struct dropped {
    const char *ways[MOST_OBJECTS], *gone[MOST_OBJECTS];
    size_t n, n_gone;
} dropped;

static bool is_among(const char *const *ways, size_t n, const char *text)
{
    bool among = false;
    for (size_t i = 0; i < n; i++) {
        among = among || strcmp(ways[i], text) == 0;
    }
    return among;
}

static int64_t grown_on(const compared *both, const some *objects, const char *text)
{
    const some on = on_way(both, objects, text);
    return bytes_of(both, &on, 1) - bytes_of(both, &on, 0);
}

static verdict most_grown(const compared *both, const some *objects, int64_t least,
                          const dropped *but, const char *nor)
{
    verdict most = {NULL, NULL, least};
    for (uint32_t v = 0; v < both[1].w.o.n; v++) {
        const char *text = both[1].ways[v].text;
        if (*text == '\0' || !objects->in[1][v] || (nor != NULL && strcmp(text, nor) == 0) ||
            is_among(but->ways, but->n, text)) {
            continue;
        }
        const int64_t grown = grown_on(both, objects, text);
        if (grown > 0 &&
            (grown > most.bytes ||
             (grown == most.bytes && (most.way == NULL || way_before(text, most.way))))) {
            most = (verdict){text, NULL, grown};
        }
    }
    return most;
}

static const char *most_gone(const compared *both, const some *objects, const dropped *but)
{
    const char *most = NULL;
    int64_t best = -1;
    for (uint32_t v = 0; v < both[0].w.o.n; v++) {
        const char *text = both[0].ways[v].text;
        if (*text == '\0' || !objects->in[0][v] || is_among(but->gone, but->n_gone, text)) {
            continue;
        }
        const some on = on_way(both, objects, text);
        const int64_t bytes = bytes_of(both, &on, 0);
        if (!has_any(both, &on, 1) && (bytes > best || (bytes == best && way_before(text, most)))) {
            most = text;
            best = bytes;
        }
    }
    return most;
}

static verdict verdict_of(const compared *both, const some *objects, int64_t least,
                          const dropped *but)
{
    const verdict most = most_grown(both, objects, least, but, NULL);
    const char *gone = most_gone(both, objects, but);
    if (most.way == NULL || gone == NULL || !is_tail(most.way, gone)) {
        return most;
    }
    const some on = on_way(both, objects, most.way), were = on_way(both, objects, gone);
    if (has_any(both, &on, 0)) {
        return most;
    }
    const verdict moved = {most.way, gone, most.bytes - bytes_of(both, &were, 0)};
    const verdict other = most_grown(both, objects, least, but, most.way);
    return moved.bytes > 0 && moved.bytes >= other.bytes ? moved : other;
}

/* ---- what is on chains --------------------------------------------------------------------- */

/* Objects, and where they grew most. */
typedef struct grown {
    some objects;
    verdict at;
} grown;

/* Whether objects on one way are counted at a step of another, which is `path` on the chain to
 * where a type grew most, because the type was on a way that is gone: the first of which it is
 * part.
 */
static bool is_moved(const grown *all, size_t n, const char *text, const char *path)
{
    bool shown = false;
    for (size_t i = 0; i < n; i++) {
        shown = shown || is_prefix(all[i].at.way, text);
    }
    for (size_t i = 0; i < n && !shown && *text != '\0'; i++) {
        const verdict *at = &all[i].at;
        if (at->gone != NULL && is_prefix(at->gone, text) &&
            depth_of(at->gone) - depth_of(text) < depth_of(at->way)) {
            return is_prefix(at->way, path) &&
                   depth_of(at->gone) - depth_of(text) == depth_of(at->way) - depth_of(path);
        }
    }
    return false;
}

/* Finds the objects of a way on chains to these objects, and returns their number. */
static uint32_t find_on_chains(const compared *both, size_t at, const grown *all, size_t n_grown,
                               const char *text, bool *member)
{
    const compared *of = &both[at];
    const uint32_t n = of->s->o.n;
    uint32_t found = 0;
    memset(member, 0, n * sizeof *member);
    for (uint32_t v = 0; v < n; v++) {
        bool is = false;
        for (size_t i = 0; i < n_grown; i++) {
            is = is || all[i].objects.in[at][v];
        }
        for (uint32_t i = 0; is && i < of->chains.length[v]; i++) {
            const uint32_t x = of->chains.object[(size_t)v * n + i];
            const bool here = strcmp(of->ways[x].text, text) == 0 ||
                              (at == 0 && is_moved(all, n_grown, of->ways[x].text, text));
            found += here && !member[x];
            member[x] = member[x] || here;
        }
    }
    return found;
}

/* ---- holders ------------------------------------------------------------------------------- */

/* A cause, with its holder. */
typedef struct cause {
    char path[600];  /* to the holder, or the first step; empty: it has no chain */
    uint32_t object; /* the holder in the later heap; GCV_NONE: it is several, or there is none */
    uint32_t past;   /* that of the first chain in the older heap; GCV_NONE */
    bool ownerless;
    const gcv_cause *reported;
} cause;

/* A way that belongs to a cause, in one heap, or an object. */
typedef struct place {
    char path[600];
    uint32_t object; /* GCV_NONE: all on the way */
    uint32_t cause;
} place;

enum { MOST_CAUSES = 256 };

/* All causes of a growth. */
typedef struct expected {
    const compared *both;
    const gcv_causes *reported;
    cause all[MOST_CAUSES];
    place places[2][MOST_CAUSES]; /* per heap */
    size_t n, n_places[2];
    struct {
        oracle_name name;
        some objects;
        bool ownerless;
        uint32_t own;                   /* the cause of its first chain */
        const char *gone[MOST_OBJECTS]; /* ways that are compared with its chains, … */
        uint32_t cause[MOST_OBJECTS];   /* … and the causes of these */
        size_t n_gone;
    } items[MOST_TYPES];
    size_t n_items;
} expected;

static void add_place(expected *e, size_t at, const char *path, uint32_t object, uint32_t number)
{
    for (size_t i = 0; i < e->n_places[at]; i++) {
        const place *p = &e->places[at][i];
        if (object != GCV_NONE ? p->object == object
                               : p->object == GCV_NONE && strcmp(p->path, path) == 0) {
            return;
        }
    }
    assert_true(e->n_places[at] < MOST_CAUSES);
    place *added = &e->places[at][e->n_places[at]++];
    (void)snprintf(added->path, sizeof added->path, "%s", path);
    added->object = object;
    added->cause = number;
}

static void cut_way(char path[600], const char *text, uint32_t depth)
{
    (void)snprintf(path, 600, "%s", text);
    for (uint32_t i = depth_of(text); i > depth; i--) {
        *strrchr(path, '\n') = '\0';
    }
}

/* What is on a chain at a step. */
typedef struct step {
    uint32_t n[2], object[2];
} step;

static step step_at(const expected *e, const grown *to, uint32_t depth)
{
    bool member[MOST_OBJECTS];
    char path[600];
    step found = {{0, 0}, {GCV_NONE, GCV_NONE}};
    cut_way(path, to->at.way, depth);
    for (size_t at = 0; at < 2; at++) {
        found.n[at] = find_on_chains(e->both, at, to, 1, path, member);
        for (uint32_t v = 0; v < e->both[at].s->o.n; v++) {
            found.object[at] = member[v] ? v : found.object[at];
        }
    }
    return found;
}

static bool is_one(const expected *e, const grown *to, uint32_t depth)
{
    const step first = step_at(e, to, 1), here = step_at(e, to, depth);
    return here.n[1] == 1
               ? here.n[0] <= 1
               : first.n[0] == first.n[1] && here.n[0] == first.n[0] && here.n[1] == first.n[1];
}

static gcv_slice name_at(const char *text, uint32_t depth)
{
    const char *name = from_step(text, depth) + 1;
    return gcv_slice_of(name, strcspn(name, "\n\v"));
}

/* Whether a step is an array in which what is above it has its contents. */
static bool is_store(const expected *e, const grown *to, uint32_t depth)
{
    return depth > 1 && depth <= GCV_MERGED_DEPTH &&
           gcv_slice_ends(name_at(to->at.way, depth), "]") &&
           !gcv_slice_ends(name_at(to->at.way, depth - 1), "]") && is_one(e, to, depth - 1) &&
           (gcv_kinds_of_name(e->both[1].heap, name_at(to->at.way, depth - 1),
                              gcv_slice_of(NULL, 0)) &
            GCV_KEEPS_ANY) != 0;
}

/* Whether objects have the bytes of their parts. */
static bool is_owned(const expected *e)
{
    return gcv_heap_is_v8(e->both[0].heap) && gcv_heap_is_v8(e->both[1].heap);
}

/* The depth of the holder on the chain to where objects grew most; 0: there is none. */
static uint32_t holder_of(const expected *e, const grown *to)
{
    uint32_t depth = depth_of(to->at.way);
    while (depth > 0 &&
           (!is_one(e, to, depth) || (is_owned(e) && gcv_is_part_v8(name_at(to->at.way, depth))) ||
            is_store(e, to, depth))) {
        depth--;
    }
    return depth;
}

static uint32_t enter_cause(expected *e, const char *path, uint32_t object, bool ownerless)
{
    uint32_t i = 0;
    while (i < e->n && !(strcmp(e->all[i].path, path) == 0 && e->all[i].object == object &&
                         e->all[i].ownerless == ownerless)) {
        i++;
    }
    if (i == e->n) {
        assert_true(e->n < MOST_CAUSES);
        cause *added = &e->all[e->n++];
        (void)snprintf(added->path, sizeof added->path, "%s", path);
        added->object = object;
        added->past = GCV_NONE;
        added->ownerless = ownerless;
    }
    return i;
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

/* Adds what only the older heap has and is compared with the holder of a chain. */
static void add_gone(expected *e, const verdict *grew, uint32_t depth, uint32_t number)
{
    const uint32_t all = depth_of(grew->gone), below = depth_of(grew->way);
    char path[600];
    cut_way(path, grew->gone, all + depth > below + 1 ? all + depth - below : 1);
    if (!has_step(&e->both[1], path)) {
        add_place(e, 0, path, GCV_NONE, number);
    }
}

/* The only object of a heap on a way; GCV_NONE: there is none, or several. */
static uint32_t only_at(const compared *of, const char *path)
{
    uint32_t only = GCV_NONE, n = 0;
    for (uint32_t v = 0; v < of->w.o.n; v++) {
        if (strcmp(of->ways[v].text, path) == 0) {
            only = v;
            n++;
        }
    }
    return n == 1 ? only : GCV_NONE;
}

/* Adds the cause of a chain, and its holder as a place. Returns the way to the holder in `path`. */
static uint32_t add_chain(expected *e, const grown *to, char path[600])
{
    const uint32_t depth = holder_of(e, to), shown = depth > 0 ? depth : 1;
    const step held = step_at(e, to, shown);
    const bool one = depth > 0 && held.n[1] == 1;
    const size_t n = e->n;
    uint32_t past = one && held.n[0] == 1 ? held.object[0] : GCV_NONE;
    cut_way(path, to->at.way, shown);
    if (one && held.n[0] != 1 && to->at.gone == NULL) {
        past = only_at(&e->both[0], path);
    }
    const uint32_t number = enter_cause(e, path, one ? held.object[1] : GCV_NONE, false);
    if (number == n) {
        e->all[number].past = past;
    }
    if (one) {
        add_place(e, 1, path, held.object[1], number);
        if (past != GCV_NONE) {
            add_place(e, 0, e->both[0].ways[past].text, past, number);
        }
    } else {
        add_place(e, 0, path, GCV_NONE, number);
        add_place(e, 1, path, GCV_NONE, number);
    }
    if (!one && to->at.gone != NULL) {
        add_gone(e, &to->at, shown, number);
    }
    return number;
}

/* ---- to which cause an object belongs ------------------------------------------------------- */

/* Whether an object is the last of a step on the chain to another one, or that one. */
static bool is_above(const compared *of, uint32_t object, uint32_t v)
{
    const uint32_t *chain = of->chains.object + (size_t)v * of->chains.n;
    uint32_t i = 0;
    while (i < of->chains.length[v] && chain[i] != object) {
        i++;
    }
    return i < of->chains.length[v] &&
           (i + 1 == of->chains.length[v] ||
            strcmp(of->ways[object].text, of->ways[chain[i + 1]].text) != 0);
}

/* The cause of an object of an item; GCV_NONE: none. */
static uint32_t cause_of_object(const expected *e, size_t item, size_t at, uint32_t v)
{
    const char *text = e->both[at].ways[v].text;
    uint32_t found = GCV_NONE, deepest = 0;
    if (e->items[item].ownerless) {
        return e->items[item].own;
    }
    for (size_t i = 0; at == 0 && *text != '\0' && i < e->items[item].n_gone; i++) {
        if (strcmp(text, e->items[item].gone[i]) == 0) {
            return e->items[item].cause[i];
        }
    }
    for (uint32_t i = 0; *text == '\0' && i < e->n; i++) {
        found = e->all[i].path[0] == '\0' && !e->all[i].ownerless ? i : found;
    }
    for (size_t i = 0; *text != '\0' && i < e->n_places[at]; i++) {
        const place *p = &e->places[at][i];
        const uint32_t depth = 2 * depth_of(p->path) + (p->object != GCV_NONE);
        if (depth > deepest && (p->object != GCV_NONE ? is_above(&e->both[at], p->object, v)
                                                      : is_prefix(text, p->path))) {
            deepest = depth;
            found = p->cause;
        }
    }
    return found;
}

/* The objects of an item in a cause; GCV_NONE: those in none. */
static some in_cause(const expected *e, size_t item, uint32_t number)
{
    some objects = e->items[item].objects;
    for (size_t at = 0; at < 2; at++) {
        for (uint32_t v = 0; v < e->both[at].w.o.n; v++) {
            objects.in[at][v] = objects.in[at][v] && cause_of_object(e, item, at, v) == number;
        }
    }
    return objects;
}

/* ---- all causes ---------------------------------------------------------------------------- */

static void keep_gone(expected *e, size_t item, const char *gone, uint32_t number)
{
    if (gone != NULL) {
        e->items[item].gone[e->items[item].n_gone] = gone;
        e->items[item].cause[e->items[item].n_gone++] = number;
    }
}

static void add_item(expected *e, const oracle_name *name)
{
    const compared *both = e->both;
    const size_t item = e->n_items++;
    const dropped none = {.n = 0};
    char path[600];
    assert_true(e->n_items <= MOST_TYPES);
    e->items[item].name = *name;
    e->items[item].n_gone = 0;
    e->items[item].objects = of_type(both, name);
    e->items[item].ownerless = strcmp(name->text, "<internals>") == 0;
    const int64_t unreachable = grown_on(both, &e->items[item].objects, "");
    grown to = {.objects = e->items[item].objects};
    to.at = verdict_of(both, &to.objects, unreachable > 0 ? unreachable : 0, &none);
    if (e->items[item].ownerless || to.at.way == NULL) {
        e->items[item].own = enter_cause(e, "", GCV_NONE, e->items[item].ownerless);
    } else {
        e->items[item].own = add_chain(e, &to, path);
        keep_gone(e, item, to.at.gone, e->items[item].own);
    }
}

/* The holders of further chains of one item. */
typedef struct further {
    char paths[MOST_OBJECTS][600];
    size_t n;
} further;

static bool is_below(const further *held, const char *text)
{
    bool below = false;
    for (size_t i = 0; i < held->n; i++) {
        below = below || is_prefix(text, held->paths[i]);
    }
    return below;
}

/* Whether several objects are on a way, or the first that grew there is `nowhere`, or objects have
 * the bytes of their parts. */
static bool is_further(const expected *e, const grown *to, const some *nowhere)
{
    const some on = on_way(e->both, &to->objects, to->at.way);
    uint32_t first = 0;
    while (!on.in[1][first]) {
        first++;
    }
    return is_owned(e) || nowhere->in[1][first] || step_at(e, to, depth_of(to->at.way)).n[1] > 1;
}

/* Adds chains to where else an item grew by at least `least` bytes. `other`: its objects that are
 * not in the cause of its chain; of these, `nowhere` are in none. */
static void add_further(expected *e, size_t item, const some *other, const some *nowhere,
                        int64_t least)
{
    static further held;
    dropped but = {.n = 0};
    grown to = {.objects = *other};
    held.n = 0;
    while ((to.at = verdict_of(e->both, other, least, &but)).way != NULL) {
        if (!is_below(&held, to.at.way) && is_further(e, &to, nowhere)) {
            const uint32_t number = add_chain(e, &to, held.paths[held.n++]);
            keep_gone(e, item, to.at.gone, number);
        }
        but.ways[but.n++] = to.at.way;
        if (to.at.gone != NULL) {
            but.gone[but.n_gone++] = to.at.gone;
        }
    }
    if (grown_on(e->both, other, "") >= least) {
        (void)enter_cause(e, "", GCV_NONE, false);
    }
}

/* The objects of an item that are not in the cause of its chain. */
static some but_own(const expected *e, size_t item)
{
    const some own = in_cause(e, item, e->items[item].own);
    some other = e->items[item].objects;
    for (size_t at = 0; at < 2; at++) {
        for (uint32_t v = 0; v < e->both[at].w.o.n; v++) {
            other.in[at][v] = other.in[at][v] && !own.in[at][v];
        }
    }
    return other;
}

/* Finds all causes; the items are in `names`, in their order. */
static void find_expected(expected *e)
{
    static some other[MOST_TYPES], nowhere[MOST_TYPES];
    int64_t whole = 0;
    for (size_t i = 0; i < e->n_items; i++) {
        other[i] = but_own(e, i);
        nowhere[i] = in_cause(e, i, GCV_NONE);
        whole +=
            bytes_of(e->both, &e->items[i].objects, 1) - bytes_of(e->both, &e->items[i].objects, 0);
    }
    for (size_t i = 0; i < e->n_items; i++) {
        if (!e->items[i].ownerless) {
            add_further(e, i, &other[i], &nowhere[i], whole > 100 ? whole / 100 : 1);
        }
    }
}

/* ---- the comparison ------------------------------------------------------------------------ */

static uint32_t count_of(const compared *both, const some *objects, size_t at)
{
    uint32_t n = 0;
    for (uint32_t v = 0; v < both[at].w.o.n; v++) {
        n += objects->in[at][v];
    }
    return n;
}

static bool has_sums(const compared *both, const some *objects, const uint64_t counts[2],
                     const uint64_t bytes[2])
{
    bool same = true;
    for (size_t at = 0; at < 2; at++) {
        same = same && count_of(both, objects, at) == counts[at] &&
               (uint64_t)bytes_of(both, objects, at) == bytes[at];
    }
    return same;
}

static oracle_name name_of(gcv_slice text)
{
    oracle_name name = {{0}, text.size};
    memcpy(name.text, text.data, text.size);
    return name;
}

static const gcv_cause_told *told_of(const expected *e, const gcv_cause *reported, size_t item)
{
    const gcv_cause_told *found = NULL;
    for (uint32_t i = reported->told; i < reported->told + reported->n_told; i++) {
        const gcv_cause_told *told = &e->reported->told.data[i];
        found = told->nth == item ? told : found;
    }
    return found;
}

/* Writes the way of a step of a cause. */
static void path_of_row(const gcv_causes *causes, uint32_t row, char path[600])
{
    const gcv_cause_row *at = &causes->rows.data[row];
    const gcv_slice name = gcv_cause_name(causes, at), root = gcv_cause_root(causes, at);
    if (at->above != GCV_NONE) {
        path_of_row(causes, at->above, path);
    } else {
        (void)snprintf(path, 600, "%.*s", (int)root.size, root.data);
    }
    const size_t n = strlen(path);
    const gcv_slice field = at->above != GCV_NONE && at->label != GCV_NONE
                                ? causes->joined.labels.texts.data[at->label]
                                : gcv_slice_of("", 0);
    (void)snprintf(path + n, 600 - n, "\n%.*s%s%.*s", (int)name.size, name.data,
                   field.size > 0 ? "\v" : "", (int)field.size, field.data);
}

/* Whether a reported cause may be this one: its holder has this way. */
static bool is_at(const expected *e, const gcv_cause *reported, const cause *c)
{
    const uint32_t first = reported->first + reported->n_types;
    const char *nowhere = e->reported->rows.data[first].nowhere;
    char path[600];
    if (nowhere != NULL) {
        return c->path[0] == '\0' && c->ownerless == (strcmp(nowhere, "<no owner>") == 0);
    }
    path_of_row(e->reported, first + (reported->holder > 0 ? reported->holder - 1 : 0), path);
    return strcmp(path, c->path) == 0;
}

/* Whether what is told of a reported cause is what this one has. */
static bool tells(const expected *e, const gcv_cause *reported, uint32_t number)
{
    bool right = true;
    int64_t all = 0;
    for (size_t i = 0; right && i < e->n_items; i++) {
        const some objects = in_cause(e, i, number);
        const int64_t delta = bytes_of(e->both, &objects, 1) - bytes_of(e->both, &objects, 0);
        const gcv_cause_told *told = told_of(e, reported, i);
        right = (told != NULL) == (delta != 0) &&
                (told == NULL || has_sums(e->both, &objects, told->objects, told->bytes));
        all += delta;
    }
    return right && all == reported->grown;
}

/* The types that grew in a cause, in the order of what is told, and where. */
typedef struct heads {
    grown all[MOST_TYPES];
    size_t n;
} heads;

/* Finds these, and compares their rows. */
static bool find_heads(const expected *e, const gcv_cause *reported, uint32_t number, heads *h)
{
    const dropped none = {.n = 0};
    bool right = true;
    h->n = 0;
    for (uint32_t i = reported->told; i < reported->told + reported->n_told; i++) {
        const gcv_cause_told *told = &e->reported->told.data[i];
        const gcv_cause_row *row = &e->reported->rows.data[reported->first + h->n];
        grown *head = &h->all[h->n];
        head->objects = in_cause(e, told->nth, number);
        if (told->bytes[1] > told->bytes[0]) {
            head->at = verdict_of(e->both, &head->objects, 0, &none);
            right = right && row->item == told->item &&
                    has_sums(e->both, &head->objects, row->objects, row->bytes);
            h->n++;
        }
    }
    return right && h->n == reported->n_types;
}

/* Compares a step with the objects on chains to all objects of the types. */
static bool step_right(const expected *e, uint32_t row, const heads *h, const char *path,
                       char why[GRAPH_WHY_MAX])
{
    const gcv_cause_row *at_row = &e->reported->rows.data[row];
    bool member[MOST_OBJECTS], right = true;
    int64_t held[2], retained;
    for (size_t at = 0; at < 2; at++) {
        right =
            right && find_on_chains(e->both, at, h->all, h->n, path, member) == at_row->objects[at];
        held[at] = (int64_t)oracle_retained(&e->both[at].s->o, false, member);
    }
    return (right && gcv_cause_retained(e->reported, at_row, &retained) &&
            retained == held[1] - held[0]) ||
           graph_fails(why, "%.40s: %" PRIu64 " and %" PRIu64 " objects", path, at_row->objects[0],
                       at_row->objects[1]);
}

/* Compares the steps of a cause: they are those of the ways on which its types grew most. */
static bool steps_right(const expected *e, const gcv_cause *reported, const heads *h,
                        char why[GRAPH_WHY_MAX])
{
    uint32_t ends = 0;
    bool good = true;
    for (uint32_t row = reported->first + reported->n_types; good && row < reported->end; row++) {
        char path[600];
        bool on = false;
        path_of_row(e->reported, row, path);
        for (size_t i = 0; i < h->n; i++) {
            on = on || is_prefix(h->all[i].at.way, path);
            ends += strcmp(h->all[i].at.way, path) == 0;
        }
        good = (on || graph_fails(why, "no type grew most at %.60s", path)) &&
               step_right(e, row, h, path, why);
    }
    return good && (ends == h->n || graph_fails(why, "%" PRIu32 " types have ends", ends));
}

/* Compares the rows of a cause with those of the one that is expected. */
static bool rows_right(const expected *e, const gcv_cause *reported, uint32_t number,
                       char why[GRAPH_WHY_MAX])
{
    const gcv_cause_row *rows = e->reported->rows.data;
    static heads h;
    if (!find_heads(e, reported, number, &h)) {
        return graph_fails(why, "rows of types in cause %" PRIu32, number);
    }
    if (e->all[number].past != GCV_NONE) { /* is there, even if nothing was below it */
        h.all[0].objects.in[0][e->all[number].past] = true;
    }
    return rows[reported->first + reported->n_types].nowhere != NULL ||
           steps_right(e, reported, &h, why);
}

/* Returns the expected cause that is reported; GCV_NONE: there is none. */
static uint32_t match(expected *e, const gcv_cause *reported)
{
    for (uint32_t i = 0; i < e->n; i++) {
        if (e->all[i].reported == NULL && is_at(e, reported, &e->all[i]) && tells(e, reported, i)) {
            e->all[i].reported = reported;
            return i;
        }
    }
    return GCV_NONE;
}

static int64_t growth_of(const expected *e, uint32_t number)
{
    int64_t bytes = 0;
    for (size_t i = 0; i < e->n_items; i++) {
        const some objects = in_cause(e, i, number);
        bytes += bytes_of(e->both, &objects, 1) - bytes_of(e->both, &objects, 0);
    }
    return bytes;
}

/* Whether causes descend by growth, those of strings and arrays after the others, but for one that
 * grew more than all together, which is first; and the one without an owner is last. */
static bool order_right(const expected *e, char why[GRAPH_WHY_MAX])
{
    const gcv_cause *all = e->reported->all.data;
    const size_t n = e->reported->all.n;
    size_t ascents = 0;
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += all[i].grown;
    }
    for (size_t i = 0; i < n; i++) {
        const char *nowhere = e->reported->rows.data[all[i].first + all[i].n_types].nowhere;
        const bool ownerless = nowhere != NULL && strcmp(nowhere, "<no owner>") == 0;
        ascents += i > 0 && !ownerless && all[i].grown > all[i - 1].grown;
        if (ascents > 1 || (ownerless && i + 1 < n) ||
            (i > 0 && !ownerless && all[i].grown > sum / 2)) {
            return graph_fails(why, "cause %zu of %" PRId64 " bytes is at the wrong place", i,
                               all[i].grown);
        }
    }
    return true;
}

static bool all_right(expected *e, char why[GRAPH_WHY_MAX])
{
    bool good = order_right(e, why);
    for (size_t i = 0; good && i < e->reported->all.n; i++) {
        const gcv_cause *reported = &e->reported->all.data[i];
        const uint32_t number = match(e, reported);
        good = number != GCV_NONE
                   ? rows_right(e, reported, number, why)
                   : graph_fails(why, "cause %zu is none: %" PRId64 " bytes", i, reported->grown);
    }
    for (uint32_t i = 0; good && i < e->n; i++) {
        good = e->all[i].reported != NULL || growth_of(e, i) <= 0 ||
               graph_fails(why, "%" PRId64 " bytes at %.60s are not reported", growth_of(e, i),
                           e->all[i].path);
    }
    return good;
}

static bool compare(const gcv_look *look, const compared *both, char why[GRAPH_WHY_MAX])
{
    static expected all; /* large: only what is counted is set */
    all.both = both;
    all.reported = &look->causes;
    all.n = all.n_items = all.n_places[0] = all.n_places[1] = 0;
    memset(all.all, 0, sizeof all.all);
    for (size_t i = 0; i < look->grown.items.n; i++) {
        const oracle_name name =
            name_of(look->causes.changes->join.names.data[look->grown.items.data[i]]);
        add_item(&all, &name);
    }
    find_expected(&all);
    return all_right(&all, why);
}

static bool causes_hold(const heap_pair *p, char why[GRAPH_WHY_MAX])
{
    const gcv_filter filter = {0};
    const gcv_heap *heaps[2] = {p->a.heap, p->heap_b};
    gcv_selection selections[2];
    gcv_basis bases[2];
    gcv_look_request request = {0};
    gcv_look look;
    gcv_block mark;
    compared both[2];
    if (p->a.o.style->seed % 3 != 0) {
        side_name_references(p->a.heap);
        side_name_references(p->heap_b);
    }
    gcv_block_link(p->a.ctx, &mark);
    for (size_t at = 0; at < 2; at++) {
        gcv_selection_find(p->a.ctx, heaps[at], &filter, &selections[at]);
        bases[at] = gcv_basis_of(p->a.ctx, heaps[at], false);
        bases[at].selection = &selections[at];
    }
    request.suspects.past = &bases[0];
    request.suspects.now = &bases[1];
    request.suspects.top = 2;
    request.retained_growth = true;
    gcv_look_find(p->a.ctx, &request, &look);
    ways_open(p, both);
    const bool good = compare(&look, both, why);
    ways_close(both);
    gcv_blocks_free(p->a.ctx, &mark);
    gcv_block_unlink(p->a.ctx, &mark);
    return good;
}

static const property laws[] = {
    {.of_pair = causes_hold, .seed = 0x636175, .cases = 20000, .n = {0, 9}},
    {.of_pair = causes_hold, .seed = 0x636176, .cases = 400, .n = {8, 24}},
    {.of_pair = causes_hold, .script = true, .seed = 0x636178, .cases = 1000, .n = {2, 12}},
    {.of_pair = causes_hold, .script = true, .seed = 0x636179, .cases = 100, .n = {12, 24}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
