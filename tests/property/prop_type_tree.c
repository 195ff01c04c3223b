/* The folded dominator tree, compared with its definition: two objects are in one node if the types
 * of all their dominators, from the top down to the objects themselves, are the same. */
#include "support/check.h"
#include "support/property.h"

#include "analysis/analyses.h"
#include "analysis/type_tree.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct fold {
    const subject *s;
    uint32_t *dominator;
    uint64_t *retained;
} fold;

static bool of_one_node(const fold *f, uint32_t a, uint32_t b)
{
    while (a < GCV_ROOTED && b < GCV_ROOTED && f->s->o.type[a] == f->s->o.type[b]) {
        a = f->dominator[a];
        b = f->dominator[b];
    }
    return a == GCV_ROOTED && b == GCV_ROOTED;
}

static uint32_t depth_of(const fold *f, uint32_t object)
{
    uint32_t depth = 0;
    for (; object < GCV_ROOTED; object = f->dominator[object]) {
        depth++;
    }
    return depth;
}

static bool node_is_right(const fold *f, const gcv_type_tree *tree, uint32_t at,
                          char why[GRAPH_WHY_MAX])
{
    const gcv_type_node *node = &tree->nodes.data[at];
    const uint32_t some = tree->member[node->first];
    uint64_t bytes = 0, retained = 0;
    uint32_t v, n = 0, lowest = GCV_NONE;
    for (v = 0; v < f->s->o.n; v++) {
        if (f->dominator[v] != GCV_NONE && of_one_node(f, v, some)) {
            n++;
            bytes += f->s->o.size[v];
            retained += f->retained[v];
            lowest = lowest == GCV_NONE ? v : lowest;
        }
    }
    for (v = 0; v < node->n; v++) {
        if (!of_one_node(f, tree->member[node->first + v], some)) {
            return graph_fails(why, "node %" PRIu32 " holds objects of several", at);
        }
    }
    return (node->n == n && node->bytes == bytes && node->retained == retained &&
            node->lowest == lowest && node->depth == depth_of(f, some)) ||
           graph_fails(why,
                       "node %" PRIu32 ": %" PRIu32 " objects of %" PRIu64
                       " bytes, must be %" PRIu32 " of %" PRIu64,
                       at, node->n, node->bytes, n, bytes);
}

static bool ordered(const gcv_type_tree *tree, uint32_t first, uint32_t n, uint32_t parent)
{
    uint32_t i;
    for (i = first; i < first + n; i++) {
        const gcv_type_node *node = &tree->nodes.data[i];
        if (node->parent != parent) {
            return false;
        }
        if (i > first && (node[-1].retained < node->retained ||
                          (node[-1].retained == node->retained && node[-1].type >= node->type))) {
            return false;
        }
    }
    return true;
}

/* Opens and checks every node; all nodes together have exactly the reachable objects. */
static bool tree_is_right(const fold *f, gcv_type_tree *tree, uint32_t n_reached,
                          char why[GRAPH_WHY_MAX])
{
    uint32_t node, members = 0;
    bool good = ordered(tree, 0, (uint32_t)tree->nodes.n, GCV_NONE);
    for (node = 0; good && node < tree->nodes.n; node++) {
        good = node_is_right(f, tree, node, why);
        gcv_type_tree_open(tree, node);
        good = good && (ordered(tree, tree->nodes.data[node].children,
                                tree->nodes.data[node].n_children, node) ||
                        graph_fails(why, "children of node %" PRIu32 " out of order", node));
        members += tree->nodes.data[node].n;
    }
    return good &&
           (members == n_reached ||
            graph_fails(why, "%" PRIu32 " objects in nodes of %" PRIu32, members, n_reached));
}

static bool fold_for(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_u32_column tops = {NULL, 0, 0};
    gcv_dominators d;
    gcv_type_tree tree;
    uint32_t v;
    fold f;
    bool good;
    gcv_dominators_compute(s->ctx, s->heap, &s->roots, &d);
    gcv_type_tree_init(s->ctx, &tree, s->heap, &d);
    f.s = s;
    f.dominator = graph_alloc(s->o.n, sizeof *f.dominator);
    f.retained = graph_alloc(s->o.n, sizeof *f.retained);
    oracle_dominators(&s->o, weak, f.dominator, f.retained);
    for (v = 0; v < s->o.n; v++) {
        if (f.dominator[v] == GCV_ROOTED) {
            gcv_u32_column_push(s->ctx, &tops, v);
        }
    }
    gcv_type_tree_begin(&tree, tops.data, tops.n);
    good = tree_is_right(&f, &tree, d.n_reached, why);
    free(f.dominator);
    free(f.retained);
    gcv_u32_column_release(s->ctx, &tops);
    gcv_type_tree_release(&tree);
    gcv_dominators_release(s->ctx, &d);
    return good;
}

static const property properties[] = {
    {.of_subject = fold_for, .all_small = true},
    {.of_subject = fold_for, .seed = 0x666f6c64, .cases = 2000, .n = {0, 12}},
    {.of_subject = fold_for, .seed = 0x666f6c65, .cases = 300, .n = {8, 60}},
};

int main(void) { return property_main(properties, CHECK_COUNT(properties)); }
