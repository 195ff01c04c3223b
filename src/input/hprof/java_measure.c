/* java_measure.c - chooses the layout, judges it class by class, and sets all sizes; see
 * java_sizes.h. */
#include "input/hprof/java_sizes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ALIGNMENTS = 6, MOST_HEADERS = 3, WIDTHS = 2 };
enum { MOST_CANDIDATES = MOST_HEADERS * WIDTHS * GCV_HPROF_PACKINGS };

/* ---- candidates --------------------------------------------------------------------------- */

typedef struct header_row {
    unsigned word, header, length_at;
    bool is_packed;
} header_row;

/* In the order of headers, so that equal headers share one candidate for instances. */
static const header_row headers[] = {
    {8, 8, 8, true},    /* compact headers */
    {8, 12, 12, false}, /* compressed class pointers */
    {8, 16, 16, false}, /* neither */
    {8, 16, 16, true},  /* neither, JDK 23 and later */
    {4, 8, 8, false},
};

typedef struct search {
    gcv_hprof_measure *m;
    unsigned alignments[MOST_ALIGNMENTS];
    size_t n_alignments;
    size_t n_candidates; /* for instances */
    gcv_hprof_layout candidates[MOST_CANDIDATES];
    gcv_hprof_fit fits[MOST_CANDIDATES][MOST_ALIGNMENTS];
    uint32_t *sizes; /* per class and candidate */
    bool has_best;
} search;

static void find_alignments(search *s)
{
    const uint64_t divisor = s->m->gaps.divisor;
    unsigned alignment = 8;
    do {
        s->alignments[s->n_alignments++] = alignment;
        alignment *= 2;
    } while (s->n_alignments < MOST_ALIGNMENTS && divisor > 0 && divisor % alignment == 0);
}

/* Lists the layouts that differ for instances. */
static void find_candidates(search *s)
{
    const unsigned word = s->m->hprof->id_size;
    for (size_t h = 0; h < GCV_LENGTH(headers); h++) {
        if (headers[h].word != word || (h > 0 && headers[h].header == headers[h - 1].header)) {
            continue;
        }
        for (unsigned reference = 4; reference <= word; reference += 4) {
            for (unsigned p = 0; p < GCV_HPROF_PACKINGS; p++) {
                const gcv_hprof_layout layout = {.word = word,
                                                 .header = headers[h].header,
                                                 .reference = reference,
                                                 .alignment = 8,
                                                 .packing = (gcv_hprof_packing)p,
                                                 .statics_inside = true};
                s->candidates[s->n_candidates++] = layout;
            }
        }
    }
}

/* Sets the sizes of all classes under one candidate, before they are aligned. */
static void size_classes(search *s, size_t candidate)
{
    gcv_hprof_measure *m = s->m;
    m->layout = s->candidates[candidate];
    for (size_t i = 0; i < m->gaps.n_classes; i++) {
        const uint32_t class_ = m->order[i];
        gcv_hprof_place(m, class_);
        const uint64_t size = gcv_hprof_up(m->ends[class_].size, m->layout.word);
        s->sizes[class_ * s->n_candidates + candidate] =
            size < UINT32_MAX / 2 ? (uint32_t)size : UINT32_MAX / 2;
    }
}

/* Adds the fits of a class to those of all candidates. Most of them give the same few sizes. */
static void score_class(search *s, uint32_t class_)
{
    enum { MOST = MOST_CANDIDATES * MOST_ALIGNMENTS };
    uint32_t seen[MOST];
    gcv_hprof_fit fits[MOST];
    size_t n = 0;
    for (size_t c = 0; c < s->n_candidates; c++) {
        const uint32_t plain = s->sizes[class_ * s->n_candidates + c];
        for (size_t a = 0; a < s->n_alignments; a++) {
            const uint32_t size = (uint32_t)gcv_hprof_up(plain, s->alignments[a]);
            size_t at = 0;
            while (at < n && seen[at] != size) {
                at++;
            }
            if (at == n) {
                seen[n] = size;
                fits[n++] = gcv_hprof_fit_of(&s->m->gaps, class_, size);
            }
            s->fits[c][a].tight += fits[at].tight;
            s->fits[c][a].over += fits[at].over;
        }
    }
}

