/* page_growth.c - growth since the baseline, and the chains that hold it. */
#include "base/number.h"
#include "report/page/page.h"
#include "report/root_words.h"

/* ---- causes ------------------------------------------------------------------------------- */

static void put_delta(gcv_html *html, const uint64_t *values)
{
    const gcv_cell cell = gcv_cell_signed(gcv_delta(values[0], values[1]));
    gcv_page_cell(html, &cell);
}

/* Puts a root in words; `type`: of the first step of its chain. */
static void put_root(gcv_page *page, gcv_slice root, gcv_slice type)
{
    gcv_buffer_clear(&page->text);
    gcv_root_words(page->report->ctx, root, type, &page->text);
    gcv_html_name(&page->html, gcv_buffer_slice(&page->text));
}

static void put_step(gcv_page *page, const gcv_cause_row *row)
{
    gcv_html *html = &page->html;
    const gcv_slice root = gcv_cause_root(&page->look.causes, row);
    int64_t delta;
    const gcv_cell retained = gcv_cause_retained(&page->look.causes, row, &delta)
                                  ? gcv_cell_signed_bytes(delta)
                                  : gcv_cell_none();
    gcv_html_open(html, "tr");
    put_delta(html, row->objects);
    put_delta(html, row->bytes);
    gcv_page_cell(html, &retained);
    gcv_html_open(html, "td");
    gcv_page_indent(html, row->depth - 1);
    if (root.data != NULL) {
        gcv_html_open_class(html, "span", "root");
        put_root(page, root, gcv_cause_name(&page->look.causes, row));
        gcv_html_close(html);
        gcv_html_str(html, " ");
    }
    gcv_page_step_type(page, &row->name, row->objects[1], gcv_cause_name(&page->look.causes, row));
    gcv_html_close(html);
    gcv_html_close(html);
}

static void put_steps(gcv_page *page, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        i += gcv_page_skip_steps(&page->html, i - first, end - first);
        put_step(page, &page->look.causes.rows.data[i]);
    }
}

/* Puts `+6 Acme.Session +240, +2 Byte[] +4096`: what grew at the ends of the chains of a cause. */
static void put_types(gcv_page *page, const gcv_cause *cause)
{
    gcv_html *html = &page->html;
    const gcv_causes *causes = &page->look.causes;
    const uint32_t shown = (uint32_t)gcv_rows_shown(cause->n_told, GCV_PAGE_CAUSE_TYPES);
    for (uint32_t i = 0; i < shown; i++) {
        const gcv_cause_told *told = &causes->told.data[cause->told + i];
        gcv_html_str(html, i > 0 ? ", " : "");
        gcv_html_delta(html, gcv_delta(told->objects[0], told->objects[1]));
        gcv_html_str(html, " ");
        gcv_html_type(html, gcv_cause_name(causes, &causes->rows.data[told->row]));
        gcv_html_str(html, " ");
        gcv_html_open_class(html, "span", "s");
        gcv_html_delta(html, gcv_delta(told->bytes[0], told->bytes[1]));
        gcv_html_close(html);
    }
    if (shown < cause->n_told) {
        gcv_html_str(html, ", and ");
        gcv_html_number(html, cause->n_told - shown);
        gcv_html_str(html, " more types");
    }
}

/* Puts the root and the holder of a cause. */
static void put_holder(gcv_page *page, const gcv_cause *cause)
{
    gcv_html *html = &page->html;
    const gcv_causes *causes = &page->look.causes;
    const gcv_cause_row *first = &causes->rows.data[cause->first + cause->n_types];
    const gcv_slice root = gcv_cause_root(causes, first);
    if (root.data != NULL) {
        put_root(page, root, gcv_cause_name(causes, first));
    } else {
        gcv_html_name(html, gcv_cause_name(causes, first));
    }
    if (cause->holder > 0) {
        const gcv_cause_row *holder = first + cause->holder - 1;
        gcv_html_str(html, " > ");
        gcv_page_step_type(page, &holder->name, holder->objects[1], gcv_cause_name(causes, holder));
    }
    gcv_html_str(html, ": ");
}

static void put_card(gcv_page *page, const gcv_cause *cause)
{
    gcv_html *html = &page->html;
    const gcv_cause_row *head = &page->look.causes.rows.data[cause->first];
    gcv_html_open(html, "li");
    gcv_html_open(html, "details");
    gcv_html_open(html, "summary");
    gcv_html_open(html, "b");
    gcv_html_delta(html, cause->grown);
    gcv_html_close(html);
    gcv_html_str(html, " ");
    gcv_html_element(html, "i", "own");
    gcv_html_str(html, " ");
    gcv_html_open_class(html, "span", "x");
    put_holder(page, cause);
    put_types(page, cause);
    gcv_html_close(html);
    gcv_html_close(html);
    gcv_page_table(page, "objects \xc2\xb1, own bytes \xc2\xb1, retained \xc2\xb1, held through",
                   "chain");
    put_steps(page, cause->first + cause->n_types, cause->end);
    gcv_page_end_table(page);
    if (!gcv_slice_is(gcv_cause_name(&page->look.causes, head), GCV_INTERNALS)) {
        gcv_html_open(html, "p");
        gcv_html_str(html, "Go on with ");
        gcv_page_chains_command(page, gcv_cause_name(&page->look.causes, head), false);
        gcv_html_close(html);
    }
    gcv_html_close_to(html, html->depth - 2);
}

