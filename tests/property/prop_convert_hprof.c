/* A heap that is converted to an .hprof has the same objects, references and roots, in classes with
 * the right names, and with sizes as readers compute them: random logs, and random heaps with the
 * worst possible names. The reader is one for tests, which knows what Eclipse MAT and VisualVM
 * require.
 */
#include "support/check.h"
#include "support/converted.h"
#include "support/hprof_reader.h"
#include "support/odd_heap.h"
#include "support/property.h"
#include "support/reported.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct copy {
    const gcv_heap *heap;
    const hprof *file;
    uint8_t *written; /* per object */
    uint32_t *object; /* by object of the file: the object of the heap */
} copy;

static bool ends(gcv_slice text, const char *with)
{
    size_t n = strlen(with);
    return text.size >= n && memcmp(text.data + text.size - n, with, n) == 0;
}

/* ---- which objects ------------------------------------------------------------------------- */

static bool is_own_id(const gcv_heap *heap, uint64_t id, uint32_t *object)
{
    for (uint32_t section = 0; section < gcv_heap_n_sections(heap) && id != 0; section++) {
        *object = gcv_heap_find(heap, section, id);
        if (*object != GCV_NONE) {
            return true;
        }
    }
    return false;
}

/* Finds objects of the file by their ids; the others are those that do not keep their ids, in
 * order. */
static bool find_objects(copy *c, char why[GRAPH_WHY_MAX])
{
    uint32_t n = gcv_heap_n_objects(c->heap), next = 0;
    size_t expected = 0;
    for (uint32_t i = 0; i < n; i++) {
        expected += c->written[i];
    }
    if (c->file->n_objects != expected) {
        return graph_fails(why, "%zu objects, must be %zu", c->file->n_objects, expected);
    }
    for (size_t k = expected; k-- > 0;) { /* they descend */
        if (!is_own_id(c->heap, c->file->objects[k].id, &c->object[k])) {
            while (next < n && (!c->written[next] || odd_keeps_id(c->heap, next))) {
                next++;
            }
            c->object[k] = next++;
        }
        if (c->object[k] >= n || !c->written[c->object[k]]) {
            return graph_fails(why, "object %" PRIx64, c->file->objects[k].id);
        }
    }
    return true;
}

/* ---- names --------------------------------------------------------------------------------- */

/* Whether a text of the file is a name with the required prefix. */
static bool is_named(gcv_slice shown, gcv_slice name)
{
    if (gcv_slice_begins(name, "[")) {
        return shown.size > 0 && shown.data[0] == '_' &&
               odd_same_text(gcv_slice_of(shown.data + 1, shown.size - 1), name);
    }
    return odd_same_text(shown, name.size > 0 ? name : gcv_slice_str("?"));
}

static gcv_slice text_of(const hprof *file, uint64_t id)
{
    const hprof_text *text = hprof_text_of(file, id);
    return gcv_slice_of(text->bytes, text->size);
}

/* `[LName;` for `Name[]`, `[LName data;` for other arrays. */
static bool is_class_of(const copy *c, uint64_t class_, gcv_slice name, bool is_array)
{
    gcv_slice shown = text_of(c->file, hprof_class_of(c->file, class_)->name);
    if (!is_array) {
        return is_named(shown, name);
    }
    shown = gcv_slice_of(shown.data + 2, shown.size - 3);
    if (ends(name, "[]")) {
        name.size -= 2;
    } else if (ends(shown, " data")) {
        shown.size -= 5;
    } else {
        return false;
    }
    return is_named(shown, name);
}

/* ---- objects ------------------------------------------------------------------------------- */

/* Returns the maximum number of references of objects with this type and size, by a search through
 * all. */
static uint64_t most_references(const copy *c, uint32_t object)
{
    const gcv_heap *heap = c->heap;
    uint32_t n, most = 0;
    for (uint32_t i = 0; i < gcv_heap_n_objects(heap); i++) {
        if (c->written[i] && gcv_heap_object_type(heap, i) == gcv_heap_object_type(heap, object) &&
            gcv_heap_object_bytes(heap, i) == gcv_heap_object_bytes(heap, object)) {
            (void)gcv_heap_references(heap, i, &n);
            most = n > most ? n : most;
        }
    }
    return most;
}

