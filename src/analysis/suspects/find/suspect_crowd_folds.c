/* suspect_crowd_folds.c - which crowds are suspects; see suspects.h.
 *
 * O(members + crowds around it + groups + dominators of its first member) for each crowd that is a
 * suspect; at most GCV_CROWDS_MOST are.
 */
#include "analysis/suspects/find/suspects.h"

#include "analysis/ownership.h"
#include "analysis/type_kinds.h"
#include "base/error.h"
#include "base/sort.h"

typedef struct gcv_crowd_folder {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    gcv_suspects *out;
    uint32_t *link;  /* per crowd: crowd that it is folded into; itself: not folded */
    bool *alive;     /* per crowd: it is a suspect, folded or not */
    uint32_t *order; /* crowds that are suspects, in the order in which they are folded */
} gcv_crowd_folder;

/* ---- evidence ------------------------------------------------------------------------------ */

static bool is_mine(const gcv_suspects *found, uint32_t type)
{
    return (found->kinds[type] & GCV_TYPE_MINE) != 0;
}

/* Whether a namespace is the platform's. JavaScript has no namespaces, so those in its heaps belong
 * to C++ parts. */
static bool is_of_platform(const gcv_heap *heap, gcv_slice name)
{
    return gcv_heap_is_v8(heap)     ? true
           : gcv_heap_is_ruby(heap) ? gcv_is_platform_ruby(name)
                                    : gcv_is_platform(name);
}

/* Whether the holder of a crowd is the program's. The table of interned strings counts only with a
 * baseline, for the strings interned since then, because it also has all literals. Variables (in V8
 * heaps) may be the platform's, so they count only if they hold data without a class, or with a
 * baseline. */
static bool holder_is_mine(const gcv_suspect_input *input, const gcv_suspects *found,
                           const gcv_crowd *crowd)
{
    const gcv_heap *heap = input->heap;
    bool is_data = input->growing || (crowd->kinds & GCV_TYPE_RECORD) != 0;
    if (crowd->literals) {
        return input->growing;
    }
    if (crowd->holder != GCV_NONE) {
        uint32_t kinds = found->kinds[heap->type.data[crowd->holder]];
        return (kinds & GCV_TYPE_MINE) != 0 || ((kinds & GCV_TYPE_SCOPE) != 0 && is_data);
    }
    return crowd->root != GCV_NONE && heap->roots.data[crowd->root].container != GCV_NONE &&
           is_mine(found, heap->roots.data[crowd->root].container);
}

static void add_crowd(const gcv_suspect_input *input, const gcv_suspects *found,
                      const gcv_crowd *crowd, gcv_points *points)
{
    uint8_t yours = (crowd->kinds & GCV_TYPE_MINE) != 0   ? GCV_POINTS_YOURS
                    : holder_is_mine(input, found, crowd) ? GCV_POINTS_HOLDER_YOURS
                                                          : 0;
    if (yours > points->of[GCV_EVIDENCE_YOURS]) {
        points->of[GCV_EVIDENCE_YOURS] = yours;
    }
    if (yours == 0 && (crowd->kinds & GCV_TYPE_BRIEF) == 0) {
        return;
    }
    points->of[GCV_EVIDENCE_REPEATED] = gcv_points_of_repeats(crowd->n);
    points->of[GCV_EVIDENCE_KEPT] =
        gcv_points_of_keepers(crowd->keepers, crowd->holder == GCV_NONE, crowd->root_kind);
    points->of[GCV_EVIDENCE_BRIEF] = (crowd->kinds & GCV_TYPE_BRIEF) != 0 ? GCV_POINTS_BRIEF : 0;
}

/* Whether a suspect is new since the baseline, or has grown by at least a quarter. */
static bool has_grown_much(uint64_t now, uint64_t old)
{
    return old == GCV_NOT_REACHABLE || (now > old && now - old >= old / 4 + (old % 4 != 0));
}

