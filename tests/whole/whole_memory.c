/* The memory of commands, on heaps of gcvgen: between the bounds of the formula in docs/limits.md,
 * constant where they stream, and refused by a limit exactly if it is too low. Bytes, never
 * seconds.
 *
 * Arguments: the generator, and a folder for heaps.
 */
#include "support/effort.h"
#include "whole/dump.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ROOT becomes an id, FOLDER a folder; FILE (else at the end) and OTHER become dumps. */
static const char *const jobs[] = {
    "summary",
    "stats",
    "stats --retained",
    "stats --retained --share --total",
    "stats --unreachable",
    "roots",
    "roots --by kind",
    "roots --by kind --share --total",
    "chains --object ROOT",
    "chains --type *String*",
    "chains --type *",
    "retained",
    "retained --top 0 --format tsv",
    "retained --unreachable",
    "tree",
    "tree --unreachable",
    "tree --top 0 --format tsv",
    "tree --by type",
    "tree --by type --fold --top 0",
    "tree --top 0 --format dot",
    "tree --by type --format mermaid",
    "object --object ROOT --hops 2 --top 0 --format dot",
    "chains --object ROOT --format dot",
    "chains --type * --format mermaid",
    "stats --by root-kind",
    "chains --tree --type *",
    "chains --avoid *[] --type *",
    "chains --between ROOT ROOT",
    "chains --via * --type *",
    "objects",
    "objects --roots",
    "objects --top 0 --root static --referenced-by * --format tsv",
    "object --object ROOT",
    "what-if --drop-root static",
    "what-if --cut *:* --drop-type *String*",
    "check FILE count(*)>0",
    "check FILE reachable\tbytes>0 pinned\tbytes>=0",
    "check FILE pinned\tbytes>=0",
    "check FILE retained(*)>0 bytes(root\tstatic)>0",
    "check FILE retained(*String*)>0",
    "check FILE suspects>=0 retained(mine)>=0",
    "check --brief FILE count<0",
    "suspects",
    "suspects --chains --mine",
    "overview",
    "report --output /dev/null",
    "profile --output /dev/null",
    "profile --paths --output /dev/null",
    "profile --to pprof --output /dev/null",
    "convert --output /dev/null",
    "convert --redact --output /dev/null",
    "convert --to gcdump --output /dev/null",
    "convert --to hprof --output /dev/null",
    "convert --to heapsnapshot --output /dev/null",
    "convert --to tables --output FOLDER",
};

/* For two dumps. */
static const char *const pair_jobs[] = {
    "diff OTHER",
    "diff --unreachable OTHER",
    "diff --retained OTHER",
    "diff --retained --total OTHER",
    "diff --cause OTHER",
    "diff --cause --retained OTHER",
    "diff --fail-if pinned\tcount<0 OTHER",
    "diff --fail-if retained(*)<0 OTHER",
    "check --baseline OTHER FILE retained(*)<=+900%",
    "check --baseline OTHER FILE retained(*)>0",
    "check --baseline OTHER FILE new\tsuspects>=0",
    "check --brief --baseline OTHER FILE new\tsuspects<0",
    "suspects --baseline OTHER",
    "overview --baseline OTHER",
    "report --output /dev/null --baseline OTHER",
    "profile --baseline OTHER --output /dev/null",
    "profile --paths --baseline OTHER --output /dev/null",
};

/* ---- bounds ------------------------------------------------------------------------------- */

/* `close`: the upper bound must be at most twice the peak. */
static void check_bounds(whole *w, const dump *d, const char *line, const char *heap, bool close)
{
    uint64_t peak = dump_run_freely(w, d, line);
    gcv_needs needs;
    dump_needs(d, line, &needs);
    uint64_t least = gcv_memory_of(needs.level, needs.costs, &d->least).least;
    uint64_t most = gcv_memory_of(needs.level, needs.costs, &d->most).most;
    if (peak < least || peak > most || (close && peak < most / 2)) {
        fail_msg("%s of %" PRIu64 " objects (%s): peak %" PRIu64 " is not from %" PRIu64
                 " to %" PRIu64 "%s",
                 line, d->least.objects, heap, peak, least, most,
                 close ? ", or less than half of that" : "");
    }
}

