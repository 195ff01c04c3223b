/* Merged chains (chains --type, with and without --via, --avoid and --to; plain and as a tree) as
 * the program writes them, compared with all walks: the chains of all objects of a type are written
 * out and merged in the simplest way, and the retained bytes of each row are found by removal. */
#include "support/check.h"
#include "support/property.h"
#include "support/reported.h"
#include "support/walks.h"

#include "analysis/analyses.h"
#include "base/system.h"
#include "base/text.h"
#include "cli/io.h"
#include "heap/vocabulary.h"
#include "heap/root_label.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_BYTES = 120, WORDS_MAX = 9, FIELDS_MAX = 8, DEPTH_MAX = 100 };

/* The question: globs without wildcards, so each is one type; NULL: not given. */
typedef struct question {
    char type[NAME_MAX_BYTES], via[NAME_MAX_BYTES], avoid[NAME_MAX_BYTES];
    bool all_types, has_via, has_avoid, tree, weak;
    const char *to;
    const char *generation; /* only with all types, and neither --via nor --avoid */
} question;

/* The objects of one row: those at one position of a way of types. */
typedef struct place {
    uint32_t before; /* index; GCV_NONE: the first row */
    uint32_t root;   /* of the first row: a root record that represents all with its label */
    gcv_slice type;
    uint32_t depth;
    bool *member;             /* per object */
    uint64_t targets, bytes;  /* matching objects whose chains end here */
    uint64_t through, weight; /* … end here or pass here */
    bool met;                 /* a row was found for it */
} place;

typedef struct model {
    const subject *s;
    const question *q;
    const uint32_t *root_of; /* per start */
    place *places;
    uint32_t n;
    uint64_t all; /* bytes of all matching objects that have a chain */
} model;

static gcv_slice name_of(const subject *s, uint32_t v)
{
    return gcv_heap_type_name(s->heap, gcv_heap_object_type(s->heap, v));
}

/* ---- the model ---------------------------------------------------------------------------- */

static bool same_root(const model *m, uint32_t a, uint32_t b)
{
    const gcv_root *x = &m->s->heap->roots.data[a], *y = &m->s->heap->roots.data[b];
    return x->kind == y->kind && x->flags == y->flags &&
           (x->container == y->container ||
            (x->container != GCV_NONE && y->container != GCV_NONE &&
             gcv_slice_equal(gcv_heap_type_name(m->s->heap, x->container),
                             gcv_heap_type_name(m->s->heap, y->container))));
}

static uint32_t place_of(model *m, uint32_t before, uint32_t root, gcv_slice type)
{
    for (uint32_t i = 0; i < m->n; i++) {
        const place *p = &m->places[i];
        if (p->before == before && gcv_slice_equal(p->type, type) &&
            (before != GCV_NONE || same_root(m, p->root, root))) {
            return i;
        }
    }
    place *fresh = &m->places[m->n];
    memset(fresh, 0, sizeof *fresh);
    fresh->before = before;
    fresh->root = root;
    fresh->type = type;
    fresh->depth = before == GCV_NONE ? 1 : m->places[before].depth + 1;
    fresh->member = graph_zeroed(m->s->o.n, sizeof *fresh->member);
    return m->n++;
}

static void add_chain(model *m, const uint32_t *chain, uint32_t length)
{
    uint64_t bytes = m->s->o.size[chain[length - 1]];
    uint32_t at = GCV_NONE;
    for (uint32_t i = 0; i < length; i++) {
        gcv_slice type = name_of(m->s, chain[i]);
        bool deepest = at != GCV_NONE && m->places[at].depth > DEPTH_MAX;
        if (at != GCV_NONE && m->places[at].depth == DEPTH_MAX &&
            !gcv_slice_equal(m->places[at].type, type)) {
            type = gcv_slice_str("<deeper, any type>");
        }
        if (at == GCV_NONE || (!deepest && !gcv_slice_equal(m->places[at].type, type))) {
            at = place_of(m, at, m->root_of[chain[0]], type);
        }
        m->places[at].member[chain[i]] = true;
    }
    m->places[at].targets++;
    m->places[at].bytes += bytes;
    m->all += bytes;
    for (; at != GCV_NONE; at = m->places[at].before) {
        m->places[at].through++;
        m->places[at].weight += bytes;
    }
}

