/* java_known.c - classes to whose fields the JVM adds something that the dump does not show; see
 * java_sizes.h.
 *
 * Versions differ, so there are alternatives for each class. The distances of its objects and of
 * those of its subclasses decide; where nothing decides, the first one holds.
 */
#include "input/hprof/java_sizes.h"

#include <string.h>

enum { MOST_HIDDEN = 7, MOST_CONTENDED = 4 };

/* Hidden fields by letters: a Reference, a Long, an Int, a Short or a Byte. Contended fields by
 * names; `*`: all those that are not named. */
typedef struct known_row {
    const char *name;
    const char *hidden[MOST_HIDDEN + 1];       /* up to NULL; none: "" */
    const char *contended[MOST_CONTENDED + 1]; /* besides no contention */
} known_row;

static const known_row known[] = {
    {"java/lang/ClassLoader", {"L", ""}, {NULL}},
    {"java/lang/Module", {"L", ""}, {NULL}},
    {"java/lang/String", {"", "B"}, {NULL}},
    {"java/lang/invoke/MemberName", {"L", "", "LL", "LLR"}, {NULL}},
    {"java/lang/invoke/ResolvedMethodName", {"L", "LR", ""}, {NULL}},
    {"java/lang/invoke/MethodHandleNatives$CallSiteContext", {"LL", "L", ""}, {NULL}},
    {"java/lang/StackFrameInfo", {"S", "SR", ""}, {NULL}},
    {"java/lang/InternalError", {"B", ""}, {NULL}},
    {"java/lang/Thread",
     {"", "L", "LS", "LB", "LSB", "LIB", "LSIB"},
     {"threadLocalRandomSeed threadLocalRandomProbe threadLocalRandomSecondarySeed"}},
    {"jdk/internal/vm/StackChunk", {"RBBLI", "RBLI"}, {NULL}},
    {"java/lang/VirtualThread", {"", "B", "BB", "IB", "BBB", "IBB", "I"}, {NULL}},
    {"java/util/concurrent/atomic/Striped64$Cell", {""}, {"*"}},
    {"java/util/concurrent/ConcurrentHashMap$CounterCell", {""}, {"*"}},
    {"java/util/concurrent/Exchanger$Node", {""}, {"*"}},
    {"java/util/concurrent/Exchanger$Slot", {""}, {"*"}},
    {"java/util/concurrent/ForkJoinPool", {""}, {"ctl", "ctl parallelism", "*"}},
    {"java/util/concurrent/ForkJoinPool$WorkQueue",
     {""},
     {"top phase stackPred source nsteals parking", "top source nsteals", "top", "*"}},
    {"java/util/concurrent/SubmissionPublisher$BufferedSubscription",
     {""},
     {"*waiting demand", "*"}},
};

enum { N_KNOWN = GCV_LENGTH(known) };

/* A StackChunk without its field `size` was not written by the JVM, which would add to it. */
static const known_row *row_of(const gcv_hprof *hprof, uint32_t class_)
{
    const gcv_hprof_heap *heap = hprof->heap;
    const gcv_slice name = gcv_hprof_class_name(hprof, &heap->classes.data[class_]);
    size_t i = 0;
    while (i < N_KNOWN && !gcv_slice_is(name, known[i].name)) {
        i++;
    }
    return i < N_KNOWN && (class_ != heap->chunk_class || heap->chunk_offset != GCV_NONE)
               ? &known[i]
               : NULL;
}

void gcv_hprof_known_find(gcv_hprof_measure *m)
{
    const gcv_hprof_class_column *classes = &m->hprof->heap->classes;
    for (size_t i = 0; i < classes->n; i++) {
        const uint32_t class_ = m->order[i], super = classes->data[class_].super;
        const known_row *row = row_of(m->hprof, class_);
        if ((row != NULL && strcmp(row->name, "java/lang/String") != 0) ||
            (super != GCV_NONE && gcv_bitset_has(&m->left_out, super))) {
            (void)gcv_bitset_add(&m->left_out, class_);
        }
    }
}

/* ---- alternatives ------------------------------------------------------------------------- */

static gcv_hprof_counts hidden_of(const char *letters)
{
    static const char order[] = "RLISB"; /* as in gcv_hprof_counts */
    gcv_hprof_counts counts = {{0}};
    for (; *letters != '\0'; letters++) {
        counts.of[strchr(order, *letters) - order]++;
    }
    return counts;
}

/* Lists a class and everything below it, superclasses first. */
static void find_family(const gcv_hprof_measure *m, uint32_t class_, gcv_u32_column *out)
{
    out->n = 0;
    gcv_u32_column_push(m->hprof->ctx, out, class_);
    for (size_t i = 0; i < out->n; i++) {
        for (uint32_t at = m->first[out->data[i]]; at != GCV_NONE; at = m->next[at]) {
            gcv_u32_column_push(m->hprof->ctx, out, at);
        }
    }
}

