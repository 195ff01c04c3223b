/* What names of types tell: the owner of a type, and its kind. */
#include "support/built_heap.h"
#include "support/check.h"

#include "analysis/heap_kinds.h"
#include "analysis/ownership.h"
#include "analysis/suspects/explain/reason_words.h"
#include "analysis/type_kinds.h"

#include <string.h>

/* ---- whose types -------------------------------------------------------------------------- */

static void test_ownership(NO_STATE)
{
    static const struct {
        const char *name, *module;
        bool own, mine;
    } cases[] = {
        {"Acme.Order", NULL, true, true},
        {"Acme.Order[]", NULL, true, true},
        {"System.String", NULL, false, false},
        {"System", NULL, false, false},
        {"Systems.Order", NULL, true, true},
        {"System.Collections.Generic.List<Acme.Order>", NULL, false, true},
        {"System.Collections.Generic.List`1[Acme.Order]", NULL, false, true},
        {"Entry[System.String,Acme.Order][]", NULL, false, true},
        {"Entry[System.String,System.Object][]", NULL, false, false},
        {"Entry", "/app/System.Private.CoreLib.dll", false, false},
        {"Entry", "/app/Acme.dll", true, true},
        {"Entry", "C:\\app\\Acme.exe", true, true},
        {"Entry", "Module(0xb400)", false, false},
        {"Entry", NULL, false, false},
        {"System.Text.Own", "/app/Acme.dll", true, true},
        {"Acme.Order", "/app/Microsoft.Orders.dll", false, false},
        {"<>c__DisplayClass1_0", "/app/Acme.dll", true, true},
        {"<>c__DisplayClass1_0", NULL, false, false},
        {"Acme.Page.<Load>d__3", NULL, true, true},
        {"System.Threading.Tasks.Task.<>c", NULL, false, false},
        {"AsyncStateMachineBox`1[System.Int32,Acme.Page+<Load>d__3]", NULL, false, true},
        {"Interop.Files.FileLease", NULL, true, true},
        {"Interop+Sys", NULL, false, false},
        {"Interop.Sys.FileStatus", NULL, false, false},
        {"<CppImplementationDetails>.X", NULL, false, false},
        {"UNKNOWN 0x7fb389d0ba32", NULL, false, false},
        {"Free", NULL, false, false},
        {"", NULL, false, false},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_slice module =
            cases[i].module != NULL ? gcv_slice_str(cases[i].module) : gcv_slice_of(NULL, 0);
        if (gcv_is_own_type(gcv_slice_str(cases[i].name), module) != cases[i].own ||
            gcv_is_mine(gcv_slice_str(cases[i].name), module) != cases[i].mine) {
            fail_msg("%s of %s", cases[i].name,
                     cases[i].module != NULL ? cases[i].module : "no module");
        }
    }
}

/* A module of which the dump has only the address is the program's, unless a type of the platform
 * is in it. */
static void test_nameless_modules(NO_STATE)
{
    static const struct {
        const char *name, *module;
        bool mine;
    } cases[] = {
        {"Gateway", "Module(0x2)", true},
        {"Entry<System.Int64,Gateway>[]", "Module(0x1)", false}, /* nor is any argument qualified */
        {"Entry<System.Int64,Acme.Order>[]", "Module(0x1)", true},
        {"DestroyScout", "Module(0x1)", false},
        {"System.String", "Module(0x1)", false},
        {"<>c__DisplayClass1_0", "Module(0x2)", true},
        {"<PrivateImplementationDetails>", "Module(0x2)", false},
        {"Gateway", NULL, false},
        {"Gateway", "?", true},
        {"Gateway", "/app/System.Private.CoreLib.dll", false},
    };
    built_heap *b = built_heap_new(GCV_LOAD_GRAPH, true);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        built_heap_type(b, i, cases[i].name, cases[i].module);
        built_heap_object(b, 8 * (i + 1), i, 24);
    }
    built_heap_freeze(b);
    uint16_t *kinds = gcv_heap_kinds(b->ctx, b->heap);
    assert_int_equal(b->heap->n_types, CHECK_COUNT(cases));
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const gcv_slice name = gcv_slice_str(cases[i].name);
        const gcv_slice module = gcv_slice_str(cases[i].module != NULL ? cases[i].module : "");
        for (uint32_t t = 0; t < b->heap->n_types; t++) {
            if (gcv_slice_equal(b->heap->types.name[t], name) &&
                gcv_slice_equal(gcv_heap_type_module(b->heap, t), module) &&
                ((kinds[t] & GCV_TYPE_MINE) != 0) != cases[i].mine) {
                fail_msg("%s of %s", cases[i].name, cases[i].module);
            }
        }
    }
    gcv_free(b->ctx, kinds);
    assert_true(gcv_heap_names_modules(b->heap));
    built_heap_free(b);
}

