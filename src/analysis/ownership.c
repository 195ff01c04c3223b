/* ownership.c - tells types of the platform from types of the program; see ownership.h. */
#include "analysis/ownership.h"

#include "heap/type_table.h"

#include <string.h>

/* Namespaces of the platform, including everything below them. */
static const char platform[] =
    /* .NET */
    "System|Microsoft|Mono|Internal|Windows|MS|WinRT|ABI|Xamarin|FSharp|"
    /* Android */
    "Android|AndroidX|Java|Javax|Kotlin|Google|"
    /* iOS and macOS */
    "Foundation|UIKit|AppKit|ObjCRuntime|CoreFoundation|CoreGraphics|CoreAnimation|WebKit";

/* Modules of the platform with names different from their namespaces. */
static const char modules[] =
    "mscorlib|netstandard|WindowsBase|PresentationCore|Accessibility|UIAutomationTypes|"
    "UIAutomationProvider|ReachFramework";

static gcv_slice first_part(gcv_slice name) { return gcv_slice_until(name, ".+"); }

/* Whether the name is in the class Interop, which has no namespace: the base library declares its
 * system calls there. Programs may have namespaces called Interop. */
static bool is_interop(gcv_slice name)
{
    const gcv_slice top = first_part(name);
    if (!gcv_slice_is(top, "Interop")) {
        return false;
    }
    return name.size == top.size || name.data[top.size] == '+' ||
           gcv_slice_is_listed(first_part(gcv_slice_from(name, top.size + 1)),
                               "Sys|Kernel32|Advapi32|NtDll|OpenSsl|Crypto");
}

bool gcv_is_platform(gcv_slice name)
{
    return is_interop(name) || gcv_slice_is_listed(first_part(name), platform);
}

/* ---- modules ------------------------------------------------------------------------------ */

/* File name without its directory and without `.dll` or `.exe`. */
static gcv_slice base_of(gcv_slice path)
{
    size_t at = path.size;
    while (at > 0 && path.data[at - 1] != '/' && path.data[at - 1] != '\\') {
        at--;
    }
    path = gcv_slice_from(path, at);
    if (gcv_slice_ends(path, ".dll") || gcv_slice_ends(path, ".exe")) {
        path.size -= 4;
    }
    return path;
}

/* Whether the module is a named file that does not belong to the platform. */
static bool is_own_module(gcv_slice module)
{
    gcv_slice base = base_of(module);
    return base.size > 0 && !gcv_is_platform(base) &&
           !gcv_slice_begins(base, "PresentationFramework") && !gcv_slice_is_listed(base, modules);
}

/* ---- names -------------------------------------------------------------------------------- */

/* Few characters of a name are not small letters, which need no call of memchr(). */
bool gcv_ends_type_part(char c)
{
    return (unsigned char)c <= '`' && memchr("<>[](),` *&", c, 11) != NULL;
}

/* Takes the next simple name off a type name, without arguments, brackets and separators. Skips
 * what compilers put in angle brackets (Acme.Page.<Load>d__3). Empty at the end. */
static gcv_slice take_part(gcv_slice *rest)
{
    const char *data = rest->data;
    size_t at = 0, end;
    while (at < rest->size && gcv_ends_type_part(data[at])) {
        at++;
    }
    for (end = at; end < rest->size && !gcv_ends_type_part(data[end]); end++) {
    }
    *rest = gcv_slice_of(data + end, rest->size - end);
    return gcv_slice_of(data + at, end - at);
}

/* Whether the name has a namespace or an outer type. */
static bool is_qualified(gcv_slice part)
{
    for (size_t i = 1; i < part.size; i++) {
        if (part.data[i] == '.' || part.data[i] == '+') {
            return true;
        }
    }
    return false;
}

/* Whether a type has no name, or one that a compiler made up for what belongs to no type. */
static bool is_nameless(gcv_slice name)
{
    static const char made_up[] =
        "<CppImplementationDetails>|<PrivateImplementationDetails>|<Module>";
    return gcv_type_is_nameless(name) || gcv_slice_is(name, "Free") ||
           gcv_slice_head(name, made_up) > 0;
}

bool gcv_is_of_platform_file(gcv_slice module)
{
    return gcv_module_is_named(module) && !is_own_module(module);
}

bool gcv_is_own_type(gcv_slice name, gcv_slice module)
{
    gcv_slice rest = name;
    if (name.size == 0 || is_nameless(name)) {
        return false;
    }
    if (gcv_module_is_named(module)) {
        return is_own_module(module);
    }
    gcv_slice head = take_part(&rest);
    return name.data[0] != '<' && is_qualified(head) && !gcv_is_platform(head);
}

bool gcv_is_mine(gcv_slice name, gcv_slice module)
{
    gcv_slice rest = name;
    if (gcv_is_own_type(name, module)) {
        return true;
    }
    if (is_nameless(name)) {
        return false;
    }
    (void)take_part(&rest);
    for (gcv_slice part = take_part(&rest); part.size > 0; part = take_part(&rest)) {
        if (is_qualified(part) && part.data[0] != '.' && part.data[0] != '+' &&
            !gcv_is_platform(part)) {
            return true;
        }
    }
    return false;
}
