/* gcdump_meta.c - everything around the graph of a .gcdump: multipliers of a sample, segments, the
 * origin of the dump, and the tables at the end; see gcdump_reader.h. */
#include "input/gcdump/gcdump_reader.h"

#include "base/calendar.h"
#include <inttypes.h>
#include <string.h>

/* ---- segments ----------------------------------------------------------------------------- */

/* Takes a segment and adds the ranges of its generations. An address belongs to the first
 * generation, in the order pinned, large, 2, 1, 0, whose end is above it. */
static void take_segment(gcv_gcdump *dump)
{
    gcv_gcdump_class class_ = gcv_gcdump_take_object(dump, "a segment");
    uint64_t bound[7];
    if (!gcv_gcdump_string_is(&class_.name, "GCHeapDumpSegment")) {
        gcv_gcdump_wrong(dump, gcv_cursor_offset(&dump->at), "a segment is expected here");
    }
    uint32_t n =
        class_.version >= 1 ? 7 : 6; /* start, end, and the end of each generation from 0 on */
    for (uint32_t i = 0; i < n; i++) {
        bound[i] = gcv_cursor_u64(&dump->at);
    }
    gcv_gcdump_bounds(dump, "a segment");
    gcv_gcdump_skip_rest(dump);
    while (n-- > 2) {
        uint64_t end = bound[n] < bound[1] ? bound[n] : bound[1];
        if (end > bound[0]) {
            gcv_builder_add_range(dump->builder, bound[0], end, n - 2);
        }
    }
}

static void take_segments(gcv_gcdump *dump)
{
    enum { SEGMENT_BYTES = 1 + 5 + 48 + 1 };
    uint32_t n = gcv_gcdump_take_count(dump, "segments", SEGMENT_BYTES, false);
    while (n-- > 0) {
        take_segment(dump);
    }
}

/* ---- optional objects ---------------------------------------------------------------------- */

/* Takes the head of an object of the class `name`; returns false if there is null instead. */
static bool take_slot(gcv_gcdump *dump, const char *name)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    if (gcv_gcdump_take_optional(dump, GCV_TAG_NULL)) {
        return false;
    }
    gcv_gcdump_class class_ = gcv_gcdump_take_object(dump, name);
    if (!gcv_gcdump_string_is(&class_.name, name)) {
        gcv_gcdump_wrong(dump, offset, "an object of class %s is expected", name);
    }
    return true;
}

static void take_heap_infos(gcv_gcdump *dump)
{
    if (take_slot(dump, "JSHeapInfo")) {
        gcv_gcdump_skip_rest(dump);
    }
    if (take_slot(dump, "DotNetHeapInfo")) {
        gcv_cursor_skip(&dump->at, 8); /* size of all segments */
        gcv_gcdump_bounds(dump, "the segments");
        take_segments(dump);
        gcv_gcdump_skip_rest(dump);
    }
}

/* Skips the tables of objects shared with COM. */
static void take_interop(gcv_gcdump *dump)
{
    static const uint64_t rows[] = {40, 32, 33, 0}; /* RCWs, CCWs, interfaces, modules */
    int32_t counts[4];
    gcv_cursor_skip(&dump->at, 4); /* region end: an index into the table at the end of the file */
    bool there = take_slot(dump, "InteropInfo");
    if (there && gcv_gcdump_take_i32(dump) != 0) {
        for (size_t i = 0; i < 4; i++) {
            counts[i] = gcv_gcdump_take_i32(dump);
            if (counts[i] < 0) {
                gcv_gcdump_wrong(dump, gcv_cursor_offset(&dump->at) - 4,
                                 "the number of COM objects is %" PRId32, counts[i]);
            }
        }
        for (size_t i = 0; i < 4; i++) {
            gcv_cursor_skip(&dump->at, rows[i] * (uint64_t)counts[i]);
        }
        for (int32_t m = 0; m < counts[3] && !dump->at.failed; m++) {
            gcv_cursor_skip(&dump->at, 16);
            (void)gcv_gcdump_take_string(dump); /* path */
        }
    }
    gcv_gcdump_bounds(dump, "the table of COM objects");
    if (there) {
        gcv_gcdump_skip_rest(dump);
    }
}

