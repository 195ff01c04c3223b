/* peers.h - dominators by other people's libraries, each in a file of its own.
 *
 * Vertex 0 leads to the objects of the root set, vertex i + 1 is object i.
 */
#ifndef GCVPEERS_PEERS_H
#define GCVPEERS_PEERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PEER_NONE UINT32_MAX

typedef struct peer_graph {
    uint32_t n;            /* vertices */
    const uint32_t *first; /* n + 1: edges of v are to[first[v]] … to[first[v + 1] - 1] */
    const uint32_t *to;
} peer_graph;

typedef struct peer_result {
    uint32_t *dominator; /* n; PEER_NONE for what is not reachable; of vertex 0: anything */
    double build;      /* seconds of processor time to put the graph into the library's form … */
    double dominators; /* … and to find the dominators */
} peer_result;

/* 0: done. Without its library a peer is not built. */
int peer_igraph(const peer_graph *graph, peer_result *result);
int peer_boost(const peer_graph *graph, peer_result *result);

#ifdef __cplusplus
}
#endif

#endif
