/* peer_igraph.c - dominators by igraph (https://igraph.org), 0.10 and later. */
#include "peers.h"

#include <igraph/igraph.h>

#include <time.h>

static double seconds_since(clock_t began) { return (double)(clock() - began) / CLOCKS_PER_SEC; }

/* Converts the graph, and finds the dominators. After an error, igraph frees what is on its own
 * cleanup stack; the rest stays allocated until the process ends. */
static igraph_error_t find(const peer_graph *graph, igraph_t *built, igraph_vector_int_t *found,
                           peer_result *result)
{
    igraph_vector_int_t edges;
    clock_t began = clock();
    igraph_integer_t at = 0;
    IGRAPH_CHECK(igraph_vector_int_init(&edges, 2 * (igraph_integer_t)graph->first[graph->n]));
    for (uint32_t v = 0; v < graph->n; v++) {
        for (uint32_t i = graph->first[v]; i < graph->first[v + 1]; i++) {
            VECTOR(edges)[at++] = v;
            VECTOR(edges)[at++] = graph->to[i];
        }
    }
    IGRAPH_CHECK(igraph_create(built, &edges, graph->n, IGRAPH_DIRECTED));
    igraph_vector_int_destroy(&edges);
    IGRAPH_CHECK(igraph_vector_int_init(found, 0));
    result->build = seconds_since(began);
    began = clock();
    IGRAPH_CHECK(igraph_dominator_tree(built, 0, found, NULL, NULL, IGRAPH_OUT));
    result->dominators = seconds_since(began);
    return IGRAPH_SUCCESS;
}

int peer_igraph(const peer_graph *graph, peer_result *result)
{
    igraph_vector_int_t found;
    igraph_t built;
    if (find(graph, &built, &found, result) != IGRAPH_SUCCESS) {
        return 1;
    }
    for (uint32_t v = 0; v < graph->n; v++) {
        igraph_integer_t dominator = VECTOR(found)[v];
        result->dominator[v] = dominator < 0 ? PEER_NONE : (uint32_t)dominator;
    }
    igraph_vector_int_destroy(&found);
    igraph_destroy(&built);
    return 0;
}
