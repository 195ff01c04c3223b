/* v8_edges.c - the section "edges"; see v8_reader.h. It lists the edges of the first node, then
 * those of the second, and so on; each node gives the number of its edges. Edges that do not count
 * are dropped at once. */
#include "input/heapsnapshot/v8_reader.h"

#include <inttypes.h>

enum { PROGRESS = 1 << 18 };

/* Ends the list of names of the current source, if there is one. */
static void end_list(gcv_v8 *v8)
{
    if ((!v8->fields && !v8->shapes) || v8->source == 0) {
        return;
    }
    if (!gcv_fields_end_expected(&v8->rows.fields)) {
        const uint32_t list = gcv_fields_end_list(v8->ctx, &v8->rows.fields);
        if (list == GCV_NONE) {
            return;
        }
        v8->next_pair = gcv_v8_pair_for(v8, v8->source_key, list);
        v8->pairs.data[v8->keys.data[v8->source_key].pair].next = v8->next_pair;
    }
    v8->keys.data[v8->source_key].pair = v8->next_pair;
    gcv_v8_set_pair(v8, (uint32_t)(v8->source - 1), v8->next_pair);
}

/* Moves on to the next node that has edges; false if there is none. For the graph, replaces the
 * edge count of each node by the index of its first reference. */
static bool next_source(gcv_v8 *v8)
{
    uint32_t *first = v8->rows.first_ref.data;
    while (v8->left == 0 && v8->source < v8->n_nodes) {
        end_list(v8);
        const gcv_v8_form *form = gcv_v8_form_of(v8, (uint32_t)v8->source);
        v8->left = form != NULL ? form->edges : first[v8->source];
        if (v8->graph) {
            first[v8->source] = (uint32_t)v8->rows.refs.low.n;
        }
        v8->source++;
    }
    return v8->left > 0;
}

/* Finds out what is special about the current source node. */
static void look_at_source(gcv_v8 *v8)
{
    uint32_t source = (uint32_t)(v8->source - 1);
    while (v8->next_group < v8->groups.n && v8->groups.data[v8->next_group].node < source) {
        v8->next_group++;
    }
    v8->source_is_group =
        v8->next_group < v8->groups.n && v8->groups.data[v8->next_group].node == source;
    const uint32_t key = v8->source_key = gcv_v8_node_key(v8, source);
    v8->source_flags = key != GCV_NONE ? v8->keys.data[key].flags : 0;
    v8->next_pair = key != GCV_NONE ? v8->pairs.data[v8->keys.data[key].pair].next : GCV_NONE;
    gcv_fields_expect(&v8->rows.fields,
                      v8->next_pair != GCV_NONE ? v8->pairs.data[v8->next_pair].list : GCV_NONE);
    v8->source_leads =
        v8->places.wanted && ((v8->source_flags & (GCV_V8_FUNCTION | GCV_V8_CODE)) != 0 ||
                              gcv_v8_is_object(v8->source_flags));
}

/* Keeps the data of an edge that later steps need. */
static void keep_special(gcv_v8 *v8, const gcv_v8_edge *edge, uint8_t kind, uint32_t to)
{
    const uint32_t source = (uint32_t)(v8->source - 1);
    const uint16_t from = v8->source_flags;
    if (v8->source_is_group) {
        const gcv_v8_root_edge root = {source, to, edge->name, edge->name, kind, false};
        gcv_v8_root_edge_column_push(v8->ctx, &v8->root_edges, root);
    }
    if ((from & GCV_V8_ARRAY) != 0 && kind == GCV_V8_INTERNAL && v8->graph) {
        const gcv_v8_entry entry = {(uint32_t)v8->rows.refs.low.n, edge->name};
        gcv_v8_entry_column_push(v8->ctx, &v8->entries, entry);
    }
    if (v8->stated.n > 0 && (from & GCV_V8_NATIVE) != 0 &&
        (kind & (GCV_V8_WEAK | GCV_V8_HIDDEN)) == 0 &&
        (gcv_v8_node_flags(v8, to) & GCV_V8_NATIVE) != 0) {
        const gcv_v8_note dom = {source, to};
        gcv_v8_note_column_push(v8->ctx, &v8->dom_edges, dom);
    }
    if ((from & GCV_V8_FUNCTION) != 0 && kind == 0 && gcv_v8_is_object(gcv_v8_node_flags(v8, to))) {
        const gcv_v8_note property = {to, edge->name};
        gcv_v8_note_column_push(v8->ctx, &v8->properties, property);
    }
}

/* By the flags of the edge's type. Objects of a browser number what they refer to. */
static const uint8_t field_kinds[] = {
    [0] = GCV_FIELD_PROPERTY,
    [GCV_V8_HIDDEN | GCV_V8_INDEXED] = GCV_FIELD_NUMBERED,
    [GCV_V8_INDEXED] = GCV_FIELD_ELEMENT,
    [GCV_V8_INTERNAL] = GCV_FIELD_INTERNAL,
    [GCV_V8_CONTEXT] = GCV_FIELD_VARIABLE,
};

/* Takes the name of an internal edge that none had before. Each entry of a WeakMap has such a name,
 * so that a key would have a list of its own. Elements of arrays and roots have new names, too, but
 * few nodes have many. */
static void push_new_name(gcv_v8 *v8, uint32_t name)
{
    gcv_fields *fields = &v8->rows.fields;
    v8->next_internal = name < UINT32_MAX ? name + 1 : UINT32_MAX;
    if ((v8->source_flags & (GCV_V8_ARRAY | GCV_V8_SYNTHETIC)) != 0) {
        gcv_fields_push(v8->ctx, fields, GCV_FIELD_INTERNAL, name);
        return;
    }
    const gcv_v8_note own = {(uint32_t)(v8->source - 1), name};
    gcv_v8_note_column_push(v8->ctx, &v8->own_names, own);
    gcv_fields_push(v8->ctx, fields, GCV_FIELD_LATER, 0);
}