static uint64_t expected_size(const copy *c, uint32_t object, bool is_array)
{
    const uint64_t p = c->file->id_size, bytes = gcv_heap_object_bytes(c->heap, object);
    uint64_t n;
    uint32_t count;
    (void)gcv_heap_references(c->heap, object, &count);
    if (is_array) {
        for (n = count; 2 * p + 4 + (p == 8 ? 4 : 0) + n * p < bytes; n++) {
        }
        return (2 * p + 4 + n * p + 7) / 8 * 8;
    }
    uint64_t room = 2 * p + most_references(c, object) * p;
    return bytes > room ? bytes : room;
}

/* Counts the sizes of a type, up to 17. */
static unsigned count_sizes(const copy *c, uint32_t type)
{
    uint64_t sizes[17];
    unsigned n = 0, k;
    for (uint32_t i = 0; i < gcv_heap_n_objects(c->heap) && n < 17; i++) {
        if (c->written[i] && gcv_heap_object_type(c->heap, i) == type) {
            for (k = 0; k < n && sizes[k] != gcv_heap_object_bytes(c->heap, i); k++) {
            }
            sizes[k] = gcv_heap_object_bytes(c->heap, i);
            n += k == n;
        }
    }
    return n;
}

/* Whether the form follows from the name and the sizes of the type; too many fields also require
 * arrays. */
static bool is_form(const copy *c, uint32_t type, bool is_array)
{
    gcv_slice name = gcv_heap_type_name(c->heap, type);
    bool by_name = ends(name, "[]") || gcv_slice_is(name, "System.String");
    return is_array || (!by_name && count_sizes(c, type) <= 16);
}

static bool same_object(const copy *c, size_t k, char why[GRAPH_WHY_MAX])
{
    const hprof_object *x = &c->file->objects[k];
    const hprof_class *class_ = hprof_class_of(c->file, x->class_);
    uint32_t object = c->object[k], type = gcv_heap_object_type(c->heap, object), n;
    const uint32_t *refs = gcv_heap_references(c->heap, object, &n);
    bool is_array = text_of(c->file, class_->name).data[0] == '[';
    if (x->n != n || class_->n > 256) {
        return graph_fails(why, "%zu references, %zu fields", x->n, class_->n);
    }
    for (uint32_t i = 0; i < n; i++) {
        size_t to = hprof_object_of(c->file, c->file->references[x->first + i]);
        if (to == c->file->n_objects || c->object[to] != refs[i]) {
            return graph_fails(why, "reference %" PRIu32 " of %" PRIx64, i, x->id);
        }
    }
    return (is_class_of(c, x->class_, gcv_heap_type_name(c->heap, type), is_array) ||
            graph_fails(why, "class of %" PRIx64, x->id)) &&
           (is_form(c, type, is_array) || graph_fails(why, "form of %" PRIx64, x->id)) &&
           (x->size == expected_size(c, object, is_array) ||
            graph_fails(why, "%" PRIx64 " has %" PRIu64 " bytes, must have %" PRIu64, x->id,
                        x->size, expected_size(c, object, is_array)));
}

/* ---- roots --------------------------------------------------------------------------------- */

static uint8_t tag_of(uint32_t kind)
{
    static const uint8_t tags[] = {0xff, 0x03, 0x06, 0x01, 0, 0x02};
    return kind < sizeof tags ? tags[kind] : 0xff;
}

/* Labels of these heaps have no dots, so a label without container is its own holder. */
static bool is_static(const copy *c, const hprof_root *x, const gcv_root *root)
{
    bool contained = root->container != GCV_NONE;
    gcv_slice holder = contained                  ? gcv_heap_type_name(c->heap, root->container)
                       : root->label.data != NULL ? root->label
                                                  : gcv_slice_str("[static]");
    gcv_slice field = text_of(c->file, x->name);
    return is_class_of(c, x->class_, holder, false) &&
           (contained && root->label.data != NULL ? odd_same_text(field, root->label)
                                                  : gcv_slice_begins(field, "static"));
}

static uint64_t id_in_file(const copy *c, uint32_t object)
{
    size_t k = 0;
    while (c->object[k] != object) {
        k++;
    }
    return c->file->objects[k].id;
}

