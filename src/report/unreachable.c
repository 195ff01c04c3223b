/* unreachable.c - reports about the unreachable part of a heap; see unreachable.h. */
#include "report/unreachable.h"

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
    gcv_error *err;
} gcv_hint;

static void begin(gcv_hint *hint, gcv_report *report, gcv_error *err)
{
    memset(hint, 0, sizeof *hint);
    hint->report = report;
    hint->err = err;
}

static void put(gcv_hint *hint, const char *text)
{
    gcv_buffer_append_str(hint->report->ctx, &hint->text, text, hint->err);
}

static void put_number(gcv_hint *hint, uint64_t number)
{
    gcv_buffer_append_u64(hint->report->ctx, &hint->text, number, hint->err);
}

static void put_object(gcv_hint *hint, uint32_t object)
{
    char room[GCV_NUMBER_MAX];
    put(hint, gcv_object_id_text(hint->report->heap, object, room));
}

static void put_root(gcv_hint *hint)
{
    put(hint, hint->report->options->include_weak ? "root" : "strong root");
}

static void put_file(gcv_hint *hint)
{
    gcv_report *report = hint->report;
    gcv_next_options(report, &hint->text, hint->err);
    gcv_next_path(report, report->heap, "FILE", &hint->text, hint->err);
}

static void put_words(gcv_hint *hint, const char *option, const gcv_words *words)
{
    size_t i;
    for (i = 0; i < words->n; i++) {
        put(hint, option);
        gcv_shell_append_glob(hint->report->ctx, &hint->text, gcv_slice_str(words->word[i]),
                              hint->err);
    }
}

static void put_types(gcv_hint *hint)
{
    const gcv_filter *select = &hint->report->options->select;
    put_words(hint, " --type ", &select->types);
    put_words(hint, " --exclude ", &select->excludes);
    put(hint, select->ignore_case ? " --ignore-case" : "");
}

static gcv_status end(gcv_hint *hint)
{
    const gcv_report *report = hint->report;
    gcv_status status;
    gcv_buffer_append(report->ctx, &hint->text, gcv_slice_of("", 1), hint->err); /* with its NUL */
    status = hint->text.status;
    if (status == GCV_OK) {
        report->print_warning(report->print_payload, gcv_heap_name(report->heap),
                              hint->text.text.data);
    }
    gcv_buffer_release(report->ctx, &hint->text);
    return status;
}

bool gcv_is_much_garbage(uint64_t unreachable, uint64_t all)
{
    return unreachable > 0 && unreachable >= all / 4 + (all % 4 > 0);
}

gcv_status gcv_report_warn_garbage(gcv_report *report, uint64_t bytes, gcv_error *err)
{
    const uint64_t all = gcv_heap_counts(report->heap)->bytes, garbage = all - bytes;
    gcv_hint hint;
    report->unreachable_bytes.given = true;
    report->unreachable_bytes.value = garbage;
    if (!gcv_is_much_garbage(garbage, all) || report->options->object.data != NULL) {
        return GCV_OK;
    }
    begin(&hint, report, err);
    put_number(&hint, gcv_percent_of(garbage, all));
    put(&hint, " % of the bytes (");
    put_number(&hint, garbage);
    put(&hint, " of ");
    put_number(&hint, all);
    put(&hint, ") are not reachable from any ");
    put_root(&hint);
    put(&hint, " and not in this table; what heads them: gcview retained --unreachable");
    put_file(&hint);
    return end(&hint);
}

gcv_status gcv_report_warn_garbage_matches(gcv_report *report, uint64_t n, gcv_error *err)
{
    gcv_hint hint;
    begin(&hint, report, err);
    put(&hint, "matching objects: ");
    put_number(&hint, n);
    put(&hint, ", none reachable from any ");
    put_root(&hint);
    put(&hint, "; what they hold: gcview retained --unreachable");
    put_types(&hint);
    put_file(&hint);
    return end(&hint);
}

/* ---- the head of an object ---------------------------------------------------------------- */

