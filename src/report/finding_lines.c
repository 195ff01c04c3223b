/* finding_lines.c - a finding, and what holds a cause, in one line each; see finding_lines.h. */
#include "report/finding_lines.h"

#include "output/shorten.h"
#include "report/chain_line.h"
#include "report/field_cell.h"
#include "report/root_words.h"

/* Appends `Acme.Cache retains 4096 bytes: ` for a single object: the sentence about it does not
 * name it. */
static void append_subject(gcv_context *ctx, const gcv_suspect *row, gcv_buffer *text)
{
    if (row->object != GCV_NONE) {
        gcv_buffer_append(ctx, text, row->name);
        gcv_buffer_append_str(ctx, text, " retains ");
        gcv_buffer_append_u64(ctx, text, row->retained);
        gcv_buffer_append_str(ctx, text, row->retained == 1 ? " byte: " : " bytes: ");
    }
}

void gcv_finding_line(gcv_look *look, size_t at, gcv_buffer *text)
{
    gcv_suspect_list *list = &look->suspects;
    append_subject(list->ctx, gcv_suspect_list_row(list, look->findings.all.data[at].rank), text);
    gcv_finding_describe(list, &look->findings, at);
    gcv_buffer_append(list->ctx, text, gcv_buffer_slice(&list->reasons.text));
}

/* Appends `.items Entry[]`: a step of a cause, with the name by which it is held. */
static void append_step(const gcv_report *report, const gcv_causes *causes,
                        const gcv_cause_row *step, gcv_buffer *text)
{
    const gcv_heap *heap = report->in.heap;
    const size_t begin = text->text.n;
    gcv_buffer words = {0};
    const gcv_slice type =
        gcv_step_type_words(report->ctx, heap, &step->name, gcv_cause_name(causes, step), &words);
    gcv_step_words_before(report->ctx, heap, &step->name.into, text);
    gcv_buffer_append_str(report->ctx, text, text->text.n > begin ? " " : "");
    if (step->name.place != NULL) {
        gcv_buffer_append(report->ctx, text, type);
    } else {
        gcv_shorten_type(report->ctx, type, GCV_CHAIN_NAME_COLUMNS, text);
    }
    gcv_buffer_release(report->ctx, &words);
}

void gcv_holder_line(const gcv_report *report, const gcv_causes *causes, const gcv_cause *cause,
                     gcv_buffer *text)
{
    const gcv_cause_row *first = &causes->rows.data[cause->first + cause->n_types];
    const gcv_slice root = gcv_cause_root(causes, first);
    const gcv_slice type = gcv_cause_name(causes, first);
    if (root.data != NULL && gcv_report_is_on_screen(report)) {
        gcv_root_words(report->ctx, root, type, text);
    } else {
        gcv_buffer_append(report->ctx, text, root.data != NULL ? root : type);
    }
    if (cause->holder > 0) {
        gcv_buffer_append_str(report->ctx, text, " > ");
        append_step(report, causes, first + cause->holder - 1, text);
    }
}
