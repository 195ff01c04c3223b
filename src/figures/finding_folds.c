/* finding_folds.c - what findings tell of each other: overlaps, folds and, with a baseline, the
 * order; see findings.h. */
#include "figures/findings.h"

#include "base/number.h"
#include "base/sort.h"

#include <string.h>

enum { OVERLAPS_MAX = 31 }; /* bits of gcv_finding.overlaps */

/* ---- overlap ------------------------------------------------------------------------------ */

/* Findings are bits. */
typedef struct gcv_overlaps {
    uint32_t *of_type; /* per type: findings about all of its objects */
    uint32_t *over;    /* per preorder number: findings about the object, or about one that
                        * dominates it */
    uint32_t *inside;  /* n × n: objects of a finding that another one is about or above */
    uint32_t n;
} gcv_overlaps;

static void mark(const gcv_suspect_list *list, const gcv_suspect *row, uint32_t bit,
                 gcv_overlaps *overlaps)
{
    const gcv_crowds *crowds = &list->found.crowds;
    const gcv_crowd *crowd = row->crowd != GCV_NONE ? &crowds->all.data[row->crowd] : NULL;
    const uint32_t *members = crowd != NULL ? crowds->members.data + crowd->first : &row->object;
    const uint32_t n = crowd != NULL ? crowd->n : row->object != GCV_NONE;
    for (uint32_t i = 0; i < n; i++) {
        overlaps->over[list->input.dominators->number[members[i]]] |= bit;
    }
    for (uint32_t type = 0; n == 0 && type < list->heap->n_types; type++) {
        overlaps->of_type[type] |= gcv_is_in_group(list->heap, row, type) ? bit : 0;
    }
}

static void add_object(gcv_overlaps *overlaps, uint32_t at, uint32_t over, gcv_finding *finding)
{
    finding->overlaps |= over;
    for (uint32_t i = 0; over >> i > 0; i++) {
        overlaps->inside[at * overlaps->n + i] += over >> i & 1;
    }
}

/* Notes for each object of a finding which findings are above it: a dominator has a lower number.
 */
static void walk(const gcv_suspect_list *list, gcv_overlaps *overlaps, gcv_finding *all)
{
    const gcv_dominators *d = list->input.dominators;
    for (uint32_t number = 1; number <= d->n_reached; number++) {
        const uint32_t object = d->object[number];
        uint32_t own = overlaps->of_type[list->heap->type.data[object]];
        own = own != 0 && gcv_selection_has_place(list->input.selection, object) ? own : 0;
        own |= overlaps->over[number];
        overlaps->over[number] = own | overlaps->over[d->dominator[number]];
        for (uint32_t i = 0; own >> i > 0; i++) {
            if ((own >> i & 1) != 0) {
                add_object(overlaps, i, overlaps->over[number], &all[i]);
            }
        }
    }
}

static void find_overlaps(const gcv_suspect_list *list, gcv_findings *out, gcv_overlaps *overlaps)
{
    const uint32_t n = overlaps->n;
    overlaps->of_type = gcv_alloc_zeroed(list->ctx, list->heap->n_types, sizeof(uint32_t));
    overlaps->over = gcv_alloc_zeroed(list->ctx, (size_t)list->input.dominators->n_reached + 1,
                                      sizeof(uint32_t));
    overlaps->inside = gcv_alloc_zeroed(list->ctx, (size_t)n * n, sizeof(uint32_t));
    for (uint32_t i = 0; i < n; i++) {
        mark(list, gcv_suspect_list_row(list, out->all.data[i].rank), 1u << i, overlaps);
    }
    walk(list, overlaps, out->all.data);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < n; k++) {
            out->all.data[i].overlaps |= (out->all.data[k].overlaps >> i & 1) << k;
        }
        out->all.data[i].overlaps &= ~(1u << i);
    }
}

/* ---- what other findings tell ------------------------------------------------------------- */

static uint32_t members_of(const gcv_suspect *row)
{
    return row->object != GCV_NONE ? 1 : row->objects;
}

/* What the findings below one object tell of it. */
typedef struct gcv_told {
    uint32_t first; /* finding; GCV_NONE: none */
    uint64_t bytes;
} gcv_told;

/* Adds up the first `n` findings below a finding without a pattern that is about one object, above
 * all that they are about. Of findings that overlap, the first counts. `gone`: findings that do not
 * count. */
