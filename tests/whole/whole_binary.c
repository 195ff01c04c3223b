/* Damaged binary input: a sample cut off after every byte. All commands end with the same
 * documented status; an error has the offset; once the heap is whole it stays readable, and missing
 * parts after it are reported. */
#include "support/effort.h"
#include "whole/whole.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const commands[] = {
    "summary --format tsv -",
    "stats --format tsv -",
    "stats --by root-kind -",
    "convert -",
};

static void fail_run(const whole *w, const char *what, const char *command, size_t cut)
{
    fail_msg("cut at %zu: %s: %s: status %d, it says: %.300s%.300s", cut, command, what, w->status,
             w->err_text, w->out_text);
}

/* Returns whether there was a heap. Where that is enough, only two commands are run, in turn. */
static bool run_all(whole *w, size_t cut, bool whole_file)
{
    int first = DONE;
    size_t n = effort_is_reduced() && !whole_file ? 2 : CHECK_COUNT(commands);
    for (size_t k = 0; k < n; k++) {
        size_t i = n == CHECK_COUNT(commands) ? k : (cut + 3 * k) % CHECK_COUNT(commands);
        whole_call(w, commands[i]);
        if (w->status != DONE && w->status != BAD_INPUT) {
            fail_run(w, "undocumented status", commands[i], cut);
        }
        if (w->status == DONE ? w->out_size == 0 : w->out_size != 0) {
            fail_run(w, "result and status do not go together", commands[i], cut);
        }
        if (cut >= 24 && !whole_file && strstr(w->err_text, "gcview: standard input:@") == NULL &&
            strstr(w->err_text, "incomplete: truncated at byte ") == NULL &&
            strstr(w->err_text, "incomplete: truncated file") == NULL) {
            fail_run(w, "no offset", commands[i], cut);
        }
        if (k > 0 && w->status != first) {
            fail_run(w, "status is not that of the other commands", commands[i], cut);
        }
        first = w->status;
    }
    return first == DONE;
}

static void run_cut(const char *name)
{
    whole w;
    size_t size;
    bool readable = false;
    char *bytes = whole_read_file(name, &size);
    whole_open(&w);
    for (size_t cut = 0; cut <= size; cut++) {
        bool now = run_all(&w, cut, cut == size);
        if (readable && !now) {
            fail_msg("cut at %zu: not readable any more", cut);
        }
        readable = now;
        if (cut < size) {
            assert_int_equal(fseek(w.in, 0, SEEK_END), 0);
            assert_int_equal(fputc(bytes[cut], w.in), (unsigned char)bytes[cut]);
        }
    }
    assert_true(readable);
    whole_close(&w);
    free(bytes);
}

static void test_cut(NO_STATE)
{
    run_cut("samples/varied.gcdump");
    run_cut("samples/two-snapshots.nettrace");
    run_cut("tests/fuzz/corpus/heapsnapshot/tiny-five-fields.heapsnapshot");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cut)};
    return cmocka_run_group_tests_name("whole.binary", tests, NULL, NULL);
}
