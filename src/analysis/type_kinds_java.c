/* type_kinds_java.c - classifies types of a Java heap by their names; see type_kinds.h.
 *
 * Packages of the platform are those of the JDK, of the languages on it, and of the frameworks and
 * servers that run a program: Spring and servlet containers. A class without a package is the
 * program's. Inner classes and lambdas belong to their outer class.
 */
#include "analysis/type_kinds.h"

/* ---- the platform -------------------------------------------------------------------------- */

static const char *const packages[] = {
    /* the JDK */
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "oracle.",
    /* languages */
    "kotlin.", "kotlinx.", "scala.", "groovy.", "org.codehaus.groovy.", "clojure.",
    /* collections that everybody has */
    "com.google.common.", "it.unimi.dsi.fastutil.",
    /* frameworks and servers */
    "jakarta.", "org.springframework.", "org.apache.catalina.", "org.apache.coyote.",
    "org.apache.tomcat.", "org.apache.jasper.", "org.eclipse.jetty.", "io.undertow.", "org.jboss.",
    "org.wildfly.", "io.micronaut.", "io.quarkus."};

static const char *const primitive[] = {"boolean", "byte", "char", "double",
                                        "float",   "int",  "long", "short"};

static gcv_slice element_of(gcv_slice name)
{
    while (gcv_slice_ends(name, "[]")) {
        name.size -= 2;
    }
    return name;
}

bool gcv_is_platform_java(gcv_slice name)
{
    const gcv_slice element = element_of(name);
    return GCV_IS_ONE_OF(element, primitive) || gcv_slice_begins(element, "$Proxy") ||
           GCV_HEAD_OF(element, packages) > 0;
}

/* ---- kinds --------------------------------------------------------------------------------- */

/* Types by name, up to the first `$`: what counts for a class counts for its inner classes. */
static const gcv_named_value known[] = {
    {"java.util.Timer", GCV_KEEPS_TIMER},
    {"java.util.TimerThread", GCV_KEEPS_TIMER},
    {"java.util.TaskQueue", GCV_KEEPS_TIMER},
    {"java.util.TimerTask", GCV_KEEPS_TIMER},
    {"java.util.concurrent.ScheduledThreadPoolExecutor", GCV_KEEPS_TIMER},
    {"java.util.concurrent.ThreadPoolExecutor", GCV_KEEPS_TASK},
    {"java.util.concurrent.ForkJoinPool", GCV_KEEPS_TASK},
    {"java.util.concurrent.ForkJoinTask", GCV_KEEPS_TASK},
    {"java.util.concurrent.FutureTask", GCV_KEEPS_TASK},
    {"java.util.concurrent.CompletableFuture", GCV_KEEPS_TASK},
    {"java.util.concurrent.Executors", GCV_KEEPS_TASK},
    {"java.lang.ThreadLocal", GCV_KEEPS_CONTEXT},
    {"java.lang.InheritableThreadLocal", GCV_KEEPS_CONTEXT},
    {"java.lang.ScopedValue", GCV_KEEPS_CONTEXT},
    {"java.lang.Thread", GCV_KEEPS_CONTEXT},
    {"java.lang.VirtualThread", GCV_KEEPS_CONTEXT},
    {"java.lang.ThreadBuilders", GCV_KEEPS_CONTEXT},
    {"jdk.internal.vm.StackChunk", GCV_KEEPS_CONTEXT},
    {"jdk.internal.vm.Continuation", GCV_KEEPS_CONTEXT},
    {"jdk.internal.vm.ThreadContainers", GCV_KEEPS_CONTEXT},
    {"java.beans.PropertyChangeSupport", GCV_KEEPS_EVENT},
    {"javax.swing.event.EventListenerList", GCV_KEEPS_EVENT},
    {"java.util.Observable", GCV_KEEPS_EVENT},
    {"java.lang.ref.Finalizer", GCV_KEEPS_COLLECTION},
    {"java.lang.ref.Cleaner", GCV_KEEPS_COLLECTION},
    {"java.lang.ref.SoftReference", GCV_KEEPS_COLLECTION},
    {"java.lang.ref.WeakReference", GCV_KEEPS_COLLECTION},
    {"jdk.internal.ref.CleanerImpl", GCV_KEEPS_COLLECTION},
    {"jdk.internal.ref.PhantomCleanable", GCV_KEEPS_COLLECTION},
    {"jdk.internal.ref.Cleaner", GCV_KEEPS_COLLECTION},
    {"java.util.concurrent.atomic.AtomicReference", GCV_KEEPS_COLLECTION},
    {"java.util.Optional", GCV_KEEPS_COLLECTION},
    {"java.lang.String", GCV_TYPE_STUFF | GCV_TYPE_RECORD},
    {"java.lang.Class", GCV_TYPE_STUFF},
    {"java.lang.Integer", GCV_TYPE_STUFF | GCV_TYPE_RECORD},
    {"java.lang.Long", GCV_TYPE_STUFF | GCV_TYPE_RECORD},
};