static void score_instances(search *s)
{
    gcv_hprof_measure *m = s->m;
    const gcv_hprof_heap *heap = m->hprof->heap;
    s->sizes = gcv_alloc(m->hprof->ctx, m->gaps.n_classes * s->n_candidates + 1, sizeof *s->sizes);
    for (size_t c = 0; c < s->n_candidates; c++) {
        size_classes(s, c);
    }
    for (uint32_t i = 0; i < m->gaps.n_classes; i++) {
        if (gcv_hprof_gaps_count(&m->gaps, i) > 0 && i != heap->java_lang_class &&
            heap->classes.data[i].has_record && !gcv_bitset_has(&m->left_out, i)) {
            m->pool += gcv_hprof_gaps_count(&m->gaps, i);
            score_class(s, i);
        }
    }
    gcv_free(m->hprof->ctx, s->sizes);
}

static gcv_hprof_fit fit_of_arrays(const gcv_hprof_measure *m, const gcv_hprof_layout *layout,
                                   unsigned type)
{
    const gcv_hprof_gaps *gaps = &m->gaps;
    const uint32_t first = gaps->start[gaps->n_classes], group = gaps->n_classes + type;
    gcv_hprof_fit fit = {0, 0};
    for (uint32_t i = gaps->start[group]; i < gaps->start[group + 1]; i++) {
        const uint64_t size = gcv_hprof_array_size(layout, type, gaps->length[i - first]);
        fit.tight += gaps->gap[i] == size;
        fit.over += gaps->gap[i] < size && gaps->gap[i] != UINT32_MAX;
    }
    return fit;
}

static gcv_hprof_fit fit_of_all_arrays(const gcv_hprof_measure *m, const gcv_hprof_layout *layout)
{
    gcv_hprof_fit fit = {0, 0};
    for (unsigned type = 0; type < GCV_HPROF_TYPES; type++) {
        const gcv_hprof_fit part = fit_of_arrays(m, layout, type);
        fit.tight += part.tight;
        fit.over += part.over;
    }
    return fit;
}

/* Whether a layout is better than the best so far; of equal ones, the more usual is. */
static bool is_better(const search *s, const gcv_hprof_layout *layout, gcv_hprof_fit fit)
{
    const gcv_hprof_fit best = s->m->fit;
    const int64_t score = (int64_t)fit.tight - 4 * (int64_t)fit.over;
    const int64_t best_score = (int64_t)best.tight - 4 * (int64_t)best.over;
    return !s->has_best || score > best_score ||
           (score == best_score && (layout->alignment > s->m->layout.alignment ||
                                    (layout->alignment == s->m->layout.alignment &&
                                     layout->packing < s->m->layout.packing)));
}

/* Compares the layouts of one header for arrays and one alignment. */
static void compare(search *s, const header_row *header, size_t alignment)
{
    gcv_hprof_fit arrays = {0, 0};
    unsigned reference = 0;
    for (size_t c = 0; c < s->n_candidates; c++) {
        gcv_hprof_layout layout = s->candidates[c];
        if (layout.header != header->header) {
            continue;
        }
        layout.length_at = header->length_at;
        layout.is_packed = header->is_packed || header->word == 4;
        layout.alignment = s->alignments[alignment];
        if (layout.reference != reference) {
            reference = layout.reference;
            arrays = fit_of_all_arrays(s->m, &layout);
        }
        const gcv_hprof_fit fit = {arrays.tight + s->fits[c][alignment].tight,
                                   arrays.over + s->fits[c][alignment].over};
        if (is_better(s, &layout, fit)) {
            s->has_best = true;
            s->m->layout = layout;
            s->m->fit = fit;
        }
    }
}

