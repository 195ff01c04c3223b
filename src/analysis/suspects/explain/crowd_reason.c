/* crowd_reason.c - the sentence about a crowd, and what holds its keepers; see reason_words.h. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "base/id_map.h"
#include "base/text.h"
#include "heap/root_label.h"

bool gcv_reason_common_label(gcv_reasons *reasons, const uint32_t *members, uint32_t n,
                             uint32_t *n_starts)
{
    const gcv_root_set *roots = reasons->roots;
    const uint32_t *parent = reasons->parent;
    gcv_buffer label = {0};
    gcv_bitset passed;
    bool same = true;
    gcv_bitset_init(reasons->ctx, &passed, reasons->heap->n_objects);
    gcv_buffer_clear(&reasons->label);
    *n_starts = 0;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t at = members[i]; at < GCV_ROOTED && gcv_bitset_add(&passed, at);) {
            at = parent[at];
        }
    }
    for (uint32_t i = 0; i < roots->n; i++) {
        const gcv_root *root = &reasons->heap->roots.data[roots->root[i]];
        if (parent[roots->object[i]] == GCV_ROOTED && gcv_bitset_has(&passed, roots->object[i])) {
            gcv_bitset_remove(&passed, roots->object[i]);
            (*n_starts)++;
            if (!same) {
                continue;
            }
            gcv_root_label_across_dumps(reasons->ctx, reasons->heap, root, &label);
            if (reasons->label.text.n == 0) {
                gcv_buffer_append(reasons->ctx, &reasons->label, gcv_buffer_slice(&label));
            }
            same = root->label.data != NULL &&
                   gcv_slice_equal(gcv_buffer_slice(&label), gcv_buffer_slice(&reasons->label));
        }
    }
    gcv_bitset_release(reasons->ctx, &passed);
    gcv_buffer_release(reasons->ctx, &label);
    return same && reasons->label.text.n > 0;
}

/* Appends the root of all members: `the root static Acme.Cache.items`, `several handles`; where
 * only the field is known, not its class, `the static field items, a Cache`. */
static void append_root(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    uint32_t n;
    if (crowd->kept.root != GCV_NONE) {
        const gcv_root root = gcv_start_root(reasons->heap, crowd->kept.root);
        const gcv_slice field = gcv_root_field(reasons->heap, &root);
        if (field.data != NULL) {
            gcv_reason_add_holder(reasons, "the static field ", field);
            if (crowd->kept.keepers != GCV_KEEPS_COLLECTION ||
                root.object != gcv_crowd_outer_keeper(reasons, crowd)) { /* else its type is told */
                gcv_reason_add(reasons, ", ");
                gcv_reason_add_last_part(reasons, gcv_reason_name_of(reasons, root.object));
            }
            return;
        }
        (void)gcv_reason_common_label(reasons, gcv_reason_members(reasons, crowd), crowd->n, &n);
        gcv_root_label(reasons->ctx, reasons->heap, &root, &reasons->label);
        if (n > 1) {
            gcv_reason_add_amount(reasons, "the ", n, "");
        }
        gcv_reason_add_holder(reasons, n > 1 ? " roots " : "the root ",
                              gcv_buffer_slice(&reasons->label));
        return;
    }
    if (crowd->kept.root_kind == GCV_ROOT_KIND_LOCAL &&
        gcv_reason_common_label(reasons, gcv_reason_members(reasons, crowd), crowd->n, &n)) {
        gcv_reason_add_name(reasons, "the roots ", gcv_buffer_slice(&reasons->label));
        return;
    }
    gcv_root_kind_name(reasons->ctx, crowd->kept.root_kind, &reasons->label);
    gcv_reason_add_name(reasons, "several ", gcv_buffer_slice(&reasons->label));
    gcv_reason_add(reasons, crowd->kept.root_kind == GCV_ROOT_KIND_LOCAL    ? " variables"
                            : crowd->kept.root_kind == GCV_ROOT_KIND_STATIC ? " fields"
                                                                            : " roots");
}

bool gcv_reason_says_where(const gcv_reasons *reasons, uint32_t object)
{
    return object < GCV_ROOTED && gcv_reason_is_of_program(reasons, object) &&
           (gcv_reason_kinds_of(reasons, object) & GCV_KEEPS_COLLECTION) == 0;
}

/* Appends what dominates members: `one Broker (src/broker.js:3)`, `one Promise that has not
 * settled`. */
