/* Suspects on heaps made for these tests: lists, groups that could be folded in a circle, the parts
 * of fingerprints and reasons. */
#include "support/check.h"

#include "analysis/basis.h"
#include "analysis/ownership.h"
#include "analysis/suspects/find/fingerprint.h"
#include "analysis/suspects/find/parts.h"
#include "analysis/suspects/find/suspects.h"
#include "base/attr.h"
#include "base/text.h"
#include "analysis/suspects/explain/reason_words.h"
#include "analysis/type_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    gcv_context *ctx;
    gcv_heap *heap;
    gcv_basis basis;
    gcv_filter everything;
    gcv_selection selection;
    gcv_suspect_input input;
    gcv_suspects found;
} fixture;

static char text[1 << 20];
static size_t used;

static void line(const char *format, ...) GCV_PRINTF(1, 2);

static void line(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    used += (size_t)vsnprintf(text + used, sizeof text - used, format, args);
    va_end(args);
    assert_true(used < sizeof text - 1);
    text[used++] = '\n';
}

static void begin_heap(void)
{
    used = 0;
    line("a 2 T.exe 1");
}

/* Searches the heap anew after a change to its roots. */
static void look_again(fixture *f)
{
    f->basis = gcv_basis_of(f->ctx, f->heap, false);
    f->input.roots = gcv_basis_roots(&f->basis);
    f->input.dominators = gcv_basis_dominators(&f->basis);
    f->input.order = gcv_basis_order(&f->basis);
    f->input.paths = gcv_basis_paths(&f->basis);
    f->input.whole = f->input.dominators->retained[0];
    gcv_suspects_find(f->ctx, &f->input, &f->found);
}

/* Searches the heap in `text` for suspects that retain at least `heavy` bytes, and for crowds that
 * retain `small`.
 */
static fixture *search_small(uint64_t heavy, uint64_t small)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    line("c T.exe 2");
    f->ctx = gcv_context_new(0);
    assert_int_equal(gcv_heap_load_memory(f->ctx, "T", text, used, NULL, &f->heap, NULL), GCV_OK);
    assert_true(gcv_heap_is_complete(f->heap));
    gcv_selection_find(f->ctx, f->heap, &f->everything, &f->selection);
    f->input.heap = f->heap;
    f->input.selection = &f->selection;
    f->input.heavy = heavy;
    f->input.small = small;
    look_again(f);
    return f;
}

static fixture *search(uint64_t heavy) { return search_small(heavy, heavy); }

static void search_again(fixture *f) { gcv_suspects_find(f->ctx, &f->input, &f->found); }

static void close_fixture(fixture *f)
{
    gcv_heap_free(f->heap);
    gcv_blocks_free(f->ctx, NULL);
    check_context_free(f->ctx);
    free(f);
}

static bool is_named(const gcv_suspect *row, const char *name)
{
    return gcv_slice_is(row->name, name);
}

static void check_row(const fixture *f, size_t row, const char *name, uint64_t retained)
{
    assert_true(is_named(&f->found.rows.data[row], name));
    assert_int_equal(f->found.rows.data[row].retained, retained);
}

static const char *reason_of(const fixture *f, size_t row)
{
    gcv_reasons reasons;
    gcv_reasons_init(f->ctx, &reasons, &f->input, &f->found);
    gcv_reasons_describe(&reasons, &f->found.rows.data[row], NULL);
    return gcv_buffer_str(f->ctx, &reasons.text);
}

/* Checks that the reason of a row of a case has these words. */
static void check_says(const fixture *f, size_t number, size_t row, const char *says)
{
    const char *reason = reason_of(f, row);
    if (strstr(reason, says) == NULL) {
        fail_msg("case %zu: %s", number, reason);
    }
}

/* ---- lists -------------------------------------------------------------------------------- */

/* Makes a list of `n` nodes of 10 bytes, held by an object of the type List, with other objects
 * between any two nodes if `steps` is above 1. */
static void put_list(uint32_t n, uint32_t steps)
{
    begin_heap();
    for (uint32_t s = 0; s < steps; s++) {
        line("t %x N.Node%u", s + 1, s);
    }
    line("t 99 N.List\no 10 99 10 100\nr 10 4 0");
    for (uint32_t i = 0; i < n * steps; i++) {
        line("o %x %x a %x", 0x100 + i * 4, i % steps + 1,
             i + 1 < n * steps ? 0x104 + i * 4 : 0x100 + i * 4);
    }
}

/* Every node of a list keeps nearly everything that the previous node retains. The walk must not
 * end in the middle, at the last heavy node. */
static void test_list(NO_STATE)
{
    static const uint32_t steps[] = {1, 2, 3};
    for (size_t i = 0; i < CHECK_COUNT(steps); i++) {
        put_list(600, steps[i]);
        fixture *f = search(600 * steps[i]);
        assert_int_equal(f->found.n_objects, 1);
        check_row(f, 0, "N.Node0", 6000 * steps[i]);
        assert_in_range(f->found.rows.data[0].run, 597, 600); /* the last nodes keep less */
        check_says(f, i, 0, "hang on a list, ");
        close_fixture(f);
    }
}

/* The list as a whole is barely heavy: all heavy nodes keep 70 % of what the first retains. */
static void test_list_hardly_heavy(NO_STATE)
{
    put_list(600, 1);
    fixture *f = search(5900);
    assert_int_equal(f->found.n_objects, 1);
    assert_int_equal(f->found.rows.data[0].retained, 6000);
    close_fixture(f);
}

