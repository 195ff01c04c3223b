/* What suspects retained in an older dump (suspects --baseline), compared with the simplest method:
 * the names of the types on every chain of both heaps as text, and retained bytes in the old heap
 * by removal. The older dump is the same one, a slightly changed one, or any other. */
#include "support/check.h"
#include "support/effort.h"
#include "support/property.h"
#include "support/side.h"

#include "analysis/groups.h"
#include "analysis/heap_kinds.h"
#include "analysis/suspects/explain/suspect_past.h"
#include "analysis/type_kinds.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the expected result ------------------------------------------------------------------ */

static bool counts(const side *old, uint32_t v) { return old->reached[v] && side_selects(old, v); }

/* Whether a row is of an object that is not selected, and so has no counterpart. */
static bool is_left_out(const gcv_suspects *found, const side *now, uint32_t row)
{
    return row < found->n_objects && !side_selects(now, found->rows.data[row].object);
}

static bool is_same(const side *x, uint32_t v, const side *y, uint32_t w)
{
    return side_same_text(&x->chain_text[v], &y->chain_text[w]) && side_is_alike(x, v, y, w);
}

/* Returns the object of the other heap with the id and type of one; GCV_NONE: none. */
static uint32_t same_object(const side *now, const side *old, uint32_t object)
{
    const oracle_name name = oracle_name_across_dumps(&now->s->o, object);
    for (uint32_t v = 0; v < old->s->o.n; v++) {
        const oracle_name other = oracle_name_across_dumps(&old->s->o, v);
        if (gcv_heap_object_id(old->s->heap, v) == gcv_heap_object_id(now->s->heap, object) &&
            oracle_same_name(&name, &other)) {
            return v;
        }
    }
    return GCV_NONE;
}

/* Returns the object at `rank` among those like an object, most bytes first; in dumps of one
 * process, of those that the later heap lacks. */
static uint32_t by_rank(const side *now, const side *old, uint32_t object, uint32_t rank,
                        bool one_process)
{
    for (uint32_t v = 0; v < old->s->o.n; v++) {
        uint32_t before = 0;
        if (!counts(old, v) || !is_same(now, object, old, v) ||
            (one_process && same_object(old, now, v) != GCV_NONE)) {
            continue;
        }
        for (uint32_t w = 0; w < old->s->o.n; w++) {
            before += counts(old, w) && is_same(now, object, old, w) &&
                      !(one_process && same_object(old, now, w) != GCV_NONE) &&
                      (old->retained[w] > old->retained[v] ||
                       (old->retained[w] == old->retained[v] && w < v));
        }
        if (before == rank) {
            return v;
        }
    }
    return GCV_NONE;
}

/* Returns what holds an object on its chain; GCV_NONE: a root. */
static uint32_t holder_of(const side *now, uint32_t object)
{
    oracle_chains chains;
    oracle_step_chains_find(&now->s->o, now->s->heap, now->weak, &chains);
    const uint32_t n = chains.length[object];
    const uint32_t *chain = chains.object + (size_t)object * chains.n;
    const uint32_t over = n > 1 ? chain[n - 2] : GCV_NONE;
    oracle_chains_release(&chains);
    return over;
}

/* What the first reference of the owner in the older heap with the name of that to an object leads
 * to. */
static uint32_t in_field(const side *now, const side *old, uint32_t over, uint32_t owner,
                         uint32_t object)
{
    uint32_t n, n_old;
    const uint32_t *to = gcv_heap_references(now->s->heap, over, &n);
    const uint32_t *was = gcv_heap_references(old->s->heap, owner, &n_old);
    if (!gcv_heap_has_fields(now->s->heap) || !gcv_heap_has_fields(old->s->heap)) {
        return GCV_NONE;
    }
    for (uint32_t i = 0; i < n; i++) {
        const gcv_field by = gcv_field_of(now->s->heap, over, i);
        const bool named = by.kind == GCV_FIELD_PROPERTY || by.kind == GCV_FIELD_VARIABLE;
        for (uint32_t k = 0; to[i] == object && named && k < n_old; k++) {
            const gcv_field field = gcv_field_of(old->s->heap, owner, k);
            if (field.kind == by.kind && gcv_slice_equal(field.name, by.name) &&
                counts(old, was[k])) {
                return was[k];
            }
        }
        if (to[i] == object) {
            break;
        }
    }
    return GCV_NONE;
}

/* The counterpart of an object in the older heap of the same process: the same object, or that in
 * the field of the same owner; if it is a part, the largest of its type. */
static uint32_t by_id(const side *now, const side *old, uint32_t object)
{
    const uint32_t same = same_object(now, old, object), over = holder_of(now, object);
    uint32_t most = GCV_NONE;
    if (same != GCV_NONE) {
        return counts(old, same) ? same : most;
    }
    const bool is_part = gcv_is_part_v8(side_name(now, object));
    const uint32_t owner = over != GCV_NONE ? same_object(now, old, over) : GCV_NONE;
    uint32_t n = 0;
    const uint32_t *to = owner != GCV_NONE ? gcv_heap_references(old->s->heap, owner, &n) : NULL;
    if (!is_part && owner != GCV_NONE) {
        return in_field(now, old, over, owner, object);
    }
    for (uint32_t i = 0; i < n; i++) {
        if (counts(old, to[i]) && gcv_slice_equal(side_name(old, to[i]), side_name(now, object)) &&
            (most == GCV_NONE || old->retained[to[i]] > old->retained[most])) {
            most = to[i];
        }
    }
    return most;
}

