/* type_kinds.h - what a type is, judged by its name: how the base library names its types, and how
 * people name theirs. */
#ifndef GCV_ANALYSIS_TYPE_KINDS_H
#define GCV_ANALYSIS_TYPE_KINDS_H

#include "heap/heap.h"

bool gcv_is_delegate(gcv_slice type);
bool gcv_is_event_handler(gcv_slice type);
bool gcv_is_timer(gcv_slice type);
/* A list of the timers that run; a timer object itself may be stopped. */
bool gcv_is_timer_queue(gcv_slice type);
bool gcv_is_array(gcv_slice type);

/* What keeps other objects without being what they belong to, and what people suspect first. */
enum {
    GCV_KEEPS_EVENT = 1,        /* event handlers, and the arrays of them */
    GCV_KEEPS_DELEGATE = 2,     /* other delegates */
    GCV_KEEPS_TIMER = 4,        /* timers, and the queues of them */
    GCV_KEEPS_CANCELLATION = 8, /* registrations with a cancellation token */
    GCV_KEEPS_TASK = 16,        /* tasks, what continues them, and their sources */
    GCV_KEEPS_COLLECTION = 32,  /* arrays, collections and their nodes */
    GCV_KEEPS_CAPTURE = 64,     /* closures and state machines: they stand for what they captured */
    GCV_KEEPS_CONTEXT = 128,    /* values of threads, and of what runs asynchronously */
    GCV_KEEPS_ANY = 255,
    GCV_TYPE_MINE = 256,  /* of the program, or of the platform with an argument that is */
    GCV_TYPE_BRIEF = 512, /* named after what should live for a while only: gcv_brief_word() */
    /* Of V8 heaps: */
    GCV_TYPE_SCOPE = 1024,  /* variables of a function or a module */
    GCV_TYPE_RECORD = 2048, /* data without a class, which a leak may consist of */
    GCV_TYPE_STUFF = 4096,  /* what every heap is made of: all of it together says nothing */
    GCV_TYPE_COMMON = 8192  /* a class of the platform has the name, too */
};

/* All that a name says: flags from above; in heaps of V8 and of Ruby names mean something else. */
uint32_t gcv_type_kinds(gcv_slice name, gcv_slice module);
uint32_t gcv_type_kinds_v8(gcv_slice name);
uint32_t gcv_type_kinds_ruby(gcv_slice name);
/* Takes the classes out of the program's whose names are common, where the objects show that they
 * are the platform's: O(objects), and 8 bytes a type. */
GCV_CHECKED gcv_status gcv_settle_v8_kinds(gcv_context *ctx, const gcv_heap *heap, uint16_t *kinds,
                                           gcv_error *err);
/* Whether a table has the name, or the namespace that it is in: no guess by how a name ends. */
bool gcv_is_platform_v8(gcv_slice name);
bool gcv_is_platform_ruby(gcv_slice name);
/* Whether a heap is one of V8, in whatever format: it has a type `(array)` or `(string)`; one of
 * Ruby: it has `(imemo ment)` or `(imemo iseq)`. */
bool gcv_heap_is_v8(const gcv_heap *heap);
bool gcv_heap_is_ruby(const gcv_heap *heap);
/* Whether there is a type of this name. */
bool gcv_heap_has_type(const gcv_heap *heap, const char *name);

/* The plural of the word that a type is named after if its objects should live for a while only: a
 * LoginPage is one of `pages`. NULL: it has no such name. */
const char *gcv_brief_word(gcv_slice type);

/* The name without namespace, outer types, arguments and brackets of arrays. */
gcv_slice gcv_last_part(gcv_slice type);

#endif