static bool is_target(const model *m, uint32_t v)
{
    return m->q->generation != NULL
               ? oracle_generation(&m->s->o, v) == gcv_generation_named(m->q->generation)
               : m->q->all_types || gcv_slice_is(name_of(m->s, v), m->q->type);
}

/* Returns the number of objects with a chain. */
static uint32_t build(model *m, const walks *w)
{
    uint32_t n = 0;
    m->places = graph_alloc((size_t)m->s->o.n * w->n_max, sizeof *m->places);
    for (uint32_t v = 0; v < m->s->o.n; v++) {
        if (is_target(m, v) && w->best_length[v] > 0) {
            add_chain(m, w->best + (size_t)v * w->n_max, w->best_length[v]);
            n++;
        }
    }
    return n;
}

static void release_model(model *m)
{
    for (uint32_t i = 0; i < m->n; i++) {
        free(m->places[i].member);
    }
    free(m->places);
}

/* ---- the output of the program ------------------------------------------------------------ */

/* Of a generation, which a log does not have. */
static void ask_of_heap(const subject *s, const question *q, graph_text *out)
{
    char command[120];
    (void)snprintf(command, sizeof command, "chains --limit 0 --type * --generation %s%s%s%s%s",
                   q->generation, q->tree ? " --tree" : "", q->weak ? " --include-weak" : "",
                   q->to != NULL ? " --to " : "", q->to != NULL ? q->to : "");
    char *text = reported_of(s->ctx, s->heap, command, NULL);
    graph_puts(out, text);
    free(text);
}

static void ask(const subject *s, const question *q, graph_text *out)
{
    const char *args[24] = {"gcview",  "chains", "-q", "--format", "tsv",
                            "--limit", "0",      "-",  "--type"};
    int n = WORDS_MAX, c;
    gcv_cli_io io;
    args[n++] = q->all_types ? "*" : q->type;
    if (q->has_via) {
        args[n++] = "--via";
        args[n++] = q->via;
    }
    if (q->has_avoid) {
        args[n++] = "--avoid";
        args[n++] = q->avoid;
    }
    if (q->to != NULL) {
        args[n++] = "--to";
        args[n++] = q->to;
    }
    if (q->tree) {
        args[n++] = "--tree";
    }
    if (q->weak) {
        args[n++] = "--include-weak";
    }
    memset(&io, 0, sizeof io);
    io.in = gcv_system_temporary();
    io.out = gcv_system_temporary();
    io.err = gcv_system_temporary();
    assert_true(io.in != NULL && io.out != NULL && io.err != NULL);
    assert_int_equal(fwrite(s->text.data, 1, s->text.size, io.in), s->text.size);
    rewind(io.in);
    assert_int_equal(gcv_cli_run(n, args, &io), 0);
    rewind(io.out);
    while ((c = getc(io.out)) != EOF) {
        char byte = (char)c;
        graph_put(out, &byte, 1);
    }
    (void)fclose(io.in);
    (void)fclose(io.out);
    (void)fclose(io.err);
}

/* Takes a line; returns false at the end. */
static bool next_row(gcv_slice *text, gcv_slice *fields, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text->size == 0) {
            return false;
        }
        const char *end = memchr(text->data, i + 1 < n ? '\t' : '\n', text->size);
        assert_non_null(end);
        fields[i] = gcv_slice_of(text->data, (size_t)(end - text->data));
        text->size -= fields[i].size + 1;
        text->data = end + 1;
    }
    return true;
}

