/* type_kinds_java.c - classifies types of a Java heap by their names; see type_kinds.h.
 *
 * Packages of the platform are those of the JDK, of the languages on it, and of the frameworks and
 * servers that run a program: Spring and servlet containers. A class without a package is the
 * program's. Inner classes and lambdas belong to their outer class.
 */
#include "analysis/type_kinds.h"

/* ---- the platform -------------------------------------------------------------------------- */

static const char packages[] =
    /* the JDK */
    "java.|javax.|jdk.|sun.|com.sun.|oracle.|"
    /* languages */
    "kotlin.|kotlinx.|scala.|groovy.|org.codehaus.groovy.|clojure.|"
    /* collections that everybody has */
    "com.google.common.|it.unimi.dsi.fastutil.|"
    /* frameworks and servers */
    "jakarta.|org.springframework.|org.apache.catalina.|org.apache.coyote.|org.apache.tomcat.|"
    "org.apache.jasper.|org.eclipse.jetty.|io.undertow.|org.jboss.|org.wildfly.|io.micronaut.|"
    "io.quarkus.";

static const char primitive[] = "boolean|byte|char|double|float|int|long|short";

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
    return gcv_slice_is_listed(element, primitive) || gcv_slice_begins(element, "$Proxy") ||
           gcv_slice_head(element, packages) > 0;
}

/* ---- kinds --------------------------------------------------------------------------------- */

/* Types by name, up to the first `$`: what counts for a class counts for its inner classes. */
static const gcv_named_value known[] = {
    {"java.util.Timer|java.util.TimerThread|java.util.TaskQueue|java.util.TimerTask|"
     "java.util.concurrent.ScheduledThreadPoolExecutor",
     GCV_KEEPS_TIMER},
    {"java.util.concurrent.ThreadPoolExecutor|java.util.concurrent.ForkJoinPool|"
     "java.util.concurrent.ForkJoinTask|java.util.concurrent.FutureTask|"
     "java.util.concurrent.CompletableFuture|java.util.concurrent.Executors",
     GCV_KEEPS_TASK},
    {"java.lang.ThreadLocal|java.lang.InheritableThreadLocal|java.lang.ScopedValue|"
     "java.lang.Thread|java.lang.VirtualThread|java.lang.ThreadBuilders|"
     "jdk.internal.vm.StackChunk|jdk.internal.vm.Continuation|jdk.internal.vm.ThreadContainers",
     GCV_KEEPS_CONTEXT},
    {"java.beans.PropertyChangeSupport|javax.swing.event.EventListenerList|java.util.Observable|"
     "java.util.concurrent.SubmissionPublisher",
     GCV_KEEPS_EVENT},
    {"java.lang.ref.Finalizer|java.lang.ref.Cleaner|java.lang.ref.SoftReference|"
     "java.lang.ref.WeakReference|jdk.internal.ref.CleanerImpl|jdk.internal.ref.PhantomCleanable|"
     "jdk.internal.ref.Cleaner|java.util.concurrent.atomic.AtomicReference|java.util.Optional",
     GCV_KEEPS_COLLECTION},
    {"java.lang.String|java.lang.Integer|java.lang.Long", GCV_TYPE_STUFF | GCV_TYPE_RECORD},
    {"java.lang.Class", GCV_TYPE_STUFF},
};

/* Whether the class, without its inner classes, is a collection or a part of one. */
static bool is_collection(gcv_slice outer)
{
    static const char everywhere[] =
        "com.google.common.collect.|com.google.common.cache.|it.unimi.dsi.fastutil.|"
        "scala.collection.|kotlin.collections.";
    static const char ends[] =
        "Map|Set|List|Deque|Queue|Stack|Table|Hashtable|Vector|Arrays|Properties|Exchanger|"
        "Collections";
    return gcv_slice_head(outer, everywhere) > 0 ||
           (gcv_slice_begins(outer, "java.util.") && gcv_slice_tail(outer, ends) > 0);
}

static gcv_slice outer_of(gcv_slice name)
{
    const bool begins = name.size > 0 && name.data[0] == '$';
    return gcv_slice_of(name.data,
                        begins + gcv_slice_until(gcv_slice_from(name, begins), "$").size);
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
    const uint32_t found = GCV_VALUE_NAMED(outer, known, 0);
    if (gcv_is_array(name)) {
        return gcv_slice_is_listed(element_of(name), primitive) ? GCV_TYPE_STUFF | GCV_TYPE_RECORD
                                                                : GCV_KEEPS_COLLECTION;
    }
    return found != 0                         ? found
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