static void append_nearest(gcv_reasons *reasons, const char *words, uint32_t object)
{
    gcv_reason_add(reasons, words);
    gcv_reason_add_class(reasons, object);
    if (gcv_reason_is_awaited(reasons, object)) {
        gcv_reason_add(reasons, " that has not settled");
    }
}

void gcv_reason_add_behind(gcv_reasons *reasons, const char *words, uint32_t first, uint32_t last)
{
    const gcv_dominators *d = reasons->dominators;
    const gcv_dominator_tree *tree = reasons->tree;
    uint32_t number = tree->order[first];
    while (number != 0 &&
           (tree->at[number] >= first || gcv_dominator_tree_end(tree, number) <= last)) {
        number = d->dominator[number];
    }
    uint32_t nearest = number;
    while (nearest != 0 && gcv_is_of_engine(gcv_reason_name_of(reasons, d->object[nearest]))) {
        nearest = d->dominator[nearest];
    }
    const bool names = gcv_heap_has_fields(reasons->heap);
    for (int i = 0; i < GCV_CHAIN_END && number != 0; i++, number = d->dominator[number]) {
        const uint32_t object = d->object[number], over = reasons->parent[object];
        const bool scope = gcv_reason_is_scope(reasons, object);
        const bool is = i == 0 && !scope && gcv_reason_says_where(reasons, object);
        const bool part = scope || gcv_is_of_engine(gcv_reason_name_of(reasons, object));
        if (is || (!part && gcv_reason_says_where(reasons, over))) {
            append_nearest(reasons, words, is || names ? object : over);
            if (names) {
                (void)gcv_reason_add_held(reasons, over, object);
            }
            return;
        }
    }
    if (names && nearest != 0) {
        const size_t end = reasons->text.text.n;
        append_nearest(reasons, words, d->object[nearest]);
        const size_t said = reasons->text.text.n;
        gcv_reason_add_nearest_variable(reasons, d->object[nearest]);
        reasons->text.text.n = reasons->text.text.n == said ? end : reasons->text.text.n;
    }
}

static void append_behind(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    uint32_t first = UINT32_MAX, last = 0;
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t at = reasons->tree->at[reasons->dominators->number[members[i]]];
        first = at < first ? at : first;
        last = at > last ? at : last;
    }
    gcv_reason_add_behind(reasons, " behind one ", first, last);
}

/* Appends the variable of one name in one script that holds the members, where there are several:
 * ` in the variable TABLE of 105 copies of src/rules.mjs`, as of a module that is loaded again and
 * again; ` … of 20 calls of open (src/files.js:4)`. False: they differ. */
static bool append_copies(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_heap *heap = reasons->heap;
    const gcv_code_place *first = NULL;
    gcv_common_name by = {0};
    gcv_bitset scopes;
    uint32_t n_scopes = 0;
    gcv_bitset_init(reasons->ctx, &scopes, heap->n_objects);
    for (uint32_t i = 0; i < crowd->n && !by.differs; i++) {
        uint32_t held;
        const uint32_t scope = gcv_reason_nearest(reasons, gcv_reason_members(reasons, crowd)[i],
                                                  gcv_reason_is_scope, &held);
        const gcv_code_place *place = scope != GCV_NONE ? gcv_heap_place(heap, scope) : NULL;
        first = first == NULL ? place : first;
        by.differs = place == NULL || !gcv_code_places_look_alike(&heap->places, place, first);
        if (!by.differs && gcv_bitset_add(&scopes, scope)) {
            gcv_common_name_add(&reasons->finder, &by, scope, held);
            n_scopes++;
        }
    }
    gcv_bitset_release(reasons->ctx, &scopes);
    gcv_field field;
    if (!gcv_common_name_get(heap, &by, &field) || field.kind != GCV_FIELD_VARIABLE) {
        return false;
    }
    gcv_reason_add_holder(reasons, " in the variable ", field.name);
    gcv_reason_add_amount(reasons, " of ", n_scopes,
                          gcv_code_place_is_whole(first) ? " copies of " : " calls of ");
    gcv_reason_add_place(reasons, first);
    return true;
}

