/* Crowds and the points of all suspects, compared with the simplest method: the names of the types
 * on every chain as text, keepers and holders by going up each chain separately, retained bytes by
 * removal, and points by the table of docs/definitions.md. unit.analysis_suspects tests what names
 * mean. */
#include "support/check.h"
#include "support/property.h"
#include "support/side.h"

#include "analysis/ownership.h"
#include "analysis/type_kinds.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- evidence ----------------------------------------------------------------------------- */

/* Returns the root record at the start of the chain of an object. */
static const gcv_root *root_of(const side *x, const gcv_suspect_input *input, uint32_t v)
{
    uint32_t i = 0;
    while (input->paths->parent[v] < GCV_ROOTED) {
        v = input->paths->parent[v];
    }
    while (input->roots->object[i] != v) {
        i++;
    }
    return &x->s->heap->roots.data[input->roots->root[i]];
}

/* Whether the runtime keeps static fields in this array. */
static bool is_array_of_statics(const side *x, const gcv_suspect_input *input, uint32_t v)
{
    return input->paths->parent[v] >= GCV_ROOTED &&
           gcv_slice_is(side_name(x, v), "System.Object[]") &&
           (root_of(x, input, v)->flags & GCV_ROOT_PINNED) != 0;
}

/* Returns the crowd that has the object; NULL: none. */
static const gcv_crowd *crowd_with(const gcv_suspects *found, uint32_t v)
{
    for (size_t i = 0; i < found->crowds.all.n; i++) {
        const gcv_crowd *crowd = &found->crowds.all.data[i];
        for (uint32_t m = 0; m < crowd->n; m++) {
            if (found->crowds.members.data[crowd->first + m] == v) {
                return crowd;
            }
        }
    }
    return NULL;
}

/* In a V8 heap, variables are holders of keepers, unless their function is in a crowd, and keepers
 * of all else. */
static bool is_variable(const side *x, const gcv_suspects *found, uint32_t function, uint32_t over,
                        uint32_t v)
{
    return (side_kinds(x, over) & GCV_TYPE_SCOPE) != 0 && (side_kinds(x, v) & GCV_KEEPS_ANY) != 0 &&
           (function >= GCV_ROOTED || crowd_with(found, function) == NULL);
}

/* Returns the next object up the chain that is no keeper; GCV_NONE: the root. Adds the kinds of the
 * keepers in between to `keepers`. */
static uint32_t holder_of(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                          uint32_t v, uint32_t *keepers)
{
    uint32_t over;
    for (; (over = input->paths->parent[v]) < GCV_ROOTED; v = over) {
        uint32_t kinds = side_kinds(x, over) & GCV_KEEPS_ANY;
        if (gcv_slice_equal(side_name(x, v), side_name(x, over))) {
            kinds |= GCV_KEEPS_COLLECTION; /* a list */
        }
        if (kinds == 0 || is_array_of_statics(x, input, over) ||
            is_variable(x, found, input->paths->parent[over], over, v)) {
            return over;
        }
        *keepers |= kinds;
    }
    return GCV_NONE;
}

/* Objects that are kept in the same way. */
typedef struct keeping {
    uint32_t n, kinds, keepers;
    uint32_t holder; /* of `first` */
    bool one_holder;
    const gcv_root *root; /* of `first` */
    bool one_root;        /* all roots show the same label */
} keeping;

static bool same_root(const side *x, const gcv_root *a, const gcv_root *b)
{
    return a->kind == b->kind && a->flags == b->flags &&
           (a->container == GCV_NONE) == (b->container == GCV_NONE) &&
           (a->container == GCV_NONE ||
            gcv_slice_equal(gcv_heap_type_name(x->s->heap, a->container),
                            gcv_heap_type_name(x->s->heap, b->container)));
}

static keeping look_at(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                       const bool *member, uint32_t first)
{
    keeping of = {0, side_kinds(x, first), 0, GCV_NONE, true, root_of(x, input, first), true};
    of.holder = holder_of(x, input, found, first, &of.keepers);
    for (uint32_t v = 0; v < x->s->o.n; v++) {
        if (member[v]) {
            of.n++;
            of.one_holder =
                holder_of(x, input, found, v, &of.keepers) == of.holder && of.one_holder;
            of.one_root = of.one_root && same_root(x, root_of(x, input, v), of.root);
        }
    }
    return of;
}

