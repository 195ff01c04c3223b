/* profile_ncdu.c - a tree of folders and files for `ncdu -f`, which browses it in a terminal.
 *
 * A stack is a folder if other stacks continue it, else a file. A name ends with the number of
 * objects in exactly that stack. The bytes of these objects are the file's; in a folder they are
 * those of a file "(own bytes)". All bytes are in files, so what ncdu shows for a folder adds
 * up. */
#include "report/profile/profile.h"

#include <inttypes.h>

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

static void write(gcv_profile *profile)
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

const gcv_profile_format gcv_profile_ncdu = {
    .name = "ncdu",
    .most_bytes = INT64_MAX,
    .longest_name = LONGEST_NAME - LONGEST_COUNT,
    .write = write,
};
