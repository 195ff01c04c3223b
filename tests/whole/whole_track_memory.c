/* whole_track_memory.c - the memory of `track` and `map`, on heaps of gcvgen and on one where every
 * object grows: between the bounds of the formula in docs/limits.md, and refused by a limit exactly
 * if it is too low.
 *
 * Arguments: the generator, and a folder for heaps.
 */
#include "support/effort.h"
#include "whole/dump.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const jobs[] = {
    "track OTHER FILE --moves MOVES",
    "track --ages OTHER FILE --moves MOVES",
    "track --growing --top 0 --format tsv OTHER FILE --moves MOVES",
    "track --chains --type * OTHER FILE --moves MOVES",
    "track --chains --born --type * OTHER FILE --moves MOVES",
    "map --object ROOT OTHER FILE --moves MOVES",
};

/* ---- inputs ------------------------------------------------------------------------------- */

/* The older heap and the newer one. */
static dump pair[2];

static void write_moves(const char *condemned)
{
    FILE *file = fopen(dump_moves(), "wb");
    assert_non_null(file);
    fprintf(file, "v 1 gcview-moves\nd 1\ng 1 2\nr %s\ne 1\nd 2\n", condemned);
    assert_int_equal(fclose(file), 0);
    pair[1].moves = dump_moves();
}

/* The same heap twice: every object survives. */
static void stay(unsigned objects, const char *options)
{
    dump_read(&pair[1], objects, options);
    pair[0] = pair[1];
    write_moves("0 0");
    pair[1].other = pair[1].path;
}

/* Two different heaps: no object survives. */
static void die(unsigned first, unsigned last, const char *options)
{
    dump_read(&pair[0], first, options);
    dump_keep_other(&pair[0]);
    dump_read(&pair[1], last, options);
    write_moves("0 ffffffffffffffff");
    pair[1].root = pair[0].root;
    pair[1].other = dump_other();
}

/* Writes a heap of unrelated objects, each with a root, or the same objects as a list with one
 * root. In the list all objects but the last retain more. */
static void write_list(const char *path, unsigned objects, bool linked)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs("a 2 List.exe 1\nt 1 Acme.Node\n", file);
    for (unsigned i = 0; i < (linked ? 1 : objects); i++) {
        fprintf(file, "r %x 1 0\n", 0x1000 + i * 0x18);
    }
    for (unsigned i = 0; i < objects; i++) {
        fprintf(file, "o %x 1 18", 0x1000 + i * 0x18);
        fprintf(file, linked && i + 1 < objects ? " %x\n" : "\n", 0x1000 + (i + 1) * 0x18);
    }
    fputs("c List.exe 2\n", file);
    assert_int_equal(fclose(file), 0);
}

static void grow(unsigned objects)
{
    dump_init(&pair[0]);
    dump_init(&pair[1]);
    write_list(dump_other(), objects, false);
    write_list(pair[1].path, objects, true);
    write_moves("0 0");
    pair[1].other = dump_other();
    pair[1].root = 0x1000;
    for (size_t i = 0; i < 2; i++) {
        pair[i].least.objects = objects;
        pair[i].least.references = i == 0 ? 0 : objects - 1;
        pair[i].least.types = 1;
        pair[i].least.roots = i == 0 ? objects : 1;
        pair[i].most = pair[i].least;
    }
}

/* ---- checks ------------------------------------------------------------------------------- */

static uint64_t most_of(const char *line)
{
    gcv_needs needs;
    dump_needs(&pair[1], line, &needs);
    return gcv_memory_of(needs.level, needs.costs, &pair[0].most).most +
           gcv_memory_of(needs.level, needs.last_costs, &pair[1].most).most;
}

/* Returns the lower bound: that of the older heap, or that of the newer one in addition to the
 * objects and references of the older one. */
