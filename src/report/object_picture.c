/* object_picture.c - a picture of an object and its neighbours; see picture.h.
 *
 * Each hop takes a pass over all references, because reverse edges are not kept; memory is a byte
 * per object. An object may have millions of references to another one, so the number of edges is
 * limited, too. */
#include "report/picture.h"

/* Maximum number of edges of a picture, per node. */
enum { EDGES_A_NODE = 10 };

typedef struct near_objects {
    gcv_report *report;
    const gcv_dominators *dominators;
    uint8_t *hops; /* per object: its distance in hops, plus 1; 0: it is not near */
} near_objects;

/* Marks the objects that are one hop further than those marked `hops`. False if there are none. */
static bool find_next(const near_objects *near, uint8_t hops)
{
    const gcv_heap *heap = near->report->in.heap;
    bool found = false;
    uint32_t n;
    for (uint32_t o = 0; o < heap->n_objects; o++) {
        const uint32_t *refs = gcv_heap_references(heap, o, &n);
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t to = refs[i];
            const bool there = near->hops[o] == hops && near->hops[to] == 0;
            const bool back = near->hops[to] == hops && near->hops[o] == 0;
            if (there || back) {
                near->hops[there ? to : o] = (uint8_t)(hops + 1);
                found = true;
            }
        }
    }
    near->report->ctx->steps += heap->n_objects + heap->refs.n;
    return found;
}

GCV_KEY(key_hops, ((const near_objects *)payload)->hops[row]);

GCV_KEY(retained, gcv_object_retained(((const near_objects *)payload)->dominators, row));
GCV_BEFORE(retains_more, near_objects,
           retained(of, a) != retained(of, b) ? retained(of, a) > retained(of, b) : a < b);

static void draw_references(gcv_picture *picture, uint32_t from, uint64_t *room)
{
    uint32_t n;
    const uint32_t *refs = gcv_heap_references(picture->report->in.heap, from, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (!gcv_bitset_has(&picture->drawn, refs[i])) {
            continue;
        }
        if (*room == 0) {
            picture->more_references++;
        } else {
            --*room;
            gcv_picture_reference(picture, from, i, refs[i]);
        }
    }
}

static void draw(gcv_picture *picture, const near_objects *near, const gcv_rows *rows)
{
    const gcv_root_column *roots = &near->report->in.heap->roots;
    uint64_t room = picture->top != 0 ? picture->top * EDGES_A_NODE : UINT64_MAX;
    for (size_t i = 0; i < rows->items.n; i++) {
        const uint32_t object = rows->items.data[i];
        gcv_picture_object(picture, object, near->hops[object] == 1);
    }
    for (size_t i = 0; i < roots->n; i++) {
        const gcv_root *root = &roots->data[i];
        if (root->object != GCV_NONE && gcv_bitset_has(&picture->drawn, root->object)) {
            gcv_picture_root(picture, root, root->object);
        }
    }
    for (size_t i = 0; i < rows->items.n; i++) {
        draw_references(picture, rows->items.data[i], &room);
    }
}

void gcv_object_picture(gcv_report *report, const gcv_dominators *dominators,
                        const gcv_u32_column *objects, uint64_t hops)
{
    uint8_t h = 1;
    const near_objects near = {report, dominators,
                               gcv_alloc_zeroed(report->ctx, report->in.heap->n_objects, 1)};
    const gcv_row_order order = {&near, key_hops, true, retains_more, NULL};
    gcv_picture picture;
    gcv_rows rows;
    for (size_t i = 0; i < objects->n; i++) {
        near.hops[objects->data[i]] = 1;
    }
    while (h <= hops && find_next(&near, h)) {
        h++;
    }
    gcv_rows_init(&rows, report->ctx, &order, gcv_optional_or(report->options->top, GCV_TOP_DRAWN));
    for (uint32_t o = 0; o < report->in.heap->n_objects; o++) {
        if (near.hops[o] != 0) {
            gcv_rows_add(&rows, o);
        }
    }
    gcv_rows_finish(&rows);
    gcv_sort_u32(rows.items.data, rows.items.n); /* they are drawn in ascending order */
    gcv_picture_begin(&picture, report, dominators);
    draw(&picture, &near, &rows);
    picture.more_objects = gcv_rows_left_out(&rows);
    gcv_picture_end(&picture);
}
