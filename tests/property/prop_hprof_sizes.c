/* The sizes that the reader of Java heap dumps measures are those of the heap that a simulated JVM
 * lays out: random classes and objects, in every layout. The oracle marks each byte of an object
 * that a field takes. Objects that are missing, or addresses that are shifted, change no size;
 * addresses that are none are said to be none. */
#include "support/check.h"
#include "support/effort.h"
#include "support/hprof_file.h"
#include "support/loaded.h"
#include "support/reported.h"

#include "base/text.h"

#include <gcview/gcview.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CLASSES = 12, MOST_FIELDS = 6, MOST_BYTES = 512, OBJECTS = 700, MIRROR = 96 };
enum { OBJECT = 2 };
enum { T_OBJECT = 1, T_CLASS, T_ARRAY, T_FIRST };

typedef enum packing { PACKS_NEW, PACKS_OLD, PACKS_WORDS } packing;

typedef struct layout {
    unsigned id_size, header, length_at, reference, alignment;
    bool packed;
    packing packing;
} layout;

static const unsigned layouts[][4] = {/* id size, header, offset of lengths, packed elements */
                                      {8, 8, 8, 1},
                                      {8, 12, 12, 0},
                                      {8, 16, 16, 0},
                                      {8, 16, 16, 1},
                                      {4, 8, 8, 1}};

typedef struct vm_class {
    uint64_t id;
    int super; /* index; -1: java.lang.Object */
    unsigned n, types[MOST_FIELDS];
    unsigned char used[MOST_BYTES]; /* bytes that fields or the header take */
    size_t end;
} vm_class;

typedef struct object {
    uint64_t id;
    int class_; /* -1: an array */
    unsigned type;
    uint32_t n;
    size_t size;
} object;

typedef struct vm {
    uint64_t random;
    layout layout;
    vm_class classes[MOST_CLASSES];
    size_t n_classes;
    object objects[OBJECTS];
    uint64_t object_id, class_id, array_id;
} vm;

static const unsigned types[] = {OBJECT, 4, 5, 6, 7, 8, 9, 10, 11};

