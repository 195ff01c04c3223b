/* chain_line.c - chains, findings and what holds causes, in one line each; see chain_line.h. */
#include "report/chain_line.h"

#include "output/shorten.h"
#include "report/field_cell.h"

#include <inttypes.h>
#include <string.h>

/* Steps shown of a longer chain: the first one and the last seven. */
enum { STEPS_SHOWN = 8, FIRST_SHOWN = 1 };

/* Width of a type name, in columns, where names are shortened. */
enum { NAME_COLUMNS = 40 };

/* Whether a step is a class object, of which the root before it says everything. */
static bool is_said(const gcv_suspect_list *list, const gcv_suspect_step *step)
{
    return step->object != GCV_NONE && gcv_java_class_name(list->heap, step->object).data != NULL;
}

void gcv_chain_root(const gcv_suspect_list *list, const gcv_suspect_step *step, bool is_last,
                    gcv_chain_names names, gcv_buffer *text)
{
    gcv_buffer label = {0};
    const gcv_root *root = step->root != GCV_NONE ? &list->heap->roots.data[step->root] : NULL;
    if (root != NULL && root->kind == GCV_ROOT_KIND_LOCAL && step->name.place != NULL) {
        return; /* the place of the function says more than a local variable */
    }
    if (names == GCV_CHAIN_WORDS && root != NULL && !is_said(list, step)) {
        gcv_root_in_words(list->ctx, list->heap, root, &label);
    } else {
        gcv_suspect_step_root(list->ctx, list->heap, step, is_last, &label);
    }
    gcv_buffer_append(list->ctx, text, gcv_buffer_slice(&label));
    gcv_buffer_release(list->ctx, &label);
}

/* Whether the name of a static is already in `text`, as the end of a root: ` > ` follows it. */
static bool is_said_static(const gcv_heap *heap, const gcv_suspect_step *step,
                           const gcv_buffer *text)
{
    gcv_field field;
    if (!gcv_common_name_get(heap, &step->name.into, &field) || field.kind != GCV_FIELD_STATIC) {
        return false;
    }
    const size_t end = text->text.n >= 3 ? text->text.n - 3 : 0;
    return end > field.name.size && text->text.data[end - field.name.size - 1] == ' ' &&
           memcmp(text->text.data + end - field.name.size, field.name.data, field.name.size) == 0;
}

/* Appends the name by which a step is held. */
static void append_name(gcv_context *ctx, const gcv_heap *heap, const gcv_step_name *name,
                        gcv_buffer *text)
{
    const size_t begin = text->text.n;
    gcv_step_words_before(ctx, heap, &name->into, text);
    gcv_buffer_append_str(ctx, text, text->text.n > begin ? " " : "");
}

static void append_type(gcv_context *ctx, const gcv_heap *heap, const gcv_step_name *name,
                        gcv_slice type, bool shorten, gcv_buffer *text)
{
    gcv_buffer words = {0};
    type = gcv_step_type_words(ctx, heap, name, type, &words);
    if (shorten && name->place == NULL && name->element.data == NULL) {
        gcv_shorten_type(ctx, type, NAME_COLUMNS, text);
    } else {
        gcv_buffer_append(ctx, text, type);
    }
    gcv_buffer_release(ctx, &words);
}

/* Appends the name of a class or module of Ruby: `Module Audit`. */
static void append_class(gcv_context *ctx, const gcv_heap *heap, uint32_t object, gcv_buffer *text)
{
    const gcv_slice name =
        object != GCV_NONE ? gcv_ruby_class_name(heap, object) : gcv_slice_of(NULL, 0);
    if (name.data != NULL) {
        gcv_buffer_append_str(ctx, text, " ");
        gcv_buffer_append(ctx, text, name);
    }
}

/* Appends `3*Acme.View`, or `.view Acme.View` for a single object whose name is known. */
static void append_step(const gcv_suspect_list *list, const gcv_suspect_step *step,
                        gcv_chain_names names, gcv_buffer *text)
{
    if (step->type == GCV_NONE) {
        gcv_buffer_append_str(list->ctx, text, "…");
        return;
    }
    const bool run = gcv_step_is_run(list->heap, &step->name, step->objects);
    if (!is_said_static(list->heap, step, text)) {
        append_name(list->ctx, list->heap, &step->name, text);
    }
    if (step->objects > 1 && !run) {
        gcv_buffer_print(list->ctx, text, "%" PRIu32 "*", step->objects);
    }
    append_type(list->ctx, list->heap, &step->name, list->heap->types.name[step->type],
                names != GCV_CHAIN_WHOLE, text);
    append_class(list->ctx, list->heap, step->object, text);
    if (run) {
        gcv_buffer_append_str(list->ctx, text, " ");
        gcv_step_words_after(list->ctx, list->heap, &step->name, step->objects, text);
    }
}

