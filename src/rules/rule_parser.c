/* rule_parser.c - characters, words and faults of rules; see rule_parts.h. */
#include "rules/rule_parts.h"

bool gcv_rule_fail_at(gcv_rule_parser *parser, size_t at, const char *format, ...)
{
    gcv_slice before = gcv_slice_of(parser->text.data, at);
    parser->fault->column = 1;
    while (before.size > 0) {
        (void)gcv_utf8_next(&before);
        parser->fault->column++;
    }
    GCV_PRINT_ARGS(parser->fault->message, format);
    return false;
}

char gcv_rule_peek(const gcv_rule_parser *parser)
{
    return parser->at < parser->text.size ? parser->text.data[parser->at] : '\0';
}

void gcv_rule_skip_blanks(gcv_rule_parser *parser)
{
    while (gcv_is_blank(gcv_rule_peek(parser))) {
        parser->at++;
    }
}

gcv_slice gcv_rule_next_word(const gcv_rule_parser *parser)
{
    size_t end = parser->at;
    while (end < parser->text.size && gcv_is_letter(parser->text.data[end])) {
        end++;
    }
    return gcv_slice_of(parser->text.data + parser->at, end - parser->at);
}

int gcv_rule_word_in(const char *const *list, gcv_slice word)
{
    for (int i = 0; list[i] != NULL; i++) {
        if (gcv_slice_is(word, list[i])) {
            return i;
        }
    }
    return -1;
}

int gcv_rule_take_word(gcv_rule_parser *parser, const char *const *list)
{
    gcv_rule_skip_blanks(parser);
    gcv_slice word = gcv_rule_next_word(parser);
    int found = gcv_rule_word_in(list, word);
    parser->at += found >= 0 ? word.size : 0;
    return found;
}

/* The keyword that is nearest to a misspelt word; NULL: none is near. */
static const char *nearest(gcv_slice word)
{
    static const char *const known[] = {"growth",      "forbid",   "count",     "bytes",
                                        "retained",    "pinned",   "reachable", "unreachable",
                                        "finalizable", "optional", NULL};
    const char *best = NULL;
    unsigned least = 3;
    for (int i = 0; word.size >= 3 && known[i] != NULL; i++) {
        unsigned distance = gcv_slice_distance(word, gcv_slice_str(known[i]), false, 3);
        if (distance < least) {
            least = distance;
            best = known[i];
        }
    }
    return best;
}

bool gcv_rule_fail_at_word(gcv_rule_parser *parser, const char *wanted)
{
    gcv_slice word = gcv_rule_next_word(parser);
    const char *near = nearest(word);
    if (word.size == 0) {
        return gcv_rule_fail_at(parser, parser->at, "%s is missing", wanted);
    }
    return near != NULL
               ? gcv_rule_fail_at(parser, parser->at, "unknown word '%.*s'; did you mean '%s'?",
                                  (int)word.size, word.data, near)
               : gcv_rule_fail_at(parser, parser->at, "unknown word '%.*s'; there are %s",
                                  (int)(word.size < 40 ? word.size : 40), word.data, wanted);
}
