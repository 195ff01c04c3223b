/* Sizes of classes to which a JVM adds something that its dumps do not show: hidden fields, padding
 * around contended fields, stacks. Objects lie side by side; their sizes are computed by hand. */
#include "support/check.h"
#include "support/hprof_file.h"
#include "support/loaded.h"

#include "heap/heap.h"

#include <stdio.h>
#include <string.h>

enum { OBJECT = 2, INT = 10, LONG = 11 };
enum { BASE = 0x10000, MIRROR = 112, MOST_OBJECTS = 200 };

enum { T_NAME = 1, T_SEED, T_PROBE, T_SECONDARY, T_COUNT, T_SIZE, T_CLASSES };

typedef enum kind {
    K_OBJECT,
    K_CLASS,
    K_SMALL, /* an int */
    K_PAIR,
    K_PADDED, /* an int that is contended */
    K_THREAD,
    K_WAITING, /* a thread with an int */
    K_CELL,
    K_LOADER,
    K_CHUNK,
    KINDS
} kind;

typedef struct kind_row {
    const char *name;
    kind super;
    size_t n;
    hprof_field fields[4];
} kind_row;

static const kind_row kinds[KINDS] = {
    [K_OBJECT] = {"java/lang/Object", KINDS, 0, {{0, 0, 0}}},
    [K_CLASS] = {"java/lang/Class", K_OBJECT, 0, {{0, 0, 0}}},
    [K_PADDED] = {"acme/Padded", K_OBJECT, 1, {{T_COUNT, INT, 0}}},
    [K_SMALL] = {"acme/Small", K_OBJECT, 1, {{T_COUNT, INT, 0}}},
    [K_PAIR] = {"acme/Pair", K_OBJECT, 2, {{T_COUNT, INT, 0}, {T_SIZE, INT, 0}}},
    [K_THREAD] =
        {"java/lang/Thread",
         K_OBJECT,
         4,
         {{T_NAME, OBJECT, 0}, {T_SEED, LONG, 0}, {T_PROBE, INT, 0}, {T_SECONDARY, INT, 0}}},
    [K_WAITING] = {"acme/Waiting", K_THREAD, 1, {{T_COUNT, INT, 0}}},
    [K_CELL] = {"java/util/concurrent/atomic/Striped64$Cell", K_OBJECT, 1, {{T_COUNT, LONG, 0}}},
    [K_LOADER] = {"java/lang/ClassLoader", K_OBJECT, 1, {{T_NAME, OBJECT, 0}}},
    [K_CHUNK] = {"jdk/internal/vm/StackChunk",
                 K_OBJECT,
                 4,
                 {{T_NAME, OBJECT, 0}, {T_SIZE, INT, 0}, {T_COUNT, INT, 0}, {T_PROBE, INT, 0}}}};

typedef struct made {
    hprof_file f;
    uint64_t at; /* address of the next object */
    size_t n;
    struct {
        uint64_t id, size;
    } objects[MOST_OBJECTS];
} made;

static uint64_t class_id(kind k) { return BASE + MIRROR * (uint64_t)k; }

static void put_classes(made *m)
{
    static const char *const texts[] = {"name",
                                        "threadLocalRandomSeed",
                                        "threadLocalRandomProbe",
                                        "threadLocalRandomSecondarySeed",
                                        "count",
                                        "size"};
    hprof_begin(&m->f, 8);
    for (size_t i = 0; i < CHECK_COUNT(texts); i++) {
        hprof_text(&m->f, T_NAME + i, texts[i]);
    }
    for (kind k = K_OBJECT; k < KINDS; k++) {
        hprof_text(&m->f, (uint64_t)T_CLASSES + k, kinds[k].name);
        hprof_load(&m->f, class_id(k), (uint64_t)T_CLASSES + k);
    }
    hprof_open(&m->f, 0x1c);
    for (kind k = K_OBJECT; k < KINDS; k++) {
        hprof_class(&m->f, class_id(k), k == K_OBJECT ? 0 : class_id(kinds[k].super), 0, NULL, 0);
        hprof_fields(&m->f, kinds[k].fields, kinds[k].n);
    }
}

/* Puts objects of one size; `value` is that of each int. */
static void put(made *m, kind k, size_t n, uint64_t size, uint64_t value)
{
    uint32_t bytes = 0;
    for (kind c = k; c != KINDS; c = kinds[c].super) {
        for (size_t i = 0; i < kinds[c].n; i++) {
            bytes += hprof_width(&m->f, kinds[c].fields[i].type);
        }
    }
    for (; n > 0; n--) {
        m->objects[m->n].id = m->at;
        m->objects[m->n++].size = size;
        hprof_instance(&m->f, m->at, class_id(k), bytes);
        m->at += size;
        for (kind c = k; c != KINDS; c = kinds[c].super) {
            for (size_t i = 0; i < kinds[c].n; i++) {
                const unsigned type = kinds[c].fields[i].type;
                hprof_number(&m->f, type == INT ? value : 0, hprof_width(&m->f, type));
            }
        }
    }
}

/* Begins a heap with objects that only a header of 12 bytes and references of 4 explain. */
static void begin(made *m)
{
    put_classes(m);
    m->at = class_id(KINDS);
    m->n = 0;
    put(m, K_SMALL, 25, 16, 0);
    put(m, K_PAIR, 25, 24, 0);
}

