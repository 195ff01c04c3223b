/* hprof_file.c - writes Java heap dumps; see hprof_file.h. */
#include "support/hprof_file.h"

#include <stdlib.h>
#include <string.h>

static void put(hprof_file *f, const void *bytes, size_t n)
{
    if (f->n + n > f->cap) {
        f->cap = 2 * (f->n + n) + 256;
        f->bytes = realloc(f->bytes, f->cap);
        if (f->bytes == NULL) {
            abort();
        }
    }
    memcpy(f->bytes + f->n, bytes, n);
    f->n += n;
}

void hprof_number(hprof_file *f, uint64_t value, size_t size)
{
    unsigned char bytes[8];
    for (size_t i = size; i > 0; i--, value >>= 8) {
        bytes[i - 1] = (unsigned char)value;
    }
    put(f, bytes, size);
}

void hprof_id(hprof_file *f, uint64_t id) { hprof_number(f, id, f->id_size); }

void hprof_begin(hprof_file *f, unsigned id_size)
{
    static const char magic[] = "JAVA PROFILE 1.0.2";
    f->n = 0;
    f->id_size = id_size;
    f->n_loads = 0;
    put(f, magic, sizeof magic);
    hprof_number(f, id_size, 4);
    hprof_number(f, 0, 8);
}

void hprof_free(hprof_file *f)
{
    free(f->bytes);
    memset(f, 0, sizeof *f);
}

void hprof_record(hprof_file *f, unsigned tag, uint32_t size)
{
    hprof_number(f, tag, 1);
    hprof_number(f, 0, 4);
    hprof_number(f, size, 4);
}

void hprof_text(hprof_file *f, uint64_t id, const char *text)
{
    hprof_record(f, 0x01, (uint32_t)(f->id_size + strlen(text)));
    hprof_id(f, id);
    put(f, text, strlen(text));
}

void hprof_load(hprof_file *f, uint64_t class_id, uint64_t name)
{
    hprof_record(f, 0x02, 8 + 2 * f->id_size);
    hprof_number(f, ++f->n_loads, 4);
    hprof_id(f, class_id);
    hprof_number(f, 0, 4);
    hprof_id(f, name);
}

void hprof_open(hprof_file *f, unsigned tag)
{
    hprof_record(f, tag, 0);
    f->length_at = f->n - 4;
}

void hprof_close(hprof_file *f)
{
    const size_t end = f->n;
    const uint64_t length = end - f->length_at - 4;
    f->n = f->length_at;
    hprof_number(f, length, 4);
    f->n = end;
}

unsigned hprof_width(const hprof_file *f, unsigned type)
{
    return type == 2                 ? f->id_size
           : type == 7 || type == 11 ? 8
           : type == 6 || type == 10 ? 4
           : type == 5 || type == 9  ? 2
                                     : 1;
}

void hprof_class(hprof_file *f, uint64_t id, uint64_t super, uint64_t loader,
                 const hprof_field *statics, size_t n_statics)
{
    hprof_number(f, 0x20, 1);
    hprof_id(f, id);
    hprof_number(f, 0, 4);
    hprof_id(f, super);
    hprof_id(f, loader);
    for (int i = 0; i < 4; i++) {
        hprof_id(f, 0);
    }
    hprof_number(f, 0, 4);
    hprof_number(f, 0, 2);
    hprof_number(f, n_statics, 2);
    for (size_t i = 0; i < n_statics; i++) {
        hprof_id(f, statics[i].name);
        hprof_number(f, statics[i].type, 1);
        hprof_number(f, statics[i].value, hprof_width(f, statics[i].type));
    }
}

void hprof_fields(hprof_file *f, const hprof_field *fields, size_t n)
{
    hprof_number(f, n, 2);
    for (size_t i = 0; i < n; i++) {
        hprof_id(f, fields[i].name);
        hprof_number(f, fields[i].type, 1);
    }
}

void hprof_instance(hprof_file *f, uint64_t id, uint64_t class_id, uint32_t size)
{
    hprof_number(f, 0x21, 1);
    hprof_id(f, id);
    hprof_number(f, 0, 4);
    hprof_id(f, class_id);
    hprof_number(f, size, 4);
}

void hprof_objects(hprof_file *f, uint64_t id, uint64_t class_id, uint32_t n)
{
    hprof_number(f, 0x22, 1);
    hprof_id(f, id);
    hprof_number(f, 0, 4);
    hprof_number(f, n, 4);
    hprof_id(f, class_id);
}

void hprof_values(hprof_file *f, uint64_t id, unsigned type, uint32_t n)
{
    hprof_number(f, 0x23, 1);
    hprof_id(f, id);
    hprof_number(f, 0, 4);
    hprof_number(f, n, 4);
    hprof_number(f, type, 1);
}

void hprof_root(hprof_file *f, unsigned tag, uint64_t id)
{
    hprof_number(f, tag, 1);
    hprof_id(f, id);
}

void hprof_end(hprof_file *f) { hprof_record(f, 0x2c, 0); }
