/* element_sets.c - hash-consed binary tries; see element_sets.h. */
#include "analysis/element_sets.h"

#include "base/error.h"
#include "base/hash.h"

#include <string.h>

/* One remembered intersection: a < b; a is 0 in a free entry. */
struct gcv_meet_entry {
    uint32_t a, b, result;
};

static uint64_t hash_node(const gcv_element_sets *sets, const gcv_set_node *node)
{
    uint64_t h = gcv_hash_u64((uint64_t)node->key << 32 | node->bit, sets->ctx->seed);
    return gcv_hash_u64((uint64_t)node->zeros << 32 | node->ones, h);
}

static void enter(gcv_element_sets *sets, uint32_t node)
{
    size_t mask = sets->n_index - 1, at = hash_node(sets, &sets->nodes.data[node]) & mask;
    while (sets->index[at] != 0) {
        at = (at + 1) & mask;
    }
    sets->index[at] = node;
}

static gcv_status grow_index(gcv_element_sets *sets, gcv_error *err)
{
    size_t n = sets->n_index == 0 ? 64 : sets->n_index * 2;
    uint32_t *index = gcv_alloc_zeroed(sets->ctx, n, sizeof *index, err);
    uint32_t node;
    if (index == NULL) {
        return gcv_failed(err);
    }
    gcv_free(sets->ctx, sets->index, sets->n_index, sizeof *index);
    sets->index = index;
    sets->n_index = n;
    for (node = 1; node < sets->nodes.n; node++) {
        enter(sets, node);
    }
    return GCV_OK;
}

size_t gcv_set_cache_size(size_t expected)
{
    size_t n = GCV_SET_CACHE_LEAST;
    while (n < expected && n < GCV_SET_CACHE_MOST) {
        n *= 2;
    }
    return n;
}

gcv_status gcv_element_sets_init(gcv_context *ctx, gcv_element_sets *sets, size_t expected,
                                 gcv_error *err)
{
    static const gcv_set_node empty = {0, 0, 0, 0};
    gcv_status status;
    memset(sets, 0, sizeof *sets);
    sets->ctx = ctx;
    sets->n_cache = gcv_set_cache_size(expected);
    sets->cache = gcv_alloc_zeroed(ctx, sets->n_cache, sizeof *sets->cache, err);
    if (sets->cache == NULL) {
        return gcv_failed(err);
    }
    status = grow_index(sets, err);
    return status == GCV_OK ? gcv_set_node_column_push(ctx, &sets->nodes, empty, err) : status;
}

void gcv_element_sets_release(gcv_element_sets *sets)
{
    gcv_free(sets->ctx, sets->cache, sets->n_cache, sizeof *sets->cache);
    gcv_free(sets->ctx, sets->index, sets->n_index, sizeof *sets->index);
    gcv_set_node_column_release(sets->ctx, &sets->nodes);
}

/* The one node of this content, made if it is new. */
static gcv_status cons(gcv_element_sets *sets, const gcv_set_node *content, uint32_t *node,
                       gcv_error *err)
{
    size_t mask, at;
    gcv_status status = GCV_OK;
    if (sets->nodes.n >= sets->n_index / 2) {
        status = grow_index(sets, err);
        if (status != GCV_OK) {
            return status;
        }
    }
    sets->ctx->steps++;
    mask = sets->n_index - 1;
    for (at = hash_node(sets, content) & mask; sets->index[at] != 0; at = (at + 1) & mask) {
        const gcv_set_node *known = &sets->nodes.data[sets->index[at]];
        if (known->key == content->key && known->bit == content->bit &&
            known->zeros == content->zeros && known->ones == content->ones) {
            *node = sets->index[at];
            return GCV_OK;
        }
    }
    if (sets->nodes.n >= UINT32_MAX) {
        return gcv_fail(err, GCV_ERR_LIMIT, "too many different retaining sets");
    }
    status = gcv_set_node_column_push(sets->ctx, &sets->nodes, *content, err);
    if (status == GCV_OK) {
        *node = (uint32_t)(sets->nodes.n - 1);
        sets->index[at] = *node;
    }
    return status;
}

static gcv_status branch(gcv_element_sets *sets, uint32_t key, uint32_t bit, uint32_t zeros,
                         uint32_t ones, uint32_t *node, gcv_error *err)
{
    gcv_set_node content;
    if (zeros == GCV_EMPTY_SET || ones == GCV_EMPTY_SET) {
        *node = zeros | ones;
        return GCV_OK;
    }
    content.key = key & ~(bit | (bit - 1));
    content.bit = bit;
    content.zeros = zeros;
    content.ones = ones;
    return cons(sets, &content, node, err);
}

/* True if the element, or the elements of another node, agree with `node` above its bit. */
static bool covers(const gcv_set_node *node, uint32_t key)
{
    return (key & ~(node->bit | (node->bit - 1))) == node->key;
}

bool gcv_element_sets_contain(const gcv_element_sets *sets, uint32_t set, uint32_t element)
{
    const gcv_set_node *node = &sets->nodes.data[set];
    while (set != GCV_EMPTY_SET && node->bit != 0) {
        set = (element & node->bit) != 0 ? node->ones : node->zeros;
        node = &sets->nodes.data[set];
    }
    return set != GCV_EMPTY_SET && node->key == element;
}

