/* finding_sentence.c - the sentence about a finding; see findings.h. */
#include "figures/findings.h"

#include "base/number.h"

/* ---- share -------------------------------------------------------------------------------- */

/* Appends `92 % of the growth`, after the words before it. */
static void append_share(gcv_suspect_list *list, const gcv_findings *findings, const char *before,
                         uint64_t bytes)
{
    const bool growth = gcv_suspect_list_has_baseline(list);
    const uint64_t percent = gcv_percent_of(bytes, findings->whole);
    if (findings->whole == 0) {
        return;
    }
    if (bytes > findings->whole) {
        gcv_reason_add(&list->reasons, ", more than the heap grew");
        return;
    }
    gcv_reason_add(&list->reasons, before);
    gcv_reason_add(&list->reasons, percent > 0 ? "" : "less than ");
    gcv_reason_add_number(&list->reasons, percent > 0 ? percent : 1);
    gcv_reason_add(&list->reasons, growth ? " % of the growth" : " % of the reachable bytes");
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Appends how many objects there were: `; there were 100 before`. */
static void append_objects(gcv_suspect_list *list, const gcv_suspect *row, uint32_t before)
{
    if (before != GCV_NONE) {
        gcv_reason_add(&list->reasons, before == 1 ? "; there was " : "; there were ");
        gcv_reason_add_number(&list->reasons, before);
        gcv_reason_add(&list->reasons, before == row->objects ? " before, too" : " before");
    }
}

void gcv_finding_describe(gcv_suspect_list *list, const gcv_findings *findings, size_t at)
{
    const gcv_finding *finding = &findings->all.data[at];
    const gcv_suspect *row = gcv_suspect_list_row(list, finding->rank);
    gcv_suspect_list_describe(list, finding->rank);
    append_share(list, findings, gcv_suspect_list_has_baseline(list) ? ", " : "; ", finding->own);
    if (gcv_suspect_list_retained_before(list, finding->rank) != GCV_NOT_REACHABLE) {
        const uint32_t before = list->past.objects[list->rows.items.data[finding->rank]];
        append_objects(list, row, before);
        if (before != GCV_NONE && before >= row->objects) {
            gcv_finding_append_below(list, findings, finding->rank);
        }
    }
    if (finding->n_likes > 0) {
        gcv_reason_add(&list->reasons, "; with ");
        gcv_reason_add_number(&list->reasons, finding->n_likes);
        gcv_reason_add(&list->reasons, " more like it in other fields");
        append_share(list, findings, ", together ", finding->bytes);
    }
}
