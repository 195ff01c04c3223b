/* globs.h - patterns for names, as options give them. */
#ifndef GCV_BASE_GLOBS_H
#define GCV_BASE_GLOBS_H

#include <gcview/gcview.h>

enum { GCV_MAX_GLOBS = 32 };

typedef struct gcv_globs {
    const char *pattern[GCV_MAX_GLOBS]; /* borrowed */
    size_t n;
} gcv_globs;

/* Whether one of the patterns matches; false if there are none. See gcv_glob(). */
bool gcv_globs_match(const gcv_globs *globs, gcv_slice name, bool ignore_case);

#endif
