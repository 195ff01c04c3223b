/* finding_sentence.c - the sentence about a finding; see findings.h. */
#include "figures/findings.h"

#include "analysis/type_kinds.h"
#include "base/number.h"

/* ---- share -------------------------------------------------------------------------------- */

/* Whether bytes are clearly more than all growth: something else has shrunk, or moved. */
static bool exceeds(uint64_t bytes, uint64_t whole)
{
    return bytes > gcv_add_capped(whole, whole / 20);
}

/* Appends `92 % of the growth`, after the words before it. */
static void append_share(gcv_suspect_list *list, const gcv_findings *findings, const char *before,
                         uint64_t bytes)
{
    const bool growth = gcv_suspect_list_has_baseline(list);
    const uint64_t percent = gcv_percent_of(bytes, findings->whole);
    if (findings->whole == 0) {
        return;
    }
    const bool all = bytes > findings->whole;
    gcv_reason_add(&list->reasons, all ? ", " : before);
    const size_t at = list->reasons.text.text.n;
    if (all) {
        gcv_reason_add(&list->reasons, exceeds(bytes, findings->whole) ? "more than the heap grew"
                                                                       : "all of the growth");
    } else {
        gcv_reason_add_amount(&list->reasons, percent > 0 ? "" : "less than ",
                              percent > 0 ? percent : 1,
                              growth ? " % of the growth" : " % of the reachable bytes");
    }
    gcv_reason_said(&list->reasons, GCV_SAID_SHARE, at);
}

/* ---- all that grew where the objects are ---------------------------------------------------- */

/* Which cause an object belongs to, by the nearest holder on its chain. */
typedef struct gcv_cause_finder {
    const gcv_suspect_list *list;
    const uint32_t *parent; /* as chains are shown */
    gcv_id_map causes;      /* by holder: the number of its cause */
    gcv_bitset passed;      /* objects on chains that were followed … */
    gcv_bitset inside;      /* … and those of them that are in `wanted` */
    uint32_t wanted;
} gcv_cause_finder;

static void find_causes(const gcv_suspect_list *list, const gcv_causes *causes,
                        gcv_cause_finder *out)
{
    *out = (gcv_cause_finder){.list = list,
                              .parent = gcv_basis_shown_paths(list->request.now)->parent};
    gcv_bitset_init(list->ctx, &out->passed, list->heap->n_objects);
    gcv_bitset_init(list->ctx, &out->inside, list->heap->n_objects);
    for (uint32_t i = 0; i < causes->all.n; i++) {
        const gcv_cause *cause = &causes->all.data[i];
        const uint32_t at = cause->first + cause->n_types + cause->holder - 1;
        if (cause->holder > 0 && causes->rows.data[at].object != GCV_NONE) {
            gcv_id_map_set(list->ctx, &out->causes, causes->rows.data[at].object, i);
        }
    }
}

/* Returns the cause of a member of a crowd; GCV_NONE: it has none. `*told`: whether the sentence
 * tells what holds all that the cause is about: a keeper, or something below the one holder of the
 * crowd, or an element of a page. What else is above them may hold the whole program. */
static uint32_t cause_of(const gcv_cause_finder *finder, uint32_t object, const gcv_crowd *crowd,
                         bool *told)
{
    const gcv_suspects *found = &finder->list->found;
    uint32_t cause = GCV_NONE;
    *told = crowd->kept.one_holder;
    while (object < GCV_ROOTED) {
        cause = gcv_id_map_get(finder->list->ctx, &finder->causes, object);
        *told = *told && object != crowd->kept.holder;
        if (cause != GCV_NONE) {
            const uint32_t kinds = found->kinds[gcv_heap_object_row(finder->list->heap, object)];
            *told = *told ||
                    gcv_is_element(gcv_heap_type_name(finder->list->heap,
                                                      finder->list->heap->type.data[object])) ||
                    ((kinds & GCV_KEEPS_ANY) != 0 &&
                     (kinds & (GCV_TYPE_RECORD | GCV_TYPE_SCOPE | GCV_TYPE_CLOSURE)) == 0);
            break;
        }
        object = finder->parent[object];
    }
    return cause;
}

/* Whether an object belongs to the cause that is wanted. Members of a list share their chains, so
 * each object is passed once. */
