/* suspect_search.c - the search for suspects, step by step; see suspects.h. */
#include "analysis/suspects/find/suspect_steps.h"

#include "analysis/heap_kinds.h"
#include "analysis/suspects/find/shared.h"
#include "base/error.h"
#include "heap/java_class.h"
#include "heap/memory.h"

const gcv_cost gcv_cost_of_suspects = {"suspects", GCV_COST_PARTS(20, 0, 8, 0, 0),
                                       GCV_COST_PARTS(121, 5, 400, 50, 1.5), 10000, NULL};

static bool selects_all(const gcv_selection *selection)
{
    size_t s = 0;
    while (s < selection->heap->sections.n && selection->sections[s] != 0) {
        s++;
    }
    return s == selection->heap->sections.n && selection->generation == GCV_NONE &&
           selection->heap->left_out == NULL;
}

/* Returns the row of the type of each object, by chain. */
static uint32_t *types_by_chain(gcv_search *search)
{
    const gcv_heap *heap = search->input->heap;
    const gcv_chain_order *order = search->input->order;
    uint32_t *type = gcv_suspect_memory_take(&search->memory, sizeof *type);
    for (uint32_t i = 0; i < order->n; i++) {
        type[i] = gcv_heap_object_family(heap, order->object[i]);
    }
    return type;
}

/* The same by tree. Reads the types of all objects at once; later passes over the dominator tree
 * would miss the cache for each of them. */
static uint32_t *types_by_tree(gcv_search *search, const gcv_dominator_tree *tree)
{
    const gcv_heap *heap = search->input->heap;
    const uint32_t *object = search->input->dominators->object;
    uint32_t *type = gcv_suspect_memory_take(&search->memory, sizeof *type);
    type[0] = GCV_NONE;
    for (uint32_t at = 1; at < tree->n; at++) {
        type[at] = gcv_heap_object_family(heap, object[tree->order[at]]);
    }
    return type;
}

/* Origins that were met not long ago, by their hash: a few thousand chains have most of them. */
enum { RECENT = 4096 };

static uint32_t number_origin(gcv_context *ctx, gcv_chain_origin_column *origins, uint32_t *recent,
                              gcv_chain_origin origin)
{
    const uint64_t key = (uint64_t)origin.root << 32 | origin.slot;
    uint32_t *at = &recent[gcv_hash_u64(key, 0) % RECENT];
    if (*at == GCV_NONE || origins->data[*at].root != origin.root ||
        origins->data[*at].slot != origin.slot) {
        *at = (uint32_t)origins->n;
        gcv_chain_origin_column_push(ctx, origins, origin);
    }
    return *at;
}

/* Finds the slots in the order of the chains. At a static field of Java, a chain begins anew. */
static void find_slots(gcv_search *search, gcv_chained *chained)
{
    const gcv_chain_order *order = search->input->order;
    gcv_slot_finder finder = {.kinds = search->kinds,
                              .fields = {.ctx = search->ctx, .heap = search->input->heap}};
    uint32_t *recent = gcv_alloc_none(search->ctx, RECENT);
    for (uint32_t i = 0; i < order->n; i++) {
        const uint32_t referrer = order->referrer_at[i];
        const uint32_t above = referrer != GCV_NONE ? chained->root[referrer] : GCV_NONE;
        gcv_chain_origin origin = {chained->root[i], GCV_NO_SLOT};
        if (above != GCV_NONE && chained->origins.data[above].root == origin.root) {
            origin.slot = gcv_slot_below(&finder, order->object[referrer],
                                         chained->origins.data[above].slot, order->object[i]);
        }
        chained->root[i] = number_origin(search->ctx, &chained->origins, recent, origin);
    }
    gcv_free(search->ctx, recent);
    gcv_slot_finder_release(&finder);
}

static void forget_slots(gcv_search *search, gcv_chained *chained)
{
    for (uint32_t i = 0; chained->origins.n > 0 && i < search->input->order->n; i++) {
        chained->root[i] = chained->origins.data[chained->root[i]].root;
    }
    gcv_chain_origin_column_release(search->ctx, &chained->origins);
}

static void find_chains(gcv_search *search, gcv_chained *chained)
{
    const gcv_suspect_input *input = search->input;
    const gcv_fingerprint_query query = {input->heap, input->roots, input->order, chained->type};
    chained->hash = gcv_suspect_memory_take(&search->memory, sizeof *chained->hash);
    chained->root = gcv_suspect_memory_take(&search->memory, sizeof *chained->root);
    gcv_fingerprints_of_all(search->ctx, &query, chained->hash, chained->root);
    if (input->slots) {
        find_slots(search, chained);
    }
}

/* All that goes in the order of the chains: finds upper bounds and crowds, lays out the dominator
 * tree when the crowds need it, and returns where the chains of types begin. */
