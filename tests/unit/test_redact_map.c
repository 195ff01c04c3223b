/* The file with the originals of pseudonyms: which files are accepted, and how the file grows.
 */
#include "support/check.h"
#include "support/name_maps.h"
#include "support/scratch.h"
#include "support/tried.h"

#include "base/file.h"
#include "redact/redact.h"

#include <stdio.h>
#include <string.h>

#define ACME "Gulipajehahada\tAcme\n"
#define ORDER "Ripukimejavazi\tOrder\n"

/* ---- reading ------------------------------------------------------------------------------ */

static void test_map(NO_STATE)
{
    gcv_name_map map = name_map_of("# a comment\n\n" NAME_MAP_KEY ACME);
    char first[GCV_PSEUDONYM_SIZE + 1], again[GCV_PSEUDONYM_SIZE + 1];
    assert_true(map.key.low == 0x0011223344556677u && map.key.high == 0x8899aabbccddeeffu);
    assert_int_equal(map.lines.n, 1);
    gcv_name_map_add(&map, gcv_slice_str("a\tb"), first);
    gcv_name_map_add(&map, gcv_slice_str("a\tb"), again);
    assert_string_equal(first, again);
    assert_int_equal(map.lines.n, 2);
    assert_true(gcv_slice_ends(map.lines.data[1], "\ta\\tb"));
    gcv_name_map_release(&map);
}

