/* rule_parse.c - parsing one rule; see rule.h.
 *
 *     rule    = ["optional"] ("forbid" scope | "forbid" "(" scope ")"
 *             | ["growth"] [which] measure ["(" scope ")"] comparison limit
 *             | ["new"] "suspects" ["(" "mine" ")"] comparison NUMBER)
 *     which   = "reachable" | "unreachable" | "pinned" | "finalizable"
 *     measure = "count" | "bytes" | "retained"
 *     scope   = AGE | [AGE] (["type"] GLOB | "namespace" GLOB | "module" GLOB | "root" KIND
 *             | "mine" | "heap")
 *     AGE     = "gen0" | "gen1" | "gen2" | "large" | "pinned"
 *     limit   = ["+" | "-"] NUMBER [UNIT | "%"] */
#include "analysis/groups.h"
#include "heap/vocabulary.h"
#include "rules/rule_parts.h"

#include <stdio.h>
#include <string.h>

/* ---- the scope ---------------------------------------------------------------------------- */

/* Returns the number of a word in a list, from `first` on; GCV_NONE: it is not in the list. */
static uint32_t number_of(gcv_slice word, const char *(*name)(uint32_t number), uint32_t first)
{
    for (; name(first) != NULL; first++) {
        if (gcv_slice_is(word, name(first))) {
            return first;
        }
    }
    return GCV_NONE;
}

/* Fills the fault for a word that is not in such a list; always returns false. */
static bool fail_at_name(gcv_rule_parser *parser, gcv_slice word, const char *what,
                         const char *(*name)(uint32_t number), uint32_t first)
{
    char names[120];
    size_t n = 0;
    for (; name(first) != NULL; first++) {
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", n > 0 ? ", " : "", name(first));
    }
    return gcv_rule_fail_at(parser, (size_t)(word.data - parser->text.data),
                            "no such %s; there are %s", what, names);
}

static bool take_root_kind(gcv_rule_parser *parser, gcv_rule *rule, gcv_slice kind)
{
    rule->root_kind = number_of(kind, gcv_root_kind_group_name, 1); /* group 0 is unreachable */
    return rule->root_kind != GCV_NONE ||
           fail_at_name(parser, kind, "kind of root", gcv_root_kind_group_name, 1);
}

/* Whether a text is `gen` and a number. */
static bool is_numbered_generation(gcv_slice text)
{
    size_t at = 3;
    while (at < text.size && gcv_is_digit(text.data[at])) {
        at++;
    }
    return text.size > 3 && at == text.size && memcmp(text.data, "gen", 3) == 0;
}

/* Takes a generation off the front of a scope, of which nothing may be left. */
static bool take_generation(gcv_rule_parser *parser, gcv_rule *rule, gcv_slice *scope)
{
    gcv_slice rest = *scope;
    const gcv_slice part = gcv_slice_take_field(&rest);
    rule->generation = number_of(part, gcv_generation_word, 0);
    if (rule->generation != GCV_NONE) {
        *scope = gcv_slice_trim(rest);
    }
    return rule->generation != GCV_NONE || !is_numbered_generation(part) ||
           fail_at_name(parser, part, "generation", gcv_generation_word, 0);
}

/* Parses a scope from a part of the rule without blanks around it. */
static bool take_scope(gcv_rule_parser *parser, gcv_rule *rule, gcv_slice text)
{
    static const char *const words[] = {"type", "namespace", "module", "root", NULL};
    static const gcv_scope scopes[] = {GCV_SCOPE_TYPE, GCV_SCOPE_NAMESPACE, GCV_SCOPE_MODULE,
                                       GCV_SCOPE_ROOT};
    size_t size = 0;
    if (!take_generation(parser, rule, &text)) {
        return false;
    }
    if (text.size == 0) { /* all of the generation */
        return true;
    }
    while (size < text.size && gcv_is_letter(text.data[size])) {
        size++;
    }
    int word = size < text.size && gcv_is_blank(text.data[size])
                   ? gcv_rule_word_in(words, gcv_slice_of(text.data, size))
                   : -1;
    rule->scope = word >= 0 ? scopes[word] : GCV_SCOPE_TYPE;
    if (word >= 0) {
        text = gcv_slice_trim(gcv_slice_from(text, size));
    }
    if (rule->scope == GCV_SCOPE_ROOT) {
        return take_root_kind(parser, rule, text);
    }
    if (text.size >= 2 && text.data[0] == '"' && text.data[text.size - 1] == '"') {
        text = gcv_slice_of(text.data + 1, text.size - 2);
    } else if (word < 0 && (gcv_slice_is(text, "*") || gcv_slice_is(text, "heap"))) {
        rule->scope = GCV_SCOPE_HEAP;
    } else if (word < 0 && gcv_slice_is(text, "mine")) {
        rule->scope = GCV_SCOPE_MINE;
    }
    rule->pattern = text;
    const char *fault = gcv_glob_fault(text);
    if (fault != NULL) {
        return gcv_rule_fail_at(parser, (size_t)(text.data - parser->text.data), "%s", fault);
    }
    return text.size > 0 ||
           gcv_rule_fail_at(parser, (size_t)(text.data - parser->text.data), "the name is missing");
}

