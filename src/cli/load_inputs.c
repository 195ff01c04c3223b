/* load_inputs.c - the heaps of one command line; see load_inputs.h. */
#include "cli/load_inputs.h"

#include "base/error.h"
#include "cli/open_input.h"
#include "input/load/load_heap.h"

#include <string.h>

gcv_heap *const *gcv_inputs_heaps(const gcv_inputs *inputs)
{
    return inputs->n > 0 ? inputs->heap : inputs->followed.heaps.data;
}

size_t gcv_inputs_n_heaps(const gcv_inputs *inputs)
{
    return inputs->n > 0 ? inputs->n : inputs->followed.heaps.n;
}

bool gcv_inputs_are_complete(const gcv_inputs *inputs)
{
    size_t i;
    for (i = 0; i < gcv_inputs_n_heaps(inputs); i++) {
        if (!gcv_heap_is_complete(gcv_inputs_heaps(inputs)[i])) {
            return false;
        }
    }
    return true;
}

/* The --snapshot of an input; 0: not given. */
static uint32_t snapshot_of(const gcv_command_line *line, size_t at)
{
    bool is_baseline =
        (line->command->inputs & GCV_INPUT_SEVERAL) != 0 ? at == 0 : at > line->more_files.n;
    const gcv_optional *number =
        is_baseline && line->baseline_snapshot.given ? &line->baseline_snapshot : &line->snapshot;
    return (uint32_t)number->value;
}

/* What an input certainly takes memory for. Files between the first and the last may be counted
 * only, and a baseline may turn out not to be needed. */
static const gcv_cost *const *costs_of(const gcv_command_line *line, const gcv_needs *needs,
                                       size_t at)
{
    bool between = at > 0 && at < line->more_files.n && !needs->every_heap;
    return between || at > line->more_files.n ? NULL : needs->costs;
}

static gcv_status load_heap(const gcv_command_line *line, const gcv_cli_io *io, size_t at,
                            gcv_load_options *options, gcv_heap **heap, gcv_error *err)
{
    gcv_source source;
    gcv_status status = gcv_open_input(io, gcv_input_path(line, at), &source, err);
    options->snapshot = snapshot_of(line, at);
    return status == GCV_OK ? gcv_heap_load_source(io->ctx, &source, options, heap, err) : status;
}

static gcv_load_options load_options(const gcv_command_line *line, const gcv_needs *needs)
{
    gcv_load_options options;
    memset(&options, 0, sizeof options);
    options.level = needs->level;
    options.costs = needs->costs;
    options.with_moves = needs->moves;
    options.strict = line->strict;
    options.format = line->input_format;
    options.salvage = line->salvage;
    options.keep_size_classes = line->keep_size_classes;
    return options;
}

gcv_status gcv_inputs_load(const gcv_command_line *line, const gcv_cli_io *io,
                           const gcv_needs *needs, gcv_diagnostics *diagnostics, gcv_inputs *inputs,
                           gcv_error *err)
{
    gcv_status status = GCV_OK;
    gcv_load_options options = load_options(line, needs);
    inputs->n_files = 1 + line->more_files.n;
    if ((line->command->inputs & GCV_INPUT_FOLLOWED) != 0) {
        options.snapshot = (uint32_t)line->snapshot.value;
        return gcv_followed_load(line, io, needs, &options, diagnostics, &inputs->followed, err);
    }
    while (status == GCV_OK && inputs->n < gcv_n_inputs(line)) {
        gcv_heap *heap;
        options.costs = costs_of(line, needs, inputs->n);
        status = load_heap(line, io, inputs->n, &options, &heap, err);
        if (status == GCV_OK) {
            inputs->heap[inputs->n++] = heap;
            gcv_diagnostics_end(diagnostics);
            gcv_print_notes(diagnostics, heap, line->command->warns_of_lacks);
        }
    }
    return status;
}

void gcv_inputs_release(gcv_context *ctx, gcv_inputs *inputs)
{
    while (inputs->n > 0) {
        gcv_heap_free(inputs->heap[--inputs->n]);
    }
    gcv_followed_release(ctx, &inputs->followed);
}
