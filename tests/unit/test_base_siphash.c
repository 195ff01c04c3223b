/* SipHash-2-4 against vectors of its authors: key 00 01 … 0f, texts 00 01 02 … of each length. */
#include "support/check.h"

#include "base/hash.h"

static void test_vectors(NO_STATE)
{
    static const uint64_t wanted[] = {0x726fdb47dd0e0e31u, 0x74f839c593dc67fdu, 0x0d6c8009d9a94f5au,
                                      0x85676696d7fb7e2du};
    const gcv_siphash_key key = {0x0706050403020100u, 0x0f0e0d0c0b0a0908u};
    char text[64];
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (char)i;
    }
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        assert_true(gcv_siphash(key, gcv_slice_of(text, i)) == wanted[i]);
    }
    assert_true(gcv_siphash(key, gcv_slice_of(text, 15)) == 0xa129ca6149be45e5u);
    assert_true(gcv_siphash(key, gcv_slice_of(text, 63)) == 0x958a324ceb064572u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_vectors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
