/* findings.c - suspects on a common chain; see findings.h. */
#include "figures/findings.h"

#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "base/number.h"
#include "heap/root_label.h"

/* A suspect and the steps of its chain. */
typedef struct gcv_suspect_way {
    const gcv_suspect *row;
    const gcv_crowd *crowd; /* NULL: it is no crowd */
    uint32_t only;          /* the one holder of a crowd that has just one; GCV_NONE */
    const gcv_suspect_step *steps;
    uint32_t n, holder; /* `holder`: number of steps down to the holder; 0: there is none */
} gcv_suspect_way;

static gcv_suspect_way way_of(const gcv_suspect_list *list, const gcv_suspect_chains *chains,
                              size_t rank)
{
    gcv_suspect_way way = {.row = gcv_suspect_list_row(list, rank), .only = GCV_NONE};
    way.crowd = gcv_crowd_of(&list->found, way.row);
    if (way.crowd != NULL && way.crowd->kept.one_holder) {
        way.only = way.crowd->kept.holder;
    }
    if (rank < chains->n) {
        const uint32_t first = chains->first.data[rank];
        way.n = chains->first.data[rank + 1] - first;
        way.steps = chains->steps.data + first;
    }
    bool found = false; /* the last object above the end; of a crowd with one holder, that one */
    for (uint32_t i = way.n; !found && i > 1; i--) {
        const uint32_t object = way.steps[i - 2].object;
        found = object != GCV_NONE && (way.only == GCV_NONE || object == way.only);
        way.holder = found || (object != GCV_NONE && way.holder == 0) ? i - 1 : way.holder;
    }
    return way;
}

static bool same_step(const gcv_suspect_list *list, const gcv_suspect_step *a,
                      const gcv_suspect_step *b)
{
    const gcv_root *roots = list->heap->roots.data;
    if ((a->root == GCV_NONE) != (b->root == GCV_NONE) || a->type != b->type ||
        (a->root != GCV_NONE &&
         !gcv_same_root_label(list->heap, &roots[a->root], &roots[b->root]))) {
        return false;
    }
    return a->object == b->object || a->object == GCV_NONE || b->object == GCV_NONE;
}

/* Whether one way begins with the other and the shorter one reaches the holder of the longer. */
static bool is_common(const gcv_suspect_list *list, const gcv_suspect_way *a,
                      const gcv_suspect_way *b)
{
    const gcv_suspect_way *longer = a->n >= b->n ? a : b;
    const uint32_t n = a->n < b->n ? a->n : b->n;
    uint32_t i = 0;
    while (i < n && same_step(list, &a->steps[i], &b->steps[i])) {
        i++;
    }
    return n > 0 && i == n && n >= longer->holder;
}

/* Takes parts of what is above them off the end of a way. Whether there are any. */
static bool drop_parts(const gcv_suspect_list *list, gcv_suspect_way *way)
{
    const uint32_t n = way->n;
    while (way->n > 0 && way->steps[way->n - 1].type != GCV_NONE &&
           gcv_is_part_v8(list->heap->types.name[way->steps[way->n - 1].type])) {
        way->n--;
    }
    return way->n < n;
}

/* Whether a suspect is about all objects of a type of the platform, most of which are at the end of
 * its way. */
static bool is_of_platform(const gcv_suspect_way *way)
{
    return gcv_is_group(way->row) && way->row->type != GCV_NONE && !way->row->mine && way->n > 0 &&
           way->steps[way->n - 1].objects >= way->row->objects - way->row->objects / 4;
}

/* Whether two crowds are kept by the same holder on the same way, down to the last step: the keys
 * and the values of one Map; or down to that of the shorter way, below the holder: its keys, and
 * what its values hold. The second may be all objects of a type of the platform. */