typedef struct kinds_case {
    const char *name;
    uint32_t kinds;
} kinds_case;

static void check_kinds(uint32_t (*kinds_of)(gcv_slice), const kinds_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t kinds = kinds_of(gcv_slice_str(cases[i].name));
        if (kinds != cases[i].kinds) {
            fail_msg("%s: %x", cases[i].name, (unsigned)kinds);
        }
    }
}

/* Names in V8: the kind and the owner of each type. */
static void test_v8_names(NO_STATE)
{
    static const kinds_case cases[] = {
        {"Order", GCV_TYPE_MINE},
        {"OrderView", GCV_TYPE_MINE | GCV_TYPE_BRIEF},
        {"a b", GCV_TYPE_MINE},
        {"Array", GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF},
        {"Arrays", GCV_TYPE_MINE},
        {"Object", GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF | GCV_TYPE_RECORD},
        {"(string)", GCV_TYPE_STUFF | GCV_TYPE_RECORD},
        {"(compiled code)", GCV_TYPE_STUFF},
        {"system / Map", GCV_TYPE_STUFF},
        {"system / Context", GCV_KEEPS_CAPTURE | GCV_TYPE_STUFF | GCV_TYPE_SCOPE},
        {"Function", GCV_KEEPS_DELEGATE | GCV_TYPE_STUFF | GCV_TYPE_CLOSURE},
        {"Timeout", GCV_KEEPS_TIMER},
        {"Promise", GCV_KEEPS_TASK},
        {"Listener", GCV_KEEPS_EVENT},
        {"Detached <div>", GCV_TYPE_BRIEF},
        {"Detached Text", GCV_TYPE_BRIEF},
        {"Detached Node / BindingData", 0},
        {"<div>", GCV_TYPE_BRIEF},
        {"<unknown type 1>", 0},
        {"HTMLDivElement", 0},
        {"blink::ComputedStyle", GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF},
        {"Detached blink::LayoutText", GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF},
        {"MutationObserver::Delegate", GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF},
        {"a:b", GCV_TYPE_MINE},
        {"{a::b}", GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF | GCV_TYPE_RECORD},
        {"blink::RegisteredEventListener", GCV_KEEPS_EVENT},
        {"V8EventListener", GCV_KEEPS_EVENT},
        {"V8FrameRequestCallback", GCV_KEEPS_DELEGATE | GCV_TYPE_STUFF},
        {"V8Function", GCV_KEEPS_DELEGATE | GCV_TYPE_STUFF},
        {"IntersectionObserverDelegate", GCV_KEEPS_DELEGATE | GCV_TYPE_STUFF},
        {"V8Engine", GCV_TYPE_MINE},
        {"CartCallback", GCV_TYPE_MINE},
        {"DOMTimer", GCV_KEEPS_TIMER},
        {"ResizeObserver", GCV_KEEPS_EVENT},
        {"Window (prototype)", 0},
        {"Map Iterator", 0},
        {"Node / Environment", 0},
        {"AbortController", 0}, /* the first of the list */
        {"process", 0},         /* the last */
        {"Socket", GCV_TYPE_MINE | GCV_TYPE_COMMON},
        {"Agent", GCV_TYPE_MINE | GCV_TYPE_COMMON},  /* the first of the other list */
        {"Worker", GCV_TYPE_MINE | GCV_TYPE_COMMON}, /* the last */
        {"Request", GCV_TYPE_MINE | GCV_TYPE_BRIEF | GCV_TYPE_COMMON},
        {"Registry", GCV_TYPE_MINE},
        {"XMLHttpRequest", 0},
        {"PerformanceTiming", 0},
        {"PerformanceLog", GCV_TYPE_MINE},
        {"FontFace", 0},
        {"FontStore", GCV_TYPE_MINE},
        {"global (global*)", 0},
        {"globalStore", GCV_TYPE_MINE},
    };
    check_kinds(gcv_type_kinds_v8, cases, CHECK_COUNT(cases));
    assert_true(gcv_is_of_cpp(gcv_slice_str("std::map")));
    assert_false(gcv_is_of_cpp(gcv_slice_str("{a::b}")));
    assert_false(gcv_is_of_cpp(gcv_slice_str("a:")));
}

