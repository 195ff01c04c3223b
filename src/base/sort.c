/* sort.c - merge sort, radix sorts, heap selection, heap sort; see sort.h. */
#include "base/sort.h"

#include <string.h>

enum { FEW = 16 }; /* items that are sorted by insertion */

/* Seven parameters: a struct would only hide that each is read in the innermost loop. */
static void merge(uint32_t *to, const uint32_t *from, size_t begin, size_t middle, size_t end,
                  gcv_before_fn before, const void *payload)
{
    size_t left = begin, right = middle, at = begin;
    while (left < middle && right < end) {
        to[at++] = before(payload, from[right], from[left]) ? from[right++] : from[left++];
    }
    while (left < middle) {
        to[at++] = from[left++];
    }
    while (right < end) {
        to[at++] = from[right++];
    }
}

void gcv_sort(gcv_context *ctx, uint32_t *items, size_t n, gcv_before_fn before,
              const void *payload)
{
    size_t i = 1;
    while (i < n && !before(payload, items[i], items[i - 1])) {
        i++;
    }
    for (; n <= FEW && i < n; i++) {
        const uint32_t item = items[i];
        size_t at = i;
        for (; at > 0 && before(payload, item, items[at - 1]); at--) {
            items[at] = items[at - 1];
        }
        items[at] = item;
    }
    if (i >= n) {
        return;
    }
    uint32_t *spare = gcv_alloc(ctx, n, sizeof *spare), *from = items, *to = spare;
    for (size_t width = 1; width < n; width *= 2) {
        for (i = 0; i < n; i += 2 * width) {
            size_t middle = n - i < width ? n : i + width;
            size_t end = n - i < 2 * width ? n : i + 2 * width;
            merge(to, from, i, middle, end, before, payload);
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != items) {
        memcpy(items, from, n * sizeof *items);
    }
    gcv_free(ctx, spare);
}

uint32_t *gcv_numbers_new(gcv_context *ctx, size_t n)
{
    uint32_t *numbers = gcv_alloc(ctx, n, sizeof *numbers);
    for (size_t i = 0; i < n; i++) {
        numbers[i] = (uint32_t)i;
    }
    return numbers;
}

uint32_t *gcv_numbers_sorted(gcv_context *ctx, size_t n, gcv_before_fn before, const void *payload)
{
    uint32_t *numbers = gcv_numbers_new(ctx, n);
    gcv_sort(ctx, numbers, n, before, payload);
    return numbers;
}

/* ---- by keys ------------------------------------------------------------------------------ */

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

typedef struct gcv_keyed {
    gcv_key_fn key;
    const void *payload;
    bool descending;
    uint64_t lowest;
    uint64_t differ; /* bits in which keys differ; 0: the items are sorted already */
} gcv_keyed;

static void survey(gcv_keyed *by, const uint32_t *items, size_t n)
{
    uint64_t first = n > 0 ? by->key(by->payload, items[0]) : 0, before = first;
    bool sorted = true;
    by->lowest = first;
    by->differ = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t key = by->key(by->payload, items[i]);
        by->differ |= key ^ first;
        by->lowest = key < by->lowest ? key : by->lowest;
        sorted = sorted && (by->descending ? key <= before : key >= before);
        before = key;
    }
    by->differ = sorted ? 0 : by->differ;
}

static unsigned lowest_bit(uint64_t bits)
{
    unsigned at = 0;
    while ((bits >> at & 1) == 0) {
        at++;
    }
    return at;
}

static bool key_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_keyed *by = payload;
    const uint64_t x = by->key(by->payload, a), y = by->key(by->payload, b);
    return by->descending ? x > y : x < y;
}

/* Replaces each digit's count by the index of its first item. */
static void sum_up(uint32_t *counts, bool descending)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < DIGITS; i++) {
        uint32_t *count = &counts[descending ? DIGITS - 1 - i : i], before = sum;
        sum += *count;
        *count = before;
    }
}

/* Returns the distance of a key from the lowest, in units of 2^shift, but at most DIGITS - 1. */
static unsigned clipped(const gcv_keyed *by, unsigned shift, uint32_t item)
{
    uint64_t above = (by->key(by->payload, item) - by->lowest) >> shift;
    return above < DIGITS - 1 ? (unsigned)above : DIGITS - 1;
}

