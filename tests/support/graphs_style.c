/* graphs_style.c - the appearance of a heap in a dump: ids, names, times; see graphs.h. */
#include "support/graphs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

graph_style graph_style_plain(void)
{
    graph_style style;
    memset(&style, 0, sizeof style);
    return style;
}

graph_style graph_style_random(uint64_t seed)
{
    graph_style style = graph_style_plain();
    uint64_t random = seed;
    style.seed = seed;
    style.ids = graph_chance(&random, 25) ? GRAPH_IDS_BLOCKS
                                          : (graph_ids)graph_below(&random, GRAPH_IDS_KINDS);
    style.encoding =
        graph_chance(&random, 80) ? GRAPH_UTF8 : (graph_encoding)graph_below(&random, 4);
    style.shuffled = graph_chance(&random, 50);
    style.early = graph_chance(&random, 10);
    style.renumbered = graph_chance(&random, 50);
    style.retyped = graph_chance(&random, 10);
    style.untimed = graph_chance(&random, 10);
    style.upper = graph_chance(&random, 20);
    style.prefixed = graph_chance(&random, 10);
    style.crlf = graph_chance(&random, 20);
    style.untidy = graph_chance(&random, 10);
    style.last_cut = graph_chance(&random, 20);
    style.garbage = graph_chance(&random, 10) ? 1 + graph_below(&random, 8) : 0;
    return style;
}

/* Some blocks with gaps between them, each with steps of one width, as in real heaps. */
static uint64_t block_id(const graph *g, uint64_t seed, uint32_t label)
{
    static const uint64_t steps[] = {1, 8, 24, 520},
                          gaps[] = {0x100, 0x90008, 0x2000000, 0x1000000000};
    static const uint32_t blocks[] = {1, 2, 8, 16};
    const uint64_t step = steps[seed & 3], gap = gaps[seed >> 2 & 3];
    const uint32_t length = g->n_plain / blocks[seed >> 4 & 3] + 1;
    return 0x24b0000 + label / length * (length * step + 16 + gap) + label % length * step +
           (step > 8 ? (graph_mix(seed, label) & 1) * 8 : 0);
}

static uint64_t uneven_id(uint64_t seed, uint32_t label)
{
    static const uint64_t steps[] = {1, 8, 16, 0x100000, UINT64_C(0x200000004)};
    const uint32_t group = label / 16, within = label % 16;
    return (UINT64_C(1) + group) * UINT64_C(0x10000000001) +
           within * steps[graph_mix(seed, group) % 5];
}

static uint64_t plain_id(const graph *g, const graph_style *style, uint32_t label)
{
    switch (style->ids) {
    case GRAPH_IDS_ZERO:
        return label;
    case GRAPH_IDS_BYTES:
        return UINT64_MAX - (g->n_plain - 1 - label);
    case GRAPH_IDS_SEGMENTS:
        return (UINT64_C(1) + label / 37) * UINT64_C(0x700000000) + label % 37 * UINT64_C(24) +
               (graph_mix(style->seed, label) & 1) * 8;
    case GRAPH_IDS_UNEVEN:
        return uneven_id(style->seed, label);
    case GRAPH_IDS_BLOCKS:
        return block_id(g, style->seed, label);
    case GRAPH_IDS_DESCENDING:
        return UINT64_C(0x7fff00000000) - label * UINT64_C(24);
    case GRAPH_IDS_RANDOM:
        return graph_scramble(style->seed + label * UINT64_C(0x9e3779b97f4a7c15));
    case GRAPH_IDS_DENSE:
    case GRAPH_IDS_KINDS:
    default:
        return UINT64_C(1) + label;
    }
}

/* The id of a label without object is derived from the id of another label: slightly off if ids are
 * multiples of 8, or far away.
 */
uint64_t graph_id(const graph *g, const graph_style *style, uint32_t label)
{
    const uint64_t chosen = graph_mix(style->seed, label);
    const uint32_t other = (uint32_t)(chosen % g->n_plain);
    const bool aligned = style->ids == GRAPH_IDS_SEGMENTS || style->ids == GRAPH_IDS_DESCENDING ||
                         (style->ids == GRAPH_IDS_BLOCKS && (style->seed & 3) != 0);
    if (label < g->n_plain) {
        return plain_id(g, style, label);
    }
    if (aligned && (chosen >> 40 & 3) != 0) {
        return plain_id(g, style, other) + 1 + (chosen >> 44) % 7;
    }
    if (style->ids == GRAPH_IDS_UNEVEN) { /* far from all groups */
        return plain_id(g, style, other) + (UINT64_C(1) << (56 + (chosen >> 50) % 7));
    }
    return plain_id(g, style, other) + (UINT64_C(1) << (30 + (chosen >> 50) % 33));
}

uint64_t graph_type_id(const graph_style *style, uint32_t section, uint32_t type)
{
    const uint64_t scatter = graph_mix(style->seed, section);
    if (!style->renumbered) {
        return UINT64_C(1) + type;
    }
    if ((scatter >> 50 & 1) != 0) { /* in pairs that agree in the low half */
        return (((type / 2 + (scatter & 0xffff)) & 0xffff) ^ (scatter >> 16 & 0xffffff)) +
               ((uint64_t)(type & 1) << 40);
    }
    return ((type + (scatter & 0xffff)) & 0xffff) ^ (scatter >> 16 & 0xffffff);
}

size_t graph_hex_digits(uint64_t value, bool upper, char digits[17])
{
    const char *alphabet = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    size_t n = 1;
    while (n < 16 && value >> (4 * n) != 0) {
        n++;
    }
    for (size_t i = 0; i < n; i++) {
        digits[i] = alphabet[value >> (4 * (n - 1 - i)) & 15];
    }
    digits[n] = '\0';
    return n;
}

