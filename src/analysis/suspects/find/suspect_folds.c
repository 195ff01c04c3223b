/* suspect_folds.c - folds groups that are about the same as another suspect; see suspects.h.
 *
 * The suspect that most of a group is below is found by a majority vote of its top members (R. S.
 * Boyer and J S. Moore, "MJRTY", 1991): one pass over the dominator tree for any number of groups,
 * and a second pass in the rare case that the first leaves something open. Passes go in the order
 * of the tree, so that a stack tells what an object is below, and most of what is read is next to
 * what was read before. With columns for what is above each object, and a list of the top members
 * for the second pass, it took four times as long. The stack takes 12 bytes for each object on a
 * path down the tree below which that changes.
 */
#include "analysis/suspects/find/suspect_steps.h"

#include "base/error.h"

/* The suspect and the group that objects up to a position in the tree are below. Entries above it
 * on the stack take precedence. */
typedef struct gcv_over {
    uint32_t end;   /* position after the last of the objects */
    uint32_t row;   /* suspect of the nearest heavy dominator, if its accumulation point dominates
                       that dominator; GCV_NONE */
    uint32_t group; /* group of the nearest dominator that is in one; GCV_NONE */
} gcv_over;

GCV_COLUMN(gcv_over_column, gcv_over);

/* The choice with more than half of all votes, if there is one: one pass finds it, another counts
 * its votes. */
typedef struct gcv_majority {
    uint32_t choice; /* GCV_NONE: nothing, or no vote yet */
    uint64_t votes;
} gcv_majority;

/* The votes of a group. */
typedef struct gcv_ballot {
    gcv_majority row, group; /* the suspect and the other group that its top members are below */
    uint64_t all;            /* sum of the bytes that each top member retains */
    uint32_t until;          /* position after the last object that its last top member dominates */
} gcv_ballot;

typedef struct gcv_folder {
    const gcv_search *search;
    const gcv_in_tree *objects;
    const gcv_dominator_tree *tree;
    const uint32_t *group_of; /* per type */
    const gcv_bitset *heavy;  /* by tree */
    gcv_ballot *ballots;      /* per group */
    uint32_t *link;           /* per group: group that it is folded into; GCV_NONE: none */
    gcv_over_column over;     /* a stack */
    bool counts;              /* in the second pass: votes for the choices found */
    gcv_suspects *out;
} gcv_folder;

/* Votes for a choice; `counts`: or only counts the votes for the one that was found. */
static void vote(gcv_majority *majority, uint32_t choice, uint64_t votes, bool counts)
{
    if (majority->choice == choice) {
        majority->votes += votes;
    } else if (counts) {
        return;
    } else if (votes <= majority->votes) {
        majority->votes -= votes;
    } else {
        majority->choice = choice;
        majority->votes = votes - majority->votes;
    }
}

/* Returns the group of the object at a position; GCV_NONE: none. */
static uint32_t group_at(const gcv_folder *folder, uint32_t at)
{
    const uint32_t group = folder->group_of[folder->objects->type[at]];
    const uint32_t *object = folder->search->input->dominators->object;
    return group != GCV_NONE && gcv_search_selects(folder->search, object[folder->tree->order[at]])
               ? group
               : GCV_NONE;
}

/* Lets a top member of a group vote for what it is below, or counts its votes. */
static void poll_top(const gcv_folder *folder, uint32_t at, uint32_t group, uint32_t row,
                     const gcv_over *over)
{
    const uint32_t w = folder->tree->order[at];
    const uint64_t retained = folder->search->input->dominators->retained[w];
    gcv_heavy_group *of = &folder->out->groups.data[group];
    gcv_ballot *ballot = &folder->ballots[group];
    of->largest = retained > of->largest ? retained : of->largest;
    ballot->until = at + folder->tree->size[w];
    ballot->all += retained;
    vote(&ballot->row, row != GCV_NONE ? row : over->row, retained, folder->counts);
    vote(&ballot->group, over->group, retained, folder->counts);
}

