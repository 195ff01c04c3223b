/* whole_truncate.c - damaged logs: samples cut off after every byte, and with every byte replaced.
 * For any input, each command ends with a documented status, reports missing parts, and does not
 * contradict the other commands.
 *
 * The argument is the part to run: cut-published, cut-published-no-times, cut-leak-story or bytes.
 */
#include "support/effort.h"
#include "whole/whole.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const commands[] = {
    "summary --format tsv -",   "stats --format tsv -",
    "stats --retained -",       "roots -",
    "roots --by kind -",        "chains --type * -",
    "retained --top 0 -",       "tree --top 0 -",
    "objects --top 0 -",        "what-if --drop-root static -",
    "tree --by type --top 0 -",
};

static const char *part_name;

/* ---- what is to be expected --------------------------------------------------------------- */

/* The content of a prefix of a sample. All lines are those of a valid file, and only the last one
 * can be cut off, so the number of elements shows whether a line is a whole record. */
typedef struct prospect {
    bool any;     /* a valid record at all */
    bool open;    /* a section has no end record */
    bool stumped; /* the last line is no valid record */
} prospect;

static size_t count_elements(const char *line, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < size; i++) {
        n += line[i] != ' ' && (i == 0 || line[i - 1] == ' ');
    }
    return n;
}

static const char digits[] = "0123456789abcdef";

/* Returns the size of the name at the start of a text, which a time stamp may follow. */
static size_t name_size(const char *text, size_t size)
{
    while (size > 0 && text[size - 1] == ' ') {
        size--;
    }
    size_t at = size;
    while (at > 0 && strchr(digits, text[at - 1]) != NULL) {
        at--;
    }
    return at > 0 && at < size && text[at - 1] == ' ' ? at - 1 : size;
}

/* Returns the time stamp after the name; 0: there is none. */
static uint64_t time_of(const char *text, size_t size)
{
    size_t at = name_size(text, size);
    uint64_t time = 0;
    for (at++; at < size && text[at] != ' '; at++) {
        time = time * 16 + (uint64_t)(strchr(digits, text[at]) - digits);
    }
    return time;
}

static prospect look_ahead(const char *bytes, size_t size)
{
    prospect p = {false, false, false};
    const char *name = NULL; /* of the open section */
    size_t name_n = 0;
    uint64_t started = 0;
    size_t at = 0;
    while (at < size) {
        const char *line = bytes + at;
        const char *newline = memchr(line, '\n', size - at);
        size_t n = newline != NULL ? (size_t)(newline - line) : size - at;
        size_t elements = count_elements(line, n);
        size_t wanted = line[0] == 'c' ? 2 : line[0] == 'a' || line[0] == 't' ? 3 : 4;
        at += n + 1;
        if (n == 0) {
            continue;
        }
        if (elements < wanted) {
            p.stumped = true;
            continue;
        }
        p.any = true;
        if (line[0] == 'a') {
            p.open = true;
            name = line + 4; /* after "a 2 " */
            name_n = name_size(name, n - 4);
            started = time_of(name, n - 4);
        } else if (line[0] == 'c' && name_size(line + 2, n - 2) == name_n &&
                   memcmp(line + 2, name, name_n) == 0) {
            /* If the record may be cut off within its time stamp, it is the end only if that is not
             * before the start. */
            p.open = newline == NULL && time_of(line + 2, n - 2) < started;
        }
    }
    return p;
}

/* ---- what comes out ----------------------------------------------------------------------- */

static void fail_run(const whole *w, const char *what, const char *command, size_t at, int byte)
{
    fail_msg("%s at %zu (%d): %s: %s: status %d, it says: %.300s%.300s", part_name, at, byte,
             command, what, w->status, w->err_text, w->out_text);
}

/* Returns the sum of a column of decimals; columns count from 0, and the first line is the header.
 */
static uint64_t sum_column(const char *table, unsigned column)
{
    uint64_t sum = 0;
    const char *line = strchr(table, '\n');
    while (line != NULL && line[1] != '\0') {
        const char *cell = line + 1;
        for (unsigned i = 0; i < column; i++) {
            cell = strchr(cell, '\t');
            assert_non_null(cell);
            cell++;
        }
        sum += strtoull(cell, NULL, 10);
        line = strchr(line + 1, '\n');
    }
    return sum;
}

/* Returns the value of a key in the output of `summary`; NULL: not found. */
static const char *value_of(const char *table, const char *key)
{
    size_t n = strlen(key);
    const char *line = table;
    while (line != NULL) {
        if (strncmp(line, key, n) == 0 && line[n] == '\t') {
            return line + n + 1;
        }
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    return NULL;
}

/* Whether text has no bytes that a terminal would interpret, and no 0xff, which UTF-8 never has. */
static bool is_printable(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f || c == 0xff) {
            return false;
        }
    }
    return true;
}

/* Checks what the last run reported about completeness: in a warning, and in the verdict of
 * `summary`. */
static void check_complete(const whole *w, const prospect *p, const char *command, size_t cut)
{
    bool warned = strstr(w->err_text, "incomplete") != NULL;
    const char *verdict = value_of(w->out_text, "verdict");
    if (p->open && !warned) {
        fail_run(w, "no warning", command, cut, -1);
    }
    if (!p->open && !p->stumped && warned) {
        fail_run(w, "a warning without a reason", command, cut, -1);
    }
    if (verdict != NULL && (p->open ? strncmp(verdict, "incomplete: ", 12) != 0
                                    : !p->stumped && strncmp(verdict, "complete\n", 9) != 0)) {
        fail_run(w, "wrong verdict", command, cut, -1);
    }
}

