/* The syntax of rules: what is accepted, what is refused and at which column, and arbitrary text.
 */
#include "support/check.h"
#include "support/effort.h"
#include "support/tried.h"

#include "analysis/groups.h"
#include "base/text.h"
#include "heap/vocabulary.h"
#include "rules/rule_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gcv_rule good(const char *text)
{
    gcv_rule rule;
    gcv_rule_fault fault;
    if (!gcv_rule_parse(gcv_slice_str(text), true, &rule, &fault)) {
        fail_msg("`%s`: column %zu: %s", text, fault.column, fault.message);
    }
    return rule;
}

static void bad(const char *text, size_t column, const char *message)
{
    gcv_rule rule;
    gcv_rule_fault fault;
    if (gcv_rule_parse(gcv_slice_str(text), false, &rule, &fault)) {
        fail_msg("`%s` is taken for a rule", text);
    }
    if (fault.column != column || strstr(fault.message, message) == NULL) {
        fail_msg("`%s`: column %zu: %s", text, fault.column, fault.message);
    }
}

static bool is(gcv_slice text, const char *wanted) { return gcv_slice_is(text, wanted); }

static void test_measures(NO_STATE)
{
    gcv_rule rule = good("  count(Acme.Cache*) <= 100\t");
    assert_true(is(rule.text, "count(Acme.Cache*) <= 100"));
    assert_true(rule.measure == GCV_MEASURE_COUNT && rule.which == GCV_WHICH_ALL);
    assert_true(rule.scope == GCV_SCOPE_TYPE && is(rule.pattern, "Acme.Cache*"));
    assert_true(rule.comparison == GCV_AT_MOST && rule.value == 100);
    assert_true(!rule.growth && !rule.percent && !rule.negative && !rule.forbid);
    rule = good("bytes<1");
    assert_true(rule.measure == GCV_MEASURE_BYTES && rule.scope == GCV_SCOPE_HEAP);
    assert_int_equal(rule.comparison, GCV_BELOW);
    rule = good("unreachable bytes(*) >= 1");
    assert_true(rule.which == GCV_WHICH_UNREACHABLE && rule.scope == GCV_SCOPE_HEAP);
    assert_int_equal(good("reachable count > 1").which, GCV_WHICH_REACHABLE);
    assert_int_equal(good("pinned count = 1").which, GCV_WHICH_PINNED);
    assert_int_equal(good("finalizable retained == 1").which, GCV_WHICH_FINALIZABLE);
    assert_int_equal(good("retained != 1").measure, GCV_MEASURE_RETAINED);
    assert_int_equal(good("retained != 1").comparison, GCV_UNEQUAL);
}

static void test_scopes(NO_STATE)
{
    gcv_rule rule = good("bytes( Dictionary<System.String, Acme.Shop.Price>[] ) < 1");
    assert_true(is(rule.pattern, "Dictionary<System.String, Acme.Shop.Price>[]"));
    assert_true(is(good("bytes \t(X) < 1").pattern, "X"));
    rule = good("bytes(namespace Acme.Web) < 1");
    assert_true(rule.scope == GCV_SCOPE_NAMESPACE && is(rule.pattern, "Acme.Web"));
    rule = good("bytes(module a b.dll) < 1");
    assert_true(rule.scope == GCV_SCOPE_MODULE && is(rule.pattern, "a b.dll"));
    rule = good("bytes(root static) < 1");
    assert_true(rule.scope == GCV_SCOPE_ROOT && rule.root_kind == 7);
    rule = good("bytes(type namespace X) < 1");
    assert_true(rule.scope == GCV_SCOPE_TYPE && is(rule.pattern, "namespace X"));
    rule = good("bytes(\"namespace X\") < 1");
    assert_true(rule.scope == GCV_SCOPE_TYPE && is(rule.pattern, "namespace X"));
    assert_true(is(good("bytes(X (Bytes > 1K)) < 1").pattern, "X (Bytes > 1K)"));
    assert_true(is(good("bytes(\"a) < 1\") < 1").pattern, "a) < 1"));
    assert_int_equal(good("bytes(heap) < 1").scope, GCV_SCOPE_HEAP);
    assert_true(is(good("bytes(root) < 1").pattern, "root")); /* a type */
    rule = good("forbid Acme.Debug* ");
    assert_true(rule.forbid && rule.value == 0 && rule.comparison == GCV_EQUAL);
    assert_true(is(rule.pattern, "Acme.Debug*"));
    assert_int_equal(good("forbid (namespace Acme.Debug)").scope, GCV_SCOPE_NAMESPACE);
    assert_int_equal(good("forbid root finalizer").root_kind, 1);
}

