/* Findings, compared with the simplest methods. Those that overlap: which objects are cut off
 * without another one. Those that an earlier one tells. Their chains: what is held at the end of
 * the chain of each object, now and in an older dump. */
#include "support/check.h"
#include "support/property.h"
#include "support/side.h"
#include "support/ways.h"

#include "analysis/groups.h"
#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "figures/look.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Whether an object is one of those that a suspect is about. */
static bool is_of(const side *x, const gcv_suspect_list *list, const gcv_suspect *row, uint32_t v)
{
    const gcv_crowds *crowds = &list->found.crowds;
    if (row->crowd != GCV_NONE) {
        const gcv_crowd *crowd = &crowds->all.data[row->crowd];
        uint32_t i = 0;
        while (i < crowd->n && crowds->members.data[crowd->first + i] != v) {
            i++;
        }
        return i < crowd->n;
    }
    if (row->object != GCV_NONE) {
        return row->object == v;
    }
    const gcv_slice name = side_name(x, v);
    return x->reached[v] &&
           gcv_slice_equal(row->type != GCV_NONE ? name : gcv_namespace_of(name), row->name);
}

/* The same, with the objects that a crowd shares. */
static bool counts(const side *x, const gcv_suspect_list *list, const gcv_suspect *row, uint32_t v)
{
    const gcv_crowd *crowd = gcv_crowd_of(&list->found, row);
    bool is = is_of(x, list, row, v);
    for (uint32_t i = 0; crowd != NULL && i < crowd->shared; i++) {
        is = is || gcv_crowd_members(&list->found.crowds, crowd)[crowd->n + i] == v;
    }
    return is;
}

/* Whether `v` is cut off without `over`. */
static bool needs(const side *x, uint32_t over, uint32_t v)
{
    bool *removed = graph_zeroed(x->s->o.n, sizeof *removed);
    bool *reached = graph_zeroed(x->s->o.n, sizeof *reached);
    removed[over] = true;
    oracle_reach(&x->s->o, x->weak, removed, reached);
    const bool cut = x->reached[v] && !reached[v];
    free(removed);
    free(reached);
    return cut;
}

/* ---- chains ------------------------------------------------------------------------------- */

/* A look at a heap, the older one if there is any, and the chains of the former. */
typedef struct sight {
    const side *now, *old;
    const gcv_look *look;
    compared both[2];        /* the former, twice */
    const uint32_t *root_of; /* per object at which a chain begins: root record */
} sight;

/* What an object retains, unless an object of its type dominates it directly. */
static uint64_t weight(const side *x, uint32_t v)
{
    const uint32_t over = x->dominator[v];
    const bool nested = over < GCV_ROOTED && gcv_slice_equal(side_name(x, over), side_name(x, v));
    return nested ? 0 : x->retained[v];
}

static bool same_root(const gcv_heap *heap, uint32_t a, uint32_t b)
{
    const gcv_root *x = &heap->roots.data[a], *y = &heap->roots.data[b];
    return x->kind == y->kind && x->flags == y->flags &&
           (x->container == y->container ||
            (x->container != GCV_NONE && y->container != GCV_NONE &&
             gcv_slice_equal(gcv_heap_type_name(heap, x->container),
                             gcv_heap_type_name(heap, y->container))));
}

/* Whether the chains of two objects have the same steps. */
static bool same_chain(const sight *at, uint32_t v, uint32_t w)
{
    return strcmp(at->both[0].ways[v].text, at->both[0].ways[w].text) == 0;
}

/* Whether an object of the older dump is in a group that has a row. */
static bool was_in_group(const sight *at, uint32_t v)
{
    const gcv_suspect_list *list = &at->look->suspects;
    const gcv_slice name = side_name(at->old, v);
    bool is = false;
    for (size_t rank = 0; !is && rank < list->rows.items.n; rank++) {
        const gcv_suspect *row = gcv_suspect_list_row(list, rank);
        is = row->object == GCV_NONE && row->crowd == GCV_NONE && at->old->reached[v] &&
             side_same_name(row->type != GCV_NONE ? name : gcv_namespace_of(name), row->name);
    }
    return is;
}

/* What the objects of a row with the chain of `v` hold, and how much more than in the older dump.
 */
static uint64_t held_at(const sight *at, const gcv_suspect *row, uint32_t v, uint64_t *grown)
{
    uint64_t held = 0, before = 0;
    for (uint32_t w = 0; w < at->now->s->o.n; w++) {
        if (is_of(at->now, &at->look->suspects, row, w) && same_chain(at, v, w)) {
            held += weight(at->now, w);
        }
    }
    for (uint32_t w = 0; at->old != NULL && w < at->old->s->o.n; w++) {
        if (was_in_group(at, w) &&
            side_same_crowd(&at->now->chain_text[v], &at->old->chain_text[w])) {
            before += weight(at->old, w);
        }
    }
    *grown = row->crowd != GCV_NONE ? 0 : held > before ? held - before : 0;
    return held;
}

/* The first object of a row whose chain must be shown. */
static uint32_t best_of(const sight *at, const gcv_suspect *row)
{
    uint64_t best_held = 0, best_grown = 0, held, grown;
    uint32_t best = GCV_NONE;
    for (uint32_t v = 0; v < at->now->s->o.n; v++) {
        if (is_of(at->now, &at->look->suspects, row, v)) {
            held = held_at(at, row, v, &grown);
            if (best == GCV_NONE || grown > best_grown ||
                (grown == best_grown && held > best_held)) {
                best = v;
                best_held = held;
                best_grown = grown;
            }
        }
    }
    return best;
}

/* What the objects of a row retain together, but for those of the step at which the chain of `v`
 * ends: all on chains of the row whose own chain is the same. */
static gcv_elsewhere elsewhere_of(const sight *at, const gcv_suspect *row, uint32_t v)
{
    const side *x = at->now;
    const uint32_t n = x->s->o.n;
    bool *row_has = graph_zeroed(n, sizeof *row_has), *end_has = graph_zeroed(n, sizeof *end_has);
    gcv_elsewhere out = {0, 0};
    for (uint32_t w = 0; w < n; w++) {
        row_has[w] = is_of(x, &at->look->suspects, row, w);
        out.objects += row_has[w];
        for (uint32_t i = 0; row_has[w] && i < at->both[0].chains.length[w]; i++) {
            const uint32_t on = at->both[0].chains.object[(size_t)w * at->both[0].chains.n + i];
            end_has[on] = end_has[on] || same_chain(at, v, on);
        }
    }
    for (uint32_t w = 0; w < n; w++) {
        out.objects -= end_has[w] && out.objects > 0;
    }
    const uint64_t all = oracle_retained(&x->s->o, x->weak, row_has);
    const uint64_t end = oracle_retained(&x->s->o, x->weak, end_has);
    out.bytes = out.objects > 0 && all > end ? all - end : 0;
    free(row_has);
    free(end_has);
    return out;
}

