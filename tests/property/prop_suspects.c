/* Suspects, compared with the simplest methods: retained bytes by removal, walks step by step from
 * every object, members of groups one by one. */
#include "support/check.h"
#include "support/property.h"
#include "support/side.h"

#include "analysis/groups.h"
#include "analysis/suspects/find/suspects.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One search, with the expected result. */
typedef struct hunt {
    const subject *s;
    bool weak;
    uint64_t heavy;
    uint32_t n;
    const uint32_t *dominator; /* by object; GCV_ROOTED: the virtual root */
    const uint64_t *retained;  /* 0: unreachable */
    const bool *reached;
    const side *x;
    const gcv_suspect_input *input;
    const gcv_suspects *found;
} hunt;

static gcv_slice name_of(const hunt *h, uint32_t v)
{
    return gcv_heap_type_name(h->s->heap, gcv_heap_object_type(h->s->heap, v));
}

static bool keeps(uint64_t part, uint64_t whole) { return part * 10 >= whole * 7; }

static bool is_heavy(const hunt *h, uint32_t v)
{
    return h->reached[v] && h->retained[v] >= h->heavy;
}

static bool dominates(const hunt *h, uint32_t over, uint32_t v)
{
    while (v != over && v < GCV_ROOTED) {
        v = h->dominator[v];
    }
    return v == over;
}

/* Returns the child to which a walk continues, or GCV_NONE. */
static uint32_t step(const hunt *h, uint32_t v)
{
    for (uint32_t c = 0; c < h->n; c++) {
        if (h->reached[c] && h->dominator[c] == v && h->retained[v] > 0 &&
            keeps(h->retained[c], h->retained[v])) {
            return c;
        }
    }
    return GCV_NONE;
}

static uint32_t top_of(const hunt *h, uint32_t v)
{
    while (h->dominator[v] < GCV_ROOTED && step(h, h->dominator[v]) == v) {
        v = h->dominator[v];
    }
    return v;
}

/* Returns the accumulation point of the walk from `top`. */
static uint32_t naive_end(const hunt *h, uint32_t top)
{
    uint32_t last = top, times, end;
    for (uint32_t v = top; v != GCV_NONE && is_heavy(h, v); v = step(h, v)) {
        last = v;
        times = 0;
        end = v;
        for (uint32_t w = top; w != GCV_NONE; w = step(h, w)) {
            if (gcv_slice_equal(name_of(h, w), name_of(h, v))) {
                times++;
                end = w;
                if (times == 1 && w != v) {
                    break; /* not the first of its type */
                }
            }
        }
        if (times >= GCV_RUN_MIN && !keeps(h->retained[end], h->retained[v])) {
            return v;
        }
    }
    return last;
}

/* Every heavy object has the row of its walk, and no other has one. */
static bool walks_hold(const hunt *h, char why[GRAPH_WHY_MAX])
{
    uint32_t ends = 0;
    bool *is_end = graph_zeroed(h->n, sizeof(bool));
    bool good = true;
    for (uint32_t v = 0; good && v < h->n; v++) {
        uint32_t number = h->input->dominators->number[v];
        uint32_t row = gcv_row_of_walk(h->input, h->found, number);
        if (!is_heavy(h, v)) {
            good = row == GCV_NONE || graph_fails(why, "object %" PRIu32 " is not heavy", v);
            continue;
        }
        uint32_t end = naive_end(h, top_of(h, v));
        good = (row < h->found->n_objects && h->found->rows.data[row].object == end) ||
               graph_fails(why, "object %" PRIu32 " must be in the walk to %" PRIu32, v, end);
        ends += !is_end[end];
        is_end[end] = true;
    }
    good = good && (ends == h->found->n_objects || graph_fails(why, "rows of objects too many"));
    for (uint32_t i = 0; good && i < h->found->n_objects; i++) {
        const gcv_suspect *row = &h->found->rows.data[i];
        uint32_t count = 0;
        for (uint32_t v = 0; v < h->n; v++) {
            count += h->reached[v] && dominates(h, row->object, v);
        }
        good = (row->retained == h->retained[row->object] && row->objects == count) ||
               graph_fails(why, "row %" PRIu32 " has wrong figures", i);
    }
    free(is_end);
    return good;
}

/* ---- groups ------------------------------------------------------------------------------- */

static gcv_slice group_name(const hunt *h, uint32_t v, bool space)
{
    return space ? gcv_namespace_of(name_of(h, v)) : name_of(h, v);
}

static bool in_group(const hunt *h, const gcv_heavy_group *group, uint32_t v)
{
    return h->reached[v] && side_selects(h->x, v) &&
           gcv_slice_equal(group_name(h, v, group->type == GCV_NONE), group->name);
}