static uint32_t like_of_object(const gcv_suspects *found, const side *now, const side *old,
                               uint32_t row, bool one_process)
{
    const gcv_suspect *rows = found->rows.data;
    const uint32_t object = rows[row].object;
    uint32_t rank = 0;
    const uint32_t known = one_process ? by_id(now, old, object) : GCV_NONE;
    for (uint32_t i = 0; i < found->n_objects; i++) {
        rank += !is_left_out(found, now, i) &&
                (!one_process || by_id(now, old, rows[i].object) == GCV_NONE) &&
                is_same(now, rows[i].object, now, object) &&
                (rows[i].retained > rows[row].retained ||
                 (rows[i].retained == rows[row].retained && rows[i].object < object));
    }
    return known != GCV_NONE ? known : by_rank(now, old, object, rank, one_process);
}

static bool is_of(const gcv_suspect *row, gcv_slice type, bool exactly)
{
    gcv_slice name = row->type != GCV_NONE ? type : gcv_namespace_of(type);
    return exactly ? gcv_slice_equal(name, row->name) : side_same_name(name, row->name);
}

static bool is_in_table(const side *old, const gcv_suspect *row)
{
    for (uint32_t t = 0; t < gcv_heap_n_types(old->s->heap); t++) {
        if (is_of(row, gcv_heap_type_name(old->s->heap, t), true)) {
            return true;
        }
    }
    return false;
}

/* Whether a type of the old heap belongs to the group of a row. */
static bool belongs(const gcv_suspects *found, const side *old, uint32_t row, gcv_slice type)
{
    const gcv_suspect *rows = found->rows.data;
    bool exactly = is_in_table(old, &rows[row]);
    if (exactly || !is_of(&rows[row], type, false)) {
        return exactly && is_of(&rows[row], type, true);
    }
    for (uint32_t i = found->n_objects; i < found->rows.n;
         i++) { /* of another row, by name or as a type */
        if (rows[i].crowd != GCV_NONE) {
            continue;
        }
        if (is_of(&rows[i], type, true) ||
            (rows[row].type == GCV_NONE && rows[i].type != GCV_NONE &&
             is_of(&rows[i], type, false) && !is_in_table(old, &rows[i]))) {
            return false;
        }
    }
    return true;
}

static bool *members_of_group(const gcv_suspects *found, const side *old, uint32_t row)
{
    bool *member = graph_zeroed(old->s->o.n, sizeof *member);
    for (uint32_t v = 0; v < old->s->o.n; v++) {
        member[v] = counts(old, v) && belongs(found, old, row, side_name(old, v));
    }
    return member;
}

static uint32_t first_of_crowd(const gcv_suspects *found, uint32_t row)
{
    const gcv_crowd *crowd = &found->crowds.all.data[found->rows.data[row].crowd];
    return found->crowds.members.data[crowd->first];
}

/* Whether an object of the older heap is kept like a crowd. */
static bool is_like(const gcv_suspects *found, const side *now, const side *old, uint32_t row,
                    uint32_t v)
{
    return counts(old, v) && found->rows.data[row].crowd != GCV_NONE &&
           side_is_alike(now, first_of_crowd(found, row), old, v);
}

/* The objects of the older heap that are kept like a crowd, or that it shares. */
static bool *alikes_of(const gcv_suspects *found, const side *now, const side *old, uint32_t row)
{
    bool *member = graph_zeroed(old->s->o.n, sizeof *member);
    for (uint32_t v = 0; v < old->s->o.n; v++) {
        member[v] = is_like(found, now, old, row, v);
    }
    if (found->rows.data[row].crowd != GCV_NONE) {
        side_add_shared(old, now, first_of_crowd(found, row), member);
    }
    return member;
}

/* Whether a crowd has none of these. */
static bool is_unlike(const gcv_suspects *found, const side *now, const side *old, uint32_t row)
{
    bool alike = found->rows.data[row].crowd == GCV_NONE;
    bool *member = alikes_of(found, now, old, row);
    for (uint32_t v = 0; v < old->s->o.n; v++) {
        alike = alike || member[v];
    }
    free(member);
    return !alike;
}

/* The names on a chain from an object up, equal ones in a row once. */
typedef struct tail {
    gcv_slice name[64];
    uint32_t n;
    uint16_t slot;
} tail;

/* Up to `end`; without names if that is not among the 64 objects next to it. `end` GCV_NONE: as far
 * as they go. */
static tail tail_of(const side *x, const uint32_t *parent, uint32_t v, uint32_t end)
{
    tail t = {.n = 0, .slot = x->slots ? x->slot[v] : 0};
    for (int i = 0; i < 64 && v < GCV_ROOTED; i++, v = parent[v]) {
        if (t.n == 0 || !side_same_name(t.name[t.n - 1], side_name(x, v))) {
            t.name[t.n++] = side_name(x, v);
        }
        if (v == end) {
            return t;
        }
    }
    t.n = end == GCV_NONE ? t.n : 0;
    return t;
}

