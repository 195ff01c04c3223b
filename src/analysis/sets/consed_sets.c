/* consed_sets.c - hash-consed binary tries; see consed_sets.h. */
#include "analysis/sets/consed_sets.h"

#include "base/error.h"
#include "base/hash.h"

#include <string.h>

/* A cached intersection: a < b; a is 0 in a free entry. */
struct gcv_intersection {
    uint32_t a, b, result;
};

static uint64_t hash_node(const gcv_consed_sets *sets, const gcv_set_node *node)
{
    const uint32_t *word = node->as.element;
    uint64_t h = sets->ctx->seed + node->n;
    uint32_t i;
    for (i = 0; i < GCV_SET_LIST_MAX && i < node->n; i += 2) {
        h = gcv_hash_u64((uint64_t)word[i] << 32 | word[i + 1], h);
    }
    return h;
}

static gcv_status grow_index(gcv_consed_sets *sets, gcv_error *err)
{
    size_t n = sets->n_index == 0 ? 64 : sets->n_index * 2, i, at;
    gcv_set_slot *index = gcv_alloc_zeroed(sets->ctx, n, sizeof *index, err);
    if (index == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < sets->n_index; i++) {
        if (sets->index[i].node != 0) {
            at = sets->index[i].hash & (n - 1);
            while (index[at].node != 0) {
                at = (at + 1) & (n - 1);
            }
            index[at] = sets->index[i];
        }
    }
    gcv_free(sets->ctx, sets->index, sets->n_index, sizeof *sets->index);
    sets->index = index;
    sets->n_index = n;
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

gcv_status gcv_consed_sets_init(gcv_context *ctx, gcv_consed_sets *sets, size_t expected,
                                gcv_error *err)
{
    static const gcv_set_node empty = {0, 0, {{0}}};
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

void gcv_consed_sets_release(gcv_consed_sets *sets)
{
    gcv_free(sets->ctx, sets->cache, sets->n_cache, sizeof *sets->cache);
    gcv_free(sets->ctx, sets->index, sets->n_index, sizeof *sets->index);
    gcv_set_node_column_release(sets->ctx, &sets->nodes);
}

static gcv_status append(gcv_consed_sets *sets, const gcv_set_node *content, uint32_t *node,
                         gcv_error *err)
{
    gcv_status status;
    if (sets->nodes.n >= UINT32_MAX) {
        return gcv_fail(err, GCV_ERR_LIMIT, "too many different retaining sets");
    }
    status = gcv_set_node_column_push(sets->ctx, &sets->nodes, *content, err);
    if (status == GCV_OK) {
        *node = (uint32_t)(sets->nodes.n - 1);
    }
    return status;
}

/* Finds the node with this content, or creates it. */
static gcv_status cons(gcv_consed_sets *sets, const gcv_set_node *content, uint32_t *node,
                       gcv_error *err)
{
    size_t mask, at;
    uint32_t hash;
    gcv_status status = GCV_OK;
    if (sets->n_indexed >= sets->n_index / 4 * 3) {
        status = grow_index(sets, err);
        if (status != GCV_OK) {
            return status;
        }
    }
    sets->steps++;
    mask = sets->n_index - 1;
    hash = (uint32_t)hash_node(sets, content);
    for (at = hash & mask; sets->index[at].node != 0; at = (at + 1) & mask) {
        if (sets->index[at].hash == hash &&
            memcmp(&sets->nodes.data[sets->index[at].node], content, sizeof *content) == 0) {
            *node = sets->index[at].node;
            return GCV_OK;
        }
    }
    status = append(sets, content, node, err);
    if (status == GCV_OK) {
        sets->index[at].node = *node;
        sets->index[at].hash = hash;
        sets->n_indexed++;
    }
    return status;
}

static bool is_list(const gcv_set_node *node) { return node->n <= GCV_SET_LIST_MAX; }

/* Creates a list; `consed`: only if there is no equal one in the index. */
static gcv_status make_list(gcv_consed_sets *sets, const uint32_t *element, uint32_t n, bool consed,
                            uint32_t *set, gcv_error *err)
{
    gcv_set_node content = {0, 0, {{0}}};
    uint32_t i;
    if (n == 0) {
        *set = GCV_EMPTY_SET;
        return GCV_OK;
    }
    content.n = n;
    for (i = 0; i < n; i++) {
        content.as.element[i] = element[i];
        content.marks |= gcv_set_mark(element[i]);
    }
    if (consed) {
        return cons(sets, &content, set, err);
    }
    sets->steps++;
    return append(sets, &content, set, err);
}

/* Finds or creates the union of two sets: a branch, unless a list can hold it. Their elements agree
 * with `key` above `bit`; `zeros` has the elements with the bit clear, `ones` those with the bit
 * set. */
static gcv_status join(gcv_consed_sets *sets, uint32_t key, uint32_t bit, uint32_t zeros,
                       uint32_t ones, uint32_t *set, gcv_error *err)
{
    const gcv_set_node *low = &sets->nodes.data[zeros], *high = &sets->nodes.data[ones];
    gcv_set_node content = {0, 0, {{0}}};
    if (zeros == GCV_EMPTY_SET || ones == GCV_EMPTY_SET) {
        *set = zeros | ones;
        return GCV_OK;
    }
    content.n = low->n + high->n;
    content.marks = low->marks | high->marks;
    if (is_list(&content)) {
        memcpy(content.as.element, low->as.element, low->n * sizeof *low->as.element);
        memcpy(&content.as.element[low->n], high->as.element, high->n * sizeof *high->as.element);
    } else {
        content.as.branch.key = key & ~(bit | (bit - 1));
        content.as.branch.bit = bit;
        content.as.branch.zeros = zeros;
        content.as.branch.ones = ones;
    }
    return cons(sets, &content, set, err);
}

/* Whether a key (an element, or the key of another branch) agrees with the branch's key above its
 * bit. */
static bool covers(const gcv_set_node *node, uint32_t key)
{
    uint32_t bit = node->as.branch.bit;
    return (key & ~(bit | (bit - 1))) == node->as.branch.key;
}

/* The part of a branch that can hold an element. */
static uint32_t part_for(const gcv_set_node *node, uint32_t element)
{
    return (element & node->as.branch.bit) != 0 ? node->as.branch.ones : node->as.branch.zeros;
}

bool gcv_consed_sets_contain(const gcv_consed_sets *sets, uint32_t set, uint32_t element)
{
    const gcv_set_node *node = &sets->nodes.data[set];
    uint32_t i;
    if ((node->marks & gcv_set_mark(element)) == 0) {
        return false;
    }
    while (!is_list(node)) {
        node = &sets->nodes.data[part_for(node, element)];
    }
    for (i = 0; i < node->n; i++) {
        if (node->as.element[i] == element) {
            return true;
        }
    }
    return false;
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

/* Makes a branch of GCV_SET_LIST_MAX + 1 ascending elements, one more than a list holds. */
static gcv_status split(gcv_consed_sets *sets, const uint32_t *element, uint32_t *set,
                        gcv_error *err)
{
    uint32_t bit = highest_difference(element[0], element[GCV_SET_LIST_MAX]), low = 0, zeros, ones;
    gcv_status status;
    while ((element[low] & bit) == 0) {
        low++;
    }
    status = make_list(sets, element, low, true, &zeros, err);
    if (status == GCV_OK) {
        status = make_list(sets, &element[low], GCV_SET_LIST_MAX + 1 - low, true, &ones, err);
    }
    return status == GCV_OK ? join(sets, element[0], bit, zeros, ones, set, err) : status;
}

static gcv_status add_to_list(gcv_consed_sets *sets, uint32_t *set, uint32_t element, bool part,
                              gcv_error *err)
{
    const gcv_set_node *node = &sets->nodes.data[*set];
    uint32_t all[GCV_SET_LIST_MAX + 1], n = node->n, at = n;
    while (at > 0 && node->as.element[at - 1] > element) {
        all[at] = node->as.element[at - 1];
        at--;
    }
    all[at] = element;
    memcpy(all, node->as.element, at * sizeof *all);
    return n < GCV_SET_LIST_MAX ? make_list(sets, all, n + 1, part, set, err)
                                : split(sets, all, set, err);
}

gcv_status gcv_consed_sets_add(gcv_consed_sets *sets, uint32_t *set, uint32_t element,
                               gcv_error *err)
{
    uint32_t path[32], n = 0, made = *set;
    const gcv_set_node *node = &sets->nodes.data[made];
    gcv_status status;
    if (gcv_consed_sets_contain(sets, *set, element)) {
        return GCV_OK;
    }
    while (!is_list(node) && covers(node, element)) {
        path[n++] = made;
        made = part_for(node, element);
        node = &sets->nodes.data[made];
    }
    if (is_list(node)) {
        status = add_to_list(sets, &made, element, n > 0, err);
    } else {
        uint32_t bit = highest_difference(element, node->as.branch.key), alone;
        status = make_list(sets, &element, 1, true, &alone, err);
        if (status == GCV_OK) {
            status = (element & bit) != 0 ? join(sets, element, bit, made, alone, &made, err)
                                          : join(sets, element, bit, alone, made, &made, err);
        }
    }
    while (status == GCV_OK && n > 0) {
        gcv_set_node above = sets->nodes.data[path[--n]];
        uint32_t bit = above.as.branch.bit;
        status = (element & bit) != 0
                     ? join(sets, element, bit, above.as.branch.zeros, made, &made, err)
                     : join(sets, element, bit, made, above.as.branch.ones, &made, err);
    }
    if (status == GCV_OK) {
        *set = made;
    }
    return status;
}

/* Intersection of a list and any other set. */
static gcv_status intersect_list(gcv_consed_sets *sets, uint32_t list, uint32_t other,
                                 uint32_t *result, gcv_error *err)
{
    const gcv_set_node *a = &sets->nodes.data[list];
    uint32_t common[GCV_SET_LIST_MAX], n = 0, i;
    if (!is_list(&sets->nodes.data[other])) {
        sets->steps += a->n;
    }
    for (i = 0; i < a->n; i++) {
        if (gcv_consed_sets_contain(sets, other, a->as.element[i])) {
            common[n++] = a->as.element[i];
        }
    }
    if (n == a->n) {
        *result = list;
        return GCV_OK;
    }
    if (n == sets->nodes.data[other].n) {
        *result = other;
        return GCV_OK;
    }
    return make_list(sets, common, n, true, result, err);
}

static gcv_status intersect(gcv_consed_sets *sets, uint32_t a, uint32_t b, uint32_t *result,
                            gcv_error *err);

/* Intersection of two branches that differ. */
static gcv_status intersect_branches(gcv_consed_sets *sets, uint32_t a, uint32_t b,
                                     uint32_t *result, gcv_error *err)
{
    gcv_set_node x = sets->nodes.data[a], y = sets->nodes.data[b];
    uint32_t zeros = GCV_EMPTY_SET, ones = GCV_EMPTY_SET;
    gcv_status status;
    if (x.as.branch.bit > y.as.branch.bit && covers(&x, y.as.branch.key)) {
        return intersect(sets, part_for(&x, y.as.branch.key), b, result, err);
    }
    if (y.as.branch.bit > x.as.branch.bit && covers(&y, x.as.branch.key)) {
        return intersect(sets, a, part_for(&y, x.as.branch.key), result, err);
    }
    if (x.as.branch.bit != y.as.branch.bit || x.as.branch.key != y.as.branch.key) {
        *result = GCV_EMPTY_SET;
        return GCV_OK;
    }
    status = intersect(sets, x.as.branch.zeros, y.as.branch.zeros, &zeros, err);
    if (status == GCV_OK) {
        status = intersect(sets, x.as.branch.ones, y.as.branch.ones, &ones, err);
    }
    return status == GCV_OK ? join(sets, x.as.branch.key, x.as.branch.bit, zeros, ones, result, err)
                            : status;
}

static gcv_status intersect(gcv_consed_sets *sets, uint32_t a, uint32_t b, uint32_t *result,
                            gcv_error *err)
{
    struct gcv_intersection *entry;
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
    sets->steps++;
    entry = &sets->cache[gcv_hash_u64((uint64_t)a << 32 | b, 0) & (sets->n_cache - 1)];
    if (entry->a == a && entry->b == b) {
        *result = entry->result;
        return GCV_OK;
    }
    if (is_list(&sets->nodes.data[a])) {
        status = intersect_list(sets, a, b, result, err);
    } else if (is_list(&sets->nodes.data[b])) {
        status = intersect_list(sets, b, a, result, err);
    } else {
        status = intersect_branches(sets, a, b, result, err);
    }
    if (status == GCV_OK) {
        entry->a = a;
        entry->b = b;
        entry->result = *result;
    }
    return status;
}

/* Replaces a list by its intersection with another list. */
static gcv_status intersect_lists(gcv_consed_sets *sets, uint32_t *list, uint32_t other,
                                  gcv_error *err)
{
    const gcv_set_node *a = &sets->nodes.data[*list], *b = &sets->nodes.data[other];
    uint32_t common[GCV_SET_LIST_MAX], n = 0, i = 0, k = 0;
    while (i < a->n && k < b->n) {
        uint32_t x = a->as.element[i], y = b->as.element[k];
        common[n] = x;
        n += x == y;
        i += x <= y;
        k += y <= x;
    }
    sets->steps++;
    if (n == a->n) {
        return GCV_OK;
    }
    if (n == b->n) {
        *list = other;
        return GCV_OK;
    }
    return make_list(sets, common, n, n == 1, list, err);
}

gcv_status gcv_consed_sets_intersect(gcv_consed_sets *sets, uint32_t *set, uint32_t other,
                                     gcv_error *err)
{
    const gcv_set_node *a = &sets->nodes.data[*set], *b = &sets->nodes.data[other];
    return is_list(a) && is_list(b) ? intersect_lists(sets, set, other, err)
                                    : intersect(sets, *set, other, set, err);
}

void gcv_consed_sets_spread(const gcv_consed_sets *sets, uint64_t *weights, uint64_t *totals)
{
    size_t at;
    uint32_t i;
    for (at = sets->nodes.n; at-- > 1;) {
        const gcv_set_node *node = &sets->nodes.data[at];
        if (!is_list(node)) {
            weights[node->as.branch.zeros] += weights[at];
            weights[node->as.branch.ones] += weights[at];
            continue;
        }
        for (i = 0; i < node->n; i++) {
            totals[node->as.element[i]] += weights[at];
        }
    }
}
