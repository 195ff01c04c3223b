/* profile_folded.c - one line per stack: frames joined by semicolons, a blank, the bytes; for a
 * difference the bytes before and after, as flamegraph.pl takes them. */
#include "report/profile/profile.h"

#include <inttypes.h>

static void write(gcv_profile *profile)
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

const gcv_profile_format gcv_profile_folded = {
    .name = "folded",
    .can_differ = true,
    .separator = ';',
    .most_bytes = UINT64_MAX,
    .longest_name = SIZE_MAX,
    .write = write,
};
