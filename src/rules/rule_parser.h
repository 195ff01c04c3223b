/* rule_parser.h - a rule while it is parsed: its characters, its words, its first fault.
 *
 * The text holds no control characters but tabs. A take function advances past what it takes; if
 * that is not there, it fills the fault and returns false. */
#ifndef GCV_RULES_RULE_PARSER_H
#define GCV_RULES_RULE_PARSER_H

#include "rules/rule.h"

typedef struct gcv_rule_parser {
    gcv_slice text;
    size_t at;
    gcv_rule_fault *fault;
} gcv_rule_parser;

/* Fills the fault for an offset in the text; always returns false. */
bool gcv_rule_fail_at(gcv_rule_parser *parser, size_t at, const char *format, ...) GCV_PRINTF(3, 4);
/* Fills the fault for the next word, where something else (`wanted`) should be; always returns
 * false. */
bool gcv_rule_fail_at_word(gcv_rule_parser *parser, const char *wanted);

char gcv_rule_peek(const gcv_rule_parser *parser); /* NUL at the end of the text */
bool gcv_rule_is_letter(char c);
void gcv_rule_skip_blanks(gcv_rule_parser *parser);

/* Returns the letters from the current offset on, without taking them; may be empty. */
gcv_slice gcv_rule_next_word(const gcv_rule_parser *parser);
/* Index of a word in a list that ends with NULL; -1: the word is not in the list. */
int gcv_rule_word_in(const char *const *list, gcv_slice word);
/* Takes the next word if it is in the list, and returns its index; otherwise -1, which is no
 * fault. */
int gcv_rule_take_word(gcv_rule_parser *parser, const char *const *list);

/* ---- rule_limit.c: the end of a rule, its comparison and its limit ------------------------- */

bool gcv_rule_take_comparison(gcv_rule_parser *parser, gcv_rule *rule);
/* Takes the limit. rule->measure has to be known: it decides which units are allowed. */
bool gcv_rule_take_limit(gcv_rule_parser *parser, gcv_rule *rule);

#endif
