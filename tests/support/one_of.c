/* one_of.c - the program of all tests of a folder: runs the one that its first argument names, or,
 * if that ends with '_', those whose names begin so.
 *
 * MAINS has a line MAIN(NAME) for each test; tests/CMakeLists.txt writes it. MAIN_PARAMETERS are
 * those of main() in each test, and MAIN_ARGUMENTS what it gets for them. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MAIN(name) int main_of_##name(MAIN_PARAMETERS);
#include MAINS
#undef MAIN

static const struct {
    const char *name;
    int (*run)(MAIN_PARAMETERS);
} tests[] = {
#define MAIN(name) {#name, main_of_##name},
#include MAINS
};

int main(int argc, char **argv)
{
    const char *name = argc >= 2 ? argv[1] : "";
    const size_t size = strlen(name);
    const bool are_many = size > 0 && name[size - 1] == '_';
    bool is_known = false;
    int status = 0;
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        if (strncmp(name, tests[i].name, are_many ? size - 1 : SIZE_MAX) == 0) {
            is_known = true;
            status |= tests[i].run(MAIN_ARGUMENTS);
        }
    }
    if (is_known) {
        return status != 0;
    }
    fprintf(stderr, "usage: %s TEST [ARGUMENT...], one of:\n", argv[0]);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        fprintf(stderr, "%s\n", tests[i].name);
    }
    return 2;
}
