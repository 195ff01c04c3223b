/* side.c - a heap with its chains written out; see side.h. */
#include "support/side.h"

#include "analysis/basis.h"
#include "analysis/type_kinds.h"
#include "base/text.h"
#include "heap/reference_names.h"
#include "support/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gcv_slice side_name(const side *x, uint32_t v)
{
    return gcv_heap_type_name(x->s->heap, gcv_heap_object_type(x->s->heap, v));
}

bool side_selects(const side *x, uint32_t v)
{
    return x->sections[x->s->o.section[v]] != 0 &&
           (x->selection.generation == GCV_NONE ||
            oracle_generation(&x->s->o, v) == x->selection.generation);
}

/* Whether an object refers to a handle of the platform; one name in these heaps is a handle. */
static bool has_handle(const side *x, uint32_t v)
{
    for (uint32_t i = x->s->o.first[v]; i < x->s->o.first[v + 1]; i++) {
        if (gcv_slice_is(side_name(x, x->s->o.to[i]), "TCP")) {
            return true;
        }
    }
    return false;
}

uint32_t side_kinds_of_name(const side *x, gcv_slice name)
{
    gcv_slice none = {NULL, 0};
    uint32_t with = 0, n = 0;
    if (!gcv_heap_is_v8(x->s->heap)) {
        return gcv_type_kinds(name, none);
    }
    uint32_t kinds = gcv_type_kinds_v8(name);
    for (uint32_t v = 0; (kinds & GCV_TYPE_COMMON) != 0 && v < x->s->o.n; v++) {
        if (gcv_slice_equal(side_name(x, v), name)) {
            n++;
            with += has_handle(x, v);
        }
    }
    return (kinds & GCV_TYPE_COMMON) != 0 && with * 2 >= n ? 0 : kinds;
}

/* Most of the time goes to names, so each is looked at once. */
uint32_t side_kinds(const side *x, uint32_t v)
{
    if (x->kinds[v] == GCV_NONE) {
        x->kinds[v] = side_kinds_of_name(x, side_name(x, v));
    }
    return x->kinds[v];
}

/* The name as fingerprints see it; unit.analysis_suspects tests this function. */
static void put_normal(graph_text *out, gcv_slice name)
{
    char normal[256];
    assert_true(name.size < sizeof normal - 8);
    graph_put(out, normal, gcv_normal_name(name, normal));
    graph_put(out, "\n", 1);
}