static bool begins_with(const tail *whole, const tail *part)
{
    bool same = part->n > 0 && part->n <= whole->n && part->slot == whole->slot;
    for (uint32_t i = 0; same && i < part->n; i++) {
        same = side_same_name(whole->name[i], part->name[i]);
    }
    return same;
}

typedef struct crowd_query {
    const gcv_suspects *found;
    const side *now, *old;
    const uint32_t *parent, *old_parent;
    uint32_t row;
    bool one_process;
} crowd_query;

static tail tail_of_row(const crowd_query *q, uint32_t row)
{
    const gcv_crowd *crowd = &q->found->crowds.all.data[q->found->rows.data[row].crowd];
    const uint32_t holder = crowd->kept.holder;
    const tail none = {.n = 0};
    return holder == GCV_NONE
               ? none
               : tail_of(q->now, q->parent, q->found->crowds.members.data[crowd->first], holder);
}

/* Whether an object of the older heap, which is in no crowd, has a crowd's holder above it, and
 * that of no other such crowd nearer. */
static bool is_below(const crowd_query *q, uint32_t v)
{
    const tail whole = tail_of(q->old, q->old_parent, v, GCV_NONE), own = tail_of_row(q, q->row);
    bool good = counts(q->old, v) && begins_with(&whole, &own);
    for (uint32_t i = q->found->n_objects; good && i < q->found->rows.n; i++) {
        good = !is_like(q->found, q->now, q->old, i, v);
        if (good && is_unlike(q->found, q->now, q->old, i)) {
            const tail other = tail_of_row(q, i);
            good = !begins_with(&whole, &other) || other.n >= own.n;
        }
    }
    return good;
}

/* Adds the members of the row's crowd that the older heap has. */
static void add_by_id(const crowd_query *q, bool *member)
{
    const gcv_crowd *crowd = &q->found->crowds.all.data[q->found->rows.data[q->row].crowd];
    for (uint32_t i = 0; i < gcv_crowd_size(crowd); i++) {
        const uint32_t same =
            same_object(q->now, q->old, q->found->crowds.members.data[crowd->first + i]);
        if (same != GCV_NONE && counts(q->old, same)) {
            member[same] = true;
        }
    }
}

/* The objects of the older heap that are a crowd's, one for each of these. */
static bool *members_of_crowd(const crowd_query *q)
{
    const side *old = q->old;
    const bool unlike = is_unlike(q->found, q->now, old, q->row);
    uint32_t n = old->s->o.n;
    bool *member = alikes_of(q->found, q->now, old, q->row), any = false;
    for (uint32_t v = 0; v < n; v++) {
        member[v] = unlike ? is_below(q, v) : member[v];
        any = any || member[v];
    }
    if (q->one_process && !any) {
        add_by_id(q, member);
    }
    side_remove_parts(old, q->old_parent, member);
    return member;
}

/* ---- objects that were elsewhere ---------------------------------------------------------- */

static uint32_t count_members(const bool *member, uint32_t n)
{
    uint32_t sum = 0;
    for (uint32_t v = 0; v < n; v++) {
        sum += member[v];
    }
    return sum;
}

/* The objects of a row in the older heap. */
static bool *like_row(const crowd_query *q)
{
    const gcv_suspect *row = &q->found->rows.data[q->row];
    if (row->crowd != GCV_NONE) {
        return members_of_crowd(q);
    }
    if (gcv_is_group(row)) {
        return members_of_group(q->found, q->old, q->row);
    }
    bool *member = graph_zeroed(q->old->s->o.n, sizeof *member);
    const uint32_t like = !is_left_out(q->found, q->now, q->row)
                              ? like_of_object(q->found, q->now, q->old, q->row, q->one_process)
                              : GCV_NONE;
    if (like != GCV_NONE) {
        member[like] = true;
    }
    return member;
}

/* The objects of a row in the later heap. */
static bool *members_of(const crowd_query *q)
{
    const gcv_suspect *row = &q->found->rows.data[q->row];
    const gcv_crowd *crowd = gcv_crowd_of(q->found, row);
    bool *member = graph_zeroed(q->now->s->o.n, sizeof *member);
    for (uint32_t v = 0; v < q->now->s->o.n; v++) {
        member[v] = v == row->object || (gcv_is_group(row) && counts(q->now, v) &&
                                         is_of(row, side_name(q->now, v), true));
    }
    for (uint32_t m = 0; crowd != NULL && m < gcv_crowd_size(crowd); m++) {
        member[gcv_crowd_members(&q->found->crowds, crowd)[m]] = true;
    }
    return member;
}

/* Objects of a name, and their bytes. */
typedef struct named_sum {
    uint64_t n, bytes;
} named_sum;

/* Of all selected objects, or of those at or below others; of all names, if it has no bytes. */
static named_sum sum_named(const side *x, gcv_slice name, const bool *top)
{
    named_sum sum = {0, 0};
    for (uint32_t v = 0; v < x->s->o.n; v++) {
        bool is = top == NULL && counts(x, v);
        for (uint32_t at = v; top != NULL && x->reached[v] && at < GCV_ROOTED;
             at = x->dominator[at]) {
            is = is || top[at];
        }
        if (is && (name.size == 0 || gcv_slice_equal(side_name(x, v), name))) {
            sum.n++;
            sum.bytes += gcv_heap_size(x->s->heap, v);
        }
    }
    return sum;
}

