/* What suspects retained in an older dump (suspects --baseline), against the stupidest way to find
 * it: the names of the types on every chain of both heaps written out and compared, and what is
 * retained in the old one by removal. The older dump is the same one, one that has been changed
 * here and there, or any other. */
#include "support/check.h"
#include "support/effort.h"
#include "support/oracle.h"

#include "analysis/groups.h"
#include "analysis/suspects/suspect_match.h"
#include "analysis/type_kinds.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A heap, and for each object what its likes have in common with it. */
typedef struct side {
    const subject *s;
    bool weak;
    graph_text *way; /* per object: the root and the types on its chain, one of a type that follows
                        itself, then how many came before it at the end; empty: not reachable */
    uint64_t *retained;
    bool *reached;
    uint8_t sections[64];
} side;

static gcv_slice name_of(const side *x, uint32_t v)
{
    return gcv_heap_type_name(x->s->heap, gcv_heap_object_type(x->s->heap, v));
}

/* As fingerprints see it; that has a test of its own (unit.analysis_suspects). */
static void put_normal(graph_text *out, gcv_slice name)
{
    char normal[256];
    assert_true(name.size < sizeof normal - 8);
    graph_put(out, normal, gcv_normal_name(name, normal));
    graph_put(out, "\n", 1);
}

