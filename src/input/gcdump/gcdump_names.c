/* gcdump_names.c - names of types in a .gcdump: conversion to UTF-8, replacement of names whose
 * symbols are missing, removal of size classes; see gcdump_reader.h. */
#include "input/gcdump/gcdump_reader.h"

#include "base/number.h"
#include "base/text.h"

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

gcv_slice gcv_gcdump_text(gcv_gcdump *dump, const gcv_gcdump_string *string, gcv_u8_column *scratch)
{
    const unsigned char *at = string->bytes, *end = at != NULL ? at + string->size : at;
    gcv_slice out = gcv_slice_of((const char *)string->bytes, string->size);
    if (string->ascii) {
        return out;
    }
    scratch->n = 0;
    /* No unit gets longer: U+FFFD replaces a surrogate, and each of the two has three bytes. */
    gcv_u8_column_reserve(dump->ctx, scratch, string->size);
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
        scratch->n += gcv_utf8_put((char *)scratch->data + scratch->n,
                                   gcv_is_surrogate(code) ? GCV_REPLACEMENT : code);
    }
    out = gcv_slice_of((const char *)scratch->data, scratch->n);
    return out;
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
    for (size_t i = 0; at >= 2 && i < sizeof marks / sizeof marks[0]; i++) {
        size_t size = strlen(marks[i]);
        if (size <= name.size - (at - 2) && memcmp(name.data + at - 2, marks[i], size) == 0) {
            return at > 2 ? gcv_slice_of(name.data, at - 2) : name;
        }
    }
    return name;
}

/* Makes the name of a type without symbols: `TypeID(0x1f)` and the suffix of its size class. */
static gcv_slice deferred_name(gcv_gcdump *dump, const gcv_gcdump_deferred *deferred)
{
    gcv_u8_column *text = &dump->text[0];
    char number[GCV_NUMBER_MAX];
    gcv_slice suffix = gcv_gcdump_text(dump, &deferred->suffix, &dump->text[1]);
    size_t n = gcv_format_hex(number, deferred->id);
    text->n = 0;
    gcv_u8_column_reserve(dump->ctx, text, 10 + n + suffix.size);
    memcpy(text->data, "TypeID(0x", 9);
    memcpy(text->data + 9, number, n);
    text->data[9 + n] = ')';
    if (suffix.size > 0) {
        memcpy(text->data + 10 + n, suffix.data, suffix.size);
    }
    return gcv_slice_of((const char *)text->data, 10 + n + suffix.size);
}

void gcv_gcdump_type_name(gcv_gcdump *dump, uint32_t type, gcv_slice *out, bool *unnamed)
{
    const gcv_gcdump_string *name = &dump->types.data[type].name;
    *unnamed = true;
    if (name->bytes == NULL) {
        gcv_gcdump_deferred none = {0, GCV_NONE, {NULL, 0, true}};
        none.id = type;
        *out = deferred_name(dump, type < dump->deferred.n ? &dump->deferred.data[type] : &none);
        return;
    }
    *out = gcv_gcdump_text(dump, name, &dump->text[0]);
    *unnamed = gcv_slice_begins(*out, "UNKNOWN 0x");
}

void gcv_gcdump_type_module(gcv_gcdump *dump, uint32_t type, gcv_slice *out)
{
    const gcv_gcdump_string *path = &dump->types.data[type].module;
    gcv_gcdump_module *shared = NULL;
    if (type < dump->deferred.n && dump->deferred.data[type].module != GCV_NONE) {
        shared = &dump->modules.data[dump->deferred.data[type].module];
        path = &shared->path;
        if (shared->kept.data != NULL) {
            *out = shared->kept;
            return;
        }
    }
    *out = gcv_gcdump_text(dump, path, &dump->text[2]);
    *out = gcv_builder_share(dump->builder, *out);
    if (shared != NULL) {
        shared->kept = *out;
    }
}
