/* nettrace.h - the reader of EventPipe traces: docs/formats/nettrace.md. */
#ifndef GCV_INPUT_NETTRACE_NETTRACE_H
#define GCV_INPUT_NETTRACE_NETTRACE_H

#include "input/format.h"

extern const gcv_format gcv_nettrace_format;

#endif
