/* v8_nodes.c - the section "nodes"; see v8_reader.h. */
#include "input/heapsnapshot/v8_reader.h"

#include "base/error.h"

#include <inttypes.h>

enum { PROGRESS = 1 << 16 };

/* A type past the list that the file gives; it shows as `(type NUMBER)`. */
#define MAX_TYPE UINT32_MAX

/* What stands for a name that does not matter. */
#define NO_NAME GCV_NONE

gcv_status gcv_v8_take_row(gcv_v8 *v8, bool first, uint32_t fields, uint64_t *row, uint32_t *n,
                           gcv_error *err)
{
    gcv_json *json = &v8->json;
    for (*n = 0; *n < fields; ++*n) {
        gcv_status status;
        bool more;
        if (!(first && *n == 0) && gcv_json_quick_number(json, &row[*n])) {
            continue;
        }
        status = gcv_json_next(json, ']', first && *n == 0, &more, err);
        if (status != GCV_OK || !more) {
            return status;
        }
        status = gcv_json_number(json, &row[*n], err);
        if (status != GCV_OK) {
            return status;
        }
    }
    return GCV_OK;
}

/* ---- keys --------------------------------------------------------------------------------- */

gcv_status gcv_v8_key_for(gcv_v8 *v8, const gcv_v8_key *key, uint32_t *out, gcv_error *err)
{
    /* Types are fewer than 2^31 in any file that could be: a key takes the last bit. */
    uint64_t number = (uint64_t)(key->type << 1 | key->detached) << 32 | key->name;
    gcv_status status = GCV_OK;
    *out = gcv_id_map_get(v8->ctx, &v8->key_of, number);
    if (*out == GCV_NONE) {
        *out = (uint32_t)v8->keys.n;
        status = gcv_id_map_set(v8->ctx, &v8->key_of, number, *out, err);
        if (status == GCV_OK) {
            status = gcv_v8_key_column_push(v8->ctx, &v8->keys, *key, err);
        }
    }
    return status;
}

static gcv_status find_key(gcv_v8 *v8, uint64_t type, uint64_t name, uint32_t *out, gcv_error *err)
{
    gcv_v8_node_type *known = type < v8->types.n ? &v8->types.data[type] : NULL;
    gcv_v8_key key;
    gcv_status status;
    if (known != NULL && known->key != GCV_NONE) {
        *out = known->key;
        return GCV_OK;
    }
    key.type = (uint32_t)(type < (MAX_TYPE >> 1) ? type : MAX_TYPE >> 1);
    key.flags = known != NULL ? known->flags : 0;
    key.name = (key.flags & GCV_V8_NAMED) == 0 ? NO_NAME
               : name < GCV_NONE               ? (uint32_t)name
                                               : GCV_NONE - 1;
    key.detached = false;
    key.same = GCV_NONE; /* for v8_finish.c */
    status = gcv_v8_key_for(v8, &key, out, err);
    if (status == GCV_OK && known != NULL && (key.flags & GCV_V8_NAMED) == 0) {
        known->key = *out;
    }
    return status;
}

/* ---- nodes -------------------------------------------------------------------------------- */

uint64_t gcv_v8_node_size(const gcv_v8 *v8, uint32_t node)
{
    uint32_t size = v8->rows.size.data[node];
    return size != GCV_BIG_SIZE ? size : gcv_big_size_of(&v8->rows.big, node);
}

static gcv_status push_size(gcv_v8 *v8, uint32_t node, uint64_t bytes, gcv_error *err)
{
    gcv_status status = GCV_OK;
    if (bytes >= GCV_BIG_SIZE) {
        gcv_big_size big;
        big.object = node;
        big.bytes = bytes;
        status = gcv_big_size_column_push(v8->ctx, &v8->rows.big, big, err);
        bytes = GCV_BIG_SIZE;
    }
    return status == GCV_OK ? gcv_u32_column_push(v8->ctx, &v8->rows.size, (uint32_t)bytes, err)
                            : status;
}

