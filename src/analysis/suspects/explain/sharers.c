/* sharers.c - what holds the objects that accumulate below one object, where no single thing below
 * it does; see reason_words.h.
 *
 * A client that is in a table of its room and listens to a bus is dominated by neither, but by what
 * holds both: the author has to look at two places. O(objects + references) below that object; 4
 * bytes per object below it. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/type_kinds.h"

enum { SHARERS_SHOWN = 3 };

/* Children of one object in the dominator tree that hold most of its children of one type. */
typedef struct gcv_sharers {
    const gcv_reasons *reasons;
    uint32_t over; /* number of that object */
    uint32_t type; /* row */
    uint32_t *by;  /* per position below it: the last child found to hold the object there */
    uint32_t found[SHARERS_SHOWN], n;
} gcv_sharers;

/* Counts the objects of the type, children themselves, to which one object refers and `child` did
 * not yet. */
static uint32_t count_held(gcv_sharers *sharers, uint32_t object, uint32_t child)
{
    const gcv_reasons *reasons = sharers->reasons;
    const gcv_dominators *d = reasons->dominators;
    const gcv_dominator_tree *tree = reasons->tree;
    uint32_t n, held = 0;
    const uint32_t *to = gcv_heap_references(reasons->heap, object, &n);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t number = d->number[to[i]];
        if (number != 0 && d->dominator[number] == sharers->over &&
            gcv_heap_object_row(reasons->heap, to[i]) == sharers->type) {
            uint32_t *by = &sharers->by[tree->at[number] - tree->at[sharers->over]];
            held += *by != child;
            *by = child;
        }
    }
    return held;
}

/* Finds the children that hold half of `n_all` objects or more, in the order of the tree. */
static void find_sharers(gcv_sharers *sharers, uint32_t n_all)
{
    const gcv_reasons *reasons = sharers->reasons;
    const gcv_dominators *d = reasons->dominators;
    const gcv_dominator_tree *tree = reasons->tree;
    const uint32_t end = gcv_dominator_tree_end(tree, sharers->over);
    uint32_t at = tree->at[sharers->over] + 1;
    while (at < end && sharers->n <= SHARERS_SHOWN) {
        const uint32_t child = tree->order[at], until = at + tree->size[child];
        uint32_t held = 0;
        if (gcv_heap_object_row(reasons->heap, d->object[child]) == sharers->type) {
            at = until;
            continue;
        }
        for (; at < until; at++) {
            held += count_held(sharers, d->object[tree->order[at]], child);
        }
        if (held >= n_all - n_all / 2) {
            if (sharers->n < SHARERS_SHOWN) {
                sharers->found[sharers->n] = d->object[child];
            }
            sharers->n++;
        }
    }
}

/* Appends how the object over a sharer calls it, or its type. */
static void add_sharer(gcv_reasons *reasons, uint32_t over, uint32_t object)
{
    gcv_field by;
    if (!gcv_heap_has_fields(reasons->heap) ||
        !gcv_field_between(&reasons->finder, over, object, &by) || gcv_field_is_internal(&by)) {
        gcv_reason_add_name(reasons, "one ", gcv_last_part(gcv_reason_name_of(reasons, object)));
    } else if (by.kind == GCV_FIELD_VARIABLE) {
        gcv_buffer_append_cut(reasons->ctx, &reasons->text, by.name, GCV_LONGEST_NAME);
    } else {
        gcv_field_append(reasons->ctx, &by, &reasons->text);
    }
}

void gcv_reason_add_sharers(gcv_reasons *reasons, uint32_t number, uint32_t type, uint32_t n_all)
{
    gcv_sharers sharers = {.reasons = reasons, .over = number, .type = type};
    const uint32_t over = reasons->dominators->object[number];
    sharers.by = gcv_alloc_zeroed(reasons->ctx, reasons->tree->size[number], sizeof *sharers.by);
    if (count_held(&sharers, over, number) < n_all - n_all / 2) {
        find_sharers(&sharers, n_all);
    }
    gcv_free(reasons->ctx, sharers.by);
    if (sharers.n < 2 || sharers.n > SHARERS_SHOWN) {
        return;
    }
    gcv_reason_add(reasons, ", which ");
    for (uint32_t i = 0; i < sharers.n; i++) {
        gcv_reason_add(reasons, i == 0 ? "" : i + 1 < sharers.n ? ", " : " and ");
        add_sharer(reasons, over, sharers.found[i]);
    }
    gcv_reason_add(reasons, " hold");
}
