#ifndef GCVGEN_OUT_H
#define GCVGEN_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Buffered output with its own number formatting: printf would be most of the run time. */
struct out {
    FILE *file;
    unsigned char *buffer;
    size_t used;
    uint64_t written;
    bool failed;
};

bool out_open(struct out *out, FILE *file);
void out_bytes(struct out *out, const char *bytes, size_t length);
void out_text(struct out *out, const char *text);
void out_char(struct out *out, char c);
void out_decimal(struct out *out, uint64_t value);

/* A blank and a lower-case hexadecimal number: every number of a log follows a blank. */
void out_hex(struct out *out, uint64_t value);

/* Flushes; the file is the caller's to close. False when any byte so far was not taken. */
bool out_close(struct out *out);

#endif
