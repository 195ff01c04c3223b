/* Out of memory, everywhere: each command is run with the first allocation failing, then the
 * second, and so on until no allocation is left to fail. Each time it must end with status 5 and a
 * message, and give back every byte. Unless all effort is wanted, the steps widen
 * after the first hundred allocations, under sanitizers after thirty, since later ones are mostly
 * made by the same code. */
#include "support/effort.h"
#include "whole/samples.h"
#include "whole/whole.h"

#include "cli/command_line.h"

#include <stdlib.h>
#include <string.h>

#define LEAK "samples/leak-story.log"
#define PUBLISHED "samples/published-example.log"
#define GCDUMP "samples/kysel-preAlloc.gcdump"
#define LATER "samples/kysel-post1GC.gcdump"
#define VARIED "samples/varied.gcdump"
#define FOLDER "FOLDER"
#define V8 "tests/fuzz/corpus/heapsnapshot/tiny.heapsnapshot"
#define V8_ANY_ORDER "tests/fuzz/corpus/heapsnapshot/tiny-other-order.heapsnapshot"
#define RUBY "tests/fuzz/corpus/ruby/tiny.json"
#define HPROF "tests/fuzz/corpus/hprof/tiny.hprof"
#define HPROF_OF_THREADS "tests/fuzz/corpus/hprof/tiny-4.hprof"
#define TRACE "samples/two-snapshots.nettrace"
#define AGES "tests/golden/inputs/generations.nettrace"
#define SESSIONS                                                                                   \
    "samples/sessions-1.log samples/sessions-2.log samples/sessions-3.log --moves "                \
    "samples/sessions.moves"
#define LARGE "samples/azmcp-1.log"

/* Run on the sample of each format. */
static const char *const of_formats[] = {"summary", "stats", "roots", "retained"};

