/* page_suspects.c - the answer, and the suspects as cards, each with the chain that holds it. */
#include "base/number.h"
#include "heap/id_text.h"
#include "heap/root_label.h"
#include "report/chain_line.h"
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
    } else if (row->object != GCV_NONE) {
        gcv_html_type(html, row->name);
        gcv_html_open_class(html, "span", "s");
        gcv_html_str(html, " retains ");
        gcv_html_number(html, row->retained);
        gcv_html_str(html, row->retained == 1 ? " byte: " : " bytes: ");
        gcv_html_sentence(html, sentence);
        gcv_html_close(html);
    } else { /* functions, which go by another name */
        put_part(html, "s", sentence.data, sentence.size);
    }
    gcv_html_close(html);
}

/* ---- the chain ---------------------------------------------------------------------------- */

static void put_root(gcv_page *page, const gcv_suspect_step *step, bool is_last)
{
    gcv_buffer_clear(&page->text);
    gcv_chain_root(&page->look.suspects, step, is_last, GCV_CHAIN_WORDS, &page->text);
    if (page->text.text.n > 0) {
        gcv_html_open_class(&page->html, "span", "root");
        gcv_html_name(&page->html, gcv_buffer_slice(&page->text));
        gcv_html_close(&page->html);
        gcv_html_str(&page->html, " ");
    }
}

static void put_step(gcv_page *page, const gcv_suspect_step *step, size_t depth, bool is_last)
{
    gcv_html *html = &page->html;
    const gcv_heap *heap = page->report->in.heap;
    char id[GCV_NUMBER_MAX];
    gcv_html_open(html, "tr");
    gcv_page_number(html, step->objects);
    gcv_page_retained(page, step->retained);
    gcv_html_open(html, "td");
    gcv_page_indent(html, depth);
    put_root(page, step, is_last);
    gcv_page_step_type(page, &step->name, step->objects,
                       step->type != GCV_NONE ? heap->types.name[step->type]
                                              : gcv_slice_str("(deeper, any type)"));
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
    gcv_page_table(page, "objects, retained, share, held through", "chain");
    for (size_t i = 0; i < n; i++) {
        i += gcv_page_skip_steps(&page->html, i, n);
        put_step(page, &page->look.chains.steps.data[first + i], i, i + 1 == n);
    }
    gcv_page_end_table(page);
}

/* Puts an element with `688 objects on other chains retain 4,096 bytes more`, if there are any. */
static void put_elsewhere(gcv_page *page, const gcv_finding *finding, const char *element)
{
    gcv_html *html = &page->html;
    const gcv_look *look = &page->look;
    const gcv_elsewhere rest = gcv_finding_elsewhere(&look->suspects, &look->findings, finding);
    const bool one = rest.objects == 1;
    if (rest.objects == 0) {
        return;
    }
    gcv_html_open(html, element);
    gcv_html_number(html, rest.objects);
    if (rest.bytes > 0) {
        gcv_html_str(html, one ? " object on another chain retains "
                               : " objects on other chains retain ");
        gcv_html_number(html, rest.bytes);
        gcv_html_str(html, " bytes more");
    } else {
        gcv_html_str(html, one ? " object is on another chain" : " objects are on other chains");
    }
    gcv_html_close(html);
}

/* ---- cards -------------------------------------------------------------------------------- */

static void put_next(gcv_page *page, const gcv_suspect *row)
{
    gcv_html *html = &page->html;
    char fingerprint[GCV_FINGERPRINT_DIGITS + 1];
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
    gcv_fingerprint_text(row->fingerprint, fingerprint);
    gcv_html_element(html, "code", fingerprint);
    gcv_html_str(html,
                 ": the same in other runs and builds. A line of it in a file that "
                 "--suppressions names leaves this suspect out.");
    gcv_html_close(html);
}

/* Puts the large figure of a finding: its share or, with a baseline, its growth. */
static void put_figure(gcv_page *page, const gcv_finding *finding)
{
    gcv_html *html = &page->html;
    gcv_html_open(html, "b");
    if (gcv_page_has_baseline(page)) {
        gcv_html_delta(html, gcv_delta(0, finding->bytes));
    } else {
        gcv_html_percent(html, finding->bytes, page->look.findings.whole);
    }
    gcv_html_close(html);
    gcv_html_str(html, " ");
    gcv_html_element(html, "i", "retained");
    gcv_html_str(html, " ");
}

/* Puts the numbers of findings, which are bits: `2, 3`. */
static void put_numbers(gcv_html *html, uint32_t bits)
{
    bool any = false;
    for (uint64_t number = 1; bits > 0; bits >>= 1, number++) {
        if ((bits & 1) != 0) {
            gcv_html_str(html, any ? ", " : "");
            gcv_html_number(html, number);
            any = true;
        }
    }
}

/* Puts the kinds of evidence of a finding, and the findings with which it shares bytes. */
static void put_evidence(gcv_page *page, size_t at)
{
    gcv_html *html = &page->html;
    const gcv_finding *finding = &page->look.findings.all.data[at];
    const char *word;
    for (size_t i = 0; (word = gcv_finding_word(finding, i)) != NULL; i++) {
        gcv_html_str(html, " ");
        gcv_html_classed(html, "span", "kind", word);
    }
    if (finding->overlaps != 0) {
        gcv_html_str(html, " ");
        gcv_html_open_class(html, "span", "kind");
        gcv_html_str(html, "overlaps with ");
        put_numbers(html, finding->overlaps);
        gcv_html_close(html);
    }
}