/* Appends the variable that is the holder. */
static void append_variable(gcv_reasons *reasons, const gcv_crowd *crowd, const gcv_hold *hold)
{
    if ((crowd->kept.keepers & GCV_KEEPS_TIMER) != 0) {
        return; /* it does not matter whose variables these are */
    }
    if ((crowd->kept.keepers & GCV_KEEPS_TASK) != 0 &&
        (hold->code != NULL || !hold->named ||
         !gcv_reason_is_of_program(reasons, crowd->kept.holder))) {
        append_behind(reasons, crowd);
        return;
    }
    const bool collection = gcv_crowd_is_named_collection(crowd, hold);
    if (!hold->named && hold->scope == NULL) {
        const bool fields = gcv_heap_has_fields(reasons->heap);
        if (crowd->kept.one_holder || !fields || !append_copies(reasons, crowd)) {
            gcv_reason_add(reasons, crowd->kept.one_holder
                                        ? " in a variable of one function or module"
                                        : " in variables of functions or modules");
        }
        return;
    }
    gcv_reason_add(reasons, collection ? "" : hold->named ? " in the variable " : " in a variable");
    if (hold->named) {
        gcv_reason_add_holder(reasons, "", gcv_buffer_slice(&reasons->path));
    }
    gcv_reason_add(reasons, collection && !hold->deep ? ", a variable" : "");
    gcv_reason_add_scope(reasons, hold->scope);
    if (!gcv_reason_is_of_script(reasons, hold->scope) &&
        !gcv_reason_is_of_script(reasons, hold->code)) {
        gcv_reason_add_nearest_variable(reasons, crowd->kept.holder);
    }
}

/* Whether an object is of a class of the program or a package, and its type tells that. An object
 * of a class that extends one of a browser, EventTarget, goes by the name of the latter. */
static bool is_of_told_class(const gcv_reasons *reasons, uint32_t object)
{
    return (gcv_reason_kinds_of(reasons, object) & GCV_TYPE_MINE) != 0 &&
           !(gcv_heap_is_v8(reasons->heap) &&
             gcv_type_kinds_v8(gcv_reason_name_of(reasons, object)) == 0);
}

/* Whether an object is of a class or function of the program, not of a package. */
static bool is_of_author(const gcv_reasons *reasons, uint32_t object)
{
    const uint32_t kinds = gcv_reason_kinds_of(reasons, object);
    const gcv_code_place *place =
        (kinds & GCV_TYPE_CLOSURE) != 0 ? gcv_heap_place(reasons->heap, object) : NULL;
    return place != NULL ? gcv_reason_is_of_script(reasons, place)
                         : gcv_kinds_are_of_author(kinds) && is_of_told_class(reasons, object);
}

/* Whether an object has variables of a function of the platform. */
static bool is_platform_scope(const gcv_reasons *reasons, uint32_t object)
{
    return object < GCV_ROOTED && gcv_reason_is_scope(reasons, object) &&
           gcv_heap_place(reasons->heap, object) != NULL &&
           !gcv_reason_is_of_program(reasons, object);
}

/* Whether a collection or a part of it holds an object: its names say nothing. */
static bool is_in_collection(const gcv_reasons *reasons, uint32_t object)
{
    const uint32_t over = reasons->parent[object];
    return over < GCV_ROOTED && (gcv_reason_kinds_of(reasons, over) &
                                 (GCV_KEEPS_COLLECTION | GCV_TYPE_RECORD)) == GCV_KEEPS_COLLECTION;
}

void gcv_reason_add_owners(gcv_reasons *reasons, uint32_t object, bool vague, bool known)
{
    enum { OWNERS_SHOWN = 2 };
    if (gcv_reason_module(reasons, object) != NULL ||
        gcv_slice_is(gcv_reason_name_of(reasons, object), "process")) {
        return; /* it is told by its script, or a program knows it by this name */
    }
    for (int i = 0; i < OWNERS_SHOWN; i++) {
        const bool mine = known ? is_of_told_class(reasons, object) : is_of_author(reasons, object);
        if (mine && (!vague || i > 0 || is_in_collection(reasons, object))) {
            return;
        }
        uint32_t over = reasons->parent[object];
        if (!known && is_platform_scope(reasons, over)) {
            over = gcv_reason_direct_holder(reasons, object);
        }
        const size_t end = reasons->text.text.n;
        const uint32_t told = gcv_reason_add_held(reasons, over, object);
        if (told == GCV_NONE && reasons->text.text.n == end && !known && over < GCV_ROOTED &&
            !gcv_reason_is_scope(reasons, over)) {
            break; /* the reference has no name */
        }
        object = told;
        if (object == GCV_NONE) {
            if (known || over >= GCV_ROOTED || !gcv_reason_is_scope(reasons, over) ||
                gcv_reason_is_of_script(reasons, gcv_heap_place(reasons->heap, over))) {
                return;
            }
            object = over; /* variables of a package */
            break;
        }
    }
    if (!known && (gcv_reason_is_scope(reasons, object) || !is_of_author(reasons, object))) {
        gcv_reason_add_nearest_variable(reasons, object);
    }
}

