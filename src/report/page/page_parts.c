/* page_parts.c - helpers that the sections of the page share; see page.h. */
#include "report/page/page.h"

#include "base/shell.h"
#include "report/field_cell.h"

#include <string.h>

/* ---- command lines ------------------------------------------------------------------------ */

static void append_file(gcv_page *page, const gcv_heap *heap, const char *word)
{
    gcv_context *ctx = page->report->ctx;
    gcv_buffer_append_str(ctx, &page->text, " ");
    if (strcmp(gcv_heap_name(heap), GCV_STANDARD_INPUT) == 0) {
        gcv_buffer_append_str(ctx, &page->text, word);
    } else {
        gcv_shell_append(ctx, &page->text, GCV_SHELL_PATH, gcv_heap_file(heap), word);
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
    gcv_buffer_print(page->report->ctx, &page->text, "gcview %s", words);
}

static gcv_html_value end_command(gcv_page *page, gcv_page_operand operand)
{
    const char *generation = page->report->options->select.generation;
    gcv_next_options(page->report, &page->text);
    if (generation != NULL && operand != GCV_PAGE_OF_ALL) {
        gcv_buffer_print(page->report->ctx, &page->text, " --generation %s", generation);
    }
    append_baseline(page, operand);
    append_file(page, page->report->in.heap, "FILE");
    return gcv_html_name(gcv_buffer_slice(&page->text));
}

gcv_html_value gcv_page_command(gcv_page *page, const char *words, gcv_page_operand operand)
{
    begin_command(page, words);
    return end_command(page, operand);
}

gcv_html_value gcv_page_chains_command(gcv_page *page, gcv_slice name, bool is_namespace)
{
    begin_command(page, "chains --tree --type ");
    gcv_shell_append_name(page->report->ctx, &page->text, name, is_namespace ? ".*" : "");
    return end_command(page, GCV_PAGE_OF_HEAP);
}

void gcv_page_note(gcv_page *page, const char *text, const char *words, gcv_page_operand operand)
{
    GCV_HTML_FILL(&page->html, "\n<p class='note'>$ <code>$</code></p>", gcv_html_str(text),
                  gcv_page_command(page, words, operand));
}

/* ---- tables ------------------------------------------------------------------------------- */

void gcv_page_table(gcv_page *page, const char *columns, const char *name)
{
    GCV_HTML_FILL(&page->html, "<div class='scroll'>\n<table class='$'><thead>\n<tr>",
                  gcv_html_str(name));
    while (*columns != '\0') {
        const size_t n = strcspn(columns, ",");
        GCV_HTML_FILL(&page->html, "<th scope='col'>$", gcv_html_text(gcv_slice_of(columns, n)));
        columns += columns[n] == ',' ? n + 2 : n;
    }
    gcv_html_put(&page->html, "</thead><tbody>");
}

void gcv_page_end_table(gcv_page *page) { gcv_html_put(&page->html, "</tbody></table></div>"); }

gcv_html_value gcv_page_retained(uint64_t retained)
{
    return retained == GCV_NOT_REACHABLE ? gcv_html_str("-") : gcv_html_number(retained);
}

gcv_html_value gcv_page_share(const gcv_page *page, uint64_t retained)
{
    return retained == GCV_NOT_REACHABLE
               ? gcv_html_str("-")
               : gcv_html_percent(retained, page->look.summary.reach.reachable_bytes);
}

size_t gcv_page_skip_steps(gcv_html *html, size_t step, size_t n)
{
    if (gcv_rows_shown(n, GCV_PAGE_STEPS) == n || step != GCV_PAGE_STEPS / 2) {
        return 0;
    }
    GCV_HTML_FILL(html, "\n<tr class='m'><td><td><td><td>($ more steps)",
                  gcv_html_number(n - GCV_PAGE_STEPS));
    return n - GCV_PAGE_STEPS;
}

void gcv_page_step_type(gcv_page *page, const gcv_step_name *name, uint64_t objects, gcv_slice type)
{
    gcv_context *ctx = page->report->ctx;
    const gcv_heap *heap = page->report->in.heap;
    gcv_buffer words = {0};
    gcv_step_words_before(ctx, heap, &name->into, &words);
    if (words.text.n > 0) {
        GCV_HTML_FILL(&page->html, "$ ", gcv_html_name(gcv_buffer_slice(&words)));
    }
    GCV_HTML_FILL(&page->html, "$",
                  gcv_html_type(gcv_step_type_words(ctx, heap, name, type, &words)));
    gcv_buffer_clear(&words);
    gcv_step_words_after(ctx, heap, name, objects, &words);
    if (words.text.n > 0) {
        GCV_HTML_FILL(&page->html, " $", gcv_html_name(gcv_buffer_slice(&words)));
    }
    gcv_buffer_release(ctx, &words);
}

void gcv_page_step(gcv_page *page, size_t depth, const gcv_step_name *name, uint64_t objects,
                   gcv_slice type, const char *id)
{
    gcv_html *html = &page->html;
    gcv_html_put(html, "<td><span class='in'><span>");
    for (size_t i = 0; i < depth; i++) {
        gcv_html_put(html, "\xe2\x80\x83");
    }
    gcv_html_put(html, "</span><span>");
    if (page->text.text.n > 0) {
        GCV_HTML_FILL(html, "<span class='root'>$</span> ",
                      gcv_html_name(gcv_buffer_slice(&page->text)));
    }
    gcv_page_step_type(page, name, objects, type);
    if (id != NULL) {
        GCV_HTML_FILL(html, " <code>$</code>", gcv_html_str(id));
    }
    gcv_html_put(html, "</span></span>");
}