static void find_layout(gcv_hprof_measure *m)
{
    search s = {.m = m};
    find_alignments(&s);
    find_candidates(&s);
    score_instances(&s);
    for (unsigned type = 0; type < GCV_HPROF_TYPES; type++) {
        m->pool += gcv_hprof_gaps_count(&m->gaps, m->gaps.n_classes + type);
    }
    for (size_t h = 0; h < GCV_LENGTH(headers); h++) {
        for (size_t a = 0; headers[h].word == m->hprof->id_size && a < s.n_alignments; a++) {
            compare(&s, &headers[h], a);
        }
    }
}

/* ---- class objects ------------------------------------------------------------------------ */

enum { MOST_FIXED = 1024 }; /* a class object without statics is smaller */

/* Marks the sizes that a class object without statics may have: the distances of such. */
static void find_fixed(const gcv_hprof_measure *m, gcv_bitset *out)
{
    const gcv_hprof_heap *heap = m->hprof->heap;
    static const gcv_hprof_counts none;
    for (uint32_t i = 0; i < m->gaps.n_classes; i++) {
        const gcv_hprof_class *class_ = &heap->classes.data[i];
        const bool plain = class_->is_array || memcmp(&class_->statics, &none, sizeof none) == 0;
        if (class_->has_record && plain && m->gaps.mirror[i] < MOST_FIXED) {
            (void)gcv_bitset_add(out, m->gaps.mirror[i]);
        }
    }
    for (uint32_t i = 0; heap->java_lang_class != GCV_NONE &&
                         i < gcv_hprof_gaps_count(&m->gaps, heap->java_lang_class);
         i++) {
        const uint32_t gap = m->gaps.gap[m->gaps.start[heap->java_lang_class] + i];
        if (gap < MOST_FIXED) {
            (void)gcv_bitset_add(out, gap);
        }
    }
}

static gcv_hprof_fit fit_of_mirrors(const gcv_hprof_measure *m, const gcv_hprof_layout *layout)
{
    const gcv_hprof_heap *heap = m->hprof->heap;
    gcv_hprof_fit fit = {0, 0};
    if (heap->java_lang_class != GCV_NONE) {
        fit = gcv_hprof_fit_of(&m->gaps, heap->java_lang_class, layout->fixed);
    }
    for (uint32_t i = 0; i < m->gaps.n_classes; i++) {
        if (heap->classes.data[i].has_record) {
            const uint64_t size = gcv_hprof_mirror_size(layout, &heap->classes.data[i]);
            fit.tight += m->gaps.mirror[i] == size;
            fit.over += m->gaps.mirror[i] < size;
        }
    }
    return fit;
}

/* Measures class objects: with statics inside or, as in JDK 6 and earlier, elsewhere. */
static void measure_mirrors(gcv_hprof_measure *m)
{
    gcv_hprof_layout layout = m->layout;
    int64_t best = INT64_MIN;
    gcv_bitset candidates;
    gcv_bitset_init(m->hprof->ctx, &candidates, MOST_FIXED);
    find_fixed(m, &candidates);
    m->layout.fixed = (uint32_t)gcv_hprof_up(m->layout.header + 8, m->layout.alignment);
    for (unsigned elsewhere = 0; elsewhere < 2; elsewhere++) {
        layout.statics_inside = elsewhere == 0;
        for (layout.fixed = 0; layout.fixed < MOST_FIXED; layout.fixed++) {
            if (!gcv_bitset_has(&candidates, layout.fixed)) {
                continue;
            }
            const gcv_hprof_fit fit = fit_of_mirrors(m, &layout);
            const int64_t score = (int64_t)fit.tight - 4 * (int64_t)fit.over;
            if (score > best) {
                best = score;
                m->layout = layout;
            }
        }
    }
    gcv_bitset_release(m->hprof->ctx, &candidates);
}

/* ---- verdicts ----------------------------------------------------------------------------- */

