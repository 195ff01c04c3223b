/* heapsnapshot.h - the reader of V8 heap snapshots: docs/formats/heapsnapshot.md. */
#ifndef GCV_INPUT_HEAPSNAPSHOT_HEAPSNAPSHOT_H
#define GCV_INPUT_HEAPSNAPSHOT_HEAPSNAPSHOT_H

#include "input/format.h"

extern const gcv_format gcv_heapsnapshot_format;

#endif
