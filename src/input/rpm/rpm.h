/* rpm.h - the reader of Remote Performance Monitor logs: docs/formats/rpm-log.md. */
#ifndef GCV_INPUT_RPM_RPM_H
#define GCV_INPUT_RPM_RPM_H

#include "input/format.h"

extern const gcv_format gcv_rpm_format;

#endif
