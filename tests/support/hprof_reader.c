/* hprof_reader.c - see hprof_reader.h. */
#include "support/hprof_reader.h"

#include "support/check.h"
#include "support/graphs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cursor {
    const unsigned char *at, *end;
} cursor;

static const unsigned char *take_bytes(cursor *c, uint64_t n)
{
    const unsigned char *at = c->at;
    assert_true(n <= (uint64_t)(c->end - at));
    c->at += n;
    return at;
}

static uint64_t take(cursor *c, unsigned n)
{
    const unsigned char *at = take_bytes(c, n);
    uint64_t value = 0;
    while (n-- > 0) {
        value = value << 8 | *at++;
    }
    return value;
}

static void *grown(void *list, size_t n, size_t element)
{
    if ((n & (n - 1)) == 0) { /* is full */
        list = realloc(list, (n > 0 ? 2 * n : 1) * element);
        assert_non_null(list);
    }
    return list;
}

#define PUSH(file, list, value)                                                                    \
    ((file)->list = grown((file)->list, (file)->n_##list, sizeof *(file)->list),                   \
     (file)->list[(file)->n_##list++] = (value))

const hprof_text *hprof_text_of(const hprof *file, uint64_t id)
{
    size_t low = 0, high = file->n_texts;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        low = file->texts[middle].id < id ? middle + 1 : low;
        high = file->texts[middle].id < id ? high : middle;
    }
    return low < file->n_texts && file->texts[low].id == id ? &file->texts[low] : NULL;
}

static hprof_class *find_class(const hprof *file, uint64_t id)
{
    size_t low = 0, high = file->n_classes;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        low = file->classes[middle].id < id ? middle + 1 : low;
        high = file->classes[middle].id < id ? high : middle;
    }
    return low < file->n_classes && file->classes[low].id == id ? &file->classes[low] : NULL;
}

size_t hprof_object_of(const hprof *file, uint64_t id)
{
    size_t low = 0, high = file->n_objects;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        low = file->objects[middle].id > id ? middle + 1 : low;
        high = file->objects[middle].id > id ? high : middle;
    }
    return low < file->n_objects && file->objects[low].id == id ? low : file->n_objects;
}

const hprof_class *hprof_class_of(const hprof *file, uint64_t id) { return find_class(file, id); }

/* Finds an entry, which must exist. */
static hprof_class *need_class(const hprof *file, uint64_t id)
{
    hprof_class *class_ = find_class(file, id);
    if (class_ == NULL) {
        fail_msg("no class %" PRIx64, id);
        abort();
    }
    return class_;
}

static const hprof_text *need_text(const hprof *file, uint64_t id)
{
    const hprof_text *text = hprof_text_of(file, id);
    if (text == NULL) {
        fail_msg("no text %" PRIx64, id);
        abort();
    }
    return text;
}

/* ---- records before the heap -------------------------------------------------------------- */

static void take_text(hprof *file, cursor *c)
{
    hprof_text text;
    text.id = take(c, file->id_size);
    text.size = (size_t)(c->end - c->at);
    text.bytes = (const char *)take_bytes(c, text.size);
    assert_true(text.id != 0 && text.size > 0);
    assert_null(memchr(text.bytes, 0, text.size));
    assert_int_equal(file->n_classes, 0);
    PUSH(file, texts, text);
}