/* Which name a type has depends on the heap, so that few types suffice to cover all names. The last
 * two names are always the same, so several types may share them. In one heap of four all types are
 * in the first two namespaces, which are groups then; in one of eight only the size classes in
 * their names differ, which fingerprints leave out. */
static int put_telling_name(const graph *g, uint32_t number, char name[GRAPH_NAME_MAX])
{
    static const struct {
        const char *before, *after;
    } forms[] = {
        {"Acme.Shop.N", "Page"},
        {"Microsoft.Host.N", ""},
        {"Microsoft.Host.N", "Scope"},
        {"Acme.N", ".LoginPage"},
        {"Acme.N", ".Cart"},
        {"Acme.N", ".Cart[]"},
        {"Acme.N", "+<>c__DisplayClass1_0"},
        {"System.N", ".Session"},
        {"System.N", ".Rest"},
        {"System.N", ".List"},
        {"System.N", ".EventHandler"},
        {"System.N", ".Callback"},
        {"System.N", ".Task"},
        {"System.N", ".ThreadLocal"},
        {"System.N", ".CancellationTokenSource"},
        {"System.Threading.Timer", ""},
        {"System.String", NULL},
        {"System.Object[]", NULL},
    };
    const uint64_t kind = graph_mix(g->seed, 4) % 8;
    const size_t n = kind % 4 == 0 ? 3 : sizeof forms / sizeof forms[0];
    const size_t form = (size_t)(graph_mix(g->seed, number) % n);
    if (kind == 1) {
        return snprintf(name, GRAPH_NAME_MAX, "Acme.Blob (Bytes > %" PRIu32 "K)", number);
    }
    return forms[form].after != NULL ? snprintf(name, GRAPH_NAME_MAX, "%s%" PRIu32 "%s",
                                                forms[form].before, number, forms[form].after)
                                     : snprintf(name, GRAPH_NAME_MAX, "%s", forms[form].before);
}

/* The same for V8, whose heaps are recognised by the first two names. In one heap of four most
 * objects are functions and their parts. */
static int put_script_name(const graph *g, uint32_t number, char name[GRAPH_NAME_MAX])
{
    static const struct {
        const char *before, *after;
    } forms[] = {
        {"(array)", NULL},
        {"(string)", NULL},
        {"Cart", ""},
        {"Page", "Page"},
        {"Server", NULL},
        {"Request", NULL},
        {"TCP", NULL},
        {"Detached <i", ">"},
        {"Function", NULL},
        {"system / Context", NULL},
        {"Object", NULL},
        {"Map", NULL},
        {"Timeout", NULL},
        {"Promise", NULL},
        {"AbortSignal", NULL},
        {"AsyncContextFrame", NULL},
        {"HTML", "Element"},
        {"system / Map", NULL},
        {"(concatenated string)", NULL},
    };
    static const char *const parts[] = {
        "Function",    "(compiled code)", "Function", "(array)",  "system / Context",
        "(prototype)", "(object shape)",  "Promise",  "Function", "Generator"};
    const size_t form = (size_t)(graph_mix(g->seed, number) % (sizeof forms / sizeof forms[0]));
    if (graph_mix(g->seed, 4) % 4 == 0 && number % 8 != 0) {
        return snprintf(name, GRAPH_NAME_MAX, "%s",
                        parts[number % (sizeof parts / sizeof parts[0])]);
    }
    return forms[form].after != NULL ? snprintf(name, GRAPH_NAME_MAX, "%s%" PRIu32 "%s",
                                                forms[form].before, number, forms[form].after)
                                     : snprintf(name, GRAPH_NAME_MAX, "%s", forms[form].before);
}

size_t graph_type_name(const graph *g, const graph_style *style, uint32_t section, uint32_t type,
                       char name[GRAPH_NAME_MAX])
{
    static const char *const before[] = {"T",
                                         "Acme.Cache<System.String, Acme.K",
                                         "System.Byte[]",
                                         "a b  c ",
                                         "\xc3\x89t\xe2\x82\xac",
                                         "t",
                                         "T"};
    static const char *const after[] = {"", ">", "", "", "", "[,]", "+<>c"};
    const uint32_t number = g->types[type].name;
    char digits[17];
    int size;
    if (g->types[type].recorded && style->script) {
        size = put_script_name(g, number, name);
    } else if (g->types[type].recorded && style->telling) {
        size = put_telling_name(g, number, name);
    } else if (g->types[type].recorded) {
        size = snprintf(name, GRAPH_NAME_MAX, "%s%" PRIu32 "%s", before[number % 7], number,
                        after[number % 7]);
    } else {
        graph_hex_digits(graph_type_id(style, section, type), false, digits);
        size = snprintf(name, GRAPH_NAME_MAX, "<unknown type %s>", digits);
    }
    return (size_t)size;
}

void graph_domain_name(uint32_t section, char name[GRAPH_NAME_MAX])
{
    static const char *const forms[] = {"Shop.exe", "Plug in host.exe", "Zwei\xc3\xa4", "cafe"};
    if (section < 4) {
        snprintf(name, GRAPH_NAME_MAX, "%s", forms[section]);
    } else {
        snprintf(name, GRAPH_NAME_MAX, "Domain%" PRIu32 ".exe", section);
    }
}

uint64_t graph_started(uint32_t section)
{
    return UINT64_C(0x763f9d2) + section * UINT64_C(0x1000);
}

uint64_t graph_ended(uint32_t section) { return graph_started(section) + 0x1ed; }
