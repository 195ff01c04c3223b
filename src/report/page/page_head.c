/* page_head.c - the head of the page, and the first screen: is it complete, how large, held by
 * what? */
#include "base/number.h"
#include "heap/vocabulary.h"
#include "report/page/page.h"
#include "report/page/page_files.h"

#include <string.h>

/* ---- head --------------------------------------------------------------------------------- */

static void put_meta(gcv_html *html, const char *name, const char *content)
{
    gcv_html_open(html, "meta");
    gcv_html_attr(html, "name", name);
    gcv_html_attr(html, "content", content);
    gcv_html_close(html);
}

/* Allows only the style and the script of this page: no network, no other script. */
static void put_policy(gcv_html *html)
{
    gcv_html_open(html, "meta");
    gcv_html_attr(html, "http-equiv", "Content-Security-Policy");
    gcv_html_attr_policy(html, "content", gcv_page_css.digest, gcv_page_js.digest);
    gcv_html_close(html);
}

static void put_head(gcv_page *page)
{
    gcv_html *html = &page->html;
    char version[40];
    gcv_html_open(html, "head");
    gcv_html_open(html, "meta");
    gcv_html_attr(html, "charset", "utf-8");
    gcv_html_close(html);
    put_policy(html);
    put_meta(html, "viewport", "width=device-width, initial-scale=1");
    put_meta(html, "color-scheme", "light dark");
    (void)snprintf(version, sizeof version, "gcview %s", gcv_version());
    put_meta(html, "generator", version);
    gcv_html_open(html, "title");
    gcv_html_text(html, gcv_page_name(page->report->in.heap));
    gcv_html_str(html, " \xc2\xb7 gcview");
    gcv_html_close(html);
    gcv_html_open(html, "style");
    gcv_html_verbatim(html, gcv_page_css.bytes, gcv_page_css.size);
    gcv_html_close(html);
    gcv_html_close(html);
}

static void put_link(gcv_html *html, const char *target, const char *text)
{
    gcv_html_open(html, "a");
    gcv_html_attr(html, "href", target);
    gcv_html_str(html, text);
    gcv_html_close(html);
    gcv_html_str(html, " ");
}

/* `trace.nettrace, snapshot 1 of 2` */
static void put_dump_name(gcv_html *html, const gcv_heap *heap)
{
    gcv_html_name(html, gcv_page_name(heap));
    if (gcv_heap_n_snapshots(heap) > 1) {
        gcv_html_str(html, ", snapshot ");
        gcv_html_number(html, gcv_heap_chosen_snapshot(heap));
        gcv_html_str(html, " of ");
        gcv_html_number(html, gcv_heap_n_snapshots(heap));
    }
}

/* Puts the links to the sections that only a heap with objects has. */
static void put_links_to_objects(gcv_page *page)
{
    gcv_html *html = &page->html;
    put_link(html, "#suspects", "Suspects");
    put_link(html, "#picture", "What holds the heap");
    put_link(html, "#types", "Types");
    if (page->generations.groups.n > 0) {
        put_link(html, "#generations", "Generations");
    }
    if (gcv_page_shows_ids(page)) {
        put_link(html, "#objects", "Objects");
    }
    if (page->garbage.groups.n > 0) {
        put_link(html, "#garbage", gcv_page_knows_garbage(page) ? "Garbage" : "Unreachable");
    }
    put_link(html, "#roots", "Roots");
}

static void put_header(gcv_page *page)
{
    gcv_html *html = &page->html;
    gcv_html_open(html, "header");
    gcv_html_open(html, "p");
    put_link(html, "#overview", "gcview");
    gcv_html_open(html, "b");
    put_dump_name(html, page->report->in.heap);
    gcv_html_close(html);
    gcv_html_close(html);
    gcv_html_open(html, "nav");
    gcv_html_attr(html, "aria-label", "Sections");
    if (gcv_page_has_baseline(page)) {
        put_link(html, "#growth", "What grew");
    }
    if (gcv_page_has_objects(page)) {
        put_links_to_objects(page);
    }
    put_link(html, "#about", "About this dump");
    gcv_html_close(html);
    gcv_html_close(html);
}

/* ---- verdict and headline ----------------------------------------------------------------- */

static void put_plural(gcv_html *html, uint64_t n, const char *one)
{
    gcv_html_number(html, n);
    gcv_html_str(html, " ");
    gcv_html_str(html, one);
    gcv_html_str(html, n == 1 ? "" : "s");
}

