/* main.c - the program: runs the command line on the standard streams. */
#include "base/file.h"
#include "cli/io.h"

int main(int argc, char **argv)
{
    gcv_cli_io io = {0};
    gcv_fail_at_size_limit();
    io.in = gcv_standard_input();
    io.out = gcv_standard_output();
    io.err = gcv_standard_error();
    io.width = gcv_environment("GCVIEW_WIDTH");
    io.build = gcv_build;
    return gcv_cli_run(argc, (const char *const *)argv, &io);
}
