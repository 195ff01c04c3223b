/* The tables of `convert --to tables` for random heaps, read back by our own reader: the rows make
 * up the heap that was written, and retained bytes, dominators and distances are those of the
 * oracle. */
#include "support/check.h"
#include "support/loaded.h"
#include "support/oracle.h"
#include "support/property.h"
#include "support/reported.h"

#include "base/buffer.h"
#include "heap/root_label.h"
#include "report/convert/convert.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECTS, REFERENCES, TYPES, ROOTS, TABLES };
enum { COLUMNS_MAX = 9 };

static const char *const heads[TABLES] = {
    "node\tobject\tbytes\tretained\tdominator\tdistance\tdomain\tgeneration\ttype",
    "source\tslot\ttarget\tfield", "type\tobjects\tbytes\tretained\tmodule\tname",
    "root\tnode\tobject\tkind\tflags\tlabel"};

/* ---- reading ------------------------------------------------------------------------------ */

typedef struct tsv {
    char *text;
    char **at; /* row by row */
    size_t n_columns, n_rows;
} tsv;

/* Decodes escapes in place; fields of these graphs have no other escapes. */
static void unescape(char *field)
{
    static const char letters[] = "tnr\\", meanings[] = "\t\n\r\\";
    char *to = field;
    for (; *field != '\0'; field++) {
        const char *letter = NULL;
        if (*field == '\\') {
            letter = strchr(letters, *++field);
            assert_true(letter != NULL && *field != '\0');
        }
        *to++ = letter != NULL ? meanings[letter - letters] : *field;
    }
    *to = '\0';
}

/* Each line has as many fields as the header, which is the expected one. */
static void read_tsv(tsv *table, const char *head, char *text)
{
    char *next = text;
    size_t i = 0, n_lines = 0;
    table->text = text;
    table->n_columns = 1;
    for (; head[i] != '\0'; i++) {
        table->n_columns += head[i] == '\t';
    }
    for (i = 0; text[i] != '\0'; i++) {
        n_lines += text[i] == '\n';
    }
    assert_true(n_lines > 0);
    assert_true(strncmp(text, head, strlen(head)) == 0 && text[strlen(head)] == '\n');
    table->n_rows = n_lines - 1;
    table->at = graph_alloc(n_lines * table->n_columns, sizeof *table->at);
    next = text + strlen(head) + 1;
    for (i = 0; i < table->n_rows * table->n_columns; i++) {
        const bool is_last = i % table->n_columns == table->n_columns - 1;
        const size_t length = strcspn(next, "\t\n");
        assert_int_equal(next[length], is_last ? '\n' : '\t');
        next[length] = '\0';
        table->at[i] = next;
        unescape(next);
        next += length + 1;
    }
    assert_int_equal(*next, '\0');
}

static const char *cell(const tsv *table, size_t row, size_t column)
{
    return table->at[row * table->n_columns + column];
}

/* A plain decimal; `none` for an empty field. */
static uint64_t number(const tsv *table, size_t row, size_t column, uint64_t none)
{
    const char *text = cell(table, row, column);
    char *end;
    uint64_t value = strtoull(text, &end, 10);
    assert_true(*end == '\0' && *text != '-' && *text != '+' && value < UINT64_MAX);
    return *text != '\0' ? value : none;
}

typedef struct tables {
    tsv of[TABLES];
} tables;

static void write_tables(const subject *s, tables *t)
{
    const gcv_heap *heap = s->heap;
    const reported input = {s->ctx, &heap, 1, NULL, NULL, NULL};
    char *texts[TABLES];
    reported_files(&input, "convert --to tables --fields --output x", TABLES, texts);
    for (size_t i = 0; i < TABLES; i++) {
        read_tsv(&t->of[i], heads[i], texts[i]);
    }
}

static void release_tables(tables *t)
{
    for (size_t i = 0; i < TABLES; i++) {
        free(t->of[i].text);
        free(t->of[i].at);
    }
}

/* ---- objects and references --------------------------------------------------------------- */