bool side_same_text(const graph_text *a, const graph_text *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

bool side_same_name(gcv_slice a, gcv_slice b)
{
    graph_text x, y;
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    put_normal(&x, a);
    put_normal(&y, b);
    bool same = side_same_text(&x, &y);
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

/* ---- slots -------------------------------------------------------------------------------- */

void side_name_references(gcv_heap *heap)
{
    static const gcv_field_kind kinds[] = {GCV_FIELD_PROPERTY, GCV_FIELD_PROPERTY,
                                           GCV_FIELD_VARIABLE, GCV_FIELD_ELEMENT,
                                           GCV_FIELD_INTERNAL, GCV_FIELD_STATIC};
    gcv_context *ctx = heap->ctx;
    gcv_fields *fields = &heap->fields;
    (void)gcv_word_list_add(ctx, &heap->places.words, gcv_slice_str("a"));
    (void)gcv_word_list_add(ctx, &heap->places.words, gcv_slice_str("b"));
    for (uint32_t v = 0; v < heap->n_objects; v++) {
        uint32_t n;
        const uint32_t *to = gcv_heap_references(heap, v, &n);
        for (uint32_t i = 0; i < n; i++) {
            const uint64_t random = graph_mix(
                graph_mix(gcv_heap_object_id(heap, v), gcv_heap_object_id(heap, to[i])), i);
            gcv_fields_push(ctx, fields, (uint8_t)kinds[random % CHECK_COUNT(kinds)],
                            random / 64 % 2);
        }
        gcv_u32_column_push(ctx, &fields->first, gcv_fields_end_list(ctx, fields));
    }
    gcv_fields_close(ctx, fields);
    gcv_fields_pack(ctx, fields, heap->type.data, heap->n_types);
    assert_true(heap->n_objects == 0 || gcv_heap_has_fields(heap));
}

/* The first name that an object has for another one: a word that sorts by kind and name; ' ' if it
 * has none, or refers to more than eight objects of that type. */
static char slot_between(const side *x, uint32_t over, uint32_t v)
{
    uint32_t n, same = 0;
    const uint32_t *to = gcv_heap_references(x->s->heap, over, &n);
    char first = '~';
    for (uint32_t i = 0; i < n; i++) {
        const gcv_field field = gcv_field_of(x->s->heap, over, i);
        same += gcv_slice_equal(side_name(x, to[i]), side_name(x, v));
        if (to[i] == v && field.kind <= GCV_FIELD_VARIABLE) {
            const char word = (char)('A' + 2 * (int)field.kind + (field.name.data[0] - 'a'));
            first = word < first ? word : first;
        }
    }
    return same <= 8 && first != '~' ? first : ' ';
}

/* How many objects of the type, or shape, of another one an object refers to; 0: it has many
 * references. */
static uint32_t like_it(const side *x, uint32_t over, uint32_t v)
{
    uint32_t n, same = 0;
    const uint32_t *to = gcv_heap_references(x->s->heap, over, &n);
    for (uint32_t i = 0; i < n && n <= 32; i++) {
        same += gcv_heap_object_row(x->s->heap, to[i]) == gcv_heap_object_row(x->s->heap, v);
    }
    return same;
}

/* Whether an object is of the type of what it refers to, or refers to several of a type, of which
 * one refers to another; plain objects without a shape are of none. */
static bool is_in_list(const side *x, uint32_t over, uint32_t v)
{
    const uint32_t row = gcv_heap_object_row(x->s->heap, v);
    uint32_t n;
    const uint32_t *to = gcv_heap_references(x->s->heap, over, &n);
    bool linked = false;
    for (uint32_t i = 0; i < n; i++) {
        linked =
            linked || (gcv_heap_object_row(x->s->heap, to[i]) == row && like_it(x, to[i], v) > 0);
    }
    linked = (linked && like_it(x, over, v) > 1) || gcv_heap_object_row(x->s->heap, over) == row;
    return linked && !gcv_slice_is(x->s->heap->types.name[row], "Object");
}

enum { NO_SLOT = ' ' << 8 | ' ' };

/* The slot of an object on a chain, two words, from that of the object over it. */
static uint16_t slot_below(const side *x, uint32_t over, uint16_t above, uint32_t v)
{
    const uint32_t kinds = side_kinds(x, over);
    const char slot = (char)(above >> 8), own = slot_between(x, over, v);
    const bool keeps =
        (kinds & GCV_KEEPS_ANY) != 0 || gcv_slice_equal(side_name(x, over), side_name(x, v));
    const bool plain = gcv_slice_is(side_name(x, over), "Object");
    const bool scope = (kinds & (GCV_TYPE_SCOPE | GCV_TYPE_CLOSURE)) != 0;
    const bool passes = (keeps && !plain && !scope) || (keeps && own == ' ') ||
                        (plain && own == slot) || ((plain || !keeps) && is_in_list(x, over, v));
    return passes ? above : (uint16_t)(own << 8 | (own != ' ' ? slot : ' '));
}

/* ---- chains ------------------------------------------------------------------------------- */

static void put_chain_text(side *x, const oracle_chains *chains, const uint32_t *root_of,
                           uint32_t v)
{
    const uint32_t *chain = chains->object + (size_t)v * chains->n;
    uint32_t repeat = 0;
    graph_text *out = &x->chain_text[v];
    char words[40];
    for (uint32_t i = 0; i < chains->length[v]; i++) {
        if (i == 0) {
            put_root(x, &x->s->heap->roots.data[root_of[chain[0]]], out);
        }
        if (i > 0 && side_same_name(side_name(x, chain[i]), side_name(x, chain[i - 1]))) {
            repeat++;
            continue;
        }
        put_normal(out, side_name(x, chain[i]));
        repeat = 0;
    }
    (void)snprintf(words, sizeof words, "%" PRIu32, repeat);
    x->slot[v] = NO_SLOT;
    for (uint32_t i = 1; i < chains->length[v] && x->slots; i++) {
        x->slot[v] = slot_below(x, chain[i - 1], x->slot[v], chain[i]);
    }
    if (chains->length[v] > 0) {
        graph_puts(out, words);
    }
}

void side_open(side *x, const subject *s, bool weak)
{
    uint32_t n = s->o.n;
    uint32_t *object = graph_alloc(n, sizeof *object), *root = graph_alloc(n, sizeof *root);
    uint32_t *root_of = graph_zeroed(n, sizeof *root_of);
    oracle_chains chains;
    memset(x, 0, sizeof *x);
    if (!gcv_heap_has_fields(s->heap) && s->o.style->seed % 3 != 0) {
        side_name_references(s->heap);
    }
    x->s = s;
    x->weak = weak;
    x->chain_text = graph_zeroed(n, sizeof *x->chain_text);
    x->slot = graph_alloc(n, sizeof *x->slot);
    x->slots = gcv_heap_has_fields(s->heap);
    x->dominator = graph_alloc(n, sizeof *x->dominator);
    x->retained = graph_alloc(n, sizeof *x->retained);
    x->reached = graph_alloc(n, sizeof *x->reached);
    x->kinds = graph_alloc(n, sizeof *x->kinds);
    memset(x->kinds, 0xff, n * sizeof *x->kinds);
    memset(x->sections, 1, sizeof x->sections);
    x->selection.heap = s->heap;
    x->selection.filter = &x->filter;
    x->selection.sections = x->sections;
    x->selection.generation =
        s->o.style->aged ? (uint32_t)(graph_mix(s->o.style->seed, 6) % 5) : GCV_NONE;
    oracle_dominators(&s->o, weak, x->dominator, x->retained);
    oracle_reach(&s->o, weak, NULL, x->reached);
    uint32_t n_roots = oracle_root_set(&s->o, weak, object, root);
    for (uint32_t i = 0; i < n_roots; i++) {
        root_of[object[i]] = root[i];
    }
    oracle_step_chains_find(&s->o, s->heap, weak, &chains);
    for (uint32_t i = 0; i < n; i++) {
        put_chain_text(x, &chains, root_of, i);
    }
    oracle_chains_release(&chains);
    free(object);
    free(root);
    free(root_of);
}

void side_close(side *x)
{
    for (uint32_t v = 0; v < x->s->o.n; v++) {
        graph_text_release(&x->chain_text[v]);
    }
    free(x->chain_text);
    free(x->slot);
    free(x->dominator);
    free(x->retained);
    free(x->reached);
    free(x->kinds);
}

bool side_same_crowd(const graph_text *a, const graph_text *b)
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

bool side_is_alike(const side *x, uint32_t v, const side *y, uint32_t w)
{
    return side_same_crowd(&x->chain_text[v], &y->chain_text[w]) &&
           (!x->slots || !y->slots || x->slot[v] == y->slot[w]);
}

/* Whether the chain of an object by way of a keeper would be like that of an object of `y`. */
static bool leads_there(const side *x, uint32_t keeper, uint32_t v, const side *y, uint32_t w)
{
    graph_text text;
    size_t n = x->chain_text[keeper].size;
    memset(&text, 0, sizeof text);
    while (n > 0 && x->chain_text[keeper].data[n - 1] != '\n') {
        n--;
    }
    graph_put(&text, x->chain_text[keeper].data, n);
    put_normal(&text, side_name(x, v));
    const bool same = side_same_crowd(&text, &y->chain_text[w]);
    graph_text_release(&text);
    return same &&
           (!x->slots || !y->slots || slot_below(x, keeper, x->slot[keeper], v) == y->slot[w]);
}

static bool dominates(const side *x, uint32_t v, uint32_t below)
{
    while (below != v && below < GCV_ROOTED) {
        below = x->dominator[below];
    }
    return below == v;
}

void side_add_shared(const side *x, const side *y, uint32_t w, bool *member)
{
    for (uint32_t p = 0; p < x->s->o.n; p++) {
        uint32_t n;
        const uint32_t *to = gcv_heap_references(x->s->heap, p, &n);
        for (uint32_t i = 0; i < n && x->reached[p] && (side_kinds(x, p) & GCV_KEEPS_ANY) != 0;
             i++) {
            const uint32_t v = to[i];
            member[v] =
                member[v] ||
                (side_selects(x, v) && !side_same_name(side_name(x, p), side_name(x, v)) &&
                 (x != y || gcv_slice_equal(side_name(x, v), side_name(y, w))) &&
                 leads_there(x, p, v, y, w) && !side_is_alike(x, v, y, w) && !dominates(x, v, p));
        }
    }
}

void side_remove_parts(const side *x, const uint32_t *parent, bool *member)
{
    const uint32_t n = gcv_heap_is_v8(x->s->heap) ? x->s->o.n : 0;
    bool *part = graph_zeroed(n, sizeof *part);
    uint32_t *held = graph_zeroed(n, sizeof *held);
    for (uint32_t v = 0; v < n; v++) {
        if (member[v] && parent[v] < GCV_ROOTED && member[parent[v]]) {
            part[v] = gcv_slice_is(side_name(x, v), "(concatenated string)");
            held[parent[v]] += !part[v];
        }
    }
    for (uint32_t v = 0; v < n; v++) {
        member[v] = member[v] && !part[v] && held[v] <= 8;
    }
    free(part);
    free(held);
}

bool side_has_huge(const subject *s)
{
    for (uint32_t v = 0; v < s->o.n; v++) {
        if (s->o.size[v] > UINT64_MAX / 65536) {
            return true;
        }
    }
    return false;
}

bool side_search(const side *x, uint64_t heavy, uint64_t small, bool growing, side_property holds,
                 void *extra, char why[GRAPH_WHY_MAX])
{
    gcv_context *ctx = x->s->ctx;
    gcv_block mark;
    gcv_block_link(ctx, &mark);
    gcv_basis basis = gcv_basis_of(ctx, x->s->heap, x->weak);
    gcv_suspect_input input;
    gcv_suspects found;
    input.heap = x->s->heap;
    input.roots = gcv_basis_roots(&basis);
    input.dominators = gcv_basis_dominators(&basis);
    input.order = gcv_basis_order(&basis);
    input.paths = gcv_basis_paths(&basis);
    input.selection = &x->selection;
    input.heavy = heavy;
    input.small = small;
    input.growing = growing;
    input.slots = x->slots;
    input.whole = input.dominators->retained[0];
    gcv_suspects_find(ctx, &input, &found);
    bool good = holds(x, &input, &found, extra, why);
    gcv_blocks_free(ctx, &mark);
    gcv_block_unlink(ctx, &mark);
    return good;
}

bool side_holds(const side *x, uint64_t heavy, side_property holds, void *extra,
                char why[GRAPH_WHY_MAX])
{
    const uint64_t seed = graph_mix(x->s->o.style->seed, heavy);
    return side_search(x, heavy, seed % 2 != 0 ? heavy : heavy / 100 + 1, seed % 3 != 0, holds,
                       extra, why);
}

bool side_holds_for_shares(const subject *s, bool weak, side_property holds, void *extra,
                           char why[GRAPH_WHY_MAX])
{
    static const uint64_t parts[] = {2, 4, 10, 1000000};
    bool good = true;
    side x;
    if (side_has_huge(s) || gcv_heap_n_sections(s->heap) > CHECK_COUNT(x.sections)) {
        return true;
    }
    side_open(&x, s, weak);
    for (size_t i = 0; good && i < CHECK_COUNT(parts); i++) {
        uint64_t heavy = oracle_bytes(&s->o, x.reached) / parts[i] + 1;
        good = side_holds(&x, heavy, holds, extra, why);
    }
    side_close(&x);
    return good;
}