/* Whether the steps shown are those of the chain of `v`. */
static bool are_steps(const sight *at, const gcv_suspect_step *steps, uint32_t n, uint32_t v)
{
    const char *text = at->both[0].ways[v].text;
    uint32_t step = 0;
    while ((text = strchr(text, '\n')) != NULL && step < n) {
        const gcv_slice name = gcv_heap_type_name(at->now->s->heap, steps[step++].type);
        if (!gcv_slice_equal(name, gcv_slice_of(text + 1, strcspn(text + 1, "\n\v")))) {
            return false;
        }
        text++;
    }
    return text == NULL && step == n &&
           same_root(at->now->s->heap, steps[0].root,
                     at->root_of[at->both[0].chains.object[(size_t)v * at->both[0].chains.n]]);
}

/* How many objects of a suspect have the only object of the holder of a cause as the nearest holder
 * on their chains. */
static uint32_t members_in(const sight *at, const gcv_suspect *row, const gcv_causes *causes,
                           size_t cause, uint32_t *members)
{
    uint32_t n = 0;
    *members = 0;
    for (uint32_t v = 0; v < at->now->s->o.n; v++) {
        const uint32_t *chain = at->both[0].chains.object + (size_t)v * at->both[0].chains.n;
        size_t found = causes->all.n;
        for (uint32_t i = 0;
             is_of(at->now, &at->look->suspects, row, v) && i < at->both[0].chains.length[v]; i++) {
            for (size_t k = 0; k < causes->all.n; k++) {
                const gcv_cause *of = &causes->all.data[k];
                const gcv_cause_row *holder =
                    &causes->rows.data[of->first + of->n_types + of->holder - 1];
                found = of->holder > 0 && holder->object == chain[i] ? k : found;
            }
        }
        *members += is_of(at->now, &at->look->suspects, row, v);
        n += found == cause && found < causes->all.n;
    }
    return n;
}

/* Whether the holder of a cause is a keeper, or below the one holder of a crowd. */
static bool is_told(const sight *at, const gcv_suspect *row, const gcv_cause *cause)
{
    const gcv_suspect_list *list = &at->look->suspects;
    const gcv_crowd *crowd = &list->found.crowds.all.data[row->crowd];
    const uint32_t holder =
        at->look->findings.causes->rows.data[cause->first + cause->n_types + cause->holder - 1]
            .object;
    const uint32_t kinds = list->found.kinds[gcv_heap_object_row(list->heap, holder)];
    uint32_t v = list->found.crowds.members.data[crowd->first];
    while (v != holder && v != crowd->kept.holder && v < GCV_ROOTED) {
        v = list->input.paths->parent[v];
    }
    const uint32_t no_keeper = GCV_TYPE_RECORD | GCV_TYPE_SCOPE | GCV_TYPE_CLOSURE;
    return ((kinds & GCV_KEEPS_ANY) != 0 && (kinds & no_keeper) == 0) ||
           (crowd->kept.one_holder && v == holder && v != crowd->kept.holder);
}

/* Whether a finding before another one tells a cause. */
static bool is_told_earlier(const sight *at, const gcv_finding *finding, size_t cause)
{
    const gcv_causes *causes = at->look->findings.causes;
    bool told = false;
    for (const gcv_finding *earlier = at->look->findings.all.data; earlier < finding; earlier++) {
        const gcv_suspect *row = gcv_suspect_list_row(&at->look->suspects, earlier->rank);
        uint32_t n;
        told = told ||
               (earlier->there > 0 && earlier->there == (uint64_t)causes->all.data[cause].grown &&
                members_in(at, row, causes, cause, &n) >= n - n / 10);
    }
    return told;
}

/* What grew where a crowd is must be what a cause with nine in ten of its objects grew by, and be
 * told once. */
static bool there_holds(const sight *at, const gcv_finding *finding, char why[GRAPH_WHY_MAX])
{
    const gcv_causes *causes = at->look->findings.causes;
    const gcv_suspect *row = gcv_suspect_list_row(&at->look->suspects, finding->rank);
    const uint64_t there = finding->there;
    bool good = there == 0, may = false;
    for (size_t k = 0; causes != NULL && row->crowd != GCV_NONE && k < causes->all.n; k++) {
        uint32_t n;
        const int64_t grown = causes->all.data[k].grown;
        bool moved = gcv_suspect_list_retained_before(&at->look->suspects, finding->rank) !=
                     GCV_NOT_REACHABLE;
        for (uint32_t i = 0; i < causes->all.data[k].n_told; i++) {
            moved = moved && causes->told.data[causes->all.data[k].told + i].objects[0] == 0;
        }
        const uint64_t whole = at->look->findings.whole;
        const bool in = !moved && grown <= (int64_t)(whole + whole / 20) &&
                        members_in(at, row, causes, k, &n) >= n - n / 10 &&
                        !is_told_earlier(at, finding, k);
        good = good || (in && grown > 0 && (uint64_t)grown == there &&
                        (there / 3 <= finding->own || is_told(at, row, &causes->all.data[k])));
        may = may || (in && whole > 0 && finding->n_likes == 0 && grown > 0 &&
                      (uint64_t)grown > finding->own && (uint64_t)grown <= finding->own * 3 &&
                      (uint64_t)grown * 100 / whole >= finding->own * 100 / whole + 3);
    }
    return (good && !(may && there == 0 && finding->n_likes == 0)) ||
           graph_fails(why, "suspect %" PRIu32 ": %" PRIu64 " grew there", finding->rank, there);
}