/* What is known of the sizes, for the words. */
typedef struct verdicts {
    uint64_t bytes, unsure_bytes; /* of all objects; of those whose size is not confirmed … */
    uint64_t unsure_more;         /* … which may be so much more */
    uint64_t tight, over, refuted;
    bool is_dense;
} verdicts;

/* Whether nearly all instances of confirmed classes end where the next object begins. */
static bool find_dense(const gcv_hprof_measure *m, const uint64_t *sizes)
{
    uint64_t tight = 0, all = 0;
    for (uint32_t i = 0; i < m->gaps.n_classes; i++) {
        const uint64_t part = gcv_hprof_fit_of(&m->gaps, i, sizes[i]).tight;
        tight += part;
        all += part > 0 ? gcv_hprof_gaps_count(&m->gaps, i) : 0;
    }
    return tight * 100 >= all * 98;
}

/* Judges the size of a class by its smallest distance, and corrects it. */
static void judge_class(const gcv_hprof_measure *m, uint32_t class_, verdicts *v, uint64_t *size)
{
    enum { FEWEST = 8, BEYOND_A_REGION = 4096 };
    const uint32_t n = gcv_hprof_gaps_count(&m->gaps, class_);
    uint32_t count;
    const uint32_t least = gcv_hprof_least_gap(&m->gaps, class_, &count);
    if (least < *size) {
        *size = least;
        v->refuted++;
    } else if (least > *size && v->is_dense && m->fit.tight * 2 >= m->pool && count >= FEWEST &&
               (uint64_t)count * 10 >= (uint64_t)n * 9 && least - *size <= BEYOND_A_REGION) {
        *size = least;
    } else if (least > *size) {
        v->unsure_bytes += n * *size;
        v->unsure_more += least - *size <= BEYOND_A_REGION ? n * (least - *size) : 0;
    }
    v->tight += gcv_hprof_fit_of(&m->gaps, class_, *size).tight; /* no distance is smaller now */
}

static void size_instances(const gcv_hprof_measure *m, verdicts *v, uint64_t *sizes)
{
    const gcv_hprof_heap *heap = m->hprof->heap;
    for (uint32_t i = 0; i < m->gaps.n_classes; i++) {
        sizes[i] = i == heap->java_lang_class ? m->layout.fixed
                                              : gcv_hprof_instance_size(&m->layout, &m->ends[i]);
    }
    v->is_dense = find_dense(m, sizes);
    for (uint32_t i = 0; m->is_measured && i < m->gaps.n_classes; i++) {
        if (gcv_hprof_gaps_count(&m->gaps, i) > 0 && i != heap->java_lang_class &&
            i != heap->chunk_class && heap->classes.data[i].has_record) {
            judge_class(m, i, v, &sizes[i]);
        }
    }
}

static void judge_arrays(const gcv_hprof_measure *m, verdicts *v)
{
    const gcv_hprof_gaps *gaps = &m->gaps;
    for (unsigned type = 0; type < GCV_HPROF_TYPES; type++) {
        const uint32_t group = gaps->n_classes + type;
        const gcv_hprof_fit fit = fit_of_arrays(m, &m->layout, type);
        v->tight += fit.tight;
        v->over += fit.over;
        for (uint32_t i = gaps->start[group]; fit.tight == 0 && i < gaps->start[group + 1]; i++) {
            v->unsure_bytes += gcv_hprof_array_size(&m->layout, type,
                                                    gaps->length[i - gaps->start[gaps->n_classes]]);
        }
    }
    const gcv_hprof_fit mirrors = fit_of_mirrors(m, &m->layout);
    v->tight += mirrors.tight;
    v->over += mirrors.over;
}

/* ---- sizes -------------------------------------------------------------------------------- */

/* The stack of a virtual thread is in the object, and has a bit for each possible reference. */
static uint64_t chunk_size(const gcv_hprof_measure *m, uint64_t instance, uint64_t words)
{
    return gcv_hprof_up(instance + words * 8 +
                            gcv_hprof_up(words * (8 / m->layout.reference), 64) / 8,
                        m->layout.alignment);
}

