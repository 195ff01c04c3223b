/* suspect_crowd_folds.c - which crowds are suspects; see suspects.h.
 *
 * O(members + crowds around it + groups + dominators of its first member) for each crowd that is a
 * suspect; at most GCV_CROWDS_MOST are.
 */
#include "analysis/suspects/find/suspect_steps.h"

#include "base/error.h"
#include "base/sort.h"

typedef struct gcv_crowd_folder {
    const gcv_search *search;
    gcv_suspects *out;
    uint32_t *link;  /* per crowd: crowd that it is folded into; itself: not folded */
    bool *alive;     /* per crowd: it is a suspect, folded or not */
    uint32_t *order; /* crowds that are suspects, in the order in which they are folded */
} gcv_crowd_folder;

/* ---- crowds around crowds ------------------------------------------------------------------ */

static uint32_t end_of(gcv_crowd_folder *folder, uint32_t crowd)
{
    while (folder->link[crowd] != crowd) {
        crowd = folder->link[crowd];
    }
    return crowd;
}

/* Returns the nearest suspect among the crowds around a crowd; GCV_NONE: there is none.
 * `*behind_one`: the same one of its objects is on the chains of all members, as far as is known
 * from all objects of the crowds between: what is behind one object is behind one of each crowd
 * above. Crowds of types whose names are alike can be around each other, so the walk ends after as
 * many steps as there are crowds. */
static uint32_t suspect_around(const gcv_crowd_folder *folder, uint32_t crowd, bool *behind_one)
{
    const gcv_crowd *all = folder->out->crowds.all.data;
    size_t left = folder->out->crowds.all.n;
    uint32_t at = all[crowd].kept.around;
    *behind_one = all[crowd].kept.behind_one;
    for (; at != GCV_NONE && !folder->alive[at]; left--) {
        *behind_one = *behind_one || all[at].kept.behind_one;
        at = left > 0 ? all[at].kept.around : GCV_NONE;
    }
    return at;
}

/* Whether one member retains 70 % of what a crowd retains: one of several topics that leaks, not
 * the head of a list. */
static bool is_mostly_one(const gcv_crowd_folder *folder, const gcv_crowd *crowd)
{
    const gcv_dominators *d = folder->search->input->dominators;
    const uint32_t *members = gcv_crowd_members(&folder->out->crowds, crowd);
    for (uint32_t i = 0; crowd->tops == crowd->n && i < crowd->n; i++) {
        if (gcv_keeps(d->retained[d->number[members[i]]], crowd->retained)) {
            return true;
        }
    }
    return false;
}

/* Whether a crowd of many, that is around another one behind one object, has a tenth and more of
 * what it retains apart from that: both are told, as one may leak and the other not. */
static bool is_apart(const gcv_crowd *around, const gcv_crowd *inner)
{
    enum { MANY = 100 };
    return around->n >= MANY && around->retained > inner->retained &&
           around->retained - inner->retained >= around->retained / 10;
}

/* Folds a crowd into the suspect crowd around it, or the other way round. The inner crowd
 * represents the outer one if it retains 70 % of what the outer one retains and is behind a single
 * object of the outer crowd, was captured by it (functions, closures, state machines), or the outer
 * one is mostly one object. What is behind a single object and retains more is not held by that
 * alone, and what has a tenth apart from it is told, too. Otherwise, an inner
 * crowd behind several objects is a part of these, and is folded into the outer crowd. */
static void fold_pair(gcv_crowd_folder *folder, uint32_t crowd)
{
    const gcv_crowd *all = folder->out->crowds.all.data;
    bool behind_one;
    uint32_t around = suspect_around(folder, crowd, &behind_one);
    if (around == GCV_NONE) {
        return;
    }
    if (gcv_keeps(all[crowd].retained, all[around].retained) &&
        (!behind_one ||
         (all[crowd].retained <= all[around].retained && !is_apart(&all[around], &all[crowd]))) &&
        (behind_one || (all[around].kinds & (GCV_KEEPS_CAPTURE | GCV_TYPE_CLOSURE)) != 0 ||
         is_mostly_one(folder, &all[around]))) {
        if (folder->link[around] == around && end_of(folder, crowd) != around) {
            folder->link[around] = crowd;
        }
        return;
    }
    if (!behind_one && folder->link[crowd] == crowd && end_of(folder, around) != crowd) {
        folder->link[crowd] = around;
    }
}

/* What retains the most comes first. */
GCV_BEFORE(folds_before, gcv_crowd,
           of[a].retained != of[b].retained ? of[a].retained > of[b].retained
                                            : gcv_crowd_before(&of[a], &of[b]));

