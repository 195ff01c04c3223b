/* page_command.c - `report`: a page for the browser; page.h has its parts. */
#include "report/commands.h"
#include "report/page/page.h"

typedef struct gcv_page_options {
    gcv_optional rows;
} gcv_page_options;

/* Maximum number of rows of the tree. */
static size_t rows_of(const gcv_page *page)
{
    const gcv_page_options *own = page->report->options->own;
    return (size_t)gcv_optional_or(own->rows, GCV_PAGE_ROWS);
}

/* ---- the tree ----------------------------------------------------------------------------- */

/* Rows with less than this fraction of all bytes, 1 / LEAST_SHARE_DIVISOR, are not shown. */
enum { LEAST_SHARE_DIVISOR = 100000 };

typedef struct cutting {
    gcv_page *page;
    gcv_u32_column kept; /* rows that are shown, by parent and in the order of the page */
    uint32_t *node_of;   /* per row; GCV_NONE: it is not shown */
} cutting;

static uint64_t whole_of(const gcv_type_row_column *rows)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < rows->n; i++) {
        bytes += rows->data[i].parent == GCV_NONE ? rows->data[i].below : 0;
    }
    return bytes;
}

/* By parent, then most bytes first, then by type. */
static bool kept_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_type_row *x = &((const gcv_page_tree *)payload)->fold.rows.data[a];
    const gcv_type_row *y = &((const gcv_page_tree *)payload)->fold.rows.data[b];
    if (x->parent != y->parent) {
        return x->parent + 1 < y->parent + 1; /* GCV_NONE comes first */
    }
    return x->below != y->below ? x->below > y->below : x->type < y->type;
}

/* The growth of `below` since the row of the baseline at the same path. */
static int64_t growth_of(const cutting *cut, uint32_t row)
{
    const gcv_page_tree *tree = &cut->page->tree;
    const uint32_t past = tree->past_of != NULL ? tree->past_of[row] : GCV_NONE;
    return gcv_delta(past != GCV_NONE ? tree->past.rows.data[past].below : 0,
                     tree->fold.rows.data[row].below);
}

static void add_node(gcv_page *page, uint32_t row, int64_t delta)
{
    const gcv_page_node node = {.row = row, .delta = delta};
    gcv_page_node_column_push(page->report->ctx, &page->tree.nodes, node);
}

static gcv_page_node *parent_of(const cutting *cut, const gcv_type_row *row)
{
    const uint32_t node = row->parent != GCV_NONE ? cut->node_of[row->parent] : 0;
    return node != GCV_NONE ? &cut->page->tree.nodes.data[node] : NULL;
}

static void make_nodes(cutting *cut)
{
    gcv_page_tree *tree = &cut->page->tree;
    add_node(cut->page, GCV_NONE, gcv_delta(whole_of(&tree->past.rows), tree->whole));
    for (uint32_t i = 0; i < cut->kept.n; i++) {
        cut->node_of[cut->kept.data[i]] = (uint32_t)tree->nodes.n;
        add_node(cut->page, cut->kept.data[i], growth_of(cut, cut->kept.data[i]));
    }
    for (uint32_t i = 0; i < cut->kept.n; i++) {
        gcv_page_node *parent = parent_of(cut, &tree->fold.rows.data[cut->kept.data[i]]);
        if (parent != NULL) { /* always: a row is larger than its children */
            parent->first = parent->n == 0 ? i + 1 : parent->first;
            parent->n++;
        }
    }
}

static void add_cut_rows(const cutting *cut)
{
    const gcv_page_tree *tree = &cut->page->tree;
    for (uint32_t i = 0; i < tree->fold.rows.n; i++) {
        const gcv_type_row *row = &tree->fold.rows.data[i];
        gcv_page_node *parent = parent_of(cut, row);
        if (cut->node_of[i] == GCV_NONE && parent != NULL) {
            parent->cut++;
            parent->cut_bytes += row->below;
            parent->cut_objects += row->objects_below;
            parent->cut_delta += growth_of(cut, i);
        }
    }
}