void gcv_chain_line(const gcv_suspect_list *list, const gcv_suspect_chains *chains, size_t rank,
                    gcv_chain_names names, gcv_buffer *text)
{
    const uint32_t first = chains->first.data[rank], end = chains->first.data[rank + 1];
    const uint32_t n = end - first;
    const uint32_t left_out = n > STEPS_SHOWN + 1 ? n - STEPS_SHOWN : 0;
    gcv_buffer_clear(text);
    for (uint32_t i = 0; i < n; i++) {
        const gcv_suspect_step *step = &chains->steps.data[first + i];
        if (i == 0) {
            gcv_chain_root(list, step, n == 1, names, text);
            gcv_buffer_append_str(list->ctx, text, text->text.n > 0 ? " > " : "");
            if (n > 1 && is_said(list, step)) {
                continue;
            }
        } else if (i > 1 || !is_said(list, step - 1)) {
            gcv_buffer_append_str(list->ctx, text, " > ");
        }
        if (left_out > 0 && i == FIRST_SHOWN) {
            gcv_buffer_print(list->ctx, text, "%" PRIu32 " more …", left_out);
            i += left_out - 1;
        } else {
            append_step(list, step, names, text);
        }
    }
}

gcv_slice gcv_subject(const gcv_suspect_list *list, const gcv_suspect *row)
{
    const gcv_slice element = gcv_heap_element(list->heap, row->object);
    return element.data != NULL ? element : row->name;
}

bool gcv_subject_words(const gcv_suspect_list *list, const gcv_suspect *row, bool *many,
                       gcv_buffer *text)
{
    const uint32_t kinds = list->found.kinds[row->type];
    const gcv_code_place *place = gcv_heap_place(list->heap, row->object);
    const bool told = place != NULL && place == list->reasons.of_list;
    place = (kinds & (GCV_TYPE_SCOPE | GCV_TYPE_CLOSURE)) != 0 ? place : NULL;
    *many = place != NULL && (kinds & GCV_TYPE_SCOPE) != 0 && !told;
    if (place != NULL && !told) {
        gcv_buffer_append_str(list->ctx, text,
                              *many                         ? "Variables of "
                              : place->function == GCV_NONE ? "A "
                                                            : "");
        gcv_code_place_append(list->ctx, text, &list->heap->places, place);
        return true;
    }
    const bool nameless = told || (row->run > 0 && gcv_reason_is_nameless(list->heap, row->object));
    gcv_buffer_append_str(list->ctx, text, nameless ? "A list" : "");
    return nameless;
}

/* A single object is named first: the sentence about it does not name it. */
size_t gcv_finding_line(gcv_look *look, size_t at, gcv_buffer *text)
{
    const size_t begin = text->text.n;
    size_t end = begin;
    gcv_suspect_list *list = &look->suspects;
    const gcv_suspect *row = gcv_suspect_list_row(list, look->findings.all.data[at].rank);
    gcv_finding_describe(list, &look->findings, at);
    if (row->object != GCV_NONE) {
        bool many;
        if (!gcv_subject_words(list, row, &many, text)) {
            gcv_buffer_append(list->ctx, text, gcv_subject(list, row));
        }
        end = text->text.n;
        gcv_buffer_print(list->ctx, text, " retain%s %" PRIu64 " byte%s: ", many ? "" : "s",
                         row->retained, row->retained == 1 ? "" : "s");
    }
    gcv_buffer_append(list->ctx, text, gcv_buffer_slice(&list->reasons.text));
    return end - begin;
}

static void append_number(gcv_context *ctx, uint64_t number, bool grouped, gcv_buffer *text)
{
    char digits[GCV_NUMBER_MAX], commas[GCV_GROUPED_MAX];
    (void)gcv_group_digits(commas, digits, gcv_format_u64(digits, number));
    gcv_buffer_append_str(ctx, text, grouped ? commas : digits);
}

void gcv_elsewhere_line(const gcv_look *look, const gcv_finding *finding, bool grouped,
                        gcv_buffer *text)
{
    const gcv_elsewhere rest = gcv_finding_elsewhere(&look->suspects, &look->findings, finding);
    if (rest.objects > 0) {
        append_number(look->ctx, rest.objects, grouped, text);
        gcv_buffer_print(look->ctx, text, " of them on %s",
                         rest.objects == 1 ? "another chain" : "other chains");
    }
    if (rest.bytes > 0) {
        gcv_buffer_append_str(look->ctx, text, " (");
        append_number(look->ctx, rest.bytes, grouped, text);
        gcv_buffer_append_str(look->ctx, text, " bytes)");
    }
}

static void append_cause_step(gcv_context *ctx, const gcv_heap *heap, const gcv_causes *causes,
                              const gcv_cause_row *step, gcv_buffer *text)
{
    append_name(ctx, heap, &step->name, text);
    append_type(ctx, heap, &step->name, gcv_cause_name(causes, step), true, text);
    append_class(ctx, heap, step->object, text);
}

