/* line_records.h - reads a text format that has one record on each line.
 *
 * The reader of the format gives functions that take one line, and that take many lines in their
 * usual form at once; the loop over the lines, bad lines and numbers in fields are here.
 */
#ifndef GCV_INPUT_LINE_RECORDS_H
#define GCV_INPUT_LINE_RECORDS_H

#include "heap/builder.h"
#include "input/lines.h"

enum { GCV_REASON_MAX = 160 }; /* bytes of the reason why a line is malformed */

typedef struct gcv_line_records {
    gcv_lines lines;
    gcv_builder *builder; /* NULL: no heap is read */
    void *self;           /* the reader of the format, for its functions: */
    void (*read)(void *self, gcv_slice line);
    void (*read_bulk)(void *self); /* takes lines off `lines`, or none; called before each line */
    void (*overlong)(void *self);  /* a line longer than lines.line_max was dropped */
    uint64_t first_bad;            /* the first malformed line; 0: none … */
    char first_reason[GCV_REASON_MAX]; /* … and why it is */
    gcv_source utf8;
} gcv_line_records;

/* `chunk` is as for gcv_lines_init(). The source may be UTF-16. */
void gcv_line_records_open(gcv_context *ctx, gcv_line_records *records, gcv_source *source,
                           size_t chunk);
/* Reads all lines, or as many as the builder wants. */
void gcv_line_records_read(gcv_line_records *records);
void gcv_line_records_close(gcv_line_records *records);

/* Reports that the current line of a heap is malformed. */
void gcv_line_records_malformed(gcv_line_records *records, const char *reason);
/* Fails because no line of a heap is a record. */
GCV_NORETURN void gcv_line_records_fail_empty(const gcv_line_records *records);

/* ---- fields ------------------------------------------------------------------------------- */

/* Each returns false and fills `reason` (GCV_REASON_MAX bytes). */
bool gcv_refuse_field(char *reason, const char *what, gcv_slice field); /* WHAT 'FIELD' */
bool gcv_refuse_short(char *reason, const char *record, const char *missing);

/* Takes the next field as a hexadecimal number below 2^bits, with or without 0x. `record` and
 * `what` name record and field in the reason: `bad size '12g'`. */
bool gcv_take_hex(gcv_slice *line, unsigned bits, const char *record, const char *what,
                  uint64_t *out, char *reason);

#endif