static void check_all_bounds(unsigned objects, const char *options)
{
    whole w;
    dump d;
    whole_open(&w);
    dump_read(&d, objects, options);
    for (size_t i = 0; i < CHECK_COUNT(jobs); i++) {
        check_bounds(&w, &d, jobs[i], options, false);
    }
    whole_close(&w);
}

static void test_bounds(NO_STATE)
{
    static const unsigned sizes[] = {3000, 30000, 300000};
    size_t n_sizes = effort_is_full() ? CHECK_COUNT(sizes) : effort_is_reduced() ? 1 : 2;
    for (size_t i = 0; i < n_sizes; i++) {
        check_all_bounds(sizes[i], "--order address");
        check_all_bounds(sizes[i], "--order shuffled");
    }
    if (effort_is_reduced()) {
        return;
    }
    const unsigned objects = effort_is_full() ? 30000 : 10000;
    check_all_bounds(objects, "--order shuffled --ids random");
    check_all_bounds(objects, "--order descending --ids 32 --shape list");
    check_all_bounds(objects, "--shape hub");
    check_all_bounds(objects, "--shape wide");
}

/* Whether the upper bound must be within a factor of two on large heaps. That of merged chains
 * allows for more steps than there are here, that of garbage for a heap of nothing else, that of
 * rules for sets that overlap, that of all rows for a table of all objects, that of profiles for a
 * stack an object, and that of `stats` without a graph for ids that are hard to index.
 */
static bool has_close_bound(const char *line)
{
    bool merges = strncmp(line, "chains ", 7) == 0 && strstr(line, "--object") == NULL;
    bool streams = strcmp(line, "stats") == 0 || strstr(line, "FILE count(") != NULL;
    bool garbage = strstr(line, " --unreachable") != NULL && strncmp(line, "stats ", 6) != 0;
    return !merges && !streams && !garbage && strstr(line, "retained(") == NULL &&
           strncmp(line, "roots --by kind", 15) != 0 && strcmp(line, "overview") != 0 &&
           strncmp(line, "profile ", 8) != 0 && strstr(line, "--top 0") == NULL;
}

static bool same_costs(const dump *d, const char *line, const char *other)
{
    gcv_needs a, b;
    size_t i = 0;
    dump_needs(d, line, &a);
    dump_needs(d, other, &b);
    if (a.costs == NULL || b.costs == NULL) {
        return a.costs == b.costs;
    }
    while (a.costs[i] != NULL && a.costs[i] == b.costs[i]) {
        i++;
    }
    return a.costs[i] == b.costs[i];
}

/* Whether no line before this one has a close bound and the same costs. */
static bool is_first_of_costs(const dump *d, size_t at)
{
    size_t i = 0;
    while (i < at && !(has_close_bound(jobs[i]) && same_costs(d, jobs[i], jobs[at]))) {
        i++;
    }
    return i == at;
}

/* Columns double below a million rows, so only heaps above that show it. */
static void test_bounds_are_close(NO_STATE)
{
    static const char *const orders[] = {"--order address", "--order shuffled"};
    size_t n_orders = effort_is_full() ? CHECK_COUNT(orders) : !effort_is_reduced();
    size_t n_costs = 0; /* every third one is enough, unless the effort is full */
    whole w;
    dump d;
    whole_open(&w);
    for (size_t k = 0; k < n_orders; k++) {
        dump_read(&d, 1000000, orders[k]);
        for (size_t i = 0; i < CHECK_COUNT(jobs); i++) {
            if (has_close_bound(jobs[i]) &&
                (effort_is_full() || (is_first_of_costs(&d, i) && n_costs++ % 3 == 0))) {
                check_bounds(&w, &d, jobs[i], orders[k], true);
            }
        }
    }
    whole_close(&w);
}

