/* keeper_words.c - what keeps the members of a crowd: collections, listeners, timers, promises; see
 * reason_words.h. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "base/text.h"
#include "heap/shapes.h"

#include <string.h>

void gcv_reason_add_last_part(gcv_reasons *reasons, gcv_slice type)
{
    static const char vowels[] = "AEIOU";
    gcv_slice last = gcv_last_part(type);
    gcv_reason_add_name(reasons,
                        last.size > 0 && strchr(vowels, last.data[0]) != NULL ? "an " : "a ", last);
}

/* The kinds of the keepers; without that of a class in a property of which they are. */
static uint32_t keepers_of(const gcv_crowd *crowd, const gcv_hold *hold)
{
    return crowd->kept.keepers & ~(hold->of_class ? (uint32_t)GCV_KEEPS_DELEGATE : 0);
}

bool gcv_crowd_is_named_collection(const gcv_crowd *crowd, const gcv_hold *hold)
{
    return keepers_of(crowd, hold) == GCV_KEEPS_COLLECTION && hold->named && !hold->event &&
           hold->by.kind != GCV_FIELD_STATIC;
}

/* The name of the type of a collection. That of an anonymous class says nothing, but that of the
 * class above it does. */
static gcv_slice collection_name(const gcv_reasons *reasons, uint32_t keeper)
{
    const gcv_slice type = gcv_reason_name_of(reasons, keeper);
    const uint32_t mine = GCV_TYPE_MINE | GCV_KEEPS_COLLECTION;
    const bool is_made = gcv_heap_is_java(reasons->heap) && !gcv_is_array(type) &&
                         (gcv_reason_kinds_of(reasons, keeper) & mine) == mine;
    const uint32_t class_ = is_made ? gcv_java_class_of(reasons->heap, keeper) : GCV_NONE;
    const gcv_slice above =
        class_ != GCV_NONE ? gcv_java_collection(reasons->heap, class_) : gcv_slice_of(NULL, 0);
    return above.data != NULL ? above : type;
}

bool gcv_crowd_is_list(const gcv_reasons *reasons, const gcv_crowd *crowd)
{
    int run = 0;
    for (uint32_t i = 0; i < crowd->n && run < GCV_RUN_MIN; i++) {
        uint32_t object = gcv_reason_members(reasons, crowd)[i];
        for (run = 0; run < GCV_RUN_MIN && object < GCV_ROOTED &&
                      gcv_heap_object_family(reasons->heap, object) == crowd->type;
             run++) {
            object = reasons->parent[object];
        }
    }
    return run >= GCV_RUN_MIN;
}

/* Appends `the Map ` or `the list `, also for the first node of one; its name follows. */
static void append_named(gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t keeper)
{
    if (keeper == GCV_NONE && !gcv_crowd_is_list(reasons, crowd)) {
        return; /* the name says enough */
    }
    gcv_slice type = keeper != GCV_NONE ? collection_name(reasons, keeper) : gcv_slice_str("list");
    if (gcv_slice_ends(type, "Entry") || gcv_slice_ends(type, "Node")) {
        type = gcv_slice_str("list");
    }
    const bool plain = gcv_heap_is_v8(reasons->heap) && gcv_is_plain_object(type);
    gcv_reason_add_name(reasons, "the ",
                        gcv_is_array(type) ? gcv_slice_str("array")
                        : plain            ? gcv_slice_str("object")
                                           : gcv_last_part(type));
    gcv_reason_add(reasons, " ");
}

static void append_collection(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    uint32_t keeper = gcv_crowd_outer_keeper(reasons, crowd);
    if (keeper == GCV_NONE) {
        gcv_reason_add(reasons, gcv_crowd_is_list(reasons, crowd) ? "a list" : "fields");
    } else if (gcv_is_array(gcv_reason_name_of(reasons, keeper))) {
        gcv_reason_add(reasons, "an array");
    } else if (gcv_slice_is(gcv_reason_name_of(reasons, keeper), GCV_SYSTEM_TYPE)) {
        gcv_reason_add(reasons, "a table");
    } else if (gcv_heap_is_v8(reasons->heap) &&
               gcv_is_plain_object(gcv_reason_name_of(reasons, keeper))) {
        gcv_reason_add(reasons, "an object");
    } else {
        gcv_reason_add_last_part(reasons, collection_name(reasons, keeper));
    }
}

