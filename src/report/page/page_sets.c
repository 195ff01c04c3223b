/* page_sets.c - retained bytes of sets: types, kinds of roots and the steps of chains; see page.h.
 *
 * The sets of all three go through one run of gcv_retained_of_sets(), because most of its cost is
 * the pass over all references, which all sets share.
 */
#include "base/error.h"
#include "report/page/page.h"

/* Sets of types come first, then those of kinds of roots, then those of steps. */
typedef struct page_sets {
    gcv_page *page;
    gcv_set_members members;
    uint32_t *of_type; /* per type: its set; GCV_NONE: none */
    uint32_t n_types;  /* number of types that have a set */
    size_t n;
} page_sets;

static void collect_types(page_sets *sets)
{
    gcv_page *page = sets->page;
    gcv_page_type_sets(page, sets->of_type, &sets->n_types);
    gcv_group_totals_assign_sets(&page->types, sets->of_type, sets->members.class_of);
    gcv_set_members_begin(page->report->ctx, &sets->members, sets->n_types);
}

/* Collects the sets that `stats --retained`, `roots --by kind` and `suspects --chains` have. */
static void collect(page_sets *sets)
{
    gcv_page *page = sets->page;
    collect_types(sets);
    gcv_root_kinds_collect(page->report, &page->selection, &sets->members, sets->n_types,
                           &page->roots);
    gcv_suspect_list_collect(&page->suspects, &sets->members,
                             sets->n_types + (uint32_t)page->roots.n, &page->chains);
    sets->n = sets->n_types + page->roots.n + page->chains.sets.n;
}

static void take(const page_sets *sets, const uint64_t *retained)
{
    gcv_page *page = sets->page;
    for (uint32_t i = 0; i < page->types.groups.n; i++) {
        if (sets->of_type[i] != GCV_NONE) {
            page->types.retained[i] = retained[sets->of_type[i]];
        }
    }
    for (uint32_t i = 0; i < page->roots.n; i++) {
        page->roots.data[i].retained = retained[sets->n_types + i];
    }
    gcv_suspect_chains_take(&page->chains, retained + sets->n_types + page->roots.n);
}

static void find_retained(const page_sets *sets)
{
    gcv_page *page = sets->page;
    gcv_context *ctx = page->report->ctx;
    uint64_t *retained = gcv_alloc(ctx, sets->n, sizeof *retained);
    gcv_set_members_retained(ctx, &sets->members, &page->suspects.retention.roots,
                             (uint32_t)sets->n, retained);
    take(sets, retained);
    gcv_free(ctx, retained);
}

void gcv_page_find_sets(gcv_page *page)
{
    gcv_context *ctx = page->report->ctx;
    const uint32_t n_types = page->types.groups.n;
    page_sets sets = {0};
    sets.page = page;
    sets.of_type = gcv_alloc(ctx, n_types, sizeof *sets.of_type);
    gcv_set_members_init(ctx, &sets.members, page->report->heap);
    collect(&sets);
    find_retained(&sets);
    gcv_set_members_release(ctx, &sets.members);
    gcv_free(ctx, sets.of_type);
}
