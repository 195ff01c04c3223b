/* The type table, compared with a plain list: slots by section and id, numbers by name. */
#include "support/check.h"
#include "support/tried.h"

#include "base/text.h"
#include "heap/type_table.h"

#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    gcv_context *ctx;
    gcv_type_table table;
    gcv_arena arena;
    gcv_type_names names;
} fixture;

static fixture *open_fixture(void)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->ctx = gcv_context_new(0);
    assert_non_null(f->ctx);
    return f;
}

static void release(fixture *f)
{
    gcv_type_names_release(f->ctx, &f->names);
    gcv_type_table_release(f->ctx, &f->table);
    gcv_arena_release(f->ctx, &f->arena);
}

static void close_fixture(fixture *f)
{
    release(f);
    check_context_free(f->ctx);
    free(f);
}

static uint32_t add(fixture *f, uint32_t section, uint64_t id)
{
    uint32_t slot = GCV_NONE;
    slot = gcv_type_table_add(f->ctx, &f->table, section, id);
    assert_true(slot < f->table.slots.n);
    assert_true(f->table.slots.data[slot].id == id);
    assert_int_equal(f->table.slots.data[slot].section, section);
    assert_int_equal(gcv_type_table_find(&f->table, section, id), slot);
    return slot;
}

static void test_slots(NO_STATE)
{
    enum { MOST = 4000 };
    static uint64_t ids[MOST];
    static uint32_t sections[MOST];
    fixture *f = open_fixture();
    uint64_t seed = 40;
    size_t k;
    assert_int_equal(gcv_type_table_find(&f->table, 0, 0), GCV_NONE);
    for (size_t i = 0; i < MOST; i++) {
        uint64_t id = check_below(&seed, 3) == 0 ? check_random(&seed) : check_below(&seed, 300);
        uint32_t section = (uint32_t)check_below(&seed, 4), slot = add(f, section, id);
        assert_true(slot <= i);
        for (k = 0; k < f->table.slots.n - 1 && (ids[k] != id || sections[k] != section); k++) {
        }
        assert_int_equal(slot, k); /* in the order of the first mention */
        ids[k] = id;
        sections[k] = section;
        assert_null(f->table.slots.data[slot].name.data);
        assert_true(f->table.sums.data[slot].count == 0 && f->table.sums.data[slot].bytes == 0);
        assert_int_equal(f->table.sums.n, f->table.slots.n);
    }
    for (size_t i = 0; i < f->table.slots.n; i++) {
        assert_int_equal(gcv_type_table_find(&f->table, sections[i], ids[i]), i);
        assert_int_equal(add(f, sections[i], ids[i]), i);
        assert_int_equal(gcv_type_table_find(&f->table, 4, ids[i]), GCV_NONE);
    }
    close_fixture(f);
}

/* Ids and sections that collide in simple hashes. */
static void test_slots_that_look_alike(NO_STATE)
{
    enum { SECTIONS = 40, BITS = 64 };
    fixture *f = open_fixture();
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t s = 0; s < SECTIONS; s++) {
            for (uint32_t b = 0; b < BITS; b++) {
                assert_int_equal(add(f, s, (uint64_t)1 << b), s * BITS + b);
            }
        }
    }
    assert_int_equal(f->table.slots.n, SECTIONS * BITS);
    assert_int_equal(gcv_type_table_find(&f->table, 0, 0), GCV_NONE);
    assert_int_equal(gcv_type_table_find(&f->table, 0, 3), GCV_NONE);
    assert_int_equal(add(f, UINT32_MAX - 2, UINT64_MAX), SECTIONS * BITS);
    close_fixture(f);
}

static void name(fixture *f, uint32_t section, uint64_t id, const char *text)
{
    uint32_t slot = add(f, section, id);
    f->table.slots.data[slot].name = gcv_slice_str(text);
}

static void check_number(fixture *f, uint32_t section, uint64_t id, uint32_t type, bool unknown)
{
    const gcv_type_slot *slot = &f->table.slots.data[gcv_type_table_find(&f->table, section, id)];
    assert_int_equal(slot->type, type);
    assert_int_equal(slot->unknown, unknown);
}

