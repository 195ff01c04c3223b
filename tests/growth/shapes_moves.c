/* shapes_moves.c - logs of moves designed to be slow or large, and their dumps. */
#include "growth/growth.h"

/* The first collection frees the garbage of the first dump. */
static void begin(FILE *file)
{
    fputs("v 1 gcview-moves\nd 1\ng 1 2\nr 100000000 10000000\ne 1\n", file);
}

static void end(FILE *file) { fputs("d 2\n", file); }

/* n objects that live, and some that die, or are born, between the dumps. */
static void log_of_objects(FILE *file, uint32_t n)
{
    fputs("a 2 main\nt 1 Acme.Node\nt 2 Acme.Other\n", file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "o %x 1 8\nr %x 3 0\n", (unsigned)(0x1000 + 8 * i),
                (unsigned)(0x1000 + 8 * i));
    }
    for (uint32_t i = growth_baseline ? 0 : n / 4; i < n / 2; i++) {
        fprintf(file, "o 1%08x 2 8\n", (unsigned)(8 * i));
    }
    fputs("c main\n", file);
}

/* n / 4 collections condemn all n objects; none moves. */
static void condemning(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i < n / 4; i++) {
        fprintf(file, "g %x 2\nr 1000 %x\ns 1000 %x\ne %x\n", (unsigned)(i + 2), (unsigned)(8 * n),
                (unsigned)(8 * n), (unsigned)(i + 2));
    }
    end(file);
}

/* The collections from `first` to n / 4 each swap the halves of memory. */
static void swap_halves(FILE *file, uint32_t n, uint32_t first)
{
    const uint32_t half = n / 2 * 8;
    for (uint32_t i = first; i < n / 4; i++) {
        fprintf(file, "g %x 2\nr 1000 %x\nm 1000 %x %x\nm %x 1000 %x\ne %x\n", (unsigned)(i + 2),
                (unsigned)(8 * n), (unsigned)(0x1000 + half), (unsigned)half,
                (unsigned)(0x1000 + half), (unsigned)half, (unsigned)(i + 2));
    }
}

static void swapping(FILE *file, uint32_t n)
{
    begin(file);
    swap_halves(file, n, 0);
    end(file);
}

static void sections_of_moves(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "a 2 d%u\nt 1 T\no %x 1 8\nr %x 4 0 1\n", (unsigned)i,
                (unsigned)(0x1000 + 8 * i), (unsigned)(0x1000 + 8 * i));
        if (growth_baseline || i % 2 == 0) {
            fprintf(file, "o 1%08x 1 8\n", (unsigned)(8 * i));
        }
        fprintf(file, "c d%u\n", (unsigned)i);
    }
}

static void ranges(FILE *file, uint32_t n)
{
    begin(file);
    fprintf(file, "g 2 2\nr 1000 %x\n", (unsigned)(8 * n));
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "s %x 8\n", (unsigned)(0x1000 + 8 * (n - 1 - i)));
    }
    fputs("e 2\n", file);
    end(file);
}

static void holes(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "g %x 2\nr 0 0\ne %x\n", (unsigned)(i + 2), (unsigned)(i + 2));
    }
    end(file);
    while (n-- > 0) {
        fputs("x lost\n", file);
    }
}

/* The first collection separates all neighbours, the others swap the halves of memory. */
static void scattering(FILE *file, uint32_t n)
{
    uint32_t half = n / 2 * 8;
    begin(file);
    fprintf(file, "g 2 2\nr 1000 %x\n", (unsigned)(8 * n));
    for (uint32_t i = 0; i < n; i++) { /* even objects to the first half, odd ones to the second */
        fprintf(file, "m %x %x 8\n", (unsigned)(0x1000 + 8 * i),
                (unsigned)(0x1000 + i / 2 * 8 + (i % 2 != 0 ? half : 0)));
    }
    fputs("e 2\n", file);
    swap_halves(file, n, 1);
    end(file);
}

/* One half moves into the gaps of the other, and out again, alternately. */
static void interleaving(FILE *file, uint32_t n)
{
    uint32_t half = n / 2 * 16;
    begin(file);
    fprintf(file, "g 2 2\nr 1000 %x\n", (unsigned)(8 * n));
    for (uint32_t i = 0; i < n; i++) { /* leaves a gap of 8 bytes after each object of 8 bytes */
        fprintf(file, "m %x %x 8\n", (unsigned)(0x1000 + 8 * i), (unsigned)(0x1000 + 16 * i));
    }
    fputs("e 2\n", file);
    for (uint32_t i = 1; i < n / 4; i++) {
        uint32_t from = 0x1000 + half + (i % 2 != 0 ? 0 : 8 - half);
        uint32_t to = 0x1000 + half + (i % 2 != 0 ? 8 - half : 0);
        fprintf(file, "g %x 2\nr %x %x\nm %x %x %x\ne %x\n", (unsigned)(i + 2), (unsigned)from,
                (unsigned)half, (unsigned)from, (unsigned)to, (unsigned)half, (unsigned)(i + 2));
    }
    end(file);
}

/* Moves outside of a collection, and malformed lines. */
static void malformed(FILE *file, uint32_t n)
{
    begin(file);
    while (n-- > 0) {
        fputs("m 1 2 3\ng\n? what\n", file);
    }
    end(file);
}

#define SHAPE(function, objects, size)                                                             \
    {                                                                                              \
        "moves " #function, GROWTH_MOVES, size, "1000", objects, function                          \
    }

const growth_shape growth_moves[] = {
    SHAPE(condemning, log_of_objects, 500),
    SHAPE(swapping, log_of_objects, 500),
    SHAPE(scattering, log_of_objects, 500),
    SHAPE(interleaving, log_of_objects, 500),
    SHAPE(ranges, log_of_objects, 1000),
    SHAPE(holes, log_of_objects, 500),
    SHAPE(malformed, log_of_objects, 500),
    {"moves sections", GROWTH_MOVES, 500, "1000", sections_of_moves, condemning},
};

const size_t growth_n_moves = sizeof growth_moves / sizeof growth_moves[0];
