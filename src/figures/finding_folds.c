/* finding_folds.c - what findings tell of each other: folds and, with a baseline, the order; see
 * findings.h. */
#include "figures/findings.h"

#include "analysis/type_kinds.h"
#include "base/number.h"
#include "base/sort.h"

#include <string.h>

/* ---- which findings count the same bytes -------------------------------------------------- */

/* The first suspect of a finding, or one of those like it. */
typedef struct gcv_finding_part {
    uint32_t finding, objects;
    uint64_t bytes;    /* as gcv_finding.own */
    uint32_t overlaps; /* bit i: with part i; itself, too */
    /* Per finding: its objects that that one is about or above. */
    uint32_t inside[GCV_OVERLAPS_MAX];
} gcv_finding_part;

typedef struct gcv_overlaps {
    gcv_finding_part parts[GCV_OVERLAPS_MAX];
    uint32_t n, n_findings; /* parts; findings that have any */
} gcv_overlaps;

/* Which parts of findings are about an object, as bits. */
typedef struct gcv_part_marks {
    uint32_t *type; /* per type: about all of its objects */
    uint32_t *over; /* per preorder number: about the object, or about one that dominates it */
} gcv_part_marks;

/* The objects that the first suspect of a finding is about, shared ones, too; none of a group. */
static const uint32_t *objects_of(const gcv_suspect_list *list, size_t rank, uint32_t *n)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    const uint32_t *members = gcv_suspect_list_members(list, rank, n);
    *n = row->crowd != GCV_NONE ? row->objects : *n;
    return members;
}

static bool dominates(const gcv_suspect_list *list, uint32_t over, uint32_t object)
{
    const uint32_t *number = list->input.dominators->number;
    return gcv_dominator_tree_dominates(&list->found.tree, number[over], number[object]);
}

static void mark(const gcv_suspect_list *list, size_t rank, uint32_t bit, gcv_part_marks *marks)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    uint32_t n;
    const uint32_t *members = objects_of(list, rank, &n);
    for (uint32_t i = 0; i < n; i++) {
        marks->over[list->input.dominators->number[members[i]]] |= bit;
    }
    for (uint32_t type = 0; n == 0 && type < list->heap->n_types; type++) {
        marks->type[type] |= gcv_is_in_group(list->heap, row, type) ? bit : 0;
    }
}

/* Notes that a part is about an object that the parts `over` are about or above. */
static void add_object(gcv_overlaps *overlaps, uint32_t part, uint32_t over)
{
    uint32_t above = 0; /* findings */
    overlaps->parts[part].overlaps |= over;
    for (uint32_t i = 0; over >> i > 0; i++) {
        above |= (over >> i & 1) << overlaps->parts[i].finding;
    }
    for (uint32_t i = 0; above >> i > 0; i++) {
        overlaps->parts[part].inside[i] += above >> i & 1;
    }
}

/* A dominator has a lower number. */
static void walk(const gcv_suspect_list *list, gcv_part_marks *marks, gcv_overlaps *overlaps)
{
    const gcv_dominators *d = list->input.dominators;
    for (uint32_t number = 1; number <= d->n_reached; number++) {
        const uint32_t object = d->object[number];
        uint32_t own = marks->type[list->heap->type.data[object]];
        own = own != 0 && gcv_selection_has_place(list->input.selection, object) ? own : 0;
        own |= marks->over[number];
        marks->over[number] = own | marks->over[d->dominator[number]];
        for (uint32_t i = 0; own >> i > 0; i++) {
            if ((own >> i & 1) != 0) {
                add_object(overlaps, i, marks->over[number]);
            }
        }
    }
}

/* Marks the first suspect of each finding, and those like it. */
static void mark_parts(const gcv_suspect_list *list, const gcv_findings *findings,
                       gcv_part_marks *marks, gcv_overlaps *out)
{
    size_t like = 0;
    for (size_t rank = 0; rank < findings->of.n && out->n < GCV_OVERLAPS_MAX; rank++) {
        const bool is_like = like < findings->likes.n && findings->likes.data[like] == rank;
        const uint32_t finding = findings->of.data[rank];
        like += is_like;
        if (is_like || findings->all.data[finding].rank == rank) {
            mark(list, rank, 1u << out->n, marks);
            out->parts[out->n++] =
                (gcv_finding_part){.finding = finding,
                                   .objects = gcv_suspect_list_objects(list, rank),
                                   .bytes = gcv_suspect_list_growth(list, rank)};
            out->n_findings = finding >= out->n_findings ? finding + 1 : out->n_findings;
        }
    }
}

