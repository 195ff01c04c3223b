/* shapes_log.c - RPM logs designed to be slow or large. */
#include "growth/growth.h"

/* Returns the integer square root of n. */
static uint32_t root_of(uint32_t n)
{
    uint32_t r = 1;
    while ((uint64_t)(r + 1) * (r + 1) <= n) {
        r++;
    }
    return r;
}

static void begin(FILE *file) { fputs("a 2 main\nt 1 Acme.Node\nt 2 Acme.Other\n", file); }

static void end(FILE *file) { fputs("c main\n", file); }

/* ---- sections ----------------------------------------------------------------------------- */

static void many_sections(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "a 2 d%u\nt 1 T\no 10 1 8\nr 10 4 0 1\nc d%u\n", (unsigned)i, (unsigned)i);
    }
}

static void empty_sections(FILE *file, uint32_t n)
{
    while (n-- > 0) {
        fputs("a 2 x\n", file);
    }
}

static void sections_of_one_domain(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "a 2 x\nt 1 T\no %x 1 8\nr %x 4 0 1\nc x\n", (unsigned)(i * 8 + 16),
                (unsigned)(i * 8 + 16));
    }
}

/* A chain of n objects in the first section. Its end refers to an id that n sections have. */
static void shared_id_below_chain(FILE *file, uint32_t n)
{
    begin(file);
    fputs("r 1000 4 0 1\n", file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "o %x 1 8 %x\n", (unsigned)(0x1000 + 8 * i),
                i + 1 < n ? (unsigned)(0x1000 + 8 * (i + 1)) : 0x10u);
    }
    end(file);
    many_sections(file, n);
}

/* References to ids that are missing in their section, so the other sections are searched. */
static void references_to_other_sections(FILE *file, uint32_t n)
{
    uint32_t m = root_of(n);
    for (uint32_t i = 0; i < m; i++) {
        fprintf(file, "a 2 d%u\nt 1 T\nr %x 4 0 1\no %x 1 8", (unsigned)i, (unsigned)(16 * i + 16),
                (unsigned)(16 * i + 16));
        for (uint32_t k = 0; k < m; k++) {
            fprintf(file, " %x", (unsigned)(k % 2 == 0 ? 16 * k + 16 : 0x100000 + 16 * k));
        }
        fprintf(file, "\nc d%u\n", (unsigned)i);
    }
}

/* The same, with one reference in each of n sections. */
static void dangling_in_sections(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "a 2 d%u\nt 1 T\nr 10 4 0 1\no 10 1 8 %x\nc d%u\n", (unsigned)i,
                (unsigned)(0x100000 + 16 * i), (unsigned)i);
    }
}

/* ---- records ------------------------------------------------------------------------------ */

static void duplicates(FILE *file, uint32_t n)
{
    begin(file);
    while (n-- > 0) {
        fputs("o 10 1 8 10 10\n", file);
    }
    fputs("r 10 4 0 1\n", file);
    end(file);
}

static void roots_of_one_object(FILE *file, uint32_t n)
{
    begin(file);
    fputs("o 10 1 8\n", file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "r 10 %x %x\n", (unsigned)(i % 4), (unsigned)(i / 4 % 8));
    }
    end(file);
}

static void root_kinds(FILE *file, uint32_t n)
{
    begin(file);
    fputs("o 10 1 8\no 20 2 8 10\n", file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "r %s %x 0\n", i % 2 == 0 ? "10" : "20", (unsigned)(i + 6));
    }
    end(file);
}

static void statics_of_many_types(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "t %x Acme.Holder%u\no %x 1 8\nr %x 4 0 %x\n", (unsigned)(i + 16),
                (unsigned)i, (unsigned)(i * 8 + 16), (unsigned)(i * 8 + 16), (unsigned)(i + 16));
    }
    end(file);
}

static void malformed_lines(FILE *file, uint32_t n)
{
    begin(file);
    fputs("o 10 1 8\nr 10 4 0 1\n", file);
    while (n-- > 0) {
        fputs("o zz\n\n? what\n", file);
    }
    end(file);
}

static void dangling_roots(FILE *file, uint32_t n)
{
    begin(file);
    fputs("o 10 1 8\nr 10 4 0 1\n", file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "r %x 3 %x\n", (unsigned)(0x1000 + i), (unsigned)(i % 8));
    }
    end(file);
}

/* ---- types -------------------------------------------------------------------------------- */

static void types(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "t %x N%u.T%u\no %x %x 8 %x\n", (unsigned)(i + 16), (unsigned)(i % 97),
                (unsigned)i, (unsigned)(i * 8 + 16), (unsigned)(i + 16), (unsigned)(i * 8 + 24));
    }
    fputs("r 10 4 0 1\n", file);
    end(file);
}

static void types_of_one_name(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "t %x Acme.Same\no %x %x 8\nr %x 4 0 1\n", (unsigned)(i + 16),
                (unsigned)(i * 8 + 16), (unsigned)(i + 16), (unsigned)(i * 8 + 16));
    }
    end(file);
}

