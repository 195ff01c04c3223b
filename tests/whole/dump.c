/* dump.c - heaps of gcvgen, and commands run on them; see dump.h. */
#include "whole/dump.h"

#include "heap/heap.h"
#include "support/effort.h"
#include "support/parsed.h"
#include "support/scratch.h"
#include "support/shell.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DUMP_LINE = 2048 };

static const char *generator, *folder;
static char scratch[SCRATCH_MAX], log_name[SCRATCH_MAX + 32], other_name[SCRATCH_MAX + 32],
    moves_name[SCRATCH_MAX + 32];

static void remove_files(void)
{
    (void)remove(log_name);
    (void)remove(other_name);
    (void)remove(moves_name);
}

bool dump_arguments(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s GCVGEN FOLDER\n", argv[0]);
        return false;
    }
    generator = argv[1];
    folder = argv[2];
    scratch_name(scratch, argv[2], "dump");
    (void)snprintf(log_name, sizeof log_name, "%s-memory.log", scratch);
    (void)snprintf(other_name, sizeof other_name, "%s-other.log", scratch);
    (void)snprintf(moves_name, sizeof moves_name, "%s.moves", scratch);
    return atexit(remove_files) == 0;
}

const char *dump_other(void) { return other_name; }

const char *dump_moves(void) { return moves_name; }

void dump_init(dump *d)
{
    memset(d, 0, sizeof *d);
    (void)snprintf(d->path, sizeof d->path, "%s", log_name);
}

void dump_keep_other(const dump *d)
{
    (void)remove(other_name);
    assert_int_equal(rename(d->path, other_name), 0);
}

void dump_write(dump *d, unsigned objects, const char *options)
{
    char line[2048];
    dump_init(d);
    (void)snprintf(line, sizeof line, "\"%s\" --objects %u %s > \"%s\"", generator, objects,
                   options, d->path);
    if (shell_run(line) != 0) {
        fail_msg("%s", line);
    }
}

static void count_dump(dump *d)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap;
    assert_non_null(ctx);
    assert_int_equal(gcv_heap_load(ctx, d->path, NULL, &heap, NULL), GCV_OK);
    const gcv_counts *counts = gcv_heap_counts(heap);
    d->least.objects = heap->n_objects;
    d->least.references = heap->refs.n;
    d->least.types = heap->n_types;
    d->least.roots = heap->roots.n;
    for (uint32_t i = 0; i < heap->n_types; i++) {
        d->least.name_bytes += heap->types.name[i].size + 1;
    }
    d->most = d->least;
    d->most.objects += counts->duplicate_objects;
    d->most.references = counts->references;
    d->most.types = counts->types + counts->unknown_types;
    d->root = heap->roots.data[0].id;
    gcv_heap_free(heap);
    gcv_context_free(ctx);
}

void dump_read(dump *d, unsigned objects, const char *options)
{
    dump_write(d, objects, options);
    count_dump(d);
    d->least.unordered = d->most.unordered = strstr(options, "shuffled") != NULL;
    d->least.scattered = d->most.scattered = strstr(options, "random") != NULL;
}

static void replace(char *line, size_t size, const char *word, const char *by)
{
    char *at = strstr(line, word);
    if (at != NULL) {
        char rest[2048];
        (void)snprintf(rest, sizeof rest, "%s", at + strlen(word));
        (void)snprintf(at, size - (size_t)(at - line), "%s%s", by, rest);
    }
}

/* Makes the command line for a dump, with ids and paths in place of their names. */
static void complete(const dump *d, const char *command, char *line, size_t size)
{
    char id[32];
    (void)snprintf(id, sizeof id, "%" PRIx64, d->root);
    (void)snprintf(line, size, "%s --quiet%s", command,
                   strstr(command, "FILE") == NULL ? " FILE" : "");
    replace(line, size, "ROOT", id);
    replace(line, size, "ROOT", id);
    replace(line, size, "OTHER", d->other);
    replace(line, size, "FILE", d->path);
    replace(line, size, "MOVES", d->moves);
    replace(line, size, "FOLDER", folder);
}

void dump_needs(const dump *d, const char *command, gcv_needs *needs)
{
    char line[DUMP_LINE];
    complete(d, command, line, sizeof line);
    parsed_needs(line, needs);
}

uint64_t dump_run(whole *w, const dump *d, const char *command, uint64_t limit)
{
    char line[DUMP_LINE];
    complete(d, command, line, sizeof line);
    w->ctx = gcv_context_new(limit);
    assert_non_null(w->ctx);
    w->ctx->seed = 1; /* hashes that collide take memory; so that equal runs have equal peaks */
    whole_call(w, line);
    if (gcv_context_used(w->ctx) != 0) {
        fail_msg("%s: bytes are not given back", line);
    }
    uint64_t peak = gcv_context_peak(w->ctx);
    gcv_context_free(w->ctx);
    w->ctx = NULL;
    return peak;
}

uint64_t dump_run_freely(whole *w, const dump *d, const char *command)
{
    uint64_t peak = dump_run(w, d, command, 0);
    if (w->status != DONE && w->status != GATE_FAILED) {
        fail_msg("%s: status %d: %s", command, w->status, w->err_text);
    }
    return peak;
}

/* `status` and `out`: of a run without a limit. */
static void check_limit(whole *w, const dump *d, const char *command, uint64_t limit, uint64_t peak,
                        int status, const char *out)
{
    (void)dump_run(w, d, command, limit);
    bool good = limit >= peak ? w->status == status && strcmp(w->out_text, out) == 0
                              : w->status == OUT_OF_MEMORY && w->out_size == 0 &&
                                    strstr(w->err_text, "limit") != NULL;
    if (!good) {
        fail_msg("%s: peak %" PRIu64 ", limit %" PRIu64 ": status %d: %s", command, peak, limit,
                 w->status, w->err_text);
    }
}

void dump_check_limits(whole *w, const dump *d, const char *command, unsigned most)
{
    const unsigned parts = effort_is_full() ? most : most / 4;
    const uint64_t peak = dump_run_freely(w, d, command);
    const int status = w->status;
    char *out = whole_copy(w);
    for (uint64_t part = 1; part <= parts; part++) {
        check_limit(w, d, command, peak * part / parts, peak, status, out);
    }
    check_limit(w, d, command, peak - 1, peak, status, out);
    check_limit(w, d, command, peak + 1, peak, status, out);
    free(out);
}