static bool is_mine(const side *x, gcv_slice name)
{
    return (side_kinds_of_name(x, name) & GCV_TYPE_MINE) != 0;
}

static bool holder_is_mine(const side *x, const gcv_suspect_input *input, const keeping *of,
                           gcv_slice name)
{
    if ((of->kinds & GCV_TYPE_CLOSURE) != 0) {
        return of->one_holder;
    }
    if (of->holder != GCV_NONE) {
        uint32_t kinds = side_kinds(x, of->holder);
        return (kinds & GCV_TYPE_MINE) != 0 ||
               ((kinds & GCV_TYPE_SCOPE) != 0 &&
                (input->growing || (of->kinds & GCV_TYPE_RECORD) != 0));
    }
    if (gcv_slice_is(name, "System.String") && of->root->kind == GCV_ROOT_KIND_HANDLE &&
        (of->keepers | GCV_KEEPS_COLLECTION) == GCV_KEEPS_COLLECTION) {
        return input->growing; /* literals and interned strings */
    }
    return of->one_root && of->root->container != GCV_NONE &&
           is_mine(x, gcv_heap_type_name(x->s->heap, of->root->container));
}

static uint32_t points_of_size(uint64_t bytes, uint64_t whole)
{
    return bytes == 0                  ? 0
           : bytes * 100 >= whole * 50 ? 4
           : bytes * 100 >= whole * 10 ? 3
           : bytes * 100 >= whole * 3  ? 2
           : bytes * 100 >= whole      ? 1
                                       : 0;
}

static uint32_t points_of_keeping(const keeping *of)
{
    const uint32_t kind = of->holder == GCV_NONE ? of->root->kind : GCV_NONE;
    if ((of->keepers | GCV_KEEPS_COLLECTION) != GCV_KEEPS_COLLECTION ||
        (of->kinds & GCV_TYPE_CLOSURE) != 0 || kind == GCV_ROOT_KIND_FINALIZER ||
        (of->keepers == 0 && kind == GCV_ROOT_KIND_HANDLE)) {
        return 4;
    }
    return of->keepers == 0 ? 0 : kind == GCV_ROOT_KIND_STATIC ? 2 : 1;
}

/* Computes the points of a crowd except for size and growth, in the order of gcv_evidence. */
static void points_of_crowd(const side *x, const gcv_suspect_input *input, const keeping *of,
                            gcv_slice name, uint32_t points[GCV_N_EVIDENCE])
{
    bool mine = (of->kinds & GCV_TYPE_MINE) != 0, brief = (of->kinds & GCV_TYPE_BRIEF) != 0;
    points[GCV_EVIDENCE_YOURS] = mine ? 3 : holder_is_mine(x, input, of, name) ? 2 : 0;
    if (points[GCV_EVIDENCE_YOURS] > 0 || brief) {
        points[GCV_EVIDENCE_REPEATED] = of->n >= 100 ? 3 : of->n >= 10 ? 2 : of->n >= 3 ? 1 : 0;
        points[GCV_EVIDENCE_KEPT] = points_of_keeping(of);
        points[GCV_EVIDENCE_BRIEF] = brief ? 2 : 0;
    }
}

static uint32_t sum_of(const uint32_t points[GCV_N_EVIDENCE])
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < GCV_N_EVIDENCE; i++) {
        sum += points[i];
    }
    return sum;
}

/* Whether a crowd that retains this much is a suspect, possibly folded into another one. */
static bool is_suspect(const side *x, const gcv_suspect_input *input, const keeping *of,
                       gcv_slice name, uint64_t retained)
{
    uint32_t points[GCV_N_EVIDENCE] = {0};
    bool speaks = (of->kinds & (GCV_TYPE_MINE | GCV_TYPE_BRIEF)) != 0;
    uint64_t least = speaks || input->small * 10 > input->heavy ? input->small : input->small * 10;
    points_of_crowd(x, input, of, name, points);
    points[GCV_EVIDENCE_SIZE] = points_of_size(retained, input->whole);
    return retained >= least && (speaks || points[GCV_EVIDENCE_YOURS] > 0) && sum_of(points) >= 8;
}

