/* rpm.c - the reader of Remote Performance Monitor logs (.NET Compact Framework, XNA Framework).
 *
 * docs/formats/rpm-log.md describes the format and the rules for what the format leaves open.
 * Nearly all lines of a log are object records; rpm_objects.c parses them in bulk. All other lines
 * are parsed one by one.
 *
 * Time: O(bytes). Memory: one block of lines (line_records.h) and the references of one object.
 */
#include "input/format.h"

#include "input/line_records.h"
#include "input/rpm/rpm_record.h"

#include <string.h>

typedef struct gcv_rpm_reader {
    gcv_context *ctx;
    gcv_line_records records;
    gcv_builder *builder;
    gcv_rpm_objects objects;
    gcv_u64_column refs; /* of the current object */
    bool in_section;     /* a section is open … */
    bool named;          /* … and began with an `a` record */
    bool unreadable;     /* an `a` record that could not be parsed began the current section */
    bool has_times;      /* at least one section has a time stamp */
    uint64_t n_records;
} gcv_rpm_reader;

/* Tells whether `head` can be the beginning of a log. A damaged log may hold anything, so only a
 * file that begins as no log does is rejected. */
static bool looks_like_text(gcv_slice head)
{
    unsigned char first = (unsigned char)head.data[0];
    bool marked = head.size >= 3 && memcmp(head.data, "\xef\xbb\xbf", 3) == 0;
    bool blank = first == '\n' || first == '\r' || first == '\t';
    return (marked || blank || (first >= 0x20 && first < 0x7f)) &&
           memchr(head.data, '\0', head.size) == NULL;
}

static bool recognise(gcv_slice head) { return gcv_is_utf16(head) || looks_like_text(head); }

static uint64_t line_of(const gcv_rpm_reader *reader) { return reader->records.lines.line; }

/* Counts a record; outside any section, opens a section that the next `a` record names. */
static void need_section(gcv_rpm_reader *reader)
{
    reader->n_records++;
    if (reader->in_section) {
        return;
    }
    gcv_builder_begin_section(reader->builder);
    reader->in_section = true;
    reader->named = false;
    gcv_builder_anomaly(reader->builder, line_of(reader), "records outside of a section");
}

static void open_section(gcv_rpm_reader *reader, const gcv_rpm_bracket *record)
{
    reader->n_records++;
    if (reader->in_section && reader->named) {
        gcv_builder_anomaly(reader->builder, line_of(reader),
                            "a section begins before the one before it has ended");
    }
    if (!reader->in_section || reader->named) {
        gcv_builder_begin_section(reader->builder);
    }
    gcv_section *section = gcv_builder_section(reader->builder);
    section->version = record->version;
    section->has_version = true;
    section->started = record->time;
    section->has_started = record->has_time;
    reader->has_times |= record->has_time;
    gcv_builder_name_section(reader->builder, record->name);
    if (record->version != 2) {
        gcv_builder_anomaly(reader->builder, line_of(reader), "version of the section is not 2");
    }
    reader->in_section = true;
    reader->named = true;
}

/* Tells whether an end record may be cut off. The last line of a file has no newline, and its name
 * or time stamp does not match its section. */
static bool may_be_cut_off(const gcv_rpm_reader *reader, const gcv_section *section,
                           const gcv_rpm_bracket *record)
{
    return reader->records.lines.unterminated &&
           reader->records.lines.at == reader->records.lines.limit &&
           (!reader->named || !gcv_slice_equal(section->domain, record->name) ||
            (section->has_started && (!record->has_time || record->time < section->started)));
}

static void close_section(gcv_rpm_reader *reader, const gcv_rpm_bracket *record)
{
    need_section(reader);
    gcv_section *section = gcv_builder_section(reader->builder);
    section->ended = record->time;
    section->has_ended = record->has_time;
    reader->has_times |= record->has_time;
    bool same = reader->named && gcv_slice_equal(section->domain, record->name);
    if (!may_be_cut_off(reader, section, record)) {
        gcv_builder_end_section(reader->builder);
    }
    if (reader->named && !same) {
        gcv_builder_anomaly(reader->builder, line_of(reader),
                            "end record names another domain than its section");
    }
    reader->in_section = false;
    reader->unreadable = false;
}

static void read_root(gcv_rpm_reader *reader, const gcv_rpm_root *record)
{
    uint64_t line = line_of(reader);
    const uint32_t known_flags = GCV_ROOT_PINNED | GCV_ROOT_WEAK | GCV_ROOT_INTERIOR;
    bool is_static = record->kind == GCV_ROOT_KIND_STATIC;
    const gcv_builder_root root = {.id = record->id,
                                   .kind = record->kind,
                                   .flags = record->flags,
                                   .container = record->container,
                                   .has_container = record->has_container};
    need_section(reader);
    gcv_builder_add_root(reader->builder, &root);
    if (gcv_root_kind_word(record->kind) == NULL) {
        gcv_builder_anomaly(reader->builder, line, "unknown root kind %x", (unsigned)record->kind);
    }
    if ((record->flags & ~known_flags) != 0) {
        gcv_builder_anomaly(reader->builder, line, "unknown root flags %x",
                            (unsigned)record->flags);
    }
    if (is_static != record->has_container) {
        gcv_builder_anomaly(reader->builder, line,
                            is_static ? "static root without a container type"
                                      : "container type on a root that is no static");
    }
    if (record->has_more) {
        gcv_builder_anomaly(reader->builder, line, "more elements than a root record has");
    }
}

