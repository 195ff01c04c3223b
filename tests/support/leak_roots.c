/* leak_roots.c - where LeakSanitizer begins to search for memory that is still used.
 *
 * By default it begins at all static variables. Those of the sanitizers themselves are 9 MB, and to
 * read them took half the time of a short run. Here it begins at registers, stacks and the buffers
 * of streams: memory that only a static variable points to is reported as a leak, too.
 *
 * It also exempts what the dynamic linker allocates, for which each start lists all libraries: a
 * quarter of its page faults. Here no library is listed, so that nothing is exempt.
 */
#include <stdio.h>

#include <sanitizer/lsan_interface.h>

const char *__lsan_default_options(void);
void __wrap__ZN6__lsan33InitializePlatformSpecificModulesEv(void);

const char *__lsan_default_options(void) { return "use_globals=0"; }

void __wrap__ZN6__lsan33InitializePlatformSpecificModulesEv(void) {}

__attribute__((constructor)) static void add_streams(void)
{
    __lsan_register_root_region(stdin, sizeof *stdin);
    __lsan_register_root_region(stdout, sizeof *stdout);
}
