/* gen_out.h - buffered output with its own number formatting: printf would take most of the run
 * time.
 */
#ifndef GCVGEN_OUT_H
#define GCVGEN_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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

/* Writes a blank and a lower-case hexadecimal number: in a log, every number follows a blank. */
void out_hex(struct out *out, uint64_t value);

/* Flushes the output, and frees the buffer; the caller closes the file. Returns false if any write
 * has failed. */
bool out_close(struct out *out);

#endif
