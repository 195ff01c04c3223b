/* rule_limit.c - comparison and limit of a rule; see rule_parts.h. */
#include "rules/rule_parts.h"

#include <string.h>

bool gcv_rule_take_comparison(gcv_rule_parser *parser, gcv_rule *rule)
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

bool gcv_rule_take_limit(gcv_rule_parser *parser, gcv_rule *rule)
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
