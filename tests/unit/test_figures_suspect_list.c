/* By how much a suspect of a pair must have grown (definitions.md), at each border. */
#include "support/check.h"

#include "base/attr.h"
#include "figures/suspect_list.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FIXED = 0x10 + 0x10, ITEMS = 20 }; /* bytes of what is in every heap; objects of a crowd */

static char text[4000];
static size_t used;

static void add(const char *format, ...) GCV_PRINTF(1, 2);

static void add(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    used += (size_t)vsnprintf(text + used, sizeof text - used, format, args);
    va_end(args);
    assert_true(used < sizeof text);
}

/* A heap of `reachable` bytes: a cache that holds an array of items of `bytes` together (0: of
 * none), or an array of numbers of these. */
static gcv_heap *make(gcv_context *ctx, uint64_t reachable, uint64_t bytes, bool items)
{
    gcv_heap *heap = NULL;
    const uint64_t n = items && bytes > 0 ? ITEMS : 0;
    used = 0;
    add("a 2 T.exe 1\nt 1 Acme.Cache\nt 2 Acme.Item[]\nt 3 Acme.Item\nt 4 System.Byte[]\n"
        "t 5 System.Int32[]\nr 10 3 0\no 90 4 %" PRIx64 "\no 10 1 10 20 90%s\no 20 2 10",
        reachable - FIXED - bytes, !items && bytes > 0 ? " 50" : "");
    for (uint64_t i = 0; i < n; i++) {
        add(" %" PRIx64, 0x1000 + i);
    }
    for (uint64_t i = 0; i < n; i++) {
        add("\no %" PRIx64 " 3 %" PRIx64, 0x1000 + i, bytes / ITEMS + (i < bytes % ITEMS));
    }
    if (!items && bytes > 0) {
        add("\no 50 5 %" PRIx64, bytes);
    }
    add("\nc T.exe 2\n");
    assert_int_equal(gcv_heap_load_memory(ctx, "T", text, used, NULL, &heap, NULL), GCV_OK);
    return heap;
}

/* Whether a pair has suspects; the items, or the numbers, have grown from `before` bytes. */
static bool is_told(uint64_t reachable, uint64_t before, uint64_t now, bool items)
{
    const gcv_filter all = {0};
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heaps[2] = {make(ctx, reachable, before, items), make(ctx, reachable, now, items)};
    gcv_basis bases[2];
    gcv_selection selections[2];
    gcv_suspect_list list;
    gcv_block mark;
    gcv_block_link(ctx, &mark);
    for (size_t at = 0; at < 2; at++) {
        bases[at] = gcv_basis_of(ctx, heaps[at], false);
        gcv_selection_find(ctx, heaps[at], &all, &selections[at]);
        bases[at].selection = &selections[at];
    }
    const gcv_suspect_request request = {.past = &bases[0], .now = &bases[1], .top = 9};
    gcv_suspect_list_find(ctx, &request, &list);
    const bool told = list.rows.items.n > 0;
    gcv_blocks_free(ctx, &mark);
    gcv_block_unlink(ctx, &mark);
    gcv_heap_free(heaps[0]);
    gcv_heap_free(heaps[1]);
    gcv_context_free(ctx);
    return told;
}

static void test_growth_that_is_told(NO_STATE)
{
    static const struct {
        uint64_t reachable, before, least;
        bool items;
    } cases[] = {
        {1000000, 0, 1000, true},            /* yours, new: 0.1 % … */
        {20000000, 0, 8 << 10, true},        /* … but at most 8 KB */
        {1000000, 0, 5000, false},           /* another, new: 0.5 % … */
        {20000000, 0, 64 << 10, false},      /* … but at most 64 KB */
        {1000000, 200000, 30000, true},      /* grown by less than a quarter: 3 % … */
        {100000000, 8 << 20, 1 << 20, true}, /* … but at most 1 MB */
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const uint64_t now = cases[i].before + cases[i].least;
        assert_true(is_told(cases[i].reachable, cases[i].before, now, cases[i].items));
        assert_false(is_told(cases[i].reachable, cases[i].before, now - 1, cases[i].items));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_growth_that_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
