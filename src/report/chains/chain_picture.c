/* chain_picture.c - pictures of chains; see chain_query.h. */
#include "report/chains/chain_query.h"

/* Draws the edge to object `at` of a chain from its predecessor. */
static void draw_step(gcv_picture *picture, const gcv_chain *chain, uint32_t at)
{
    if (at > 0) {
        gcv_picture_step(picture, chain->object[at - 1], chain->object[at]);
    }
}

/* Draws the first `n` objects of a chain. */
static void draw_front(gcv_picture *picture, const gcv_chain *chain, uint32_t n,
                       const gcv_root *root)
{
    for (uint32_t i = 0; i < n; i++) {
        gcv_picture_object(picture, chain->object[i], i + 1 == chain->length);
        if (i == 0 && root != NULL) {
            gcv_picture_root(picture, root, chain->object[i]);
        }
        draw_step(picture, chain, i);
    }
}

/* Draws the gap between the first `n` objects and the last: leaves the objects out, and draws edges
 * to and from the node `more`. */
static void draw_gap(gcv_picture *picture, const gcv_chain *chain, uint32_t n)
{
    const uint32_t last = chain->object[chain->length - 1];
    for (uint32_t i = n; i + 1 < chain->length; i++) {
        gcv_picture_leave_out(picture, chain->object[i]);
    }
    if (n > 0) {
        gcv_picture_edge(picture, chain->object[n - 1], GCV_NONE);
    }
    gcv_picture_edge(picture, GCV_NONE, last);
}

/* Number of objects to draw from the beginning of a chain: all of them, or as many as leave room
 * for the last one. Objects that are drawn already need no room. */
static uint32_t length_of_front(const gcv_picture *picture, const gcv_chain *chain)
{
    const uint32_t last = chain->object[chain->length - 1];
    uint64_t room = gcv_picture_room(picture);
    room -= room > 0 && !gcv_bitset_has(&picture->drawn, last);
    for (uint32_t i = 0; i + 1 < chain->length; i++) {
        if (!gcv_bitset_has(&picture->drawn, chain->object[i]) && room-- == 0) {
            return i;
        }
    }
    return chain->length;
}

void gcv_chain_picture_add(gcv_picture *picture, const gcv_chain *chain, const gcv_root *root)
{
    const uint32_t n = length_of_front(picture, chain), last = chain->length - 1;
    draw_front(picture, chain, n, root);
    if (n < chain->length) {
        gcv_picture_object(picture, chain->object[last], true);
        draw_gap(picture, chain, n);
    }
}
