/* Names of root kinds, root flags and generations. */
#include "support/check.h"

#include "heap/vocabulary.h"

#include <string.h>

static void test_root_kinds(NO_STATE)
{
    static const char *const words[] = {"static",    "handle",   "local",
                                        "finalizer", "internal", "runtime"};
    static const gcv_root_kind kinds[] = {GCV_ROOT_KIND_STATIC,   GCV_ROOT_KIND_HANDLE,
                                          GCV_ROOT_KIND_LOCAL,    GCV_ROOT_KIND_FINALIZER,
                                          GCV_ROOT_KIND_INTERNAL, GCV_ROOT_KIND_RUNTIME};
    uint32_t i;
    for (i = 0; i < CHECK_COUNT(words); i++) {
        assert_string_equal(gcv_root_kind_word(kinds[i]), words[i]);
        assert_string_equal(gcv_root_kind_word_at(i), words[i]);
        assert_int_equal(gcv_root_kind_rank(kinds[i]), i);
        assert_false(gcv_root_kind_is(kinds[i], "other"));
        for (uint32_t k = 0; k < CHECK_COUNT(words); k++) {
            assert_int_equal(gcv_root_kind_is(kinds[i], words[k]), i == k);
        }
    }
    assert_string_equal(gcv_root_kind_word_at(i), "other");
    assert_null(gcv_root_kind_word_at(i + 1));
}

/* Kinds without a name are kept, and come after those with a name, by number. */
static void test_other_root_kinds(NO_STATE)
{
    static const uint32_t kinds[] = {6, 7, 1000, UINT32_MAX};
    for (size_t i = 0; i < CHECK_COUNT(kinds); i++) {
        assert_null(gcv_root_kind_word(kinds[i]));
        assert_true(gcv_root_kind_is(kinds[i], "other"));
        assert_false(gcv_root_kind_is(kinds[i], "static"));
        assert_true(gcv_root_kind_rank(kinds[i]) > gcv_root_kind_rank(GCV_ROOT_KIND_RUNTIME));
        assert_true(i == 0 || gcv_root_kind_rank(kinds[i]) > gcv_root_kind_rank(kinds[i - 1]));
    }
}

static void test_root_flags(NO_STATE)
{
    static const struct {
        uint32_t flag;
        const char *word;
    } flags[] = {
        {GCV_ROOT_PINNED, "pinned"}, {GCV_ROOT_WEAK, "weak"}, {GCV_ROOT_INTERIOR, "interior"}};
    const char *word;
    uint32_t flag;
    size_t i;
    for (i = 0; i < CHECK_COUNT(flags); i++) {
        assert_true(gcv_root_flag_at(i, &flag, &word));
        assert_int_equal(flag, flags[i].flag);
        assert_string_equal(word, flags[i].word);
    }
    assert_false(gcv_root_flag_at(i, &flag, &word));
}

static void test_generations(NO_STATE)
{
    static const char *const words[] = {"gen0", "gen1", "gen2", "large", "pinned"};
    static const char *const choices[] = {"0", "1", "2", "gen0", "gen1", "gen2", "large", "pinned"};
    static const char *const none[] = {"", "3", "gen", "gen3", "Large", "arge", "00", "genlarge"};
    uint32_t i;
    for (i = 0; i < CHECK_COUNT(words); i++) {
        assert_string_equal(gcv_generation_word(i), words[i]);
        assert_int_equal(gcv_generation_named(words[i]), i);
    }
    assert_null(gcv_generation_word(i));
    assert_null(gcv_generation_word(GCV_NONE));
    for (i = 0; i < CHECK_COUNT(choices); i++) {
        assert_string_equal(gcv_generation_word_at(i), choices[i]);
        assert_int_equal(gcv_generation_named(choices[i]), i < 3 ? i : i - 3);
    }
    assert_null(gcv_generation_word_at(i));
    for (i = 0; i < CHECK_COUNT(none); i++) {
        assert_int_equal(gcv_generation_named(none[i]), GCV_NONE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_root_kinds),
        cmocka_unit_test(test_other_root_kinds),
        cmocka_unit_test(test_root_flags),
        cmocka_unit_test(test_generations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