/* Puts the sentences about the other suspects of a finding. */
static void put_others(gcv_page *page, size_t at)
{
    gcv_html *html = &page->html;
    gcv_suspect_list *list = &page->look.suspects;
    const gcv_finding *finding = &page->look.findings.all.data[at];
    const uint32_t *of = page->look.findings.of.data;
    if (finding->n_below + finding->n_above == 0) {
        return;
    }
    gcv_html_element(html, "p", "Also on this chain:");
    gcv_html_open(html, "ul");
    for (size_t rank = finding->rank + 1; rank < page->look.findings.of.n; rank++) {
        if (of[rank] == at) {
            gcv_suspect_list_describe(list, rank);
            gcv_html_open(html, "li");
            put_sentence(html, gcv_suspect_list_row(list, rank),
                         gcv_buffer_slice(&list->reasons.text));
            gcv_html_close(html);
        }
    }
    gcv_html_close(html);
}

/* Puts the sentence about a finding, and the kinds of its evidence. */
static void put_finding(gcv_page *page, size_t at)
{
    gcv_suspect_list *list = &page->look.suspects;
    const gcv_finding *finding = &page->look.findings.all.data[at];
    gcv_finding_describe(list, &page->look.findings, at);
    put_sentence(&page->html, gcv_suspect_list_row(list, finding->rank),
                 gcv_buffer_slice(&list->reasons.text));
    put_evidence(page, at);
}

static void put_card(gcv_page *page, size_t at)
{
    gcv_html *html = &page->html;
    const gcv_finding *finding = &page->look.findings.all.data[at];
    gcv_html_open(html, "li");
    gcv_html_open(html, "details");
    gcv_html_open(html, "summary");
    put_figure(page, finding);
    put_finding(page, at);
    gcv_html_close(html);
    if (finding->rank < page->look.chains.n) {
        put_chain(page, finding->rank);
        put_elsewhere(page, finding, "p");
    }
    put_others(page, at);
    put_next(page, gcv_suspect_list_row(&page->look.suspects, finding->rank));
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
    const size_t n = page->look.findings.all.n;
    const size_t usual = gcv_page_has_baseline(page) ? SEEN_WITH_GROWTH : SEEN;
    const size_t seen = gcv_rows_shown(n, usual);
    gcv_page_section(page, "suspects", "Suspects");
    const char *heading;
    gcv_page_note(page,
                  n == 0 ? gcv_look_without_findings(&page->look, &heading)
                  : gcv_page_has_baseline(page)
                      ? "What has grown, or is new: the figure is the growth of what it retains. "
                        "Suspects on one chain share a card; cards can overlap, and do not add up."
                      : "What holds much, or repeats: the figure is the share that it retains; "
                        "growth would prove a leak. Suspects on one chain share a card; cards can "
                        "overlap, and do not add up.",
                  "suspects --chains", GCV_PAGE_SINCE);
    if (!gcv_heap_is_complete(page->report->in.heap)) {
        gcv_html_element(html, "p",
                         "The dump is incomplete: what it lacks may hold other objects, or more.");
    }
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

/* ---- the answer --------------------------------------------------------------------------- */

enum { ANSWERS = 3 };

static void put_answer(gcv_page *page, size_t at)
{
    gcv_html *html = &page->html;
    const gcv_finding *finding = &page->look.findings.all.data[at];
    gcv_html_open(html, "li");
    gcv_html_open(html, "p");
    put_finding(page, at);
    gcv_html_close(html);
    if (finding->rank < page->look.chains.n) {
        gcv_chain_line(&page->look.suspects, &page->look.chains, finding->rank, GCV_CHAIN_WORDS,
                       &page->text);
        gcv_html_open(html, "p");
        gcv_html_open(html, "code");
        gcv_html_name(html, gcv_buffer_slice(&page->text));
        gcv_html_close(html);
        gcv_html_str(html, " ");
        put_elsewhere(page, finding, "span");
        gcv_html_close(html);
    }
    gcv_html_close(html);
}

/* Puts `3 suspects, the first with the most evidence: what has grown, …`. */
static void put_lead(gcv_page *page)
{
    gcv_html *html = &page->html;
    const size_t n = page->look.findings.all.n;
    gcv_html_open_class(html, "p", "lead");
    if (n > ANSWERS) {
        gcv_html_str(html, "The first 3 of ");
    }
    gcv_html_number(html, n);
    gcv_html_str(html, n == 1 ? " suspect" : " suspects, the one with the most evidence first");
    gcv_html_str(html, gcv_page_has_baseline(page)
                           ? ": what has grown, or is new, and what holds it"
                           : ": what holds much, or repeats; growth would prove a leak");
    gcv_html_close(html);
}

void gcv_page_answer(gcv_page *page)
{
    gcv_html *html = &page->html;
    const size_t n = page->look.findings.all.n;
    if (n == 0) {
        gcv_html_open_class(html, "p", "answer");
        const char *heading, *why = gcv_look_without_findings(&page->look, &heading);
        gcv_html_element(html, "b", heading);
        gcv_html_str(html, ". ");
        gcv_html_str(html, why);
        gcv_html_close(html);
        return;
    }
    put_lead(page);
    gcv_html_open_class(html, "ol", "answer");
    for (size_t i = 0; i < n && i < ANSWERS; i++) {
        put_answer(page, i);
    }
    gcv_html_close(html);
}
