/* whole.c - the whole program within a test; see whole.h. */
#include "whole/whole.h"

#include "cli/io.h"

#include <stdlib.h>
#include <string.h>

void whole_open(whole *w)
{
    memset(w, 0, sizeof *w);
    w->in = tmpfile();
    w->out = tmpfile();
    w->err = tmpfile();
    assert_non_null(w->in);
    assert_non_null(w->out);
    assert_non_null(w->err);
}

void whole_close(whole *w)
{
    fclose(w->in);
    fclose(w->out);
    fclose(w->err);
    free(w->out_text);
    free(w->err_text);
}

void whole_give(whole *w, const void *bytes, size_t size)
{
    fclose(w->in);
    w->in = tmpfile();
    assert_non_null(w->in);
    assert_true(size == 0 || fwrite(bytes, 1, size, w->in) == size);
}

/* Reads what was written since the file was rewound. The file is not truncated, so its position is
 * the end. */
static void catch_text(FILE *file, char **text, size_t *size, size_t *cap)
{
    assert_int_equal(fflush(file), 0);
    long end = ftell(file);
    assert_true(end >= 0);
    *size = (size_t)end;
    if (*size >= *cap) {
        *cap = *size * 2 + 4096;
        free(*text);
        *text = malloc(*cap);
        assert_non_null(*text);
    }
    rewind(file);
    assert_int_equal(fread(*text, 1, *size, file), *size);
    (*text)[*size] = '\0';
}

void whole_run(whole *w, const char *const *args)
{
    const char *argv[WHOLE_ARGS_MAX + 2] = {"gcview"};
    gcv_cli_io io;
    int argc = 1;
    while (args[argc - 1] != NULL) {
        assert_true(argc <= WHOLE_ARGS_MAX);
        argv[argc] = args[argc - 1];
        argc++;
    }
    rewind(w->in);
    rewind(w->out);
    rewind(w->err);
    memset(&io, 0, sizeof io);
    io.in = w->in;
    io.out = w->elsewhere != NULL ? w->elsewhere : w->out;
    io.err = w->err;
    io.ctx = w->ctx;
    w->status = gcv_cli_run(argc, argv, &io);
    catch_text(w->out, &w->out_text, &w->out_size, &w->out_cap);
    catch_text(w->err, &w->err_text, &w->err_size, &w->err_cap);
}

void whole_call(whole *w, const char *line)
{
    char words[2048];
    const char *args[WHOLE_ARGS_MAX + 1] = {NULL};
    size_t n = 0;
    char *at = words;
    assert_true(strlen(line) < sizeof words);
    memcpy(words, line, strlen(line) + 1);
    while (*at != '\0') {
        char *blank = strchr(at, ' ');
        assert_true(n < WHOLE_ARGS_MAX);
        args[n++] = at;
        if (blank == NULL) {
            break;
        }
        *blank = '\0';
        at = blank + 1;
    }
    whole_run(w, args);
}

void whole_succeed(whole *w, const char *line)
{
    whole_call(w, line);
    if (w->status != DONE) {
        fail_msg("%s: status %d: %s", line, w->status, w->err_text);
    }
}

char *whole_copy(const whole *w)
{
    char *copy = malloc(w->out_size + 1);
    assert_non_null(copy);
    memcpy(copy, w->out_text, w->out_size + 1);
    return copy;
}

char *whole_filter(const char *line, const void *input, size_t size, size_t *out_size)
{
    whole w;
    whole_open(&w);
    whole_give(&w, input, size);
    whole_succeed(&w, line);
    char *out = whole_copy(&w);
    if (out_size != NULL) {
        *out_size = w.out_size;
    }
    whole_close(&w);
    return out;
}

char *whole_output(const char *line) { return whole_filter(line, NULL, 0, NULL); }

char *whole_output_of(const char *words, const char *file)
{
    char line[500];
    (void)snprintf(line, sizeof line, "%s %s", words, file);
    return whole_output(line);
}

char *whole_read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    size_t n = 0, cap = 65536, got;
    char *bytes = malloc(cap);
    assert_non_null(file); /* the tests run in the source root */
    assert_non_null(bytes);
    while ((got = fread(bytes + n, 1, cap - n - 1, file)) > 0) {
        n += got;
        if (n == cap - 1) {
            cap *= 2;
            bytes = realloc(bytes, cap);
            assert_non_null(bytes);
        }
    }
    fclose(file);
    bytes[n] = '\0';
    *size = n;
    return bytes;
}

bool whole_is_of(const char *line, const char *command)
{
    const size_t size = strlen(command);
    return strncmp(line, command, size) == 0 && line[size] == ' ';
}
