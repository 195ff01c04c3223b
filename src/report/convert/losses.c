/* losses.c - messages about what other formats cannot hold; see convert.h. */
#include "report/convert/convert.h"

#include "base/distinct_texts.h"

#include <inttypes.h>

void gcv_check_format_limits(gcv_context *ctx, const gcv_format_limit *limits, size_t n,
                             const char *format)
{
    for (size_t i = 0; i < n; i++) {
        if (limits[i].n > limits[i].most) {
            gcv_fail(ctx, GCV_ERR_LIMIT, "%" PRIu64 " %s; %s has %" PRIu64 " at most", limits[i].n,
                     limits[i].what, format, limits[i].most);
        }
    }
}

void gcv_warn_of_unreachable(const gcv_report *report, uint64_t left_out, uint64_t written,
                             const char *viewers_take)
{
    GCV_WARN_IF(report, left_out > 0,
                "unreachable objects are left out (%" PRIu64 "); --unreachable writes them",
                left_out);
    GCV_WARN_IF(report, written > 0,
                "%s unreachable objects (%" PRIu64
                ") for reachable ones: what they refer to is not retained by its owners",
                viewers_take, written);
}

void gcv_warn_of_weak_roots(const gcv_report *report, uint64_t n, const char *format)
{
    GCV_WARN_IF(report, n > 0, "weak roots are left out (%" PRIu64 "): %s has none", n, format);
}

void gcv_warn_of_fresh_ids(const gcv_report *report, size_t n, const char *ids)
{
    GCV_WARN_IF(report, n > 0,
                "objects whose id is 0, or that of another domain (%zu), get fresh %s", n, ids);
}

/* Types that become one because a format cannot hold their names unchanged.
 *
 * A replacement for a character is never ASCII. So only names that contain other characters, or
 * get them, can become equal; usually there are none. The forms of these names are numbered. */
void gcv_utf8_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out)
{
    char bytes[4];
    while (name.size > 0) {
        gcv_buffer_append(ctx, out, gcv_slice_of(bytes, gcv_utf8_put(bytes, gcv_utf8_next(&name))));
    }
}

/* Whether a name is its own form in all formats. A blank at either end may be replaced. */
static bool is_plain(gcv_slice name)
{
    size_t i = 0;
    while (i < name.size && name.data[i] >= ' ' && name.data[i] < 0x7f) {
        i++;
    }
    return name.size > 0 && i == name.size && name.data[0] != ' ' && name.data[i - 1] != ' ';
}

/* Counts the names whose form is also that of another name. */
static size_t count(gcv_context *ctx, const gcv_heap *heap, gcv_name_form form)
{
    size_t n = 0;
    gcv_distinct_texts forms = {0};
    gcv_buffer text = {0};
    for (uint32_t i = 0; i < heap->n_types; i++) {
        if (gcv_heap_type_row(heap, i) != i || is_plain(heap->types.name[i])) {
            continue;
        }
        gcv_buffer_clear(&text);
        form(ctx, heap->types.name[i], &text);
        (void)gcv_distinct_texts_number(ctx, &forms, gcv_buffer_slice(&text));
        n++;
    }
    size_t n_merged = n - forms.texts.n;
    gcv_buffer_release(ctx, &text);
    gcv_distinct_texts_release(ctx, &forms);
    return n_merged;
}

void gcv_warn_of_merged_names(const gcv_report *report, gcv_name_form form)
{
    size_t n_merged = count(report->ctx, report->in.heap, form);
    GCV_WARN_IF(report, n_merged > 0,
                "types become one with others (%zu): their names differ only in what the "
                "format does not hold",
                n_merged);
}
