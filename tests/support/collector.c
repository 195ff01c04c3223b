/* collector.c - a moving collector; see collector.h. */
#include "support/collector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FREE = 100, FROZEN = 5, LARGE = 3, PINNED = 4, NOWHERE = -1 };

static void check(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "collector: %s\n", what);
        abort();
    }
}

/* Makes room for one more element after `n`; there is room for `*room`. */
static void *grow(void *data, size_t n, size_t *room, size_t element)
{
    if (n < *room) {
        return data;
    }
    *room = *room * 2 + 16;
    data = realloc(data, *room * element);
    check(data != NULL, "out of memory");
    return data;
}

static uint32_t below(sim *s, uint32_t bound) { return graph_below(&s->random, bound); }

static bool chance(sim *s, uint32_t percent) { return graph_chance(&s->random, percent); }

/* ---- memory ------------------------------------------------------------------------------- */

void sim_start(sim *s)
{
    s->regions = graph_zeroed(s->n_regions, sizeof *s->regions);
    s->taken = graph_zeroed((size_t)s->n_regions * s->region_cells, 1);
    for (uint32_t r = 0; r < s->n_regions; r++) {
        s->regions[r].generation = FREE;
    }
}

static int64_t find_room(sim *s, uint32_t region, uint32_t from, uint32_t cells)
{
    const uint8_t *first = s->taken + (size_t)region * s->region_cells,
                  *end = first + s->region_cells, *room = first + from, *next;
    while (room < end && (room = memchr(room, 0, (size_t)(end - room))) != NULL) {
        next = memchr(room, 1, (size_t)(end - room));
        next = next != NULL ? next : end;
        if (next - room >= (ptrdiff_t)cells) {
            return room - s->taken;
        }
        room = next;
    }
    return NOWHERE;
}

static int64_t take(sim *s, uint32_t region, uint32_t generation, uint32_t cells)
{
    sim_region *its = &s->regions[region];
    bool next = chance(s, 80);
    int64_t at = find_room(s, region, next ? its->filled : below(s, s->region_cells), cells);
    if (at != NOWHERE) {
        its->generation = generation;
        its->filled = next ? (uint32_t)(at % s->region_cells) + cells : its->filled;
        memset(s->taken + at, 1, cells);
    }
    return at;
}

/* Finds free cells in a region of the generation, and marks them as taken. */
static int64_t place(sim *s, uint32_t generation, uint32_t cells)
{
    uint32_t start = chance(s, 50) ? 0 : below(s, s->n_regions);
    int64_t at = NOWHERE;
    for (uint32_t i = 0; at == NOWHERE && i < s->n_regions; i++) {
        uint32_t region = (start + i) % s->n_regions, its = s->regions[region].generation;
        if ((its == generation || its == FREE) && chance(s, 90)) {
            at = take(s, region, generation, cells);
        }
    }
    return at;
}

static uint64_t address_of(const sim *s, uint32_t cell)
{
    return s->base + (uint64_t)cell * s->unit;
}

void sim_allocate(sim *s, uint32_t n)
{
    static const uint32_t places[] = {0, 0, 0, 0, 0, 0, 0, LARGE, PINNED, FROZEN};
    while (n-- > 0) {
        uint32_t generation = places[below(s, 10)];
        sim_object o;
        memset(&o, 0, sizeof o);
        o.cells = generation == LARGE ? 8 + below(s, 8) : 1 + below(s, below(s, 4) + 1);
        int64_t at = place(s, generation, o.cells);
        if (at == NOWHERE) {
            continue;
        }
        o.cell = (uint32_t)at;
        o.address = address_of(s, o.cell);
        o.identity = s->n_identities++;
        o.type = below(s, s->n_types);
        o.size = o.cells * s->unit - (chance(s, 20) ? below(s, s->unit) : 0);
        o.domains = 1 + below(s, (1u << s->n_domains) - 1);
        s->objects = grow(s->objects, s->n, &s->room, sizeof o);
        s->objects[s->n++] = o;
    }
}

/* ---- one collection ----------------------------------------------------------------------- */

