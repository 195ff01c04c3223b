/* manual.c - manual pages; see help.h. */
#include "cli/help.h"

#include "input/load/load_heap.h"

#include <gcview/gcview.h>

#include <ctype.h>
#include <string.h>

/* mdoc dates have the name of the month. */
static void print_date(FILE *out)
{
    static const char months[][10] = {"January",   "February", "March",    "April",
                                      "May",       "June",     "July",     "August",
                                      "September", "October",  "November", "December"};
    const char *date = GCV_VERSION_DATE; /* YYYY-MM-DD */
    int month = (date[5] - '0') * 10 + date[6] - '0';
    int day = (date[8] - '0') * 10 + date[9] - '0';
    fprintf(out, ".Dd %s %d, %.4s\n", months[month - 1], day, date);
}

/* A summary may be a question; the description in NAME has no final punctuation. */
static void print_head(FILE *out, const char *page, int section, const char *summary)
{
    gcv_filler text = {.out = out, .page = true};
    char line[100];
    fputs(".\\\" Made by `gcview help --man`.\n", out);
    print_date(out);
    fputs(".Dt ", out);
    for (size_t i = 0; page[i] != '\0'; i++) {
        putc(toupper((unsigned char)page[i]), out);
    }
    fprintf(out, " %d\n.Os\n.Sh NAME\n.Nm %s\n.Nd ", section, page);
    (void)snprintf(line, sizeof line, "%s", summary);
    size_t size = strlen(line);
    while (size > 0 && strchr("?. ", line[size - 1]) != NULL) {
        size--;
    }
    line[size] = '\0';
    text.column = 1;
    gcv_fill_put(&text, line);
    gcv_fill_end(&text);
}

/* ---- parts shared by several pages -------------------------------------------------------- */

static void print_item(gcv_filler *text, const char *head, const char *summary)
{
    fprintf(text->out, ".It %s\n", head);
    gcv_fill_text(text, summary);
    gcv_fill_end(text);
}

static void print_statuses(gcv_filler *text)
{
    char number[12];
    fputs(".Sh EXIT STATUS\n.Bl -tag -width Ds\n", text->out);
    for (size_t i = 0; gcv_exit_status_text(i) != NULL; i++) {
        (void)snprintf(number, sizeof number, "%u", (unsigned)i);
        print_item(text, number, gcv_exit_status_text(i));
    }
    fputs(".El\n", text->out);
}

static void print_option(gcv_filler *text, const gcv_option *option)
{
    char value[100];
    gcv_option_value_text(option, value, sizeof value);
    fputs(".It ", text->out);
    if (option->letter != '\0') {
        fprintf(text->out, "Fl %c , ", option->letter);
    }
    fprintf(text->out, "Fl \\-%s", option->name);
    if (*value != '\0') {
        fprintf(text->out, " Ar %s", value);
    }
    putc('\n', text->out);
    gcv_fill_text(text, option->summary);
    gcv_fill_end(text);
}

/* ---- a page of a command ------------------------------------------------------------------ */

static void print_synopsis(FILE *out, const gcv_command *command)
{
    const char *operands = gcv_operands(command);
    fprintf(out, ".Sh SYNOPSIS\n.Nm gcview\n.Cm %s\n.Op Ar OPTION ...\n", command->name);
    while (*operands != '\0') {
        bool optional = *operands == '[';
        operands += optional;
        size_t size = strcspn(operands, " .]");
        bool several = operands[size] == '.';
        fprintf(out, ".%sAr %.*s%s\n", optional ? "Op " : "", (int)size, operands,
                several ? " ..." : "");
        operands += size;
        operands += strspn(operands, ".] ");
    }
}

/* Whether a paragraph ends with this line: the line ends a sentence and is not full, as the first
 * word of the next line would have fitted on it. */
static bool ends_paragraph(const char *line, size_t size)
{
    enum { WRAPPED_AT = 78 };
    const char *next = line + size + (line[size] == '\n');
    return size > 0 && strchr(".:", line[size - 1]) != NULL &&
           size + 1 + strcspn(next, " \n") < WRAPPED_AT;
}

/* Copies the next line of a description into `line`, and advances `*description`. */
static bool next_line(const char **description, char *line, size_t size, bool *ends)
{
    size_t length = strcspn(*description, "\n");
    if (**description == '\0') {
        return false;
    }
    (void)snprintf(line, size, "%.*s", (int)length, *description);
    *ends = length == 0 || ends_paragraph(*description, length);
    *description += length + ((*description)[length] == '\n');
    return true;
}

/* Prints a description. It is text wrapped by hand; lines that begin with blanks are examples. */
static void print_description(gcv_filler *text, const char *description)
{
    bool literal = false, due = false, ends = false;
    char line[200];
    while (next_line(&description, line, sizeof line, &ends)) {
        bool example = *line == ' ';
        if (example != literal) {
            gcv_fill_end(text);
            fputs(example ? ".Bd -literal -offset indent\n" : ".Ed\n", text->out);
            due = !example;
        }
        literal = example;
        if (literal) {
            gcv_fill_put(text, line + strspn(line, " "));
            gcv_fill_end(text);
        } else if (*line != '\0') {
            if (due) {
                gcv_fill_end(text);
                fputs(".Pp\n", text->out);
            }
            gcv_fill_text(text, line);
            gcv_fill_character(text, ' ');
            due = false;
        }
        due = due || (ends && !literal);
    }
    gcv_fill_end(text);
    fputs(literal ? ".Ed\n" : "", text->out);
}

