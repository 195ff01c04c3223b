/* The output of `profile` in every format, compared with stacks made in the simplest way: for each
 * object its dominators, found by removing objects, or its chain. */
#include "support/built_heap.h"
#include "support/check.h"
#include "support/effort.h"
#include "support/profile_rows.h"
#include "support/property.h"
#include "support/reported.h"

#include "heap/root_label.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 128 };

/* A format, and how it differs from the others. */
typedef struct profile_kind {
    const char *format;
    bool differs;   /* it can hold a difference */
    bool counts;    /* it has counts of objects */
    bool net;       /* a difference is one number, and unchanged stacks are left out */
    char separator; /* a separator of frames, which no name contains */
} profile_kind;

static const profile_kind kinds[] = {
    {"folded", true, false, false, ';'},
    {"pprof", true, true, true, '\0'},
    {"speedscope", false, true, false, '\0'},
    {"ncdu", false, true, false, '\0'},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* A heap, and what holds each object: GCV_NONE if it is unreachable, GCV_ROOTED if no object does;
 * then `root` is a root record, or GCV_NONE if there are several. */
typedef struct held_heap {
    const gcv_heap *heap;
    uint32_t *holder, *root;
} held_heap;

/* ---- the stacks --------------------------------------------------------------------------- */

typedef struct stack_text {
    const profile_kind *kind;
    graph_text all, last; /* frames, each followed by a newline */
    uint32_t n;
} stack_text;

static graph_text frame_of(const profile_kind *kind, gcv_slice name)
{
    graph_text frame = {NULL, 0, 0};
    while (name.size > 0) {
        uint32_t code = gcv_utf8_next(&name);
        char bytes[4];
        code = gcv_is_unseen(code) ? 0xfffd : code == (unsigned char)kind->separator ? ':' : code;
        graph_put(&frame, bytes, gcv_utf8_put(bytes, code));
    }
    graph_puts(&frame, "\n");
    return frame;
}

/* Appends a frame, unless it is the same type as the last frame, or too deep. */
static void add_frame(stack_text *stack, gcv_slice name)
{
    graph_text frame = frame_of(stack->kind, name);
    bool same = stack->n > 1 && frame.size == stack->last.size &&
                memcmp(frame.data, stack->last.data, frame.size) == 0;
    if (!same && stack->n == DEEPEST + 1) {
        graph_text_release(&frame);
        graph_puts(&frame, "(deeper)\n");
    }
    if (same || stack->n == DEEPEST + 2) {
        graph_text_release(&frame);
        return;
    }
    graph_put(&stack->all, frame.data, frame.size);
    graph_text_release(&stack->last);
    stack->last = frame;
    stack->n++;
}

static void add_root(stack_text *stack, gcv_context *ctx, const gcv_heap *heap, uint32_t root,
                     bool compares)
{
    gcv_buffer label = {{NULL, 0, 0}};
    if (root == GCV_NONE) {
        add_frame(stack, gcv_slice_str("shared by several roots"));
        return;
    }
    (compares ? gcv_root_label_across_dumps : gcv_root_label)(ctx, heap, gcv_heap_root(heap, root),
                                                              &label);
    add_frame(stack, gcv_buffer_slice(&label));
    gcv_buffer_release(ctx, &label);
}

static void add_object(const profile_kind *kind, gcv_context *ctx, const held_heap *held,
                       uint32_t object, int64_t sign, bool compares, profile_rows *rows)
{
    const gcv_heap *heap = held->heap;
    uint32_t *way = graph_alloc((size_t)gcv_heap_n_objects(heap) + 1, sizeof *way), n = 0;
    const int64_t bytes = (int64_t)gcv_heap_object_bytes(heap, object);
    const profile_row sums = {NULL, sign, kind->net || sign > 0 ? sign * bytes : 0,
                              sign < 0 ? bytes : 0};
    stack_text stack;
    memset(&stack, 0, sizeof stack);
    stack.kind = kind;
    for (uint32_t at = object; at != GCV_ROOTED; at = held->holder[at]) {
        way[n++] = at;
    }
    add_root(&stack, ctx, heap, held->root[way[n - 1]], compares);
    while (n-- > 0) {
        add_frame(&stack, gcv_heap_type_name(heap, gcv_heap_object_type(heap, way[n])));
    }
    graph_put(&stack.all, "", 1);
    profile_rows_add(rows, stack.all.data, &sums);
    graph_text_release(&stack.all);
    graph_text_release(&stack.last);
    free(way);
}

static int by_stack(const void *a, const void *b)
{
    return strcmp(((const profile_row *)a)->stack, ((const profile_row *)b)->stack);
}

/* Adds up the rows of one stack. */
static void fold(const profile_kind *kind, profile_rows *rows)
{
    size_t i, n = 0;
    if (rows->n > 0) {
        qsort(rows->rows, rows->n, sizeof *rows->rows, by_stack);
    }
    for (i = 0; i < rows->n; i++) {
        profile_row *row = &rows->rows[i], *last = n > 0 ? &rows->rows[n - 1] : NULL;
        if (last != NULL && strcmp(last->stack, row->stack) == 0) {
            last->objects += row->objects;
            last->bytes += row->bytes;
            last->before += row->before;
            free(row->stack);
        } else {
            rows->rows[n++] = *row;
        }
    }
    rows->n = n;
    for (i = 0, n = 0; i < rows->n; i++) {
        profile_row *row = &rows->rows[i];
        if (kind->net && row->objects == 0 && row->bytes == 0) {
            free(row->stack);
        } else {
            rows->rows[n++] = *row;
        }
    }
    rows->n = n;
}

/* `before` NULL: no difference. */
static void expect(const profile_kind *kind, gcv_context *ctx, const held_heap *now,
                   const held_heap *before, profile_rows *rows)
{
    for (uint32_t v = 0; v < gcv_heap_n_objects(now->heap); v++) {
        if (now->holder[v] != GCV_NONE) {
            add_object(kind, ctx, now, v, 1, before != NULL, rows);
        }
    }
    for (uint32_t v = 0; before != NULL && v < gcv_heap_n_objects(before->heap); v++) {
        if (before->holder[v] != GCV_NONE) {
            add_object(kind, ctx, before, v, -1, true, rows);
        }
    }
    fold(kind, rows);
}

/* ---- comparing ---------------------------------------------------------------------------- */

static bool same_rows(const profile_kind *kind, const profile_rows *got, const profile_rows *want,
                      bool differs, char why[GRAPH_WHY_MAX])
{
    if (got->n != want->n) {
        return graph_fails(why, "%s: %zu stacks, must be %zu", kind->format, got->n, want->n);
    }
    for (size_t i = 0; i < got->n; i++) {
        const profile_row *x = &got->rows[i], *y = &want->rows[i];
        const int64_t before = differs && !kind->net ? y->before : 0;
        if (strcmp(x->stack, y->stack) != 0) {
            return graph_fails(why, "%s: stack %zu is %.60s, must be %.60s", kind->format, i,
                               x->stack, y->stack);
        }
        if (x->bytes != y->bytes || x->before != before ||
            (kind->counts && x->objects != y->objects)) {
            return graph_fails(why, "%s: sums of stack %zu", kind->format, i);
        }
    }
    return true;
}

static bool holds_in(const profile_kind *kind, gcv_context *ctx, const held_heap *now,
                     const held_heap *before, const char *options, char why[GRAPH_WHY_MAX])
{
    const gcv_heap *heaps[2];
    const reported input = {ctx, heaps, 1 + (size_t)(before != NULL), NULL, NULL, NULL};
    profile_rows got, want;
    char line[100];
    size_t size;
    heaps[0] = now->heap;
    heaps[1] = before != NULL ? before->heap : NULL;
    memset(&got, 0, sizeof got);
    memset(&want, 0, sizeof want);
    (void)snprintf(line, sizeof line, "profile%s%s -o - --to %s", options,
                   before != NULL ? " --baseline old" : "", kind->format);
    char *bytes = reported_text(&input, line, &size);
    profile_rows_read(&got, kind->format, bytes, size, before != NULL);
    expect(kind, ctx, now, before, &want);
    bool same = same_rows(kind, &got, &want, before != NULL, why);
    profile_rows_release(&got);
    profile_rows_release(&want);
    free(bytes);
    return same;
}

/* ---- random heaps ------------------------------------------------------------------------- */

/* Finds what holds the objects of a heap. */
static held_heap hold(const subject *s, const gcv_heap *heap, bool paths, bool weak)
{
    const oracle *o = &s->o;
    uint32_t *object = graph_alloc((size_t)o->n + 1, sizeof *object);
    uint32_t *root = graph_alloc((size_t)o->n + 1, sizeof *root);
    uint32_t *holder = graph_alloc((size_t)o->n + 1, sizeof *holder);
    uint32_t *root_of = graph_alloc((size_t)o->n + 1, sizeof *root_of);
    uint64_t *retained = graph_alloc((size_t)o->n + 1, sizeof *retained);
    uint32_t n = oracle_root_set(o, weak, object, root);
    oracle_chains chains;
    held_heap held = {heap, holder, root_of};
    oracle_dominators(o, weak, holder, retained);
    oracle_chains_find(o, weak, NULL, &chains);
    for (uint32_t v = 0; v < o->n; v++) {
        const uint32_t *chain = chains.object + (size_t)v * o->n, length = chains.length[v];
        root_of[v] = GCV_NONE;
        if (paths) {
            holder[v] = length == 0 ? GCV_NONE : length == 1 ? GCV_ROOTED : chain[length - 2];
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        root_of[object[i]] = root[i];
    }
    oracle_chains_release(&chains);
    free(object);
    free(root);
    free(retained);
    return held;
}

static void let_go(held_heap *held)
{
    free(held->holder);
    free(held->root);
}

/* Returns the bytes of the stacks with a frame after the first one. */
static uint64_t bytes_through(const profile_rows *rows, const graph_text *frame)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const char *at = strchr(rows->rows[i].stack, '\n');
        bytes += strstr(at, frame->data) != NULL ? (uint64_t)rows->rows[i].bytes : 0;
    }
    return bytes;
}