/* Takes a bracketed part of the rule; `*inside` is the trimmed text between the brackets. */
static bool take_brackets(gcv_rule_parser *parser, gcv_slice *inside)
{
    size_t open = parser->at, at = open + 1, depth = 1;
    bool quoted = false;
    for (; at < parser->text.size; at++) {
        char c = parser->text.data[at];
        quoted = c == '"' ? !quoted : quoted;
        depth += !quoted && c == '(' ? 1 : 0;
        depth -= !quoted && c == ')' ? 1 : 0;
        if (depth == 0) {
            *inside = gcv_slice_trim(gcv_slice_of(parser->text.data + open + 1, at - open - 1));
            parser->at = at + 1;
            return inside->size > 0 || gcv_rule_fail_at(parser, at, "the name is missing");
        }
    }
    return gcv_rule_fail_at(parser, open,
                            quoted ? "a quote is not closed" : "this parenthesis is not closed");
}

static bool take_forbidden(gcv_rule_parser *parser, gcv_rule *rule)
{
    gcv_slice what;
    gcv_rule_skip_blanks(parser);
    if (gcv_rule_peek(parser) == '(') {
        if (!take_brackets(parser, &what)) {
            return false;
        }
    } else {
        what = gcv_slice_trim(gcv_slice_from(parser->text, parser->at));
        parser->at = parser->text.size;
    }
    rule->measure = GCV_MEASURE_COUNT;
    rule->comparison = GCV_EQUAL;
    rule->forbid = true;
    return (what.size > 0 || gcv_rule_fail_at(parser, parser->text.size,
                                              "the name of what is forbidden is missing")) &&
           take_scope(parser, rule, what);
}

/* ---- comparison and limit ------------------------------------------------------------------ */

static bool take_comparison(gcv_rule_parser *parser, gcv_rule *rule)
{
    static const struct {
        gcv_comparison comparison;
        const char *sign;
    } signs[] = {{GCV_AT_MOST, "<="}, {GCV_AT_LEAST, ">="}, {GCV_EQUAL, "=="}, {GCV_UNEQUAL, "!="},
                 {GCV_BELOW, "<"},    {GCV_ABOVE, ">"},     {GCV_EQUAL, "="}};
    gcv_rule_skip_blanks(parser);
    for (size_t i = 0; i < GCV_LENGTH(signs); i++) {
        size_t size = strlen(signs[i].sign);
        if (parser->text.size - parser->at >= size &&
            memcmp(parser->text.data + parser->at, signs[i].sign, size) == 0) {
            rule->comparison = signs[i].comparison;
            parser->at += size;
            return true;
        }
    }
    return gcv_rule_fail_at(parser, parser->at, "a comparison is missing: <=, <, >=, >, = or !=");
}

/* Appends a digit; false if the number would be above INT64_MAX. */
static bool add_digit(uint64_t *value, char digit)
{
    uint64_t d = (uint64_t)(digit - '0');
    if (*value > ((uint64_t)INT64_MAX - d) / 10) {
        return false;
    }
    *value = *value * 10 + d;
    return true;
}

/* Takes `12` or `12.345`: the whole part, and the fraction in thousandths. `*exact`: there is no
 * decimal point. */
