/* finding_sentence.c - the sentence about a finding; see findings.h. */
#include "figures/findings.h"

#include "base/number.h"

static void append(gcv_suspect_list *list, const char *text)
{
    gcv_buffer_append_str(list->ctx, &list->reasons.text, text);
}

static void append_number(gcv_suspect_list *list, uint64_t number)
{
    gcv_buffer_append_u64(list->ctx, &list->reasons.text, number);
}

/* ---- share -------------------------------------------------------------------------------- */

/* Appends `, 92 % of the growth`. */
static void append_share(gcv_suspect_list *list, const gcv_findings *findings, uint64_t bytes)
{
    const bool growth = gcv_suspect_list_has_baseline(list);
    const uint64_t percent = gcv_percent_of(bytes, findings->whole);
    if (findings->whole == 0) {
        return;
    }
    if (bytes > findings->whole) {
        append(list, ", more than the heap grew");
        return;
    }
    append(list, growth ? ", " : "; ");
    append(list, percent > 0 ? "" : "less than ");
    append_number(list, percent > 0 ? percent : 1);
    append(list, growth ? " % of the growth" : " % of the reachable bytes");
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Appends how many objects there were: `; there were 100 before`. */
static void append_objects(gcv_suspect_list *list, const gcv_suspect *row, uint32_t before)
{
    if (before != GCV_NONE) {
        append(list, before == 1 ? "; there was " : "; there were ");
        append_number(list, before);
        append(list, before == row->objects ? " before, too" : " before");
    }
}

void gcv_finding_describe(gcv_suspect_list *list, const gcv_findings *findings, size_t at)
{
    const gcv_finding *finding = &findings->all.data[at];
    const gcv_suspect *row = gcv_suspect_list_row(list, finding->rank);
    gcv_suspect_list_describe(list, finding->rank);
    append_share(list, findings, finding->own);
    if (gcv_suspect_list_retained_before(list, finding->rank) != GCV_NOT_REACHABLE) {
        const uint32_t before = list->past.objects[list->rows.items.data[finding->rank]];
        append_objects(list, row, before);
        if (before != GCV_NONE && before >= row->objects) {
            gcv_finding_append_below(list, findings, finding->rank);
        }
    }
    if (finding->n_likes > 0) {
        append(list, "; with ");
        append_number(list, finding->n_likes);
        append(list, " more like it in other fields");
        append_share(list, findings, finding->bytes);
    }
}
