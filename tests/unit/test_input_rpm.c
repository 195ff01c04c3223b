/* Whole RPM logs: one for each rule of docs/formats/rpm-log.md, read in pieces of every size and in
 * every encoding, and what the heap, its facts, its notes and the verdict are then. */
#include "support/check.h"

#include "base/attr.h"
#include "base/context.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a heap as text ----------------------------------------------------------------------- */

enum { TEXT_MOST = 8192 };

typedef struct text {
    char data[TEXT_MOST];
    size_t n;
} text;

static void say(text *out, const char *format, ...) GCV_PRINTF(2, 3);

static void say(text *out, const char *format, ...)
{
    va_list args;
    int n;
    va_start(args, format);
    n = vsnprintf(out->data + out->n, sizeof out->data - out->n, format, args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof out->data - out->n);
    out->n += (size_t)n;
}

static void say_fact(text *out, const char *name, uint64_t value)
{
    if (value != 0) {
        say(out, " %s=%" PRIu64, name, value);
    }
}

/* What is not 0; with `all` also what only a graph has. */
static void say_facts(text *out, const gcv_facts *facts, bool all)
{
    say(out, "f");
    say_fact(out, "objects", facts->objects);
    say_fact(out, "bytes", facts->bytes);
    say_fact(out, "types", facts->types);
    say_fact(out, "roots", facts->roots);
    say_fact(out, "unknown", facts->unknown_types);
    say_fact(out, "duplicates", facts->duplicate_objects);
    say_fact(out, "malformed", facts->malformed_lines);
    say_fact(out, "anomalies", facts->anomalies);
    if (all) {
        say_fact(out, "references", facts->references);
        say_fact(out, "dangling", facts->dangling_references);
        say_fact(out, "dangling_roots", facts->dangling_roots);
        say_fact(out, "cross", facts->cross_domain_references);
    }
    say(out, "\n");
}

static void say_section(text *out, const gcv_section *section)
{
    say(out, "s");
    if (section->domain.data != NULL) {
        say(out, " '%.*s'", (int)section->domain.size, section->domain.data);
    }
    if (section->has_version) {
        say(out, " v%" PRIx64, section->version);
    }
    if (section->has_started) {
        say(out, " from %" PRIx64, section->started);
    }
    if (section->has_ended) {
        say(out, " to %" PRIx64, section->ended);
    }
    say(out, "%s\n", section->has_end ? "" : " open");
}

static void say_name(text *out, const gcv_heap *heap, uint32_t type)
{
    gcv_slice name = gcv_heap_type_name(heap, type);
    say(out, " %.*s", (int)name.size, name.data);
}

static void say_object(text *out, const gcv_heap *heap, uint32_t object)
{
    uint32_t n, i;
    const uint32_t *refs = gcv_heap_references(heap, object, &n);
    const uint32_t section = gcv_heap_object_section(heap, object);
    const uint64_t id = gcv_heap_object_id(heap, object);
    say(out, "o %" PRIx64 " %" PRIx64, id, gcv_heap_object_bytes(heap, object));
    say_name(out, heap, gcv_heap_object_type(heap, object));
    for (i = 0; i < n; i++) {
        say(out, "%s%" PRIx64, i == 0 ? " > " : " ", gcv_heap_object_id(heap, refs[i]));
        if (gcv_heap_object_section(heap, refs[i]) != section) {
            say(out, "@%" PRIu32, gcv_heap_object_section(heap, refs[i]));
        }
    }
    say(out, "\n");
    assert_int_equal(gcv_heap_find(heap, section, id), object);
}

static void say_root(text *out, const gcv_heap *heap, const gcv_root *root)
{
    say(out, "r %" PRIx64 " %" PRIx32 " %" PRIx32, root->id, root->kind, root->flags);
    if (root->object == GCV_NONE) {
        say(out, " dangling");
    } else {
        assert_true(gcv_heap_object_id(heap, root->object) == root->id);
        if (gcv_heap_object_section(heap, root->object) != root->section) {
            say(out, " @%" PRIu32, gcv_heap_object_section(heap, root->object));
        }
    }
    if (root->container != GCV_NONE) {
        say_name(out, heap, root->container);
    }
    say(out, "\n");
}

static void say_notes(text *out, const gcv_heap *heap, bool all)
{
    static const char kinds[] = {'m', 'd', 'a', 'u', 'l'};
    size_t i;
    for (i = 0; i < gcv_heap_n_notes(heap); i++) {
        const gcv_note *note = gcv_heap_note(heap, i);
        if (all || note->kind != GCV_NOTE_LACKING) {
            say(out, "n %c %" PRIu64 " %s\n", kinds[note->kind], note->line, note->message);
        }
    }
}

static void say_heap(text *out, const gcv_heap *heap)
{
    uint32_t i, k;
    for (i = 0; i < gcv_heap_n_sections(heap); i++) {
        const gcv_section *section = gcv_heap_section(heap, i);
        say_section(out, section);
        for (k = section->first_object; k < section->end_object; k++) {
            say_object(out, heap, k);
        }
    }
    for (i = 0; i < gcv_heap_n_roots(heap); i++) {
        say_root(out, heap, gcv_heap_root(heap, i));
    }
    say_notes(out, heap, true);
    say_facts(out, gcv_heap_facts(heap), true);
    say(out, "%s\n", gcv_heap_verdict(heap));
    assert_int_equal(gcv_heap_is_complete(heap), strcmp(gcv_heap_verdict(heap), "complete") == 0);
}

/* What both load levels must agree on. */
static void say_tally(text *out, const gcv_heap *heap)
{
    uint64_t counts[64], bytes[64];
    uint32_t s, t, n = gcv_heap_n_types(heap);
    assert_true(n <= 64);
    for (s = 0; s <= gcv_heap_n_sections(heap); s++) {
        const bool last = s == gcv_heap_n_sections(heap);
        gcv_tally_types(heap, last ? GCV_NONE : s, counts, bytes);
        if (!last) {
            say_section(out, gcv_heap_section(heap, s));
        }
        say_facts(out, last ? gcv_heap_facts(heap) : &gcv_heap_section(heap, s)->facts, false);
        for (t = 0; t < n; t++) {
            say(out, "t %" PRIu64 " %" PRIu64, counts[t], bytes[t]);
            say_name(out, heap, t);
            say(out, "\n");
        }
    }
    say_notes(out, heap, false);
    say(out, "%s\n", gcv_heap_verdict(heap));
}

/* ---- loading ------------------------------------------------------------------------------ */

/* A log in some encoding. */
typedef struct bytes {
    char data[4 * TEXT_MOST];
    size_t n;
} bytes;

/* Loads and describes; an error is `status line message`. */
static void load(const bytes *log, gcv_load_level level, bool strict, size_t chunk, bool tally,
                 text *out)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options;
    gcv_heap *heap = NULL;
    gcv_error err;
    gcv_status status;
    memset(&options, 0, sizeof options);
    memset(&err, 0, sizeof err);
    options.level = level;
    options.strict = strict;
    options.chunk_size = chunk;
    out->n = 0;
    out->data[0] = '\0';
    status = gcv_heap_load_memory(ctx, "the log", log->data, log->n, &options, &heap, &err);
    if (status != GCV_OK) {
        assert_int_equal(err.status, status);
        assert_string_equal(err.file, "the log");
        assert_null(heap);
        say(out, "%d %" PRIu64 " %s\n", (int)status, err.line, err.message);
    } else {
        assert_string_equal(gcv_heap_name(heap), "the log");
        assert_string_equal(gcv_heap_format(heap), "rpm");
        if (tally) {
            say_tally(out, heap);
        } else {
            say_heap(out, heap);
        }
        gcv_heap_free(heap);
    }
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
}

