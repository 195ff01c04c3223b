/* past_elsewhere.c - what of the growth of rows was elsewhere in the older dump; see
 * past_matcher.h.
 *
 * Something seems to grow where objects only moved: from another collection or field, or because
 * something nearer to the roots lets go of them. So what there is more of a type below a row than
 * below its counterpart is compared with the growth of the type.
 *
 * O(objects): rows are looked at, crowds first, until each object was, OFTEN times on average. */
#include "analysis/suspects/explain/past_matcher.h"

#include "analysis/type_kinds.h"
#include "base/sort.h"
#include "base/text.h"
#include "heap/shapes.h"

/* Objects of a type, joined by name. */
typedef struct type_sum {
    uint32_t n;
    uint64_t bytes;
} type_sum;

/* One of the two dumps. */
typedef struct dump_side {
    const gcv_heap *heap;
    const gcv_dominators *d;
    const gcv_selection *selection;
    const gcv_dominator_tree *tree;
    uint32_t *row;   /* per type: its row in the later dump; GCV_NONE */
    type_sum *all;   /* per row: reachable and selected */
    type_sum *below; /* per row: below what is looked at */
} dump_side;

typedef struct mover {
    gcv_past_matcher *matcher;
    dump_side now, old;
    gcv_u32_column touched;  /* rows of types of which there are any */
    uint64_t grew;           /* bytes of all types together */
    uint64_t left;           /* objects that may still be looked at */
    gcv_dominator_tree tree; /* of the older dump */
} mover;

static void add(type_sum *sum, const gcv_heap *heap, uint32_t object)
{
    sum->n++;
    sum->bytes = gcv_add_capped(sum->bytes, gcv_heap_size(heap, object));
}

/* ---- both dumps --------------------------------------------------------------------------- */

/* Sums up all objects, and returns their bytes. */
static uint64_t sum_up(const mover *m, dump_side *side)
{
    gcv_context *ctx = m->matcher->ctx;
    const gcv_heap *now = m->now.heap, *heap = side->heap;
    uint64_t bytes = 0;
    side->row = gcv_alloc(ctx, heap->n_types, sizeof *side->row);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        side->row[t] =
            heap == now ? gcv_heap_type_row(now, t) : gcv_heap_type_named(now, heap->types.name[t]);
    }
    side->all = gcv_alloc_zeroed(ctx, now->n_types, sizeof *side->all);
    side->below = gcv_alloc_zeroed(ctx, now->n_types, sizeof *side->below);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (side->d->number[i] != 0 && gcv_selection_has_place(side->selection, i)) {
            const uint32_t row = side->row[heap->type.data[i]];
            bytes = gcv_add_capped(bytes, gcv_heap_size(heap, i));
            if (row != GCV_NONE) {
                add(&side->all[row], heap, i);
            }
        }
    }
    return bytes;
}

static void begin(mover *m, gcv_past_matcher *matcher)
{
    enum { OFTEN = 16, LEAST = 1000000 };
    const gcv_suspect_input *input = matcher->input;
    const gcv_heap *now = input->heap, *old = matcher->old;
    *m = (mover){.matcher = matcher};
    m->left = OFTEN * ((uint64_t)now->n_objects + old->n_objects) + LEAST;
    gcv_dominator_tree_init(matcher->ctx, &m->tree, matcher->d, true);
    m->now = (dump_side){
        now, input->dominators, input->selection, &matcher->found->tree, NULL, NULL, NULL};
    m->old = (dump_side){old, matcher->d, matcher->selection, &m->tree, NULL, NULL, NULL};
    const uint64_t bytes = sum_up(m, &m->now);
    m->grew = gcv_excess(bytes, sum_up(m, &m->old));
}

static void end(mover *m)
{
    GCV_FREE(m->matcher->ctx, m->now.row, m->now.all, m->now.below, m->old.row, m->old.all,
             m->old.below);
    gcv_u32_column_release(m->matcher->ctx, &m->touched);
    gcv_dominator_tree_release(m->matcher->ctx, &m->tree);
}

/* ---- what is below a row ------------------------------------------------------------------ */

static void take(mover *m, uint64_t n) { m->left = gcv_excess(m->left, n); }

