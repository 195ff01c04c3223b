/* look.c - the figures that the first look and the page share; see look.h. */
#include "figures/look.h"

#include "analysis/capture.h"
#include "base/number.h"
#include "base/text.h"
#include "heap/shapes.h"

#include <inttypes.h>
#include <string.h>

/* ---- types that are shown ----------------------------------------------------------------- */

/* Sets for all types would take half as long as the search for suspects. So there are none for
 * types that cannot be shown, nor for types whose bounds from that search are equal. */

/* Keys of types, by their totals or bounds; that of GCV_NOT_REACHABLE is 0. */
GCV_KEY(key_count, ((const gcv_group_totals *)payload)->counts[row]);
GCV_KEY(key_bytes, ((const gcv_group_totals *)payload)->bytes[row]);
GCV_KEY(key_retained, ((const gcv_group_totals *)payload)->retained[row] + 1);
GCV_KEY(key_least, ((const gcv_type_bounds *)payload)[row].least);

/* Lists the types that have objects, highest keys first, then by name. */
static void sort_types(gcv_context *ctx, const gcv_group_totals *types, gcv_key_fn key,
                       const void *payload, gcv_u32_column *out)
{
    gcv_u32_column_reserve(ctx, out, types->groups.n);
    for (uint32_t i = 0; i < types->groups.n; i++) {
        if (types->counts[i] > 0) {
            out->data[out->n++] = i;
        }
    }
    gcv_sort_by_key(ctx, out->data, out->n, key, payload, true);
}

void gcv_groups_by_bytes(gcv_context *ctx, const gcv_group_totals *totals, gcv_u32_column *out)
{
    sort_types(ctx, totals, key_bytes, totals, out);
}

static void mark(const gcv_u32_column *types, size_t top, uint8_t *marks)
{
    for (size_t i = 0; i < types->n && i < top; i++) {
        marks[types->data[i]] = 1;
    }
}

/* Marks the `top` types with the highest keys. */
static void mark_first(const gcv_look *look, gcv_key_fn key, size_t top, uint8_t *marks)
{
    gcv_context *ctx = look->ctx;
    gcv_u32_column types = {NULL, 0, 0};
    sort_types(ctx, &look->types, key, &look->types, &types);
    mark(&types, top, marks);
    gcv_u32_column_release(ctx, &types);
}

/* Suspects are about what is not left out of the heap: with the rest, types may retain any more,
 * and so may types that are one group. */
static void read_bounds(const gcv_look *look, gcv_type_bounds *bounds)
{
    for (uint32_t i = 0; i < look->types.groups.n; i++) {
        bounds[i].least = bounds[i].most = 0;
    }
    const gcv_heap *heap = look->suspects.heap;
    const bool whole = gcv_basis_rest(look->request.suspects.now) == heap;
    for (uint32_t i = 0; i < heap->n_types; i++) {
        if (gcv_heap_type_row(heap, i) == i) {
            const gcv_type_bounds *type = &look->suspects.found.bounds[i];
            gcv_type_bounds *group = &bounds[look->types.groups.of[i]];
            group->most = whole && group->most == 0 ? type->most : UINT64_MAX;
            group->least = type->least > group->least ? type->least : group->least;
        }
    }
}

/* Finds a bound for the types that are shown for what they retain: all have at least as much. If
 * all but one are shown, so is that one: it needs no bound. */
static uint64_t find_least(const gcv_look *look, const gcv_type_bounds *bounds)
{
    const gcv_type_request *top = &look->request.types;
    gcv_u32_column types = {NULL, 0, 0};
    if (top->by_retained == 0) {
        return UINT64_MAX;
    }
    sort_types(look->ctx, &look->types, key_least, bounds, &types);
    const size_t most = top->by_retained + top->by_bytes + top->by_count;
    uint64_t bytes = gcv_rows_shown(types.n, most) < types.n
                         ? bounds[types.data[top->by_retained - 1]].least
                         : 0;
    gcv_u32_column_release(look->ctx, &types);
    return bytes;
}

/* Stores the retained bytes of types that are known without a set, and numbers the sets of other
 * types that may be shown: per type, or GCV_NONE. Returns the number of these sets. */
