/* check.c - does this dump keep to the rules? For pipelines.
 *
 * An incomplete dump never passes in silence: a row before those of the rules says so, in every
 * format of the output.
 */
#include "report/gate.h"

#include "base/error.h"

static const char incomplete_rule[] = "the dump is complete";
static const char incomplete_baseline[] = "the baseline is complete";

static gcv_status write_incomplete(gcv_report *report, const gcv_heap *heap, const char *rule,
                                   gcv_error *err)
{
    gcv_cell cells[GCV_GATE_CELLS];
    cells[0] = gcv_cell_str(report->strict ? "fail" : "warn");
    cells[1] = gcv_cell_str(rule);
    cells[2] = gcv_cell_str(gcv_heap_verdict(heap));
    cells[3] = gcv_cell_str("complete");
    cells[4] = gcv_cell_none();
    return gcv_writer_row(report->writer, cells, err);
}

static gcv_status write_outcome(gcv_report *report, const gcv_rule *rule,
                                const gcv_outcome *outcome, gcv_error *err)
{
    gcv_cell cells[GCV_GATE_CELLS];
    cells[0] = gcv_cell_str(outcome->broken ? "fail" : outcome->idle ? "warn" : "pass");
    cells[1] = gcv_cell_text(rule->text);
    cells[2] = outcome->actual;
    cells[3] = outcome->limit;
    cells[4] = outcome->idle ? gcv_cell_str("no type matches") : gcv_cell_none();
    return gcv_writer_row(report->writer, cells, err);
}

static void count_rows(gcv_report *report, const gcv_outcome *outcomes)
{
    const gcv_rules *rules = report->options->rules;
    uint64_t incomplete = !gcv_heap_is_complete(report->heap);
    size_t i;
    incomplete += report->baseline != NULL && !gcv_heap_is_complete(report->baseline);
    report->gate.rows = incomplete + rules->list.n;
    report->gate.failed = report->strict ? incomplete : 0;
    report->gate.warned = incomplete - report->gate.failed;
    for (i = 0; i < rules->list.n; i++) {
        report->gate.failed += outcomes[i].broken;
        report->gate.warned += !outcomes[i].broken && outcomes[i].idle;
    }
}

static gcv_status write_rows(gcv_report *report, const gcv_outcome *outcomes, gcv_error *err)
{
    static const gcv_table_column columns[] = {
        {"status", false}, {"rule", false}, {"actual", true}, {"limit", true}};
    const gcv_rules *rules = report->options->rules;
    gcv_status status;
    size_t i;
    count_rows(report, outcomes);
    status = gcv_report_begin(report, columns, 4, err);
    if (status == GCV_OK && !gcv_heap_is_complete(report->heap)) {
        status = write_incomplete(report, report->heap, incomplete_rule, err);
    }
    if (status == GCV_OK && report->baseline != NULL && !gcv_heap_is_complete(report->baseline)) {
        status = write_incomplete(report, report->baseline, incomplete_baseline, err);
    }
    for (i = 0; status == GCV_OK && i < rules->list.n; i++) {
        status = write_outcome(report, &rules->list.data[i], &outcomes[i], err);
        report->gate_failed = report->gate_failed || outcomes[i].broken;
    }
    return status;
}

gcv_status gcv_check_rules(const gcv_report_options *options, bool with_baseline, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < options->rule_words.n; i++) {
        status =
            gcv_rules_add(NULL, NULL, options->rule_words.pattern[i], i + 1, with_baseline, err);
    }
    return status;
}

gcv_status gcv_check_check(const gcv_report_options *options, gcv_error *err)
{
    if (options->rule_words.n == 0 && options->rules_file == NULL) {
        return gcv_fail(err, GCV_ERR_USAGE,
                        "'check' wants a RULE such as 'bytes <= 200MB', or --rules FILE");
    }
    return gcv_check_rules(options, options->baseline != NULL, err);
}

gcv_status gcv_report_check(gcv_report *report, gcv_error *err)
{
    const gcv_rules *rules = report->options->rules;
    gcv_outcome *outcomes = gcv_alloc(report->ctx, rules->list.n, sizeof *outcomes, err);
    gcv_status status = outcomes == NULL ? gcv_failed(err)
                                         : gcv_gate_run(report, report->heap, report->baseline,
                                                        rules, outcomes, err);
    if (status == GCV_OK) {
        status = write_rows(report, outcomes, err);
    }
    gcv_free(report->ctx, outcomes, rules->list.n, sizeof *outcomes);
    return status;
}
