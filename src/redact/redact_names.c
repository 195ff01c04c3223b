/* redact_names.c - pseudonyms in names; see redact_names.h.
 *
 * In doubt a word is replaced: a name that is known all over the world reveals nothing, but a
 * private name that is mistaken for one does. So the heuristics of suspects, which take a name
 * without a namespace for the platform's, are not used here. */
#include "redact/redact_names.h"

#include "analysis/ownership.h"
#include "analysis/type_kinds.h"
#include "base/error.h"
#include "base/text.h"
#include "heap/type_table.h"
#include "redact/pseudonym.h"

#include <string.h>

/* Keywords of languages, and types that many dumps write without their namespace. */
static const char *const dotnet_words[] = {
    "Boolean",
    "Byte",
    "Char",
    "Decimal",
    "Double",
    "Int16",
    "Int32",
    "Int64",
    "IntPtr",
    "Object",
    "SByte",
    "Single",
    "String",
    "UInt16",
    "UInt32",
    "UInt64",
    "UIntPtr",
    "Void",
    "bool",
    "byte",
    "char",
    "decimal",
    "double",
    "float",
    "int",
    "long",
    "nint",
    "nuint",
    "object",
    "sbyte",
    "short",
    "string",
    "uint",
    "ulong",
    "ushort",
    "void",
    "T",
    "TKey",
    "TValue",
    "TResult",
    "c",
    "dll",
    "exe",
    "winmd",
    "mscorlib",
    "TypeID",
    "UNKNOWN",
    "Free",
    "Module",
    "PrivateImplementationDetails",
    "CppImplementationDetails",
    "Culture",
    "neutral",
    "null",
    "Version",
    "PublicKeyToken",
};

/* Words in labels of roots and in names of domains. */
static const char *const root_words[] = {
    "COM",       "DefaultDomain", "JavaScript", "SharedDomain", "WinRT",   "async",   "counted",
    "domain",    "dependent",     "frozen",     "global",       "handle",  "handles", "local",
    "not",       "objects",       "other",      "pinned",       "pinning", "queue",   "ref",
    "reference", "register",      "reported",   "roots",        "sized",   "stack",   "static",
    "strong",    "thread",        "var",        "vars",         "weak",
};

/* Words that V8 and browsers put around a name. */
static const char *const v8_words[] = {"Detached", "prototype", "Iterator",
                                       "object",   "Window",    "system"};

/* Types to which V8 itself gives the names. */
static const char *const v8_types[] = {
    "(array)",  "(bigint)", "(closure)",      "(compiled code)", "(concatenated string)",
    "(native)", "(number)", "(object shape)", "(regexp)",        "(sliced string)",
    "(string)", "(symbol)", "(system)",
};

static const char *const ruby_words[] = {"Class", "Module"};

/* ---- words -------------------------------------------------------------------------------- */

static bool is_between_words(char c)
{
    return strchr(" .+-<>[](),;`*&/\\:|='\"{}@#%^~!?\t\n", c) != NULL;
}

static gcv_slice take_word(gcv_slice *rest)
{
    size_t n = 0;
    gcv_slice word;
    while (n < rest->size && !is_between_words(rest->data[n])) {
        n++;
    }
    word = gcv_slice_of(rest->data, n);
    *rest = gcv_slice_of(rest->data + n, rest->size - n);
    return word;
}

/* Whether a word is a number, which reveals nothing: a count of parameters, a rank, an address. */
static bool is_number(gcv_slice word)
{
    size_t i = gcv_slice_begins(word, "0x") ? 2 : 0;
    for (; i < word.size && (gcv_is_digit(word.data[i]) || word.data[i] == '_'); i++) {
    }
    return i == word.size || (gcv_slice_begins(word, "0x") && word.size <= 18 &&
                              strspn(word.data + 2, "0123456789abcdefABCDEF") >= word.size - 2);
}

/* Whether the C# compiler made this part of a name, for a closure, a state machine or an anonymous
 * type. It contains no word of the programmer: c__DisplayClass3_0, d__12, f__AnonymousType0. */
static bool is_of_compiler(gcv_slice word)
{
    static const char *const heads[] = {"c__DisplayClass",
                                        "f__AnonymousType",
                                        "f__AnonymousDelegate",
                                        "e__FixedBuffer",
                                        "__StaticArrayInitTypeSize",
                                        "d__",
                                        "b__",
                                        "o__"};
    size_t i;
    for (i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        const size_t n = strlen(heads[i]);
        if (gcv_slice_begins(word, heads[i])) {
            return is_number(gcv_slice_of(word.data + n, word.size - n));
        }
    }
    return false;
}

