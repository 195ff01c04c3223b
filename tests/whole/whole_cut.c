/* A sample of each format, cut off after every byte. All commands end with the same documented
 * status; in a binary format an error has the offset; what is readable stays readable; the dump is
 * complete from a known byte on, and missing parts before it are reported. */
#include "support/effort.h"
#include "whole/samples.h"
#include "whole/whole.h"

#include "base/file.h"
#include "base/text.h"
#include "input/load/load_heap.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const commands[] = {
    "summary --format tsv -",
    "stats --format tsv -",
    "stats --by root-kind -",
    "convert -",
};

static const char strictly[] = "summary --strict -";

static const format_sample *sample; /* that is cut off */

static void fail_run(const whole *w, const char *what, const char *command, size_t cut)
{
    fail_msg("%s cut at %zu: %s: %s: status %d, it says: %.300s%.300s", sample->path, cut, command,
             what, w->status, w->err_text, w->out_text);
}

static bool says_where(const char *text)
{
    return strstr(text, "gcview: standard input:@") != NULL ||
           strstr(text, "incomplete: truncated at byte ") != NULL ||
           strstr(text, "incomplete: truncated file") != NULL ||
           strstr(text, "incomplete: no heap") != NULL || /* cut between two records */
           strstr(text, "incomplete: no end record") != NULL;
}

/* Returns whether there was a heap. Where that is enough, only one command is run, in turn. */
static bool run_all(whole *w, size_t cut, bool whole_file)
{
    int first = DONE;
    const bool binary = gcv_format_named(sample->format)->binary;
    size_t n = effort_is_reduced() && !whole_file ? 1 : CHECK_COUNT(commands);
    for (size_t k = 0; k < n; k++) {
        size_t i = n == CHECK_COUNT(commands) ? k : cut % CHECK_COUNT(commands);
        whole_call(w, commands[i]);
        if (w->status != DONE && w->status != BAD_INPUT) {
            fail_run(w, "undocumented status", commands[i], cut);
        }
        if (w->status == DONE ? w->out_size == 0 : w->out_size != 0) {
            fail_run(w, "result and status do not go together", commands[i], cut);
        }
        if (binary && cut >= 24 && !whole_file && !says_where(w->err_text)) {
            fail_run(w, "no offset", commands[i], cut);
        }
        if (k > 0 && w->status != first) {
            fail_run(w, "status is not that of the other commands", commands[i], cut);
        }
        first = w->status;
    }
    return first == DONE;
}

/* What `summary --strict` says of a part of the sample must be what it says of the whole, exactly
 * if the part has all that counts. */
static void check_complete(whole *w, size_t cut, int status, const char *said)
{
    const bool complete = cut >= sample->complete;
    whole_call(w, strictly);
    if (complete ? w->status != status : w->status != BAD_INPUT && w->status != INCOMPLETE) {
        fail_run(w, complete ? "must be complete" : "cannot be complete", strictly, cut);
    }
    if (complete != (w->status == status && strcmp(w->err_text, said) == 0)) {
        fail_run(w, complete ? "says something else" : "says nothing of the cut", strictly, cut);
    }
}

static void run_cut(void)
{
    whole w;
    size_t size;
    bool readable = false;
    char *bytes = whole_read_file(sample->path, &size), said[1000];
    whole_open(&w);
    whole_give(&w, bytes, size);
    whole_call(&w, strictly);
    int status = w.status;
    (void)snprintf(said, sizeof said, "%s", w.err_text);
    whole_give(&w, bytes, 0);
    for (size_t cut = 0; cut <= size; cut++) {
        const bool few = effort_is_reduced() && cut % 4 != 0 && cut + 1 < sample->complete;
        const bool now = few ? readable : run_all(&w, cut, cut == size);
        if (readable && !now) {
            fail_msg("%s cut at %zu: not readable any more", sample->path, cut);
        }
        readable = now;
        if (cut >= sample->first && !few) {
            check_complete(&w, cut, status, said);
        }
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
    for (size_t i = 0; i < n_format_samples(); i++) {
        sample = &format_samples[i];
        run_cut();
    }
}

/* Each format has a sample, which is of that format, and files for the fuzzer. */
static void test_samples(NO_STATE)
{
    assert_int_equal(n_format_samples(), gcv_n_formats());
    for (size_t i = 0; i < n_format_samples(); i++) {
        const gcv_format *format = gcv_format_named(format_samples[i].format);
        char folder[100];
        size_t size;
        char *bytes = whole_read_file(format_samples[i].path, &size);
        (void)snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", format_samples[i].format);
        assert_true(gcv_file_exists(folder));
        assert_true(format != NULL && gcv_format_of(gcv_slice_of(bytes, size)) == format);
        free(bytes);
    }
}

int main(int argc GCV_UNUSED, char **argv GCV_UNUSED)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests_name("whole.cut", tests, NULL, NULL);
}
