/* label.c - roots in words; see label.h. */
#include "report/label.h"

#include "base/number.h"
#include "base/text.h"
#include "heap/vocabulary.h"

#include <string.h>

static gcv_status append(gcv_context *ctx, gcv_text_column *out, gcv_slice text, gcv_error *err)
{
    gcv_status status = gcv_text_column_reserve(ctx, out, text.size, err);
    if (status == GCV_OK && text.size > 0) {
        memcpy(out->data + out->n, text.data, text.size);
        out->n += text.size;
    }
    return status;
}

static gcv_status append_str(gcv_context *ctx, gcv_text_column *out, const char *text,
                             gcv_error *err)
{
    return append(ctx, out, gcv_slice_str(text), err);
}

static gcv_status append_kind(gcv_context *ctx, gcv_text_column *out, uint32_t kind, gcv_error *err)
{
    const char *word = gcv_root_kind_word(kind);
    char number[GCV_NUMBER_MAX];
    gcv_status status;
    if (word != NULL) {
        return append_str(ctx, out, word, err);
    }
    status = append_str(ctx, out, "kind ", err);
    (void)gcv_format_hex(number, kind);
    return status == GCV_OK ? append_str(ctx, out, number, err) : status;
}

static gcv_status append_flags(gcv_context *ctx, gcv_text_column *out, uint32_t flags,
                               gcv_error *err)
{
    const char *word;
    uint32_t flag;
    gcv_status status = GCV_OK;
    const char *comma = "";
    size_t i;
    for (i = 0; status == GCV_OK && gcv_root_flag_at(i, &flag, &word); i++) {
        if ((flags & flag) != 0) {
            status = append_str(ctx, out, comma, err);
            if (status == GCV_OK) {
                status = append_str(ctx, out, word, err);
            }
            flags &= ~flag;
            comma = ",";
        }
    }
    if (status == GCV_OK && flags != 0) {
        char number[GCV_NUMBER_MAX + 4] = ",0x";
        (void)gcv_format_hex(number + 3, flags);
        status = append_str(ctx, out, *comma == '\0' ? number + 1 : number, err);
    }
    return status;
}

gcv_status gcv_root_kind_name(gcv_context *ctx, uint32_t kind, gcv_text_column *out, gcv_error *err)
{
    out->n = 0;
    return append_kind(ctx, out, kind, err);
}

gcv_status gcv_root_flag_names(gcv_context *ctx, uint32_t flags, gcv_text_column *out,
                               gcv_error *err)
{
    out->n = 0;
    return flags == 0 ? append_str(ctx, out, "-", err) : append_flags(ctx, out, flags, err);
}

gcv_status gcv_root_label(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root,
                          gcv_text_column *out, gcv_error *err)
{
    gcv_status status = gcv_root_kind_name(ctx, root->kind, out, err);
    gcv_slice what = root->label;
    if (what.data == NULL && root->container != GCV_NONE) {
        what = heap->types.name[root->container];
    }
    if (status == GCV_OK && what.data != NULL) {
        status = append_str(ctx, out, " ", err);
        if (status == GCV_OK) {
            status = append(ctx, out, what, err);
        }
    }
    if (status == GCV_OK && root->flags != 0) {
        status = append_str(ctx, out, " (", err);
        if (status == GCV_OK) {
            status = append_flags(ctx, out, root->flags, err);
        }
        if (status == GCV_OK) {
            status = append_str(ctx, out, ")", err);
        }
    }
    return status;
}
