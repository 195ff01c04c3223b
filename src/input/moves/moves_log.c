/* moves_log.c - reads moves logs, line by line; see docs/formats/moves-log.md.
 *
 * Nearly all of a log are ranges; take_moves() parses them in bulk as long as they are in their
 * usual form. A line that cannot be read leaves a hole in the evidence: in the open collection, or
 * between two collections.
 *
 * Time: O(bytes). Memory: what heap/moves.h holds, with at most one hole between neighbouring
 * collections and dumps.
 */
#include "input/format.h"

#include "base/error.h"
#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "heap/moves.h"
#include "input/lines.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { VERSION = 1, LINE_MAX_BYTES = 64 * 1024, FIELDS = 3, REASON_MAX = 160 };

static const char magic[] = "gcview-moves";

typedef struct reader {
    gcv_context *ctx;
    gcv_lines lines;
    gcv_moves *moves;
    bool has_version; /* the version record was read */
    bool inside;      /* `open` has begun and not ended */
    gcv_collection open;
    bool strict;
    gcv_error *err;
} reader;

/* ---- holes ---------------------------------------------------------------------------------- */

static gcv_place here(const reader *r) { return gcv_place_at_line(r->lines.line); }

/* Adds a hole, unless there is one already between the same collections and dumps: a second one
 * would add no information. */
static gcv_status add_gap(reader *r, const char *reason)
{
    const gcv_moves_gap_column *gaps = &r->moves->gaps;
    gcv_moves_gap gap;
    gap.first = gap.last = r->moves->collections.n;
    gap.reason = reason;
    gap.place = here(r);
    gap.dump = r->moves->dumps.n + 1;
    gap.lost = false;
    return gaps->n > 0 && gaps->data[gaps->n - 1].first == gap.first &&
                   gaps->data[gaps->n - 1].dump == gap.dump
               ? GCV_OK
               : gcv_moves_add_gap(r->moves, &gap, r->err);
}

static gcv_status malformed(reader *r, const char *format, ...) GCV_PRINTF(2, 3);

static gcv_status malformed(reader *r, const char *format, ...)
{
    char reason[REASON_MAX];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    if (r->strict) {
        return gcv_fail_line(r->err, GCV_ERR_INPUT, r->moves->name, r->lines.line, "%s", reason);
    }
    return gcv_moves_malformed(r->moves, here(r), reason, r->err) == GCV_OK ? add_gap(r, reason)
                                                                            : gcv_failed(r->err);
}

/* ---- fields --------------------------------------------------------------------------------- */

/* Parses the numbers after the letter, `least` to `most` of them. On failure, returns false and
 * sets `*status` to the result of malformed(). */
static bool take_numbers(reader *r, gcv_slice line, char letter, size_t least, size_t most,
                         uint64_t *numbers, size_t *n, gcv_status *status)
{
    char bad[48];
    gcv_slice field = gcv_slice_take_field(&line);
    *n = 0;
    for (; field.size > 0 && *n < most; field = gcv_slice_take_field(&line)) {
        if (!gcv_parse_hex(field.data, field.size, 64, &numbers[*n])) {
            *status = malformed(r, "'%s' is no hexadecimal number",
                                gcv_slice_excerpt(field, SIZE_MAX, bad, sizeof bad));
            return false;
        }
        ++*n;
    }
    if (field.size > 0) {
        *status = malformed(r, "more behind '%c' than %zu numbers", letter, most);
        return false;
    }
    if (*n < least) {
        *status = malformed(r, "%zu numbers behind '%c'; it wants %zu", *n, letter, least);
        return false;
    }
    return true;
}

/* ---- records -------------------------------------------------------------------------------- */

static gcv_status close_collection(reader *r)
{
    gcv_status status = gcv_moves_add(r->moves, &r->open, r->err);
    memset(&r->open, 0, sizeof r->open);
    r->inside = false;
    return status;
}

static gcv_status begin(reader *r, const uint64_t *numbers, size_t n)
{
    gcv_status status = GCV_OK;
    if (r->inside) {
        status = malformed(r, "collection %" PRIu64 " begins before %" PRIu64 " has ended",
                           numbers[0], r->open.number);
        if (status == GCV_OK) {
            status = close_collection(r);
        }
    }
    r->inside = true;
    r->open.number = numbers[0];
    r->open.place = here(r);
    r->open.background = n > 2 && numbers[2] == 1;
    r->open.generation = n > 1 && numbers[1] < GCV_NONE ? (uint32_t)numbers[1] : GCV_NONE;
    return status;
}

static gcv_status end(reader *r, uint64_t number_of)
{
    gcv_status status = GCV_OK;
    if (!r->inside) {
        return malformed(r, "collection %" PRIu64 " ends, but did not begin", number_of);
    }
    if (r->open.number != number_of) {
        status =
            malformed(r, "collection %" PRIu64 " ends within %" PRIu64, number_of, r->open.number);
    }
    return status == GCV_OK ? close_collection(r) : status;
}