static bool stays(gcv_name_world world, gcv_name_kind kind, gcv_slice word)
{
    if (word.size == 0 || is_number(word)) {
        return true;
    }
    if ((kind == GCV_NAME_ROOT || kind == GCV_NAME_DOMAIN) && GCV_IS_ONE_OF(word, root_words)) {
        return true;
    }
    switch (world) {
    case GCV_WORLD_V8:
        return kind == GCV_NAME_TYPE && GCV_IS_ONE_OF(word, v8_words);
    case GCV_WORLD_RUBY:
        return GCV_IS_ONE_OF(word, ruby_words);
    case GCV_WORLD_DOTNET:
        break;
    }
    return GCV_IS_ONE_OF(word, dotnet_words) || is_of_compiler(word);
}

/* Appends a part of a name: its punctuation unchanged, its words replaced by pseudonyms. */
static gcv_status replace(gcv_name_map *map, gcv_name_world world, gcv_name_kind kind,
                          gcv_slice text, gcv_buffer *out, gcv_error *err)
{
    while (text.size > 0) {
        char pseudonym[GCV_PSEUDONYM_SIZE + 1];
        gcv_slice word = take_word(&text);
        if (stays(world, kind, word)) {
            gcv_buffer_append(map->ctx, out, word, err);
        } else if (gcv_name_map_add(map, word, pseudonym, err) == GCV_OK) {
            gcv_buffer_append_str(map->ctx, out, pseudonym, err);
        } else {
            return gcv_failed(err);
        }
        if (text.size > 0) {
            gcv_buffer_append(map->ctx, out, gcv_slice_of(text.data, 1), err);
            text = gcv_slice_of(text.data + 1, text.size - 1);
        }
    }
    return out->status;
}

/* ---- names of .NET ------------------------------------------------------------------------ */

enum { DEPTH_MAX = 32 }; /* names inside of so many lists of arguments are replaced */

/* Whether only dots and pluses separate the words. A part with any other separator is not kept. */
static bool is_plain(gcv_slice part)
{
    size_t i;
    for (i = 0; i < part.size; i++) {
        if (part.data[i] != '.' && part.data[i] != '+' && is_between_words(part.data[i])) {
            return false;
        }
    }
    return true;
}

/* Replaces name by name: the name of the type, then those of its arguments. What follows a list of
 * arguments (List<T>.Enumerator) belongs to the name before the list. */
static gcv_status replace_type(gcv_name_map *map, gcv_slice name, bool is_platform, gcv_buffer *out,
                               gcv_error *err)
{
    bool kept[DEPTH_MAX + 1] = {false};
    size_t at = 0, depth = 0;
    gcv_status status = GCV_OK;
    kept[0] = is_platform;
    while (status == GCV_OK && at < name.size) {
        const size_t from = at, level = depth < DEPTH_MAX ? depth : DEPTH_MAX;
        gcv_slice part;
        while (at < name.size && !gcv_ends_type_part(name.data[at])) {
            at++;
        }
        part = gcv_slice_of(name.data + from, at - from);
        if (part.size > 0 && from > 0 && part.data[0] != '.' && part.data[0] != '+' &&
            !is_of_compiler(part)) {
            kept[level] = level < DEPTH_MAX && gcv_is_platform(part);
        }
        if (kept[level] && is_plain(part)) {
            gcv_buffer_append(map->ctx, out, part, err);
            status = out->status;
        } else {
            status = replace(map, GCV_WORLD_DOTNET, GCV_NAME_TYPE, part, out, err);
        }
        if (at < name.size) {
            const char c = name.data[at++];
            gcv_buffer_append(map->ctx, out, gcv_slice_of(&c, 1), err);
            depth += c == '<' || c == '[';
            depth -= (c == '>' || c == ']') && depth > 0;
            if (c == '<' || c == '[' || c == ',') { /* another name begins */
                kept[depth < DEPTH_MAX ? depth : DEPTH_MAX] = false;
            }
            status = status == GCV_OK ? out->status : status;
        }
    }
    return status;
}

static gcv_status redact_dotnet_type(gcv_name_map *map, gcv_slice name, gcv_slice module,
                                     gcv_buffer *out, gcv_error *err)
{
    const bool is_platform = !gcv_is_own_type(name, module) &&
                             (gcv_is_of_platform_file(module) || gcv_is_platform(name));
    uint64_t id;
    if (gcv_is_unknown_type(name, &id)) {
        gcv_buffer_append(map->ctx, out, name, err);
        return out->status;
    }
    return replace_type(map, name, is_platform, out, err);
}

/* Appends the file name of a module, without its folder. */
static gcv_status redact_module(gcv_name_map *map, gcv_slice module, gcv_buffer *out,
                                gcv_error *err)
{
    size_t at = module.size;
    gcv_slice file;
    while (at > 0 && module.data[at - 1] != '/' && module.data[at - 1] != '\\') {
        at--;
    }
    file = gcv_slice_of(module.data + at, module.size - at);
    if (gcv_is_of_platform_file(module)) {
        gcv_buffer_append(map->ctx, out, file, err);
        return out->status;
    }
    return replace(map, GCV_WORLD_DOTNET, GCV_NAME_MODULE, file, out, err);
}