/* Objects of the holder's type that are nearest to members: their number, 0 if it is not known, and
 * how many members the one with the most has. */
typedef struct near_holders {
    uint32_t n, most;
} near_holders;

/* Returns the one of a member, which is that of the first object of its list; GCV_NONE: not known.
 * `known`: of the objects of lists that were passed. */
static uint32_t holder_of(const gcv_reasons *reasons, const gcv_crowd *crowd, gcv_id_map *known,
                          uint32_t member)
{
    uint32_t at = member, holder = gcv_id_map_get(reasons->ctx, known, at);
    while (holder == GCV_NONE && gcv_crowd_hangs(reasons, crowd, at)) {
        at = reasons->parent[at];
        holder = gcv_id_map_get(reasons->ctx, known, at);
    }
    holder = holder != GCV_NONE ? holder : gcv_crowd_holder_near(reasons, crowd, at);
    for (; holder != GCV_NONE && member != at; member = reasons->parent[member]) {
        gcv_id_map_set(reasons->ctx, known, member, holder);
    }
    return holder;
}

static near_holders find_holders(const gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    gcv_id_map known = {NULL, 0, 0}, counts = {NULL, 0, 0};
    near_holders near = {0, 0};
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t holder = holder_of(reasons, crowd, &known, members[i]);
        if (holder == GCV_NONE) {
            near.n = 0;
            break;
        }
        const uint32_t count = gcv_id_map_enter(reasons->ctx, &counts, holder, 0) + 1;
        gcv_id_map_set(reasons->ctx, &counts, holder, count);
        near.most = count > near.most ? count : near.most;
        near.n = (uint32_t)counts.n;
    }
    GCV_RELEASE(reasons->ctx, &known, &counts);
    return near;
}

/* Where one of several holders has most members, appends how many. */
static void append_most(gcv_reasons *reasons, const gcv_crowd *crowd, near_holders near)
{
    if (near.n > 1 && gcv_keeps(near.most, gcv_crowd_size(crowd))) {
        gcv_reason_add_amount(reasons, " (", near.most, " of them in one)");
    }
}

/* Appends how many holders there are, of which type, and how many members one of them has: ` of
 * 3510 Queue (12000 of them in one)`. */
static void append_several(gcv_reasons *reasons, const gcv_crowd *crowd, const char *words,
                           gcv_slice class_)
{
    const near_holders near = find_holders(reasons, crowd);
    const char *what = class_.data != NULL ? " classes named " : " ";
    if (near.n > 1) {
        gcv_reason_add_amount(reasons, words, near.n, what);
    } else {
        gcv_reason_add_name(reasons, words, gcv_slice_str("several"));
        gcv_reason_add(reasons, what);
    }
    if (class_.data != NULL) {
        gcv_reason_add_name(reasons, "", class_);
    } else {
        gcv_reason_add_class(reasons, crowd->kept.holder);
    }
    append_most(reasons, crowd, near);
}

/* Appends the global variable that is the holder, or begins the path to it. */
static void append_global(gcv_reasons *reasons, bool collection, bool deep)
{
    const gcv_slice whole = gcv_buffer_slice(&reasons->path);
    const gcv_slice path = gcv_slice_from(whole, whole.data[0] == '.');
    gcv_reason_add_holder(reasons, collection ? "" : " in the global variable ", path);
    gcv_reason_add(reasons, !collection ? ""
                            : deep      ? " in a global variable"
                                        : ", a global variable");
}