/* ---- crowds ------------------------------------------------------------------------------- */

/* Whether an object may be in a crowd, by how it is held. */
static bool is_kept(const side *x, const gcv_paths *paths, const gcv_root_set *roots, uint32_t v)
{
    uint32_t over = paths->parent[v];
    for (uint32_t i = 0; over >= GCV_ROOTED && i < roots->n; i++) {
        if (roots->object[i] == v) {
            uint32_t kind = x->s->heap->roots.data[roots->root[i]].kind;
            return kind == GCV_ROOT_KIND_HANDLE || kind == GCV_ROOT_KIND_FINALIZER;
        }
    }
    return (side_kinds(x, over) & GCV_KEEPS_ANY) != 0 ||
           gcv_slice_equal(side_name(x, over), side_name(x, v));
}

/* ... or because it is the first object of a list. */
static bool is_in_crowds(const side *x, const gcv_paths *paths, const gcv_root_set *roots,
                         uint32_t v)
{
    if (!x->reached[v] || !side_selects(x, v)) {
        return false;
    }
    if (is_kept(x, paths, roots, v)) {
        return true;
    }
    for (uint32_t w = 0; w < x->s->o.n; w++) {
        if (x->reached[w] && side_selects(x, w) && paths->parent[w] == v &&
            gcv_slice_equal(side_name(x, w), side_name(x, v))) {
            return true;
        }
    }
    return false;
}

static bool keeping_holds(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                          const gcv_crowd *crowd, const bool *member, uint32_t first,
                          char why[GRAPH_WHY_MAX])
{
    keeping must = look_at(x, input, found, member, first);
    uint32_t root = crowd->kept.root;
    return (crowd->kept.holder == must.holder && crowd->kept.one_holder == must.one_holder) ||
                   graph_fails(why, "a crowd is held by %" PRIu32 ", must be %" PRIu32,
                               crowd->kept.holder, must.holder)
               ? (crowd->kept.keepers == must.keepers ||
                  graph_fails(why, "a crowd is kept by %" PRIu32 ", must be %" PRIu32,
                              crowd->kept.keepers, must.keepers)) &&
                     (((root != GCV_NONE) == must.one_root &&
                       crowd->kept.root_kind == must.root->kind) ||
                      graph_fails(why, "a crowd has the root %" PRIu32, root))
               : false;
}

/* It may be unknown for a crowd that is no suspect. */
static bool retained_holds(const gcv_crowd *crowd, uint64_t must)
{
    return crowd->most >= must &&
           (crowd->retained == must || (crowd->retained == 0 && crowd->row == GCV_NONE));
}

/* After its members, the crowd of a row has those that it shares; the row has all of them. */
static bool shared_hold(const side *x, const gcv_suspects *found, const gcv_crowd *crowd,
                        bool *member, char why[GRAPH_WHY_MAX])
{
    const uint32_t *members = found->crowds.members.data + crowd->first;
    uint32_t n = 0;
    const gcv_suspect *row = crowd->row != GCV_NONE ? &found->rows.data[crowd->row] : NULL;
    if (row == NULL || gcv_crowd_of(found, row) != crowd) {
        return crowd->shared == 0 || graph_fails(why, "a crowd without a row shares objects");
    }
    side_add_shared(x, x, members[0], member);
    for (uint32_t v = 0; v < x->s->o.n; v++) {
        n += member[v];
    }
    for (uint32_t i = 0; i < gcv_crowd_size(crowd); i++) {
        if (!member[members[i]]) {
            return graph_fails(why, "a crowd must not share %" PRIu32, members[i]);
        }
    }
    return (n == gcv_crowd_size(crowd) && row->objects == n &&
            row->retained == oracle_retained(&x->s->o, x->weak, member)) ||
           graph_fails(why, "a crowd of %" PRIu32 " shares %" PRIu32 ", must be %" PRIu32 " in all",
                       crowd->n, crowd->shared, n);
}

/* A crowd has all objects with one name and one chain text that keepers hold, and retains
 * everything that they retain as a set. */