static uint64_t removed(const hunt *h, gcv_slice name, bool space, bool *any)
{
    bool *member = graph_zeroed(h->n, sizeof(bool));
    *any = false;
    for (uint32_t v = 0; v < h->n; v++) {
        member[v] = side_selects(h->x, v) && gcv_slice_equal(group_name(h, v, space), name);
        *any = *any || (member[v] && h->reached[v]);
    }
    uint64_t bytes = oracle_retained(&h->s->o, h->weak, member);
    free(member);
    return bytes;
}

static const gcv_heavy_group *find_group(const hunt *h, gcv_slice name, bool space)
{
    for (size_t i = 0; i < h->found->groups.n; i++) {
        const gcv_heavy_group *group = &h->found->groups.data[i];
        if ((group->type == GCV_NONE) == space && gcv_slice_equal(group->name, name)) {
            return group;
        }
    }
    return NULL;
}

static bool has_heavy_type(const hunt *h, gcv_slice space)
{
    for (uint32_t v = 0; v < h->n; v++) {
        bool any;
        if (gcv_slice_equal(gcv_namespace_of(name_of(h, v)), space) &&
            removed(h, name_of(h, v), false, &any) >= h->heavy && any) {
            return true;
        }
    }
    return false;
}

/* Whether a namespace has types with different names, including unused ones. */
static bool has_types(const hunt *h, gcv_slice space)
{
    uint32_t first = GCV_NONE;
    for (uint32_t t = 0; t < gcv_heap_n_types(h->s->heap); t++) {
        gcv_slice name = gcv_heap_type_name(h->s->heap, t);
        if (!gcv_slice_equal(gcv_namespace_of(name), space)) {
            continue;
        }
        if (first != GCV_NONE && !gcv_slice_equal(gcv_heap_type_name(h->s->heap, first), name)) {
            return true;
        }
        first = first == GCV_NONE ? t : first;
    }
    return false;
}

static bool is_platform(gcv_slice space)
{
    return space.data[0] == '<' || gcv_slice_is(space, "System") ||
           gcv_slice_begins(space, "System.");
}

/* Checks that a type or namespace with objects is a group exactly if expected, with the right
 * bytes. */
static bool group_holds(const hunt *h, uint32_t v, bool space, char why[GRAPH_WHY_MAX])
{
    gcv_slice name = group_name(h, v, space);
    const gcv_heavy_group *group = find_group(h, name, space);
    bool any;
    uint64_t bytes = removed(h, name, space, &any);
    bool heavy = any && bytes >= h->heavy &&
                 (!space || (!is_platform(name) && has_types(h, name) && !has_heavy_type(h, name)));
    if (heavy != (group != NULL)) {
        return graph_fails(why, "%.*s is%s heavy", (int)name.size, name.data, heavy ? "" : " not");
    }
    if (group != NULL && (group->retained != bytes || group->row >= h->found->rows.n)) {
        return graph_fails(why, "%.*s retains %" PRIu64, (int)name.size, name.data, bytes);
    }
    return true;
}

static bool is_top(const hunt *h, const gcv_heavy_group *group, uint32_t v)
{
    if (!in_group(h, group, v)) {
        return false;
    }
    for (v = h->dominator[v]; v < GCV_ROOTED; v = h->dominator[v]) {
        if (in_group(h, group, v)) {
            return false;
        }
    }
    return true;
}

/* Returns the suspect that a top member counts for, or GCV_NONE. */
static uint32_t row_holding(const hunt *h, uint32_t v)
{
    const uint32_t *number = h->input->dominators->number;
    uint32_t at = v;
    while (at < GCV_ROOTED && !is_heavy(h, at)) {
        at = h->dominator[at];
    }
    if (at >= GCV_ROOTED) {
        return GCV_NONE;
    }
    uint32_t row = gcv_row_of_walk(h->input, h->found, number[at]);
    return at == v || dominates(h, h->found->rows.data[row].object, at) ? row : GCV_NONE;
}

static uint32_t group_holding(const hunt *h, uint32_t v)
{
    for (v = h->dominator[v]; v < GCV_ROOTED; v = h->dominator[v]) {
        for (uint32_t i = 0; i < h->found->groups.n; i++) {
            if (in_group(h, &h->found->groups.data[i], v)) {
                return i;
            }
        }
    }
    return GCV_NONE;
}

/* Returns the suspect that 70 % of the group count for and that is about as large; GCV_NONE: there
 * is none. */
static uint32_t holder(const hunt *h, const gcv_heavy_group *group, bool rows)
{
    uint32_t n = (uint32_t)(rows ? h->found->n_objects : h->found->groups.n);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t bytes = 0, all = 0;
        uint64_t size = rows ? h->found->rows.data[i].retained : h->found->groups.data[i].retained;
        for (uint32_t v = 0; v < h->n; v++) {
            if (is_top(h, group, v)) {
                all += h->retained[v];
                bytes += (rows ? row_holding(h, v) : group_holding(h, v)) == i ? h->retained[v] : 0;
            }
        }
        if (keeps(bytes, all) && keeps(group->retained, size)) {
            return i;
        }
    }
    return GCV_NONE;
}