/* Finds which findings overlap. O(objects), 4 bytes per object. */
static void find_overlaps(const gcv_suspect_list *list, gcv_findings *findings, gcv_overlaps *out)
{
    const size_t n_numbers = (size_t)list->input.dominators->n_reached + 1;
    gcv_part_marks marks = {
        gcv_alloc_zeroed(list->ctx, list->heap->n_types, sizeof *marks.type),
        gcv_alloc_zeroed(list->ctx, n_numbers, sizeof *marks.over),
    };
    out->n = out->n_findings = 0;
    mark_parts(list, findings, &marks, out);
    walk(list, &marks, out);
    for (uint32_t i = 0; i < out->n; i++) {
        gcv_finding_part *x = &out->parts[i];
        for (uint32_t k = 0; k < out->n; k++) {
            const gcv_finding_part *y = &out->parts[k];
            x->overlaps |= (y->overlaps >> i & 1) << k;
            findings->all.data[x->finding].overlaps |=
                y->finding != x->finding ? (x->overlaps >> k & 1) << y->finding : 0;
        }
    }
    GCV_FREE(list->ctx, marks.type, marks.over);
}

/* ---- folds -------------------------------------------------------------------------------- */

/* Sets of findings are bits by their number before any is moved. */
typedef struct gcv_finding_folder {
    const gcv_suspect_list *list;
    gcv_findings *findings;
    gcv_overlaps overlaps;
    uint32_t first[GCV_OVERLAPS_MAX]; /* by finding: its first part, … */
    uint32_t next[GCV_OVERLAPS_MAX];  /* … and by part: the next one of its finding; GCV_NONE */
    uint32_t *order;                  /* the findings in the order in which they are told */
} gcv_finding_folder;

static bool is_pattern(const gcv_finding *finding)
{
    return (finding->evidence & GCV_FINDING_PATTERN) != 0;
}

/* ---- what other findings tell ------------------------------------------------------------- */

/* What the findings below one object tell of it. */
typedef struct gcv_told {
    uint32_t first; /* finding; GCV_NONE: none */
    uint64_t bytes;
} gcv_told;

/* Adds a part of a finding below an object, unless it overlaps with one of those before: `*below`.
 */
static void add_part(const gcv_finding_folder *f, uint32_t part, uint32_t *below, gcv_told *told)
{
    const gcv_finding_part *x = &f->overlaps.parts[part];
    if ((x->overlaps & *below) == 0) {
        told->bytes = gcv_add_capped(told->bytes, x->bytes);
        told->first = told->first == GCV_NONE ? x->finding : told->first;
    }
    *below |= 1u << part;
}

/* Whether others may tell what a finding is about: one object, or all objects of a type of the
 * platform, without a pattern. */
static bool may_be_told(const gcv_finding_folder *f, const gcv_finding *finding)
{
    const gcv_suspect *row = gcv_suspect_list_row(f->list, finding->rank);
    return !is_pattern(finding) &&
           (row->object != GCV_NONE || (gcv_is_group(row) && row->type != GCV_NONE && !row->mine));
}

/* Whether a finding is about all objects of a type, and two or more of the findings `by` are each
 * about an object that one of these holds in the same field: it tells them all, and not the
 * reverse.
 */
static bool is_about_all(const gcv_finding_folder *f, uint32_t at, uint32_t by)
{
    enum { LEAST = 2, EACH = 4 }; /* such findings; objects that the finding is about for each */
    const gcv_finding *x = &f->findings->all.data[at];
    const gcv_suspect *first = NULL;
    uint32_t alike = 0;
    for (uint32_t i = 0; x->objects > 1 && i < f->overlaps.n_findings; i++) {
        const uint32_t other = f->order[i];
        const gcv_suspect *row = gcv_suspect_list_row(f->list, f->findings->all.data[other].rank);
        if (other == at || (by >> other & 1) == 0 || row->object == GCV_NONE ||
            f->first[other] == GCV_NONE || f->overlaps.parts[f->first[other]].inside[at] == 0) {
            continue;
        }
        first = first != NULL ? first : row;
        alike += row->slot == first->slot && row->type == first->type
                     ? 1 + f->findings->all.data[other].n_likes
                     : 0;
    }
    return alike >= LEAST && x->objects / EACH <= alike;
}