static void test_streaming(NO_STATE)
{
    whole w;
    dump d;
    if (effort_is_reduced()) {
        return;
    }
    whole_open(&w);
    dump_write(&d, 10000, "--types 300");
    uint64_t few = dump_run_freely(&w, &d, "stats");
    dump_write(&d, 300000, "--types 300");
    uint64_t many = dump_run_freely(&w, &d, "stats");
    if (many > few + 65536 || few > many + 65536) {
        fail_msg("stats of 10000 objects: %" PRIu64 ", of 300000: %" PRIu64, few, many);
    }
    whole_close(&w);
}

/* ---- limits ------------------------------------------------------------------------------- */

static void check_limits(whole *w, const dump *d)
{
    for (size_t i = 0; i < CHECK_COUNT(jobs); i++) {
        dump_check_limits(w, d, jobs[i], 20);
    }
}

static void test_limits(NO_STATE)
{
    unsigned objects = effort_is_full() ? 30000 : effort_is_reduced() ? 1000 : 5000;
    whole w;
    dump d;
    whole_open(&w);
    dump_read(&d, objects, "--order shuffled");
    check_limits(&w, &d);
    if (!effort_is_reduced()) {
        dump_read(&d, objects, "--order address");
        check_limits(&w, &d);
        dump_read(&d, objects, "--shape list --ids dense");
        check_limits(&w, &d);
    }
    whole_close(&w);
}

/* ---- two dumps ---------------------------------------------------------------------------- */

enum { SMALLER = 20000, LARGER = 30000 };

/* diff reads the larger dump first; as a baseline it is read last. */
static void read_pair(dump pair[2], const char *options)
{
    unsigned part = effort_is_full() ? 1 : effort_is_reduced() ? 20 : 6;
    dump_read(&pair[1], LARGER / part, options);
    pair[0].other = NULL;
    dump_keep_other(&pair[1]);
    dump_read(&pair[0], SMALLER / part, options);
    pair[0].other = dump_other();
}

/* At least the need of one plus the heap of the other, at most the sum of both. */
static void check_pair_bounds(whole *w, const dump pair[2], const char *line)
{
    uint64_t peak = dump_run_freely(w, &pair[0], line), least = 0, most = 0;
    gcv_needs needs;
    dump_needs(&pair[0], line, &needs);
    for (size_t i = 0; i < 2; i++) {
        gcv_memory_need need = gcv_memory_of(needs.level, needs.costs, &pair[i].most);
        const gcv_memory_counts *beside = &pair[1 - i].least;
        uint64_t one = gcv_memory_of(needs.level, NULL, &pair[i].least).least;
        most += need.most;
        one += needs.level == GCV_LOAD_GRAPH ? 12 * beside->objects + 4 * beside->references : 0;
        least = i == 0 || one < least ? one : least; /* whichever dump was read last */
    }
    if (peak < least || peak > most) {
        fail_msg("%s: peak %" PRIu64 " is not from %" PRIu64 " to %" PRIu64, line, peak, least,
                 most);
    }
}

static void test_pairs(NO_STATE)
{
    static const char *const options[] = {"--order address", "--order shuffled", "--shape list"};
    dump pair[2];
    whole w;
    size_t n_options = effort_is_reduced() ? 1 : CHECK_COUNT(options);
    whole_open(&w);
    for (size_t k = 0; k < n_options; k++) {
        read_pair(pair, options[k]);
        for (size_t i = 0; i < CHECK_COUNT(pair_jobs); i++) {
            check_pair_bounds(&w, pair, pair_jobs[i]);
            dump_check_limits(&w, &pair[0], pair_jobs[i], 40);
        }
    }
    whole_close(&w);
}

/* Memory in use when the second dump is read counts: here heap and analysis would fit alone, and it
 * is certain before memory runs out that they do not fit with the first dump. */
