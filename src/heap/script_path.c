/* script_path.c - owners, modules and short forms of scripts; see script_path.h.
 *
 * Node.js names its own scripts `node:fs`, before version 16 `fs.js` and `internal/util.js`; Deno
 * `ext:core/01_core.js`, Chrome `extensions::SafeBuiltins`. A script of a program has a path from
 * the root of the file system, or an address. A module of WebAssembly has an address, wasm://, but
 * no path. */
#include "heap/script_path.h"

#include <string.h>

static const char packages[] = "node_modules";

enum { N_PACKAGES = sizeof packages - 1 };

static bool is_slash(char c) { return c == '/' || c == '\\'; }

static bool has_drive(gcv_slice path)
{
    return path.size >= 3 && gcv_is_letter(path.data[0]) && path.data[1] == ':' &&
           is_slash(path.data[2]);
}

/* Whether the path begins with a scheme and two slashes: https://host/app.js. */
static bool has_scheme(gcv_slice path)
{
    size_t n = 0;
    while (n < path.size && (gcv_is_letter(path.data[n]) ||
                             (n > 0 && strchr("+-.", path.data[n]) && path.data[n] != '\0'))) {
        n++;
    }
    return n > 0 && path.size - n >= 3 && memcmp(path.data + n, "://", 3) == 0;
}

/* Returns an address of a server without what begins with `?` or `#`, which says which version of
 * the script is wanted, or nothing of use; any other path unchanged. */
static gcv_slice without_query(gcv_slice path)
{
    return gcv_slice_head(path, "http://|https://|file://") > 0 ? gcv_slice_until(path, "?#")
                                                                : path;
}

/* Returns the path of an address `file://PATH`; any other path unchanged. */
static gcv_slice without_scheme(gcv_slice path)
{
    static const char scheme[] = "file://";
    const size_t n = sizeof scheme - 1;
    if (!gcv_slice_begins(path, scheme)) {
        return path;
    }
    return has_drive(gcv_slice_from(path, path.size > n ? n + 1 : n)) ? gcv_slice_from(path, n + 1)
                                                                      : gcv_slice_from(path, n);
}

/* ---- packages ------------------------------------------------------------------------------- */

static size_t skip_name(gcv_slice path, size_t at)
{
    while (at < path.size && !is_slash(path.data[at])) {
        at++;
    }
    return at;
}

/* Returns the offset of the last folder node_modules; SIZE_MAX: the path has none. Packages that a
 * package brings along are in a folder of its own. */
static size_t packages_at(gcv_slice path)
{
    for (size_t at = without_query(path).size; at > N_PACKAGES; at--) {
        const size_t first = at - N_PACKAGES - 1;
        if (is_slash(path.data[at - 1]) && memcmp(path.data + first, packages, N_PACKAGES) == 0 &&
            (first == 0 || is_slash(path.data[first - 1]))) {
            return first;
        }
    }
    return SIZE_MAX;
}

/* Returns `node_modules/NAME`, or `node_modules/@SCOPE/NAME`. */
static gcv_slice package_of(gcv_slice path)
{
    const gcv_slice rest = gcv_slice_from(without_query(path), packages_at(path));
    size_t end = skip_name(rest, N_PACKAGES + 1);
    if (end < rest.size && rest.data[N_PACKAGES + 1] == '@') {
        end = skip_name(rest, end + 1);
    }
    return gcv_slice_of(rest.data, end);
}

/* ---- owners --------------------------------------------------------------------------------- */

gcv_script_owner gcv_script_owner_of(gcv_slice path)
{
    const bool is_whole = (path.size > 0 && is_slash(path.data[0])) || has_drive(path) ||
                          (has_scheme(path) && !gcv_slice_begins(path, "wasm:"));
    return !is_whole                       ? GCV_SCRIPT_PLATFORM
           : packages_at(path) != SIZE_MAX ? GCV_SCRIPT_PACKAGE
                                           : GCV_SCRIPT_PROGRAM;
}

bool gcv_script_is_of_runtime(gcv_slice path)
{
    return gcv_slice_head(path, "node:|internal/|ext:|bun:") > 0;
}

gcv_slice gcv_script_module(gcv_slice path)
{
    switch (gcv_script_owner_of(path)) {
    case GCV_SCRIPT_PACKAGE:
        return package_of(path);
    case GCV_SCRIPT_PROGRAM:
        return path;
    case GCV_SCRIPT_PLATFORM:
    default:
        return gcv_slice_str(GCV_SCRIPT_PLATFORM_MODULE);
    }
}

gcv_script_owner gcv_script_module_owner(gcv_slice module)
{
    return gcv_slice_is(module, GCV_SCRIPT_PLATFORM_MODULE) ? GCV_SCRIPT_PLATFORM
           : gcv_slice_begins(module, packages)             ? GCV_SCRIPT_PACKAGE
                                                            : GCV_SCRIPT_PROGRAM;
}

/* ---- short forms ---------------------------------------------------------------------------- */

/* Returns the size of the longest folder that both paths begin with. A program may name its scripts
 * with either slash. */
static size_t common_folder(gcv_slice a, gcv_slice b)
{
    size_t n = 0;
    for (size_t i = 0; i < a.size && i < b.size; i++) {
        const bool slash = is_slash(a.data[i]) && is_slash(b.data[i]);
        if (!slash && a.data[i] != b.data[i]) {
            break;
        }
        n = slash ? i + 1 : n;
    }
    return n;
}

void gcv_script_join_folder(gcv_slice *folder, gcv_slice path)
{
    const gcv_slice rest = without_scheme(without_query(path));
    if (folder->data == NULL) {
        *folder = rest;
    }
    folder->size = common_folder(*folder, rest);
}

gcv_slice gcv_script_short(gcv_slice path, gcv_slice folder)
{
    const gcv_slice part = without_query(path), rest = without_scheme(part);
    if (gcv_script_owner_of(path) == GCV_SCRIPT_PACKAGE) {
        return gcv_slice_from(part, packages_at(path));
    }
    /* The script of a page may have the address of the folder. */
    return folder.size > 1 && rest.size > folder.size && common_folder(folder, rest) == folder.size
               ? gcv_slice_from(rest, folder.size)
               : rest;
}
