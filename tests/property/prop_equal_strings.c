/* Strings with equal contents, compared with their texts, which recursion joins. */
#include "support/check.h"
#include "support/effort.h"
#include "support/loaded.h"
#include "support/v8_writer.h"

#include "analysis/equal_strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40, TEXTS = 8, CUT = GCV_TEXT_CUT, ROOM = MOST * 2 * GCV_TEXT_CUT };

#define TEN "0123456789"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define SMILE "\xf0\x9f\x98\x80" /* 2 units */

static const char *const texts[TEXTS] = {
    "",
    "a",
    "ab",
    "b",
    SMILE,
    HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED,
    HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED TEN TEN "012",
    "(sliced string)"};

/* A string: concatenated, or with a text; the last text stands for part of another string. */
typedef struct some_string {
    bool is_concatenated, is_sliced;
    unsigned text, first, second; /* strings */
    uint64_t size;
} some_string;

typedef struct some_heap {
    some_string strings[MOST];
    unsigned n;
    v8_node nodes[MOST + 1];
    v8_edge edges[MOST * 4];
    unsigned n_edges;
} some_heap;

static void make_heap(some_heap *heap, uint64_t *seed)
{
    memset(heap, 0, sizeof *heap);
    heap->n = 2 + (unsigned)check_below(seed, MOST - 1);
    heap->nodes[0] = (v8_node){V8_SYNTHETIC, "", 1, 0, heap->n, 0};
    for (unsigned i = 0; i < heap->n; i++) {
        heap->edges[heap->n_edges++] = (v8_edge){V8_ELEMENT, NULL, 1 + i};
    }
    for (unsigned i = 0; i < heap->n; i++) {
        some_string *s = &heap->strings[i];
        const bool circular = check_below(seed, 20) == 0;
        s->is_concatenated = check_below(seed, 2) == 0;
        s->text = (unsigned)check_below(seed, TEXTS);
        s->is_sliced = !s->is_concatenated && s->text == TEXTS - 1;
        s->size = 8 * check_below(seed, 4);
        /* Mostly of earlier ones, so that there are few circles. */
        s->first = (unsigned)check_below(seed, circular || i == 0 ? heap->n : i);
        s->second = (unsigned)check_below(seed, circular || i == 0 ? heap->n : i);
        heap->nodes[1 + i] =
            (v8_node){s->is_concatenated ? V8_CONCATENATED
                      : s->is_sliced     ? V8_HIDDEN
                                         : V8_STRING,
                      s->is_concatenated ? "(concatenated string)" : texts[s->text],
                      2 + i,
                      s->size,
                      s->is_concatenated ? 3 : 0,
                      0};
        if (s->is_concatenated) {
            heap->edges[heap->n_edges++] = (v8_edge){V8_PROPERTY, "first", 1};
            heap->edges[heap->n_edges++] = (v8_edge){V8_INTERNAL, "second", 1 + s->second};
            heap->edges[heap->n_edges++] = (v8_edge){V8_INTERNAL, "first", 1 + s->first};
        }
    }
}

static unsigned units(const char *text, size_t *bytes, unsigned most)
{
    unsigned n = 0;
    for (*bytes = 0; text[*bytes] != '\0' && n < most;) {
        const bool is_smile = text[*bytes] == SMILE[0];
        n += is_smile ? 2 : 1;
        *bytes += is_smile ? 4 : 1;
    }
    return n;
}

/* Appends the text of a string to `out`; false: it is not known. `depth`: of strings within each
 * other, which is larger than their number only in a circle. */
static bool append(const some_heap *heap, unsigned string, char *out, unsigned depth)
{
    const some_string *s = &heap->strings[string];
    size_t bytes;
    if (depth > heap->n || s->is_sliced) {
        return false;
    }
    const size_t before = strlen(out);
    if (!s->is_concatenated) {
        strcat(out, texts[s->text]);
    } else {
        if (!append(heap, s->first, out, depth + 1)) {
            return false;
        }
        if (units(out + before, &bytes, CUT) < CUT && !append(heap, s->second, out, depth + 1)) {
            return false;
        }
    }
    (void)units(out + before, &bytes, CUT);
    out[before + bytes] = '\0';
    return true;
}

static bool is_empty(const some_heap *heap, unsigned string)
{
    static char text[ROOM];
    text[0] = '\0';
    return append(heap, string, text, 0) && text[0] == '\0';
}

/* The text of a string that counts; false: it does not. */
static bool text_of(const some_heap *heap, unsigned string, char *out)
{
    const some_string *s = &heap->strings[string];
    out[0] = '\0';
    return s->size > 0 &&
           !(s->is_concatenated && (is_empty(heap, s->first) || is_empty(heap, s->second))) &&
           append(heap, string, out, 0);
}

static void check_text(const some_heap *heap, const gcv_string_groups *found, const char *text)
{
    static char other[ROOM];
    unsigned count = 0;
    uint64_t bytes = 0;
    size_t at, n_bytes;
    for (unsigned i = 0; i < heap->n; i++) {
        if (text_of(heap, i, other) && strcmp(text, other) == 0) {
            count++;
            bytes += heap->strings[i].size;
        }
    }
    for (at = 0; !gcv_slice_is(found->texts.texts.data[at], text); at++) {
        assert_true(at + 1 < found->all.n);
    }
    assert_int_equal(found->all.data[at].count, count);
    assert_int_equal(found->all.data[at].bytes, bytes);
    assert_int_equal(found->all.data[at].wasted, count > 1 ? bytes - bytes / count : 0);
    assert_int_equal(found->all.data[at].length, units(text, &n_bytes, CUT));
}

static void check_heap(const some_heap *heap)
{
    static char text[ROOM];
    v8_model model = {0};
    gcv_load_options options = {.with_fields = true, .with_texts = true};
    gcv_string_groups found;
    loaded l;
    size_t size;
    uint64_t counted = 0, wanted = 0;
    model.nodes = heap->nodes;
    model.edges = heap->edges;
    model.n_nodes = heap->n + 1;
    model.n_edges = heap->n_edges;
    model.fields = 5;
    model.order = heap->n % 6;
    char *bytes = v8_write(&model, &size);
    load_with(&l, bytes, size, options);
    assert_int_equal(l.status, GCV_OK);
    gcv_strings_group(l.ctx, l.heap, &found);
    for (size_t i = 0; i < heap->n; i++) {
        if (text_of(heap, (unsigned)i, text)) {
            check_text(heap, &found, text);
            wanted++;
        }
    }
    for (size_t i = 0; i < found.all.n; i++) {
        counted += found.all.data[i].count;
    }
    assert_int_equal(counted, wanted);
    gcv_equal_strings_column_release(l.ctx, &found.all);
    gcv_distinct_texts_release(l.ctx, &found.texts);
    unload(&l);
    free(bytes);
}

static void test_random(NO_STATE)
{
    static some_heap heap;
    uint64_t seed = 6;
    for (uint32_t i = 0; i < effort_rounds(200); i++) {
        make_heap(&heap, &seed);
        check_heap(&heap);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests_name("equal strings", tests, NULL, NULL);
}
