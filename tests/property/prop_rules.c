/* Rules of check and diff, compared with the oracle: random rules, checked by a loop over the
 * objects. */
#include "support/check.h"
#include "support/property.h"

#include "analysis/type_kinds.h"
#include "base/text.h"
#include "heap/vocabulary.h"
#include "rules/rule.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A rule as text and as numbers, which are indexes into the tables below. */
typedef struct random_rule {
    char text[200];
    uint32_t measure, which, scope, comparison, generation;
    char pattern[80];
    uint64_t value;
    bool percent, growth, negative;
} random_rule;

static const char *const measures[] = {"count", "bytes", "retained"};
static const char *const whiches[] = {"", "reachable ", "unreachable ", "pinned ", "finalizable "};
static const char *const kinds[] = {"static",   "handle",  "local", "finalizer",
                                    "internal", "runtime", "other"};
enum { OTHER_KIND = 99 };
static const uint32_t kind_numbers[] = {
    GCV_ROOT_KIND_STATIC,   GCV_ROOT_KIND_HANDLE,  GCV_ROOT_KIND_LOCAL, GCV_ROOT_KIND_FINALIZER,
    GCV_ROOT_KIND_INTERNAL, GCV_ROOT_KIND_RUNTIME, OTHER_KIND};
static const char *const signs[] = {"<=", "<", ">=", ">", "=", "!="};

static void make_rule(random_rule *s, uint64_t *random, const oracle *o, bool aged)
{
    static const char *const patterns[] = {"T*", "*", "*[]", "?*e*", "nothing", "t*", "*Cache*"};
    char inside[100] = "", scope[120] = "", limit[40];
    memset(s, 0, sizeof *s);
    s->measure = graph_below(random, 3);
    s->which = graph_below(random, 5);
    s->which = s->measure == 2 && s->which == 2 ? 0 : s->which;
    s->generation = aged && graph_chance(random, 70) ? graph_below(random, 5) : GCV_NONE;
    s->scope = graph_below(random, 5);
    if (s->scope == 2 && (o->style->telling || o->style->script)) {
        s->scope = 4; /* passes() knows the namespaces of other names */
    }
    s->comparison = graph_below(random, 6);
    s->growth = graph_chance(random, 40);
    s->percent = graph_chance(random, 30);
    s->negative = s->growth && graph_chance(random, 30);
    s->value = s->percent ? graph_below(random, 200)
                          : graph_below(random, graph_chance(random, 50) ? 4 : 3000);
    if (s->scope == 1) {
        bool own = o->n_types > 0 && graph_chance(random, 40);
        const oracle_name *name = own ? &o->names[graph_below(random, o->n_types)] : NULL;
        (void)snprintf(s->pattern, sizeof s->pattern, "%.*s", own ? (int)name->size : 20,
                       own ? name->text : patterns[graph_below(random, 7)]);
        (void)snprintf(inside, sizeof inside, "type \"%s\"", s->pattern);
    } else if (s->scope == 2) {
        (void)snprintf(s->pattern, sizeof s->pattern, "%s",
                       graph_chance(random, 50) ? "Acme" : "Syst*");
        (void)snprintf(inside, sizeof inside, "namespace %s ", s->pattern);
    } else if (s->scope == 3) {
        (void)snprintf(s->pattern, sizeof s->pattern, "%s", kinds[graph_below(random, 7)]);
        (void)snprintf(inside, sizeof inside, "root %s", s->pattern);
    } else if (s->scope == 4) {
        (void)snprintf(inside, sizeof inside, "mine");
    }
    if (s->generation != GCV_NONE || inside[0] != '\0') {
        (void)snprintf(scope, sizeof scope, "(%s %s)",
                       s->generation != GCV_NONE ? gcv_generation_word(s->generation) : "", inside);
    }
    (void)snprintf(limit, sizeof limit, "%s%" PRIu64 "%s", s->negative ? "-" : "", s->value,
                   s->percent ? "%" : "");
    (void)snprintf(s->text, sizeof s->text, "%s%s%s%s %s %s", s->growth ? "growth " : "",
                   whiches[s->which], measures[s->measure], scope, signs[s->comparison], limit);
}

/* Matches a glob by the definition, in any time. */
static bool matches(const char *pattern, const char *text, size_t size)
{
    if (*pattern == '*') {
        return matches(pattern + 1, text, size) ||
               (size > 0 && matches(pattern, text + 1, size - 1));
    }
    if (*pattern == '\0') {
        return size == 0;
    }
    return size > 0 && (*pattern == '?' || *pattern == *text) &&
           matches(pattern + 1, text + 1, size - 1);
}