/* Adds up those of the findings `by` that are below a finding that may be told, above all that they
 * are about. Of findings that overlap, the first counts; one may tell all:
 * gcv_finding_tells_all(). */
static gcv_told told_below(const gcv_finding_folder *f, uint32_t at, uint32_t by)
{
    const gcv_finding *x = &f->findings->all.data[at];
    const bool counts = may_be_told(f, x) && !is_about_all(f, at, by);
    gcv_told told = {GCV_NONE, 0};
    uint32_t below = 0;
    for (uint32_t i = 0; counts && i < f->overlaps.n_findings; i++) {
        const uint32_t finding = f->order[i];
        const bool is_by = finding != at && (by >> finding & 1) != 0;
        if (is_by && gcv_finding_tells_all(f->list, f->findings->all.data[finding].rank, x->rank)) {
            return (gcv_told){finding, x->bytes};
        }
        uint32_t part = is_by ? f->first[finding] : (uint32_t)GCV_NONE;
        for (; part != GCV_NONE; part = f->next[part]) {
            if (f->overlaps.parts[part].inside[at] == f->overlaps.parts[part].objects) {
                add_part(f, part, &below, &told);
            }
        }
    }
    return told;
}

/* Returns the first of the findings `by` that account for three quarters of what a finding has;
 * GCV_NONE: they do not. */
static uint32_t first_below(const gcv_finding_folder *f, uint32_t at, uint32_t by)
{
    const gcv_told told = told_below(f, at, by);
    const uint64_t had = f->findings->all.data[at].bytes, whole = f->findings->whole;
    return (had < whole ? had : whole) / 4 * 3 <= told.bytes ? told.first : GCV_NONE;
}

/* Whether three of four objects that a finding without a pattern is about are below the objects,
 * more than one, that another one is about, and have less than half of what those have; one
 * object, no more than twice the share of each. */
static bool is_inside(const gcv_finding_folder *f, uint32_t at, uint32_t other)
{
    const gcv_finding *x = &f->findings->all.data[at], *y = &f->findings->all.data[other];
    const uint32_t part = f->first[at]; /* a finding without a pattern has one */
    return !is_pattern(x) && y->objects > 1 && x->bytes < y->bytes / 2 &&
           f->overlaps.parts[part].inside[other] >= x->objects - x->objects / 4 &&
           (x->objects > 1 || x->bytes / 2 <= y->bytes / y->objects);
}

/* Whether a finding without a pattern is about one of the objects that hold the crowd of another
 * one, which has more, or about all objects of their type, with at most a third more. */
static bool is_holder(const gcv_finding_folder *f, uint32_t at, uint32_t other)
{
    const gcv_finding *x = &f->findings->all.data[at], *y = &f->findings->all.data[other];
    const bool holds = gcv_is_group(gcv_suspect_list_row(f->list, x->rank))
                           ? x->bytes - x->bytes / 4 <= y->bytes
                           : (x->overlaps >> other & 1) != 0 && x->bytes <= y->bytes;
    return !is_pattern(x) && holds && gcv_suspect_list_row(f->list, y->rank)->crowd != GCV_NONE &&
           gcv_finding_is_holder(f->list, f->findings, at, other);
}

/* Whether a finding is about a crowd of no more objects than before, one of which dominates all
 * objects of another crowd, which has more than before, and at least half of the growth. */
static bool grew_in_one(const gcv_finding_folder *f, uint32_t at, uint32_t other)
{
    const gcv_suspect_list *list = f->list;
    const gcv_finding *x = &f->findings->all.data[at], *y = &f->findings->all.data[other];
    uint32_t n_over, n, in = 0;
    const uint32_t *over = objects_of(list, x->rank, &n_over);
    const uint32_t *objects = objects_of(list, y->rank, &n);
    if (!gcv_suspect_list_has_baseline(list) || at == other || (x->overlaps >> other & 1) == 0 ||
        n_over < 2 || n < 2 || x->n_likes > 0 || y->bytes < x->bytes / 2 ||
        list->past.objects[list->rows.items.data[x->rank]] < n_over ||
        list->past.objects[list->rows.items.data[y->rank]] >= n) {
        return false;
    }
    while (in < n_over && !dominates(list, over[in], objects[0])) {
        in++;
    }
    for (uint32_t i = 1; i < n && in < n_over; i++) {
        in = dominates(list, over[in], objects[i]) ? in : n_over;
    }
    return in < n_over;
}

