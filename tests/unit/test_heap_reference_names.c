/* Names of references by their ends, and the name that several have in common. */
#include "support/check.h"
#include "support/loaded.h"
#include "support/v8_writer.h"

#include "heap/reference_names.h"

#include <stdlib.h>
#include <string.h>

/* Objects are numbered by id: 0 is the global object, 1 and 2 are two holders, 3 and 4 what they
 * hold, 5 a list of 40 elements. */
static const v8_node nodes[] = {{V8_SYNTHETIC, "", 1, 0, 1, 0}, {V8_OBJECT, "global", 3, 8, 3, 0},
                                {V8_OBJECT, "A", 5, 8, 5, 0},   {V8_OBJECT, "A", 7, 8, 2, 0},
                                {V8_OBJECT, "B", 9, 8, 0, 0},   {V8_OBJECT, "B", 11, 8, 0, 0},
                                {V8_ARRAY, "", 13, 8, 40, 0}};

static const v8_edge first_edges[] = {
    {V8_SHORTCUT, "global", 1}, {V8_PROPERTY, "x", 2},
    {V8_PROPERTY, "y", 3},      {V8_PROPERTY, "list", 6},
    {V8_INTERNAL, "slot", 4},   {V8_PROPERTY, "second", 4},
    {V8_PROPERTY, "third", 4},  {V8_PROPERTY, "<symbol first>", 4},
    {V8_CONTEXT, "other", 5},   {V8_PROPERTY, "second", 5},
    {V8_INTERNAL, "slot", 5}};

enum { FIRST = sizeof first_edges / sizeof first_edges[0], ALL = FIRST + 40 };

typedef struct fixture {
    loaded l;
    gcv_field_finder finder;
    v8_edge edges[ALL];
} fixture;

static void set_up(fixture *f)
{
    v8_model model = {0};
    gcv_load_options options = {0};
    size_t size;
    memset(f, 0, sizeof *f);
    memcpy(f->edges, first_edges, sizeof first_edges);
    for (unsigned i = 0; i < 40; i++) { /* the last but one leads to object 4 by a property */
        f->edges[FIRST + i].type = i == 38 ? V8_PROPERTY : V8_ELEMENT;
        f->edges[FIRST + i].name = i == 38 ? "named" : NULL;
        f->edges[FIRST + i].to = i == 20 || i == 38 ? 5 : 4;
    }
    model.nodes = nodes;
    model.edges = f->edges;
    model.n_nodes = CHECK_COUNT(nodes);
    model.n_edges = ALL;
    model.fields = 5;
    options.with_fields = true;
    char *bytes = v8_write(&model, &size);
    load_with(&f->l, bytes, size, options);
    free(bytes);
    assert_int_equal(f->l.status, GCV_OK);
    f->finder.ctx = f->l.ctx;
    f->finder.heap = f->l.heap;
}

static void tear_down(fixture *f)
{
    gcv_field_finder_release(&f->finder);
    unload(&f->l);
}

static void check_field(fixture *f, const gcv_field *field, const char *text)
{
    gcv_buffer out = {0};
    gcv_field_append(f->l.ctx, field, &out);
    assert_true(gcv_slice_is(gcv_buffer_slice(&out), text));
    gcv_buffer_release(f->l.ctx, &out);
}

/* Names that are no identifiers. */
static void test_texts_of_names(NO_STATE)
{
    static const struct {
        const char *name, *text;
    } rows[] = {{"a", ".a"},
                {"$_\xc3\xa4", ".$_\xc3\xa4"},
                {"#token", ".#token"},
                {"#", "[\"#\"]"},
                {"a#b", "[\"a#b\"]"},
                {"", "[\"\"]"},
                {"a b", "[\"a b\"]"},
                {"<symbol registry>", "[Symbol(registry)]"},
                {"<symbol >", "[Symbol()]"},
                {"<symbol x", "[\"<symbol x\"]"}};
    fixture f;
    set_up(&f);
    for (size_t i = 0; i < CHECK_COUNT(rows); i++) {
        const gcv_field field = {.kind = GCV_FIELD_PROPERTY, .name = gcv_slice_str(rows[i].name)};
        check_field(&f, &field, rows[i].text);
    }
    const gcv_field variable = {.kind = GCV_FIELD_VARIABLE, .name = gcv_slice_str("<symbol x>")};
    check_field(&f, &variable, "-><symbol x>");
    tear_down(&f);
}

static void check_between(fixture *f, uint32_t from, uint32_t to, const char *text)
{
    const uint32_t found = gcv_reference_between(&f->finder, from, to);
    assert_int_not_equal(found, GCV_NONE);
    const gcv_field field = gcv_field_of(f->l.heap, from, found);
    check_field(f, &field, text);
}

