/* chain_line.c - the chain that holds a suspect, in one line; see chain_line.h. */
#include "report/chain_line.h"

#include "heap/java_class.h"
#include "output/shorten.h"
#include "report/field_cell.h"
#include "report/root_words.h"

#include <string.h>

/* Steps shown of a longer chain: the first three and the last five. */
enum { STEPS_SHOWN = 8, FIRST_SHOWN = 3 };

/* Whether a step is a class object, of which the root before it says everything. */
static bool is_said(const gcv_suspect_list *list, const gcv_suspect_step *step)
{
    return step->object != GCV_NONE && gcv_java_class_name(list->heap, step->object).data != NULL;
}

/* Whether the root is a local variable, of which the place of the function says more. */
static bool is_placed(const gcv_suspect_list *list, const gcv_suspect_step *step)
{
    return step->root != GCV_NONE && step->name.place != NULL &&
           list->heap->roots.data[step->root].kind == GCV_ROOT_KIND_LOCAL;
}

void gcv_chain_root(const gcv_suspect_list *list, const gcv_suspect_step *step, bool is_last,
                    gcv_chain_names names, gcv_buffer *text)
{
    gcv_buffer label = {0};
    if (is_placed(list, step)) {
        return;
    }
    if (names == GCV_CHAIN_WORDS && step->root != GCV_NONE && !is_said(list, step)) {
        gcv_root_in_words(list->ctx, list->heap, &list->heap->roots.data[step->root], &label);
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

/* Appends `3*Acme.View`, or `.view Acme.View` for a single object whose name is known. */
static void append_step(const gcv_suspect_list *list, const gcv_suspect_step *step,
                        gcv_chain_names names, gcv_buffer *text)
{
    gcv_buffer words = {0};
    gcv_slice name = step->type != GCV_NONE
                         ? gcv_step_type_words(list->ctx, list->heap, &step->name,
                                               list->heap->types.name[step->type], &words)
                         : gcv_slice_str("…");
    const size_t begin = text->text.n;
    const bool run = gcv_step_is_run(list->heap, &step->name, step->objects);
    if (!is_said_static(list->heap, step, text)) {
        gcv_step_words_before(list->ctx, list->heap, &step->name.into, text);
        gcv_buffer_append_str(list->ctx, text, text->text.n > begin ? " " : "");
    }
    if (step->objects > 1 && !run) {
        gcv_buffer_append_u64(list->ctx, text, step->objects);
        gcv_buffer_append_str(list->ctx, text, "*");
    }
    if (names != GCV_CHAIN_WHOLE && step->name.place == NULL) {
        gcv_shorten_type(list->ctx, name, GCV_CHAIN_NAME_COLUMNS, text);
    } else {
        gcv_buffer_append(list->ctx, text, name);
    }
    if (run) {
        gcv_buffer_append_str(list->ctx, text, " ");
        gcv_step_words_after(list->ctx, list->heap, &step->name, step->objects, text);
    }
    gcv_buffer_release(list->ctx, &words);
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
            gcv_buffer_append_u64(list->ctx, text, left_out);
            gcv_buffer_append_str(list->ctx, text, " more …");
            i += left_out - 1;
        } else {
            append_step(list, step, names, text);
        }
    }
}