/* Puts `; 2 malformed records, 96 types without a record`. */
static void put_faults(gcv_html *html, const gcv_counts *counts)
{
    const struct {
        uint64_t n;
        const char *one, *more;
    } faults[] = {
        {counts->malformed_lines, " malformed record", ""},
        {counts->unknown_types, " type", " without a record"},
        {counts->duplicate_objects, " object", " with an id that was taken"},
        {counts->dangling_references, " reference", " to objects that the dump lacks"},
        {counts->dangling_roots, " root", " of objects that the dump lacks"},
    };
    bool any = false;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        if (faults[i].n > 0) {
            gcv_html_str(html, any ? ", " : "; ");
            gcv_html_number(html, faults[i].n);
            gcv_html_str(html, faults[i].one);
            gcv_html_str(html, faults[i].n == 1 ? "" : "s");
            gcv_html_str(html, faults[i].more);
            any = true;
        }
    }
}

/* Puts whether a dump is complete, and what is wrong with its records. */
static void put_verdict(gcv_html *html, const gcv_heap *heap, const char *what)
{
    static const char prefix[] = "incomplete: ";
    const bool complete = gcv_heap_is_complete(heap);
    const char *verdict = gcv_heap_verdict(heap);
    gcv_html_open_class(html, "p", complete ? "verdict good" : "verdict bad");
    gcv_html_element(html, "b", complete ? "\xe2\x9c\x93 Complete" : "\xe2\x96\xb2 Incomplete");
    gcv_html_str(html, " ");
    gcv_html_open(html, "span");
    gcv_html_str(html, what);
    if (complete) {
        gcv_html_str(html, "no part of the file is missing");
    } else {
        const size_t skip = strncmp(verdict, prefix, strlen(prefix)) == 0 ? strlen(prefix) : 0;
        gcv_html_sentence(html, gcv_slice_str(verdict + skip));
    }
    put_faults(html, gcv_heap_counts(heap));
    gcv_html_close(html);
    gcv_html_close(html);
}

/* `6.72 MiB in 71,342 objects, all of it reachable`; `every byte reachable` if only objects of 0
 * bytes are unreachable. */
static void put_headline(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_counts *counts = &page->look.summary.counts;
    const uint64_t garbage = gcv_page_garbage_bytes(page);
    gcv_html_open(html, "h1");
    if (counts->objects == 0) {
        gcv_html_str(html, "No objects");
    } else {
        gcv_html_size(html, counts->bytes);
        gcv_html_str(html, " in ");
        put_plural(html, counts->objects, "object");
        gcv_html_str(html, ", ");
        if (garbage == 0) {
            gcv_html_str(html, counts->objects == page->look.summary.reach.reachable_objects
                                   ? "all of it reachable"
                                   : "every byte reachable");
        } else {
            gcv_html_open(html, garbage >= counts->bytes / 20 ? "em" : "span");
            gcv_html_percent(html, garbage, counts->bytes);
            gcv_html_str(html,
                         gcv_page_knows_garbage(page) ? " of it garbage" : " of it unreachable");
            gcv_html_close(html);
        }
    }
    gcv_html_close(html);
}

/* `+610,112 bytes (+8.7 %) and +3,949 objects since azmcp-1.log.` */
static void put_since(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_counts *now = &page->look.summary.counts, *past = &page->past.counts;
    const uint64_t distance =
        now->bytes < past->bytes ? past->bytes - now->bytes : now->bytes - past->bytes;
    gcv_html_open_class(html, "p", "since");
    gcv_html_delta(html, gcv_delta(past->bytes, now->bytes));
    gcv_html_str(html, " bytes (");
    if (gcv_html_millipercent(distance, past->bytes) >= 50) {
        gcv_html_str(html, now->bytes < past->bytes ? "\xe2\x88\x92" : "+");
    }
    gcv_html_percent(html, distance, past->bytes);
    gcv_html_str(html, ") and ");
    gcv_html_delta(html, gcv_delta(past->objects, now->objects));
    gcv_html_str(html, now->objects == past->objects + 1 || now->objects + 1 == past->objects
                           ? " object since "
                           : " objects since ");
    put_dump_name(html, page->report->in.baseline);
    gcv_html_str(html, ".");
    gcv_html_close(html);
    if (!gcv_heap_is_complete(page->report->in.baseline)) {
        put_verdict(html, page->report->in.baseline, "The baseline: ");
    }
}

/* ---- the bar ------------------------------------------------------------------------------ */

enum { BAR_MAX = 16 }; /* exceeds the number of kinds of roots */