/* Checks that a group is folded into its holder or has its own row; in a circle the largest group
 * has. */
static bool folds_hold(const hunt *h, uint32_t g, char why[GRAPH_WHY_MAX])
{
    const gcv_heavy_group *groups = h->found->groups.data;
    uint32_t row = holder(h, &groups[g], true), at = g, best = g;
    const gcv_suspect *own = &h->found->rows.data[groups[g].row];
    bool is_own = own->object == GCV_NONE && gcv_slice_equal(own->name, groups[g].name) &&
                  (own->type == GCV_NONE) == (groups[g].type == GCV_NONE);
    if (row != GCV_NONE) {
        return groups[g].row == row || graph_fails(why, "group %" PRIu32 " belongs to a row", g);
    }
    /* does it lead back to itself without passing a row? */
    for (uint32_t i = 0; i <= h->found->groups.n; i++) {
        at = holder(h, &groups[at], true) == GCV_NONE ? holder(h, &groups[at], false) : GCV_NONE;
        if (at == GCV_NONE || at == g) {
            break;
        }
        best = groups[at].retained > groups[best].retained ||
                       (groups[at].retained == groups[best].retained && at < best)
                   ? at
                   : best;
    }
    at = at == g && best == g ? GCV_NONE : holder(h, &groups[g], false);
    return is_own == (at == GCV_NONE) && (at == GCV_NONE || groups[at].row == groups[g].row)
               ? true
               : graph_fails(why, "group %" PRIu32 " is folded wrongly", g);
}

static bool groups_hold(const hunt *h, char why[GRAPH_WHY_MAX])
{
    bool good = true;
    uint32_t own = 0;
    for (uint32_t v = 0; good && v < h->n; v++) {
        good = group_holds(h, v, false, why) && group_holds(h, v, true, why);
    }
    for (uint32_t i = 0; good && i < h->found->groups.n; i++) {
        const gcv_heavy_group *group = &h->found->groups.data[i];
        uint32_t members = 0;
        uint64_t largest = 0;
        for (uint32_t v = 0; v < h->n; v++) {
            members += in_group(h, group, v);
            largest = in_group(h, group, v) && h->retained[v] > largest ? h->retained[v] : largest;
        }
        good = (members == group->starts.members && largest == group->largest) ||
               graph_fails(why, "group %" PRIu32 " has wrong members", i);
        good = good && folds_hold(h, i, why);
        own += group->row >= h->found->n_objects &&
               gcv_slice_equal(h->found->rows.data[group->row].name, group->name);
    }
    for (uint32_t i = h->found->n_objects; i < h->found->rows.n; i++) {
        own += h->found->rows.data[i].crowd != GCV_NONE;
    }
    return good && (own == h->found->rows.n - h->found->n_objects ||
                    graph_fails(why, "rows of groups too many"));
}

/* ---- the driver --------------------------------------------------------------------------- */

static bool found_hold(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                       void *extra, char why[GRAPH_WHY_MAX])
{
    hunt *h = extra;
    h->x = x;
    h->input = input;
    h->found = found;
    h->heavy = input->heavy;
    return walks_hold(h, why) && groups_hold(h, why);
}

static bool suspects_for(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    static const uint64_t parts[] = {2, 5, 10, 1000000};
    side x;
    hunt h;
    bool good = true;
    side_open(&x, s, weak);
    memset(&h, 0, sizeof h);
    h.s = s;
    h.weak = weak;
    h.n = s->o.n;
    h.dominator = x.dominator;
    h.retained = x.retained;
    h.reached = x.reached;
    for (size_t i = 0; good && i < CHECK_COUNT(parts); i++) {
        const uint64_t heavy = oracle_bytes(&s->o, h.reached) / parts[i] + 1;
        good = side_search(&x, heavy, heavy, false, found_hold, &h, why);
    }
    side_close(&x);
    return good;
}

/* Sizes near 2^64 are for other tests: 70 % of them is computed differently. */
static bool suspects_unless_huge(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    return side_has_huge(s) || s->o.n_types > 60000 || gcv_heap_n_sections(s->heap) > 64 ||
           suspects_for(s, weak, why);
}

static const property laws[] = {
    {.of_subject = suspects_unless_huge, .all_small = true, .any_number = true},
    {.of_subject = suspects_unless_huge, .seed = 0x737573, .cases = 1500, .n = {0, 12}},
    {.of_subject = suspects_unless_huge, .seed = 0x737574, .cases = 400, .n = {8, 40}},
    {.of_subject = suspects_unless_huge, .seed = 0x737575, .cases = 12, .n = {60, 120}},
    /* Of one generation. */
    {.of_subject = suspects_unless_huge,
     .aged = true,
     .seed = 0x737576,
     .cases = 500,
     .n = {0, 12}},
    {.of_subject = suspects_unless_huge,
     .aged = true,
     .seed = 0x737577,
     .cases = 100,
     .n = {8, 40}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
