/* choose_snapshot.c - which snapshot of each input is read; see session.h.
 *
 * A dump compared with itself shows no difference and breaks no rule, so such a mistake on the
 * command line would pass every gate. Equal paths prove that both sides are one file; load_inputs.c
 * finds links. A copy only causes a warning: whoever makes one may want to see that nothing has
 * changed.
 */
#include "cli/session.h"

#include "base/shell.h"

#include <inttypes.h>
#include <string.h>

static const char *skip_here(const char *path)
{
    while (path[0] == '.' && path[1] == '/') {
        path += 2;
        path += strspn(path, "/");
    }
    return path;
}

bool gcv_is_same_path(const char *a, const char *b)
{
    return strcmp(skip_here(a), skip_here(b)) == 0;
}

bool gcv_is_same_input(const gcv_command_line *line, size_t a, size_t b)
{
    return gcv_is_same_path(gcv_input_path(line, a), gcv_input_path(line, b));
}

uint32_t gcv_snapshot_of_input(const gcv_command_line *line, size_t at)
{
    const bool is_older = (line->command->inputs & GCV_INPUT_SEVERAL) != 0
                              ? at < line->more_files.n
                              : at > line->more_files.n;
    const gcv_optional *given = is_older ? &line->baseline_snapshot : &line->snapshot;
    return given->given ? (uint32_t)given->value
           : is_older   ? GCV_SNAPSHOT_FIRST
                        : GCV_SNAPSHOT_LAST;
}

static bool has_one_complete(const gcv_heap *heap)
{
    size_t complete = 0;
    for (size_t i = 0; i < gcv_heap_n_snapshots(heap); i++) {
        complete += gcv_heap_snapshot(heap, i)->complete;
    }
    return complete == 1;
}

void gcv_fail_one_dump_twice(gcv_context *ctx, const gcv_command_line *line, const char *name)
{
    char path[90];
    if (line->more_files.n > 1) {
        gcv_fail_line(ctx, GCV_ERR_USAGE, name, 0,
                      "one dump comes twice, and would be compared with itself; give every "
                      "file once");
    }
    if (line->report.baseline != NULL) {
        gcv_fail_line(ctx, GCV_ERR_USAGE, name, 0,
                      "the only dump in this file would be compared with itself; "
                      "the baseline must be an older dump");
    }
    gcv_fail_line(ctx, GCV_ERR_USAGE, name, 0,
                  "the only dump in this file would be compared with itself; give an older "
                  "one first: gcview %s OLD %s",
                  line->command->name,
                  gcv_shell_fit(GCV_SHELL_PATH, line->file, "FILE", path, sizeof path));
}

void gcv_fail_same_dump_twice(const gcv_command_line *line, const gcv_heap *heap)
{
    const size_t n = gcv_heap_n_snapshots(heap);
    if (n < 2 || line->more_files.n > 1) {
        gcv_fail_one_dump_twice(heap->ctx, line, gcv_heap_name(heap));
    }
    gcv_fail_line(heap->ctx, GCV_ERR_USAGE, gcv_heap_name(heap), 0,
                  "snapshot %" PRIu32
                  " of %zu%s would be compared with itself; choose two snapshots, such "
                  "as --baseline-snapshot 1 --snapshot %zu",
                  gcv_heap_chosen_snapshot(heap), n,
                  has_one_complete(heap) ? ", the only complete one," : "", n);
}

uint32_t gcv_snapshot_beside(const gcv_command_line *line, size_t at, gcv_heap *const *heaps)
{
    uint32_t number = gcv_snapshot_of_input(line, at);
    for (size_t i = 0; i < at; i++) {
        if (gcv_is_same_input(line, i, at)) {
            number = gcv_heap_snapshot_number(heaps[i], number);
            if (number == gcv_heap_chosen_snapshot(heaps[i])) {
                gcv_fail_same_dump_twice(line, heaps[i]);
            }
        }
    }
    return number;
}
