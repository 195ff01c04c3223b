/* v8_locations.c - the section "locations", and what else leads to the functions and scripts of
 * objects; see v8_reader.h.
 *
 * Names of edges are not known while edges are read. So all internal edges between nodes of the
 * types in question are kept, 12 bytes each. Of those that start at functions, only the first to
 * each node is: functions with the same code have the same script, and so have those that share
 * variables. Only a bound function leads to another function, and each of them to its own. What is
 * left grows with the code of the program and the variables that its functions hold, not with its
 * other objects. Each function with a location takes 16 bytes, other code 8.
 */
#include "input/heapsnapshot/v8_reader.h"

#include <string.h>

/* ---- names and edges ---------------------------------------------------------------------- */

uint32_t gcv_v8_name_of(const gcv_v8 *v8, uint32_t node)
{
    const gcv_v8_note_column *named = &v8->places.named;
    const size_t at = gcv_find_u32(named->data, sizeof *named->data, named->n, node);
    return at != SIZE_MAX ? named->data[at].is : GCV_NONE;
}

/* Whether a link of this node has been kept: of variables it is, as their scope comes first. */
static bool leads(const gcv_v8 *v8, uint32_t source)
{
    const gcv_v8_link_column *links = &v8->places.links;
    return links->n > 0 && links->data[links->n - 1].source == source;
}

void gcv_v8_keep_link(gcv_v8 *v8, uint32_t source, uint32_t to, uint32_t name)
{
    gcv_v8_places *places = &v8->places;
    const uint16_t from = v8->source_flags;
    const uint16_t flags = gcv_v8_node_flags(v8, to);
    const bool may_lead =
        (from & GCV_V8_FUNCTION) != 0
            ? (flags & (GCV_V8_CODE | GCV_V8_FUNCTION)) != 0 || gcv_v8_is_object(flags)
        : (from & GCV_V8_CODE) != 0 ? (flags & GCV_V8_CODE) != 0
                                    : (flags & (GCV_V8_CODE | GCV_V8_FUNCTION)) != 0 ||
                                          ((flags & GCV_V8_ENGINE) != 0 && leads(v8, source));
    if (!may_lead) {
        return;
    }
    if (places->reached.words == NULL) {
        gcv_bitset_init(v8->ctx, &places->reached, (size_t)v8->n_nodes);
    }
    if ((from & GCV_V8_FUNCTION) == 0 || (flags & GCV_V8_FUNCTION) != 0 ||
        gcv_bitset_add(&places->reached, to)) {
        const gcv_v8_link link = {source, to, name};
        gcv_v8_link_column_push(v8->ctx, &places->links, link);
    }
}

/* ---- functions ---------------------------------------------------------------------------- */

/* After a collision of hashes a function may be added twice, which does no harm. */
uint32_t gcv_v8_function_for(gcv_v8 *v8, const gcv_v8_function *function)
{
    gcv_v8_places *places = &v8->places;
    const uint64_t hash = gcv_hash_bytes((const char *)function, sizeof *function, v8->ctx->seed);
    uint32_t at = gcv_id_map_get(v8->ctx, &places->function_of, hash);
    if (at == GCV_NONE || memcmp(&places->functions.data[at], function, sizeof *function) != 0) {
        at = (uint32_t)places->functions.n;
        gcv_id_map_set(v8->ctx, &places->function_of, hash, at);
        gcv_v8_function_column_push(v8->ctx, &places->functions, *function);
    }
    return at;
}

/* Returns the key of the same nodes in a script. */
static uint32_t key_in_script(gcv_v8 *v8, uint32_t key, uint32_t script)
{
    const uint64_t both = (uint64_t)key << 32 | script;
    const uint32_t at = gcv_id_map_enter(v8->ctx, &v8->places.key_of, both, v8->keys.n);
    if (at == v8->keys.n) {
        gcv_v8_key copy = v8->keys.data[key];
        copy.script = script;
        copy.count = copy.bytes = 0;
        gcv_v8_push_key(v8, copy);
    }
    return at;
}

void gcv_v8_set_script(gcv_v8 *v8, uint32_t node, uint32_t script)
{
    gcv_v8_moved *last = &v8->places.moved;
    const gcv_v8_pair pair = v8->pairs.data[gcv_v8_node_pair(v8, node)];
    if (pair.key == last->key && pair.list == last->list && script == last->script) {
        gcv_v8_set_pair(v8, node, last->to);
    } else if (v8->keys.data[pair.key].script == GCV_NONE) {
        gcv_v8_set_key(v8, node, key_in_script(v8, pair.key, script));
        *last = (gcv_v8_moved){pair.key, pair.list, script, gcv_v8_node_pair(v8, node)};
    }
}