static gcv_chain_starts *pass_chains(gcv_search *search, const gcv_groups *namespaces,
                                     gcv_upper_bounds *upper, gcv_suspects *out)
{
    gcv_suspect_memory *memory = &search->memory;
    gcv_chained chained = {.type = types_by_chain(search)};
    *upper = gcv_suspect_upper_bounds(search, namespaces, chained.type);
    gcv_phase(search->ctx, "crowds");
    find_chains(search, &chained);
    gcv_alikes alikes = gcv_suspect_alikes(search, &chained, upper);
    gcv_suspect_memory_give(memory, upper->below, sizeof *upper->below);
    upper->below = NULL;
    gcv_dominator_tree_init(search->ctx, &out->tree, search->input->dominators, true);
    gcv_placed placed = gcv_suspect_crowds(search, &chained, &out->tree, &alikes);
    gcv_suspect_memory_give(memory, chained.hash, sizeof *chained.hash);
    forget_slots(search, &chained);
    gcv_suspect_closures(search, &placed);
    gcv_suspect_parts(search, &out->tree, &placed);
    out->crowds = gcv_suspect_holders(search, &chained, &placed);
    gcv_suspect_memory_give(memory, placed.crowd_of, sizeof *placed.crowd_of);
    gcv_chain_starts *starts = gcv_suspect_starts(search, &chained);
    gcv_suspect_memory_give(memory, chained.root, sizeof *chained.root);
    gcv_suspect_memory_give(memory, chained.type, sizeof *chained.type);
    return starts;
}

/* Adds the rows of objects, then those of groups. */
static void add_rows(gcv_search *search, const gcv_in_tree *objects, const uint32_t *group_of,
                     gcv_suspects *out)
{
    gcv_walks walks = gcv_suspect_walks(search, objects->tree);
    out->rows = walks.rows;
    out->n_objects = (uint32_t)out->rows.n;
    out->row_of = walks.row_of;
    gcv_suspect_folds(search, objects, group_of, &walks.heavy, out);
    gcv_bitset_release(search->ctx, &walks.heavy);
}

/* Finds the root, fingerprint and repeat of each row of an object. */
static void look_at_chains(gcv_context *ctx, gcv_fingerprints *prints, gcv_suspects *out)
{
    for (size_t i = 0; i < out->n_objects; i++) {
        gcv_suspect *row = &out->rows.data[i];
        gcv_fingerprint_of_chain(ctx, prints, row->object);
        row->root = prints->root[row->object];
        row->root_kind = gcv_start_root(prints->heap, row->root).kind;
        row->fingerprint = gcv_fingerprint_of_hash(prints->hash[row->object]);
        row->repeat = prints->repeat[row->object];
        row->slot = gcv_fingerprints_slot(prints, row->object);
    }
}

/* Adds the rows of crowds, with the objects that they share. */
static void add_crowds(gcv_search *search, gcv_suspects *out)
{
    const gcv_suspect_input *input = search->input;
    gcv_context *ctx = search->ctx;
    gcv_fingerprints prints;
    gcv_u64_column shared = {NULL, 0, 0};
    const gcv_shared_query query = {input,        out, &prints, input->dominators, input->selection,
                                    search->kinds};
    gcv_fingerprints_init(ctx, &prints, input->heap, input->roots, input->paths,
                          input->slots ? out->kinds : NULL);
    look_at_chains(ctx, &prints, out);
    gcv_suspect_crowd_folds(search, out);
    gcv_shared_find(ctx, &query, &shared);
    gcv_fingerprints_release(ctx, &prints);
    gcv_suspect_shared(search, &shared, out);
    gcv_u64_column_release(ctx, &shared);
}

/* The steps. What takes the most memory, sets, comes before the rows of objects. */
static void run(gcv_search *search, const gcv_groups *namespaces, gcv_suspects *out)
{
    gcv_context *ctx = search->ctx;
    gcv_upper_bounds upper;
    gcv_chain_starts *starts = pass_chains(search, namespaces, &upper, out);
    gcv_in_tree objects = {.tree = &out->tree, .type = types_by_tree(search, &out->tree)};
    gcv_suspect_memory_release(&search->memory);
    uint32_t *group_of = gcv_suspect_sets(search, namespaces, &upper, starts, &objects, out);
    GCV_FREE(ctx, starts, upper.of_type, upper.of_namespace);
    add_rows(search, &objects, group_of, out);
    GCV_FREE(ctx, group_of, objects.type);
    add_crowds(search, out);
    for (size_t i = 0; i < out->rows.n; i++) {
        out->rows.data[i].mine = gcv_suspect_is_mine(search->input, out, &out->rows.data[i]);
    }
}

void gcv_suspects_find(gcv_context *ctx, const gcv_suspect_input *input, gcv_suspects *out)
{
    gcv_groups namespaces;
    *out = (gcv_suspects){0};
    gcv_phase(ctx, "suspects");
    out->kinds = gcv_heap_kinds(ctx, input->heap);
    gcv_groups_init(ctx, &namespaces, input->heap, GCV_BY_NAMESPACE);
    gcv_search search = {.ctx = ctx,
                         .input = input,
                         .kinds = out->kinds,
                         .selects_all = selects_all(input->selection),
                         .memory.ctx = ctx};
    search.memory.n = (size_t)input->dominators->n_reached + 1; /* the chains have one less */
    run(&search, &namespaces, out);
    gcv_groups_release(ctx, &namespaces);
}
