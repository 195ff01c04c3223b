/* known_heap.c - a heap whose objects are known by name; see known_heap.h. */
#include "support/known_heap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool holds)
{
    if (!holds) {
        (void)fputs("the heap cannot be made\n", stderr);
        abort();
    }
}

static uint64_t place(known_heap *f, uint64_t size)
{
    uint64_t address = f->top + 8 * graph_below(&f->random, 3);
    f->top = address + size;
    return address;
}

static void add_map_row(known_heap *f, uint32_t i, uint64_t collection, const char *event)
{
    char row[120], id[24] = "-", number[24] = "-";
    if (!f->mapped[i]) {
        return;
    }
    if (collection != 0) {
        (void)snprintf(number, sizeof number, "%" PRIu64, collection);
    }
    if (f->address[i] != 0) {
        (void)snprintf(id, sizeof id, "%" PRIx64, f->address[i]);
    }
    (void)snprintf(row, sizeof row, "%s\t%s\t%s\tT%" PRIu32 "\n", number, event, id, f->type[i]);
    graph_puts(&f->map_rows[i], row);
}

static void give_birth(known_heap *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (!f->born[i] && graph_chance(&f->random, 25)) {
            f->born[i] = true;
            f->address[i] = place(f, f->size[i]);
        }
    }
}

static void collect(known_heap *f)
{
    gcv_collection collection;
    gcv_span span;
    gcv_move_column *moves = &collection.moves;
    uint64_t end = f->top + 64;
    memset(&collection, 0, sizeof collection);
    collection.number = ++f->last_collection;
    span.start =
        graph_chance(&f->random, 60) ? 0x1000 : 0x1000 + graph_next(&f->random) % (end - 0x1000);
    span.end = graph_chance(&f->random, 60)
                   ? end
                   : span.start + graph_next(&f->random) % (end - span.start);
    gcv_span_column_push(f->ctx, &collection.condemned, span);
    for (uint32_t i = 0; i < f->n; i++) {
        gcv_move move = {0, 0, 0};
        if (f->address[i] == 0) {
            continue;
        }
        if (f->address[i] < span.start || f->address[i] >= span.end) {
            add_map_row(f, i, collection.number, "untouched");
            continue;
        }
        if (graph_chance(&f->random, 20)) {
            f->address[i] = 0;
            add_map_row(f, i, collection.number, "died");
            f->mapped[i] = false;
            continue;
        }
        move.old = f->address[i];
        move.length = f->size[i];
        f->address[i] = graph_chance(&f->random, 50) ? place(f, f->size[i]) : move.old;
        move.fresh = f->address[i];
        add_map_row(f, i, collection.number, move.old == move.fresh ? "survived" : "moved");
        gcv_move_column_push(f->ctx, moves, move);
    }
    for (size_t k = 1; k < moves->n; k++) { /* in any order */
        size_t other = graph_below(&f->random, (uint32_t)k + 1);
        gcv_move move = moves->data[k];
        moves->data[k] = moves->data[other];
        moves->data[other] = move;
    }
    gcv_moves_add(f->moves, &collection);
}

static void refer(known_heap *f, known_object *s, const known_object *before)
{
    s->n = 0;
    for (uint32_t i = 0; before != NULL && i < before->n; i++) {
        if (f->address[before->references[i]] != 0 && graph_chance(&f->random, 80)) {
            s->references[s->n++] = before->references[i];
        }
    }
    while (s->n < KNOWN_REFERENCES && graph_chance(&f->random, 40)) {
        bool again = s->n > 0 && graph_chance(&f->random, 40); /* the same once more */
        uint32_t target =
            again ? s->references[graph_below(&f->random, s->n)] : graph_below(&f->random, f->n);
        if (f->address[target] != 0) {
            s->references[s->n++] = target;
        }
    }
}

static void put_hex(graph_text *text, const char *before, uint64_t value)
{
    graph_puts(text, before);
    graph_put_hex(text, value);
}

static void print_dump(const known_heap *f, const known_object *at, graph_text *text)
{
    graph_puts(text, "a 2 heap 1\n");
    for (uint32_t i = 0; i < KNOWN_TYPES; i++) {
        put_hex(text, "t ", i + 1);
        put_hex(text, " T", i);
        graph_puts(text, "\n");
    }
    for (uint32_t i = 0; i < f->n; i++) {
        if (at[i].present) {
            put_hex(text, "o ", at[i].id);
            put_hex(text, " ", f->type[i] + 1);
            put_hex(text, " ", f->size[i]);
            for (uint32_t k = 0; k < at[i].n; k++) {
                put_hex(text, " ", at[at[i].references[k]].id);
            }
            graph_puts(text, "\n");
        }
        if (at[i].root) {
            put_hex(text, "r ", at[i].id);
            graph_puts(text, " 0 0\n");
        }
    }
    graph_puts(text, "c heap 2\n");
}

static void take_dump(known_heap *f, uint32_t d)
{
    gcv_dump_mark mark;
    graph_text text = {NULL, 0, 0};
    memset(&mark, 0, sizeof mark);
    mark.number = f->numbers[d] = d + 3;
    mark.n_collections = f->moves->collections.n;
    gcv_moves_add_dump(f->moves, &mark);
    for (uint32_t i = 0; i < f->n; i++) {
        known_object *s = &f->at[d][i];
        if (f->address[i] != 0) {
            s->present = true;
            s->id = f->address[i];
            s->root = graph_chance(&f->random, 30);
            refer(f, s, d > 0 && f->at[d - 1][i].present ? &f->at[d - 1][i] : NULL);
            f->mapped[i] = f->mapped[i] || d == 0;
        }
        add_map_row(f, i, f->last_collection, "dump");
    }
    print_dump(f, f->at[d], &text);
    must(gcv_heap_load_memory(f->ctx, "dump", text.data, text.size, NULL, &f->heaps[d], NULL) ==
         GCV_OK);
    graph_text_release(&text);
}

void known_heap_open(known_heap *f, uint64_t seed)
{
    memset(f, 0, sizeof *f);
    f->random = seed;
    f->top = 0x1000;
    f->n = 1 + graph_below(&f->random, KNOWN_OBJECTS);
    f->n_dumps = 2 + graph_below(&f->random, KNOWN_DUMPS - 1);
    f->ctx = gcv_context_new(0);
    f->moves = gcv_moves_new(f->ctx, "moves");
    for (uint32_t i = 0; i < f->n; i++) {
        f->type[i] = graph_below(&f->random, KNOWN_TYPES);
        f->size[i] = 8 + 8 * graph_below(&f->random, 9);
    }
    for (uint32_t d = 0; d < f->n_dumps; d++) {
        uint32_t steps = graph_below(&f->random, KNOWN_COLLECTIONS);
        give_birth(f);
        for (uint32_t i = 0; i < steps; i++) {
            collect(f);
            give_birth(f);
        }
        take_dump(f, d);
    }
}

void known_heap_close(known_heap *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        graph_text_release(&f->map_rows[i]);
    }
    for (uint32_t i = 0; i < f->n_dumps; i++) {
        gcv_heap_free(f->heaps[i]);
    }
    gcv_moves_free(f->moves);
    must(gcv_context_used(f->ctx) == 0);
    gcv_context_free(f->ctx);
}
