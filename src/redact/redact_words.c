/* redact_words.c - the tables of words that stay; see redact.h.
 *
 * A word is between two separators, such as a dot or a bracket. A table lists words that everybody
 * has: keywords, words that runtimes write into every dump. No number is among them: an address, a
 * telephone number or a key is made of digits, too. */
#include "redact/redact.h"

#include <string.h>

/* Keywords of languages, and types that many dumps write without their namespace. */
static const char dotnet_words[] =
    "Boolean|Byte|Char|Decimal|Double|Int16|Int32|Int64|IntPtr|Object|SByte|Single|String|"
    "UInt16|UInt32|UInt64|UIntPtr|Void|bool|byte|char|decimal|double|float|int|long|nint|"
    "nuint|object|sbyte|short|string|uint|ulong|ushort|void|T|TKey|TValue|TResult|dll|exe|"
    "winmd|mscorlib|TypeID|UNKNOWN|Free|Module|PrivateImplementationDetails|"
    "CppImplementationDetails";

static const char script_words[] = "cjs|file|http|https|js|jsx|mjs|node_modules|ts|tsx";
static const char domain_words[] = "DefaultDomain|SharedDomain|dll|exe";
static const char root_words[] =
    "COM|JavaScript|WinRT|async|counted|dependent|frozen|global|handle|handles|local|not|"
    "objects|other|pinned|pinning|queue|ref|reference|register|reported|roots|sized|stack|"
    "static|strong|thread|var|vars|weak";
static const char v8_root_words[] =
    "C|CrossThreadPersistent|Persistent|GC|GCScopes|Registers|Bootstrapper|Builtins|Client|"
    "Code|Compilation|DOM|Debugger|Document|Environment|Eternal|Extensions|External|Global|"
    "Handle|Identity|Internalized|Isolate|Micro|Node|Pending|Read|Relocatable|Retain|"
    "Shareable|Smi|Stack|Startup|Strong|Thread|Traced|Unknown|Weak|Wrapper|Write|"
    "activities|barrier|cache|collections|cross|finalizer|flusher|global|handles|heap|list|"
    "manager|map|maps|name|native|object|only|past|root|roots|scope|stack|strings|table|tasks|"
    "the|thread|tracing|trees";
static const char java_root_words[] =
    "JNI|VM|block|boot|class|cleanup|debugger|finalizing|global|internal|interned|local|monitor|"
    "name|native|reference|string|thread|unknown|without|a";
static const char ruby_root_words[] =
    "class_tbl|encodings|end_proc|finalizers|generic_ivars|global_list|global_symbols|"
    "global_tbl|machine_context|object_id|parser|ractor|symbols|trap|unlinked_live_iseqs|vm|"
    "yjit|zjit";

/* Words that V8 and browsers put around a name. */
static const char v8_words[] = "Detached|prototype|Iterator|object|Window|system";

/* Names that V8 itself gives to references. */
static const char slot_words[] =
    "accessor_pair|allocation_site|array_buffer|backing_store|back_pointer|boilerplate|"
    "bound_argument|bound_function|bound_this|buffer|bytecode_array|bytecode_offset_table|"
    "byte_length|byte_offset|call_code|callback|code|code_cache|compiled_symbol|config|"
    "constant_elements|constructor|constructor_or_back_pointer|context|context_data|data|"
    "deoptimization_data|dependent_code|descriptors|elements|embedder_data|enum_cache|"
    "exception|exports|extension|extension_or_feedback_cell_or_option_map|feedback_cell|"
    "feedback_metadata|feedback_vector|fields|finalization_registry|first|function|"
    "function_data|getter|global_proxy|global_proxy_object|handler|hash|host|indices|"
    "initial_map|instance_descriptors|instance_template|instruction_stream|internal|"
    "interpreter_data|javascript_to_native|js_promise_hooks|key|keys|length|line_ends|"
    "literals|map|message|name|name_or_scope_info|native|native_context|native_to_javascript|"
    "nested_site|next|normalized_map_cache|object|optimized|osr_optimized_code_cache|"
    "outer_scope_info|parameter_map|parent|part|platform|platform_cache|position_table|"
    "previous|private_symbol|promise|properties|property_cell|prototype|prototype_info|"
    "prototype_template|prototype_validity_cell|proto_or_initial_map|"
    "raw_outer_scope_info_or_feedback_metadata|reactions_or_result|receiver|relocation_info|"
    "result|retained_maps|scope|scope_info|script|script_context_table|script_or_debug_info|"
    "second|security_token|serialized_objects|setter|shared|signature|source|"
    "source_position_table|stack_trace|stored_map|style|symbol|table|tail|target|template|"
    "this|transition|transition_info|transitions|value|values|weak|wrapped|of|in|pair|WeakMap";