static void test_refused_beside_another(NO_STATE)
{
    enum { ALONE = 40000000, LIMIT = 44000000 };
    gcv_needs needs;
    dump d;
    whole w;
    if (effort_is_reduced()) {
        return;
    }
    whole_open(&w);
    dump_read(&d, 1000000, "--shape list --ids dense");
    dump_keep_other(&d);
    dump_read(&d, 1000000, "--shape list --ids dense");
    d.other = dump_other();
    dump_needs(&d, "diff --retained OTHER", &needs);
    assert_true(gcv_memory_of(needs.level, needs.costs, &d.least).least < ALONE);
    (void)dump_run(&w, &d, "diff --retained OTHER", LIMIT);
    if (w.status != OUT_OF_MEMORY || strstr(w.err_text, "(at least ") == NULL) {
        fail_msg("status %d: %s", w.status, w.err_text);
    }
    whole_close(&w);
}

/* Nearly all records repeat the first, or mention objects that have no record: if all of them
 * counted, the analysis would take more than the whole run does. The number of records is a little
 * above one at which columns grow, when limits are looked at. */
static void write_empty_promises(dump *d, bool duplicates)
{
    enum { RECORDS = 409700 };
    FILE *file;
    dump_init(d);
    file = fopen(d->path, "wb");
    assert_non_null(file);
    fputs("a 2 Promises.exe 1\nt 1 Acme.Node\nr 1000 1 0\n", file);
    for (unsigned i = 0; i < RECORDS; i++) {
        unsigned id = 0x1000 + i * 8;
        if (duplicates) {
            fprintf(file, "o %x 1 10\n", i % 100 == 0 ? id : 0x1000);
        } else {
            fprintf(file, "o %x 1 10 %x %x\n", id, id + 1, id + 2);
        }
    }
    fputs("c 2 Promises.exe 2\n", file);
    fclose(file);
    d->root = 0x1000;
}

static void check_empty_promises(whole *w, bool duplicates)
{
    static const char *const lines[] = {"retained", "tree", "roots --by kind"};
    dump d;
    write_empty_promises(&d, duplicates);
    for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
        uint64_t peak = dump_run_freely(w, &d, lines[i]);
        (void)dump_run(w, &d, lines[i], peak);
        if (w->status != DONE) {
            fail_msg("%s, limit %" PRIu64 ": %s", lines[i], peak, w->err_text);
        }
    }
}

static void test_limits_of_empty_promises(NO_STATE)
{
    whole w;
    if (effort_is_reduced()) {
        return;
    }
    whole_open(&w);
    check_empty_promises(&w, false);
    check_empty_promises(&w, true);
    whole_close(&w);
}

static void check_message(whole *w, const dump *d, uint64_t limit, const char *part,
                          const char *another)
{
    (void)dump_run(w, d, "retained", limit);
    if (w->status != OUT_OF_MEMORY || strstr(w->err_text, "memory.log: needs about ") == NULL ||
        strstr(w->err_text, part) == NULL || strstr(w->err_text, another) == NULL) {
        fail_msg("limit %" PRIu64 ": status %d: %s", limit, w->status, w->err_text);
    }
}

/* The message estimates the need from the share of the file that was read. */
static void test_messages(NO_STATE)
{
    whole w;
    dump d;
    whole_open(&w);
    dump_read(&d, 300000, "--order address --types 300");
    check_message(&w, &d, 4000000, "(more than 3.8MiB for the ", "the limit is 3.8MiB\n");
    check_message(&w, &d, 14000000, "of memory; the limit is 13.4MiB\n", "");
    /* Little to read and much to analyse: here it is certain before memory is out, first because of
     * what is read, then because of all that was read. */
    if (!effort_is_reduced()) {
        dump_read(&d, 1000000, "--shape list --ids dense");
        check_message(&w, &d, 19000000, "(at least ", "for the 800001 objects read so far); ");
        check_message(&w, &d, 24000000, "(at least ", "for the 1000000 objects read so far); ");
    }
    whole_close(&w);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_bounds_are_close),
        cmocka_unit_test(test_streaming),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_refused_beside_another),
        cmocka_unit_test(test_limits_of_empty_promises),
        cmocka_unit_test(test_messages),
    };
    return dump_arguments(argc, argv)
               ? cmocka_run_group_tests_name("whole.memory", tests, NULL, NULL)
               : 2;
}