static uint32_t find_type_sets(gcv_look *look, uint32_t *set_of)
{
    gcv_context *ctx = look->ctx;
    gcv_group_totals *types = &look->types;
    const uint32_t n_types = types->groups.n;
    gcv_type_bounds *bounds = gcv_alloc(ctx, n_types, sizeof *bounds);
    uint32_t n = 0;
    types->retained = gcv_alloc(ctx, n_types, sizeof *types->retained);
    look->is_shown_type = gcv_alloc_zeroed(ctx, n_types, sizeof *look->is_shown_type);
    mark_first(look, key_bytes, look->request.types.by_bytes, look->is_shown_type);
    mark_first(look, key_count, look->request.types.by_count, look->is_shown_type);
    read_bounds(look, bounds);
    const uint64_t least = find_least(look, bounds);
    for (uint32_t i = 0; i < n_types; i++) {
        const bool may = look->is_shown_type[i] || bounds[i].most >= least;
        const bool known = bounds[i].least == bounds[i].most && bounds[i].least > 0;
        types->retained[i] = may && known ? bounds[i].least : GCV_NOT_REACHABLE;
        set_of[i] = types->counts[i] > 0 && may && !known ? n++ : GCV_NONE;
    }
    gcv_free(ctx, bounds);
    return n;
}

static void put_internals_last(gcv_look *look)
{
    const gcv_slice *names = look->types.groups.names;
    gcv_u32_column *types = &look->shown_types;
    for (size_t i = 0; look->types.query.owned && i + 1 < types->n; i++) {
        const uint32_t type = types->data[i];
        if (gcv_slice_is(names[type], GCV_INTERNALS)) {
            types->data[i] = types->data[i + 1];
            types->data[i + 1] = type;
        }
    }
}

/* Chooses the types that are shown, when their retained bytes are known. */
static void choose_types(gcv_look *look)
{
    const gcv_type_request *top = &look->request.types;
    gcv_u32_column *types = &look->shown_types;
    size_t n = 0, shown = 0;
    if (top->by_retained == 0) {
        sort_types(look->ctx, &look->types, key_bytes, &look->types, types);
        types->n = types->n < top->by_bytes ? types->n : top->by_bytes;
        put_internals_last(look);
        return;
    }
    sort_types(look->ctx, &look->types, key_retained, &look->types, types);
    mark(types, top->by_retained, look->is_shown_type);
    for (size_t i = 0; i < types->n; i++) {
        shown += look->is_shown_type[types->data[i]];
    }
    shown = gcv_rows_shown(types->n, shown);
    for (size_t i = 0; i < types->n; i++) {
        types->data[n] = types->data[i];
        n += shown == types->n || look->is_shown_type[types->data[i]];
    }
    types->n = n;
    put_internals_last(look);
}

/* ---- retained bytes of sets --------------------------------------------------------------- */

/* Finds what the sets that `stats --retained`, `roots --by kind` and `suspects --chains` have
 * retain: sets of types come first, then those of kinds of roots, then those of steps. */
static void find_sets(gcv_look *look)
{
    gcv_context *ctx = look->ctx;
    gcv_basis *now = look->request.suspects.now;
    gcv_set_members members;
    uint32_t *of_type = gcv_alloc(ctx, look->types.groups.n, sizeof *of_type);
    const uint32_t n_types = find_type_sets(look, of_type);
    gcv_set_members_init(ctx, &members, look->suspects.heap);
    gcv_group_totals_assign_sets(&look->types, of_type, members.class_of);
    gcv_set_members_begin(ctx, &members, n_types);
    if (look->request.root_kinds) {
        gcv_root_kinds_collect(ctx, now->selection, &members, n_types, &look->root_kinds);
    }
    const size_t first_step = n_types + look->root_kinds.n;
    gcv_suspect_list_collect(&look->suspects, &members, (uint32_t)first_step, &look->chains);
    uint64_t *retained =
        gcv_set_members_retained(ctx, &members, gcv_basis_roots(now), gcv_basis_paths(now),
                                 (uint32_t)(first_step + look->chains.sets.n));
    for (uint32_t i = 0; i < look->types.groups.n; i++) {
        if (of_type[i] != GCV_NONE) {
            look->types.retained[i] = retained[of_type[i]];
        }
    }
    for (uint32_t i = 0; i < look->root_kinds.n; i++) {
        look->root_kinds.data[i].retained = retained[n_types + i];
    }
    gcv_suspect_chains_take(&look->chains, retained + first_step);
    GCV_FREE(ctx, retained, of_type);
}

/* ---- no findings -------------------------------------------------------------------------- */

