/* What the builder accepts in addition to the records of a text log: modules, generations, labels,
 * scales of a sample, snapshots, properties, offsets. */
#include "support/built_heap.h"
#include "support/check.h"
#include "support/tried.h"

#include "analysis/groups.h"
#include "analysis/group_totals.h"

#include <string.h>

static const gcv_slice none = {NULL, 0};

static void check_type(const gcv_heap *heap, uint32_t at, const char *name, const char *module,
                       uint32_t row)
{
    gcv_slice found = gcv_heap_type_module(heap, at);
    assert_true(gcv_slice_is(gcv_heap_type_name(heap, at), name));
    if (module == NULL) {
        assert_null(found.data);
    } else {
        assert_true(found.data != NULL && gcv_slice_is(found, module));
    }
    assert_int_equal(gcv_heap_type_row(heap, at), row);
}

static void test_modules(NO_STATE)
{
    built_heap *f = built_heap_new(GCV_LOAD_GRAPH, true);
    gcv_groups groups;
    built_heap_type(f, 1, "B", "z.dll");
    built_heap_type(f, 2, "B", NULL);
    built_heap_type(f, 3, "B", "a.dll");
    built_heap_type(f, 4, "A", "");
    built_heap_type(f, 5, "B", "a.dll");
    built_heap_type(f, 6, "C", NULL);
    built_heap_type(f, 6, "C", "late.dll"); /* comes again with its module */
    built_heap_type(f, 6, "C", "other.dll");
    built_heap_freeze(f);
    assert_int_equal(gcv_heap_n_types(f->heap), 5);
    check_type(f->heap, 0, "A", "", 0);
    check_type(f->heap, 1, "B", NULL, 1);
    check_type(f->heap, 2, "B", "a.dll", 1);
    check_type(f->heap, 3, "B", "z.dll", 1);
    check_type(f->heap, 4, "C", "late.dll", 4);
    assert_int_equal(gcv_heap_counts(f->heap)->anomalies, 0);
    gcv_groups_init(f->ctx, &groups, f->heap, GCV_BY_TYPE);
    assert_int_equal(groups.n, 3); /* a table by type has one row for each name */
    assert_int_equal(gcv_groups_of(&groups, 0, 1), 1);
    assert_int_equal(gcv_groups_of(&groups, 0, 3), 1);
    assert_int_equal(gcv_groups_of(&groups, 0, 4), 2);
    gcv_groups_release(f->ctx, &groups);
    built_heap_free(f);
}

static void test_no_modules(NO_STATE)
{
    built_heap *f = built_heap_new(GCV_LOAD_GRAPH, false);
    built_heap_type(f, 1, "A", NULL);
    built_heap_type(f, 2, "A", NULL);
    built_heap_freeze(f);
    assert_int_equal(gcv_heap_n_types(f->heap), 1);
    check_type(f->heap, 0, "A", NULL, 0);
    built_heap_free(f);
}

static void test_generations(NO_STATE)
{
    built_heap *f = built_heap_new(GCV_LOAD_GRAPH, true);
    built_heap_object(f, 0x10, 1, 1);
    built_heap_object(f, 0x20, 1, 1);
    built_heap_object(f, 0x30, 1, 1);
    gcv_builder_add_range(&f->builder, 0x20, 0x30, 2);
    gcv_builder_add_range(&f->builder, 0, 0x30, 0);
    built_heap_freeze(f);
    assert_int_equal(gcv_heap_object_generation(f->heap, 0), 0);
    assert_int_equal(gcv_heap_object_generation(f->heap, 1), 2);
    assert_int_equal(gcv_heap_object_generation(f->heap, 2), GCV_NONE);
    built_heap_free(f);
}

static void test_root_labels(NO_STATE)
{
    static const char *const labels[] = {"b", "b", NULL, "a"};
    built_heap *f = built_heap_new(GCV_LOAD_GRAPH, true);
    char scratch[8];
    built_heap_object(f, 1, 1, 1);
    for (size_t i = 0; i < 4; i++) {
        gcv_builder_root root = {1, 0, 4, 0, false, {NULL, 0}, false};
        if (labels[i] != NULL) {
            memcpy(scratch, labels[i], strlen(labels[i]) + 1); /* the builder must take a copy */
            root.label = gcv_slice_str(scratch);
        }
        gcv_builder_add_root(&f->builder, &root);
    }
    memset(scratch, 'x', sizeof scratch);
    built_heap_freeze(f);
    assert_int_equal(gcv_heap_n_roots(f->heap), 4);
    assert_null(gcv_heap_root(f->heap, 0)->label.data);
    assert_true(gcv_slice_is(gcv_heap_root(f->heap, 1)->label, "a"));
    assert_true(gcv_slice_is(gcv_heap_root(f->heap, 2)->label, "b"));
    assert_true(gcv_slice_is(gcv_heap_root(f->heap, 3)->label, "b"));
    built_heap_free(f);
}

