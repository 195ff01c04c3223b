/* rule_list.c - lists of rules from the command line and from files; see rule.h. */
#include "rules/rule.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

gcv_status gcv_rule_parse_argument(const char *text, size_t number, bool with_baseline,
                                   gcv_rule *rule, gcv_error *err)
{
    gcv_rule_fault fault;
    return gcv_rule_parse(gcv_slice_str(text), with_baseline, rule, &fault)
               ? GCV_OK
               : gcv_fail(err, GCV_ERR_USAGE, "rule %zu, column %zu: %s", number, fault.column,
                          fault.message);
}

gcv_status gcv_rules_add(gcv_context *ctx, gcv_rules *rules, const char *text, size_t number,
                         bool with_baseline, gcv_error *err)
{
    gcv_rule rule;
    gcv_status status = gcv_rule_parse_argument(text, number, with_baseline, &rule, err);
    return status == GCV_OK ? gcv_rule_column_push(ctx, &rules->list, rule, err) : status;
}

/* A line without its comment and the blanks at its end. */
static gcv_slice without_comment(gcv_slice line)
{
    size_t i;
    for (i = 0; i < line.size; i++) {
        if (line.data[i] == '#' &&
            (i == 0 || line.data[i - 1] == ' ' || line.data[i - 1] == '\t')) {
            line.size = i;
        }
    }
    while (line.size > 0 && memchr(" \t\r", line.data[line.size - 1], 3) != NULL) {
        line.size--;
    }
    return line;
}

static bool is_blank(gcv_slice line)
{
    size_t i = 0;
    while (i < line.size && (line.data[i] == ' ' || line.data[i] == '\t')) {
        i++;
    }
    return i == line.size;
}

gcv_status gcv_rules_add_text(gcv_context *ctx, gcv_rules *rules, const char *file, gcv_slice text,
                              bool with_baseline, gcv_error *err)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8 */
    size_t before = rules->list.n;
    uint64_t number = 0;
    if (text.size >= 3 && memcmp(text.data, mark, 3) == 0) {
        text = gcv_slice_of(text.data + 3, text.size - 3);
    }
    if (text.size >= 2 &&
        (memcmp(text.data, "\xff\xfe", 2) == 0 || memcmp(text.data, "\xfe\xff", 2) == 0)) {
        return gcv_fail_line(err, GCV_ERR_USAGE, file, 1, "this is UTF-16, and rules are UTF-8");
    }
    while (text.size > 0) {
        const char *end = memchr(text.data, '\n', text.size);
        size_t size = end != NULL ? (size_t)(end - text.data) : text.size;
        gcv_slice line = without_comment(gcv_slice_of(text.data, size));
        gcv_rule_fault fault;
        gcv_rule rule;
        number++;
        text.data += end != NULL ? size + 1 : size;
        text.size -= end != NULL ? size + 1 : size;
        if (is_blank(line)) {
            continue;
        }
        if (!gcv_rule_parse(line, with_baseline, &rule, &fault)) {
            return gcv_fail_line(err, GCV_ERR_USAGE, file, number, "column %zu: %s", fault.column,
                                 fault.message);
        }
        if (gcv_rule_column_push(ctx, &rules->list, rule, err) != GCV_OK) {
            return gcv_failed(err);
        }
    }
    return rules->list.n > before
               ? GCV_OK
               : gcv_fail_line(err, GCV_ERR_USAGE, file, 0, "there is no rule in this file");
}

void gcv_rules_release(gcv_context *ctx, gcv_rules *rules)
{
    gcv_rule_column_release(ctx, &rules->list);
}

gcv_rules_need gcv_rules_find_need(const gcv_rules *rules)
{
    gcv_rules_need need = GCV_RULES_NEED_TALLY;
    size_t i;
    for (i = 0; i < rules->list.n; i++) {
        const gcv_rule *rule = &rules->list.data[i];
        if (rule->measure == GCV_MEASURE_RETAINED) {
            return GCV_RULES_NEED_RETAINED;
        }
        if (rule->which != GCV_WHICH_ALL || rule->scope == GCV_SCOPE_ROOT) {
            need = GCV_RULES_NEED_TRAITS;
        }
    }
    return need;
}
