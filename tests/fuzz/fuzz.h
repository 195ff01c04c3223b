/* fuzz.h - what must hold for a reader whatever bytes it is given; shared by the replay program,
 * which is part of the test suite, and by the entry point for libFuzzer. */
#ifndef GCV_TEST_FUZZ_H
#define GCV_TEST_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Reads the bytes as `format` ("moves": a moves log) in every way. NULL if all is well, else what
 * is wrong. */
const char *fuzz_one(const char *format, const uint8_t *bytes, size_t size);

#endif