static void check_scaled(gcv_load_level level)
{
    built_heap *f = built_heap_new(level, true);
    uint64_t counts[3], bytes[3];
    built_heap_type(f, 1, "A", NULL);
    built_heap_type(f, 2, "A", NULL);
    built_heap_type(f, 3, "B", NULL);
    for (uint64_t i = 0; i < 10; i++) {
        built_heap_object(f, i, 1 + i / 4, 100);
    }
    gcv_builder_scale_type(&f->builder, 1, 2.5);
    gcv_builder_scale_type(&f->builder, 3, 1.26);
    built_heap_freeze(f);
    gcv_heap_tally_types(f->heap, GCV_NONE, counts, bytes);
    check_type(f->heap, 0, "A", NULL, 0); /* each record is a type of its own … */
    check_type(f->heap, 1, "A", NULL, 0); /* … and both are one row */
    check_type(f->heap, 2, "B", NULL, 2);
    assert_int_equal(counts[0], 4); /* as they are */
    assert_int_equal(bytes[0], 400);
    assert_int_equal(counts[1], 10); /* 4 at 2.5 */
    assert_int_equal(bytes[1], 1000);
    assert_int_equal(counts[2], 3); /* 2.52 */
    assert_int_equal(bytes[2], 252);
    assert_int_equal(gcv_heap_counts(f->heap)->objects, 10);
    assert_int_equal(gcv_heap_counts(f->heap)->bytes, 1000);
    assert_string_equal(gcv_heap_verdict(f->heap),
                        "incomplete: sampled, 10 objects of 1000 bytes stand for about 17 of 1652");
    assert_true(f->heap->scales[0].count > 0.9999 && f->heap->scales[0].count < 1.0001);
    assert_true(f->heap->scales[1].count > 2.4999 && f->heap->scales[1].count < 2.5001);
    /* in any grouping, the objects of a type add up to its tally */
    assert_true(f->heap->scales[2].count > 1.4999 && f->heap->scales[2].count < 1.5001);
    built_heap_free(f);
}

static void test_sampled(NO_STATE)
{
    check_scaled(GCV_LOAD_GRAPH);
    check_scaled(GCV_LOAD_TALLY);
}

/* Totals by root kind add up to what the sample stands for, although each is rounded. */
static void test_sampled_totals(NO_STATE)
{
    built_heap *f = built_heap_new(GCV_LOAD_GRAPH, true);
    gcv_totals_query query = {.by = GCV_BY_ROOT_KIND};
    gcv_filter filter = {0};
    gcv_selection selection;
    gcv_group_totals totals;
    gcv_builder_root root = {0};
    uint64_t counts = 0, bytes = 0;
    built_heap_type(f, 1, "A", NULL);
    for (uint64_t i = 0; i < 5; i++) { /* one for each kind of root */
        built_heap_object(f, i, 1, 1);
        root.id = i;
        root.kind = (uint32_t)i;
        gcv_builder_add_root(&f->builder, &root);
    }
    gcv_builder_scale_type(&f->builder, 1, 1.4);
    built_heap_freeze(f);
    gcv_selection_find(f->ctx, f->heap, &filter, &selection);
    gcv_group_totals_find(f->ctx, &selection, &query, &totals);
    for (uint64_t i = 0; i < totals.groups.n; i++) {
        counts += totals.counts[i];
        bytes += totals.bytes[i];
    }
    assert_int_equal(counts, 7); /* 5 at 1.4, not 5 times 1 */
    assert_int_equal(bytes, 7);
    gcv_group_totals_release(&totals);
    gcv_selection_release(f->ctx, &selection);
    built_heap_free(f);
}