static bool is_inside(gcv_cause_finder *finder, uint32_t object)
{
    const gcv_suspect_list *list = finder->list;
    const uint32_t *parent = finder->parent;
    uint32_t at = object, cause = GCV_NONE;
    while (at < GCV_ROOTED && !gcv_bitset_has(&finder->passed, at) &&
           (cause = gcv_id_map_get(list->ctx, &finder->causes, at)) == GCV_NONE) {
        at = parent[at];
    }
    const bool inside = cause != GCV_NONE ? cause == finder->wanted
                                          : at < GCV_ROOTED && gcv_bitset_has(&finder->inside, at);
    for (; object != at; object = parent[object]) {
        (void)gcv_bitset_add(&finder->passed, object);
        if (inside) {
            (void)gcv_bitset_add(&finder->inside, object);
        }
    }
    return inside;
}

/* Whether a crowd was there before, but nothing of its cause, as another chain led to it: then the
 * cause did not grow by all that it has. */
static bool has_moved(const gcv_suspect_list *list, const gcv_causes *causes, uint32_t cause,
                      size_t rank)
{
    const gcv_cause *of = &causes->all.data[cause];
    bool is_new = gcv_suspect_list_retained_before(list, rank) != GCV_NOT_REACHABLE;
    for (uint32_t i = 0; i < of->n_told && is_new; i++) {
        is_new = causes->told.data[of->told + i].objects[0] == 0;
    }
    return is_new;
}

/* Returns the cause that the sentence about a finding tells with it; GCV_NONE: none. */
static uint32_t told_cause(const gcv_suspect_list *list, const gcv_findings *findings,
                           const gcv_finding *finding)
{
    const gcv_causes *causes = findings->causes;
    uint32_t n, n_inside = 0;
    const uint32_t *members = gcv_suspect_list_members(list, finding->rank, &n);
    const uint32_t crowd = gcv_suspect_list_row(list, finding->rank)->crowd;
    bool told;
    if (finding->n_likes > 0 || crowd == GCV_NONE) {
        return GCV_NONE;
    }
    gcv_cause_finder finder;
    find_causes(list, causes, &finder);
    finder.wanted = cause_of(&finder, members[n / 2], &list->found.crowds.all.data[crowd], &told);
    if (finder.wanted != GCV_NONE && has_moved(list, causes, finder.wanted, finding->rank)) {
        finder.wanted = GCV_NONE;
    }
    const int64_t grown = finder.wanted != GCV_NONE ? causes->all.data[finder.wanted].grown : 0;
    const bool may = grown > 0 && (uint64_t)grown > finding->own &&
                     !exceeds((uint64_t)grown, findings->whole) &&
                     (told || (uint64_t)grown / 3 <= finding->own) &&
                     gcv_percent_of((uint64_t)grown, findings->whole) >=
                         gcv_percent_of(finding->own, findings->whole) + 2;
    for (uint32_t i = 0; may && i < n; i++) {
        n_inside += is_inside(&finder, members[i]);
    }
    gcv_id_map_release(list->ctx, &finder.causes);
    gcv_bitset_release(list->ctx, &finder.passed);
    gcv_bitset_release(list->ctx, &finder.inside);
    return may && n_inside >= n - n / 10 ? finder.wanted : GCV_NONE;
}

