/* picture.c - objects, references, roots and rows as nodes and edges; see picture.h.
 *
 * Takes two bits per object: whether it is drawn, and whether it was left out and counted. */
#include "report/picture.h"

#include "heap/root_label.h"
#include "output/shorten.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char more_name[] = "more";

enum { NODE_NAME_MAX = 2 * GCV_NUMBER_MAX };

void gcv_picture_begin(gcv_picture *picture, gcv_report *report, const gcv_dominators *dominators)
{
    memset(picture, 0, sizeof *picture);
    picture->report = report;
    picture->fields = gcv_field_cells_of(report, report->in.heap);
    picture->dominators = dominators;
    picture->top = gcv_optional_or(report->options->top, GCV_TOP_DRAWN);
    if (dominators != NULL) {
        picture->whole = dominators->retained[0];
        gcv_bitset_init(report->ctx, &picture->drawn, report->in.heap->n_objects);
        gcv_bitset_init(report->ctx, &picture->left_out, report->in.heap->n_objects);
    }
    gcv_report_begin(report, NULL, 0);
}

/* Puts a node that is no object and no row: its title is short. */
static void put_plain_node(gcv_picture *picture, const char *name, gcv_graph_shape shape,
                           gcv_slice title, gcv_slice brief)
{
    gcv_graph_node node = {.name = name, .shape = shape, .title = title, .brief = brief};
    gcv_graph_put_node(picture->report->out.writer, &node);
}

/* The shade of a share: its steps are 0.1, 0.2, 0.5, 1 % … 50 %. */
static unsigned level_of(uint64_t part, uint64_t whole)
{
    static const unsigned steps[GCV_GRAPH_LEVELS] = {1, 2, 5, 10, 20, 50, 100, 200, 500};
    unsigned level = 0;
    while (whole > 0 && level < GCV_GRAPH_LEVELS &&
           part >= whole / 1000 * steps[level] + (whole % 1000 * steps[level] + 999) / 1000) {
        level++;
    }
    return level;
}

/* Columns of a name without its namespaces. */
enum { BRIEF_MAX = 40 };

/* Puts a node with picture->details; `title` is the name of a type. */
static void put_node(gcv_picture *picture, const char *name, bool asked, gcv_slice title,
                     uint64_t part)
{
    gcv_context *ctx = picture->report->ctx;
    gcv_buffer_clear(&picture->title);
    gcv_buffer_clear(&picture->brief);
    gcv_shorten_namespaces(ctx, title, &picture->title);
    gcv_shorten_type(ctx, gcv_buffer_slice(&picture->title), BRIEF_MAX, &picture->brief);
    gcv_graph_node node = {.name = name,
                           .shape = asked ? GCV_GRAPH_THICK : GCV_GRAPH_BOX,
                           .title = title,
                           .brief = gcv_buffer_slice(&picture->brief),
                           .details = gcv_buffer_slice(&picture->details),
                           .level = level_of(part, picture->whole)};
    gcv_graph_put_node(picture->report->out.writer, &node);
}

/* ---- what was left out -------------------------------------------------------------------- */

static void add_count(gcv_picture *picture, uint64_t n, const char *one, const char *many)
{
    if (n > 0) {
        gcv_buffer_print(picture->report->ctx, &picture->title, "%s%" PRIu64 " more %s",
                         picture->title.text.n > 0 ? ", " : "", n, n == 1 ? one : many);
    }
}

void gcv_picture_end(gcv_picture *picture)
{
    gcv_buffer_clear(&picture->title);
    add_count(picture, picture->more_objects, "object", "objects");
    add_count(picture, picture->more_rows, "row", "rows");
    add_count(picture, picture->more_branches, "branch", "branches");
    add_count(picture, picture->more_references, "reference", "references");
    add_count(picture, picture->more_roots, "root", "roots");
    gcv_slice more = gcv_buffer_slice(&picture->title);
    if (more.size > 0) {
        put_plain_node(picture, more_name, GCV_GRAPH_PLAIN, more, more);
        GCV_WARN(picture->report, "not in the picture: %.*s (--top N)", (int)more.size, more.data);
    }
    GCV_WARN_IF(picture->report, gcv_graph_is_too_large(picture->report->out.writer),
                "Mermaid draws no more than 500 edges and 50000 "
                "characters unless its settings say otherwise; "
                "--top N makes a picture smaller");
}

/* ---- objects ------------------------------------------------------------------------------ */

/* Writes the name of an object's node: `o` and the id. Before it come `d` and the number of the
 * section, unless the section is the first. */
static void name_object(const gcv_picture *picture, uint32_t object, char *name)
{
    const gcv_heap *heap = picture->report->in.heap;
    const uint32_t section = gcv_heap_object_section(heap, object);
    char room[GCV_NUMBER_MAX];
    const char *id = gcv_object_id_text(heap, object, room);
    if (section > 0) {
        (void)snprintf(name, NODE_NAME_MAX, "d%" PRIu32 "o%s", section + 1, id);
    } else {
        (void)snprintf(name, NODE_NAME_MAX, "o%s", id);
    }
}

uint64_t gcv_picture_room(const gcv_picture *picture)
{
    return picture->top == 0                 ? UINT64_MAX
           : picture->objects < picture->top ? picture->top - picture->objects
                                             : 0;
}

void gcv_picture_append_sizes(gcv_picture *picture, uint64_t bytes, uint64_t retained)
{
    gcv_buffer_print(picture->report->ctx, &picture->details, "  %" PRIu64 " B of %" PRIu64 " B",
                     bytes, retained);
}

