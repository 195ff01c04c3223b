/* out_file.c - an output file of any kind; see out_file.h. */
#include "base/out_file.h"

#include "base/error.h"

#include <string.h>

enum { NAMES_MAX = 99, SUFFIX_ROOM = 16, COPIED = 4096 };

/* ---- the file beside ---------------------------------------------------------------------- */

/* Creates a file beside the output, with the first free name; NULL if the folder accepts none. */
static FILE *make_beside(gcv_out_file *out)
{
    FILE *file = NULL;
    for (unsigned n = 1; file == NULL && n <= NAMES_MAX; n++) {
        (void)snprintf(out->beside, out->beside_size, "%s.gcview-%u", out->path, n);
        if (!gcv_file_exists(out->beside)) {
            file = gcv_file_create_new(out->beside);
            if (file == NULL) {
                break;
            }
        }
    }
    return file;
}

static void drop_beside(gcv_out_file *out)
{
    gcv_free(out->ctx, out->beside);
    out->beside = NULL;
}

/* Tests whether a file beside can be created, and removes it. gcv_out_file_begin() creates it when
 * it is needed, so an interruption until then leaves nothing. */
static void try_beside(gcv_out_file *out)
{
    gcv_interrupts before;
    out->beside_size = strlen(out->path) + SUFFIX_ROOM;
    out->beside = gcv_alloc(out->ctx, out->beside_size, 1);
    gcv_interrupts_hold(&before);
    FILE *file = make_beside(out);
    out->is_copied = file == NULL;
    if (file != NULL) {
        gcv_file_close(file);
        (void)gcv_file_remove(out->beside);
        out->beside[0] = '\0';
    }
    gcv_interrupts_release(&before);
    if (out->is_copied) {
        drop_beside(out);
    }
}

/* ---- what the path names ------------------------------------------------------------------ */

static bool begins(const char *path, const char *with)
{
    return strncmp(path, with, strlen(with)) == 0;
}

/* Whether a path names a device or a process's open file. Some of these look like empty files. */
static bool is_device_name(const char *path)
{
    return begins(path, "/proc/") || (begins(path, "/dev/") && !begins(path, "/dev/shm/"));
}

/* Opening for appending changes no file, and waits for the reader of a named pipe; opening for
 * reading would wait for its writer. */
static gcv_status open_existing(gcv_out_file *out, gcv_error *err)
{
    uint64_t size;
    FILE *file = gcv_file_append(out->path, err);
    if (file == NULL) {
        return GCV_ERR_OUTPUT;
    }
    out->replaced = gcv_access_of(file);
    out->is_stream = !gcv_file_seek_end(file, &size) || is_device_name(out->path);
    out->has_content = !out->is_stream && size > 0;
    if (out->is_stream) {
        out->file = file;
        return GCV_OK;
    }
    gcv_file_close(file);
    out->is_copied = !out->has_content || gcv_path_is_link(out->path);
    if (!out->is_copied) {
        try_beside(out);
    }
    return GCV_OK;
}

static gcv_status open_new(gcv_out_file *out, gcv_error *err)
{
    try_beside(out);
    if (!out->is_copied) {
        return GCV_OK;
    }
    FILE *file = gcv_file_append(out->path, err); /* the name with a suffix may be too long */
    if (file == NULL) {
        return GCV_ERR_OUTPUT;
    }
    gcv_file_close(file);
    (void)gcv_file_remove(out->path);
    return GCV_OK;
}

gcv_status gcv_out_file_open(gcv_out_file *out, gcv_context *ctx, const char *path, gcv_error *err)
{
    *out = (gcv_out_file){.ctx = ctx, .path = path};
    return gcv_file_exists(path) ? open_existing(out, err) : open_new(out, err);
}

void gcv_out_file_hide(gcv_out_file *out)
{
    out->limit.known = !out->replaced.known;
    out->limit.mode = 0;
}

/* ---- writing ------------------------------------------------------------------------------ */

FILE *gcv_out_file_begin(gcv_out_file *out, gcv_error *err)
{
    if (out->file == NULL) {
        out->file = out->is_copied ? gcv_file_temporary(err) : make_beside(out);
        if (out->file != NULL && !out->is_copied) {
            /* A file system that keeps no permissions is the choice of who has mounted it. */
            (void)gcv_file_give_access(out->file, &out->replaced, &out->limit);
        } else if (!out->is_copied) {
            (void)gcv_error_fill(err, GCV_ERR_OUTPUT, NULL, 0, "cannot make a file beside '%s'",
                                 out->path);
        }
    }
    return out->file;
}

