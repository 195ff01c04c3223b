/* No redacted output has a word of the dump: a secret takes the place of each text in files of
 * every format, and is searched for in the outputs of a redacted heap. Which texts a reader uses
 * does not matter: all are tried, except for ids and other numbers, which stay. */
#include "support/check.h"
#include "support/effort.h"
#include "support/graphs.h"
#include "support/loaded.h"
#include "support/reported.h"

#include "base/file.h"
#include "redact/redact.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- secrets ------------------------------------------------------------------------------ */

typedef struct secret_text {
    const char *text, *core; /* the part that must not appear */
    bool is_word;            /* may be the name of a class */
} secret_text;

static const secret_text secrets[] = {
    {"Zqxj", "Zqxj", true},
    {"49151234567", "49151234567", false},
    {"0x9f3a7c51e2d4b608", "9f3a7c51e2d4b608", false},
    {"9f3a7c51e2d4b608", "9f3a7c51e2d4b608", false},
    {"192.168.17.39", "192.168.17.39", false},
    {"jozq@acme77.example", "acme77", true},
    {"/home/jozq/4711", "jozq", true},
    {"T4711-xkZq9", "xkZq9", true},
};

/* Names around a secret, % in its place. Names that are the platform's whatever follows are left
 * out for words. */
static const struct {
    const char *text;
    bool for_words;
} frames[] = {
    {"%", true},
    {"Acme.%", true},
    {"%.cache", true},
    {"System.Collections.Generic.List<%>", true},
    {"Acme.Box`1[[%, Acme]]", true},
    {"Acme.List`%", true},
    {"Acme.Page+<>c__DisplayClass%", true},
    {"Acme.Page.<%>d__%", true},
    {"Acme.Page.<Run>g__%|%", true},
    {"%View", true},
    {"(%)", true},
    {"Detached %", true},
    {"Window / %", true},
    {"12 / part of key (% @5) -> value", true},
    {"Tenant::%", true},
    {"#<Class < %>", true},
    {"static var %", true},
    {"incomplete: %", true},
    {"0x%", false},
    {"System.%", false},
    {"Interop+%", false},
    {"node:%", false},
    {"system / %", false},
    {"Thread::%", false},
};

static void frame(const char *text, const char *word, char *out)
{
    for (*out = '\0'; *text != '\0'; text++) {
        const size_t n = strlen(out);
        if (*text == '%') {
            strcpy(out + n, word);
        } else {
            out[n] = *text;
            out[n + 1] = '\0';
        }
    }
}

/* ---- places of texts ---------------------------------------------------------------------- */

typedef enum text_form { LINES, QUOTED, COUNTED, WIDE } text_form;

static const struct {
    const char *path;
    text_form form;
} files[] = {
    {"tests/golden/inputs/static-fields.log", LINES},
    {"samples/published-example.log", LINES},
    {"samples/shop-2.heapsnapshot", QUOTED},
    {"tests/golden/inputs/converted.heapsnapshot", QUOTED},
    {"tests/golden/inputs/ruby-leak.json", QUOTED},
    {"tests/golden/inputs/converted.gcdump", COUNTED},
    {"samples/varied.gcdump", COUNTED},
    {"samples/two-snapshots.nettrace", WIDE},
    {"tests/golden/inputs/tiny-v6u-64.nettrace", WIDE},
};

typedef struct bytes {
    char *data;
    size_t size;
} bytes;

typedef struct text_place {
    size_t at, size; /* in bytes */
} text_place;

static bool is_shown(char c) { return c >= ' ' && c <= '~'; }

/* The size of the text at `at`; 0: there is none. */
static size_t size_at(const bytes *file, text_form form, size_t at)
{
    const unsigned char *data = (const unsigned char *)file->data + at;
    const size_t left = file->size - at;
    size_t n = 0, i;
    switch (form) {
    case LINES: /* ids have no letter beyond f */
        while (n < left && is_shown(file->data[at + n]) && file->data[at + n] != ' ') {
            n++;
        }
        return (at == 0 || !is_shown(file->data[at - 1]) || file->data[at - 1] == ' ') && n > 1 &&
                       strspn(file->data + at, "0123456789abcdef") < n
                   ? n
                   : 0;
    case QUOTED:
        while (n < left && is_shown(file->data[at + n]) && file->data[at + n] != '"') {
            n++;
        }
        return at > 0 && file->data[at - 1] == '"' && strncmp(file->data + at, "0x", 2) != 0 ? n
                                                                                             : 0;
    case COUNTED: /* after its size */
        if (at < 4 || data[-3] != 0 || data[-2] != 0 || data[-1] != 0 || data[-4] > left) {
            return 0;
        }
        for (n = data[-4], i = 0; i < n && is_shown(file->data[at + i]); i++) {
        }
        return i == n ? n : 0;
    case WIDE: /* UTF-16 */
    default:
        while (n + 1 < left && is_shown(file->data[at + n]) && data[n + 1] == 0) {
            n += 2;
        }
        return (at < 2 || !is_shown(file->data[at - 2]) || data[-1] != 0) && n > 6 ? n : 0;
    }
}