static void test_short_list(NO_STATE)
{
    put_list(GCV_RUN_MIN - 1, 1); /* 7 nodes: 70, 60 … 30; less than 70 % of 30 is below it */
    fixture *f = search(30);
    assert_int_equal(f->found.rows.data[0].run, 0);
    assert_int_equal(f->found.rows.data[0].retained, 30);
    close_fixture(f);
}

/* ---- groups ------------------------------------------------------------------------------- */

/* Four chains of four types, each type below the next one on most of them. */
static void test_circle_of_groups(NO_STATE)
{
    begin_heap();
    for (uint32_t i = 0; i < 4; i++) {
        line("t %x N.%c", i + 1, 'A' + (int)i);
    }
    for (uint32_t chain = 0; chain < 4; chain++) {
        for (uint32_t i = 0; i < 4;
             i++) { /* the last one is large; type 0 of chain 0, 3 of it next … */
            uint32_t type = (chain + 4 - i) % 4 + 1;
            uint32_t size = (i < 3 ? 1u : 1000u) + (type == 3); /* C retains the most */
            uint32_t id = 0x1000 * (chain + 1) + i * 16;
            if (i < 3) {
                line("o %x %x %x %x", id, type, size, id + 16);
            } else {
                line("o %x %x %x", id, type, size);
            }
        }
        line("r %x 4 0", 0x1000 * (chain + 1));
    }
    fixture *f = search(2000);
    assert_int_equal(f->found.n_objects, 0);
    assert_int_equal(f->found.groups.n, 4);
    assert_int_equal(f->found.rows.n, 1);
    assert_true(is_named(&f->found.rows.data[0], "N.C"));
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(f->found.groups.data[i].row, 0);
    }
    close_fixture(f);
}

/* Objects without bytes of their own have no vote, so no row represents their type although it
 * retains much: no object has a row that could. */
static void test_group_without_votes(NO_STATE)
{
    begin_heap();
    line("t 1 N.A\nt 2 N.X\nr 10 4 0\nr 20 4 0");
    for (uint32_t i = 0; i < 2; i++) {
        line("o %x 1 0 100 200 300 400", 0x10 + i * 0x10);
    }
    for (uint32_t i = 0; i < 4; i++) {
        line("o %x 2 64", 0x100 + i * 0x100);
    }
    fixture *f = search(300);
    assert_int_equal(f->found.n_objects, 0);
    assert_int_equal(f->found.rows.n, 2);
    check_row(f, 0, "N.A", 400);
    assert_true(is_named(&f->found.rows.data[1], "N.X"));
    close_fixture(f);
}

/* A namespace of many small types. A namespace of the platform is no suspect, but one that only
 * begins like the platform's is. */
static void test_namespace(NO_STATE)
{
    begin_heap();
    for (uint32_t i = 0; i < 10; i++) {
        line("t %x Acme.Orders.T%u\nt %x System.Text.T%u", i + 1, i, i + 101, i);
        line("o %x %x 64\nr %x 4 0", 0x1000 + i * 256, i + 1, 0x1000 + i * 256);
        line("o %x %x 64\nr %x 4 0", 0x9000 + i * 256, i + 101, 0x9000 + i * 256);
        line("t %x Systemic.T%u\no %x %x 60\nr %x 4 0", i + 201, i, 0x20000 + i * 256, i + 201,
             0x20000 + i * 256);
    }
    fixture *f = search(300);
    assert_int_equal(f->found.rows.n, 2);
    assert_true(is_named(&f->found.rows.data[1], "Systemic"));
    assert_true(is_named(&f->found.rows.data[0], "Acme.Orders"));
    assert_int_equal(f->found.rows.data[0].type, GCV_NONE);
    assert_int_equal(f->found.rows.data[0].retained, 1000);
    assert_int_equal(f->found.rows.data[0].objects, 10);
    assert_int_equal(f->found.rows.data[0].root_kind, 4);
    assert_int_equal(f->found.rows.data[0].root, GCV_NONE);
    close_fixture(f);
}

/* ---- fingerprints ------------------------------------------------------------------------- */

static void test_normal_name(NO_STATE)
{
    static const struct {
        const char *name, *normal;
    } cases[] = {
        {"", ""},
        {"System.Int32", "System.Int32"},
        {"System.Collections.Generic.List`1[System.Int32]",
         "System.Collections.Generic.List<System.Int32>"},
        {"A`", "A`"},
        {"A`12+B`3[X]", "A+B<X>"},
        {"A`2[X[],Y`1[Z[,]]][]", "A<X[],Y<Z[,]>>[]"},
        {"Acme.X+<>c__DisplayClass12_0", "Acme.X+<>c__DisplayClass_"},
        {"Acme.X+<Load>d__7", "Acme.X+<Load>d__"},
        {"<>f__AnonymousType3`2[System.Int32,System.Int64]",
         "<>f__AnonymousType<System.Int32,System.Int64>"},
        {"List<System.Int32>X1", "List<System.Int32>X1"},
        {"Dictionary<System.Int32,Acme.T2>+Entry__2", "Dictionary<System.Int32,Acme.T2>+Entry__2"},
        {"System.Byte[] (Bytes > 1K)", "System.Byte[]"},
        {"X (Bytes > 10M)", "X"},
        {"X (Byte)", "X (Byte)"},
        {" (Bytes > 1K)", ""},
        {")", ")"},
        {"<unknown type 1d>", "UNKNOWN"},
        {"UNKNOWN 0x7fb389d0ba32", "UNKNOWN"},
        {"TypeID(0x1f)[]", "UNKNOWN"},
        {"UNKNOWN", "UNKNOWN"},
        {"TypeID", "TypeID"},
    };
    char out[100];
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        size_t n = gcv_normal_name(gcv_slice_str(cases[i].name), out);
        out[n] = '\0';
        assert_string_equal(out, cases[i].normal);
    }
}

