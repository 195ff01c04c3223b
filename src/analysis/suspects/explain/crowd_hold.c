/* crowd_hold.c - how the members of a crowd are kept, by names of references and places of
 * functions; see reason_words.h.
 *
 * O(members): no more than GCV_CHAIN_END objects of each chain are examined (but each object once,
 * to see whether chains meet), and nothing once names differ. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/type_kinds.h"
#include "base/sort.h"

/* ---- chains and their names ------------------------------------------------------------------ */

/* The end of a member's chain: what is below the holder, down to the member. */
typedef struct chain_end {
    uint32_t object[GCV_CHAIN_END];
    uint32_t n; /* 0: the holder is GCV_CHAIN_END or more steps away, or not on the chain */
} chain_end;

static void find_end(const gcv_reasons *reasons, uint32_t holder, uint32_t member, chain_end *end)
{
    const uint32_t *parent = reasons->parent;
    uint32_t n = 0, object = member;
    for (; n < GCV_CHAIN_END && object < GCV_ROOTED && object != holder; object = parent[object]) {
        end->object[n++] = object;
    }
    end->n = object == holder ? n : 0;
    gcv_reverse_u32(end->object, end->n);
}

bool gcv_crowd_is_on_top(const gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t member)
{
    const gcv_dominators *d = reasons->dominators;
    const uint32_t over = d->dominator[d->number[member]];
    if (over == 0) {
        return true;
    }
    const uint32_t type = reasons->heap->type.data[d->object[over]];
    return gcv_heap_type_family(reasons->heap, type) != crowd->type ||
           gcv_heap_type_row(reasons->heap, type) == gcv_heap_object_row(reasons->heap, member) ||
           !gcv_is_shape(reasons->heap->types.name[type]);
}

/* Whether a member with another shape than most says how it is kept: it is no part of another one,
 * and a collection leads to it. */
static bool is_other(const gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t member)
{
    chain_end end;
    find_end(reasons, crowd->kept.holder, member, &end);
    const uint32_t kinds = end.n > 1 ? gcv_reason_kinds_of(reasons, end.object[0]) : 0;
    return (kinds & (GCV_KEEPS_COLLECTION | GCV_TYPE_RECORD)) == GCV_KEEPS_COLLECTION &&
           gcv_crowd_is_on_top(reasons, crowd, member);
}

/* Whether a member says nothing about how all are kept: it hangs on another object of its type and
 * shape, as in a list, or has not the shape that most members have. */
static bool is_mute(const gcv_reasons *reasons, const gcv_crowd *crowd, const gcv_hold *hold,
                    uint32_t member)
{
    const uint32_t over = reasons->parent[member];
    const uint32_t type = over < GCV_ROOTED ? reasons->heap->type.data[over] : GCV_NONE;
    return hold->shape == GCV_NONE
               ? type != GCV_NONE && gcv_heap_type_row(reasons->heap, type) ==
                                         gcv_heap_object_row(reasons->heap, member)
               : (gcv_heap_object_row(reasons->heap, member) != hold->shape &&
                  !is_other(reasons, crowd, member)) ||
                     (type != GCV_NONE && gcv_heap_type_row(reasons->heap, type) == hold->shape);
}

/* Gets the name by which an object of the end of a chain is held. */
static bool name_at(gcv_reasons *reasons, uint32_t holder, const chain_end *end, uint32_t at,
                    gcv_field *name)
{
    return gcv_field_between(&reasons->finder, at > 0 ? end->object[at - 1] : holder,
                             end->object[at], name) &&
           !gcv_field_is_internal(name);
}

/* Writes the way from the holder to the keeper of all members into reasons->path: `state.sessions`.
 * It goes on below plain objects, which have no class that would tell what they are for, and below
 * classes and other functions, if a property of them leads on. */
