/* ownership.h - whether a type belongs to the platform or to the program.
 *
 * The platform is the runtime, its base library, and the frameworks that come with the operating
 * system: a table of namespaces that exists only in ownership.c. Everything else is the program's,
 * including the libraries that it ships.
 */
#ifndef GCV_ANALYSIS_OWNERSHIP_H
#define GCV_ANALYSIS_OWNERSHIP_H

#include <gcview/gcview.h>

/* Whether a name, or the file name of a module without its extension, belongs to the platform: it
 * is in the table, or begins with an entry and a dot. */
bool gcv_is_platform(gcv_slice name);

/* Whether the module is known and is a file of the platform. */
bool gcv_is_of_platform_file(gcv_slice module);

/* Whether the type itself is the program's, whatever its arguments are. The module decides if the
 * dump names it, else the namespace. A name without a namespace, which is how dumps of the runtime
 * write nested types, then counts as the platform's. An array is judged by its elements. `module`
 * may have no data. */
bool gcv_is_own_type(gcv_slice name, gcv_slice module);

/* Whether the type itself or one of its arguments is the program's: Acme.Order, Acme.Order[] and
 * System.Collections.Generic.List<Acme.Order>. */
bool gcv_is_mine(gcv_slice name, gcv_slice module);

/* Whether a character parts the names that a type name of .NET is made of: a bracket, comma or the
 * like, but neither dot nor plus. */
bool gcv_ends_type_part(char c);

#endif