/* Users have fingerprints in files, so they must never change. */
static void test_fingerprints_stay(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    uint64_t print = gcv_fingerprint_of_group(ctx, gcv_slice_str("System.String"), false);
    assert_int_equal(print, 0x021efb0a6800);
    print = gcv_fingerprint_of_group(ctx, gcv_slice_str("System.String"), true);
    assert_true(print != 0x021efb0a6800);
    gcv_context_free(ctx);
    put_list(600, 1);
    fixture *f = search(600);
    print = f->found.rows.data[0].fingerprint;
    close_fixture(f);
    put_list(700, 1);
    f = search(900);
    assert_int_equal(f->found.rows.data[0].fingerprint, print);
    close_fixture(f);
}

/* Labels of statics and handles count; those of other roots do not, as they may differ between
 * threads. */
static void test_fingerprints_of_labels(NO_STATE)
{
    for (uint32_t kind = 0; kind < 8; kind++) {
        static const char *const labels[] = {"one", "another", "strong", NULL};
        uint64_t prints[CHECK_COUNT(labels)];
        bool counts = kind == 3 || kind == 4;
        begin_heap();
        line("t 1 Acme.T\nt 2 Acme.Statics\no 10 1 100\nr 10 %x 0%s", kind, kind == 4 ? " 2" : "");
        for (size_t i = 0; i < CHECK_COUNT(labels); i++) {
            size_t end = used;
            fixture *f = search(1);
            f->heap->roots.data[0].label =
                labels[i] != NULL ? gcv_slice_str(labels[i]) : gcv_slice_of(NULL, 0);
            search_again(f);
            assert_int_equal(f->found.rows.n, 1);
            prints[i] = f->found.rows.data[0].fingerprint;
            close_fixture(f);
            used = end;
        }
        assert_int_equal(prints[0] != prints[1], counts);
        assert_int_equal(prints[0] != prints[3], counts);
        /* A handle without a label is a strong one. */
        assert_int_equal(prints[2] != prints[3], kind == 4);
    }
}

/* ---- crowds ------------------------------------------------------------------------------- */

/* Three objects of one type (20, 21, 22, of 100 bytes each), kept in the same way: the reason, and
 * the points for how they are kept. */
static void test_crowds(NO_STATE)
{
    static const struct {
        const char *records, *says;
        uint8_t kept;
    } cases[] = {
        {"t 3 System.EventHandler\nt 4 System.Object[]\nt 5 Acme.Hub\no 30 3 8 20\no 31 3 8 21\n"
         "o 32 3 8 22\no 33 4 8 30 31 32\no 34 3 8 33\no 35 5 8 34\nr 35 4 0",
         "3 pages (Acme.LoginPage) are kept by event handlers of one Acme.Hub; together they "
         "retain "
         "300 bytes",
         4},
        {"t 3 Acme.LoginPage[]\nt 4 System.Collections.Generic.List<Acme.LoginPage>\n"
         "o 33 3 8 20 21 22\no 34 4 8 33\nr 34 4 0",
         "are kept by a List behind the root static", 2},
        {"t 3 System.Threading.TimerCallback\nt 4 System.Threading.TimerQueueTimer\n"
         "t 5 System.Threading.TimerQueue\no 30 3 8 20\no 31 3 8 21\no 32 3 8 22\no 40 4 8 30 41\n"
         "o 41 4 8 31 42\no 42 4 8 32\no 43 5 8 40\nr 43 4 0",
         "are kept by timers behind the root static", 4},
        {"t 3 System.Threading.Tasks.Task\nt 4 System.Object[]\nt 5 Acme.Hub\no 30 3 8 20\n"
         "o 31 3 8 21\no 32 3 8 22\no 33 4 8 30 31 32\no 35 5 8 33\nr 35 4 0",
         "are kept by tasks that have not completed in one Acme.Hub", 4},
        {"t 3 AsyncStateMachineBox<VoidTaskResult,Acme.Shop.Client+<Send>d__2>\n"
         "t 4 System.Object[]\nt 5 Acme.Hub\no 30 3 8 20\no 31 3 8 21\no 32 3 8 22\n"
         "o 33 4 8 30 31 32\no 35 5 8 33\nr 35 4 0",
         "are kept by unfinished calls of Client.Send of one Acme.Hub", 4},
        {"r 20 3 0\nr 21 3 0\nr 22 3 0", "are kept by handles alone", 4},
        {"r 20 2 0\nr 21 2 0\nr 22 2 0", "wait for their finalizers", 4},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        begin_heap();
        line("t 1 Acme.LoginPage\nt 2 Acme.Rest\no 10 2 100000\nr 10 1 0");
        line("o 20 1 64\no 21 1 64\no 22 1 64\n%s", cases[i].records);
        fixture *f = search_small(20000, 100);
        assert_int_equal(f->found.rows.n, 2);
        const gcv_suspect *row = &f->found.rows.data[1];
        assert_true(is_named(row, "Acme.LoginPage") && row->objects == 3 && row->retained == 300);
        check_says(f, i, 1, cases[i].says);
        gcv_points points = gcv_suspect_points(&f->input, &f->found, 1, NULL);
        assert_int_equal(points.of[GCV_EVIDENCE_SIZE], 0);
        assert_int_equal(points.of[GCV_EVIDENCE_YOURS], 3);
        assert_int_equal(points.of[GCV_EVIDENCE_REPEATED], 1);
        assert_int_equal(points.of[GCV_EVIDENCE_BRIEF], 2);
        assert_int_equal(points.of[GCV_EVIDENCE_KEPT], cases[i].kept);
        close_fixture(f);
    }
}

