/* profile_rows.c - reads the output of `profile`; see profile_rows.h. */
#include "support/profile_rows.h"

#include "support/check.h"
#include "support/graphs.h"
#include "support/pprof_reader.h"
#include "support/written.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void profile_rows_add(profile_rows *rows, const char *stack, const profile_row *sums)
{
    profile_row row = *sums;
    if (rows->n == rows->cap) {
        rows->cap = 2 * rows->cap + 16;
        rows->rows = realloc(rows->rows, rows->cap * sizeof *rows->rows);
        assert_non_null(rows->rows);
    }
    row.stack = graph_alloc(strlen(stack) + 1, 1);
    strcpy(row.stack, stack);
    rows->rows[rows->n++] = row;
}

void profile_rows_release(profile_rows *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        free(rows->rows[i].stack);
    }
    free(rows->rows);
    memset(rows, 0, sizeof *rows);
}

/* ---- folded ------------------------------------------------------------------------------- */

/* Removes the last number from a line that ends at `*end`. */
static int64_t last_number(const char *line, const char **end)
{
    const char *at = *end;
    while (at > line && at[-1] >= '0' && at[-1] <= '9') {
        at--;
    }
    assert_true(at < *end && at > line && at[-1] == ' ');
    *end = at - 1;
    return (int64_t)strtoull(at, NULL, 10);
}

static void read_folded(profile_rows *rows, const char *bytes, size_t size, bool differs)
{
    const char *line = bytes, *past = bytes + size;
    while (line < past) {
        const char *end = memchr(line, '\n', (size_t)(past - line)), *at = end;
        profile_row sums = {NULL, 0, 0, 0};
        graph_text stack = {NULL, 0, 0};
        assert_non_null(end);
        sums.bytes = last_number(line, &at);
        sums.before = differs ? last_number(line, &at) : 0;
        graph_put(&stack, line, (size_t)(at - line));
        graph_put(&stack, "\n", 2);
        for (size_t i = 0; i + 2 < stack.size; i++) {
            assert_true((unsigned char)stack.data[i] >= ' ');
            stack.data[i] = stack.data[i] == ';' ? '\n' : stack.data[i];
        }
        profile_rows_add(rows, stack.data, &sums);
        graph_text_release(&stack);
        line = end + 1;
    }
}

/* ---- JSON --------------------------------------------------------------------------------- */

static uint64_t take_number(reader *r)
{
    uint64_t number = 0;
    assert_true(r->at < r->end && gcv_is_digit(*r->at));
    while (r->at < r->end && gcv_is_digit(*r->at)) {
        number = number * 10 + (uint64_t)(*r->at++ - '0');
    }
    return number;
}

static bool begins(const reader *r, const char *text)
{
    const size_t size = strlen(text);
    return (size_t)(r->end - r->at) >= size && memcmp(r->at, text, size) == 0;
}

static void add_name(graph_text *stack, const char *name, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        assert_true((unsigned char)name[i] >= ' ');
    }
    graph_put(stack, name, size);
    graph_puts(stack, "\n");
}

static void add_row(profile_rows *rows, const graph_text *stack, const profile_row *sums)
{
    graph_text ended = {NULL, 0, 0};
    graph_put(&ended, stack->data, stack->size);
    graph_put(&ended, "", 1);
    profile_rows_add(rows, ended.data, sums);
    graph_text_release(&ended);
}

/* ---- ncdu --------------------------------------------------------------------------------- */

/* Removes " (N objects)" from a name. */
static int64_t take_objects(buffer *name)
{
    size_t at = name->size;
    char text[60];
    while (at > 0 && name->bytes[at - 1] != '(') {
        at--;
    }
    assert_true(at > 1 && name->bytes[at - 2] == ' ');
    int64_t n = (int64_t)strtoull(name->bytes + at, NULL, 10);
    (void)snprintf(text, sizeof text, "%" PRId64 " object%s)", n, n == 1 ? "" : "s");
    assert_int_equal(strlen(text), name->size - at);
    assert_memory_equal(name->bytes + at, text, name->size - at);
    name->size = at - 2;
    return n;
}

/* Reads the rest of a file after its name. */
static int64_t take_size(reader *r)
{
    reader_expect(r, ",\"asize\":");
    uint64_t bytes = take_number(r);
    reader_expect(r, ",\"dsize\":");
    assert_int_equal(take_number(r), bytes);
    reader_expect(r, "}");
    return (int64_t)bytes;
}

static void read_folder(profile_rows *rows, reader *r, graph_text *stack)
{
    static const char own[] = ",\n{\"name\":\"(own bytes)\"";
    profile_row sums = {NULL, 0, 0, 0};
    buffer name;
    const size_t above = stack->size;
    const bool is_folder = reader_ahead(r, '[');
    reader_expect(r, is_folder ? "[{\"name\":" : "{\"name\":");
    reader_json_string(r, &name);
    if (is_folder) {
        reader_expect(r, "}");
    }
    if (!is_folder || begins(r, own)) {
        sums.objects = take_objects(&name);
        assert_true(sums.objects > 0);
    }
    add_name(stack, name.bytes, name.size);
    if (begins(r, own)) {
        reader_expect(r, own);
    }
    if (sums.objects > 0) {
        sums.bytes = take_size(r);
        add_row(rows, stack, &sums);
    }
    while (is_folder && !reader_ahead(r, ']')) {
        reader_expect(r, ",\n");
        read_folder(rows, r, stack);
    }
    if (is_folder) {
        reader_expect(r, "]");
    }
    stack->size = above;
}