/* Adds objects and all that they dominate, each once. */
static void add_below(mover *m, const dump_side *side, const uint32_t *objects, size_t n)
{
    gcv_context *ctx = m->matcher->ctx;
    uint32_t at = 0, *first = gcv_tree_positions(ctx, side->d, side->tree, objects, n);
    for (size_t i = 0; i < n; i++) {
        const uint32_t until = gcv_dominator_tree_end(side->tree, side->tree->order[first[i]]);
        at = at > first[i] ? at : first[i];
        take(m, gcv_excess(until, at));
        for (; at < until; at++) {
            const uint32_t object = side->d->object[side->tree->order[at]];
            const uint32_t row = side->row[side->heap->type.data[object]];
            if (row == GCV_NONE) {
                continue;
            }
            if (m->now.below[row].n == 0 && m->old.below[row].n == 0) {
                gcv_u32_column_push(ctx, &m->touched, row);
            }
            add(&side->below[row], side->heap, object);
        }
    }
    gcv_free(ctx, first);
}

/* Adds all objects of a group. `group_of`: per type. */
static void add_group(mover *m, const dump_side *side, const uint32_t *group_of, uint32_t group)
{
    gcv_u32_column objects = {NULL, 0, 0};
    take(m, side->heap->n_objects);
    for (uint32_t i = 0; i < side->heap->n_objects; i++) {
        if (group_of[side->heap->type.data[i]] == group && side->d->number[i] != 0 &&
            gcv_selection_has_place(side->selection, i)) {
            gcv_u32_column_push(m->matcher->ctx, &objects, i);
        }
    }
    add_below(m, side, objects.data, objects.n);
    gcv_u32_column_release(m->matcher->ctx, &objects);
}

/* Adds the objects of a crowd in the older dump, which are sorted by crowd. */
static void add_crowded(mover *m, uint32_t set)
{
    const gcv_u64_column *crowded = &m->matcher->crowded;
    gcv_u32_column objects = {NULL, 0, 0};
    size_t at = 0;
    GCV_BISECT(at, crowded->n, i, crowded->data[i] >> 32 < set);
    for (; at < crowded->n && crowded->data[at] >> 32 == set; at++) {
        gcv_u32_column_push(m->matcher->ctx, &objects, (uint32_t)crowded->data[at]);
    }
    add_below(m, &m->old, objects.data, objects.n);
    gcv_u32_column_release(m->matcher->ctx, &objects);
}

static void add_row(mover *m, uint32_t item)
{
    const gcv_past_matcher *matcher = m->matcher;
    const gcv_suspect *row = &matcher->found->rows.data[item];
    const gcv_crowd *crowd = gcv_crowd_of(matcher->found, row);
    if (crowd != NULL) {
        add_below(m, &m->now, gcv_crowd_members(&matcher->found->crowds, crowd),
                  gcv_crowd_size(crowd));
        add_crowded(m, matcher->set[item]);
    } else if (row->object == GCV_NONE) {
        add_group(m, &m->now, matcher->group_now, item);
        add_group(m, &m->old, matcher->group, matcher->set[item]);
    } else {
        add_below(m, &m->now, &row->object, 1);
        add_below(m, &m->old, &matcher->object[item], matcher->object[item] != GCV_NONE);
    }
}

/* ---- what was elsewhere ------------------------------------------------------------------- */

/* Whether a type is the program's, and no collection: there may be as many of these in any program.
 */
static bool tells(const mover *m, uint32_t type)
{
    const uint32_t kinds = m->matcher->found->kinds[type];
    const gcv_slice name = m->now.heap->types.name[type];
    return ((kinds & GCV_TYPE_MINE) != 0 && !gcv_type_is_nameless(name) &&
            (kinds & (GCV_KEEPS_ANY | GCV_TYPE_CLOSURE | GCV_TYPE_SCOPE)) == 0) ||
           gcv_is_shape(name);
}

/* Objects that a row has more than its counterpart, and those of them that moved. */
typedef struct growth {
    uint64_t n, moved;
} growth;

static void count_growth(growth *sum, uint64_t n, uint64_t moved)
{
    sum->n += n;
    sum->moved += moved;
}

/* By how much the number of objects of a type changed, in any direction. */
static uint64_t change_of(const mover *m, uint32_t type)
{
    const uint64_t now = m->now.all[type].n, old = m->old.all[type].n;
    return now > old ? now - old : old - now;
}

/* Returns how many of `n` objects of a type that came to a row moved: what exceeds the growth of
 * the type. If that changed by more than half of them, what shrank elsewhere is another matter. */
static uint64_t moved_of(const mover *m, uint32_t type, uint64_t n)
{
    const uint64_t grew = gcv_excess(m->now.all[type].n, m->old.all[type].n);
    return change_of(m, type) <= n / 2 ? gcv_excess(n, grew) : 0;
}

/* Whether what grew below a row moved: most objects of the program; of a crowd of these its own,
 * unless these are less than a tenth. If there are none, three in four of others, if there are
 * many, of types that hardly changed in number. `*all`: nine in ten did. */
