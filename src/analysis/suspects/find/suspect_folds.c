/* suspect_folds.c - folds groups that are about the same as another suspect; see suspects.h.
 *
 * The suspect that holds most of a group is found by a majority vote of its top members (R. S.
 * Boyer and J S. Moore, "MJRTY", 1991): one pass over the dominator tree for any number of groups,
 * and a second pass in the rare case that the first leaves something open. Passes go in the order
 * of the tree, so that a stack tells what holds an object, and most of what is read is next to what
 * was read before. With columns for what holds each object, and a list of the top members for the
 * second pass, it took four times as long. The stack takes 12 bytes for each object on a path down
 * the tree below which a holder changes.
 */
#include "analysis/suspects/find/suspects.h"

#include "base/error.h"

/* What holds the objects up to a position in the tree. Entries above it on the stack take
 * precedence. */
typedef struct gcv_hold {
    uint32_t end;   /* position after the last of them */
    uint32_t row;   /* suspect of the nearest heavy dominator, if its accumulation point dominates
                       that dominator; GCV_NONE */
    uint32_t group; /* group of the nearest dominator that is in one; GCV_NONE */
} gcv_hold;

GCV_COLUMN(gcv_hold_column, gcv_hold);

typedef struct gcv_folder {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const uint32_t *group_of;
    gcv_suspects *out;
    gcv_hold_column holds; /* a stack */
} gcv_folder;

typedef void gcv_poll(gcv_majority *majority, uint32_t choice, uint64_t votes);

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

/* Adds up the members of each group over its types, and finds whether all their chains begin at one
 * root, or at roots of one kind. */