static int by_cell(const void *a, const void *b)
{
    const sim_object *x = a, *y = b;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

typedef struct plan {
    bool *condemned, *swept; /* by region */
    uint32_t *generation;    /* by region: as it was */
    gcv_fate *fate;          /* by object */
    uint32_t *fresh;         /* by object: its cell after the collection */
    bool apart;              /* every plug is a single object */
    uint32_t cut; /* what spans cover: 0 regions, 1 their objects, 2 their dead objects */
} plan;

static uint32_t region_of(const sim *s, size_t object)
{
    return s->objects[object].cell / s->region_cells;
}

static void condemn(sim *s, plan *p, uint32_t generation)
{
    uint32_t r, g, sweeps = below(s, 32); /* one bit for each generation */
    bool mixed = chance(s, 40);
    for (r = 0; r < s->n_regions; r++) {
        g = s->regions[r].generation;
        p->generation[r] = g;
        p->condemned[r] = g <= generation || (generation == 2 && (g == LARGE || g == PINNED));
        p->swept[r] = g == PINNED || (mixed ? chance(s, 50) : g < 5 && (sweeps >> g & 1) != 0);
        if (p->condemned[r]) {
            s->regions[r].filled = 0;
            if (p->swept[r] && g < 2 && chance(s, 50)) {
                s->regions[r].generation = g + 1;
            }
        }
    }
}

static void decide_deaths(sim *s, plan *p, uint32_t survive)
{
    for (size_t i = 0; i < s->n; i++) {
        sim_object *o = &s->objects[i];
        uint32_t r = region_of(s, i);
        p->fresh[i] = o->cell;
        if (!p->condemned[r]) {
            p->fate[i] = GCV_FATE_UNTOUCHED;
        } else if (!chance(s, survive)) {
            p->fate[i] = GCV_FATE_DIED;
        } else {
            p->fate[i] = p->swept[r] || chance(s, 15) ? GCV_FATE_STAYED : GCV_FATE_MOVED;
        }
        if (p->fate[i] == GCV_FATE_DIED || p->fate[i] == GCV_FATE_MOVED) {
            memset(s->taken + o->cell, 0, o->cells);
        }
    }
}

/* Returns the end of the plug that begins with object i. */
static size_t plug_end(sim *s, const plan *p, size_t i)
{
    size_t end = i + 1;
    while (end < s->n && !p->apart && p->fate[end] == p->fate[i] &&
           region_of(s, end) == region_of(s, i) &&
           s->objects[end].cell == s->objects[end - 1].cell + s->objects[end - 1].cells &&
           chance(s, 85)) {
        end++;
    }
    return end;
}

static uint32_t target_of(sim *s, uint32_t generation)
{
    if (generation >= LARGE) {
        return generation;
    }
    return chance(s, 60) && generation < 2 ? generation + 1 : generation - below(s, generation + 1);
}

/* Moves one plug and records the move; false: there is no room for the plug. */
static bool move_plug(sim *s, plan *p, sim_collection *c, size_t i, size_t end)
{
    const sim_object *first = &s->objects[i], *last = &s->objects[end - 1];
    uint32_t cells = last->cell + last->cells - first->cell;
    int64_t at = first->cell;
    gcv_move *move = &c->moves[c->n_moves++];
    bool moved = false;
    if (p->fate[i] == GCV_FATE_MOVED) {
        at = place(s, target_of(s, p->generation[region_of(s, i)]), cells);
        moved = at != first->cell;
    }
    if (at == NOWHERE) {
        return false;
    }
    move->old = first->address;
    move->fresh = address_of(s, (uint32_t)at);
    move->length = (uint64_t)cells * s->unit;
    for (; i < end; i++) {
        p->fresh[i] = (uint32_t)at + (s->objects[i].cell - first->cell);
        p->fate[i] = moved ? GCV_FATE_MOVED : GCV_FATE_STAYED;
    }
    return true;
}

static bool move_all(sim *s, plan *p, sim_collection *c)
{
    size_t end;
    c->n_moves = 0;
    for (size_t i = 0; i < s->n; i = end) {
        if (p->fate[i] == GCV_FATE_UNTOUCHED || p->fate[i] == GCV_FATE_DIED) {
            end = i + 1;
            continue;
        }
        end = plug_end(s, p, i);
        if (!move_plug(s, p, c, i, end)) {
            return false;
        }
    }
    return true;
}

/* Memory is full: all objects stay where they are. */
static void stay_all(sim *s, plan *p, sim_collection *c)
{
    for (uint32_t r = 0; r < s->n_regions; r++) {
        s->regions[r].generation = p->generation[r];
    }
    memset(s->taken, 0, (size_t)s->n_regions * s->region_cells);
    for (size_t i = 0; i < s->n; i++) {
        if (p->fate[i] != GCV_FATE_DIED) {
            p->fresh[i] = s->objects[i].cell;
            p->fate[i] = p->fate[i] == GCV_FATE_UNTOUCHED ? GCV_FATE_UNTOUCHED : GCV_FATE_STAYED;
            memset(s->taken + s->objects[i].cell, 1, s->objects[i].cells);
        }
    }
    check(move_all(s, p, c), "no room to stay");
}

/* ---- what is reported --------------------------------------------------------------------- */

static void add_span(sim_collection *c, uint64_t start, uint64_t end)
{
    c->spans = grow(c->spans, c->n_spans, &c->room_spans, sizeof *c->spans);
    c->spans[c->n_spans].start = start;
    c->spans[c->n_spans++].end = end;
}

static void tell_span(sim *s, sim_collection *c, uint64_t start, uint64_t end)
{
    uint64_t middle = start + graph_next(&s->random) % (end - start);
    if (chance(s, 70)) {
        add_span(c, start, end);
    } else { /* in parts that overlap or touch */
        add_span(c, middle, end);
        add_span(c, start, chance(s, 50) ? middle : end);
    }
}

static void tell_spans(sim *s, const plan *p, sim_collection *c)
{
    size_t i = 0;
    for (uint32_t r = 0; r < s->n_regions; r++) {
        uint64_t low = address_of(s, r * s->region_cells);
        uint64_t high = address_of(s, (r + 1) * s->region_cells), first = high, end = low;
        for (; i < s->n && region_of(s, i) == r; i++) {
            const sim_object *o = &s->objects[i];
            if (p->cut != 2 || p->fate[i] == GCV_FATE_DIED) {
                first = first < o->address ? first : o->address;
                end = o->address + (uint64_t)o->cells * s->unit;
            }
        }
        if (p->condemned[r] && (p->cut == 0 || first < end)) {
            tell_span(s, c, p->cut == 0 ? low : first, p->cut == 0 ? high : end);
        }
    }
    if (c->n_spans == 0 || chance(s, 10)) {
        add_span(c, s->base, s->base); /* an empty generation */
    }
}

static void shuffle_moves(sim *s, sim_collection *c)
{
    for (size_t i = c->n_moves; i > 1; i--) {
        size_t k = below(s, (uint32_t)i);
        gcv_move swap = c->moves[i - 1];
        c->moves[i - 1] = c->moves[k];
        c->moves[k] = swap;
    }
}

static void tell(sim *s, const plan *p, sim_collection *c)
{
    c->events = graph_alloc(s->n, sizeof *c->events);
    c->n_events = s->n;
    for (size_t i = 0; i < s->n; i++) {
        sim_event *e = &c->events[i];
        e->identity = s->objects[i].identity;
        e->fate = p->fate[i];
        e->old = s->objects[i].address;
        e->fresh = address_of(s, p->fresh[i]);
    }
    tell_spans(s, p, c);
    if (chance(s, 70)) {
        shuffle_moves(s, c);
    }
}

static void settle_down(sim *s, const plan *p)
{
    bool *used = graph_zeroed(s->n_regions, sizeof *used);
    size_t to = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (p->fate[i] != GCV_FATE_DIED) {
            sim_object o = s->objects[i];
            o.cell = p->fresh[i];
            o.address = address_of(s, o.cell);
            s->objects[to++] = o;
            used[o.cell / s->region_cells] = true;
        }
    }
    s->n = to;
    for (uint32_t r = 0; r < s->n_regions; r++) {
        if (!used[r] && chance(s, 70)) {
            s->regions[r].generation = FREE;
            s->regions[r].filled = 0;
        }
    }
    free(used);
}