/* Shows the `most` largest rows (type_fold.h), no more than find_tree() was told. Leaves out rows
 * with less than a hundred thousandth of the bytes of the heap. May be called again for fewer
 * rows. */
static void cut_tree(gcv_page *page, size_t most)
{
    gcv_context *ctx = page->report->ctx;
    gcv_page_tree *tree = &page->tree;
    const gcv_u32_column *largest = &tree->fold.largest;
    cutting cut = {.page = page, .node_of = gcv_alloc_none(ctx, tree->fold.rows.n)};
    gcv_page_node_column_release(ctx, &tree->nodes);
    gcv_u32_column_append(ctx, &cut.kept, largest->data, most < largest->n ? most : largest->n);
    gcv_sort(ctx, cut.kept.data, cut.kept.n, kept_before, tree);
    make_nodes(&cut);
    add_cut_rows(&cut);
    gcv_u32_column_release(ctx, &cut.kept);
    gcv_free(ctx, cut.node_of);
}

/* Folds what the selected objects at the top hold. */
static void fold(gcv_context *ctx, gcv_fold_query *query, const gcv_selection *selection,
                 gcv_type_fold *out)
{
    const gcv_dominators *dominators = query->dominators;
    gcv_u32_column tops = {NULL, 0, 0};
    for (uint32_t w = 1; w <= dominators->n_reached; w++) {
        if (dominators->dominator[w] == 0 && gcv_selection_has(selection, dominators->object[w])) {
            gcv_u32_column_push(ctx, &tops, w);
        }
    }
    query->heap = selection->heap;
    query->tops = &tops;
    query->lists_too = true;
    query->deepest = UINT64_MAX;
    gcv_type_fold_find(ctx, query, out);
    gcv_u32_column_release(ctx, &tops);
}

/* Folds the tree as far as needed to show rows_of() of its rows. */
static void find_tree(gcv_page *page)
{
    const gcv_dominators *dominators = gcv_basis_dominators(&page->sides.now);
    const uint64_t whole = dominators->retained[0];
    gcv_fold_query query = {.dominators = dominators,
                            .tree = &page->look.suspects.found.tree,
                            .most = rows_of(page),
                            .least =
                                whole / LEAST_SHARE_DIVISOR + (whole % LEAST_SHARE_DIVISOR > 0)};
    fold(page->report->ctx, &query, &page->sides.selections[0], &page->tree.fold);
    page->tree.whole = whole_of(&page->tree.fold.rows);
}

/* Which rows of the baseline are at the paths of rows of the tree. Only rows that have children
 * there are opened: this makes 95 thousand rows of 1.7 million, in a fiftieth of the time. */
typedef struct matching {
    gcv_page *page;
    uint32_t *type_of; /* per type of the baseline: the type of its name; GCV_NONE: none */
    gcv_id_map child;  /* rows of the tree, by parent and type */
    gcv_bitset opened; /* rows of the tree that have children */
    gcv_u32_column at; /* per row of the baseline: the row at the same path; GCV_NONE: none */
} matching;

/* The row of the tree at the path of a row of the baseline. Rows far down have no type in either
 * tree. */
static uint32_t row_at(const matching *match, const gcv_type_row *past)
{
    const uint32_t type = past->type != GCV_NONE ? match->type_of[past->type] : GCV_NONE;
    const uint32_t parent = past->parent != GCV_NONE ? match->at.data[past->parent] : GCV_NONE;
    return (past->parent != GCV_NONE && parent == GCV_NONE) ||
                   (past->type != GCV_NONE && type == GCV_NONE)
               ? GCV_NONE
               : gcv_id_map_get(match->page->report->ctx, &match->child,
                                gcv_pair_key(parent, type));
}

