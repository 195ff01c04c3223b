/* object_reason.c - sentences about one object, where others accumulate, and its likely cause; see
 * reason_words.h. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/type_kinds.h"
#include "heap/root_label.h"

/* Counts the types (joined by name) of the objects that `number` dominates, itself excluded. Resets
 * the weights and counts of these types. */
static uint32_t count_types(gcv_reasons *reasons, uint32_t number)
{
    const gcv_dominator_tree *tree = reasons->tree;
    uint32_t n = 0;
    gcv_reason_weigh_none(reasons);
    for (uint32_t at = tree->at[number] + 1; at < gcv_dominator_tree_end(tree, number); at++) {
        uint32_t object = reasons->dominators->object[tree->order[at]];
        n += !gcv_reason_see(reasons, gcv_heap_object_row(reasons->heap, object));
    }
    return n;
}

/* Returns the type that retains the most among the children of `number` in the dominator tree.
 * GCV_NONE: there is no child, or that type has less than half of what all children retain. Call
 * count_types() first. */
static uint32_t main_child(gcv_reasons *reasons, uint32_t number)
{
    const gcv_dominators *d = reasons->dominators;
    const gcv_dominator_tree *tree = reasons->tree;
    uint32_t best = GCV_NONE;
    uint64_t all = 0;
    for (uint32_t at = tree->at[number] + 1; at < gcv_dominator_tree_end(tree, number);) {
        uint32_t w = tree->order[at];
        best = gcv_reason_weigh(reasons, d->object[w], d->retained[w], best);
        all += d->retained[w];
        at += tree->size[w];
    }
    return best != GCV_NONE && reasons->weight[best] >= all - reasons->weight[best] ? best
                                                                                    : GCV_NONE;
}

/* What an accumulation point holds. */
typedef struct gcv_contents {
    uint32_t types; /* number of types */
    uint32_t child; /* main_child(), or main_value() of a map of Java; GCV_NONE */
    bool values;    /* the latter */
} gcv_contents;

/* Whether a type is one of entries of maps of Java, which say nothing of what is in the map. */
static bool is_entry(const gcv_reasons *reasons, uint32_t type)
{
    const gcv_slice name = reasons->heap->types.name[type];
    return (reasons->found->kinds[type] & GCV_TYPE_MINE) == 0 &&
           (gcv_slice_ends(name, "$Node") || gcv_slice_ends(name, "$Entry") ||
            gcv_slice_ends(name, "$TreeNode"));
}

/* Returns the type of most values of the entries that `number` dominates, but for those of maps in
 * the map, and how many are of it in reasons->count; GCV_NONE: there is none. */
static uint32_t main_value(gcv_reasons *reasons, uint32_t number)
{
    const gcv_heap *heap = reasons->heap;
    const gcv_dominator_tree *tree = reasons->tree;
    uint32_t best = GCV_NONE, n_values = 0;
    gcv_reason_weigh_none(reasons);
    for (uint32_t at = tree->at[number]; at < gcv_dominator_tree_end(tree, number);) {
        const uint32_t w = tree->order[at], object = reasons->dominators->object[w];
        const bool entry = is_entry(reasons, gcv_heap_object_row(heap, object));
        uint32_t n = 0;
        const uint32_t *to = entry ? gcv_heap_references(heap, object, &n) : NULL;
        at += entry || w == number ? 1 : tree->size[w];
        for (uint32_t i = 0; i < n; i++) {
            /* the last: of lists */
            if (gcv_slice_is_listed(gcv_field_of(heap, object, i).name, "val|value|item")) {
                best = gcv_reason_weigh(reasons, to[i], 1, best);
                n_values++;
            }
        }
    }
    return best != GCV_NONE && reasons->count[best] > n_values / 2 ? best : GCV_NONE;
}

static gcv_contents find_contents(gcv_reasons *reasons, uint32_t number)
{
    gcv_contents of = {.types = count_types(reasons, number)};
    of.child = main_child(reasons, number);
    if (gcv_heap_is_java(reasons->heap) && gcv_heap_has_fields(reasons->heap) &&
        of.child != GCV_NONE && is_entry(reasons, of.child)) {
        const uint32_t value = main_value(reasons, number);
        of.values = value != GCV_NONE;
        of.child = of.values ? value : main_child(reasons, number);
    }
    return of;
}

/* Whether an object is the inner array of another one: in V8 a store, which has no name of its own;
 * an Array has one. */