static gcv_status warn_of_head(gcv_report *report, const gcv_chain *chain, gcv_error *err)
{
    const gcv_heap *heap = report->heap;
    uint32_t head = chain->object[0];
    gcv_hint hint;
    begin(&hint, report, err);
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
        gcv_buffer_append(report->ctx, &hint.text, heap->types.name[heap->type.data[head]], err);
    }
    put(&hint, ": gcview tree --unreachable --object ");
    put_object(&hint, head);
    put_file(&hint);
    return end(&hint);
}

/* Finds chains from the heads to all objects. A chain to an unreachable object passes no reachable
 * one. */
static gcv_status find_paths(gcv_report *report, gcv_constrained_paths *out, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_path_constraints constraints;
    gcv_root_set roots, heads;
    gcv_garbage garbage;
    gcv_status status =
        gcv_root_set_find(ctx, report->heap, report->options->include_weak, &roots, err);
    if (status != GCV_OK) {
        return status;
    }
    status = gcv_garbage_find(ctx, report->heap, &roots, &garbage, err);
    gcv_root_set_release(ctx, &roots);
    if (status == GCV_OK) {
        heads = gcv_garbage_heads(&garbage);
        memset(&constraints, 0, sizeof constraints);
        constraints.starts = &heads;
        constraints.target = GCV_NONE;
        status = gcv_constrained_paths_find(ctx, report->heap, &constraints, out, err);
    }
    gcv_garbage_release(ctx, &garbage);
    return status;
}

gcv_status gcv_report_warn_garbage_objects(gcv_report *report, const gcv_u32_column *objects,
                                           gcv_error *err)
{
    enum { NAMED = 10 };
    const size_t named = objects->n <= NAMED + 1 ? objects->n : NAMED;
    gcv_constrained_paths paths;
    gcv_status status = GCV_OK;
    size_t i;
    memset(&paths, 0, sizeof paths);
    if (objects->n > 0) {
        status = find_paths(report, &paths, err);
    }
    for (i = 0; status == GCV_OK && i < named; i++) {
        gcv_chain chain;
        status = gcv_constrained_paths_chain(report->ctx, &paths, objects->data[i], &chain, err);
        if (status == GCV_OK) {
            status = warn_of_head(report, &chain, err);
            gcv_chain_release(report->ctx, &chain);
        }
    }
    gcv_constrained_paths_release(report->ctx, &paths);
    if (status == GCV_OK && i < objects->n) {
        gcv_report_warn(report, "more objects with this id that are not reachable: %zu",
                        objects->n - i);
    }
    return status;
}

/* ---- retained sizes ----------------------------------------------------------------------- */

static gcv_status find_garbage(gcv_report *report, gcv_retention *out, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_garbage garbage;
    gcv_status status;
    memset(&garbage, 0, sizeof garbage);
    status = gcv_root_set_find(ctx, report->heap, report->options->include_weak, &out->roots, err);
    if (status == GCV_OK) {
        status = gcv_garbage_find(ctx, report->heap, &out->roots, &garbage, err);
        gcv_root_set_release(ctx, &out->roots);
    }
    if (status == GCV_OK) {
        status = gcv_garbage_dominators(ctx, report->heap, &garbage, &out->dominators, err);
    }
    if (status == GCV_OK) {
        report->unreachable_bytes.given = true;
        report->unreachable_bytes.value = out->dominators.retained[0];
    }
    gcv_garbage_release(ctx, &garbage);
    return status;
}

gcv_status gcv_retention_of_part(gcv_report *report, gcv_retention *out, gcv_error *err)
{
    gcv_status status;
    memset(out, 0, sizeof *out);
    if (report->options->groups.unreachable) {
        return find_garbage(report, out, err);
    }
    status = gcv_retention_find(report, out, err);
    if (status == GCV_OK) {
        status = gcv_report_warn_garbage(report, out->dominators.retained[0], err);
        if (status != GCV_OK) {
            gcv_retention_release(report, out);
        }
    }
    return status;
}