/* Pages in a list that is a local variable: what else of the program leads to it is told. */
static void test_other_holders(NO_STATE)
{
    static const struct {
        const char *records, *says;
    } cases[] = {
        {"o 35 5 8 34\nr 35 4 0", "are kept by a List of one Acme.Hub;"},
        {"o 35 5 8 40\no 40 6 8 34\nr 35 4 0",
         "are kept by a List behind one System.Pool of one Acme.Hub;"},
        {"o 35 5 8 40\no 40 6 8 41\no 41 6 8 42\no 42 6 8 43\no 43 6 8 34\nr 35 4 0",
         "are kept by a List behind one System.Pool of one Acme.Hub;"},
        /* too far */
        {"o 35 5 8 40\no 40 6 8 41\no 41 6 8 42\no 42 6 8 43\no 43 6 8 44\no 44 6 8 34\nr 35 4 0",
         "are kept by a List behind the root local;"},
        {"o 35 5 8 34", "are kept by a List behind the root local;"}, /* unreachable */
        /* only what the list keeps refers to it */
        {"o 36 5 8 34", "are kept by a List behind the root local;"},
        /* not all of them are in the list */
        {"o 35 5 8 34\nr 35 4 0\nt 7 Acme.LoginPage[]\no 37 3 8 2b\no 38 4 8 37\nr 38 1 0",
         "are kept by a List behind the 2 roots local;"},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        begin_heap();
        line(
            "t 1 Acme.LoginPage\nt 2 Acme.Rest\nt 3 Acme.LoginPage[]\nt 5 Acme.Hub\n"
            "t 4 System.Collections.Generic.List<Acme.LoginPage>\nt 6 System.Pool");
        line("o 10 2 100000\nr 10 1 0\no 34 4 8 33\nr 34 1 0");
        for (uint32_t page = 0x20; page <= (i == 6 ? 0x2bu : 0x2au); page++) {
            line("o %x 1 64", page);
        }
        line("o 33 3 8 20 21 22 23 24 25 26 27 28 29 2a 36\n%s", cases[i].records);
        fixture *f = search_small(20000, 100);
        assert_int_equal(f->found.rows.n, 2);
        assert_true(is_named(&f->found.rows.data[1], "Acme.LoginPage"));
        check_says(f, i, 1, cases[i].says);
        close_fixture(f);
    }
}

/* Timers behind local variables of several threads: of a pool, of others, without labels. */
static void test_several_roots(NO_STATE)
{
    static const struct {
        const char *labels[2], *says;
    } cases[] = {
        {{"pool-1-thread-10: A.run (A.java:1)", "pool-1-thread-9: A.run (A.java:2)"},
         "are kept by timers behind the roots local pool-*-thread-*: A.run (A.java);"},
        {{"main", "worker"}, "are kept by timers behind several local variables;"},
        {{NULL, NULL}, "are kept by timers behind the 3 roots local;"},
    };
    for (size_t c = 0; c < CHECK_COUNT(cases); c++) {
        begin_heap();
        line("t 1 Acme.LoginPage\nt 2 Acme.Rest\nt 3 System.Threading.TimerQueueTimer");
        line("o 10 2 100000\nr 10 4 0 2\no 20 1 64\no 21 1 64\no 22 1 64");
        line("o 30 3 8 20\no 31 3 8 21\no 32 3 8 22\nr 30 1 0\nr 31 1 0\nr 32 1 0");
        fixture *f = search_small(20000, 100);
        for (size_t i = 0; cases[c].labels[0] != NULL && i < f->heap->roots.n; i++) {
            f->heap->roots.data[i].label = gcv_slice_str(cases[c].labels[i % 2]);
        }
        search_again(f);
        assert_int_equal(f->found.rows.n, 2);
        check_says(f, c, 1, cases[c].says);
        close_fixture(f);
    }
}

/* Pages that are the values of keys: the handles are told, not what the pages hold in turn; a key
 * has its chain from the root that keeps it. */
