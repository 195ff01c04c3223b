/* hprof_reader.h - reads an .hprof (heap dump of Java, 1.0.2) for tests; written from the
 * specification, independently of the writer.
 *
 * It reads the file as Eclipse MAT and VisualVM do, and fails the test where one of these would
 * stop or go wrong: lengths that do not add up, ids that are undefined or defined twice, missing
 * names, tags that MAT does not know, ascending objects. Texts must come before classes, whose ids
 * must ascend.
 */
#ifndef GCV_TEST_HPROF_READER_H
#define GCV_TEST_HPROF_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hprof_object {
    uint64_t id, class_;
    uint64_t size;   /* as VisualVM shows it */
    size_t first, n; /* non-null references: hprof.references[first …) */
} hprof_object;

typedef struct hprof_root {
    uint64_t id;
    uint64_t class_; /* the class with this static; 0: a root record */
    uint64_t name;   /* of the static field */
    uint8_t tag;     /* of the root record */
} hprof_root;

typedef struct hprof_class {
    uint64_t id, name, super;
    uint32_t size;
    size_t first, n; /* types of its own fields: hprof.fields[first …) */
    bool dumped, rooted;
} hprof_class;

typedef struct hprof_text {
    uint64_t id;
    const char *bytes;
    size_t size;
} hprof_text;

typedef struct hprof {
    unsigned id_size;
    hprof_object *objects; /* in the order of the file */
    hprof_root *roots;
    hprof_class *classes;
    hprof_text *texts;
    uint64_t *references;
    uint8_t *fields;
    size_t n_objects, n_roots, n_classes, n_texts, n_references, n_fields;
} hprof;

/* `bytes` must outlive `out`. */
void hprof_read(hprof *out, const void *bytes, size_t size);
void hprof_release(hprof *file);

/* NULL: none has the id. */
const hprof_text *hprof_text_of(const hprof *file, uint64_t id);
const hprof_class *hprof_class_of(const hprof *file, uint64_t id);
/* Returns the index of the object; n_objects if there is none. */
size_t hprof_object_of(const hprof *file, uint64_t id);

#endif
