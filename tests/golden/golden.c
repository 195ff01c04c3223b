/* golden.c - runs the cases of a transcript (transcript.h) in process, and compares all output.
 *
 *   golden FOLDER TRANSCRIPT [CASE]
 *
 * $OUT is in FOLDER. With GCVIEW_BLESS=1 in the environment, the transcript is rewritten with the
 * actual output; review the difference before you keep it.
 */
#include "base/system.h"
#include "cli/io.h"
#include "golden/transcript.h"
#include "support/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct runner {
    const char *name; /* of the transcript */
    bool bless;
    FILE *nothing, *out, *err; /* scratch files */
    char out_name[SCRATCH_MAX];
    unsigned n_cases, n_failed;
} runner;

static void stop(const char *name, unsigned line, const char *what)
{
    fprintf(stderr, "%s:%u: %s\n", name, line, what);
    exit(2);
}

static FILE *scratch_file(void)
{
    FILE *file = gcv_system_temporary(); /* on Windows, tmpfile() fails for parallel runs */
    if (file == NULL) {
        stop("golden", 1, "no scratch file");
    }
    return file;
}

/* Appends the next `size` bytes of the file, or all up to its end. */
static void read_all(FILE *file, size_t size, text *t)
{
    char buffer[4096];
    while (size > 0) {
        size_t got = fread(buffer, 1, size < sizeof buffer ? size : sizeof buffer, file);
        text_put(t, buffer, got);
        size = got > 0 ? size - got : 0;
    }
}

static bool read_file(const char *name, text *t)
{
    FILE *file = fopen(name, "rb");
    text_put(t, "", 0);
    if (file == NULL) {
        return false;
    }
    read_all(file, SIZE_MAX, t);
    (void)fclose(file);
    return true;
}

/* Reads what was written since the file was rewound. The file is not truncated, so its position is
 * the end. */
static void catch_text(FILE *file, text *t)
{
    long end = fflush(file) == 0 ? ftell(file) : -1;
    if (end < 0) {
        stop("golden", 1, "a scratch file cannot be written");
    }
    rewind(file);
    text_put(t, "", 0);
    read_all(file, (size_t)end, t);
}

/* ---- one case ----------------------------------------------------------------------------- */

/* Runs a command, and appends its result to `shown`. */
static void run_command(runner *r, const command *c, unsigned line, text *shown)
{
    gcv_cli_io io = {.out = r->out, .err = r->err, .width = c->width, .plain = true};
    golden_result result = {0};
    text out = {0}, err = {0}, file = {0};
    FILE *input = NULL;
    if (c->input != NULL && strcmp(c->input, "/dev/null") != 0) {
        input = fopen(c->input, "rb");
        if (input == NULL) {
            stop(r->name, line, "the input cannot be read");
        }
    }
    io.columns = c->terminal != NULL ? strtoul(c->terminal, NULL, 10) : 0;
    io.in = input != NULL ? input : r->nothing;
    rewind(io.in);
    rewind(r->out);
    rewind(r->err);
    (void)remove(r->out_name);
    result.status = gcv_cli_run(c->n_words, c->words, &io);
    catch_text(r->out, &out);
    catch_text(r->err, &err);
    result.out = out.data;
    result.out_size = out.size;
    result.err = err.data;
    result.err_size = err.size;
    if (read_file(r->out_name, &file)) {
        result.file = file.data;
        result.file_size = file.size;
    }
    transcript_put_result(shown, &result);
    (void)remove(r->out_name);
    if (input != NULL) {
        (void)fclose(input);
    }
    text_release(&out);
    text_release(&err);
    text_release(&file);
}

static void show_lines(const char *mark, const char *from, const char *to)
{
    while (from < to) {
        const char *end = memchr(from, '\n', (size_t)(to - from));
        end = end != NULL ? end + 1 : to;
        printf("%s%.*s", mark, (int)(end - from), from);
        from = end;
    }
}