/* Parses an object record that is not in the usual form. */
static bool read_object(gcv_rpm_reader *reader, gcv_slice line, char *reason)
{
    bool keep = gcv_builder_keeps_references(reader->builder);
    gcv_rpm_object object;
    if (!gcv_rpm_parse_object(reader->ctx, line, &object, keep ? &reader->refs : NULL, reason)) {
        return false;
    }
    need_section(reader);
    gcv_builder_add_object(reader->builder, line_of(reader), object.id, object.type, object.size,
                           reader->refs.data, reader->refs.n);
    return true;
}

static void read_type(gcv_rpm_reader *reader, const gcv_rpm_type *type)
{
    need_section(reader);
    gcv_builder_add_type(reader->builder, line_of(reader), type->id, type->name,
                         gcv_slice_of(NULL, 0));
}

/* Parses a record of any kind; false: it is malformed. */
static bool read_record(gcv_rpm_reader *reader, gcv_slice line, char *reason)
{
    gcv_rpm_bracket bracket;
    gcv_rpm_type type;
    gcv_rpm_root root;
    const char letter = gcv_rpm_letter(line, reason);
    if (letter == 'o') {
        return read_object(reader, line, reason);
    }
    if (letter == 'r' && gcv_rpm_parse_root(line, &root, reason)) {
        read_root(reader, &root);
        return true;
    }
    if (letter == 't' && gcv_rpm_parse_type(line, &type, reason)) {
        read_type(reader, &type);
        return true;
    }
    if ((letter == 'a' || letter == 'c') && gcv_rpm_parse_bracket(line, &bracket, reason)) {
        (letter == 'a' ? open_section : close_section)(reader, &bracket);
        return true;
    }
    /* In a file that is cut off within this section, this is the only sign that the section
     * began. */
    reader->unreadable = reader->unreadable || letter == 'a';
    return letter == '\0';
}

static void read_line(void *self, gcv_slice line)
{
    gcv_rpm_reader *reader = self;
    char reason[GCV_REASON_MAX];
    if (!read_record(reader, line, reason)) {
        gcv_line_records_malformed(&reader->records, reason);
    }
}

static void read_objects(void *self)
{
    gcv_rpm_reader *reader = self;
    gcv_lines *lines = &reader->records.lines;
    if (reader->in_section) {
        uint64_t before = lines->line;
        lines->at = gcv_rpm_take_objects(&reader->objects, reader->builder, lines->at, lines->limit,
                                         &lines->line);
        reader->n_records += lines->line - before;
    }
}

static void skip_overlong(void *self)
{
    gcv_rpm_reader *reader = self;
    gcv_line_records_malformed(&reader->records, "line longer than 256 MiB");
}

static void finish(gcv_rpm_reader *reader)
{
    if (reader->n_records == 0) {
        gcv_line_records_fail_empty(&reader->records);
    }
    if (reader->has_times) {
        gcv_builder_add_property(reader->builder, "time_unit",
                                 gcv_slice_str("milliseconds since the device booted"));
    }
    if (reader->unreadable) {
        gcv_builder_incomplete(reader->builder, "no end record");
    }
}

static void read_rpm(gcv_source *source, size_t chunk, gcv_builder *builder)
{
    gcv_context *ctx = gcv_builder_context(builder);
    gcv_rpm_reader reader = {.ctx = ctx, .builder = builder, .records.builder = builder};
    reader.records.self = &reader;
    reader.records.read = read_line;
    reader.records.read_bulk = read_objects;
    reader.records.overlong = skip_overlong;
    gcv_line_records_open(ctx, &reader.records, source, chunk);
    gcv_rpm_objects_init(ctx, &reader.objects);
    gcv_line_records_read(&reader.records);
    if (!gcv_builder_wants_more(builder)) {
        finish(&reader);
    }
    gcv_u64_column_release(ctx, &reader.refs);
    gcv_rpm_objects_release(ctx, &reader.objects);
    gcv_lines_release(&reader.records.lines);
}

const gcv_format gcv_rpm_format = {
    .name = "rpm",
    .summary = "Remote Performance Monitor log of the .NET Compact Framework and XNA Framework",
    .endings = "log",
    .recognise = recognise,
    .read = read_rpm,
    .any_text = true,
};
