/* peers.h - dominators by graph libraries, one file for each library.
 *
 * Vertex 0 is the virtual root, with edges to the objects of the root set. Vertex i + 1 is object
 * i.
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
    uint32_t *dominator; /* by vertex; PEER_NONE: unreachable; undefined for vertex 0 */
    double build;        /* CPU seconds for converting the graph to the library's form */
    double dominators;   /* CPU seconds for finding the dominators */
} peer_result;

/* Return 0 on success. Each function exists only if its library was found. */
int peer_igraph(const peer_graph *graph, peer_result *result);
int peer_boost(const peer_graph *graph, peer_result *result);

#ifdef __cplusplus
}
#endif

#endif
