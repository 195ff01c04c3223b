/* gcdump_writer.c - .gcdump files for tests; see gcdump_writer.h. */
#include "support/gcdump_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct out {
    unsigned char *data;
    size_t n, cap;
    uint64_t labels[32]; /* of classes and modules, by number */
    gcdump_model *model;
    uint64_t table[2]; /* ends of the regions */
    unsigned n_table;
} out;

enum { GRAPH_CLASS = 1, SEGMENT_CLASS, MODULE_CLASS, INFO_CLASS, INTEROP_CLASS, FIRST_MODULE };

void gcdump_model_init(gcdump_model *model)
{
    memset(model, 0, sizeof *model);
    model->version = 10;
    model->label_size = 4;
    model->average = 1;
    model->tool = "test";
}

static void put(out *o, const void *bytes, size_t n)
{
    if (n > o->cap - o->n) {
        o->cap = (o->n + n) * 2 + 64;
        o->data = realloc(o->data, o->cap);
        if (o->data == NULL) {
            fprintf(stderr, "out of memory\n");
            exit(1);
        }
    }
    if (n > 0) {
        memcpy(o->data + o->n, bytes, n);
    }
    o->n += n;
}

static void put_int(out *o, uint64_t value, size_t n)
{
    unsigned char bytes[8];
    for (size_t i = 0; i < n; i++) {
        bytes[i] = (unsigned char)(value >> (8 * i));
    }
    put(o, bytes, n);
}

static void put_byte(out *o, unsigned value) { put_int(o, value, 1); }
static void put_i32(out *o, int32_t value) { put_int(o, (uint32_t)value, 4); }
static void put_i64(out *o, int64_t value) { put_int(o, (uint64_t)value, 8); }
static void put_label(out *o, uint64_t value) { put_int(o, value, o->model->label_size); }
static void mark(out *o, gcdump_mark what) { o->model->mark[what] = o->n; }

static void put_f32(out *o, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_int(o, bits, 4);
}

static void put_unit(out *o, uint32_t unit)
{
    if (unit < 0x80) {
        put_byte(o, unit);
    } else if (unit < 0x800) {
        put_byte(o, 0xc0 | unit >> 6);
        put_byte(o, 0x80 | (unit & 0x3f));
    } else {
        put_byte(o, 0xe0 | unit >> 12);
        put_byte(o, 0x80 | (unit >> 6 & 0x3f));
        put_byte(o, 0x80 | (unit & 0x3f));
    }
}

/* Writes valid UTF-8 as UTF-16 units, each encoded separately. The length comes first, so it is
 * filled in last. */
static void put_text(out *o, const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t at = o->n;
    uint32_t units = 0;
    put_i32(o, -1);
    if (text == NULL) {
        return;
    }
    while (*p != 0) {
        uint32_t code = *p < 0x80 ? *p : *p < 0xe0 ? *p & 0x1fu : *p < 0xf0 ? *p & 0xfu : *p & 7u;
        size_t more = *p < 0x80 ? 0 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : 3;
        for (p++; more > 0; more--) {
            code = code << 6 | (*p++ & 0x3f);
        }
        if (code >= 0x10000) {
            put_unit(o, 0xd800 + ((code - 0x10000) >> 10));
            code = 0xdc00 + ((code - 0x10000) & 0x3ff);
            units++;
        }
        put_unit(o, code);
        units++;
    }
    for (uint32_t i = 0; i < 4; i++) {
        o->data[at + i] = (unsigned char)(units >> (8 * i));
    }
}

/* Writes the tag of an object and its class, which is written in full the first time. */
static void begin(out *o, unsigned number, const char *name, int32_t version, int32_t min_reader)
{
    put_byte(o, 4);
    if (o->labels[number] != 0) {
        put_byte(o, 2);
        put_label(o, o->labels[number]);
        return;
    }
    o->labels[number] = o->n;
    put_byte(o, 4);
    put_byte(o, 1);
    put_i32(o, version);
    put_i32(o, min_reader);
    put_text(o, name);
    put_byte(o, 6);
}

size_t gcdump_packed(unsigned char *bytes, int32_t value)
{
    uint32_t bits = (uint32_t)value;
    size_t n = 1;
    while (n < 5 &&
           (value < -(INT32_C(1) << (7 * n - 1)) || value > (INT32_C(1) << (7 * n - 1)) - 1)) {
        n++;
    }
    for (size_t i = 0; i < n; i++) {
        unsigned shift = (unsigned)(7 * (n - 1 - i));
        uint32_t group = shift < 28 || value >= 0 ? bits >> shift : bits >> shift | 0x70;
        bytes[i] = (unsigned char)((group & 0x7f) | (i + 1 < n ? 0x80 : 0));
    }
    return n;
}

static void put_packed(out *o, int32_t value)
{
    unsigned char bytes[5];
    put(o, bytes, gcdump_packed(bytes, value));
}

