/* unreachable.c - reports about the unreachable part of a heap; see unreachable.h. */
#include "report/unreachable.h"

#include "analysis/analyses.h"
#include "analysis/constrained_paths.h"
#include "analysis/garbage.h"
#include "base/number.h"
#include "base/shell.h"
#include "heap/id_text.h"
#include "report/next_words.h"

#include <string.h>

/* ---- messages ----------------------------------------------------------------------------- */

/* A warning under construction. */
typedef struct gcv_hint {
    gcv_report *report;
    gcv_buffer text;
} gcv_hint;

static void begin(gcv_hint *hint, gcv_report *report)
{
    memset(hint, 0, sizeof *hint);
    hint->report = report;
}

static void put(gcv_hint *hint, const char *text)
{
    gcv_buffer_append_str(hint->report->ctx, &hint->text, text);
}

static void put_number(gcv_hint *hint, uint64_t number)
{
    gcv_buffer_append_u64(hint->report->ctx, &hint->text, number);
}

static void put_object(gcv_hint *hint, uint32_t object)
{
    char room[GCV_NUMBER_MAX];
    put(hint, gcv_object_id_text(hint->report->in.heap, object, room));
}

static void put_root(gcv_hint *hint)
{
    put(hint, hint->report->options->include_weak ? "root" : "strong root");
}

static void put_file(gcv_hint *hint)
{
    gcv_report *report = hint->report;
    gcv_next_options(report, &hint->text);
    gcv_next_path(report, report->in.heap, "FILE", &hint->text);
}

static void put_words(gcv_hint *hint, const char *option, const gcv_words *words)
{
    for (size_t i = 0; i < words->n; i++) {
        put(hint, option);
        gcv_shell_append_glob(hint->report->ctx, &hint->text, gcv_slice_str(words->word[i]));
    }
}

static void put_types(gcv_hint *hint)
{
    const gcv_filter *select = &hint->report->options->select;
    put_words(hint, " --type ", &select->types);
    put_words(hint, " --exclude ", &select->excludes);
    put(hint, select->ignore_case ? " --ignore-case" : "");
}

static void end(gcv_hint *hint)
{
    const gcv_report *report = hint->report;
    gcv_buffer_append(report->ctx, &hint->text, gcv_slice_of("", 1)); /* with its NUL */
    report->out.print_warning(report->out.print_payload, gcv_heap_name(report->in.heap),
                              hint->text.text.data);
    gcv_buffer_release(report->ctx, &hint->text);
}

bool gcv_is_much_garbage(uint64_t unreachable, uint64_t all)
{
    return unreachable > 0 && unreachable >= all / 4 + (all % 4 > 0);
}

void gcv_report_warn_garbage(gcv_report *report, uint64_t bytes)
{
    const uint64_t all = gcv_heap_counts(report->in.heap)->bytes, garbage = all - bytes;
    gcv_hint hint;
    report->result.unreachable_bytes.given = true;
    report->result.unreachable_bytes.value = garbage;
    if (!gcv_is_much_garbage(garbage, all) || report->options->object.data != NULL) {
        return;
    }
    begin(&hint, report);
    put_number(&hint, gcv_percent_of(garbage, all));
    put(&hint, " % of the bytes (");
    put_number(&hint, garbage);
    put(&hint, " of ");
    put_number(&hint, all);
    put(&hint, ") are not reachable from any ");
    put_root(&hint);
    put(&hint, " and not in this table; what heads them: gcview retained --unreachable");
    put_file(&hint);
    end(&hint);
}

void gcv_report_warn_garbage_matches(gcv_report *report, uint64_t n)
{
    gcv_hint hint;
    begin(&hint, report);
    put(&hint, "matching objects: ");
    put_number(&hint, n);
    put(&hint, ", none reachable from any ");
    put_root(&hint);
    put(&hint, "; what they hold: gcview retained --unreachable");
    put_types(&hint);
    put_file(&hint);
    end(&hint);
}

/* ---- the head of an object ---------------------------------------------------------------- */

static void warn_of_head(gcv_report *report, const gcv_chain *chain)
{
    const gcv_heap *heap = report->in.heap;
    uint32_t head = chain->object[0];
    gcv_hint hint;
    begin(&hint, report);
    put(&hint, "object ");
    put_object(&hint, chain->object[chain->length - 1]);
    put(&hint, " is not reachable from any ");
    put_root(&hint);
    if (chain->length == 1) {
        put(&hint, "; it heads an unreachable part");
    } else {
        put(&hint, "; the head of its part is ");
        put_number(&hint, chain->length - 1);
        put(&hint, chain->length == 2 ? " reference up, " : " references up, ");
        gcv_buffer_append(report->ctx, &hint.text, heap->types.name[heap->type.data[head]]);
    }
    put(&hint, ": gcview tree --unreachable --object ");
    put_object(&hint, head);
    put_file(&hint);
    end(&hint);
}

/* Finds chains from the heads to all objects. A chain to an unreachable object passes no reachable
 * one. */
static void find_paths(gcv_report *report, gcv_constrained_paths *out)
{
    gcv_context *ctx = report->ctx;
    gcv_root_set roots;
    gcv_garbage garbage;
    gcv_root_set_compute(ctx, report->in.heap, report->options->include_weak, &roots);
    gcv_garbage_find(ctx, report->in.heap, &roots, &garbage);
    gcv_root_set_release(ctx, &roots);
    gcv_root_set heads = gcv_garbage_heads(&garbage);
    gcv_path_constraints constraints = {0};
    constraints.starts = &heads;
    constraints.target = GCV_NONE;
    gcv_constrained_paths_find(ctx, report->in.heap, &constraints, out);
    gcv_garbage_release(ctx, &garbage);
}

void gcv_report_warn_garbage_objects(gcv_report *report, const gcv_u32_column *objects)
{
    enum { NAMED = 10 };
    const size_t named = objects->n <= NAMED + 1 ? objects->n : NAMED;
    size_t i;
    gcv_constrained_paths paths = {0};
    if (objects->n > 0) {
        find_paths(report, &paths);
    }
    for (i = 0; i < named; i++) {
        gcv_chain chain;
        gcv_constrained_paths_chain(report->ctx, &paths, objects->data[i], &chain);
        warn_of_head(report, &chain);
        gcv_chain_release(report->ctx, &chain);
    }
    gcv_constrained_paths_release(report->ctx, &paths);
    if (i < objects->n) {
        gcv_report_warn(report, "more objects with this id that are not reachable: %zu",
                        objects->n - i);
    }
}

/* ---- retained sizes ----------------------------------------------------------------------- */

static void find_garbage(gcv_report *report, gcv_basis *basis)
{
    gcv_context *ctx = report->ctx;
    gcv_garbage garbage = {0};
    gcv_garbage_find(ctx, report->in.heap, gcv_basis_roots(basis), &garbage);
    gcv_garbage_dominators(ctx, report->in.heap, &garbage, &basis->dominators);
    report->result.unreachable_bytes.given = true;
    report->result.unreachable_bytes.value = basis->dominators.retained[0];
    gcv_garbage_release(ctx, &garbage);
}

gcv_basis gcv_basis_of_part(gcv_report *report)
{
    gcv_basis basis = gcv_report_basis(report);
    if (report->options->groups.unreachable) {
        find_garbage(report, &basis);
    } else {
        gcv_report_warn_garbage(report, gcv_basis_dominators(&basis)->retained[0]);
    }
    return basis;
}