static bool same_text(const graph_text *a, const graph_text *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

static bool same_normal(gcv_slice a, gcv_slice b)
{
    graph_text x, y;
    bool same;
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    put_normal(&x, a);
    put_normal(&y, b);
    same = same_text(&x, &y);
    graph_text_release(&x);
    graph_text_release(&y);
    return same;
}

static void put_root(const side *x, const gcv_root *root, graph_text *out)
{
    char words[40];
    (void)snprintf(words, sizeof words, "root %" PRIu32 " ", root->kind);
    graph_puts(out, words);
    if (root->container != GCV_NONE) {
        put_normal(out, gcv_heap_type_name(x->s->heap, root->container));
    } else {
        graph_puts(out, root->kind == 3 && (root->flags & 3) == 0 ? "strong\n" : "\n");
    }
}

static void put_way(side *x, const oracle_chains *chains, const uint32_t *root_of, uint32_t v)
{
    const uint32_t *chain = chains->object + (size_t)v * chains->n;
    uint32_t i, repeat = 0;
    graph_text *out = &x->way[v];
    char words[40];
    for (i = 0; i < chains->length[v]; i++) {
        if (i == 0) {
            put_root(x, &x->s->heap->roots.data[root_of[chain[0]]], out);
        }
        if (i > 0 && same_normal(name_of(x, chain[i]), name_of(x, chain[i - 1]))) {
            repeat++;
            continue;
        }
        put_normal(out, name_of(x, chain[i]));
        repeat = 0;
    }
    (void)snprintf(words, sizeof words, "%" PRIu32, repeat);
    if (chains->length[v] > 0) {
        graph_puts(out, words);
    }
}

static void open_side(side *x, const subject *s, bool weak)
{
    uint32_t n = s->o.n, n_roots, i;
    uint32_t *object = graph_alloc(n, sizeof *object), *root = graph_alloc(n, sizeof *root);
    uint32_t *root_of = graph_zeroed(n, sizeof *root_of), *unused = graph_alloc(n, sizeof *unused);
    oracle_chains chains;
    memset(x, 0, sizeof *x);
    x->s = s;
    x->weak = weak;
    x->way = graph_zeroed(n, sizeof *x->way);
    x->retained = graph_alloc(n, sizeof *x->retained);
    x->reached = graph_alloc(n, sizeof *x->reached);
    memset(x->sections, 1, sizeof x->sections);
    oracle_dominators(&s->o, weak, unused, x->retained);
    oracle_reach(&s->o, weak, NULL, x->reached);
    n_roots = oracle_root_set(&s->o, weak, object, root);
    for (i = 0; i < n_roots; i++) {
        root_of[object[i]] = root[i];
    }
    oracle_chains_find(&s->o, weak, NULL, &chains);
    for (i = 0; i < n; i++) {
        put_way(x, &chains, root_of, i);
    }
    oracle_chains_release(&chains);
    free(object);
    free(root);
    free(root_of);
    free(unused);
}

static void close_side(side *x)
{
    uint32_t v;
    for (v = 0; v < x->s->o.n; v++) {
        graph_text_release(&x->way[v]);
    }
    free(x->way);
    free(x->retained);
    free(x->reached);
}

/* ---- what must be found ------------------------------------------------------------------- */

static bool counts(const side *old, uint32_t v)
{
    return old->reached[v] && old->sections[gcv_heap_object_section(old->s->heap, v)] != 0;
}

/* The bytes of the object that has exactly `rank` likes of the way before it, most bytes first. */
static uint64_t by_rank(const side *old, const graph_text *way, uint32_t rank)
{
    uint32_t v, w;
    for (v = 0; v < old->s->o.n; v++) {
        uint32_t before = 0;
        if (!counts(old, v) || !same_text(&old->way[v], way)) {
            continue;
        }
        for (w = 0; w < old->s->o.n; w++) {
            before += counts(old, w) && same_text(&old->way[w], way) &&
                      (old->retained[w] > old->retained[v] ||
                       (old->retained[w] == old->retained[v] && w < v));
        }
        if (before == rank) {
            return old->retained[v];
        }
    }
    return GCV_NOT_REACHABLE;
}

static uint64_t like_of_object(const gcv_suspects *found, const side *now, const side *old,
                               uint32_t row)
{
    const gcv_suspect *rows = found->rows.data;
    const graph_text *way = &now->way[rows[row].object];
    uint32_t i, rank = 0;
    for (i = 0; i < found->n_objects; i++) {
        rank += same_text(&now->way[rows[i].object], way) &&
                (rows[i].retained > rows[row].retained ||
                 (rows[i].retained == rows[row].retained && i < row));
    }
    return by_rank(old, way, rank);
}

static bool is_of(const gcv_suspect *row, gcv_slice type, bool exactly)
{
    gcv_slice name = row->type != GCV_NONE ? type : gcv_namespace_of(type);
    return exactly ? gcv_slice_equal(name, row->name) : same_normal(name, row->name);
}

static bool is_in_table(const side *old, const gcv_suspect *row)
{
    uint32_t t;
    for (t = 0; t < gcv_heap_n_types(old->s->heap); t++) {
        if (is_of(row, gcv_heap_type_name(old->s->heap, t), true)) {
            return true;
        }
    }
    return false;
}

/* Whether a type of the old heap belongs to the group of a row. */
static bool belongs(const gcv_suspects *found, const side *old, uint32_t row, gcv_slice type)
{
    const gcv_suspect *rows = found->rows.data;
    bool exactly = is_in_table(old, &rows[row]);
    uint32_t i;
    if (exactly || !is_of(&rows[row], type, false)) {
        return exactly && is_of(&rows[row], type, true);
    }
    for (i = found->n_objects; i < found->rows.n; i++) { /* another row's, by name or as a type */
        if (rows[i].crowd != GCV_NONE) {
            continue;
        }
        if (is_of(&rows[i], type, true) ||
            (rows[row].type == GCV_NONE && rows[i].type != GCV_NONE &&
             is_of(&rows[i], type, false) && !is_in_table(old, &rows[i]))) {
            return false;
        }
    }
    return true;
}

static uint64_t like_of_group(const gcv_suspects *found, const side *old, uint32_t row)
{
    uint32_t n = old->s->o.n, v;
    bool *member = graph_zeroed(n, sizeof *member), any = false;
    uint64_t bytes;
    for (v = 0; v < n; v++) {
        member[v] = counts(old, v) && belongs(found, old, row, name_of(old, v));
        any = any || member[v];
    }
    bytes = any ? oracle_retained(&old->s->o, old->weak, member) : GCV_NOT_REACHABLE;
    free(member);
    return bytes;
}

/* Whether two ways are the same but for what comes right before the end. */
static bool same_crowd(const graph_text *a, const graph_text *b)
{
    size_t n = a->size, m = b->size;
    while (n > 0 && a->data[n - 1] != '\n') {
        n--;
    }
    while (m > 0 && b->data[m - 1] != '\n') {
        m--;
    }
    return n == m && n > 0 && memcmp(a->data, b->data, n) == 0;
}

static uint64_t like_of_crowd(const gcv_suspects *found, const side *now, const side *old,
                              uint32_t row)
{
    const gcv_crowd *crowd = &found->crowds.all.data[found->rows.data[row].crowd];
    const graph_text *way = &now->way[found->crowds.members.data[crowd->first]];
    uint32_t n = old->s->o.n, v;
    bool *member = graph_zeroed(n, sizeof *member), any = false;
    uint64_t bytes;
    for (v = 0; v < n; v++) {
        member[v] = counts(old, v) && same_crowd(way, &old->way[v]);
        any = any || member[v];
    }
    bytes = any ? oracle_retained(&old->s->o, old->weak, member) : GCV_NOT_REACHABLE;
    free(member);
    return bytes;
}

/* ---- the driver --------------------------------------------------------------------------- */

static bool likes_hold(const gcv_suspects *found, const side *now, const side *old, bool same,
                       char why[GRAPH_WHY_MAX])
{
    uint64_t *retained = graph_alloc(found->rows.n, sizeof *retained);
    gcv_suspect_past past;
    bool good = (gcv_suspect_past_find(now->s->ctx, &past, old->s->heap, old->sections, now->weak,
                                       NULL) == GCV_OK &&
                 gcv_suspects_match(now->s->ctx, &found->rows, &past, retained, NULL) == GCV_OK) ||
                graph_fails(why, "gcv_suspects_match failed");
    uint32_t i;
    for (i = 0; good && i < found->rows.n; i++) {
        const gcv_suspect *row = &found->rows.data[i];
        uint64_t must = i < found->n_objects     ? like_of_object(found, now, old, i)
                        : row->crowd != GCV_NONE ? like_of_crowd(found, now, old, i)
                                                 : like_of_group(found, old, i);
        good = retained[i] == must ||
               graph_fails(why, "like of row %" PRIu32 ": %" PRIu64 ", must be %" PRIu64, i,
                           retained[i], must);
        good = good && (!same || (retained[i] != GCV_NOT_REACHABLE && retained[i] >= row->retained)
                            ? true
                            : graph_fails(why, "row %" PRIu32 " is new in the same heap", i));
    }
    gcv_suspect_past_release(now->s->ctx, &past);
    free(retained);
    return good;
}

/* ---- crowds ------------------------------------------------------------------------------- */

static uint32_t kinds_of(const side *x, uint32_t v)
{
    gcv_slice none = {NULL, 0};
    return gcv_type_kinds(name_of(x, v), none);
}

/* Whether an object may be in a crowd, by how it is held. */
static bool is_kept(const side *x, const gcv_paths *paths, const gcv_root_set *roots, uint32_t v)
{
    uint32_t over = paths->parent[v], i;
    for (i = 0; over >= GCV_ROOTED && i < roots->n; i++) {
        if (roots->object[i] == v) {
            uint32_t kind = x->s->heap->roots.data[roots->root[i]].kind;
            return kind == GCV_ROOT_KIND_HANDLE || kind == GCV_ROOT_KIND_FINALIZER;
        }
    }
    return (kinds_of(x, over) & GCV_KEEPS_ANY) != 0 ||
           gcv_slice_equal(name_of(x, over), name_of(x, v));
}

/* ... or because it is the first of a list. */
static bool is_in_crowds(const side *x, const gcv_paths *paths, const gcv_root_set *roots,
                         uint32_t v)
{
    uint32_t w;
    if (!x->reached[v] || is_kept(x, paths, roots, v)) {
        return x->reached[v];
    }
    for (w = 0; w < x->s->o.n; w++) {
        if (x->reached[w] && paths->parent[w] == v &&
            gcv_slice_equal(name_of(x, w), name_of(x, v))) {
            return true;
        }
    }
    return false;
}

/* A crowd is all objects of one name and one way that are kept by something, and retains what goes
 * with them. */
static bool crowd_holds(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                        const gcv_crowd *crowd, char why[GRAPH_WHY_MAX])
{
    const uint32_t *members = found->crowds.members.data + crowd->first;
    uint32_t n = x->s->o.n, v, i, count = 0;
    bool *member = graph_zeroed(n, sizeof *member), good = true;
    for (v = 0; v < n; v++) {
        member[v] = gcv_slice_equal(name_of(x, v), name_of(x, members[0])) &&
                    is_in_crowds(x, input->paths, input->roots, v) &&
                    same_crowd(&x->way[v], &x->way[members[0]]);
        count += member[v];
    }
    for (i = 0; good && i < crowd->n; i++) {
        good = member[members[i]];
    }
    good = (good && count == crowd->n && count >= 2) ||
           graph_fails(why, "a crowd of %" PRIu32 ", must be %" PRIu32, crowd->n, count);
    good = good &&
           (crowd->retained == 0 || crowd->retained == oracle_retained(&x->s->o, x->weak, member) ||
            graph_fails(why, "a crowd retains %" PRIu64, crowd->retained));
    free(member);
    return good;
}

static bool crowds_hold(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                        char why[GRAPH_WHY_MAX])
{
    bool good = true;
    size_t i;
    for (i = 0; good && i < found->crowds.all.n; i++) {
        good = crowd_holds(x, input, found, &found->crowds.all.data[i], why);
    }
    return good;
}

static bool search(const side *now, const side *old, bool same, uint64_t heavy,
                   char why[GRAPH_WHY_MAX])
{
    gcv_context *ctx = now->s->ctx;
    gcv_root_set roots;
    gcv_dominators dominators;
    gcv_paths paths;
    gcv_chain_order order;
    gcv_suspect_input input;
    gcv_suspects found;
    bool good;
    if (gcv_root_set_find(ctx, now->s->heap, now->weak, &roots, NULL) != GCV_OK ||
        gcv_dominators_find(ctx, now->s->heap, &roots, &dominators, NULL) != GCV_OK ||
        gcv_paths_find_in_order(ctx, now->s->heap, &roots, &paths, &order, NULL) != GCV_OK) {
        return graph_fails(why, "no dominators or paths");
    }
    input.heap = now->s->heap;
    input.roots = &roots;
    input.dominators = &dominators;
    input.paths = &paths;
    input.order = &order;
    input.sections = now->sections;
    input.heavy = input.small = heavy;
    input.growing = true;
    input.whole = dominators.retained[0];
    good = gcv_suspects_find(ctx, &input, &found, NULL) == GCV_OK ||
           graph_fails(why, "gcv_suspects_find failed");
    if (good) {
        good = crowds_hold(now, &input, &found, why) && likes_hold(&found, now, old, same, why);
        gcv_suspects_release(ctx, &found);
    }
    gcv_paths_release(ctx, &paths);
    gcv_dominators_release(ctx, &dominators);
    gcv_root_set_release(ctx, &roots);
    return good;
}

/* `same`: the heaps are. The second search leaves a section of the old heap out. Where that is
 * enough, the seed chooses one of the shares that make a suspect. */
static bool compare(const subject *s, const subject *t, bool weak, bool same,
                    char why[GRAPH_WHY_MAX])
{
    static const uint64_t parts[] = {2, 10, 1000000};
    uint32_t n = gcv_heap_n_sections(t->heap);
    bool reduced = effort_is_reduced();
    size_t i = reduced ? (size_t)(graph_mix(s->o.style->seed, 1) % CHECK_COUNT(parts)) : 0;
    size_t end = reduced ? i + 1 : CHECK_COUNT(parts);
    side now, old;
    bool good = true;
    if (n > 64 || gcv_heap_n_sections(s->heap) > 64) {
        return true;
    }
    open_side(&now, s, weak);
    open_side(&old, t, weak);
    for (; good && i < end; i++) {
        uint64_t heavy = oracle_bytes(&s->o, now.reached) / parts[i] + 1;
        memset(old.sections, 1, sizeof old.sections);
        good = search(&now, &old, same, heavy, why);
        if (good && n > 1) {
            old.sections[graph_mix(s->o.style->seed, i) % n] = 0;
            good = search(&now, &old, false, heavy, why);
        }
    }
    close_side(&now);
    close_side(&old);
    return good;
}

static void *copy_of(const void *from, size_t count, size_t size)
{
    void *to = graph_alloc(count, size);
    if (count > 0) {
        memcpy(to, from, count * size);
    }
    return to;
}

/* The heap as it may have been before: other sizes, other references, fewer roots. */
static void change(const graph *g, uint64_t seed, graph *out)
{
    uint64_t random = seed;
    uint32_t i, kept = 0;
    *out = *g;
    out->objects = copy_of(g->objects, g->n_objects, sizeof *g->objects);
    out->references = copy_of(g->references, g->n_references, sizeof *g->references);
    out->roots = copy_of(g->roots, g->n_roots, sizeof *g->roots);
    out->types = copy_of(g->types, g->n_types, sizeof *g->types);
    for (i = 0; i < out->n_objects; i++) {
        if (graph_chance(&random, 40)) {
            out->objects[i].size = graph_below(&random, 200);
        }
    }
    for (i = 0; i < out->n_references; i++) {
        if (graph_chance(&random, 15)) {
            out->references[i] = graph_below(&random, g->n_labels);
        }
    }
    for (i = 0; i < out->n_roots; i++) {
        if (graph_chance(&random, 85)) {
            out->roots[kept++] = out->roots[i];
        }
    }
    out->n_roots = kept;
}

static bool has_huge(const subject *s)
{
    uint32_t v;
    for (v = 0; v < s->o.n; v++) {
        if (s->o.size[v] > UINT64_MAX / 65536) {
            return true;
        }
    }
    return false;
}

static bool hold_against(const subject *s, const graph *old, const graph_style *style, bool same,
                         char why[GRAPH_WHY_MAX])
{
    subject t;
    bool good;
    if (!subject_open(&t, old, style, NULL, why)) {
        return false;
    }
    good = has_huge(&t) || (compare(s, &t, false, same, why) &&
                            (!subject_has_weak(s) || compare(s, &t, true, same, why)));
    return subject_close(&t, good, why);
}

/* Which older heaps to compare with, besides the same one: all, or where that is enough one of
 * them, which the seed chooses. */
enum { CHANGED = 1, RENUMBERED = 2, UNRELATED = 4 };

static unsigned others(const graph_style *style)
{
    return effort_is_reduced() ? 1u << graph_mix(style->seed, 2) % 3
                               : CHANGED | RENUMBERED | UNRELATED;
}

static bool all_hold(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    graph_style other = *style;
    const unsigned with = others(style);
    graph before;
    subject s;
    bool good;
    if (!subject_open(&s, g, style, NULL, why)) {
        return false;
    }
    if (has_huge(&s)) {
        return subject_close(&s, true, why);
    }
    good = hold_against(&s, g, style, true, why);
    change(g, graph_mix(g->seed, style->seed), &before);
    other.seed = graph_mix(style->seed, 1); /* other ids, also of types without a record */
    good = good && ((with & CHANGED) == 0 || hold_against(&s, &before, style, false, why)) &&
           ((with & RENUMBERED) == 0 || hold_against(&s, &before, &other, false, why));
    graph_release(&before);
    graph_random(&before, graph_mix(g->seed, 2), s.o.n);
    good = good && ((with & UNRELATED) == 0 || hold_against(&s, &before, &other, false, why));
    graph_release(&before);
    return subject_close(&s, good, why);
}

static void all_small_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_small(all_hold));
}

static void random_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_random(all_hold, 0x6c696b65, 600, 0, 12));
    assert_true(graph_holds_random(all_hold, 0x6c696b66, 60, 8, 40));
}

static void larger_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_random(all_hold, 0x6c696b67, 3, 60, 120));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_small_heaps),
        cmocka_unit_test(random_heaps),
        cmocka_unit_test(larger_heaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
