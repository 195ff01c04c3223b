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

#include "base/file.h"
#include "input/line_records.h"

#include <inttypes.h>
#include <string.h>

enum { VERSION = 1, LINE_MAX_BYTES = 64 * 1024, FIELDS = 3 };

static const char magic[] = "gcview-moves";

typedef struct reader {
    gcv_context *ctx;
    gcv_line_records records;
    gcv_moves *moves;
    bool has_version; /* the version record was read */
    bool inside;      /* `open` has begun and not ended */
    gcv_collection open;
    bool strict;
} reader;

/* ---- holes ---------------------------------------------------------------------------------- */

static gcv_place here(const reader *r) { return gcv_place_at_line(r->records.lines.line); }

/* Adds a hole, unless there is one already between the same collections and dumps: a second one
 * would add no information. */
static void add_gap(reader *r, const char *reason)
{
    const gcv_moves_gap_column *gaps = &r->moves->gaps;
    const gcv_moves_gap gap = {.first = r->moves->collections.n,
                               .last = r->moves->collections.n,
                               .reason = reason,
                               .place = here(r),
                               .dump = r->moves->dumps.n + 1};
    if (!(gaps->n > 0 && gaps->data[gaps->n - 1].first == gap.first &&
          gaps->data[gaps->n - 1].dump == gap.dump)) {
        gcv_moves_add_gap(r->moves, &gap);
    }
}

static void malformed(reader *r, const char *format, ...) GCV_PRINTF(2, 3);

static void malformed(reader *r, const char *format, ...)
{
    char reason[GCV_REASON_MAX];
    GCV_PRINT_ARGS(reason, format);
    if (r->strict) {
        gcv_fail_line(r->ctx, GCV_ERR_INPUT, r->moves->name, r->records.lines.line, "%s", reason);
    }
    gcv_moves_malformed(r->moves, here(r), reason);
    add_gap(r, reason);
}

/* Parses the numbers after the letter, `least` to `most` of them, at least one. Returns how many
 * there are; 0: the line is malformed. */
static size_t take_numbers(reader *r, gcv_slice line, char letter, size_t least, size_t most,
                           uint64_t *numbers)
{
    char bad[48];
    gcv_slice field = gcv_slice_take_field(&line);
    size_t n = 0;
    for (; field.size > 0 && n < most; field = gcv_slice_take_field(&line)) {
        if (!gcv_parse_hex(field.data, field.size, 64, &numbers[n])) {
            malformed(r, "'%s' is no hexadecimal number",
                      gcv_slice_excerpt(field, SIZE_MAX, bad, sizeof bad));
            return 0;
        }
        n++;
    }
    if (field.size > 0) {
        malformed(r, "more behind '%c' than %zu numbers", letter, most);
        return 0;
    }
    if (n < least) {
        malformed(r, "%zu numbers behind '%c'; it wants %zu", n, letter, least);
        return 0;
    }
    return n;
}

/* ---- records -------------------------------------------------------------------------------- */

static void close_collection(reader *r)
{
    gcv_moves_add(r->moves, &r->open);
    memset(&r->open, 0, sizeof r->open);
    r->inside = false;
}

static void begin(reader *r, const uint64_t *numbers, size_t n)
{
    if (r->inside) {
        malformed(r, "collection %" PRIu64 " begins before %" PRIu64 " has ended", numbers[0],
                  r->open.number);
        close_collection(r);
    }
    r->inside = true;
    r->open.number = numbers[0];
    r->open.place = here(r);
    r->open.background = n > 2 && numbers[2] == 1;
    r->open.generation = n > 1 && numbers[1] < GCV_NONE ? (uint32_t)numbers[1] : GCV_NONE;
}

static void end(reader *r, uint64_t number_of)
{
    if (!r->inside) {
        malformed(r, "collection %" PRIu64 " ends, but did not begin", number_of);
        return;
    }
    if (r->open.number != number_of) {
        malformed(r, "collection %" PRIu64 " ends within %" PRIu64, number_of, r->open.number);
    }
    close_collection(r);
}

