/* written.h - code that the tests of the writers share: tables written to memory, random texts, and
 * readers that fail the test at anything they do not understand. */
#ifndef GCV_TEST_WRITTEN_H
#define GCV_TEST_WRITTEN_H

#include "output/writer.h"

#include <stdio.h>

enum { WRITER_FORMATS = 5 };
extern const char *const writer_formats[WRITER_FORMATS];

/* ---- tables written to memory ------------------------------------------------------------- */

typedef struct table {
    const gcv_table_column *columns;
    size_t n_columns;
    const gcv_cell *cells; /* row by row */
    size_t n_rows;
} table;

extern const gcv_table_head plain_head;

/* Returns everything that was written to `file`, followed by a NUL that `size` does not count; the
 * caller frees it. */
char *contents(FILE *file, size_t *size);

/* How a table is written; all zero: in full, and not for a screen. */
typedef struct look {
    size_t width;
    bool screen, color, human;
    uint64_t more; /* rows that are not shown */
} look;

char *write_look(const char *format, const look *as, const gcv_table_head *head, const table *t,
                 size_t *size);
char *write_with_head(const char *format, bool human, const gcv_table_head *head, const table *t,
                      size_t *size);
char *write_in_width(const char *format, size_t width, const table *t, size_t *size);
char *write_table(const char *format, bool human, const table *t, size_t *size);
void check_table(const char *format, bool human, const table *t, const char *expected);

/* ---- a table that is written row by row --------------------------------------------------- */

typedef struct stream {
    gcv_context *ctx;
    FILE *file;
    gcv_writer *writer;
} stream;

extern const gcv_table_column stream_columns[2];

void stream_open(stream *s, const char *format, FILE *file);
void stream_row(stream *s, gcv_slice name, uint64_t n);
void stream_close(stream *s);

/* ---- texts -------------------------------------------------------------------------------- */

typedef struct buffer {
    char bytes[4096];
    size_t size;
} buffer;

void buffer_add(buffer *b, const char *bytes, size_t size);
void buffer_add_code(buffer *b, uint32_t code);
/* The text with U+FFFD for what is not UTF-8. */
void valid_part(gcv_slice text, buffer *out);
/* The same as people see it: invisible characters as \xNN, \uNNNN or \UNNNNNNNN. */
void shown_part(gcv_slice text, buffer *out);
/* Returns the original of a text that was shown in this way. */
void meant_part(gcv_slice shown, buffer *out);
void random_bytes(uint64_t *seed, buffer *out);
/* Whether text is valid UTF-8 without controls except those in `allowed`, without invisible
 * characters, and without lines that build servers obey. */
void check_clean(const char *bytes, size_t size, const char *allowed);

/* ---- reading back ------------------------------------------------------------------------- */

/* The position of a reader. */
typedef struct reader {
    const char *at, *end;
} reader;

char reader_take(reader *r);
void reader_expect(reader *r, const char *text);
bool reader_ahead(const reader *r, char c);
uint32_t reader_take_hex(reader *r, unsigned digits);
void reader_json_string(reader *r, buffer *out);
/* Reads exactly one value and a line end. */
void check_json(const char *bytes, size_t size);

#endif