static bool chain_holds(const sight *at, const gcv_finding *finding, char why[GRAPH_WHY_MAX])
{
    const gcv_suspect_list *list = &at->look->suspects;
    const gcv_suspect *row = gcv_suspect_list_row(list, finding->rank);
    const uint32_t *first = at->look->chains.first.data + finding->rank;
    if (row->object != GCV_NONE) {
        return true;
    }
    const uint32_t best = best_of(at, row);
    const gcv_elsewhere must = elsewhere_of(at, row, best);
    const gcv_elsewhere has = gcv_finding_elsewhere(list, &at->look->findings, finding);
    return (are_steps(at, at->look->chains.steps.data + *first, first[1] - *first, best) ||
            graph_fails(why, "suspect %" PRIu32 " must have the chain of object %" PRIu32,
                        finding->rank, best)) &&
           ((has.objects == must.objects && has.bytes == must.bytes) ||
            graph_fails(why, "suspect %" PRIu32 ": %" PRIu64 " bytes elsewhere, must be %" PRIu64,
                        finding->rank, has.bytes, must.bytes));
}

static bool chains_hold(const side *now, const side *old, const gcv_look *look,
                        char why[GRAPH_WHY_MAX])
{
    const uint32_t n = now->s->o.n;
    uint32_t *object = graph_alloc(n, sizeof *object), *root = graph_alloc(n, sizeof *root);
    uint32_t *root_of = graph_zeroed(n, sizeof *root_of);
    const compared one = {.s = now->s, .heap = now->s->heap, .weak = now->weak, .alone = true};
    sight at = {now, old, look, {one, one}, root_of};
    bool good = true;
    for (uint32_t i = oracle_root_set(&now->s->o, now->weak, object, root); i-- > 0;) {
        root_of[object[i]] = root[i];
    }
    ways_find(at.both);
    for (uint32_t i = 0; good && i < look->findings.all.n; i++) {
        good = chain_holds(&at, &look->findings.all.data[i], why) &&
               there_holds(&at, &look->findings.all.data[i], why);
    }
    ways_release(at.both);
    free(object);
    free(root);
    free(root_of);
    return good;
}

/* ---- what an earlier suspect tells -------------------------------------------------------- */

enum { LIST_MOST = 12 }; /* suspects that are looked at */

static uint64_t bytes_of(const gcv_suspect_list *list, size_t rank)
{
    const uint64_t before = gcv_suspect_list_retained_before(list, rank);
    return gcv_suspect_list_row(list, rank)->retained - (before != GCV_NOT_REACHABLE ? before : 0);
}

static bool is_pattern(const gcv_suspect *row) { return row->crowd != GCV_NONE || row->run > 0; }

/* The suspects that are findings before any is folded, in the order in which they are told. */
typedef struct telling {
    const side *x;
    const gcv_look *look;
    size_t rank[LIST_MOST]; /* of suspects */
    uint64_t bytes[LIST_MOST];
    bool *of[LIST_MOST]; /* per object: whether the finding is about it */
    bool gone[LIST_MOST];
    uint32_t equal[LIST_MOST]; /* how many it counts that only their ids tell apart from it */
    size_t n;
    /* Per suspect: its own objects, if it counts for a finding; the first suspect of that. */
    bool *own[LIST_MOST];
    size_t first[LIST_MOST];
} telling;

static const gcv_suspect *row_at(const telling *t, size_t at)
{
    return gcv_suspect_list_row(&t->look->suspects, t->rank[at]);
}

static uint64_t bytes_at(const telling *t, size_t at) { return t->bytes[at]; }

/* Whether two chains begin at static fields and are of the same types below these. */
static bool are_below_statics(const graph_text *a, const graph_text *b)
{
    static const char root[] = "root 4 ";
    graph_text x = *a, y = *b;
    if (strncmp(x.data, root, sizeof root - 1) != 0 ||
        strncmp(y.data, root, sizeof root - 1) != 0) {
        return false;
    }
    for (bool label = true; label; x.size--) {
        label = *x.data++ != '\n';
    }
    for (bool label = true; label; y.size--) {
        label = *y.data++ != '\n';
    }
    return side_same_crowd(&x, &y);
}

/* Whether two suspects of one finding are what grew in two fields of one holder, in the same field
 * of two holders that are in different ones, or in the same way below two static fields. */
static bool are_like(const side *x, const gcv_suspect_list *list, size_t rank, size_t other)
{
    const gcv_suspect *a = gcv_suspect_list_row(list, rank);
    const gcv_suspect *b = gcv_suspect_list_row(list, other);
    if (a->crowd == GCV_NONE || b->crowd == GCV_NONE || !gcv_slice_equal(a->name, b->name)) {
        return false;
    }
    const bool compares = gcv_suspect_list_has_baseline(list);
    const gcv_crowd *one = &list->found.crowds.all.data[a->crowd];
    const gcv_crowd *two = &list->found.crowds.all.data[b->crowd];
    const uint32_t v = list->found.crowds.members.data[one->first];
    const uint32_t w = list->found.crowds.members.data[two->first];
    const bool same_slot = x->slot[v] == x->slot[w];
    const bool same_name = x->slot[v] >> 8 == x->slot[w] >> 8;
    const bool in_fields = !same_slot && side_same_crowd(&x->chain_text[v], &x->chain_text[w]);
    return one->kept.one_holder && two->kept.one_holder && one->kept.holder != GCV_NONE &&
           two->kept.holder != GCV_NONE &&
           (one->kept.holder == two->kept.holder
                ? compares && in_fields
                : (same_name && in_fields) ||
                      (compares && same_slot &&
                       are_below_statics(&x->chain_text[v], &x->chain_text[w])));
}

/* Fills in what a finding is about: its first suspect, and those like it. */
static void open_finding(telling *t, const gcv_findings *raw, size_t at)
{
    const gcv_suspect_list *list = &t->look->suspects;
    const uint32_t n = t->x->s->o.n;
    const size_t first = raw->all.data[at].rank;
    t->rank[at] = first;
    t->bytes[at] = 0;
    t->of[at] = graph_zeroed(n, sizeof **t->of);
    for (size_t i = first; i < raw->of.n; i++) {
        if (i == first || (raw->of.data[i] == at && are_like(t->x, list, first, i))) {
            t->bytes[at] += bytes_of(list, i);
            t->own[i] = graph_zeroed(n, sizeof **t->own);
            t->first[i] = first;
            for (uint32_t v = 0; v < n; v++) {
                t->own[i][v] = counts(t->x, list, gcv_suspect_list_row(list, i), v);
                t->of[at][v] |= t->own[i][v];
            }
        }
    }
}