static void test_generations(NO_STATE)
{
    gcv_rule rule = good("count(gen2 Acme.Order) < 1");
    assert_true(rule.generation == 2 && rule.scope == GCV_SCOPE_TYPE);
    assert_true(is(rule.pattern, "Acme.Order"));
    rule = good("bytes( large\tnamespace Acme ) < 1");
    assert_true(rule.generation == 3 && rule.scope == GCV_SCOPE_NAMESPACE);
    assert_true(is(rule.pattern, "Acme"));
    rule = good("pinned bytes(pinned) < 1");
    assert_true(rule.generation == 4 && rule.scope == GCV_SCOPE_HEAP);
    rule = good("bytes(gen0 *) < 1");
    assert_true(rule.generation == 0 && rule.scope == GCV_SCOPE_HEAP);
    rule = good("forbid gen1 root static");
    assert_true(rule.generation == 1 && rule.scope == GCV_SCOPE_ROOT);
    rule = good("bytes(gen2 gen2) < 1");
    assert_true(rule.generation == 2 && is(rule.pattern, "gen2"));
    rule = good("bytes(gen2 \"large\") < 1");
    assert_true(rule.generation == 2 && is(rule.pattern, "large"));
    /* Types. */
    rule = good("bytes(\"gen2\") < 1");
    assert_true(rule.generation == GCV_NONE && is(rule.pattern, "gen2"));
    rule = good("bytes(type large) < 1");
    assert_true(rule.generation == GCV_NONE && is(rule.pattern, "large"));
    rule = good("bytes(generation) < 1");
    assert_true(rule.generation == GCV_NONE && is(rule.pattern, "generation"));
    rule = good("bytes(gen) < 1");
    assert_true(rule.generation == GCV_NONE && is(rule.pattern, "gen"));
    assert_int_equal(good("bytes < 1").generation, GCV_NONE);
}

/* The traits of an object have room for all root kinds and generations. */
static void test_traits(NO_STATE)
{
    assert_null(gcv_root_kind_group_name(GCV_TRAITS_ROOT_KIND + 1));
    assert_null(gcv_generation_word(GCV_TRAITS_GENERATION / GCV_TRAIT_GENERATION));
}

static void test_limits(NO_STATE)
{
    gcv_rule rule = good("growth bytes(System.String) <= 5%");
    assert_true(rule.growth && rule.percent && rule.value == 5000);
    rule = good("bytes <= +1.5MB");
    assert_true(rule.growth && !rule.percent && !rule.negative && rule.value == 1572864);
    rule = good("bytes <= -12.345 %");
    assert_true(rule.growth && rule.percent && rule.negative && rule.value == 12345);
    assert_int_equal(good("bytes < 4k").value, 4096);
    assert_int_equal(good("bytes < 4KiB").value, 4096);
    assert_int_equal(good("bytes < 4 KB").value, 4096);
    assert_int_equal(good("bytes < 4096B").value, 4096);
    assert_int_equal(good("bytes < 2T").value, (uint64_t)2 << 40);
    assert_int_equal(good("bytes < 0.5KB").value, 512);
    assert_int_equal(good("count < 0.5%").value, 500);
    /* The largest limit of each unit; test_faults() has the limits one above. */
    assert_true(good("bytes < 9223372036854775806").value == INT64_MAX - 1);
    assert_true(good("bytes < 9007199254740990.999K").value ==
                (uint64_t)9007199254740991 * 1024 - 2);
    assert_true(good("bytes < 8388606TB").value == (uint64_t)8388606 << 40);
    assert_true(good("bytes < 9223372036854774.999%").value == 9223372036854774999);
}

static void test_faults(NO_STATE)
{
    char text[1100];
    (void)snprintf(text, sizeof text, "count({%0999d}) < 3", 0);
    bad(text, 7, "at most 1000 characters");
    (void)snprintf(text, sizeof text, "count({%0998d}) < 3", 0);
    (void)good(text);
    bad("", 1, "empty");
    bad("  \t", 1, "empty");
    bad("cuont(x) < 3", 1, "did you mean 'count'?");
    bad("nothing(x) < 3", 1, "there are count");
    bad("< 3", 1, "missing");
    bad("unreachable cuont < 3", 13, "did you mean 'count'?");
    bad("pinned < 3", 8, "count, bytes or retained is missing");
    bad("unreachable retained < 3", 1, "retains nothing");
    bad("count(x < 3", 6, "parenthesis is not closed");
    bad("count(\"x) < 3", 6, "quote is not closed");
    bad("count() < 3", 7, "missing");
    bad("count(\"\") < 3", 8, "missing");
    bad("count(\xc3\xa9) 3", 10, "comparison is missing");
    bad("count(x)", 9, "comparison is missing");
    bad("count(root heap) < 1", 12, "no such kind of root; there are finalizer");
    bad("count(gen3 X) < 1", 7, "no such generation; there are gen0, gen1, gen2, large, pinned");
    bad("forbid gen12", 8, "no such generation");
    bad("gen2 count(X) < 1", 1, "a generation goes into the parentheses");
    bad("reachable large bytes < 1", 11, "a generation goes into the parentheses");
    bad("count(gen2 root heap) < 1", 17, "no such kind of root");
    bad("count <", 8, "number is missing");
    bad("count < x", 9, "number is missing");
    bad("count < 1,000", 10, "without separators");
    bad("count < 1MB", 10, "no unit");
    bad("bytes < 1XB", 10, "no such unit");
    bad("bytes < 1.", 11, "digits follow");
    bad("bytes < 1.2345%", 14, "digits follow");
    bad("bytes < 1.5", 9, "needs a unit");
    bad("bytes < 99999999999999999999", 9, "too large");
    bad("bytes < 9999999999TB", 9, "too large");
    bad("bytes < 9223372036854775807", 9, "too large");
    bad("bytes < 9007199254740991K", 9, "too large");
    bad("bytes < 8388607TB", 9, "too large");
    bad("bytes < 9223372036854775%", 9, "too large");
    bad("bytes < 1 or so", 11, "no such unit");
    bad("bytes < 1 MB or so", 14, "ends before this");
    bad("growth bytes < 1", 1, "--baseline");
    bad("bytes < +1", 9, "--baseline");
    bad("forbid", 7, "missing");
    bad("forbid ()", 9, "missing");
    bad("forbid (x) y", 12, "ends before this");
    bad("bytes\n< 1", 6, "a control character: not a rule");
}

