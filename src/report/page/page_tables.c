/* page_tables.c - the largest types and objects, generations, garbage, roots. */
#include "base/number.h"
#include "heap/id_text.h"
#include "heap/root_label.h"
#include "report/object_columns.h"
#include "report/page/page.h"

#include <string.h>

/* ---- types -------------------------------------------------------------------------------- */

static void put_type(gcv_page *page, uint32_t type)
{
    gcv_html *html = &page->html;
    const gcv_group_totals *types = &page->look.types;
    gcv_html_open(html, "tr");
    gcv_page_number(html, types->counts[type]);
    gcv_page_number(html, types->bytes[type]);
    gcv_page_retained(page, types->retained[type]);
    gcv_page_type(html, types->groups.names[type]);
    gcv_html_close(html);
}

typedef struct sums {
    uint64_t rows, count, bytes;
} sums;

static void add_type(sums *to, const gcv_group_totals *types, uint32_t type)
{
    if (types->counts[type] > 0) {
        to->rows++;
        to->count += types->counts[type];
        to->bytes += types->bytes[type];
    }
}

/* Retained bytes have no sum. */
static void put_sums(gcv_html *html, const sums *of, const char *name)
{
    gcv_html_open_class(html, "tr", "m");
    gcv_page_number(html, of->count);
    gcv_page_number(html, of->bytes);
    gcv_page_text(html, "-");
    gcv_page_text(html, "-");
    if (name != NULL) {
        gcv_page_text(html, name);
    } else {
        gcv_page_more(html, of->rows, "type");
    }
    gcv_html_close(html);
}

void gcv_page_types(gcv_page *page)
{
    const gcv_group_totals *types = &page->look.types;
    sums all = {0, 0, 0};
    for (uint32_t i = 0; i < types->groups.n; i++) {
        add_type(&all, types, i);
    }
    gcv_page_section(page, "types", "Types");
    gcv_page_note(page,
                  "Objects of each type, their own bytes, and what they keep alive together. "
                  "Retained bytes do not add up: objects of several types can be held together.",
                  "stats --retained", GCV_PAGE_OF_HEAP);
    gcv_page_table(page, "count, own bytes, retained, share, type", "rows");
    sums rest = all;
    for (uint32_t i = 0; i < page->look.shown_types.n; i++) {
        const uint32_t type = page->look.shown_types.data[i];
        put_type(page, type);
        rest.rows--;
        rest.count -= types->counts[type];
        rest.bytes -= types->bytes[type];
    }
    if (rest.rows > 0) {
        put_sums(&page->html, &rest, NULL);
    }
    put_sums(&page->html, &all, "(all)");
    gcv_page_end_table(page);
    gcv_html_close(&page->html);
}

/* ---- generations -------------------------------------------------------------------------- */

void gcv_page_generations(gcv_page *page)
{
    const gcv_group_totals *generations = &page->generations;
    const uint64_t whole = gcv_group_totals_whole_bytes(generations);
    gcv_context *ctx = page->report->ctx;
    gcv_html *html = &page->html;
    gcv_u32_column order = {NULL, 0, 0};
    gcv_page_section(page, "generations", "Generations");
    gcv_page_note(page, "Objects by the collector's class for their age.", "stats --by generation",
                  GCV_PAGE_OF_ALL);
    gcv_groups_by_bytes(ctx, generations, &order);
    gcv_page_table(page, "count, own bytes, share, generation", "rows");
    for (size_t i = 0; i < order.n; i++) {
        const uint32_t group = order.data[i];
        gcv_html_open(html, "tr");
        gcv_page_number(html, generations->counts[group]);
        gcv_page_number(html, generations->bytes[group]);
        gcv_html_open(html, "td");
        gcv_html_percent(html, generations->bytes[group], whole);
        gcv_html_close(html);
        gcv_html_open(html, "td");
        gcv_html_text(html, generations->groups.names[group]);
        gcv_html_close(html);
        gcv_html_close(html);
    }
    gcv_page_end_table(page);
    gcv_u32_column_release(ctx, &order);
    gcv_html_close(html);
}

/* ---- objects ------------------------------------------------------------------------------ */

/* Puts the nearest of the listed objects that holds this one alone, so that its bytes are among the
 * other's. */
static void put_inside(gcv_page *page, const gcv_dominators *dominators, uint32_t object)
{
    const gcv_dominator_tree *tree = &page->look.suspects.found.tree;
    const uint32_t number = dominators->number[object];
    uint32_t nearest = 0;
    char id[GCV_NUMBER_MAX];
    for (size_t i = 0; i < page->objects.items.n; i++) {
        const uint32_t other = dominators->number[page->objects.items.data[i]];
        if (other != number && gcv_dominator_tree_dominates(tree, other, number) &&
            (nearest == 0 || tree->at[other] > tree->at[nearest])) {
            nearest = other;
        }
    }
    gcv_page_text(&page->html, nearest == 0 ? "-"
                                            : gcv_object_id_text(page->report->in.heap,
                                                                 dominators->object[nearest], id));
}

void gcv_page_objects(gcv_page *page)
{
    gcv_html *html = &page->html;
    const gcv_heap *heap = page->report->in.heap;
    const gcv_dominators *dominators = gcv_basis_dominators(&page->sides.now);
    gcv_page_section(page, "objects", "Objects");
    gcv_page_note(page,
                  "Single objects by the bytes that would be freed if the object were gone; "
                  "\xe2\x80\x9cinside\xe2\x80\x9d is a listed object that counts these bytes, too.",
                  "retained --top " GCV_TEXT_OF(30), GCV_PAGE_OF_HEAP);
    gcv_page_table(page, "retained, share, own bytes, object, inside, type", "rows");
    for (size_t i = 0; i < page->objects.items.n; i++) {
        const uint32_t object = page->objects.items.data[i];
        char id[GCV_NUMBER_MAX];
        gcv_html_open(html, "tr");
        gcv_page_retained(page, gcv_object_retained(dominators, object));
        gcv_page_number(html, gcv_heap_size(heap, object));
        gcv_page_text(html, gcv_object_id_text(heap, object, id));
        put_inside(page, dominators, object);
        gcv_page_type(html, heap->types.name[heap->type.data[object]]);
        gcv_html_close(html);
    }
    gcv_page_end_table(page);
    gcv_html_close(html);
}