static void add_condemned(reader *r, uint64_t start, uint64_t length)
{
    if (length > UINT64_MAX - start) {
        malformed(r, "a range at %" PRIx64 " that ends behind the last address", start);
        return;
    }
    gcv_span span = {.start = start, .end = start + length};
    gcv_span_column_push(r->ctx, &r->open.condemned, span);
}

static void read_range(reader *r, char letter, gcv_slice line)
{
    uint64_t numbers[FIELDS];
    const size_t wanted = letter == 'm' ? 3 : 2;
    if (take_numbers(r, line, letter, wanted, wanted, numbers) == 0) {
        return;
    }
    if (!r->inside) {
        malformed(r, "'%c' outside of a collection", letter);
        return;
    }
    if (letter == 'r') {
        add_condemned(r, numbers[0], numbers[1]);
        return;
    }
    gcv_move move = {.old = numbers[0],
                     .fresh = letter == 'm' ? numbers[1] : numbers[0],
                     .length = numbers[wanted - 1]};
    gcv_move_column_push(r->ctx, &r->open.moves, move);
}

static void read_bracket(reader *r, char letter, gcv_slice line)
{
    uint64_t numbers[FIELDS];
    const size_t n = take_numbers(r, line, letter, 1, letter == 'g' ? 3 : 1, numbers);
    if (n == 0) {
        return;
    }
    if (letter == 'g') {
        begin(r, numbers, n);
    } else {
        end(r, numbers[0]);
    }
}

static void read_dump(reader *r, gcv_slice line)
{
    const gcv_dump_mark_column *dumps = &r->moves->dumps;
    uint64_t numbers[FIELDS];
    const size_t n = take_numbers(r, line, 'd', 1, 3, numbers);
    if (n == 0) {
        return;
    }
    if (n == 2) {
        malformed(r, "a dump with a number of objects and none of bytes");
        return;
    }
    if (numbers[0] == 0 || numbers[0] > UINT32_MAX ||
        (dumps->n > 0 && numbers[0] <= dumps->data[dumps->n - 1].number)) {
        malformed(r, "dump %" PRIu64 " here: numbers ascend from 1", numbers[0]);
        return;
    }
    if (r->inside) {
        malformed(r, "dump %" PRIu64 " within collection %" PRIu64, numbers[0], r->open.number);
    }
    const gcv_dump_mark dump = {.number = (uint32_t)numbers[0],
                                .n_collections = r->moves->collections.n,
                                .by_collection = false, /* the log does not say */
                                .counted = n == 3,
                                .objects = n == 3 ? numbers[1] : 0,
                                .bytes = n == 3 ? numbers[2] : 0,
                                .place = here(r)};
    gcv_moves_add_dump(r->moves, &dump);
}

/* Reads the first record. A file that does not begin with it is not a moves log. */
static void read_first(reader *r, gcv_slice letter, gcv_slice line)
{
    gcv_slice version = gcv_slice_take_field(&line), word = gcv_slice_take_field(&line);
    uint64_t value;
    if (letter.size != 1 || letter.data[0] != 'v' ||
        !gcv_parse_hex(version.data, version.size, 64, &value) || !gcv_slice_is(word, magic)) {
        gcv_fail_line(r->ctx, GCV_ERR_INPUT, r->moves->name, r->records.lines.line,
                      "not a moves log: the first record is not 'v %d %s' ('gcview convert "
                      "--to moves' writes one from a trace)",
                      VERSION, magic);
    }
    if (value != VERSION) {
        gcv_fail_line(r->ctx, GCV_ERR_INPUT, r->moves->name, r->records.lines.line,
                      "version %" PRIx64 " of the moves log is not known", value);
    }
    r->has_version = true;
}