static void put_cards(gcv_page *page)
{
    const gcv_cause_column *causes = &page->look.causes.all;
    gcv_html_open_class(&page->html, "ol", "cards");
    for (size_t i = 0; i < causes->n; i++) {
        put_card(page, &causes->data[i]);
    }
    gcv_html_close(&page->html);
}

/* ---- all changes -------------------------------------------------------------------------- */

enum { CHANGE_CELLS = 7 };

static void put_change(gcv_page *page, uint32_t item)
{
    gcv_html *html = &page->html;
    const gcv_change *row = &page->look.changes.rows[item];
    const gcv_cell cells[CHANGE_CELLS] = {
        gcv_cell_signed(gcv_delta(row->count_a, row->count_b)),
        gcv_cell_signed_bytes(gcv_delta(row->bytes_a, row->bytes_b)),
        row->retains ? gcv_cell_signed_bytes(gcv_delta(row->retained_a, row->retained_b))
                     : gcv_cell_none(),
        gcv_cell_count(row->count_a),
        gcv_cell_count(row->count_b),
        gcv_cell_bytes(row->bytes_a),
        gcv_cell_bytes(row->bytes_b)};
    gcv_html_open(html, "tr");
    for (size_t i = 0; i < CHANGE_CELLS; i++) {
        gcv_page_cell(html, &cells[i]);
    }
    gcv_page_type(html, page->look.changes.join.names.data[item]);
    gcv_html_close(html);
}

/* Puts the sums of the rows from `first` on. */
static void put_other_changes(gcv_page *page, size_t first)
{
    gcv_html *html = &page->html;
    uint64_t counts[2] = {0, 0}, bytes[2] = {0, 0};
    gcv_cell cells[CHANGE_CELLS];
    for (size_t i = first; i < page->changed.items.n; i++) {
        const gcv_change *row = &page->look.changes.rows[page->changed.items.data[i]];
        counts[0] = gcv_add_capped(counts[0], row->count_a);
        counts[1] = gcv_add_capped(counts[1], row->count_b);
        bytes[0] = gcv_add_capped(bytes[0], row->bytes_a);
        bytes[1] = gcv_add_capped(bytes[1], row->bytes_b);
    }
    cells[0] = gcv_cell_signed(gcv_delta(counts[0], counts[1]));
    cells[1] = gcv_cell_signed_bytes(gcv_delta(bytes[0], bytes[1]));
    cells[2] = gcv_cell_none();
    cells[3] = gcv_cell_count(counts[0]);
    cells[4] = gcv_cell_count(counts[1]);
    cells[5] = gcv_cell_bytes(bytes[0]);
    cells[6] = gcv_cell_bytes(bytes[1]);
    gcv_html_open_class(html, "tr", "m");
    for (size_t i = 0; i < CHANGE_CELLS; i++) {
        gcv_page_cell(html, &cells[i]);
    }
    gcv_page_more(html, page->changed.items.n - first, "type");
    gcv_html_close(html);
}

static void put_changes(gcv_page *page)
{
    gcv_html *html = &page->html;
    const size_t n = page->changed.items.n, shown = gcv_rows_shown(n, GCV_PAGE_CHANGES);
    gcv_html_open_class(html, "details", "more");
    gcv_html_open(html, "summary");
    gcv_html_str(html, shown < n ? "The first " : n == 1 ? "The type" : "All ");
    if (shown < n) {
        gcv_html_number(html, shown);
        gcv_html_str(html, " of ");
    }
    if (n != 1) {
        gcv_html_number(html, n);
        gcv_html_str(html, " types");
    }
    gcv_html_str(html, " that changed");
    gcv_html_close(html);
    gcv_page_note(page, "Largest change of bytes first, be it growth or decline.",
                  "diff --retained", GCV_PAGE_OF_BOTH);
    gcv_page_table(page,
                   "objects \xc2\xb1, own bytes \xc2\xb1, retained \xc2\xb1, objects before, "
                   "objects now, own bytes before, own bytes now, type",
                   "rows");
    for (size_t i = 0; i < shown; i++) {
        put_change(page, page->changed.items.data[i]);
    }
    if (shown < n) {
        put_other_changes(page, shown);
    }
    gcv_page_end_table(page);
    gcv_html_close(html);
}

void gcv_page_growth(gcv_page *page)
{
    gcv_html *html = &page->html;
    if (!gcv_page_has_baseline(page)) {
        return;
    }
    gcv_page_section(page, "growth", "What grew");
    if (page->look.causes.all.n > 0) {
        gcv_page_note(page,
                      "Growth by what holds it: objects, and their own bytes; strings, arrays and "
                      "internals that nothing of the program holds come last. Suspects count "
                      "what objects retain, so that their figures differ.",
                      "diff --cause", GCV_PAGE_OF_BOTH);
        put_cards(page);
    } else {
        gcv_page_note(page, "No type has more bytes than before.", "diff --cause",
                      GCV_PAGE_OF_BOTH);
    }
    if (page->changed.items.n > 0) {
        put_changes(page);
    }
    gcv_html_close(html);
}