/* Words in brackets, by which Ruby and gcview name what has no class: (imemo ment). */
static const char ruby_parts[] =
    "ARGF|ENV|VM|ast|autoload|binding|callcache|callinfo|cdhash|class_fields|constcache|cref|"
    "cvar_entry|data|encoding|enumerator|env|exported_object_registry|fiber|fields|iclass|"
    "ifunc|imemo|io|iseq|memo|memory_view|ment|method|monitor|moved|mutex|node|object|"
    "parser_strterm|proc|queue|ractor|struct|subclasses|svar|szqueue|thgroup|thread|"
    "throw_data|time|tmpbuf|unknown|zombie";

/* ---- words -------------------------------------------------------------------------------- */

bool gcv_is_between_words(char c)
{
    return strchr(" .+-<>[](),;`*&/\\:|='\"{}@#%^~!?\t\n", c) != NULL;
}

static bool is_all_digits(gcv_slice word, size_t most)
{
    size_t i;
    for (i = 0; i < word.size && gcv_is_digit(word.data[i]); i++) {
    }
    return word.size > 0 && i == word.size && word.size <= most;
}

bool gcv_is_platform_word(gcv_slice word)
{
    enum { LONGEST_NUMBER = 4 }; /* Rfc2898DeriveBytes */
    size_t run = 0;
    for (size_t i = 0; i < word.size && run <= LONGEST_NUMBER; i++) {
        run = gcv_is_digit(word.data[i]) ? run + 1 : 0;
    }
    return word.size > 0 && !gcv_is_digit(word.data[0]) && run <= LONGEST_NUMBER;
}

/* ---- what compilers add ------------------------------------------------------------------- */

/* Whether this counts closures, methods or lambdas: 3, 12_0, 9__3_0. A longer one may be anything.
 */
static bool is_counter(gcv_slice word)
{
    enum { MOST_DIGITS = 6 };
    size_t i, digits = 0;
    for (i = 0; i < word.size && (gcv_is_digit(word.data[i]) || word.data[i] == '_'); i++) {
        digits += word.data[i] != '_';
    }
    return i == word.size && digits > 0 && digits <= MOST_DIGITS && word.size <= digits + 3;
}

/* Whether a word after `<…>` is one of c, c__DisplayClass3_0, d__12, f__AnonymousType0, 9__3_0. */
static bool is_made_word(gcv_slice word)
{
    static const char heads[] =
        "c__DisplayClass|f__AnonymousType|f__AnonymousDelegate|e__FixedBuffer|d__|b__|o__";
    const size_t n = gcv_slice_head(word, heads);
    return n > 0 ? word.size == n || is_counter(gcv_slice_from(word, n))
                 : (gcv_slice_is(word, "c") || is_counter(word));
}

bool gcv_is_compiler_word(gcv_slice name, size_t at, size_t size)
{
    static const char block[] = "__StaticArrayInitTypeSize";
    const gcv_slice word = gcv_slice_of(name.data + at, size);
    const gcv_slice before = gcv_slice_of(name.data, at);
    const char last = at > 0 ? name.data[at - 1] : '\0';
    if (gcv_slice_is(word, block)) {
        return true;
    }
    switch (last) {
    case '>':
        return is_made_word(word);
    case '`': /* the count of type parameters: List`1 */
        return at > 1 && is_all_digits(word, 2);
    case '|': /* <Run>g__Local|3_0 */
        return gcv_text_find(before, gcv_slice_str(">g__"), false) != SIZE_MAX && is_counter(word);
    case '=':
        return gcv_slice_ends(gcv_slice_of(before.data, before.size - 1), block) &&
               is_counter(word);
    default:
        return false;
    }
}

/* Whether the word is in a class of sizes, ` (Bytes > 10K)`, or the number of a type without a
 * name, `TypeID(0x2000004)`. */
