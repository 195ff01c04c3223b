/* suspect_search.c - the search for suspects, step by step; see suspects.h. */
#include "analysis/suspects/find/suspects.h"

#include "analysis/suspects/find/fingerprint.h"
#include "analysis/type_kinds.h"
#include "base/error.h"
#include "heap/memory.h"

#include <string.h>

const gcv_cost gcv_cost_of_suspects = {"suspects", GCV_COST_PARTS(20, 0, 8, 0, 0),
                                       GCV_COST_PARTS(104, 5, 400, 50, 1.5), 10000, NULL};

/* Finds the root, fingerprint and repeat of each row of an object. */
static void look_at_chains(gcv_context *ctx, const gcv_suspect_input *input, gcv_suspects *out)
{
    gcv_fingerprints fingerprints;
    gcv_fingerprints_init(ctx, &fingerprints, input->heap, input->roots, input->paths);
    for (size_t i = 0; i < out->n_objects; i++) {
        gcv_suspect *row = &out->rows.data[i];
        gcv_fingerprint_of_chain(ctx, &fingerprints, row->object);
        row->root = fingerprints.root[row->object];
        row->root_kind = input->heap->roots.data[row->root].kind;
        row->fingerprint = gcv_fingerprint_of_hash(fingerprints.hash[row->object]);
        row->repeat = fingerprints.repeat[row->object];
    }
    gcv_fingerprints_release(ctx, &fingerprints);
}

/* Finds the groups, then the rows of objects, and adds the rows of groups and crowds. The step that
 * takes the most memory comes first. */
static void add_rows(gcv_context *ctx, const gcv_suspect_input *input, uint32_t *group_of,
                     gcv_suspects *out)
{
    gcv_suspect_groups(ctx, input, group_of, out);
    gcv_suspect_walks(ctx, input, out);
    size_t i = out->rows.n;
    gcv_suspect_folds(ctx, input, group_of, out);
    gcv_suspect_room_release(ctx, &out->room);
    for (; i < out->rows.n; i++) {
        gcv_suspect *row = &out->rows.data[i];
        row->fingerprint = gcv_fingerprint_of_group(ctx, row->name, row->type == GCV_NONE);
    }
    look_at_chains(ctx, input, out);
    gcv_suspect_crowd_folds(ctx, input, out);
}

static void find_kinds(gcv_context *ctx, const gcv_heap *heap, gcv_suspects *out)
{
    bool v8 = gcv_heap_is_v8(heap), ruby = !v8 && gcv_heap_is_ruby(heap);
    out->n_types = heap->n_types;
    out->kinds = gcv_alloc(ctx, heap->n_types, sizeof *out->kinds);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        gcv_slice name = heap->types.name[t];
        out->kinds[t] = (uint16_t)(v8     ? gcv_type_kinds_v8(name)
                                   : ruby ? gcv_type_kinds_ruby(name)
                                          : gcv_type_kinds(name, gcv_heap_type_module(heap, t)));
    }
    if (v8) {
        gcv_settle_v8_kinds(ctx, heap, out->kinds);
    }
}

static bool selects_all(const gcv_selection *selection)
{
    size_t s = 0;
    while (s < selection->heap->sections.n && selection->sections[s] != 0) {
        s++;
    }
    return s == selection->heap->sections.n && selection->generation == GCV_NONE;
}

void gcv_suspects_find(gcv_context *ctx, const gcv_suspect_input *input, gcv_suspects *out)
{
    const uint32_t n_types = input->heap->n_types;
    uint32_t *group_of = gcv_alloc(ctx, n_types, sizeof *group_of);
    memset(out, 0, sizeof *out);
    out->selects_all = selects_all(input->selection);
    gcv_phase(ctx, "suspects");
    find_kinds(ctx, input->heap, out);
    gcv_suspect_room_init(ctx, input, &out->room);
    add_rows(ctx, input, group_of, out);
    gcv_free(ctx, group_of);
}

void gcv_suspects_release(gcv_context *ctx, gcv_suspects *suspects)
{
    gcv_free(ctx, suspects->kinds);
    gcv_free(ctx, suspects->bounds);
    gcv_suspect_room_release(ctx, &suspects->room);
    gcv_free(ctx, suspects->starts);
    gcv_free(ctx, suspects->row_of);
    gcv_bitset_release(ctx, &suspects->heavy);
    gcv_dominator_tree_release(ctx, &suspects->tree);
    gcv_suspect_column_release(ctx, &suspects->rows);
    gcv_heavy_group_column_release(ctx, &suspects->groups);
    gcv_crowds_release(ctx, &suspects->crowds);
    memset(suspects, 0, sizeof *suspects);
}
