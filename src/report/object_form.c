/* object_form.c - rows of keys and values, or one nested row per object; see object_form.h. */
#include "report/object_form.h"

#include "heap/root_label.h"
#include "heap/vocabulary.h"

#include <inttypes.h>

enum { IDENTITY_CELLS = 8 };

static const gcv_table_column identity[IDENTITY_CELLS] = {
    {"object", GCV_SHAPE_TEXT},     {"type", GCV_SHAPE_TYPE},       {"module", GCV_SHAPE_TEXT},
    {"domain", GCV_SHAPE_TEXT},     {"generation", GCV_SHAPE_TEXT}, {"bytes", GCV_SHAPE_NUMBER},
    {"retained", GCV_SHAPE_NUMBER}, {"reachable", GCV_SHAPE_TEXT}};

void gcv_object_form_begin(gcv_object_form *form, gcv_report *report)
{
    form->report = report;
    form->nests = gcv_writer_nests(report->out.writer);
    form->fields = gcv_field_cells_of(report, report->in.heap);
    const bool field = form->fields.column;
    const gcv_table_column columns[] = {{"key", GCV_SHAPE_TEXT},
                                        {"value", field ? GCV_SHAPE_TEXT : GCV_SHAPE_VALUE},
                                        {"field", GCV_SHAPE_TEXT}};
    gcv_report_begin(report, form->nests ? identity : columns,
                     form->nests ? (size_t)IDENTITY_CELLS
                     : field     ? 3
                                 : 2);
}

/* Writes a row; if the table has the column, with the name of a reference. */
static void put_row(gcv_object_form *form, const char *key, gcv_cell value, gcv_cell field)
{
    const gcv_cell cells[] = {gcv_cell_str(key), value, field};
    gcv_writer_row(form->report->out.writer, cells);
}

void gcv_object_form_identity(gcv_object_form *form, const gcv_dominators *dominators,
                              uint32_t object)
{
    const gcv_heap *heap = form->report->in.heap;
    const uint32_t type = heap->type.data[object];
    const char *generation = gcv_generation_word(gcv_heap_object_generation(heap, object));
    const gcv_slice name = gcv_heap_object_name(heap, object);
    const gcv_cell cells[IDENTITY_CELLS] = {
        gcv_object_id_cell(heap, object),
        gcv_type_cell(heap, type),
        gcv_cell_text_or_none(gcv_heap_type_module(heap, type)),
        gcv_cell_text_or_none(heap->sections.data[gcv_heap_object_section(heap, object)].domain),
        generation != NULL ? gcv_cell_str(generation) : gcv_cell_none(),
        gcv_cell_bytes(gcv_heap_size(heap, object)),
        gcv_retained_cell(dominators, object),
        gcv_cell_flag(dominators->number[object] != 0)};
    if (form->nests) {
        gcv_writer_row(form->report->out.writer, cells);
    }
    for (size_t i = 0; !form->nests && i < IDENTITY_CELLS; i++) {
        put_row(form, identity[i].name, cells[i], gcv_cell_none());
    }
    if (name.data != NULL) {
        gcv_object_form_value(form, (gcv_object_key){"name", "name"}, gcv_cell_text(name));
    }
}

void gcv_object_form_value(gcv_object_form *form, gcv_object_key key, gcv_cell value)
{
    if (form->nests) {
        gcv_writer_value(form->report->out.writer, key.member, value);
    } else {
        put_row(form, key.row, value, gcv_cell_none());
    }
}

void gcv_object_form_more(gcv_object_form *form, gcv_object_key key, uint64_t n)
{
    if (n > 0 || form->nests) {
        gcv_object_form_value(form, key, gcv_cell_count(n));
    }
}

/* Joins cells with blanks. Numbers come first and the type name last, so that a line of tsv can be
 * split at blanks up to that name, which text shows after that of the reference. */
static gcv_cell join(gcv_object_form *form, const gcv_cell *cells, size_t n, gcv_cell field)
{
    gcv_context *ctx = form->report->ctx;
    gcv_buffer_clear(&form->text);
    for (size_t i = 0; i < n; i++) {
        gcv_buffer_append_str(ctx, &form->text, i > 0 ? " " : "");
        if (i + 1 == n && form->fields.beside && field.kind == GCV_CELL_TEXT) {
            gcv_buffer_append(ctx, &form->text, field.text);
            gcv_buffer_append_str(ctx, &form->text, " ");
        }
        if (cells[i].kind == GCV_CELL_TEXT) {
            gcv_buffer_append(ctx, &form->text, cells[i].text);
        } else {
            gcv_buffer_print(ctx, &form->text,
                             cells[i].kind == GCV_CELL_ID ? "%" PRIx64 : "%" PRIu64,
                             cells[i].number);
        }
    }
    return gcv_cell_text(gcv_buffer_slice(&form->text));
}

void gcv_object_form_entry(gcv_object_form *form, gcv_object_key key, const char *const *parts,
                           const gcv_cell *cells, size_t n, bool with_field)
{
    if (form->nests) {
        gcv_writer_group(form->report->out.writer, key.member, parts, cells, n + with_field);
    } else {
        const gcv_cell field = with_field ? cells[n] : gcv_cell_none();
        put_row(form, key.row, join(form, cells, n, field), field);
    }
}

static void nest_root(gcv_object_form *form, const char *member, const gcv_root *root)
{
    const gcv_report *report = form->report;
    gcv_writer *writer = report->out.writer;
    const gcv_slice owner = gcv_root_owner(report->in.heap, root);
    const char *word;
    uint32_t flag;
    gcv_root_kind_name(report->ctx, root->kind, &form->text);
    gcv_writer_open_group(writer, member);
    gcv_writer_value(writer, "kind", gcv_cell_text(gcv_buffer_slice(&form->text)));
    gcv_writer_value(writer, "owner", owner.data != NULL ? gcv_cell_text(owner) : gcv_cell_none());
    for (size_t i = 0; gcv_root_flag_at(i, &flag, &word); i++) {
        gcv_writer_value(writer, word, gcv_cell_flag((root->flags & flag) != 0));
    }
    gcv_root_label(report->ctx, report->in.heap, root, &form->text);
    gcv_writer_value(writer, "label", gcv_cell_text(gcv_buffer_slice(&form->text)));
    gcv_writer_close_group(writer);
}

void gcv_object_form_root(gcv_object_form *form, gcv_object_key key, const gcv_root *root)
{
    if (form->nests) {
        nest_root(form, key.member, root);
    } else {
        gcv_report_root_label(form->report, root, &form->text);
        put_row(form, key.row, gcv_cell_text(gcv_buffer_slice(&form->text)), gcv_cell_none());
    }
}