static void unknown_types(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "o %x %x 8\n", (unsigned)(i * 8 + 16), (unsigned)(i + 16));
    }
    fputs("r 10 4 0 1\n", file);
    end(file);
}

/* Long names that differ only at the end. */
static void long_names(FILE *file, uint32_t n)
{
    uint32_t m = root_of(n);
    begin(file);
    for (uint32_t i = 0; i < m; i++) {
        fprintf(file, "t %x ", (unsigned)(i + 16));
        for (uint32_t k = 0; k < m; k++) {
            fputs(k % 8 == 7 ? "." : "n", file);
        }
        fprintf(file, "%u\no %x %x 8\nr %x 4 0 %x\n", (unsigned)i, (unsigned)(i * 8 + 16),
                (unsigned)(i + 16), (unsigned)(i * 8 + 16), (unsigned)(i + 16));
    }
    end(file);
}

/* One name of 2n bytes, with nested brackets. */
static void nested_name(FILE *file, uint32_t n)
{
    begin(file);
    fputs("t 10 ", file);
    for (uint32_t i = 0; i < n; i++) {
        fputs(i % 3 == 0 ? "L<" : i % 3 == 1 ? "A[" : "N.", file);
    }
    fputs("\no 10 10 8\nr 10 4 0 10\n", file);
    end(file);
}

static void long_domain(FILE *file, uint32_t n)
{
    fputs("a 2 ", file);
    while (n-- > 0) {
        fputs("d", file);
    }
    fputs("\nt 1 T\no 10 1 8\nr 10 4 0 1\n", file);
}

/* ---- graphs ------------------------------------------------------------------------------- */

static void object_line(FILE *file, uint32_t at, uint32_t type)
{
    fprintf(file, "o %x %x 8", (unsigned)(at * 8 + 16), (unsigned)type);
}

static void reference(FILE *file, uint32_t to) { fprintf(file, " %x", (unsigned)(to * 8 + 16)); }

static void chain(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i < n; i++) {
        object_line(file, i, 1 + i % 2);
        if (i + 1 < n) {
            reference(file, i + 1);
        }
        fputs("\n", file);
    }
    fputs("r 10 4 0 1\n", file);
    end(file);
}

/* A chain of garbage that ends in a cycle. */
static void garbage_chain(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i < n; i++) {
        object_line(file, i, 1 + i % 2);
        reference(file, i + 1 < n ? i + 1 : i / 2);
        fputs("\n", file);
    }
    end(file);
}

static void garbage_circles(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i + 1 < n; i += 2) {
        object_line(file, i, 1);
        reference(file, i + 1);
        fputs("\n", file);
        object_line(file, i + 1, 2);
        reference(file, i);
        fputs("\n", file);
    }
    end(file);
}

static void star(FILE *file, uint32_t n)
{
    begin(file);
    object_line(file, 0, 1);
    for (uint32_t i = 1; i < n; i++) {
        reference(file, i);
    }
    fputs("\nr 10 4 0 1\n", file);
    for (uint32_t i = 1; i < n; i++) {
        object_line(file, i, 2);
        fputs("\n", file);
    }
    end(file);
}

/* The same with a type for each object, so that what is done for each type is most of the work. */
static void star_of_types(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 1; i < n; i++) {
        fprintf(file, "t %x T%u\n", (unsigned)(i + 16), (unsigned)i);
        object_line(file, i, i + 16);
        fputs("\n", file);
    }
    object_line(file, 0, 1);
    for (uint32_t i = 1; i < n; i++) {
        reference(file, i);
    }
    fputs("\nr 10 4 0 1\n", file);
    end(file);
}

/* All objects are roots, and refer to one object. */
static void fan_in(FILE *file, uint32_t n)
{
    begin(file);
    object_line(file, 0, 1);
    fputs("\n", file);
    for (uint32_t i = 1; i < n; i++) {
        object_line(file, i, 2);
        reference(file, 0);
        fprintf(file, "\nr %x 3 0\n", (unsigned)(i * 8 + 16));
    }
    end(file);
}

static void repeated_references(FILE *file, uint32_t n)
{
    begin(file);
    object_line(file, 0, 1);
    while (n-- > 0) {
        reference(file, n % 2);
    }
    fputs("\n", file);
    object_line(file, 1, 2);
    fputs("\nr 10 4 0 1\n", file);
    end(file);
}

/* Each object refers to both objects of the next rung. */
static void ladder(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i < n; i++) {
        object_line(file, i, 1 + i % 2);
        if (i / 2 * 2 + 3 < n) {
            reference(file, i / 2 * 2 + 2);
            reference(file, i / 2 * 2 + 3);
        }
        fputs("\n", file);
    }
    fputs("r 10 4 0 1\n", file);
    end(file);
}

