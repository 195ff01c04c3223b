/* followed.c - tracking compared with a simulated collector; see followed.h. */
#include "support/followed.h"

#include "base/context.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void followed_reload(followed *f, size_t dump, const graph_text *text)
{
    gcv_heap_free(f->heaps[dump]);
    f->heaps[dump] = NULL;
    if (gcv_heap_load_memory(f->ctx, "dump", text->data, text->size, NULL, &f->heaps[dump],
                             &f->err) != GCV_OK) {
        fprintf(stderr, "followed: %s\n", f->err.message);
        abort();
    }
    f->complete[dump] = gcv_heap_is_complete(f->heaps[dump]);
}

void followed_init(followed *f, const sim *s, size_t incomplete)
{
    memset(f, 0, sizeof *f);
    f->s = s;
    f->ctx = gcv_context_new(0);
    f->moves = sim_moves(f->ctx, s);
    f->heaps = graph_zeroed(s->n_dumps, sizeof *f->heaps);
    f->complete = graph_zeroed(s->n_dumps, sizeof *f->complete);
    f->of_identity = graph_zeroed(s->n_identities, sizeof *f->of_identity);
    for (size_t i = 0; i < s->n_dumps; i++) {
        graph_text text;
        memset(&text, 0, sizeof text);
        sim_print(s, &s->dumps[i], s->random + i, i != incomplete, &text);
        followed_reload(f, i, &text);
        graph_text_release(&text);
    }
}

void followed_release(followed *f)
{
    for (size_t i = 0; i < f->s->n_dumps; i++) {
        gcv_heap_free(f->heaps[i]);
    }
    gcv_moves_free(f->moves);
    if (gcv_context_used(f->ctx) != 0) {
        fprintf(stderr, "followed: memory was not given back\n");
        abort();
    }
    gcv_context_free(f->ctx);
    free(f->heaps);
    free(f->complete);
    free(f->of_identity);
}

/* Returns where the object really is in dump `to`: its number in that heap; GCV_UNSEEN: the log
 * lacks it; GCV_NONE: it died. */
static uint32_t truth(const followed *f, const sim_object *o, uint32_t domain, size_t to)
{
    uint32_t place = f->of_identity[o->identity];
    if (place == 0) {
        return GCV_NONE;
    }
    uint32_t found =
        gcv_heap_find(f->heaps[to], domain, f->s->dumps[to].objects[place - 1].address);
    return found != GCV_NONE ? found : GCV_UNSEEN;
}

static bool compare_object(const followed *f, const gcv_track *track, uint32_t a, uint32_t b,
                           bool some, char why[GRAPH_WHY_MAX])
{
    if (track->to[a] != b && !(some && track->to[a] == GCV_NONE)) {
        return graph_fails(why, "object %" PRIu32 " is %" PRIx32 ", must be %" PRIx32, a,
                           track->to[a], b);
    }
    if (b < track->n_to && track->from[b] != a && !(some && track->from[b] == GCV_NONE)) {
        return graph_fails(why, "object %" PRIu32 " was %" PRIx32 ", must have been %" PRIx32, b,
                           track->from[b], a);
    }
    (void)f;
    return true;
}

static bool counts_right(const gcv_track *track, char why[GRAPH_WHY_MAX])
{
    uint64_t died = 0, unseen = 0, born = 0;
    for (uint32_t i = 0; i < track->n_from; i++) {
        died += track->to[i] == GCV_NONE;
        unseen += track->to[i] == GCV_UNSEEN;
    }
    for (uint32_t i = 0; i < track->n_to; i++) {
        born += track->from[i] == GCV_NONE;
        if (track->from[i] != GCV_NONE &&
            (track->from[i] >= track->n_from || track->to[track->from[i]] != i)) {
            return graph_fails(why, "object %" PRIu32 " has no way back", i);
        }
    }
    if (died != track->died || unseen != track->unseen || born != track->born ||
        track->survived + died != track->n_from) {
        return graph_fails(why, "counts are wrong");
    }
    return true;
}

static bool compare(followed *f, const gcv_track *track, size_t from, size_t to, bool some,
                    char why[GRAPH_WHY_MAX])
{
    const sim_dump *a = &f->s->dumps[from], *b = &f->s->dumps[to];
    uint32_t seen = 0;
    bool same = true;
    for (size_t i = 0; i < b->n; i++) {
        f->of_identity[b->objects[i].identity] = (uint32_t)i + 1;
    }
    for (size_t i = 0; same && i < a->n; i++) {
        for (uint32_t d = 0; same && d < f->s->n_domains; d++) {
            uint32_t own = gcv_heap_find(f->heaps[from], d, a->objects[i].address);
            if ((a->objects[i].domains >> d & 1) != 0 && own != GCV_NONE) {
                same = compare_object(f, track, own, truth(f, &a->objects[i], d, to), some, why);
                seen++;
            }
        }
    }
    for (size_t i = 0; i < b->n; i++) {
        f->of_identity[b->objects[i].identity] = 0;
    }
    if (same && (seen != track->n_from || track->n_to != gcv_heap_n_objects(f->heaps[to]))) {
        return graph_fails(why, "%" PRIu32 " objects, not %" PRIu32, track->n_from, seen);
    }
    return same && counts_right(track, why);
}

followed_result followed_track(followed *f, size_t from, size_t to, bool some,
                               char why[GRAPH_WHY_MAX])
{
    uint64_t used = gcv_context_used(f->ctx);
    gcv_track track;
    memset(&f->err, 0, sizeof f->err);
    gcv_status status = gcv_track_find(f->ctx, f->heaps[from], f->heaps[to], f->moves,
                                       (uint32_t)from + 1, (uint32_t)to + 1, &track, &f->err);
    if (status != GCV_OK) {
        (void)graph_fails(why, "%.150s", f->err.message);
        if (status != GCV_ERR_INPUT || f->err.message[0] == '\0' || track.to != NULL ||
            gcv_context_used(f->ctx) > used + 100000000) {
            (void)graph_fails(why, "refused otherwise: status %d", (int)status);
            return FOLLOWED_WRONG;
        }
        return FOLLOWED_REFUSED;
    }
    bool right = compare(f, &track, from, to, some, why);
    gcv_track_release(f->ctx, &track);
    return right ? FOLLOWED_RIGHT : FOLLOWED_WRONG;
}
