/* suspect_closures.c - tells closures that repeat from tables of functions; see crowd.h.
 *
 * All functions of V8 are of one type. Those that one line of the program has made share the object
 * of their code, while the functions of a table (commands, routes) have a code each. No name tells
 * that object from the builtin code that a function runs with and from its feedback cell, but there
 * are few of these, too, where functions repeat. A bound function has no code of its own, so the
 * functions that it refers to stand for it. Classes and methods, which a program may make in a loop
 * but calls by name, count as if each had a code of its own. O(references of members), a bit per
 * object.
 */
#include "analysis/suspects/find/suspect_steps.h"

/* A crowd repeats code if its members are at least this many times as many as their codes. */
enum { REPEATS = 4 };

typedef struct gcv_code_counter {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_chain_order *order;
    const uint16_t *kinds;
    uint32_t code, prototype; /* rows of types; GCV_NONE */
    gcv_bitset seen;          /* objects of the current crowd that have been met … */
    gcv_u32_column met;       /* … and a list of them */
    uint32_t n, own;          /* number of codes; of classes and methods of the crowd */
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

/* Whether an object refers to one of a type. */
static bool refers_to(const gcv_code_counter *counter, uint32_t object, uint32_t row)
{
    uint32_t n, i = 0;
    const uint32_t *to = gcv_heap_references(counter->heap, object, &n);
    while (i < n && !is_of(counter, to[i], row)) {
        i++;
    }
    return i < n;
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

/* Whether the function at a position is a class, which has a prototype, or a method, which is in
 * one. */
static bool is_declared(const gcv_code_counter *counter, uint32_t position)
{
    const uint32_t *object = counter->order->object;
    const uint32_t referrer = counter->order->referrer_at[position];
    return refers_to(counter, object[position], counter->prototype) ||
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

/* Keeps the crowds that are not of functions or repeat their code, and renumbers them. */
static void keep_repeated(gcv_code_counter *counter, gcv_placed *placed)
{
    uint32_t n = 0;
    for (size_t i = 0; i < placed->crowds.n; i++) {
        const gcv_crowd *crowd = &placed->crowds.data[i];
        const uint32_t *members = placed->positions.data + crowd->first;
        const bool keeps =
            (crowd->kinds & GCV_TYPE_CLOSURE) == 0 || repeats_code(counter, members, crowd->n);
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
    counter.code = gcv_heap_type_named(counter.heap, gcv_slice_str("(compiled code)"));
    counter.prototype = gcv_heap_type_named(counter.heap, gcv_slice_str("(prototype)"));
    gcv_bitset_init(counter.ctx, &counter.seen, counter.heap->n_objects);
    keep_repeated(&counter, placed);
    gcv_bitset_release(counter.ctx, &counter.seen);
    gcv_u32_column_release(counter.ctx, &counter.met);
}