/* Sorts the items whose keys are near the lowest: most items, if keys are sizes. It takes one pass
 * over the items in their original order, which is mostly memory order. The other items stay
 * together: `*others` of them at `*at`. If they are the majority, nothing is moved. */
static void sort_near(const gcv_keyed *by, uint32_t *items, uint32_t *spare, size_t n, size_t *at,
                      size_t *others)
{
    uint32_t start[DIGITS] = {0}; /* item numbers have 32 bits, so counts fit */
    const unsigned shift = lowest_bit(by->differ);
    for (size_t i = 0; i < n; i++) {
        start[clipped(by, shift, items[i])]++;
    }
    *at = 0;
    *others = start[DIGITS - 1];
    if (*others > n / 2) {
        *others = n;
        return;
    }
    sum_up(start, by->descending);
    *at = start[DIGITS - 1];
    for (size_t i = 0; i < n; i++) {
        spare[start[clipped(by, shift, items[i])]++] = items[i];
    }
    memcpy(items, spare, n * sizeof *items);
}

static void sort_digit(const gcv_keyed *by, unsigned shift, const uint32_t *from, uint32_t *to,
                       size_t n)
{
    uint32_t start[DIGITS] = {0};
    for (size_t i = 0; i < n; i++) {
        start[by->key(by->payload, from[i]) >> shift & (DIGITS - 1)]++;
    }
    sum_up(start, by->descending);
    for (size_t i = 0; i < n; i++) {
        to[start[by->key(by->payload, from[i]) >> shift & (DIGITS - 1)]++] = from[i];
    }
}

/* Sorts by all digits of the keys, the lowest digit first. */
static void sort_digits(gcv_keyed *by, uint32_t *items, uint32_t *spare, size_t n)
{
    uint32_t *from = items, *to = spare, *swap;
    unsigned shift = 0;
    survey(by, items, n);
    for (; shift < 64 && by->differ >> shift != 0; shift += DIGIT_BITS) {
        shift += lowest_bit(by->differ >> shift);
        sort_digit(by, shift, from, to, n);
        swap = from;
        from = to;
        to = swap;
    }
    if (from != items) {
        memcpy(items, from, n * sizeof *items);
    }
}

void gcv_sort_by_key(gcv_context *ctx, uint32_t *items, size_t n, gcv_key_fn key,
                     const void *payload, bool descending)
{
    gcv_keyed by = {key, payload, descending, 0, 0};
    size_t at, others;
    if (n <= FEW) {
        gcv_sort(ctx, items, n, key_before, &by);
        return;
    }
    survey(&by, items, n);
    if (by.differ == 0) {
        return;
    }
    uint32_t *spare = gcv_alloc(ctx, n, sizeof *spare);
    sort_near(&by, items, spare, n, &at, &others);
    sort_digits(&by, items + at, spare, others);
    gcv_free(ctx, spare);
}

/* ---- by comparing ------------------------------------------------------------------------- */

static void swap_items(uint32_t *a, uint32_t *b)
{
    uint32_t t = *a;
    *a = *b;
    *b = t;
}

void gcv_reverse_u32(uint32_t *items, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        swap_items(&items[i], &items[n - 1 - i]);
    }
}

/* Restores the heap order below `at`; the item that comes last is on top. */
static void sift_down(uint32_t *heap, size_t n, size_t at, gcv_before_fn before,
                      const void *payload)
{
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= n) {
            return;
        }
        child += child + 1 < n && before(payload, heap[child], heap[child + 1]);
        if (!before(payload, heap[at], heap[child])) {
            return;
        }
        swap_items(&heap[at], &heap[child]);
        at = child;
    }
}

size_t gcv_select(uint32_t *items, size_t n, size_t k, gcv_before_fn before, const void *payload)
{
    k = k < n ? k : n;
    if (k == 0) {
        return 0;
    }
    for (size_t i = k / 2; i-- > 0;) {
        sift_down(items, k, i, before, payload);
    }
    for (size_t i = k; i < n; i++) {
        if (before(payload, items[i], items[0])) {
            swap_items(&items[i], &items[0]);
            sift_down(items, k, 0, before, payload);
        }
    }
    for (size_t i = k; i-- > 1;) {
        swap_items(&items[0], &items[i]);
        sift_down(items, i, 0, before, payload);
    }
    return k;
}

