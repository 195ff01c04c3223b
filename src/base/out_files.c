/* out_files.c - one output file, or several in a folder; see out_file.h. */
#include "base/out_file.h"

#include "base/error.h"

#include <string.h>

gcv_status gcv_out_files_open(gcv_out_files *out, gcv_context *ctx, const char *path,
                              gcv_error *err)
{
    *out = (gcv_out_files){.ctx = ctx, .n = 1};
    return gcv_out_file_open(&out->file[0], ctx, path, err);
}

static size_t size_without_slash(const char *folder)
{
    size_t size = strlen(folder);
    while (size > 1 && folder[size - 1] == '/') {
        size--;
    }
    return size;
}

/* Adds a file. Its path is `folder/name`, which every current system understands. */
static gcv_status add(gcv_out_files *out, const char *folder, const char *name, gcv_error *err)
{
    const size_t at = out->n, length = size_without_slash(folder);
    const bool is_root = length == 1 && folder[0] == '/';
    const size_t size = length + strlen(name) + 2;
    out->path[at] = gcv_alloc(out->ctx, size, 1);
    (void)snprintf(out->path[at], size, "%.*s%s%s", (int)length, folder, is_root ? "" : "/", name);
    out->n++;
    return gcv_out_file_open(&out->file[at], out->ctx, out->path[at], err);
}

gcv_status gcv_out_files_open_in(gcv_out_files *out, gcv_context *ctx, const char *folder,
                                 const char *const *names, gcv_error *err)
{
    gcv_status status = GCV_OK;
    *out = (gcv_out_files){.ctx = ctx};
    if (!gcv_file_exists(folder)) {
        return gcv_error_fill(err, GCV_ERR_OUTPUT, NULL, 0,
                              "there is no folder '%.150s': make it first (mkdir)", folder);
    }
    for (size_t i = 0; status == GCV_OK && i < GCV_OUT_FILES_MAX && names[i] != NULL; i++) {
        status = add(out, folder, names[i], err);
    }
    return status;
}

const char *gcv_out_files_over(const gcv_out_files *out, FILE *input)
{
    for (size_t i = 0; i < out->n; i++) {
        if (out->file[i].has_content && gcv_file_is(input, out->file[i].path)) {
            return out->file[i].path;
        }
    }
    return NULL;
}

void gcv_out_files_limit(gcv_out_files *out, FILE *input)
{
    for (size_t i = 0; i < out->n && out->is_limited; i++) {
        gcv_out_file_limit(&out->file[i], input);
    }
}

gcv_status gcv_out_files_finish(gcv_out_files *out, gcv_error *err)
{
    gcv_status status = GCV_OK;
    for (size_t i = 0; status == GCV_OK && i < out->n; i++) {
        status = gcv_out_file_finish(&out->file[i], err);
    }
    return status;
}

void gcv_out_files_release(gcv_out_files *out)
{
    for (size_t i = 0; i < out->n; i++) {
        gcv_out_file_release(&out->file[i]);
        gcv_free(out->ctx, out->path[i]);
    }
    memset(out, 0, sizeof *out);
}
