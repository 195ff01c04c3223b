/* java_layout.c - where a JVM puts the fields of objects and the elements of arrays; see
 * java_sizes.h. */
#include "input/hprof/java_sizes.h"

#include <string.h>

static const unsigned widths[] = {0, 8, 4, 2, 1}; /* as gcv_hprof_counts */

/* ---- arrays and class objects ------------------------------------------------------------- */

uint64_t gcv_hprof_array_size(const gcv_hprof_layout *layout, unsigned type, uint64_t n)
{
    const unsigned width = gcv_hprof_is_object(type) ? layout->reference : gcv_hprof_width(type);
    const uint64_t base = layout->length_at + 4;
    const bool at_words = width == 8 || !layout->is_packed;
    return gcv_hprof_up((at_words ? gcv_hprof_up(base, 8) : base) + n * width, layout->alignment);
}

uint64_t gcv_hprof_mirror_size(const gcv_hprof_layout *layout, const gcv_hprof_class *class_)
{
    const uint32_t *n = class_->statics.of;
    uint64_t end = layout->fixed + (uint64_t)n[GCV_HPROF_REFERENCES] * layout->reference;
    for (unsigned i = GCV_HPROF_LONGS; i <= GCV_HPROF_BYTES; i++) {
        end = n[i] > 0 ? gcv_hprof_up(end, widths[i]) + (uint64_t)n[i] * widths[i] : end;
    }
    return layout->statics_inside && end > layout->fixed
               ? gcv_hprof_up(gcv_hprof_up(end, layout->word), layout->alignment)
               : layout->fixed;
}

/* ---- fields ------------------------------------------------------------------------------- */

static void add_hole(gcv_hprof_end *end, uint32_t before, uint64_t at, uint64_t size)
{
    if (end->n_holes < GCV_HPROF_MOST_HOLES && size > 0) {
        memmove(end->holes + before + 1, end->holes + before,
                (end->n_holes - before) * sizeof *end->holes);
        end->holes[before].at = at;
        end->holes[before].size = (uint32_t)size;
        end->n_holes++;
    }
}

/* Returns the smallest hole that a field fits into, of equal ones the last; GCV_NONE: none. */
static uint32_t find_hole(const gcv_hprof_end *end, unsigned width)
{
    uint32_t best = GCV_NONE;
    for (uint32_t i = end->n_holes; i > 0; i--) {
        const gcv_hprof_hole *hole = &end->holes[i - 1];
        const uint64_t lost = gcv_hprof_up(hole->at, width) - hole->at;
        if (hole->size >= lost + width &&
            (best == GCV_NONE || hole->size < end->holes[best].size)) {
            best = i - 1;
        }
    }
    return best;
}

static void put_field(gcv_hprof_end *end, unsigned width)
{
    const uint32_t found = find_hole(end, width);
    if (found == GCV_NONE) {
        const uint64_t at = gcv_hprof_up(end->end, width);
        add_hole(end, end->n_holes, end->end, at - end->end);
        end->end = at + width;
        return;
    }
    const gcv_hprof_hole hole = end->holes[found];
    const uint64_t at = gcv_hprof_up(hole.at, width), after = hole.at + hole.size;
    end->n_holes--;
    memmove(end->holes + found, end->holes + found + 1,
            (end->n_holes - found) * sizeof *end->holes);
    add_hole(end, found, at + width, after - at - width);
    add_hole(end, found, hole.at, at - hole.at);
}

/* JDK 15 and later: primitive fields from large to small, then references; each in the smallest
 * hole that fits, else at the end. */
static void pack_new(const gcv_hprof_layout *layout, const gcv_hprof_counts *counts,
                     gcv_hprof_end *end)
{
    for (unsigned i = GCV_HPROF_LONGS; i <= GCV_HPROF_BYTES; i++) {
        for (uint32_t n = counts->of[i]; n > 0; n--) {
            put_field(end, widths[i]);
        }
    }
    for (uint32_t n = counts->of[GCV_HPROF_REFERENCES]; n > 0; n--) {
        put_field(end, layout->reference);
    }
}

/* JDK 14 and earlier: longs, ints, shorts, bytes, references; fields that are small enough fill the
 * gap before the first long. */
static void pack_old(const gcv_hprof_layout *layout, const gcv_hprof_counts *counts,
                     gcv_hprof_end *end)
{
    const unsigned unit =
        layout->packing == GCV_HPROF_PACKS_WORDS ? layout->word : layout->reference;
    gcv_hprof_counts left = *counts;
    const uint64_t start = end->end;
    uint64_t at = start;
    if (left.of[GCV_HPROF_LONGS] > 0) {
        at = gcv_hprof_up(at, 8);
        uint64_t gap = at - start;
        for (unsigned i = GCV_HPROF_INTS; i <= GCV_HPROF_BYTES; i++) {
            for (; gap >= widths[i] && left.of[i] > 0; gap -= widths[i]) {
                left.of[i]--;
            }
        }
        left.of[GCV_HPROF_REFERENCES] -=
            gap >= layout->reference && left.of[GCV_HPROF_REFERENCES] > 0;
    }
    for (unsigned i = GCV_HPROF_LONGS; i <= GCV_HPROF_BYTES; i++) {
        at += (uint64_t)widths[i] * left.of[i];
    }
    if (left.of[GCV_HPROF_REFERENCES] > 0) {
        at = gcv_hprof_up(at, layout->reference) +
             (uint64_t)layout->reference * left.of[GCV_HPROF_REFERENCES];
    }
    end->end = at > start ? gcv_hprof_up(at, unit) : at;
}

