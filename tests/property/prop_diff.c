/* diff and check against the oracle: two random heaps that share some type names, their deltas
 * found object by object, and rules held against what a loop over the objects finds. */
#include "support/check.h"
#include "support/oracle.h"

#include "base/context.h"
#include "base/text.h"
#include "output/escape.h"
#include "report/gate.h"
#include "report/label.h"
#include "report/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void no_message(void *payload, const char *file, const char *message)
{
    (void)payload;
    (void)file;
    (void)message;
}

/* Both heaps in one context, as a session has them. */
typedef struct pair {
    subject a, b;
    graph second;
    gcv_heap *heap_b;
} pair;

static bool pair_open(pair *p, const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    graph_random(&p->second, graph_mix(g->seed, 77), g->n_objects + 3);
    if (!subject_open(&p->a, g, style, NULL, why)) {
        graph_release(&p->second);
        return false;
    }
    if (!subject_open(&p->b, &p->second, style, NULL, why)) {
        graph_release(&p->second);
        return subject_close(&p->a, false, why);
    }
    assert_int_equal(gcv_heap_load_memory(p->a.ctx, "second", p->b.text.data, p->b.text.size, NULL,
                                          &p->heap_b, NULL),
                     GCV_OK);
    return true;
}

static bool pair_close(pair *p, bool good, char why[GRAPH_WHY_MAX])
{
    gcv_heap_free(p->heap_b);
    good = subject_close(&p->a, good, why);
    good = subject_close(&p->b, good, why);
    graph_release(&p->second);
    return good;
}

static gcv_report report_of(gcv_context *ctx, const gcv_heap *const *heaps, size_t n,
                            const gcv_report_options *options)
{
    gcv_report report;
    memset(&report, 0, sizeof report);
    report.ctx = ctx;
    report.command = "diff";
    report.heap = heaps[0];
    report.heaps = heaps;
    report.n_heaps = n;
    report.options = options;
    report.warn = report.tell = no_message;
    return report;
}

/* What a report writes as tsv; to be freed. */
static char *run(gcv_report *report, gcv_status (*function)(gcv_report *, gcv_error *))
{
    FILE *file = tmpfile();
    gcv_error err;
    char *text;
    long end;
    assert_non_null(file);
    assert_int_equal(
        gcv_writer_open(report->ctx, file, "diff", "tsv", false, &report->writer, &err), GCV_OK);
    if (function(report, &err) != GCV_OK) {
        fail_msg("the report fails: %s", err.message);
    }
    assert_int_equal(gcv_writer_end(report->writer, &err), GCV_OK);
    gcv_writer_close(report->writer);
    end = ftell(file);
    assert_true(end >= 0);
    rewind(file);
    text = graph_alloc((size_t)end + 1, 1);
    assert_int_equal(fread(text, 1, (size_t)end, file), (size_t)end);
    text[end] = '\0';
    (void)fclose(file);
    return text;
}

/* ---- what diff must say ------------------------------------------------------------------- */

typedef struct row {
    oracle_name name;
    int64_t count[2], bytes[2], retained[2];
    bool retains;
} row;

typedef struct rows {
    row *data;
    size_t n;
} rows;

static row *row_of(rows *r, const oracle_name *name)
{
    size_t i;
    for (i = 0; i < r->n; i++) {
        if (r->data[i].name.size == name->size &&
            memcmp(r->data[i].name.text, name->text, name->size) == 0) {
            return &r->data[i];
        }
    }
    memset(&r->data[r->n], 0, sizeof *r->data);
    r->data[r->n].name = *name;
    return &r->data[r->n++];
}

static void add_oracle(rows *r, const oracle *o, size_t at)
{
    bool *reached = graph_alloc(o->n, sizeof(bool)), *member = graph_alloc(o->n, sizeof(bool));
    uint32_t t, v;
    oracle_reach(o, false, NULL, reached);
    for (t = 0; t < o->n_types; t++) {
        row *to = row_of(r, &o->names[t]);
        bool any = false;
        for (v = 0; v < o->n; v++) {
            member[v] = o->type[v] == t;
            to->count[at] += member[v];
            to->bytes[at] += member[v] ? (int64_t)o->size[v] : 0;
            any = any || (member[v] && reached[v]);
        }
        if (any) {
            to->retains = true;
            to->retained[at] = (int64_t)oracle_retained(o, false, member);
        }
    }
    free(reached);
    free(member);
}

