/* live_set.c - the objects that are followed, by address; see live_set.h. */
#include "analysis/track/live_set.h"

#include "base/error.h"
#include "base/sort.h"

#include <string.h>

enum { DETACHED_SHARE = 64, DETACHED_LEAST = 64, FEW_SHARE = 16 };

static gcv_status init_run(gcv_context *ctx, gcv_run *run, size_t room, gcv_error *err)
{
    run->room = room;
    run->address = gcv_alloc(ctx, room, sizeof *run->address, err);
    run->spare_address = gcv_alloc(ctx, room, sizeof *run->address, err);
    run->object = gcv_alloc(ctx, room, sizeof *run->object, err);
    run->spare_object = gcv_alloc(ctx, room, sizeof *run->object, err);
    return run->address != NULL && run->spare_address != NULL && run->object != NULL &&
                   run->spare_object != NULL
               ? GCV_OK
               : gcv_failed(err);
}

static void release_run(gcv_context *ctx, gcv_run *run)
{
    gcv_free(ctx, run->address, run->room, sizeof *run->address);
    gcv_free(ctx, run->spare_address, run->room, sizeof *run->address);
    gcv_free(ctx, run->object, run->room, sizeof *run->object);
    gcv_free(ctx, run->spare_object, run->room, sizeof *run->object);
}

gcv_status gcv_live_set_init(gcv_context *ctx, gcv_live_set *live, size_t room, gcv_error *err)
{
    gcv_status status;
    memset(live, 0, sizeof *live);
    live->ctx = ctx;
    status = init_run(ctx, &live->attached, room, err);
    return status == GCV_OK
               ? init_run(ctx, &live->detached, room / DETACHED_SHARE + DETACHED_LEAST, err)
               : status;
}

void gcv_live_set_release(gcv_live_set *live)
{
    release_run(live->ctx, &live->attached);
    release_run(live->ctx, &live->detached);
}

static void swap_spare(gcv_run *run)
{
    uint64_t *address = run->address;
    uint32_t *object = run->object;
    run->address = run->spare_address;
    run->object = run->spare_object;
    run->spare_address = address;
    run->spare_object = object;
}

/* ---- a run and a collection --------------------------------------------------------------- */

