/* page_picture.c - the tree as an icicle, drawn without script: six levels of boxes whose widths
 * are their retained bytes. The script replaces it with an interactive one, built from the list
 * below it, which can be opened without script. */
#include "report/page/page.h"

#include <stdio.h>

enum {
    LEVELS = 6,
    LEVEL_HEIGHT = 22,
    LEAST_BOX = 350,  /* thousandths of a percent */
    LEAST_REST = 150, /* the same, for the box of smaller children */
    LEAST_TEXT = 2500
};

/* A box whose children are being drawn. */
typedef struct level {
    const gcv_page_node *parent;
    uint32_t next;   /* index of the next child to draw */
    uint64_t offset; /* bytes to the left of that child */
} level;

typedef struct picture {
    gcv_page *page;
    gcv_page_hues hues;
    uint64_t whole;
    level levels[LEVELS + 1]; /* by depth, from 1 */
    size_t depth;
} picture;

/* Opens a box as wide as its bytes, and its title. */
static void open_box(picture *p, uint64_t bytes, const char *fill)
{
    const uint64_t offset = p->levels[p->depth].offset, x = gcv_html_millipercent(offset, p->whole);
    GCV_HTML_FILL(&p->page->html,
                  "\n<svg x='$' y='$' width='$' height='$'>"
                  "<rect width='100%' height='21' fill='$'/>\n<title>",
                  gcv_html_length(x), gcv_html_plain(p->depth * LEVEL_HEIGHT),
                  gcv_html_length(gcv_html_millipercent(offset + bytes, p->whole) - x),
                  gcv_html_plain(LEVEL_HEIGHT), gcv_html_str(fill));
}

/* Ends the box and the title that open_box() began. Puts a label if the box has room for it. */
static void close_box(picture *p, uint64_t bytes, const char *markup, gcv_html_value label)
{
    gcv_html *html = &p->page->html;
    GCV_HTML_FILL(html, ": $ bytes</title>", gcv_html_number(bytes));
    if (gcv_html_millipercent(bytes, p->whole) >= LEAST_TEXT) {
        gcv_html_fill(html, markup, &label);
    }
    gcv_html_put(html, "</svg>");
}

/* Puts one box for the children that are too small: those from `next` on, and those that the list
 * leaves out. */
static void put_rest_box(picture *p, const level *at)
{
    const gcv_page_node *nodes = p->page->tree.nodes.data;
    const uint64_t n = at->parent->n - at->next + at->parent->cut;
    uint64_t bytes = at->parent->cut_bytes;
    for (uint32_t i = at->next; i < at->parent->n; i++) {
        bytes += gcv_page_row_of(&p->page->tree, &nodes[at->parent->first + i])->below;
    }
    if (gcv_html_millipercent(bytes, p->whole) < LEAST_REST) {
        return;
    }
    open_box(p, bytes, "#eceef1");
    GCV_HTML_FILL(&p->page->html, "$ smaller", gcv_html_number(n));
    close_box(p, bytes, "<text x='4' y='15'>$ smaller</text>", gcv_html_number(n));
}

static void put_boxes(picture *p)
{
    const gcv_page_tree *tree = &p->page->tree;
    p->depth = 1;
    p->levels[1].parent = &tree->nodes.data[0];
    while (p->depth > 0) {
        level *at = &p->levels[p->depth];
        const gcv_page_node *node = &tree->nodes.data[at->parent->first + at->next];
        const uint64_t bytes = at->next < at->parent->n ? gcv_page_row_of(tree, node)->below : 0;
        if (gcv_html_millipercent(bytes, p->whole) < LEAST_BOX) {
            put_rest_box(p, at);
            p->depth--;
            continue;
        }
        const gcv_slice name =
            gcv_type_or_deeper(p->page->report->in.heap, gcv_page_row_of(tree, node)->type);
        open_box(p, bytes, gcv_page_hue_colour(gcv_page_hue(&p->hues, name)));
        GCV_HTML_FILL(&p->page->html, "$", gcv_html_name(name));
        close_box(p, bytes, "<text x='4' y='15'>$</text>", gcv_html_short_name(name));
        if (p->depth < LEVELS) {
            const level below = {node, 0, at->offset};
            p->levels[p->depth + 1] = below;
            p->depth++;
        }
        at->next++;
        at->offset += bytes;
    }
}

static void put_svg(picture *p)
{
    gcv_html *html = &p->page->html;
    GCV_HTML_FILL(html,
                  "<div id='chart'>\n<svg width='100%' height='$' role='img' "
                  "aria-label='Icicle of the dominator tree; the list below says the same'>"
                  "<g font-family='system-ui, sans-serif' font-size='12' fill='#14171c'>"
                  "<rect width='100%' height='21' fill='#f5f6f8'/>"
                  "<text x='4' y='15'>reachable: $ bytes</text>",
                  gcv_html_plain((LEVELS + 1) * LEVEL_HEIGHT), gcv_html_number(p->whole));
    put_boxes(p);
    gcv_html_put(html, "</g></svg></div>");
}

/* The script reads families and their hues from the legend. */
static void put_legend(picture *p)
{
    gcv_html *html = &p->page->html;
    gcv_html_put(html, "\n<p class='legend' id='hues'>");
    for (unsigned hue = 0; hue < GCV_HUES; hue++) {
        const gcv_slice family =
            hue < GCV_HUE_OTHER ? p->hues.families[hue] : gcv_slice_str("other");
        if (family.data != NULL) {
            GCV_HTML_FILL(html,
                          "<span>\n<svg width='11' height='11' aria-hidden='true'>"
                          "<rect class='h$' width='11' height='11' rx='2' fill='$'/></svg> "
                          "<span>$</span></span> ",
                          gcv_html_plain(hue), gcv_html_str(gcv_page_hue_colour(hue)),
                          gcv_html_name(family));
        }
    }
    gcv_html_put(html, "</p>");
}

/* ---- the list: its rows are the only data of the script, and thousands, so they are kept small
 * --- */

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
    GCV_HTML_FILL(&page->html, "$$",
                  gcv_html_name(gcv_type_or_deeper(page->report->in.heap, row->type)),
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

static void put_list(gcv_page *page)
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

/* ---- the section -------------------------------------------------------------------------- */

void gcv_page_picture(gcv_page *page)
{
    char words[80];
    picture p = {
        .page = page, .whole = page->tree.whole, .hues = gcv_page_hues_of(&page->look.types)};
    (void)snprintf(words, sizeof words, "tree --by type --fold --top %zu", page->tree.nodes.n - 1);
    gcv_page_note(page,
                  p.whole > 0 ? "The dominator tree by type. A box is as wide as the bytes that "
                                "would go with it; what stands below a box is held by it alone. "
                                "A list or a recursion is one box."
                              : "Nothing is reachable.",
                  page->tree.nodes.n > 1 ? words : "tree --by type --fold", GCV_PAGE_OF_HEAP);
    if (p.whole > 0) {
        put_svg(&p);
        put_legend(&p);
        put_list(page);
    }
}