static bool is_named_plain(const gcv_heap *heap, const gcv_causes *causes,
                           const gcv_cause_row *step)
{
    gcv_field by;
    return gcv_is_plain_object(gcv_cause_name(causes, step)) &&
           gcv_common_name_get(heap, &step->name.into, &by) && by.kind == GCV_FIELD_PROPERTY;
}

bool gcv_holder_scope(const gcv_report *report, const gcv_causes *causes, const gcv_cause *cause,
                      gcv_buffer *text)
{
    const gcv_heap *heap = report->in.heap;
    const gcv_cause_row *first = &causes->rows.data[cause->first + cause->n_types];
    const uint32_t depth = cause->author > 0  ? cause->author
                           : cause->owner > 0 ? cause->owner
                                              : cause->holder;
    gcv_field by;
    const bool known = depth > 1 && gcv_common_name_get(heap, &first[depth - 1].name.into, &by) &&
                       by.kind == GCV_FIELD_VARIABLE && first[depth - 2].name.place != NULL;
    if (known) {
        gcv_code_place_append(report->ctx, text, &heap->places, first[depth - 2].name.place);
    }
    return known;
}

void gcv_holder_path(const gcv_report *report, const gcv_causes *causes, const gcv_cause *cause,
                     gcv_buffer *text)
{
    const gcv_heap *heap = report->in.heap;
    const gcv_cause_row *first = &causes->rows.data[cause->first + cause->n_types];
    const gcv_cause_row *step = first + cause->holder - 1;
    const uint32_t told = cause->owner > 0 ? cause->owner : cause->author;
    const gcv_cause_row *over = first + (told > 0 ? told : 1), *at = over;
    while (at < step && is_named_plain(heap, causes, at)) {
        at++;
    }
    const size_t begin = text->text.n;
    for (; at == step && over < step; over++) {
        gcv_step_words_before(report->ctx, heap, &over->name.into, text);
    }
    const size_t end = text->text.n;
    gcv_step_words_before(report->ctx, heap, &step->name.into, text);
    const bool named = text->text.n > end;
    text->text.n = end;
    gcv_buffer_append_str(report->ctx, text, end > begin && !named ? " " : "");
}

bool gcv_holder_is_element(const gcv_causes *causes, const gcv_cause *cause)
{
    return cause->holder > 1 &&
           gcv_is_element(gcv_cause_name(
               causes, &causes->rows.data[cause->first + cause->n_types + cause->holder - 1]));
}

void gcv_holder_line(const gcv_report *report, const gcv_causes *causes, const gcv_cause *cause,
                     gcv_buffer *text)
{
    const gcv_heap *heap = report->in.heap;
    const gcv_cause_row *first = &causes->rows.data[cause->first + cause->n_types];
    const gcv_slice root = gcv_cause_root(causes, first), type = gcv_cause_name(causes, first);
    const uint32_t owners[] = {cause->author, cause->owner};
    bool told = gcv_holder_scope(report, causes, cause, text);
    for (size_t i = 0; i < 2; i++) {
        if (owners[i] > 0) {
            gcv_buffer_append_str(report->ctx, text, told ? " > " : "");
            append_cause_step(report->ctx, heap, causes, first + owners[i] - 1, text);
            told = true;
        }
    }
    const bool element = gcv_holder_is_element(causes, cause);
    if (told || element) {
        /* this says more than the root */
    } else if (root.data != NULL && gcv_report_is_on_screen(report)) {
        gcv_root_words(report->ctx, heap, root, type, text);
    } else {
        gcv_buffer_append(report->ctx, text, root.data != NULL ? root : type);
    }
    if (cause->holder > 0 && (told || !element)) {
        gcv_buffer_append_str(report->ctx, text, " > ");
    }
    if (cause->holder == 1) { /* the root says how it is held */
        append_type(report->ctx, heap, &first->name, type, true, text);
    } else if (cause->holder > 1) {
        gcv_holder_path(report, causes, cause, text);
        append_cause_step(report->ctx, heap, causes, first + cause->holder - 1, text);
    }
}

void gcv_calm_line(const gcv_report *report, const gcv_look *look, const char *why,
                   gcv_buffer *text)
{
    const gcv_causes *causes = &look->causes;
    gcv_buffer_append_str(report->ctx, text, why);
    if (why == look->calm.text.data && look->grew_much && look->findings.whole > 0 &&
        causes->all.n > 0 && !gcv_cause_is_moved(causes, &causes->all.data[0]) &&
        causes->all.data[0].grown > 0 &&
        (uint64_t)causes->all.data[0].grown > look->findings.whole / 2) {
        gcv_buffer_append_str(report->ctx, text, " Most of it is held by ");
        gcv_holder_line(report, causes, &causes->all.data[0], text);
        gcv_buffer_append_str(report->ctx, text, ".");
    }
}