static bool is_inner(const gcv_reasons *reasons, gcv_slice type)
{
    return gcv_is_array(type) && (!gcv_heap_is_v8(reasons->heap) || gcv_is_part_v8(type));
}

/* Returns the object whose inner array the accumulation point is: its immediate dominator, if that
 * is none itself, and no class of Java, and retains hardly more (gcv_keeps()). GCV_NONE: there is
 * none. */
static uint32_t owner_of(const gcv_reasons *reasons, uint32_t number)
{
    const gcv_dominators *d = reasons->dominators;
    uint32_t over = d->dominator[number];
    return over != 0 && gcv_java_class_name(reasons->heap, d->object[over]).data == NULL &&
                   is_inner(reasons, gcv_reason_name_of(reasons, d->object[number])) &&
                   !is_inner(reasons, gcv_reason_name_of(reasons, d->object[over])) &&
                   gcv_keeps(d->retained[number], d->retained[over])
               ? d->object[over]
               : GCV_NONE;
}

static bool is_mine(const gcv_reasons *reasons, uint32_t object)
{
    return (gcv_reason_kinds_of(reasons, object) & GCV_TYPE_MINE) != 0;
}

/* Names the program's type that retains the most below an object of the platform, if that is at
 * least a fourth of all. */
static void append_of_program(gcv_reasons *reasons, const gcv_suspect *row, uint32_t number,
                              uint32_t child)
{
    const uint32_t owner = owner_of(reasons, number);
    const bool told = is_mine(reasons, row->object) ||
                      (owner != GCV_NONE && is_mine(reasons, owner)) ||
                      (child != GCV_NONE && (reasons->found->kinds[child] & GCV_TYPE_MINE) != 0);
    uint32_t type = GCV_NONE;
    if (!told) {
        gcv_reason_weigh_none(reasons);
        type = gcv_reason_weigh_program(reasons, number, type);
    }
    if (type != GCV_NONE && reasons->count[type] > 1 &&
        (reasons->weight[type] >= row->retained / 4 ||
         (row->run > 0 && reasons->count[type] >= row->run))) {
        gcv_reason_add_weighed(reasons, ", among them ", type);
    }
}

/* Appends how an object is held; of a local variable, what of the program holds the same; where the
 * reference has no name, the nearest variable of the program; of a promise that the functions
 * which settle it hold, what else does. */
static void add_holder(gcv_reasons *reasons, const gcv_suspect *row, uint32_t object)
{
    uint32_t over = reasons->parent[object], held = object;
    const gcv_root root = gcv_start_root(reasons->heap, row->root);
    if (over >= GCV_ROOTED && root.kind == GCV_ROOT_KIND_LOCAL && !is_mine(reasons, object)) {
        over = gcv_reason_other_holder(reasons, object, &held);
    }
    const size_t end = reasons->text.text.n;
    const uint32_t told = gcv_reason_add_held(reasons, over, held);
    if (told != GCV_NONE) {
        gcv_reason_add_owners(reasons, told, false, false);
    } else if (reasons->text.text.n == end && gcv_heap_has_fields(reasons->heap)) {
        gcv_reason_add_weak_map(reasons, gcv_reason_weak_map(reasons, object, GCV_NONE));
        gcv_reason_add_nearest_variable(reasons, object);
        if (reasons->text.text.n == end && gcv_reason_is_awaited(reasons, object)) {
            (void)gcv_reason_add_held(reasons, gcv_reason_direct_holder(reasons, object), object);
        }
    }
}

/* Appends what the objects accumulate in: a collection of V8 or Java by its type, and not by its
 * store. */
static void add_container(gcv_reasons *reasons, const gcv_suspect *row, uint32_t owner)
{
    const bool is_collection =
        owner != GCV_NONE && (gcv_heap_is_v8(reasons->heap) || gcv_heap_is_java(reasons->heap)) &&
        (gcv_reason_kinds_of(reasons, owner) & (GCV_KEEPS_COLLECTION | GCV_TYPE_RECORD)) ==
            GCV_KEEPS_COLLECTION;
    const gcv_slice type = is_collection ? gcv_reason_name_of(reasons, owner) : row->name;
    gcv_reason_add(reasons, row->objects == 2             ? "hangs on one "
                            : row->objects <= GCV_RUN_MIN ? "hang on one "
                                                          : "accumulate in one ");
    gcv_reason_add_name(reasons, "",
                        gcv_is_array(type) ? gcv_slice_str("array")
                        : is_collection    ? type
                                           : gcv_slice_str("object"));
    if (owner != GCV_NONE && !is_collection) {
        gcv_reason_add_one(reasons, " of", owner);
    }
}

