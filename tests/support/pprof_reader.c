/* pprof_reader.c - profiles of pprof, read back; see pprof_reader.h. */
#include "support/pprof_reader.h"

#include "support/check.h"
#include "support/graphs.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- fields ------------------------------------------------------------------------------- */

/* The rest of a message. */
typedef struct wire {
    const unsigned char *at, *end;
} wire;

typedef struct field {
    uint64_t number;
    bool sized;
    uint64_t value; /* a varint */
    wire content;   /* a field with a size */
} field;

static uint64_t take_varint(wire *w)
{
    uint64_t value = 0;
    unsigned shift = 0;
    unsigned char byte;
    do {
        assert_true(w->at < w->end && shift < 64);
        byte = *w->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte >= 0x80);
    assert_true(byte != 0 || shift == 7); /* no longer than necessary */
    return value;
}

static bool take_field(wire *w, field *out)
{
    if (w->at == w->end) {
        return false;
    }
    memset(out, 0, sizeof *out);
    uint64_t key = take_varint(w);
    out->number = key >> 3;
    out->sized = (key & 7) == 2;
    assert_true(out->number > 0 && (out->sized || (key & 7) == 0));
    if (!out->sized) {
        out->value = take_varint(w);
        return true;
    }
    uint64_t size = take_varint(w);
    assert_true(size <= (uint64_t)(w->end - w->at));
    out->content.at = w->at;
    w->at += size;
    out->content.end = w->at;
    return true;
}

/* Returns the value of a number field that occurs at most once; 0: it does not occur. */
static uint64_t number_in(wire message, uint64_t number)
{
    uint64_t value = 0;
    size_t n = 0;
    field f;
    while (take_field(&message, &f)) {
        if (f.number == number) {
            assert_true(!f.sized);
            value = f.value;
            n++;
        }
    }
    assert_true(n <= 1);
    return value;
}

/* Finds occurrence `at` of a sized field; false: there are no more. */
static bool sized_in(wire message, uint64_t number, size_t at, wire *out)
{
    field f;
    while (take_field(&message, &f)) {
        if (f.number == number) {
            assert_true(f.sized);
            if (at-- == 0) {
                *out = f.content;
                return true;
            }
        }
    }
    return false;
}

/* ---- the profile -------------------------------------------------------------------------- */

enum { TYPES = 2 };

typedef struct lists {
    wire *strings;
    uint64_t *function_names, *location_functions; /* by id; 0: there is none */
    size_t n_strings, n_ids;
} lists;

static bool is_string(const lists *l, uint64_t at, const char *text)
{
    assert_true(at < l->n_strings);
    return (size_t)(l->strings[at].end - l->strings[at].at) == strlen(text) &&
           memcmp(l->strings[at].at, text, strlen(text)) == 0;
}

/* Finds strings, functions and locations. */
static void read_lists(lists *l, wire profile, size_t size)
{
    field f;
    wire line;
    memset(l, 0, sizeof *l);
    l->n_ids = size; /* each has some bytes */
    l->strings = graph_alloc(size + 1, sizeof *l->strings);
    l->function_names = graph_zeroed(size + 1, sizeof *l->function_names);
    l->location_functions = graph_zeroed(size + 1, sizeof *l->location_functions);
    while (take_field(&profile, &f)) {
        const uint64_t id = f.number == 4 || f.number == 5 ? number_in(f.content, 1) : 1;
        assert_true(id > 0 && id <= l->n_ids);
        if (f.number == 6) {
            assert_true(f.sized);
            l->strings[l->n_strings++] = f.content;
        } else if (f.number == 5) {
            assert_true(l->function_names[id] == 0);
            l->function_names[id] = number_in(f.content, 2) + 1;
            assert_int_equal(number_in(f.content, 3), 0); /* or pprof cuts the name */
        } else if (f.number == 4) {
            assert_true(l->location_functions[id] == 0);
            assert_true(sized_in(f.content, 4, 0, &line));
            l->location_functions[id] = number_in(line, 1);
            assert_int_equal(number_in(f.content, 2), 1);
        }
    }
    assert_true(is_string(l, 0, ""));
}

