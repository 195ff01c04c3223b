/* Blocks of object records in a tally, where types are looked up by text and references are only
 * checked: counts by type, and the line where the usual form ends, compared with the simplest
 * method.
 */
#include "support/check.h"

#include "input/rpm/rpm_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 22, SECTIONS = 3, LINES = 400, LINE_MOST = 300 };

/* Texts of 1 to 16 digits: some equal as ids, some that differ in one digit or in width; `id` is
 * the type. */
static const struct {
    const char *text;
    uint64_t id;
} types[TYPES] = {
    {"f", 0xf},
    {"00000f", 0xf},
    {"000000f", 0xf},
    {"00000000000f", 0xf},
    {"00000000000000f", 0xf},
    {"000000000000000f", 0xf},
    {"7f31d4a01350", 0x7f31d4a01350u},
    {"7F31D4A01350", 0x7f31d4a01350u},
    {"7f31d4a01351", 0x7f31d4a01351u},
    {"17f31d4a01350", 0x17f31d4a01350u},
    {"7f31d4a0135", 0x7f31d4a0135u},
    {"8f31d4a01350", 0x8f31d4a01350u},
    {"121212121212", 0x121212121212u},
    {"12121212121212", 0x12121212121212u},
    {"1d4a0135", 0x1d4a0135u},
    {"11d4a0135", 0x11d4a0135u},
    {"21d4a0135", 0x21d4a0135u},
    {"121d4a0135", 0x121d4a0135u},
    {"221d4a0135", 0x221d4a0135u},
    {"1221d4a0135", 0x1221d4a0135u},
    {"2221d4a0135", 0x2221d4a0135u},
    {"12221d4a0135", 0x12221d4a0135u},
};

typedef struct block {
    char text[LINES * LINE_MOST];
    size_t size;
} block;

static void put(block *b, const char *text)
{
    memcpy(b->text + b->size, text, strlen(text));
    b->size += strlen(text);
}

static gcv_context *begin(gcv_builder *builder, gcv_rpm_objects *objects)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options = {.level = GCV_LOAD_TALLY};
    const gcv_builder_input input = {"the dump", "test", &options, false, GCV_KEEP_NOTHING};
    gcv_builder_init(builder, ctx, &input);
    gcv_builder_ids_are_unique(builder);
    gcv_rpm_objects_init(ctx, objects);
    return ctx;
}

static void end(gcv_context *ctx, gcv_builder *builder, gcv_rpm_objects *objects)
{
    gcv_rpm_objects_release(ctx, objects);
    gcv_builder_release(builder);
    check_context_free(ctx);
}

/* Takes a copy of a block in which every byte beyond the end is out of bounds; returns the number
 * of lines taken. */
static uint64_t take(gcv_rpm_objects *objects, gcv_builder *builder, const block *b)
{
    unsigned char *copy = malloc(b->size);
    uint64_t line = 1;
    assert_non_null(copy);
    memcpy(copy, b->text, b->size);
    const unsigned char *stop = gcv_rpm_take_objects(objects, builder, copy, copy + b->size, &line);
    assert_true(stop == copy + b->size || *stop == 'o');
    free(copy);
    return line - 1;
}

static void check_sums(const gcv_builder *builder, uint32_t section, const uint64_t *count)
{
    for (size_t t = 0; t < TYPES; t++) {
        uint32_t slot = gcv_type_table_find(&builder->types, section, types[t].id);
        uint64_t wanted = 0;
        for (size_t same = 0; same < TYPES; same++) {
            wanted += types[same].id == types[t].id ? count[same] : 0;
        }
        assert_true(slot != GCV_NONE);
        assert_true(builder->types.sums.data[slot].count == wanted);
        assert_true(builder->types.sums.data[slot].bytes == wanted * 0x18);
    }
}