/* ---- garbage ------------------------------------------------------------------------------ */

static void put_garbage_rows(gcv_page *page, const gcv_u32_column *types)
{
    gcv_html *html = &page->html;
    const gcv_group_totals *garbage = &page->garbage;
    sums rest = {0, 0, 0};
    for (uint32_t i = 0; i < garbage->groups.n; i++) {
        add_type(&rest, garbage, i);
    }
    for (uint32_t i = 0; i < gcv_rows_shown(types->n, GCV_PAGE_GARBAGE); i++) {
        const uint32_t type = types->data[i];
        gcv_html_open(html, "tr");
        gcv_page_number(html, garbage->counts[type]);
        gcv_page_number(html, garbage->bytes[type]);
        gcv_page_type(html, garbage->groups.names[type]);
        gcv_html_close(html);
        rest.rows--;
        rest.count -= garbage->counts[type];
        rest.bytes -= garbage->bytes[type];
    }
    if (rest.rows > 0) {
        gcv_html_open_class(html, "tr", "m");
        gcv_page_number(html, rest.count);
        gcv_page_number(html, rest.bytes);
        gcv_page_more(html, rest.rows, "type");
        gcv_html_close(html);
    }
}

void gcv_page_garbage(gcv_page *page)
{
    const gcv_group_totals *garbage = &page->garbage;
    gcv_context *ctx = page->report->ctx;
    gcv_u32_column types = {NULL, 0, 0};
    if (garbage->groups.n == 0) {
        return;
    }
    gcv_page_section(page, "garbage", gcv_page_knows_garbage(page) ? "Garbage" : "Unreachable");
    gcv_page_note(page,
                  gcv_page_knows_garbage(page)
                      ? "What no strong root reaches, by type. The next full collection would free "
                        "it."
                      : "What no strong root reaches, by type: garbage, or held by what the dump "
                        "lacks.",
                  "stats --unreachable", GCV_PAGE_OF_HEAP);
    gcv_groups_by_bytes(ctx, garbage, &types);
    gcv_page_table(page, "count, own bytes, type", "rows");
    put_garbage_rows(page, &types);
    gcv_page_end_table(page);
    gcv_u32_column_release(ctx, &types);
    gcv_html_close(&page->html);
}

/* ---- roots -------------------------------------------------------------------------------- */

/* GCV_NOT_REACHABLE is the largest number, so adding 1 makes it 0, and such kinds come last. */
static uint64_t key_retained(const void *payload, uint32_t kind)
{
    return ((const gcv_root_kind_row *)payload)[kind].retained + 1;
}

static void put_kind(gcv_page *page, const gcv_root_kind_row *row)
{
    gcv_html *html = &page->html;
    gcv_root_kind_name(page->report->ctx, row->kind, &page->text);
    gcv_html_open(html, "tr");
    gcv_page_number(html, row->roots);
    gcv_page_number(html, row->objects);
    gcv_page_number(html, row->bytes);
    gcv_page_retained(page, row->retained);
    gcv_html_open(html, "td");
    gcv_html_text(html, gcv_buffer_slice(&page->text));
    gcv_html_close(html);
    gcv_html_close(html);
}

/* An object can count for several kinds, so only roots add up. */
static void put_other_kinds(gcv_page *page, const uint32_t *order, size_t first)
{
    gcv_html *html = &page->html;
    uint64_t roots = 0;
    if (first == page->look.root_kinds.n) {
        return;
    }
    for (size_t i = first; i < page->look.root_kinds.n; i++) {
        roots += page->look.root_kinds.data[order[i]].roots;
    }
    gcv_html_open_class(html, "tr", "m");
    gcv_page_number(html, roots);
    for (size_t i = 0; i < 4; i++) {
        gcv_page_text(html, "-");
    }
    gcv_page_more(html, page->look.root_kinds.n - first, "kind");
    gcv_html_close(html);
}

/* Most retained bytes first. A file can name as many kinds as it has roots. */
static void put_kinds(gcv_page *page)
{
    gcv_context *ctx = page->report->ctx;
    const gcv_root_kind_column *kinds = &page->look.root_kinds;
    uint32_t *order = gcv_numbers_new(ctx, kinds->n), i;
    if (order == NULL) {
        return;
    }
    gcv_sort_by_key(ctx, order, kinds->n, key_retained, kinds->data, true);
    for (i = 0; i < gcv_rows_shown(kinds->n, GCV_PAGE_ROOT_KINDS); i++) {
        put_kind(page, &kinds->data[order[i]]);
    }
    put_other_kinds(page, order, i);
    gcv_free(ctx, order);
}

void gcv_page_roots(gcv_page *page)
{
    gcv_page_section(page, "roots", "Roots");
    gcv_page_note(page,
                  "Roots by kind, the objects they hold, and what these keep alive as a set. An "
                  "object counts for each kind that roots it.",
                  "roots --by kind", GCV_PAGE_OF_HEAP);
    gcv_page_table(page, "roots, objects, own bytes, held only by these, share, kind", "rows");
    put_kinds(page);
    gcv_page_end_table(page);
    gcv_html_close(&page->html);
}
