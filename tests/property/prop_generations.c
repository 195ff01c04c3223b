/* --generation, --by generation and `objects --roots`, compared with the oracle: figures of each
 * row object by object, retained bytes by removal. Chains, suspects and rules of one generation are
 * in the tests of these. */
#include "support/check.h"
#include "support/property.h"
#include "support/reported.h"

#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "output/escape.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 8, N_GENERATIONS = 5 };

/* ---- rows of tsv -------------------------------------------------------------------------- */

/* Takes a line and its cells; returns false at the end. */
static bool next_row(const char **text, gcv_slice *cells)
{
    const char *at = *text;
    size_t i = 0;
    if (*at == '\0') {
        return false;
    }
    for (;; at++) {
        const size_t size = strcspn(at, "\t\n");
        assert_true(i < CELLS_MAX);
        cells[i++] = gcv_slice_of(at, size);
        at += size;
        if (*at == '\n') {
            break;
        }
    }
    *text = at + 1;
    return true;
}

static const char *rows_of(const char *text) { return strchr(text, '\n') + 1; }

static bool is_number(gcv_slice cell, int64_t number)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%" PRId64, number);
    return gcv_slice_is(cell, digits);
}

static bool is_name(gcv_slice cell, gcv_slice name)
{
    gcv_escape escape = gcv_escape_start(GCV_ESCAPE_TSV, name);
    graph_text text = {NULL, 0, 0};
    gcv_slice piece;
    while (gcv_escape_next(&escape, &piece)) {
        graph_put(&text, piece.data, piece.size);
    }
    bool same = gcv_slice_equal(cell, gcv_slice_of(text.data, text.size));
    graph_text_release(&text);
    return same;
}

/* ---- figures of groups -------------------------------------------------------------------- */

static gcv_slice type_of(const oracle *o, uint32_t v)
{
    const oracle_name *name = &o->names[o->type[v]];
    return gcv_slice_of(name->text, name->size);
}

static gcv_slice type_across_dumps(const oracle *o, uint32_t v)
{
    const gcv_slice name = type_of(o, v);
    return gcv_slice_begins(name, "<unknown type ") ? gcv_slice_str("<types without names>") : name;
}

static gcv_slice generation_of(const oracle *o, uint32_t v)
{
    const char *word = gcv_generation_word(oracle_generation(o, v));
    return gcv_slice_str(word != NULL ? word : "<no generation>");
}

/* How a table groups objects, and the generation that it shows; GCV_NONE: all objects. */
typedef struct grouping {
    gcv_slice (*name)(const oracle *o, uint32_t v);
    uint32_t generation;
} grouping;

static bool is_selected(const oracle *o, uint32_t generation, uint32_t v)
{
    return generation == GCV_NONE || oracle_generation(o, v) == generation;
}

typedef struct figures {
    int64_t count, bytes, retained;
    bool retains;
} figures;

/* Adds up the selected objects of the group whose name is in a cell. */
static figures figures_of(const oracle *o, const grouping *by, gcv_slice cell)
{
    bool *member = graph_zeroed(o->n, sizeof(bool)), *reached = graph_alloc(o->n, sizeof(bool));
    figures f = {0, 0, 0, false};
    oracle_reach(o, false, NULL, reached);
    for (uint32_t v = 0; v < o->n; v++) {
        member[v] = is_selected(o, by->generation, v) && is_name(cell, by->name(o, v));
        f.count += member[v];
        f.bytes += member[v] ? (int64_t)o->size[v] : 0;
        f.retains = f.retains || (member[v] && reached[v]);
    }
    f.retained = f.retains ? (int64_t)oracle_retained(o, false, member) : 0;
    free(member);
    free(reached);
    return f;
}

static int64_t count_selected(const oracle *o, uint32_t generation)
{
    int64_t n = 0;
    for (uint32_t v = 0; v < o->n; v++) {
        n += is_selected(o, generation, v);
    }
    return n;
}

/* ---- tables of one heap ------------------------------------------------------------------- */

/* Each row has the figures of its group, and all rows together all objects. */
static bool stats_hold(const subject *s, const char *command, const grouping *by,
                       char why[GRAPH_WHY_MAX])
{
    char *text = reported_of(s->ctx, s->heap, command, NULL);
    const char *line = rows_of(text);
    int64_t left = count_selected(&s->o, by->generation);
    gcv_slice cells[CELLS_MAX];
    bool good = true;
    while (good && next_row(&line, cells)) {
        const figures f = figures_of(&s->o, by, cells[3]);
        good = (f.count > 0 && is_number(cells[0], f.count) && is_number(cells[1], f.bytes) &&
                (f.retains ? is_number(cells[2], f.retained) : gcv_slice_is(cells[2], "-"))) ||
               graph_fails(why, "%s: wrong figures of %.*s", command, (int)cells[3].size,
                           cells[3].data);
        left -= f.count;
    }
    free(text);
    return good && (left == 0 || graph_fails(why, "%s: %" PRId64 " objects left", command, left));
}

