/* read_suppressions.c - reads the file of --suppressions. */
#include "cli/read_suppressions.h"

#include "base/error.h"
#include "base/text.h"
#include "input/lines.h"

#include <string.h>

/* The lines of the block at hand. */
static gcv_status take_block(gcv_context *ctx, gcv_lines *lines, gcv_suppressions *known,
                             gcv_error *err)
{
    gcv_status status = GCV_OK;
    while (status == GCV_OK && lines->at < lines->limit) {
        const unsigned char *end = memchr(lines->at, '\n', (size_t)(lines->limit - lines->at));
        gcv_slice line = gcv_slice_of((const char *)lines->at, (size_t)(end - lines->at));
        status = gcv_suppressions_add(ctx, known, line, lines->line, err);
        lines->line++;
        lines->at = end + 1;
    }
    return status;
}

gcv_status gcv_suppressions_read(gcv_context *ctx, const char *path, FILE *in,
                                 gcv_suppressions *known, gcv_error *err)
{
    gcv_source source;
    gcv_lines lines;
    gcv_status status = gcv_source_open(&source, path, in, err);
    if (status == GCV_ERR_INPUT && err != NULL) {
        err->status = GCV_ERR_USAGE; /* it is no dump that cannot be read */
    }
    if (status != GCV_OK) {
        return gcv_failed(err);
    }
    known->file = source.name;
    status = gcv_lines_init(&lines, ctx, &source, 0, err);
    if (status == GCV_OK) {
        do {
            status = gcv_lines_next(&lines, err);
            if (status == GCV_OK && lines.overlong) {
                status = gcv_fail_line(err, GCV_ERR_USAGE, source.name, lines.line,
                                       "a line of more than 65536 bytes");
            } else if (status == GCV_OK && lines.at == lines.limit) {
                break;
            } else if (status == GCV_OK) {
                status = take_block(ctx, &lines, known, err);
            }
        } while (status == GCV_OK);
        gcv_lines_release(&lines);
    }
    gcv_source_close(&source);
    return status;
}