static bool crowd_holds(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                        const gcv_crowd *crowd, const bool *may, char why[GRAPH_WHY_MAX])
{
    const uint32_t *members = found->crowds.members.data + crowd->first;
    uint32_t n = x->s->o.n, count = 0;
    bool *member = graph_zeroed(n, sizeof *member), good = true;
    for (uint32_t v = 0; v < n; v++) {
        member[v] = may[v] && gcv_slice_equal(side_name(x, v), side_name(x, members[0])) &&
                    side_is_alike(x, v, x, members[0]);
    }
    side_remove_parts(x, input->paths->parent, member);
    for (uint32_t v = 0; v < n; v++) {
        count += member[v];
    }
    for (uint32_t i = 0; good && i < crowd->n; i++) {
        good = member[members[i]];
    }
    good = (good && count == crowd->n && count > 0) ||
           graph_fails(why, "a crowd of %" PRIu32 ", must be %" PRIu32, crowd->n, count);
    good = good &&
           (retained_holds(crowd, oracle_retained(&x->s->o, x->weak, member)) ||
            graph_fails(why, "a crowd retains %" PRIu64, crowd->retained)) &&
           keeping_holds(x, input, found, crowd, member, members[0], why) &&
           shared_hold(x, found, crowd, member, why);
    free(member);
    return good;
}

static bool is_code(const side *x, uint32_t v)
{
    return gcv_slice_is(side_name(x, v), "(compiled code)");
}

static bool is_prototype(const side *x, uint32_t v)
{
    return v < x->s->o.n && gcv_slice_is(side_name(x, v), "(prototype)");
}

/* Marks the codes that a function refers to; those of the functions that it refers to, if it has
 * none itself. */
static void mark_codes(const side *x, uint32_t v, bool bound, bool *codes)
{
    bool any = false;
    for (uint32_t i = x->s->o.first[v]; i < x->s->o.first[v + 1]; i++) {
        if (is_code(x, x->s->o.to[i])) {
            codes[x->s->o.to[i]] = any = true;
        }
    }
    for (uint32_t i = x->s->o.first[v]; !any && bound && i < x->s->o.first[v + 1]; i++) {
        if (gcv_slice_is(side_name(x, x->s->o.to[i]), "Function")) {
            mark_codes(x, x->s->o.to[i], false, codes);
        }
    }
}

static bool refers(const side *x, uint32_t from, uint32_t v)
{
    bool any = false;
    for (uint32_t i = x->s->o.first[from]; i < x->s->o.first[from + 1]; i++) {
        any = any || x->s->o.to[i] == v;
    }
    return any;
}

/* Whether an object is variables of V8 itself: of at most four references, one without a name of
 * the program is to a call or a promise. */
static bool is_of_engine(const side *x, uint32_t v)
{
    const gcv_heap *heap = x->s->heap;
    uint32_t n;
    const uint32_t *to = gcv_heap_references(heap, v, &n);
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        const bool goes_on = gcv_slice_is(side_name(x, to[i]), "Generator") ||
                             gcv_slice_is(side_name(x, to[i]), "Promise");
        any = any || (goes_on && (!gcv_heap_has_fields(heap) ||
                                  gcv_field_of(heap, v, i).kind >= GCV_FIELD_INTERNAL));
    }
    return any && n <= 4 && gcv_slice_is(side_name(x, v), "system / Context");
}

/* Whether functions repeat their code: one in four has a code that no function before it has, or is
 * a class, a method or V8's own. */
static bool repeats(const side *x, const gcv_paths *paths, const bool *member, uint32_t n)
{
    bool *codes = graph_zeroed(x->s->o.n, sizeof *codes);
    uint32_t n_codes = 0, own = 0;
    for (uint32_t v = 0; v < x->s->o.n; v++) {
        bool declared = is_prototype(x, paths->parent[v]);
        for (uint32_t i = x->s->o.first[v]; i < x->s->o.first[v + 1]; i++) {
            const uint32_t to = x->s->o.to[i];
            declared = declared || (is_prototype(x, to) && refers(x, to, v)) || is_of_engine(x, to);
        }
        own += member[v] && declared;
        if (member[v] && !declared) {
            mark_codes(x, v, true, codes);
        }
    }
    for (uint32_t v = 0; v < x->s->o.n; v++) {
        n_codes += codes[v];
    }
    free(codes);
    return n_codes > 0 && (n_codes + own) * 4 <= n;
}