static uint64_t size_of(const gcv_hprof_measure *m, const uint64_t *sizes, uint32_t shape,
                        uint32_t length)
{
    const gcv_hprof_heap *heap = m->hprof->heap;
    if (gcv_hprof_is_primitive(shape)) {
        return gcv_hprof_array_size(&m->layout, shape, length);
    }
    const uint32_t class_ = gcv_hprof_class_of(shape);
    const uint32_t form = gcv_hprof_form_of(shape);
    return form == GCV_HPROF_ARRAY ? gcv_hprof_array_size(&m->layout, GCV_HPROF_OBJECT, length)
           : form == GCV_HPROF_MIRROR
               ? gcv_hprof_mirror_size(&m->layout, &heap->classes.data[class_])
           : class_ == heap->chunk_class ? chunk_size(m, sizes[class_], length)
           : heap->classes.data[class_].has_record
               ? sizes[class_]
               : gcv_hprof_up((uint64_t)m->layout.header + length, m->layout.alignment);
}

static void set_sizes(gcv_hprof_measure *m, verdicts *v, const uint64_t *sizes)
{
    gcv_builder_columns *rows = &m->hprof->heap->rows;
    for (size_t i = 0; i < rows->size.n; i++) {
        const uint64_t size = size_of(m, sizes, rows->slot.data[i], rows->size.data[i]);
        v->bytes = gcv_add_capped(v->bytes, size);
        rows->size.data[i] = gcv_big_size_fit(m->hprof->ctx, &rows->big, i, size);
    }
}

/* ---- words -------------------------------------------------------------------------------- */

/* Writes a share in percent, rounded down, so that 100 means all. */
static void share(uint64_t part, uint64_t whole, char *out, size_t size)
{
    const uint64_t hundredths =
        whole == 0 ? 0 : (uint64_t)((double)part / (double)whole * 10000 * (1 + 1e-15));
    (void)snprintf(out, size, "%" PRIu64 ".%02u %%", hundredths / 100,
                   (unsigned)(hundredths % 100));
}

static void say(const gcv_hprof_measure *m, const verdicts *v)
{
    gcv_hprof_about_sizes *about = &m->hprof->heap->sizes;
    const gcv_hprof_layout *layout = &m->layout;
    const uint64_t n = m->hprof->heap->rows.size.n;
    char tight[40], unsure[40], over[60] = "none overlaps";
    share(v->tight, n, tight, sizeof tight);
    share(v->unsure_bytes, v->bytes, unsure, sizeof unsure);
    if (v->over > 0) {
        (void)snprintf(over, sizeof over, "%" PRIu64 " overlap", v->over);
    }
    about->layout.header = layout->header;
    about->layout.reference = layout->reference;
    about->is_assumed = !m->is_measured;
    about->over = m->is_measured ? v->over : 0;
    about->refuted = v->refuted;
    (void)snprintf(about->words, sizeof about->words,
                   m->is_measured
                       ? "measured: header %u, references %u, alignment %u; %s of %" PRIu64
                         " objects end where the next begins, %s"
                       : "assumed: header %u, references %u, alignment %u; the ids do not "
                         "tell where objects end",
                   layout->header, layout->reference, layout->alignment, tight, n, over);
    if (m->is_measured && v->unsure_bytes > 0) {
        (void)snprintf(about->unsure, sizeof about->unsure,
                       "%s of the bytes (at most %" PRIu64 " bytes more)", unsure, v->unsure_more);
    }
}

/* ---- all steps ---------------------------------------------------------------------------- */

