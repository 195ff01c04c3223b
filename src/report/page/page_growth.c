/* page_growth.c - growth since the baseline, and the chains that hold it. */
#include "report/chain_line.h"
#include "report/page/page.h"

/* ---- causes ------------------------------------------------------------------------------- */

static gcv_html_value grown(const uint64_t *values)
{
    return gcv_html_delta(gcv_delta(values[0], values[1]));
}

/* Writes a root in words into `page->text`; nothing if there is none. `type`: of the first step of
 * its chain. */
static void write_root(gcv_page *page, gcv_slice root, gcv_slice type)
{
    gcv_buffer_clear(&page->text);
    if (root.data != NULL) {
        gcv_root_words(page->report->ctx, page->report->in.heap, root, type, &page->text);
    }
}

static void put_step(gcv_page *page, const gcv_cause_row *row)
{
    const gcv_slice root = gcv_cause_root(&page->look.causes, row);
    const gcv_slice name = gcv_cause_name(&page->look.causes, row);
    int64_t delta;
    const bool has_delta = gcv_cause_retained(&page->look.causes, row, &delta);
    GCV_HTML_FILL(&page->html, "\n<tr><td>$<td>$<td>$", grown(row->objects), grown(row->bytes),
                  has_delta ? gcv_html_delta(delta) : gcv_html_str("-"));
    write_root(page, root, name);
    gcv_page_step(page, row->depth - 1, &row->name, row->objects[1], name, NULL);
}

/* The change of the number of objects; a word, where that is not why the bytes changed. */
static gcv_html_value more_or_larger(const gcv_cause_told *told)
{
    const int64_t objects = gcv_delta(told->objects[0], told->objects[1]);
    const int64_t bytes = gcv_delta(told->bytes[0], told->bytes[1]);
    return bytes > 0 && objects <= 0   ? gcv_html_str("larger")
           : bytes < 0 && objects >= 0 ? gcv_html_str("smaller")
                                       : gcv_html_delta(objects);
}

/* Puts `+6 Acme.Session +240, larger Byte[] +4096`: what grew in a cause. */
static void put_types(gcv_page *page, const gcv_cause *cause)
{
    const uint32_t shown = (uint32_t)gcv_rows_shown(cause->n_told, GCV_PAGE_CAUSE_TYPES);
    for (uint32_t i = 0; i < shown; i++) {
        const gcv_cause_told *told = &page->look.causes.told.data[cause->told + i];
        GCV_HTML_FILL(&page->html, "$$ $ <span class='s'>$</span>", gcv_html_str(i > 0 ? ", " : ""),
                      more_or_larger(told),
                      gcv_html_type(page->look.causes.changes->join.names.data[told->item]),
                      grown(told->bytes));
    }
    if (shown < cause->n_told) {
        GCV_HTML_FILL(&page->html, ", and $ more types", gcv_html_number(cause->n_told - shown));
    }
}

/* The first step is told without its name, which is that of the root. */
static void put_holding_step(gcv_page *page, const gcv_cause_row *step)
{
    const gcv_step_name none = {0};
    gcv_page_step_type(page, step->depth > 1 ? &step->name : &none, step->objects[1],
                       gcv_cause_name(&page->look.causes, step));
    if (step->object != GCV_NONE &&
        gcv_ruby_class_name(page->report->in.heap, step->object).data != NULL) {
        GCV_HTML_FILL(&page->html, " $",
                      gcv_html_name(gcv_ruby_class_name(page->report->in.heap, step->object)));
    }
}

/* Puts the root or the owners, and the holder of a cause. */
static void put_holder(gcv_page *page, const gcv_cause *cause)
{
    const gcv_causes *causes = &page->look.causes;
    const gcv_cause_row *first = &causes->rows.data[cause->first + cause->n_types];
    const gcv_slice root = gcv_cause_root(causes, first), name = gcv_cause_name(causes, first);
    const uint32_t owners[] = {cause->author, cause->owner};
    gcv_buffer_clear(&page->text);
    bool told = gcv_holder_scope(page->report, causes, cause, &page->text);
    GCV_HTML_FILL(&page->html, "$", gcv_html_name(gcv_buffer_slice(&page->text)));
    for (size_t i = 0; i < 2; i++) {
        if (owners[i] > 0) {
            gcv_html_put(&page->html, told ? " &gt; " : "");
            put_holding_step(page, first + owners[i] - 1);
            told = true;
        }
    }
    const bool element = gcv_holder_is_element(causes, cause);
    if (!told && !element) {
        write_root(page, root, name);
        GCV_HTML_FILL(&page->html, "$",
                      gcv_html_name(root.data != NULL ? gcv_buffer_slice(&page->text) : name));
    }
    if (cause->holder > 0) {
        gcv_html_put(&page->html, told || !element ? " &gt; " : "");
        gcv_buffer_clear(&page->text);
        gcv_holder_path(page->report, causes, cause, &page->text);
        GCV_HTML_FILL(&page->html, "$", gcv_html_name(gcv_buffer_slice(&page->text)));
        put_holding_step(page, first + cause->holder - 1);
    }
    gcv_html_put(&page->html, ": ");
}