static void test_properties_and_snapshots(NO_STATE)
{
    built_heap *f = built_heap_new(GCV_LOAD_TALLY, true);
    gcv_snapshot snapshot = {0};
    for (snapshot.number = 1; snapshot.number < 3; snapshot.number++) {
        snapshot.chosen = snapshot.number == 2;
        gcv_builder_add_snapshot(&f->builder, &snapshot);
    }
    gcv_builder_add_property(&f->builder, "tool", gcv_slice_str("x"));
    gcv_builder_add_property(&f->builder, "process", none);
    gcv_builder_add_number(&f->builder, "commit", UINT64_MAX);
    built_heap_freeze(f);
    assert_int_equal(gcv_heap_n_snapshots(f->heap), 2);
    assert_int_equal(gcv_heap_snapshot(f->heap, 1)->number, 2);
    assert_true(gcv_heap_snapshot(f->heap, 1)->chosen);
    assert_int_equal(gcv_heap_n_properties(f->heap), 3);
    assert_string_equal(gcv_heap_property(f->heap, 0)->key, "tool");
    assert_string_equal(gcv_heap_property(f->heap, 0)->value.data, "x");
    assert_false(gcv_heap_property(f->heap, 0)->is_number);
    assert_null(gcv_heap_property(f->heap, 1)->value.data);
    assert_string_equal(gcv_heap_property(f->heap, 2)->value.data, "18446744073709551615");
    assert_true(gcv_heap_property(f->heap, 2)->is_number);
    assert_true(gcv_heap_property(f->heap, 2)->number == UINT64_MAX);
    built_heap_free(f);
}

/* Ids that the reader guarantees to be unique are neither checked nor kept. */
static void test_unique_ids(NO_STATE)
{
    built_heap *f = built_heap_new(GCV_LOAD_TALLY, true);
    gcv_builder_ids_are_unique(&f->builder);
    built_heap_object(f, 9, 1, 8);
    built_heap_object(f, 2, 1, 8);
    built_heap_object(f, 4, 1, 8);
    assert_false(gcv_builder_wants_more(&f->builder));
    built_heap_freeze(f);
    assert_int_equal(gcv_heap_counts(f->heap)->objects, 3);
    built_heap_free(f);
}

/* References by number, where the order of numbers is not that of ids. */
static void test_numbers(NO_STATE)
{
    static const uint64_t refs[] = {3, 1, 0, 2, 1};
    built_heap *f = built_heap_new(GCV_LOAD_GRAPH, true);
    uint32_t n;
    gcv_builder_ids_are_unique(&f->builder);
    gcv_builder_number_references(&f->builder);
    gcv_builder_number_dangling(&f->builder, 0xdead);
    gcv_builder_add_object(&f->builder, 0, 0x30, 1, 8, refs, 5);
    gcv_builder_number_dangling(&f->builder, 0xbeef);
    gcv_builder_add_object(&f->builder, 0, 0x10, 1, 8, refs, 1);
    built_heap_freeze(f);
    const uint32_t *found = gcv_heap_references(f->heap, 1, &n); /* 30: to 10, itself, itself */
    assert_int_equal(n, 3);
    assert_true(found[0] == 0 && found[1] == 1 && found[2] == 1);
    found = gcv_heap_references(f->heap, 0, &n);
    assert_true(n == 1 && found[0] == 0);
    assert_int_equal(gcv_heap_counts(f->heap)->references, 6);
    assert_int_equal(gcv_heap_counts(f->heap)->dangling_references, 2);
    assert_string_equal(
        gcv_heap_note(f->heap, gcv_heap_n_notes(f->heap) - 1)->message,
        "2 references are left out, as they lead to objects that are not in the dump: beef dead");
    built_heap_free(f);
}

static void give_memory(built_heap *f, size_t size)
{
    gcv_u8_column bytes = {NULL, 0, 0};
    gcv_u8_column_reserve(f->ctx, &bytes, size);
    memset(bytes.data, 0xee, bytes.cap);
    gcv_builder_take_memory(&f->builder, &bytes);
    assert_true(bytes.data == NULL && bytes.cap == 0);
}

/* Many numbers, with memory of any size for sorting references; dangling numbers scattered or in
 * groups; ids ascending or not. The number k of an object determines its references. */