static void test_several_between_two(NO_STATE)
{
    fixture f;
    set_up(&f);
    check_between(&f, 0, 1, ".x");
    check_between(&f, 1, 3, ".second"); /* not {slot}, and before .third and [Symbol(first)] */
    check_between(&f, 1, 4, "->other");
    check_between(&f, 5, 4, ".named"); /* among 40, not the element before it */
    check_between(&f, 5, 3, "[11]");
    check_between(&f, 5, 4, ".named");
    assert_int_equal(gcv_reference_between(&f.finder, 2, 3), GCV_NONE);
    assert_int_equal(gcv_reference_between(&f.finder, 5, 1), GCV_NONE);
    tear_down(&f);
}

static void test_all_the_same(NO_STATE)
{
    fixture f;
    gcv_step_name name = {0};
    gcv_field field;
    set_up(&f);
    assert_false(gcv_common_name_get(f.l.heap, &name.into, &field));
    gcv_step_name_add(&f.finder, &name, 0, GCV_NONE, false);
    assert_false(gcv_common_name_get(f.l.heap, &name.into, &field));
    gcv_step_name_add(&f.finder, &name, 3, 1, false);
    gcv_step_name_add(&f.finder, &name, 4, 2, false);
    assert_true(gcv_common_name_get(f.l.heap, &name.into, &field));
    check_field(&f, &field, ".second");
    assert_int_equal(name.into.n, 2);
    tear_down(&f);
}

static void test_they_differ(NO_STATE)
{
    fixture f;
    gcv_step_name name = {0};
    gcv_field field;
    set_up(&f);
    gcv_step_name_add(&f.finder, &name, 1, 0, false);
    gcv_step_name_add(&f.finder, &name, 2, 0, false);
    assert_true(name.into.differs);
    assert_false(gcv_common_name_get(f.l.heap, &name.into, &field));
    gcv_step_name_add(&f.finder, &name, 1, 0, false); /* never the same again */
    assert_false(gcv_common_name_get(f.l.heap, &name.into, &field));
    tear_down(&f);
}

static void test_runs(NO_STATE)
{
    fixture f;
    gcv_step_name name = {0};
    set_up(&f);
    assert_false(gcv_step_is_run(f.l.heap, &name, 1));
    gcv_step_name_add(&f.finder, &name, 1, 0, false);
    gcv_step_name_add(&f.finder, &name, 3, 1, true);
    assert_true(gcv_step_is_run(f.l.heap, &name, 2));
    assert_false(gcv_step_is_run(f.l.heap, &name, 3)); /* another one came in from outside */
    gcv_step_name_add(&f.finder, &name, 4, 1, true);   /* ->other */
    assert_false(gcv_step_is_run(f.l.heap, &name, 3));
    tear_down(&f);
}

/* Lists of objects, before and after they are packed by types, of which one has no usual list. */
static void test_packed_lists(NO_STATE)
{
    enum { OBJECTS = 1000, TYPES = 7 };
    gcv_context *ctx = gcv_context_new(0);
    gcv_fields fields = {0};
    gcv_u32_column type = {0};
    uint32_t list[OBJECTS];
    for (uint32_t i = 0; i < OBJECTS; i++) {
        const uint32_t t = i * i % TYPES;
        list[i] = i % 11 == 0 ? GCV_NONE : t == 2 || i % 13 == 0 ? i : 10000 * t;
        gcv_u32_column_push(ctx, &fields.first, list[i]);
        gcv_u32_column_push(ctx, &type, t);
    }
    for (unsigned round = 0; round < 2; round++) {
        gcv_fields_pack(ctx, &fields, type.data, TYPES);
        assert_true(fields.first.n < OBJECTS / 2);
        for (uint32_t i = 0; i < OBJECTS; i++) {
            if (list[i] != GCV_NONE) {
                assert_int_equal(gcv_fields_first(&fields, i, type.data[i]), list[i]);
            }
        }
        gcv_fields_unpack(ctx, &fields, &type);
        assert_int_equal(fields.first.n, OBJECTS);
        for (uint32_t i = 0; i < OBJECTS; i++) {
            assert_true(list[i] == GCV_NONE || fields.first.data[i] == list[i]);
        }
    }
    gcv_fields_release(ctx, &fields);
    gcv_u32_column_release(ctx, &type);
    gcv_context_free(ctx);
}

/* Adds a list of the elements [0 .. n); returns where it begins. */
static uint32_t add_list(gcv_context *ctx, gcv_fields *fields, uint32_t n, uint32_t expected)
{
    gcv_fields_expect(fields, expected);
    for (uint32_t i = 0; i < n; i++) {
        gcv_fields_push(ctx, fields, GCV_FIELD_ELEMENT, i);
    }
    return gcv_fields_end_list(ctx, fields);
}