static bool next_place(const bytes *file, text_form form, text_place *place)
{
    size_t at = place->at + place->size;
    for (; at < file->size; at++) {
        const size_t n = size_at(file, form, at);
        if (n > 0) {
            place->at = at;
            place->size = n;
            return true;
        }
    }
    return false;
}

/* Puts a text into a copy of the file; in a binary file it gets the size of the one that it
 * replaces. False: no room. */
static bool put(const bytes *file, text_form form, const text_place *place, const char *text,
                bytes *out)
{
    const size_t wide = form == WIDE ? 2 : 1, room = place->size / wide, n = strlen(text);
    const bool fixed = form == COUNTED || form == WIDE;
    const size_t size = fixed ? place->size : n;
    if (fixed && n > room) {
        return false;
    }
    out->size = file->size - place->size + size;
    out->data = graph_alloc(out->size + 1, 1);
    memcpy(out->data, file->data, place->at);
    for (size_t i = 0; i < size / wide; i++) {
        const size_t before = fixed ? room - n : 0;
        out->data[place->at + i * wide] = i < before ? "q."[i + 1 == before] : text[i - before];
        if (form == WIDE) {
            out->data[place->at + i * wide + 1] = '\0';
        }
    }
    memcpy(out->data + place->at + size, file->data + place->at + place->size,
           file->size - place->at - place->size);
    return true;
}

enum { OUTPUT_OF = 8 }; /* one heap of so many is also printed */

/* ---- outputs ------------------------------------------------------------------------------ */

/* Whatever shows or writes a heap. Tables of commands are in it because they show what a converted
 * file has, and other texts, too. */
static const char *const lines[] = {
    "convert",
    "convert --to heapsnapshot -o -",
    "convert --to gcdump -o -",
    "convert --to hprof -o -",
    "report",
    "profile",
    "profile --paths",
    "profile --to pprof -o -",
    "profile --to speedscope",
    "profile --to ncdu",
    "summary --format json",
    "roots --top 0",
    "overview",
    "stats --top 0 --by namespace",
    "objects --top 0 --format json",
    "chains --type=* --fields",
    "suspects --top 0 --min 1 --chains",
};

static bool has(const char *text, size_t size, const char *word)
{
    const size_t n = strlen(word);
    size_t k;
    for (size_t i = 0; i + n <= size; i++) {
        const bool wide = i + 2 * n <= size && text[i] == word[0] && text[i + 1] == '\0';
        for (k = 0; wide && k < n && text[i + 2 * k] == word[k]; k++) {
        }
        if ((wide && k == n) || memcmp(text + i, word, n) == 0) {
            return true;
        }
    }
    return false;
}

static void check_output(const reported *r, const char *line, const char *name,
                         const secret_text *secret)
{
    size_t size;
    char *text = reported_text(r, line, &size);
    if (has(text, size, secret->core)) {
        fail_msg("`%s` has the %s of '%s'", line, secret->core, name);
    }
    free(text);
}

static void check_text(gcv_slice text, const char *where, const char *name,
                       const secret_text *secret)
{
    if (text.data != NULL && has(text.data, text.size, secret->core)) {
        fail_msg("a %s has the %s of '%s'", where, secret->core, name);
    }
}

/* Looks at every text of a heap. */
static void check_heap(const gcv_heap *heap, const char *name, const secret_text *secret)
{
    check_text(gcv_slice_str(heap->verdict), "verdict", name, secret);
    for (size_t i = 0; i < heap->n_types; i++) {
        check_text(heap->types.name[i], "type", name, secret);
        check_text(gcv_heap_type_module(heap, (uint32_t)i), "module", name, secret);
    }
    for (size_t i = 0; i < heap->sections.n; i++) {
        check_text(heap->sections.data[i].domain, "domain", name, secret);
    }
    for (size_t i = 0; i < heap->roots.n; i++) {
        check_text(heap->roots.data[i].label, "root", name, secret);
    }
    for (size_t i = 0; i < heap->names.n; i++) {
        check_text(heap->names.data[i], "name of an object", name, secret);
    }
    for (size_t i = 0; i < heap->places.words.end.n; i++) {
        check_text(gcv_word_list_at(&heap->places.words, i), "field", name, secret);
    }
    for (size_t i = 0; i < heap->properties.n; i++) {
        check_text(heap->properties.data[i].value, "property", name, secret);
    }
}

