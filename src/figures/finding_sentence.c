/* finding_sentence.c - the sentence about a finding; see findings.h. */
#include "figures/findings.h"

#include "analysis/type_kinds.h"
#include "base/number.h"
#include "heap/java_class.h"
#include "heap/root_label.h"

/* Number of types that are named of what grew below. */
enum { BELOW_SHOWN = 2 };

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

/* ---- what grew below ---------------------------------------------------------------------- */

/* The chain of a suspect: `n` steps from the root down. */
typedef struct gcv_finding_chain {
    const gcv_suspect_step *steps;
    uint32_t n;
    gcv_buffer root; /* label, as causes have it */
} gcv_finding_chain;

/* Whether a root, which may be none, has another label across dumps. */
static bool is_of_thread(const gcv_heap *heap, uint32_t root)
{
    const uint32_t kind =
        root != GCV_NONE ? heap->roots.data[root].kind : (uint32_t)GCV_ROOT_KIND_STATIC;
    return kind == GCV_ROOT_KIND_LOCAL || kind == GCV_ROOT_KIND_RUNTIME;
}

static gcv_finding_chain chain_of(gcv_suspect_list *list, const gcv_suspect_chains *chains,
                                  size_t rank)
{
    gcv_finding_chain chain = {0};
    if (rank < chains->n) {
        const uint32_t first = chains->first.data[rank];
        chain.steps = chains->steps.data + first;
        chain.n = chains->first.data[rank + 1] - first;
    }
    if (chain.n > 1 && chain.steps->object != GCV_NONE &&
        gcv_java_class_name(list->heap, chain.steps->object).data != NULL) {
        gcv_suspect_step_root(list->ctx, list->heap, chain.steps, false, &chain.root);
        chain.steps++; /* causes begin at what a static field holds */
        chain.n--;
    } else if (chain.n > 0 && is_of_thread(list->heap, chain.steps->root)) {
        gcv_root_label_across_dumps(list->ctx, list->heap,
                                    &list->heap->roots.data[chain.steps->root], &chain.root);
    } else if (chain.n > 0) {
        gcv_suspect_step_root(list->ctx, list->heap, chain.steps, chain.n == 1, &chain.root);
    }
    return chain;
}

/* Whether objects that grew are below the last step of a chain: their own chain begins with it. */
static bool is_below(const gcv_suspect_list *list, const gcv_causes *causes, uint32_t at,
                     const gcv_finding_chain *chain)
{
    const gcv_cause_row *rows = causes->rows.data;
    if (rows[at].depth <= chain->n || chain->n == 0) {
        return false;
    }
    while (rows[at].depth > chain->n) {
        at = rows[at].above;
    }
    for (uint32_t i = chain->n; i-- > 0; at = i > 0 ? rows[at].above : at) {
        const uint32_t type = chain->steps[i].type;
        if (type == GCV_NONE || rows[at].type == GCV_NONE ||
            !gcv_slice_equal(list->heap->types.name[type], gcv_cause_name(causes, &rows[at]))) {
            return false;
        }
    }
    return gcv_slice_equal(gcv_buffer_slice(&chain->root), gcv_cause_root(causes, &rows[at]));
}

/* Appends what grew below, nearest first: objects of the program, or all others, after `shown`.
 * Returns how many are shown. */
static uint32_t append_types_below(gcv_suspect_list *list, const gcv_causes *causes, bool mine,
                                   const gcv_finding_chain *chain, uint32_t shown)
{
    for (uint32_t i = 0; i < causes->rows.n && shown < BELOW_SHOWN; i++) {
        const gcv_cause_row *row = &causes->rows.data[i];
        const gcv_slice name = gcv_cause_name(causes, row);
        const uint32_t type = gcv_heap_type_named(list->heap, name);
        const uint32_t kinds = type != GCV_NONE ? list->found.kinds[type] : 0;
        if (row->objects[1] > row->objects[0] && ((kinds & GCV_TYPE_MINE) != 0) == mine &&
            is_below(list, causes, i, chain)) {
            append(list, shown > 0 ? " and " : "");
            append_number(list, row->objects[1] - row->objects[0]);
            append(list, " more ");
            gcv_buffer_append(list->ctx, &list->reasons.text, name);
            shown++;
        }
    }
    return shown;
}

/* Appends what grew below the objects of a suspect, types of the program first: `; below them are
 * 75 more Acme.Draft`. All objects on such a chain are the suspect's. (This does not hold for a
 * single object: others may be on chains of the same types.) */
static void append_below(gcv_suspect_list *list, const gcv_findings *findings, size_t rank)
{
    const bool one = gcv_suspect_list_row(list, rank)->objects == 1;
    const size_t end = list->reasons.text.text.n;
    gcv_finding_chain chain = chain_of(list, findings->chains, rank);
    append(list, one ? "; below it are " : "; below them are ");
    const uint32_t shown = append_types_below(list, findings->causes, true, &chain, 0);
    if (append_types_below(list, findings->causes, false, &chain, shown) == 0) {
        list->reasons.text.text.n = end;
    }
    gcv_buffer_release(list->ctx, &chain.root);
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
            append_below(list, findings, finding->rank);
        }
    }
    if (finding->n_likes > 0) {
        append(list, "; with ");
        append_number(list, finding->n_likes);
        append(list, " more like it in other fields");
        append_share(list, findings, finding->bytes);
    }
}
