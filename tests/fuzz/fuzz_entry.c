/* fuzz_entry.c - the entry point for libFuzzer; FUZZ_TARGET says what is tried. Built with clang
 * and -DGCVIEW_FUZZ=ON only:
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

/* Called by each basic block: the linker puts it in place of what libFuzzer has. */
__attribute__((no_sanitize("coverage"))) void __wrap___sanitizer_cov_trace_pc(void) { steps++; }

uint64_t fuzz_steps(void) { return steps; }

/* The current folder may not be writable where a service runs this. */
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