/* Appends the object that is the holder. */
static void append_object(gcv_reasons *reasons, const gcv_crowd *crowd, const gcv_hold *hold)
{
    const gcv_heap *heap = reasons->heap;
    const bool told = hold->named || hold->event;
    if ((crowd->kept.keepers & GCV_KEEPS_TIMER) != 0 &&
        gcv_heap_type_family(heap, heap->type.data[crowd->kept.holder]) == crowd->type) {
        return; /* all timers are in one list: each is below that of another member */
    }
    if (gcv_heap_is_ruby(heap) &&
        gcv_slice_is(gcv_reason_name_of(reasons, crowd->kept.holder), "Ractor")) {
        return; /* all threads are behind one */
    }
    const bool is_listened_to = (crowd->kept.keepers & GCV_KEEPS_EVENT) != 0 &&
                                !is_of_told_class(reasons, crowd->kept.holder);
    if (hold->named && !hold->event && !is_listened_to && crowd->kept.one_holder &&
        hold->by.kind == GCV_FIELD_PROPERTY && gcv_reason_is_global(reasons, crowd->kept.holder)) {
        append_global(reasons, gcv_crowd_is_named_collection(crowd, hold), hold->deep);
        return;
    }
    if (hold->named && !hold->event && !is_listened_to) {
        gcv_reason_add_name(reasons, gcv_crowd_is_named_collection(crowd, hold) ? "" : " in ",
                            gcv_buffer_slice(&reasons->path));
    }
    const bool in =
        (crowd->kept.keepers & ~(uint32_t)(GCV_KEEPS_COLLECTION | GCV_KEEPS_TASK)) == 0 && !told;
    if (crowd->kept.one_holder) {
        gcv_reason_add_one(reasons, in ? " in" : " of", crowd->kept.holder);
        /* of several objects of the holder's type, what holds it tells them apart */
        const bool vague = in || reasons->of[gcv_heap_object_row(heap, crowd->kept.holder)].n > 1 ||
                           (reasons->class_places != NULL &&
                            gcv_reason_class_place(reasons, crowd->kept.holder) == NULL);
        gcv_reason_add_owners(reasons, crowd->kept.holder, vague,
                              gcv_reason_is_of_script(reasons, hold->code));
        return;
    }
    const gcv_slice class_ = gcv_java_class_name(heap, crowd->kept.holder).data != NULL
                                 ? gcv_crowd_name_near_all(reasons, crowd, gcv_java_class_name)
                                 : gcv_slice_of(NULL, 0);
    if (class_.data != NULL) {
        append_several(reasons, crowd, " in static fields of ", class_);
    } else {
        append_several(reasons, crowd, in ? " in each of " : " of ", class_);
        append_behind(reasons, crowd);
    }
}

/* Returns the name in the label of a thread of Java, `runtime thread NAME`, or of one of its local
 * variables, `local NAME: java.lang.Thread.run (Thread.java)`; empty: it has none. */
static gcv_slice thread_name(gcv_slice label)
{
    static const char local[] = "local ", thread[] = "runtime thread ";
    gcv_slice name = gcv_slice_of(label.data, 0);
    if (gcv_slice_begins(label, thread)) {
        name = gcv_slice_from(label, sizeof thread - 1);
    } else if (gcv_slice_begins(label, local)) {
        name = gcv_slice_from(label, sizeof local - 1);
        size_t n = name.size > 0 ? name.size - 1 : 0; /* two characters from n - 1 on */
        while (n > 0 && memcmp(name.data + n - 1, ": ", 2) != 0) {
            n--;
        }
        name.size = n > 0 ? n - 1 : name.size;
    }
    return gcv_slice_is(name, "without a name") ? gcv_slice_of(name.data, 0) : name;
}

/* Appends the threads of Java that hold the members, with their name if all have one, and how many
 * one has: ` of 8 threads named worker (900 of them in one)`. False: others do. */
static bool append_threads(gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t start)
{
    gcv_crowd of_threads = *crowd;
    uint32_t n;
    if (!gcv_heap_is_java(reasons->heap) ||
        !gcv_slice_is(gcv_reason_name_of(reasons, start), "java.lang.Thread")) {
        return false;
    }
    const bool same =
        gcv_reason_common_label(reasons, gcv_reason_members(reasons, crowd), crowd->n, &n);
    const gcv_slice name = thread_name(gcv_buffer_slice(&reasons->label));
    if (n == 1) {
        gcv_reason_add(reasons, " of one thread");
    } else {
        gcv_reason_add_amount(reasons, " of ", n, " threads");
    }
    if (same && name.size > 0) {
        gcv_reason_add_holder(reasons, " named ", name);
    }
    of_threads.kept.holder = start;
    append_most(reasons, crowd, find_holders(reasons, &of_threads));
    return true;
}

