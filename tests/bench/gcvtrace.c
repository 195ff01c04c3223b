/* gcvtrace.c - writes a .nettrace of any size with one heap dump, for measuring the reader.
 *
 *   gcvtrace NODES FILE
 *
 * There are 3000 types, and on average 2 references a node: the first to the next node, three
 * quarters of the others to nodes close by. Nodes are in the order of their addresses. Events are
 * as large as those of the runtime, with a sequence point every 10 MB. The same number of nodes
 * gives the same file.
 */
#include "bench/gen_rng.h"
#include "support/nettrace_sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 3000, NODES_MAX = 1700, EDGES_MAX = 3, POINT_EVERY = 90, TIME = 1000 };

static uint64_t address_of(uint64_t node) { return UINT64_C(0x7f0000000000) + node * 48; }

/* Writes the first `n` bytes to the file. The writer pads blocks to 4 bytes by the size of what it
 * holds, so `n` must be a multiple of 4, except at the end of the file. */
static void write_out(trace_writer *w, size_t n, FILE *file)
{
    if (fwrite(w->out.data, 1, n, file) != n) {
        fprintf(stderr, "gcvtrace: cannot write\n");
        exit(1);
    }
    memmove(w->out.data, w->out.data + n, w->out.n - n);
    w->out.n -= n;
}

static void send(trace_writer *w, uint32_t id, FILE *file)
{
    sample_send(w, id, 1, TIME);
    trace_close_block(w);
    write_out(w, w->out.n & ~(size_t)3, file);
}

static void send_types(trace_writer *w, FILE *file)
{
    char name[64];
    for (uint32_t i = 1; i <= TYPES; i++) {
        (void)snprintf(name, sizeof name, "Acme.Shop.Models.Thing%u`1[System.String]", (unsigned)i);
        sample_type(w, TIME, i, 1, 0, name, 0);
        trace_close_block(w);
        write_out(w, w->out.n & ~(size_t)3, file);
    }
}

static void send_nodes(trace_writer *w, uint32_t index, uint32_t first, uint32_t count,
                       uint32_t *degrees, struct rng *rng, FILE *file)
{
    sample_open(index, count);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t size = rng_below(rng, 5) == 0 ? 24 + rng_below(rng, 4000) : 24 + i % 8 * 8;
        degrees[i] = 1 + rng_below(rng, EDGES_MAX);
        sample_node(8, address_of(first + i), size, 1 + rng_below(rng, TYPES), degrees[i]);
    }
    send(w, ID_NODES, file);
}

/* The first reference of a node is to the next node, so all nodes are reachable. */
static void send_edges(trace_writer *w, uint32_t index, uint32_t first, uint32_t count,
                       const uint32_t *degrees, uint32_t n, struct rng *rng, FILE *file)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += degrees[i];
    }
    sample_open(index, sum);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < degrees[i]; k++) {
            uint64_t target = (uint64_t)first + i + (k == 0 ? 1 : rng_below(rng, 60));
            if (k > 0 && rng_below(rng, 4) == 0) {
                target = rng_below(rng, n);
            }
            sample_edge(8, address_of(target < n ? target : first));
        }
    }
    send(w, ID_EDGES, file);
}

int main(int argc, char **argv)
{
    static trace_writer w;
    static uint32_t degrees[NODES_MAX];
    uint32_t n = argc > 2 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0, index = 0;
    struct rng rng = {1};
    FILE *file;
    if (n < 1) {
        fprintf(stderr, "usage: gcvtrace NODES FILE\n");
        return 2;
    }
    file = fopen(argv[2], "wb");
    if (file == NULL) {
        fprintf(stderr, "gcvtrace: cannot write %s\n", argv[2]);
        return 1;
    }
    sample_begin(&w, TRACE_V4, 8);
    sample_start(&w, TIME - 1, 1);
    send_types(&w, file);
    for (uint32_t first = 0; first < n; first += NODES_MAX, index++) {
        uint32_t count = n - first < NODES_MAX ? n - first : NODES_MAX;
        send_nodes(&w, index, first, count, degrees, &rng, file);
        send_edges(&w, index, first, count, degrees, n, &rng, file);
        if (index % POINT_EVERY == POINT_EVERY - 1) {
            trace_point(&w, 3);
        }
    }
    sample_open(0, 1);
    put_ptr(&sample_event, address_of(0), 8);
    put_u8(&sample_event, 2);
    put_u32(&sample_event, 0);
    put_u64(&sample_event, 0);
    send(&w, ID_ROOTS, file);
    sample_end(&w, TIME + 1, 1);
    trace_end(&w);
    write_out(&w, w.out.n, file);
    return fclose(file) == 0 ? 0 : 1;
}
