/* page_picture.c - the tree as an icicle, drawn without script: six levels of boxes whose widths
 * are their retained bytes. The script replaces it with an interactive one, built from the list
 * below it (page_list.c). */
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
        const gcv_slice name = gcv_type_or_deeper(tree->heap, gcv_page_row_of(tree, node)->type);
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
        gcv_page_list(page);
    }
}