static gcv_status add_condemned(reader *r, uint64_t start, uint64_t length)
{
    gcv_span span;
    if (length > UINT64_MAX - start) {
        return malformed(r, "a range at %" PRIx64 " that ends behind the last address", start);
    }
    span.start = start;
    span.end = start + length;
    return gcv_span_column_push(r->ctx, &r->open.condemned, span, r->err);
}

static gcv_status read_range(reader *r, char letter, gcv_slice line)
{
    uint64_t numbers[FIELDS];
    size_t n, wanted = letter == 'm' ? 3 : 2;
    gcv_move move;
    gcv_status status;
    if (!take_numbers(r, line, letter, wanted, wanted, numbers, &n, &status)) {
        return status;
    }
    if (!r->inside) {
        return malformed(r, "'%c' outside of a collection", letter);
    }
    if (letter == 'r') {
        return add_condemned(r, numbers[0], numbers[1]);
    }
    move.old = numbers[0];
    move.fresh = letter == 'm' ? numbers[1] : numbers[0];
    move.length = numbers[n - 1];
    return gcv_move_column_push(r->ctx, &r->open.moves, move, r->err);
}

static gcv_status read_bracket(reader *r, char letter, gcv_slice line)
{
    uint64_t numbers[FIELDS];
    size_t n;
    gcv_status status;
    if (!take_numbers(r, line, letter, 1, letter == 'g' ? 3 : 1, numbers, &n, &status)) {
        return status;
    }
    return letter == 'g' ? begin(r, numbers, n) : end(r, numbers[0]);
}

static gcv_status read_dump(reader *r, gcv_slice line)
{
    const gcv_dump_mark_column *dumps = &r->moves->dumps;
    uint64_t numbers[FIELDS];
    gcv_dump_mark dump;
    size_t n;
    gcv_status status = GCV_OK;
    if (!take_numbers(r, line, 'd', 1, 3, numbers, &n, &status)) {
        return status;
    }
    if (n == 2) {
        return malformed(r, "a dump with a number of objects and none of bytes");
    }
    if (numbers[0] == 0 || numbers[0] > UINT32_MAX ||
        (dumps->n > 0 && numbers[0] <= dumps->data[dumps->n - 1].number)) {
        return malformed(r, "dump %" PRIu64 " here: numbers ascend from 1", numbers[0]);
    }
    if (r->inside) {
        status =
            malformed(r, "dump %" PRIu64 " within collection %" PRIu64, numbers[0], r->open.number);
    }
    dump.number = (uint32_t)numbers[0];
    dump.n_collections = r->moves->collections.n;
    dump.by_collection = false; /* the log does not say */
    dump.counted = n == 3;
    dump.objects = n == 3 ? numbers[1] : 0;
    dump.bytes = n == 3 ? numbers[2] : 0;
    dump.place = here(r);
    return status == GCV_OK ? gcv_moves_add_dump(r->moves, &dump, r->err) : status;
}

/* Reads the first record. A file that does not begin with it is not a moves log. */
static gcv_status read_first(reader *r, gcv_slice letter, gcv_slice line)
{
    gcv_slice version = gcv_slice_take_field(&line), word = gcv_slice_take_field(&line);
    uint64_t value;
    if (letter.size != 1 || letter.data[0] != 'v' ||
        !gcv_parse_hex(version.data, version.size, 64, &value) || !gcv_slice_is(word, magic)) {
        return gcv_fail_line(r->err, GCV_ERR_INPUT, r->moves->name, r->lines.line,
                             "not a moves log: the first record is not 'v %d %s' ('gcview convert "
                             "--to moves' writes one from a trace)",
                             VERSION, magic);
    }
    if (value != VERSION) {
        return gcv_fail_line(r->err, GCV_ERR_INPUT, r->moves->name, r->lines.line,
                             "version %" PRIx64 " of the moves log is not known", value);
    }
    r->has_version = true;
    return GCV_OK;
}

static gcv_status read_line(reader *r, gcv_slice line)
{
    gcv_slice letter = gcv_slice_take_field(&line);
    char text[256];
    if (letter.size == 0 || letter.data[0] == '#') {
        return GCV_OK;
    }
    if (!r->has_version) {
        return read_first(r, letter, line);
    }
    switch (letter.size == 1 ? letter.data[0] : '?') {
    case 'm':
    case 's':
    case 'r':
        return read_range(r, letter.data[0], line);
    case 'g':
    case 'e':
        return read_bracket(r, letter.data[0], line);
    case 'd':
        return read_dump(r, line);
    case 'x':
        line = gcv_slice_trim(line);
        return add_gap(r, line.size > 0 ? gcv_slice_excerpt(line, SIZE_MAX, text, sizeof text)
                                        : "evidence is missing here");
    default:
        return malformed(r, "unknown record '%s'", gcv_slice_excerpt(letter, SIZE_MAX, text, 48));
    }
}

