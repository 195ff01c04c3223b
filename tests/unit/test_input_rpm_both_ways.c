/* One object record, parsed field by field and the fast way: both tell the same of any line. */
#include "support/check.h"
#include "support/effort.h"
#include "support/tried.h"

#include "base/number.h"
#include "base/text.h"
#include "input/line_records.h"
#include "input/rpm/rpm_record.h"

#include <stdlib.h>
#include <string.h>

static gcv_slice line_of(const char *text) { return gcv_slice_str(text); }

typedef struct parsed {
    bool good;
    gcv_rpm_object object;
    gcv_u64_column refs;
    char reason[GCV_REASON_MAX];
} parsed;

static parsed parse_slow(gcv_context *ctx, gcv_slice line)
{
    parsed p = {0};
    gcv_rpm_object again = {0, 0, 0};
    char reason[GCV_REASON_MAX];
    p.good = gcv_rpm_parse_object(ctx, line, &p.object, &p.refs, p.reason);
    assert_int_equal(gcv_rpm_parse_object(ctx, line, &again, NULL, reason), p.good);
    if (p.good) {
        assert_memory_equal(&again, &p.object, sizeof again);
    } else {
        assert_string_equal(reason, p.reason);
    }
    return p;
}

static void begin(gcv_builder *builder, gcv_context *ctx, gcv_load_level level)
{
    gcv_load_options options = {.level = level};
    const gcv_builder_input input = {"the dump", "test", &options, false, GCV_KEEP_NOTHING};
    gcv_builder_init(builder, ctx, &input);
    gcv_builder_begin_section(builder);
}

static void take_row(gcv_context *ctx, const gcv_builder *builder, parsed *p)
{
    p->object.id = gcv_id_column_get(&builder->rows.ids, 0);
    p->object.type = builder->types.slots.data[builder->rows.slot.data[0]].id;
    p->object.size =
        builder->rows.big.n > 0 ? builder->rows.big.data[0].bytes : builder->rows.size.data[0];
    for (size_t i = 0; i < gcv_id_column_n(&builder->rows.refs); i++) {
        gcv_u64_column_push(ctx, &p->refs, gcv_id_column_get(&builder->rows.refs, i));
    }
}

/* The widths of earlier lines, which must not change the result. */
static gcv_rpm_objects objects;

static int set_up_objects(void **state)
{
    gcv_context *ctx = gcv_context_new(0);
    *state = ctx;
    gcv_rpm_objects_init(ctx, &objects);
    return 0;
}

static int tear_down_objects(void **state)
{
    gcv_rpm_objects_release(*state, &objects);
    gcv_context_free(*state);
    return 0;
}

static void parse_at(gcv_context *ctx, gcv_load_level level, const unsigned char *at,
                     const unsigned char *limit, bool first, parsed *p)
{
    static gcv_builder builder;
    const unsigned char *end = at;
    uint64_t number = 7;
    gcv_status status;
    begin(&builder, ctx, level);
    status = tried_keeping(ctx, NULL,
                           end = gcv_rpm_take_objects(&objects, &builder, at, limit, &number));
    assert_true(end == at || end == limit);
    assert_true(number == (end == limit ? 8 : 7));
    assert_true(first || p->good == (end == limit));
    p->good = end == limit;
    if (status == GCV_ERR_LIMIT) { /* sizes above all */
        assert_false(p->good);
    } else {
        assert_int_equal(status, GCV_OK);
    }
    if (p->good && level == GCV_LOAD_GRAPH) {
        p->refs.n = 0;
        take_row(ctx, &builder, p);
    }
    assert_int_equal(gcv_builder_n_objects(&builder), p->good);
    assert_true(p->good || gcv_id_column_n(&builder.rows.refs) == 0 || status != GCV_OK);
    gcv_builder_release(&builder);
}

/* Applies the fast method to a copy of the line in which every byte beyond the end is out of
 * bounds, also after it has seen the line. */
static bool parse_fast(gcv_context *ctx, gcv_slice line, parsed *p)
{
    unsigned char *copy = malloc(line.size + 1), *limit = copy + line.size + 1;
    assert_non_null(copy);
    memset(p, 0, sizeof *p);
    memcpy(copy, line.data, line.size);
    copy[line.size] = '\n';
    parse_at(ctx, GCV_LOAD_TALLY, copy, limit, true, p);
    parse_at(ctx, GCV_LOAD_GRAPH, copy, limit, false, p);
    free(copy);
    return p->good;
}

static void assert_same(const parsed *fast, const parsed *slow)
{
    assert_true(slow->good);
    assert_memory_equal(&fast->object, &slow->object, sizeof fast->object);
    assert_int_equal(fast->refs.n, slow->refs.n);
    if (fast->refs.n > 0) {
        assert_memory_equal(fast->refs.data, slow->refs.data, fast->refs.n * sizeof(uint64_t));
    }
}