/* Appends `listeners onPrice (src/shop.js:11) of event 'price'`, as much of it as is known. */
static void append_event(gcv_reasons *reasons, const gcv_hold *hold)
{
    if (hold->code != NULL) {
        gcv_reason_add(reasons, hold->function != GCV_NONE ? "the listener " : "listeners ");
        gcv_reason_add_code(reasons, hold->code);
        gcv_reason_add(reasons, " of event '");
    } else {
        gcv_reason_add(reasons, "listeners of event '");
    }
    gcv_buffer_append_cut(reasons->ctx, &reasons->text, hold->event_name, GCV_LONGEST_NAME);
    gcv_reason_add(reasons, "'");
}

gcv_slice gcv_crowd_name_near_all(const gcv_reasons *reasons, const gcv_crowd *crowd,
                                  gcv_slice (*name_of)(const gcv_heap *heap, uint32_t object))
{
    gcv_slice common = gcv_slice_of(NULL, 0);
    for (uint32_t i = 0; i < crowd->n; i++) {
        uint32_t object = gcv_reason_members(reasons, crowd)[i];
        gcv_slice name = gcv_slice_of(NULL, 0);
        for (uint32_t k = 0;
             k < GCV_CHAIN_END && name.data == NULL && reasons->parent[object] < GCV_ROOTED; k++) {
            object = reasons->parent[object];
            name = name_of(reasons->heap, object);
        }
        if (name.data == NULL || (i > 0 && !gcv_slice_equal(name, common))) {
            return gcv_slice_of(NULL, 0);
        }
        common = name;
    }
    return common;
}

static bool is_promise_of_v8(const gcv_reasons *reasons, uint32_t object)
{
    return gcv_heap_is_v8(reasons->heap) &&
           gcv_slice_is(gcv_reason_name_of(reasons, object), "Promise");
}

/* What waits is in the place of the value. Where references have no names, the type must tell. */
bool gcv_reason_is_awaited(const gcv_reasons *reasons, uint32_t promise)
{
    enum { FIRST = 16 };
    const gcv_heap *heap = reasons->heap;
    const bool named = gcv_heap_has_fields(heap);
    uint32_t n;
    const uint32_t *to = gcv_heap_references(heap, promise, &n);
    bool is = false;
    if (!is_promise_of_v8(reasons, promise)) {
        return false;
    }
    for (uint32_t i = 0; i < n && i < FIRST && !is; i++) {
        const gcv_slice type = gcv_reason_name_of(reasons, to[i]);
        is = gcv_slice_is(type, "system / PromiseReaction") ||
             (named && gcv_slice_is(type, GCV_SYSTEM_TYPE));
        is = is &&
             (!named || gcv_slice_is(gcv_field_of(heap, promise, i).name, "reactions_or_result"));
    }
    return is;
}

/* V8 calls both what a call of an asynchronous function goes on with and a generator whose function
 * has no name a Generator. Only the latter has a prototype. */
bool gcv_reason_is_generator(const gcv_reasons *reasons, uint32_t object)
{
    enum { FIRST = 64 };
    const uint32_t kinds = gcv_reason_kinds_of(reasons, object);
    const gcv_code_place *place = gcv_heap_place(reasons->heap, object);
    uint32_t n, i = 0;
    const uint32_t *to = gcv_heap_references(reasons->heap, object, &n);
    if (!gcv_heap_is_v8(reasons->heap) || is_promise_of_v8(reasons, object) ||
        ((kinds & GCV_KEEPS_TASK) == 0 && (place == NULL || gcv_code_place_is_whole(place) ||
                                           (kinds & (GCV_TYPE_CLOSURE | GCV_TYPE_SCOPE)) != 0))) {
        return false;
    }
    n = n < FIRST ? n : FIRST;
    while (i < n && !(gcv_slice_ends(gcv_reason_name_of(reasons, to[i]), GCV_PROTOTYPE_TYPE) &&
                      (!gcv_heap_has_fields(reasons->heap) ||
                       gcv_field_of(reasons->heap, object, i).kind == GCV_FIELD_PROPERTY))) {
        i++;
    }
    return i < n;
}

