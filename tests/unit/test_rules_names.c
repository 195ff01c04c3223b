/* The types that a rule names, compared with a search through all types, with random names and
 * patterns. */
#include "support/built_heap.h"
#include "support/check.h"
#include "support/effort.h"
#include "support/graphs.h"

#include "base/glob.h"
#include "base/near_names.h"
#include "rules/rule_parts.h"

#include <stdlib.h>
#include <string.h>

enum { TYPES = 40, NAME_MAX_SIZE = 8 };

/* Few letters, so that names have common beginnings and differ only in case. */
static gcv_slice random_text(uint64_t *random, const char *letters, char text[NAME_MAX_SIZE + 1])
{
    const uint32_t n_letters = (uint32_t)strlen(letters),
                   n = 1 + graph_below(random, NAME_MAX_SIZE);
    for (uint32_t i = 0; i < n; i++) {
        text[i] = letters[graph_below(random, n_letters)];
    }
    text[n] = '\0';
    return gcv_slice_str(text);
}

static built_heap *open_heap(uint64_t *random)
{
    built_heap *f = built_heap_new(GCV_LOAD_GRAPH, true);
    char name[NAME_MAX_SIZE + 1];
    for (uint64_t i = 0; i < TYPES; i++) {
        (void)random_text(random, i % 4 == 0 ? "aAb*{,}" : "aAb.", name);
        built_heap_type(f, i + 1, name, i % 3 == 0 ? NULL : i % 3 == 1 ? "a" : "aB");
        built_heap_object(f, 8 * i, i + 1, 8);
    }
    built_heap_freeze(f);
    return f;
}

/* Whether the name of a type matches the pattern of a rule: a pattern that is the name of a type
 * means only that name. */
static bool is_named(built_heap *f, const gcv_rule_names *names, const gcv_rule *rule,
                     gcv_slice name, bool ignore_case)
{
    bool exact = false;
    for (uint32_t t = 0; rule->scope == GCV_SCOPE_TYPE && t < f->heap->n_types; t++) {
        exact = exact || gcv_slice_compare_letters(f->heap->types.name[t], rule->pattern,
                                                   names->filter->ignore_case) == 0;
    }
    return exact ? gcv_slice_compare_letters(name, rule->pattern, ignore_case) == 0
                 : gcv_glob_slice(f->ctx, rule->pattern, name, ignore_case);
}

static void check_pattern(built_heap *f, gcv_rule_names *names, const gcv_rule *rule)
{
    uint8_t found[TYPES] = {0};
    bool slip = false;
    gcv_rule_types types;
    uint32_t t;
    gcv_rule_types_begin(names, rule, &types);
    while ((t = gcv_rule_types_next(&types)) != GCV_NONE) {
        assert_true(t < f->heap->n_types);
        assert_int_equal(found[t]++, 0);
    }
    for (t = 0; t < f->heap->n_types; t++) {
        gcv_slice name = gcv_rule_name_of(f->heap, rule, t),
                  last = gcv_last_part_of(f->heap->types.name[t]);
        if ((found[t] != 0) != is_named(f, names, rule, name, names->filter->ignore_case)) {
            fail_msg("'%.*s': '%.*s' is wrong", (int)rule->pattern.size, rule->pattern.data,
                     (int)name.size, name.data);
        }
        slip = slip || is_named(f, names, rule, name, true) ||
               (rule->scope == GCV_SCOPE_TYPE && !gcv_glob_has_wildcard(rule->pattern) &&
                memchr(rule->pattern.data, '.', rule->pattern.size) == NULL &&
                gcv_glob_slice(f->ctx, rule->pattern, last, true));
    }
    bool is_slip = gcv_rule_is_slip(names, rule);
    assert_int_equal(is_slip, slip);
}

static void check_heap(uint64_t seed, bool ignore_case)
{
    static const gcv_scope scopes[] = {GCV_SCOPE_TYPE, GCV_SCOPE_NAMESPACE, GCV_SCOPE_MODULE};
    uint64_t random = graph_mix(seed, 0x6e616d65);
    built_heap *f = open_heap(&random);
    char text[NAME_MAX_SIZE + 1];
    gcv_rule_request request = {0};
    gcv_selection all;
    gcv_filter filter = {.ignore_case = ignore_case};
    gcv_rule_names names;
    gcv_rule rule = {0};
    const gcv_heap *heap = f->heap;
    uint32_t n_patterns = effort_rounds(4000);
    gcv_filter_prepare(f->ctx, &filter, &heap, 1);
    gcv_selection_find(f->ctx, f->heap, &filter, &all);
    request.selection = &all;
    gcv_rule_names_init(&names, f->ctx, &request);
    for (uint32_t i = 0; i < n_patterns; i++) {
        rule.scope = scopes[graph_below(&random, 3)];
        rule.pattern = i % 8 == 0 ? heap->types.name[graph_below(&random, heap->n_types)]
                                  : random_text(&random, i % 2 == 0 ? "aAb." : "aAb.*?{,}", text);
        check_pattern(f, &names, &rule);
    }
    gcv_rule_names_release(&names);
    gcv_selection_release(f->ctx, &all);
    gcv_free(f->ctx, filter.exact.parent);
    GCV_RELEASE(f->ctx, &filter.exact.names, &filter.exact.globs);
    built_heap_free(f);
}

static void test_random_names(NO_STATE)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        check_heap(seed, seed % 2 != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