/* Counts a finding with an equal one, which then is about what both are. */
static void add_equal(gcv_finding_folder *f, uint32_t at, uint32_t to)
{
    gcv_finding *all = f->findings->all.data;
    uint32_t *end = &f->first[to];
    while (*end != GCV_NONE) {
        end = &f->next[*end];
    }
    *end = f->first[at];
    for (uint32_t part = *end; part != GCV_NONE; part = f->next[part]) {
        f->overlaps.parts[part].finding = to;
    }
    for (uint32_t part = 0; part < f->overlaps.n; part++) {
        f->overlaps.parts[part].inside[to] += f->overlaps.parts[part].inside[at];
    }
    for (uint32_t i = 0; i < f->overlaps.n_findings; i++) {
        all[i].overlaps |= i != to ? (all[i].overlaps >> at & 1) << to : all[at].overlaps;
    }
    all[to].n_likes++;
    all[to].n_more += all[at].n_more;
    all[to].objects += all[at].objects;
    all[to].bytes = gcv_add_capped(all[to].bytes, all[at].bytes);
}

/* Returns the finding that tells the one at a place of the order, and counts it there; GCV_NONE:
 * none. `earlier`: those before it that none tells. */
static uint32_t find_teller(gcv_finding_folder *f, uint32_t place, uint32_t earlier)
{
    const uint32_t at = f->order[place];
    gcv_finding *all = f->findings->all.data;
    uint32_t teller = first_below(f, at, earlier);
    for (uint32_t i = 0; teller == GCV_NONE && i < place; i++) {
        const uint32_t other = f->order[i];
        teller =
            (earlier >> other & 1) != 0 && (is_inside(f, at, other) || is_holder(f, at, other) ||
                                            grew_in_one(f, at, other))
                ? other
                : GCV_NONE;
    }
    if (teller != GCV_NONE) {
        all[teller].n_more += 1 + all[at].n_more + all[at].n_likes;
    }
    for (uint32_t i = 0; teller == GCV_NONE && i < place; i++) {
        if ((earlier >> f->order[i] & 1) != 0 &&
            gcv_findings_are_equal(f->list, f->findings, at, f->order[i])) {
            teller = f->order[i];
            add_equal(f, at, teller);
        }
    }
    return teller;
}

/* ---- order -------------------------------------------------------------------------------- */

GCV_KEY(key_growth, ((const uint64_t *)payload)[row]);

/* Whether a finding is about what holds a crowd with a third of its growth. */
static bool holds_crowd(const gcv_finding_folder *f, uint32_t at)
{
    const gcv_finding *all = f->findings->all.data;
    bool holds = false;
    for (uint32_t i = 0; i < f->overlaps.n_findings && !holds; i++) {
        holds = i != at && gcv_suspect_list_row(f->list, all[i].rank)->crowd != GCV_NONE &&
                all[i].bytes >= all[at].bytes / 3 &&
                gcv_finding_is_holder(f->list, f->findings, at, i);
    }
    return holds;
}

/* Whether the objects of another finding are what grew in one object of this one. */
static bool has_one(const gcv_finding_folder *f, uint32_t at)
{
    uint32_t i = 0;
    while (i < f->overlaps.n_findings && !grew_in_one(f, at, i)) {
        i++;
    }
    return i < f->overlaps.n_findings;
}

/* The steps of the chain of a finding, from the root down. */
static const gcv_suspect_step *steps_of(const gcv_finding_folder *f, const gcv_finding *x,
                                        uint32_t *n)
{
    const gcv_suspect_chains *chains = f->findings->chains;
    const uint32_t *first = chains->first.data + x->rank;
    *n = x->rank < chains->n ? first[1] - first[0] : 0;
    return *n > 0 ? chains->steps.data + first[0] : NULL;
}

/* What objects of the program retain of what an object does, itself included. O(objects that it
 * dominates). */
