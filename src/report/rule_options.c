/* rule_options.c - rules as options; see rule_options.h. */
#include "report/rule_options.h"

gcv_status gcv_rule_options_check(const gcv_rule_options *options, bool with_baseline,
                                  gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < options->words.n; i++) {
        gcv_rule unused;
        status =
            gcv_rule_parse_argument(options->words.word[i], i + 1, with_baseline, &unused, err);
    }
    return status;
}

gcv_status gcv_rule_options_prepare(gcv_context *ctx, gcv_rule_options *options, bool with_baseline,
                                    gcv_error *err)
{
    const gcv_text_file *file = &options->file;
    gcv_status status = file->path != NULL ? gcv_rules_add_text(ctx, &options->rules, file->name,
                                                                file->text, with_baseline, err)
                                           : GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < options->words.n; i++) {
        status =
            gcv_rules_add(ctx, &options->rules, options->words.word[i], i + 1, with_baseline, err);
    }
    return status;
}

void gcv_rule_options_release(gcv_context *ctx, gcv_report_options *options)
{
    gcv_rules_release(ctx, &options->rules.rules);
}