/* The bytes below the frames of a type are what its objects retain one by one: exact for one
 * object, and never too much for several. */
static bool type_is_bounded(const subject *s, bool weak, const profile_rows *rows, uint32_t type,
                            char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    bool *member = graph_zeroed((size_t)o->n + 1, sizeof *member);
    const graph_text name =
        frame_of(&kinds[0], gcv_slice_of(o->names[type].text, o->names[type].size));
    graph_text frame = {NULL, 0, 0};
    uint32_t n = 0;
    graph_puts(&frame, "\n");
    graph_put(&frame, name.data, name.size);
    graph_put(&frame, "", 1);
    for (uint32_t v = 0; v < o->n; v++) {
        member[v] = o->type[v] == type;
        n += member[v];
    }
    uint64_t bytes = bytes_through(rows, &frame);
    uint64_t retained = oracle_retained(o, weak, member);
    bool good = n == 1 ? bytes == retained : bytes <= retained;
    good = good || graph_fails(why, "%s: %" PRIu64 " bytes below it, %" PRIu64 " retained",
                               frame.data, bytes, retained);
    free(member);
    free(name.data);
    graph_text_release(&frame);
    return good;
}

/* Types of one name are one frame. */
static bool types_are_bounded(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    held_heap held = hold(s, s->heap, false, weak);
    profile_rows rows = {NULL, 0, 0};
    bool good = true;
    expect(&kinds[0], s->ctx, &held, NULL, &rows);
    for (uint32_t type = 0; type < s->o.n_types && good; type++) {
        good = type_is_bounded(s, weak, &rows, type, why);
    }
    profile_rows_release(&rows);
    let_go(&held);
    return good;
}