/* Adds an edge, the `number`th of the file from 0. */
static void join_edge(gcv_v8 *v8, uint64_t number, const gcv_v8_edge *edge)
{
    const uint32_t fields = v8->node_fields.n;
    uint32_t to = edge->to <= UINT32_MAX ? (uint32_t)edge->to / fields : UINT32_MAX;
    uint8_t kind = edge->type < v8->edge_types.n ? v8->edge_types.data[edge->type] : 0;
    if (to >= v8->n_nodes || (uint64_t)to * fields != edge->to) {
        gcv_json_fail(&v8->json, gcv_json_offset(&v8->json),
                      "edge %" PRIu64 ": to_node %" PRIu64 " is not a node", number, edge->to);
    }
    if (v8->left == 0) {
        if (!next_source(v8)) {
            return; /* more edges than the nodes claim; an error once all are counted */
        }
        look_at_source(v8);
    }
    v8->left--;
    v8->weak_edges += (kind & GCV_V8_WEAK) != 0;
    v8->shortcut_edges += (kind & GCV_V8_SHORTCUT) != 0 && v8->source - 1 != v8->root;
    if (kind == GCV_V8_INTERNAL && v8->source_leads) {
        gcv_v8_keep_link(v8, (uint32_t)(v8->source - 1), to, edge->name);
    }
    if (v8->source_is_group ||
        (v8->source_flags & (GCV_V8_ARRAY | GCV_V8_NATIVE | GCV_V8_FUNCTION)) != 0) {
        keep_special(v8, edge, kind, to);
    }
    if ((kind & (GCV_V8_WEAK | GCV_V8_SHORTCUT)) != 0) {
        return;
    }
    if (v8->fields && kind == GCV_V8_INTERNAL && edge->name >= v8->next_internal) {
        push_new_name(v8, edge->name);
    } else if (v8->fields || (v8->shapes && (v8->source_flags & GCV_V8_OBJECT) != 0 && kind == 0)) {
        const bool native = (v8->source_flags & GCV_V8_NATIVE) != 0 && kind == GCV_V8_INDEXED;
        gcv_fields_push(v8->ctx, &v8->rows.fields, native ? GCV_FIELD_NUMBERED : field_kinds[kind],
                        edge->name);
    }
    if (!v8->graph) {
        return;
    }
    if (v8->rows.refs.low.n > GCV_MAX_REFERENCES) {
        gcv_fail_offset(v8->ctx, GCV_ERR_LIMIT, v8->json.stream.source->name,
                        gcv_json_offset(&v8->json), "more than 4294967294 references");
    }
    gcv_u32_column_push(v8->ctx, &v8->rows.refs.low, to);
}

static void take_edge(gcv_v8 *v8, const uint64_t *row)
{
    const gcv_v8_edge_fields *fields = &v8->edge_fields;
    uint64_t type = row[fields->type], name = row[fields->name];
    gcv_v8_edge edge = {.to = row[fields->to_node],
                        .type = type < UINT32_MAX ? (uint32_t)type : UINT32_MAX,
                        .name = name < UINT32_MAX ? (uint32_t)name : UINT32_MAX};
    if (v8->has[GCV_V8_NODES]) {
        join_edge(v8, v8->n_edges, &edge);
    } else {
        gcv_v8_edge_column_push(v8->ctx, &v8->early, edge);
    }
}

/* ---- the section -------------------------------------------------------------------------- */

void gcv_v8_take_edges(gcv_v8 *v8)
{
    const uint32_t fields = v8->edge_fields.n;
    uint64_t row[GCV_V8_MAX_FIELDS];
    uint32_t n;
    gcv_json_open(&v8->json, '[', "\"edges\" is not a list");
    while ((n = gcv_v8_take_row(v8, fields, row)) == fields) {
        take_edge(v8, row);
        v8->n_edges++;
        if (v8->n_edges % PROGRESS == 0) {
            gcv_progress(v8->ctx, gcv_json_offset(&v8->json), v8->n_nodes);
        }
    }
    if (n != 0) {
        gcv_json_fail(&v8->json, gcv_json_offset(&v8->json) - 1,
                      "\"edges\" holds %" PRIu64 " numbers, not a multiple of %" PRIu32,
                      v8->n_edges * fields + n, fields);
    }
}

void gcv_v8_join(gcv_v8 *v8)
{
    for (size_t i = 0; i < v8->early.n; i++) {
        join_edge(v8, i, &v8->early.data[i]);
    }
    gcv_v8_edge_column_release(v8->ctx, &v8->early);
    if (v8->claimed != v8->n_edges) {
        gcv_json_fail(&v8->json, gcv_json_offset(&v8->json) - 1,
                      "nodes claim %" PRIu64 " edges, the file has %" PRIu64, v8->claimed,
                      v8->n_edges);
    }
    (void)next_source(v8); /* the nodes after the last edge have no edges */
    end_list(v8);
    gcv_u32_column_push(v8->ctx, &v8->rows.first_ref, (uint32_t)v8->rows.refs.low.n);
    gcv_builder_columns_shrink(v8->ctx, &v8->rows);
    gcv_v8_entry_column_shrink(v8->ctx, &v8->entries);
    gcv_v8_link_column_shrink(v8->ctx, &v8->places.links);
    gcv_v8_root_edge_column_shrink(v8->ctx, &v8->root_edges);
}