/* Appends the root, or what of the program holds the same as a local variable. */
static void append_rooted(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    uint32_t held = GCV_NONE, over = GCV_NONE, start = members[0];
    bool one = crowd->kept.root_kind == GCV_ROOT_KIND_LOCAL;
    gcv_bitset passed;
    while (reasons->parent[start] < GCV_ROOTED) {
        start = reasons->parent[start];
    }
    gcv_bitset_init(reasons->ctx, &passed, reasons->heap->n_objects);
    for (uint32_t i = 1; i < crowd->n && one; i++) {
        one = gcv_reason_passes(reasons, start, members[i], &passed);
    }
    gcv_bitset_release(reasons->ctx, &passed);
    over = one ? gcv_reason_other_holder(reasons, start, &held) : GCV_NONE;
    if (over == GCV_NONE && (crowd->kept.keepers & GCV_KEEPS_CONTEXT) != 0 &&
        append_threads(reasons, crowd, start)) {
        return;
    }
    if (over == GCV_NONE) {
        gcv_reason_add(reasons, crowd->kept.keepers != 0 ? " behind " : "");
        append_root(reasons, crowd);
        return;
    }
    if (crowd->kept.keepers == 0) {
        gcv_reason_add_name(reasons, "one ", gcv_reason_name_of(reasons, held));
    } else if (crowd->kept.keepers != GCV_KEEPS_COLLECTION ||
               held != gcv_crowd_outer_keeper(reasons, crowd)) {
        gcv_reason_add_name(reasons, " behind one ", gcv_reason_name_of(reasons, held));
    }
    const size_t end = reasons->text.text.n;
    (void)gcv_reason_add_held(reasons, over, held);
    if (reasons->text.text.n == end) { /* the reference has no name */
        gcv_reason_add_one(reasons, " of", over);
    }
}

/* Appends the WeakMap, or that there are several, through which all members are held; of many
 * members, some are examined. */
static void append_weak_map(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    const uint32_t holder = crowd->kept.holder;
    if (holder != GCV_NONE && gcv_heap_has_fields(reasons->heap)) {
        enum { EXAMINED = 4096 };
        const uint32_t map = gcv_reason_weak_map(reasons, members[0], holder);
        bool same = map != GCV_NONE, any = same;
        for (uint32_t i = 1; i < crowd->n && any; i += crowd->n / EXAMINED + 1) {
            const uint32_t next = gcv_reason_weak_map(reasons, members[i], holder);
            same = same && next == map;
            any = next != GCV_NONE;
        }
        gcv_reason_add_weak_map(reasons, same && any ? map : GCV_NONE);
        gcv_reason_add(reasons, any && !same ? ", through several WeakMaps" : "");
    }
}

/* Appends what the keepers belong to: an object or a root. */
static void append_holder(gcv_reasons *reasons, const gcv_crowd *crowd, const gcv_hold *hold)
{
    const gcv_slice class_ = crowd->kept.holder != GCV_NONE && crowd->kept.one_holder
                                 ? gcv_java_class_name(reasons->heap, crowd->kept.holder)
                                 : gcv_slice_of(NULL, 0);
    if (crowd->kept.holder == GCV_NONE) {
        append_rooted(reasons, crowd);
    } else if (gcv_reason_is_scope(reasons, crowd->kept.holder)) {
        append_variable(reasons, crowd, hold);
    } else if (class_.data != NULL) {
        const bool named = hold->named && hold->by.kind == GCV_FIELD_STATIC;
        gcv_reason_add_holder(reasons, named ? " in the static field " : " in a static field of ",
                              named ? gcv_buffer_slice(&reasons->path) : class_);
    } else {
        append_object(reasons, crowd, hold);
    }
}

/* Where a class or another function is the first of all chains, in a variable without a name or
 * what the browser keeps of it, and a property of it keeps a crowd, takes that function for the
 * holder: `the Set .pending of Upload (src/upload.js:4)`. */
