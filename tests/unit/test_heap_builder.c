/* The builder: sums over records, reports of missing records, limits, many sections. tests/property
 * compares whole heaps with an oracle. */
#include "support/check.h"
#include "support/tried.h"

#include "base/text.h"
#include "heap/builder.h"
#include "heap/notes.h"

#include <stdlib.h>
#include <string.h>

static const gcv_slice no_module = {NULL, 0};

/* ---- a builder for tests ------------------------------------------------------------------ */

typedef struct fixture {
    gcv_context *ctx;
    gcv_builder builder;
    gcv_heap *heap;
    gcv_error err;
    uint64_t line;
} fixture;

static fixture *open_fixture(gcv_load_level level, bool strict, gcv_keep keep)
{
    fixture *f = calloc(1, sizeof *f);
    gcv_load_options options = {.level = level, .strict = strict};
    assert_non_null(f);
    f->ctx = gcv_context_new(0);
    const gcv_builder_input input = {"the dump", "test", &options, false, keep};
    gcv_builder_init(&f->builder, f->ctx, &input);
    return f;
}

static void close_fixture(fixture *f)
{
    gcv_builder_release(&f->builder);
    gcv_heap_free(f->heap);
    check_context_free(f->ctx);
    free(f);
}

static void section(fixture *f)
{
    gcv_builder_begin_section(&f->builder);
    gcv_builder_end_section(&f->builder);
}

static gcv_status try_object(fixture *f, uint64_t id, uint64_t type, uint64_t size,
                             const uint64_t *refs, size_t n_refs)
{
    return tried_keeping(
        f->ctx, &f->err,
        gcv_builder_add_object(&f->builder, ++f->line, id, type, size, refs, n_refs));
}

static void object(fixture *f, uint64_t id, uint64_t type, uint64_t size)
{
    gcv_builder_add_object(&f->builder, ++f->line, id, type, size, NULL, 0);
}

static void object_with(fixture *f, uint64_t id, const uint64_t *refs, size_t n)
{
    gcv_builder_add_object(&f->builder, ++f->line, id, 1, 1, refs, n);
}

static void root(fixture *f, uint64_t id)
{
    gcv_builder_root row = {0, 0, 1, 0, false, {NULL, 0}, false};
    row.id = id;
    gcv_builder_add_root(&f->builder, &row);
}

static const gcv_heap *freeze(fixture *f)
{
    gcv_builder_freeze(&f->builder, &f->heap);
    return f->heap;
}

/* Returns the only note of a kind. */
static const gcv_note *only_note(const gcv_heap *heap, gcv_note_kind kind)
{
    const gcv_note *found = NULL;
    for (size_t i = 0; i < gcv_heap_n_notes(heap); i++) {
        if (gcv_heap_note(heap, i)->kind == kind) {
            assert_null(found);
            found = gcv_heap_note(heap, i);
        }
    }
    assert_non_null(found);
    return found;
}

/* ---- what is missing ---------------------------------------------------------------------- */

static void check_missing(const uint64_t *ids, size_t n)
{
    gcv_missing missing = {0};
    uint64_t lowest[GCV_MISSING_SHOWN];
    size_t distinct = 0, n_lowest = 0;
    uint64_t before = 0;
    for (size_t i = 0; i < n; i++) {
        gcv_missing_add(&missing, ids[i]);
    }
    for (;; distinct++) { /* selects one id after the other */
        uint64_t next = 0;
        bool any = false;
        for (size_t i = 0; i < n; i++) {
            if ((distinct == 0 || ids[i] > before) && (!any || ids[i] < next)) {
                next = ids[i];
                any = true;
            }
        }
        if (!any) {
            break;
        }
        if (n_lowest < GCV_MISSING_SHOWN) {
            lowest[n_lowest++] = next;
        }
        before = next;
    }
    assert_true(missing.count == n && missing.n == n_lowest);
    assert_memory_equal(missing.ids, lowest, n_lowest * sizeof *lowest);
    assert_int_equal(missing.more, distinct > GCV_MISSING_SHOWN);
}

