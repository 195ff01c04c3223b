/* rpm_logs.c - RPM logs, loaded in every way; see rpm_logs.h. */
#include "support/rpm_logs.h"

#include "support/check.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- a heap as text ----------------------------------------------------------------------- */

static void say_count(said_text *out, const char *name, uint64_t value)
{
    if (value != 0) {
        say(out, " %s=%" PRIu64, name, value);
    }
}

/* Writes the counts that are not 0; with `all` also those that only a graph has. */
static void say_counts(said_text *out, const gcv_counts *counts, bool all)
{
    say(out, "f");
    say_count(out, "objects", counts->objects);
    say_count(out, "bytes", counts->bytes);
    say_count(out, "types", counts->types);
    say_count(out, "roots", counts->roots);
    say_count(out, "unknown", counts->unknown_types);
    say_count(out, "duplicates", counts->duplicate_objects);
    say_count(out, "malformed", counts->malformed_lines);
    say_count(out, "anomalies", counts->anomalies);
    if (all) {
        say_count(out, "references", counts->references);
        say_count(out, "dangling", counts->dangling_references);
        say_count(out, "dangling_roots", counts->dangling_roots);
        say_count(out, "cross", counts->cross_domain_references);
    }
    say(out, "\n");
}

static void say_section(said_text *out, const gcv_section *section)
{
    say(out, "s");
    if (section->domain.data != NULL) {
        say(out, " '%.*s'", (int)section->domain.size, section->domain.data);
    }
    if (section->has_version) {
        say(out, " v%" PRIx64, section->version);
    }
    if (section->has_started) {
        say(out, " from %" PRIx64, section->started);
    }
    if (section->has_ended) {
        say(out, " to %" PRIx64, section->ended);
    }
    say(out, "%s\n", section->has_end ? "" : " open");
}

static void say_name(said_text *out, const gcv_heap *heap, uint32_t type)
{
    gcv_slice name = gcv_heap_type_name(heap, type);
    say(out, " %.*s", (int)name.size, name.data);
}

static void say_object(said_text *out, const gcv_heap *heap, uint32_t object)
{
    uint32_t n;
    const uint32_t *refs = gcv_heap_references(heap, object, &n);
    const uint32_t section = gcv_heap_object_section(heap, object);
    const uint64_t id = gcv_heap_object_id(heap, object);
    say(out, "o %" PRIx64 " %" PRIx64, id, gcv_heap_object_bytes(heap, object));
    say_name(out, heap, gcv_heap_object_type(heap, object));
    for (uint32_t i = 0; i < n; i++) {
        say(out, "%s%" PRIx64, i == 0 ? " > " : " ", gcv_heap_object_id(heap, refs[i]));
        if (gcv_heap_object_section(heap, refs[i]) != section) {
            say(out, "@%" PRIu32, gcv_heap_object_section(heap, refs[i]));
        }
    }
    say(out, "\n");
    assert_int_equal(gcv_heap_find(heap, section, id), object);
}

static void say_root(said_text *out, const gcv_heap *heap, const gcv_root *root)
{
    say(out, "r %" PRIx64 " %" PRIx32 " %" PRIx32, root->id, root->kind, root->flags);
    if (root->object == GCV_NONE) {
        say(out, " dangling");
    } else {
        assert_true(gcv_heap_object_id(heap, root->object) == root->id);
        if (gcv_heap_object_section(heap, root->object) != root->section) {
            say(out, " @%" PRIu32, gcv_heap_object_section(heap, root->object));
        }
    }
    if (root->container != GCV_NONE) {
        say_name(out, heap, root->container);
    }
    say(out, "\n");
}

static void say_notes(said_text *out, const gcv_heap *heap, bool all)
{
    static const char kinds[] = {'m', 'd', 'a', 'u', 'l'};
    for (size_t i = 0; i < gcv_heap_n_notes(heap); i++) {
        const gcv_note *note = gcv_heap_note(heap, i);
        if (all || note->kind != GCV_NOTE_LACKING) {
            say(out, "n %c %" PRIu64 " %s\n", kinds[note->kind], note->line, note->message);
        }
    }
}

void log_say_heap(said_text *out, const gcv_heap *heap)
{
    for (uint32_t i = 0; i < gcv_heap_n_sections(heap); i++) {
        const gcv_section *section = gcv_heap_section(heap, i);
        say_section(out, section);
        for (uint32_t k = section->first_object; k < section->end_object; k++) {
            say_object(out, heap, k);
        }
    }
    for (uint32_t i = 0; i < gcv_heap_n_roots(heap); i++) {
        say_root(out, heap, gcv_heap_root(heap, i));
    }
    say_notes(out, heap, true);
    say_counts(out, gcv_heap_counts(heap), true);
    say(out, "%s\n", gcv_heap_verdict(heap));
    assert_int_equal(gcv_heap_is_complete(heap), strcmp(gcv_heap_verdict(heap), "complete") == 0);
}

