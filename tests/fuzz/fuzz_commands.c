/* fuzz_commands.c - whole command lines with any bytes as input; see fuzz.h.
 *
 * The first bytes choose a command and options from the program's own lists, so new ones are
 * included:
 *
 *   bytes   choose
 *   0, 1    the command
 *   2       the number of options, and the operand of `object` and `check`
 *   3 to 6  the first option, two bytes, and its value, two bytes; and so on
 *
 * Two bytes choose the word of a list whose hash is next. A new word takes over only the bytes just
 * before its own hash, so files of the corpus keep their meaning.
 *
 * The other bytes are standard input. A second dump (for `diff`, or a baseline) and a text file
 * (rules, suppressions, a log of moves, a map of names) may follow it, each after a line `%%`; a
 * missing one equals standard input.
 *
 * In addition to the faults that sanitizers find, checks that the status is a documented one, that
 * a failure has a message, that a terminal can show the output, that memory and steps are within
 * bounds, and that memory is freed.
 */
#include "fuzz/fuzz.h"

#include "base/context.h"
#include "base/text.h"
#include "cli/io.h"
#include "cli/command_line.h"
#include "input/load/load_heap.h"
#include "support/scratch.h"
#include "support/tried.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGS_MAX = 40, OPTIONS_MAX = 6, TEXT_MAX = 64, HEAD = 3 };

/* Scratch files; the first is standard input. */
enum { FIRST, SECOND, THIRD, FILES };

typedef struct command_line {
    const gcv_command *command;
    const char *args[ARGS_MAX];
    int n;
    char texts[ARGS_MAX][TEXT_MAX];
} command_line;

/* ---- names of scratch files ------------------------------------------------------------------ */

static char scratch[FILES][SCRATCH_MAX];
static FILE *printed[2]; /* reused, because to create files costs more than most runs */

static void remove_files(void)
{
    for (size_t i = 0; i < 2; i++) {
        if (printed[i] != NULL) {
            (void)fclose(printed[i]);
        }
    }
    for (size_t i = 0; i < FILES; i++) {
        (void)remove(scratch[i]);
    }
}

static bool make_names(void)
{
    for (size_t i = 0; i < FILES; i++) {
        scratch_name(scratch[i], fuzz_folder(), "fuzz-commands");
    }
    return atexit(remove_files) == 0;
}

/* ---- from bytes to a command line ---------------------------------------------------------- */

static void add(command_line *line, const char *arg) { line->args[line->n++] = arg; }

static const char *id_of(command_line *line, uint8_t byte)
{
    char *text = line->texts[line->n];
    (void)snprintf(text, TEXT_MAX, "%x", byte);
    return text;
}

/* The word of a list that two bytes choose: that with the next hash. */
typedef struct choice {
    uint16_t bytes, distance;
    gcv_slice word; /* data NULL: none so far */
} choice;

static void offer(choice *c, gcv_slice word)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < word.size; i++) {
        hash = (hash ^ (uint8_t)word.data[i]) * 16777619u;
    }
    const uint16_t distance = (uint16_t)((hash ^ hash >> 16) - c->bytes);
    if (c->word.data == NULL || distance < c->distance) {
        c->word = word;
        c->distance = distance;
    }
}

static const char *choice_of(command_line *line, const gcv_option *option, uint16_t bytes)
{
    char *text = line->texts[line->n];
    choice c = {.bytes = bytes};
    size_t size;
    const char *word;
    for (size_t i = 0; (word = gcv_option_word(option, i, &size)) != NULL; i++) {
        offer(&c, gcv_slice_of(word, size));
    }
    (void)snprintf(text, TEXT_MAX, "%.*s", (int)c.word.size, c.word.data);
    return text;
}

/* Lists the columns of the command line so far. Options that cannot go together are left out. */
static size_t take_columns(const command_line *line, gcv_context *ctx, gcv_report_column *columns)
{
    gcv_command_line *parsed = gcv_alloc(ctx, 1, sizeof *parsed);
    gcv_command_line_init(parsed, line->command);
    for (int i = 2; i + 1 < line->n; i++) { /* the last one is --sort */
        gcv_error err;
        (void)tried(ctx, &err, gcv_take_option(ctx, parsed, line->n, line->args, &i));
    }
    const gcv_table *table = gcv_table_of(line->command->tables, &parsed->report);
    const size_t n = table != NULL ? gcv_table_columns(table, &parsed->report, columns) : 0;
    gcv_free(ctx, parsed);
    return n;
}

