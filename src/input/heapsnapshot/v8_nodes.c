/* v8_nodes.c - the section "nodes"; see v8_reader.h. */
#include "input/heapsnapshot/v8_reader.h"

#include <inttypes.h>
#include <string.h>

enum { PROGRESS = 1 << 16 };

/* Maximum number of a type; larger numbers count as this one. Types that are not in the file's list
 * show as `(type NUMBER)`. */
#define TYPE_NUMBER_MAX (GCV_V8_SHAPE - 1)

/* The name in a key for which names do not matter. */
#define NO_NAME GCV_NONE

uint32_t gcv_v8_take_row(gcv_v8 *v8, uint32_t fields, uint64_t *row)
{
    gcv_json *json = &v8->json;
    uint32_t n = json->first ? 0 : gcv_json_quick_numbers(json, row, fields);
    while (n < fields && gcv_json_next(json, ']')) {
        row[n++] = gcv_json_number(json);
    }
    return n;
}

/* ---- keys --------------------------------------------------------------------------------- */

/* Numbers of types are below 2^31, so the number has room for one more bit. */
static uint64_t number_of(const gcv_v8_key *key)
{
    return (uint64_t)(key->type << 1 | key->detached) << 32 | key->name;
}

uint32_t gcv_v8_key_for(gcv_v8 *v8, const gcv_v8_key *key)
{
    const uint32_t out = gcv_id_map_enter(v8->ctx, &v8->key_of, number_of(key), v8->keys.n);
    if (out == v8->keys.n) {
        gcv_v8_push_key(v8, *key);
    }
    return out;
}

static void push_pair(gcv_v8 *v8, uint32_t key, uint32_t list, uint32_t next)
{
    const gcv_v8_pair pair = {key, list, next};
    gcv_v8_pair_column_push(v8->ctx, &v8->pairs, pair);
}

void gcv_v8_push_key(gcv_v8 *v8, gcv_v8_key key)
{
    key.bare = key.pair = (uint32_t)v8->pairs.n;
    push_pair(v8, (uint32_t)v8->keys.n, GCV_NONE, GCV_NONE);
    gcv_v8_key_column_push(v8->ctx, &v8->keys, key);
}

uint32_t gcv_v8_pair_for(gcv_v8 *v8, uint32_t key, uint32_t list)
{
    const uint64_t both = (uint64_t)key << 32 | list;
    if (list == GCV_NONE) {
        return v8->keys.data[key].bare;
    }
    const uint32_t out = gcv_id_map_enter(v8->ctx, &v8->pair_of, both, v8->pairs.n);
    if (out == v8->pairs.n) {
        push_pair(v8, key, list, out);
    }
    return out;
}

static uint32_t find_key(gcv_v8 *v8, uint64_t type, uint64_t name)
{
    gcv_v8_node_type *known = type < v8->types.n ? &v8->types.data[type] : NULL;
    if (known != NULL && known->key != GCV_NONE) {
        return known->key;
    }
    enum { BY_NAME = GCV_V8_NAMED | GCV_V8_SYSTEM, MOST_SYSTEM = 1000 };
    gcv_v8_key key = {.same = GCV_NONE, .name = NO_NAME, .script = GCV_NONE};
    key.type = (uint32_t)(type < TYPE_NUMBER_MAX ? type : TYPE_NUMBER_MAX);
    key.flags = known != NULL ? known->flags : 0;
    if ((key.flags & BY_NAME) != 0) {
        key.name = name < GCV_NONE ? (uint32_t)name : GCV_NONE - 1;
    }
    if ((key.flags & GCV_V8_SYSTEM) != 0 &&
        gcv_id_map_get(v8->ctx, &v8->key_of, number_of(&key)) == GCV_NONE &&
        v8->n_system++ >= MOST_SYSTEM) {
        key.name = NO_NAME; /* V8 has some 50 names for them */
    }
    const uint32_t out = gcv_v8_key_for(v8, &key);
    if (known != NULL && (key.flags & BY_NAME) == 0) {
        known->key = out;
    }
    return out;
}

/* ---- forms -------------------------------------------------------------------------------- */