static void test_missing_keeps_the_lowest(NO_STATE)
{
    static const uint64_t ends[] = {UINT64_MAX, 0, UINT64_MAX, 0, 5};
    uint64_t ids[60], seed = 50;
    check_missing(ends, 0);
    check_missing(ends, CHECK_COUNT(ends));
    for (unsigned round = 0; round < 3000; round++) {
        const size_t n = check_below(&seed, CHECK_COUNT(ids));
        const size_t span = 1 + check_below(&seed, round % 2 == 0 ? 12 : 1000);
        for (size_t i = 0; i < n; i++) {
            ids[i] = check_below(&seed, span);
        }
        check_missing(ids, n);
    }
    for (size_t i = 0; i < 20; i++) {
        ids[i] = 100 - i;
    }
    for (size_t i = 0; i <= 20; i++) { /* each one lower than all before */
        check_missing(ids, i);
    }
}

/* ---- counts -------------------------------------------------------------------------------- */

static void fill_two_sections(fixture *f)
{
    static const uint64_t refs[] = {20, 20, 30, 99, 10, 98, 99};
    gcv_builder_root strange = {77, 5, 9, 0x10, true, {NULL, 0}, false};
    section(f);
    gcv_builder_name_section(&f->builder, gcv_slice_str("one"));
    gcv_builder_add_type(&f->builder, 1, 1, gcv_slice_str("T"), no_module);
    gcv_builder_add_type(&f->builder, 2, 1, gcv_slice_str("T"), no_module);
    gcv_builder_add_type(&f->builder, 3, 1, gcv_slice_str("U"), no_module);
    object_with(f, 20, refs, 7);
    object(f, 10, 3, 1000);
    assert_int_equal(try_object(f, 20, 1, 5, refs, 7), GCV_OK); /* left out */
    root(f, 20);
    root(f, 30);
    root(f, 97);
    gcv_builder_malformed(&f->builder, 12, "bad");
    section(f);
    object_with(f, 30, refs, 2);
    gcv_builder_add_root(&f->builder, &strange);
    gcv_builder_anomaly(&f->builder, 20, "odd %d", 7);
}

static void check_counts(const gcv_counts *counts, const gcv_counts *expected)
{
    assert_memory_equal(counts, expected, sizeof *counts);
}

static void test_counts(NO_STATE)
{
    /* objects, bytes, types, references, roots, unknown types, dangling references and roots,
     * duplicates, across sections, malformed, anomalies */
    static const gcv_counts one = {2, 1001, 1, 7, 3, 1, 3, 1, 1, 1, 1, 1};
    static const gcv_counts two = {1, 1, 0, 2, 1, 2, 0, 1, 0, 2, 0, 1};
    static const gcv_counts all = {3, 1002, 1, 9, 4, 3, 3, 2, 1, 3, 1, 2};
    fixture *f = open_fixture(GCV_LOAD_GRAPH, false, GCV_KEEP_ROWS);
    uint32_t n;
    fill_two_sections(f);
    const gcv_heap *heap = freeze(f);
    check_counts(&gcv_heap_section(heap, 0)->counts, &one);
    check_counts(&gcv_heap_section(heap, 1)->counts, &two);
    check_counts(gcv_heap_counts(heap), &all);
    assert_true(gcv_slice_is(gcv_heap_section(heap, 0)->domain, "one"));
    assert_null(gcv_heap_section(heap, 1)->domain.data);
    assert_string_equal(gcv_heap_name(heap), "the dump");
    assert_string_equal(gcv_heap_format(heap), "test");
    assert_string_equal(gcv_heap_verdict(heap), "complete");
    assert_int_equal(gcv_heap_n_types(heap), 4); /* T, unknown 1, 3, 5 */
    assert_int_equal(gcv_heap_references(heap, 1, &n)[0], 1);
    assert_int_equal(n, 4);
    assert_string_equal(
        only_note(heap, GCV_NOTE_UNKNOWN_TYPES)->message,
        "3 types have no records in the dump, and show as <unknown type ID>: 1 3 5");
    assert_int_equal(gcv_heap_note_count(heap, GCV_NOTE_LACKING), 3);
    assert_int_equal(only_note(heap, GCV_NOTE_DUPLICATE)->line, 3);
    assert_string_equal(only_note(heap, GCV_NOTE_MALFORMED)->message, "malformed, skipped: bad");
    close_fixture(f);
}