/* Returns a key for --sort: a column of the table that the options so far make. */
static const char *key_of(const command_line *line, uint16_t bytes)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_report_column columns[GCV_COLUMNS_MAX];
    choice c = {.bytes = bytes};
    offer(&c, gcv_slice_str("A"));
    const size_t n = ctx != NULL ? take_columns(line, ctx, columns) : 0;
    for (size_t i = 0; i < n; i++) {
        offer(&c, gcv_slice_str(columns[i].name));
    }
    gcv_context_free(ctx);
    return c.word.data;
}

static const char *format_of(uint16_t bytes)
{
    choice c = {.bytes = bytes};
    offer(&c, gcv_slice_str("moves"));
    for (size_t i = 0; i < gcv_n_formats(); i++) {
        offer(&c, gcv_slice_str(gcv_format_at(i)->name));
    }
    return c.word.data;
}

#define PICK(words, bytes) (words)[(bytes) % (sizeof(words) / sizeof(words)[0])]

/* Returns the value of an option that takes a text or a file; NULL for --output, which is skipped.
 */
static const char *text_of(const command_line *line, const gcv_option *option, uint16_t bytes)
{
    static const char *const domains[] = {"x", "y", "A"};
    if (strcmp(option->name, "output") == 0) {
        return NULL;
    }
    return strcmp(option->name, "baseline") == 0       ? scratch[SECOND]
           : strcmp(option->name, "moves") == 0        ? scratch[THIRD]
           : strcmp(option->name, "redact-map") == 0   ? scratch[THIRD]
           : strcmp(option->name, "input-format") == 0 ? format_of(bytes)
           : strcmp(option->name, "sort") == 0         ? key_of(line, bytes)
           : strcmp(option->name, "domain") == 0       ? PICK(domains, bytes)
                                                       : "A";
}

static const char *value_of(command_line *line, const gcv_option *option, uint16_t bytes)
{
    static const char *const globs[] = {"*",        "A",   "?",         "{A,B*}", "*[]",
                                        "System.*", "*a*", "*{e,[,<}*", "B"};
    static const char *const numbers[] = {"0", "1", "2", "3", "1000", "18446744073709551615"};
    static const char *const widths[] = {"0", "40", "77"};
    static const char *const snapshots[] = {"last", "first", "1", "2", "3"};
    static const char *const sizes[] = {"0", "1", "100", "4k", "16M"};
    static const char *const percents[] = {"0", "0.5", "10", "100"};
    switch (option->kind) {
    case GCV_OPTION_FLAG:
        return NULL;
    case GCV_OPTION_TEXT:
    case GCV_OPTION_FILE:
    case GCV_OPTION_DUMP:
        return text_of(line, option, bytes);
    case GCV_OPTION_TEXT_FILE:
        return scratch[THIRD];
    case GCV_OPTION_CHOICE:
        return choice_of(line, option, bytes);
    case GCV_OPTION_NUMBER:
        return strcmp(option->name, "width") == 0 ? PICK(widths, bytes) : PICK(numbers, bytes);
    case GCV_OPTION_SNAPSHOT:
        return PICK(snapshots, bytes);
    case GCV_OPTION_SIZE:
        return PICK(sizes, bytes);
    case GCV_OPTION_ID:
        return id_of(line, (uint8_t)bytes);
    case GCV_OPTION_IDS:
        (void)snprintf(line->texts[line->n], TEXT_MAX, "%x:%x", bytes & 0xf0u, (bytes & 15u) << 4);
        return line->texts[line->n];
    case GCV_OPTION_WORDS:
    case GCV_OPTION_GLOBS:
        return PICK(globs, bytes);
    case GCV_OPTION_PERCENT:
        return PICK(percents, bytes);
    }
    return NULL;
}

/* Whether the option is left out: it does not depend on the heap, differs in each run, or writes a
 * file. */