/* A chain, and as many leaves, to which its first and its last object refer. A search may reach the
 * leaves from the deep end, but their dominator is the first object. */
static void leaves_of_both_ends(FILE *file, uint32_t n)
{
    const uint32_t half = n / 2;
    begin(file);
    for (uint32_t i = 0; i < n; i++) {
        object_line(file, i, i % 2 + 1);
        if (i + 1 < half) {
            reference(file, i + 1);
        }
        for (uint32_t k = half; (i == 0 || i + 1 == half) && k < n; k++) {
            reference(file, k);
        }
        fputs("\n", file);
    }
    fputs("r 10 4 0 1\n", file);
    end(file);
}

/* A chain of objects that are all roots, and all refer back to the first one. */
static void comb(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i < n; i++) {
        object_line(file, i, 1);
        reference(file, i + 1 < n ? i + 1 : 0);
        reference(file, 0);
        fprintf(file, "\nr %x 3 0\n", (unsigned)(i * 8 + 16));
    }
    end(file);
}

/* Two sets of objects; each object of the first refers to all of the second. */
static void bipartite(FILE *file, uint32_t n)
{
    uint32_t m = root_of(n);
    begin(file);
    for (uint32_t i = 0; i < m; i++) {
        object_line(file, i, 1);
        for (uint32_t k = 0; k < m; k++) {
            reference(file, m + k);
        }
        fprintf(file, "\nr %x 3 0\n", (unsigned)(i * 8 + 16));
    }
    for (uint32_t k = 0; k < m; k++) {
        object_line(file, m + k, 2);
        fputs("\n", file);
    }
    end(file);
}

/* A chain. Each of its objects also holds a leaf, and each leaf has its own type. */
static void chain_of_types(FILE *file, uint32_t n)
{
    begin(file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "t %x N%u.T\n", (unsigned)(i + 16), (unsigned)i);
        object_line(file, 2 * i, 1);
        reference(file, 2 * i + 1);
        if (i + 1 < n) {
            reference(file, 2 * i + 2);
        }
        fputs("\n", file);
        object_line(file, 2 * i + 1, i + 16);
        fputs("\n", file);
    }
    fputs("r 10 4 0 1\n", file);
    end(file);
}

/* Leaves of one type in many collections, as in a leak. */
static void lists(FILE *file, uint32_t n)
{
    uint32_t at = 0, m = root_of(n);
    begin(file);
    fputs("t 3 System.Collections.Generic.List<Acme.Other>\n", file);
    for (uint32_t i = 0; i < m; i++) {
        uint32_t head = at++;
        object_line(file, head, 3);
        for (uint32_t k = 0; k < m; k++) {
            reference(file, at + k);
        }
        fprintf(file, "\nr %x 4 0 1\n", (unsigned)(head * 8 + 16));
        for (uint32_t k = 0; k < m; k++) {
            object_line(file, at++, 2);
            fputs("\n", file);
        }
    }
    end(file);
}

#define SHAPE(function, size, id)                                                                  \
    {                                                                                              \
        "log " #function, GROWTH_HEAP, size, id, function, NULL                                    \
    }

const growth_shape growth_logs[] = {
    SHAPE(many_sections, 500, "10"),
    SHAPE(empty_sections, 16000, NULL),
    SHAPE(sections_of_one_domain, 500, "10"),
    SHAPE(shared_id_below_chain, 500, "10"),
    SHAPE(references_to_other_sections, 4000, "10"),
    SHAPE(dangling_in_sections, 500, "10"),
    SHAPE(duplicates, 1000, "10"),
    SHAPE(roots_of_one_object, 1000, "10"),
    SHAPE(root_kinds, 1000, "10"),
    SHAPE(statics_of_many_types, 500, "10"),
    SHAPE(malformed_lines, 1000, "10"),
    SHAPE(dangling_roots, 1000, "10"),
    SHAPE(types, 500, "10"),
    SHAPE(types_of_one_name, 500, "10"),
    SHAPE(unknown_types, 1000, "10"),
    SHAPE(long_names, 10000, "10"),
    SHAPE(nested_name, 4000, "10"),
    SHAPE(long_domain, 4000, "10"),
    SHAPE(chain, 1000, "10"),
    SHAPE(garbage_chain, 1000, "10"),
    SHAPE(garbage_circles, 1000, "10"),
    SHAPE(star, 1000, "10"),
    SHAPE(star_of_types, 1500, "10"),
    SHAPE(fan_in, 500, "10"),
    SHAPE(repeated_references, 2000, "10"),
    SHAPE(ladder, 1000, "10"),
    SHAPE(leaves_of_both_ends, 1000, "10"),
    SHAPE(comb, 500, "10"),
    SHAPE(bipartite, 4000, "10"),
    SHAPE(chain_of_types, 1000, "10"),
    SHAPE(lists, 2500, "10"),
};

const size_t growth_n_logs = sizeof growth_logs / sizeof growth_logs[0];