static bool has_root(const oracle *o, uint32_t object, uint32_t flag, uint32_t kind)
{
    for (uint32_t i = 0; i < o->n_roots; i++) {
        const gcv_root *root = &o->roots[i];
        if (root->object == object && (flag == 0 || (root->flags & flag) != 0) &&
            (kind == GCV_NONE || root->kind == kind)) {
            return true;
        }
    }
    return false;
}

/* Sets for each object the kind of root that its chain begins with; GCV_NONE: it has no chain. */
static void find_kinds(const oracle *o, uint32_t *kind)
{
    uint32_t *object = graph_alloc(o->n, sizeof *object), *root = graph_alloc(o->n, sizeof *root);
    uint32_t n = oracle_root_set(o, false, object, root);
    oracle_chains chains;
    oracle_chains_find(o, false, NULL, &chains);
    for (uint32_t v = 0; v < o->n; v++) {
        kind[v] = GCV_NONE;
        for (uint32_t i = 0; chains.length[v] > 0 && i < n; i++) {
            if (object[i] == chains.object[(size_t)v * o->n]) {
                kind[v] = o->roots[root[i]].kind;
            }
        }
    }
    oracle_chains_release(&chains);
    free(object);
    free(root);
}

/* Whether an object refers to a handle of the platform; one name in these heaps is a handle. */
static bool has_handle(const oracle *o, uint32_t v)
{
    for (uint32_t i = o->first[v]; i < o->first[v + 1]; i++) {
        const oracle_name *name = &o->names[o->type[o->to[i]]];
        if (name->size == 3 && memcmp(name->text, "TCP", 3) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a type is the program's, by its name; in a V8 heap also by its objects, if the platform
 * has the name, too. */
static bool is_mine(const oracle *o, uint32_t type)
{
    const gcv_slice name = gcv_slice_of(o->names[type].text, o->names[type].size);
    const uint32_t flags =
        o->style->script ? gcv_type_kinds_v8(name) : gcv_type_kinds(name, gcv_slice_of(NULL, 0));
    uint32_t n = 0, with = 0;
    for (uint32_t v = 0; (flags & GCV_TYPE_COMMON) != 0 && v < o->n; v++) {
        n += o->type[v] == type;
        with += o->type[v] == type && has_handle(o, v);
    }
    return (flags & GCV_TYPE_MINE) != 0 && ((flags & GCV_TYPE_COMMON) == 0 || with * 2 < n);
}

static bool passes(const oracle *o, const random_rule *s, const uint32_t *kind, uint32_t v)
{
    const oracle_name *name = &o->names[o->type[v]];
    gcv_slice whole = gcv_slice_of(name->text, name->size), space;
    uint32_t k = 0;
    if (s->generation != GCV_NONE && oracle_generation(o, v) != s->generation) {
        return false;
    }
    if ((s->which == 1 && kind[v] == GCV_NONE) || (s->which == 2 && kind[v] != GCV_NONE) ||
        (s->which == 3 && !has_root(o, v, GCV_ROOT_PINNED, GCV_NONE)) ||
        (s->which == 4 && !has_root(o, v, 0, GCV_ROOT_KIND_FINALIZER))) {
        return false;
    }
    switch (s->scope) {
    case 1:
        return matches(s->pattern, name->text, name->size);
    case 2: /* System.Byte[] is the only name in these heaps with a dot outside of brackets */
        if (whole.size >= 4 && memcmp(whole.data, "Acme", 4) == 0) {
            space = gcv_slice_str("Acme");
        } else if (whole.size >= 7 && memcmp(whole.data, "System.", 7) == 0) {
            space = gcv_slice_str("System");
        } else {
            space = gcv_slice_str("<>");
        }
        return matches(s->pattern, space.data, space.size);
    case 3:
        while (strcmp(kinds[k], s->pattern) != 0) {
            k++;
        }
        return kind[v] != GCV_NONE &&
               (kind_numbers[k] == OTHER_KIND ? kind[v] > GCV_ROOT_KIND_RUNTIME
                                              : kind[v] == kind_numbers[k]);
    case 4:
        return is_mine(o, o->type[v]);
    default:
        return true;
    }
}

static uint64_t amount(const oracle *o, const random_rule *s, uint64_t *whole)
{
    bool *member = graph_alloc(o->n, sizeof(bool)), *reached = graph_alloc(o->n, sizeof(bool));
    uint32_t *kind = graph_alloc(o->n, sizeof(uint32_t));
    uint64_t result = 0;
    find_kinds(o, kind);
    oracle_reach(o, false, NULL, reached);
    *whole = 0;
    for (uint32_t v = 0; v < o->n; v++) {
        member[v] = passes(o, s, kind, v);
        *whole += s->measure == 0 ? 1 : o->size[v];
        if (member[v] && s->measure < 2) {
            result += s->measure == 0 ? 1 : o->size[v];
        }
    }
    if (s->measure == 2) {
        result = oracle_retained(o, false, member);
    }
    free(member);
    free(reached);
    free(kind);
    return result;
}

static bool keeps(const random_rule *s, int64_t actual, int64_t limit)
{
    switch (s->comparison) {
    case 0:
        return actual <= limit;
    case 1:
        return actual < limit;
    case 2:
        return actual >= limit;
    case 3:
        return actual > limit;
    case 4:
        return actual == limit;
    default:
        return actual != limit;
    }
}

/* Returns the limit of `value` percent of `base`, rounded as a rule with this comparison shows it;
 * `*exact` is the limit in hundredths. */
static int64_t percentage(const random_rule *s, uint64_t base, int64_t *exact)
{
    int64_t below;
    *exact = (int64_t)(base * s->value) * (s->negative ? -1 : 1);
    for (below = *exact / 100; below * 100 > *exact; below--) {
    }
    if (below * 100 == *exact) {
        return below;
    }
    switch (s->comparison) {
    case 0:
    case 3:
        return below;
    case 1:
    case 2:
        return below + 1;
    default:
        return *exact / 100;
    }
}

static bool judged(const heap_pair *p, const random_rule *s, const gcv_outcome *outcome,
                   char why[GRAPH_WHY_MAX])
{
    uint64_t whole, unused, now = amount(&p->b.o, s, &whole), before = amount(&p->a.o, s, &unused);
    int64_t actual = s->growth ? (int64_t)(now - before) : (int64_t)now;
    int64_t exact = 0, limit = s->percent ? percentage(s, s->growth ? before : whole, &exact)
                                          : (int64_t)s->value * (s->negative ? -1 : 1);
    bool kept =
        s->percent && s->comparison < 4 ? keeps(s, actual * 100, exact) : keeps(s, actual, limit);
    int64_t got = s->growth ? outcome->actual.growth : (int64_t)outcome->actual.amount;
    int64_t got_limit = s->growth ? outcome->limit.growth : (int64_t)outcome->limit.amount;
    return (got == actual && got_limit == limit && outcome->broken == !kept) ||
           graph_fails(why, "%s: %" PRId64 " and %" PRId64 ", must be %" PRId64 " and %" PRId64,
                       s->text, got, got_limit, actual, limit);
}

enum { RULES = 12 };

static bool rules_hold(const heap_pair *p, char why[GRAPH_WHY_MAX])
{
    uint64_t random = graph_mix(p->a.o.g->seed, 5);
    random_rule made[RULES];
    gcv_outcome outcomes[RULES];
    gcv_filter everything;
    gcv_selection now, before;
    gcv_rules rules;
    const bool aged = p->a.heap->ranges.n > 0 && p->heap_b->ranges.n > 0;
    bool good = true;
    if (p->a.o.style->script && !(gcv_heap_is_v8(p->a.heap) && gcv_heap_is_v8(p->heap_b))) {
        return true; /* names have other meanings */
    }
    memset(&everything, 0, sizeof everything);
    memset(&rules, 0, sizeof rules);
    for (size_t i = 0; i < RULES; i++) {
        make_rule(&made[i], &random, &p->b.o, aged);
        gcv_rules_add(p->a.ctx, &rules, made[i].text, i + 1, true);
    }
    gcv_selection_find(p->a.ctx, p->heap_b, &everything, &now);
    gcv_selection_find(p->a.ctx, p->a.heap, &everything, &before);
    gcv_gate_run(p->a.ctx, &rules, &now, &before, false, outcomes);
    for (size_t i = 0; good && i < RULES; i++) {
        good = judged(p, &made[i], &outcomes[i], why);
    }
    gcv_selection_release(p->a.ctx, &now);
    gcv_selection_release(p->a.ctx, &before);
    gcv_rules_release(p->a.ctx, &rules);
    return good;
}

static const property laws[] = {
    {.of_pair = rules_hold, .seed = 0x72756c, .cases = 800, .n = {0, 12}},
    {.of_pair = rules_hold, .seed = 0x72756d, .cases = 100, .n = {20, 50}},
    {.of_pair = rules_hold, .aged = true, .seed = 0x72756e, .cases = 400, .n = {0, 12}},
    {.of_pair = rules_hold, .aged = true, .seed = 0x72756f, .cases = 50, .n = {20, 50}},
    {.of_pair = rules_hold, .telling = true, .seed = 0x727570, .cases = 400, .n = {0, 12}},
    {.of_pair = rules_hold, .script = true, .seed = 0x727571, .cases = 1000, .n = {2, 12}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