/* The same without a graph: the counts of a tally, and no objects. */
static void test_counts_of_a_tally(NO_STATE)
{
    static const gcv_counts all = {3, 1002, 1, 0, 4, 3, 0, 0, 1, 0, 1, 2};
    fixture *f = open_fixture(GCV_LOAD_TALLY, false, GCV_KEEP_ROWS);
    uint64_t counts[4], bytes[4];
    assert_false(gcv_builder_keeps_references(&f->builder));
    fill_two_sections(f);
    const gcv_heap *heap = freeze(f);
    check_counts(gcv_heap_counts(heap), &all);
    assert_int_equal(gcv_heap_n_objects(heap), 0);
    assert_int_equal(gcv_heap_n_roots(heap), 0);
    assert_int_equal(gcv_heap_find(heap, 0, 10), GCV_NONE);
    assert_int_equal(gcv_heap_section(heap, 1)->end_object, 0);
    gcv_heap_tally_types(heap, GCV_NONE, counts, bytes);
    assert_true(counts[0] == 1 && counts[1] == 1 && counts[2] == 0 && counts[3] == 1);
    gcv_heap_tally_types(heap, 1, counts, bytes);
    assert_true(counts[0] == 1 && counts[1] == 0 && counts[3] == 0 && bytes[0] == 1);
    close_fixture(f);
}

static void freeze_repeat(fixture *f)
{
    section(f);
    object(f, 1, 1, 1);
    object(f, 2, 1, 1);
    object(f, 1, 1, 1);
    (void)freeze(f);
}

static void test_incomplete_and_strict(NO_STATE)
{
    fixture *f = open_fixture(GCV_LOAD_GRAPH, true, GCV_KEEP_ROWS);
    section(f);
    assert_int_equal(
        tried_keeping(f->ctx, &f->err, gcv_builder_malformed(&f->builder, 12, "bad size '1'")),
        GCV_ERR_INPUT);
    assert_string_equal(f->err.message, "malformed: bad size '1'");
    assert_string_equal(f->err.file, "the dump");
    assert_int_equal(f->err.line, 12);
    gcv_builder_incomplete(&f->builder, "the %s", "first");
    gcv_builder_incomplete(&f->builder, "number %d", 2);
    gcv_builder_incomplete(&f->builder, "the first");
    (void)freeze(f);
    assert_false(gcv_heap_is_complete(f->heap));
    assert_string_equal(gcv_heap_verdict(f->heap), "incomplete: the first; number 2");
    close_fixture(f);
    f = open_fixture(GCV_LOAD_GRAPH, true, GCV_KEEP_ROWS);
    assert_int_equal(tried(f->ctx, &f->err, freeze_repeat(f)), GCV_ERR_INPUT);
    assert_string_equal(f->err.message, "object 1 has a record already");
    assert_int_equal(f->err.line, 3);
    check_context_free(f->ctx);
    free(f);
}

/* A section without an end makes the heap incomplete, if the reader does not say why it is. */
static void test_end_of_section(NO_STATE)
{
    static const gcv_load_level levels[] = {GCV_LOAD_GRAPH, GCV_LOAD_TALLY};
    for (size_t i = 0; i < 4; i++) {
        const bool ends = i % 2 == 0;
        fixture *f = open_fixture(levels[i / 2], false, GCV_KEEP_ROWS);
        gcv_builder_begin_section(&f->builder);
        gcv_builder_begin_section(&f->builder); /* only that of the last one counts */
        if (ends) {
            gcv_builder_end_section(&f->builder);
        }
        (void)freeze(f);
        assert_int_equal(gcv_heap_is_complete(f->heap), ends);
        assert_string_equal(gcv_heap_verdict(f->heap),
                            ends ? "complete" : "incomplete: no end record");
        assert_int_equal(gcv_heap_section(f->heap, 1)->has_end, ends);
        close_fixture(f);
    }
}