static bool is_root(const void *payload, const gcv_root *root, uint32_t k)
{
    const copy *c = payload;
    const hprof_root *x = &c->file->roots[k];
    return x->id == id_in_file(c, root->object) &&
           (root->kind == GCV_ROOT_KIND_STATIC ? x->class_ != 0 && is_static(c, x, root)
                                               : x->class_ == 0 && x->tag == tag_of(root->kind));
}

/* ---- converting ---------------------------------------------------------------------------- */

static bool converts_as(gcv_context *ctx, const gcv_heap *heap, bool all, char why[GRAPH_WHY_MAX])
{
    size_t size;
    char *bytes = reported_of(
        ctx, heap, all ? "convert --to hprof --unreachable -o -" : "convert --to hprof -o -",
        &size);
    hprof file;
    copy c = {heap, &file, converted_objects(heap, all), NULL};
    hprof_read(&file, bytes, size);
    c.object = graph_alloc(file.n_objects + 1, sizeof *c.object);
    bool holds = find_objects(&c, why);
    for (size_t k = 0; k < file.n_objects && holds; k++) {
        holds = same_object(&c, k, why);
    }
    holds =
        holds && converted_roots(heap, c.written, false, (uint32_t)file.n_roots, is_root, &c, why);
    free(c.object);
    free(c.written);
    hprof_release(&file);
    free(bytes);
    return holds;
}

static bool converts(gcv_context *ctx, const gcv_heap *heap, char why[GRAPH_WHY_MAX])
{
    return converts_as(ctx, heap, false, why) && converts_as(ctx, heap, true, why);
}

/* The file takes as many bytes as the objects, so none may be huge. */
static graph with_small_objects(const graph *g)
{
    graph small = *g;
    small.objects = graph_alloc((size_t)g->n_objects + 1, sizeof *small.objects);
    memcpy(small.objects, g->objects, g->n_objects * sizeof *small.objects);
    for (uint32_t i = 0; i < g->n_objects; i++) {
        small.objects[i].size %= 6000;
    }
    return small;
}

static bool log_converts(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    graph small = with_small_objects(g);
    bool holds = heap_law_of_log(converts, &small, style, why);
    free(small.objects);
    return holds;
}

static void test_names(NO_STATE) { heap_law_of_odd_heaps(converts, 1500, false); }

/* ---- forms --------------------------------------------------------------------------------- */

typedef struct form_case {
    const char *name;
    unsigned objects, size, references; /* each object has 8 bytes more than the one before it */
    bool is_array;
} form_case;

/* With ids of 4 bytes: the most sizes, fields and references of a type that has fields. */
static const form_case forms[] = {{"A", 16, 24, 0, false},  {"B", 17, 24, 0, true},
                                  {"C", 1, 2056, 0, false}, {"D", 1, 2057, 0, true},
                                  {"E", 1, 8, 256, false},  {"F", 1, 8, 257, true},
                                  {"G[]", 1, 24, 0, true},  {"System.String", 1, 24, 0, true}};

/* The type, and its objects, whose ids begin with the number of the type, from 1. */
static void put_form(graph_text *log, size_t number)
{
    const form_case *form = &forms[number - 1];
    char line[60];
    (void)snprintf(line, sizeof line, "t %zx %s", number, form->name);
    graph_puts(log, line);
    for (size_t i = 0; i < form->objects; i++) {
        const size_t id = number << 8 | i;
        (void)snprintf(line, sizeof line, "\nr %zx 1 0\no %zx %zx %zx", id, id, number,
                       form->size + 8 * i);
        graph_puts(log, line);
    }
    for (size_t i = 0; i < form->references; i++) {
        graph_puts(log, " 100");
    }
    graph_puts(log, "\n");
}

/* Reads the file that a log is converted to. Frees the log; the caller frees the bytes. */
static char *read_converted(hprof *file, graph_text *log)
{
    size_t size;
    char *bytes = reported_of_bytes(log->data, log->size, "convert --to hprof -o -", &size);
    graph_text_release(log);
    hprof_read(file, bytes, size);
    return bytes;
}