static void check_tables(const reported *r, const char *name, const secret_text *secret)
{
    char *tables[8];
    const size_t n = CHECK_COUNT(tables);
    reported_files(r, "convert --to tables --fields -o x/", n, tables);
    for (size_t i = 0; i < n; i++) {
        if (has(tables[i], strlen(tables[i]), secret->core)) {
            fail_msg("table %zu has the %s of '%s'", i, secret->core, name);
        }
        free(tables[i]);
    }
}

/* Whether the file could be read. */
static bool check_file(const bytes *file, const char *name, const secret_text *secret,
                       uint64_t seed)
{
    gcv_load_options options;
    gcv_name_map map;
    loaded l;
    memset(&options, 0, sizeof options);
    options.level = GCV_LOAD_GRAPH;
    options.with_fields = true;
    load_with(&l, file->data, file->size, options);
    bool is_read = l.status == GCV_OK;
    if (is_read) {
        const gcv_heap *heap = l.heap;
        const reported r = {l.ctx, &heap, 1, NULL, NULL, NULL};
        gcv_name_map_init(&map, l.ctx);
        gcv_name_map_make_key(&map);
        gcv_redact_heap(l.heap, &map, "heap");
        gcv_name_map_release(&map);
        check_heap(heap, name, secret);
        if (graph_mix(seed, 1) % OUTPUT_OF == 0) {
            check_output(&r, lines[graph_mix(seed, 2) % CHECK_COUNT(lines)], name, secret);
        }
        if (graph_mix(seed, 3) % (16 * OUTPUT_OF) == 0) {
            check_tables(&r, name, secret);
        }
    }
    unload(&l);
    return is_read;
}

/* ---- all of them -------------------------------------------------------------------------- */

static bytes read_file(const char *path)
{
    enum { MOST = 20000 };
    bytes file = {graph_alloc(MOST, 1), 0};
    FILE *in = gcv_file_open(path, NULL);
    assert_non_null(in);
    assert_int_equal(gcv_file_read(in, path, file.data, MOST - 1, &file.size, NULL), GCV_OK);
    assert_true(file.size < MOST - 1);
    file.data[file.size] = '\0';
    gcv_file_close(in);
    return file;
}

/* Tries a frame for a secret; 1 if the reader took it in. */
static size_t check_frame(const bytes *file, text_form form, const text_place *place, size_t at,
                          const secret_text *secret, uint64_t seed)
{
    char name[200];
    bytes changed;
    size_t n = 0;
    if (!secret->is_word || frames[at].for_words) {
        frame(frames[at].text, secret->text, name);
        if (put(file, form, place, name, &changed)) {
            n = check_file(&changed, name, secret, seed);
            free(changed.data);
        }
    }
    return n;
}

/* Returns how many of the secrets the reader took in. */
static size_t check_place(const bytes *file, text_form form, const text_place *place)
{
    size_t n = 0;
    for (size_t i = 0; i < CHECK_COUNT(secrets); i++) {
        for (size_t k = 0; k < CHECK_COUNT(frames); k++) {
            const uint64_t seed = graph_mix(place->at, i * CHECK_COUNT(frames) + k);
            const bool some =
                k == 0 ? !effort_is_reduced() || seed % 4 == 0
                       : seed % (effort_is_full() ? 4 : 8) == 0 && !effort_leaves_out(seed / 8);
            if (some) {
                n += check_frame(file, form, place, k, &secrets[i], seed);
            }
        }
    }
    return n;
}

static void test_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < CHECK_COUNT(files); i++) {
        bytes file = read_file(files[i].path);
        text_place place = {0, 0};
        size_t taken = 0;
        while (next_place(&file, files[i].form, &place)) {
            taken += check_place(&file, files[i].form, &place);
        }
        if (taken < (effort_is_reduced() ? 5 : 40)) {
            fail_msg("only %zu secrets were taken in from %s", taken, files[i].path);
        }
        free(file.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