static bool has_moved(const mover *m, const gcv_suspect *row, bool *all)
{
    enum { MANY = 10 }; /* a few may be as many by chance */
    growth own = {0, 0}, told = {0, 0}, rest = {0, 0};
    for (size_t i = 0; i < m->touched.n; i++) {
        const uint32_t type = m->touched.data[i];
        const uint64_t n = gcv_excess(m->now.below[type].n, m->old.below[type].n);
        const uint64_t moved = moved_of(m, type, n);
        if (tells(m, type)) {
            const bool is_own =
                row->crowd != GCV_NONE && gcv_heap_type_family(m->now.heap, type) == row->type;
            count_growth(&told, n, moved);
            if (is_own) {
                count_growth(&own, n, moved);
            }
        } else {
            count_growth(&rest, n, change_of(m, type) <= n / 10 ? moved : 0);
        }
    }
    const growth *of = own.n > 0 && own.n >= told.n / 10 ? &own : told.n > 0 ? &told : &rest;
    *all = of->moved >= of->n - of->n / 10;
    return of->moved > 0 && (of != &rest || of->n >= MANY) &&
           (of == &rest ? of->moved >= of->n - of->n / 4 : of->moved > of->n / 2);
}

/* Adds to a counterpart what of its row's growth moved; forgets what is below the row. */
static void add_moved(mover *m, uint32_t item)
{
    const gcv_suspect *row = &m->matcher->found->rows.data[item];
    uint64_t *before = &m->matcher->out->retained[item], bytes = 0, objects = 0;
    bool all;
    const bool has = has_moved(m, row, &all);
    for (size_t i = 0; i < m->touched.n; i++) {
        const uint32_t type = m->touched.data[i];
        const type_sum now = m->now.all[type], old = m->old.all[type];
        const type_sum here = m->now.below[type], there = m->old.below[type];
        const uint64_t moved = moved_of(m, type, gcv_excess(here.n, there.n));
        if (moved > 0) {
            bytes = gcv_add_capped(bytes, gcv_excess(gcv_excess(here.bytes, there.bytes),
                                                     gcv_excess(now.bytes, old.bytes)));
        }
        objects += gcv_heap_type_family(m->now.heap, type) == row->type ? moved : 0;
        m->now.below[type] = m->old.below[type] = (type_sum){0, 0};
    }
    m->touched.n = 0;
    if (has) {
        const uint64_t had = *before != GCV_NOT_REACHABLE ? *before : 0;
        const uint64_t grew = gcv_excess(row->retained, had),
                       least = all ? gcv_excess(grew, m->grew) : 0;
        bytes = bytes > least ? bytes : least;
        *before = had + (bytes < grew ? bytes : grew);
        if (row->object == GCV_NONE) {
            const uint64_t came = gcv_excess(row->objects, m->matcher->out->objects[item]);
            m->matcher->out->elsewhere[item] = (uint32_t)(objects < came ? objects : came);
        }
    }
}

/* Whether objects of a row may hold others: strings and numbers do not. */
static bool holds(const gcv_past_matcher *matcher, const gcv_suspect *row)
{
    return !gcv_is_group(row) || row->type == GCV_NONE ||
           (matcher->found->kinds[row->type] & (GCV_TYPE_MINE | GCV_KEEPS_ANY)) != 0;
}

/* Whether a row may have grown by as much as a suspect must; a name that the dump lacks may be that
 * of anything. */
static bool may_have_grown(const gcv_past_matcher *matcher, uint32_t item)
{
    const gcv_suspect *row = &matcher->found->rows.data[item];
    const uint64_t before = matcher->out->retained[item];
    const uint64_t least = row->crowd != GCV_NONE ? matcher->input->small : matcher->input->heavy;
    return gcv_excess(row->retained, before != GCV_NOT_REACHABLE ? before : 0) >= least &&
           (before != GCV_NOT_REACHABLE || !gcv_type_is_nameless(row->name)) &&
           holds(matcher, row) &&
           (row->object == GCV_NONE ||
            gcv_selection_has_place(matcher->input->selection, row->object));
}

void gcv_past_add_elsewhere(gcv_past_matcher *matcher)
{
    mover m = {.left = 1};
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < matcher->found->rows.n && m.left > 0; i++) {
            const bool crowd = matcher->found->rows.data[i].crowd != GCV_NONE;
            if (crowd == (pass == 0) && may_have_grown(matcher, i)) {
                if (m.matcher == NULL) {
                    begin(&m, matcher);
                }
                add_row(&m, i);
                add_moved(&m, i);
            }
        }
    }
    if (m.matcher != NULL) {
        end(&m);
    }
}