static void test_dependent_handles(NO_STATE)
{
    begin_heap();
    line("t 1 Acme.LoginPage\nt 2 Acme.Rest\nt 3 Acme.Key\nt 4 Acme.Keys\nt 5 Acme.Hub");
    line("o 10 2 100000\nr 10 1 0\no 20 1 64 30\no 21 1 64 31\no 22 1 64 32");
    line("o 30 3 8\no 31 3 8\no 32 3 8\no 40 4 8 30 31 32\no 41 5 8 40\nr 41 1 0");
    line("r 20 3 0\nr 21 3 0\nr 22 3 0");
    fixture *f = search_small(20000, 100);
    for (size_t i = 0; i < f->heap->roots.n; i++) {
        if (f->heap->roots.data[i].kind == GCV_ROOT_KIND_HANDLE) {
            f->heap->roots.data[i].label = gcv_slice_str("dependent");
        }
    }
    gcv_basis_release(&f->basis);
    look_again(f);
    assert_int_equal(f->input.paths->parent[gcv_heap_find(f->heap, 0, 0x30)],
                     gcv_heap_find(f->heap, 0, 0x40));
    assert_int_equal(f->found.rows.n, 2);
    assert_string_equal(reason_of(f, 1),
                        "3 pages (Acme.LoginPage) are kept by dependent handles (of a "
                        "ConditionalWeakTable): they live as long as their keys; together they "
                        "retain 300 bytes");
    close_fixture(f);
}

/* Objects held by mere fields are no crowd; all objects of a list are, including the first. */
static void test_no_crowds(NO_STATE)
{
    begin_heap();
    line("t 1 Acme.LoginPage\nt 2 Acme.Rest\nt 3 Acme.Hub\no 10 2 100000\nr 10 1 0");
    line("o 20 1 64\no 21 1 64\no 22 1 64\no 30 3 8 20 21 22\nr 30 4 0");
    fixture *f = search_small(20000, 100);
    assert_int_equal(f->found.rows.n, 1);
    close_fixture(f);
    begin_heap();
    line("t 1 Acme.LoginPage\nt 2 Acme.Rest\nt 3 Acme.Hub\no 10 2 100000\nr 10 1 0");
    for (uint32_t i = 0; i < 12; i++) {
        line("o %x 1 64 %x", 0x200 + i, i < 11 ? 0x201 + i : 0x200 + i);
    }
    line("o 30 3 8 200\nr 30 4 0");
    f = search_small(20000, 100);
    assert_int_equal(f->found.rows.n, 2);
    assert_int_equal(f->found.rows.data[1].objects, 12);
    assert_int_equal(f->found.rows.data[1].retained, 1200);
    close_fixture(f);
}

/* Adds `n` functions of 100 bytes from an id on, each with the builtin code 41, the feedback cell
 * 42 and a code: 40, or with `own` one of its own. */
static void put_functions(uint32_t n, uint32_t id, bool own)
{
    for (uint32_t i = 0; i < n; i++) {
        line("o %x 2 64 41 42 %x", id + i, own ? 0x900 + i : 0x40);
        if (own) {
            line("o %x 3 8", 0x900 + i);
        }
    }
}

static void put_references(uint32_t n, uint32_t id)
{
    used--; /* on the line before */
    for (uint32_t i = 0; i < n; i++) {
        line(" %x", id + i);
        used--;
    }
    line("%s", "");
}

/* Functions of V8 at an emitter and in a Map: closures of the same code are crowds, a table of
 * functions is none. */
static void test_closures(NO_STATE)
{
    static const struct {
        uint32_t listeners, others; /* number of functions */
        bool own;                   /* the others have codes of their own */
        const char *says[2];        /* of the rows */
    } cases[] = {
        {12,
         12,
         false,
         {"12 closures (Function) are kept by an array in one EventEmitter; together they retain "
          "1200 bytes",
          "12 closures (Function) are kept by a Map in one Bus; together they retain 1200 bytes"}},
        {12, 12, true, {"an array in one EventEmitter", NULL}},
        {11, 12, false, {"a Map in one Bus", NULL}}, /* 3 codes: the limit is one to four */
        {11, 12, true, {NULL, NULL}},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        size_t n = 0;
        begin_heap();
        line("t 1 (array)\nt 2 Function\nt 3 (compiled code)\nt 4 EventEmitter\nt 5 Array");
        line("t 6 Map\nt 7 Bus\nt 8 Rest\no 10 8 100000\nr 10 1 0\no 40 3 8\no 41 3 8\no 42 3 8");
        put_functions(cases[i].listeners, 0x200, false);
        put_functions(cases[i].others, 0x300, cases[i].own);
        line("o 30 4 8 31\nr 30 4 0\no 32 7 8 33\nr 32 4 0\nr 40 1 0\nr 41 1 0\nr 42 1 0");
        line("o 31 5 8");
        put_references(cases[i].listeners, 0x200);
        line("o 33 6 8");
        put_references(cases[i].others, 0x300);
        fixture *f = search_small(20000, 100);
        for (; n < 2 && cases[i].says[n] != NULL; n++) {
            assert_true(f->found.rows.n > n + 1);
            check_says(f, i, n + 1, cases[i].says[n]);
        }
        assert_int_equal(f->found.rows.n, n + 1);
        close_fixture(f);
    }
}

/* Sessions whose names are slices of long strings, and a cache of one slice. What a slice keeps is
 * told if it is half of what the row retains. */
