/* type_kinds.c - classifies types by their names; see type_kinds.h. */
#include "analysis/type_kinds.h"

#include "analysis/ownership.h"
#include "heap/shapes.h"

#include <string.h>

/* Whether arguments or the brackets of an array begin. */
static bool ends_name(char c) { return c == '<' || c == '[' || c == '`'; }

/* The name without type arguments; empty for an array, which is none of these kinds. */
static gcv_slice plain(gcv_slice type)
{
    size_t n = 0;
    if (type.size > 0 && type.data[type.size - 1] == ']' &&
        memchr(type.data, '`', type.size) == NULL) {
        type.size = 0;
    }
    while (n < type.size && (n == 0 || !ends_name(type.data[n]))) {
        n++;
    }
    type.size = n;
    return type;
}

static const char delegates[] = "EventHandler|Callback|Delegate";

bool gcv_is_delegate(gcv_slice type)
{
    static const char whole[] =
        "System.Action|System.Func|System.Predicate|System.Comparison|System.Converter";
    gcv_slice name = plain(type);
    return gcv_slice_is_listed(name, whole) || gcv_slice_tail(name, delegates) > 0;
}

bool gcv_is_timer(gcv_slice type)
{
    return gcv_slice_begins(type, "System.Threading.Timer") ||
           gcv_slice_begins(type, "System.Timers.Timer") ||
           gcv_slice_ends(type, ".TimerQueueTimer") || gcv_slice_is(type, "TimerHolder") ||
           gcv_slice_begins(type, "TimerQueue");
}

bool gcv_is_timer_queue(gcv_slice type)
{
    static const char whole[] =
        "System.Threading.TimerQueue|System.Threading.TimerQueue[]|TimerQueue|TimerQueue[]";
    return gcv_slice_is_listed(type, whole);
}

bool gcv_is_event_handler(gcv_slice type) { return gcv_slice_ends(plain(type), "EventHandler"); }

bool gcv_is_array(gcv_slice type)
{
    return gcv_slice_ends(type, "[]") || gcv_slice_ends(type, ",]") ||
           gcv_slice_is(type, "Array") || /* of V8 */
           gcv_slice_is(type, GCV_ARRAY_TYPE);
}

bool gcv_is_payload(gcv_slice type, uint32_t kinds)
{
    return gcv_slice_is(type, "System.String") || gcv_slice_is(type, "java.lang.String") ||
           gcv_is_array(type) || (kinds & GCV_TYPE_STUFF) != 0;
}

bool gcv_heap_has_type(const gcv_heap *heap, const char *name)
{
    return gcv_heap_type_named(heap, gcv_slice_str(name)) != GCV_NONE;
}

/* ---- kinds -------------------------------------------------------------------------------- */

gcv_slice gcv_last_part(gcv_slice type)
{
    size_t end = 0, at;
    while (end < type.size && (end == 0 || !ends_name(type.data[end]) ||
                               (type.data[end] == '<' && memchr(".+", type.data[end - 1], 2)))) {
        end++;
    }
    for (at = end; at > 0 && type.data[at - 1] != '.' && type.data[at - 1] != '+'; at--) {
    }
    return gcv_slice_of(type.data + at, end - at);
}

/* Collections of the platform and their component types, by the last part of the name. Names that
 * begin with Frozen are collections, too. */
static const char collections[] =
    "List|ArrayList|Dictionary|Hashtable|HashSet|Queue|Stack|LinkedList|LinkedListNode|"
    "SortedDictionary|SortedList|SortedSet|TreeSet|PriorityQueue|OrderedDictionary|ListDictionary|"
    "HybridDictionary|StringDictionary|NameValueCollection|Collection|ObservableCollection|"
    "ReadOnlyCollection|ReadOnlyDictionary|KeyedCollection|KeyValuePair|Entry|Bucket|bucket|Node|"
    "NodeEntry|NodeKeyValueCollection|DictionaryNode|SortedDictionaryNode|KeyCollection|"
    "ValueCollection|KeyValuePairSet|TreeSubSet|ConcurrentDictionary|Tables|VolatileNode|"
    "ConcurrentQueue|ConcurrentQueueSegment|Segment|Slot|ConcurrentStack|ConcurrentBag|"
    "WorkStealingQueue|ThreadLocalList|BlockingCollection|ConditionalWeakTable|Container|"
    "ImmutableList|ImmutableDictionary|ImmutableHashSet|ImmutableSortedDictionary|"
    "ImmutableSortedSet|ImmutableQueue|ImmutableStack|UnboundedChannel|"
    "SingleConsumerUnboundedChannel|SingleProducerSingleConsumerQueue|BoundedChannel|Deque|"
    "MemoryCache|CoherentState|CacheEntry|WeakHashtable";