static void test_numbers(NO_STATE)
{
    static const char *const expected[] = {"<unknown type 0>",
                                           "<unknown type 1d>",
                                           "<unknown type ffffffffffffffff>",
                                           "A",
                                           "A.B",
                                           "B",
                                           "a",
                                           "\xc3\xa9",
                                           "\xff"};
    fixture *f = open_fixture();
    name(f, 0, 1, "\xff");
    name(f, 0, 2, "B");
    (void)add(f, 0, UINT64_MAX);
    name(f, 1, 2, "A.B");
    name(f, 1, 3, "a");
    (void)add(f, 1, 0x1d);
    name(f, 1, 4, "B");
    (void)add(f, 0, 0x1d);
    name(f, 2, 5, "\xc3\xa9");
    name(f, 2, 6, "A");
    name(f, 2, 7, "<unknown type 0>"); /* a name is a name */
    (void)add(f, 2, 0);
    gcv_type_table_number(f->ctx, &f->table, &f->arena, &f->names);
    assert_int_equal(f->names.n, CHECK_COUNT(expected));
    for (uint32_t i = 0; i < f->names.n; i++) {
        assert_true(gcv_slice_is(f->names.name[i], expected[i]));
    }
    check_number(f, 0, 1, 8, false);
    check_number(f, 0, 2, 5, false);
    check_number(f, 1, 4, 5, false); /* joined by name, across ids and sections */
    check_number(f, 1, 2, 4, false);
    check_number(f, 1, 0x1d, 1, true);
    check_number(f, 0, 0x1d, 1, true);
    check_number(f, 0, UINT64_MAX, 2, true);
    check_number(f, 2, 7, 0, false);
    check_number(f, 2, 0, 0, true);
    close_fixture(f);
}

static void test_no_types(NO_STATE)
{
    fixture *f = open_fixture();
    gcv_type_table_number(f->ctx, &f->table, &f->arena, &f->names);
    assert_int_equal(f->names.n, 0);
    close_fixture(f);
}

static int by_bytes(const void *a, const void *b)
{
    const gcv_slice *x = a, *y = b;
    return gcv_slice_compare(*x, *y);
}

/* Names with NUL bytes, prefixes of each other, repeated names; one byte in `different` is not an
 * `a`. */
static void check_random_names(size_t longest, size_t different)
{
    enum { MOST = 3000, NAME = 60 };
    static char texts[MOST][NAME];
    static gcv_slice sorted[MOST];
    fixture *f = open_fixture();
    uint64_t seed = 41;
    size_t n = 0;
    for (size_t i = 0; i < MOST; i++) {
        size_t size = 1 + check_below(&seed, longest);
        for (size_t k = 0; k < size; k++) {
            texts[i][k] =
                check_below(&seed, different) != 0 ? 'a' : "b\0\xff"[check_below(&seed, 3)];
        }
        sorted[i] = gcv_slice_of(texts[i], size);
        assert_int_equal(add(f, (uint32_t)(i % 3), i), i);
        f->table.slots.data[i].name = sorted[i];
    }
    qsort(sorted, MOST, sizeof *sorted, by_bytes);
    for (size_t i = 0; i < MOST; i++) {
        if (i == 0 || !gcv_slice_equal(sorted[i], sorted[n - 1])) {
            sorted[n++] = sorted[i];
        }
    }
    assert_true(n > 10 && n < MOST - 100);
    gcv_type_table_number(f->ctx, &f->table, &f->arena, &f->names);
    assert_int_equal(f->names.n, n);
    for (size_t i = 0; i < n; i++) {
        assert_true(gcv_slice_equal(f->names.name[i], sorted[i]));
    }
    for (size_t i = 0; i < MOST; i++) {
        const gcv_type_slot *slot = &f->table.slots.data[i];
        assert_true(gcv_slice_equal(f->names.name[slot->type], slot->name));
    }
    close_fixture(f);
}

static void test_numbers_at_random(NO_STATE)
{
    check_random_names(11, 2);
    check_random_names(60, 40);
    check_random_names(60, 400);
    check_random_names(8, 4);
}

/* ---- no memory ---------------------------------------------------------------------------- */

static void fill_and_number(gcv_context *ctx)
{
    static fixture f;
    memset(&f, 0, sizeof f);
    f.ctx = ctx;
    for (uint64_t id = 0; id < 200; id++) {
        uint32_t slot = add(&f, 0, id * 7 % 200);
        if (id % 3 == 0) {
            f.table.slots.data[slot].name = gcv_slice_str(id % 2 == 0 ? "Even" : "Odd");
        }
    }
    gcv_type_table_number(ctx, &f.table, &f.arena, &f.names);
    release(&f);
}

static void test_every_allocation_fails_once(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    check_allocations(ctx, 8, fill_and_number(ctx));
    check_context_free(ctx);
}

/* A limit and a lack of memory are reported differently, wherever they occur. */
static void test_every_limit(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_status status;
    do {
        ctx->limit += 64;
        status = tried(ctx, NULL, fill_and_number(ctx));
        assert_true(status == GCV_OK || status == GCV_ERR_LIMIT);
        assert_true(gcv_context_used(ctx) == 0);
    } while (status != GCV_OK);
    assert_true(ctx->limit > 10000);
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slots),
        cmocka_unit_test(test_slots_that_look_alike),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_no_types),
        cmocka_unit_test(test_numbers_at_random),
        cmocka_unit_test(test_every_allocation_fails_once),
        cmocka_unit_test(test_every_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