static bool has_children(void *payload, uint32_t past)
{
    matching *match = payload;
    gcv_page_tree *tree = &match->page->tree;
    const uint32_t row = row_at(match, &tree->past.rows.data[past]);
    gcv_u32_column_push(match->page->report->ctx, &match->at, row);
    if (row != GCV_NONE) {
        tree->past_of[row] = past;
    }
    return row != GCV_NONE && gcv_bitset_has(&match->opened, row);
}

static void index_rows(matching *match, const gcv_heap *past)
{
    const gcv_page_tree *tree = &match->page->tree;
    gcv_context *ctx = match->page->report->ctx;
    gcv_bitset_init(ctx, &match->opened, tree->fold.rows.n);
    for (uint32_t i = 0; i < tree->fold.rows.n; i++) {
        const gcv_type_row *row = &tree->fold.rows.data[i];
        gcv_id_map_set(ctx, &match->child, gcv_pair_key(row->parent, row->type), i);
        if (row->parent != GCV_NONE) {
            (void)gcv_bitset_add(&match->opened, row->parent);
        }
    }
    match->type_of = gcv_alloc(ctx, past->n_types, sizeof *match->type_of);
    for (uint32_t i = 0; i < past->n_types; i++) {
        match->type_of[i] = gcv_heap_type_named(match->page->report->in.heap, past->types.name[i]);
    }
}

/* Folds the tree of the baseline as far as the rows that were found need it. */
static void find_past_tree(gcv_page *page)
{
    gcv_context *ctx = page->report->ctx;
    gcv_page_tree *tree = &page->tree;
    const gcv_selection *selection = page->sides.past.selection;
    const gcv_dominators *dominators = gcv_basis_dominators(&page->sides.past);
    matching match = {.page = page};
    gcv_dominator_tree layout;
    gcv_dominator_tree_init(ctx, &layout, dominators, true);
    gcv_fold_query query = {.dominators = dominators,
                            .tree = &layout,
                            .most = UINT64_MAX,
                            .wants = has_children,
                            .payload = &match};
    tree->past_of = gcv_alloc_none(ctx, tree->fold.rows.n);
    index_rows(&match, selection->heap);
    fold(ctx, &query, selection, &tree->past);
    gcv_dominator_tree_release(ctx, &layout);
    GCV_RELEASE(ctx, &match.child, &match.at);
    gcv_bitset_release(ctx, &match.opened);
    gcv_free(ctx, match.type_of);
}

/* ---- the figures -------------------------------------------------------------------------- */

/* As `stats` finds them. */
static void find_totals(gcv_page *page, gcv_group_by by, bool unreachable, gcv_group_totals *out)
{
    gcv_totals_query query = {.by = by,
                              .include_weak = page->sides.now.include_weak,
                              .unreachable = unreachable,
                              .paths = gcv_basis_paths(&page->sides.now)};
    gcv_group_totals_find(page->report->ctx,
                          gcv_group_by_needs_objects(by) ? &page->all : page->sides.now.selection,
                          &query, out);
}

static void find_groups(gcv_page *page)
{
    const gcv_reach_totals *reach = &page->look.summary.reach;
    find_totals(page, GCV_BY_ROOT_KIND, false, &page->root_kinds);
    if (page->report->in.heap->ranges.n > 0) {
        find_totals(page, GCV_BY_GENERATION, false, &page->generations);
    }
    if (gcv_page_garbage_bytes(page) > 0 || reach->objects > reach->reachable_objects) {
        find_totals(page, GCV_BY_TYPE, true, &page->garbage);
    }
}

/* As `retained --distinct` finds them. */
static void find_objects(gcv_page *page)
{
    const gcv_object_rows payload = {.heap = page->report->in.heap,
                                     .dominators = gcv_basis_dominators(&page->sides.now)};
    const gcv_row_order order = {&payload, gcv_object_key_retained, false, gcv_object_before, NULL};
    const gcv_dominators *dominators = payload.dominators;
    gcv_rows_init(&page->objects, page->report->ctx, &order, GCV_PAGE_OBJECTS);
    for (uint32_t number = 1; number <= dominators->n_reached; number++) {
        const uint32_t object = dominators->object[number];
        if (gcv_rows_may_take(&page->objects, dominators->retained[number] + 1) &&
            gcv_selection_has(&page->sides.selections[0], object) &&
            !gcv_object_is_inside(dominators, &page->sides.selections[0], object)) {
            gcv_rows_add(&page->objects, object);
        }
    }
    gcv_rows_finish(&page->objects);
    page->objects.order.payload = NULL; /* it was a local variable */
}