static const char tasks[] =
    "Task|TaskCompletionSource|TaskNode|ValueTask|ManualResetValueTaskSource|"
    "CompletionActionInvoker|ContingentProperties|SynchronizationContextAwaitTaskContinuation|"
    "AwaitTaskContinuation|UnwrapPromise|StandardTaskContinuation|"
    "TaskSchedulerAwaitTaskContinuation|SemaphoreSlim|AsyncOperation";

static const char task_heads[] =
    "ContinuationTask|ContinueWith|DelayPromise|WhenAllPromise|CancellationPromise";

static const char contexts[] = "ThreadLocal|LinkedSlot|LinkedSlotVolatile|ExecutionContext";

static const char cancellations[] =
    "CancellationTokenSource|Registrations|CallbackNode|CancellationCallbackInfo|CancellationToken";

static bool is_linked_source(gcv_slice last)
{
    return gcv_slice_begins(last, "Linked") && gcv_slice_ends(last, "CancellationTokenSource");
}

static const char boxes[] =
    "AsyncStateMachineBox|DebugFinalizableAsyncStateMachineBox|MoveNextRunner|StateMachineBox";

/* Whether a compiler makes the object for a lambda or an async method: what it captured matters. */
static bool is_capture(gcv_slice name, gcv_slice last)
{
    return gcv_slice_find(name, ">c__Display") < name.size || gcv_slice_is_listed(last, boxes);
}

static bool is_value_array(gcv_slice type)
{
    static const char names[] =
        "System.Byte[]|System.SByte[]|System.Char[]|System.Boolean[]|System.Int16[]|"
        "System.UInt16[]|System.Int32[]|System.UInt32[]|System.Int64[]|System.UInt64[]|"
        "System.Single[]|System.Double[]|System.IntPtr[]|System.Decimal[]";
    return gcv_slice_is_listed(type, names);
}

static uint32_t keeps_of_platform(gcv_slice name, gcv_slice last)
{
    if (gcv_is_timer(name) || gcv_is_timer_queue(name) || gcv_slice_is(last, "PeriodicTimer")) {
        return GCV_KEEPS_TIMER;
    }
    if (gcv_slice_is_listed(last, cancellations) || is_linked_source(last)) {
        return GCV_KEEPS_CANCELLATION;
    }
    if (gcv_slice_is_listed(last, tasks) || gcv_slice_head(last, task_heads) > 0) {
        return GCV_KEEPS_TASK;
    }
    if (gcv_slice_is_listed(last, contexts) || gcv_slice_ends(last, "AsyncLocalValueMap")) {
        return GCV_KEEPS_CONTEXT;
    }
    return gcv_slice_is_listed(last, collections) || gcv_slice_begins(last, "Frozen")
               ? GCV_KEEPS_COLLECTION
               : 0;
}

uint32_t gcv_type_kinds(gcv_slice name, gcv_slice module)
{
    gcv_slice last = gcv_last_part(name);
    uint32_t kinds = 0;
    bool own = gcv_is_own_type(name, module);
    if (gcv_is_array(name)) {
        kinds = is_value_array(name) ? 0 : GCV_KEEPS_COLLECTION;
    } else if (is_capture(name, last)) {
        kinds = GCV_KEEPS_CAPTURE | (gcv_slice_ends(last, "Box") ? GCV_KEEPS_TASK : 0);
    } else if (gcv_is_delegate(name)) {
        kinds = gcv_is_event_handler(name) ? GCV_KEEPS_EVENT : GCV_KEEPS_DELEGATE;
    } else if (!own) {
        kinds = keeps_of_platform(name, last);
    }
    if (own || gcv_is_mine(name, module)) {
        kinds |= GCV_TYPE_MINE;
    }
    if ((kinds & GCV_KEEPS_ANY) == 0 && gcv_brief_word(name) != NULL) {
        kinds |= GCV_TYPE_BRIEF;
    }
    return kinds;
}

