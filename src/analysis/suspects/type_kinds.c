/* type_kinds.c - what a type is, judged by its name; see type_kinds.h. */
#include "analysis/suspects/type_kinds.h"

#include "base/text.h"

#include <string.h>

/* The name without type arguments; an array is none of these kinds. */
static gcv_slice plain(gcv_slice type)
{
    size_t n = 0;
    if (type.size > 0 && type.data[type.size - 1] == ']' &&
        memchr(type.data, '`', type.size) == NULL) {
        type.size = 0;
    }
    while (n < type.size && (n == 0 || memchr("<[`", type.data[n], 3) == NULL)) {
        n++;
    }
    type.size = n;
    return type;
}

bool gcv_is_delegate(gcv_slice type)
{
    static const char *const whole[] = {"System.Action", "System.Func", "System.Predicate",
                                        "System.Comparison", "System.Converter"};
    gcv_slice name = plain(type);
    size_t i;
    for (i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        if (gcv_slice_equal(name, gcv_slice_str(whole[i]))) {
            return true;
        }
    }
    return gcv_slice_ends(name, "EventHandler") || gcv_slice_ends(name, "Callback") ||
           gcv_slice_ends(name, "Delegate");
}

bool gcv_is_timer(gcv_slice type)
{
    return gcv_slice_begins(type, "System.Threading.Timer") ||
           gcv_slice_begins(type, "System.Timers.Timer") ||
           gcv_slice_ends(type, ".TimerQueueTimer") ||
           gcv_slice_equal(type, gcv_slice_str("TimerHolder")) ||
           gcv_slice_begins(type, "TimerQueue");
}

bool gcv_is_timer_queue(gcv_slice type)
{
    static const char *const whole[] = {"System.Threading.TimerQueue",
                                        "System.Threading.TimerQueue[]", "TimerQueue",
                                        "TimerQueue[]"};
    size_t i = 0;
    while (i < sizeof whole / sizeof whole[0] && !gcv_slice_equal(type, gcv_slice_str(whole[i]))) {
        i++;
    }
    return i < sizeof whole / sizeof whole[0];
}

bool gcv_is_event_handler(gcv_slice type) { return gcv_slice_ends(plain(type), "EventHandler"); }

bool gcv_is_array(gcv_slice type)
{
    return gcv_slice_ends(type, "[]") || gcv_slice_ends(type, ",]");
}
