/* scratch.h - names for scratch files. */
#ifndef GCV_TESTS_SCRATCH_H
#define GCV_TESTS_SCRATCH_H

enum { SCRATCH_MAX = 512 };

/* Makes up a name in `folder` that is unique among running processes and calls. No file is created.
 */
void scratch_name(char name[SCRATCH_MAX], const char *folder, const char *what);

#endif
