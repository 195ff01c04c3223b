/* page_command.c - `report`: a page for the browser; page.h has its parts. */
#include "analysis/type_fold.h"
#include "report/commands.h"
#include "report/field_cell.h"
#include "report/page/page.h"

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
    gcv_page_find(report, &page);
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
