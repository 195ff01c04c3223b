/* page_suspects.c - the suspects as cards, each with the chain that holds it. */
#include "base/number.h"
#include "heap/id_text.h"
#include "heap/root_label.h"
#include "report/page/page.h"

#include <string.h>

/* Number of cards that are open to view; the others are folded. */
enum { SEEN = 5, SEEN_WITH_GROWTH = 3 };

/* ---- the sentence ------------------------------------------------------------------------- */

static bool is_between_words(char c) { return c == ' ' || c == '(' || c == ')'; }

/* The offset of the first occurrence of the name as a word; if there is none, the size of the
 * sentence. */
static size_t name_in(gcv_slice sentence, gcv_slice name)
{
    for (size_t at = 0; name.size > 0 && at + name.size <= sentence.size; at++) {
        const size_t end = at + name.size;
        if ((at == 0 || is_between_words(sentence.data[at - 1])) &&
            (end == sentence.size || is_between_words(sentence.data[end])) &&
            memcmp(sentence.data + at, name.data, name.size) == 0) {
            return at;
        }
    }
    return sentence.size;
}

static void put_part(gcv_html *html, const char *name, const char *text, size_t size)
{
    if (size > 0) {
        gcv_html_open_class(html, "span", name);
        gcv_html_sentence(html, gcv_slice_of(text, size));
        gcv_html_close(html);
    }
}

/* Puts the sentence of the command, in which the name stands out. A sentence about a single object
 * does not name it, so it follows the name. */
static void put_sentence(gcv_html *html, const gcv_suspect *row, gcv_slice sentence)
{
    const size_t at = row->object == GCV_NONE ? name_in(sentence, row->name) : sentence.size;
    gcv_html_open_class(html, "span", "x");
    if (at < sentence.size) {
        const size_t end = at + row->name.size;
        put_part(html, "k", sentence.data, at);
        gcv_html_type(html, row->name);
        put_part(html, "s", sentence.data + end, sentence.size - end);
    } else {
        gcv_html_type(html, row->name);
        gcv_html_open_class(html, "span", "s");
        gcv_html_str(html, " ");
        gcv_html_sentence(html, sentence);
        gcv_html_close(html);
    }
    gcv_html_close(html);
}

/* ---- the chain ---------------------------------------------------------------------------- */

static void put_root(gcv_page *page, const gcv_suspect_step *step)
{
    const gcv_heap *heap = page->report->heap;
    gcv_buffer label = {0};
    if (step->root != GCV_NONE) {
        gcv_root_label(page->report->ctx, heap, &heap->roots.data[step->root], &label);
        gcv_html_open_class(&page->html, "span", "root");
        gcv_html_name(&page->html, gcv_buffer_slice(&label));
        gcv_html_close(&page->html);
        gcv_html_str(&page->html, " ");
    }
    gcv_buffer_release(page->report->ctx, &label);
}

static void put_step(gcv_page *page, const gcv_suspect_step *step, size_t depth)
{
    gcv_html *html = &page->html;
    const gcv_heap *heap = page->report->heap;
    char id[GCV_NUMBER_MAX];
    gcv_html_open(html, "tr");
    gcv_page_number(html, step->objects);
    gcv_page_retained(page, step->retained);
    gcv_html_open(html, "td");
    gcv_page_indent(html, depth);
    put_root(page, step);
    if (step->type != GCV_NONE) {
        gcv_html_type(html, heap->types.name[step->type]);
    } else {
        gcv_html_str(html, "(deeper, any type)");
    }
    if (step->object != GCV_NONE && gcv_page_shows_ids(page)) {
        gcv_html_str(html, " ");
        gcv_html_open(html, "code");
        gcv_html_str(html, gcv_object_id_text(heap, step->object, id));
        gcv_html_close(html);
    }
    gcv_html_close(html);
    gcv_html_close(html);
}