static int64_t absolute(int64_t value) { return value < 0 ? -value : value; }

static int by_change(const void *left, const void *right)
{
    const row *a = left, *b = right;
    int64_t x = absolute(a->bytes[1] - a->bytes[0]), y = absolute(b->bytes[1] - b->bytes[0]);
    if (x != y) {
        return x > y ? -1 : 1;
    }
    return gcv_slice_compare(gcv_slice_of(a->name.text, a->name.size),
                             gcv_slice_of(b->name.text, b->name.size));
}

static void put_number(graph_text *text, int64_t number)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%" PRId64 "\t", number);
    graph_puts(text, digits);
}

static void put_row(graph_text *text, const row *r)
{
    gcv_escape escape = gcv_escape_start(GCV_ESCAPE_TSV, gcv_slice_of(r->name.text, r->name.size));
    gcv_slice piece;
    put_number(text, r->count[1] - r->count[0]);
    put_number(text, r->bytes[1] - r->bytes[0]);
    if (r->retains) {
        put_number(text, r->retained[1] - r->retained[0]);
    } else {
        graph_puts(text, "-\t");
    }
    put_number(text, r->count[0]);
    put_number(text, r->count[1]);
    put_number(text, r->bytes[0]);
    put_number(text, r->bytes[1]);
    while (gcv_escape_next(&escape, &piece)) {
        graph_put(text, piece.data, piece.size);
    }
    graph_puts(text, "\n");
}

/* Sorts with a plain insertion, as qsort() is not for this project. */
static void sort_rows(rows *r)
{
    size_t i, j;
    for (i = 1; i < r->n; i++) {
        row moving = r->data[i];
        for (j = i; j > 0 && by_change(&moving, &r->data[j - 1]) < 0; j--) {
            r->data[j] = r->data[j - 1];
        }
        r->data[j] = moving;
    }
}

static void expected(const oracle *a, const oracle *b, graph_text *text)
{
    rows r;
    size_t i;
    r.data = graph_alloc((size_t)a->n_types + b->n_types + 1, sizeof *r.data);
    r.n = 0;
    add_oracle(&r, a, 0);
    add_oracle(&r, b, 1);
    sort_rows(&r);
    graph_puts(text,
               "count_delta\tbytes_delta\tretained_delta\tcount_a\tcount_b\tbytes_a\tbytes_b"
               "\ttype\n");
    for (i = 0; i < r.n; i++) {
        const row *x = &r.data[i];
        if (x->count[0] != x->count[1] || x->bytes[0] != x->bytes[1] ||
            x->retained[0] != x->retained[1]) {
            put_row(text, x);
        }
    }
    graph_put(text, "", 1);
    free(r.data);
}

static bool says(gcv_context *ctx, const gcv_heap *first, const gcv_heap *last, const oracle *a,
                 const oracle *b, char why[GRAPH_WHY_MAX])
{
    const gcv_heap *heaps[2] = {first, last};
    gcv_report_options options;
    gcv_rules rules;
    gcv_report report;
    graph_text wanted;
    char *text;
    bool good;
    memset(&options, 0, sizeof options);
    memset(&rules, 0, sizeof rules);
    memset(&wanted, 0, sizeof wanted);
    options.retained = true;
    options.rules = &rules;
    report = report_of(ctx, heaps, 2, &options);
    text = run(&report, gcv_report_diff);
    expected(a, b, &wanted);
    good = strcmp(text, wanted.data) == 0 ||
           graph_fails(why, "diff says %.90s but must say %.90s", strchr(text, '\n'),
                       strchr(wanted.data, '\n'));
    graph_text_release(&wanted);
    free(text);
    return good;
}

