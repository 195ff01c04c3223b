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
    for (uint32_t i = 0; i < GCV_SET_LIST_MAX && i < node->n; i += 2) {
        h = gcv_hash_u64((uint64_t)word[i] << 32 | word[i + 1], h);
    }
    return h;
}

static void grow_index(gcv_consed_sets *sets)
{
    size_t n = sets->n_index == 0 ? 64 : sets->n_index * 2, at;
    gcv_set_slot *index = gcv_alloc_zeroed(sets->ctx, n, sizeof *index);
    for (size_t i = 0; i < sets->n_index; i++) {
        if (sets->index[i].node != 0) {
            at = sets->index[i].hash & (n - 1);
            while (index[at].node != 0) {
                at = (at + 1) & (n - 1);
            }
            index[at] = sets->index[i];
        }
    }
    gcv_free(sets->ctx, sets->index);
    sets->index = index;
    sets->n_index = n;
}

size_t gcv_set_cache_size(size_t expected)
{
    size_t n = GCV_SET_CACHE_LEAST;
    while (n < expected && n < GCV_SET_CACHE_MOST) {
        n *= 2;
    }
    return n;
}

void gcv_consed_sets_init(gcv_context *ctx, gcv_consed_sets *sets, size_t expected)
{
    static const gcv_set_node empty = {0, 0, {{0}}};
    *sets = (gcv_consed_sets){.ctx = ctx, .n_cache = gcv_set_cache_size(expected)};
    sets->cache = gcv_alloc_zeroed(ctx, sets->n_cache, sizeof *sets->cache);
    grow_index(sets);
    gcv_set_node_column_push(ctx, &sets->nodes, empty);
}

void gcv_consed_sets_release(gcv_consed_sets *sets)
{
    GCV_FREE(sets->ctx, sets->cache, sets->index);
    gcv_set_node_column_release(sets->ctx, &sets->nodes);
}

static uint32_t append(gcv_consed_sets *sets, const gcv_set_node *content)
{
    if (sets->nodes.n >= UINT32_MAX) {
        gcv_fail(sets->ctx, GCV_ERR_LIMIT, "too many different retaining sets");
    }
    gcv_set_node_column_push(sets->ctx, &sets->nodes, *content);
    return (uint32_t)(sets->nodes.n - 1);
}

/* Finds the node with this content, or creates it. */
static uint32_t cons(gcv_consed_sets *sets, const gcv_set_node *content)
{
    size_t at;
    if (sets->n_indexed >= sets->n_index / 4 * 3) {
        grow_index(sets);
    }
    sets->steps++;
    size_t mask = sets->n_index - 1;
    uint32_t hash = (uint32_t)hash_node(sets, content);
    for (at = hash & mask; sets->index[at].node != 0; at = (at + 1) & mask) {
        if (sets->index[at].hash == hash &&
            memcmp(&sets->nodes.data[sets->index[at].node], content, sizeof *content) == 0) {
            return sets->index[at].node;
        }
    }
    sets->index[at].node = append(sets, content);
    sets->index[at].hash = hash;
    sets->n_indexed++;
    return sets->index[at].node;
}

static bool is_list(const gcv_set_node *node) { return node->n <= GCV_SET_LIST_MAX; }

/* Creates a list; `consed`: only if there is no equal one in the index. */
static uint32_t make_list(gcv_consed_sets *sets, const uint32_t *element, uint32_t n, bool consed)
{
    gcv_set_node content = {.n = n};
    if (n == 0) {
        return GCV_EMPTY_SET;
    }
    for (uint32_t i = 0; i < n; i++) {
        content.as.element[i] = element[i];
        content.marks |= gcv_set_mark(element[i]);
    }
    if (consed) {
        return cons(sets, &content);
    }
    sets->steps++;
    return append(sets, &content);
}

/* Finds or creates the union of two sets: a branch, unless a list can hold it. Their elements agree
 * with `key` above `bit`; `zeros` has the elements with the bit clear, `ones` those with the bit
 * set. */