static bool is_of_reader(gcv_slice before, gcv_slice word)
{
    uint64_t number;
    const gcv_slice digits = gcv_slice_of(word.data, word.size - 1);
    return (gcv_slice_ends(before, " (") && gcv_slice_is(word, "Bytes")) ||
           (gcv_slice_ends(before, " (Bytes > ") && is_all_digits(digits, 3) &&
            memchr("KMG", word.data[word.size - 1], 3) != NULL) ||
           (gcv_slice_ends(before, "TypeID(") && gcv_slice_begins(word, "0x") &&
            gcv_parse_hex(word.data + 2, word.size - 2, 32, &number));
}

/* Whether the word is of the form of assembly names: Version=1.0.0.0, Culture=neutral. */
static bool is_of_assembly(gcv_slice name, size_t at, size_t size)
{
    const gcv_slice word = gcv_slice_of(name.data + at, size);
    const gcv_slice before = gcv_slice_of(name.data, at);
    return (at + size < name.size && name.data[at + size] == '=' &&
            gcv_slice_is_listed(word, "Version|Culture|PublicKeyToken")) ||
           (gcv_slice_ends(before, " Culture=") && gcv_slice_is(word, "neutral")) ||
           (gcv_slice_ends(before, " PublicKeyToken=") && gcv_slice_is(word, "null"));
}

/* ---- types -------------------------------------------------------------------------------- */

/* Whether the word is a name, without a namespace or outer type. */
static bool is_alone(gcv_slice name, size_t at, size_t size)
{
    const char before = at > 0 ? name.data[at - 1] : '<';
    const char after = at + size < name.size ? name.data[at + size] : '>';
    return strchr(" <[(,", before) != NULL && strchr(" <>[](),`*&", after) != NULL;
}

static gcv_telling kept_of_type(gcv_name_world world, gcv_slice name, size_t at, size_t size)
{
    const gcv_slice word = gcv_slice_of(name.data + at, size);
    const gcv_slice before = gcv_slice_of(name.data, at);
    const gcv_telling all = {size, 0};
    switch (world) {
    case GCV_WORLD_V8:
        return gcv_slice_is_listed(word, v8_words)
                   ? all
                   : gcv_telling_part_v8(word, at == 0 || gcv_slice_is(before, "Detached "),
                                         size == name.size);
    case GCV_WORLD_RUBY:
        return (name.data[0] == '(' && gcv_slice_is_listed(word, ruby_parts)) ||
                       gcv_slice_is(word, "Class") || gcv_slice_is(word, "Module")
                   ? all
                   : gcv_telling_part_ruby(word);
    case GCV_WORLD_JAVA:
        return gcv_telling_part_java(word);
    case GCV_WORLD_DOTNET:
    default:
        return gcv_slice_is_listed(word, dotnet_words) || gcv_is_compiler_word(name, at, size) ||
                       is_of_reader(before, word) || is_of_assembly(name, at, size)
                   ? all
                   : gcv_telling_part(word, is_alone(name, at, size));
    }
}

/* ---- any name ----------------------------------------------------------------------------- */

static const char *list_of(gcv_name_world world, gcv_name_kind kind)
{
    return kind == GCV_NAME_DOMAIN                              ? domain_words
           : kind == GCV_NAME_SLOT                              ? slot_words
           : kind == GCV_NAME_MODULE && world != GCV_WORLD_V8   ? dotnet_words
           : kind == GCV_NAME_MODULE || kind == GCV_NAME_SCRIPT ? script_words
           : kind != GCV_NAME_ROOT                              ? ""
           : world == GCV_WORLD_V8                              ? v8_root_words
           : world == GCV_WORLD_RUBY                            ? ruby_root_words
           : world == GCV_WORLD_JAVA                            ? java_root_words
                                                                : root_words;
}

gcv_telling gcv_words_kept(gcv_name_world world, gcv_name_kind kind, gcv_slice name, size_t at,
                           size_t size)
{
    const gcv_slice word = gcv_slice_of(name.data + at, size);
    if (gcv_names_type(kind)) {
        return kept_of_type(world, name, at, size);
    }
    const bool all = kind == GCV_NAME_STATIC ? gcv_is_compiler_word(name, at, size)
                                             : gcv_slice_is_listed(word, list_of(world, kind));
    return (gcv_telling){all ? size : 0, 0};
}
