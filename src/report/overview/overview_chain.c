/* overview_chain.c - a suspect and the chain that holds it, in one line each; see
 * overview_output.h. */
#include "report/overview/overview_output.h"

#include "heap/root_label.h"
#include "output/shorten.h"

/* Steps shown of a longer chain: the first three and the last five. */
enum { STEPS_SHOWN = 8, FIRST_SHOWN = 3 };

/* Width of a type name, in columns, where names are shortened. */
enum { NAME_COLUMNS = 40 };

static void append(gcv_overview *overview, const char *text)
{
    gcv_buffer_append_str(overview->report->ctx, &overview->text, text);
}

static void append_number(gcv_overview *overview, uint64_t number)
{
    gcv_buffer_append_u64(overview->report->ctx, &overview->text, number);
}

void gcv_overview_append_subject(gcv_overview *overview, size_t rank)
{
    const gcv_suspect *row = gcv_suspect_list_row(&overview->look.suspects, rank);
    if (row->object != GCV_NONE) {
        gcv_buffer_append(overview->report->ctx, &overview->text, row->name);
        append(overview, " retains ");
        append_number(overview, row->retained);
        append(overview, " bytes: ");
    }
}

/* Appends `static Acme.Cache.items > `. Appends nothing for a chain without a root record: it
 * begins with a type. */
static void append_root(gcv_overview *overview, const gcv_suspect_step *step)
{
    gcv_context *ctx = overview->report->ctx;
    const gcv_heap *heap = overview->report->heap;
    gcv_buffer label = {0};
    if (step->root == GCV_NONE) {
        return;
    }
    gcv_root_label(ctx, heap, &heap->roots.data[step->root], &label);
    gcv_buffer_append(ctx, &overview->text, gcv_buffer_slice(&label));
    append(overview, " > ");
    gcv_buffer_release(ctx, &label);
}

/* Appends `3*Acme.View`, or `Acme.View` for a single object. There is no blank at which the line
 * could be broken. */
static void append_step(gcv_overview *overview, const gcv_suspect_step *step, bool short_names)
{
    gcv_context *ctx = overview->report->ctx;
    gcv_slice name = step->type != GCV_NONE ? overview->report->heap->types.name[step->type]
                                            : gcv_slice_str("…");
    if (step->objects > 1) {
        append_number(overview, step->objects);
        append(overview, "*");
    }
    if (short_names) {
        gcv_shorten_type(ctx, name, NAME_COLUMNS, &overview->text);
    } else {
        gcv_buffer_append(ctx, &overview->text, name);
    }
}

void gcv_overview_chain(gcv_overview *overview, size_t rank, bool short_names)
{
    const gcv_suspect_chains *chains = &overview->look.chains;
    const uint32_t first = chains->first.data[rank], end = chains->first.data[rank + 1];
    const uint32_t n = end - first;
    const uint32_t left_out = n > STEPS_SHOWN + 1 ? n - STEPS_SHOWN : 0;
    gcv_buffer_clear(&overview->text);
    for (uint32_t i = 0; i < n; i++) {
        const gcv_suspect_step *step = &chains->steps.data[first + i];
        if (i == 0) {
            append_root(overview, step);
        } else {
            append(overview, " > ");
        }
        if (left_out > 0 && i == FIRST_SHOWN) {
            append_number(overview, left_out);
            append(overview, " more …");
            i += left_out - 1;
        } else {
            append_step(overview, step, short_names);
        }
    }
}