/* Runs every command on the standard input; with reduced effort, the first two and one of the
 * others in turn. Returns whether the input had a heap. `p` is the expected content; NULL: not
 * known. */
static bool run_all(whole *w, size_t at, int byte, const prospect *p)
{
    uint64_t objects = 0, bytes = 0;
    int first = DONE;
    size_t also = 2 + (at + (size_t)(byte & 7)) % (CHECK_COUNT(commands) - 2);
    for (size_t i = 0; i < CHECK_COUNT(commands); i++) {
        if (i >= 2 && i != also && effort_is_reduced()) {
            continue;
        }
        whole_call(w, commands[i]);
        if (w->status != DONE && w->status != BAD_INPUT) {
            fail_run(w, "undocumented status", commands[i], at, byte);
        }
        if (w->status == DONE ? w->out_size == 0 : w->out_size != 0 || w->err_size == 0) {
            fail_run(w, "result and status do not go together", commands[i], at, byte);
        }
        if (!is_printable(w->out_text, w->out_size) || !is_printable(w->err_text, w->err_size)) {
            fail_run(w, "raw bytes in the output", commands[i], at, byte);
        }
        if (w->status == DONE && p != NULL) {
            check_complete(w, p, commands[i], at);
        }
        if (i == 0) {
            first = w->status;
        } else if (w->status != first) {
            fail_run(w, "status is not that of the other commands", commands[i], at, byte);
        }
        if (w->status == DONE && i == 0) {
            const char *value = value_of(w->out_text, "objects");
            assert_non_null(value);
            objects = strtoull(value, NULL, 10);
            value = value_of(w->out_text, "bytes");
            assert_non_null(value);
            bytes = strtoull(value, NULL, 10);
        } else if (w->status == DONE && i == 1) {
            if (sum_column(w->out_text, 0) != objects || sum_column(w->out_text, 1) != bytes) {
                fail_run(w, "sums are not those of summary", commands[i], at, byte);
            }
        }
    }
    return first == DONE;
}

/* ---- cut ---------------------------------------------------------------------------------- */

static void check_cut(whole *w, const char *bytes, size_t size)
{
    /* One command for each load level; other tests check --strict with all commands. */
    static const char *const strictly[] = {"summary --strict -", "stats --strict -"};
    prospect p = look_ahead(bytes, size);
    int strict = !p.any || p.stumped ? BAD_INPUT : p.open ? INCOMPLETE : DONE;
    if (run_all(w, size, -1, &p) != p.any) {
        fail_run(w, p.any ? "a heap is not read" : "a heap out of nothing", "all", size, -1);
    }
    for (size_t i = 0; i < CHECK_COUNT(strictly); i++) {
        if (effort_is_reduced() && i != size % CHECK_COUNT(strictly)) {
            continue; /* in turn */
        }
        whole_call(w, strictly[i]);
        if (w->status != strict) {
            fail_run(w, "another status was expected", strictly[i], size, strict);
        }
        if (strict != DONE && w->err_size == 0) {
            fail_run(w, "no message", strictly[i], size, strict);
        }
    }
}

static void test_cut(void **state)
{
    const char *name = *state;
    whole w;
    size_t size;
    char *bytes = whole_read_file(name, &size);
    whole_open(&w);
    for (size_t cut = 0; cut <= size; cut++) {
        if (cut % 2 == 0 || !effort_is_reduced()) {
            check_cut(&w, bytes, cut);
        }
        if (cut < size) {
            assert_int_equal(fseek(w.in, 0, SEEK_END), 0);
            assert_int_equal(fputc(bytes[cut], w.in), (unsigned char)bytes[cut]);
        }
    }
    whole_close(&w);
    free(bytes);
}

/* ---- replaced ----------------------------------------------------------------------------- */

static void run_replaced(const char *name)
{
    static const char nasty[] = {'\0', '\xff', '\n', ' ', '9', '\x1b', '\x80', 'c'};
    whole w;
    size_t size;
    char *bytes = whole_read_file(name, &size);
    whole_open(&w);
    for (size_t at = 0; at < size; at++) {
        char kept = bytes[at];
        for (size_t i = 0; i < sizeof nasty; i++) {
            bytes[at] = nasty[i];
            whole_give(&w, bytes, size);
            (void)run_all(&w, at, (unsigned char)nasty[i], NULL);
        }
        bytes[at] = kept;
    }
    whole_close(&w);
    free(bytes);
}

static void test_replaced(NO_STATE)
{
    run_replaced("samples/published-example.log");
    run_replaced("samples/published-example-no-times.log");
}

int main(int argc, char **argv)
{
    static char published[] = "samples/published-example.log";
    static char no_times[] = "samples/published-example-no-times.log";
    static char story[] = "samples/leak-story.log";
    const struct CMUnitTest parts[] = {
        {"cut-published", test_cut, NULL, NULL, published},
        {"cut-published-no-times", test_cut, NULL, NULL, no_times},
        {"cut-leak-story", test_cut, NULL, NULL, story},
        {"bytes", test_replaced, NULL, NULL, NULL},
    };
    part_name = argc == 2 ? argv[1] : "";
    for (size_t i = 0; i < CHECK_COUNT(parts); i++) {
        if (strcmp(part_name, parts[i].name) == 0) {
            const struct CMUnitTest tests[] = {parts[i]};
            return cmocka_run_group_tests_name(part_name, tests, NULL, NULL);
        }
    }
    (void)fprintf(stderr, "which part?\n");
    return 2;
}