static gcv_status copy_bytes(const gcv_out_file *out, FILE *from, FILE *to, gcv_error *err)
{
    char bytes[COPIED];
    size_t got = 0;
    gcv_status status;
    do {
        status = gcv_file_read(from, out->path, bytes, sizeof bytes, &got, err);
        if (status == GCV_OK && got > 0) {
            status = gcv_file_write(to, out->path, bytes, got, err);
        }
    } while (status == GCV_OK && got > 0);
    gcv_status closed = gcv_file_finish(to, out->path, status == GCV_OK ? err : NULL);
    return status == GCV_OK ? closed : status;
}

/* Opens the old file, and empties it when it is left to those who may read the dump. */
static FILE *begin_old(const gcv_out_file *out, gcv_error *err)
{
    FILE *file = NULL, *old = gcv_file_append(out->path, err);
    if (old == NULL) {
        return NULL;
    }
    gcv_access access = gcv_access_of(old);
    if (gcv_file_give_access(old, &access, &out->limit)) {
        file = gcv_file_create(out->path, err);
    } else {
        (void)gcv_error_fill(
            err, GCV_ERR_OUTPUT, NULL, 0,
            "'%.100s' belongs to somebody else, and can be read by more people than the "
            "dump",
            out->path);
    }
    gcv_file_close(old);
    return file;
}

static FILE *begin_new(const gcv_out_file *out, gcv_error *err)
{
    FILE *file = gcv_file_create_new(out->path);
    if (file == NULL) {
        return gcv_file_create(out->path, err);
    }
    gcv_access none = {0};
    (void)gcv_file_give_access(file, &none, &out->limit);
    return file;
}

/* Copies an open file over the old content. Interrupts are held meanwhile: the copy must not stop
 * halfway. */
static gcv_status copy(const gcv_out_file *out, FILE *from, gcv_error *err)
{
    gcv_interrupts before;
    gcv_status status = GCV_ERR_OUTPUT;
    gcv_interrupts_hold(&before);
    FILE *to = gcv_file_exists(out->path) ? begin_old(out, err) : begin_new(out, err);
    if (to != NULL) {
        status = copy_bytes(out, from, to, err);
        if (status != GCV_OK) {
            status = gcv_error_fill(err, GCV_ERR_OUTPUT, NULL, err != NULL ? err->sys : 0,
                                    "cannot write to '%.150s', which is not whole now", out->path);
        }
    }
    gcv_interrupts_release(&before);
    return status;
}

static gcv_status finish_copied(gcv_out_file *out, gcv_error *err)
{
    gcv_status status = gcv_file_flush(out->file, out->path, err);
    if (status == GCV_OK) {
        rewind(out->file);
        status = copy(out, out->file, err);
    }
    gcv_file_close(out->file); /* this deletes a temporary file */
    return status;
}

/* Where renaming cannot replace an existing file, as in a folder in which other users' files cannot
 * be removed, the content is copied. */
static gcv_status finish_beside(gcv_out_file *out, gcv_error *err)
{
    gcv_status status = gcv_file_finish(out->file, out->path, err);
    if (status != GCV_OK || gcv_file_rename(out->beside, out->path)) {
        if (status == GCV_OK) {
            drop_beside(out);
        }
        return status;
    }
    FILE *from = gcv_file_open(out->beside, err);
    status = from != NULL ? copy(out, from, err) : GCV_ERR_OUTPUT;
    gcv_file_close(from);
    if (status != GCV_OK) {
        status = gcv_error_fill(err, GCV_ERR_OUTPUT, NULL, err != NULL ? err->sys : 0,
                                "cannot write to '%.60s'; the new content is in '%.80s'", out->path,
                                out->beside);
        drop_beside(out);
    }
    return status;
}

gcv_status gcv_out_file_finish(gcv_out_file *out, gcv_error *err)
{
    gcv_status status = gcv_out_file_begin(out, err) != NULL ? GCV_OK : GCV_ERR_OUTPUT;
    if (status == GCV_OK) {
        status = out->is_stream   ? gcv_file_finish(out->file, out->path, err)
                 : out->is_copied ? finish_copied(out, err)
                                  : finish_beside(out, err);
        out->file = NULL;
    }
    return status;
}

void gcv_out_file_release(gcv_out_file *out)
{
    gcv_file_close(out->file);
    out->file = NULL;
    if (out->beside != NULL) {
        if (out->beside[0] != '\0') {
            (void)gcv_file_remove(out->beside);
        }
        drop_beside(out);
    }
}

/* ---- one file, or several in a folder ----------------------------------------------------------
 */

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
    const gcv_access access = gcv_access_of(input);
    for (size_t i = 0; i < out->n && out->is_limited; i++) {
        gcv_access *limit = &out->file[i].limit;
        if (limit->known) {
            gcv_access_limit(limit, &access);
        } else {
            *limit = access;
        }
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