static void find(gcv_report *report, gcv_page *page)
{
    const gcv_look_request request = {
        .suspects = {.now = &page->sides.now,
                     .past = report->in.baseline != NULL ? &page->sides.past : NULL,
                     .min_share = report->options->suspects.min_share,
                     .known = &report->options->suspects.known,
                     .top = GCV_PAGE_SUSPECTS},
        .types = {GCV_PAGE_TYPES_RETAINED, GCV_PAGE_TYPES_BYTES, GCV_PAGE_TYPES_COUNT, false},
        .causes = GCV_PAGE_CAUSES,
        .retained_growth = true,
        .root_kinds = true};
    *page = (gcv_page){.report = report};
    gcv_sides_find(report, &page->sides);
    page->all = page->sides.selections[0];
    page->all.generation = GCV_NONE;
    gcv_look_find(report->ctx, &request, &page->look);
    find_tree(page);
    if (report->in.baseline != NULL) {
        gcv_basis *past = &page->sides.past;
        gcv_changes_largest(&page->look.changes, false, &page->changed);
        page->past = gcv_summary_of(past->selection);
        find_past_tree(page);
        gcv_basis_release(past);
    }
    find_groups(page);
    find_objects(page);
}

/* ---- the page ----------------------------------------------------------------------------- */

/* Puts the page into `text`. Bytes beyond the limit are only counted, unless the tree has no rows
 * left to leave out. */
static void put_page(gcv_page *page, gcv_buffer *text)
{
    const gcv_html html = {.ctx = page->report->ctx,
                           .text = text,
                           .most = page->tree.nodes.n > 1 ? GCV_PAGE_BYTES_MAX : SIZE_MAX};
    const bool has_objects = page->look.summary.counts.objects > 0;
    const gcv_page_section sections[GCV_PAGE_SECTIONS] = {
        {gcv_page_has_baseline(page), "growth", "What grew", gcv_page_growth},
        {has_objects, "suspects", "Suspects", gcv_page_suspects},
        {has_objects, "picture", "What holds the heap", gcv_page_picture},
        {has_objects, "types", "Types", gcv_page_types},
        {has_objects && page->generations.groups.n > 0, "generations", "Generations",
         gcv_page_generations},
        {has_objects && gcv_page_shows_ids(page), "objects", "Objects", gcv_page_objects},
        {has_objects && page->garbage.groups.n > 0, "garbage",
         gcv_page_knows_garbage(page) ? "Garbage" : "Unreachable", gcv_page_garbage},
        {has_objects, "roots", "Roots", gcv_page_roots},
        {true, "about", "About this dump", gcv_page_about},
    };
    page->html = html;
    gcv_buffer_clear(text);
    gcv_page_head(page, sections);
    for (size_t i = 0; i < GCV_PAGE_SECTIONS; i++) {
        if (sections[i].has) {
            const gcv_html_value id = gcv_html_str(sections[i].id);
            GCV_HTML_FILL(&page->html,
                          "\n<section id='$' aria-labelledby='$-h'>"
                          "\n<h2 id='$-h'>$</h2>",
                          id, id, id, gcv_html_str(sections[i].name));
            sections[i].put(page);
            gcv_html_put(&page->html, "</section>");
        }
    }
    GCV_HTML_FILL(&page->html, "</main>\n<script>$</script></body></html>\n",
                  gcv_html_verbatim(gcv_page_js.bytes, gcv_page_js.size));
}

/* Chooses the rows of the tree: after a try with too many as many as fit on average, and at least
 * one row fewer. The largest rows stay, and their names and numbers may be longer than those of the
 * others, so another try may be needed. */