static void read_ncdu(profile_rows *rows, const char *bytes, size_t size)
{
    graph_text stack = {NULL, 0, 0};
    reader r;
    buffer name;
    r.at = bytes;
    r.end = bytes + size;
    reader_expect(&r, "[1,0,{\"progname\":\"gcview\"},\n[{\"name\":");
    reader_json_string(&r, &name);
    reader_expect(&r, "}");
    while (!reader_ahead(&r, ']')) {
        reader_expect(&r, ",\n");
        read_folder(rows, &r, &stack);
    }
    reader_expect(&r, "]]\n");
    assert_true(r.at == r.end);
    graph_text_release(&stack);
}

/* ---- speedscope --------------------------------------------------------------------------- */

typedef struct names {
    char **name; /* each ends in NUL */
    size_t n, cap;
} names;

static void names_add(names *list, const char *bytes, size_t size)
{
    if (list->n == list->cap) {
        list->cap = 2 * list->cap + 16;
        list->name = realloc(list->name, list->cap * sizeof *list->name);
        assert_non_null(list->name);
    }
    list->name[list->n] = graph_alloc(size + 1, 1);
    memcpy(list->name[list->n], bytes, size);
    list->name[list->n++][size] = '\0';
}

static void names_release(names *list)
{
    while (list->n > 0) {
        free(list->name[--list->n]);
    }
    free(list->name);
    memset(list, 0, sizeof *list);
}

/* Takes the comma before every element except the first; false: the end. */
static bool take_element(reader *r, bool *first)
{
    if (reader_ahead(r, ']')) {
        return false;
    }
    if (!*first) {
        reader_expect(r, ",");
    }
    *first = false;
    reader_expect(r, "\n");
    return true;
}

static void read_samples(profile_rows *rows, reader *r, const names *frames)
{
    bool first = true;
    while (take_element(r, &first)) {
        static const profile_row none = {NULL, 0, 0, 0};
        graph_text stack = {NULL, 0, 0};
        char next = '[';
        while (next != ']') {
            reader_expect(r, stack.size == 0 ? "[" : "");
            uint64_t frame = take_number(r);
            assert_true(frame < frames->n);
            add_name(&stack, frames->name[frame], strlen(frames->name[frame]));
            next = reader_take(r);
            assert_true(next == ',' || next == ']');
        }
        add_row(rows, &stack, &none);
        graph_text_release(&stack);
    }
}

/* Reads a profile. Its weights must be the objects or the bytes of all rows. */
static void read_profile(profile_rows *rows, reader *r, const names *frames, bool objects)
{
    uint64_t sum = 0;
    size_t i = 0;
    bool first = true;
    reader_expect(r, objects ? "{\"type\":\"sampled\",\"name\":\"objects\",\"unit\":\"none\","
                             : "{\"type\":\"sampled\",\"name\":\"bytes\",\"unit\":\"bytes\",");
    reader_expect(r, "\"startValue\":0,\"endValue\":");
    uint64_t total = take_number(r);
    reader_expect(r, ",\"samples\":[");
    read_samples(rows, r, frames);
    reader_expect(r, "],\"weights\":[");
    for (; take_element(r, &first); i++) {
        const uint64_t weight = take_number(r);
        assert_true(i < rows->n);
        *(objects ? &rows->rows[i].objects : &rows->rows[i].bytes) = (int64_t)weight;
        sum += weight;
    }
    reader_expect(r, "]}");
    assert_int_equal(i, rows->n);
    assert_true(sum == total);
}

static void read_speedscope(profile_rows *rows, const char *bytes, size_t size)
{
    names frames = {NULL, 0, 0};
    profile_rows again = {NULL, 0, 0};
    reader r;
    buffer name;
    bool first = true;
    r.at = bytes;
    r.end = bytes + size;
    reader_expect(&r,
                  "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
                  "\"exporter\":\"gcview\",\"name\":");
    reader_json_string(&r, &name);
    reader_expect(&r, ",\"activeProfileIndex\":0,\n\"shared\":{\"frames\":[");
    while (take_element(&r, &first)) {
        reader_expect(&r, "{\"name\":");
        reader_json_string(&r, &name);
        reader_expect(&r, "}");
        names_add(&frames, name.bytes, name.size);
    }
    reader_expect(&r, "]},\n\"profiles\":[");
    read_profile(rows, &r, &frames, false);
    reader_expect(&r, ",\n");
    read_profile(&again, &r, &frames, true);
    reader_expect(&r, "]}\n");
    assert_true(r.at == r.end);
    assert_int_equal(rows->n, again.n);
    for (size_t i = 0; i < rows->n; i++) {
        assert_string_equal(rows->rows[i].stack, again.rows[i].stack);
        rows->rows[i].objects = again.rows[i].objects;
    }
    profile_rows_release(&again);
    names_release(&frames);
}

/* ---- all formats -------------------------------------------------------------------------- */

void profile_rows_read(profile_rows *rows, const char *format, const char *bytes, size_t size,
                       bool differs)
{
    if (strcmp(format, "folded") == 0) {
        read_folded(rows, bytes, size, differs);
    } else if (strcmp(format, "ncdu") == 0) {
        read_ncdu(rows, bytes, size);
    } else if (strcmp(format, "speedscope") == 0) {
        read_speedscope(rows, bytes, size);
    } else {
        assert_string_equal(format, "pprof");
        profile_rows_read_pprof(rows, bytes, size);
    }
}