static gcv_told told_below(const gcv_suspect_list *list, const gcv_findings *findings,
                           const gcv_overlaps *overlaps, uint32_t at, uint32_t n, uint32_t gone)
{
    const gcv_finding *all = findings->all.data, *x = &all[at];
    gcv_told told = {GCV_NONE, 0};
    uint32_t counted = 0;
    if ((x->evidence & GCV_FINDING_PATTERN) != 0 ||
        gcv_suspect_list_row(list, x->rank)->object == GCV_NONE) {
        return told;
    }
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t members = members_of(gcv_suspect_list_row(list, all[k].rank));
        const bool is_below = k != at && overlaps->inside[k * overlaps->n + at] == members;
        counted |= is_below && (gone >> k & 1) == 0 ? 1u << k : 0;
    }
    for (uint32_t k = 0; k < n; k++) {
        if ((counted >> k & 1) != 0 && (all[k].overlaps & counted & ((1u << k) - 1)) == 0) {
            told.bytes = gcv_add_capped(told.bytes, all[k].bytes);
            told.first = told.first == GCV_NONE ? k : told.first;
        }
    }
    return told;
}

/* Returns the first of the earlier findings that account for three quarters of what a finding has;
 * GCV_NONE: they do not. */
static uint32_t first_below(const gcv_suspect_list *list, const gcv_findings *findings,
                            const gcv_overlaps *overlaps, uint32_t later, uint32_t gone)
{
    const gcv_told told = told_below(list, findings, overlaps, later, later, gone);
    const uint64_t had = findings->all.data[later].bytes;
    const uint64_t bytes = had < findings->whole ? had : findings->whole;
    return bytes / 4 * 3 <= told.bytes ? told.first : GCV_NONE;
}

/* Whether three of four objects that a finding without a pattern is about are below the objects,
 * more than one, that an earlier one is about, and have less than half of what those have; one
 * object, no more than twice the share of each. */
static bool is_inside(const gcv_suspect_list *list, const gcv_findings *findings,
                      const gcv_overlaps *overlaps, uint32_t later, uint32_t earlier)
{
    const gcv_finding *x = &findings->all.data[later], *y = &findings->all.data[earlier];
    const uint32_t n = members_of(gcv_suspect_list_row(list, x->rank));
    const uint32_t over = members_of(gcv_suspect_list_row(list, y->rank));
    return (x->evidence & GCV_FINDING_PATTERN) == 0 && over > 1 && x->bytes < y->bytes / 2 &&
           overlaps->inside[later * overlaps->n + earlier] >= n - n / 4 &&
           (n > 1 || x->bytes / 2 <= y->bytes / over);
}

/* Returns the mask `of` without the bits whose findings are gone. */
static uint32_t without_gone(uint32_t of, uint32_t gone)
{
    uint32_t out = 0;
    for (uint32_t i = 0, n = 0; i < OVERLAPS_MAX; i++) {
        if ((gone >> i & 1) == 0) {
            out |= (of >> i & 1) << n++;
        }
    }
    return out;
}

/* Counts the findings that earlier ones tell with the first of these. Returns them as bits. */
static uint32_t count_told(const gcv_suspect_list *list, gcv_findings *out,
                           const gcv_overlaps *overlaps, uint32_t *number)
{
    uint32_t gone = 0;
    for (uint32_t i = 1; i < overlaps->n; i++) {
        const uint32_t below = first_below(list, out, overlaps, i, gone);
        uint32_t k = below != GCV_NONE ? below : 0;
        while (k < i && below == GCV_NONE &&
               ((gone >> k & 1) != 0 || !is_inside(list, out, overlaps, i, k))) {
            k++;
        }
        if (k < i) {
            gcv_finding *first = &out->all.data[k];
            *(below != GCV_NONE ? &first->n_above : &first->n_below) +=
                1 + out->all.data[i].n_above + out->all.data[i].n_below + out->all.data[i].n_likes;
            number[i] = k;
            gone |= 1u << i;
        }
    }
    return gone;
}