static uint64_t number(gcv_slice field)
{
    uint64_t value = 0;
    for (size_t i = 0; i < field.size; i++) {
        assert_in_range(field.data[i], '0', '9');
        value = value * 10 + (uint64_t)(field.data[i] - '0');
    }
    return value;
}

static bool has_root(const model *m, uint32_t root, gcv_slice words)
{
    gcv_buffer label = {{NULL, 0, 0}};
    gcv_root_label(m->s->ctx, m->s->heap, &m->s->heap->roots.data[root], &label);
    bool same = gcv_slice_equal(gcv_buffer_slice(&label), words);
    gcv_buffer_release(m->s->ctx, &label);
    return same;
}

/* Finds the place that a row shows, below `before`. */
static uint32_t find_place(const model *m, uint32_t before, gcv_slice type, gcv_slice root)
{
    for (uint32_t i = 0; i < m->n; i++) {
        const place *p = &m->places[i];
        if (p->before == before && gcv_slice_equal(p->type, type) &&
            (before != GCV_NONE ? gcv_slice_is(root, "") || gcv_slice_is(root, "-")
                                : has_root(m, p->root, root))) {
            return i;
        }
    }
    return GCV_NONE;
}

static uint32_t count(const model *m, const place *p, uint64_t *bytes, uint32_t *one)
{
    uint32_t n = 0;
    *bytes = 0;
    for (uint32_t v = 0; v < m->s->o.n; v++) {
        if (p->member[v]) {
            *bytes += m->s->o.size[v];
            *one = v;
            n++;
        }
    }
    return n;
}

static bool says_objects(const model *m, gcv_slice cell, uint32_t n, uint32_t one)
{
    char words[40];
    if (n == 1) {
        (void)snprintf(words, sizeof words, "%" PRIx64, m->s->o.id[one]);
    } else {
        (void)snprintf(words, sizeof words, "*%" PRIu32, n);
    }
    return gcv_slice_is(cell, words);
}

/* chain depth object bytes retained type root */
static bool plain_holds(model *m, gcv_slice text, char why[GRAPH_WHY_MAX])
{
    uint64_t chain = 0, last = UINT64_MAX, bytes;
    uint32_t at = GCV_NONE, one = 0, i;
    gcv_slice f[FIELDS_MAX];
    (void)next_row(&text, f, 7);
    for (uint32_t n = 0; next_row(&text, f, 7); n++) {
        bool first = number(f[1]) == 1;
        if (first && at != GCV_NONE &&
            (m->places[at].targets == 0 || m->places[at].met || m->places[at].bytes > last)) {
            return graph_fails(why, "chain %" PRIu64 " ends where none does, or out of turn",
                               chain);
        }
        if (first && at != GCV_NONE) {
            m->places[at].met = true;
            last = m->places[at].bytes;
        }
        chain += first;
        at = find_place(m, first ? GCV_NONE : at, f[5], f[6]);
        if (at == GCV_NONE || number(f[0]) != chain || number(f[1]) != m->places[at].depth) {
            return graph_fails(why, "row %" PRIu32 " is on no chain", n + 1);
        }
        i = count(m, &m->places[at], &bytes, &one);
        if (!says_objects(m, f[2], i, one) || number(f[3]) != bytes ||
            number(f[4]) != oracle_retained(&m->s->o, m->q->weak, m->places[at].member)) {
            return graph_fails(why, "row %" PRIu32 " has wrong figures", n + 1);
        }
    }
    if (at != GCV_NONE) {
        m->places[at].met =
            m->places[at].targets > 0 && !m->places[at].met && m->places[at].bytes <= last;
    }
    for (i = 0; i < m->n; i++) {
        if (m->places[i].met != (m->places[i].targets > 0)) {
            return graph_fails(why, "a chain is missing, or is no chain");
        }
    }
    return true;
}

