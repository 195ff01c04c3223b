/* nettrace_writer.c - writes traces; see nettrace_writer.h. */
#include "support/nettrace_writer.h"

#include <assert.h>
#include <string.h>

void put_bytes(trace_bytes *to, const void *from, size_t n)
{
    assert(n <= TRACE_MAX - to->n);
    memcpy(to->data + to->n, from, n);
    to->n += n;
}

static void put_little(trace_bytes *to, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)(value >> (8 * i));
        put_bytes(to, &byte, 1);
    }
}

void put_u8(trace_bytes *to, unsigned value) { put_little(to, value, 1); }
void put_u16(trace_bytes *to, unsigned value) { put_little(to, value, 2); }
void put_u32(trace_bytes *to, uint32_t value) { put_little(to, value, 4); }
void put_u64(trace_bytes *to, uint64_t value) { put_little(to, value, 8); }

void put_ptr(trace_bytes *to, uint64_t value, unsigned pointer_size)
{
    put_little(to, value, pointer_size);
}

void put_var(trace_bytes *to, uint64_t value)
{
    for (; value >= 0x80; value >>= 7) {
        put_u8(to, (unsigned)(value & 0x7f) | 0x80);
    }
    put_u8(to, (unsigned)value);
}

void put_utf16z(trace_bytes *to, const char *ascii)
{
    for (; *ascii != '\0'; ascii++) {
        put_u16(to, (unsigned char)*ascii);
    }
    put_u16(to, 0);
}

void put_string(trace_bytes *to, const char *ascii)
{
    put_var(to, strlen(ascii));
    put_bytes(to, ascii, strlen(ascii));
}

/* ---- objects and blocks ---------------------------------------------------------------------- */

static bool is_v6(const trace_writer *w) { return w->variety >= TRACE_V6; }
static bool is_netperf(const trace_writer *w) { return w->variety <= TRACE_NETPERF3; }

static void begin_object(trace_writer *w, const char *name, uint32_t version)
{
    unsigned tag = is_netperf(w) ? 4 : 5;
    put_u8(&w->out, tag);
    put_u8(&w->out, tag);
    put_u8(&w->out, 1);
    put_u32(&w->out, version);
    put_u32(&w->out, version);
    put_u32(&w->out, (uint32_t)strlen(name));
    put_bytes(&w->out, name, strlen(name));
    put_u8(&w->out, 6);
}

/* Writes `content` as a block. Version 6 has a number for its kind, other versions a name. */
static void put_block(trace_writer *w, unsigned kind, const char *name, const trace_bytes *content)
{
    if (is_v6(w)) {
        put_u32(&w->out, (uint32_t)content->n | (uint32_t)kind << 24);
        put_bytes(&w->out, content->data, content->n);
        return;
    }
    begin_object(w, name, w->variety == TRACE_NETPERF3 ? 1 : 2);
    put_u32(&w->out, (uint32_t)content->n);
    while (w->out.n % 4 != 0) {
        put_u8(&w->out, 0);
    }
    put_bytes(&w->out, content->data, content->n);
    put_u8(&w->out, 6);
}

static void put_clock(trace_bytes *to)
{
    static const uint16_t utc[] = {2026, 2, 6, 28, 23, 59, 58, 500};
    for (unsigned i = 0; i < 8; i++) {
        put_u16(to, utc[i]);
    }
    put_u64(to, 1000);
    put_u64(to, 1000000); /* ticks per second */
}

void trace_begin(trace_writer *w, trace_variety variety, unsigned pointer_size)
{
    memset(w, 0, sizeof *w);
    w->variety = variety;
    w->pointer_size = pointer_size;
    if (is_v6(w)) {
        static trace_bytes head;
        head.n = 0;
        put_bytes(&w->out, "Nettrace", 8);
        put_u32(&w->out, 0);
        put_u32(&w->out, 6);
        put_u32(&w->out, 0);
        put_clock(&head);
        put_u32(&head, pointer_size);
        put_u32(&head, 3);
        put_string(&head, "Colour");
        put_string(&head, "blue");
        put_string(&head, "ProcessId");
        put_string(&head, "4321");
        put_string(&head, "HardwareThreadCount");
        put_string(&head, "2");
        put_block(w, 1, NULL, &head);
        return;
    }
    if (!is_netperf(w)) {
        put_bytes(&w->out, "Nettrace", 8);
    }
    put_u32(&w->out, 20);
    put_bytes(&w->out, "!FastSerialization.1", 20);
    begin_object(w, "Trace", is_netperf(w) ? (variety == TRACE_NETPERF2 ? 2 : 3) : 4);
    if (variety == TRACE_NETPERF2) {
        put_u32(&w->out, 0); /* offset of the table at the end */
        put_clock(&w->out);
        return;
    }
    put_clock(&w->out);
    put_u32(&w->out, pointer_size);
    put_u32(&w->out, 4321);
    put_u32(&w->out, 2);
    put_u32(&w->out, 1000000);
    put_u8(&w->out, 6);
}

