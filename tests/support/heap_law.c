/* heap_law.c - laws that hold for any heap, checked on heaps of random logs and on odd heaps. */
#include "support/heap_law.h"

#include "support/check.h"
#include "support/effort.h"
#include "support/odd_heap.h"

#include <inttypes.h>
#include <string.h>

bool heap_law_of_log(heap_law law, const graph *g, const graph_style *style,
                     char why[GRAPH_WHY_MAX])
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = NULL;
    graph_text text;
    bool holds = true;
    memset(&text, 0, sizeof text);
    graph_print(g, style, &text);
    if (gcv_heap_load_memory(ctx, "log", text.data, text.size, NULL, &heap, NULL) == GCV_OK) {
        holds = law(ctx, heap, why);
        gcv_heap_free(heap);
    }
    graph_text_release(&text);
    gcv_context_free(ctx);
    return holds;
}

void heap_law_of_odd_heaps(heap_law law, uint32_t rounds, bool huge)
{
    uint32_t n = effort_rounds(rounds);
    for (uint32_t seed = 0; seed < n; seed++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_heap *heap = odd_heap(ctx, seed, huge);
        char why[GRAPH_WHY_MAX];
        if (!law(ctx, heap, why)) {
            fail_msg("seed %" PRIu32 ": %s", seed, why);
        }
        gcv_heap_free(heap);
        gcv_context_free(ctx);
    }
}
