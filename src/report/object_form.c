/* object_form.c - rows of keys and values, or one nested row per object; see object_form.h. */
#include "report/object_form.h"

#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "report/key_value.h"
#include "report/root_words.h"

enum { ROW_CELLS = 3, PARTS_MAX = 6 };

static const gcv_table_column identity[GCV_OBJECT_IDENTITY_CELLS] = {
    {"object", GCV_SHAPE_TEXT},     {"type", GCV_SHAPE_TYPE},       {"module", GCV_SHAPE_TEXT},
    {"domain", GCV_SHAPE_TEXT},     {"generation", GCV_SHAPE_TEXT}, {"bytes", GCV_SHAPE_NUMBER},
    {"retained", GCV_SHAPE_NUMBER}, {"reachable", GCV_SHAPE_TEXT}};

void gcv_object_form_begin(gcv_object_form *form)
{
    static const gcv_table_column with_field[ROW_CELLS] = {
        {"key", GCV_SHAPE_TEXT}, {"value", GCV_SHAPE_TEXT}, {"field", GCV_SHAPE_TEXT}};
    gcv_report *report = form->report;
    form->field = gcv_cell_none();
    form->next_takes_field = false;
    if (gcv_writer_nests(report->out.writer)) {
        gcv_report_begin(report, identity, GCV_OBJECT_IDENTITY_CELLS);
    } else if (form->column) {
        gcv_report_begin(report, with_field, ROW_CELLS);
    } else {
        gcv_key_value_begin(report);
    }
}

/* Writes a row; if the table has the column, with the field of the entry. */
static void put_row(gcv_object_form *form, const char *key, gcv_cell value)
{
    gcv_cell cells[ROW_CELLS];
    cells[0] = gcv_cell_str(key);
    cells[1] = value;
    cells[2] = form->next_takes_field ? form->field : gcv_cell_none();
    form->next_takes_field = false;
    gcv_writer_row(form->report->out.writer, cells);
}

void gcv_object_form_identity(gcv_object_form *form, const gcv_cell *cells)
{
    if (gcv_writer_nests(form->report->out.writer)) {
        gcv_writer_row(form->report->out.writer, cells);
        return;
    }
    for (size_t i = 0; i < GCV_OBJECT_IDENTITY_CELLS; i++) {
        put_row(form, identity[i].name, cells[i]);
    }
}

void gcv_object_form_value(gcv_object_form *form, gcv_object_key key, gcv_cell value)
{
    if (gcv_writer_nests(form->report->out.writer)) {
        gcv_writer_value(form->report->out.writer, key.member, value);
        return;
    }
    put_row(form, key.row, value);
}

/* Joins cells with blanks. Callers pass numbers first and the type name last, so that a line of tsv
 * can be split at blanks up to that name, which text shows after that of the reference. */
static void join(gcv_object_form *form, const gcv_cell *cells, size_t n)
{
    gcv_context *ctx = form->report->ctx;
    gcv_buffer_clear(&form->text);
    for (size_t i = 0; i < n; i++) {
        gcv_buffer_append_str(ctx, &form->text, i > 0 ? " " : "");
        if (i + 1 == n && form->beside && form->next_takes_field &&
            form->field.kind == GCV_CELL_TEXT) {
            gcv_buffer_append(ctx, &form->text, form->field.text);
            gcv_buffer_append_str(ctx, &form->text, " ");
        }
        if (cells[i].kind == GCV_CELL_TEXT) {
            gcv_buffer_append(ctx, &form->text, cells[i].text);
        } else if (cells[i].kind == GCV_CELL_ID) {
            gcv_buffer_append_hex(ctx, &form->text, cells[i].number);
        } else {
            gcv_buffer_append_u64(ctx, &form->text, cells[i].number);
        }
    }
}

static gcv_cell text_cell(const gcv_object_form *form)
{
    return gcv_cell_text(gcv_buffer_slice(&form->text));
}

static void put_group(gcv_object_form *form, gcv_object_key key, const char *const *parts,
                      const gcv_cell *cells, size_t n)
{
    const char *names[PARTS_MAX];
    gcv_cell values[PARTS_MAX];
    for (size_t i = 0; i < n; i++) {
        names[i] = parts[i];
        values[i] = cells[i];
    }
    if (form->next_takes_field) {
        names[n] = "field";
        values[n++] = form->field;
        form->next_takes_field = false;
    }
    gcv_writer_group(form->report->out.writer, key.member, names, values, n);
}

void gcv_object_form_entry(gcv_object_form *form, gcv_object_key key, const char *const *parts,
                           const gcv_cell *cells, size_t n)
{
    if (gcv_writer_nests(form->report->out.writer)) {
        put_group(form, key, parts, cells, n);
        return;
    }
    join(form, cells, n);
    put_row(form, key.row, text_cell(form));
}

void gcv_object_form_more(gcv_object_form *form, gcv_object_key key, uint64_t n)
{
    if (n > 0 || gcv_writer_nests(form->report->out.writer)) {
        gcv_object_form_value(form, key, gcv_cell_count(n));
    }
}

/* ---- roots -------------------------------------------------------------------------------- */

static void nest_root_flags(gcv_writer *writer, uint32_t flags)
{
    const char *word;
    uint32_t flag;
    for (size_t i = 0; gcv_root_flag_at(i, &flag, &word); i++) {
        gcv_writer_value(writer, word, gcv_cell_flag((flags & flag) != 0));
    }
}

static void nest_root(gcv_object_form *form, const char *member, const gcv_root *root)
{
    const gcv_report *report = form->report;
    gcv_slice owner = gcv_root_owner(report->in.heap, root);
    gcv_root_kind_name(report->ctx, root->kind, &form->text);
    gcv_writer_open_group(report->out.writer, member);
    gcv_writer_value(report->out.writer, "kind", text_cell(form));
    gcv_writer_value(report->out.writer, "owner",
                     owner.data != NULL ? gcv_cell_text(owner) : gcv_cell_none());
    nest_root_flags(report->out.writer, root->flags);
    gcv_root_label(report->ctx, report->in.heap, root, &form->text);
    gcv_writer_value(report->out.writer, "label", text_cell(form));
    gcv_writer_close_group(report->out.writer);
}

void gcv_object_form_root(gcv_object_form *form, gcv_object_key key, const gcv_root *root)
{
    if (gcv_writer_nests(form->report->out.writer)) {
        nest_root(form, key.member, root);
        return;
    }
    gcv_report_root_label(form->report, root, &form->text);
    put_row(form, key.row, text_cell(form));
}