/* Notes what is not true of most nodes. */
static gcv_status note_special(gcv_v8 *v8, uint32_t node, uint8_t flags, const uint64_t *row,
                               gcv_error *err)
{
    const gcv_v8_node_fields *fields = &v8->node_fields;
    bool synthetic = (flags & GCV_V8_SYNTHETIC) != 0 && row[fields->self_size] == 0;
    gcv_status status = GCV_OK;
    if (synthetic || node == v8->root) {
        status = gcv_u32_column_push(v8->ctx, &v8->candidates, node, err);
    }
    if (status == GCV_OK && (flags & GCV_V8_NATIVE) != 0 && fields->detachedness != GCV_NONE) {
        uint64_t state = row[fields->detachedness];
        if (state == 1 || state == 2) {
            status = gcv_u32_column_push(v8->ctx, &v8->stated, node, err);
            if (status == GCV_OK) {
                status = gcv_u8_column_push(v8->ctx, &v8->states, (uint8_t)state, err);
            }
        }
    }
    return status;
}

static gcv_status take_node(gcv_v8 *v8, const uint64_t *row, gcv_error *err)
{
    const gcv_v8_node_fields *fields = &v8->node_fields;
    uint32_t node = (uint32_t)v8->n_nodes, key;
    uint64_t edges = row[fields->edge_count];
    uint8_t flags;
    gcv_status status;
    /* Writers compute to_node in 32 bits. */
    if (v8->n_nodes >= UINT32_MAX / fields->n) {
        return gcv_fail_offset(err, GCV_ERR_LIMIT, v8->json.stream.source->name,
                               gcv_json_offset(&v8->json), "more than %" PRIu32 " nodes",
                               UINT32_MAX / fields->n);
    }
    status = find_key(v8, row[fields->type], row[fields->name], &key, err);
    if (status != GCV_OK) {
        return status;
    }
    flags = v8->keys.data[key].flags;
    status = gcv_u32_column_push(v8->ctx, &v8->rows.type, key, err);
    if (status == GCV_OK) {
        status = push_size(v8, node, row[fields->self_size], err);
    }
    v8->claimed = gcv_add_capped(v8->claimed, edges);
    if (status == GCV_OK) {
        edges = edges < UINT32_MAX ? edges : UINT32_MAX; /* the sum is wrong in any case */
        status = gcv_u32_column_push(v8->ctx, &v8->rows.first_ref, (uint32_t)edges, err);
    }
    if (status == GCV_OK && v8->graph) {
        status = gcv_id_column_push(v8->ctx, &v8->rows.ids, row[fields->id], err);
    }
    if (status == GCV_OK &&
        ((flags & (GCV_V8_SYNTHETIC | GCV_V8_NATIVE)) != 0 || node == v8->root)) {
        status = note_special(v8, node, flags, row, err);
    }
    v8->n_nodes++;
    return status;
}

static gcv_status check_end(gcv_v8 *v8, uint32_t over, uint64_t offset, gcv_error *err)
{
    const uint32_t fields = v8->node_fields.n;
    if (over != 0) {
        return gcv_json_fail(&v8->json, offset, err,
                             "\"nodes\" holds %" PRIu64 " numbers, not a multiple of %" PRIu32,
                             v8->n_nodes * fields + over, fields);
    }
    if (v8->n_nodes == 0) {
        return gcv_json_fail(&v8->json, offset, err, "no nodes");
    }
    if (v8->root_index % fields != 0 || v8->root_index / fields >= v8->n_nodes) {
        return gcv_json_fail(&v8->json, offset, err, "root_index %" PRIu64 " is not a node",
                             v8->root_index);
    }
    return GCV_OK;
}

gcv_status gcv_v8_take_nodes(gcv_v8 *v8, gcv_error *err)
{
    const uint32_t fields = v8->node_fields.n;
    uint64_t row[GCV_V8_MAX_FIELDS];
    uint64_t root = v8->root_index / fields;
    uint32_t n = fields;
    gcv_status status = gcv_json_take(&v8->json, '[', "\"nodes\" is not a list", err);
    v8->root = root < GCV_NONE ? (uint32_t)root : GCV_NONE;
    while (status == GCV_OK) {
        status = gcv_v8_take_row(v8, v8->n_nodes == 0, fields, row, &n, err);
        if (status != GCV_OK || n < fields) {
            break;
        }
        status = take_node(v8, row, err);
        if (v8->n_nodes % PROGRESS == 0) {
            gcv_progress(v8->ctx, gcv_json_offset(&v8->json), v8->n_nodes);
        }
    }
    if (status == GCV_OK) {
        status = check_end(v8, n, gcv_json_offset(&v8->json) - 1, err);
    }
    v8->has_nodes = status == GCV_OK;
    gcv_u32_column_shrink(v8->ctx, &v8->rows.type);
    gcv_u32_column_shrink(v8->ctx, &v8->rows.size);
    gcv_id_column_shrink(v8->ctx, &v8->rows.ids);
    return status;
}
