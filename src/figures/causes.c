/* causes.c - what holds growth; see causes.h.
 *
 * For each item, a row of the changes that grew, the chains of its objects in both dumps are merged
 * into one tree, in which its chain and the holder on it are found. Then each object belongs to the
 * cause of the nearest holder above it, and the chains to the objects of a cause are merged, for
 * what each step holds and retains in both dumps.
 *
 * Cost: two searches for paths, two runs of gcv_retained_of_sets() and a counting sort of the
 * objects for all items; and the objects on the chains of each item, twice, within bounds. */
#include "figures/cause_search.h"

#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "base/number.h"
#include "heap/script_path.h"

#include <string.h>

/* ---- rows --------------------------------------------------------------------------------- */

static gcv_cause_row *add_row(gcv_cause_search *search, uint32_t depth)
{
    gcv_cause_row row = {.cause = (uint32_t)search->out->all.n + 1, .depth = depth};
    row.item = row.type = row.label = row.set = row.above = row.object = GCV_NONE;
    gcv_cause_row_column_push(search->ctx, &search->out->rows, row);
    return &search->out->rows.data[search->out->rows.n - 1];
}

/* Adds a row for each type that grew in a cause; where not all causes are asked for, for the first
 * TYPES of which each is at least one part in a hundred of it, and for the first. */
static void add_heads(gcv_cause_search *search, const gcv_cause_group *group)
{
    enum { TYPES = 8 };
    const bool all = search->request->top == 0;
    search->heads.n = 0;
    for (uint32_t i = 0; i < group->n_told && (all || search->heads.n < TYPES); i++) {
        const gcv_cause_told *told = &search->out->told.data[group->told + i];
        const int64_t grown = gcv_delta(told->bytes[0], told->bytes[1]);
        if (grown > 0 && (i == 0 || all || grown >= group->grown / 100)) {
            gcv_cause_row *row = add_row(search, 0);
            row->item = told->item;
            memcpy(row->objects, told->objects, sizeof row->objects);
            memcpy(row->bytes, told->bytes, sizeof row->bytes);
            gcv_u32_column_push(search->ctx, &search->heads, group->told + i);
        }
    }
}

static void add_step(gcv_cause_search *search, uint32_t step, uint32_t *row_of)
{
    const gcv_step_key *key = &search->index.keys.data[step];
    const gcv_cause_step *sums = &search->shown.data[step];
    gcv_cause_row *row = add_row(search, key->depth);
    row->type = key->type;
    row->label = key->label;
    row->above = key->previous != GCV_NONE ? row_of[key->previous] : GCV_NONE;
    row->set = search->out->n_sets++;
    row_of[step] = (uint32_t)search->out->rows.n - 1;
    row->object = sums->objects[1] == 1 ? sums->object[1] : GCV_NONE;
    memcpy(row->objects, sums->objects, sizeof row->objects);
    memcpy(row->bytes, sums->bytes, sizeof row->bytes);
}

/* Adds a row for each step of the chains of a group, each below the one that holds it. The children
 * of a step are a list, in the order of the chains. */
static void add_tree(gcv_cause_search *search, uint32_t *row_of)
{
    gcv_context *ctx = search->ctx;
    const gcv_step_key *keys = search->index.keys.data;
    const size_t n = search->index.keys.n;
    uint32_t *child = gcv_alloc_none(ctx, n), *sibling = gcv_alloc_none(ctx, n), step = 0;
    for (uint32_t i = (uint32_t)n; i-- > 1;) {
        sibling[i] = child[keys[i].previous];
        child[keys[i].previous] = i;
    }
    while (step != GCV_NONE) {
        add_step(search, step, row_of);
        uint32_t next = child[step];
        while (next == GCV_NONE && step != GCV_NONE) {
            next = sibling[step];
            step = keys[step].previous;
        }
        step = next;
    }
    GCV_FREE(ctx, child, sibling);
}

