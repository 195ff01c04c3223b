/* said.c - see said.h. */
#include "support/said.h"

#include "support/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void say(said_text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(out->data + out->n, sizeof out->data - out->n, format, args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof out->data - out->n);
    out->n += (size_t)n;
}

static void say_collection(said_text *out, const gcv_collection *collection)
{
    say(out, "%" PRIu64 " gen %" PRId32 "%s:", collection->number, (int32_t)collection->generation,
        collection->background ? " background" : "");
    for (size_t i = 0; i < collection->condemned.n; i++) {
        say(out, " r %" PRIx64 "-%" PRIx64, collection->condemned.data[i].start,
            collection->condemned.data[i].end);
    }
    for (size_t i = 0; i < collection->moves.n; i++) {
        const gcv_move *move = &collection->moves.data[i];
        say(out, " %" PRIx64 ">%" PRIx64 "+%" PRIx64, move->old, move->fresh, move->length);
    }
    say(out, "\n");
}

void say_moves(said_text *out, const gcv_moves *moves, bool of_log)
{
    out->n = 0;
    out->data[0] = '\0';
    for (size_t i = 0; i < moves->collections.n; i++) {
        say_collection(out, &moves->collections.data[i]);
    }
    for (size_t i = 0; i < moves->dumps.n; i++) {
        const gcv_dump_mark *dump = &moves->dumps.data[i];
        say(out, "dump %" PRIu32 " after %zu", dump->number, dump->n_collections);
        if (of_log && dump->counted) {
            say(out, " (%" PRIu64 ", %" PRIu64 ")", dump->objects, dump->bytes);
        }
        say(out, "\n");
    }
    for (size_t i = 0; i < moves->gaps.n; i++) {
        const gcv_moves_gap *gap = &moves->gaps.data[i];
        say(out, "gap %zu-%zu dump %zu", gap->first, gap->last, gap->dump);
        if (of_log) {
            assert_false(gap->place.at_offset);
            say(out, " line %" PRIu64, gap->place.line);
        }
        say(out, ": %s\n", gap->reason);
    }
}