static uint64_t least_of(const char *line)
{
    gcv_needs needs;
    dump_needs(&pair[1], line, &needs);
    uint64_t one = gcv_memory_of(needs.level, needs.costs, &pair[0].least).least;
    uint64_t both = gcv_memory_of(needs.level, needs.last_costs, &pair[1].least).least +
                    12 * pair[0].least.objects + 4 * pair[0].least.references;
    return one > both ? one : both;
}

static void check_bounds(whole *w, const char *line, const char *what)
{
    uint64_t peak = dump_run_freely(w, &pair[1], line);
    uint64_t least = least_of(line), most = most_of(line);
    if (peak < least || peak > most) {
        fail_msg("%s (%s): peak %" PRIu64 " is not from %" PRIu64 " to %" PRIu64, line, what, peak,
                 least, most);
    }
}

static void check_all(const char *what)
{
    whole w;
    whole_open(&w);
    for (size_t i = 0; i < CHECK_COUNT(jobs); i++) {
        check_bounds(&w, jobs[i], what);
        dump_check_limits(&w, &pair[1], jobs[i], 20);
    }
    whole_close(&w);
}

/* The number by which heap sizes are divided. */
static unsigned part(void) { return effort_is_full() ? 1 : effort_is_reduced() ? 20 : 3; }

static void test_same_heap(NO_STATE)
{
    static const char *const options[] = {"--order address", "--order shuffled", "--shape list",
                                          "--order shuffled --ids random"};
    size_t n_options = effort_is_reduced() ? 1 : CHECK_COUNT(options);
    for (size_t i = 0; i < n_options; i++) {
        stay(30000 / part(), options[i]);
        check_all(options[i]);
    }
}

static void test_other_heap(NO_STATE)
{
    die(5000 / part(), 40000 / part(), "--order address");
    check_all("few and many");
    die(40000 / part(), 5000 / part(), "--order shuffled");
    check_all("many and few");
}

static void test_all_grow(NO_STATE)
{
    grow(30000 / part());
    check_all("list");
}

/* One heap so large that constant amounts of memory are negligible, and a small one. */
static void test_one_large(NO_STATE)
{
    enum { SMALL = 1000 };
    unsigned large = effort_is_full() ? 2000000 : 300000;
    whole w;
    if (effort_is_reduced()) {
        return;
    }
    whole_open(&w);
    die(large, SMALL, "--shape list --ids dense");
    for (size_t i = 0; i < CHECK_COUNT(jobs); i++) {
        check_bounds(&w, jobs[i], "large and small");
    }
    die(SMALL, large, "--shape list --ids dense");
    for (size_t i = 0; i < CHECK_COUNT(jobs); i++) {
        check_bounds(&w, jobs[i], "small and large");
    }
    whole_close(&w);
}

/* A limit that is too low for the analysis is refused before objects are followed. */
static void test_refused_early(NO_STATE)
{
    whole w;
    if (effort_is_reduced()) {
        return;
    }
    whole_open(&w);
    stay(1000000, "--shape list --ids dense");
    for (size_t i = 0; i < CHECK_COUNT(jobs); i++) {
        if (strstr(jobs[i], "--growing") == NULL && strstr(jobs[i], "--chains") == NULL) {
            continue; /* takes less memory than reading */
        }
        (void)dump_run(&w, &pair[1], jobs[i], least_of(jobs[i]) - 1);
        if (w.status != OUT_OF_MEMORY || strstr(w.err_text, "(at least ") == NULL) {
            fail_msg("%s: status %d: %s", jobs[i], w.status, w.err_text);
        }
    }
    whole_close(&w);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_heap),     cmocka_unit_test(test_other_heap),
        cmocka_unit_test(test_all_grow),      cmocka_unit_test(test_one_large),
        cmocka_unit_test(test_refused_early),
    };
    return dump_arguments(argc, argv)
               ? cmocka_run_group_tests_name("whole.track_memory", tests, NULL, NULL)
               : 2;
}
