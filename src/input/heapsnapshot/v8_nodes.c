/* v8_nodes.c - the section "nodes"; see v8_reader.h. */
#include "input/heapsnapshot/v8_reader.h"

#include "base/error.h"
#include "base/search.h"

#include <inttypes.h>

enum { PROGRESS = 1 << 16 };

/* Maximum number of a type; larger numbers count as this one. Types that are not in the file's list
 * show as `(type NUMBER)`. */
#define TYPE_NUMBER_MAX (UINT32_MAX >> 1)

/* The name in a key for which names do not matter. */
#define NO_NAME GCV_NONE

void gcv_v8_take_row(gcv_v8 *v8, bool first, uint32_t fields, uint64_t *row, uint32_t *n)
{
    gcv_json *json = &v8->json;
    *n = first ? 0 : gcv_json_quick_numbers(json, row, fields);
    for (; *n < fields; ++*n) {
        bool more = gcv_json_next(json, ']', first && *n == 0);
        if (!more) {
            return;
        }
        row[*n] = gcv_json_number(json);
    }
}

/* ---- keys --------------------------------------------------------------------------------- */

uint32_t gcv_v8_key_for(gcv_v8 *v8, const gcv_v8_key *key)
{
    /* Numbers of types are below 2^31, so the key has room for one more bit. */
    uint64_t number = (uint64_t)(key->type << 1 | key->detached) << 32 | key->name;
    uint32_t out = gcv_id_map_get(v8->ctx, &v8->key_of, number);
    if (out == GCV_NONE) {
        out = (uint32_t)v8->keys.n;
        gcv_id_map_set(v8->ctx, &v8->key_of, number, out);
        gcv_v8_key_column_push(v8->ctx, &v8->keys, *key);
    }
    return out;
}

static void find_key(gcv_v8 *v8, uint64_t type, uint64_t name, uint32_t *out)
{
    gcv_v8_node_type *known = type < v8->types.n ? &v8->types.data[type] : NULL;
    gcv_v8_key key;
    if (known != NULL && known->key != GCV_NONE) {
        *out = known->key;
        return;
    }
    key.type = (uint32_t)(type < TYPE_NUMBER_MAX ? type : TYPE_NUMBER_MAX);
    key.flags = known != NULL ? known->flags : 0;
    key.name = (key.flags & GCV_V8_NAMED) == 0 ? NO_NAME
               : name < GCV_NONE               ? (uint32_t)name
                                               : GCV_NONE - 1;
    key.detached = false;
    key.count = key.bytes = 0;
    key.same = GCV_NONE; /* set in v8_finish.c */
    *out = gcv_v8_key_for(v8, &key);
    if (known != NULL && (key.flags & GCV_V8_NAMED) == 0) {
        known->key = *out;
    }
}

/* ---- nodes -------------------------------------------------------------------------------- */

gcv_v8_special *gcv_v8_special_of(const gcv_v8 *v8, uint32_t node)
{
    gcv_v8_special *specials = v8->specials.data;
    const size_t n = gcv_count_up_to_u32(specials, sizeof *specials, v8->specials.n, node);
    return n > 0 && specials[n - 1].node == node ? &specials[n - 1] : NULL;
}

bool gcv_v8_may_be_root(const gcv_v8 *v8, const gcv_v8_special *special)
{
    return special->node == v8->root ||
           (special->size == 0 && (v8->keys.data[special->key].flags & GCV_V8_SYNTHETIC) != 0);
}

uint64_t gcv_v8_special_size(const gcv_v8 *v8, const gcv_v8_special *special)
{
    return special->size != GCV_BIG_SIZE ? special->size
                                         : gcv_big_size_of(&v8->rows.big, special->node);
}

uint8_t gcv_v8_node_flags(const gcv_v8 *v8, uint32_t node)
{
    const gcv_v8_special *special = v8->graph ? NULL : gcv_v8_special_of(v8, node);
    return v8->graph         ? v8->keys.data[v8->rows.type.data[node]].flags
           : special != NULL ? v8->keys.data[special->key].flags
                             : 0;
}

/* Puts a size that does not fit into 32 bits into a table of its own. */
static uint32_t fit_size(gcv_v8 *v8, uint32_t node, uint64_t bytes)
{
    gcv_big_size big;
    uint32_t size = bytes < GCV_BIG_SIZE ? (uint32_t)bytes : GCV_BIG_SIZE;
    if (bytes < GCV_BIG_SIZE) {
        return size;
    }
    big.object = node;
    big.bytes = bytes;
    gcv_big_size_column_push(v8->ctx, &v8->rows.big, big);
    return size;
}