/* A reader may meet something odd, or a malformed record, before any section. */
static void test_before_any_section(NO_STATE)
{
    fixture *f = open_fixture(GCV_LOAD_GRAPH, false, GCV_KEEP_ROWS);
    gcv_builder_anomaly(&f->builder, 1, "odd");
    gcv_builder_malformed(&f->builder, 2, "bad");
    section(f);
    (void)freeze(f);
    assert_int_equal(gcv_heap_counts(f->heap)->anomalies, 1);
    assert_int_equal(gcv_heap_counts(f->heap)->malformed_lines, 1);
    assert_int_equal(gcv_heap_section(f->heap, 0)->counts.anomalies, 0);
    close_fixture(f);
}

/* A format without lines gives 0 for each of them. */
static void test_no_lines(NO_STATE)
{
    fixture *f = open_fixture(GCV_LOAD_GRAPH, false, GCV_KEEP_ROWS);
    section(f);
    for (size_t i = 0; i < 6; i++) {
        gcv_builder_add_object(&f->builder, 0, i % 5, 1, 1, NULL, 0);
    }
    (void)freeze(f);
    assert_int_equal(only_note(f->heap, GCV_NOTE_DUPLICATE)->line, 0);
    close_fixture(f);
}

/* Lines of duplicates with gaps between the records. */
static void test_lines_of_duplicates(NO_STATE)
{
    enum { OBJECTS = 3000 };
    static uint64_t lines[OBJECTS];
    fixture *f = open_fixture(GCV_LOAD_GRAPH, false, GCV_KEEP_ROWS);
    uint64_t seed = 51, expected[10];
    size_t i, n = 0, k;
    section(f);
    for (i = 0; i < OBJECTS; i++) {
        f->line += check_below(&seed, 3) == 0 ? check_below(&seed, 1000) : 0;
        lines[i] = f->line + 1;
        object(f, i % 300 == 299 ? 8 * (i - 100) : 8 * i, 1, 1);
        if (i % 300 == 299) {
            expected[n++] = lines[i];
        }
    }
    (void)freeze(f);
    assert_true(gcv_heap_counts(f->heap)->duplicate_objects == n && n == 10);
    for (i = 0, k = 0; i < gcv_heap_n_notes(f->heap); i++) {
        if (gcv_heap_note(f->heap, i)->kind == GCV_NOTE_DUPLICATE) {
            assert_true(gcv_heap_note(f->heap, i)->line == expected[k++]);
        }
    }
    assert_int_equal(k, n);
    close_fixture(f);
}

/* ---- sizes -------------------------------------------------------------------------------- */

static void test_sum_of_sizes(NO_STATE)
{
    static const gcv_load_level levels[] = {GCV_LOAD_GRAPH, GCV_LOAD_TALLY, GCV_LOAD_TALLY};
    for (size_t i = 0; i < CHECK_COUNT(levels); i++) {
        fixture *f = open_fixture(levels[i], false, i == 2 ? GCV_KEEP_NOTHING : GCV_KEEP_ROWS);
        section(f);
        object(f, 1, 1, UINT64_MAX - 3);
        object(f, 2, 1, 2); /* the highest possible sum */
        assert_int_equal(try_object(f, 3, 1, 1, NULL, 0), GCV_ERR_LIMIT);
        assert_string_equal(f->err.message, "sizes add up to more than 64 bits hold");
        assert_int_equal(f->err.line, 3);
        assert_string_equal(f->err.file, "the dump");
        (void)freeze(f);
        assert_true(gcv_heap_counts(f->heap)->bytes == UINT64_MAX - 1);
        close_fixture(f);
        f = open_fixture(levels[i], false, i == 2 ? GCV_KEEP_NOTHING : GCV_KEEP_ROWS);
        section(f);
        assert_int_equal(try_object(f, 3, 1, UINT64_MAX, NULL, 0), GCV_ERR_LIMIT);
        close_fixture(f);
    }
}

