/* type_kinds_v8.c - classifies types of a V8 heap by their names; see type_kinds.h.
 *
 * JavaScript has no namespaces: what belongs to the engine, to Node.js and to browsers is
 * recognised by lists and by their style of names. Everything else is a class of the program or of
 * the libraries it uses.
 */
#include "analysis/type_kinds.h"

#include "base/sort.h"
#include "heap/script_path.h"

#include <string.h>

bool gcv_heap_is_v8(const gcv_heap *heap)
{
    return heap->of_v8 || gcv_heap_has_type(heap, "(array)") || gcv_heap_has_type(heap, "(string)");
}

/* ---- the platform -------------------------------------------------------------------------- */

/* Prefixes that no program uses in its names. */
static const char prefixes[] =
    "(|system / |node:|blink::|cppgc::|v8::|std::|C++ |Intl.|WebAssembly.|Temporal.|"
    "Iterator Helper";

/* Prefixes that are probably the platform's, although a program may use such a name, or the name
 * tells something about a page. */
static const char likely_prefixes[] =
    "Node / |Detached Node / |<|HTML|SVG|WebGL|CSS|DOM|IDB|RTC|Mojo|Window |global (|global / |"
    "MediaQuery";

static const char likely_ends[] = " Iterator| (prototype)| (internal cache)| [JSGlobalObject]";

/* Classes of the language, Node.js and browsers. */
static const char classes[] =
    "AbortController|AbortSignal|AggregateError|Arguments|Array|ArrayBuffer|AsyncContextFrame|"
    "AsyncDisposableStack|AsyncFunction|AsyncGenerator|AsyncGeneratorFunction|AsyncHook|"
    "AsyncLocalStorage|AsyncResource|AsyncWrap|Atomics|Attr|BigInt|BigInt64Array|BigUint64Array|"
    "Blob|Boolean|BoundedChannel|BroadcastChannel|Buffer|BufferList|BuiltinModule|"
    "ByteLengthQueuingStrategy|ClientRequest|CompressionStream|CountQueuingStrategy|Crypto|"
    "CryptoKey|CustomEvent|DataView|Date|Dirent|DisposableStack|DocumentFragment|Duplex|Error|"
    "ErrorEvent|EventEmitter|EventListener|EventTarget|FSReqCallback|FastBuffer|FileHandle|"
    "FinalizationRegistry|FixedCircularBuffer|FixedQueue|Float16Array|Float32Array|Float64Array|"
    "FontFace|FontFaceSet|FreeList|Function|Generator|GeneratorFunction|GlobalObject|HTTPParser|"
    "HandleWrap|HiddenClass|Immediate|ImmediateList|IncomingMessage|Int16Array|Int32Array|"
    "Int8Array|InternalModuleRegistry|InternalNode|IntersectionObserver|Intl|JSON|KeyboardEvent|"
    "Listener|Map|Math|MessageChannel|MessageEvent|MessagePort|Module|ModuleJob|ModuleJobBase|"
    "ModuleLoader|ModuleWrap|MouseEvent|MutationObserver|NativeModule|NodeError|NodeEventTarget|"
    "NodeList|Number|Object|PerformanceEntry|PerformanceMark|PerformanceMeasure|"
    "PerformanceNavigation|PerformanceNavigationTiming|PerformanceNodeEntry|PerformanceNodeTiming|"
    "PerformanceObserver|PerformanceObserverEntryList|PerformancePaintTiming|"
    "PerformanceResourceTiming|PerformanceTiming|PointerEvent|ProgressEvent|Promise|"
    "PropertyAccessor|Proxy|QuotaExceededError|RangeError|ReadStream|Readable|ReadableState|"
    "ReadableStream|ReferenceError|Reflect|RegExp|ResizeObserver|SafeMap|SafeSet|SafeWeakMap|"
    "SafeWeakSet|ServerResponse|Set|ShadowRoot|SharedArrayBuffer|SourceTextModule|StatsBase|"
    "String|StyleEngine|Symbol|SyntaxError|SystemError|TCP|TLSSocket|TTY|TextDecoder|TextEncoder|"
    "TickObject|Timeout|TimersList|TracingChannel|TypeError|TypedArray|UIEvent|URIError|URL|"
    "URLContext|URLPattern|URLSearchParams|Uint16Array|Uint32Array|Uint8Array|Uint8ClampedArray|"
    "WeakMap|WeakRef|WeakRefMap|WeakReference|WeakSet|WebAssembly|WebSocket|Window|Writable|"
    "WritableState|WritableStream|WriteStream|WriteWrap|XMLHttpRequest|console|global|process";