/* Ends the heap with an object, so that all before it have a next one, and loads it. */
static void load(made *m, loaded *l)
{
    put(m, K_SMALL, 1, 16, 0);
    hprof_close(&m->f);
    hprof_end(&m->f);
    load_good(l, (const char *)m->f.bytes, m->f.n, 0, GCV_LOAD_GRAPH);
}

/* Ends the heap and checks all sizes. */
static void check(made *m)
{
    loaded l;
    load(m, &l);
    for (size_t i = 0; i < m->n; i++) {
        const uint32_t object = gcv_heap_find(l.heap, 0, m->objects[i].id);
        if (gcv_heap_object_bytes(l.heap, object) != m->objects[i].size) {
            const gcv_slice type = gcv_heap_type_name(l.heap, gcv_heap_object_type(l.heap, object));
            fail_msg("%u bytes, not %u: %.*s", (unsigned)gcv_heap_object_bytes(l.heap, object),
                     (unsigned)m->objects[i].size, (int)type.size, type.data);
        }
    }
    unload(&l);
    hprof_free(&m->f);
}

static uint64_t up(uint64_t n, uint64_t unit) { return (n + unit - 1) / unit * unit; }

/* The name of a thread follows the header; its contended long and two ints have padding on both
 * sides, which the fields of a subclass keep. */
static uint64_t thread_end(uint64_t padding) { return up(16 + padding, 8) + 16; }
static uint64_t waiting_size(uint64_t padding) { return up(thread_end(padding) + padding + 4, 8); }
static uint64_t cell_size(uint64_t padding) { return up(12 + padding, 8) + 8 + padding; }

static void test_padding(NO_STATE)
{
    static const uint64_t paddings[] = {0, 32, 64, 128, 256};
    for (size_t i = 0; i < CHECK_COUNT(paddings); i++) {
        const uint64_t padding = paddings[i];
        made m = {.n = 0};
        begin(&m);
        put(&m, K_THREAD, 2, padding > 0 ? thread_end(padding) + padding : 32, 0);
        put(&m, K_WAITING, 1, padding > 0 ? waiting_size(padding) : 40, 0);
        put(&m, K_CELL, 1, padding > 0 ? cell_size(padding) : 24, 0);
        check(&m);
    }
}

/* A class in the archive of the JVM has the usual padding, others that of an option. */
static void test_two_paddings(NO_STATE)
{
    made m = {.n = 0};
    begin(&m);
    put(&m, K_THREAD, 2, thread_end(128) + 128, 0);
    put(&m, K_CELL, 1, cell_size(64), 0);
    check(&m);
}

/* A cell that no object follows is padded as the thread before it. */
static void test_default_padding(NO_STATE)
{
    made m = {.n = 0};
    begin(&m);
    put(&m, K_THREAD, 2, thread_end(128) + 128, 0);
    put(&m, K_CELL, 1, cell_size(128), 0);
    m.at += 64; /* a dead object */
    check(&m);
}

static void test_hidden_fields(NO_STATE)
{
    for (uint64_t hidden = 0; hidden < 2; hidden++) {
        made m = {.n = 0};
        begin(&m);
        put(&m, K_LOADER, 1, hidden ? 24 : 16, 0);
        check(&m);
    }
}

/* The stack of a virtual thread: 48 bytes of fields, hidden ones among them; 10 words; a bit for
 * each half of a word, in words. */
static void test_chunk(NO_STATE)
{
    made m = {.n = 0};
    begin(&m);
    put(&m, K_CHUNK, 1, 48 + 80 + 8, 10);
    put(&m, K_CHUNK, 1, 48 + 320 + 16, 40);
    check(&m);
}

/* What a JVM adds to a class of the program is known if all its distances say so. */
static void test_measured(NO_STATE)
{
    made m = {.n = 0};
    begin(&m);
    put(&m, K_PADDED, 8, 16 + 2048, 0);
    check(&m);
}

/* Arrays that would overlap the next object keep the size of the layout, and are counted. */
static void test_overlaps(NO_STATE)
{
    for (size_t n = 0; n < 3; n++) {
        made m = {.n = 0};
        loaded l;
        char words[120];
        begin(&m);
        for (size_t i = 0; i < 20; i++) { /* a layout may have one such object in a thousand */
            m.n = 0;
            put(&m, K_SMALL, 100, 16, 0);
        }
        for (size_t i = 0; i < n; i++, m.at += 24) {
            hprof_values(&m.f, m.at, LONG, 8);
            for (size_t value = 0; value < 8; value++) {
                hprof_number(&m.f, value, 8);
            }
        }
        load(&m, &l);
        assert_int_equal(gcv_heap_n_notes(l.heap), n > 0 ? 1 : 0);
        if (n > 0) {
            const gcv_note *note = gcv_heap_note(l.heap, 0);
            (void)snprintf(words, sizeof words, "sizes: %zu objects would overlap the next one, 0 ",
                           n);
            assert_int_equal(note->kind, GCV_NOTE_ANOMALY);
            assert_memory_equal(note->message, words, strlen(words));
        }
        unload(&l);
        hprof_free(&m.f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_padding),         cmocka_unit_test(test_two_paddings),
        cmocka_unit_test(test_default_padding), cmocka_unit_test(test_hidden_fields),
        cmocka_unit_test(test_chunk),           cmocka_unit_test(test_measured),
        cmocka_unit_test(test_overlaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
