/* Differences between systems: file positions beyond the range of long, temporary files, closed
 * pipes. */
#include "support/check.h"
#include "support/scratch.h"

#include "base/file.h"
#include "base/system.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static FILE *temporary(void)
{
    FILE *file = gcv_system_temporary();
    assert_non_null(file);
    return file;
}

/* fseek() takes a long, which may have 32 bits. */
static bool seek(FILE *file, uint64_t to)
{
    static const uint64_t step = UINT64_C(1) << 30;
    bool done = fseek(file, 0, SEEK_SET) == 0;
    while (done && to > 0) {
        uint64_t part = to < step ? to : step;
        done = fseek(file, (long)part, SEEK_CUR) == 0;
        to -= part;
    }
    return done;
}

/* A file may have any position beyond its end; nothing needs to be written. */
static void test_positions(NO_STATE)
{
    static const uint64_t wanted[] = {
        0,
        1,
        (UINT64_C(1) << 30) - 1,
        UINT64_C(1) << 30,
        (UINT64_C(1) << 31) - 1,
        UINT64_C(1) << 31,
        (UINT64_C(1) << 32) - 1,
        (UINT64_C(1) << 32) + 1,
        (UINT64_C(5) << 30) + 7,
    };
    FILE *file = temporary();
    for (size_t i = 0; i < CHECK_COUNT(wanted); i++) {
        uint64_t at = 0;
        assert_true(seek(file, wanted[i]));
        assert_true(gcv_system_tell(file, &at));
        assert_true(at == wanted[i]);
        assert_true(gcv_system_tell(file, &at)); /* the position is unchanged */
        assert_true(at == wanted[i]);
    }
    (void)fclose(file);
}

static volatile sig_atomic_t caught;

static void catch_signal(int number) { caught = number; }

/* An interrupt waits for the outermost release, and then has the action it had before. Where the
 * system has no mask of signals, it is lost. */
static void test_held_interrupts(NO_STATE)
{
    static const int signals[] = {SIGINT, SIGTERM};
    FILE *file = temporary();
    const bool has_masks = gcv_access_of(file).known;
    (void)fclose(file);
    for (size_t i = 0; i < CHECK_COUNT(signals); i++) {
        gcv_interrupts outer, inner;
        void (*before)(int) = signal(signals[i], catch_signal);
        caught = 0;
        gcv_interrupts_hold(&outer);
        gcv_interrupts_hold(&inner);
        assert_int_equal(raise(signals[i]), 0);
        assert_int_equal(raise(signals[i]), 0);
        gcv_interrupts_release(&inner);
        assert_int_equal(caught, 0);
        gcv_interrupts_release(&outer);
        assert_int_equal(caught, has_masks ? signals[i] : 0);
        caught = 0;
        gcv_interrupts_hold(&outer);
        gcv_interrupts_release(&outer);
        assert_int_equal(caught, 0);
        (void)signal(signals[i], before);
    }
}

static void test_temporary_file(NO_STATE)
{
    static const char bytes[] =
        "a\r\nb\n\x1a"
        "c";
    char back[sizeof bytes] = "";
    FILE *file = temporary(), *other = temporary();
    assert_true(fwrite(bytes, 1, sizeof bytes, file) == sizeof bytes);
    rewind(file);
    assert_true(fread(back, 1, sizeof back, file) == sizeof back);
    assert_memory_equal(back, bytes, sizeof bytes);
    assert_int_equal(fgetc(other), EOF);
    (void)fclose(file);
    (void)fclose(other);
}

/* A new file has no reader but its owner before it is given its access. */
static void test_new_file(NO_STATE)
{
    char path[SCRATCH_MAX];
    FILE *file, *again;
    scratch_name(path, ".", "new");
    file = gcv_file_create_new(path);
    assert_non_null(file);
    gcv_access access = gcv_access_of(file);
    again = gcv_file_create_new(path);
    (void)fclose(file);
    assert_true(gcv_file_remove(path));
    assert_int_equal(access.known ? access.mode : 0600, 0600);
    assert_null(again);
}

static void test_names(NO_STATE)
{
    assert_true(gcv_file_exists("samples"));
    assert_true(gcv_file_exists("samples/leak-story.log"));
    assert_false(gcv_file_exists("samples/none"));
    assert_false(gcv_file_exists("retained(*) < 1")); /* no file in Windows can have this name */
    errno = 0;
    assert_null(gcv_system_open("samples/none*", "rb"));
#ifdef ENOENT
    assert_int_equal(errno, ENOENT);
#endif
    errno = 0;
    assert_null(gcv_system_open("samples", "ab"));
#ifdef EISDIR
    assert_int_equal(errno, EISDIR);
#endif
}

static void test_closed_pipe(NO_STATE)
{
    assert_false(gcv_system_is_closed_pipe(0));
#ifdef EPIPE
    assert_true(gcv_system_is_closed_pipe(EPIPE));
#endif
#ifdef ENOSPC
    assert_false(gcv_system_is_closed_pipe(ENOSPC));
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions),      cmocka_unit_test(test_held_interrupts),
        cmocka_unit_test(test_temporary_file), cmocka_unit_test(test_new_file),
        cmocka_unit_test(test_names),          cmocka_unit_test(test_closed_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
