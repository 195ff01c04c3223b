/* rule_parser.h - a rule while it is parsed: its characters, its words, its first fault.
 *
 * The text holds no control characters but tabs. What a take function takes, it moves behind; if it
 * does not find it, it fills the fault and returns false.
 */
#ifndef GCV_RULES_RULE_PARSER_H
#define GCV_RULES_RULE_PARSER_H

#include "rules/rule.h"

typedef struct gcv_rule_parser {
    gcv_slice text;
    size_t at;
    gcv_rule_fault *fault;
} gcv_rule_parser;

/* Fills the fault for an offset in the text; always false. */
bool gcv_rule_fail_at(gcv_rule_parser *parser, size_t at, const char *format, ...) GCV_PRINTF(3, 4);
/* The same for the word at hand, where one of `wanted` should be. */
bool gcv_rule_fail_at_word(gcv_rule_parser *parser, const char *wanted);

char gcv_rule_peek(const gcv_rule_parser *parser); /* NUL at the end */
bool gcv_rule_is_letter(char c);
void gcv_rule_skip_blanks(gcv_rule_parser *parser);

/* The letters from here on; may be none. */
gcv_slice gcv_rule_next_word(const gcv_rule_parser *parser);
/* The number of a word in a list that ends with NULL; -1: it is not in the list. */
int gcv_rule_word_in(const char *const *list, gcv_slice word);
/* Takes the next word if it is in the list; otherwise -1, which is not a fault. */
int gcv_rule_take_word(gcv_rule_parser *parser, const char *const *list);

#endif