static void describe_accumulation(gcv_reasons *reasons, const gcv_suspect *row, uint32_t number,
                                  const gcv_contents *of)
{
    const uint32_t child = of->child;
    uint32_t owner = owner_of(reasons, number);
    const bool alike = of->types == 1 && child != GCV_NONE; /* all of them are of this type */
    if (alike) {
        gcv_reason_add_number(reasons, row->objects - 1);
        gcv_reason_add_name(reasons, " ", reasons->heap->types.name[child]);
        gcv_reason_add(reasons, " ");
    } else {
        gcv_reason_add_count(reasons, row->objects - 1, " object of ", " objects of ");
        gcv_reason_add_count(reasons, of->types, " type ", " types ");
    }
    add_container(reasons, row, owner);
    add_holder(reasons, row, owner != GCV_NONE ? owner : row->object);
    if (child != GCV_NONE && row->objects > 2 && !alike) {
        gcv_reason_add_weighed(reasons, of->values ? ", with " : ", mostly in ", child);
        gcv_reason_add(reasons, of->values ? " as values" : "");
    }
    if (child != GCV_NONE && !of->values && reasons->count[child] > 1) {
        gcv_reason_add_sharers(reasons, number, child, reasons->count[child]);
    }
}

/* The function that most parts of a list have: found by a vote, then counted. */
typedef struct code_vote {
    gcv_vote code; /* index of the place */
    bool found;
    uint32_t n, of_it;          /* functions; of this one … */
    uint32_t calls, generators; /* … of these, calls that have not ended, and generators */
} code_vote;

static void vote_for(const gcv_reasons *reasons, uint32_t object, code_vote *votes)
{
    const gcv_code_place *own = gcv_reason_code(reasons, object);
    if (own == NULL) {
        return;
    }
    const uint32_t code = (uint32_t)(own - reasons->heap->places.all.data);
    if (!votes->found) {
        gcv_vote_for(&votes->code, code);
    } else {
        const bool is = code == votes->code.value;
        votes->n++;
        votes->of_it += is;
        const bool generator = is && gcv_reason_is_generator(reasons, object);
        votes->generators += generator;
        votes->calls +=
            is && !generator && (gcv_reason_kinds_of(reasons, object) & GCV_KEEPS_TASK) != 0;
    }
}

/* Lets an object vote, if it is a function, and those right below it that it dominates, and right
 * below variables among these; of many the first ones. Returns the one right below it that retains
 * the most; 0: there is none. */
static uint32_t vote(const gcv_reasons *reasons, uint32_t number, code_vote *votes)
{
    enum { FIRST = 32 };
    const gcv_dominators *d = reasons->dominators;
    const gcv_dominator_tree *tree = reasons->tree;
    const uint32_t end = gcv_dominator_tree_end(tree, number);
    uint32_t best = 0, at = tree->at[number] + 1, inside = 0; /* the end of variables */
    vote_for(reasons, d->object[number], votes);
    for (int i = 0; i < FIRST && at < end; i++) {
        const uint32_t w = tree->order[at];
        const bool is_right_below = at >= inside;
        vote_for(reasons, d->object[w], votes);
        best = is_right_below && (best == 0 || d->retained[w] > d->retained[best]) ? w : best;
        if (is_right_below && gcv_reason_is_scope(reasons, d->object[w])) {
            inside = gcv_dominator_tree_end(tree, w);
            at++;
        } else {
            at += tree->size[w];
        }
    }
    return best;
}

/* Appends the field in which an object has a list of which it is no part itself: ` in .head`; of a
 * function, in its variables: ` in the variable handler`. */
static void add_field_of_list(gcv_reasons *reasons, uint32_t number)
{
    enum { LINK = 3 }; /* references within which the name of a link repeats */
    const uint32_t *objects = reasons->dominators->object;
    code_vote votes = {.found = false};
    uint32_t head = vote(reasons, number, &votes);
    gcv_field field, next;
    if (head != 0 && gcv_reason_is_scope(reasons, objects[head])) {
        number = head;
        head = vote(reasons, number, &votes);
    }
    if (head == 0 || !gcv_field_between(&reasons->finder, objects[number], objects[head], &field) ||
        (field.kind != GCV_FIELD_VARIABLE && field.kind != GCV_FIELD_PROPERTY)) {
        return;
    }
    for (uint32_t i = 0, over = head; i < LINK && over != 0; i++) {
        const uint32_t below = vote(reasons, over, &votes);
        if (below != 0 &&
            gcv_field_between(&reasons->finder, objects[over], objects[below], &next) &&
            gcv_slice_equal(next.name, field.name)) {
            return;
        }
        over = below;
    }
    if (field.kind == GCV_FIELD_VARIABLE) {
        gcv_reason_add_name(reasons, " in the variable ", field.name);
    } else {
        gcv_reason_add(reasons, " in ");
        gcv_field_append(reasons->ctx, &field, &reasons->text);
    }
}