static bool is_delegate(const gcv_reasons *reasons, uint32_t object)
{
    return (gcv_reason_kinds_of(reasons, object) & GCV_KEEPS_DELEGATE) != 0;
}

static bool is_task(const gcv_reasons *reasons, uint32_t object)
{
    return (gcv_reason_kinds_of(reasons, object) & GCV_KEEPS_TASK) != 0;
}

uint32_t gcv_reason_nearest(const gcv_reasons *reasons, uint32_t object,
                            bool (*is)(const gcv_reasons *reasons, uint32_t object),
                            uint32_t *below)
{
    const uint32_t *parent = reasons->parent;
    for (int i = 0; i < GCV_CHAIN_END && parent[object] < GCV_ROOTED; i++) {
        if (is(reasons, parent[object])) {
            if (below != NULL) {
                *below = object;
            }
            return parent[object];
        }
        object = parent[object];
    }
    return GCV_NONE;
}

/* Whether the promise nearest to a member has settled. */
static bool is_settled(gcv_reasons *reasons, uint32_t member)
{
    const uint32_t promise = gcv_reason_nearest(reasons, member, is_promise_of_v8, NULL);
    return promise != GCV_NONE && !gcv_reason_is_awaited(reasons, promise);
}

/* Whether a promise for which something waits holds a generator by functions alone: these run it
 * step by step, as compilers make it of an asynchronous function. */
static bool is_behind_wait(const gcv_reasons *reasons, uint32_t generator)
{
    const uint32_t *parent = reasons->parent;
    uint32_t object = parent[generator];
    for (int i = 0; i < GCV_CHAIN_END && object < GCV_ROOTED; i++, object = parent[object]) {
        const gcv_slice name = gcv_reason_name_of(reasons, object);
        if (gcv_reason_is_awaited(reasons, object)) {
            return true;
        }
        if ((gcv_reason_kinds_of(reasons, object) & GCV_TYPE_CLOSURE) == 0 &&
            (!gcv_is_of_engine(name) || gcv_is_array(name))) {
            break;
        }
    }
    return false;
}

/* Whether more than half of the members have a generator nearest to them, not a promise, of the
 * function that is told, if any, and no promise holds that. */
static bool are_in_generators(const gcv_reasons *reasons, const gcv_crowd *crowd,
                              const gcv_code_place *code)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t member = gcv_reason_members(reasons, crowd)[i];
        const uint32_t task = gcv_reason_nearest(reasons, member, is_task, NULL);
        n += task != GCV_NONE && (code == NULL || gcv_reason_code(reasons, task) == code) &&
             gcv_reason_is_generator(reasons, task) && !is_behind_wait(reasons, task);
    }
    return n > crowd->n / 2;
}

/* The name of the field by which the task of Java nearest to an object has it; empty: there is none
 * near. */
static gcv_slice field_of_task(gcv_reasons *reasons, uint32_t object)
{
    gcv_field by;
    uint32_t below;
    const uint32_t task = gcv_reason_nearest(reasons, object, is_task, &below);
    return task != GCV_NONE && gcv_heap_has_fields(reasons->heap) &&
                   gcv_field_between(&reasons->finder, task, below, &by)
               ? by.name
               : gcv_slice_of("", 0);
}

/* Whether the task nearest to an object is done with it: of Java, it is the result; of .NET, the
 * task holds it, and its type is that of the result. */