static void put_node(out *o, uint32_t index)
{
    const gcdump_node *node = &o->model->nodes[index];
    put_packed(o, (int32_t)(node->type << 1 | (node->size >= 0)));
    if (node->size >= 0) {
        put_packed(o, node->size);
    }
    put_packed(o, (int32_t)node->n);
    for (uint32_t i = 0; i < node->n; i++) {
        put_packed(o, (int32_t)o->model->children[node->first + i] - (int32_t)index);
    }
}

static void put_count(out *o, uint32_t n) { put_int(o, n, o->model->wide_counts ? 8 : 4); }

/* Offsets come before the blob, so the blob is first written to a buffer of its own. */
static void put_nodes(out *o)
{
    gcdump_model *m = o->model;
    out blob;
    uint32_t *offsets = calloc(m->n_nodes + 1, sizeof *offsets);
    if (offsets == NULL) {
        exit(1);
    }
    memset(&blob, 0, sizeof blob);
    blob.model = m;
    put(&blob, "\0\0", 2); /* the undefined node, at offset 0 */
    for (uint32_t k = 0; k < m->n_nodes; k++) {
        uint32_t i = m->backwards ? m->n_nodes - 1 - k : k;
        if (m->nodes[i].type != 0) {
            offsets[i] = (uint32_t)blob.n;
            put_node(&blob, i);
        }
    }
    mark(o, GCDUMP_AT_NODES);
    put_count(o, m->n_nodes);
    for (uint32_t k = 0; k < m->n_nodes; k++) {
        put_int(o, offsets[k], 4);
    }
    mark(o, GCDUMP_AT_BLOB);
    put_i32(o, (int32_t)blob.n);
    mark(o, GCDUMP_AT_RECORDS);
    put(o, blob.data, blob.n);
    free(blob.data);
    free(offsets);
}

static void put_module(out *o, uint32_t row)
{
    unsigned number = FIRST_MODULE + row;
    if (row == 0) {
        put_byte(o, 1);
        return;
    }
    if (o->labels[number] != 0) {
        put_byte(o, 2);
        put_label(o, o->labels[number]);
        return;
    }
    o->labels[number] = o->n;
    begin(o, MODULE_CLASS, "Graphs.Module", 0, 0);
    put_text(o, o->model->modules[row - 1]);
    put_i64(o, 0x10000);
    put_int(o, 0x2000, o->model->wide_modules ? 8 : 4);
    put_i64(o, 0);
    put_text(o, "symbols.pdb");
    put(o, "0123456789abcdef", 16);
    put_i32(o, 1);
    put_byte(o, 6);
}

static void put_deferred(out *o)
{
    const gcdump_model *m = o->model;
    put_i32(o, (int32_t)o->n_table);
    put_i32(o, (int32_t)m->n_types);
    for (uint32_t i = 0; i < m->n_types; i++) {
        put_int(o, m->types[i].id, 4);
        put_module(o, m->types[i].module_row);
        put_text(o, m->types[i].suffix);
    }
    put_byte(o, 6);
    o->table[o->n_table++] = o->n;
}

/* Writes fields with tags that no reader knows. */
static void put_unknown(out *o)
{
    if (o->model->unknown_fields) {
        put(o, "\x09zz\x0azzzz\x0bzzzzzzzz\x0e\x03\0\0\0zzz\x01", 26);
        put_byte(o, 2);
        put_label(o, 0x0d0c0b0a); /* the target does not matter */
        put_byte(o, 13);
        put_text(o, "z\xc3\xa9");
        put_byte(o, 5); /* an object with such fields only */
        put(o, "\x04\x01\0\0\0\0\0\0\0\0\x01\0\0\0X\x06\x08z\x06", 19);
    }
}

static int64_t total_size(const gcdump_model *m)
{
    int64_t total = 0;
    for (uint32_t i = 0; i < m->n_nodes; i++) {
        total += m->nodes[i].size >= 0 ? m->nodes[i].size : m->types[m->nodes[i].type].size;
    }
    return total;
}

static void put_graph(out *o)
{
    gcdump_model *m = o->model;
    begin(o, GRAPH_CLASS, "Graphs.MemoryGraph", 1, m->deferred ? 1 : 0);
    mark(o, GCDUMP_AT_TOTAL);
    put_i64(o, total_size(m));
    mark(o, GCDUMP_AT_ROOT);
    put_i32(o, (int32_t)m->root);
    mark(o, GCDUMP_AT_TYPES);
    put_i32(o, (int32_t)m->n_types);
    for (uint32_t i = 0; i < m->n_types; i++) {
        put_text(o, m->types[i].name);
        put_i32(o, m->types[i].size);
        put_text(o, m->types[i].module);
    }
    put_nodes(o);
    if (m->deferred) {
        put_deferred(o);
    }
    mark(o, GCDUMP_AT_ADDRESSES);
    put_count(o, m->n_nodes);
    for (uint32_t i = 0; i < m->n_nodes; i++) {
        put_int(o, m->nodes[i].address, 8);
    }
    if (!m->no_flag) {
        put(o, "\x08\x01", 2);
    }
    put_unknown(o);
    mark(o, GCDUMP_AT_GRAPH_END);
    put_byte(o, 6);
}

