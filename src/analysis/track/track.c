/* track.c - matches the objects of one dump with those of a later one; see gcview.h.
 *
 * The objects of all sections are followed together, in address order (live_objects.h).
 */
#include "analysis/track/dump_series.h"

#include "analysis/analyses.h"
#include "analysis/track/live_objects.h"
#include "heap/memory.h"

#include <inttypes.h>
#include <string.h>

const gcv_cost gcv_cost_of_track = {"tracking", GCV_COST_PARTS(4, 0, 0, 0, 0),
                                    GCV_COST_PARTS(33, 0, GCV_COST_TYPE_ROW + 60, 10, 1.5), 2500,
                                    NULL};

typedef struct gcv_tracker {
    gcv_context *ctx;
    const gcv_heap *from, *to;
    gcv_moves *moves;
    const gcv_dump_mark *from_dump, *to_dump;
    gcv_track *track;
    gcv_live_set live;
    uint32_t *counterpart; /* per section of the first heap: section of the second; GCV_NONE */
    uint32_t *type;        /* per type of the first heap: same type in the second, once found */
} gcv_tracker;

/* ---- one collection ----------------------------------------------------------------------- */

static void pass_through(gcv_tracker *t, const gcv_collection *collection)
{
    gcv_clash clash;
    gcv_live_set_apply(&t->live, collection, &clash);
    if (!clash.found) {
        return;
    }
    gcv_moves_fail(t->moves, collection->place,
                   "collection %" PRIu64 " moves two objects to %" PRIx64 " (they were %" PRIx64
                   " and %" PRIx64 ")",
                   collection->number, clash.address, t->live.start[clash.a],
                   t->live.start[clash.b]);
}

/* Notes the last background collection. Such a collection reports survivors only after it has freed
 * the rest, so a range of survivors may contain new objects where others had died. */
static void note_background(gcv_tracker *t)
{
    for (size_t i = t->from_dump->n_collections; i < t->to_dump->n_collections; i++) {
        const gcv_collection *collection = &t->moves->collections.data[i];
        if (collection->background) {
            t->track->background = collection->number;
        }
    }
}

/* ---- matching live objects ---------------------------------------------------------------- */

/* Whether the record of a type is missing from the dump. Nothing is then known of its objects. */
static bool is_unknown(const gcv_heap *heap, uint32_t type)
{
    return heap->counts.unknown_types > 0 &&
           gcv_slice_begins(gcv_heap_type_name(heap, type), GCV_UNKNOWN_TYPE);
}

static bool same_type(gcv_tracker *t, uint32_t a, uint32_t b)
{
    if (t->type[a] == b || is_unknown(t->from, a) || is_unknown(t->to, b)) {
        return true;
    }
    const gcv_slice module_a = gcv_heap_type_module(t->from, a);
    const gcv_slice module_b = gcv_heap_type_module(t->to, b);
    /* A plain object stays the same when it gets another shape. */
    if (!gcv_slice_equal(gcv_without_shape(gcv_heap_type_name(t->from, a)),
                         gcv_without_shape(gcv_heap_type_name(t->to, b))) ||
        (module_a.data != NULL && module_b.data != NULL && !gcv_slice_equal(module_a, module_b))) {
        return false;
    }
    t->type[a] = b;
    return true;
}

/* Another possible cause of a contradiction between a log and a dump, for the end of a message. */
static const char *doubt(const gcv_tracker *t)
{
    return strcmp(t->moves->name, gcv_heap_name(t->to)) == 0
               ? ""
               : "; are these the dumps of the log, in their order?";
}

GCV_NORETURN static void fail_other_object(gcv_tracker *t, uint32_t a, uint32_t b)
{
    uint32_t type_a = t->from->type.data[a], type_b = t->to->type.data[b];
    if (!same_type(t, type_a, type_b)) {
        gcv_slice name_a = gcv_heap_type_name(t->from, type_a);
        gcv_slice name_b = gcv_heap_type_name(t->to, type_b);
        gcv_moves_fail(t->moves, t->to_dump->place,
                       "object %" PRIx64 ", a %.*s, would be %" PRIx64 " now, which is a %.*s%s",
                       gcv_heap_object_id(t->from, a), name_a.size < 38 ? (int)name_a.size : 38,
                       name_a.data, gcv_heap_object_id(t->to, b),
                       name_b.size < 38 ? (int)name_b.size : 38, name_b.data, doubt(t));
    }
    gcv_moves_fail(t->moves, t->to_dump->place,
                   "object %" PRIx64 " of %" PRIu64 " bytes would be %" PRIx64
                   " now, which has %" PRIu64 "%s",
                   gcv_heap_object_id(t->from, a), gcv_heap_size(t->from, a),
                   gcv_heap_object_id(t->to, b), gcv_heap_size(t->to, b), doubt(t));
}

