/* The help of the program, and its agreement with the documents. */
#include "support/check.h"
#include "support/document.h"
#include "support/tried.h"

#include "cli/command_line.h"
#include "cli/help.h"
#include "cli/mistakes.h"
#include "output/display.h"
#include "support/written.h" /* its `table` would shadow names in other headers */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* docs/output.md has the schema of each command. */
static void test_schemas(NO_STATE)
{
    char *text = read_document("docs/output.md");
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        const gcv_command *command = gcv_command_at(i);
        char row[80];
        if (command->output == GCV_OUTPUT_BYTES) {
            continue;
        }
        (void)snprintf(row, sizeof row, "\n| `gcview.%s/%u` |", command->name,
                       command->schema > 0 ? command->schema : 1);
        if (strstr(text, row) == NULL) {
            fail_msg("docs/output.md lacks:%s", row);
        }
    }
    free(text);
}

/* Each command has an example: a line that begins with two blanks. */
static void test_examples(NO_STATE)
{
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        const gcv_command *command = gcv_command_at(i);
        const char *line = command->examples;
        if (line == NULL) {
            assert_non_null(strstr(command->description, "\n  gcview "));
        }
        for (; line != NULL; line = strchr(line + 1, '\n')) {
            assert_memory_equal(line + (*line == '\n'), "  gcview ", 9);
        }
    }
}

/* Lines fit 80 columns, unless they are command lines to paste. */
static void check_help_fits(FILE *file, bool has_commands)
{
    size_t size;
    char *text = contents(file, &size);
    for (const char *at = text; *at != '\0';) {
        const size_t n = strcspn(at, "\n");
        const bool pasted = has_commands && at[0] == ' ' && at[1] == ' ' && isalpha(at[2]);
        if (!pasted && gcv_display_width(gcv_slice_of(at, n)) > 80) {
            fail_msg("%.*s", (int)n, at);
        }
        at += n + 1;
    }
    assert_true(size > 0);
    free(text);
    (void)fclose(file);
}

static void test_help_fits(NO_STATE)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    gcv_print_help(file);
    check_help_fits(file, false);
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        file = tmpfile();
        assert_non_null(file);
        gcv_print_command_help(file, gcv_command_at(i));
        check_help_fits(file, true);
    }
}

/* ---- topics ------------------------------------------------------------------------------- */

typedef struct word {
    char text[4000];
    size_t n;
} word;

static void word_add(word *w, char c)
{
    assert_true(w->n < sizeof w->text);
    w->text[w->n++] = (char)toupper((unsigned char)c);
}

/* The next word of markdown: without marks of links, tables, headings, fences and bold text.
 * `*at` stands behind another character; `*code`: between fences; `*quoted`: between
 * backquotes. False: there is none. */
static bool next_of_document(const char **at, bool *code, bool *quoted, word *w)
{
    for (w->n = 0; **at != '\0'; ++*at) {
        const char *p = *at;
        bool starts_line = p[-1] == '\n';
        if (strncmp(p, "```", 3) == 0) {
            *code = !*code;
            *at = strchr(p, '\n') - 1;
        } else if (*code && *p != ' ' && *p != '\n') {
            word_add(w, *p);
        } else if (*p == ' ' || *p == '\n') {
            *quoted = *quoted && *p != '\n';
            if (w->n > 0 && (w->n > 1 || w->text[0] != '|')) {
                return true;
            }
            w->n = 0;
        } else if (starts_line && (*p == '#' || strncmp(p, "|---", 4) == 0)) {
            *at += strspn(p, "#|-") - 1;
        } else if (!*quoted && strncmp(p, "](", 2) == 0) {
            *at = strchr(p, ')');
        } else if (strncmp(p, "\\|", 2) == 0) {
            word_add(w, *++*at);
        } else if (*quoted || (*p != '|' && *p != '[' && *p != ']' && strncmp(p, "**", 2) != 0)) {
            *quoted ^= *p == '`';
            word_add(w, *p);
        } else if (*p == '*') {
            ++*at;
        }
    }
    return w->n > 0;
}