/* Lists the classes, superclasses first. */
static void order_classes(gcv_hprof_measure *m)
{
    gcv_context *ctx = m->hprof->ctx;
    const gcv_hprof_class_column *classes = &m->hprof->heap->classes;
    size_t n = 0;
    m->order = gcv_alloc(ctx, classes->n, sizeof *m->order);
    m->first = gcv_alloc_none(ctx, classes->n);
    m->next = gcv_alloc(ctx, classes->n, sizeof *m->next);
    for (uint32_t i = 0; i < classes->n; i++) {
        const uint32_t super = classes->data[i].super;
        if (super == GCV_NONE) {
            m->order[n++] = i;
        } else {
            m->next[i] = m->first[super];
            m->first[super] = i;
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (uint32_t at = m->first[m->order[i]]; at != GCV_NONE; at = m->next[at]) {
            m->order[n++] = at;
        }
    }
}

static void init(gcv_hprof *hprof, gcv_hprof_measure *m)
{
    gcv_context *ctx = hprof->ctx;
    const size_t n = hprof->heap->classes.n;
    *m = (gcv_hprof_measure){.hprof = hprof};
    order_classes(m);
    gcv_hprof_gaps_find(hprof, &m->gaps);
    m->extra = gcv_alloc_zeroed(ctx, n, sizeof *m->extra);
    m->ends = gcv_alloc_zeroed(ctx, n, sizeof *m->ends);
    gcv_bitset_init(ctx, &m->left_out, n);
    gcv_hprof_known_find(m);
}

static void release(gcv_hprof_measure *m)
{
    gcv_context *ctx = m->hprof->ctx;
    GCV_FREE(ctx, m->gaps.start, m->gaps.gap, m->gaps.length, m->gaps.mirror, m->order, m->first,
             m->next, m->extra, m->extras, m->ends);
    gcv_bitset_release(ctx, &m->left_out);
}

/* The layout of most JVMs, for ids that are not addresses. */
static void assume_layout(gcv_hprof_measure *m)
{
    const unsigned word = m->hprof->id_size;
    const gcv_hprof_layout layout = {.word = word,
                                     .header = word == 8 ? 12 : 8,
                                     .length_at = word == 8 ? 12 : 8,
                                     .reference = 4,
                                     .alignment = 8,
                                     .is_packed = word == 4,
                                     .statics_inside = word == 8 && !m->hprof->heap->is_android,
                                     .fixed = word == 8 ? 112 : 96};
    m->layout = layout;
}

/* Chooses the layout; notes whether the ids are good enough as evidence of it. */
static void choose_layout(gcv_hprof_measure *m)
{
    const gcv_hprof_gaps *gaps = &m->gaps;
    find_layout(m);
    const bool distinct = gaps->divisor >= 8 && !gaps->has_repeats;
    m->is_measured =
        distinct && m->fit.over * 1000 <= m->pool && m->fit.tight * 4 >= m->pool && m->pool > 0;
    const bool usable =
        distinct && m->fit.over == 0 && m->fit.tight > 0 && m->fit.tight * 100 >= m->pool;
    const bool by_default = !m->is_measured && !usable;
    if (by_default) {
        assume_layout(m);
    }
    for (size_t i = 0; i < gaps->n_classes; i++) {
        gcv_hprof_place(m, m->order[i]);
    }
    gcv_hprof_known_choose(m, by_default);
    for (size_t i = 0; i < gaps->n_classes; i++) {
        gcv_hprof_place(m, m->order[i]);
    }
    if (!by_default) {
        measure_mirrors(m);
    }
}

void gcv_hprof_measure_sizes(gcv_hprof *hprof)
{
    gcv_hprof_measure m;
    verdicts v = {0};
    gcv_phase(hprof->ctx, "measure");
    init(hprof, &m);
    choose_layout(&m);
    uint64_t *sizes = gcv_alloc(hprof->ctx, m.gaps.n_classes, sizeof *sizes);
    size_instances(&m, &v, sizes);
    judge_arrays(&m, &v);
    set_sizes(&m, &v, sizes);
    say(&m, &v);
    hprof->heap->about.bytes = v.bytes;
    gcv_free(hprof->ctx, sizes);
    release(&m);
}
