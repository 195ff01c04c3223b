/* crowd_members.c - what the members of a crowd are, and what they hold; see reason_words.h. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/type_kinds.h"
#include "base/sort.h"

/* Adds up, by type, what the children of the members in the dominator tree retain; the variables of
 * functions among them count as their own children. Returns the type that retains the most, the
 * crowd's own type excepted; GCV_NONE: there is no such child. */
static uint32_t main_content(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_dominators *d = reasons->dominators;
    const gcv_dominator_tree *tree = reasons->tree;
    uint32_t best = GCV_NONE;
    gcv_reason_weigh_none(reasons);
    for (uint32_t i = 0; i < crowd->n; i++) {
        uint32_t number = d->number[gcv_reason_members(reasons, crowd)[i]];
        uint32_t end = gcv_dominator_tree_end(tree, number);
        for (uint32_t at = tree->at[number] + 1; at < end;) {
            const uint32_t w = tree->order[at], object = d->object[w];
            bool scope = gcv_reason_is_scope(reasons, object);
            at += scope ? 1 : tree->size[w];
            if (!scope && gcv_heap_object_family(reasons->heap, object) != crowd->type) {
                best = gcv_reason_weigh(reasons, object, d->retained[w], best);
            }
        }
    }
    return best;
}

uint32_t gcv_reason_weigh_program(gcv_reasons *reasons, uint32_t number, uint32_t best)
{
    const gcv_heap *heap = reasons->heap;
    const gcv_dominators *d = reasons->dominators;
    const gcv_dominator_tree *tree = reasons->tree;
    for (uint32_t at = tree->at[number] + 1; at < gcv_dominator_tree_end(tree, number); at++) {
        const uint32_t object = d->object[tree->order[at]];
        const uint32_t kinds = gcv_reason_kinds_of(reasons, object);
        if (gcv_kinds_are_of_author(kinds) && (kinds & (GCV_TYPE_CLOSURE | GCV_TYPE_SCOPE)) == 0) {
            best = gcv_reason_weigh(reasons, object, gcv_suspect_weight(heap, d, object), best);
        }
    }
    return best;
}

/* Names the program's type that retains most below members that somebody else wrote, if that is at
 * least a fourth of all, or half of the members may have one each. */
static bool add_of_program(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_dominator_tree *tree = reasons->tree;
    uint32_t type = GCV_NONE, end = 0;
    uint32_t *at = gcv_tree_positions(reasons->ctx, reasons->dominators, tree,
                                      gcv_reason_members(reasons, crowd), crowd->n);
    gcv_reason_weigh_none(reasons);
    for (uint32_t i = 0; i < crowd->n; i++) {
        if (at[i] >= end) { /* below no other member */
            const uint32_t number = tree->order[at[i]];
            type = gcv_reason_weigh_program(reasons, number, type);
            end = gcv_dominator_tree_end(tree, number);
        }
    }
    gcv_free(reasons->ctx, at);
    const bool tells =
        type != GCV_NONE && reasons->count[type] > 1 &&
        (reasons->weight[type] >= crowd->retained / 4 || reasons->count[type] >= crowd->n / 2);
    if (tells) {
        gcv_reason_add_weighed(reasons, ", among them ", type);
    }
    return tells;
}

/* Returns the first function of the program that a member refers to; GCV_NONE: there is none. */
static uint32_t function_of(const gcv_reasons *reasons, uint32_t member)
{
    enum { FIRST = 64 };
    uint32_t n;
    const uint32_t *to = gcv_heap_references(reasons->heap, member, &n);
    for (uint32_t i = 0; i < n && i < FIRST; i++) {
        if ((gcv_reason_kinds_of(reasons, to[i]) & GCV_TYPE_CLOSURE) != 0 &&
            gcv_reason_is_of_script(reasons, gcv_heap_place(reasons->heap, to[i]))) {
            return to[i];
        }
    }
    return GCV_NONE;
}

