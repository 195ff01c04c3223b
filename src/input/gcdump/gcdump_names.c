/* gcdump_names.c - names of types in a .gcdump: conversion to UTF-8, replacement of names whose
 * symbols are missing, removal of size classes; see gcdump_reader.h. */
#include "input/gcdump/gcdump_reader.h"

#include <inttypes.h>
#include <string.h>

/* Takes a 16-bit unit. Each unit is encoded on its own, so a pair of surrogates takes six bytes. */
static uint32_t take_unit(const unsigned char **at)
{
    const unsigned char *p = *at;
    if (p[0] < 0x80) {
        *at = p + 1;
        return p[0];
    }
    if (p[0] < 0xe0) {
        *at = p + 2;
        return (uint32_t)(p[0] & 0x1f) << 6 | (p[1] & 0x3f);
    }
    *at = p + 3;
    return (uint32_t)(p[0] & 0x0f) << 12 | (uint32_t)(p[1] & 0x3f) << 6 | (p[2] & 0x3f);
}

gcv_slice gcv_gcdump_text(gcv_gcdump *dump, const gcv_gcdump_string *string, gcv_buffer *scratch)
{
    const unsigned char *at = string->bytes, *end = at != NULL ? at + string->size : at;
    gcv_char_column *out = &scratch->text;
    if (string->ascii) {
        return gcv_slice_of((const char *)string->bytes, string->size);
    }
    out->n = 0;
    /* No unit gets longer: U+FFFD replaces a surrogate, and each of the two has three bytes. */
    gcv_char_column_reserve(dump->ctx, out, string->size);
    while (at < end) {
        uint32_t code = take_unit(&at);
        if (gcv_is_high_surrogate(code) && at < end) {
            const unsigned char *next = at;
            uint32_t low = take_unit(&next);
            if (gcv_is_low_surrogate(low)) {
                code = gcv_join_surrogates(code, low);
                at = next;
            }
        }
        out->n += gcv_utf8_put(out->data + out->n, gcv_is_surrogate(code) ? GCV_REPLACEMENT : code);
    }
    return gcv_buffer_slice(scratch);
}

/* A size class is a suffix like ` (Bytes > 10K)`, ` (Bytes > 10K,Ptrs,ElemSize=4)` or `
 * (NoPtrs,ElemSize=1)`. */
gcv_slice gcv_gcdump_without_size_class(gcv_slice name)
{
    static const char *const marks[] = {" (Bytes > ", " (Ptrs,ElemSize=", " (NoPtrs,ElemSize="};
    size_t at = name.size;
    if (at == 0 || name.data[at - 1] != ')') {
        return name;
    }
    while (at > 0 && name.data[at - 1] != '(') {
        at--;
    }
    for (size_t i = 0; at >= 2 && i < GCV_LENGTH(marks); i++) {
        size_t size = strlen(marks[i]);
        if (size <= name.size - (at - 2) && memcmp(name.data + at - 2, marks[i], size) == 0) {
            return at > 2 ? gcv_slice_of(name.data, at - 2) : name;
        }
    }
    return name;
}

/* Makes the name of a type without symbols: `TypeID(0x1f)` and the suffix of its size class. */
static gcv_slice deferred_name(gcv_gcdump *dump, uint32_t type)
{
    gcv_buffer *text = &dump->text[0];
    const bool known = type < dump->deferred.n;
    gcv_buffer_clear(text);
    gcv_buffer_print(dump->ctx, text, "TypeID(0x%" PRIx64 ")",
                     known ? (uint64_t)dump->deferred.data[type].id : type);
    if (known) {
        gcv_buffer_append(dump->ctx, text,
                          gcv_gcdump_text(dump, &dump->deferred.data[type].suffix, &dump->text[1]));
    }
    return gcv_buffer_slice(text);
}

/* Whether brackets stand for the `<>` of what a compiler makes, as writers put it: no element type
 * precedes them, and `c`, `c__DisplayClass2_0` or `f__AnonymousType0` follows. */
static bool is_of_compiler(gcv_slice text, size_t at)
{
    static const char before[] = " .+,<[";
    const gcv_slice rest = gcv_slice_from(text, at);
    return (at == 0 || memchr(before, text.data[at - 1], sizeof before - 1) != NULL) &&
           (gcv_slice_head(rest, "[]c__|[]c<|[]c.|[]c+|[]c[|[]c,|[]c |[]f__") > 0 ||
            gcv_slice_is(rest, "[]c"));
}

static size_t next_of_compiler(gcv_slice text, size_t at)
{
    while (at < text.size && !(text.data[at] == '[' && is_of_compiler(text, at))) {
        at++;
    }
    return at;
}

static gcv_slice with_angle_brackets(gcv_gcdump *dump, gcv_slice text)
{
    size_t at = next_of_compiler(text, 0);
    if (at == text.size) {
        return text;
    }
    gcv_buffer *out = &dump->text[0];
    if (text.data != out->text.data) { /* it is in the file */
        gcv_buffer_clear(out);
        gcv_buffer_append(dump->ctx, out, text);
    }
    for (; at < text.size; at = next_of_compiler(text, at + 2)) {
        out->text.data[at] = '<';
        out->text.data[at + 1] = '>';
    }
    return gcv_buffer_slice(out);
}

gcv_slice gcv_gcdump_type_name(gcv_gcdump *dump, uint32_t type, bool *unnamed)
{
    const gcv_gcdump_string *name = &dump->types.data[type].name;
    gcv_slice text = name->bytes == NULL ? deferred_name(dump, type)
                                         : gcv_gcdump_text(dump, name, &dump->text[0]);
    *unnamed = name->bytes == NULL || gcv_slice_begins(text, "UNKNOWN 0x");
    return with_angle_brackets(dump, text);
}

gcv_slice gcv_gcdump_type_module(gcv_gcdump *dump, uint32_t type)
{
    const gcv_gcdump_string *path = &dump->types.data[type].module;
    gcv_gcdump_module *shared = NULL;
    if (type < dump->deferred.n && dump->deferred.data[type].module != GCV_NONE) {
        shared = &dump->modules.data[dump->deferred.data[type].module];
        path = &shared->path;
    }
    if (shared != NULL && shared->kept.data != NULL) {
        return shared->kept;
    }
    gcv_slice kept = gcv_builder_share(dump->builder, gcv_gcdump_text(dump, path, &dump->text[2]));
    if (shared != NULL) {
        shared->kept = kept;
    }
    return kept;
}
