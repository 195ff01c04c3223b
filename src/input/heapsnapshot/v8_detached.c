/* v8_detached.c - DOM nodes that are not in a document; see v8_reader.h.
 *
 * The file gives the state of some nodes. The state spreads as in DevTools: first from attached
 * nodes along edges to nodes without a state of their own, then from detached nodes. Time: O(edges
 * between DOM nodes × log of their number). Memory: two bytes a node, and only if some node has a
 * state.
 */
#include "input/heapsnapshot/v8_reader.h"

enum { UNKNOWN, ATTACHED, DETACHED };

static void spread(gcv_v8 *v8, uint8_t *states, uint8_t state)
{
    const gcv_v8_note_column *edges = &v8->dom_edges;
    gcv_u32_column queue = {NULL, 0, 0};
    for (size_t i = 0; i < v8->stated.n; i++) {
        if (v8->stated.data[i].is == state) {
            gcv_u32_column_push(v8->ctx, &queue, v8->stated.data[i].node);
        }
    }
    for (size_t at = 0; at < queue.n; at++) {
        uint32_t source = queue.data[at];
        for (size_t i = gcv_v8_first_edge(edges->data, sizeof(gcv_v8_note), edges->n, source);
             i < edges->n && edges->data[i].node == source; i++) {
            uint32_t to = edges->data[i].is;
            if (states[to] == UNKNOWN) {
                states[to] = state;
                gcv_u32_column_push(v8->ctx, &queue, to);
            }
        }
    }
    gcv_u32_column_release(v8->ctx, &queue);
}

/* Changes the key of a node to the same key with `detached` set. */
static void mark_node(gcv_v8 *v8, uint32_t node)
{
    gcv_v8_key key = v8->keys.data[gcv_v8_node_key(v8, node)];
    key.detached = true;
    v8->detached++;
    gcv_v8_set_key(v8, node, gcv_v8_key_for(v8, &key));
}

void gcv_v8_spread(gcv_v8 *v8)
{
    if (v8->stated.n == 0) {
        return;
    }
    uint8_t *states = gcv_alloc_zeroed(v8->ctx, (size_t)v8->n_nodes, 1);
    for (size_t i = 0; i < v8->stated.n; i++) {
        states[v8->stated.data[i].node] = (uint8_t)v8->stated.data[i].is;
    }
    spread(v8, states, ATTACHED);
    spread(v8, states, DETACHED);
    for (uint32_t i = 0; i < v8->n_nodes; i++) {
        if (states[i] == DETACHED) {
            mark_node(v8, i);
        }
    }
    gcv_free(v8->ctx, states);
    gcv_v8_note_column_release(v8->ctx, &v8->dom_edges);
}
