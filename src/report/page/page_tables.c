/* page_tables.c - the largest types and objects, generations, garbage, roots; the rest of
 * `summary`, notes of the reader, and what the words mean. */
#include "heap/root_label.h"
#include "report/page/page.h"

#include <string.h>

/* ---- what fills the heap, and what holds it ----------------------------------------------- */

/* What rows add up to; retained bytes have no sum. */
typedef struct sums {
    uint64_t rows, count, bytes;
} sums;

static sums sums_of(const gcv_group_totals *types)
{
    sums all = {0, 0, 0};
    for (uint32_t i = 0; i < types->groups.n; i++) {
        all.rows += types->counts[i] > 0;
        all.count += types->counts[i];
        all.bytes += types->bytes[i];
    }
    return all;
}

/* Puts a row for each of `n` types, with what they retain where that is known, and one for all
 * others. */
static void put_types(gcv_page *page, const gcv_group_totals *types, const uint32_t *shown,
                      size_t n)
{
    gcv_html *html = &page->html;
    const bool retains = types->retained != NULL;
    sums rest = sums_of(types);
    for (size_t i = 0; i < n; i++) {
        const uint32_t type = shown[i];
        GCV_HTML_FILL(html, "\n<tr><td>$<td>$", gcv_html_number(types->counts[type]),
                      gcv_html_number(types->bytes[type]));
        if (retains) {
            GCV_HTML_FILL(html, "<td>$<td>$", gcv_page_retained(types->retained[type]),
                          gcv_page_share(page, types->retained[type]));
        }
        GCV_HTML_FILL(html, "<td>$", gcv_html_type(types->groups.names[type]));
        rest.rows--;
        rest.count -= types->counts[type];
        rest.bytes -= types->bytes[type];
    }
    if (rest.rows > 0) {
        GCV_HTML_FILL(html, "\n<tr class='m'><td>$<td>$", gcv_html_number(rest.count),
                      gcv_html_number(rest.bytes));
        gcv_html_put(html, retains ? "<td>-<td>-" : "");
        GCV_HTML_FILL(html, "<td>($ more types)", gcv_html_number(rest.rows));
    }
}

void gcv_page_types(gcv_page *page)
{
    const sums all = sums_of(&page->look.types);
    gcv_page_note(page,
                  "Objects of each type, their own bytes, and what they keep alive together. "
                  "Retained bytes do not add up: objects of several types can be held together.",
                  "stats --retained", GCV_PAGE_OF_HEAP);
    gcv_page_table(page, "count, own bytes, retained, share, type", "rows");
    put_types(page, &page->look.types, page->look.shown_types.data, page->look.shown_types.n);
    GCV_HTML_FILL(&page->html, "\n<tr class='m'><td>$<td>$<td>-<td>-<td>(all)",
                  gcv_html_number(all.count), gcv_html_number(all.bytes));
    gcv_page_end_table(page);
}

void gcv_page_generations(gcv_page *page)
{
    const gcv_group_totals *generations = &page->generations;
    const uint64_t whole = gcv_group_totals_whole_bytes(generations);
    gcv_u32_column order = {NULL, 0, 0};
    gcv_page_note(page, "Objects by the collector's class for their age.", "stats --by generation",
                  GCV_PAGE_OF_ALL);
    gcv_groups_by_bytes(page->report->ctx, generations, &order);
    gcv_page_table(page, "count, own bytes, share, generation", "rows");
    for (size_t i = 0; i < order.n; i++) {
        const uint32_t group = order.data[i];
        GCV_HTML_FILL(&page->html, "\n<tr><td>$<td>$<td>$<td>$",
                      gcv_html_number(generations->counts[group]),
                      gcv_html_number(generations->bytes[group]),
                      gcv_html_percent(generations->bytes[group], whole),
                      gcv_html_text(generations->groups.names[group]));
    }
    gcv_page_end_table(page);
    gcv_u32_column_release(page->report->ctx, &order);
}

/* The nearest of the listed objects that holds this one alone, so that its bytes are among the
 * other's; GCV_NONE: none. */
static uint32_t holder_of(const gcv_page *page, const gcv_dominators *dominators, uint32_t object)
{
    const gcv_dominator_tree *tree = &page->look.suspects.found.tree;
    const uint32_t number = dominators->number[object];
    uint32_t nearest = 0;
    for (size_t i = 0; i < page->objects.items.n; i++) {
        const uint32_t other = dominators->number[page->objects.items.data[i]];
        if (other != number && gcv_dominator_tree_dominates(tree, other, number) &&
            (nearest == 0 || tree->at[other] > tree->at[nearest])) {
            nearest = other;
        }
    }
    return nearest != 0 ? dominators->object[nearest] : GCV_NONE;
}