static uint64_t program_inside(const gcv_suspect_list *list, uint32_t object)
{
    const gcv_dominators *d = list->input.dominators;
    const gcv_dominator_tree *tree = &list->found.tree;
    const uint32_t end = gcv_dominator_tree_end(tree, d->number[object]);
    uint64_t bytes = 0;
    for (uint32_t at = tree->at[d->number[object]]; at < end;) {
        const uint32_t number = tree->order[at], inside = d->object[number];
        const bool is = (list->found.kinds[list->heap->type.data[inside]] & GCV_TYPE_MINE) != 0;
        bytes += is ? d->retained[number] : 0;
        at += is ? tree->size[number] : 1;
    }
    return bytes;
}

/* Whether a finding without a pattern is of the platform alone: nothing of the program is on its
 * chain, nor has half of what it retains, if it is one object. Local variables may be the
 * program's, as may static fields of .NET, whose classes are not always known. In V8, platform and
 * program are both made of functions. */
static bool is_of_platform(const gcv_finding_folder *f, const gcv_finding *x)
{
    const gcv_heap *heap = f->list->heap;
    const gcv_suspect *row = gcv_suspect_list_row(f->list, x->rank);
    const uint32_t root_kind = row->root_kind;
    const bool tells = (root_kind != GCV_ROOT_KIND_LOCAL && root_kind != GCV_ROOT_KIND_STATIC) ||
                       (root_kind == GCV_ROOT_KIND_STATIC && gcv_heap_is_java(heap)) ||
                       gcv_heap_is_ruby(heap);
    uint32_t n;
    const gcv_suspect_step *steps = steps_of(f, x, &n);
    bool is = n > 0 && !is_pattern(x) && tells && !gcv_heap_is_v8(heap);
    for (uint32_t i = 0; is && i < n; i++) {
        is = !gcv_is_of_program(heap, f->list->found.kinds, steps[i].type, steps[i].object);
    }
    return is &&
           (row->object == GCV_NONE || program_inside(f->list, row->object) < row->retained / 2);
}

/* The growth of a finding of the platform. Of all objects of a type, those at the end of the one
 * chain that is told count. */
static uint64_t growth_on_chain(const gcv_finding_folder *f, const gcv_finding *x)
{
    const gcv_dominators *d = f->list->input.dominators;
    uint32_t n;
    const gcv_suspect_step *steps = steps_of(f, x, &n), *end = steps + n - 1;
    const uint64_t there = end->object != GCV_NONE ? d->retained[d->number[end->object]]
                                                   : gcv_scaled(x->bytes, end->objects, x->objects);
    return gcv_is_group(gcv_suspect_list_row(f->list, x->rank)) && there < x->bytes ? there
                                                                                    : x->bytes;
}

/* The growth of a finding that no other one tells. It counts twice for a pattern of a leak, half
 * for what holds one, or an object most of whose growth others tell, and a quarter for what the
 * platform has alone, which fills its caches once. */
static uint64_t weigh(const gcv_finding_folder *f, uint32_t at)
{
    const gcv_finding *x = &f->findings->all.data[at];
    const uint64_t told = told_below(f, at, UINT32_MAX).bytes;
    const bool of_platform = is_of_platform(f, x);
    const uint64_t own = gcv_excess(of_platform ? growth_on_chain(f, x) : x->bytes, told);
    const bool holds = has_one(f, at) || (!is_pattern(x) && (told > own || holds_crowd(f, at)));
    const uint64_t weight = holds ? own / 2 : is_pattern(x) ? gcv_add_capped(own, own) : own;
    return of_platform ? weight / 4 : weight;
}

/* Orders what grew by growth. */
static void order_by_growth(gcv_finding_folder *f)
{
    const uint32_t n = f->overlaps.n_findings;
    uint64_t *bytes = gcv_alloc(f->list->ctx, n, sizeof *bytes);
    for (uint32_t i = 0; i < n; i++) {
        bytes[i] = weigh(f, i);
    }
    gcv_sort_by_key(f->list->ctx, f->order, n, key_growth, bytes, true);
    gcv_free(f->list->ctx, bytes);
}

/* ---- all of it ---------------------------------------------------------------------------- */

