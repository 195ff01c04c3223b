/* main.c - the program: runs the command line on the standard streams. */
#include "base/file.h"
#include "cli/io.h"

#include <string.h>

/* See no-color.org; a dumb terminal has none. */
static bool is_plain(void)
{
    const char *no_color = gcv_environment("NO_COLOR"), *terminal = gcv_environment("TERM");
    return (no_color != NULL && no_color[0] != '\0') ||
           (terminal != NULL && strcmp(terminal, "dumb") == 0);
}

int main(int argc, char **argv)
{
    gcv_cli_io io = {0};
    gcv_fail_at_size_limit();
    io.in = gcv_standard_input();
    io.out = gcv_standard_output();
    io.err = gcv_standard_error();
    io.width = gcv_environment("GCVIEW_WIDTH");
    io.plain = is_plain();
    io.columns = gcv_terminal_columns(io.out);
    io.err_columns = gcv_terminal_columns(io.err);
    io.build = gcv_build;
    return gcv_cli_run(argc, (const char *const *)argv, &io);
}