/* Applies both methods to one line; returns the result of the slow one. The caller owns its `refs`.
 */
static parsed parse_both(gcv_context *ctx, gcv_slice line, bool *was_fast)
{
    parsed slow = parse_slow(ctx, line), fast;
    *was_fast = parse_fast(ctx, line, &fast);
    if (*was_fast) {
        assert_same(&fast, &slow);
    }
    gcv_u64_column_release(ctx, &fast.refs);
    return slow;
}

static uint64_t random_value(uint64_t *seed) { return check_random(seed) >> check_below(seed, 64); }

/* Makes an element in one of the forms of numbers. `*plain`: it has the usual form. */
static size_t put_number(char *out, uint64_t value, uint64_t *seed, bool *plain)
{
    char digits[GCV_NUMBER_MAX];
    size_t n = gcv_format_hex(digits, value), width = n, at = 0;
    switch (check_below(seed, 12)) {
    case 0:
        memcpy(out, check_below(seed, 2) == 0 ? "0x" : "0X", 2);
        at = 2;
        *plain = false;
        break;
    case 1:
        for (size_t i = 0; i < n; i++) {
            digits[i] = (char)(digits[i] >= 'a' ? digits[i] - 'a' + 'A' : digits[i]);
        }
        break;
    case 2: /* leading zeros, up to 20 digits */
        width = n + check_below(seed, 21 - n);
        *plain = *plain && width <= 16;
        break;
    default:
        break;
    }
    memset(out + at, '0', width - n);
    memcpy(out + at + width - n, digits, n);
    return at + width;
}

static size_t put_blank(char *out, uint64_t *seed, bool *plain)
{
    static const char *const unusual[] = {"  ", "\t", " \t", "   ", "\r ", "\t\t"};
    const char *blank = " ";
    if (check_below(seed, 30) == 0) {
        blank = unusual[check_below(seed, CHECK_COUNT(unusual))];
        *plain = false;
    }
    memcpy(out, blank, strlen(blank));
    return strlen(blank);
}

enum { REFS_MOST = 9, LINE_MOST = 400 };

typedef struct made {
    char text[LINE_MOST];
    size_t size;
    uint64_t values[3 + REFS_MOST];
    size_t n;
    bool plain;
} made;

static void make_line(made *m, uint64_t *seed)
{
    m->n = 3 + check_below(seed, REFS_MOST + 1);
    m->size = 0;
    m->plain = true;
    m->text[m->size++] = 'o';
    for (size_t i = 0; i < m->n; i++) {
        m->values[i] = i > 0 && check_below(seed, 2) == 0
                           ? m->values[i - 1] ^ check_below(seed, 4096) /* ids of one width */
                           : random_value(seed);
        m->size += put_blank(m->text + m->size, seed, &m->plain);
        m->size += put_number(m->text + m->size, m->values[i], seed, &m->plain);
    }
    if (check_below(seed, 8) == 0) {
        m->text[m->size++] = '\r';
    } else if (check_below(seed, 20) == 0) {
        m->text[m->size++] = ' ';
        m->plain = false;
    }
}

static void test_objects_at_random(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 6;
    unsigned n_fast = 0;
    for (unsigned round = 0; round < 40000; round++) {
        made m;
        bool fast;
        make_line(&m, &seed);
        parsed p = parse_both(ctx, gcv_slice_of(m.text, m.size), &fast);
        if (!p.good) {
            fail_msg("'%.*s': %s", (int)m.size, m.text, p.reason);
        }
        assert_true(p.object.id == m.values[0] && p.object.type == m.values[1]);
        assert_true(p.object.size == m.values[2] && p.refs.n == m.n - 3);
        if (p.refs.n > 0) {
            assert_memory_equal(p.refs.data, m.values + 3, p.refs.n * sizeof(uint64_t));
        }
        assert_true(fast || !m.plain || m.text[m.size - 1] == '\r');
        n_fast += fast;
        gcv_u64_column_release(ctx, &p.refs);
    }
    assert_true(n_fast > 5000 && n_fast < 39000);
    check_context_free(ctx);
}

/* Any byte anywhere: the fast method accepts only what the slow one accepts. */
static void test_spoilt_objects(NO_STATE)
{
    static const char nasty[] = " \t\r\0gGxX-+.,/:;@`'\"\\\x7f\x80\xff\x30\x39\x41\x46\x61\x66";
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 7;
    const unsigned rounds = effort_rounds(60000);
    unsigned n_bad = 0;
    for (unsigned round = 0; round < rounds; round++) {
        made m;
        bool fast;
        make_line(&m, &seed);
        size_t at = 1 + check_below(&seed, m.size - 1);
        m.text[at] = check_below(&seed, 3) == 0 ? (char)(check_below(&seed, 255) + 11)
                                                : nasty[check_below(&seed, sizeof nasty)];
        if (m.text[at] == '\n' || (at == 1 && m.text[at] != ' ')) {
            continue; /* the reader gives the fast method only lines that begin with `o` and a blank
                       */
        }
        parsed p = parse_both(ctx, gcv_slice_of(m.text, m.size), &fast);
        n_bad += !p.good;
        gcv_u64_column_release(ctx, &p.refs);
    }
    assert_true(n_bad > rounds / 12);
    gcv_context_free(ctx);
}