void sim_collect(sim *s, uint32_t generation, uint32_t survive)
{
    sim_collection c;
    plan p;
    memset(&c, 0, sizeof c);
    c.number = 1000 + s->n_collections;
    c.generation = generation;
    c.moves = graph_alloc(s->n, sizeof *c.moves);
    p.condemned = graph_zeroed(s->n_regions, sizeof *p.condemned);
    p.swept = graph_zeroed(s->n_regions, sizeof *p.swept);
    p.generation = graph_zeroed(s->n_regions, sizeof *p.generation);
    p.fate = graph_zeroed(s->n, sizeof *p.fate);
    p.fresh = graph_zeroed(s->n, sizeof *p.fresh);
    p.apart = chance(s, 20);
    p.cut = chance(s, 50) ? 0 : 1 + below(s, 2);
    if (s->n > 0) {
        qsort(s->objects, s->n, sizeof *s->objects, by_cell);
    }
    condemn(s, &p, generation);
    decide_deaths(s, &p, survive);
    if (!move_all(s, &p, &c)) {
        stay_all(s, &p, &c);
    }
    tell(s, &p, &c);
    settle_down(s, &p);
    s->collections =
        grow(s->collections, s->n_collections, &s->room_collections, sizeof *s->collections);
    s->collections[s->n_collections++] = c;
    free(p.condemned);
    free(p.swept);
    free(p.generation);
    free(p.fate);
    free(p.fresh);
}

