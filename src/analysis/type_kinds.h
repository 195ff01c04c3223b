/* type_kinds.h - classifies types by their names, from the naming conventions of the base library
 * and of programmers. */
#ifndef GCV_ANALYSIS_TYPE_KINDS_H
#define GCV_ANALYSIS_TYPE_KINDS_H

#include "heap/java_class.h"

#include <string.h>

bool gcv_is_delegate(gcv_slice type);
bool gcv_is_event_handler(gcv_slice type);
bool gcv_is_timer(gcv_slice type);
/* Whether the type is a list of running timers; a timer object itself may be stopped. */
bool gcv_is_timer_queue(gcv_slice type);
bool gcv_is_array(gcv_slice type);
/* Whether objects of a type, with these flags, say nothing about a leak: strings, arrays and other
 * parts of whatever holds them. */
bool gcv_is_payload(gcv_slice type, uint32_t kinds);

/* Kinds of types that keep objects alive without owning them, and of types that people suspect
 * first. */
enum {
    GCV_KEEPS_EVENT = 1,        /* event handlers and arrays of them */
    GCV_KEEPS_DELEGATE = 2,     /* other delegates */
    GCV_KEEPS_TIMER = 4,        /* timers and timer queues */
    GCV_KEEPS_CANCELLATION = 8, /* registrations with a cancellation token */
    GCV_KEEPS_TASK = 16,        /* tasks, their continuations and sources */
    GCV_KEEPS_COLLECTION = 32,  /* arrays, collections and their nodes */
    GCV_KEEPS_CAPTURE = 64,     /* closures and state machines: what they captured matters */
    GCV_KEEPS_CONTEXT = 128,    /* values of threads and of asynchronous flows */
    GCV_KEEPS_ANY = 255,
    GCV_TYPE_MINE = 256,  /* the program's, or the platform's with a type argument of the program */
    GCV_TYPE_BRIEF = 512, /* named after something short-lived: gcv_brief_word() */
    /* Of V8, Ruby and Java heaps; all but RECORD and STUFF of V8 only: */
    GCV_TYPE_SCOPE = 1024,    /* variables of a function or a module */
    GCV_TYPE_RECORD = 2048,   /* data without a class of its own, possibly a leak */
    GCV_TYPE_STUFF = 4096,    /* basic building blocks of any heap: their total says nothing */
    GCV_TYPE_COMMON = 8192,   /* a class of the platform may have the same name */
    GCV_TYPE_CLOSURE = 16384, /* functions, with the variables that they captured */
    GCV_TYPE_PACKAGE = 32768  /* not the platform's, but of a package, which somebody else wrote */
};

/* Whether a type with these flags is of the program's author, not of a package. */
static inline bool gcv_kinds_are_of_author(uint32_t kinds)
{
    return (kinds & (GCV_TYPE_MINE | GCV_TYPE_PACKAGE)) == GCV_TYPE_MINE;
}

/* Everything that a name says, as flags from above. In V8, Ruby and Java heaps, names have
 * other meanings. */
uint32_t gcv_type_kinds(gcv_slice name, gcv_slice module);
uint32_t gcv_type_kinds_v8(gcv_slice name);
/* The same; the script that defines the type decides whose it is, if the heap knows that. */
uint32_t gcv_type_kinds_of_script(gcv_slice name, gcv_slice module);
uint32_t gcv_type_kinds_ruby(gcv_slice name);
uint32_t gcv_type_kinds_java(gcv_slice name);
/* Clears the flags of classes with common names if their objects show that they belong to the
 * platform. O(objects), 8 bytes per type. */
void gcv_settle_v8_kinds(gcv_context *ctx, const gcv_heap *heap, uint16_t *kinds);
/* Whether objects of the type are parts of others, or belong to the engine: arrays, strings,
 * backing stores, code. */
bool gcv_is_part_v8(gcv_slice name);
/* Whether the engine has given the type its name: a program has no objects of its own of it. */
static inline bool gcv_is_of_engine(gcv_slice name)
{
    return gcv_slice_begins(name, "(") || gcv_slice_begins(name, "system / ");
}
/* Whether the type is one of C++: what Chromium is made of, behind the objects that a page sees. */
bool gcv_is_of_cpp(gcv_slice name);
/* Whether a type of V8 is of elements of a page: `<li>`; not `<unknown type 1>`. */
static inline bool gcv_is_element(gcv_slice name)
{
    return name.size > 2 && name.data[0] == '<' && memchr(name.data, ' ', name.size) == NULL;
}
/* Whether the type is one of nodes that are in no page: `Detached <li>`. A browser calls other
 * objects detached, too, to which such a node refers; and the name without that word. */
bool gcv_is_detached_node(gcv_slice name);
gcv_slice gcv_without_detached(gcv_slice name);
/* Whether a table has the name or its namespace. Does not guess from how a name ends. */
bool gcv_is_platform_v8(gcv_slice name);
bool gcv_is_platform_ruby(gcv_slice name);
bool gcv_is_platform_java(gcv_slice name);
/* Whether the heap is from V8: read from a file of V8, or, in any format, with a type `(array)` or
 * `(string)`; from Ruby: it has `(imemo ment)` or `(imemo iseq)`. */
bool gcv_heap_is_v8(const gcv_heap *heap);
bool gcv_heap_is_ruby(const gcv_heap *heap);
/* Whether the heap has a type of this name. */
bool gcv_heap_has_type(const gcv_heap *heap, const char *name);

/* Plural of the word that a type is named after if its objects should be short-lived: a LoginPage
 * is one of `pages`. NULL: no such word. */
const char *gcv_brief_word(gcv_slice type);

/* How many characters at the beginning and at the end of a word tell the kinds of a type that has
 * the word in its name. All of them: `head` is the size of the word. */
typedef struct gcv_telling {
    size_t head, tail;
} gcv_telling;

/* `alone`: the word is a whole name (of an argument, too), without a namespace. `first`: the name
 * begins with it. */
gcv_telling gcv_telling_part(gcv_slice word, bool alone);
gcv_telling gcv_telling_part_v8(gcv_slice word, bool first, bool alone);
gcv_telling gcv_telling_part_ruby(gcv_slice word);
gcv_telling gcv_telling_part_java(gcv_slice word);
/* Only the ending that gcv_brief_word() knows. */
gcv_telling gcv_telling_brief(gcv_slice word);

/* The name without namespace, outer types, type arguments and array brackets. */
gcv_slice gcv_last_part(gcv_slice type);

#endif