/* Whether the heap has lost a fiftieth of its bytes. */
static bool has_shrunk(const gcv_look *look)
{
    int64_t objects;
    return gcv_changes_growth(&look->changes, &objects) <
           -(int64_t)(look->summary.counts.bytes / 50);
}

static const char shrunk[] =
    "The heap has shrunk since the baseline. Was the baseline taken later? Then swap them.";

static const char calm[] = "Nothing grew much, and nothing new repeats where it should not.",
                  nothing_repeats[] = "Nothing new repeats where it should not.";

const char *gcv_look_without_findings(const gcv_look *look, const char **heading)
{
    const bool complete = gcv_heap_is_complete(look->request.suspects.now->heap);
    const bool reaches = look->summary.reach.reachable_objects > 0;
    const bool compares = gcv_look_has_baseline(look);
    *heading =
        complete && reaches && compares && !look->grew_much ? "Nothing suspicious" : "No suspects";
    return look->summary.reach.objects == 0 ? "The dump has no objects."
           : !reaches                       ? "No strong root reaches any object."
           : !complete ? "The dump is incomplete: what it lacks may hold much, or repeat."
           : !compares ? "No one place holds a tenth of the bytes, and no pattern of a leak was "
                         "found. A later dump would tell what grows."
           : has_shrunk(look)      ? shrunk
           : look->calm.text.n > 0 ? look->calm.text.data
                                   : calm;
}

/* Says that a pair without findings has grown all the same, if it has. */
static void find_calm(gcv_look *look)
{
    const gcv_suspect_list *list = &look->suspects;
    const uint64_t whole = list->reachable, before = list->reachable_before;
    const uint64_t rest = look->findings.whole; /* without what taking the dump made */
    const uint64_t grown = whole > before && whole - before > rest ? whole - before : rest;
    enum { MUCH = 10 }; /* percent */
    if (gcv_look_has_baseline(look) && look->findings.all.n == 0 && grown > 0) {
        const uint64_t of = before > 0 ? before : whole;
        const uint64_t tenths = grown <= UINT64_MAX / 10 ? gcv_percent_of(grown * 10, of)
                                                         : gcv_percent_of(grown, of) * 10;
        look->grew_much = tenths >= MUCH * 10;
        gcv_buffer_print(look->ctx, &look->calm, "%s The reachable bytes grew by %" PRIu64,
                         look->grew_much ? nothing_repeats : calm, grown);
        gcv_buffer_print(look->ctx, &look->calm, " (%s%" PRIu64 ".%" PRIu64 " %%)",
                         tenths == 0 ? "less than " : "", tenths / 10,
                         tenths == 0 ? 1 : tenths % 10);
        const gcv_change row = gcv_change_named(&look->changes, gcv_slice_str(GCV_CODE_TYPE)),
                         shape = gcv_change_named(&look->changes, gcv_slice_str(GCV_LAYOUT_TYPE));
        const uint64_t code = gcv_excess(row.bytes_b + shape.bytes_b, /* taken for reachable */
                                         row.bytes_a + shape.bytes_a);
        const char *before_part = ", of which ";
        if (grown > rest) {
            gcv_buffer_print(look->ctx, &look->calm, "%staking the dump made %" PRIu64, before_part,
                             grown - rest);
            before_part = " and ";
        }
        if (code > 0 && code <= rest) {
            gcv_buffer_print(look->ctx, &look->calm,
                             "%scompiled code with object shapes is %" PRIu64, before_part, code);
        }
        gcv_buffer_print(look->ctx, &look->calm, ".");
    }
}

static void append_caveat(const gcv_look *look, const gcv_heap *heap, const char *what,
                          const char *means, gcv_buffer *out)
{
    static const char prefix[] = "incomplete: ";
    const char *verdict = gcv_heap_verdict(heap);
    if (!gcv_heap_is_complete(heap)) {
        verdict += strncmp(verdict, prefix, strlen(prefix)) == 0 ? strlen(prefix) : 0;
        gcv_buffer_print(look->ctx, out, "%s%s is incomplete (%s): %s.", out->text.n > 0 ? " " : "",
                         what, verdict, means);
    }
}