static void read_line(void *self, gcv_slice line)
{
    reader *r = self;
    gcv_slice letter = gcv_slice_take_field(&line);
    char text[256];
    if (letter.size == 0 || letter.data[0] == '#') {
        return;
    }
    if (!r->has_version) {
        read_first(r, letter, line);
        return;
    }
    const char kind = letter.size == 1 ? letter.data[0] : '?';
    if (kind == 'm' || kind == 's' || kind == 'r') {
        read_range(r, kind, line);
    } else if (kind == 'g' || kind == 'e') {
        read_bracket(r, kind, line);
    } else if (kind == 'd') {
        read_dump(r, line);
    } else if (kind == 'x') {
        line = gcv_slice_trim(line);
        add_gap(r, line.size > 0 ? gcv_slice_excerpt(line, SIZE_MAX, text, sizeof text)
                                 : "evidence is missing here");
    } else {
        malformed(r, "unknown record '%s'", gcv_slice_excerpt(letter, SIZE_MAX, text, 48));
    }
}

/* ---- ranges in bulk ------------------------------------------------------------------------- */

/* Parses the records `m` and `s` of a collection up to the first line in another form. */
static void take_moves(void *self)
{
    reader *r = self;
    gcv_lines *lines = &r->records.lines;
    while (r->inside && lines->at < lines->limit && (lines->at[0] == 'm' || lines->at[0] == 's')) {
        gcv_move move;
        const unsigned char *next = gcv_take_hex_field(lines->at + 1, &move.old);
        move.fresh = move.old;
        if (next != NULL && lines->at[0] == 'm') {
            next = gcv_take_hex_field(next, &move.fresh);
        }
        next = next != NULL ? gcv_take_hex_field(next, &move.length) : NULL;
        next = next != NULL && *next == '\r' ? next + 1 : next;
        if (next == NULL || *next != '\n') {
            return;
        }
        gcv_move_column_push(r->ctx, &r->open.moves, move);
        lines->at = next + 1;
        lines->line++;
    }
}

/* ---- the whole ------------------------------------------------------------------------------ */

static void skip_overlong(void *self)
{
    reader *r = self;
    if (r->has_version) {
        malformed(r, "a line longer than 64 KiB");
    } else {
        read_first(r, gcv_slice_of("?", 1), gcv_slice_of("", 0));
    }
}

static void finish(reader *r)
{
    if (r->records.lines.bytes == 0) {
        gcv_fail_line(r->ctx, GCV_ERR_INPUT, r->moves->name, 0, "the file is empty");
    }
    if (!r->has_version) {
        gcv_fail_line(r->ctx, GCV_ERR_INPUT, r->moves->name, 0,
                      "not a moves log: there is no record in it");
    }
    if (r->inside) {
        malformed(r, "the log ends within collection %" PRIu64, r->open.number);
    }
}

gcv_moves *gcv_moves_load_source(gcv_context *ctx, gcv_source *source, bool strict)
{
    reader r = {.ctx = ctx, .strict = strict};
    ctx->input_size = gcv_source_size(source);
    gcv_phase(ctx, "read moves");
    r.moves = gcv_moves_new(ctx, source->name);
    r.records.self = &r;
    r.records.read = read_line;
    r.records.read_bulk = take_moves;
    r.records.overlong = skip_overlong;
    gcv_line_records_open(ctx, &r.records, source, 0);
    r.records.lines.line_max = LINE_MAX_BYTES;
    gcv_line_records_read(&r.records);
    finish(&r);
    gcv_lines_release(&r.records.lines);
    gcv_collection_release(ctx, &r.open);
    gcv_source_close(source);
    return r.moves;
}

gcv_moves *gcv_moves_load_file(gcv_context *ctx, const char *path, bool strict)
{
    gcv_source source;
    gcv_source_open(ctx, &source, path, gcv_standard_input());
    return gcv_moves_load_source(ctx, &source, strict);
}