static uint64_t size_of(uint64_t id)
{
    static const uint64_t sizes[] = {
        0, 1, UINT32_MAX - 1, UINT32_MAX, (uint64_t)UINT32_MAX + 1, (uint64_t)1 << 40, 7};
    return sizes[id % 7] + (id % 7 == 5 ? id : 0);
}

/* Sizes around 4 GiB stay with their objects, whatever the order of the records. */
static void test_big_sizes(NO_STATE)
{
    enum { OBJECTS = 4999 };
    static const size_t steps[] = {1, OBJECTS - 1, 1237}; /* ascending, descending, random */
    for (size_t s = 0; s < CHECK_COUNT(steps); s++) {
        for (size_t tally = 0; tally < 2; tally++) {
            fixture *f =
                open_fixture(tally == 0 ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY, false, GCV_KEEP_ROWS);
            uint64_t sum = 0;
            section(f);
            object(f, 0, 1, size_of(0));
            for (size_t i = 1; i < OBJECTS; i++) {
                uint64_t id = i * steps[s] % OBJECTS;
                object(f, id, 1, size_of(id));
                if (i % 100 == 0) {
                    object(f, id, 1, (uint64_t)3 << 33); /* left out */
                }
            }
            (void)freeze(f);
            for (size_t i = 0; i < OBJECTS; i++) {
                sum += size_of(i);
                if (tally == 0 && gcv_heap_object_bytes(f->heap, (uint32_t)i) != size_of(i)) {
                    fail_msg("object %u", (unsigned)i);
                }
            }
            assert_true(gcv_heap_counts(f->heap)->bytes == sum);
            close_fixture(f);
        }
    }
}

/* ---- sections ----------------------------------------------------------------------------- */

/* Ids 1 … 4 in every section except every third, id 100 + s in section s only. */
static void check_sections(uint32_t n)
{
    fixture *f = open_fixture(GCV_LOAD_GRAPH, false, GCV_KEEP_ROWS);
    uint64_t cross = 0;
    for (uint32_t s = 0; s < n; s++) {
        uint64_t refs[4];
        refs[0] = 2; /* that of its own section, else of the first section that has it */
        refs[1] = 100 + (s + 1) % n; /* that of the next section */
        refs[2] = 100 + s;           /* itself */
        refs[3] = 999999;
        section(f);
        for (uint32_t k = 1; k <= 4 && s % 3 != 2; k++) {
            object(f, k, 1, s);
        }
        object_with(f, 100 + s, refs, 4);
        root(f, 3);
        cross += (uint64_t)(n > 1) + (s % 3 == 2);
    }
    (void)freeze(f);
    assert_int_equal(gcv_heap_n_sections(f->heap), n);
    assert_true(gcv_heap_counts(f->heap)->cross_domain_references == cross);
    assert_true(gcv_heap_counts(f->heap)->dangling_references == n);
    for (uint32_t s = 0; s < n; s++) {
        const gcv_section *of = gcv_heap_section(f->heap, s);
        const uint32_t own = gcv_heap_find(f->heap, s, 100 + s);
        uint32_t count;
        assert_true(own >= of->first_object && own + 1 == of->end_object);
        assert_int_equal(gcv_heap_object_section(f->heap, own), s);
        assert_true(gcv_heap_object_id(f->heap, own) == 100 + s);
        const uint32_t *refs = gcv_heap_references(f->heap, own, &count);
        assert_int_equal(count, 3);
        assert_int_equal(refs[0], s % 3 == 2 ? 1 : of->first_object + 1);
        assert_int_equal(refs[1], gcv_heap_find(f->heap, (s + 1) % n, 100 + (s + 1) % n));
        assert_int_equal(refs[2], own);
        assert_int_equal(gcv_heap_find(f->heap, s, 100 + s + 1), GCV_NONE);
    }
    for (uint32_t k = 0; k < gcv_heap_n_roots(f->heap); k++) {
        const gcv_root *r = gcv_heap_root(f->heap, k);
        uint32_t where = r->section % 3 == 2 ? 0 : r->section;
        assert_int_equal(r->object, gcv_heap_find(f->heap, where, 3));
    }
    close_fixture(f);
}