static void test_many_numbers(NO_STATE)
{
    enum { NUMBERS = 3000, REFS = 5 };
    static uint64_t ids[NUMBERS]; /* 0: dangling */
    uint64_t seed = 1;
    for (unsigned round = 0; round < 40; round++) {
        const size_t rare = 1 + check_below(&seed, round % 4 == 0 ? 1500 : 6);
        const bool together = round % 3 == 0;
        uint64_t dangling = 0;
        built_heap *f = built_heap_new(GCV_LOAD_GRAPH, true);
        gcv_builder_ids_are_unique(&f->builder);
        gcv_builder_number_references(&f->builder);
        for (unsigned k = 0; k < NUMBERS; k++) {
            uint64_t id = (uint64_t)(round % 2 == 0 ? k : NUMBERS - k) * 8 + 8;
            uint64_t refs[REFS];
            ids[k] = check_below(&seed, rare) == 0 && (!together || k / 600 % 2 == 0) ? 0 : id;
            if (ids[k] == 0) {
                gcv_builder_number_dangling(&f->builder, id + 4);
                continue;
            }
            for (unsigned r = 0; r < REFS; r++) {
                refs[r] = (k * 7 + r * 501) % NUMBERS;
            }
            gcv_builder_add_object(&f->builder, 0, id, 1, 8, refs, REFS);
        }
        give_memory(f, 1 + check_below(&seed, 3 * NUMBERS * REFS * sizeof(uint32_t)));
        built_heap_freeze(f);
        for (unsigned k = 0; k < NUMBERS; k++) {
            uint32_t n = 0, at = 0;
            const uint32_t *found =
                ids[k] != 0 ? gcv_heap_references(f->heap, gcv_heap_find(f->heap, 0, ids[k]), &n)
                            : NULL;
            for (unsigned r = 0; ids[k] != 0 && r < REFS; r++) {
                uint64_t target = ids[(k * 7 + r * 501) % NUMBERS];
                dangling += target == 0;
                if (target != 0) {
                    assert_true(at < n);
                    assert_true(gcv_heap_object_id(f->heap, found[at++]) == target);
                }
            }
            assert_int_equal(at, n);
        }
        assert_int_equal(gcv_heap_counts(f->heap)->dangling_references, dangling);
        built_heap_free(f);
    }
}

static void test_offsets(NO_STATE)
{
    built_heap *f = built_heap_new(GCV_LOAD_GRAPH, true);
    gcv_error err;
    gcv_builder_anomaly(&f->builder, 300, "odd");
    gcv_builder_anomaly(&f->builder, 0, "nowhere");
    assert_int_equal(
        tried_keeping(f->ctx, &err,
                      gcv_builder_add_object(&f->builder, 20, 1, 1, UINT64_MAX, NULL, 0)),
        GCV_ERR_LIMIT);
    assert_int_equal(err.line, 20);
    assert_true(err.at_offset);
    built_heap_freeze(f);
    assert_true(gcv_heap_note(f->heap, 0)->at_offset);
    assert_int_equal(gcv_heap_note(f->heap, 0)->line, 300);
    assert_false(gcv_heap_note(f->heap, 1)->at_offset);
    built_heap_free(f);
}

/* Shared texts are cut before a character that does not fit; a text of continuation bytes only
 * becomes empty. */
static void test_long_texts(NO_STATE)
{
    static char text[GCV_SHARED_MAX + 8];
    static const struct {
        char fill, at_end; /* from GCV_SHARED_MAX - 1 on: the first byte of a character, then its
                              other bytes */
        size_t size, kept;
    } texts[] = {
        {'x', 'x', GCV_SHARED_MAX, GCV_SHARED_MAX},
        {'x', 'x', GCV_SHARED_MAX + 1, GCV_SHARED_MAX},
        {'x', '\xc3', GCV_SHARED_MAX, GCV_SHARED_MAX},
        {'x', '\xc3', GCV_SHARED_MAX + 1, GCV_SHARED_MAX - 1},
        {'x', '\xe2', GCV_SHARED_MAX + 2, GCV_SHARED_MAX - 1},
        {'\x80', '\x80', GCV_SHARED_MAX + 2, 0},
    };
    built_heap *f = built_heap_new(GCV_LOAD_GRAPH, true);
    for (size_t i = 0; i < CHECK_COUNT(texts); i++) {
        memset(text, texts[i].fill, sizeof text);
        if (texts[i].at_end != 'x') {
            memset(text + GCV_SHARED_MAX, '\x80', 8);
        }
        text[GCV_SHARED_MAX - 1] = texts[i].at_end;
        gcv_slice out = gcv_builder_share(&f->builder, gcv_slice_of(text, texts[i].size));
        assert_int_equal(out.size, texts[i].kept);
        assert_memory_equal(out.data, text, out.size);
    }
    built_heap_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modules),        cmocka_unit_test(test_no_modules),
        cmocka_unit_test(test_generations),    cmocka_unit_test(test_long_texts),
        cmocka_unit_test(test_root_labels),    cmocka_unit_test(test_sampled),
        cmocka_unit_test(test_sampled_totals), cmocka_unit_test(test_properties_and_snapshots),
        cmocka_unit_test(test_unique_ids),     cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_many_numbers),   cmocka_unit_test(test_offsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
