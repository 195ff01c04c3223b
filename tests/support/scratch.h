/* scratch.h - names for scratch files. */
#ifndef GCV_TESTS_SCRATCH_H
#define GCV_TESTS_SCRATCH_H

enum { SCRATCH_MAX = 512 };

/* A name in `folder` that no other process that runs uses, and no other call. Nothing is made. */
void scratch_name(char name[SCRATCH_MAX], const char *folder, const char *what);

#endif