static void put_chain(gcv_page *page, size_t rank)
{
    const size_t first = page->look.chains.first.data[rank];
    const size_t n = page->look.chains.first.data[rank + 1] - first;
    if (n == 0) {
        return;
    }
    gcv_page_table(page, "objects retained share held\xc2\xa0through", "chain");
    for (size_t i = 0; i < n; i++) {
        i += gcv_page_skip_steps(&page->html, i, n);
        put_step(page, &page->look.chains.steps.data[first + i], i);
    }
    gcv_page_end_table(page);
}

/* ---- cards -------------------------------------------------------------------------------- */

static void put_fingerprint(gcv_html *html, uint64_t fingerprint)
{
    char text[GCV_FINGERPRINT_DIGITS + 1], hex[GCV_NUMBER_MAX];
    const size_t n = gcv_format_hex(hex, fingerprint);
    memset(text, '0', sizeof text);
    memcpy(text + GCV_FINGERPRINT_DIGITS - n, hex, n);
    gcv_html_open(html, "code");
    gcv_html_text(html, gcv_slice_of(text, GCV_FINGERPRINT_DIGITS));
    gcv_html_close(html);
}

static void put_next(gcv_page *page, const gcv_suspect *row)
{
    gcv_html *html = &page->html;
    gcv_html_open(html, "p");
    gcv_html_str(html, "Go on with ");
    if (row->object != GCV_NONE && gcv_page_shows_ids(page)) {
        gcv_page_object_command(page, row->object);
    } else {
        gcv_page_chains_command(page, row->name, row->type == GCV_NONE);
    }
    gcv_html_close(html);
    gcv_html_open_class(html, "p", "note");
    gcv_html_str(html, "Fingerprint ");
    put_fingerprint(html, row->fingerprint);
    gcv_html_str(html,
                 ": the same in other runs and builds. A line of it in a file that "
                 "--suppressions names leaves this suspect out.");
    gcv_html_close(html);
}

static void put_card(gcv_page *page, size_t rank)
{
    gcv_html *html = &page->html;
    gcv_suspect_list *list = &page->look.suspects;
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    gcv_suspect_list_describe(list, rank);
    gcv_html_open(html, "li");
    gcv_html_open(html, "details");
    gcv_html_open(html, "summary");
    gcv_html_open(html, "b");
    gcv_html_percent(html, row->retained, gcv_page_whole(page));
    gcv_html_close(html);
    gcv_html_str(html, " ");
    put_sentence(html, row, gcv_buffer_slice(&list->reasons.text));
    gcv_html_close(html);
    if (rank < page->look.chains.n) {
        put_chain(page, rank);
    }
    put_next(page, row);
    gcv_html_close_to(html, html->depth - 2);
}

static void put_cards(gcv_page *page, size_t first, size_t end)
{
    gcv_html *html = &page->html;
    gcv_html_open_class(html, "ol", "cards");
    if (first > 0) {
        gcv_html_attr_count(html, "start", first + 1);
    }
    for (; first < end; first++) {
        put_card(page, first);
    }
    gcv_html_close(html);
}

void gcv_page_suspects(gcv_page *page)
{
    gcv_html *html = &page->html;
    const size_t n = page->look.suspects.rows.items.n;
    const size_t usual = gcv_page_has_baseline(page) ? SEEN_WITH_GROWTH : SEEN;
    const size_t seen = gcv_rows_shown(n, usual);
    gcv_page_section(page, "suspects", "Suspects");
    gcv_page_note(page,
                  n == 0 ? "None."
                  : gcv_page_has_baseline(page)
                      ? "What has grown, or is new, with what it retains now. Suspects can lie "
                        "within each other: shares do not add up."
                      : "What holds much, or repeats; growth would prove a leak. Suspects can lie "
                        "within each other: shares do not add up.",
                  "suspects --chains", GCV_PAGE_SINCE);
    if (n > 0) {
        put_cards(page, 0, seen);
    }
    if (seen < n) {
        gcv_html_open_class(html, "details", "more");
        gcv_html_open(html, "summary");
        gcv_html_number(html, n - seen);
        gcv_html_str(html, " more suspects");
        gcv_html_close(html);
        put_cards(page, seen, n);
        gcv_html_close(html);
    }
    gcv_html_close(html);
}