static void print_command_page(FILE *out, const char *page, const gcv_command *command)
{
    gcv_filler text = {.out = out, .page = true};
    const gcv_option *option;
    print_head(out, page, 1, command->summary);
    print_synopsis(out, command);
    fputs(".Sh DESCRIPTION\n", out);
    print_description(&text, command->description);
    fputs(".Ss Columns\n", out);
    print_description(&text, command->columns);
    fputs(".Sh OPTIONS\n.Bl -tag -width Ds\n", out);
    for (size_t i = 0; (option = gcv_command_option(command, i)) != NULL; i++) {
        print_option(&text, option);
    }
    fputs(".El\n", out);
    print_statuses(&text);
    if (command->examples != NULL) {
        fputs(".Sh EXAMPLES\n", out);
        print_description(&text, command->examples);
    }
    fputs(".Sh SEE ALSO\n.Xr gcview 1\n", out);
}

/* ---- the page of the program -------------------------------------------------------------- */

/* A page named in SEE ALSO: a command or a topic. */
typedef struct manual_page {
    const char *name;
    int section;
} manual_page;

static manual_page page_at(size_t at)
{
    manual_page found = {NULL, 0};
    const gcv_topic *topic;
    if (at < gcv_n_commands()) {
        found.name = gcv_command_at(at)->name;
        found.section = 1;
    } else if ((topic = gcv_topic_at(at - gcv_n_commands())) != NULL) {
        found.name = topic->name;
        found.section = topic->section;
    }
    return found;
}

static bool is_before(manual_page a, manual_page b)
{
    return a.section != b.section ? a.section < b.section : strcmp(a.name, b.name) < 0;
}

/* Prints pages sorted by section and name, as manual pages do: each time the smallest one after the
 * last. */
static void print_see_also(FILE *out)
{
    manual_page last = {"", 0}, next, each;
    fputs(".Sh SEE ALSO\n", out);
    do {
        next.name = NULL;
        for (size_t i = 0; (each = page_at(i)).name != NULL; i++) {
            if (is_before(last, each) && (next.name == NULL || is_before(each, next))) {
                next = each;
            }
        }
        if (next.name != NULL) {
            fprintf(out, "%s.Xr gcview-%s %d", last.section > 0 ? " ,\n" : "", next.name,
                    next.section);
            last = next;
        }
    } while (next.name != NULL);
    putc('\n', out);
}

static void print_program_page(FILE *out, const char *page)
{
    gcv_filler text = {.out = out, .page = true};
    print_head(out, page, 1,
               "says what fills a managed heap, what keeps it alive and what changed");
    fputs(
        ".Sh SYNOPSIS\n.Nm\n.Ar FILE\n.Nm\n.Ar COMMAND\n.Op Ar OPTION ...\n.Ar FILE ...\n"
        ".Nm\n.Cm help\n.Op Ar COMMAND | TOPIC\n.Nm\n.Fl \\-version\n.Sh DESCRIPTION\n",
        out);
    gcv_fill_text(&text, gcv_program_summary);
    gcv_fill_text(&text,
                  " With a FILE alone it shows the first look at a dump. FILE may be - for "
                  "standard input; its format shows in its content.");
    gcv_fill_end(&text);
    fputs(".Ss Commands\n.Bl -tag -width Ds\n", out);
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        print_item(&text, gcv_command_at(i)->name, gcv_command_at(i)->summary);
    }
    fputs(".El\n.Ss Input formats\n.Bl -tag -width Ds\n", out);
    for (size_t i = 0; i < gcv_n_formats(); i++) {
        print_item(&text, gcv_format_at(i)->name, gcv_format_at(i)->summary);
    }
    fputs(".El\n.Sh ENVIRONMENT\n.Bl -tag -width Ds\n.It Ev GCVIEW_WIDTH\n", out);
    gcv_fill_text(&text, gcv_width_summary);
    gcv_fill_end(&text);
    fputs(".El\n", out);
    print_statuses(&text);
    print_see_also(out);
}

bool gcv_print_manual(FILE *out, const char *page)
{
    static const char prefix[] = "gcview-";
    const size_t size = strlen(prefix);
    const char *name = strncmp(page, prefix, size) == 0 ? page + size : page;
    const gcv_command *command = gcv_command_named(name);
    const gcv_topic *topic = gcv_topic_named(name);
    char title[64];
    (void)snprintf(title, sizeof title, "%s%s", prefix, name);
    if (command != NULL) {
        print_command_page(out, title, command);
    } else if (topic != NULL) {
        print_head(out, title, topic->section, topic->summary);
        gcv_print_topic(out, topic, true);
        fputs(".Sh SEE ALSO\n.Xr gcview 1\n", out);
    } else if (strcmp(page, "gcview") == 0) {
        print_program_page(out, page);
    } else {
        return false;
    }
    return true;
}