static bool overlap(const side *x, const bool *a, const bool *b)
{
    const uint32_t n = x->s->o.n;
    bool any = false;
    for (uint32_t v = 0; !any && v < n; v++) {
        for (uint32_t w = 0; !any && a[v] && w < n; w++) {
            any = b[w] && (needs(x, v, w) || needs(x, w, v));
        }
    }
    return any;
}

/* Whether an object is dominated by another one, or is it. */
static bool is_at_or_below(const side *x, uint32_t v, uint32_t over)
{
    while (v < x->s->o.n && v != over) {
        v = x->dominator[v];
    }
    return v == over;
}

/* Whether a crowd with a pattern is all below one object, and 70 % of what its children in the
 * dominator tree retain is in those with one of the crowd. */
static bool tells_all(const side *x, const gcv_suspect_list *list, size_t crowd, size_t rank)
{
    const uint32_t object = gcv_suspect_list_row(list, rank)->object;
    uint32_t n, below = 0;
    uint64_t all = 0, with = 0;
    const uint32_t *members = gcv_suspect_list_members(list, crowd, &n);
    if (object == GCV_NONE || gcv_suspect_list_row(list, crowd)->crowd == GCV_NONE) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        below += members[i] != object && is_at_or_below(x, members[i], object);
    }
    for (uint32_t v = 0; v < x->s->o.n; v++) {
        bool has = false;
        for (uint32_t i = 0; x->dominator[v] == object && i < n; i++) {
            has = has || is_at_or_below(x, members[i], v);
        }
        all += x->dominator[v] == object ? x->retained[v] : 0;
        with += has ? x->retained[v] : 0;
    }
    return below == n && with * 10 >= all * 7;
}

/* How many of the objects `a` are among the objects `b` or below one of them. */
static uint32_t inside(const side *x, const bool *a, const bool *b, uint32_t *members)
{
    uint32_t n = 0;
    *members = 0;
    for (uint32_t v = 0; v < x->s->o.n; v++) {
        bool is = false;
        for (uint32_t w = v; !is && a[v] && w < x->s->o.n; w = x->dominator[w]) {
            is = b[w];
        }
        n += is;
        *members += a[v];
    }
    return n;
}

/* Whether most of what a suspect is about is below the objects of another one. */
static bool is_inside(const telling *t, size_t later, size_t earlier)
{
    const uint64_t all = bytes_at(t, later), told = bytes_at(t, earlier);
    uint32_t n_a, n_b;
    const uint32_t in_b = inside(t->x, t->of[later], t->of[earlier], &n_a);
    (void)inside(t->x, t->of[earlier], t->of[later], &n_b);
    return !is_pattern(row_at(t, later)) && n_b > 1 && in_b >= n_a - n_a / 4 && all < told / 2 &&
           (n_a > 1 || all / 2 <= told / n_b);
}

/* Whether a suspect that counts is only about what the only object of a finding dominates, or all
 * objects of a type of the platform. */
static bool is_under(const telling *t, size_t low, size_t at)
{
    uint32_t members;
    return t->own[low] != NULL && t->first[low] != t->rank[at] && !is_pattern(row_at(t, at)) &&
           (row_at(t, at)->object != GCV_NONE ||
            (row_at(t, at)->crowd == GCV_NONE && row_at(t, at)->type != GCV_NONE &&
             !row_at(t, at)->mine)) &&
           inside(t->x, t->own[low], t->of[at], &members) == members;
}

/* Whether all objects of a type are above two or more, each of which is one in the same slot, and
 * at most four times as many. */
static bool is_about_all(const telling *t, size_t at, size_t n)
{
    const gcv_suspect *first = NULL;
    uint32_t alike = 0, objects = 0;
    for (uint32_t v = 0; v < t->x->s->o.n; v++) {
        objects += t->of[at][v];
    }
    for (size_t i = 0; i < n; i++) {
        const gcv_suspect *row = row_at(t, i);
        uint32_t v = row->object;
        while (v < t->x->s->o.n && !t->of[at][v]) {
            v = t->x->dominator[v];
        }
        if (t->gone[i] || i == at || row->object == GCV_NONE || v >= t->x->s->o.n) {
            continue;
        }
        first = first != NULL ? first : row;
        alike += row->slot == first->slot && row->type == first->type ? 1 + t->equal[i] : 0;
    }
    return objects > 1 && alike >= 2 && objects / 4 <= alike;
}

/* What the first `n` tell of one object above them; those that overlap with an earlier one do not
 * count. `*first`: the first that counts; n: none. */
static uint64_t told_of(const telling *t, size_t at, size_t n, size_t *first)
{
    uint64_t told = 0;
    size_t under[LIST_MOST], n_under = 0;
    *first = n;
    if (is_about_all(t, at, n)) {
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        if (!t->gone[i] && i != at && !is_pattern(row_at(t, at)) &&
            tells_all(t->x, &t->look->suspects, t->rank[i], t->rank[at])) {
            *first = i;
            return bytes_at(t, at);
        }
        for (size_t rank = 0; !t->gone[i] && rank < LIST_MOST; rank++) {
            if (t->first[rank] == t->rank[i] && is_under(t, rank, at)) {
                bool counts = true;
                for (size_t k = 0; k < n_under; k++) {
                    counts = counts && !overlap(t->x, t->own[rank], t->own[under[k]]);
                }
                under[n_under++] = rank;
                told += counts ? bytes_of(&t->look->suspects, rank) : 0;
                *first = counts && *first == n ? i : *first;
            }
        }
    }
    return told;
}

/* Whether the chain to a crowd begins with the types of that to another suspect. */
static bool is_above(const telling *t, size_t at, size_t crowd)
{
    const gcv_suspect_chains *chains = &t->look->chains;
    const uint32_t *first = chains->first.data;
    const uint32_t above = first[t->rank[at]], below = first[t->rank[crowd]];
    const uint32_t n = first[t->rank[at] + 1] - above;
    bool same = n > 0 && n < first[t->rank[crowd] + 1] - below;
    for (uint32_t i = 0; same && i < n; i++) {
        same = chains->steps.data[above + i].type == chains->steps.data[below + i].type;
    }
    return same && row_at(t, crowd)->crowd != GCV_NONE;
}