/* depth bytes share count objects retained type root */
static bool tree_holds(model *m, gcv_slice text, char why[GRAPH_WHY_MAX])
{
    uint32_t at = GCV_NONE, one = 0, i;
    uint64_t bytes;
    gcv_slice f[FIELDS_MAX];
    (void)next_row(&text, f, 8);
    for (uint32_t n = 0; next_row(&text, f, 8); n++) {
        while (at != GCV_NONE && m->places[at].depth >= number(f[0])) {
            at = m->places[at].before;
        }
        at = find_place(m, at, f[6], f[7]);
        if (at == GCV_NONE || m->places[at].met || number(f[0]) != m->places[at].depth) {
            return graph_fails(why, "row %" PRIu32 " is on no chain, or shown before", n + 1);
        }
        m->places[at].met = true;
        const place *p = &m->places[at];
        if (number(f[1]) != p->weight || number(f[3]) != p->through ||
            number(f[2]) != (m->all > 0 ? (p->weight * 200 + m->all) / (m->all * 2) : 0) ||
            number(f[4]) != count(m, p, &bytes, &one) ||
            number(f[5]) != oracle_retained(&m->s->o, m->q->weak, p->member)) {
            return graph_fails(why, "row %" PRIu32 " has wrong figures", n + 1);
        }
    }
    for (i = 0; i < m->n && m->places[i].met; i++) {
    }
    return i == m->n || graph_fails(why, "a row is missing");
}

/* ---- the driver --------------------------------------------------------------------------- */

static bool answer_holds(const subject *s, const question *q, const walks *w,
                         const uint32_t *root_of, char why[GRAPH_WHY_MAX])
{
    graph_text out;
    model m;
    bool good = true;
    memset(&m, 0, sizeof m);
    memset(&out, 0, sizeof out);
    m.s = s;
    m.q = q;
    m.root_of = root_of;
    if (build(&m, w) > 1 || q->tree) { /* the chain of a single object is not merged */
        if (q->generation != NULL) {
            ask_of_heap(s, q, &out);
        } else {
            ask(s, q, &out);
        }
        gcv_slice text = gcv_slice_of(out.data, out.size);
        good = q->tree ? tree_holds(&m, text, why) : plain_holds(&m, text, why);
    }
    release_model(&m);
    graph_text_release(&out);
    return good;
}

static void mark(const subject *s, const char *type, uint8_t *marks)
{
    for (uint32_t v = 0; v < s->o.n; v++) {
        marks[v] = gcv_slice_is(name_of(s, v), type);
    }
}

static bool question_holds(const subject *s, const question *q, char why[GRAPH_WHY_MAX])
{
    uint32_t n = s->o.n, n_roots = (uint32_t)s->heap->roots.n;
    uint8_t *closed = graph_zeroed(n, 1), *via = graph_zeroed(n, 1),
            *keep = graph_alloc(n_roots, 1);
    uint32_t *root_of = graph_zeroed(n, sizeof *root_of);
    gcv_path_constraints rules;
    walks w;
    for (uint32_t i = 0; i < n_roots; i++) {
        keep[i] = q->to == NULL || gcv_root_kind_is(s->heap->roots.data[i].kind, q->to);
    }
    mark(s, q->avoid, closed);
    mark(s, q->via, via);
    gcv_root_set starts = gcv_root_set_of(s->ctx, s->heap, q->weak, keep);
    for (uint32_t i = 0; i < starts.n; i++) {
        root_of[starts.object[i]] = starts.root[i];
    }
    rules.starts = &starts;
    rules.closed = q->has_avoid ? closed : NULL;
    rules.via = q->has_via ? via : NULL;
    rules.target = GCV_NONE;
    walks_open(&w, s, &rules);
    bool good = answer_holds(s, q, &w, root_of, why);
    walks_close(&w);
    gcv_root_set_release(s->ctx, &starts);
    free(closed);
    free(via);
    free(keep);
    free(root_of);
    return good;
}