static bool pair_holds(const heap_pair *p, bool paths, bool weak, char why[GRAPH_WHY_MAX])
{
    static const char *const options[] = {"", " --paths", " --include-weak",
                                          " --paths --include-weak"};
    const char *option = options[(paths ? 1 : 0) + (weak ? 2 : 0)];
    held_heap now = hold(&p->a, p->a.heap, paths, weak), old = hold(&p->b, p->heap_b, paths, weak);
    bool good = true;
    for (size_t i = 0; i < KINDS && good; i++) {
        good = holds_in(&kinds[i], p->a.ctx, &now, NULL, option, why) &&
               (!kinds[i].differs || holds_in(&kinds[i], p->a.ctx, &now, &old, option, why));
    }
    let_go(&now);
    let_go(&old);
    return good;
}

static bool profiles_hold(const heap_pair *p, char why[GRAPH_WHY_MAX])
{
    return types_are_bounded(&p->a, false, why) && pair_holds(p, false, false, why) &&
           pair_holds(p, true, false, why) && pair_holds(p, false, true, why) &&
           pair_holds(p, true, true, why);
}

/* ---- names and depths --------------------------------------------------------------------- */

enum { MOST_OBJECTS = 400, TYPES = 7, LONGEST = 40 };

/* Makes a name from pieces with a meaning in one of the formats. */
static gcv_slice bad_name(uint64_t *seed, char *out)
{
    static const char *const pieces[] = {"\"",
                                         "\\",
                                         ";",
                                         "; ",
                                         " 12",
                                         ":",
                                         "\n",
                                         "\r\n",
                                         "\t",
                                         "\x01\x7f",
                                         "a",
                                         "A",
                                         "{\"a\":",
                                         "]}",
                                         "<a b>",
                                         "/",
                                         "../",
                                         "(deeper)",
                                         " (3 objects)",
                                         "static",
                                         "\xff\xc3",
                                         "\xe2\x80\xae",
                                         "\xc3\xa9",
                                         "\xf0\x9f\x98\x80",
                                         "\xed\xa0\x80",
                                         "##[error]",
                                         "::error::",
                                         "%s%n",
                                         "$(x)",
                                         "\xef\xbf\xbd"};
    uint32_t n =
        graph_chance(seed, 3) ? 0 : 1 + graph_below(seed, graph_chance(seed, 5) ? LONGEST : 3);
    size_t size = 0;
    while (n-- > 0) {
        const char *piece = pieces[graph_below(seed, sizeof pieces / sizeof pieces[0])];
        memcpy(out + size, piece, strlen(piece));
        size += strlen(piece);
    }
    return gcv_slice_of(out, size);
}

