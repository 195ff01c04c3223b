/* version.c - the version of the library, taken from its header. */
#include <gcview/gcview.h>

const char *gcv_version(void) { return GCV_VERSION; }