/* The script decides whose a type is; its name decides what else it is. */
static void test_kinds_of_scripts(NO_STATE)
{
    static const struct {
        const char *name, *module;
        uint32_t kinds;
    } cases[] = {
        {"Registry", NULL, GCV_TYPE_MINE},
        {"Registry", "/app/a.js", GCV_TYPE_MINE},
        {"app::Session", "/app/a.js", GCV_TYPE_MINE},
        {"V8RenderCallback", "/app/a.js", GCV_TYPE_MINE},
        {"blink::Node", "<platform>", GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF},
        {"Registry", "node_modules/acme", GCV_TYPE_MINE | GCV_TYPE_PACKAGE},
        {"Registry", "<platform>", 0},
        {"Request", "/app/a.js", GCV_TYPE_MINE | GCV_TYPE_BRIEF},
        {"Request", "node_modules/acme", GCV_TYPE_MINE | GCV_TYPE_BRIEF | GCV_TYPE_PACKAGE},
        {"Request", "<platform>", 0},
        {"AbortController", "/app/a.js", GCV_TYPE_MINE},
        {"Detached <price-tag>", NULL, GCV_TYPE_BRIEF}, /* a custom element */
        {"Detached <price-tag>", "/app/a.js", GCV_TYPE_MINE | GCV_TYPE_BRIEF},
        {"Timeout", "<platform>", GCV_KEEPS_TIMER},
        {"Function", "<platform>", GCV_KEEPS_DELEGATE | GCV_TYPE_STUFF | GCV_TYPE_CLOSURE},
        {"Function", "/app/a.js",
         GCV_KEEPS_DELEGATE | GCV_TYPE_STUFF | GCV_TYPE_CLOSURE | GCV_TYPE_MINE},
        {"system / Context", "/app/a.js",
         GCV_KEEPS_CAPTURE | GCV_TYPE_STUFF | GCV_TYPE_SCOPE | GCV_TYPE_MINE},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const gcv_slice none = {NULL, 0};
        const uint32_t kinds = gcv_type_kinds_of_script(
            gcv_slice_str(cases[i].name),
            cases[i].module != NULL ? gcv_slice_str(cases[i].module) : none);
        if (kinds != cases[i].kinds) {
            fail_msg("%s of %s: %u", cases[i].name, cases[i].module, (unsigned)kinds);
        }
    }
}

static void test_java_kinds(NO_STATE)
{
    static const kinds_case cases[] = {
        {"Order", GCV_TYPE_MINE}, /* without a package */
        {"acme.OrderView", GCV_TYPE_MINE | GCV_TYPE_BRIEF},
        {"acme.PluginLoader", GCV_TYPE_MINE},
        {"acme.PluginClassLoader", GCV_TYPE_MINE | GCV_TYPE_BRIEF},
        {"acme.Order[]", GCV_KEEPS_COLLECTION | GCV_TYPE_MINE},
        {"acme.Feed$$Lambda", GCV_KEEPS_CAPTURE | GCV_TYPE_MINE},
        {"acme.Feed$$Lambda$13", GCV_KEEPS_CAPTURE | GCV_TYPE_MINE},
        {"acme.Feed$1", GCV_KEEPS_CAPTURE | GCV_TYPE_MINE},
        {"acme.Feed$Entry2", GCV_TYPE_MINE},
        {"acme.Feed2", GCV_TYPE_MINE},
        {"acme.OrderMap", GCV_TYPE_MINE},
        {"javaish.Order", GCV_TYPE_MINE},
        {"<unknown type 1b>", 0},
        {"java.util.HashMap$Node", GCV_KEEPS_COLLECTION},
        {"java.util.ImmutableCollections$ListN", GCV_KEEPS_COLLECTION},
        {"java.util.concurrent.LinkedBlockingQueue$Node", GCV_KEEPS_COLLECTION},
        {"com.google.common.cache.LocalCache$StrongEntry", GCV_KEEPS_COLLECTION},
        {"it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap", GCV_KEEPS_COLLECTION},
        {"java.util.Locale", 0},
        {"java.lang.ThreadLocal$ThreadLocalMap$Entry", GCV_KEEPS_CONTEXT},
        {"java.lang.VirtualThread", GCV_KEEPS_CONTEXT},
        {"java.util.TaskQueue", GCV_KEEPS_TIMER},
        {"java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", GCV_KEEPS_TIMER},
        {"java.util.concurrent.FutureTask", GCV_KEEPS_TASK},
        {"java.util.concurrent.CompletableFuture$UniApply", GCV_KEEPS_TASK},
        {"java.beans.PropertyChangeSupport$PropertyChangeListenerMap", GCV_KEEPS_EVENT},
        {"org.springframework.context.Holder", 0},
        {"org.apache.catalina.session.StandardSession", 0},
        {"$Proxy12", 0},
        {"java.lang.String", GCV_TYPE_STUFF | GCV_TYPE_RECORD},
        {"java.lang.Class", GCV_TYPE_STUFF},
        {"byte[]", GCV_TYPE_STUFF | GCV_TYPE_RECORD},
        {"byte[][]", GCV_TYPE_STUFF | GCV_TYPE_RECORD},
    };
    check_kinds(gcv_type_kinds_java, cases, CHECK_COUNT(cases));
}

