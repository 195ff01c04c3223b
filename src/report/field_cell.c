/* field_cell.c - names of references in reports; see field_cell.h. */
#include "report/field_cell.h"

#include "analysis/type_kinds.h"

#include <inttypes.h>

enum { PLACE_CELLS = GCV_NAME_CELLS - 1 };

bool gcv_report_wants_names(const gcv_report_options *options)
{
    return gcv_is_yes(options->names) && !gcv_redacts(&options->redact);
}

void gcv_report_check_names(gcv_context *ctx, const gcv_report_options *options)
{
    gcv_refuse_if(ctx, options->fields && !gcv_is_yes(options->names),
                  "--fields shows names: it goes without --names no");
}

gcv_field_cells gcv_field_cells_of(const gcv_report *report, const gcv_heap *heap)
{
    const bool known = gcv_heap_has_fields(heap);
    const bool for_people = gcv_writer_is_document(report->out.writer) ||
                            gcv_output_format_draws(report->options->format);
    return (gcv_field_cells){.finder.ctx = report->ctx,
                             .finder.heap = heap,
                             .column = report->options->fields || (known && !for_people),
                             .places = known && !for_people && heap->places.all.n > 0,
                             .beside = known && !report->options->fields && for_people};
}

void gcv_report_warn_fields(const gcv_report *report)
{
    const gcv_heap *heap = report->in.heap;
    GCV_WARN_IF(
        report, report->options->fields && !gcv_heap_has_fields(heap) && heap->n_objects > 0,
        "--fields: a dump of the format %s has no names of references", gcv_heap_format(heap));
}

static gcv_cell cell_of(gcv_context *ctx, gcv_field field, gcv_buffer *text)
{
    gcv_buffer_clear(text);
    gcv_field_append(ctx, &field, text);
    return gcv_cell_text(gcv_buffer_slice(text));
}

gcv_cell gcv_field_cell(gcv_field_cells *cells, uint32_t object, uint32_t reference)
{
    return gcv_heap_has_fields(cells->finder.heap)
               ? cell_of(cells->finder.ctx, gcv_field_of(cells->finder.heap, object, reference),
                         &cells->text)
               : gcv_cell_none();
}

gcv_cell gcv_step_field_cell(gcv_context *ctx, const gcv_heap *heap, const gcv_common_name *name,
                             gcv_buffer *text)
{
    gcv_field field;
    return gcv_common_name_get(heap, name, &field) ? cell_of(ctx, field, text)
           : name->differs                         ? gcv_cell_str("*")
                                                   : gcv_cell_none();
}

gcv_slice gcv_field_label(gcv_field_cells *cells, uint32_t object, uint32_t reference)
{
    const gcv_field field = gcv_field_of(cells->finder.heap, object, reference);
    return gcv_field_is_internal(&field) && !cells->column
               ? gcv_slice_of(NULL, 0)
               : cell_of(cells->finder.ctx, field, &cells->text).text;
}

/* ---- places ------------------------------------------------------------------------------- */

size_t gcv_field_columns(const gcv_field_cells *cells, size_t n)
{
    return cells->places ? n : cells->column ? n - PLACE_CELLS : n - GCV_NAME_CELLS;
}

static gcv_cell number_or_none(uint32_t number)
{
    return number > 0 ? gcv_cell_count(number) : gcv_cell_none();
}

/* Makes the cells of a place, which borrow from the heap; NULL: not known. */
static void place_cells(const gcv_heap *heap, const gcv_code_place *place,
                        gcv_cell cells[PLACE_CELLS])
{
    for (size_t i = 0; i < PLACE_CELLS; i++) {
        cells[i] = gcv_cell_none();
    }
    if (place != NULL) {
        cells[0] = gcv_cell_text_or_none(gcv_code_place_function(&heap->places, place));
        cells[1] = gcv_cell_text_or_none(gcv_code_place_script(&heap->places, place));
        cells[2] = number_or_none(place->line);
        cells[3] = number_or_none(place->column);
    }
}

void gcv_place_members(gcv_writer *writer, const gcv_heap *heap, const gcv_code_place *place)
{
    static const char *const names[PLACE_CELLS] = {"function", "script", "line", "column"};
    gcv_cell cells[PLACE_CELLS];
    place_cells(heap, place, cells);
    for (size_t i = 0; i < PLACE_CELLS && heap->places.all.n > 0; i++) {
        gcv_writer_value(writer, names[i], cells[i]);
    }
}

/* ---- names beside types ------------------------------------------------------------------- */

void gcv_step_words_before(gcv_context *ctx, const gcv_heap *heap, const gcv_common_name *name,
                           gcv_buffer *out)
{
    gcv_field field;
    if (gcv_common_name_get(heap, name, &field) && !gcv_field_is_internal(&field)) {
        gcv_field_append(ctx, &field, out);
    }
}

