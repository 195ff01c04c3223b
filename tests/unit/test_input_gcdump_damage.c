/* Damaged .gcdump files: each kind of damage is reported with its offset, and intact parts are
 * read. */
#include "support/check.h"
#include "support/gcdump_sample.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct damage {
    gcdump_mark mark;
    int offset; /* from the mark */
    const char *bytes;
    size_t n;
    const char *message;
    uint64_t place; /* offset in the message, from the mark */
} damage;

static void test_damage(NO_STATE)
{
    static const damage all[] = {
        {GCDUMP_AT_VERSION, 0, "\x08", 1, "version 8 (for readers from 8 on) is not known", 0},
        {GCDUMP_AT_VERSION, 0, "\x03", 1, "version 3 (for readers from 8 on) is not known", 0},
        {GCDUMP_AT_VERSION, 4, "\x0b", 1, "version 10 (for readers from 11 on) is not known", 0},
        {GCDUMP_AT_CLASS, 4, "X", 1, "not a heap dump: an object of another class", 0},
        {GCDUMP_AT_CLASS, 0, "\xff\xff\xff\x7f", 4,
         "a string of 2147483647 characters goes beyond the end", 0},
        {GCDUMP_AT_ROOT, 0, "\x0d", 1, "the root is node 13 of 13", 0},
        {GCDUMP_AT_ROOT, 0, "\xff\xff\xff\xff", 4, "the root is node -1", 0},
        {GCDUMP_AT_TYPES, 0, "\xff\xff\xff\xff", 4, "the number of types is -1", 0},
        {GCDUMP_AT_TYPES, 0, "\xff\xff\xff\x7f", 4,
         "2147483647 types do not fit into the rest of the file", 0},
        {GCDUMP_AT_TYPES, 4, "\xfe\xff\xff\xff", 4, "the length of a string is -2", 4},
        {GCDUMP_AT_NODES, 0, "\xff\xff\xff\x7f", 4,
         "2147483647 nodes do not fit into the rest of the file", 0},
        {GCDUMP_AT_BLOB, 0, "\xff\xff\xff\xff", 4, "the number of bytes of nodes is -1", 0},
        {GCDUMP_AT_BLOB, 0, "\0\x40\0\0", 4,
         "16384 bytes of nodes do not fit into the rest of the file", 0},
        {GCDUMP_AT_NODES, 4, "\0\x40", 2, "node 0 is at 16384 of 53 bytes", 4},
        {GCDUMP_AT_ADDRESSES, 0, "\x0e", 1, "14 addresses for 13 nodes", 0},
        {GCDUMP_AT_GRAPH_END, 0, "\x0f", 1, "no field begins with tag 15", 0},
        {GCDUMP_AT_RECORDS, 2, "\x3f", 1, "node 0 has type 31 of 10", 2},
        {GCDUMP_AT_RECORDS, 2, "\x7f", 1, "node 0 has type -1 of 10", 2},
        {GCDUMP_AT_RECORDS, 3, "\x7f", 1, "node 0 has -1 references", 3},
        {GCDUMP_AT_RECORDS, 3, "\x80\x7f", 2, "node 0 has 127 references", 3},
        {GCDUMP_AT_RECORDS, 4, "\x3f", 1, "node 0 refers to node 63 of 13", 4},
        {GCDUMP_AT_RECORDS, 4, "\x7f", 1, "node 0 refers to node -1 of 13", 4},
        {GCDUMP_AT_RECORDS, 29, "\x03\x7f", 2, "the size of node 6 is -1", 30},
        {GCDUMP_AT_RECORDS, 29, "\x03\x81\x48\x7f", 4, "node 6 has -1 references", 32},
        /* Only a type that a node before it has is read quickly. */
        {GCDUMP_AT_RECORDS, 29, "\x03\x81\x48\x02\x07", 5, "node 6 refers to node 13 of 13", 33},
        {GCDUMP_AT_RECORDS, 4, "\x80\x80\x80\x80\x80", 5, "a number of more than five bytes", 4},
        {GCDUMP_AT_RECORDS, 52, "\x80", 1, "a number goes beyond the last node", 52},
    };
    gcdump_fixture *f = gcdump_open();
    int level;
    for (size_t i = 0; i < 2 * CHECK_COUNT(all); i++) {
        const damage *d = &all[i / 2];
        gcdump_model m;
        gcdump_sample_init(&m);
        gcdump_write_model(f, &m);
        size_t at = m.mark[d->mark];
        memcpy(f->bytes + at + d->offset, d->bytes, d->n);
        level = (int)(i % 2);
        f->options.level = level == 0 ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
        assert_int_equal(gcdump_load_bytes(f), GCV_ERR_INPUT);
        assert_string_equal(f->err.message, d->message);
        assert_true(f->err.at_offset);
        if (d->mark > GCDUMP_AT_CLASS) {
            assert_int_equal(f->err.line, at + d->place);
        }
        assert_string_equal(f->err.file, "f.gcdump");
    }
    gcdump_close(f);
}