/* Appends the function that is in most parts of a list, as wrappers of a function are, or calls
 * that wait for each other; the head may be another one. */
static void add_code_of_list(gcv_reasons *reasons, uint32_t number)
{
    enum { PARTS = 96, LEAST = 3 }; /* objects that are examined; with the function */
    code_vote votes = {.found = false};
    for (int pass = 0; pass < 2; pass++) {
        uint32_t at = number;
        votes.found = pass > 0;
        for (int i = 0; i < PARTS && at != 0; i++) {
            at = vote(reasons, at, &votes);
        }
    }
    if (votes.of_it >= LEAST && votes.of_it > votes.n / 2) {
        const bool calls = votes.calls > votes.of_it / 2;
        const bool generators = votes.generators > votes.of_it / 2;
        gcv_reason_add(reasons, calls        ? " of unfinished calls of "
                                : generators ? " of generators of "
                                             : " of functions ");
        reasons->of_list = &reasons->heap->places.all.data[votes.code.value];
        (calls || generators ? gcv_reason_add_place : gcv_reason_add_code)(reasons,
                                                                           reasons->of_list);
    }
}

/* Whether an array is the store of an object of V8, and not in a property or variable of it. */
static bool is_store(gcv_reasons *reasons, uint32_t owner, uint32_t array)
{
    gcv_field field;
    return gcv_heap_is_v8(reasons->heap) && gcv_heap_has_fields(reasons->heap) &&
           (!gcv_field_between(&reasons->finder, owner, array, &field) ||
            gcv_field_is_internal(&field));
}

bool gcv_reason_is_nameless(const gcv_heap *heap, uint32_t object)
{
    const gcv_slice name = heap->types.name[heap->type.data[object]];
    return gcv_heap_is_v8(heap) && gcv_is_of_engine(name) && !gcv_slice_ends(name, "string)") &&
           gcv_heap_place(heap, object) == NULL;
}

/* Returns the object that a list belongs to which begins with one of the engine. */
static uint32_t above_engine(const gcv_reasons *reasons, uint32_t object)
{
    for (int i = 0; i < GCV_CHAIN_END && reasons->parent[object] < GCV_ROOTED &&
                    gcv_reason_is_nameless(reasons->heap, object);
         i++) {
        object = reasons->parent[object];
    }
    return object;
}

/* Appends what and how much is on a list. Returns the object to which the list belongs. */
static uint32_t describe_list(gcv_reasons *reasons, const gcv_suspect *row, uint32_t number,
                              uint32_t n_types)
{
    const uint32_t owner = above_engine(reasons, row->object);
    gcv_reason_add_count(reasons, row->objects, " object of ", " objects of ");
    gcv_reason_add_count(reasons, n_types, " type ", " types ");
    gcv_reason_add(reasons, "hang on a list");
    if (reasons->heap->places.all.n > 0) {
        add_code_of_list(reasons, number);
    }
    if (gcv_heap_has_fields(reasons->heap)) {
        add_field_of_list(reasons, number);
    }
    gcv_reason_add_amount(reasons, ", ", row->run, " or more of its type one behind the other");
    if (owner != row->object && gcv_reason_is_awaited(reasons, owner)) {
        gcv_reason_add(reasons, ", behind one Promise that has not settled");
    }
    return owner;
}

static void describe_object(gcv_reasons *reasons, const gcv_suspect *row, uint32_t number,
                            const gcv_contents *of)
{
    uint32_t held = row->object;
    if (row->run > 0) {
        held = describe_list(reasons, row, number, of->types);
    } else if (gcv_keeps(gcv_heap_size(reasons->heap, row->object), row->retained)) {
        gcv_reason_add(reasons, "one object that is this large by itself");
        const uint32_t owner = owner_of(reasons, number);
        if (owner != GCV_NONE && is_store(reasons, owner, row->object)) {
            gcv_reason_add_one(reasons, ", the store of", owner);
            held = owner;
        }
    } else {
        describe_accumulation(reasons, row, number, of);
        return;
    }
    if (gcv_heap_has_fields(reasons->heap)) {
        add_holder(reasons, row, held);
    } else if (row->run == 0) {
        const uint32_t over = gcv_reason_nearest(reasons, held, gcv_reason_says_where, NULL);
        if (over != GCV_NONE) {
            gcv_reason_add_one(reasons, ", in", over);
        }
    }
}