/* Further such classes, whose names a program may well use for its own. */
static const char common[] =
    "Agent|Channel|Comment|Deserializer|Document|Element|Event|Headers|History|Location|Navigator|"
    "Node|Performance|Pipe|PriorityQueue|Range|Request|Response|Screen|Serializer|Server|Socket|"
    "Storage|Stream|Text|Transform|Worker";

bool gcv_is_platform_v8(gcv_slice name)
{
    return gcv_slice_head(name, prefixes) > 0 || gcv_slice_is_listed(name, classes);
}

bool gcv_is_part_v8(gcv_slice name)
{
    return (gcv_is_of_engine(name) &&
            !gcv_slice_is_listed(name, "(prototype)|system / Cell|system / Context")) ||
           gcv_slice_is(name, "JSArrayBufferData");
}

/* ---- kinds --------------------------------------------------------------------------------- */

static const gcv_named_value known[] = {
    {"Function", GCV_KEEPS_DELEGATE | GCV_TYPE_STUFF | GCV_TYPE_CLOSURE},
    {"system / Cell|system / Context", GCV_KEEPS_CAPTURE | GCV_TYPE_STUFF | GCV_TYPE_SCOPE},
    {"Object", GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF | GCV_TYPE_RECORD},
    {"(prototype)|Array|(array)|(system)|Proxy|Map|Set", GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF},
    {"(string)|(concatenated string)|(sliced string)", GCV_TYPE_STUFF | GCV_TYPE_RECORD},
    {"WeakMap|WeakSet|Arguments|FixedQueue|FixedCircularBuffer", GCV_KEEPS_COLLECTION},
    {"Listener|EventListener|V8EventListener|V8EventHandlerNonNull|V8OnErrorEventHandlerNonNull|"
     "blink::RegisteredEventListener|MutationObserver|MutationObserverRegistration|"
     "IntersectionObserver|ResizeObserver",
     GCV_KEEPS_EVENT},
    {"DOMTimer|ScheduledAction|Timeout|Immediate|TimersList|ImmediateList", GCV_KEEPS_TIMER},
    {"AbortSignal", GCV_KEEPS_CANCELLATION},
    {"Promise|Generator|AsyncGenerator", GCV_KEEPS_TASK},
    {"AsyncContextFrame", GCV_KEEPS_CONTEXT},
};

bool gcv_is_of_cpp(gcv_slice name)
{
    const char *colon = name.size > 1 ? memchr(name.data, ':', name.size - 1) : NULL;
    return colon != NULL && colon[1] == ':' && name.data[0] != '{'; /* else it is a shape */
}

/* Whether Chromium holds a function with an object of this type: a V8FrameRequestCallback. */
static bool is_callback(gcv_slice name)
{
    return (gcv_slice_begins(name, "V8") &&
            (gcv_slice_ends(name, "Callback") || gcv_slice_ends(name, "Function"))) ||
           gcv_slice_ends(name, "ObserverDelegate");
}

/* Whether objects of a type are elements of a page, or nodes that are no more in one. */
static bool is_of_page(gcv_slice name)
{
    return gcv_is_element(name) || gcv_is_detached_node(name);
}

uint32_t gcv_type_kinds_v8(gcv_slice name)
{
    name = gcv_is_detached_node(name) ? name : gcv_without_detached(name);
    const uint32_t found = GCV_VALUE_NAMED(gcv_without_shape(name), known, 0);
    if (found != 0) {
        return found;
    }
    if (gcv_is_of_cpp(name)) {
        return GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF;
    }
    if (is_callback(name)) {
        return GCV_KEEPS_DELEGATE | GCV_TYPE_STUFF;
    }
    if (is_of_page(name)) {
        return GCV_TYPE_BRIEF;
    }
    if (gcv_is_platform_v8(name) || gcv_slice_head(name, likely_prefixes) > 0 ||
        gcv_slice_tail(name, likely_ends) > 0) {
        return gcv_slice_begins(name, "(") || gcv_slice_begins(name, "system / ") ? GCV_TYPE_STUFF
                                                                                  : 0;
    }
    return GCV_TYPE_MINE | (gcv_brief_word(name) != NULL ? GCV_TYPE_BRIEF : 0) |
           (gcv_slice_is_listed(name, common) ? GCV_TYPE_COMMON : 0);
}