/* A tree of objects, each held by an earlier object or by a root of its own, so dominators and
 * chains are the same. */
typedef struct tree_heap {
    built_heap *built;
    uint32_t n, holder[MOST_OBJECTS], root[MOST_OBJECTS];
} tree_heap;

static void add_tree_types(tree_heap *t, uint64_t *names)
{
    static const gcv_slice no_module = {NULL, 0};
    char name[LONGEST * 20];
    for (uint64_t i = 0; i < TYPES; i++) {
        gcv_builder_add_type(&t->built->builder, 0, i, bad_name(names, name), no_module);
    }
}

static void add_tree_objects(tree_heap *t, uint64_t *seed)
{
    uint64_t references[MOST_OBJECTS];
    uint32_t i, n;
    for (uint32_t v = 0; v < t->n; v++) {
        uint64_t size = graph_chance(seed, 90) ? graph_below(seed, 500) : graph_next(seed) >> 20;
        for (i = v + 1, n = 0; i < t->n; i++) {
            if (t->holder[i] == v) {
                references[n++] = i;
            }
        }
        gcv_builder_add_object(&t->built->builder, 0, v, graph_below(seed, TYPES), size, references,
                               n);
    }
}

static void add_tree_roots(tree_heap *t, uint64_t *seed, uint64_t *names)
{
    gcv_builder_root root;
    char name[LONGEST * 20];
    for (uint32_t v = 0; v < t->n; v++) {
        if (t->holder[v] == GCV_ROOTED) {
            memset(&root, 0, sizeof root);
            root.id = v;
            root.kind = graph_below(seed, 7);
            root.flags = graph_chance(seed, 70) ? 0 : GCV_ROOT_PINNED;
            if (graph_chance(seed, 60)) {
                root.label = bad_name(names, name);
            }
            gcv_builder_add_root(&t->built->builder, &root);
        }
    }
}

static void tree_open(tree_heap *t, uint64_t seed, uint64_t names)
{
    const bool deep = graph_chance(&seed, 20);
    t->built = built_heap_new(GCV_LOAD_GRAPH, true);
    t->n = graph_below(&seed, deep ? MOST_OBJECTS : 30);
    for (uint32_t v = 0; v < t->n; v++) {
        t->holder[v] = v == 0 || graph_chance(&seed, deep ? 1 : 20) ? GCV_ROOTED
                       : deep                                       ? v - 1
                                                                    : graph_below(&seed, v);
    }
    add_tree_types(t, &names);
    add_tree_objects(t, &seed);
    add_tree_roots(t, &seed, &names);
    built_heap_freeze(t->built);
    for (uint32_t i = 0; i < gcv_heap_n_roots(t->built->heap); i++) {
        t->root[gcv_heap_root(t->built->heap, i)->object] = i;
    }
}

static void test_names(NO_STATE)
{
    uint64_t rounds = effort_rounds(300);
    for (uint64_t seed = 0; seed < rounds; seed++) {
        tree_heap a, b;
        char why[GRAPH_WHY_MAX];
        bool good = true;
        tree_open(&a, 2 * seed, seed);
        tree_open(&b, 2 * seed + 1, seed);
        for (size_t i = 0; i < KINDS && good; i++) {
            const held_heap now = {a.built->heap, a.holder, a.root},
                            old = {b.built->heap, b.holder, b.root};
            gcv_context *ctx = a.built->ctx;
            good = holds_in(&kinds[i], ctx, &now, NULL, "", why) &&
                   holds_in(&kinds[i], ctx, &now, NULL, " --paths", why) &&
                   (!kinds[i].differs || holds_in(&kinds[i], ctx, &now, &old, "", why));
        }
        if (!good) {
            fail_msg("seed %" PRIu64 ": %s", seed, why);
        }
        built_heap_free(a.built);
        built_heap_free(b.built);
    }
}

static void random_heaps(NO_STATE)
{
    static const property laws[] = {
        {.of_pair = profiles_hold, .seed = 0x70726f66, .cases = 100, .n = {0, 20}},
        {.of_pair = profiles_hold, .seed = 0x70726f67, .cases = 12, .n = {20, 80}},
    };
    property_check_all(laws, CHECK_COUNT(laws));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_heaps),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