static void write_path(gcv_reasons *reasons, uint32_t holder, const chain_end *common,
                       gcv_hold *hold)
{
    gcv_field name;
    gcv_buffer_clear(&reasons->path);
    for (uint32_t i = 0; i < common->n && name_at(reasons, holder, common, i, &name); i++) {
        const uint32_t over = i > 0 ? gcv_reason_kinds_of(reasons, hold->keeper) : GCV_TYPE_RECORD;
        if ((over & GCV_TYPE_RECORD) == 0 && name.kind != GCV_FIELD_PROPERTY) {
            break;
        }
        hold->of_class = hold->of_class || (over & GCV_TYPE_CLOSURE) != 0;
        hold->deep = i > 0;
        if (i == 0) {
            hold->by = name;
        }
        if (name.kind == GCV_FIELD_VARIABLE || name.kind == GCV_FIELD_STATIC) {
            gcv_buffer_append_cut(reasons->ctx, &reasons->path, name.name, GCV_LONGEST_NAME);
        } else {
            gcv_field_append(reasons->ctx, &name, &reasons->path);
        }
        hold->named = true;
        hold->keeper = common->object[i];
        if ((gcv_reason_kinds_of(reasons, hold->keeper) & (GCV_TYPE_RECORD | GCV_TYPE_CLOSURE)) ==
            0) {
            break;
        }
    }
}

/* Takes one name as the path. */
static void take_name(gcv_reasons *reasons, const gcv_field *name, gcv_hold *hold)
{
    gcv_buffer_clear(&reasons->path);
    gcv_field_append(reasons->ctx, name, &reasons->path);
    hold->by = *name;
    hold->named = true;
}

/* Finds whether an emitter of Node.js keeps members as listeners of an event, which is the name
 * below the one found. */
static void find_event(const gcv_reasons *reasons, const gcv_common_name *below, gcv_hold *hold)
{
    gcv_field field;
    hold->event = hold->named && hold->by.kind == GCV_FIELD_PROPERTY &&
                  gcv_slice_is(hold->by.name, "_events") && gcv_heap_is_v8(reasons->heap) &&
                  gcv_common_name_get(reasons->heap, below, &field) &&
                  field.kind == GCV_FIELD_PROPERTY;
    hold->event_name = hold->event ? field.name : gcv_slice_of(NULL, 0);
}

/* Shortens the common end of chains to what is also on another one. */
static void join_ends(chain_end *common, const chain_end *end)
{
    uint32_t n = 0;
    while (n < common->n && n + 1 < end->n && common->object[n] == end->object[n]) {
        n++;
    }
    common->n = n;
}

bool gcv_reason_passes(const gcv_reasons *reasons, uint32_t through, uint32_t object,
                       gcv_bitset *passed)
{
    while (object < GCV_ROOTED && object != through && gcv_bitset_add(passed, object)) {
        object = reasons->parent[object];
    }
    return object < GCV_ROOTED;
}

/* What is found of the chains of members, from the holder down. */
typedef struct chain_ends {
    chain_end common;       /* objects that are on all chains */
    gcv_common_name below;  /* of the references from the first of them */
    gcv_common_name direct; /* of the references from the holder to members: heads of lists */
    bool apart;             /* something is between the holder and a member */
    gcv_bitset passed;      /* gcv_reason_passes() */
    bool any;
} chain_ends;

static void add_member(gcv_reasons *reasons, uint32_t holder, uint32_t member, chain_ends *ends)
{
    chain_end end;
    find_end(reasons, holder, member, &end);
    if (end.n == 1) {
        gcv_common_name_add(&reasons->finder, &ends->direct, holder, member);
    } else {
        ends->direct.differs = ends->apart = true;
    }
    if (ends->any && end.n == 0 && ends->common.n > 0 &&
        gcv_reason_passes(reasons, ends->common.object[0], member, &ends->passed)) {
        ends->common.n = 1;
        ends->below.differs = true;
        return;
    }
    ends->common = ends->any ? ends->common : end;
    ends->any = true;
    join_ends(&ends->common, &end);
    if (ends->common.n > 0) {
        gcv_common_name_add(&reasons->finder, &ends->below, end.object[0], end.object[1]);
    }
}

/* Whether an object refers to one of a type or shape, among the first references: many may refer to
 * one object that refers to many. */
static bool refers_to(const gcv_heap *heap, uint32_t object, uint32_t row)
{
    enum { FIRST = 64 };
    uint32_t n;
    const uint32_t *to = gcv_heap_references(heap, object, &n);
    bool refers = false;
    for (uint32_t i = 0; i < n && i < FIRST && !refers; i++) {
        refers = gcv_heap_object_row(heap, to[i]) == row;
    }
    return refers;
}