/* Whether the class, without its inner classes, is a collection or a part of one. */
static bool is_collection(gcv_slice outer)
{
    static const char *const everywhere[] = {"com.google.common.collect.",
                                             "com.google.common.cache.", "it.unimi.dsi.fastutil.",
                                             "scala.collection.", "kotlin.collections."};
    static const char *const ends[] = {"Map",        "Set",       "List",       "Deque",  "Queue",
                                       "Stack",      "Table",     "Hashtable",  "Vector", "Arrays",
                                       "Properties", "Exchanger", "Collections"};
    return GCV_HEAD_OF(outer, everywhere) > 0 ||
           (gcv_slice_begins(outer, "java.util.") && GCV_TAIL_OF(outer, ends) > 0);
}

static gcv_slice outer_of(gcv_slice name)
{
    size_t n = 1;
    while (n < name.size && name.data[n] != '$') {
        n++;
    }
    return gcv_slice_of(name.data, n < name.size ? n : name.size);
}

/* Size of what the compiler has added to the end of a name: `$$Lambda`, with a number in JDK 17 and
 * earlier, or the number of an anonymous class, `$12`. */
static size_t made_up_tail(gcv_slice word)
{
    enum { MOST_DIGITS = 4 };
    static const char lambda[] = "$$Lambda";
    size_t at = word.size;
    while (at > 0 && word.size - at < MOST_DIGITS && gcv_is_digit(word.data[at - 1])) {
        at--;
    }
    const bool has_number = at < word.size && at > 0 && word.data[at - 1] == '$';
    const gcv_slice rest = gcv_slice_of(word.data, has_number ? at - 1 : word.size);
    return (has_number ? word.size - rest.size : 0) +
           (gcv_slice_ends(rest, lambda) ? sizeof lambda - 1 : 0);
}

static uint32_t keeps_of(gcv_slice name, bool is_mine)
{
    const gcv_slice outer = outer_of(name);
    const gcv_named_value *found = GCV_VALUE_NAMED(outer, known);
    if (gcv_is_array(name)) {
        return GCV_IS_ONE_OF(element_of(name), primitive) ? GCV_TYPE_STUFF | GCV_TYPE_RECORD
                                                          : GCV_KEEPS_COLLECTION;
    }
    return found != NULL                      ? found->value
           : !is_mine && is_collection(outer) ? GCV_KEEPS_COLLECTION
           : made_up_tail(name) > 0           ? GCV_KEEPS_CAPTURE
                                              : 0;
}

uint32_t gcv_type_kinds_java(gcv_slice name)
{
    const bool is_mine = !gcv_is_platform_java(name) && !gcv_slice_begins(name, GCV_UNKNOWN_TYPE);
    const uint32_t kinds = keeps_of(name, is_mine) | (is_mine ? GCV_TYPE_MINE : 0);
    return (kinds & GCV_KEEPS_ANY) == 0 && is_mine && gcv_brief_word(name) != NULL
               ? kinds | GCV_TYPE_BRIEF
               : kinds;
}

gcv_telling gcv_telling_part_java(gcv_slice word)
{
    gcv_telling telling = gcv_telling_brief(word);
    telling.tail = telling.tail > 0 ? telling.tail : made_up_tail(word);
    return telling;
}
