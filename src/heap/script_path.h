/* script_path.h - whose a script of JavaScript is, by its path or address, and how to shorten it.
 */
#ifndef GCV_HEAP_SCRIPT_PATH_H
#define GCV_HEAP_SCRIPT_PATH_H

#include "base/text.h"

typedef enum gcv_script_owner {
    GCV_SCRIPT_PLATFORM, /* of the runtime, or evaluated: neither a full path nor an address */
    GCV_SCRIPT_PACKAGE,  /* in a folder node_modules */
    GCV_SCRIPT_PROGRAM
} gcv_script_owner;

/* The module of types that are defined in scripts of the platform. */
#define GCV_SCRIPT_PLATFORM_MODULE "<platform>"

gcv_script_owner gcv_script_owner_of(gcv_slice path);
/* Whether the name is one that only scripts of a runtime have: not so if a program may have
 * evaluated it. */
bool gcv_script_is_of_runtime(gcv_slice path);

/* Returns the module that a script belongs to: GCV_SCRIPT_PLATFORM_MODULE, `node_modules/NAME`, or
 * the script itself. */
gcv_slice gcv_script_module(gcv_slice path);
/* The owner of a module with such a name. */
gcv_script_owner gcv_script_module_owner(gcv_slice module);

/* Shrinks `folder` until the script is in it, too; data NULL becomes the folder of the script. It
 * ends in a slash. */
void gcv_script_join_folder(gcv_slice *folder, gcv_slice path);
/* Returns the path without the folder, or that of a package from node_modules on; without the query
 * and fragment of an address (`?v=3`). */
gcv_slice gcv_script_short(gcv_slice path, gcv_slice folder);

#endif