static bool are_siblings(const gcv_suspect_list *list, const gcv_suspect_way *a,
                         const gcv_suspect_way *b)
{
    const uint32_t n = a->n < b->n ? a->n : b->n;
    const bool group = is_of_platform(b);
    uint32_t i = 0;
    if (a->only == GCV_NONE || (a->only != b->only && !group)) {
        return false;
    }
    while (i + 1 < n && same_step(list, &a->steps[i], &b->steps[i])) {
        i++;
    }
    return i > 0 && i + 1 == n && (a->n == b->n || i > a->holder);
}

/* Whether one of two suspects in one slot of a V8 heap is of parts, as the keys of a dictionary or
 * its store are, and both are on a common chain but for these. */
static bool are_parts(const gcv_suspect_list *list, gcv_suspect_way a, gcv_suspect_way b)
{
    return gcv_heap_is_v8(list->heap) && a.row->slot == b.row->slot &&
           (drop_parts(list, &a) || drop_parts(list, &b)) && is_common(list, &a, &b);
}

/* Returns the number of first steps that are of the same types in two ways, but for the first
 * `from`. */
static uint32_t same_types(const gcv_suspect_way *a, const gcv_suspect_way *b, uint32_t from)
{
    uint32_t i = from;
    while (i < a->n && i < b->n && a->steps[i].type == b->steps[i].type) {
        i++;
    }
    return i;
}

/* Whether two crowds are kept by different static fields, and in the same way below these. */
static bool are_in_statics(const gcv_suspect_way *a, const gcv_suspect_way *b)
{
    const uint32_t i = same_types(a, b, 1);
    return a->crowd->kept.root_kind == GCV_ROOT_KIND_STATIC &&
           b->crowd->kept.root_kind == GCV_ROOT_KIND_STATIC && a->crowd->slot == b->crowd->slot &&
           i == a->n && i == b->n;
}

/* Whether two crowds of one name, each with one holder, differ in the field that keeps them alone:
 * in one of the same holder, or in the field above its holder. Of the same holder or in static
 * fields only with a baseline. */
static bool are_in_fields(const gcv_suspect_list *list, const gcv_suspect_way *a,
                          const gcv_suspect_way *b)
{
    const gcv_suspect *x = a->row, *y = b->row;
    const bool alike = x->slot != y->slot && x->fingerprint == y->fingerprint;
    const bool compares = gcv_suspect_list_has_baseline(list);
    if (a->only == GCV_NONE || b->only == GCV_NONE || !gcv_slice_equal(x->name, y->name)) {
        return false;
    }
    return a->only == b->only ? alike && compares
                              : (alike && gcv_slot_name(x->slot) == gcv_slot_name(y->slot)) ||
                                    (compares && are_in_statics(a, b));
}

static uint32_t evidence_of(const gcv_suspect_list *list, size_t rank, uint64_t bytes)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    const bool is_new = gcv_suspect_list_retained_before(list, rank) == GCV_NOT_REACHABLE;
    return (gcv_is_pattern(row) ? GCV_FINDING_PATTERN : 0u) |
           (!gcv_suspect_list_has_baseline(list) ? 0u
            : is_new                             ? (uint32_t)GCV_FINDING_NEW
                                                 : (uint32_t)GCV_FINDING_GREW) |
           (bytes >= list->input.heavy && bytes >= list->reachable / 100
                ? (uint32_t)GCV_FINDING_LARGE
                : 0u);
}