void sim_dump_now(sim *s, bool by_collection)
{
    sim_dump dump;
    dump.n_collections = s->n_collections;
    dump.by_collection = by_collection;
    dump.n = s->n;
    dump.objects = graph_alloc(s->n, sizeof *dump.objects);
    if (s->n > 0) {
        memcpy(dump.objects, s->objects, s->n * sizeof *dump.objects);
    }
    s->dumps = grow(s->dumps, s->n_dumps, &s->room_dumps, sizeof dump);
    s->dumps[s->n_dumps++] = dump;
}

void sim_release(sim *s)
{
    for (size_t i = 0; i < s->n_collections; i++) {
        free(s->collections[i].events);
        free(s->collections[i].moves);
        free(s->collections[i].spans);
    }
    for (size_t i = 0; i < s->n_dumps; i++) {
        free(s->dumps[i].objects);
    }
    free(s->collections);
    free(s->dumps);
    free(s->objects);
    free(s->taken);
    free(s->regions);
}

/* ---- random histories --------------------------------------------------------------------- */

/* Sometimes one collection begins before others and ends after them, as a background collection
 * does. */
static void renumber(sim *s)
{
    size_t k;
    for (size_t i = 0; i + 4 < s->n_collections; i++) {
        if (chance(s, 10)) {
            size_t length = 1 + below(s, 3);
            uint64_t first = s->collections[i].number;
            for (k = 0; k < length; k++) {
                s->collections[i + k].number = first + k + 1;
            }
            s->collections[i + length].number = first;
            i += length;
        }
    }
    for (size_t i = 0; i < s->n_dumps; i++) { /* it takes no dump */
        k = s->dumps[i].n_collections;
        s->dumps[i].by_collection =
            s->dumps[i].by_collection && s->collections[k - 1].number >= 1000 + k - 1;
    }
}

void sim_random(sim *s, uint64_t seed, uint32_t objects, uint32_t collections)
{
    static const uint32_t percent[] = {0, 20, 50, 80, 95, 100}, depth[] = {0, 0, 0, 1, 1, 2};
    static const uint64_t bases[] = {8, UINT64_C(0x10000000), UINT64_C(0x7f0012345678)};
    uint32_t every = 1;
    memset(s, 0, sizeof *s);
    s->random = seed;
    s->unit = chance(s, 50) ? 4 : 8;
    s->base = bases[below(s, 3)];
    s->region_cells = objects > 1000 ? 2048 : 16 + below(s, 64);
    s->n_regions = 4 + objects * (2 + below(s, 8)) / s->region_cells;
    s->n_types = chance(s, 30) ? 1 : 1 + below(s, 20);
    s->n_domains = chance(s, 60) ? 1 : 1 + below(s, SIM_DOMAINS);
    sim_start(s);
    every = chance(s, 50) ? 1 : 3;
    sim_allocate(s, objects);
    while (collections-- > 0) {
        if (s->n_dumps == 0 || below(s, every) == 0) {
            sim_dump_now(s, s->n_collections > 0 && chance(s, 50));
        }
        sim_allocate(s, below(s, objects));
        sim_collect(s, depth[below(s, 6)], percent[below(s, 6)]);
    }
    sim_dump_now(s, chance(s, 50));
    if (chance(s, 50)) {
        renumber(s);
    }
}