/* Whether a type can make crowds: keepers cannot, except closures of yours. */
static bool is_item(uint32_t kinds)
{
    if ((kinds & GCV_TYPE_STUFF) != 0) {
        return (kinds & (GCV_TYPE_RECORD | GCV_TYPE_CLOSURE)) != 0;
    }
    return (kinds & GCV_KEEPS_ANY) == 0 ||
           ((kinds & GCV_KEEPS_CAPTURE) != 0 && (kinds & GCV_TYPE_MINE) != 0);
}

/* An object is in a crowd that is a suspect if all objects that are kept like it make one. If these
 * have different holders, the holder of the first counts. */
static bool suspect_holds(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                          const bool *may, uint32_t v, char why[GRAPH_WHY_MAX])
{
    uint32_t n = x->s->o.n;
    const gcv_crowd *crowd = crowd_with(found, v);
    bool *member = graph_zeroed(n, sizeof *member), is = crowd != NULL && crowd->row != GCV_NONE;
    for (uint32_t w = 0; w < n; w++) {
        member[w] = may[w] && gcv_slice_equal(side_name(x, w), side_name(x, v)) &&
                    side_is_alike(x, w, x, v);
    }
    side_remove_parts(x, input->paths->parent, member);
    if (!member[v]) {
        free(member);
        return true;
    }
    keeping of = look_at(x, input, found, member,
                         crowd != NULL ? found->crowds.members.data[crowd->first] : v);
    bool must =
        of.n >= 2 && is_item(of.kinds) &&
        ((of.kinds & GCV_TYPE_CLOSURE) == 0 || repeats(x, input->paths, member, of.n)) &&
        is_suspect(x, input, &of, side_name(x, v), oracle_retained(&x->s->o, x->weak, member));
    free(member);
    return is == must ||
           graph_fails(why, "object %" PRIu32 ", %.*s, is %sin a crowd that is a suspect", v,
                       (int)side_name(x, v).size, side_name(x, v).data, must ? "not " : "");
}

static bool suspects_hold(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                          const bool *may, char why[GRAPH_WHY_MAX])
{
    bool good = true;
    for (uint32_t v = 0; good && v < x->s->o.n; v++) {
        good = !may[v] || suspect_holds(x, input, found, may, v, why);
    }
    return good;
}

/* `old`: by row, what its counterpart retains; NULL without a baseline. */
static bool points_hold(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                        uint32_t item, const uint64_t *old, char why[GRAPH_WHY_MAX])
{
    const gcv_suspect *row = &found->rows.data[item];
    const gcv_points points = gcv_suspect_points(input, found, item, old);
    const bool is_new = old != NULL && old[item] == GCV_NOT_REACHABLE;
    const uint64_t before = old != NULL && !is_new ? old[item] : 0;
    uint32_t must[GCV_N_EVIDENCE] = {0};
    if (row->crowd != GCV_NONE) {
        const gcv_crowd *crowd = &found->crowds.all.data[row->crowd];
        const uint32_t *members = found->crowds.members.data + crowd->first;
        bool *member = graph_zeroed(x->s->o.n, sizeof *member);
        for (uint32_t i = 0; i < crowd->n; i++) {
            member[members[i]] = true;
        }
        keeping of = look_at(x, input, found, member, members[0]);
        points_of_crowd(x, input, &of, row->name, must);
        free(member);
    } else if (row->type != GCV_NONE) {
        must[GCV_EVIDENCE_YOURS] = is_mine(x, row->name) ? 3 : 0;
    } else {
        must[GCV_EVIDENCE_YOURS] = gcv_is_platform(row->name) ? 0 : 2;
    }
    must[GCV_EVIDENCE_SIZE] =
        row->retained > before ? points_of_size(row->retained - before, input->whole) : 0;
    must[GCV_EVIDENCE_GREW] =
        old != NULL && (is_new || (row->retained > before && row->retained * 4 >= before * 5)) ? 2
                                                                                               : 0;
    for (uint32_t i = 0; i < GCV_N_EVIDENCE; i++) {
        if (points.of[i] != must[i]) {
            return graph_fails(why, "row %" PRIu32 " has %d points for %s, must be %" PRIu32, item,
                               points.of[i], gcv_evidence_word((gcv_evidence)i), must[i]);
        }
    }
    return row->mine == (must[GCV_EVIDENCE_YOURS] > 0) ||
           graph_fails(why, "row %" PRIu32 " is %syours", item, row->mine ? "" : "not ");
}