void trace_close_block(trace_writer *w)
{
    if (w->open) {
        put_block(w, 2, "EventBlock", &w->block);
    }
    w->open = false;
    w->block.n = 0;
}

static void put_block_head(trace_bytes *to, bool compressed)
{
    put_u16(to, 20);
    put_u16(to, compressed);
    put_u64(to, 0);
    put_u64(to, 0);
}

static void need_block(trace_writer *w)
{
    if (w->open || w->variety == TRACE_NETPERF2) {
        return;
    }
    w->open = true;
    w->last_id = 0;
    w->last_time = 0;
    w->last_thread = 0;
    w->last_sequence = 0;
    w->last_size = 0;
    if (!is_netperf(w)) {
        put_block_head(&w->block, w->variety == TRACE_V4 || w->variety == TRACE_V6);
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void put_netperf_row(trace_writer *w, uint32_t id, unsigned thread, uint64_t time,
                            const trace_bytes *payload)
{
    trace_bytes *to = w->variety == TRACE_NETPERF2 ? &w->out : &w->block;
    size_t padding = -(60 + payload->n) & 3;
    put_u32(to, (uint32_t)(56 + payload->n + padding));
    put_u32(to, id);
    put_u32(to, thread);
    put_u64(to, time);
    for (size_t at = 0; at < 32; at++) {
        put_u8(to, 0xaa);
    }
    put_u32(to, (uint32_t)payload->n);
    put_bytes(to, payload->data, payload->n);
    put_u32(to, 0);
    while (padding-- > 0) {
        put_u8(to, 0);
    }
}

static void put_plain_row(trace_bytes *to, uint32_t id, unsigned thread, uint32_t sequence,
                          uint64_t time, bool v6, const trace_bytes *payload)
{
    put_u32(to, (uint32_t)((v6 ? 48 : 76) + payload->n));
    put_u32(to, id | 0x80000000u);
    put_u32(to, sequence);
    put_u64(to, thread);
    put_u64(to, thread);
    put_u32(to, 1);
    put_u32(to, 0);
    put_u64(to, time);
    for (size_t at = 0; at < (v6 ? 4 : 32); at++) {
        put_u8(to, 0);
    }
    put_u32(to, (uint32_t)payload->n);
    put_bytes(to, payload->data, payload->n);
}

static void put_compressed_row(trace_writer *w, uint32_t id, unsigned thread, uint32_t sequence,
                               uint64_t time, const trace_bytes *payload)
{
    trace_bytes *to = &w->block;
    bool v6 = is_v6(w);
    bool moved = w->last_thread != thread || sequence != w->last_sequence + 1;
    unsigned flags = (id != w->last_id ? 1u : 0u) | (moved ? 2u : 0u) |
                     (w->last_thread != thread ? 4u : 0u) |
                     (payload->n != w->last_size ? 128u : 0u);
    flags |= time % 3 == 0 ? 8 : 0;  /* a stack now and then */
    flags |= time % 5 == 0 ? 16 : 0; /* an activity, or labels */
    flags |= time % 7 == 0 ? 32 : 0; /* a related activity */
    put_u8(to, flags);
    if (flags & 1) {
        put_var(to, id);
    }
    if (moved) {
        put_var(to, (uint32_t)(sequence - w->last_sequence - 1));
        put_var(to, thread);
        put_var(to, 0xffffffffu);
    }
    if (flags & 4) {
        put_var(to, thread);
    }
    if (flags & 8) {
        put_var(to, 300);
    }
    put_var(to, time - w->last_time);
    for (size_t at = 0; !v6 && at < (flags & 16 ? 16u : 0u) + (flags & 32 ? 16u : 0u); at++) {
        put_u8(to, 0xbb);
    }
    if (v6 && (flags & 16)) {
        put_var(to, 0);
    }
    if (flags & 128) {
        put_var(to, payload->n);
    }
    put_bytes(to, payload->data, payload->n);
    w->last_id = id;
    w->last_thread = thread;
    w->last_sequence = sequence;
    w->last_time = time;
    w->last_size = (uint32_t)payload->n;
}

void trace_row(trace_writer *w, uint32_t id, unsigned thread, uint64_t time,
               const trace_bytes *payload)
{
    uint32_t sequence = ++w->sequence[thread];
    need_block(w);
    if (is_netperf(w)) {
        put_netperf_row(w, w->variety == TRACE_NETPERF2 ? w->id_at[id] : id, thread, time, payload);
    } else if (w->variety == TRACE_V4_PLAIN || w->variety == TRACE_V6_PLAIN) {
        put_plain_row(&w->block, id, thread, sequence, time, is_v6(w), payload);
    } else {
        put_compressed_row(w, id, thread, sequence, time, payload);
    }
}

/* ---- metadata -------------------------------------------------------------------------------- */

static void define6(trace_writer *w, uint32_t id, const char *provider, uint32_t event,
                    uint32_t version)
{
    static trace_bytes block, row;
    block.n = 0;
    row.n = 0;
    put_var(&row, id);
    put_string(&row, provider);
    put_var(&row, event);
    put_string(&row, "");
    put_u16(&row, 1); /* a field */
    put_u16(&row, 3);
    put_string(&row, "x");
    put_u8(&row, 9);
    put_u16(&row, 13); /* extras: opcode, keywords, version */
    put_u8(&row, 1);
    put_u8(&row, 0);
    put_u8(&row, 3);
    put_u64(&row, 1);
    put_u8(&row, 9);
    put_u8(&row, version);
    put_u16(&block, 3); /* unknown bytes of a head */
    put_bytes(&block, "abc", 3);
    put_u16(&block, (unsigned)row.n);
    put_bytes(&block, row.data, row.n);
    put_block(w, 3, NULL, &block);
}

void trace_define(trace_writer *w, uint32_t id, const char *provider, uint32_t event,
                  uint32_t version)
{
    static trace_bytes record, block;
    if (is_v6(w)) {
        define6(w, id, provider, event, version);
        return;
    }
    record.n = 0;
    block.n = 0;
    if (w->variety == TRACE_NETPERF2) {
        put_utf16z(&record, provider);
        put_u32(&record, event);
        put_u32(&record, version);
        put_u32(&record, 0);
        w->id_at[id] = (uint32_t)w->out.n;
        put_netperf_row(w, 0, 1, 0, &record);
        return;
    }
    put_u32(&record, id);
    put_utf16z(&record, provider);
    put_u32(&record, event);
    put_utf16z(&record, "");
    put_u64(&record, 1); /* keywords */
    put_u32(&record, version);
    put_u32(&record, 4);
    put_u32(&record, 0);
    if (w->variety == TRACE_NETPERF3) {
        need_block(w);
        put_netperf_row(w, 0, 1, 0, &record);
        return;
    }
    put_block_head(&block, w->variety == TRACE_V4);
    if (w->variety == TRACE_V4_PLAIN) {
        put_plain_row(&block, 0, 0, 0, 0, false, &record);
    } else {
        put_u8(&block, 2 | 128); /* as the runtime does */
        put_var(&block, 0xffffffffu);
        put_var(&block, 0);
        put_var(&block, 0xffffffffu);
        put_var(&block, 0);
        put_var(&block, record.n);
        put_bytes(&block, record.data, record.n);
    }
    trace_close_block(w);
    put_block(w, 3, "MetadataBlock", &block);
}

/* ---- the rest -------------------------------------------------------------------------------- */

void trace_point(trace_writer *w, unsigned threads)
{
    static trace_bytes block;
    if (is_netperf(w)) {
        return;
    }
    trace_close_block(w);
    block.n = 0;
    put_u64(&block, w->last_time);
    if (is_v6(w)) {
        put_u32(&block, 0);
    }
    put_u32(&block, threads);
    for (unsigned i = 1; i <= threads; i++) {
        if (is_v6(w)) {
            put_var(&block, i);
            put_var(&block, w->sequence[i]);
        } else {
            put_u64(&block, i);
            put_u32(&block, w->sequence[i]);
        }
    }
    put_block(w, 4, "SPBlock", &block);
}

void trace_thread(trace_writer *w, unsigned thread, uint64_t process)
{
    static trace_bytes block, row;
    if (!is_v6(w)) {
        return;
    }
    trace_close_block(w);
    row.n = 0;
    block.n = 0;
    put_var(&row, thread);
    put_u8(&row, 1);
    put_string(&row, "main");
    put_u8(&row, 2);
    put_var(&row, process);
    put_u8(&row, 200); /* an unknown item */
    put_u16(&block, (unsigned)row.n);
    put_bytes(&block, row.data, row.n);
    put_block(w, 6, NULL, &block);
}

void trace_stacks(trace_writer *w)
{
    static trace_bytes block;
    if (is_netperf(w)) {
        return;
    }
    trace_close_block(w);
    block.n = 0;
    put_u32(&block, 1);
    put_u32(&block, 1);
    put_u32(&block, 5);
    put_bytes(&block, "stack", 5);
    put_block(w, 5, "StackBlock", &block);
}

void trace_end(trace_writer *w)
{
    trace_close_block(w);
    if (is_v6(w)) {
        put_u32(&w->out, 0);
    } else if (w->variety == TRACE_NETPERF2) {
        put_u8(&w->out, 6);
        put_bytes(&w->out, "0123456789abcdef", 16);
    } else {
        put_u8(&w->out, 1);
    }
}
