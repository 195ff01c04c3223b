/* chain_line.c - the chain that holds a suspect, in one line; see chain_line.h. */
#include "report/chain_line.h"

#include "heap/java_class.h"
#include "output/shorten.h"
#include "report/root_words.h"

/* Steps shown of a longer chain: the first three and the last five. */
enum { STEPS_SHOWN = 8, FIRST_SHOWN = 3 };

/* Whether a step is a class object, of which the root before it says everything. */
static bool is_said(const gcv_suspect_list *list, const gcv_suspect_step *step)
{
    return step->object != GCV_NONE && gcv_java_class_name(list->heap, step->object).data != NULL;
}

void gcv_chain_root(const gcv_suspect_list *list, const gcv_suspect_step *step, bool is_last,
                    gcv_chain_names names, gcv_buffer *text)
{
    gcv_buffer label = {0};
    if (names == GCV_CHAIN_WORDS && step->root != GCV_NONE && !is_said(list, step)) {
        gcv_root_in_words(list->ctx, list->heap, &list->heap->roots.data[step->root], &label);
    } else {
        gcv_suspect_step_root(list->ctx, list->heap, step, is_last, &label);
    }
    gcv_buffer_append(list->ctx, text, gcv_buffer_slice(&label));
    gcv_buffer_release(list->ctx, &label);
}

/* Appends `3*Acme.View`, or `Acme.View` for a single object. */
static void append_step(const gcv_suspect_list *list, const gcv_suspect_step *step,
                        gcv_chain_names names, gcv_buffer *text)
{
    gcv_slice name =
        step->type != GCV_NONE ? list->heap->types.name[step->type] : gcv_slice_str("…");
    if (step->objects > 1) {
        gcv_buffer_append_u64(list->ctx, text, step->objects);
        gcv_buffer_append_str(list->ctx, text, "*");
    }
    if (names != GCV_CHAIN_WHOLE) {
        gcv_shorten_type(list->ctx, name, GCV_CHAIN_NAME_COLUMNS, text);
    } else {
        gcv_buffer_append(list->ctx, text, name);
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
            gcv_buffer_append_u64(list->ctx, text, left_out);
            gcv_buffer_append_str(list->ctx, text, " more …");
            i += left_out - 1;
        } else {
            append_step(list, step, names, text);
        }
    }
}
