/* gcvgcdump.c - writes a .gcdump of any size, for measuring the reader.
 *
 *   gcvgcdump NODES FILE [SPREAD]
 *
 * There are 3000 types in two modules, and on average 2 references a node: the first to the next
 * node, three quarters of the others to nodes close by. Nodes are in the order of their addresses.
 * With SPREAD, each node swaps its address with one of the next SPREAD nodes, as in files of tools
 * that number nodes in the order of first mention. The same arguments give the same file.
 */
#include "support/gcdump_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 3000, NAME_MAX_SIZE = 64 };

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint32_t below(uint64_t *state, uint64_t n) { return (uint32_t)(next(state) % n); }

static void *take(size_t n, size_t element)
{
    void *block = calloc(n, element);
    if (block == NULL) {
        fprintf(stderr, "gcvgcdump: out of memory\n");
        exit(1);
    }
    return block;
}

static void make_types(gcdump_type *types, char (*names)[NAME_MAX_SIZE])
{
    types[0].name = "UNDEFINED";
    types[1].name = "[.NET Roots]";
    for (uint32_t i = 2; i < TYPES; i++) {
        (void)snprintf(names[i], NAME_MAX_SIZE, "Acme.Shop.Models.Thing%u<System.String>",
                       (unsigned)i);
        types[i].name = names[i];
        types[i].size = 24 + (int32_t)(i % 8) * 8;
        types[i].module = i % 3 != 0 ? "/usr/share/dotnet/shop.dll" : "/app/acme.dll";
    }
}

static void place(gcdump_node *nodes, uint32_t n, uint32_t spread, uint64_t *state)
{
    for (uint32_t i = 1; i < n; i++) {
        nodes[i].address = UINT64_C(0x7f0000000000) + (uint64_t)i * 48;
    }
    for (uint32_t i = 1; spread > 0 && i + 1 < n; i++) {
        uint32_t other = i + below(state, n - i < spread ? n - i : spread);
        uint64_t address = nodes[i].address;
        nodes[i].address = nodes[other].address;
        nodes[other].address = address;
    }
}

/* Makes the references of a node. The first one is to the next node, so all nodes are reachable. */
static uint32_t refer(gcdump_node *node, uint32_t index, uint32_t n, uint32_t *children,
                      uint32_t at, uint64_t *state)
{
    node->first = at;
    node->n = index == 0 ? 1 : 1 + below(state, 3);
    for (uint32_t k = 0; k < node->n; k++) {
        uint64_t near = (uint64_t)index + below(state, 60);
        children[at++] = k == 0 && index + 1 < n ? index + 1
                         : below(state, 4) == 0  ? 1 + below(state, n - 1)
                         : near < n              ? (uint32_t)near
                                                 : index;
    }
    return at;
}

int main(int argc, char **argv)
{
    uint32_t n = argc > 2 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0, at = 0;
    uint32_t spread = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0;
    gcdump_type *types = take(TYPES, sizeof *types);
    char(*names)[NAME_MAX_SIZE] = take(TYPES, sizeof *names);
    gcdump_node *nodes = take((size_t)n + 1, sizeof *nodes);
    uint32_t *children = take((size_t)n * 4 + 4, sizeof *children);
    uint64_t state = 1;
    gcdump_model model;
    size_t size;
    FILE *file;
    if (n < 2) {
        fprintf(stderr, "usage: gcvgcdump NODES FILE [SPREAD]\n");
        return 2;
    }
    make_types(types, names);
    place(nodes, n, spread, &state);
    for (uint32_t i = 0; i < n; i++) {
        nodes[i].type = i == 0 ? 1 : 2 + below(&state, TYPES - 2);
        nodes[i].size = i > 0 && below(&state, 5) == 0 ? (int32_t)below(&state, 4000) : -1;
        at = refer(&nodes[i], i, n, children, at, &state);
    }
    gcdump_model_init(&model);
    model.types = types;
    model.n_types = TYPES;
    model.nodes = nodes;
    model.n_nodes = n;
    model.children = children;
    unsigned char *bytes = gcdump_write(&model, &size);
    file = fopen(argv[2], "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        fprintf(stderr, "gcvgcdump: cannot write %s\n", argv[2]);
        return 1;
    }
    free(bytes);
    free(children);
    free(nodes);
    free(names);
    free(types);
    return 0;
}
