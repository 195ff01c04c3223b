/* parsed.c - command lines that a test writes as text; see parsed.h. */
#include "support/parsed.h"

#include "support/check.h"
#include "support/tried.h"

#include <string.h>

enum { WORDS_MAX = 40 };

/* Finds the words after the command, and returns their number. */
static int split(char *words, const char *args[WORDS_MAX])
{
    char *next = strchr(words, ' ');
    int n = 0;
    while (next != NULL) {
        *next++ = '\0';
        assert_true(n < WORDS_MAX);
        args[n++] = next;
        next = strchr(next, ' ');
    }
    return n;
}

static void parse(gcv_context *ctx, gcv_command_line *line, const char *command, int n,
                  const char *const *args)
{
    gcv_error err;
    assert_non_null(gcv_command_named(command));
    gcv_command_line_init(line, gcv_command_named(command));
    if (tried(ctx, &err, gcv_parse_options(ctx, line, n, args)) != GCV_OK) {
        fail_msg("%s: %s", command, err.message);
    }
}

void parsed_line(gcv_context *ctx, gcv_command_line *line, char *words, size_t n_files)
{
    const char *args[WORDS_MAX];
    const bool is_named = strstr(words, " FILE ") != NULL;
    int n = split(words, args);
    const gcv_command *command = gcv_command_named(words);
    const unsigned several = GCV_INPUT_SEVERAL | GCV_INPUT_FOLLOWED;
    assert_non_null(command);
    for (size_t i = 0; i < ((command->inputs & several) != 0 ? n_files : !is_named); i++) {
        args[n++] = "f";
    }
    if ((command->inputs & GCV_INPUT_FOLLOWED) != 0) {
        args[n++] = "--moves=m";
    }
    assert_true(n <= WORDS_MAX);
    parse(ctx, line, words, n, args);
}

void parsed_needs(const char *words, gcv_needs *needs)
{
    char copy[480];
    const char *args[WORDS_MAX];
    gcv_command_line line;
    gcv_context *ctx = gcv_context_new(0);
    assert_true(strlen(words) < sizeof copy);
    strcpy(copy, words);
    int n = split(copy, args);
    for (int i = 0; i < n; i++) {
        char *tab = strchr(args[i], '\t'); /* a blank within a word */
        while (tab != NULL) {
            *tab = ' ';
            tab = strchr(tab, '\t');
        }
    }
    parse(ctx, &line, copy, n, args);
    if (line.command->prepare != NULL) {
        line.command->prepare(ctx, &line.report);
    }
    *needs = gcv_command_needs(line.command, &line.report);
    gcv_blocks_free(ctx, NULL);
    gcv_context_free(ctx);
}
