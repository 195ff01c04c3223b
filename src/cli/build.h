/* build.h - the commit, compiler and platform of this build. */
#ifndef GCV_CLI_BUILD_H
#define GCV_CLI_BUILD_H

/* "commit 1234567890ab, GNU 12.2.0, Linux x86_64"; defined in a generated file. */
extern const char gcv_build[];

#endif