/* Finds the references of the holder to objects of the members' type that lead to others, as to the
 * two ends of a list: none of them holds the list alone. Returns their number, at most 3. */
static uint32_t find_list_ends(const gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t at[3])
{
    const gcv_heap *heap = reasons->heap;
    const uint32_t row = gcv_heap_object_row(heap, gcv_reason_members(reasons, crowd)[0]);
    uint32_t n, n_ends = 0;
    const uint32_t *to = gcv_heap_references(heap, crowd->kept.holder, &n);
    for (uint32_t i = 0; i < n && n_ends < 3; i++) {
        at[n_ends] = i;
        n_ends += gcv_heap_object_row(heap, to[i]) == row && refers_to(heap, to[i], row);
    }
    return n_ends;
}

/* Takes the names of both ends of a list, in their order, as the path: `.head/.tail`. */
static void take_list_ends(gcv_reasons *reasons, uint32_t holder, const uint32_t at[2],
                           gcv_hold *hold)
{
    const gcv_field ends[] = {gcv_field_of(reasons->heap, holder, at[0]),
                              gcv_field_of(reasons->heap, holder, at[1])};
    if (ends[0].kind != GCV_FIELD_PROPERTY || ends[1].kind != GCV_FIELD_PROPERTY) {
        return;
    }
    const int first = gcv_slice_compare(ends[0].name, ends[1].name) > 0;
    take_name(reasons, &ends[first], hold);
    gcv_buffer_append_str(reasons->ctx, &reasons->path, "/");
    gcv_field_append(reasons->ctx, &ends[!first], &reasons->path);
}

/* Finds by which names the holder refers to the keeper of all members, or to the head of the list
 * that they are, and to the listeners of which event. */
static void find_name(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_hold *hold)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    chain_ends ends = {.common = {{0}, GCV_CHAIN_END}};
    gcv_bitset_init(reasons->ctx, &ends.passed, reasons->heap->n_objects);
    for (uint32_t i = 0; i < crowd->n && (ends.common.n > 0 || !ends.direct.differs); i++) {
        if (!is_mute(reasons, crowd, hold, members[i])) {
            add_member(reasons, crowd->kept.holder, members[i], &ends);
        }
    }
    gcv_bitset_release(reasons->ctx, &ends.passed);
    gcv_field field;
    uint32_t at[3];
    const uint32_t n_ends =
        ends.common.n == 0 && !ends.apart ? find_list_ends(reasons, crowd, at) : 0;
    if (ends.any && ends.common.n > 0) {
        write_path(reasons, crowd->kept.holder, &ends.common, hold);
        find_event(reasons, &ends.below, hold);
    } else if (gcv_common_name_get(reasons->heap, &ends.direct, &field) &&
               field.kind == GCV_FIELD_PROPERTY && n_ends < 2) {
        take_name(reasons, &field, hold);
    } else if (n_ends == 2) {
        take_list_ends(reasons, crowd->kept.holder, at, hold);
    }
}

uint32_t gcv_crowd_holder_near(const gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t member)
{
    const gcv_heap *heap = reasons->heap;
    const uint32_t *parent = reasons->parent, row = gcv_heap_object_row(heap, crowd->kept.holder);
    for (int i = 0; i < GCV_CHAIN_END && parent[member] < GCV_ROOTED; i++) {
        member = parent[member];
        if (gcv_heap_object_row(heap, member) == row) {
            return member;
        }
    }
    return GCV_NONE;
}

uint32_t gcv_crowd_outer_keeper(const gcv_reasons *reasons, const gcv_crowd *crowd)
{
    uint32_t object = gcv_reason_members(reasons, crowd)[0], found = GCV_NONE;
    for (int i = 0; i < GCV_CHAIN_END; i++) {
        object = reasons->parent[object];
        if (object >= GCV_ROOTED || object == crowd->kept.holder) {
            return found;
        }
        found = object;
    }
    return GCV_NONE;
}

/* Finds the name by which all of several holders refer to what leads to members, or to the
 * listeners of which event. */