/* ---- the object as a whole ---------------------------------------------------------------- */

static void take_origin(gcv_gcdump *dump)
{
    gcv_gcdump_meta *meta = &dump->meta;
    meta->log = gcv_gcdump_take_string(dump);
    meta->ticks = (int64_t)gcv_cursor_u64(&dump->at);
    gcv_gcdump_bounds(dump, "the time of the dump");
    meta->machine = gcv_gcdump_take_string(dump);
    meta->process = gcv_gcdump_take_string(dump);
    meta->process_id = gcv_gcdump_take_i32(dump);
    meta->commit = (int64_t)gcv_cursor_u64(&dump->at);
    meta->working_set = (int64_t)gcv_cursor_u64(&dump->at);
    gcv_gcdump_bounds(dump, "the description of the process");
}

static void set_pointer_size(gcv_gcdump *dump, uint8_t is_64)
{
    if (dump->pointer_size == 0) {
        dump->pointer_size = is_64 != 0 ? 8 : 4;
    }
}

static float take_float(gcv_gcdump *dump)
{
    uint32_t bits = gcv_cursor_u32(&dump->at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void take_new(gcv_gcdump *dump)
{
    gcv_gcdump_meta *meta = &dump->meta;
    uint8_t is_64 = gcv_cursor_u8(&dump->at);
    meta->count_multiplier = take_float(dump);
    meta->size_multiplier = take_float(dump);
    gcv_gcdump_bounds(dump, "the description of the sample");
    set_pointer_size(dump, is_64);
    take_heap_infos(dump);
    take_origin(dump);
    meta->n_multipliers = gcv_gcdump_take_count(dump, "multipliers", 4, false);
    meta->multipliers = gcv_cursor_take(&dump->at, (uint64_t)meta->n_multipliers * 4);
    if (gcv_gcdump_take_optional(dump, GCV_TAG_SKIP_REGION)) {
        take_interop(dump);
    }
    if (gcv_gcdump_take_optional(dump, GCV_TAG_STRING)) {
        meta->tool = gcv_gcdump_take_string(dump);
    }
}

static void take_old(gcv_gcdump *dump)
{
    gcv_cursor_skip(&dump->at, 8 + 8 + 8); /* sizes and number of the dumped objects */
    dump->meta.not_all_dumped = gcv_cursor_u8(&dump->at) == 0 && !dump->at.failed;
    gcv_gcdump_bounds(dump, "the description of the heap");
    if (dump->version >= 5) {
        take_origin(dump);
    }
    if (dump->version >= 6) {
        take_segments(dump);
    }
    if (dump->version >= 7) {
        uint8_t is_64 = gcv_cursor_u8(&dump->at);
        gcv_gcdump_bounds(dump, "the description of the heap");
        set_pointer_size(dump, is_64);
    }
}

void gcv_gcdump_take_meta(gcv_gcdump *dump)
{
    dump->meta.count_multiplier = 1;
    dump->meta.size_multiplier = 1;
    (dump->version >= 9 ? take_new : take_old)(dump);
    gcv_gcdump_skip_rest(dump);
}

/* Takes the end tag of the objects, the table of forward references, the trailer and the suffix. */
void gcv_gcdump_take_tail(gcv_gcdump *dump)
{
    gcv_gcdump_take_tag(dump, GCV_TAG_END, "the end of objects");
    uint64_t table_at = gcv_cursor_offset(&dump->at);
    uint64_t n = gcv_gcdump_take_count(dump, "forward references", dump->label_size, false);
    gcv_cursor_skip(&dump->at, n * dump->label_size);
    uint64_t trailer_at = gcv_cursor_offset(&dump->at);
    uint64_t trailer = gcv_gcdump_take_label(dump);
    uint64_t suffix = gcv_gcdump_take_label(dump);
    gcv_gcdump_bounds(dump, "the trailer");
    if (trailer != table_at || suffix != trailer_at) {
        gcv_gcdump_wrong(dump, trailer_at, "the trailer does not lead back");
    }
    if (gcv_cursor_left(&dump->at) > 0) {
        gcv_gcdump_wrong(dump, gcv_cursor_offset(&dump->at), "%zu bytes after the end",
                         gcv_cursor_left(&dump->at));
    }
}

/* ---- properties --------------------------------------------------------------------------- */

static void add_string(gcv_gcdump *dump, const char *key, const gcv_gcdump_string *string)
{
    if (string->size > 0) {
        gcv_builder_add_property(dump->builder, key, gcv_gcdump_text(dump, string, &dump->text[0]));
    }
}

static void add_number(gcv_gcdump *dump, const char *key, int64_t value)
{
    if (value > 0) {
        gcv_builder_add_number(dump->builder, key, (uint64_t)value);
    }
}

/* Adds the time of the dump, in ticks of 100 ns since the year 1, local time. */
static void add_time(gcv_gcdump *dump, int64_t ticks)
{
    char text[GCV_TIME_MAX];
    if (ticks <= 0 || ticks > INT64_C(3155378975999999999)) { /* the year 10000 */
        return;
    }
    gcv_format_time(text, gcv_time_of_day(1, 1, 1) + ticks / 10000000);
    gcv_builder_add_property(dump->builder, "collected", gcv_slice_str(text));
}

/* ---- dumps written by gcview --------------------------------------------------------------- */

bool gcv_gcdump_is_own(const gcv_gcdump *dump)
{
    return gcv_gcdump_string_is(&dump->meta.tool, "gcview");
}

void gcv_gcdump_note_verdict(gcv_gcdump *dump)
{
    static const char head[] = "incomplete: ", between[] = "; ";
    gcv_slice rest = gcv_gcdump_text(dump, &dump->meta.log, &dump->text[0]);
    if (!gcv_slice_begins(rest, head)) {
        return;
    }
    rest = gcv_slice_from(rest, sizeof head - 1);
    while (rest.size > 0) {
        const size_t found = gcv_text_find(rest, gcv_slice_str(between), false);
        const size_t size = found < rest.size ? found : rest.size;
        gcv_builder_incomplete_as_said(dump->builder, gcv_slice_of(rest.data, size));
        rest = gcv_slice_from(rest, found < rest.size ? size + sizeof between - 1 : size);
    }
}

/* ---- the log ------------------------------------------------------------------------------ */

/* Adds one property for each line of the log. */
static void add_log(gcv_gcdump *dump)
{
    gcv_slice rest = gcv_gcdump_text(dump, &dump->meta.log, &dump->text[0]);
    while (rest.size > 0) {
        gcv_slice line = gcv_slice_take_line(&rest);
        line.size -= gcv_slice_ends(line, "\r");
        if (line.size > 0) {
            gcv_builder_add_property(dump->builder, "collection_log", line);
        }
    }
}

void gcv_gcdump_add_properties(gcv_gcdump *dump)
{
    const gcv_gcdump_meta *meta = &dump->meta;
    add_string(dump, "process", &meta->process);
    add_number(dump, "process_id", meta->process_id);
    add_string(dump, "machine", &meta->machine);
    add_string(dump, "tool", &meta->tool);
    add_time(dump, meta->ticks);
    add_number(dump, "pointer_size", dump->pointer_size);
    add_number(dump, "commit", meta->commit);
    add_number(dump, "working_set", meta->working_set);
    if (!gcv_gcdump_is_own(dump)) {
        add_log(dump);
    }
}