void gcv_look_caveat(const gcv_look *look, gcv_buffer *out)
{
    if (gcv_look_has_baseline(look)) {
        append_caveat(look, look->request.suspects.past->heap, "The baseline",
                      "what is called new or grown may have been there", out);
    }
    if (look->findings.all.n > 0) {
        append_caveat(look, look->request.suspects.now->heap, "The dump",
                      "what it lacks may hold other objects, or more", out);
        if (out->text.n == 0 && gcv_look_has_baseline(look) && has_shrunk(look)) {
            gcv_buffer_append_str(look->ctx, out, shrunk);
        }
    }
    if (gcv_look_has_baseline(look) && gcv_has_nameless_types(look->request.suspects.past->heap) &&
        gcv_has_nameless_types(look->request.suspects.now->heap)) {
        gcv_buffer_print(look->ctx, out,
                         "%sTypes without names cannot be matched between dumps: their growth is "
                         "that of " GCV_NAMELESS_TYPES ".",
                         out->text.n > 0 ? " " : "");
    }
}

/* ---- growth ------------------------------------------------------------------------------- */

static void find_causes(gcv_look *look, const gcv_changes *changes)
{
    gcv_cause_request request = {.changes = changes, .items = &look->grown.items};
    request.basis[0] = look->request.suspects.past;
    request.basis[1] = look->request.suspects.now;
    request.top = look->request.causes;
    request.retained = look->request.retained_growth;
    gcv_basis_order(request.basis[1]); /* which the search for suspects needs, too */
    gcv_causes_find(look->ctx, &request, &look->causes);
}

/* As `diff OLD FILE` and `diff --cause OLD FILE` find it. */
static void find_growth(gcv_look *look)
{
    const gcv_suspect_request *sides = &look->request.suspects;
    const gcv_heap *const heaps[2] = {sides->past->heap, sides->now->heap};
    const gcv_heap *owned[2] = {gcv_basis_owned(sides->past), gcv_basis_owned(sides->now)};
    const bool are_owned = owned[0] != NULL && owned[1] != NULL;
    const gcv_heap *const rest[2] = {are_owned ? owned[0] : gcv_basis_rest(sides->past),
                                     are_owned ? owned[1] : gcv_basis_rest(sides->now)};
    const gcv_changes *changes = &look->changes;
    gcv_change_request request = {.heaps = heaps,
                                  .n_heaps = 2,
                                  .filter = sides->now->selection->filter,
                                  .totals.include_weak = sides->now->include_weak};
    request.totals.retained = look->request.retained_growth;
    gcv_changes_find(look->ctx, &request, &look->changes);
    if (rest[0] != heaps[0] || rest[1] != heaps[1]) {
        request.heaps = rest;
        request.totals.owned = are_owned;
        gcv_changes_find(look->ctx, &request, &look->rest);
        changes = &look->rest;
    }
    gcv_changes_largest(changes, true, &look->grown);
    find_causes(look, changes);
}

bool gcv_look_is_small(const gcv_look *look, size_t cause)
{
    int64_t objects;
    const int64_t whole = gcv_changes_growth(&look->changes, &objects);
    return (cause > 0 && look->causes.all.data[cause].grown < whole / 1000) ||
           gcv_cause_is_moved(&look->causes, &look->causes.all.data[cause]);
}

/* ---- all of it ---------------------------------------------------------------------------- */

static void find_totals(gcv_look *look)
{
    gcv_basis *now = look->request.suspects.now;
    const gcv_selection *owned = look->request.types.owned ? gcv_basis_owned_selection(now) : NULL;
    gcv_totals_query query = {.include_weak = now->include_weak, .owned = owned != NULL};
    look->owned = owned != NULL;
    look->summary = gcv_summary_of(now->selection);
    look->summary.reach = gcv_reach_totals_of(now->heap, now->selection->sections,
                                              gcv_basis_roots(now), gcv_basis_paths(now));
    gcv_group_totals_find(look->ctx, owned != NULL ? owned : now->selection, &query, &look->types);
}

void gcv_look_find(gcv_context *ctx, const gcv_look_request *request, gcv_look *out)
{
    *out = (gcv_look){.ctx = ctx, .request = *request};
    out->request.suspects.chains = true;
    if (gcv_look_has_baseline(out)) {
        find_growth(out);
    }
    gcv_suspect_list_find(ctx, &out->request.suspects, &out->suspects);
    find_totals(out);
    find_sets(out);
    gcv_findings_find(&out->suspects, &out->chains,
                      gcv_look_has_baseline(out) ? &out->causes : NULL, &out->findings);
    gcv_findings_fold(&out->suspects, &out->findings);
    if (gcv_look_has_baseline(out)) {
        gcv_findings_find_grown(&out->suspects, &out->findings);
    }
    find_calm(out);
    choose_types(out);
}