static bool crowds_hold(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                        const bool *may, char why[GRAPH_WHY_MAX])
{
    bool good = true;
    for (size_t i = 0; good && i < found->crowds.all.n; i++) {
        good = crowd_holds(x, input, found, &found->crowds.all.data[i], may, why);
    }
    return good;
}

/* ---- the driver --------------------------------------------------------------------------- */

/* Checks rows without a baseline, and with one in which they retained nothing, slightly less, or
 * more. */
static bool rows_hold(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                      char why[GRAPH_WHY_MAX])
{
    uint64_t *old = graph_alloc(found->rows.n, sizeof *old), random = x->s->o.style->seed;
    bool good = true;
    for (uint32_t i = 0; i < found->rows.n; i++) {
        uint64_t now = found->rows.data[i].retained;
        uint64_t olds[] = {GCV_NOT_REACHABLE, now, now + 1, now / 2, now * 4 / 5, now * 4 / 5 + 1};
        old[i] = olds[graph_below(&random, CHECK_COUNT(olds))];
    }
    for (uint32_t i = 0; good && i < found->rows.n; i++) {
        good =
            points_hold(x, input, found, i, NULL, why) && points_hold(x, input, found, i, old, why);
    }
    free(old);
    return good;
}

static bool found_hold(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                       void *extra, char why[GRAPH_WHY_MAX])
{
    const uint32_t n = x->s->o.n;
    bool *may = graph_alloc(n, sizeof *may);
    (void)extra;
    for (uint32_t v = 0; v < n; v++) {
        may[v] = is_in_crowds(x, input->paths, input->roots, v);
    }
    bool good = crowds_hold(x, input, found, may, why) &&
                suspects_hold(x, input, found, may, why) && rows_hold(x, input, found, why);
    free(may);
    return good;
}

static bool shares_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    return side_holds_for_shares(s, weak, found_hold, NULL, why);
}

static const property laws[] = {
    {.of_subject = shares_hold, .seed = 0x63726f77, .cases = 600, .n = {0, 12}},
    /* With types of the program and of the platform, keepers, and brief names. */
    {.of_subject = shares_hold, .telling = true, .all_small = true, .any_number = true},
    {.of_subject = shares_hold, .telling = true, .seed = 0x63726f78, .cases = 2000, .n = {0, 12}},
    {.of_subject = shares_hold, .telling = true, .seed = 0x63726f79, .cases = 300, .n = {8, 40}},
    {.of_subject = shares_hold, .telling = true, .seed = 0x63726f7a, .cases = 150, .n = {40, 80}},
    {.of_subject = shares_hold,
     .telling = true,
     .static_first = true,
     .seed = 0x63726f7b,
     .cases = 500,
     .n = {0, 12}},
    /* Of one generation. */
    {.of_subject = shares_hold,
     .telling = true,
     .aged = true,
     .seed = 0x63726f80,
     .cases = 1000,
     .n = {0, 12}},
    {.of_subject = shares_hold,
     .telling = true,
     .aged = true,
     .seed = 0x63726f81,
     .cases = 200,
     .n = {8, 40}},
    /* Of objects that several crowds have. */
    {.of_subject = shares_hold,
     .telling = true,
     .shelves = true,
     .seed = 0x63726f82,
     .cases = 3000,
     .n = {10, 30}},
    {.of_subject = shares_hold,
     .telling = true,
     .shelves = true,
     .aged = true,
     .seed = 0x63726f84,
     .cases = 1000,
     .n = {20, 30}},
    {.of_subject = shares_hold,
     .script = true,
     .shelves = true,
     .seed = 0x63726f83,
     .cases = 3000,
     .n = {10, 30}},
    /* With such types in V8. */
    {.of_subject = shares_hold, .script = true, .seed = 0x63726f7c, .cases = 2000, .n = {0, 12}},
    {.of_subject = shares_hold, .script = true, .seed = 0x63726f7d, .cases = 500, .n = {8, 40}},
    {.of_subject = shares_hold, .script = true, .seed = 0x63726f7e, .cases = 100, .n = {40, 80}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