/* Equal lists are one, whatever list was expected. */
static void test_equal_lists(NO_STATE)
{
    enum { LISTS = 40, EXPECTED = 5 };
    gcv_context *ctx = gcv_context_new(0);
    gcv_fields fields = {0};
    uint32_t list[LISTS];
    list[0] = GCV_NONE; /* empty */
    for (uint32_t n = 1; n < LISTS; n++) {
        list[n] = add_list(ctx, &fields, n, n > EXPECTED ? list[EXPECTED] : (uint32_t)GCV_NONE);
        assert_int_equal(list[n], n > 1 ? list[n - 1] + n : 0);
    }
    for (uint32_t expected = 0; expected < LISTS; expected++) {
        for (uint32_t n = 0; n < LISTS; n++) {
            assert_int_equal(add_list(ctx, &fields, n, list[expected]), list[n]);
        }
    }
    for (uint32_t n = 1; n < LISTS; n++) {
        assert_int_equal(fields.kind.data[list[n] + n], GCV_FIELD_KINDS);
    }
    assert_int_equal(fields.n_lists, LISTS - 1);
    gcv_fields_expect(&fields, list[2]); /* dropped: the next list is not affected */
    gcv_fields_push(ctx, &fields, GCV_FIELD_ELEMENT, 0);
    gcv_fields_drop_list(&fields);
    assert_int_equal(gcv_fields_end_list(ctx, &fields), GCV_NONE);
    gcv_fields_release(ctx, &fields);
    gcv_context_free(ctx);
}

enum { MOST_NAMES = 600, FOLDED = 200 };

/* A list of random names, most of which are ascending numbers: some close together, some not. */
static uint32_t add_random_list(gcv_context *ctx, gcv_fields *fields, uint64_t *random)
{
    const size_t n = check_below(random, MOST_NAMES), far = check_below(random, 40);
    uint32_t number = (uint32_t)check_below(random, 100);
    for (size_t i = 0; i < n; i++) {
        const bool breaks = check_below(random, 200) == 0;
        number += breaks ? 0 : 1 + (uint32_t)check_below(random, far + 1);
        gcv_fields_push(ctx, fields, breaks ? GCV_FIELD_PROPERTY : GCV_FIELD_ELEMENT, number);
    }
    return gcv_fields_end_list(ctx, fields);
}

/* Names are the same after folding. Rows come in any order, two groups share each list, and some
 * have no row. */
static void test_folded_lists(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_fields fields = {0};
    uint64_t random = 1;
    uint32_t first[FOLDED + 1] = {0}, at = 0, used = 0;
    gcv_u32_column slot = {0}, name = {0};
    gcv_u8_column kind = {0};
    for (uint32_t i = 0; i < FOLDED; i += 2) {
        const gcv_field_group group = {i, add_random_list(ctx, &fields, &random), 0};
        gcv_field_group_column_push(ctx, &fields.groups, group);
        gcv_field_group_column_push(ctx, &fields.groups, group);
    }
    for (uint32_t row = 0; row < FOLDED; row++) {
        const uint32_t group = row * 7 % FOLDED, list = fields.groups.data[group].list;
        gcv_u32_column_push(ctx, &slot, group % 6 < 4 ? group : 0);
        for (uint32_t i = 0;
             group % 6 < 4 && list != GCV_NONE && fields.kind.data[list + i] != GCV_FIELD_KINDS;
             i++) {
            gcv_u8_column_push(ctx, &kind, fields.kind.data[list + i]);
            gcv_u32_column_push(ctx, &name, fields.name.data[list + i]);
        }
        first[row + 1] = (uint32_t)kind.n;
    }
    gcv_fields_fold(ctx, &fields, &slot, first);
    for (uint32_t row = 0; row < FOLDED; row++) {
        for (uint32_t i = first[row]; i < first[row + 1]; i++, at++) {
            const uint32_t list = fields.groups.data[slot.data[row]].list;
            uint8_t found;
            assert_int_equal(gcv_fields_get(&fields, list, i - first[row], &found), name.data[i]);
            assert_int_equal(found, kind.data[i]);
        }
    }
    for (uint32_t i = 0; i < FOLDED; i++) {
        assert_true(fields.groups.data[i].list == GCV_NONE || i % 6 < 4);
        used += fields.groups.data[i].list != GCV_NONE;
    }
    assert_true(used > FOLDED / 2 && at == kind.n && fields.runs.n > used / 4);
    assert_true(fields.kind.n < kind.n / 2);
    gcv_fields_release(ctx, &fields);
    GCV_RELEASE(ctx, &slot, &name, &kind);
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_of_names), cmocka_unit_test(test_several_between_two),
        cmocka_unit_test(test_all_the_same),   cmocka_unit_test(test_they_differ),
        cmocka_unit_test(test_runs),           cmocka_unit_test(test_packed_lists),
        cmocka_unit_test(test_equal_lists),    cmocka_unit_test(test_folded_lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