/* Whether a suspect is a crowd with no more objects than before, and another one with more than
 * before, and half of its growth, is all in one of them. */
static bool grew_in_one(const telling *t, size_t at, size_t other)
{
    const gcv_suspect_list *list = &t->look->suspects;
    const gcv_suspect *x = row_at(t, at), *y = row_at(t, other);
    const uint32_t n = t->x->s->o.n;
    bool in_one = false;
    if (at == other || x->crowd == GCV_NONE || y->crowd == GCV_NONE || x->objects < 2 ||
        y->objects < 2 || bytes_at(t, at) != bytes_of(list, t->rank[at]) ||
        bytes_at(t, other) < bytes_at(t, at) / 2 ||
        list->past.objects[list->rows.items.data[t->rank[at]]] < x->objects ||
        list->past.objects[list->rows.items.data[t->rank[other]]] >= y->objects) {
        return false;
    }
    for (uint32_t v = 0; v < n && !in_one; v++) {
        in_one = t->own[t->rank[at]][v];
        for (uint32_t w = 0; w < n && in_one; w++) {
            in_one = !t->own[t->rank[other]][w] || is_at_or_below(t->x, w, v);
        }
    }
    return in_one;
}

/* What a suspect of the platform grew by at the end of its chain; UINT64_MAX: it is a pattern, or
 * something of the program is on its chain, or has half of what one object retains, or its root may
 * be the program's. */
static uint64_t growth_of_platform(const telling *t, size_t at)
{
    const gcv_suspect_list *list = &t->look->suspects;
    const uint32_t *first = t->look->chains.first.data + t->rank[at];
    const gcv_suspect_step *steps = t->look->chains.steps.data;
    const uint32_t kind = row_at(t, at)->root_kind;
    bool is = !is_pattern(row_at(t, at)) && !gcv_heap_is_v8(list->heap) && first[1] > first[0] &&
              (gcv_heap_is_ruby(list->heap) ||
               (kind == GCV_ROOT_KIND_STATIC ? gcv_heap_is_java(list->heap)
                                             : kind != GCV_ROOT_KIND_LOCAL));
    for (uint32_t i = first[0]; is && i < first[1]; i++) {
        is = !gcv_is_of_program(list->heap, list->found.kinds, steps[i].type, steps[i].object);
    }
    uint64_t inside = 0;
    for (uint32_t v = 0; v < t->x->s->o.n; v++) {
        uint32_t w = v, mine = GCV_NONE; /* the topmost object of the program on the way up */
        for (; w < GCV_ROOTED && row_at(t, at)->object != GCV_NONE; w = t->x->dominator[w]) {
            mine = (list->found.kinds[list->heap->type.data[w]] & GCV_TYPE_MINE) != 0 ? w : mine;
            if (w == row_at(t, at)->object) {
                inside += mine == v ? t->x->retained[v] : 0;
                break;
            }
        }
    }
    if (!is || (row_at(t, at)->object != GCV_NONE && inside >= row_at(t, at)->retained / 2)) {
        return UINT64_MAX;
    }
    const gcv_suspect_step *end = &steps[first[1] - 1];
    const uint64_t all = bytes_at(t, at);
    const uint64_t there = end->object != GCV_NONE ? t->x->retained[end->object]
                                                   : all / row_at(t, at)->objects * end->objects;
    return row_at(t, at)->object == GCV_NONE && there < all ? there : all;
}

/* The growth that no other suspect tells: double for a pattern, half for what is above a crowd with
 * a third of it, or if others tell most of it, and a quarter for the platform's. */
static uint64_t weight_of(const telling *t, size_t at)
{
    size_t first;
    const uint64_t all = bytes_at(t, at), told = told_of(t, at, t->n, &first);
    const uint64_t platform = growth_of_platform(t, at);
    const uint64_t whole = platform < all ? platform : all, own = told < whole ? whole - told : 0;
    bool above = false, in_one = false;
    for (size_t i = 0; i < t->n; i++) {
        above = above || (i != at && bytes_at(t, i) >= all / 3 && is_above(t, at, i));
        in_one = in_one || grew_in_one(t, at, i);
    }
    const bool pattern = is_pattern(row_at(t, at));
    const uint64_t weight = in_one || (!pattern && (told > own || above)) ? own / 2
                            : pattern                                     ? 2 * own
                                                                          : own;
    return platform != UINT64_MAX ? weight / 4 : weight;
}

/* Whether an object shares bytes with a crowd that is first in a finding, and is where the chain of
 * that leads, or another object that is reached over the same types; or all objects of a type are
 * reached so, and have at most a third more. */
static bool holds(const telling *t, size_t at, size_t crowd)
{
    const bool shares =
        row_at(t, at)->object != GCV_NONE
            ? bytes_at(t, at) <= bytes_at(t, crowd) && overlap(t->x, t->of[at], t->of[crowd])
            : bytes_at(t, at) - bytes_at(t, at) / 4 <= bytes_at(t, crowd);
    return !is_pattern(row_at(t, at)) && shares && is_above(t, at, crowd);
}

/* Returns which of those before it tell a suspect; `at`: none. */
static size_t teller_of(const telling *t, size_t at)
{
    size_t k;
    const uint64_t told = told_of(t, at, at, &k), whole = t->look->findings.whole;
    const uint64_t all = bytes_at(t, at) < whole ? bytes_at(t, at) : whole;
    if (k < at && all / 4 * 3 <= told) {
        return k;
    }
    const bool compares = gcv_suspect_list_has_baseline(&t->look->suspects);
    for (k = 0; k < at && (t->gone[k] || !(is_inside(t, at, k) || holds(t, at, k) ||
                                           (compares && grew_in_one(t, at, k))));
         k++) {
    }
    return k;
}

/* Whether two suspects are objects that chains of one fingerprint and slot lead to, of which both
 * pass one object. */
static bool are_equal(const telling *t, size_t at, size_t other)
{
    const gcv_suspect_chains *chains = &t->look->chains;
    const uint32_t *first = chains->first.data;
    const gcv_suspect *a = row_at(t, at), *b = row_at(t, other);
    const uint32_t n = first[t->rank[at] + 1] - first[t->rank[at]];
    bool shared = false, alike = n == first[t->rank[other] + 1] - first[t->rank[other]];
    for (uint32_t i = 0; alike && i < n; i++) {
        const gcv_suspect_step *x = &chains->steps.data[first[t->rank[at]] + i];
        const gcv_suspect_step *y = &chains->steps.data[first[t->rank[other]] + i];
        alike = x->type == y->type;
        shared = shared || (x->object != GCV_NONE && x->object == y->object);
    }
    return alike && shared && a->object != GCV_NONE && b->object != GCV_NONE &&
           a->fingerprint == b->fingerprint && a->slot == b->slot;
}