static bool sums_match(gcv_context *ctx, const pair *p, const char *by, char why[GRAPH_WHY_MAX])
{
    const gcv_heap *heaps[3] = {p->a.heap, p->b.heap, p->heap_b};
    const gcv_facts *a = gcv_heap_facts(p->a.heap), *b = gcv_heap_facts(p->heap_b);
    gcv_report_options options;
    gcv_rules rules;
    gcv_report report;
    long long count = 0, bytes = 0, c, d;
    char *text, *line;
    memset(&options, 0, sizeof options);
    memset(&rules, 0, sizeof rules);
    options.by = by;
    options.rules = &rules;
    report = report_of(ctx, heaps, 3, &options);
    text = run(&report, gcv_report_diff);
    for (line = strchr(text, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
        assert_int_equal(sscanf(line, "%lld\t%lld", &c, &d), 2);
        count += c;
        bytes += d;
    }
    free(text);
    return (count == (long long)(b->objects - a->objects) &&
            bytes == (long long)(b->bytes - a->bytes)) ||
           graph_fails(why, "by %s: deltas add up to %lld and %lld", by, count, bytes);
}

static bool diff_holds(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    static const char *const bys[] = {"type", "namespace", "root-kind", "domain"};
    graph_text none;
    pair p;
    bool good;
    size_t i;
    memset(&none, 0, sizeof none);
    if (!pair_open(&p, g, style, why)) {
        return false;
    }
    good = says(p.a.ctx, p.a.heap, p.heap_b, &p.a.o, &p.b.o, why) &&
           says(p.a.ctx, p.heap_b, p.a.heap, &p.b.o, &p.a.o, why) &&
           says(p.a.ctx, p.a.heap, p.a.heap, &p.a.o, &p.a.o, why);
    for (i = 0; good && i < CHECK_COUNT(bys); i++) {
        good = sums_match(p.a.ctx, &p, bys[i], why);
    }
    expected(&p.a.o, &p.a.o, &none); /* the header and nothing else */
    assert_string_equal(strchr(none.data, '\n'), "\n");
    graph_text_release(&none);
    return pair_close(&p, good, why);
}

/* ---- rules -------------------------------------------------------------------------------- */

/* One rule in words and in numbers. */
typedef struct spoken {
    char text[200];
    uint32_t measure, which, scope, comparison;
    char pattern[80];
    uint64_t value;
    bool percent, growth, negative;
} spoken;

static const char *const measures[] = {"count", "bytes", "retained"};
static const char *const whiches[] = {"", "reachable ", "unreachable ", "pinned ", "finalizable "};
static const char *const kinds[] = {"static",   "handle",  "local", "finalizer",
                                    "internal", "runtime", "other"};
static const uint32_t kind_numbers[] = {4, 3, 1, 2, 0, 5, 99};
static const char *const signs[] = {"<=", "<", ">=", ">", "=", "!="};

static void speak(spoken *s, uint64_t *random, const oracle *o)
{
    static const char *const patterns[] = {"T*", "*", "*[]", "?*e*", "nothing", "t*", "*Cache*"};
    char scope[120] = "", limit[40];
    memset(s, 0, sizeof *s);
    s->measure = graph_below(random, 3);
    s->which = graph_below(random, 5);
    s->which = s->measure == 2 && s->which == 2 ? 0 : s->which;
    s->scope = graph_below(random, 4);
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
        (void)snprintf(scope, sizeof scope, "(type \"%s\")", s->pattern);
    } else if (s->scope == 2) {
        s->value += 0;
        (void)snprintf(s->pattern, sizeof s->pattern, "%s",
                       graph_chance(random, 50) ? "Acme" : "Syst*");
        (void)snprintf(scope, sizeof scope, "( namespace %s )", s->pattern);
    } else if (s->scope == 3) {
        (void)snprintf(s->pattern, sizeof s->pattern, "%s", kinds[graph_below(random, 7)]);
        (void)snprintf(scope, sizeof scope, "(root %s)", s->pattern);
    }
    (void)snprintf(limit, sizeof limit, "%s%" PRIu64 "%s", s->negative ? "-" : "", s->value,
                   s->percent ? "%" : "");
    (void)snprintf(s->text, sizeof s->text, "%s%s%s%s %s %s", s->growth ? "growth " : "",
                   whiches[s->which], measures[s->measure], scope, signs[s->comparison], limit);
}

/* The simplest matching there is. */
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
    uint32_t i;
    for (i = 0; i < o->n_roots; i++) {
        const gcv_root *root = &o->roots[i];
        if (root->object == object && (flag == 0 || (root->flags & flag) != 0) &&
            (kind == GCV_NONE || root->kind == kind)) {
            return true;
        }
    }
    return false;
}

/* Kind of the root that the chain of each object begins with; GCV_NONE: it has none. */
static void find_kinds(const oracle *o, uint32_t *kind)
{
    uint32_t *object = graph_alloc(o->n, sizeof *object), *root = graph_alloc(o->n, sizeof *root);
    uint32_t n = oracle_root_set(o, false, object, root), v, i;
    oracle_chains chains;
    oracle_chains_find(o, false, NULL, &chains);
    for (v = 0; v < o->n; v++) {
        kind[v] = GCV_NONE;
        for (i = 0; chains.length[v] > 0 && i < n; i++) {
            if (object[i] == chains.object[(size_t)v * o->n]) {
                kind[v] = o->roots[root[i]].kind;
            }
        }
    }
    oracle_chains_release(&chains);
    free(object);
    free(root);
}