void gcv_sort_u64(gcv_context *ctx, uint64_t *keys, uint32_t *with, size_t n)
{
    uint64_t differ = 0;
    bool sorted = true;
    for (size_t i = 1; i < n; i++) {
        differ |= keys[i] ^ keys[0];
        sorted = sorted && keys[i] >= keys[i - 1];
    }
    if (sorted) {
        return;
    }
    uint64_t *spare_keys = gcv_alloc(ctx, n, sizeof *keys);
    uint32_t *spare_with = gcv_alloc(ctx, n, sizeof *with);
    uint64_t *from_keys = keys, *to_keys = spare_keys;
    uint32_t *from_with = with, *to_with = spare_with;
    for (unsigned shift = 0; shift < 64; shift += 8) {
        size_t start[256] = {0};
        size_t sum = 0;
        if ((differ >> shift & 0xff) == 0) {
            continue;
        }
        for (size_t i = 0; i < n; i++) {
            start[from_keys[i] >> shift & 0xff]++;
        }
        for (unsigned digit = 0; digit < 256; digit++) {
            size_t count = start[digit];
            start[digit] = sum;
            sum += count;
        }
        for (size_t i = 0; i < n; i++) {
            size_t at = start[from_keys[i] >> shift & 0xff]++;
            to_keys[at] = from_keys[i];
            to_with[at] = from_with[i];
        }
        uint64_t *swap_keys = from_keys;
        from_keys = to_keys;
        to_keys = swap_keys;
        uint32_t *swap_with = from_with;
        from_with = to_with;
        to_with = swap_with;
    }
    if (from_keys != keys) {
        memcpy(keys, from_keys, n * sizeof *keys);
        memcpy(with, from_with, n * sizeof *with);
    }
    GCV_FREE(ctx, spare_keys, spare_with);
}

void gcv_sort_keys(gcv_context *ctx, uint64_t *keys, size_t n)
{
    uint32_t *order = gcv_numbers_new(ctx, n);
    gcv_sort_u64(ctx, keys, order, n);
    gcv_free(ctx, order);
}

static bool ascending(const void *payload, uint32_t a, uint32_t b)
{
    (void)payload;
    return a < b;
}

void gcv_sort_u32(uint32_t *items, size_t n)
{
    size_t i = 1;
    while (i < n && items[i - 1] <= items[i]) {
        i++;
    }
    if (i < n && n > 32) {
        (void)gcv_select(items, n, n, ascending, NULL);
        return;
    }
    for (; i < n; i++) {
        uint32_t item = items[i];
        size_t at = i;
        while (at > 0 && items[at - 1] > item) {
            items[at] = items[at - 1];
            at--;
        }
        items[at] = item;
    }
}

/* ---- a priority queue --------------------------------------------------------------------- */

void gcv_priority_queue_push(gcv_context *ctx, gcv_priority_queue *queue, uint32_t item)
{
    gcv_u32_column_push(ctx, &queue->items, item);
    uint32_t *items = queue->items.data;
    size_t at = queue->items.n - 1;
    while (at > 0 && queue->before(queue->payload, item, items[(at - 1) / 2])) {
        items[at] = items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    items[at] = item;
}

uint32_t gcv_priority_queue_pop(gcv_priority_queue *queue)
{
    uint32_t *items = queue->items.data;
    uint32_t first = items[0], last = items[--queue->items.n];
    size_t n = queue->items.n, at = 0, child;
    while ((child = 2 * at + 1) < n) {
        child += child + 1 < n && queue->before(queue->payload, items[child + 1], items[child]);
        if (!queue->before(queue->payload, items[child], last)) {
            break;
        }
        items[at] = items[child];
        at = child;
    }
    items[at] = last;
    return first;
}

void gcv_priority_queue_release(gcv_context *ctx, gcv_priority_queue *queue)
{
    gcv_u32_column_release(ctx, &queue->items);
}