/* ---- the log of a dump -------------------------------------------------------------------- */

static void put_object(const sim_dump *dump, const sim_object *o, uint32_t first_type,
                       uint64_t *random, graph_text *out)
{
    uint32_t n = graph_below(random, 3);
    graph_puts(out, "o ");
    graph_put_hex(out, o->address);
    graph_puts(out, " ");
    graph_put_hex(out, first_type + o->type);
    graph_puts(out, " ");
    graph_put_hex(out, o->size);
    while (n-- > 0) {
        const sim_object *to = &dump->objects[graph_below(random, (uint32_t)dump->n)];
        if ((to->domains & o->domains) == o->domains) {
            graph_puts(out, " ");
            graph_put_hex(out, to->address);
        }
    }
    graph_puts(out, "\n");
}

/* Type ids differ from dump to dump, and have gaps. */
static void put_types(const sim *s, uint32_t first_type, graph_text *out)
{
    char name[64];
    for (uint32_t i = 0; i < s->n_types + first_type % 5; i++) {
        (void)snprintf(name, sizeof name, "t %x Acme.%s%u\n", (unsigned)(first_type + i),
                       i < s->n_types ? "T" : "A", (unsigned)i);
        graph_puts(out, name);
    }
}

void sim_print(const sim *s, const sim_dump *dump, uint64_t seed, bool complete, graph_text *out)
{
    static const char *const names[SIM_DOMAINS] = {"Web.exe", "Jobs.exe", "Web.exe"};
    uint64_t random = seed;
    uint32_t first_type = 1 + graph_below(&random, 1000);
    for (uint32_t d = 0; d < s->n_domains; d++) {
        graph_puts(out, "a 2 ");
        graph_puts(out, names[d]);
        graph_puts(out, " 1\n");
        put_types(s, first_type, out);
        for (size_t i = 0; i < dump->n; i++) {
            if ((dump->objects[i].domains >> d & 1) != 0 &&
                (complete || !graph_chance(&random, 10))) {
                put_object(dump, &dump->objects[i], first_type, &random, out);
            }
        }
        if (complete || d + 1 < s->n_domains) {
            graph_puts(out, "c ");
            graph_puts(out, names[d]);
            graph_puts(out, " 2\n");
        }
    }
}

/* ---- the moves of all collections --------------------------------------------------------- */

gcv_moves *sim_moves(gcv_context *ctx, const sim *s)
{
    gcv_moves *moves = gcv_moves_new(ctx, "moves");
    for (size_t i = 0; i < s->n_collections; i++) {
        const sim_collection *from = &s->collections[i];
        gcv_collection c;
        memset(&c, 0, sizeof c);
        c.number = from->number;
        c.generation = from->generation;
        c.place.line = 1000 + i;
        for (size_t k = 0; k < from->n_moves; k++) {
            gcv_move_column_push(ctx, &c.moves, from->moves[k]);
        }
        for (size_t k = 0; k < from->n_spans; k++) {
            gcv_span_column_push(ctx, &c.condemned, from->spans[k]);
        }
        gcv_moves_add(moves, &c);
    }
    for (size_t i = 0; i < s->n_dumps; i++) {
        gcv_dump_mark mark;
        memset(&mark, 0, sizeof mark);
        mark.number = (uint32_t)i + 1;
        mark.n_collections = s->dumps[i].n_collections;
        mark.by_collection = s->dumps[i].by_collection;
        mark.place.line = 2000 + i;
        gcv_moves_add_dump(moves, &mark);
    }
    return moves;
}