/* ---- the likely cause --------------------------------------------------------------------- */

/* Whether `is` accepts the type of one of the last GCV_CHAIN_END objects of the chain to `object`.
 */
static bool is_on_chain(const gcv_reasons *reasons, uint32_t object, bool (*is)(gcv_slice))
{
    for (int i = 0; i < GCV_CHAIN_END && object < GCV_ROOTED; i++) {
        if (is(gcv_reason_name_of(reasons, object))) {
            return true;
        }
        object = reasons->parent[object];
    }
    return false;
}

static const char *hint_of_root(gcv_reasons *reasons, const gcv_suspect *row)
{
    const gcv_root start = gcv_start_root(reasons->heap, row->root), *root = &start;
    if (gcv_is_dependent_handle(root)) {
        return "behind a dependent handle (of a ConditionalWeakTable), which keeps it as long as "
               "its key lives";
    }
    if (root->kind == GCV_ROOT_KIND_HANDLE && (root->flags & GCV_ROOT_PINNED) != 0) {
        return gcv_slice_is(gcv_reason_name_of(reasons, root->object), "System.Object[]")
                   ? "behind an array that the runtime pins, as it does for static fields"
                   : "behind a pinned handle";
    }
    if (root->kind == GCV_ROOT_KIND_STATIC && !gcv_heap_is_v8(reasons->heap) &&
        !gcv_heap_is_ruby(reasons->heap)) {
        const gcv_slice field = gcv_root_field(reasons->heap, root);
        gcv_buffer_clear(&reasons->label);
        gcv_buffer_append_str(reasons->ctx, &reasons->label,
                              field.data != NULL ? "behind the static field "
                                                 : "behind a static field");
        gcv_buffer_append(reasons->ctx, &reasons->label, field);
        return gcv_buffer_str(reasons->ctx, &reasons->label);
    }
    return NULL;
}

/* Returns the name of a delegate type: that of the suspect, of its owner, or of the main child, in
 * this order; empty if none of them is a delegate. */
static gcv_slice delegate_of(const gcv_reasons *reasons, const gcv_suspect *row, uint32_t number,
                             uint32_t child)
{
    const uint32_t owner = owner_of(reasons, number);
    const gcv_slice none = gcv_slice_of("", 0),
                    of = owner != GCV_NONE ? gcv_reason_name_of(reasons, owner) : none,
                    in = child != GCV_NONE ? reasons->heap->types.name[child] : none;
    return gcv_is_delegate(row->name) ? row->name
           : gcv_is_delegate(of)      ? of
           : gcv_is_delegate(in)      ? in
                                      : none;
}

/* Returns the likely cause, from the root, the chain and the types around the suspect; NULL:
 * unknown. */
static const char *hint_of_object(gcv_reasons *reasons, const gcv_suspect *row, uint32_t number,
                                  uint32_t child)
{
    gcv_slice delegate = delegate_of(reasons, row, number, child);
    if (gcv_start_root(reasons->heap, row->root).kind == GCV_ROOT_KIND_FINALIZER) {
        return reasons->parent[row->object] == GCV_ROOTED
                   ? "waits for its finalizer"
                   : "behind an object that waits for its finalizer";
    }
    if (delegate.size > 0) {
        return gcv_is_event_handler(delegate)
                   ? "event handlers that are still subscribed keep their targets"
                   : "delegates keep their targets";
    }
    if (is_on_chain(reasons, row->object, gcv_is_timer)) {
        return is_on_chain(reasons, row->object, gcv_is_timer_queue)
                   ? "behind a timer that still runs"
                   : "behind a timer";
    }
    return hint_of_root(reasons, row);
}

const char *gcv_describe_object(gcv_reasons *reasons, const gcv_suspect *row)
{
    const uint32_t number = reasons->dominators->number[row->object];
    const gcv_contents of = find_contents(reasons, number);
    describe_object(reasons, row, number, &of);
    append_of_program(reasons, row, number, of.child);
    return hint_of_object(reasons, row, number, of.child);
}
