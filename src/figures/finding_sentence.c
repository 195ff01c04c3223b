/* finding_sentence.c - the sentence about a finding; see findings.h. */
#include "figures/findings.h"

#include "base/number.h"
#include "heap/shapes.h"

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

/* ---- all that grew where the objects are ---------------------------------------------------- */

/* Returns the cause of the nearest holder above an object, or of it; NULL: it has none. */
static const gcv_cause *cause_of(const gcv_suspect_list *list, const gcv_causes *causes,
                                 uint32_t object)
{
    const gcv_cause *found = NULL;
    gcv_id_map holders = {0};
    for (uint32_t i = 0; i < causes->all.n; i++) {
        const gcv_cause *cause = &causes->all.data[i];
        const uint32_t at = cause->first + cause->n_types + cause->holder - 1;
        if (cause->holder > 0 && causes->rows.data[at].object != GCV_NONE) {
            gcv_id_map_set(list->ctx, &holders, causes->rows.data[at].object, i);
        }
    }
    for (; object < GCV_ROOTED && found == NULL; object = list->input.paths->parent[object]) {
        const uint32_t at = gcv_id_map_get(list->ctx, &holders, object);
        found = at != GCV_NONE ? &causes->all.data[at] : NULL;
    }
    gcv_id_map_release(list->ctx, &holders);
    return found;
}

uint64_t gcv_finding_grown_there(const gcv_suspect_list *list, const gcv_findings *findings,
                                 const gcv_finding *finding)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, finding->rank);
    uint32_t n;
    const uint32_t *members = gcv_suspect_list_members(list, finding->rank, &n);
    const gcv_cause *cause =
        row->crowd != GCV_NONE && findings->causes != NULL && finding->n_likes == 0
            ? cause_of(list, findings->causes, members[0])
            : NULL;
    uint64_t there = 0;
    for (uint32_t i = 0; cause != NULL && i < cause->n_told; i++) {
        const gcv_cause_told *told = &findings->causes->told.data[cause->told + i];
        const gcv_slice name = findings->causes->changes->join.names.data[told->item];
        const bool plain = gcv_is_plain_object(name) && gcv_is_plain_object(row->name);
        there += plain || gcv_slice_equal(name, row->name) ? told->objects[1] : 0;
    }
    const uint64_t grown = cause != NULL && cause->grown > 0 ? (uint64_t)cause->grown : 0;
    return there >= n - n / 10 && grown > finding->own && grown / 3 <= finding->own &&
                   gcv_percent_of(grown, findings->whole) >=
                       gcv_percent_of(finding->own, findings->whole) + 2
               ? grown
               : 0;
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
    const uint64_t there = gcv_finding_grown_there(list, findings, finding);
    if (there > 0) {
        gcv_reason_add(&list->reasons, "; with all that grew there ");
        gcv_reason_add_number(&list->reasons, there);
        gcv_reason_add(&list->reasons, " bytes");
    }
    append_share(list, findings, gcv_suspect_list_has_baseline(list) ? ", " : "; ",
                 there > 0 ? there : finding->own);
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