static bool next_of_output(const char **at, word *w)
{
    do {
        *at += strspn(*at, " \n");
        for (w->n = 0; **at != '\0' && **at != ' ' && **at != '\n'; ++*at) {
            word_add(w, **at);
        }
    } while (w->n == 1 && w->text[0] == '|');
    return w->n > 0;
}

static char *printed(const gcv_topic *topic, bool page)
{
    FILE *file = tmpfile();
    size_t size;
    assert_non_null(file);
    gcv_print_topic(file, topic, page);
    char *text = contents(file, &size);
    (void)fclose(file);
    return text;
}

/* The topic has the words of the document, one by one. */
static void test_topics(NO_STATE)
{
    for (size_t i = 0; gcv_topic_at(i) != NULL; i++) {
        const gcv_topic *topic = gcv_topic_at(i);
        char name[80];
        bool code = false, quoted = false, more = true;
        size_t n = 0;
        (void)snprintf(name, sizeof name, "docs/%s.md", topic->name);
        char *document = read_document(name);
        char *output = printed(topic, false);
        const char *from =
            strncmp(document, "---\n", 4) == 0 ? strstr(document, "\n---\n\n") + 6 : document;
        assert_int_equal(*from++, '#'); /* after the front matter of a skill */
        const char *to = output;
        while (more) {
            word a, b;
            more = next_of_document(&from, &code, &quoted, &a);
            if (next_of_output(&to, &b) != more ||
                (more && (a.n != b.n || memcmp(a.text, b.text, a.n) != 0))) {
                fail_msg("%s: '%.*s' is printed as '%.*s'", name, (int)a.n, a.text, (int)b.n,
                         b.text);
            }
            n++;
        }
        assert_true(n > 100);
        assert_null(gcv_command_named(topic->name));
        assert_ptr_equal(gcv_topic_named(topic->name), topic);
        assert_true(topic->also == NULL || gcv_topic_named(topic->also) == topic);
        free(document);
        free(output);
    }
}

/* Only lines to paste and single words may be long. No line ends in a blank. */
static void test_topic_lines(NO_STATE)
{
    for (size_t i = 0; gcv_topic_at(i) != NULL; i++) {
        char *output = printed(gcv_topic_at(i), false), *line = output, *end;
        for (; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            *end = '\0';
            assert_true(end == line || end[-1] != ' ');
            assert_true(gcv_display_width(gcv_slice_str(line)) <= 78 ||
                        strncmp(line, "    ", 4) == 0 ||
                        strchr(line + strspn(line, " "), ' ') == NULL);
        }
        assert_int_equal(*line, '\0');
        free(output);
    }
}

/* Each kind of markup, lines of 70 and 71 characters, and what mdoc must not take for a macro. */
static void test_topic_manual(NO_STATE)
{
    char document[] =
        "# Title\n\nOne. Two (of `-a`.) Three *stars* **bold** [link](x.md)\ngoes "
        "on.\n\n'quoted\n\n"
        "1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 1234\n\n"
        "1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 12345\n\n"
        "* item\n  its end\n\n  second paragraph\n* next\n\n1. n\n\n## Is it one?\n\nText.\n\n"
        "### Part\n\n| a | b | c |\n|---|---|---|\n| `a` | b | c |\n| a\\|b | d | |\n\nAfter it\n\n"
        "```sh\n.code \\ end\n\nlast\n```\n\n  tail";
    const char *lines[50];
    const gcv_topic topic = {"name", "summary", lines, 7, NULL};
    char *at = document;
    size_t n = 0;
    for (lines[n++] = at; (at = strchr(at, '\n')) != NULL; lines[n++] = at) {
        *at++ = '\0';
    }
    lines[n] = NULL;
    char *text = printed(&topic, true);
    assert_string_equal(
        text,
        ".Sh DESCRIPTION\nOne.\nTwo (of `\\-a`.)\nThree *stars* bold link goes on.\n"
        ".Pp\n\\&'quoted\n"
        ".Pp\n1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 1234\n"
        ".Pp\n1234567890 1234567890 1234567890 1234567890 1234567890 1234567890\n12345\n"
        ".Bl -bullet\n.It\nitem its end\n.Pp\nsecond paragraph\n.It\nnext\n.El\n"
        ".Bl -enum\n.It\nn\n.El\n.Sh IS IT ONE\nText.\n.Ss Part\n"
        ".Bl -tag -width Ds\n.It `a`\nb | c\n.It a|b\nd\n.El\n.Pp\nAfter it\n"
        ".Bd -literal -offset indent\n\\&.code \\e end\n\nlast\n.Ed\n.Pp\ntail\n");
    free(text);
}

