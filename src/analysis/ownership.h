/* ownership.h - whether a type is of the platform, or of whoever wrote the program.
 *
 * The platform is the runtime, its base library, and the frameworks that come with a system: a
 * table of namespaces in ownership.c, which is their only home. All else is the program's, the
 * libraries that it brings along included.
 */
#ifndef GCV_ANALYSIS_OWNERSHIP_H
#define GCV_ANALYSIS_OWNERSHIP_H

#include <gcview/gcview.h>

#include <stdbool.h>

/* Whether a name, or the file name of a module without its extension, is of the platform: it is in
 * the table, or begins with an entry and a dot. */
bool gcv_is_platform(gcv_slice name);

/* Whether a module is known, and is a file of the platform. */
bool gcv_is_of_platform_file(gcv_slice module);

/* Whether the type itself is of the program, whatever its arguments are. The module decides, if the
 * dump says what it is; else the namespace. A name without one (dumps of the runtime write nested
 * types so) is then taken for the platform's. An array is what its elements are. `module` may have
 * no data. */
bool gcv_is_own_type(gcv_slice name, gcv_slice module);

/* Whether the type itself or one of its arguments is of the program: Acme.Order, Acme.Order[] and
 * System.Collections.Generic.List<Acme.Order>. */
bool gcv_is_mine(gcv_slice name, gcv_slice module);

#endif
