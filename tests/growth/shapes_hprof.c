/* shapes_hprof.c - heap dumps of Java designed to be slow or large. */
#include "growth/growth.h"
#include "support/hprof_file.h"

#include <string.h>

enum { OBJECT = 2, BYTE = 8, LONG = 11, SEGMENT = 0x1c };
enum { NAME = 1, FIELD, THREAD, NAMES }; /* texts */
enum { TOP = 0x11, FIRST = 0x1000 };     /* objects */

static void begin(hprof_file *f)
{
    hprof_begin(f, 4);
    hprof_text(f, NAME, "acme/Name");
    hprof_text(f, FIELD, "name");
    hprof_text(f, THREAD, "java/lang/Thread");
}

/* Ends the segment with an array that refers to n objects, 16 bytes apart, and with its root. */
static void end(hprof_file *f, FILE *file, uint32_t n)
{
    hprof_objects(f, TOP, TOP + 1, n);
    for (uint32_t i = 0; i < n; i++) {
        hprof_id(f, FIRST + 16 * i);
    }
    hprof_root(f, 0x07, TOP);
    hprof_close(f);
    hprof_end(f);
    fwrite(f->bytes, 1, f->n, file);
    hprof_free(f);
}

static void put_class(hprof_file *f, uint64_t id, uint64_t super)
{
    hprof_class(f, id, super, 0, NULL, 0);
    hprof_fields(f, NULL, 0);
}

static void put_zeros(hprof_file *f, uint32_t n)
{
    for (; n > 0; n--) {
        hprof_number(f, 0, 1);
    }
}

static void put_instance(hprof_file *f, uint64_t id, uint64_t class_id, uint32_t size)
{
    hprof_instance(f, id, class_id, size);
    put_zeros(f, size);
}

/* n objects, each with a class and a loader of its own: the object before it. */
static void classes(FILE *file, uint32_t n)
{
    hprof_file f = {0};
    begin(&f);
    for (uint32_t i = 0; i < n; i++) {
        hprof_load(&f, FIRST + 16 * i + 8, NAME);
    }
    hprof_open(&f, SEGMENT);
    for (uint32_t i = 0; i < n; i++) {
        hprof_class(&f, FIRST + 16 * i + 8, 0, FIRST + 16 * (i / 2), NULL, 0);
        hprof_fields(&f, NULL, 0);
        put_instance(&f, FIRST + 16 * i, FIRST + 16 * i + 8, growth_bytes(8));
    }
    end(&f, file, n);
}

/* n classes, each below the one before it, or in a circle; each has an instance. */
static void put_chain(FILE *file, uint32_t n, uint32_t last)
{
    hprof_file f = {0};
    begin(&f);
    for (uint32_t i = 0; i < n; i++) {
        hprof_load(&f, FIRST + 16 * i + 8, i == n / 2 ? THREAD : NAME);
    }
    hprof_open(&f, SEGMENT);
    for (uint32_t i = n; i > 0; i--) { /* subclasses first */
        put_class(&f, FIRST + 16 * (i - 1) + 8, i > 1 ? FIRST + 16 * (i - 2) + 8 : last);
        hprof_instance(&f, FIRST + 16 * (i - 1), FIRST + 16 * (i - 1) + 8, 0);
    }
    end(&f, file, n);
}

static void chain(FILE *file, uint32_t n) { put_chain(file, n, 0); }

static void circle(FILE *file, uint32_t n) { put_chain(file, n, FIRST + 16 * (n - 1) + 8); }

/* Writes n fields in place of none: `bytes` 0: their values are in the instances. */
static void put_fields(hprof_file *f, uint32_t n, unsigned type, uint32_t bytes)
{
    f->n -= 2;
    hprof_number(f, n, 2);
    for (; n > 0; n--) {
        hprof_id(f, FIELD);
        hprof_number(f, type, 1);
        put_zeros(f, bytes);
    }
}

/* A class with n static and n other fields; n subclasses; instances that have values for one of
 * them. */
