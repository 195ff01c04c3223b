/* Failures: what each function fills, messages that are too long, and what guards free and keep. */
#include "support/check.h"
#include "support/effort.h"
#include "support/tried.h"

#include <string.h>

static void spoil(gcv_error *err) { memset(err, 0x5a, sizeof *err); }

static void test_every_field_is_filled(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(4096);
    gcv_error err, again;
    spoil(&err);
    assert_int_equal(tried(ctx, &err, gcv_fail(ctx, GCV_ERR_USAGE, "no %s, %d", "such", 42)),
                     GCV_ERR_USAGE);
    assert_int_equal(err.status, GCV_ERR_USAGE);
    assert_true(err.sys == 0 && err.file == NULL && err.line == 0 && !err.at_offset);
    assert_string_equal(err.message, "no such, 42");

    spoil(&err);
    assert_int_equal(gcv_error_fill(&err, GCV_ERR_INPUT, "a.log", 13, "cannot %s", "open"),
                     GCV_ERR_INPUT);
    assert_int_equal(err.status, GCV_ERR_INPUT);
    assert_true(err.sys == 13 && err.line == 0 && !err.at_offset);
    assert_string_equal(err.file, "a.log");
    assert_string_equal(err.message, "cannot open");

    spoil(&again); /* passed on, with all fields */
    assert_int_equal(tried(ctx, &again, gcv_fail_again(ctx, &err)), GCV_ERR_INPUT);
    assert_memory_equal(&again, &err, sizeof err);
    spoil(&again);
    assert_int_equal(tried(ctx, &again, gcv_fail_if(ctx, GCV_ERR_INPUT, &err)), GCV_ERR_INPUT);
    assert_memory_equal(&again, &err, sizeof err);
    gcv_fail_if(ctx, GCV_OK, &err);

    spoil(&err);
    assert_int_equal(
        tried(ctx, &err,
              gcv_fail_line(ctx, GCV_ERR_INPUT, "b.log", 5000000000u, "bad id '%c'", 'z')),
        GCV_ERR_INPUT);
    assert_true(err.sys == 0 && err.line == 5000000000u && !err.at_offset);
    assert_string_equal(err.file, "b.log");
    assert_string_equal(err.message, "bad id 'z'");

    spoil(&err);
    assert_int_equal(tried(ctx, &err, gcv_fail_offset(ctx, GCV_ERR_INPUT, "f", 0, "bad %d", 1)),
                     GCV_ERR_INPUT);
    assert_true(err.sys == 0 && err.line == 0 && err.at_offset);
    assert_string_equal(err.file, "f");
    assert_string_equal(err.message, "bad 1");

    spoil(&err);
    assert_int_equal(tried(ctx, &err, gcv_fail_memory(ctx, UINT64_MAX)), GCV_ERR_MEMORY);
    assert_int_equal(err.status, GCV_ERR_MEMORY);
    assert_true(err.sys == 0 && err.file == NULL && err.line == 0);
    assert_string_equal(err.message, "out of memory (18446744073709551615 more bytes wanted)");

    spoil(&err);
    assert_false(ctx->over_limit);
    assert_int_equal(tried(ctx, &err, gcv_fail_limit(ctx)), GCV_ERR_LIMIT);
    assert_int_equal(err.status, GCV_ERR_LIMIT);
    assert_string_equal(err.message, "memory limit of 4096 bytes reached");
    assert_true(ctx->over_limit);
    check_context_free(ctx);
}

static void test_nobody_asks(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    assert_int_equal(tried(ctx, NULL, gcv_fail(ctx, GCV_ERR_USAGE, "x")), GCV_ERR_USAGE);
    assert_int_equal(gcv_error_fill(NULL, GCV_ERR_OUTPUT, "f", 1, "x"), GCV_ERR_OUTPUT);
    check_context_free(ctx);
}

/* An error between guards, to detect writes out of bounds. */
typedef struct guarded {
    char before[32];
    gcv_error err;
    char after[32];
} guarded;

