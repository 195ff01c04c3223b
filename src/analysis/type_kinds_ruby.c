/* type_kinds_ruby.c - classifies types of a Ruby heap by their names; see type_kinds.h.
 *
 * Classes of Ruby and its standard library are listed, and the list includes everything below them:
 * `Thread` and `Thread::Mutex`. Everything else is a class of the program or of a gem that it uses.
 */
#include "analysis/type_kinds.h"

#include <string.h>

bool gcv_heap_is_ruby(const gcv_heap *heap)
{
    return gcv_heap_has_type(heap, "(imemo ment)") || gcv_heap_has_type(heap, "(imemo iseq)");
}

/* ---- the platform -------------------------------------------------------------------------- */

static const char platform[] =
    "ARGF.class|Array|BasicObject|Benchmark|BigDecimal|Binding|Bundler|CSV|Class|Comparable|"
    "Complex|Data|Date|DateTime|Delegator|DidYouMean|Digest|Dir|ERB|Encoding|Enumerator|"
    "Enumerable|Errno|ErrorHighlight|Etc|FalseClass|Fiber|Fiddle|File|FileUtils|Float|Forwardable|"
    "GC|Gem|Hash|IO|IPAddr|Integer|JSON|Kernel|Logger|Marshal|MatchData|Math|Method|Module|"
    "Monitor|Net|NilClass|Object|ObjectSpace|OpenSSL|OpenStruct|OptionParser|Pathname|Proc|"
    "Process|Psych|Ractor|Random|Range|Rational|Refinement|Regexp|Resolv|Ripper|RubyVM|"
    "SecureRandom|Set|Signal|SimpleDelegator|Socket|String|StringIO|StringScanner|Struct|Symbol|"
    "TCPServer|TCPSocket|Tempfile|Thread|ThreadGroup|Time|Timeout|TracePoint|TrueClass|URI|"
    "UnboundMethod|WeakRef|YAML|Zlib|fatal";

/* Whether the name is that of a Ruby exception. These have no namespace; a program's mostly have
 * one. */
static bool is_exception(gcv_slice name)
{
    return memchr(name.data, ':', name.size) == NULL &&
           (gcv_slice_ends(name, "Error") || gcv_slice_ends(name, "Exception") ||
            gcv_slice_is(name, "Interrupt") || gcv_slice_is(name, "StopIteration"));
}

/* An unnamed class is shown with its superclass: `#<Class < NAME>`. Returns NAME, or else
 * `name`. */
static gcv_slice of_class(gcv_slice name)
{
    static const char before[] = "#<Class < ";
    const size_t n = sizeof before - 1;
    return gcv_slice_begins(name, before) && gcv_slice_ends(name, ">") && name.size > n
               ? gcv_slice_of(name.data + n, name.size - n - 1)
               : name;
}

bool gcv_is_platform_ruby(gcv_slice name)
{
    if (gcv_slice_begins(name, "(")) {
        return true;
    }
    name = of_class(name);
    name.size = gcv_slice_find(name, "::");
    return gcv_slice_is_listed(name, platform);
}

/* ---- kinds --------------------------------------------------------------------------------- */

static const gcv_named_value known[] = {
    {"Array|Hash", GCV_KEEPS_COLLECTION | GCV_TYPE_STUFF},
    {"Set|Thread::Queue|Thread::SizedQueue", GCV_KEEPS_COLLECTION},
    {"Proc", GCV_KEEPS_DELEGATE | GCV_TYPE_STUFF},
    {"Method", GCV_KEEPS_DELEGATE},
    {"(imemo env)", GCV_KEEPS_CAPTURE | GCV_TYPE_STUFF},
    {"Binding", GCV_KEEPS_CAPTURE},
    {"Thread|Fiber", GCV_KEEPS_CONTEXT},
    {"String", GCV_TYPE_STUFF | GCV_TYPE_RECORD},
    {"Class|Module", GCV_TYPE_STUFF},
};

uint32_t gcv_type_kinds_ruby(gcv_slice name)
{
    const uint32_t found = GCV_VALUE_NAMED(name, known, 0);
    if (found != 0) {
        return found;
    }
    if (gcv_slice_begins(name, "(")) {
        return GCV_TYPE_STUFF;
    }
    if (gcv_is_platform_ruby(name) || is_exception(of_class(name))) {
        return 0;
    }
    return gcv_brief_word(name) != NULL ? GCV_TYPE_MINE | GCV_TYPE_BRIEF : GCV_TYPE_MINE;
}

gcv_telling gcv_telling_part_ruby(gcv_slice word)
{
    gcv_telling telling = gcv_telling_brief(word);
    if (gcv_slice_is_listed(word, "Interrupt|StopIteration")) {
        telling.head = word.size;
    } else if (telling.tail == 0) {
        telling.tail = gcv_slice_ends(word, "Error")       ? sizeof "Error" - 1
                       : gcv_slice_ends(word, "Exception") ? sizeof "Exception" - 1
                                                           : 0;
    }
    return telling;
}
