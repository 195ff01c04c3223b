/* page_list.c - the tree as a list that can be opened without script. Its rows are the only data of
 * the script, and there are thousands of them, so they are kept small. */
#include "report/page/page.h"

#include <inttypes.h>
#include <stdio.h>

/* Puts bytes, share, own bytes, growth, objects. */
static void put_figures(gcv_page *page, uint64_t below, uint64_t bytes, int64_t delta,
                        uint64_t objects)
{
    gcv_html *html = &page->html;
    gcv_html_open(html, "b");
    gcv_html_number(html, below);
    gcv_html_close(html);
    gcv_html_str(html, " ");
    gcv_html_open(html, "i");
    gcv_html_percent(html, below, page->tree.whole);
    gcv_html_close(html);
    gcv_html_str(html, " ");
    gcv_html_open(html, "i");
    gcv_html_number(html, bytes);
    gcv_html_str(html, " own");
    gcv_html_close(html);
    gcv_html_str(html, " ");
    if (gcv_page_has_baseline(page)) {
        gcv_html_open(html, "i");
        gcv_html_delta(html, delta);
        gcv_html_close(html);
        gcv_html_str(html, " ");
    }
    gcv_html_open(html, "i");
    gcv_html_number(html, objects);
    gcv_html_str(html, " \xc3\x97");
    gcv_html_close(html);
    gcv_html_str(html, " ");
}

static void put_row(gcv_page *page, const gcv_page_node *node)
{
    gcv_html *html = &page->html;
    const gcv_type_row *row = gcv_page_row_of(&page->tree, node);
    put_figures(page, row->below, row->bytes, node->delta, row->objects);
    gcv_html_name(html, gcv_page_row_name(&page->tree, row));
    if (row->folded) {
        gcv_html_str(html, " \xe2\x86\xbb");
    }
}

/* Puts one row for the children left out below a row. */
static void put_rest(gcv_page *page, const gcv_page_node *node)
{
    gcv_html *html = &page->html;
    if (node->cut > 0) {
        gcv_html_open_class(html, "li", "m");
        put_figures(page, node->cut_bytes, node->cut_bytes, node->cut_delta, node->cut_objects);
        gcv_html_str(html, "(");
        gcv_html_number(html, node->cut);
        gcv_html_str(html, " smaller)");
        gcv_html_close(html);
    }
}

/* Opens the element of a row; false: the row has nothing below it, and its element is closed
 * again. */
static bool open_row(gcv_page *page, const gcv_page_node *node)
{
    gcv_html *html = &page->html;
    const bool is_leaf = node->n == 0 && node->cut == 0;
    gcv_html_open(html, "li");
    if (gcv_page_row_of(&page->tree, node)->folded) {
        gcv_html_attr(html, "class", "f");
    }
    if (is_leaf) {
        put_row(page, node);
        gcv_html_close(html);
        return false;
    }
    gcv_html_open(html, "details");
    gcv_html_open(html, "summary");
    put_row(page, node);
    gcv_html_close(html);
    gcv_html_open(html, "ul");
    return true;
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
        put_rest(page, parent);
        if (depth == 0) {
            return;
        }
        depth--;
        gcv_html_close_to(&page->html, page->html.depth - 3);
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
    gcv_html_number(html, nodes->n - 1);
    gcv_html_str(html, nodes->n == 2 ? " row" : " rows");
    if (cut > 0) {
        gcv_html_str(html, "; the rows \xe2\x80\x9csmaller\xe2\x80\x9d sum up ");
        gcv_html_number(html, cut);
        gcv_html_str(html, " more and all below them");
    }
    gcv_html_str(html, ".");
}

void gcv_page_list(gcv_page *page)
{
    gcv_html *html = &page->html;
    gcv_html_element(html, "h3", "The same as a list");
    gcv_html_open_class(html, "p", "note");
    put_count(page);
    gcv_html_str(html,
                 " Each level adds up to the byte. \xe2\x86\xbb marks rows with lists or "
                 "recursions of their own type: what these hold is in the row once. Columns: bytes "
                 "retained, share of the reachable bytes, own bytes, ");
    gcv_html_str(html, gcv_page_has_baseline(page) ? "growth, objects, type." : "objects, type.");
    gcv_html_close(html);
    gcv_html_open(html, "ul");
    gcv_html_attr(html, "id", "tree");
    gcv_html_attr(html, "class", gcv_page_has_baseline(page) ? "tree dl" : "tree");
    if (gcv_page_has_baseline(page)) { /* this also counts rows that only the baseline has */
        char grown[GCV_NUMBER_MAX];
        (void)snprintf(grown, sizeof grown, "%" PRId64, page->tree.nodes.data[0].delta);
        gcv_html_attr(html, "data-grown", grown);
    }
    if (page->report->in.heap->scales != NULL) { /* garbage by type is scaled, the tree is not */
        gcv_html_attr(html, "data-sampled", "");
    }
    gcv_html_attr(html, "tabindex", "0"); /* because it scrolls */
    page->list_bytes = html->bytes;
    put_rows(page);
    page->list_bytes = html->bytes - page->list_bytes;
    gcv_html_close(html);
}
