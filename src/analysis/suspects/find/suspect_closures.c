/* suspect_closures.c - tells closures that repeat from tables of functions; see suspects.h.
 *
 * All functions of V8 are of one type. Those that one line of the program has made share the object
 * of their code, while the functions of a table (commands, routes) have a code each. No name tells
 * that object from the builtin code that a function runs with and from its feedback cell, but there
 * are few of these, too, where functions repeat. A bound function has no code of its own, so the
 * functions that it refers to stand for it. Classes and methods, which a program may make in a loop
 * but calls by name, count as if each had a code of its own, and so do the functions by which V8
 * goes on with a call that awaits something, and settles a promise. O(references of members and of
 * what they refer to), a bit per object.
 */
#include "analysis/suspects/find/suspect_steps.h"

#include "heap/reference_names.h"
#include "heap/shapes.h"

/* A crowd repeats code if its members are at least this many times as many as their codes. */
enum { REPEATS = 4 };

typedef struct gcv_code_counter {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_chain_order *order;
    const uint16_t *kinds;
    uint32_t code, prototype, context, generator, promise; /* rows of types; GCV_NONE */
    gcv_bitset seen;    /* objects of the current crowd that have been met … */
    gcv_u32_column met; /* … and a list of them */
    uint32_t n, own;    /* number of codes; of classes and methods of the crowd */
} gcv_code_counter;

static bool meet(gcv_code_counter *counter, uint32_t object)
{
    const bool fresh = gcv_bitset_add(&counter->seen, object);
    if (fresh) {
        gcv_u32_column_push(counter->ctx, &counter->met, object);
    }
    return fresh;
}

static bool is_of(const gcv_code_counter *counter, uint32_t object, uint32_t row)
{
    return gcv_heap_object_row(counter->heap, object) == row;
}

/* Whether an object holds a call or a promise as V8 does to go on with it or to settle it: with
 * nothing else that a program has, and in no variable. */
static bool is_of_engine(const gcv_code_counter *counter, uint32_t context)
{
    enum { MOST = 4 }; /* references */
    const bool named = gcv_heap_has_fields(counter->heap);
    uint32_t n;
    const uint32_t *to = gcv_heap_references(counter->heap, context, &n);
    bool is = false;
    for (uint32_t i = 0; n <= MOST && i < n && !is; i++) {
        const gcv_field by = named ? gcv_field_of(counter->heap, context, i) : (gcv_field){0};
        is = (!named || gcv_field_is_internal(&by)) &&
             (is_of(counter, to[i], counter->generator) || is_of(counter, to[i], counter->promise));
    }
    return is;
}

/* Whether a function is a class, the prototype of which knows it, or V8's own. An asynchronous
 * function shares a prototype that does not know it. A constructor is among the first references:
 * to read them all would be quadratic where many functions have a large prototype in common. */
static bool has_own(const gcv_code_counter *counter, uint32_t function)
{
    enum { FIRST = 64 };
    uint32_t n;
    const uint32_t *to = gcv_heap_references(counter->heap, function, &n);
    bool own = false;
    for (uint32_t i = 0; i < n && !own; i++) {
        own = (is_of(counter, to[i], counter->prototype) &&
               gcv_heap_refers_to(counter->heap, to[i], function, FIRST)) ||
              (is_of(counter, to[i], counter->context) && is_of_engine(counter, to[i]));
    }
    return own;
}

/* Counts the codes that a function refers to and that are new; returns whether it refers to any. */
static bool count_codes(gcv_code_counter *counter, uint32_t function)
{
    uint32_t n;
    const uint32_t *to = gcv_heap_references(counter->heap, function, &n);
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        const bool is_code = is_of(counter, to[i], counter->code);
        any = any || is_code;
        counter->n += is_code && meet(counter, to[i]);
    }
    return any;
}

