/* page_suspects.c - the answer, and the suspects as cards, each with the chain that holds it. */
#include "report/chain_line.h"
#include "report/page/page.h"

#include <stdio.h>

/* Number of cards that are open to view; the others are folded. */
enum { SEEN = 5, SEEN_WITH_GROWTH = 3 };

/* ---- the sentence ------------------------------------------------------------------------- */

/* Puts a part of the sentence about a suspect, from `at` to `end`, in which the share stands out.
 */
static void put_part(gcv_html *html, const char *name, const gcv_reasons *reasons, size_t at,
                     size_t end)
{
    const char *text = gcv_buffer_slice(&reasons->text).data;
    const gcv_said share = reasons->said[GCV_SAID_SHARE];
    if (at == end) {
        return;
    }
    GCV_HTML_FILL(html, "<span class='$'>", gcv_html_str(name));
    if (share.end > 0 && share.at >= at && share.end <= end) {
        GCV_HTML_FILL(html, "$<b>$</b>", gcv_html_sentence(gcv_slice_of(text + at, share.at - at)),
                      gcv_html_sentence(gcv_slice_of(text + share.at, share.end - share.at)));
        at = share.end;
    }
    GCV_HTML_FILL(html, "$</span>", gcv_html_sentence(gcv_slice_of(text + at, end - at)));
}

/* Puts the sentence of the command, in which the name stands out; of functions, name and place. A
 * sentence about a single object does not name it, so it follows the name. */
static void put_sentence(gcv_page *page, const gcv_suspect *row, const gcv_reasons *reasons)
{
    gcv_html *html = &page->html;
    const gcv_said what = reasons->said[GCV_SAID_WHAT];
    const gcv_slice text = gcv_buffer_slice(&reasons->text);
    const gcv_slice said = gcv_slice_of(text.data + what.at, what.end - what.at);
    gcv_html_put(html, "<span class='x'>");
    if (row->object != GCV_NONE) {
        gcv_buffer_clear(&page->text);
        bool many;
        const bool words = gcv_subject_words(&page->look.suspects, row, &many, &page->text);
        GCV_HTML_FILL(html, "$<span class='s'> retain$ $ byte$: $</span>",
                      words ? gcv_html_name(gcv_buffer_slice(&page->text))
                            : gcv_html_type(gcv_subject(&page->look.suspects, row)),
                      gcv_html_str(many ? "" : "s"), gcv_html_number(row->retained),
                      gcv_html_str(row->retained == 1 ? "" : "s"), gcv_html_sentence(text));
    } else {
        put_part(html, "k", reasons, 0, what.at);
        if (gcv_slice_equal(said, row->name)) {
            GCV_HTML_FILL(html, "$", gcv_html_type(row->name));
        } else if (what.end > 0) {
            GCV_HTML_FILL(html, "<b>$</b>", gcv_html_sentence(said));
        }
        put_part(html, "s", reasons, what.end, text.size);
    }
    gcv_html_put(html, "</span>");
}

/* ---- the chain ---------------------------------------------------------------------------- */

static void put_step(gcv_page *page, const gcv_suspect_step *step, size_t depth, bool is_last)
{
    const gcv_heap *heap = page->report->in.heap;
    const bool shows_id = step->object != GCV_NONE && gcv_page_shows_ids(page);
    char id[GCV_NUMBER_MAX];
    GCV_HTML_FILL(&page->html, "\n<tr><td>$<td>$<td>$", gcv_html_number(step->objects),
                  gcv_page_retained(step->retained), gcv_page_share(page, step->retained));
    gcv_buffer_clear(&page->text);
    gcv_chain_root(&page->look.suspects, step, is_last, GCV_CHAIN_WORDS, &page->text);
    gcv_page_step(page, depth, &step->name, step->objects,
                  step->type != GCV_NONE ? heap->types.name[step->type]
                                         : gcv_slice_str("(deeper, any type)"),
                  shows_id ? gcv_object_id_text(heap, step->object, id) : NULL);
}

static void put_chain(gcv_page *page, size_t rank)
{
    const size_t first = page->look.chains.first.data[rank];
    const size_t n = page->look.chains.first.data[rank + 1] - first;
    if (n == 0) {
        return;
    }
    gcv_page_table(page, "objects, retained, share, held through", "chain");
    for (size_t i = 0; i < n; i++) {
        i += gcv_page_skip_steps(&page->html, i, n);
        put_step(page, &page->look.chains.steps.data[first + i], i, i + 1 == n);
    }
    gcv_page_end_table(page);
}