static void test_widths_of_ids(NO_STATE)
{
    static const struct {
        const char *line;
        bool good, fast;
        uint64_t id;
    } cases[] = {
        {"o 0 0 0", true, true, 0},
        {"o ffffffffffffffff 0 0", true, true, UINT64_MAX},
        {"o 0123456789abcdef 0 0", true, true, 0x123456789abcdef},
        {"o 00123456789abcdef 0 0", true, false, 0x123456789abcdef},
        {"o 0000000000000000000000000000001 0 0", true, false, 1},
        {"o 10000000000000000 0 0", false, false, 0},
        {"o 0x1ffffffffffffffff 0 0", false, false, 0},
        {"o 0xffffffffffffffff 0 0", true, false, UINT64_MAX},
        {"o 0Xab 0 0", true, false, 0xab},
        {"o ABCDEF 0 0", true, true, 0xabcdef},
        {"o\tA 0 0", true, false, 10},
        {"o  a\t0  0 ", true, false, 10},
        {"o 0x 0 0", false, false, 0},
        {"o x1 0 0", false, false, 0},
        {"o 00x1 0 0", false, false, 0},
        {"o -1 0 0", false, false, 0},
        {"o +1 0 0", false, false, 0},
        {"\t o a 0 0", true, false, 10},
    };
    gcv_context *ctx = gcv_context_new(0);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        bool fast = false;
        parsed p = cases[i].line[0] == 'o' && cases[i].line[1] == ' '
                       ? parse_both(ctx, line_of(cases[i].line), &fast)
                       : parse_slow(ctx, line_of(cases[i].line));
        if (p.good != cases[i].good || fast != cases[i].fast ||
            (p.good && p.object.id != cases[i].id)) {
            fail_msg("'%s'", cases[i].line);
        }
        gcv_u64_column_release(ctx, &p.refs);
    }
    gcv_context_free(ctx);
}

/* The fast method continues line by line, and stops at an unusual line. */
static void test_fast_goes_line_by_line(NO_STATE)
{
    static const char text[] = "o 1 2 3 4 5\no 6 7 8\r\no 9 a b c\no d e f 1 x\no 1 2 3\n";
    static gcv_builder builder;
    const unsigned char *at = (const unsigned char *)text;
    gcv_context *ctx = gcv_context_new(0);
    uint64_t line = 1;
    begin(&builder, ctx, GCV_LOAD_GRAPH);
    assert_ptr_equal(gcv_rpm_take_objects(&objects, &builder, at, at + 9 + 12 + 31, &line),
                     text + 31);
    assert_int_equal(line, 4);
    assert_int_equal(gcv_builder_n_objects(&builder), 3);
    assert_int_equal(gcv_id_column_n(&builder.rows.refs),
                     3); /* that of the fourth line is discarded */
    assert_true(gcv_id_column_get(&builder.rows.refs, 2) == 0xc);
    assert_true(gcv_id_column_get(&builder.rows.ids, 2) == 9);
    gcv_builder_release(&builder);
    gcv_context_free(ctx);
}

static void take_one(gcv_context *ctx)
{
    static const unsigned char text[] = "o 1 2 3 4 5\n";
    static gcv_builder builder;
    uint64_t line = 1;
    begin(&builder, ctx, GCV_LOAD_GRAPH);
    (void)gcv_rpm_take_objects(&objects, &builder, text, text + sizeof text - 1, &line);
    gcv_builder_release(&builder);
}

static void test_no_memory_for_references(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_u64_column refs = {NULL, 0, 0};
    gcv_rpm_object object;
    char reason[GCV_REASON_MAX];
    check_allocations(ctx, 5, take_one(ctx));
    ctx->fail_at = ctx->allocations + 1;
    assert_int_equal(
        tried(ctx, NULL, gcv_rpm_parse_object(ctx, line_of("o 1 2 3 4 5"), &object, &refs, reason)),
        GCV_ERR_MEMORY);
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_objects_at_random),
        cmocka_unit_test(test_spoilt_objects),
        cmocka_unit_test(test_widths_of_ids),
        cmocka_unit_test(test_fast_goes_line_by_line),
        cmocka_unit_test(test_no_memory_for_references),
    };
    return cmocka_run_group_tests(tests, set_up_objects, tear_down_objects);
}