/* Names the steps that have rows. */
static void name_rows(gcv_cause_search *search, const uint32_t *row_of)
{
    const gcv_joined_side *side = &search->out->joined.side[1];
    const uint64_t *step = side->steps.step;
    size_t at = gcv_heap_has_fields(side->heap) ? 0 : SIZE_MAX; /* nothing has a name */
    gcv_step_member member;
    while (gcv_chain_steps_next(&side->steps, &search->wanted, &at, &member)) {
        const uint32_t over = side->shown->parent[member.object];
        const bool rooted = over >= GCV_ROOTED;
        gcv_cause_row *row = &search->out->rows.data[row_of[member.step]];
        gcv_step_name_add(&search->finder, &row->name, member.object, rooted ? GCV_NONE : over,
                          !rooted && step[over] == step[member.object]);
    }
}

static void collect_sets(gcv_cause_search *search, const uint32_t *row_of)
{
    for (size_t side_at = 0; side_at < 2; side_at++) {
        gcv_joined_side *side = &search->out->joined.side[side_at];
        gcv_step_member member;
        for (size_t at = 0; gcv_chain_steps_next(&side->steps, &search->wanted, &at, &member);) {
            gcv_set_members_add(search->ctx, &side->members, member.object,
                                search->out->rows.data[row_of[member.step]].set);
        }
    }
}

/* Shows the chains on which the types grew most in a group, as all their objects there are held. */
static void show_chains(gcv_cause_search *search, const gcv_cause_chain *held)
{
    const gcv_cause_told *told = search->out->told.data;
    const uint32_t *heads = search->heads.data;
    gcv_cause_chain *chains = gcv_alloc(search->ctx, search->heads.n, sizeof *chains);
    search->steps.n = 0;
    for (size_t i = 0; i < search->heads.n; i++) {
        gcv_cause_find_told(search, &told[heads[i]], &chains[i]);
    }
    gcv_cause_begin(search);
    for (size_t i = 0; i < search->heads.n; i++) {
        gcv_cause_add_told(search, &told[heads[i]]);
        gcv_cause_show_chain(search, &chains[i]);
    }
    for (size_t i = 0; i < search->heads.n; i++) {
        gcv_cause_show_moved(search, &chains[i]);
    }
    if (held->object[0] != GCV_NONE) { /* it is there, even if nothing was below it */
        gcv_chain_steps_mark(&search->out->joined.side[0].steps, held->object[0]);
    }
    gcv_cause_fill_steps(search);
    gcv_free(search->ctx, chains);
}

/* Adds the rows of the steps. `held`: a chain to the holder. */
static void add_chains(gcv_cause_search *search, const gcv_cause_chain *held)
{
    show_chains(search, held);
    uint32_t *row_of = gcv_alloc(search->ctx, search->index.keys.n, sizeof *row_of);
    add_tree(search, row_of);
    name_rows(search, row_of);
    if (search->request->retained) {
        collect_sets(search, row_of);
    }
    gcv_free(search->ctx, row_of);
}

/* Adds a row that tells why a cause has no chain, with the sums of the rows of its types. */
static void add_nowhere(gcv_cause_search *search, const char *why, uint32_t first)
{
    const uint32_t end = (uint32_t)search->out->rows.n;
    gcv_cause_row *row = add_row(search, 1);
    row->nowhere = why;
    for (uint32_t i = first; i < end; i++) {
        const gcv_cause_row *head = &search->out->rows.data[i];
        for (size_t at = 0; at < 2; at++) {
            row->objects[at] += head->objects[at];
            row->bytes[at] = gcv_add_capped(row->bytes[at], head->bytes[at]);
        }
    }
}

/* Whether a step has a type of the program, not only what a collection is of, or is a class of the
 * program in Ruby. */