/* The same ids are different types in every section. */
static void test_types_by_their_text(NO_STATE)
{
    static block b;
    static gcv_builder builder;
    gcv_rpm_objects objects;
    gcv_context *ctx = begin(&builder, &objects);
    uint64_t count[SECTIONS][TYPES], seed = 3;
    memset(count, 0, sizeof count);
    for (uint32_t section = 0; section < SECTIONS; section++) {
        gcv_builder_begin_section(&builder);
        b.size = 0;
        for (uint32_t line = 0; line < LINES; line++) {
            size_t t = check_below(&seed, TYPES);
            b.size += (size_t)sprintf(b.text + b.size, "o %x %s 18\n",
                                      (unsigned)check_below(&seed, 1u << 4 * check_below(&seed, 8)),
                                      types[t].text);
            count[section][t]++;
        }
        assert_int_equal(take(&objects, &builder, &b), LINES);
        check_sums(&builder, section, count[section]);
    }
    check_sums(&builder, 0, count[0]);
    end(ctx, &builder, &objects);
}

/* The shortest text behind the shortest object id, at the very beginning of a block. */
static void test_short_text_behind_a_short_id(NO_STATE)
{
    enum { BLOCKS = 2, ROWS = 40 };
    static block b;
    static gcv_builder builder;
    gcv_rpm_objects objects;
    gcv_context *ctx = begin(&builder, &objects);
    gcv_builder_begin_section(&builder);
    b.size = 0;
    for (unsigned i = 0; i < ROWS; i++) {
        put(&b, "o 1 1d4a013 18\n");
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        assert_int_equal(take(&objects, &builder, &b), ROWS);
    }
    assert_int_equal(builder.types.slots.n, 1);
    assert_true(builder.types.sums.data[0].count == BLOCKS * ROWS);
    end(ctx, &builder, &objects);
}

/* More types than slots for texts; the ids differ in their last digits only. */
static void test_types_that_share_places(NO_STATE)
{
    enum { MANY = 9000, PASSES = 3 };
    static block b;
    static gcv_builder builder;
    gcv_rpm_objects objects;
    gcv_context *ctx = begin(&builder, &objects);
    unsigned t;
    gcv_builder_begin_section(&builder);
    for (unsigned pass = 0; pass < PASSES; pass++) {
        for (unsigned from = 0; from < MANY; from += LINES) {
            b.size = 0;
            for (t = from; t < from + LINES && t < MANY; t++) {
                put(&b, "o 7f31d4a0 7f31d4a0");
                b.size += (size_t)sprintf(b.text + b.size, "%04x 18\n", 7 * t);
            }
            assert_int_equal(take(&objects, &builder, &b), t - from);
        }
    }
    assert_int_equal(builder.types.slots.n, MANY);
    for (t = 0; t < MANY; t++) {
        assert_true(builder.types.sums.data[t].count == PASSES);
    }
    end(ctx, &builder, &objects);
}

/* Makes references of `usual` digits, some of other widths; returns false if one has too many
 * digits. */
static bool put_references(block *b, size_t usual, uint64_t *seed)
{
    size_t n = check_below(seed, 8);
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        size_t width = check_below(seed, 6) == 0 ? 1 + check_below(seed, 16) : usual;
        width = check_below(seed, 400) == 0 ? 17 : width;
        good = good && width < 17;
        b->text[b->size++] = ' ';
        for (; width > 0; width--) {
            b->text[b->size++] = "0123456789abcdefABCDEF"[check_below(seed, 22)];
        }
    }
    return good;
}

static void test_references_of_any_width(NO_STATE)
{
    static block b;
    static gcv_builder builder;
    uint64_t seed = 4;
    unsigned n_whole = 0;
    for (unsigned round = 0; round < 400; round++) {
        gcv_rpm_objects objects;
        gcv_context *ctx = begin(&builder, &objects);
        uint64_t good = 0;
        bool all_good = true;
        gcv_builder_begin_section(&builder);
        b.size = 0;
        for (uint64_t line = 0; line < 60; line++) {
            put(&b, "o 7f31d4a0 7f31d4a01350 20");
            all_good = put_references(&b, 1 + round % 16, &seed) && all_good;
            put(&b, check_below(&seed, 9) == 0 ? "\r\n" : "\n");
            good += all_good;
        }
        assert_int_equal(take(&objects, &builder, &b), good);
        assert_int_equal(gcv_builder_n_objects(&builder), good);
        n_whole += all_good;
        end(ctx, &builder, &objects);
    }
    assert_true(n_whole > 100 && n_whole < 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types_by_their_text),
        cmocka_unit_test(test_short_text_behind_a_short_id),
        cmocka_unit_test(test_types_that_share_places),
        cmocka_unit_test(test_references_of_any_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
