/* profile.c - what keeps the bytes, as stacks in the format of a profiler.
 *
 * Every object counts in exactly one stack (analysis/chains/type_stacks.h), so the output adds up
 * to the reachable bytes. What a format cannot represent is refused before anything is written. */
#include "analysis/chains/type_stacks.h"
#include "report/commands.h"

#include <inttypes.h>
#include <string.h>

typedef struct gcv_profile {
    gcv_report *report;
    gcv_writer *out;
    gcv_type_stacks stacks; /* sorted */
    bool differs;           /* the profile is a difference from report->in.baseline */
} gcv_profile;

typedef struct gcv_profile_format {
    const char *name;
    bool can_differ; /* can represent a difference */
    char separator;  /* between frames; in a frame's name it is replaced by a colon; '\0': none */
    uint64_t most_bytes; /* maximum total that readers accept */
    size_t longest_name; /* maximum size of a frame's name, in bytes */
    bool is_binary;
    /* Writes the profile. Errors of the output are kept by the writer. */
    void (*write)(gcv_profile *profile);
} gcv_profile_format;

/* ---- folded ------------------------------------------------------------------------------- */

/* Writes one line per stack: frames joined by semicolons, a blank, the bytes; for a difference the
 * bytes before and after, as flamegraph.pl takes them. */
static void write_folded(gcv_profile *profile)
{
    const gcv_type_stacks *stacks = &profile->stacks;
    for (uint32_t at = stacks->first; at != GCV_NONE; at = gcv_type_stacks_next(stacks, at)) {
        const gcv_stack_sum *now = &stacks->sums[0].data[at], *before = &stacks->sums[1].data[at];
        if (now->objects == 0 && before->objects == 0) {
            continue;
        }
        uint32_t frames[GCV_STACK_FRAMES];
        const size_t n = gcv_type_stacks_frames(stacks, at, frames);
        for (size_t i = 0; i < n; i++) {
            const gcv_slice name = stacks->frame_names[frames[i]];
            gcv_writer_put(profile->out, ";", i > 0);
            gcv_writer_put(profile->out, name.data, name.size);
        }
        if (profile->differs) {
            gcv_writer_print(profile->out, " %" PRIu64, before->bytes);
        }
        gcv_writer_print(profile->out, " %" PRIu64 "\n", now->bytes);
    }
}

/* ---- pprof: a perftools.profiles.Profile message, in the wire format of protocol buffers ---- */

/* The message is not compressed. Its fields may come in any order, so samples are written as they
 * are found, and the string table last. Each frame has a location and a function; their ids are the
 * frame's number plus 1. Of a function only `name` is written: readers would cut a system_name at
 * the first angle bracket, as they do with C++ functions. */

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

/* The kind of a root: the first word of its label. */
static gcv_slice kind_of(const gcv_type_stacks *stacks, uint32_t stack)
{
    const gcv_slice label = stacks->frame_names[stacks->frame[stack]];
    const char *blank = memchr(label.data, ' ', label.size);
    return blank != NULL ? gcv_slice_of(label.data, (size_t)(blank - label.data)) : label;
}

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

static void write_pprof(gcv_profile *profile)
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

/* ---- speedscope: one list of frames, and two profiles over the same samples --------------- */

typedef uint64_t (*weight_fn)(const gcv_stack_sum *sum);

static uint64_t bytes_of(const gcv_stack_sum *sum) { return sum->bytes; }
static uint64_t objects_of(const gcv_stack_sum *sum) { return sum->objects; }

/* The first stack with objects from a stack on, itself included; GCV_NONE: there is none. */
static uint32_t with_objects(const gcv_type_stacks *stacks, uint32_t at)
{
    while (at != GCV_NONE && stacks->sums[0].data[at].objects == 0) {
        at = gcv_type_stacks_next(stacks, at);
    }
    return at;
}

static uint32_t next(const gcv_type_stacks *stacks, uint32_t at)
{
    return with_objects(stacks, gcv_type_stacks_next(stacks, at));
}

static void put_stacks(const gcv_profile *profile)
{
    const gcv_type_stacks *stacks = &profile->stacks;
    const uint32_t first = with_objects(stacks, stacks->first);
    uint32_t frames[GCV_STACK_FRAMES];
    for (uint32_t at = first; at != GCV_NONE; at = next(stacks, at)) {
        const size_t n = gcv_type_stacks_frames(stacks, at, frames);
        for (size_t i = 0; i < n; i++) {
            gcv_writer_print(profile->out, "%s%" PRIu32,
                             i > 0         ? ","
                             : at == first ? "\n["
                                           : ",\n[",
                             frames[i]);
        }
        gcv_writer_put_str(profile->out, "]");
    }
}