static void take_static(gcv_reasons *reasons, gcv_crowd *crowd, gcv_hold *hold)
{
    gcv_crowd held = *crowd;
    if (hold->code == NULL || hold->function == GCV_NONE || hold->named || hold->variable) {
        return; /* or reasons->path is needed as it is */
    }
    const uint32_t over = reasons->parent[hold->function];
    if (over < GCV_ROOTED &&
        !(over == crowd->kept.holder &&
          (gcv_reason_is_scope(reasons, over) || !gcv_reason_is_of_program(reasons, over)))) {
        return;
    }
    held.kept.holder = hold->function;
    held.kept.one_holder = true;
    held.kept.keepers &= GCV_KEEPS_COLLECTION;
    const gcv_hold by = gcv_find_hold(reasons, &held, hold->shape, hold->n_most);
    if (by.named && by.by.kind == GCV_FIELD_PROPERTY) {
        *crowd = held;
        *hold = by;
    }
}

/* Appends the element around one that has neither id nor class: ` in one <table class="orders">`.
 */
static void append_around(gcv_reasons *reasons, uint32_t element)
{
    const uint32_t around = gcv_element_around(reasons->heap, element);
    if (around != GCV_NONE && gcv_heap_element(reasons->heap, element).data == NULL &&
        gcv_heap_element(reasons->heap, around).data != NULL) {
        gcv_reason_add_name(reasons, " in one ", gcv_heap_element(reasons->heap, around));
    }
}

void gcv_describe_crowd(gcv_reasons *reasons, const gcv_suspect *row)
{
    uint32_t n_most = 0;
    gcv_crowd here = reasons->found->crowds.all.data[row->crowd], *crowd = &here;
    const gcv_crowd whole = gcv_crowd_whole(crowd, row->retained);
    const uint32_t shape = gcv_crowd_main_shape(reasons, &whole, &n_most);
    gcv_hold hold = gcv_find_hold(reasons, crowd, shape, n_most);
    take_static(reasons, crowd, &hold);
    gcv_reason_add_members(reasons, crowd, &hold);
    if (crowd->kept.root_kind == GCV_ROOT_KIND_FINALIZER && crowd->kept.holder == GCV_NONE) {
        gcv_reason_add(reasons, gcv_heap_is_ruby(reasons->heap)
                                    ? " are kept by the table of finalizers"
                                    : " wait for their finalizers");
    } else if (crowd->kept.literals) {
        gcv_reason_add(reasons, " are kept by the table of literals and interned strings");
    } else if (crowd->kept.holder == GCV_NONE && crowd->kept.keepers == 0 &&
               crowd->kept.root_kind == GCV_ROOT_KIND_HANDLE) {
        const gcv_root root = gcv_start_root(reasons->heap, crowd->kept.root);
        gcv_reason_add(
            reasons,
            gcv_is_dependent_handle(&root)
                ? " are kept by dependent handles (of a ConditionalWeakTable): they live as "
                  "long as their keys"
            : gcv_slice_is(root.label, GCV_CONSOLE_LABEL)
                ? " are kept by messages in the console of DevTools"
                : " are kept by handles alone");
    } else if (hold.over != GCV_NONE) {
        if (hold.n_over == 0) {
            gcv_reason_add(reasons, " are in the page,");
        } else if (hold.n_over < whole.n) {
            gcv_reason_add_amount(reasons, " are in the page, ", hold.n_over, " of them as");
        } else {
            gcv_reason_add(reasons, " are");
        }
        gcv_reason_add_one(reasons, hold.n_over > 0 ? " children of" : " in", hold.over);
        append_around(reasons, hold.over);
        gcv_reason_add_owners(reasons, hold.over, true, false);
    } else if (hold.variable) {
        gcv_reason_add_holder(reasons, " are kept by the variable ",
                              gcv_buffer_slice(&reasons->path));
        gcv_reason_add_scope(reasons, hold.scope);
    } else {
        const bool listen = hold.event && hold.code == NULL &&
                            (crowd->kept.keepers & (GCV_KEEPS_DELEGATE | GCV_KEEPS_EVENT)) == 0;
        gcv_reason_add(reasons, listen ? " are kept as " : " are kept by ");
        gcv_reason_add_keepers(reasons, crowd, &hold);
        append_holder(reasons, crowd, &hold);
        append_weak_map(reasons, crowd);
    }
    if (crowd->shared > 0) {
        gcv_reason_add_amount(reasons, ", ", crowd->shared,
                              crowd->shared == 1 ? " of them on another chain, too"
                                                 : " of them on other chains, too");
    }
    gcv_reason_add(reasons, "; together they retain ");
    gcv_reason_add_count(reasons, whole.retained, " byte", " bytes");
    gcv_reason_add_contents(reasons, &whole);
}