static bool is_result(gcv_reasons *reasons, uint32_t object)
{
    if (gcv_heap_is_java(reasons->heap)) {
        return gcv_slice_is_listed(field_of_task(reasons, object), "result|ex|outcome");
    }
    const uint32_t over = reasons->parent[object];
    const gcv_slice type = gcv_reason_name_of(reasons, object),
                    task = over < GCV_ROOTED ? gcv_reason_name_of(reasons, over) : type;
    const gcv_slice of = gcv_slice_from(task, gcv_slice_find(task, "<"));
    return over < GCV_ROOTED && is_task(reasons, over) && of.size > type.size + 1 &&
           memcmp(of.data + 1, type.data, type.size) == 0 &&
           strchr(",>", of.data[type.size + 1]) != NULL;
}

/* Whether a thread pool of Java has an object, but not as a task. */
static bool is_of_pool(gcv_reasons *reasons, uint32_t object)
{
    return gcv_heap_is_java(reasons->heap) &&
           gcv_slice_is_listed(field_of_task(reasons, object), "threadFactory|handler|factory");
}

/* Whether this is so of more than half of the members. */
static bool are_most(gcv_reasons *reasons, const gcv_crowd *crowd,
                     bool (*is)(gcv_reasons *reasons, uint32_t object))
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < crowd->n; i++) {
        n += is(reasons, gcv_reason_members(reasons, crowd)[i]);
    }
    return n > crowd->n / 2;
}

/* Appends where the procs of Ruby that keep the members were made, if that is one place. */
static void append_procs(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_code_place *common = NULL;
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t object =
            gcv_reason_nearest(reasons, gcv_reason_members(reasons, crowd)[i], is_delegate, NULL);
        const gcv_code_place *site =
            object != GCV_NONE ? gcv_sites_find(&reasons->heap->places, object) : NULL;
        if (site == NULL || (i > 0 && site != common)) {
            return;
        }
        common = site;
    }
    if (common != NULL) {
        gcv_reason_add(reasons, common->function != GCV_NONE ? " made in " : " made ");
        gcv_reason_add_code(reasons, common);
    }
}

/* What a kind of keepers is called. */
typedef struct gcv_keeper_words {
    uint32_t keepers;
    const char *words, *in_v8, *in_ruby, *in_java;
    const char *of_code; /* before the place of a function; NULL: none is told */
} gcv_keeper_words;

static const gcv_keeper_words keeper_words[] = {
    {GCV_KEEPS_TIMER, "timers", "timers", "timers", "timers", "timers that call "},
    {GCV_KEEPS_EVENT, "event handlers", "event listeners", "event handlers", "listeners",
     "event listeners "},
    {GCV_KEEPS_CANCELLATION, "registrations for a cancellation", "an AbortSignal",
     "registrations for a cancellation", "registrations for a cancellation",
     "an AbortSignal that calls "},
    {GCV_KEEPS_TASK, "tasks that have not completed", "promises that have not settled",
     "tasks that have not completed", "tasks that have not completed",
     "promises that have not settled, in "},
    {GCV_KEEPS_CONTEXT, "values of threads or of asynchronous calls",
     "values of asynchronous calls", "threads and fibers", "threads and thread locals", NULL},
    {GCV_KEEPS_DELEGATE, "delegates", "functions (listeners, callbacks)", "procs", "delegates", ""},
    {GCV_KEEPS_CAPTURE, "closures", "variables of functions", "variables of blocks and methods",
     "lambdas and inner classes", "variables of "},
};

/* Appends a kind of keepers with the place of a function, which is the same for all members. */
static void append_code(gcv_reasons *reasons, const gcv_hold *hold, const gcv_keeper_words *kind)
{
    const bool alike = kind->keepers == GCV_KEEPS_DELEGATE && hold->function == GCV_NONE &&
                       hold->code->function == GCV_NONE;
    gcv_reason_add(reasons, alike ? "functions " : kind->of_code);
    if (alike || kind->keepers == GCV_KEEPS_EVENT) {
        gcv_reason_add_code(reasons, hold->code);
    } else {
        gcv_reason_add_place(reasons, hold->code);
    }
}