void gcv_page_objects(gcv_page *page)
{
    const gcv_heap *heap = page->report->in.heap;
    const gcv_dominators *dominators = gcv_basis_dominators(&page->sides.now);
    gcv_page_note(page,
                  "Single objects by the bytes that would be freed if the object were gone; "
                  "\xe2\x80\x9cinside\xe2\x80\x9d is a listed object that counts these bytes, too.",
                  "retained --distinct --top " GCV_TEXT_OF(30), GCV_PAGE_OF_HEAP);
    gcv_page_table(page, "retained, share, own bytes, object, inside, type", "rows");
    for (size_t i = 0; i < page->objects.items.n; i++) {
        const uint32_t object = page->objects.items.data[i];
        const uint32_t holder = holder_of(page, dominators, object);
        const uint64_t retained = gcv_object_retained(dominators, object);
        char id[GCV_NUMBER_MAX], inside[GCV_NUMBER_MAX];
        GCV_HTML_FILL(
            &page->html, "\n<tr><td>$<td>$<td>$<td>$<td>$<td>$", gcv_page_retained(retained),
            gcv_page_share(page, retained), gcv_html_number(gcv_heap_size(heap, object)),
            gcv_html_str(gcv_object_id_text(heap, object, id)),
            gcv_html_str(holder != GCV_NONE ? gcv_object_id_text(heap, holder, inside) : "-"),
            gcv_html_type(heap->types.name[heap->type.data[object]]));
    }
    gcv_page_end_table(page);
}

void gcv_page_garbage(gcv_page *page)
{
    const bool is_known = gcv_page_knows_garbage(page);
    gcv_u32_column types = {NULL, 0, 0};
    gcv_page_note(page,
                  is_known ? "What no strong root reaches, by type. The next full collection would "
                             "free it."
                           : "What no strong root reaches, by type: garbage, or held by what the "
                             "dump lacks.",
                  "stats --unreachable", GCV_PAGE_OF_HEAP);
    gcv_groups_by_bytes(page->report->ctx, &page->garbage, &types);
    gcv_page_table(page, "count, own bytes, type", "rows");
    put_types(page, &page->garbage, types.data, gcv_rows_shown(types.n, GCV_PAGE_GARBAGE));
    gcv_page_end_table(page);
    gcv_u32_column_release(page->report->ctx, &types);
}

/* GCV_NOT_REACHABLE is the largest number, so adding 1 makes it 0, and such kinds come last. */
GCV_KEY(key_retained, ((const gcv_root_kind_row *)payload)[row].retained + 1);

/* Puts the kinds, most retained bytes first. A file can name as many kinds as it has roots. An
 * object can count for several kinds, so only roots add up. */
static void put_kinds(gcv_page *page)
{
    gcv_context *ctx = page->report->ctx;
    const gcv_root_kind_column *kinds = &page->look.root_kinds;
    const size_t shown = gcv_rows_shown(kinds->n, GCV_PAGE_ROOT_KINDS);
    uint32_t *order = gcv_numbers_new(ctx, kinds->n);
    uint64_t other_roots = 0;
    gcv_sort_by_key(ctx, order, kinds->n, key_retained, kinds->data, true);
    for (size_t i = 0; i < shown; i++) {
        const gcv_root_kind_row *row = &kinds->data[order[i]];
        gcv_root_kind_name(ctx, row->kind, &page->text);
        GCV_HTML_FILL(&page->html, "\n<tr><td>$<td>$<td>$<td>$<td>$<td>$",
                      gcv_html_number(row->roots), gcv_html_number(row->objects),
                      gcv_html_number(row->bytes), gcv_page_retained(row->retained),
                      gcv_page_share(page, row->retained),
                      gcv_html_text(gcv_buffer_slice(&page->text)));
    }
    for (size_t i = shown; i < kinds->n; i++) {
        other_roots += kinds->data[order[i]].roots;
    }
    if (shown < kinds->n) {
        GCV_HTML_FILL(&page->html, "\n<tr class='m'><td>$<td>-<td>-<td>-<td>-<td>($ more kinds)",
                      gcv_html_number(other_roots), gcv_html_number(kinds->n - shown));
    }
    gcv_free(ctx, order);
}

void gcv_page_roots(gcv_page *page)
{
    gcv_page_note(page,
                  "Roots by kind, the objects they hold, and what these keep alive as a set. An "
                  "object counts for each kind that roots it.",
                  "roots --by kind", GCV_PAGE_OF_HEAP);
    gcv_page_table(page, "roots, objects, own bytes, held only by these, share, kind", "rows");
    put_kinds(page);
    gcv_page_end_table(page);
}

/* ---- about the dump ----------------------------------------------------------------------- */

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
