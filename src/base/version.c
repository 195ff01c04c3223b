/* version.c - the version of the library, as its header has it. */
#include <gcview/gcview.h>

const char *gcv_version(void) { return GCV_VERSION; }
