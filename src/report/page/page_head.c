/* page_head.c - the head of the page, and the first screen: is it complete, how large? */
#include "heap/vocabulary.h"
#include "report/page/page.h"

#include <string.h>

/* ---- head --------------------------------------------------------------------------------- */

/* The policy allows only the style and the script of this page: no network, no other script. */
static void put_head(gcv_page *page)
{
    gcv_html *html = &page->html;
    gcv_html_put(html,
                 "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>"
                 "\n<meta http-equiv='Content-Security-Policy' content='");
    gcv_html_put_policy(html, gcv_page_css.digest, gcv_page_js.digest);
    GCV_HTML_FILL(html,
                  "'>\n<meta name='viewport' content='width=device-width, initial-scale=1'>"
                  "\n<meta name='color-scheme' content='light dark'>"
                  "\n<meta name='generator' content='gcview $'>"
                  "\n<title>$ \xc2\xb7 gcview</title>"
                  "\n<style>$</style></head>\n<body>",
                  gcv_html_str(gcv_version()), gcv_html_text(gcv_heap_file(page->report->in.heap)),
                  gcv_html_verbatim(gcv_page_css.bytes, gcv_page_css.size));
}

/* `trace.nettrace, snapshot 1 of 2` */
static void put_dump_name(gcv_html *html, const gcv_heap *heap)
{
    GCV_HTML_FILL(html, "$", gcv_html_name(gcv_heap_file(heap)));
    if (gcv_heap_n_snapshots(heap) > 1) {
        GCV_HTML_FILL(html, ", snapshot $ of $", gcv_html_number(gcv_heap_chosen_snapshot(heap)),
                      gcv_html_number(gcv_heap_n_snapshots(heap)));
    }
}

static void put_header(gcv_page *page, const gcv_page_section *sections)
{
    gcv_html *html = &page->html;
    gcv_html_put(html, "\n<header>\n<p><a href='#overview'>gcview</a> <b>");
    put_dump_name(html, page->report->in.heap);
    gcv_html_put(html, "</b></p>\n<nav aria-label='Sections'>");
    for (size_t i = 0; i < GCV_PAGE_SECTIONS; i++) {
        if (sections[i].has) {
            GCV_HTML_FILL(html, "<a href='#$'>$</a> ", gcv_html_str(sections[i].id),
                          gcv_html_str(sections[i].name));
        }
    }
    gcv_html_put(html, "</nav></header>");
}

/* ---- verdict and headline ----------------------------------------------------------------- */

/* Puts `; 2 malformed records, 96 types without a record`. */
static void put_faults(gcv_html *html, const gcv_counts *counts)
{
    const struct {
        uint64_t n;
        const char *one, *more;
    } faults[] = {
        {counts->malformed_lines, "malformed record", ""},
        {counts->unknown_types, "type", " without a record"},
        {counts->duplicate_objects, "object", " with an id that was taken"},
        {counts->dangling_references, "reference", " leading out of the dump"},
        {counts->dangling_roots, "root", " leading out of the dump"},
    };
    const char *before = "; ";
    for (size_t i = 0; i < GCV_LENGTH(faults); i++) {
        if (faults[i].n > 0) {
            GCV_HTML_FILL(html, "$$ $$$", gcv_html_str(before), gcv_html_number(faults[i].n),
                          gcv_html_str(faults[i].one), gcv_html_str(faults[i].n == 1 ? "" : "s"),
                          gcv_html_str(faults[i].more));
            before = ", ";
        }
    }
}

/* Puts whether a dump is complete, and what is wrong with its records. */
static void put_verdict(gcv_html *html, const gcv_heap *heap, const char *what)
{
    static const char prefix[] = "incomplete: ";
    const char *verdict = gcv_heap_verdict(heap);
    if (gcv_heap_is_complete(heap)) {
        GCV_HTML_FILL(html,
                      "\n<p class='verdict good'><b>\xe2\x9c\x93 File complete</b> "
                      "<span>$no part of the file is missing",
                      gcv_html_str(what));
    } else {
        verdict += strncmp(verdict, prefix, strlen(prefix)) == 0 ? strlen(prefix) : 0;
        GCV_HTML_FILL(html, "\n<p class='verdict bad'><b>\xe2\x96\xb2 File incomplete</b> <span>$$",
                      gcv_html_str(what), gcv_html_sentence(gcv_slice_str(verdict)));
    }
    put_faults(html, gcv_heap_counts(heap));
    gcv_html_put(html, "</span></p>");
}

/* Puts `6.72 MiB in 71,342 objects, all of it reachable`; `every byte reachable` if only objects of
 * 0 bytes are unreachable. */
static void put_headline(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_counts *counts = &page->look.summary.counts;
    const uint64_t garbage = gcv_page_garbage_bytes(page);
    const gcv_html_value element = gcv_html_str(garbage >= counts->bytes / 20 ? "em" : "span");
    if (counts->objects == 0) {
        gcv_html_put(html, "\n<h1>No objects</h1>");
        return;
    }
    GCV_HTML_FILL(html, "\n<h1>$ in $ object$, ", gcv_html_size(counts->bytes),
                  gcv_html_number(counts->objects), gcv_html_str(counts->objects == 1 ? "" : "s"));
    if (garbage > 0) {
        GCV_HTML_FILL(html, "<$>$ of it $</$>", element, gcv_html_percent(garbage, counts->bytes),
                      gcv_html_str(gcv_page_knows_garbage(page) ? "garbage" : "unreachable"),
                      element);
    } else {
        gcv_html_put(html, counts->objects == page->look.summary.reach.reachable_objects
                               ? "all of it reachable"
                               : "every byte reachable");
    }
    gcv_html_put(html, "</h1>");
}

