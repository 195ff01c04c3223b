/* page_parts.c - helpers that the sections of the page share; see page.h. */
#include "report/page/page.h"

#include "base/file.h"
#include "base/number.h"
#include "base/shell.h"
#include "heap/id_text.h"
#include "report/field_cell.h"
#include "report/next_words.h"

#include <string.h>

static bool is_standard_input(const gcv_heap *heap)
{
    return strcmp(gcv_heap_name(heap), GCV_STANDARD_INPUT) == 0;
}

static gcv_slice base_name(const char *path)
{
    const char *name = path;
    for (; *path != '\0'; path++) {
        if ((*path == '/' || *path == '\\') && path[1] != '\0') {
            name = path + 1;
        }
    }
    return gcv_slice_str(name);
}

gcv_slice gcv_page_name(const gcv_heap *heap)
{
    return is_standard_input(heap) ? gcv_slice_str("standard input")
                                   : base_name(gcv_heap_name(heap));
}

void gcv_page_section(gcv_page *page, const char *id, const char *heading)
{
    gcv_html *html = &page->html;
    char label[40];
    gcv_html_open(html, "section");
    gcv_html_attr(html, "id", id);
    (void)snprintf(label, sizeof label, "%s-h", id);
    gcv_html_attr(html, "aria-labelledby", label);
    gcv_html_open(html, "h2");
    gcv_html_attr(html, "id", label);
    gcv_html_str(html, heading);
    gcv_html_close(html);
}

/* ---- command lines ------------------------------------------------------------------------ */

static void append_file(gcv_page *page, const gcv_heap *heap, const char *word)
{
    gcv_context *ctx = page->report->ctx;
    gcv_buffer_append_str(ctx, &page->text, " ");
    if (is_standard_input(heap)) {
        gcv_buffer_append_str(ctx, &page->text, word);
    } else {
        gcv_shell_append_path(ctx, &page->text, gcv_page_name(heap), word);
    }
}

static void append_generation(gcv_page *page, gcv_page_operand operand)
{
    const char *generation = page->report->options->select.generation;
    if (generation != NULL && operand != GCV_PAGE_OF_ALL) {
        gcv_buffer_append_str(page->report->ctx, &page->text, " --generation ");
        gcv_buffer_append_str(page->report->ctx, &page->text, generation);
    }
}

static void append_baseline(gcv_page *page, gcv_page_operand operand)
{
    const gcv_report *report = page->report;
    if (report->in.baseline == NULL || operand <= GCV_PAGE_OF_HEAP) {
        return;
    }
    gcv_next_snapshot(report, report->in.baseline, " --baseline-snapshot ", GCV_SNAPSHOT_FIRST,
                      &page->text);
    gcv_buffer_append_str(report->ctx, &page->text, operand == GCV_PAGE_SINCE ? " --baseline" : "");
    append_file(page, report->in.baseline, "OLD");
}

static void begin_command(gcv_page *page, const char *words)
{
    gcv_buffer_clear(&page->text);
    gcv_buffer_append_str(page->report->ctx, &page->text, "gcview ");
    gcv_buffer_append_str(page->report->ctx, &page->text, words);
}

static void end_command(gcv_page *page, gcv_page_operand operand)
{
    gcv_next_options(page->report, &page->text);
    append_generation(page, operand);
    append_baseline(page, operand);
    append_file(page, page->report->in.heap, "FILE");
    gcv_html_open(&page->html, "code");
    gcv_html_name(&page->html, gcv_buffer_slice(&page->text));
    gcv_html_close(&page->html);
}

void gcv_page_command(gcv_page *page, const char *words, gcv_page_operand operand)
{
    begin_command(page, words);
    end_command(page, operand);
}

void gcv_page_object_command(gcv_page *page, uint32_t object)
{
    char id[GCV_NUMBER_MAX];
    begin_command(page, "object --object ");
    gcv_buffer_append_str(page->report->ctx, &page->text,
                          gcv_object_id_text(page->report->in.heap, object, id));
    end_command(page, GCV_PAGE_OF_ALL);
}

void gcv_page_chains_command(gcv_page *page, gcv_slice name, bool is_namespace)
{
    begin_command(page, "chains --tree --type ");
    gcv_shell_append_name(page->report->ctx, &page->text, name, is_namespace ? ".*" : "");
    end_command(page, GCV_PAGE_OF_HEAP);
}

void gcv_page_note(gcv_page *page, const char *text, const char *words, gcv_page_operand operand)
{
    gcv_html_open_class(&page->html, "p", "note");
    gcv_html_str(&page->html, text);
    gcv_html_str(&page->html, " ");
    gcv_page_command(page, words, operand);
    gcv_html_close(&page->html);
}

/* ---- tables ------------------------------------------------------------------------------- */

void gcv_page_left_out(gcv_page *page)
{
    gcv_buffer_clear(&page->text);
    if (gcv_captures_describe(&page->sides.captures, page->look.findings.whole, &page->text)) {
        gcv_html_open_class(&page->html, "p", "note");
        gcv_html_str(&page->html, "Left out: ");
        gcv_html_sentence(&page->html, gcv_buffer_slice(&page->text));
        gcv_html_str(&page->html, ".");
        gcv_html_close(&page->html);
    }
}

