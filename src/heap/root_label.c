/* root_label.c - a root in words, as every table shows it; see root_label.h. */
#include "heap/root_label.h"

#include "heap/vocabulary.h"

static void append_kind(gcv_context *ctx, gcv_buffer *out, uint32_t kind, gcv_error *err)
{
    const char *word = gcv_root_kind_word(kind);
    if (word != NULL) {
        gcv_buffer_append_str(ctx, out, word, err);
    } else {
        gcv_buffer_append_str(ctx, out, "kind ", err);
        gcv_buffer_append_hex(ctx, out, kind, err);
    }
}

static void append_flags(gcv_context *ctx, gcv_buffer *out, uint32_t flags, gcv_error *err)
{
    const char *word, *comma = "";
    uint32_t flag;
    size_t i;
    for (i = 0; gcv_root_flag_at(i, &flag, &word); i++) {
        if ((flags & flag) != 0) {
            gcv_buffer_append_str(ctx, out, comma, err);
            gcv_buffer_append_str(ctx, out, word, err);
            flags &= ~flag;
            comma = ",";
        }
    }
    if (flags != 0) {
        gcv_buffer_append_str(ctx, out, comma, err);
        gcv_buffer_append_str(ctx, out, "0x", err);
        gcv_buffer_append_hex(ctx, out, flags, err);
    }
}

gcv_status gcv_root_kind_name(gcv_context *ctx, uint32_t kind, gcv_buffer *out, gcv_error *err)
{
    gcv_buffer_clear(out);
    append_kind(ctx, out, kind, err);
    return out->status;
}

gcv_status gcv_root_flag_names(gcv_context *ctx, uint32_t flags, gcv_buffer *out, gcv_error *err)
{
    gcv_buffer_clear(out);
    if (flags != 0) {
        append_flags(ctx, out, flags, err);
    } else {
        gcv_buffer_append_str(ctx, out, "-", err);
    }
    return out->status;
}

gcv_slice gcv_root_owner(const gcv_heap *heap, const gcv_root *root)
{
    return root->label.data == NULL && root->container != GCV_NONE
               ? heap->types.name[root->container]
               : root->label;
}

gcv_status gcv_root_label(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root,
                          gcv_buffer *out, gcv_error *err)
{
    gcv_slice owner = gcv_root_owner(heap, root);
    gcv_buffer_clear(out);
    append_kind(ctx, out, root->kind, err);
    if (owner.data != NULL) {
        gcv_buffer_append_str(ctx, out, " ", err);
        gcv_buffer_append(ctx, out, owner, err);
    }
    if (root->flags != 0) {
        gcv_buffer_append_str(ctx, out, " (", err);
        append_flags(ctx, out, root->flags, err);
        gcv_buffer_append_str(ctx, out, ")", err);
    }
    return out->status;
}

bool gcv_same_root_label(const gcv_heap *heap, const gcv_root *a, const gcv_root *b)
{
    gcv_slice x = gcv_root_owner(heap, a), y = gcv_root_owner(heap, b);
    return a->kind == b->kind && a->flags == b->flags && (x.data == NULL) == (y.data == NULL) &&
           gcv_slice_equal(x, y);
}