static gcv_finding finding_of(const gcv_suspect_list *list, uint32_t rank)
{
    gcv_finding finding = {.rank = rank, .own = gcv_suspect_list_growth(list, rank)};
    finding.objects = gcv_suspect_list_objects(list, rank);
    finding.bytes = finding.own;
    finding.evidence = evidence_of(list, rank, finding.bytes);
    return finding;
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Whether a suspect is about all objects of a type, of which another one, a crowd that is kept on
 * the same way, has at least half: the crowd tells what there is to tell. */
static bool is_whole_of(const gcv_suspect_list *list, const gcv_findings *out, size_t crowd,
                        size_t rank, const gcv_suspect_way *way)
{
    const gcv_suspect_way other = way_of(list, out->chains, crowd);
    const uint64_t bytes = gcv_suspect_list_growth(list, rank);
    return other.crowd != NULL && gcv_is_group(way->row) && way->row->type != GCV_NONE &&
           gcv_slice_equal(other.row->name, way->row->name) &&
           gcv_suspect_list_growth(list, crowd) >= bytes / 2 + bytes % 2 &&
           is_common(list, &other, way);
}

/* Adds a suspect to a finding, if it is like the first suspect there, or on a chain with that or
 * with one like that. */
static bool join(const gcv_suspect_list *list, gcv_findings *out, uint32_t at, size_t rank)
{
    gcv_finding *finding = &out->all.data[at];
    const gcv_suspect_way way = way_of(list, out->chains, rank);
    const gcv_suspect_way first = way_of(list, out->chains, finding->rank);
    if (are_in_fields(list, &first, &way)) {
        finding->bytes = gcv_add_capped(finding->bytes, gcv_suspect_list_growth(list, rank));
        finding->objects += gcv_suspect_list_objects(list, rank);
        finding->n_likes++;
        gcv_u32_column_push(list->ctx, &out->likes, (uint32_t)rank);
        return true;
    }
    for (size_t i = 0; i <= out->likes.n; i++) {
        const uint32_t with = i == 0 ? finding->rank : out->likes.data[i - 1];
        const gcv_suspect_way other = way_of(list, out->chains, with);
        if (out->of.data[with] == at &&
            (is_common(list, &other, &way) || are_siblings(list, &other, &way) ||
             are_parts(list, other, way))) {
            finding->n_more++;
            return true;
        }
    }
    for (size_t i = 0; i < rank; i++) {
        if (out->of.data[i] == at && is_whole_of(list, out, i, rank, &way)) {
            finding->n_more++;
            return true;
        }
    }
    return false;
}

bool gcv_finding_tells_all(const gcv_suspect_list *list, size_t crowd, size_t rank)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    const gcv_dominator_tree *tree = &list->found.tree;
    const gcv_dominators *d = list->input.dominators;
    uint32_t n, next = 0;
    uint64_t bytes = 0, with = 0;
    const uint32_t *members = gcv_suspect_list_members(list, crowd, &n);
    if (row->object == GCV_NONE || gcv_suspect_list_row(list, crowd)->crowd == GCV_NONE ||
        !gcv_dominator_tree_dominates(tree, d->number[row->object], d->number[members[0]])) {
        return false;
    }
    const uint32_t over = d->number[row->object], begin = tree->at[over] + 1;
    const uint32_t end = gcv_dominator_tree_end(tree, over);
    uint32_t *place = gcv_tree_positions(list->ctx, d, tree, members, n);
    const bool inside = place[0] >= begin && place[n - 1] < end;
    for (uint32_t at = begin; inside && at < end; at += tree->size[tree->order[at]]) {
        const uint32_t child = tree->order[at];
        with += next < n && place[next] < at + tree->size[child] ? d->retained[child] : 0;
        bytes += d->retained[child];
        while (next < n && place[next] < at + tree->size[child]) {
            next++;
        }
    }
    gcv_free(list->ctx, place);
    return inside && gcv_keeps(with, bytes);
}

/* Whether a suspect is one object that has four times what a crowd has, and all crowds below it
 * together: what it holds else is no crowd, or something holds it, too. */
