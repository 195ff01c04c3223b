/* live_set.c - the objects that are being followed, by where they are; see live_set.h. */
#include "analysis/track/live_set.h"

#include "base/error.h"
#include "base/sort.h"

#include <string.h>

enum { AWAY_SHARE = 64, AWAY_LEAST = 64, FEW_SHARE = 16 };

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
    status = init_run(ctx, &live->all, room, err);
    return status == GCV_OK ? init_run(ctx, &live->away, room / AWAY_SHARE + AWAY_LEAST, err)
                            : status;
}

void gcv_live_set_release(gcv_live_set *live)
{
    release_run(live->ctx, &live->all);
    release_run(live->ctx, &live->away);
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

/* The first place at `address` or above. */
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

/* Places in condemned ranges; no more is counted than is above `enough`. */
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

/* Takes the dead out and moves the others; false if they are out of order now. */
static bool merge(gcv_run *run, const gcv_collection *collection)
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

/* The same, object by object: for few of them and many ranges. */
static bool look_up(gcv_run *run, const gcv_collection *collection)
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

/* False if two objects of the run are at one address now. */
static bool pass_run(gcv_context *ctx, gcv_run *run, const gcv_collection *collection,
                     gcv_clash *clash)
{
    bool few = is_few(run, collection);
    size_t i;
    ctx->steps += run->n + (few ? 0 : collection->moves.n + collection->condemned.n);
    if (few ? look_up(run, collection) : merge(run, collection)) {
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

/* ---- those that are away ------------------------------------------------------------------ */

void gcv_live_set_gather(gcv_live_set *live)
{
    gcv_run *all = &live->all, *away = &live->away;
    size_t i, k = 0, to = 0;
    if (!live->holes) {
        return;
    }
    for (i = 0; i < all->n; i++) {
        if (all->object[i] == GCV_NONE) {
            continue;
        }
        for (; k < away->n && away->address[k] < all->address[i]; k++, to++) {
            all->spare_address[to] = away->address[k];
            all->spare_object[to] = away->object[k];
        }
        all->spare_address[to] = all->address[i];
        all->spare_object[to++] = all->object[i];
    }
    for (; k < away->n; k++, to++) {
        all->spare_address[to] = away->address[k];
        all->spare_object[to] = away->object[k];
    }
    live->ctx->steps += all->n + away->n;
    swap_spare(all);
    all->n = to;
    away->n = 0;
    live->holes = false;
}

/* The touched ones leave; there is room for them. False if there are none. */
static bool leave(gcv_live_set *live, const gcv_collection *collection)
{
    gcv_run *all = &live->all, *away = &live->away;
    size_t before = away->n, s;
    for (s = 0; s < collection->condemned.n; s++) {
        size_t i = first_from(all, collection->condemned.data[s].start);
        for (; i < all->n && all->address[i] < collection->condemned.data[s].end; i++) {
            live->ctx->steps++;
            if (all->object[i] != GCV_NONE) {
                away->address[away->n] = all->address[i];
                away->object[away->n++] = all->object[i];
                all->object[i] = GCV_NONE;
            }
        }
    }
    live->ctx->steps += collection->condemned.n;
    live->holes = live->holes || away->n > before;
    return away->n > before;
}

/* False if one of those that are away is where one is that is not. */
static bool check_away(const gcv_live_set *live, gcv_clash *clash)
{
    const gcv_run *all = &live->all, *away = &live->away;
    size_t k;
    for (k = 0; k < away->n; k++) {
        size_t i = first_from(all, away->address[k]);
        if (i < all->n && all->address[i] == away->address[k] && all->object[i] != GCV_NONE) {
            clash->address = away->address[k];
            clash->a = away->object[k];
            clash->b = all->object[i];
            return false;
        }
    }
    live->ctx->steps += away->n;
    return true;
}

bool gcv_live_set_apply(gcv_live_set *live, const gcv_collection *collection, gcv_clash *clash)
{
    gcv_run *all = &live->all, *away = &live->away;
    size_t touched;
    if (is_few(all, collection)) { /* as with many domains: not even a look at all the ranges */
        gcv_live_set_gather(live);
        return pass_run(live->ctx, all, collection, clash);
    }
    touched = count_touched(live->ctx, all, collection, away->room);
    if (touched > away->room - away->n) {
        gcv_live_set_gather(live);
        touched = count_touched(live->ctx, all, collection, away->room);
    }
    if (touched > away->room) {
        return pass_run(live->ctx, all, collection, clash);
    }
    if (leave(live, collection)) {
        sort_run(away);
    } else if (count_touched(live->ctx, away, collection, 0) == 0) {
        return true;
    }
    return pass_run(live->ctx, away, collection, clash) && check_away(live, clash);
}