static bool is_skipped(const gcv_option *option)
{
    static const char *const names[] = {"help", "timings", "progress", "output", "quiet"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(option->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void add_option(command_line *line, uint16_t which, uint16_t bytes)
{
    const gcv_option *option;
    char *name = line->texts[line->n];
    choice c = {.bytes = which};
    for (size_t i = 0; (option = gcv_command_option(line->command, i)) != NULL; i++) {
        offer(&c, gcv_slice_str(option->name));
    }
    option = gcv_option_named(line->command, c.word.data);
    if (is_skipped(option)) {
        return;
    }
    (void)snprintf(name, TEXT_MAX, "--%s", option->name);
    add(line, name);
    const char *value = value_of(line, option, bytes);
    if (value != NULL) {
        add(line, value);
    }
}

static void add_operands(command_line *line, uint8_t byte, bool baseline)
{
    static const char *const rules[] = {"bytes <= 1",
                                        "count(*) <= 1",
                                        "retained(A) < 10%",
                                        "forbid A*",
                                        "growth bytes <= 0",
                                        "pinned count <= 1",
                                        "unreachable bytes <= 10%",
                                        "retained(namespace A) <= 1",
                                        "optional share(*[]) < 5%"};
    const unsigned inputs = line->command->inputs;
    if ((inputs & GCV_INPUT_ID) != 0 && byte % 2 == 0) {
        add(line, id_of(line, byte));
    }
    if ((inputs & GCV_INPUT_SEVERAL) != 0 || ((inputs & GCV_INPUT_FOLLOWED) != 0 && baseline)) {
        add(line, scratch[SECOND]);
    }
    add(line, "-");
    if ((inputs & GCV_INPUT_RULES) != 0) {
        add(line, PICK(rules, byte));
    }
}

static uint16_t pair_at(const uint8_t *bytes) { return (uint16_t)(bytes[0] | bytes[1] << 8); }

/* Makes a command line, and returns the number of bytes that it took. */
static size_t take_command_line(const uint8_t *bytes, size_t size, command_line *line)
{
    size_t at = HEAD, options = bytes[2] % (OPTIONS_MAX + 1);
    choice c = {.bytes = pair_at(bytes)};
    memset(line, 0, sizeof *line);
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        offer(&c, gcv_slice_str(gcv_command_at(i)->name));
    }
    line->command = gcv_command_named(c.word.data);
    add(line, "gcview");
    add(line, line->command->name);
    for (; options > 0 && at + 3 < size; options--, at += 4) {
        add_option(line, pair_at(bytes + at), pair_at(bytes + at + 2));
    }
    add_operands(line, bytes[2] / (OPTIONS_MAX + 1), bytes[2] % 2 == 0);
    return at;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* Takes the bytes before the first line `%%`, and removes them and the line from `bytes`. */
static gcv_slice take_file(gcv_slice *bytes)
{
    static const char mark[] = "\n%%\n";
    gcv_slice file = *bytes;
    for (size_t at = 0; at + sizeof mark - 1 <= bytes->size; at++) {
        if (memcmp(bytes->data + at, mark, sizeof mark - 1) == 0) {
            file.size = at + 1;
            at += sizeof mark - 1;
            *bytes = gcv_slice_of(bytes->data + at, bytes->size - at);
            return file;
        }
    }
    *bytes = gcv_slice_of(file.data + file.size, 0);
    return file;
}

/* Returns a scratch file with these bytes, at its beginning; NULL: it cannot be written. */
static FILE *give(const char *name, gcv_slice bytes)
{
    FILE *file = fopen(name, "wb+");
    if (file != NULL && bytes.size > 0 && fwrite(bytes.data, bytes.size, 1, file) != 1) {
        (void)fclose(file);
        return NULL;
    }
    if (file != NULL) {
        rewind(file);
    }
    return file;
}

/* Writes a file if the command line names it. */
static bool provide(const command_line *line, const char *name, gcv_slice bytes)
{
    bool named = false;
    FILE *file;
    for (int i = 0; i < line->n; i++) {
        named = named || strcmp(line->args[i], name) == 0;
    }
    file = named ? give(name, bytes) : NULL;
    return !named || (file != NULL && fclose(file) == 0);
}

/* ---- what must hold -------------------------------------------------------------------------- */

typedef struct outcome {
    bool is_terminal; /* standard output was taken for one */
    int status;
    size_t out_size, err_size;
} outcome;

/* Returns the bytes that were written to a scratch file; NULL: too many, or not readable. */
static char *written(FILE *file, size_t *size)
{
    long end = fflush(file) == 0 ? ftell(file) : -1;
    char *bytes = end >= 0 ? malloc((size_t)end + 1) : NULL;
    rewind(file);
    *size = bytes != NULL ? fread(bytes, 1, (size_t)end, file) : 0;
    rewind(file);
    return bytes;
}

/* Takes the bytes off the front that begin or end a color. */
static bool take_color(gcv_slice *text)
{
    static const char *const colors[] = {"\x1b[0m", "\x1b[1m", "\x1b[36m"};
    for (size_t i = 0; i < sizeof colors / sizeof colors[0]; i++) {
        if (gcv_slice_begins(*text, colors[i])) {
            const size_t size = strlen(colors[i]);
            *text = gcv_slice_of(text->data + size, text->size - size);
            return true;
        }
    }
    return false;
}

static bool is_clean(gcv_slice text, bool has_color)
{
    while (text.size > 0) {
        if (has_color && take_color(&text)) {
            continue;
        }
        size_t before = text.size;
        uint32_t code = gcv_utf8_next(&text);
        bool cut = code == GCV_REPLACEMENT && before - text.size == 1;
        if (cut || (gcv_is_unseen(code) && code != '\n' && code != '\r' && code != '\t')) {
            return false;
        }
    }
    return true;
}

static bool asks_for_color(const command_line *line)
{
    int i = 0;
    while (i < line->n && strcmp(line->args[i], "always") != 0) {
        i++;
    }
    return i < line->n;
}

static const char *check_streams(const command_line *line, FILE *out, FILE *err, outcome *r)
{
    const bool has_color = r->is_terminal || asks_for_color(line);
    char *result = written(out, &r->out_size), *said = written(err, &r->err_size);
    const char *wrong = NULL;
    if (result == NULL || said == NULL) {
        wrong = "output that cannot be read";
    } else if (line->command->output != GCV_OUTPUT_BYTES &&
               !is_clean(gcv_slice_of(result, r->out_size), has_color)) {
        wrong = "a result that is not fit for a terminal";
    } else if (!is_clean(gcv_slice_of(said, r->err_size), false)) {
        wrong = "a message that is not fit for a terminal";
    } else if (r->status < GCV_EXIT_OK || r->status >= GCV_EXIT_OUTPUT) {
        wrong = "a status that cannot be";
    } else if (r->status != GCV_EXIT_OK && r->status != GCV_EXIT_GATE && r->err_size == 0) {
        wrong = "a failure without a message";
    }
    free(result);
    free(said);
    return wrong;
}

static const char *check_costs(const gcv_context *ctx, size_t size, const outcome *r,
                               uint64_t steps)
{
    const uint64_t all = (uint64_t)size * FILES + r->out_size + r->err_size;
    return ctx->used != 0                                        ? "memory that is not given back"
           : ctx->peak > (uint64_t)size * 64 * 2 + (16u << 20)   ? "too much memory"
           : ctx->allocations > all * 16 + 20000                 ? "too many allocations"
           : steps > all * FUZZ_STEPS_A_BYTE + FUZZ_STEPS_ALWAYS ? "too many steps"
                                                                 : NULL;
}

static const char *run(const command_line *line, FILE *in, size_t size)
{
    FILE *out = printed[0] = printed[0] != NULL ? printed[0] : tmpfile();
    FILE *err = printed[1] = printed[1] != NULL ? printed[1] : tmpfile();
    gcv_context *ctx = gcv_context_new(0);
    const char *wrong = "no scratch files";
    if (ctx != NULL && in != NULL && out != NULL && err != NULL) {
        gcv_cli_io io = {.in = in, .out = out, .err = err, .ctx = ctx};
        outcome r;
        r.is_terminal = size % 4 == 0;
        io.columns = r.is_terminal ? 60 : 0;
        uint64_t steps = fuzz_steps();
        ctx->seed = 1; /* makes runs reproducible */
        r.status = gcv_cli_run(line->n, line->args, &io);
        steps = fuzz_steps() - steps;
        wrong = check_streams(line, out, err, &r);
        wrong = wrong == NULL ? check_costs(ctx, size, &r, steps) : wrong;
    }
    gcv_context_free(ctx);
    return wrong;
}

static void show(const command_line *line)
{
    for (int i = 0; i < line->n; i++) {
        fprintf(stderr, "%s%s", line->args[i], i + 1 < line->n ? " " : "\n");
    }
}

const char *fuzz_commands(const uint8_t *bytes, size_t size)
{
    command_line line;
    gcv_slice files[FILES];
    FILE *in;
    if (size < HEAD) {
        return NULL;
    }
    if (scratch[0][0] == '\0' && !make_names()) {
        return "no scratch files";
    }
    size_t head = take_command_line(bytes, size, &line);
    gcv_slice rest = gcv_slice_of((const char *)bytes + head, size - head);
    for (size_t i = 0; i < FILES; i++) {
        bool more = i == 0 || rest.size > 0;
        files[i] = more ? take_file(&rest) : files[0];
    }
    if (!provide(&line, scratch[SECOND], files[1]) || !provide(&line, scratch[THIRD], files[2])) {
        return "no scratch files";
    }
    in = give(scratch[FIRST], files[0]);
    const char *wrong = run(&line, in, size);
    if (in != NULL) {
        (void)fclose(in);
    }
    if (wrong != NULL) {
        show(&line);
    }
    return wrong;
}