static uint64_t excess(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

/* Whether a type tells what is new: the program's, or of records of V8, and no collection. */
static bool tells(const side *x, uint32_t v)
{
    const uint32_t kinds = side_kinds(x, v);
    return (((kinds & GCV_TYPE_MINE) != 0 &&
             (kinds & (GCV_KEEPS_ANY | GCV_TYPE_CLOSURE | GCV_TYPE_SCOPE)) == 0) ||
            side_name(x, v).data[0] == '{') &&
           !gcv_type_is_nameless(side_name(x, v));
}

/* Whether a row grew enough for a suspect, and what it holds can be told. */
static bool may_move(const crowd_query *q, const gcv_suspect_input *input, uint64_t before)
{
    const gcv_suspect *row = &q->found->rows.data[q->row];
    const bool is_new = before == GCV_NOT_REACHABLE;
    return !is_left_out(q->found, q->now, q->row) &&
           excess(row->retained, is_new ? 0 : before) >=
               (row->crowd != GCV_NONE ? input->small : input->heavy) &&
           !(is_new && gcv_type_is_nameless(row->name)) &&
           (!gcv_is_group(row) || row->type == GCV_NONE ||
            (side_kinds_of_name(q->now, row->name) & (GCV_TYPE_MINE | GCV_KEEPS_ANY)) != 0);
}

/* Returns what a row had before, with what of its growth exceeds that of the types. `likes`: its
 * objects in the older heap. */
static uint64_t with_elsewhere(const crowd_query *q, const bool *likes, uint64_t before,
                               uint32_t *elsewhere)
{
    const uint32_t n = count_members(likes, q->old->s->o.n);
    const gcv_suspect *row = &q->found->rows.data[q->row];
    const gcv_slice all = {NULL, 0};
    const uint64_t had = before != GCV_NOT_REACHABLE ? before : 0;
    const uint64_t grew = row->retained - had;
    const uint64_t least = excess(
        grew, excess(sum_named(q->now, all, NULL).bytes, sum_named(q->old, all, NULL).bytes));
    uint64_t came_of[3] = {0, 0, 0}, moved_of[3] = {0, 0, 0}, bytes = 0, of_type = 0;
    bool *top = members_of(q);
    for (uint32_t v = 0; v < q->now->s->o.n; v++) {
        const gcv_slice name = side_name(q->now, v);
        bool first = true;
        for (uint32_t w = 0; w < v; w++) {
            first = first && !gcv_slice_equal(side_name(q->now, w), name);
        }
        const named_sum now = sum_named(q->now, name, NULL), old = sum_named(q->old, name, NULL);
        const named_sum here = sum_named(q->now, name, top), there = sum_named(q->old, name, likes);
        const uint64_t more = excess(here.n, there.n);
        const uint64_t change = excess(now.n, old.n) + excess(old.n, now.n);
        const uint64_t moved = change <= more / 2 ? excess(more, excess(now.n, old.n)) : 0;
        const bool own = gcv_slice_equal(name, row->name);
        const int which = tells(q->now, v) ? 1 : 2;
        if (first) {
            came_of[0] += which == 1 && own && row->crowd != GCV_NONE ? more : 0;
            moved_of[0] += which == 1 && own && row->crowd != GCV_NONE ? moved : 0;
            came_of[which] += more;
            moved_of[which] += which == 2 && change > more / 10 ? 0 : moved;
            bytes += moved > 0
                         ? excess(excess(here.bytes, there.bytes), excess(now.bytes, old.bytes))
                         : 0;
            of_type += own ? moved : 0;
        }
    }
    free(top);
    const int of = came_of[0] > 0 && came_of[0] >= came_of[1] / 10 ? 0 : came_of[1] > 0 ? 1 : 2;
    const uint64_t come = came_of[of], left = come - moved_of[of];
    if (moved_of[of] == 0 || (of == 2 ? come < 10 || left > come / 4 : moved_of[of] <= come / 2)) {
        return before;
    }
    bytes = bytes > least || left > come / 10 ? bytes : least;
    const uint64_t came = gcv_is_group(row) || row->crowd != GCV_NONE ? excess(row->objects, n) : 0;
    *elsewhere = (uint32_t)(of_type < came ? of_type : came);
    return had + (bytes < grew ? bytes : grew);
}

/* ---- objects of V8 that the older heap lacks ---------------------------------------------- */

/* By how much the bytes of an object grew since the older heap had it; `*common`, `*same`: whether
 * that has its id, and with the same type. */
static uint64_t born_of(const side *now, const side *old, uint32_t v, bool *common, bool *same)
{
    const gcv_heap *heap = now->s->heap, *before = old->s->heap;
    const uint64_t size = gcv_heap_size(heap, v);
    *common = *same = false;
    for (uint32_t u = 0; u < old->s->o.n; u++) {
        if (gcv_heap_object_id(before, u) == gcv_heap_object_id(heap, v)) {
            *common = true;
            *same = gcv_slice_equal(gcv_type_name_of_many(side_name(now, v)),
                                    gcv_type_name_of_many(side_name(old, u)));
            return !*same                            ? size
                   : size > gcv_heap_size(before, u) ? size - gcv_heap_size(before, u)
                                                     : 0;
        }
    }
    return size;
}

/* What is summed up: bytes that are born; those of them that are compiled code, or old object
 * shapes; those of them that are code that is old; or all that are code. */
typedef enum sum_of { OF_BORN, OF_BORN_CODE, OF_OLD_CODE, OF_CODE } sum_of;

/* Whether the older heap has a part of an object, or of the function that dominates it. */
static bool was_there(const side *now, const side *old, uint32_t v)
{
    const uint32_t over = now->dominator[v];
    bool common, same;
    return born_of(now, old, v, &common, &same) < gcv_heap_size(now->s->heap, v) ||
           (over < GCV_ROOTED && gcv_slice_is(side_name(now, over), "Function") &&
            born_of(now, old, over, &common, &same) < gcv_heap_size(now->s->heap, over));
}

/* The sum over all that an object dominates. */
static uint64_t sum_below(const side *now, const side *old, uint32_t object, sum_of what)
{
    uint64_t sum = 0;
    bool common, same;
    for (uint32_t v = 0; v < now->s->o.n; v++) {
        bool below = false, code = false, shape = false, known = false;
        for (uint32_t at = v; at < GCV_ROOTED; at = now->dominator[at]) {
            const bool is = gcv_slice_is(side_name(now, at), "(compiled code)");
            const bool was = was_there(now, old, at);
            below = below || at == object;
            code = code || is;
            known = known || (is && was);
            shape = shape || (was && gcv_slice_is(side_name(now, at), "(object shape)"));
        }
        if (below && (what == OF_BORN        ? true
                      : what == OF_BORN_CODE ? (code || shape) && !known
                      : what == OF_OLD_CODE  ? known
                                             : code)) {
            sum += what == OF_CODE ? gcv_heap_size(now->s->heap, v)
                                   : born_of(now, old, v, &common, &same);
        }
    }
    return sum;
}

static uint64_t sum_of_row(const side *now, const side *old, const gcv_suspects *found, size_t i,
                           sum_of what)
{
    const gcv_suspect *row = &found->rows.data[i];
    uint64_t sum = 0, retained = 0;
    if (row->object != GCV_NONE || row->crowd == GCV_NONE) {
        return row->object != GCV_NONE ? sum_below(now, old, row->object, what)
               : what == OF_BORN       ? row->retained
                                       : 0;
    }
    const gcv_crowd *crowd = &found->crowds.all.data[row->crowd];
    for (uint32_t m = 0; m < gcv_crowd_size(crowd); m++) {
        const uint32_t member = found->crowds.members.data[crowd->first + m];
        sum += sum_below(now, old, member, what);
        retained += now->retained[member];
    }
    if (what == OF_BORN) {
        return sum + (row->retained > retained ? row->retained - retained : 0);
    }
    retained =
        retained > row->retained ? retained - row->retained : 0; /* several members have it */
    return sum > retained ? sum - retained : 0;
}

/* How many members of a crowd the older dump has; empty ones do not count. */
static uint32_t kept_of(const side *now, const side *old, const gcv_suspects *found, size_t row)
{
    const gcv_crowd *crowd = gcv_crowd_of(found, &found->rows.data[row]);
    uint32_t n = 0;
    for (uint32_t i = 0; crowd != NULL && i < gcv_crowd_size(crowd); i++) {
        const uint32_t v = gcv_crowd_members(&found->crowds, crowd)[i];
        bool common, same;
        n += born_of(now, old, v, &common, &same) < gcv_heap_size(now->s->heap, v);
    }
    return n;
}

static bool born_holds(const side *now, const side *old, const gcv_suspects *found,
                       const gcv_suspect_born *born, char why[GRAPH_WHY_MAX])
{
    uint32_t n_common = 0, n_other = 0;
    for (uint32_t v = 0; v < now->s->o.n; v++) {
        bool common, same;
        (void)born_of(now, old, v, &common, &same);
        n_common += common;
        n_other += common && !same;
    }
    const bool one = 20 * n_other <= n_common;
    if (born->code == NULL || (born->bytes != NULL) != one) {
        return graph_fails(why, "these are heaps of %s", one ? "one process" : "two processes");
    }
    for (size_t i = 0; i < found->rows.n; i++) {
        const uint64_t bytes = sum_of_row(now, old, found, i, OF_BORN);
        const uint64_t code = sum_of_row(now, old, found, i, one ? OF_BORN_CODE : OF_CODE);
        const uint64_t room = one ? sum_of_row(now, old, found, i, OF_OLD_CODE) : 0;
        if (one && born->kept[i] != kept_of(now, old, found, i)) {
            return graph_fails(why, "row %zu has not kept %" PRIu32 " objects", i,
                               kept_of(now, old, found, i));
        }
        if ((one && born->bytes[i] != bytes) || born->code[i] != code || born->room[i] < room) {
            return graph_fails(why,
                               "row %zu has not %" PRIu64 " new bytes, %" PRIu64
                               " of code, %" PRIu64 " of old code",
                               i, bytes, code, room);
        }
    }
    return true;
}

/* ---- room in arrays of other runtimes ------------------------------------------------------ */

static bool is_array(const side *x, uint32_t v)
{
    const gcv_slice name = side_name(x, v);
    return name.size >= 2 && memcmp(name.data + name.size - 2, "[]", 2) == 0;
}

static uint32_t n_references(const side *x, uint32_t v)
{
    uint32_t n;
    (void)gcv_heap_references(x->s->heap, v, &n);
    return n;
}

/* The largest array among the last eight references of an object, or of nothing. */
static uint32_t array_of(const side *x, uint32_t over)
{
    uint32_t n = 0, most = GCV_NONE;
    const uint32_t *to = over < GCV_ROOTED ? gcv_heap_references(x->s->heap, over, &n) : NULL;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t size = gcv_heap_size(x->s->heap, to[i]);
        if (i + 8 >= n && is_array(x, to[i]) &&
            (most == GCV_NONE || size > gcv_heap_size(x->s->heap, most))) {
            most = to[i];
        }
    }
    return most;
}