/* Returns the suspect before another one, and told by none, that it is equal to; `at`: none. */
static size_t equal_of(const telling *t, size_t at)
{
    size_t k = 0;
    while (k < at && (t->gone[k] || !are_equal(t, at, k))) {
        k++;
    }
    return k;
}

/* Makes a suspect about what an equal one is about, too. */
static void take_equal(telling *t, size_t at, size_t from)
{
    t->equal[at]++;
    t->bytes[at] += t->bytes[from];
    for (uint32_t v = 0; v < t->x->s->o.n; v++) {
        t->of[at][v] |= t->of[from][v];
    }
    for (size_t rank = 0; rank < LIST_MOST; rank++) {
        t->first[rank] =
            t->own[rank] != NULL && t->first[rank] == t->rank[from] ? t->rank[at] : t->first[rank];
    }
}

/* With a baseline, most growth first; else as suspects are ranked. */
static telling order_all(const side *x, const gcv_look *look, const gcv_findings *raw)
{
    telling in = {.x = x, .look = look, .n = raw->all.n};
    uint64_t weight[LIST_MOST];
    for (size_t i = 0; i < in.n; i++) {
        open_finding(&in, raw, i);
    }
    for (size_t i = 0; i < in.n; i++) {
        weight[i] = gcv_suspect_list_has_baseline(&look->suspects) ? weight_of(&in, i) : 0;
    }
    telling out = in;
    for (size_t i = 0; i < in.n; i++) {
        size_t before = 0;
        for (size_t k = 0; k < in.n; k++) {
            before += weight[k] > weight[i] || (weight[k] == weight[i] && k < i);
        }
        out.rank[before] = in.rank[i];
        out.bytes[before] = in.bytes[i];
        out.of[before] = in.of[i];
    }
    return out;
}

/* The findings are those that no finding before them tells, and count those that they tell. */
static bool folds_hold(telling *t, const gcv_findings *raw, char why[GRAPH_WHY_MAX])
{
    const gcv_findings *findings = &t->look->findings;
    size_t number[LIST_MOST], n = 0, counted = 0;
    for (size_t i = 0; i < t->n; i++) {
        const size_t told = teller_of(t, i), teller = told < i ? told : equal_of(t, i);
        t->gone[i] = teller < i;
        if (told == i && teller < i) {
            take_equal(t, teller, i);
        }
        number[i] = t->gone[i] ? number[teller] : n++;
        if (number[i] >= findings->all.n ||
            (!t->gone[i] && findings->all.data[number[i]].rank != t->rank[i])) {
            return graph_fails(why, "finding %zu is another one", number[i]);
        }
        for (size_t rank = 0; rank < findings->of.n; rank++) {
            if (raw->all.data[raw->of.data[rank]].rank == t->rank[i] &&
                findings->of.data[rank] != number[i]) {
                return graph_fails(why, "suspect %zu must be in finding %zu", rank, number[i]);
            }
        }
    }
    for (size_t i = 0; i < t->n; i++) {
        if (!t->gone[i] && findings->all.data[number[i]].bytes != t->bytes[i]) {
            return graph_fails(why, "finding %zu must have %" PRIu64 " bytes", number[i],
                               t->bytes[i]);
        }
    }
    for (size_t i = 0; i < findings->all.n; i++) {
        counted += 1 + findings->all.data[i].n_more + findings->all.data[i].n_likes;
    }
    return (n == findings->all.n && counted == findings->of.n) ||
           graph_fails(why, "%zu findings, must be %zu", findings->all.n, n);
}

/* Findings that count the same bytes say so. `t->gone`: those that are no more. */
static bool overlaps_hold(const telling *t, char why[GRAPH_WHY_MAX])
{
    const gcv_finding *all = t->look->findings.all.data;
    bool good = true;
    for (size_t i = 0, a = 0; i < t->n; a += !t->gone[i++]) {
        for (size_t k = 0, b = 0; good && k < t->n; b += !t->gone[k++]) {
            const bool must = i != k && overlap(t->x, t->of[i], t->of[k]);
            good = t->gone[i] || t->gone[k] || (all[a].overlaps >> b & 1) == must ||
                   graph_fails(why, "finding %zu %s overlap with %zu", a,
                               must ? "must" : "must not", b);
        }
    }
    return good;
}

/* Whether suspects that are like each other are one finding. */
static bool likes_hold(const side *x, const gcv_suspect_list *list, const gcv_findings *raw,
                       char why[GRAPH_WHY_MAX])
{
    for (size_t i = 0; i < raw->all.n; i++) {
        for (size_t k = i + 1; k < raw->all.n; k++) {
            if (are_like(x, list, raw->all.data[i].rank, raw->all.data[k].rank)) {
                return graph_fails(why, "findings %zu and %zu are alike", i, k);
            }
        }
    }
    return true;
}

/* Whether a suspect says more than a row of all strings, or of all arrays of a type, or than a
 * crowd of these. */
static bool says_more(const gcv_suspect_list *list, size_t rank, size_t than)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, than);
    const bool is_payload =
        gcv_slice_ends(row->name, "[]") || gcv_slice_is(row->name, "Array") ||
        gcv_slice_is(row->name, "(array)") || gcv_slice_is(row->name, "System.String") ||
        gcv_slice_is(row->name, "java.lang.String") ||
        (gcv_kinds_of_name(list->heap, row->name, gcv_slice_of(NULL, 0)) & GCV_TYPE_STUFF) != 0;
    const uint64_t all = bytes_of(list, than), bytes = bytes_of(list, rank);
    if (row->crowd != GCV_NONE) {
        return is_payload && bytes / 2 >= all &&
               gcv_suspect_list_row(list, rank)->object != GCV_NONE;
    }
    return is_payload && row->object == GCV_NONE && bytes <= all && all - bytes <= all / 10 &&
           2 * gcv_suspect_list_objects(list, rank) <= gcv_suspect_list_objects(list, than);
}