static void test_few_and_many_sections(NO_STATE)
{
    for (uint32_t n = 1; n < 30; n++) {
        check_sections(n);
    }
    check_sections(500);
}

static void test_empty_sections(NO_STATE)
{
    fixture *f = open_fixture(GCV_LOAD_GRAPH, false, GCV_KEEP_ROWS);
    const uint64_t ref = 7;
    for (uint32_t s = 0; s < 20; s++) {
        section(f);
        if (s == 6 || s == 13) {
            object_with(f, s, &ref, 1);
            object_with(f, s + 1, &ref, 1);
        }
    }
    (void)freeze(f);
    assert_int_equal(gcv_heap_n_objects(f->heap), 4);
    for (uint32_t s = 0; s < 4; s++) {
        assert_int_equal(gcv_heap_object_section(f->heap, s), s < 2 ? 6 : 13);
        assert_true(gcv_heap_object_id(f->heap, s) == (s < 2 ? 6 + s : 11 + s));
    }
    assert_int_equal(gcv_heap_find(f->heap, 0, 6), GCV_NONE);
    assert_int_equal(gcv_heap_find(f->heap, 13, 14), 3);
    assert_true(gcv_heap_counts(f->heap)->cross_domain_references == 2);
    close_fixture(f);
}

/* A hostile file with very many sections of one object each: the cost of each section is bounded.
 */
static void test_very_many_sections(NO_STATE)
{
    enum { SECTIONS = 100000, PER_SECTION = 1500 };
    fixture *f = open_fixture(GCV_LOAD_GRAPH, false, GCV_KEEP_ROWS);
    for (uint32_t s = 0; s < SECTIONS; s++) {
        uint64_t refs[2];
        refs[0] = (uint64_t)s * 7919 % SECTIONS; /* of some other section */
        refs[1] = SECTIONS + 1;
        section(f);
        object_with(f, s, refs, 2);
    }
    (void)freeze(f);
    assert_int_equal(gcv_heap_n_objects(f->heap), SECTIONS);
    assert_true(gcv_context_peak(f->ctx) < (uint64_t)SECTIONS * PER_SECTION);
    for (uint32_t s = 0; s < SECTIONS; s += 97) {
        uint32_t n;
        const uint32_t *refs = gcv_heap_references(f->heap, s, &n);
        assert_true(n == 1 && refs[0] == (uint64_t)s * 7919 % SECTIONS);
        assert_int_equal(gcv_heap_find(f->heap, s, s), s);
    }
    close_fixture(f);
}

/* ---- dangling references ------------------------------------------------------------------ */

enum { ROWS = 700, REFS_MOST = 1400 };

/* Makes references of an object: mostly few, sometimes more than are looked up at a time; one in
 * `rare` is dangling (0: none). Returns their number, and the objects that they must lead to. */
static size_t make_references(uint64_t *seed, uint64_t base, size_t rare, uint64_t *refs,
                              uint32_t *targets, size_t *n_targets)
{
    size_t n = check_below(seed, 100) == 0 ? check_below(seed, REFS_MOST) : check_below(seed, 4);
    *n_targets = 0;
    for (size_t i = 0; i < n; i++) {
        size_t to = check_below(seed, ROWS);
        refs[i] = base + 8 * to;
        if (rare > 0 && check_below(seed, rare) == 0) {
            refs[i] += 4;
        } else {
            targets[(*n_targets)++] = (uint32_t)to;
        }
    }
    return n;
}