/* By how much an array grew since the older heap, without what more objects need; in an array of
 * numbers no more than in another of the same object. */
static uint64_t own_room(const crowd_query *q, uint32_t row)
{
    const gcv_heap *heap = q->now->s->heap, *old = q->old->s->heap;
    const uint32_t v = q->found->rows.data[row].object;
    if (!is_array(q->now, v) || is_left_out(q->found, q->now, row)) {
        return 0;
    }
    const bool own = n_references(q->now, v) > 0;
    const uint32_t like = like_of_object(q->found, q->now, q->old, row, false);
    const uint32_t table = own ? v : array_of(q->now, q->parent[v]);
    const uint32_t had = own || like == GCV_NONE ? like : array_of(q->old, q->old_parent[like]);
    if (table == GCV_NONE || had == GCV_NONE) {
        return 0;
    }
    const uint64_t was = gcv_heap_size(old, had);
    const uint64_t n = n_references(q->now, table), n_old = n_references(q->old, had);
    if (n == 0 || n_old == 0 || n_old < was / 64) {
        return 0;
    }
    const uint64_t more = excess(gcv_heap_size(heap, table), n > n_old ? was * n / n_old : was);
    const uint64_t grew = excess(gcv_heap_size(heap, v), gcv_heap_size(old, like));
    return more < grew ? more : grew;
}

