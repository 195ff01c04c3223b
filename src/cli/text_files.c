/* text_files.c - reads the small text files that options name; see session.h. */
#include "cli/session.h"

#include "input/load/load_heap.h"

enum { CHUNK = 4096 }; /* bytes per read; these files are small */

/* A dump may be large, and is told by its first bytes. */
static void check_no_dump(gcv_source *source, const char *wanted)
{
    gcv_slice head;
    gcv_source_peek(source, &head);
    const gcv_format *format = gcv_dump_format_of(head);
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
