/* fuzz_entry.c - the entry point for libFuzzer; FUZZ_TARGET names the target. Built only by clang
 * with -DGCVIEW_FUZZ=ON:
 *
 *   build/fuzz/tests/fuzz_gcdump -max_total_time=600 scratch-folder tests/fuzz/corpus/gcdump
 */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef FUZZ_TARGET
#define FUZZ_TARGET "commands"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
void __wrap___sanitizer_cov_trace_pc(void);

static uint64_t steps;

/* Counts a step. Each basic block calls it; the linker replaces libFuzzer's function by it. */
__attribute__((no_sanitize("coverage"))) void __wrap___sanitizer_cov_trace_pc(void) { steps++; }

uint64_t fuzz_steps(void) { return steps; }

/* Not the current folder, because it may not be writable in a fuzzing service. */
const char *fuzz_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return folder != NULL ? folder : "/tmp";
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *wrong = fuzz_one(FUZZ_TARGET, bytes, size);
    if (wrong != NULL) {
        fprintf(stderr, "%s\n", wrong);
        abort();
    }
    return 0;
}