static bool is_mine(const gcv_cause_search *search, const gcv_cause_row *row)
{
    const gcv_slice class_ = row->object != GCV_NONE
                                 ? gcv_ruby_class_name(search->finder.heap, row->object)
                                 : gcv_slice_of(NULL, 0);
    if (class_.data != NULL) {
        return !gcv_is_platform_ruby(class_);
    }
    const uint32_t kinds =
        row->type != GCV_NONE ? gcv_cause_kinds(search, gcv_cause_name(search->out, row)) : 0;
    return (kinds & (GCV_TYPE_MINE | GCV_KEEPS_COLLECTION)) == GCV_TYPE_MINE;
}

/* Whether a step of a V8 heap is what a variable holds, or a module of the program or of a package.
 */
static bool is_place(const gcv_cause_search *search, const gcv_cause_row *row)
{
    const gcv_code_place *place = row->name.place;
    gcv_field by;
    return (gcv_common_name_get(search->finder.heap, &row->name.into, &by) &&
            by.kind == GCV_FIELD_VARIABLE) ||
           (place != NULL && gcv_code_place_is_whole(place) &&
            gcv_code_place_owner(&search->finder.heap->places, place) != GCV_SCRIPT_PLATFORM &&
            (gcv_cause_kinds(search, gcv_cause_name(search->out, row)) & GCV_TYPE_SCOPE) == 0);
}

/* Whether a step of a V8 heap is one object of a class of the program, not of a package, or what a
 * variable in one of its scripts holds. Classes of several scripts may have one name. */
static bool is_of_author(const gcv_cause_search *search, const gcv_cause_row *steps, uint32_t depth)
{
    const gcv_cause_row *row = &steps[depth - 1];
    const gcv_heap *heap = search->finder.heap;
    const gcv_code_place *scope = depth > 1 ? row[-1].name.place : NULL;
    if (is_place(search, row)) {
        return gcv_code_place_is_of_author(&heap->places, scope);
    }
    if (row->object == GCV_NONE) {
        return false;
    }
    const uint32_t type = gcv_heap_object_row(heap, row->object);
    const uint32_t kinds =
        gcv_kinds_of_name(heap, heap->types.name[type], gcv_heap_type_module(heap, type));
    return gcv_kinds_are_of_author(kinds) &&
           (kinds & (GCV_TYPE_CLOSURE | GCV_TYPE_SCOPE | GCV_KEEPS_COLLECTION)) == 0;
}

/* Whether the type of a row is one of C++, which tells nothing of a page. */
static bool is_of_cpp(const gcv_cause_search *search, const gcv_cause_row *row)
{
    return row->item == GCV_NONE && row->type != GCV_NONE &&
           gcv_is_of_cpp(search->out->joined.types.names.data[row->type]);
}

/* What a package calls its parts says little to the author of a program, and what a browser calls
 * its parts, nothing. */
static void find_owners(const gcv_cause_search *search, gcv_cause *cause)
{
    const gcv_cause_row *steps = search->out->rows.data + cause->first + cause->n_types;
    const bool v8 = gcv_heap_is_v8(search->finder.heap);
    uint32_t depth = cause->holder;
    if (depth == 0) {
        return;
    }
    if (v8 ? !is_place(search, &steps[depth - 1]) : !is_mine(search, &steps[depth - 1])) {
        do {
            depth--;
        } while (depth > 0 && !is_mine(search, &steps[depth - 1]) &&
                 !(v8 && is_place(search, &steps[depth - 1])));
        cause->owner = v8 || depth > 1 || gcv_heap_is_ruby(search->finder.heap) ? depth : 0;
    }
    if (v8 && cause->owner == 0 && is_of_cpp(search, &steps[cause->holder - 1])) {
        cause->owner = cause->holder;
        while (cause->owner > 0 && is_of_cpp(search, &steps[cause->owner - 1])) {
            cause->owner--;
        }
    }
    if (v8 && depth > 0 && !is_of_author(search, steps, depth)) {
        do {
            depth--;
        } while (depth > 0 && !is_of_author(search, steps, depth));
        cause->author = depth;
    }
}