static bool has_much_more(const gcv_suspect_list *list, size_t rank, size_t first)
{
    const uint32_t object = gcv_suspect_list_row(list, rank)->object;
    const gcv_dominator_tree *tree = &list->found.tree;
    const uint32_t *number = list->input.dominators->number;
    uint64_t below = 0;
    if (object == GCV_NONE || gcv_suspect_list_row(list, first)->crowd == GCV_NONE) {
        return false;
    }
    const uint32_t begin = tree->at[number[object]];
    const uint32_t end = gcv_dominator_tree_end(tree, number[object]);
    for (size_t i = 0; i < list->rows.items.n; i++) {
        uint32_t n;
        const uint32_t *members = gcv_suspect_list_members(list, i, &n);
        const uint32_t at = n > 0 ? tree->at[number[members[0]]] : 0;
        if (gcv_suspect_list_row(list, i)->crowd != GCV_NONE && at >= begin && at < end) {
            below = gcv_add_capped(below, gcv_suspect_list_growth(list, i));
        }
    }
    return gcv_suspect_list_growth(list, rank) / 4 >= below && below > 0 &&
           !gcv_finding_tells_all(list, first, rank);
}

/* Whether a suspect is a crowd, each object of which holds one of another crowd, and grew by more:
 * the nodes of a list that a program made itself. */
static bool holds_each(const gcv_suspect_list *list, size_t rank, size_t first)
{
    const uint32_t over = gcv_suspect_list_row(list, rank)->crowd;
    const uint32_t below = gcv_suspect_list_row(list, first)->crowd;
    if (over == GCV_NONE || below == GCV_NONE) {
        return false;
    }
    const gcv_crowd *crowds = list->found.crowds.all.data;
    const gcv_keeping *kept = &crowds[below].kept;
    return !kept->one_holder && kept->holder != GCV_NONE &&
           gcv_heap_object_family(list->heap, kept->holder) == crowds[over].type &&
           gcv_suspect_list_growth(list, rank) > gcv_suspect_list_growth(list, first);
}

/* Whether a suspect tells more of a finding than its first one, which is about strings or arrays:
 * it has nine tenths of what all objects of the type have, and at most half as many objects; or it
 * is one object, with twice what a crowd has. */
static bool tells_more(const gcv_suspect_list *list, size_t rank, size_t first)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, first);
    const uint64_t bytes = gcv_suspect_list_growth(list, rank);
    const uint64_t most = gcv_suspect_list_growth(list, first);
    if (!gcv_is_payload(row->name,
                        gcv_kinds_of_name(list->heap, row->name, gcv_slice_of(NULL, 0)))) {
        return false;
    }
    return gcv_is_group(row) ? bytes <= most && bytes >= most - most / 10 &&
                                   gcv_suspect_list_objects(list, rank) <=
                                       gcv_suspect_list_objects(list, first) / 2
                             : row->crowd != GCV_NONE && bytes / 2 >= most &&
                                   gcv_suspect_list_row(list, rank)->object != GCV_NONE;
}

/* Whether a suspect is about what the author of the program wrote: a class, or functions. */
static bool is_of_author(const gcv_suspect_list *list, size_t rank)
{
    uint32_t n;
    const uint32_t *members = gcv_suspect_list_members(list, rank, &n);
    const uint32_t kinds =
        n > 0 ? list->found.kinds[gcv_heap_object_row(list->heap, members[0])] : 0;
    return (kinds & GCV_TYPE_CLOSURE) != 0
               ? gcv_code_place_is_of_author(&list->heap->places,
                                             gcv_heap_place(list->heap, members[0]))
               : (kinds & GCV_TYPE_RECORD) == 0 && gcv_kinds_are_of_author(kinds);
}

/* Whether a suspect is a crowd of what the author wrote, with a third of what the first one has: an
 * object of somebody else in which all sorts of things accumulate. */
static bool names_author(const gcv_suspect_list *list, size_t rank, size_t first)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, first);
    return row->object != GCV_NONE && !gcv_is_pattern(row) && !is_of_author(list, first) &&
           gcv_suspect_list_row(list, rank)->crowd != GCV_NONE && is_of_author(list, rank) &&
           gcv_suspect_list_growth(list, rank) >= gcv_suspect_list_growth(list, first) / 3;
}

