/* redact_names.c - pseudonyms in names, and a heap without names; see redact.h.
 *
 * In doubt a word is replaced: a name that is known all over the world reveals nothing, but a
 * private name that is mistaken for one does. So the heuristics of suspects, which take a name
 * without a namespace for the platform's, are not used here. */
#include "redact/redact.h"

#include "analysis/ownership.h"

/* Types to which V8 itself gives the names. */
static const char v8_types[] =
    "(array)|(bigint)|(closure)|(compiled code)|(concatenated string)|(native)|(number)|"
    "(object shape)|(prototype)|(regexp)|(sliced string)|(string)|(symbol)|(system)";

typedef struct gcv_replacing {
    gcv_name_map *map;
    gcv_name_world world;
    gcv_name_kind kind;
    gcv_slice name;
    gcv_buffer *out;
} gcv_replacing;

/* ---- words -------------------------------------------------------------------------------- */

static void append(const gcv_replacing *r, size_t from, size_t to)
{
    gcv_buffer_append(r->map->ctx, r->out, gcv_slice_of(r->name.data + from, to - from));
}

/* Appends the word from `at` to `end`: what is kept of it, and a pseudonym for the rest. */
static void replace_word(const gcv_replacing *r, size_t at, size_t end)
{
    const gcv_telling kept = gcv_words_kept(r->world, r->kind, r->name, at, end - at);
    char pseudonym[GCV_PSEUDONYM_SIZE + 1];
    if (kept.head + kept.tail >= end - at) {
        append(r, at, end);
        return;
    }
    gcv_slice rest = gcv_slice_of(r->name.data + at + kept.head, end - at - kept.head - kept.tail);
    gcv_name_map_add(r->map, rest, pseudonym);
    append(r, at, at + kept.head);
    gcv_buffer_append_str(r->map->ctx, r->out, pseudonym);
    append(r, end - kept.tail, end);
}

/* Appends a part of a name: its punctuation unchanged, its words replaced by pseudonyms. Where the
 * part is the platform's, only words that no platform has are replaced. */
static void replace(const gcv_replacing *r, size_t at, size_t to, bool is_platform)
{
    while (at < to) {
        size_t end = at;
        while (end < to && !gcv_is_between_words(r->name.data[end])) {
            end++;
        }
        if (end == at) {
            append(r, at, ++end);
        } else if (is_platform && gcv_is_platform_word(gcv_slice_of(r->name.data + at, end - at))) {
            append(r, at, end);
        } else {
            replace_word(r, at, end);
        }
        at = end;
    }
}

static void replace_all(const gcv_replacing *r, bool is_platform)
{
    replace(r, 0, r->name.size, is_platform);
}

/* ---- names of .NET ------------------------------------------------------------------------ */

enum { DEPTH_MAX = 32 }; /* names inside of so many lists of arguments are replaced */

/* Whether only dots and pluses separate the words. A part with any other separator is not kept. */
static bool is_plain(gcv_slice part)
{
    for (size_t i = 0; i < part.size; i++) {
        if (part.data[i] != '.' && part.data[i] != '+' && gcv_is_between_words(part.data[i])) {
            return false;
        }
    }
    return true;
}

/* Whether a part of a name continues the name before it, from `at` to `end`. */
static bool continues(gcv_slice name, size_t at, size_t end)
{
    return at == 0 || name.data[at] == '.' || name.data[at] == '+' ||
           gcv_is_compiler_word(name, at, end - at);
}

/* Replaces a part of a name. Of one that is the platform's in form but not in its characters only
 * the namespace stays, which makes it a type of the platform still. */
static void replace_part(const gcv_replacing *r, size_t from, size_t to, bool is_platform)
{
    const gcv_slice part = gcv_slice_of(r->name.data + from, to - from);
    size_t n = 0;
    if (is_platform && !is_plain(part)) {
        while (n < part.size && !gcv_is_between_words(part.data[n])) {
            n++;
        }
        n = gcv_is_platform(gcv_slice_of(part.data, n)) ? n : 0;
        is_platform = false;
    }
    append(r, from, from + n);
    replace(r, from + n, to, is_platform);
}

/* Replaces the name of the type up to `to`, name by name: its own, then those of its arguments.
 * What follows a list of arguments (List<T>.Enumerator) belongs to the name before the list. */
