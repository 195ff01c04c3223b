/* fuzz.h - what must hold for a reader, or for a whole command line, whatever bytes it is given;
 * shared by the replay program, which is part of the test suite, and by the entry point for
 * libFuzzer. */
#ifndef GCV_TEST_FUZZ_H
#define GCV_TEST_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Reads the bytes as a target says: a format of heaps, "moves", "rules", "suppressions", in every
 * way; or "commands". NULL if all is well, else what is wrong. */
const char *fuzz_one(const char *target, const uint8_t *bytes, size_t size);

/* The targets that are no format of heaps. */
const char *fuzz_moves(const uint8_t *bytes, size_t size);
const char *fuzz_rules(const uint8_t *bytes, size_t size);
const char *fuzz_suppressions(const uint8_t *bytes, size_t size);

/* Runs the command line that the first bytes are over the others. */
const char *fuzz_commands(const uint8_t *bytes, size_t size);

/* Where its scratch files are. */
const char *fuzz_folder(void);

/* Steps so far: basic blocks, where the program is built for libFuzzer; else none. More than this
 * for each byte of input and output is a failure. */
uint64_t fuzz_steps(void);
enum { FUZZ_STEPS_A_BYTE = 400, FUZZ_STEPS_ALWAYS = 2000000 };

#endif