gcv_points gcv_suspect_points(const gcv_suspect_input *input, const gcv_suspects *found,
                              uint32_t item, const uint64_t *old)
{
    const gcv_suspect *row = &found->rows.data[item];
    uint64_t bytes = row->retained;
    gcv_points points = {0};
    if (old != NULL && old[item] != GCV_NOT_REACHABLE) {
        bytes = bytes > old[item] ? bytes - old[item] : 0;
    }
    if (old != NULL && has_grown_much(row->retained, old[item])) {
        points.of[GCV_EVIDENCE_GREW] = GCV_POINTS_GREW;
    }
    points.of[GCV_EVIDENCE_SIZE] = gcv_points_of_size(bytes, input->whole);
    if (row->type == GCV_NONE) {
        points.of[GCV_EVIDENCE_YOURS] =
            is_of_platform(input->heap, row->name) ? 0 : GCV_POINTS_HOLDER_YOURS;
    } else if (is_mine(found, row->type)) {
        points.of[GCV_EVIDENCE_YOURS] = GCV_POINTS_YOURS;
    }
    if (row->crowd != GCV_NONE) {
        add_crowd(input, found, &found->crowds.all.data[row->crowd], &points);
    }
    return points;
}

/* Whether a crowd retains enough for what the name of its type says, and has enough points. A crowd
 * gets points for nothing but its size, and so too few, unless its type or its holder is the
 * program's or its type has a brief name. */
bool gcv_crowd_is_suspect(const gcv_suspect_input *input, const gcv_suspects *found,
                          const gcv_crowd *crowd, uint64_t retained)
{
    gcv_points points = {0};
    points.of[GCV_EVIDENCE_SIZE] = gcv_points_of_size(retained, input->whole);
    add_crowd(input, found, crowd, &points);
    return retained >= gcv_least_of_crowd(input, crowd->kinds) &&
           gcv_points_sum(&points) >= GCV_POINTS_ENOUGH;
}

/* ---- crowds around crowds ------------------------------------------------------------------ */

static uint32_t end_of(gcv_crowd_folder *folder, uint32_t crowd)
{
    while (folder->link[crowd] != crowd) {
        crowd = folder->link[crowd];
    }
    return crowd;
}

/* Returns the nearest suspect among the crowds around a crowd; GCV_NONE: there is none.
 * `*behind_one`: the same one of its objects is on the chains of all members. Crowds of types whose
 * names are alike can be around each other, so the walk ends after as many steps as there are
 * crowds. */
static uint32_t suspect_around(const gcv_crowd_folder *folder, uint32_t crowd, bool *behind_one)
{
    const gcv_crowd *all = folder->out->crowds.all.data;
    size_t left = folder->out->crowds.all.n;
    uint32_t at = all[crowd].around;
    *behind_one = all[crowd].behind_one;
    for (; at != GCV_NONE && !folder->alive[at]; left--) {
        *behind_one = *behind_one && all[at].behind_one;
        at = left > 0 ? all[at].around : GCV_NONE;
    }
    return at;
}

/* Folds a crowd into the suspect crowd around it, or the other way round. The inner crowd
 * represents the outer one if it retains 70 % of what the outer one retains and either is behind a
 * single object of the outer crowd or was captured by it (closures, state machines). Otherwise, an
 * inner crowd behind several objects is a part of these, and is folded into the outer crowd. */
static void fold_pair(gcv_crowd_folder *folder, uint32_t crowd)
{
    const gcv_crowd *all = folder->out->crowds.all.data;
    bool behind_one;
    uint32_t around = suspect_around(folder, crowd, &behind_one);
    if (around == GCV_NONE) {
        return;
    }
    if (behind_one || (all[around].kinds & GCV_KEEPS_CAPTURE) != 0) {
        if (gcv_keeps(all[crowd].retained, all[around].retained)) {
            if (folder->link[around] == around && end_of(folder, crowd) != around) {
                folder->link[around] = crowd;
            }
            return;
        }
    }
    if (!behind_one && folder->link[crowd] == crowd && end_of(folder, around) != crowd) {
        folder->link[crowd] = around;
    }
}

