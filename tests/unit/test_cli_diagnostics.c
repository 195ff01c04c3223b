/* The output of --progress and --timings, driven by a context as in a load. */
#include "support/check.h"

#include "cli/diagnostics.h"

#include <string.h>

static void test_progress_text(NO_STATE)
{
    char text[GCV_PROGRESS_TEXT];
    gcv_progress_text(text, 50, 200, 3, 0);
    assert_string_equal(text, "25 % of 0 MB, 3 objects");
    gcv_progress_text(text, 1999999, 651561450, 30706, 2);
    assert_string_equal(text, "0 % of 651 MB, 30706 objects, 15353 objects/s");
    gcv_progress_text(text, 651561450, 651561450, 10000000, 1);
    assert_string_equal(text, "100 % of 651 MB, 10000000 objects, 10000000 objects/s");
    gcv_progress_text(text, 900, 800, 1, 0); /* the file grew meanwhile */
    assert_string_equal(text, "100 % of 0 MB, 1 objects");
    gcv_progress_text(text, 293000000, 0, 4500000, 1); /* a pipe */
    assert_string_equal(text, "293 MB, 4500000 objects, 4500000 objects/s");
    gcv_progress_text(text, UINT64_MAX, 1, UINT64_MAX, 1e-9);
    assert_true(strlen(text) < sizeof text);
}

typedef struct fixture {
    gcv_context *ctx;
    gcv_diagnostics diagnostics;
    char text[2000];
} fixture;

static void open_fixture(fixture *f, bool progress, bool timings)
{
    memset(f, 0, sizeof *f);
    f->ctx = gcv_context_new(0);
    f->diagnostics.out = tmpfile();
    assert_non_null(f->ctx);
    assert_non_null(f->diagnostics.out);
    f->diagnostics.progress = progress;
    f->diagnostics.timings = timings;
    gcv_diagnostics_watch(&f->diagnostics, f->ctx);
}

static void close_fixture(fixture *f)
{
    gcv_diagnostics_finish(&f->diagnostics);
    rewind(f->diagnostics.out);
    size_t n = fread(f->text, 1, sizeof f->text - 1, f->diagnostics.out);
    f->text[n] = '\0';
    fclose(f->diagnostics.out);
    gcv_context_free(f->ctx);
}

static void load(fixture *f)
{
    gcv_phase(f->ctx, "read");
    f->ctx->input_size = 4000000;
    f->diagnostics.shown -= 2; /* two seconds ago */
    f->diagnostics.wall_began -= 2;
    gcv_progress(f->ctx, 1000000, 5000);
    f->diagnostics.shown = time(NULL) + 1;
    void *block = gcv_alloc(f->ctx, 3000, 1);
    gcv_free(f->ctx, block);
    gcv_phase(f->ctx, "index");
    block = gcv_alloc(f->ctx, 1000, 1);
    gcv_phase(f->ctx, "index"); /* the same phase */
    gcv_phase(f->ctx, "read");
    gcv_free(f->ctx, block);
}

static void test_nothing_asked(NO_STATE)
{
    fixture f;
    open_fixture(&f, false, false);
    load(&f);
    close_fixture(&f);
    assert_string_equal(f.text, "");
}

static void test_progress(NO_STATE)
{
    static const char shown[] = "gcview: read\n\rgcview: read: 25 % of 4 MB, 5000 objects, ";
    fixture f;
    open_fixture(&f, true, false);
    load(&f);
    close_fixture(&f);
    assert_true(strncmp(f.text, shown, sizeof shown - 1) == 0);
    const char *rest =
        strchr(f.text + sizeof shown, '\n'); /* the line ends before the next one begins */
    assert_non_null(rest);
    assert_string_equal(rest, "\ngcview: index\ngcview: read\n");
}

/* Small text files are read before the first phase. */
static void test_progress_before_a_phase(NO_STATE)
{
    fixture f;
    open_fixture(&f, true, false);
    f.diagnostics.shown -= 2;
    gcv_progress(f.ctx, 1000000, 5000);
    close_fixture(&f);
    assert_string_equal(f.text, "");
}

/* The line on a terminal: after more than a second, never while results are written, and gone at
 * the end. */
static void test_live(NO_STATE)
{
    fixture f;
    open_fixture(&f, false, false);
    f.diagnostics.columns = 40;
    gcv_diagnostics_watch(&f.diagnostics, f.ctx);
    load(&f); /* takes no second */
    f.diagnostics.run_began -= 2;
    gcv_phase(f.ctx, "report");
    load(&f);
    gcv_phase(f.ctx, "report");
    close_fixture(&f);
    assert_string_equal(f.text,
                        "\rgcview: read ...                       "
                        "\rgcview: read: 25 %, 6 s left           "
                        "\r                                       \r"
                        "\rgcview: index ...                      "
                        "\r                                       \r"
                        "\rgcview: read ...                       "
                        "\r                                       \r");
}

static void test_live_is_quiet(NO_STATE)
{
    fixture f;
    open_fixture(&f, false, false);
    f.diagnostics.columns = 40;
    f.diagnostics.quiet = true;
    gcv_diagnostics_watch(&f.diagnostics, f.ctx);
    f.diagnostics.run_began -= 2;
    load(&f);
    close_fixture(&f);
    assert_string_equal(f.text, "");
}