/* The index of the first object at `address` or above. */
static size_t first_from(const gcv_run *run, uint64_t address)
{
    size_t low = 0, high = run->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (run->address[middle] < address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Counts the objects in condemned ranges; stops when there are more than `enough`. */
static size_t count_touched(gcv_context *ctx, const gcv_run *run, const gcv_collection *collection,
                            size_t enough)
{
    size_t i, n = 0;
    for (i = 0; n <= enough && i < collection->condemned.n; i++) {
        const gcv_span *span = &collection->condemned.data[i];
        n += first_from(run, span->end) - first_from(run, span->start);
    }
    ctx->steps += i;
    return n;
}

/* Removes the dead and moves the others, by merging objects and ranges; false if addresses do not
 * ascend any more. */
static bool apply_by_merge(gcv_run *run, const gcv_collection *collection)
{
    const gcv_move *moves = collection->moves.data;
    const gcv_span *spans = collection->condemned.data;
    size_t n_moves = collection->moves.n, n_spans = collection->condemned.n, m = 0, s = 0;
    bool ascends = true;
    uint64_t last = 0;
    size_t i, to = 0;
    for (i = 0; i < run->n; i++) {
        uint64_t address = run->address[i];
        while (m < n_moves && moves[m].old <= address &&
               address - moves[m].old >= moves[m].length) {
            m++;
        }
        if (m < n_moves && moves[m].old <= address) {
            address = moves[m].fresh + (address - moves[m].old);
        } else {
            while (s < n_spans && spans[s].end <= address) {
                s++;
            }
            if (s < n_spans && spans[s].start <= address) {
                continue;
            }
        }
        ascends = ascends && (to == 0 || last < address);
        last = address;
        run->address[to] = address;
        run->object[to++] = run->object[i];
    }
    run->n = to;
    return ascends;
}

/* The same by a look-up for each object: for few objects and many ranges. */
static bool apply_by_look_up(gcv_run *run, const gcv_collection *collection)
{
    bool ascends = true;
    size_t i, to = 0;
    for (i = 0; i < run->n; i++) {
        uint64_t address = run->address[i];
        if (gcv_collection_fate(collection, &address) != GCV_FATE_DIED) {
            ascends = ascends && (to == 0 || run->address[to - 1] < address);
            run->address[to] = address;
            run->object[to++] = run->object[i];
        }
    }
    run->n = to;
    return ascends;
}

static bool is_few(const gcv_run *run, const gcv_collection *collection)
{
    return run->n < (collection->moves.n + collection->condemned.n) / FEW_SHARE;
}

static void sort_run(gcv_run *run)
{
    gcv_sort_u64(run->address, run->object, run->spare_address, run->spare_object, run->n);
}

/* False if two objects of the run have one address now. */
static bool apply_to_run(gcv_context *ctx, gcv_run *run, const gcv_collection *collection,
                         gcv_clash *clash)
{
    bool few = is_few(run, collection);
    size_t i;
    ctx->steps += run->n + (few ? 0 : collection->moves.n + collection->condemned.n);
    if (few ? apply_by_look_up(run, collection) : apply_by_merge(run, collection)) {
        return true;
    }
    sort_run(run);
    for (i = 1; i < run->n; i++) {
        if (run->address[i - 1] == run->address[i]) {
            clash->address = run->address[i];
            clash->a = run->object[i - 1];
            clash->b = run->object[i];
            return false;
        }
    }
    return true;
}

/* ---- detached objects --------------------------------------------------------------------- */

void gcv_live_set_gather(gcv_live_set *live)
{
    gcv_run *attached = &live->attached, *detached = &live->detached;
    size_t i, k = 0, to = 0;
    if (!live->holes) {
        return;
    }
    for (i = 0; i < attached->n; i++) {
        if (attached->object[i] == GCV_NONE) {
            continue;
        }
        for (; k < detached->n && detached->address[k] < attached->address[i]; k++, to++) {
            attached->spare_address[to] = detached->address[k];
            attached->spare_object[to] = detached->object[k];
        }
        attached->spare_address[to] = attached->address[i];
        attached->spare_object[to++] = attached->object[i];
    }
    for (; k < detached->n; k++, to++) {
        attached->spare_address[to] = detached->address[k];
        attached->spare_object[to] = detached->object[k];
    }
    live->ctx->steps += attached->n + detached->n;
    swap_spare(attached);
    attached->n = to;
    detached->n = 0;
    live->holes = false;
}

/* Detaches the objects that the collection touches, for which there is room; false if it touches
 * none. */
static bool detach(gcv_live_set *live, const gcv_collection *collection)
{
    gcv_run *attached = &live->attached, *detached = &live->detached;
    size_t before = detached->n, s;
    for (s = 0; s < collection->condemned.n; s++) {
        size_t i = first_from(attached, collection->condemned.data[s].start);
        for (; i < attached->n && attached->address[i] < collection->condemned.data[s].end; i++) {
            live->ctx->steps++;
            if (attached->object[i] != GCV_NONE) {
                detached->address[detached->n] = attached->address[i];
                detached->object[detached->n++] = attached->object[i];
                attached->object[i] = GCV_NONE;
            }
        }
    }
    live->ctx->steps += collection->condemned.n;
    live->holes = live->holes || detached->n > before;
    return detached->n > before;
}

/* False if a detached object has the address of an attached one. */
static bool check_detached(const gcv_live_set *live, gcv_clash *clash)
{
    const gcv_run *attached = &live->attached, *detached = &live->detached;
    size_t k;
    for (k = 0; k < detached->n; k++) {
        size_t i = first_from(attached, detached->address[k]);
        if (i < attached->n && attached->address[i] == detached->address[k] &&
            attached->object[i] != GCV_NONE) {
            clash->address = detached->address[k];
            clash->a = detached->object[k];
            clash->b = attached->object[i];
            return false;
        }
    }
    live->ctx->steps += detached->n;
    return true;
}

bool gcv_live_set_apply(gcv_live_set *live, const gcv_collection *collection, gcv_clash *clash)
{
    gcv_run *attached = &live->attached, *detached = &live->detached;
    size_t touched;
    if (is_few(attached,
               collection)) { /* as with many domains: searching for each range would take longer */
        gcv_live_set_gather(live);
        return apply_to_run(live->ctx, attached, collection, clash);
    }
    touched = count_touched(live->ctx, attached, collection, detached->room);
    if (touched > detached->room - detached->n) {
        gcv_live_set_gather(live);
        touched = count_touched(live->ctx, attached, collection, detached->room);
    }
    if (touched > detached->room) {
        return apply_to_run(live->ctx, attached, collection, clash);
    }
    if (detach(live, collection)) {
        sort_run(detached);
    } else if (count_touched(live->ctx, detached, collection, 0) == 0) {
        return true;
    }
    return apply_to_run(live->ctx, detached, collection, clash) && check_detached(live, clash);
}
