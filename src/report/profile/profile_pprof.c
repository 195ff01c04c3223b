/* profile_pprof.c - a perftools.profiles.Profile message of pprof, in the wire format of protocol
 * buffers, not compressed.
 *
 * The fields of a message may come in any order, so samples are written as they are found, and the
 * string table last. Each frame has a location and a function; their ids are the frame's number
 * plus 1. Of a function only `name` is written: readers would cut a system_name at the first angle
 * bracket, as they do with C++ functions. */
#include "report/profile/profile.h"

#include <string.h>

/* Field numbers of messages. */
enum {
    SAMPLE_TYPE = 1,
    SAMPLE,
    MAPPING,
    LOCATION,
    FUNCTION,
    STRING,
    PERIOD_TYPE = 11,
    PERIOD,
    DEFAULT_SAMPLE_TYPE = 14
};
enum { TYPE_TYPE = 1, TYPE_UNIT };
enum { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_TEXT };
enum { MAPPING_ID = 1, MAPPING_FILE = 5, MAPPING_HAS_FUNCTIONS = 7 };
enum { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_LINE = 4, LINE_FUNCTION = 1 };
enum { FUNCTION_ID = 1, FUNCTION_NAME };

/* The first strings of the table; the kinds of roots and the names of frames follow them. */
enum { NOTHING, INUSE_OBJECTS, COUNT, INUSE_SPACE, BYTES, SPACE, MANAGED_HEAP, ROOT, FIXED };
static const char *const fixed[FIXED] = {"",      "inuse_objects", "count",          "inuse_space",
                                         "bytes", "space",         "[managed heap]", "root"};

/* Wire types of fields. */
enum { VARINT = 0, SIZED = 2 };

enum { VARINT_MAX = 10, MESSAGE_MAX = (GCV_STACK_FRAMES + 8) * VARINT_MAX };

typedef struct message {
    size_t size;
    char bytes[MESSAGE_MAX];
} message;

/* ---- the wire ----------------------------------------------------------------------------- */

static size_t make_varint(char out[VARINT_MAX], uint64_t value)
{
    size_t n = 0;
    for (; value >= 0x80; value >>= 7) {
        out[n++] = (char)((value & 0x7f) | 0x80);
    }
    out[n++] = (char)value;
    return n;
}

static void add_varint(message *to, uint64_t value)
{
    to->size += make_varint(to->bytes + to->size, value);
}

static void add_number(message *to, unsigned field, uint64_t value)
{
    add_varint(to, field << 3 | VARINT);
    add_varint(to, value);
}

static void add_message(message *to, unsigned field, const message *from)
{
    add_varint(to, field << 3 | SIZED);
    add_varint(to, from->size);
    memcpy(to->bytes + to->size, from->bytes, from->size);
    to->size += from->size;
}

static void put_sized(gcv_writer *out, unsigned field, const char *bytes, size_t size)
{
    char head[2 * VARINT_MAX];
    size_t n = make_varint(head, field << 3 | SIZED);
    n += make_varint(head + n, size);
    gcv_writer_put(out, head, n);
    gcv_writer_put(out, bytes, size);
}

static void put_message(gcv_writer *out, unsigned field, const message *from)
{
    put_sized(out, field, from->bytes, from->size);
}

static void put_number(gcv_writer *out, unsigned field, uint64_t value)
{
    message number;
    number.size = 0;
    add_number(&number, field, value);
    gcv_writer_put(out, number.bytes, number.size);
}

/* ---- what samples are --------------------------------------------------------------------- */

static void put_type(gcv_writer *out, unsigned field, unsigned type, unsigned unit)
{
    message value_type;
    value_type.size = 0;
    add_number(&value_type, TYPE_TYPE, type);
    add_number(&value_type, TYPE_UNIT, unit);
    put_message(out, field, &value_type);
}

/* Writes the sample types. Readers prefer the last one, whatever the default says. */
static void put_types(gcv_writer *out)
{
    message mapping;
    put_type(out, SAMPLE_TYPE, INUSE_OBJECTS, COUNT);
    put_type(out, SAMPLE_TYPE, INUSE_SPACE, BYTES);
    put_type(out, PERIOD_TYPE, SPACE, BYTES);
    put_number(out, PERIOD, 1);
    put_number(out, DEFAULT_SAMPLE_TYPE, INUSE_SPACE);
    mapping.size = 0; /* a mapping for which readers need not look for a binary */
    add_number(&mapping, MAPPING_ID, 1);
    add_number(&mapping, MAPPING_FILE, MANAGED_HEAP);
    add_number(&mapping, MAPPING_HAS_FUNCTIONS, 1);
    put_message(out, MAPPING, &mapping);
}