typedef enum encoding { PLAIN, MARKED, LITTLE, BIG, ENCODINGS } encoding;

static void put_unit(bytes *out, uint32_t unit, bool big)
{
    out->data[out->n++] = (char)(big ? unit >> 8 : unit & 0xff);
    out->data[out->n++] = (char)(big ? unit & 0xff : unit >> 8);
}

static void encode(bytes *out, const char *log, size_t size, encoding how)
{
    gcv_slice rest = gcv_slice_of(log, size);
    out->n = 0;
    if (how == PLAIN || how == MARKED) {
        if (how == MARKED) {
            memcpy(out->data, "\xef\xbb\xbf", 3);
            out->n = 3;
        }
        memcpy(out->data + out->n, log, size);
        out->n += size;
        return;
    }
    put_unit(out, 0xfeff, how == BIG);
    while (rest.size > 0) {
        uint32_t code = gcv_utf8_next(&rest);
        if (code >= 0x10000) {
            put_unit(out, 0xd800 + ((code - 0x10000) >> 10), how == BIG);
            code = 0xdc00 + ((code - 0x10000) & 0x3ff);
        }
        put_unit(out, code, how == BIG);
    }
}

static const size_t chunks[] = {0, 1, 2, 3, 4, 5, 4096};

/* One log, in every way to read it, gives one description. */
static void check_log(const char *log, size_t size, encoding ways, const char *expected,
                      const char *strict)
{
    static bytes encoded;
    static text out, tally, first_tally;
    encoding how;
    size_t c;
    for (how = PLAIN; how < ways; how = (encoding)(how + 1)) {
        encode(&encoded, log, size, how);
        for (c = 0; c < CHECK_COUNT(chunks); c++) {
            load(&encoded, GCV_LOAD_GRAPH, false, chunks[c], false, &out);
            assert_string_equal(out.data, expected);
            load(&encoded, GCV_LOAD_GRAPH, true, chunks[c], false, &out);
            assert_string_equal(out.data, strict != NULL ? strict : expected);
            load(&encoded, GCV_LOAD_GRAPH, false, chunks[c], true, &first_tally);
            load(&encoded, GCV_LOAD_TALLY, false, chunks[c], true, &tally);
            assert_string_equal(tally.data, first_tally.data);
            load(&encoded, GCV_LOAD_TALLY, true, chunks[c], true, &tally);
            assert_string_equal(tally.data, strict != NULL ? strict : first_tally.data);
        }
    }
}

typedef struct log_case {
    const char *log, *expected;
    const char *strict; /* NULL: the same */
} log_case;

static void check_cases(const log_case *cases, size_t n)
{
    size_t i;
    for (i = 0; i < n; i++) {
        check_log(cases[i].log, strlen(cases[i].log), ENCODINGS, cases[i].expected,
                  cases[i].strict);
    }
}

/* ---- one log for each rule ---------------------------------------------------------------- */

/* The example of the format's makers, in both editions: types and objects without a record are no
 * error. */
static const log_case published[] = {
    {"a 2 bubblecs.exe 763f9d2\n"
     "t 2 System.RuntimeType\n"
     "o 7c79f 2 64\n"
     "t 1 System.NullReferenceException\n"
     "o 7cb42 2 64\n"
     "o 1ce004 1 18\n"
     "t 3 System.OutOfMemoryException\n"
     "o 1ce056 1d 118 1ce11f 1ce14c 1ce079 1ce113 1ce116 1ce267 1ce26a 1ce26d\n"
     "r 22c81b 5 0\n"
     "o 22c81e 1b 24\n"
     "r 22c81e 5 0\n"
     "o 22c823 1b 28\n"
     "r 22c823 5 0\n"
     "c bubblecs.exe 763fbef\n",
     "s 'bubblecs.exe' v2 from 763f9d2 to 763fbef\n"
     "o 7c79f 64 System.RuntimeType\n"
     "o 7cb42 64 System.RuntimeType\n"
     "o 1ce004 18 System.NullReferenceException\n"
     "o 1ce056 118 <unknown type 1d>\n"
     "o 22c81e 24 <unknown type 1b>\n"
     "o 22c823 28 <unknown type 1b>\n"
     "r 22c81e 5 0\n"
     "r 22c823 5 0\n"
     "r 22c81b 5 0 dangling\n"
     "n u 0 types in use without a record (2): 1b 1d\n"
     "n l 0 references to objects without a record (8): 1ce079 1ce113 1ce116 1ce11f 1ce14c 1ce267 "
     "1ce26a 1ce26d\n"
     "n l 0 roots of objects without a record (1): 22c81b\n"
     "f objects=6 bytes=580 types=3 roots=3 unknown=2 references=8 dangling=8 dangling_roots=1\n"
     "complete\n",
     NULL},
    {"a 2 bubblecs.exe\n"
     "t 2 System.RuntimeType\n"
     "o 7c79f 2 64\n"
     "r 7c79f 5 0\n"
     "c bubblecs.exe\n",
     "s 'bubblecs.exe' v2\n"
     "o 7c79f 64 System.RuntimeType\n"
     "r 7c79f 5 0\n"
     "f objects=1 bytes=100 types=1 roots=1\n"
     "complete\n",
     NULL},
};

static void test_published(void **state)
{
    (void)state;
    check_cases(published, CHECK_COUNT(published));
}

/* Blank lines, CR LF, tabs, trailing blanks, no newline at the end; types after their objects. */
static const char read_without_a_word_gives[] =
    "s 'x' v2 from 1 to 2\n"
    "o a 4 T > b\n"
    "o b 8 T\n"
    "r a 1 0\n"
    "f objects=2 bytes=12 types=1 roots=1 references=1\n"
    "complete\n";

static const log_case read_without_a_word[] = {
    {"a 2 x 1\n"
     "t 1 T\n"
     "o a 1 4 b\n"
     "o b 1 8\n"
     "r a 1 0\n"
     "c x 2\n",
     read_without_a_word_gives, NULL},
    {"a 2 x 1\r\n"
     "t 1 T\r\n"
     "o a 1 4 b\r\n"
     "o b 1 8\r\n"
     "r a 1 0\r\n"
     "c x 2\r\n",
     read_without_a_word_gives, NULL},
    {"\n"
     "\n"
     "  \n"
     "a 2 x 1\n"
     "\t\n"
     "\n"
     "t 1 T\n"
     "o a 1 4 b\n"
     "\r\n"
     "o b 1 8\n"
     "r a 1 0\n"
     "c x 2\n"
     "\n"
     " \n",
     read_without_a_word_gives, NULL},
    {"\ta\t2  x \t1\t\n"
     " t 1\tT \t\n"
     "  o\ta 1\t4  b \n"
     "o b 1 8\t\n"
     "r  a\t1 0 \n"
     "c\tx 2",
     read_without_a_word_gives, NULL},
    {"a 2 x 1\n"
     "o a 1 4 b\n"
     "o b 1 8\n"
     "r a 1 0\n"
     "t 1 T\n"
     "c x 2",
     read_without_a_word_gives, NULL},
    {"a 2 x 1\n"
     "o b 1 8\n"
     "r a 1 0\n"
     "o a 1 4 b\n"
     "t 1 T\n"
     "c x 2\r",
     read_without_a_word_gives, NULL},
};