static size_t up(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

static size_t width(const vm *v, unsigned type)
{
    static const unsigned widths[] = {0, 0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8};
    return type == OBJECT ? v->layout.reference : widths[type];
}

/* ---- fields ------------------------------------------------------------------------------- */

static void mark(vm_class *c, size_t at, size_t size)
{
    assert_true(at + size <= MOST_BYTES);
    memset(c->used + at, 1, size);
    c->end = at + size > c->end ? at + size : c->end;
}

/* Puts a field into the smallest run of free bytes that it fits into, of equal ones the last; if it
 * fits nowhere, behind all fields. */
static void put_new(vm_class *c, size_t size)
{
    size_t best = 0, best_length = MOST_BYTES;
    for (size_t at = 0; at < c->end;) {
        size_t stop = at;
        while (stop < c->end && c->used[stop] == 0) {
            stop++;
        }
        if (stop > at && up(at, size) + size <= stop && stop - at <= best_length) {
            best = up(at, size);
            best_length = stop - at;
        }
        at = stop > at ? stop : at + 1;
    }
    mark(c, best_length < MOST_BYTES ? best : up(c->end, size), size);
}

static void pack_new(const vm *v, vm_class *c)
{
    for (size_t size = 8; size > 0; size /= 2) {
        for (unsigned i = 0; i < c->n; i++) {
            if (c->types[i] != OBJECT && width(v, c->types[i]) == size) {
                put_new(c, size);
            }
        }
    }
    for (unsigned i = 0; i < c->n; i++) {
        if (c->types[i] == OBJECT) {
            put_new(c, v->layout.reference);
        }
    }
}

/* Takes a field of a kind out of the list; false: there is none. */
static bool take(const vm *v, unsigned *list, unsigned n, bool is_reference, size_t size)
{
    for (unsigned i = 0; i < n; i++) {
        if (list[i] != 0 && (list[i] == OBJECT) == is_reference && width(v, list[i]) == size) {
            list[i] = 0;
            return true;
        }
    }
    return false;
}

/* Longs first; smaller fields fill the gap before them: one int, shorts, bytes, one reference. */
static void pack_old(const vm *v, vm_class *c)
{
    const size_t reference = v->layout.reference;
    unsigned list[MOST_FIELDS];
    memcpy(list, c->types, sizeof list);
    bool has_long = false;
    for (unsigned i = 0; i < c->n; i++) {
        has_long = has_long || (list[i] != OBJECT && width(v, list[i]) == 8);
    }
    if (c->n == 0) {
        return;
    }
    if (has_long) {
        size_t gap = up(c->end, 8) - c->end;
        for (size_t size = 4; size > 0; size /= 2) {
            while (gap >= size && take(v, list, c->n, false, size)) {
                gap -= size;
            }
        }
        if (gap >= reference) {
            (void)take(v, list, c->n, true, reference);
        }
        c->end = up(c->end, 8);
    }
    for (size_t size = 8; size > 0; size /= 2) {
        while (take(v, list, c->n, false, size)) {
            mark(c, c->end, size);
        }
    }
    while (take(v, list, c->n, true, reference)) {
        mark(c, up(c->end, reference), reference);
    }
    c->end = up(c->end, v->layout.packing == PACKS_OLD ? reference : v->layout.id_size);
}

static void make_class(vm *v, size_t at)
{
    vm_class *c = &v->classes[at];
    memset(c, 0, sizeof *c);
    c->super = at > 0 ? (int)check_below(&v->random, at + 1) - 1 : -1;
    c->n = (unsigned)check_below(&v->random, MOST_FIELDS + 1);
    for (unsigned i = 0; i < c->n; i++) {
        c->types[i] = types[check_below(&v->random, CHECK_COUNT(types))];
    }
    if (c->super >= 0) {
        memcpy(c->used, v->classes[c->super].used, sizeof c->used);
        c->end = v->classes[c->super].end;
    } else {
        mark(c, 0, v->layout.header);
    }
    if (v->layout.packing == PACKS_NEW) {
        pack_new(v, c);
    } else {
        pack_old(v, c);
    }
}

/* ---- objects ------------------------------------------------------------------------------ */

static size_t array_size(const vm *v, unsigned type, size_t n)
{
    const size_t size = width(v, type), base = v->layout.length_at + 4;
    return up((size == 8 || !v->layout.packed ? up(base, 8) : base) + n * size,
              v->layout.alignment);
}

static void make_object(vm *v, object *o, uint64_t *address)
{
    memset(o, 0, sizeof *o);
    o->id = *address;
    o->class_ = check_below(&v->random, 3) > 0 ? (int)check_below(&v->random, v->n_classes) : -1;
    o->type = types[check_below(&v->random, CHECK_COUNT(types))];
    o->n = (uint32_t)check_below(&v->random, 30);
    o->size = o->class_ < 0
                  ? array_size(v, o->type, o->n)
                  : up(up(v->classes[o->class_].end, v->layout.id_size), v->layout.alignment);
    *address += o->size;
    if (check_below(&v->random, 50) == 0) { /* dead objects */
        *address += v->layout.alignment * (1 + check_below(&v->random, 20));
    }
}

static uint64_t next_mirror(const vm *v, uint64_t *address)
{
    const uint64_t id = *address;
    *address += up(MIRROR, v->layout.alignment);
    return id;
}

static void make_vm(vm *v, size_t kind, unsigned reference, packing packs, unsigned alignment)
{
    uint64_t address = 0x10000;
    v->layout.id_size = layouts[kind][0];
    v->layout.header = layouts[kind][1];
    v->layout.length_at = layouts[kind][2];
    v->layout.packed = layouts[kind][3] != 0;
    v->layout.reference = reference;
    v->layout.packing = packs;
    v->layout.alignment = alignment;
    v->n_classes = 1 + check_below(&v->random, MOST_CLASSES);
    v->object_id = next_mirror(v, &address);
    v->class_id = next_mirror(v, &address);
    v->array_id = next_mirror(v, &address);
    for (size_t i = 0; i < v->n_classes; i++) {
        make_class(v, i);
        v->classes[i].id = next_mirror(v, &address);
    }
    for (size_t i = 0; i < OBJECTS; i++) {
        make_object(v, &v->objects[i], &address);
    }
}

/* ---- the dump ----------------------------------------------------------------------------- */

typedef struct change {
    uint64_t factor, shift;
    unsigned dropped; /* percent of the objects */
} change;

static uint64_t moved(const change *c, uint64_t id) { return id * c->factor + c->shift; }

static void put_class(hprof_file *f, const vm *v, const change *c, const vm_class *class_)
{
    hprof_field fields[MOST_FIELDS] = {{0, 0, 0}};
    for (unsigned i = 0; i < class_->n; i++) {
        fields[i].name = T_FIRST;
        fields[i].type = class_->types[i];
    }
    hprof_class(f, moved(c, class_->id),
                moved(c, class_->super < 0 ? v->object_id : v->classes[class_->super].id), 0, NULL,
                0);
    hprof_fields(f, fields, class_->n);
}

/* The id of an object, or 0. */
static void put_reference(hprof_file *f, vm *v, const change *c)
{
    const bool is_null = check_below(&v->random, 3) == 0;
    hprof_id(f, is_null ? 0 : moved(c, v->objects[check_below(&v->random, OBJECTS)].id));
}

static void put_values(hprof_file *f, vm *v, const change *c, int at)
{
    for (; at >= 0; at = v->classes[at].super) {
        for (unsigned i = 0; i < v->classes[at].n; i++) {
            const unsigned type = v->classes[at].types[i];
            if (type == OBJECT) {
                put_reference(f, v, c);
            } else {
                hprof_number(f, 0, hprof_width(f, type));
            }
        }
    }
}

static uint32_t bytes_of(const hprof_file *f, const vm *v, int at)
{
    uint32_t n = 0;
    for (; at >= 0; at = v->classes[at].super) {
        for (unsigned i = 0; i < v->classes[at].n; i++) {
            n += hprof_width(f, v->classes[at].types[i]);
        }
    }
    return n;
}

static void put_object(hprof_file *f, vm *v, const change *c, const object *o)
{
    if (o->class_ >= 0) {
        hprof_instance(f, moved(c, o->id), moved(c, v->classes[o->class_].id),
                       bytes_of(f, v, o->class_));
        put_values(f, v, c, o->class_);
    } else if (o->type == OBJECT) {
        hprof_objects(f, moved(c, o->id), moved(c, v->array_id), o->n);
        for (uint32_t i = 0; i < o->n; i++) {
            put_reference(f, v, c);
        }
    } else {
        hprof_values(f, moved(c, o->id), o->type, o->n);
        for (uint32_t i = 0; i < o->n; i++) {
            hprof_number(f, 0, hprof_width(f, o->type));
        }
    }
}

static void put_named(hprof_file *f, const vm *v, const change *c, uint64_t id)
{
    hprof_class(f, moved(c, id), id == v->object_id ? 0 : moved(c, v->object_id), 0, NULL, 0);
    hprof_fields(f, NULL, 0);
}

static void put_dump(hprof_file *f, vm *v, const change *c)
{
    char name[16];
    hprof_begin(f, v->layout.id_size);
    hprof_text(f, T_OBJECT, "java/lang/Object");
    hprof_text(f, T_CLASS, "java/lang/Class");
    hprof_text(f, T_ARRAY, "[Ljava/lang/Object;");
    hprof_load(f, moved(c, v->object_id), T_OBJECT);
    hprof_load(f, moved(c, v->class_id), T_CLASS);
    hprof_load(f, moved(c, v->array_id), T_ARRAY);
    for (size_t i = 0; i < v->n_classes; i++) {
        (void)snprintf(name, sizeof name, "acme/C%u", (unsigned)i);
        hprof_text(f, T_FIRST + i, name);
        hprof_load(f, moved(c, v->classes[i].id), T_FIRST + i);
    }
    hprof_open(f, 0x1c);
    put_named(f, v, c, v->object_id);
    put_named(f, v, c, v->class_id);
    put_named(f, v, c, v->array_id);
    for (size_t i = 0; i < v->n_classes; i++) {
        put_class(f, v, c, &v->classes[i]);
    }
    for (size_t i = OBJECTS; i > 0; i--) { /* not in the order of addresses */
        if (check_below(&v->random, 100) >= c->dropped) {
            put_object(f, v, c, &v->objects[i - 1]);
        }
    }
    hprof_close(f);
    hprof_end(f);
}

/* ---- the laws ----------------------------------------------------------------------------- */

/* Whether the size of an object in the heap is that of the oracle; true if it was dropped. */
static bool is_right(const gcv_heap *heap, const change *c, const object *o)
{
    const uint32_t found = gcv_heap_find(heap, 0, moved(c, o->id));
    return found == GCV_NONE || gcv_heap_object_bytes(heap, found) == o->size;
}

static const gcv_property *property_named(const gcv_heap *heap, const char *key)
{
    size_t i = 0;
    while (strcmp(gcv_heap_property(heap, i)->key, key) != 0) {
        i++;
    }
    return gcv_heap_property(heap, i);
}

/* Whether an object of a heap and that of its copy are equal, but for the references of classes:
 * where a superclass has fields, its subclasses are copied as below java.lang.Object. */
static bool is_equal(const gcv_heap *heap, uint32_t at, const gcv_heap *copy, uint32_t other)
{
    const gcv_slice type = gcv_heap_type_name(heap, gcv_heap_object_type(heap, at));
    uint32_t n = 0, m = 0;
    const uint32_t *refs = gcv_heap_references(heap, at, &n);
    const uint32_t *others = gcv_heap_references(copy, other, &m);
    if (!gcv_slice_equal(type, gcv_heap_type_name(copy, gcv_heap_object_type(copy, other))) ||
        gcv_heap_object_bytes(heap, at) != gcv_heap_object_bytes(copy, other)) {
        return false;
    }
    n = gcv_slice_is(type, "java.lang.Class") ? 0 : n;
    for (uint32_t i = 0; i < n; i++) {
        if (n != m || gcv_heap_object_id(heap, refs[i]) != gcv_heap_object_id(copy, others[i])) {
            return false;
        }
    }
    return true;
}

/* The heap is written again as it was read: in the layout that was measured. An assumed one is
 * assumed again. */
static void check_copy(loaded *l, const change *c)
{
    size_t n;
    char *bytes = reported_of(l->ctx, l->heap, "convert --unreachable --to hprof -o -", &n);
    const gcv_slice words = property_named(l->heap, "sizes")->value;
    loaded copy;
    load_good(&copy, bytes, n, 0, GCV_LOAD_GRAPH);
    const bool is_measured = c->factor == 1;
    for (uint32_t i = 0; is_measured && i < gcv_heap_n_objects(l->heap); i++) {
        const uint32_t other = gcv_heap_find(copy.heap, 0, gcv_heap_object_id(l->heap, i));
        if (other == GCV_NONE || !is_equal(l->heap, i, copy.heap, other)) {
            const gcv_slice again = property_named(copy.heap, "sizes")->value;
            print_error("factor %u, dropped %u, object %u of %u bytes, then %u: %.*s; then %.*s\n",
                        (unsigned)c->factor, c->dropped, (unsigned)i,
                        (unsigned)gcv_heap_object_bytes(l->heap, i),
                        other != GCV_NONE ? (unsigned)gcv_heap_object_bytes(copy.heap, other) : 0,
                        (int)words.size, words.data, (int)again.size, again.data);
            fail();
        }
    }
    if (!is_measured) {
        assert_true(gcv_slice_begins(property_named(copy.heap, "sizes")->value, "assumed: "));
    }
    unload(&copy);
    free(bytes);
}

static void check_sizes(hprof_file *f, vm *v, const change *c)
{
    loaded l;
    put_dump(f, v, c);
    load_good(&l, (const char *)f->bytes, f->n, 0, GCV_LOAD_GRAPH);
    const gcv_slice words = property_named(l.heap, "sizes")->value;
    const char *expected = c->factor == 1 ? "measured: " : "assumed: ";
    for (size_t i = 0; i < OBJECTS && c->factor == 1; i++) {
        if (!is_right(l.heap, c, &v->objects[i])) {
            print_error("header %u, references %u, packing %d, alignment %u, object %u: %.*s\n",
                        v->layout.header, v->layout.reference, (int)v->layout.packing,
                        v->layout.alignment, (unsigned)i, (int)words.size, words.data);
            fail();
        }
    }
    assert_true(words.size > strlen(expected));
    assert_memory_equal(words.data, expected, strlen(expected));
    check_copy(&l, c);
    unload(&l);
}

static void check_layout(hprof_file *f, vm *v)
{
    /* addresses above 4 GiB, and above the 32 GiB that references of 4 bytes reach from zero */
    const uint64_t far = v->layout.id_size == 8 ? 0x700000400 : 0x400;
    const uint64_t farther = v->layout.id_size == 8 ? 0x7f3a00000400 : 0x1000400;
    const change changes[] = {{1, 0, 0},        {1, far, 0}, {1, farther, 0},
                              {1, farther, 30}, {3, 0, 0},   {1, 0, 30}};
    for (size_t i = 0; i < CHECK_COUNT(changes); i++) {
        check_sizes(f, v, &changes[i]);
    }
}

static void test_every_layout(NO_STATE)
{
    vm *v = malloc(sizeof *v);
    hprof_file f = {0};
    assert_non_null(v);
    v->random = 11;
    for (uint32_t round = effort_rounds(40); round > 0; round--) {
        for (size_t kind = 0; kind < CHECK_COUNT(layouts); kind++) {
            const unsigned references = layouts[kind][0] == 4 ? 1 : 2;
            const unsigned reference = 4 * (1 + (unsigned)check_below(&v->random, references));
            make_vm(v, kind, reference, (packing)check_below(&v->random, 3),
                    8u << check_below(&v->random, 2));
            check_layout(&f, v);
        }
    }
    hprof_free(&f);
    free(v);
}

/* A java.lang.Object with a field, as no JVM has it: its instances are copied, too. */
static void test_fields_of_object(NO_STATE)
{
    enum { OBJECT_ID = 0x1000, CLASS_ID = 0x1100, FIRST_ID = 0x1200, N = 40 };
    const hprof_field field = {T_FIRST, OBJECT, 0};
    hprof_file f = {0};
    loaded l;
    hprof_begin(&f, 8);
    hprof_text(&f, T_OBJECT, "java/lang/Object");
    hprof_text(&f, T_CLASS, "java/lang/Class");
    hprof_text(&f, T_FIRST, "next");
    hprof_load(&f, OBJECT_ID, T_OBJECT);
    hprof_load(&f, CLASS_ID, T_CLASS);
    hprof_open(&f, 0x1c);
    hprof_class(&f, OBJECT_ID, 0, 0, NULL, 0);
    hprof_fields(&f, &field, 1);
    hprof_class(&f, CLASS_ID, OBJECT_ID, 0, NULL, 0);
    hprof_fields(&f, NULL, 0);
    for (uint64_t i = 0; i < N; i++) {
        hprof_instance(&f, FIRST_ID + 16 * i, OBJECT_ID, 8);
        hprof_id(&f, FIRST_ID + 16 * (i / 2));
    }
    hprof_close(&f);
    hprof_end(&f);
    load_good(&l, (const char *)f.bytes, f.n, 0, GCV_LOAD_GRAPH);
    size_t n;
    char *bytes = reported_of(l.ctx, l.heap, "convert --unreachable --to hprof -o -", &n);
    loaded copy;
    load_good(&copy, bytes, n, 0, GCV_LOAD_GRAPH);
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t at = gcv_heap_find(copy.heap, 0, FIRST_ID + 16 * (uint64_t)i);
        const uint32_t own = gcv_heap_find(l.heap, 0, FIRST_ID + 16 * (uint64_t)i);
        uint32_t n_refs;
        assert_int_not_equal(at, GCV_NONE);
        const uint32_t *refs = gcv_heap_references(copy.heap, at, &n_refs);
        const gcv_slice type = gcv_heap_type_name(copy.heap, gcv_heap_object_type(copy.heap, at));
        assert_int_equal(n_refs, 3); /* a class with fields, its class, and the next one */
        assert_true(gcv_slice_is(type, "_java.lang.Object"));
        assert_int_equal(gcv_heap_object_id(copy.heap, refs[1]), OBJECT_ID);
        assert_int_equal(gcv_heap_object_id(copy.heap, refs[2]), FIRST_ID + 16 * (uint64_t)(i / 2));
        assert_int_equal(gcv_heap_object_bytes(copy.heap, at), gcv_heap_object_bytes(l.heap, own));
    }
    unload(&copy);
    free(bytes);
    unload(&l);
    hprof_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_layout),
                                       cmocka_unit_test(test_fields_of_object)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
