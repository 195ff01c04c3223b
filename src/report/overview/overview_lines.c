/* overview_lines.c - a finding, and what holds a cause, in one line each; see overview_output.h. */
#include "report/overview/overview_output.h"

#include "output/shorten.h"
#include "report/field_cell.h"
#include "report/root_words.h"

static void append(gcv_overview *overview, const char *text)
{
    gcv_buffer_append_str(overview->report->ctx, &overview->text, text);
}

static void append_number(gcv_overview *overview, uint64_t number)
{
    gcv_buffer_append_u64(overview->report->ctx, &overview->text, number);
}

/* Appends `Acme.Cache retains 4096 bytes: ` for a single object: the sentence about it does not
 * name it. */
static void append_subject(gcv_overview *overview, const gcv_suspect *row)
{
    if (row->object != GCV_NONE) {
        gcv_buffer_append(overview->report->ctx, &overview->text, row->name);
        append(overview, " retains ");
        append_number(overview, row->retained);
        append(overview, row->retained == 1 ? " byte: " : " bytes: ");
    }
}

void gcv_overview_append_finding(gcv_overview *overview, size_t at)
{
    gcv_suspect_list *list = &overview->look.suspects;
    const uint32_t rank = overview->look.findings.all.data[at].rank;
    append_subject(overview, gcv_suspect_list_row(list, rank));
    gcv_finding_describe(list, &overview->look.findings, at);
    gcv_buffer_append(list->ctx, &overview->text, gcv_buffer_slice(&list->reasons.text));
}

/* Appends `.items Entry[]`: a step of a cause, with the name by which it is held. */
static void append_step(gcv_overview *overview, const gcv_cause_row *step)
{
    gcv_context *ctx = overview->report->ctx;
    const gcv_heap *heap = overview->report->in.heap;
    const size_t begin = overview->text.text.n;
    gcv_buffer words = {0};
    const gcv_slice type = gcv_step_type_words(
        ctx, heap, &step->name, gcv_cause_name(&overview->look.causes, step), &words);
    gcv_step_words_before(ctx, heap, &step->name.into, &overview->text);
    append(overview, overview->text.text.n > begin ? " " : "");
    if (step->name.place != NULL) {
        gcv_buffer_append(ctx, &overview->text, type);
    } else {
        gcv_shorten_type(ctx, type, GCV_CHAIN_NAME_COLUMNS, &overview->text);
    }
    gcv_buffer_release(ctx, &words);
}

void gcv_overview_holder(gcv_overview *overview, const gcv_cause *cause)
{
    const gcv_causes *causes = &overview->look.causes;
    const gcv_cause_row *first = &causes->rows.data[cause->first + cause->n_types];
    const gcv_slice root = gcv_cause_root(causes, first);
    const gcv_slice type = gcv_cause_name(causes, first);
    gcv_buffer_clear(&overview->text);
    if (root.data != NULL && gcv_report_is_on_screen(overview->report)) {
        gcv_root_words(overview->report->ctx, root, type, &overview->text);
    } else {
        gcv_buffer_append(overview->report->ctx, &overview->text, root.data != NULL ? root : type);
    }
    if (cause->holder > 0) {
        append(overview, " > ");
        append_step(overview, first + cause->holder - 1);
    }
}
