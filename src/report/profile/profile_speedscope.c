/* profile_speedscope.c - the file format of speedscope: one list of frames, and two profiles over
 * the same samples, one in bytes and one in objects. */
#include "report/profile/profile.h"

#include <inttypes.h>

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

static void put_samples(const gcv_profile *profile)
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
    put_samples(profile);
    gcv_writer_put_str(profile->out, "],\"weights\":[");
    for (uint32_t at = first; at != GCV_NONE; at = next(stacks, at)) {
        gcv_writer_print(profile->out, "%s\n%" PRIu64, at == first ? "" : ",",
                         weight(&stacks->sums[0].data[at]));
    }
    gcv_writer_put_str(profile->out, "]}");
}

/* Writes the file. Readers recognise the format by its first member. */
static void write(gcv_profile *profile)
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

const gcv_profile_format gcv_profile_speedscope = {
    .name = "speedscope",
    .most_bytes = ((uint64_t)1 << 53) - 1, /* largest safe integer of JavaScript */
    .longest_name = SIZE_MAX,
    .write = write,
};