static uint32_t function_trait(const gcv_reasons *reasons, uint32_t member)
{
    const gcv_heap *heap = reasons->heap;
    const uint32_t function = function_of(reasons, member);
    return function != GCV_NONE ? (uint32_t)(gcv_heap_place(heap, function) - heap->places.all.data)
                                : GCV_NONE;
}

/* Returns how many functions with a place the members refer to: they may share one. */
static uint32_t count_functions(const gcv_reasons *reasons, const gcv_crowd *crowd,
                                const gcv_code_place *place)
{
    uint32_t n = 0;
    gcv_bitset seen;
    gcv_bitset_init(reasons->ctx, &seen, reasons->heap->n_objects);
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t function = function_of(reasons, gcv_reason_members(reasons, crowd)[i]);
        n += function != GCV_NONE && gcv_heap_place(reasons->heap, function) == place &&
             gcv_bitset_add(&seen, function);
    }
    gcv_bitset_release(reasons->ctx, &seen);
    return n;
}

/* Names the function of the program that most members refer to, as those of a package that calls
 * it do. Returns whether there is one. */
static bool add_function(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_places *places = &reasons->heap->places;
    uint32_t n;
    const uint32_t most =
        places->all.n > 0 ? gcv_crowd_most(reasons, crowd, function_trait, &n) : GCV_NONE;
    const uint32_t distinct =
        most != GCV_NONE ? count_functions(reasons, crowd, &places->all.data[most]) : 0;
    if (distinct > 0 && gcv_keeps(distinct, n)) {
        gcv_reason_add_amount(reasons, ", among them ", distinct,
                              places->all.data[most].function != GCV_NONE ? " " : " functions ");
        gcv_reason_add_code(reasons, &places->all.data[most]);
    }
    return distinct > 0 && gcv_keeps(distinct, n);
}

void gcv_reason_add_contents(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const bool is_others = !gcv_kinds_are_of_author(crowd->kinds);
    const bool closures = (crowd->kinds & GCV_TYPE_CLOSURE) != 0;
    uint32_t type = main_content(reasons, crowd);
    const uint32_t kinds = type != GCV_NONE ? reasons->found->kinds[type] : GCV_TYPE_STUFF;
    const bool mine = (kinds & GCV_TYPE_MINE) != 0;
    if (is_others && (!mine || (kinds & GCV_TYPE_CLOSURE) != 0)) {
        if (add_of_program(reasons, crowd) || (!closures && add_function(reasons, crowd))) {
            return;
        }
        type = main_content(reasons, crowd);
    }
    const bool most = type != GCV_NONE && gcv_keeps(reasons->weight[type], crowd->retained);
    const bool tells = mine || (closures && (kinds & (GCV_TYPE_STUFF | GCV_KEEPS_ANY)) == 0);
    if (tells && (most || (closures && gcv_keeps(reasons->count[type], crowd->n)))) {
        gcv_reason_add_weighed(reasons, most ? ", mostly in " : ", among them ", type);
    }
}

/* Which members have a say in the shape of most. */
typedef enum gcv_say { BY_COUNT_ON_TOP, BY_COUNT, BY_BYTES } gcv_say;

/* Returns the shape that most members have, by number or by what they retain, and how many; those
 * that are parts of others may have no say. GCV_NONE: there is none, or all have it. */
static uint32_t main_shape(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_say say,
                           uint32_t *n_most)
{
    const gcv_heap *heap = reasons->heap;
    const gcv_dominators *d = reasons->dominators;
    uint32_t best = GCV_NONE;
    uint64_t all = 0;
    gcv_reason_weigh_none(reasons);
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t member = gcv_reason_members(reasons, crowd)[i];
        if (say != BY_COUNT_ON_TOP || gcv_crowd_is_on_top(reasons, crowd, member)) {
            const uint64_t weight = say == BY_BYTES ? gcv_suspect_weight(heap, d, member) : 1;
            best = gcv_reason_weigh(reasons, member, weight, best);
            all = gcv_add_capped(all, weight);
        }
    }
    const uint32_t most = best != GCV_NONE ? reasons->count[best] : 0;
    if (most == 0 || most == crowd->n || !gcv_keeps(reasons->weight[best], all) ||
        !gcv_is_shape(heap->types.name[best])) {
        return GCV_NONE;
    }
    *n_most = most;
    return best;
}