/* Puts `688 of them on other chains (4,096 bytes)` between two tags, if there are any. */
static void put_elsewhere(gcv_page *page, const gcv_finding *finding, const char *begin,
                          const char *end)
{
    gcv_buffer_clear(&page->text);
    gcv_elsewhere_line(&page->look, finding, true, &page->text);
    if (page->text.text.n > 0) {
        gcv_html_put(&page->html, begin);
        GCV_HTML_FILL(&page->html, "$", gcv_html_text(gcv_buffer_slice(&page->text)));
        gcv_html_put(&page->html, end);
    }
}

/* ---- cards -------------------------------------------------------------------------------- */

static void put_next(gcv_page *page, size_t rank)
{
    const gcv_suspect *row = gcv_suspect_list_row(&page->look.suspects, rank);
    const uint32_t object = gcv_suspect_list_example(&page->look.suspects, rank);
    const bool shows_id = object != GCV_NONE && gcv_page_shows_ids(page);
    char fingerprint[GCV_FINGERPRINT_DIGITS + 1], id[GCV_NUMBER_MAX], words[2 * GCV_NUMBER_MAX];
    gcv_fingerprint_text(row->fingerprint, fingerprint);
    if (shows_id) {
        (void)snprintf(words, sizeof words, "object --object %s",
                       gcv_object_id_text(page->report->in.heap, object, id));
    }
    GCV_HTML_FILL(&page->html,
                  "\n<p>Go on with <code>$</code></p>"
                  "\n<p class='note'>Fingerprint <code>$</code>: the same in other runs and "
                  "builds. A line of "
                  "it in a file that --suppressions names leaves this suspect out.</p>",
                  shows_id ? gcv_page_command(page, words, GCV_PAGE_OF_ALL)
                           : gcv_page_chains_command(page, row->name, row->type == GCV_NONE),
                  gcv_html_str(fingerprint));
}

/* Puts the kinds of evidence of a finding, and the numbers of the findings with which it shares
 * bytes, which are bits. */
static void put_evidence(gcv_html *html, const gcv_finding *finding)
{
    const char *word;
    for (size_t i = 0; (word = gcv_finding_word(finding, i)) != NULL; i++) {
        GCV_HTML_FILL(html, " <span class='kind'>$</span>", gcv_html_str(word));
    }
    if (finding->overlaps != 0) {
        const char *before = " <span class='kind'>overlaps with ";
        for (uint32_t number = 0; finding->overlaps >> number > 0; number++) {
            if ((finding->overlaps >> number & 1) != 0) {
                gcv_html_put(html, before);
                GCV_HTML_FILL(html, "$", gcv_html_number(number + 1));
                before = ", ";
            }
        }
        gcv_html_put(html, "</span>");
    }
}

static void put_others(gcv_page *page, size_t at)
{
    gcv_html *html = &page->html;
    gcv_suspect_list *list = &page->look.suspects;
    const gcv_finding *finding = &page->look.findings.all.data[at];
    if (finding->n_more == 0) {
        return;
    }
    gcv_html_put(html, "\n<p>Also suspect, on its chain:</p>\n<ul>");
    for (size_t rank = 0; rank < page->look.findings.of.n; rank++) {
        if (page->look.findings.of.data[rank] == at && rank != finding->rank) {
            gcv_suspect_list_describe(list, rank);
            gcv_html_put(html, "\n<li>");
            put_sentence(page, gcv_suspect_list_row(list, rank), &list->reasons);
        }
    }
    gcv_html_put(html, "</ul>");
}

static void put_finding(gcv_page *page, size_t at)
{
    gcv_suspect_list *list = &page->look.suspects;
    const gcv_finding *finding = &page->look.findings.all.data[at];
    gcv_finding_describe(list, &page->look.findings, at);
    put_sentence(page, gcv_suspect_list_row(list, finding->rank), &list->reasons);
    put_evidence(&page->html, finding);
}

/* The large figure of a finding is its share or, with a baseline, its growth. */
static void put_card(gcv_page *page, size_t at)
{
    gcv_html *html = &page->html;
    const gcv_finding *finding = &page->look.findings.all.data[at];
    GCV_HTML_FILL(
        html, "\n<li><details><summary><b>$</b> <i>retained</i> ",
        gcv_page_has_baseline(page)
            ? gcv_html_delta(gcv_delta(0, finding->there > 0 ? finding->there : finding->own))
            : gcv_html_percent(finding->own, page->look.findings.whole));
    put_finding(page, at);
    gcv_html_put(html, "</summary>");
    if (finding->rank < page->look.chains.n) {
        put_chain(page, finding->rank);
        put_elsewhere(page, finding, "\n<p>", "</p>");
    }
    put_others(page, at);
    put_next(page, finding->rank);
    gcv_html_put(html, "</details>");
}