static void test_slices(NO_STATE)
{
    static const struct {
        unsigned parent[3], rest; /* bytes of the parents; of other things that a session holds */
        bool shared;              /* one slice has no parent of its own */
        const char *says;
    } cases[] = {
        {{1000, 1000, 1000}, 0, false, "; 3 slices keep parents of 1000 bytes"},
        {{1000, 1000, 1001}, 0, false, "; 3 slices keep parents of 1000 bytes on average"},
        {{1000, 1000, 1000}, 0, true, "; 2 slices keep parents of 1000 bytes"},
        {{1000, 1000, 1000}, 800, false, "; 3 slices keep parents of 1000 bytes"},
        {{1000, 1000, 1000}, 1100, false, NULL},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        begin_heap();
        line("t 1 (array)\nt 2 Session\nt 3 (sliced string)\nt 4 (string)\nt 5 Rest\nt 6 Map");
        line("t 7 Store\no 10 5 10000 %s\nr 10 1 0", cases[i].shared ? "62" : "");
        for (unsigned k = 0; k < 3; k++) {
            line("o %x 2 10 %x %x\no %x 3 20 %x", 0x20 + k, 0x30 + k, 0x40 + k, 0x30 + k, 0x60 + k);
            line("o %x 4 %x\no %x 1 %x", 0x60 + k, cases[i].parent[k], 0x40 + k, cases[i].rest);
        }
        line("o 50 6 8 20 21 22\no 51 7 8 50\nr 51 4 0");
        fixture *f = search_small(20000, 100);
        assert_int_equal(f->found.rows.n, 2);
        const char *reason = reason_of(f, 1);
        const char *told = strstr(reason, " slice");
        if (cases[i].says == NULL
                ? told != NULL
                : told == NULL || strcmp(strrchr(reason, ';'), cases[i].says) != 0) {
            fail_msg("case %d: %s", (int)i, reason);
        }
        close_fixture(f);
    }
}

/* A group all of whose members one suspect dominates is folded into it, even if the members hold
 * most of their bytes only together. */
static void test_group_below_object(NO_STATE)
{
    begin_heap();
    line("t 1 Acme.Table\nt 2 Acme.Node\nt 3 Acme.Leaf\no 10 1 10 20 21\nr 10 4 0");
    line("o 20 2 10 30 31 32 33 34\no 21 2 10 30 31 32 33 34");
    for (uint32_t i = 0; i < 5; i++) {
        line("o %x 3 1000", 0x30 + i);
    }
    fixture *f = search(20000);
    assert_int_equal(f->found.rows.n, 1);
    assert_true(is_named(&f->found.rows.data[0], "Acme.Table"));
    close_fixture(f);
}

/* The root of a group, and its kind, if they are the same for all members. */
static void test_roots_of_groups(NO_STATE)
{
    static const struct {
        int kinds[4]; /* of the roots of the members; -1: a local variable that all share */
        uint32_t root, kind;
    } cases[] = {
        {{-1, -1, -1, -1}, 0, GCV_ROOT_KIND_LOCAL},
        {{1, 1, 1, 1}, GCV_NONE, GCV_ROOT_KIND_LOCAL},
        {{1, 1, 3, 3}, GCV_NONE, GCV_NONE},
        {{1, 3, 1, 1}, GCV_NONE, GCV_NONE},
        {{-1, 1, -1, -1}, GCV_NONE, GCV_ROOT_KIND_LOCAL},
    };
    for (size_t c = 0; c < CHECK_COUNT(cases); c++) {
        begin_heap();
        line("t 1 Acme.Item\nt 2 Acme.Bag");
        line("o 10 2 4000%s%s%s%s\nr 10 1 0", cases[c].kinds[0] < 0 ? " 20" : "",
             cases[c].kinds[1] < 0 ? " 21" : "", cases[c].kinds[2] < 0 ? " 22" : "",
             cases[c].kinds[3] < 0 ? " 23" : "");
        for (unsigned i = 0; i < 4; i++) {
            line("o %x 1 1000", 0x20 + i);
            if (cases[c].kinds[i] >= 0) {
                line("r %x %d 0", 0x20 + i, cases[c].kinds[i]);
            }
        }
        fixture *f = search(15000);
        size_t n = 0;
        for (size_t i = 0; i < f->found.rows.n; i++) {
            const gcv_suspect *row = &f->found.rows.data[i];
            if (row->object == GCV_NONE && row->crowd == GCV_NONE && is_named(row, "Acme.Item")) {
                n++;
                assert_int_equal(row->root, cases[c].root);
                assert_int_equal(row->root_kind, cases[c].kind);
            }
        }
        assert_int_equal(n, 1);
        close_fixture(f);
    }
}

/* ---- whose types -------------------------------------------------------------------------- */

/* A name that the platform has, too: the objects show to whom it belongs. */
static void test_common_names(NO_STATE)
{
    static const struct {
        const char *name;
        uint32_t kinds;
    } cases[] = {
        {"Pipe", GCV_TYPE_MINE | GCV_TYPE_COMMON}, /* refers to a class of the program */
        {"Request", GCV_TYPE_MINE | GCV_TYPE_BRIEF | GCV_TYPE_COMMON}, /* one of three */
        {"Server", 0}, /* one of two: the other is its prototype */
        {"Text", 0},   /* all */
    };
    begin_heap();
    line(
        "t 1 (array)\nt 2 Server\nt 3 TCP\nt 4 Request\nt 5 Pipe\nt 6 Text\nt 7 blink::Page\nt 8 "
        "A");
    line("o 10 1 8 20 28 40 48 50 60 70\no 20 2 8\no 28 2 8 10 30\no 30 3 8");
    line("o 40 4 8\no 48 4 8 30\no 50 4 8\no 60 5 8 80\no 70 6 8 78\no 78 7 8\no 80 8 8");
    line("r 10 0 0");
    fixture *f = search(1);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        uint32_t t = 0;
        while (!gcv_slice_is(f->heap->types.name[t], cases[i].name)) {
            t++;
        }
        if (f->found.kinds[t] != cases[i].kinds) {
            fail_msg("%s: %x", cases[i].name, (unsigned)f->found.kinds[t]);
        }
    }
    close_fixture(f);
}