/* Counts the codes of the functions that a bound function refers to. */
static void count_bound(gcv_code_counter *counter, uint32_t function)
{
    const uint32_t *type = counter->heap->type.data;
    uint32_t n;
    const uint32_t *to = gcv_heap_references(counter->heap, function, &n);
    for (uint32_t i = 0; i < n; i++) {
        if ((counter->kinds[type[to[i]]] & GCV_TYPE_CLOSURE) != 0 && meet(counter, to[i])) {
            (void)count_codes(counter, to[i]);
        }
    }
}

/* The same for the function at a position, or whether it is a method, which is in a prototype. */
static bool is_declared(const gcv_code_counter *counter, uint32_t position)
{
    const uint32_t *object = counter->order->object;
    const uint32_t referrer = counter->order->referrer_at[position];
    return has_own(counter, object[position]) ||
           (referrer != GCV_NONE && is_of(counter, object[referrer], counter->prototype));
}

/* `members`: positions in the order of the chains. */
static bool repeats_code(gcv_code_counter *counter, const uint32_t *members, uint32_t n)
{
    counter->n = counter->own = 0;
    for (uint32_t i = 0; i < n && counter->n + counter->own <= n / REPEATS; i++) {
        const uint32_t function = counter->order->object[members[i]];
        if (is_declared(counter, members[i])) {
            counter->own++;
        } else if (!count_codes(counter, function)) {
            count_bound(counter, function);
        }
    }
    for (size_t i = 0; i < counter->met.n; i++) {
        gcv_bitset_remove(&counter->seen, counter->met.data[i]);
    }
    counter->met.n = 0;
    return counter->n > 0 && counter->n + counter->own <= n / REPEATS;
}

/* Whether all members of a crowd are in scripts of the runtime. */
static bool are_of_runtime(const gcv_code_counter *counter, const uint32_t *members, uint32_t n)
{
    const gcv_heap *heap = counter->heap;
    bool are = true;
    for (uint32_t i = 0; i < n && are; i++) {
        const gcv_code_place *place = gcv_heap_place(heap, counter->order->object[members[i]]);
        are = place != NULL && gcv_code_place_is_of_runtime(&heap->places, place);
    }
    return are;
}

/* Keeps the crowds that are not of functions or repeat their code, and renumbers them. */
static void keep_repeated(gcv_code_counter *counter, gcv_placed *placed)
{
    uint32_t n = 0;
    for (size_t i = 0; i < placed->crowds.n; i++) {
        gcv_crowd *crowd = &placed->crowds.data[i];
        const uint32_t *members = placed->positions.data + crowd->first;
        const bool closures = (crowd->kinds & GCV_TYPE_CLOSURE) != 0;
        const bool keeps = !closures || repeats_code(counter, members, crowd->n);
        crowd->of_runtime = keeps && closures && are_of_runtime(counter, members, crowd->n);
        for (uint32_t m = 0; m < crowd->n; m++) {
            placed->crowd_of[members[m]] = keeps ? n : GCV_NONE;
        }
        placed->crowds.data[n] = *crowd;
        n += keeps;
    }
    placed->crowds.n = n;
}

void gcv_suspect_closures(const gcv_search *search, gcv_placed *placed)
{
    if (!gcv_heap_is_v8(search->input->heap)) {
        return;
    }
    gcv_code_counter counter = {.ctx = search->ctx,
                                .heap = search->input->heap,
                                .order = search->input->order,
                                .kinds = search->kinds};
    counter.code = gcv_heap_type_named(counter.heap, gcv_slice_str(GCV_CODE_TYPE));
    counter.prototype = gcv_heap_type_named(counter.heap, gcv_slice_str(GCV_PROTOTYPE_TYPE));
    counter.context = gcv_heap_type_named(counter.heap, gcv_slice_str(GCV_CONTEXT_TYPE));
    counter.generator = gcv_heap_type_named(counter.heap, gcv_slice_str("Generator"));
    counter.promise = gcv_heap_type_named(counter.heap, gcv_slice_str("Promise"));
    gcv_bitset_init(counter.ctx, &counter.seen, counter.heap->n_objects);
    keep_repeated(&counter, placed);
    gcv_bitset_release(counter.ctx, &counter.seen);
    gcv_u32_column_release(counter.ctx, &counter.met);
}
