/* page_picture.c - the tree as an icicle, drawn without script: six levels of boxes whose widths
 * are their retained bytes. The script replaces it with an interactive one, built from the list
 * below it (page_list.c). */
#include "report/page/page.h"
#include "report/page/page_hues.h"

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
    gcv_html *html = &p->page->html;
    const uint64_t offset = p->levels[p->depth].offset, x = gcv_html_millipercent(offset, p->whole);
    gcv_html_open(html, "svg");
    gcv_html_attr_percent(html, "x", x);
    gcv_html_attr_count(html, "y", p->depth * LEVEL_HEIGHT);
    gcv_html_attr_percent(html, "width", gcv_html_millipercent(offset + bytes, p->whole) - x);
    gcv_html_attr_count(html, "height", LEVEL_HEIGHT);
    gcv_html_open(html, "rect");
    gcv_html_attr(html, "width", "100%");
    gcv_html_attr(html, "height", "21");
    gcv_html_attr(html, "fill", fill);
    gcv_html_close(html);
    gcv_html_open(html, "title");
}

/* Ends the title that open_box() began. True: the box has room for a label, whose element is
 * open. */
static bool close_title(picture *p, uint64_t bytes)
{
    gcv_html *html = &p->page->html;
    gcv_html_str(html, ": ");
    gcv_html_number(html, bytes);
    gcv_html_str(html, " bytes");
    gcv_html_close(html);
    if (gcv_html_millipercent(bytes, p->whole) < LEAST_TEXT) {
        return false;
    }
    gcv_html_open(html, "text");
    gcv_html_attr(html, "x", "4");
    gcv_html_attr(html, "y", "15");
    return true;
}

static void put_row_box(picture *p, const gcv_page_node *node)
{
    gcv_html *html = &p->page->html;
    const gcv_type_row *row = gcv_page_row_of(&p->page->tree, node);
    const gcv_slice name = gcv_page_row_name(&p->page->tree, row);
    open_box(p, row->below, gcv_page_hue_colour(gcv_page_hue(&p->hues, name)));
    gcv_html_name(html, name);
    if (close_title(p, row->below)) {
        gcv_html_short_name(html, name);
        gcv_html_close(html);
    }
    gcv_html_close(html);
}

/* Puts one box for the children that are too small: those from `next` on, and those that the list
 * leaves out. */
static void put_rest_box(picture *p, const level *at)
{
    gcv_html *html = &p->page->html;
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
    gcv_html_number(html, n);
    gcv_html_str(html, " smaller");
    if (close_title(p, bytes)) {
        gcv_html_number(html, n);
        gcv_html_str(html, " smaller");
        gcv_html_close(html);
    }
    gcv_html_close(html);
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
        put_row_box(p, node);
        if (p->depth < LEVELS) {
            const level below = {node, 0, at->offset};
            p->levels[p->depth + 1] = below;
            p->depth++;
        }
        at->next++;
        at->offset += bytes;
    }
}

/* Puts the box of all reachable bytes, above the others. */
static void put_top(picture *p)
{
    gcv_html *html = &p->page->html;
    gcv_html_open(html, "rect");
    gcv_html_attr(html, "width", "100%");
    gcv_html_attr(html, "height", "21");
    gcv_html_attr(html, "fill", "#f5f6f8");
    gcv_html_close(html);
    gcv_html_open(html, "text");
    gcv_html_attr(html, "x", "4");
    gcv_html_attr(html, "y", "15");
    gcv_html_str(html, "reachable: ");
    gcv_html_number(html, p->whole);
    gcv_html_str(html, " bytes");
    gcv_html_close(html);
}

static void put_svg(picture *p)
{
    gcv_html *html = &p->page->html;
    gcv_html_open(html, "div");
    gcv_html_attr(html, "id", "chart");
    gcv_html_open(html, "svg");
    gcv_html_attr(html, "width", "100%");
    gcv_html_attr_count(html, "height", (LEVELS + 1) * LEVEL_HEIGHT);
    gcv_html_attr(html, "role", "img");
    gcv_html_attr(html, "aria-label", "Icicle of the dominator tree; the list below says the same");
    gcv_html_open(html, "g");
    gcv_html_attr(html, "font-family", "system-ui, sans-serif");
    gcv_html_attr(html, "font-size", "12");
    gcv_html_attr(html, "fill", "#14171c");
    put_top(p);
    put_boxes(p);
    gcv_html_close(html);
    gcv_html_close(html);
    gcv_html_close(html);
}

/* ---- legend ------------------------------------------------------------------------------- */

static void put_swatch(gcv_html *html, unsigned hue)
{
    char name[] = "h0";
    name[1] = (char)('0' + hue);
    gcv_html_open(html, "svg");
    gcv_html_attr(html, "width", "11");
    gcv_html_attr(html, "height", "11");
    gcv_html_attr(html, "aria-hidden", "true");
    gcv_html_open_class(html, "rect", name);
    gcv_html_attr(html, "width", "11");
    gcv_html_attr(html, "height", "11");
    gcv_html_attr(html, "rx", "2");
    gcv_html_attr(html, "fill", gcv_page_hue_colour(hue));
    gcv_html_close(html);
    gcv_html_close(html);
}

/* The script reads families and their hues from the legend. */
static void put_legend(picture *p)
{
    gcv_html *html = &p->page->html;
    gcv_html_open_class(html, "p", "legend");
    gcv_html_attr(html, "id", "hues");
    for (unsigned hue = 0; hue < GCV_HUES; hue++) {
        const gcv_slice family =
            hue < GCV_HUE_OTHER ? p->hues.families[hue] : gcv_slice_str("other");
        if (family.data != NULL) {
            gcv_html_open(html, "span");
            put_swatch(html, hue);
            gcv_html_str(html, " ");
            gcv_html_open(html, "span");
            gcv_html_name(html, family);
            gcv_html_close(html);
            gcv_html_close(html);
            gcv_html_str(html, " ");
        }
    }
    gcv_html_close(html);
}

void gcv_page_picture(gcv_page *page)
{
    picture p = {0};
    char words[80];
    p.page = page;
    p.whole = page->tree.whole;
    p.hues = gcv_page_hues_of(&page->look.types);
    gcv_page_section(page, "picture", "What holds the heap");
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
    gcv_html_close(&page->html);
}
