/* suspect_folds.c - folds groups that are about the same as another suspect; see suspects.h.
 *
 * Which suspect holds most of a group is a majority vote over its top members (R. S. Boyer and J S.
 * Moore, "MJRTY", 1991): one pass over the dominator tree for any number of groups, and one over
 * their top members. 4 bytes for each top member.
 */
#include "analysis/suspects/suspects.h"

#include "base/error.h"

#include <string.h>

typedef struct gcv_folder {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const uint32_t *group_of;
    gcv_suspects *out;
    uint32_t *row; /* per number: suspect of the nearest heavy dominator, itself included, if the
                      accumulation point of that suspect dominates it; GCV_NONE */
    uint32_t
        *group; /* per number: group of the nearest dominator that is in one, itself included */
    gcv_u32_column tops; /* top members of all groups */
} gcv_folder;

static uint32_t group_of(const gcv_folder *folder, uint32_t w)
{
    uint32_t group = folder->group_of[folder->out->room.type[w]];
    return group != GCV_NONE && gcv_suspects_select(folder->input, folder->out,
                                                    folder->input->dominators->object[w])
               ? group
               : GCV_NONE;
}

static void find_nearest(gcv_folder *folder)
{
    const gcv_dominators *d = folder->input->dominators;
    const gcv_dominator_tree *tree = &folder->out->tree;
    uint32_t w;
    folder->row[0] = folder->group[0] = GCV_NONE;
    for (w = 1; w <= d->n_reached; w++) {
        uint32_t over = d->dominator[w], row = folder->out->row_of[w];
        uint32_t own = group_of(folder, w);
        folder->group[w] = own != GCV_NONE ? own : folder->group[over];
        folder->row[w] = folder->row[over];
        if (row != GCV_NONE) {
            uint32_t end = d->number[folder->out->rows.data[row].object];
            folder->row[w] = gcv_dominator_tree_dominates(tree, end, w) ? row : GCV_NONE;
        }
    }
}

static void vote(gcv_majority *majority, uint32_t choice, uint64_t votes)
{
    if (majority->choice == choice) {
        majority->votes += votes;
    } else if (votes <= majority->votes) {
        majority->votes -= votes;
    } else {
        majority->choice = choice;
        majority->votes = votes - majority->votes;
    }
}

static void count(gcv_majority *majority, uint32_t choice, uint64_t votes)
{
    majority->votes += majority->choice == choice ? votes : 0;
}

/* Adds what is known of the types of each group: how many members there are, and whether their
 * chains begin with one root, or with roots of one kind. */
static void add_types(const gcv_folder *folder)
{
    const gcv_suspects *out = folder->out;
    uint32_t t;
    for (t = 0; t < out->n_types; t++) {
        const gcv_chain_starts *type = &out->starts[t];
        if (folder->group_of[t] != GCV_NONE && type->members > 0) {
            gcv_chain_starts *group = &out->groups.data[folder->group_of[t]].starts;
            const bool first = group->members == 0;
            group->root = first || group->root == type->root ? type->root : GCV_NONE;
            group->root_kind =
                first || group->root_kind == type->root_kind ? type->root_kind : GCV_NONE;
            group->members += type->members;
        }
    }
}

/* A top member votes for what holds it, or its votes are counted. */
static void poll(const gcv_folder *folder, uint32_t w,
                 void (*add)(gcv_majority *, uint32_t, uint64_t))
{
    const gcv_dominators *d = folder->input->dominators;
    const gcv_suspects *out = folder->out;
    gcv_heavy_group *group = &out->groups.data[folder->group[w]];
    uint32_t over = d->dominator[w];
    uint32_t row = out->row_of[w] != GCV_NONE ? out->row_of[w] : folder->row[over];
    add(&group->held_by_row, row, d->retained[w]);
    add(&group->held_by_group, folder->group[over], d->retained[w]);
}

/* Looks at all members of all groups; the top ones vote. */
static gcv_status poll_members(gcv_folder *folder, gcv_error *err)
{
    const gcv_dominators *d = folder->input->dominators;
    gcv_suspects *out = folder->out;
    gcv_status status = GCV_OK;
    uint32_t at;
    for (at = 1; status == GCV_OK && at < out->tree.n; at++) {
        uint32_t w = out->tree.order[at], own = group_of(folder, w);
        gcv_heavy_group *group;
        if (own == GCV_NONE) {
            continue;
        }
        group = &out->groups.data[own];
        group->largest = d->retained[w] > group->largest ? d->retained[w] : group->largest;
        if (at >= group->until) {
            group->until = gcv_dominator_tree_end(&out->tree, w);
            group->top_bytes += d->retained[w];
            poll(folder, w, vote);
            status = gcv_u32_column_push(folder->ctx, &folder->tops, w, err);
        }
    }
    return status;
}

