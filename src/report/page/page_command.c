/* page_command.c - `report`: a page for the browser; page.h has its parts. */
#include "analysis/type_fold.h"
#include "report/commands.h"
#include "report/field_cell.h"
#include "report/page/page.h"

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
    *page = (gcv_page){.report = report, .tree.ctx = report->ctx};
    gcv_sides_find(report, &page->sides);
    page->all = page->sides.selections[0];
    page->all.generation = GCV_NONE;
    gcv_look_find(report->ctx, &request, &page->look);
    gcv_page_tree_find(&page->tree, report->ctx, &page->sides.selections[0],
                       gcv_basis_dominators(&page->sides.now), &page->look.suspects.found.tree,
                       gcv_page_rows(page));
    if (report->in.baseline != NULL) {
        gcv_basis *past = &page->sides.past;
        gcv_changes_largest(&page->look.changes, false, &page->changed);
        page->past = gcv_summary_of(past->selection);
        gcv_page_tree_find_past(&page->tree, past->selection, gcv_basis_dominators(past));
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
    const bool has_objects = gcv_page_has_objects(page);
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
    size_t rows = gcv_page_rows(page);
    for (;;) {
        gcv_page_tree_cut(&page->tree, rows);
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
