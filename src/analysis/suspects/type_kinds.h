/* type_kinds.h - what a type is by its name, as far as the base library names such types alike. */
#ifndef GCV_ANALYSIS_SUSPECTS_TYPE_KINDS_H
#define GCV_ANALYSIS_SUSPECTS_TYPE_KINDS_H

#include <gcview/gcview.h>

bool gcv_is_delegate(gcv_slice type);
bool gcv_is_event_handler(gcv_slice type);
bool gcv_is_timer(gcv_slice type);
/* What lists the timers that run; a timer object itself may be stopped. */
bool gcv_is_timer_queue(gcv_slice type);
bool gcv_is_array(gcv_slice type);

#endif