/* What retains the most comes first. */
static bool folds_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_crowd *x = (const gcv_crowd *)payload + a, *y = (const gcv_crowd *)payload + b;
    return x->retained != y->retained ? x->retained > y->retained : gcv_crowd_before(x, y);
}

/* Finds which crowds are suspects, and folds these into each other. */
static void fold_all(gcv_crowd_folder *folder)
{
    const gcv_crowd_column *all = &folder->out->crowds.all;
    uint32_t n = 0;
    for (uint32_t i = 0; i < all->n; i++) {
        const gcv_crowd *crowd = &all->data[i];
        folder->link[i] = i;
        folder->alive[i] = gcv_crowd_is_suspect(folder->input, folder->out, crowd, crowd->retained);
        folder->order[n] = i;
        n += folder->alive[i];
    }
    gcv_sort(folder->ctx, folder->order, n, folds_before, all->data);
    for (uint32_t i = 0; i < n; i++) {
        fold_pair(folder, folder->order[i]);
    }
}

/* ---- crowds and rows ----------------------------------------------------------------------- */

/* Returns the row of the nearest object that dominates all members; GCV_NONE: there is none. The
 * objects that an object dominates are at contiguous positions in the tree. */
static uint32_t row_over(const gcv_crowd_folder *folder, const gcv_crowd *crowd)
{
    const gcv_dominators *d = folder->input->dominators;
    const gcv_suspects *out = folder->out;
    const uint32_t *members = out->crowds.members.data + crowd->first;
    uint32_t first = d->number[members[0]], last = first, w = first, row;
    for (uint32_t i = 1; i < crowd->n; i++) {
        const uint32_t number = d->number[members[i]];
        first = out->tree.at[number] < out->tree.at[first] ? number : first;
        last = out->tree.at[number] > out->tree.at[last] ? number : last;
    }
    for (; w != 0; w = d->dominator[w]) {
        row = gcv_row_of_walk(folder->input, out, w);
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
    const gcv_heap *heap = folder->input->heap;
    const gcv_crowd *crowd = &folder->out->crowds.all.data[item];
    gcv_suspect row = {0};
    row.object = row.like = GCV_NONE;
    row.type = crowd->type;
    row.name = heap->types.name[crowd->type];
    row.retained = crowd->retained;
    row.objects = crowd->n;
    row.root = crowd->root;
    row.root_kind = crowd->root_kind;
    row.fingerprint = gcv_fingerprint_of_hash(crowd->hash);
    row.crowd = item;
    gcv_suspect_column_push(folder->ctx, &folder->out->rows, row);
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

static void mark_mine(const gcv_suspect_input *input, gcv_suspects *out)
{
    for (size_t i = 0; i < out->rows.n; i++) {
        gcv_suspect *row = &out->rows.data[i];
        row->mine = row->type != GCV_NONE ? is_mine(out, row->type)
                                          : !is_of_platform(input->heap, row->name);
        if (row->crowd != GCV_NONE) {
            row->mine = row->mine || holder_is_mine(input, out, &out->crowds.all.data[row->crowd]);
        }
    }
}

void gcv_suspect_crowd_folds(gcv_context *ctx, const gcv_suspect_input *input, gcv_suspects *out)
{
    const size_t n = out->crowds.all.n;
    gcv_crowd_folder folder;
    folder.ctx = ctx;
    folder.input = input;
    folder.out = out;
    folder.link = gcv_alloc(ctx, n, sizeof *folder.link);
    folder.alive = gcv_alloc(ctx, n, sizeof *folder.alive);
    folder.order = gcv_alloc(ctx, n, sizeof *folder.order);
    fold_all(&folder);
    give_rows(&folder);
    mark_mine(input, out);
    gcv_free(ctx, folder.link);
    gcv_free(ctx, folder.alive);
    gcv_free(ctx, folder.order);
}