/* One row for each command and for each option that allocates in a way of its own. */
static const char *const lines[] = {
    "strings --show-data --total tests/fuzz/corpus/heapsnapshot/strings.heapsnapshot",
    "stats --by site tests/fuzz/corpus/heapsnapshot/sites.heapsnapshot",
    "stats --by site tests/fuzz/corpus/ruby/sites.json",
    "overview " LEAK,
    "overview --format json --baseline " GCDUMP " " LATER,
    "overview --format md --baseline " GCDUMP " " LATER,
    "overview --format tsv " PUBLISHED,
    "overview " TRACE,
    "overview samples/sessions-1.log samples/sessions-2.log samples/sessions-3.log",
    "stats tests/fuzz/corpus/nettrace/answered-v4c-64.nettrace",
    "summary --format json " LEAK,
    "summary " PUBLISHED,
    "stats --format csv --sort count --reverse " LEAK,
    "stats --format md --type System.* --exclude *[] --min 10 " LEAK,
    "stats --retained --top 3 " LEAK,
    "stats --retained --share --total --top 3 --format json " LEAK,
    "stats --share --width 40 " LEAK,
    "suspects --chains --width 60 " LEAK,
    "object 24b1478 --width 40 " LEAK,
    "roots --by kind --share --total " LEAK,
    "retained --share " LEAK,
    "diff --retained --total " LEAK " " PUBLISHED,
    "stats --retained --format tsv " PUBLISHED,
    "stats --output /dev/null " LEAK,
    "roots --by kind --format json " LEAK,
    "roots --include-weak " PUBLISHED,
    "chains --type Acme.Shop.Order " LEAK,
    "chains --type * --limit 3 --format json " LEAK,
    "retained --top 0 --format tsv " LEAK,
    "retained " PUBLISHED,
    "retained --unreachable --share --format json " PUBLISHED,
    "tree " LEAK,
    "tree --unreachable --top 0 " LEAK,
    "tree --unreachable --by type " PUBLISHED,
    "tree --object 24b3050 " LEAK,
    "object 24b3050 " LEAK,
    "object 7c79f " PUBLISHED,
    "chains --type System.RuntimeType " PUBLISHED,
    "stats --type Acme.Shop.Ordr --exclude acme.* " LEAK,
    "chains --type Acme.Shop.Thumbnail --ignore-case " LEAK,
    "tree --top 0 --format md " PUBLISHED,
    "objects --top 3 " LEAK,
    "objects --roots --top 3 " LEAK,
    "objects --root static --refers-to System.* --referenced-by Acme.* --format json " LEAK,
    "object 24b1450 " LEAK,
    "object --object 24b1478 --top 1 --format md " LEAK,
    "what-if --cut Acme.*:System.* --cut 24b1400:* --drop-root handle --drop-type *[] " LEAK,
    "what-if --drop-root 24b1400 --drop-root *pinned* --sort what --top 2 " PUBLISHED,
    "chains --type System.* --tree --limit 2 " LEAK,
    "chains --type System.* --via Acme.Shop.OrderView --avoid *Window --to static " LEAK,
    "chains --object 24b18a0 --via System.EventHandler --limit 2 " LEAK,
    "chains --between 24b1400 24b1a80 --via System.EventHandler --exclude *Window " LEAK,
    "tree --by type --top 0 " LEAK,
    "tree --by type --fold --top 0 " LEAK,
    "tree --by type --object 24b1478 --format json " LEAK,
    "tree --format dot --top 5 " LEAK,
    "tree --by type --format mermaid --top 0 " LEAK,
    "chains --object 24b1a80 --limit 3 --top 3 --format mermaid " LEAK,
    "chains --type System.* --top 4 --format dot " LEAK,
    "object 24b1878 --hops 3 --top 4 --format dot " LEAK,
    "suspects " LEAK,
    "suspects --min-share 3 --chains --format md " LEAK,
    "suspects --mine --chains --sort retained --format json " LEAK,
    "suspects --baseline " GCDUMP " --min-share 2 " LATER,
    "suspects --suppressions tests/golden/inputs/known.suppressions " LEAK,
    "suspects --include-weak " PUBLISHED,
    "suspects --mine --sort retained --chains --format json " LEAK,
    "suspects --mine --chains --baseline " GCDUMP " " LATER,
    "report " LEAK,
    "report --rows 5 --suppressions tests/golden/inputs/known.suppressions " LEAK,
    "report --baseline " GCDUMP " " LATER,
    "report --include-weak --min-share 3 --domain bubblecs.exe " PUBLISHED,
    "report " TRACE,
    "retained --salvage tests/golden/inputs/cut-in-nodes.gcdump",
    "stats --by module " GCDUMP,
    "stats --by root-kind --retained " GCDUMP,
    "profile --output /dev/null " LEAK,
    "profile --paths --baseline " GCDUMP " " LATER,
    "profile --to ncdu " LEAK,
    "profile --to speedscope " LEAK,
    "profile --to pprof --output /dev/null --baseline " GCDUMP " " LATER,
    "convert --output /dev/null " GCDUMP,
    "convert --to rpm --output /dev/null " PUBLISHED,
    "convert --output /dev/null tests/golden/inputs/names-of-one-form.log",
    "convert --to moves " TRACE,
    "convert --to gcdump --output /dev/null " LEAK,
    "convert --to gcdump --output /dev/null " VARIED,
    "convert --redact --output /dev/null " LEAK,
    "convert --redact --output /dev/null " TRACE,
    "convert --to heapsnapshot --redact --output /dev/null " V8,
    "profile --redact-map tests/golden/inputs/names.map --baseline " PUBLISHED " " LEAK,
    "convert --to hprof --output /dev/null " GCDUMP,
    "convert --to hprof --unreachable --output /dev/null " LEAK,
    "convert --to heapsnapshot --output /dev/null " GCDUMP,
    "convert --to tables --output " FOLDER " " VARIED,
    "convert --to tables --fields --output " FOLDER "/ " V8,
    "convert --to tables --fields --redact --output " FOLDER "/ " V8,
    "convert --to heapsnapshot --unreachable --output /dev/null " V8,
    "summary tests/golden/inputs/converted.gcdump",
    "summary tests/golden/inputs/converted.heapsnapshot",
    "stats --retained --generation gen2 " AGES,
    "chains --type * --generation 1 " AGES,
    "suspects --generation 2 --baseline " AGES " " AGES,
    "report --generation gen1 " AGES,
    "diff --by generation --cause --generation 2 " AGES,
    "check " AGES " retained(gen2\tAcme.*)>9% count(large)<2",
    "retained " V8_ANY_ORDER,
    "track " V8 " " V8_ANY_ORDER,
    "map 13 " V8 " " V8_ANY_ORDER,
    "object 13 --fields " V8_ANY_ORDER,
    "chains --type V* --fields " V8,
    "chains --type V* --fields --format dot " V8,
    "object 1028 " RUBY,
    "suspects --min 1 --chains " RUBY,
    "diff " RUBY " tests/fuzz/corpus/ruby/kinds.json",
    "roots tests/fuzz/corpus/ruby/unusual.json",
    "stats tests/fuzz/corpus/ruby/damaged.json",
    "stats " HPROF,
    "overview " HPROF,
    "suspects --min 1 --chains " HPROF,
    "object 12a8 --fields " HPROF,
    "roots " HPROF_OF_THREADS,
    "diff tests/fuzz/corpus/hprof/damaged.hprof tests/fuzz/corpus/hprof/two-heaps.hprof",
    "stats --snapshot 1 tests/fuzz/corpus/hprof/two-heaps.hprof",
    "stats tests/fuzz/corpus/hprof/old.hprof",
    "stats --by module --snapshot 2 --keep-size-classes " TRACE,
    "diff " PUBLISHED " " LEAK,
    "diff --retained --by namespace --format json " PUBLISHED " " LEAK,
    "diff --by root-kind --monotonic " PUBLISHED " " LEAK " " VARIED,
    "diff " TRACE,
    "suspects --baseline " TRACE " " TRACE,
    "stats --snapshot first " TRACE,
    "track " TRACE,
    "track --format json --type Sample.* " TRACE,
    "track --ages --sort age " TRACE,
    "track --growing " TRACE,
    "track --chains --limit 3 " TRACE,
    "map 10138 " TRACE,
    "track " SESSIONS,
    "track --ages " SESSIONS,
    "track --growing --top 1 " SESSIONS,
    "track --chains --born --exclude *[] " SESSIONS,
    "map 24b04c8 --format md " SESSIONS,
    "diff --cause " PUBLISHED " " LEAK,
    "diff --cause --by namespace --top 0 " LEAK " " VARIED,
    "diff --fail-if retained(Acme.*)<1% --fail-if bytes<9MB --quiet " LEAK " " PUBLISHED,
    "check " LEAK " bytes<=1MB count(Acme.*)<100",
    "check " LEAK " count(OrderView)<100 count(Acme.{Shop,X}.*)<100",
    "check " LEAK " retained(Acme.*)<90% --format tap",
    "check " LEAK " suspects>0 retained(mine)>0",
    "check samples/sessions-3.log --baseline samples/sessions-1.log new\tsuspects>0",
    "check --brief samples/sessions-3.log --baseline samples/sessions-1.log new\tsuspects=0",
    "check " LEAK " optional\tcount(Acme.Shp.*)<1 --require-match",
    "check " VARIED " --baseline " GCDUMP " bytes>-9MB retained>=0 --format junit",
    "check --rules tests/whole/kept.rules --format github " LEAK,
};

