/* v8_detached.c - DOM nodes that are not in a document; see v8_reader.h.
 *
 * The file gives the state of some nodes. The state spreads as in DevTools: first from attached
 * nodes along edges to nodes without a state of their own, then from detached nodes. Time: O(edges
 * between DOM nodes × log of their number). Memory: two bytes a node, and only if some node has a
 * state.
 */
#include "input/heapsnapshot/v8_reader.h"

#include "base/error.h"

enum { UNKNOWN, ATTACHED, DETACHED };

static gcv_status spread(gcv_v8 *v8, uint8_t *states, uint8_t state, gcv_error *err)
{
    const gcv_v8_dom_edge_column *edges = &v8->dom_edges;
    gcv_u32_column queue = {NULL, 0, 0};
    gcv_status status = GCV_OK;
    size_t i, at;
    for (i = 0; status == GCV_OK && i < v8->stated.n; i++) {
        if (v8->states.data[i] == state) {
            status = gcv_u32_column_push(v8->ctx, &queue, v8->stated.data[i], err);
        }
    }
    for (at = 0; status == GCV_OK && at < queue.n; at++) {
        uint32_t source = queue.data[at];
        for (i = gcv_v8_first_edge(edges->data, sizeof(gcv_v8_dom_edge), edges->n, source);
             status == GCV_OK && i < edges->n && edges->data[i].source == source; i++) {
            uint32_t to = edges->data[i].to;
            if (states[to] == UNKNOWN) {
                states[to] = state;
                status = gcv_u32_column_push(v8->ctx, &queue, to, err);
            }
        }
    }
    gcv_u32_column_release(v8->ctx, &queue);
    return status;
}

/* Changes the key of a node to the same key with `detached` set. */
static gcv_status mark_key(gcv_v8 *v8, uint32_t *at, gcv_error *err)
{
    gcv_v8_key key = v8->keys.data[*at];
    key.detached = true;
    v8->detached++;
    return gcv_v8_key_for(v8, &key, at, err);
}

static gcv_status mark(gcv_v8 *v8, const uint8_t *states, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && v8->graph && i < v8->n_nodes; i++) {
        if (states[i] == DETACHED) {
            status = mark_key(v8, &v8->rows.type.data[i], err);
        }
    }
    for (i = 0; status == GCV_OK && !v8->graph && i < v8->specials.n; i++) {
        gcv_v8_special *special = &v8->specials.data[i];
        if (states[special->node] == DETACHED) {
            status = mark_key(v8, &special->key, err);
        }
    }
    return status;
}

gcv_status gcv_v8_spread(gcv_v8 *v8, gcv_error *err)
{
    uint8_t *states;
    gcv_status status = GCV_OK;
    size_t i;
    if (v8->stated.n == 0) {
        return GCV_OK;
    }
    states = gcv_alloc_zeroed(v8->ctx, (size_t)v8->n_nodes, 1, err);
    if (states == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < v8->stated.n; i++) {
        states[v8->stated.data[i]] = v8->states.data[i];
    }
    status = spread(v8, states, ATTACHED, err);
    if (status == GCV_OK) {
        status = spread(v8, states, DETACHED, err);
    }
    if (status == GCV_OK) {
        status = mark(v8, states, err);
    }
    gcv_free(v8->ctx, states, (size_t)v8->n_nodes, 1);
    gcv_v8_dom_edge_column_release(v8->ctx, &v8->dom_edges);
    return status;
}