static void put_card(gcv_page *page, const gcv_cause *cause)
{
    gcv_html *html = &page->html;
    const gcv_slice name =
        gcv_cause_name(&page->look.causes, &page->look.causes.rows.data[cause->first]);
    const bool owned = page->look.causes.changes->request.totals.owned;
    GCV_HTML_FILL(html, "\n<li><details><summary><b>$</b> <i>$</i> <span class='x'>",
                  gcv_html_delta(cause->grown), gcv_html_str(owned ? "bytes" : "own bytes"));
    put_holder(page, cause);
    put_types(page, cause);
    gcv_html_put(html, "</span></summary>");
    gcv_page_table(page,
                   owned ? "objects \xc2\xb1, bytes \xc2\xb1, retained \xc2\xb1, held through"
                         : "objects \xc2\xb1, own bytes \xc2\xb1, retained \xc2\xb1, held through",
                   "chain");
    for (size_t first = cause->first + cause->n_types, i = first; i < cause->end; i++) {
        i += gcv_page_skip_steps(html, i - first, cause->end - first);
        put_step(page, &page->look.causes.rows.data[i]);
    }
    gcv_page_end_table(page);
    if (!gcv_slice_is(name, GCV_INTERNALS)) {
        GCV_HTML_FILL(html, "\n<p>Go on with <code>$</code></p>",
                      gcv_page_chains_command(page, name, false));
    }
    gcv_html_put(html, "</details>");
}

/* Puts the sum of the cards, where it is not that of the whole heap. */
static void put_sum(gcv_page *page)
{
    const int64_t whole = gcv_delta(page->past.counts.bytes, page->look.summary.counts.bytes);
    uint64_t sum = 0;
    for (size_t i = 0; i < page->look.causes.all.n; i++) {
        const int64_t grown_by = page->look.causes.all.data[i].grown;
        if (!gcv_look_is_small(&page->look, i)) {
            sum = gcv_add_capped(sum, grown_by > 0 ? (uint64_t)grown_by : 0);
        }
    }
    if (gcv_delta(0, sum) != whole) {
        GCV_HTML_FILL(&page->html,
                      "\n<p class='note'>Together $ bytes; with all that changed elsewhere, $.</p>",
                      gcv_html_delta(gcv_delta(0, sum)), gcv_html_delta(whole));
    }
}

/* ---- all changes -------------------------------------------------------------------------- */

/* Puts a change in seven cells. The retained bytes of several types have no sum. */
static void put_change(gcv_html *html, const gcv_change *row)
{
    GCV_HTML_FILL(html, "<td>$<td>$<td>$<td>$<td>$<td>$<td>$",
                  gcv_html_delta(gcv_delta(row->count_a, row->count_b)),
                  gcv_html_delta(gcv_delta(row->bytes_a, row->bytes_b)),
                  row->retains ? gcv_html_delta(gcv_delta(row->retained_a, row->retained_b))
                               : gcv_html_str("-"),
                  gcv_html_number(row->count_a), gcv_html_number(row->count_b),
                  gcv_html_number(row->bytes_a), gcv_html_number(row->bytes_b));
}

/* Puts the sums of the rows from `first` on. */
static void put_other_changes(gcv_page *page, size_t first)
{
    gcv_change sum = {0};
    for (size_t i = first; i < page->changed.items.n; i++) {
        gcv_change_add(&sum, &page->look.changes.rows[page->changed.items.data[i]]);
    }
    gcv_html_put(&page->html, "\n<tr class='m'>");
    put_change(&page->html, &sum);
    GCV_HTML_FILL(&page->html, "<td>($ more types)",
                  gcv_html_number(page->changed.items.n - first));
}

static void put_changes(gcv_page *page)
{
    gcv_html *html = &page->html;
    const size_t n = page->changed.items.n, shown = gcv_rows_shown(n, GCV_PAGE_CHANGES);
    gcv_html_put(html, "<details class='more'><summary>");
    if (shown < n) {
        GCV_HTML_FILL(html, "The first $ of $ types", gcv_html_number(shown), gcv_html_number(n));
    } else if (n > 1) {
        GCV_HTML_FILL(html, "All $ types", gcv_html_number(n));
    } else {
        gcv_html_put(html, "The type");
    }
    gcv_html_put(html, " that changed</summary>");
    gcv_page_note(page, "Largest change of bytes first, be it growth or decline.",
                  "diff --retained", GCV_PAGE_OF_BOTH);
    gcv_page_table(page,
                   "objects \xc2\xb1, own bytes \xc2\xb1, retained \xc2\xb1, objects before, "
                   "objects now, own bytes before, own bytes now, type",
                   "rows");
    for (size_t i = 0; i < shown; i++) {
        const uint32_t item = page->changed.items.data[i];
        gcv_html_put(html, "\n<tr>");
        put_change(html, &page->look.changes.rows[item]);
        GCV_HTML_FILL(html, "<td>$", gcv_html_type(page->look.changes.join.names.data[item]));
    }
    if (shown < n) {
        put_other_changes(page, shown);
    }
    gcv_page_end_table(page);
    gcv_html_put(html, "</details>");
}

void gcv_page_growth(gcv_page *page)
{
    if (page->look.causes.all.n > 0) {
        gcv_page_note(
            page,
            page->look.causes.changes->request.totals.owned
                ? "What grew, by what holds it; strings, arrays and stores count in the objects "
                  "that own them. A suspect is a part of this: its objects, and what they alone "
                  "keep alive."
                : "What grew, by what holds it; what nothing of the program holds comes last, if "
                  "it is less than half. A "
                  "suspect is a part of this: its objects, and what they alone keep alive.",
            "diff --cause", GCV_PAGE_OF_BOTH);
        gcv_html_put(&page->html, "\n<ol class='cards'>");
        for (size_t i = 0; i < page->look.causes.all.n; i++) {
            if (!gcv_look_is_small(&page->look, i)) {
                put_card(page, &page->look.causes.all.data[i]);
            }
        }
        gcv_html_put(&page->html, "</ol>");
        put_sum(page);
    } else {
        gcv_page_note(page, "No type has more bytes than before.", "diff --cause",
                      GCV_PAGE_OF_BOTH);
    }
    if (page->changed.items.n > 0) {
        put_changes(page);
    }
}