static bool same_object(const subject *s, const tables *t, uint32_t v)
{
    const oracle *o = &s->o;
    const tsv *objects = &t->of[OBJECTS], *types = &t->of[TYPES];
    char id[20], domain[GRAPH_NAME_MAX];
    const size_t type = (size_t)number(objects, v, 8, UINT64_MAX);
    const gcv_section *section = gcv_heap_section(s->heap, o->section[v]);
    (void)snprintf(id, sizeof id, "%" PRIx64, o->id[v]);
    (void)snprintf(domain, sizeof domain, "%.*s", (int)section->domain.size, section->domain.data);
    return number(objects, v, 0, UINT64_MAX) == v && strcmp(cell(objects, v, 1), id) == 0 &&
           number(objects, v, 2, UINT64_MAX) == o->size[v] &&
           strcmp(cell(objects, v, 6), domain) == 0 && cell(objects, v, 7)[0] == '\0' &&
           type < types->n_rows && number(types, type, 0, UINT64_MAX) == type &&
           strlen(cell(types, type, 5)) == o->names[o->type[v]].size &&
           memcmp(cell(types, type, 5), o->names[o->type[v]].text, o->names[o->type[v]].size) == 0;
}

static bool objects_are_right(const subject *s, const tables *t, char why[GRAPH_WHY_MAX])
{
    if (t->of[OBJECTS].n_rows != s->o.n) {
        return graph_fails(why, "%u objects", (unsigned)t->of[OBJECTS].n_rows);
    }
    for (uint32_t v = 0; v < s->o.n; v++) {
        if (!same_object(s, t, v)) {
            return graph_fails(why, "object %" PRIu32 " differs", v);
        }
    }
    return true;
}

static bool references_are_right(const subject *s, const tables *t, char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    const tsv *references = &t->of[REFERENCES];
    size_t row = 0;
    for (uint32_t v = 0; v < o->n; v++) {
        for (uint32_t i = o->first[v]; i < o->first[v + 1]; i++, row++) {
            if (row >= references->n_rows || number(references, row, 0, UINT64_MAX) != v ||
                number(references, row, 1, UINT64_MAX) != i - o->first[v] ||
                number(references, row, 2, UINT64_MAX) != o->to[i] ||
                cell(references, row, 3)[0] != '\0') { /* these heaps have no names of fields */
                return graph_fails(why, "reference %u of object %" PRIu32 " differs",
                                   (unsigned)(i - o->first[v]), v);
            }
        }
    }
    return row == references->n_rows ||
           graph_fails(why, "%u references", (unsigned)references->n_rows);
}

/* ---- what was computed -------------------------------------------------------------------- */

static bool figures_are_right(const subject *s, const tables *t, char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    const tsv *objects = &t->of[OBJECTS];
    uint32_t *dominator = graph_alloc((size_t)o->n + 1, sizeof *dominator);
    uint64_t *retained = graph_alloc((size_t)o->n + 1, sizeof *retained);
    oracle_chains chains;
    bool good = true;
    oracle_dominators(o, false, dominator, retained);
    oracle_chains_find(o, false, NULL, &chains);
    for (uint32_t v = 0; good && v < o->n; v++) {
        const bool reached = dominator[v] != GCV_NONE;
        const uint64_t above = dominator[v] < GCV_ROOTED ? dominator[v] : UINT64_MAX;
        good = number(objects, v, 3, UINT64_MAX) == (reached ? retained[v] : UINT64_MAX) &&
               number(objects, v, 4, UINT64_MAX) == above &&
               number(objects, v, 5, 0) == chains.length[v];
        good = good || graph_fails(why, "retained, dominator or distance of object %" PRIu32, v);
    }
    oracle_chains_release(&chains);
    free(dominator);
    free(retained);
    return good;
}

static bool type_is_right(const subject *s, const tables *t, uint32_t type)
{
    const oracle *o = &s->o;
    const tsv *types = &t->of[TYPES];
    bool *member = graph_zeroed((size_t)o->n + 1, sizeof *member);
    bool *reached = graph_zeroed((size_t)o->n + 1, sizeof *reached), any = false;
    uint64_t objects = 0, bytes = 0, expected = UINT64_MAX;
    oracle_reach(o, false, NULL, reached);
    for (uint32_t v = 0; v < o->n; v++) {
        member[v] = number(&t->of[OBJECTS], v, 8, UINT64_MAX) == type;
        objects += member[v];
        bytes += member[v] ? o->size[v] : 0;
        any = any || (member[v] && reached[v]);
    }
    if (any) {
        expected = oracle_retained(o, false, member);
    }
    bool good = number(types, type, 1, UINT64_MAX) == objects &&
                number(types, type, 2, UINT64_MAX) == bytes &&
                number(types, type, 3, UINT64_MAX) == expected && cell(types, type, 4)[0] == '\0';
    free(member);
    free(reached);
    return good;
}