static bool take_number(gcv_rule_parser *parser, uint64_t *whole, uint64_t *thousandths,
                        bool *exact)
{
    size_t start = parser->at, digits = 0;
    if (!gcv_is_digit(gcv_rule_peek(parser))) {
        return gcv_rule_fail_at(parser, start, "a number is missing");
    }
    for (*whole = 0; gcv_is_digit(gcv_rule_peek(parser)); parser->at++) {
        if (!add_digit(whole, gcv_rule_peek(parser))) {
            return gcv_rule_fail_at(parser, start, "the number is too large");
        }
    }
    *thousandths = 0;
    *exact = gcv_rule_peek(parser) != '.';
    if (!*exact) {
        for (parser->at++; gcv_is_digit(gcv_rule_peek(parser)) && digits < 3;
             parser->at++, digits++) {
            *thousandths = *thousandths * 10 + (uint64_t)(gcv_rule_peek(parser) - '0');
        }
        if (digits == 0 || gcv_is_digit(gcv_rule_peek(parser))) {
            return gcv_rule_fail_at(parser, parser->at, "one to three digits follow the point");
        }
        for (; digits < 3; digits++) {
            *thousandths *= 10;
        }
    }
    if (gcv_rule_peek(parser) == ',' || gcv_rule_peek(parser) == '_' ||
        gcv_rule_peek(parser) == '\'') {
        return gcv_rule_fail_at(parser, parser->at, "numbers are written without separators");
    }
    return true;
}

/* Takes the limit. rule->measure has to be known: it decides which units are allowed. */
static bool take_limit(gcv_rule_parser *parser, gcv_rule *rule)
{
    uint64_t whole = 0, thousandths = 0, factor = 1;
    bool exact = true;
    size_t start = parser->at;
    if (gcv_rule_peek(parser) == '+' || gcv_rule_peek(parser) == '-') {
        rule->negative = gcv_rule_peek(parser) == '-';
        rule->growth = true; /* a limit with a sign is a difference */
        parser->at++;
    }
    if (!take_number(parser, &whole, &thousandths, &exact)) {
        return false;
    }
    gcv_rule_skip_blanks(parser);
    size_t unit_at = parser->at;
    gcv_slice unit = gcv_rule_next_word(parser);
    parser->at += unit.size;
    rule->percent = unit.size == 0 && gcv_rule_peek(parser) == '%';
    if (rule->percent) {
        parser->at++;
        factor = 1000;
    } else if (unit.size > 0) {
        factor = gcv_unit_bytes(unit.data, unit.size);
        if (gcv_rule_counts(rule) || factor == 0) {
            return gcv_rule_fail_at(
                parser, unit_at,
                rule->measure == GCV_MEASURE_SUSPECTS ? "a number of suspects has no unit"
                : gcv_rule_counts(rule)
                    ? "a count has no unit but %%"
                    : "no such unit; there are B, KB, MB, GB, TB (by 1024) and %%");
        }
    }
    if (!exact && unit.size == 0 && !rule->percent) {
        return gcv_rule_fail_at(parser, start, "a fraction needs a unit");
    }
    if (whole > (uint64_t)INT64_MAX / factor - 1) {
        return gcv_rule_fail_at(parser, start, "the number is too large");
    }
    rule->value = whole * factor + factor * thousandths / 1000;
    return true;
}

/* ---- the rule ----------------------------------------------------------------------------- */

static bool take_measure(gcv_rule_parser *parser, gcv_rule *rule)
{
    /* In the order of the enums; gcv_which from GCV_WHICH_REACHABLE on. */
    static const char *const which[] = {"reachable",   "unreachable", "pinned",
                                        "finalizable", "new",         NULL};
    static const char *const measures[] = {"count", "bytes", "retained", "suspects", NULL};
    bool first = !rule->growth;
    gcv_rule_skip_blanks(parser);
    size_t which_at = parser->at;
    rule->which = (gcv_which)(gcv_rule_take_word(parser, which) + 1);
    first = first && rule->which == GCV_WHICH_ALL;
    int found = gcv_rule_take_word(parser, measures);
    gcv_slice rest = gcv_slice_from(parser->text, parser->at);
    if (found < 0 && number_of(gcv_slice_take_field(&rest), gcv_generation_word, 0) != GCV_NONE) {
        return gcv_rule_fail_at(parser, parser->at,
                                "a generation goes into the parentheses: count(gen2 Acme.Cache*)");
    }
    if (found < 0) {
        return gcv_rule_fail_at_word(parser, rule->which == GCV_WHICH_NEW ? "suspects"
                                             : first
                                                 ? "count, bytes, retained, suspects, growth or "
                                                   "forbid"
                                                 : "count, bytes or retained");
    }
    rule->measure = (gcv_measure)found;
    if (rule->measure == GCV_MEASURE_SUSPECTS && rule->growth) {
        return gcv_rule_fail_at(parser, which_at,
                                "new suspects are those that the baseline lacks: new suspects = 0");
    }
    if (rule->which == GCV_WHICH_NEW
            ? rule->measure != GCV_MEASURE_SUSPECTS
            : rule->measure == GCV_MEASURE_SUSPECTS && rule->which != GCV_WHICH_ALL) {
        return gcv_rule_fail_at(parser, which_at,
                                rule->which == GCV_WHICH_NEW
                                    ? "only suspects can be new: new suspects = 0"
                                    : "suspects are all reachable; they can be new");
    }
    return rule->measure != GCV_MEASURE_RETAINED || rule->which != GCV_WHICH_UNREACHABLE ||
           gcv_rule_fail_at(parser, which_at,
                            "what is unreachable retains nothing; ask for its bytes");
}