/* Whether a suspect is one object with four times what all crowds below it have, of which a finding
 * has told one, and none like that one, so far, that does not tell all. */
static bool has_much_more(const side *x, const gcv_suspect_list *list, const gcv_findings *raw,
                          size_t rank, size_t than)
{
    const uint32_t object = gcv_suspect_list_row(list, rank)->object;
    uint64_t below = 0;
    for (size_t i = 0; i < list->rows.items.n; i++) {
        uint32_t n;
        const uint32_t *members = gcv_suspect_list_members(list, i, &n);
        uint32_t v = gcv_suspect_list_row(list, i)->crowd != GCV_NONE ? members[0] : GCV_NONE;
        while (v < x->s->o.n && v != object) {
            v = x->dominator[v];
        }
        below += v == object ? bytes_of(list, i) : 0;
    }
    bool alone = true;
    for (size_t i = 0; i < raw->likes.n; i++) {
        alone = alone && (raw->likes.data[i] > rank ||
                          raw->of.data[raw->likes.data[i]] != raw->of.data[rank]);
    }
    return object != GCV_NONE && gcv_suspect_list_row(list, than)->crowd != GCV_NONE && alone &&
           below > 0 && bytes_of(list, rank) / 4 >= below && !tells_all(x, list, than, rank);
}

/* Whether a suspect is the crowd of the several holders of another one, with more growth. */
static bool holds_each(const gcv_suspect_list *list, const gcv_findings *raw, size_t rank,
                       size_t than)
{
    const gcv_suspect *x = gcv_suspect_list_row(list, rank);
    const gcv_suspect *y = gcv_suspect_list_row(list, than);
    bool alone = true;
    for (size_t i = 0; i < raw->likes.n; i++) {
        alone = alone && (raw->likes.data[i] > rank ||
                          raw->of.data[raw->likes.data[i]] != raw->of.data[rank]);
    }
    if (x->crowd == GCV_NONE || y->crowd == GCV_NONE || !alone) {
        return false;
    }
    const gcv_keeping *kept = &list->found.crowds.all.data[y->crowd].kept;
    return !kept->one_holder && kept->holder != GCV_NONE &&
           gcv_slice_equal(gcv_type_name_of_many(
                               gcv_heap_type_name(list->heap, list->heap->type.data[kept->holder])),
                           gcv_type_name_of_many(x->name)) &&
           bytes_of(list, rank) > bytes_of(list, than);
}

/* Whether the first object of a crowd is of a class, or a function, of the program's author. */
static bool is_of_author(const gcv_suspect_list *list, size_t rank)
{
    uint32_t n;
    const uint32_t *members = gcv_suspect_list_members(list, rank, &n);
    const uint32_t kinds =
        n > 0 ? list->found.kinds[gcv_heap_object_row(list->heap, members[0])] : 0;
    const bool own = (kinds & GCV_TYPE_MINE) != 0 && (kinds & GCV_TYPE_PACKAGE) == 0;
    if ((kinds & GCV_TYPE_CLOSURE) != 0) {
        const gcv_code_place *place = gcv_heap_place(list->heap, members[0]);
        return place != NULL &&
               gcv_code_place_owner(&list->heap->places, place) == GCV_SCRIPT_PROGRAM;
    }
    return own && (kinds & GCV_TYPE_RECORD) == 0;
}

/* Whether a crowd of the author's has a third of what one object of somebody else has. */
static bool names_author(const gcv_suspect_list *list, size_t rank, size_t than)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, than);
    return row->object != GCV_NONE && !is_pattern(row) && !is_of_author(list, than) &&
           gcv_suspect_list_row(list, rank)->crowd != GCV_NONE && is_of_author(list, rank) &&
           bytes_of(list, rank) >= bytes_of(list, than) / 3;
}

static bool has_likes(const gcv_findings *raw, uint32_t finding, size_t rank)
{
    bool has = false;
    for (size_t i = 0; i < raw->likes.n; i++) {
        has = has || (raw->likes.data[i] <= rank && raw->of.data[raw->likes.data[i]] == finding);
    }
    return has;
}

/* Whether each finding begins with its earliest suspect, or one that says more. */
static bool firsts_hold(const side *x, const gcv_suspect_list *list, const gcv_findings *raw,
                        char why[GRAPH_WHY_MAX])
{
    const bool compares = gcv_suspect_list_has_baseline(list);
    for (size_t i = 0; i < raw->all.n; i++) {
        size_t first = list->rows.items.n;
        for (size_t rank = 0; rank < list->rows.items.n; rank++) {
            first = raw->of.data[rank] == i &&
                            (first == list->rows.items.n ||
                             (compares && rank < LIST_MOST &&
                              !has_likes(raw, raw->of.data[rank], rank) &&
                              ((says_more(list, rank, first) && !names_author(list, first, rank)) ||
                               names_author(list, rank, first) ||
                               has_much_more(x, list, raw, rank, first) ||
                               holds_each(list, raw, rank, first))))
                        ? rank
                        : first;
        }
        if (raw->all.data[i].rank != first) {
            return graph_fails(why, "finding %zu must begin with suspect %zu", i, first);
        }
    }
    return true;
}

static bool tellings_hold(const side *x, const gcv_look *look, bool overlaps,
                          char why[GRAPH_WHY_MAX])
{
    gcv_findings raw;
    gcv_findings_find(&look->suspects, &look->chains, NULL, &raw);
    telling t = order_all(x, look, &raw);
    const bool good = likes_hold(x, &look->suspects, &raw, why) &&
                      firsts_hold(x, &look->suspects, &raw, why) && folds_hold(&t, &raw, why) &&
                      (!overlaps || overlaps_hold(&t, why));
    for (size_t i = 0; i < LIST_MOST; i++) {
        free(t.of[i]);
        free(t.own[i]);
    }
    return good;
}

/* ---- all of it ---------------------------------------------------------------------------- */

typedef bool (*look_law)(const side *x, const side *old, const gcv_look *look,
                         char why[GRAPH_WHY_MAX]);

static bool all_right(const side *x, const side *old, const gcv_look *look, char why[GRAPH_WHY_MAX])
{
    return tellings_hold(x, look, true, why) && chains_hold(x, old, look, why);
}