static bool types_are_right(const subject *s, const tables *t, char why[GRAPH_WHY_MAX])
{
    const tsv *types = &t->of[TYPES];
    if (types->n_rows != gcv_heap_n_types(s->heap)) {
        return graph_fails(why, "%u types", (unsigned)types->n_rows);
    }
    for (uint32_t i = 0; i < types->n_rows; i++) {
        if (!type_is_right(s, t, i) ||
            (i > 0 && strcmp(cell(types, i - 1, 5), cell(types, i, 5)) >= 0)) {
            return graph_fails(why, "type %" PRIu32 " differs", i);
        }
    }
    return true;
}

/* ---- roots -------------------------------------------------------------------------------- */

static bool roots_are_right(const subject *s, const tables *t, char why[GRAPH_WHY_MAX])
{
    const tsv *roots = &t->of[ROOTS];
    gcv_buffer label = {{NULL, 0, 0}};
    bool good = roots->n_rows == s->o.n_roots;
    for (uint32_t i = 0; good && i < s->o.n_roots; i++) {
        const gcv_root *root = &s->o.roots[i];
        const char *word = gcv_root_kind_word(root->kind);
        char id[20], kind[20];
        (void)snprintf(id, sizeof id, "%" PRIx64, root->id);
        (void)snprintf(kind, sizeof kind, "kind %" PRIx32, root->kind);
        gcv_root_label(s->ctx, s->heap, gcv_heap_root(s->heap, i), &label);
        good = number(roots, i, 0, UINT64_MAX) == i &&
               number(roots, i, 1, GCV_NONE) == root->object &&
               strcmp(cell(roots, i, 2), id) == 0 &&
               strcmp(cell(roots, i, 3), word != NULL ? word : kind) == 0 &&
               number(roots, i, 4, UINT64_MAX) == root->flags &&
               strlen(cell(roots, i, 5)) == label.text.n &&
               memcmp(cell(roots, i, 5), label.text.data, label.text.n) == 0;
    }
    gcv_buffer_release(s->ctx, &label);
    return good || graph_fails(why, "roots differ");
}

/* ---- properties --------------------------------------------------------------------------- */

static bool tables_of(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    tables t;
    if (weak) {
        return true; /* listed, but they hold nothing */
    }
    write_tables(s, &t);
    bool good = objects_are_right(s, &t, why) && references_are_right(s, &t, why) &&
                figures_are_right(s, &t, why) && types_are_right(s, &t, why) &&
                roots_are_right(s, &t, why);
    release_tables(&t);
    return good;
}

static const property laws[] = {
    {.of_subject = tables_of, .seed = 0x7461626c, .cases = 1000, .n = {0, 12}},
    {.of_subject = tables_of, .seed = 0x7461626d, .cases = 60, .n = {10, 60}},
};

static void random_heaps(NO_STATE) { property_check_all(laws, CHECK_COUNT(laws)); }

/* In a column of their own: a property, and an element. */
static void names_of_references(NO_STATE)
{
    static const char snapshot[] =
        "{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\","
        "\"edge_count\"],\"node_types\":[[\"synthetic\",\"object\"]],\"edge_fields\":[\"type\","
        "\"name_or_index\",\"to_node\"],\"edge_types\":[[\"property\",\"element\"]]}},"
        "\"nodes\":[0,0,1,0,1,1,1,3,9,2,1,2,5,8,0],\"edges\":[1,0,5,0,3,10,1,7,10],"
        "\"strings\":[\"\",\"A\",\"B\",\"next\"]}";
    const gcv_heap *heap;
    reported input = {NULL, &heap, 1, NULL, NULL, NULL};
    gcv_load_options options;
    char *texts[TABLES];
    loaded l;
    memset(&options, 0, sizeof options);
    options.with_fields = true;
    load_with(&l, snapshot, sizeof snapshot - 1, options);
    assert_int_equal(l.status, GCV_OK);
    heap = l.heap;
    input.ctx = l.ctx;
    reported_files(&input, "convert --to tables --fields --output x", TABLES, texts);
    assert_string_equal(texts[REFERENCES],
                        "source\tslot\ttarget\tfield\n0\t0\t1\t.next\n0\t1\t1\t[7]\n");
    for (size_t i = 0; i < TABLES; i++) {
        free(texts[i]);
    }
    unload(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_heaps),
                                       cmocka_unit_test(names_of_references)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