static void put_profile(const gcv_profile *profile, const char *name, const char *unit,
                        weight_fn weight)
{
    const gcv_type_stacks *stacks = &profile->stacks;
    const uint32_t first = with_objects(stacks, stacks->first);
    uint64_t total = 0;
    for (size_t i = 0; i < stacks->sums[0].n; i++) {
        total += weight(&stacks->sums[0].data[i]);
    }
    gcv_writer_print(profile->out,
                     "{\"type\":\"sampled\",\"name\":\"%s\",\"unit\":\"%s\",\"startValue\":0,"
                     "\"endValue\":%" PRIu64 ",\"samples\":[",
                     name, unit, total);
    put_stacks(profile);
    gcv_writer_put_str(profile->out, "],\"weights\":[");
    for (uint32_t at = first; at != GCV_NONE; at = next(stacks, at)) {
        gcv_writer_print(profile->out, "%s\n%" PRIu64, at == first ? "" : ",",
                         weight(&stacks->sums[0].data[at]));
    }
    gcv_writer_put_str(profile->out, "]}");
}

/* Writes the file. Readers recognise the format by its first member. */
static void write_speedscope(gcv_profile *profile)
{
    gcv_writer *out = profile->out;
    gcv_writer_put_str(out,
                       "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
                       "\"exporter\":\"gcview\",\"name\":\"");
    gcv_writer_put_json(out, gcv_heap_file(profile->report->in.heap));
    gcv_writer_put_str(out, "\",\"activeProfileIndex\":0,\n\"shared\":{\"frames\":[");
    for (uint32_t i = 0; i < profile->stacks.n_frames; i++) {
        gcv_writer_put_str(out, i > 0 ? ",\n{\"name\":\"" : "\n{\"name\":\"");
        gcv_writer_put_json(out, profile->stacks.frame_names[i]);
        gcv_writer_put_str(out, "\"}");
    }
    gcv_writer_put_str(out, "]},\n\"profiles\":[");
    put_profile(profile, "bytes", "bytes", bytes_of);
    gcv_writer_put_str(out, ",\n");
    put_profile(profile, "objects", "none", objects_of);
    gcv_writer_put_str(out, "]}\n");
}

/* ---- ncdu: a tree of folders and files for `ncdu -f`, which browses it in a terminal ------ */

/* A stack is a folder if other stacks continue it, else a file. A name ends with the number of
 * objects in exactly that stack. The bytes of these objects are the file's; in a folder they are
 * those of a file "(own bytes)". All bytes are in files, so what ncdu shows for a folder adds
 * up. */

/* ncdu skips entries with longer names. LONGEST_COUNT: size of the number of objects in a name. */
enum { LONGEST_NAME = 32766, LONGEST_COUNT = sizeof " (4294967295 objects)" - 1 };

static void put_file_end(gcv_writer *out, uint64_t bytes)
{
    gcv_writer_print(out, "\",\"asize\":%" PRIu64 ",\"dsize\":%" PRIu64 "}", bytes, bytes);
}

static void put_stack(gcv_profile *profile, uint32_t stack)
{
    const gcv_type_stacks *stacks = &profile->stacks;
    const gcv_stack_sum *sum = &stacks->sums[0].data[stack];
    const bool is_folder = stacks->longer[stack] != GCV_NONE;
    gcv_writer_put_str(profile->out, is_folder ? ",\n[{\"name\":\"" : ",\n{\"name\":\"");
    gcv_writer_put_json(profile->out, stacks->frame_names[stacks->frame[stack]]);
    if (sum->objects > 0) {
        gcv_writer_print(profile->out, " (%" PRIu64 " object%s)", sum->objects,
                         sum->objects == 1 ? "" : "s");
    }
    if (!is_folder) {
        put_file_end(profile->out, sum->bytes);
    } else {
        gcv_writer_put_str(profile->out, "\"}");
        if (sum->objects > 0) {
            gcv_writer_put_str(profile->out, ",\n{\"name\":\"(own bytes)");
            put_file_end(profile->out, sum->bytes);
        }
    }
}

static void write_ncdu(gcv_profile *profile)
{
    const gcv_type_stacks *stacks = &profile->stacks;
    uint32_t at = stacks->first, depth, open = 0; /* open folders below that of the dump */
    gcv_writer_put_str(profile->out, "[1,0,{\"progname\":\"gcview\"},\n[{\"name\":\"");
    gcv_writer_put_json(profile->out, gcv_heap_file(profile->report->in.heap));
    gcv_writer_put_str(profile->out, "\"}");
    for (; at != GCV_NONE; at = gcv_type_stacks_next(stacks, at)) {
        depth = gcv_type_stacks_depth(stacks, at);
        for (; open >= depth; open--) {
            gcv_writer_put_str(profile->out, "]");
        }
        put_stack(profile, at);
        open += stacks->longer[at] != GCV_NONE;
    }
    for (; open > 0; open--) {
        gcv_writer_put_str(profile->out, "]");
    }
    gcv_writer_put_str(profile->out, "]]\n");
}

/* ---- the command -------------------------------------------------------------------------- */

typedef struct gcv_profile_options {
    const char *to; /* NULL: the first format */
    bool paths;     /* stacks are chains instead of dominators */
} gcv_profile_options;