/* Kinds by bytes, most first, garbage last. */
typedef struct bar_order {
    uint32_t groups[BAR_MAX], n;
} bar_order;

static bar_order order_of(const gcv_group_totals *kinds)
{
    bar_order order;
    uint32_t at;
    order.n = 0;
    for (uint32_t group = 1; group <= kinds->groups.n && order.n < BAR_MAX; group++) {
        const uint32_t next = group < kinds->groups.n ? group : 0;
        for (at = order.n++;
             next != 0 && at > 0 && kinds->bytes[order.groups[at - 1]] < kinds->bytes[next]; at--) {
            order.groups[at] = order.groups[at - 1];
        }
        order.groups[at] = next;
    }
    return order;
}

static const char *bar_colour(const char *kind)
{
    static const char *const colours[][2] = {{"static", "#5b8def"},    {"handle", "#e0a03c"},
                                             {"local", "#3fa66b"},     {"runtime", "#8f7ae0"},
                                             {"finalizer", "#d06aa0"}, {"internal", "#4fb3bf"}};
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
        if (strcmp(colours[i][0], kind) == 0) {
            return colours[i][1];
        }
    }
    return "#9aa3b2";
}

/* The name of a group of root kinds on this page; group 0 is garbage. */
static const char *bar_name(const gcv_page *page, uint32_t group)
{
    return group != 0                     ? gcv_root_kind_group_name(group)
           : gcv_page_knows_garbage(page) ? "garbage"
                                          : "unreachable";
}

static void put_fill(gcv_html *html, uint32_t group)
{
    gcv_html_attr(html, "fill",
                  group == 0 ? "url(#hatch)" : bar_colour(gcv_root_kind_group_name(group)));
}

/* Defines the stripes of garbage. */
static void put_hatch(gcv_html *html)
{
    gcv_html_open(html, "defs");
    gcv_html_open(html, "pattern");
    gcv_html_attr(html, "id", "hatch");
    gcv_html_attr(html, "width", "6");
    gcv_html_attr(html, "height", "6");
    gcv_html_attr(html, "patternUnits", "userSpaceOnUse");
    gcv_html_attr(html, "patternTransform", "rotate(45)");
    gcv_html_open(html, "rect");
    gcv_html_attr(html, "width", "6");
    gcv_html_attr(html, "height", "6");
    gcv_html_attr(html, "fill", "#9aa3b2");
    gcv_html_close(html);
    gcv_html_open(html, "rect");
    gcv_html_attr(html, "width", "2");
    gcv_html_attr(html, "height", "6");
    gcv_html_attr(html, "fill", "#6b7384");
    gcv_html_close(html);
    gcv_html_close(html);
    gcv_html_close(html);
}

static void put_bar(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_group_totals *kinds = &page->root_kinds;
    const bar_order order = order_of(kinds);
    const uint64_t whole = gcv_group_totals_whole_bytes(kinds);
    uint64_t before = 0;
    gcv_html_open(html, "svg");
    gcv_html_attr(html, "id", "bar");
    gcv_html_attr(html, "width", "100%");
    gcv_html_attr(html, "height", "22");
    gcv_html_attr(html, "role", "img");
    gcv_html_attr(html, "aria-label",
                  "Bytes by the kind of root that holds them, as in the legend");
    put_hatch(html);
    for (uint32_t i = 0; i < order.n; i++) {
        const uint32_t group = order.groups[i];
        const uint64_t x = gcv_html_millipercent(before, whole);
        before += kinds->bytes[group];
        if (kinds->bytes[group] > 0) {
            gcv_html_open(html, "rect");
            gcv_html_attr_percent(html, "x", x);
            gcv_html_attr_percent(html, "width", gcv_html_millipercent(before, whole) - x);
            gcv_html_attr(html, "height", "22");
            put_fill(html, group);
            gcv_html_close(html);
        }
    }
    gcv_html_close(html);
}

/* Puts a square in the colour of a legend entry. */
static void put_swatch(gcv_html *html, uint32_t group)
{
    gcv_html_open(html, "svg");
    gcv_html_attr(html, "width", "11");
    gcv_html_attr(html, "height", "11");
    gcv_html_attr(html, "aria-hidden", "true");
    gcv_html_open(html, "rect");
    gcv_html_attr(html, "width", "11");
    gcv_html_attr(html, "height", "11");
    gcv_html_attr(html, "rx", "2");
    put_fill(html, group);
    gcv_html_close(html);
    gcv_html_close(html);
}