static void release_lists(lists *l)
{
    free(l->strings);
    free(l->function_names);
    free(l->location_functions);
}

static void check_type(const lists *l, wire type, const char *name, const char *unit)
{
    assert_true(is_string(l, number_in(type, 1), name));
    assert_true(is_string(l, number_in(type, 2), unit));
}

static void check_header(const lists *l, wire profile)
{
    wire message;
    assert_true(sized_in(profile, 1, 0, &message));
    check_type(l, message, "inuse_objects", "count");
    assert_true(sized_in(profile, 1, 1, &message));
    check_type(l, message, "inuse_space", "bytes");
    assert_false(sized_in(profile, 1, TYPES, &message));
    assert_true(sized_in(profile, 3, 0, &message));
    assert_int_equal(number_in(message, 1), 1);
    assert_true(is_string(l, number_in(message, 5), "[managed heap]"));
    assert_int_equal(number_in(message, 7), 1);
    assert_false(sized_in(profile, 3, 1, &message));
    assert_int_equal(number_in(profile, 9), 0); /* no time other than that of the dump */
    assert_true(sized_in(profile, 11, 0, &message));
    check_type(l, message, "space", "bytes");
    assert_int_equal(number_in(profile, 12), 1);
    assert_true(is_string(l, number_in(profile, 14), "inuse_space"));
}

/* Adds the frames of a sample, whose locations begin at the leaf. */
static void put_frames(const lists *l, wire ids, graph_text *stack)
{
    uint64_t id[200], name;
    size_t n = 0;
    while (ids.at < ids.end) {
        assert_true(n < sizeof id / sizeof id[0]);
        id[n++] = take_varint(&ids);
    }
    while (n-- > 0) {
        assert_true(id[n] > 0 && id[n] <= l->n_ids && l->location_functions[id[n]] > 0);
        name = l->function_names[l->location_functions[id[n]]];
        assert_true(name > 0 && name - 1 < l->n_strings);
        graph_put(stack, (const char *)l->strings[name - 1].at,
                  (size_t)(l->strings[name - 1].end - l->strings[name - 1].at));
        graph_puts(stack, "\n");
    }
    graph_put(stack, "", 1);
}

static void read_sample(profile_rows *rows, const lists *l, wire sample)
{
    profile_row sums = {NULL, 0, 0, 0};
    graph_text stack = {NULL, 0, 0};
    wire message;
    assert_true(sized_in(sample, 1, 0, &message));
    put_frames(l, message, &stack);
    assert_true(sized_in(sample, 2, 0, &message));
    sums.objects = (int64_t)take_varint(&message);
    sums.bytes = (int64_t)take_varint(&message);
    assert_true(message.at == message.end);
    assert_true(sized_in(sample, 3, 0, &message));
    assert_true(is_string(l, number_in(message, 1), "root"));
    assert_true(number_in(message, 2) < l->n_strings);
    wire kind = l->strings[number_in(message, 2)];
    assert_int_equal((size_t)(kind.end - kind.at), strcspn(stack.data, " \n"));
    assert_memory_equal(kind.at, stack.data, (size_t)(kind.end - kind.at));
    profile_rows_add(rows, stack.data, &sums);
    graph_text_release(&stack);
}

void profile_rows_read_pprof(profile_rows *rows, const char *bytes, size_t size)
{
    wire profile;
    lists l;
    field f;
    profile.at = (const unsigned char *)bytes;
    profile.end = profile.at + size;
    wire rest = profile;
    read_lists(&l, profile, size);
    check_header(&l, profile);
    while (take_field(&rest, &f)) {
        if (f.number == 2) {
            assert_true(f.sized);
            read_sample(rows, &l, f.content);
        }
    }
    release_lists(&l);
}