static bool folds_right(const side *x, const side *old, const gcv_look *look,
                        char why[GRAPH_WHY_MAX])
{
    (void)old;
    return tellings_hold(x, look, false, why);
}

/* Looks at a heap; `old`: at its growth since that heap. */
static bool look_holds(const side *x, const side *old, look_law law, char why[GRAPH_WHY_MAX])
{
    const subject *s = x->s;
    const gcv_filter filter = {0};
    gcv_look_request request = {0};
    gcv_selection selections[2];
    gcv_block mark;
    gcv_block_link(s->ctx, &mark);
    gcv_basis now = gcv_basis_of(s->ctx, s->heap, x->weak), past;
    gcv_selection_find(s->ctx, s->heap, &filter, &selections[0]);
    now.selection = &selections[0];
    request.suspects.now = &now;
    if (old != NULL) {
        past = gcv_basis_of(s->ctx, old->s->heap, x->weak);
        gcv_selection_find(s->ctx, old->s->heap, &filter, &selections[1]);
        past.selection = &selections[1];
        request.suspects.past = &past;
        request.causes = 2;
    }
    request.suspects.top = LIST_MOST;
    request.suspects.min_share.given = true;
    request.suspects.min_share.value = graph_mix(s->o.style->seed, 7) % 40000 + 1;
    request.types.by_bytes = 2;
    gcv_look look;
    gcv_look_find(s->ctx, &request, &look);
    const bool good = law(x, old, &look, why);
    gcv_blocks_free(s->ctx, &mark);
    gcv_block_unlink(s->ctx, &mark);
    return good;
}

/* Looks at a heap, and at its growth since one that is a little different. */
static bool looks_hold(const subject *s, bool weak, look_law law, char why[GRAPH_WHY_MAX])
{
    const graph *g = s->o.g;
    side now, old;
    if (side_has_huge(s) || gcv_heap_n_sections(s->heap) > 64) {
        return true;
    }
    graph before = graph_changed(g, graph_mix(g->seed, s->o.style->seed));
    subject t;
    side_open(&now, s, weak);
    bool good =
        look_holds(&now, NULL, law, why) && subject_open(&t, &before, s->o.style, NULL, why);
    if (good) {
        side_open(&old, &t, weak);
        now.slots = old.slots = now.slots && old.slots;
        good = look_holds(&now, &old, law, why);
        side_close(&old);
        good = subject_close(&t, good, why);
    }
    side_close(&now);
    graph_release(&before);
    return good;
}

/* Makes one tree, or two below static fields or one object: an object, perhaps one below it, up to
 * four collections below that one, members of these, and objects below the members. The types are
 * the same in both trees, except perhaps that of the collections. */
static graph keepers_of(const graph *g)
{
    const uint32_t n = g->n_objects;
    uint64_t random = g->seed;
    const uint32_t trees = 1 + graph_below(&random, 2), top = graph_below(&random, 2);
    const uint32_t first = top + 2 + graph_below(&random, 4), other = graph_below(&random, 2) * 3;
    const uint32_t members = first + 2 + graph_below(&random, n / trees);
    const uint32_t owner = graph_below(&random, 2), roots = owner > 0 ? 1 : trees;
    graph out = {
        .seed = g->seed, .n_labels = n + 2, .n_sections = 1, .n_plain = n + 1, .n_objects = n};
    uint32_t *over = graph_zeroed(n, sizeof *over);
    out.objects = graph_zeroed(n, sizeof *out.objects);
    out.references = graph_zeroed(n, sizeof *out.references);
    out.n_roots = roots;
    out.roots = graph_zeroed(roots, sizeof *out.roots);
    out.n_types = 7;
    out.types = graph_zeroed(out.n_types, sizeof *out.types);
    for (uint32_t i = 0; i < out.n_types; i++) {
        out.types[i] = (graph_type){i, true};
    }
    for (uint32_t i = 0; i < roots; i++) {
        out.roots[i] = (graph_root){.label = i, .kind = 4, .container = i};
    }
    if (owner > 0) {
        out.objects[0] = (graph_object){.type = 6, .size = 1};
    }
    for (uint32_t i = owner; i < n; i++) {
        const uint32_t tree = (i - owner) % trees, v = (i - owner) / trees; /* in its tree */
        const uint32_t above = v <= top      ? 0
                               : v < first   ? top
                               : v < members ? top + 1 + graph_below(&random, first - top - 1)
                                             : first + graph_below(&random, members - first);
        over[i] = v > 0 ? owner + above * trees + tree : 0;
        out.objects[i] =
            (graph_object){.label = i,
                           .type = 0u + (v > 0) + (v > top) + (v >= first) + (v >= members) +
                                   (v > top && v < first ? tree * other : 0),
                           .size = 1 + graph_below(&random, 200)};
    }
    for (uint32_t from = 0; from < n; from++) {
        out.objects[from].first = out.n_references;
        for (uint32_t i = roots; i < n; i++) {
            if (over[i] == from) {
                out.references[out.n_references++] = i;
                out.objects[from].n_references++;
            }
        }
    }
    free(over);
    out.ends = out.closes = out.ends_as_open = true;
    return out;
}

static bool findings_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    return looks_hold(s, weak, all_right, why);
}

static bool folds_only_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    return looks_hold(s, weak, folds_right, why);
}

static bool keepers_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    graph g = keepers_of(s->o.g);
    subject t;
    const bool good = subject_open(&t, &g, s->o.style, NULL, why) &&
                      subject_close(&t, looks_hold(&t, weak, all_right, why), why);
    graph_release(&g);
    return good;
}

static const property laws[] = {
    {.of_subject = findings_hold, .all_small = true, .any_number = true},
    {.of_subject = findings_hold, .seed = 0x66696e64, .cases = 600, .n = {0, 12}},
    {.of_subject = findings_hold, .seed = 0x66696e65, .cases = 60, .n = {8, 40}},
    {.of_subject = findings_hold, .telling = true, .seed = 0x66696e68, .cases = 60, .n = {8, 40}},
    {.of_subject = findings_hold,
     .telling = true,
     .shelves = true,
     .seed = 0x66696e69,
     .cases = 200,
     .n = {10, 24}},
    {.of_subject = folds_only_hold, .seed = 0x66696e66, .cases = 600, .n = {12, 50}},
    {.of_subject = keepers_hold, .telling = true, .seed = 0x66696e67, .cases = 1500, .n = {8, 30}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