void gcv_findings_find_grown(const gcv_suspect_list *list, gcv_findings *findings)
{
    gcv_bitset told;
    gcv_bitset_init(list->ctx, &told, findings->causes->all.n);
    for (size_t i = 0; i < findings->all.n; i++) {
        const uint32_t cause = told_cause(list, findings, &findings->all.data[i]);
        if (cause != GCV_NONE && gcv_bitset_add(&told, cause)) {
            findings->all.data[i].there = (uint64_t)findings->causes->all.data[cause].grown;
        }
    }
    gcv_bitset_release(list->ctx, &told);
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Returns how many objects of the type or shape of a crowd are below its members, and no members
 * themselves: nodes of a tree that its leaf keeps. 0, too, where there is much to look at. */
static uint32_t count_below(const gcv_suspect_list *list, const gcv_crowd *crowd)
{
    enum { MOST = 1000000 }; /* objects that are examined */
    const gcv_dominators *d = list->input.dominators;
    const gcv_dominator_tree *tree = &list->found.tree;
    const uint32_t *members = list->found.crowds.members.data + crowd->first;
    const uint32_t type = gcv_heap_object_row(list->heap, members[0]);
    uint32_t end = 0, n = 0, examined = 0;
    const uint32_t size = gcv_crowd_size(crowd);
    uint32_t *place = gcv_tree_positions(list->ctx, d, tree, members, size);
    for (uint32_t i = 0; i < size && examined < MOST; i++) {
        if (place[i] < end) { /* below another member */
            n -= gcv_heap_object_row(list->heap, d->object[tree->order[place[i]]]) == type;
            continue;
        }
        end = gcv_dominator_tree_end(tree, tree->order[place[i]]);
        for (uint32_t at = place[i] + 1; at < end && examined++ < MOST; at++) {
            n += gcv_heap_object_row(list->heap, d->object[tree->order[at]]) == type;
        }
    }
    gcv_free(list->ctx, place);
    return examined < MOST ? n : 0;
}

static void append_below(gcv_suspect_list *list, const gcv_crowd *crowd)
{
    const bool mine = (crowd->kinds & (GCV_TYPE_MINE | GCV_TYPE_CLOSURE)) == GCV_TYPE_MINE;
    const uint32_t n = mine ? count_below(list, crowd) : 0;
    if (n >= crowd->n) {
        gcv_reason_add_amount(&list->reasons, "; ", n, " other ");
        gcv_reason_add_name(&list->reasons, "",
                            gcv_crowd_name(list->heap, &list->found.crowds, crowd));
        gcv_reason_add(&list->reasons, n == 1 ? " is below them" : " are below them");
    }
}

/* Appends how many objects of a crowd or group there were: `; there were 100 before, and 20
 * elsewhere`; of a crowd, `others` if none of its objects is one of them. Returns how many were
 * there; GCV_NONE: it is of neither, or new. */
static uint32_t append_before(gcv_suspect_list *list, size_t rank)
{
    const uint32_t item = list->rows.items.data[rank];
    const bool is_new = gcv_suspect_list_retained_before(list, rank) == GCV_NOT_REACHABLE;
    const uint32_t before = is_new ? GCV_NONE : list->past.objects[item];
    const uint32_t elsewhere = before != GCV_NONE ? list->past.elsewhere[item] : 0;
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    const bool others =
        row->crowd != GCV_NONE && list->past.born.kept != NULL && list->past.born.kept[item] == 0;
    if (before != GCV_NONE && before > 0) {
        gcv_reason_add_amount(&list->reasons, before == 1 ? "; there was " : "; there were ",
                              before,
                              others && before == 1    ? " other before"
                              : others                 ? " others before"
                              : before == row->objects ? " before, too"
                                                       : " before");
    }
    if (elsewhere > 0) {
        gcv_reason_add_amount(&list->reasons, before > 0 ? ", and " : "; ", elsewhere,
                              before > 0       ? " elsewhere"
                              : elsewhere == 1 ? " was elsewhere before"
                                               : " were elsewhere before");
    }
    return before;
}

void gcv_finding_describe(gcv_suspect_list *list, const gcv_findings *findings, size_t at)
{
    const gcv_finding *finding = &findings->all.data[at];
    const gcv_suspect *row = gcv_suspect_list_row(list, finding->rank);
    gcv_suspect_list_describe(list, finding->rank);
    if (finding->there > 0) {
        gcv_reason_add_amount(&list->reasons, "; with all that grew there ", finding->there,
                              " bytes");
    }
    append_share(list, findings, gcv_suspect_list_has_baseline(list) ? ", " : "; ",
                 finding->there > 0 ? finding->there : finding->own);
    const uint32_t before = append_before(list, finding->rank);
    const bool one = row->object != GCV_NONE && findings->causes != NULL &&
                     (finding->evidence & GCV_FINDING_LARGE) != 0;
    if (one || (before != GCV_NONE && before >= row->objects)) {
        gcv_finding_append_below(list, findings, finding->rank);
    } else if (row->crowd != GCV_NONE) {
        append_below(list, &list->found.crowds.all.data[row->crowd]);
    }
    if (finding->n_likes > 0) {
        gcv_reason_add_amount(&list->reasons, "; with ", finding->n_likes,
                              row->crowd != GCV_NONE ? " more like it in other fields"
                                                     : " more like it");
        append_share(list, findings, ", together ", finding->bytes);
    }
}