void gcv_step_words_after(gcv_context *ctx, const gcv_heap *heap, const gcv_step_name *name,
                          uint64_t objects, gcv_buffer *out)
{
    if (gcv_step_is_run(heap, name, objects)) {
        gcv_step_words_before(ctx, heap, &name->along, out);
        gcv_buffer_print(ctx, out, " x%" PRIu64, objects);
    }
}

gcv_slice gcv_step_type_words(gcv_context *ctx, const gcv_heap *heap, const gcv_step_name *name,
                              gcv_slice type, gcv_buffer *text)
{
    const bool named = gcv_heap_has_fields(heap) && gcv_heap_is_v8(heap);
    const bool context = named && gcv_slice_is(type, GCV_CONTEXT_TYPE);
    const bool scope = context || (named && gcv_slice_is(type, "system / Cell"));
    const bool function = gcv_slice_is(type, "Function");
    if (name->place == NULL || (context && name->into.n > 0)) { /* its function is above it */
        return scope ? gcv_slice_str("scope") : name->element.data != NULL ? name->element : type;
    }
    gcv_buffer_clear(text);
    if (!function) { /* a generator may have the name of its function */
        const bool same =
            gcv_slice_equal(type, gcv_code_place_function(&heap->places, name->place));
        gcv_buffer_append(ctx, text,
                          scope  ? gcv_slice_str("scope")
                          : same ? gcv_slice_str("generator")
                                 : type);
    }
    const bool module = !scope && gcv_code_place_is_whole(name->place);
    gcv_buffer_append_str(ctx, text, function ? "" : scope ? " of " : module ? " (" : " ");
    gcv_code_place_append(ctx, text, &heap->places, name->place);
    gcv_buffer_append_str(ctx, text, module ? ")" : "");
    return gcv_buffer_slice(text);
}

uint32_t gcv_field_run(gcv_field_cells *cells, const uint32_t *chain, uint32_t n)
{
    const uint32_t *type = cells->finder.heap->type.data;
    gcv_step_name name = {0};
    uint32_t run = 1;
    while (cells->beside && run + 1 < n && type[chain[run]] == type[chain[0]]) {
        gcv_common_name_add(&cells->finder, &name.along, chain[run - 1], chain[run]);
        if (!gcv_step_is_run(cells->finder.heap, &name, run + 1)) {
            break;
        }
        run++;
    }
    return run >= GCV_RUN_FOLDED ? run : 1;
}

/* Gives a cell with a type the names of a step beside it, where they are shown. */
static void put_beside(gcv_field_cells *cells, const gcv_step_name *name, uint64_t objects,
                       gcv_cell *type)
{
    if (!cells->beside || type == NULL || type->kind != GCV_CELL_TEXT) {
        return;
    }
    gcv_buffer_clear(&cells->text);
    gcv_buffer_clear(&cells->after);
    gcv_step_words_before(cells->finder.ctx, cells->finder.heap, &name->into, &cells->text);
    gcv_step_words_after(cells->finder.ctx, cells->finder.heap, name, objects, &cells->after);
    cells->words.before = gcv_buffer_slice(&cells->text);
    cells->words.after = gcv_buffer_slice(&cells->after);
    type->words = &cells->words;
    type->text =
        gcv_step_type_words(cells->finder.ctx, cells->finder.heap, name, type->text, &cells->type);
}

void gcv_field_beside(gcv_field_cells *cells, uint32_t from, const uint32_t *run, uint32_t n,
                      gcv_cell *type)
{
    gcv_step_name name = {0};
    for (uint32_t i = 0; i < n && cells->beside; i++) {
        gcv_step_name_add(&cells->finder, &name, run[i], i > 0 ? run[i - 1] : from, i > 0);
    }
    put_beside(cells, &name, n, type);
}

void gcv_step_name_cells(gcv_field_cells *cells, const gcv_step_name *name, uint64_t objects,
                         gcv_cell *type, gcv_cell names[GCV_NAME_CELLS])
{
    const gcv_heap *heap = cells->finder.heap;
    put_beside(cells, name, objects, type);
    names[0] = cells->column
                   ? gcv_step_field_cell(cells->finder.ctx, heap, &name->into, &cells->text)
                   : gcv_cell_none();
    place_cells(heap, name->place, names + 1);
}

void gcv_run_name_cells(gcv_field_cells *cells, uint32_t from, const uint32_t *run, uint32_t n,
                        gcv_cell *type, gcv_cell names[GCV_NAME_CELLS])
{
    const gcv_heap *heap = cells->finder.heap;
    const uint32_t found = cells->column && from != GCV_NONE && gcv_heap_has_fields(heap)
                               ? gcv_reference_between(&cells->finder, from, run[0])
                               : GCV_NONE;
    gcv_field_beside(cells, from, run, n, type);
    names[0] = found != GCV_NONE ? gcv_field_cell(cells, from, found) : gcv_cell_none();
    place_cells(heap, gcv_heap_place(heap, run[0]), names + 1);
}
