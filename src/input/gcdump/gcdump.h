/* gcdump.h - the reader of .gcdump files: docs/formats/gcdump.md. */
#ifndef GCV_INPUT_GCDUMP_GCDUMP_H
#define GCV_INPUT_GCDUMP_GCDUMP_H

#include "input/format.h"

extern const gcv_format gcv_gcdump_format;

#endif