static void find_common_name(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_hold *hold)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    gcv_common_name by = {0}, event = {0};
    gcv_field field;
    for (uint32_t i = 0; i < crowd->n && !by.differs; i++) {
        if (gcv_crowd_hangs(reasons, crowd, members[i])) {
            continue;
        }
        const uint32_t holder = gcv_crowd_holder_near(reasons, crowd, members[i]);
        uint32_t below = members[i], next = members[i];
        while (holder != GCV_NONE && reasons->parent[below] != holder) {
            next = below;
            below = reasons->parent[below];
        }
        hold->keeper = hold->keeper == GCV_NONE ? below : hold->keeper;
        by.differs = holder == GCV_NONE;
        if (!by.differs) {
            gcv_common_name_add(&reasons->finder, &by, holder, below);
            gcv_common_name_add(&reasons->finder, &event, below, next);
        }
    }
    if (gcv_common_name_get(reasons->heap, &by, &field) && field.kind == GCV_FIELD_PROPERTY) {
        take_name(reasons, &field, hold);
        find_event(reasons, &event, hold);
    }
    if (!hold->named || hold->keeper == GCV_NONE ||
        gcv_heap_object_row(reasons->heap, hold->keeper) ==
            gcv_heap_object_row(reasons->heap, members[0])) {
        hold->keeper = GCV_NONE; /* a list */
    }
}

/* ---- what members have in common ------------------------------------------------------------- */

const gcv_code_place *gcv_reason_code(const gcv_reasons *reasons, uint32_t object)
{
    enum { FIRST = 64 }; /* what a timer or a wrapper calls is among its first properties */
    const uint32_t kinds = gcv_reason_kinds_of(reasons, object);
    const char *calls = (kinds & GCV_KEEPS_TIMER) != 0    ? "_onTimeout"
                        : (kinds & GCV_TYPE_CLOSURE) != 0 ? "listener"
                                                          : NULL;
    const uint32_t callback =
        calls != NULL ? gcv_field_target(reasons->heap, object, GCV_FIELD_PROPERTY, calls, FIRST)
                      : GCV_NONE;
    object = callback != GCV_NONE ? callback : object;
    const gcv_code_place *place =
        gcv_reason_is_scope(reasons, object) ? NULL : gcv_heap_place(reasons->heap, object);
    return place != NULL && !gcv_code_place_is_whole(place) &&
                   gcv_code_place_owner(&reasons->heap->places, place) != GCV_SCRIPT_PLATFORM
               ? place
               : NULL;
}

/* The place of the keeper nearest to a member that has one, and in `*keeper` that object; NULL:
 * there is none. */
static const gcv_code_place *code_above(const gcv_reasons *reasons, uint32_t holder,
                                        uint32_t member, uint32_t *keeper)
{
    uint32_t object = reasons->parent[member];
    for (int i = 0; i < GCV_CHAIN_END && object < GCV_ROOTED && object != holder; i++) {
        const gcv_code_place *place = gcv_reason_code(reasons, object);
        *keeper = object;
        if (place != NULL ||
            (gcv_reason_kinds_of(reasons, object) & (GCV_KEEPS_ANY | GCV_TYPE_SCOPE)) == 0) {
            return place;
        }
        object = reasons->parent[object];
    }
    return NULL;
}

uint32_t gcv_reason_most(const gcv_reasons *reasons, const uint32_t *objects, size_t n_objects,
                         gcv_trait trait, uint32_t *n)
{
    gcv_vote most = {GCV_NONE, 0};
    *n = 0;
    for (size_t i = 0; i < n_objects; i++) {
        gcv_vote_for(&most, trait(reasons, objects[i]));
    }
    for (size_t i = 0; i < n_objects && most.value != GCV_NONE; i++) {
        *n += trait(reasons, objects[i]) == most.value;
    }
    return *n > n_objects / 2 ? most.value : GCV_NONE;
}

uint32_t gcv_crowd_most(const gcv_reasons *reasons, const gcv_crowd *crowd, gcv_trait trait,
                        uint32_t *n)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    const uint32_t most = gcv_reason_most(reasons, members, crowd->n, trait, n);
    return gcv_keeps(*n, crowd->n) ? most : GCV_NONE;
}