/* ---- ranges in bulk ------------------------------------------------------------------------- */

/* Parses the records `m` and `s` of a collection up to the first line in another form. */
static gcv_status take_moves(reader *r)
{
    gcv_lines *lines = &r->lines;
    while (lines->at < lines->limit && (lines->at[0] == 'm' || lines->at[0] == 's')) {
        gcv_move move;
        gcv_status status;
        const unsigned char *next = gcv_take_hex_field(lines->at + 1, &move.old);
        move.fresh = move.old;
        if (next != NULL && lines->at[0] == 'm') {
            next = gcv_take_hex_field(next, &move.fresh);
        }
        next = next != NULL ? gcv_take_hex_field(next, &move.length) : NULL;
        next = next != NULL && *next == '\r' ? next + 1 : next;
        if (next == NULL || *next != '\n') {
            return GCV_OK;
        }
        status = gcv_move_column_push(r->ctx, &r->open.moves, move, r->err);
        if (status != GCV_OK) {
            return status;
        }
        lines->at = next + 1;
        lines->line++;
    }
    return GCV_OK;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static gcv_status read_block(reader *r)
{
    gcv_lines *lines = &r->lines;
    gcv_status status = GCV_OK;
    while (status == GCV_OK && lines->at < lines->limit) {
        if (r->inside) {
            status = take_moves(r);
            if (status != GCV_OK || lines->at == lines->limit) {
                break;
            }
        }
        status = read_line(r, gcv_lines_take(lines));
        lines->line++;
    }
    return status;
}

static gcv_status read_lines(reader *r)
{
    gcv_lines *lines = &r->lines;
    gcv_status status = gcv_lines_next(lines, r->err);
    gcv_lines_skip_byte_order_mark(lines);
    while (status == GCV_OK && (lines->overlong || lines->at < lines->limit)) {
        if (lines->overlong) {
            status = r->has_version ? malformed(r, "a line longer than 64 KiB")
                                    : read_first(r, gcv_slice_of("?", 1), gcv_slice_of("", 0));
            lines->line++;
        } else {
            status = read_block(r);
        }
        gcv_progress(r->ctx, gcv_source_taken(lines->source), 0);
        if (status == GCV_OK) {
            status = gcv_lines_next(lines, r->err);
        }
    }
    return status;
}

static gcv_status finish(reader *r)
{
    if (r->lines.bytes == 0) {
        return gcv_fail_line(r->err, GCV_ERR_INPUT, r->moves->name, 0, "the file is empty");
    }
    if (!r->has_version) {
        return gcv_fail_line(r->err, GCV_ERR_INPUT, r->moves->name, 0,
                             "not a moves log: there is no record in it");
    }
    return r->inside ? malformed(r, "the log ends within collection %" PRIu64, r->open.number)
                     : GCV_OK;
}

gcv_status gcv_moves_load_source(gcv_context *ctx, gcv_source *source, bool strict, gcv_moves **out,
                                 gcv_error *err)
{
    reader r;
    gcv_source utf8, *from = source;
    gcv_status status;
    memset(&r, 0, sizeof r);
    r.ctx = ctx;
    r.strict = strict;
    r.err = err;
    ctx->input_size = gcv_source_size(source);
    gcv_phase(ctx, "read moves");
    r.moves = gcv_moves_new(ctx, source->name, err);
    status = r.moves != NULL ? gcv_source_as_utf8(&from, &utf8, err) : gcv_failed(err);
    if (status == GCV_OK) {
        status = gcv_lines_init(ctx, &r.lines, from, 0, err);
    }
    if (status == GCV_OK) {
        r.lines.line_max = LINE_MAX_BYTES;
        status = read_lines(&r);
        if (status == GCV_OK) {
            status = finish(&r);
        }
        gcv_lines_release(&r.lines);
    }
    gcv_collection_release(ctx, &r.open);
    gcv_source_close(source);
    if (status != GCV_OK) {
        gcv_moves_free(r.moves);
        return status;
    }
    *out = r.moves;
    return GCV_OK;
}

gcv_status gcv_moves_load(gcv_context *ctx, const char *path, bool strict, gcv_moves **out,
                          gcv_error *err)
{
    gcv_source source;
    gcv_status status = gcv_source_open(&source, path, gcv_standard_input(), err);
    *out = NULL;
    return status == GCV_OK ? gcv_moves_load_source(ctx, &source, strict, out, err) : status;
}
