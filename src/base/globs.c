/* globs.c - patterns for names; see globs.h. */
#include "base/globs.h"

#include "base/text.h"

bool gcv_globs_match(const gcv_globs *globs, gcv_slice name, bool ignore_case)
{
    size_t i;
    for (i = 0; i < globs->n; i++) {
        if (gcv_glob(globs->pattern[i], name, ignore_case)) {
            return true;
        }
    }
    return false;
}