static void put_segments(out *o)
{
    const gcdump_model *m = o->model;
    put_i32(o, (int32_t)m->n_segments);
    for (uint32_t i = 0; i < m->n_segments; i++) {
        begin(o, SEGMENT_CLASS, "GCHeapDumpSegment", !m->old_segments, !m->old_segments);
        for (uint32_t k = 0; k < (m->old_segments ? 6 : 7); k++) {
            put_int(o, m->segments[i][k], 8);
        }
        put_byte(o, 6);
    }
}

static void put_heap_infos(out *o)
{
    put_byte(o, 1); /* no JavaScript */
    if (o->model->n_segments > 0) {
        begin(o, INFO_CLASS, "DotNetHeapInfo", 0, 0);
        put_i64(o, 4096);
        put_segments(o);
        put_byte(o, 6);
    } else {
        put_byte(o, 1);
    }
}

static void put_origin(out *o)
{
    const gcdump_model *m = o->model;
    put_text(o, m->log);
    put_i64(o, m->ticks);
    put_text(o, m->machine);
    put_text(o, m->process);
    put_i32(o, m->process_id);
    put_i64(o, m->commit);
    put_i64(o, m->working_set);
}

static void put_interop(out *o)
{
    put_byte(o, 12);
    put_i32(o, (int32_t)o->n_table);
    if (o->model->interop_rows) {
        static const unsigned row_bytes[] = {2 * 40, 1 * 32, 3 * 33};
        begin(o, INTEROP_CLASS, "InteropInfo", 1, 0);
        put_i32(o, 3);
        put(o, "\2\0\0\0\1\0\0\0\3\0\0\0\1\0\0\0", 16);
        for (unsigned i = 0; i < row_bytes[0] + row_bytes[1] + row_bytes[2] + 16; i++) {
            put_byte(o, 0xee);
        }
        put_text(o, "c:\\x.dll");
        put_byte(o, 6);
    } else {
        put_byte(o, 1);
    }
    o->table[o->n_table++] = o->n;
}

static void put_new_meta(out *o)
{
    const gcdump_model *m = o->model;
    put_byte(o, 1);
    put_f32(o, m->average);
    put_f32(o, m->average);
    put_heap_infos(o);
    put_origin(o);
    put_i32(o, (int32_t)m->n_multipliers);
    for (uint32_t i = 0; i < m->n_multipliers; i++) {
        put_f32(o, m->multipliers[i]);
    }
    if (!m->no_interop) {
        put_interop(o);
    }
    if (!m->no_tool) {
        put_byte(o, 13);
        put_text(o, m->tool);
    }
    put_unknown(o);
}

static void put_old_meta(out *o)
{
    const gcdump_model *m = o->model;
    put_i64(o, 4096);
    put_i64(o, total_size(m));
    put_i64(o, m->n_nodes);
    put_byte(o, !m->not_all);
    if (m->version >= 5) {
        put_origin(o);
    }
    if (m->version >= 6) {
        put_segments(o);
    }
    if (m->version == 7) {
        put_byte(o, 1);
    }
}

unsigned char *gcdump_write(gcdump_model *m, size_t *size)
{
    out o;
    memset(&o, 0, sizeof o);
    o.model = m;
    put(&o, "\x14\0\0\0!FastSerialization.1", 24);
    if (m->version != 0) {
        put(&o, "\x04\x04\x01", 3);
        mark(&o, GCDUMP_AT_VERSION);
        put_i32(&o, m->version);
        put_i32(&o, m->version >= 9 ? 8 : 0);
        mark(&o, GCDUMP_AT_CLASS);
        put_text(&o, "GCHeapDump");
        put_byte(&o, 6);
    }
    put_graph(&o);
    mark(&o, GCDUMP_AT_META);
    if (m->version != 0) {
        if (m->version >= 9) {
            put_new_meta(&o);
        } else {
            put_old_meta(&o);
        }
        put_byte(&o, 6);
    }
    mark(&o, GCDUMP_AT_META_END);
    put_byte(&o, 6);
    uint64_t table_at = o.n;
    put_i32(&o, (int32_t)o.n_table);
    for (unsigned i = 0; i < o.n_table; i++) {
        put_label(&o, o.table[i]);
    }
    uint64_t trailer_at = o.n;
    mark(&o, GCDUMP_AT_TRAILER);
    put_label(&o, table_at);
    put_label(&o, trailer_at);
    *size = o.n;
    return o.data;
}