/* Many nodes that share one long record would have more references than any file can hold. */
static void test_shared_records(NO_STATE)
{
    enum { NODES = 3000 };
    static gcdump_node tree[NODES];
    static uint32_t below[NODES];
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    for (size_t i = 0; i < NODES; i++) {
        tree[i].type = i == 0 ? ROOTS : A;
        tree[i].size = -1;
        tree[i].address = 8 * (i + 1);
        below[i] = 2000;
    }
    tree[1].n = 900;
    gcdump_sample_init(&m);
    m.nodes = tree;
    m.n_nodes = NODES;
    m.children = below;
    gcdump_write_model(f, &m);
    for (size_t i = 2; i < NODES;
         i++) { /* 900 references each, of which the record has room for 2 bytes */
        memcpy(f->bytes + m.mark[GCDUMP_AT_NODES] + 4 + 4 * i,
               f->bytes + m.mark[GCDUMP_AT_NODES] + 4 + 4, 4);
    }
    assert_int_equal(gcdump_load_bytes(f), GCV_ERR_INPUT);
    assert_string_equal(f->err.message, "nodes share their records");
    gcdump_close(f);
}

static void check_friendly(gcdump_fixture *f, const char *note, const char *verdict)
{
    f->options.strict = false;
    if (gcdump_load_bytes(f) != GCV_OK) {
        fail_msg("@%" PRIu64 ": %s", f->err.line, f->err.message);
    }
    gcdump_describe(f->heap, &f->words);
    assert_memory_equal(f->words.data, gcdump_sample_text,
                        strlen(gcdump_sample_text) - strlen("complete"));
    assert_string_equal(gcv_heap_note(f->heap, 0)->message, note);
    assert_true(gcv_heap_note(f->heap, 0)->at_offset);
    assert_string_equal(gcv_heap_verdict(f->heap), verdict);
}

/* Damage after the graph leaves the heap whole. */
static void test_broken_surroundings(NO_STATE)
{
    static const struct {
        size_t offset, place; /* of the byte and of the faulty field, from the mark */
        unsigned char byte;
        const char *message;
    } fields[] = {
        {9, 9, 7, "JSHeapInfo: tag 4 is expected, not 7"},
        {10, 10, 7, "DotNetHeapInfo: tag 4 is expected, not 7"},
        {54, 51, 0x80, "the number of multipliers is -2147483648"},
        {60, 60, 7, "InteropInfo: tag 4 is expected, not 7"},
        {65, 62, 0x80, "the length of a string is -2147483644"},
        {70, 70, 15, "no field begins with tag 15"},
    };
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    char note[100], verdict[100];
    gcdump_sample_init(&m);
    gcdump_write_model(f, &m);
    f->size -= 1;
    check_friendly(f, "the end of the file: the file ends within the trailer", "complete");
    gcdump_write_model(f, &m);
    f->bytes[m.mark[GCDUMP_AT_META_END]] = 9;
    check_friendly(f, "the end of the file: the end of objects: tag 6 is expected, not 9",
                   "complete");
    gcdump_write_model(f, &m);
    f->bytes[m.mark[GCDUMP_AT_TRAILER]]++;
    check_friendly(f, "the end of the file: the trailer does not lead back", "complete");
    gcdump_write_model(f, &m);
    f->bytes = realloc(f->bytes, f->size + 3);
    memset(f->bytes + f->size, 'x', 3);
    f->size += 3;
    check_friendly(f, "the end of the file: 3 bytes after the end", "complete");
    gcdump_write_model(f, &m);
    f->size = m.mark[GCDUMP_AT_META] + 20;
    check_friendly(f, "the file ends within the time of the dump",
                   "incomplete: cut off at offset 620, behind the objects and references");
    f->options.strict = true;
    assert_int_equal(gcdump_load_bytes(f), GCV_OK);
    for (size_t i = 0; i < CHECK_COUNT(fields); i++) {
        gcdump_write_model(f, &m);
        f->bytes[m.mark[GCDUMP_AT_META] + fields[i].offset] = fields[i].byte;
        (void)snprintf(note, sizeof note, "malformed, skipped: %s", fields[i].message);
        (void)snprintf(verdict, sizeof verdict,
                       "incomplete: damaged at offset %zu, behind the objects and references",
                       m.mark[GCDUMP_AT_META] + fields[i].place);
        check_friendly(f, note, verdict);
        f->options.strict = true;
        assert_int_equal(gcdump_load_bytes(f), GCV_ERR_INPUT);
        assert_string_equal(f->err.message + strlen("malformed: "), fields[i].message);
        assert_true(f->err.at_offset);
    }
    gcdump_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_shared_records),
        cmocka_unit_test(test_broken_surroundings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
