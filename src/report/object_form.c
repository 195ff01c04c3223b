/* object_form.c - rows of keys and values, or one nested row per object; see object_form.h. */
#include "report/object_form.h"

#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "report/key_value.h"

enum { ROW_CELLS = 3, PARTS_MAX = 6 };

static const gcv_table_column identity[GCV_OBJECT_IDENTITY_CELLS] = {
    {"object", GCV_SHAPE_TEXT},     {"type", GCV_SHAPE_TYPE},       {"module", GCV_SHAPE_TEXT},
    {"domain", GCV_SHAPE_TEXT},     {"generation", GCV_SHAPE_TEXT}, {"bytes", GCV_SHAPE_NUMBER},
    {"retained", GCV_SHAPE_NUMBER}, {"reachable", GCV_SHAPE_TEXT}};

gcv_status gcv_object_form_begin(gcv_object_form *form, gcv_error *err)
{
    static const gcv_table_column with_field[ROW_CELLS] = {
        {"key", GCV_SHAPE_TEXT}, {"value", GCV_SHAPE_TEXT}, {"field", GCV_SHAPE_TEXT}};
    gcv_report *report = form->report;
    form->field = gcv_cell_none();
    form->next_takes_field = false;
    return gcv_writer_nests(report->writer)
               ? gcv_report_begin(report, identity, GCV_OBJECT_IDENTITY_CELLS, err)
           : report->options->fields ? gcv_report_begin(report, with_field, ROW_CELLS, err)
                                     : gcv_key_value_begin(report, err);
}

/* Writes a row; if the table has the column, with the field of the entry. */
static gcv_status put_row(gcv_object_form *form, const char *key, gcv_cell value, gcv_error *err)
{
    gcv_cell cells[ROW_CELLS];
    cells[0] = gcv_cell_str(key);
    cells[1] = value;
    cells[2] = form->next_takes_field ? form->field : gcv_cell_none();
    form->next_takes_field = false;
    return gcv_writer_row(form->report->writer, cells, err);
}

void gcv_object_form_release(gcv_object_form *form)
{
    gcv_buffer_release(form->report->ctx, &form->text);
}

gcv_status gcv_object_form_identity(gcv_object_form *form, const gcv_cell *cells, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    if (gcv_writer_nests(form->report->writer)) {
        return gcv_writer_row(form->report->writer, cells, err);
    }
    for (i = 0; status == GCV_OK && i < GCV_OBJECT_IDENTITY_CELLS; i++) {
        status = put_row(form, identity[i].name, cells[i], err);
    }
    return status;
}

gcv_status gcv_object_form_value(gcv_object_form *form, gcv_object_key key, gcv_cell value,
                                 gcv_error *err)
{
    if (gcv_writer_nests(form->report->writer)) {
        gcv_writer_value(form->report->writer, key.member, value);
        return GCV_OK;
    }
    return put_row(form, key.row, value, err);
}

/* Joins cells with blanks. Callers pass numbers first and the type name last, so that a line of tsv
 * can be split at blanks up to that name. */
static gcv_status join(gcv_object_form *form, const gcv_cell *cells, size_t n, gcv_error *err)
{
    gcv_context *ctx = form->report->ctx;
    size_t i;
    gcv_buffer_clear(&form->text);
    for (i = 0; i < n; i++) {
        gcv_buffer_append_str(ctx, &form->text, i > 0 ? " " : "", err);
        if (cells[i].kind == GCV_CELL_TEXT) {
            gcv_buffer_append(ctx, &form->text, cells[i].text, err);
        } else if (cells[i].kind == GCV_CELL_ID) {
            gcv_buffer_append_hex(ctx, &form->text, cells[i].number, err);
        } else {
            gcv_buffer_append_u64(ctx, &form->text, cells[i].number, err);
        }
    }
    return form->text.status;
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
    size_t i;
    for (i = 0; i < n; i++) {
        names[i] = parts[i];
        values[i] = cells[i];
    }
    if (form->next_takes_field) {
        names[n] = "field";
        values[n++] = form->field;
        form->next_takes_field = false;
    }
    gcv_writer_group(form->report->writer, key.member, names, values, n);
}

gcv_status gcv_object_form_entry(gcv_object_form *form, gcv_object_key key,
                                 const char *const *parts, const gcv_cell *cells, size_t n,
                                 gcv_error *err)
{
    gcv_status status;
    if (gcv_writer_nests(form->report->writer)) {
        put_group(form, key, parts, cells, n);
        return GCV_OK;
    }
    status = join(form, cells, n, err);
    return status == GCV_OK ? put_row(form, key.row, text_cell(form), err) : status;
}

gcv_status gcv_object_form_more(gcv_object_form *form, gcv_object_key key, uint64_t n,
                                gcv_error *err)
{
    return n > 0 || gcv_writer_nests(form->report->writer)
               ? gcv_object_form_value(form, key, gcv_cell_count(n), err)
               : GCV_OK;
}

/* ---- roots -------------------------------------------------------------------------------- */

static void nest_root_flags(gcv_writer *writer, uint32_t flags)
{
    const char *word;
    uint32_t flag;
    size_t i;
    for (i = 0; gcv_root_flag_at(i, &flag, &word); i++) {
        gcv_writer_value(writer, word, gcv_cell_flag((flags & flag) != 0));
    }
}

static gcv_status nest_root(gcv_object_form *form, const char *member, const gcv_root *root,
                            gcv_error *err)
{
    const gcv_report *report = form->report;
    gcv_slice owner = gcv_root_owner(report->heap, root);
    gcv_status status = gcv_root_kind_name(report->ctx, root->kind, &form->text, err);
    if (status != GCV_OK) {
        return status;
    }
    gcv_writer_open_group(report->writer, member);
    gcv_writer_value(report->writer, "kind", text_cell(form));
    gcv_writer_value(report->writer, "owner",
                     owner.data != NULL ? gcv_cell_text(owner) : gcv_cell_none());
    nest_root_flags(report->writer, root->flags);
    status = gcv_root_label(report->ctx, report->heap, root, &form->text, err);
    if (status == GCV_OK) {
        gcv_writer_value(report->writer, "label", text_cell(form));
        gcv_writer_close_group(report->writer);
    }
    return status;
}

gcv_status gcv_object_form_root(gcv_object_form *form, gcv_object_key key, const gcv_root *root,
                                gcv_error *err)
{
    gcv_status status;
    if (gcv_writer_nests(form->report->writer)) {
        return nest_root(form, key.member, root, err);
    }
    status = gcv_root_label(form->report->ctx, form->report->heap, root, &form->text, err);
    return status == GCV_OK ? put_row(form, key.row, text_cell(form), err) : status;
}