/* A plain object may be the table of all others: then the shape of the others counts. */
uint32_t gcv_crowd_main_shape(gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t *n_most)
{
    uint32_t shape = GCV_NONE;
    for (gcv_say say = BY_COUNT_ON_TOP;
         reasons->heap->types.family != NULL && say <= BY_BYTES && shape == GCV_NONE; say++) {
        shape = main_shape(reasons, crowd, say, n_most);
    }
    return shape;
}

/* Whether few objects of a type are no members: they have other chains. Of yours, no
 * more than those that are: siblings may keep these. One of a hundred may be a template that the
 * engine keeps. */
static bool is_most(const gcv_crowd *crowd, uint32_t all)
{
    const uint32_t most = (crowd->kinds & GCV_TYPE_MINE) != 0 ? crowd->n : all / 20;
    return crowd->n < all && all - crowd->n > all / 100 && all - crowd->n <= most;
}

static uint32_t site_trait(const gcv_reasons *reasons, uint32_t member)
{
    const gcv_places *places = &reasons->heap->places;
    const gcv_code_place *site = gcv_sites_find(places, member);
    return site != NULL ? (uint32_t)(site - places->all.data) : GCV_NONE;
}

/* Appends where the members were allocated, if that is one place for most. */
static void add_site(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_places *places = &reasons->heap->places;
    uint32_t n;
    const uint32_t most =
        places->site.value.n > 0 ? gcv_crowd_most(reasons, crowd, site_trait, &n) : GCV_NONE;
    if (most == GCV_NONE) {
        return;
    }
    if (n < crowd->n) {
        gcv_reason_add_amount(reasons, ", ", n, " of them ");
    } else {
        gcv_reason_add(reasons, ", ");
    }
    const gcv_code_place *site = &places->all.data[most];
    gcv_reason_add(reasons, site->function != GCV_NONE ? "allocated in " : "allocated ");
    gcv_reason_add_code(reasons, site);
    gcv_reason_add(reasons, ",");
}

/* Where one member holds the next by one field, as in a list, and no collection but something that
 * runs keeps them, appends that: ` (src/tracing.js:5), linked by .parent,`. */
static void add_link(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    gcv_common_name by = {0};
    gcv_field field;
    if (!gcv_heap_has_fields(reasons->heap) ||
        (crowd->kept.keepers & GCV_KEEPS_ANY & ~(uint32_t)GCV_KEEPS_COLLECTION) == 0) {
        return;
    }
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t over = reasons->parent[members[i]];
        if (over < GCV_ROOTED && gcv_heap_object_row(reasons->heap, over) ==
                                     gcv_heap_object_row(reasons->heap, members[i])) {
            gcv_common_name_add(&reasons->finder, &by, over, members[i]);
        }
    }
    if (!gcv_keeps(by.n, crowd->n) || !gcv_common_name_get(reasons->heap, &by, &field) ||
        field.kind != GCV_FIELD_PROPERTY) {
        return;
    }
    const gcv_code_place *place = gcv_reason_class_place(reasons, members[0]);
    if (place != NULL) {
        gcv_reason_add(reasons, " (");
        gcv_site_append(reasons->ctx, &reasons->text, &reasons->heap->places,
                        &(gcv_code_place){.script = place->script, .line = place->line},
                        reasons->heap->places.folder);
        gcv_reason_add(reasons, ")");
    }
    gcv_reason_add(reasons, ", linked by ");
    gcv_field_append(reasons->ctx, &field, &reasons->text);
    gcv_reason_add(reasons, ",");
}

/* Returns how many members others hold on their chains or, where that is hardly any, dominate. 0:
 * one member dominates all others, or the sentence tells a list. */