/* How well the objects of a family fit; `*tight`: of those that do. */
static int64_t score_of(gcv_hprof_measure *m, const gcv_u32_column *family, uint64_t *tight)
{
    uint64_t over = 0;
    *tight = 0;
    for (size_t i = 0; i < family->n; i++) {
        const uint32_t class_ = family->data[i];
        uint32_t count;
        gcv_hprof_place(m, class_);
        if (gcv_hprof_gaps_count(&m->gaps, class_) > 0) {
            const uint64_t size = gcv_hprof_instance_size(&m->layout, &m->ends[class_]);
            const gcv_hprof_fit fit = gcv_hprof_fit_of(&m->gaps, class_, size);
            *tight += gcv_hprof_least_gap(&m->gaps, class_, &count) == size ? fit.tight : 0;
            over += fit.over;
        }
    }
    return (int64_t)*tight - 4 * (int64_t)over;
}

/* What has been learnt from the classes before. */
typedef struct chooser {
    gcv_hprof_measure *m;
    gcv_u32_column family;
    uint32_t padding; /* the one that was confirmed; 0: none so far */
    uint32_t class_;
    gcv_hprof_extra best;
    int64_t best_score;
    bool has_best, best_is_tight;
} chooser;

/* Tries every number of hidden fields with one alternative of contention. */
static void try_contention(chooser *c, const known_row *row, uint32_t padding,
                           const char *contended)
{
    gcv_hprof_extra extra = {{{0}}, padding, contended};
    for (size_t i = 0; row->hidden[i] != NULL; i++) {
        uint64_t tight;
        extra.hidden = hidden_of(row->hidden[i]);
        c->m->extra[c->class_] = &extra;
        const int64_t score = score_of(c->m, &c->family, &tight);
        if (!c->has_best || score > c->best_score) {
            c->has_best = true;
            c->best = extra;
            c->best_score = score;
            c->best_is_tight = tight > 0;
        }
    }
}

static void try_padding(chooser *c, const known_row *row, uint32_t padding)
{
    if (padding == 0) {
        try_contention(c, row, 0, NULL);
    }
    for (size_t i = 0; padding > 0 && row->contended[i] != NULL; i++) {
        try_contention(c, row, padding, row->contended[i]);
    }
}

/* Tries the padding that was confirmed before all others: where nothing decides, it holds. An
 * option of the JVM sets the padding, but classes in its archive have the usual one. */
static void try_all(chooser *c, const known_row *row)
{
    static const uint32_t paddings[] = {0, 128, 64, 256, 32};
    try_padding(c, row, c->padding);
    for (size_t i = 0; i < GCV_LENGTH(paddings); i++) {
        try_padding(c, row, paddings[i]);
    }
}

static void choose(chooser *c, const known_row *row, gcv_hprof_extra *out)
{
    find_family(c->m, c->class_, &c->family);
    c->has_best = false;
    try_all(c, row);
    if (c->best.padding > 0 && c->best_is_tight) {
        c->padding = c->best.padding;
    }
    *out = c->best;
    c->m->extra[c->class_] = out;
    for (size_t i = 0; i < c->family.n; i++) {
        gcv_hprof_place(c->m, c->family.data[i]);
    }
}

/* Chooses for each known class; a second class of its name is not that of the JVM. */
static void choose_all(chooser *c, bool by_default)
{
    gcv_hprof_measure *m = c->m;
    gcv_bitset done;
    gcv_bitset_init(m->hprof->ctx, &done, N_KNOWN);
    for (size_t i = 0; i < m->hprof->heap->classes.n; i++) {
        const known_row *row = row_of(m->hprof, m->order[i]);
        if (row == NULL || !gcv_bitset_add(&done, (size_t)(row - known))) {
            continue;
        }
        c->class_ = m->order[i];
        if (by_default) {
            m->extras[row - known].hidden = hidden_of(row->hidden[0]);
            m->extra[c->class_] = &m->extras[row - known];
        } else {
            choose(c, row, &m->extras[row - known]);
        }
    }
    gcv_bitset_release(m->hprof->ctx, &done);
}

void gcv_hprof_known_choose(gcv_hprof_measure *m, bool by_default)
{
    chooser c = {.m = m};
    m->extras = gcv_alloc_zeroed(m->hprof->ctx, N_KNOWN, sizeof *m->extras);
    choose_all(&c, by_default);
    if (c.padding > 0) { /* may be that of classes chosen before, too */
        choose_all(&c, by_default);
    }
    gcv_u32_column_release(m->hprof->ctx, &c.family);
}