static uint32_t renumber_bits(uint32_t bits, const uint32_t *number)
{
    uint32_t out = 0;
    for (uint32_t i = 0; bits >> i > 0; i++) {
        out |= (bits >> i & 1) << number[i];
    }
    return out;
}

/* Removes the findings that others tell, and moves the rest into their order. */
static void fold(gcv_finding_folder *f)
{
    gcv_context *ctx = f->list->ctx;
    gcv_finding_column *all = &f->findings->all;
    gcv_finding *before = gcv_alloc(ctx, all->n, sizeof *before);
    uint32_t *number = gcv_numbers_new(ctx, all->n), *teller = gcv_numbers_new(ctx, all->n), n = 0;
    uint32_t left = 0; /* findings that none before them tells, as bits */
    for (uint32_t place = 0; place < f->overlaps.n_findings; place++) {
        const uint32_t at = f->order[place];
        teller[at] = find_teller(f, place, left);
        left |= teller[at] == GCV_NONE ? 1u << at : 0;
    }
    memcpy(before, all->data, all->n * sizeof *before);
    for (size_t place = 0; place < all->n; place++) {
        const uint32_t at = f->order[place];
        const bool is_told = place < f->overlaps.n_findings && teller[at] != GCV_NONE;
        number[at] = is_told ? number[teller[at]] : n;
        all->data[n] = is_told ? all->data[n] : before[at];
        n += !is_told;
    }
    all->n = n;
    for (uint32_t i = 0; i < n; i++) {
        all->data[i].overlaps = renumber_bits(all->data[i].overlaps & left, number);
    }
    for (size_t rank = 0; rank < f->findings->of.n; rank++) {
        f->findings->of.data[rank] = number[f->findings->of.data[rank]];
    }
    GCV_FREE(ctx, teller, number, before);
}

static void list_parts(gcv_finding_folder *f)
{
    for (uint32_t i = 0; i < f->overlaps.n_findings; i++) {
        f->first[i] = GCV_NONE;
    }
    for (uint32_t part = f->overlaps.n; part-- > 0;) {
        const uint32_t finding = f->overlaps.parts[part].finding;
        f->next[part] = f->first[finding];
        f->first[finding] = part;
    }
}

void gcv_findings_fold(const gcv_suspect_list *list, gcv_findings *out)
{
    gcv_finding_folder f = {.list = list, .findings = out};
    if (out->all.n < 2) {
        return;
    }
    f.order = gcv_numbers_new(list->ctx, out->all.n);
    find_overlaps(list, out, &f.overlaps);
    list_parts(&f);
    if (gcv_suspect_list_has_baseline(list)) {
        order_by_growth(&f);
    }
    fold(&f);
    gcv_free(list->ctx, f.order);
}

/* Orders by finding; the first suspect of each comes first. */
static uint64_t key_finding(const void *payload, uint32_t rank)
{
    const gcv_findings *findings = payload;
    const uint32_t at = findings->of.data[rank];
    return (uint64_t)at << 1 | (findings->all.data[at].rank != rank);
}

void gcv_findings_order(gcv_suspect_list *list, uint64_t top)
{
    gcv_context *ctx = list->ctx;
    gcv_u32_column *items = &list->rows.items;
    const size_t all = items->n;
    gcv_suspect_chains chains;
    gcv_set_members members;
    gcv_findings findings;
    if (all < 2) {
        return;
    }
    items->n = all < GCV_OVERLAPS_MAX ? all : GCV_OVERLAPS_MAX;
    gcv_set_members_init(ctx, &members, list->heap);
    gcv_suspect_list_collect(list, &members, 0, &chains);
    gcv_set_members_release(ctx, &members);
    gcv_findings_find(list, &chains, NULL, &findings);
    gcv_findings_fold(list, &findings);
    uint32_t *order = gcv_numbers_new(ctx, items->n);
    gcv_sort_by_key(ctx, order, items->n, key_finding, &findings, false);
    for (size_t i = 0; i < items->n; i++) {
        order[i] = items->data[order[i]];
    }
    memcpy(items->data, order, items->n * sizeof *order);
    items->n = top > 0 && top < all ? (size_t)top : all;
    GCV_FREE(ctx, order, findings.all.data, findings.of.data, findings.likes.data);
    GCV_RELEASE(ctx, &chains.steps, &chains.first, &chains.sets);
}