static void test_time_left(NO_STATE)
{
    char text[GCV_PROGRESS_TEXT];
    gcv_progress_left(text, 50, 200, 2);
    assert_string_equal(text, "25 %, 6 s left");
    gcv_progress_left(text, 1, 100, 10);
    assert_string_equal(text, "1 %, 16 min left");
    gcv_progress_left(text, 0, 100, 10);
    assert_string_equal(text, "0 %");
    gcv_progress_left(text, 50, 100, 0);
    assert_string_equal(text, "50 %");
    gcv_progress_left(text, 900, 800, 3); /* the file grew meanwhile */
    assert_string_equal(text, "100 %, 0 s left");
    gcv_progress_left(text, 293000000, 0, 3); /* a pipe */
    assert_string_equal(text, "293 MB");
    gcv_progress_left(text, 1, UINT64_MAX, 1e300);
    assert_true(strlen(text) < sizeof text);
}

/* At most once a second, also by the clock of the test. */
static void test_progress_waits(NO_STATE)
{
    fixture f;
    int shown = 0;
    open_fixture(&f, true, false);
    gcv_phase(f.ctx, "read");
    f.diagnostics.shown -= 2;
    time_t began = time(NULL);
    for (int i = 0; i < 10; i++) {
        gcv_progress(f.ctx, 1, 1);
    }
    time_t ended = time(NULL);
    close_fixture(&f);
    for (const char *at = f.text; (at = strchr(at, '\r')) != NULL; at++) {
        shown++;
    }
    assert_true(shown >= 1 && shown <= 1 + (int)difftime(ended, began));
    assert_non_null(strstr(f.text, "\rgcview: read: 0 MB, 1 objects"));
}

/* One line for each name, with the peak memory of its own time. */
static void test_timings(NO_STATE)
{
    fixture f;
    open_fixture(&f, false, true);
    load(&f);
    gcv_phase(f.ctx, "write"); /* is still going on */
    gcv_diagnostics_finish(&f.diagnostics);
    assert_true(gcv_context_peak(f.ctx) == 3000);
    f.diagnostics.timings = false; /* shown already */
    close_fixture(&f);
    const char *read = strstr(f.text, "gcview: time: read ");
    const char *index = strstr(f.text, "gcview: time: index ");
    const char *total = strstr(f.text, "gcview: time: total ");
    assert_true(read == f.text && index > read && total > index);
    assert_non_null(strstr(index, "gcview: time: write "));
    assert_null(strstr(read + 1, "gcview: time: read "));
    assert_non_null(strstr(read, "peak        3000 bytes\n"));
    assert_non_null(strstr(index, "peak        1000 bytes\n"));
    assert_non_null(strstr(total, "peak        3000 bytes\n"));
}

static void test_more_phases_than_there_is_room_for(NO_STATE)
{
    static char names[GCV_TIMINGS_MAX + 5][8];
    fixture f;
    open_fixture(&f, false, true);
    for (size_t i = 0; i < CHECK_COUNT(names); i++) {
        (void)snprintf(names[i], sizeof names[i], "p%u", (unsigned)i);
        gcv_phase(f.ctx, names[i]);
    }
    gcv_diagnostics_end(&f.diagnostics);
    assert_true(f.diagnostics.n_timings == GCV_TIMINGS_MAX);
    f.diagnostics.timings = false;
    close_fixture(&f);
}

/* Notes are the same only if number, places and texts are, and if the verdict is. */
static void test_same_notes(NO_STATE)
{
    static const char *const logs[] = {
        "a 2 x 1\nz\nt 1 A\nc x 2\n",    "a 2 x 1\nt 1 A\nz\nc x 2\n", "a 2 x 1\ny\nt 1 A\nc x 2\n",
        "a 2 x 1\nz\nz\nt 1 A\nc x 2\n", "a 2 x 1\nz\nt 1 A\n",
    };
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heaps[2];
    for (size_t i = 0; i < CHECK_COUNT(logs) * CHECK_COUNT(logs); i++) {
        const size_t at[2] = {i / CHECK_COUNT(logs), i % CHECK_COUNT(logs)};
        for (size_t k = 0; k < 2; k++) {
            const char *log = logs[at[k]];
            assert_int_equal(
                gcv_heap_load_memory(ctx, "log", log, strlen(log), NULL, &heaps[k], NULL), GCV_OK);
        }
        if (gcv_have_same_notes(heaps[0], heaps[1]) != (at[0] == at[1])) {
            fail_msg("logs %zu and %zu", at[0], at[1]);
        }
        gcv_heap_free(heaps[0]);
        gcv_heap_free(heaps[1]);
    }
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_progress_text),
        cmocka_unit_test(test_nothing_asked),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_progress_before_a_phase),
        cmocka_unit_test(test_progress_waits),
        cmocka_unit_test(test_live),
        cmocka_unit_test(test_live_is_quiet),
        cmocka_unit_test(test_time_left),
        cmocka_unit_test(test_timings),
        cmocka_unit_test(test_more_phases_than_there_is_room_for),
        cmocka_unit_test(test_same_notes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