static void replace_type(const gcv_replacing *r, size_t to, bool is_platform)
{
    const gcv_slice name = r->name;
    bool kept[DEPTH_MAX + 1] = {false};
    size_t at = 0, depth = 0;
    kept[0] = is_platform;
    while (at < to) {
        const size_t from = at, level = depth < DEPTH_MAX ? depth : DEPTH_MAX;
        while (at < to && !gcv_ends_type_part(name.data[at])) {
            at++;
        }
        gcv_slice part = gcv_slice_of(name.data + from, at - from);
        if (part.size > 0 && !continues(name, from, at)) {
            kept[level] = level < DEPTH_MAX && gcv_is_platform(part);
        }
        replace_part(r, from, at, kept[level]);
        if (at < to) {
            const char c = name.data[at++];
            append(r, at - 1, at);
            depth += c == '<' || c == '[';
            depth -= (c == '>' || c == ']') && depth > 0;
            if (c == '<' || c == '[' || c == ',') { /* another name begins */
                kept[depth < DEPTH_MAX ? depth : DEPTH_MAX] = false;
            }
        }
    }
}

/* Whether the name is what dumps and gcview write for a type without a name, and a number. */
static bool has_number_for_name(gcv_slice name)
{
    static const char before[] = "UNKNOWN 0x";
    const size_t n = sizeof before - 1;
    uint64_t id;
    return gcv_is_unknown_type(name, &id) ||
           (gcv_slice_begins(name, before) && gcv_parse_hex(name.data + n, name.size - n, 64, &id));
}

static void redact_dotnet_type(const gcv_replacing *r, gcv_slice module)
{
    const bool is_platform = !gcv_is_own_type(r->name, module) &&
                             (gcv_is_of_platform_file(module) || gcv_is_platform(r->name));
    if (has_number_for_name(r->name)) {
        append(r, 0, r->name.size);
    } else {
        replace_type(r, r->name.size, is_platform);
    }
}

/* Appends the file name of a module, without its folder. */
static void redact_module(const gcv_replacing *r)
{
    size_t at = r->name.size;
    while (at > 0 && r->name.data[at - 1] != '/' && r->name.data[at - 1] != '\\') {
        at--;
    }
    replace(r, at, r->name.size, gcv_is_of_platform_file(r->name));
}

/* Offset of the field's name in TYPE.FIELD. Dots between brackets do not count: they belong to
 * arguments, or to the property of an interface: <Acme.IShop.Name>k__BackingField. */
static size_t field_at(gcv_slice name)
{
    size_t depth = 0, at = 0;
    for (size_t i = 0; i < name.size; i++) {
        const char c = name.data[i];
        depth += c == '<' || c == '[';
        depth -= (c == '>' || c == ']') && depth > 0;
        at = c == '.' && depth == 0 ? i + 1 : at;
    }
    return at;
}

/* Appends the label of a static: Acme.App.cache, or `Acme.App.cache [thread]` for a field that each
 * thread has. .NET sends the type of the object as TYPE, not the class that declares the field. So
 * even a field with the type System.String may be the program's, and no word of a field's name
 * stays. */
static void redact_static(const gcv_replacing *r)
{
    static const char mark[] = " [thread]";
    const gcv_slice name = r->name;
    const size_t n = gcv_slice_ends(name, mark) ? sizeof mark - 1 : 0, end = name.size - n;
    const size_t at = field_at(gcv_slice_of(name.data, end));
    gcv_replacing type = *r, field = *r;
    type.kind = GCV_NAME_TYPE;
    field.kind = GCV_NAME_STATIC;
    replace_type(&type, at, gcv_is_platform(gcv_slice_of(name.data, at)));
    replace(&field, at, end, false);
    append(r, end, name.size);
}

/* ---- names of V8 and Ruby ----------------------------------------------------------------- */

/* The part of a name between `Detached ` and ` (prototype)`. */
static gcv_slice core_of(gcv_slice name)
{
    static const char before[] = "Detached ", after[] = " (prototype)";
    const size_t n_before = sizeof before - 1, n_after = sizeof after - 1;
    if (gcv_slice_begins(name, before)) {
        name = gcv_slice_from(name, n_before);
    }
    return gcv_slice_ends(name, after) ? gcv_slice_of(name.data, name.size - n_after) : name;
}