static void choose_type(const subject *s, uint64_t *random, char *out)
{
    gcv_slice name = name_of(s, graph_below(random, s->o.n));
    (void)snprintf(out, NAME_MAX_BYTES, "%.*s", (int)name.size, name.data);
}

/* Half of the questions have --via, and most ask for all types, whose chains share the most. */
static bool answers_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    static const char *const kinds[] = {"static", "handle", "local", "finalizer", "runtime"};
    uint64_t random = graph_mix(s->o.g->seed, s->o.style->seed);
    question q;
    bool good = true;
    if (s->o.style->aged && s->heap->ranges.n == 0) {
        return true;
    }
    for (uint32_t i = 0; good && !weak && s->o.n > 0 && i < 4; i++) {
        memset(&q, 0, sizeof q);
        choose_type(s, &random, q.type);
        choose_type(s, &random, q.via);
        choose_type(s, &random, q.avoid);
        q.all_types = graph_chance(&random, 60);
        q.has_via = i < 3;
        q.has_avoid = graph_chance(&random, 25);
        q.tree = graph_chance(&random, 40);
        q.weak = graph_chance(&random, 30);
        q.to = graph_chance(&random, 25) ? kinds[graph_below(&random, 5)] : NULL;
        if (s->o.style->aged) {
            q.has_via = q.has_avoid = false;
            q.generation = gcv_generation_word(graph_below(&random, 5));
        }
        good = question_holds(s, &q, why);
    }
    return good;
}

/* Two types that alternate along `n` objects, then an object for --via that refers back to one of
 * the last of them. These are twice on the chains to the objects after them, in one row. */
static void deep_heap(NO_STATE)
{
    enum { N = 110 };
    char why[GRAPH_WHY_MAX] = "";
    graph_style style = graph_style_plain();
    graph_type types[] = {{0, true}, {1, true}, {2, true}};
    graph_root root = {0, 0, 4, 0, GRAPH_NONE};
    graph_object objects[N + 1];
    uint32_t references[N + 1];
    graph g;
    subject s;
    question q;
    memset(&g, 0, sizeof g);
    memset(&q, 0, sizeof q);
    g.n_labels = g.n_plain = g.n_objects = g.n_references = N + 1;
    g.n_sections = g.n_roots = 1;
    g.n_types = 3;
    g.objects = objects;
    g.references = references;
    g.roots = &root;
    g.types = types;
    g.ends = g.closes = true;
    for (uint32_t i = 0; i <= N; i++) {
        objects[i].section = 0;
        objects[i].label = i;
        objects[i].type = i == N ? 2 : i % 2;
        objects[i].size = 8;
        objects[i].first = i;
        objects[i].n_references = 1;
        references[i] = i == N ? N - 6 : i + 1;
    }
    assert_true(subject_open(&s, &g, &style, NULL, why));
    (void)snprintf(q.via, sizeof q.via, "%.*s", (int)name_of(&s, N).size, name_of(&s, N).data);
    q.all_types = q.has_via = true;
    assert_true(question_holds(&s, &q, why));
    q.tree = true;
    assert_true(question_holds(&s, &q, why));
    assert_true(subject_close(&s, true, why));
}

static void random_heaps(NO_STATE)
{
    static const property laws[] = {
        {.of_subject = answers_hold, .seed = 0x6d657267, .cases = 4000, .n = {0, 12}},
        {.of_subject = answers_hold, .seed = 0x6d657268, .cases = 1000, .n = {8, 30}},
        {.of_subject = answers_hold, .aged = true, .seed = 0x6d657269, .cases = 400, .n = {0, 12}},
        {.of_subject = answers_hold, .aged = true, .seed = 0x6d65726a, .cases = 100, .n = {8, 30}},
    };
    property_check_all(laws, CHECK_COUNT(laws));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_heaps),
        cmocka_unit_test(deep_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
