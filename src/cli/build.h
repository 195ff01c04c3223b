/* build.h - what the program was built of, and by what. */
#ifndef GCV_CLI_BUILD_H
#define GCV_CLI_BUILD_H

/* "commit 1234567890ab, GNU 12.2.0, Linux x86_64"; in a file that the build writes. */
extern const char gcv_build[];

#endif