/* ---- locations ---------------------------------------------------------------------------- */

/* Finds or adds the script with an id. */
static uint32_t script_for(gcv_v8 *v8, uint64_t id)
{
    gcv_v8_places *places = &v8->places;
    const uint32_t at = gcv_id_map_enter(v8->ctx, &places->script_of, id, places->scripts.n);
    if (at == places->scripts.n) {
        const gcv_v8_script script = {GCV_NONE, GCV_NONE};
        gcv_v8_script_column_push(v8->ctx, &places->scripts, script);
    }
    return at;
}

/* The same for a function that has a location: mostly, these are in the order of their nodes, too.
 */
static uint32_t name_of_located(gcv_v8 *v8, uint32_t node)
{
    gcv_v8_places *places = &v8->places;
    const gcv_v8_note_column *named = &places->named;
    while (places->next_named < named->n && named->data[places->next_named].node < node) {
        places->next_named++;
    }
    return places->next_named < named->n && named->data[places->next_named].node == node
               ? named->data[places->next_named].is
               : gcv_v8_name_of(v8, node);
}

static void join_location(gcv_v8 *v8, const gcv_v8_location *location)
{
    gcv_v8_places *places = &v8->places;
    const uint32_t node = location->node;
    if (node >= v8->n_nodes) {
        places->ignored++;
        return;
    }
    const uint16_t flags = gcv_v8_node_flags(v8, node);
    if ((flags & (GCV_V8_FUNCTION | GCV_V8_NATIVE)) == 0 && !gcv_v8_is_object(flags)) {
        return; /* a subclass of RegExp, whose objects are of no class of their own */
    }
    const uint32_t script = script_for(v8, location->script);
    if (location->script_node < v8->n_nodes) {
        places->scripts.data[script].node = location->script_node;
    }
    if ((flags & GCV_V8_FUNCTION) != 0) {
        const gcv_v8_function function = {name_of_located(v8, node), script, location->line,
                                          location->column};
        const gcv_sparse_pair placed = {node, gcv_v8_function_for(v8, &function)};
        gcv_sparse_pair_column_push(v8->ctx, &places->placed, placed);
    }
    gcv_v8_set_script(v8, node, script);
}

void gcv_v8_join_locations(gcv_v8 *v8)
{
    gcv_v8_location_column *early = &v8->places.early;
    for (size_t i = 0; i < early->n; i++) {
        join_location(v8, &early->data[i]);
    }
    gcv_v8_location_column_release(v8->ctx, early);
}

/* Returns the node at a position in "nodes". */
static uint32_t node_at(const gcv_v8 *v8, uint64_t position)
{
    const uint32_t fields = v8->node_fields.n;
    return position < GCV_NONE && position % fields == 0 ? (uint32_t)position / fields : GCV_NONE;
}

/* Returns a line or column that the file counts from 0. V8 writes -1 as 2^32 - 1. */
static uint32_t from_one(uint64_t number) { return number < UINT32_MAX ? (uint32_t)number + 1 : 0; }

static void take_location(gcv_v8 *v8, const uint64_t *row)
{
    const gcv_v8_location_fields *fields = &v8->places.fields;
    gcv_v8_location location = {.node = node_at(v8, row[fields->object]),
                                .script = row[fields->script]};
    location.script_node =
        fields->script_object != GCV_NONE ? node_at(v8, row[fields->script_object]) : GCV_NONE;
    location.line = from_one(row[fields->line]);
    location.column = from_one(row[fields->column]);
    if (v8->has[GCV_V8_NODES] && v8->has[GCV_V8_EDGES]) {
        join_location(v8, &location);
    } else {
        gcv_v8_location_column_push(v8->ctx, &v8->places.early, location);
    }
}

/* Takes a number. The tables of some writers have negative ones, which count as UINT64_MAX. */
static uint64_t take_number(gcv_json *json)
{
    if (gcv_json_peek(json) != '-') {
        return gcv_json_number(json);
    }
    gcv_json_skip(json, NULL);
    return UINT64_MAX;
}

static bool take_row(gcv_v8 *v8, uint64_t *row)
{
    const uint32_t fields = v8->places.fields.n;
    uint32_t n = v8->json.first ? 0 : gcv_json_quick_numbers(&v8->json, row, fields);
    while (n < fields && gcv_json_next(&v8->json, ']')) {
        row[n++] = take_number(&v8->json);
    }
    return n == fields;
}

void gcv_v8_take_locations(gcv_v8 *v8)
{
    uint64_t row[GCV_V8_MAX_FIELDS];
    gcv_json_open(&v8->json, '[', "\"locations\" is not a list");
    v8->places.has_locations = true;
    while (take_row(v8, row)) {
        take_location(v8, row);
    }
}