static void test_read_without_a_word(void **state)
{
    (void)state;
    check_cases(read_without_a_word, CHECK_COUNT(read_without_a_word));
}

/* Names with blanks, time stamps, other characters. */
static const log_case names[] = {
    {"a 2 My  Own Game.exe 7f\n"
     "t 1 Dictionary<String, Object> \n"
     "t 2  \xc3\xa9\t\xe2\x82\xac \xf0\x9f\x98\x80\n"
     "o 1 1 1\n"
     "o 2 2 1\n"
     "c My  Own Game.exe 80\n",
     "s 'My  Own Game.exe' v2 from 7f to 80\n"
     "o 1 1 Dictionary<String, Object>\n"
     "o 2 1 \xc3\xa9\t\xe2\x82\xac \xf0\x9f\x98\x80\n"
     "f objects=2 bytes=2 types=2\n"
     "complete\n",
     NULL},
    {"a 2 My Game\n"
     "t 1 1\n"
     "o 1 1 1\n"
     "c My Game\n",
     "s 'My Game' v2\n"
     "o 1 1 1\n"
     "f objects=1 bytes=1 types=1\n"
     "complete\n",
     NULL},
    {"a 2 beef\n"
     "o 1 1 1\n"
     "t 1 beef\n"
     "c beef\n",
     "s 'beef' v2\n"
     "o 1 1 beef\n"
     "f objects=1 bytes=1 types=1\n"
     "complete\n",
     NULL},
    {"a 2 x 0x12\n"
     "o 1 1 1\n"
     "t 1 T\n"
     "c x 0x12\n",
     "s 'x 0x12' v2\n"
     "o 1 1 T\n"
     "f objects=1 bytes=1 types=1\n"
     "complete\n",
     NULL},
    {"a 2 x 12345678901234567\n"
     "o 1 1 1\n"
     "t 1 T\n"
     "c x 12345678901234567\n",
     "s 'x 12345678901234567' v2\n"
     "o 1 1 T\n"
     "f objects=1 bytes=1 types=1\n"
     "complete\n",
     NULL},
};

static void test_names(void **state)
{
    (void)state;
    check_cases(names, CHECK_COUNT(names));
}

/* Another version is read, one that is no number is not. */
static const log_case versions[] = {
    {"a 1 x\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c x\n",
     "s 'x' v1\n"
     "o 1 1 T\n"
     "n a 1 version of the section is not 2\n"
     "f objects=1 bytes=1 types=1 anomalies=1\n"
     "complete\n",
     NULL},
    {"a 10 x\n"
     "c x\n",
     "s 'x' v10\n"
     "n a 1 version of the section is not 2\n"
     "f anomalies=1\n"
     "complete\n",
     NULL},
    {"a two x\n"
     "o 1 1 1\n"
     "t 1 T\n"
     "c x\n",
     "s\n"
     "o 1 1 T\n"
     "n m 1 malformed, skipped: bad version 'two'\n"
     "n a 2 records outside of a section\n"
     "f objects=1 bytes=1 types=1 malformed=1 anomalies=1\n"
     "complete\n",
     "2 1 malformed: bad version 'two'\n"},
};

static void test_versions(void **state)
{
    (void)state;
    check_cases(versions, CHECK_COUNT(versions));
}

/* Upper case, prefixes, and what 64 (for kind and flags 32) bits do not hold. */
static const log_case numbers[] = {
    {"a 0X2 x 0\n"
     "t 0xA T\n"
     "o 0xABCDEF 000a 0X10 aBcDeF\n"
     "r ABCDEF 0x1 0x0\n"
     "c x\n",
     "s 'x' v2 from 0\n"
     "o abcdef 10 T > abcdef\n"
     "r abcdef 1 0\n"
     "f objects=1 bytes=16 types=1 roots=1 references=1\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t ffffffffffffffff T\n"
     "o ffffffffffffffff ffffffffffffffff 1 0\n"
     "o 0 00000000000000000ffffffffffffffff 0 ffffffffffffffff\n"
     "r 0 5 0\n"
     "c x ffffffffffffffff\n",
     "s 'x' v2 to ffffffffffffffff\n"
     "o 0 0 T > ffffffffffffffff\n"
     "o ffffffffffffffff 1 T > 0\n"
     "r 0 5 0\n"
     "f objects=2 bytes=1 types=1 roots=1 references=2\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 10000000000000000 1 1\n"
     "o 1 10000000000000000 1\n"
     "o 1 1 10000000000000000\n"
     "o 2 1 1 10000000000000000\n"
     "r 10000000000000000 1 0\n"
     "r 2 100000000 0\n"
     "r 2 0 100000000\n"
     "r 2 4 0 10000000000000000\n"
     "t 10000000000000000 U\n"
     "c x\n",
     "s 'x' v2\n"
     "n m 3 malformed, skipped: bad object id '10000000000000000'\n"
     "n m 4 malformed, skipped: bad type id '10000000000000000'\n"
     "n m 5 malformed, skipped: bad size '10000000000000000'\n"
     "n m 6 malformed, skipped: bad reference '10000000000000000'\n"
     "n m 7 malformed, skipped: bad object id '10000000000000000'\n"
     "n m 8 malformed, skipped: bad kind '100000000'\n"
     "n m 9 malformed, skipped: bad flags '100000000'\n"
     "n m 10 malformed, skipped: bad container type id '10000000000000000'\n"
     "n m 11 malformed, skipped: bad type id '10000000000000000'\n"
     "f types=1 malformed=9\n"
     "complete\n",
     "2 3 malformed: bad object id '10000000000000000'\n"},
};

static void test_numbers(void **state)
{
    (void)state;
    check_cases(numbers, CHECK_COUNT(numbers));
}