/* Ruby namespaces that are heavy only as a whole. */
static void test_ruby_namespaces(NO_STATE)
{
    size_t seen = 0;
    begin_heap();
    line("t 1 (imemo ment)\nt 2 Shop::A\nt 3 Shop::B\nt 4 Gem::A\nt 5 Gem::B");
    line("o 10 1 8 20 28 30 38\no 20 2 8\no 28 3 8\no 30 4 8\no 38 5 8\nr 10 0 0");
    fixture *f = search(16);
    for (size_t i = 0; i < f->found.rows.n; i++) {
        const gcv_suspect *row = &f->found.rows.data[i];
        if (row->type == GCV_NONE) {
            seen++;
            assert_true(row->mine ? is_named(row, "Shop") : is_named(row, "Gem"));
        }
    }
    assert_int_equal(seen, 2);
    close_fixture(f);
}

/* ---- reasons ------------------------------------------------------------------------------ */

/* The reason of one suspect for each kind of root. */
static void test_looks(NO_STATE)
{
    static const struct {
        const char *records, *says;
    } cases[] = {
        {"r 100 2 0", "; waits for its finalizer"},
        {"r 100 3 1", "behind a pinned handle"},
        {"r 100 4 0", "behind a static field"},
        {"r 100 1 0", "Acme.Item"},
        {"t 5 Acme.Stream\no 200 5 8 100\nr 200 2 0",
         "behind an object that waits for its finalizer"},
        {"t 5 System.Threading.Timer\no 200 5 8 100\nr 200 4 0", "behind a timer"},
        {"t 5 System.Threading.TimerQueueTimer\nt 6 System.Threading.TimerQueue[]\no 200 5 8 100\n"
         "o 300 6 8 200\nr 300 4 0",
         "behind a timer that still runs"},
        {"t 5 System.Object[]\no 200 5 8 100\nr 200 3 1", "as it does for static fields"},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        begin_heap();
        line("t 1 Acme.Cache\nt 2 Acme.Item\no 100 1 10 110 120\no 110 2 1000\no 120 2 1000");
        line("%s", cases[i].records);
        fixture *f = search(5000);
        assert_int_equal(f->found.n_objects, 1);
        check_says(f, i, 0, cases[i].says);
        check_says(f, i, 0, "2 Acme.Item hang on one object");
        close_fixture(f);
    }
}

/* The reasons for delegates: events have subscriptions, other delegates do not. */
static void test_delegates(NO_STATE)
{
    static const struct {
        const char *type, *says, *group;
    } cases[] = {
        {"System.EventHandler", "; event handlers that are still subscribed keep their targets",
         "; event handlers keep their targets"},
        {"Acme.ChangedEventHandler`1[Acme.X]",
         "; event handlers that are still subscribed keep their targets",
         "; event handlers keep their targets"},
        {"System.Func<Acme.X>", "; delegates keep their targets", "; delegates keep their targets"},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        begin_heap();
        line("t 1 System.Object[]\nt 2 %s\nt 3 X\no 100 1 10 110 120\nr 100 1 0", cases[i].type);
        line("o 110 2 8 111\no 120 2 8 121\no 111 3 1000\no 121 3 1000");
        fixture *f = search(5000);
        assert_int_equal(f->found.n_objects, 1);
        check_says(f, i, 0, cases[i].says);
        close_fixture(f);
        begin_heap();
        line("t 2 %s\nt 3 X\no 110 2 8 111\no 120 2 8 121\nr 110 2 0\nr 120 2 0", cases[i].type);
        line("o 111 3 1000\no 121 3 1000");
        f = search(5000);
        assert_int_equal(f->found.rows.n, 1);
        check_says(f, i, 0, cases[i].group);
        close_fixture(f);
    }
}

/* Whether a field is a slot in an object with that many fields of its type, and `others` of another
 * type. */
static bool has_slot(uint32_t fields, uint32_t others)
{
    begin_heap();
    line("t 1 N.Shop\nt 2 N.Order[]\nt 3 N.Name\no 1000 3 8\no 2000 2 8\nr 1 5 0");
    used += (size_t)snprintf(text + used, 20, "o 1 1 8");
    for (uint32_t i = 0; i < fields + others; i++) {
        used += (size_t)snprintf(text + used, 20, i < fields ? " 2000" : " 1000");
    }
    text[used++] = '\n';
    fixture *f = search(1);
    gcv_fields *names = &f->heap->fields;
    (void)gcv_word_list_add(f->ctx, &f->heap->places.words, gcv_slice_str("orders"));
    for (uint32_t i = 0; i < fields + others; i++) {
        gcv_fields_push(f->ctx, names, GCV_FIELD_PROPERTY, 0);
    }
    gcv_u32_column_push(f->ctx, &names->first, gcv_fields_end_list(f->ctx, names));
    gcv_fields_pack(f->ctx, names, f->heap->type.data, f->heap->n_types);
    gcv_slot_finder finder = {.kinds = f->found.kinds, .fields = {.ctx = f->ctx, .heap = f->heap}};
    const uint32_t shop = gcv_heap_find(f->heap, 0, 1), orders = gcv_heap_find(f->heap, 0, 0x2000);
    const bool has = gcv_slot_below(&finder, shop, GCV_NO_SLOT, orders) != GCV_NO_SLOT;
    gcv_slot_finder_release(&finder);
    close_fixture(f);
    return has;
}