static void fields(FILE *file, uint32_t n)
{
    hprof_file f = {0};
    begin(&f);
    hprof_load(&f, TOP + 1, NAME);
    for (uint32_t i = 0; i < n; i++) {
        hprof_load(&f, FIRST + 16 * i + 8, NAME);
    }
    hprof_open(&f, SEGMENT);
    hprof_class(&f, TOP + 1, 0, 0, NULL, 0);
    put_fields(&f, 25 * n, LONG, 8);
    hprof_fields(&f, NULL, 0);
    put_fields(&f, n, OBJECT, 0);
    for (uint32_t i = 0; i < n; i++) {
        put_class(&f, FIRST + 16 * i + 8, TOP + 1);
        if (i < 10) { /* each has the size of all fields: an .hprof made of it writes them */
            hprof_instance(&f, FIRST + 16 * i, FIRST + 16 * i + 8, 4);
            hprof_id(&f, TOP);
        }
    }
    end(&f, file, n);
}

/* n instances of a class that comes last, and n of classes that do not come. */
static void unknown(FILE *file, uint32_t n)
{
    hprof_file f = {0};
    begin(&f);
    hprof_load(&f, TOP + 1, NAME);
    hprof_open(&f, SEGMENT);
    for (uint32_t i = 0; i < 2 * n; i++) {
        hprof_instance(&f, FIRST + 16 * i, i % 2 == 0 ? TOP + 1 : FIRST + 16 * i + 8, 4);
        hprof_id(&f, TOP);
    }
    put_class(&f, TOP + 1, 0);
    end(&f, file, 2 * n);
}

/* n threads, each with a frame in a method with a name of n bytes, and n roots in that frame. */
static void threads(FILE *file, uint32_t n)
{
    char name[4096];
    hprof_file f = {0};
    const size_t size = n < sizeof name ? n : sizeof name - 1;
    memset(name, 'N', size);
    name[size] = '\0';
    begin(&f);
    hprof_text(&f, NAMES, name);
    hprof_record(&f, 0x04, 24);
    for (int i = 0; i < 4; i++) {
        hprof_id(&f, NAMES);
    }
    hprof_number(&f, 0, 8);
    for (uint32_t i = 0; i < n; i++) {
        hprof_record(&f, 0x05, 16);
        hprof_number(&f, i, 4);
        hprof_number(&f, i, 4);
        hprof_number(&f, 1, 4);
        hprof_id(&f, NAMES);
    }
    hprof_open(&f, SEGMENT);
    for (uint32_t i = 0; i < n; i++) {
        hprof_instance(&f, FIRST + 16 * i, TOP + 1, 0);
        hprof_root(&f, 0x08, FIRST + 16 * i);
        hprof_number(&f, i, 4);
        hprof_number(&f, i, 4);
        hprof_root(&f, 0x03, FIRST + 16 * i);
        hprof_number(&f, i, 4);
        hprof_number(&f, 0, 4);
    }
    end(&f, file, n);
}

/* n heaps before the last one. */
static void heaps(FILE *file, uint32_t n)
{
    hprof_file f = {0};
    begin(&f);
    for (uint32_t i = 0; i < n; i++) {
        hprof_open(&f, SEGMENT);
        hprof_values(&f, TOP, BYTE, 0);
        hprof_close(&f);
        hprof_end(&f);
    }
    hprof_open(&f, SEGMENT);
    const uint32_t size = growth_bytes(8);
    hprof_values(&f, FIRST, BYTE, size);
    put_zeros(&f, size);
    end(&f, file, 1);
}

/* n segments with a sub-record that cannot be read. */
static void malformed(FILE *file, uint32_t n)
{
    hprof_file f = {0};
    begin(&f);
    for (uint32_t i = 0; i < n; i++) {
        hprof_open(&f, SEGMENT);
        hprof_values(&f, FIRST, BYTE, UINT32_MAX);
        hprof_close(&f);
    }
    hprof_open(&f, SEGMENT);
    end(&f, file, 1);
}

#define SHAPE(function, size)                                                                      \
    {                                                                                              \
        "hprof " #function, GROWTH_HEAP, size, "11", function, NULL                                \
    }

const growth_shape growth_hprof[] = {
    SHAPE(classes, 300), SHAPE(chain, 300),   SHAPE(circle, 300), SHAPE(fields, 300),
    SHAPE(unknown, 300), SHAPE(threads, 500), SHAPE(heaps, 300),  SHAPE(malformed, 1000),
};

const size_t growth_n_hprof = sizeof growth_hprof / sizeof growth_hprof[0];
