/* diff, compared with the oracle: two random heaps that share some type names, and their deltas
 * found object by object. */
#include "support/check.h"
#include "support/property.h"
#include "support/reported.h"

#include "base/text.h"
#include "output/escape.h"
#include "rules/rule.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct row {
    oracle_name name;
    int64_t count[2], bytes[2], retained[2];
    bool retains;
} row;

typedef struct rows {
    row *data;
    size_t n;
} rows;

static row *row_of(rows *r, const oracle_name *name)
{
    for (size_t i = 0; i < r->n; i++) {
        if (oracle_same_name(&r->data[i].name, name)) {
            return &r->data[i];
        }
    }
    memset(&r->data[r->n], 0, sizeof *r->data);
    r->data[r->n].name = *name;
    return &r->data[r->n++];
}

static void add_oracle(rows *r, const oracle *o, size_t at)
{
    bool *reached = graph_alloc(o->n, sizeof(bool)), *member = graph_alloc(o->n, sizeof(bool));
    oracle_reach(o, false, NULL, reached);
    for (uint32_t i = 0; i < o->n; i++) {
        const oracle_name name = oracle_name_across_dumps(o, i);
        row *to = row_of(r, &name);
        bool any = false;
        to->count[at] = to->bytes[at] = 0;
        for (uint32_t v = 0; v < o->n; v++) {
            const oracle_name other = oracle_name_across_dumps(o, v);
            member[v] = oracle_same_name(&name, &other);
            to->count[at] += member[v];
            to->bytes[at] += member[v] ? (int64_t)o->size[v] : 0;
            any = any || (member[v] && reached[v]);
        }
        if (any) {
            to->retains = true;
            to->retained[at] = (int64_t)oracle_retained(o, false, member);
        }
    }
    free(reached);
    free(member);
}

static int64_t absolute(int64_t value) { return value < 0 ? -value : value; }

static int by_change(const void *left, const void *right)
{
    const row *a = left, *b = right;
    int64_t x = absolute(a->bytes[1] - a->bytes[0]), y = absolute(b->bytes[1] - b->bytes[0]);
    if (x != y) {
        return x > y ? -1 : 1;
    }
    return gcv_slice_compare(gcv_slice_of(a->name.text, a->name.size),
                             gcv_slice_of(b->name.text, b->name.size));
}

static void put_number(graph_text *text, int64_t number)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%" PRId64 "\t", number);
    graph_puts(text, digits);
}

static void put_row(graph_text *text, const row *r)
{
    gcv_escape escape = gcv_escape_start(GCV_ESCAPE_TSV, gcv_slice_of(r->name.text, r->name.size));
    gcv_slice piece;
    put_number(text, r->count[1] - r->count[0]);
    put_number(text, r->bytes[1] - r->bytes[0]);
    if (r->retains) {
        put_number(text, r->retained[1] - r->retained[0]);
    } else {
        graph_puts(text, "-\t");
    }
    put_number(text, r->count[0]);
    put_number(text, r->count[1]);
    put_number(text, r->bytes[0]);
    put_number(text, r->bytes[1]);
    while (gcv_escape_next(&escape, &piece)) {
        graph_put(text, piece.data, piece.size);
    }
    graph_puts(text, "\n");
}

/* Sorts by insertion, as this project does not use qsort(). */
static void sort_rows(rows *r)
{
    size_t j;
    for (size_t i = 1; i < r->n; i++) {
        row moving = r->data[i];
        for (j = i; j > 0 && by_change(&moving, &r->data[j - 1]) < 0; j--) {
            r->data[j] = r->data[j - 1];
        }
        r->data[j] = moving;
    }
}

static void expected(const oracle *a, const oracle *b, graph_text *text)
{
    rows r;
    r.data = graph_alloc((size_t)a->n_types + b->n_types + 1, sizeof *r.data);
    r.n = 0;
    add_oracle(&r, a, 0);
    add_oracle(&r, b, 1);
    sort_rows(&r);
    graph_puts(text,
               "count_delta\tbytes_delta\tretained_delta\tcount_a\tcount_b\tbytes_a\tbytes_b"
               "\ttype\n");
    for (size_t i = 0; i < r.n; i++) {
        const row *x = &r.data[i];
        if (x->count[0] != x->count[1] || x->bytes[0] != x->bytes[1] ||
            x->retained[0] != x->retained[1]) {
            put_row(text, x);
        }
    }
    graph_put(text, "", 1);
    free(r.data);
}

static bool says(gcv_context *ctx, const gcv_heap *first, const gcv_heap *last, const oracle *a,
                 const oracle *b, char why[GRAPH_WHY_MAX])
{
    const gcv_heap *heaps[2] = {first, last};
    const reported input = {ctx, heaps, 2, NULL, NULL, NULL};
    graph_text wanted;
    memset(&wanted, 0, sizeof wanted);
    char *text = reported_text(&input, "diff --retained", NULL);
    expected(a, b, &wanted);
    bool good = strcmp(text, wanted.data) == 0 ||
                graph_fails(why, "diff says %.90s but must say %.90s", strchr(text, '\n'),
                            strchr(wanted.data, '\n'));
    graph_text_release(&wanted);
    free(text);
    return good;
}

static bool sums_match(gcv_context *ctx, const heap_pair *p, const char *by,
                       char why[GRAPH_WHY_MAX])
{
    const gcv_heap *heaps[3] = {p->a.heap, p->b.heap, p->heap_b};
    const gcv_counts *a = gcv_heap_counts(p->a.heap), *b = gcv_heap_counts(p->heap_b);
    const reported input = {ctx, heaps, 3, NULL, NULL, NULL};
    long long count = 0, bytes = 0, c, d;
    char command[40];
    (void)snprintf(command, sizeof command, "diff --by %s", by);
    char *text = reported_text(&input, command, NULL);
    for (char *line = strchr(text, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
        assert_int_equal(sscanf(line, "%lld\t%lld", &c, &d), 2);
        count += c;
        bytes += d;
    }
    free(text);
    return (count == (long long)(b->objects - a->objects) &&
            bytes == (long long)(b->bytes - a->bytes)) ||
           graph_fails(why, "by %s: deltas add up to %lld and %lld", by, count, bytes);
}

static bool diff_holds(const heap_pair *p, char why[GRAPH_WHY_MAX])
{
    static const char *const bys[] = {"type", "namespace", "root-kind", "domain"};
    graph_text none = {NULL, 0, 0};
    bool good = says(p->a.ctx, p->a.heap, p->heap_b, &p->a.o, &p->b.o, why) &&
                says(p->a.ctx, p->heap_b, p->a.heap, &p->b.o, &p->a.o, why) &&
                says(p->a.ctx, p->a.heap, p->a.heap, &p->a.o, &p->a.o, why);
    for (size_t i = 0; good && i < CHECK_COUNT(bys); i++) {
        good = sums_match(p->a.ctx, p, bys[i], why);
    }
    expected(&p->a.o, &p->a.o, &none); /* only the header */
    assert_string_equal(strchr(none.data, '\n'), "\n");
    graph_text_release(&none);
    return good;
}

static const property laws[] = {
    {.of_pair = diff_holds, .seed = 0x646966, .cases = 600, .n = {0, 12}},
    {.of_pair = diff_holds, .seed = 0x646967, .cases = 150, .n = {20, 60}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