/* Finds the label of the root that the chain of each object begins with; empty: it has no chain. */
static gcv_buffer *find_labels(const subject *s)
{
    const oracle *o = &s->o;
    gcv_buffer *labels = graph_zeroed(o->n, sizeof *labels);
    uint32_t *object = graph_alloc(o->n, sizeof *object), *root = graph_alloc(o->n, sizeof *root);
    const uint32_t n = oracle_root_set(o, false, object, root);
    oracle_chains chains;
    oracle_chains_find(o, false, NULL, &chains);
    for (uint32_t v = 0; v < o->n; v++) {
        for (uint32_t i = 0; chains.length[v] > 0 && i < n; i++) {
            if (object[i] == chains.object[(size_t)v * o->n]) {
                gcv_root_label(s->ctx, s->heap, &s->heap->roots.data[root[i]], &labels[v]);
            }
        }
    }
    oracle_chains_release(&chains);
    free(object);
    free(root);
    return labels;
}

static void release_labels(const subject *s, gcv_buffer *labels)
{
    for (uint32_t v = 0; v < s->o.n; v++) {
        gcv_buffer_release(s->ctx, &labels[v]);
    }
    free(labels);
}

/* Takes the object that a row shows out of those left; sections can share ids. */
static bool take_object(const oracle *o, bool *left, gcv_slice id, const gcv_slice *root,
                        const gcv_buffer *labels)
{
    for (uint32_t v = 0; v < o->n; v++) {
        char digits[17];
        (void)graph_hex_digits(o->id[v], false, digits);
        if (left[v] && gcv_slice_is(id, digits) &&
            (root == NULL || (labels[v].text.n > 0 ? is_name(*root, gcv_buffer_slice(&labels[v]))
                                                   : gcv_slice_is(*root, "-")))) {
            left[v] = false;
            return true;
        }
    }
    return false;
}

/* The rows are the selected objects, with the right roots. */
static bool objects_hold(const subject *s, const char *command, bool with_roots, bool only_reached,
                         uint32_t generation, char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    const size_t id_at = with_roots ? 0 : 2;
    bool *left = graph_alloc(o->n, sizeof(bool)), good = true;
    gcv_buffer *labels = find_labels(s);
    char *text = reported_of(s->ctx, s->heap, command, NULL);
    const char *line = rows_of(text);
    gcv_slice cells[CELLS_MAX];
    oracle_reach(o, false, NULL, left);
    for (uint32_t v = 0; v < o->n; v++) {
        left[v] = (left[v] || !only_reached) && is_selected(o, generation, v);
    }
    while (good && next_row(&line, cells)) {
        good = take_object(o, left, cells[id_at], with_roots ? &cells[6] : NULL, labels) ||
               graph_fails(why, "%s: no such object or root: %.*s", command, (int)cells[id_at].size,
                           cells[id_at].data);
    }
    for (uint32_t v = 0; good && v < o->n; v++) {
        good = !left[v] || graph_fails(why, "%s: object %" PRIu32 " is missing", command, v);
    }
    free(text);
    free(left);
    release_labels(s, labels);
    return good;
}

static int64_t count_rows(const subject *s, const char *command, const char *first)
{
    char *text = reported_of(s->ctx, s->heap, command, NULL);
    const char *line = rows_of(text);
    gcv_slice cells[CELLS_MAX];
    int64_t n = 0;
    while (next_row(&line, cells)) {
        n += first == NULL || gcv_slice_is(cells[0], first);
    }
    free(text);
    return n;
}