uint32_t gcv_type_kinds_of_script(gcv_slice name, gcv_slice module)
{
    const uint32_t by_name = gcv_type_kinds_v8(name);
    const uint32_t kept = by_name & ~(uint32_t)(GCV_TYPE_MINE | GCV_TYPE_BRIEF | GCV_TYPE_COMMON);
    if (module.data == NULL) {
        return by_name;
    }
    const gcv_script_owner owner = gcv_script_module_owner(module);
    if (owner == GCV_SCRIPT_PLATFORM) { /* a node of a page is brief, whoever defines it */
        return kept | (is_of_page(name) ? by_name & GCV_TYPE_BRIEF : 0);
    }
    if (gcv_is_of_cpp(name) || is_callback(name)) { /* only by its name */
        return GCV_TYPE_MINE | (owner == GCV_SCRIPT_PACKAGE ? GCV_TYPE_PACKAGE : 0);
    }
    const bool is_detached = (by_name & (GCV_TYPE_MINE | GCV_TYPE_BRIEF)) == GCV_TYPE_BRIEF;
    const bool is_brief =
        is_detached || ((kept & GCV_KEEPS_ANY) == 0 && gcv_brief_word(name) != NULL);
    return kept | GCV_TYPE_MINE | (is_brief ? GCV_TYPE_BRIEF : 0) |
           (owner == GCV_SCRIPT_PACKAGE ? GCV_TYPE_PACKAGE : 0);
}

/* ---- names that a program may have, too ---------------------------------------------------- */

static const char handles[] = "HTTPParser|Pipe|TCP|TLSWrap|TTY|UDP|system / FunctionTemplateInfo";

/* Whether an object refers to one of a type to which only objects of the platform do: system
 * handles, parts of a browser. */
static bool refers_inside(const gcv_heap *heap, uint32_t object)
{
    for (uint32_t at = heap->first_ref.data[object]; at < heap->first_ref.data[object + 1]; at++) {
        const gcv_slice type = heap->types.name[heap->type.data[heap->refs.data[at]]];
        if (gcv_slice_is_listed(type, handles) || gcv_slice_head(type, "blink::|Node / ") > 0) {
            return true;
        }
    }
    return false;
}

/* Whether an object of a browser or of Node.js has the name of a type: then so has its wrapper.
 * Types are in the order of their names. */
static bool is_wrapper(const gcv_heap *heap, uint32_t type)
{
    const gcv_slice *names = heap->types.name;
    uint32_t at = type;
    if (gcv_heap_type_module(heap, type).data != NULL) {
        return false;
    }
    while (at > 0 && gcv_slice_equal(names[at - 1], names[type])) {
        at--;
    }
    for (; at < heap->n_types && gcv_slice_equal(names[at], names[type]); at++) {
        if (gcv_slice_is(gcv_heap_type_module(heap, at), GCV_SCRIPT_PLATFORM_MODULE)) {
            return true;
        }
    }
    return false;
}

void gcv_settle_v8_kinds(gcv_context *ctx, const gcv_heap *heap, uint16_t *kinds)
{
    /* Per type: objects that refer to internals of the platform, minus all others. */
    int64_t *more = gcv_alloc_zeroed(ctx, heap->n_types, sizeof *more);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        uint32_t type = heap->type.data[i];
        if ((kinds[type] & GCV_TYPE_COMMON) != 0) {
            more[type] += refers_inside(heap, i) ? 1 : -1;
        }
    }
    for (uint32_t i = 0; i < heap->n_types; i++) {
        if (((kinds[i] & GCV_TYPE_COMMON) != 0 && more[i] >= 0) ||
            ((kinds[i] & GCV_TYPE_MINE) != 0 && is_wrapper(heap, i))) {
            kinds[i] = 0;
        }
    }
    gcv_free(ctx, more);
}

/* ---- words that tell ------------------------------------------------------------------------ */

gcv_telling gcv_telling_part_v8(gcv_slice word, bool first, bool alone)
{
    gcv_telling telling = gcv_telling_brief(word);
    if ((first && gcv_slice_is_listed(word, "C|Node|Window|global|std")) ||
        (alone && (gcv_slice_is_listed(word, common) || gcv_slice_is_listed(word, handles)))) {
        telling.head = word.size;
        return telling;
    }
    telling.head = first ? gcv_slice_head(word, likely_prefixes) : 0;
    return telling;
}