/* Unknown kinds and flags, containers that are missing or too many, more elements. */
static const log_case root_kinds_and_flags[] = {
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "r 1 0 0\n"
     "r 1 1 1\n"
     "r 1 2 2\n"
     "r 1 3 4\n"
     "r 1 4 7 1\n"
     "r 1 5 3\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "r 1 4 7 T\n"
     "r 1 3 4\n"
     "r 1 1 1\n"
     "r 1 2 2\n"
     "r 1 0 0\n"
     "r 1 5 3\n"
     "f objects=1 bytes=1 types=1 roots=6\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "r 1 6 0\n"
     "r 1 ffffffff 0\n"
     "r 1 1 8\n"
     "r 1 1 ffffffff\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "r 1 1 8\n"
     "r 1 1 ffffffff\n"
     "r 1 6 0\n"
     "r 1 ffffffff 0\n"
     "n a 4 unknown root kind 6\n"
     "n a 5 unknown root kind ffffffff\n"
     "n a 6 unknown root flags 8\n"
     "n a 7 unknown root flags ffffffff\n"
     "f objects=1 bytes=1 types=1 roots=4 anomalies=4\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "r 1 4 0\n"
     "r 1 3 0 1\n"
     "r 1 4 0 1 2 3\n"
     "r 1 1 0 9 9\n"
     "r 1 7 10 1 1\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "r 1 4 0 T\n"
     "r 1 4 0\n"
     "r 1 3 0 T\n"
     "r 1 1 0 <unknown type 9>\n"
     "r 1 7 10 T\n"
     "n a 4 static root without a container type\n"
     "n a 5 container type on a root that is no static\n"
     "n a 6 more elements than a root record has\n"
     "n a 7 container type on a root that is no static\n"
     "n a 7 more elements than a root record has\n"
     "n a 8 unknown root kind 7\n"
     "n a 8 unknown root flags 10\n"
     "n a 8 container type on a root that is no static\n"
     "n a 8 more elements than a root record has\n"
     "n u 0 types in use without a record (1): 9\n"
     "f objects=1 bytes=1 types=1 roots=5 unknown=1 anomalies=9\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "t 3 S\n"
     "o 1 1 1\n"
     "o 2 1 1\n"
     "r 2 1 0\n"
     "r 1 1 0\n"
     "r 1 1 1\n"
     "r 1 1 0\n"
     "r 2 4 0 1\n"
     "r 1 4 0 3\n"
     "r 1 4 0 1\n"
     "r 9 4 0 1\n"
     "r 8 4 0 1\n"
     "r 1 9 0\n"
     "r 1 8 0\n"
     "r 1 6 0\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "o 2 1 T\n"
     "r 1 4 0 S\n"
     "r 1 4 0 T\n"
     "r 2 4 0 T\n"
     "r 8 4 0 dangling T\n"
     "r 9 4 0 dangling T\n"
     "r 1 1 0\n"
     "r 1 1 0\n"
     "r 1 1 1\n"
     "r 2 1 0\n"
     "r 1 6 0\n"
     "r 1 8 0\n"
     "r 1 9 0\n"
     "n a 15 unknown root kind 9\n"
     "n a 16 unknown root kind 8\n"
     "n a 17 unknown root kind 6\n"
     "n l 0 roots of objects without a record (2): 8 9\n"
     "f objects=2 bytes=2 types=2 roots=12 anomalies=3 dangling_roots=2\n"
     "complete\n",
     NULL},
};

static void test_root_kinds_and_flags(void **state)
{
    (void)state;
    check_cases(root_kinds_and_flags, CHECK_COUNT(root_kinds_and_flags));
}

/* References to, roots of and types of nothing. */
static const log_case what_is_missing[] = {
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1 2 9 1 9 3\n"
     "o 2 1d 1\n"
     "r 7 1 0\n"
     "r 1 4 0 2f\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T > 2 1\n"
     "o 2 1 <unknown type 1d>\n"
     "r 1 4 0 <unknown type 2f>\n"
     "r 7 1 0 dangling\n"
     "n u 0 types in use without a record (2): 1d 2f\n"
     "n l 0 references to objects without a record (3): 3 9\n"
     "n l 0 roots of objects without a record (1): 7\n"
     "f objects=2 bytes=2 types=1 roots=2 unknown=2 references=5 dangling=3 dangling_roots=1\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1 19 18 17 16 15 14 13 12 11 10\n"
     "r 29 1 0\n"
     "r 28 1 0\n"
     "r 27 1 0\n"
     "r 26 1 0\n"
     "r 25 1 0\n"
     "r 24 1 0\n"
     "r 23 1 0\n"
     "r 22 1 0\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "r 22 1 0 dangling\n"
     "r 23 1 0 dangling\n"
     "r 24 1 0 dangling\n"
     "r 25 1 0 dangling\n"
     "r 26 1 0 dangling\n"
     "r 27 1 0 dangling\n"
     "r 28 1 0 dangling\n"
     "r 29 1 0 dangling\n"
     "n l 0 references to objects without a record (10): 10 11 12 13 14 15 16 17 ...\n"
     "n l 0 roots of objects without a record (8): 22 23 24 25 26 27 28 29\n"
     "f objects=1 bytes=1 types=1 roots=8 references=10 dangling=10 dangling_roots=8\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "o 1 9 1\n"
     "o 2 8 1\n"
     "o 3 7 1\n"
     "o 4 6 1\n"
     "o 5 5 1\n"
     "o 6 4 1\n"
     "o 7 3 1\n"
     "o 8 2 1\n"
     "o 9 1 1\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 <unknown type 9>\n"
     "o 2 1 <unknown type 8>\n"
     "o 3 1 <unknown type 7>\n"
     "o 4 1 <unknown type 6>\n"
     "o 5 1 <unknown type 5>\n"
     "o 6 1 <unknown type 4>\n"
     "o 7 1 <unknown type 3>\n"
     "o 8 1 <unknown type 2>\n"
     "o 9 1 <unknown type 1>\n"
     "n u 0 types in use without a record (9): 1 2 3 4 5 6 7 8 ...\n"
     "f objects=9 bytes=9 unknown=9\n"
     "complete\n",
     NULL},
};

static void test_what_is_missing(void **state)
{
    (void)state;
    check_cases(what_is_missing, CHECK_COUNT(what_is_missing));
}

/* The first record of an id wins; a type may come twice under one name. */
static const log_case duplicates[] = {
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1 2\n"
     "o 2 1 2\n"
     "o 1 1 4 1 2\n"
     "o 3 1 8 1\n"
     "o 2 1 10\n"
     "r 1 1 0\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T > 2\n"
     "o 2 2 T\n"
     "o 3 8 T > 1\n"
     "r 1 1 0\n"
     "n d 5 object 1 has a record already; this one is left out\n"
     "n d 7 object 2 has a record already; this one is left out\n"
     "f objects=3 bytes=11 types=1 roots=1 duplicates=2 references=2\n"
     "complete\n",
     "2 5 object 1 has a record already\n"},
    {"a 2 x\n"
     "t 1 T\n"
     "o 2 1 2\n"
     "o 1 1 1 2\n"
     "t 2 U\n"
     "o 2 2 4 1\n"
     "o 1 1 8\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T > 2\n"
     "o 2 2 T\n"
     "n d 6 object 2 has a record already; this one is left out\n"
     "n d 7 object 1 has a record already; this one is left out\n"
     "f objects=2 bytes=3 types=2 duplicates=2 references=1\n"
     "complete\n",
     "2 6 object 2 has a record already\n"},
    {"a 2 x\n"
     "t 1 T\n"
     "t 1 T\n"
     "t 1 U\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "t 1 T \n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "n a 4 type 1 has another name already\n"
     "f objects=1 bytes=1 types=1 anomalies=1\n"
     "complete\n",
     NULL},
};

static void test_duplicates(void **state)
{
    (void)state;
    check_cases(duplicates, CHECK_COUNT(duplicates));
}