/* Roots are those of selected objects; the tree begins with the selected ones of its tops. */
static bool tops_hold(const subject *s, const char *roots, const char *tree, uint32_t generation,
                      char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    uint32_t *dominator = graph_alloc(o->n, sizeof *dominator);
    uint64_t *retained = graph_alloc(o->n, sizeof *retained);
    int64_t n_roots = 0, n_tops = 0;
    oracle_dominators(o, false, dominator, retained);
    for (uint32_t v = 0; v < o->n_roots; v++) {
        const uint32_t object = o->roots[v].object;
        n_roots += object != GCV_NONE && is_selected(o, generation, object);
    }
    for (uint32_t v = 0; v < o->n; v++) {
        n_tops += dominator[v] == GCV_ROOTED && is_selected(o, generation, v);
    }
    free(dominator);
    free(retained);
    return (count_rows(s, roots, NULL) == n_roots && count_rows(s, tree, "1") == n_tops) ||
           graph_fails(why, "%" PRId64 " roots, %" PRId64 " tops", n_roots, n_tops);
}

static bool one_holds(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    const uint32_t generation = (uint32_t)(graph_mix(s->o.g->seed, 3) % N_GENERATIONS);
    const char *word = gcv_generation_word(generation);
    const grouping by_type = {type_of, generation}, by_generation = {generation_of, GCV_NONE};
    char stats[80], objects[80], retained[80], roots[80], tree[80];
    if (weak || s->heap->ranges.n == 0) {
        return true;
    }
    (void)snprintf(stats, sizeof stats, "stats --retained --generation %s", word);
    (void)snprintf(objects, sizeof objects, "objects --roots --top 0 --generation %s", word);
    (void)snprintf(retained, sizeof retained, "retained --top 0 --generation %s", word);
    (void)snprintf(roots, sizeof roots, "roots --top 0 --generation %s", word);
    (void)snprintf(tree, sizeof tree, "tree --top 0 --generation %s", word);
    return stats_hold(s, stats, &by_type, why) &&
           stats_hold(s, "stats --retained --by generation", &by_generation, why) &&
           objects_hold(s, objects, true, false, generation, why) &&
           objects_hold(s, "objects --roots --top 0", true, false, GCV_NONE, why) &&
           objects_hold(s, retained, false, true, generation, why) &&
           tops_hold(s, roots, tree, generation, why);
}

/* ---- two heaps ---------------------------------------------------------------------------- */

/* Each row has the differences of its group, by generation of both sides. */
static bool diff_holds(const heap_pair *p, const char *command, const grouping *by,
                       char why[GRAPH_WHY_MAX])
{
    const gcv_heap *heaps[2] = {p->a.heap, p->heap_b};
    const reported input = {p->a.ctx, heaps, 2, NULL, NULL, NULL};
    char *text = reported_text(&input, command, NULL);
    const char *line = rows_of(text);
    int64_t left =
        count_selected(&p->a.o, by->generation) + count_selected(&p->b.o, by->generation);
    gcv_slice cells[CELLS_MAX];
    bool good = true;
    while (good && next_row(&line, cells)) {
        const figures a = figures_of(&p->a.o, by, cells[7]), b = figures_of(&p->b.o, by, cells[7]);
        good = (is_number(cells[0], b.count - a.count) && is_number(cells[1], b.bytes - a.bytes) &&
                (a.retains || b.retains ? is_number(cells[2], b.retained - a.retained)
                                        : gcv_slice_is(cells[2], "-")) &&
                is_number(cells[3], a.count) && is_number(cells[4], b.count) &&
                is_number(cells[5], a.bytes) && is_number(cells[6], b.bytes)) ||
               graph_fails(why, "%s: wrong figures of %.*s", command, (int)cells[7].size,
                           cells[7].data);
        left -= a.count + b.count;
    }
    free(text);
    return good && (left == 0 || graph_fails(why, "%s: %" PRId64 " objects left", command, left));
}

static bool pair_holds(const heap_pair *p, char why[GRAPH_WHY_MAX])
{
    const uint32_t generation = (uint32_t)(graph_mix(p->a.o.g->seed, 3) % N_GENERATIONS);
    const grouping by_type = {type_across_dumps, generation},
                   by_generation = {generation_of, GCV_NONE};
    char command[80];
    (void)snprintf(command, sizeof command, "diff --retained --unchanged --generation %s",
                   gcv_generation_word(generation));
    return p->a.heap->ranges.n == 0 || p->heap_b->ranges.n == 0 ||
           (diff_holds(p, command, &by_type, why) &&
            diff_holds(p, "diff --retained --unchanged --by generation", &by_generation, why));
}

static const property laws[] = {
    {.of_subject = one_holds, .aged = true, .seed = 0x67656e, .cases = 500, .n = {0, 12}},
    {.of_subject = one_holds, .aged = true, .seed = 0x67656f, .cases = 60, .n = {20, 60}},
    {.of_pair = pair_holds, .aged = true, .seed = 0x676570, .cases = 300, .n = {0, 14}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