/* Where all members are behind a local variable of one call that has not ended, appends that: `a
 * Map in one unfinished call of consume (src/consumer.js:3)`; also of a generator. False: they are
 * not. */
static bool append_local(gcv_reasons *reasons, const gcv_crowd *crowd, const gcv_hold *hold)
{
    const uint32_t *members = gcv_reason_members(reasons, crowd);
    uint32_t local = GCV_NONE;
    if (hold->function == GCV_NONE ||
        (gcv_reason_kinds_of(reasons, hold->function) & GCV_KEEPS_TASK) == 0) {
        return false;
    }
    for (uint32_t at = reasons->parent[members[0]]; at != hold->function;
         at = reasons->parent[at]) {
        local = (gcv_reason_kinds_of(reasons, at) & GCV_KEEPS_COLLECTION) != 0 &&
                        !gcv_is_part_v8(gcv_reason_name_of(reasons, at))
                    ? at
                    : local;
    }
    gcv_bitset passed;
    gcv_bitset_init(reasons->ctx, &passed, reasons->heap->n_objects);
    bool all = local != GCV_NONE;
    for (uint32_t i = 0; i < crowd->n && all; i++) {
        all = gcv_reason_passes(reasons, local, members[i], &passed);
    }
    gcv_bitset_release(reasons->ctx, &passed);
    if (all && gcv_is_array(gcv_reason_name_of(reasons, local))) {
        gcv_reason_add(reasons, "an array");
    } else if (all) {
        gcv_reason_add_last_part(reasons, collection_name(reasons, local));
    }
    if (all) {
        gcv_reason_add(reasons, gcv_reason_is_generator(reasons, hold->function)
                                    ? " in one generator of "
                                    : " in one unfinished call of ");
        gcv_reason_add_place(reasons, hold->code);
    }
    return all;
}

/* Whether what calls functions of V8 for all members is an observer of a browser, which has no
 * events. */
static bool is_observer(const gcv_reasons *reasons, const gcv_crowd *crowd)
{
    uint32_t at = gcv_reason_members(reasons, crowd)[0];
    for (int i = 0; i < GCV_CHAIN_END && at < GCV_ROOTED; i++) {
        const gcv_slice name = gcv_reason_name_of(reasons, at);
        if ((gcv_reason_kinds_of(reasons, at) & GCV_KEEPS_EVENT) != 0) {
            return gcv_slice_ends(name, "Observer") || gcv_slice_ends(name, "ObserverRegistration");
        }
        at = reasons->parent[at];
    }
    return false;
}

/* Of .NET: the type that a compiler makes of an asynchronous method, up to the method:
 * `Acme.Client+<Upload`, if the object is a call of it; data NULL: it is none. */
static gcv_slice method_of(const gcv_heap *heap, uint32_t object)
{
    gcv_slice name = heap->types.name[heap->type.data[object]];
    const size_t at = gcv_slice_find(name, ">d__");
    size_t depth = 0, method = at, begin;
    while (method > 1 && memcmp(name.data + method - 2, "+<", 2) != 0) {
        method--;
    }
    /* Type arguments of the class are part of it. */
    for (begin = method > 1 ? method - 2 : 0; begin > 0; begin--) {
        const char c = name.data[begin - 1];
        if (depth == 0 && memchr(",[<", c, 3) != NULL) {
            break;
        }
        depth += c == ']' || c == '>' ? 1 : 0;
        depth -= c == '[' || c == '<' ? 1 : 0;
    }
    return at < name.size && method < at && begin + 2 < method &&
                   gcv_slice_find(name, "StateMachineBox") < begin
               ? gcv_slice_of(name.data + begin, at - begin)
               : gcv_slice_of(NULL, 0);
}

