/* line_records.c - text formats with one record on each line; see line_records.h. */
#include "input/line_records.h"

#include <stdio.h>

enum { EXCERPT = 24, EXCERPT_BYTES = 4 * EXCERPT + 8 };

void gcv_line_records_open(gcv_context *ctx, gcv_line_records *records, gcv_source *source,
                           size_t chunk)
{
    gcv_source_as_utf8(&source, &records->utf8);
    gcv_lines_init(ctx, &records->lines, source, chunk);
}

/* ---- the loop ----------------------------------------------------------------------------- */

static void read_block(gcv_line_records *records)
{
    gcv_lines *lines = &records->lines;
    while (lines->at < lines->limit) {
        records->read_bulk(records->self);
        if (lines->at < lines->limit) {
            records->read(records->self, gcv_lines_take(lines));
            lines->line++;
        }
    }
}

static bool is_wanted(const gcv_builder *builder)
{
    return builder == NULL || !gcv_builder_wants_more(builder);
}

void gcv_line_records_read(gcv_line_records *records)
{
    gcv_lines *lines = &records->lines;
    const gcv_builder *builder = records->builder;
    gcv_lines_next(lines);
    gcv_lines_skip_byte_order_mark(lines);
    while ((lines->overlong || lines->at < lines->limit) && is_wanted(builder)) {
        if (lines->overlong) {
            records->overlong(records->self);
            lines->line++;
        } else {
            read_block(records);
        }
        gcv_progress(lines->ctx, gcv_source_taken(lines->source),
                     builder != NULL ? gcv_builder_n_objects(builder) : 0);
        gcv_lines_next(lines);
    }
}

/* ---- malformed lines ---------------------------------------------------------------------- */

void gcv_line_records_malformed(gcv_line_records *records, const char *reason)
{
    if (records->first_bad == 0) {
        records->first_bad = records->lines.line;
        (void)snprintf(records->first_reason, sizeof records->first_reason, "%s", reason);
    }
    gcv_builder_malformed(records->builder, records->lines.line, reason);
}

void gcv_line_records_fail_empty(const gcv_line_records *records)
{
    gcv_context *ctx = records->lines.ctx;
    const char *name = records->lines.source->name;
    if (records->first_bad != 0) {
        gcv_fail_line(ctx, GCV_ERR_INPUT, name, records->first_bad,
                      "not a heap dump gcview knows: no line is a record (here: %s)",
                      records->first_reason);
    }
    gcv_fail_line(ctx, GCV_ERR_INPUT, name, 0, "not a heap dump gcview knows: all lines are blank");
}

/* ---- fields ------------------------------------------------------------------------------- */

bool gcv_refuse_field(char *reason, const char *what, gcv_slice field)
{
    char shown[EXCERPT_BYTES];
    (void)snprintf(reason, GCV_REASON_MAX, "%s '%s'", what,
                   gcv_slice_excerpt(field, EXCERPT, shown, sizeof shown));
    return false;
}

bool gcv_refuse_short(char *reason, const char *record, const char *missing)
{
    (void)snprintf(reason, GCV_REASON_MAX, "%s without %s", record, missing);
    return false;
}

bool gcv_take_hex(gcv_slice *line, unsigned bits, const char *record, const char *what,
                  uint64_t *out, char *reason)
{
    const gcv_slice field = gcv_slice_take_field(line);
    char bad[40];
    if (field.size == 0) {
        return gcv_refuse_short(reason, record, what);
    }
    if (!gcv_parse_id(field.data, field.size, bits, out)) {
        (void)snprintf(bad, sizeof bad, "bad %s", what);
        return gcv_refuse_field(reason, bad, field);
    }
    return true;
}
