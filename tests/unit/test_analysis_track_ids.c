/* Following objects by their ids: compared with a search over all pairs; and the share of objects
 * that must have equal types. */
#include "support/check.h"
#include "support/v8_writer.h"

#include "heap/heap.h"
#include "input/load/load_heap.h"

#include <stdlib.h>
#include <string.h>

enum { N = 101 }; /* nodes of a snapshot, the root included */

typedef struct snapshot {
    v8_node nodes[N];
    gcv_heap *heap;
} snapshot;

static void load(gcv_context *ctx, snapshot *s, bool marks)
{
    gcv_load_options options = {.with_marks = marks};
    gcv_error err;
    v8_model model = {0};
    size_t size;
    model.nodes = s->nodes;
    model.n_nodes = N;
    model.fields = 5;
    char *bytes = v8_write(&model, &size);
    assert_int_equal(gcv_heap_load_memory(ctx, "x", bytes, size, &options, &s->heap, &err), GCV_OK);
    free(bytes);
    assert_true(gcv_heap_ids_are_stable(s->heap));
}

/* Fills a snapshot with ids from `first` on, in descending order, and with names that do not help a
 * table of types. */
static void fill(snapshot *s, uint64_t first)
{
    static const v8_node root = {V8_SYNTHETIC, "", 1, 0, 0, 0};
    s->nodes[0] = root;
    for (unsigned i = 1; i < N; i++) {
        v8_node node = {V8_CLOSURE, "f", 0, 8, 0, 0};
        node.id = first + 2 * (N - i);
        s->nodes[i] = node;
    }
}

static gcv_status follow(uint64_t shift, unsigned renamed, bool marks, gcv_track *track,
                         snapshot *a, snapshot *b, gcv_context *ctx)
{
    gcv_error err;
    fill(a, 11);
    fill(b, 11 + 2 * shift);
    for (unsigned i = 0; i < renamed; i++) {
        b->nodes[N - 1 - i].name = "g"; /* the objects with the lowest ids */
    }
    load(ctx, a, marks);
    load(ctx, b, marks);
    gcv_status status = gcv_track_by_ids(ctx, a->heap, b->heap, track, &err);
    if (status != GCV_OK) {
        assert_non_null(strstr(err.message, "ids do not match"));
    }
    return status;
}

static void free_pair(gcv_context *ctx, gcv_track *track, snapshot *a, snapshot *b)
{
    gcv_track_release(ctx, track);
    gcv_heap_free(a->heap);
    gcv_heap_free(b->heap);
    check_context_free(ctx);
}

static void check_pairs(const gcv_track *track, const snapshot *a, const snapshot *b)
{
    for (uint32_t i = 0; i < track->n_from; i++) {
        uint32_t found = GCV_NONE;
        for (uint32_t k = 0; k < track->n_to; k++) {
            if (gcv_heap_object_id(a->heap, i) == gcv_heap_object_id(b->heap, k)) {
                found = k;
                assert_int_equal(track->from[k], i);
            }
        }
        assert_int_equal(track->to[i], found);
    }
    assert_int_equal(track->survived + track->died, track->n_from);
    assert_int_equal(track->survived + track->born, track->n_to);
}

static void test_pairs(NO_STATE)
{
    for (uint64_t shift = 0; shift < N - 1; shift += 9) {
        gcv_context *ctx = gcv_context_new(0);
        snapshot a, b;
        gcv_track track;
        assert_int_equal(follow(shift, 0, true, &track, &a, &b, ctx), GCV_OK);
        assert_int_equal(track.survived, N - 1 - shift);
        check_pairs(&track, &a, &b);
        free_pair(ctx, &track, &a, &b);
    }
}

/* 95 of 100 is enough; 94 is not, nor are dumps with no ids in common. */
static void test_share(NO_STATE)
{
    static const struct {
        uint64_t shift;
        unsigned renamed;
        bool marks;
        gcv_status status;
    } cases[] = {{0, 5, true, GCV_OK},           {0, 6, true, GCV_ERR_INPUT},
                 {0, 100, false, GCV_OK}, /* nothing to compare */
                 {80, 1, true, GCV_OK},          {80, 2, true, GCV_ERR_INPUT},
                 {N - 1, 0, true, GCV_ERR_INPUT}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gcv_context *ctx = gcv_context_new(0);
        snapshot a, b;
        gcv_track track;
        assert_int_equal(
            follow(cases[i].shift, cases[i].renamed, cases[i].marks, &track, &a, &b, ctx),
            cases[i].status);
        free_pair(ctx, &track, &a, &b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_share),
    };
    return cmocka_run_group_tests_name("track by ids", tests, NULL, NULL);
}