/* Dangling references are removed wherever they are; all others stay with their objects. */
static void test_dangling_references_anywhere(NO_STATE)
{
    static const size_t rare[] = {0, 5000, 300, 3, 1};
    static uint64_t refs[REFS_MOST];
    static uint32_t targets[REFS_MOST];
    for (size_t round = 0; round < 2 * CHECK_COUNT(rare); round++) {
        fixture *f = open_fixture(GCV_LOAD_GRAPH, false, GCV_KEEP_ROWS);
        size_t n_sections = 1 + round % 3, all = 0, kept = 0, n, n_targets;
        uint64_t seed = round;
        for (size_t s = 0; s < n_sections; s++) {
            section(f);
            for (size_t k = 0; k < ROWS; k++) {
                n = make_references(&seed, 1000000 * (s + 1), rare[round / 2], refs, targets,
                                    &n_targets);
                object_with(f, 1000000 * (s + 1) + 8 * k, refs, n);
                all += n;
                kept += n_targets;
            }
        }
        freeze(f);
        assert_int_equal(gcv_heap_counts(f->heap)->references, all);
        assert_int_equal(gcv_heap_counts(f->heap)->dangling_references, all - kept);
        uint64_t again = round;
        for (size_t k = 0; k < n_sections * ROWS; k++) {
            uint32_t found;
            const uint32_t *row = gcv_heap_references(f->heap, (uint32_t)k, &found);
            (void)make_references(&again, 0, rare[round / 2], refs, targets, &n_targets);
            assert_int_equal(found, n_targets);
            for (uint32_t i = 0; i < found; i++) {
                assert_int_equal(row[i], k / ROWS * ROWS + targets[i]);
            }
        }
        close_fixture(f);
    }
}

/* ---- a tally that streams ----------------------------------------------------------------- */

static void test_streaming_keeps_nothing(NO_STATE)
{
    fixture *f = open_fixture(GCV_LOAD_TALLY, false, GCV_KEEP_NOTHING);
    section(f);
    object(f, 1000000, 1, 3);
    uint64_t used = gcv_context_used(f->ctx);
    for (uint64_t id = 1; id < 200000; id++) { /* two segments, the lower one last */
        object(f, id < 100000 ? 1000000 + id : id, 1, 3);
    }
    section(f); /* ids are scoped by section */
    object(f, 5, 1, 3);
    assert_false(gcv_builder_wants_more(&f->builder));
    assert_true(gcv_context_used(f->ctx) < used + 4096);
    (void)freeze(f);
    assert_true(gcv_heap_counts(f->heap)->objects == 200001);
    assert_true(gcv_heap_counts(f->heap)->bytes == 600003);
    assert_true(gcv_heap_section(f->heap, 1)->counts.objects == 1);
    close_fixture(f);
}

static void test_streaming_wants_more(NO_STATE)
{
    static const uint64_t repeat[] = {1, 2, 2}, within[] = {10, 20, 15}, up[] = {1, 2, 3};
    static const struct {
        const uint64_t *ids;
        bool wants;
    } cases[] = {{repeat, true}, {within, true}, {up, false}};
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        fixture *f = open_fixture(GCV_LOAD_TALLY, false, GCV_KEEP_NOTHING);
        section(f);
        for (size_t k = 0; k < 3; k++) {
            assert_false(gcv_builder_wants_more(&f->builder));
            object(f, cases[i].ids[k], 1, 1);
        }
        assert_int_equal(gcv_builder_wants_more(&f->builder), cases[i].wants);
        close_fixture(f);
    }
    /* A graph never streams. */
    {
        fixture *f = open_fixture(GCV_LOAD_GRAPH, false, GCV_KEEP_NOTHING);
        section(f);
        object(f, 2, 1, 1);
        object(f, 2, 1, 1);
        assert_false(gcv_builder_wants_more(&f->builder));
        assert_true(gcv_heap_counts(freeze(f))->duplicate_objects == 1);
        close_fixture(f);
    }
}