static uint32_t join(gcv_consed_sets *sets, uint32_t key, uint32_t bit, uint32_t zeros,
                     uint32_t ones)
{
    const gcv_set_node *low = &sets->nodes.data[zeros], *high = &sets->nodes.data[ones];
    if (zeros == GCV_EMPTY_SET || ones == GCV_EMPTY_SET) {
        return zeros | ones;
    }
    gcv_set_node content = {.n = low->n + high->n, .marks = low->marks | high->marks};
    if (is_list(&content)) {
        memcpy(content.as.element, low->as.element, low->n * sizeof *low->as.element);
        memcpy(&content.as.element[low->n], high->as.element, high->n * sizeof *high->as.element);
    } else {
        content.as.branch.key = key & ~(bit | (bit - 1));
        content.as.branch.bit = bit;
        content.as.branch.zeros = zeros;
        content.as.branch.ones = ones;
    }
    return cons(sets, &content);
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
    if ((node->marks & gcv_set_mark(element)) == 0) {
        return false;
    }
    while (!is_list(node)) {
        node = &sets->nodes.data[part_for(node, element)];
    }
    for (uint32_t i = 0; i < node->n; i++) {
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
static uint32_t split(gcv_consed_sets *sets, const uint32_t *element)
{
    uint32_t bit = highest_difference(element[0], element[GCV_SET_LIST_MAX]), low = 0;
    while ((element[low] & bit) == 0) {
        low++;
    }
    const uint32_t zeros = make_list(sets, element, low, true);
    const uint32_t ones = make_list(sets, &element[low], GCV_SET_LIST_MAX + 1 - low, true);
    return join(sets, element[0], bit, zeros, ones);
}

static uint32_t add_to_list(gcv_consed_sets *sets, uint32_t set, uint32_t element, bool part)
{
    const gcv_set_node *node = &sets->nodes.data[set];
    uint32_t all[GCV_SET_LIST_MAX + 1], n = node->n, at = n;
    while (at > 0 && node->as.element[at - 1] > element) {
        all[at] = node->as.element[at - 1];
        at--;
    }
    all[at] = element;
    memcpy(all, node->as.element, at * sizeof *all);
    return n < GCV_SET_LIST_MAX ? make_list(sets, all, n + 1, part) : split(sets, all);
}

/* Joins two sets, of which `with` has the element. */
static uint32_t join_by(gcv_consed_sets *sets, uint32_t element, uint32_t bit, uint32_t without,
                        uint32_t with)
{
    return (element & bit) != 0 ? join(sets, element, bit, without, with)
                                : join(sets, element, bit, with, without);
}

void gcv_consed_sets_add(gcv_consed_sets *sets, uint32_t *set, uint32_t element)
{
    uint32_t path[32], n = 0, made = *set;
    const gcv_set_node *node = &sets->nodes.data[made];
    if (gcv_consed_sets_contain(sets, *set, element)) {
        return;
    }
    while (!is_list(node) && covers(node, element)) {
        path[n++] = made;
        made = part_for(node, element);
        node = &sets->nodes.data[made];
    }
    if (is_list(node)) {
        made = add_to_list(sets, made, element, n > 0);
    } else {
        const uint32_t bit = highest_difference(element, node->as.branch.key);
        const uint32_t alone = make_list(sets, &element, 1, true);
        made = join_by(sets, element, bit, made, alone);
    }
    while (n > 0) {
        const gcv_set_node above = sets->nodes.data[path[--n]];
        const uint32_t bit = above.as.branch.bit;
        made = join_by(sets, element, bit,
                       (element & bit) != 0 ? above.as.branch.zeros : above.as.branch.ones, made);
    }
    *set = made;
}

/* Intersection of a list and any other set. */
static uint32_t intersect_list(gcv_consed_sets *sets, uint32_t list, uint32_t other)
{
    const gcv_set_node *a = &sets->nodes.data[list];
    uint32_t common[GCV_SET_LIST_MAX], n = 0;
    if (!is_list(&sets->nodes.data[other])) {
        sets->steps += a->n;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        if (gcv_consed_sets_contain(sets, other, a->as.element[i])) {
            common[n++] = a->as.element[i];
        }
    }
    return n == a->n                        ? list
           : n == sets->nodes.data[other].n ? other
                                            : make_list(sets, common, n, true);
}

static uint32_t intersect(gcv_consed_sets *sets, uint32_t a, uint32_t b);

/* Intersection of two branches that differ. */
static uint32_t intersect_branches(gcv_consed_sets *sets, uint32_t a, uint32_t b)
{
    const gcv_set_node x = sets->nodes.data[a], y = sets->nodes.data[b];
    if (x.as.branch.bit > y.as.branch.bit && covers(&x, y.as.branch.key)) {
        return intersect(sets, part_for(&x, y.as.branch.key), b);
    }
    if (y.as.branch.bit > x.as.branch.bit && covers(&y, x.as.branch.key)) {
        return intersect(sets, a, part_for(&y, x.as.branch.key));
    }
    if (x.as.branch.bit != y.as.branch.bit || x.as.branch.key != y.as.branch.key) {
        return GCV_EMPTY_SET;
    }
    const uint32_t zeros = intersect(sets, x.as.branch.zeros, y.as.branch.zeros);
    const uint32_t ones = intersect(sets, x.as.branch.ones, y.as.branch.ones);
    return join(sets, x.as.branch.key, x.as.branch.bit, zeros, ones);
}

static uint32_t intersect(gcv_consed_sets *sets, uint32_t a, uint32_t b)
{
    if (a > b) {
        uint32_t swap = a;
        a = b;
        b = swap;
    }
    if (a == b || a == GCV_EMPTY_SET) {
        return a;
    }
    sets->steps++;
    struct gcv_intersection *entry =
        &sets->cache[gcv_hash_u64((uint64_t)a << 32 | b, 0) & (sets->n_cache - 1)];
    if (entry->a != a || entry->b != b) {
        const uint32_t result = is_list(&sets->nodes.data[a])   ? intersect_list(sets, a, b)
                                : is_list(&sets->nodes.data[b]) ? intersect_list(sets, b, a)
                                                                : intersect_branches(sets, a, b);
        *entry = (struct gcv_intersection){a, b, result};
    }
    return entry->result;
}

/* Replaces a list by its intersection with another list. */
static void intersect_lists(gcv_consed_sets *sets, uint32_t *list, uint32_t other)
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
        return;
    }
    if (n == b->n) {
        *list = other;
        return;
    }
    *list = make_list(sets, common, n, n == 1);
}

void gcv_consed_sets_intersect(gcv_consed_sets *sets, uint32_t *set, uint32_t other)
{
    const gcv_set_node *a = &sets->nodes.data[*set], *b = &sets->nodes.data[other];
    if (is_list(a) && is_list(b)) {
        intersect_lists(sets, set, other);
    } else {
        *set = intersect(sets, *set, other);
    }
}

void gcv_consed_sets_spread(const gcv_consed_sets *sets, uint64_t *weights, uint64_t *totals)
{
    for (size_t at = sets->nodes.n; at-- > 1;) {
        const gcv_set_node *node = &sets->nodes.data[at];
        if (!is_list(node)) {
            weights[node->as.branch.zeros] += weights[at];
            weights[node->as.branch.ones] += weights[at];
            continue;
        }
        for (uint32_t i = 0; i < node->n; i++) {
            totals[node->as.element[i]] += weights[at];
        }
    }
}