/* What a record that is left out refers to counts nowhere. */
static const log_case references_of_duplicates[] = {
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1 2 9\n"
     "o 1 1 1 77 9 2 78\n"
     "o 2 1 2 79\n"
     "o 2 1 1 76\n"
     "o 2 1 1 75\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T > 2\n"
     "o 2 2 T\n"
     "n d 4 object 1 has a record already; this one is left out\n"
     "n d 6 object 2 has a record already; this one is left out\n"
     "n d 7 object 2 has a record already; this one is left out\n"
     "n l 0 references to objects without a record (2): 9 79\n"
     "f objects=2 bytes=3 types=1 duplicates=3 references=3 dangling=2\n"
     "complete\n",
     "2 4 object 1 has a record already\n"},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1 5\n"
     "o 2 1 1\n"
     "o 1 1 1 5 2 74\n"
     "c x\n"
     "a 2 y\n"
     "t 1 U\n"
     "o 5 1 1 1 6\n"
     "o 5 1 1 2\n"
     "c y\n",
     "s 'x' v2\n"
     "o 1 1 T > 5@1\n"
     "o 2 1 T\n"
     "s 'y' v2\n"
     "o 5 1 U > 1@0\n"
     "n d 5 object 1 has a record already; this one is left out\n"
     "n d 10 object 5 has a record already; this one is left out\n"
     "n l 0 references to objects without a record (1): 6\n"
     "n l 0 references to objects of another domain (2)\n"
     "f objects=3 bytes=3 types=2 duplicates=2 references=3 dangling=1 cross=2\n"
     "complete\n",
     "2 5 object 1 has a record already\n"},
};

static void test_references_of_duplicates(void **state)
{
    (void)state;
    check_cases(references_of_duplicates, CHECK_COUNT(references_of_duplicates));
}

/* Ids are scoped by section; what is not there is looked for in the others, first to last. */
static const log_case sections[] = {
    {"a 2 x 1\n"
     "t 1 T\n"
     "o 1 1 1 2 5\n"
     "o 2 1 2\n"
     "r 2 1 0\n"
     "c x 2\n"
     "a 2 y 3\n"
     "t 1 U\n"
     "o 2 1 4 1 2\n"
     "o 5 1 8 9\n"
     "r 1 1 0\n"
     "r 2 1 0\n"
     "c y 4\n",
     "s 'x' v2 from 1 to 2\n"
     "o 1 1 T > 2 5@1\n"
     "o 2 2 T\n"
     "s 'y' v2 from 3 to 4\n"
     "o 2 4 U > 1@0 2\n"
     "o 5 8 U\n"
     "r 1 1 0 @0\n"
     "r 2 1 0\n"
     "r 2 1 0\n"
     "n l 0 references to objects without a record (1): 9\n"
     "n l 0 references to objects of another domain (2)\n"
     "f objects=4 bytes=15 types=2 roots=3 references=5 dangling=1 cross=2\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1 7\n"
     "c x\n"
     "a 2 y\n"
     "t 1 T\n"
     "o 7 1 2\n"
     "c y\n"
     "a 2 z\n"
     "t 1 T\n"
     "o 7 1 4 1\n"
     "r 7 3 0\n"
     "c z\n",
     "s 'x' v2\n"
     "o 1 1 T > 7@1\n"
     "s 'y' v2\n"
     "o 7 2 T\n"
     "s 'z' v2\n"
     "o 7 4 T > 1@0\n"
     "r 7 3 0\n"
     "n l 0 references to objects of another domain (2)\n"
     "f objects=3 bytes=7 types=3 roots=1 references=2 cross=2\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c x\n"
     "a 2 x\n"
     "o 1 1 2\n"
     "r 1 4 0 1\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "s 'x' v2\n"
     "o 1 2 <unknown type 1>\n"
     "r 1 4 0 <unknown type 1>\n"
     "n u 0 types in use without a record (1): 1\n"
     "f objects=2 bytes=3 types=1 roots=1 unknown=1\n"
     "complete\n",
     NULL},
};

static void test_sections(void **state)
{
    (void)state;
    check_cases(sections, CHECK_COUNT(sections));
}

/* Records outside of a section open one, which the next `a` names. */
static const log_case records_outside[] = {
    {"o 1 1 1\n"
     "t 1 T\n"
     "a 2 x 5\n"
     "o 2 1 2 1\n"
     "c x 6\n",
     "s 'x' v2 from 5 to 6\n"
     "o 1 1 T\n"
     "o 2 2 T > 1\n"
     "n a 1 records outside of a section\n"
     "f objects=2 bytes=3 types=1 anomalies=1 references=1\n"
     "complete\n",
     NULL},
    {"t 1 T\n"
     "o 1 1 1\n"
     "r 1 1 0\n"
     "c x 6\n",
     "s to 6\n"
     "o 1 1 T\n"
     "r 1 1 0\n"
     "n a 1 records outside of a section\n"
     "f objects=1 bytes=1 types=1 roots=1 anomalies=1\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c x\n"
     "o 2 1 2 1\n"
     "a 2 y\n"
     "t 1 U\n"
     "c y\n",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "s 'y' v2\n"
     "o 2 2 U > 1@0\n"
     "n a 5 records outside of a section\n"
     "n l 0 references to objects of another domain (1)\n"
     "f objects=2 bytes=3 types=2 anomalies=1 references=1 cross=1\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c x\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "s\n"
     "n a 5 records outside of a section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\n"
     "complete\n",
     NULL},
    {"c x 1\n",
     "s to 1\n"
     "n a 1 records outside of a section\n"
     "f anomalies=1\n"
     "complete\n",
     NULL},
    {"r 1 1 0\n",
     "s open\n"
     "r 1 1 0 dangling\n"
     "n a 1 records outside of a section\n"
     "n l 0 roots of objects without a record (1): 1\n"
     "f roots=1 anomalies=1 dangling_roots=1\n"
     "incomplete: no end record\n",
     NULL},
};

static void test_records_outside(void **state)
{
    (void)state;
    check_cases(records_outside, CHECK_COUNT(records_outside));
}

/* Sections that do not end, or end as another one. */
static const log_case brackets[] = {
    {"a 2 x 1\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "a 2 y 2\n"
     "o 1 2 2\n"
     "t 2 T\n"
     "c y 3\n",
     "s 'x' v2 from 1 open\n"
     "o 1 1 T\n"
     "s 'y' v2 from 2 to 3\n"
     "o 1 2 T\n"
     "n a 4 a section begins before the one before it has ended\n"
     "f objects=2 bytes=3 types=2 anomalies=1\n"
     "complete\n",
     NULL},
    {"a 2 x 1\n"
     "a 2 y 2\n"
     "a 2 z 3\n",
     "s 'x' v2 from 1 open\n"
     "s 'y' v2 from 2 open\n"
     "s 'z' v2 from 3 open\n"
     "n a 2 a section begins before the one before it has ended\n"
     "n a 3 a section begins before the one before it has ended\n"
     "f anomalies=2\n"
     "incomplete: no end record\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c y 5\n",
     "s 'x' v2 to 5\n"
     "o 1 1 T\n"
     "n a 4 end record names another domain than its section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c y 5\n"
     "a 2 z\n"
     "c z\n",
     "s 'x' v2 to 5\n"
     "o 1 1 T\n"
     "s 'z' v2\n"
     "n a 4 end record names another domain than its section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\n"
     "complete\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1\n",
     "s 'x' v2 open\n"
     "o 1 1 T\n"
     "f objects=1 bytes=1 types=1\n"
     "incomplete: no end record\n",
     NULL},
    {"a 2 x\n"
     "t 1 T\n"
     "o 1 1 1",
     "s 'x' v2 open\n"
     "o 1 1 T\n"
     "f objects=1 bytes=1 types=1\n"
     "incomplete: no end record\n",
     NULL},
    {"a 2 x\n"
     "c x\n"
     "a 2 y\n"
     "t 1 T\n"
     "o 1 1 1\n",
     "s 'x' v2\n"
     "s 'y' v2 open\n"
     "o 1 1 T\n"
     "f objects=1 bytes=1 types=1\n"
     "incomplete: no end record\n",
     NULL},
};