/* Records what the objects that the object at a position dominates are below, if there are any. */
static void push_over(gcv_folder *folder, uint32_t at, uint32_t row, uint32_t group)
{
    const gcv_dominator_tree *tree = folder->tree;
    const uint32_t w = tree->order[at];
    gcv_over next = folder->over.data[folder->over.n - 1];
    next.end = at + tree->size[w];
    if (next.end == at + 1) {
        return;
    }
    next.group = group != GCV_NONE ? group : next.group;
    if (row != GCV_NONE) {
        const uint32_t object = folder->out->rows.data[row].object;
        const uint32_t end = folder->search->input->dominators->number[object];
        next.row = gcv_dominator_tree_dominates(tree, end, w) ? row : GCV_NONE;
    }
    gcv_over_column_push(folder->search->ctx, &folder->over, next);
}

/* Polls all members of all groups. Most objects are in no group and not heavy. */
static void poll_all(gcv_folder *folder)
{
    const gcv_over none = {UINT32_MAX, GCV_NONE, GCV_NONE};
    gcv_over_column_push(folder->search->ctx, &folder->over, none);
    for (uint32_t at = 1; at < folder->tree->n; at++) {
        const bool heavy = gcv_bitset_has(folder->heavy, at);
        const uint32_t group = group_at(folder, at);
        if (!heavy && group == GCV_NONE) {
            continue;
        }
        const uint32_t row = heavy ? folder->out->row_of[folder->tree->order[at]] : GCV_NONE;
        while (at >= folder->over.data[folder->over.n - 1].end) {
            folder->over.n--;
        }
        const gcv_over *over = &folder->over.data[folder->over.n - 1];
        if (group != GCV_NONE && at >= folder->ballots[group].until) {
            poll_top(folder, at, group, row, over);
        }
        if (row != GCV_NONE || group != over->group) {
            push_over(folder, at, row, group);
        }
    }
    folder->over.n = 0;
}

/* Whether a group gives enough of its votes to something that retains `retained` bytes, and is
 * large enough itself, to be about the same. */
static bool is_same(const gcv_folder *folder, uint32_t group, uint64_t votes, uint64_t retained)
{
    return gcv_keeps(votes, folder->ballots[group].all) &&
           gcv_keeps(folder->out->groups.data[group].retained, retained);
}

static bool is_same_as_row(const gcv_folder *folder, uint32_t group, uint64_t votes)
{
    const uint32_t row = folder->ballots[group].row.choice;
    return row != GCV_NONE && is_same(folder, group, votes, folder->out->rows.data[row].retained);
}

static bool is_same_as_group(const gcv_folder *folder, uint32_t group, uint64_t votes)
{
    const uint32_t other = folder->ballots[group].group.choice;
    return other != GCV_NONE &&
           is_same(folder, group, votes, folder->out->groups.data[other].retained);
}

/* Returns the most votes that a choice may have: its surplus, and half of the votes that cancelled
 * each other out. */
static uint64_t most_of(const gcv_ballot *ballot, const gcv_majority *left)
{
    return left->votes + (ballot->all - left->votes) / 2;
}

/* Whether votes must be counted to know if a choice has enough of them: its surplus does not tell.
 */
static bool is_open(const gcv_folder *folder, uint32_t group)
{
    const gcv_ballot *ballot = &folder->ballots[group];
    return is_same_as_row(folder, group, most_of(ballot, &ballot->row)) !=
               is_same_as_row(folder, group, ballot->row.votes) ||
           is_same_as_group(folder, group, most_of(ballot, &ballot->group)) !=
               is_same_as_group(folder, group, ballot->group.votes);
}

/* Lets all top members vote. If that leaves anything open, counts the votes for the choices found.
 */