static bool take_rule(gcv_rule_parser *parser, bool with_baseline, gcv_rule *rule)
{
    static const char *const optional[] = {"optional", NULL};
    static const char *const firsts[] = {"forbid", "growth", NULL};
    gcv_slice inside;
    rule->optional = gcv_rule_take_word(parser, optional) == 0;
    gcv_rule_skip_blanks(parser);
    size_t growth_at = parser->at;
    int first = gcv_rule_take_word(parser, firsts);
    if (first == 0) {
        return take_forbidden(parser, rule);
    }
    rule->growth = first == 1;
    if (!take_measure(parser, rule)) {
        return false;
    }
    gcv_rule_skip_blanks(parser);
    size_t scope_at = parser->at;
    if (gcv_rule_peek(parser) == '(' &&
        (!take_brackets(parser, &inside) || !take_scope(parser, rule, inside))) {
        return false;
    }
    if (rule->measure == GCV_MEASURE_SUSPECTS &&
        ((rule->scope != GCV_SCOPE_HEAP && rule->scope != GCV_SCOPE_MINE) ||
         rule->generation != GCV_NONE)) {
        return gcv_rule_fail_at(parser, scope_at, "suspects are those of the heap, or mine");
    }
    if (!take_comparison(parser, rule)) {
        return false;
    }
    gcv_rule_skip_blanks(parser);
    size_t limit_at = parser->at;
    if (!take_limit(parser, rule)) {
        return false;
    }
    if (rule->measure == GCV_MEASURE_SUSPECTS && (rule->growth || rule->percent)) {
        return gcv_rule_fail_at(parser, limit_at, "a number of suspects has no sign and no unit");
    }
    return (!rule->growth && rule->which != GCV_WHICH_NEW) || with_baseline ||
           gcv_rule_fail_at(parser, first == 1 || !rule->growth ? growth_at : limit_at,
                            "there is nothing to compare with: --baseline OLD names it");
}

/* Offset of the first control character other than a tab, or the size. */
static size_t first_control(gcv_slice text)
{
    gcv_slice rest = text;
    while (rest.size > 0) {
        size_t at = text.size - rest.size;
        uint32_t code = gcv_utf8_next(&rest);
        if (gcv_is_control(code) && code != '\t') {
            return at;
        }
    }
    return text.size;
}

bool gcv_rule_parse(gcv_slice text, bool with_baseline, gcv_rule *rule, gcv_rule_fault *fault)
{
    size_t control = first_control(text);
    gcv_rule parsed = {.generation = GCV_NONE};
    gcv_rule_parser parser = {.text = text, .at = 0, .fault = fault};
    if (control < text.size) {
        return gcv_rule_fail_at(&parser, control, "a control character: not a rule");
    }
    gcv_rule_skip_blanks(&parser);
    if (parser.at == text.size) {
        return gcv_rule_fail_at(&parser, 0, "the rule is empty");
    }
    if (!take_rule(&parser, with_baseline, &parsed)) {
        return false;
    }
    gcv_rule_skip_blanks(&parser);
    if (parser.at < text.size) {
        return gcv_rule_fail_at(&parser, parser.at, "the rule ends before this");
    }
    parsed.text = gcv_slice_trim(text);
    *rule = parsed;
    return true;
}
