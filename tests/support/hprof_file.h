/* hprof_file.h - writes Java heap dumps (HPROF), also damaged ones, record by record. Shares no
 * code with the reader. Running out of memory ends the program. */
#ifndef GCV_TEST_HPROF_FILE_H
#define GCV_TEST_HPROF_FILE_H

#include <stddef.h>
#include <stdint.h>

typedef struct hprof_file {
    unsigned char *bytes;
    size_t n, cap;
    unsigned id_size;
    size_t length_at; /* of the segment that has begun */
    uint32_t n_loads;
} hprof_file;

typedef struct hprof_field {
    uint64_t name;
    unsigned type;
    uint64_t value; /* of a static */
} hprof_field;

void hprof_number(hprof_file *f, uint64_t value, size_t size);
void hprof_id(hprof_file *f, uint64_t id);

/* Empties the file and writes the header. */
void hprof_begin(hprof_file *f, unsigned id_size);
void hprof_free(hprof_file *f);

void hprof_text(hprof_file *f, uint64_t id, const char *text);
/* Names a class; `name` is the id of a text. */
void hprof_load(hprof_file *f, uint64_t class_id, uint64_t name);
void hprof_record(hprof_file *f, unsigned tag, uint32_t size); /* the head only */

/* Sub-records are written between these two; the length is that of what was written. */
void hprof_open(hprof_file *f, unsigned tag);
void hprof_close(hprof_file *f);

void hprof_class(hprof_file *f, uint64_t id, uint64_t super, uint64_t loader,
                 const hprof_field *statics, size_t n_statics);
/* Completes the record of a class. */
void hprof_fields(hprof_file *f, const hprof_field *fields, size_t n);
/* The head of an instance, whose values follow. */
void hprof_instance(hprof_file *f, uint64_t id, uint64_t class_id, uint32_t size);
/* The head of an array, whose elements follow. */
void hprof_objects(hprof_file *f, uint64_t id, uint64_t class_id, uint32_t n);
void hprof_values(hprof_file *f, uint64_t id, unsigned type, uint32_t n);
void hprof_root(hprof_file *f, unsigned tag, uint64_t id);
void hprof_end(hprof_file *f);

/* Bytes of a value in the file. */
unsigned hprof_width(const hprof_file *f, unsigned type);

#endif