/* The highest bit in which two keys differ. */
static uint32_t highest_difference(uint32_t a, uint32_t b)
{
    uint32_t differ = a ^ b;
    differ |= differ >> 1;
    differ |= differ >> 2;
    differ |= differ >> 4;
    differ |= differ >> 8;
    differ |= differ >> 16;
    return differ ^ differ >> 1;
}

gcv_status gcv_element_sets_add(gcv_element_sets *sets, uint32_t *set, uint32_t element,
                                gcv_error *err)
{
    uint32_t way[33], n = 0, at = *set, made;
    gcv_set_node leaf = {0, 0, 0, 0};
    gcv_status status;
    if (gcv_element_sets_contain(sets, *set, element)) {
        return GCV_OK;
    }
    leaf.key = element;
    status = cons(sets, &leaf, &made, err);
    while (sets->nodes.data[at].bit != 0 && covers(&sets->nodes.data[at], element)) {
        way[n++] = at;
        at = (element & sets->nodes.data[at].bit) != 0 ? sets->nodes.data[at].ones
                                                       : sets->nodes.data[at].zeros;
    }
    if (status == GCV_OK && at != GCV_EMPTY_SET) {
        uint32_t bit = highest_difference(element, sets->nodes.data[at].key);
        status = (element & bit) != 0 ? branch(sets, element, bit, at, made, &made, err)
                                      : branch(sets, element, bit, made, at, &made, err);
    }
    while (status == GCV_OK && n > 0) {
        gcv_set_node node = sets->nodes.data[way[--n]];
        status = (element & node.bit) != 0
                     ? branch(sets, element, node.bit, node.zeros, made, &made, err)
                     : branch(sets, element, node.bit, made, node.ones, &made, err);
    }
    if (status == GCV_OK) {
        *set = made;
    }
    return status;
}

static gcv_status meet(gcv_element_sets *sets, uint32_t a, uint32_t b, uint32_t *result,
                       gcv_error *err);

/* Intersection of two branches, neither cached nor equal. */
static gcv_status meet_branches(gcv_element_sets *sets, gcv_set_node a, gcv_set_node b,
                                uint32_t a_set, uint32_t b_set, uint32_t *result, gcv_error *err)
{
    uint32_t zeros = GCV_EMPTY_SET, ones = GCV_EMPTY_SET;
    gcv_status status;
    if (a.bit == b.bit) {
        if (a.key != b.key) {
            *result = GCV_EMPTY_SET;
            return GCV_OK;
        }
        status = meet(sets, a.zeros, b.zeros, &zeros, err);
        if (status == GCV_OK) {
            status = meet(sets, a.ones, b.ones, &ones, err);
        }
        return status == GCV_OK ? branch(sets, a.key, a.bit, zeros, ones, result, err) : status;
    }
    if (a.bit > b.bit && covers(&a, b.key)) {
        return meet(sets, (b.key & a.bit) != 0 ? a.ones : a.zeros, b_set, result, err);
    }
    if (b.bit > a.bit && covers(&b, a.key)) {
        return meet(sets, a_set, (a.key & b.bit) != 0 ? b.ones : b.zeros, result, err);
    }
    *result = GCV_EMPTY_SET;
    return GCV_OK;
}

static gcv_status meet(gcv_element_sets *sets, uint32_t a, uint32_t b, uint32_t *result,
                       gcv_error *err)
{
    struct gcv_meet_entry *entry;
    gcv_set_node x, y;
    gcv_status status;
    if (a > b) {
        uint32_t swap = a;
        a = b;
        b = swap;
    }
    if (a == b || a == GCV_EMPTY_SET) {
        *result = a;
        return GCV_OK;
    }
    x = sets->nodes.data[a];
    y = sets->nodes.data[b];
    if (x.bit == 0) {
        *result = gcv_element_sets_contain(sets, b, x.key) ? a : GCV_EMPTY_SET;
        return GCV_OK;
    }
    if (y.bit == 0) {
        *result = gcv_element_sets_contain(sets, a, y.key) ? b : GCV_EMPTY_SET;
        return GCV_OK;
    }
    sets->ctx->steps++;
    entry = &sets->cache[gcv_hash_u64((uint64_t)a << 32 | b, 0) & (sets->n_cache - 1)];
    if (entry->a == a && entry->b == b) {
        *result = entry->result;
        return GCV_OK;
    }
    status = meet_branches(sets, x, y, a, b, result, err);
    if (status == GCV_OK) {
        entry->a = a;
        entry->b = b;
        entry->result = *result;
    }
    return status;
}

gcv_status gcv_element_sets_meet(gcv_element_sets *sets, uint32_t *set, uint32_t other,
                                 gcv_error *err)
{
    return meet(sets, *set, other, set, err);
}

void gcv_element_sets_spread(const gcv_element_sets *sets, uint64_t *weights, uint64_t *totals)
{
    size_t at;
    for (at = sets->nodes.n; at-- > 1;) {
        const gcv_set_node *node = &sets->nodes.data[at];
        if (node->bit == 0) {
            totals[node->key] += weights[at];
        } else {
            weights[node->zeros] += weights[at];
            weights[node->ones] += weights[at];
        }
    }
}