static uint32_t count_behind(const gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    const uint32_t outer =
        crowd->kept.holder != GCV_NONE ? gcv_crowd_outer_keeper(reasons, crowd) : GCV_NONE;
    uint32_t n = 0;
    gcv_bitset set;
    if (crowd->tops == 1) {
        return 0;
    }
    gcv_bitset_init(reasons->ctx, &set, reasons->heap->n_objects);
    for (uint32_t i = 0; i < crowd->n; i++) {
        (void)gcv_bitset_add(&set, members[i]);
    }
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t over = reasons->parent[members[i]];
        n += over < GCV_ROOTED && gcv_bitset_has(&set, over);
    }
    gcv_bitset_release(reasons->ctx, &set);
    const bool is_list =
        outer == GCV_NONE || gcv_heap_object_family(reasons->heap, outer) == crowd->type;
    return n > 0 && is_list && gcv_crowd_is_list(reasons, crowd)   ? 0
           : n >= GCV_RUN_MIN || (n > 0 && crowd->tops < crowd->n) ? n
                                                                   : crowd->n - crowd->tops;
}

void gcv_reason_add_members(gcv_reasons *reasons, const gcv_crowd *own, const gcv_hold *hold)
{
    const gcv_crowd whole = gcv_crowd_whole(own, own->retained), *crowd = &whole;
    const gcv_heap *heap = reasons->heap;
    const gcv_slice element =
        hold->element != GCV_NONE ? heap->names.data[hold->element] : gcv_slice_of(NULL, 0);
    const bool elements = element.data != NULL && hold->n_most == crowd->n;
    const gcv_slice name = gcv_crowd_name(heap, &reasons->found->crowds, crowd);
    const bool closures = (crowd->kinds & GCV_TYPE_CLOSURE) != 0;
    const bool all = hold->members != NULL && hold->n_most == crowd->n;
    const char *word = (crowd->kinds & GCV_TYPE_BRIEF) != 0 ? gcv_brief_word(name)
                       : closures && !all                   ? "closures"
                                                            : NULL;
    gcv_reason_add_number(reasons, crowd->n);
    const uint32_t first = gcv_reason_members(reasons, crowd)[0];
    const uint32_t row =
        gcv_slice_is(name, GCV_PLAIN_OBJECT) ? crowd->type : gcv_heap_object_row(heap, first);
    if (!closures && is_most(crowd, reasons->of[row].n)) {
        gcv_reason_add_amount(reasons, " of ", reasons->of[row].n, "");
    }
    gcv_reason_add(reasons, !all                                      ? " "
                            : closures                                ? " closures "
                            : gcv_reason_is_generator(reasons, first) ? " generators of "
                                                                      : " calls of ");
    if (word != NULL) {
        gcv_reason_add(reasons, word);
        gcv_reason_add(reasons, " (");
    }
    const size_t at = reasons->text.text.n;
    if (all) {
        gcv_reason_add_code(reasons, hold->members);
    } else {
        gcv_reason_add_name(reasons, "", elements ? element : name);
    }
    gcv_reason_said(reasons, GCV_SAID_WHAT, at);
    gcv_reason_add(reasons, word != NULL ? ")" : "");
    if (!all && !elements && hold->n_most > 0) {
        gcv_reason_add_amount(reasons, ", ", hold->n_most, " of them ");
        if (hold->shape != GCV_NONE || element.data != NULL) {
            gcv_reason_add_name(reasons, "",
                                element.data != NULL ? element : heap->types.name[hold->shape]);
        } else {
            gcv_reason_add_code(reasons, hold->members);
        }
        gcv_reason_add(reasons, ",");
    }
    const uint32_t behind = hold->over == GCV_NONE ? count_behind(reasons, own) : 0;
    if (behind > 0) {
        gcv_reason_add_amount(reasons, ", ", behind,
                              behind == 1 ? " of them behind another," : " of them behind others,");
    } else if (all || elements || hold->n_most == 0) {
        add_link(reasons, crowd);
    }
    add_site(reasons, crowd);
}
