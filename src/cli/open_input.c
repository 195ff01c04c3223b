/* open_input.c - opens the files that a command line reads; see session.h. */
#include "cli/session.h"

#include "input/load/load_heap.h"

#include <string.h>

/* Limits who may read the output to those who may read this input. Returns the output file that is
 * this input and so would overwrite it; NULL: none. */
static const char *output_over(const gcv_session *s, const gcv_source *source)
{
    FILE *file = s->files != NULL ? gcv_source_file(source) : NULL;
    if (file == NULL) {
        return NULL;
    }
    gcv_out_files_limit(s->files, file);
    return gcv_out_files_over(s->files, file);
}

void gcv_open_input(gcv_session *s, const char *path, gcv_source *source)
{
    gcv_source_open(s->ctx, source, path, s->io->in);
    const char *over = output_over(s, source);
    gcv_refuse_if(s->ctx, over != NULL, "'%.100s' would be overwritten by its own report", over);
    s->last_path = path;
    s->foreign = gcv_foreign_of(gcv_source_peek(source));
}

void gcv_open_text(gcv_session *s, const char *path, const char *wanted, gcv_source *source)
{
    gcv_open_input(s, path, source);
    if (s->foreign != NULL) {
        gcv_foreign_fail(s->ctx, s->foreign, source->name, wanted);
    }
}

/* ---- small text files that options name, such as rules --------------------------------------- */

enum { CHUNK = 4096 }; /* bytes per read; these files are small */

/* A dump may be large, and is told by its first bytes. */
static void check_no_dump(gcv_source *source, const char *wanted)
{
    const gcv_format *format = gcv_dump_format_of(gcv_source_peek(source));
    if (format != NULL) {
        gcv_fail_line(source->ctx, GCV_ERR_INPUT, source->name, 0,
                      "not a %s: this is a heap dump of the format %s", wanted, format->name);
    }
}

static void read_text(gcv_session *s, gcv_text_file *file, const char *wanted)
{
    gcv_source source;
    gcv_bytes bytes;
    gcv_open_text(s, file->path, wanted, &source);
    file->name = source.name;
    check_no_dump(&source, wanted);
    gcv_bytes_read(s->ctx, &bytes, &source, CHUNK);
    gcv_source_close(&source);
    file->text = gcv_slice_of((const char *)bytes.data, bytes.size);
}

void gcv_text_file_read(gcv_session *s, gcv_text_file *file, const char *wanted)
{
    gcv_guard guard;
    gcv_error err;
    gcv_guard_begin(s->ctx, &guard);
    if (setjmp(guard.jump) == 0) {
        read_text(s, file, wanted);
    }
    gcv_status status = gcv_guard_keep(s->ctx, &guard, &err);
    if (status == GCV_ERR_INPUT) {
        status = err.status = GCV_ERR_USAGE; /* an input error means an unreadable dump */
    }
    gcv_fail_if(s->ctx, status, &err);
}

void gcv_text_files_read(gcv_session *s)
{
    const gcv_option *option;
    for (size_t i = 0; (option = gcv_command_option(s->line->command, i)) != NULL; i++) {
        gcv_text_file *file = gcv_option_value(s->line, option);
        char wanted[64];
        if (option->kind == GCV_OPTION_TEXT_FILE && file->path != NULL) {
            /* The options are called after what they name: rules, suppressions. */
            (void)snprintf(wanted, sizeof wanted, "file of %s", option->name);
            gcv_text_file_read(s, file, wanted);
        }
    }
}

/* ---- an input that can be read several times ---------------------------------------------- */

/* Whether opening the path again might not give the same bytes. */
static bool is_pipe(const char *path, const gcv_source *source)
{
    return strcmp(path, "-") == 0 || !gcv_source_can_rewind(source);
}

void gcv_open_kept(gcv_session *s, const char *path, gcv_source *source)
{
    gcv_kept_input *kept = &s->kept;
    if (kept->path == NULL || !gcv_is_same_path(path, kept->path)) {
        gcv_open_input(s, path, source);
        const gcv_format *known = gcv_heap_format_if_known(source, s->line->report.input_format);
        if (kept->path != NULL || !is_pipe(path, source) || known == NULL ||
            !known->has_snapshots) {
            return; /* loading the source will report what is wrong with it */
        }
        kept->path = path;
        kept->input = *source;
    }
    gcv_source_keep(source, s->ctx, &kept->input, &kept->bytes);
}
