/* page_about.c - the rest of `summary`, notes of the reader, and what the words mean. */
#include "report/page/page.h"

#include <string.h>

/* Puts a key of `summary` in words. */
static void put_words_of(gcv_html *html, const char *key)
{
    static const char *const words[][2] = {
        {"types", "types in the file, with or without objects"},
        {"started", "begin of the dump"},
        {"ended", "end of the dump"},
        {"strong_root_objects", "objects of strong roots"},
        {"dangling_references", "references to objects that the dump lacks"},
        {"dangling_roots", "roots of objects that the dump lacks"},
        {"duplicate_objects", "objects with an id that was taken"},
        {"unknown_types", "types without a record"},
        {"malformed_lines", "malformed records"},
    };
    for (size_t i = 0; i < GCV_LENGTH(words); i++) {
        if (strcmp(key, words[i][0]) == 0) {
            gcv_html_put(html, words[i][1]);
            return;
        }
    }
    for (const char *word = key; *word != '\0';) {
        const size_t n = strcspn(word, "_");
        GCV_HTML_FILL(html, "$$", gcv_html_str(word == key ? "" : " "),
                      gcv_html_text(gcv_slice_of(word, n)));
        word += word[n] == '_' ? n + 1 : n;
    }
}

static const char unit_of_time[] = "time_unit";

/* Puts a row, unless the dump does not have the value. */
static void put_key(void *payload, const char *key, gcv_cell value, const gcv_snapshot *snapshot)
{
    gcv_page *page = payload;
    const gcv_heap *heap = page->report->in.heap;
    (void)snapshot;
    if (value.kind == GCV_CELL_NONE || strcmp(key, unit_of_time) == 0) {
        return;
    }
    gcv_html_put(&page->html, "\n<tr><th scope='row'>");
    put_words_of(&page->html, key);
    GCV_HTML_FILL(&page->html, "<td>$",
                  strcmp(key, GCV_SUMMARY_PROCESS) == 0 ? gcv_html_plain(value.number)
                  : value.kind == GCV_CELL_TEXT         ? gcv_html_name(value.text)
                                                        : gcv_html_number(value.number));
    const bool is_time = strcmp(key, "started") == 0 || strcmp(key, "ended") == 0;
    for (size_t i = 0; is_time && i < gcv_heap_n_properties(heap); i++) {
        const gcv_property *property = gcv_heap_property(heap, i);
        if (strcmp(property->key, unit_of_time) == 0) {
            GCV_HTML_FILL(&page->html, " $", gcv_html_text(property->value));
        }
    }
}

static void put_notes(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_heap *heap = page->report->in.heap;
    const size_t kept = gcv_heap_n_notes(heap);
    uint64_t all = 0;
    for (int kind = 0; kind < GCV_NOTE_KINDS; kind++) {
        all += gcv_heap_note_count(heap, (gcv_note_kind)kind);
    }
    const size_t most = gcv_rows_shown((size_t)all, GCV_PAGE_NOTES);
    const size_t shown = kept < most ? kept : most;
    if (shown == 0) {
        return;
    }
    gcv_html_put(html, "\n<h3>Notes of the reader</h3>\n<ul>");
    for (size_t i = 0; i < shown; i++) {
        const gcv_note *note = gcv_heap_note(heap, i);
        gcv_html_put(html, "\n<li>");
        if (note->line > 0 || note->at_offset) {
            GCV_HTML_FILL(html, "$$: ", gcv_html_str(note->at_offset ? "@" : "line "),
                          gcv_html_number(note->line));
        }
        GCV_HTML_FILL(html, "$", gcv_html_str(note->message));
    }
    if (all > shown) {
        GCV_HTML_FILL(html, "\n<li>and $ more", gcv_html_number(all - shown));
    }
    gcv_html_put(html, "</ul>");
}

static const char words[] =
    "\n<h3>Words</h3>"
    "\n<p><b>own bytes</b>: the shallow size of an object: what it takes itself.</p>"
    "\n<p><b>reachable</b>: a chain of references leads to it from a strong root. The rest is "
    "garbage that the next full collection would free or, in a dump that is incomplete or of Java, "
    "held by what is missing.</p>"
    "\n<p><b>retained</b>: the bytes that would be freed if the object were gone; of a type or "
    "another set, if all its objects were gone together. It is exact.</p>"
    "\n<p><b>root</b>: what keeps an object alive from outside of the heap: a static field, a "
    "local "
    "variable, a handle, the queue of the finalizer, the runtime.</p>"
    "\n<p><b>chain</b>: the shortest way of references from a root to an object.</p>"
    "\n<p><b>dominator tree</b>: an object is below the last object that all chains to it pass: "
    "take "
    "that one away, and all below it goes.</p>"
    "\n<p><b>share</b>: of the reachable bytes, unless a sentence says \xe2\x80\x9cof the "
    "growth\xe2\x80\x9d.</p>";

void gcv_page_about(gcv_page *page)
{
    gcv_page_note(page, "What the file says of itself, and what reading it found.", "summary",
                  GCV_PAGE_OF_ALL);
    gcv_page_table(page, "key, value", "keys");
    gcv_summary_each(page->report->in.heap, page->sides.selections[0].sections, &page->look.summary,
                     put_key, page);
    gcv_page_end_table(page);
    put_notes(page);
    gcv_html_put(&page->html, words);
    GCV_HTML_FILL(
        &page->html,
        "\n<p>This page: <code>$</code>. It loads nothing and sends nothing, and holds no "
        "contents of objects.</p>",
        gcv_page_command(page, "report -o heap.html", GCV_PAGE_SINCE));
}