/* ---- words of other tools ----------------------------------------------------------------- */

/* Replaces each word in capitals by an example, and splits at blanks; returns the number of words.
 */
static int words_of(const char *answer, char *text, const char **words)
{
    static const struct {
        const char *name, *example;
    } examples[] = {{"FILE", "f"}, {"OLD", "f"}, {"NEW", "g"}, {"ID", "1"}, {"NAME", "X"}};
    int n = 0;
    strcpy(text, answer);
    for (char *next = strtok(text, " "); next != NULL; next = strtok(NULL, " ")) {
        words[n++] = next;
        for (size_t i = 0; i < CHECK_COUNT(examples); i++) {
            if (strcmp(next, examples[i].name) == 0) {
                words[n - 1] = examples[i].example;
            }
        }
    }
    return n;
}

static void check_answer(const char *answer)
{
    char text[100];
    const char *words[20];
    int n = words_of(answer, text, words);
    gcv_context ctx = {0};
    gcv_command_line line;
    gcv_error err;
    if (strcmp(words[0], "help") == 0) {
        assert_true(n == 1 || gcv_topic_named(words[1]) != NULL ||
                    strcmp(answer, "help --completion bash") == 0);
    } else if (strcmp(words[0], "f") != 0 && strcmp(words[0], "--version") != 0) {
        assert_non_null(gcv_command_named(words[0]));
        gcv_command_line_init(&line, gcv_command_named(words[0]));
        if (strchr(answer, '\'') == NULL && /* a word with blanks */
            tried(&ctx, &err, gcv_parse_options(&ctx, &line, n - 1, words + 1)) != GCV_OK) {
            fail_msg("gcview %s: %s", answer, err.message);
        }
    }
}

/* Each answer is a command line. */
static void test_other_words(NO_STATE)
{
    for (size_t i = 0; gcv_other_word_at(i) != NULL; i++) {
        const gcv_other_word *other = gcv_other_word_at(i);
        for (const char *const *each = other->words; *each != NULL; each++) {
            assert_ptr_equal(gcv_other_word_named(*each), other);
            assert_null(gcv_command_named(*each));
        }
        check_answer(other->answers[0]);
        if (other->answers[1] != NULL) {
            check_answer(other->answers[1]);
        }
    }
    assert_ptr_equal(gcv_other_word_named("!DumpHeap"), gcv_other_word_named("dumpheap"));
    assert_ptr_equal(gcv_other_word_named("Path-To_Root"), gcv_other_word_named("pathtoroot"));
    assert_null(gcv_other_word_named(""));
    assert_null(gcv_other_word_named("dumpheaps"));
    assert_null(gcv_other_word_named("dumphea"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schemas),     cmocka_unit_test(test_examples),
        cmocka_unit_test(test_help_fits),   cmocka_unit_test(test_topics),
        cmocka_unit_test(test_topic_lines), cmocka_unit_test(test_topic_manual),
        cmocka_unit_test(test_other_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