static uint32_t code_trait(const gcv_reasons *reasons, uint32_t member)
{
    const gcv_code_place *place = gcv_reason_code(reasons, member);
    return place != NULL ? (uint32_t)(place - reasons->heap->places.all.data) : GCV_NONE;
}

static uint32_t element_trait(const gcv_reasons *reasons, uint32_t member)
{
    return gcv_heap_name_of(reasons->heap, member);
}

enum { OF_AN_ELEMENT = 32 }; /* references of an element that are looked at */

/* How many members are children of an element, which is no sibling of all. It refers to its parent
 * and its first child, and they to it. */
static uint32_t count_children(const gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t over)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    const uint32_t around = gcv_element_around(reasons->heap, over);
    uint32_t n = 0;
    for (uint32_t i = 0; i < crowd->n; i++) {
        n += members[i] != over && members[i] != around &&
             gcv_heap_refers_to(reasons->heap, members[i], over, OF_AN_ELEMENT);
    }
    return n;
}

/* Finds the element that most members are children of, an eighth at least: siblings refer to each
 * other, too, but all of them to the one around them. What some of them refer to is examined. */
static void find_parent(const gcv_reasons *reasons, const gcv_crowd *crowd, gcv_hold *hold)
{
    enum { EXAMINED = 4 };
    const gcv_heap *heap = reasons->heap;
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    for (uint32_t i = 0; i < EXAMINED; i++) {
        uint32_t n;
        const uint32_t *to = gcv_heap_references(heap, members[crowd->n / EXAMINED * i], &n);
        for (uint32_t k = 0; k < n && k < OF_AN_ELEMENT && hold->n_over < crowd->n; k++) {
            const uint32_t of =
                gcv_is_element(gcv_reason_name_of(reasons, to[k])) && to[k] != hold->over
                    ? count_children(reasons, crowd, to[k])
                    : 0;
            if (of > hold->n_over && of > crowd->n / 8) {
                hold->over = to[k];
                hold->n_over = of;
            }
        }
    }
}

/* Finds the nearest element that all members are in, as the page is nested, if objects of the
 * browser keep them: the nearest of these draws the page or counts what is in it. */
static void find_around(const gcv_reasons *reasons, const gcv_crowd *crowd, gcv_hold *hold)
{
    const uint32_t keeper = gcv_crowd_outer_keeper(reasons, crowd);
    chain_end common = {{0}, 0};
    if (keeper == GCV_NONE || !gcv_is_of_cpp(gcv_reason_name_of(reasons, keeper))) {
        return;
    }
    for (uint32_t i = 0; i < crowd->n && (i == 0 || common.n > 0); i++) {
        chain_end end = {{0}, 0};
        uint32_t at = gcv_reason_members(reasons, crowd)[i];
        for (; end.n < GCV_CHAIN_END && at != GCV_NONE; end.n++) {
            end.object[end.n] = at;
            at = gcv_element_around(reasons->heap, at);
        }
        end.n = at == GCV_NONE ? end.n : 0;
        gcv_reverse_u32(end.object, end.n);
        common = i == 0 ? end : common;
        join_ends(&common, &end);
    }
    hold->over = common.n > 0 ? common.object[common.n - 1] : GCV_NONE;
}

/* Of functions of several codes, finds the one of the program's author that most of the author's
 * have, if a tenth of all have it. */
static void find_author(const gcv_reasons *reasons, const gcv_crowd *crowd, gcv_hold *hold)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    const gcv_code_place *places = reasons->heap->places.all.data;
    gcv_vote most = {GCV_NONE, 0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t code = code_trait(reasons, members[i]);
        if (code != GCV_NONE && gcv_reason_is_of_script(reasons, &places[code])) {
            gcv_vote_for(&most, code);
        }
    }
    for (uint32_t i = 0; i < crowd->n && most.value != GCV_NONE; i++) {
        n += code_trait(reasons, members[i]) == most.value;
    }
    if (n > 1 && n >= crowd->n / 10) {
        hold->members = &places[most.value];
        hold->n_most = n;
    }
}