static void redact_v8_type(const gcv_replacing *r)
{
    const gcv_slice core = core_of(r->name);
    const bool guessed = gcv_slice_begins(core, "std::") || gcv_slice_begins(core, "C++ ");
    if (core.size > 0 && core.data[0] == '(' && gcv_slice_is_listed(core, v8_types)) {
        append(r, 0, r->name.size);
    } else {
        replace_all(r, gcv_is_platform_v8(core) && core.data[0] != '(' && !guessed);
    }
}

/* The scripts of Node.js have names that no program can use. */
static void redact_script(const gcv_replacing *r)
{
    if (gcv_slice_begins(r->name, "node:") || gcv_slice_is(r->name, GCV_SCRIPT_PLATFORM_MODULE)) {
        append(r, 0, r->name.size);
    } else {
        replace_all(r, false);
    }
}

/* ---- any name ----------------------------------------------------------------------------- */

/* Whether the container of a static may be CLASS.FIELD, and not CLASS alone. */
static bool may_name_field(gcv_slice name)
{
    return !gcv_is_platform(name) && !gcv_slice_ends(name, "]") && !gcv_slice_ends(name, ">");
}

static void redact_type(const gcv_replacing *r, gcv_slice module)
{
    if (r->world == GCV_WORLD_V8) {
        redact_v8_type(r);
    } else if (r->world == GCV_WORLD_RUBY) {
        replace_all(r, gcv_is_platform_ruby(r->name) && r->name.data[0] != '(');
    } else if (r->world == GCV_WORLD_JAVA) {
        replace_all(r, gcv_is_platform_java(r->name));
    } else if (r->kind == GCV_NAME_CONTAINER && may_name_field(r->name)) {
        redact_static(r);
    } else {
        redact_dotnet_type(r, module);
    }
}

void gcv_redact_name(gcv_name_map *map, gcv_name_world world, gcv_name_kind kind, gcv_slice name,
                     gcv_slice module, gcv_buffer *out)
{
    const gcv_replacing r = {map, world, kind, name, out};
    if (gcv_names_type(kind)) {
        redact_type(&r, module);
    } else if (kind == GCV_NAME_SCRIPT || (kind == GCV_NAME_MODULE && world == GCV_WORLD_V8)) {
        redact_script(&r);
    } else if (kind == GCV_NAME_MODULE) {
        redact_module(&r);
    } else if (kind == GCV_NAME_STATIC && world == GCV_WORLD_DOTNET) {
        redact_static(&r);
    } else {
        replace_all(&r, false);
    }
}

/* ---- a heap ------------------------------------------------------------------------------- */

static void rename_name(void *self, gcv_name_kind kind, gcv_slice name, gcv_slice module,
                        gcv_buffer *out)
{
    const gcv_replacing *r = self;
    gcv_redact_name(r->map, r->world, kind, name, module, out);
}

/* Keeps the properties of the format and the collector, which do not tell whose dump it is. */
static bool keeps_property(const gcv_property *property)
{
    static const char kept[] = "pointer_size|container_version|time_unit|sizes|sizes_not_confirmed";
    return gcv_slice_is_listed(gcv_slice_str(property->key), kept);
}

static void forget_times(gcv_heap *heap)
{
    for (size_t i = 0; i < heap->sections.n; i++) {
        gcv_section *section = &heap->sections.data[i];
        section->started = section->ended = 0;
        section->has_started = section->has_ended = false;
    }
}

void gcv_redact_heap(gcv_heap *heap, gcv_name_map *map, const char *called)
{
    gcv_replacing self = {.map = map,
                          .world = gcv_heap_is_v8(heap)     ? GCV_WORLD_V8
                                   : gcv_heap_is_ruby(heap) ? GCV_WORLD_RUBY
                                   : gcv_heap_is_java(heap) ? GCV_WORLD_JAVA
                                                            : GCV_WORLD_DOTNET};
    gcv_renamer renamer = {
        .self = &self, .new_name = rename_name, .keeps_property = keeps_property};
    gcv_heap_rename(heap, &renamer);
    forget_times(heap);
    if (heap->verdict_is_quoted) {
        heap->verdict = "incomplete: for a reason that the dump gives in words of its own";
    }
    heap->name = called;
}
