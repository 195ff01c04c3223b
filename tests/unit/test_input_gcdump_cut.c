/* .gcdump files that are cut off at any byte: --salvage reads more as more is there, the whole heap
 * once all nodes are there, and never counts it as complete. */
#include "support/check.h"
#include "support/effort.h"

#include <gcview/gcview.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *read_file(const char *name, size_t *size)
{
    enum { ROOM = 64 * 1024 };
    FILE *file = fopen(name, "rb");
    unsigned char *bytes = malloc(ROOM);
    assert_non_null(file);
    assert_non_null(bytes);
    *size = fread(bytes, 1, ROOM, file);
    assert_true(*size > 0 && *size < ROOM);
    (void)fclose(file);
    return bytes;
}

/* Returns the number of objects, and writes the verdict to `said`; UINT64_MAX: an error, whose text
 * `said` gets. */
static uint64_t load(const unsigned char *bytes, size_t size, bool salvage, gcv_load_level level,
                     gcv_counts *counts, char *said, size_t room)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options = {.level = level, .salvage = salvage};
    gcv_heap *heap = NULL;
    gcv_error err;
    uint64_t objects = UINT64_MAX;
    if (gcv_heap_load_memory(ctx, "cut", bytes, size, &options, &heap, &err) == GCV_OK) {
        *counts = *gcv_heap_counts(heap);
        objects = counts->objects;
        (void)snprintf(said, room, "%s", gcv_heap_verdict(heap));
        gcv_heap_free(heap);
    } else {
        assert_int_equal(err.status, GCV_ERR_INPUT);
        (void)snprintf(said, room, "%s", err.message);
    }
    check_context_free(ctx);
    return objects;
}

static void check_cuts(const char *name, size_t usual)
{
    const size_t step = effort_is_reduced() ? 4 * usual : usual;
    size_t size;
    unsigned char *bytes = read_file(name, &size);
    gcv_counts whole, part, tally;
    char said[300], first[300];
    uint64_t before = 0;
    bool seen_nodes = false, seen_addresses = false;
    assert_true(load(bytes, size, false, GCV_LOAD_GRAPH, &whole, said, sizeof said) != UINT64_MAX);
    for (size_t n = 24; n < size; n += step) {
        unsigned char *cut = malloc(n); /* so that a sanitizer detects reads beyond it */
        assert_non_null(cut);
        memcpy(cut, bytes, n);
        uint64_t objects = load(cut, n, true, GCV_LOAD_GRAPH, &part, said, sizeof said);
        if (objects == UINT64_MAX) {
            if (before > 0) { /* earlier objects stay */
                fail_msg("%s, %zu bytes: %s", name, n, said);
            }
        } else {
            bool plain =
                load(cut, n, false, GCV_LOAD_GRAPH, &tally, first, sizeof first) != UINT64_MAX;
            assert_true(strncmp(said, "incomplete: ", 12) == 0 || plain);
            if (!plain) {
                assert_non_null(strstr(first, "the file is cut off here, within the "));
                assert_non_null(strstr(first, "(--salvage reads them)"));
            }
            assert_true(load(cut, n, true, GCV_LOAD_TALLY, &tally, first, sizeof first) == objects);
            assert_true(tally.bytes == part.bytes);
            seen_nodes = seen_nodes || strstr(said, "within the nodes: ") != NULL;
            if (strstr(said, "within the addresses: ") != NULL) {
                seen_addresses = true;
                assert_true(objects == whole.objects && part.bytes == whole.bytes);
                assert_true(part.references == whole.references && part.roots == whole.roots);
                assert_true(part.dangling_references == whole.dangling_references);
            }
            before = objects;
        }
        free(cut);
    }
    assert_true(seen_nodes && seen_addresses);
    free(bytes);
}

static void test_every_byte(NO_STATE)
{
    check_cuts("samples/varied.gcdump", 7);
    check_cuts("samples/kysel-preAlloc.gcdump", 61);
    check_cuts("tests/fuzz/corpus/gcdump/count64.gcdump", 67);
    check_cuts("tests/fuzz/corpus/gcdump/deferred.gcdump", 13);
    check_cuts("tests/fuzz/corpus/gcdump/bare.gcdump", 17);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
