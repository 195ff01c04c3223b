/* chain_picture.c - pictures of chains; see chain_table.h. */
#include "report/chains/chain_table.h"

/* Draws the edge to object `at` of a chain from its predecessor. */
static gcv_status draw_step(gcv_picture *picture, const gcv_chain *chain, uint32_t at,
                            gcv_error *err)
{
    return at > 0 ? gcv_picture_step(picture, chain->object[at - 1], chain->object[at], err)
                  : GCV_OK;
}

/* Draws the first `n` objects of a chain. */
static gcv_status draw_front(gcv_picture *picture, const gcv_chain *chain, uint32_t n,
                             const gcv_root *root, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < n; i++) {
        status = gcv_picture_object(picture, chain->object[i], i + 1 == chain->length, err);
        if (status == GCV_OK && i == 0 && root != NULL) {
            status = gcv_picture_root(picture, root, chain->object[i], err);
        }
        if (status == GCV_OK) {
            status = draw_step(picture, chain, i, err);
        }
    }
    return status;
}

/* Draws the gap between the first `n` objects and the last: leaves the objects out, and draws edges
 * to and from the node `more`. */
static gcv_status draw_gap(gcv_picture *picture, const gcv_chain *chain, uint32_t n, gcv_error *err)
{
    const uint32_t last = chain->object[chain->length - 1];
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = n; i + 1 < chain->length; i++) {
        gcv_picture_leave_out(picture, chain->object[i]);
    }
    if (n > 0) {
        status = gcv_picture_edge(picture, chain->object[n - 1], GCV_NONE, err);
    }
    return status == GCV_OK ? gcv_picture_edge(picture, GCV_NONE, last, err) : status;
}

/* Number of objects to draw from the beginning of a chain: all of them, or as many as leave room
 * for the last one. Objects that are drawn already need no room. */
static uint32_t length_of_front(const gcv_picture *picture, const gcv_chain *chain)
{
    const uint32_t last = chain->object[chain->length - 1];
    uint64_t room = gcv_picture_room(picture);
    uint32_t i;
    room -= room > 0 && !gcv_bitset_has(&picture->drawn, last);
    for (i = 0; i + 1 < chain->length; i++) {
        if (!gcv_bitset_has(&picture->drawn, chain->object[i]) && room-- == 0) {
            return i;
        }
    }
    return chain->length;
}

gcv_status gcv_chain_picture_add(gcv_picture *picture, const gcv_chain *chain, const gcv_root *root,
                                 gcv_error *err)
{
    const uint32_t n = length_of_front(picture, chain), last = chain->length - 1;
    gcv_status status = draw_front(picture, chain, n, root, err);
    if (status == GCV_OK && n < chain->length) {
        status = gcv_picture_object(picture, chain->object[last], true, err);
        status = status == GCV_OK ? draw_gap(picture, chain, n, err) : status;
    }
    return status;
}