/* Finds which crowds are suspects, and folds these into each other. */
static void fold_all(gcv_crowd_folder *folder)
{
    const gcv_crowd_column *all = &folder->out->crowds.all;
    uint32_t n = 0;
    for (uint32_t i = 0; i < all->n; i++) {
        const gcv_crowd *crowd = &all->data[i];
        folder->link[i] = i;
        folder->alive[i] = gcv_crowd_is_suspect(folder->search, crowd, crowd->retained);
        folder->order[n] = i;
        n += folder->alive[i];
    }
    gcv_sort(folder->search->ctx, folder->order, n, folds_before, all->data);
    for (uint32_t i = 0; i < n; i++) {
        fold_pair(folder, folder->order[i]);
    }
}

/* ---- crowds and rows ----------------------------------------------------------------------- */

/* Returns the row of the nearest object that dominates all members; GCV_NONE: there is none. The
 * objects that an object dominates are at contiguous positions in the tree. */
static uint32_t row_over(const gcv_crowd_folder *folder, const gcv_crowd *crowd)
{
    const gcv_dominators *d = folder->search->input->dominators;
    const gcv_suspects *out = folder->out;
    const uint32_t *members = gcv_crowd_members(&out->crowds, crowd);
    uint32_t first = d->number[members[0]], last = first, w = first, row;
    for (uint32_t i = 1; i < crowd->n; i++) {
        const uint32_t number = d->number[members[i]];
        first = out->tree.at[number] < out->tree.at[first] ? number : first;
        last = out->tree.at[number] > out->tree.at[last] ? number : last;
    }
    for (; w != 0; w = d->dominator[w]) {
        row = gcv_row_of_walk(folder->search->input, out, w);
        if (row != GCV_NONE && out->rows.data[row].object == d->object[w] &&
            gcv_dominator_tree_dominates(&out->tree, w, first) &&
            gcv_dominator_tree_dominates(&out->tree, w, last)) {
            return row;
        }
    }
    return GCV_NONE;
}

/* Returns the row that is about the same as a crowd: an object that dominates all members, or the
 * heavy group of the crowd's type, if the crowd retains 70 % of what the row retains. GCV_NONE:
 * neither. */
static uint32_t row_like(const gcv_crowd_folder *folder, const gcv_crowd *crowd)
{
    const gcv_suspects *out = folder->out;
    const uint32_t row = row_over(folder, crowd);
    if (row != GCV_NONE && gcv_keeps(crowd->retained, out->rows.data[row].retained)) {
        return row;
    }
    for (size_t g = 0; g < out->groups.n; g++) {
        const gcv_heavy_group *group = &out->groups.data[g];
        if (group->type == crowd->type && gcv_keeps(crowd->retained, group->retained)) {
            return group->row;
        }
    }
    return GCV_NONE;
}

static void add_row(gcv_crowd_folder *folder, uint32_t item)
{
    const gcv_heap *heap = folder->search->input->heap;
    const gcv_crowd *crowd = &folder->out->crowds.all.data[item];
    gcv_suspect row = {0};
    row.object = row.like = GCV_NONE;
    row.type = crowd->type;
    row.name = gcv_crowd_name(heap, &folder->out->crowds, crowd);
    row.retained = crowd->retained;
    row.objects = crowd->n;
    row.root = crowd->kept.root;
    row.root_kind = crowd->kept.root_kind;
    row.fingerprint = gcv_fingerprint_of_hash(crowd->hash);
    row.slot = crowd->slot;
    row.crowd = item;
    gcv_suspect_column_push(folder->search->ctx, &folder->out->rows, row);
}

/* Adds a row for each suspect crowd that is not folded, and folds a row that is about the same into
 * it. Folded crowds get the row of the crowd that represents them. */
static void give_rows(gcv_crowd_folder *folder)
{
    gcv_suspects *out = folder->out;
    for (uint32_t i = 0; i < out->crowds.all.n; i++) {
        gcv_crowd *crowd = &out->crowds.all.data[i];
        if (folder->alive[i] && folder->link[i] == i) {
            uint32_t like = row_like(folder, crowd);
            crowd->row = (uint32_t)out->rows.n;
            add_row(folder, i);
            if (like != GCV_NONE) {
                out->rows.data[crowd->row].like = like;
                out->rows.data[like].folded = true;
            }
        }
    }
    for (uint32_t i = 0; i < out->crowds.all.n; i++) {
        if (folder->alive[i]) {
            out->crowds.all.data[i].row = out->crowds.all.data[end_of(folder, i)].row;
        }
    }
}

void gcv_suspect_crowd_folds(const gcv_search *search, gcv_suspects *out)
{
    gcv_context *ctx = search->ctx;
    const size_t n = out->crowds.all.n;
    gcv_crowd_folder folder = {.search = search, .out = out};
    folder.link = gcv_alloc(ctx, n, sizeof *folder.link);
    folder.alive = gcv_alloc(ctx, n, sizeof *folder.alive);
    folder.order = gcv_alloc(ctx, n, sizeof *folder.order);
    fold_all(&folder);
    give_rows(&folder);
    GCV_FREE(ctx, folder.link, folder.alive, folder.order);
}