static void add_types(const gcv_folder *folder)
{
    const gcv_suspects *out = folder->out;
    for (uint32_t t = 0; t < out->n_types; t++) {
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

/* Returns the group of the object at a position; GCV_NONE: none. */
static uint32_t group_at(const gcv_folder *folder, uint32_t at)
{
    uint32_t group = folder->group_of[folder->out->room.type[at]];
    return group != GCV_NONE && gcv_suspects_select(
                                    folder->input, folder->out,
                                    folder->input->dominators->object[folder->out->tree.order[at]])
               ? group
               : GCV_NONE;
}

/* Lets a top member of a group vote for what holds it, or counts its votes. */
static void poll_top(const gcv_folder *folder, uint32_t at, gcv_heavy_group *group, uint32_t row,
                     const gcv_hold *hold, gcv_poll *poll)
{
    const uint32_t w = folder->out->tree.order[at];
    const uint64_t retained = folder->input->dominators->retained[w];
    group->until = at + folder->out->tree.size[w];
    group->largest = retained > group->largest ? retained : group->largest;
    group->top_bytes += retained;
    poll(&group->held_by_row, row != GCV_NONE ? row : hold->row, retained);
    poll(&group->held_by_group, hold->group, retained);
}

/* Records what holds the objects that the object at a position dominates, if there are any. */
static void hold(gcv_folder *folder, uint32_t at, uint32_t row, uint32_t group)
{
    const gcv_suspects *out = folder->out;
    const uint32_t w = out->tree.order[at];
    gcv_hold next = folder->holds.data[folder->holds.n - 1];
    next.end = at + out->tree.size[w];
    if (next.end == at + 1) {
        return;
    }
    next.group = group != GCV_NONE ? group : next.group;
    if (row != GCV_NONE) {
        uint32_t end = folder->input->dominators->number[out->rows.data[row].object];
        next.row = gcv_dominator_tree_dominates(&out->tree, end, w) ? row : GCV_NONE;
    }
    gcv_hold_column_push(folder->ctx, &folder->holds, next);
}

/* Returns what holds the object at a position, after dropping entries that end before it. */
static const gcv_hold *hold_at(gcv_folder *folder, uint32_t at)
{
    const gcv_hold *all = folder->holds.data;
    while (at >= all[folder->holds.n - 1].end) {
        folder->holds.n--;
    }
    return &all[folder->holds.n - 1];
}

/* Polls the object at a position, which is heavy, in a group, or both. */
static void poll_at(gcv_folder *folder, uint32_t at, uint32_t row, uint32_t group, gcv_poll *poll)
{
    const gcv_hold *last = hold_at(folder, at);
    if (group != GCV_NONE && at >= folder->out->groups.data[group].until) {
        poll_top(folder, at, &folder->out->groups.data[group], row, last, poll);
    }
    if (row != GCV_NONE || group != last->group) {
        hold(folder, at, row, group);
    }
}

/* Polls all members of all groups. Most objects are in no group and not heavy. */
static void poll_all(gcv_folder *folder, gcv_poll *poll)
{
    const gcv_hold none = {UINT32_MAX, GCV_NONE, GCV_NONE};
    const gcv_suspects *out = folder->out;
    gcv_hold_column_push(folder->ctx, &folder->holds, none);
    for (uint32_t at = 1; at < out->tree.n; at++) {
        const bool heavy = gcv_bitset_has(&out->heavy, at);
        const uint32_t group = group_at(folder, at);
        if (heavy || group != GCV_NONE) {
            const uint32_t row = heavy ? out->row_of[out->tree.order[at]] : GCV_NONE;
            poll_at(folder, at, row, group, poll);
        }
    }
    folder->holds.n = 0;
}

static bool is_same(const gcv_heavy_group *group, const gcv_majority *holder, uint64_t retained)
{
    return gcv_keeps(holder->votes, group->top_bytes) && gcv_keeps(group->retained, retained);
}

static bool is_same_as_row(const gcv_folder *folder, const gcv_heavy_group *group,
                           const gcv_majority *holder)
{
    return holder->choice != GCV_NONE &&
           is_same(group, holder, folder->out->rows.data[holder->choice].retained);
}

static bool is_same_as_group(const gcv_folder *folder, const gcv_heavy_group *group,
                             const gcv_majority *holder)
{
    return holder->choice != GCV_NONE &&
           is_same(group, holder, folder->out->groups.data[holder->choice].retained);
}

/* Returns the choice of a vote with the most votes that it may have: its surplus, and half of the
 * votes that cancelled each other out. */
static gcv_majority most_of(const gcv_heavy_group *group, gcv_majority left)
{
    left.votes += (group->top_bytes - left.votes) / 2;
    return left;
}

/* Whether votes must be counted to know if a choice has enough of them: its surplus does not tell.
 */
static bool is_open(const gcv_folder *folder, const gcv_heavy_group *group)
{
    const gcv_majority row = most_of(group, group->held_by_row);
    const gcv_majority other = most_of(group, group->held_by_group);
    return is_same_as_row(folder, group, &row) !=
               is_same_as_row(folder, group, &group->held_by_row) ||
           is_same_as_group(folder, group, &other) !=
               is_same_as_group(folder, group, &group->held_by_group);
}

/* Lets all top members vote. If that leaves anything open, counts the votes for the choices found.
 */
static void poll_groups(gcv_folder *folder)
{
    gcv_heavy_group_column *groups = &folder->out->groups;
    if (groups->n > 0) {
        poll_all(folder, vote);
    }
    bool open = false;
    for (size_t i = 0; i < groups->n; i++) {
        open = open || is_open(folder, &groups->data[i]);
    }
    for (size_t i = 0; open && i < groups->n; i++) {
        gcv_heavy_group *group = &groups->data[i];
        group->held_by_row.votes = group->held_by_group.votes = group->top_bytes = 0;
        group->until = 0;
    }
    if (open) {
        poll_all(folder, count);
    }
    gcv_hold_column_release(folder->ctx, &folder->holds);
}

/* Folds each group into a row, links it to another group, or does neither. */
static void elect(gcv_folder *folder)
{
    gcv_suspects *out = folder->out;
    for (size_t i = 0; i < out->groups.n; i++) {
        gcv_heavy_group *group = &out->groups.data[i];
        group->row = group->link = GCV_NONE;
        if (is_same_as_row(folder, group, &group->held_by_row)) {
            group->row = group->held_by_row.choice;
        } else if (is_same_as_group(folder, group, &group->held_by_group)) {
            group->link = group->held_by_group.choice;
        }
    }
}

/* Cuts each cycle of links at its largest group. `until` marks each visited group with the start of
 * the visit, counted from 1. */
static void cut_circles(gcv_heavy_group_column *groups)
{
    gcv_heavy_group *all = groups->data;
    uint32_t at, best, start;
    for (uint32_t i = 0; i < groups->n; i++) {
        all[i].until = 0;
    }
    for (uint32_t i = 0; i < groups->n; i++) {
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

static void add_row(gcv_folder *folder, gcv_heavy_group *group)
{
    gcv_suspect row = {0};
    row.object = row.crowd = GCV_NONE;
    row.type = group->type;
    row.name = group->name;
    row.retained = group->retained;
    row.objects = group->starts.members;
    row.largest = group->largest;
    row.root = group->starts.root;
    row.root_kind = group->starts.root_kind;
    group->row = (uint32_t)folder->out->rows.n;
    gcv_suspect_column_push(folder->ctx, &folder->out->rows, row);
}

/* Adds rows for the groups that are neither folded nor linked, then gives linked groups the row at
 * the end of their links. */
static void finish(gcv_folder *folder)
{
    gcv_heavy_group_column *groups = &folder->out->groups;
    uint32_t at, row;
    for (uint32_t i = 0; i < groups->n; i++) {
        gcv_heavy_group *group = &groups->data[i];
        if (group->row == GCV_NONE && group->link == GCV_NONE) {
            add_row(folder, group);
        }
    }
    for (uint32_t i = 0; i < groups->n; i++) {
        for (at = i; groups->data[at].row == GCV_NONE; at = groups->data[at].link) {
        }
        row = groups->data[at].row;
        for (at = i; groups->data[at].row == GCV_NONE; at = groups->data[at].link) {
            groups->data[at].row = row;
        }
    }
}

void gcv_suspect_folds(gcv_context *ctx, const gcv_suspect_input *input,
                       const uint32_t *group_of_type, gcv_suspects *out)
{
    gcv_folder folder = {0};
    folder.ctx = ctx;
    folder.input = input;
    folder.group_of = group_of_type;
    folder.out = out;
    add_types(&folder);
    poll_groups(&folder);
    elect(&folder);
    cut_circles(&out->groups);
    finish(&folder);
}