/* Finds the place or the start tag that most members have. */
static void find_members(const gcv_reasons *reasons, const gcv_crowd *crowd, gcv_hold *hold)
{
    uint32_t n;
    const uint32_t most = gcv_crowd_most(reasons, crowd, code_trait, &n);
    if (most != GCV_NONE && hold->shape == GCV_NONE) {
        hold->members = &reasons->heap->places.all.data[most];
        hold->n_most = n;
    } else if ((crowd->kinds & GCV_TYPE_CLOSURE) != 0) {
        find_author(reasons, crowd, hold);
    } else if (hold->shape == GCV_NONE && gcv_heap_is_v8(reasons->heap)) {
        hold->element = gcv_crowd_most(reasons, crowd, element_trait, &n);
        hold->n_most = hold->element != GCV_NONE ? n : 0;
    }
}

static void find_code(const gcv_reasons *reasons, const gcv_crowd *crowd, gcv_hold *hold)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    uint32_t keeper = GCV_NONE;
    bool any = false;
    for (uint32_t i = 0; i < crowd->n && (!any || hold->code != NULL); i++) {
        if (!is_mute(reasons, crowd, hold, members[i])) {
            const gcv_code_place *code =
                code_above(reasons, crowd->kept.holder, members[i], &keeper);
            hold->code = !any || code == hold->code ? code : NULL;
            hold->function = !any || keeper == hold->function ? keeper : GCV_NONE;
            any = true;
        }
    }
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Finds whether all members are values of one variable, in one call of its function or several. In
 * one call this says more than what keeps that call. */
static void find_variable(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_hold *hold)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    const gcv_code_place *place = NULL;
    gcv_common_name by = {0};
    uint32_t first = GCV_NONE;
    bool one = true;
    for (uint32_t i = 0; i < crowd->n && !by.differs; i++) {
        const uint32_t over = reasons->parent[members[i]];
        if (is_mute(reasons, crowd, hold, members[i])) {
            continue;
        }
        if (over >= GCV_ROOTED || !gcv_reason_is_scope(reasons, over)) {
            return;
        }
        first = first == GCV_NONE ? over : first;
        one = one && first == over;
        place = gcv_heap_place(reasons->heap, over);
        if (place != gcv_heap_place(reasons->heap, first)) {
            return;
        }
        gcv_common_name_add(&reasons->finder, &by, over, members[i]);
    }
    gcv_field field;
    /* If the variables are the holders, parts of members do not count as kept by collections. */
    const bool held = crowd->kept.keepers == 0 || crowd->kept.holder == first;
    if ((one || held) && gcv_common_name_get(reasons->heap, &by, &field) &&
        field.kind == GCV_FIELD_VARIABLE) {
        hold->variable = true;
        hold->by = field;
        hold->scope = place;
        gcv_buffer_clear(&reasons->path);
        gcv_buffer_append_cut(reasons->ctx, &reasons->path, field.name, GCV_LONGEST_NAME);
    }
}

gcv_hold gcv_find_hold(gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t shape,
                       uint32_t n_most)
{
    gcv_hold hold = {.shape = shape,
                     .n_most = n_most,
                     .keeper = GCV_NONE,
                     .function = GCV_NONE,
                     .element = GCV_NONE,
                     .over = GCV_NONE};
    const uint32_t first = gcv_reason_members(reasons, crowd)[0];
    if (gcv_heap_is_v8(reasons->heap) && gcv_is_element(gcv_reason_name_of(reasons, first))) {
        find_parent(reasons, crowd, &hold);
        if (hold.over == GCV_NONE) {
            find_around(reasons, crowd, &hold);
        }
    }
    if (!gcv_heap_has_fields(reasons->heap)) {
        return hold; /* places may be known, but no names are to be told */
    }
    if (crowd->kept.holder != GCV_NONE && crowd->kept.one_holder) {
        find_name(reasons, crowd, &hold);
        hold.scope = gcv_heap_place(reasons->heap, crowd->kept.holder);
    } else if (crowd->kept.holder != GCV_NONE) {
        find_common_name(reasons, crowd, &hold);
    }
    if (reasons->heap->places.all.n > 0) {
        const gcv_crowd whole = gcv_crowd_whole(crowd, crowd->retained);
        find_members(reasons, &whole, &hold);
        find_code(reasons, crowd, &hold);
    }
    find_variable(reasons, crowd, &hold);
    if (hold.of_class) {
        hold.code = NULL; /* a property of the function keeps them, not a call */
    }
    return hold;
}