void gcv_page_table(gcv_page *page, const char *columns, const char *name)
{
    gcv_html *html = &page->html;
    gcv_html_open_class(html, "div", "scroll");
    gcv_html_open(html, "table");
    if (name != NULL) {
        gcv_html_attr(html, "class", name);
    }
    gcv_html_open(html, "thead");
    gcv_html_open(html, "tr");
    while (*columns != '\0') {
        const size_t n = strcspn(columns, ",");
        gcv_html_open(html, "th");
        gcv_html_attr(html, "scope", "col");
        gcv_html_text(html, gcv_slice_of(columns, n));
        gcv_html_close(html);
        columns += columns[n] == ',' ? n + 2 : n;
    }
    gcv_html_close(html);
    gcv_html_close(html);
    gcv_html_open(html, "tbody");
}

void gcv_page_end_table(gcv_page *page)
{
    gcv_html_close(&page->html);
    gcv_html_close(&page->html);
    gcv_html_close(&page->html);
}

void gcv_page_number(gcv_html *html, uint64_t number)
{
    gcv_html_open(html, "td");
    gcv_html_number(html, number);
    gcv_html_close(html);
}

void gcv_page_text(gcv_html *html, const char *text) { gcv_html_element(html, "td", text); }

void gcv_page_retained(gcv_page *page, uint64_t retained)
{
    gcv_html *html = &page->html;
    if (retained == GCV_NOT_REACHABLE) {
        gcv_page_text(html, "-");
        gcv_page_text(html, "-");
        return;
    }
    gcv_page_number(html, retained);
    gcv_html_open(html, "td");
    gcv_html_percent(html, retained, gcv_page_whole(page));
    gcv_html_close(html);
}

void gcv_page_type(gcv_html *html, gcv_slice name)
{
    gcv_html_open(html, "td");
    gcv_html_type(html, name);
    gcv_html_close(html);
}

void gcv_page_value(gcv_html *html, const gcv_cell *cell)
{
    switch (cell->kind) {
    case GCV_CELL_COUNT:
    case GCV_CELL_BYTES:
        gcv_html_number(html, cell->number);
        break;
    case GCV_CELL_SIGNED:
    case GCV_CELL_SIGNED_BYTES:
        gcv_html_delta(html, cell->delta);
        break;
    case GCV_CELL_TEXT:
        gcv_html_name(html, cell->text);
        break;
    case GCV_CELL_FLAG:
        gcv_html_str(html, cell->number != 0 ? "yes" : "no");
        break;
    case GCV_CELL_ID: /* ids of objects come as text: heap/id_text.h */
    case GCV_CELL_DECIMAL_ID:
    case GCV_CELL_NONE:
        gcv_html_str(html, "-");
        break;
    }
}

void gcv_page_cell(gcv_html *html, const gcv_cell *cell)
{
    gcv_html_open(html, "td");
    gcv_page_value(html, cell);
    gcv_html_close(html);
}

void gcv_page_more(gcv_html *html, uint64_t n, const char *what)
{
    gcv_html_open(html, "td");
    gcv_html_str(html, "(");
    gcv_html_number(html, n);
    gcv_html_str(html, " more ");
    gcv_html_str(html, what);
    gcv_html_str(html, "s)");
    gcv_html_close(html);
}

size_t gcv_page_skip_steps(gcv_html *html, size_t step, size_t n)
{
    if (gcv_rows_shown(n, GCV_PAGE_STEPS) == n || step != GCV_PAGE_STEPS / 2) {
        return 0;
    }
    gcv_html_open_class(html, "tr", "m");
    gcv_page_text(html, "");
    gcv_page_text(html, "");
    gcv_page_text(html, "");
    gcv_page_more(html, n - GCV_PAGE_STEPS, "step");
    gcv_html_close(html);
    return n - GCV_PAGE_STEPS;
}

void gcv_page_indent(gcv_html *html, size_t depth)
{
    for (; depth > 0; depth--) {
        gcv_html_str(html, "\xe2\x80\x83");
    }
}

static void put_words(gcv_html *html, const gcv_buffer *words, const char *before,
                      const char *after)
{
    if (words->text.n > 0) {
        gcv_html_str(html, before);
        gcv_html_name(html, gcv_buffer_slice(words));
        gcv_html_str(html, after);
    }
}

void gcv_page_step_type(gcv_page *page, const gcv_step_name *name, uint64_t objects, gcv_slice type)
{
    gcv_context *ctx = page->report->ctx;
    const gcv_heap *heap = page->report->in.heap;
    gcv_buffer words = {0};
    gcv_step_words_before(ctx, heap, &name->into, &words);
    put_words(&page->html, &words, "", " ");
    gcv_html_type(&page->html, gcv_step_type_words(ctx, heap, name, type, &words));
    gcv_buffer_clear(&words);
    gcv_step_words_after(ctx, heap, name, objects, &words);
    put_words(&page->html, &words, " ", "");
    gcv_buffer_release(ctx, &words);
}