static void test_bad_maps(NO_STATE)
{
    static const struct {
        uint64_t line;
        const char *text, *message;
    } cases[] = {
        {0, "", "there is no key in this file"},
        {0, "# nothing\n", "there is no key in this file"},
        {1, "key\t12\n", "a map of names begins with key<TAB>32 hex digits"},
        {1, "key 00112233445566778899aabbccddeeff\n",
         "a map of names begins with key<TAB>32 hex digits"},
        {1, "key\t00112233445566778899aabbccddeefg\n",
         "a map of names begins with key<TAB>32 hex digits"},
        {2, NAME_MAP_KEY "Bakimorutezavu Order\n", "not a pseudonym, a tab and a word"},
        {2, NAME_MAP_KEY "Bakimo\tOrder\n", "not a pseudonym, a tab and a word"},
        {2, NAME_MAP_KEY "Bakimorutezavu\t\n", "not a pseudonym, a tab and a word"},
        {2, NAME_MAP_KEY "bakimorutezavu\tOrder\n", "not a pseudonym, a tab and a word"},
        {2, NAME_MAP_KEY "Bakimorutezavx\tOrder\n", "not a pseudonym, a tab and a word"},
        {2, NAME_MAP_KEY "Bakimorutezavu\tOrder\n",
         "the key of this map makes another word of 'Order'"},
        {3, NAME_MAP_KEY ACME "Gulipajehahada\tOrder\n",
         "the key of this map makes another word of 'Order'"},
        {3, NAME_MAP_KEY "Bakimorutezavu\t\\x01\nBakimorutezavu\t\\x02\n",
         "'Bakimorutezavu' stands for another word"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gcv_name_map map;
        gcv_error err;
        gcv_name_map_init(&map, name_maps_ctx);
        assert_int_equal(
            tried(name_maps_ctx, &err, gcv_name_map_read(&map, gcv_slice_str(cases[i].text), "m")),
            GCV_ERR_USAGE);
        assert_int_equal(err.line, cases[i].line);
        assert_string_equal(err.message, cases[i].message);
    }
}

/* Two generated keys differ, and so do their words. */
static void test_keys(NO_STATE)
{
    gcv_name_map a, b;
    gcv_name_map_init(&a, name_maps_ctx);
    gcv_name_map_init(&b, name_maps_ctx);
    gcv_name_map_make_key(&a);
    gcv_name_map_make_key(&b);
    assert_true(a.key.low != b.key.low && a.key.high != b.key.high);
    gcv_name_map_release(&a);
    gcv_name_map_release(&b);
}

/* ---- saving ------------------------------------------------------------------------------- */

enum { MOST = 1024 };

static void put_file(const char *path, const char *text)
{
    FILE *file = gcv_file_create(path, NULL);
    assert_non_null(file);
    assert_int_equal(gcv_file_write(file, path, text, strlen(text), NULL), GCV_OK);
    assert_int_equal(gcv_file_finish(file, path, NULL), GCV_OK);
}

static void check_file(const char *path, const char *expected)
{
    char text[MOST];
    size_t got;
    FILE *file = gcv_file_open(path, NULL);
    assert_non_null(file);
    assert_int_equal(gcv_file_read(file, path, text, sizeof text - 1, &got, NULL), GCV_OK);
    gcv_file_close(file);
    text[got] = '\0';
    assert_string_equal(text, expected);
}

/* Saves the file after reading `text` (NULL: there is no file) and adding a word. */
static void save(const char *path, const char *text, const char *word)
{
    char pseudonym[GCV_PSEUDONYM_SIZE + 1];
    gcv_name_map map = name_map_of(text != NULL ? text : NAME_MAP_KEY);
    map.has_file = text != NULL;
    gcv_name_map_add(&map, gcv_slice_str(word), pseudonym);
    gcv_name_map_save(&map, path);
    gcv_name_map_release(&map);
}

#define HEAD                                                                                       \
    "# What `gcview --redact` has renamed. Who has this file can read the names: it stays at "     \
    "home.\n"

static void test_saving(NO_STATE)
{
    const char *mine = "# mine\n" NAME_MAP_KEY "\n" ACME "# of shop\n";
    char path[SCRATCH_MAX];
    scratch_name(path, ".", "names.map");
    save(path, NULL, "Acme");
    check_file(path, HEAD NAME_MAP_KEY ACME);
    save(path, HEAD NAME_MAP_KEY ACME, "Order");
    check_file(path, HEAD NAME_MAP_KEY ACME ORDER);
    put_file(path, mine); /* text that people have written stays, and lines are not joined */
    save(path, mine, "Acme");
    check_file(path, mine);
    save(path, mine, "Order");
    check_file(path, "# mine\n" NAME_MAP_KEY "\n" ACME "# of shop\n" ORDER);
    put_file(path, NAME_MAP_KEY "# open");
    save(path, NAME_MAP_KEY "# open", "Order");
    check_file(path, NAME_MAP_KEY "# open\n" ORDER);
    assert_true(gcv_file_remove(path));
}

static void test_saving_fails(NO_STATE)
{
    gcv_error err;
    assert_int_equal(tried(name_maps_ctx, NULL, save("no/such/names.map", NULL, "Acme")),
                     GCV_ERR_OUTPUT);
    assert_int_equal(tried(name_maps_ctx, &err, save("no/such/names.map", NAME_MAP_KEY, "Acme")),
                     GCV_ERR_OUTPUT);
    assert_string_equal(err.message, "cannot write to 'no/such/names.map'");
}

static void save_new(const char *path, const char *text)
{
    assert_false(gcv_file_exists(path));
    save(path, text, "Order");
}

/* Whichever allocation fails, no new file is left behind. */
static void test_out_of_memory(NO_STATE)
{
    char path[SCRATCH_MAX];
    scratch_name(path, ".", "names.map");
    check_allocations(name_maps_ctx, 3, save_new(path, NULL));
    check_file(path, HEAD NAME_MAP_KEY ORDER);
    assert_true(gcv_file_remove(path));
    check_allocations(name_maps_ctx, 3, save_new(path, NAME_MAP_KEY));
    check_file(path, ORDER);
    assert_true(gcv_file_remove(path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_map),          cmocka_unit_test(test_bad_maps),
        cmocka_unit_test(test_keys),         cmocka_unit_test(test_saving),
        cmocka_unit_test(test_saving_fails), cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, name_maps_set_up, name_maps_tear_down);
}