static void test_files(NO_STATE)
{
    static const char text[] = "\xef\xbb\xbf# limits\r\n\r\nbytes < 1 # one\r\n\tcount(C#) < 2\n";
    gcv_context *ctx = gcv_context_new(0);
    gcv_rules rules = {0};
    gcv_error err;
    gcv_rules_add_text(ctx, &rules, "f", gcv_slice_str(text), false);
    assert_int_equal(rules.n, 2);
    assert_true(is(rules.data[0].text, "bytes < 1"));
    assert_true(is(rules.data[1].text, "count(C#) < 2"));
    assert_int_equal(
        tried(ctx, &err,
              gcv_rules_add_text(ctx, &rules, "f", gcv_slice_str("\n\n bytes <\n"), false)),
        GCV_ERR_USAGE);
    assert_true(strcmp(err.file, "f") == 0 && err.line == 3);
    assert_string_equal(err.message, "column 9: a number is missing");
    assert_int_equal(
        tried(ctx, &err, gcv_rules_add_text(ctx, &rules, "f", gcv_slice_str("# none\n"), false)),
        GCV_ERR_USAGE);
    gcv_rules_release(ctx, &rules);
    check_context_free(ctx);
}

static size_t characters(const char *text, size_t size)
{
    gcv_slice rest = gcv_slice_of(text, size);
    size_t n = 0;
    for (; rest.size > 0; n++) {
        (void)gcv_utf8_next(&rest);
    }
    return n;
}

/* Random pieces of rules and bytes: each text is a rule or has a fault within it, and a rule that
 * is printed and read again is the same. The text has a block of its own, so that a sanitizer
 * detects reads beyond it. */
static void test_any_text(NO_STATE)
{
    static const char *const pieces[] = {
        "count",      "bytes", "retained", "growth", "forbid", "unreachable", "pinned", "(",   ")",
        "namespace ", "root ", "type ",    "module", "static", "heap",        "*",      "<=",  "<",
        "=",          "!=",    "1",        "99",     ".5",     "%",           "KB",     "MiB", "+",
        "-",          " ",     "\"",       "Acme.X", "\t",     "gen2",        "large "};
    uint64_t random = 7;
    const unsigned rounds = effort_rounds(200000);
    unsigned taken = 0;
    for (unsigned n = 0; n < rounds; n++) {
        char text[160];
        size_t size = 0, parts = check_below(&random, 9);
        gcv_rule rule, again;
        gcv_rule_fault fault = {0, ""};
        while (parts-- > 0) {
            const char *piece = pieces[check_below(&random, CHECK_COUNT(pieces))];
            char byte = (char)check_below(&random, 256);
            bool raw = check_below(&random, 12) == 0;
            size_t length = raw ? 1 : strlen(piece);
            memcpy(text + size, raw ? &byte : piece, length);
            size += length;
        }
        char *alone = malloc(size + (size == 0));
        assert_non_null(alone);
        memcpy(alone, text, size);
        if (gcv_rule_parse(gcv_slice_of(alone, size), (n & 1) != 0, &rule, &fault)) {
            taken++;
            assert_true(gcv_rule_parse(rule.text, true, &again, &fault));
            assert_true(again.value == rule.value && again.comparison == rule.comparison &&
                        gcv_slice_equal(again.pattern, rule.pattern));
        } else {
            assert_true(fault.column >= 1 && fault.column <= characters(alone, size) + 1);
            assert_true(fault.message[0] != '\0');
        }
        free(alone);
    }
    assert_true(taken > rounds / 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measures),    cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_generations), cmocka_unit_test(test_traits),
        cmocka_unit_test(test_limits),      cmocka_unit_test(test_faults),
        cmocka_unit_test(test_files),       cmocka_unit_test(test_any_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