/* ---- kinds of roots ----------------------------------------------------------------------- */

/* The kind of a root: the first word of its label. */
static gcv_slice kind_of(const gcv_type_stacks *stacks, uint32_t stack)
{
    const gcv_slice label = stacks->frame_names[stacks->frame[stack]];
    const char *blank = memchr(label.data, ' ', label.size);
    return blank != NULL ? gcv_slice_of(label.data, (size_t)(blank - label.data)) : label;
}

/* ---- samples ------------------------------------------------------------------------------ */

static void put_sample(const gcv_profile *profile, uint32_t stack, uint32_t kind)
{
    const gcv_stack_sum *now = &profile->stacks.sums[0].data[stack],
                        *before = &profile->stacks.sums[1].data[stack];
    const uint64_t objects = now->objects - before->objects, bytes = now->bytes - before->bytes;
    uint32_t frames[GCV_STACK_FRAMES];
    message sample, ids, values, label;
    if (objects == 0 && bytes == 0) {
        return;
    }
    sample.size = ids.size = values.size = label.size = 0;
    for (size_t n = gcv_type_stacks_frames(&profile->stacks, stack, frames); n > 0; n--) {
        add_varint(&ids, (uint64_t)frames[n - 1] + 1); /* the innermost first */
    }
    add_message(&sample, SAMPLE_LOCATIONS, &ids);
    add_varint(&values, objects); /* a negative number is its two's complement */
    add_varint(&values, bytes);
    add_message(&sample, SAMPLE_VALUES, &values);
    add_number(&label, LABEL_KEY, ROOT);
    add_number(&label, LABEL_TEXT, FIXED + kind);
    add_message(&sample, SAMPLE_LABEL, &label);
    put_message(profile->out, SAMPLE, &sample);
}

static void put_samples(const gcv_profile *profile, gcv_distinct_texts *kinds)
{
    const gcv_type_stacks *stacks = &profile->stacks;
    uint32_t kind = 0;
    for (uint32_t at = stacks->first; at != GCV_NONE; at = gcv_type_stacks_next(stacks, at)) {
        if (gcv_type_stacks_depth(stacks, at) == 1) {
            kind = gcv_distinct_texts_number(profile->report->ctx, kinds, kind_of(stacks, at));
        }
        put_sample(profile, at, kind);
    }
}

/* ---- frames ------------------------------------------------------------------------------- */

static void put_frame(gcv_writer *out, uint64_t id, uint64_t name)
{
    message location, line, function;
    location.size = line.size = function.size = 0;
    add_number(&line, LINE_FUNCTION, id);
    add_number(&location, LOCATION_ID, id);
    add_number(&location, LOCATION_MAPPING, 1);
    add_message(&location, LOCATION_LINE, &line);
    put_message(out, LOCATION, &location);
    add_number(&function, FUNCTION_ID, id);
    add_number(&function, FUNCTION_NAME, name);
    put_message(out, FUNCTION, &function);
}

static void put_frames(const gcv_profile *profile, const gcv_distinct_texts *kinds)
{
    const gcv_type_stacks *stacks = &profile->stacks;
    gcv_writer *out = profile->out;
    for (size_t i = 0; i < stacks->n_frames; i++) {
        put_frame(out, (uint64_t)i + 1, FIXED + kinds->texts.n + i);
    }
    for (size_t i = 0; i < FIXED; i++) {
        put_sized(out, STRING, fixed[i], strlen(fixed[i]));
    }
    for (size_t i = 0; i < kinds->texts.n; i++) {
        put_sized(out, STRING, kinds->texts.data[i].data, kinds->texts.data[i].size);
    }
    for (size_t i = 0; i < stacks->n_frames; i++) {
        put_sized(out, STRING, stacks->frame_names[i].data, stacks->frame_names[i].size);
    }
}

static void write(gcv_profile *profile)
{
    const gcv_type_stacks *stacks = &profile->stacks;
    gcv_distinct_texts kinds = {0};
    /* All kinds are numbered before anything is written, so that no allocation can fail later. */
    for (uint32_t at = stacks->first; at != GCV_NONE; at = stacks->next[at]) {
        (void)gcv_distinct_texts_number(profile->report->ctx, &kinds, kind_of(stacks, at));
    }
    put_types(profile->out);
    put_samples(profile, &kinds);
    put_frames(profile, &kinds);
    gcv_distinct_texts_release(profile->report->ctx, &kinds);
}

const gcv_profile_format gcv_profile_pprof = {
    .name = "pprof",
    .can_differ = true,
    .most_bytes = INT64_MAX,
    .longest_name = SIZE_MAX,
    .is_binary = true,
    .write = write,
};