/* Finds or adds the form, and returns what stands for it among numbers of edges. After a collision
 * of hashes it may be added twice, which does no harm. */
static uint32_t form_for(gcv_v8 *v8, const gcv_v8_form *form)
{
    const uint64_t hash =
        gcv_hash_u64((uint64_t)form->pair << 32 | form->size, v8->ctx->seed) + form->edges;
    uint32_t at = gcv_id_map_get(v8->ctx, &v8->form_of, hash);
    if (at == GCV_NONE || memcmp(&v8->forms.data[at], form, sizeof *form) != 0) {
        at = (uint32_t)v8->forms.n;
        gcv_id_map_set(v8->ctx, &v8->form_of, hash, at);
        gcv_v8_form_column_push(v8->ctx, &v8->forms, *form);
    }
    return GCV_V8_FORM | at;
}

void gcv_v8_set_pair(gcv_v8 *v8, uint32_t node, uint32_t pair)
{
    if (v8->graph) {
        v8->rows.slot.data[node] = pair;
        return;
    }
    gcv_v8_form form = v8->forms.data[v8->rows.first_ref.data[node] - GCV_V8_FORM];
    form.pair = pair;
    v8->rows.first_ref.data[node] = form_for(v8, &form);
}

void gcv_v8_set_key(gcv_v8 *v8, uint32_t node, uint32_t key)
{
    const uint32_t list = v8->pairs.data[gcv_v8_node_pair(v8, node)].list;
    gcv_v8_set_pair(v8, node, gcv_v8_pair_for(v8, key, list));
}

/* ---- nodes -------------------------------------------------------------------------------- */

const gcv_v8_note *gcv_v8_group_of(const gcv_v8 *v8, uint32_t node)
{
    const gcv_v8_note *groups = v8->groups.data;
    const size_t at = gcv_find_u32(groups, sizeof *groups, v8->groups.n, node);
    return at != SIZE_MAX ? &groups[at] : NULL;
}

static void note(gcv_v8 *v8, gcv_v8_note_column *notes, uint32_t node, uint32_t is)
{
    const gcv_v8_note added = {node, is};
    gcv_v8_note_column_push(v8->ctx, notes, added);
}

/* Notes whether a node may represent a kind of roots, the state of a DOM node and, if they are
 * wanted, the name of a function, code or string, and the stack on which it was allocated. */
static void note_node(gcv_v8 *v8, uint32_t node, uint32_t key, uint32_t name, const uint64_t *row)
{
    const uint32_t state = v8->node_fields.detachedness;
    const uint16_t flags = v8->keys.data[key].flags;
    if (node == v8->root ||
        ((flags & GCV_V8_SYNTHETIC) != 0 && row[v8->node_fields.self_size] == 0)) {
        note(v8, &v8->groups, node, key);
    }
    if (v8->places.wanted && (flags & (GCV_V8_FUNCTION | GCV_V8_CODE)) != 0) {
        note(v8, &v8->places.named, node, name);
    }
    if ((flags & GCV_V8_STRING) != 0 && (v8->texts || (v8->fields && v8->places.kept))) {
        note(v8, &v8->strings, node, name);
    }
    if ((flags & GCV_V8_NATIVE) != 0 && state != GCV_NONE && (row[state] == 1 || row[state] == 2)) {
        note(v8, &v8->stated, node, (uint32_t)row[state]);
    }
    if (v8->sites.wanted && row[v8->node_fields.trace_node_id] != 0) {
        const gcv_v8_traced traced = {row[v8->node_fields.trace_node_id], node};
        gcv_v8_traced_column_push(v8->ctx, &v8->sites.traced, traced);
    }
}

static void add_row(gcv_v8 *v8, uint32_t node, uint32_t key, uint32_t name, const uint64_t *row)
{
    gcv_u32_column_push(v8->ctx, &v8->rows.slot, v8->keys.data[key].bare);
    gcv_u32_column_push(
        v8->ctx, &v8->rows.size,
        gcv_big_size_fit(v8->ctx, &v8->rows.big, node, row[v8->node_fields.self_size]));
    if (v8->marks) { /* its name for now */
        gcv_u32_column_push(v8->ctx, &v8->rows.mark, name);
    }
    gcv_id_column_push(v8->ctx, &v8->rows.ids, row[v8->node_fields.id]);
}

