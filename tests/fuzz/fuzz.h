/* fuzz.h - properties that must hold for a reader, or for a whole command line, with any bytes.
 *
 * Both the replay program, which is part of the test suite, and the entry point for libFuzzer check
 * them. All functions return NULL if the properties hold, else a description of the fault.
 */
#ifndef GCV_TEST_FUZZ_H
#define GCV_TEST_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Reads the bytes as a target: in every way as a heap of this format, as "moves", "rules" or
 * "suppressions"; or runs them as "commands". */
const char *fuzz_one(const char *target, const uint8_t *bytes, size_t size);

/* The targets that are not formats of heaps. */
const char *fuzz_moves(const uint8_t *bytes, size_t size);
const char *fuzz_rules(const uint8_t *bytes, size_t size);
const char *fuzz_suppressions(const uint8_t *bytes, size_t size);

/* Runs the command line that the first bytes encode, with the other bytes as its input. */
const char *fuzz_commands(const uint8_t *bytes, size_t size);

/* Returns the folder for scratch files. */
const char *fuzz_folder(void);

/* Returns the number of basic blocks that have run, in a program built for libFuzzer; else 0. The
 * limits are FUZZ_STEPS_A_BYTE for each byte of input and output, plus FUZZ_STEPS_ALWAYS. */
uint64_t fuzz_steps(void);
enum { FUZZ_STEPS_A_BYTE = 500, FUZZ_STEPS_ALWAYS = 2000000 };

#endif
