/* gcvmoves.c - writes two dumps of any size and the collection between them, for measuring
 * tracking.
 *
 *   gcvmoves OBJECTS RANGES ORDER PREFIX    writes PREFIX-1.log, PREFIX-2.log, PREFIX.moves
 *
 * ORDER is the order of the ranges: `address` or `shuffled`. A full collection compacts regions of
 * 4 MiB, each into a region chosen at random. A plug has OBJECTS / RANGES objects. About one plug
 * in 16 is dead, and as many objects are born as die. The same arguments give the same files.
 */
#include "bench/gen_out.h"
#include "bench/gen_rng.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 50, IN_REGION = 32768, DEAD_EVERY = 16 };

#define REGION UINT64_C(0x400000)
#define BASE UINT64_C(0x7f0000000000)

typedef struct range {
    uint64_t old, fresh, length;
} range;

typedef struct world {
    uint32_t n, plug, n_regions;
    bool shuffled;
    uint32_t *goes, *comes; /* by region: where its survivors go; the inverse */
    range *moves;
    size_t n_moves;
} world;

static uint32_t mixed(uint32_t object)
{
    return (uint32_t)(object * UINT64_C(0x9e3779b97f4a7c15) >> 40);
}

static uint64_t size_of(uint32_t object) { return 24 + mixed(object) % 8 * 8; }

static bool is_dead(const world *w, uint32_t object)
{
    return mixed(object / w->plug) % DEAD_EVERY == 0;
}

static uint64_t start_of(uint32_t region) { return BASE + region * REGION; }

static uint32_t end_of(const world *w, uint32_t region)
{
    uint64_t end = (uint64_t)(region + 1) * IN_REGION;
    return end < w->n ? (uint32_t)end : w->n;
}

static void *room(size_t n, size_t element)
{
    void *block = calloc(n + 1, element);
    if (block == NULL) {
        fputs("gcvmoves: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return block;
}

static void choose_regions(world *w, struct rng *rng)
{
    uint32_t k;
    w->n_regions = (w->n + IN_REGION - 1) / IN_REGION;
    w->goes = room(w->n_regions, sizeof *w->goes);
    w->comes = room(w->n_regions, sizeof *w->comes);
    for (uint32_t i = 0; i < w->n_regions; i++) {
        k = (uint32_t)rng_below(rng, i + 1);
        w->goes[i] = w->goes[k];
        w->goes[k] = i;
    }
    for (uint32_t i = 0; i < w->n_regions; i++) {
        w->comes[w->goes[i]] = i;
    }
}

/* Moves the survivors of a region to the start of its destination, without gaps. */
static void move_region(world *w, uint32_t region)
{
    uint64_t old = start_of(region), fresh = start_of(w->goes[region]);
    range *last = NULL;
    for (uint32_t i = region * IN_REGION; i < end_of(w, region); i++) {
        uint64_t size = size_of(i);
        if (is_dead(w, i)) {
            last = NULL;
        } else {
            if (last == NULL || i % w->plug == 0) {
                last = &w->moves[w->n_moves++];
                last->old = old;
                last->fresh = fresh;
            }
            last->length += size;
            fresh += size;
        }
        old += size;
    }
}

static void move_all(world *w, struct rng *rng)
{
    w->moves = room((size_t)w->n / w->plug + w->n_regions * 2 + 1, sizeof *w->moves);
    for (uint32_t r = 0; r < w->n_regions; r++) {
        move_region(w, r);
    }
    for (size_t i = w->shuffled ? w->n_moves : 0; i > 1; i--) {
        size_t k = rng_below(rng, (uint32_t)i);
        range swap = w->moves[i - 1];
        w->moves[i - 1] = w->moves[k];
        w->moves[k] = swap;
    }
}

/* ---- files -------------------------------------------------------------------------------- */

static void put_object(struct out *out, uint64_t id, uint32_t type, uint64_t size)
{
    out_text(out, "o");
    out_hex(out, id);
    out_hex(out, type);
    out_hex(out, size);
    out_char(out, '\n');
}

static void put_dump(struct out *out, const world *w, bool after)
{
    out_text(out, "a 2 Moves.exe 1\n");
    for (uint32_t i = 1; i <= TYPES; i++) {
        out_text(out, "t");
        out_hex(out, i);
        out_text(out, " Acme.Shop.Thing");
        out_decimal(out, i);
        out_char(out, '\n');
    }
    for (uint32_t r = 0; r < w->n_regions; r++) {
        uint32_t region = after ? w->comes[r] : r, born = 0;
        uint64_t id = start_of(r);
        for (uint32_t i = region * IN_REGION; i < end_of(w, region); i++) {
            if (after && is_dead(w, i)) {
                born++;
            } else {
                put_object(out, id, 1 + mixed(i) % TYPES, size_of(i));
                id += size_of(i);
            }
        }
        for (uint32_t i = 0; i < born; i++, id += 24) {
            put_object(out, id, 1 + mixed(i) % TYPES, 24);
        }
    }
    out_text(out, "c Moves.exe 2\n");
}

static void put_moves(struct out *out, const world *w)
{
    out_text(out, "v 1 gcview-moves\nd 1\ng 1 2\n");
    for (uint32_t r = 0; r < w->n_regions; r++) {
        out_text(out, "r");
        out_hex(out, start_of(r));
        out_hex(out, REGION);
        out_char(out, '\n');
    }
    for (size_t i = 0; i < w->n_moves; i++) {
        out_text(out, "m");
        out_hex(out, w->moves[i].old);
        out_hex(out, w->moves[i].fresh);
        out_hex(out, w->moves[i].length);
        out_char(out, '\n');
    }
    out_text(out, "e 1\nd 2\n");
}

static void name_file(char name[4096], const char *prefix, const char *suffix)
{
    (void)snprintf(name, 4096, "%s%s", prefix, suffix);
}

static bool write_file(const world *w, const char *prefix, const char *suffix)
{
    char name[4096];
    struct out out;
    FILE *file;
    name_file(name, prefix, suffix);
    file = fopen(name, "wb");
    if (file == NULL || !out_open(&out, file)) {
        perror(name);
        return false;
    }
    if (suffix[0] == '.') {
        put_moves(&out, w);
    } else {
        put_dump(&out, w, suffix[1] == '2');
    }
    bool ok = out_close(&out);
    return fclose(file) == 0 && ok;
}

static bool run(world *w, const char *prefix)
{
    struct rng rng = {1};
    choose_regions(w, &rng);
    move_all(w, &rng);
    bool ok = write_file(w, prefix, "-1.log") && write_file(w, prefix, "-2.log") &&
              write_file(w, prefix, ".moves");
    free(w->goes);
    free(w->comes);
    free(w->moves);
    return ok;
}

int main(int argc, char **argv)
{
    world w;
    memset(&w, 0, sizeof w);
    w.n = argc > 4 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
    uint32_t ranges = argc > 4 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    if (w.n < 1 || ranges < 1 || ranges > w.n) {
        fputs("usage: gcvmoves OBJECTS RANGES address|shuffled PREFIX\n", stderr);
        return 2;
    }
    w.plug = w.n / ranges;
    w.shuffled = strcmp(argv[3], "shuffled") == 0;
    return run(&w, argv[4]) ? EXIT_SUCCESS : EXIT_FAILURE;
}
