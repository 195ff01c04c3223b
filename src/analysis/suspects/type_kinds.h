/* type_kinds.h - what a type is, judged by how the base library names its types. */
#ifndef GCV_ANALYSIS_SUSPECTS_TYPE_KINDS_H
#define GCV_ANALYSIS_SUSPECTS_TYPE_KINDS_H

#include <gcview/gcview.h>

bool gcv_is_delegate(gcv_slice type);
bool gcv_is_event_handler(gcv_slice type);
bool gcv_is_timer(gcv_slice type);
/* A list of the timers that run; a timer object itself may be stopped. */
bool gcv_is_timer_queue(gcv_slice type);
bool gcv_is_array(gcv_slice type);

#endif