static void put_legend(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_group_totals *kinds = &page->root_kinds;
    const bar_order order = order_of(kinds);
    const uint64_t whole = gcv_group_totals_whole_bytes(kinds);
    gcv_html_open_class(html, "p", "legend");
    gcv_html_str(html, "Where the shortest chain starts: ");
    for (uint32_t i = 0; i < order.n; i++) {
        const uint32_t group = order.groups[i];
        if (kinds->counts[group] > 0) {
            gcv_html_open(html, "span");
            put_swatch(html, group);
            gcv_html_str(html, " ");
            gcv_html_str(html, bar_name(page, group));
            gcv_html_str(html, " ");
            gcv_html_open(html, "b");
            gcv_html_percent(html, kinds->bytes[group], whole);
            gcv_html_close(html);
            gcv_html_close(html);
            gcv_html_str(html, " ");
        }
    }
    gcv_page_command(page, "stats --by root-kind", GCV_PAGE_OF_ALL);
    gcv_html_close(html);
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
static void put_fact(gcv_page *page, const char *what, uint64_t value, const uint64_t *past)
{
    gcv_html *html = &page->html;
    gcv_html_open(html, "span");
    gcv_html_str(html, what);
    gcv_html_str(html, " ");
    gcv_html_open(html, "b");
    gcv_html_number(html, value);
    gcv_html_close(html);
    if (past != NULL) {
        gcv_html_str(html, " ");
        gcv_html_open(html, "i");
        gcv_html_delta(html, gcv_delta(*past, value));
        gcv_html_close(html);
    }
    gcv_html_classed(html, "span", "dot", " \xc2\xb7");
    gcv_html_close(html);
    gcv_html_str(html, " ");
}

static void put_facts(gcv_page *page)
{
    const gcv_counts *now = &page->look.summary.counts, *past = &page->past.counts;
    const gcv_reach_totals *reach = &page->look.summary.reach;
    const bool both = gcv_page_has_baseline(page);
    const bool whole = page->report->options->select.domain == NULL;
    const uint64_t past_reachable = page->look.suspects.reachable_before;
    const uint64_t past_garbage = past->bytes - (whole ? past_reachable : 0);
    gcv_html_open(&page->html, "p");
    gcv_html_attr(&page->html, "id", "facts");
    put_fact(page, "bytes", now->bytes, both ? &past->bytes : NULL);
    put_fact(page, "reachable bytes", reach->reachable_bytes,
             both && whole ? &past_reachable : NULL);
    put_fact(page, gcv_page_knows_garbage(page) ? "garbage bytes" : "unreachable bytes",
             gcv_page_garbage_bytes(page), both && whole ? &past_garbage : NULL);
    put_fact(page, "objects", now->objects, both ? &past->objects : NULL);
    put_fact(page, "references", now->references, both ? &past->references : NULL);
    put_fact(page, "roots", now->roots, both ? &past->roots : NULL);
    uint64_t past_types = both ? types_of(&page->look.changes.totals[0]) : 0;
    if (page->sides.selections[0].generation == GCV_NONE) {
        put_fact(page, "type names", types_of(&page->look.types), both ? &past_types : NULL);
    }
    gcv_page_command(page, "summary", GCV_PAGE_OF_ALL);
    gcv_html_close(&page->html);
}

void gcv_page_head(gcv_page *page)
{
    gcv_html *html = &page->html;
    gcv_html_open(html, "html");
    gcv_html_attr(html, "lang", "en");
    put_head(page);
    gcv_html_open(html, "body");
    put_header(page);
    gcv_html_open(html, "main");
    gcv_html_open(html, "section");
    gcv_html_attr(html, "id", "overview");
    gcv_html_attr(html, "aria-label", "Overview");
    gcv_page_answer(page);
    put_verdict(html, page->report->in.heap, "");
    put_headline(page);
    if (gcv_page_has_baseline(page)) {
        put_since(page);
    }
    gcv_page_left_out(page);
    if (page->sides.selections[0].generation != GCV_NONE) {
        gcv_html_open_class(html, "p", "since");
        gcv_html_str(html, "The sections below are of ");
        gcv_html_str(html, gcv_generation_word(page->sides.selections[0].generation));
        gcv_html_str(html, " only.");
        gcv_html_close(html);
    }
    if (page->look.summary.counts.bytes > 0) {
        put_bar(page);
        put_legend(page);
    }
    if (gcv_page_has_objects(page)) {
        put_facts(page);
    }
    gcv_html_close(html);
}
