/* shapes_ruby.c - heap dumps of Ruby designed to be slow or large. */
#include "growth/growth.h"

#include <inttypes.h>

static void root(FILE *file)
{
    fputs("{\"type\":\"ROOT\", \"root\":\"vm\", \"references\":[\"0x11\"]}\n", file);
}

/* n classes, each with an object; an array holds them all. */
static void classes(FILE *file, uint32_t n)
{
    root(file);
    fputs("{\"address\":\"0x11\", \"type\":\"ARRAY\", \"references\":[\"0x100\"", file);
    for (uint32_t i = 1; i < n; i++) {
        fprintf(file, ", \"0x%" PRIx32 "\"", 0x100 + 16 * i);
    }
    fputs("]}\n", file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file,
                "{\"address\":\"0x%" PRIx32 "\", \"type\":\"OBJECT\", \"memsize\":%" PRIu32
                ", \"class\":\"0x%" PRIx32 "\"}\n{\"address\":\"0x%" PRIx32
                "\", \"type\":\"CLASS\", \"name\":\"N%" PRIu32 "\"}\n",
                0x100 + 16 * i, growth_bytes(40), 0x108 + 16 * i, 0x108 + 16 * i, i);
    }
}

/* Chains of 100 subclasses without names, below a class with a name of n bytes. */
static void anonymous(FILE *file, uint32_t n)
{
    root(file);
    fputs("{\"address\":\"0x11\", \"type\":\"CLASS\", \"name\":\"", file);
    for (uint32_t i = 0; i < n; i++) {
        fputc('N', file);
    }
    fputs("\"}\n", file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file,
                "{\"address\":\"0x%" PRIx32 "\", \"type\":\"CLASS\", \"superclass\":\"0x%" PRIx32
                "\"}\n{\"address\":\"0x%" PRIx32 "\", \"type\":\"OBJECT\", \"memsize\":%" PRIu32
                ", \"class\":\"0x%" PRIx32 "\"}\n",
                0x108 + 16 * i, i % 100 == 0 ? 0x11 : 0x108 + 16 * (i - 1), 0x100 + 16 * i,
                growth_bytes(40), 0x108 + 16 * i);
    }
}

/* A cycle of n superclasses. */
static void circle(FILE *file, uint32_t n)
{
    root(file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file,
                "{\"address\":\"0x%" PRIx32 "\", \"type\":\"CLASS\", \"superclass\":\"0x%" PRIx32
                "\"}\n{\"address\":\"0x%" PRIx32 "\", \"type\":\"OBJECT\", \"memsize\":%" PRIu32
                ", \"class\":\"0x%" PRIx32 "\"}\n",
                0x18 + 16 * i, 0x18 + 16 * ((i + 1) % n), 0x11 + 16 * i, growth_bytes(40),
                0x18 + 16 * i);
    }
}

/* n objects of the interpreter (imemo), each with another name. */
static void parts(FILE *file, uint32_t n)
{
    root(file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file,
                "{\"address\":\"0x%" PRIx32 "\", \"type\":\"IMEMO\", \"memsize\":%" PRIu32
                ", \"imemo_type\":\"N%" PRIu32 "\", \"references\":[\"0x%" PRIx32 "\"]}\n",
                0x11 + i, growth_bytes(40), i, 0x12 + i);
    }
}

/* n lines of roots, and n roots on one line. */
static void roots(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "{\"type\":\"ROOT\", \"root\":\"N%" PRIu32 "\", \"references\":[\"0x11\"]}\n",
                i);
    }
    fputs("{\"type\":\"ROOT\", \"root\":\"vm\", \"references\":[\"0x11\"", file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, ", \"0x%" PRIx32 "\"", 0x11 + i % 7);
    }
    fputs("]}\n{\"address\":\"0x11\", \"type\":\"STRING\"}\n", file);
}

/* Values that the reader skips: long, repeated and nested. */
static void skipped(FILE *file, uint32_t n)
{
    root(file);
    fputs("{\"address\":\"0x11\", \"type\":\"STRING\", \"memsize\":40, \"value\":\"", file);
    for (uint32_t i = 0; i < n; i++) {
        fputs("\\u00e9", file);
    }
    fputs("\"", file);
    for (uint32_t i = 0; i < n; i++) {
        fputs(", \"x\":[-1.5e3,null]", file);
    }
    fputs(", \"flags\":", file);
    for (uint32_t i = 0; i < n; i++) {
        fputs("[{\"a\":", file);
    }
    fputs("0", file);
    for (uint32_t i = 0; i < n; i++) {
        fputs("}]", file);
    }
    fputs("}\n", file);
}

/* Malformed lines: n short ones, and a long one. */
static void malformed(FILE *file, uint32_t n)
{
    root(file);
    fputs("{\"address\":\"0x11\", \"type\":\"STRING\", \"memsize\":40}\n", file);
    for (uint32_t i = 0; i < n; i++) {
        fputs("{\"address\":\"0x11\", \"value\":\"open\n", file);
    }
    for (uint32_t i = 0; i < n; i++) {
        fputs("{\"references\":[", file);
    }
}

#define SHAPE(function, size)                                                                      \
    {                                                                                              \
        "ruby " #function, GROWTH_HEAP, size, "11", function, NULL                                 \
    }

const growth_shape growth_ruby[] = {
    SHAPE(classes, 300), SHAPE(anonymous, 300), SHAPE(circle, 300),     SHAPE(parts, 500),
    SHAPE(roots, 300),   SHAPE(skipped, 1000),  SHAPE(malformed, 1000),
};

const size_t growth_n_ruby = sizeof growth_ruby / sizeof growth_ruby[0];