/* Adds a node to the sums of its key; if it may get another key or be no object, keeps its form
 * instead. Returns the number of its edges, or what stands for its form. */
static uint32_t add_to_tally(gcv_v8 *v8, uint32_t node, uint32_t key, uint32_t edges,
                             uint64_t bytes)
{
    if ((v8->keys.data[key].flags & (GCV_V8_NAMED | GCV_V8_FUNCTION | GCV_V8_CODE)) == 0 &&
        node != v8->root && edges < GCV_V8_FORM) {
        gcv_v8_add_to_key(&v8->keys.data[key], bytes);
        return edges;
    }
    const uint32_t size = gcv_big_size_fit(v8->ctx, &v8->rows.big, node, bytes);
    const gcv_v8_form form = {v8->keys.data[key].bare, size, edges};
    return form_for(v8, &form);
}

static void take_node(gcv_v8 *v8, const uint64_t *row)
{
    const gcv_v8_node_fields *fields = &v8->node_fields;
    const uint32_t node = (uint32_t)v8->n_nodes;
    const uint64_t edges = row[fields->edge_count];
    const uint32_t name = row[fields->name] < GCV_NONE ? (uint32_t)row[fields->name] : GCV_NONE;
    /* A count that is too large makes the sum wrong in any case. */
    uint32_t kept = edges < UINT32_MAX ? (uint32_t)edges : UINT32_MAX;
    /* Writers compute to_node in 32 bits. */
    if (v8->n_nodes >= UINT32_MAX / fields->n) {
        gcv_fail_offset(v8->ctx, GCV_ERR_LIMIT, v8->json.stream.source->name,
                        gcv_json_offset(&v8->json), "more than %" PRIu32 " nodes",
                        UINT32_MAX / fields->n);
    }
    const uint32_t key = find_key(v8, row[fields->type], row[fields->name]);
    if (v8->graph) {
        add_row(v8, node, key, name, row);
    } else {
        kept = add_to_tally(v8, node, key, kept, row[fields->self_size]);
    }
    gcv_u32_column_push(v8->ctx, &v8->rows.first_ref, kept);
    note_node(v8, node, key, name, row);
    v8->claimed = gcv_add_capped(v8->claimed, edges);
    v8->n_nodes++;
}

static void check_end(gcv_v8 *v8, uint32_t over, uint64_t offset)
{
    const uint32_t fields = v8->node_fields.n;
    if (over != 0) {
        gcv_json_fail(&v8->json, offset,
                      "\"nodes\" holds %" PRIu64 " numbers, not a multiple of %" PRIu32,
                      v8->n_nodes * fields + over, fields);
    }
    if (v8->n_nodes == 0) {
        gcv_json_fail(&v8->json, offset, "no nodes");
    }
    if (v8->root_index % fields != 0 || v8->root_index / fields >= v8->n_nodes) {
        gcv_json_fail(&v8->json, offset, "root_index %" PRIu64 " is not a node", v8->root_index);
    }
}

void gcv_v8_take_nodes(gcv_v8 *v8)
{
    const uint32_t fields = v8->node_fields.n;
    const uint64_t root = v8->root_index / fields;
    uint64_t row[GCV_V8_MAX_FIELDS];
    uint32_t n;
    gcv_json_open(&v8->json, '[', "\"nodes\" is not a list");
    v8->root = root < GCV_NONE ? (uint32_t)root : GCV_NONE;
    while ((n = gcv_v8_take_row(v8, fields, row)) == fields) {
        take_node(v8, row);
        if (v8->n_nodes % PROGRESS == 0) {
            gcv_progress(v8->ctx, gcv_json_offset(&v8->json), v8->n_nodes);
        }
    }
    check_end(v8, n, gcv_json_offset(&v8->json) - 1);
    gcv_builder_columns_shrink(v8->ctx, &v8->rows);
}