static void test_long_messages_are_cut(NO_STATE)
{
    enum { MOST = sizeof((gcv_error *)NULL)->message - 1 };
    char name[MOST + 50], guard[32];
    guarded g;
    memset(guard, 0x33, sizeof guard);
    for (size_t n = MOST - 5; n < MOST + 40; n++) {
        memset(name, 'n', n);
        name[n] = '\0';
        memset(&g, 0x33, sizeof g);
        (void)gcv_error_fill(&g.err, GCV_ERR_USAGE, NULL, 0, "%s", name);
        assert_int_equal(strlen(g.err.message), n < MOST ? n : MOST);
        assert_memory_equal(g.err.message, name, n < MOST ? n : MOST);
        assert_memory_equal(g.before, guard, sizeof guard);
        assert_memory_equal(g.after, guard, sizeof guard);
    }
}

/* A message has whole characters only. */
static void test_cuts_fall_between_characters(NO_STATE)
{
    enum { MOST = sizeof((gcv_error *)NULL)->message - 1 };
    static const char *const characters[] = {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
    char text[MOST + 50];
    gcv_error err;
    size_t expected;
    for (size_t c = 0; c < CHECK_COUNT(characters); c++) {
        size_t size = strlen(characters[c]);
        for (size_t lead = 0; lead <= MOST + 1; lead++) {
            memset(text, 'a', lead);
            text[lead] = '\0';
            while (strlen(text) < MOST + 20) {
                strcat(text, characters[c]);
            }
            (void)gcv_error_fill(&err, GCV_ERR_INPUT, NULL, 0, "%s", text);
            expected = lead >= MOST ? MOST : MOST - (MOST - lead) % size;
            assert_int_equal(strlen(err.message), expected);
            assert_memory_equal(err.message, text, expected);
        }
        /* A character that just fits stays. */
        memset(text, 'a', MOST - size);
        text[MOST - size] = '\0';
        strcat(text, characters[c]);
        (void)gcv_error_fill(&err, GCV_ERR_INPUT, NULL, 0, "%s", text);
        assert_string_equal(err.message, text);
    }
    /* Invalid bytes stay; the code that shows the message escapes them. */
    memset(text, 0x80, sizeof text);
    text[sizeof text - 1] = '\0';
    (void)gcv_error_fill(&err, GCV_ERR_INPUT, NULL, 0, "%s", text);
    assert_int_equal(strlen(err.message), MOST);
}

/* ---- guards ------------------------------------------------------------------------------- */

enum { BLOCKS = 20, SIZE_MOST = 9000 };

typedef struct blocks {
    unsigned char *data[BLOCKS];
    size_t size[BLOCKS];
} blocks;

static void check_blocks(const blocks *b)
{
    for (size_t i = 0; i < BLOCKS; i++) {
        for (size_t k = 0; k < b->size[i]; k++) {
            assert_int_equal(b->data[i][k], i + 1);
        }
    }
}

/* Allocates, resizes and frees blocks in any order. */
static void change(gcv_context *ctx, blocks *b, uint64_t *seed, bool older)
{
    size_t rounds = check_below(seed, 60);
    while (rounds-- > 0) {
        size_t i = check_below(seed, BLOCKS), size = check_below(seed, SIZE_MOST);
        if (!older || b->data[i] != NULL) { /* what is empty would become newer */
            size = older && size == 0 ? 1 : size;
            b->data[i] = gcv_resize(ctx, b->data[i], size);
            b->size[i] = size;
            if (size > 0) {
                memset(b->data[i], (int)i + 1, size);
            }
        }
    }
}

static void change_and_fail(gcv_context *ctx, blocks *older, uint64_t *seed)
{
    blocks newer;
    memset(&newer, 0, sizeof newer);
    change(ctx, &newer, seed, false);
    change(ctx, older, seed, true);
    change(ctx, &newer, seed, false);
    check_blocks(older);
    check_blocks(&newer);
    gcv_fail(ctx, GCV_ERR_INPUT, "enough");
}

/* After a failure, blocks from before the guard have the size and contents that they had last. */
static void test_newer_memory_is_freed(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 31;
    for (size_t round = 0; round < effort_rounds(500); round++) {
        uint64_t used = 0;
        blocks older;
        memset(&older, 0, sizeof older);
        change(ctx, &older, &seed, false);
        assert_int_equal(tried(ctx, NULL, change_and_fail(ctx, &older, &seed)), GCV_ERR_INPUT);
        check_blocks(&older);
        for (size_t i = 0; i < BLOCKS; i++) {
            used += older.size[i];
        }
        assert_int_equal(gcv_context_used(ctx), used);
        for (size_t i = 0; i < BLOCKS; i++) {
            gcv_free(ctx, older.data[i]);
        }
    }
    check_context_free(ctx);
}

static void allocate(gcv_context *ctx, void **block) { *block = gcv_alloc(ctx, 1, 10); }

static void allocate_and_fail(gcv_context *ctx, void **block)
{
    allocate(ctx, block);
    gcv_fail(ctx, GCV_ERR_INPUT, "inner");
}

/* An inner failure frees inner memory only; what an inner guard leaves, an outer failure frees. */
static void nest(gcv_context *ctx, bool fails)
{
    void *block, *inner;
    gcv_error err;
    allocate(ctx, &block);
    assert_int_equal(tried(ctx, &err, allocate_and_fail(ctx, &inner)), GCV_ERR_INPUT);
    assert_int_equal(gcv_context_used(ctx), 10);
    assert_int_equal(tried(ctx, NULL, allocate(ctx, &inner)), GCV_OK);
    assert_int_equal(gcv_context_used(ctx), 20);
    if (fails) {
        gcv_fail_again(ctx, &err);
    }
    GCV_FREE(ctx, inner, block);
}

static void test_guards_nest(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_error err;
    assert_int_equal(tried(ctx, &err, nest(ctx, true)), GCV_ERR_INPUT);
    assert_string_equal(err.message, "inner");
    spoil(&err);
    assert_int_equal(tried(ctx, &err, nest(ctx, false)), GCV_OK);
    assert_int_equal(err.message[0], 0x5a); /* without a failure `err` stays as it was */
    assert_null(ctx->guard);
    check_context_free(ctx);
}

static void test_a_guard_that_keeps(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    void *block = NULL;
    gcv_error err;
    assert_int_equal(tried_keeping(ctx, &err, allocate_and_fail(ctx, &block)), GCV_ERR_INPUT);
    assert_string_equal(err.message, "inner");
    assert_null(ctx->guard);
    assert_int_equal(gcv_context_used(ctx), 10);
    gcv_free(ctx, block);
    check_context_free(ctx);
}

/* ---- owners ------------------------------------------------------------------------------- */

typedef struct owner {
    char name;
} owner;

static char released[8]; /* names in the order of release */

static void note_release(void *contents)
{
    released[strlen(released)] = ((const owner *)contents)->name;
}

static owner *own(gcv_context *ctx, char name)
{
    owner *o = gcv_alloc_owner(ctx, sizeof *o, note_release);
    assert_int_equal(o->name, 0);
    o->name = name;
    return o;
}

static void own_and_fail(gcv_context *ctx)
{
    (void)own(ctx, 'b');
    gcv_free(ctx, own(ctx, 'c'));
    (void)own(ctx, 'd');
    assert_string_equal(released, "c");
    gcv_fail(ctx, GCV_ERR_INPUT, "enough");
}

/* What a block owns is released once: when the block is freed, or after a failure, newest first. */
static void test_owners(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    owner *first = own(ctx, 'a');
    assert_int_equal(tried(ctx, NULL, own_and_fail(ctx)), GCV_ERR_INPUT);
    assert_string_equal(released, "cdb");
    gcv_free(ctx, first);
    assert_string_equal(released, "cdba");
    ctx->fail_at = ctx->allocations + 1;
    assert_int_equal(tried(ctx, NULL, own(ctx, 'e')), GCV_ERR_MEMORY);
    assert_string_equal(released, "cdba");
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field_is_filled),
        cmocka_unit_test(test_nobody_asks),
        cmocka_unit_test(test_long_messages_are_cut),
        cmocka_unit_test(test_cuts_fall_between_characters),
        cmocka_unit_test(test_newer_memory_is_freed),
        cmocka_unit_test(test_guards_nest),
        cmocka_unit_test(test_a_guard_that_keeps),
        cmocka_unit_test(test_owners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
