/* suspect_reason.c - one sentence that says why something is a suspect; see suspect_reason.h. */
#include "analysis/suspects/explain/suspect_reason.h"

#include "analysis/class_places.h"
#include "analysis/suspects/find/fingerprint.h"

#include <string.h>

static void describe_growth(gcv_reasons *reasons, const gcv_suspect *row, uint64_t old)
{
    if (old == GCV_NOT_REACHABLE) {
        gcv_reason_add(reasons, "; new since the baseline");
    } else {
        gcv_reason_add(reasons, "; grew by ");
        gcv_reason_add_number(reasons, row->retained - old);
        gcv_reason_add(reasons, " bytes from ");
        gcv_reason_add_number(reasons, old);
    }
}

void gcv_reasons_add_fingerprint(gcv_reasons *reasons, const gcv_suspect *row)
{
    char text[GCV_FINGERPRINT_DIGITS + 1];
    gcv_fingerprint_text(row->fingerprint, text);
    gcv_reason_add(reasons, " [");
    gcv_reason_add(reasons, text);
    gcv_reason_add(reasons, "]");
}

static const char *describe_row(gcv_reasons *reasons, const gcv_suspect *row)
{
    if (row->crowd != GCV_NONE) {
        gcv_describe_crowd(reasons, gcv_crowd_of(reasons->found, row));
        return NULL;
    }
    return row->object != GCV_NONE ? gcv_describe_object(reasons, row)
                                   : gcv_describe_group(reasons, row);
}

void gcv_reasons_describe(gcv_reasons *reasons, const gcv_suspect *row, const uint64_t *old)
{
    gcv_buffer_clear(&reasons->text);
    memset(reasons->said, 0, sizeof reasons->said);
    const char *hint = describe_row(reasons, row);
    if (hint != NULL) {
        gcv_reason_add(reasons, "; ");
        gcv_reason_add(reasons, hint);
    }
    gcv_reason_add_slices(reasons, row);
    if (old != NULL) {
        describe_growth(reasons, row, *old);
    }
}

void gcv_reasons_init(gcv_context *ctx, gcv_reasons *out, const gcv_suspect_input *input,
                      const gcv_suspects *found)
{
    uint32_t n_types = input->heap->n_types;
    *out = (gcv_reasons){
        .ctx = ctx, .input = input, .found = found, .finder.ctx = ctx, .finder.heap = input->heap};
    out->seen = gcv_alloc_zeroed(ctx, n_types, sizeof *out->seen);
    out->weight = gcv_alloc(ctx, n_types, sizeof *out->weight);
    out->count = gcv_alloc(ctx, n_types, sizeof *out->count);
    out->of = gcv_alloc_zeroed(ctx, n_types, sizeof *out->of);
    for (uint32_t at = 1; at < found->tree.n; at++) {
        const uint32_t object = input->dominators->object[found->tree.order[at]];
        const uint32_t shape = gcv_heap_object_row(input->heap, object);
        const uint32_t family = gcv_heap_type_family(input->heap, input->heap->type.data[object]);
        gcv_reached *of = &out->of[family];
        of->first = of->n == 0 ? at : of->first;
        of->last = at;
        of->n++;
        out->of[shape].n += shape != family;
    }
    gcv_slice_sums_init(ctx, input, &found->tree, &out->slices);
    out->class_places = gcv_class_places(ctx, input->heap);
}