static void test_brackets(void **state)
{
    (void)state;
    check_cases(brackets, CHECK_COUNT(brackets));
}

/* An end record in a cut-off last line proves the end only if it repeats the name. */
static const log_case cut_off_end[] = {
    {"a 2 My.exe 1\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c My.exe 2",
     "s 'My.exe' v2 from 1 to 2\n"
     "o 1 1 T\n"
     "f objects=1 bytes=1 types=1\n"
     "complete\n",
     NULL},
    {"a 2 My.exe 1\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c My.exe",
     "s 'My.exe' v2 from 1 open\n"
     "o 1 1 T\n"
     "f objects=1 bytes=1 types=1\n"
     "incomplete: no end record\n",
     NULL},
    {"a 2 My.exe 10\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c My.exe 1",
     "s 'My.exe' v2 from 10 to 1 open\n"
     "o 1 1 T\n"
     "f objects=1 bytes=1 types=1\n"
     "incomplete: no end record\n",
     NULL},
    {"a 2 My.exe\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c My.exe",
     "s 'My.exe' v2\n"
     "o 1 1 T\n"
     "f objects=1 bytes=1 types=1\n"
     "complete\n",
     NULL},
    {"a 2 My.exe 1\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c My.ex",
     "s 'My.exe' v2 from 1 open\n"
     "o 1 1 T\n"
     "n a 4 end record names another domain than its section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\n"
     "incomplete: no end record\n",
     NULL},
    {"a 2 My.exe 1\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c My.ex\n",
     "s 'My.exe' v2 from 1\n"
     "o 1 1 T\n"
     "n a 4 end record names another domain than its section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\n"
     "complete\n",
     NULL},
    {"a 2 My.exe 1\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c",
     "s 'My.exe' v2 from 1 open\n"
     "o 1 1 T\n"
     "n m 4 malformed, skipped: end record without name\n"
     "f objects=1 bytes=1 types=1 malformed=1\n"
     "incomplete: no end record\n",
     "2 4 malformed: end record without name\n"},
    {"a 2 My Game 1\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c My",
     "s 'My Game' v2 from 1 open\n"
     "o 1 1 T\n"
     "n a 4 end record names another domain than its section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\n"
     "incomplete: no end record\n",
     NULL},
};

static void test_cut_off_end(void **state)
{
    (void)state;
    check_cases(cut_off_end, CHECK_COUNT(cut_off_end));
}

/* Unknown records, missing elements, bad numbers: skipped, counted, shown with their line. */
static const log_case malformed[] = {
    {"a 2 x\n"
     "t 1 T\n"
     "\n"
     "hello\n"
     "o 1 1 1\n"
     "o 2 1\n"
     "o 3 1 g\n"
     "o 4 1 1 z\n"
     "r\n"
     "r 1 1\n"
     "t\n"
     "t 2\n"
     "a\n"
     "a 2\n"
     "c\n"
     "o 5 1 2 1\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "o 5 2 T > 1\n"
     "n m 4 malformed, skipped: unknown record 'hello'\n"
     "n m 6 malformed, skipped: object record without size\n"
     "n m 7 malformed, skipped: bad size 'g'\n"
     "n m 8 malformed, skipped: bad reference 'z'\n"
     "n m 9 malformed, skipped: root record without object id\n"
     "n m 10 malformed, skipped: root record without flags\n"
     "n m 11 malformed, skipped: type record without type id\n"
     "n m 12 malformed, skipped: type record without name\n"
     "n m 13 malformed, skipped: section record without version\n"
     "n m 14 malformed, skipped: section record without name\n"
     "f objects=2 bytes=3 types=1 malformed=11 references=1\n"
     "complete\n",
     "2 4 malformed: unknown record 'hello'\n"},
    {"# a comment\n"
     "a 2 x\n"
     "t 1 T\n"
     "o 1 1 1\n"
     "c x\n",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "n m 1 malformed, skipped: unknown record '#'\n"
     "f objects=1 bytes=1 types=1 malformed=1\n"
     "complete\n",
     "2 1 malformed: unknown record '#'\n"},
    {"a 2 x\n"
     "t 1 T\n"
     "x1\n"
     "x2\n"
     "x3\n"
     "x4\n"
     "x5\n"
     "x6\n"
     "x7\n"
     "x8\n"
     "x9\n"
     "xa\n"
     "xb\n"
     "xc\n"
     "o 1 1 1\n"
     "c x\n"
     "last",
     "s 'x' v2\n"
     "o 1 1 T\n"
     "n m 3 malformed, skipped: unknown record 'x1'\n"
     "n m 4 malformed, skipped: unknown record 'x2'\n"
     "n m 5 malformed, skipped: unknown record 'x3'\n"
     "n m 6 malformed, skipped: unknown record 'x4'\n"
     "n m 7 malformed, skipped: unknown record 'x5'\n"
     "n m 8 malformed, skipped: unknown record 'x6'\n"
     "n m 9 malformed, skipped: unknown record 'x7'\n"
     "n m 10 malformed, skipped: unknown record 'x8'\n"
     "n m 11 malformed, skipped: unknown record 'x9'\n"
     "n m 12 malformed, skipped: unknown record 'xa'\n"
     "f objects=1 bytes=1 types=1 malformed=13\n"
     "complete\n",
     "2 3 malformed: unknown record 'x1'\n"},
};

static void test_malformed(void **state)
{
    (void)state;
    check_cases(malformed, CHECK_COUNT(malformed));
}

/* Not one valid record: an error, with the first line that was none. */
static const log_case no_heap_dump[] = {
    {"\n", "2 0 not a heap dump gcview knows: all lines are blank\n", NULL},
    {" \r\n"
     "\t\n"
     "\n",
     "2 0 not a heap dump gcview knows: all lines are blank\n", NULL},
    {"hello\n"
     "world\n",
     "2 1 not a heap dump gcview knows: no line is a record (here: unknown record 'hello')\n",
     "2 1 malformed: unknown record 'hello'\n"},
    {"\n"
     "\n"
     "hello",
     "2 3 not a heap dump gcview knows: no line is a record (here: unknown record 'hello')\n",
     "2 3 malformed: unknown record 'hello'\n"},
    {"o 1 2\n"
     "r 1\n",
     "2 1 not a heap dump gcview knows: no line is a record (here: object record without size)\n",
     "2 1 malformed: object record without size\n"},
    {"{\"nodes\":[]}",
     "2 1 not a heap dump gcview knows: no line is a record (here: unknown record "
     "'{\"nodes\":[]}')\n",
     "2 1 malformed: unknown record '{\"nodes\":[]}'\n"},
};

static void test_no_heap_dump(void **state)
{
    (void)state;
    check_cases(no_heap_dump, CHECK_COUNT(no_heap_dump));
}

/* ---- what only some encodings can say ----------------------------------------------------- */

static void test_bytes_that_are_no_utf8(void **state)
{
    static const char log[] = "a 2 \xff\nt 1 \x80T\xc3\no 1 1 1\nc \xff\n";
    static const char expected[] =
        "s '\xff' v2\no 1 1 \x80T\xc3\nf objects=1 bytes=1 types=1\n"
        "complete\n";
    (void)state;
    check_log(log, sizeof log - 1, LITTLE, expected, NULL); /* no UTF-16 of it */
}