/* Adds the rows of a cause: those of its types, then the chains to all their objects together. */
static void add_cause(gcv_cause_search *search, const gcv_cause_group *group)
{
    const gcv_cause_chain *chain = &search->chains.data[group->chain];
    gcv_causes *out = search->out;
    gcv_cause cause = {.first = (uint32_t)out->rows.n,
                       .holder = chain->holder,
                       .told = group->told,
                       .n_told = group->n_told,
                       .grown = group->grown};
    add_heads(search, group);
    cause.n_types = (uint32_t)out->rows.n - cause.first;
    if (chain->n > 0) {
        add_chains(search, chain);
        find_owners(search, &cause);
    } else {
        add_nowhere(search, group->ownerless ? "<no owner>" : "<unreachable>", cause.first);
    }
    cause.end = (uint32_t)out->rows.n;
    gcv_cause_column_push(search->ctx, &out->all, cause);
}

/* ---- what a row is -------------------------------------------------------------------------- */

bool gcv_cause_retained(const gcv_causes *causes, const gcv_cause_row *row, int64_t *delta)
{
    const gcv_change *type = row->item != GCV_NONE ? &causes->changes->rows[row->item] : NULL;
    if (type != NULL) {
        *delta = gcv_delta(type->retained_a, type->retained_b);
        return type->retains && row->objects[0] == type->count_a &&
               row->objects[1] == type->count_b;
    }
    if (row->set == GCV_NONE || causes->retained[0] == NULL) {
        return false;
    }
    uint64_t a = causes->retained[0][row->set];
    uint64_t b = causes->retained[1][row->set];
    *delta = gcv_delta(a != GCV_NOT_REACHABLE ? a : 0, b != GCV_NOT_REACHABLE ? b : 0);
    return true;
}

gcv_slice gcv_cause_name(const gcv_causes *causes, const gcv_cause_row *row)
{
    return row->item != GCV_NONE   ? causes->changes->join.names.data[row->item]
           : row->nowhere != NULL  ? gcv_slice_str(row->nowhere)
           : row->type == GCV_NONE ? gcv_slice_str("<deeper, any type>")
                                   : causes->joined.types.names.data[row->type];
}

gcv_slice gcv_cause_root(const gcv_causes *causes, const gcv_cause_row *row)
{
    return row->label != GCV_NONE && row->above == GCV_NONE
               ? causes->joined.labels.texts.data[row->label]
               : gcv_slice_of(NULL, 0);
}

/* ---- all of it ---------------------------------------------------------------------------- */

GCV_BEFORE(group_before, gcv_cause_group,
           of[a].ownerless != of[b].ownerless ? of[b].ownerless
           : of[a].payload != of[b].payload   ? of[b].payload
           : of[a].grown != of[b].grown       ? of[a].grown > of[b].grown
                                              : a < b);

/* A cause of nothing but strings and arrays that has more than half of what causes grew by comes
 * before the others. */
static void lift_payload(gcv_cause_search *search)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < search->groups.n; i++) {
        const gcv_cause_group *group = &search->groups.data[i];
        sum = gcv_add_capped(sum, group->grown > 0 ? (uint64_t)group->grown : 0);
    }
    for (size_t i = 0; i < search->groups.n; i++) {
        gcv_cause_group *group = &search->groups.data[i];
        group->payload = group->payload && (group->grown <= 0 || (uint64_t)group->grown <= sum / 2);
    }
}

/* Gives the last of `top` places to the largest cause of nothing but strings and arrays, if it grew
 * more than the one that has it. */
static void keep_payload(const gcv_cause_search *search, uint32_t *order, size_t n, size_t top)
{
    const gcv_cause_group *groups = search->groups.data;
    size_t at = top;
    while (at < n && !groups[order[at]].payload) {
        at++;
    }
    if (at < n && groups[order[at]].grown > groups[order[top - 1]].grown) {
        order[top - 1] = order[at];
    }
}