/* Puts fields after the end, as after padding: no hole is filled. */
static void append(const gcv_hprof_layout *layout, const gcv_hprof_counts *counts, uint64_t from,
                   gcv_hprof_end *end)
{
    const uint32_t n_references = counts->of[GCV_HPROF_REFERENCES];
    end->end = from;
    end->n_holes = 0;
    for (unsigned i = GCV_HPROF_LONGS; i <= GCV_HPROF_BYTES; i++) {
        if (counts->of[i] > 0) {
            end->end = gcv_hprof_up(end->end, widths[i]) + (uint64_t)widths[i] * counts->of[i];
        }
    }
    if (n_references > 0) {
        end->end =
            gcv_hprof_up(end->end, layout->reference) + (uint64_t)layout->reference * n_references;
    }
}

static void put_level(const gcv_hprof_layout *layout, const gcv_hprof_counts *counts,
                      gcv_hprof_end *end)
{
    if (end->padding > 0) {
        append(layout, counts, end->end + end->padding, end);
    } else {
        (layout->packing == GCV_HPROF_PACKS_NEW ? pack_new : pack_old)(layout, counts, end);
    }
}

/* ---- contended fields --------------------------------------------------------------------- */

/* Whether a name is one of those in a text, which are separated by blanks. */
static bool is_named(gcv_slice name, gcv_slice names)
{
    gcv_slice word = gcv_slice_take_field(&names);
    while (word.size > 0 && !gcv_slice_equal(word, name)) {
        word = gcv_slice_take_field(&names);
    }
    return word.size > 0;
}

/* Counts the fields of a class that are in the contended group, and takes them out of `rest`. */
static gcv_hprof_counts take_group(const gcv_hprof *hprof, const gcv_hprof_class *class_,
                                   const char *names, gcv_hprof_counts *rest)
{
    const gcv_hprof_heap *heap = hprof->heap;
    gcv_hprof_counts group = {{0}};
    for (uint32_t i = 0; i < class_->n_fields; i++) {
        const gcv_hprof_field *field = &heap->fields.data[class_->first_field + i];
        const gcv_slice name = gcv_hprof_text_of(hprof, heap->field_names.data[field->name]);
        if (is_named(name, gcv_slice_str(names))) {
            group.of[gcv_hprof_count_of(field->type)]++;
            rest->of[gcv_hprof_count_of(field->type)]--;
        }
    }
    return group;
}

static bool is_empty(const gcv_hprof_counts *counts)
{
    static const gcv_hprof_counts none;
    return memcmp(counts, &none, sizeof none) == 0;
}

static void put_contended(const gcv_hprof *hprof, const gcv_hprof_layout *layout,
                          const gcv_hprof_class *class_, const gcv_hprof_extra *extra,
                          gcv_hprof_counts *own, gcv_hprof_end *end)
{
    const bool whole = extra->contended[0] == '*';
    const gcv_hprof_counts group = take_group(hprof, class_, extra->contended + whole, own);
    if (whole) {
        append(layout, own, end->end + end->padding + extra->padding, end);
    } else {
        put_level(layout, own, end);
    }
    if (!is_empty(&group)) {
        append(layout, &group, end->end + extra->padding, end);
    }
    end->n_holes = 0;
    end->size = end->end + extra->padding;
    end->padding = extra->padding;
    if (layout->packing != GCV_HPROF_PACKS_NEW) {
        end->end = end->size;
        end->padding = 0;
    }
}

/* ---- a class ------------------------------------------------------------------------------ */

void gcv_hprof_place(gcv_hprof_measure *m, uint32_t class_)
{
    const gcv_hprof_class *declared = &m->hprof->heap->classes.data[class_];
    const gcv_hprof_extra *extra = m->extra[class_];
    gcv_hprof_counts own = declared->fields;
    gcv_hprof_end end = {.end = m->layout.header};
    if (declared->super != GCV_NONE) {
        end = m->ends[declared->super];
    }
    for (unsigned i = 0; extra != NULL && i <= GCV_HPROF_BYTES; i++) {
        own.of[i] += extra->hidden.of[i];
    }
    if (extra != NULL && extra->padding > 0) {
        put_contended(m->hprof, &m->layout, declared, extra, &own, &end);
    } else if (is_empty(&own)) {
        end.size = end.end + end.padding;
    } else {
        put_level(&m->layout, &own, &end);
        end.size = end.end;
    }
    m->ends[class_] = end;
}
