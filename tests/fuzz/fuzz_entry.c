/* fuzz_entry.c - the entry point for libFuzzer; FUZZ_FORMAT names the reader. Built with clang and
 * -DGCVIEW_FUZZ=ON only:
 *
 *   build/fuzz/tests/fuzz_gcdump -max_total_time=600 scratch-folder tests/fuzz/corpus/gcdump
 */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *wrong = fuzz_one(FUZZ_FORMAT, bytes, size);
    if (wrong != NULL) {
        fprintf(stderr, "%s\n", wrong);
        abort();
    }
    return 0;
}