static void note_state(gcv_v8 *v8, uint32_t node, uint64_t state)
{
    if (state == 1 || state == 2) {
        gcv_u32_column_push(v8->ctx, &v8->stated, node);
        gcv_u8_column_push(v8->ctx, &v8->states, (uint8_t)state);
    }
}

/* Notes what is special about a node. */
static void note_special(gcv_v8 *v8, uint32_t node, uint32_t key, uint32_t size,
                         const uint64_t *row)
{
    const uint32_t state = v8->node_fields.detachedness;
    const bool native = (v8->keys.data[key].flags & GCV_V8_NATIVE) != 0;
    gcv_v8_special special;
    special.node = node;
    special.key = key;
    special.size = size;
    if (!native || !v8->graph || node == v8->root) {
        gcv_v8_special_column_push(v8->ctx, &v8->specials, special);
    }
    if (native && state != GCV_NONE) {
        note_state(v8, node, row[state]);
    }
}

static void add_row(gcv_v8 *v8, uint32_t key, uint32_t size, const uint64_t *row)
{
    const uint64_t name = row[v8->node_fields.name];
    gcv_u32_column_push(v8->ctx, &v8->rows.type, key);
    gcv_u32_column_push(v8->ctx, &v8->rows.size, size);
    if (v8->marks) { /* its name for now */
        gcv_u32_column_push(v8->ctx, &v8->rows.mark, name < GCV_NONE ? (uint32_t)name : GCV_NONE);
    }
    gcv_id_column_push(v8->ctx, &v8->rows.ids, row[v8->node_fields.id]);
}

static void take_node(gcv_v8 *v8, const uint64_t *row)
{
    const gcv_v8_node_fields *fields = &v8->node_fields;
    const uint64_t bytes = row[fields->self_size], edges = row[fields->edge_count];
    uint32_t node = (uint32_t)v8->n_nodes, key, size = 0;
    /* Writers compute to_node in 32 bits. */
    if (v8->n_nodes >= UINT32_MAX / fields->n) {
        gcv_fail_offset(v8->ctx, GCV_ERR_LIMIT, v8->json.stream.source->name,
                        gcv_json_offset(&v8->json), "more than %" PRIu32 " nodes",
                        UINT32_MAX / fields->n);
    }
    find_key(v8, row[fields->type], row[fields->name], &key);
    bool special =
        (v8->keys.data[key].flags & (GCV_V8_SYNTHETIC | GCV_V8_NATIVE)) != 0 || node == v8->root;
    if (special || v8->graph) {
        size = fit_size(v8, node, bytes);
    }
    if (v8->graph) {
        add_row(v8, key, size, row);
    } else if (!special) {
        gcv_v8_add_to_key(&v8->keys.data[key], bytes);
    } /* a count that is too large makes the sum wrong in any case */
    gcv_u32_column_push(v8->ctx, &v8->rows.first_ref,
                        edges < UINT32_MAX ? (uint32_t)edges : UINT32_MAX);
    if (special) {
        note_special(v8, node, key, size, row);
    }
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
    uint64_t row[GCV_V8_MAX_FIELDS];
    uint64_t root = v8->root_index / fields;
    uint32_t n = fields;
    gcv_json_take(&v8->json, '[', "\"nodes\" is not a list");
    v8->root = root < GCV_NONE ? (uint32_t)root : GCV_NONE;
    while (true) {
        gcv_v8_take_row(v8, v8->n_nodes == 0, fields, row, &n);
        if (n < fields) {
            break;
        }
        take_node(v8, row);
        if (v8->n_nodes % PROGRESS == 0) {
            gcv_progress(v8->ctx, gcv_json_offset(&v8->json), v8->n_nodes);
        }
    }
    check_end(v8, n, gcv_json_offset(&v8->json) - 1);
    v8->has_nodes = true;
    gcv_u32_column_shrink(v8->ctx, &v8->rows.first_ref);
    gcv_u32_column_shrink(v8->ctx, &v8->rows.type);
    gcv_u32_column_shrink(v8->ctx, &v8->rows.size);
    gcv_u32_column_shrink(v8->ctx, &v8->rows.mark);
    gcv_id_column_shrink(v8->ctx, &v8->rows.ids);
}
