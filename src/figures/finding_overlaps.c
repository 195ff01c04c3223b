/* finding_overlaps.c - which findings count the same bytes; see findings.h. */
#include "figures/findings.h"

/* Which parts of findings are about an object, as bits. */
typedef struct gcv_part_marks {
    uint32_t *type; /* per type: about all of its objects */
    uint32_t *over; /* per preorder number: about the object, or about one that dominates it */
} gcv_part_marks;

static void mark(const gcv_suspect_list *list, size_t rank, uint32_t bit, gcv_part_marks *marks)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    uint32_t n;
    const uint32_t *members = gcv_suspect_list_members(list, rank, &n);
    for (uint32_t i = 0; i < n; i++) {
        marks->over[list->input.dominators->number[members[i]]] |= bit;
    }
    for (uint32_t type = 0; n == 0 && type < list->heap->n_types; type++) {
        marks->type[type] |= gcv_is_in_group(list->heap, row, type) ? bit : 0;
    }
}

/* Notes that a part is about an object that the parts `over` are about or above. */
static void add_object(gcv_overlaps *overlaps, uint32_t part, uint32_t over)
{
    uint32_t above = 0; /* findings */
    overlaps->parts[part].overlaps |= over;
    for (uint32_t i = 0; over >> i > 0; i++) {
        above |= (over >> i & 1) << overlaps->parts[i].finding;
    }
    for (uint32_t i = 0; above >> i > 0; i++) {
        overlaps->parts[part].inside[i] += above >> i & 1;
    }
}

/* A dominator has a lower number. */
static void walk(const gcv_suspect_list *list, gcv_part_marks *marks, gcv_overlaps *overlaps)
{
    const gcv_dominators *d = list->input.dominators;
    for (uint32_t number = 1; number <= d->n_reached; number++) {
        const uint32_t object = d->object[number];
        uint32_t own = marks->type[list->heap->type.data[object]];
        own = own != 0 && gcv_selection_has_place(list->input.selection, object) ? own : 0;
        own |= marks->over[number];
        marks->over[number] = own | marks->over[d->dominator[number]];
        for (uint32_t i = 0; own >> i > 0; i++) {
            if ((own >> i & 1) != 0) {
                add_object(overlaps, i, marks->over[number]);
            }
        }
    }
}

/* Marks the first suspect of each finding, and those like it. */
static void mark_parts(const gcv_suspect_list *list, const gcv_findings *findings,
                       gcv_part_marks *marks, gcv_overlaps *out)
{
    size_t like = 0;
    for (size_t rank = 0; rank < findings->of.n && out->n < GCV_OVERLAPS_MAX; rank++) {
        const bool is_like = like < findings->likes.n && findings->likes.data[like] == rank;
        const uint32_t finding = findings->of.data[rank];
        like += is_like;
        if (is_like || findings->all.data[finding].rank == rank) {
            mark(list, rank, 1u << out->n, marks);
            out->parts[out->n++] =
                (gcv_finding_part){.finding = finding,
                                   .objects = gcv_suspect_list_objects(list, rank),
                                   .bytes = gcv_suspect_list_growth(list, rank)};
            out->n_findings = finding >= out->n_findings ? finding + 1 : out->n_findings;
        }
    }
}

void gcv_overlaps_find(const gcv_suspect_list *list, gcv_findings *findings, gcv_overlaps *out)
{
    const size_t n_numbers = (size_t)list->input.dominators->n_reached + 1;
    gcv_part_marks marks = {
        gcv_alloc_zeroed(list->ctx, list->heap->n_types, sizeof *marks.type),
        gcv_alloc_zeroed(list->ctx, n_numbers, sizeof *marks.over),
    };
    out->n = out->n_findings = 0;
    mark_parts(list, findings, &marks, out);
    walk(list, &marks, out);
    for (uint32_t i = 0; i < out->n; i++) {
        gcv_finding_part *x = &out->parts[i];
        for (uint32_t k = 0; k < out->n; k++) {
            const gcv_finding_part *y = &out->parts[k];
            x->overlaps |= (y->overlaps >> i & 1) << k;
            findings->all.data[x->finding].overlaps |=
                y->finding != x->finding ? (x->overlaps >> k & 1) << y->finding : 0;
        }
    }
    GCV_FREE(list->ctx, marks.type, marks.over);
}