void gcv_picture_object(gcv_picture *picture, uint32_t object, bool asked)
{
    const gcv_heap *heap = picture->report->in.heap;
    gcv_context *ctx = picture->report->ctx;
    const uint64_t bytes = gcv_heap_size(heap, object);
    const uint64_t retained = gcv_object_retained(picture->dominators, object);
    char name[NODE_NAME_MAX], room[GCV_NUMBER_MAX];
    if (!gcv_bitset_add(&picture->drawn, object)) {
        return;
    }
    picture->objects++;
    name_object(picture, object, name);
    gcv_buffer_clear(&picture->details);
    gcv_buffer_append_str(ctx, &picture->details, gcv_object_id_text(heap, object, room));
    if (picture->dominators->number[object] != 0) {
        gcv_picture_append_sizes(picture, bytes, retained);
    } else {
        gcv_buffer_print(ctx, &picture->details, "  %" PRIu64 " B  unreachable", bytes);
    }
    gcv_cell type = gcv_cell_text(heap->types.name[heap->type.data[object]]);
    gcv_field_beside(&picture->fields, GCV_NONE, &object, 1, &type);
    put_node(picture, name, asked, type.text, retained);
}

void gcv_picture_leave_out(gcv_picture *picture, uint32_t object)
{
    if (!gcv_bitset_has(&picture->drawn, object)) {
        picture->more_objects += gcv_bitset_add(&picture->left_out, object);
    }
}

/* ---- edges -------------------------------------------------------------------------------- */

static void put_edge(gcv_picture *picture, uint32_t from, uint32_t to, gcv_slice label)
{
    char names[2][NODE_NAME_MAX];
    const uint32_t ends[2] = {from, to};
    for (size_t i = 0; i < 2; i++) {
        if (ends[i] == GCV_NONE) {
            memcpy(names[i], more_name, sizeof more_name);
        } else {
            name_object(picture, ends[i], names[i]);
        }
    }
    gcv_graph_put_edge(picture->report->out.writer, names[0], names[1], label);
}

void gcv_picture_edge(gcv_picture *picture, uint32_t from, uint32_t to)
{
    put_edge(picture, from, to, gcv_slice_of(NULL, 0));
}

void gcv_picture_reference(gcv_picture *picture, uint32_t from, uint32_t reference, uint32_t to)
{
    char label[GCV_NUMBER_MAX + 2];
    if (gcv_heap_has_fields(picture->report->in.heap)) {
        put_edge(picture, from, to, gcv_field_label(&picture->fields, from, reference));
        return;
    }
    (void)snprintf(label, sizeof label, "[%" PRIu32 "]", reference);
    put_edge(picture, from, to, gcv_slice_str(label));
}

void gcv_picture_step(gcv_picture *picture, uint32_t from, uint32_t to)
{
    const gcv_heap *heap = picture->report->in.heap;
    const uint32_t named = gcv_heap_has_fields(heap)
                               ? gcv_reference_between(&picture->fields.finder, from, to)
                               : GCV_NONE;
    uint32_t n, i = named != GCV_NONE ? named : 0;
    const uint32_t *refs = gcv_heap_references(heap, from, &n);
    while (i + 1 < n && refs[i] != to) {
        i++;
    }
    gcv_picture_reference(picture, from, i, to);
}

/* ---- roots -------------------------------------------------------------------------------- */

/* Draws the node of a root record, and writes the node's name into `name`. */
static void draw_root(gcv_picture *picture, const gcv_root *root, char *name)
{
    const gcv_report *report = picture->report;
    gcv_root_label(report->ctx, report->in.heap, root, &picture->title);
    gcv_root_in_words(report->ctx, report->in.heap, root, &picture->brief);
    (void)snprintf(name, NODE_NAME_MAX, "r%" PRIu64, picture->roots++);
    put_plain_node(picture, name, GCV_GRAPH_ROUND, gcv_buffer_slice(&picture->title),
                   gcv_buffer_slice(&picture->brief));
}

void gcv_picture_root(gcv_picture *picture, const gcv_root *root, uint32_t object)
{
    char name[NODE_NAME_MAX], to[NODE_NAME_MAX];
    if (picture->top != 0 && picture->roots == picture->top) {
        picture->more_roots++;
        return;
    }
    draw_root(picture, root, name);
    name_object(picture, object, to);
    gcv_graph_put_edge(picture->report->out.writer, name, to, gcv_slice_of(NULL, 0));
}

/* ---- rows --------------------------------------------------------------------------------- */

void gcv_picture_add_row(gcv_picture *picture, const gcv_picture_row *row)
{
    gcv_writer *writer = picture->report->out.writer;
    const uint32_t number = (uint32_t)picture->rows++;
    char name[NODE_NAME_MAX], above[NODE_NAME_MAX];
    picture->path.n = row->depth - 1;
    gcv_u32_column_push(picture->report->ctx, &picture->path, number);
    (void)snprintf(name, sizeof name, "n%" PRIu32, number);
    put_node(picture, name, false, row->title, row->part);
    if (row->root != NULL) {
        draw_root(picture, row->root, above);
        gcv_graph_put_edge(writer, above, name, gcv_slice_of(NULL, 0));
    }
    if (row->depth > 1) {
        (void)snprintf(above, sizeof above, "n%" PRIu32, picture->path.data[row->depth - 2]);
        gcv_graph_put_edge(writer, above, name, row->edge);
    }
}

/* ---- an object and its neighbours --------------------------------------------------------- */

/* Each hop takes a pass over all references, because reverse edges are not kept; memory is a byte
 * per object. An object may have millions of references to another one, so the number of edges is
 * limited, too. */
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