static void put_cards(gcv_page *page, size_t first, size_t end)
{
    gcv_html *html = &page->html;
    if (first > 0) {
        GCV_HTML_FILL(html, "\n<ol class='cards' start='$'>", gcv_html_plain(first + 1));
    } else {
        gcv_html_put(html, "\n<ol class='cards'>");
    }
    for (; first < end; first++) {
        put_card(page, first);
    }
    gcv_html_put(html, "</ol>");
}

static void put_caveat(gcv_page *page)
{
    gcv_buffer_clear(&page->text);
    gcv_look_caveat(&page->look, &page->text);
    if (page->text.text.n > 0) {
        GCV_HTML_FILL(&page->html, "\n<p>$</p>", gcv_html_sentence(gcv_buffer_slice(&page->text)));
    }
}

void gcv_page_suspects(gcv_page *page)
{
    gcv_html *html = &page->html;
    const size_t n = page->look.findings.all.n;
    const size_t usual = gcv_page_has_baseline(page) ? SEEN_WITH_GROWTH : SEEN;
    const size_t seen = gcv_rows_shown(n, usual);
    const char *heading;
    gcv_page_note(page,
                  n == 0 ? gcv_look_without_findings(&page->look, &heading)
                  : gcv_page_has_baseline(page)
                      ? "What has grown, or is new: the figure is the growth of what it retains, "
                        "with what grew around it. Suspects on one chain share a card; cards can "
                        "overlap, and do not add up."
                      : "What holds much, or repeats: the figure is the share that it retains; "
                        "growth would prove a leak. Suspects on one chain share a card; cards can "
                        "overlap, and do not add up.",
                  "suspects --chains", GCV_PAGE_SINCE);
    put_caveat(page);
    if (n > 0) {
        put_cards(page, 0, seen);
    }
    if (seen < n) {
        GCV_HTML_FILL(html, "<details class='more'><summary>$ more suspects</summary>",
                      gcv_html_number(n - seen));
        put_cards(page, seen, n);
        gcv_html_put(html, "</details>");
    }
}

/* ---- the answer --------------------------------------------------------------------------- */

enum { ANSWERS = 3 };

static void put_answer(gcv_page *page, size_t at)
{
    gcv_html *html = &page->html;
    const gcv_finding *finding = &page->look.findings.all.data[at];
    gcv_html_put(html, "\n<li>\n<p>");
    put_finding(page, at);
    gcv_html_put(html, "</p>");
    if (finding->rank < page->look.chains.n) {
        gcv_chain_line(&page->look.suspects, &page->look.chains, finding->rank, GCV_CHAIN_WORDS,
                       &page->text);
        GCV_HTML_FILL(html, "\n<p><code>$</code> ", gcv_html_name(gcv_buffer_slice(&page->text)));
        put_elsewhere(page, finding, "<span>", "</span>");
        gcv_html_put(html, "</p>");
    }
}

void gcv_page_answer(gcv_page *page)
{
    gcv_html *html = &page->html;
    const size_t n = page->look.findings.all.n;
    put_caveat(page);
    if (n == 0) {
        const char *heading, *why = gcv_look_without_findings(&page->look, &heading);
        gcv_buffer line = {0};
        gcv_calm_line(page->report, &page->look, why, &line);
        GCV_HTML_FILL(html, "\n<p class='answer'><b>$</b>. $</p>", gcv_html_str(heading),
                      gcv_html_text(gcv_buffer_slice(&line)));
        gcv_buffer_release(page->report->ctx, &line);
        return;
    }
    GCV_HTML_FILL(html, "\n<p class='lead'>$$ suspect$$</p>\n<ol class='answer'>",
                  gcv_html_str(n > ANSWERS ? "The first 3 of " : ""), gcv_html_number(n),
                  gcv_html_str(n == 1 ? "" : "s, the likeliest first"),
                  gcv_html_str(gcv_page_has_baseline(page)
                                   ? ": what has grown, or is new, and what holds it"
                                   : ": what holds much, or repeats; growth would prove a leak"));
    for (size_t i = 0; i < n && i < ANSWERS; i++) {
        put_answer(page, i);
    }
    gcv_html_put(html, "</ol>");
}
