/* past_parts.c - members of crowds of an older dump that are parts of others, see past_matcher.h */
#include "analysis/suspects/explain/past_matcher.h"

#include "analysis/suspects/find/parts.h"
#include "base/sort.h"
#include "heap/shapes.h"

bool gcv_past_is_in_table(const gcv_past_matcher *matcher, const gcv_crowd *crowd)
{
    const gcv_heap *heap = matcher->input->heap;
    const uint32_t *parent = matcher->input->paths->parent;
    const uint32_t *members = gcv_crowd_members(&matcher->found->crowds, crowd);
    const uint32_t over = parent[members[0]];
    uint32_t n = 0;
    for (uint32_t i = 0; i < crowd->n; i++) {
        n += parent[members[i]] == over;
    }
    return over < GCV_ROOTED && n > GCV_SLOTS_ALIKE &&
           gcv_is_plain_object(heap->types.name[gcv_heap_object_row(heap, over)]);
}

/* A table that had few keys held records, as far as the older dump tells. Removes what holds
 * members of a crowd that is in a table now, and lets these be held by nothing else. */
static void remove_tables(gcv_context *ctx, gcv_member_column *members)
{
    gcv_id_map holders = {NULL, 0, 0};
    size_t kept = 0;
    for (size_t i = 0; i < members->n; i++) {
        if (members->data[i].over != GCV_NONE) {
            gcv_id_map_set(ctx, &holders, members->data[i].over, 0);
        }
    }
    for (size_t i = 0; i < members->n; i++) {
        const gcv_member *member = &members->data[i];
        if (member->over == GCV_NONE && gcv_id_map_get(ctx, &holders, member->object) != GCV_NONE) {
            gcv_id_map_set(ctx, &holders, member->object, 1);
        }
    }
    for (size_t i = 0; i < members->n; i++) {
        gcv_member member = members->data[i];
        const bool held = member.over != GCV_NONE;
        if (gcv_id_map_get(ctx, &holders, held ? member.over : member.object) == 1) {
            if (!held) {
                continue;
            }
            member.over = GCV_NONE;
        }
        members->data[kept++] = member;
    }
    members->n = kept;
    gcv_id_map_release(ctx, &holders);
}

void gcv_past_remove_parts(gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    gcv_u64_column *crowded = &matcher->crowded;
    gcv_part_finder finder = {.ctx = ctx, .heap = matcher->old};
    gcv_member_column members = {0};
    size_t end, kept = 0;
    uint32_t *over = gcv_alloc(ctx, crowded->n, sizeof *over);
    for (size_t i = 0; i < crowded->n; i++) {
        over[i] = matcher->parent[(uint32_t)crowded->data[i]];
    }
    gcv_sort_u64(ctx, crowded->data, over, crowded->n);
    for (size_t first = 0; first < crowded->n; first = end) {
        const uint64_t *keys = crowded->data + first, set = keys[0] >> 32 << 32;
        for (end = first; end < crowded->n && crowded->data[end] >> 32 << 32 == set; end++) {
        }
        members.n = 0;
        for (size_t i = first; i < end; i++) {
            const bool holds =
                gcv_find_u64(keys, sizeof *keys, end - first, set | over[i]) != SIZE_MAX;
            const gcv_member member = {(uint32_t)crowded->data[i], holds ? over[i] : GCV_NONE, 0};
            gcv_member_column_push(ctx, &members, member);
        }
        const gcv_suspect *row = &matcher->rows->data[set >> 32];
        if (gcv_is_plain_object(row->name) &&
            gcv_past_is_in_table(matcher, gcv_crowd_of(matcher->found, row))) {
            remove_tables(ctx, &members);
        }
        gcv_parts_remove(&finder, &members);
        for (size_t i = 0; i < members.n; i++) {
            crowded->data[kept++] = set | members.data[i].object;
        }
    }
    crowded->n = kept;
    gcv_free(ctx, over);
    gcv_member_column_release(ctx, &members);
    gcv_part_finder_release(&finder);
}