static const gcv_profile_options *own(const gcv_report_options *options) { return options->own; }

/* The list of formats. A new format is one more row here. */
static const gcv_profile_format formats[] = {
    {"folded", true, ';', UINT64_MAX, SIZE_MAX, false, write_folded},
    {"pprof", true, '\0', INT64_MAX, SIZE_MAX, true, write_pprof},
    /* the largest safe integer of JavaScript */
    {"speedscope", false, '\0', ((uint64_t)1 << 53) - 1, SIZE_MAX, false, write_speedscope},
    {"ncdu", false, '\0', INT64_MAX, LONGEST_NAME - LONGEST_COUNT, false, write_ncdu}};

static const char *format_word(size_t at)
{
    return at < GCV_LENGTH(formats) ? formats[at].name : NULL;
}

static const gcv_profile_format *format_of(const gcv_report_options *options)
{
    const char *to = own(options)->to;
    size_t i = 0;
    while (to != NULL && strcmp(formats[i].name, to) != 0) {
        i++;
    }
    return &formats[i];
}

static void check_limits(const gcv_profile_format *format, const gcv_type_stacks *stacks)
{
    const uint64_t bytes =
        stacks->bytes[0] > stacks->bytes[1] ? stacks->bytes[0] : stacks->bytes[1];
    size_t longest = 0;
    if (bytes > format->most_bytes) {
        gcv_fail(stacks->ctx, GCV_ERR_LIMIT, "%" PRIu64 " bytes; %s takes %" PRIu64 " at most",
                 bytes, format->name, format->most_bytes);
    }
    for (size_t i = 0; i < stacks->n_frames; i++) {
        longest = stacks->frame_names[i].size > longest ? stacks->frame_names[i].size : longest;
    }
    if (longest > format->longest_name) {
        gcv_fail(stacks->ctx, GCV_ERR_LIMIT, "a name of %zu bytes; %s takes %zu at most", longest,
                 format->name, format->longest_name);
    }
}

static void run(gcv_report *report)
{
    const gcv_profile_format *format = format_of(report->options);
    gcv_profile profile = {
        .report = report, .out = report->out.writer, .differs = report->in.baseline != NULL};
    gcv_type_stacks_init(report->ctx, &profile.stacks,
                         own(report->options)->paths ? GCV_STACKS_OF_CHAINS
                                                     : GCV_STACKS_OF_DOMINATORS,
                         format->separator, profile.differs);
    gcv_type_stacks_add(&profile.stacks, report->in.heap, 0, report->options->include_weak);
    if (profile.differs) {
        gcv_type_stacks_add(&profile.stacks, report->in.baseline, 1, report->options->include_weak);
    }
    gcv_type_stacks_order(&profile.stacks);
    check_limits(format, &profile.stacks);
    gcv_phase(report->ctx, "report");
    format->write(&profile);
}

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    const gcv_profile_format *format = format_of(options);
    gcv_refuse_if(ctx, options->baseline != NULL && !format->can_differ,
                  "--to %s has no place for a difference; pprof and folded have", format->name);
}

static bool is_binary(const gcv_report_options *options) { return format_of(options)->is_binary; }

static bool has_paths(const gcv_report_options *options) { return own(options)->paths; }

static const gcv_option option_rows[] = {
    {"to", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_profile_options, to), NULL, format_word,
     "format to write (folded)"},
    GCV_FLAG("paths", GCV_OWN(gcv_profile_options, paths),
             "stacks of shortest chains: what is shared is charged to one owner"),
};

const gcv_command gcv_command_profile = {
    .name = "profile",
    .summary = "what keeps the bytes, for the viewers of profilers",
    .description =
        "Writes what keeps the bytes as stacks: a root, the types of the dominators of\n"
        "an object, its own type. Every reachable object is on one stack, so the bytes\n"
        "of all stacks are the reachable bytes, and what hangs below a frame is what its\n"
        "objects retain. What several roots share is below a frame that says so. A type\n"
        "right below itself is one frame.\n"
        "--to folded writes a line a stack, for flamegraph.pl, inferno, speedscope; pprof\n"
        "a profile for go tool pprof, Pyroscope, Parca (no text: -o says where to);\n"
        "speedscope a file for speedscope.app; ncdu a tree to browse in the terminal:\n"
        "  gcview profile --to ncdu FILE | ncdu -f -\n"
        "With --baseline folded has the bytes before and after, pprof the difference.",
    .examples = "  gcview profile samples/sessions-1.log",
    .columns = "none: it writes a file",
    .inputs = GCV_INPUT_BASELINE,
    .output = GCV_OUTPUT_BYTES,
    GCV_OWN_OPTIONS(option_rows, gcv_profile_options),
    .shared = GCV_SET_ROOT | GCV_SET_REDACT,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_dominator_stacks)},
    .costs_if = {has_paths, GCV_COSTS(&gcv_cost_of_paths, &gcv_cost_of_chain_stacks)},
    .check = check,
    .is_binary = is_binary,
    .run = run,
};