/* The room in all rows of arrays that an object dominates. */
static uint64_t room_below(const crowd_query *q, const uint64_t *room, uint32_t object)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < q->found->n_objects; i++) {
        for (uint32_t at = q->found->rows.data[i].object; at < GCV_ROOTED;
             at = q->now->dominator[at]) {
            sum += at == object ? room[i] : 0;
        }
    }
    return sum;
}

static bool room_holds(const crowd_query *q, const uint64_t *has, char why[GRAPH_WHY_MAX])
{
    const gcv_suspects *found = q->found;
    uint64_t *room = graph_zeroed(found->n_objects + 1, sizeof *room);
    bool good = true;
    for (uint32_t i = 0; i < found->n_objects; i++) {
        room[i] = own_room(q, i);
    }
    for (uint32_t i = 0; good && i < found->rows.n; i++) {
        const gcv_suspect *row = &found->rows.data[i];
        const gcv_crowd *crowd = gcv_crowd_of(found, row);
        uint64_t must = row->object != GCV_NONE ? room_below(q, room, row->object) : 0,
                 retained = 0;
        for (uint32_t m = 0; crowd != NULL && m < gcv_crowd_size(crowd); m++) {
            const uint32_t member = gcv_crowd_members(&found->crowds, crowd)[m];
            must += room_below(q, room, member);
            retained += q->now->retained[member];
        }
        must = crowd != NULL ? excess(must, excess(retained, row->retained)) : must;
        good = (has != NULL ? has[i] : 0) == must ||
               graph_fails(why, "row %" PRIu32 ": room of %" PRIu64 ", must be %" PRIu64, i,
                           has != NULL ? has[i] : 0, must);
    }
    free(room);
    return good;
}

/* ---- the driver --------------------------------------------------------------------------- */

/* The older heap. */
typedef struct past {
    const side *old;
    bool same; /* like the other heap */
} past;

