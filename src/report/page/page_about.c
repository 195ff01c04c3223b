/* page_about.c - the rest of `summary`, notes of the reader, and what the words mean. */
#include "base/number.h"
#include "report/page/page.h"
#include "report/page/page_files.h"

#include <string.h>

/* ---- summary ------------------------------------------------------------------------------ */

/* Puts a key of `summary` in words. */
static void put_words_of(gcv_html *html, const char *key)
{
    static const char *const words[][2] = {
        {"started", "begin of the dump"},
        {"ended", "end of the dump"},
        {"strong_root_objects", "objects of strong roots"},
        {"dangling_references", "references to objects that the dump lacks"},
        {"dangling_roots", "roots of objects that the dump lacks"},
        {"duplicate_objects", "objects with an id that was taken"},
        {"unknown_types", "types without a record"},
        {"malformed_lines", "malformed records"},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(key, words[i][0]) == 0) {
            gcv_html_str(html, words[i][1]);
            return;
        }
    }
    for (const char *word = key; *word != '\0';) {
        const size_t n = strcspn(word, "_");
        gcv_html_str(html, word == key ? "" : " ");
        gcv_html_text(html, gcv_slice_of(word, n));
        word += word[n] == '_' ? n + 1 : n;
    }
}

static const char unit_of_time[] = "time_unit";

/* Puts the unit of a time. */
static void put_unit(gcv_page *page)
{
    const gcv_heap *heap = page->report->in.heap;
    for (size_t i = 0; i < gcv_heap_n_properties(heap); i++) {
        const gcv_property *property = gcv_heap_property(heap, i);
        if (strcmp(property->key, unit_of_time) == 0) {
            gcv_html_str(&page->html, " ");
            gcv_html_text(&page->html, property->value);
        }
    }
}

/* Puts a row, unless the dump does not have the value. */
static void put_key(void *payload, const char *key, gcv_cell value, const gcv_snapshot *snapshot)
{
    gcv_page *page = payload;
    gcv_html *html = &page->html;
    const bool is_time = strcmp(key, "started") == 0 || strcmp(key, "ended") == 0;
    (void)snapshot;
    if (value.kind == GCV_CELL_NONE || strcmp(key, unit_of_time) == 0) {
        return;
    }
    gcv_html_open(html, "tr");
    gcv_html_open(html, "th");
    gcv_html_attr(html, "scope", "row");
    put_words_of(html, key);
    gcv_html_close(html);
    gcv_html_open(html, "td");
    gcv_page_value(html, &value);
    if (is_time) {
        put_unit(page);
    }
    gcv_html_close_to(html, html->depth - 2);
}

static void put_summary(gcv_page *page)
{
    gcv_page_note(page, "What the file says of itself, and what reading it found.", "summary",
                  GCV_PAGE_OF_ALL);
    gcv_page_table(page, "key, value", "keys");
    /* put_key() never fails. */
    gcv_summary_each(page->report->in.heap, page->sides.selections[0].sections, &page->look.summary,
                     put_key, page);
    gcv_page_end_table(page);
}

/* ---- notes -------------------------------------------------------------------------------- */

static uint64_t notes_of(const gcv_heap *heap)
{
    uint64_t n = 0;
    for (int kind = 0; kind < GCV_NOTE_KINDS; kind++) {
        n += gcv_heap_note_count(heap, (gcv_note_kind)kind);
    }
    return n;
}

static void put_note(gcv_html *html, const gcv_note *note)
{
    gcv_html_open(html, "li");
    if (note->line > 0 || note->at_offset) {
        gcv_html_str(html, note->at_offset ? "@" : "line ");
        gcv_html_number(html, note->line);
        gcv_html_str(html, ": ");
    }
    gcv_html_str(html, note->message);
    gcv_html_close(html);
}

static void put_notes(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_heap *heap = page->report->in.heap;
    const uint64_t all = notes_of(heap);
    const size_t kept = gcv_heap_n_notes(heap);
    const size_t most = gcv_rows_shown((size_t)all, GCV_PAGE_NOTES);
    const size_t shown = kept < most ? kept : most;
    if (shown == 0) {
        return;
    }
    gcv_html_element(html, "h3", "Notes of the reader");
    gcv_html_open(html, "ul");
    for (size_t i = 0; i < shown; i++) {
        put_note(html, gcv_heap_note(heap, i));
    }
    if (all > shown) {
        gcv_html_open(html, "li");
        gcv_html_str(html, "and ");
        gcv_html_number(html, all - shown);
        gcv_html_str(html, " more");
        gcv_html_close(html);
    }
    gcv_html_close(html);
}

/* ---- words -------------------------------------------------------------------------------- */

static void put_words(gcv_html *html)
{
    static const char *const words[][2] = {
        {"own bytes", "the shallow size of an object: what it takes itself."},
        {"reachable",
         "a chain of references leads to it from a strong root. The rest is garbage "
         "that the next full collection would free or, in a dump that is incomplete or of Java, "
         "held by what is missing."},
        {"retained",
         "the bytes that would be freed if the object were gone; of a type or another "
         "set, if all its objects were gone together. It is exact."},
        {"root",
         "what keeps an object alive from outside of the heap: a static field, a local "
         "variable, a handle, the queue of the finalizer, the runtime."},
        {"chain", "the shortest way of references from a root to an object."},
        {"dominator tree",
         "an object is below the last object that all chains to it pass: take "
         "that one away, and all below it goes."},
        {"share", "always of the reachable bytes."}};
    gcv_html_element(html, "h3", "Words");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        gcv_html_open(html, "p");
        gcv_html_element(html, "b", words[i][0]);
        gcv_html_str(html, ": ");
        gcv_html_str(html, words[i][1]);
        gcv_html_close(html);
    }
}

/* Puts the command that makes this page. */
static void put_command(gcv_page *page)
{
    gcv_html *html = &page->html;
    gcv_html_open(html, "p");
    gcv_html_str(html, "This page: ");
    gcv_page_command(page, "report -o heap.html", GCV_PAGE_SINCE);
    gcv_html_str(html, ". It loads nothing and sends nothing, and holds no contents of objects.");
    gcv_html_close(html);
}

void gcv_page_about(gcv_page *page)
{
    gcv_html *html = &page->html;
    gcv_page_section(page, "about", "About this dump");
    put_summary(page);
    put_notes(page);
    put_words(html);
    put_command(page);
    gcv_html_close(html);
    gcv_html_close(html); /* main */
    gcv_html_open(html, "script");
    gcv_html_verbatim(html, gcv_page_js.bytes, gcv_page_js.size);
    gcv_html_close(html);
    gcv_html_end(html);
}