/* Removes the findings that say nothing beyond an earlier one. */
static void fold(const gcv_suspect_list *list, gcv_findings *out, const gcv_overlaps *overlaps)
{
    uint32_t *number = gcv_numbers_new(list->ctx, out->all.n), n = 0;
    const uint32_t gone = count_told(list, out, overlaps, number);
    for (uint32_t i = 0; i < out->all.n; i++) {
        const bool is_gone = i < overlaps->n && (gone >> i & 1) != 0;
        number[i] = is_gone ? number[number[i]] : n;
        if (!is_gone) {
            out->all.data[n] = out->all.data[i];
            out->all.data[n++].overlaps = without_gone(out->all.data[i].overlaps, gone);
        }
    }
    out->all.n = n;
    for (size_t rank = 0; rank < out->of.n; rank++) {
        out->of.data[rank] = number[out->of.data[rank]];
    }
    gcv_free(list->ctx, number);
}

/* ---- order -------------------------------------------------------------------------------- */

static bool has_more(const void *payload, uint32_t a, uint32_t b)
{
    const uint64_t *bytes = payload;
    return bytes[a] != bytes[b] ? bytes[a] > bytes[b] : a < b;
}

static uint32_t renumber_bits(uint32_t bits, const uint32_t *number)
{
    uint32_t out = 0;
    for (uint32_t i = 0; bits >> i > 0; i++) {
        out |= (bits >> i & 1) << number[i];
    }
    return out;
}

/* Moves finding order[i] to place i. */
static void reorder(const gcv_suspect_list *list, gcv_findings *out, gcv_overlaps *overlaps,
                    const uint32_t *order)
{
    const uint32_t n = overlaps->n;
    gcv_finding *all = gcv_alloc(list->ctx, n, sizeof *all);
    uint32_t *number = gcv_numbers_new(list->ctx, out->all.n);
    uint32_t *inside = gcv_alloc(list->ctx, (size_t)n * n, sizeof *inside);
    memcpy(all, out->all.data, n * sizeof *all);
    for (uint32_t i = 0; i < n; i++) {
        number[order[i]] = i;
    }
    for (uint32_t i = 0; i < n; i++) {
        out->all.data[i] = all[order[i]];
        out->all.data[i].overlaps = renumber_bits(all[order[i]].overlaps, number);
        for (uint32_t k = 0; k < n; k++) {
            inside[i * n + k] = overlaps->inside[order[i] * n + order[k]];
        }
    }
    for (size_t rank = 0; rank < out->of.n; rank++) {
        out->of.data[rank] = number[out->of.data[rank]];
    }
    gcv_free(list->ctx, overlaps->inside);
    overlaps->inside = inside;
    gcv_free(list->ctx, number);
    gcv_free(list->ctx, all);
}

/* The growth of a finding that no other one tells. It counts twice for a pattern of a leak, and
 * half for an object most of whose growth others tell. */
static uint64_t weigh(const gcv_suspect_list *list, const gcv_findings *findings,
                      const gcv_overlaps *overlaps, uint32_t at)
{
    const gcv_finding *x = &findings->all.data[at];
    const uint64_t told = told_below(list, findings, overlaps, at, overlaps->n, 0).bytes;
    const uint64_t own = x->bytes > told ? x->bytes - told : 0;
    return (x->evidence & GCV_FINDING_PATTERN) != 0 ? gcv_add_capped(own, own)
           : told > own                             ? own / 2
                                                    : own;
}

/* Orders what grew by growth. */
static void order_by_growth(const gcv_suspect_list *list, gcv_findings *out, gcv_overlaps *overlaps)
{
    uint64_t *bytes = gcv_alloc(list->ctx, overlaps->n, sizeof *bytes);
    for (uint32_t i = 0; i < overlaps->n; i++) {
        bytes[i] = weigh(list, out, overlaps, i);
    }
    uint32_t *order = gcv_numbers_sorted(list->ctx, overlaps->n, has_more, bytes);
    reorder(list, out, overlaps, order);
    gcv_free(list->ctx, order);
    gcv_free(list->ctx, bytes);
}

/* ---- all of it ---------------------------------------------------------------------------- */

void gcv_findings_fold(const gcv_suspect_list *list, gcv_findings *out)
{
    gcv_overlaps overlaps = {.n = out->all.n < OVERLAPS_MAX ? (uint32_t)out->all.n : OVERLAPS_MAX};
    if (overlaps.n < 2) {
        return;
    }
    find_overlaps(list, out, &overlaps);
    if (gcv_suspect_list_has_baseline(list)) {
        order_by_growth(list, out, &overlaps);
    }
    fold(list, out, &overlaps);
    gcv_free(list->ctx, overlaps.of_type);
    gcv_free(list->ctx, overlaps.over);
    gcv_free(list->ctx, overlaps.inside);
}