static bool likes_hold(const side *now, const gcv_suspect_input *input, const gcv_suspects *found,
                       void *extra, char why[GRAPH_WHY_MAX])
{
    const side *old = ((const past *)extra)->old;
    const bool same = ((const past *)extra)->same;
    gcv_suspect_past has = {0};
    gcv_basis before = gcv_basis_of(now->s->ctx, old->selection.heap, now->weak);
    bool good = true;
    before.selection = &old->selection;
    gcv_suspect_past_find(now->s->ctx, input, found, &before, now->weak, &has);
    const bool may = gcv_heap_is_v8(now->s->heap) && gcv_heap_is_v8(old->s->heap) &&
                     gcv_heap_n_sections(now->s->heap) == 1 &&
                     gcv_heap_n_sections(old->s->heap) == 1;
    good = may ? born_holds(now, old, found, &has.born, why)
               : has.born.code == NULL || graph_fails(why, "what is new cannot be known");
    crowd_query query = {found,
                         now,
                         old,
                         input->paths->parent,
                         gcv_basis_paths(&before)->parent,
                         0,
                         has.born.bytes != NULL};
    good = good && (may || room_holds(&query, has.born.room, why));
    for (uint32_t i = 0; good && i < found->rows.n; i++) {
        const gcv_suspect *row = &found->rows.data[i];
        query.row = i;
        bool *likes = like_row(&query);
        uint32_t n = count_members(likes, old->s->o.n);
        uint64_t must = n > 0 ? oracle_retained(&old->s->o, old->weak, likes) : GCV_NOT_REACHABLE;
        uint32_t elsewhere = 0;
        if (may_move(&query, input, must)) {
            must = with_elsewhere(&query, likes, must, &elsewhere);
        }
        free(likes);
        good = has.retained[i] == must ||
               graph_fails(why, "like of row %" PRIu32 ": %" PRIu64 ", must be %" PRIu64, i,
                           has.retained[i], must);
        n = i < found->n_objects ? GCV_NONE : n;
        good =
            good && (has.objects[i] == n ||
                     graph_fails(why, "objects of row %" PRIu32 ": %" PRIu32 ", must be %" PRIu32,
                                 i, has.objects[i], n));
        good = good &&
               (has.elsewhere[i] == elsewhere ||
                graph_fails(why, "row %" PRIu32 ": %" PRIu32 " objects elsewhere, must be %" PRIu32,
                            i, has.elsewhere[i], elsewhere));
        good = good &&
               (!same || is_left_out(found, now, i) ||
                        (has.retained[i] != GCV_NOT_REACHABLE && has.retained[i] >= row->retained)
                    ? true
                    : graph_fails(why, "row %" PRIu32 " is new in the same heap", i));
    }
    gcv_basis_release(&before);
    return good;
}

/* `same`: both heaps are equal. The second search leaves out a section of the old heap. Without
 * full effort, the seed chooses one of the minimum shares of suspects. */
static bool compare(const subject *s, const subject *t, bool weak, bool same,
                    char why[GRAPH_WHY_MAX])
{
    static const uint64_t parts[] = {2, 10, 1000000};
    uint32_t n = gcv_heap_n_sections(t->heap);
    bool one = !effort_is_full();
    size_t i = one ? (size_t)(graph_mix(s->o.style->seed, 1) % CHECK_COUNT(parts)) : 0;
    size_t end = one ? i + 1 : CHECK_COUNT(parts);
    side now, old;
    past before = {&old, same};
    bool good = true;
    if (n > 64 || gcv_heap_n_sections(s->heap) > 64) {
        return true;
    }
    side_open(&now, s, weak);
    side_open(&old, t, weak);
    now.slots = old.slots = now.slots && old.slots;
    for (; good && i < end; i++) {
        uint64_t heavy = oracle_bytes(&s->o, now.reached) / parts[i] + 1;
        memset(old.sections, 1, sizeof old.sections);
        good = side_holds(&now, heavy, likes_hold, &before, why);
        if (good && n > 1) {
            old.sections[graph_mix(s->o.style->seed, i) % n] = 0;
            before.same = false;
            good = side_holds(&now, heavy, likes_hold, &before, why);
            before.same = same;
        }
    }
    side_close(&now);
    side_close(&old);
    return good;
}

static bool hold_against(const subject *s, bool weak, const graph *old, const graph_style *style,
                         char why[GRAPH_WHY_MAX])
{
    subject t;
    return subject_open(&t, old, style, NULL, why) &&
           subject_close(&t, side_has_huge(&t) || compare(s, &t, weak, false, why), why);
}

/* Chooses the older heaps to compare with, in addition to the same one: with full effort all, else
 * one that the seed chooses. */
enum { CHANGED = 1, RENUMBERED = 2, UNRELATED = 4 };

static unsigned others(const graph_style *style)
{
    return effort_is_full() ? CHANGED | RENUMBERED | UNRELATED
                            : 1u << graph_mix(style->seed, 2) % 3;
}

static bool likes_of(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    const graph *g = s->o.g;
    const graph_style *style = s->o.style;
    graph_style other = *style;
    const unsigned with = others(style);
    if (side_has_huge(s)) {
        return true;
    }
    bool good = compare(s, s, weak, true, why);
    graph before = graph_changed(g, graph_mix(g->seed, style->seed));
    other.seed = graph_mix(style->seed, 1); /* other ids, also of types without a record */
    good = good && ((with & CHANGED) == 0 || hold_against(s, weak, &before, style, why)) &&
           ((with & RENUMBERED) == 0 || hold_against(s, weak, &before, &other, why));
    graph_release(&before);
    graph_random(&before, graph_mix(g->seed, 2), s->o.n);
    good = good && ((with & UNRELATED) == 0 || hold_against(s, weak, &before, &other, why));
    graph_release(&before);
    return good;
}

/* Lets one object hold the latter half of the objects, which are of one type and hold nothing.
 * Roots are of the first two objects. */
static graph with_crowd(const graph *g, uint32_t holder)
{
    graph out = graph_copy(g);
    const uint32_t first = out.n_objects / 2, n = out.n_objects - first;
    out.references = realloc(out.references, (out.n_references + n) * sizeof *out.references);
    assert_non_null(out.references);
    out.objects[holder].first = out.n_references;
    out.objects[holder].n_references = n;
    for (uint32_t i = 0; i < n; i++) {
        out.references[out.n_references++] = out.objects[first + i].label;
        out.objects[first + i].n_references = 0;
        out.objects[first + i].type = out.objects[first].type;
    }
    for (uint32_t i = 0; i < out.n_roots; i++) {
        out.roots[i].label = out.objects[i % 2].label;
        out.roots[i].section = out.objects[i % 2].section;
    }
    return out;
}