static void test_ruby_kinds(NO_STATE)
{
    static const kinds_case cases[] = {
        {"Order", GCV_TYPE_MINE},
        {"Shop::OrderView", GCV_TYPE_MINE | GCV_TYPE_BRIEF},
        {"Strings", GCV_TYPE_MINE},
        {"String:", GCV_TYPE_MINE},
        {"Shop::PriceError", GCV_TYPE_MINE},
        {"#<Class < Shop::Order>", GCV_TYPE_MINE},
        {"#<Class < Object>", 0},
        {"ARGF.class", 0}, /* the first of the list */
        {"fatal", 0},      /* the last */
        {"Thread::Mutex", 0},
        {"NoMemoryError", 0},
        {"Thread", GCV_KEEPS_CONTEXT},
        {"Proc", GCV_KEEPS_DELEGATE | GCV_TYPE_STUFF},
        {"Hash", GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF},
        {"String", GCV_TYPE_STUFF | GCV_TYPE_RECORD},
        {"Class", GCV_TYPE_STUFF},
        {"(imemo env)", GCV_KEEPS_CAPTURE | GCV_TYPE_STUFF},
        {"(imemo ment)", GCV_TYPE_STUFF},
        {"(data x)", GCV_TYPE_STUFF},
    };
    check_kinds(gcv_type_kinds_ruby, cases, CHECK_COUNT(cases));
}

static void test_brief_names(NO_STATE)
{
    static const struct {
        const char *name, *word;
    } cases[] = {
        {"Acme.LoginPage", "pages"},
        {"Acme.Login.Page<T>", "pages"},
        {"Acme.OrderViewModel", "view models"},
        {"Acme.LoginPage[]", NULL},
        {"Acme.Pager", NULL},
        {"System.Windows.Window", NULL},
        {"Microsoft.AspNetCore.Http.DefaultHttpContext", "contexts"},
        {"System.Threading.ExecutionContext", NULL},
        {"Microsoft.Extensions.DependencyInjection.ServiceLookup.ServiceProviderEngineScope",
         "scopes"},
        {"", NULL},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const char *word = gcv_brief_word(gcv_slice_str(cases[i].name));
        if ((word == NULL) != (cases[i].word == NULL) ||
            (word != NULL && strcmp(word, cases[i].word) != 0)) {
            fail_msg("%s: %s", cases[i].name, word != NULL ? word : "no word");
        }
    }
}

/* ---- kinds of types ----------------------------------------------------------------------- */

static void test_kinds(NO_STATE)
{
    static const char *const delegates[] = {"System.EventHandler",
                                            "System.EventHandler<Acme.Args>",
                                            "System.EventHandler`1[Acme.A]",
                                            "System.Action",
                                            "System.Action`2[A,B]",
                                            "System.Func<System.Int32>",
                                            "System.MulticastDelegate",
                                            "System.Threading.TimerCallback",
                                            "System.ComponentModel.PropertyChangedEventHandler"};
    static const char *const others[] = {
        "System.EventHandler[]", "System.Actions", "Acme.Action", "System.String", "", "[]", "<>c"};
    static const char *const timers[] = {"System.Threading.Timer", "System.Threading.TimerQueue[]",
                                         "System.Threading.TimerQueueTimer", "System.Timers.Timer"};
    for (size_t i = 0; i < CHECK_COUNT(delegates); i++) {
        assert_true(gcv_is_delegate(gcv_slice_str(delegates[i])));
    }
    for (size_t i = 0; i < CHECK_COUNT(others); i++) {
        assert_false(gcv_is_delegate(gcv_slice_str(others[i])));
        assert_false(gcv_is_timer(gcv_slice_str(others[i])));
    }
    for (size_t i = 0; i < CHECK_COUNT(timers); i++) {
        assert_true(gcv_is_timer(gcv_slice_str(timers[i])));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ownership),   cmocka_unit_test(test_nameless_modules),
        cmocka_unit_test(test_v8_names),    cmocka_unit_test(test_kinds_of_scripts),
        cmocka_unit_test(test_java_kinds),  cmocka_unit_test(test_ruby_kinds),
        cmocka_unit_test(test_brief_names), cmocka_unit_test(test_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
