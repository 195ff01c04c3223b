/* unpack_hint.c - the command that reads the contents of a packed file; see session.h.
 *
 * It is the command line as given, with the file replaced by standard input, to which the unpacking
 * program writes. If the command line has another use for standard input, or another input is
 * packed, too, the file must be unpacked first: no other way is known to all shells.
 */
#include "cli/session.h"

#include "base/shell.h"
#include "input/load/load_heap.h"

#include <string.h>

typedef struct hint {
    const gcv_session *s;
    gcv_buffer text;
} hint;

static void put(hint *h, const char *text) { gcv_buffer_append_str(h->s->ctx, &h->text, text); }

static void put_unpack(hint *h)
{
    put(h, h->s->foreign->unpack);
    put(h, " ");
    gcv_shell_append(h->s->ctx, &h->text, GCV_SHELL_PATH, gcv_slice_str(h->s->last_path), "FILE");
}

/* Puts an argument. It may be the file, or name it after `--option=`. A value that begins with a
 * dash is shown as given. */
static void put_argument(hint *h, const char *argument)
{
    const char *value = strncmp(argument, "--", 2) == 0 ? strchr(argument, '=') : NULL;
    put(h, " ");
    if (strcmp(argument, h->s->last_path) == 0) {
        put(h, "-");
    } else if (value != NULL && strcmp(value + 1, h->s->last_path) == 0) {
        gcv_buffer_append(h->s->ctx, &h->text,
                          gcv_slice_of(argument, (size_t)(value + 1 - argument)));
        put(h, "-");
    } else {
        gcv_shell_append(h->s->ctx, &h->text, GCV_SHELL_EXACT, gcv_slice_str(argument), "VALUE");
    }
}

static void put_command(hint *h)
{
    const gcv_command_line *line = h->s->line;
    put(h, "gcview ");
    put(h, line->command->name);
    for (int i = 0; i < line->n_args; i++) {
        put_argument(h, line->args[i]);
    }
}

/* Whether another input is packed, too, as the end of its name tells: it may be a pipe, which
 * cannot be looked into. */
static bool other_is_packed(const gcv_session *s)
{
    const char *end = strrchr(s->last_path, '.');
    for (size_t i = 0; end != NULL && i < gcv_n_inputs(s->line); i++) {
        const char *path = gcv_input_path(s->line, i), *other = strrchr(path, '.');
        if (other != NULL && strcmp(other, end) == 0 && strcmp(path, s->last_path) != 0) {
            return true;
        }
    }
    return false;
}

static void put_hint(hint *h)
{
    const gcv_foreign *foreign = h->s->foreign;
    const bool is_pipe = strcmp(h->s->last_path, "-") == 0;
    const bool several = other_is_packed(h->s);
    if (!is_pipe && (several || gcv_n_pipes(h->s->line) > 0)) {
        put(h, several ? "to read what is in them, unpack each packed file first: "
                       : "to read what is in it, unpack it first: ");
        put_unpack(h);
        put(h, " > FILE");
        return;
    }
    put(h, "to read what is in it: ");
    if (is_pipe) {
        put(h, "... | ");
        put(h, foreign->unpack_input != NULL ? foreign->unpack_input : foreign->unpack);
    } else {
        put_unpack(h);
    }
    put(h, " | ");
    put_command(h);
}

void gcv_print_unpack_hint(const gcv_session *s)
{
    const gcv_foreign *foreign = s->foreign;
    if (foreign == NULL || foreign->unpack == NULL ||
        (strcmp(s->last_path, "-") == 0 && foreign->unpack_input != NULL &&
         *foreign->unpack_input == '\0')) {
        return;
    }
    hint h = {.s = s};
    put_hint(&h);
    gcv_print_message(s->diagnostics, NULL, gcv_buffer_str(s->ctx, &h.text));
    gcv_buffer_release(s->ctx, &h.text);
}