/* Adds the causes that grew, in their order. */
static void add_causes(gcv_cause_search *search)
{
    uint32_t *order = gcv_alloc(search->ctx, search->groups.n, sizeof *order);
    uint64_t top = search->request->top;
    size_t n = 0;
    lift_payload(search);
    for (uint32_t i = 0; i < search->groups.n; i++) {
        if (search->groups.data[i].grown > 0) {
            order[n++] = i;
        }
    }
    gcv_sort(search->ctx, order, n, group_before, search->groups.data);
    if (top > 0 && top < n && !search->groups.data[order[top - 1]].payload) {
        keep_payload(search, order, n, (size_t)top);
    }
    search->placed = 0;
    for (size_t i = 0; i < n && (top == 0 || i < top) && gcv_cause_may_go_on(search, i); i++) {
        add_cause(search, &search->groups.data[order[i]]);
    }
    search->out->n_more = n - search->out->all.n;
    search->out->has_rest = search->n_chained < search->request->items->n;
    gcv_free(search->ctx, order);
}

static void release_search(gcv_cause_search *search)
{
    for (size_t at = 0; at < 2; at++) {
        GCV_FREE(search->ctx, search->targets[at].sorted, search->targets[at].end);
        gcv_chain_end_column_release(search->ctx, &search->ends[at]);
    }
    gcv_free(search->ctx, search->kinds);
    GCV_RELEASE(search->ctx, &search->chains, &search->heads, &search->steps);
    gcv_step_index_release(search->ctx, &search->holders);
    gcv_step_index_release(search->ctx, &search->index);
    GCV_RELEASE(search->ctx, &search->keys, &search->best, &search->shown, &search->wanted,
                &search->group_of);
    gcv_field_finder_release(&search->finder);
    gcv_cause_group_column_release(search->ctx, &search->groups);
}

void gcv_causes_find(gcv_context *ctx, const gcv_cause_request *request, gcv_causes *out)
{
    *out = (gcv_causes){.ctx = ctx, .changes = request->changes};
    gcv_cause_search search = {.ctx = ctx,
                               .request = request,
                               .out = out,
                               .finder.ctx = ctx,
                               .finder.heap = request->basis[1]->heap};
    gcv_joined_steps_init(ctx, &out->joined, request->basis,
                          request->changes->request.totals.owned);
    gcv_phase(ctx, "causes");
    search.kinds = gcv_kinds_by_module(ctx, search.finder.heap);
    gcv_cause_find_chains(&search);
    gcv_cause_find_places(&search);
    for (size_t at = 0; request->retained && at < 2; at++) {
        gcv_set_members_init(ctx, &out->joined.side[at].members, request->basis[at]->heap);
    }
    add_causes(&search);
    release_search(&search);
    for (size_t at = 0; at < 2; at++) {
        gcv_chain_steps_release(&out->joined.side[at].steps); /* 13 bytes per object */
    }
    for (size_t at = 0; request->retained && at < 2; at++) {
        out->retained[at] = gcv_joined_steps_retained(&out->joined, at, out->n_sets);
    }
    gcv_joined_steps_close(&out->joined);
}

bool gcv_cause_is_moved(const gcv_causes *causes, const gcv_cause *cause)
{
    const gcv_cause_told *told = causes->told.data + cause->told;
    uint64_t here = 0, grown = 0; /* bytes; the latter of the same types in the whole heap */
    for (uint32_t i = 0; i < cause->n_told; i++) {
        const gcv_change *row = &causes->changes->rows[told[i].item];
        const uint64_t more = gcv_excess(row->bytes_b, row->bytes_a);
        if (told[i].objects[0] > 0) {
            return false;
        }
        here = gcv_add_capped(here, told[i].bytes[1]);
        grown = gcv_add_capped(grown, more < told[i].bytes[1] ? more : told[i].bytes[1]);
    }
    return grown < here / 2;
}