static void poll_groups(gcv_folder *folder)
{
    const uint32_t n = (uint32_t)folder->out->groups.n;
    bool open = false;
    for (uint32_t i = 0; i < n; i++) {
        folder->ballots[i].row.choice = folder->ballots[i].group.choice = GCV_NONE;
    }
    if (n > 0) {
        poll_all(folder);
    }
    for (uint32_t i = 0; i < n; i++) {
        open = open || is_open(folder, i);
    }
    for (uint32_t i = 0; open && i < n; i++) {
        gcv_ballot *ballot = &folder->ballots[i];
        ballot->row.votes = ballot->group.votes = ballot->all = 0;
        ballot->until = 0;
    }
    folder->counts = true;
    if (open) {
        poll_all(folder);
    }
    gcv_over_column_release(folder->search->ctx, &folder->over);
}

/* Folds each group into a row, links it to another group, or does neither. */
static void elect(gcv_folder *folder)
{
    gcv_suspects *out = folder->out;
    for (uint32_t i = 0; i < out->groups.n; i++) {
        const gcv_ballot *ballot = &folder->ballots[i];
        folder->link[i] = GCV_NONE;
        if (is_same_as_row(folder, i, ballot->row.votes)) {
            out->groups.data[i].row = ballot->row.choice;
        } else if (is_same_as_group(folder, i, ballot->group.votes)) {
            folder->link[i] = ballot->group.choice;
        }
    }
}

/* Opens each cycle of links at its largest group. `visit`: per group, the start of the visit that
 * came to it, counted from 1; 0: none. */
static void open_cycles(const gcv_heavy_group_column *groups, uint32_t *link, uint32_t *visit)
{
    const gcv_heavy_group *all = groups->data;
    uint32_t at, best, start;
    for (uint32_t i = 0; i < groups->n; i++) {
        for (at = i; at != GCV_NONE && visit[at] == 0; at = link[at]) {
            visit[at] = i + 1;
        }
        if (at == GCV_NONE || visit[at] != i + 1) {
            continue;
        }
        start = best = at;
        for (at = link[at]; at != start; at = link[at]) {
            if (all[at].retained > all[best].retained ||
                (all[at].retained == all[best].retained && at < best)) {
                best = at;
            }
        }
        link[best] = GCV_NONE;
    }
}

static void add_row(const gcv_folder *folder, gcv_heavy_group *group)
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
    row.fingerprint = gcv_fingerprint_of_group(folder->search->ctx, row.name, row.type == GCV_NONE);
    group->row = (uint32_t)folder->out->rows.n;
    gcv_suspect_column_push(folder->search->ctx, &folder->out->rows, row);
}

/* Adds rows for the groups that are neither folded nor linked, then gives linked groups the row at
 * the end of their links. */
static void give_rows(const gcv_folder *folder)
{
    gcv_heavy_group_column *groups = &folder->out->groups;
    uint32_t at, row;
    for (uint32_t i = 0; i < groups->n; i++) {
        gcv_heavy_group *group = &groups->data[i];
        if (group->row == GCV_NONE && folder->link[i] == GCV_NONE) {
            add_row(folder, group);
        }
    }
    for (uint32_t i = 0; i < groups->n; i++) {
        for (at = i; groups->data[at].row == GCV_NONE; at = folder->link[at]) {
        }
        row = groups->data[at].row;
        for (at = i; groups->data[at].row == GCV_NONE; at = folder->link[at]) {
            groups->data[at].row = row;
        }
    }
}

void gcv_suspect_folds(const gcv_search *search, const gcv_in_tree *objects,
                       const uint32_t *group_of, const gcv_bitset *heavy, gcv_suspects *out)
{
    gcv_context *ctx = search->ctx;
    const size_t n = out->groups.n;
    uint32_t *visit = gcv_alloc_zeroed(ctx, n, sizeof *visit);
    gcv_folder folder = {.search = search,
                         .objects = objects,
                         .tree = objects->tree,
                         .group_of = group_of,
                         .heavy = heavy};
    folder.ballots = gcv_alloc_zeroed(ctx, n, sizeof *folder.ballots);
    folder.link = gcv_alloc(ctx, n, sizeof *folder.link);
    folder.out = out;
    poll_groups(&folder);
    elect(&folder);
    open_cycles(&out->groups, folder.link, visit);
    give_rows(&folder);
    GCV_FREE(ctx, folder.ballots, folder.link, visit);
}