/* Prints both texts as a difference: all lines from the first to the last one that differs. */
static void show_difference(const char *a, size_t a_size, const char *b, size_t b_size)
{
    size_t same = 0, first = 0, last = 0;
    for (; same < a_size && same < b_size && a[same] == b[same]; same++) {
        first = a[same] == '\n' ? same + 1 : first;
    }
    for (same = 0; same < a_size - first && same < b_size - first &&
                   a[a_size - same - 1] == b[b_size - same - 1];
         same++) {
        last = a[a_size - same - 1] == '\n' ? same : last;
    }
    if (same == a_size - first || same == b_size - first) {
        last = same; /* one text has all lines of the other */
    }
    show_lines("  ", a, a + first);
    show_lines("- ", a + first, a + a_size - last);
    show_lines("+ ", b + first, b + b_size - last);
    show_lines("  ", a + a_size - last, a + a_size);
}

/* Runs a case, and appends it with its actual output to `now`. */
static void run_case(runner *r, const golden_case *c, text *now)
{
    command call;
    text shown = {0};
    const char *wrong = command_parse(&call, c->command, c->command_size, r->out_name);
    if (wrong != NULL) {
        stop(r->name, c->line, wrong);
    }
    printf("%s:%u: %.*s\n", r->name, c->line, (int)c->name_size, c->name);
    (void)fflush(stdout); /* if this case crashes, its name is the last one */
    run_command(r, &call, c->line, &shown);
    command_release(&call);
    r->n_cases++;
    if (shown.size != c->expected_size ||
        (shown.size > 0 && memcmp(shown.data, c->expected, shown.size) != 0)) {
        r->n_failed++;
        printf("  $ %.*s\n", (int)c->command_size, c->command);
        show_difference(c->expected, c->expected_size, shown.data, shown.size);
    }
    text_put(now, c->head, c->head_size);
    text_put(now, shown.data, shown.size);
    text_release(&shown);
}

/* ---- one transcript ----------------------------------------------------------------------- */

static void bless(const char *name, const text *now)
{
    FILE *file = fopen(name, "wb");
    if (file == NULL || fwrite(now->data, 1, now->size, file) != now->size || fclose(file) != 0) {
        stop(name, 1, "cannot be written");
    }
}

/* Runs the cases with the name `only`; NULL: all. */
static void run_transcript(runner *r, const char *only)
{
    text before = {0}, now = {0};
    unsigned line = 1;
    if (!read_file(r->name, &before) || strlen(before.data) != before.size) {
        stop(r->name, 1, "not a text that can be read");
    }
    for (const char *at = before.data; *at != '\0';) {
        golden_case c;
        const char *wrong = transcript_case(&at, &line, &c);
        if (wrong != NULL) {
            stop(r->name, line, wrong);
        }
        if (c.command != NULL && (only == NULL || (strlen(only) == c.name_size &&
                                                   memcmp(only, c.name, c.name_size) == 0))) {
            run_case(r, &c, &now);
        } else {
            text_put(&now, c.head, c.head_size);
            text_put(&now, c.expected, c.expected_size);
        }
    }
    if (r->bless && (now.size != before.size || memcmp(now.data, before.data, now.size) != 0)) {
        bless(r->name, &now);
    }
    text_release(&before);
    text_release(&now);
}

int main(int argc, char **argv)
{
    const char *wish = getenv("GCVIEW_BLESS");
    runner r = {0};
    const bool has_case = argc == 4 && strstr(argv[3], ".txt") == NULL;
    if (argc < 3) {
        fputs("usage: golden FOLDER TRANSCRIPT [CASE | TRANSCRIPT...]\n", stderr);
        return 2;
    }
    r.bless = wish != NULL && *wish != '\0';
    r.nothing = scratch_file();
    r.out = scratch_file();
    r.err = scratch_file();
    scratch_name(r.out_name, argv[1], "golden");
    for (int i = 2; i < argc - has_case; i++) {
        const unsigned before = r.n_cases;
        r.name = argv[i];
        run_transcript(&r, has_case ? argv[3] : NULL);
        if (r.n_cases == before) {
            stop(r.name, 1, "no such case");
        }
    }
    (void)fclose(r.nothing);
    (void)fclose(r.out);
    (void)fclose(r.err);
    printf("%u cases, %u %s\n", r.n_cases, r.n_failed, r.bless ? "rewritten" : "failed");
    return r.n_failed > 0 && !r.bless;
}