typedef struct gcv_brief_name {
    const char *end, *plural;
    bool platform; /* applies to types of the platform, too */
} gcv_brief_name;

static const gcv_brief_name brief_words[] = {
    {"View", "views", false},
    {"ViewModel", "view models", false},
    {"Page", "pages", false},
    {"Window", "windows", false},
    {"Form", "forms", false},
    {"Dialog", "dialogs", false},
    {"Activity", "activities", false},
    {"Fragment", "fragments", false},
    {"Screen", "screens", false},
    {"HttpContext", "contexts", true},
    {"Context", "contexts", false},
    {"Session", "sessions", true},
    {"Request", "requests", true},
    {"Response", "responses", true},
    {"Scope", "scopes", true},
    {"Connection", "connections", true},
    {"Transaction", "transactions", true},
    {"Subscription", "subscriptions", true},
    {"Subscriber", "subscribers", false},
    {"ClassLoader", "class loaders", false},
};

gcv_slice gcv_without_detached(gcv_slice name)
{
    const bool is = gcv_slice_begins(name, "Detached ");
    return is ? gcv_slice_from(name, strlen("Detached ")) : name;
}

bool gcv_is_detached_node(gcv_slice name)
{
    const gcv_slice node = gcv_without_detached(name);
    return node.size < name.size &&
           (gcv_slice_begins(node, "<") ||
            gcv_slice_tail(node, "Element|Document|DocumentFragment|ShadowRoot") > 0 ||
            gcv_slice_is_listed(node, "Text|Comment|Attr|DocumentType"));
}

/* Returns what a word ends with; NULL: nothing short-lived. */
static const gcv_brief_name *brief_name_of(gcv_slice word)
{
    size_t i = 0;
    while (i < GCV_LENGTH(brief_words) && !gcv_slice_ends(word, brief_words[i].end)) {
        i++;
    }
    return i < GCV_LENGTH(brief_words) ? &brief_words[i] : NULL;
}

const char *gcv_brief_word(gcv_slice type)
{
    if (gcv_is_detached_node(type)) {
        return "detached nodes";
    }
    const gcv_brief_name *name = gcv_is_array(type) ? NULL : brief_name_of(gcv_last_part(type));
    return name != NULL && (name->platform || !gcv_is_platform(type)) ? name->plural : NULL;
}

/* ---- words that tell ------------------------------------------------------------------------ */

/* Length of the ending that names a delegate or something short-lived; 0: the word has none. */
static size_t tail_of(gcv_slice word)
{
    const size_t tail = gcv_slice_tail(word, delegates);
    const gcv_brief_name *name = tail == 0 ? brief_name_of(word) : NULL;
    return name != NULL ? strlen(name->end) : tail;
}

static bool tells_alone(gcv_slice word)
{
    return gcv_slice_is_listed(word, collections) || gcv_slice_is_listed(word, tasks) ||
           gcv_slice_is_listed(word, contexts) || gcv_slice_is_listed(word, cancellations) ||
           gcv_slice_is(word, "Array") || gcv_slice_is(word, "PeriodicTimer") ||
           gcv_slice_is(word, "TimerHolder");
}

gcv_telling gcv_telling_part(gcv_slice word, bool alone)
{
    static const char map[] = "AsyncLocalValueMap", source[] = "CancellationTokenSource";
    gcv_telling telling = {0, 0};
    if (gcv_slice_is_listed(word, boxes) || gcv_slice_is(word, "TimerQueueTimer") ||
        (alone && tells_alone(word))) {
        telling.head = word.size;
        return telling;
    }
    telling.tail = tail_of(word);
    if (alone && telling.tail == 0) {
        telling.head = gcv_slice_head(word, "Frozen|TimerQueue") + gcv_slice_head(word, task_heads);
        telling.tail = gcv_slice_ends(word, map) ? sizeof map - 1 : 0;
        if (is_linked_source(word)) {
            telling.head = sizeof "Linked" - 1;
            telling.tail = sizeof source - 1;
        }
    }
    return telling;
}

gcv_telling gcv_telling_brief(gcv_slice word)
{
    return (gcv_telling){.tail = gcv_brief_word(word) != NULL ? tail_of(word) : 0};
}