/* Finds a live object in the second heap, in the section with the same name as its own. If a
 * background collection ran, the object has died if another one, or none in a complete dump, is at
 * its address. */
static void arrive(gcv_tracker *t, uint32_t a, uint64_t address)
{
    const uint32_t section = t->counterpart[gcv_heap_object_section(t->from, a)];
    const uint32_t b = section != GCV_NONE ? gcv_heap_find(t->to, section, address) : GCV_NONE;
    const bool complete = gcv_heap_is_complete(t->to);
    if (b != GCV_NONE && gcv_heap_size(t->from, a) == gcv_heap_size(t->to, b) &&
        same_type(t, t->from->type.data[a], t->to->type.data[b])) {
        t->track->survived++;
        t->track->to[a] = b;
        t->track->from[b] = a;
        return;
    }
    if (t->track->background != 0 && (b != GCV_NONE || complete)) {
        return;
    }
    if (b != GCV_NONE) {
        fail_other_object(t, a, b);
    }
    if (!complete) {
        t->track->survived++;
        t->track->to[a] = GCV_UNSEEN;
        t->track->unseen++;
        return;
    }
    gcv_moves_fail(t->moves, t->to_dump->place,
                   "object %" PRIx64 " lives on at %" PRIx64 ", where the later dump has none%s",
                   gcv_heap_object_id(t->from, a), address, doubt(t));
}

static void arrive_all(gcv_tracker *t)
{
    const gcv_live_set *live = &t->live;
    for (size_t i = 0; i < live->pieces.n; i++) {
        const gcv_live_piece *piece = &live->pieces.data[i];
        for (uint32_t k = piece->first; k < piece->first + piece->n; k++) {
            arrive(t, live->object[k], gcv_live_address(live->start, piece, k));
        }
    }
}

/* ---- sections ----------------------------------------------------------------------------- */

GCV_BEFORE(by_domain, gcv_heap,
           gcv_slice_compare(gcv_heap_section(of, a)->domain, gcv_heap_section(of, b)->domain) < 0);

/* Pairs sections by name; sections of equal name are paired in order. */
static void find_counterparts(gcv_tracker *t)
{
    uint32_t n_from = gcv_heap_n_sections(t->from), n_to = gcv_heap_n_sections(t->to), k = 0;
    uint32_t *from = gcv_numbers_sorted(t->ctx, n_from, by_domain, t->from);
    uint32_t *to = gcv_numbers_sorted(t->ctx, n_to, by_domain, t->to);
    t->counterpart = gcv_alloc(t->ctx, n_from, sizeof *t->counterpart);
    for (uint32_t i = 0; i < n_from; i++) {
        gcv_slice own = gcv_heap_section(t->from, from[i])->domain;
        int order = -1;
        while (k < n_to &&
               (order = gcv_slice_compare(gcv_heap_section(t->to, to[k])->domain, own)) < 0) {
            k++;
        }
        t->counterpart[from[i]] = k < n_to && order == 0 ? to[k++] : GCV_NONE;
    }
    if (n_from == 1 && n_to == 1) { /* each is the whole heap, whatever its name */
        t->counterpart[0] = 0;
    }
    GCV_FREE(t->ctx, from, to);
}

/* ---- the whole track ---------------------------------------------------------------------- */

static const gcv_dump_mark *find_dump(const gcv_moves *moves, uint32_t number, const gcv_heap *heap)
{
    const gcv_dump_mark *dump = gcv_moves_dump(moves, number);
    const gcv_counts *counts = gcv_heap_counts(heap);
    gcv_place whole = {0, false};
    if (dump == NULL) {
        gcv_moves_fail(moves, whole, "there is no dump %" PRIu32 " in it", number);
    }
    if (dump->counted && gcv_heap_is_complete(heap) &&
        (dump->objects != counts->objects || dump->bytes != counts->bytes)) {
        gcv_moves_fail(moves, dump->place,
                       "dump %" PRIu32 " has %" PRIu64 " objects and %" PRIu64
                       " bytes, but %.60s has %" PRIu64 " and %" PRIu64
                       ": it is another dump, or the files are in another order",
                       number, dump->objects, dump->bytes, gcv_heap_name(heap), counts->objects,
                       counts->bytes);
    }
    return dump;
}

