/* rule_suspects.c - rules about suspects; see rule_outcomes.h. The suspects are those that
 * `suspects` lists for each dump alone. */
#include "report/rule_outcomes.h"

#include "base/id_map.h"
#include "figures/suspect_list.h"
#include "report/captures.h"

#include <string.h>

/* The suspects of one heap, with what they borrow. */
typedef struct gcv_listed {
    gcv_selection selection;
    gcv_captures captures;
    gcv_basis basis;
    gcv_suspect_list list;
} gcv_listed;

static void list_suspects(gcv_report *report, const gcv_heap *heap, gcv_listed *out)
{
    gcv_suspect_request request = {0};
    gcv_selection_find(report->ctx, heap, &report->options->select, &out->selection);
    gcv_captures_find(report, &heap, 1, &out->captures);
    out->basis = gcv_basis_of(report->ctx, heap, report->options->include_weak);
    out->basis.selection = &out->selection;
    out->basis.rest = gcv_captures_rest(&out->captures, 0);
    request.now = &out->basis;
    gcv_suspect_list_find(report->ctx, &request, &out->list);
}

/* Fingerprint of what a suspect is folded from; its own, if it is not. */
static uint64_t fingerprint_below(const gcv_suspect_list *list, const gcv_suspect *row)
{
    return row->like != GCV_NONE ? list->found.rows.data[row->like].fingerprint : row->fingerprint;
}

static void add_fingerprints(gcv_context *ctx, const gcv_suspect_list *list, gcv_id_map *known)
{
    for (size_t i = 0; i < list->rows.items.n; i++) {
        const gcv_suspect *row = gcv_suspect_list_row(list, i);
        gcv_id_map_set(ctx, known, row->fingerprint, 1);
        gcv_id_map_set(ctx, known, fingerprint_below(list, row), 1);
    }
}

/* Counts the suspects that a rule is about. */
static uint64_t count(gcv_context *ctx, const gcv_rule *rule, const gcv_suspect_list *list,
                      const gcv_id_map *known)
{
    uint64_t n = 0;
    for (size_t i = 0; i < list->rows.items.n; i++) {
        const gcv_suspect *row = gcv_suspect_list_row(list, i);
        const bool is_known = gcv_id_map_get(ctx, known, row->fingerprint) != GCV_NONE ||
                              gcv_id_map_get(ctx, known, fingerprint_below(list, row)) != GCV_NONE;
        n += (row->mine || rule->scope != GCV_SCOPE_MINE) &&
             (rule->which != GCV_WHICH_NEW || !is_known);
    }
    return n;
}

void gcv_report_judge_suspects(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                               gcv_outcome *out)
{
    const gcv_rule_column *rules = &report->options->rules.rules.list;
    gcv_listed *listed = gcv_alloc_zeroed(report->ctx, 2, sizeof *listed);
    gcv_id_map known = {0};
    if (baseline != NULL) {
        list_suspects(report, baseline, &listed[0]);
        add_fingerprints(report->ctx, &listed[0].list, &known);
        gcv_basis_release(&listed[0].basis);
    }
    list_suspects(report, heap, &listed[1]);
    for (size_t i = 0; i < rules->n; i++) {
        const gcv_rule *rule = &rules->data[i];
        if (rule->measure == GCV_MEASURE_SUSPECTS) {
            gcv_gate_judge(rule, count(report->ctx, rule, &listed[1].list, &known), &out[i]);
        }
    }
    gcv_id_map_release(report->ctx, &known);
}