/* Large enough for columns to grow more than once. */
static const char *const large_lines[] = {
    "stats --top 1 " LARGE,
    "retained --top 1 " LARGE,
    "objects --top 1 " LARGE,
};

/* In place of FOLDER, the folder for scratch files stands in a line. */
static const char *folder;

static void call(whole *w, const char *line)
{
    const char *at = strstr(line, FOLDER);
    char filled[1024];
    if (at == NULL) {
        whole_call(w, line);
        return;
    }
    (void)snprintf(filled, sizeof filled, "%.*s%s%s", (int)(at - line), line, folder,
                   at + strlen(FOLDER));
    whole_call(w, filled);
}

static void run_out_of_memory(const char *line, bool widen)
{
    whole w;
    uint64_t n;
    whole_open(&w);
    w.ctx = gcv_context_new(0);
    assert_non_null(w.ctx);
    call(&w, line);
    int expected = w.status;
    if (expected != DONE && expected != GATE_FAILED) {
        fail_msg("%s: status %d: %s", line, expected, w.err_text);
    }
    char *out = whole_copy(&w);
    if (w.ctx->used != 0) {
        fail_msg("%s: %llu bytes are not given back", line, (unsigned long long)w.ctx->used);
    }
    for (n = 1;; n += widen ? 1 + n / (effort_is_reduced() ? 10 : 50) : 1) {
        w.ctx->allocations = 0;
        w.ctx->fail_at = n;
        call(&w, line);
        if (w.ctx->used != 0) {
            fail_msg("%s: %llu bytes are not given back after allocation %llu failed", line,
                     (unsigned long long)w.ctx->used, (unsigned long long)n);
        }
        if (w.ctx->allocations < n) {
            break;
        }
        if (w.status != OUT_OF_MEMORY) {
            fail_msg("%s: status %d after allocation %llu failed", line, w.status,
                     (unsigned long long)n);
        }
        if (strstr(w.err_text, "gcview: ") == NULL) {
            fail_msg("%s: no message after allocation %llu failed", line, (unsigned long long)n);
        }
    }
    if (n == 1) {
        fail_msg("%s: takes no memory from the context", line);
    }
    /* Failures leave no traces: the run after all of them is like the one before. */
    assert_int_equal(w.status, expected);
    assert_string_equal(w.out_text, out);
    free(out);
    gcv_context_free(w.ctx);
    whole_close(&w);
}

