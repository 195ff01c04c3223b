/* page_list.c - the tree as a list that can be opened without script. Its rows are the only data of
 * the script, and there are thousands of them, so they are kept small. */
#include "base/number.h"
#include "report/page/page.h"

/* Puts bytes, share, own bytes, growth, objects. */
static void put_figures(gcv_page *page, uint64_t below, uint64_t bytes, int64_t delta,
                        uint64_t objects)
{
    gcv_html *html = &page->html;
    GCV_HTML_FILL(html, "<b>$</b> <i>$</i> <i>$ own</i> ", gcv_html_number(below),
                  gcv_html_percent(below, page->tree.whole), gcv_html_number(bytes));
    if (gcv_page_has_baseline(page)) {
        GCV_HTML_FILL(html, "<i>$</i> ", gcv_html_delta(delta));
    }
    GCV_HTML_FILL(html, "<i>$ \xc3\x97</i> ", gcv_html_number(objects));
}

/* Opens the element of a row; false: nothing is below the row, so that the next one ends it. */
static bool open_row(gcv_page *page, const gcv_page_node *node)
{
    const bool is_leaf = node->n == 0 && node->cut == 0;
    const gcv_type_row *row = gcv_page_row_of(&page->tree, node);
    gcv_html_put(&page->html, row->folded ? "\n<li class='f'>" : "\n<li>");
    gcv_html_put(&page->html, is_leaf ? "" : "<details><summary>");
    put_figures(page, row->below, row->bytes, node->delta, row->objects);
    GCV_HTML_FILL(&page->html, "$$", gcv_html_name(gcv_type_or_deeper(page->tree.heap, row->type)),
                  gcv_html_str(row->folded ? " \xe2\x86\xbb" : ""));
    gcv_html_put(&page->html, is_leaf ? "" : "</summary>\n<ul>");
    return !is_leaf;
}

static void put_rows(gcv_page *page)
{
    const gcv_page_node *nodes = page->tree.nodes.data;
    struct {
        const gcv_page_node *node;
        uint32_t next; /* index of the next child */
    } open[GCV_FOLD_DEPTH + 2];
    size_t depth = 0;
    open[0].node = &nodes[0];
    open[0].next = 0;
    for (;;) {
        const gcv_page_node *parent = open[depth].node;
        if (open[depth].next < parent->n) {
            const gcv_page_node *child = &nodes[parent->first + open[depth].next++];
            if (open_row(page, child)) {
                depth++;
                open[depth].node = child;
                open[depth].next = 0;
            }
            continue;
        }
        if (parent->cut > 0) { /* one row for the children left out below a row */
            gcv_html_put(&page->html, "\n<li class='m'>");
            put_figures(page, parent->cut_bytes, parent->cut_bytes, parent->cut_delta,
                        parent->cut_objects);
            GCV_HTML_FILL(&page->html, "($ smaller)", gcv_html_number(parent->cut));
        }
        if (depth == 0) {
            return;
        }
        depth--;
        gcv_html_put(&page->html, "</ul></details>");
    }
}

/* Puts the number of rows, and how many rows the `smaller` ones sum up. */
static void put_count(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_page_node_column *nodes = &page->tree.nodes;
    uint64_t cut = 0;
    for (size_t i = 0; i < nodes->n; i++) {
        cut += nodes->data[i].cut;
    }
    GCV_HTML_FILL(html, "$ row$", gcv_html_number(nodes->n - 1),
                  gcv_html_str(nodes->n == 2 ? "" : "s"));
    if (cut > 0) {
        GCV_HTML_FILL(html,
                      "; the rows \xe2\x80\x9csmaller\xe2\x80\x9d sum up $ more and all below them",
                      gcv_html_number(cut));
    }
    gcv_html_put(html, ".");
}

void gcv_page_list(gcv_page *page)
{
    gcv_html *html = &page->html;
    const bool grows = gcv_page_has_baseline(page);
    gcv_html_put(html, "\n<h3>The same as a list</h3>\n<p class='note'>");
    put_count(page);
    gcv_html_put(
        html,
        " Each level adds up to the byte. \xe2\x86\xbb marks rows with lists or recursions "
        "of their own type: what these hold is in the row once.</p>"
        "\n<div class='tree' tabindex='0'>" /* because it scrolls */
        "<p><b>retained</b> <i>share</i> <i>own bytes</i> ");
    gcv_html_put(html, grows ? "<i>growth</i> " : "");
    gcv_html_put(html, "<i>objects</i> type</p>\n<ul id='tree'");
    if (grows) { /* this also counts rows that only the baseline has */
        char grown[GCV_NUMBER_MAX];
        gcv_format_i64(grown, page->tree.nodes.data[0].delta);
        GCV_HTML_FILL(html, " class='dl' data-grown='$'", gcv_html_str(grown));
    }
    if (page->report->in.heap->scales != NULL) { /* garbage by type is scaled, the tree is not */
        gcv_html_put(html, " data-sampled=''");
    }
    gcv_html_put(html, ">");
    page->list_bytes = html->bytes;
    put_rows(page);
    page->list_bytes = html->bytes - page->list_bytes;
    gcv_html_put(html, "</ul></div>");
}