/* The fields of an object with many are keys. */
static void test_slots(NO_STATE)
{
    assert_true(has_slot(GCV_SLOTS_MOST, 0));
    assert_false(has_slot(GCV_SLOTS_MOST + 1, 0));
    assert_true(has_slot(GCV_SLOTS_MOST, 100));
    assert_false(has_slot(GCV_SLOTS_MOST + 1, 100));
}

/* How many of `n` objects of one shape, all held by the first of `holders` objects of another one,
 * are left in a crowd of all. */
static size_t left_of(uint32_t n, uint32_t holders, bool same_shape)
{
    begin_heap();
    line("t 1 A\nt 2 B");
    for (uint32_t i = 0; i < holders + n; i++) {
        line("o %x %d 8\nr %x 5 0", i + 1, i < holders || same_shape ? 1 : 2, i + 1);
    }
    fixture *f = search(1000000);
    gcv_part_finder finder = {.ctx = f->ctx, .heap = f->heap};
    gcv_member_column members = {0};
    for (uint32_t i = 0; i < holders + n; i++) {
        const gcv_member member = {i, i < holders ? GCV_NONE : 0, i};
        gcv_member_column_push(f->ctx, &members, member);
    }
    gcv_parts_remove(&finder, &members);
    const size_t left = members.n;
    for (size_t i = 1; i < left; i++) {
        assert_true(members.data[i].number > members.data[i - 1].number);
    }
    gcv_member_column_release(f->ctx, &members);
    gcv_part_finder_release(&finder);
    close_fixture(f);
    return left;
}

/* Parts are at most eight times as many as what has them: a dictionary has none, and is no member.
 */
static void test_parts(NO_STATE)
{
    assert_int_equal(left_of(GCV_PARTS_MOST, 1, false), 1);
    assert_int_equal(left_of(GCV_PARTS_MOST + 1, 1, false), GCV_PARTS_MOST + 1);
    assert_int_equal(left_of(2 * GCV_PARTS_MOST, 2, false), 2);
    assert_int_equal(left_of(GCV_PARTS_MOST, 1, true), GCV_PARTS_MOST + 1);
    assert_int_equal(left_of(GCV_PARTS_MOST + 1, 1, true), GCV_PARTS_MOST + 1);
}

/* docs/definitions.md has this table. */
static void test_points_of_keepers(NO_STATE)
{
    enum { NOWHERE = -1 }; /* not directly below a root */
    static const struct {
        uint32_t keepers;
        int root_kind, points;
    } cases[] = {
        {0, NOWHERE, 0},
        {0, GCV_ROOT_KIND_STATIC, 0},
        {0, GCV_ROOT_KIND_LOCAL, 0},
        {0, GCV_ROOT_KIND_HANDLE, 4},
        {0, GCV_ROOT_KIND_FINALIZER, 4},
        {GCV_KEEPS_COLLECTION, NOWHERE, 1},
        {GCV_KEEPS_COLLECTION, GCV_ROOT_KIND_STATIC, 2},
        {GCV_KEEPS_COLLECTION, GCV_ROOT_KIND_LOCAL, 1},
        {GCV_KEEPS_COLLECTION, GCV_ROOT_KIND_HANDLE, 1},
        {GCV_KEEPS_COLLECTION, GCV_ROOT_KIND_FINALIZER, 4},
        {GCV_KEEPS_EVENT, NOWHERE, 4},
        {GCV_KEEPS_EVENT, GCV_ROOT_KIND_STATIC, 4},
        {GCV_KEEPS_EVENT | GCV_KEEPS_COLLECTION, GCV_ROOT_KIND_STATIC, 4},
        {GCV_KEEPS_CONTEXT, GCV_ROOT_KIND_LOCAL, 4},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const bool at_root = cases[i].root_kind != NOWHERE;
        const uint32_t kind = at_root ? (uint32_t)cases[i].root_kind : GCV_ROOT_KIND_HANDLE;
        assert_int_equal(gcv_points_of_keepers(cases[i].keepers, at_root, kind), cases[i].points);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_list_hardly_heavy),
        cmocka_unit_test(test_short_list),
        cmocka_unit_test(test_circle_of_groups),
        cmocka_unit_test(test_group_without_votes),
        cmocka_unit_test(test_namespace),
        cmocka_unit_test(test_normal_name),
        cmocka_unit_test(test_fingerprints_stay),
        cmocka_unit_test(test_fingerprints_of_labels),
        cmocka_unit_test(test_crowds),
        cmocka_unit_test(test_other_holders),
        cmocka_unit_test(test_several_roots),
        cmocka_unit_test(test_dependent_handles),
        cmocka_unit_test(test_no_crowds),
        cmocka_unit_test(test_closures),
        cmocka_unit_test(test_slices),
        cmocka_unit_test(test_group_below_object),
        cmocka_unit_test(test_roots_of_groups),
        cmocka_unit_test(test_common_names),
        cmocka_unit_test(test_ruby_namespaces),
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_delegates),
        cmocka_unit_test(test_slots),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_points_of_keepers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