static bool is_here(const char *command)
{
    for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
        if (whole_is_of(lines[i], command)) {
            return true;
        }
    }
    for (size_t i = 0; i < CHECK_COUNT(of_formats); i++) {
        if (strcmp(of_formats[i], command) == 0) {
            return true;
        }
    }
    return strcmp(command, "request") == 0; /* below */
}

static void test_every_command_is_here(NO_STATE)
{
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        if (!is_here(gcv_command_at(i)->name)) {
            fail_msg("add a row for %s", gcv_command_at(i)->name);
        }
    }
}

static void test_every_allocation(NO_STATE)
{
    run_out_of_memory("request moves", false); /* takes no limit */
    for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
        run_out_of_memory(lines[i], !effort_is_full());
    }
}

static void test_formats(NO_STATE)
{
    for (size_t i = 0; i < n_format_samples(); i++) {
        for (size_t k = 0; k < CHECK_COUNT(of_formats); k++) {
            char line[120];
            (void)snprintf(line, sizeof line, "%s %s", of_formats[k], format_samples[i].path);
            run_out_of_memory(line, !effort_is_full());
        }
    }
}

static void test_large(NO_STATE)
{
    for (size_t i = 0; i < CHECK_COUNT(large_lines) && !effort_is_reduced(); i++) {
        run_out_of_memory(large_lines[i], !effort_is_full());
    }
}

/* A limit on memory ends the same way, however low it is. */
static void test_limits(NO_STATE)
{
    static const char *const limits[] = {"1", "1k", "20k"};
    whole w;
    whole_open(&w);
    for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
        for (size_t k = 0; k < CHECK_COUNT(limits); k++) {
            char line[256];
            (void)snprintf(line, sizeof line, "%s --max-memory %s", lines[i], limits[k]);
            call(&w, line);
            if (w.status != OUT_OF_MEMORY || strstr(w.err_text, "gcview: ") == NULL) {
                fail_msg("%s: status %d: %s", line, w.status, w.err_text);
            }
        }
    }
    whole_close(&w);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_command_is_here),
        cmocka_unit_test(test_every_allocation),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_limits),
    };
    if (argc != 2) {
        return 2;
    }
    folder = argv[1];
    return cmocka_run_group_tests_name("whole.alloc", tests, NULL, NULL);
}
