/* rule_options.c - rules as options; see rule_options.h. */
#include "report/rule_options.h"

#include "analysis/capture.h"
#include "analysis/suspects/find/suspects.h"

void gcv_rule_options_check(gcv_context *ctx, const gcv_rule_options *options, bool with_baseline)
{
    for (size_t i = 0; i < options->words.n; i++) {
        gcv_rule unused;
        gcv_rule_parse_argument(ctx, options->words.word[i], i + 1, with_baseline, &unused);
    }
}

void gcv_rule_options_prepare(gcv_context *ctx, gcv_rule_options *options, bool with_baseline)
{
    const gcv_text_file *file = &options->file;
    if (file->path != NULL) {
        gcv_rules_add_text(ctx, &options->rules, file->name, file->text, with_baseline);
    }
    for (size_t i = 0; i < options->words.n; i++) {
        gcv_rules_add(ctx, &options->rules, options->words.word[i], i + 1, with_baseline);
    }
}

const gcv_cost *const *gcv_rule_options_costs(const gcv_report_options *options)
{
    static const gcv_cost *const capture[] = {&gcv_cost_of_capture, NULL};
    static const gcv_cost *const suspects[] = {&gcv_cost_of_dominators, &gcv_cost_of_suspects,
                                               &gcv_cost_of_rule_sets,
                                               &gcv_cost_of_rules_by_generation, NULL};
    const gcv_rules *rules = &options->rules.rules;
    if (gcv_rules_are_about_suspects(rules)) {
        return suspects;
    }
    const gcv_cost *const *costs = gcv_rules_costs(rules);
    return costs == NULL && gcv_rules_are_about_growth(rules) && !options->include_capture ? capture
                                                                                           : costs;
}