/* Compares two graphs, which it releases. */
static bool pair_holds(graph *now, graph *old, const graph_style *style, bool weak,
                       char why[GRAPH_WHY_MAX])
{
    subject t;
    const bool good =
        subject_open(&t, now, style, NULL, why) &&
        subject_close(&t, side_has_huge(&t) || hold_against(&t, weak, old, style, why), why);
    graph_release(now);
    graph_release(old);
    return good;
}

/* A crowd that something else held before. */
static bool moved_holds(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    bool good = true;
    if (s->o.g->n_objects >= 4) {
        const graph_style *style = s->o.style;
        graph now = with_crowd(s->o.g, 0), old = with_crowd(s->o.g, 1);
        good = pair_holds(&now, &old, style, weak, why);
    }
    return good;
}

/* Gives a type the name of an array: of `from` and 100 others, the first. */
static void name_array(graph *g, const graph_style *style, uint32_t type, uint32_t from)
{
    char name[GRAPH_NAME_MAX];
    for (uint32_t i = 0; i < 100; i++) {
        g->types[type].name = from + i;
        const size_t n = graph_type_name(g, style, 0, type, name);
        if (n >= 2 && memcmp(name + n - 2, "[]", 2) == 0) {
            return;
        }
    }
}

/* Lets the first object, which is rooted, hold two arrays and up to ten others, and the first array
 * hold some of all others. The second array may hold one, too. */
static graph with_table(const graph *g, const graph_style *style, uint64_t seed)
{
    graph out = graph_copy(g);
    const uint32_t n = out.n_objects, others = graph_below(&seed, 2) * graph_below(&seed, 11);
    const uint32_t in = graph_below(&seed, n - 2), second = graph_chance(&seed, 30);
    out.n_references = 0;
    out.references = realloc(out.references, (2 * n + 16) * sizeof *out.references);
    assert_non_null(out.references);
    name_array(&out, style, 0, 0);
    name_array(&out, style, out.n_types - 1, 1000);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t last = i == 0   ? 3 + (others < n - 3 ? others : n - 3)
                              : i == 1 ? 3 + in
                              : i == 2 ? 3 + second
                                       : 3;
        out.objects[i].section = out.objects[0].section;
        out.objects[i].size = 8;
        out.objects[i].first = out.n_references;
        for (uint32_t k = i == 0 ? 1 : 3; k < last && k < n; k++) {
            out.references[out.n_references++] = out.objects[k].label;
        }
        out.objects[i].n_references = out.n_references - out.objects[i].first;
        out.objects[i].type = i == 1 ? 0 : i == 2 ? out.n_types - 1 : out.objects[i].type;
    }
    out.objects[1].size = 32 * (in + 1) * (1 + graph_below(&seed, 4));
    out.objects[2].size = 1 + graph_below(&seed, 1000);
    for (uint32_t i = 0; i < out.n_roots; i++) {
        out.roots[i].label = out.objects[0].label;
        out.roots[i].section = out.objects[0].section;
    }
    return out;
}

/* A table, and another array beside it, of other sizes before, and with other objects. */
static bool tables_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    const graph *g = s->o.g;
    const graph_style *style = s->o.style;
    bool good = true;
    if (g->n_objects >= 8 && g->n_types > 1) {
        graph now = with_table(g, style, graph_mix(g->seed, 5));
        graph old = with_table(g, style, graph_mix(g->seed, 6));
        good = pair_holds(&now, &old, style, weak, why);
    }
    return good;
}

static const property laws[] = {
    {.of_subject = likes_of, .all_small = true, .any_number = true},
    {.of_subject = likes_of, .seed = 0x6c696b65, .cases = 600, .n = {0, 12}},
    {.of_subject = likes_of, .seed = 0x6c696b66, .cases = 60, .n = {8, 40}},
    {.of_subject = likes_of, .seed = 0x6c696b67, .cases = 3, .n = {60, 120}},
    /* Of V8, where objects of both heaps have the same ids. */
    {.of_subject = likes_of, .script = true, .seed = 0x6c696b1a, .cases = 1500, .n = {2, 12}},
    {.of_subject = likes_of, .script = true, .seed = 0x6c696b6b, .cases = 60, .n = {8, 40}},
    {.of_subject = moved_holds, .script = true, .seed = 0x6c696b6c, .cases = 300, .n = {8, 24}},
    /* Of arrays that grew. */
    {.of_subject = tables_hold, .telling = true, .seed = 0x6c696b6f, .cases = 600, .n = {8, 24}},
    /* Of objects that several crowds have. */
    {.of_subject = likes_of,
     .telling = true,
     .shelves = true,
     .seed = 0x6c696b6d,
     .cases = 1500,
     .n = {10, 24}},
    {.of_subject = likes_of,
     .script = true,
     .shelves = true,
     .seed = 0x6c696b6e,
     .cases = 500,
     .n = {10, 24}},
    /* Of one generation. */
    {.of_subject = likes_of, .aged = true, .seed = 0x6c696b68, .cases = 150, .n = {0, 12}},
    {.of_subject = likes_of, .aged = true, .seed = 0x6c696b69, .cases = 30, .n = {8, 40}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