/* Kept ids show whether there are duplicates; if so, rows are needed to leave them out. */
static void test_ids_tell_duplicates(NO_STATE)
{
    for (int repeats = 0; repeats < 2; repeats++) {
        fixture *f = open_fixture(GCV_LOAD_TALLY, false, GCV_KEEP_IDS);
        gcv_heap *heap = NULL;
        section(f);
        object(f, 9, 1, 5);
        object(f, 3, 2, 7);
        object(f, repeats ? 9 : 8, 1, GCV_BIG_SIZE);
        section(f);
        object(f, 9, 1, 1);
        assert_false(gcv_builder_wants_more(&f->builder));
        gcv_builder_freeze(&f->builder, &heap);
        assert_int_equal(gcv_builder_wants_more(&f->builder), repeats);
        assert_int_equal(heap == NULL, repeats);
        if (heap != NULL) {
            assert_true(gcv_heap_counts(heap)->objects == 4);
            assert_true(gcv_heap_counts(heap)->bytes == 13 + (uint64_t)GCV_BIG_SIZE);
            assert_true(gcv_heap_section(heap, 1)->counts.bytes == 1);
        }
        gcv_heap_free(heap);
        close_fixture(f);
    }
}

/* ---- no memory ---------------------------------------------------------------------------- */

static void fill_all(gcv_context *ctx, gcv_load_level level)
{
    static const uint64_t refs[] = {1, 2, (uint64_t)3 << 40, 4};
    gcv_load_options options = {.level = level};
    gcv_builder_root row = {1, 2, 4, 0, true, {"label", 5}, false};
    gcv_builder *b = gcv_alloc(ctx, 1, sizeof *b);
    gcv_heap *heap;
    const gcv_builder_input input = {"the dump", "test", &options, false, GCV_KEEP_ROWS};
    gcv_builder_init(b, ctx, &input);
    for (uint32_t i = 0; i < 400; i++) {
        if (i % 30 == 0) {
            gcv_builder_begin_section(b);
            gcv_builder_name_section(b, gcv_slice_str("d"));
        }
        gcv_builder_add_type(b, i, i % 9, gcv_slice_str("T"),
                             gcv_slice_str(i % 2 == 0 ? "m" : "n"));
        gcv_builder_add_object(b, i + 1, (uint64_t)(i * 37 % 400) << (i % 40), i % 11,
                               i % 50 == 0 ? (uint64_t)1 << 33 : i, refs, i % 5);
        gcv_builder_add_root(b, &row);
        gcv_builder_malformed(b, i, "malformed");
    }
    gcv_builder_incomplete(b, "on purpose");
    for (uint32_t i = 0; i < 9; i++) {
        gcv_snapshot snapshot = {0};
        gcv_builder_scale_type(b, i, 1.5);
        gcv_builder_add_range(b, i, 5 * i, 2);
        gcv_builder_add_property(b, "key", gcv_slice_str("value"));
        gcv_builder_add_snapshot(b, &snapshot);
    }
    gcv_builder_freeze(b, &heap);
    gcv_heap_free(heap);
    gcv_builder_release(b);
    gcv_free(ctx, b);
}

static void test_every_allocation_fails_once(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    check_allocations(ctx, 30, fill_all(ctx, GCV_LOAD_GRAPH));
    check_allocations(ctx, 30, fill_all(ctx, GCV_LOAD_TALLY));
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing_keeps_the_lowest),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_counts_of_a_tally),
        cmocka_unit_test(test_incomplete_and_strict),
        cmocka_unit_test(test_end_of_section),
        cmocka_unit_test(test_before_any_section),
        cmocka_unit_test(test_no_lines),
        cmocka_unit_test(test_lines_of_duplicates),
        cmocka_unit_test(test_sum_of_sizes),
        cmocka_unit_test(test_big_sizes),
        cmocka_unit_test(test_few_and_many_sections),
        cmocka_unit_test(test_empty_sections),
        cmocka_unit_test(test_very_many_sections),
        cmocka_unit_test(test_dangling_references_anywhere),
        cmocka_unit_test(test_streaming_keeps_nothing),
        cmocka_unit_test(test_streaming_wants_more),
        cmocka_unit_test(test_ids_tell_duplicates),
        cmocka_unit_test(test_every_allocation_fails_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
