/* shapes_text.c - rules, suppressions and globs designed to be slow, and logs with long lines or in
 * UTF-16. */
#include "growth/growth.h"

static void types(FILE *file, uint32_t n)
{
    fputs("a 2 main\n", file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "t %x N%u.T%u\no %x %x 8\nr %x 4 0 1\n", (unsigned)(i + 16),
                (unsigned)(i % 97), (unsigned)i, (unsigned)(i * 8 + 16), (unsigned)(i + 16),
                (unsigned)(i * 8 + 16));
    }
    fputs("c main\n", file);
}

static void rules(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "count(N%u.*) <= %u\n", (unsigned)i, (unsigned)i);
    }
}

static void rules_of_types(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "retained(N%u.T%u) <= %u\n", (unsigned)(i % 97), (unsigned)i, (unsigned)i);
    }
}

/* n rules about the same names: all names, or those that begin with T. */
static void same_rules(FILE *file, uint32_t n)
{
    static const char *const forms[] = {"count", "bytes", "retained", "pinned count"};
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "%s(*%s) <= %u\n", forms[i % 4], i % 8 < 4 ? "T*" : "", (unsigned)i);
    }
}

/* Writes a rule whose glob must be matched with the names of all types, or of all namespaces. */
static void wild_rule(FILE *file, uint32_t i)
{
    static const char *const parts[][2] = {{"count(*T", "*) <= 1"},
                                           {"retained(*", ") <= 1"},
                                           {"bytes(namespace *", ") <= 1"},
                                           {"forbid *X", "*"}};
    fprintf(file, "%s%u%s\n", parts[i % 4][0], (unsigned)i, parts[i % 4][1]);
}

static void wild_rules(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        wild_rule(file, i);
    }
}

static void some_wild_rules(FILE *file, uint32_t n)
{
    (void)n;
    wild_rules(file, 60);
}

static void some_types(FILE *file, uint32_t n)
{
    (void)n;
    types(file, 60);
}

static void malformed_rules(FILE *file, uint32_t n)
{
    while (n-- > 0) {
        fputs("cuont(x) <= 1\n", file);
    }
}

static void suppressions(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "%012lx\nN%u.X*\n", (unsigned long)i * 7919, (unsigned)i);
    }
}

/* Globs that begin with N, as the names of all suspects do, so each must be matched with all. */
static void alike_suppressions(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n && i < 1000; i++) {
        fprintf(file, "N*.X%u\n", (unsigned)i);
    }
}

static void names_of_types(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "N%u.T%u\n", (unsigned)(i % 97), (unsigned)(i + 1));
    }
}

/* ---- globs -------------------------------------------------------------------------------- */

/* Four names with n characters together. A long glob matches each of them almost to its end. */
static void names(FILE *file, uint32_t n)
{
    fputs("a 2 main\n", file);
    for (uint32_t i = 0; i < 4; i++) {
        fprintf(file, "t %x ", (unsigned)(i + 16));
        for (uint32_t k = 0; k < n / 4; k++) {
            fputc("ab"[k % 2], file);
        }
        fprintf(file, "%u\no %x %x 8\nr %x 4 0 %x\n", (unsigned)i, (unsigned)(i * 8 + 16),
                (unsigned)(i + 16), (unsigned)(i * 8 + 16), (unsigned)(i + 16));
    }
    fputs("c main\n", file);
}

/* ---- lines -------------------------------------------------------------------------------- */

static void long_malformed_line(FILE *file, uint32_t n)
{
    fputs("a 2 main\nt 1 T\no 10 1 8\nr 10 4 0 1\no 18 1 8", file);
    while (n-- > 0) {
        fputs(" zz", file);
    }
    fputs("\nc main\n", file);
}

static void long_references(FILE *file, uint32_t n)
{
    fputs("a 2 main\nt 1 T\no 10 1 8", file);
    while (n-- > 0) {
        fputs(" ffffffffffffffff", file);
    }
    fputs("\nr 10 4 0 1\nc main\n", file);
}

static void put_utf16(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        fputc(*text, file);
        fputc('\0', file);
    }
}

static void utf16(FILE *file, uint32_t n)
{
    char line[64];
    fputs("\xff\xfe", file);
    put_utf16(file, "a 2 main\nt 1 T\nr 10 4 0 1\n");
    for (uint32_t i = 0; i < n; i++) {
        (void)snprintf(line, sizeof line, "o %x 1 8 %x\n", (unsigned)(i * 8 + 16),
                       (unsigned)(i * 8 + 24));
        put_utf16(file, line);
    }
    put_utf16(file, "c main\n");
}

const growth_shape growth_texts[] = {
    {"text rules", GROWTH_HEAP | GROWTH_RULES, 400, "10", types, rules},
    {"text rules of types", GROWTH_HEAP | GROWTH_RULES, 100, "10", types, rules_of_types},
    {"text rules of one name", GROWTH_HEAP | GROWTH_RULES, 200, "10", types, same_rules},
    {"text rules with wildcards", GROWTH_HEAP | GROWTH_RULES, 200, "10", some_types, wild_rules},
    {"text types for wildcards", GROWTH_HEAP | GROWTH_RULES, 200, "10", types, some_wild_rules},
    {"text malformed rules", GROWTH_HEAP | GROWTH_RULES, 500, "10", types, malformed_rules},
    {"text suppressions", GROWTH_HEAP | GROWTH_SUPPRESSIONS, 100, "10", types, suppressions},
    {"text alike suppressions", GROWTH_HEAP | GROWTH_SUPPRESSIONS, 1600, "10", types,
     alike_suppressions},
    {"text suppressed types", GROWTH_HEAP | GROWTH_SUPPRESSIONS, 100, "10", types, names_of_types},
    {"text glob", GROWTH_HEAP | GROWTH_GLOB, 1000, "10", names, NULL},
    {"text glob of singles", GROWTH_HEAP | GROWTH_GLOB | GROWTH_SINGLES, 4000, "10", names, NULL},
    {"text glob to be tried", GROWTH_HEAP | GROWTH_GLOB | GROWTH_TRIED, 4000, "10", names, NULL},
    {"text long_malformed_line", GROWTH_HEAP, 4000, "10", long_malformed_line, NULL},
    {"text long_references", GROWTH_HEAP, 2000, "10", long_references, NULL},
    {"text utf16", GROWTH_HEAP, 1000, "10", utf16, NULL},
};

const size_t growth_n_texts = sizeof growth_texts / sizeof growth_texts[0];