/* Appends `unfinished calls of Client.Upload`, if all members are behind such calls. */
static bool append_calls(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_slice method = gcv_crowd_name_near_all(reasons, crowd, method_of);
    const size_t class_end = method.data != NULL ? gcv_slice_find(method, "+<") : 0;
    if (method.data == NULL || class_end == method.size) {
        return false;
    }
    gcv_reason_add_name(reasons,
                        are_most(reasons, crowd, is_result) ? "calls of " : "unfinished calls of ",
                        gcv_last_part(gcv_slice_of(method.data, class_end)));
    gcv_reason_add_name(reasons, ".", gcv_slice_from(method, class_end + 2));
    return true;
}

static void append_kind(gcv_reasons *reasons, const gcv_crowd *crowd, const gcv_hold *hold,
                        const gcv_keeper_words *kind)
{
    const gcv_heap *heap = reasons->heap;
    const gcv_code_place *code = hold->code;
    const bool v8 = gcv_heap_is_v8(heap), ruby = gcv_heap_is_ruby(heap);
    const bool java = gcv_heap_is_java(heap), task = kind->keepers == GCV_KEEPS_TASK;
    if (java && kind->keepers == GCV_KEEPS_CONTEXT) {
        const gcv_slice name = gcv_crowd_name_near_all(reasons, crowd, gcv_java_local_name);
        if (name.data != NULL) { /* `the thread local Acme.Audit.EVENTS`: all are its values */
            gcv_reason_add_name(reasons, "the ", name);
            return;
        }
    }
    if (task && ((v8 && code != NULL && append_local(reasons, crowd, hold)) ||
                 append_calls(reasons, crowd))) {
        return;
    }
    if (v8 && kind->keepers == GCV_KEEPS_EVENT && is_observer(reasons, crowd)) {
        gcv_reason_add(reasons,
                       code != NULL ? "callbacks of observers " : "callbacks of observers");
        if (code != NULL) {
            gcv_reason_add_code(reasons, code);
        }
    } else if (v8 && task && are_in_generators(reasons, crowd, code)) {
        gcv_reason_add(reasons, code != NULL ? "generators of " : "generators");
        if (code != NULL) {
            gcv_reason_add_place(reasons, code);
        }
    } else if (code != NULL && kind->of_code != NULL) {
        append_code(reasons, hold, kind);
    } else if (hold->named && hold->keeper != GCV_NONE && is_promise_of_v8(reasons, hold->keeper) &&
               !gcv_reason_is_scope(reasons, crowd->kept.holder)) {
        gcv_reason_add(reasons, are_most(reasons, crowd, is_settled)
                                    ? "one promise,"
                                    : "one promise that has not settled,");
    } else if (v8 && task && are_most(reasons, crowd, is_settled)) {
        gcv_reason_add(reasons, "promises");
    } else if (task && are_most(reasons, crowd, is_result)) {
        gcv_reason_add(reasons, java ? "completed tasks" : "tasks");
    } else if (task && are_most(reasons, crowd, is_of_pool)) {
        gcv_reason_add(reasons, "thread pools");
    } else {
        gcv_reason_add(reasons, v8     ? kind->in_v8
                                : ruby ? kind->in_ruby
                                : java ? kind->in_java
                                       : kind->words);
        if (ruby && kind->keepers == GCV_KEEPS_DELEGATE) {
            append_procs(reasons, crowd);
        }
    }
}

void gcv_reason_add_keepers(gcv_reasons *reasons, const gcv_crowd *crowd, const gcv_hold *hold)
{
    if (hold->event) {
        append_event(reasons, hold);
        return;
    }
    for (size_t i = 0; i < GCV_LENGTH(keeper_words); i++) {
        if ((keepers_of(crowd, hold) & keeper_words[i].keepers) != 0) {
            append_kind(reasons, crowd, hold, &keeper_words[i]);
            return;
        }
    }
    if (gcv_crowd_is_named_collection(crowd, hold)) {
        append_named(reasons, crowd, hold->keeper);
    } else if ((crowd->kept.keepers & GCV_KEEPS_COLLECTION) != 0) {
        append_collection(reasons, crowd);
    } else if (crowd->kept.holder != GCV_NONE) {
        gcv_reason_add(reasons, "fields");
    }
}