/* With a baseline, begins a finding with a suspect that tells more than its first one. */
static void choose_first(const gcv_suspect_list *list, gcv_finding *finding, uint32_t rank)
{
    if (gcv_suspect_list_has_baseline(list) && rank < GCV_OVERLAPS_MAX && finding->n_likes == 0 &&
        ((tells_more(list, rank, finding->rank) && !names_author(list, finding->rank, rank)) ||
         has_much_more(list, rank, finding->rank) || holds_each(list, rank, finding->rank) ||
         names_author(list, rank, finding->rank))) {
        const uint32_t n_more = finding->n_more;
        *finding = finding_of(list, rank);
        finding->n_more = n_more;
    }
}

void gcv_findings_find(const gcv_suspect_list *list, const gcv_suspect_chains *chains,
                       const gcv_causes *causes, gcv_findings *out)
{
    *out = (gcv_findings){.chains = chains,
                          .causes = causes,
                          .whole =
                              gcv_suspect_list_has_baseline(list) ? list->grown : list->reachable};
    for (uint32_t rank = 0; rank < list->rows.items.n; rank++) {
        uint32_t at = 0;
        while (at < out->all.n && !join(list, out, at, rank)) {
            at++;
        }
        if (at == out->all.n) {
            gcv_finding_column_push(list->ctx, &out->all, finding_of(list, rank));
        }
        choose_first(list, &out->all.data[at], rank);
        gcv_u32_column_push(list->ctx, &out->of, at);
    }
}

bool gcv_finding_is_holder(const gcv_suspect_list *list, const gcv_findings *findings, size_t at,
                           size_t of)
{
    const gcv_suspect_way a = way_of(list, findings->chains, findings->all.data[at].rank);
    const gcv_suspect_way b = way_of(list, findings->chains, findings->all.data[of].rank);
    return a.n > 0 && a.n < b.n && same_types(&a, &b, 0) == a.n;
}

bool gcv_findings_are_equal(const gcv_suspect_list *list, const gcv_findings *findings, size_t at,
                            size_t other)
{
    const gcv_suspect_way a = way_of(list, findings->chains, findings->all.data[at].rank);
    const gcv_suspect_way b = way_of(list, findings->chains, findings->all.data[other].rank);
    bool one = false;
    for (uint32_t i = 0; i < a.n && i < b.n && a.steps[i].object == b.steps[i].object; i++) {
        one = one || a.steps[i].object != GCV_NONE;
    }
    return one && a.row->object != GCV_NONE && b.row->object != GCV_NONE &&
           a.row->fingerprint == b.row->fingerprint && a.row->slot == b.row->slot && a.n == b.n &&
           same_types(&a, &b, 0) == a.n;
}

gcv_elsewhere gcv_finding_elsewhere(const gcv_suspect_list *list, const gcv_findings *findings,
                                    const gcv_finding *finding)
{
    const gcv_suspect_way way = way_of(list, findings->chains, finding->rank);
    const uint32_t objects = way.crowd != NULL ? way.crowd->n : way.row->objects;
    const uint64_t retained = way.crowd != NULL ? way.crowd->retained : way.row->retained;
    gcv_elsewhere elsewhere = {0, 0};
    if (way.n > 0 && way.row->object == GCV_NONE && way.steps[way.n - 1].objects < objects) {
        const gcv_suspect_step *end = &way.steps[way.n - 1];
        elsewhere.objects = objects - end->objects;
        if (list->input.heap == list->heap && retained > end->retained) {
            elsewhere.bytes = retained - end->retained;
        }
    }
    return elsewhere;
}

const char *gcv_finding_word(const gcv_finding *finding, size_t at)
{
    static const struct {
        uint32_t evidence;
        const char *word;
    } words[] = {{GCV_FINDING_PATTERN, "leak pattern"},
                 {GCV_FINDING_GREW, "grew"},
                 {GCV_FINDING_NEW, "new"},
                 {GCV_FINDING_LARGE, "large"}};
    for (size_t i = 0; i < GCV_LENGTH(words); i++) {
        if ((finding->evidence & words[i].evidence) != 0 && at-- == 0) {
            return words[i].word;
        }
    }
    return NULL;
}