/* The votes of all top members are counted again: only those for the choice that is left count. */
static gcv_status poll_twice(gcv_folder *folder, gcv_error *err)
{
    gcv_heavy_group_column *groups = &folder->out->groups;
    gcv_status status = poll_members(folder, err);
    size_t i;
    for (i = 0; i < groups->n; i++) {
        groups->data[i].held_by_row.votes = groups->data[i].held_by_group.votes = 0;
    }
    for (i = 0; i < folder->tops.n; i++) {
        poll(folder, folder->tops.data[i], count);
    }
    gcv_u32_column_release(folder->ctx, &folder->tops);
    return status;
}

static bool is_same(const gcv_heavy_group *group, const gcv_majority *holder, uint64_t retained)
{
    return gcv_keeps(holder->votes, group->top_bytes) && gcv_keeps(group->retained, retained);
}

/* Folds each group into a row, links it to another group, or neither. */
static void elect(gcv_folder *folder)
{
    gcv_suspects *out = folder->out;
    size_t i;
    for (i = 0; i < out->groups.n; i++) {
        gcv_heavy_group *group = &out->groups.data[i];
        uint32_t row = group->held_by_row.choice, other = group->held_by_group.choice;
        group->row = group->link = GCV_NONE;
        if (row != GCV_NONE && is_same(group, &group->held_by_row, out->rows.data[row].retained)) {
            group->row = row;
        } else if (other != GCV_NONE &&
                   is_same(group, &group->held_by_group, out->groups.data[other].retained)) {
            group->link = other;
        }
    }
}

/* Cuts each circle of links at its largest group. `until` marks the groups that were visited by the
 * start of the visit. */
static void cut_circles(gcv_heavy_group_column *groups)
{
    gcv_heavy_group *all = groups->data;
    uint32_t i, at, best, start;
    for (i = 0; i < groups->n; i++) {
        all[i].until = 0;
    }
    for (i = 0; i < groups->n; i++) {
        for (at = i; at != GCV_NONE && all[at].until == 0; at = all[at].link) {
            all[at].until = i + 1;
        }
        if (at == GCV_NONE || all[at].until != i + 1) {
            continue;
        }
        start = best = at;
        for (at = all[at].link; at != start; at = all[at].link) {
            if (all[at].retained > all[best].retained ||
                (all[at].retained == all[best].retained && at < best)) {
                best = at;
            }
        }
        all[best].link = GCV_NONE;
    }
}

static gcv_status add_row(gcv_folder *folder, gcv_heavy_group *group, gcv_error *err)
{
    gcv_suspect row;
    memset(&row, 0, sizeof row);
    row.object = row.crowd = GCV_NONE;
    row.type = group->type;
    row.name = group->name;
    row.retained = group->retained;
    row.objects = group->starts.members;
    row.largest = group->largest;
    row.root = group->starts.root;
    row.root_kind = group->starts.root_kind;
    group->row = (uint32_t)folder->out->rows.n;
    return gcv_suspect_column_push(folder->ctx, &folder->out->rows, row, err);
}

/* Adds rows for the groups that are left, then gives linked groups the row at the end of their
 * links. */
static gcv_status finish(gcv_folder *folder, gcv_error *err)
{
    gcv_heavy_group_column *groups = &folder->out->groups;
    gcv_status status = GCV_OK;
    uint32_t i, at, row;
    for (i = 0; status == GCV_OK && i < groups->n; i++) {
        gcv_heavy_group *group = &groups->data[i];
        if (group->row == GCV_NONE && group->link == GCV_NONE) {
            status = add_row(folder, group, err);
        }
    }
    for (i = 0; status == GCV_OK && i < groups->n; i++) {
        for (at = i; groups->data[at].row == GCV_NONE; at = groups->data[at].link) {
        }
        row = groups->data[at].row;
        for (at = i; groups->data[at].row == GCV_NONE; at = groups->data[at].link) {
            groups->data[at].row = row;
        }
    }
    return status;
}

gcv_status gcv_suspect_folds(gcv_context *ctx, const gcv_suspect_input *input,
                             const uint32_t *group_of_type, gcv_suspects *out, gcv_error *err)
{
    gcv_status status;
    gcv_folder folder;
    memset(&folder, 0, sizeof folder);
    folder.ctx = ctx;
    folder.input = input;
    folder.group_of = group_of_type;
    folder.out = out;
    folder.row = out->room.column[0];
    folder.group = out->room.column[1];
    find_nearest(&folder);
    add_types(&folder);
    status = poll_twice(&folder, err);
    if (status == GCV_OK) {
        elect(&folder);
        cut_circles(&out->groups);
        status = finish(&folder, err);
    }
    return status;
}