static void test_forms(NO_STATE)
{
    graph_text log = {NULL, 0, 0};
    hprof file;
    graph_puts(&log, "a 2 x\n");
    for (size_t i = 1; i <= CHECK_COUNT(forms); i++) {
        put_form(&log, i);
    }
    graph_puts(&log, "c x\n");
    char *bytes = read_converted(&file, &log);
    assert_int_equal(file.id_size, 4);
    assert_int_equal(file.n_objects, 16 + 17 + 6);
    for (size_t i = 0; i < file.n_objects; i++) {
        const hprof_class *class_ = hprof_class_of(&file, file.objects[i].class_);
        assert_int_equal(text_of(&file, class_->name).data[0] == '[',
                         forms[(file.objects[i].id >> 8) - 1].is_array);
    }
    hprof_release(&file);
    free(bytes);
}

/* ---- names of Java ------------------------------------------------------------------------- */

/* A class of Java keeps its name, unless readers look up the class of this name that each file has.
 * The types of objects, by id. */
static void test_names_of_java(NO_STATE)
{
    static const char *const names[][2] = {
        {"java.util.HashMap$Node", "java.util.HashMap$Node"},
        {"java.lang.String", "java.lang.String"},
        {"java/lang/Thread", "java/lang/Thread"},
        {"java.lang.Objects", "java.lang.Objects"},
        {"java.lang.Object", "_java.lang.Object"},
        {"java/lang.Class", "_java/lang.Class"},
        {"java.lang.ClassLoader", "_java.lang.ClassLoader"},
        {"java.lang.ref.Reference", "_java.lang.ref.Reference"},
        {"java.lang.ref.PhantomReference", "_java.lang.ref.PhantomReference"},
        {"java.lang.Object[]", "[Ljava.lang.Object;"},
        {"java.util.List[]", "[Ljava.util.List;"}};
    graph_text log = {NULL, 0, 0};
    hprof file;
    graph_puts(&log, "a 2 x\n");
    for (size_t i = 1; i <= CHECK_COUNT(names); i++) {
        char line[80];
        (void)snprintf(line, sizeof line, "t %zx %s\nr %zx 1 0\no %zx %zx 18\n", i, names[i - 1][0],
                       i, i, i);
        graph_puts(&log, line);
    }
    graph_puts(&log, "c x\n");
    char *bytes = read_converted(&file, &log);
    assert_int_equal(file.n_objects, CHECK_COUNT(names));
    for (size_t i = 0; i < file.n_objects; i++) {
        const hprof_class *class_ = hprof_class_of(&file, file.objects[i].class_);
        assert_true(gcv_slice_is(text_of(&file, class_->name), names[file.objects[i].id - 1][1]));
    }
    hprof_release(&file);
    free(bytes);
}

/* ---- many statics -------------------------------------------------------------------------- */

/* A class has 65535 fields at most. */
static void test_statics(NO_STATE)
{
    enum { STATICS = 65536 + 10 };
    graph_text log = {NULL, 0, 0};
    size_t n_classes = 0;
    uint64_t class_ = 0;
    hprof file;
    graph_puts(&log, "a 2 x\nt 1 Acme.Cache\no 10 1 8\n");
    for (size_t i = 0; i < STATICS; i++) {
        graph_puts(&log, "r 10 4 0 1\n");
    }
    graph_puts(&log, "c x\n");
    char *bytes = read_converted(&file, &log);
    assert_int_equal(file.n_roots, STATICS);
    for (size_t i = 0; i < STATICS; i++) {
        n_classes += file.roots[i].class_ != class_;
        class_ = file.roots[i].class_;
        assert_true(
            gcv_slice_is(text_of(&file, hprof_class_of(&file, class_)->name), "Acme.Cache"));
    }
    assert_int_equal(n_classes, 2);
    assert_true(file.roots[65534].class_ == file.roots[0].class_);
    hprof_release(&file);
    free(bytes);
}

static void random_heaps(NO_STATE)
{
    static const property laws[] = {
        {.of_graph = log_converts, .seed = 906, .cases = 900, .n = {0, 40}},
        {.of_graph = log_converts, .seed = 907, .cases = 4, .n = {500, 1000}},
    };
    property_check_all(laws, CHECK_COUNT(laws));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_heaps), cmocka_unit_test(test_names),
        cmocka_unit_test(test_forms),   cmocka_unit_test(test_names_of_java),
        cmocka_unit_test(test_statics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