/* Returns a track between two heaps to which nothing of the first one has come. */
static gcv_track no_track(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to)
{
    gcv_track track = {.n_from = gcv_heap_n_objects(from), .n_to = gcv_heap_n_objects(to)};
    track.to = gcv_alloc_none(ctx, track.n_from);
    track.from = gcv_alloc_none(ctx, track.n_to);
    return track;
}

static void follow_all(gcv_tracker *t)
{
    *t->track = no_track(t->ctx, t->from, t->to);
    t->type = gcv_alloc_none(t->ctx, t->from->n_types);
    gcv_live_set_init(t->ctx, &t->live, t->from);
    find_counterparts(t);
    for (size_t i = t->from_dump->n_collections; i < t->to_dump->n_collections; i++) {
        pass_through(t, &t->moves->collections.data[i]);
    }
    gcv_live_set_gather(&t->live);
    note_background(t);
    arrive_all(t);
    t->track->died = t->track->n_from - t->track->survived;
    t->track->born = t->track->n_to - (t->track->survived - t->track->unseen);
}

static bool is_verified(const gcv_tracker *t)
{
    size_t i = t->from_dump->n_collections;
    while (i < t->to_dump->n_collections && t->moves->collections.data[i].verified) {
        i++;
    }
    return i == t->to_dump->n_collections;
}

gcv_track gcv_track_compute(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                            gcv_moves *moves, uint32_t from_dump, uint32_t to_dump, bool verified)
{
    gcv_track out = {0};
    gcv_tracker t = {.ctx = ctx, .from = from, .to = to, .moves = moves, .track = &out};
    gcv_phase(ctx, "follow");
    t.from_dump = find_dump(moves, from_dump, from);
    t.to_dump = find_dump(moves, to_dump, to);
    if (t.from_dump->n_collections > t.to_dump->n_collections) {
        gcv_moves_fail(moves, t.to_dump->place, "dump %" PRIu32 " was taken ahead of dump %" PRIu32,
                       to_dump, from_dump);
    }
    if (!(verified && is_verified(&t))) {
        gcv_moves_verify(moves, t.from_dump, t.to_dump);
    }
    follow_all(&t);
    GCV_FREE(ctx, t.type, t.counterpart);
    gcv_live_set_release(&t.live);
    return out;
}

void gcv_track_release(gcv_context *ctx, gcv_track *track)
{
    GCV_FREE(ctx, track->to, track->from);
    memset(track, 0, sizeof *track);
}

/* ---- by ids that are stable while the process lives --------------------------------------- */

enum { LEAST_SAME = 95 }; /* percentage of the objects in both dumps */

/* Whether two objects with the same id may be the same: their marks, hashes of what the objects are
 * called, are equal or not known. */
static bool may_be_same(const gcv_heap *from, uint32_t a, const gcv_heap *to, uint32_t b)
{
    uint32_t mark_a = from->mark.n > 0 ? from->mark.data[a] : 0;
    uint32_t mark_b = to->mark.n > 0 ? to->mark.data[b] : 0;
    return mark_a == mark_b || mark_a == 0 || mark_b == 0;
}

/* Matches all objects; returns how many of the survivors have the same mark. */
static uint64_t join(const gcv_heap *from, const gcv_heap *to, gcv_track *out)
{
    uint64_t same = 0;
    for (uint32_t a = 0; a < out->n_from; a++) {
        uint32_t b = gcv_heap_find(to, 0, gcv_heap_object_id(from, a));
        if (b != GCV_NONE) {
            out->to[a] = b;
            out->from[b] = a;
            out->survived++;
            same += may_be_same(from, a, to, b);
        }
    }
    out->died = out->n_from - out->survived;
    out->born = out->n_to - out->survived;
    return same;
}

gcv_track gcv_track_compute_by_ids(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to)
{
    gcv_phase(ctx, "follow");
    gcv_track out = no_track(ctx, from, to);
    uint64_t same = join(from, to, &out);
    if (out.survived == 0 || same * 100 < out.survived * LEAST_SAME) {
        gcv_fail_line(ctx, GCV_ERR_INPUT, gcv_heap_name(to), 0,
                      "ids do not match: not two snapshots of one process, or "
                      "numbered anew between them");
    }
    return out;
}