/* A NUL byte in the first bytes is not taken for a log, further on it is a byte as any other. */
static void test_nul_bytes(void **state)
{
    static const char early[] = "a 2 x\nt 1 T\no 1 1 1\0\nc x\n";
    static const char late[] = "o 1 1 1\0\no 2 1 1\nr 1 0 0\0\n\0\nc x\n";
    static bytes log;
    static text out;
    size_t i;
    (void)state;
    encode(&log, early, sizeof early - 1, PLAIN);
    load(&log, GCV_LOAD_GRAPH, false, 0, false, &out);
    assert_string_equal(out.data,
                        "2 0 not a heap dump gcview knows (--input-format reads it as "
                        "one all the same)\n");
    log.n = 0;
    for (i = 0; i < 60; i++) {
        memcpy(log.data + log.n, "t 1 Type\n\n", 10);
        log.n += 10;
    }
    memcpy(log.data + log.n, late, sizeof late - 1);
    log.n += sizeof late - 1;
    for (i = 0; i < CHECK_COUNT(chunks); i++) {
        load(&log, GCV_LOAD_GRAPH, false, chunks[i], false, &out);
        assert_string_equal(out.data,
                            "s\no 2 1 Type\nn a 1 records outside of a section\n"
                            "n m 121 malformed, skipped: bad size '1\xef\xbf\xbd'\n"
                            "n m 123 malformed, skipped: bad flags '0\xef\xbf\xbd'\n"
                            "n m 124 malformed, skipped: unknown record '\xef\xbf\xbd'\n"
                            "f objects=1 bytes=1 types=1 malformed=3 anomalies=1\ncomplete\n");
    }
}

static void test_hardly_any_bytes(void **state)
{
    static bytes log;
    static text out;
    (void)state;
    encode(&log, "a 2 x\nt 1 T\no 1 1 1\nc x\n", 24, LITTLE);
    log.data[log.n++] = 'r';
    load(&log, GCV_LOAD_GRAPH, false, 0, false, &out);
    assert_string_equal(out.data,
                        "s 'x' v2\no 1 1 T\n"
                        "n m 5 malformed, skipped: unknown record '\xef\xbf\xbd'\n"
                        "f objects=1 bytes=1 types=1 malformed=1\ncomplete\n");
    log.n = 2; /* nothing but the mark */
    load(&log, GCV_LOAD_GRAPH, false, 0, false, &out);
    assert_string_equal(out.data, "2 0 not a heap dump gcview knows: all lines are blank\n");
    encode(&log, "", 0, MARKED);
    load(&log, GCV_LOAD_GRAPH, false, 0, false, &out);
    assert_string_equal(out.data, "2 0 not a heap dump gcview knows: all lines are blank\n");
    log.n = 0;
    load(&log, GCV_LOAD_GRAPH, false, 0, false, &out);
    assert_string_equal(out.data, "2 0 the file is empty\n");
}

/* ---- formats and files -------------------------------------------------------------------- */

static void test_named_format(void **state)
{
    static const char log[] = "a 2 x\nt 1 T\no 1 1 1\x01\no 2 1 1\nc x\n";
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options;
    gcv_heap *heap = NULL;
    gcv_error err;
    (void)state;
    memset(&options, 0, sizeof options);
    options.format = "rpm";
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, sizeof log - 1, &options, &heap, &err),
                     GCV_OK);
    assert_true(gcv_heap_facts(heap)->objects == 1 && gcv_heap_facts(heap)->malformed_lines == 1);
    gcv_heap_free(heap);
    options.format = "rpm2";
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, sizeof log - 1, &options, &heap, &err),
                     GCV_ERR_USAGE);
    assert_string_equal(err.message, "no input format 'rpm2'");
    options.format = "";
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, sizeof log - 1, &options, &heap, &err),
                     GCV_ERR_USAGE);
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
}

static void test_files(void **state)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options;
    gcv_heap *heap = NULL;
    gcv_error err;
    (void)state;
    memset(&options, 0, sizeof options);
    assert_int_equal(gcv_heap_load(ctx, "samples/published-example.log", &options, &heap, &err),
                     GCV_OK);
    assert_string_equal(gcv_heap_name(heap), "samples/published-example.log");
    assert_true(gcv_heap_facts(heap)->objects == 6 && gcv_heap_is_complete(heap));
    gcv_heap_free(heap);
    assert_int_equal(gcv_heap_load(ctx, "samples", &options, &heap, &err), GCV_ERR_INPUT);
    assert_string_equal(err.file, "samples");
    assert_int_equal(gcv_heap_load(ctx, "samples/none.log", &options, &heap, &err), GCV_ERR_INPUT);
    assert_string_equal(err.message, "cannot open");
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
}

/* ---- roots that count --------------------------------------------------------------------- */

static void check_root_set(const gcv_heap *heap, gcv_context *ctx, bool weak,
                           const uint32_t *objects, uint32_t n)
{
    gcv_root_set set;
    assert_int_equal(gcv_root_set_find(ctx, heap, weak, &set, NULL), GCV_OK);
    assert_int_equal(set.n, n);
    assert_memory_equal(set.object, objects, n * sizeof *objects);
    gcv_root_set_release(ctx, &set);
}

/* A weak flag, whatever the kind and the other flags, keeps nothing alive; an unknown kind or flag
 * does. */
static void test_weak_roots(void **state)
{
    static const char log[] =
        "a 2 x\nt 1 T\no 1 1 1\no 2 1 1\no 3 1 1\no 4 1 1\no 5 1 1\no 6 1 1\n"
        "r 1 3 2\nr 2 3 0\nr 3 9 0\nr 4 9 2\nr 5 1 f0\nr 6 1 f2\nr 2 3 2\n"
        "r 2 1 0\nr 3 9 2\nr 9 3 0\nc x\n";
    static const uint32_t strong[] = {1, 4, 2}, all[] = {0, 1, 4, 5, 2, 3};
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options;
    gcv_heap *heap = NULL;
    (void)state;
    memset(&options, 0, sizeof options);
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, sizeof log - 1, &options, &heap, NULL),
                     GCV_OK);
    assert_int_equal(gcv_heap_n_roots(heap), 10); /* all are listed */
    check_root_set(heap, ctx, false, strong, CHECK_COUNT(strong));
    check_root_set(heap, ctx, true, all, CHECK_COUNT(all));
    gcv_heap_free(heap);
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
}

/* ---- size --------------------------------------------------------------------------------- */

