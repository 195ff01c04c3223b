/* page_bar.c - the bytes by the kind of root that holds them, as a bar and its legend. */
#include "report/page/page.h"

#include <string.h>

/* Kinds by bytes, most first, garbage last. */
static gcv_u32_column order_of(gcv_context *ctx, const gcv_group_totals *kinds)
{
    gcv_u32_column order = {NULL, 0, 0};
    size_t n = 0;
    gcv_groups_by_bytes(ctx, kinds, &order);
    for (size_t i = 0; i < order.n; i++) {
        if (order.data[i] != 0) {
            order.data[n++] = order.data[i];
        }
    }
    if (n < order.n) {
        order.data[n] = 0;
    }
    return order;
}

/* The colour of a group of root kinds; group 0 is garbage, in stripes. */
static gcv_html_value fill_of(uint32_t group)
{
    static const char *const colours[][2] = {{"static", "#5b8def"},    {"handle", "#e0a03c"},
                                             {"local", "#3fa66b"},     {"runtime", "#8f7ae0"},
                                             {"finalizer", "#d06aa0"}, {"internal", "#4fb3bf"}};
    const char *kind = group != 0 ? gcv_root_kind_group_name(group) : "";
    for (size_t i = 0; i < GCV_LENGTH(colours); i++) {
        if (strcmp(colours[i][0], kind) == 0) {
            return gcv_html_str(colours[i][1]);
        }
    }
    return gcv_html_str(group != 0 ? "#9aa3b2" : "url(#hatch)");
}

static void put_bar(gcv_html *html, const gcv_group_totals *kinds, const gcv_u32_column *order)
{
    const uint64_t whole = gcv_group_totals_whole_bytes(kinds);
    uint64_t before = 0;
    gcv_html_put(html,
                 "\n<svg id='bar' width='100%' height='22' role='img' "
                 "aria-label='Bytes by the kind of root that holds them, as in the legend'>"
                 "<defs><pattern id='hatch' width='6' height='6' patternUnits='userSpaceOnUse' "
                 "patternTransform='rotate(45)'><rect width='6' height='6' fill='#9aa3b2'/>"
                 "<rect width='2' height='6' fill='#6b7384'/></pattern></defs>");
    for (size_t i = 0; i < order->n; i++) {
        const uint32_t group = order->data[i];
        const uint64_t x = gcv_html_millipercent(before, whole);
        before += kinds->bytes[group];
        if (kinds->bytes[group] > 0) {
            GCV_HTML_FILL(html, "<rect x='$' width='$' height='22' fill='$'/>", gcv_html_length(x),
                          gcv_html_length(gcv_html_millipercent(before, whole) - x),
                          fill_of(group));
        }
    }
    gcv_html_put(html, "</svg>");
}

void gcv_page_bar(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_group_totals *kinds = &page->root_kinds;
    gcv_u32_column order = order_of(page->report->ctx, kinds);
    const char *garbage = gcv_page_knows_garbage(page) ? "garbage" : "unreachable";
    put_bar(html, kinds, &order);
    gcv_html_put(html, "\n<p class='legend'>Bytes by the kind of the nearest root: ");
    for (size_t i = 0; i < order.n; i++) {
        const uint32_t group = order.data[i];
        GCV_HTML_FILL(html,
                      "<span>\n<svg width='11' height='11' aria-hidden='true'>"
                      "<rect width='11' height='11' rx='2' fill='$'/></svg> $ <b>$</b></span> ",
                      fill_of(group),
                      gcv_html_str(group != 0 ? gcv_root_kind_group_name(group) : garbage),
                      gcv_html_percent(kinds->bytes[group], gcv_group_totals_whole_bytes(kinds)));
    }
    GCV_HTML_FILL(html, "<code>$</code></p>",
                  gcv_page_command(page, "stats --by root-kind", GCV_PAGE_OF_ALL));
    gcv_u32_column_release(page->report->ctx, &order);
}
