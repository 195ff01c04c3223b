/* rule_parser.h - what the files that parse rules share; nobody else includes this. */
#ifndef GCV_REPORT_RULE_PARSER_H
#define GCV_REPORT_RULE_PARSER_H

#include "report/rule.h"

typedef struct gcv_rule_parser {
    gcv_slice text;
    size_t at;
    gcv_rule_fault *fault;
} gcv_rule_parser;

/* Each function that takes something moves behind it, and is false with the fault filled if it is
 * not there. */

/* False; fills the fault for a place in the text. */
bool gcv_rule_fail_at(gcv_rule_parser *parser, size_t at, const char *format, ...) GCV_PRINTF(3, 4);
/* The same for the word at this place, of which `wanted` should be one. */
bool gcv_rule_fail_at_word(gcv_rule_parser *parser, const char *wanted);

char gcv_rule_peek(const gcv_rule_parser *parser); /* NUL at the end */
bool gcv_rule_is_blank(char c);
bool gcv_rule_is_letter(char c);
void gcv_rule_skip_blanks(gcv_rule_parser *parser);
gcv_slice gcv_rule_trimmed(gcv_slice text);

/* The letters at this place; may be none. */
gcv_slice gcv_rule_next_word(const gcv_rule_parser *parser);
/* The number of a word in a list that ends with NULL; -1: it is not there. */
int gcv_rule_word_in(const char *const *list, gcv_slice word);
/* Takes the next word if it is in the list. */
int gcv_rule_take_word(gcv_rule_parser *parser, const char *const *list);

bool gcv_rule_take_comparison(gcv_rule_parser *parser, gcv_rule *rule);
bool gcv_rule_take_limit(gcv_rule_parser *parser, gcv_rule *rule);

#endif