/* A line above 256 MiB, by more than any read. */
static void test_a_line_above_256_mib(void **state)
{
    static const char before[] = "a 2 x\nt 1 T\no 1 1 1\no 2 1 1";
    static const char after[] = "\no 3 1 1\nhm\nc x\n";
    const size_t middle = (size_t)257 << 20, size = sizeof before - 1 + middle + sizeof after - 1;
    char *log = malloc(size);
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options;
    gcv_heap *heap = NULL;
    gcv_error err;
    static text out;
    size_t at;
    (void)state;
    assert_non_null(log);
    memset(&options, 0, sizeof options);
    memcpy(log, before, sizeof before - 1);
    for (at = sizeof before - 1; at < size; at += 2) {
        memcpy(log + at, " 1", at + 2 <= size ? 2 : 1);
    }
    memcpy(log + size - (sizeof after - 1), after, sizeof after - 1);
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, size, &options, &heap, &err), GCV_OK);
    say_heap(&out, heap);
    assert_string_equal(out.data,
                        "s 'x' v2\no 1 1 T\no 3 1 T\n"
                        "n m 4 malformed, skipped: line longer than 256 MiB\n"
                        "n m 6 malformed, skipped: unknown record 'hm'\n"
                        "f objects=2 bytes=2 types=1 malformed=2\ncomplete\n");
    gcv_heap_free(heap);
    assert_true(gcv_context_peak(ctx) < (uint64_t)258 << 20);
    options.strict = true;
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, size, &options, &heap, &err),
                     GCV_ERR_INPUT);
    assert_string_equal(err.message, "malformed: line longer than 256 MiB");
    assert_int_equal(err.line, 4);
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
    free(log);
}

static gcv_heap *load_plainly(gcv_context *ctx, const char *log, size_t size, size_t chunk)
{
    gcv_load_options options;
    gcv_heap *heap = NULL;
    memset(&options, 0, sizeof options);
    options.chunk_size = chunk;
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, size, &options, &heap, NULL), GCV_OK);
    return heap;
}

static void check_same_heap(const gcv_heap *a, const gcv_heap *b)
{
    uint32_t i;
    assert_int_equal(gcv_heap_n_objects(a), gcv_heap_n_objects(b));
    assert_memory_equal(gcv_heap_facts(a), gcv_heap_facts(b), sizeof(gcv_facts));
    for (i = 0; i < gcv_heap_n_objects(a); i++) {
        uint32_t n, m;
        const uint32_t *x = gcv_heap_references(a, i, &n), *y = gcv_heap_references(b, i, &m);
        assert_true(n == m && (n == 0 || memcmp(x, y, n * sizeof *x) == 0));
        assert_true(gcv_heap_object_id(a, i) == gcv_heap_object_id(b, i));
        assert_true(gcv_heap_object_bytes(a, i) == gcv_heap_object_bytes(b, i));
        assert_true(gcv_heap_object_type(a, i) == gcv_heap_object_type(b, i));
    }
}

/* Many lines of very different lengths, so that reads end everywhere. */
static void test_chunks_of_a_longer_log(void **state)
{
    enum { OBJECTS = 2500, ROOM = 60 * OBJECTS };
    static char log[ROOM + 9 * 4 * OBJECTS];
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *whole;
    uint64_t seed = 9;
    size_t n, i, k;
    (void)state;
    n = (size_t)sprintf(log, "a 2 x 1\n");
    for (i = 0; i < OBJECTS; i++) {
        size_t refs = check_below(&seed, 50) == 0 ? check_below(&seed, 150) : check_below(&seed, 4);
        n += (size_t)sprintf(log + n, "o %x %x %x", (unsigned)(i * 1023 % 4099 * 8),
                             (unsigned)check_below(&seed, 9), (unsigned)check_below(&seed, 999));
        for (k = 0; k < refs; k++) {
            n += (size_t)sprintf(log + n, " %x", (unsigned)check_below(&seed, 4099) * 8);
        }
        log[n++] = '\n';
        assert_true(n < sizeof log - 1500);
    }
    n += (size_t)sprintf(log + n, "c x 2\n");
    whole = load_plainly(ctx, log, n, n + 1);
    assert_int_equal(gcv_heap_n_objects(whole), OBJECTS);
    for (i = 0; i < CHECK_COUNT(chunks) + 3; i++) {
        gcv_heap *pieces = load_plainly(ctx, log, n, i < CHECK_COUNT(chunks) ? chunks[i] : i * 37);
        check_same_heap(whole, pieces);
        gcv_heap_free(pieces);
    }
    gcv_heap_free(whole);
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
}

/* ---- failures ----------------------------------------------------------------------------- */

static gcv_status load_failing(const char *log, size_t size, gcv_load_level level, uint64_t fail_at,
                               uint64_t limit)
{
    gcv_context *ctx = gcv_context_new(limit);
    gcv_load_options options;
    gcv_heap *heap = NULL;
    gcv_error err;
    gcv_status status;
    memset(&options, 0, sizeof options);
    memset(&err, 0, sizeof err);
    options.level = level;
    options.chunk_size = 16;
    ctx->fail_at = fail_at;
    status = gcv_heap_load_memory(ctx, "log", log, size, &options, &heap, &err);
    if (status == GCV_OK) {
        gcv_heap_free(heap);
    } else {
        assert_null(heap);
        assert_int_equal(err.status, status); /* what is said is what is returned */
    }
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
    return status;
}

/* In UTF-16 with everything odd, so that every module is on the way. */
static void make_odd_log(bytes *out)
{
    static text log;
    size_t i;
    log.n = 0;
    for (i = 0; i < 12; i++) {
        say(&log, "a 2 section-%u 1\nt 1 Type%u\no 9 1 1 1 2 3\nhm\no 5 2 ffffffffff 9 77 3\n",
            (unsigned)i, (unsigned)i);
        say(&log, "o 9 1 1\nr 5 4 0 1\nr 9 8 8 3\nr 88 1 1\no %x 1 1\n%s", (unsigned)i + 1,
            i % 4 == 0 ? "" : "c x\n");
    }
    encode(out, log.data, log.n, BIG);
}

static void test_every_allocation_fails_once(void **state)
{
    static bytes log;
    int level;
    (void)state;
    make_odd_log(&log);
    for (level = GCV_LOAD_GRAPH; level <= GCV_LOAD_TALLY; level++) {
        uint64_t n = 0;
        gcv_status status;
        do {
            n++;
            status = load_failing(log.data, log.n, (gcv_load_level)level, n, 0);
            assert_true(status == GCV_OK || status == GCV_ERR_MEMORY);
        } while (status != GCV_OK);
        assert_true(n > 20);
    }
}

static void test_every_memory_limit(void **state)
{
    static bytes log;
    int level;
    (void)state;
    make_odd_log(&log);
    for (level = GCV_LOAD_GRAPH; level <= GCV_LOAD_TALLY; level++) {
        uint64_t limit = 1;
        gcv_status status;
        do {
            status = load_failing(log.data, log.n, (gcv_load_level)level, 0, limit);
            assert_true(status == GCV_OK || status == GCV_ERR_LIMIT);
            limit += 101;
        } while (status != GCV_OK);
        assert_true(limit > 10000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_read_without_a_word),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_root_kinds_and_flags),
        cmocka_unit_test(test_what_is_missing),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_references_of_duplicates),
        cmocka_unit_test(test_sections),
        cmocka_unit_test(test_records_outside),
        cmocka_unit_test(test_brackets),
        cmocka_unit_test(test_cut_off_end),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_no_heap_dump),
        cmocka_unit_test(test_bytes_that_are_no_utf8),
        cmocka_unit_test(test_nul_bytes),
        cmocka_unit_test(test_hardly_any_bytes),
        cmocka_unit_test(test_named_format),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_weak_roots),
        cmocka_unit_test(test_a_line_above_256_mib),
        cmocka_unit_test(test_chunks_of_a_longer_log),
        cmocka_unit_test(test_every_allocation_fails_once),
        cmocka_unit_test(test_every_memory_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