static int by_id(const void *a, const void *b)
{
    const hprof_text *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* All texts precede the first class. */
static void sort_texts(hprof *file)
{
    qsort(file->texts, file->n_texts, sizeof *file->texts, by_id);
    for (size_t i = 1; i < file->n_texts; i++) {
        assert_true(file->texts[i].id > file->texts[i - 1].id);
    }
}

static void take_load_class(hprof *file, cursor *c)
{
    hprof_class class_;
    if (file->n_classes == 0) {
        sort_texts(file);
    }
    memset(&class_, 0, sizeof class_);
    assert_int_equal(take(c, 4), file->n_classes + 1);
    class_.id = take(c, file->id_size);
    assert_int_equal(take(c, 4), 1);
    class_.name = take(c, file->id_size);
    assert_non_null(hprof_text_of(file, class_.name));
    assert_true(class_.id != 0);
    assert_true(file->n_classes == 0 || class_.id > file->classes[file->n_classes - 1].id);
    PUSH(file, classes, class_);
}

/* ---- the heap ----------------------------------------------------------------------------- */

static unsigned size_of_type(const hprof *file, uint8_t type)
{
    assert_true(type == 2 || (type >= 8 && type <= 11));
    return type == 2 ? file->id_size : 1u << (type - 8);
}

static void take_class(hprof *file, cursor *c)
{
    const unsigned p = file->id_size;
    hprof_class *class_ = need_class(file, take(c, p));
    hprof_root root;
    assert_false(class_->dumped);
    class_->dumped = true;
    assert_int_equal(take(c, 4), 1);
    class_->super = take(c, p);
    assert_true(class_->super == 0 || find_class(file, class_->super) != NULL);
    (void)take_bytes(c, 5 * p);
    class_->size = (uint32_t)take(c, 4);
    assert_int_equal(take(c, 2), 0);
    memset(&root, 0, sizeof root);
    root.class_ = class_->id;
    for (uint64_t n = take(c, 2); n > 0; n--) {
        root.name = take(c, p);
        assert_non_null(hprof_text_of(file, root.name));
        assert_int_equal(take(c, 1), 2);
        root.id = take(c, p);
        PUSH(file, roots, root);
    }
    class_->first = file->n_fields;
    for (uint64_t n = take(c, 2); n > 0; n--, class_->n++) {
        assert_non_null(hprof_text_of(file, take(c, p)));
        PUSH(file, fields, (uint8_t)take(c, 1));
    }
}

static void take_reference(hprof *file, cursor *c)
{
    uint64_t id = take(c, file->id_size);
    if (id != 0) {
        PUSH(file, references, id);
    }
}

static void begin_object(hprof *file, cursor *c, hprof_object *object)
{
    memset(object, 0, sizeof *object);
    object->id = take(c, file->id_size);
    assert_int_equal(take(c, 4), 1);
    assert_true(object->id != 0);
    /* MAT takes an array within the previous one for a sign of compressed references */
    assert_true(file->n_objects == 0 || object->id < file->objects[file->n_objects - 1].id);
    object->first = file->n_references;
}

static void end_object(hprof *file, hprof_object *object)
{
    object->n = file->n_references - object->first;
    PUSH(file, objects, *object);
}

static void take_instance(hprof *file, cursor *c)
{
    hprof_object object;
    uint64_t n;
    begin_object(file, c, &object);
    object.class_ = take(c, file->id_size);
    const hprof_class *class_ = need_class(file, object.class_);
    assert_true(class_->dumped);
    object.size = class_->size;
    for (n = take(c, 4); class_ != NULL; class_ = find_class(file, class_->super)) {
        for (size_t i = 0; i < class_->n; i++) {
            uint8_t type = file->fields[class_->first + i];
            n -= size_of_type(file, type);
            if (type == 2) {
                take_reference(file, c);
            } else {
                assert_int_equal(take(c, size_of_type(file, type)), 0);
            }
        }
    }
    assert_int_equal(n, 0);
    end_object(file, &object);
}

static void take_array(hprof *file, cursor *c)
{
    const unsigned p = file->id_size;
    hprof_object object;
    begin_object(file, c, &object);
    uint64_t n = take(c, 4);
    object.class_ = take(c, p);
    const hprof_text *name = need_text(file, need_class(file, object.class_)->name);
    assert_true(name->size > 3 && memcmp(name->bytes, "[L", 2) == 0 &&
                name->bytes[name->size - 1] == ';');
    object.size = (2 * p + 4 + n * p + 7) / 8 * 8;
    while (n-- > 0) {
        take_reference(file, c);
    }
    end_object(file, &object);
}

static void take_root(hprof *file, cursor *c, uint8_t tag)
{
    static const struct {
        uint8_t tag, rest; /* 255: an id */
    } roots[] = {{0x01, 255}, {0x02, 8}, {0x03, 8}, {0x05, 0}, {0x06, 4}, {0xff, 0}};
    hprof_root root;
    size_t i;
    memset(&root, 0, sizeof root);
    root.tag = tag;
    root.id = take(c, file->id_size);
    for (i = 0; i < CHECK_COUNT(roots) && roots[i].tag != tag; i++) {
    }
    if (i == CHECK_COUNT(roots)) {
        fail_msg("tag %x", tag);
    }
    (void)take_bytes(c, roots[i].rest == 255 ? file->id_size : roots[i].rest);
    if (tag == 0x05) {
        need_class(file, root.id)->rooted = true;
    } else {
        PUSH(file, roots, root);
    }
}

static void take_segment(hprof *file, cursor *c)
{
    assert_true(c->at < c->end);
    while (c->at < c->end) {
        uint8_t tag = (uint8_t)take(c, 1);
        if (tag == 0x20) {
            take_class(file, c);
        } else if (tag == 0x21) {
            take_instance(file, c);
        } else if (tag == 0x22) {
            take_array(file, c);
        } else {
            take_root(file, c, tag);
        }
    }
}

/* ---- the file ----------------------------------------------------------------------------- */

static void check_classes(const hprof *file)
{
    for (size_t i = 0; i < file->n_classes; i++) {
        assert_true(file->classes[i].dumped && file->classes[i].rooted);
    }
}

void hprof_read(hprof *out, const void *bytes, size_t size)
{
    static const char magic[] = "JAVA PROFILE 1.0.2";
    cursor c = {bytes, (const unsigned char *)bytes + size};
    uint8_t tag = 0;
    memset(out, 0, sizeof *out);
    assert_memory_equal(take_bytes(&c, sizeof magic), magic, sizeof magic);
    out->id_size = (unsigned)take(&c, 4);
    assert_true(out->id_size == 4 || out->id_size == 8);
    assert_int_equal(take(&c, 8), 0);
    while (tag != 0x2c) {
        cursor record;
        tag = (uint8_t)take(&c, 1);
        assert_int_equal(take(&c, 4), 0);
        uint64_t n = take(&c, 4);
        record.at = take_bytes(&c, n);
        record.end = c.at;
        if (tag == 0x01) {
            take_text(out, &record);
        } else if (tag == 0x02) {
            take_load_class(out, &record);
        } else if (tag == 0x05) {
            (void)take_bytes(&record, 12);
        } else if (tag == 0x1c) {
            take_segment(out, &record);
        }
        assert_true(record.at == record.end);
    }
    assert_true(c.at == c.end);
    check_classes(out);
}

void hprof_release(hprof *file)
{
    free(file->objects);
    free(file->roots);
    free(file->classes);
    free(file->texts);
    free(file->references);
    free(file->fields);
    memset(file, 0, sizeof *file);
}