/* Offset of the field's name in TYPE.FIELD. Dots between brackets do not count: they belong to
 * arguments, or to the property of an interface: <Acme.IShop.Name>k__BackingField. */
static size_t field_at(gcv_slice name)
{
    size_t i, depth = 0, at = 0;
    for (i = 0; i < name.size; i++) {
        const char c = name.data[i];
        depth += c == '<' || c == '[';
        depth -= (c == '>' || c == ']') && depth > 0;
        at = c == '.' && depth == 0 ? i + 1 : at;
    }
    return at;
}

/* Appends the label of a static: Acme.App.cache, or `Acme.App.cache [thread]` for a field that each
 * thread has. .NET sends the type of the object as TYPE, not the class that declares the field. So
 * even a field with the type System.String may be the program's, and no field's name stays. */
static gcv_status redact_static(gcv_name_map *map, gcv_slice name, gcv_buffer *out, gcv_error *err)
{
    static const char mark[] = " [thread]";
    const size_t n = gcv_slice_ends(name, mark) ? sizeof mark - 1 : 0, end = name.size - n;
    const size_t at = field_at(gcv_slice_of(name.data, end));
    const gcv_slice type = gcv_slice_of(name.data, at);
    const gcv_slice field = gcv_slice_of(name.data + at, end - at);
    gcv_status status = replace_type(map, type, gcv_is_platform(type), out, err);
    if (status == GCV_OK) {
        status = replace(map, GCV_WORLD_DOTNET, GCV_NAME_STATIC, field, out, err);
    }
    gcv_buffer_append(map->ctx, out, gcv_slice_of(name.data + end, n), err);
    return status == GCV_OK ? out->status : status;
}

/* ---- names of V8 and Ruby ----------------------------------------------------------------- */

/* The part of a name between `Detached ` and ` (prototype)`. */
static gcv_slice core_of(gcv_slice name)
{
    static const char before[] = "Detached ", after[] = " (prototype)";
    const size_t n_before = sizeof before - 1, n_after = sizeof after - 1;
    if (gcv_slice_begins(name, before)) {
        name = gcv_slice_of(name.data + n_before, name.size - n_before);
    }
    return gcv_slice_ends(name, after) ? gcv_slice_of(name.data, name.size - n_after) : name;
}

static gcv_status redact_v8_type(gcv_name_map *map, gcv_slice name, gcv_buffer *out, gcv_error *err)
{
    const gcv_slice core = core_of(name);
    const bool guessed = gcv_slice_begins(core, "std::") || gcv_slice_begins(core, "C++ ");
    const bool stays = core.size > 0 && core.data[0] == '(' ? GCV_IS_ONE_OF(core, v8_types)
                                                            : gcv_is_platform_v8(core) && !guessed;
    if (stays) {
        gcv_buffer_append(map->ctx, out, name, err);
        return out->status;
    }
    return replace(map, GCV_WORLD_V8, GCV_NAME_TYPE, name, out, err);
}

static gcv_status redact_ruby_type(gcv_name_map *map, gcv_slice name, gcv_buffer *out,
                                   gcv_error *err)
{
    if (gcv_is_platform_ruby(name)) {
        gcv_buffer_append(map->ctx, out, name, err);
        return out->status;
    }
    return replace(map, GCV_WORLD_RUBY, GCV_NAME_TYPE, name, out, err);
}

/* ---- any name ----------------------------------------------------------------------------- */

static bool is_in_brackets(gcv_slice label)
{
    return label.size > 1 && label.data[0] == '(' && label.data[label.size - 1] == ')';
}

gcv_status gcv_redact_name(gcv_name_map *map, gcv_name_world world, gcv_name_kind kind,
                           gcv_slice name, gcv_slice module, gcv_buffer *out, gcv_error *err)
{
    const bool of_machine =
        kind == GCV_NAME_SLOT || (kind == GCV_NAME_ROOT && world == GCV_WORLD_V8 &&
                                  (is_in_brackets(name) || gcv_slice_begins(name, "C++ ")));
    if (of_machine || (kind == GCV_NAME_ROOT && world == GCV_WORLD_RUBY)) {
        gcv_buffer_append(map->ctx, out, name, err);
        return out->status;
    }
    if (kind == GCV_NAME_MODULE) {
        return redact_module(map, name, out, err);
    }
    if (world == GCV_WORLD_DOTNET && kind == GCV_NAME_STATIC) {
        return redact_static(map, name, out, err);
    }
    if (kind != GCV_NAME_TYPE) {
        return replace(map, world, kind, name, out, err);
    }
    switch (world) {
    case GCV_WORLD_V8:
        return redact_v8_type(map, name, out, err);
    case GCV_WORLD_RUBY:
        return redact_ruby_type(map, name, out, err);
    case GCV_WORLD_DOTNET:
    default:
        return redact_dotnet_type(map, name, module, out, err);
    }
}
