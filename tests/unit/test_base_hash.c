/* Hashing: tables rely on equal hashes of equal keys, and on all bits of a key.
 */
#include "support/check.h"

#include "base/hash.h"

#include <string.h>

static unsigned ones(uint64_t bits)
{
    unsigned n = 0;
    for (; bits != 0; bits &= bits - 1) {
        n++;
    }
    return n;
}

/* Flipping one bit of the key flips about half of the result. */
static void test_every_bit_matters(NO_STATE)
{
    uint64_t seed = 11;
    unsigned sum = 0;
    for (unsigned round = 0; round < 200; round++) {
        uint64_t key = check_random(&seed);
        for (unsigned bit = 0; bit < 64; bit++) {
            unsigned flipped =
                ones(gcv_hash_u64(key, 1) ^ gcv_hash_u64(key ^ (uint64_t)1 << bit, 1));
            assert_true(flipped >= 8 && flipped <= 56);
            sum += flipped;
        }
    }
    assert_true(sum > 31 * 200 * 64 && sum < 33 * 200 * 64);
    assert_true(gcv_hash_u64(5, 1) != gcv_hash_u64(5, 2));
}

static void test_bytes(NO_STATE)
{
    char bytes[80], copy[81];
    memset(bytes, 0, sizeof bytes);
    for (size_t size = 0; size <= 64; size++) {
        uint64_t hash = gcv_hash_bytes(bytes, size, 3);
        memcpy(copy + 1, bytes, sizeof bytes); /* another alignment, other bytes around */
        memset(copy + 1 + size, 0x77, sizeof bytes - size);
        assert_true(gcv_hash_bytes(copy + 1, size, 3) == hash);
        assert_true(gcv_hash_bytes(bytes, size, 4) != hash);
        for (size_t other = 0; other < size; other++) { /* zeros only: the length must tell */
            assert_true(gcv_hash_bytes(bytes, other, 3) != hash);
        }
        for (size_t at = 0; at < size; at++) {
            bytes[at] = 1;
            assert_true(gcv_hash_bytes(bytes, size, 3) != hash);
            bytes[at] = 0;
        }
    }
    memcpy(copy, "abcdefgh12345678", 16);
    memcpy(bytes, "12345678abcdefgh", 16);
    assert_true(gcv_hash_bytes(copy, 16, 3) != gcv_hash_bytes(bytes, 16, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_bit_matters),
        cmocka_unit_test(test_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