static void choose_rows(gcv_page *page, gcv_buffer *text)
{
    size_t rows = rows_of(page);
    for (;;) {
        cut_tree(page, rows);
        put_page(page, text);
        if (page->html.bytes <= GCV_PAGE_BYTES_MAX || page->tree.nodes.n == 1) {
            return;
        }
        const uint64_t others = page->html.bytes - page->list_bytes;
        const uint64_t room = GCV_PAGE_BYTES_MAX > others ? GCV_PAGE_BYTES_MAX - others : 0;
        rows = (size_t)(room * (page->tree.nodes.n - 2) / page->list_bytes);
    }
}

static void run(gcv_report *report)
{
    gcv_page page;
    find(report, &page);
    gcv_buffer text = {0};
    gcv_phase(report->ctx, "report");
    choose_rows(&page, &text);
    gcv_writer_put(report->out.writer, text.text.data, text.text.n);
}

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    const gcv_page_options *own = options->own;
    gcv_refuse_if(ctx,
                  own->rows.given && (own->rows.value == 0 || own->rows.value > GCV_PAGE_ROWS_MAX),
                  "--rows is 1 to %d", GCV_PAGE_ROWS_MAX);
}

static const gcv_option option_rows[] = {
    {"rows", '\0', GCV_OPTION_NUMBER, GCV_OWN(gcv_page_options, rows), "N", NULL,
     "rows of the tree, 1 to 10000 (" GCV_TEXT_OF(GCV_PAGE_ROWS) ")"},
    {"min-share", '\0', GCV_OPTION_PERCENT, GCV_SHARED(suspects.min_share), "PERCENT", NULL,
     "suspects: as suspects has it (" GCV_TEXT_OF(GCV_SUSPECT_PERCENT) ")"},
    {"suppressions", '\0', GCV_OPTION_TEXT_FILE, GCV_SHARED(suspects.file), "FILE", NULL,
     "leave out suspects that FILE lists: a fingerprint or a GLOB of types per line"},
    {"domain", '\0', GCV_OPTION_TEXT, GCV_SHARED(select.domain), "NAME", NULL,
     "only objects (or roots) of this application domain; analyses still see all"},
};

const gcv_command gcv_command_report = {
    .name = "report",
    .summary = "a page for the browser: one HTML file with all of it",
    .description =
        "Writes one HTML file: is the dump complete, what fills it, what is suspect and\n"
        "what holds that, a picture of what keeps the bytes alive, the largest types and\n"
        "objects, garbage, roots; with --baseline OLD, or if FILE has several snapshots,\n"
        "also what grew. The page needs nothing else, neither network nor viewer: mail\n"
        "it, attach it to a ticket, keep it as an artifact of CI. It can be read without\n"
        "script and style; with script the picture zooms and can be searched, and tables\n"
        "can be sorted. Every figure is that of the command that stands beside it.\n"
        "Equal dumps give equal bytes.",
    .examples = "  gcview report samples/leak-story.log -o leak.html",
    .columns = "none: HTML",
    .inputs = GCV_INPUT_BASELINE | GCV_INPUT_EARLIER,
    .output = GCV_OUTPUT_BYTES,
    .suffix = ".html",
    GCV_OWN_OPTIONS(option_rows, gcv_page_options),
    .shared = GCV_SET_GENERATION | GCV_SET_ROOT | GCV_SET_CAPTURE | GCV_SET_REDACT,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_suspects, &gcv_cost_of_sets,
                                 &gcv_cost_of_path_totals, &gcv_cost_of_type_fold),
              .names = true,
              .modules = true,
              .sites = true},
    .costs_if = {gcv_has_baseline, GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_suspects,
                                             &gcv_cost_of_sets, &gcv_cost_of_path_totals,
                                             &gcv_cost_of_type_fold, &gcv_cost_of_joined_chains)},
    .check = check,
    .prepare = gcv_suspect_choice_prepare,
    .run = run,
};