/* Puts `+610,112 bytes (+8.7 %) and +3,949 objects since azmcp-1.log.` */
static void put_since(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_heap *baseline = page->report->in.baseline;
    const gcv_counts *now = &page->look.summary.counts, *past = &page->past.counts;
    const bool fell = now->bytes < past->bytes;
    const uint64_t distance = fell ? past->bytes - now->bytes : now->bytes - past->bytes;
    const int64_t objects = gcv_delta(past->objects, now->objects);
    GCV_HTML_FILL(html, "\n<p class='since'>$ bytes ($$) and $ object$ since ",
                  gcv_html_delta(gcv_delta(past->bytes, now->bytes)),
                  gcv_html_str(gcv_html_millipercent(distance, past->bytes) < 50 ? ""
                               : fell                                            ? "\xe2\x88\x92"
                                                                                 : "+"),
                  gcv_html_percent(distance, past->bytes), gcv_html_delta(objects),
                  gcv_html_str(objects == 1 || objects == -1 ? "" : "s"));
    put_dump_name(html, baseline);
    gcv_html_put(html, ".</p>");
    if (!gcv_heap_is_complete(baseline)) {
        put_verdict(html, baseline, "The baseline: ");
    }
}

/* ---- the bytes by the kind of root that holds them, as a bar and its legend ------------------ */

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

static void put_kinds(gcv_page *page)
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

/* ---- facts -------------------------------------------------------------------------------- */

static uint64_t types_of(const gcv_group_totals *types)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < types->groups.n; i++) {
        n += types->counts[i] > 0;
    }
    return n;
}

/* `past` NULL: not known. */
static void put_fact(gcv_html *html, const char *what, uint64_t value, const uint64_t *past)
{
    GCV_HTML_FILL(html, "<span>$ <b>$</b>", gcv_html_str(what), gcv_html_number(value));
    if (past != NULL) {
        GCV_HTML_FILL(html, " <i>$</i>", gcv_html_delta(gcv_delta(*past, value)));
    }
    gcv_html_put(html, "<span class='dot'> \xc2\xb7</span></span> ");
}

static void put_facts(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_counts *now = &page->look.summary.counts, *past = &page->past.counts;
    const bool both = gcv_page_has_baseline(page);
    const bool whole = page->report->options->select.domain == NULL;
    const uint64_t past_reachable = page->look.suspects.reachable_before;
    const uint64_t past_garbage = past->bytes - (whole ? past_reachable : 0);
    const uint64_t past_types = both ? types_of(&page->look.changes.totals[0]) : 0;
    gcv_html_put(html, "\n<p id='facts'>");
    put_fact(html, "bytes", now->bytes, both ? &past->bytes : NULL);
    put_fact(html, "reachable bytes", page->look.summary.reach.reachable_bytes,
             both && whole ? &past_reachable : NULL);
    put_fact(html, gcv_page_knows_garbage(page) ? "garbage bytes" : "unreachable bytes",
             gcv_page_garbage_bytes(page), both && whole ? &past_garbage : NULL);
    put_fact(html, "objects", now->objects, both ? &past->objects : NULL);
    put_fact(html, "references", now->references, both ? &past->references : NULL);
    put_fact(html, "roots", now->roots, both ? &past->roots : NULL);
    if (page->sides.selections[0].generation == GCV_NONE) {
        put_fact(html, "type names of objects", types_of(&page->look.types),
                 both ? &past_types : NULL);
    }
    GCV_HTML_FILL(html, "<code>$</code></p>", gcv_page_command(page, "summary", GCV_PAGE_OF_ALL));
}

void gcv_page_head(gcv_page *page, const gcv_page_section sections[GCV_PAGE_SECTIONS])
{
    gcv_html *html = &page->html;
    const uint32_t generation = page->sides.selections[0].generation;
    put_head(page);
    put_header(page, sections);
    gcv_html_put(html, "\n<main>\n<section id='overview' aria-label='Overview'>");
    gcv_page_answer(page);
    put_verdict(html, page->report->in.heap, "");
    put_headline(page);
    if (gcv_page_has_baseline(page)) {
        put_since(page);
    }
    gcv_buffer_clear(&page->text);
    if (gcv_captures_describe(&page->sides.captures, page->look.findings.whole, &page->text)) {
        GCV_HTML_FILL(html, "\n<p class='note'>Left out: $.</p>",
                      gcv_html_sentence(gcv_buffer_slice(&page->text)));
    }
    if (generation != GCV_NONE) {
        GCV_HTML_FILL(html, "\n<p class='since'>The sections below are of $ only.</p>",
                      gcv_html_str(gcv_generation_word(generation)));
    }
    if (page->look.summary.counts.bytes > 0) {
        put_kinds(page);
    }
    if (page->look.summary.counts.objects > 0) {
        put_facts(page);
    }
    gcv_html_put(html, "</section>");
}