static bool passes(const oracle *o, const spoken *s, const uint32_t *kind, uint32_t v)
{
    const oracle_name *name = &o->names[o->type[v]];
    gcv_slice whole = gcv_slice_of(name->text, name->size), space;
    uint32_t k = 0;
    if ((s->which == 1 && kind[v] == GCV_NONE) || (s->which == 2 && kind[v] != GCV_NONE) ||
        (s->which == 3 && !has_root(o, v, GCV_ROOT_PINNED, GCV_NONE)) ||
        (s->which == 4 && !has_root(o, v, 0, 2))) {
        return false;
    }
    switch (s->scope) {
    case 1:
        return matches(s->pattern, name->text, name->size);
    case 2: /* of the names in these heaps one has a dot outside of brackets: System.Byte[] */
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
               (kind_numbers[k] == 99 ? kind[v] > 5 : kind[v] == kind_numbers[k]);
    default:
        return true;
    }
}

static uint64_t amount(const oracle *o, const spoken *s, uint64_t *whole)
{
    bool *member = graph_alloc(o->n, sizeof(bool)), *reached = graph_alloc(o->n, sizeof(bool));
    uint32_t *kind = graph_alloc(o->n, sizeof(uint32_t)), v;
    uint64_t result = 0;
    find_kinds(o, kind);
    oracle_reach(o, false, NULL, reached);
    *whole = 0;
    for (v = 0; v < o->n; v++) {
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

static bool keeps(const spoken *s, int64_t actual, int64_t limit)
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

/* Of `value` percent of `base`, which may have hundredths: what the rule of this comparison shows,
 * a whole number next to it, and `*exact` times 100. */
static int64_t percentage(const spoken *s, uint64_t base, int64_t *exact)
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

static bool judged(const pair *p, const spoken *s, const gcv_outcome *outcome,
                   char why[GRAPH_WHY_MAX])
{
    uint64_t whole, unused, now = amount(&p->b.o, s, &whole), before = amount(&p->a.o, s, &unused);
    int64_t actual = s->growth ? (int64_t)(now - before) : (int64_t)now;
    int64_t exact = 0, limit = s->percent ? percentage(s, s->growth ? before : whole, &exact)
                                          : (int64_t)s->value * (s->negative ? -1 : 1);
    bool kept =
        s->percent && s->comparison < 4 ? keeps(s, actual * 100, exact) : keeps(s, actual, limit);
    bool is_signed =
        outcome->actual.kind == GCV_CELL_SIGNED || outcome->actual.kind == GCV_CELL_SIGNED_BYTES;
    int64_t got = is_signed ? outcome->actual.delta : (int64_t)outcome->actual.number;
    int64_t got_limit = is_signed ? outcome->limit.delta : (int64_t)outcome->limit.number;
    return (is_signed == s->growth && got == actual && got_limit == limit &&
            outcome->broken == !kept) ||
           graph_fails(why, "%s: %" PRId64 " and %" PRId64 ", must be %" PRId64 " and %" PRId64,
                       s->text, got, got_limit, actual, limit);
}

enum { RULES = 12 };

static bool rules_hold(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    uint64_t random = graph_mix(g->seed, 5);
    spoken said[RULES];
    gcv_outcome outcomes[RULES];
    gcv_report_options options;
    gcv_report report;
    gcv_rules rules;
    gcv_error err;
    const gcv_heap *heaps[1];
    pair p;
    bool good = true;
    size_t i;
    if (!pair_open(&p, g, style, why)) {
        return false;
    }
    memset(&options, 0, sizeof options);
    memset(&rules, 0, sizeof rules);
    heaps[0] = p.heap_b;
    report = report_of(p.a.ctx, heaps, 1, &options);
    for (i = 0; i < RULES; i++) {
        speak(&said[i], &random, &p.b.o);
        if (gcv_rules_add(p.a.ctx, &rules, said[i].text, i + 1, true, &err) != GCV_OK) {
            fail_msg("%s: %s", said[i].text, err.message);
        }
    }
    assert_int_equal(gcv_gate_run(&report, p.heap_b, p.a.heap, &rules, outcomes, &err), GCV_OK);
    for (i = 0; good && i < RULES; i++) {
        good = judged(&p, &said[i], &outcomes[i], why);
    }
    gcv_rules_release(p.a.ctx, &rules);
    return pair_close(&p, good, why);
}

/* ---- causes ------------------------------------------------------------------------------- */

/* The way to an object by names: the label of the root, then the types, runs of one type once. */
typedef struct way {
    char text[600];
    uint32_t depth;
} way;

static void add_name(way *w, const oracle *o, uint32_t v)
{
    const oracle_name *name = &o->names[o->type[v]];
    size_t n = strlen(w->text);
    (void)snprintf(w->text + n, sizeof w->text - n, "\n%.*s", (int)name->size, name->text);
    w->depth++;
}

/* Ways of all objects; an empty text for what is not reachable. */
static way *find_ways(const subject *s)
{
    const oracle *o = &s->o;
    uint32_t *object = graph_alloc(o->n, sizeof *object), *root = graph_alloc(o->n, sizeof *root);
    uint32_t n = oracle_root_set(o, false, object, root), v, i;
    way *ways = graph_zeroed(o->n, sizeof *ways);
    gcv_text_column label = {NULL, 0, 0};
    oracle_chains chains;
    oracle_chains_find(o, false, NULL, &chains);
    for (v = 0; v < o->n; v++) {
        const uint32_t *chain = chains.object + (size_t)v * o->n;
        for (i = 0; chains.length[v] > 0 && i < n; i++) {
            if (object[i] == chain[0]) {
                assert_int_equal(
                    gcv_root_label(s->ctx, s->heap, gcv_heap_root(s->heap, root[i]), &label, NULL),
                    GCV_OK);
                (void)snprintf(ways[v].text, sizeof ways[v].text, "%.*s", (int)label.n, label.data);
            }
        }
        for (i = 0; i < chains.length[v]; i++) {
            if (i == 0 || o->type[chain[i]] != o->type[chain[i - 1]]) {
                add_name(&ways[v], o, chain[i]);
            }
        }
    }
    gcv_text_column_release(s->ctx, &label);
    oracle_chains_release(&chains);
    free(object);
    free(root);
    return ways;
}

static bool is_type(const oracle *o, uint32_t v, const oracle_name *name)
{
    const oracle_name *own = &o->names[o->type[v]];
    return own->size == name->size && memcmp(own->text, name->text, name->size) == 0;
}

/* Bytes of the type's objects that have this way. */
static int64_t bytes_on(const oracle *o, const way *ways, const oracle_name *type, const char *text)
{
    int64_t bytes = 0;
    uint32_t v;
    for (v = 0; v < o->n; v++) {
        bytes += is_type(o, v, type) && strcmp(ways[v].text, text) == 0 ? (int64_t)o->size[v] : 0;
    }
    return bytes;
}

/* What objects of a way hold that lie on chains to the type's objects: their number, and what they
 * retain. */
static void on_chains(const subject *s, const way *ways, const oracle_name *type, const char *text,
                      int64_t *count, int64_t *retained)
{
    const oracle *o = &s->o;
    bool *member = graph_zeroed(o->n, sizeof(bool));
    oracle_chains chains;
    uint32_t v, i;
    oracle_chains_find(o, false, NULL, &chains);
    for (v = 0; v < o->n; v++) {
        for (i = 0; is_type(o, v, type) && i < chains.length[v]; i++) {
            uint32_t x = chains.object[(size_t)v * o->n + i];
            member[x] = member[x] || strcmp(ways[x].text, text) == 0;
        }
    }
    *count = 0;
    for (v = 0; v < o->n; v++) {
        *count += member[v];
    }
    *retained = (int64_t)oracle_retained(o, false, member);
    oracle_chains_release(&chains);
    free(member);
}

/* The growth of the way that grew most, the unreachable ones among them. */
static int64_t most_growth(const oracle *const *o, way *const *ways, const oracle_name *type)
{
    int64_t most = 0;
    uint32_t at, v;
    for (at = 0; at < 2; at++) {
        for (v = 0; v < o[at]->n; v++) {
            int64_t grown = bytes_on(o[1], ways[1], type, ways[at][v].text) -
                            bytes_on(o[0], ways[0], type, ways[at][v].text);
            most = grown > most ? grown : most;
        }
    }
    return most;
}

/* A name from a row; those of these heaps have nothing to escape. */
static oracle_name name_of(const char *text, size_t size)
{
    oracle_name name;
    memcpy(name.text, text, size);
    name.size = size;
    return name;
}

/* Holds the rows of one table of causes against all ways there are. */
static bool causes_right(const char *text, const subject *const *s, way *const *ways,
                         char why[GRAPH_WHY_MAX])
{
    const oracle *const o[2] = {&s[0]->o, &s[1]->o};
    oracle_name type = {"", 0};
    char path[600] = "";
    const char *line, *end;
    for (line = strchr(text, '\n') + 1; *line != '\0'; line = end + 1) {
        long long cause, depth, count, bytes, retained = 0, counts[2], sizes[2];
        int64_t have[2], held[2];
        int used = 0;
        const char *name, *root;
        bool last;
        end = strchr(line, '\n');
        assert_int_equal(
            sscanf(line, "%lld\t%lld\t%lld\t%lld\t%n", &cause, &depth, &count, &bytes, &used), 4);
        name = line + used;
        (void)sscanf(name, "%lld", &retained);
        name = strchr(name, '\t') + 1;
        assert_int_equal(sscanf(name, "%lld\t%lld\t%lld\t%lld\t%n", &counts[0], &counts[1],
                                &sizes[0], &sizes[1], &used),
                         4);
        name += used;
        root = strchr(name, '\t') + 1;
        if (depth == 0) {
            type = name_of(name, (size_t)(root - 1 - name));
            continue;
        }
        last = end[1] == '\0' || strchr(end + 1, '\t')[1] == '0';
        if (strncmp(name, "<unreachable>", 13) == 0) {
            path[0] = '\0';
        } else {
            size_t n = depth == 1 ? 0 : strlen(path);
            n += (size_t)snprintf(path + n, sizeof path - n, "%.*s",
                                  depth == 1 ? (int)(end - root) : 0, root);
            (void)snprintf(path + n, sizeof path - n, "\n%.*s", (int)(root - 1 - name), name);
            on_chains(s[0], ways[0], &type, path, &have[0], &held[0]);
            on_chains(s[1], ways[1], &type, path, &have[1], &held[1]);
            if (counts[0] != have[0] || counts[1] != have[1] || retained != held[1] - held[0]) {
                return graph_fails(why, "%.40s: %lld and %lld objects, %lld more retained", path,
                                   counts[0], counts[1], retained);
            }
        }
        if (last && bytes_on(o[1], ways[1], &type, path) - bytes_on(o[0], ways[0], &type, path) !=
                        most_growth(o, ways, &type)) {
            return graph_fails(why, "%.60s did not grow most", path);
        }
    }
    return true;
}

static bool causes_hold(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    gcv_report_options options;
    gcv_report report;
    gcv_rules rules;
    pair p;
    bool good;
    char *text;
    if (!pair_open(&p, g, style, why)) {
        return false;
    }
    memset(&options, 0, sizeof options);
    memset(&rules, 0, sizeof rules);
    options.cause = options.top.given = true;
    options.rules = &rules;
    {
        const gcv_heap *heaps[2] = {p.a.heap, p.heap_b};
        const subject *const both[2] = {&p.a, &p.b};
        way *ways[2] = {find_ways(&p.a), find_ways(&p.b)};
        report = report_of(p.a.ctx, heaps, 2, &options);
        text = run(&report, gcv_report_diff);
        good = causes_right(text, both, ways, why);
        free(ways[0]);
        free(ways[1]);
    }
    free(text);
    return pair_close(&p, good, why);
}

/* ---- tests -------------------------------------------------------------------------------- */

static void deltas(void **state)
{
    (void)state;
    assert_true(graph_holds_random(diff_holds, 0x646966, 600, 0, 12));
    assert_true(graph_holds_random(diff_holds, 0x646967, 150, 20, 60));
}

static void rules(void **state)
{
    (void)state;
    assert_true(graph_holds_random(rules_hold, 0x72756c, 800, 0, 12));
    assert_true(graph_holds_random(rules_hold, 0x72756d, 100, 20, 50));
}

static void causes(void **state)
{
    (void)state;
    assert_true(graph_holds_random(causes_hold, 0x636175, 600, 0, 12));
    assert_true(graph_holds_random(causes_hold, 0x636176, 60, 15, 30));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(deltas), cmocka_unit_test(rules),
                                       cmocka_unit_test(causes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