/* Writes what must be the same at both load levels. */
static void say_tally(said_text *out, const gcv_heap *heap)
{
    uint64_t counts[64], bytes[64];
    uint32_t n = gcv_heap_n_types(heap);
    assert_true(n <= 64);
    for (uint32_t s = 0; s <= gcv_heap_n_sections(heap); s++) {
        const bool last = s == gcv_heap_n_sections(heap);
        gcv_heap_tally_types(heap, last ? GCV_NONE : s, counts, bytes);
        if (!last) {
            say_section(out, gcv_heap_section(heap, s));
        }
        say_counts(out, last ? gcv_heap_counts(heap) : &gcv_heap_section(heap, s)->counts, false);
        for (uint32_t t = 0; t < n; t++) {
            say(out, "t %" PRIu64 " %" PRIu64, counts[t], bytes[t]);
            say_name(out, heap, t);
            say(out, "\n");
        }
    }
    say_notes(out, heap, false);
    say(out, "%s\n", gcv_heap_verdict(heap));
}

/* ---- loading ------------------------------------------------------------------------------ */

/* Loads and describes; an error is `status line message`. */
void log_load(const log_bytes *log, gcv_load_level level, bool strict, size_t chunk, bool tally,
              said_text *out)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options;
    gcv_heap *heap = NULL;
    gcv_error err;
    memset(&options, 0, sizeof options);
    memset(&err, 0, sizeof err);
    options.level = level;
    options.strict = strict;
    options.chunk_size = chunk;
    out->n = 0;
    out->data[0] = '\0';
    gcv_status status =
        gcv_heap_load_memory(ctx, "the log", log->data, log->n, &options, &heap, &err);
    if (status != GCV_OK) {
        assert_int_equal(err.status, status);
        assert_string_equal(err.file, "the log");
        assert_null(heap);
        say(out, "%d %" PRIu64 " %s\n", (int)status, err.line, err.message);
    } else {
        assert_string_equal(gcv_heap_name(heap), "the log");
        assert_string_equal(gcv_heap_format(heap), "rpm");
        if (tally) {
            say_tally(out, heap);
        } else {
            log_say_heap(out, heap);
        }
        gcv_heap_free(heap);
    }
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
}

static void put_unit(log_bytes *out, uint32_t unit, bool big)
{
    out->data[out->n++] = (char)(big ? unit >> 8 : unit & 0xff);
    out->data[out->n++] = (char)(big ? unit & 0xff : unit >> 8);
}

void log_encode(log_bytes *out, const char *log, size_t size, log_encoding how)
{
    gcv_slice rest = gcv_slice_of(log, size);
    out->n = 0;
    if (how == LOG_PLAIN || how == LOG_MARKED) {
        if (how == LOG_MARKED) {
            memcpy(out->data, "\xef\xbb\xbf", 3);
            out->n = 3;
        }
        memcpy(out->data + out->n, log, size);
        out->n += size;
        return;
    }
    put_unit(out, 0xfeff, how == LOG_BIG);
    while (rest.size > 0) {
        uint32_t code = gcv_utf8_next(&rest);
        if (code >= 0x10000) {
            put_unit(out, 0xd800 + ((code - 0x10000) >> 10), how == LOG_BIG);
            code = 0xdc00 + ((code - 0x10000) & 0x3ff);
        }
        put_unit(out, code, how == LOG_BIG);
    }
}

const size_t log_chunks[LOG_CHUNKS] = {0, 1, 2, 3, 4, 5, 4096};

/* Checks that a log gives the same description in every way to read it. */
void log_check(const char *log, size_t size, log_encoding ways, const char *expected,
               const char *strict)
{
    static log_bytes encoded;
    static said_text out, tally, first_tally;
    for (log_encoding how = LOG_PLAIN; how < ways; how = (log_encoding)(how + 1)) {
        log_encode(&encoded, log, size, how);
        for (size_t c = 0; c < LOG_CHUNKS; c++) {
            log_load(&encoded, GCV_LOAD_GRAPH, false, log_chunks[c], false, &out);
            assert_string_equal(out.data, expected);
            log_load(&encoded, GCV_LOAD_GRAPH, true, log_chunks[c], false, &out);
            assert_string_equal(out.data, strict != NULL ? strict : expected);
            log_load(&encoded, GCV_LOAD_GRAPH, false, log_chunks[c], true, &first_tally);
            log_load(&encoded, GCV_LOAD_TALLY, false, log_chunks[c], true, &tally);
            assert_string_equal(tally.data, first_tally.data);
            log_load(&encoded, GCV_LOAD_TALLY, true, log_chunks[c], true, &tally);
            assert_string_equal(tally.data, strict != NULL ? strict : first_tally.data);
        }
    }
}

void log_test(void **cases)
{
    const log_cases *all = *cases;
    for (size_t i = 0; i < all->n; i++) {
        const log_case *row = &all->rows[i];
        log_check(row->log, strlen(row->log), LOG_ENCODINGS, row->expected, row->strict);
    }
}
