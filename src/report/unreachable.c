/* unreachable.c - reports about the unreachable part of a heap; see select.h. */
#include "report/select.h"

#include "analysis/analyses.h"
#include "analysis/constrained_paths.h"
#include "analysis/garbage.h"
#include "base/shell.h"

#include <inttypes.h>

static const char *root_word(const gcv_report *report)
{
    return report->options->include_weak ? "root" : "strong root";
}

/* Completes the command line at the end of a warning, and prints the warning. */
static void warn(const gcv_report *report, gcv_buffer *text)
{
    gcv_next_options(report, text);
    gcv_next_path(report, report->in.heap, "FILE", text);
    GCV_WARN(report, "%s", gcv_buffer_str(report->ctx, text));
    gcv_buffer_release(report->ctx, text);
}

static void append_globs(const gcv_report *report, const char *option, const gcv_words *words,
                         gcv_buffer *text)
{
    for (size_t i = 0; i < words->n; i++) {
        gcv_buffer_append_str(report->ctx, text, option);
        gcv_shell_append(report->ctx, text, GCV_SHELL_GLOB, gcv_slice_str(words->word[i]), "");
    }
}

bool gcv_is_much_garbage(uint64_t unreachable, uint64_t all)
{
    return unreachable > 0 && unreachable >= all / 4 + (all % 4 > 0);
}

void gcv_report_warn_garbage(gcv_report *report, uint64_t bytes)
{
    const uint64_t all = gcv_heap_counts(report->in.heap)->bytes, garbage = all - bytes;
    gcv_buffer text = {0};
    report->result.unreachable_bytes = (gcv_optional){true, garbage};
    if (!gcv_is_much_garbage(garbage, all) || report->options->object.data != NULL) {
        return;
    }
    gcv_buffer_print(report->ctx, &text,
                     "%" PRIu64 " %% of the bytes (%" PRIu64 " of %" PRIu64
                     ") are not reachable from any %s and not in this table; what heads them: "
                     "gcview retained --unreachable",
                     gcv_percent_of(garbage, all), garbage, all, root_word(report));
    warn(report, &text);
}

void gcv_report_warn_garbage_matches(gcv_report *report, uint64_t n)
{
    const gcv_filter *select = &report->options->select;
    gcv_buffer text = {0};
    gcv_buffer_print(report->ctx, &text,
                     "matching objects: %" PRIu64
                     ", none reachable from any %s; what they hold: "
                     "gcview retained --unreachable",
                     n, root_word(report));
    append_globs(report, " --type ", &select->types, &text);
    append_globs(report, " --exclude ", &select->excludes, &text);
    gcv_buffer_append_str(report->ctx, &text, select->ignore_case ? " --ignore-case" : "");
    warn(report, &text);
}

static void warn_of_head(gcv_report *report, const gcv_chain *chain)
{
    const gcv_heap *heap = report->in.heap;
    const uint32_t head = chain->object[0], above = chain->length - 1;
    char rooms[2][GCV_NUMBER_MAX];
    gcv_buffer text = {0};
    gcv_buffer_print(report->ctx, &text, "object %s is not reachable from any %s",
                     gcv_object_id_text(heap, chain->object[above], rooms[0]), root_word(report));
    if (above == 0) {
        gcv_buffer_append_str(report->ctx, &text, "; it heads an unreachable part");
    } else {
        gcv_buffer_print(report->ctx, &text,
                         "; the head of its part is %" PRIu32 " reference%s up, ", above,
                         above == 1 ? "" : "s");
        gcv_buffer_append(report->ctx, &text, heap->types.name[heap->type.data[head]]);
    }
    gcv_buffer_print(report->ctx, &text, ": gcview tree --unreachable --object %s",
                     gcv_object_id_text(heap, head, rooms[1]));
    warn(report, &text);
}

void gcv_report_warn_garbage_objects(gcv_report *report, const gcv_u32_column *objects)
{
    enum { NAMED = 10 };
    const size_t named = objects->n <= NAMED + 1 ? objects->n : NAMED;
    gcv_context *ctx = report->ctx;
    gcv_garbage garbage;
    if (objects->n == 0) {
        return;
    }
    gcv_root_set roots = gcv_root_set_of(ctx, report->in.heap, report->options->include_weak, NULL);
    gcv_garbage_find(ctx, report->in.heap, &roots, &garbage);
    gcv_root_set_release(ctx, &roots);
    /* A chain from a head to an unreachable object passes no reachable one. */
    const gcv_root_set heads = gcv_garbage_heads(&garbage);
    const gcv_path_constraints constraints = {.starts = &heads, .target = GCV_NONE};
    gcv_constrained_paths paths = gcv_constrained_paths_find(ctx, report->in.heap, &constraints);
    gcv_garbage_release(ctx, &garbage);
    for (size_t i = 0; i < named; i++) {
        gcv_chain chain = gcv_constrained_paths_chain(ctx, &paths, objects->data[i]);
        warn_of_head(report, &chain);
        gcv_chain_release(ctx, &chain);
    }
    gcv_constrained_paths_release(ctx, &paths);
    GCV_WARN_IF(report, named < objects->n, "more objects with this id that are not reachable: %zu",
                objects->n - named);
}

gcv_basis gcv_basis_of_part(gcv_report *report)
{
    gcv_basis basis = gcv_report_basis(report);
    gcv_garbage garbage = {0};
    if (!report->options->groups.unreachable) {
        gcv_report_warn_garbage(report, gcv_basis_dominators(&basis)->retained[0]);
        return basis;
    }
    gcv_garbage_find(report->ctx, report->in.heap, gcv_basis_roots(&basis), &garbage);
    gcv_garbage_dominators(report->ctx, report->in.heap, &garbage, &basis.dominators);
    gcv_garbage_release(report->ctx, &garbage);
    report->result.unreachable_bytes = (gcv_optional){true, basis.dominators.retained[0]};
    return basis;
}
