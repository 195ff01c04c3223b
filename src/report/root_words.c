/* root_words.c - a root as people read it; see report.h. */
#include "report/report.h"

#include "heap/root_label.h"
#include "output/shorten.h"

#include <string.h>

/* The article of a type name without namespaces. */
static const char *article_of(gcv_slice type)
{
    gcv_name_scan scan = gcv_name_scan_from(type, 0, 0);
    gcv_name_part part = gcv_name_scan_next(&scan);
    while (part.kind == GCV_NAME_NAMESPACE) {
        part = gcv_name_scan_next(&scan);
    }
    return part.kind == GCV_NAME_TEXT && strchr("AEIOUaeiou", type.data[part.at]) != NULL ? "an "
                                                                                          : "a ";
}

/* Takes the end of a text from its last ` (` or ` [` on, if it ends with the other bracket. */
static gcv_slice take_end(gcv_slice *text, const char *brackets)
{
    gcv_slice end = gcv_slice_of(text->data + text->size, 0);
    size_t at = text->size;
    if (at == 0 || text->data[at - 1] != brackets[1]) {
        return end;
    }
    while (at > 0 && text->data[at - 1] != ' ') {
        at--;
    }
    if (at > 1 && text->data[at] == brackets[0]) {
        end = gcv_slice_from(*text, at - 1);
        text->size = at - 1;
    }
    return end;
}

/* Position of the last dot outside of all brackets; 0: there is none, or this is not the name of a
 * type. */
static size_t last_dot(gcv_slice name)
{
    size_t depth = 0, dot = 0;
    for (size_t i = 0; i < name.size; i++) {
        const char c = name.data[i];
        depth += c == '<' || c == '[' || c == '(';
        depth -= depth > 0 && (c == '>' || c == ']' || c == ')');
        if (depth == 0 && (c == ' ' || c == '/' || c == ':')) {
            return 0;
        }
        dot = c == '.' && depth == 0 && i + 1 < name.size ? i : dot;
    }
    return dot;
}

void gcv_root_words(gcv_context *ctx, const gcv_heap *heap, gcv_slice label, gcv_slice type,
                    gcv_buffer *out)
{
    static const char kind[] = "static ";
    if (gcv_slice_is(label, "local")) {
        gcv_buffer_append_str(ctx, out, "a local variable");
        return;
    }
    if (!gcv_slice_begins(label, kind)) {
        gcv_buffer_append(ctx, out, label);
        return;
    }
    gcv_slice name = gcv_slice_from(label, sizeof kind - 1);
    const gcv_slice flags = take_end(&name, "()"), thread = take_end(&name, "[]");
    const size_t dot = last_dot(name);
    const bool is_type = gcv_heap_type_named(heap, name) != GCV_NONE;
    if (type.size > 0 && gcv_slice_is_member(name, type)) {
        gcv_buffer_append_str(ctx, out, "static field ");
        gcv_buffer_append(ctx, out, gcv_property_of_field(gcv_slice_from(name, type.size + 1)));
        gcv_buffer_append_str(ctx, out, ", ");
        gcv_buffer_append_str(ctx, out, article_of(type));
        gcv_shorten_namespaces(ctx, type, out);
    } else if (dot > 0 || is_type) {
        const size_t from = dot > 0 ? dot + 1 : 0;
        gcv_buffer_append_str(ctx, out, is_type ? "static field of " : kind);
        gcv_buffer_append(ctx, out, gcv_property_of_field(gcv_slice_from(name, from)));
        if (dot > 0) {
            gcv_buffer_append_str(ctx, out, " (");
            gcv_buffer_append(ctx, out, gcv_slice_of(name.data, dot));
            gcv_buffer_append_str(ctx, out, ")");
        }
    } else {
        gcv_buffer_append(ctx, out, label);
        return;
    }
    gcv_buffer_append(ctx, out, thread);
    gcv_buffer_append(ctx, out, flags);
}

void gcv_root_in_words(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root,
                       gcv_buffer *out)
{
    gcv_buffer label = {0};
    const gcv_slice type = root->object != GCV_NONE
                               ? heap->types.name[heap->type.data[root->object]]
                               : gcv_slice_of(NULL, 0);
    gcv_root_label(ctx, heap, root, &label);
    gcv_buffer_clear(out);
    gcv_root_words(ctx, heap, gcv_buffer_slice(&label), type, out);
    gcv_buffer_release(ctx, &label);
}

void gcv_report_root_label(const gcv_report *report, const gcv_root *root, gcv_buffer *out)
{
    (gcv_report_is_on_screen(report) ? gcv_root_in_words
                                     : gcv_root_label)(report->ctx, report->in.heap, root, out);
}
